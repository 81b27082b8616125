/*
 * scores: writes the scores of a model as lines and as JSON.
 */
#include "render/scores.h"

#include <stdlib.h>
#include <string.h>

#include "corpus/corpus.h"
#include "files/json/json_write.h"

/* ---- as text ---- */

static double percent(size_t part, size_t of)
{
    return of ? 100 * (double)part / (double)of : 0;
}

static void tell_align(const attn_align_score *score, attn_text *out)
{
    const attn_link_counts *counts = &score->counts;
    attn_text_print(out, "%s against the links of the corpus, %zu words:\n", score->label,
                    score->words);
    size_t missed = counts->sure - counts->sure_found, without = score->words - counts->links;
    attn_text_print(out, "  alignment error rate   %5.1f %%  (mean over the sentences: %.1f %%)\n",
                    100 * score->error_rate, 100 * score->mean_rate);
    attn_text_print(out, "  sure links missed      %5.1f %%  (%zu of %zu)\n",
                    percent(missed, counts->sure), missed, counts->sure);
    attn_text_print(out, "  words without a link   %5.1f %%  (%zu of %zu)\n",
                    percent(without, score->words), without, score->words);
    for (size_t i = 0; i < score->kind_count; i++) {
        const attn_kind_score *kind = &score->kinds[i];
        attn_text_print(out, "  wrong: %-15s %5.1f %%  (%zu of %zu)\n",
                        kind->kind[0] ? kind->kind : "other", percent(kind->wrong, kind->words),
                        kind->wrong, kind->words);
    }
}

static void add_harmless(attn_text *out, const char *words)
{
    attn_text_add_escaped(out, words, strlen(words), false);
}

/* "from verb to subject", "from every word to the one before" */
static void tell_ends(const attn_look_score *score, attn_text *out)
{
    attn_text_add(out, "from ");
    add_harmless(out, score->from ? score->from : "every word");
    if (score->word) {
        attn_text_add(out, " '");
        add_harmless(out, score->word);
        attn_text_add(out, "'");
    }
    attn_text_add(out, " to ");
    if (score->to)
        add_harmless(out, score->to);
    else if (score->steps == 1 || score->steps == -1)
        attn_text_add(out, score->steps > 0 ? "the one after" : "the one before");
    else if (score->steps)
        attn_text_print(out, "that %d words %s", abs(score->steps),
                        score->steps > 0 ? "on" : "back");
    else
        attn_text_add(out, "itself");
}

static void tell_share(size_t part, size_t of, attn_text *out)
{
    attn_text_print(out, ": %.1f %%  (%zu of %zu)\n", percent(part, of), part, of);
}

/* "the nearest noun to the left", "the word 2 places before" */
static void tell_rule(const attn_rule_score *rule, attn_text *out)
{
    const char *side = rule->steps < 0 ? "before" : "after";
    if (rule->kind) {
        attn_text_add(out, "the nearest ");
        add_harmless(out, rule->kind);
        attn_text_add(out, rule->steps < 0 ? " to the left" : " to the right");
    } else if (rule->steps == 0)
        attn_text_add(out, "the word itself");
    else if (abs(rule->steps) == 1)
        attn_text_print(out, "the word %s", side);
    else
        attn_text_print(out, "the word %d places %s", abs(rule->steps), side);
}

static void tell_look(const attn_look_score *score, attn_text *out)
{
    attn_text_print(out, "%s looks ", score->label);
    tell_ends(score, out);
    if (score->lines == 0) {
        attn_text_print(out, ": no %s has both\n", score->from ? "line" : "row");
        return;
    }
    tell_share(score->right, score->lines, out);
    if (!score->rule) return;
    attn_text_add(out, "  the simplest rule, ");
    tell_rule(score->rule, out);
    tell_share(score->rule_right, score->lines, out);
}

