/*
 * scores: writes the scores of a model as lines and as JSON.
 */
#include "render/scores.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "files/json/json_write.h"

/* ---- as text ---- */

static double percent(size_t part, size_t of)
{
    return of ? 100 * (double)part / (double)of : 0;
}

static void add_align(const attn_align_score *score, attn_text *out)
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

static bool is_of_frames(const attn_look_score *score)
{
    return score->grid[1] == 1;
}

/* Of a film or a sound: evenly spaced moments are its rival. */
static bool is_in_time(const attn_look_score *score)
{
    return is_of_frames(score) || score->frames[0] > 0;
}

/* "from verb to subject", "from every word to the one before" */
static void add_ends(const attn_look_score *score, attn_text *out)
{
    attn_text_add(out, "from ");
    add_harmless(out, score->from ? score->from : "every word");
    attn_text_add(out, " to ");
    if (score->grid[0])
        attn_text_add(out, "its box");
    else if (score->to)
        add_harmless(out, score->to);
    else if (score->steps == 1 || score->steps == -1)
        attn_text_add(out, score->steps > 0 ? "the one after" : "the one before");
    else if (score->steps)
        attn_text_print(out, "that %d words %s", abs(score->steps),
                        score->steps > 0 ? "on" : "back");
    else
        attn_text_add(out, "itself");
    if (score->words) attn_text_add(out, ", among words");
    if (score->frames[0]) attn_text_add(out, ", one frame more or less");
    if (is_of_frames(score))
        attn_text_print(out, ", in %zu frames", score->grid[0]);
    else if (score->grid[0])
        attn_text_print(out, ", in %zu × %zu regions", score->grid[0], score->grid[1]);
}

static void add_share(size_t part, size_t of, attn_text *out)
{
    attn_text_print(out, ": %.1f %%  (%zu of %zu)\n", percent(part, of), part, of);
}

/* "the word 2 places before" */
static void add_rule(const attn_rule_score *rule, attn_text *out)
{
    const char *side = rule->steps < 0 ? "before" : "after";
    if (rule->steps == 0)
        attn_text_add(out, "the word itself");
    else if (abs(rule->steps) == 1)
        attn_text_print(out, "the word %s", side);
    else
        attn_text_print(out, "the word %d places %s", abs(rule->steps), side);
}

/* It is at a place of a picture or sound, and not at a word. */
static bool is_of_boxes(const attn_look_score *score)
{
    return score->grid[0] || score->frames[0];
}

/* The share of rows in which a random region or frame is right. */
static double chance_of(const attn_look_score *score)
{
    return score->lines ? 100 * score->chance / (double)score->lines : 0;
}

/* The words of one relation or kind, and what the simplest rule reaches there. */
static void add_part(const attn_look_score *part, attn_text *out)
{
    attn_text name = {0};
    add_harmless(&name, part->from[0] ? part->from : "other");
    if (part->held) attn_text_add(&name, ", held out");
    attn_text_print(
        out,
        is_of_boxes(part) ? "    %-20s %5.1f %%  (%zu of %zu)" : "    %-12s %5.1f %%  (%zu of %zu)",
        attn_text_string(&name), percent(part->right, part->lines), part->right, part->lines);
    attn_text_free(&name);
    if (is_in_time(part))
        attn_text_print(out, "; %.1f %% evenly spaced", percent(part->even, part->lines));
    if (is_of_boxes(part)) attn_text_print(out, "; %.1f %% at random", chance_of(part));
    if (part->rule) {
        attn_text_print(out, "; %.1f %% by: ", percent(part->rule_right, part->lines));
        add_rule(part->rule, out);
    }
    attn_text_add(out, "\n");
}

static void add_look(const attn_look_score *score, attn_text *out)
{
    attn_text_print(out, "%s looks ", score->label);
    add_ends(score, out);
    if (score->lines == 0) {
        attn_text_print(out, ": no %s has both\n", score->from ? "line" : "row");
        return;
    }
    add_share(score->right, score->lines, out);
    if (score->rule) {
        attn_text_add(out, "  the simplest rule, ");
        add_rule(score->rule, out);
        add_share(score->rule_right, score->lines, out);
    }
    if (is_in_time(score))
        attn_text_print(out, "  evenly spaced moments: %.1f %%; a random frame: %.1f %%\n",
                        percent(score->even, score->lines), chance_of(score));
    else if (score->grid[0])
        attn_text_print(out, "  a random region: %.1f %%\n", chance_of(score));
    for (size_t i = 0; score->part_count > 1 && i < score->part_count; i++)
        add_part(&score->parts[i], out);
}

