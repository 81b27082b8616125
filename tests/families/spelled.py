"""Folders with files of sentencepiece: the numbers of pieces, as the tokenizers of their families count them."""

import os
import unicodedata

import forward
import pairs
from folder import Weights, write
from harness import attnviz, strict_json
from hub import TABLE
from pieces import BPE, BYTES, CONTROL, CONTROLS, DEFINED, NORMAL, UNKNOWN, Model, merging, scored, stretches
from texts import LEARN

TEXTS = ["The cat sat on the mat.", "She didn't give him  the book; L'homme!", "Ünïcödé 猫 😀  two blanks ", "THE ``CATS'' 1, 2"]


def unigram(controls, **how):
    texts = sorted({*stretches(LEARN, 4), "1", "▁1,", "2", '"'})
    return Model([*controls, *scored(texts, 1)], table=TABLE, **how)


def kept(texts):
    return texts


def cleaned(texts, lower=True):
    """As ALBERT prepares a text."""
    for text in texts:
        text = " ".join(text.split()).replace("``", '"').replace("''", '"')
        text = "".join(letter for letter in unicodedata.normalize("NFKD", text) if not unicodedata.combining(letter))
        yield text.lower() if lower else text


def without_commas(model):
    """ALBERT's pieces: a number and a comma are two."""
    return Model([(text, score - 100 * (text[-2:-1].isdigit() and text[-1] == ","), kind) for text, score, kind in model.pieces],
                 table=model.table)


def cases(llama, gemma, roberta, albert, t5):
    """Name, forward pass, config, model, files, and what the family makes of the file's own numbers."""
    plain, five = unigram(CONTROLS), unigram([("<pad>", 0, CONTROL), ("</s>", 0, CONTROL), ("<unk>", 0, UNKNOWN)], begin=-1, end=1)
    meta = Model([*CONTROLS, *BYTES, *merging(LEARN, 250)], BPE, squeeze=False, falls_back=True)
    bare = Model(meta.pieces, BPE, prefix=False, squeeze=False, falls_back=True)
    first = [("<pad>", 0, CONTROL), ("<eos>", 0, CONTROL), ("<bos>", 0, CONTROL), ("<unk>", 0, UNKNOWN), ("<mask>", 0, DEFINED)]
    google = Model([*first, *BYTES, *merging(LEARN, 250)], BPE, prefix=False, squeeze=False, falls_back=True, begin=2, end=1)
    clean = unigram([("<pad>", 0, CONTROL), ("<unk>", 0, UNKNOWN), ("[CLS]", 0, CONTROL), ("[SEP]", 0, CONTROL),
                     ("[MASK]", 0, CONTROL)], begin=-1, end=-1)

    def around(model, before, behind, change=lambda number: number, clean=kept):
        return lambda texts: [[*before, *map(change, model.ids(text)), *behind] for text in clean(texts)]

    count = len(plain.pieces)
    llama = {**llama, "bos_token_id": 1, "eos_token_id": 2}
    one = {"tokenizer.model": meta}
    yield "llama", forward.llama, llama, one, around(meta, [1], []), []
    yield "mistral", forward.llama, {**llama, "model_type": "mistral"}, one, around(meta, [1], []), []
    yield ("llama, its end told", forward.llama, llama,
           {**one, "tokenizer_config.json": {"add_bos_token": False, "add_eos_token": True}}, around(meta, [], [2]), [])
    added = {"added_tokens.json": {"<|end|>": len(meta.pieces)},
             "tokenizer_config.json": {"legacy": False, "added_tokens_decoder": {
                 str(len(meta.pieces) + 1): {"content": "<more>", "rstrip": True}, "1": {"content": "<s>"}}}}
    yield ("llama, with added tokens", forward.llama, llama, {**one, **added}, lambda texts: [
        [1, *meta.ids("The cat"), len(meta.pieces), *bare.ids("x"), 1, len(meta.pieces) + 1, *bare.ids("dog")]],
        ["The cat<|end|>x<s><more>  dog"])
    yield "gemma", forward.llama, gemma, {"tokenizer.model": google}, around(google, [2], []), []
    yield "albert", forward.albert, albert, {"spiece.model": clean}, around(without_commas(clean), [2], [3], clean=cleaned), []
    yield ("albert with capitals", forward.albert, albert,
           {"spiece.model": clean, "tokenizer_config.json": {"do_lower_case": False}},
           around(without_commas(clean), [2], [3], clean=lambda texts: cleaned(texts, False)), [])
    yield ("xlm-roberta", forward.roberta, {**roberta, "model_type": "xlm-roberta"}, {"sentencepiece.bpe.model": plain},
           around(plain, [0], [2], lambda number: number + 1 if number else 3), [])
    yield ("xlm-roberta, a mask", forward.roberta, {**roberta, "model_type": "xlm-roberta"}, {"sentencepiece.bpe.model": plain},
           lambda texts: [[0, *(number + 1 for number in plain.ids("The cat")), count + 1, 2]], ["The cat <mask>"])
    yield ("camembert", forward.roberta, {**roberta, "model_type": "camembert"}, {"sentencepiece.bpe.model": plain},
           around(plain, [5], [6], lambda number: number + 4 if number else 3), [])
    yield "t5", pairs.t5, t5, {"spiece.model": five}, around(five, [], [1]), []
    yield ("t5, a gap", pairs.t5, t5, {"spiece.model": five}, lambda texts: [
        [*five.ids("The cat"), len(five.pieces) + 99, *five.ids("dog"), len(five.pieces), 1]],
        ["The cat <extra_id_0> dog<extra_id_99>"])


