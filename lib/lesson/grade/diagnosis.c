/*
 * diagnosis: why a student's numbers are what they are. Each diagnosis is computed, and is a reason
 * only if it gives just these numbers, and if they are not easily met by chance: the numbers in
 * which it differs from the right ones must say more than the number of diagnoses that were tried.
 */
#include <math.h>
#include <string.h>

#include "lesson/grade/grading.h"
#include "lesson/run/compare.h"

enum { MOST_MISTAKES = 40 };

/* ---- whether it is the reason ---- */

static bool all_near(const compared *m, const float *numbers)
{
    for (size_t i = 0; i < m->yours_count; i++)
        if (!attn_is_near(m, m->yours[i], numbers[i])) return false;
    return true;
}

/* The answer's digits give a number among those that it could have been, in bits. */
static double bits_of_number(const compared *m, float number, float spread)
{
    double ways = (double)spread / (2 * (double)attn_slack(m, number));
    return isfinite(number) && ways > 1 ? log2(ways) : isfinite(number) ? 0 : 1;
}

double attn_bits_of(const compared *m, const float *numbers)
{
    const float *right = m->fits ? m->right : NULL;
    float spread = attn_spread_of(numbers, right, m->yours_count);
    double bits = 0;
    for (size_t i = 0; i < m->yours_count; i++) {
        float room = attn_slack(m, numbers[i]);
        bool same = right && ((isinf(right[i]) && isinf(numbers[i])) ||
                              fabsf(right[i] - numbers[i]) <= 1.9f * room);
        if (!same) bits += bits_of_number(m, numbers[i], spread);
    }
    return bits;
}

bool attn_is_reason(const compared *m, const float *numbers, double bits)
{
    return all_near(m, numbers) && attn_bits_of(m, numbers) >= bits;
}

void attn_add_reason(const grading *g, compared *m, const attn_mistake *first,
                     const attn_mistake *second, const char *formula)
{
    attn_graded_value *j = &m->graded;
    attn_reason reason = {.name_count = second ? 2 : 1,
                          .names = {first->name, second ? second->name : NULL},
                          .says = first->says,
                          .look = first->look,
                          .formula = formula};
    if (second) reason.says = attn_print(g->arena, "%s, and %s", first->says, second->says);
    attn_append(g->arena, &j->reasons, &j->reason_count, &reason, sizeof reason);
}

/* ---- other values of the lesson ---- */

static bool has_shape(const compared *m, const compared *other)
{
    if (m->answer->rank != other->rank) return false;
    return memcmp(m->answer->shape, other->shape, other->rank * sizeof *other->shape) == 0;
}

/* Another value stands in its place: S for A, or what a file holds under the wrong name. */
static void try_others(const grading *g, compared *m)
{
    const attn_family *family;
    for (size_t i = 0; (family = attn_scope_family(attn_run_scope(g->run), i)); i++) {
        compared other = {0};
        if (strcmp(family->name, m->family) == 0 || !family->element_count) continue;
        bool found = attn_find_value(g, family->name, &other);
        attn_forgive(g->status);
        if (!found || !has_shape(m, &other) || !attn_is_reason(m, other.right, BITS_FOR_SOME))
            continue;
        const attn_mistake mistake = {
            .name = "another value",
            .says = attn_print(g->arena, "%s stands in its place", family->name),
            .look = "what stands under this name"};
        attn_add_reason(g, m, &mistake, NULL, NULL);
    }
}

/* ---- rounded too early ---- */

/* Whether the value of a family is computed on the way to this answer, once that is known. */
static bool is_on_the_way(const compared *m, const attn_dependence *way, const attn_family *family)
{
    const attn_statement *line = family->statement;
    return line && strcmp(family->name, m->family) != 0 && attn_makes_needed(way, line);
}

static bool find_way(const grading *g, const compared *m, attn_dependence *way)
{
    attn_grammar grammar = attn_scope_grammar(g->run->scope);
    attn_scope_unwind(g->run->scope);
    attn_statement *line = attn_parse_body_line(&grammar, m->formula_name);
    return line && attn_bind_statement(g->run->scope, line) &&
           attn_find_steps(g->lesson, &(lines){1, &line}, NULL, g->arena, way);
}

