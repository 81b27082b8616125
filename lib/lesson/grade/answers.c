/*
 * answers: reads a student's answers and compares them with the lesson's values. Each answer is
 * held against the lesson's value; those that differ against what follows from the answers before
 * them; for what is left diagnosis.c finds the reason.
 */
#include "lesson/grade/answers.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/random.h"
#include "lesson/grade/grading.h"
#include "lesson/run/compare.h"

/* Wrong answers whose reason is looked for: those that come first. */
enum { MOST_SEARCHED = 3 };

/* More numbers in one answer are none that a student hands in. */
static const size_t most_numbers = (size_t)1 << 22;

void attn_forgive(attn_status *status)
{
    if (status->code != ATTN_MEMORY) attn_status_clear(status);
}

/* NULL stays NULL. */
static const char *copy(const grading *g, const char *text)
{
    return text ? attn_copy_text(g->arena, text, strlen(text)) : NULL;
}

/* ---- names ---- */

/* Fails with the values that the lesson has, but for its sequences. name NULL: no file has any. */
static bool no_value(const grading *g, const char *name)
{
    const attn_scope *scope = attn_run_scope(g->run);
    const attn_family *family;
    attn_text list = {0};
    for (size_t i = 0; (family = attn_scope_family(scope, i)); i++)
        if (family->element_count && !family->after && !attn_scope_sequence(scope, family->name))
            attn_text_print(&list, "%s%s", list.length ? ", " : "", family->name);
    attn_fail(g->status, ATTN_USAGE, "%s%s%s is not a value of the lesson %s, which has %s",
              name ? "'" : "", name ? name : "what is in the files", name ? "'" : "",
              g->lesson->name, attn_text_string(&list));
    attn_text_free(&list);
    return false;
}

/* The name that a text consists of; NULL, with a fault, if it is none of a value. */
static const attn_name *read_name(const grading *g, const char *text)
{
    attn_scope_unwind(g->run->scope);
    const attn_statement *line = attn_run_read(g->run, text);
    const attn_expr *expr = line ? line->results[0] : NULL;
    bool named = expr && expr->kind == ATTN_EXPR_NAME &&
                 attn_scope_named(attn_run_scope(g->run), expr->name);
    if (named) return expr->name;
    if (g->status->code == ATTN_MEMORY) return NULL;
    if (!line && strncmp(text, "after(", strlen("after(")) == 0) { /* it says why */
        g->status->code = ATTN_USAGE;
        return NULL;
    }
    attn_status_clear(g->status);
    no_value(g, text);
    return NULL;
}

static bool fail_name(const grading *g, const char *name, const char *what)
{
    return attn_fail(g->status, ATTN_USAGE, "%s: %s", name, what);
}

/* The subscripts that choose; letters may stand for whole axes, but only behind all numbers. */
static bool read_subscripts(const grading *g, const char *text, const attn_name *name, compared *m)
{
    bool whole = false;
    size_t chosen = 0;
    for (size_t i = 0; i < name->sub_count; i++) {
        const attn_sub *sub = &name->subs[i];
        const attn_letter *letter =
            sub->kind == ATTN_SUB_NUMBER ? NULL : attn_scope_letter(g->run->scope, sub->word);
        if (sub->kind != ATTN_SUB_NUMBER && !letter) continue; /* part of the name */
        if (sub->kind == ATTN_SUB_DIVIDED)
            return fail_name(g, text, "write a number in place of a letter and its divisor");
        if (letter && !letter->is_length) {
            if (sub->kind == ATTN_SUB_SHIFTED)
                return fail_name(g, text, "write a number in place of a letter and its shift");
            whole = true;
            continue;
        }
        if (whole)
            return fail_name(g, text,
                             "write subscripts that are numbers before those that are letters");
        long base = letter ? (long)letter->sequence->count : 0;
        m->at[chosen++] = base + (sub->kind == ATTN_SUB_WORD ? 0 : sub->offset);
    }
    m->fixed = chosen < m->axis_count ? chosen : m->axis_count;
    m->inside = chosen - m->fixed;
    return true;
}

