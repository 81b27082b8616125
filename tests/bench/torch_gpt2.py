"""A checkpoint of GPT-2's shape: made of random numbers, read in PyTorch as people write it, and attnviz timed.

torch_gpt2.py make FOLDER                     writes 124 million random numbers (498 MB), as a hub would give them
torch_gpt2.py read FOLDER IDS                 the scores of the next word, whole process; prints the best
torch_gpt2.py words FOLDER IDS COUNT          writes COUNT words with a cache, one thread; prints "word TIME ms" of each
torch_gpt2.py ours PROGRAM FOLDER IDS COUNT   the same of attnviz: COUNT words and more, less one word and more
"""
import json
import os
import struct
import subprocess
import sys
import time

WIDTH, LAYERS, HEADS, WORDS, PLACES = 768, 12, 12, 50257, 1024


def shapes():
    yield "wte.weight", (WORDS, WIDTH)
    yield "wpe.weight", (PLACES, WIDTH)
    for layer in range(LAYERS):
        for norm in ("ln_1", "ln_2"):
            yield f"h.{layer}.{norm}.weight", (WIDTH,)
            yield f"h.{layer}.{norm}.bias", (WIDTH,)
        for name, rows, cols in (("attn.c_attn", WIDTH, 3 * WIDTH), ("attn.c_proj", WIDTH, WIDTH),
                                 ("mlp.c_fc", WIDTH, 4 * WIDTH), ("mlp.c_proj", 4 * WIDTH, WIDTH)):
            yield f"h.{layer}.{name}.weight", (rows, cols)
            yield f"h.{layer}.{name}.bias", (cols,)
    yield "ln_f.weight", (WIDTH,)
    yield "ln_f.bias", (WIDTH,)


def make(folder):
    import numpy as np
    os.makedirs(folder, exist_ok=True)
    config = {"model_type": "gpt2", "n_layer": LAYERS, "n_head": HEADS, "n_embd": WIDTH, "vocab_size": WORDS,
              "n_positions": PLACES, "layer_norm_epsilon": 1e-5, "activation_function": "gelu_new"}
    with open(os.path.join(folder, "config.json"), "w", encoding="utf-8") as file:
        json.dump(config, file)
    header, at = {}, 0
    for name, shape in shapes():
        size = 4 * int(np.prod(shape))
        header[name] = {"dtype": "F32", "shape": list(shape), "data_offsets": [at, at + size]}
        at += size
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    random = np.random.default_rng(1)
    with open(os.path.join(folder, "model.safetensors"), "wb") as file:
        file.write(struct.pack("<Q", len(text)) + text)
        for name, shape in shapes():
            mean = 1 if "ln_" in name and name.endswith("weight") else 0
            file.write((mean + 0.02 * random.standard_normal(shape)).astype("<f4").tobytes())


class Model:
    """The weights lie in the mapped file."""

    def __init__(self, folder):
        import torch
        torch.set_num_threads(1)
        torch.set_grad_enabled(False)
        path = os.path.join(folder, "model.safetensors")
        with open(path, "rb") as file:
            length, = struct.unpack("<Q", file.read(8))
            header = json.loads(file.read(length))
        numbers = torch.from_file(path, False, os.path.getsize(path), dtype=torch.uint8)[8 + length:]
        self.weights = {name: numbers[entry["data_offsets"][0]:entry["data_offsets"][1]].view(torch.float32)
                        .view(entry["shape"]) for name, entry in header.items()}
        self.cache = [None] * LAYERS

    def dense(self, x, name):
        import torch
        return torch.addmm(self.weights[name + ".bias"], x, self.weights[name + ".weight"])

    def norm(self, x, name):
        from torch.nn import functional as F
        return F.layer_norm(x, (WIDTH,), self.weights[name + ".weight"], self.weights[name + ".bias"], 1e-5)

    def attend(self, x, layer):
        import torch
        q, k, v = (part.view(len(x), HEADS, -1).transpose(0, 1)
                   for part in self.dense(x, f"h.{layer}.attn.c_attn").split(WIDTH, 1))
        if self.cache[layer]:
            k, v = (torch.cat(pair, 1) for pair in zip(self.cache[layer], (k, v)))
        self.cache[layer] = (k, v)
        scores = q @ k.transpose(1, 2) / (WIDTH // HEADS) ** 0.5
        if len(x) > 1:
            scores = scores.masked_fill(torch.ones(len(x), len(x)).triu(1).bool(), -torch.inf)
        found = torch.softmax(scores, -1) @ v
        return self.dense(found.transpose(0, 1).reshape(len(x), WIDTH), f"h.{layer}.attn.c_proj")

    def next(self, ids, begun):
        """The best word behind ids, of which `begun` were read before."""
        from torch.nn import functional as F
        x = self.weights["wte.weight"][ids] + self.weights["wpe.weight"][begun:begun + len(ids)]
        for layer in range(LAYERS):
            x = x + self.attend(self.norm(x, f"h.{layer}.ln_1"), layer)
            inner = F.gelu(self.dense(self.norm(x, f"h.{layer}.ln_2"), f"h.{layer}.mlp.c_fc"), approximate="tanh")
            x = x + self.dense(inner, f"h.{layer}.mlp.c_proj")
        return int((self.norm(x[-1:], "ln_f") @ self.weights["wte.weight"].T).argmax())


def words(folder, ids, count):
    model = Model(folder)
    begun, word = len(ids), model.next(ids, 0)
    written = [word]
    start = time.perf_counter()
    for _ in range(count):
        word = model.next([word], begun)
        begun += 1
        written.append(word)
    print(f"word {1000 * (time.perf_counter() - start) / count:.3f} ms")
    print("wrote", *written, file=sys.stderr)


def ours(program, folder, ids, count):
    times = []
    for most in (1, 1 + count):
        start = time.perf_counter()
        subprocess.run([program, "generate", folder, "--ids", ids, "--most", str(most), "--threads", "1", "--memory", "4G",
                        "--work", "none"], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        times.append(time.perf_counter() - start)
    print(f"word {1000 * (times[1] - times[0]) / count:.3f} ms")


def main():
    order, *rest = sys.argv[1:]
    if order == "make":
        make(rest[0])
    elif order == "read":
        print(Model(rest[0]).next([int(i) for i in rest[1].split(",")], 0))
    elif order == "words":
        words(rest[0], [int(i) for i in rest[1].split(",")], int(rest[2]))
    else:
        ours(rest[0], rest[1], rest[2], int(rest[3]))


main()