/* From a value on, all are rounded to so many decimals. Whether that is a reason. */
static bool round_from(grading *g, compared *m, size_t from, int decimals)
{
    counterfactual c = {
        .decimals = decimals, .only = m, .round_from = from, .before = m->wrong_order};
    if (!attn_compute(g, &c) || !attn_is_found(m) || !attn_is_reason(m, m->found, BITS_FOR_ONE))
        return false;
    const attn_mistake mistake = {
        .name = "rounded early",
        .says = attn_print(g->arena, "the values before it are rounded to %d decimal%s", decimals,
                           decimals == 1 ? "" : "s"),
        .look = "how the values before it were rounded"};
    attn_add_reason(g, m, &mistake, NULL, NULL);
    return true;
}

static void try_rounding(grading *g, compared *m)
{
    int most = m->answer->digits > 6 ? 5 : (int)m->answer->digits;
    const attn_family *family;
    attn_dependence way;
    if (!m->fits || !find_way(g, m, &way)) return;
    for (int decimals = most - 1; decimals >= 1; decimals--)
        for (size_t i = 0; (family = attn_scope_family(attn_run_scope(g->run), i)); i++)
            if (is_on_the_way(m, &way, family) && round_from(g, m, i, decimals)) return;
}

/* ---- mistakes ---- */

typedef struct tried { /* what a mistake makes of the answer's value */
    const attn_mistake *mistake;
    const float *found; /* NULL: it cannot be compared */
    size_t met;         /* formulas that it fits, */
    uint64_t places;    /* and which of them are needed */
    bool changes;       /* some number of it, or it has another shape */
} tried;

typedef struct search {
    grading *grading;
    compared *m;
    attn_node before; /* what was computed before this is carried forward */
    size_t count;
    tried items[MOST_MISTAKES];
} search;

static bool changes_value(const compared *m)
{
    for (size_t i = 0; i < m->count && m->fits; i++)
        if (fabsf(m->found[i] - m->right[i]) > m->least || isinf(m->found[i]) != isinf(m->right[i]))
            return true;
    return !m->fits;
}

/* The lesson with these rewritings, up to the answer; false: it cannot be computed. */
static bool compute_with(const search *s, counterfactual *c, const attn_rewriting *rewritings,
                         size_t count)
{
    c->changes = (attn_changes){.rewriting_count = count, .rewritings = rewritings};
    c->decimals = -1;
    c->only = s->m;
    c->before = s->before;
    return attn_compute(s->grading, c) && attn_is_found(s->m);
}

/* Whether they give just the numbers of the answer, which say so many bits. */
static bool explains(const search *s, counterfactual *c, const attn_rewriting *rewritings,
                     size_t count, double bits)
{
    return compute_with(s, c, rewritings, count) && attn_is_reason(s->m, s->m->found, bits);
}

static attn_rewriting rewriting_of(const attn_mistake *mistake, size_t place)
{
    return (attn_rewriting){attn_mistake_rules(mistake), mistake->rules, place};
}

/* Adds a mistake with the formula that it changed, unless another mistake in this formula is
 * reported already: of K and V exchanged all that can be seen in A is V for K. */
static void add_mistake(const search *s, const attn_mistake *mistake, const char *formula)
{
    const attn_graded_value *j = &s->m->graded;
    for (size_t i = 0; i < j->reason_count; i++)
        if (j->reasons[i].formula && formula && strcmp(j->reasons[i].formula, formula) == 0) return;
    attn_add_reason(s->grading, s->m, mistake, NULL, formula);
}

static void try_mistake(search *s, const attn_mistake *mistake)
{
    attn_rewriting made = rewriting_of(mistake, 0);
    counterfactual c = {0};
    bool computed = compute_with(s, &c, &made, 1);
    if (!c.formula || c.met[0] == 0) return;
    s->items[s->count++] = (tried){.mistake = mistake,
                                   .found = computed ? attn_keep_found(s->grading, s->m) : NULL,
                                   .met = c.met[0],
                                   .places = c.places,
                                   .changes = computed ? changes_value(s->m) : !s->m->fits};
    if (computed && attn_is_reason(s->m, s->m->found, BITS_FOR_SOME))
        add_mistake(s, mistake, c.formula);
}

/* ---- the softmax of a family down its columns ---- */

/*
 * α_t = softmax(e_t) makes a row for each t, and no formula for one of them runs down the columns.
 * So the rows are computed without the softmax first, and all of them together then take the place
 * of those with it.
 */

