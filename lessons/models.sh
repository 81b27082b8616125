#!/bin/sh
# models.sh ATTNVIZ: trains what the lessons carry, from nothing (make models).
#
# Models of real language learn from the files in the folder DATA (real.sh says which); without it,
# they are left out.
#
# Of each model three seeds are trained and tried on the part `validation`; what did best there is
# shipped, and its figures on the part `test` stand in lessons/MODELS.md, with those of the other seeds.
# The lesson `bottleneck` plots two nets: translator-plain, which is shipped, and the translator trained like it, which is
# not; its figures come from here.
#
# build/models keeps everything. RESUME=1 keeps what lies there already, if an earlier run was stopped.
# PARTS='reader far' makes these alone, with what else is shipped as it is; SEEDS='1 2' has these seeds alone.
set -eu
attnviz=$1
cd "$(dirname "$0")/.."
work=build/models
seeds='1 2 3'
seeds=${SEEDS:-$seeds}
spans='1-4 5-8 9-12 13-16 17-20 21-24 25-30 31-36'
export LC_ALL=C

[ "${RESUME:-0}" = 1 ] || rm -rf "$work"
mkdir -p "$work"
cp lessons/french.txt lessons/english.txt lessons/usual-*.safetensors "$work"
began=$(date +%s)

. lessons/real.sh
. lessons/senses.sh
. lessons/unlike.sh

# ---- training and trying ----

# weights FILE: the lesson that comes in, with the weights of this file
weights() {
    sed "s/\"weights\": \"[^\"]*\"/\"weights\": \"$1.safetensors\"/"
}

# train MODEL OPTION …: all seeds of build/models/MODEL.json
train() {
    trained=$1
    shift
    for seed in $seeds; do
        weights "$trained-$seed" <"$work/$trained.json" >"$work/$trained-$seed.json"
        [ -s "$work/$trained-$seed.safetensors" ] && continue
        echo "training $trained, seed $seed" >&2
        "$attnviz" train "$work/$trained.json" --seed "$seed" "$@" -o "$work/$trained-$seed.safetensors" >&2
    done
}

# try NAME OPTION …: "exact right error map" of a model with its weights, all but the map in per cent;
# without links, error is 0 and map a dash
try() {
    name=$1
    shift
    "$attnviz" evaluate "$work/$name.json" "$@" >"$work/$name.told"
    awk '/word for word:/ { sub(/.*word for word: */, ""); exact = $1; sub(/.*words right: */, ""); right = $1 }
        /against the links/ { map = $1 }
        /alignment error rate/ { error = $4 }
        END { print exact, right, error == "" ? "0.0" : error, map ? map : "-" }' "$work/$name.told"
}

# best MODEL OPTION …: the seed of the model that did best on validation, word for word less the
# error of its links
best() {
    model=$1
    shift
    for seed in $seeds; do
        echo "$seed $(try "$model-$seed" --part validation -n 1000 "$@")"
    done | tee "$work/$model.validation" |
        awk 'NR == 1 || $2 - $4 > most { most = $2 - $4; seed = $1 } END { print seed }'
}

# ---- the models that are shipped ----

# row MODEL SEED SHIPPED: a row of the table in MODELS.md
row() {
    validation=$(awk -v seed="$2" '$1 == seed { print $2 " / " $4 }' "$work/$1.validation")
    try "$1-$2" | awk -v model="$1" -v seed="$2" -v validation="$validation" -v shipped="$3" '
        { printf "| %s | %s%s | %s | %s | %s | %s | %s |\n", model, seed, shipped, validation,
                 $1, $2, $3, $4 }'
}

# ship MODEL: trains it, puts the best of its weights into lessons/, and prints its rows. What its
# lesson says of one map of several, it says of the one that validation chose; and what of its links
# is wrong on test, it says too.
ship() {
    cp "lessons/$1.json" "$work/$1.json"
    train "$1"
    chosen=$(best "$1")
    cp "$work/$1-$chosen.safetensors" "lessons/$1.safetensors"
    at=$(awk -v seed="$chosen" '$1 == seed { sub(/[^{]*[{]/, "", $5); sub(/[}].*/, "", $5); print $5 }' \
        "$work/$1.validation")
    aer=$(try "$1-$chosen" | cut -d ' ' -f 3)
    sed "s/\(α_{\)[0-9],[0-9]\([,}]\)/\1$at\2/g; s/\(agree_{\)[0-9],[0-9]}/\1$at}/g
        s/\(\"AER\": \)[0-9.]*/\1$aer/" \
        "$work/$1.json" >"lessons/$1.json"
    for seed in $seeds; do
        if [ "$seed" = "$chosen" ]; then row "$1" "$seed" ', shipped'; else row "$1" "$seed" ''; fi
    done
}

shipped() {
    echo '| model | seed | validation: exact / links wrong % | test: exact % | words right % | links wrong % | map |'
    echo '|---|---|---|---|---|---|---|'
    ship translator-pairs
    ship transformer
}

# ---- cross-attention ----

# The lesson, with <end> behind the source.
with_end() {
    sed 's/"X = encode(C)"/"X = encode([Cᵀ ; outer(row(E_x, last) + place(n + 1), [1])]ᵀ)"/
        /"align": "A"/d; s/"exact": "target",/"exact": "target"/' "$work/cross-attention.json"
}

# part NAME KIND: of what was tried last, the per cent of the known or the held-out combinations
part() {
    awk -v kind="$2" '$1 == kind && $2 == "combinations" { print $3 }' "$work/$1.told"
}

# The lesson's figures are those of the shipped seed; one more net learns with <end> behind every source.
cross() {
    cp lessons/cross-attention.json "$work/cross-attention.json"
    train cross-attention --float16
    chosen=$(best cross-attention)
    cp "$work/cross-attention-$chosen.safetensors" lessons/cross-attention.safetensors
    with_end >"$work/ended.json"
    seeds_of_all=$seeds
    seeds=$chosen
    train ended --float16
    seeds=$seeds_of_all
    echo '| cross-attention, seed | validation: exact / links wrong % | test: exact % | known combinations | held-out combinations | links wrong % | exact % with `<end>` put in | exact % of a net that learned with `<end>` |'
    echo '|---|---|---|---|---|---|---|---|'
    for seed in $seeds; do
        with_end | weights "cross-attention-$seed" >"$work/put.json"
        validation=$(awk -v seed="$seed" '$1 == seed { print $2 " / " $4 }' "$work/cross-attention.validation")
        figures=$(try "cross-attention-$seed")
        known=$(part "cross-attention-$seed" known)
        new=$(part "cross-attention-$seed" held-out)
        put=$(try put | cut -d ' ' -f 1)
        exact=${figures%% *}
        aer=$(echo "$figures" | cut -d ' ' -f 3)
        ended= mark=
        if [ "$seed" = "$chosen" ]; then
            mark=', shipped'
            ended=$(try "ended-$seed" | cut -d ' ' -f 1)
            sed "s/\"seed\": [0-9]*/\"seed\": $chosen/; s/\(\"AER\": \)[0-9.]*/\1$aer/; s/\(\"exact\": \)[0-9][0-9.]*/\1$exact/
                s/\(\"exact_{known}\": \)[0-9.]*/\1$known/; s/\(\"exact_{new}\": \)[0-9.]*/\1$new/
                s/\(\"exact_{put}\": \)[0-9.]*/\1$put/; s/\(\"exact_{ended}\": \)[0-9.]*/\1$ended/" \
                "$work/cross-attention.json" >lessons/cross-attention.json
        fi
        echo "| $seed$mark | $validation | $exact | $known | $new | $aer | $put | $ended |"
    done
}

# ---- the reader ----

# found NAME FILE: of a reader, on these trees: the per cent of each look in the order of the lesson,
# and behind each what the best distance would give; then how many relations of 100 words or more are
# 15 points above it
found() {
    "$attnviz" evaluate "$work/$1.json" --examples "$work/$2" >"$work/$1.told"
    awk '/^[^ ]*_.* looks / { sub(/.*: */, ""); sub(/ *%.*/, ""); share = $0; looks++ }
        /^  the simplest rule/ { sub(/.*: */, ""); sub(/ *%.*/, ""); line = line share " " $0 " " }
        looks == 1 && /^    / {
            split($0, part, /;/)
            if (part[1] ~ / of [0-9][0-9]?\)/) next
            sub(/ *%.*/, "", part[1]); sub(/^ *[^ ]* */, "", part[1])
            sub(/ *%.*/, "", part[2])
            if (part[1] + 0 >= part[2] + 15) above++
        }
        END { print line above + 0 }' "$work/$1.told"
}

# The notes of the maps in the lesson: what the shipped seed found on the test.
reader_notes() {
    awk -v found="$1" -v words="$2" 'BEGIN {
        split(found, f)
        rival = "; the best fixed distance, "
        note[1] = "finds the governor of " f[1] " % of " words " words" rival f[2] " %"
        note[2] = "finds the subject of " f[3] " % of verbs, " f[5] " % with <start> left out" rival f[4] " %"
        note[3] = "finds the object in " f[7] " % of cases, " f[9] " % with <start> left out" rival f[8] " %"
        note[4] = "finds the antecedent in " f[11] " % of cases, " f[13] " % with <start> left out" rival f[12] " %"
        note[5] = "looks at the word before in " f[15] " % of rows"
        note[6] = "looks at the word after in " f[17] " % of rows"
    }
    /"notes": \[/ { print; for (i = 1; i <= 6; i++) printf "          \"%s\"%s\n", note[i], i < 6 ? "," : ""; inside = 1; next }
    inside && /\]/ { inside = 0 }
    !inside { print }' lessons/reader.json >"$work/notes.json"
    cp "$work/notes.json" lessons/reader.json
}

# reader_job NAME STEPS WORD: the untaught head that looks most often so many words on, on validation, becomes
# α_{WORD} in the lesson
reader_job() {
    awk -v steps="$2" '/"looks": \[/ { print; inside = 1
            for (l = 1; l <= 2; l++) for (h = 1; h <= 4; h++)
                printf "      { \"map\": \"A_{%d,%d}\", \"to\": %d }%s\n", l, h, steps, l * h < 8 ? "," : ""
            next }
        inside && /^    \]/ { inside = 0 }
        !inside { print }' "$work/$1.json" >"$work/job.json"
    head=$("$attnviz" evaluate "$work/job.json" --examples "$work/validation.conllu" |
        sed -n 's/^A_{\([0-9]\),\([0-9]\)} looks .*: *\([0-9.]*\) %.*/\3 \1 \2/p' | sort -n | tail -n 1)
    set -- "$3" $head
    sed "s/\(α_{$1} = row(A_{\)[0-9],[0-9]}/\1$3,$4}/
        s/layer [0-9], head [0-9] · untaught: word $1/layer $3, head $4 · untaught: word $1/" \
        lessons/reader.json >"$work/named.json"
    cp "$work/named.json" lessons/reader.json
}