static void add_choice(const attn_evaluated *scores, attn_text *out)
{
    bool rules = false;
    for (size_t i = 0; i < scores->look_count; i++) rules |= !is_of_boxes(&scores->looks[i]);
    if (!scores->several && !rules) return;
    attn_text_print(out, "Of several %s%s%s each is the one that ", scores->several ? "maps" : "",
                    scores->several && rules ? " and " : "", rules ? "rules" : "");
    if (scores->chosen_on)
        attn_text_print(out, "was best on the part %s.\n", scores->chosen_on);
    else
        attn_text_add(out, "is best on these examples.\n");
}

/* "  word errors: 1.2 %  (6 of 502)" */
static void add_errors(size_t wrong, size_t words, attn_text *out)
{
    attn_text_print(out, "word errors: %.1f %%  (%zu of %zu)", percent(wrong, words), wrong, words);
}

/* "  held-out voices        93.1 %  (465 of 499); word errors: …", "    repeated words …" */
static void add_sound_part(const attn_exact_part *part, attn_text *out)
{
    const char *name = part->repeated ? "  repeated words"
                       : part->held   ? "held-out voices"
                                      : "known voices";
    attn_text_print(out, "  %-17s %5.1f %%  (%zu of %zu); ", name,
                    percent(part->exact, part->examples), part->exact, part->examples);
    add_errors(part->wrong, part->words, out);
    attn_text_add(out, "\n");
}

/* "  held-out combinations  93.1 %  (465 of 499)", "    two nouns …" */
static void add_exact_part(const attn_exact_part *part, int width, attn_text *out)
{
    char name[96];
    if (part->form)
        snprintf(name, sizeof name, "  %s", part->form);
    else if (part->nouns)
        snprintf(name, sizeof name, "  with %zu noun%s", part->nouns, part->nouns == 1 ? "" : "s");
    else
        snprintf(name, sizeof name, "%s combinations", part->held ? "held-out" : "known");
    attn_text_print(out, "  %-*s %5.1f %%  (%zu of %zu)\n", width, name,
                    percent(part->exact, part->examples), part->exact, part->examples);
}

static void add_generated(const attn_evaluated *scores, attn_text *out)
{
    attn_text_print(out, "%s, word for word: %.1f %%  (%zu of %zu); words right: %.1f %%\n",
                    scores->generated, percent(scores->exact, scores->examples), scores->exact,
                    scores->examples, 100 * scores->words_right);
    const size_t parts = scores->exact_part_count;
    const bool forms = parts && scores->exact_parts[parts - 1].form;
    for (size_t i = 0; i < parts; i++)
        if (scores->sounds)
            add_sound_part(&scores->exact_parts[i], out);
        else
            add_exact_part(&scores->exact_parts[i], forms ? 36 : 22, out);
    if (scores->sounds) {
        attn_text_add(out, "  ");
        add_errors(scores->wrong, scores->words, out);
        attn_text_add(out, ", put in, left out or exchanged\n");
        return;
    }
    attn_text_print(out, "  BLEU %.1f, chrF %.1f\n", attn_nearness_bleu(&scores->nearness),
                    attn_nearness_chrf(&scores->nearness));
}

void attn_scores_text(const attn_evaluated *scores, attn_text *out)
{
    attn_text_print(out, "%zu example%s%s%s\n", scores->examples, scores->examples == 1 ? "" : "s",
                    scores->part ? ", part " : "", scores->part ? scores->part : "");
    if (scores->generated) add_generated(scores, out);
    for (size_t i = 0; i < scores->align_count; i++) add_align(&scores->aligns[i], out);
    for (size_t i = 0; i < scores->look_count; i++) add_look(&scores->looks[i], out);
    add_choice(scores, out);
}

/* ---- as JSON ---- */

static void put_kind(attn_text *out, const attn_kind_score *kind)
{
    attn_json_print(out, "{\"kind\":%s,\"words\":%zu,\"wrong\":%zu}", kind->kind, kind->words,
                    kind->wrong);
}

static void put_align(attn_text *out, const attn_align_score *score)
{
    const attn_link_counts *counts = &score->counts;
    attn_json_print(out, "{\"map\":%s,\"words\":%zu,\"links\":%zu", score->label, score->words,
                    counts->links);
    attn_json_print(out, "\"error_rate\":%f,\"mean_rate\":%f", score->error_rate, score->mean_rate);
    attn_json_print(out, "\"sure\":%zu,\"missed\":%zu,\"kinds\":[", counts->sure,
                    counts->sure - counts->sure_found);
    for (size_t i = 0; i < score->kind_count; i++) put_kind(out, &score->kinds[i]);
    attn_text_add(out, "]}");
}

/* The simplest rule in words, as parts, and how often it is right. */
static void put_rule(attn_text *out, const attn_look_score *score)
{
    const attn_rule_score *rule = score->rule;
    attn_text name = {0};
    add_rule(rule, &name);
    attn_json_print(out, "\"rule\":{\"name\":%s,\"steps\":%d,\"right\":%zu}",
                    attn_text_string(&name), rule->steps, score->rule_right);
    attn_text_end(&name, out);
}

