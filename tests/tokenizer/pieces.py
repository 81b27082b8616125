"""Files of sentencepiece: made, and applied by the letter, as its authors describe them."""

import base64
import random
import struct

import charsmap
from hub import TABLE

NORMAL, UNKNOWN, CONTROL, DEFINED, UNUSED, BYTE = range(1, 7)
UNIGRAM, BPE, WORD, CHAR = range(1, 5)


# ---- the file ----


def number(value):
    out = b""
    while value > 127:
        out += bytes([value & 127 | 128])
        value >>= 7
    return out + bytes([value])


def field(place, value):
    """A whole number, a float, bytes or a text as a field of a message."""
    if isinstance(value, (bool, int)):
        return number(place << 3) + number(int(value) & (1 << 64) - 1)
    if isinstance(value, float):
        return number(place << 3 | 5) + struct.pack("<f", value)
    data = value.encode() if isinstance(value, str) else value
    return number(place << 3 | 2) + number(len(data)) + data


class Model:
    """Pieces (text, score, kind) and what is said about them."""

    def __init__(self, pieces, model=UNIGRAM, table=None, prefix=True, squeeze=True, escape=True, falls_back=False, begin=1, end=2):
        self.pieces, self.model, self.table, self.prefix, self.squeeze = pieces, model, table, prefix, squeeze
        self.escape, self.falls_back, self.begin, self.end = escape, falls_back, begin, end
        self.number = {text: i for i, (text, _, _) in enumerate(pieces)}
        self.unknown = [kind for _, _, kind in pieces].index(UNKNOWN)
        self.score = {text: score for text, score, kind in pieces if kind == NORMAL}
        self.defined = {text for text, _, kind in pieces if kind == DEFINED}

    def bytes(self):
        out = b""
        for text, score, kind in self.pieces:
            out += field(1, field(1, text) + field(2, float(score)) + (field(3, kind) if kind != NORMAL else b""))
        out += field(2, field(3, self.model) + field(35, self.falls_back) + field(41, self.begin) + field(42, self.end))
        table = base64.b64decode(charsmap.write(self.table)) if self.table else b""
        return out + field(3, field(1, "made") + (field(2, table) if table else b"") + field(3, self.prefix) +
                           field(4, self.squeeze) + field(5, self.escape))

    # ---- applied ----

    def normalize(self, text):
        out, at = "", 0
        while at < len(text):
            whole = next((text[at:end] for end in range(len(text), at, -1) if text[at:end] in self.defined), None)
            keys = (text[at:end] for end in range(min(len(text), at + 8), at, -1))
            key = next((key for key in keys if key in (self.table or {})), text[at]) if whole is None else whole
            put = key if whole is not None else (self.table or {}).get(key, key)
            while self.squeeze and put.startswith(" ") and (out == "" or out.endswith(" ")):
                put = put[1:]
            out += put
            at += len(key)
        if self.squeeze:
            out = out.rstrip(" ▁")
        if out and self.prefix:
            out = " " + out
        return out.replace(" ", "▁") if self.escape else out

    def ids(self, text):
        text = self.normalize(text)
        found = []
        for piece in self.likeliest(text) if self.model == UNIGRAM else self.merged(text):
            if piece in self.score or piece in self.defined:
                found.append((self.number[piece], piece))
            elif self.falls_back:
                found += [(self.number[f"<0x{byte:02X}>"], piece) for byte in piece.encode()]
            elif not found or found[-1][0] != self.unknown:
                found.append((self.unknown, piece))
        return [one for one, _ in found]

    def likeliest(self, text):
        worst, best = min(self.score.values()) - 10, max(0, *self.score.values())
        scores = {**self.score, **{word: len(word.encode()) * best - 0.1 for word in self.defined}}
        longest = max(map(len, scores))
        ends = [(0.0, 0)] + [None] * len(text)
        for at in range(len(text)):
            for end in range(at + 1, min(len(text), at + longest) + 1):
                score = scores.get(text[at:end], worst if end == at + 1 else None)
                if score is not None and (ends[end] is None or ends[at][0] + score > ends[end][0]):
                    ends[end] = (ends[at][0] + score, at)
        cut, end = [], len(text)
        while end:
            cut.append(text[ends[end][1]:end])
            end = ends[end][1]
        return cut[::-1]

    def merged(self, text):
        parts, at = [], 0
        while at < len(text):
            whole = next((text[at:end] for end in range(len(text), at, -1) if text[at:end] in self.defined), None)
            parts.append((whole or text[at], whole is not None))
            at += len(parts[-1][0])
        while self.model == BPE:
            pairs = [(-self.score[a + b], i) for i, ((a, one), (b, other)) in enumerate(zip(parts, parts[1:]))
                     if not one and not other and a in self.score and b in self.score and a + b in self.score]
            if not pairs:
                break
            at = min(pairs)[1]
            parts[at:at + 2] = [(parts[at][0] + parts[at + 1][0], False)]
        return [part for part, _ in parts]


