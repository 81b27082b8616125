/*
 * contrast: numbers on a line each, vectors as the rows of one table, matrices one below the other.
 */
#include "render/terminal/contrast.h"

#include <string.h>

#define STAY "\u00A0" /* a space at which no line breaks */

attn_sides attn_contrast_sides(attn_arena *arena, const char *without,
                               const attn_contrast *contrast)
{
    bool one = without[0] != '\0' && !strchr(without, ' '); /* or as many as the head tells */
    const char *with = one ? attn_print(arena, "with %s", without) : "with";
    attn_sides s = {.count = contrast->difference ? 3 : 2,
                    .names = {with ? with : "", "without", "difference"},
                    .values = {contrast->with, contrast->without, contrast->difference}};
    return s;
}

const attn_tensor *attn_contrast_rows(attn_arena *arena, const attn_sides *sides)
{
    size_t n = sides->values[0]->cols;
    attn_labels *labels = attn_alloc(arena, 1, sizeof *labels);
    attn_tensor *table = attn_alloc(arena, 1, sizeof *table);
    float *data = attn_alloc(arena, sides->count * n, sizeof *data);
    if (!labels || !table || !data) return NULL;
    for (size_t i = 0; i < sides->count; i++)
        memcpy(data + i * n, sides->values[i]->data, n * sizeof *data);
    *labels = (attn_labels){.name = "", .count = sides->count, .words = sides->names};
    *table = *sides->values[0];
    table->rank = ATTN_MATRIX;
    table->rows = sides->count;
    table->data = data;
    table->row_labels = labels;
    return table;
}

/* "A with scale"; with `aligned`, the names of all three are equally wide. */
static const char *side_name(attn_arena *arena, const char *name, const attn_sides *s, size_t i,
                             bool aligned)
{
    size_t widest = 0, own = attn_text_width(s->names[i], strlen(s->names[i]));
    attn_text text = {0};
    for (size_t k = 0; k < s->count; k++) {
        size_t width = attn_text_width(s->names[k], strlen(s->names[k]));
        if (width > widest) widest = width;
    }
    attn_text_print(&text, "%s" STAY "%s", name, s->names[i]);
    if (aligned) attn_text_repeat(&text, STAY, widest - own);
    return attn_keep_text(arena, &text);
}

/* The name of a matrix with words on its rows alone stands on a line of its own. */
static bool stands_alone(const attn_tensor *value)
{
    return attn_real_words(value->row_labels) && !attn_real_words(value->col_labels);
}

bool attn_contrast_print(attn_page *page, const attn_look *look, attn_arena *arena,
                         const char *name, const char *without, const attn_contrast *contrast,
                         bool shaded)
{
    attn_sides s = attn_contrast_sides(arena, without, contrast);
    bool tables = contrast->with->rank != ATTN_NUMBER;
    if (contrast->same_shape && contrast->with->rank == ATTN_VECTOR) {
        const attn_tensor *rows = attn_contrast_rows(arena, &s);
        if (rows) attn_value_print(page, look, name, rows, NULL, false);
        return true;
    }
    for (size_t i = 0; i < s.count; i++) {
        const char *side = side_name(arena, name, &s, i, !stands_alone(contrast->with));
        if (!side) return tables;
        if (attn_value_print(page, look, side, s.values[i], NULL, shaded && i < 2))
            attn_page_gap(page);
    }
    return tables;
}

size_t attn_contrast_columns(attn_arena *arena, const char *name, const attn_contrast *contrast,
                             const char **names, const attn_tensor **columns)
{
    attn_sides s = attn_contrast_sides(arena, "", contrast);
    for (size_t i = 0; i < s.count; i++) {
        names[i] = i == 0 ? attn_print(arena, "%s" STAY "with", name) : s.names[i];
        columns[i] = s.values[i];
        if (!names[i]) names[i] = "";
    }
    return s.count;
}
