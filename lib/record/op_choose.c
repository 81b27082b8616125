/*
 * Operations that choose by a place or a word: row, pick, one_hot, sample, known, mask.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "record/operation.h"

/* ---- places ---- */

/* Whether y chooses on an axis by its word: both must have words, and not the very same ones. */
static bool by_word(const attn_tensor *y, const attn_labels *axis)
{
    return y->words && axis && y->words->words != axis->words && !y->words->plain && !axis->plain;
}

/*
 * The place, from 0, that token chooses among n with these words. Failures name the operation and
 * what there is n of ("row: there is no row 4: the matrix has 3").
 */
static bool place_of(const attn_work *work, float token, const attn_labels *axis, size_t n,
                     const char *what, size_t *place)
{
    attn_status *status = attn_record_status(work->record);
    const char *title = attn_operation_title(work->operation);
    if (by_word(work->b, axis)) {
        const char *word = attn_word_of(work->b->words, token);
        *place = word ? attn_record_place(work->record, axis, word) : 0;
        if (*place > 0 && *place <= n) return (*place)--, true;
        return attn_fail(status, ATTN_INPUT, "%s: no %s is named '%s'", title, what,
                         word ? word : "");
    }
    if (token != floorf(token)) {
        return attn_fail(status, ATTN_INPUT, "%s: %g is not a whole number, so it names no %s",
                         title, (double)token, what);
    }
    if (!(token >= 1 && (double)token <= (double)n)) {
        return attn_fail(status, ATTN_INPUT, "%s: there is no %s %.0f, only 1 to %zu", title, what,
                         (double)token, n);
    }
    *place = (size_t)token - 1;
    return true;
}

/* The words of the axis are looked through once, and each token is looked up. */
static void count_lookups(attn_work *work, const attn_labels *axis)
{
    size_t tokens = attn_tensor_size(work->b) * work->b->batch;
    if (by_word(work->b, axis))
        work->multiply_adds = attn_product64(tokens + axis->count, ATTN_COST_NUMBER);
}

/* ---- row(M, y): y a number or a vector ---- */

/* The words that tokens stand for, as labels; those of one example, and only if all are there. */
static bool words_as_labels(attn_work *work, const attn_tensor *y, const attn_labels **made)
{
    if (!y->words || y->batch > 1) return true;
    for (size_t i = 0; i < y->cols; i++) {
        if (!attn_word_of(y->words, y->data[i])) return true;
    }
    attn_arena *arena = attn_record_arena(work->record);
    attn_labels *labels = attn_alloc(arena, 1, sizeof *labels);
    const char **words = attn_alloc(arena, y->cols, sizeof *words);
    if (!labels || !words) return false;
    for (size_t i = 0; i < y->cols; i++) words[i] = attn_word_of(y->words, y->data[i]);
    *labels = (attn_labels){
        .name = y->words->name, .count = y->cols, .words = words, .plain = y->words->plain};
    *made = labels;
    return true;
}

static bool shape_of_row(attn_work *work)
{
    const attn_tensor *M = work->a, *y = work->b;
    const attn_labels *rows = y->col_labels;
    count_lookups(work, M->row_labels);
    if (y->rank == ATTN_NUMBER) return attn_shape_vector(work, M->cols, M->col_labels);
    if (!rows && !words_as_labels(work, y, &rows)) return false;
    return attn_shape_matrix(work, y->cols, rows, M->cols, M->col_labels);
}

static bool row_place(const attn_work *work, float token, size_t *place)
{
    return place_of(work, token, work->a->row_labels, work->a->rows, "row", place);
}

static bool row_reads_stored(const attn_work *work, size_t i)
{
    (void)work;
    return i == 0;
}