# ---- some to try ----

CONTROLS = [("<unk>", 0, UNKNOWN), ("<s>", 0, CONTROL), ("</s>", 0, CONTROL)]
BYTES = [(f"<0x{byte:02X}>", 0, BYTE) for byte in range(256)]


def stretches(text, longest, joined=False):
    words = [text.replace("\n", " ").replace(" ", "▁")] if joined else ["▁" + word for word in text.split()]
    return sorted({word[i:j] for word in words for i in range(len(word)) for j in range(i + 1, i + 1 + longest)} - {""})


def scored(pieces, seed):
    """Scores of float32, none of which are the same sum of others by accident."""
    choice = random.Random(seed)
    return [(piece, struct.unpack("<f", struct.pack("<f", -choice.uniform(2, 4) - 8 / len(piece)))[0], NORMAL)
            for piece in pieces if len(piece) > 1 or ord(piece) < 0x3000]


def merging(text, count, first=()):
    """Letters, and the pairs that are most frequent one after the other."""
    words = [["▁", *word] for word in text.split()]
    words += [["▁"] * 5, ["a"] * 9]
    letters = sorted({letter for word in words for letter in word if ord(letter) < 0x3000})
    made = []
    while len(made) < count:
        times = {}
        for word in words:
            for pair in zip(word, word[1:]):
                times[pair] = times.get(pair, 0) + all(part in made or part in letters for part in pair)
        best = max(sorted(times), key=lambda pair: times[pair])
        made.append("".join(best))
        for word in words:
            at = 0
            while at + 1 < len(word):
                if word[at] + word[at + 1] == made[-1]:
                    word[at:at + 2] = [made[-1]]
                at += 1
    made = list(dict.fromkeys(made))
    return [*first, *((piece, float(-i), NORMAL) for i, piece in enumerate([*made, *letters]))]


def models(text):
    sure = scored(stretches(text, 5), 1)
    defined = [(word, 0, DEFINED) for word in ("<sep>", "the", "ﬁ", "▁▁", "1️⃣")]
    kept = [one for one in sure if one[0] not in {word for word, _, _ in defined}]
    merges = merging(text, 250)
    return {
        "unigram": Model([*CONTROLS, *sure], table=TABLE),
        "unigram with bytes and whole pieces": Model([*CONTROLS, *defined, *BYTES, *kept], table=TABLE, falls_back=True),
        "unigram across words": Model([*CONTROLS, *scored(stretches(text, 4, joined=True), 2)], table=TABLE),
        "unigram, blanks kept": Model([*CONTROLS, *sure], prefix=False, squeeze=False, escape=False),
        "bpe": Model([*CONTROLS, *merges], BPE, table=TABLE),
        "bpe with bytes": Model([*CONTROLS, *BYTES, *merges], BPE, squeeze=False, falls_back=True),
        "bpe with whole pieces": Model([*CONTROLS, *[(word, 0, DEFINED) for word in ("▁▁", "▁▁▁", "\t", "cat", "<x>")],
                                        *BYTES, *[one for one in merges if one[0] not in ("▁▁", "▁▁▁", "cat")]], BPE,
                                       prefix=False, squeeze=False, falls_back=True),
        "characters": Model([*CONTROLS, *[one for one in merges if len(one[0]) == 1]], CHAR, table=TABLE),
    }
