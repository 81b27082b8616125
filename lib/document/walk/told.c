/*
 * told: what a page says once.
 */
#include "document/walk/told.h"

#include <string.h>

#include "formula/print/typeset.h"

#define STAY "\u00A0" /* a space at which no line breaks */

struct attn_told {
    const attn_run *run;
    const attn_record *record;
    attn_arena *arena;
    size_t family_count;
    const attn_family **families;
    bool *shown;    /* of each family */
    size_t *family; /* of each node: the place of the family that it was given for, from 1; or 0 */
    bool *made;     /* of each node: a formula of the lesson made it */
    bool *seen;     /* of each node: it was gone through, or shown */
};

/* ---- given values ---- */

static size_t count_families(const attn_run *run)
{
    size_t count = 0;
    while (attn_scope_family(attn_run_scope(run), count)) count++;
    return count;
}

/* Words are read above the page or on its axes, and are no numbers to follow. */
static void note_family(attn_told *told, const attn_family *family)
{
    told->families[told->family_count++] = family;
    for (size_t i = 0; i < family->element_count && family->statement; i++)
        told->made[family->elements[i].node] = true;
    if (family->statement) told->made[family->whole] = true;
    for (size_t i = 0; i < family->element_count && !family->after; i++) {
        const attn_element *element = &family->elements[i];
        if (attn_element_given(told->record, family, element) &&
            !attn_shape_of(told->record, element->node)->words)
            told->family[element->node] = told->family_count;
    }
}

/* What a formula makes by copying a given value is its own. */
static void note_made(attn_told *told)
{
    const attn_outcome *outcome = attn_run_outcome(told->run);
    for (size_t i = 0; i < outcome->moment_count; i++)
        for (size_t k = 0; k < outcome->moments[i].made_count; k++) {
            told->made[outcome->moments[i].made[k].node] = true;
            told->family[outcome->moments[i].made[k].node] = 0;
        }
}

attn_told *attn_told_new(const attn_run *run, attn_arena *arena)
{
    attn_told *told = attn_alloc(arena, 1, sizeof *told);
    const attn_record *record = attn_run_record(run);
    size_t families = count_families(run), nodes = attn_record_operations(record) + 1;
    if (!told) return NULL;
    *told = (attn_told){.run = run,
                        .record = record,
                        .arena = arena,
                        .families = attn_alloc(arena, families + 1, sizeof *told->families),
                        .shown = attn_alloc(arena, families + 1, sizeof *told->shown),
                        .family = attn_alloc(arena, nodes, sizeof *told->family),
                        .made = attn_alloc(arena, nodes, sizeof *told->made),
                        .seen = attn_alloc(arena, nodes, sizeof *told->seen)};
    if (!told->families || !told->shown || !told->family || !told->made || !told->seen) return NULL;
    for (size_t i = 0; i < families; i++)
        note_family(told, attn_scope_family(attn_run_scope(run), i));
    note_made(told);
    return told;
}

/* The family of a given value, from 1, found below copies and stacks of it; 0: none. */
static size_t given_family(const attn_told *told, attn_node node)
{
    const attn_node *operands;
    while (told->family[node] == 0) {
        attn_op op = attn_node_op(told->record, node);
        bool moved = op == ATTN_OP_COPY || op == ATTN_OP_STACK;
        if (!moved || !attn_node_operands(told->record, node, &operands)) return 0;
        node = operands[0];
    }
    return told->family[node];
}

bool attn_told_is_given(const attn_told *told, attn_node node)
{
    return told->family[node] != 0;
}

/* Whoever reads the page has seen this value. */
static void tell_value(attn_told *told, attn_node node)
{
    size_t family = given_family(told, node);
    if (family) told->shown[family - 1] = true;
}

typedef struct search {
    attn_told *told;
    size_t count;
    attn_node *open; /* to be gone through */
    size_t *found;   /* places of families, from 1 */
    size_t found_count;
} search;

static bool open_node(search *s, attn_node node)
{
    attn_told *told = s->told;
    if (told->seen[node]) return true;
    told->seen[node] = true;
    return attn_append(told->arena, &s->open, &s->count, &node, sizeof node);
}

/* In the order of the lesson, whatever order the operations read them in. */
static bool take_family(search *s, size_t family)
{
    attn_told *told = s->told;
    size_t at = s->found_count;
    if (told->shown[family - 1]) return true;
    told->shown[family - 1] = true;
    if (!attn_append(told->arena, &s->found, &s->found_count, &family, sizeof *s->found))
        return false;
    for (; at > 0 && s->found[at - 1] > family; at--) s->found[at] = s->found[at - 1];
    s->found[at] = family;
    return true;
}

/* What a value was made of, through the functions that were called, up to other values that
 * formulas made; of a stack, which a formula made one by one, each is gone through. */
static bool go_through(search *s)
{
    const attn_record *record = s->told->record;
    while (s->count) {
        const attn_node *operands, node = s->open[--s->count];
        size_t count = attn_node_operands(record, node, &operands);
        bool stack = attn_node_op(record, node) == ATTN_OP_STACK;
        for (size_t i = 0; i < count; i++) {
            size_t family = given_family(s->told, operands[i]);
            bool made = !stack && s->told->made[operands[i]];
            if (family ? !take_family(s, family) : !made && !open_node(s, operands[i]))
                return false;
        }
    }
    return true;
}

