/*
 * alignment: links of words, a sentence to a line or a link to a line.
 */
#include "files/alignment.h"

#include <string.h>

#include "core/text.h"
#include "files/input.h"
#include "files/lines.h"

enum { MOST_BYTES = 64 * 1024 * 1024, MOST_PLACE = 65535, MOST_SENTENCE = 99999999 };

typedef struct reader {
    attn_lines lines;
    attn_arena *arena;
    attn_status *status;
    size_t wanted;    /* sentence; 0: the only one */
    size_t sentences; /* seen so far */
    attn_alignment *found;
    attn_word_link *links;
    size_t count;
} reader;

#define fail_at(r, at, ...) attn_lines_fail(&(r)->lines, at, (r)->status, __VA_ARGS__)

/* Digits from *at on; false if there are none, or more than `most`. */
static bool take_whole(const char **at, const char *end, size_t most, size_t *number)
{
    const char *start = *at;
    *number = 0;
    for (; *at < end && **at >= '0' && **at <= '9' && *number <= most; ++*at)
        *number = *number * 10 + (size_t)(**at - '0');
    return *at > start && *number <= most;
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

static bool add_link(reader *r, attn_word_link link)
{
    attn_word_link *place = attn_push(r->arena, &r->links, &r->count, sizeof *place);
    if (place) *place = link;
    return place != NULL;
}

/* ---- a sentence to a line: "0-0 1-2 2?1" ---- */

static bool take_pair(reader *r, const char **at, const char *end)
{
    static const char form[] = "a link is two places, from 0, of the source and of the target: "
                               "0-0, or 0?0 for a possible one";
    attn_word_link link = {0};
    const char *start = *at;
    if (!take_whole(at, end, MOST_PLACE, &link.source) || *at == end || !strchr("-?p", **at))
        return fail_at(r, start, form);
    link.possible = **at != '-';
    ++*at;
    if (!take_whole(at, end, MOST_PLACE, &link.target)) return fail_at(r, start, form);
    if (*at < end && (**at == 'S' || **at == 'P')) link.possible = *(*at)++ == 'P';
    if (*at < end && !is_blank(**at)) return fail_at(r, start, form);
    return add_link(r, link);
}

static bool take_pairs(reader *r)
{
    const char *at = r->lines.line, *end = at + r->lines.length;
    while (at < end) {
        while (at < end && is_blank(*at)) at++;
        if (at < end && !take_pair(r, &at, end)) return false;
    }
    return true;
}

static bool read_pairs(reader *r)
{
    do {
        r->sentences++;
        if (r->wanted ? r->sentences != r->wanted : r->sentences > 1) continue;
        r->found->line = r->lines.number;
        if (!take_pairs(r)) return false;
    } while (attn_lines_next(&r->lines));
    return true;
}

/* ---- a link to a line: "1 1 2 S" ---- */

typedef struct row {
    size_t sentence;
    attn_word_link link;
} row;

static bool take_row(reader *r, row *out)
{
    static const char form[] = "a link is the sentence and the places of both words, from 1, and "
                               "perhaps S or P: 1 1 2 S";
    const char *at = r->lines.line, *end = at + r->lines.length;
    size_t *parts[] = {&out->sentence, &out->link.source, &out->link.target};
    *out = (row){0};
    for (size_t i = 0; i < 3; i++) {
        while (at < end && is_blank(*at)) at++;
        size_t most = i == 0 ? MOST_SENTENCE : MOST_PLACE;
        if (!take_whole(&at, end, most, parts[i]) || *parts[i] == 0 || (at < end && !is_blank(*at)))
            return fail_at(r, at, form);
    }
    out->link.source--;
    out->link.target--;
    while (at < end && is_blank(*at)) at++;
    if (at == end) return true;
    if (*at != 'S' && *at != 'P') return fail_at(r, at, form);
    out->link.possible = *at++ == 'P';
    /* how sure the one was who said so may follow */
    while (at < end && strchr(" \t.0123456789", *at)) at++;
    return at == end || fail_at(r, at, form);
}

static bool read_rows(reader *r)
{
    do {
        row one;
        if (r->lines.length == 0) continue;
        if (!take_row(r, &one)) return false;
        if (one.sentence > r->sentences) r->sentences = one.sentence;
        if (one.sentence != (r->wanted ? r->wanted : 1)) continue;
        if (!r->found->line) r->found->line = r->lines.number;
        if (!add_link(r, one.link)) return false;
    } while (attn_lines_next(&r->lines));
    return true;
}

/* ---- either ---- */

/* As the first line that is not empty: among pairs an empty one is a sentence, too. */
static bool has_rows(attn_lines lines)
{
    size_t number;
    while (lines.length == 0 && attn_lines_next(&lines)) continue;
    const char *at = lines.line, *end = at + lines.length;
    return take_whole(&at, end, MOST_SENTENCE, &number) && at < end && is_blank(*at);
}

static bool read_all(reader *r)
{
    if (!attn_lines_check(&r->lines, r->status)) return false;
    if (!attn_lines_next(&r->lines)) return true;
    return has_rows(r->lines) ? read_rows(r) : read_pairs(r);
}

static bool choose(const reader *r, const char *path, const char *option)
{
    attn_status *status = r->status;
    if (r->wanted == 0 && r->sentences > 1)
        attn_fail(status, ATTN_INPUT,
                  "it holds %zu sentences: choose the one that belongs to the map, with %s N",
                  r->sentences, option);
    else if (r->wanted > r->sentences)
        attn_fail(status, ATTN_INPUT, "%s %zu: it holds %zu sentence%s", option, r->wanted,
                  r->sentences, r->sentences == 1 ? "" : "s");
    attn_status_place(status, path, 0, 0);
    return attn_ok(status);
}

const attn_alignment *attn_alignment_read(const char *path, size_t sentence, const char *option,
                                          attn_arena *arena, attn_status *status)
{
    attn_input input = {0};
    reader r = {.arena = arena, .status = status, .wanted = sentence};
    bool done = attn_input_read(&input, path, MOST_BYTES, status);
    r.found = done ? attn_alloc(arena, 1, sizeof *r.found) : NULL;
    attn_lines_begin(&r.lines, path, input.bytes, input.length);
    done = r.found && read_all(&r);
    attn_input_close(&input);
    if (!done || !choose(&r, path, option)) return NULL;
    r.found->count = r.count;
    r.found->links = r.links;
    return r.found;
}
