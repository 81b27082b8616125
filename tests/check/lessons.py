"""The attention of the lessons in NumPy, right, or with a slip that students make."""

import os
import sys

import numpy as np

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "numbers"))
from compare import layer_norm  # noqa: E402

SLIPS = ("no scale", "scale by d_k", "scale by n", "softmax on columns", "no softmax", "no exp", "no division", "no mask",
         "masked by 0", "mask after softmax",
         "mask transposed", "mask shifted", "K for V", "V for K", "K for Q", "Q for K",
         "Q and K exchanged", "no transpose", "no bias", "heads by reshape", "wrong query",
         "rounded early")


def softmax(x, axis=-1):
    e = np.exp(x - np.max(x, axis=axis, keepdims=True))
    return e / e.sum(axis=axis, keepdims=True)


class Student:
    """Computes by the formulas, but for the slips that it makes; none: a good one."""

    def __init__(self, *slips, decimals=2):
        self.slips, self.decimals = slips, decimals

    def makes(self, slip):
        return slip in self.slips

    def note(self, x):
        """A value on its way to the next: rounded, if it is rounded too early."""
        return np.round(x, self.decimals) if self.makes("rounded early") else x

    def divided(self, scores, d):
        if self.makes("no scale"):
            return scores
        if self.makes("scale by n"):
            return scores / np.sqrt(scores.shape[-1])
        return scores / d if self.makes("scale by d_k") else scores / np.sqrt(d)

    def softmax(self, scores):
        if self.makes("no softmax"):
            return scores
        if self.makes("no exp"):
            return scores / scores.sum(-1, keepdims=True)
        if self.makes("no division"):
            return np.exp(scores)
        return softmax(scores, 0 if self.makes("softmax on columns") and scores.ndim > 1 else -1)

    def product(self, Q, K):
        if self.makes("K for Q"):
            Q = K
        if self.makes("Q for K"):
            K = Q
        if self.makes("Q and K exchanged"):
            Q, K = K, Q
        return Q @ (K if self.makes("no transpose") else K.T)

    def causal(self, n):
        return np.tri(n, k=1 if self.makes("mask shifted") else 0)

    def masked(self, scores, M):
        if self.makes("no mask") or self.makes("mask after softmax"):
            return scores
        return np.where(M.T if self.makes("mask transposed") else M, scores,
                        0 if self.makes("masked by 0") else -np.inf)

    def weights(self, scores, M=None):
        """Of scores that are not masked yet."""
        if M is None:
            return self.softmax(scores)
        A = self.softmax(self.masked(scores, M))
        return A * M if self.makes("mask after softmax") else A

    def roles(self, Q, K, V):
        """Keys and values, as they are taken for each other."""
        return Q, (V if self.makes("V for K") else K), (K if self.makes("K for V") else V)

    def attention(self, Q, K, V, M=None):
        Q, K, V = self.roles(Q, K, V)
        A = self.weights(self.divided(self.product(Q, K), K.shape[1]), M)
        return A @ V, A

    def plus(self, x, bias):
        return x if self.makes("no bias") else x + bias

    def split(self, X, heads):
        if self.makes("heads by reshape"):
            return X.reshape(heads, X.shape[0], -1)
        return np.stack(np.split(X, heads, axis=1))

    def before(self, states, first):
        """The states that ask: the right ones, or each time the one before."""
        return np.vstack([first, states[:-1]]) if self.makes("wrong query") else states


def chat_noir(v, w):
    h, s = v.h[-3:], v.s[-3:]
    e = w.note(w.before(s, np.zeros(4)) @ h.T)
    α = w.note(w.softmax(e))
    K, V = (h, h)
    return {"e": e, "α": α, "c": α @ V, "C": w.softmax(w.product(s, K)) @ V}


def bottleneck(v, w):
    e = w.note(v.h @ v.q)
    α = w.note(w.softmax(e))
    return {"e": e, "α": α, "c": α @ v.h}


def scores(v, w):
    s, h, found = v.s, v.h, {}
    q, a, b = w.note(s @ v.W), w.note(s @ v.W_s.T), w.note(h @ v.W_h.T)
    e = {"dot": s @ h.T, "scaled": w.divided(s @ h.T, 4), "general": q @ h.T,
         "add": np.tanh(a[:, None] + b) @ v.v}
    for kind, score in e.items():
        found[f"e_{kind}"] = w.note(score)
        found[f"α_{kind}"] = w.softmax(found[f"e_{kind}"])
    return found


