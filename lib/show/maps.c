/*
 * maps: what a lesson asks to see as pictures, as the panels of a sheet.
 */
#include <math.h>
#include <string.h>

#include "core/text.h"
#include "formula/typeset.h"
#include "show/plot.h"
#include "show/show.h"

/* What a text says, for as long as the arena lives; "" after a failure, which is recorded. */
static const char *keep(attn_arena *arena, attn_text *text)
{
    if (text->failed) {
        attn_fail(attn_arena_status(arena), ATTN_MEMORY, "there is no memory left");
    }
    const char *kept = attn_copy_text(arena, attn_text_string(text), text->length);
    attn_text_free(text);
    return kept ? kept : "";
}

/* ---- titles ---- */

/* The family that a node is an element of, and which one; NULL: none. */
static const attn_family *family_of(const attn_scope *scope, attn_node node,
                                    const attn_element **element)
{
    const attn_family *family = NULL;
    for (size_t i = 0; (family = attn_scope_family(scope, i)); i++) {
        for (size_t k = 0; k < family->element_count; k++) {
            *element = &family->elements[k];
            if ((*element)->node == node) return family;
        }
    }
    return NULL;
}

static bool has_place(const attn_sequence *sequence, long number)
{
    return sequence && sequence->labels && number >= 1 && (size_t)number <= sequence->labels->count;
}

/* "head 2" for the second of a number of heads, "glass 0.5", "target: black" for words. */
static void add_place(attn_text *title, const attn_sequence *sequence, long number)
{
    const attn_labels *labels = sequence->labels;
    size_t length = strlen(sequence->name);
    if (labels->plain && length > 1 && sequence->name[length - 1] == 's') length--;
    attn_text_add_bytes(title, sequence->name, length);
    attn_text_add(title, sequence->vocabulary ? ": " : " ");
    attn_text_add(title, labels->words[number - 1]);
}

/* "A₁,₂ · layer 1, head 2": the name, and what its numbers stand for. */
static const char *panel_title(const attn_run *run, const attn_map *map, attn_arena *arena)
{
    attn_text title = {0};
    const attn_element *element = NULL;
    const attn_family *family = family_of(attn_run_scope(run), map->node, &element);
    const char *between = " · ";
    attn_typeset_label(map->label, &title);
    for (size_t axis = 0; family && axis < family->axis_count; axis++) {
        if (!has_place(family->axes[axis], element->at[axis])) continue;
        attn_text_add(&title, between);
        add_place(&title, family->axes[axis], element->at[axis]);
        between = ", ";
    }
    return keep(arena, &title);
}

/* ---- axes ---- */

/* "query: target"; either part may be missing. NULL: nothing to say. */
static const char *role(attn_arena *arena, const char *part, const attn_labels *labels)
{
    const char *name = labels && labels->name ? labels->name : "";
    if (!part) return *name ? name : NULL;
    attn_text text = {0};
    attn_text_print(&text, "%s%s%s", part, *name ? ": " : "", name);
    return keep(arena, &text);
}

static attn_scale scale_of(const attn_graph *graph, attn_node node)
{
    const attn_tensor *value = attn_value(graph, node);
    if (attn_node_is_weights(graph, node)) return ATTN_SCALE_WEIGHTS;
    for (size_t i = 0, n = attn_tensor_size(value); i < n; i++) {
        if (isfinite(value->data[i]) && value->data[i] < 0.0f) return ATTN_SCALE_SIGNED;
    }
    return ATTN_SCALE_POSITIVE;
}

/* The vector laid out in rows; its words do not fit the new axes. NULL on failure. */
static const attn_tensor *in_grid(attn_arena *arena, const attn_map *map, const attn_tensor *value)
{
    size_t cells = 0;
    if (!attn_multiply(map->grid_rows, map->grid_cols, &cells) ||
        cells != attn_tensor_size(value)) {
        attn_fail(attn_arena_status(arena), ATTN_INPUT,
                  "'%s' has %zu numbers, which do not fill a grid of %zu×%zu", map->label,
                  attn_tensor_size(value), map->grid_rows, map->grid_cols);
        return NULL;
    }
    attn_tensor *grid = attn_alloc(arena, 1, sizeof *grid);
    if (!grid) return NULL;
    *grid = *value;
    grid->rank = ATTN_MATRIX;
    grid->rows = map->grid_rows;
    grid->cols = map->grid_cols;
    grid->row_labels = grid->col_labels = NULL;
    return grid;
}

