"""Carried lessons, computed once more in NumPy from the numbers that they give."""

import json
import os
import struct
import zlib

import numpy as np

from compare import (ROOT, attention_weights, compare, derivative, each, explain, given, layer_norm,
                     sigmoid, softmax, values)
from drafts import halves, norm
from formulas import one_hot, sample
from models import read

LESSONS = os.path.join(ROOT, "lessons")


def sizes_of_derivatives(f, x):
    """How far each row of f moves with each row of x: |∂f_k/∂x_i|."""
    by = derivative(f, x)
    return np.sqrt((by**2).sum(axis=(1, 3)))


def bottleneck(v):
    def states(x, keep=0.0):
        return read(lambda h, word: keep * h + (1 - keep) * np.tanh(v.W @ word + v.U @ h),
                    np.zeros(16), x)

    def context(x):
        h = states(x)
        return softmax(h @ v.q) @ h

    def by_words(f):
        return np.sqrt((derivative(f, v.x)**2).sum(axis=(0, 2)))

    by = sizes_of_derivatives(states, v.x)
    of_kept = [by_words(lambda x, keep=keep: states(x, keep)[-1]) for keep in (0, 0.5, 0.8)]
    h, w, context_by = states(v.x), by[-1], by_words(context)
    return {"h": h, "r": by[:, 0], "w": w, "first": [each_[0] for each_ in of_kept],
            "last": [each_[-1] for each_ in of_kept], "α": softmax(h @ v.q), "c": context(v.x),
            "v": context_by, "last_state": w / w.sum(), "context": context_by / context_by.sum()}


def encoder(v):
    def rnn(h, x):
        return np.tanh(v.W_h @ h + v.W_x @ x + v.b)

    def back(h, x):
        return np.tanh(v.V_h @ h + v.V_x @ x)

    def gru(h, x):
        hx = np.concatenate([h, x])
        z, r = sigmoid(v.W_z @ hx + v.b_z), sigmoid(v.W_r @ hx + v.b_r)
        return (1 - z) * h + z * np.tanh(v.W_g @ np.concatenate([r * h, x]) + v.b_g)

    def lstm(hc, x):
        hx = np.concatenate([hc[0], x])
        f, u, o = (sigmoid(W @ hx + b)
                   for W, b in ((v.W_f, v.b_f), (v.W_u, v.b_u), (v.W_o, v.b_o)))
        c = f * hc[1] + u * np.tanh(v.W_g @ hx + v.b_g)
        return np.array([o * np.tanh(c), c])

    def right(x):
        return read(rnn, np.zeros(2), x)

    def left(x):
        return read(back, np.zeros(2), x[::-1])[::-1]

    def both(x):
        return np.hstack([right(x), left(x)])

    cell = read(lstm, np.zeros((2, 2)), v.x)
    return {"h_R": right(v.x), "h_G": read(gru, np.zeros(2), v.x), "h_L": cell[:, 0], "c_L": cell[:, 1],
            "r": sizes_of_derivatives(right, v.x)[1], "alone": rnn(np.zeros(2), v.x[1]),
            "→h": right(v.x), "←h": left(v.x), "h": both(v.x),
            "→R": sizes_of_derivatives(right, v.x), "R": sizes_of_derivatives(both, v.x)}


def decoder(v):
    target, forced = [2, 4, 6, 1], [0, 2, 4, 6]
    s_0, c_0 = np.tanh(v.W_h @ v.h[-1]), np.zeros(3)

    def update(s, y, c):
        return np.tanh(0.5 * s + v.E[y] + v.U @ c)

    def predict(s, c):
        return softmax(v.W_o @ np.concatenate([s, c]) + v.b_o)

    def luong(s, words=None):
        """All states, weights, contexts, predictions; fed with `words`, or with its own."""
        y, c, found = 0, c_0, []
        for t in range(4):
            s = update(s, words[t] if words else y, c)
            α = softmax(v.h @ (v.W_L @ s))
            c = α @ v.h
            p = predict(s, c)
            y = int(p.argmax())
            found.append((s, α, c, p, y + 1))
        return (np.array(part) for part in zip(*found))

    def bahdanau(s):
        y, asked, found = 0, [s], []
        for _ in range(4):
            α = softmax(v.h @ (s @ v.W_B))
            s = update(s, y, α @ v.h)
            y = int(predict(s, α @ v.h).argmax())
            asked.append(s)
            found.append((s, α, y + 1))
        return [np.array(part) for part in zip(*found)] + [np.array(asked[:4])]

    def loss(p):
        return -np.log(p[range(4), target]).mean()

    s, α, c, p, y = luong(s_0)
    s_B, α_B, y_B, asked = bahdanau(s_0)
    s_F, _, _, p_F, y_F = luong(v.s_bad, forced)
    s_G, _, _, _, y_G = luong(v.s_bad)
    s_N = read(lambda state, word: np.tanh(0.5 * state + v.E[word]), s_0, forced)
    return {"s": s, "α": α, "c": c, "p": p, "y": y, "s_B": s_B, "α_B": α_B, "y_B": y_B,
            "α_late": softmax(asked @ v.W_L @ v.h.T), "α_N": softmax(s_N @ v.W_L @ v.h.T),
            "s_F": s_F, "s_G": s_G, "y_F": y_F, "y_G": y_G, "L": loss(p), "L_F": loss(p_F)}