/* ---- the lesson's value ---- */

static size_t axes_left(const compared *m)
{
    return m->axis_count - m->fixed;
}

static bool add_axis(compared *m, size_t extent, const attn_labels *words)
{
    if (m->rank == ATTN_MOST_AXES) return false;
    m->words[m->rank] = words && !words->plain && words->count == extent ? words : NULL;
    m->shape[m->rank++] = extent;
    return true;
}

/* The axes that are left of an element. */
static bool add_element_axes(const grading *g, const char *text, const attn_tensor *value,
                             compared *m)
{
    size_t inside = m->inside;
    const long *at = m->at + m->axis_count;
    size_t sizes[2] = {value->rank == ATTN_MATRIX ? value->rows : value->cols, value->cols};
    bool there = inside <= (size_t)value->rank;
    for (size_t i = 0; i < inside && there; i++) there = at[i] >= 1 && (size_t)at[i] <= sizes[i];
    if (!there) return fail_name(g, text, "the lesson's value has no such place");
    m->element_rank = value->rank;
    m->rows = value->rows;
    m->cols = value->cols;
    m->vocabulary = value->words;
    if (value->rank == ATTN_MATRIX && inside == 0) add_axis(m, value->rows, value->row_labels);
    if ((size_t)value->rank > inside) add_axis(m, value->cols, value->col_labels);
    return true;
}

static bool count_numbers(const grading *g, const char *text, compared *m)
{
    m->count = m->part_count = 1;
    for (size_t i = 0; i < m->rank; i++) {
        if (!attn_multiply(m->count, m->shape[i], &m->count) || m->count > most_numbers)
            return fail_name(g, text, "it has more numbers than an answer may have");
        if (i < axes_left(m)) m->part_count *= m->shape[i];
    }
    return m->count > 0 || fail_name(g, text, "it has no numbers");
}

/* The subscripts of a part: those that are chosen, then those of its place. */
static void subscripts_of(const compared *m, size_t part, long *at)
{
    memcpy(at, m->at, sizeof m->at);
    for (size_t i = axes_left(m); i-- > 0;) {
        at[m->fixed + i] = (long)(part % m->shape[i]) + 1;
        part /= m->shape[i];
    }
}

size_t attn_offset_in_element(const compared *m)
{
    const long *at = m->at + m->axis_count;
    if (m->inside == 0) return 0;
    if (m->element_rank == ATTN_VECTOR) return (size_t)at[0] - 1;
    return ((size_t)at[0] - 1) * m->cols + (m->inside > 1 ? (size_t)at[1] - 1 : 0);
}

/* "α_{2,3}", "A_{l,2}" of a name that has subscripts of its own. */
static const char *label_of(const grading *g, const compared *m, const long *at, size_t count)
{
    attn_text text = {0};
    attn_text_add(&text, m->called);
    for (size_t i = 0; i < count; i++) attn_text_add_subscript(&text, at[i]);
    return attn_keep_text(g->arena, &text);
}

static bool fail_part(const grading *g, const char *text, const compared *m, const long *at,
                      bool there)
{
    const char *label = label_of(g, m, at, m->axis_count);
    if (!label) return false;
    return attn_fail(g->status, ATTN_USAGE,
                     there ? "%s: its values have several shapes: hand them in one by one, as %s"
                           : "%s: the lesson has no %s",
                     text, label);
}

