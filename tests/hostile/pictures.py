"""Damaged pictures, read back: cut anywhere, and changed with their check sums made good again."""

import json
import os
import random
import zlib

from judge import FOLDER, attnviz, check_all, fault_of, lesson, strict_json

PATH = os.path.join(FOLDER, "whole.png")


def draw():
    document = lesson("A = softmax(X Xᵀ)", sequences={"s": ["a", "b", "c"]}, given={"X": {
        "rows": "s", "values": [[1, 2], [3, 4], [5, 6]]}}, steps=[{"compute": "A = softmax(X Xᵀ)", "heatmap": "A"}])
    with open(os.path.join(FOLDER, "whole.json"), "w", encoding="utf-8") as file:
        json.dump(document, file)
    attnviz("heatmap", os.path.join(FOLDER, "whole.json"), "-o", PATH)
    with open(PATH, "rb") as file:
        return file.read()


def chunks(data):
    at = 8
    while at < len(data):
        length = int.from_bytes(data[at:at + 4], "big")
        yield data[at + 4:at + 8], data[at + 8:at + 8 + length]
        at += 12 + length


def join(parts):
    data = b"\x89PNG\r\n\x1a\n"
    for kind, body in parts:
        data += len(body).to_bytes(4, "big") + kind + body + zlib.crc32(kind + body).to_bytes(4, "big")
    return data


def bend(parts, choice):
    """A few bytes of the chunk with the numbers are others, or it is shorter, or longer."""
    place = next(k for k, (kind, _) in enumerate(parts) if kind == b"atNv")
    body = bytearray(parts[place][1])
    way = choice.randrange(4)
    if way == 0:
        body = body[:choice.randrange(len(body))]
    elif way == 1:
        body += bytes(choice.randrange(256) for _ in range(choice.randint(1, 40)))
    for _ in range(choice.randint(1, 4)):
        if body:
            at = choice.randrange(len(body))
            body[at:at + 4] = choice.choice([b"\xff\xff\xff\xff", b"\0\0\0\0", b"\x7f\xc0\0\0", b"\x1b[2J",
                                             b"\x80\0\0\0", bytes([choice.randrange(256)])])
    return join([*parts[:place], (b"atNv", bytes(body)), *parts[place + 1:]])


def judge(case):
    number, data = case
    path = os.path.join(FOLDER, f"damaged-{number}.png")
    with open(path, "wb") as file:
        file.write(data)
    outcome = attnviz("heatmap", "--read", path, seconds=20)
    os.remove(path)
    fault = fault_of(outcome, placed=False)
    if not fault and outcome.status == 0:
        try:
            strict_json(outcome.stdout.decode())
        except ValueError as broken:
            fault = f"no JSON: {broken}"
    return fault and f"case {number}: {fault}"


def run(report):
    data = draw()
    parts, choice = list(chunks(data)), random.Random(12)
    report.check("a picture carries its numbers", any(kind == b"atNv" for kind, _ in parts), [k for k, _ in parts])
    early = join(parts).index(b"IDAT") + 8
    cut = [data[:length] for length in [*range(early), *range(early, len(data), 2000)]]
    bent = [bend(parts, choice) for _ in range(600)]
    moved = [join([*parts[:k], *parts[k + 1:]]) for k in range(len(parts))]
    moved += [join([*parts[:k], parts[k], *parts[k:]]) for k in range(len(parts))]
    for label, cases in (("cut", cut), ("bent", bent), ("of other chunks", moved)):
        check_all(report, f"pictures that are {label}", list(enumerate(cases)), judge)
