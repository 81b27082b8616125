"""Models in folders, computed by the program and once more in NumPy: streams, maps and logits."""

import json
import os
import re
import sys
import tempfile

import numpy as np

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "numbers"))
sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "tokenizer"))
from compare import compare, values  # noqa: E402
from folder import Weights, rounded, write, write_sparse, write_weights  # noqa: E402
from harness import Report, attnviz, each, strict_json  # noqa: E402
from hub import Hub, tokenizers  # noqa: E402
from texts import LEARN  # noqa: E402
import causal  # noqa: E402
import forward  # noqa: E402
import pairs  # noqa: E402
import pictures  # noqa: E402
import spelled  # noqa: E402

SCRATCH = tempfile.mkdtemp(prefix="attnviz-families-")
IDS = [3, 17, 5, 5, 29, 0, 11, 40, 8]

GPT2 = {"model_type": "gpt2", "vocab_size": 50, "n_embd": 12, "n_head": 3, "n_layer": 2, "n_positions": 16,
        "layer_norm_epsilon": 1e-5, "activation_function": "gelu_new"}
BERT = {"model_type": "bert", "vocab_size": 50, "hidden_size": 12, "num_attention_heads": 3, "num_hidden_layers": 2,
        "intermediate_size": 20, "max_position_embeddings": 16, "type_vocab_size": 2, "layer_norm_eps": 1e-12,
        "hidden_act": "gelu"}
ROBERTA = {**BERT, "model_type": "roberta", "type_vocab_size": 1, "layer_norm_eps": 1e-5, "pad_token_id": 1}
DISTILBERT = {"model_type": "distilbert", "vocab_size": 50, "dim": 12, "n_heads": 2, "n_layers": 3, "hidden_dim": 20,
              "max_position_embeddings": 16, "activation": "gelu"}
LLAMA = {"model_type": "llama", "vocab_size": 50, "hidden_size": 16, "num_attention_heads": 4, "num_hidden_layers": 2,
         "num_key_value_heads": 2, "intermediate_size": 24, "rms_norm_eps": 1e-6, "rope_theta": 10000.0,
         "hidden_act": "silu", "tie_word_embeddings": False}
LLAMA3 = {"rope_type": "llama3", "factor": 8.0, "low_freq_factor": 1.0, "high_freq_factor": 4.0,
          "original_max_position_embeddings": 64}

NEOX = {"model_type": "gpt_neox", "vocab_size": 50, "hidden_size": 24, "num_attention_heads": 3, "num_hidden_layers": 2,
        "intermediate_size": 20, "rotary_pct": 0.5, "layer_norm_eps": 1e-5, "hidden_act": "gelu"}
OPT = {"model_type": "opt", "vocab_size": 50, "hidden_size": 12, "num_attention_heads": 3, "num_hidden_layers": 2, "ffn_dim": 20,
       "max_position_embeddings": 16, "activation_function": "relu", "do_layer_norm_before": True, "word_embed_proj_dim": 12}
ALBERT = {**BERT, "model_type": "albert", "embedding_size": 5, "num_hidden_layers": 4, "num_hidden_groups": 1,
          "hidden_act": "gelu_new"}
QWEN3 = {**LLAMA, "model_type": "qwen3", "head_dim": 6}
GEMMA = {**LLAMA, "model_type": "gemma", "head_dim": 6, "hidden_act": "gelu_pytorch_tanh", "num_key_value_heads": 1,
         "tie_word_embeddings": True}

T5 = {"model_type": "t5", "vocab_size": 50, "d_model": 12, "d_ff": 20, "d_kv": 5, "num_heads": 3, "num_layers": 2,
      "relative_attention_num_buckets": 8, "relative_attention_max_distance": 16, "feed_forward_proj": "relu",
      "layer_norm_epsilon": 1e-6, "eos_token_id": 1, "pad_token_id": 0, "decoder_start_token_id": 0,
      "is_encoder_decoder": True}
MARIAN = {"model_type": "marian", "vocab_size": 50, "d_model": 12, "encoder_layers": 2, "encoder_attention_heads": 3,
          "encoder_ffn_dim": 20, "decoder_layers": 1, "decoder_attention_heads": 2, "decoder_ffn_dim": 16,
          "activation_function": "swish", "scale_embedding": True, "eos_token_id": 1, "pad_token_id": 49,
          "decoder_start_token_id": 49, "is_encoder_decoder": True}
