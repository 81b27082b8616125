#!/bin/sh
# bench.sh: measures attnviz beside other programs, in turn, and prints one table of ratios.
#
# From `make bench`, which builds what it needs. Environment:
#   ATTNVIZ, BENCH   the program, and the folder of the programs of tests/bench
#   ONLY             words: only the groups whose names hold one of them: heatmap explain check lessons
#                    files drawn large product attention training models senses checkpoint tokenizing
#                    translator
#   QUICK=1          fewer rounds
#   CHECK=1          status 1 if a goal is missed
# README.md tells what is measured and how to read it.
set -u
cd "$(dirname "$0")/../.." || exit 1
top=$PWD
: "${ATTNVIZ:=$top/attnviz}" "${BENCH:=$top/build/release/bench}" "${ONLY:=}" "${QUICK:=}" "${CHECK:=}"
export LC_ALL=C
# a workplace may force kernels upon OpenBLAS that its users do not have
unset OPENBLAS_CORETYPE OPENBLAS_L2_SIZE OPENBLAS_NUM_THREADS OMP_NUM_THREADS

work=$top/build/bench
rows=$work/rows skipped=$work/skipped
rm -rf "$work"
mkdir -p "$work" && cd "$work" || exit 1
: >"$rows"
: >"$skipped"

has() { command -v "$1" >/dev/null 2>&1; }

# python MODULE: the first Python that can import it
python() {
    for python in python3 /usr/bin/python3; do
        if has "$python" && "$python" -c "import $1" 2>/dev/null; then
            echo "$python"
            return
        fi
    done
}

# group NAME: whether it is asked for
group() {
    group=$1
    [ -z "$ONLY" ] && return 0
    for word in $ONLY; do
        case $group in *"$word"*) return 0 ;; esac
    done
    return 1
}

say() { printf '%s\n' "$*" >&2; }

skip() { # FIGURE REASON
    printf '%s: %s (%s)\n' "$group" "$1" "$2" >>"$skipped"
}

# rounds COUNT: always an odd number, so that there is a middle one
rounds() {
    if [ -n "$QUICK" ]; then echo $((3 + 2 * ($1 / 10))); else echo "$1"; fi
}

# ---- figures ----
#
# A goal is "at-most N", of ours divided by the peer's, or "faster N" of the inverse. A figure without a
# peer has the goal "below N", of ours itself; "share" tells the inverse and has no goal.

# row FIGURE OURS PEER RATIO MIN MAX GOAL [CPU]: OURS and PEER with units; the ratios are of ours to the
# peer's, CPU that of the processor times
row() {
    line=$group
    for cell in "$1" "$2" "$3" "$4" "$5" "$6" "$7" "${8:-}"; do line="$line	$cell"; done
    echo "$line" >>"$rows"
}

# whole FIGURE GOAL ROUNDS OURS … -- PEER …: processes from start to end, wall time
whole() {
    figure=$1 goal=$2 count=$(rounds "$3")
    shift 3
    say "  $group: $figure"
    if ! "$BENCH/stat" -n "$count" -- "$@" >"$work/stat" 2>"$work/errors"; then
        if grep -qF "$ATTNVIZ failed" "$work/errors"; then # a fault, and not a missing peer
            say "$group: $figure: our own command fails: ${*%% -- *}"
            exit 1
        fi
        skip "$figure" "$(tail -n 1 "$work/errors")"
        return 1
    fi
    # the second line holds the peer's ratio to ours
    # shellcheck disable=SC2046
    set -- $(cat "$work/stat")
    wall=$1 cpu=$4 peak=$5
    shift 8
    peer_peak=$5
    row "$figure" "$wall ms" "$1 ms" "$(inverse "$6")" "$(inverse "$8")" "$(inverse "$7")" "$goal" \
        "$(quotient "$cpu" "$4")"
}

inverse() { awk -v x="$1" 'BEGIN { printf "%.5f", 1 / x }'; }
quotient() { awk -v x="$1" -v y="$2" 'BEGIN { printf "%.5f", x / y }'; }

# peaks FIGURE GOAL: the largest memory of the two processes that `whole` measured last
peaks() {
    ratio=$(quotient "$peak" "$peer_peak")
    row "$1" "$(mebibytes "$peak")" "$(mebibytes "$peer_peak")" "$ratio" "$ratio" "$ratio" "$2"
}

