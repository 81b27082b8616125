"""words.py OURS.pdf THEIRS.pdf [TOLERANCE]: the words of both are the same, and each stands where it
stands in ours, to this part of the page's width (default: 0.004). Says what differs."""
import re
import subprocess
import sys
import unicodedata
from xml.sax.saxutils import unescape


def words(path):
    """Of the first page, each with its box as parts of the page's width."""
    text = subprocess.run(['pdftotext', '-bbox', path, '-'], capture_output=True, check=True).stdout
    text = text.decode('utf-8', 'replace') # some write letters beyond U+FFFF as two halves
    width = float(re.search(r'<page width="([\d.]+)"', text).group(1))
    number = r'="([-\d.]+)"'
    pattern = 'xMin' + number + ' yMin' + number + ' xMax' + number + ' yMax' + number + '>(.*?)</word>'
    found = []
    for match in re.finditer(pattern, text, re.S):
        word = unicodedata.normalize('NFKC', unescape(match.group(5), {'&quot;': '"', '&apos;': "'"}))
        word = ''.join(c for c in word if unicodedata.category(c) != 'Cf')
        if word:
            found.append((word, [float(x) / width for x in match.groups()[:4]]))
    return found


def main():
    ours, theirs = words(sys.argv[1]), words(sys.argv[2])
    tolerance = float(sys.argv[3]) if len(sys.argv) > 3 else 0.004
    if not ours:
        print('there are no words in', sys.argv[1])
    left = list(theirs)
    for word, box in ours:
        near = [other for other in left if other[0] == word]
        if not near:
            print(f"the word '{word}' is lost")
            continue
        away, best = min(((max(abs(a - b) for a, b in zip(box[::2], other[1][::2])), other) for other in near),
                         key=lambda pair: pair[0] + abs(pair[1][1][1] - box[1]))
        left.remove(best)
        middle = abs((box[1] + box[3]) - (best[1][1] + best[1][3])) / 2
        if away > tolerance or middle > tolerance:
            print(f"'{word}' stands {away:.4f} beside its box, {middle:.4f} above or below it")
    for word, _ in left:
        print(f"the word '{word}' is new")


main()
