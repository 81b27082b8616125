# real.sh: what the models of real language learn from, made from public data. Sourced by models.sh.
#
# DATA is a folder with these files, none of which is part of the project:
#   tatoeba-en-fr.tsv.gz     English TAB French: Tatoeba through manythings.org/anki, CC BY 2.0 FR
#   ud-ewt-*.conllu.gz       English Web Treebank of Universal Dependencies (May 2025), CC BY-SA 4.0
#   books.tar.gz             20 books of Project Gutenberg, public domain in the USA
#   hansards-short.tsv       63 pairs with links of their words, of the shared task of NAACL 2003
# What is made stands in build/models; the same files give the same bytes.

# need FILE SHA-256: the file of DATA is the one that the models were trained on
need() {
    echo "$2  $DATA/$1" | sha256sum --check --status 2>/dev/null || {
        echo "models.sh: $DATA/$1 is missing, or is not the file that the models learned from (its SHA-256 is $2)" >&2
        exit 1
    }
}

# shuffled: the lines that come in, in an order that depends on their number alone
shuffled() {
    awk '{ k = NR * 48271 % 2147483647; k = k * 48271 % 2147483647; printf "%.0f\t%s\n", k, $0 }' |
        sort -s -n -k 1,1 | cut -f 2-
}

# ---- pairs ----

# build/models/tatoeba.tsv: French TAB English
real_pairs() {
    need tatoeba-en-fr.tsv.gz 3437056c8dfb4805d599d1b426498c7036fff2f4cecc8d8593cded0b2aebb868
    zcat "$DATA/tatoeba-en-fr.tsv.gz" | awk -F '\t' 'NF >= 2 { print $2 "\t" $1 }' | shuffled >"$work/tatoeba.tsv"
    "$attnviz" corpus "$work/tatoeba.tsv" -n 10000000 --part train >"$work/tatoeba-train.tsv" 2>"$work/told" || :
}

# Noun phrases and their translations, cut out of the pairs of a file and put together from their words.
phrases() {
    sed "s/'/' /g" "$1" | cut -f 1 >"$work/cut-french"
    cut -f 2 "$1" | paste "$work/cut-french" - | tr 'A-Z' 'a-z' >"$work/cut.tsv"
    awk -v made=20000 -f lessons/phrases.awk "$work/cut.tsv" "$work/cut.tsv" | sed "s/' /'/g"
}

# build/models/tatoeba-phrases.tsv: the pairs to train with, every fifth without its last full stop, and their
# noun phrases, so that what has no full stop needs no sentence around it
real_phrases() {
    awk -F '\t' 'BEGIN { OFS = FS }
        NR % 5 == 0 && $1 ~ / [.!]$/ && $2 ~ / [.!]$/ { sub(/ [.!]$/, "", $1); sub(/ [.!]$/, "", $2) }
        { print $1, $2 }' "$work/tatoeba-train.tsv" >"$work/tatoeba-phrases.tsv"
    phrases "$work/tatoeba-train.tsv" >>"$work/tatoeba-phrases.tsv"
}

# ---- sentences ----