bool attn_told_given(attn_told *told, const attn_moment *moment, const attn_family ***given,
                     size_t *count)
{
    search s = {.told = told};
    for (size_t i = 0; i < moment->shown_count; i++) tell_value(told, moment->shown[i].node);
    for (size_t i = 0; i < moment->column_count; i++) tell_value(told, moment->columns[i].node);
    for (size_t i = 0; i < moment->plot_count; i++) tell_value(told, moment->plot[i].node);
    for (size_t i = 0; i < moment->made_count; i++)
        if (!open_node(&s, moment->made[i].node) || !go_through(&s)) return false;
    *count = s.found_count;
    *given = attn_alloc(told->arena, s.found_count + 1, sizeof **given);
    for (size_t i = 0; *given && i < s.found_count; i++)
        (*given)[i] = told->families[s.found[i] - 1];
    return *given != NULL;
}

/* ---- turns of a loop ---- */

const attn_moment *attn_turn_before(const attn_run *run, const attn_moment *moment,
                                    const attn_filter *filter)
{
    const attn_moment *first = attn_run_outcome(run)->moments, *before = moment;
    if (moment->loop_count == 0) return NULL;
    while (before > first && before[-1].step == moment->step) {
        before--;
        if (before->of == moment->of) return attn_filter_has_moment(filter, before) ? before : NULL;
    }
    return NULL;
}

bool attn_same_words(const attn_moment *a, const attn_moment *b)
{
    bool same = a->piece_count == b->piece_count;
    for (size_t i = 0; same && i < a->piece_count; i++) {
        const attn_piece *one = &a->pieces[i], *other = &b->pieces[i];
        same = one->kind == other->kind && strcmp(one->text, other->text) == 0;
    }
    return same;
}

/* ---- large values ---- */

enum { BY_HAND = 40, IN_A_MAP = 100, FEW = 4 };
static const char some_name[] = "NAME"; /* asks for one of many */

bool attn_is_large(const attn_tensor *value, bool mapped)
{
    return attn_tensor_size(value) > (mapped ? IN_A_MAP : BY_HAND);
}

bool attn_are_many(size_t values, size_t numbers)
{
    return values > 1 && numbers > (values > FEW ? BY_HAND : IN_A_MAP);
}

struct attn_large_name {
    const char *name; /* its own; of several values that of their family */
    const char *family;
    size_t values, sides[2];
    attn_rank rank;
};

/* Of the same family and shape; or NULL. */
static struct attn_large_name *find_name(const attn_large *large, const struct attn_large_name *is)
{
    for (size_t i = 0; i < large->count; i++) {
        struct attn_large_name *item = &large->items[i];
        if (strcmp(item->family, is->family) == 0 && item->rank == is->rank &&
            memcmp(item->sides, is->sides, sizeof is->sides) == 0)
            return item;
    }
    return NULL;
}

bool attn_large_add(attn_large *large, const char *label, const attn_tensor *value,
                    attn_arena *arena)
{
    attn_text family = {0}, name = {0};
    attn_name_plain(label, false, &family);
    attn_name_plain(label, true, &name);
    struct attn_large_name item = {.name = attn_keep_text(arena, &name),
                                   .family = attn_keep_text(arena, &family),
                                   .values = 1,
                                   .sides = {value->rows, value->cols},
                                   .rank = value->rank};
    if (!item.name || !item.family) return false;
    struct attn_large_name *there = find_name(large, &item);
    if (!there) return attn_append(arena, &large->items, &large->count, &item, sizeof item) != NULL;
    there->values++;
    there->name = there->family;
    return true;
}

static void add_shape(const struct attn_large_name *item, attn_text *text)
{
    if (item->values > 1) attn_text_print(text, "%zu" STAY "of" STAY, item->values);
    if (item->rank == ATTN_MATRIX) attn_text_print(text, "%zu" STAY "×" STAY, item->sides[0]);
    attn_text_print(text, "%zu", item->sides[1]);
}

/* The first item of its name; values of one family may have several shapes. */
static bool is_first(const attn_large *large, size_t i)
{
    for (size_t k = 0; k < i; k++)
        if (strcmp(large->items[k].name, large->items[i].name) == 0) return false;
    return true;
}

/* " (2 of 64 × 128, 2 of 128 × 64)", all shapes of the name of item i. */
static void add_shapes(const attn_large *large, size_t i, attn_text *text)
{
    attn_text_add(text, STAY "(");
    for (size_t k = i; k < large->count; k++) {
        if (strcmp(large->items[k].name, large->items[i].name) != 0) continue;
        attn_text_add(text, k > i ? "," STAY : "");
        add_shape(&large->items[k], text);
    }
    attn_text_add(text, ")");
}

/* " W_1,A", which asks for them; of many only how one is asked for. */
static void add_names(const attn_large *large, attn_text *asked)
{
    const size_t begin = asked->length;
    size_t count = 0;
    for (size_t i = 0; i < large->count; i++)
        if (is_first(large, i))
            attn_text_print(asked, "%s%s", count++ ? "," : "", large->items[i].name);
    if (count <= FEW) return;
    asked->length = begin;
    attn_text_add(asked, some_name);
}

void attn_say_large(const attn_large *large, const char *ask, attn_line *line)
{
    attn_text asked = {0};
    for (size_t i = 0; i < large->count; i++) {
        attn_text shapes = {0};
        if (!is_first(large, i)) continue;
        attn_line_words(line, i ? ", " : "");
        attn_line_label(line, large->items[i].name);
        add_shapes(large, i, &shapes);
        attn_line_take(line, &shapes);
    }
    if (!ask) return;
    attn_text_print(&asked, ": shown with %s" STAY, ask);
    add_names(large, &asked);
    attn_line_take(line, &asked);
}