VIT = {"model_type": "vit", "hidden_size": 12, "num_attention_heads": 3, "num_hidden_layers": 2, "intermediate_size": 20,
       "image_size": 12, "patch_size": 4, "num_channels": 3, "hidden_act": "gelu", "layer_norm_eps": 1e-12}
WIDE = {"n_embd": 256, "n_head": 4, "vocab_size": 300}  # large enough to be read where they lie in the file
TARGET = [7, 0, 33, 12, 9, 9, 21, 4, 1]
LONG = [(7 * i * i + 3) % 50 for i in range(40)]

# label, forward pass, config, how it is stored; of those that write another text: "target"
CASES = [
    ("gpt2", forward.gpt2, GPT2, {}),
    ("gpt2 with a head, in two files, F16", forward.gpt2, GPT2, {"prefix": "transformer.", "shards": 2, "kind": "F16"}),
    ("gpt2 with relu", forward.gpt2, {**GPT2, "activation_function": "relu"}, {}),
    ("gpt2, wide", forward.gpt2, {**GPT2, **WIDE}, {}),
    ("gpt2, wide, F16", forward.gpt2, {**GPT2, **WIDE}, {"kind": "F16"}),
    ("bert", forward.bert, BERT, {}),
    ("bert with a head, relu", forward.bert, {**BERT, "hidden_act": "relu"}, {"prefix": "bert."}),
    ("bert with gamma and beta", forward.bert, BERT, {"prefix": "bert.", "old": True}),
    ("bert with what it was trained with", forward.masked, BERT, {"prefix": "bert."}),
    ("bert with it, gamma and beta, F16, two files", forward.masked, BERT,
     {"prefix": "bert.", "old": True, "kind": "F16", "shards": 2}),
    ("roberta", forward.roberta, ROBERTA, {"prefix": "roberta."}),
    ("roberta with what it was trained with", forward.masked, ROBERTA, {"prefix": "roberta."}),
    ("roberta, its scores not tied", forward.masked, {**ROBERTA, "tie_word_embeddings": False}, {"prefix": "roberta."}),
    ("distilbert", forward.distilbert, DISTILBERT, {"prefix": "distilbert."}),
    ("distilbert with what it was trained with", forward.masked, {**DISTILBERT, "activation": "relu"},
     {"prefix": "distilbert."}),
    ("llama", forward.llama, LLAMA, {}),
    ("llama, each head with its keys, tied", forward.llama,
     {**{k: v for k, v in LLAMA.items() if k != "num_key_value_heads"}, "tie_word_embeddings": True}, {}),
    ("llama 3, BF16, in three files", forward.llama, {**LLAMA, "rope_theta": 500000.0, "rope_scaling": LLAMA3},
     {"kind": "BF16", "shards": 3}),
    ("llama with wide heads", forward.llama, {**LLAMA, "head_dim": 6}, {}),
    ("llama, wide, BF16", forward.llama, {**LLAMA, "hidden_size": 256, "intermediate_size": 300, "vocab_size": 300},
     {"kind": "BF16"}),
    ("mistral", forward.llama, {**LLAMA, "model_type": "mistral", "num_key_value_heads": 1, "sliding_window": None}, {}),
    ("qwen2", forward.llama, {**LLAMA, "model_type": "qwen2"}, {}),
    ("qwen3", forward.llama, QWEN3, {}),
    ("gemma", forward.llama, GEMMA, {}),
    ("gpt_neox", causal.gpt_neox, NEOX, {}),
    ("gpt_neox, a quarter turned, one after the other", causal.gpt_neox,
     {**{k: v for k, v in NEOX.items() if k != "rotary_pct"}, "use_parallel_residual": False}, {}),
    ("gpt_neox, all turned, F16", causal.gpt_neox, {**NEOX, "rotary_pct": 1.0}, {"kind": "F16"}),
    ("opt", causal.opt, OPT, {}),
    ("opt, norms behind, narrow words", causal.opt, {**OPT, "do_layer_norm_before": False, "word_embed_proj_dim": 8}, {}),
    ("t5", pairs.t5, T5, {"target": TARGET}),
    ("t5, gated, untied, another decoder, far apart", pairs.t5,
     {**T5, "feed_forward_proj": "gated-gelu", "tie_word_embeddings": False, "num_decoder_layers": 1},
     {"target": LONG, "sentence": LONG}),
    ("marian", pairs.marian, MARIAN, {"target": TARGET}),
    ("marian, narrow words", pairs.marian, {**MARIAN, "scale_embedding": False}, {"target": TARGET, "kind": "BF16"}),
    ("vit", pictures.vit, VIT, {}),
    ("vit with classes", pictures.vit, {**VIT, "classes": 7}, {}),
    ("vit, patches of odd width, its own mean", pictures.vit,
     {**VIT, "patch_size": 3, "image_mean": [0.4, 0.5, 0.6], "image_std": [0.2, 0.3, 0.25]}, {"kind": "F16"}),
    ("albert", forward.albert, ALBERT, {"prefix": "albert."}),
    ("albert with two groups", forward.albert, {**ALBERT, "num_hidden_groups": 2}, {}),
    ("albert with what it was trained with", forward.masked, ALBERT, {"prefix": "albert."}),
]