static bool forward_row(const attn_work *work)
{
    const float *y = attn_numbers(work, 1);
    const attn_matrix M = attn_is_stored(work, 0)
                              ? attn_as_stored(work, 0)
                              : attn_matrix_of(attn_numbers(work, 0), work->a->rows, work->a->cols);
    float *rows = attn_result(work);
    size_t n = work->a->cols, place = 0;
    for (size_t i = 0; i < work->b->cols; i++) {
        if (!row_place(work, y[i], &place)) return false;
        attn_kernel_lay_out(attn_part_of(M, place, 0, 1, n), rows + i * n);
    }
    return true;
}

static void backward_row(const attn_work *work)
{
    const float *y = attn_numbers(work, 1), *g = attn_upstream(work);
    float *into = attn_into(work, 0);
    size_t n = work->a->cols, place = 0;
    for (size_t i = 0; i < work->b->cols && into; i++) {
        if (!row_place(work, y[i], &place)) return;
        for (size_t j = 0; j < n; j++) into[place * n + j] += g[i * n + j];
    }
}

/* "WHAT 'le'" or "WHAT 2", and " of E" where the operand has a name. */
static attn_calculation *write_choice(attn_board *board, const attn_work *work, float token,
                                      const char *what)
{
    attn_arena *arena = board->arena;
    const char *word = work->b->words ? attn_word_of(work->b->words, token) : NULL;
    const char *name = attn_node_name(work->record, work->nodes[0]);
    return attn_write_phrase(
        board, word ? attn_print(arena, "%s '%s'", what, word) : attn_print(arena, "%s ", what),
        word ? NULL : attn_write_number(board, token),
        name ? attn_print(arena, " of %s", name) : NULL);
}

static attn_calculation *write_row(attn_board *board, const attn_work *work, attn_cell at)
{
    float token = work->b->data[work->b->rank == ATTN_VECTOR ? at.row : 0];
    attn_calculation *choice = write_choice(board, work, token, "row");
    attn_write_add(board, choice, attn_write_words(board, ", column "));
    attn_write_add(board, choice, attn_write_number(board, (float)(at.col + 1)));
    return choice;
}

/* ---- pick(p, y), pick(P, y): y one number for each row of P ---- */

static bool shape_of_pick(attn_work *work)
{
    const attn_tensor *p = work->a, *y = work->b;
    bool one = p->rank == ATTN_VECTOR && y->rank == ATTN_NUMBER;
    bool by_row = p->rank == ATTN_MATRIX && y->rank == ATTN_VECTOR && y->cols == p->rows;
    count_lookups(work, p->col_labels);
    if (!one && !by_row) return attn_fail_shapes(work, work->operation->needs, "");
    return one ? attn_shape_number(work)
               : attn_shape_vector(work, p->rows, p->row_labels ? p->row_labels : y->col_labels);
}

static bool pick_place(const attn_work *work, float token, size_t *place)
{
    return place_of(work, token, work->a->col_labels, work->a->cols, "place", place);
}

static bool forward_pick(const attn_work *work)
{
    const float *P = attn_numbers(work, 0), *y = attn_numbers(work, 1);
    float *picked = attn_result(work);
    size_t place = 0;
    for (size_t i = 0; i < work->a->rows; i++) {
        if (!pick_place(work, y[i], &place)) return false;
        picked[i] = P[i * work->a->cols + place];
    }
    return true;
}

static void backward_pick(const attn_work *work)
{
    const float *y = attn_numbers(work, 1), *g = attn_upstream(work);
    float *into = attn_into(work, 0);
    size_t place = 0;
    for (size_t i = 0; i < work->a->rows && into; i++) {
        if (!pick_place(work, y[i], &place)) return;
        into[i * work->a->cols + place] += g[i];
    }
}

static attn_calculation *write_pick(attn_board *board, const attn_work *work, attn_cell at)
{
    return write_choice(board, work, work->b->data[at.col], "place");
}

/* ---- one_hot(y, n) ---- */

