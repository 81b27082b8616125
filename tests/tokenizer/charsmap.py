"""A table of characters as tokenizers of the sentencepiece kind carry it: made, and applied."""

import base64
import struct
import unicodedata

COMPOSED = ["e\u0301", "a\u0300", "a\u030a", "A\u030a", "o\u0302", "i\u0323", "n\u0303", "c\u0327", "K\u0301"]


def usual():
    """What a common table does: compatible forms, composed letters, no control characters, one kind of blank."""
    table = {}
    for code in [*range(0x80, 0x600), *range(0x1E00, 0x2400), *range(0x2460, 0x2500), *range(0x3000, 0x3400),
                 *range(0xF900, 0xFA00), *range(0xFB00, 0xFB10), *range(0xFF00, 0xFFF0)]:
        letter = chr(code)
        form = unicodedata.normalize("NFKC", letter)
        if form != letter and "\0" not in form:
            table[letter] = form
    table.update({text: unicodedata.normalize("NFC", text) for text in COMPOSED})
    table.update({chr(code): "" for code in range(1, 32) if code not in (9, 10, 13)})
    table.update({letter: " " for letter in "\t\r\n\u00a0\u2028\u2029\u200b\ufeff"})
    table["\r\n"] = "|"  # found only where both are taken together, and \r comes first
    return table


def write(table):
    """In base64: the size of the tree, its places, the texts."""
    texts, begins = b"", {}
    for text in sorted(set(table.values())):
        begins[text] = len(texts)
        texts += text.encode() + b"\0"
    root = {}
    for key, text in table.items():
        node = root
        for byte in key.encode():
            node = node.setdefault(byte, {})
        node[None] = begins[text]
    units, used = {0: 0}, {0}

    def place(at, node):
        """Where the steps from a node lie: at its place of the array, xor an offset, xor the byte."""
        labels = [0 if byte is None else byte for byte in node]
        base = place.free
        while any(base ^ label in used for label in labels):
            base += 1
        while place.free in used:
            place.free += 1
        used.update(base ^ label for label in labels)
        offset = at ^ base
        units[at] |= offset << 10 if offset < 1 << 21 else offset >> 8 << 10 | 0x200
        if None in node:
            units[at] |= 0x100
            units[base] = 0x80000000 | node[None]
        for byte in (byte for byte in node if byte is not None):
            units[base ^ byte] = byte
            place(base ^ byte, node[byte])

    place.free = 1
    place(0, root)
    tree = b"".join(struct.pack("<I", units.get(i, 0)) for i in range(max(units) + 1))
    return base64.b64encode(struct.pack("<I", len(tree)) + tree + texts).decode()


def letters(text):
    """Letters with their marks; those that belong together otherwise are longer than a table takes at once."""
    found = []
    for letter in text:
        kind = unicodedata.category(letter)
        marks = kind.startswith("M") or letter in "\u200c\u200d" or 0x1F3FB <= ord(letter) <= 0x1F3FF
        alone = found and (unicodedata.category(found[-1][-1]) in ("Cc", "Zl", "Zp")
                           or unicodedata.category(found[-1][-1]) == "Cf" and found[-1][-1] not in "\u200c\u200d")
        if found and (marks and not alone or letter == "\n" and found[-1] == "\r"):
            found[-1] += letter
        else:
            found.append(letter)
    return found


def apply(table, text):
    def shortest(part):
        return next((table[part[:end]] for end in range(1, len(part) + 1) if part[:end] in table), None)

    out = ""
    for part in letters(text):
        whole = shortest(part) if len(part.encode()) < 6 else None
        for letter in [part] if whole is not None else part:
            found = shortest(letter)
            out += letter if found is None else found
    return out
