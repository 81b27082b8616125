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

/* ---- names ---- */

/* Fails with the values that the lesson has, but for its sequences. name NULL: no file has any. */
static bool no_value(const marking *k, const char *name)
{
    const attn_scope *scope = attn_run_scope(k->run);
    const attn_family *family;
    attn_text list = {0};
    for (size_t i = 0; (family = attn_scope_family(scope, i)); i++)
        if (family->element_count && !family->after && !attn_scope_sequence(scope, family->name))
            attn_text_print(&list, "%s%s", list.length ? ", " : "", family->name);
    attn_fail(k->status, ATTN_USAGE, "%s%s%s is no value of the lesson %s: it has %s",
              name ? "'" : "", name ? name : "what is in the files", name ? "'" : "",
              k->lesson->name, attn_text_string(&list));
    attn_text_free(&list);
    return false;
}

/* The name that a text consists of; NULL, with a fault, if it is none of a value. */
static const attn_name *read_name(const marking *k, const char *text)
{
    attn_scope_unwind(k->run->scope);
    const attn_statement *line = attn_run_read(k->run, text);
    const attn_expr *expr = line ? line->results[0] : NULL;
    bool named = expr && expr->kind == ATTN_EXPR_NAME &&
                 attn_scope_named(attn_run_scope(k->run), expr->name);
    if (named) return expr->name;
    if (k->status->code == ATTN_MEMORY) return NULL;
    if (!line && strncmp(text, "after(", strlen("after(")) == 0) { /* it says why */
        k->status->code = ATTN_USAGE;
        return NULL;
    }
    attn_status_clear(k->status);
    no_value(k, text);
    return NULL;
}

static bool fail_name(const marking *k, const char *name, const char *what)
{
    return attn_fail(k->status, ATTN_USAGE, "%s: %s", name, what);
}

/* The subscripts that choose; letters may stand for whole axes, but only behind all numbers. */
static bool read_subscripts(const marking *k, const char *text, const attn_name *name, marked *m)
{
    bool whole = false;
    for (size_t i = 0; i < name->sub_count; i++) {
        const attn_sub *sub = &name->subs[i];
        const attn_letter *letter =
            sub->kind == ATTN_SUB_NUMBER ? NULL : attn_scope_letter(k->run->scope, sub->word);
        if (sub->kind != ATTN_SUB_NUMBER && !letter) continue; /* part of the name */
        if (sub->kind == ATTN_SUB_DIVIDED)
            return fail_name(k, text, "a number stands in the place of a letter and its divisor");
        if (letter && !letter->is_length) {
            if (sub->kind == ATTN_SUB_SHIFTED)
                return fail_name(k, text, "a number stands in the place of a letter and its shift");
            whole = true;
            continue;
        }
        if (whole)
            return fail_name(k, text,
                             "subscripts that are numbers stand before those that are letters");
        long base = letter ? (long)letter->sequence->count : 0;
        m->at[m->chosen++] = base + (sub->kind == ATTN_SUB_WORD ? 0 : sub->offset);
    }
    return true;
}

/* ---- the lesson's value ---- */

static size_t axes_left(const marked *m)
{
    return m->chosen < m->axis_count ? m->axis_count - m->chosen : 0;
}

static bool add_axis(marked *m, size_t extent, const attn_labels *words)
{
    if (m->rank == ATTN_MOST_AXES) return false;
    m->words[m->rank] = words && !words->plain && words->count == extent ? words : NULL;
    m->shape[m->rank++] = extent;
    return true;
}

/* The axes that are left of an element. */
static bool add_element_axes(const marking *k, const char *text, const attn_tensor *value,
                             marked *m)
{
    size_t inside = m->chosen > m->axis_count ? m->chosen - m->axis_count : 0;
    const long *at = m->at + m->axis_count;
    size_t sizes[2] = {value->rank == ATTN_MATRIX ? value->rows : value->cols, value->cols};
    bool there = inside <= (size_t)value->rank;
    for (size_t i = 0; i < inside && there; i++) there = at[i] >= 1 && (size_t)at[i] <= sizes[i];
    if (!there) return fail_name(k, text, "the lesson's value has no such place");
    m->element_rank = value->rank;
    m->rows = value->rows;
    m->cols = value->cols;
    m->vocabulary = value->words;
    if (value->rank == ATTN_MATRIX && inside == 0) add_axis(m, value->rows, value->row_labels);
    if ((size_t)value->rank > inside) add_axis(m, value->cols, value->col_labels);
    return true;
}