# Three seeds; shipped is the one whose governor head is best on validation.
reader() {
    real_text
    real_english
    real_words >"$work/reader-words.txt"
    cp lessons/reader.json lessons/reader-places.txt "$work"
    cp "$work/reader-words.txt" lessons
    train reader --float16
    for seed in $seeds; do
        echo "$seed $(found "reader-$seed" validation.conllu) $(found "reader-$seed" test.conllu)"
    done >"$work/reader.found"
    chosen=$(awk 'NR == 1 || $2 > most { most = $2; seed = $1 } END { print seed }' "$work/reader.found")
    cp "$work/reader-$chosen.safetensors" lessons/reader.safetensors
    reader_job "reader-$chosen" -1 before
    reader_job "reader-$chosen" 1 after
    weights "reader-$chosen" <lessons/reader.json >"$work/reader-$chosen.json"
    found "reader-$chosen" test.conllu >"$work/reader.test"
    reader_notes "$(cat "$work/reader.test")" "$(sed -n 's/.*governor: .* of \([0-9]*\)).*/\1/p' "$work/reader-$chosen.told")"
    echo '| reader, seed | validation: governor % | test: governor % | verb to subject: all columns / words % | to object % | to antecedent % | relations 15 points above the best distance |'
    echo '|---|---|---|---|---|---|---|'
    awk -v chosen="$chosen" '{ n = (NF - 1) / 2 + 1; printf "| %s%s | %s | %s | %s / %s | %s / %s | %s / %s | %s |\n", $1,
        $1 == chosen ? ", shipped" : "", $2, $(n + 1), $(n + 3), $(n + 5), $(n + 7), $(n + 9), $(n + 11), $(n + 13), $NF }
        END { printf "| best distance | | %s | %s | %s | %s | |\n", $(n + 2), $(n + 4), $(n + 8), $(n + 12) }' "$work/reader.found"
    echo
    echo '| relation | words | governor found % | best distance % |'
    echo '|---|---|---|---|'
    awk '/^A_.* looks / { looks++ }
        looks == 1 && /^    / {
            split($0, part, /;/); gsub(/[()%]/, "", part[1]); split(part[1], p, / +/)
            sub(/ *%.*/, "", part[2])
            if (p[6] >= 100) printf "| %s | %s | %s | %s |\n", p[2], p[6], p[3], part[2] + 0
        }' "$work/reader-$chosen.told"
}

# ---- one word in sixty sentences ----

# row_of FILE PLACE: the row of the word at this place, without the word; the start mark is place 0
row_of() {
    sed -n "$(($2 + 1))p" "$1" | cut -d , -f 2-
}

# mean_of FILE: the mean of the rows of all words
mean_of() {
    awk -F , 'NR == 1 { d = NF - 1; next }
        { for (k = 1; k <= d; k++) sum[k] += $(NF - d + k) }
        END { for (k = 1; k <= d; k++) printf "%.9g%s", sum[k] / (NR - 1), k < d ? "," : "\n" }' "$1"
}

# known WORD: 1 if the reader has a vector of its own for it, as written or in lower case
known() {
    forms=$(echo "$1" && echo "$1" | tr A-Z a-z)
    if grep -qxF "$forms" lessons/reader-words.txt; then echo 1; else echo 0; fi
}

