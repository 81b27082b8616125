/*
 * contrast: numbers on a line each, vectors as the rows of one table, matrices one below the other.
 */
#include "show/contrast.h"

#include <string.h>

#define STAY "\u00A0" /* a space at which no line breaks */

typedef struct sides {
    size_t count; /* there is no difference between words */
    const char *names[ATTN_MOST_SIDES];
    const attn_tensor *values[ATTN_MOST_SIDES];
} sides;

static sides sides_of(attn_arena *arena, const char *without, const attn_contrast *contrast)
{
    bool one = without[0] != '\0' && !strchr(without, ' '); /* or as many as the head tells */
    const char *with = one ? attn_print(arena, "with %s", without) : "with";
    sides s = {.count = contrast->difference ? 3 : 2,
               .names = {with ? with : "", "without", "difference"},
               .values = {contrast->with, contrast->without, contrast->difference}};
    return s;
}

/* The rows of one table. */
static void print_rows(attn_page *page, const attn_look *look, attn_arena *arena, const char *name,
                       const sides *s)
{
    size_t n = s->values[0]->cols;
    attn_labels *labels = attn_alloc(arena, 1, sizeof *labels);
    attn_tensor *table = attn_alloc(arena, 1, sizeof *table);
    float *data = attn_alloc(arena, s->count * n, sizeof *data);
    if (!labels || !table || !data) return;
    for (size_t i = 0; i < s->count; i++)
        memcpy(data + i * n, s->values[i]->data, n * sizeof *data);
    *labels = (attn_labels){.name = "", .count = s->count, .words = s->names};
    *table = *s->values[0];
    table->rank = ATTN_MATRIX;
    table->rows = s->count;
    table->data = data;
    table->row_labels = labels;
    attn_value_print(page, look, name, table, false);
}

/* "A with scale"; with `aligned`, the names of all three are equally wide. */
static const char *side_name(attn_arena *arena, const char *name, const sides *s, size_t i,
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
    sides s = sides_of(arena, without, contrast);
    bool tables = contrast->with->rank != ATTN_NUMBER;
    if (contrast->with->rank == ATTN_VECTOR) {
        print_rows(page, look, arena, name, &s);
        return true;
    }
    for (size_t i = 0; i < s.count; i++) {
        const char *side = side_name(arena, name, &s, i, !stands_alone(contrast->with));
        if (!side) return tables;
        if (attn_value_print(page, look, side, s.values[i], shaded && i < 2)) attn_page_gap(page);
    }
    return tables;
}

size_t attn_contrast_columns(attn_arena *arena, const char *name, const attn_contrast *contrast,
                             const char **names, const attn_tensor **columns)
{
    sides s = sides_of(arena, "", contrast);
    for (size_t i = 0; i < s.count; i++) {
        names[i] = i == 0 ? attn_print(arena, "%s" STAY "with", name) : s.names[i];
        columns[i] = s.values[i];
        if (!names[i]) names[i] = "";
    }
    return s.count;
}
