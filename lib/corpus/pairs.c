/*
 * pairs: reads a file of sentence pairs, with or without links between their words.
 */
#include "corpus/pairs.h"

#include <string.h>

#include "corpus/parts.h"

#define fail(pairs, at, status, ...) attn_lines_fail(&(pairs)->lines, at, status, __VA_ARGS__)

/* Words go into the text first, which moves when it grows; then they are pointed to. */
static bool cut_side(attn_pairs *pairs, attn_span text, attn_side side, attn_line *line,
                     attn_status *status)
{
    size_t at = 0, start, end;
    while (attn_text_word(text.bytes, text.length, &at, &start, &end)) {
        const char *word = text.bytes + start;
        if (line->columns[side].count == ATTN_MOST_LINE_WORDS)
            return fail(pairs, word, status, "a line has at most %u words on a side",
                        ATTN_MOST_LINE_WORDS);
        if (!attn_lines_harmless(&pairs->lines, word, end - start, status)) return false;
        attn_text_add_bytes(&pairs->words, word, end - start);
        attn_text_add_bytes(&pairs->words, "", 1);
        pairs->word[side][line->columns[side].count++].kind = "";
    }
    return line->columns[side].count > 0 ||
           fail(pairs, text.bytes, status, "no word on the %s side",
                side == ATTN_SOURCE ? "source" : "target");
}

static void point_to_words(attn_pairs *pairs, attn_line *line)
{
    const char *word = attn_text_string(&pairs->words);
    for (size_t side = 0; side < 2; side++) {
        line->columns[side].words = pairs->word[side];
        for (size_t i = 0; i < line->columns[side].count; i++, word += strlen(word) + 1)
            pairs->word[side][i].text = word;
    }
}

/* The number that begins what is left of a link; it is below `most`. */
static bool read_place(const attn_pairs *pairs, attn_span *left, size_t most, const char *side,
                       size_t *place, attn_status *status)
{
    const char *from = left->bytes;
    attn_span_whole(left, 99999, place);
    if (left->bytes == from)
        return fail(pairs, from, status,
                    "write a link as 0-1, or, if it is possible, as 0?1; places count from 0");
    return *place < most || fail(pairs, from, status, "no word %zu in the %s: its last is %zu",
                                 *place, side, most - 1);
}

static bool read_link(const attn_pairs *pairs, attn_span left, const attn_line *line,
                      attn_link *link, attn_status *status)
{
    char mark;
    if (!read_place(pairs, &left, line->source->count, "source", &link->source, status))
        return false;
    if (!attn_span_mark(&left, "-?", &mark))
        return fail(pairs, left.bytes, status,
                    "a '-' or a '?' is missing: 0-1 is a sure link, 0?1 a possible one");
    link->sure = mark == '-';
    return read_place(pairs, &left, line->target->count, "target", &link->target, status) &&
           (left.length == 0 || fail(pairs, left.bytes, status, "separate links by spaces"));
}

static bool read_links(attn_pairs *pairs, attn_span left, attn_line *line, attn_status *status)
{
    attn_span one;
    for (; attn_span_word(&left, " ", &one); line->link_count++) {
        if (line->link_count == ATTN_MOST_LINE_LINKS)
            return fail(pairs, one.bytes, status, "a line has at most %u links",
                        ATTN_MOST_LINE_LINKS);
        if (!read_link(pairs, one, line, &pairs->links[line->link_count], status)) return false;
    }
    attn_links_sort(pairs->links, &line->link_count);
    line->links = pairs->links;
    return true;
}

static bool read_line(attn_pairs *pairs, attn_line *line, attn_status *status)
{
    attn_span left = {pairs->lines.line, pairs->lines.length}, source, target;
    attn_span_take(&left, '\t', &source);
    if (!left.bytes)
        return fail(pairs, source.bytes, status, "a tab is missing: source, tab, target");
    attn_span_take(&left, '\t', &target);
    *line = (attn_line){.column_count = 2, .source = line->columns, .target = line->columns + 1};
    attn_text_clear(&pairs->words);
    if (!cut_side(pairs, source, ATTN_SOURCE, line, status) ||
        !cut_side(pairs, target, ATTN_TARGET, line, status))
        return false;
    if (pairs->words.failed) return attn_no_memory(status, "reading lines");
    point_to_words(pairs, line);
    const char *tab = left.bytes ? memchr(left.bytes, '\t', left.length) : NULL;
    if (tab) return fail(pairs, tab, status, "one tab too many: source, tab, target");
    return !left.bytes || read_links(pairs, left, line, status);
}

void attn_pairs_begin(attn_pairs *pairs, const attn_corpus *corpus)
{
    *pairs = (attn_pairs){.words = {0}};
    attn_lines_begin(&pairs->lines, corpus->file, corpus->text, corpus->length);
}

bool attn_pairs_next(attn_pairs *pairs, attn_line *line, attn_status *status)
{
    while (attn_lines_next(&pairs->lines)) {
        if (pairs->lines.length == 0) continue;
        pairs->number++;
        return read_line(pairs, line, status);
    }
    return false;
}

static bool check_lines(attn_corpus *corpus, attn_pairs *pairs, attn_grouping *grouping)
{
    attn_line line;
    attn_pairs_begin(pairs, corpus);
    bool fine = attn_lines_check(&pairs->lines, corpus->status);
    while (fine && attn_pairs_next(pairs, &line, corpus->status))
        fine = attn_group_pair(grouping, &line);
    if (!fine || !attn_ok(corpus->status)) return false;
    corpus->parts = attn_group_parts(grouping, corpus->arena);
    if (pairs->number > 0) return corpus->parts;
    attn_fail(corpus->status, ATTN_INPUT, "the file has no lines: source, tab, target");
    attn_status_place(corpus->status, corpus->file, 0, 0);
    return false;
}

bool attn_pairs_check(attn_corpus *corpus)
{
    attn_arena *arena = attn_arena_new(corpus->status);
    attn_grouping grouping = {.arena = arena};
    attn_pairs *pairs = arena ? attn_alloc(arena, 1, sizeof *pairs) : NULL;
    const bool fine = pairs && check_lines(corpus, pairs, &grouping);
    if (pairs) attn_text_free(&pairs->words);
    attn_text_free(&grouping.joined);
    attn_arena_free(arena);
    return fine;
}
