"""Lessons of any size: a transformer with random weights, and lessons of many steps."""


def word(number):
    """A number in letters, as a name may end in."""
    return "".join(chr(ord("a") + int(digit)) for digit in str(number))


def lesson(steps, **more):
    return {"attnviz": 1, "title": "Of some size", "steps": steps, **more}


def chain(count):
    """Each step goes on from the one before."""
    return lesson([{"compute": f"y_{{{k}}} = y_{{{k - 1}}} + 0.001"} for k in range(1, count + 1)],
                  given={"y_0": [1, 2, 3]})


def rich(count):
    """Each step has all that a step may have, and makes a name of its own."""
    def step(k):
        name = f"z_{{q{word(k)}}}"
        return {"say": f"Step {k} with {{={name[:-1]},2}}:2}} in it.", "compute": f"{name} = f(x) + {k}",
                "check": f"abs({name[:-1]},1}} - {k + 2}) < 0.1", "show": [name],
                "arithmetic": [f"{name[:-1]},2}}"]}
    return lesson([step(k) for k in range(1, count + 1)], given={"x": [1, 2, 3]},
                  define={"f(a)": "a + 1"})


def functions(count):
    """As many functions as steps, each called once, and opened."""
    return lesson([{"compute": f"u_{{{k}}} = f{word(k)}(x)", "zoom": [f"f{word(k)}"]}
                   for k in range(1, count + 1)], given={"x": [1, 2]},
                  define={f"f{word(k)}(a)": ["b = a + 1", f"b + {k}"] for k in range(1, count + 1)})


def gradients(count):
    """Each step derives by the same weights."""
    return lesson([{"compute": [f"L_{{{k}}} = sum(w ⊙ w) + {k}", f"g_{{{k}}} = ∂L_{{{k}}}/∂w"]}
                   for k in range(1, count + 1)], given={"w": [1, 2]})


def weights(count):
    """Each step weighs what is given."""
    return lesson([{"compute": f"a_{{{k}}} = softmax(b)"} for k in range(1, count + 1)],
                  given={"b": [1, 2, 4]})


def switched(count):
    """Each step makes a name of its own; a switch changes one of the first."""
    return lesson([{"compute": f"z_{{q{word(k)}}} = x + {k}"} for k in range(1, count + 1)],
                  given={"x": [1, 2, 3]}, switches={"shift": ["z_{qb} = x"]})


def transformer(words, width, heads, layers):
    """Encoder layers with random weights, named as sparingly as can be: one value for each layer."""
    square, wide, tall = [width, width], [width, 4 * width], [4 * width, width]
    head = ", ".join(f"split_j(normal(X_{{l-1}}) W_{{{name},l}})" for name in "QKV")
    weights = {f"W_{{{name},l}}": {"random": square, "scale": 0.05} for name in "QKVO"}
    weights |= {"W_{up,l}": {"random": wide, "scale": 0.05},
                "W_{down,l}": {"random": tall, "scale": 0.05}}
    return lesson(
        [{"for": "l", "steps": [{"compute": f"X_l = X_{{l-1}} + feed(normal(X_{{l-1}} + "
                                            f"concat_j(head({head})) W_{{O,l}}), W_{{up,l}}, W_{{down,l}})",
                                 "show": []}]},
         {"compute": "m = mean(X_L)", "check": "abs(mean(m)) < 1000", "show": []}],
        sequences={"words": [f"w{k}" for k in range(words)],
                   "heads": list(range(1, heads + 1)), "layers": list(range(1, layers + 1))},
        indices={"j": "heads", "l": "layers"}, lengths={"L": "layers"},
        given={"X_0": {"random": [words, width], "rows": "words"}, **weights},
        define={"normal(X)": "((X' - mean(X)) / √(var(X) + 0.00001))'",
                "head(Q, K, V)": ["S = Q Kᵀ / √width(K)", "A = softmax(S)", "A V"],
                "feed(X, A, B)": ["Y = gelu_new(X A)", "Y B"]})


def transformer_bytes(words, width):
    """Of one layer: its weights and the value that it names."""
    return 4 * (12 * width * width + words * width)


def pairs(words, width):
    """Every word of one sentence with every word of another, one formula for each pair."""
    return lesson([{"compute": "e_{t,i} = s_t · h_i", "show": []},
                   {"compute": "α_t = softmax(e_t)", "show": []}],
                  sequences={"a": words, "b": words}, indices={"t": "a", "i": "b"},
                  given={"s": {"random": [words, width], "rows": "a"},
                         "h": {"random": [words, width], "rows": "b"}})