def picture(name):
    """Red, green and blue of a PNG of 16 colours, four bits a pixel, without filters."""
    with open(os.path.join(LESSONS, name), "rb") as file:
        data, at, chunks = file.read(), 8, {}
    while at < len(data):
        length, kind = struct.unpack(">I4s", data[at:at + 8])
        chunks[kind] = data[at + 8:at + 8 + length]
        at += 12 + length
    width, height = struct.unpack(">II", chunks[b"IHDR"][:8])
    lines = np.frombuffer(zlib.decompress(chunks[b"IDAT"]), np.uint8).reshape(height, -1)[:, 1:]
    places = np.stack([lines >> 4, lines & 15], axis=2).reshape(height, width)
    return np.frombuffer(chunks[b"PLTE"], np.uint8).reshape(-1, 3)[places] / 255


def soft_attention(v):
    pixels = picture("dog.png")
    P = pixels.reshape(6, pixels.shape[0] // 6, 8, pixels.shape[1] // 8, 3).mean(axis=(1, 3))
    P = P.reshape(48, 3)

    def look(P):
        a = np.exp(-8 * ((P[:, None] - v.C)**2).sum(2))
        α = softmax(v.s @ a.T)
        return a, α, α @ a, softmax(α @ a @ v.W_o.T)

    a, α, z, p = look(P)
    r = derivative(lambda P: look(P)[3][1, 0], P)
    return {"P": P, "a": a, "α": α, "z": z, "p": p, "y": 1 + p.argmax(1), "r": norm(r)}


def hard_attention(v):
    def reward(z):
        return -((z - v.want)**2).sum(-1)

    def variance(D, f):
        return α @ (D * f[:, None])**2 - G**2

    α, f = softmax(v.e), reward(v.V)
    B, G = α @ f, derivative(lambda e: softmax(e) @ f, v.e)
    H = one_hot(sample(α, v.u), 4)
    P, P_base = ((H - α) * (H @ (f - base))[:, None] for base in (0, B))
    return {"α": α, "z": α @ v.V, "J": reward(α @ v.V),
            "g": derivative(lambda e: reward(softmax(e) @ v.V), v.e), "g_hard": np.zeros(4),
            "f": f, "B": B, "G": G, "G_formula": α * (f - B), "share": H.mean(0), "Ĝ": P.mean(0),
            "Ĝ_base": P_base.mean(0), "v": P.var(0), "v_base": P_base.var(0),
            "w": variance(np.eye(4) - α, f), "w_base": variance(np.eye(4) - α, f - B)}


def efficiency(v):
    def attend(X):
        return softmax(X @ X.T / 2) @ X

    def states(X):
        return read(lambda h, x: np.tanh(v.U @ h + x), np.zeros(4), X)

    n, d = 2.0**np.arange(6, 13), 512
    work = (4 * n * d**2 + 2 * n**2 * d)
    return {"cost_S": 256, "cost_Z": 256, "cost_h": 128, "step": np.arange(1, 9),
            "far_h": sizes_of_derivatives(states, v.X)[:, 0],
            "far_Z": sizes_of_derivatives(attend, v.X)[:, 0], "rnn": n * d**2 / 1e6,
            "self": n**2 * d / 1e6, "whole_rnn": 2 * n * d**2 / 1e6, "whole_self": work / 1e6,
            "time_rnn": n, "time_self": np.maximum(1, work / 1e8), "memory": 4 * n**2 / 1e6}


def block(v):
    def look(N):
        return np.hstack([attention_weights(q, k) @ part for q, k, part in
                          zip(halves(N @ v.W_Q), halves(N @ v.W_K), halves(N @ v.W_V))]) @ v.W_O

    def ffn(N):
        return np.maximum(N @ v.W_1 + v.b_1, 0) @ v.W_2

    B = v.X + look(v.X)
    Y = layer_norm(B)
    P = v.X + look(layer_norm(v.X))
    T = ffn(Y)[0] * (v.u >= np.float32(0.1)) / 0.9
    A = [attention_weights(q, k) for q, k in zip(halves(v.X @ v.W_Q), halves(v.X @ v.W_K))]
    return {"A": A, "O": look(v.X), "B": B, "mean_B": B.mean(1), "var_B": B.var(1), "Y": Y,
            "F": ffn(Y), "X_post": layer_norm(Y + ffn(Y)), "P": P, "X_pre": P + ffn(layer_norm(P)),
            "T": T, "average": T.mean(0)}


def stack(v):
    def look(X, Y, kind, l, M=None):
        Q, K, V = (halves(A @ v[f"{kind}_{role}"][l]) for A, role in ((X, "Q"), (Y, "K"), (Y, "V")))
        return np.hstack([attention_weights(q, k, M) @ part for q, k, part in zip(Q, K, V)])

    def ffn(X, l):
        return np.maximum(X @ v.W_1[l], 0) @ v.W_2[l]

    def encoder_block(X, l, M=None):
        B = layer_norm(X + look(X, X, "W", l, M))
        return layer_norm(B + ffn(B, l))

    def decoder_block(Y, X, l):
        B = layer_norm(Y + look(Y, Y, "W", l, np.tri(4)))
        D = layer_norm(B + look(B, X, "C", l))
        return layer_norm(D + ffn(D, l))

    def encode(X_0):
        return read(encoder_block, X_0, range(3))

    def decode(Y_0, X_L):
        return read(lambda Y, l: decoder_block(Y, X_L, l), Y_0, range(3))

    def causal(Y_0):
        return read(lambda Y, l: encoder_block(Y, l, np.tri(4)), Y_0, range(3))

    X = encode(v.X_0)
    return {"X": X, "move": norm(X - np.concatenate([v.X_0[None], X[:2]])),
            "mix_one": sizes_of_derivatives(lambda X_0: encode(X_0)[0], v.X_0),
            "mix_all": sizes_of_derivatives(lambda X_0: encode(X_0)[-1], v.X_0),
            "D": causal(v.Y_0),
            "mix_D": sizes_of_derivatives(lambda Y_0: causal(Y_0)[-1], v.Y_0),
            "Y": decode(v.Y_0, X[-1]),
            "from_target": sizes_of_derivatives(lambda Y_0: decode(Y_0, X[-1])[-1], v.Y_0),
            "from_source": sizes_of_derivatives(lambda X_0: decode(v.Y_0, encode(X_0)[-1])[-1],
                                                v.X_0)}


def learning(v):
    names = ("W_Q", "W_K", "W_V", "b_Q", "b_K", "b_V")

    def forward(w):
        Q, K, V = (v.X @ w["W_" + role] + w["b_" + role] for role in "QKV")
        A = attention_weights(Q, K)
        P = softmax(A @ V @ v.U)
        return A, P, -np.log(P[range(3), [1, 2, 1]]).mean()

    def after(rate):
        return forward({name: w[name] - rate * slope[name] for name in names})[2]

    w = {name: v[name] for name in names}
    A, P, L = forward(w)
    slope = {name: derivative(lambda x, name=name: forward({**w, name: x})[2], w[name])
             for name in names}
    return {"A": A, "P": P, "L": L, "G_Q": slope["W_Q"], "G_K": slope["W_K"], "G_V": slope["W_V"],
            "g_Q": slope["b_Q"], "g_K": np.zeros(3), "g_V": slope["b_V"], "L_new": after(0.3),
            "A_large": attention_weights(v.X @ v.W_large, v.X @ v.W_large),
            "W_{Q,new}": w["W_Q"] - 0.3 * slope["W_Q"],
            "L_step": [after(rate) for rate in (0.01, 0.1, 0.3, 1, 3, 10)]}


# finite differences, depth, a sum of 4000 draws, rates that overshoot
ROOM = {"stack": 2e-5, "hard_attention": 2e-5, "bottleneck": 1e-5, "learning": 1e-5, "block": 5e-6}
MODELS = (bottleneck, encoder, decoder, soft_attention, hard_attention, efficiency, block, stack,
          learning)


def name_of(model):
    return model.__name__.replace("_", "-")


def run(report):
    def compute(model):
        try:
            return values(explain(name_of(model)))
        except (RuntimeError, ValueError) as fault:
            return fault

    for model, got in zip(MODELS, each(compute, MODELS)):
        label = f"lesson {name_of(model)}"
        if isinstance(got, Exception):
            report.check(label, False, got)
            continue
        with open(os.path.join(LESSONS, name_of(model) + ".json"), encoding="utf-8") as file:
            lesson = json.load(file)
        lesson["given"] = {**lesson["given"], **lesson.get("learned", {})}
        lesson["given"].pop("P", None)
        compare(report, label, got, model(given(lesson)), ROOM.get(model.__name__, 2e-6))
