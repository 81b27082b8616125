"""Clips: what is told happens in the frames that its words have, and nothing else does; where it happens cannot be guessed."""

import collections

import scenes
from harness import attnviz
from png import films

CLIPS = scenes.FILE["clips"]
FRAMES, (WIDTH, HEIGHT) = CLIPS["frames"], CLIPS["picture"]
SEEN = 24  # of 256, in one colour: more than grain can do


def events(row):
    """(noun, colour or None, what happens, first frame, frame behind the last) in the order of the caption."""
    words, kinds = row[0].split(), row[3].split()
    where = {word: boxes[0] for word, boxes in scenes.boxes(row[1]).items()}
    colour = noun = None
    for place, (word, kind) in enumerate(zip(words, kinds)):
        colour = word if kind == "adjective" else colour
        noun = word if kind == "noun" else noun
        if kind == "verb":
            rest = words[place + 1:place + 4]
            _, top, _, bottom = where[place]
            yield noun, colour, rest[2] if rest[:2] == ["to", "the"] else word, top // HEIGHT, bottom // HEIGHT
            colour = noun = None


def misplaced(rows):
    """Boxes that are not whole frames, events out of order or of a wrong length, words of one event in other frames."""
    for row in rows:
        words, found = row[0].split(), list(events(row))
        spans = {boxes[0] for boxes in scenes.boxes(row[1]).values()}
        if any(x0 or x1 != WIDTH or y0 % HEIGHT or y1 % HEIGHT for x0, y0, x1, y1 in spans) or len(spans) != len(found):
            yield "boxes", row
        if not all(CLIPS["event"][0] <= end - begin <= CLIPS["event"][1] and 1 <= begin and end <= FRAMES
                   for *_, begin, end in found):
            yield "length", row
        if len(found) != 1 + words.count("then") or (len(found) == 2 and found[0][4] >= found[1][3]):
            yield "order", row


def changes(before, now):
    """The box of the pixels that have clearly changed; None if hardly one has."""
    places = [(x, y) for y in range(HEIGHT) for x in range(WIDTH)
              if max(abs(now[y][3 * x + c] - before[y][3 * x + c]) for c in range(3)) > SEEN]
    if len(places) < 3:
        return None
    across, down = [x for x, _ in places], [y for _, y in places]
    return min(across), min(down), max(across), max(down)


def seen_event(frames, begin, end):
    """What happens, told by how the changed pixels lie from frame to frame."""
    steps = [changes(frames[i - 1], frames[i]) for i in range(begin, end)]
    whole = changes(frames[begin - 1], frames[end - 1])
    if whole is None:
        return "jumps"
    if None in steps:
        return None
    first, last = steps[0], steps[-1]
    wider = (last[2] - last[0]) - (first[2] - first[0])
    right, down = last[0] + last[2] - first[0] - first[2], last[1] + last[3] - first[1] - first[3]
    if abs(right) > max(abs(down), abs(wider) + 1):
        return "right" if right > 0 else "left"
    if abs(last[3] - first[3]) <= 2:
        return "grows" if wider > 0 or last[1] < first[1] else "shrinks"
    return "falls" if down > 0 else "rises"


def watch(report):
    """150 clips, watched: which frames change, and what happens in them."""
    told = changed = unseen = right = count = 0
    for path, row in scenes.drawn(report, "clips", 150):
        still, *frames = films(path)
        if len(frames) != FRAMES or still != frames[0]:
            report.check(f"{path} is a film of {FRAMES} frames", False, len(frames))
        found = list(events(row))
        inside = {i for *_, begin, end in found for i in range(begin, end)}
        for i in range(1, FRAMES):
            moved = changes(frames[i - 1], frames[i]) is not None
            told += i in inside
            unseen += i in inside and not moved
            changed += i not in inside and moved
        for *_, event, begin, end in found:
            count += 1
            right += seen_event(frames, begin, end) == event
    report.check("nothing changes in other frames", changed == 0, changed)
    report.check("something changes in the frames that are told", told > 400 and unseen < told / 50, f"{unseen} of {told} not")
    report.check("what happens is seen", count > 200 and right > 0.9 * count, f"{right} of {count}")


def evenness(report, rows):
    nouns, colours, done = (collections.Counter() for _ in range(3))
    for row in rows:
        for noun, colour, event, *_ in events(row):
            nouns[noun] += 1
            colours[colour] += colour is not None
            done[event] += 1
    report.check("clips: each thing as often", len(nouns) == len(CLIPS["things"]) and scenes.even(nouns.values(), 0.15), nouns)
    report.check("clips: each colour as often", scenes.even([colours[name] for name in scenes.FILE["colours"]], 0.2), colours)
    grown = done.pop("grows")
    report.check("clips: each event as often", len(done) == 6 and scenes.even(done.values(), 0.2), done)
    report.check("clips: but for things that grow, which need room", 0.65 < grown / min(done.values()) < 1, grown)


def guesses(report, rows):
    """The k-th of n events is guessed to happen in the middle of the k-th of n equal parts."""
    count = right = 0
    for row in rows:
        found = list(events(row))
        for k, (*_, begin, end) in enumerate(found):
            count += 1
            right += begin <= (2 * k + 1) * FRAMES // (2 * len(found)) < end
    report.check("evenly spaced frames are seldom right", right < 0.5 * count, f"{right} of {count}")


def held_out(report, train, test):
    combinations = {(colour, noun) for row in train for noun, colour, *_ in events(row) if colour}
    marked = [row for row in test if row[2] == "held-out"]
    report.check("clips: brown dog is held out", ("brown", "dog") not in combinations)
    report.check("clips: half of the test is held out", 0.45 < len(marked) / len(test) < 0.55, len(marked))
    faults = [row for row in train + test for noun, colour, *_ in events(row)
              if row[2] == "-" and colour and (colour, noun) not in combinations]
    report.check("clips: what is held out is nowhere else", not faults, faults[:2])


def run(report):
    train, test = scenes.lines(report, "clips", 6000), scenes.lines(report, "clips", 1500, "--part", "test")
    scenes.check(report, "clips: each word has its frames", misplaced(train + test))
    evenness(report, train)
    guesses(report, train)
    held_out(report, train, test)
    watch(report)