report = Report("families")


def old_names(tensors):
    """As checkpoints of 2018 call the parts of a norm."""
    return {name.replace("LayerNorm.weight", "LayerNorm.gamma").replace("LayerNorm.bias", "LayerNorm.beta"): array
            for name, array in tensors.items()}


def texts_of(config, how):
    """The numbers of the text that is read, and of the one that is written; of a picture its pixels."""
    if "image_size" in config:
        return [pictures.pixels(config["image_size"])]
    return [how.get("sentence", IDS)] + ([how["target"]] if "target" in how else [])


def make(number, case):
    label, forward_pass, config, how = case
    weights = Weights(number)
    texts = texts_of(config, how)
    how = {key: value for key, value in how.items() if key not in ("sentence", "target")}
    forward_pass(config, weights, *texts)  # makes the tensors
    kind = how.get("kind", "F32")
    tensors = {name: array for name, array in weights.items()}
    for name in weights:
        weights[name] = rounded(weights[name], kind)
    want = forward_pass(config, weights, *texts)
    if how.pop("old", False):
        tensors = old_names(tensors)
    prepares = {key: value for key, value in config.items() if key in ("image_mean", "image_std")}
    if prepares:  # stands in a file of its own
        config = {key: value for key, value in config.items() if key not in prepares}
        how["files"] = {"preprocessor_config.json": prepares}
    return write(os.path.join(SCRATCH, str(number)), config, tensors, **how), want


def check(item):
    number, case = item
    folder, want = make(number, case)
    texts = texts_of(case[2], case[3])
    asked = [part for option, ids in zip(("--ids", "--target-ids"), texts) for part in (option, ",".join(map(str, ids)))]
    if "image_size" in case[2]:
        picture = os.path.join(folder, "picture.png")
        pictures.write_png(picture, texts[0])
        asked = ["--input", "picture=" + picture]
    outcome = attnviz("explain", "--format", "json", "--model", folder, *asked)
    if outcome.status != 0:
        return case[0], outcome.message, want
    return case[0], values(strict_json(outcome.stdout.decode("utf-8"))), want


# ---- what a model writes by itself ----


def write_greedily(forward_pass, config, weights, never):
    """The largest number of the last row, again and again, up to the end or 40 pieces."""
    written = []
    while len(written) < 40 and config["eos_token_id"] not in written:
        scores = np.array(forward_pass(config, weights, IDS, [*written, 2])["O"][-1])  # the open place is not read
        if never is not None:
            scores[never] = -np.inf
        written.append(int(scores.argmax()))
    return written


def check_writing():
    for name, forward_pass, config in (("t5", pairs.t5, T5), ("marian", pairs.marian, MARIAN)):
        for seed in range(3):
            weights = Weights(100 + seed)
            never = config["pad_token_id"] if name == "marian" else None
            if never is not None:  # what is never written has the largest score
                weights.make("final_logits_bias", 1, config["vocab_size"])
                weights["final_logits_bias"][0, never] += 50
            if seed:  # one that ends
                endless = write_greedily(forward_pass, {**config, "eos_token_id": -1}, weights, never)
                config = {**config, "eos_token_id": endless[seed]}
            want = write_greedily(forward_pass, config, weights, never)
            folder = write(os.path.join(SCRATCH, f"{name}-writes-{seed}"), config, dict(weights))
            outcome = attnviz("explain", "--format", "json", "--only", "target", "--model", folder, "--ids",
                              ",".join(map(str, IDS)))
            data = strict_json(outcome.stdout.decode("utf-8"))["values"]["target"]["data"] if outcome.status == 0 else outcome
            got = [int(number) - 1 for number in data] if outcome.status == 0 else outcome.message
            report.check(f"{name} {seed} writes {len(want)} pieces", got == want, f"{got} instead of {want}")


