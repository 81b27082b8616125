"""Maps of one's own arrays and attention on them, against NumPy."""

import html
import json
import os
import re
import subprocess
import sys
import tempfile
import types

import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "support"))
from harness import PROGRAM, ROOT, SANITIZED, Report, attnviz, strict_json  # noqa: E402

MIB = 1 << 20
MOST_MEMORY = 32 * MIB


def softmax(scores):
    scores = np.exp(scores - scores.max(-1, keepdims=True))
    return scores / scores.sum(-1, keepdims=True)


def drawn(*words):
    """The first map of a picture of these, as an array, and its labels."""
    outcome = attnviz("heatmap", *words, "-o", "drawn.png")
    return carried("drawn.png") if outcome.status == 0 else (np.zeros(0), [str(outcome)])


def carried(picture):
    """The first map that a picture carries, as an array, and its labels."""
    told = strict_json(attnviz("heatmap", "--read", picture).stdout.decode())
    data = [[-np.inf if x == "-inf" else x for x in row] for row in told["maps"][0]["data"]]
    return np.array(data, dtype="f4"), told["maps"][0]["axes"][-1].get("labels", [])


def near(a, b, tolerance=1e-5):
    return a.shape == b.shape and bool(np.allclose(a, b, atol=tolerance, rtol=tolerance))


# ---- maps ----

def groups_of(tokens):
    """The word of each WordPiece."""
    words, group = [], []
    for token in tokens:
        if token.startswith("##") and words and words[-1] not in ("[CLS]", "[SEP]"):
            words[-1] += token[2:]
        else:
            words.append(token[2:] if token.startswith("##") else token)
        group.append(len(words) - 1)
    return words, np.array(group)


def merged(weights, tokens, hide, anew):
    words, group = groups_of(tokens)
    out = np.zeros((len(words), len(words)))
    for i in range(len(words)):
        for j in range(len(words)):
            out[i, j] = weights[group == i][:, group == j].sum(1).mean()
    kept = [k for k, word in enumerate(words) if not (hide and word in ("[CLS]", "[SEP]"))]
    out = out[np.ix_(kept, kept)]
    return out / out.sum(1, keepdims=True) if anew else out, [words[k] for k in kept]


def check_merging(report):
    random = np.random.default_rng(1)
    for case in range(8):
        middle = [random.choice(["##a", "##b", "the", "x"]) for _ in range(random.integers(3, 12))]
        tokens = ["[CLS]", "the", *map(str, middle), "[SEP]"]
        heads = softmax(random.normal(size=(3, len(tokens), len(tokens))) * 2).astype("f4")
        np.save("heads.npy", heads)
        with open("tokens.json", "w", encoding="utf-8") as file:
            json.dump(tokens, file)
        hide = ["nothing", "keep", "renormalise"][case % 3]
        which, weights = (["--head", "2"], heads[1]) if case % 2 else (["--heads", "mean"], heads.mean(0))
        got, labels = drawn("heads.npy", "--tokens", "tokens.json", "--words", "--hide-special", hide, *which)
        want, words = merged(weights, tokens, hide != "nothing", hide == "renormalise")
        report.check(f"pieces merged, special tokens: {hide}, {which[0]}",
                     near(got, want) and labels == words, f"{tokens}: {labels}")
    got, _ = drawn("heads.npy", "--heads", "max")
    report.check("the largest of all heads", near(got, heads.max(0)), got)


