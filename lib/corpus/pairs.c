/*
 * pairs: reads a file of sentence pairs, with or without links between their words.
 */
#include "corpus/pairs.h"

#include <string.h>

#include "corpus/parts.h"

#define fail(pairs, at, status, ...) attn_lines_fail(&(pairs)->lines, at, status, __VA_ARGS__)

static bool cut_side(attn_pairs *pairs, attn_span text, attn_side side, attn_line *line,
                     attn_status *status)
{
    attn_words *column = &line->columns[side];
    size_t at = 0, start, end;
    column->words = pairs->word[side];
    while (attn_text_word(text.bytes, text.length, &at, &start, &end)) {
        const char *word = text.bytes + start;
        if (column->count == ATTN_MOST_LINE_WORDS)
            return fail(pairs, word, status, "a line has at most %u words on a side",
                        ATTN_MOST_LINE_WORDS);
        if (!attn_lines_harmless(&pairs->lines, word, end - start, status)) return false;
        pairs->word[side][column->count++] =
            (attn_word){attn_copy_text(pairs->arena, word, end - start), ""};
    }
    return column->count > 0 || fail(pairs, text.bytes, status, "no word on the %s side",
                                     side == ATTN_SOURCE ? "source" : "target");
}

static bool read_link(const attn_pairs *pairs, attn_span one, const attn_line *line,
                      attn_link *link, attn_status *status)
{
    attn_span left = one;
    char mark;
    if (!attn_span_whole(&left, 99999, &link->source) || !attn_span_mark(&left, "-?", &mark) ||
        !attn_span_whole(&left, 99999, &link->target) || left.length > 0)
        return fail(pairs, one.bytes, status,
                    "write a link as 0-1, or, if it is possible, as 0?1; places count from 0");
    link->sure = mark == '-';
    if (link->source >= line->source->count)
        return fail(pairs, one.bytes, status, "no word %zu in the source: its last is %zu",
                    link->source, line->source->count - 1);
    return link->target < line->target->count ||
           fail(pairs, one.bytes, status, "no word %zu in the target: its last is %zu",
                link->target, line->target->count - 1);
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
    attn_arena_clear(pairs->arena);
    if (!cut_side(pairs, source, ATTN_SOURCE, line, status) ||
        !cut_side(pairs, target, ATTN_TARGET, line, status) || !attn_ok(status))
        return false;
    const char *tab = left.bytes ? memchr(left.bytes, '\t', left.length) : NULL;
    if (tab) return fail(pairs, tab, status, "one tab too many: source, tab, target");
    return !left.bytes || read_links(pairs, left, line, status);
}

void attn_pairs_begin(attn_pairs *pairs, const attn_corpus *corpus, attn_arena *arena)
{
    *pairs = (attn_pairs){.arena = arena};
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
    attn_arena *words = attn_arena_new(corpus->status);
    attn_grouping grouping = {.arena = attn_arena_new(corpus->status)};
    attn_pairs *pairs = grouping.arena ? attn_alloc(grouping.arena, 1, sizeof *pairs) : NULL;
    if (pairs) attn_pairs_begin(pairs, corpus, words);
    const bool fine = pairs && words && check_lines(corpus, pairs, &grouping);
    attn_text_free(&grouping.joined);
    attn_arena_free(grouping.arena);
    attn_arena_free(words);
    return fine;
}