CONTINUING = [("gpt2", forward.gpt2, {**GPT2, "n_positions": 60}), ("gpt2, wide", forward.gpt2, {**GPT2, **WIDE, "n_positions": 60}),
              ("llama", forward.llama, LLAMA),
              ("gpt_neox", causal.gpt_neox, NEOX), ("opt", causal.opt, {**OPT, "max_position_embeddings": 60}),
              ("qwen3", forward.llama, QWEN3), ("gemma", forward.llama, GEMMA)]


def continue_greedily(forward_pass, config, weights, ends):
    """The pieces that follow IDS, up to one that ends the text, or 40."""
    written = []
    while len(written) < 40 and not set(ends) & set(written):
        written.append(int(np.array(forward_pass(config, weights, [*IDS, *written])["O"][-1]).argmax()))
    return written


def check_continuing():
    """Without an end, with one, and with one of several."""
    for name, forward_pass, config in CONTINUING:
        weights = Weights(7)
        endless = continue_greedily(forward_pass, config, weights, [])
        for label, end in (("endless", None), ("one end", endless[3]), ("two ends", [49, endless[2]])):
            ends = end if isinstance(end, list) else [] if end is None else [end]
            want = [*IDS, *continue_greedily(forward_pass, config, weights, ends)]
            folder = write(os.path.join(SCRATCH, f"{name}-{label}".replace(" ", "-")),
                           config if end is None else {**config, "eos_token_id": end}, dict(weights))
            outcome = attnviz("generate", folder + "/", "--format", "json", "--ids", ",".join(map(str, IDS)))
            got = outcome.message
            if outcome.status == 0:
                grown = strict_json(outcome.stdout.decode("utf-8"))["sentences"][0]["grown"][0]
                got = [*IDS, *(int(word["word"][1:]) for word in grown["words"])]
            report.check(f"{name} continues, {label}", got == want, f"{got} instead of {want}")


def check_generated():
    """A text in, a text out: the pieces written, joined again."""
    tokenizer = tokenizers(LEARN)["sentencepiece"]
    pieces = [piece for piece, _ in tokenizer["model"]["vocab"]]
    config, weights = {**T5, "vocab_size": len(pieces) + 3}, Weights(5)
    ids = Hub(tokenizer).ids(TEXTS[0])
    written = []
    while len(written) < 40:
        written.append(int(pairs.t5(config, weights, ids, [*written, 2])["O"][-1].argmax()))
    folder = write(os.path.join(SCRATCH, "t5-text"), config, dict(weights), files={"tokenizer.json": tokenizer})
    outcome = attnviz("generate", folder + "/", "--sentence", TEXTS[0])
    got = outcome.stdout.decode("utf-8").strip()
    want = "".join(pieces[i] if i < len(pieces) else f"#{i}" for i in written).replace("▁", " ").strip()
    report.check("t5 writes a text", got == want and 1 not in written, f"{outcome} instead of {want}")
    # where work ends too early, what was written by then is there
    works = (int(4e6 * 1.2**k) for k in range(40))
    ended = (attnviz("generate", folder + "/", "--sentence", TEXTS[0], "--work", str(work)) for work in works)
    begun = next((one for one in ended if one.stdout and one.status == 1 and b"--work" in one.stderr), None)
    report.check("t5 writes it as it comes", begun and want.startswith(begun.stdout.decode("utf-8").strip()) and
                 len(begun.stdout.strip()) > 2, f"{begun} beside {want}")


# ---- heads ----

HEADS = [("gpt2", forward.gpt2, {**GPT2, "n_positions": 60}, {}), ("llama", forward.llama, LLAMA, {}),
         ("bert", forward.bert, {**BERT, "max_position_embeddings": 60}, {}), ("t5", pairs.t5, T5, {"target": TARGET})]


def measured(A, ids, causal):
    """What is measured of a map whose rows are its columns, and the same of one that looks evenly."""
    n = len(A)
    seen = np.tril(np.ones((n, n))) if causal else np.ones((n, n))
    even = seen / seen.sum(axis=1, keepdims=True)
    i, j = np.indices((n, n))
    before = np.array([[k > 0 and k <= row and ids[k - 1] == ids[row] for k in range(n)] for row in range(n)])
    found = []
    for M in (A, even):
        rows = seen.sum(axis=1) > 1
        entropy = -np.sum(np.where(M > 0, M * np.log(np.where(M > 0, M, 1)), 0), axis=1)
        one = {"entropy": entropy[rows].mean(), "back": (M * abs(i - j)).sum(axis=1)[rows].mean(),
               "first": M[rows, 0].mean(), "itself": np.diagonal(M)[rows].mean(),
               "previous": np.diagonal(M, -1).mean()}
        if before.any():
            one["induction"] = (M * before).sum(axis=1)[before.any(axis=1)].mean()
        found.append(one)
    return found