/* Whether another value or sequence of the run is words of this one. */
static bool is_vocabulary(const attn_run *run, const attn_sequence *sequence)
{
    const attn_family *family;
    for (size_t i = 0; (family = attn_scope_family(attn_run_scope(run), i)); i++) {
        if (!family->element_count || strcmp(family->name, sequence->name) == 0) continue;
        const attn_labels *words = attn_value(attn_run_graph(run), family->elements[0].node)->words;
        if (words && (words == sequence->vocabulary || words == sequence->labels)) return true;
    }
    return false;
}

/*
 * Weights over words that are attended to: their rows are queries, their columns keys. A
 * distribution over a vocabulary that no index runs over says which word comes out instead.
 */
static bool is_attention(const attn_run *run, const attn_panel *panel)
{
    if (panel->scale != ATTN_SCALE_WEIGHTS) return false;
    const attn_scope *scope = attn_run_scope(run);
    const attn_labels *labels = panel->value->col_labels;
    const attn_sequence *keys = labels ? attn_scope_sequence(scope, labels->name) : NULL;
    return !keys || attn_scope_is_indexed(scope, keys) || !is_vocabulary(run, keys);
}

/* "r, b over words · t = 1". */
static const char *plot_title(const attn_moment *moment, const attn_plot *plot, attn_arena *arena)
{
    attn_text title = {0};
    for (size_t i = 0; i < attn_plot_lines(plot); i++)
        attn_text_print(&title, "%s%s", i ? ", " : "", attn_plot_name(plot, i));
    if (*plot->across) attn_text_print(&title, " over %s", plot->across);
    for (size_t i = 0; i < moment->loop_count; i++) {
        const attn_loop_at *loop = &moment->loops[i];
        attn_text_print(&title, " · %s = %ld", loop->letter, loop->number);
        if (loop->word) attn_text_print(&title, ", %s", loop->word);
    }
    return keep(arena, &title);
}

static bool fill_chart(const attn_run *run, const attn_moment *moment, attn_arena *arena,
                       attn_panel *panel)
{
    const attn_plot *plot = attn_plot_of(attn_run_graph(run), moment, arena);
    if (!plot) return false;
    *panel = (attn_panel){.title = plot_title(moment, plot, arena),
                          .value = plot->columns,
                          .scale = ATTN_SCALE_SIGNED,
                          .plot = plot,
                          .row_labels = plot->columns->row_labels,
                          .col_labels = plot->columns->col_labels};
    return true;
}

static bool fill_panel(const attn_run *run, const attn_map *map, attn_arena *arena,
                       attn_panel *panel)
{
    if (map->plot) return fill_chart(run, map->plot, arena, panel);
    const attn_graph *graph = attn_run_graph(run);
    const attn_tensor *value = attn_value(graph, map->node);
    panel->title = panel_title(run, map, arena);
    panel->scale = scale_of(graph, map->node);
    panel->value = value;
    if (map->grid_rows > 0) {
        panel->value = in_grid(arena, map, value);
        return panel->value != NULL;
    }
    bool attention = is_attention(run, panel);
    panel->col_labels = value->col_labels;
    panel->col_role = role(arena, attention ? "key" : NULL, value->col_labels);
    if (value->rank != ATTN_MATRIX) return true;
    panel->row_labels = value->row_labels;
    panel->row_role = role(arena, attention ? "query" : NULL, value->row_labels);
    return true;
}

size_t attn_show_drawings(const attn_moment *moment, attn_map *maps)
{
    size_t count = 0;
    for (; count < moment->map_count; count++) maps[count] = moment->maps[count];
    if (moment->plot_count > 0) maps[count++] = (attn_map){.label = "", .plot = moment};
    return count;
}

bool attn_show_sheet(const attn_run *run, const attn_map *maps, size_t count, const char *title,
                     attn_arena *arena, attn_sheet_options *sheet)
{
    attn_panel *panels = attn_alloc(arena, count, sizeof *panels);
    if (!panels) return false;
    for (size_t i = 0; i < count; i++) {
        if (!fill_panel(run, &maps[i], arena, &panels[i])) return false;
    }
    *sheet = (attn_sheet_options){.title = title ? title : attn_lesson_title(attn_run_lesson(run)),
                                  .panel_count = count,
                                  .panels = panels};
    if (attn_run_untrained(run)) {
        sheet->subtitle = "untrained: these weights are drawn at random and mean nothing";
    }
    return attn_ok(attn_arena_status(arena));
}
