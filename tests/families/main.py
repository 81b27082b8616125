"""Models in folders, computed by the program and once more in NumPy: streams, maps and logits."""

import os
import sys
import tempfile

import numpy as np

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "numbers"))
from compare import compare, values  # noqa: E402
from folder import Weights, rounded, write  # noqa: E402
from harness import Report, attnviz, each, strict_json  # noqa: E402
import forward  # noqa: E402

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

# label, forward pass, config, how it is stored
CASES = [
    ("gpt2", forward.gpt2, GPT2, {}),
    ("gpt2 with a head, in two files, F16", forward.gpt2, GPT2, {"prefix": "transformer.", "shards": 2, "kind": "F16"}),
    ("gpt2 with relu", forward.gpt2, {**GPT2, "activation_function": "relu"}, {}),
    ("bert", forward.bert, BERT, {}),
    ("bert with a head, relu", forward.bert, {**BERT, "hidden_act": "relu"}, {"prefix": "bert."}),
    ("bert with gamma and beta", forward.bert, BERT, {"prefix": "bert.", "old": True}),
    ("roberta", forward.roberta, ROBERTA, {"prefix": "roberta."}),
    ("distilbert", forward.distilbert, DISTILBERT, {"prefix": "distilbert."}),
    ("llama", forward.llama, LLAMA, {}),
    ("llama, each head with its keys, tied", forward.llama,
     {**{k: v for k, v in LLAMA.items() if k != "num_key_value_heads"}, "tie_word_embeddings": True}, {}),
    ("llama 3, BF16, in three files", forward.llama, {**LLAMA, "rope_theta": 500000.0, "rope_scaling": LLAMA3},
     {"kind": "BF16", "shards": 3}),
    ("llama with wide heads", forward.llama, {**LLAMA, "head_dim": 6}, {}),
    ("mistral", forward.llama, {**LLAMA, "model_type": "mistral", "num_key_value_heads": 1, "sliding_window": None}, {}),
    ("qwen2", forward.llama, {**LLAMA, "model_type": "qwen2"}, {}),
]

report = Report("families")


def old_names(tensors):
    """As checkpoints of 2018 call the parts of a norm."""
    return {name.replace("LayerNorm.weight", "LayerNorm.gamma").replace("LayerNorm.bias", "LayerNorm.beta"): array
            for name, array in tensors.items()}


def make(number, case):
    label, forward_pass, config, how = case
    how = dict(how)
    weights = Weights(number)
    forward_pass(config, weights, IDS)  # makes the tensors
    kind = how.get("kind", "F32")
    tensors = {name: array for name, array in weights.items()}
    for name in weights:
        weights[name] = rounded(weights[name], kind)
    want = forward_pass(config, weights, IDS)
    if how.pop("old", False):
        tensors = old_names(tensors)
    return write(os.path.join(SCRATCH, str(number)), config, tensors, **how), want


def check(item):
    number, case = item
    folder, want = make(number, case)
    outcome = attnviz("explain", "--format", "json", "--model", folder, "--ids", ",".join(map(str, IDS)))
    if outcome.status != 0:
        return case[0], outcome.message, want
    return case[0], values(strict_json(outcome.stdout.decode("utf-8"))), want


def main():
    for label, got, want in each(check, list(enumerate(CASES))):
        if isinstance(got, str):
            report.check(label, False, got)
        else:
            compare(report, label, got, {name: np.array(value) for name, value in want.items()}, 1e-4)
    report.end()


main()
