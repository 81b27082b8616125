/*
 * arithmetic: one number of the record written as a person writes it on the board.
 *
 * Each operation writes itself (op_*.c); what is here decides where a number stands instead of its
 * own arithmetic, where parentheses are needed, and how a sum is shortened.
 */
#include <string.h>

#include "graph/operation.h"

enum {
    most_depth = 4,    /* operations opened inside one another */
    most_terms = 8,    /* a longer sum is shortened */
    first_terms = 3    /* of a shortened sum; and the last one */
};

static const char minus[] = "−";
enum { minus_bytes = sizeof minus - 1 };

struct attn_board {
    attn_text *out;
    int digits;
    size_t depth;
    size_t sums; /* inside the terms of so many sums */
};

void attn_write(attn_board *board, const char *text)
{
    attn_text_add(board->out, text);
}

void attn_write_number(attn_board *board, float value)
{
    attn_text_short(board->out, value, board->digits);
}

/* ---- where a number comes from ---- */

/* One element: a node and a place in it. */
typedef struct element {
    attn_work work;
    size_t row, col;
} element;

static element element_of(const attn_graph *graph, attn_node node, size_t row, size_t col)
{
    return (element){attn_work_of(graph, node), row, col};
}

/*
 * Follows an element through operations that only move it (a row, a stack, another name) to the one
 * that made it; with stop_at_names no further than the first node that has one.
 */
static element origin(element here, bool stop_at_names)
{
    while (here.work.operation->source) {
        if (stop_at_names && attn_node_name(here.work.graph, here.work.here)) break;
        size_t i = here.work.operation->source(&here.work, &here.row, &here.col);
        if (i == ATTN_NO_SOURCE) break;
        here = element_of(here.work.graph, here.work.nodes[i], here.row, here.col);
    }
    return here;
}

static float number_at(const element *here)
{
    return here->work.result->data[here->row * here->work.result->cols + here->col];
}

void attn_stretched(const attn_work *work, size_t i, size_t *row, size_t *col)
{
    const attn_tensor *x = attn_operand(work, i);
    if (x->rank == ATTN_NUMBER) *col = 0;
    if (x->rank != ATTN_MATRIX) *row = 0;
}

/* ---- operands ---- */

static bool stays_closed(const attn_board *board, const element *here)
{
    const attn_operation *operation = here->work.operation;
    return attn_node_name(here->work.graph, here->work.here) || !operation->write ||
           operation->binding == ATTN_BINDS_OPAQUE || board->depth >= most_depth ||
           (board->sums > 0 && operation->is_sum && operation->is_sum(&here->work));
}

static bool starts_with_minus(const char *text)
{
    return strncmp(text, minus, minus_bytes) == 0;
}

/* Writes the operand by itself, returns how tightly it holds together. */
static attn_binding write_alone(attn_board *board, const element *here)
{
    if (stays_closed(board, here)) {
        attn_write_number(board, number_at(here));
        return ATTN_BINDS_ATOM;
    }
    board->depth++;
    here->work.operation->write(board, &here->work, here->row, here->col);
    board->depth--;
    return here->work.operation->binding;
}

static void write_operand(attn_board *board, const attn_work *work, size_t i, size_t row,
                          size_t col, attn_binding least, bool minus_allowed)
{
    attn_text own = {0}, *out = board->out;
    attn_stretched(work, i, &row, &col);
    element here = origin(element_of(work->graph, work->nodes[i], row, col), true);
    board->out = &own;
    attn_binding binding = write_alone(board, &here);
    board->out = out;
    bool signed_inside = !minus_allowed && starts_with_minus(attn_text_string(&own));
    bool parentheses = binding < least || signed_inside;
    attn_text_add(out, parentheses ? "(" : "");
    attn_text_add(out, attn_text_string(&own));
    attn_text_add(out, parentheses ? ")" : "");
    out->failed = out->failed || own.failed;
    attn_text_free(&own);
}

void attn_write_operand(attn_board *board, const attn_work *work, size_t i, size_t row, size_t col,
                        attn_binding least)
{
    write_operand(board, work, i, row, col, least, true);
}

void attn_write_inner(attn_board *board, const attn_work *work, size_t i, size_t row, size_t col,
                      attn_binding least)
{
    write_operand(board, work, i, row, col, least, false);
}

/* ---- sums and lists ---- */

/* A term that starts with a minus is taken away instead of added. */
static void write_term(attn_board *board, const attn_terms *terms, size_t k)
{
    attn_text own = {0}, *out = board->out;
    board->out = &own;
    terms->write_term(board, terms, k);
    board->out = out;
    const char *term = attn_text_string(&own);
    bool taken_away = k > 0 && starts_with_minus(term);
    if (k > 0) attn_text_add(out, taken_away ? " − " : " + ");
    attn_text_add(out, term + (taken_away ? minus_bytes : 0));
    out->failed = out->failed || own.failed;
    attn_text_free(&own);
}

/* The next k after this one: a long row of terms leaves out all between the first ones and the last. */
static size_t next_term(size_t k, size_t n)
{
    return n > most_terms && k + 1 == first_terms ? n - 1 : k + 1;
}

void attn_write_sum(attn_board *board, const attn_terms *terms, size_t n)
{
    board->sums += !terms->may_open_sums;
    for (size_t k = 0, next; k < n; k = next) {
        next = next_term(k, n);
        write_term(board, terms, k);
        if (next > k + 1) attn_text_print(board->out, " + … %zu more …", next - k - 1);
    }
    board->sums -= !terms->may_open_sums;
}

void attn_write_list(attn_board *board, const attn_terms *terms, size_t n)
{
    board->sums++;
    for (size_t k = 0, next; k < n; k = next) {
        next = next_term(k, n);
        if (k > 0) attn_write(board, ", ");
        terms->write_term(board, terms, k);
        if (next > k + 1) attn_text_print(board->out, ", … %zu more …", next - k - 1);
    }
    board->sums--;
}

void attn_arithmetic(const attn_graph *graph, attn_node node, size_t row, size_t col, int digits,
                     attn_text *out)
{
    attn_board board = {.out = out, .digits = digits};
    if (!node) return;
    element made = origin(element_of(graph, node, row, col), false);
    if (made.work.operation->write) {
        made.work.operation->write(&board, &made.work, made.row, made.col);
    }
}
