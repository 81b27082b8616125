/*
 * flow_boxes: what stands in the boxes of a diagram: what a value is, its shape, its numbers.
 */
#include <string.h>

#include "document/document.h"
#include "document/flow/building.h"
#include "formula/print/typeset.h"
#include "lesson/builtin/glossary.h"
#include "lesson/builtin/library.h"

enum { MOST_MAPS_IN_BOX = 4 };

typedef struct filling {
    builder *b;
    const attn_glossary *glossary; /* NULL: the lesson is not of the library */
    attn_map *maps;
    size_t map_count;
} filling;

/* ---- what it is ---- */

/* "queries" of "queries: what asks, a row for each place that looks". */
static const char *begin(const builder *b, const char *text)
{
    return attn_copy_text(b->arena, text, strcspn(text, ":;,("));
}

/* Whether it is this very name that is meant. A term of the glossary says nothing of what a loop
 * makes of its first value. */
static bool is_named(const attn_found *found, const char *key, bool made_anew)
{
    if (made_anew && !found->name_count) return false;
    if (found->name_count) return strcmp(found->names[0]->name, key) == 0;
    for (size_t i = 0; found->term_count && i < found->terms[0]->name_count; i++)
        if (strcmp(found->terms[0]->names[i], key) == 0) return true;
    return false;
}

/* What the glossary says of a name in this lesson; or nothing, where it knows only what it comes
 * from: X_post is not X. */
static const char *words_of(const filling *f, const char *key, bool made_anew)
{
    attn_found found = {0};
    const char *lesson = attn_lesson_name(attn_run_lesson(f->b->run));
    if (!f->glossary || !attn_glossary_find(f->glossary, key, lesson, f->b->arena, &found) ||
        !is_named(&found, key, made_anew))
        return "";
    const char *words =
        begin(f->b, found.name_count ? found.names[0]->meaning : found.terms[0]->title);
    return words ? words : "";
}

/* ---- its numbers ---- */

static const attn_tensor *value_of(const filling *f, attn_node node)
{
    return attn_value(attn_run_record(f->b->run), node);
}

/* Words that stand in a value as places in a vocabulary. */
static const attn_labels *written_words(const filling *f, const attn_tensor *value, const char *key)
{
    const attn_sequence *sequence = attn_scope_sequence(f->b->scope, key);
    if (sequence) return attn_scope_sequence_here(f->b->scope, sequence)->labels;
    const size_t count = attn_tensor_size(value);
    attn_labels *labels = attn_alloc(f->b->arena, 1, sizeof *labels);
    const char **words = attn_alloc(f->b->arena, count, sizeof *words);
    for (size_t i = 0; words && i < count; i++) {
        size_t place = (size_t)value->data[i];
        words[i] = place >= 1 && place <= value->words->count ? value->words->words[place - 1] : "";
    }
    if (labels) *labels = (attn_labels){.name = "", .count = count, .words = words};
    return labels && words ? labels : NULL;
}

static const char *shape_of(const filling *f, const attn_tensor *value, size_t count)
{
    const char *one = value->rank == ATTN_NUMBER ? ""
                      : value->rank == ATTN_VECTOR
                          ? attn_print(f->b->arena, "%zu", value->cols)
                          : attn_print(f->b->arena, "%zu×%zu", value->rows, value->cols);
    if (count > 1 && one) return attn_print(f->b->arena, *one ? "%zu·%s" : "%zu", count, one);
    return one ? one : "";
}

static void add_maps(filling *f, attn_flow_node *node, const attn_made *made, size_t count)
{
    node->panel = f->map_count;
    node->map_count = count;
    for (size_t i = 0; i < count && i < MOST_MAPS_IN_BOX; i++) {
        attn_map map = {.label = made[i].label, .node = made[i].node};
        attn_append(f->b->arena, &f->maps, &f->map_count, &map, sizeof map);
    }
    node->panel_count = f->map_count - node->panel;
}

static bool fill_value(filling *f, attn_flow_node *node, const char *question, const char *key)
{
    attn_made *made = NULL;
    size_t count = 0;
    if (!attn_run_ask(f->b->run, question, &made, &count)) return false;
    if (count == 0) return true;
    const attn_tensor *value = value_of(f, made[0].node);
    node->shape = shape_of(f, value, count);
    if (value->words)
        node->written = written_words(f, value, key);
    else
        add_maps(f, node, made, count);
    return true;
}

/* Beside the shape of several maps there is no room for "A_{l,j}". */
static void shorten(const filling *f, attn_flow_node *node, const char *key)
{
    enum { MOST_SYMBOL = 3 };
    attn_text text = {0};
    if (node->map_count < 2 || attn_text_width(node->text, strlen(node->text)) <= MOST_SYMBOL)
        return;
    attn_typeset_word(key, &text);
    const char *symbol = attn_keep_text(f->b->arena, &text);
    if (symbol) node->text = symbol;
}

/* A value within a function that the run cannot be asked for has no numbers in its box. */
static bool forgive(const filling *f)
{
    attn_status *status = attn_arena_status(f->b->arena);
    if (status->code != ATTN_INPUT) return false;
    attn_status_clear(status);
    return true;
}

