# 500 Hz in one channel, and quieter 1500 Hz in the other: the spectrum of each window has both
cp "$CASES/two-tones.wav" tones.wav
cat >l.json <<'LESSON'
{ "attnviz": 1, "title": "Two tones",
  "sequences": { "t": 32, "f": 17 },
  "given": { "x": { "sound": "tones.wav", "rate": 8000, "input": "sound" } },
  "steps": [
    { "compute": ["T = width(x)", "F = frames(x, 32, 16)", "n = height(F)"], "show": ["T", "n"], "arithmetic": "F_{2,3}" },
    { "compute": ["a = 2 π outer(t - 1, f - 1) / 32", "S = √((F cos(a))^2 + (F sin(a))^2) / 16", "s = S_3"],
      "show": ["floor(100 s + 0.5)"] } ] }
LESSON
attnviz explain l.json
sed 's/8000,/8000, "size": 1000,/' l.json >longer.json
attnviz explain longer.json --only T,n
echo "what a phone writes" >word.m4a
attnviz explain l.json --input sound=word.m4a
head -c 1000 tones.wav >half.wav
attnviz explain l.json --input sound=half.wav
attnviz explain l.json --input sound=
sed 's/8000,/8000, "size": 2000000,/' l.json >longest.json
attnviz explain longest.json
sed 's/"rate": 8000, //' l.json >no-rate.json
attnviz explain no-rate.json
