/*
 * counterfactual: a lesson computed once more beside its run, with other formulas, with rounded
 * values, or with a student's values in the place of its own.
 */
#include <math.h>
#include <string.h>

#include "lesson/grade/grading.h"
#include "lesson/run/compare.h"

typedef struct maker { /* of one trial */
    marking *marking;
    trial *trial;
    const attn_lesson *lesson; /* with other formulas */
    bool told;                 /* which of them is the reason */
    attn_arena *arena;         /* of the record */
    attn_status *status;
} maker;

/* ---- what is made ---- */

/* The place among the parts of what these subscripts choose; false: it is none of them. */
static bool part_of(const marked *m, const long *at, size_t *part)
{
    size_t chosen = m->chosen < m->axis_count ? m->chosen : m->axis_count;
    *part = 0;
    for (size_t i = 0; i < chosen; i++)
        if (at[i] != m->at[i]) return false;
    for (size_t i = chosen; i < m->axis_count; i++) {
        size_t extent = m->shape[i - chosen];
        if (at[i] < 1 || (size_t)at[i] > extent) return false;
        *part = *part * extent + (size_t)at[i] - 1;
    }
    return true;
}

/* Where in an element that begins which the answer has. */
static size_t offset_of(const marked *m)
{
    const long *at = m->at + m->axis_count;
    size_t inside = m->chosen > m->axis_count ? m->chosen - m->axis_count : 0;
    if (inside == 0) return 0;
    if (m->element_rank == ATTN_VECTOR) return (size_t)at[0] - 1;
    return ((size_t)at[0] - 1) * m->cols + (inside > 1 ? (size_t)at[1] - 1 : 0);
}

static bool is_element(const marked *m, const attn_tensor *value)
{
    return value->rank == m->element_rank && value->rows == m->rows && value->cols == m->cols;
}

