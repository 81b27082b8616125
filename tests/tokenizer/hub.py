"""Tokenizers of other programs, applied by the letter as their authors describe them, and small ones to try."""

import math
import random
import re
import unicodedata

import charsmap
from plain import expression

TABLE = charsmap.usual()

GPT2 = r"'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"
LLAMA3 = (r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+"
          r"|\s+(?!\S)|\s+")


def byte_letters():
    """The letter that stands for each byte."""
    seen = [*range(ord("!"), ord("~") + 1), *range(0xA1, 0xAD), *range(0xAE, 0x100)]
    hidden = [byte for byte in range(256) if byte not in seen]
    return {**{byte: chr(byte) for byte in seen}, **{byte: chr(256 + i) for i, byte in enumerate(hidden)}}


LETTERS = byte_letters()


def is_chinese(letter):
    return any(low <= ord(letter) <= high for low, high in (
        (0x4E00, 0x9FFF), (0x3400, 0x4DBF), (0x20000, 0x2A6DF), (0x2A700, 0x2B73F), (0x2B740, 0x2B81F), (0x2B920, 0x2CEAF),
        (0xF900, 0xFAFF), (0x2F800, 0x2FA1F)))


def is_punctuation(letter):
    ascii_sign = ord(letter) < 128 and letter.isprintable() and not letter.isalnum() and letter != " "
    return ascii_sign or unicodedata.category(letter).startswith("P")


def clean(text):
    """BERT's cleaning: no control characters, all white space blanks."""
    out = ""
    for letter in text:
        if letter in "\t\n\r" or unicodedata.category(letter).startswith("Z"):
            out += " "
        elif letter not in "\0\ufffd" and not unicodedata.category(letter).startswith("C"):
            out += letter
    return out


def normalize(text, step):
    kind = step["type"] if step else None
    if kind == "Sequence":
        for one in step["normalizers"]:
            text = normalize(text, one)
    elif kind in ("NFC", "NFD", "NFKC", "NFKD"):
        text = unicodedata.normalize(kind, text)
    elif kind == "Precompiled":
        text = charsmap.apply(TABLE, text)
    elif kind == "Lowercase":
        text = "".join(letter.lower() for letter in text)
    elif kind == "Replace":
        found = step["pattern"].get("Regex")
        text = (re.sub(found, step["content"], text) if found else
                text.replace(step["pattern"]["String"], step["content"]))
    elif kind == "Prepend":
        text = step["prepend"] + text if text else text
    elif kind == "BertNormalizer":
        text = "".join(f" {letter} " if is_chinese(letter) else letter for letter in clean(text))
        if step["lowercase"]:
            text = "".join(letter for letter in unicodedata.normalize("NFD", text) if unicodedata.category(letter) != "Mn")
            text = "".join(letter.lower() for letter in text)
    elif kind:
        raise ValueError(kind)
    return text


def cut(words, step, first):
    """Each word cut further; first: the text begins with the first of them."""
    kind = step["type"] if step else None
    if kind == "Sequence":
        for one in step["pretokenizers"]:
            words = cut(words, one, first)
        return words
    if kind is None:
        return words
    out = []
    for i, word in enumerate(words):
        if kind == "ByteLevel":
            if step["add_prefix_space"] and not word.startswith(" "):
                word = " " + word
            parts = expression(GPT2).findall(word) if step.get("use_regex", True) else [word]
            out += ["".join(LETTERS[byte] for byte in part.encode()) for part in parts]
        elif kind == "Split":
            at = 0
            for match in expression(step["pattern"]["Regex"]).finditer(word):
                out += [word[at:match.start()], match.group()]
                at = match.end()
            out.append(word[at:])
        elif kind == "Metaspace":
            word = word.replace(" ", "▁")
            scheme = step["prepend_scheme"]
            if (scheme == "always" or scheme == "first" and first and i == 0) and not word.startswith("▁"):
                word = "▁" + word
            out += re.findall("▁[^▁]*|^[^▁]+", word) if step["split"] else [word]
        elif kind == "WhitespaceSplit":
            out += word.split()
        elif kind == "BertPreTokenizer":
            for part in word.split():
                out += re.findall("[^\0]+?(?=\0|$)", "".join(f"\0{a}\0" if is_punctuation(a) else a for a in part))
        elif kind == "Digits":
            out += re.findall(r"\d|\D+", word)
        else:
            raise ValueError(kind)
    return [word for word in out if word]


