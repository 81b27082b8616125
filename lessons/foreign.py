#!/usr/bin/env python3
"""foreign.py ATTNVIZ FOLDER: pictures and sounds that are no scenes and no utterances of the corpora, made by other
programs: ImageMagick, gnuplot, rsvg-convert, espeak-ng, attnviz itself. The name of each begins with its kind."""
import array
import math
import os
import random
import subprocess
import sys
import wave

attnviz, folder = os.path.abspath(sys.argv[1]), sys.argv[2]
here = os.path.dirname(os.path.abspath(__file__))


def run(*words, **more):
    subprocess.run(list(map(str, words)), check=True, **more)


# ---- pictures ----


def draw(name, *words):
    run("convert", "-seed", "7", *words, f"PNG24:{folder}/pictures/{name}.png")


def by_imagemagick():
    for n, colours in enumerate(["red-blue", "green-yellow", "fractal", "tomato-steelblue", "gray20-gray90", "fractal"]):
        run("convert", "-seed", n, "-size", "200x160", f"plasma:{colours}", f"PNG24:{folder}/pictures/clouds-{n}.png")
    for name in ["rose", "logo", "wizard", "granite", "netscape"]:
        draw(f"shipped-{name}", f"{name}:")
    for name in ["bricks", "checkerboard", "hexagons", "leftshingle", "octagons", "verticalsaw"]:
        draw(f"pattern-{name}", "-size", "128x128", f"pattern:{name}")
    words = ["What is written here is no scene", "attention", "Dear Sir or Madam, thank you for your letter of the 3rd of May"]
    for n in range(6):
        ink = [["-background", "white", "-fill", "black"], ["-background", "navy", "-fill", "gold"]][n % 2]
        draw(f"text-{n}", *ink, "-size", "220x180", "-gravity", "center", f"caption:{words[n % 3]}")
    for n in range(4):
        draw(f"swirled-{n}", "-size", "200x200", "plasma:fractal", "-blur", "0x2", "-swirl", 90 * (n + 1), "-modulate", "100,60")


PLOTS = ["plot sin(x)/x lw 3, cos(x)/4 lw 3", "set style fill solid; plot '+' using 1:(abs($1)) with boxes",
         "splot x**2-y**2 with pm3d", "set polar; plot t/6 lw 3", "set style fill solid; plot '+' using 1:(rand(0)) with points pt 7",
         "set view map; set pm3d; splot sin(x)*cos(y) with pm3d"]


def by_gnuplot():
    for n, plot in enumerate(PLOTS):
        run("gnuplot", "-e", f"set terminal png size 320,240; set output '{folder}/pictures/plot-{n}.png'; {plot}")


SHAPES = {
    "cat": "<rect width='200' height='200' fill='#def'/><ellipse cx='100' cy='130' rx='50' ry='40' fill='#a63'/><circle cx='100' cy='75' r='32' fill='#a63'/><path d='M72 60 L76 25 L95 48 Z M128 60 L124 25 L105 48 Z' fill='#a63'/><circle cx='88' cy='72' r='5'/><circle cx='112' cy='72' r='5'/>",
    "car": "<rect width='200' height='200' fill='#8cf'/><rect y='140' width='200' height='60' fill='#666'/><rect x='30' y='95' width='140' height='40' rx='10' fill='#d22'/><path d='M60 95 L80 65 L130 65 L150 95 Z' fill='#a11'/><circle cx='65' cy='140' r='16'/><circle cx='140' cy='140' r='16'/>",
    "tree": "<rect width='200' height='200' fill='#bdf'/><rect y='150' width='200' height='50' fill='#4a3'/><rect x='90' y='100' width='20' height='60' fill='#742'/><circle cx='100' cy='75' r='45' fill='#383'/>",
    "flag": "<rect width='67' height='200' fill='#04a'/><rect x='67' width='66' height='200' fill='#fff'/><rect x='133' width='67' height='200' fill='#e22'/>",
    "clock": "<rect width='200' height='200' fill='#fff'/><circle cx='100' cy='100' r='80' fill='none' stroke='#000' stroke-width='6'/><path d='M100 100 L100 40 M100 100 L140 120' stroke='#000' stroke-width='6'/>",
    "face": "<rect width='200' height='200' fill='#777'/><circle cx='100' cy='100' r='70' fill='#fc3'/><circle cx='75' cy='80' r='9'/><circle cx='125' cy='80' r='9'/><path d='M60 120 Q100 165 140 120' stroke='#000' stroke-width='7' fill='none'/>",
    "street": "<rect width='200' height='200' fill='#336'/><path d='M20 200 V60 H70 V200 M80 200 V90 H130 V200 M140 200 V40 H190 V200' fill='#111'/><path d='M30 80 h10 v10 h-10 z M50 110 h10 v10 h-10 z M95 120 h10 v10 h-10 z M155 70 h10 v10 h-10 z' fill='#fe6'/>",
    "fruit": "<defs><radialGradient id='g' cx='.35' cy='.3'><stop offset='0' stop-color='#faa'/><stop offset='1' stop-color='#800'/></radialGradient></defs><rect width='200' height='200' fill='#efe6d8'/><circle cx='80' cy='115' r='45' fill='url(#g)'/><circle cx='135' cy='125' r='38' fill='url(#g)'/>",
}


