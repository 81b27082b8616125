"""torch_translator.py THREADS TRAIN.tsv STEPS [TEST.tsv]: the lesson translator, as people write it in PyTorch.

The same sizes, batches and rates. With TEST.tsv it says how many of its sentences are then written word
for word.
"""
import math
import random
import sys

import torch
from torch import nn
from torch.nn import functional as F

EMBEDDING, STATE, BATCH, RATE, WARM = 32, 64, 32, 3e-3, 100
PAD, START, END, UNKNOWN = range(4)


class Translator(nn.Module):
    """Bidirectional encoder, additive attention, p = softmax(W_o [s ; c])."""

    def __init__(self, source, target):
        super().__init__()
        self.source, self.target = nn.Embedding(source, EMBEDDING), nn.Embedding(target, EMBEDDING)
        self.encoder = nn.GRU(EMBEDDING, STATE, batch_first=True, bidirectional=True)
        self.decoder = nn.GRUCell(EMBEDDING + 2 * STATE, STATE)
        self.keys, self.start = nn.Linear(2 * STATE, STATE, False), nn.Linear(2 * STATE, STATE, False)
        self.query, self.v = nn.Linear(STATE, STATE, False), nn.Linear(STATE, 1, False)
        self.out = nn.Linear(3 * STATE, target)

    def read(self, x):
        h, last = self.encoder(self.source(x))
        return h, self.keys(h), torch.tanh(self.start(torch.cat([last[0], last[1]], -1)))

    def step(self, word, s, h, keys):
        e = self.v(torch.tanh(keys + self.query(s).unsqueeze(1))).squeeze(-1)
        c = torch.bmm(torch.softmax(e, -1).unsqueeze(1), h).squeeze(1)
        s = self.decoder(torch.cat([self.target(word), c], -1), s)
        return s, self.out(torch.cat([s, c], -1))

    def forward(self, x, y):
        h, keys, s = self.read(x)
        before = torch.cat([torch.full_like(y[:, :1], START), y[:, :-1]], 1)
        scores = []
        for t in range(y.shape[1]):
            s, o = self.step(before[:, t], s, h, keys)
            scores.append(o)
        return torch.stack(scores, 1)

    def write(self, x, most=40):
        h, keys, s = self.read(x)
        word, words = torch.full((len(x),), START), []
        for _ in range(most):
            s, o = self.step(word, s, h, keys)
            word = o.argmax(-1)
            words.append(word)
        return torch.stack(words, 1)


def pairs(path):
    with open(path, encoding="utf-8") as file:
        return [[side.split() for side in line.split("\t")[:2]] for line in file]


def numbers(lines, side, words):
    return [[words.get(word, UNKNOWN) for word in line[side]] for line in lines]


def by_length(lines):
    """Numbers of lines with sources of one length, as tensors."""
    groups = {}
    for x, y in lines:
        groups.setdefault(len(x), []).append((x, y))
    return groups


def tensors(group):
    longest = max(len(y) for _, y in group)
    return (torch.tensor([x for x, _ in group]),
            torch.tensor([y + [PAD] * (longest - len(y)) for _, y in group]))


def batches(groups):
    while True:
        made = []
        for group in groups.values():
            random.shuffle(group)
            made += [group[i:i + BATCH] for i in range(0, len(group), BATCH)]
        random.shuffle(made)
        yield from made


def right(model, groups):
    count = 0
    with torch.no_grad():
        for group in groups.values():
            for x, y in zip(group, model.write(torch.tensor([x for x, _ in group])).tolist()):
                count += y[:y.index(END) + 1 if END in y else None] == x[1]
    return count


def numbered(lines, words):
    return by_length(list(zip(numbers(lines, 0, words[0]), [y + [END] for y in numbers(lines, 1, words[1])])))


def rate_at(step, steps):
    if step <= WARM:
        return RATE * step / WARM
    return RATE * (0.05 + 0.95 * 0.5 * (1 + math.cos(math.pi * (step - WARM) / (steps - WARM))))


def main():
    torch.set_num_threads(int(sys.argv[1]))
    torch.manual_seed(1)
    random.seed(1)
    train, steps = pairs(sys.argv[2]), int(sys.argv[3])
    words = [{word: i + 4 for i, word in enumerate(sorted({word for line in train for word in line[side]}))}
             for side in (0, 1)]
    model = Translator(len(words[0]) + 4, len(words[1]) + 4)
    change = torch.optim.Adam(model.parameters(), lr=RATE)
    source = batches(numbered(train, words))
    for step in range(1, steps + 1):
        x, y = tensors(next(source))
        change.param_groups[0]["lr"] = rate_at(step, steps)
        change.zero_grad()
        F.cross_entropy(model(x, y).transpose(1, 2), y, ignore_index=PAD).backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1)
        change.step()
    if len(sys.argv) > 4:
        test = pairs(sys.argv[4])
        print(f"{100 * right(model, numbered(test, words)) / len(test):.2f}")


main()
