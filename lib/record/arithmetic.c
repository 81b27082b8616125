/*
 * arithmetic: one number written out as at the board. Each operation writes its own sign and terms;
 * here stands what they share: operands that no formula named are written out in their turn,
 * named ones are written as numbers, and long sums are shortened.
 */
#include <math.h>
#include <string.h>

#include "record/operation.h"

enum { DEEPEST = 4, MOST_TERMS = 8, FIRST_TERMS = 3, LEAST_DIGITS = 2, MOST_DIGITS = 7 };

/* ---- parts ---- */

static attn_calculation *part_of(attn_board *board, attn_calculation_kind kind, const char *text)
{
    attn_calculation *part = attn_alloc(board->arena, 1, sizeof *part);
    if (part) *part = (attn_calculation){.kind = kind, .text = text};
    return part;
}

attn_calculation *attn_write_number(attn_board *board, float value)
{
    attn_calculation *number = part_of(board, ATTN_CALCULATION_NUMBER, NULL);
    if (number) number->number = value;
    return number;
}

attn_calculation *attn_write_words(attn_board *board, const char *words)
{
    return words ? part_of(board, ATTN_CALCULATION_WORDS, words) : NULL;
}

attn_calculation *attn_write_one(attn_board *board, attn_calculation_kind kind,
                                 attn_calculation *part)
{
    attn_calculation *whole = part_of(board, kind, NULL);
    if (whole) whole->first = part;
    return part ? whole : NULL;
}

attn_calculation *attn_write_two(attn_board *board, attn_calculation_kind kind,
                                 attn_calculation *left, attn_calculation *right)
{
    if (left) left->next = right;
    return right ? attn_write_one(board, kind, left) : NULL;
}

attn_calculation *attn_write_in_group(attn_board *board, attn_calculation_kind kind,
                                      attn_calculation *part)
{
    return attn_write_one(board, kind, attn_write_one(board, ATTN_CALCULATION_GROUP, part));
}

attn_calculation *attn_write_phrase(attn_board *board, const char *before, attn_calculation *part,
                                    const char *after)
{
    attn_calculation *phrase = part_of(board, ATTN_CALCULATION_PHRASE, NULL);
    attn_write_add(board, phrase, attn_write_words(board, before));
    attn_write_add(board, phrase, part);
    attn_write_add(board, phrase, attn_write_words(board, after));
    return phrase;
}

attn_calculation *attn_write_function(attn_board *board, const char *function, attn_calculation *x)
{
    attn_calculation *call = attn_write_one(board, ATTN_CALCULATION_CALL, x);
    if (call) call->text = function;
    return call;
}

/* The number, or the NEGATIVE, whose sign is the first thing that is written; or NULL. */
static attn_calculation *sign_of(attn_calculation *part)
{
    while (part && (part->kind == ATTN_CALCULATION_PRODUCT ||
                    part->kind == ATTN_CALCULATION_QUOTIENT || part->kind == ATTN_CALCULATION_SUM))
        part = part->first;
    bool negative = part && (part->kind == ATTN_CALCULATION_NEGATIVE ||
                             (part->kind == ATTN_CALCULATION_NUMBER && part->number < 0));
    return negative ? part : NULL;
}

/* −(x·y) for (−x)·y: its first sign stands before the whole term. */
static attn_calculation *with_sign_before(attn_board *board, attn_calculation *term)
{
    attn_calculation *sign = sign_of(term), *next = sign ? sign->next : NULL;
    if (!sign) return term;
    if (sign->kind == ATTN_CALCULATION_NUMBER)
        sign->number = -sign->number;
    else
        *sign = *sign->first;
    sign->next = next;
    return attn_write_one(board, ATTN_CALCULATION_NEGATIVE, term);
}