static bool is_softmax_of_rows(const attn_family *family)
{
    const attn_statement *line = family->statement;
    const attn_expr *expr = line && line->result_count == 1 ? line->results[0] : NULL;
    return expr && expr->kind == ATTN_EXPR_CALL && strcmp(expr->function, "softmax") == 0 &&
           family->axis_count == 1;
}

static const attn_mistake *mistake_named(const char *name)
{
    const attn_mistake *mistake = attn_mistakes;
    while (strcmp(mistake->name, name) != 0) mistake++;
    return mistake;
}

static void softmax_of_columns(float *numbers, size_t rows, size_t cols)
{
    for (size_t c = 0; c < cols; c++) {
        float most = -INFINITY, sum = 0;
        for (size_t r = 0; r < rows; r++) most = fmaxf(most, numbers[r * cols + c]);
        for (size_t r = 0; r < rows; r++) sum += expf(numbers[r * cols + c] - most);
        for (size_t r = 0; r < rows; r++)
            numbers[r * cols + c] = expf(numbers[r * cols + c] - most) / sum;
    }
}

/*
 * The family among the answers, or put behind them for a while; NULL where an answer says that it
 * is right, or where it is no matrix.
 */
static compared *compare_family(const search *s, const attn_family *family)
{
    grading *g = s->grading;
    for (size_t i = 0; i < g->count; i++)
        if (strcmp(g->all[i].family, family->name) == 0)
            return &g->all[i] == s->m && s->m->fits && s->m->rank == 2 ? s->m : NULL;
    compared *m = &g->all[g->count];
    *m = (compared){.fits = true};
    bool found = attn_find_value(g, family->name, m) && m->rank == 2;
    attn_forgive(g->status);
    m->yours_count = m->count;
    m->found = found ? attn_alloc(g->arena, m->count, sizeof *m->found) : NULL;
    g->count += m->found != NULL;
    return m->found ? m : NULL;
}

/* What the answer is, as what is found of it, when these rows have their softmax down the columns.
 * besides: another mistake, or NULL. */
static bool compute_columns(const search *s, compared *rows, const attn_mistake *besides,
                            attn_corrected corrected)
{
    search of_rows = {.grading = s->grading, .m = rows, .before = s->before};
    attn_rewriting made[2] = {rewriting_of(mistake_named("no softmax"), 0)};
    counterfactual c = {.corrected = corrected}, behind = {0};
    if (besides) made[1] = rewriting_of(besides, 0);
    if (!compute_with(&of_rows, &c, made, besides ? 2 : 1)) return false;
    softmax_of_columns(rows->found, rows->shape[0], rows->shape[1]);
    if (rows == s->m) return true;
    rows->carried = attn_keep_found(s->grading, rows);
    rows->always_carried = true;
    return compute_with(s, &behind, made + 1, besides != NULL);
}

static bool add_columns(const search *s, const attn_mistake *besides)
{
    const attn_mistake *columns = mistake_named("softmax on columns");
    bool met = attn_is_reason(s->m, s->m->found, besides ? BITS_FOR_MANY : BITS_FOR_SOME);
    if (met && besides) attn_add_reason(s->grading, s->m, besides, columns, NULL);
    if (met && !besides) attn_add_reason(s->grading, s->m, columns, NULL, NULL);
    return met;
}

/* One family so. */
static bool try_columns_of(const search *s, const attn_family *family, const attn_mistake *besides,
                           attn_corrected corrected)
{
    size_t count = s->grading->count;
    compared *rows = compare_family(s, family);
    bool computed = rows && compute_columns(s, rows, besides, corrected);
    s->grading->count = count;
    return computed && add_columns(s, besides);
}

/* All families so, as far as there are several: each is made of those before it. */
static void try_all_columns(const search *s)
{
    grading *g = s->grading;
    const attn_family *family;
    size_t count = g->count, done = 0;
    bool computed = true;
    for (size_t i = 0; (family = attn_scope_family(attn_run_scope(g->run), i)); i++) {
        if (!is_softmax_of_rows(family) || g->count == count + ATTN_SPARE_VALUES) continue;
        compared *rows = compare_family(s, family);
        if (!rows) continue;
        computed = compute_columns(s, rows, NULL, CORRECT_NONE);
        if (!computed || rows == s->m) break;
        done++;
    }
    g->count = count;
    if (computed && done) add_columns(s, NULL);
}