/* The numbers of all parts, in order. */
static bool gather(const grading *g, const char *text, const attn_family *family, compared *m)
{
    size_t size = m->count / m->part_count;
    float *right = attn_alloc(g->arena, m->count, sizeof *right);
    m->orders = attn_alloc(g->arena, m->part_count, sizeof *m->orders);
    if (!right || !m->orders) return false;
    m->right = right;
    for (size_t i = 0; i < m->part_count; i++) {
        long at[ATTN_MOST_SUBS];
        attn_tensor value;
        subscripts_of(m, i, at);
        if (!attn_element_value(attn_run_record(g->run), family, at, &value))
            return fail_part(g, text, m, at, false);
        if (value.rank != m->element_rank || value.rows != m->rows || value.cols != m->cols)
            return fail_part(g, text, m, at, true);
        memcpy(right + i * size, value.data + attn_offset_in_element(m), size * sizeof *right);
        m->orders[i] = family->whole ? family->whole : attn_family_element(family, at);
    }
    return true;
}

static bool find_shape(const grading *g, const char *text, const attn_family *family, compared *m)
{
    long at[ATTN_MOST_SUBS];
    attn_tensor value;
    for (size_t i = m->fixed; i < family->axis_count; i++) {
        const attn_sequence *axis = family->axes[i];
        size_t extent = attn_family_extent(family, i);
        if (extent == 0) return fail_name(g, text, "it has no element 1 … n: add its subscript");
        if (!add_axis(m, extent, axis ? axis->labels : NULL)) return false;
    }
    subscripts_of(m, 0, at);
    if (!attn_element_value(attn_run_record(g->run), family, at, &value))
        return fail_part(g, text, m, at, false);
    return add_element_axes(g, text, &value, m) && count_numbers(g, text, m);
}

bool attn_find_value(const grading *g, const char *text, compared *m)
{
    const attn_name *name = read_name(g, text);
    if (!name) return false;
    const attn_family *family = attn_scope_named(attn_run_scope(g->run), name);
    m->called = m->family = family->name;
    m->formula_name = family->plain;
    m->axis_count = family->axis_count;
    m->given = !family->statement;
    if (name->after && !family->after) m->called = attn_print(g->arena, "after(%s)", m->family);
    return m->called && read_subscripts(g, text, name, m) && find_shape(g, text, family, m) &&
           gather(g, text, family, m);
}

/* ---- one answer ---- */

/* Whether the numbers of axes are the same but for axes of length 1. */
static bool same_but_for_ones(const size_t *a, size_t a_count, const size_t *b, size_t b_count)
{
    size_t i = 0, j = 0;
    for (;;) {
        while (i < a_count && a[i] == 1) i++;
        while (j < b_count && b[j] == 1) j++;
        if (i == a_count || j == b_count) return i == a_count && j == b_count;
        if (a[i++] != b[j++]) return false;
    }
}

/* The element of the family as the answer has it; it may have another shape. */
static void take_element(compared *m)
{
    const attn_answer *a = m->answer;
    size_t left = axes_left(m), inside = a->rank > left ? a->rank - left : 0;
    bool whole = m->inside == 0 && a->rank >= left && inside <= ATTN_MATRIX;
    for (size_t i = 0; i < left && whole; i++) whole = a->shape[i] == m->shape[i];
    m->element_rank = whole ? (attn_rank)inside : ATTN_NUMBER;
    m->rows = whole && inside == 2 ? a->shape[left] : whole;
    m->cols = whole && inside ? a->shape[a->rank - 1] : whole;
}

/* What its digits, or its type, say. */
static void take_precision(compared *m)
{
    const attn_answer *a = m->answer;
    bool binary = a->digits == ATTN_BINARY;
    m->half =
        binary || m->vocabulary || a->digits > 30 ? 0 : (float)(0.5 * pow(10, -(double)a->digits));
    m->relative = binary ? 1e-4f : 2e-5f;
    if (a->bits && a->bits < ATTN_FLOAT_BITS)
        m->relative = fmaxf(m->relative, (float)attn_bits_precision(a->bits));
    m->least = m->relative * attn_largest_of(m->right, m->count) + 1e-7f;
}

