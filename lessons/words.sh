#!/bin/sh
# words.sh FOLDER: has espeak-ng (a Debian package) speak single words in several voices, tempos and
# pitches, into a new folder: WAV files, and words.tsv, which says of each its word, whether it is
# held out, its voice, tempo (words a minute) and pitch. `attnviz corpus FOLDER` makes utterances.
set -eu
export LC_ALL=C

[ $# -eq 1 ] || { echo "usage: words.sh FOLDER" >&2; exit 2; }
command -v espeak-ng >/dev/null || { echo "words.sh: install espeak-ng (Debian: apt install espeak-ng)" >&2; exit 1; }
mkdir "$1"
cd "$1"

# Three accents and variants, and a tempo, that training never hears.
held_voices=' en-029 en-gb-x-rp en-us+f4 '
held_tempo=220

for word in zero one two three four five six seven eight nine yes no left right stop go; do
    for voice in en-us en-us+m1 en-us+m2 en-us+m3 en-us+m4 en-us+m5 en-us+m7 en-us+f1 en-us+f2 en-us+f3 \
        en-us+f5 en-gb en-gb+m1 en-gb+m3 en-gb+m6 en-gb+f1 en-gb+f2 en-gb+f5 en-gb-scotland \
        en-gb-x-gbclan en-gb-x-gbcwmd en-us-nyc en-029 en-gb-x-rp en-us+f4; do
        for tempo in 120 145 170 195 220; do
            for pitch in 30 50 70; do
                file=$word-$voice-$tempo-$pitch.wav held=-
                case $held_voices in *" $voice "*) held=held-out ;; esac
                [ "$tempo" = "$held_tempo" ] && held=held-out
                espeak-ng -v "$voice" -s "$tempo" -p "$pitch" -w "$file" "$word"
                printf '%s\t%s\t%s\t%s\t%s\t%s\n' "$file" "$word" "$held" "$voice" "$tempo" "$pitch"
            done
        done
    done
done >words.tsv.part
mv words.tsv.part words.tsv
