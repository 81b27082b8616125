#!/bin/sh
# models.sh ATTNVIZ: trains what the lessons carry, from nothing (make models).
#
# Of each model three seeds are trained and tried on the part `validation`; what did best there is
# shipped, and its figures on the part `test` stand in lessons/MODELS.md, with those of the other seeds.
# The lesson `bottleneck` plots two nets: translator-plain, which is shipped, and the translator trained like it, which is
# not; its figures come from here.
#
# build/models keeps everything. RESUME=1 keeps what lies there already, if an earlier run was stopped.
# PARTS='reader far' makes these alone, with what else is shipped as it is.
set -eu
attnviz=$1
cd "$(dirname "$0")/.."
work=build/models
seeds='1 2 3'
spans='1-4 5-8 9-12 13-16 17-20 21-24 25-30 31-36'
export LC_ALL=C

[ "${RESUME:-0}" = 1 ] || rm -rf "$work"
mkdir -p "$work"
cp lessons/french.txt lessons/english.txt "$work"
began=$(date +%s)

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
    ship translator
    ship transformer
}

# ---- the reader: where its heads look ----

# looks NAME OPTION …: "verb bank" of a reader: in how many of a hundred rows its best heads look from
# the verb to its subject, and from 'bank' to what decides it; a dash where no line has both
looks() {
    name=$1
    shift
    "$attnviz" evaluate "$work/$name.json" "$@" >"$work/$name.told"
    awk '/from verb to subject:/ { verb = $(NF - 4) }
        /to decider:/ { bank = $0 ~ /%/ ? $(NF - 4) : "-" }
        END { print verb, bank }' "$work/$name.told"
}

# rules NAME OPTION …: the same of the simplest rules beside these heads
rules() {
    name=$1
    shift
    "$attnviz" evaluate "$work/$name.json" "$@" >"$work/$name.told"
    awk '/ looks from / { look = /from verb to subject:/ ? "verb" : /to decider:/ ? "bank" : "" }
        /the simplest rule, / { right[look] = $(NF - 4) }
        END { print right["verb"], right["bank"] == "" ? "-" : right["bank"] }' "$work/$name.told"
}

# The words that the reader can name: those of its grammar that stand in its training.
reader_words() {
    "$attnviz" corpus reading -n 120000 | cut -f 1,2 | tr '\t ' '[\n*]' | sort -u >"$work/stood"
    "$attnviz" corpus reading --vocabulary source | sort -u | comm -12 - "$work/stood" |
        sort -u - "$work/marks" >"$work/reader-words.txt"
}

# The grammar with other words in the place of those that are kept unseen, and in no training either: to
# choose by, so that what is chosen is tried on words that nobody has chosen by.
other_words() {
    cp lessons/reading.json "$work/other.json"
    while IFS=: read -r kept other; do
        grep -q "\"$kept |.* unseen\"" "$work/other.json" || {
            echo "models.sh: the grammar of the reader has changed: '$kept' is not kept unseen" >&2
            exit 1
        }
        ! grep -qxF "${other%% *}" "$work/reader-words.txt" || {
            echo "models.sh: '${other%% *}' stands in training" >&2
            exit 1
        }
        sed "s/\"$kept |/\"$other |/" "$work/other.json" >"$work/others.json"
        mv "$work/others.json" "$work/other.json"
    done <<end
pilot pilots:plumber plumbers
painter painters:shepherd shepherds
grandmother grandmothers:cousin cousins
miner miners:thief thieves
badger badgers:weasel weasels
camel camels:panther panthers
otter otters:eagle eagles
wolf wolves:ox oxen
kettle kettles:lantern lanterns
bucket buckets:cupboard cupboards
hammer hammers:statue statues
ladder ladders:hinge hinges
yawns yawn yawned:snores snore snored
whispers whisper whispered:mutters mutter muttered
gallops gallop galloped:prowls prowl prowled
sneezes sneeze sneezed:stretches stretch stretched
crumbles crumble crumbled:rolls roll rolled
glows glow glowed:sparkles sparkle sparkled
folds fold folded:crumples crumple crumpled
devours devour devoured:gulps gulp gulped
parks park parked:loads load loaded
end
}

