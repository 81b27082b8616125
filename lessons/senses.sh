# senses.sh: what models.sh trains on pictures and films: captioner, captioner-hard, question, patches, video.
#
# The program draws the scenes, so nothing is needed besides. Chosen is the seed that is right most often on the part
# `validation`, and shipped as float16.

# rooms for the scenes that are learned from, 12 KiB each
scene_memory=6G

# looks_of NAME KIND …: "found chance" of the words of each kind, in a told evaluation; of the last map that it measures
looks_of() {
    name=$1
    shift
    look_of "$name" '' "$@"
}

# look_of NAME MAP KIND …: the same of one map, "look_1"
look_of() {
    told=$work/$1.told map=$2
    shift 2
    for kind; do
        awk -v kind="    $kind  " -v map="$map" '/ looks from / { here = map == "" || $1 == map }
            index($0, kind) == 1 && /at random/ && here {
                line = $0; share = $0
                sub(/ %.*/, "", share); sub(/.* /, "", share)
                sub(/.*; /, "", line)
                found = sprintf("%.3f %.3f", share / 100, line / 100)
            }
            END { print found }' "$told"
    done
}

# exact_of NAME: "right of" for one noun and two, known; then held out
exact_of() {
    awk '/^    with [12] noun/ { gsub(/[()]/, ""); print $(NF - 2), $NF }' "$work/$1.told"
}

# best_exact MODEL: the seed that is right most often on validation
best_exact() {
    for seed in $seeds; do
        echo "$seed $(try "$1-$seed" --part validation -n 1000)"
    done | tee "$work/$1.validation" | awk 'NR == 1 || $2 > most { most = $2; seed = $1 } END { print seed }'
}

# learn MODEL OPTION …: every seed; the chosen one is shipped
learn() {
    model=$1
    cp "lessons/$model.json" lessons/scene.png lessons/thing.png lessons/clip.png lessons/captioner.safetensors "$work"
    train "$@" --float16 --memory "$scene_memory" --work 1000T
    chosen=$(best_exact "$model")
    cp "$work/$model-$chosen.safetensors" "lessons/$model.safetensors"
}

# rows ROW MODEL: a row of the table for each seed, by the function ROW MODEL SEED SHIPPED VALIDATION
rows() {
    for seed in $seeds; do
        shipped=''
        if [ "$seed" = "$chosen" ]; then shipped=', shipped'; fi
        "$attnviz" evaluate "$work/$2-$seed.json" >"$work/$2-$seed.told"
        "$1" "$2" "$seed" "$shipped" "$(awk -v seed="$seed" '$1 == seed { print $2 }' "$work/$2.validation")"
    done
}

# caption_row MODEL SEED SHIPPED VALIDATION
caption_row() {
    { exact_of "$1-$2"; looks_of "$1-$2" noun adjective 'noun, held out' 'adjective, held out'; } |
        awk -v name="$1, $2$3" -v validation="$4" '
            NR <= 4 { cell = cell sprintf(" %.1f (%d of %d) |", 100 * $1 / $2, $1, $2) }
            NR > 4 { cell = cell sprintf(" %.1f / %.1f |", 100 * $1, 100 * $2) }
            END { print "| " name " | " validation " |" cell }'
}

# captioning MODEL OPTION …: a captioner, its rows of the table, and its figures in the lesson
captioning() {
    learn "$@"
    rows caption_row "$model"
    exact_of "$model-$chosen" >"$work/$model.exact"
    looks_of "$model-$chosen" noun adjective 'noun, held out' 'adjective, held out' >"$work/$model.looks"
    put "$model" captions 1 "$work/$model.exact"
    put "$model" scenes 2 "$work/$model.exact"
    put "$model" found 1 "$work/$model.looks"
    put "$model" chance 2 "$work/$model.looks"
}

captioner() {
    echo '| captioner, seed | validation % | known: one noun % | two nouns % | held out: one noun % | two nouns % | nouns: found / random % | adjectives | nouns, held out | adjectives, held out |'
    echo '|---|---|---|---|---|---|---|---|---|---|'
    captioning captioner
    captioning captioner-hard --from lessons/captioner.safetensors
    put captioner-hard 'captions_{soft}' 1 "$work/captioner.exact"
    put captioner-hard 'found_{soft}' 1 "$work/captioner.looks"
}