/* How often a region at random would be right, from 0 to 1. */
static void put_chance(attn_text *out, const attn_look_score *score)
{
    attn_json_print(out, "\"random\":%f", chance_of(score) / 100);
}

/* What each relation or kind reaches. */
static void put_parts(attn_text *out, const attn_look_score *score)
{
    const bool boxes = is_of_boxes(score);
    attn_json_print(out, boxes ? "\"kinds\":[" : "\"relations\":[");
    for (size_t i = 0; i < score->part_count; i++) {
        const attn_look_score *part = &score->parts[i];
        if (boxes)
            attn_json_print(out, "{\"kind\":%s,\"held_out\":%i", part->from, part->held);
        else
            attn_json_print(out, "{\"relation\":%s", part->from);
        attn_json_print(out, "\"lines\":%zu,\"right\":%zu", part->lines, part->right);
        if (is_in_time(part)) attn_json_print(out, "\"even\":%zu", part->even);
        if (boxes) put_chance(out, part);
        if (part->rule) put_rule(out, part);
        attn_text_add(out, "}");
    }
    attn_text_add(out, "]");
}

static void put_look(attn_text *out, const attn_look_score *score)
{
    attn_json_print(out, "{\"map\":%s", score->label);
    if (score->from) attn_json_print(out, "\"from\":%s", score->from);
    if (score->to)
        attn_json_print(out, "\"to\":%s", score->to);
    else
        attn_json_print(out, "\"to\":%d", score->steps);
    if (score->words) attn_json_print(out, "\"among\":\"words\"");
    attn_json_print(out, "\"lines\":%zu,\"right\":%zu", score->lines, score->right);
    if (score->grid[0]) {
        attn_json_print(out, "\"grid\":[%zu,%zu]", score->grid[0], score->grid[1]);
        if (is_of_frames(score)) attn_json_print(out, "\"even\":%zu", score->even);
        put_chance(out, score);
    }
    if (score->frames[0]) {
        attn_json_print(out, "\"frames\":[%zu,%zu],\"even\":%zu", score->frames[0],
                        score->frames[1], score->even);
        put_chance(out, score);
    }
    if (score->rule) put_rule(out, score);
    if (score->part_count) put_parts(out, score);
}

/* The best of a look's maps, and how often each of them is right. */
static void put_maps(attn_text *out, const attn_evaluated *scores, size_t look)
{
    put_look(out, &scores->looks[look]);
    attn_json_print(out, "\"maps\":[");
    for (size_t k = 0; k < scores->map_count; k++) {
        put_look(out, &scores->maps[look * scores->map_count + k]);
        attn_text_add(out, "}");
    }
    attn_text_add(out, "]}");
}

static void put_exact_parts(attn_text *out, const attn_evaluated *scores)
{
    attn_json_print(out, "\"exact_parts\":[");
    for (size_t i = 0; i < scores->exact_part_count; i++) {
        const attn_exact_part *part = &scores->exact_parts[i];
        attn_json_print(out, "{\"held_out\":%i", part->held);
        if (part->nouns) attn_json_print(out, "\"nouns\":%zu", part->nouns);
        if (part->form) attn_json_print(out, "\"form\":%s", part->form);
        if (scores->sounds)
            attn_json_print(out, "\"repeated\":%i,\"words\":%zu,\"wrong\":%zu", part->repeated,
                            part->words, part->wrong);
        attn_json_print(out, "\"examples\":%zu,\"exact\":%zu}", part->examples, part->exact);
    }
    attn_text_add(out, "]");
}

void attn_scores_json(const attn_evaluated *scores, attn_text *out)
{
    attn_json_print(out, "{\"examples\":%zu", scores->examples);
    if (scores->part) attn_json_print(out, "\"part\":%s", scores->part);
    if (scores->generated) {
        attn_json_print(out, "\"sequence\":%s,\"exact\":%zu,\"words_right\":%f", scores->generated,
                        scores->exact, scores->words_right);
        if (scores->sounds)
            attn_json_print(out, "\"words\":%zu,\"wrong\":%zu", scores->words, scores->wrong);
        attn_json_print(out, "\"bleu\":%f,\"chrf\":%f", attn_nearness_bleu(&scores->nearness),
                        attn_nearness_chrf(&scores->nearness));
        if (scores->exact_part_count) put_exact_parts(out, scores);
    }
    attn_json_print(out, "\"align\":[");
    for (size_t i = 0; i < scores->align_count; i++) put_align(out, &scores->aligns[i]);
    attn_json_print(out, "],\"looks\":[");
    for (size_t i = 0; i < scores->look_count; i++) put_maps(out, scores, i);
    attn_text_add(out, "]");
    if (scores->chosen_on) attn_json_print(out, "\"chosen_on\":%s", scores->chosen_on);
    attn_text_add(out, "}\n");
}