mebibytes() { awk -v kib="$1" 'BEGIN { printf "%.1f MiB", kib / 1024 }'; }

# turns ROUNDS OURS PEER: two command lines whose programs print "name value unit", run in turn; what
# they print is kept with the number of the round
turns() {
    : >"$work/ours"
    : >"$work/peer"
    round=1
    while [ "$round" -le "$1" ]; do
        sh -c "$2" | sed "s/^/$round /" >>"$work/ours"
        sh -c "$3" | sed "s/^/$round /" >>"$work/peer"
        round=$((round + 1))
    done
}

# compare FIGURE GOAL OUR-NAME PEER-NAME: of what `turns` kept, medians and paired ratios
compare() {
    # shellcheck disable=SC2046
    set -- "$1" "$2" $(awk -v ours="$3" -v peer="$4" '
        function median(list, count,    i, k, x) {
            for (i = 2; i <= count; i++) {
                x = list[i]
                for (k = i - 1; k >= 1 && list[k] > x; k--) list[k + 1] = list[k]
                list[k + 1] = x
            }
            return list[int((count + 1) / 2)]
        }
        NR == FNR && $2 == ours { a[$1] = $3; unit = $4 }
        NR != FNR && $2 == peer && $1 in a && $3 > 0 {
            x[++n] = a[$1]; y[n] = $3; r[n] = a[$1] / $3
        }
        END {
            if (n) print median(x, n), median(y, n), median(r, n), r[1], r[n], unit
        }' "$work/ours" "$work/peer")
    if [ $# -lt 8 ]; then
        skip "$1" 'one of the two programs printed no such figure'
        return
    fi
    row "$1" "$3 $8" "$4 $8" "$5" "$6" "$7" "$2"
}

# ---- the table ----

table() {
    awk -F '\t' '
        function shown(x) { return sprintf(x >= 9.95 ? "%.1f" : x >= 0.995 ? "%.2f" : "%.3f", x) }
        function line(    i, text) {
            for (i = 1; i <= 7; i++) {
                text = text (i == 2 || i == 3 ? sprintf("%*s", width[i], cell[i]) \
                                              : sprintf("%-*s", width[i], cell[i])) "  "
            }
            sub(/ +$/, "", text)
            print text
        }
        function put(row, column, text) {
            cells[row, column] = text
            if (length(text) > width[column]) width[column] = length(text)
        }
        # 12.345 ms as 12.3 ms
        function rounded(text,    parts) {
            if (split(text, parts, " ") < 2) return text
            return shown(parts[1]) " " parts[2]
        }
        BEGIN {
            split("figure|attnviz|peer|ratio, least and most|goal|met|ratio of cpu", head, "|")
            for (i = 1; i <= 7; i++) put(1, i, head[i])
            rows = 1
        }
        {
            split($8, goal, " ")
            ratio = $5; least = $6; most = $7
            if (goal[1] == "faster") { ratio = 1 / $5; least = 1 / $7; most = 1 / $6 }
            if (goal[1] == "share") { ratio = 1 / $5; least = 1 / $7; most = 1 / $6 }
            met = goal[1] == "faster" ? ratio >= goal[2] : ratio <= goal[2]
            sign = goal[1] == "faster" ? ">=" : "<="
            if (goal[1] == "below") met = ($3 + 0) <= goal[2]
            rows++
            put(rows, 1, $1 ": " $2)
            put(rows, 2, rounded($3))
            put(rows, 3, rounded($4))
            spread = least == most ? "" : sprintf(" [%s..%s]", shown(least), shown(most))
            put(rows, 4, goal[1] == "below" ? "" : shown(ratio) spread)
            if (goal[1] == "share") { told++; next }
            put(rows, 5, sign " " goal[2] (goal[1] == "below" ? " " goal[3] : ""))
            put(rows, 6, met ? "yes" : "NO")
            if ($9 != "") put(rows, 7, shown(goal[1] == "faster" ? 1 / $9 : $9))
            missed += !met
        }
        END {
            for (r = 1; r <= rows; r++) {
                for (i = 1; i <= 7; i++) cell[i] = cells[r, i]
                line()
            }
            goals = rows - 1 - told
            printf "\n%d of %d goals met\n", goals - missed, goals
            exit missed > 0
        }' "$rows"
}

# ---- what is measured ----

sentence='the accord on the European Economic Area was signed in August .'

# the same labels and as many numbers for the peers
weights_table() {
    echo "$sentence" | awk '{
        for (j = 1; j <= NF; j++) printf "\t%s", $j
        print ""
        for (i = 1; i <= NF; i++) {
            sum = 0
            for (j = 1; j <= NF; j++) sum += 1 / (1 + (i - j) ^ 2)
            printf "%s", $i
            for (j = 1; j <= NF; j++) printf "\t%.6f", 1 / (1 + (i - j) ^ 2) / sum
            print ""
        }
    }'
}

bench_heatmap() {
    echo "$sentence" >sentence.txt
    weights_table >weights.tsv
    set -- "$ATTNVIZ" heatmap sentence.txt --show 'A_{2,1}' --numbers never -o ours.png --
    whole 'time, beside Pango alone' 'at-most 1.4' 41 "$@" "$BENCH/pango_floor" floor.png
    if has gnuplot; then
        whole 'time, beside gnuplot pngcairo' 'faster 1.8' 31 \
            "$@" gnuplot -c "$top/tests/bench/gnuplot_map.gp" weights.tsv gnuplot.png
    else
        skip 'time, beside gnuplot pngcairo' 'no gnuplot; Debian: gnuplot-nox'
    fi
    python=$(python matplotlib)
    if [ -n "$python" ]; then
        whole 'time, beside matplotlib' 'faster 22' 15 \
            "$@" "$python" "$top/tests/bench/matplotlib_map.py" weights.tsv matplotlib.png &&
            peaks 'memory, beside matplotlib' 'at-most 0.25'
    else
        skip 'time and memory, beside matplotlib' 'no matplotlib; Debian: python3-matplotlib'
    fi
}

bench_explain() {
    python=$(python numpy)
    if [ -n "$python" ]; then
        whole "time, beside python3 -c 'import numpy'" 'faster 8' 21 \
            "$ATTNVIZ" explain -- "$python" -c 'import numpy'
    else
        skip "time, beside python3 -c 'import numpy'" 'no NumPy; Debian: python3-numpy'
    fi
}

# long_lesson STEPS: each step computes one value from the one before, and says it
long_lesson() {
    awk -v steps="$1" 'BEGIN {
        print "{\"attnviz\": 1, \"title\": \"" steps " steps\", \"given\": {\"x0\": 1}, \"steps\": ["
        for (k = 1; k <= steps; k++) {
            printf "{\"say\": \"Step %d: {=x%d:2}.\", ", k, k - 1
            printf "\"compute\": \"x%d = 0.5 x%d + 1\"}%s\n", k, k - 1, k < steps ? "," : "]}"
        }
    }'
}

