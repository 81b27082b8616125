"""Every lesson of ../lessons/drafts without training, computed once more in NumPy."""

import json
import math
import os

import numpy as np

from chance import drawn
from compare import (DRAFTS, Named, attention_weights, compare, derivative, each, explain, given,
                     layer_norm,
                     read_safetensors, sigmoid, softmax, values)
from formulas import entropy, gelu, gelu_new, one_hot, sample
from models import read


def norm(x):
    return np.sqrt((x * x).sum(-1))


def halves(X):
    return np.split(X, 2, axis=1)


def attend(Q, K, V, M=None):
    return attention_weights(Q, K, M) @ V


def heads(Q, K, V, M=None):
    """Attention in two heads, put side by side."""
    return np.hstack([attend(q, k, v, M) for q, k, v in zip(halves(Q), halves(K), halves(V))])


def analogy(v):
    e = v.K @ v.q_A
    α = softmax(e)
    β = softmax(np.outer([0, 0.5, 1, 2, 4], e))
    return {"e": e, "α": α, "z": α @ v.V, "β": β, "sharp": β.max(1), "blur": entropy(β)}


def block(v):
    def heads_of(N):
        return heads(N @ v.W_Q, N @ v.W_K, N @ v.W_V) @ v.W_O

    def ffn(N):
        return np.maximum(N @ v.W_1 + v.b_1, 0) @ v.W_2

    Z = heads_of(v.X)
    R = v.X + Z
    Y = layer_norm(R)
    G = np.maximum(Y @ v.W_1 + v.b_1, 0)
    F = G @ v.W_2
    post, N = layer_norm(Y + F), layer_norm(v.X)
    P = v.X + heads_of(N)
    return {"Z": Z, "R": R, "Y": Y, "G": G, "F": F, "X_post": post, "N": N, "P": P,
            "X_pre": P + ffn(layer_norm(P)),
            "μ": post.mean(1), "v": post.var(1)}


def bottleneck(v):
    def states(x_1):
        return read(lambda h, x: np.tanh(v.W @ x + v.U @ h), np.zeros(6), np.vstack([x_1, v.x[1:]]))

    def contexts(x_1):
        h = states(x_1)
        S = np.tile(h @ (2 * h[0]), (24, 1))
        return softmax(np.where(np.tri(24), S, -np.inf)) @ h

    def by_first(f):
        return norm(derivative(f, v.x[0]).reshape(24, -1))

    h = states(v.x[0])
    return {"h": h, "q": 2 * h[0], "C": contexts(v.x[0]), "r": by_first(states),
            "b": by_first(contexts)}


def cross_attention(v):
    Q, K, V = v.Y @ v.W_Q, v.X @ v.W_K, v.X @ v.W_V
    A = attention_weights(Q, K)
    B = attention_weights(v.Y, v.Y, np.tri(5))
    R, S, T = v.Y_big @ v.U_Q, v.X_big @ v.U_K, v.X_big @ v.U_V
    C = [attention_weights(r, s) for r, s in zip(np.split(R, 8, axis=1), np.split(S, 8, axis=1))]
    O = np.hstack([c @ t for c, t in zip(C, np.split(T, 8, axis=1))]) @ v.U_O
    return {"Q": Q, "K": K, "V": V, "A": A, "Z": A @ V, "B": B, "R": R, "C": C, "O": O}


def decoder(v):
    h, E, start = v.h, v.E, 0

    def step(s, y, c):
        return np.tanh(0.5 * s + E[y] + v.U @ c)

    def ask(s):
        α = softmax(2 * h @ s)
        return α, α @ h

    def predict(s, c):
        return softmax(v.W_o @ np.concatenate([s, c]) + v.b_o)

    found = {f"{name}_{kind}": [] for kind in "BLN" for name in "αcspy"}

    def keep(kind, *parts):
        for name, part in zip("αcspy", parts):
            found[f"{name}_{kind}"].append(part)

    s, y = v.s_B_0, start
    for _ in range(3):
        α, c = ask(s)
        s = step(s, y, c)
        p = predict(s, c)
        y = int(p.argmax())
        keep("B", α, c, s, p, y + 1)
    s, y, c = np.zeros(4), start, np.zeros(4)
    for _ in range(3):
        s = step(s, y, c)
        α, c = ask(s)
        p = predict(s, c)
        y = int(p.argmax())
        keep("L", α, c, s, p, y + 1)
    s, target = np.zeros(4), [2, 4, 6]
    for y in [start] + target[:2]:
        s = np.tanh(0.5 * s + E[y])
        α, c = ask(s)
        p = predict(s, c)
        keep("N", α, c, s, p, int(p.argmax()) + 1)
    found["L"] = -np.log(np.array(found["p_N"])[range(3), target]).mean()
    return found


