/*
 * counterfactual: a lesson computed once more beside its run, with other formulas, with rounded
 * values, or with a student's values in the place of its own.
 */
#include <math.h>
#include <string.h>

#include "lesson/grade/grading.h"
#include "lesson/run/compare.h"

typedef struct maker { /* of one counterfactual run */
    const grading *grading;
    counterfactual *asked;
    const attn_lesson *lesson; /* with other formulas */
    bool explained;            /* which of them is the reason */
    attn_arena *arena;         /* of the record */
    attn_status *status;
} maker;

/* ---- what is made ---- */

/* The place among the parts of what these subscripts choose; false: it is none of them. */
static bool part_of(const compared *m, const long *at, size_t *part)
{
    *part = 0;
    for (size_t i = 0; i < m->fixed; i++)
        if (at[i] != m->at[i]) return false;
    for (size_t i = m->fixed; i < m->axis_count; i++) {
        size_t extent = m->shape[i - m->fixed];
        if (at[i] < 1 || (size_t)at[i] > extent) return false;
        *part = *part * extent + (size_t)at[i] - 1;
    }
    return true;
}

static bool is_element(const compared *m, const attn_tensor *value)
{
    return value->rank == m->element_rank && value->rows == m->rows && value->cols == m->cols;
}

static bool is_carried(const counterfactual *c, const compared *m, size_t part)
{
    return m->carried && (m->always_carried || c->before == 0 || m->orders[part] < c->before);
}

/* A copy of the value's numbers, made when it is first needed. */
static float *copy_numbers(attn_arena *arena, const attn_tensor *value, float **copy)
{
    size_t size = attn_tensor_size(value);
    if (*copy) return *copy;
    *copy = attn_room(arena, size, sizeof **copy);
    if (*copy) memcpy(*copy, value->data, size * sizeof **copy);
    return *copy;
}

static void take(const maker *by, compared *m, size_t part, const attn_tensor *value, float **copy)
{
    size_t size = m->yours_count / m->part_count, offset = attn_offset_in_element(m);
    memcpy(m->found + part * size, value->data + offset, size * sizeof *m->found);
    m->found_count += size;
    if (!is_carried(by->asked, m, part) || !copy_numbers(by->arena, value, copy)) return;
    memcpy(*copy + offset, m->carried + part * size, size * sizeof **copy);
}

static void round_all(const attn_tensor *value, int decimals, float *numbers)
{
    double unit = pow(10, decimals);
    for (size_t i = 0; i < attn_tensor_size(value); i++)
        if (isfinite(numbers[i])) numbers[i] = (float)(rint((double)numbers[i] * unit) / unit);
}

/* Whether the family comes late enough to be rounded. */
static bool is_rounded(const maker *by, const attn_family *family)
{
    const attn_family *other;
    for (size_t i = by->asked->round_from;
         (other = attn_scope_family(attn_run_scope(by->grading->run), i)); i++)
        if (strcmp(other->name, family->name) == 0) return true;
    return false;
}

/* What another record has there; NULL: nothing of this shape. */
static const float *numbers_in(const attn_scope *scope, const attn_record *record,
                               const attn_family *family, const long *at, const attn_tensor *value)
{
    attn_tensor other;
    const attn_family *there = attn_scope_find(scope, family->name);
    bool found = there && there->axis_count == family->axis_count &&
                 attn_element_value(record, there, at, &other);
    return found && attn_same_shape(&other, value) ? other.data : NULL;
}

static const float *right_numbers(const maker *by, const attn_family *family, const long *at,
                                  const attn_tensor *value)
{
    const attn_run *run = by->grading->run;
    return numbers_in(attn_run_scope(run), attn_run_record(run), family, at, value);
}

/* Of earlier turns what the lesson's own formulas make of the answers before: these may be wrong.
 */
static const float *corrected_numbers(const maker *by, const attn_family *family, const long *at,
                                      const attn_tensor *value)
{
    const worker_run *plain = &by->grading->plain;
    if (by->asked->corrected == CORRECT_ALL) return right_numbers(by, family, at, value);
    return numbers_in(plain->scope, plain->record, family, at, value);
}

/* Whether both names run with one letter, and stand at different numbers of it. */
static bool is_other_turn(const compared *m, const attn_family *answer, const attn_family *family,
                          const long *at)
{
    for (size_t i = 0; i < family->axis_count; i++)
        for (size_t k = 0; k < m->fixed && family->letters[i]; k++)
            if (answer->letters[k] && strcmp(family->letters[i], answer->letters[k]) == 0 &&
                at[i] != m->at[k])
                return true;
    return false;
}