# numbers that no mistake gives, so that every one is tried, singly and in pairs
bench_check() {
    cat >twelve.json <<'END'
{ "attnviz": 1, "title": "12 words",
  "sequences": { "w": ["the", "small", "black", "cat", "that", "we", "saw", "here", "was", "on", "the", "mat"] },
  "indices": { "i": "w", "u": "w" },
  "given": { "X": { "rows": "w", "random": [12, 8] },
    "W_Q": { "random": [8, 8] }, "W_K": { "random": [8, 8] }, "W_V": { "random": [8, 8] },
    "W_O": { "random": [8, 8] }, "b_Q": { "random": [8] }, "b_K": { "random": [8] }, "b_V": { "random": [8] } },
  "steps": [ { "compute": ["Q = X W_Q + b_Q", "K = X W_K + b_K", "V = X W_V + b_V", "M_{i,u} = u ≤ i",
    "S = mask(Q Kᵀ / √width(K), M)", "A = softmax(S)", "Z = A V", "Y = Z W_O"] } ] }
END
    awk 'BEGIN { srand(1); for (i = 0; i < 12; i++) for (k = 0; k < 8; k++)
        printf "%.4f%s", 4 * rand() - 2, k < 7 ? "," : "\n" }' >Y.csv
    # it ends with status 3
    if "$BENCH/stat" -n "$(rounds 21)" -- sh -c '"$0" check twelve.json Y.csv >checked || :' "$ATTNVIZ" -- true \
        >"$work/stat" && grep -q 'Y is not right' checked; then
        # shellcheck disable=SC2046
        set -- $(cat "$work/stat")
        row 'all mistakes, singly and in pairs, for 12 words' "$1 ms" '' 1 1 1 'below 200 ms'
    else
        skip 'all mistakes, singly and in pairs' 'attnviz check did not say that the numbers are wrong'
    fi
}

