/*
 * token_merge: leaves out or merges rows and columns of a map by their tokens.
 */
#include "text/token_merge.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

/* ---- one side ---- */

bool attn_side_make(const attn_side_asked *asked, size_t count, attn_arena *arena,
                    attn_map_side *side)
{
    *side = (attn_map_side){.before = count, .after = count};
    if (!asked->tokens) return true;
    const attn_pieces *pieces = attn_subwords_of(asked->tokens, asked->marks, arena);
    size_t *place = attn_alloc(arena, count, sizeof *place), after = 0;
    bool *special = attn_alloc(arena, count, sizeof *special);
    const char **texts = attn_alloc(arena, count, sizeof *texts);
    attn_labels *labels = attn_alloc(arena, 1, sizeof *labels);
    if (!pieces || !attn_ok(attn_arena_status(arena))) return false;
    for (size_t i = 0; i < count; i++) {
        const size_t word = pieces->word_of[i];
        place[i] = SIZE_MAX;
        if (asked->hide && pieces->special[i]) continue;
        bool joins = asked->words && after > 0 && pieces->word_of[i - 1] == word;
        if (!joins) {
            texts[after] = asked->words ? pieces->words[word] : pieces->texts[i];
            special[after++] = pieces->special[i];
        }
        place[i] = after - 1;
    }
    if (after == 0)
        return attn_fail(attn_arena_status(arena), ATTN_INPUT,
                         "all tokens are special ones, so nothing is left to draw");
    *labels = (attn_labels){.name = asked->tokens->name, .count = after, .words = texts};
    *side = (attn_map_side){count, after, place, special, labels};
    return true;
}

attn_map_side attn_side_of_words(const attn_labels *labels, size_t count)
{
    const bool merges = labels && labels->whole && labels->count == count;
    return (attn_map_side){.before = count,
                           .after = merges ? labels->whole->count : count,
                           .place = merges ? labels->word_of : NULL,
                           .labels = merges ? labels->whole : labels};
}

/* ---- both ---- */

static size_t place_of(const attn_map_side *side, size_t i)
{
    return side->place ? side->place[i] : i;
}

/* One row of numbers onto the sums of its place; found: at which any was finite. */
static void add_row(const attn_map_side *cols, const float *numbers, double *sums, bool *found)
{
    for (size_t j = 0; j < cols->before; j++) {
        size_t to = place_of(cols, j);
        if (to == SIZE_MAX || !isfinite(numbers[j])) continue;
        sums[to] += (double)numbers[j];
        found[to] = true;
    }
}

bool attn_sides_apply(const attn_map_side *rows, const attn_map_side *cols, const float *numbers,
                      float *out, attn_arena *arena)
{
    double *sums = attn_alloc(arena, cols->after, sizeof *sums);
    bool *found = attn_alloc(arena, cols->after, sizeof *found);
    if (!sums || !found) return false;
    for (size_t i = 0; i < rows->before;) {
        const size_t to = place_of(rows, i);
        memset(sums, 0, cols->after * sizeof *sums);
        memset(found, 0, cols->after * sizeof *found);
        size_t first = i;
        /* rows that are merged are neighbours */
        for (; i < rows->before && place_of(rows, i) == to; i++)
            if (to != SIZE_MAX) add_row(cols, numbers + i * cols->before, sums, found);
        for (size_t j = 0; to != SIZE_MAX && j < cols->after; j++)
            out[to * cols->after + j] =
                found[j] ? (float)(sums[j] / (double)(i - first)) : -INFINITY;
    }
    return true;
}

void attn_renormalise(float *numbers, size_t rows, size_t cols)
{
    for (size_t i = 0; i < rows; i++) {
        float *row = numbers + i * cols;
        double sum = 0;
        for (size_t j = 0; j < cols; j++) sum += isfinite(row[j]) ? (double)row[j] : 0;
        for (size_t j = 0; sum > 0 && j < cols; j++)
            if (isfinite(row[j])) row[j] = (float)((double)row[j] / sum);
    }
}