# What the lesson `meaning` has of the sentences of tests/gold/bank.tsv, a row for each: the reader's row of
# `bank` after layer 2 (rows), the mean of the vectors that the words begin with (means), that of the word that
# decides (deciders), whether the reader has this word (knows), whether `bank` means money or river (sense), and
# whether it ends the sentence (ends).
bank() {
    tab=$(printf '\t')
    arrays='rows means deciders knows sense ends'
    for name in $arrays; do
        : >"$work/bank-$name.csv"
    done
    while IFS=$tab read -r sentence sense place decider; do
        "$attnviz" explain lessons/reader.json --sentence "$sentence" \
            --save "X_2=$work/bank-x.csv" --save "S=$work/bank-s.csv" >"$work/bank.told"
        row_of "$work/bank-x.csv" "$place" >>"$work/bank-rows.csv"
        mean_of "$work/bank-s.csv" >>"$work/bank-means.csv"
        row_of "$work/bank-s.csv" "$decider" >>"$work/bank-deciders.csv"
        known "$(echo "$sentence" | cut -d ' ' -f "$decider")" >>"$work/bank-knows.csv"
        case $sense in money) echo 1,0 ;; *) echo 0,1 ;; esac >>"$work/bank-sense.csv"
        case $sentence in *' bank .') echo 1,0 ;; *) echo 0,1 ;; esac >>"$work/bank-ends.csv"
    done <tests/gold/bank.tsv
    cut -f 1 tests/gold/bank.tsv >lessons/bank.txt
    given=
    for name in $arrays; do
        given="$given${given:+, }\"$name\": { \"array\": \"bank-$name.csv\" }"
    done
    echo "{ \"attnviz\": 1, \"title\": \"bank\", \"given\": { $given }, \"steps\": [{ \"say\": \"Rows.\" }] }" \
        >"$work/bank.json"
    "$attnviz" explain "$work/bank.json" \
        --save "$(echo "$arrays" | tr ' ' ,)=lessons/bank.safetensors" >"$work/bank.told"
}

# ---- two readers, and words behind a mask ----

# behind READER: of the pairs in tests/gold/both-ways.tsv, in how many sentences its noun is the likelier one; in how many
# pairs the first noun is likelier, beside the second, in its own sentence than in the other
behind() {
    cp "lessons/$1.safetensors" lessons/reader-words.txt "$work"
    weights "$1" <lessons/both-ways.json >"$work/both-ways.json"
    while IFS="$(printf '\t')" read -r first second one other; do
        "$attnviz" explain "$work/both-ways.json" --sentence "$first" --input other="$second" \
            --input nouns="$one $other" --save "odds=$work/odds.csv" </dev/null >"$work/told"
        tail -n 1 "$work/odds.csv" | tr , ' '
    done <tests/gold/both-ways.tsv | awk '{ right += ($1 > 0) + ($2 < 0); moved += $1 > $2 }
        END { if (NR != 40) exit 1; print right, moved }'
}

both() {
    for reader in untaught reader; do
        counts=$(behind "$reader")
        echo "$reader $counts"
    done >"$work/both.counts"
    put both-ways right 2 "$work/both.counts"
    put both-ways moved 3 "$work/both.counts"
    echo '| reader | the noun that belongs there is likelier, of 80 sentences | its odds are higher there, of 40 pairs |'
    echo '|---|---|---|'
    awk '{ print "| " $1 " | " $2 " | " $3 " |" }' "$work/both.counts"
}

# ---- taught where to look, and not ----

# The twin of the reader that nobody teaches where to look: it has the same sentences, steps and seeds, and learns to
# name masked words. More of them are masked than for the reader; lessons/MODELS.md says why.
untaught_lesson() {
    sed 's/"Loss = L_α + L_r + 0.2 L_m"/"Loss = L_m"/
        s/"masked": 0.08, "replaced": 0.06/"masked": 0.25, "replaced": 0/' lessons/reader.json
}

# sentence TAB word: the sentences of the test, and one of the words of letters in each
hidden_words() {
    awk -F '\t' '
        NF == 0 {
            number++
            if (count) print text "\t" words[1 + 7 * number % count]
            text = ""; count = 0; next
        }
        { text = text (text == "" ? "" : " ") $2; if ($2 ~ /^[A-Za-z]+$/) words[++count] = $2 }' "$work/test.conllu"
}

# answers_of NAME: "NAME numbers" of each hidden word: the answers of both readers with all weights as they are, and
# with a row mixed and a head off
answers_of() {
    tab=$(printf '\t')
    while IFS=$tab read -r sentence word; do
        "$attnviz" explain "$work/$1.json" --sentence="$sentence" --input hidden="$word" --format json \
            --only 'hidden,word,word_{mixed},word_{off},moved_{mixed},moved_{off}' |
            sed -n 's/^["values:{,]*"\([^"]*\)":{.*"data":\(\[[^"}]*\]\).*/\1 \2/p' | tr -d '[]'
    done <"$work/hidden.tsv"
}

# experiment NAME: of the hidden words "named r %", and for each change "same_mixed r %, head by head" and "moved_…"
experiment() {
    [ -s "$work/$1.answers" ] || answers_of "$1" >"$work/$1.answers"
    awk '{ n[$1]++; split($2, f, ",") }
        $1 == "hidden" { hidden = f[1] }
        $1 == "word" { for (r = 1; r <= 2; r++) { was[r] = f[r]; named[r] += f[r] == hidden && hidden > 3 } }
        /^word_/ { kind = substr($1, 6); for (k = 1; k <= 10; k++) sum["same_" kind, k] += 100 * (f[k] == was[k > 5 ? 2 : 1]) }
        /^moved_/ { for (k = 1; k <= 10; k++) sum[$1, k] += f[k] }
        END {
            for (r = 1; r <= 2; r++) printf "named %d %.1f\n", r, 100 * named[r] / n["word"]
            for (r = 1; r <= 2; r++) for (t = 1; t <= 4; t++) {
                name = (t < 3 ? "same_" : "moved_") (t % 2 ? "mixed" : "off")
                printf "%s %d", name, r
                for (k = 5 * r - 4; k <= 5 * r; k++) printf t < 3 ? " %.1f" : " %.3f", sum[name, k] / n["word"]
                print ""
            }
        }' "$work/$1.answers"
}

# found_by NAME: "found_{taught} a b c d", the same of the untaught heads, each the best on validation, and of the best
# distances; the words; and these heads
found_by() {
    sed 's/"A_{2,[0-9],[0-9]}"/"A_{2,l,h}"/
        s/^    "inputs": \["sentence", "governor"/    "choose": { "corpus": "validation.conllu", "part": "all" },\n&/' \
        "$work/$1.json" >"$work/found.json"
    "$attnviz" evaluate "$work/found.json" --examples "$work/test.conllu" >"$work/$1.told"
    awk '/^A_.* looks / { looks++; heads[looks] = $1; sub(/.*: */, ""); found[looks] = $1; words[looks] = $NF + 0 }
        /^  the simplest rule/ { sub(/.*: */, ""); rule[looks] = $1 }
        function line(name, values, from,   k) {
            printf "%s", name
            for (k = from; k < from + 4; k++) printf " %s", values[k]
            print ""
        }
        END { line("found_{taught}", found, 1); line("found_{untaught}", found, 5); line("found_{distance}", rule, 1)
            line("words", words, 1); line("heads", heads, 5) }' "$work/$1.told"
}

# distances NAME: "r l h step share" of each head of both: where it looks most often on validation, and how often on test
distances() {
    awk '/"looks": \[/ {
            print; inside = 1
            for (r = 1; r <= 2; r++) for (l = 1; l <= 3; l++) for (h = 1; h <= 4; h++) for (d = -3; d <= 3; d++)
                printf "      { \"map\": \"A_{%d,%d,%d}\", \"to\": %d }%s\n", r, l, h, d, r + l + h + d < 12 ? "," : ""
            next
        }
        inside && /^    \]/ { inside = 0 }
        !inside { print }' "$work/$1.json" >"$work/distances.json"
    for part in validation test; do
        "$attnviz" evaluate "$work/distances.json" --examples "$work/$part.conllu" |
            sed -n "s/^A_{\(.\),\(.\),\(.\)} looks .*: *\([0-9.]*\) %.*/$part \1 \2 \3 \4/p"
    done | awk '{ head = $2 " " $3 " " $4; d = count[$1, head]++ - 3 }
        $1 == "validation" && (d == -3 || $5 > most[head]) { most[head] = $5; step[head] = d }
        $1 == "test" && d == step[head] { print head, d, $5 }'
}

