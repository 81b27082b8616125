/*
 * examples: what is learned from, a line for each, its inputs split by tabs and cut into words.
 */
#include <string.h>

#include "files/input.h"
#include "lesson/document.h"

#define MOST_EXAMPLE_BYTES ((size_t)256 << 20)

size_t attn_example_length(const examples *all, size_t example, size_t input)
{
    size_t at = example * all->input_count + input;
    return all->starts[at + 1] - all->starts[at];
}

static bool add_word(attn_arena *arena, examples *all, const char *bytes, size_t length)
{
    const char **place = attn_push(arena, &all->words, &all->word_count, sizeof *place);
    return place && (*place = attn_copy_text(arena, bytes, length)) != NULL;
}

/* One input of a line; false if it has no words, or too many. */
static bool add_input(const attn_run *run, attn_arena *arena, examples *all, const char *text,
                      size_t length)
{
    size_t at = 0, start, end, before = all->word_count;
    while (attn_text_word(text, length, &at, &start, &end)) {
        if (end - start > ATTN_MOST_WORD_BYTES)
            return attn_fail(run->status, ATTN_LIMIT, "a word has at most %zu bytes",
                             ATTN_MOST_WORD_BYTES);
        if (!add_word(arena, all, text + start, end - start)) return false;
    }
    if (all->word_count == before)
        return attn_fail(run->status, ATTN_INPUT, "an input of this example has no words");
    return all->word_count - before <= ATTN_MOST_WORDS ||
           attn_fail(run->status, ATTN_LIMIT, "an input has at most %u words", ATTN_MOST_WORDS);
}

static bool add_start(attn_arena *arena, examples *all, size_t *count)
{
    size_t *place = attn_push(arena, &all->starts, count, sizeof *place);
    if (place) *place = all->word_count;
    return place != NULL;
}

/* A line may have more columns than there are inputs: links, remarks. */
static bool add_line(const attn_run *run, attn_arena *arena, examples *all, size_t *starts,
                     const char *line, size_t length)
{
    for (size_t k = 0; k < all->input_count; k++) {
        const char *tab = length ? memchr(line, '\t', length) : NULL;
        size_t width = tab ? (size_t)(tab - line) : length;
        if (!tab && k + 1 < all->input_count)
            return attn_fail(run->status, ATTN_INPUT,
                             "an example has %zu inputs, split by tabs, and here are %zu",
                             all->input_count, k + 1);
        if (!add_start(arena, all, starts) || !add_input(run, arena, all, line, width))
            return false;
        line += tab ? width + 1 : width;
        length -= tab ? width + 1 : width;
    }
    all->count++;
    return true;
}

static bool add_lines(const attn_run *run, attn_arena *arena, examples *all, const char *path,
                      const char *bytes, size_t length)
{
    size_t starts = 0, number = 0, bad;
    if (!attn_utf8_valid(bytes, length, &bad)) {
        attn_fail(run->status, ATTN_INPUT, "the examples are not valid UTF-8 at byte %zu", bad + 1);
        attn_status_place(run->status, path, 0, 0);
        return false;
    }
    for (size_t at = 0, next; at < length; at = next) {
        const char *newline = memchr(bytes + at, '\n', length - at);
        size_t end = newline ? (size_t)(newline - bytes) : length;
        next = end + 1;
        number++;
        if (end > at && bytes[end - 1] == '\r') end--;
        if (end == at) continue;
        if (add_line(run, arena, all, &starts, bytes + at, end - at)) continue;
        attn_status_place(run->status, path, number, 1);
        return false;
    }
    if (all->count == 0) {
        attn_fail(run->status, ATTN_INPUT, "there are no examples: a line for each");
        attn_status_place(run->status, path, 0, 0);
        return false;
    }
    return add_start(arena, all, &starts);
}

static bool read_file(const attn_run *run, const training *train, attn_arena *arena, examples *all)
{
    const attn_lesson *lesson = run->lesson;
    size_t length;
    const char *bytes = lesson->builtin ? attn_carried_bytes(train->examples, &length) : NULL;
    if (bytes) return add_lines(run, arena, all, train->examples, bytes, length);
    attn_input input = {0};
    if (!attn_input_read(&input, train->examples, MOST_EXAMPLE_BYTES, run->status))
        return attn_lesson_blame_file(lesson, train->examples_item, run->status);
    bool done = add_lines(run, arena, all, train->examples, input.bytes, input.length);
    attn_input_close(&input);
    return done;
}

examples *attn_examples_read(const attn_run *run, const training *train, attn_arena *arena)
{
    examples *all = attn_alloc(arena, 1, sizeof *all);
    if (!all) return NULL;
    all->input_count = train->input_count;
    return read_file(run, train, arena, all) ? all : NULL;
}