def merge(word, model):
    vocabulary, pieces = model["vocab"], []
    if model.get("ignore_merges") and word in vocabulary:
        return [vocabulary[word]]
    rank = {tuple(pair): i for i, pair in enumerate(model["merges"])}
    for letter in word:
        if letter in vocabulary:
            pieces.append(letter)
        elif model.get("byte_fallback"):
            pieces += [f"<0x{byte:02X}>" for byte in letter.encode()]
        elif model.get("unk_token") and not (model.get("fuse_unk") and pieces and pieces[-1] == model["unk_token"]):
            pieces.append(model["unk_token"])
    while True:
        pairs = [(rank[pair], i) for i, pair in enumerate(zip(pieces, pieces[1:])) if pair in rank]
        if not pairs:
            return [vocabulary[piece] for piece in pieces]
        at = min(pairs)[1]
        pieces[at:at + 2] = [pieces[at] + pieces[at + 1]]


def longest(word, model):
    vocabulary, found, start = model["vocab"], [], 0
    if len(word) > model["max_input_chars_per_word"]:
        return [vocabulary[model["unk_token"]]]
    while start < len(word):
        for end in range(len(word), start, -1):
            piece = ("##" if start else "") + word[start:end]
            if piece in vocabulary:
                break
        else:
            return [vocabulary[model["unk_token"]]]
        found.append(vocabulary[piece])
        start = end
    return found


def likely(word, model):
    scores = {piece: (score, i) for i, (piece, score) in enumerate(model["vocab"])}
    least = min(score for _, score in model["vocab"]) - 10
    best = [(0.0, 0, None)] + [(-math.inf, 0, None)] * len(word)
    for start in range(len(word)):
        for end in range(start + 1, len(word) + 1):
            if word[start:end] in scores:
                score, number = scores[word[start:end]]
            elif end == start + 1:
                score, number = least, model["unk_id"]
            else:
                continue
            if best[start][0] + score > best[end][0]:
                best[end] = (best[start][0] + score, start, number)
    found, end = [], len(word)
    while end:
        number = best[end][2]
        if not (number == model["unk_id"] and found and found[-1] == number):
            found.append(number)
        end = best[end][1]
    return found[::-1]


def is_letter(letter):
    return unicodedata.category(letter) in ("Nd", "Nl", "Pc") or unicodedata.category(letter)[0] in "LM" \
        or letter in "\u200c\u200d"


def split(text, marks):
    """What stands between the marks, and these: where, what, and which mark or None; the longest mark first."""
    found, open_, at = [], 0, 0
    names = sorted(marks, key=len, reverse=True)
    while at < len(text):
        name = next((name for name in names if name and text.startswith(name, at)), None)
        if name is None:
            at += 1
            continue
        start, end, token = at, at + len(name), marks[name]
        at = end
        if token["single_word"] and (start and is_letter(text[start - 1]) or end < len(text) and is_letter(text[end])):
            continue
        while token["lstrip"] and start > open_ and text[start - 1].isspace():
            start -= 1
        while token["rstrip"] and end < len(text) and text[end].isspace():
            end += 1
        found += [(open_, text[open_:start], None), (start, name, token)]
        open_ = at = end
    found.append((open_, text[open_:], None))
    return [part for part in found if part[1]]


MODELS = {"BPE": merge, "WordPiece": longest, "Unigram": likely}