# kinds_of NAME: "right asked right_held asked_held" of each kind of question
kinds_of() {
    awk '/^  held-out comb/ { held = 1 }
        /^  BLEU/ { exit }
        /^    / { gsub(/[()]/, ""); if (held) print known[++k], $(NF - 2), $NF; else known[++n] = $(NF - 2) " " $NF }' "$work/$1.told"
}

# question_row MODEL SEED SHIPPED VALIDATION
question_row() {
    awk -v name="$1, $2$3" -v validation="$4" '
        / combinations  / { all = all sprintf(" %s |", $(NF - 4)) }
        /^  held-out comb/ { held = 1 }
        /^    / && / of / && !looks { share = $(NF - 4) + 0; if (least[held + 0] == "" || share < least[held + 0]) least[held + 0] = share }
        /^  BLEU/ { looks = 1 }
        /^look_.* looks / { share = $0; sub(/ %.*/, "", share); sub(/.* /, "", share); found = found sprintf(" %s /", share) }
        /a random region/ { found = found sprintf(" %s |", $(NF - 1)) }
        END { print "| " name " | " validation " |" all sprintf(" %.1f | %.1f |", least[0], least[1]) found }' "$work/$1-$2.told"
}

# The lesson with the convolutions of captioner, which do not learn: what comes first.
still_looks() {
    names='W_1 b_1 W_2 b_2 W_3 b_3 W_4 b_4 U'
    awk -v names="$names" '/^    "(W_[1-4]|b_[1-4]|U)": / { next }
        { print }
        /^  "given": \{/ {
            count = split(names, name, " ")
            for (k = 1; k <= count; k++) print "    \"" name[k] "\": { \"array\": \"captioner.safetensors\" },"
        }' lessons/question.json | sed 's/"rate": [0-9.]*/"rate": 0.002/; s/"questions", "n": 400000/"questions", "n": 150000/'
}

# learned_names LESSON: all that it learns, as weights files name it
learned_names() {
    awk '/^  "learned": \{/ { on = 1; next }
        /^  \}/ { on = 0 }
        on {
            sub(/^ *"/, ""); sub(/".*/, "")
            if (/_\{[a-z]*\}$/) gsub(/[{}]/, "")
            printf "%s%s", separator, $0 == "w_k" ? "w_1,w_2,w_3" : $0
            separator = ","
        }' "$1"
}

# The looks learn first, then the convolutions with them: together from the start they learn no yes or no.
learn_question() {
    cp lessons/question.json lessons/scene.png lessons/captioner.safetensors "$work"
    still_looks >"$work/looks.json"
    set -- --float16 --memory "$scene_memory" --work 1000T
    train looks "$@"
    seeds_of_all=$seeds
    for seed in $seeds_of_all; do
        "$attnviz" explain "$work/looks-$seed.json" \
            --save "$(learned_names lessons/question.json)=$work/begun-$seed.safetensors" >/dev/null
        seeds=$seed
        train question "$@" --from "$work/begun-$seed.safetensors"
    done
    seeds=$seeds_of_all
    chosen=$(best_exact question)
    cp "$work/question-$chosen.safetensors" lessons/question.safetensors
}

question() {
    learn_question
    echo '| question, seed | validation % | known % | held out % | the worst kind, known % | held out % | first look: found / random % | second look |'
    echo '|---|---|---|---|---|---|---|---|'
    rows question_row question
    kinds_of "question-$chosen" >"$work/question.answers"
    put question right 1 "$work/question.answers"
    put question asked 2 "$work/question.answers"
    put question 'right_{held}' 3 "$work/question.answers"
    put question 'asked_{held}' 4 "$work/question.answers"
    for look in 1 2; do
        look_of "question-$chosen" "look_$look" noun adjective number 'noun, held out' 'adjective, held out' \
            'number, held out' >"$work/question.looks"
        put question "found_$look" 1 "$work/question.looks"
        put question chance 2 "$work/question.looks"
    done
}

