"""The forward pass of a Vision Transformer in NumPy, and a picture for it to read."""

import struct
import zlib

import numpy as np

from causal import parts
from forward import ACTS, attend


def pixels(side):
    return np.random.default_rng(side).integers(0, 256, (side, side, 3), dtype=np.uint8)


def write_png(path, image):
    def chunk(name, data):
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    height, width, _ = image.shape
    rows = b"".join(b"\0" + row.tobytes() for row in image)
    with open(path, "wb") as file:
        file.write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
                   + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))


def vit(config, w, image):
    d, side, count = config["hidden_size"], config["patch_size"], config["num_attention_heads"]
    eps, inner, act = config["layer_norm_eps"], config["intermediate_size"], ACTS[config["hidden_act"]]
    mean, std = (np.array(config.get(key, [0.5] * 3)) for key in ("image_mean", "image_std"))
    colors = np.moveaxis((image / 255 - mean) / std, 2, 0)
    kernel = w.make("embeddings.patch_embeddings.projection.weight", d, 3, side, side)
    patches = [(kernel * colors[:, y:y + side, x:x + side]).sum((1, 2, 3)) for y in range(0, len(image), side)
               for x in range(0, len(image), side)]
    rows = np.array(patches) + w.make("embeddings.patch_embeddings.projection.bias", d)
    X = np.vstack([w.make("embeddings.cls_token", 1, 1, d)[0], rows])
    X = X + w.make("embeddings.position_embeddings", 1, len(X), d)[0]
    found = {"X_0": X, "X": [], "A": []}
    for layer in range(config["num_hidden_layers"]):
        norm, dense = parts(w, f"encoder.layer.{layer}.", d, eps)
        N = norm(X, "layernorm_before")
        maps, result = attend(*(dense(N, "attention.attention." + name, d) for name in ("query", "key", "value")), count,
                              False)
        X = X + dense(result, "attention.output.dense", d)
        X = X + dense(act(dense(norm(X, "layernorm_after"), "intermediate.dense", inner)), "output.dense", d)
        found["A"].append(maps)
        found["X"].append(X)
    norm, _ = parts(w, "", d, eps)
    O = norm(X, "layernorm")[0]
    if "classes" in config:
        O = w.make("classifier.weight", config["classes"], d) @ O + w.make("classifier.bias", config["classes"])
    return {**found, "O": O}