static bool fill_box(filling *f, size_t i)
{
    attn_flow_node *node = &f->b->flow->nodes[i];
    const flow_box_of *box = &f->b->boxes[i];
    if (node->kind != ATTN_FLOW_BOX) return true;
    if (box->value == NONE) {
        node->words = box->words ? box->words : "";
        return !box->question || fill_value(f, node, box->question, node->text) || forgive(f);
    }
    const flow_value *value = &f->b->values[box->value];
    bool made_anew = value->line != NONE && f->b->lines[value->line].opens;
    node->words = words_of(f, value->key, made_anew);
    if (!fill_value(f, node, value->label, value->key)) return false;
    shorten(f, node, value->key);
    return true;
}

/* ---- the way of a word ---- */

static bool has_word(const attn_labels *labels, const char *word)
{
    for (size_t i = 0; labels && i < labels->count; i++)
        if (strcmp(labels->words[i], word) == 0) return true;
    return false;
}

static bool is_with(const attn_flow_node *node, const attn_sheet_options *sheet, const char *word)
{
    bool found = has_word(node->written, word);
    for (size_t i = 0; i < node->panel_count; i++) {
        const attn_tensor *value = sheet->panels[node->panel + i].value;
        found = found || has_word(value->row_labels, word) || has_word(value->col_labels, word);
    }
    return found;
}

/* Marks what is reached from marked boxes over operations alone, along the arrows or against them.
 */
static void reach(const attn_flow *flow, bool along, bool *reached)
{
    for (size_t i = 0; i < flow->node_count; i++) reached[i] = flow->nodes[i].followed;
    for (bool more = true; more;) {
        more = false;
        for (size_t i = 0; i < flow->edge_count; i++) {
            size_t from = along ? flow->edges[i].from : flow->edges[i].to;
            size_t to = along ? flow->edges[i].to : flow->edges[i].from;
            if (!reached[from] || reached[to] || flow->nodes[to].kind == ATTN_FLOW_BOX) continue;
            reached[to] = more = true;
        }
    }
}

static void mark_way(const builder *b)
{
    attn_flow *flow = b->flow;
    bool *before = attn_alloc(b->arena, flow->node_count + 1, sizeof *before);
    bool *behind = attn_alloc(b->arena, flow->node_count + 1, sizeof *behind);
    if (!before || !behind) return;
    reach(flow, true, before);
    reach(flow, false, behind);
    for (size_t i = 0; i < flow->node_count; i++) flow->nodes[i].followed = before[i] && behind[i];
    for (size_t i = 0; i < flow->edge_count; i++) {
        attn_flow_edge *edge = &flow->edges[i];
        edge->followed = flow->nodes[edge->from].followed && flow->nodes[edge->to].followed;
    }
}

/* The words of the diagram: "The, dog, runs". */
static void add_words(const attn_labels *labels, attn_text *list)
{
    for (size_t i = 0; labels && !labels->plain && i < labels->count && list->length < 200; i++) {
        if (strstr(attn_text_string(list), labels->words[i])) continue;
        attn_text_print(list, "%s%s", list->length ? ", " : "", labels->words[i]);
    }
}

static bool fail_word(const builder *b, const attn_sheet_options *sheet, const char *word)
{
    attn_text list = {0};
    for (size_t i = 0; i < sheet->panel_count; i++) {
        add_words(sheet->panels[i].value->row_labels, &list);
        add_words(sheet->panels[i].value->col_labels, &list);
    }
    attn_fail(attn_arena_status(b->arena), ATTN_USAGE,
              "no box of this diagram has the word '%s': it has %s", word,
              list.length ? attn_text_string(&list) : "no words");
    attn_text_free(&list);
    return false;
}

static bool follow(const builder *b, const attn_sheet_options *sheet, const char *word)
{
    bool any = false;
    for (size_t i = 0; i < b->flow->node_count; i++) {
        attn_flow_node *node = &b->flow->nodes[i];
        node->followed = node->kind == ATTN_FLOW_BOX && is_with(node, sheet, word);
        any = any || node->followed;
    }
    if (!any) return fail_word(b, sheet, word);
    b->flow->follow = word;
    mark_way(b);
    return true;
}

/* ---- the whole ---- */

static const char *note_of(const builder *b)
{
    bool back = false;
    for (size_t i = 0; i < b->flow->edge_count; i++) back = back || b->flow->edges[i].back;
    return back ? "Each box has its own colours: brown below 0, blue above. A dashed arrow passes "
                  "a value to the next turn."
                : "Each box has its own colours: brown below 0, blue above.";
}

bool attn_flow_fill(builder *b, const attn_flow_asked *asked, attn_sheet_options *sheet)
{
    filling f = {.b = b};
    const attn_lesson *lesson = attn_run_lesson(b->run);
    const bool known = !attn_lesson_file_at(lesson, 0) && attn_builtin_file_of("glossary.json");
    if (known) f.glossary = attn_glossary_read(b->arena);
    for (size_t i = 0; i < b->flow->node_count; i++)
        if (!fill_box(&f, i)) return false;
    if (!attn_show_sheet(b->run, f.maps, f.map_count, NULL, b->arena, sheet)) return false;
    sheet->note = note_of(b);
    attn_diagram *diagram = attn_alloc(b->arena, 1, sizeof *diagram);
    if (!diagram) return false;
    *diagram = (attn_diagram){attn_flow_place, b->flow};
    sheet->diagram = diagram;
    return !asked->follow || follow(b, sheet, asked->follow);
}