def by_rsvg():
    for name, shapes in SHAPES.items():
        svg = f"<svg xmlns='http://www.w3.org/2000/svg' width='200' height='200'>{shapes}</svg>"
        run("rsvg-convert", "-o", f"{folder}/pictures/drawing-{name}.png", input=svg.encode())


def by_attnviz():
    for name in ["le-chat-noir", "masked", "self-attention", "scaling", "positions", "multi-head"]:
        run(attnviz, "heatmap", name, "-o", f"{folder}/pictures/heatmap-{name}.png", stdout=subprocess.DEVNULL)
    draw("heatmap-dog", f"{here}/dog.png")


# ---- sounds ----

RATE = 8000


def save(name, samples):
    most = max(0.001, max(map(abs, samples)))
    with wave.open(f"{folder}/sounds/{name}.wav", "wb") as file:
        file.setparams((1, 2, RATE, 0, "NONE", ""))
        file.writeframes(array.array("h", [int(16000 * x / most) for x in samples]).tobytes())


def sounds_of(name, make, noise):
    """Eight of a kind, 3 s long; every other one with noise, as the utterances of the corpus have it."""
    for n in range(8):
        draw_ = random.Random(f"{name} {n}")
        loud = noise * (n % 2)
        save(f"{name}-{n}", [make(i / RATE, n) + loud * draw_.gauss(0, 1) for i in range(3 * RATE)])


def wave_of(hertz, t):
    return math.sin(2 * math.pi * hertz * t)


def melody(t, n):
    tune = [0, 2, 4, 5, 7, 5, 4, 2]
    at = int(t / 0.3) % 8
    hertz = 262 * 2 ** ((tune[(at + n) % 8] + n) / 12)
    return math.exp(-4 * (t % 0.3)) * sum(wave_of(hertz * k, t) / k for k in (1, 2, 3))


def siren(t, n):
    return wave_of(700, t + 0.05 / (n + 1) * math.sin(2 * math.pi * (0.5 + n / 4) * t))


def drum(t, n):
    within = t % (0.2 + n / 20)
    return math.exp(-25 * within) * wave_of(90 + 20 * n, within) + math.exp(-60 * within) * (hash((int(t * RATE), n)) % 2001 / 1000 - 1)


def engine(t, n):
    return sum(wave_of((25 + 6 * n) * k, t) / k ** 0.5 for k in range(1, 16)) * (1 + 0.3 * wave_of(3, t))


def telephone(t, n):
    rows, columns = [697, 770, 852, 941], [1209, 1336, 1477]
    at = int(t / 0.25)
    return (t % 0.25 < 0.15) * (wave_of(rows[(at + n) % 4], t) + wave_of(columns[(at * 2 + n) % 3], t))


SPOKEN = ["attention looks at all words at once", "we went to the sea in summer", "the train leaves from platform nine",
          "she reads a book about old ships", "it rained for a whole week", "open the door and let the dog in"]
NEVER = "garden window summer paper river orange table doctor number letter winter sister money flower kitchen morning".split()
VOICES = ["en-us", "en-gb", "en-us+f2", "en-gb+m3", "en-gb-scotland"]


def by_espeak():
    def speak(name, voice, text, n):
        file = f"{folder}/sounds/{name}-{n}.wav"
        run("espeak-ng", "-v", voice, "-s", 140 + 10 * (n % 4), "-w", file, text)
        add_noise(file, n)

    for n in range(12):
        speak("sentence", VOICES[n % 5], SPOKEN[n % 6], n)
    for n in range(12):
        speak("words", VOICES[n % 5], ". ".join(NEVER[(3 * n + k) % 16] for k in range(3)), n)
    for n, (voice, text) in enumerate([("fr", "le chat noir dort sous la table"), ("de", "der schwarze Hund bellt laut"),
                                       ("es", "los gatos duermen en casa"), ("it", "il treno parte alle nove"),
                                       ("sv", "hunden springer i parken"), ("nl", "de kat slaapt op de stoel")]):
        speak("language", voice, text, n)


def add_noise(file, n):
    """Between 14 and 30 dB below the loudest, so that silence is not what tells it from the corpus."""
    with wave.open(file) as sound:
        rate, samples = sound.getframerate(), array.array("h", sound.readframes(sound.getnframes()))
    level, draw_ = max(map(abs, samples)) * (0.03 + 0.17 * (n % 4) / 3) / 3, random.Random(n)
    noisy = array.array("h", [max(-32768, min(32767, int(x + draw_.gauss(0, level)))) for x in samples])
    with wave.open(file, "wb") as sound:
        sound.setparams((1, 2, rate, 0, "NONE", ""))
        sound.writeframes(noisy.tobytes())


for part in ("pictures", "sounds"):
    os.makedirs(f"{folder}/{part}")
by_imagemagick()
by_gnuplot()
by_rsvg()
by_attnviz()
for kind, of, loud in [("melody", melody, 0.05), ("siren", siren, 0.05), ("drum", drum, 0.03), ("engine", engine, 0.2), ("telephone", telephone, 0.1)]:
    sounds_of(kind, of, loud)
for n, gain in enumerate([0, 0, 1e-4, 1e-3]):
    save(f"silence-{n}", [gain * random.Random(f"{n} {i}").gauss(0, 1) for i in range(2 * RATE)] if n < 2 else [gain * math.sin(i) for i in range(2 * RATE)])
by_espeak()
