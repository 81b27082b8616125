"""Forward passes of families that read one text and write another, in NumPy: T5 and Marian."""

import math

import numpy as np

from forward import ACTS, layer_norm, rms_norm, silu, softmax


def look(Q, K, V, count, scale=1.0, bias=None, causal=False):
    """The maps of all heads, and their results side by side; the two sides may have different lengths."""
    maps, results = [], []
    for j, (q, k, v) in enumerate(zip(*(np.split(M, count, axis=1) for M in (Q, K, V)))):
        scores = q @ k.T * scale + (0 if bias is None else bias[j])
        if causal:
            scores = np.where(np.tri(len(q), dtype=bool), scores, -np.inf)
        maps.append(softmax(scores))
        results.append(maps[-1] @ v)
    return maps, np.hstack(results)


def bucket(distance, both, count, far):
    """The class of a distance, from the place that looks to the one that is looked at; single precision, as the authors'."""
    start = 0
    if both:
        count //= 2
        start = count if distance > 0 else 0
        distance = abs(distance)
    else:
        distance = max(-distance, 0)
    exact = count // 2
    if distance < exact:
        return start + distance
    wide = np.log(np.float32(distance) / np.float32(exact)) / np.float32(math.log(far / exact)) * np.float32(count - exact)
    return start + min(exact + int(wide), count - 1)


def t5(config, w, ids, target):
    d, inner, count, width = config["d_model"], config["d_ff"], config["num_heads"], config["d_kv"]
    buckets, far = config["relative_attention_num_buckets"], config.get("relative_attention_max_distance", 128)
    act = {"relu": ACTS["relu"], "gated-gelu": ACTS["gelu_new"], "gated-silu": silu}[config["feed_forward_proj"]]
    E = w.make("shared.weight", config["vocab_size"], d, scale=0.8)

    def lin(X, name, o):
        return X @ w.make(name + ".weight", o, X.shape[1]).T

    def norm(X, name):
        return rms_norm(X, w.make(name + ".weight", d, mean=1), 1e-6)

    def ffn(X, h):
        if config["feed_forward_proj"] == "relu":
            return lin(act(lin(X, h + "wi", inner)), h + "wo", d)
        return lin(act(lin(X, h + "wi_0", inner)) * lin(X, h + "wi_1", inner), h + "wo", d)

    def attention(X, M, h, bias, causal=False):
        maps, result = look(lin(X, h + "q", count * width), lin(M, h + "k", count * width), lin(M, h + "v", count * width),
                            count, 1.0, bias, causal)
        return maps, lin(result, h + "o", d)

    def places(n, stack):
        table = w.make(f"{stack}.block.0.layer.0.SelfAttention.relative_attention_bias.weight", buckets, count)
        classes = [[bucket(m - i, stack == "encoder", buckets, far) for m in range(n)] for i in range(n)]
        return np.moveaxis(table[classes], 2, 0)

    X = E[ids]
    found = {"X_0": X, "X": [], "A": [], "Y": [], "B": [], "C": []}
    bias = places(len(ids), "encoder")
    for layer in range(config["num_layers"]):
        h = f"encoder.block.{layer}.layer."
        maps, result = attention(*[norm(X, h + "0.layer_norm")] * 2, h + "0.SelfAttention.", bias)
        X = X + result
        X = X + ffn(norm(X, h + "1.layer_norm"), h + "1.DenseReluDense.")
        found["X"].append(X)
        found["A"].append(maps)
    M = norm(X, "encoder.final_layer_norm")
    Y = E[[config["decoder_start_token_id"], *target[:-1]]]
    found["Y_0"] = Y
    bias = places(len(target), "decoder")
    for layer in range(config.get("num_decoder_layers") or config["num_layers"]):
        h = f"decoder.block.{layer}.layer."
        maps, result = attention(*[norm(Y, h + "0.layer_norm")] * 2, h + "0.SelfAttention.", bias, True)
        Y = Y + result
        found["B"].append(maps)
        maps, result = attention(norm(Y, h + "1.layer_norm"), M, h + "1.EncDecAttention.", None)
        Y = Y + result
        found["C"].append(maps)
        Y = Y + ffn(norm(Y, h + "2.layer_norm"), h + "2.DenseReluDense.")
        found["Y"].append(Y)
    Z = norm(Y, "decoder.final_layer_norm")
    tied = config.get("tie_word_embeddings", True)
    return {**found, "M": M, "O": Z / math.sqrt(d) @ E.T if tied else lin(Z, "lm_head", config["vocab_size"])}


def marian(config, w, ids, target):
    d, vocabulary = config["d_model"], config["vocab_size"]
    E = w.make("model.shared.weight", vocabulary, d)

    def dense(X, name, o):
        return X @ w.make(name + ".weight", o, X.shape[1]).T + w.make(name + ".bias", o)

    def norm(X, name):
        return layer_norm(X, w.make(name + ".weight", d, mean=1), w.make(name + ".bias", d), 1e-5)

    def placed(X):
        angles = np.arange(len(X))[:, None] / 10000 ** (2 * np.arange(d // 2) / d)
        return X * (math.sqrt(d) if config["scale_embedding"] else 1) + np.hstack([np.sin(angles), np.cos(angles)])

    def attention(X, M, h, count, causal=False):
        maps, result = look(dense(X, h + "q_proj", d), dense(M, h + "k_proj", d), dense(M, h + "v_proj", d), count,
                            math.sqrt(count / d), None, causal)
        return maps, dense(result, h + "out_proj", d)

    def ffn(X, h, inner):
        return dense(ACTS["silu"](dense(X, h + "fc1", inner)), h + "fc2", d)

    X = placed(E[ids])
    found = {"X_0": X, "X": [], "A": [], "Y": [], "B": [], "C": []}
    for layer in range(config["encoder_layers"]):
        h = f"model.encoder.layers.{layer}."
        maps, result = attention(X, X, h + "self_attn.", config["encoder_attention_heads"])
        X = norm(X + result, h + "self_attn_layer_norm")
        X = norm(X + ffn(X, h, config["encoder_ffn_dim"]), h + "final_layer_norm")
        found["X"].append(X)
        found["A"].append(maps)
    Y = placed(E[[config["decoder_start_token_id"], *target[:-1]]])
    found["Y_0"] = Y
    for layer in range(config["decoder_layers"]):
        h = f"model.decoder.layers.{layer}."
        maps, result = attention(Y, Y, h + "self_attn.", config["decoder_attention_heads"], True)
        Y = norm(Y + result, h + "self_attn_layer_norm")
        found["B"].append(maps)
        maps, result = attention(Y, X, h + "encoder_attn.", config["decoder_attention_heads"])
        Y = norm(Y + result, h + "encoder_attn_layer_norm")
        found["C"].append(maps)
        Y = norm(Y + ffn(Y, h, config["decoder_ffn_dim"]), h + "final_layer_norm")
        found["Y"].append(Y)
    return {**found, "O": Y @ E.T + w.make("final_logits_bias", 1, vocabulary)}