static bool shape_of_one_hot(attn_work *work)
{
    const attn_tensor *y = work->a, *n = work->b;
    const float most = 16777216; /* 2²⁴: up to there float32 has every whole number */
    if (n->batch > 1) return attn_fail_shapes(work, work->operation->needs, "");
    float length = *n->data;
    if (!(length >= 1 && length <= most && length == floorf(length))) {
        return attn_fail(attn_record_status(work->record), ATTN_INPUT,
                         "one_hot: %g is not a number of places", (double)length);
    }
    size_t cols = (size_t)length;
    const attn_labels *words = y->words && y->words->count == cols ? y->words : NULL;
    return y->rank == ATTN_NUMBER ? attn_shape_vector(work, cols, words)
                                  : attn_shape_matrix(work, y->cols, y->col_labels, cols, words);
}

static bool forward_one_hot(const attn_work *work)
{
    const float *y = attn_numbers(work, 0);
    float *ones = attn_result(work);
    size_t n = work->result->cols, place = 0;
    memset(ones, 0, attn_tensor_size(work->result) * sizeof *ones);
    for (size_t i = 0; i < work->a->cols; i++) {
        if (!place_of(work, y[i], NULL, n, "place", &place)) return false;
        ones[i * n + place] = 1;
    }
    return true;
}

static attn_calculation *write_one_hot(attn_board *board, const attn_work *work, attn_cell at)
{
    float place = work->a->data[work->a->rank == ATTN_VECTOR ? at.row : 0];
    return attn_write_phrase(board, "1 at place ", attn_write_number(board, place), ", else 0");
}

/* ---- sample(p, u): the first place where the running sum of p passes u ---- */

static bool shape_of_sample(attn_work *work)
{
    const attn_tensor *p = work->a, *u = work->b;
    work->multiply_adds = attn_product64(attn_product64(p->cols, u->cols),
                                         attn_product64(work->result->batch, ATTN_COST_NUMBER));
    work->result->words = p->col_labels;
    return u->rank == ATTN_NUMBER ? attn_shape_number(work)
                                  : attn_shape_vector(work, u->cols, u->col_labels);
}

/* From 1. Where rounding leaves the whole sum short of u, the last place that has a share. */
static size_t drawn_place(const float *p, size_t n, float u)
{
    double sum = 0;
    size_t last = 0;
    for (size_t i = 0; i < n; i++) {
        sum += (double)p[i];
        if (p[i] > 0) last = i + 1;
        if (sum > (double)u) return i + 1;
    }
    return last;
}

static bool forward_sample(const attn_work *work)
{
    attn_status *status = attn_record_status(work->record);
    const float *p = attn_numbers(work, 0), *u = attn_numbers(work, 1);
    float *drawn = attn_result(work);
    for (size_t i = 0; i < work->b->cols; i++) {
        if (!(u[i] >= 0 && u[i] < 1)) {
            return attn_fail(status, ATTN_INPUT,
                             "sample: a draw lies from 0 to below 1, but this one is %g",
                             (double)u[i]);
        }
        drawn[i] = (float)drawn_place(p, work->a->cols, u[i]);
        if (drawn[i] == 0) {
            return attn_fail(status, ATTN_INPUT, "sample: every share is 0");
        }
    }
    return true;
}

static attn_calculation *write_sample(attn_board *board, const attn_work *work, attn_cell at)
{
    return attn_write_phrase(board, "the first place where the running sum passes ",
                             attn_write_number(board, work->b->data[at.col]), NULL);
}

/*
 * ---- known(s): 1 where the reader's spelling, or it in lower case, is in the vocabulary ----
 *
 * The axis has the spelling. Of a batch it has numbers, as each example has words of its own: there
 * a token says it, by not being the one that stands for unknown words.
 */

static bool shape_of_known(attn_work *work)
{
    const attn_tensor *s = work->a;
    if (!s->words) return attn_fail_shapes(work, work->operation->needs, "");
    work->multiply_adds =
        attn_product64(attn_product64(s->cols, s->batch) + s->words->count, ATTN_COST_NUMBER);
    return attn_shape_vector(work, s->cols, s->col_labels);
}