def encoder(v):
    def rnn(h, x):
        return np.tanh(v.W_h @ h + v.W_x @ x + v.b)

    def gru(h, x):
        hx = np.concatenate([h, x])
        z, r = sigmoid(v.W_z @ hx + v.b_z), sigmoid(v.W_r @ hx + v.b_r)
        return (1 - z) * h + z * np.tanh(v.W_g @ np.concatenate([r * h, x]) + v.b_g)

    def lstm(hc, x):
        hx = np.concatenate([hc[0], x])
        f, u, o = (sigmoid(W @ hx + b) for W, b in ((v.W_f, v.b_f), (v.W_u, v.b_u), (v.W_o, v.b_o)))
        c = f * hc[1] + u * np.tanh(v.W_g @ hx + v.b_g)
        return np.array([o * np.tanh(c), c])

    def right(x):
        return read(rnn, np.zeros(2), x)

    def both(x):
        return np.hstack([right(x), right(x[::-1])[::-1]])

    def influence(states):
        """Rows: states. Columns: words."""
        return np.sqrt((derivative(states, v.x)**2).sum(axis=(1, 3)))

    cell = read(lstm, np.zeros((2, 2)), v.x)
    return {"h_R": right(v.x), "r": influence(right)[1], "h_G": read(gru, np.zeros(2), v.x),
            "h_L": cell[:, 0],
            "c": cell[:, 1], "→h": right(v.x), "←h": right(v.x[::-1])[::-1], "h": both(v.x),
            "→R": influence(right), "R": influence(both)}


def hard_attention(v):
    def reward(z):
        return -((z - v.want)**2).sum(-1)

    α = softmax(v.e)
    a = α.argmax()
    f = reward(v.V)
    d = sample(α, v.u)
    H = one_hot(d, 4)
    F, S = H @ f, H - α
    B = α @ f
    return {"α": α, "z": α @ v.V, "a": a + 1, "z_hard": v.V[a], "J": reward(α @ v.V),
            "J_hard": reward(v.V[a]),
            "g": derivative(lambda e: reward(softmax(e) @ v.V), v.e), "g_hard": np.zeros(4), "f": f,
            "B": B,
            "G": derivative(lambda e: softmax(e) @ f, v.e), "d": d, "Ĝ": F @ S / 2000,
            "v": (S.T * F).var(1), "v_base": (S.T * (F - B)).var(1)}


def masked(v):
    def look(X):
        return attend(X @ v.W_Q, X @ v.W_K, X @ v.W_V, np.tri(5))

    Q, K, V = v.X @ v.W_Q, v.X @ v.W_K, v.X @ v.W_V
    A = attention_weights(Q, K, np.tri(5))
    by_row = derivative(lambda X: look(X)[1], v.X)
    return {"X": v.X, "M": np.tri(5), "Q": Q, "K": K, "V": V,
            "S": np.where(np.tri(5), Q @ K.T / 2, -np.inf), "A": A,
            "Z": A @ V, "g": np.sqrt((by_row**2).sum(axis=(0, 2)))}


def multi_head(v):
    Q, K, V = halves(v.X @ v.W_Q), halves(v.X @ v.W_K), halves(v.X @ v.W_V)
    A = [attention_weights(q, k) for q, k in zip(Q, K)]
    Z = [a @ part for a, part in zip(A, V)]
    return {"d_k": 3, "Q": Q, "K": K, "V": V, "A": A, "Z": Z, "Y": np.hstack(Z) @ v.W_O}


