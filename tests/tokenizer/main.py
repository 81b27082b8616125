"""Words and pieces of the program beside those that tests/tokenizer/plain.py reads off the same file."""

import json
import os
import random
import re
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
from harness import Report, attnviz  # noqa: E402
from hub import Hub, tokenizers  # noqa: E402
from pieces import models  # noqa: E402
from plain import Tokenizer  # noqa: E402
from texts import LEARN  # noqa: E402

report = Report("tokenizer")
FOLDER = tempfile.mkdtemp()

SENTENCES = [
    "L'homme n'ai pas… Qu'est-ce que c'est ?", "Va-t-il, donne-le-moi, allez-vous-en, va-t'en !",
    "Jusqu'à quand ? Lorsqu’il pleut, QU'ELLE VIENNE, L’ÉTÉ, là-bas, celui-là, vis-à-vis, peut-être.",
    "The dogs didn't eat John's 1,000.5 cakes; they shouldn't've, he'd've, o'clock, rock 'n' roll.",
    "WE'RE ISN'T can't won't 'tis boys' toys n't x-n't he'dn't", "Ich weiß nicht, ob die Straße schläft: ÄÖÜß.",
    "¿Dónde está la niña? ¡Mañana!", "L'università è lì, perché no?", "Съешь же ещё этих мягких французских булок.",
    "Ξεσκεπάζω την ψυχοφθόρα βδελυγμία.", "我喜欢猫，也喜欢狗。2024年〇月", "吾輩は猫である。名前はまだ無い。", "나는 고양이를 좋아한다.",
    "أنا أحب القطط.", "אני אוהב חתולים.", "मुझे बिल्लियाँ पसंद हैं।", "ฉันชอบแมว", "İstanbul'da ışık ve İZMİR",
    "👩‍🚀 ❤️'s 👍🏽 🇫🇷🇩🇪🇯 1️⃣ 🏴󠁧󠁢󠁥󠁮󠁧󠁿 😀😀", "e\u0301te\u0301 A\u030A \u1100\u1161\u11a8 ﬁn Ⅷ ǅ ſ K",
    "a--b ... .. ‐x‑y a.b 3.14.15 1.a 12,5€ 50% #tag @x <start>le<end> <mask>", "\u200bzero\u200bwidth\ufeff\u00a0nbsp\u2028x",
    "▁▁ ▁a <0x41> <unk>", "«Guillemets»“quotes”„“‘’'\"", "", " ", "\u0301alone -il -t-il t-il a-t-t-il l'l'l'l'a",
    "l’n’t 's 're donne-m'en -m'en x't-il est-ce-que",
]


def learn(language, size):
    text, path = os.path.join(FOLDER, "learn.txt"), os.path.join(FOLDER, language + ".json")
    with open(text, "w", encoding="utf-8") as file:
        file.write(LEARN)
    outcome = attnviz("tokenizer", text, "-o", path, "--language", language, "--size", str(size))
    report.check(f"learns pieces ({language})", outcome.status == 0, outcome)
    return path


def ids(path, lines):
    text = os.path.join(FOLDER, "lines.txt")
    with open(text, "w", encoding="utf-8") as file:
        file.write("".join(line + "\n" for line in lines))
    outcome = attnviz("tokenizer", path, text, "--ids")
    return [[int(word) for word in line.split()] for line in outcome.stdout.decode().split("\n")[:-1]]


def words(path, text):
    """The first column of what --text shows."""
    rows = attnviz("tokenizer", path, "--text", text).stdout.decode().splitlines()
    return [re.split(r" {2,}", row)[0] for row in rows[:-1]], rows[-1].split("joined again: ")[1]


def mixed(count):
    """Texts of odd parts side by side: where rules meet."""
    choice = random.Random(7)
    parts = ["l'", "L’", "qu'", "n", "t", "-t-", "-il", "-le", "-t'en", "'s", "n't", "'d", "’ve", "é", "e\u0301", "\u0301", "1", ".",
             ",", "...", "-", "--", "‑", "'", "’", "\"", "中", "〇", "🙂", "👩", "\u200d", "\ufe0f", "🏽", "🇫", " ", "  ", "a", "DON",
             "▁", "<mask>", "<", "\u00a0", "ß", "İ", "ı", "٣", "Ⅷ", "²", "à", "là", "À", "cat", "<LEFT>", "<RIGHT>", "<both>",
             "dog", "the é"]
    return ["".join(choice.choice(parts) for _ in range(choice.randint(1, 12))) for _ in range(count)]


def check_equal(language, size):
    path = learn(language, size)
    with open(path, encoding="utf-8") as file:
        plain = Tokenizer(file.read())
    lines = SENTENCES + LEARN.split("\n")[:20] + mixed(4000)
    found = ids(path, lines)
    wrong = [(line, a, plain.ids(line)) for line, a in zip(lines, found) if a != plain.ids(line)]
    report.check(f"{len(lines)} texts have the numbers that the file says ({language})",
                 len(found) == len(lines) and not wrong, f"{len(wrong)}: {wrong[:3]}")