float attn_slack(const compared *m, float number)
{
    float rounding = isfinite(number) ? m->relative * fabsf(number) : 0;
    return 1.001f * m->half + fmaxf(m->least, rounding);
}

bool attn_is_near(const compared *m, float yours, float number)
{
    if (isinf(number)) return number < 0 ? yours <= ATTN_MASKED_TO : isinf(yours) && yours > 0;
    return fabsf(yours - number) <= attn_slack(m, number);
}

/* Whether an answer with so few digits would fit much else as well; not where the lesson's numbers
 * have no more. */
static bool is_coarse(const compared *m)
{
    float apart = 0, spread = fabsf(m->right[0]);
    bool same = true;
    for (size_t i = 0; i < m->count; i++) {
        same = same && m->yours[i] == m->right[i];
        if (isfinite(m->right[i])) apart = fmaxf(apart, fabsf(m->right[i] - rintf(m->right[i])));
    }
    if (m->count > 1) spread = attn_spread_of(m->right, NULL, m->count);
    return !same && apart > 0.0001f && m->half > spread / 8 && m->half > 0.0001f;
}

/* What a place in the vocabulary stands for; NULL: nothing. */
static const char *word_of(const grading *g, const compared *m, float number)
{
    const attn_labels *words = m->vocabulary;
    bool stands = words && number >= 1 && number <= (float)words->count;
    return stands ? copy(g, words->words[(size_t)number - 1]) : NULL;
}

/* Says where the number stands. */
static void note_place(const grading *g, compared *m, size_t i)
{
    attn_graded_value *j = &m->graded;
    long at[ATTN_MOST_SUBS + ATTN_MOST_AXES];
    size_t chosen = m->fixed + m->inside;
    memcpy(at, m->at, sizeof m->at);
    j->yours = m->yours[i];
    j->right = m->right[i];
    j->your_word = word_of(g, m, j->yours);
    j->right_word = word_of(g, m, j->right);
    for (size_t axis = m->rank; axis-- > 0; i /= m->shape[axis]) {
        size_t place = i % m->shape[axis];
        at[chosen + axis] = (long)place + 1;
        j->words[axis] = m->words[axis] ? copy(g, m->words[axis]->words[place]) : NULL;
    }
    j->at = label_of(g, m, at, chosen + m->rank);
}

/* What differs more, the one that is no number first. */
static bool differs_more(double difference, double most)
{
    return !(difference <= most) && !isnan(most);
}

static void compare(const grading *g, compared *m)
{
    attn_graded_value *j = &m->graded;
    size_t worst = 0;
    j->difference = -1;
    j->tolerance = (double)attn_slack(m, 0);
    for (size_t i = 0; i < m->count; i++) {
        if (attn_is_near(m, m->yours[i], m->right[i])) continue;
        j->wrong++;
        double difference = fabs((double)m->yours[i] - (double)m->right[i]);
        if (!differs_more(difference, j->difference)) continue;
        j->difference = difference;
        worst = i;
    }
    j->mark = j->wrong == 0          ? is_coarse(m) ? ATTN_MARK_COARSE : ATTN_MARK_RIGHT
              : isnan(j->difference) ? ATTN_MARK_NO_NUMBER
                                     : ATTN_MARK_WRONG;
    if (j->wrong) note_place(g, m, worst);
}

/* ---- answers in words ---- */

/* Fails at the answer. */
static void fail_text(const grading *g, const attn_answer *a, const char *word, const char *what)
{
    if (word)
        attn_fail(g->status, ATTN_INPUT, "%s: '%s' %s", a->name, word, what);
    else
        attn_fail(g->status, ATTN_INPUT, "%s: %s", a->name, what);
    attn_status_place(g->status, a->file, a->line, a->column);
}

