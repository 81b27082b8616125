/*
 * alignment: links of words, a sentence to a line or a link to a line.
 */
#include "text/alignment.h"

#include <stdlib.h>
#include <string.h>

#include "core/text.h"
#include "files/bytes/input.h"
#include "files/bytes/lines.h"

enum { MOST_BYTES = 64 * 1024 * 1024, MOST_PLACE = 65535, MOST_SENTENCE = 99999999 };

typedef struct reader {
    attn_lines lines;
    attn_arena *arena;
    attn_status *status;
    size_t sentences; /* seen so far */
    attn_word_link *links;
    size_t count;
} reader;

#define fail_at(r, at, ...) attn_lines_fail(&(r)->lines, at, (r)->status, __VA_ARGS__)

static const char blanks[] = " \t";

/* Both places count from 0 and are at most MOST_PLACE. */
static bool add_link(reader *r, size_t sentence, size_t source, size_t target, bool possible)
{
    return attn_append(r->arena, &r->links, &r->count,
                       &(attn_word_link){.sentence = (uint32_t)sentence,
                                         .line = (uint32_t)r->lines.number,
                                         .source = (uint16_t)source,
                                         .target = (uint16_t)target,
                                         .possible = possible},
                       sizeof(attn_word_link));
}

/* ---- a sentence to a line: "0-0 1-2 2?1" ---- */

static bool take_pair(reader *r, attn_span link)
{
    attn_span left = link;
    size_t source, target;
    char between, sure = '\0';
    bool taken = attn_span_whole(&left, MOST_PLACE, &source) &&
                 attn_span_mark(&left, "-?p", &between) &&
                 attn_span_whole(&left, MOST_PLACE, &target);
    if (taken) attn_span_mark(&left, "SP", &sure);
    if (!taken || left.length > 0)
        return fail_at(r, link.bytes,
                       "write a link as two places, from 0, of the source and of the target: 0-0, "
                       "or 0?0 for a possible one");
    return add_link(r, r->sentences, source, target, sure ? sure == 'P' : between != '-');
}

static bool read_pairs(reader *r)
{
    attn_span left, link;
    do {
        r->sentences++;
        left = (attn_span){r->lines.line, r->lines.length};
        while (attn_span_word(&left, blanks, &link))
            if (!take_pair(r, link)) return false;
    } while (attn_lines_next(&r->lines));
    return true;
}

/* ---- a link to a line: "1 1 2 S" ---- */

enum { SENTENCE, SOURCE, TARGET, PLACES };

static bool fail_row(const reader *r, attn_span at)
{
    return fail_at(r, at.bytes,
                   "write a link as the sentence and the places of both words, from 1, and perhaps "
                   "S or P: 1 1 2 S");
}

static bool take_row(reader *r)
{
    attn_span left = {r->lines.line, r->lines.length}, word;
    size_t places[PLACES];
    char mark = 'S';
    for (size_t i = 0; i < PLACES; i++) {
        attn_span_word(&left, blanks, &word);
        if (!attn_span_whole(&word, i == SENTENCE ? MOST_SENTENCE : MOST_PLACE, &places[i]) ||
            word.length > 0 || places[SENTENCE] == 0)
            return fail_row(r, word);
    }
    if (attn_span_word(&left, blanks, &word) && !attn_span_mark(&word, "SP", &mark))
        return fail_row(r, word);
    /* how sure the one was who said so may follow */
    char digit;
    while (attn_span_mark(&word, ".0123456789", &digit) ||
           (word.length == 0 && attn_span_word(&left, blanks, &word)))
        continue;
    if (word.length > 0) return fail_row(r, word);
    if (places[SENTENCE] > r->sentences) r->sentences = places[SENTENCE];
    return places[SOURCE] == 0 || places[TARGET] == 0 ||
           add_link(r, places[SENTENCE], places[SOURCE] - 1, places[TARGET] - 1, mark == 'P');
}

static int by_sentence(const void *a, const void *b)
{
    const attn_word_link *one = a, *other = b;
    if (one->sentence != other->sentence) return one->sentence < other->sentence ? -1 : 1;
    return one->line < other->line ? -1 : one->line > other->line;
}

static bool read_rows(reader *r)
{
    do {
        if (r->lines.length > 0 && !take_row(r)) return false;
    } while (attn_lines_next(&r->lines));
    if (r->count > 0) qsort(r->links, r->count, sizeof *r->links, by_sentence);
    return true;
}

/* ---- either ---- */

/* As the first line that is not empty: among pairs an empty one is a sentence, too. */
static bool has_rows(attn_lines lines)
{
    size_t number;
    char blank;
    while (lines.length == 0 && attn_lines_next(&lines)) continue;
    attn_span left = {lines.line, lines.length};
    return attn_span_whole(&left, MOST_SENTENCE, &number) && attn_span_mark(&left, blanks, &blank);
}

static bool read_all(reader *r, bool *by_link)
{
    if (!attn_lines_check(&r->lines, r->status)) return false;
    if (!attn_lines_next(&r->lines)) return true;
    *by_link = has_rows(r->lines);
    return *by_link ? read_rows(r) : read_pairs(r);
}

bool attn_alignments_read(const char *path, attn_arena *arena, attn_alignments *read,
                          attn_status *status)
{
    attn_input input = {0};
    reader r = {.arena = arena, .status = status};
    *read = (attn_alignments){.path = path};
    if (!attn_input_read(&input, path, MOST_BYTES, status)) return false;
    attn_lines_begin(&r.lines, path, input.bytes, input.length);
    bool done = read_all(&r, &read->by_link);
    attn_input_close(&input);
    read->sentences = r.sentences;
    read->all = (attn_alignment){r.count, r.links};
    return done;
}

/* The first link of this sentence or of one behind it. */
static size_t first_of(const attn_alignment *all, size_t sentence)
{
    size_t low = 0, high = all->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (all->links[middle].sentence < sentence)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

attn_alignment attn_alignment_of(const attn_alignments *from, size_t sentence)
{
    size_t first = first_of(&from->all, sentence), end = first_of(&from->all, sentence + 1);
    if (first == end) return (attn_alignment){0};
    return (attn_alignment){end - first, from->all.links + first};
}

bool attn_alignment_choose(const attn_alignments *from, size_t sentence, const char *option,
                           attn_alignment *chosen, attn_status *status)
{
    if (sentence == 0 && from->sentences > 1)
        attn_fail(status, ATTN_INPUT,
                  "it holds %zu sentences: choose the one that belongs to the map, with %s N",
                  from->sentences, option);
    else if (sentence > from->sentences)
        attn_fail(status, ATTN_INPUT, "%s %zu: it holds %zu sentence%s", option, sentence,
                  from->sentences, from->sentences == 1 ? "" : "s");
    attn_status_place(status, from->path, 0, 0);
    *chosen = attn_alignment_of(from, sentence ? sentence : 1);
    return attn_ok(status);
}

/* ---- how many are right ---- */

void attn_link_counts_add(attn_link_counts *sum, const attn_link_counts *more)
{
    sum->links += more->links;
    sum->sure += more->sure;
    sum->sure_found += more->sure_found;
    sum->found += more->found;
}

double attn_alignment_error_rate(const attn_link_counts *counts)
{
    size_t of = counts->links + counts->sure;
    return of ? 1 - (double)(counts->sure_found + counts->found) / (double)of : 0;
}
