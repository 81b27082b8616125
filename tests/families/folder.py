"""Folders as a hub of models gives them, made of random numbers: config.json, weights in all ways of storing them."""

import json
import os
import struct

import numpy as np


HEADS = ("cls.", "lm_head.", "vocab_", "predictions.")  # stand beside the model, without its prefix


class Weights(dict):
    """Random tensors, made when they are asked for first: the tensors that a model of this family has."""

    def __init__(self, seed):
        super().__init__()
        self.random = np.random.default_rng(seed)

    def make(self, name, *shape, mean=0.0, scale=0.3):
        if name not in self:
            self[name] = (mean + self.random.normal(size=shape) * scale).astype(np.float32)
        return self[name].astype(float)


def stored(array, kind):
    if kind == "BF16":  # the upper half of the bits, rounded to the nearest even
        bits = array.astype("<f4").view("<u4").astype(np.uint64)
        return ((bits + 0x7FFF + ((bits >> 16) & 1)) >> 16).astype("<u2").tobytes()
    return array.astype({"F32": "<f4", "F16": "<f2"}[kind]).tobytes()


def rounded(array, kind):
    """What is read back."""
    if kind == "BF16":
        bits = np.frombuffer(stored(array, kind), "<u2").astype("<u4") << 16
        return bits.view("<f4").reshape(array.shape)
    return array.astype({"F32": "<f4", "F16": "<f2"}[kind]).astype(np.float32)


def write_weights(path, tensors, kind="F32"):
    header, body = {"__metadata__": {"format": "pt"}}, b""
    for name, array in tensors.items():
        data = stored(array, kind)
        header[name] = {"dtype": kind, "shape": list(array.shape), "data_offsets": [len(body), len(body) + len(data)]}
        body += data
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    with open(path, "wb") as file:
        file.write(struct.pack("<Q", len(text)) + text + body)


def write(folder, config, tensors, kind="F32", shards=1, prefix="", files=None):
    """A folder; prefix: before the names of all tensors; files: others in it, by name."""
    os.makedirs(folder, exist_ok=True)
    tensors = {name if name.startswith(HEADS) else prefix + name: array for name, array in tensors.items()}
    with open(os.path.join(folder, "config.json"), "w", encoding="utf-8") as file:
        json.dump(config, file)
    names = sorted(tensors)
    for k in range(shards):
        part = {name: tensors[name] for name in names[k::shards]}
        name = "model.safetensors" if shards == 1 else f"model-{k + 1:05}-of-{shards:05}.safetensors"
        write_weights(os.path.join(folder, name), part, kind)
    for name, text in (files or {}).items():
        with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
            file.write(text if isinstance(text, str) else json.dumps(text, ensure_ascii=False))
    return folder


def write_sparse(folder, config, shapes, kind="BF16", shards=2):
    """A folder whose weights are zeros that take no room on the disk; shapes: of the tensors, by their names."""
    width = {"BF16": 2, "F16": 2, "F32": 4}[kind]
    files = write(folder, config, {}, shards=0)
    names, places = list(shapes), {}
    for k in range(shards):
        name, header, end = f"model-{k + 1:05}-of-{shards:05}.safetensors", {}, 0
        for tensor in names[k::shards]:
            size = width * int(np.prod(shapes[tensor]))
            header[tensor] = {"dtype": kind, "shape": shapes[tensor], "data_offsets": [end, end + size]}
            end, places[tensor] = end + size, name
        text = json.dumps(header).encode()
        text += b" " * (-len(text) % 8)
        with open(os.path.join(folder, name), "wb") as file:
            file.write(struct.pack("<Q", len(text)) + text)
            file.truncate(8 + len(text) + end)
    with open(os.path.join(folder, "model.safetensors.index.json"), "w", encoding="utf-8") as file:
        json.dump({"weight_map": places}, file)
    return files