# fill LESSON NAME VALUE: a given value that stands on a line of its own
fill() {
    sed "s/^\( *\"$2\": \).*[^,]\(,\{0,1\}\)\$/\1$3\2/" "lessons/$1.json" >"$work/$1.filled"
    cp "$work/$1.filled" "lessons/$1.json"
}

# listed: "[a, b, c]" of the numbers that come in
listed() {
    sed 's/ /, /g; s/.*/[&]/'
}

# of NAME FILE: the numbers of the lines that begin with this name, a list for each
of() {
    awk -v name="$1 " 'index($0, name) == 1 { print substr($0, length(name) + 1) }' "$2"
}

# grid COLUMN READER FILE: a list for each layer
grid() {
    awk -v column="$1" -v r="$2" '$1 == r { line[$2] = line[$2] (line[$2] == "" ? "" : ", ") $column }
        END { printf "[[%s], [%s], [%s]]", line[1], line[2], line[3] }' "$3"
}

# What the lesson says of the pair that is shipped, and the heads that it is evaluated by.
taught_figures() {
    of heads "$work/$1.found" | tr ' ' '\n' | paste -d ' ' - "$work/looked" | while read -r map to; do
        sed "s/\"A_{2,[0-9],[0-9]}\", \"to\": \"$to\"/\"$map\", \"to\": \"$to\"/" lessons/taught.json >"$work/taught.filled"
        cp "$work/taught.filled" lessons/taught.json
    done
    for name in 'found_{taught}' 'found_{untaught}' 'found_{distance}' words; do
        fill taught "$name" "$(of "$name" "$work/$1.found" | listed)"
    done
    for kind in mixed off; do
        both=$(of "same_$kind" "$work/$1.experiment" | cut -d ' ' -f 2- | listed | paste -s -d , - | sed 's/,\[/, [/')
        fill taught "same_{$kind,r}" "[$both]"
    done
    fill taught 'moved_{all}' "$(awk '$1 == "moved_mixed" { print $NF }' "$work/$1.experiment" | paste -s -d ' ' - | listed)"
    fill taught 'named_r' "$(awk '$1 == "named" { print $3 }' "$work/$1.experiment" | paste -s -d ' ' - | listed)"
    fill taught 'named_{the}' "$2"
    fill taught tried "$(awk 'END { print NR }' "$work/hidden.tsv")"
    for name in 'step 4' 'there 5'; do
        set -- "$1" $name
        fill taught "$2_r" "{ \"rows\": \"layers\", \"cols\": \"heads\", \"values\": [$(
            grid "$3" 1 "$work/$1.distances"), $(grid "$3" 2 "$work/$1.distances")] }"
    done
}

# Each seed of the reader and its twin make a pair; shipped is that of the reader that is shipped.
taught() {
    chosen=$(sed -n '/^<!-- reader:/,/^<!-- end/s/^| \([0-9]*\), shipped .*/\1/p' lessons/MODELS.md)
    case " $seeds " in
    *" $chosen "*) ;;
    *)
        echo "models.sh: the reader that is shipped is of seed $chosen, which taught needs: SEEDS='$chosen'" >&2
        exit 2
        ;;
    esac
    [ -s "$work/english.conllu" ] || { real_text && real_english; }
    cp lessons/reader.json lessons/reader-words.txt lessons/reader-places.txt "$work"
    untaught_lesson >"$work/untaught.json"
    train reader --float16
    train untaught --float16
    hidden_words >"$work/hidden.tsv"
    printf '%s\n' governor subject object antecedent >"$work/looked"
    the=$(awk -F '\t' 'tolower($2) == "the" { the++ } END { printf "%.1f", 100 * the / NR }' "$work/hidden.tsv")
    for seed in $seeds; do
        sed "s/\"reader.safetensors\", \"untaught.safetensors\"/\"reader-$seed.safetensors\", \"untaught-$seed.safetensors\"/" \
            lessons/taught.json >"$work/taught-$seed.json"
        found_by "taught-$seed" >"$work/taught-$seed.found"
        experiment "taught-$seed" >"$work/taught-$seed.experiment"
    done
    distances "taught-$chosen" >"$work/taught-$chosen.distances"
    cp "$work/untaught-$chosen.safetensors" lessons/untaught.safetensors
    taught_figures "taught-$chosen" "$the"
    echo '| pair, seed | to governor: taught / untaught % | to subject | to object | to antecedent | hidden word named: taught / untaught % |'
    echo '|---|---|---|---|---|---|'
    for seed in $seeds; do
        { cat "$work/taught-$seed.found" && awk '$1 == "named" { print $3 }' "$work/taught-$seed.experiment" | paste -s -d ' ' -; } |
            paste -s -d ' ' - | awk -v seed="$seed" -v chosen="$chosen" '{
                printf "| %s%s", seed, seed == chosen ? ", shipped" : ""
                for (k = 2; k <= 5; k++) printf " | %s / %s", $k, $(k + 5)
                printf " | %s / %s |\n", $26, $27
            }'
    done
    of 'found_{distance}' "$work/taught-$chosen.found" |
        awk -v the="$the" '{ print "| best distance | " $1 " | " $2 " | " $3 " | " $4 " | the word the: " the " |" }'
    echo
    echo '| changed in layer 3 | taught, mixed: same answer % / moved | taught, off | untaught, mixed | untaught, off |'
    echo '|---|---|---|---|---|'
    awk '{ for (k = 1; k <= 5; k++) cell[$1, $2, k] = $(k + 2) }
        END {
            for (k = 1; k <= 5; k++) {
                printf "| %s", k < 5 ? "head " k : "all four"
                for (t = 0; t < 4; t++) {
                    kind = t % 2 ? "off" : "mixed"; r = t < 2 ? 1 : 2
                    printf " | %s / %s", cell["same_" kind, r, k], cell["moved_" kind, r, k]
                }
                print " |"
            }
        }' "$work/taught-$chosen.experiment"
    echo
    echo '| layer, head | taught reader: distance, rows % | untaught reader: distance, rows % |'
    echo '|---|---|---|'
    awk '$1 == 1 { at[$2 ", " $3] = $4 ", " $5 } $1 == 2 { print "| " $2 ", " $3 " | " at[$2 ", " $3] " | " $4 ", " $5 " |" }' \
        "$work/taught-$chosen.distances"
}

# ---- the translator ----

# translated NAME: "exact bleu chrf" on examples
translated() {
    name=$1
    shift
    "$attnviz" evaluate "$work/$name.json" "$@" >"$work/$name.told"
    awk '/word for word:/ { sub(/.*word for word: */, ""); exact = $1 }
        /^  BLEU/ { gsub(/,/, ""); bleu = $2; chrf = $4 }
        /alignment error rate/ { error = $4 }
        END { print exact, bleu, chrf, error == "" ? "-" : error }' "$work/$name.told"
}

# one_each PART N: the first N sources of a part, each with one of its translations
one_each() {
    "$attnviz" corpus "$work/tatoeba.tsv" -n 10000000 --part "$1" 2>"$work/told" |
        awk -F '\t' -v most="$2" '!seen[$1]++ && ++n <= most' || :
}