bench_lessons() {
    long_lesson 10000 >once.json
    long_lesson 20000 >twice.json
    whole '20,000 steps, beside 10,000' 'at-most 2.3' 7 \
        "$ATTNVIZ" explain ./twice.json -- "$ATTNVIZ" explain ./once.json
    figure='all lessons of the program, one by one'
    say "  $group: $figure"
    "$ATTNVIZ" lessons | awk '/^  [^ ]/ { print $1 }' >names
    # shellcheck disable=SC2016
    "$BENCH/stat" -n "$(rounds 9)" -- sh -c 'while read -r name; do "$0" explain "$name"; done <names' \
        "$ATTNVIZ" >stat || return
    # shellcheck disable=SC2046
    set -- $(cat stat)
    row "$figure" "$1 ms" '' 1 1 1 'below 1000 ms'
}

# attention with its weights kept, d_k = 64, one head, beside NumPy and beside the hardware's limit: the
# multiply-adds at the speed that registers alone allow, and an exp for each weight
bench_attention() {
    ours="$BENCH/attention 1 256 1024 4096"
    limit="$BENCH/peak 1 | awk '
        /^fma / { fma = \$2 } /^exp / { exponentials = \$2 }
        END {
            for (n = 256; n <= 4096; n *= 4)
                print \"limit_\" n, 1e-6 * n * n * (4 * 64 / fma + 1 / exponentials), \"ms\"
        }'"
    say "  $group: beside the limit of the hardware"
    turns "$(rounds 11)" "$ours" "$limit"
    for n in 256 1024 4096; do
        compare "n = $n, 1 thread: the limit's share" 'faster 0.70' "attention_$n" "limit_$n"
    done
    python=$(python numpy)
    if [ -z "$python" ]; then
        skip 'beside NumPy' 'no NumPy; Debian: python3-numpy'
        return
    elif ! "$python" -c 'import numpy, sys; sys.exit("openblas" not in open("/proc/self/maps").read())'; then
        skip 'beside NumPy' 'its products are not those of OpenBLAS; Debian: libopenblas0'
        return
    fi
    for threads in 1 2; do
        [ "$threads" -le "$(getconf _NPROCESSORS_ONLN || echo 1)" ] || continue
        goal='faster 1.7'
        [ "$threads" = 1 ] || goal='faster 2.5'
        say "  $group: beside NumPy, threads: $threads"
        turns "$(rounds 9)" "$BENCH/attention $threads 1024 4096" \
            "$python $top/tests/bench/numpy_attention.py $threads 1024 4096"
        for n in 1024 4096; do
            compare "n = $n, threads: $threads, beside NumPy" "$goal" "attention_$n" "attention_$n"
        done
    done
}

bench_product() {
    if [ ! -x "$BENCH/openblas_product" ]; then
        skip 'beside OpenBLAS' 'no OpenBLAS; Debian: libopenblas-dev'
        return
    fi
    for threads in 1 2; do
        [ "$threads" -le "$(getconf _NPROCESSORS_ONLN || echo 1)" ] || continue
        say "  $group: beside OpenBLAS, threads: $threads"
        turns "$(rounds 9)" "$BENCH/product $threads 512 1024 2048" \
            "$BENCH/openblas_product $threads 512 1024 2048"
        for n in 512 1024 2048; do
            compare "n = $n, threads: $threads, beside OpenBLAS" 'faster 0.85' "product_$n" "product_$n"
        done
    done
}

# examples for learning.c: 7 words of 200 in, 8 of 200 out; and its lessons beside them
make_examples() {
    awk 'BEGIN {
        for (i = 1; i <= 200; i++) print "a" i >"source.txt"
        print "<start>" >"target.txt"
        for (i = 1; i < 200; i++) print "b" i >"target.txt"
        srand(1)
        for (k = 0; k < 2000; k++) {
            line = "a" int(1 + 200 * rand())
            for (i = 1; i < 7; i++) line = line " a" int(1 + 200 * rand())
            line = line "\tb" int(1 + 199 * rand())
            for (i = 1; i < 8; i++) line = line " b" int(1 + 199 * rand())
            print line >"pairs.tsv"
        }
    }'
    cp "$top"/tests/bench/learn_*.json .
}

