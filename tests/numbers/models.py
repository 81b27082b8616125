"""The lessons beside this file, computed once more in NumPy, with their own numbers and with others."""

import json
import os

import numpy as np

from cells import gru, lstm, read, rnn
from compare import (Named, attention_weights, compare, derivative, each, explain, given, layer_norm,
                     redraw, softmax, values)
from formulas import entropy, gelu_new


def attention(v):
    A = attention_weights(v.Q, v.K)
    A_M = attention_weights(v.Q, v.K, v.M)
    S = v.Q @ v.K.T / np.sqrt(3)
    C = attention_weights(v.Q, v.K, np.tri(3, 4))
    C = softmax(np.where(np.tri(3, 4), S, -np.inf))
    return {"S": S, "A": A, "Z": A @ v.V, "s": S, "a": A, "z": A @ v.V,
            "S_M": np.where(v.M, S, -np.inf),
            "A_M": A_M, "B": A_M, "Z_M": A_M @ v.V, "C": C, "H": entropy(C), "y": 1 + A.argmax(1)}


def heads(v):
    X, weights, rows = [v.X_0], [], []
    for layer in range(2):
        Q, K, V = (np.split(X[-1] @ W[layer], 3, axis=1) for W in (v.W_Q, v.W_K, v.W_V))
        A = [softmax(np.where(np.tri(4), q @ k.T / np.sqrt(2), -np.inf)) for q, k in zip(Q, K)]
        X.append(X[-1] + np.hstack([a @ part for a, part in zip(A, V)]) @ v.W_O[layer])
        weights.append(A)
        rows.append((Q, K, V))
    moved = [np.linalg.norm(X[l + 1] - X[l], axis=1) for l in range(2)]
    Q, K, V = (np.array([row[k] for row in rows]) for k in range(3))
    return {"A": np.array(weights), "X": np.array(X[1:]), "moved": moved, "Q": Q, "K": K, "V": V,
            "W_Q": v.W_Q}


def cells(v):
    def plain(h, x):
        return rnn(h, x, v.U, v.W, v.b)

    def read_rnn(x):
        return read(plain, v.h_0, x)

    def read_gru(x):
        return read(lambda h, word: gru(v, h, word), v.g_0, x)

    def read_lstm(x):
        both = read(lambda mc, word: lstm(v, mc, word), np.array([v.m_0, v.c_0]), x)
        return both[:, 0], both[:, 1]

    def by_first(states):
        return derivative(lambda first: states(np.vstack([first, v.x[1:]]))[-1], v.x[0])

    m, c = read_lstm(v.x)
    right = read(plain, v["→r_0"], v.x)
    left = read(plain, v["←r_n+1"], v.x[::-1])[::-1]
    # D_k = ∂h_2/∂x_k: zero for the words that h_2 has not read
    D = derivative(lambda x: read_rnn(x)[1], v.x).transpose(1, 0, 2)
    return {"h": read_rnn(v.x), "g": read_gru(v.x), "m": m, "c": c, "J": by_first(read_rnn), "D": D,
            "J_g": by_first(read_gru), "J_m": by_first(lambda x: read_lstm(x)[0]),
            "→r": right, "←r": left, "r": np.hstack([right, left])}


def gradients(v):
    def forward(**changed):
        w = Named({**v, **changed})
        Q, K, V = w.X @ w.W_Q + w.b_Q, w.X @ w.W_K, w.X @ w.W_V
        Z = layer_norm(attention_weights(Q, K) @ V, w.γ, w.β)
        P = softmax(gelu_new(Z @ w.W_1) @ w.U)
        return P, -np.log(P[[0, 1, 2], [1, 2, 1]]).mean()

    P, L = forward()
    by = {"G_Q": "W_Q", "G_K": "W_K", "G_V": "W_V", "G_h": "W_1", "G_U": "U", "G_b": "b_Q", "G_γ": "γ",
          "G_β": "β",
          "G_X": "X"}
    found = {G: derivative(lambda x: forward(**{name: x})[1], v[name]) for G, name in by.items()}
    return {"P": P, "L": L, "G_unused": np.zeros(3), **found}


def names(v):
    i, j = np.arange(1, 7), np.arange(1, 3)
    b = np.cumsum(np.append(1, i[::-1]))[:0:-1]
    words = np.array([1, 2, 3, 4, 1, 2])
    return {"words": words, "short": [2, 4], "moved": [3, 2], "widths": [1, 2, 4],
            "a": 2.0**i, "b": b, "c": 2.0**i, "M": i[:, None] >= j, "T": 10 * j[:, None] + i,
            "s": [0.5, 1, 2],
            "p": 6, "q": -6, "d_left": 1, "d_right": -i, "last": 64, "f": v.X[:2], "r": v.E[[1, 3]],
            "o": np.eye(4)[words - 1], "same": words[:, None] == np.array([2, 4]), "y": words,
            "own": [0, 1],
            "a_0": 1}


FINE = {"gradients": 2e-5, "cells": 1e-5}  # finite differences, chains of steps


def run(report):
    folder = os.path.dirname(os.path.abspath(__file__))
    cases = []
    for model in (attention, heads, cells, gradients, names):
        with open(os.path.join(folder, model.__name__ + ".json"), encoding="utf-8") as file:
            lesson = json.load(file)
        cases.append((model, "as written", lesson))
        if model is not names:  # its numbers are places and counts
            random = np.random.default_rng(99)
            cases += [(model, f"drawn {k}", redraw(lesson, random)) for k in range(1, 9)]

    def compute(case):
        try:
            return values(explain(case[2]))
        except (RuntimeError, ValueError) as fault:
            return fault

    for (model, label, lesson), got in zip(cases, each(compute, cases)):
        label = f"{model.__name__}.json {label}"
        if isinstance(got, Exception):
            report.check(label, False, got)
        else:
            compare(report, label, got, model(given(lesson)), FINE.get(model.__name__, 2e-6))
