/*
 * worksheet_shown: takes apart what a lesson shows side by side. A table [F ; G] saves room in a
 * lesson; on a worksheet F and G are handed in, and a mistake is found in one of them.
 */
#include "document/worksheet.h"

#include <string.h>

#include "formula/syntax/parser.h"

bool attn_label_is_name(attn_arena *arena, const char *label)
{
    const attn_expr *expr = attn_parse_label(arena, label);
    return expr && expr->kind == ATTN_EXPR_NAME;
}

/* How many values stand side by side or below each other, if each of them has a name; else 0. */
static size_t parts_of(const attn_record *record, const attn_made *made, attn_arena *arena,
                       const attn_node **parts)
{
    attn_op op = attn_node_op(record, made->node);
    if (op != ATTN_OP_JOIN && op != ATTN_OP_STACK) return 0;
    if (attn_label_is_name(arena, made->label)) return 0;
    size_t count = attn_node_operands(record, made->node, parts);
    for (size_t i = 0; i < count; i++) {
        const char *name = attn_node_name(record, (*parts)[i]);
        if (!name || !attn_label_is_name(arena, name)) return 0;
    }
    return count;
}

static bool open_one(attn_made **all, size_t *count, const attn_record *record,
                     const attn_made *made, attn_arena *arena)
{
    const attn_node *parts;
    size_t part_count = parts_of(record, made, arena, &parts);
    bool done = part_count || attn_append(arena, all, count, made, sizeof *made);
    for (size_t i = 0; done && i < part_count; i++) {
        attn_made part = {.label = attn_node_name(record, parts[i]),
                          .node = parts[i],
                          .statement = made->statement};
        done = attn_append(arena, all, count, &part, sizeof part);
    }
    return done;
}

bool attn_shown_open(attn_shown *shown, const attn_record *record, const attn_moment *moment,
                     attn_arena *arena)
{
    attn_made *all = NULL;
    size_t count = 0;
    for (size_t i = 0; i < moment->shown_count; i++)
        if (!open_one(&all, &count, record, &moment->shown[i], arena)) return false;
    *shown = (attn_shown){count, all, attn_alloc(arena, count + 1, sizeof(bool))};
    return shown->asks;
}

/* ---- headings of loops ---- */

static bool is_word(const attn_tensor *value, const char *word)
{
    const attn_labels *words = value->words;
    for (size_t i = 0; words && i < attn_tensor_size(value); i++) {
        float place = value->data[i];
        if (place >= 1 && place <= (float)words->count &&
            strcmp(words->words[(size_t)place - 1], word) == 0)
            return true;
    }
    return false;
}

static bool asks_word(const attn_shown *shown, const attn_record *record, const char *word)
{
    for (size_t i = 0; i < shown->count; i++)
        if (shown->asks[i] && is_word(attn_value(record, shown->made[i].node), word)) return true;
    return false;
}

const attn_loop_at *attn_shown_heading(const attn_shown *shown, const attn_moment *moments,
                                       size_t count, const attn_record *record, attn_arena *arena)
{
    const attn_loop_at *at = &moments[0].loops[moments[0].loop_count - 1];
    for (size_t i = 0; at->word && i < count && (i == 0 || !moments[i].loop_start); i++) {
        if (!asks_word(&shown[i], record, at->word)) continue;
        attn_loop_at *plain = attn_copy(arena, at, 1, sizeof *plain);
        if (plain) plain->word = NULL;
        return plain ? plain : at;
    }
    return at;
}
