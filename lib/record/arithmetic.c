/*
 * arithmetic: one number written out as at the board. Each operation writes its own sign and terms;
 * here stands what they share: operands that no formula named are written out in their turn,
 * named ones are written as numbers, and long sums are shortened.
 */
#include <math.h>
#include <string.h>

#include "record/calculator.h"
#include "record/operation.h"

enum { DEEPEST = 4, MOST_TERMS = 8, FIRST_TERMS = 3, LEAST_DIGITS = 2, MOST_DIGITS = 7 };

static const char minus[] = "−";

struct attn_board {
    const attn_record *record;
    attn_text *out;
    int digits;
    bool significant; /* the digits of numbers below 1 are counted from the first that is not 0 */
    size_t depth;     /* operands inside operands */
    size_t sums;      /* sums of several terms that we are inside of */
};

void attn_write(attn_board *board, const char *text)
{
    attn_text_add(board->out, text);
}

void attn_write_number(attn_board *board, float value)
{
    if (board->significant && fabsf(value) < 1)
        attn_text_significant(board->out, value, board->digits);
    else
        attn_text_operand(board->out, value, board->digits);
}

void attn_stretched(const attn_work *work, size_t i, size_t *row, size_t *col)
{
    attn_rank rank = attn_operand(work, i)->rank;
    if (rank != ATTN_MATRIX) *row = 0;
    if (rank == ATTN_NUMBER) *col = 0;
}

/* ---- operands ---- */

static bool has_terms(const attn_work *work)
{
    return work->operation->is_sum && work->operation->is_sum(work);
}

/* A product of several terms is a sum to whom it stands beside. */
static attn_binding binding_of(const attn_work *work)
{
    attn_binding binding = work->operation->binding;
    return binding == ATTN_BINDS_PRODUCT && has_terms(work) ? ATTN_BINDS_SUM : binding;
}

/* To the operand that an operation only moved this element from; false if it did more. */
static bool move_back(const attn_record *record, attn_node *node, size_t *row, size_t *col)
{
    attn_work work = attn_work_of(record, *node);
    if (work.operation->source_reads && !attn_record_recompute_work(record, *node)) return false;
    size_t i = work.operation->source ? work.operation->source(&work, row, col) : ATTN_NO_SOURCE;
    if (i != ATTN_NO_SOURCE) *node = work.nodes[i];
    return i != ATTN_NO_SOURCE;
}

/* Follows operations that only move numbers, down to the first named node or past names. */
static attn_node follow(const attn_record *record, attn_node node, size_t *row, size_t *col,
                        bool past_names)
{
    while (past_names || !attn_node_name(record, node))
        if (!move_back(record, &node, row, col)) break;
    return node;
}

static void write_value(attn_board *board, attn_node node, size_t row, size_t col)
{
    const attn_tensor *value = attn_value(board->record, node);
    float number = value->data[row * value->cols + col];
    const char *word = value->words ? attn_word_of(value->words, number) : NULL;
    if (word)
        attn_write(board, word);
    else
        attn_write_number(board, number);
}

/* Whether an operand is written out, rather than as its number. */
static bool opens(const attn_board *board, const attn_work *work, attn_node node)
{
    if (attn_node_name(board->record, node) || !work->operation->write) return false;
    if (work->operation->binding == ATTN_BINDS_OPAQUE || board->depth >= DEEPEST) return false;
    return !(has_terms(work) && board->sums > 0);
}

void attn_write_operand(attn_board *board, const attn_work *work, size_t i, size_t row, size_t col,
                        attn_binding least)
{
    attn_stretched(work, i, &row, &col);
    attn_node node = follow(board->record, work->nodes[i], &row, &col, false);
    attn_work inner = attn_work_of(board->record, node);
    if (!attn_record_recompute_work(board->record, node)) {
        board->out->failed = true;
        return;
    }
    if (!opens(board, &inner, node)) {
        write_value(board, node, row, col);
        return;
    }
    bool bracket = binding_of(&inner) < least, sum = has_terms(&inner);
    board->depth++;
    board->sums += sum;
    attn_write(board, bracket ? "(" : "");
    inner.operation->write(board, &inner, row, col);
    attn_write(board, bracket ? ")" : "");
    board->sums -= sum;
    board->depth--;
}