static bool count_numbers(const marking *k, const char *text, marked *m)
{
    m->count = m->part_count = 1;
    for (size_t i = 0; i < m->rank; i++) {
        if (!attn_multiply(m->count, m->shape[i], &m->count) || m->count > most_numbers)
            return fail_name(k, text, "it has more numbers than an answer may have");
        if (i < axes_left(m)) m->part_count *= m->shape[i];
    }
    return m->count > 0 || fail_name(k, text, "it has no numbers");
}

/* The subscripts of a part: those that are chosen, then those of its place. */
static void subscripts_of(const marked *m, size_t part, long *at)
{
    memcpy(at, m->at, sizeof m->at);
    for (size_t i = axes_left(m); i-- > 0;) {
        at[m->chosen + i] = (long)(part % m->shape[i]) + 1;
        part /= m->shape[i];
    }
}

/* Where in an element the numbers of the answer begin. */
static size_t offset_in(const marked *m, const attn_tensor *value)
{
    const long *at = m->at + m->axis_count;
    size_t inside = m->chosen > m->axis_count ? m->chosen - m->axis_count : 0;
    if (inside == 0) return 0;
    if (value->rank == ATTN_VECTOR) return (size_t)at[0] - 1;
    return ((size_t)at[0] - 1) * value->cols + (inside > 1 ? (size_t)at[1] - 1 : 0);
}

/* "α_{2,3}", "A_{l,2}" of a name that has subscripts of its own. */
static const char *label_of(attn_arena *arena, const char *family, const long *at, size_t count)
{
    attn_text text = {0};
    attn_text_add(&text, family);
    for (size_t i = 0; i < count; i++) attn_text_add_subscript(&text, at[i]);
    return attn_keep_text(arena, &text);
}

static bool fail_part(const marking *k, const char *text, const marked *m, const long *at,
                      bool there)
{
    const char *label = label_of(k->arena, m->called, at, m->axis_count);
    if (!label) return false;
    return attn_fail(k->status, ATTN_USAGE,
                     there ? "%s: its values have several shapes: hand them in one by one, as %s"
                           : "%s: the lesson has no %s",
                     text, label);
}

/* The numbers of all parts, in order. */
static bool gather(const marking *k, const char *text, const attn_family *family, marked *m)
{
    size_t size = m->count / m->part_count;
    float *right = attn_alloc(k->arena, m->count, sizeof *right);
    m->orders = attn_alloc(k->arena, m->part_count, sizeof *m->orders);
    if (!right || !m->orders) return false;
    m->right = right;
    for (size_t i = 0; i < m->part_count; i++) {
        long at[ATTN_MOST_SUBS];
        attn_tensor value;
        subscripts_of(m, i, at);
        if (!attn_element_value(attn_run_record(k->run), family, at, &value))
            return fail_part(k, text, m, at, false);
        if (value.rank != m->element_rank || value.rows != m->rows || value.cols != m->cols)
            return fail_part(k, text, m, at, true);
        memcpy(right + i * size, value.data + offset_in(m, &value), size * sizeof *right);
        m->orders[i] = family->whole ? family->whole : attn_family_element(family, at);
    }
    return true;
}

static bool find_shape(const marking *k, const char *text, const attn_family *family, marked *m)
{
    long at[ATTN_MOST_SUBS];
    attn_tensor value;
    for (size_t i = m->chosen; i < family->axis_count; i++) {
        const attn_sequence *axis = family->axes[i];
        if (!add_axis(m, attn_family_extent(family, i), axis ? axis->labels : NULL)) return false;
    }
    subscripts_of(m, 0, at);
    if (!attn_element_value(attn_run_record(k->run), family, at, &value))
        return fail_part(k, text, m, at, false);
    return add_element_axes(k, text, &value, m) && count_numbers(k, text, m);
}

