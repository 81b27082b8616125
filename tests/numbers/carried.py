"""Carried lessons, computed once more in NumPy from the numbers that they give."""

import json
import math
import os
import struct
import wave
import zlib

import numpy as np

from cells import gru, lstm, read, rnn
from chance import drawn, spelling
from compare import (ROOT, Named, attend, attention_weights, compare, derivative, each, explain, given, halves,
                     heads, layer_norm, norm, read_safetensors, sigmoid, sizes_of_derivatives, softmax, values)
from formulas import entropy, one_hot, patches as im2col, sample
from harness import carried
from png import films, pixels

LESSONS = os.path.join(ROOT, "lessons")


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
    def right(x):
        return read(lambda h, word: rnn(h, word, v.W_h, v.W_x, v.b), np.zeros(2), x)

    def left(x):
        return read(lambda h, word: rnn(h, word, v.V_h, v.V_x), np.zeros(2), x[::-1])[::-1]

    def both(x):
        return np.hstack([right(x), left(x)])

    cell = read(lambda hc, word: lstm(v, hc, word), np.zeros((2, 2)), v.x)
    return {"h_R": right(v.x), "h_G": read(lambda h, word: gru(v, h, word), np.zeros(2), v.x),
            "h_L": cell[:, 0], "c_L": cell[:, 1],
            "r": sizes_of_derivatives(right, v.x)[1], "alone": right(v.x[1:2])[0],
            "one_G": gru(v, np.zeros(2), v.x[0]), "one_L": cell[0, 0], "one_c": cell[0, 1],
            "→h": right(v.x), "←h": left(v.x), "h": both(v.x),
            "→R": sizes_of_derivatives(right, v.x), "R": sizes_of_derivatives(both, v.x)}