static void try_columns(const search *s, const attn_mistake *besides)
{
    const attn_family *family;
    bool found = besides != NULL;
    for (size_t i = 0; (family = attn_scope_family(attn_run_scope(s->grading->run), i)); i++)
        if (is_softmax_of_rows(family))
            found |= try_columns_of(s, family, besides, CORRECT_NONE) ||
                     (!found && try_columns_of(s, family, NULL, CORRECT_ALL));
    if (!found) try_all_columns(s);
}

/* ---- in one place, in pairs ---- */

/* A mistake in one of the formulas that it fits; 0: in all, as far as what they make is not
 * corrected. */
static void try_place(const search *s, const attn_mistake *mistake, size_t place,
                      attn_corrected corrected)
{
    attn_rewriting made = rewriting_of(mistake, place);
    counterfactual c = {.corrected = corrected};
    if (explains(s, &c, &made, 1, BITS_FOR_MANY)) add_mistake(s, mistake, c.formula);
}

/* Whether turns of a loop may be computed before it. */
static bool is_late(const compared *m)
{
    return m->fixed > 0;
}

/* Where all else is right: in the answer's own formula, or in its turn of a loop; and in each of
 * several places. */
static void try_places(const search *s)
{
    for (const tried *one = s->items; one < s->items + s->count; one++) {
        bool several = (one->places & (one->places - 1)) != 0;
        try_place(s, one->mistake, 0, CORRECT_ALL);
        if (is_late(s->m)) try_place(s, one->mistake, 0, CORRECT_EARLIER);
        for (size_t place = 1; several && place < 64; place++)
            if (one->places >> place & 1) try_place(s, one->mistake, place, CORRECT_NONE);
    }
}

/* Whether all it does is to take one name for another. */
static bool exchanges_names(const attn_mistake *mistake)
{
    return strstr(mistake->rules[0].from, "_any") && !strchr(mistake->rules[0].from, ' ');
}

/* One after the other; *met: formulas that the other one fitted. */
static bool is_sequence(const search *s, const tried *one, const tried *other, size_t *met)
{
    attn_rewriting made[2] = {rewriting_of(one->mistake, 0), rewriting_of(other->mistake, 0)};
    counterfactual c = {0}, late = {.corrected = CORRECT_EARLIER};
    bool found = explains(s, &c, made, 2, BITS_FOR_MANY);
    *met = c.met[1];
    if (found || !is_late(s->m)) return found;
    found = explains(s, &late, made, 2, BITS_FOR_MANY);
    *met = late.met[1];
    return found;
}

/* The order matters where one takes away what the other fits, or where both exchange names. */
static bool is_pair(const search *s, const tried *one, const tried *other)
{
    size_t met;
    if (is_sequence(s, one, other, &met)) return true;
    bool matters =
        met != other->met || (exchanges_names(one->mistake) && exchanges_names(other->mistake));
    return matters && is_sequence(s, other, one, &met);
}

/* Two at once: two mistakes, or one, and its result laid out otherwise. */
static void try_pairs(const search *s)
{
    for (const tried *one = s->items, *end = one + s->count; one < end; one++) {
        if (!one->changes) continue;
        try_columns(s, one->mistake);
        if (one->found && s->m->fits)
            attn_try_layout_errors(s->grading, s->m, one->found, one->mistake);
        for (const tried *other = one + 1; other < end; other++)
            if (other->changes && is_pair(s, one, other))
                attn_add_reason(s->grading, s->m, one->mistake, other->mistake, NULL);
    }
}

void attn_find_reasons(grading *g, compared *m)
{
    search s = {.grading = g, .m = m, .before = m->wrong_order};
    const attn_graded_value *j = &m->graded;
    if (j->mark == ATTN_MARK_NO_NUMBER) return;
    attn_try_layout_errors(g, m, m->right, NULL);
    try_others(g, m);
    if (m->given) return;
    try_rounding(g, m);
    for (size_t i = 0; s.count < MOST_MISTAKES && attn_mistakes[i].name; i++)
        try_mistake(&s, &attn_mistakes[i]);
    try_columns(&s, NULL);
    if (j->reason_count == 0) try_places(&s);
    if (j->reason_count == 0) try_pairs(&s);
}