# The pieces, sentences and noun phrases that the translator and its twins learn from.
translator_pairs() {
    cp lessons/translator.json "$work"
    for side in '1 fr french' '2 en english'; do
        set -- $side
        "$attnviz" tokenizer "$work/tatoeba-train.tsv" --column "$1" --language "$2" --size 5000 \
            -o "$work/translator-$3.json" >&2
        cp "$work/translator-$3.json" lessons
    done
    real_phrases
    one_each test 1500 >"$work/test.tsv"
    one_each validation 1000 >"$work/validation.tsv"
}

# Three seeds, chosen by BLEU on validation.
translator() {
    need hansards-short.tsv 97295e9d416b9f2b1c2c158cfed81a05f25b69135270dfe3cf4fca70274295a2
    cp "$DATA/hansards-short.tsv" "$work"
    translator_pairs
    train translator --float16
    for seed in $seeds; do
        echo "$seed $(translated "translator-$seed" --examples "$work/validation.tsv") $(
            translated "translator-$seed" --examples "$work/test.tsv") $(
            translated "translator-$seed" --examples "$work/hansards-short.tsv")"
    done >"$work/translator.found"
    chosen=$(awk 'NR == 1 || $3 > most { most = $3; seed = $1 } END { print seed }' "$work/translator.found")
    cp "$work/translator-$chosen.safetensors" lessons/translator.safetensors
    echo '| translator, seed | validation: BLEU | test: exact % | BLEU | chrF2 | Hansards: links wrong % |'
    echo '|---|---|---|---|---|---|'
    awk -v chosen="$chosen" '{ printf "| %s%s | %s | %s | %s | %s | %s |\n", $1,
        $1 == chosen ? ", shipped" : "", $3, $6, $7, $8, $NF }' "$work/translator.found"
}

# ---- the translator's twins: without attention, and a Transformer ----

# The lesson transformer on the translator's pairs, in about as many numbers: 2 blocks of width 192, its last
# product with the vectors of the English pieces; these are multiplied by √d, as in the paper.
twin_transformer() {
    sed 's/{ "file": "french.txt", "unknown": "<unknown>" }/{ "tokenizer": "translator-french.json" }/
        s/{ "file": "english.txt" }/{ "tokenizer": "translator-english.json" }/
        s/"waves": 32/"waves": 96/
        s/"d": 64, "d_f": 128/"d": 192, "d_f": 384/
        s/"scale": 0.125/"scale": 0.07/
        s/"random": \["\([FG]\)", "d"\]/"random": ["\1", "d"], "scale": 0.1/
        s/row(E_\([xy]\), \([a-z]*\)) +/√d row(E_\1, \2) +/
        /"W_o"/d
        s/Y_L W_o/Y_L E_yᵀ/
        s/"most": 40/"most": 60/
        s/"steps": 5000/"steps": 24000/; s/"rate": 0.0015/"rate": 0.001/; s/"warmup": 300/"warmup": 1000/
        s/"clip": 1,/"clip": 1, "dropout": { "X": 0.1, "Y": 0.1 },/
        s/"corpus": "pairs", "n": 60000, "part": "train"/"corpus": "tatoeba-phrases.tsv", "n": '"$(wc -l <"$work/tatoeba-phrases.tsv")"', "part": "all" },\
        "validation": { "corpus": "tatoeba.tsv", "n": 2000, "part": "validation"/
        s/"batch": 32/"batch": 64, "trial": 1000/' lessons/transformer.json >"$work/twin-transformer.json"
}

# by_words NAME: BLEU on sentences of the test, by their French words
by_words() {
    for span in $words; do
        echo "$span $(translated "$1" --examples "$work/test-$span.tsv")"
    done >"$work/$1.words"
}

# One seed of each twin beside the shipped translator, on up to 1000 sources of the test of each length.
twins() {
    words='1-4 5-6 7-8 9-10 11-12 13-15 16-60'
    translator_pairs
    sed 's/"c_t = α_t h"/"c_t = [→h_n ; ←h_1]"/' lessons/translator.json >"$work/twin-without.json"
    twin_transformer
    seeds=1
    train twin-without --float16
    train twin-transformer --float16
    seeds=${SEEDS:-1 2 3}
    one_each test 10000000 >"$work/test-all.tsv"
    for span in $words; do
        awk -F '\t' -v least="${span%-*}" -v most="${span#*-}" '
            { n = split($1, word, " ") } n >= least && n <= most && ++count <= 1000' "$work/test-all.tsv" >"$work/test-$span.tsv"
    done
    cp lessons/translator.json "$work/twin-with.json"
    cp lessons/translator.safetensors "$work"
    for span in $words; do
        echo "$span $(wc -l <"$work/test-$span.tsv")"
    done >"$work/twins.counts"
    for name in twin-with twin-without-1 twin-transformer-1; do
        by_words "$name"
    done
    put bottleneck 'tried_{real}' 2 "$work/twins.counts"
    put bottleneck 'BLEU_{with}' 3 "$work/twin-with.words"
    put bottleneck 'BLEU_{without}' 3 "$work/twin-without-1.words"
    put bottleneck 'BLEU_{Transformer}' 3 "$work/twin-transformer-1.words"
    echo '| French words | sentences | with attention: BLEU | exact % | without: BLEU | exact % | Transformer: BLEU | exact % |'
    echo '|---|---|---|---|---|---|---|---|'
    paste -d ' ' "$work/twins.counts" "$work/twin-with.words" "$work/twin-without-1.words" "$work/twin-transformer-1.words" |
        awk '{ printf "| %s | %s | %s | %s | %s | %s | %s | %s |\n", $1, $2, $5, $4, $10, $9, $15, $14 }'
    for name in twin-with twin-without-1 twin-transformer-1; do
        translated "$name" --examples "$work/test.tsv"
    done | paste -s -d ' ' - | awk '{ printf "| all 1500 | | %s | %s | %s | %s | %s | %s |\n", $2, $1, $6, $5, $10, $9 }'
}

# ---- recurrent nets beside the reader ----

# rival NET OPTION …: trains the GRU or the LSTM of build/models/long-range.json; a training that was stopped goes on
rival() {
    net=$1
    shift
    sed "/\"train\": {/,\$s/GRU/$net/g" "$work/long-range.json" | weights "long-range-$net" >"$work/long-range-$net.json"
    [ -s "$work/long-range-$net.safetensors" ] && return
    [ -s "$work/long-range-$net.checkpoint.safetensors" ] && set -- "$@" --resume
    echo "training the $net of long-range" >&2
    "$attnviz" train "$work/long-range-$net.json" --float16 --checkpoint 500 "$@" -o "$work/long-range-$net.safetensors" >&2
}

# answered SET: agreement-SET.tsv, and behind each line the answers of the reader, the GRU and the LSTM
answered() {
    while IFS="$(printf '\t')" read -r sentence verbs rest; do
        "$attnviz" explain "$work/long-range.json" --sentence "$sentence" --input "verbs=$verbs" --only answer \
            --save "answer=$work/answer.csv" >"$work/told" 2>&1
        tr , '\t' <"$work/answer.csv"
    done <"$work/agreement-$1.tsv" | paste "$work/agreement-$1.tsv" -
}