void attn_write_inner(attn_board *board, const attn_work *work, size_t i, size_t row, size_t col,
                      attn_binding least)
{
    attn_text text = {0}, *out = board->out;
    board->out = &text;
    attn_write_operand(board, work, i, row, col, least);
    board->out = out;
    const char *written = attn_text_string(&text);
    bool negative = strncmp(written, minus, strlen(minus)) == 0;
    attn_write(board, negative ? "(" : "");
    attn_write(board, written);
    attn_write(board, negative ? ")" : "");
    out->failed |= text.failed;
    attn_text_free(&text);
}

/* ---- sums and lists ---- */

static void write_joined(attn_board *board, const attn_terms *terms, size_t k, const char *between)
{
    attn_text text = {0}, *out = board->out;
    board->out = &text;
    terms->write_term(board, terms, k);
    board->out = out;
    const char *written = attn_text_string(&text);
    bool negative = strncmp(written, minus, strlen(minus)) == 0;
    bool sum = strcmp(between, " + ") == 0;
    if (k > 0) attn_write(board, sum && negative ? " − " : between);
    attn_write(board, k > 0 && sum && negative ? written + strlen(minus) : written);
    out->failed |= text.failed;
    attn_text_free(&text);
}

static void write_terms(attn_board *board, const attn_terms *terms, size_t n, const char *between)
{
    size_t shown = n > MOST_TERMS ? FIRST_TERMS : n;
    for (size_t k = 0; k < shown; k++) write_joined(board, terms, k, between);
    if (shown == n) return;
    attn_text_print(board->out, "%s… %zu more …", between, n - FIRST_TERMS - 1);
    write_joined(board, terms, n - 1, between);
}

void attn_write_sum(attn_board *board, const attn_terms *terms, size_t n)
{
    write_terms(board, terms, n, " + ");
}

void attn_write_list(attn_board *board, const attn_terms *terms, size_t n)
{
    write_terms(board, terms, n, ", ");
}

/* ---- the whole ---- */

attn_origin attn_node_origin(const attn_record *record, attn_node node, size_t row, size_t col)
{
    attn_origin origin = {0};
    size_t recomputed = attn_record_recomputed(record);
    for (;;) {
        if (attn_node_name(record, node))
            origin = (attn_origin){.named = node, .row = row, .col = col};
        if (!move_back(record, &node, &row, &col)) break;
    }
    attn_record_forget(record, recomputed);
    origin.op = attn_node_op(record, node);
    return origin;
}

/* From the largest number of a row, or one that is picked of it, to the row. */
static bool back_to_row(const attn_record *record, attn_node *node, size_t *row, size_t *col)
{
    const attn_op op = attn_node_op(record, *node);
    const attn_node *operands;
    if (op != ATTN_OP_MAX && op != ATTN_OP_PICK) return false;
    attn_node_operands(record, *node, &operands);
    *node = operands[0];
    *row = attn_value(record, *node)->rank == ATTN_MATRIX ? *col : 0;
    *col = 0;
    return true;
}

/* Weights, or rows of them by their words. */
static bool has_weights(const attn_record *record, attn_node node)
{
    const attn_node *operands;
    if (attn_node_is_weights(record, node)) return true;
    return attn_node_op(record, node) == ATTN_OP_ROW &&
           attn_node_operands(record, node, &operands) > 0 &&
           attn_node_is_weights(record, operands[0]);
}

attn_node attn_node_weights_behind(const attn_record *record, attn_node node, size_t at,
                                   size_t *row)
{
    size_t recomputed = attn_record_recomputed(record), col = at;
    bool more = true;
    *row = 0;
    while (more && !has_weights(record, node))
        more = back_to_row(record, &node, row, &col) || move_back(record, &node, row, &col);
    attn_record_forget(record, recomputed);
    return more ? node : 0;
}

