"""GPT-2 and BERT from small files of weights, computed once more in NumPy."""

import json
import os

import numpy as np

from compare import (DRAFTS, Named, attention_weights, compare, each, explain, halves, heads,
                     layer_norm, norm, read_safetensors, softmax, values)
from formulas import gelu, gelu_new


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


MODELS = (gpt2, bert)


def load(name):
    """The path of the lesson, its weights and the places of its words."""
    path = os.path.join(DRAFTS, name + ".json")
    with open(path, encoding="utf-8") as file:
        lesson = json.load(file)
    return path, Named(weights=read_safetensors(os.path.join(DRAFTS, lesson["weights"])),
                       words=words_of(lesson))


def run(report):
    loaded = [load(model.__name__) for model in MODELS]

    def compute(case):
        try:
            return values(explain(case[0]))
        except (RuntimeError, ValueError) as fault:
            return fault

    for model, (_, v), got in zip(MODELS, loaded, each(compute, loaded)):
        if isinstance(got, Exception):
            report.check(f"checkpoint {model.__name__}", False, got)
        else:
            compare(report, f"checkpoint {model.__name__}", got, model(v), 1e-5)
