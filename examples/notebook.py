"""Computes attention with NumPy and draws it with attnviz, in a cell of a notebook or as a program.

    python3 notebook.py        writes notebook.png
"""
import json
import pathlib
import subprocess
import tempfile

import numpy as np


def attention_map(weights, tokens, *options):
    """The PNG of a matrix of weights, as bytes.

    tokens is a list of words, or {"source": keys, "target": queries}; options go to attnviz heatmap.
    """
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        np.save(folder / "weights.npy", weights)
        (folder / "tokens.json").write_text(json.dumps(tokens), encoding="utf-8")
        subprocess.run(["attnviz", "heatmap", "weights.npy", "--tokens", "tokens.json", "-o", "map.png", *options],
                       cwd=folder, check=True)
        return (folder / "map.png").read_bytes()


words = ["The", "dog", "runs"]
X = np.array([[1, 0, 0.5], [0.5, 1, 0], [0, 1.5, 1]])      # a row for each word
scores = X @ X.T / np.sqrt(X.shape[1])
A = np.exp(scores - scores.max(axis=1, keepdims=True))     # softmax along each row
A /= A.sum(axis=1, keepdims=True)

picture = attention_map(A, words)
try:
    from IPython.display import Image, display
    display(Image(picture, width=800))
except ImportError:
    pathlib.Path("notebook.png").write_bytes(picture)
