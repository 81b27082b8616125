"""Names of files, given to read and to write: missing, forbidden, odd, hostile, or one and the same."""

import os
import shutil
import stat
import subprocess
import threading

from common import OLD, Folder, failed_well, harmful, is_message

WRITERS = [("explain own.json", "out"), ("explain own.json --format markdown", "out"),
           ("explain own.json --format latex", "out"), ("heatmap own.json", "out.png"), ("heatmap cat.txt", "out.png"),
           ("heatmap own.json --format svg", "out.svg"), ("heatmap own.json --format pdf", "out.pdf"),
           ("worksheet hard-attention", "out"), ("worksheet hard-attention --format pdf", "out.pdf")]


def as_user():
    """A command that runs another one as an ordinary user; empty if we are one; None if we cannot."""
    if os.geteuid() != 0:
        return []
    words = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]
    if shutil.which("setpriv") and subprocess.run([*words, "true"], capture_output=True, check=False).returncode == 0:
        return words
    return None


def bad_targets(report):
    long_name, long_path = "x" * 260, "folder/" * 700
    for words, name in WRITERS:
        for label, path, reason in (
                ("in a missing folder", "no/such/" + name, "No such file"),
                ("in a folder that is a file", "words.txt/" + name, "Not a directory"),
                ("a folder", "folder", "folder"),
                ("in a link that leads nowhere", "nowhere/" + name, "No such file"),
                ("a link to a folder", "to-folder." + name, "Is a directory"),
                ("of 260 bytes", long_name + "." + name, "too long"),
                ("longer than a path can be", long_path + name, "")):
            if path == "folder" and name != "out":
                path = "folder" + name[3:]
            with Folder() as folder:
                for made in ("folder", "folder.png", "folder.svg", "folder.pdf"):
                    os.mkdir(folder.name(made))
                os.symlink("missing", folder.name("nowhere"))
                os.symlink("folder", folder.name("to-folder." + name))
                before = folder.files()
                outcome = folder.run(*words.split(), "-o", path)
                fault = failed_well(outcome, folder, before)
            report.check(f"{words}: a target {label}", not fault and reason in outcome.message, fault or outcome)


def forbidden(report):
    user = as_user()
    if user is None:
        report.skip("what is forbidden", "this is root, and setpriv cannot make it an ordinary user")
        return
    for words, name in WRITERS:
        with Folder() as folder:
            os.mkdir(folder.name("closed"), 0o755)
            with open(folder.name("closed/" + name), "wb") as file:
                file.write(OLD)
            os.chmod(folder.name("closed"), 0o555)
            before = folder.files()
            outcome = folder.run(*words.split(), "-o", "closed/" + name, before=user)
            fault = failed_well(outcome, folder, before)
            if sorted(os.listdir(folder.name("closed"))) != [name] or folder.read("closed/" + name) != OLD:
                fault = "the folder has changed"
        report.check(f"{words}: a target in a folder that is read-only",
                     not fault and "Permission denied" in outcome.message, fault or outcome)
        with Folder() as folder:
            folder.write(name, OLD)
            os.chmod(folder.name(name), 0o444)
            outcome = folder.run(*words.split(), "-o", name, before=user)
            report.check(f"{words}: a read-only file in a folder of one's own is replaced",
                         outcome.status == 0 and folder.read(name) != OLD, outcome)
    for words, name in (("explain own.json", "own.json"), ("explain own.json", "words.txt"),
                        ("explain own.json", "own.safetensors"), ("heatmap cat.txt", "cat.txt")):
        with Folder() as folder:
            os.chmod(folder.name(name), 0)
            outcome = folder.run(*words.split(), before=user)
        report.check(f"{words}: {name} is not to be read", outcome.status == 1 and is_message(outcome.stderr)
                     and name in outcome.message and "Permission denied" in outcome.message, outcome)