# judged FILE COLUMN SPAN …: for each span of this column: the span, its verbs, and in how many of a hundred the reader, the GRU
# and the LSTM find the right form likelier, and the noun before and the commoner form are right; and where the file has the
# answers to the turned sentences too, in how many those are lower
judged() {
    file=$1
    column=$2
    shift 2
    for span in "$@"; do
        awk -F '\t' -v column="$column" -v span="$span" -v least="${span%-*}" -v most="${span#*-}" '
            $column < least || $column > most { next }
            {
                n++; turned = NF > 9
                for (k = 1; k <= 3; k++) { hits[k] += $(6 + k) > 0; hits[5 + k] += $(6 + k) > $(9 + k) }
                hits[4] += $5; hits[5] += $6
            }
            END {
                printf "%s %d", span, n
                for (k = 1; k <= (turned ? 8 : 5); k++) printf " %.1f", 100 * hits[k] / n
                print ""
            }' "$work/$file"
    done
}

# into NAME SEQUENCE FROM TO FILE: these columns of what was judged become the value NAME of the lesson, and its spans, with
# the verbs, SEQUENCE
into() {
    labels=$(awk '{ gsub(/_/, " ", $1); printf "%s\"%s (%s)\"", NR == 1 ? "" : ", ", $1, $2 }' "$5")
    values=$(awk -v from="$3" -v to="$4" '
        { for (k = from; k <= to; k++) list[k] = list[k] (NR == 1 ? "" : ", ") $k }
        END { for (k = from; k <= to; k++) printf "%s[%s]", k == from ? "" : ", ", list[k] }' "$5")
    sed "s/\(\"$2\": \)\[[^]]*\]/\1[$labels]/; s/^\( *\"$1\": {.*\"values\": \).*/\1[$values] },/" lessons/long-range.json \
        >"$work/filled.json"
    cp "$work/filled.json" lessons/long-range.json
}

# far_rows FROM TO HEAD …: rows of a table in MODELS.md, of these columns of the files far.…, each with its head
far_rows() {
    from=$1
    to=$2
    shift 2
    for head in "$@"; do
        awk -v from="$from" -v to="$to" -v head="${head#*:}" '{
            printf "| %s%s | %s |", head, $1, $2
            for (k = from; k <= to; k++) printf " %s |", $k
            print "" }' "$work/far.${head%%:*}"
    done
}

# The reader of the lesson is the one that nobody taught where to look; the GRU and then the LSTM have its sentences and
# its loss.
far() {
    [ -s "$work/english.conllu" ] || { real_text && real_english; }
    real_agreement
    cp lessons/long-range.json lessons/reader-words.txt lessons/reader-places.txt lessons/untaught.safetensors "$work"
    rival GRU
    rival LSTM --from "$work/long-range-GRU.safetensors"
    cp "$work/long-range-LSTM.safetensors" "$work/long-range.safetensors"
    cp "$work/long-range-LSTM.safetensors" lessons/long-range.safetensors
    answered turned | cut -f 7-9 >"$work/turned.tsv"
    answered written | paste - "$work/turned.tsv" >"$work/written.tsv"
    answered test >"$work/real.tsv"
    judged written.tsv 3 1-2 4-6 7-12 13-24 >"$work/far.distance"
    judged written.tsv 4 0 1 2 3-4 >"$work/far.nouns"
    judged written.tsv 3 1-24 | sed 's/1-24/all/' >"$work/far.all"
    judged real.tsv 3 1 2-4 5-16 >"$work/far.real"
    judged real.tsv 4 0 1-5 >"$work/far.between"
    into heard_a distance 8 10 "$work/far.distance"
    { cat "$work/far.distance"; sed 's/ /_between /' "$work/far.nouns"; cat "$work/far.all"
        sed 's/^/real:_/' "$work/far.real"; } >"$work/far.agrees"
    into agrees_q cases 3 7 "$work/far.agrees"
    cut -d ' ' -f 2 "$work/far.distance" | sed 's/^/- /' >"$work/far.verbs"
    put long-range counted 2 "$work/far.verbs"
    awk '{ for (k = 8; k <= 10; k++) print "-", $k }' "$work/far.all" >"$work/far.overall"
    put long-range overall 2 "$work/far.overall"
    echo '| sentences | verbs | reader: right % | GRU % | LSTM % | the noun before decides % | the commoner form % |'
    echo '|---|---|---|---|---|---|---|'
    far_rows 3 7 'distance:written, distance ' 'nouns:written, nouns of the other number between: ' 'all:written, ' \
        'real:real, distance ' 'between:real, nouns of the other number between: '
    echo
    echo '| subject in the other number | sentences | reader: lower % | GRU % | LSTM % |'
    echo '|---|---|---|---|---|'
    far_rows 8 10 'distance:written, distance ' 'nouns:written, nouns of the other number between: ' 'all:written, '
}

# ---- the bottleneck: with and without attention, by the length of the sentence ----

# The net of translator-pairs, trained like translator-plain on lengths 2 to 12 about evenly; and translator-plain, the same net
# that is given the last states at every word in place of what attention would bring. It is shipped as float16,
# so all its figures are those of float16.
bottleneck_lessons() {
    sed 's/"part": "train" }/"part": "train", "words": [2, 12] }/; s/"most": 40/"most": 60/' \
        lessons/translator-pairs.json >"$work/with-attention.json"
    for changed in '"words": \[2, 12\]' '"most": 60'; do
        grep -q "$changed" "$work/with-attention.json" || {
            echo "models.sh: the lesson translator-pairs has changed: no $changed" >&2
            exit 1
        }
    done
    cp lessons/translator-plain.json "$work/without-attention.json"
}

# by_length MODEL: "span exact right" of its best seed, which is left in $chosen
by_length() {
    chosen=$(best "$1" --words 2-12)
    for span in $spans; do
        echo "$span $(try "$1-$chosen" --part test -n 300 --words "$span")"
    done
}

# put LESSON NAME COLUMN FILE: a list of numbers of a lesson
put() {
    list=$(awk -v column="$3" '{ printf "%s%s", NR == 1 ? "" : ", ", $column }' "$4")
    sed "s/\"$2\": \[[^]]*\]/\"$2\": [$list]/" "lessons/$1.json" >"$work/$1.json"
    cp "$work/$1.json" "lessons/$1.json"
}

bottleneck() {
    bottleneck_lessons
    train with-attention
    train without-attention --float16
    for model in with without; do
        by_length "$model-attention" >"$work/$model.lengths"
        put bottleneck "exact_{$model}" 2 "$work/$model.lengths"
        put bottleneck "right_{$model}" 3 "$work/$model.lengths"
    done
    put bottleneck AER 4 "$work/with.lengths"
    put translator-plain exact_b 2 "$work/without.lengths"
    cp "$work/without-attention-$chosen.safetensors" lessons/translator-plain.safetensors
    echo '| words | with attention: exact % | words right % | links wrong % | without: exact % | words right % |'
    echo '|---|---|---|---|---|---|'
    paste -d ' ' "$work/with.lengths" "$work/without.lengths" |
        awk '{ printf "| %s | %s | %s | %s | %s | %s |\n", $1, $2, $3, $4, $7, $8 }'
}

# ---- induction: two layers, and one ----

# curves MODEL: trains all seeds of build/models/MODEL.json, each with a log of its losses
curves() {
    for seed in $seeds; do
        weights "$1-$seed" <"$work/$1.json" >"$work/$1-$seed.json"
        [ -s "$work/$1-$seed.safetensors" ] && continue
        echo "training $1, seed $seed" >&2
        "$attnviz" train "$work/$1-$seed.json" --seed "$seed" --float16 --log "$work/$1-$seed.tsv" \
            -o "$work/$1-$seed.safetensors" >&2
    done
}

