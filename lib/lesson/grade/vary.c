/*
 * vary: other numbers for a lesson, as a worksheet has them: drawn from its seed, and drawn anew
 * until they are fit to be calculated with by hand.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/random.h"
#include "lesson/program/running.h"

bool attn_lesson_varies(const attn_lesson *lesson)
{
    for (size_t i = 0; i < lesson->given_count; i++)
        if (lesson->givens[i].vary.parts) return true;
    return false;
}

/* ---- drawing ---- */

bool attn_vary_draw(attn_run *run, const variation *vary, const char *seed_name, float *numbers,
                    size_t count)
{
    /* by the name of what is drawn neighbouring seeds have nothing in common */
    const attn_varied *varied = run->options->varied;
    const char *name = attn_print(run->arena, "%s, worksheet %llu, draw %u", seed_name,
                                  (unsigned long long)varied->seed, varied->draw);
    if (!name) return false;
    attn_random random = attn_random_named(name, 0);
    double places = (double)(vary->high - vary->low + 1);
    for (size_t i = 0; i < count; i++) {
        long k = vary->low + (long)((double)attn_random_uniform(&random) * places);
        bool stays = vary->keep_zeros && numbers[i] == 0;
        if (!stays) numbers[i] = (float)((double)k / (double)vary->parts);
    }
    return true;
}

/* ---- what is no good ---- */

/* The work of all draws together. */
#define MOST_SPENT (UINT64_C(1) << 37)

/* A softmax is no good whose largest weight is above the first, or nowhere further than the second
 * from its least. */
static const float one_place = 0.95F, all_alike = 0.1F;
static const float readable = 100; /* two digits before the point */
/* What is chosen as the largest is no good if the next one is nearer: a reader sees two that are.
 */
static const float apart = 0.01F;

typedef struct search {
    attn_run *run;
    attn_arena *arena;
    const char *why; /* the draw is no good; NULL: it is */
} search;

static bool reject(search *s, const char *why)
{
    s->why = why ? why : "";
    return false;
}

static bool is_zero(const float *row, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (row[i] != 0) return false;
    return true;
}

/* Rows of one width, none like another; of several zeros one says as much as two. */
static bool check_rows(search *s, const char *name, const float *const *rows, size_t count,
                       size_t width, bool may_be_zero)
{
    for (size_t i = 0; i < count; i++) {
        bool zero = is_zero(rows[i], width);
        if (zero && !may_be_zero)
            return reject(s, attn_print(s->arena, "row %zu of %s is all 0", i + 1, name));
        for (size_t k = 0; k < i && !zero && width > 1; k++)
            if (memcmp(rows[i], rows[k], width * sizeof(float)) == 0)
                return reject(s, attn_print(s->arena, "rows %zu and %zu of %s are alike", k + 1,
                                            i + 1, name));
    }
    return true;
}

static bool check_matrix(search *s, const char *name, const attn_tensor *value, bool may_be_zero)
{
    const float **rows = attn_alloc(s->arena, value->rows, sizeof *rows);
    for (size_t i = 0; rows && i < value->rows; i++) rows[i] = value->data + i * value->cols;
    return rows && check_rows(s, name, rows, value->rows, value->cols, may_be_zero);
}

/* Vectors h_1 … h_n, of one width, are rows of a matrix. */
static bool check_drawn(search *s, const given *g)
{
    const attn_family *family = attn_scope_find(s->run->scope, attn_name_label(&g->name));
    if (!g->vary.parts || !family) return true;
    const float **vectors = attn_alloc(s->arena, family->element_count, sizeof *vectors);
    size_t count = 0, width = 0;
    for (size_t i = 0; i < family->element_count; i++) {
        const attn_tensor *value = attn_value(s->run->record, family->elements[i].node);
        bool there = vectors && value->data, vector = there && value->rank == ATTN_VECTOR;
        if (there && value->rank == ATTN_MATRIX &&
            !check_matrix(s, family->name, value, g->vary.keep_zeros))
            return false;
        if (vector && count == 0) width = value->cols;
        if (vector && value->cols == width) vectors[count++] = value->data;
    }
    return vectors && check_rows(s, family->name, vectors, count, width, g->vary.keep_zeros);
}

/* The name of a value, or of one that bears its numbers on. */
static const char *name_of(const attn_record *record, attn_node node)
{
    const char *name = attn_node_name(record, node);
    return name                                            ? name
           : attn_node_op(record, node) == ATTN_OP_SOFTMAX ? "a softmax"
                                                           : "what argmax reads";
}

static bool check_weights(search *s, attn_node node, size_t row)
{
    const attn_record *record = s->run->record;
    const attn_tensor *value = attn_value(record, node);
    const float *weights = value->data + row * value->cols;
    size_t open = 0;
    float largest = 0, least = 1;
    for (size_t col = 0; col < value->cols; col++) {
        bool masked = false;
        if (weights[col] == 0 && !attn_node_masked(record, node, row, col, &masked)) return false;
        if (masked) continue;
        open++;
        if (weights[col] > largest) largest = weights[col];
        if (weights[col] < least) least = weights[col];
    }
    if (open < 2 || (largest <= one_place && largest - least >= all_alike)) return true;
    return reject(s, attn_print(s->arena, "row %zu of %s is %s", row + 1, name_of(record, node),
                                largest > one_place ? "nearly all on one place" : "nearly even"));
}