def decoder(v, w):
    s, c, y = np.tanh(v.W_h @ v.h[-1]), np.zeros(3), 0
    found = {name: [] for name in ("s", "e", "α", "c", "o")}
    for _ in range(4):
        asks = s
        s = w.note(np.tanh(0.5 * s + v.E[y] + v.U @ c))
        if not w.makes("wrong query"):
            asks = s
        e = w.note(v.h @ (v.W_L.T @ asks))
        α = w.note(w.softmax(e))
        c = w.note(α @ v.h)
        o = w.plus(v.W_o @ np.concatenate([s, c]), v.b_o)
        y = int(o.argmax())
        for name, value in zip(found, (s, e, α, c, o)):
            found[name].append(value)
    return {name: np.array(value) for name, value in found.items()}


def soft_attention(v, w):
    α = w.note(w.softmax(v.e))
    z = w.note(α @ v.a)
    return {"α": α, "z": z, "p": w.softmax(z @ v.W_o.T)}


def hard_attention(v, w):
    α = w.softmax(v.e)
    return {"α": α, "z": w.note(α) @ v.V}


def self_attention(v, w):
    Q, K, V = (w.note(w.plus(v.X @ v["W_" + x], v["b_" + x])) for x in "QKV")
    q, k, value = w.roles(Q, K, V)
    S = w.note(w.product(q, k))
    A = w.note(w.softmax(w.divided(S, 4)))
    return {"Q": Q, "K": K, "V": V, "S": S, "A": A, "Z": A @ value}


def analogy(v, w):
    _, K, V = w.roles(None, v.K, v.V)
    e = w.note(w.divided(K @ v.q, 2))
    α = w.note(w.softmax(e))
    return {"e": e, "α": α, "z": α @ V}


def scaling(v, w):
    found = {}
    for k in (2, 4):
        Q, K = v.Q[k - 1], v.K[k - 1]
        S = w.product(Q, K)
        found[f"S_{k}"], found[f"T_{k}"] = S, w.divided(S, 4**(k - 1))
        found[f"B_{k}"] = w.softmax(w.note(found[f"T_{k}"]))
    return found


def old_x(v, w):
    return {"Z": w.attention(v.X @ v.W_Q, v.X @ v.W_K, v.X @ v.W_V)[0]}


def multi_head(v, w):
    Q, K, V = (w.split(w.note(v.X @ v["W_" + x]), 2) for x in "QKV")
    q, k, values = w.roles(Q, K, V)
    A = w.note(np.stack([w.softmax(w.divided(w.product(a, b), 2)) for a, b in zip(q, k)]))
    Z = w.note(A @ values)
    return {"Q": Q, "K": K, "V": V, "A": A, "Z": Z, "Y": np.hstack(list(Z)) @ v.W_O}


def masked(v, w):
    Q, K, V = (w.note(v.X @ v["W_" + x]) for x in "QKV")
    q, k, value = w.roles(Q, K, V)
    S, M = w.note(w.divided(w.product(q, k), 4)), w.causal(5)
    A = w.note(w.weights(S, M))
    return {"M": M, "Q": Q, "K": K, "V": V, "S": w.masked(S, M), "A": A, "Z": A @ value}


def cross_attention(v, w):
    looked, _ = w.attention(v.C @ v.U_Q, v.C @ v.U_K, v.C @ v.U_V)
    H = layer_norm(v.C + looked @ v.U_O)
    X = w.note(layer_norm(H + np.maximum(H @ v.U_1 + v.b_1, 0) @ v.U_2 + v.b_2))
    q, k = v.D @ v.D_Q, v.D @ v.D_K
    B = w.note(w.weights(w.divided(q @ (k if w.makes("no transpose") else k.T), 32), w.causal(len(v.D))))
    Y = w.note(layer_norm(v.D + B @ v.D @ v.D_V @ v.D_O))
    Q, K, V = w.note(Y @ v.W_Q), w.note(X @ v.W_K), w.note(X @ v.W_V)
    Z, A = w.attention(Q, K, V)
    if w.makes("rounded early"):
        Z = w.note(A) @ V
    return {"X": X, "B": B, "Y": Y, "Q": Q, "K": K, "V": V, "A": A, "Z": Z}


