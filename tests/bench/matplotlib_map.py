# matplotlib_map.py WEIGHTS.tsv OUT.png: the map of one sentence, as people write it.
# The first line of the table holds the words, each of the others its word and its weights.
import sys

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np

with open(sys.argv[1], encoding="utf-8") as file:
    lines = [line.rstrip("\n").split("\t") for line in file]
words = lines[0][1:]
weights = np.array([[float(cell) for cell in line[1:]] for line in lines[1:]])

figure, axes = plt.subplots(figsize=(16, 9))
image = axes.imshow(weights, cmap="viridis", vmin=0, vmax=1)
axes.set_xticks(range(len(words)), words, rotation=45, ha="right")
axes.set_yticks(range(len(words)), words)
axes.set_xlabel("key")
axes.set_ylabel("query")
figure.colorbar(image)
figure.tight_layout()
figure.savefig(sys.argv[2], dpi=100)
