/*
 * diagnosis: why a student's numbers are what they are. Each diagnosis is computed, and is a reason
 * only if it gives just these numbers, and if they are not easily met by chance: the numbers in
 * which it differs from the right ones must say more than the number of diagnoses that were tried.
 */
#include <math.h>
#include <string.h>

#include "lesson/grade/grading.h"
#include "lesson/run/compare.h"

enum { MOST_SLIPS = 40 };

/* ---- whether it is the reason ---- */

static bool all_near(const marked *m, const float *numbers)
{
    for (size_t i = 0; i < m->yours_count; i++)
        if (!attn_is_near(m, m->yours[i], numbers[i])) return false;
    return true;
}

/* How far apart the finite ones of these numbers are. */
static float spread_of(const float *a, const float *b, size_t count)
{
    float least = INFINITY, most = -INFINITY;
    for (size_t i = 0; i < count; i++) {
        if (isfinite(a[i])) least = fminf(least, a[i]), most = fmaxf(most, a[i]);
        if (b && isfinite(b[i])) least = fminf(least, b[i]), most = fmaxf(most, b[i]);
    }
    return most > least ? most - least : 0;
}

/* The answer's digits give a number among those that it could have been, in bits. */
static double bits_of_number(const marked *m, float number, float spread)
{
    double ways = (double)spread / (2 * (double)attn_slack(m, number));
    return isfinite(number) && ways > 1 ? log2(ways) : isfinite(number) ? 0 : 1;
}

double attn_bits_of(const marked *m, const float *numbers)
{
    const float *right = m->fits ? m->right : NULL;
    float spread = spread_of(numbers, right, m->yours_count);
    double bits = 0;
    for (size_t i = 0; i < m->yours_count; i++) {
        float room = attn_slack(m, numbers[i]);
        bool same = right && ((isinf(right[i]) && isinf(numbers[i])) ||
                              fabsf(right[i] - numbers[i]) <= 1.9f * room);
        if (!same) bits += bits_of_number(m, numbers[i], spread);
    }
    return bits;
}

bool attn_is_reason(const marked *m, const float *numbers, double bits)
{
    return all_near(m, numbers) && attn_bits_of(m, numbers) >= bits;
}

bool attn_add_reason(const marking *k, marked *m, attn_reason reason)
{
    attn_graded_value *j = m->graded;
    attn_reason *added = attn_push(k->arena, &j->reasons, &j->reason_count, sizeof *added);
    if (!added) return false;
    *added = reason;
    return reason.says != NULL;
}

/* ---- other values of the lesson ---- */

static bool has_shape(const marked *m, const marked *other)
{
    if (m->answer->rank != other->rank) return false;
    return memcmp(m->answer->shape, other->shape, other->rank * sizeof *other->shape) == 0;
}

/* Another value stands in its place: S for A, or what a file holds under the wrong name. */
static bool try_others(const marking *k, marked *m)
{
    const attn_family *family;
    for (size_t i = 0; (family = attn_scope_family(attn_run_scope(k->run), i)); i++) {
        marked other = {0};
        bool same = strcmp(family->name, m->family) == 0;
        if (same || !family->element_count || !attn_find_value(k, family->name, &other)) {
            if (k->status->code == ATTN_MEMORY) return false;
            attn_status_clear(k->status);
            continue;
        }
        if (!has_shape(m, &other) || !attn_is_reason(m, other.right, SOME_SUSPECTS)) continue;
        const char *name = attn_print(k->arena, "%s", family->name);
        attn_reason reason = {
            1, {"another value", NULL}, NULL, "what stands under this name", NULL};
        reason.says = name ? attn_print(k->arena, "%s stands in its place", name) : NULL;
        if (!attn_add_reason(k, m, reason)) return false;
    }
    return true;
}

/* ---- rounded too early ---- */

/* Whether the value of a family is computed on the way to this answer, once that is known. */
static bool is_on_the_way(const marked *m, const attn_dependence *way, const attn_family *family)
{
    const attn_statement *line = family->statement;
    return line && strcmp(family->name, m->family) != 0 && attn_makes_needed(way, line);
}

static bool find_way(const marking *k, const marked *m, attn_dependence *way)
{
    attn_grammar grammar = attn_scope_grammar(k->run->scope);
    attn_scope_unwind(k->run->scope);
    attn_statement *line = attn_parse_body_line(&grammar, m->formula_name);
    return line && attn_bind_statement(k->run->scope, line) &&
           attn_find_steps(k->lesson, &(lines){1, &line}, NULL, k->arena, way);
}