def check_heads():
    """All measures of all heads, on the text and on the random pieces that are read twice."""
    for name, forward_pass, config, more in HEADS:
        weights = Weights(3)
        target = more.get("target")
        texts = [IDS] + ([target] if target else [])
        want = forward_pass(config, weights, *texts)
        folder = write(os.path.join(SCRATCH, "heads-" + name), config, dict(weights))
        options = ["--ids", ",".join(map(str, IDS))] + (["--target-ids", ",".join(map(str, target))] if target else [])
        outcome = attnviz("heads", "--model", folder, "--format", "json", *options)
        if outcome.status != 0:
            report.check(f"heads of {name}", False, outcome.message)
            continue
        result = strict_json(outcome.stdout.decode("utf-8"))
        twice = result["repeated"]["ids"]
        half = len(twice) // 2
        report.check(f"heads of {name}: different pieces, read twice",
                     half == 25 == len(set(twice)) and twice[:half] == twice[half:], str(twice))
        again = forward_pass(config, weights, twice, *texts[1:])
        causal_maps, count = name in ("gpt2", "llama"), len(want["A"][0])
        sides = {(head["name"][0], head["rows"], head["columns"]) for head in result["heads"]}
        report.check(f"heads of {name}: sides", len(sides) == (3 if target else 1), str(sides))
        for head in (head for head in result["heads"] if head["name"][0] == "A"):
            layer, number = (int(part) - 1 for part in head["name"][3:-1].split(","))
            both = [measured(np.array(maps["A"][layer][number]), ids, causal_maps) for maps, ids in ((want, IDS), (again, twice))]
            expected = [{**both[0][k], "induction": both[1][k]["induction"]} for k in range(2)]
            far = [key for key in expected[0] if abs(head[key] - expected[0][key]) > 1e-4 or
                   abs(head["evenly"][key] - expected[1][key]) > 1e-6]
            report.check(f"head {head['name']} of {name}, {count} in a layer", not far, f"{far}: {head} instead of {expected}")


def check_heads_by_words():
    """The previous word, and the row's own: their pieces are one place."""
    tokenizer = tokenizers(LEARN)["sentencepiece"]
    pieces, text = [piece for piece, _ in tokenizer["model"]["vocab"]], "Le petit chat noir mange le fromage."
    ids, config, weights = Hub(tokenizer).ids(text), {**T5, "vocab_size": len(pieces) + 3}, Weights(6)
    want = pairs.t5(config, weights, ids, TARGET)
    folder = write(os.path.join(SCRATCH, "t5-words"), config, dict(weights), files={"tokenizer.json": tokenizer})
    word = np.cumsum([i == 0 or pieces[k].startswith("▁") or pieces[k] == "</s>" for i, k in enumerate(ids)]) - 1
    far = word[:, None] - word[None, :]
    shares = {"previous": far == 1, "itself": far == 0, "first": np.broadcast_to(word == 0, far.shape), "back": abs(far)}
    outcome = attnviz("heads", "--model", folder, "--format", "json", "--words", "--sentence", text, "--target-ids",
                      ",".join(map(str, TARGET)))
    heads = strict_json(outcome.stdout.decode("utf-8"))["heads"] if outcome.status == 0 else []
    report.check("heads of t5 by words", len(set(word)) < len(word) and len(heads) > 6 and outcome.status == 0, outcome)
    for head in (head for head in heads if head["name"][0] == "A"):
        layer, number = (int(part) - 1 for part in head["name"][3:-1].split(","))
        A = np.array(want["A"][layer][number])
        rows = {name: shares[name].any(axis=1) if name == "previous" else np.ones(len(A), bool) for name in shares}
        wrong = {name: (head[name], (A * share).sum(axis=1)[rows[name]].mean()) for name, share in shares.items()
                 if abs(head[name] - (A * share).sum(axis=1)[rows[name]].mean()) > 1e-4}
        report.check(f"head {head['name']} of t5, by words", not wrong, str(wrong))


# ---- what a model would do otherwise ----

