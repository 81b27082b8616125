"""The rules of axe-core over a page, in the browser. It is loaded once, for tests alone, and none of it is part of a page."""

import hashlib
import os
import shutil
import subprocess
import tarfile
import tempfile

VERSION, SUM = "4.10.3", "0f2b4d7dcdf7d1219df8d1959ad68e565f51d14c3f0d88bb71cd59abeb956292"
NAME = f"axe-core-{VERSION}.tgz"

# It takes heads that consist of MathML for empty ones, which readers of screens speak.
RUN = """
return axe.run(document, { resultTypes: ['violations'] }).then(found => found.violations
    .map(({ id, nodes }) => [id, nodes.filter(({ html }) => !id.startsWith('empty-') || !/<math>.*<m[ino]>/.test(html))])
    .filter(([, nodes]) => nodes.length)
    .map(([id, nodes]) => `${id}: ${nodes.length} times, such as ${nodes[0].html.slice(0, 120)}`));
"""


def load(folder):
    """The script, which lies in the folder from then on; and why there is none."""
    path = os.path.join(folder, NAME)
    if not os.path.exists(path):
        if not shutil.which("npm"):
            return None, "npm is not installed"
        with tempfile.TemporaryDirectory(prefix="attnviz-axe-") as work:
            done = subprocess.run(["npm", "pack", "--silent", f"axe-core@{VERSION}"], cwd=work, capture_output=True)
            if done.returncode or not os.path.exists(os.path.join(work, NAME)):
                return None, "axe-core cannot be loaded here"
            os.makedirs(folder, exist_ok=True)
            shutil.move(os.path.join(work, NAME), path)
    with open(path, "rb") as file:
        if hashlib.sha256(file.read()).hexdigest() != SUM:
            os.remove(path)
            return None, "axe-core is not the one that was tried"
    with tarfile.open(path) as archive:
        return archive.extractfile("package/axe.min.js").read().decode("utf-8"), None


def violations(browser, script):
    """Of the page that is open, as it is now."""
    browser.run(script + "; window.axe = axe; return true")
    return browser.run(RUN)