# sets $python to one that has PyTorch; without one the group is skipped
find_torch() {
    python=$(python torch)
    [ -n "$python" ] || { skip 'beside PyTorch' 'no PyTorch; Debian: python3-torch and libopenblas0' && return 1; }
}

# steps of training through the record; the peer has one thread, for with two it is no faster
bench_training() {
    find_torch || return 0
    make_examples
    for threads in 1 2; do
        [ "$threads" -le "$(getconf _NPROCESSORS_ONLN || echo 1)" ] || continue
        goal='faster 1.5'
        [ "$threads" = 1 ] || goal='faster 3'
        say "  $group: beside PyTorch, threads: $threads"
        for model in gru transformer; do
            turns "$(rounds 7)" "$BENCH/training $threads $model 16 32" \
                "$python $top/tests/bench/torch_training.py 1 $model 16 32"
            # forward, and twice as many back; each multiply-add is two operations
            adds=$(awk -v name="${model}_32_multiply-adds" '$2 == name { print $3; exit }' ours)
            limit="awk '/^fma / { print \"limit\", 6e-6 * $adds / \$2, \"ms\" }'"
            for n in 16 32; do
                compare "$model, batch $n, threads: $threads" "$goal" "${model}_$n" "${model}_$n"
            done
            turns "$(rounds 3)" "$BENCH/training $threads $model 32" "$BENCH/peak $threads | $limit"
            compare "$model, batch 32, threads: $threads: share of the limit" share "${model}_32" limit
            turns "$(rounds 7)" "$BENCH/learning $threads learn_$model.json $model+adam_32" \
                "$python $top/tests/bench/torch_training.py 1 $model+adam 32"
            compare "$model, whole steps with Adam, batch 32, threads: $threads" "$goal" \
                "$model+adam_32" "$model+adam_32"
        done
    done
}

# draw_words COUNT FILE SEED: on each of 4000 lines so many words of a file, drawn by chance
draw_words() {
    awk -v count="$1" -v seed="$3" '{ word[++n] = $0 }
        END { srand(seed)
            for (k = 0; k < 4000; k++) {
                line = ""
                for (i = 0; i < count; i++) line = line (i ? " " : "") word[int(1 + n * rand())]
                print line
            } }' "$2"
}

# examples of the sizes that the lessons learn from: pairs of 9 pieces, trees of 15 words
make_real_examples() {
    cp "$top"/lessons/translator*.json "$top"/lessons/reader.json "$top"/lessons/reader-*.txt .
    printf '%s\n' le chat noir dort sur une table dans la maison avec mon ami et il parle >french-words.txt
    printf '%s\n' the black cat is on a table in house with my friend and he will go >english-words.txt
    draw_words 9 french-words.txt 1 >french-lines.txt
    draw_words 9 english-words.txt 2 | paste french-lines.txt - >tatoeba-phrases.tsv
    sed -n '10,500p' reader-words.txt | grep '^[a-z]*$' >some-words.txt
    draw_words 15 some-words.txt 3 | awk '{
        for (i = 1; i <= NF; i++)
            printf "%d\t%s\t_\tNOUN\t_\t_\t%d\tobj\t_\tAntecedent=%d\n", i, $i, i % NF + 1, i % 3 ? 0 : 1
        print ""
    }' >english.conllu
    sed -i '/"validation": {/d; s/\("tatoeba-phrases.tsv", "n": \)[0-9]*/\14000/' translator.json
}

# whole steps of the lessons that learn from real sentences; two threads also beside our own one
bench_models() {
    find_torch || return 0
    make_real_examples
    for model in translator reader; do
        say "  $group: $model"
        turns "$(rounds 5)" "$BENCH/learning 1 $model.json $model" "$python $top/tests/bench/torch_models.py 1 $model"
        compare "$model, whole steps, one thread, beside PyTorch" 'faster 1.1' "$model" "$model"
        compare "$model, memory, beside PyTorch" 'at-most 0.5' "${model}_memory" "${model}_memory"
        [ "$(getconf _NPROCESSORS_ONLN || echo 1)" -gt 1 ] || continue
        turns "$(rounds 5)" "$BENCH/learning 2 $model.json $model" "$BENCH/learning 1 $model.json $model"
        compare "$model, whole steps, two threads, beside one" 'faster 1.7' "$model" "$model"
    done
}