/* Which values are made of numbers that were drawn. */
static bool *find_varied(const search *s, size_t count)
{
    const attn_record *record = s->run->record;
    const attn_node *operands;
    bool *varied = attn_alloc(s->arena, count + 1, sizeof *varied);
    for (size_t i = 0; varied && i < s->run->lesson->given_count; i++) {
        const given *g = &s->run->lesson->givens[i];
        const attn_family *family = attn_scope_find(s->run->scope, attn_name_label(&g->name));
        for (size_t k = 0; g->vary.parts && family && k < family->element_count; k++)
            varied[family->elements[k].node] = true;
    }
    for (attn_node node = 1; varied && node <= count; node++)
        for (size_t k = attn_node_operands(record, node, &operands); k > 0 && !varied[node]; k--)
            varied[node] = varied[operands[k - 1]];
    return varied;
}

/* An argmax takes the first of several that are largest: the words then say of one what is true of
 * all. */
static bool check_choice(search *s, attn_node node, size_t row)
{
    const attn_node *operands;
    attn_node_operands(s->run->record, node, &operands);
    const attn_tensor *value = attn_value(s->run->record, operands[0]);
    const float *numbers = value->data + row * value->cols;
    float most = -INFINITY, next = -INFINITY;
    for (size_t col = 0; col < value->cols; col++) {
        next = fmaxf(next, fminf(most, numbers[col]));
        most = fmaxf(most, numbers[col]);
    }
    if (most == -INFINITY || most - next >= apart) return true;
    return reject(s, attn_print(s->arena, "the two largest numbers in row %zu of %s are alike",
                                row + 1, name_of(s->run->record, operands[0])));
}

/* The rows of all results of an operation, of those alone that another draw can mend. */
static bool check_results(search *s, attn_op op, bool (*check)(search *, attn_node, size_t row))
{
    const attn_record *record = s->run->record;
    const attn_node *operands;
    size_t count = attn_record_operations(record);
    const bool *varied = find_varied(s, count);
    if (!varied) return false;
    for (attn_node node = 1; node <= count; node++) {
        if (attn_node_op(record, node) != op || !varied[node]) continue;
        attn_node_operands(record, node, &operands);
        const attn_tensor *of = attn_value(record, operands[0]);
        for (size_t row = 0; of->data && row < of->rows; row++)
            if (!check(s, node, row)) return false;
    }
    return true;
}

static bool check_sizes(search *s)
{
    for (size_t i = 0; i < s->run->outcome.moment_count; i++) {
        const attn_moment *moment = &s->run->outcome.moments[i];
        for (size_t k = 0; k < moment->made_count; k++) {
            const attn_tensor *value = attn_value(s->run->record, moment->made[k].node);
            for (size_t e = 0; value->data && e < attn_tensor_size(value); e++)
                if (isfinite(value->data[e]) && fabsf(value->data[e]) >= readable)
                    return reject(s, attn_print(s->arena, "%s has a number of three digits",
                                                moment->made[k].label));
        }
    }
    return true;
}

static bool check_claims(search *s)
{
    const lines *claims = &s->run->lesson->vary_checks;
    for (size_t i = 0; i < claims->count; i++) {
        attn_check check;
        if (!attn_check_make(s->run, claims->items[i], 0, &check)) return false;
        if (!check.holds)
            return reject(s, attn_print(s->arena, "'%s' is false%s%s", check.formula,
                                        *check.where ? " at " : "", check.where));
    }
    return true;
}

/* What needs no computing comes first. */
static bool is_fit(search *s)
{
    for (size_t i = 0; i < s->run->lesson->given_count; i++)
        if (!check_drawn(s, &s->run->lesson->givens[i])) return false;
    return check_sizes(s) && check_results(s, ATTN_OP_SOFTMAX, check_weights) && check_claims(s) &&
           check_results(s, ATTN_OP_ARGMAX, check_choice);
}

/* ---- the search ---- */

/* Numbers that the lesson cannot be computed with are drawn anew like others. */
static bool try_draw(attn_lesson *lesson, const attn_options *options, search *s)
{
    attn_status *status = attn_arena_status(s->arena);
    attn_arena_clear(s->arena);
    s->why = NULL;
    s->run = attn_lesson_run(lesson, options, status);
    bool fit = s->run && is_fit(s);
    attn_run_free(s->run);
    if (fit || s->why || status->code != ATTN_INPUT) return fit;
    s->why = attn_print(s->arena, "%s", status->message);
    attn_status_clear(status);
    return false;
}

static bool can_vary(const attn_lesson *lesson, attn_status *status)
{
    if (!attn_lesson_varies(lesson))
        return attn_fail(status, ATTN_USAGE,
                         "the lesson %s does not say which of its numbers may vary", lesson->name);
    return !lesson->trains ||
           attn_fail(status, ATTN_USAGE,
                     "the lesson %s trains, which nobody does by hand, so it has no worksheets",
                     lesson->name);
}

bool attn_lesson_vary(attn_lesson *lesson, const attn_options *options, uint64_t seed,
                      attn_varied *varied, attn_status *status)
{
    enum { MOST_DRAWS = 1000 };
    attn_options with = options ? *options : (attn_options){0};
    *varied = (attn_varied){seed, 0};
    with.varied = varied;
    if (!can_vary(lesson, status)) return false;
    search s = {.arena = attn_arena_new(status)};
    const uint64_t before = status->work;
    bool found = false;
    while (s.arena && !found && attn_ok(status) && varied->draw < MOST_DRAWS &&
           status->work - before <= MOST_SPENT) {
        found = try_draw(lesson, &with, &s);
        varied->draw += !found;
    }
    if (!found && attn_ok(status))
        attn_fail_at(status, &lesson->vary_from,
                     "%u draws gave no numbers for a worksheet: in the last one, %s (other ranges "
                     "under \"vary\"?)",
                     varied->draw, s.why);
    attn_arena_free(s.arena);
    return found;
}
