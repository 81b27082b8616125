"""tokenizer.json applied by the letter, as the format describes it: slow, and independent of the program."""

import functools
import json
import re
import sys
import unicodedata


@functools.lru_cache(None)
def category(letter):
    """The characters of \\p{…} as the inside of a class of Python."""
    ranges, start = [], None
    for code in range(sys.maxunicode + 2):
        inside = code <= sys.maxunicode and unicodedata.category(chr(code)).startswith(letter)
        if inside and start is None:
            start = code
        if not inside and start is not None:
            ranges.append(f"\\U{start:08x}-\\U{code - 1:08x}")
            start = None
    return "".join(ranges)


def expression(pattern):
    """A pattern of Oniguruma as one of Python: classes of Unicode are written out."""
    inside = re.sub(r"\[[^]]*\]", lambda match: re.sub(r"\\p\{(\w+)\}", lambda p: category(p[1]), match[0]), pattern)
    return re.compile(re.sub(r"\\p\{(\w+)\}", lambda p: "[" + category(p[1]) + "]", inside))


class Tokenizer:
    def __init__(self, text):
        file = json.loads(text)
        self.normalizers = file["normalizer"]["normalizers"]
        split, metaspace = file["pre_tokenizer"]["pretokenizers"]
        assert split["type"] == "Split" and split["behavior"] == "Removed" and split["invert"]
        assert metaspace["type"] == "Metaspace" and metaspace["prepend_scheme"] == "always" and not metaspace["split"]
        assert file["post_processor"] is None and file["truncation"] is None and file["padding"] is None
        self.pattern, self.start = expression(split["pattern"]["Regex"]), metaspace["replacement"]
        model = file["model"]
        assert model["type"] == "BPE" and model["byte_fallback"] and not model["dropout"] and not model["ignore_merges"]
        self.vocabulary = model["vocab"]
        merges = [tuple(merge.split(" ")) if isinstance(merge, str) else tuple(merge) for merge in model["merges"]]
        self.rank = {merge: i for i, merge in enumerate(merges)}
        self.added = {token["content"]: token["id"] for token in file["added_tokens"]}
        names = sorted(self.added, key=len, reverse=True)
        self.mark = re.compile("(" + "|".join(map(re.escape, names)) + ")") if names else None

    def normalize(self, text):
        for step in self.normalizers:
            if step["type"] == "NFC":
                text = unicodedata.normalize("NFC", text)
            elif step["type"] == "Replace":
                text = text.replace(step["pattern"]["String"], step["content"])
            elif step["type"] == "Lowercase":
                text = "".join(character.lower() for character in text)
            else:
                raise ValueError(step)
        return text

    def spell(self, word):
        pieces = []
        for character in word:
            known = character in self.vocabulary
            pieces += [character] if known else [f"<0x{byte:02X}>" for byte in character.encode()]
        while True:
            pairs = [(self.rank[pair], i) for i, pair in enumerate(zip(pieces, pieces[1:])) if pair in self.rank]
            if not pairs:
                return [self.vocabulary[piece] for piece in pieces]
            _, at = min(pairs)
            pieces[at:at + 2] = [pieces[at] + pieces[at + 1]]

    def words(self, text):
        return [match.group() for match in self.pattern.finditer(text)]

    def ids(self, text):
        found = []
        for part in self.mark.split(text) if self.mark else [text]:
            if part in self.added:
                found.append(self.added[part])
                continue
            for word in self.words(self.normalize(part)):
                found += self.spell(word if word.startswith(self.start) else self.start + word)
        return found
