# phrases.awk: noun phrases and their translations, from pairs of sentences in lower case (French TAB English, words apart,
# read twice). Prints the phrases that it cuts out, and then others that it puts together from their words.
#
# Two words are linked if each is the one of its sentence that the other occurs with most (by Dice's coefficient, less if
# their places differ much). A phrase begins with a determiner, has 2 to 5 words, all of them linked, into a phrase of as
# many words ("des" has none in English). None of the commonest words ends it. The first words of a sentence are no phrase: a
# verb might end it.
#
# Few phrases have an adjective behind the noun, and those have few adjectives. So `made` more are put together: a
# determiner with its noun, and an adjective of the same gender and number, which stands behind another noun, or ends a
# sentence behind "est" or the like and stands before a noun in English. About one phrase in five has an adjective before its noun, too.
BEGIN {
    FS = "\t"
    common = 2000
    list_of("le la les l' un une des ce cet cette ces mon ma mes ton ta tes son sa ses notre nos votre vos leur leurs deux trois", determiner)
    list_of("le un ce cet il", masculine)
    list_of("la une cette ma ta sa elle", feminine)
    list_of("les des ces mes tes ses nos vos leurs deux trois ils elles", plural)
    list_of("est sont était étaient", being)
}

function list_of(words, set,   list, i) {
    split(words, list, " ")
    for (i in list) set[list[i]]
}

{ n = split($1, f, " "); m = split($2, e, " ") }

FNR == NR {
    delete french
    delete english
    for (i = 1; i <= n; i++) if (!(f[i] in french)) { french[f[i]]; french_count[f[i]]++ }
    for (j = 1; j <= m; j++) if (!(e[j] in english)) { english[e[j]]; english_count[e[j]]++ }
    for (a in french) for (b in english) together[a, b]++
    next
}

function nearness(i, j,   apart) {
    apart = i / n - j / m
    return 2 * together[f[i], e[j]] / (french_count[f[i]] + english_count[e[j]]) * exp(apart < 0 ? 2 * apart : -2 * apart)
}

function link(   i, j, near) {
    for (i = 1; i <= n; i++) { link_of[i] = 0; nearest[i] = 0 }
    for (j = 1; j <= m; j++) { back[j] = 0; nearest_back[j] = 0 }
    for (i = 1; i <= n; i++) for (j = 1; j <= m; j++) {
        near = nearness(i, j)
        if (near > nearest[i]) { nearest[i] = near; link_of[i] = j }
        if (near > nearest_back[j]) { nearest_back[j] = near; back[j] = i }
    }
    for (i = 1; i <= n; i++) if (back[link_of[i]] != i) link_of[i] = 0
}

function words(w, from, to,   text) {
    for (text = w[from]; from < to; ) text = text " " w[++from]
    return text
}

# "m" or "f", of a noun the one of most of its determiners; "" if nothing says which
function gender(d, noun) {
    if (d in masculine || d == "ils") return "m"
    if (d in feminine || d == "elles") return "f"
    sub(/s$/, "", noun)
    return leaning[noun] > 0 ? "m" : leaning[noun] < 0 ? "f" : ""
}

# An adjective that was met with this determiner and noun; where: "behind" the noun or "before" it
function adjective(where, d, noun, word, meaning) {
    if (where == "behind") quality[meaning]
    adjectives++
    found_where[adjectives] = where
    found_by[adjectives] = d
    found_at[adjectives] = noun
    found[adjectives] = word
    found_meaning[adjectives] = meaning
}

# What a phrase of two or three words says of its words, linked from place `low` on.
function learn(i, k, low, high, own,   noun) {
    noun = f[i + 1]
    if (k == i + 1) {
        noun_count[noun]++
        if (!((words(f, i, k), words(e, low, high)) in seen) && noun !~ /-/) {
            seen[words(f, i, k), words(e, low, high)]
            nouns++
            noun_by[nouns] = f[i]
            noun_of[nouns] = noun
            by_meaning[nouns] = own ? e[low] " " : ""
            noun_meaning[nouns] = e[high]
        }
        sub(/s$/, "", noun)
        leaning[noun] += (f[i] in masculine) - (f[i] in feminine)
    } else if (own && k == i + 2 && link_of[i] == low) {
        attribute[e[low + 1]]
        if (link_of[k] == high) { before[noun]++; adjective("before", f[i], f[k], noun, e[low + 1]) }
        else if (link_of[k - 1] == high) { behind[f[k]]++; adjective("behind", f[i], noun, f[k], e[low + 1]) }
    }
}

