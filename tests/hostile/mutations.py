"""Prefixes of lessons, and lessons damaged at random places: the seed makes every run the same."""

import os
import random
import re

from judge import DRAFTS, check_all

LESSONS = ["le-chat-noir", "self-attention", "masked", "old-x", "encoder", "decoder", "gpt2",
           "hard-attention", "analogy"]
TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|-?[0-9][0-9.eE+-]*|[][{}:,]', re.DOTALL)
NUMBER = re.compile(r"-?[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?")
HUGE = ["0", "-1", "1e999", "-1e39", "1e-46", "4294967296", "18446744073709551616", "2147483648", "1.5",
        "100000", "1e5",
        "null", "true", '"x"', "[]", "[[]]", "{}", "9" * 400]
FORMULA_TOKEN = re.compile(r"[A-Za-zα-ωΑ-Ω→←]+|_|[0-9.]+|\S")
OPERATORS = list("+-/⊙·^'ᵀ√∂Σσ()[]{},;=<>≤≥_∞π") + ["==", "Σ_i", "softmax", "mask", "1", "0", "h_0",
                                                    "n", "t", "1e9", " "]


def read(name):
    with open(os.path.join(DRAFTS, name + ".json"), "rb") as file:
        return file.read()


def flip_bytes(data, choice):
    data = bytearray(data)
    for _ in range(choice.randint(1, 3)):
        data[choice.randrange(len(data))] = choice.randrange(256)
    return bytes(data)


def delete_part(data, choice):
    start = choice.randrange(len(data))
    return data[:start] + data[start + choice.randint(1, 40):]


def repeat_part(data, choice):
    start = choice.randrange(len(data))
    part = data[start:start + choice.randint(1, 60)]
    return data[:start] + part * choice.randint(2, 5) + data[start:]


def swap_tokens(data, choice):
    text = data.decode()
    places = [match.span() for match in TOKEN.finditer(text)]
    (a, b), (c, d) = sorted(choice.sample(places, 2))
    return (text[:a] + text[c:d] + text[b:c] + text[a:b] + text[d:]).encode()


def change_number(data, choice):
    text = data.decode()
    a, b = choice.choice([match.span() for match in NUMBER.finditer(text)])
    return (text[:a] + choice.choice(HUGE) + text[b:]).encode()


def change_formula(data, choice):
    """One string of the lesson with a token more, less, or another."""
    text = data.decode()
    strings = [match.span() for match in TOKEN.finditer(text) if match.group().startswith('"')]
    a, b = choice.choice(strings)
    tokens = [match.span() for match in FORMULA_TOKEN.finditer(text, a + 1, b - 1)]
    c, d = choice.choice(tokens or [(a + 1, a + 1)])
    new = choice.choice(["", choice.choice(OPERATORS), text[c:d] + choice.choice(OPERATORS)])
    return (text[:c] + new + text[d:]).encode()


MUTATIONS = [(flip_bytes, 200), (delete_part, 250), (repeat_part, 150), (swap_tokens, 250),
             (change_number, 350),
             (change_formula, 600)]


def run(report):
    for name in LESSONS:
        data, step = read(name), 1 if name == "analogy" else 23
        check_all(report, f"prefixes of {name}.json", [data[:end] for end in range(0, len(data), step)])
    for mutate, count in MUTATIONS:
        choice = random.Random(mutate.__name__)
        cases = [mutate(read(choice.choice(LESSONS)), choice) for _ in range(count)]
        check_all(report, f"mutations: {mutate.__name__.replace('_', ' ')}", cases)