static bool is_lent(const trial *t, const marked *m, size_t part)
{
    bool early = m->lent_always || t->before == 0 || m->orders[part] < t->before;
    return m->lend && early;
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

static void take(const maker *by, marked *m, size_t part, const attn_tensor *value, float **copy)
{
    size_t size = m->yours_count / m->part_count, offset = offset_of(m);
    memcpy(m->found + part * size, value->data + offset, size * sizeof *m->found);
    m->found_count += size;
    if (!is_lent(by->trial, m, part) || !copy_numbers(by->arena, value, copy)) return;
    memcpy(*copy + offset, m->lend + part * size, size * sizeof **copy);
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
    for (size_t i = by->trial->round_from;
         (other = attn_scope_family(attn_run_scope(by->marking->run), i)); i++)
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
    const attn_run *run = by->marking->run;
    return numbers_in(attn_run_scope(run), attn_run_record(run), family, at, value);
}

/* Of earlier turns what the lesson's own formulas make of the answers before: these may be wrong.
 */
static const float *mended_numbers(const maker *by, const attn_family *family, const long *at,
                                   const attn_tensor *value)
{
    const worker_run *plain = &by->marking->plain;
    if (by->trial->mended == MEND_ALL) return right_numbers(by, family, at, value);
    return numbers_in(plain->scope, plain->record, family, at, value);
}

/* Whether both names run with one letter, and stand at different numbers of it. */
static bool is_other_turn(const marked *m, const attn_family *answer, const attn_family *family,
                          const long *at)
{
    size_t chosen = m->chosen < m->axis_count ? m->chosen : m->axis_count;
    for (size_t i = 0; i < family->axis_count; i++)
        for (size_t k = 0; k < chosen && family->letters[i]; k++)
            if (answer->letters[k] && strcmp(family->letters[i], answer->letters[k]) == 0 &&
                at[i] != m->at[k])
                return true;
    return false;
}

/* Whether it is of another turn of a loop than the answer, which is computed before it: of l = 1
 * where the answer is Z_2. */
static bool is_earlier(const maker *by, const attn_family *family, const long *at)
{
    const marked *m = by->trial->only;
    const attn_scope *scope = attn_run_scope(by->marking->run);
    const attn_family *answer = attn_scope_find(scope, m->family);
    const attn_family *there = attn_scope_find(scope, family->name);
    if (!answer || !there || there->axis_count != family->axis_count ||
        !is_other_turn(m, answer, family, at))
        return false;
    attn_node node = there->whole ? there->whole : attn_family_element(there, at);
    return node && node < m->orders[0];
}

static bool is_mended(const maker *by, const attn_family *family, const long *at)
{
    attn_mended mended = by->trial->mended;
    return mended == MEND_ALL || (mended == MEND_EARLIER && is_earlier(by, family, at));
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
    const attn_exchange *e;
    const char *formula;
    for (size_t i = 0; (e = attn_lesson_exchange_at(by->lesson, i)); i++) {
        if (!makes(e, family->plain)) continue;
        const float *right = right_numbers(by, family, at, value);
        if (right && !differs(right, value)) return;
        formula = changed_formula(by->marking->arena, e);
        by->told = true;
        if (formula) by->trial->formula = formula;
        return;
    }
}

/* Nothing more is needed: what follows is not computed. */
static void stop(const maker *by)
{
    attn_fail(by->status, ATTN_INPUT, "all that was asked for is found");
}

static const float *on_make(void *user, const attn_family *family, const long *at,
                            const attn_tensor *value)
{
    maker *by = user;
    const marking *k = by->marking;
    float *numbers = NULL;
    size_t part;
    if (!by->told) note_formula(by, family, at, value);
    for (size_t i = 0; i < k->count; i++) {
        marked *m = &k->all[i];
        if (strcmp(m->family, family->name) != 0 || !is_element(m, value)) continue;
        if (part_of(m, at, &part)) take(by, m, part, value, &numbers);
    }
    if (by->trial->only && attn_is_found(by->trial->only)) stop(by);
    if (is_mended(by, family, at)) return mended_numbers(by, family, at, value);
    if (by->trial->decimals < 0 || value->words || !is_rounded(by, family)) return numbers;
    if (copy_numbers(by->arena, value, &numbers)) round_all(value, by->trial->decimals, numbers);
    return numbers;
}

/* ---- one trial ---- */

static bool is_wanted(const trial *t, const marked *m)
{
    return !m->given && (!t->only || t->only == m);
}

/* The names that are to be computed, each as a line of its own. */
static bool read_names(marking *k, const trial *t, attn_run *run, lines *names)
{
    names->items = attn_alloc(run->arena, k->count + 1, sizeof *names->items);
    for (size_t i = 0; names->items && i < k->count; i++) {
        if (!is_wanted(t, &k->all[i])) continue;
        attn_grammar grammar = attn_scope_grammar(run->scope);
        attn_statement *line = attn_parse_body_line(&grammar, k->all[i].formula_name);
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
static bool changes_something(const marking *k, const attn_lesson *lesson,
                              const attn_dependence *found, trial *t)
{
    const attn_exchange *e;
    bool any = false;
    for (size_t i = 0; i < lesson->rewriting_count && i < 2; i++)
        t->met[i] = lesson->rewritings[i].met;
    t->formula = NULL;
    t->places = 0;
    for (size_t i = 0; (e = attn_lesson_exchange_at(lesson, i)); i++) {
        if (!is_in_use(lesson, found, e)) continue;
        bool own = t->mended == MEND_ALL && makes(e, t->only->formula_name);
        if (!t->formula || own) t->formula = changed_formula(k->arena, e);
        if (e->place < 64) t->places |= (uint64_t)1 << e->place;
        any = true;
    }
    return any || t->changes.rewriting_count == 0;
}

static bool compute(marking *k, trial *t, worker_run *b)
{
    attn_run run;
    attn_dependence found;
    lines names = {0};
    for (size_t i = 0; i < k->count; i++) k->all[i].found_count = 0;
    if (!attn_worker_run(b, &run, NULL) || !read_names(k, t, &run, &names) ||
        !attn_find_steps(b->lesson, &names, NULL, run.arena, &found) ||
        !changes_something(k, b->lesson, &found, t))
        return false;
    maker by = {.marking = k,
                .trial = t,
                .lesson = b->lesson,
                .told = t->mended == MEND_ALL,
                .arena = run.arena,
                .status = &b->status};
    attn_scope_on_make(run.scope, on_make, &by);
    bool done = attn_run_quietly(&run, NULL, found.statements) && attn_ok(&b->status);
    return done || (t->only && attn_is_found(t->only) && b->status.code != ATTN_MEMORY);
}

/* Only a lack of memory is a fault of the marking. */
static bool pass_on(marking *k, bool done, worker_run *b)
{
    k->work += b->status.work;
    if (b->lesson) k->work += ATTN_READING * b->lesson->statement_count;
    if (b->status.code != ATTN_MEMORY) attn_status_clear(&b->status);
    attn_status_join(k->status, &b->status);
    attn_status_clear(&b->status);
    return done && attn_ok(k->status);
}

static bool try_plain(marking *k, trial *t)
{
    k->followed = NULL;
    bool begun = k->plain.record || attn_worker_follow(&k->plain, k->run, NULL);
    return pass_on(k, begun && compute(k, t, &k->plain), &k->plain);
}

/* What follows by the lesson's own formulas from the answers before this one, for its trials. */
static bool follow(marking *k, const marked *m, attn_node before)
{
    trial plain = {.decimals = -1, .only = m, .before = before};
    if (k->followed != m && try_plain(k, &plain)) k->followed = m;
    return k->followed == m;
}

/* Looking for reasons is no reason to refuse what was asked for. */
bool attn_tried_enough(const marking *k)
{
    return k->work > ATTN_MOST_TRIED || k->status->work > attn_budget_work();
}

bool attn_try(marking *k, trial *t)
{
    worker_run b = {0};
    if (attn_tried_enough(k)) return false;
    if (t->changes.rewriting_count == 0) return try_plain(k, t);
    if (t->mended == MEND_EARLIER && !follow(k, t->only, t->before)) return false;
    t->changes.bare = true;
    bool done = pass_on(k, attn_worker_follow(&b, k->run, &t->changes) && compute(k, t, &b), &b);
    attn_worker_end(&b);
    return done;
}

void attn_trials_end(marking *k)
{
    attn_worker_end(&k->plain);
}

bool attn_is_found(const marked *m)
{
    return m->found_count == m->yours_count;
}