/* "suspect > 0.5 is marks == 2 at the verb, 2 to 4 words after the subject: 98.2 %" */
static void tell_answer(const attn_answer_score *score, attn_text *out)
{
    attn_text_print(out, "%s is %s", score->value, score->right);
    if (score->at) {
        attn_text_add(out, " at ");
        add_harmless(out, score->at);
    }
    if (score->after) {
        attn_text_add(out, " after ");
        add_harmless(out, score->after);
    }
    if (score->after && (score->least > 0 || score->most < ATTN_MOST_LINE_WORDS))
        attn_text_print(out, ", %zu to %zu words between", score->least, score->most);
    if (score->words)
        attn_text_print(out, ": %.1f %%  (%zu of %zu)\n", percent(score->right_words, score->words),
                        score->right_words, score->words);
    else
        attn_text_add(out, ": no line has such a word\n");
}

static void tell_choice(const attn_evaluated *told, attn_text *out)
{
    if (!told->several && told->look_count == 0) return;
    attn_text_print(out, "Of several %s%s%s each is the one that ", told->several ? "maps" : "",
                    told->several && told->look_count ? " and " : "",
                    told->look_count ? "rules" : "");
    if (told->chosen_on)
        attn_text_print(out, "was best on the part %s.\n", told->chosen_on);
    else
        attn_text_add(out, "is best on these examples.\n");
}

void attn_scores_text(const attn_evaluated *told, attn_text *out)
{
    attn_text_print(out, "%zu example%s%s%s\n", told->examples, told->examples == 1 ? "" : "s",
                    told->part ? ", part " : "", told->part ? told->part : "");
    if (told->grown)
        attn_text_print(out, "%s, word for word: %.1f %%  (%zu of %zu); words right: %.1f %%\n",
                        told->grown, percent(told->exact, told->examples), told->exact,
                        told->examples, 100 * told->words_right);
    for (size_t i = 0; i < told->align_count; i++) tell_align(&told->aligns[i], out);
    for (size_t i = 0; i < told->look_count; i++) tell_look(&told->looks[i], out);
    for (size_t i = 0; i < told->answer_count; i++) tell_answer(&told->answers[i], out);
    tell_choice(told, out);
}

/* ---- as JSON ---- */

static void put_text(attn_text *out, const char *key, const char *text, bool *first)
{
    attn_json_key(out, key, first);
    attn_json_string(out, text);
}

static void put_count(attn_text *out, const char *key, size_t count, bool *first)
{
    attn_json_key(out, key, first);
    attn_text_print(out, "%zu", count);
}

static void put_share(attn_text *out, const char *key, double share, bool *first)
{
    attn_json_key(out, key, first);
    attn_text_print(out, "%.6f", share);
}

/* The key of a list, whose items follow. */
static void put_list(attn_text *out, const char *key, bool *first)
{
    attn_json_key(out, key, first);
    attn_text_add(out, "[");
}

static void put_kind(attn_text *out, const attn_kind_score *kind)
{
    bool first = true;
    attn_text_add(out, "{");
    put_text(out, "kind", kind->kind, &first);
    put_count(out, "words", kind->words, &first);
    put_count(out, "wrong", kind->wrong, &first);
    attn_text_add(out, "}");
}

static void put_align(attn_text *out, const attn_align_score *score)
{
    bool first = true;
    attn_text_add(out, "{");
    put_text(out, "map", score->label, &first);
    put_count(out, "words", score->words, &first);
    put_count(out, "links", score->counts.links, &first);
    put_share(out, "error_rate", score->error_rate, &first);
    put_share(out, "mean_rate", score->mean_rate, &first);
    put_count(out, "sure", score->counts.sure, &first);
    put_count(out, "missed", score->counts.sure - score->counts.sure_found, &first);
    put_list(out, "kinds", &first);
    for (size_t i = 0; i < score->kind_count; i++) {
        if (i) attn_text_add(out, ",");
        put_kind(out, &score->kinds[i]);
    }
    attn_text_add(out, "]}");
}