bool attn_find_value(const marking *k, const char *text, marked *m)
{
    const attn_name *name = read_name(k, text);
    if (!name || !read_subscripts(k, text, name, m)) return false;
    const attn_family *family = attn_scope_named(attn_run_scope(k->run), name);
    m->called = m->family = family->name;
    m->formula_name = family->plain;
    if (name->after && !family->after) m->called = attn_print(k->arena, "after(%s)", m->family);
    if (!m->called) return false;
    m->axis_count = family->axis_count;
    m->given = !family->statement;
    return find_shape(k, text, family, m) && gather(k, text, family, m);
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
static void take_element(marked *m)
{
    const attn_answer *a = m->answer;
    size_t left = axes_left(m), inside = a->rank > left ? a->rank - left : 0;
    bool whole = m->chosen <= m->axis_count && a->rank >= left && inside <= ATTN_MATRIX;
    for (size_t i = 0; i < left && whole; i++) whole = a->shape[i] == m->shape[i];
    m->element_rank = whole ? (attn_rank)inside : ATTN_NUMBER;
    m->rows = whole && inside == 2 ? a->shape[left] : whole;
    m->cols = whole && inside ? a->shape[a->rank - 1] : whole;
}

/* What its digits, or its type, say. */
static void take_precision(marked *m)
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

float attn_slack(const marked *m, float number)
{
    float rounding = isfinite(number) ? m->relative * fabsf(number) : 0;
    return 1.001f * m->half + fmaxf(m->least, rounding);
}

bool attn_is_near(const marked *m, float yours, float number)
{
    if (isinf(number)) return number < 0 ? yours <= ATTN_MASKED_TO : isinf(yours) && yours > 0;
    return fabsf(yours - number) <= attn_slack(m, number);
}

/* Whether an answer with so few digits would fit much else as well; not where the lesson's numbers
 * have no more. */
static bool is_coarse(const marked *m)
{
    float least = INFINITY, most = -INFINITY, apart = 0;
    bool same = true;
    for (size_t i = 0; i < m->count; i++) {
        same = same && m->yours[i] == m->right[i];
        if (!isfinite(m->right[i])) continue;
        least = fminf(least, m->right[i]);
        most = fmaxf(most, m->right[i]);
        apart = fmaxf(apart, fabsf(m->right[i] - rintf(m->right[i])));
    }
    float spread = m->count > 1 ? most - least : fabsf(most);
    return !same && apart > 0.0001f && m->half > spread / 8 && m->half > 0.0001f;
}

static bool copy_word(const marking *k, const marked *m, size_t axis, attn_place *place)
{
    const char *word = m->words[axis] ? m->words[axis]->words[place->number - 1] : NULL;
    place->word = word ? attn_copy_text(k->arena, word, strlen(word)) : NULL;
    return !word || place->word;
}

/* What a place in the vocabulary stands for; NULL: nothing, or there was no memory. */
static const char *word_of(const marking *k, const marked *m, float number)
{
    const attn_labels *words = m->vocabulary;
    if (!words || !(number >= 1 && number <= (float)words->count)) return NULL;
    const char *word = words->words[(size_t)number - 1];
    return attn_copy_text(k->arena, word, strlen(word));
}

/* Says where the number stands. */
static bool tell_place(const marking *k, const marked *m, size_t i)
{
    attn_graded_value *j = m->graded;
    long at[ATTN_MOST_SUBS + ATTN_MOST_AXES];
    size_t chosen = m->chosen;
    memcpy(at, m->at, sizeof m->at);
    j->yours = m->yours[i];
    j->right = m->right[i];
    j->your_word = word_of(k, m, j->yours);
    j->right_word = word_of(k, m, j->right);
    for (size_t axis = m->rank; axis-- > 0; i /= m->shape[axis]) {
        j->place[axis].number = i % m->shape[axis] + 1;
        at[chosen + axis] = (long)j->place[axis].number;
        if (!copy_word(k, m, axis, &j->place[axis])) return false;
    }
    return (j->at = label_of(k->arena, m->called, at, chosen + m->rank)) != NULL;
}

/* What differs more, the one that is no number first. */
static bool differs_more(double difference, double most)
{
    return !(difference <= most) && !isnan(most);
}

static bool compare(const marking *k, marked *m)
{
    attn_graded_value *j = m->graded;
    size_t worst = 0;
    j->count = m->count;
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
    return j->wrong == 0 || tell_place(k, m, worst);
}

/* ---- answers in words ---- */

/* Fails at the answer. */
static void fail_text(const marking *k, const attn_answer *a, const char *word, const char *what)
{
    if (word)
        attn_fail(k->status, ATTN_INPUT, "%s: '%s' %s", a->name, word, what);
    else
        attn_fail(k->status, ATTN_INPUT, "%s: %s", a->name, what);
    attn_status_place(k->status, a->file, a->line, a->column);
}

/* The place, from 1, of a word in the vocabulary; 0 with a fault. */
static size_t place_of(const marking *k, const marked *m, const char *word)
{
    const attn_labels *words = m->vocabulary;
    attn_text list = {0};
    for (size_t i = 0; i < words->count; i++)
        if (strcmp(words->words[i], word) == 0) return i + 1;
    attn_text_print(&list, "is none of the words of %s", words->name);
    for (size_t i = 0; i < words->count && i < 12; i++)
        attn_text_print(&list, "%s%s", i ? ", " : ": ", words->words[i]);
    if (words->count > 12) attn_text_add(&list, ", …");
    fail_text(k, m->answer, word, attn_text_string(&list));
    attn_text_free(&list);
    return 0;
}

/* The numbers of an answer that is written as text. */
static const float *places_of(const marking *k, const marked *m)
{
    const attn_answer *a = m->answer;
    size_t count = a->rank ? a->shape[0] : 1;
    if (!a->words) {
        fail_text(k, a, NULL,
                  "no numbers stand here: write them without quotes, as in [0.5, 0.25]");
        return NULL;
    }
    if (!m->vocabulary) {
        fail_text(k, a, a->words[0],
                  "is a text: write numbers without quotes, with a point, as in 0.25");
        return NULL;
    }
    float *places = attn_alloc(k->arena, count + 1, sizeof *places);
    for (size_t i = 0; places && i < count; i++)
        if ((places[i] = (float)place_of(k, m, a->words[i])) < 1) return NULL;
    return places;
}

/* Whether it is meant as an answer: of texts under other names, such as "student", only lists. */
static bool is_meant(const marking *k, const attn_answer *a)
{
    if (a->numbers || a->rank > 0) return true;
    bool known = read_name(k, a->name) != NULL;
    if (k->status->code != ATTN_MEMORY) attn_status_clear(k->status);
    return known;
}

static bool mark_one(const marking *k, marked *m)
{
    attn_graded_value *j = m->graded;
    const attn_answer *a = m->answer;
    m->yours = a->numbers ? a->numbers : places_of(k, m);
    if (!m->yours) return false;
    m->fits = same_but_for_ones(m->shape, m->rank, a->shape, a->rank);
    m->yours_count = 1;
    for (size_t i = 0; i < a->rank; i++) m->yours_count *= a->shape[i];
    take_precision(m);
    if (!m->fits) take_element(m);
    m->found = attn_alloc(k->arena, m->yours_count + 1, sizeof *m->found);
    j->rank = m->rank;
    memcpy(j->shape, m->shape, sizeof j->shape);
    if (!m->found) return false;
    if (m->fits) return compare(k, m);
    j->mark = ATTN_MARK_SHAPE;
    j->count = m->count;
    return true;
}

static const char *formula_of(const marking *k, const marked *m)
{
    const attn_family *family = attn_scope_find(attn_run_scope(k->run), m->family);
    const char *text = family->statement ? family->statement->text : NULL;
    return text ? attn_copy_text(k->arena, text, strlen(text)) : NULL;
}

static bool begin_answer(marking *k, size_t place, const attn_answer *answer, marked *m,
                         attn_graded_value *graded)
{
    long none[1] = {0};
    *m = (marked){.answer = answer, .place = place, .graded = graded};
    if (!attn_find_value(k, answer->name, m)) {
        if (k->status->code == ATTN_USAGE) attn_status_place(k->status, answer->file, 0, 0);
        return false;
    }
    *graded = (attn_graded_value){.answer = answer};
    graded->label = label_of(k->arena, m->called, m->chosen ? m->at : none, m->chosen);
    if (!m->given) graded->formula = formula_of(k, m);
    return graded->label && (m->given || graded->formula) && mark_one(k, m);
}

/* ---- all answers ---- */

static int by_order(const void *a, const void *b)
{
    const marked *x = a, *y = b;
    attn_node i = x->orders[0], j = y->orders[0];
    if (i != j) return i < j ? -1 : 1;
    return x->place < y->place ? -1 : 1;
}

static bool same_value(const marked *a, const marked *b)
{
    return strcmp(a->called, b->called) == 0 && a->chosen == b->chosen &&
           memcmp(a->at, b->at, a->chosen * sizeof *a->at) == 0;
}

static bool refuse_twice(const marking *k)
{
    for (size_t i = 0; i < k->count; i++)
        for (size_t n = 0; n < i; n++)
            if (same_value(&k->all[i], &k->all[n]))
                return attn_fail(k->status, ATTN_USAGE, "%s is there twice: in %s and in %s",
                                 k->all[i].graded->label, k->all[n].answer->file,
                                 k->all[i].answer->file);
    return true;
}

static bool begin_all(marking *k, const attn_answer *answers, attn_grade_report *graded)
{
    attn_graded_value *values = attn_alloc(k->arena, k->count + 1, sizeof *values);
    attn_graded_value *sorted = attn_alloc(k->arena, k->count + 1, sizeof *sorted);
    k->all = attn_alloc(k->arena, k->count + ATTN_SPARE_MARKS, sizeof *k->all);
    if (!values || !sorted || !k->all) return false;
    size_t count = k->count;
    for (size_t i = k->count = 0; i < count; i++) {
        if (!is_meant(k, &answers[i])) continue;
        if (!begin_answer(k, i, &answers[i], &k->all[k->count], &values[k->count])) return false;
        k->count++;
    }
    if (k->count == 0) return no_value(k, NULL);
    if (!refuse_twice(k)) return false;
    qsort(k->all, k->count, sizeof *k->all, by_order);
    for (size_t i = 0; i < k->count; i++) {
        sorted[i] = *k->all[i].graded;
        k->all[i].graded = &sorted[i];
    }
    graded->values = sorted;
    graded->count = k->count;
    return true;
}

/* ---- the marks ---- */

/* How one number can be explained: by itself, by the rounding before it, by what is wrong before
 * it. */
typedef enum cause { CAUSE_RIGHT, CAUSE_ROUNDED, CAUSE_FOLLOWS, CAUSE_NONE } cause;

static cause cause_of(const marked *m, const expected *e, size_t i)
{
    float yours = m->yours[i];
    if (attn_is_near(m, yours, m->right[i])) return CAUSE_RIGHT;
    if (e->early && attn_is_near(m, yours, e->early[i])) return CAUSE_ROUNDED;
    if (e->rounded && attn_is_near(m, yours, e->rounded[i])) return CAUSE_FOLLOWS;
    if (!e->follows) return CAUSE_NONE;
    bool near = attn_is_near(m, yours, e->follows[i]) ||
                fabsf(yours - e->follows[i]) <= attn_slack(m, e->follows[i]) + 2 * e->shaken;
    return near ? CAUSE_FOLLOWS : CAUSE_NONE;
}

/* The worst cause of its numbers; the first part that has none is where it is wrong. */
static cause cause_of_all(marked *m, const expected *e)
{
    size_t size = m->count / m->part_count;
    cause worst = CAUSE_RIGHT;
    for (size_t i = 0; i < m->count; i++) {
        cause one = cause_of(m, e, i);
        attn_node order = m->orders[i / size];
        if (one == CAUSE_NONE && (m->wrong_order == 0 || order < m->wrong_order))
            m->wrong_order = order;
        if (one > worst) worst = one;
    }
    return worst;
}

/* "e", "e and α", "e, α and c": what was wrong before this. NULL: nothing. */
static const char *wrong_before(const marking *k, const marked *m, bool *failed)
{
    attn_text text = {0};
    size_t count = 0, told = 0;
    for (const marked *o = k->all; o < k->all + k->count; o++)
        count += o != m && o->wrong_order && o->wrong_order < m->orders[m->part_count - 1];
    for (const marked *o = k->all; o < k->all + k->count; o++) {
        if (o == m || !o->wrong_order || o->wrong_order >= m->orders[m->part_count - 1]) continue;
        attn_text_add(&text, told == 0 ? "" : told + 1 < count ? ", " : " and ");
        attn_text_add(&text, o->graded->label);
        told++;
    }
    if (count == 0) return NULL;
    const char *kept = attn_keep_text(k->arena, &text);
    *failed |= !kept;
    return kept;
}

static bool mark_follower(const marking *k, marked *m)
{
    bool failed = false;
    attn_graded_value *j = m->graded;
    j->after = wrong_before(k, m, &failed);
    j->mark = j->after ? ATTN_MARK_FOLLOWS : ATTN_MARK_ROUNDED;
    return !failed;
}

static bool mark_all(marking *k, const expected *all)
{
    for (size_t i = 0; i < k->count; i++) {
        marked *m = &k->all[i];
        if (m->graded->mark == ATTN_MARK_SHAPE) m->wrong_order = m->orders[0];
        if (m->graded->mark == ATTN_MARK_WRONG || m->graded->mark == ATTN_MARK_NO_NUMBER)
            cause_of_all(m, &all[i]);
    }
    for (size_t i = 0; i < k->count; i++) {
        marked *m = &k->all[i];
        m->graded->order = m->wrong_order;
        if (m->graded->mark == ATTN_MARK_WRONG && !m->wrong_order && !mark_follower(k, m))
            return false;
    }
    return true;
}

/* ---- why ---- */

static marked *first_wrong(const marking *k, attn_node after)
{
    marked *first = NULL;
    for (marked *m = k->all; m < k->all + k->count; m++) {
        if (m->wrong_order <= after || (first && m->wrong_order >= first->wrong_order)) continue;
        first = m;
    }
    return first;
}

/* What stands before a wrong value is known as far as its digits go, which moves what comes of it.
 */
static bool find_why(marking *k, const expected *all)
{
    marked *m = first_wrong(k, 0);
    for (size_t i = 0; i < MOST_SEARCHED && m; i++) {
        m->least += 2 * all[m - k->all].shaken;
        if (!attn_lend_right(k) || !attn_find_reasons(k, m)) return false;
        m = first_wrong(k, m->wrong_order);
    }
    return true;
}

static bool judge(marking *k, const attn_answer *answers, attn_grade_report *graded)
{
    if (!begin_all(k, answers, graded)) return false;
    bool all_right = true;
    for (size_t i = 0; i < k->count; i++) all_right &= attn_is_right(&k->all[i]);
    expected *all = attn_alloc(k->arena, k->count + 1, sizeof *all);
    if (!all) return false;
    if (!all_right && (!attn_find_expected(k, all) || !mark_all(k, all) || !find_why(k, all)))
        return false;
    const marked *first = first_wrong(k, 0);
    graded->first = first ? first->graded : NULL;
    graded->right = !first;
    graded->cut = attn_tried_enough(k);
    for (size_t i = 0; i < k->count; i++)
        graded->right &= k->all[i].graded->mark != ATTN_MARK_COARSE;
    return true;
}

const attn_grade_report *attn_answers_judge(attn_lesson *lesson, const attn_options *options,
                                            const attn_answer *answers, size_t count,
                                            attn_arena *arena, attn_status *status)
{
    attn_grade_report *graded = attn_alloc(arena, 1, sizeof *graded);
    attn_run *run = graded ? attn_lesson_run(lesson, options, status) : NULL;
    marking k = {.lesson = lesson, .run = run, .arena = arena, .status = status, .count = count};
    bool done = run && judge(&k, answers, graded);
    if (done) attn_run_weights_lie(run, &graded->doubt);
    attn_trials_end(&k);
    attn_run_free(run);
    return done && attn_ok(status) ? graded : NULL;
}