OTHERWISE = [("gpt2", forward.gpt2, GPT2, "n_layer"), ("llama", forward.llama, LLAMA, "num_hidden_layers"),
             ("gpt_neox", causal.gpt_neox, NEOX, "num_hidden_layers"), ("opt", causal.opt, OPT, "num_hidden_layers"),
             ("gemma", forward.llama, GEMMA, "num_hidden_layers"), ("bert", forward.bert, BERT, None),
             ("roberta", forward.masked, ROBERTA, "num_hidden_layers")]


def exchanged(forward_pass, config, weights, of):
    forward.Exchange.of, forward.Exchange.layer = of, 0
    result = forward_pass(config, weights, IDS)
    forward.Exchange.of = None
    return result


def asked(folder, *options):
    """The values of a model, read by the program."""
    outcome = attnviz("explain", "--format", "json", "--model", folder, "--ids", ",".join(map(str, IDS)), *options)
    return values(strict_json(outcome.stdout.decode("utf-8"))) if outcome.status == 0 else outcome.message


def check_otherwise():
    """Heads left out and exchanged; the scores that each layer would give; attention rolled out (Abnar and Zuidema)."""
    for name, forward_pass, config, layers in OTHERWISE:
        weights = Weights(11)
        plain = exchanged(forward_pass, config, weights, None)
        folder = write(os.path.join(SCRATCH, "otherwise-" + name), config, dict(weights))
        cases = {
            "without a head": (["--without", "A_{2,1}"], lambda l, j, A: 0 * A if (l, j) == (1, 0) else A),
            "without a layer of heads": (["--without", "A_{1,j} = 0 A_{1,j}"], lambda l, j, A: 0 * A if l == 0 else A),
            "two heads": (["--without", "A_{1,2}", "--without", "A_{2,1} = 0.5 A_{2,1} + 0.25 A_{2,1}"],
                          lambda l, j, A: 0 * A if (l, j) == (0, 1) else 0.75 * A if (l, j) == (1, 0) else A)}
        for label, (options, of) in cases.items():
            want = exchanged(forward_pass, config, weights, of)
            got = asked(folder, *options)
            if isinstance(got, str):
                report.check(f"{name} {label}", False, got)
                continue
            wanted = {key: np.array(value) for key, value in want.items()}
            compare(report, f"{name} {label}", got, wanted, 1e-4)
            if layers:
                report.check(f"{name} {label}: another prediction", np.abs(np.array(want["O"]) - plain["O"]).max() > 0.01, "")
        others = [*IDS[:3], 44, 2, *IDS[5:]]
        got = asked(folder, "--other-ids", ",".join(map(str, others)), "--patch", "X_1")
        if isinstance(got, str):
            report.check(f"{name} patched by another text", False, got)
        else:  # all that is behind the first layer is that of the other text
            want = forward_pass(config, weights, others)
            wanted = {"X": want["X"], "X_0": plain["X_0"]}
            compare(report, f"{name} patched by another text", got,
                    {key: np.array(value) for key, value in {**wanted, **({"O": want["O"]} if layers else {})}.items()}, 1e-4)
        formulas = ["--formula", "rolled = rollout()"]
        wanted = {"rolled": np.eye(len(IDS))}
        for maps in plain["A"]:
            wanted["rolled"] = (np.mean(maps, axis=0) + np.eye(len(IDS))) / 2 @ wanted["rolled"]
        if layers:
            formulas += ["--formula", "first = lens(X_1)", "--formula", "last = lens(X_L)"]
            wanted["first"] = np.array(forward_pass({**config, layers: 1}, weights, IDS)["O"])
            wanted["last"] = np.array(plain["O"])
        got = asked(folder, *formulas)
        if isinstance(got, str):
            report.check(f"{name} rolled out, and its layers read", False, got)
        else:
            compare(report, f"{name} rolled out, and its layers read", got, wanted, 1e-4)


def check_picture_lens():
    """What ViT says after each layer: the row of [CLS], read as after the last one."""
    for name, config in (("vit", VIT), ("vit with classes", {**VIT, "classes": 7})):
        weights, image = Weights(12), pictures.pixels(VIT["image_size"])
        last = pictures.vit(config, weights, image)["O"]
        first = pictures.vit({**config, "num_hidden_layers": 1}, weights, image)["O"]
        folder = write(os.path.join(SCRATCH, "lens-" + name.replace(" ", "-")), config, dict(weights))
        pictures.write_png(os.path.join(folder, "picture.png"), image)
        outcome = attnviz("explain", "--format", "json", "--model", folder, "--input", f"picture={folder}/picture.png",
                          "--formula", "first = lens(X_1)", "--formula", "last = lens(X_L)", "--only", "first,last")
        got = values(strict_json(outcome.stdout.decode("utf-8"))) if outcome.status == 0 else {}
        near = {key: key in got and np.abs(np.array(got[key])[0] - want).max() < 1e-4 for key, want in (("first", first), ("last", last))}
        report.check(f"{name} read after each layer", near == {"first": True, "last": True}, f"{near} {outcome.message}")