def efficiency(v, w):
    S = w.note(v.X @ (v.X if w.makes("no transpose") else v.X.T))
    A = w.note(w.softmax(w.divided(S, 8)))
    return {"S": S, "A": A, "Z": A @ v.X}


def block(v, w):
    Q, K, V = (w.split(w.note(v.X @ v["W_" + x]), 2) for x in "QKV")
    q, k, values = w.roles(Q, K, V)
    A = w.note(np.stack([w.softmax(w.divided(w.product(a, b), a.shape[1])) for a, b in zip(q, k)]))
    Z = w.note(A @ values)
    O = w.note(np.hstack(list(Z)) @ v.W_O)
    Y = w.note(layer_norm(w.note(v.X + O)))
    G = w.note(np.maximum(w.plus(Y @ v.W_1, v.b_1), 0))
    return {"Q": Q, "A": A, "Z": Z, "O": O, "Y": Y, "G": G, "F": G @ v.W_2}


def stack(v, w):
    X, found, maps = v.X_0, [], []
    for l in range(3):
        brought, A = w.attention(X @ v.W_Q[l], X, X)
        B = layer_norm(X + v.v[l] * brought)
        found.append(layer_norm(B + np.maximum(B @ v.W_1, 0) @ v.W_2))
        maps.append(A)
        X = w.note(found[-1])
    return {"A": np.array(maps), "X": np.array(found)}


def learning(v, w):
    """After the training: before it the weights are nearly equal, and most slips change little."""
    Q, K, V = (w.note(w.plus(v.X @ v[f"after(W_{x})"], v[f"after(b_{x})"])) for x in "QKV")
    Z, A = w.attention(Q, K, V)
    if w.makes("rounded early"):
        Z = w.note(w.note(A) @ V)
    found = {"Q": Q, "K": K, "V": V, "A": A, "Z": Z, "P": w.softmax(Z @ v.U)}
    return {f"after({name})": value for name, value in found.items()}


def reader(v, w):
    """The second layer."""
    Q, K, V = (w.note(v.U[1] @ v["W_{%s,2}" % x]) for x in "QKV")
    q, k, values = (w.split(part, 4) for part in w.roles(Q, K, V))
    A = w.note(np.stack([w.weights(w.divided(w.product(a, b), q[0].shape[1]) + r, None)
                         for a, b, r in zip(q, k, v.R[1])]))
    return {"Q_2": Q, "K_2": K, "V_2": V, "A_2": A, "Z_2": np.hstack(list(A @ values)) @ v["W_{O,2}"]}


def translator(v, w):
    e = w.note(np.array([np.tanh(v.K + s @ v.W_a) @ v.v_a for s in np.vstack([v.s_0, v.s[:-1]])]))
    α = w.note(w.softmax(e))
    return {"e": e, "α": α, "c": α @ v.h}


def transformer(v, w):
    """The weights of each kind in the first layer."""
    found, T = {}, len(v.Y_0)

    def look(X, Y, kind, M=None):
        Q, K, V = (w.note(rows @ v["%s_{%s,1}" % (kind, x)]) for x, rows in zip("QKV", (X, Y, Y)))
        q, k, values = (w.split(part, 4) for part in w.roles(Q, K, V))
        A = np.stack([w.weights(w.divided(w.product(a, b), 16), M) for a, b in zip(q, k)])
        return A, np.hstack(list(w.note(A) @ values)) @ v["%s_{O,1}" % kind]

    found["A_1"], _ = look(v.X_0, v.X_0, "W")
    found["B_1"], brought = look(v.Y_0, v.Y_0, "D", w.causal(T))
    found["R_1"] = layer_norm(v.Y_0 + brought)
    return found


MODELS = {"le-chat-noir": chat_noir, "bottleneck": bottleneck, "scores": scores, "decoder": decoder,
          "soft-attention": soft_attention, "hard-attention": hard_attention,
          "self-attention": self_attention, "analogy": analogy, "scaling": scaling, "old-x": old_x,
          "multi-head": multi_head, "masked": masked, "cross-attention": cross_attention,
          "efficiency": efficiency, "block": block, "stack": stack, "learning": learning,
          "reader": reader, "translator-pairs": translator, "transformer": transformer}