bool attn_node_masked(const attn_record *record, attn_node node, size_t row, size_t col,
                      bool *masked)
{
    node = follow(record, node, &row, &col, true);
    bool known = attn_record_recompute_work(record, node);
    *masked = false;
    if (known && attn_node_op(record, node) == ATTN_OP_SOFTMAX) {
        attn_work work = attn_work_of(record, node);
        float score = work.a->data[row * work.a->cols + col];
        *masked = isinf(score) && score < 0;
    }
    return known;
}

/* How the operands are written. */
typedef struct fineness {
    int digits;
    bool significant;
} fineness;

static void write_whole(const attn_work *work, size_t row, size_t col, fineness fine,
                        attn_text *out)
{
    attn_board board = {
        .record = work->record, .out = out, .digits = fine.digits, .significant = fine.significant};
    board.sums = has_terms(work);
    work->operation->write(&board, work, row, col);
}

/* A failure of memory in what is only tried goes to `out`, as one in what is written would. */
static bool print_alike(double x, float y, int digits, attn_text *out)
{
    attn_text one = {0}, other = {0};
    attn_text_fixed(&one, (float)x, digits);
    attn_text_fixed(&other, y, digits);
    bool alike = strcmp(attn_text_string(&one), attn_text_string(&other)) == 0;
    out->failed |= one.failed || other.failed;
    attn_text_free(&one);
    attn_text_free(&other);
    return alike;
}

/* Whether what was calculated, rounded either way where it lies halfway, is the true number. */
static bool rounds_to(double calculated, float value, int digits, attn_text *out)
{
    static const double rounding = 4e-7; /* of a few operations in float32 */
    if (fabs(calculated - (double)value) <= rounding * fabs((double)value)) return true;
    return print_alike(calculated * (1 - rounding), value, digits, out) &&
           print_alike(calculated * (1 + rounding), value, digits, out);
}

/*
 * Whether each line, calculated from operands written so, gives the value to `digits`; or cannot be
 * calculated.
 */
static bool comes_out(const attn_work *work, size_t row, size_t col, fineness fine, int digits,
                      attn_text *out)
{
    attn_text written = {0};
    write_whole(work, row, col, fine, &written);
    float value = work->result->data[row * work->result->cols + col];
    const char *line = attn_text_string(&written);
    bool right = true;
    while (right && line) {
        const char *end = strchr(line, '\n');
        attn_text one = {0};
        attn_text_add_bytes(&one, line, end ? (size_t)(end - line) : strlen(line));
        double calculated = attn_calculate(attn_text_string(&one));
        right = isnan(calculated) || rounds_to(calculated, value, digits, out);
        out->failed |= one.failed;
        attn_text_free(&one);
        line = end ? end + 1 : NULL;
    }
    out->failed |= written.failed;
    attn_text_free(&written);
    return right;
}

/* With the fewest digits from which the value comes out: decimals, or else significant ones. */
static void write_exact(const attn_work *work, size_t row, size_t col, int digits, attn_text *out)
{
    const fineness least = {digits > LEAST_DIGITS ? digits : LEAST_DIGITS, false};
    fineness fine = least;
    while (fine.digits <= MOST_DIGITS && !comes_out(work, row, col, fine, digits, out)) {
        fine.digits++;
        if (fine.digits > MOST_DIGITS && !fine.significant) fine = (fineness){least.digits, true};
    }
    write_whole(work, row, col, fine.digits <= MOST_DIGITS ? fine : least, out);
}

void attn_arithmetic(const attn_record *record, attn_node node, size_t row, size_t col, int digits,
                     attn_text *out)
{
    size_t recomputed = attn_record_recomputed(record);
    node = follow(record, node, &row, &col, true);
    attn_work work = attn_work_of(record, node);
    if (work.operation->write) {
        if (attn_record_recompute_work(record, node))
            write_exact(&work, row, col, digits, out);
        else
            out->failed = true;
    }
    attn_record_forget(record, recomputed);
}
