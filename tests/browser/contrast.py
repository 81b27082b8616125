"""The contrast of letters on what is behind them, from the colours of page.css (WCAG 2: at least 4.5)."""

import re

LEAST = 4.5
WORDS, BEHIND = ("ink", "faint", "accent", "bad", "good"), ("ground", "raised")
LAST_PLAIN, FIRST_STRONG = 17 / 25, 18 / 25  # strengths of a map's cell, html_map.c: from there letters are "on"


def colour(text):
    if text.startswith("#"):
        digits = text[1:] if len(text) == 7 else "".join(digit * 2 for digit in text[1:])
        return tuple(int(digits[k:k + 2], 16) for k in (0, 2, 4))
    return tuple(map(int, text.split()))


def themes(path):
    """The variables of :root in light, and then in dark."""
    with open(path, encoding="utf-8") as file:
        blocks = re.findall(r":root \{(.*?)\}", file.read(), re.DOTALL)[:2]
    light, dark = ({name: value.strip() for name, value in re.findall(r"--(\w+): ([^;]+);", block)} for block in blocks)
    for name, variables in (("light", light), ("dark", {**light, **dark})):
        yield name, {key: colour(value) for key, value in variables.items() if re.fullmatch(r"#\w+|\d+ \d+ \d+", value)}


def luminance(of):
    linear = [c / 255 / 12.92 if c / 255 <= 0.04045 else ((c / 255 + 0.055) / 1.055) ** 2.4 for c in of]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one, other):
    darker, lighter = sorted(map(luminance, (one, other)))
    return (lighter + 0.05) / (darker + 0.05)


def over(upper, lower, opacity):
    return tuple(opacity * u + (1 - opacity) * b for u, b in zip(upper, lower))


def contrast_faults(path):
    for theme, colours in themes(path):
        pairs = [(word, behind, colours[word], colours[behind]) for word in WORDS for behind in BEHIND]
        pairs.append(("ground", "ink", colours["ground"], colours["ink"]))
        for sign in "pn":
            pairs += [("ink", f"a table's {sign}", colours["ink"], over(colours[sign], colours["ground"], 0.5)),
                      ("cell", f"a pale {sign}", colours["cell"], over(colours[sign], colours["raised"], LAST_PLAIN)),
                      ("on", f"a strong {sign}", colours["on"], over(colours[sign], colours["raised"], FIRST_STRONG)),
                      ("on", f"the strongest {sign}", colours["on"], colours[sign])]
        for word, behind, letters, ground in pairs:
            if contrast(letters, ground) < LEAST:
                yield f"{theme}: {word} on {behind}: {contrast(letters, ground):.2f}"