static bool is_known(const attn_work *work, const char *spelling, bool *known)
{
    const attn_labels *vocabulary = work->a->words;
    size_t place = attn_record_place(work->record, vocabulary, spelling);
    *known = place > 0 && place != vocabulary->unknown;
    if (place > 0) return true;
    attn_text lower = {0};
    attn_text_add_lower(&lower, spelling, strlen(spelling));
    bool made = !lower.failed;
    if (made) *known = attn_record_place(work->record, vocabulary, attn_text_string(&lower)) > 0;
    attn_text_free(&lower);
    return made || attn_no_memory(attn_record_status(work->record), "looking up a word");
}

static bool forward_known(const attn_work *work)
{
    const attn_tensor *s = work->a;
    const float *tokens = attn_numbers(work, 0);
    float *y = attn_result(work);
    for (size_t i = 0; i < s->cols; i++) {
        const attn_labels *axis = s->col_labels;
        bool known = attn_word_of(s->words, tokens[i]) && tokens[i] != (float)s->words->unknown;
        bool spelled = axis && !axis->plain && i < axis->count;
        if (spelled && !is_known(work, axis->words[i], &known)) return false;
        y[i] = known;
    }
    return true;
}

static attn_calculation *write_known(attn_board *board, const attn_work *work, attn_cell at)
{
    const attn_labels *spelling = work->a->col_labels;
    return attn_write_words(board, attn_print(board->arena, "'%s' is %sin the vocabulary",
                                              spelling ? spelling->words[at.col] : "this word",
                                              work->result->data[at.col] != 0 ? "" : "not "));
}

/* ---- mask(S): −∞ above the diagonal; mask(S, M): −∞ where M is 0 ---- */

static bool shape_of_mask(attn_work *work)
{
    work->result->masked = true;
    return attn_shape_like_first(work);
}

static bool shape_of_mask_by(attn_work *work)
{
    const attn_tensor *S = work->a, *M = work->b;
    work->result->masked = true;
    bool same = S->rank == M->rank && S->rows == M->rows && S->cols == M->cols;
    bool each_row = S->rank == ATTN_MATRIX && M->rank == ATTN_VECTOR && S->cols == M->cols;
    return same || each_row ? attn_shape_elementwise(work)
                            : attn_fail_shapes(work, work->operation->needs, "");
}

/* mask(S): a query (row) does not see keys (columns) that come after it. */
static bool sees(const attn_work *work, const float *M, size_t i, size_t j)
{
    if (!M) return j <= i;
    return M[work->b->rank == ATTN_VECTOR ? j : i * work->b->cols + j] != 0;
}

/* Numbers of a row that are all seen, or all not. */
static attn_moved moved_by_mask(const attn_work *work, size_t place)
{
    const float *M = work->b ? attn_numbers(work, 1) : NULL;
    size_t cols = work->a->cols, i = place / cols, from = place % cols, to = from + 1;
    bool seen = sees(work, M, i, from);
    while (to < cols && sees(work, M, i, to) == seen) to++;
    return (attn_moved){.operand = seen ? 0 : ATTN_NO_OPERAND, .from = place, .count = to - from};
}

/* A mask that is added, of 0 and −10000, would hide what it shows and show what it hides. */
static bool forward_mask(const attn_work *work)
{
    const float *M = work->b ? attn_numbers(work, 1) : NULL;
    const attn_tensor *mask = work->b;
    char row[24] = "";
    for (size_t i = 0; M && i < attn_tensor_size(mask); i++) {
        if (M[i] == 0 || M[i] == 1) continue;
        if (mask->rank == ATTN_MATRIX) snprintf(row, sizeof row, "%zu,", i / mask->cols + 1);
        return attn_fail(attn_record_status(work->record), ATTN_INPUT,
                         "mask: M is %g at [%s%zu]: mask(S, M) takes 1 where a key is seen and 0 "
                         "where it is not; write a mask of 0 and −10000 or −∞ as S + M",
                         (double)M[i], row, i % mask->cols + 1);
    }
    return attn_move_forward(work);
}