class Hub:
    """One tokenizer.json."""

    def __init__(self, file):
        self.file = file
        self.raw = {token["content"]: token for token in file["added_tokens"] if not token["normalized"]}
        self.late = {normalize(token["content"], file["normalizer"]): token for token in file["added_tokens"]
                     if token["normalized"]}
        self.known = {}

    def spell(self, text, first):
        found = []
        for word in cut([text], self.file["pre_tokenizer"], first):
            if word not in self.known:
                model = self.file["model"]
                self.known[word] = MODELS[model["type"]](word, model) if word else []
            found += self.known[word]
        return found

    def ids(self, text):
        found = []
        for place, part, token in split(text, self.raw):
            if token:
                found.append(token["id"])
                continue
            normal = normalize(part, self.file["normalizer"])
            for inner, stretch, late in split(normal, self.late):
                found += [late["id"]] if late else self.spell(stretch, place == inner == 0)
        around = self.file.get("post_processor")
        if around:
            found = [around["cls"][1], *found, around["sep"][1]]
        return found


# ---- small tokenizers ----


def learn_merges(words, count):
    """The most frequent pair of neighbours, again and again."""
    spelled, merges = [list(word) for word in words], []
    for _ in range(count):
        pairs = {}
        for pieces in spelled:
            for pair in zip(pieces, pieces[1:]):
                pairs[pair] = pairs.get(pair, 0) + 1
        if not pairs:
            break
        best = max(sorted(pairs), key=pairs.get)
        merges.append(list(best))
        for pieces in spelled:
            i = 0
            while i + 1 < len(pieces):
                if (pieces[i], pieces[i + 1]) == best:
                    pieces[i:i + 2] = ["".join(best)]
                i += 1
    return merges


def mark(number, content, **flags):
    return {"id": number, "content": content, "single_word": False, "lstrip": False, "rstrip": False, "normalized": False,
            "special": True, **flags}


def bpe(text, normalizer, pre_tokenizer, alphabet, marks, count=250, **options):
    words = cut([normalize(text, normalizer)], pre_tokenizer, True)
    words = ["".join(letter if letter in alphabet else "\n" for letter in word) for word in words]
    merges = learn_merges(sorted({part for word in words for part in word.split("\n")}), count)
    vocabulary = {}
    for piece in [*marks, *alphabet, *("".join(pair) for pair in merges)]:
        vocabulary.setdefault(piece, len(vocabulary))
    return {"version": "1.0", "truncation": None, "padding": None,
            "added_tokens": [mark(i, name, lstrip=name == "<mask>") for i, name in enumerate(marks)],
            "normalizer": normalizer, "pre_tokenizer": pre_tokenizer, "post_processor": None, "decoder": None,
            "model": {"type": "BPE", "dropout": None, "unk_token": None, "continuing_subword_prefix": None,
                      "end_of_word_suffix": None, "fuse_unk": False, "byte_fallback": False, "vocab": vocabulary,
                      "merges": merges, **options}}


def tokenizers(text):
    """By name: the kinds that the families use."""
    letters = list(LETTERS.values())
    plain = sorted({letter for letter in text.replace(" ", "▁") if ord(letter) < 0x600 and letter != "\n"} | {"▁"})
    bytes_ = [f"<0x{byte:02X}>" for byte in range(256)]
    byte_level = {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True, "use_regex": True}
    found = {
        "gpt2": bpe(text, None, byte_level, letters, ["<|endoftext|>"]),
        "roberta": bpe(text, None, byte_level, letters, ["<s>", "</s>", "<mask>"]),
        "llama3": bpe(text, None, {"type": "Sequence", "pretokenizers": [
            {"type": "Split", "pattern": {"Regex": LLAMA3}, "behavior": "Isolated", "invert": False},
            {**byte_level, "use_regex": False}]}, letters, ["<|begin_of_text|>"], ignore_merges=True),
        "llama2": bpe(text, {"type": "Sequence", "normalizers": [
            {"type": "Prepend", "prepend": "▁"}, {"type": "Replace", "pattern": {"String": " "}, "content": "▁"}]}, None,
            bytes_ + plain, ["<unk>", "<s>", "</s>"], 120, byte_fallback=True, fuse_unk=True, unk_token="<unk>"),
        "metaspace": bpe(text, {"type": "NFKC"}, {"type": "Metaspace", "replacement": "▁", "prepend_scheme": "first",
                                                   "split": True}, plain, ["<unk>"], unk_token="<unk>", fuse_unk=True)}
    found["roberta"]["post_processor"] = {"type": "RobertaProcessing", "cls": ["<s>", 0], "sep": ["</s>", 1],
                                          "trim_offsets": True, "add_prefix_space": False}
    for lower in (True, False):
        found["bert" if lower else "bert-cased"] = wordpiece(text, lower)
    found["unigram"] = unigram(text)
    found["sentencepiece"] = sentencepiece(found["unigram"])
    found["marks"] = marked(found["bert"])
    return found


