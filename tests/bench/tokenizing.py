"""tokenizing.py make | spell: 10 MB of text and a file of sentencepiece; the text spelled by sentencepiece itself."""

import os
import random
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "tokenizer"))


def make():
    from hub import tokenizers
    from pieces import models
    from texts import LEARN
    import json
    choice, words = random.Random(1), LEARN.split()
    letters = [letter for word in words for letter in word]
    words += ["".join(choice.choice(letters) for _ in range(choice.randint(2, 9))) for _ in range(30000)]
    written = 0
    with open("text.txt", "w", encoding="utf-8") as out:
        while written < 10 << 20:
            line = " ".join(choice.choice(words) for _ in range(14)) + ".\n"
            written += len(line.encode())
            out.write(line)
    with open("unigram.model", "wb") as out:
        out.write(models(LEARN)["unigram"].bytes())
    with open("gpt2.json", "w", encoding="utf-8") as out:
        json.dump(tokenizers(LEARN)["gpt2"], out)


def spell():
    from sentencepiece import SentencePieceProcessor
    model = SentencePieceProcessor(model_file="unigram.model")
    with open("text.txt", encoding="utf-8") as lines:
        for ids in model.encode(lines.read().split("\n"), num_threads=1):
            print(*ids)


{"make": make, "spell": spell}[sys.argv[1]]()
