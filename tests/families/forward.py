"""Each family's forward pass in NumPy, written from what the models' authors say, not from the program's lessons."""

import math

import numpy as np

erf = np.vectorize(math.erf)


def softmax(x):
    e = np.exp(x - x.max(-1, keepdims=True))
    return e / e.sum(-1, keepdims=True)


def layer_norm(X, weight, bias, eps):
    mean, var = X.mean(-1, keepdims=True), X.var(-1, keepdims=True)
    return (X - mean) / np.sqrt(var + eps) * weight + bias


def rms_norm(X, weight, eps):
    return X / np.sqrt((X * X).mean(-1, keepdims=True) + eps) * weight


def gelu(x):
    return x * 0.5 * (1 + erf(x / math.sqrt(2)))


def gelu_new(x):
    return 0.5 * x * (1 + np.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x ** 3)))


def silu(x):
    return x / (1 + np.exp(-x))


ACTS = {"gelu": gelu, "gelu_new": gelu_new, "gelu_pytorch_tanh": gelu_new, "relu": lambda x: np.maximum(x, 0), "silu": silu}


class Exchange:
    """What takes the place of maps: of(layer, head, map), counted from 0; None: nothing does."""

    of, layer = None, 0


def attend(Q, K, V, count, causal):
    """The maps of all heads, and their results side by side; fewer heads of keys serve several of queries."""
    n = len(Q)
    width = Q.shape[1] // count
    shared = Q.shape[1] // K.shape[1]
    maps, results = [], []
    for j in range(count):
        g = j // shared
        q = Q[:, j * width:(j + 1) * width]
        k, v = (M[:, g * width:(g + 1) * width] for M in (K, V))
        scores = q @ k.T / math.sqrt(width)
        if causal:
            scores = np.where(np.tri(n, dtype=bool), scores, -np.inf)
        maps.append(softmax(scores))
        if Exchange.of:
            maps[-1] = Exchange.of(Exchange.layer, j, maps[-1])
        results.append(maps[-1] @ v)
    Exchange.layer += 1
    return maps, np.hstack(results)


def gpt2(config, w, ids):
    d, n, eps = config["n_embd"], len(ids), config["layer_norm_epsilon"]
    inner, act = 4 * d, ACTS[config.get("activation_function", "gelu_new")]
    E = w.make("wte.weight", config["vocab_size"], d)
    X = E[ids] + w.make("wpe.weight", config["n_positions"], d)[:n]
    found = {"X": [], "A": []}
    X0 = X
    for layer in range(config["n_layer"]):
        h = f"h.{layer}."

        def norm(X, name):
            return layer_norm(X, w.make(h + name + ".weight", d, mean=1), w.make(h + name + ".bias", d), eps)

        def conv(X, name, i, o):
            return X @ w.make(h + name + ".weight", i, o) + w.make(h + name + ".bias", o)

        Q, K, V = np.split(conv(norm(X, "ln_1"), "attn.c_attn", d, 3 * d), 3, axis=1)
        maps, result = attend(Q, K, V, config["n_head"], True)
        X = X + conv(result, "attn.c_proj", d, d)
        X = X + conv(act(conv(norm(X, "ln_2"), "mlp.c_fc", d, inner)), "mlp.c_proj", inner, d)
        found["A"].append(maps)
        found["X"].append(X)
    Z = layer_norm(X, w.make("ln_f.weight", d, mean=1), w.make("ln_f.bias", d), eps)
    return {**found, "X_0": X0, "O": Z @ E.T}


def bert_layers(config, w, X, names, layers, count, eps, act):
    """Post-norm layers; names: of their parts, in the order queries, keys, values, out, norm, inner, outer, norm."""
    d, found = X.shape[1], {"X": [], "A": []}
    inner = config.get("intermediate_size") or config.get("hidden_dim")
    for layer in range(layers):
        q, k, v, out, norm1, first, second, norm2 = (name.format(layer) for name in names)

        def dense(X, name, o):
            return X @ w.make(name + ".weight", o, X.shape[1]).T + w.make(name + ".bias", o)

        def norm(X, name):
            return layer_norm(X, w.make(name + ".weight", d, mean=1), w.make(name + ".bias", d), eps)

        maps, result = attend(dense(X, q, d), dense(X, k, d), dense(X, v, d), count, False)
        Y = norm(X + dense(result, out, d), norm1)
        X = norm(Y + dense(act(dense(Y, first, inner)), second, d), norm2)
        found["A"].append(maps)
        found["X"].append(X)
    return found