# mean NAME FORMULA PART: the mean of a formula over 1000 examples of a part. Training computes it as
# the loss on validation, of a single step that moves nothing.
mean() {
    sed "s/\"loss\": \"J\", \"steps\": 1000, \"rate\": 0.003/\"loss\": \"$2\", \"steps\": 1, \"rate\": 1e-12/
        s/\"n\": 200, \"part\": \"validation\"/\"n\": 1000, \"part\": \"$3\"/" "$work/$1.json" >"$work/mean.json"
    "$attnviz" train "$work/mean.json" --from "$work/$1.safetensors" -o "$work/mean.safetensors" |
        sed -n 's/^Loss on validation: \([0-9.]*\) .*/\1/p'
}

# heads NAME PART: what the best head of layer 1 gives to the word before, and the best head of
# layer 2 to the word after the last time
heads() {
    for formula in back_{1, found_{2,; do
        printf '%s\n%s\n' "$(mean "$1" "${formula}1}" "$2")" "$(mean "$1" "${formula}2}" "$2")" | sort -n | tail -1
    done | paste -s -d ' ' -
}

# Shipped is the seed whose worse head is the best on validation.
induction() {
    seeds='1 2 3 4 5'
    cp lessons/induction.json "$work"
    sed 's/"layers": 2/"layers": 1/' lessons/induction.json >"$work/one-layer.json"
    curves induction
    curves one-layer
    for seed in $seeds; do
        echo "$seed $(heads "induction-$seed" validation) $(heads "induction-$seed" test) $(
            mean "induction-$seed" J test) $(mean "one-layer-$seed" J test) $(
            awk 'NR > 1 && $3 < 1 { print $1; exit }' "$work/induction-$seed.tsv")"
    done >"$work/induction.heads"
    chosen=$(awk '{ least = $2 < $3 ? $2 : $3 } NR == 1 || least > most { most = least; seed = $1 }
        END { print seed }' "$work/induction.heads")
    cp "$work/induction-$chosen.safetensors" lessons/induction.safetensors
    awk 'NR > 1 { printf "- %.2f\n", $2 }' "$work/one-layer-$chosen.tsv" >"$work/one-layer.curve"
    put induction one_k 2 "$work/one-layer.curve"
    awk -v chosen="$chosen" '$1 == chosen { print $6, $7 }' "$work/induction.heads" | {
        read -r two one
        sed "s/\"seed\": [0-9]*/\"seed\": $chosen/; s/\(\"held_{two}\": \)[0-9.]*/\1$two/
            s/\(\"held_{one}\": \)[0-9.]*/\1$one/" lessons/induction.json >"$work/induction.json"
    }
    cp "$work/induction.json" lessons/induction.json
    seeds=${SEEDS:-1 2 3}
    echo '| seed | loss, two layers | loss, one layer | layer 1: the word before % | layer 2: the word after the last time % | below 1 from step |'
    echo '|---|---|---|---|---|---|'
    awk -v chosen="$chosen" '{ printf "| %s%s | %.4f | %.2f | %.1f | %.1f | %s |\n", $1,
        $1 == chosen ? ", shipped" : "", $6, $7, 100 * $4, 100 * $5, $8 }' "$work/induction.heads"
}

# ---- the writer: English from books and from Tatoeba, which DATA holds ----

# The text between the lines by which Project Gutenberg marks it, a paragraph a line.
book_paragraphs() {
    for book in $(tar -tzf "$DATA/books.tar.gz" | grep '\.txt$' | sort); do
        tar -xzOf "$DATA/books.tar.gz" "$book" >"$work/book"
        iconv -f UTF-8 -t UTF-8 "$work/book" 2>/dev/null || iconv -f ISO-8859-1 -t UTF-8 "$work/book"
    done | tr -d '\r' | awk '
        /^\*\*\* ?END OF/ || /^End of (The |the )?Project Gutenberg/ { inside = 0 }
        inside
        /^\*\*\* ?START OF/ || /END.*THE SMALL PRINT/ { inside = 1; print "" }' |
        awk 'BEGIN { RS = "" } { gsub(/\n/, " "); print }'
}

# Sentences of at most 40 words, each once: signs as typewriters have them, without quotation marks.
writer_sentences() {
    { gzip -dc "$DATA/tatoeba-en-fr.tsv.gz" | cut -f 1; book_paragraphs; } |
        sed "s/“//g; s/”//g; s/\"//g; s/_//g; s/’/'/g; s/‘/'/g; s/—/--/g; s/ / /g; s/ / /g; s/​//g" | awk '{
            gsub(/[ \t]+/, " ")
            gsub(/(Mr|Mrs|Ms|Dr|St)\. /, "&~"); gsub(/\. ~/, ".~"); gsub(/[.!?] +/, "&\n")
            count = split($0, parts, "\n")
            for (i = 1; i <= count; i++) {
                gsub(/~/, " ", parts[i]); sub(/^ +/, "", parts[i]); sub(/ +$/, "", parts[i])
                if (parts[i] ~ /^[A-Z].*[a-z].*[.!?]$/ && split(parts[i], words, " ") <= 40 && length(parts[i]) <= 240)
                    print parts[i]
            }
        }' | sort -u
}

# A hash puts one sentence in 40 into the test, one in 40 beside it for validation.
writer_parts() {
    writer_sentences | awk -v to="$work/writer-" 'BEGIN { for (i = 1; i < 256; i++) code[sprintf("%c", i)] = i }
        {
            h = 7
            for (i = 1; i <= length($0); i++) h = (h * 31 + code[substr($0, i, 1)]) % 1000003
            part = h % 40 == 0 ? "beside" : h % 40 == 1 ? "test" : "train"
            print >(to part ".txt")
        }'
    awk 'NR % 3 == 1' "$work/writer-beside.txt" >"$work/writer-validation.txt"
}

# writer_perplexity SEED PART: for a word of this part. Measured is the surprise at a sentence, its pieces and end summed
# up, on average over the sentences.
writer_perplexity() {
    sed 's/"J = cross_entropy(p, words)"/"J = -sum(log(pick(p, words)))"/; s/"steps": 8000, "rate": 0.004/"steps": 1, "rate": 1e-12/
        s/writer-train.txt/writer-validation.txt/; s/"validation": "writer-validation.txt"/"validation": "writer-'"$2"'.txt"/' \
        "$work/writer.json" >"$work/writer-measure.json"
    surprise=$("$attnviz" train "$work/writer-measure.json" --from "$work/writer-$1.safetensors" -o "$work/measure.safetensors" |
        sed -n 's/^Loss on validation: \([0-9.]*\) .*/\1/p')
    "$attnviz" tokenizer "$work/writer-pieces.json" "$work/writer-$2.txt" | awk -v surprise="$surprise" '
        NR == 1 { printf "%.1f\n", exp(surprise * $4 / ($1 + $4)) } # words, sentences'
}

writer_pieces=3500

# writer_counts: "single neighbours", the perplexities for a word of the test of two counts of pieces: by how often each
# occurs in the training, and by how often it stands behind the one before (Witten and Bell, 1991: for so many pieces as
# were seen behind it, the single counts decide)
writer_counts() {
    "$attnviz" tokenizer "$work/writer-pieces.json" --ids "$work/writer-train.txt" >"$work/writer-train.ids"
    "$attnviz" tokenizer "$work/writer-pieces.json" --ids "$work/writer-test.txt" >"$work/writer-test.ids"
    words=$("$attnviz" tokenizer "$work/writer-pieces.json" "$work/writer-test.txt" | awk 'NR == 1 { print $1 + $4 }')
    awk -v size="$writer_pieces" -v words="$words" '
        {
            before = "<start>"
            for (i = 1; i <= NF + 1; i++) {
                piece = i > NF ? "<end>" : $i
                if (FNR == NR) {
                    single[piece]++; all++
                    if (!pair[before, piece]++) kinds[before]++
                    from[before]++
                } else {
                    p = (single[piece] + 1) / (all + size)
                    alone -= log(p)
                    if (before in from)
                        p = (pair[before, piece] + kinds[before] * p) / (from[before] + kinds[before])
                    behind -= log(p)
                }
                before = piece
            }
        }
        END { printf "%.1f %.1f\n", exp(alone / words), exp(behind / words) }' "$work/writer-train.ids" "$work/writer-test.ids"
}