def old_x(v):
    def look(x, X):
        return softmax(x @ v.W_Q @ (X @ v.W_K).T / 2) @ X @ v.W_V

    def in_place(order):
        M, rows = v.X.copy(), {}
        for i in order:
            M[i] = rows[i] = look(M[i], M)
        return M, np.array([rows[i] for i in range(3)])

    X, P = v.X, v.P
    M, z = in_place([0, 1, 2])
    B, w = in_place([2, 1, 0])
    Z = look(X, X)
    r = np.array([np.concatenate([np.sin(i * v.ω), np.cos(i * v.ω)]) for i in range(3)])
    Z_pos, turned = look(X + r, X + r), look(P @ X + r, P @ X + r)
    return {"Z": Z, "z": z, "w": w, "left": np.linalg.norm(Z - M), "right": np.linalg.norm(Z - B),
            "Z_P": look(P @ X, P @ X), "r": r, "Z_pos": Z_pos, "Z_turned": turned,
            "apart": np.linalg.norm(turned - P @ Z_pos)}


def scaling(v):
    S = [Q @ K.T for Q, K in zip(v.Q, v.K)]
    T = [s / math.sqrt(d) for s, d in zip(S, (1, 4, 16, 64, 256, 1024))]
    found = {"S": S, "T": T, "root": 2.0**np.arange(6)}
    for scores, end in ((S, ""), (T, "_s")):
        A = [softmax(s) for s in scores]
        found["spread" + end] = [math.sqrt((s**2).mean()) for s in scores]
        found["top" + end] = [a.max(1).mean() for a in A]
        found["H" + end] = [entropy(a).mean() for a in A]
        found["g" + end] = [(a * (1 - a)).sum(1).mean() for a in A]
    return found


def scores(v):
    e = {"dot": v.s @ v.h.T, "scaled": v.s @ v.h.T / 2, "general": v.s @ v.W @ v.h.T,
         "add": np.array([[v.v @ np.tanh(v.W_s @ s + v.W_h @ h) for h in v.h] for s in v.s])}
    return {**{f"e_{kind}": score for kind, score in e.items()},
            **{f"α_{kind}": softmax(score) for kind, score in e.items()}}


def self_attention(v):
    Q, K, V = v.X @ v.W_Q + v.b_Q, v.X @ v.W_K + v.b_K, v.X @ v.W_V + v.b_V
    A = attention_weights(Q, K)
    Z = A @ V
    return {"Q": Q, "K": K, "V": V, "d_k": 3, "s": Q[1] @ K.T / math.sqrt(3), "a": A[1], "z": Z[1],
            "S": Q @ K.T, "A": A,
            "Z": Z, "Z_again": Z}


def soft_attention(v):
    e = v.s @ v.a.T
    return {"e": e, "α": softmax(e), "z": softmax(e) @ v.a}


def stack(v):
    def look(X, Y, kind, l, M=None):
        W_Q, W_K, W_V = (v[f"{kind}_{role}"][l] for role in "QKV")
        return heads(X @ W_Q, Y @ W_K, Y @ W_V, M)

    def ffn(X, l):
        return np.maximum(X @ v.W_1[l], 0) @ v.W_2[l]

    def encoder_block(X, M, l):
        Y = layer_norm(X + look(X, X, "W", l, M))
        return layer_norm(Y + ffn(Y, l))

    def decoder_block(Y, X, l):
        A = layer_norm(Y + look(Y, Y, "W", l, np.tri(4)))
        B = layer_norm(A + look(A, X, "C", l))
        return layer_norm(B + ffn(B, l))

    def layers(step, X):
        return read(step, X, range(3))

    def first_row(X_0, Y_0):
        X_L = layers(lambda X, l: encoder_block(X, None, l), X_0)[-1]
        return layers(lambda Y, l: decoder_block(Y, X_L, l), Y_0)[-1, 0]

    X = layers(lambda X, l: encoder_block(X, None, l), v.X_0)
    back = derivative(lambda Y: first_row(v.X_0, Y), v.Y_0)
    src = derivative(lambda X: first_row(X, v.Y_0), v.X_0)
    return {"X": X, "move": norm(X - np.concatenate([v.X_0[None], X[:2]])),
            "D": layers(lambda D, l: encoder_block(D, np.tri(4), l), v.Y_0),
            "Y": layers(lambda Y, l: decoder_block(Y, X[-1], l), v.Y_0),
            "back": np.sqrt((back**2).sum(axis=(0, 2))), "src": np.sqrt((src**2).sum(axis=(0, 2)))}


# ---- models with a file of weights ----