def read(folder, text, *more):
    outcome = attnviz("explain", "--format", "json", "--only", "sentence,target" if more else "sentence", "--model", folder,
                      "--sentence", text, *more)
    if outcome.status != 0:
        return outcome.message
    found = strict_json(outcome.stdout.decode("utf-8"))["values"]
    return [[int(number) - 1 for number in found[name]["data"]] for name in (("sentence", "target") if more else ("sentence",))]


def put(scratch, name, forward_pass, config, files, *texts):
    """The folder of a small model: only the width of its words is that of the pieces."""
    weights = Weights(1)
    forward_pass(config, weights, *texts)
    plain = {file: what for file, what in files.items() if not isinstance(what, Model)}
    folder = write(os.path.join(scratch, name.replace(" ", "-")), config, dict(weights), files=plain)
    for file, what in files.items():
        if isinstance(what, Model):
            with open(os.path.join(folder, file), "wb") as out:
                out.write(what.bytes())
    return folder


def check_families(report, scratch, *configs):
    for name, forward_pass, config, files, want, texts in cases(*configs):
        model = next(what for what in files.values() if isinstance(what, Model))
        config = {**config, "vocab_size": len(model.pieces) + 110, "max_position_embeddings": 90}
        target = [[0, 1]] if config["model_type"] == "t5" else []
        folder = put(scratch, "spelled " + name, forward_pass, config, files, [0, 1, 2], *target)
        texts = texts or TEXTS
        more = ["--target-ids", "5,1"] if target else []
        got = [read(folder, text, *more) for text in texts]
        got = [one if isinstance(one, str) else one[0] for one in got]
        report.check(f"pieces of {name}, in a file of sentencepiece", got == want(texts), f"{got} instead of {want(texts)}")


def check_marian(report, scratch, marian):
    """Two files of pieces, and numbers of a third: what that does not know is unknown."""
    source = unigram([("</s>", 0, CONTROL), ("<unk>", 0, UNKNOWN)], begin=-1, end=0)
    written = Model([*CONTROLS, *scored(stretches(LEARN, 3), 9)], table=TABLE)
    names = [text for text, _, kind in source.pieces + written.pieces if kind == NORMAL]
    known = [name for name in dict.fromkeys(names) if name not in ("▁cat", "the")]
    vocabulary = {name: i for i, name in enumerate(["</s>", "<unk>", *known, ">>deu<<", "<pad>"])}

    def numbers(model, text):
        found, before = [], True
        for piece in model.likeliest(model.normalize(text)):
            if before or piece in model.score:  # letters without a piece are one
                found.append(vocabulary.get(piece, 1))
            before = piece in model.score
        return found

    config = {**marian, "vocab_size": len(vocabulary), "eos_token_id": 0, "pad_token_id": len(vocabulary) - 1,
              "decoder_start_token_id": len(vocabulary) - 1, "max_position_embeddings": 90}
    files = {"source.spm": source, "target.spm": written, "vocab.json": vocabulary}
    folder = put(scratch, "spelled-marian", pairs.marian, config, files, [0, 1, 2], [0, 1])
    for text, target in ((TEXTS[0], "Die Katze."), ("The cat sat on the cat", "Hund und Katze"), ("A猫 b", "Füße")):
        got = read(folder, text, "--input", "target=" + target)
        want = [[*numbers(source, text), 0], [*numbers(written, target), 0]]
        report.check(f"pieces of marian, of {text!r} and {target!r}", got == want, f"{got} instead of {want}")
    got = read(folder, ">>deu<< The dog", "--input", "target=Hund")
    want = [[vocabulary[">>deu<<"], *numbers(source, "The dog"), 0], [*numbers(written, "Hund"), 0]]
    report.check("pieces of marian, with a language", got == want, f"{got} instead of {want}")
    os.remove(os.path.join(folder, "vocab.json"))
    outcome = attnviz("explain", "--model", folder, "--sentence", "x")
    report.check("marian without numbers", outcome.status != 0 and "vocab.json" in outcome.message, outcome.message)