# Words of English as the treebank cuts them, with a blank between them.
cut_english() {
    sed "s/“/\"/g; s/”/\"/g; s/‘/'/g; s/’/'/g; s/\"/ \" /g; s/---*/ -- /g; s/\([,;:!?()]\)/ \1 /g
        s/\.\( *[\"')]* *\)\$/ .\1/; s/ '\([A-Za-z]\)/ ' \1/g; s/' / ' /g
        s/\([A-Za-z]\)\([Nn]'[Tt]\)\( \|\$\)/\1 \2\3/g; s/\([Cc]an\)not /\1 not /g
        s/\([A-Za-z]\)'\(s\|S\|re\|ve\|ll\|d\|m\)\( \|\$\)/\1 '\2\3/g"
}

# Sentences of the books, a line each, without what Project Gutenberg says before and behind.
real_books() {
    need books.tar.gz 975ef2bede7e7e37250d327dd385dab6297aa4f033605067a0a6d3179f5a68d6
    rm -rf "$work/books" && mkdir "$work/books" && tar -xzf "$DATA/books.tar.gz" -C "$work/books"
    for book in "$work"/books/*.txt; do
        tr -d '\r_' <"$book" | iconv -c -f UTF-8 -t UTF-8 |
            awk '/\*\*\* ?START|^\*END/ { on = 1; next } /\*\*\* ?END/ { on = 0 } on'
        echo
    done | awk 'NF == 0 { if (p) print p; p = ""; next } { p = p (p ? " " : "") $0 } END { print p }' |
        sed "s/“/\"/g; s/”/\"/g; s/‘/'/g; s/’/'/g; s/\([.!?][\"']\{0,1\}\) \{1,\}\([\"'A-Z]\)/\1\n\2/g"
}

# build/models/text.txt: sentences of 4 to 25 words, none twice
real_text() {
    {
        cut -f 2 "$work/tatoeba-train.tsv"
        real_books
    } | cut_english | awk 'NF >= 4 && NF <= 25 { $1 = $1; if (!seen[$0]++) print }' | shuffled >"$work/text.txt"
}

# ---- the treebank ----

# Whom a pronoun stands for is not in the treebank. A relative pronoun has its word in the enhanced
# dependencies (ref). Another pronoun is used where one word alone before it agrees with it; else its
# antecedent is not known (?).
antecedents() {
    awk 'BEGIN {
        FS = OFS = "\t"
        list(kind, "m", "he him his himself"); list(kind, "f", "she her hers herself")
        list(kind, "n", "it its itself"); list(kind, "p", "they them their theirs themselves")
        list(sex, "m", "man boy father son brother husband king uncle guy gentleman dad chairman nephew grandfather")
        list(sex, "f", "woman girl mother daughter sister wife queen aunt lady mom niece grandmother")
        list(sex, "mf", "child person president doctor teacher student friend officer leader owner manager driver director minister player worker lawyer kid baby neighbor nurse soldier author writer editor boss member governor senator secretary judge candidate citizen customer employee professor cousin pilot captain chief general")
    }
    function list(table, value, words,   word, n, i) {
        n = split(words, word, " ")
        for (i = 1; i <= n; i++) table[word[i]] = value
    }
    function agrees(who, j,   noun) {
        noun = tolower(lemma[j])
        if (pos[j] != "NOUN" && pos[j] != "PROPN" || rel[j] == "flat" || rel[j] == "compound") return 0
        if (who == "p") return feats[j] ~ /Number=Plur/
        if (feats[j] !~ /Number=Sing/) return 0
        if (who == "n") return !(noun in sex)
        return noun in sex ? index(sex[noun], who) > 0 : pos[j] == "PROPN"
    }
    function antecedent(i,   who, j, count, found) {
        if (match(deps[i], /[0-9]+:ref/)) return substr(deps[i], RSTART, RLENGTH - 4)
        who = kind[tolower(form[i])]
        if (pos[i] != "PRON" || who == "") return "_"
        if (rel[i] == "expl") return 0
        for (j = 1; j < i; j++) if (agrees(who, j)) { count++; found = j }
        return count == 1 ? found : "?"
    }
    function finish(   i, who) {
        for (i = 1; i <= n; i++) {
            who = antecedent(i)
            print i, form[i], "_", pos[i], "_", "_", head[i], rel[i], "_", who == "_" ? who : "Antecedent=" who
        }
        if (n) print ""
        n = 0
    }
    NF == 0 { finish() }
    $1 ~ /^[0-9]+$/ {
        n = $1; form[n] = $2; lemma[n] = $3; pos[n] = $4; feats[n] = $6; head[n] = $7; rel[n] = $8; deps[n] = $9
    }
    END { finish() }'
}

# trees LEAST MOST: the trees of so many words
trees() {
    awk -v least="$1" -v most="$2" 'BEGIN { RS = ""; FS = "\n"; ORS = "\n\n" } NF >= least && NF <= most'
}

# Sentences, as trees of which nothing is known.
as_trees() {
    awk '{
        for (i = 1; i <= NF; i++) printf "%d\t%s\t_\tX\t_\t_\t_\t_\t_\tAntecedent=?\n", i, $i
        print ""
    }'
}

# as_lines: a tree on each line; as_words: back again
as_lines() {
    awk 'BEGIN { RS = ""; FS = "\n" } { line = $1; for (i = 2; i <= NF; i++) line = line "\001" $i; print line }'
}
as_words() {
    tr '\001' '\n' | awk '$1 == 1 && NR > 1 { print "" } { print }'
}

# build/models/english.conllu: eight times the trees of the treebank, and 72000 sentences of text, which
# are half of all; validation.conllu and test.conllu: trees of 4 to 25 words
real_english() {
    need ud-ewt-train.conllu.gz bd47e08c9e18ec12d319e84df2ccdb272ff6de1d0dba5761117d3caf8b358f7b
    need ud-ewt-dev.conllu.gz 41086e3afc9ae572f899c9123f874d6d04a52e374a3d2ac7a6667ce48e3bf3e3
    need ud-ewt-test.conllu.gz 29c151eee8846d3f3ef7806c126ecac9932af2317c008c6d6b076c5e14950dbe
    zcat "$DATA/ud-ewt-train.conllu.gz" | antecedents | trees 2 32 >"$work/trees.conllu"
    zcat "$DATA/ud-ewt-dev.conllu.gz" | antecedents | trees 4 25 >"$work/validation.conllu"
    zcat "$DATA/ud-ewt-test.conllu.gz" | antecedents | trees 4 25 >"$work/test.conllu"
    {
        head -n 72000 "$work/text.txt" | as_trees
        for i in 1 2 3 4 5 6 7 8; do cat "$work/trees.conllu"; done
    } | as_lines | shuffled | as_words >"$work/english.conllu"
}

# build/models/reader-words.txt: marks, and the 2000 commonest words, those of the treebank four times
real_words() {
    printf '<start>\n<mask>\n<unknown>\n'
    {
        for i in 1 2 3 4; do awk -F '\t' 'NF { print $2 }' "$work/trees.conllu"; done
        tr ' ' '\n' <"$work/text.txt"
    } | tr 'A-Z' 'a-z' | sort | uniq -c | sort -k 1,1nr -k 2,2 | awk 'NF == 2 { print $2 }' | head -n 2000
}

# ---- agreement of verb and subject ----

# build/models/form-counts.txt: each word of what is learned from, in lower case, and how often it stands there
form_counts() {
    awk -F '\t' 'NF { count[tolower($2)]++ } END { for (word in count) print word "\t" count[word] }' \
        "$work/english.conllu" >"$work/form-counts.txt"
}

# with_rivals: of lines "sentence, verbs, distance, others, nearest", those whose verbs the reader knows, and
# behind each line 1 if the right form is the commoner one, else 0
with_rivals() {
    awk -F '\t' -v words=lessons/reader-words.txt -v counts="$work/form-counts.txt" 'BEGIN {
        while ((getline word < words) > 0) known[word]
        while ((getline line < counts) > 0) { split(line, part, "\t"); count[part[1]] = part[2] }
    }
    { split($2, verb, " ") }
    verb[1] in known && verb[2] in known { print $0 "\t" (count[verb[1]] > count[verb[2]]) }'
}

# Trees of the treebank become lines: a sentence whose verb is masked; its right form and the wrong one; how many
# words on from its subject it stands; the nouns of the other number between; 1 if the noun before it has the number
# of its subject, else 0. The verb is in the third person, in the present or was/were; its subject is the one word before
# it that the tree or its enhanced edges call so. Words that lean on the one before (n't, 's) are written as people do.
agreement() {
    awk 'BEGIN {
        FS = OFS = "\t"
        count = split("is are was were has have does do", form, " ")
        for (i = 1; i <= count; i++) irregular[form[i]] = form[i % 2 ? i + 1 : i - 1]
    }
    function number(i) { return feats[i] ~ /Number=Sing/ ? 1 : feats[i] ~ /Number=Plur/ ? 2 : 0 }
    function noun(i) { return pos[i] ~ /^(NOUN|PROPN|PRON)$/ && number(i) }
    function singular(verb) {
        if (verb ~ /(s|sh|ch|x|z|o)$/) return verb "es"
        if (verb ~ /[^aeiou]y$/) return substr(verb, 1, length(verb) - 1) "ies"
        return verb "s"
    }
    function wrong(i, verb) {
        if (verb in irregular) return irregular[verb]
        if (verb == lemma[i]) return number(i) == 2 ? singular(verb) : ""
        return verb == singular(lemma[i]) && number(i) == 1 ? lemma[i] : ""
    }
    function subject(of, verb,   i, found) {
        for (i = 1; i < verb; i++)
            if (("|" deps[i] "|") ~ "[|]" of ":nsubj(:pass|:outer)?[|]" && number(i)) {
                if (found) return 0
                found = i
            }
        return found
    }
    function masked(verb,   i, text) {
        for (i = 1; i <= n; i++)
            text = text (i != verb && i != verb + 1 && tolower(word[i]) ~ /^(n.t|.(s|re|ve|ll|d|m))$/ &&
                word[i] ~ /\047|’/ ? "" : " ") (i == verb ? "<mask>" : word[i])
        return substr(text, 2)
    }
    function line(verb,   s, other, others, i) {
        if (pos[verb] !~ /VERB|AUX/ || feats[verb] !~ /Person=3/ || feats[verb] !~ /VerbForm=Fin/ ||
            feats[verb] !~ /Tense=Pres/ && word[verb] !~ /^[Ww](as|ere)$/) return
        s = subject(rel[verb] ~ /^(aux|cop)/ ? head[verb] : verb, verb)
        other = wrong(verb, tolower(word[verb]))
        if (!s || other == "" || number(s) != number(verb)) return
        for (i = s + 1; i < verb; i++) others += noun(i) && number(i) != number(s)
        for (i = verb - 1; !noun(i) && i > s; ) i--
        print masked(verb), tolower(word[verb]) " " other, verb - s, others + 0, number(i) == number(s) ? 1 : 0
    }
    NF == 0 { for (i = 1; i <= n; i++) line(i); n = 0 }
    $1 ~ /^[0-9]+$/ {
        n = $1; word[n] = $2; lemma[n] = $3; pos[n] = $4; feats[n] = $6; head[n] = $7; rel[n] = $8; deps[n] = $9
    }'
}

# written [1]: the sentences of tests/gold become such lines; with 1, their subjects are in the other number
written() {
    awk -v turned="${1:-0}" 'BEGIN { FS = OFS = "\t" }
        function plural(noun) { return noun ~ /(s|men|children)$/ }
        function turn(noun) {
            if (noun ~ /men$/) { sub(/men$/, "man", noun); return noun }
            if (noun ~ /man$/) { sub(/man$/, "men", noun); return noun }
            if (noun ~ /^child/) return noun == "child" ? "children" : "child"
            if (noun ~ /^kni/) return noun == "knife" ? "knives" : "knife"
            if (!plural(noun)) return noun (noun ~ /(x|ch)$/ ? "es" : "s")
            sub(noun ~ /(x|ch)es$/ ? "es$" : "s$", "", noun)
            return noun
        }
        {
            count = split($1, word, " ")
            subject = count + 1 - $4
            is_plural = plural(word[subject])
            if (turned) word[subject] = turn(word[subject])
            text = word[1]
            for (i = 2; i <= count; i++) text = text " " word[i]
            while (word[count] ~ /^(often|still|really|saw|liked|found|remembered)$/) count--
            print text " <mask> .", $2 " " $3, $4, $5, plural(word[count]) == is_plural ? 1 : 0
        }'
}

# build/models/agreement-written.tsv: the sentences of tests/gold, and agreement-turned.tsv, the same with their subjects in
# the other number; agreement-test.tsv: those of the treebank's test, 4 to 32 words long
real_agreement() {
    need ud-ewt-test.conllu.gz 29c151eee8846d3f3ef7806c126ecac9932af2317c008c6d6b076c5e14950dbe
    form_counts
    written <tests/gold/agreement.tsv | with_rivals >"$work/agreement-written.tsv"
    written 1 <tests/gold/agreement.tsv | with_rivals >"$work/agreement-turned.tsv"
    zcat "$DATA/ud-ewt-test.conllu.gz" | awk '/^$/ || /^[0-9]+\t/' | trees 4 32 | agreement | with_rivals \
        >"$work/agreement-test.tsv"
}