def one_and_the_same(report):
    """Output that is an input, by name and by hard link: refused, and nothing lost. By symbolic link it is
    another file."""
    for words, inputs in (("explain ./own.json", ("own.json", "words.txt", "own.safetensors")),
                          ("heatmap own.json", ("own.json", "words.txt", "own.safetensors")),
                          ("heatmap cat.txt", ("cat.txt",)),
                          ("heatmap cat.txt --lesson own.json", ("cat.txt", "own.json", "words.txt"))):
        for name in inputs:
            for label, link in (("by its name", None), ("by a symbolic link", os.symlink),
                                ("by a hard link", os.link)):
                with Folder() as folder:
                    target = name
                    if link:
                        target = "other.txt" if words.startswith("explain") else "other.png"
                        link(name if link is os.symlink else folder.name(name), folder.name(target))
                    before = folder.files()
                    outcome = folder.run(*words.split(), "-o", target)
                    after = folder.files()
                refused = outcome.status == 2 and before == after and is_message(outcome.stderr)
                linked = link is os.symlink and "--lesson" not in words  # which takes no sentence
                apart = outcome.status == 0 and after.pop(target) != before.pop(target) and after == before
                report.check(f"{words} -o {name} {label}", apart if linked else refused, outcome)


def links(report):
    for words, name in WRITERS:
        for where in ("far/real", "far/none", "none/none", name):
            with Folder() as folder:
                os.mkdir(folder.name("far"))
                folder.write("far/real", OLD)
                os.symlink(where, folder.name(name))
                outcome = folder.run(*words.split(), "-o", name)
                report.check(f"{words}: a symbolic link to {where} is itself replaced",
                             outcome.status == 0 and not os.path.islink(folder.name(name))
                             and folder.read("far/real") == OLD and os.listdir(folder.name("far")) == ["real"], outcome)
        # names of unfinished files can be guessed: planted links are not followed
        with Folder() as folder:
            folder.write("victim", OLD)
            before = folder.files()
            outcome = folder.shell(
                f'for n in 0 1 2; do ln -s victim .attnviz-$$-$n; done; exec "$ATTNVIZ" {words} -o {name}')
            files = folder.files()
            planted = [one for one in files if one.startswith(".attnviz-")]
            report.check(f"{words}: planted links are not followed",
                         outcome.status == 0 and files["victim"] == OLD and len(planted) == 3
                         and not os.path.islink(folder.name(name)), (outcome, sorted(files.keys() - before.keys())))
    with Folder() as folder:
        wanted = folder.run("explain", "own.json").stdout
        outcome = folder.shell('echo first >log; "$ATTNVIZ" explain own.json -o /dev/stdout >>log; cat log')
        report.check("-o /dev/stdout >>FILE keeps what stands in the file",
                     outcome.stdout == b"first\n" + wanted, outcome)
        outcome = folder.shell('"$ATTNVIZ" explain own.json -o /dev/stdout | cat')
        report.check("-o /dev/stdout into a pipe", outcome.stdout == wanted, outcome)
        for name, into in (("/dev/fd/3", "3>>log"), ("/dev/stderr", "2>>log"), ("out", ">>log"), ("over", "3>>log")):
            outcome = folder.shell(f'echo first >log; ln -sf /dev/stdout out; ln -sf /dev/fd/3 third; ln -sf third over; '
                                   f'"$ATTNVIZ" explain own.json -o {name} {into}; cat log; test -L out && test -L over')
            report.check(f"-o {name} {into} keeps what stands in the file",
                         (outcome.status, outcome.stdout) == (0, b"first\n" + wanted), outcome)


def devices(report):
    """What is not a regular file stays what it is."""
    for words, name in WRITERS:
        with Folder() as folder:
            folder.run(*words.split(), "-o", name)
            os.mkfifo(folder.name("pipe"))
            came = []
            reader = threading.Thread(target=lambda: came.append(folder.read("pipe")))
            reader.start()
            outcome = folder.run(*words.split(), "-o", "pipe")
            reader.join()
            # a page has its pictures beside it in a folder alone
            wanted = folder.run(*words.split()).stdout if "--format" in words and name == "out" else folder.read(name)
            report.check(f"{words}: into a FIFO", outcome.status == 0 and came == [wanted]
                         and stat.S_ISFIFO(os.stat(folder.name("pipe")).st_mode), outcome)
            outcome = folder.run(*words.split(), "-o", "/dev/null")
            report.check(f"{words}: into /dev/null", outcome.status == 0
                         and stat.S_ISCHR(os.stat("/dev/null").st_mode), outcome)
            outcome = folder.run(*words.split(), "-o", "/dev/full")
            report.check(f"{words}: into /dev/full", outcome.status == 1 and is_message(outcome.stderr), outcome)


