/*
 * pairs: reads a file of sentence pairs, with or without links between their words.
 */
#include "corpus/pairs.h"

#include <string.h>

typedef struct scan { /* of one line */
    attn_pairs *pairs;
    attn_status *status;
    const char *text;
    size_t length;
} scan;

#define fail(s, offset, ...)                                                                       \
    attn_lines_fail(&(s)->pairs->lines, (s)->text + (offset), (s)->status, __VA_ARGS__)

/* Words go into the text first, which moves when it grows; then they are pointed to. */
static bool cut_side(scan *s, attn_side side, size_t from, size_t to, attn_line *line)
{
    size_t at = 0, start, end, count = 0;
    while (attn_text_word(s->text + from, to - from, &at, &start, &end)) {
        if (count == ATTN_MOST_LINE_WORDS)
            return fail(s, from + start, "a line has at most %u words on a side",
                        ATTN_MOST_LINE_WORDS);
        if (!attn_lines_harmless(&s->pairs->lines, s->text + from + start, end - start, s->status))
            return false;
        attn_text_add_bytes(&s->pairs->words, s->text + from + start, end - start);
        attn_text_add_bytes(&s->pairs->words, "", 1);
        s->pairs->word[side][count++].kind = "";
    }
    line->count[side] = count;
    return count > 0 || fail(s, from, "there is no word on the %s side",
                             side == ATTN_SOURCE ? "source" : "target");
}

static void point_to_words(attn_pairs *pairs, attn_line *line)
{
    const char *word = attn_text_string(&pairs->words);
    for (size_t side = 0; side < 2; side++) {
        for (size_t i = 0; i < line->count[side]; i++) {
            pairs->word[side][i].text = word;
            word += strlen(word) + 1;
        }
        line->words[side] = pairs->word[side];
    }
}

/* The number at *at, which goes behind it; it is below `most`. */
static bool read_place(const scan *s, size_t *at, size_t to, size_t most, const char *side,
                       size_t *place)
{
    size_t from = *at, value = 0;
    for (; *at < to && s->text[*at] >= '0' && s->text[*at] <= '9' && value < 100000; ++*at)
        value = value * 10 + (size_t)(s->text[*at] - '0');
    if (*at == from) return fail(s, from, "a link is 0-1, or possible: 0?1; places count from 0");
    *place = value;
    return value < most ||
           fail(s, from, "there is no word %zu in the %s: its last is %zu", value, side, most - 1);
}

static bool read_links(const scan *s, size_t from, size_t to, attn_line *line)
{
    for (size_t at = from; at < to;) {
        if (s->text[at] == ' ') {
            at++;
            continue;
        }
        attn_link link = {0};
        if (line->link_count == ATTN_MOST_LINE_LINKS)
            return fail(s, at, "a line has at most %u links", ATTN_MOST_LINE_LINKS);
        if (!read_place(s, &at, to, line->count[0], "source", &link.source)) return false;
        if (at == to || !strchr("-?", s->text[at]))
            return fail(s, at, "a '-' or a '?' is missing: 0-1 is a sure link, 0?1 a possible one");
        link.sure = s->text[at++] == '-';
        if (!read_place(s, &at, to, line->count[1], "target", &link.target)) return false;
        if (at < to && s->text[at] != ' ') return fail(s, at, "links are divided by spaces");
        s->pairs->links[line->link_count++] = link;
    }
    attn_links_sort(s->pairs->links, &line->link_count);
    line->links = s->pairs->links;
    return true;
}

static bool read_line(scan *s, attn_line *line)
{
    const char *tab = memchr(s->text, '\t', s->length);
    if (!tab) return fail(s, 0, "a tab is missing: source, tab, target");
    size_t first = (size_t)(tab - s->text), second = first + 1;
    while (second < s->length && s->text[second] != '\t') second++;
    *line = (attn_line){.link_count = 0};
    attn_text_clear(&s->pairs->words);
    if (!cut_side(s, ATTN_SOURCE, 0, first, line) ||
        !cut_side(s, ATTN_TARGET, first + 1, second, line))
        return false;
    if (s->pairs->words.failed)
        return attn_fail(s->status, ATTN_MEMORY, "there is no memory for lines");
    point_to_words(s->pairs, line);
    if (second == s->length) return true;
    for (size_t i = second + 1; i < s->length; i++)
        if (s->text[i] == '\t') return fail(s, i, "a tab too many: source, target, links");
    return read_links(s, second + 1, s->length, line);
}

void attn_pairs_begin(attn_pairs *pairs, const attn_corpus *corpus)
{
    *pairs = (attn_pairs){.words = {0}};
    attn_lines_begin(&pairs->lines, corpus->file, corpus->text, corpus->length);
}

bool attn_pairs_next(attn_pairs *pairs, attn_line *line, attn_status *status)
{
    while (attn_lines_next(&pairs->lines)) {
        scan s = {pairs, status, pairs->lines.line, pairs->lines.length};
        if (s.length > 0) return read_line(&s, line);
    }
    return false;
}

void attn_pairs_close(attn_pairs *pairs)
{
    attn_text_free(&pairs->words);
}

static bool check_lines(attn_corpus *corpus, attn_pairs *pairs)
{
    attn_line line;
    size_t count = 0;
    attn_pairs_begin(pairs, corpus);
    if (!attn_lines_check(&pairs->lines, corpus->status)) return false;
    while (attn_pairs_next(pairs, &line, corpus->status)) count++;
    if (count > 0 || !attn_ok(corpus->status)) return attn_ok(corpus->status);
    attn_fail(corpus->status, ATTN_INPUT, "there is no line: source, tab, target");
    attn_status_place(corpus->status, corpus->file, 0, 0);
    return false;
}

bool attn_pairs_read(attn_corpus *corpus, const char *bytes, size_t length)
{
    if (length > ATTN_MOST_CORPUS_BYTES) {
        attn_fail(corpus->status, ATTN_LIMIT, "a file of pairs has at most %zu MiB",
                  ATTN_MOST_CORPUS_BYTES >> 20);
        attn_status_place(corpus->status, corpus->file, 0, 0);
        return false;
    }
    corpus->pairs = true;
    corpus->text = attn_copy_text(corpus->arena, bytes, length);
    corpus->length = length;
    attn_pairs *pairs = attn_alloc(corpus->arena, 1, sizeof *pairs);
    if (!corpus->text || !pairs) return false;
    bool fine = check_lines(corpus, pairs);
    attn_pairs_close(pairs);
    return fine;
}

static bool add_words(attn_arena *arena, const attn_line *line, attn_side side, const char ***words,
                      size_t *count)
{
    for (size_t i = 0; i < line->count[side]; i++) {
        const char *text = line->words[side][i].text;
        const char **place = attn_push(arena, words, count, sizeof *place);
        if (!place || !(*place = attn_copy_text(arena, text, strlen(text)))) return false;
    }
    return true;
}

const char **attn_pairs_words(const attn_corpus *corpus, attn_side side, attn_arena *arena,
                              size_t *count)
{
    const char **words = attn_alloc(arena, 1, sizeof *words);
    attn_pairs *pairs = attn_alloc(arena, 1, sizeof *pairs);
    attn_line line;
    bool fine = words && pairs;
    *count = 0;
    if (fine) attn_pairs_begin(pairs, corpus);
    while (fine && attn_pairs_next(pairs, &line, attn_arena_status(arena)))
        fine = add_words(arena, &line, side, &words, count);
    if (pairs) attn_pairs_close(pairs);
    if (!fine || !attn_ok(attn_arena_status(arena))) return NULL;
    attn_words_sort(words, count);
    return words;
}