# scenes, and utterances of noise, in place of those that the lessons learn from
make_sensed_examples() {
    cp "$top"/lessons/captioner.json "$top"/lessons/speech.json "$top"/lessons/usual-*.safetensors "$top"/lessons/scene.png \
        "$top"/lessons/speech.wav .
    "$python" "$top/tests/bench/noise_words.py" words
    sed -i '/"validation": {/d; /"weights": "/d; s/"n": 150000/"n": 1000/; s/"n": 6000/"n": 400/' captioner.json speech.json
}

# whole steps of the lessons that see and hear
bench_senses() {
    find_torch || return 0
    make_sensed_examples
    for model in captioner speech; do
        say "  $group: $model"
        turns "$(rounds 5)" "$BENCH/learning 1 $model.json $model" "$python $top/tests/bench/torch_models.py 1 $model"
        compare "$model, whole steps, one thread, beside PyTorch" 'faster 1.3' "$model" "$model"
    done
}

# a folder as a hub gives it, of the shape of the small GPT-2: 16 words in, and words written with a cache
bench_checkpoint() {
    find_torch || return 0
    ids=464,3797,3332,319,262,2603,13,383,3290,4966,284,262,2156,290,1816,503
    peer="$python $top/tests/bench/torch_gpt2.py"
    say "  $group: 498 MB of random weights"
    $peer make gpt2 || { skip 'a checkpoint' 'no room for it' && return 0; }
    # shellcheck disable=SC2086
    whole '16 words in, the model told, beside PyTorch' 'faster 4' 5 "$ATTNVIZ" explain --model gpt2/ --ids $ids \
        --threads 1 -- $peer read gpt2 $ids &&
        peaks 'memory of that, beside PyTorch' share
    # shellcheck disable=SC2086
    for read in "$BENCH/read_mapped" 'wc -l'; do
        goal=$(test "$read" = 'wc -l' && echo share || echo 'at-most 1.6')
        whole "16 words in, the model told, beside ${read##*/} of the file" "$goal" 5 "$ATTNVIZ" explain --model gpt2/ \
            --ids $ids --threads 1 -- $read gpt2/model.safetensors
    done
    say "  $group: words written"
    turns "$(rounds 3)" "$peer ours $ATTNVIZ gpt2/ $ids 40" "$peer words gpt2 $ids 40 2>>wrote"
    compare 'a word written, beside PyTorch with a cache' 'faster 1.2' word word
    rm -rf gpt2
}

# 10 MB of text as numbers of pieces, whole processes
bench_tokenizing() {
    python=$(python sentencepiece)
    maker=${python:-$(python numpy)}
    [ -n "$maker" ] || { skip 'a text of 10 MB' 'there is no Python: python3' && return 0; }
    "$maker" "$top/tests/bench/tokenizing.py" make || { skip 'a text of 10 MB' 'it cannot be made' && return 0; }
    if [ -n "$python" ]; then
        whole '10 MB by Unigram, beside sentencepiece' 'at-most 1' 5 "$ATTNVIZ" tokenizer unigram.model text.txt --ids -- \
            "$python" "$top/tests/bench/tokenizing.py" spell
    else
        skip '10 MB by Unigram, beside sentencepiece' 'no sentencepiece: python3-sentencepiece'
    fi
    whole '10 MB by the bytes of BPE, beside counting its words' share 5 "$ATTNVIZ" tokenizer gpt2.json text.txt --ids -- \
        wc -w text.txt
    rm -f text.txt
}

# the lesson translator-pairs from nothing to 99 % of unseen sentences, whole processes; both sides learn from
# the same pairs, with the same model, batches and rates
bench_translator() {
    find_torch || return 0
    steps=1600 pairs=20000
    cp "$top"/lessons/french.txt "$top"/lessons/english.txt .
    sed "/\"train\": {/,\$ s/\"n\": [0-9]*/\"n\": $pairs/" "$top/lessons/translator-pairs.json" >translator-pairs.json
    "$ATTNVIZ" corpus pairs -n $pairs >train.tsv
    "$ATTNVIZ" corpus pairs -n 500 --part test >test.tsv
    peer="$python $top/tests/bench/torch_translator.py 1 train.tsv $steps"
    # shellcheck disable=SC2086
    whole "time for $steps steps, beside PyTorch" 'faster 3' 1 \
        "$ATTNVIZ" train translator-pairs.json --steps $steps -o translator-pairs.safetensors -- $peer || return
    peaks 'memory, beside PyTorch' 'at-most 0.1'
    ours=$("$ATTNVIZ" evaluate translator-pairs.json -n 500 | sed -n 's/.*word for word: \([0-9.]*\) %.*/\1/p')
    say "  $group: of 100 unseen sentences word for word: attnviz $ours, PyTorch $($peer test.tsv)"
}