def check_formats(report):
    weights = softmax(np.random.default_rng(2).normal(size=(6, 5))).astype("f4")
    np.save("map.npy", weights)
    np.save("half.npy", weights.astype("f2"))
    np.save("turned.npy", np.asfortranarray(weights.astype(">f8")))
    np.savez_compressed("map.npz", weights=weights)
    np.savetxt("map.csv", weights, delimiter=",")
    np.savetxt("map.tsv", weights, delimiter="\t")
    with open("map.json", "w", encoding="utf-8") as file:
        json.dump({"matrix": weights.tolist()}, file)
    for name in ("map.npy", "half.npy", "turned.npy", "map.npz", "map.csv", "map.tsv", "map.json"):
        got, _ = drawn(name)
        report.check(f"a map of {name}", near(got, weights, 1e-3 if name == "half.npy" else 1e-6), got)
    got, _ = drawn("map.npy", "--transpose")
    report.check("a map transposed", near(got, weights.T), got)
    np.save("other.npy", weights[::-1])
    got, _ = drawn("map.npy", "--diff", "other.npy")
    report.check("a difference", near(got, weights - weights[::-1]), got)
    asked = ("heads.npz", "--axes", "head,query,key", "--heads", "mean")
    np.savez_compressed("heads.npz", heads=np.stack([weights, weights[::-1]]))
    got, _ = drawn(*asked)
    report.check("the mean of heads", near(got, (weights + weights[::-1]) / 2), got)
    with open("heads.npz", "r+b") as file:
        damaged = bytearray(file.read())
        damaged[len(damaged) // 2] ^= 0x55
        file.seek(0)
        file.write(damaged)
    outcome = attnviz("heatmap", *asked, "-o", "none.png")
    report.check("but not of a damaged archive", outcome.status == 1 and "is damaged" in str(outcome) and
                 not os.path.exists("none.png"), outcome)


# ---- large files ----

def npy_header(shape):
    header = f"{{'descr': '<f4', 'fortran_order': False, 'shape': {shape}, }}"
    header = header.ljust(117) + "\n"
    return b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little") + header.encode()


def sparse(path, shape):
    """A file of zeros that takes no place on the disk."""
    head = npy_header(shape)
    with open(path, "wb") as file:
        file.write(head)
        file.truncate(len(head) + 4 * int(np.prod(shape)))
    return len(head)


# a child counts the memory of its parent, before it is itself: so the parent is a small one
MEASURE = """
import os, sys
child = os.posix_spawn(sys.argv[1], sys.argv[1:], os.environ)
status, usage = os.wait4(child, 0)[1:]
print(os.waitstatus_to_exitcode(status), usage.ru_maxrss)
with open("/proc/self/io") as file:
    print(file.readline().split()[1])
"""


def measured(*words):
    """How a command ended, its largest memory, and the bytes that it read; 0: that is not known."""
    done = subprocess.run([sys.executable, "-S", "-c", MEASURE, PROGRAM, *words], capture_output=True,
                          timeout=60)
    lines = done.stdout.decode().splitlines()
    status, memory = lines[-2 if len(lines) > 2 else -1].split()
    return int(status), int(memory) * 1024, int(lines[-1]) if len(lines) > 2 else 0


def check_large(report):
    layers, heads, n = 12, 12, 512
    start = sparse("model.npy", (layers, heads, n, n))
    weights = softmax(np.random.default_rng(3).normal(size=(n, n))).astype("<f4")
    with open("model.npy", "r+b") as file:
        file.seek(start + 4 * n * n * (2 * heads + 4))
        file.write(weights.tobytes())
    status, _, read = measured("heatmap", "model.npy", "--layer", "3", "--head", "5", "-o", "head.png")
    report.check("one head of a model is drawn", status == 0 and os.path.getsize("model.npy") > 150e6, status)
    if read == 0:
        report.skip("one head of a model is read alone", "no /proc/PID/io here")
    else:
        report.check("one head of a model is read alone", read < 8 * MIB, f"{read} bytes")
    got = strict_json(attnviz("heatmap", "--read", "head.png").stdout.decode())["maps"][0]
    report.check("and it is the right one", got["title"] == "layer 3, head 5" and
                 near(np.array(got["data"], dtype="f4"), weights, 1e-7), got["title"])
    sparse("large.npy", (8192, 8192))
    status, memory, _ = measured("heatmap", "large.npy", "-o", "large.png")
    report.check("a map of 8192 × 8192 is drawn", status == 0, status)
    if SANITIZED:
        report.skip("in little memory", "the sanitizers take more")
    else:
        report.check("in little memory", memory <= MOST_MEMORY, f"{memory / MIB:.1f} MiB")
    for name in ("model.npy", "large.npy", "large.png"):
        os.unlink(name)


# ---- attention ----

def attended(q, k, v, heads, mask):
    """By hand: heads are equal parts of the columns."""
    weights, results = [], []
    for part in range(heads):
        q_j, k_j, v_j = (np.split(x, heads, axis=1)[part] for x in (q, k, v))
        scores = q_j @ k_j.T / np.sqrt(k_j.shape[1])
        weights.append(softmax(np.where(mask, scores, -np.inf)))
        results.append(weights[-1] @ v_j)
    return np.array(weights), np.concatenate(results, axis=1)


def check_attend(report):
    random = np.random.default_rng(4)
    for case in range(8):
        heads, causal, masked = [(1, 0, 0), (2, 0, 0), (4, 1, 0), (1, 0, 1), (2, 1, 1), (1, 1, 0),
                                 (1, 0, 2), (4, 0, 2)][case]
        m, n = int(random.integers(2, 40)), int(random.integers(2, 40))
        q, k, v = (random.normal(size=(rows, 8)).astype("f4") for rows in (m, n, n))
        np.savez("all.npz", Q=q, K=k, V=v)
        mask = random.random((m, n)) < 0.7
        mask[:, 0] = True
        np.save("mask.npy", mask if masked == 1 else np.where(mask, 0, -np.inf))
        see = np.ones((m, n), bool) if not masked else mask
        see = see & np.tril(np.ones((m, n), bool)) if causal else see
        asked = ["--heads", str(heads)] if heads > 1 else []
        asked += ["--causal"] * causal + (["--mask", "mask.npy"] if masked else [])
        result = "O" if heads > 1 else "Z"
        outcome = attnviz("attend", "all.npz", *asked, "--save", "A=A.npy", "--save", f"{result}=Z.npy",
                          "--format", "json")
        label = f"attention, {heads} heads, {'causal, ' * causal}mask {masked}"
        if not report.check(label, outcome.status == 0, str(outcome)):
            continue
        strict_json(outcome.stdout.decode())
        weights, results = attended(q, k, v, heads, see)
        got = np.load("A.npy")
        report.check(f"{label}: weights", near(got.reshape(weights.shape), weights), got.shape)
        report.check(f"{label}: results", near(np.load("Z.npy"), results), "")
    stacked = random.normal(size=(3, 6, 4)).astype("f4")
    np.savez("all.npz", Q=stacked, K=stacked, V=stacked)
    attnviz("attend", "all.npz", "--heads", "3", "--save", "Z=Z.npy")
    scores = stacked @ stacked.transpose(0, 2, 1) / 2
    report.check("attention of stacked heads", near(np.load("Z.npy"), softmax(scores) @ stacked), "")


def check_scores(report):
    """What becomes of scores: a soft cap, a bias and masks for each head and example, queries behind a past."""
    random = np.random.default_rng(9)
    heads, examples, m, n = 2, 3, 4, 7
    q, k, v = (random.normal(size=(examples, heads, rows, 4)).astype("f4") for rows in (m, n, n))
    see = random.random((examples, heads, m, n)) < 0.6
    see[..., 0] = True
    bias = random.normal(size=(examples, heads, m, n)).astype("f4")
    behind = np.arange(n)[None] <= np.arange(m)[:, None] + 3
    np.savez("all.npz", Q=q, K=k, V=v)
    scores = q[1] @ k[1].transpose(0, 2, 1)
    cases = {
        "a soft cap": (["--softcap", "0.5"], 0.5 * np.tanh(scores / 2 / 0.5)),
        "a soft cap, another scale": (["--softcap", "2", "--scale", "3"], 2 * np.tanh(3 * scores / 2)),
        "a soft cap, no scale": (["--softcap", "2", "--scale", "none"], 2 * np.tanh(scores / 2)),
        "a past": (["--causal", "--past", "3"], np.where(behind, scores / 2, -np.inf))}
    masks = {"one": see[1, 0], "each head": see[1], "each example": see[:, 0], "all": see, "one, with axes": see[1:2, :1]}
    for form, mask in masks.items():
        one = mask if mask.ndim < 3 else mask[1] if mask.ndim == 4 and len(mask) > 1 else mask[0] if mask.ndim == 4 else mask
        if form == "each example":
            one = mask[1]
        if form == "each head":  # an axis of examples before it tells them apart
            mask = mask[None]
        np.save(f"mask-{form}.npy", mask)
        cases[f"a mask for {form}"] = (["--mask", f"mask-{form}.npy"], np.where(one, scores / 2, -np.inf))
    np.save("bias.npy", bias)
    cases["a bias for all"] = (["--bias", "bias.npy"], scores / 2 + bias[1])
    cases["everything"] = (["--bias", "bias.npy", "--mask", "mask-all.npy", "--softcap", "1.5", "--causal", "--past", "3"],
                           np.where(behind & see[1], 1.5 * np.tanh(scores / 3) + bias[1], -np.inf))
    # the same keys and values, the first three from files of a cache
    np.savez("new.npz", Q=q, K=k[:, :, 3:], V=v[:, :, 3:])
    np.savez("cache.npz", keys=k[:, :, :3], values=v[:, :, :3])
    cache = ["--past-keys", "cache.npz:keys", "--past-values", "cache.npz:values"]
    cases["a cache"] = (["--causal", *cache], np.where(behind, scores / 2, -np.inf))
    cases["a cache, its length told"] = (["--causal", "--past", "3", *cache], np.where(behind, scores / 2, -np.inf))
    cases["a cache, all seen"] = (cache, scores / 2)
    cases["a cache and everything"] = ([*cases["everything"][0], *cache], cases["everything"][1])
    for label, (asked, want) in cases.items():
        file = "new.npz" if "cache" in label else "all.npz"
        outcome = attnviz("attend", file, "--example", "2", *asked, "--save", "A=A.npy", "--save", "O=O.npy")
        if report.check(f"scores with {label}", outcome.status == 0, str(outcome.message)):
            weights = softmax(want)
            report.check(f"scores with {label}: weights", near(np.load("A.npy"), weights), "")
            report.check(f"scores with {label}: results", near(np.load("O.npy"), side_by_side(weights @ v[1])), "")
            os.unlink("A.npy")
            os.unlink("O.npy")
    check_cached(report, q[1], k[1], v[1])


def check_cached(report, q, k, v):
    """A cache of heads that are parts of the columns, of one shared head, and of one head without axes."""
    flat = {name: side_by_side(array) for name, array in (("Q", q), ("K", k), ("V", v))}
    forms = {"parts": (flat["Q"], flat["K"], flat["V"], ["--heads", "2"], q, k, v),
             "a shared head": (q, k[:1], v[:1], ["--heads", "2"], q, k[:1], v[:1]),
             "one head": (q[0], k[0], v[0], [], q[:1], k[:1], v[:1])}
    for form, (Q, K, V, asked, heads, keys, values) in forms.items():
        np.savez("new.npz", Q=Q, K=K[..., 5:, :], V=V[..., 5:, :])
        np.save("keys.npy", K[..., :5, :])
        np.save("values.npy", V[..., :5, :])
        outcome = attnviz("attend", "new.npz", *asked, "--past-keys", "keys.npy", "--past-values", "values.npy", "--causal",
                          "--save", f"{'O' if asked else 'Z'}=O.npy")
        behind = np.arange(K.shape[-2])[None] <= np.arange(Q.shape[-2])[:, None] + 5
        weights = softmax(np.where(behind, heads @ keys.transpose(0, 2, 1) / 2, -np.inf))
        if report.check(f"a cache with {form}", outcome.status == 0, str(outcome.message)):
            report.check(f"a cache with {form}: results", near(np.load("O.npy"), side_by_side(weights @ values)), "")


def side_by_side(stacked):
    """Heads as parts of the columns."""
    return np.concatenate(list(stacked), axis=1)


def check_grouped(report):
    """Query heads that follow one another share a key head."""
    random = np.random.default_rng(6)
    for heads, key_heads in ((4, 2), (6, 3), (32, 8), (4, 4), (5, 1)):
        q, k, v = (random.normal(size=size).astype("f4")
                   for size in ((heads, 3, 4), (key_heads, 5, 4), (key_heads, 5, 2)))
        shared_k, shared_v = (np.repeat(x, heads // key_heads, axis=0) for x in (k, v))
        weights = softmax(q @ shared_k.transpose(0, 2, 1) / 2)
        forms = {"stacked": (q, k, v), "flat": [side_by_side(x) for x in (q, k, v)],
                 "flat, an example": [side_by_side(x)[None] for x in (q, k, v)],
                 "an example of two": [np.stack([x + 1, x]) for x in (q, k, v)],
                 "flat, an example of two": [np.stack([side_by_side(x + 1), side_by_side(x)]) for x in (q, k, v)]}
        if key_heads == 1:
            forms.update({"one matrix": (q, k[0], v[0]), "a matrix and an array": (q, k[0], v)})
        for form, arrays in forms.items():
            np.savez("all.npz", **dict(zip("QKV", arrays)))
            asked = ["--heads", str(heads)] if "two" not in form or "flat" in form else []
            asked += ["--example", "2"] if "two" in form else []
            attnviz("attend", "all.npz", *asked, "--save", "A=A.npy", "--save", "O=O.npy")
            label = f"{heads} heads that share {key_heads}, {form}"
            report.check(f"{label}: weights", near(np.load("A.npy"), weights), "")
            report.check(f"{label}: results", near(np.load("O.npy"), side_by_side(weights @ shared_v)), "")
            os.unlink("A.npy")
            os.unlink("O.npy")


# ---- the exporter ----

def check_exporter(report):
    script = os.path.join(ROOT, "examples", "export_attention.py")
    with open(script, encoding="utf-8") as file:
        text = file.read()
    told = re.findall(r"attnviz heatmap (.*)", text)[0].split()
    environment = {**os.environ, "PYTHONPATH": os.path.join(HERE, "stand-in")}
    done = subprocess.run([sys.executable, script, "a-model", "le chat noir"], env=environment,
                          capture_output=True, timeout=60)
    report.check("the exporter runs", done.returncode == 0, done.stderr.decode()[-300:])
    told[told.index("--layer") + 1], told[told.index("--head") + 1] = "2", "3"
    got, labels = drawn(*told)
    scores = np.random.default_rng(5).normal(size=(2, 1, 3, 6, 6))
    report.check("what it writes is drawn", near(got, softmax(scores)[1, 0, 2]) and
                 labels == ["[CLS]", "le", "chat", "no", "·ir", "[SEP]"], labels)
    outcome = attnviz("heatmap", "attention.safetensors", "--layer", "1", "--tokens", "tokens.json")
    report.check("all heads of a layer", outcome.status == 0 and outcome.message == "", outcome)
    code = [line for line in text.splitlines() if line and not line.startswith(("import", "from", "#", '"'))]
    report.check("the exporter is short", len(code) <= 20, len(code))


def check_notebook(report):
    script = os.path.join(ROOT, "examples", "notebook.py")
    environment = {**os.environ, "PATH": os.path.dirname(PROGRAM) + os.pathsep + os.environ["PATH"]}
    done = subprocess.run([sys.executable, script], env=environment, capture_output=True, timeout=60)
    report.check("the notebook's cell runs", done.returncode == 0, done.stderr.decode()[-300:])
    got, labels = carried("notebook.png")
    x = np.array([[1, 0, 0.5], [0.5, 1, 0], [0, 1.5, 1]])
    report.check("its picture carries its weights", near(got, softmax(x @ x.T / np.sqrt(3))) and
                 labels == ["The", "dog", "runs"], labels)


def check_lessons_in_notebook(report):
    """Runs the cells of notebook.ipynb, with a page for HTML of IPython."""
    with open(os.path.join(ROOT, "examples", "notebook.ipynb"), encoding="utf-8") as file:
        cells = ["".join(cell["source"]) for cell in json.load(file)["cells"] if cell["cell_type"] == "code"]
    shown = types.ModuleType("IPython.display")
    shown.HTML = str
    path, names, pages = os.environ["PATH"], {}, []
    os.environ["PATH"] = os.path.dirname(PROGRAM) + os.pathsep + path
    sys.modules.update({"IPython": types.ModuleType("IPython"), "IPython.display": shown})
    for cell in cells:
        *lines, last = cell.splitlines()
        if last.startswith(" "):
            exec(cell, names)
        else:
            exec("\n".join(lines), names)
            pages.append(eval(last, names))
    os.environ["PATH"] = path
    frames = [re.fullmatch(r'<iframe sandbox="allow-scripts allow-forms" srcdoc="([^"]*)" style="[^"]*"></iframe>', page) for page in pages[:-1]]
    titles = [re.search("<title>(.*)</title>", html.unescape(frame[1]))[1] if frame else None for frame in frames]
    report.check("the notebook's lessons stand in frames", titles and all(titles), titles)
    report.check("its numbers are the lesson's", np.array(pages[-1]["data"]).shape == (3, 3), pages[-1])


def main():
    report = Report("own")
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        check_formats(report)
        check_merging(report)
        check_large(report)
        check_attend(report)
        check_grouped(report)
        check_scores(report)
        check_exporter(report)
        check_notebook(report)
        check_lessons_in_notebook(report)
        os.chdir("/")
    report.end()


main()
