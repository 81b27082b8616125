"""Forward passes of families that write from left to right, in NumPy: GPT-NeoX and OPT."""

import numpy as np

from forward import ACTS, attend, layer_norm


def parts(w, h, d, eps):
    """The norms and the dense layers of a layer whose names begin so."""
    def norm(X, name):
        return layer_norm(X, w.make(h + name + ".weight", X.shape[1], mean=1), w.make(h + name + ".bias", X.shape[1]), eps)

    def dense(X, name, o):
        return X @ w.make(h + name + ".weight", o, X.shape[1]).T + w.make(h + name + ".bias", o)

    return norm, dense


def turned(X, turned_columns, theta):
    """The first columns of a head turned by halves, the others as they are."""
    half = turned_columns // 2
    angles = np.arange(len(X))[:, None] * theta ** (-2.0 * np.arange(half) / turned_columns)
    a, b, rest = X[:, :half], X[:, half:turned_columns], X[:, turned_columns:]
    return np.hstack([a * np.cos(angles) - b * np.sin(angles), b * np.cos(angles) + a * np.sin(angles), rest])


def gpt_neox(config, w, ids):
    d, count, eps = config["hidden_size"], config["num_attention_heads"], config["layer_norm_eps"]
    width, act, inner = d // count, ACTS[config["hidden_act"]], config["intermediate_size"]
    columns = int(width * config.get("rotary_pct", 0.25))
    X = w.make("gpt_neox.embed_in.weight", config["vocab_size"], d)[ids]
    found = {"X_0": X, "X": [], "A": []}
    for layer in range(config["num_hidden_layers"]):
        norm, dense = parts(w, f"gpt_neox.layers.{layer}.", d, eps)
        joined = dense(norm(X, "input_layernorm"), "attention.query_key_value", 3 * d).reshape(len(ids), count, 3, width)
        Q, K = (np.hstack([turned(joined[:, j, k], columns, config.get("rotary_emb_base", 10000)) for j in range(count)])
                for k in range(2))
        maps, result = attend(Q, K, joined[:, :, 2].reshape(len(ids), d), count, True)
        Y = X + dense(result, "attention.dense", d)
        F = norm(X if config.get("use_parallel_residual", True) else Y, "post_attention_layernorm")
        X = Y + dense(act(dense(F, "mlp.dense_h_to_4h", inner)), "mlp.dense_4h_to_h", d)
        found["A"].append(maps)
        found["X"].append(X)
    norm, _ = parts(w, "gpt_neox.", d, eps)
    return {**found, "O": norm(X, "final_layer_norm") @ w.make("embed_out.weight", config["vocab_size"], d).T}


def opt(config, w, ids):
    d, count, act = config["hidden_size"], config["num_attention_heads"], ACTS[config["activation_function"]]
    first, narrow = config.get("do_layer_norm_before", True), config.get("word_embed_proj_dim", d)
    E = w.make("model.decoder.embed_tokens.weight", config["vocab_size"], narrow)
    X = E[ids]
    if narrow != d:
        X = X @ w.make("model.decoder.project_in.weight", d, narrow).T
    X = X + w.make("model.decoder.embed_positions.weight", config["max_position_embeddings"] + 2, d)[2:2 + len(ids)]
    found = {"X_0": X, "X": [], "A": []}
    for layer in range(config["num_hidden_layers"]):
        norm, dense = parts(w, f"model.decoder.layers.{layer}.", d, 1e-5)
        N = norm(X, "self_attn_layer_norm") if first else X
        maps, result = attend(*(dense(N, f"self_attn.{k}_proj", d) for k in "qkv"), count, True)
        Y = X + dense(result, "self_attn.out_proj", d)
        if not first:
            Y = norm(Y, "self_attn_layer_norm")
        F = norm(Y, "final_layer_norm") if first else Y
        X = Y + dense(act(dense(F, "fc1", config["ffn_dim"])), "fc2", d)
        if not first:
            X = norm(X, "final_layer_norm")
        found["A"].append(maps)
        found["X"].append(X)
    Z = parts(w, "model.decoder.", d, 1e-5)[0](X, "final_layer_norm") if first else X
    if narrow != d:
        Z = Z @ w.make("model.decoder.project_out.weight", narrow, d).T
    return {**found, "O": Z @ E.T}