/* From a value on, all are rounded to so many decimals; *told: that was a reason. */
static bool round_from(marking *k, marked *m, size_t from, int decimals, bool *told)
{
    trial t = {.decimals = decimals, .only = m, .round_from = from, .before = m->wrong_order};
    bool tried = attn_try(k, &t);
    *told = tried && attn_is_found(m) && attn_is_reason(m, m->found, ONE_SUSPECT);
    if (!*told) return attn_ok(k->status);
    attn_reason reason = {
        1, {"rounded early", NULL}, NULL, "how the values before it were rounded", NULL};
    reason.says = attn_print(k->arena, "the values before it are rounded to %d decimal%s", decimals,
                             decimals == 1 ? "" : "s");
    return attn_add_reason(k, m, reason);
}

static bool try_rounding(marking *k, marked *m)
{
    int most = m->answer->digits > 6 ? 5 : (int)m->answer->digits;
    const attn_family *family;
    attn_dependence way;
    bool told = false;
    if (!m->fits) return true;
    if (!find_way(k, m, &way)) return false;
    for (int decimals = most - 1; decimals >= 1 && !told; decimals--)
        for (size_t i = 0; (family = attn_scope_family(attn_run_scope(k->run), i)) && !told; i++)
            if (is_on_the_way(m, &way, family) && !round_from(k, m, i, decimals, &told))
                return false;
    return true;
}

/* ---- mistakes ---- */

typedef struct slipped { /* what a mistake makes of the answer's value */
    const attn_mistake *mistake;
    const float *found; /* NULL: it cannot be compared */
    size_t met;         /* formulas that it fits, */
    uint64_t places;    /* and which of them are needed */
    bool changes;       /* some number of it, or it has another shape */
} slipped;

typedef struct hunt {
    marking *k;
    marked *m;
    attn_node before; /* what was computed before this is lent */
    size_t count;
    slipped items[MOST_SLIPS];
} hunt;

static bool changes_value(const marked *m)
{
    for (size_t i = 0; i < m->count && m->fits; i++)
        if (fabsf(m->found[i] - m->right[i]) > m->least || isinf(m->found[i]) != isinf(m->right[i]))
            return true;
    return !m->fits;
}

static const float *keep(const marking *k, const marked *m)
{
    float *kept = attn_alloc(k->arena, m->yours_count + 1, sizeof *kept);
    if (kept) memcpy(kept, m->found, m->yours_count * sizeof *kept);
    return kept;
}

/* The lesson with these rewritings, up to the answer; false: it cannot be computed. */
static bool compute_with(const hunt *h, trial *t, const attn_rewriting *rewritings, size_t count)
{
    t->changes = (attn_changes){.rewriting_count = count, .rewritings = rewritings};
    t->decimals = -1;
    t->only = h->m;
    t->before = h->before;
    return attn_try(h->k, t);
}

static attn_rewriting rewriting_of(const attn_mistake *mistake, size_t place)
{
    return (attn_rewriting){attn_mistake_rules(mistake), mistake->rules, place};
}

/* Whether another mistake in this formula is told already: of K and V exchanged all that can be
 * seen in A is V for K. */
static bool is_told(const attn_graded_value *j, const char *formula)
{
    for (size_t i = 0; i < j->reason_count; i++)
        if (j->reasons[i].formula && formula && strcmp(j->reasons[i].formula, formula) == 0)
            return true;
    return false;
}

static bool try_slip(hunt *h, const attn_mistake *mistake)
{
    marked *m = h->m;
    attn_rewriting made = rewriting_of(mistake, 0);
    trial t = {0};
    bool computed = compute_with(h, &t, &made, 1);
    if (!attn_ok(h->k->status)) return false;
    slipped *s = &h->items[h->count];
    *s = (slipped){.mistake = mistake, .met = t.formula ? t.met[0] : 0, .places = t.places};
    if (s->met == 0) return true;
    h->count++;
    s->changes = !m->fits;
    if (!computed || !attn_is_found(m)) return true;
    s->changes = changes_value(m);
    if (!(s->found = keep(h->k, m))) return false;
    if (!attn_is_reason(m, s->found, SOME_SUSPECTS) || is_told(m->graded, t.formula)) return true;
    return attn_add_reason(
        h->k, m, (attn_reason){1, {mistake->name, NULL}, mistake->says, mistake->look, t.formula});
}

