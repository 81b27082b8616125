"""A browser driven over WebDriver (www.w3.org/TR/webdriver2), by the standard library alone."""

import base64
import json
import shutil
import socket
import subprocess
import time
import urllib.error
import urllib.request

NAMES = ("chromium", "chromium-browser", "google-chrome")
KEYS = {"Tab": "\ue004", "Enter": "\ue007", "Escape": "\ue00c", "PageUp": "\ue00e", "PageDown": "\ue00f", "ArrowLeft": "\ue012",
        "ArrowUp": "\ue013", "ArrowRight": "\ue014", "ArrowDown": "\ue015"}
ELEMENT = "element-6066-11e4-a52e-4f735466cecf"  # the key of an element, says the standard


def missing():
    """What is not installed, or None."""
    if not any(map(shutil.which, NAMES)):
        return "no chromium is installed"
    return None if shutil.which("chromedriver") else "no chromedriver is installed"


def free_port():
    with socket.socket() as own:
        own.bind(("127.0.0.1", 0))
        return own.getsockname()[1]


class Browser:
    """One window, without a network: no name is looked up."""

    def __init__(self, profile):
        port = free_port()
        self.address = f"http://127.0.0.1:{port}"
        self.driver = subprocess.Popen(["chromedriver", f"--port={port}", "--log-level=SEVERE"],
                                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        browser = next(filter(None, map(shutil.which, NAMES)))
        options = ["--headless=new", "--no-sandbox", "--disable-gpu", f"--user-data-dir={profile}",
                   "--host-resolver-rules=MAP * ~NOTFOUND", "--no-first-run", "--window-size=1400,900"]
        asked = {"goog:loggingPrefs": {"browser": "ALL"}, "goog:chromeOptions": {"binary": browser, "args": options},
                 "unhandledPromptBehavior": "ignore"}
        try:
            self.wait_for_driver()
            self.session = "/session/" + self.call("POST", "/session", {"capabilities": {"alwaysMatch": asked}})["sessionId"]
        except Exception:
            self.driver.kill()
            raise

    def wait_for_driver(self):
        for _ in range(100):
            try:
                return self.call("GET", "/status")
            except OSError:
                time.sleep(0.1)
        raise RuntimeError("chromedriver does not answer")

    def call(self, method, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.address + path, data, {"Content-Type": "application/json"}, method=method)
        try:
            with urllib.request.urlopen(request, timeout=120) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as fault:
            raise RuntimeError(fault.read().decode()[:500]) from None

    def command(self, method, path, body=None):
        return self.call(method, self.session + path, body)

    def open(self, address):
        """Also where it differs from the present one behind its # alone: the page is loaded anew."""
        self.command("POST", "/url", {"url": "about:blank"})
        self.command("POST", "/url", {"url": address})

    def run(self, script, *arguments):
        return self.command("POST", "/execute/sync", {"script": script, "args": list(arguments)})

    def wait(self, condition, seconds=60):
        """Until a condition, as JavaScript, holds. Whether it does."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if self.run(f"return Boolean({condition})"):
                return True
            time.sleep(0.02)
        return False

    def press(self, *keys):
        """Names of KEYS, or letters."""
        actions = [{"type": way, "value": KEYS.get(key, key)} for key in keys for way in ("keyDown", "keyUp")]
        self.command("POST", "/actions", {"actions": [{"type": "key", "id": "keys", "actions": actions}]})

    def point(self, x, y, click=False):
        actions = [{"type": "pointerMove", "x": round(x), "y": round(y)}]
        actions += [{"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}] if click else []
        self.command("POST", "/actions", {"actions": [{"type": "pointer", "id": "mouse", "actions": actions}]})

    def element(self, selector):
        return self.command("POST", "/element", {"using": "css selector", "value": selector})[ELEMENT]

    def type_into(self, selector, text):
        self.command("POST", f"/element/{self.element(selector)}/value", {"text": text})

    def click(self, selector):
        self.command("POST", f"/element/{self.element(selector)}/click", {})

    def console(self):
        return [entry["message"] for entry in self.command("POST", "/se/log", {"type": "browser"})]

    def asks(self):
        """Whether a box of alert() is open."""
        try:
            self.command("GET", "/alert/text")
            return True
        except RuntimeError:
            return False

    def size(self, width, height):
        self.chromium("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=width < 500)

    def chromium(self, command, **parameters):
        """What the standard does not have."""
        return self.command("POST", "/goog/cdp/execute", {"cmd": command, "params": parameters})

    def pdf(self):
        return base64.b64decode(self.command("POST", "/print", {}))

    def end(self):
        try:
            self.command("DELETE", "")
        finally:
            self.driver.terminate()
            self.driver.wait(30)