static bool same_in_lower(const char *a, const char *b)
{
    attn_text one = {0}, other = {0};
    attn_text_add_lower(&one, a, strlen(a));
    attn_text_add_lower(&other, b, strlen(b));
    bool same = strcmp(attn_text_string(&one), attn_text_string(&other)) == 0;
    attn_text_free(&one);
    attn_text_free(&other);
    return same;
}

/* The place, from 1, of a word in the vocabulary: as it is, or the only one with other capitals; 0:
 * it has none. */
static size_t find_word(const attn_labels *words, const char *word)
{
    size_t place = 0;
    for (size_t i = 0; i < words->count; i++)
        if (strcmp(words->words[i], word) == 0) return i + 1;
    for (size_t i = 0; i < words->count; i++) {
        if (!same_in_lower(words->words[i], word)) continue;
        if (place) return 0;
        place = i + 1;
    }
    return place;
}

/* The same, with a fault for 0. */
static size_t place_of(const grading *g, const compared *m, const char *word)
{
    const attn_labels *words = m->vocabulary;
    attn_text list = {0};
    size_t place = find_word(words, word);
    if (place) return place;
    attn_text_print(&list, "is not a word of %s", words->name);
    for (size_t i = 0; i < words->count && i < 12; i++)
        attn_text_print(&list, "%s%s", i ? ", " : ": ", words->words[i]);
    if (words->count > 12) attn_text_add(&list, ", …");
    fail_text(g, m->answer, word, attn_text_string(&list));
    attn_text_free(&list);
    return 0;
}

/* The numbers of an answer that is written as text. */
static const float *places_of(const grading *g, const compared *m)
{
    const attn_answer *a = m->answer;
    size_t count = a->rank ? a->shape[0] : 1;
    if (!a->words) {
        fail_text(g, a, NULL,
                  "these are not numbers: write them without quotes, as in [0.5, 0.25]");
        return NULL;
    }
    if (!m->vocabulary) {
        fail_text(g, a, a->words[0],
                  "is a text: write numbers without quotes, with a point, as in 0.25");
        return NULL;
    }
    float *places = attn_alloc(g->arena, count + 1, sizeof *places);
    for (size_t i = 0; places && i < count; i++)
        if ((places[i] = (float)place_of(g, m, a->words[i])) < 1) return NULL;
    return places;
}

/* Whether it is meant as an answer: of texts under other names, such as "student", only lists. */
static bool is_meant(const grading *g, const attn_answer *a)
{
    if (a->numbers || a->rank > 0) return true;
    bool known = read_name(g, a->name) != NULL;
    attn_forgive(g->status);
    return known;
}

/* Its numbers beside those of the lesson. */
static bool compare_answer(const grading *g, compared *m)
{
    const attn_answer *a = m->answer;
    m->yours = a->numbers ? a->numbers : places_of(g, m);
    m->fits = same_but_for_ones(m->shape, m->rank, a->shape, a->rank);
    m->yours_count = 1;
    for (size_t i = 0; i < a->rank; i++) m->yours_count *= a->shape[i];
    m->found = attn_alloc(g->arena, m->yours_count + 1, sizeof *m->found);
    if (!m->yours || !m->found) return false;
    take_precision(m);
    if (m->fits) compare(g, m);
    if (!m->fits) take_element(m);
    return true;
}

static bool begin_answer(grading *g, size_t place, const attn_answer *answer, compared *m)
{
    *m = (compared){.answer = answer, .place = place};
    if (!attn_find_value(g, answer->name, m)) {
        if (g->status->code == ATTN_USAGE) attn_status_place(g->status, answer->file, 0, 0);
        return false;
    }
    const attn_family *family = attn_scope_find(attn_run_scope(g->run), m->family);
    m->graded = (attn_graded_value){
        .answer = answer,
        .label = label_of(g, m, m->at, m->fixed + m->inside),
        .formula = m->given ? NULL : copy(g, family->statement->text),
        .mark = ATTN_MARK_SHAPE,
        .count = m->count,
        .rank = m->rank,
    };
    memcpy(m->graded.shape, m->shape, sizeof m->shape);
    return compare_answer(g, m) && attn_ok(g->status);
}