# ---- weights that may be missing ----

LACKS = {"attnviz": 1, "title": "Left out", "weights": "lacks.safetensors", "sequences": {"rows": 2}, "indices": {"i": "rows"},
         "given": {"A": {"weights": "A", "transposed": False}, "B": {"weights": "B", "or": None}},
         "define": {"f(x)": "x B"},
         "steps": [{"compute": "y = 2 A"}, {"compute": ["z = y + 1", "v = f(A)"]}, {"compute": "u = 2 v"},
                   {"for": "i", "steps": [{"compute": "w_i = A_i"}, {"say": "{=B_1}", "compute": "t_i = 2 A_i"}]},
                   {"compute": "x = 3 A", "table": ["A_1", "B"]}, {"compute": "last = 4 A", "check": "last_{1,1} == 4"}]}


def check_left_out():
    """Steps that need, or say, what no tensor gives are left out, with what is made of them."""
    folder = os.path.join(SCRATCH, "lacks")
    os.makedirs(folder)
    path, tensors = os.path.join(folder, "lesson.json"), {"A": np.eye(2, dtype=np.float32), "B": np.ones(2, np.float32)}
    with open(path, "w", encoding="utf-8") as file:
        json.dump(LACKS, file)
    for there, makes in ((True, "last t u v w x y z"), (False, "last w y")):
        write_weights(os.path.join(folder, "lacks.safetensors"), {name: tensors[name] for name in "AB"[:1 + there]})
        outcome = attnviz("explain", "--format", "json", path)
        result = strict_json(outcome.stdout.decode("utf-8")) if outcome.status == 0 else {}
        made = sorted(set(result.get("values", {})) - {"A", "B", "rows"})
        report.check(f"what a tensor makes, there: {there}", made == makes.split(), f"{made} {outcome.message}")
    for options, fault in ((["--only", "u"], "u is not there: "), (["--only", "B"], "B is not there: "),
                           (["--formula", "g = f(A)", "--only", "y"], "B is not there: "), (["--save", "t_1=o.npy"], "t is not there: "),
                           (["--set", "B = 2"], "")):
        outcome = attnviz("explain", path, *options)
        reason = f"{fault}{folder}/lacks.safetensors holds no 'B'" if fault else ""
        report.check(f"asked for {options}", outcome.status in (1, 2) and reason in outcome.message, outcome)


def check_gaps():
    """The guess for a gap, named by its piece; the same model without the head says why there is none."""
    pieces = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "the", "cat", "sat"] + [f"w{i}" for i in range(42)]
    weights, files = Weights(21), {"vocab.txt": "\n".join(pieces) + "\n"}
    ids = [2, 5, 4, 7, 3]
    forward.bert(BERT, weights, ids)
    bare = write(os.path.join(SCRATCH, "gaps-bare"), BERT, dict(weights), prefix="bert.", files=files)
    guess = pieces[forward.masked(BERT, weights, ids)["O"][2].argmax()]
    whole = write(os.path.join(SCRATCH, "gaps"), BERT, dict(weights), prefix="bert.", files=files)
    outcome = attnviz("explain", "--model", whole, "--sentence", "The [MASK] sat")
    row = re.search(r"^ *\[MASK\] +(\S+) +0\.[0-9]+$", outcome.stdout.decode("utf-8"), re.M)
    report.check("the guess for a gap", row and row[1] == guess, f"{row} instead of {guess}; {outcome}")
    outcome = attnviz("explain", "--model", bare, "--sentence", "The [MASK] sat")
    report.check("no guess without the head", outcome.status == 0 and b"argmax" not in outcome.stdout, outcome)
    outcome = attnviz("explain", "--model", bare, "--only", "O")
    report.check("and why", "O is not there: " in outcome.message and "holds no 'cls.predictions.transform.dense.weight'"
                 in outcome.message, outcome)


# ---- tokenizers in all their files ----

TEXTS = ["The cat sat on the mat.", "She didn't give him the book; L'homme!", "Ünïcödé 猫 😀  two blanks", "A <mask> here</s>"]


