# read_array.py FILE.json|FILE.tsv: reads a matrix as people do in Python.
import json
import sys

import numpy as np

path = sys.argv[1]
if path.endswith(".json"):
    with open(path, encoding="utf-8") as file:
        matrix = np.array(json.load(file)["matrix"], dtype=np.float32)
else:
    matrix = np.loadtxt(path, delimiter="\t", dtype=np.float32)
print(f"{matrix.sum(dtype=np.float64):.3f}")