# Three seeds; shipped is the one whose worst figure is the best: on validation, and on other words that
# were never seen.
reader() {
    seeds='1 2 3'
    cp lessons/reader.json "$work"
    printf '<mask>\n<unknown>\n' >"$work/marks"
    reader_words
    cp "$work/reader-words.txt" lessons
    train reader
    other_words
    for seed in $seeds; do
        sed 's/"corpus": "reading"/"corpus": "other.json"/' "$work/reader-$seed.json" >"$work/other-$seed.json"
        echo "$seed $(looks "reader-$seed" --part validation) $(looks "other-$seed" --part unseen) $(
            looks "reader-$seed") $(looks "reader-$seed" --part unseen)"
    done >"$work/reader.looks"
    chosen=$(awk '{ least = $2 < $3 ? $2 : $3; least = least < $4 ? least : $4 }
        NR == 1 || least > most { most = least; seed = $1 }
        END { print seed }' "$work/reader.looks")
    cp "$work/reader-$chosen.safetensors" lessons/reader.safetensors
    echo '| reader, seed | validation: verb to subject / bank to decider / verb to subject, words never seen % | test: verb to subject / bank to decider % | test, other words never seen: verb to subject % |'
    echo '|---|---|---|---|'
    awk -v chosen="$chosen" '{ printf "| %s%s | %s / %s / %s | %s / %s | %s |\n", $1,
        $1 == chosen ? ", shipped" : "", $2, $3, $4, $6, $7, $8 }' "$work/reader.looks"
    echo "$(rules "reader-$chosen" --part validation) $(rules "other-$chosen" --part unseen) $(
        rules "reader-$chosen") $(rules "reader-$chosen" --part unseen)" |
        awk '{ printf "| the simplest rule | %s / %s / %s | %s / %s | %s |\n", $1, $2, $3, $5, $6, $7 }'
}

# ---- a recurrent net beside the reader ----

# answers NAME VALUE: in how many of a hundred verbs, by the distance of the subject
answers() {
    sed -n "s/^$2 is .*: *\([0-9.]*\) %.*/\1/p" "$work/$1.told"
}

# verbs NAME: how many verbs there are at each distance
verbs() {
    sed -n 's/^never is .* of \([0-9]*\))$/\1/p' "$work/$1.told"
}

# list NAME FILE: the numbers of a list of the lesson long-range
list() {
    sed "s/\"$1\": \[[^]]*\]/\"$1\": [$(paste -s -d , "$2" | sed 's/,/, /g')]/" \
        lessons/long-range.json >"$work/long-range.json"
    cp "$work/long-range.json" lessons/long-range.json
}

# The lesson has both nets. What it trains is the recurrent one; the other has the reader's numbers.
far() {
    name=long-range
    cp lessons/long-range.json lessons/reader-words.txt "$work"
    if ! [ -s "$work/$name.safetensors" ]; then
        echo "training the recurrent net of $name" >&2
        "$attnviz" train "$work/$name.json" -o "$work/$name.safetensors" >&2
    fi
    python3 tests/support/merge.py "$work/$name.safetensors" lessons/reader.safetensors
    cp "$work/$name.safetensors" lessons
    "$attnviz" evaluate "$work/$name.json" >"$work/$name.told"
    answers "$name" 'a > 0' >"$work/$name.a"
    answers "$name" 'b > 0' >"$work/$name.b"
    answers "$name" never >"$work/$name.never"
    verbs "$name" >"$work/$name.verbs"
    list 'right_{attention}' "$work/$name.a"
    list 'right_{recurrent}' "$work/$name.b"
    list 'right_{never}' "$work/$name.never"
    list 'verbs_t' "$work/$name.verbs"
    echo '| words between subject and verb | verbs | with attention: judged rightly % | recurrent % | calling none replaced % |'
    echo '|---|---|---|---|---|'
    sed -n 's/^a > 0 .*, \([0-9]*\) to \([0-9]*\) words between.*/\1-\2/p' "$work/$name.told" |
        paste -d ' ' - "$work/$name.verbs" "$work/$name.a" "$work/$name.b" "$work/$name.never" |
        awk '{ printf "| %s | %s | %s | %s | %s |\n", $1, $2, $3, $4, $5 }'
}

# ---- the bottleneck: with and without attention, by the length of the sentence ----

# The translator, trained like translator-plain on lengths 2 to 12 about evenly; and translator-plain, the same net
# that is given the last states at every word in place of what attention would bring. It is shipped as float16,
# so all its figures are those of float16.
bottleneck_lessons() {
    sed 's/"part": "train" }/"part": "train", "words": [2, 12] }/; s/"most": 40/"most": 60/' \
        lessons/translator.json >"$work/with-attention.json"
    for changed in '"words": \[2, 12\]' '"most": 60'; do
        grep -q "$changed" "$work/with-attention.json" || {
            echo "models.sh: the translator's lesson has changed: no $changed" >&2
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
for part in ${PARTS:-models lengths reader far}; do
    case $part in
    models) shipped ;;
    lengths) bottleneck ;;
    reader) reader ;;
    far) far ;;
    *) echo "models.sh: no part $part: models, lengths, reader, far" >&2 && exit 2 ;;
    esac >"$work/$part.md"
    between "$part" "$work/$part.md"
    cat "$work/$part.md"
done
echo "make models took $((($(date +%s) - began + 59) / 60)) minutes"