def older(file):
    """vocab.json and merges.txt of a tokenizer of bytes, vocab.txt of WordPiece."""
    vocabulary = file["model"]["vocab"]
    if file["model"]["type"] == "WordPiece":
        return {"vocab.txt": "".join(piece + "\n" for piece in vocabulary)}
    return {"vocab.json": vocabulary,
            "merges.txt": "#version: 0.2\n" + "".join(" ".join(pair) + "\n" for pair in file["model"]["merges"])}


def read_texts(name, file, files):
    """The numbers of the pieces of all texts, as a small model with this tokenizer reads them."""
    count = max([*file["model"]["vocab"].values()]) + 1
    config = {**GPT2, "vocab_size": count + 3, "n_positions": 80}
    weights = Weights(1)
    forward.gpt2(config, weights, [0, 1])
    folder = write(os.path.join(SCRATCH, name), config, weights, files=files)
    found = []
    for text in TEXTS:
        outcome = attnviz("explain", "--format", "json", "--only", "sentence", "--model", folder, "--sentence", text)
        if outcome.status != 0:
            return outcome.message
        data = strict_json(outcome.stdout.decode("utf-8"))["values"]["sentence"]["data"]
        found.append([int(number) - 1 for number in data])
    return found


def check_tokenizers():
    known = tokenizers(LEARN)
    for name in ("gpt2", "roberta", "bert", "bert-cased", "llama2", "llama3"):
        want = [Hub(known[name]).ids(text) for text in TEXTS]
        kinds = {"tokenizer.json": {"tokenizer.json": known[name]}}
        if name in ("gpt2", "roberta", "bert", "bert-cased"):
            kinds["older files"] = older(known[name])
        if name == "bert-cased":
            kinds["older files"]["tokenizer_config.json"] = {"do_lower_case": False}
        for kind, files in kinds.items():
            got = read_texts(f"{name}-{kind}", known[name], files)
            report.check(f"pieces of {name}, {kind}", got == want, f"{got} instead of {want}")


# ---- memory ----


def llama_shapes(config):
    """Its tensors, as a folder has them."""
    wide, inner, words = config["hidden_size"], config["intermediate_size"], config["vocab_size"]
    keys = wide // config["num_attention_heads"] * config["num_key_value_heads"]
    shapes = {"model.embed_tokens.weight": [words, wide], "model.norm.weight": [wide], "lm_head.weight": [words, wide]}
    for layer in range(config["num_hidden_layers"]):
        rows = {"self_attn.q_proj": [wide, wide], "self_attn.k_proj": [keys, wide], "self_attn.v_proj": [keys, wide],
                "self_attn.o_proj": [wide, wide], "mlp.gate_proj": [inner, wide], "mlp.up_proj": [inner, wide],
                "mlp.down_proj": [wide, inner], "input_layernorm": [wide], "post_attention_layernorm": [wide]}
        shapes.update({f"model.layers.{layer}.{name}.weight": shape for name, shape in rows.items()})
    return shapes


def check_memory():
    """Weights are read as they lie in the file: 10 MB of numbers need no 10 MB. One that is asked for is made, if it may."""
    config = {**LLAMA, "vocab_size": 900, "hidden_size": 256, "num_hidden_layers": 3, "num_key_value_heads": 4,
              "intermediate_size": 2000}
    folder = write_sparse(os.path.join(SCRATCH, "memory"), config, llama_shapes(config))
    for asked, memory, fits in (("O", "3M", True), ("W_{1,1}", "3M", False), ("W_{1,1}", "9M", True)):
        outcome = attnviz("explain", "--model", folder, "--ids", "1,2,3", "--only", asked, "--memory", memory)
        figures = re.search("needs 2 MiB of memory.* and the budget is 3 MiB: --memory .* allows it", outcome.message)
        report.check(f"{asked} within {memory}", outcome.status == 0 if fits else outcome.status == 1 and figures, outcome)


def main():
    check_memory()
    check_tokenizers()
    spelled.check_families(report, SCRATCH, LLAMA, GEMMA, ROBERTA, ALBERT, T5)
    spelled.check_marian(report, SCRATCH, MARIAN)
    check_writing()
    check_generated()
    check_continuing()
    check_heads()
    check_heads_by_words()
    check_otherwise()
    check_picture_lens()
    check_left_out()
    check_gaps()
    for label, got, want in each(check, list(enumerate(CASES))):
        if isinstance(got, str):
            report.check(label, False, got)
        else:
            compare(report, label, got, {name: np.array(value) for name, value in want.items()}, 1e-4)
    report.end()


main()