# reading alone; that the map is then drawn is measured where maps are
bench_files() {
    python=$(python numpy)
    if [ -z "$python" ]; then
        skip 'reading texts, beside Python' 'no NumPy; Debian: python3-numpy'
        return
    fi
    for form in json tsv; do
        peer='json and NumPy' goal='faster 6'
        [ $form = json ] || peer=np.loadtxt goal='faster 2'
        "$BENCH/read_array" make 2048 matrix.$form || return
        whole "2048 x 2048 from .$form, beside $peer" "$goal" 7 \
            "$BENCH/read_array" matrix.$form -- \
            "$python" "$top/tests/bench/read_array.py" matrix.$form || continue
        [ $form = tsv ] || peaks "memory of that" 'at-most 0.25'
        rm -f matrix.$form
    done
}

# the same, and the map drawn, a pixel for each cell, as the peers do
bench_drawn() {
    matplotlib=$(python matplotlib) pillow=$(python PIL)
    for form in json tsv npy; do
        side=2048
        [ $form = npy ] && side=8192
        "$BENCH/read_array" make $side drawn.$form || return
        case $form in
        json) goal='faster 6' ;;
        tsv) goal='faster 2' ;;
        *) goal='faster 10' ;;
        esac
        if [ -z "$matplotlib" ]; then
            skip "$side x $side from .$form to PNG" 'no matplotlib; Debian: python3-matplotlib'
        elif whole "$side x $side from .$form to PNG, beside imsave" "$goal" 5 \
            "$ATTNVIZ" heatmap drawn.$form --cell 1 -o ours.png -- \
            "$matplotlib" "$top/tests/bench/draw_array.py" imsave drawn.$form peer.png; then
            [ $form = json ] && peaks 'memory of that' 'at-most 0.25'
        fi
        [ $form = npy ] || rm -f drawn.$form
    done
    if [ -z "$pillow" ]; then
        skip '8192 x 8192 from .npy to PNG, beside Pillow' 'no Pillow; Debian: python3-pil'
    else
        whole '8192 x 8192 from .npy to PNG, beside Pillow' 'faster 2' 5 \
            "$ATTNVIZ" heatmap drawn.npy --cell 1 -o ours.png -- \
            "$pillow" "$top/tests/bench/draw_array.py" pillow drawn.npy peer.png &&
            row 'memory of that' "$(mebibytes "$peak")" '' 1 1 1 'below 32 MiB'
    fi
    rm -f drawn.npy
}

bench_large() {
    say "  $group: 8192 x 8192 cells to PNG"
    turns "$(rounds 9)" "$BENCH/big_map 8192 ours.png" "$BENCH/png_floor 8192 floor.png"
    compare 'time for 8192 x 8192 cells, beside libpng alone' 'at-most 1.5' big_map_8192 png_floor_8192
    memory=$(awk '$2 == "memory_8192" { print $3 }' ours | sort -n | tail -n 1)
    row 'memory beside the matrix' "$memory MiB" '' 1 1 1 'below 24 MiB'
}

cores=$(getconf _NPROCESSORS_ONLN || echo 1)
load=$(cut -d' ' -f1 /proc/loadavg 2>/dev/null || echo 0)
say "Measuring in turn; processors: $cores, busy before: $load"
for name in heatmap explain check lessons files drawn large product attention training models senses checkpoint tokenizing translator; do
    if group "$name"; then "bench_$name"; fi
done
rm -f ./*.png

table
missed=$?
if [ -s "$skipped" ]; then
    echo
    sed 's/^/skipped: /' "$skipped"
    if grep -q 'Debian:' "$skipped"; then
        echo 'sh tests/packages.sh --install bench installs the peers on Debian.'
    fi
fi
[ -z "$CHECK" ] || exit "$missed"
