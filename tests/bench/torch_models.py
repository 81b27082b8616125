"""torch_models.py THREADS MODEL: the lessons translator, reader, captioner and speech, as people write them in PyTorch.

The peer of learning.c: prints the median time of whole steps, with Adam and dropout, on a batch of as many examples
as the lesson takes, and the largest memory of the process. Texts are as long as the lesson's are on average.
"""
import resource
import sys
import time

import torch
from torch import nn
from torch.nn import functional as F

STEPS, UNMEASURED, BATCH, SENSES_BATCH = 60, 10, 64, 32


class Translator(nn.Module):
    """Pieces, bidirectional encoder, additive attention asked with the word written last, tied output."""

    PIECES, WIDTH, SOURCE, TARGET = 5000, 192, 9, 10

    def __init__(self):
        super().__init__()
        d = self.WIDTH
        self.french, self.english = nn.Embedding(self.PIECES, d), nn.Embedding(self.PIECES, d)
        self.encoder = nn.GRU(d, d, batch_first=True, bidirectional=True)
        self.decoder = nn.GRUCell(3 * d, d)
        self.start, self.keys = nn.Linear(2 * d, d, False), nn.Linear(2 * d, d, False)
        self.query, self.last, self.v = nn.Linear(d, d, False), nn.Linear(d, d, False), nn.Linear(d, 1, False)
        self.out, self.bias = nn.Linear(4 * d, d, False), nn.Parameter(torch.zeros(self.PIECES))
        self.dropout = nn.Dropout(0.2)

    def loss(self):
        x = torch.randint(self.PIECES, (BATCH, self.SOURCE))
        y = torch.randint(self.PIECES, (BATCH, self.TARGET))
        h, end = self.encoder(self.dropout(self.french(x)))
        keys, s = self.keys(h), torch.tanh(self.start(torch.cat([end[0], end[1]], -1)))
        before = self.dropout(self.english(torch.cat([torch.zeros_like(y[:, :1]), y[:, :-1]], 1)))
        last, rows = self.last(before), []
        for t in range(self.TARGET):
            e = self.v(torch.tanh(keys + (self.query(s) + last[:, t]).unsqueeze(1))).squeeze(-1)
            c = torch.bmm(torch.softmax(e, -1).unsqueeze(1), h).squeeze(1)
            s = self.decoder(torch.cat([before[:, t], c], -1), s)
            rows.append(torch.cat([s, c, before[:, t]], -1))
        r = self.dropout(torch.tanh(self.out(torch.stack(rows, 1))))
        return F.cross_entropy((r @ self.english.weight.T + self.bias).flatten(0, 1), y.flatten())