BERT = ["encoder.layer.{}.attention.self.query", "encoder.layer.{}.attention.self.key",
        "encoder.layer.{}.attention.self.value", "encoder.layer.{}.attention.output.dense",
        "encoder.layer.{}.attention.output.LayerNorm", "encoder.layer.{}.intermediate.dense",
        "encoder.layer.{}.output.dense", "encoder.layer.{}.output.LayerNorm"]
DISTILBERT = ["transformer.layer.{}.attention.q_lin", "transformer.layer.{}.attention.k_lin",
              "transformer.layer.{}.attention.v_lin", "transformer.layer.{}.attention.out_lin",
              "transformer.layer.{}.sa_layer_norm", "transformer.layer.{}.ffn.lin1", "transformer.layer.{}.ffn.lin2",
              "transformer.layer.{}.output_layer_norm"]


def bert(config, w, ids, first=0):
    d, n, eps = config["hidden_size"], len(ids), config["layer_norm_eps"]
    places = np.arange(n) + first
    X = (w.make("embeddings.word_embeddings.weight", config["vocab_size"], d)[ids]
         + w.make("embeddings.position_embeddings.weight", config["max_position_embeddings"], d)[places]
         + w.make("embeddings.token_type_embeddings.weight", config["type_vocab_size"], d)[0])
    X = layer_norm(X, w.make("embeddings.LayerNorm.weight", d, mean=1), w.make("embeddings.LayerNorm.bias", d), eps)
    return {"X_0": X, **bert_layers(config, w, X, BERT, config["num_hidden_layers"], config["num_attention_heads"], eps,
                                    ACTS[config["hidden_act"]])}


def roberta(config, w, ids):
    return bert(config, w, ids, config["pad_token_id"] + 1)


def albert(config, w, ids):
    d, n, eps, narrow = config["hidden_size"], len(ids), config["layer_norm_eps"], config["embedding_size"]
    count, act, inner = config["num_attention_heads"], ACTS[config["hidden_act"]], config["intermediate_size"]

    def dense(X, name, o):
        return X @ w.make(name + ".weight", o, X.shape[1]).T + w.make(name + ".bias", o)

    def norm(X, name):
        return layer_norm(X, w.make(name + ".weight", X.shape[1], mean=1), w.make(name + ".bias", X.shape[1]), eps)

    X = norm(w.make("embeddings.word_embeddings.weight", config["vocab_size"], narrow)[ids]
             + w.make("embeddings.position_embeddings.weight", config["max_position_embeddings"], narrow)[:n]
             + w.make("embeddings.token_type_embeddings.weight", 2, narrow)[0], "embeddings.LayerNorm")
    X = dense(X, "encoder.embedding_hidden_mapping_in", d)
    found = {"X_0": X, "X": [], "A": []}
    layers, groups = config["num_hidden_layers"], config["num_hidden_groups"]
    for layer in range(layers):
        h = f"encoder.albert_layer_groups.{int(layer / (layers / groups))}.albert_layers.0."
        maps, result = attend(*(dense(X, h + "attention." + part, d) for part in ("query", "key", "value")), count, False)
        Y = norm(X + dense(result, h + "attention.dense", d), h + "attention.LayerNorm")
        X = norm(Y + dense(act(dense(Y, h + "ffn", inner)), h + "ffn_output", d), h + "full_layer_layer_norm")
        found["A"].append(maps)
        found["X"].append(X)
    return found


def distilbert(config, w, ids):
    d, n, eps = config["dim"], len(ids), 1e-12
    X = (w.make("embeddings.word_embeddings.weight", config["vocab_size"], d)[ids]
         + w.make("embeddings.position_embeddings.weight", config["max_position_embeddings"], d)[:n])
    X = layer_norm(X, w.make("embeddings.LayerNorm.weight", d, mean=1), w.make("embeddings.LayerNorm.bias", d), eps)
    return {"X_0": X, **bert_layers(config, w, X, DISTILBERT, config["n_layers"], config["n_heads"], eps,
                                    ACTS[config["activation"]])}


# the head that fills gaps: a dense layer, a norm, the scores; outside the model's own prefix
HEADS = {"bert": ("cls.predictions.transform.dense", "cls.predictions.transform.LayerNorm", "cls.predictions.decoder",
                  "cls.predictions.bias"),
         "roberta": ("lm_head.dense", "lm_head.layer_norm", "lm_head.decoder", "lm_head.bias"),
         "distilbert": ("vocab_transform", "vocab_layer_norm", "vocab_projector", "vocab_projector.bias"),
         "albert": ("predictions.dense", "predictions.LayerNorm", "predictions.decoder", "predictions.bias")}