static attn_calculation *write_mask(attn_board *board, const attn_work *work, attn_cell at)
{
    (void)work, (void)at;
    return attn_write_words(board, "masked: −∞");
}

const attn_operation attn_operations_choose[ATTN_OP_COUNT] = {
    [ATTN_OP_ROW] = {.function = "row",
                     .grows = ATTN_GROWS_MOVED,
                     .by_words = true,
                     .least = 2,
                     .most = 2,
                     .ranks = {ATTN_MATRICES, ATTN_NUMBERS | ATTN_VECTORS},
                     .needs = "needs a matrix, and a number or a vector of places",
                     .shape = shape_of_row,
                     .forward = forward_row,
                     .reads_stored = row_reads_stored,
                     .backward = backward_row,
                     .keeps_weights = 1,
                     .unread = ATTN_PART_LEFT | ATTN_PART_VALUE,
                     .write = write_row},
    [ATTN_OP_PICK] =
        {.function = "pick",
         .grows = ATTN_GROWS_MOVED,
         .by_words = true,
         .least = 2,
         .most = 2,
         .needs =
             "needs a vector and a number, or a matrix and a vector with one number for each row",
         .shape = shape_of_pick,
         .forward = forward_pick,
         .backward = backward_pick,
         .unread = ATTN_PART_LEFT | ATTN_PART_VALUE,
         .write = write_pick},
    [ATTN_OP_ONE_HOT] = {.function = "one_hot",
                         .grows = ATTN_GROWS_MOVED,
                         .least = 2,
                         .most = 2,
                         .ranks = {ATTN_NUMBERS | ATTN_VECTORS, ATTN_NUMBERS},
                         .needs = "needs a number or a vector of places, and their number",
                         .shape = shape_of_one_hot,
                         .forward = forward_one_hot,
                         .unmasks = true,
                         .write = write_one_hot},
    [ATTN_OP_SAMPLE] = {.function = "sample",
                        .least = 2,
                        .most = 2,
                        .ranks = {ATTN_VECTORS, ATTN_NUMBERS | ATTN_VECTORS},
                        .needs = "needs a vector of shares, and a number or a vector of draws",
                        .shape = shape_of_sample,
                        .forward = forward_sample,
                        .unmasks = true,
                        .write = write_sample},
    [ATTN_OP_KNOWN] = {.function = "known",
                       .grows = ATTN_GROWS_MOVED,
                       .by_words = true,
                       .least = 1,
                       .most = 1,
                       .ranks = {ATTN_VECTORS},
                       .needs = "needs a sequence of words",
                       .shape = shape_of_known,
                       .forward = forward_known,
                       .unmasks = true,
                       .write = write_known},
    [ATTN_OP_MASK] = {.function = "mask",
                      .grows = ATTN_GROWS_MOVED,
                      .least = 1,
                      .most = 1,
                      .ranks = {ATTN_MATRICES},
                      .needs = "needs a matrix of scores",
                      .shape = shape_of_mask,
                      .forward = forward_mask,
                      .backward = attn_move_back,
                      .unread = ATTN_PART_LEFT | ATTN_PART_VALUE,
                      .write = write_mask,
                      .moved = moved_by_mask,
                      .moved_reads = true},
    [ATTN_OP_MASK_BY] =
        {.function = "mask",
         .grows = ATTN_GROWS_EACH,
         .least = 2,
         .most = 2,
         .ranks = {ATTN_ROWS},
         .needs = "needs a mask with the shape of the scores, or a vector for each of their rows",
         .shape = shape_of_mask_by,
         .forward = forward_mask,
         .backward = attn_move_back,
         .unread = ATTN_PART_LEFT | ATTN_PART_VALUE,
         .write = write_mask,
         .moved = moved_by_mask,
         .moved_reads = true},
};
