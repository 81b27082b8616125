#!/usr/bin/env python3
"""usual.py pictures|sounds FOLDER FILE.safetensors: what is usual in the pictures or sounds of a folder that
`attnviz corpus` has written, for the distance `far` of the lessons that warn of others. Needs NumPy and, for
pictures, Pillow.

N          makes some numbers of each window: of a picture the directions in which windows of 4 × 4 pixels differ the
           most, each divided by its spread; of six spectra of a sound the loudness of eight bands, and how it changes
           from the first to the second and to the last
n_{usual}  the means of these numbers, of pictures
f_{usual}  the mean of what a lesson computes of them for a whole picture or sound (f)
R          makes f - f_{usual} of usual pictures or sounds uncorrelated, each number with the variance 1
"""
import glob
import json
import struct
import sys
import wave

import numpy as np


def pictures(folder):
    from PIL import Image

    for name in sorted(glob.glob(folder + "/*.png")):
        P = np.asarray(Image.open(name).convert("RGB")).astype(float) / 255
        P = np.pad(P, ((1, 1), (1, 1), (0, 0)))  # patches(P, 64, 4, 2)
        at = 2 * np.arange(32)
        yield np.concatenate([P[at[:, None] + a, at[None, :] + b] for a in range(4) for b in range(4)], -1).reshape(-1, 48)


def sounds(folder):
    moment, tone, band = np.arange(1, 257), np.arange(1, 129), np.arange(1, 41)
    w = 0.5 - 0.5 * np.cos(2 * np.pi * moment / 256)
    turns = np.outer(tone, moment) * 2 * np.pi / 256
    m = 41 * np.log(1 + tone * 31.25 / 700) / np.log(1 + 4000 / 700)
    M = np.maximum(0, 1 - abs(m[:, None] - (41 - band)))
    for name in sorted(glob.glob(folder + "/*.wav")):
        with wave.open(name) as file:
            assert file.getframerate() == 8000 and file.getsampwidth() == 2, name
            x = np.frombuffer(file.readframes(61440), "<i2") / 32768
        x = np.pad(x, (0, 61440 - len(x))) / max(abs(x).max(), 0.001)
        X = np.lib.stride_tricks.sliding_window_view(x, 256)[::160]
        yield np.log(((X @ (np.cos(turns) * w).T) ** 2 + (X @ (np.sin(turns) * w).T) ** 2) @ M + 0.01) / 4


def whiten(rows, least):
    """The mean of the rows, and the matrix that makes them uncorrelated, each with the variance 1."""
    mean, values = rows.mean(0), np.linalg.eigh(np.cov(rows.T))
    return mean, values[1][:, ::-1] / np.sqrt(values[0][::-1] + least)


def save(name, arrays):
    head, data = {"__metadata__": {"writer": "attnviz"}}, b""
    for key, array in arrays.items():
        bytes_ = np.ascontiguousarray(array, dtype="<f4").tobytes()
        head[key] = {"dtype": "F32", "shape": list(array.shape), "data_offsets": [len(data), len(data) + len(bytes_)]}
        data += bytes_
    text = json.dumps(head).encode()
    text += b" " * (-len(text) % 8)
    with open(name, "wb") as file:
        file.write(struct.pack("<Q", len(text)) + text + data)


def main(kind, folder, name):
    windows = list({"pictures": pictures, "sounds": sounds}[kind](folder))
    arrays = {}
    if kind == "pictures":
        mean, N = whiten(np.concatenate(windows)[::7], 1e-5)
        arrays = {"N": N[:, :24], "n_usual": mean @ N[:, :24]}
        windows = [x @ arrays["N"] - arrays["n_usual"] for x in windows]
    else:
        band = np.kron(np.eye(8), np.full((5, 1), 0.2))
        now, none = np.concatenate([band, 0 * np.concatenate([band] * 5)]), 0 * np.concatenate([band] * 4)
        next_, last = np.concatenate([-band, band, none]), np.concatenate([-band, none, band])
        arrays = {"N": np.concatenate([now, next_, last], 1)}
        windows = [np.concatenate([x[k : k + 378] for k in range(6)], 1) @ arrays["N"] for x in windows]
    f = np.array([np.r_[x.mean(0), np.log(np.r_[abs(x).mean(0), x.std(0)] + 0.01)] for x in windows])
    arrays["f_usual"], arrays["R"] = whiten(f, 1e-4 * f.var(0).mean())
    save(name, arrays)


main(*sys.argv[1:])