FAMILIES = {"bert": bert, "roberta": roberta, "distilbert": distilbert, "albert": albert}


def masked(config, w, ids):
    """A model of these families with the head that it was trained with."""
    kind, found = config["model_type"], FAMILIES[config["model_type"]](config, w, ids)
    act = ACTS["gelu" if kind == "roberta" else config.get("hidden_act") or config["activation"]]
    dense, norm, scores, bias = HEADS[kind]
    E, X = w["embeddings.word_embeddings.weight"].astype(float), found["X"][-1]
    count, width = E.shape
    Y = act(X @ w.make(dense + ".weight", width, X.shape[1]).T + w.make(dense + ".bias", width))
    Y = layer_norm(Y, w.make(norm + ".weight", width, mean=1), w.make(norm + ".bias", width),
                   config.get("layer_norm_eps", 1e-12))
    U = w.make(scores + ".weight", count, width) if config.get("tie_word_embeddings") is False else E
    return {**found, "O": Y @ U.T + w.make(bias, count)}


def rotate(X, count, theta, scaling):
    """The halves of each head turned by angles that grow with the place."""
    n, width = len(X), X.shape[1] // count
    frequency = theta ** (-np.arange(0, width, 2) / width)
    if scaling:
        low, high = scaling["low_freq_factor"], scaling["high_freq_factor"]
        waves = scaling["original_max_position_embeddings"] * frequency / (2 * math.pi)  # in that many places
        smooth = (waves - low) / (high - low)
        mixed = (1 - smooth) * frequency / scaling["factor"] + smooth * frequency
        frequency = np.where(waves < low, frequency / scaling["factor"], np.where(waves > high, frequency, mixed))
    angles = np.arange(n)[:, None] * frequency
    cos, sin = np.cos(angles), np.sin(angles)
    turned = []
    for part in np.split(X, count, axis=1):
        a, b = np.split(part, 2, axis=1)
        turned += [a * cos - b * sin, b * cos + a * sin]
    return np.hstack(turned)


def llama(config, w, ids):
    d, eps, inner = config["hidden_size"], config["rms_norm_eps"], config["intermediate_size"]
    count, shared = config["num_attention_heads"], config.get("num_key_value_heads", config["num_attention_heads"])
    width = config.get("head_dim") or d // count
    kind = config["model_type"]
    biased, gemma, act = kind == "qwen2" or config.get("attention_bias"), kind == "gemma", ACTS[config["hidden_act"]]
    E = w.make("model.embed_tokens.weight", config["vocab_size"], d)
    X, found = E[ids] * (math.sqrt(d) if gemma else 1), {"X": [], "A": []}
    X0 = X
    for layer in range(config["num_hidden_layers"]):
        h = f"model.layers.{layer}."

        def norm(X, name):
            weight = w.make(h + name + ".weight", d, mean=0 if gemma else 1)
            return rms_norm(X, weight + 1 if gemma else weight, eps)

        def normed_heads(X, name):
            if kind != "qwen3":
                return X
            weight = w.make(h + name + ".weight", width, mean=1)
            return np.hstack([rms_norm(part, weight, eps) for part in np.split(X, X.shape[1] // width, axis=1)])

        def dense(X, name, o, bias=False):
            Y = X @ w.make(h + name + ".weight", o, X.shape[1]).T
            return Y + w.make(h + name + ".bias", o) if bias else Y

        N = norm(X, "input_layernorm")
        theta, scaling = config.get("rope_theta", 10000.0), config.get("rope_scaling")
        Q = normed_heads(dense(N, "self_attn.q_proj", count * width, biased), "self_attn.q_norm")
        K = normed_heads(dense(N, "self_attn.k_proj", shared * width, biased), "self_attn.k_norm")
        Q, K = rotate(Q, count, theta, scaling), rotate(K, shared, theta, scaling)
        V = dense(N, "self_attn.v_proj", shared * width, biased)
        maps, result = attend(Q, K, V, count, True)
        X = X + dense(result, "self_attn.o_proj", d)
        F = norm(X, "post_attention_layernorm")
        X = X + dense(act(dense(F, "mlp.gate_proj", inner)) * dense(F, "mlp.up_proj", inner), "mlp.down_proj", d)
        found["A"].append(maps)
        found["X"].append(X)
    weight = w.make("model.norm.weight", d, mean=0 if gemma else 1)
    Z = rms_norm(X, weight + 1 if gemma else weight, eps)
    U = E if config.get("tie_word_embeddings") else w.make("lm_head.weight", config["vocab_size"], d)
    return {**found, "X_0": X0, "O": Z @ U.T}