# ---- films ----

# frames_of NAME KIND …: "found even chance" of the words of each kind, in a told evaluation
frames_of() {
    told=$work/$1.told
    shift
    for kind; do
        awk -v kind="    $kind  " 'index($0, kind) == 1 && /evenly spaced/ {
                found = even = chance = $0
                sub(/ %.*/, "", found); sub(/.* /, "", found)
                sub(/ % evenly.*/, "", even); sub(/.* /, "", even)
                sub(/ % at random.*/, "", chance); sub(/.* /, "", chance)
                printf "%.3f %.3f %.3f\n", found / 100, even / 100, chance / 100
            }' "$told"
    done
}

# all kinds of words that have frames
video_looks() {
    frames_of "$1" noun adjective verb direction 'noun, held out' 'adjective, held out' 'verb, held out' 'direction, held out'
}

# video_row MODEL SEED SHIPPED VALIDATION
video_row() {
    { exact_of "$1-$2"; video_looks "$1-$2"; } |
        awk -v name="$2$3" -v validation="$4" '
            NR <= 4 { cell = cell sprintf(" %.1f (%d of %d) |", 100 * $1 / $2, $1, $2) }
            NR > 4 { cell = cell sprintf(" %.1f / %.1f / %.1f |", 100 * $1, 100 * $2, 100 * $3) }
            END { print "| " name " | " validation " |" cell }'
}

video() {
    learn video
    echo '| video, seed | validation % | known: one event % | two events % | held out: one event % | two events % | nouns: found / evenly spaced / random % | adjectives | verbs | directions | nouns, held out | adjectives, held out | verbs, held out | directions, held out |'
    echo '|---|---|---|---|---|---|---|---|---|---|---|---|---|---|'
    rows video_row video
    exact_of "video-$chosen" >"$work/video.exact"
    video_looks "video-$chosen" >"$work/video.looks"
    put video captions 1 "$work/video.exact"
    put video clips 2 "$work/video.exact"
    put video found 1 "$work/video.looks"
    put video even 2 "$work/video.looks"
    put video chance 3 "$work/video.looks"
}

# ---- patches ----

# patch_row MODEL SEED SHIPPED VALIDATION: both nets of it; the map is the first one's
patch_row() {
    sed 's/"by": 1/"by": 0/' "$work/$1-$2.json" >"$work/$1-gru-$2.json"
    "$attnviz" evaluate "$work/$1-gru-$2.json" >"$work/$1-gru-$2.told"
    for net in "$1" "$1-gru"; do parts_of "$net-$2" >"$work/$net.parts"; done
    { cat "$work/$1.parts" "$work/$1-gru.parts"; looks_of "$1-$2" noun adjective; } |
        awk -v name="$2$3" -v validation="$4" '
            NR <= 4 { cell = cell sprintf(" %.1f (%d of %d) |", 100 * $1 / $2, $1, $2) }
            NR > 4 { cell = cell sprintf(" %.1f / %.1f |", 100 * $1, 100 * $2) }
            END { print "| " name " | " validation " |" cell }'
}

# parts_of NAME: "right of", of known combinations and of held-out ones
parts_of() {
    awk '/^  (known|held-out) combinations / { gsub(/[()]/, ""); print $(NF - 2), $NF }' "$work/$1.told"
}

patches() {
    learn patches
    echo '| patches, seed | validation % | Transformer: known % | held out % | GRU: known % | held out % | nouns: found / random % | adjectives |'
    echo '|---|---|---|---|---|---|---|---|'
    rows patch_row patches
    for net in patches patches-gru; do parts_of "$net-$chosen"; done >"$work/patches.parts"
    put patches labels 1 "$work/patches.parts"
    put patches pictures 2 "$work/patches.parts"
    looks_of "patches-$chosen" noun adjective >"$work/patches.looks"
    put patches found 1 "$work/patches.looks"
    put patches chance 2 "$work/patches.looks"
}