/* ---- all answers ---- */

static int by_order(const void *a, const void *b)
{
    const compared *x = a, *y = b;
    attn_node i = x->orders[0], j = y->orders[0];
    if (i != j) return i < j ? -1 : 1;
    return x->place < y->place ? -1 : 1;
}

static bool same_value(const compared *a, const compared *b)
{
    size_t chosen = a->fixed + a->inside;
    return strcmp(a->called, b->called) == 0 && chosen == b->fixed + b->inside &&
           memcmp(a->at, b->at, chosen * sizeof *a->at) == 0;
}

static bool refuse_twice(const grading *g)
{
    for (size_t i = 0; i < g->count; i++)
        for (size_t n = 0; n < i; n++)
            if (same_value(&g->all[i], &g->all[n]))
                return attn_fail(g->status, ATTN_USAGE, "%s appears twice: in %s and in %s",
                                 g->all[i].graded.label, g->all[n].answer->file,
                                 g->all[i].answer->file);
    return true;
}

static bool begin_all(grading *g, const attn_answer *answers, size_t count)
{
    g->all = attn_alloc(g->arena, count + ATTN_SPARE_VALUES, sizeof *g->all);
    for (size_t i = 0; i < count; i++) {
        if (!g->all) return false;
        if (!is_meant(g, &answers[i])) continue;
        if (!begin_answer(g, i, &answers[i], &g->all[g->count])) return false;
        g->count++;
    }
    if (g->count == 0) return no_value(g, NULL);
    if (!refuse_twice(g)) return false;
    qsort(g->all, g->count, sizeof *g->all, by_order);
    return true;
}

/* ---- the marks ---- */

/* From what an answer was computed: the lesson's values, or what was handed in. */
typedef enum ground { FROM_LESSON, FROM_ANSWERS } ground;

static bool is_near_any(const compared *m, const float *numbers, size_t i)
{
    return numbers && attn_is_near(m, m->yours[i], numbers[i]);
}

/* Whether one number can be explained: by itself or by the rounding before it; by what is wrong
 * before it, if that changes it. */
static bool is_explained(const compared *m, const expected *e, ground from, size_t i)
{
    bool same = !e->follows || e->follows[i] == m->right[i];
    if ((same || from == FROM_LESSON) &&
        (is_near_any(m, m->right, i) || is_near_any(m, e->early, i)))
        return true;
    if (!same && from == FROM_LESSON) return false;
    return is_near_any(m, e->rounded, i) || is_near_any(m, e->follows, i) ||
           (e->follows &&
            fabsf(m->yours[i] - e->follows[i]) <= attn_slack(m, e->follows[i]) + 2 * e->shaken);
}

/* Its first part with a number that nothing explains, if all come from there; 0: all can be. */
static attn_node first_unlike(const compared *m, const expected *e, ground from)
{
    attn_node first = 0;
    for (size_t i = 0; i < m->count; i++) {
        attn_node order = m->orders[i / (m->count / m->part_count)];
        if ((first == 0 || order < first) && !is_explained(m, e, from, i)) first = order;
    }
    return first;
}

/* The same for an answer that comes as a whole from where it explains more. */
static attn_node first_unexplained(const compared *m, const expected *e)
{
    attn_node lesson = first_unlike(m, e, FROM_LESSON), own = first_unlike(m, e, FROM_ANSWERS);
    return lesson == 0 || own == 0 ? 0 : lesson > own ? lesson : own;
}