static bool try_slips(hunt *h)
{
    const attn_mistake *mistake;
    for (size_t i = 0; h->count < MOST_SLIPS && (mistake = attn_mistake_at(i)); i++)
        if (!try_slip(h, mistake)) return false;
    return true;
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

static const attn_mistake *slip_named(const char *name)
{
    const attn_mistake *mistake;
    for (size_t i = 0; (mistake = attn_mistake_at(i)); i++)
        if (strcmp(mistake->name, name) == 0) return mistake;
    return NULL;
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
static marked *mark_family(const hunt *h, const attn_family *family)
{
    marking *k = h->k;
    for (size_t i = 0; i < k->count; i++)
        if (strcmp(k->all[i].family, family->name) == 0)
            return &k->all[i] == h->m && h->m->fits && h->m->rank == 2 ? h->m : NULL;
    marked *m = &k->all[k->count];
    *m = (marked){.fits = true};
    if (!attn_find_value(k, family->name, m) || m->rank != 2) {
        if (k->status->code != ATTN_MEMORY) attn_status_clear(k->status);
        return NULL;
    }
    m->yours_count = m->count;
    m->found = attn_alloc(k->arena, m->count, sizeof *m->found);
    if (m->found) k->count++;
    return m->found ? m : NULL;
}

/* The rows of a family with the softmax down their columns, as what is found of it. */
static bool compute_columns(const hunt *h, marked *rows, const attn_mistake *besides,
                            attn_mended mended)
{
    attn_rewriting made[2] = {rewriting_of(slip_named("no softmax"), 0)};
    hunt of_rows = {.k = h->k, .m = rows, .before = h->before};
    trial t = {.mended = mended};
    if (besides) made[1] = rewriting_of(besides, 0);
    if (!compute_with(&of_rows, &t, made, besides ? 2 : 1) || !attn_is_found(rows)) return false;
    softmax_of_columns(rows->found, rows->shape[0], rows->shape[1]);
    return true;
}

/* What the answer is when these rows take their place, as what is found of it. */
static bool compute_after(const hunt *h, marked *rows, const attn_mistake *besides)
{
    attn_rewriting made[1];
    trial t = {0};
    if (rows == h->m) return true;
    rows->lend = keep(h->k, rows);
    rows->lent_always = true;
    if (besides) made[0] = rewriting_of(besides, 0);
    return rows->lend && compute_with(h, &t, made, besides != NULL) && attn_is_found(h->m);
}

static bool add_columns(const hunt *h, const attn_mistake *besides)
{
    const attn_mistake *mistake = slip_named("softmax on columns");
    if (!attn_is_reason(h->m, h->m->found, besides ? MANY_SUSPECTS : SOME_SUSPECTS)) return true;
    attn_reason reason = {1, {mistake->name, NULL}, mistake->says, mistake->look, NULL};
    if (besides) {
        reason = (attn_reason){2, {besides->name, mistake->name}, NULL, besides->look, NULL};
        reason.says = attn_print(h->k->arena, "%s, and %s", besides->says, mistake->says);
    }
    return attn_add_reason(h->k, h->m, reason);
}

/* One family so. */
static bool try_columns_of(const hunt *h, const attn_family *family, const attn_mistake *besides,
                           attn_mended mended)
{
    size_t count = h->k->count;
    marked *rows = mark_family(h, family);
    bool computed =
        rows && compute_columns(h, rows, besides, mended) && compute_after(h, rows, besides);
    h->k->count = count;
    return (!computed || add_columns(h, besides)) && attn_ok(h->k->status);
}

/* All families so, as far as there are several: each is made of those before it. */
static bool try_all_columns(const hunt *h)
{
    const attn_family *family;
    size_t count = h->k->count, done = 0;
    bool computed = true;
    for (size_t i = 0; (family = attn_scope_family(attn_run_scope(h->k->run), i)); i++) {
        if (!is_softmax_of_rows(family) || h->k->count == count + ATTN_SPARE_MARKS) continue;
        marked *rows = mark_family(h, family);
        if (!rows) continue;
        computed = compute_columns(h, rows, NULL, MEND_NONE) && compute_after(h, rows, NULL);
        if (!computed || rows == h->m) break;
        done++;
    }
    h->k->count = count;
    return !computed || done == 0 || add_columns(h, NULL);
}

static bool try_columns(const hunt *h, const attn_mistake *besides)
{
    const attn_family *family;
    size_t before = h->m->graded->reason_count;
    for (size_t i = 0; (family = attn_scope_family(attn_run_scope(h->k->run), i)); i++) {
        if (!is_softmax_of_rows(family)) continue;
        if (!try_columns_of(h, family, besides, MEND_NONE)) return false;
        bool again = !besides && h->m->graded->reason_count == before;
        if (again && !try_columns_of(h, family, NULL, MEND_ALL)) return false;
    }
    bool found = besides || h->m->graded->reason_count > before;
    return (found || try_all_columns(h)) && attn_ok(h->k->status);
}

/* ---- in one place, in pairs ---- */

/* A mistake in one of the formulas that it fits; 0: in all, as far as what they make is not mended.
 */
static bool try_place(hunt *h, const attn_mistake *mistake, size_t place, attn_mended mended)
{
    attn_rewriting made = rewriting_of(mistake, place);
    trial t = {.mended = mended};
    bool computed = compute_with(h, &t, &made, 1);
    if (!computed || !attn_is_found(h->m) || !attn_is_reason(h->m, h->m->found, MANY_SUSPECTS) ||
        is_told(h->m->graded, t.formula))
        return attn_ok(h->k->status);
    return attn_add_reason(
        h->k, h->m,
        (attn_reason){1, {mistake->name, NULL}, mistake->says, mistake->look, t.formula});
}

/* Whether turns of a loop may be computed before it. */
static bool is_late(const marked *m)
{
    return m->chosen > 0 && m->axis_count > 0;
}

/* Where all else is right: in the answer's own formula, or in its turn of a loop. */
static bool try_here(hunt *h, const attn_mistake *mistake)
{
    return try_place(h, mistake, 0, MEND_ALL) &&
           (!is_late(h->m) || try_place(h, mistake, 0, MEND_EARLIER));
}

static bool try_places(hunt *h)
{
    for (size_t i = 0; i < h->count; i++) {
        const slipped *s = &h->items[i];
        bool several = (s->places & (s->places - 1)) != 0;
        if (!try_here(h, s->mistake)) return false;
        for (size_t place = 1; several && place < 64; place++)
            if ((s->places >> place & 1) && !try_place(h, s->mistake, place, MEND_NONE))
                return false;
    }
    return true;
}

/* Whether all it does is to take one name for another. */
static bool exchanges_names(const attn_mistake *mistake)
{
    return strstr(mistake->rules[0].from, "_any") && !strchr(mistake->rules[0].from, ' ');
}

/* One after the other; *met: formulas that the other one fitted. */
static bool is_sequence(const hunt *h, const slipped *one, const slipped *other, size_t *met)
{
    attn_rewriting made[2] = {rewriting_of(one->mistake, 0), rewriting_of(other->mistake, 0)};
    attn_mended most = is_late(h->m) ? MEND_EARLIER : MEND_NONE;
    for (attn_mended mended = MEND_NONE; mended <= most; mended++) {
        trial t = {.mended = mended};
        bool computed = compute_with(h, &t, made, 2);
        *met = t.met[1];
        if (computed && attn_is_found(h->m) && attn_is_reason(h->m, h->m->found, MANY_SUSPECTS))
            return true;
    }
    return false;
}

/* The order matters where one takes away what the other fits, or where both exchange names. */
static bool is_pair(const hunt *h, const slipped *one, const slipped *other)
{
    size_t met;
    if (is_sequence(h, one, other, &met)) return true;
    bool matters =
        met != other->met || (exchanges_names(one->mistake) && exchanges_names(other->mistake));
    return matters && attn_ok(h->k->status) && is_sequence(h, other, one, &met);
}

static bool try_pair(const hunt *h, const slipped *one, const slipped *other)
{
    if (!is_pair(h, one, other)) return attn_ok(h->k->status);
    attn_reason reason = {
        2, {one->mistake->name, other->mistake->name}, NULL, one->mistake->look, NULL};
    reason.says = attn_print(h->k->arena, "%s, and %s", one->mistake->says, other->mistake->says);
    return attn_add_reason(h->k, h->m, reason);
}

/* Two at once: two mistakes, or one, and its result laid out otherwise. */
static bool try_pairs(hunt *h)
{
    for (size_t i = 0; i < h->count; i++) {
        const slipped *s = &h->items[i];
        if (!s->changes) continue;
        if (!try_columns(h, s->mistake)) return false;
        if (s->found && h->m->fits && !attn_try_layout_errors(h->k, h->m, s->found, s->mistake))
            return false;
        for (size_t n = i + 1; n < h->count; n++)
            if (h->items[n].changes && !try_pair(h, s, &h->items[n])) return false;
    }
    return true;
}

bool attn_find_reasons(marking *k, marked *m)
{
    hunt h = {.k = k, .m = m, .before = m->wrong_order};
    const attn_graded_value *j = m->graded;
    if (j->mark == ATTN_MARK_NO_NUMBER) return true;
    if (!attn_try_layout_errors(k, m, m->right, NULL) || !try_others(k, m)) return false;
    if (m->given) return true;
    if (!try_rounding(k, m) || !try_slips(&h) || !try_columns(&h, NULL)) return false;
    if (j->reason_count == 0 && !try_places(&h)) return false;
    return j->reason_count > 0 || try_pairs(&h);
}