def decoder(v):
    target, forced = [2, 4, 6, 1], [0, 2, 4, 6]
    s_0, c_0 = np.tanh(v.W_h @ v.h[-1]), np.zeros(3)

    def update(s, y, c):
        return np.tanh(0.5 * s + v.E[y] + v.U @ c)

    def logits(s, c):
        return v.W_o @ np.concatenate([s, c]) + v.b_o

    def luong(s, words=None):
        """All states, scores, weights, contexts, logits, words; fed with `words`, or with its own."""
        y, c, found = 0, c_0, []
        for t in range(4):
            s = update(s, words[t] if words else y, c)
            e = v.h @ (v.W_L @ s)
            c = softmax(e) @ v.h
            o = logits(s, c)
            y = int(o.argmax())
            found.append((s, e, softmax(e), c, o, y + 1))
        return (np.array(part) for part in zip(*found))

    def bahdanau(s):
        y, asked, found = 0, [s], []
        for _ in range(4):
            α = softmax(v.h @ (s @ v.W_B))
            s = update(s, y, α @ v.h)
            y = int(logits(s, α @ v.h).argmax())
            asked.append(s)
            found.append((s, α, y + 1))
        return [np.array(part) for part in zip(*found)] + [np.array(asked[:4])]

    def loss(p):
        return -np.log(p[range(4), target]).mean()

    s, e, α, c, o, y = luong(s_0)
    s_B, α_B, y_B, asked = bahdanau(s_0)
    s_F, _, _, c_F, o_F, y_F = luong(v.s_bad, forced)
    s_G, _, _, c_G, o_G, y_G = luong(v.s_bad)
    p, p_F = softmax(o), softmax(o_F)
    s_N = read(lambda state, word: np.tanh(0.5 * state + v.E[word]), s_0, forced)
    return {"s": s, "e": e, "α": α, "c": c, "o": o, "p": p, "y": y, "s_N": s_N, "c_F": c_F, "p_F": p_F,
            "c_G": c_G, "p_G": softmax(o_G), "s_B": s_B, "α_B": α_B, "y_B": y_B,
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
        e = v.s @ a.T
        z = softmax(e) @ a
        return a, e, softmax(e), z, softmax(z @ v.W_o.T)

    a, e, α, z, p = look(P)
    r = derivative(lambda P: look(P)[4][1, 0], P)
    return {"P": P, "a": a, "e": e, "α": α, "z": z, "p": p, "y": 1 + p.argmax(1), "r": norm(r)}


def hard_attention(v):
    def reward(z):
        return -((z - v.want)**2).sum(-1)

    def variance(D, f):
        return α @ (D * f[:, None])**2 - G**2

    α, f = softmax(v.e), reward(v.V)
    B, G = α @ f, derivative(lambda e: softmax(e) @ f, v.e)
    H = one_hot(sample(α, v.u), 4)
    P, P_base = ((H - α) * (H @ (f - base))[:, None] for base in (0, B))
    return {"α": α, "z": α @ v.V, "J": reward(α @ v.V), "a": 1 + α.argmax(), "z_hard": v.V[α.argmax()],
            "J_hard": f[α.argmax()], "H": H,
            "g": derivative(lambda e: reward(softmax(e) @ v.V), v.e), "g_hard": np.zeros(4),
            "f": f, "B": B, "G": G, "G_formula": α * (f - B), "share": H.mean(0), "Ĝ": P.mean(0),
            "Ĝ_base": P_base.mean(0), "v": P.var(0), "v_base": P_base.var(0),
            "w": variance(np.eye(4) - α, f), "w_base": variance(np.eye(4) - α, f - B)}


def efficiency(v):
    def attend(X):
        return softmax(X @ X.T / np.sqrt(8)) @ X

    def states(X):
        return read(lambda h, x: np.tanh(v.U @ h + x), np.zeros(8), X)

    n, d = 2.0**np.arange(6, 13), 512
    work = (4 * n * d**2 + 2 * n**2 * d)
    return {"cost_S": 512, "cost_Z": 512, "cost_h": 512, "step": np.arange(1, 9),
            "far_h": sizes_of_derivatives(states, v.X)[:, 0],
            "far_Z": sizes_of_derivatives(attend, v.X)[:, 0], "rnn": n * d**2 / 1e6,
            "self": n**2 * d / 1e6, "whole_self": work / 1e6, "tie": [-512, 512, 1024],
            **{f"whole_{cell}": matrices * n * d**2 / 1e6
               for cell, matrices in (("rnn", 1 + 1), ("gru", 3 + 3), ("lstm", 4 + 4))},
            "time_rnn": n, "time_lstm": n, "time_self": np.maximum(4, work / 1e8), "memory": 4 * n**2 / 1e6}


def block(v):
    def look(N):
        return heads(N @ v.W_Q, N @ v.W_K, N @ v.W_V) @ v.W_O

    def ffn(N):
        return np.maximum(N @ v.W_1 + v.b_1, 0) @ v.W_2

    B = v.X + look(v.X)
    Y = layer_norm(B)
    P = v.X + look(layer_norm(v.X))
    T = ffn(Y)[0] * (v.u >= np.float32(0.1)) / 0.9
    A = [attention_weights(q, k) for q, k in zip(halves(v.X @ v.W_Q), halves(v.X @ v.W_K))]
    return {"A": A, "O": look(v.X), "B": B, "mean_B": B.mean(1), "var_B": B.var(1), "Y": Y,
            "G": np.maximum(Y @ v.W_1 + v.b_1, 0), "F": ffn(Y), "N": layer_norm(v.X),
            "X_post": layer_norm(Y + ffn(Y)), "P": P, "X_pre": P + ffn(layer_norm(P)),
            "T": T, "average": T.mean(0)}


def stack(v):
    def weights(X, l, M=None):
        return attention_weights(X @ v.W_Q[l], X, M)

    def summed(X, l, M=None):
        return X + v.v[l] * weights(X, l, M) @ X

    def ffn(X):
        return np.maximum(X @ v.W_1, 0) @ v.W_2

    def encoder_block(X, l, M=None):
        B = layer_norm(summed(X, l, M))
        return layer_norm(B + ffn(B))

    def decoder_block(Y, X, l):
        B = layer_norm(summed(Y, l, np.tri(4)))
        D = layer_norm(B + attend(2 * B, X, X))
        return layer_norm(D + ffn(D))

    def encode(X_0):
        return read(encoder_block, X_0, range(3))

    def decode(Y_0, X_L):
        return read(lambda Y, l: decoder_block(Y, X_L, l), Y_0, range(3))

    def causal(Y_0):
        return read(lambda Y, l: encoder_block(Y, l, np.tri(4)), Y_0, range(3))

    X = encode(v.X_0)
    way = np.concatenate([v.X_0[None], X])
    before = way[:3]
    R = [summed(rows, l) for l, rows in enumerate(before)]
    B = [layer_norm(rows) for rows in R]
    return {"X": X, "A": [weights(rows, l) for l, rows in enumerate(before)], "R": R, "B": B,
            "F": [ffn(rows) for rows in B], "way": way.transpose(1, 0, 2),
            "dog": [sizes_of_derivatives(lambda X_0, l=l: encode(X_0)[l], v.X_0)[1] for l in range(3)],
            "D": causal(v.X_0),
            "mix_D": sizes_of_derivatives(lambda X_0: causal(X_0)[-1], v.X_0),
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
        return Q, K, V, A, P, -np.log(P[range(3), [1, 2, 1]]).mean()

    def slopes(w):
        return {name: derivative(lambda x: forward({**w, name: x})[5], w[name]) for name in names}

    def values(w):
        """All that these weights give."""
        (Q, K, V, A, P, L), slope = forward(w), slopes(w)

        def loss_after(rate):
            return forward({name: w[name] - rate * slope[name] for name in names})[5]

        return {**w, "Q": Q, "K": K, "V": V, "Z": A @ V, "A": A, "P": P, "L": L,
                "G_Q": slope["W_Q"], "G_K": slope["W_K"], "G_V": slope["W_V"],
                "g_Q": slope["b_Q"], "g_K": np.zeros(3), "g_V": slope["b_V"],
                "L_new": loss_after(0.3), "W_{Q,new}": w["W_Q"] - 0.3 * slope["W_Q"],
                "L_step": [loss_after(rate) for rate in (0.01, 0.1, 0.3, 1, 3, 10)]}

    w, losses = {name: v[name] for name in names}, []
    before = values(w)
    for _ in range(200):
        losses.append(forward(w)[5])
        slope = slopes(w)
        w = {name: w[name] - 0.3 * slope[name] for name in names}
    # a plain name is the value before the training; what this makes of it stands under after(A)
    return {**before, **{f"after({name})": value for name, value in values(w).items()},
            "ℓ": losses, "A_large": attention_weights(v.X @ v.W_large, v.X @ v.W_large)}


def scores(v):
    q, a, b = v.s @ v.W, v.s @ v.W_s.T, v.h @ v.W_h.T
    e = {"dot": v.s @ v.h.T, "scaled": v.s @ v.h.T / 2, "general": q @ v.h.T,
         "add": np.tanh(a[:, None] + b) @ v.v}
    return {"q": q, "a": a, "b": b, **{f"e_{kind}": score for kind, score in e.items()},
            **{f"α_{kind}": softmax(score) for kind, score in e.items()}}


def self_attention(v):
    Q, K, V = v.X @ v.W_Q + v.b_Q, v.X @ v.W_K + v.b_K, v.X @ v.W_V + v.b_V
    A = attention_weights(Q, K)
    return {"Q": Q, "K": K, "V": V, "d_k": 4, "e": Q[1] @ K.T / 2, "a": A[1], "z": A[1] @ V,
            "S": Q @ K.T, "A": A, "Z": A @ V, "B": attention_weights(v.X @ v.W_Q, K),
            "C": attention_weights(Q, v.X @ v.W_K), "Z_again": A @ V}


def analogy(v):
    e = v.K @ v.q / math.sqrt(2)
    α = softmax(e)
    β = softmax(np.outer([0, 0.5, 1, 2, 4], e))
    return {"d_k": 2, "e": e, "α": α, "z": α @ v.V, "β": β, "sharp": β.max(1), "blur": entropy(β),
            "β_random": softmax(v.K @ v.r / math.sqrt(2))}


def scaling(v):
    root = 2.0**np.arange(6)
    S = [Q @ K.T for Q, K in zip(v.Q, v.K)]
    T = [scores / divisor for scores, divisor in zip(S, root)]
    found = {"S": S, "T": T, "root": root}
    for kind, weights, scored in (("S", "A", S), ("T", "B", T)):
        A = [softmax(one) for one in scored]
        f = np.array([(a * (1 - a)).sum(1) for a in A])
        gain = f * root[:, None] if kind == "S" else f
        found |= {weights: A, f"f_{kind}": f, f"g_{kind}": f.mean(1),
                  f"spread_{kind}": [math.sqrt((one**2).mean()) for one in scored],
                  f"top_{kind}": [a.max(1).mean() for a in A],
                  f"H_{kind}": [entropy(a).mean() for a in A],
                  f"stuck_{kind}": (gain < 0.01).mean(1)}
    return found


def old_x(v):
    def look(x, X):
        return softmax(x @ v.W_Q @ (X @ v.W_K).T / 2) @ X @ v.W_V

    def in_place(order):
        """The matrix after each row, in the order of the words."""
        X, after = v.X.copy(), np.empty((3, 3, 4))
        for i in order:
            X[i] = look(X[i], X)
            after[i] = X
        return after

    X, P, Z = v.X, v.P, look(v.X, v.X)
    M, B = in_place([0, 1, 2]), in_place([2, 1, 0])
    r = np.array([np.concatenate([np.sin(i * v.ω), np.cos(i * v.ω)]) for i in range(3)])
    Y, turned = look(X + r, X + r), look(P @ X + r, P @ X + r)
    return {"Z": Z, "M": M, "B": B, "first": M[2], "last": B[0], "off_first": M[2] - Z, "off_last": B[0] - Z,
            "left": np.linalg.norm(M[2] - Z),
            "right": np.linalg.norm(B[0] - Z), "between": np.linalg.norm(M[2] - B[0]),
            "Z_P": look(P @ X, P @ X), "r": r, "Y": Y, "Y_P": turned,
            "apart": np.linalg.norm(turned - P @ Y)}


def multi_head(v):
    Q, K, V = halves(v.X @ v.W_Q), halves(v.X @ v.W_K), halves(v.X @ v.W_V)
    A = [attention_weights(q, k) for q, k in zip(Q, K)]
    Z = [a @ part for a, part in zip(A, V)]
    return {"d_k": 2, "Q": Q, "K": K, "V": V, "A": A, "Z": Z, "Y": np.hstack(Z) @ v.W_O,
            "one": attention_weights(v.X @ v.W_Q, v.X @ v.W_K),
            "U": [z @ part for z, part in zip(Z, np.split(v.W_O, 2))]}


def masked(v):
    def look(X):
        return attend(X @ v.W_Q, X @ v.W_K, X @ v.W_V, np.tri(5))

    Q, K, V = v.X @ v.W_Q, v.X @ v.W_K, v.X @ v.W_V
    A, place = attention_weights(Q, K, np.tri(5)), np.arange(1, 6)
    return {"M": np.tri(5), "place": place, "seen": 1 + place[:, None] * np.tri(5).T,
            "Q": Q, "K": K, "V": V, "d_k": 4, "S": np.where(np.tri(5), Q @ K.T / 2, -np.inf),
            "A": A, "Z": A @ V, "g": sizes_of_derivatives(look, v.X)[1]}


def cross_attention(v, source="我 爱 水 课", written=None):
    with open(os.path.join(LESSONS, "cross-attention.json"), encoding="utf-8") as file:
        known = json.load(file)["sequences"]

    def places(first, count):
        at = np.outer(first + np.arange(count), 1 / 10000**(np.arange(16) / 16))
        return np.hstack([np.sin(at), np.cos(at)])

    def rows(table, language, words):
        return table[[known[language].index(word) for word in words]]

    def feed(X, W_1, b_1, W_2, b_2):
        return layer_norm(X + np.maximum(X @ W_1 + b_1, 0) @ W_2 + b_2)

    def encode(E):
        H = layer_norm(E + attend(E @ v.U_Q, E @ v.U_K, E @ v.U_V) @ v.U_O)
        return feed(H, v.U_1, v.b_1, v.U_2, v.b_2)

    def decode(before):
        D = rows(v.E_y, "english", before) + places(0, len(before))
        B = attention_weights(D @ v.D_Q, D @ v.D_K, np.tri(len(D)))
        return D, B, layer_norm(D + B @ D @ v.D_V @ v.D_O)

    def tell(Y, Z):
        return softmax(feed(layer_norm(Y + Z @ v.W_O), v.W_1, v.c_1, v.W_2, v.c_2) @ v.W_o + v.b_o)

    characters = source.split()
    n = len(characters)
    C = rows(v.E_x, "chinese", characters) + places(0, n)
    X = encode(C)
    X_end = encode(np.vstack([C, rows(v.E_x, "chinese", ["<end>"]) + places(n, 1)]))
    before, target = ["<start>"], []
    while not target or target[-1] != "<end>":
        D, B, Y = decode(before)
        Q, K, V = Y @ v.W_Q, X @ v.W_K, X @ v.W_V
        A = attention_weights(Q, K)
        p = tell(Y, A @ V)
        target.append(written.split()[len(target)] if written else known["english"][p[-1].argmax()])
        before.append(target[-1])
    at = [known["english"].index(word) for word in target]
    each_ = range(len(at))
    A_end, N, sure = attention_weights(Q, X_end @ v.W_K), softmax(Q @ K.T), p[each_, at]
    p_end = tell(Y, A_end @ X_end @ v.W_V)
    return {"C": C, "P": places(0, n), "T": places(0, len(at)), "X": X, "D": D, "M": np.tri(len(at)), "B": B, "Y": Y,
            "Q": Q, "K": K, "V": V, "A": A, "Z": A @ V, "N": N, "kept": A[each_, N.argmax(1)], "p": p, "sure": sure,
            "looked": A.argmax(1) + 1, "X_end": X_end, "A_end": A_end, "p_end": p_end, "on_end": A_end[:, n],
            "then": p_end.argmax(1) + 1, "J": -np.log(sure).mean()}


def encoder_layer(v, layer, X, P, M=0):
    """A layer of the reader: pre-norm, each head with a number for each distance, and scores with M."""
    def of(name):
        return v[name % layer]

    U = layer_norm(X, of("γ_{A,%d}"), of("β_{A,%d}"))
    Q, K, V = (U @ of("W_{%s,%%d}" % part) for part in "QKV")
    R = of("B_%d")[:, P - 1]
    A = [softmax(q @ k.T / np.sqrt(q.shape[1]) + r + M)
         for q, k, r in zip(np.split(Q, 4, axis=1), np.split(K, 4, axis=1), R)]
    Z = np.hstack([a @ value for a, value in zip(A, np.split(V, 4, axis=1))]) @ of("W_{O,%d}")
    Y = X + Z
    inside = layer_norm(Y, of("γ_{F,%d}"), of("β_{F,%d}")) @ of("W_{F,%d}") + of("b_{F,%d}")
    F = np.maximum(inside, 0) @ of("W_{G,%d}") + of("b_{G,%d}")
    return dict(U=U, Q=Q, K=K, V=V, R=R, A=A, Z=Z, Y=Y, F=F, X=Y + F)


def vocabulary(name):
    with open(os.path.join(LESSONS, name), encoding="utf-8") as file:
        return file.read().split("\n")[:-1]


READER_WORDS = vocabulary("reader-words.txt")


def reader_place(word):
    """Where the readers' vocabulary has a word, as it is or in small letters."""
    forms = [form for form in (word, word.lower()) if form in READER_WORDS]
    return READER_WORDS.index(forms[0] if forms else "<unknown>")


def reader_rows(E, W, words):
    """What the readers begin with: the row of each word and that of its spelling."""
    return layer_norm(E[[reader_place(word) for word in words]] + np.stack([spelling(word, len(W)) for word in words]) @ W)


def reader_layers(v, X, P, M=0):
    made = []
    for layer in (1, 2, 3):
        made.append(encoder_layer(v, layer, X, P, M))
        X = made[-1]["X"]
    return made


def missed(weights, columns):
    """The surprise at the columns of words that are numbers; no other row counts."""
    return sum(-np.log(row[int(column)]) for row, column in zip(weights, columns) if column != "?") / len(weights)


def reader(v, sentence="She gave him a book .", governor=None, subject=None, object=None,
           antecedent=None, original=None, marks=None):
    words, found = sentence.split(), {}
    n = len(words)
    marked = ["<start>"] + words

    D = np.arange(n + 1) - np.arange(n + 1)[:, None]
    P = np.clip(D, -8, 8) + 9
    size = len(v.W_C)
    S = reader_rows(v.E, v.W_C, marked)
    for made in reader_layers(v, S, P):
        X = made["X"]
        for name, value in made.items():
            found.setdefault(name, []).append(value)
    x = layer_norm(X, v.γ, v.β)[1:]
    s, p = x @ v.w_r, softmax(x @ v.W_p @ v.E.T + v.b_p)
    taught = [weights[1:] for weights in found["A"][2]]
    columns = [(text or " ".join("?" * n)).split() for text in (governor, subject, object, antecedent)]
    mark = np.array([int(mark) for mark in marks.split()]) if marks else np.zeros(n)
    right = [reader_place(word) for word in (original.split() if original else words)]
    L_r = ((mark < 2) * (np.log(1 + np.exp(s)) - (mark == 1) * s)).mean()
    L_m = sum(-np.log(p[i, right[i]]) for i in range(n)
              if mark[i] == 2 and right[i] != READER_WORDS.index("<unknown>")) / n
    L_α = sum(missed(*pair) for pair in zip(taught, columns))
    return {**{name: np.array(value) for name, value in found.items()}, "S": S, "D": D, "P": P, "x": x, "s": s, "p": p,
            **{"α_" + name: weights for name, weights in
               zip(("governor", "subject", "object", "antecedent"), taught)},
            "L_r": L_r, "L_m": L_m, "L_α": L_α, "Loss": L_α + L_r + 0.2 * L_m}


def meaning(v):
    rows = read_safetensors(os.path.join(LESSONS, "bank.safetensors"))

    def read_words(words):
        """The distances, and all layers, of which the first is made of the words."""
        P = np.clip(np.arange(len(words)) - np.arange(len(words))[:, None], -8, 8) + 9
        return P, reader_layers(v, reader_rows(v.E, v.W_C, words), P)

    def parts(made, bank):
        return [np.hstack([A[bank, i] * value[i] for A, value in zip(made["A"], np.split(made["V"], 4, axis=1))])
                for i in range(len(made["V"]))]

    def best(p):
        return p * (np.arange(len(p)) != p.argmax())

    def unit(R):
        return R / np.linalg.norm(R, axis=-1, keepdims=True)

    def same(R, kinds):
        alike = unit(R) @ unit(R).T
        return (kinds[np.where(alike > 0.9999, -3, alike).argmax(axis=1)] * kinds).sum()

    sentences = [["<start>"] + text.split() for text in
                 ("We got money at the bank .", "We got fish at the bank .", "The bank gave us money .")]
    banks = [words.index("bank") for words in sentences]
    P, layers = zip(*(read_words(words) for words in sentences))
    x = np.array([[unit(made["X"][bank]) for made in three] for three, bank in zip(layers, banks)])
    f, g = (parts(layers[s][0], banks[s]) for s in (0, 1))
    named = [softmax(layer_norm(three[-1]["X"][bank], v.γ, v.β) @ v.W_p @ v.E.T + v.b_p)
             for three, bank in zip(layers, banks)]
    ranked = []
    for p in named:
        p_1 = best(p)
        ranked.append((p_1, best(p_1), best(best(p_1))))
    kinds = {name: [same(rows[part], rows[name]) for part in ("rows", "means", "deciders")]
             for name in ("sense", "ends")}
    return {"P": list(P), "X": [np.array([made["X"] for made in three]) for three in layers], "x": x,
            "like": (x[:1] * x).sum(axis=2),
            "α": [np.array([np.array(made["A"])[:, bank] for made in three[:2]])
                  for three, bank in zip(layers, banks)],
            "v": [three[0]["V"] for three in layers], "f": f, "g": g,
            "made": norm((np.array(f) - np.array(g)) @ v["W_{O,1}"]), "named": np.array(ranked),
            "fit": [[p.argmax() + 1 for p in (p_0, *p_r[:2])] for p_0, p_r in zip(named, ranked)],
            "same_sense": kinds["sense"], "same_end": kinds["ends"], "luck": 37,
            "near": [(unit(rows["rows"]) @ row).argmax() + 1 for row in x[:, 1]]}


def both_ways(v):
    sentences = [f"<start> The <mask> {verb} in the garden .".split() for verb in ("barks", "sings")]
    nouns = [reader_place(word) for word in ("dog", "bird")]
    place = np.arange(len(sentences[0]))
    ahead = place - place[:, None]
    mask = sentences[0].index("<mask>")

    def read_words(words, M):
        made = reader_layers(v, reader_rows(v.E, v.W_C, words), np.clip(ahead, -8, 8) + 9, M)
        named = softmax(layer_norm(made[-1]["X"][mask], v.γ, v.β) @ v.W_p @ v.E.T + v.b_p)
        return [part["X"] for part in made], np.array([[A[mask] for A in part["A"]] for part in made]), named

    X, α, q = zip(*(read_words(words, 0) for words in sentences))
    Y, _, w = zip(*(read_words(words, np.where(ahead > 0, -1e9, 0)) for words in sentences))
    p, b = (np.array([named[nouns] for named in both]) for both in (q, w))
    return {"a": place + 1, "z": place + 1, "P": np.array([ahead, ahead]), "at": np.array([mask + 1, mask + 1]),
            "X": np.array(X), "q": np.array(q), "p": p, "odds": np.log(p[:, 0] / p[:, 1]),
            "α": α[0], "after": α[0][0][:, mask + 1:].sum(axis=1), "Y": np.array(Y), "w": np.array(w), "b": b}


def taught(v):
    """Two readers with the same formulas; a row of each map of layer 3 mixed, and a head switched off."""
    words = "<start> My sister bought a car when she was young .".split()
    n, m = len(words), words.index("was")
    P = np.clip(np.arange(n) - np.arange(n)[:, None], -8, 8) + 9
    order = drawn("chance_", 1, [n], "uniform").argsort().argsort()

    def one_reader(w):
        def name(rows):
            y = hidden[1]["X"][m] + np.hstack([row @ part for row, part in zip(rows, values_)]) @ w["W_{O,3}"]
            inside = layer_norm(y, w["γ_{F,3}"], w["β_{F,3}"]) @ w["W_{F,3}"] + w["b_{F,3}"]
            y = y + np.maximum(inside, 0) @ w["W_{G,3}"] + w["b_{G,3}"]
            return softmax(layer_norm(y, w.γ, w.β) @ w.W_p @ w.E.T + w.b_p)

        def changed(new):
            return np.array([name([new_row if c in (h, 4) else row for h, (new_row, row) in enumerate(zip(new, a))])
                             for c in range(5)])

        whole, hidden = (reader_layers(w, reader_rows(w.E, w.W_C, said), P)
                         for said in (words, [*words[:m], "<mask>", *words[m + 1:]]))
        values_ = np.split(hidden[2]["V"], 4, axis=1)
        a = np.array([A[m] for A in hidden[2]["A"]])
        b = np.zeros(a.shape)
        b[:, order] = a
        p, mixed, off = name(a), changed(b), changed(0 * a)
        return {"X": [made["X"] for made in whole], "A": [made["A"] for made in whole],
                "M": [made["X"] for made in hidden], "V": hidden[2]["V"], "v": values_, "a": a, "b": b,
                "p": p, "p_mixed": mixed, "p_off": off, "word": p.argmax() + 1,
                "word_mixed": mixed.argmax(axis=1) + 1, "word_off": off.argmax(axis=1) + 1,
                "moved_mixed": np.abs(mixed - p).sum(axis=1) / 2, "moved_off": np.abs(off - p).sum(axis=1) / 2}

    both = [one_reader(w) for w in v.models]
    maps = [A[1:] for found in both for A in found["A"][2]]
    names = ("governor", "subject", "object", "antecedent", "first", "second", "third", "fourth")
    return {"P": P, "m": m + 1, "order": order + 1, **{"α_" + name: A for name, A in zip(names, maps)},
            **{name: np.array([found[name] for found in both]) for name in both[0]}}


def long_range(v, sentence="The keys to the cabinet <mask> on the table .", *columns):
    """The columns are those of a treebank, of which the last but one, the sentence as it was, is of use."""
    words = ["<start>"] + sentence.split()
    *_, original, _ = columns or (sentence, "")

    def gate(kind, side, x, m):
        return np.concatenate([x, m]) @ v[f"W_{{{kind},{side}}}"] + v[f"b_{{{kind},{side}}}"]

    def gru_step(side):
        def step(m, x):
            r, z = (sigmoid(gate(kind, side, x, m)) for kind in "rz")
            return m + z * (np.tanh(gate("g", side, x, r * m)) - m)
        return step

    def lstm_step(side):
        def step(m, x):
            seen, kept = np.split(m, 2)
            i, f, o, c = (gate(kind, side, x, seen) for kind in "ifoc")
            c = sigmoid(f) * kept + sigmoid(i) * np.tanh(c)
            return np.concatenate([sigmoid(o) * np.tanh(c), c])
        return step

    def both(step, size, S):
        return read(step(1), np.zeros(size), S), read(step(2), np.zeros(size), S[::-1])[::-1]

    def end(Z, net):
        return layer_norm(Z @ v["W_" + net], v["γ_" + net], v["β_" + net])

    def gru_net(S):
        ahead, back = both(gru_step, len(v["b_{r,1}"]), S)
        return ahead, back, np.hstack([ahead, back])

    def lstm_net(S):
        ahead, back = both(lstm_step, 2 * len(v["b_{i,1}"]), S)
        return ahead, back, np.hstack([np.split(side, 2, axis=1)[0] for side in (ahead, back)])

    def named(x, net):
        return softmax(x @ v[f"W_{{p,{net}}}"] @ v["E_" + net].T + v["b_" + net])

    def loss(x, net):
        masked = [(row, reader_place(was)) for row, was, word in zip(named(x[1:], net), original.split(), words[1:]) if word == "<mask>"]
        return -sum(np.log(row[was]) for row, was in masked if was != READER_WORDS.index("<unknown>")) / len(words[1:])

    S = {net: reader_rows(v["E_" + net], v[f"W_{{C,{net}}}"], words) for net in ("GRU", "LSTM")}
    made = {"GRU": gru_net(S["GRU"]), "LSTM": lstm_net(S["LSTM"])}
    x = {net: end(made[net][2], net) for net in made}
    found = {f"Loss_{net}": loss(x[net], net) for net in made}
    if columns:  # of training, that is enough
        return found
    v.update(read_safetensors(os.path.join(LESSONS, "untaught.safetensors")))
    hidden, verbs = words.index("<mask>"), [reader_place("are"), reader_place("is")]
    P = np.clip(np.arange(len(words)) - np.arange(len(words))[:, None], -8, 8) + 9

    def attentive(X):
        layers = []
        for layer in (1, 2, 3):
            layers.append(encoder_layer(v, layer, layers[-1]["X"] if layers else X, P))
        return layers, softmax(layer_norm(layers[-1]["X"], v.γ, v.β)[hidden] @ v.W_p @ v.E.T + v.b_p)

    def answer(p):
        return np.log(p[verbs[0]] / p[verbs[1]])

    S["reader"] = reader_rows(v.E, v.W_C, words)
    layers, p = attentive(S["reader"])
    answers = {"reader": lambda rows: answer(attentive(rows)[1]),
               "GRU": lambda rows: answer(named(end(gru_net(rows)[2], "GRU")[hidden], "GRU")),
               "LSTM": lambda rows: answer(named(end(lstm_net(rows)[2], "LSTM")[hidden], "LSTM"))}
    slopes = {net: norm(derivative(f, S[net])) for net, f in answers.items()}
    says = {"reader": p} | {net: named(x[net][hidden], net) for net in made}
    right, wrong = (np.array([p[verb] for p in says.values()]) for verb in verbs)
    found |= {"S": S["reader"], "P": P, "X": [layer["X"] for layer in layers],
              "α": np.array(layers[2]["A"])[:, hidden], "right": right, "wrong": wrong, "answer": np.log(right / wrong),
              "v": slopes["reader"], "g": slopes["GRU"], "m": slopes["LSTM"],
              "→g": made["GRU"][0], "←g": made["GRU"][1], "→m": made["LSTM"][0], "←m": made["LSTM"][1]}
    for net in made:
        found |= {f"S_{net}": S[net], f"Z_{net}": made[net][2] @ v["W_" + net], f"x_{net}": x[net]}
    return found | {f"p_{net}": p for net, p in says.items()} | {
        f"share_{net}": slope / slope.sum() for net, slope in slopes.items()}


def gated(v, side):
    """The step of a gated recurrent net of the translators: from the left, from the right, or of the decoder."""
    W, U, b = ({part: v[f"{side}{kind}_{part}"] for part in "rzh"} for kind in "WUb")

    def step(h, x):
        r, z = (sigmoid(x @ W[part] + h @ U[part] + b[part]) for part in "rz")
        return h + z * (np.tanh(x @ W["h"] + (r * h) @ U["h"] + b["h"]) - h)
    return step


def written_by(v, X, before, end, query, output, forced=None):
    """What Bahdanau's decoder writes, or is forced to: its values; query(s, y): what it asks with; output(s, c, y):
    the scores of all words."""
    d = len(v["→b_r"])
    right, left = read(gated(v, "→"), np.zeros(d), X), read(gated(v, "←"), np.zeros(d), X[::-1])[::-1]
    h = np.hstack([right, left])
    s_0 = np.tanh(np.concatenate([right[-1], left[0]]) @ v.W_s)
    return {**written_from(v, h, s_0, v.E_y, before, end, query, output, forced), "X": X, "→h": right, "←h": left, "h": h}


def written_from(v, h, s_0, E, before, end, query, output, forced=None, choose=None):
    """The same of a decoder alone: h, what it looks at; E, the vectors of the words; choose: what it takes by its weights."""
    s, K, y, found, target = s_0, h @ v.U_a, before, [], []
    while not target or y != end:
        e = np.tanh(K + query(s, E[y])) @ v.v_a
        α = softmax(e)
        c = (choose(α) if choose else α) @ h
        s = gated(v, "")(s, np.concatenate([E[y], c]))
        o = output(s, c, E[y])
        p = softmax(o)
        y = forced[len(target)] if forced else int(p.argmax())
        target.append(y)
        found.append((e, α, c, s, o, p, p[y]))
    names = dict(zip(("e", "α", "c", "s", "o", "p", "sure"), map(np.array, zip(*found))))
    return {**names, "K": K, "s_0": s_0, "target": np.array(target) + 1, "L": -np.log(names["sure"]).mean()}


def convolved(v, P):
    """The features of 8 × 8 regions of a picture of 64 × 64 pixels."""
    F = []
    for layer, side in ((1, 64), (2, 32), (3, 16)):
        P = np.maximum(im2col(P, side, 4, 2) @ v[f"W_{layer}"] + v[f"b_{layer}"], 0)
        F.append(P)
    F.append(P + np.maximum(im2col(P, 8, 3, 1) @ v.W_4 + v.b_4, 0))
    return F, layer_norm(F[-1]) + v.U


def sentence_words(lesson, sequence):
    with open(os.path.join(LESSONS, lesson + ".json"), encoding="utf-8") as file:
        return json.load(file)["sequences"][sequence]


def pixel_rows(scene):
    return np.frombuffer(b"".join(pixels(os.path.join(LESSONS, scene))), np.uint8).reshape(-1, 3) / 255


def told(v, s, c, y):
    """The scores of all words, by a captioner's state, by what it sees, and by the last word."""
    return np.tanh(np.concatenate([s, c, y]) @ v.W_o) @ v.E.T + v.b_o


def captioned(v, lesson, caption, choose=None):
    """What both captioners have in common."""
    words, P = sentence_words(lesson, "vocabulary"), pixel_rows("scene.png")
    F, A = convolved(v, P)
    found = written_from(v, A, np.tanh(A.mean(0) @ v.W_s), v.E, words.index("<start>"), words.index("<end>"),
                         lambda s, y: s @ v.W_a + y @ v.Y_a, lambda s, c, y: told(v, s, c, y),
                         caption and [words.index(word) for word in caption.split()], choose)
    α = found["α"]
    best = α.argmax(1)
    return {**{name: found[name] for name in ("e", "α", "s", "p", "K", "s_0", "sure")},
            "P": P, "F": F, "A": A, "z": found["c"], "Y": v.E[[words.index("<start>"), *(found["target"][:-1] - 1)]],
            "caption": found["target"], "row": best // 8 + 1, "column": best % 8 + 1, "most": α.max(1)}


def captioner(v, caption=None):
    found = captioned(v, "captioner", caption)
    α = found["α"]
    lack = 1 - α.sum(0)
    return {**found, "light": (α.T / α.max(1)).T, "lack": lack,
            "J": -np.log(found["sure"]).mean() + v["λ"] * (lack**2).sum(), "right": np.array(v.captions) / v.scenes}


def captioner_hard(v, caption=None):
    found = captioned(v, "captioner-hard", caption, lambda α: np.eye(len(α))[α.argmax()])
    α, s, Y, A, c = found["α"], found["s"], found["Y"], found["A"], -np.log(found["sure"])
    a, before = α.argmax(1), np.vstack([found["s_0"], s[:-1]])
    β = np.hstack([before, Y]) @ v["w_β"]
    k = np.array([gated(v, "")(s[1], np.concatenate([Y[2], row])) for row in A])
    q = np.array([softmax(told(v, state, row, Y[2])) for state, row in zip(k, A)])
    f, weights = -np.log(q[:, found["caption"][2] - 1]), α[2]
    B, n = weights @ f, 1 - 2 * weights + weights @ weights
    G, l = weights * (f - B), np.log(α[np.arange(len(a)), a])
    return {**found, "a": a + 1, "u": 0.5 + 0 * α, "β": β, "c": c, "look": np.eye(64)[a], "w": 3, "weights": weights, "k": k, "q": q,
            "f": f, "B": B, "G": G, "gives": np.exp(-f), "n": n, "expected": β[2],
            "spread_without": weights @ (f**2 * n) - G @ G, "spread_with": weights @ ((f - β[2])**2 * n) - G @ G,
            "soft": np.array(v.captions_soft) / v.scenes, "hard": np.array(v.captions) / v.scenes, "l": l,
            "J": c.mean() + ((c - β) * l).mean() + ((c - β)**2).mean() - 0.02 * entropy(α).mean()}


def question(v, asked="what is left of the dog", forced=None):
    words, answers, P = sentence_words("question", "words"), sentence_words("question", "replies"), pixel_rows("scene.png")
    F, A = convolved(v, P)

    def net(kind):
        W, U, b = ({gate: v[f"{letter}_{{{kind},{gate}}}"] for gate in ("reset", "z", "h")} for letter in "WUb")

        def step(h, x):
            r, z = (sigmoid(x @ W[gate] + h @ U[gate] + b[gate]) for gate in ("reset", "z"))
            return h + z * (np.tanh(x @ W["h"] + (r * h) @ U["h"] + b["h"]) - h)
        return step

    X = v.E[[words.index(word) for word in asked.split()]]
    h = read(net("read"), np.zeros(X.shape[1]), X)
    where = np.stack(np.divmod(np.arange(64), 8), 1) / 7
    s, looks, brought, at = h[-1], [], [], []
    β = softmax(np.array([v[f"w_{k}"] for k in (1, 2, 3)]) @ h.T)
    q = β @ X
    asks = np.concatenate([s, q[0]])
    for look in "12":
        H = np.maximum((A @ v["C_" + look]) * (1 + asks @ v["G_" + look]) + asks @ v["B_" + look], 0)
        looks.append((H, softmax(H @ v["v_" + look])))
        brought.append(looks[-1][1] @ H)
        at.append(looks[-1][1] @ where)
        asks = np.concatenate([s, q[1], brought[0], at[0]])
    c = [(q[2] @ v["W_same"]) * z for z in brought]
    side = (q[2] @ v["W_side"]) * np.concatenate([2 * at[0] - 1, 2 * at[1] - 1, at[1] - at[0]])
    u = np.maximum(np.concatenate([s, *brought, *c, *at, side]) @ v.W_u + v.b_u, 0)
    g, y, found, answer = u, answers.index("<start>"), [], []
    wanted = forced and [answers.index(word) for word in forced.split()]
    while not answer or y != answers.index("<end>"):
        g = net("write")(g, v["T"][y])
        o = np.tanh(np.concatenate([g, u]) @ v.W_o)
        p = softmax(o @ v["T"].T + v.b_o)
        y = wanted[len(answer)] if wanted else int(p.argmax())
        answer.append(y)
        found.append((g, o, p, p[y]))
    g, o, p, sure = map(np.array, zip(*found))
    α = np.array([weights for _, weights in looks])
    first, second = (weights / weights.max() for weights in α)
    return {"P": P, "F": F, "A": A, "X": X, "h": h, "s": s, "H": [H for H, _ in looks], "α": α, "z": brought, "at": at, "same": c, "where": where, "β": β, "q": q, "side": side, "u": u, "g": g, "o": o,
            "p": p, "sure": sure, "answer": np.array(answer) + 1, "first": first, "second": second, "J": -np.log(sure).mean(),
            "share": np.array(v.right) / v.asked, "held": np.array(v.right_held) / v.asked_held}


def patches(v):
    """A Vision Transformer, and the GRU beside it."""
    squares = im2col(pixel_rows("thing.png"), 64, 4, 4)
    F, G = (np.maximum(squares @ v["W_" + name] + v["b_" + name], 0) for name in ("1", "{1,GRU}"))
    X, blocks = layer_norm(np.vstack([v.c.T, im2col(F, 16, 4, 2) @ v.E + v.b_E]) + v.U), []
    stream = [X]
    for layer in (1, 2, 3):
        blocks.append(encoder_layer({**v, f"B_{layer}": np.zeros((4, 1))}, layer, X, np.ones((65, 65), int)))
        X = blocks[-1]["X"]
        stream.append(X)
    head = np.array(blocks[-1]["A"])[:, 0, 1:]
    x, Z = layer_norm(X[0], v.γ, v.β), im2col(G, 16, 4, 2) @ v.E_g + v.b_g

    def step(h, z):
        r, u = (sigmoid(np.concatenate([z, h]) @ v["W_" + gate] + v["b_" + gate]) for gate in "rz")
        return h + u * (np.tanh(np.concatenate([z, r * h]) @ v.W_h + v.b_h) - h)

    h = read(step, v.h_0, Z)
    said = [softmax(np.maximum(x @ v.W_o + v["T"], 0) @ v.W_p),
            softmax(np.maximum(h[-1] @ v["W_{o,GRU}"] + v["T_GRU"], 0) @ v["W_{p,GRU}"])]
    label = said[0].argmax(1)
    sure = [p[[0, 1], label] for p in said]
    return {"F": F, "G": G, "X_0": stream[0], "X": stream[1:], "N": [block["U"] for block in blocks], "A": [block["A"] for block in blocks],
            "B": [block["Y"] for block in blocks], "head": head, "α": [head.mean(0)] * 2, "light": (head.T / head.max(1)).T,
            "all": head.mean(0) / head.mean(0).max(), "x": x, "which": [1, 2], "Z": Z, "h": h, "p_Transformer": said[0],
            "p_GRU": said[1], "p": said[0], "sure_Transformer": sure[0], "sure_GRU": sure[1], "label": label + 1,
            "J": -sum(np.log(one).mean() for one in sure)}


def video(v):
    with open(os.path.join(LESSONS, "video.json"), encoding="utf-8") as file:
        words = json.load(file)["sequences"]["vocabulary"]
    frames = np.array([np.frombuffer(b"".join(rows), np.uint8).reshape(-1, 3) / 255
                       for rows in films(os.path.join(LESSONS, "clip.png"))[1:]])
    change = np.concatenate([0 * frames[:1], np.diff(frames, axis=0)])
    P = np.concatenate([frames, change], axis=2).reshape(-1, 6)
    F_1 = np.maximum(im2col(P, 40, 4, 4) @ v.W_1 + v.b_1, 0)
    F_2 = np.maximum(im2col(F_1, 10, 4, 2, 10) @ v.W_2 + v.b_2, 0)
    A = layer_norm(im2col(F_2, 5, 5, 5) @ v.W_3 + v.b_3) + v["T"]
    found = written_from(v, A, np.tanh(A.mean(0) @ v.W_s), v.E, words.index("<start>"), words.index("<end>"),
                         lambda s, y: s @ v.W_a + y @ v.Y_a,
                         lambda s, c, y: np.tanh(np.concatenate([s, c, y]) @ v.W_o) @ v.E.T + v.b_o)
    α = found["α"]
    return {**{name: found[name] for name in ("e", "α", "s", "p", "K", "s_0")},
            "P": P, "F": [F_1, F_2], "A": A, "z": found["c"], "Y": v.E[[words.index("<start>"), *(found["target"][:-1] - 1)]],
            "caption": found["target"], "light": (α.T / α.max(1)).T, "J": found["L"], "right": v.captions / v.clips}


def pieces(name):
    """The pieces of a tokenizer by their numbers."""
    with open(os.path.join(LESSONS, name), encoding="utf-8") as file:
        return json.load(file)["model"]["vocab"]


def translator(v, source="▁le ▁chat ▁noir ▁dort ▁.", target=None):
    french, english = pieces("translator-french.json"), pieces("translator-english.json")
    found = written_by(v, v.E_x[[french[piece] for piece in source.split()]], english["<start>"], english["<end>"],
                       lambda s, y: s @ v.W_a + y @ v.Y_a,
                       lambda s, c, y: np.tanh(np.concatenate([s, c, y]) @ v.W_o) @ v.E_y.T + v.b_o,
                       target and [english[piece] for piece in target.split()])
    del found["o"]
    return found


def samples_of(name, count):
    """Of a WAV file of 16 bits; zeros behind its end."""
    with wave.open(os.path.join(LESSONS, name)) as file:
        read = np.frombuffer(file.readframes(file.getnframes()), "<i2")[:count] / 32768
    return np.pad(read, (0, count - len(read)))


def windows(x, n, h):
    return np.stack([x[i:i + n].ravel() for i in range(0, len(x) - n + 1, h)])


def listener(v, name, sound, placed=False):
    """What the decoder of the lessons speech and speech-letters writes, and all on the way there."""
    with open(os.path.join(LESSONS, name + ".json"), encoding="utf-8") as file:
        vocabulary = json.load(file)["sequences"]["vocabulary"]
    x = samples_of(sound, 61440)
    X = windows(x / max(np.abs(x).max(), 0.001), 256, 160)
    moment, tone, band = np.arange(1, 257), np.arange(1, 129), np.arange(1, 41)
    w, φ = 0.5 - 0.5 * np.cos(2 * math.pi * moment / 256), np.outer(tone, moment) * 2 * math.pi / 256
    P = (X @ (np.cos(φ) * w).T)**2 + (X @ (np.sin(φ) * w).T)**2
    m = 41 * np.log(1 + tone * 31.25 / 700) / np.log(1 + 4000 / 700)
    M = np.maximum(0, 1 - np.abs(m[:, None] - (41 - band)))
    S = np.log(P @ M + 0.01) / 4
    F = np.maximum(0, windows(S, 9, 3) @ v.W_1 + v.b_1)
    d = len(v.b_1)
    right, left = read(gated(v, "→"), np.zeros(d), F), read(gated(v, "←"), np.zeros(d), F[::-1])[::-1]
    h = np.hstack([right, left])
    s = s_0 = np.tanh(h.mean(axis=0) @ v.W_s)
    K, before, α, said, found = h @ v.U_a, 0, np.zeros(len(F)), [], []
    while len(said) < 60 and said[-1:] != [1]:
        y, f = v.E[before], windows(np.pad(α, 7), 15, 1) @ v.Q if placed else None
        e = np.tanh(K + s @ v.W_a + y @ v.Y_a + (f @ v.Q_a if placed else 0)) @ v.v_a
        α = softmax(e)
        c = α @ h
        s = gated(v, "")(s, np.concatenate([y, c]))
        p = softmax(np.tanh(np.concatenate([s, c, y]) @ v.W_o) @ v.E.T + v.b_o)
        before = int(p.argmax())
        said.append(before)
        found.append((e, α, c, s, p, α / α.max()) + ((f,) if placed else ()))
    names = dict(zip(("e", "α", "c", "s", "p", "light", "g"), map(np.array, zip(*found))))
    report = {**names, "x": x, "X": X, "w": w, "φ": φ, "P": P, "m": m, "M": M, "S": S, "F": F, "→h": right, "←h": left,
              "h": h, "s_0": s_0, "K": K, "G": S[4:378:3], "said": np.array(said) + 1,
              "J": -np.log([p[word] for p, word in zip(names["p"], said)]).mean()}
    assert vocabulary[1] == "<end>" and vocabulary[0] == "<start>"
    return report


def speech(v):
    return listener(v, "speech", "speech.wav")


def speech_letters(v):
    return listener(v, "speech-letters", "repeated.wav", placed=True)


def writer(v, text="▁the ▁old ▁man"):
    """The last run of what it writes, all rows at once."""
    numbers = pieces("writer-pieces.json")
    begun = [numbers[piece] for piece in text.split()]

    def run(words):
        before = [numbers["<start>"]] + words[:-1]
        n = len(words)
        ω = 1 / 10000 ** (np.arange(64) / 64)
        angles = np.arange(n)[:, None] * ω
        X, found = np.sqrt(128) * v.E[before] + np.hstack([np.sin(angles), np.cos(angles)]), {}
        for layer in (1, 2, 3):
            def of(name):
                return v[name % layer]
            B = layer_norm(X, of("γ_{A,%d}"), of("β_{A,%d}"))
            Q, K, V = (B @ of("W_{%s,%%d}" % part) for part in "QKV")
            A = [attention_weights(q, k, np.tri(n))
                 for q, k in zip(np.split(Q, 4, axis=1), np.split(K, 4, axis=1))]
            U = X + np.hstack([a @ value for a, value in zip(A, np.split(V, 4, axis=1))]) @ of("W_{O,%d}")
            inside = layer_norm(U, of("γ_{F,%d}"), of("β_{F,%d}")) @ of("W_{1,%d}") + of("b_{1,%d}")
            X = U + np.maximum(inside, 0) @ of("W_{2,%d}") + of("b_{2,%d}")
            for name, value in dict(B=B, Q=Q, K=K, V=V, A=A, U=U, X=X).items():
                found.setdefault(name, []).append(value)
        p = softmax(layer_norm(X, v.γ, v.β) @ v.E.T)
        return {**{name: np.array(value) for name, value in found.items()}, "p": p}

    words = list(begun)
    while words[-1] != numbers["<end>"]:
        words.append(int(run(words + [0])["p"][-1].argmax()))
    found = run(words)
    sure = found["p"][np.arange(len(words)), words]
    return {**found, "sure": sure, "J": -np.log(sure).mean(),
            "share": np.sort(found["p"][len(begun)])[::-1][:5]}


def translator_pairs(v, source="le chat noir", target=None):
    french, english = vocabulary("french.txt"), vocabulary("english.txt")
    return written_by(v, v.E_x[[french.index(word) for word in source.split()]], english.index("<start>"),
                      english.index("<end>"), lambda s, y: s @ v.W_a,
                      lambda s, c, y: np.concatenate([s, c]) @ v.W_o + v.b_o,
                      target and [english.index(word) for word in target.split()])


def translator_plain(v):
    """One note for every word; and, by finite differences, what each written word's score owes to each word read."""
    french, english = vocabulary("french.txt"), vocabulary("english.txt")
    source = "deux lapins lourds dorment mais nos filles sales suivent la table".split()

    def write(X, forced=None):
        right = read(gated(v, "→"), np.zeros(64), X)
        left = read(gated(v, "←"), np.zeros(64), X[::-1])[::-1]
        c = np.concatenate([right[-1], left[0]])
        s, y, states, scores, target = np.tanh(c @ v.W_s), english.index("<start>"), [], [], []
        while not target or y != english.index("<end>"):
            s = gated(v, "")(s, np.concatenate([v.E_y[y], c]))
            o = np.concatenate([s, c]) @ v.W_o + v.b_o
            y = forced[len(target)] if forced else int(o.argmax())
            states.append(s)
            scores.append(o)
            target.append(y)
        return right, left, c, np.array(states), np.array(scores), target

    X = v.E_x[[french.index(word) for word in source]].astype(float)
    right, left, c, s, o, target = write(X)
    chosen = o[range(len(target)), target]
    slopes = np.zeros((len(target), *X.shape))
    for place in np.ndindex(X.shape):
        ends = []
        for step in (1e-4, -1e-4):
            moved = X.copy()
            moved[place] += step
            ends.append(write(moved, target)[4][range(len(target)), target])
        slopes[(slice(None), *place)] = (ends[0] - ends[1]) / 2e-4
    p = softmax(o)
    sure = p[range(len(target)), target]
    return {"X": X, "→h": right, "←h": left, "c": c, "s_0": np.tanh(c @ v.W_s), "s": s, "o": o, "p": p, "sure": sure,
            "chosen": chosen, "g": np.sqrt((slopes**2).sum(2)), "target": np.array(target) + 1,
            "L": -np.log(sure).mean()}


def transformer(v, source="le chat noir", written=None):
    def of(kind, part, l):
        return v[f"{kind}_{{{part},{l}}}"]

    def positions(count):
        at = np.outer(np.arange(count), 1 / 10000**(np.arange(32) / 32))
        return np.hstack([np.sin(at), np.cos(at)])

    def look(asking, asked, kind, l, M=None):
        """What the heads bring back, and their weights."""
        Q, K, V = (np.split(rows @ of(kind, part, l), 4, axis=1)
                   for rows, part in ((asking, "Q"), (asked, "K"), (asked, "V")))
        A = [attention_weights(q, k, M) for q, k in zip(Q, K)]
        return np.hstack([a @ part for a, part in zip(A, V)]) @ of(kind, "O", l), A

    def work(X, kind, bias, l):
        inner = np.maximum(X @ of(kind, 1, l) + of(bias, 1, l), 0)
        return layer_norm(X + inner @ of(kind, 2, l) + of(bias, 2, l))

    def encode(X):
        found = []
        for l in (1, 2):
            brought, A = look(X, X, "W", l)
            X = work(layer_norm(X + brought), "W", "b", l)
            found.append((X, A))
        return map(np.array, zip(*found))

    def decode(Y, h):
        found = []
        for l in (1, 2):
            brought, B = look(Y, Y, "D", l, np.tri(len(Y)))
            R = layer_norm(Y + brought)
            brought, α = look(R, h, "C", l)
            Z = layer_norm(R + brought)
            Y = work(Z, "D", "c", l)
            found.append((B, R, α, Z, Y))
        return map(np.array, zip(*found))

    french, english = vocabulary("french.txt"), vocabulary("english.txt")
    X_0 = v.E_x[[french.index(word) for word in source.split()]] + positions(len(source.split()))
    X, A = encode(X_0)
    before, target = ["<start>"], []
    while not target or target[-1] != "<end>":
        Y_0 = v.E_y[[english.index(word) for word in before]] + positions(len(before))
        B, R, α, Z, Y = decode(Y_0, X[-1])
        o = Y[-1] @ v.W_o + v.b_o
        target.append(written.split()[len(target)] if written else english[o[-1].argmax()])
        before.append(target[-1])
    places = [english.index(word) for word in target]
    sure = softmax(o)[range(len(places)), places]
    return {"X_0": X_0, "P": positions(len(X_0)), "T": positions(len(places)), "X": X, "A": A, "h": X[-1],
            "Y_0": Y_0, "M": np.tri(len(places)), "B": B, "R": R, "α": α, "Z": Z, "Y": Y, "o": o,
            "p": softmax(o), "sure": sure, "J": -np.log(sure).mean()}


def induction(v):
    words = "moon key table river goat hat".split()
    with open(os.path.join(LESSONS, "induction.json"), encoding="utf-8") as file:
        known = json.load(file)["sequences"]["words"]
    places = [known.index(word) for word in words]
    n, at = len(places), np.arange(2 * len(places))
    turned = np.outer(at, 1 / 100**(np.arange(32) / 32))
    P = np.hstack([np.sin(turned), np.cos(turned)])
    reads = np.arange(n - 1, 2 * n - 1)

    def weights(asking, asked, l):
        Q, K = ((rows + P) @ v[f"W_{{{part},{l}}}"] for rows, part in ((asking, "Q"), (asked, "K")))
        return [attention_weights(q, k, np.tri(2 * n)) for q, k in zip(halves(Q), halves(K))]

    def hits(A):
        return A[reads, np.arange(n)][1:].mean()

    X, A = [v.E[places + places]], []
    for l in (1, 2):
        A.append(weights(X[-1], X[-1], l))
        V = halves(X[-1] @ v[f"W_{{V,{l}}}"])
        X.append(X[-1] + np.hstack([a @ part for a, part in zip(A[-1], V)]) @ v[f"W_{{O,{l}}}"])
    p = softmax(X[-1][reads] @ v.W_p)
    sure = p[range(n), places]
    found = np.array([[hits(a) for a in layer] for layer in A])
    R = A[1][found[1].argmax()][reads]
    return {"X_0": X[0], "P": P, "X": np.array(X[1:]), "A": np.array(A), "p": p, "sure": sure, "J": -np.log(sure[1:]).mean(),
            "back": [[a[np.arange(1, n), np.arange(n - 1)].mean() for a in layer] for layer in A], "found": found,
            "R": R, "weight": R.max(axis=1), "plain_K": [hits(a) for a in weights(X[1], X[0], 2)],
            "plain_Q": [hits(a) for a in weights(X[0], X[1], 2)], "two": v.losses.reshape(50, 20).mean(axis=1)}


def kernel_regression(v):
    def blend(q, w):
        return softmax(-(q - v.x)**2 / (2 * w**2)) @ v.y

    e, place = -(v.q - v.x)**2 / (2 * v.w**2), 1 + np.arange(40) / 13
    k = np.exp(-((v.q - v.x) / v.w)**2 / 2)
    Q, K = math.sqrt(2) * np.array([v.q, 1]) / v.w**2, np.stack([v.x, -v.x**2 / 2], axis=1)
    return {"e": e, "α": softmax(e), "ŷ": blend(v.q, v.w), "k": k, "ŷ_NW": k @ v.y / k.sum(),
            "Q": Q, "K": K, "z": softmax(K @ Q / math.sqrt(2)) @ v.y, "place": place,
            **{name: [blend(q, w) for q in place]
               for name, w in (("sharp", v.narrow), ("smooth", v.w), ("flat", v.wide))}}


def padding(v):
    rows = [[0, 1, 9, 9], [2, 3, 4, 9], [5, 6, 7, 8]]  # of the words, and 9 of <pad>
    X, M = v.E[rows], np.not_equal(rows, 9)
    S, Y, count = X[0] @ X[0].T / 2, X[0, :2], np.array([0, 2, 6, 14, 30])
    U, s = softmax(S), np.exp(S[0, :2]).sum()
    A = np.array([attention_weights(x, x, np.tile(m, (4, 1))) for x, m in zip(X, M)])
    moved = derivative(lambda x: attend(x, x, x, np.tile(M[0], (4, 1)))[0], X[0])
    return {"X": X, "d_k": 4, "S": S, "U": U, "M": M, "r": U @ M[0], "Y": Y, "Z_alone": attend(Y, Y, Y),
            "Z_padded": (U @ X[0])[:2], "s": s, "share": s / (s + count), "A": A, "Z": A @ X,
            "g": np.sqrt((moved**2).sum(axis=(0, 2)))}


def alibi(v):
    m, r, length, back = 0.5**np.arange(1, 9), np.arange(4, -1, -1), 2**np.arange(4, 12), np.arange(2048)
    w = np.exp(-np.outer(m, back))[:, None] * (back < length[:, None])
    return {"r": r, "m": m, "α": softmax(v.e - np.outer(m, r)), "place": np.arange(1, 6),
            "β": softmax(v.e) * np.exp(-np.outer(m, r)), "w": w, "far": w @ back / w.sum(-1),
            "even": (length - 1) / 2, "new": w[:, 7, 1024:].sum(-1) / w[:, 7].sum(-1)}


def positions(v):
    def clocks(count, turn):
        angles = np.outer(np.arange(count), turn)
        return np.hstack([np.sin(angles), np.cos(angles)])

    def loss(B):
        return (half * ((S @ B - v.x[:, None])**2).sum(-1)).mean(1).sum()

    def slope(B):
        return 2 / 36 * np.einsum("wpi,wpj->ij", S * half[..., None], S @ B - v.x[:, None])

    c, ω, half = clocks(5, v.turn), 10000**(-np.arange(16) / 16), v.u < 0.5
    P = clocks(36, ω)
    S, B, mean, square = P + v.x[:, None], v.B, 0, 0
    for t in range(1, 201):  # Adam
        g = slope(B)
        mean, square = 0.9 * mean + 0.1 * g, 0.999 * square + 0.001 * g * g
        B = B - 0.05 * mean / (1 - 0.9**t) / (np.sqrt(square / (1 - 0.999**t)) + 1e-8)
    word = (S @ B @ v.x.T - (v.x**2).sum(-1) / 2).argmax(-1) == np.arange(6)[:, None]
    where = ((S - S @ B) @ P.T).argmax(-1) == np.arange(36)
    return {"c": c, "D": c @ c.T, "ω": ω, "P": P, "G": P @ P.T, "S": S, "half": half, "L": loss(v.B),
            "after(B)": B, "after(L)": loss(B), "off": np.abs(S @ B - v.x[:, None]).max((1, 2)),
            "word": word, "where": where, "right_word": word.mean(), "right_place": where.mean(),
            "new_word": word[~half].mean(), "new_place": where[~half].mean()}


def rope(v):
    def turn(x, angle):
        """Real parts in the first half of the columns, imaginary ones in the second."""
        real, imaginary = np.split(x, 2, axis=-1)
        z = (real + 1j * imaginary) * np.exp(1j * angle)
        return np.concatenate([z.real, z.imag], axis=-1)

    def angles(places):
        return np.outer(places, ω)

    def waves(places):
        return np.hstack([np.sin(angles(places)), np.cos(angles(places))])

    def turned(places):
        return turn(v.Q, angles(places)), turn(v.K, angles(places))

    θ, ω = math.radians(20), np.array([1, 0.01])
    now, later = np.arange(1, 4), np.arange(1, 4) + v.shift
    steps = np.arange(1, 8)[:, None]
    q, k = turn(v.q, steps * θ), turn(v.k, steps * θ)
    Q, K = turned(now)
    s, t = waves(now), waves(later)
    return {"θ": θ, "q_turned": q, "k_turned": k,
            "e": np.array([[v.q @ turn(v.k, (j - i) * θ) for j in range(7)] for i in range(7)]),
            "ω": ω, "a": np.tile(angles(now), 2), "b": np.tile(angles(later), 2), "S": Q @ K.T / 2,
            "A": attention_weights(Q, K), "Z": attend(Q, K, v.V), "A_later": attention_weights(*turned(later)),
            "s": s, "t": t, "C": attention_weights(v.Q + s, v.K + s),
            "C_later": attention_weights(v.Q + t, v.K + t)}


def grouped_queries(v):
    def cut(X):
        return X.reshape(3, 4, 2).transpose(1, 0, 2)

    def shared(X):
        return X.reshape(3, 2, 2, 2).mean(axis=2).transpose(1, 0, 2)

    def maps(keys):
        return np.array([attention_weights(q, k) for q, k in zip(Q, keys)])

    def moved(weights):
        return np.sqrt(((weights - B)**2).sum(axis=(1, 2)))

    Q, K, V = cut(v.Q_all), shared(v.K_all), shared(v.V_all)
    keys, of_values, one = K.repeat(2, axis=0), V.repeat(2, axis=0), K.mean(axis=0)
    A, B, C = maps(keys), maps(cut(v.K_all)), maps([one] * 4)
    own = np.array([4, 2, 1])
    return {"d_k": 2, "K": K, "V": V, "own": own, "kept": 4 * own, "Q": Q, "A": A, "Z": A @ of_values,
            "R_K": np.hstack(keys), "R_V": np.hstack(of_values), "B": B, "K_one": one, "C": C,
            "moved_grouped": moved(A), "moved_one": moved(C),
            "memory": 2 * v.bytes * v.own_large * v.d_h * v.layers * v.n / 1e9}


def sliding_window(v):
    def layers(X):
        found = []
        for _ in range(3):
            X = attend(X, X, X, M)
            found.append(X)
        return np.array(found)

    back = np.subtract.outer(np.arange(8), np.arange(8))
    M = ((back >= 0) & (back <= v.w)) * 1.0
    R = np.array([(back >= 0) & (back <= l * v.w) for l in (1, 2, 3)]) * 1.0
    m = np.array([np.ones(8), M[-1], M[-1]])
    m[2, 0] = 1
    α = softmax(np.where(m == 1, v.e, -np.inf))
    return {"M": M, "W_0": np.eye(8), "R": R,
            "W": np.array([np.linalg.matrix_power(M, l) for l in (1, 2, 3)]), "seen": R[:, -1],
            "back": v.w * np.arange(1, 4), "Y_0": v.X, "Y": layers(v.X),
            "g": np.sqrt((derivative(lambda X: layers(X)[:, -1], v.X)**2).sum(axis=(1, 3))),
            "m": m, "α": α, "z": α @ v.V, "loud": norm(α @ v.V)}


def linear_attention(v):
    def φ(x):
        return np.where(x > 0, x + 1, np.exp(np.minimum(x, 0)))

    F, G, M, n = φ(v.Q), φ(v.K), np.tri(3), np.array([32, 128, 512, 1024])
    N = np.where(M, F @ G.T, 0)
    B = N / N.sum(axis=1, keepdims=True)
    S, c = np.cumsum(G[:, :, None] * v.V[:, None], axis=0), np.cumsum(G, axis=0)
    z = [f @ state / (f @ total) for f, state, total in zip(F, S, c)]
    return {"F": F, "G": G, "M": M, "N": N, "B": B, "Z": B @ v.V, "S": S, "c": c, "z": np.array(z),
            "A": attention_weights(v.Q, v.K, M), "pairs": n * (n + 1) / 2 * 2 * v.d / 1e6,
            "states": n * v.d * (2 * v.d + 1) / 1e6}


def kv_cache(v):
    def look(X):
        return attend(X @ v.W_Q, X @ v.W_K, X @ v.W_V, seen)

    seen, n, d = np.tri(3), np.array([64, 256, 1024, 4096]), v.d
    Q, K, V = v.X @ v.W_Q, v.X @ v.W_K, v.X @ v.W_V
    steps = [np.arange(1.0, length + 1) for length in n]
    return {"R": seen, "N": np.eye(3), "C_K": seen[:, :, None] * K, "C_V": seen[:, :, None] * V,
            "α": attention_weights(Q, K, seen),
            "z": [attend(Q[t:t + 1], K[:t + 1], V[:t + 1])[0] for t in range(3)],
            "Z": look(v.X), "G": sizes_of_derivatives(look, v.X),
            "anew": [(3 * d**2 * t + 2 * d * t**2).sum() / 1e12 for t in steps],
            "cache": [(3 * d**2 + 2 * d * t).sum() / 1e12 for t in steps]}


def flash_attention(v):
    q, n = math.sqrt(2) * math.log(2) * v.u, np.array([128, 512, 2048, 4096])
    e, K, V = v.K @ q / math.sqrt(2), v.K.reshape(3, 2, 2), v.V.reshape(3, 2, 2)
    m = np.maximum.accumulate(e)[1::2]
    sums = [np.exp(e[:2 * t + 2] - m[t]) for t in range(3)]  # of all keys up to the tile, at once
    held = v.b * v.b + 2 * v.b + v.b * v.d + 3 * v.b * v.d  # scores; m and ℓ; o; tiles of Q, K and V
    return {"q": q, "e": e, "K_tile": K, "V_tile": V, "e_tile": e.reshape(3, 2), "m": m,
            "r": [0, math.exp(m[0] - m[1]), math.exp(m[1] - m[2])], "w": [part[-2:] for part in sums],
            "ℓ": np.array([part.sum() for part in sums]),
            "o": [part @ v.V[:len(part)] for part in sums], "z": softmax(e) @ v.V,
            "plain": v.bytes * n**2 / 1e6, "flash": np.full(4, v.bytes * held / 1e6)}


def graph_attention(v):
    def pairs(H):
        """a · [G_i ; G_j]"""
        G = H @ v.W
        return (G @ v.a_asks)[:, None] + G @ v.a_seen

    def leaky(x):
        return np.where(x > 0, x, 0.2 * x)

    def weights(H, M):
        return softmax(np.where(M == 0, -np.inf, leaky(pairs(H))))

    def gat(H, M):
        return weights(H, M) @ H @ v.W

    Z = gat(v.H, v.M)
    return {"G": v.H @ v.W, "a": np.concatenate([v.a_asks, v.a_seen]), "s": pairs(v.H),
            "e": leaky(pairs(v.H)), "A": weights(v.H, v.M), "Z": Z, "Y": gat(Z, v.M), "Z_P": v.P @ Z,
            "C": weights(v.H, np.ones((5, 5)))}


def recap(v):
    def context(e):
        return softmax(e) @ h

    def outputs(c):
        return v.W_o @ np.concatenate([s, c])

    def loss(o):
        return -np.log(softmax(o)[0])

    h = read(lambda state, word: np.tanh(0.5 * state + word), v.h_0, v.X)
    s = np.tanh(h[-1] + v.y_0 + v.c_0)
    e = h @ s
    c = context(e)
    o = outputs(c)
    Q, K, V = v.X @ v.W_Q, v.X @ v.W_K, v.X @ v.W_V
    N = layer_norm(v.u + v.z)
    place = np.arange(2) * v.ω
    return {"x": v.X, "h": h, "s_0": h[-1], "s": s[None], "e_dot": e, "e_scaled": e / math.sqrt(2),
            "e_general": h @ (s @ v.W_a), "e_add": np.tanh(v.W_s @ s + h @ v.W_h.T) @ v.v,
            "α": softmax(e), "c": c[None], "c_hard": h[e.argmax()], "o": o, "p": softmax(o), "L": loss(o),
            "g_o": derivative(loss, o), "g_c": derivative(lambda c: loss(outputs(c)), c),
            "g_e": derivative(lambda e: loss(outputs(context(e))), e),
            "Q": Q, "K": K, "V": V, "A": attention_weights(Q, K), "B": attention_weights(Q, K, np.tri(2)),
            "Z": attend(Q, K, V), "head": [attend(*part) for part in zip(halves(Q), halves(K), halves(V))],
            "Y": heads(Q, K, V) @ v.W_O, "C": attend(s[None] @ v.W_Q, h @ v.W_K, h @ v.W_V)[0],
            "r": np.stack([np.sin(place), np.cos(place)], axis=1), "N": N,
            "F": layer_norm(N + np.maximum(N @ v.W_1, 0) * v.W_2)}


# finite differences, depth, a sum of 4000 draws, rates that overshoot, scores in the hundreds
ROOM = {"stack": 2e-5, "hard_attention": 2e-5, "bottleneck": 1e-5, "block": 5e-6,
        "scaling": 2e-5, "translator": 5e-6, "writer": 2e-5, "reader": 2e-5, "meaning": 5e-5, "both_ways": 5e-5, "taught": 5e-5,
        "long_range": 5e-5, "captioner": 1e-5, "captioner_hard": 1e-5, "question": 1e-5, "patches": 1e-5, "speech": 2e-4,
        "speech_letters": 2e-4, "video": 1e-5}
MODELS = (bottleneck, encoder, scores, decoder, soft_attention, hard_attention, self_attention, analogy,
          scaling, old_x, multi_head, masked, cross_attention, efficiency, block, stack, learning,
          captioner, captioner_hard, question, patches, video, speech, speech_letters, reader, meaning, both_ways, taught, long_range,
          translator,
          translator_pairs, transformer, translator_plain, induction, writer,
          kernel_regression, positions,
          padding, alibi, rope, grouped_queries, sliding_window, linear_attention, kv_cache, flash_attention,
          graph_attention, recap)


def name_of(model):
    return model.__name__.replace("_", "-")


def run(report):
    known = sorted([name_of(model) for model in MODELS] + ["le-chat-noir"])  # see chat_noir.py
    report.check("every lesson is computed once more", known == carried(), f"{known}, {carried()}")

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
        if "weights" in lesson:
            v = given(lesson)
            if isinstance(lesson["weights"], dict):
                files, = lesson["weights"].values()
                v["models"] = [Named(read_safetensors(os.path.join(LESSONS, file))) for file in files]
            else:
                v.update(read_safetensors(os.path.join(LESSONS, lesson["weights"])))
        else:
            lesson["given"] = {**lesson["given"], **lesson.get("learned", {})}
            v = given(lesson)
        compare(report, label, got, model(v), ROOM.get(model.__name__, 2e-6))
