/*
 * generated: tells how a sequence was generated, word by word, and which words no vocabulary
 * knows.
 */
#include "document/generated.h"

#include <string.h>

#include "files/json/json_write.h"

enum { MOST_NAMED = 8 }; /* words */

void attn_add_unfinished(const attn_generated *generated, attn_text *out)
{
    if (generated->stopped)
        attn_text_print(out, "%s stopped at %zu words, since there is no room for more: %s",
                        generated->name, generated->count - generated->begun, generated->stopped);
    else if (!generated->ended && generated->end)
        attn_text_print(out, "%s stopped at %zu words, the most it may have, without %s",
                        generated->name, generated->count - generated->begun, generated->end);
    if (!generated->unsettled) return;
    attn_text_print(out,
                    "%sword %zu of %s would be another one if it were chosen again, now that all "
                    "words are there",
                    out->length ? "; " : "", generated->unsettled, generated->name);
}

void attn_say_generated(const attn_run *run, size_t i, attn_line *line)
{
    const attn_generated *generated = &attn_run_outcome(run)->generated[i];
    attn_text words = {0};
    attn_line_words(line, "The lesson wrote the sequence ");
    attn_line_words(line, generated->name);
    attn_line_words(
        line,
        " word by word, each time taking the word with the largest number in the last row of ");
    attn_line_expr(line, generated->expr);
    attn_line_words(line, ": ");
    for (size_t k = generated->begun; k < generated->count; k++)
        attn_text_print(&words, "%s%s", k > generated->begun ? " " : "", generated->words[k]);
    attn_line_take(line, &words);
    attn_add_unfinished(generated, &words);
    if (words.length) attn_line_words(line, ". But ");
    attn_line_take(line, &words);
    attn_line_words(line, ".");
}

/* ---- words outside ---- */

static bool alike(const attn_unknown *a, const attn_unknown *b)
{
    return a->spelled == b->spelled && strcmp(a->vocabulary, b->vocabulary) == 0 &&
           strcmp(a->stands, b->stands) == 0;
}

/* Whether a vocabulary has already been mentioned. */
static bool is_mentioned(const attn_run *run, size_t at)
{
    for (size_t i = 0; i < at; i++)
        if (alike(&attn_run_outcome(run)->unknown[i], &attn_run_outcome(run)->unknown[at]))
            return true;
    return false;
}

static bool is_among(const char *const *words, size_t count, const char *word)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(words[i], word) == 0) return true;
    return false;
}

/* Each word once; where there are many, not all. */
static void add_words(const attn_run *run, size_t at, attn_text *out)
{
    const char *named[MOST_NAMED];
    size_t count = 0, i = at;
    for (; i < attn_run_outcome(run)->unknown_count; i++) {
        const attn_unknown *unknown = &attn_run_outcome(run)->unknown[i];
        if (!alike(unknown, &attn_run_outcome(run)->unknown[at]) ||
            is_among(named, count, unknown->word))
            continue;
        if (count == MOST_NAMED) break;
        attn_text_add(out, count ? ", '" : "'");
        attn_text_add_apart(out, unknown->word);
        attn_text_add(out, "'");
        named[count++] = unknown->word;
    }
    if (i < attn_run_outcome(run)->unknown_count) attn_text_add(out, " and more");
}

/* `first`: of the sentence. */
static bool add_unknown(const attn_run *run, size_t *at, const char *first, attn_text *out)
{
    while (*at < attn_run_outcome(run)->unknown_count && is_mentioned(run, *at)) ++*at;
    if (*at >= attn_run_outcome(run)->unknown_count) return false;
    const attn_unknown *unknown = &attn_run_outcome(run)->unknown[*at];
    attn_text_print(out, "%s in %s, and read ", first, unknown->vocabulary);
    if (unknown->spelled)
        attn_text_add(out, "by the letters alone: ");
    else
        attn_text_print(out, "as %s: ", unknown->stands);
    add_words(run, (*at)++, out);
    return true;
}

bool attn_add_unknown(const attn_run *run, size_t *at, attn_text *out)
{
    return add_unknown(run, at, "not", out);
}

bool attn_say_unknown(const attn_run *run, size_t *at, attn_line *line)
{
    attn_text words = {0};
    bool said = add_unknown(run, at, "Not", &words);
    if (said) attn_text_add(&words, ".");
    attn_line_take(line, &words);
    return said;
}

/* ---- warnings ---- */

void attn_say_warning(const attn_run *run, size_t i, attn_line *line)
{
    const attn_warning *warning = &attn_run_outcome(run)->warnings[i];
    for (size_t k = 0; k < warning->piece_count; k++) attn_line_piece(line, &warning->pieces[k]);
}

void attn_add_warning(const attn_run *run, size_t i, attn_arena *arena, attn_text *out)
{
    attn_line line = {.arena = arena};
    attn_say_warning(run, i, &line);
    attn_line_typeset(&line, out);
}

/* ---- as JSON ---- */

/* Where the piece that ends a sequence hangs on its last word, that word without it. */
static void add_ending(const attn_generated *generated, attn_joined *joined)
{
    if (!generated->ended || !generated->whole->count) return;
    const char *last = generated->whole->words[generated->whole->count - 1];
    const size_t length = strlen(last), ending = strlen(generated->end);
    if (length <= ending || strcmp(last + length - ending, generated->end) != 0) return;
    attn_text word = {0};
    attn_text_print(&word, "%.*s", (int)(length - ending), last);
    attn_words_join(joined, attn_text_string(&word));
    attn_text_free(&word);
}

/* Whole words, joined as their language writes them. */
static void add_whole(const attn_generated *generated, attn_text *out)
{
    attn_joined joined = {.language = generated->language};
    const attn_labels *whole = generated->whole;
    for (size_t i = 0; i + generated->ended < whole->count; i++)
        attn_words_join(&joined, whole->words[i]);
    add_ending(generated, &joined);
    attn_text_add(out, attn_text_string(&joined.text));
    attn_text_end(&joined.text, out);
}

void attn_add_generated(const attn_generated *generated, attn_text *out)
{
    if (generated->whole) {
        add_whole(generated, out);
        return;
    }
    for (size_t i = 0; i + generated->ended < generated->count; i++)
        attn_text_join(out, generated->words[i]);
}

void attn_json_generated(attn_text *out, const attn_generated *generated)
{
    attn_text text = {0};
    attn_add_generated(generated, &text);
    attn_json_print(out, "{\"sequence\":%s,\"next\":%s,\"text\":%s,\"ended\":%i,\"words\":[",
                    generated->name, generated->next, attn_text_string(&text), generated->ended);
    for (size_t i = generated->begun; i < generated->count; i++)
        attn_json_print(out, "{\"word\":%s,\"number\":%g}", generated->words[i],
                        (double)generated->numbers[i - generated->begun]);
    attn_text_add(out, "]}");
    attn_text_end(&text, out);
}

void attn_json_unknown(attn_text *out, const attn_unknown *unknown)
{
    attn_json_print(
        out, "{\"word\":%s,\"sequence\":%s,\"place\":%zu,\"vocabulary\":%s,\"read_as\":%s}",
        unknown->word, unknown->sequence, unknown->place, unknown->vocabulary, unknown->stands);
}