WORDS = {
    "fr": [("L'homme n'ai pas…", "L' homme n' ai pas …"), ("Qu'est-ce que c'est ?", "Qu' est -ce que c' est ?"),
           ("va-t-il donne-le-moi", "va -t-il donne -le -moi"), ("va-t'en, allez-vous-en", "va -t'en , allez -vous -en"),
           ("aujourd'hui, peut-être, arc-en-ciel", "aujourd'hui , peut-être , arc-en-ciel"),
           ("d'aujourd'hui jusqu’à", "d' aujourd'hui jusqu’ à"), ("celui-là LÀ-BAS", "celui -là LÀ-BAS")],
    "en": [("The dogs didn't eat John's cakes.", "The dogs did n't eat John 's cakes ."),
           ("they shouldn't've", "they should n't 've"), ("o'clock, well-known", "o'clock , well-known"),
           ("1,000.5 birds...", "1,000.5 birds ..."), ("can't won't I'm we're", "ca n't wo n't I 'm we 're")],
    "none": [("don't l'homme", "don't l'homme"), ("我有 3.5 只猫。", "我 有 3.5 只 猫 。"), ("👩‍🚀🇫🇷!", "👩‍🚀 🇫🇷 !")],
}

def check_hub(name, file):
    """A tokenizer of another program: numbers, as its authors describe them."""
    path, hub = os.path.join(FOLDER, name + ".json"), Hub(file)
    with open(path, "w", encoding="utf-8") as out:
        json.dump(file, out, ensure_ascii=False)
    lines = [line for line in SENTENCES + LEARN.split("\n")[:20] + mixed(2000) + HUB if line.strip()]
    found = ids(path, lines)
    wrong = [(line, a, hub.ids(line)) for line, a in zip(lines, found) if a != hub.ids(line)]
    report.check(f"{len(lines)} texts have the numbers that another program's file says ({name})",
                 len(found) == len(lines) and not wrong, f"{len(found)} lines, {len(wrong)} differ: {wrong[:2]}")


HUB = ["  two blanks  and more ", "<|endoftext|>The<|endoftext|> cat", "A <mask> B<mask>  C", "[CLS] is [MASK]ed", "x" * 120,
       "We'll they'd I'M YOU'RE it's", "12345678 1.5", "tab\there", "ﬁ ½ ①", "Ångström e\u0301 \u1e9b\u0323", "한국어 각", "a<s>b</s>",
       "😀 🇫🇷", "<unk> x",
       "a cat, cats, concat cat\u0301 cat_ \"cat\"", "x \t<LEFT> y <RIGHT>  \u00a0z<LEFT><RIGHT> <LEFT><", "a <both> b<BOTH> <LEFT>  <BOTH>",
       "the é the e\u0301 THE É the e dog DOGS a dog <RIGHT> <Both> dog", "<LEFT><RIGHT>", "cat", " cat<Both>"]

PIECES = ["   leading", "trailing   ", "a   b    c     d", "▁", "▁ a ▁▁ b▁ ▁", "aaaaaaa aaaa -----  ---- ▁▁▁▁▁▁▁", "´ a ´", "ｱｲｳ ＡＢＣ",
          "the cat<sep>the ﬁne<x>", "\u200b \u200b x", "中文 猫 x😀😀y 😀 z"]


def reference(path, lines):
    """What sentencepiece itself finds, where it is installed."""
    try:
        from sentencepiece import SentencePieceProcessor
    except ImportError:
        return None
    return SentencePieceProcessor(model_file=path).encode(lines)


def check_pieces(name, model):
    """A file of sentencepiece: numbers, as its authors describe them, and as their program finds them."""
    path = os.path.join(FOLDER, name + ".model")
    with open(path, "wb") as out:
        out.write(model.bytes())
    lines = [line for line in SENTENCES + LEARN.split("\n")[:20] + mixed(1000) + HUB + PIECES
             if line and not any(mark in line for mark in ("<s>", "</s>", "<unk>", "\n", "\r"))]
    found, other = ids(path, lines), reference(path, lines)
    wrong = [(line, a, model.ids(line)) for line, a in zip(lines, found) if a != model.ids(line)]
    report.check(f"{len(lines)} texts have the numbers that a file of sentencepiece says ({name})",
                 len(found) == len(lines) and not wrong, f"{len(found)} lines, {len(wrong)} differ: {wrong[:2]}")
    if other is not None:
        wrong = [(line, a, b) for line, a, b in zip(lines, found, other) if a != b]
        report.check(f"sentencepiece finds the same numbers ({name})", not wrong, f"{len(wrong)} differ: {wrong[:2]}")


for name, model in models(LEARN).items():
    check_pieces(name, model)
for name, file in tokenizers(LEARN).items():
    check_hub(name, file)
for language, size in (("none", 600), ("fr", 500), ("en", 700)):
    check_equal(language, size)
for language, cases in WORDS.items():
    for text, wanted in cases:
        found, _ = words(os.path.join(FOLDER, language + ".json"), text)
        report.check(f"words of {text!r} ({language})", found == wanted.split(" "), found)
for language, text in (("fr", "« L'été n'est pas là », dit-elle : va-t'en !"), ("en", "She didn't say \"John's here\", did she?"),
                       ("en", "It cost 1,000.5 (or so)..."), ("none", "猫在桌子上。")):
    _, joined = words(os.path.join(FOLDER, language + ".json"), text)
    report.check(f"joined again: {text!r}", joined == text, joined)
report.end()
