# unlike.sh: what models.sh measures of pictures and sounds from elsewhere: how well a lesson's distance `far` tells them
# from those of the corpus. Needs NumPy, Pillow, ImageMagick, gnuplot, rsvg-convert and espeak-ng.

# far_of LESSON INPUT SEQUENCE FILE …: the kind (what stands before the first dash of the name) and `far` of each
far_of() {
    lesson=$1 input=$2 grows=$3
    shift 3
    for file; do
        printf '%s ' "$(basename "$file" | sed 's/-.*//')"
        "$attnviz" explain "$lesson" --only far --input "$grows" --input "$input=$file" | sed -n 's/^ *far = //p'
    done
}

# sure_of LESSON INPUT FILE …: the kind, and how unsure the model is of its words: 1 less the mean of their probabilities
sure_of() {
    lesson=$1 input=$2
    shift 2
    for file; do
        printf '%s ' "$(basename "$file" | sed 's/-.*//')"
        "$attnviz" generate "$lesson" --format json --input "$input=$file" 2>/dev/null | grep -o '"number":[0-9.e-]*' |
            awk -F : '{ sum += $2 } END { print 1 - sum / NR }'
    done
}

# area OWN FOREIGN: how often one of the foreign has the larger number, of all pairs (AUC)
area() {
    awk 'NR == FNR { own[NR] = $2; n = NR; next }
        { for (i = 1; i <= n; i++) sum += ($2 > own[i]) + ($2 == own[i]) / 2; m++ }
        END { printf "%.3f", sum / n / m }' "$1" "$2"
}

# over NUMBER FILE: "share (how many of all)" above the number
over() {
    awk -v usual="$1" '{ above += $2 > usual } END { printf "%.1f (%d of %d)", 100 * above / NR, above, NR }' "$2"
}

# warning WHAT LESSON INPUT SEQUENCE OWN FOREIGN LESSONS: a row of the table, and below it one for each foreign kind; the limit comes
# from the folder OWN-validation alone
warning() {
    name=$work/unlike-$2
    far_of "lessons/$2.json" "$3" "$4" "$5-validation"/*.??? >"$name.validation"
    usual=$(sort -g -k 2 "$name.validation" | awk '{ far[NR] = $2 } END { printf "%.2f", far[int(0.98 * NR)] }')
    far_of "lessons/$2.json" "$3" "$4" "$5-test"/*.??? >"$name.test"
    far_of "lessons/$2.json" "$3" "$4" "$6"/* >"$name.foreign"
    for inputs in test foreign; do
        awk -v usual="$usual" '{ above += $2 > usual } END { print above + 0, NR }' "$name.$inputs"
    done >"$name.counts"
    for lesson in $7; do
        put "$lesson" warned 1 "$name.counts"
        put "$lesson" tried 2 "$name.counts"
        sed "s/\"usual\": [0-9.]*/\"usual\": $usual/" "lessons/$lesson.json" >"$work/limit.json"
        cp "$work/limit.json" "lessons/$lesson.json"
    done
    ls "$5-test"/*.??? | head -100 | while read -r file; do sure_of "lessons/$2.json" "$3" "$file"; done >"$name.sure"
    sure_of "lessons/$2.json" "$3" "$6"/* >"$name.unsure"
    echo "| **$1**, all | $usual | $(over "$usual" "$name.test") | $(over "$usual" "$name.foreign") | $(area "$name.test" "$name.foreign") | $(area "$name.sure" "$name.unsure") |"
    for kind in $(cut -d ' ' -f 1 "$name.foreign" | sort -u); do
        grep "^$kind " "$name.foreign" >"$name.kind"
        grep "^$kind " "$name.unsure" >"$name.unkind"
        echo "| $kind | | | $(over "$usual" "$name.kind") | $(area "$name.test" "$name.kind") | $(area "$name.sure" "$name.unkind") |"
    done
}

# own_of CORPUS NAME TRAIN: folders of the three parts
own_of() {
    "$attnviz" corpus "$1" -n "$3" --part train --seed 3 -o "$work/$2-train" >/dev/null
    "$attnviz" corpus "$1" -n 500 --part validation -o "$work/$2-validation" >/dev/null
    "$attnviz" corpus "$1" -n 500 --part test -o "$work/$2-test" >/dev/null
    rm -f "$work/$2"-*/*.tsv
}

unlike() {
    for program in espeak-ng convert gnuplot rsvg-convert; do
        command -v "$program" >/dev/null || {
            echo "models.sh: unlike is left out: install espeak-ng imagemagick gnuplot librsvg2-bin" >&2
            return
        }
    done
    rm -rf "$work"/own-* "$work/foreign"
    [ -d "$work/words" ] || sh lessons/words.sh "$work/words"
    own_of scenes own-scenes 1000
    own_of "$work/words/" own-words 400
    "${PYTHON:-python3}" lessons/usual.py pictures "$work/own-scenes-train" lessons/usual-scenes.safetensors
    "${PYTHON:-python3}" lessons/usual.py sounds "$work/own-words-train" lessons/usual-words.safetensors
    "${PYTHON:-python3}" lessons/foreign.py "$attnviz" "$work/foreign"
    echo '| input | warned above | own, warned % | foreign, warned % | AUC of the distance | AUC of the mean probability of the words |'
    echo '|---|---|---|---|---|---|'
    warning pictures captioner picture caption=dog "$work/own-scenes" "$work/foreign/pictures" 'captioner question'
    warning sounds speech sound said=one "$work/own-words" "$work/foreign/sounds" 'speech speech-letters'
}
