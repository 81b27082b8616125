/*
 * contrast: numbers on a line each, vectors as the rows of one table, matrices one below the other.
 */
#include "document/walk/contrast.h"

#include <string.h>

/* The sides as the rows of one table; NULL on failure. */
static const attn_tensor *rows_of(const attn_block_value *sides, attn_arena *arena)
{
    size_t n = sides->values[0]->cols;
    attn_labels *labels = attn_alloc(arena, 1, sizeof *labels);
    attn_tensor *table = attn_alloc(arena, 1, sizeof *table);
    const char **words = attn_alloc(arena, sides->count, sizeof *words);
    float *data = attn_alloc(arena, sides->count * n, sizeof *data);
    if (!labels || !table || !words || !data) return NULL;
    for (size_t i = 0; i < sides->count; i++) {
        memcpy(data + i * n, sides->values[i]->data, n * sizeof *data);
        words[i] = sides->sides[i];
    }
    *labels = (attn_labels){.name = "", .count = sides->count, .words = words};
    *table = *sides->values[0];
    table->rank = ATTN_MATRIX;
    table->rows = sides->count;
    table->data = data;
    table->row_labels = labels;
    return table;
}

/* The name of a matrix with words on its rows alone stands on a line of its own. */
static bool stands_alone(const attn_tensor *value)
{
    return attn_real_words(value->row_labels) && !attn_real_words(value->col_labels);
}

static bool is_patched(const char *without)
{
    return !without || without[0] == '\0';
}

void attn_contrast_sides(attn_block_value *shown, const char *without,
                         const attn_contrast *contrast, attn_arena *arena)
{
    const bool patched = is_patched(without);
    bool one = !patched && !strchr(without, ' '); /* or as many as the head tells */
    const char *with = patched ? "as it is" : one ? attn_print(arena, "with %s", without) : "with";
    attn_block_value sides = {
        .name = shown->name,
        .count = contrast->difference ? 3 : 2, /* there is no difference between words */
        .sides = {with ? with : "", patched ? "patched" : "without", "difference"},
        .values = {contrast->with, contrast->without, contrast->difference},
        .aligned = !stands_alone(contrast->with),
        .shaded = shown->shaded,
        .side = 1};
    *shown = sides;
    if (!contrast->same_shape || contrast->with->rank != ATTN_VECTOR) return;
    const attn_tensor *rows = rows_of(&sides, arena);
    if (rows)
        *shown = (attn_block_value){
            .name = sides.name, .count = 1, .values = {rows}, .side = sides.side};
}

size_t attn_contrast_columns(const char *label, const char *without, const attn_contrast *contrast,
                             attn_block_column *columns)
{
    const bool patched = is_patched(without);
    columns[0] = (attn_block_column){
        .label = label, .side = patched ? "as it is" : "with", .value = contrast->with};
    columns[1] =
        (attn_block_column){.side = patched ? "patched" : "without", .value = contrast->without};
    if (!contrast->difference) return 2;
    columns[2] = (attn_block_column){.side = "difference", .value = contrast->difference};
    return ATTN_MOST_SIDES;
}