writer() {
    need tatoeba-en-fr.tsv.gz 3437056c8dfb4805d599d1b426498c7036fff2f4cecc8d8593cded0b2aebb868
    need books.tar.gz 975ef2bede7e7e37250d327dd385dab6297aa4f033605067a0a6d3179f5a68d6
    writer_parts
    "$attnviz" tokenizer "$work/writer-train.txt" -o "$work/writer-pieces.json" --language en --size "$writer_pieces" \
        --marks '<start>,<end>' >&2
    cp lessons/writer.json "$work"
    train writer --float16
    for seed in $seeds; do
        echo "$seed $(writer_perplexity "$seed" validation) $(writer_perplexity "$seed" test)"
    done >"$work/writer.perplexity"
    chosen=$(sort -k 2,2n "$work/writer.perplexity" | head -n 1)
    counts=$(writer_counts)
    sed -i "s/\(\"perplexity\": \)[0-9.]*/\1${chosen##* }/; s/\(\"bigram\": \)[0-9.]*/\1${counts#* }/" lessons/writer.json
    chosen=${chosen%% *}
    cp "$work/writer-$chosen.safetensors" lessons/writer.safetensors
    cp "$work/writer-pieces.json" lessons
    echo '| writer, seed | perplexity for a word: validation | test |'
    echo '|---|---|---|'
    awk -v chosen="$chosen" '{ print "| " $1 ($1 == chosen ? ", shipped" : "") " | " $2 " | " $3 " |" }' "$work/writer.perplexity"
    echo "| counts of single pieces | | ${counts% *} |"
    echo "| counts of neighbouring pieces | | ${counts#* } |"
}

# ---- the listeners: words that espeak-ng speaks ----

# heard NAME OPTION …: word errors of known voices, of those that repeat a word, of held-out voices, of those that
# repeat a word, and of all; where it listened, where evenly spaced moments and a random frame are; all in per cent
heard() {
    name=$1
    shift
    "$attnviz" evaluate "$work/$name.json" "$@" >"$work/$name.told"
    awk 'function rate(text) { sub(/.*word errors: */, "", text); sub(/ *%.*/, "", text); return text }
        /^  known voices/ { known = rate($0); part = "known" }
        /^  held-out voices/ { held = rate($0); part = "held" }
        /^    repeated words/ { again[part] = rate($0) }
        /^  word errors/ { all = rate($0) }
        / looks from / { sub(/.*: */, ""); sub(/ *%.*/, ""); looks = $0 }
        /^  evenly spaced/ { even = $4; random = $9 }
        function of(part) { return part == "" ? "-" : part }
        END {
            print of(known), of(again["known"]), of(held), of(again["held"]), of(all), of(looks), of(even), of(random)
        }' "$work/$name.told" |
        sed 's/;//g; s/ *%//g'
}

# listener MODEL: trained before, puts the best of its weights into lessons/ and prints its rows; SHIP=0 only prints
listener() {
    for seed in $seeds; do
        echo "$seed $(heard "$1-$seed" --part validation -n 200)"
    done >"$work/$1.validation"
    chosen=$(awk 'NR == 1 || $6 < least { least = $6; seed = $1 } END { print seed }' "$work/$1.validation")
    [ "${SHIP:-1}" = 0 ] || cp "$work/$1-$chosen.safetensors" "lessons/$1.safetensors"
    for seed in $seeds; do
        shipped=
        [ "${SHIP:-1}" = 0 ] || [ "$seed" != "$chosen" ] || shipped=', shipped'
        awk -v seed="$seed" '$1 == seed { print $6 }' "$work/$1.validation" | tr '\n' ' '
        heard "$1-$seed" | sed "s/$/ $1 $seed$shipped/"
    done | awk '{
        model = $10; $10 = ""; seed = $11 " " $12; sub(/ $/, "", seed)
        printf "| %s | %s | %s | %s / %s | %s / %s | %s | %s | %s |\n", model, seed, $1, $2, $4, $3, $5, $7, $8, $9 }'
}

# The listener that spells starts from the one that writes words; so does its rival, which does not know where it was.
speech() {
    command -v espeak-ng >/dev/null || {
        echo 'models.sh: speech is left out: install espeak-ng (Debian: apt install espeak-ng)' >&2
        return
    }
    [ -d "$work/words" ] || sh lessons/words.sh "$work/words"
    cp lessons/speech.json lessons/speech-letters.json lessons/speech.wav lessons/repeated.wav "$work"
    sed 's/ + g_t Q_a//' "$work/speech-letters.json" >"$work/speech-content.json"
    train speech --float16
    for seed in $seeds; do
        for model in speech-letters speech-content; do
            (
                seeds=$seed
                train "$model" --float16 --from "$work/speech-$seed.safetensors"
            )
        done
    done
    echo '| model | seed | validation: word errors % | test: word errors %, known / held-out voices | one word repeated % | listens to the word % | evenly spaced % | a random frame % |'
    echo '|---|---|---|---|---|---|---|---|'
    listener speech
    listener speech-letters
    SHIP=0 listener speech-content
}

# ---- MODELS.md ----

# between NAME FILE: puts the file between the markers of this name
between() {
    awk -v name="$1" -v file="$2" '
        $0 == "<!-- end of " name " -->" { inside = 0 }
        !inside { print }
        $0 == "<!-- " name ": from make models -->" {
            inside = 1
            while ((getline line < file) > 0) print line
        }' lessons/MODELS.md >"$work/MODELS.md"
    cp "$work/MODELS.md" lessons/MODELS.md
}

# the tables that are made; PARTS='reader far' makes these alone
for part in ${PARTS:-models cross lengths induction speech reader taught far bank both translator twins writer captioner question patches video unlike}; do
    case $part in
    reader | taught | far | translator | twins | writer)
        if [ -z "${DATA:-}" ]; then
            echo "models.sh: $part is left out: DATA=FOLDER names the data that it learns from (lessons/MODELS.md)" >&2
            continue
        fi
        [ -s "$work/tatoeba-train.tsv" ] || real_pairs
        ;;
    esac
    case $part in
    models) shipped ;;
    cross) cross ;;
    lengths) bottleneck ;;
    reader) reader ;;
    far) far ;;
    induction) induction ;;
    speech) speech ;;
    writer) writer ;;
    bank) bank ;;
    both) both ;;
    taught) taught ;;
    translator) translator ;;
    twins) twins ;;
    captioner) captioner ;;
    question) question ;;
    patches) patches ;;
    video) video ;;
    unlike) unlike ;;
    *) echo "models.sh: no part $part: models, cross, lengths, induction, speech, reader, taught, far, bank, both, translator, twins, writer, captioner, question, patches, video, unlike" >&2 && exit 2 ;;
    esac >"$work/$part.md"
    [ -s "$work/$part.md" ] || continue
    between "$part" "$work/$part.md"
    cat "$work/$part.md"
done
echo "make models took $((($(date +%s) - began + 59) / 60)) minutes"
