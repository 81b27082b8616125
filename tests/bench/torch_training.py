"""torch_training.py THREADS MODEL BATCH …: the peer of training.c, as people write it in PyTorch.

Prints the median time of forward and backward for each batch; of MODEL+adam, the peer of learning.c,
with the change of the weights.
"""
import sys
import time

import torch
from torch import nn
from torch.nn import functional as F

SOURCE, TARGET, WORDS, EMBEDDING, STATE, WIDTH = 7, 8, 200, 64, 128, 64


class Gru(nn.Module):
    """Bidirectional encoder, additive attention, p = softmax(W_o [s ; c])."""

    def __init__(self):
        super().__init__()
        self.source, self.target = nn.Embedding(WORDS, EMBEDDING), nn.Embedding(WORDS, EMBEDDING)
        self.encoder = nn.GRU(EMBEDDING, STATE, batch_first=True, bidirectional=True)
        self.decoder = nn.GRUCell(EMBEDDING + 2 * STATE, STATE)
        self.keys, self.start = nn.Linear(2 * STATE, STATE, False), nn.Linear(2 * STATE, STATE)
        self.query, self.v = nn.Linear(STATE, STATE, False), nn.Linear(STATE, 1, False)
        self.out = nn.Linear(3 * STATE, WORDS)

    def forward(self, x, y):
        h, last = self.encoder(self.source(x))
        keys, s = self.keys(h), torch.tanh(self.start(torch.cat([last[0], last[1]], -1)))
        scores = []
        for t in range(TARGET):
            e = self.v(torch.tanh(keys + self.query(s).unsqueeze(1))).squeeze(-1)
            c = torch.bmm(torch.softmax(e, -1).unsqueeze(1), h).squeeze(1)
            s = self.decoder(torch.cat([self.target(y[:, t]), c], -1), s)
            scores.append(self.out(torch.cat([s, c], -1)))
        return torch.stack(scores, 1)


class Transformer(nn.Module):
    def __init__(self):
        super().__init__()
        self.source, self.target = nn.Embedding(WORDS, WIDTH), nn.Embedding(WORDS, WIDTH)
        self.place = nn.Parameter(torch.randn(TARGET, WIDTH) * 0.02)
        self.blocks = nn.Transformer(WIDTH, 4, 2, 2, 256, dropout=0.0, batch_first=True)
        self.out = nn.Linear(WIDTH, WORDS)
        self.mask = nn.Transformer.generate_square_subsequent_mask(TARGET)

    def forward(self, x, y):
        x = self.source(x) * 8 + self.place[:SOURCE]
        return self.out(self.blocks(x, self.target(y) * 8 + self.place, tgt_mask=self.mask))


def measure(name, model, batch):
    x, y = torch.randint(WORDS, (batch, SOURCE)), torch.randint(WORDS, (batch, TARGET))
    adam = torch.optim.Adam(model.parameters()) if name.endswith("+adam") else None
    times = []
    while len(times) < 10 or (len(times) < 200 and sum(times) < 1):
        before = time.perf_counter()
        model.zero_grad()
        F.cross_entropy(model(x, y).transpose(1, 2), y).backward()
        if adam:
            adam.step()
        times.append(time.perf_counter() - before)
    times = sorted(times[3:])
    print(f"{name}_{batch} {1000 * times[len(times) // 2]:.4f} ms")


torch.set_num_threads(int(sys.argv[1]))
torch.manual_seed(1)
for size in sys.argv[3:]:
    measure(sys.argv[2], Gru() if sys.argv[2].startswith("gru") else Transformer(), int(size))