/* Whether it is of another turn of a loop than the answer, which is computed before it: of l = 1
 * where the answer is Z_2. */
static bool is_earlier(const maker *by, const attn_family *family, const long *at)
{
    const compared *m = by->asked->only;
    const attn_scope *scope = attn_run_scope(by->grading->run);
    const attn_family *answer = attn_scope_find(scope, m->family);
    const attn_family *there = attn_scope_find(scope, family->name);
    if (!answer || !there || there->axis_count != family->axis_count ||
        !is_other_turn(m, answer, family, at))
        return false;
    attn_node node = there->whole ? there->whole : attn_family_element(there, at);
    return node && node < m->orders[0];
}

static bool is_corrected(const maker *by, const attn_family *family, const long *at)
{
    attn_corrected corrected = by->asked->corrected;
    return corrected == CORRECT_ALL || (corrected == CORRECT_EARLIER && is_earlier(by, family, at));
}

/* ---- the formula that is the reason ---- */

/* "A = softmax(Q Kᵀ)"; of a function its first line that is another one. */
static const char *changed_formula(attn_arena *arena, const attn_exchange *e)
{
    const attn_definition *before = &e->before, *after = &e->after;
    size_t i = 0;
    while (i + 1 < after->line_count && strcmp(before->lines[i]->text, after->lines[i]->text) == 0)
        i++;
    if (i == after->line_count) return NULL;
    return attn_copy_text(arena, after->lines[i]->text, strlen(after->lines[i]->text));
}

/* name: by which formulas speak of it. */
static bool makes(const attn_exchange *e, const char *name)
{
    if (e->after.function) return false;
    const attn_statement *line = e->after.lines[0];
    for (size_t i = 0; i < line->target_count; i++)
        if (strcmp(attn_name_label(&line->targets[i]), name) == 0) return true;
    return false;
}

static bool differs(const float *right, const attn_tensor *value)
{
    for (size_t i = 0; i < attn_tensor_size(value); i++) {
        float a = value->data[i], b = right[i];
        if (isfinite(a) != isfinite(b) || fabsf(a - b) > 1e-5f * fmaxf(1, fabsf(b))) return true;
    }
    return false;
}

/* d_k = width(Q) is another formula and the same number: the first that makes something else is
 * the one to tell. */
static void note_formula(maker *by, const attn_family *family, const long *at,
                         const attn_tensor *value)
{
    size_t i = 0;
    const attn_exchange *e;
    while ((e = attn_lesson_exchange_at(by->lesson, i)) && !makes(e, family->plain)) i++;
    const float *right = e ? right_numbers(by, family, at, value) : NULL;
    if (!e || (right && !differs(right, value))) return;
    const char *formula = changed_formula(by->grading->arena, e);
    if (formula) by->asked->formula = formula;
    by->explained = true;
}

static const float *on_make(void *user, const attn_family *family, const long *at,
                            const attn_tensor *value)
{
    maker *by = user;
    const grading *g = by->grading;
    float *numbers = NULL;
    size_t part;
    if (!by->explained) note_formula(by, family, at, value);
    for (size_t i = 0; i < g->count; i++) {
        compared *m = &g->all[i];
        if (strcmp(m->family, family->name) != 0 || !is_element(m, value)) continue;
        if (part_of(m, at, &part)) take(by, m, part, value, &numbers);
    }
    /* nothing more is needed: what follows is not computed */
    if (by->asked->only && attn_is_found(by->asked->only))
        attn_fail(by->status, ATTN_INPUT, "everything that was asked for is found");
    if (is_corrected(by, family, at)) return corrected_numbers(by, family, at, value);
    if (by->asked->decimals < 0 || value->words || !is_rounded(by, family)) return numbers;
    if (copy_numbers(by->arena, value, &numbers)) round_all(value, by->asked->decimals, numbers);
    return numbers;
}

/* ---- one run ---- */

