"""Drawn numbers and spelling vectors, from their definition in attnviz-lesson(5)."""

import math
import unicodedata

import numpy as np

MASK = (1 << 64) - 1
GOLDEN = 0x9E3779B97F4A7C15


def fnv1a(data):
    """FNV-1a, 64 bit."""
    value = 0xCBF29CE484222325
    for byte in data:
        value = (value ^ byte) * 0x100000001B3 & MASK
    return value


def splitmix64(state):
    """The endless sequence of splitmix64 from a state."""
    while True:
        state = state + GOLDEN & MASK
        z = (state ^ state >> 30) * 0xBF58476D1CE4E5B9 & MASK
        z = (z ^ z >> 27) * 0x94D049BB133111EB & MASK
        yield z ^ z >> 31


def uniforms(name, seed, count):
    """The first numbers in [0, 1) that belong to a name: "W_Q_", "W_Q_1", "Q_2,1"."""
    draws = splitmix64(fnv1a(name.encode()) ^ (seed * GOLDEN & MASK))
    return [(next(draws) >> 40) / 2.0**24 for _ in range(count)]


def drawn(name, seed, shape, kind="random", scale=1.0):
    """What {"random": shape, "scale": scale} or {"uniform": shape} becomes, as float32."""
    count = math.prod(shape)
    if kind == "uniform":
        numbers = [u * scale for u in uniforms(name, seed, count)]
    else:
        u = uniforms(name, seed, 2 * count)
        numbers = [math.sqrt(-2 * math.log(1 - u[2 * k])) * math.cos(2 * math.pi * u[2 * k + 1]) * scale
                   for k in range(count)]
    return np.array(numbers, np.float32).reshape(shape)


def capitals(word):
    """["A"] of a word whose first letter is its only capital, ["AA"] of one with capitals alone, else []."""
    letters = [unicodedata.category(letter) for letter in word if unicodedata.category(letter)[0] == "L"]
    large = [kind in ("Lu", "Lt") for kind in letters]
    if len(large) > 1 and all(large):
        return ["AA"]
    return ["A"] if large and large[0] and sum(large) == 1 else []


def spelling(word, size):
    """How often each 1-, 2- and 3-gram of ^word$ falls into each of `size` columns, with a group for capitals."""
    letters = "^" + word.lower() + "$"
    groups = [letters[start:start + n] for n in (1, 2, 3) for start in range(len(letters) - n + 1)]
    row = np.zeros(size)
    for group in groups + capitals(word):
        row[fnv1a(group.encode()) % size] += 1
    return row