# "La porte est ouverte." and "Elle est ouverte.": an adjective that agrees with its subject
function predicate(   i) {
    i = n - 2
    if (n < 4 || !(f[i] in being) || f[n] !~ /^[.!]$/ || link_of[i + 1] != m - 1 || french_count[f[i + 1]] >= common) return
    if (i == 2 && f[1] ~ /^(ils?|elles?)$/) predicates = predicates f[1] " - " f[i + 1] " " e[m - 1] "\n"
    else if (i > 2 && f[i - 2] in determiner) predicates = predicates f[i - 2] " " f[i - 1] " " f[i + 1] " " e[m - 1] "\n"
}

{
    link()
    predicate()
    for (i = 2; i < n; i++) {
        if (!(f[i] in determiner)) continue
        low = m; high = 0; own = f[i] != "des"
        for (k = own ? i : i + 1; k <= n && k < i + 5 && link_of[k]; k++) {
            if (link_of[k] < low) low = link_of[k]
            if (link_of[k] > high) high = link_of[k]
            if (k == i || high - low != k - i - !own) continue
            if (french_count[f[k]] >= common || english_count[e[high]] >= common) continue
            phrase = words(f, i, k) "\t" words(e, low, high)
            if (phrase ~ /[.,;:!?"()-]/) continue
            print phrase
            learn(i, k, low, high, own)
        }
    }
}

# A whole number from 1 to this one, in the same order on every machine.
function drawn(most) {
    state = state * 48271 % 2147483647
    return 1 + int(state / 2147483647 * most)
}

function sort_adjectives(   i, k, kind, list, count) {
    count = split(predicates, list, "\n")
    for (i = 1; i < count; i++) {
        split(list[i], k, " ")
        if (k[4] in attribute && noun_count[k[3]] <= behind[k[3]]) adjective("behind", k[1], k[2], k[3], k[4])
    }
    for (i = 1; i <= adjectives; i++) {
        kind = gender(found_by[i], found_at[i])
        if (kind == "" || !is_adjective(i)) continue
        kind = found_where[i] " " kind (found_by[i] in plural ? "s" : "")
        agreeing(kind, found[i], found_meaning[i])
        if (kind !~ /s$/ && (found[i] "s") in french_count) agreeing(kind "s", found[i] "s", found_meaning[i])
    }
}

# Before a noun, other words stand too, and behind it more of those that end a sentence.
function is_adjective(i) {
    if (found_where[i] == "behind") return before[found[i]] <= behind[found[i]]
    return before[found[i]] > 4 && (found_meaning[i] in quality) && noun_count[found_at[i]] > 1
}

function agreeing(kind, word, meaning) {
    if ((kind, word, meaning) in known) return
    known[kind, word, meaning]
    kind_count[kind]++
    adjective_of[kind, kind_count[kind]] = word
    adjective_meaning[kind, kind_count[kind]] = meaning
}

# "a" or "an", as the next word wants it
function with_article(phrase) {
    sub(/^an? /, phrase ~ /^an? [aeiou]/ ? "an " : "a ", phrase)
    return phrase
}

END {
    state = 1
    sort_adjectives()
    for (tries = 0; put < made && tries < 100 * made; tries++) {
        i = drawn(nouns)
        kind = gender(noun_by[i], noun_of[i]) (noun_by[i] in plural ? "s" : "")
        if (noun_count[noun_of[i]] < 2 || !kind_count["behind " kind]) continue
        a = drawn(kind_count["behind " kind])
        b = drawn(kind_count["before " kind])
        both = drawn(4) == 1 && kind_count["before " kind] && noun_by[i] != "l'" && adjective_of["before " kind, b] !~ /^([aeiouh]|\303)/
        print noun_by[i] " " (both ? adjective_of["before " kind, b] " " : "") noun_of[i] " " adjective_of["behind " kind, a] \
            "\t" with_article(by_meaning[i] (both ? adjective_meaning["before " kind, b] " " : "") \
                adjective_meaning["behind " kind, a] " " noun_meaning[i])
        put++
    }
}