class Layer(nn.Module):
    """A pre-norm encoder layer; each head has a number for each distance."""

    def __init__(self, d, heads, far):
        super().__init__()
        self.heads, self.far = heads, far
        self.norm, self.second = nn.LayerNorm(d), nn.LayerNorm(d)
        self.qkv, self.home = nn.Linear(d, 3 * d, False), nn.Linear(d, d, False)
        self.wide, self.back = nn.Linear(d, 2 * d), nn.Linear(2 * d, d)
        self.near, self.dropout = nn.Parameter(torch.zeros(heads, 2 * far + 1)), nn.Dropout(0.2)

    def forward(self, x):
        n, u, d = x.shape
        q, k, v = self.qkv(self.norm(x)).view(n, u, 3, self.heads, d // self.heads).permute(2, 0, 3, 1, 4)
        place = torch.arange(u)
        bias = self.near[:, (place - place[:, None]).clamp(-self.far, self.far) + self.far]
        weights = torch.softmax(q @ k.transpose(-1, -2) / (d // self.heads) ** 0.5 + bias, -1)
        x = x + self.dropout(self.home((weights @ v).transpose(1, 2).reshape(n, u, d)))
        return x + self.dropout(self.back(F.relu(self.wide(self.second(x))))), weights


class Reader(nn.Module):
    """Words and their spelling, three layers, four taught heads, replaced and masked words."""

    WORDS, GROUPS, WIDTH, LENGTH, SPELLED = 2003, 2048, 96, 15, 15

    def __init__(self):
        super().__init__()
        d = self.WIDTH
        self.words, self.spelling = nn.Embedding(self.WORDS, d), nn.EmbeddingBag(self.GROUPS, d, mode="sum")
        self.layers = nn.ModuleList(Layer(d, 4, 8) for _ in range(3))
        self.norm, self.first, self.dropout = nn.LayerNorm(d, elementwise_affine=False), nn.LayerNorm(d), nn.Dropout(0.2)
        self.replaced, self.out = nn.Linear(d, 1), nn.Linear(d, d)
        self.bias = nn.Parameter(torch.zeros(self.WORDS))

    def loss(self):
        n, u = BATCH, self.LENGTH + 1
        words = torch.randint(self.WORDS, (n, u))
        groups = torch.randint(self.GROUPS, (n * u, self.SPELLED))
        x = self.dropout(self.norm(self.words(words) + self.spelling(groups).view(n, u, -1)))
        for layer in self.layers:
            x, weights = layer(x)
        heads = torch.randint(u, (n, 4, self.LENGTH))
        taught = -torch.log(weights[:, :, 1:].gather(3, heads[..., None]).clamp_min(1e-30)).sum(1).mean()
        x = self.first(x)[:, 1:]
        marks = (torch.rand(n, self.LENGTH) < 0.06).float()
        replaced = F.binary_cross_entropy_with_logits(self.replaced(x).squeeze(-1), marks)
        masked = F.cross_entropy((self.out(x) @ self.words.weight.T + self.bias).flatten(0, 1), words[:, 1:].flatten())
        return taught + replaced + 0.2 * masked


class Decoder(nn.Module):
    """Additive attention asked with the state and the word written last, a GRU, tied output."""

    def __init__(self, words, seen, width):
        super().__init__()
        self.words = nn.Embedding(words, width)
        self.start, self.keys = nn.Linear(seen, width, False), nn.Linear(seen, width, False)
        self.query, self.last, self.v = (nn.Linear(width, width, False), nn.Linear(width, width, False),
                                         nn.Linear(width, 1, False))
        self.cell = nn.GRUCell(width + seen, width)
        self.out, self.bias = nn.Linear(2 * width + seen, width, False), nn.Parameter(torch.zeros(words))

    def loss(self, seen, y):
        keys, s = self.keys(seen), torch.tanh(self.start(seen.mean(1)))
        before = self.words(torch.cat([torch.zeros_like(y[:, :1]), y[:, :-1]], 1))
        last, rows = self.last(before), []
        for t in range(y.shape[1]):
            e = self.v(torch.tanh(keys + (self.query(s) + last[:, t]).unsqueeze(1))).squeeze(-1)
            c = torch.bmm(torch.softmax(e, -1).unsqueeze(1), seen).squeeze(1)
            s = self.cell(torch.cat([before[:, t], c], -1), s)
            rows.append(torch.cat([s, c, before[:, t]], -1))
        r = torch.tanh(self.out(torch.stack(rows, 1)))
        return F.cross_entropy((r @ self.words.weight.T + self.bias).flatten(0, 1), y.flatten())


class Captioner(nn.Module):
    """Three convolutions that halve the picture, one that adds what is near, a decoder over 8 x 8 regions."""

    WORDS, LENGTH = 74, 8

    def __init__(self):
        super().__init__()
        self.shrink = nn.ModuleList(nn.Conv2d(a, b, 4, 2, 1) for a, b in ((3, 24), (24, 48), (48, 64)))
        self.near, self.norm = nn.Conv2d(64, 64, 3, 1, 1), nn.LayerNorm(64, elementwise_affine=False)
        self.place, self.decoder = nn.Parameter(torch.randn(64, 64) * 0.1), Decoder(self.WORDS, 64, 96)

    def loss(self):
        x = torch.rand(SENSES_BATCH, 3, 64, 64)
        for layer in self.shrink:
            x = F.relu(layer(x))
        x = x + F.relu(self.near(x))
        return self.decoder.loss(self.norm(x.flatten(2).transpose(1, 2)) + self.place,
                                 torch.randint(self.WORDS, (SENSES_BATCH, self.LENGTH)))


class Speech(nn.Module):
    """A mel spectrogram, 9 spectra a frame, a bidirectional GRU over 125 frames, a decoder."""

    WORDS, LENGTH, WIDTH = 18, 5, 96

    def __init__(self):
        super().__init__()
        self.bands = nn.Parameter(torch.rand(129, 40), requires_grad=False)
        self.window = nn.Parameter(torch.hann_window(256), requires_grad=False)
        self.first, self.dropout = nn.Linear(360, self.WIDTH), nn.Dropout(0.2)
        self.encoder = nn.GRU(self.WIDTH, self.WIDTH, batch_first=True, bidirectional=True)
        self.decoder = Decoder(self.WORDS, 2 * self.WIDTH, self.WIDTH)

    def loss(self):
        x = torch.rand(SENSES_BATCH, 61440) - 0.5
        tones = torch.stft(x / x.abs().amax(1, True), 256, 160, window=self.window, center=False, return_complex=True)
        spectra = torch.log(tones.abs().square().transpose(1, 2) @ self.bands + 0.01) / 4
        frames = spectra.unfold(1, 9, 3).flatten(2)
        h, _ = self.encoder(self.dropout(F.relu(self.first(frames))))
        return self.decoder.loss(self.dropout(h), torch.randint(self.WORDS, (SENSES_BATCH, self.LENGTH)))


def measure(name, model):
    adam, times = torch.optim.Adam(model.parameters()), []
    for _ in range(STEPS):
        before = time.perf_counter()
        adam.zero_grad()
        model.loss().backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1)
        adam.step()
        times.append(time.perf_counter() - before)
    times = sorted(times[UNMEASURED:])
    print(f"{name} {1000 * times[len(times) // 2]:.4f} ms")
    print(f"{name}_memory {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.1f} MiB")


torch.set_num_threads(int(sys.argv[1]))
torch.manual_seed(1)
measure(sys.argv[2], {"translator": Translator, "reader": Reader, "captioner": Captioner, "speech": Speech}[sys.argv[2]]())