def sentencepiece(file):
    """As T5 and XLM-RoBERTa have it: a table of characters, words at white space, </s> behind."""
    return {**file, "normalizer": {"type": "Sequence", "normalizers": [
                {"type": "Precompiled", "precompiled_charsmap": charsmap.write(TABLE)},
                {"type": "Replace", "pattern": {"Regex": " {2,}"}, "content": " "}]},
            "pre_tokenizer": {"type": "Sequence", "pretokenizers": [
                {"type": "WhitespaceSplit"},
                {"type": "Metaspace", "replacement": "▁", "prepend_scheme": "always", "split": True}]}}


def marked(file):
    """Added tokens of all ways to be found."""
    names = {"cat": {"single_word": True}, "<LEFT>": {"lstrip": True}, "<RIGHT>": {"rstrip": True},
             "<Both>": {"lstrip": True, "rstrip": True, "normalized": True}, "THE É": {"normalized": True},
             "Dog": {"single_word": True, "normalized": True}, "<LEFT><": {"lstrip": True}}
    count = len(file["model"]["vocab"])
    return {**file, "added_tokens": file["added_tokens"] + [
        mark(count + i, name, **flags) for i, (name, flags) in enumerate(names.items())]}


def wordpiece(text, lower):
    normalizer = {"type": "BertNormalizer", "clean_text": True, "handle_chinese_chars": True, "strip_accents": None,
                  "lowercase": lower}
    words = sorted(set(cut([normalize(text, normalizer)], {"type": "BertPreTokenizer"}, True)))
    vocabulary = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
    vocabulary += sorted({letter for word in words for letter in word if ord(letter) < 0x500})
    vocabulary += sorted({"##" + letter for word in words for letter in word[1:] if ord(letter) < 0x500})
    vocabulary += sorted({word[:3] for word in words if len(word) > 3} | {"##" + word[-2:] for word in words if len(word) > 4})
    vocabulary = list(dict.fromkeys(vocabulary))
    return {"added_tokens": [mark(i, name) for i, name in enumerate(vocabulary[:5])], "normalizer": normalizer,
            "pre_tokenizer": {"type": "BertPreTokenizer"},
            "post_processor": {"type": "BertProcessing", "sep": ["[SEP]", 3], "cls": ["[CLS]", 2]}, "decoder": None,
            "model": {"type": "WordPiece", "unk_token": "[UNK]", "continuing_subword_prefix": "##",
                      "max_input_chars_per_word": 100, "vocab": {piece: i for i, piece in enumerate(vocabulary)}}}


def unigram(text):
    choice = random.Random(5)
    words = sorted(set(normalize(text, {"type": "NFKC"}).replace("\n", " ").split(" ")))
    pieces = sorted({("▁" + word)[i:j] for word in words for i in range(len(word)) for j in range(i + 1, i + 5)} - {""})
    vocabulary = [["<unk>", 0.0]] + [[piece, -choice.uniform(2, 4) - 8 / len(piece)] for piece in pieces
                                     if ord(piece[0]) < 0x3000]
    return {"added_tokens": [mark(0, "<unk>")], "normalizer": {"type": "NFKC"},
            "pre_tokenizer": {"type": "Metaspace", "replacement": "▁", "prepend_scheme": "always", "split": True},
            "post_processor": None, "decoder": None, "model": {"type": "Unigram", "unk_id": 0, "vocab": vocabulary}}