void attn_write_add(attn_board *board, attn_calculation *whole, attn_calculation *part)
{
    if (!whole || !part) return;
    bool sum = whole->kind == ATTN_CALCULATION_SUM;
    if (sum && part->kind == ATTN_CALCULATION_SUM) {
        for (attn_calculation *term = part->first, *next; term; term = next) {
            next = term->next;
            term->next = NULL;
            attn_write_add(board, whole, term);
        }
        return;
    }
    attn_calculation **end = &whole->first;
    if (sum && whole->first) part = with_sign_before(board, part);
    while (*end) end = &(*end)->next;
    *end = part;
}

attn_calculation *attn_write_difference(attn_board *board, attn_calculation *x, float y)
{
    attn_calculation *sum = part_of(board, ATTN_CALCULATION_SUM, NULL),
                     *taken = attn_write_number(board, fabsf(y));
    attn_write_add(board, sum, x);
    attn_write_add(board, sum,
                   y < 0 ? taken : attn_write_one(board, ATTN_CALCULATION_NEGATIVE, taken));
    return sum;
}

attn_cell attn_stretched(const attn_work *work, size_t i, attn_cell at)
{
    attn_rank rank = attn_operand(work, i)->rank;
    return (attn_cell){rank == ATTN_MATRIX ? at.row : 0, rank == ATTN_NUMBER ? 0 : at.col};
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
static bool move_back(const attn_record *record, attn_node *node, attn_cell *at)
{
    attn_work work = attn_work_of(record, *node);
    const attn_operation *operation = work.operation;
    if (!operation->moved || (operation->moved_reads && !attn_record_recompute_work(record, *node)))
        return false;
    attn_moved run = operation->moved(&work, at->row * work.result->cols + at->col);
    if (run.operand == ATTN_NO_OPERAND) return false;
    size_t cols = attn_operand(&work, run.operand)->cols;
    *node = work.nodes[run.operand];
    *at = (attn_cell){run.from / cols, run.from % cols};
    return true;
}

/* Follows operations that only move numbers, down to the first named node or past names. */
static attn_node follow(const attn_record *record, attn_node node, attn_cell *at, bool past_names)
{
    while (past_names || !attn_node_name(record, node))
        if (!move_back(record, &node, at)) break;
    return node;
}

static attn_calculation *write_value(attn_board *board, attn_node node, attn_cell at)
{
    const attn_tensor *value = attn_value(board->record, node);
    float number = value->data[at.row * value->cols + at.col];
    const char *word = value->words ? attn_word_of(value->words, number) : NULL;
    attn_calculation *made =
        word ? attn_write_words(board, word) : attn_write_number(board, number);
    if (!made) return NULL;
    made->node = node;
    made->row = at.row;
    made->col = at.col;
    return made;
}

/* Whether an operand is written out, rather than as its number. */
static bool opens(const attn_board *board, const attn_work *work, attn_node node)
{
    if (attn_node_name(board->record, node) || !work->operation->write) return false;
    if (work->operation->binding == ATTN_BINDS_OPAQUE || board->depth >= DEEPEST) return false;
    return !(has_terms(work) && board->sums > 0);
}

attn_calculation *attn_write_operand(attn_board *board, const attn_work *work, size_t i,
                                     attn_cell at, attn_binding least)
{
    at = attn_stretched(work, i, at);
    attn_node node = follow(board->record, work->nodes[i], &at, false);
    attn_work inner = attn_work_of(board->record, node);
    if (!attn_record_recompute_work(board->record, node)) {
        attn_no_memory(attn_arena_status(board->arena), "writing out the arithmetic");
        return NULL;
    }
    if (!opens(board, &inner, node)) return write_value(board, node, at);
    bool sum = has_terms(&inner);
    board->depth++;
    board->sums += sum;
    attn_calculation *made = inner.operation->write(board, &inner, at);
    board->sums -= sum;
    board->depth--;
    return binding_of(&inner) < least ? attn_write_one(board, ATTN_CALCULATION_GROUP, made) : made;
}

attn_calculation *attn_write_inner(attn_board *board, const attn_work *work, size_t i, attn_cell at,
                                   attn_binding least)
{
    attn_calculation *made = attn_write_operand(board, work, i, at, least);
    return sign_of(made) ? attn_write_one(board, ATTN_CALCULATION_GROUP, made) : made;
}

attn_calculation *attn_write_operator(attn_board *board, const attn_work *work, attn_cell at)
{
    const attn_operation *operation = work->operation;
    attn_calculation *whole = part_of(board, operation->kind, attn_operation_title(operation));
    for (size_t i = 0; i < work->count; i++) {
        bool is_unsigned = operation->unsigned_parts & 1u << i;
        attn_write_add(board, whole,
                       (is_unsigned ? attn_write_inner : attn_write_operand)(
                           board, work, i, at, operation->tightness[i]));
    }
    return attn_ok(attn_arena_status(board->arena)) ? whole : NULL;
}

/* ---- sums and lists ---- */

static attn_calculation *write_terms(attn_board *board, attn_calculation *whole,
                                     const attn_terms *terms, size_t n)
{
    size_t shown = n > MOST_TERMS ? FIRST_TERMS : n;
    for (size_t k = 0; k < shown; k++)
        attn_write_add(board, whole, terms->write_term(board, terms, k));
    if (shown == n) return whole;
    attn_calculation *more = part_of(board, ATTN_CALCULATION_MORE, NULL);
    if (more) more->left_out = n - FIRST_TERMS - 1;
    attn_write_add(board, whole, more);
    attn_write_add(board, whole, terms->write_term(board, terms, n - 1));
    return whole;
}

attn_calculation *attn_write_sum(attn_board *board, const attn_terms *terms, size_t n)
{
    return write_terms(board, part_of(board, ATTN_CALCULATION_SUM, NULL), terms, n);
}

attn_calculation *attn_write_call(attn_board *board, const char *function, const attn_terms *terms,
                                  size_t n)
{
    return write_terms(board, part_of(board, ATTN_CALCULATION_CALL, function), terms, n);
}

/* ---- where a number comes from ---- */

attn_origin attn_node_origin(const attn_record *record, attn_node node, size_t row, size_t col)
{
    attn_origin origin = {0};
    attn_cell at = {row, col};
    size_t recomputed = attn_record_recomputed(record);
    do {
        if (attn_node_name(record, node))
            origin = (attn_origin){.named = node, .row = at.row, .col = at.col};
    } while (move_back(record, &node, &at));
    attn_record_forget(record, recomputed);
    origin.op = attn_node_op(record, node);
    return origin;
}

/* From the largest number of a row, or one that is picked of it, to the row. */
static bool back_to_row(const attn_record *record, attn_node *node, attn_cell *at)
{
    const attn_work work = attn_work_of(record, *node);
    const attn_op op = attn_node_op(record, *node);
    if (op != ATTN_OP_MAX && op != ATTN_OP_PICK) return false;
    *node = work.nodes[0];
    *at = (attn_cell){work.a->rank == ATTN_MATRIX ? at->col : 0, 0};
    return true;
}

attn_node attn_node_weights_behind(const attn_record *record, attn_node node, size_t at,
                                   size_t *row)
{
    size_t recomputed = attn_record_recomputed(record);
    attn_cell place = {0, at};
    bool more = true;
    while (more && !attn_node_is_weights(record, node))
        more = back_to_row(record, &node, &place) || move_back(record, &node, &place);
    attn_record_forget(record, recomputed);
    *row = place.row;
    return more ? node : 0;
}

bool attn_node_masked(const attn_record *record, attn_node node, size_t row, size_t col,
                      bool *masked)
{
    attn_cell at = {row, col};
    node = follow(record, node, &at, true);
    bool known = attn_record_recompute_work(record, node);
    *masked = false;
    if (known && attn_node_op(record, node) == ATTN_OP_SOFTMAX) {
        const attn_tensor *scores = attn_work_of(record, node).a;
        float score = scores->data[at.row * scores->cols + at.col];
        *masked = isinf(score) && score < 0;
    }
    return known;
}

/* ---- digits ---- */

/* A failure of memory in what is only tried goes to the arena, as one in what is written would. */
static bool print_alike(double x, float y, int digits, attn_arena *arena)
{
    attn_text one = {0}, other = {0};
    attn_text_fixed(&one, (float)x, digits);
    attn_text_fixed(&other, y, digits);
    bool alike = strcmp(attn_text_string(&one), attn_text_string(&other)) == 0;
    if (one.failed || other.failed)
        attn_no_memory(attn_arena_status(arena), "writing out the arithmetic");
    attn_text_free(&one);
    attn_text_free(&other);
    return alike;
}

/* Whether what was calculated, rounded either way where it lies halfway, is the true number. */
static bool rounds_to(double calculated, float value, int digits, attn_arena *arena)
{
    static const double rounding = 4e-7; /* of a few operations in float32 */
    if (fabs(calculated - (double)value) <= rounding * fabs((double)value)) return true;
    return print_alike(calculated * (1 - rounding), value, digits, arena) &&
           print_alike(calculated * (1 + rounding), value, digits, arena);
}

/* Whether each line, from operands so fine, gives the value to `digits`; or cannot be calculated.
 */
static bool comes_out(const attn_calculation *lines, attn_fineness fine, float value, int digits,
                      attn_arena *arena)
{
    bool right = true;
    for (; lines && right; lines = lines->next) {
        double calculated = attn_calculate(lines, fine, attn_arena_status(arena));
        right = isnan(calculated) || rounds_to(calculated, value, digits, arena);
    }
    return right;
}

/* The fewest digits from which the value comes out: decimals, or else significant ones. */
static attn_fineness fewest_digits(const attn_calculation *lines, float value, int digits,
                                   attn_arena *arena)
{
    const attn_fineness least = {digits > LEAST_DIGITS ? digits : LEAST_DIGITS, false};
    attn_fineness fine = least;
    while (fine.digits <= MOST_DIGITS && !comes_out(lines, fine, value, digits, arena)) {
        fine.digits++;
        if (fine.digits > MOST_DIGITS && !fine.significant)
            fine = (attn_fineness){least.digits, true};
    }
    return fine.digits <= MOST_DIGITS ? fine : least;
}

/* Gives each number its digits. */
static void write_digits(attn_calculation *part, attn_fineness fine, attn_arena *arena)
{
    for (; part; part = part->next) {
        attn_text digits = {0};
        write_digits(part->first, fine, arena);
        if (part->kind != ATTN_CALCULATION_NUMBER) continue;
        attn_text_add(&digits, part->number < 0 ? "−" : "");
        attn_write_digits(fine, fabsf(part->number), &digits);
        part->text = attn_keep_text(arena, &digits);
    }
}

/* ---- the whole ---- */

static const attn_calculation *write_lines(const attn_work *work, attn_cell at, int digits,
                                           attn_arena *arena)
{
    attn_board board = {.record = work->record, .arena = arena, .sums = has_terms(work)};
    attn_calculation *lines = work->operation->write(&board, work, at);
    if (!attn_ok(attn_arena_status(arena))) return NULL;
    float value = work->result->data[at.row * work->result->cols + at.col];
    write_digits(lines, fewest_digits(lines, value, digits, arena), arena);
    return attn_ok(attn_arena_status(arena)) ? lines : NULL;
}

const attn_calculation *attn_arithmetic(const attn_record *record, attn_node node, size_t row,
                                        size_t col, int digits, attn_arena *arena)
{
    const attn_calculation *lines = NULL;
    attn_cell at = {row, col};
    size_t recomputed = attn_record_recomputed(record);
    node = follow(record, node, &at, true);
    attn_work work = attn_work_of(record, node);
    if (work.operation->write && attn_record_recompute_work(record, node))
        lines = write_lines(&work, at, digits, arena);
    else if (work.operation->write)
        attn_no_memory(attn_arena_status(arena), "writing out the arithmetic");
    attn_record_forget(record, recomputed);
    return lines;
}
