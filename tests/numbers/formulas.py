"""Every function and operator of the language, and its gradient, each in a lesson of one formula."""

import math
import re

import numpy as np

from compare import compare, derivative, differs, each, explain, layer_norm, sigmoid, softmax, values

erf = np.vectorize(math.erf)


def gelu(x):
    return 0.5 * x * (1 + erf(x / math.sqrt(2)))


def gelu_new(x):
    return 0.5 * x * (1 + np.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x**3)))


def rms_norm(X, γ=1.0, ε=1e-5):
    return X / np.sqrt((X**2).mean(-1, keepdims=True) + ε) * γ


def entropy(p):
    return -np.sum(np.where(p > 0, p * np.log(np.where(p > 0, p, 1)), 0), axis=-1)


def causal(S):
    return np.where(np.tri(*S.shape), S, -np.inf)


def masked(S, M):
    return np.where(M, S, -np.inf)


def one_hot(y, n):
    return np.eye(n)[y - 1]


def sample(p, u):
    return np.array([1 + np.argmax(np.cumsum(p) > draw) for draw in u])


def patches(P, w, k, s, h=None):
    if h:
        return np.vstack([patches(frame, w, k, s) for frame in np.split(P, len(P) // (w * h))])
    c, b = P.shape[1], (k - s) // 2
    picture = np.pad(P.reshape(-1, w, c), ((b, b), (b, b), (0, 0)))
    windows = np.lib.stride_tricks.sliding_window_view(picture, (k, k), (0, 1))[::s, ::s]
    return np.moveaxis(windows, 2, -1).reshape(-1, k * k * c)


def pool(P, w, k):
    c = P.shape[1]
    return P.reshape(-1, k, w // k, k, c).max((1, 3)).reshape(-1, c)


def frames(x, n, h):
    rows = x.reshape(len(x), -1)
    return np.array([rows[i:i + n].ravel() for i in range(0, len(rows) - n + 1, h)])


def attention(Q, K, V, M=None):
    S = Q @ K.T / math.sqrt(K.shape[1])
    return softmax(S if M is None else masked(S, M)) @ V


def cos_sim(x, y):
    return x @ y / math.sqrt(x @ x) / math.sqrt(y @ y)


# a, b: numbers; x, y, p: 5; u, w: 4; X, Y, P: 4×5; Z: 5×3; S: 4×4; T: 4×6. P and p are positive.
FORMULAS = {
    # numbers and how tightly operators bind
    "a + b - 2": "a + b - 2", "2 - a - b": "(2 - a) - b", "-a^2": "-(a**2)", "a / b / 2": "a / b / 2",
    "2 a b": "2 * a * b", "a^-1": "1 / a", "a^{b + 1}": "a**(b + 1)", "√p^2": "p", "2^-p": "2**-p",
    "√(a / b)": "np.sqrt(a / b)", "sqrt(p)": "np.sqrt(p)", "√2 a": "math.sqrt(2) * a",
    "a π": "a * math.pi",
    "-x + y": "-x + y", "(a + b) x": "(a + b) * x", "a < b": "float(a < b)", "x <= y": "x <= y",
    "x ≥ 0": "x >= 0", "x > y": "x > y", "Y == Y": "np.ones((4, 5))", "1e-3 x": "0.001 * x",
    # elementwise
    "x ⊙ y / a": "x * y / a", "x * y": "x * y", "x / p": "x / p", "x ⊙ y ⊙ p": "x * y * p",
    "X + x": "X + x", "X - x": "X - x", "x - X": "x - X", "X ⊙ x": "X * x", "X / p": "X / p",
    "X^2": "X**2", "P^0.5": "P**0.5", "P^a": "P**a", "2^X": "2**X", "1 / P": "1 / P",
    "(X' + w)'": "X + w[:, None]",
    "exp(X)": "np.exp(X)", "log(P)": "np.log(P)", "abs(X)": "np.abs(X)", "sin(X)": "np.sin(X)",
    "cos(X)": "np.cos(X)", "tanh(X)": "np.tanh(X)", "σ(X)": "sigmoid(X)", "sigma(x)": "sigmoid(x)",
    "relu(X)": "np.maximum(X, 0)", "gelu(X)": "gelu(X)", "gelu(a)": "gelu(a)",
    "floor(X)": "np.floor(X)",
    "min(X, Y)": "np.minimum(X, Y)", "max(x, y)": "np.maximum(x, y)",
    "max(X, 0.2)": "np.maximum(X, 0.2)",
    # products
    "x y": "x @ y", "x · y": "x @ y", "xᵀ y": "x @ y", "x^T y": "x @ y", "X x": "X @ x", "w X": "w @ X",
    "X Z": "X @ Z", "X Yᵀ": "X @ Y.T", "X Y'": "X @ Y.T", "X' Y": "X.T @ Y", "w X x": "w @ X @ x",
    "2 X Z": "2 * X @ Z", "X Z / 2": "X @ Z / 2", "X · Z": "X @ Z", "wᵀ X Z": "w @ X @ Z",
    "outer(w, x)": "np.outer(w, x)",
    # joined and stacked
    "[x ; w]": "np.concatenate([x, w])", "[X ; S]": "np.hstack([X, S])",
    "[a, b, 2]": "np.array([a, b, 2])",
    "[x, y]": "np.stack([x, y])", "[x ; [a, b]]": "np.concatenate([x, [a, b]])",
    "[X ; Y ; X]": "np.hstack([X, Y, X])",
    # along a vector or each row
    "softmax(x)": "softmax(x)", "softmax(X)": "softmax(X)", "softmax(100 X)": "softmax(100 * X)",
    "sum(x)": "x.sum()", "sum(X)": "X.sum(-1)", "mean(x)": "x.mean()", "mean(X)": "X.mean(-1)",
    "var(x)": "x.var()", "var(X)": "X.var(-1)", "max(x)": "x.max()", "max(X)": "X.max(-1)",
    "entropy(p)": "entropy(p)", "entropy(P)": "entropy(P)", "entropy(one_hot(2, 5))": "0.0",
    "argmax(x)": "1 + x.argmax()", "argmax(X)": "1 + X.argmax(-1)", "sum(Xᵀ)": "X.sum(0)",
    # whole
    "norm(x)": "np.sqrt(x @ x)", "norm(X)": "np.sqrt((X * X).sum())", "width(X)": "5", "width(x)": "5",
    "height(X)": "4",
    # choose
    "X_2": "X[1]", "X_{2,3}": "X[1, 2]", "x_4": "x[3]", "row(X, 3)": "X[2]", "row(Xᵀ, g)": "X.T[g - 1]",
    "pick(x, 2)": "x[1]", "pick(X, g)": "X[np.arange(4), g - 1]", "one_hot(3, 5)": "one_hot(3, 5)",
    "one_hot(g, 5)": "one_hot(g, 5)", "sample(p / sum(p), u)": "sample(p / p.sum(), u)",
    "softmax(mask(S))": "softmax(causal(S))", "mask(S)": "causal(S)",
    "mask(X, X < 0.9995)": "masked(X, X < 0.9995)",
    "softmax(mask(X, X < 0.9995))": "softmax(masked(X, X < 0.9995))",
    # through windows
    "patches(X, 2, 3, 1)": "patches(X, 2, 3, 1)", "patches(X, 2, 2, 2)": "patches(X, 2, 2, 2)",
    "patches(X, 2, 4, 2)": "patches(X, 2, 4, 2)", "patches(X, 1, 5, 1)": "patches(X, 1, 5, 1)",
    "patches(S, 4, 3, 1)": "patches(S, 4, 3, 1)", "patches(X, 1, 3, 1, 2)": "patches(X, 1, 3, 1, 2)",
    "patches(X, 2, 3, 1, 1)": "patches(X, 2, 3, 1, 1)", "pool(X, 2, 2)": "pool(X, 2, 2)",
    "pool(T, 4, 1)": "T", "frames(x, 3, 2)": "frames(x, 3, 2)", "frames(x, 2, 1)": "frames(x, 2, 1)",
    "frames(Z, 2, 1)": "frames(Z, 2, 1)", "frames(Z, 2, 3)": "frames(Z, 2, 3)",
    # indices
    "Σ_i w_i X_i": "w @ X", "Σ_i i w_i": "np.arange(1, 5) @ w", "Sigma_i w_i": "w.sum()",
    "2 Σ_i w_i + 1": "2 * w.sum() + 1", "Σ_i Σ_j X_{i,j}": "X.sum()", "Σ_i w_i / 2": "(w / 2).sum()",
    "concat_h(softmax(split_h(T)))": "np.hstack([softmax(T[:, :3]), softmax(T[:, 3:])])",
    "concat_h(h split_h(T))": "np.hstack([T[:, :3], 2 * T[:, 3:]])",
    # functions written as formulas
    "attention(X, Y, S)": "attention(X, Y, S)",
    "attention(X, Y, S, S < 0.9995)": "attention(X, Y, S, S < 0.9995)",
    "layer_norm(X)": "layer_norm(X)", "layer_norm(X, x, y)": "layer_norm(X, x, y)",
    "layer_norm(X, x, y, 0.1)": "layer_norm(X, x, y, 0.1)", "gelu_new(X)": "gelu_new(X)",
    "rms_norm(X, x)": "rms_norm(X, x)", "rms_norm(X, x, 0.1)": "rms_norm(X, x, 0.1)",
    "silu(X)": "X * sigmoid(X)", "cos_sim(x, y)": "cos_sim(x, y)",
    "cross_entropy(softmax(X), g)": "-np.log(softmax(X)[np.arange(4), g - 1]).mean()",
}
DIFFERENTIATED = ["a", "b", "p", "w", "x", "P", "S", "T", "X", "Y", "Z", "y"]


def draw(seed):
    """Numbers for all names, as the program will read them (float32)."""
    random = np.random.default_rng(seed)
    v = {"a": random.uniform(0.5, 2), "b": random.uniform(0.5, 2), "p": random.uniform(0.1, 1, 5),
         "u": random.uniform(0, 1, 4), "w": random.normal(size=4), "x": random.normal(size=5),
         "y": random.normal(size=5), "P": random.uniform(0.1, 1, (4, 5)),
         "S": random.normal(size=(4, 4)),
         "T": random.normal(size=(4, 6)), "X": random.normal(size=(4, 5)),
         "Y": random.normal(size=(4, 5)),
         "Z": random.normal(size=(5, 3))}
    v["X"][:, 0] = np.minimum(v["X"][:, 0], 0.9)  # so that X < 0.9995 leaves something in every row
    return {name: np.round(array, 3).astype(np.float32).astype(float) for name, array in v.items()}


def lesson_of(formula, rank, v, names):
    """f = formula, a number L that depends on all of f, and its gradients."""
    loss = ["f f", "sum(f ⊙ f)", "sum(sum(f ⊙ f))"][rank]
    steps = [f"f = {formula}"]
    if names:
        steps += [f"L = {loss}"] + [f"G{name} = ∂L/∂{name}" for name in names]
    return {"attnviz": 1, "title": "One formula",
            "sequences": {"four": 4, "five": 5, "two": 2, "g": [3, 1, 5, 2]},
            "indices": {"i": "four", "j": "five", "h": "two"},
            "given": {name: float(array) if array.ndim == 0 else array.tolist() for name,
                      array in v.items()},
            "steps": [{"compute": steps}]}


def check_formula(case):
    """The first difference between the program and NumPy for one formula and seed, or None."""
    formula, result, seed = case
    v = draw(seed)
    code = compile(result, formula, "eval")
    space = {**globals(), **v, "g": np.array([3, 1, 5, 2])}

    def f(**changed):
        return np.array(eval(code, {**space, **changed}), float)

    want = {"f": f()}
    unbounded = np.isinf(want["f"]).any()
    used = set(re.findall(r"[A-Za-z]+", formula))
    names = [] if unbounded else [name for name in DIFFERENTIATED if name in used]
    for name in names:
        want["G" + name] = derivative(lambda x: (f(**{name: x})**2).sum(), v[name])
    try:
        got = values(explain(lesson_of(formula, want["f"].ndim, v, names)))
    except RuntimeError as fault:
        return str(fault)
    for name, array in want.items():
        if name not in got:
            return f"{name} is missing"
        if fault := differs(got[name], array, 2e-6 if name == "f" else 2e-5):
            return f"seed {seed}: {name} {fault}"
    return None


def run(report):
    seeds = (1, 2, 3)
    cases = [(formula, result, seed) for formula, result in FORMULAS.items() for seed in seeds]
    faults = each(check_formula, cases)
    for k, formula in enumerate(FORMULAS):
        found = [fault for fault in faults[k * len(seeds):(k + 1) * len(seeds)] if fault]
        report.check(f"formula {formula}", not found, found[0] if found else "")
    extremes(report)


def extremes(report):
    """Softmax where a careless one would overflow or lose its sum."""
    rows = {"equal": [7, 7, 7, 7], "far": [1e4, -1e4, 0, 0], "huge": [3e38, -3e38, 0, 0],
            "tiny": [1e-45, 0, -0.0, 0],
            "one": [5]}
    lesson = {"attnviz": 1, "title": "Extremes", "given": {name: row for name, row in rows.items()},
              "steps": [{"compute": [f"a{name} = softmax({name})" for name in rows]}]}
    try:
        compare(report, "softmax of extreme scores", values(explain(lesson)),
                {f"a{name}": softmax(np.array(row, float)) for name, row in rows.items()}, 1e-7)
    except RuntimeError as fault:
        report.check("softmax of extreme scores", False, fault)