def modes(report):
    for words, name in WRITERS:
        for mask, wanted in ((0o077, 0o600), (0o022, 0o644), (0o002, 0o664)):
            with Folder() as folder:
                folder.shell(f'umask {mask:o}; "$ATTNVIZ" {words} -o {name}; "$ATTNVIZ" {words} -o {name}')
                mode = stat.S_IMODE(os.stat(folder.name(name)).st_mode)
            report.check(f"{words}: umask {mask:03o}", mode == wanted, oct(mode))


def inputs(report):
    """Things to read that are no text: each with the message that tells."""
    for words, what in (("explain", "folder.json"), ("heatmap", "folder.txt"), ("heatmap", "folder.json"),
                        ("explain", "missing.json"), ("heatmap", "missing.txt"), ("explain", "empty.json"),
                        ("heatmap", "empty.txt"), ("explain", "/dev/zero"), ("heatmap", "/dev/zero"),
                        ("heatmap cat.txt --lesson", "/dev/zero"), ("explain", "/dev/null"),
                        ("explain", "zero.json"), ("explain", "endless.json")):
        with Folder() as folder:
            for name in ("folder.json", "folder.txt"):
                os.mkdir(folder.name(name))
            folder.write("empty.json", b"")
            folder.write("empty.txt", b"")
            for name, file in (("zero.json", "zero.safetensors"), ("endless.json", "endless")):
                folder.write(name, folder.read("own.json").replace(b"own.safetensors", file.encode()))
            folder.write("zero.safetensors", b"")
            os.symlink("/dev/zero", folder.name("endless"))
            before = folder.files()
            outcome = folder.run(*words.split(), what, seconds=20)
            fault = failed_well(outcome, folder, before)
        report.check(f"{words} {what}", not fault, fault)


def odd_names(report):
    with Folder() as folder:
        lesson = folder.read("own.json")
        wanted = folder.run("explain", "own.json", "--only", "A").stdout
        folder.run("heatmap", "own.json", "-o", "wanted.png")
        for name in ("-x.json", "--help.json", "-o.json", " .json", "a b.json", "%s%n.json", "\x1b[2J.json",
                     "\u202e.json", "a\nb.json", "'.json", "\u0301.json"):
            folder.write(name, lesson)
            outcome = folder.run("explain", "--only", "A", "--", name)
            report.check(f"explain -- {name!r}", (outcome.status, outcome.stdout) == (0, wanted), outcome)
            out = name.replace(".json", ".png")
            outcome = folder.run("heatmap", "-o", "./" + out, "--", name)
            report.check(f"heatmap -o {out!r}", outcome.status == 0 and not harmful(outcome.stdout)
                         and folder.read(out) == folder.read("wanted.png"), outcome)
        odd = os.fsencode(folder.path) + b"/\xff\xfe.json"
        with open(odd, "wb") as file:
            file.write(b"{")
        outcome = folder.run("explain", b"./\xff\xfe.json")
        report.check("a name that is not UTF-8", outcome.status == 1 and b"\\xFF\\xFE.json" in outcome.stderr
                     and is_message(outcome.stderr), outcome)


def changing(report):
    """A file that another program writes while it is read: an end, and an answer or a message."""
    with Folder() as folder:
        wanted = folder.run("explain", "own.json").stdout
        outcome = folder.shell('(i=0; while [ $i -lt 30000 ]; do echo >>own.json; i=$((i + 1)); done) & writer=$!; '
                               'for k in 1 2 3 4 5 6 7 8; do "$ATTNVIZ" explain own.json >"told$k" || break; done; '
                               'status=$?; kill $writer; exit $status')
        told = [content for name, content in folder.files().items() if name.startswith("told")]
        report.check("a file that grows while it is read", outcome.status == 0 and told == [wanted] * 8, outcome)
    with Folder() as folder:  # nobody writes: it waits, as other programs do, and can be ended
        os.mkfifo(folder.name("pipe.json"))
        run = folder.run("explain", "pipe.json", before=("timeout", "-s", "INT", "0.3"))
        report.check("a FIFO that nobody writes is waited for", run.status in (-2, 124), run)


def run(report):
    for part in (bad_targets, forbidden, one_and_the_same, links, devices, modes, inputs, odd_names, changing):
        part(report)
