/*
 * prose: what a step says, with the values that a run puts in.
 */
#include <math.h>

#include "lesson/program/running.h"
#include "tensor/rounding.h"

/* Whether number i of a value is a part of a whole: not below 0, not above 1, and no weight of a
 * row that does not sum to 1. */
static bool is_share(const attn_record *record, attn_node node, size_t i)
{
    size_t row;
    double number = (double)attn_value(record, node)->data[i], sum = 0;
    attn_node behind = attn_node_weights_behind(record, node, i, &row);
    const attn_tensor *weights = behind ? attn_value(record, behind) : NULL;
    if (!(number >= -ATTN_NEAR_ONE && number <= 1 + ATTN_NEAR_ONE)) return false;
    if (!weights || !weights->data) return true;
    for (size_t k = 0; k < weights->cols; k++)
        sum += (double)weights->data[row * weights->cols + k];
    return fabs(sum - 1) <= ATTN_NEAR_ONE;
}

static void add_number(const attn_record *record, attn_node node, size_t i, int decimals,
                       bool percent, attn_text *out)
{
    const attn_tensor *value = attn_value(record, node);
    float number = value->data[i];
    bool token = value->words && number >= 1 && number <= (float)value->words->count;
    const char *label = value->rank == ATTN_VECTOR && value->words && value->col_labels &&
                                i < value->col_labels->count
                            ? value->col_labels->words[i]
                            : NULL;
    if (token)
        attn_text_add(out, label && !value->col_labels->plain
                               ? label
                               : value->words->words[(size_t)number - 1]);
    else if (percent && is_share(record, node, i)) {
        attn_text_fixed(out, 100 * number, 0);
        attn_text_add(out, "\u00A0%"); /* the two stay on one line */
    } else if (decimals >= 0)
        attn_text_fixed(out, number, decimals);
    else
        attn_text_short(out, number, 4);
}

/* A value as words: its token, its number, its list of numbers; percent: in per cent, where they
 * are parts of a whole. */
static void add_value(const attn_record *record, attn_node node, int decimals, bool percent,
                      attn_text *out)
{
    const attn_tensor *value = attn_value(record, node);
    char shape[48];
    if (value->rank == ATTN_MATRIX || value->cols > 64) {
        attn_text_print(out, "[%s]", attn_tensor_shape(value, shape));
        return;
    }
    if (value->rank == ATTN_VECTOR) attn_text_add(out, "[");
    for (size_t i = 0; i < value->cols; i++) {
        if (i) attn_text_add(out, ", ");
        add_number(record, node, i, decimals, percent, out);
    }
    if (value->rank == ATTN_VECTOR) attn_text_add(out, "]");
}

static const char *value_text(attn_run *run, const prose_piece *piece, attn_node *node)
{
    *node = attn_eval(run->scope, piece->line);
    if (!*node) return NULL;
    attn_text text = {0};
    add_value(run->record, *node, piece->decimals, piece->percent, &text);
    return attn_keep_text(run->arena, &text);
}

attn_piece *attn_prose_fill(attn_run *run, const prose *text, size_t *count)
{
    attn_piece *pieces = attn_alloc(run->arena, text->count + 1, sizeof *pieces);
    if (!pieces) return NULL;
    for (size_t i = 0; i < text->count; i++) {
        const prose_piece *from = &text->pieces[i];
        pieces[i] = (attn_piece){.kind = from->kind, .text = from->text};
        if (from->kind == ATTN_PIECE_FORMULA && from->line) {
            bool statement = from->line->target_count > 0 || from->line->result_count > 1;
            pieces[i].statement = statement ? from->line : NULL;
            pieces[i].expr = statement ? NULL : from->line->results[0];
        }
        if (from->kind == ATTN_PIECE_VALUE &&
            !(pieces[i].text = value_text(run, from, &pieces[i].node)))
            return NULL;
    }
    *count = text->count;
    return pieces;
}