/* The simplest rule in words, as parts, and how often it is right. */
static void put_rule(attn_text *out, const attn_look_score *score, bool *first)
{
    const attn_rule_score *rule = score->rule;
    bool first_of_rule = true;
    attn_text name = {0};
    tell_rule(rule, &name);
    attn_json_key(out, "rule", first);
    attn_text_add(out, "{");
    put_text(out, "name", attn_text_string(&name), &first_of_rule);
    if (rule->kind) put_text(out, "nearest", rule->kind, &first_of_rule);
    attn_json_key(out, rule->kind ? "side" : "steps", &first_of_rule);
    attn_text_print(out, "%d", rule->steps);
    put_count(out, "right", score->rule_right, &first_of_rule);
    attn_text_add(out, "}");
    out->failed |= name.failed;
    attn_text_free(&name);
}

static void put_look(attn_text *out, const attn_look_score *score, bool *first)
{
    put_text(out, "map", score->label, first);
    if (score->from) put_text(out, "from", score->from, first);
    if (score->word) put_text(out, "word", score->word, first);
    if (score->to) put_text(out, "to", score->to, first);
    if (!score->to) {
        attn_json_key(out, "to", first);
        attn_text_print(out, "%d", score->steps);
    }
    put_count(out, "lines", score->lines, first);
    put_count(out, "right", score->right, first);
    if (score->rule) put_rule(out, score, first);
}

/* The best of a look's maps, and how often each of them is right. */
static void put_maps(attn_text *out, const attn_evaluated *told, size_t look)
{
    bool first = true;
    attn_text_add(out, "{");
    put_look(out, &told->looks[look], &first);
    put_list(out, "maps", &first);
    for (size_t k = 0; k < told->map_count; k++) {
        bool first_of_map = true;
        attn_text_add(out, k ? ",{" : "{");
        put_look(out, &told->maps[look * told->map_count + k], &first_of_map);
        attn_text_add(out, "}");
    }
    attn_text_add(out, "]}");
}

static void put_answer(attn_text *out, const attn_answer_score *score)
{
    bool first = true;
    attn_text_add(out, "{");
    put_text(out, "value", score->value, &first);
    put_text(out, "right", score->right, &first);
    if (score->at) put_text(out, "at", score->at, &first);
    if (score->after) {
        put_text(out, "after", score->after, &first);
        attn_json_key(out, "between", &first);
        attn_text_print(out, "[%zu,%zu]", score->least, score->most);
    }
    put_count(out, "words", score->words, &first);
    put_count(out, "right_words", score->right_words, &first);
    attn_text_add(out, "}");
}

void attn_scores_json(const attn_evaluated *told, attn_text *out)
{
    bool first = true;
    attn_text_add(out, "{");
    put_count(out, "examples", told->examples, &first);
    if (told->part) put_text(out, "part", told->part, &first);
    if (told->grown) {
        put_text(out, "sequence", told->grown, &first);
        put_count(out, "exact", told->exact, &first);
        put_share(out, "words_right", told->words_right, &first);
    }
    put_list(out, "align", &first);
    for (size_t i = 0; i < told->align_count; i++) {
        if (i) attn_text_add(out, ",");
        put_align(out, &told->aligns[i]);
    }
    attn_text_add(out, "]");
    put_list(out, "looks", &first);
    for (size_t i = 0; i < told->look_count; i++) {
        if (i) attn_text_add(out, ",");
        put_maps(out, told, i);
    }
    attn_text_add(out, "]");
    put_list(out, "answers", &first);
    for (size_t i = 0; i < told->answer_count; i++) {
        if (i) attn_text_add(out, ",");
        put_answer(out, &told->answers[i]);
    }
    attn_text_add(out, "]");
    if (told->chosen_on) put_text(out, "chosen_on", told->chosen_on, &first);
    attn_text_add(out, "}\n");
}