/* The names that are to be computed, each as a line of its own. */
static bool read_names(grading *g, const counterfactual *c, attn_run *run, lines *names)
{
    names->items = attn_alloc(run->arena, g->count + 1, sizeof *names->items);
    for (size_t i = 0; names->items && i < g->count; i++) {
        if (g->all[i].given || (c->only && c->only != &g->all[i])) continue;
        attn_grammar grammar = attn_scope_grammar(run->scope);
        attn_statement *line = attn_parse_body_line(&grammar, g->all[i].formula_name);
        if (!line || !attn_bind_statement(run->scope, line)) return false;
        names->items[names->count++] = line;
    }
    return names->items != NULL;
}

static bool is_in_use(const attn_lesson *lesson, const attn_dependence *found,
                      const attn_exchange *e)
{
    const attn_definition *after = &e->after;
    if (after->function)
        return attn_is_function_needed(lesson->scope, found, after->function,
                                       after->parameter_count);
    return attn_is_needed(found, &after->lines[0]->targets[0]);
}

/* Whether a formula is changed by which what is wanted is made. */
static bool changes_something(const grading *g, const attn_lesson *lesson,
                              const attn_dependence *found, counterfactual *c)
{
    const attn_exchange *e;
    bool any = false;
    for (size_t i = 0; i < lesson->rewriting_count && i < 2; i++)
        c->met[i] = lesson->rewritings[i].met;
    c->formula = NULL;
    c->places = 0;
    for (size_t i = 0; (e = attn_lesson_exchange_at(lesson, i)); i++) {
        if (!is_in_use(lesson, found, e)) continue;
        bool own = c->corrected == CORRECT_ALL && makes(e, c->only->formula_name);
        if (!c->formula || own) c->formula = changed_formula(g->arena, e);
        if (e->place < 64) c->places |= (uint64_t)1 << e->place;
        any = true;
    }
    return any || c->changes.rewriting_count == 0;
}

static bool compute(grading *g, counterfactual *c, worker_run *b)
{
    attn_run run;
    attn_dependence found;
    lines names = {0};
    for (size_t i = 0; i < g->count; i++) g->all[i].found_count = 0;
    if (!attn_worker_run(b, &run, NULL) || !read_names(g, c, &run, &names) ||
        !attn_find_steps(b->lesson, &names, NULL, run.arena, &found) ||
        !changes_something(g, b->lesson, &found, c))
        return false;
    maker by = {.grading = g,
                .asked = c,
                .lesson = b->lesson,
                .explained = c->corrected == CORRECT_ALL,
                .arena = run.arena,
                .status = &b->status};
    attn_scope_on_make(run.scope, on_make, &by);
    bool done = attn_run_quietly(&run, NULL, found.statements) && attn_ok(&b->status);
    return done || (c->only && attn_is_found(c->only) && b->status.code != ATTN_MEMORY);
}

/* Only a lack of memory is a fault of the grading. */
static bool pass_on(grading *g, bool done, worker_run *b)
{
    g->work += b->status.work;
    if (b->lesson) g->work += ATTN_READING * b->lesson->statement_count;
    attn_forgive(&b->status);
    attn_status_join(g->status, &b->status);
    attn_status_clear(&b->status);
    return done && attn_ok(g->status);
}

static bool compute_plain(grading *g, counterfactual *c)
{
    g->followed = NULL;
    bool begun = g->plain.record || attn_worker_follow(&g->plain, g->run, NULL);
    return pass_on(g, begun && compute(g, c, &g->plain), &g->plain);
}

/* What follows by the lesson's own formulas from the answers before this one. */
static bool follow(grading *g, const compared *m, attn_node before)
{
    counterfactual plain = {.decimals = -1, .only = m, .before = before};
    if (g->followed != m && compute_plain(g, &plain)) g->followed = m;
    return g->followed == m;
}

/* Looking for reasons is no reason to refuse what was asked for. */
bool attn_tried_enough(const grading *g)
{
    return g->work > ATTN_MOST_TRIED || g->status->work > attn_budget_work();
}

bool attn_compute(grading *g, counterfactual *c)
{
    worker_run b = {0};
    if (attn_tried_enough(g) || !attn_ok(g->status)) return false;
    if (c->changes.rewriting_count == 0) return compute_plain(g, c);
    if (c->corrected == CORRECT_EARLIER && !follow(g, c->only, c->before)) return false;
    c->changes.bare = true;
    bool done = pass_on(g, attn_worker_follow(&b, g->run, &c->changes) && compute(g, c, &b), &b);
    attn_worker_end(&b);
    return done;
}

bool attn_is_found(const compared *m)
{
    return m->found_count == m->yours_count;
}