def words_of(lesson):
    with open(os.path.join(DRAFTS, lesson["sequences"]["vocabulary"]["file"]),
              encoding="utf-8") as file:
        vocabulary = file.read().split("\n")
    return [vocabulary.index(word) for word in lesson["sequences"]["sentence"]["default"].split()]


def gpt2(v):
    w, words = v.weights, v.words
    n = len(words)
    X, found = w["wte.weight"][words] + w["wpe.weight"][:n], {"X": [], "A": [], "Y": []}
    for layer in range(2):
        def of(name):
            return w[f"h.{layer}.{name}"].astype(float)

        N = layer_norm(X, of("ln_1.weight"), of("ln_1.bias"))
        Q, K, V = np.split(N @ of("attn.c_attn.weight") + of("attn.c_attn.bias"), 3, axis=1)
        found["A"].append([attention_weights(q, k, np.tri(n)) for q, k in zip(halves(Q), halves(K))])
        Y = X + heads(Q, K, V, np.tri(n)) @ of("attn.c_proj.weight") + of("attn.c_proj.bias")
        F = layer_norm(Y, of("ln_2.weight"), of("ln_2.bias"))
        G = gelu_new(F @ of("mlp.c_fc.weight") + of("mlp.c_fc.bias"))
        X = Y + G @ of("mlp.c_proj.weight") + of("mlp.c_proj.bias")
        found["X"].append(X)
        found["Y"].append(Y)
    O = layer_norm(X, w["ln_f.weight"], w["ln_f.bias"]) @ w["wte.weight"].T
    return {**found, "O": O, "P": softmax(O), "y": 1 + O.argmax(1)}


def bert(v):
    w, words = v.weights, v.words
    n, ε = len(words), 1e-12
    found = {"X": [], "A": [], "Y": [], "move": []}
    X = layer_norm(w["embeddings.word_embeddings.weight"][words]
                   + w["embeddings.position_embeddings.weight"][:n]
                   + w["embeddings.token_type_embeddings.weight"][0],
                   w["embeddings.LayerNorm.weight"], w["embeddings.LayerNorm.bias"], ε)
    for layer in range(2):
        def of(name):
            return w[f"encoder.layer.{layer}.{name}"].astype(float)

        def dense(X, name):
            return X @ of(name + ".weight").T + of(name + ".bias")

        Q, K, V = (dense(X, f"attention.self.{role}") for role in ("query", "key", "value"))
        found["A"].append([attention_weights(q, k) for q, k in zip(halves(Q), halves(K))])
        Y = layer_norm(X + dense(heads(Q, K, V), "attention.output.dense"),
                       of("attention.output.LayerNorm.weight"), of("attention.output.LayerNorm.bias"),
                       ε)
        new = layer_norm(Y + dense(gelu(dense(Y, "intermediate.dense")), "output.dense"),
                         of("output.LayerNorm.weight"), of("output.LayerNorm.bias"), ε)
        found["move"].append(norm(new - X))
        found["X"].append(new)
        found["Y"].append(Y)
        X = new
    return found


MODELS = (analogy, block, bottleneck, cross_attention, decoder, encoder, hard_attention, masked,
          multi_head, old_x,
          scaling, scores, self_attention, soft_attention, stack, gpt2, bert)
ROOM = {"encoder": 1e-5, "stack": 1e-5, "bottleneck": 1e-5, "gpt2": 1e-5, "bert": 1e-5, "block": 5e-6,
        "hard_attention": 1e-5}  # derivatives, depth, a sum of 2000 draws


def load(name):
    path = os.path.join(DRAFTS, name.replace("_", "-") + ".json")
    with open(path, encoding="utf-8") as file:
        lesson = json.load(file)
    v = Named() if "weights" in lesson else given(lesson)
    if "weights" in lesson:
        v["weights"] = read_safetensors(os.path.join(DRAFTS, lesson["weights"]))
        v["words"] = words_of(lesson)
    return path, v


def run(report):
    loaded = [load(model.__name__) for model in MODELS]

    def compute(case):
        try:
            return values(explain(case[0]))
        except (RuntimeError, ValueError) as fault:
            return fault

    for model, (_, v), got in zip(MODELS, loaded, each(compute, loaded)):
        if isinstance(got, Exception):
            report.check(f"draft {model.__name__}", False, got)
        else:
            compare(report, f"draft {model.__name__}", got, model(v), ROOM.get(model.__name__, 2e-6))