/* "e", "e and α", "e, α and c": what was wrong before this. NULL: nothing. */
static const char *wrong_before(const grading *g, const compared *m)
{
    attn_text text = {0};
    const char *last = NULL;
    for (const compared *o = g->all; o < g->all + g->count; o++) {
        if (o == m || !o->wrong_order || o->wrong_order >= m->orders[m->part_count - 1]) continue;
        if (last) attn_text_print(&text, "%s%s", text.length ? ", " : "", last);
        last = o->graded.label;
    }
    if (last) attn_text_print(&text, "%s%s", text.length ? " and " : "", last);
    return last ? attn_keep_text(g->arena, &text) : NULL;
}

static void mark_all(grading *g, const expected *all)
{
    for (size_t i = 0; i < g->count; i++) {
        compared *m = &g->all[i];
        attn_answer_mark mark = m->graded.mark;
        if (mark == ATTN_MARK_SHAPE) m->wrong_order = m->orders[0];
        if (mark == ATTN_MARK_WRONG || mark == ATTN_MARK_NO_NUMBER)
            m->wrong_order = first_unexplained(m, &all[i]);
    }
    for (compared *m = g->all; m < g->all + g->count; m++) {
        m->graded.order = m->wrong_order;
        if (m->graded.mark != ATTN_MARK_WRONG || m->wrong_order) continue;
        m->graded.after = wrong_before(g, m);
        m->graded.mark = m->graded.after ? ATTN_MARK_FOLLOWS : ATTN_MARK_ROUNDED;
    }
}

/* ---- why ---- */

static compared *first_wrong(const grading *g, attn_node after)
{
    compared *first = NULL;
    for (compared *m = g->all; m < g->all + g->count; m++) {
        if (m->wrong_order <= after || (first && m->wrong_order >= first->wrong_order)) continue;
        first = m;
    }
    return first;
}

/* What stands before a wrong value is known as far as its digits go, which moves what comes of it.
 */
static void find_why(grading *g, const expected *all)
{
    compared *m = first_wrong(g, 0);
    for (size_t i = 0; i < MOST_SEARCHED && m; i++) {
        m->least += 2 * all[m - g->all].shaken;
        attn_carry_forward(g);
        attn_find_reasons(g, m);
        m = first_wrong(g, m->wrong_order);
    }
}

static bool is_all_right(const grading *g)
{
    for (size_t i = 0; i < g->count; i++)
        if (!attn_is_right(&g->all[i])) return false;
    return true;
}

static void look_closer(grading *g)
{
    expected *all = attn_alloc(g->arena, g->count, sizeof *all);
    if (!all) return;
    attn_find_expected(g, all);
    if (attn_ok(g->status)) mark_all(g, all);
    if (attn_ok(g->status)) find_why(g, all);
}

static bool fill_report(const grading *g, attn_grade_report *report)
{
    const compared *first = first_wrong(g, 0);
    attn_graded_value *values = attn_alloc(g->arena, g->count, sizeof *values);
    if (!values) return false;
    *report = (attn_grade_report){.right = !first,
                                  .count = g->count,
                                  .values = values,
                                  .first = first ? &values[first - g->all] : NULL,
                                  .cut = attn_tried_enough(g)};
    for (size_t i = 0; i < g->count; i++) {
        values[i] = g->all[i].graded;
        report->right &= values[i].mark != ATTN_MARK_COARSE;
    }
    attn_run_weights_lie(g->run, &report->doubt);
    return attn_ok(g->status);
}

const attn_grade_report *attn_answers_grade(attn_lesson *lesson, const attn_options *options,
                                            const attn_answer *answers, size_t count,
                                            attn_arena *arena, attn_status *status)
{
    attn_grade_report *graded = attn_alloc(arena, 1, sizeof *graded);
    attn_run *run = graded ? attn_lesson_run(lesson, options, status) : NULL;
    grading g = {.lesson = lesson, .run = run, .arena = arena, .status = status};
    bool done = run && begin_all(&g, answers, count);
    if (done && !is_all_right(&g)) look_closer(&g);
    done = done && fill_report(&g, graded);
    attn_worker_end(&g.plain);
    attn_run_free(run);
    return done ? graded : NULL;
}
