"""Utterances: each word is where its box says, gaps are uneven, and parts have no recording in common."""

import math
import os
import struct
import tempfile
import wave

from harness import attnviz

RATE = 8000
PARTS = ("train", "validation", "test")


def tone(path, hertz, seconds, rate=16000):
    """A tone with silence around it."""
    silent = [0] * (rate // 20)
    loud = [round(20000 * math.sin(2 * math.pi * hertz * i / rate)) for i in range(int(seconds * rate))]
    with wave.open(path, "wb") as file:
        file.setparams((1, 2, rate, 0, "NONE", ""))
        file.writeframes(struct.pack(f"<{len(loud) + 2 * len(silent)}h", *silent, *loud, *silent))


def recordings(folder, count=90):
    """Every recording has a word and a tone of its own, so an utterance tells which it is made of. A tenth of them is
    held out."""
    os.mkdir(folder)
    tones = {}
    with open(os.path.join(folder, "words.tsv"), "w", encoding="utf-8") as file:
        for i in range(count):
            word = "w" + chr(97 + i // 26) + chr(97 + i % 26)
            tones[word] = (300 + 37 * i, 0.1 + 0.003 * i, i % 10 == 3)
            tone(os.path.join(folder, f"{word}.wav"), *tones[word][:2])
            file.write(f"{word}.wav\t{word}\t{'held-out' if tones[word][2] else '-'}\ta remark\n")
    return tones


def sound(path):
    with wave.open(path) as file:
        assert (file.getframerate(), file.getnchannels(), file.getsampwidth()) == (RATE, 1, 2)
        return struct.unpack(f"<{file.getnframes()}h", file.readframes(file.getnframes()))


def strength(samples, hertz):
    """How much of the tone is in these samples, a sample."""
    turn = 2 * math.pi * hertz / RATE
    along = sum(s * math.cos(turn * i) for i, s in enumerate(samples))
    across = sum(s * math.sin(turn * i) for i, s in enumerate(samples))
    return math.hypot(along, across) / max(len(samples), 1)


def rows_of(folder):
    with open(os.path.join(folder, "examples.tsv"), encoding="utf-8") as file:
        return [line.rstrip("\n").split("\t") for line in file]


def spans(row):
    found = []
    for i, box in enumerate(row[2].split()):
        word, corners = box.split(":")
        left, top, right, below = map(int, corners.split(","))
        assert (int(word), top, below) == (i, 0, 1)
        found.append((left, right))
    return found


def run(report):
    def check(label, faults):
        faults = list(faults)
        report.check(f"words, {label}", not faults, f"{len(faults)}, such as {faults[:2]}")

    with tempfile.TemporaryDirectory() as scratch:
        folder = os.path.join(scratch, "spoken")
        tones = recordings(folder)
        made = {}
        for part in PARTS:
            made[part] = os.path.join(scratch, part)
            outcome = attnviz("corpus", folder, "-n", "40", "--part", part, "--roles", "-o", made[part])
            report.check(f"words, {part}: 40 utterances", outcome.status == 0, outcome)
        rows = {part: rows_of(made[part]) for part in PARTS}
        every = [(part, row) for part in PARTS for row in rows[part]]

        def wrong_times():
            for part, row in every:
                samples = sound(os.path.join(made[part], row[0]))
                for word, (left, right) in zip(row[1].split(), spans(row)):
                    hertz, seconds, _ = tones[word]
                    inside = strength(samples[left:right], hertz)
                    outside = strength(samples[max(left - 200, 0):left], hertz)
                    if abs(right - left - seconds * RATE) > 40 or inside < 1500 or outside > inside / 2:
                        yield row[0], word, left, right, inside, outside

        def wrong_gaps():
            for part, row in every:
                length, ends = len(sound(os.path.join(made[part], row[0]))), [0]
                times = spans(row)
                gaps = [left - end for left, end in zip([left for left, _ in times] + [length],
                                                        [0] + [right for _, right in times])]
                if min(gaps) < 0.03 * RATE or max(gaps) > 1.2 * RATE or length > 60000:
                    yield row[0], gaps, length, ends

        check("times", wrong_times())
        check("gaps from 0.03 to 1.2 s, at most 7.5 s", wrong_gaps())
        check("2 to 6 words", (row for _, row in every if not 2 <= len(row[1].split()) <= 6))
        check("one word again and again is called repeated",
              (row for _, row in every if (len(set(row[1].split())) == 1) != ("repeated" in row[4].split())))
        report.check("words, some utterances repeat a word", any("repeated" in row[4] for _, row in every))
        said = {part: {word for row in rows[part] for word in row[1].split()} for part in PARTS}
        check("no recording in two parts", (said[a] & said[b] for a in PARTS for b in PARTS
                                            if a < b and said[a] & said[b]))
        check("held out", (row for part, row in every for word in row[1].split()
                           if tones[word][2] != (row[3] == "held-out") or tones[word][2] and part != "test"))
        report.check("words, both kinds in the test", {row[3] for row in rows["test"]} == {"-", "held-out"})

        again = os.path.join(scratch, "again")
        attnviz("corpus", folder, "-n", "40", "--roles", "-o", again)
        check("the same seed, the same bytes",
              (name for name in os.listdir(again)
               if open(os.path.join(again, name), "rb").read() != open(os.path.join(made["train"], name), "rb").read()))
        other = attnviz("corpus", folder, "-n", "40", "--roles", "--seed", "2").stdout
        report.check("words, another seed, other words", other and other != attnviz(
            "corpus", folder, "-n", "40", "--roles").stdout)
        spelled = attnviz("corpus", made["test"], "--letters").stdout.decode().splitlines()
        check("letters spell the words, each at the time of its word",
              ((row, line) for row, line in zip(rows["test"], spelled)
               if line.split("\t")[0] != " _ ".join(" ".join(word) for word in row[1].split())
               or len(set(box.split(":")[1] for box in line.split("\t")[1].split())) != len(row[1].split())))
