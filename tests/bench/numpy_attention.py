# numpy_attention.py THREADS N …: attention with its weights kept, as NumPy computes it. Prints the
# median time for each n; float32, one head, d_k = 64.
import os
import sys
import time

os.environ["OPENBLAS_NUM_THREADS"] = sys.argv[1]
import numpy as np

D = 64


def attention(q, k, v):
    weights = q @ k.T
    weights *= np.float32(1 / np.sqrt(D))
    weights -= weights.max(-1, keepdims=True)
    np.exp(weights, out=weights)
    weights /= weights.sum(-1, keepdims=True)
    return weights @ v, weights


def median(run):
    run()
    times = []
    start = time.perf_counter()
    while len(times) < 7 or time.perf_counter() - start < 0.2:
        before = time.perf_counter()
        run()
        times.append(time.perf_counter() - before)
    return 1e3 * sorted(times)[len(times) // 2]


random = np.random.default_rng(0)
for n in map(int, sys.argv[2:]):
    q, k, v = (random.standard_normal((n, D), dtype=np.float32) for _ in range(3))
    print(f"attention_{n} {median(lambda: attention(q, k, v)):.4f} ms", flush=True)
