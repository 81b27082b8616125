"""noise_words.py FOLDER: makes a folder of words as lessons/words.sh does, of noise, for `attnviz corpus`.

A step of training takes as long on noise as on speech, and nothing has to be installed that speaks.
"""
import os
import random
import sys
import wave

WORDS = "zero one two three four five six seven eight nine yes no left right stop go".split()
RATE, LENGTH = 22050, 9000

draw = random.Random(1)
os.mkdir(sys.argv[1])
with open(os.path.join(sys.argv[1], "words.tsv"), "w", encoding="utf-8") as table:
    for word in WORDS:
        with wave.open(os.path.join(sys.argv[1], f"{word}.wav"), "wb") as sound:
            sound.setparams((1, 2, RATE, LENGTH, "NONE", ""))
            sound.writeframes(draw.randbytes(2 * LENGTH))
        print(f"{word}.wav", word, "-", "noise", 145, 50, sep="\t", file=table)
