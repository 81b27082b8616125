/*
 * suspects: why a student's numbers are what they are. Each suspect is computed, and is a reason
 * only if it gives just these numbers, and if they are not easily met by chance: the numbers in
 * which it differs from the right ones must say more than the number of suspects that were tried.
 */
#include <math.h>
#include <string.h>

#include "lesson/compare.h"
#include "lesson/marking.h"
#include "lesson/slips.h"

/* Bits that the numbers must say, so that of a hundred random answers less than one has a reason.
 */
enum { ONE_SUSPECT = 7, FEW_SUSPECTS = 9, SOME_SUSPECTS = 10, MANY_SUSPECTS = 14 };

enum { MOST_SLIPS = 32 };

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

/* What is said by the numbers that are not those of the lesson. */
static double bits_of(const marked *m, const float *numbers)
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

static bool is_reason(const marked *m, const float *numbers, double bits)
{
    return all_near(m, numbers) && bits_of(m, numbers) >= bits;
}

static bool add_reason(const marking *k, marked *m, attn_reason reason)
{
    attn_judged_value *j = m->judged;
    attn_reason *list;
    memcpy(&list, &j->reasons, sizeof list);
    attn_reason *added = attn_push(k->arena, &list, &j->reason_count, sizeof *added);
    if (!added) return false;
    *added = reason;
    j->reasons = list;
    return reason.says != NULL;
}

/* ---- the right numbers, laid out or written otherwise ---- */

typedef struct layout { /* of some numbers, of which the answer may be another layout */
    const marking *k;
    marked *m;
    const float *from;     /* of the lesson's shape */
    float *made;           /* of the answer's */
    const attn_slip *slip; /* that they were made by; NULL: none, they are the right ones */
    bool failed;
} layout;

static bool add_layout(layout *l, const char *name, const char *says, const char *look)
{
    attn_reason reason = {1, {name, NULL}, says, look, NULL};
    if (l->slip && says) {
        reason = (attn_reason){2, {l->slip->name, name}, NULL, l->slip->look, NULL};
        reason.says = attn_print(l->k->arena, "%s, and %s", l->slip->says, says);
    }
    l->failed |= !add_reason(l->k, l->m, reason);
    return !l->failed;
}

/* Number by number; -1: signs; 100: percent; 0: from zero. */
static void each_otherwise(layout *l)
{
    static const struct {
        float factor, plus;
        const char *name, *says, *look;
    } ways[] = {
        {-1, 0, "signs", "every sign is the other one", "the signs"},
        {100, 0, "percent", "every number is in percent", "the unit of the numbers"},
        {1, -1, "from zero", "the places of words are counted from 0, not from 1",
         "the number from which places are counted"},
    };
    if (!l->m->fits) return;
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        bool places = !(ways[i].plus >= 0);
        if (places != l->m->tokens) continue;
        for (size_t n = 0; n < l->m->count; n++)
            l->made[n] = ways[i].factor * l->from[n] + ways[i].plus;
        double bits = places ? 2 : FEW_SUSPECTS;
        if (is_reason(l->m, l->made, bits)) add_layout(l, ways[i].name, ways[i].says, ways[i].look);
    }
}

/* How many numbers lie between two neighbours on an axis. */
static size_t stride_of(const size_t *shape, size_t rank, size_t axis)
{
    size_t stride = 1;
    for (size_t i = axis + 1; i < rank; i++) stride *= shape[i];
    return stride;
}

static bool is_exchanged(const marked *m, size_t a, size_t b)
{
    if (m->answer->rank != m->rank) return false;
    for (size_t i = 0; i < m->rank; i++)
        if (m->answer->shape[i] != m->shape[i == a ? b : i == b ? a : i]) return false;
    return true;
}

/* Both axes exchanged, in the shape of the answer. */
static void exchange_axes(const layout *l, size_t a, size_t b)
{
    const marked *m = l->m;
    for (size_t i = 0; i < m->yours_count; i++) {
        size_t rest = i, from = 0;
        for (size_t axis = m->rank; axis-- > 0; rest /= m->answer->shape[axis]) {
            size_t there = axis == a ? b : axis == b ? a : axis;
            from += rest % m->answer->shape[axis] * stride_of(m->shape, m->rank, there);
        }
        l->made[i] = l->from[from];
    }
}

static void transposed(layout *l)
{
    const marked *m = l->m;
    for (size_t a = 0; a < m->rank; a++)
        for (size_t b = a + 1; b < m->rank; b++) {
            if (!is_exchanged(m, a, b)) continue;
            exchange_axes(l, a, b);
            if (!is_reason(m, l->made, FEW_SUSPECTS)) continue;
            bool last = b + 1 == m->rank && a + 2 == m->rank;
            const char *says =
                last ? "rows and columns are exchanged at the end"
                     : attn_print(l->k->arena, "axes %zu and %zu are exchanged at the end", a + 1,
                                  b + 1);
            add_layout(l, "transposed", says, "what is a row and what is a column");
        }
}

/* ---- rows or columns in another order ---- */

static const char *axis_name(const marked *m, size_t axis)
{
    return m->rank == 1          ? "numbers"
           : axis + 1 == m->rank ? "columns"
           : axis + 2 == m->rank ? "rows"
                                 : "parts";
}

/* Whether slice x of the answer is slice y of the numbers. */
static bool same_slice(const layout *l, size_t axis, size_t x, size_t y)
{
    const marked *m = l->m;
    size_t stride = stride_of(m->shape, m->rank, axis), extent = m->shape[axis];
    size_t yours_extent = m->yours_count / (m->count / extent);
    for (size_t outer = 0; outer < m->count / extent / stride; outer++)
        for (size_t i = 0; i < stride; i++)
            if (!attn_is_near(m, m->yours[(outer * yours_extent + x) * stride + i],
                              l->from[(outer * extent + y) * stride + i]))
                return false;
    return true;
}

static void copy_slice(const layout *l, size_t axis, size_t x, size_t y)
{
    const marked *m = l->m;
    size_t stride = stride_of(m->shape, m->rank, axis), extent = m->shape[axis];
    size_t made_extent = m->yours_count / (m->count / extent);
    for (size_t outer = 0; outer < m->count / extent / stride; outer++)
        memcpy(l->made + (outer * made_extent + x) * stride,
               l->from + (outer * extent + y) * stride, stride * sizeof *l->made);
}

/* Which slice stands where; false: they are not all there, or stand in their places. */
static bool find_order(const layout *l, size_t axis, size_t *order)
{
    size_t extent = l->m->shape[axis];
    bool moved = false;
    bool *used = attn_alloc(l->k->arena, extent + 1, sizeof *used);
    for (size_t x = 0; x < extent && used; x++) {
        size_t y = 0;
        if (!used[x] && same_slice(l, axis, x, x)) y = x;
        while (y < extent && (used[y] || !same_slice(l, axis, x, y))) y++;
        if (y == extent) return false;
        used[order[x] = y] = true;
        moved |= x != y;
        copy_slice(l, axis, x, y);
    }
    return used && moved;
}

static double bits_of_orders(size_t extent)
{
    double bits = 0;
    for (size_t i = 2; i <= extent; i++) bits += log2((double)i);
    return bits;
}

/* "its rows stand in another order: row 1 is the lesson's row 2 'chat'" */
static const char *say_order(const layout *l, size_t axis, const size_t *order)
{
    const marked *m = l->m;
    const char *what = axis_name(m, axis);
    size_t x = 0;
    while (order[x] == x) x++;
    const char *word = m->words[axis] ? m->words[axis]->words[order[x]] : NULL;
    int one = (int)strlen(what) - 1;
    return attn_print(
        l->k->arena, "the %s stand in another order: %.*s %zu is the lesson's %zu%s%s%s", what, one,
        what, x + 1, order[x] + 1, word ? " ('" : "", word ? word : "", word ? "')" : "");
}

static void reordered(layout *l)
{
    const marked *m = l->m;
    for (size_t axis = 0; axis < m->rank && m->fits; axis++) {
        size_t extent = m->shape[axis];
        size_t *order = attn_alloc(l->k->arena, extent, sizeof *order);
        if (!order) l->failed = true;
        if (!order || extent < 2 || extent > 512 || !find_order(l, axis, order)) continue;
        if (bits_of(m, l->made) < FEW_SUSPECTS + bits_of_orders(extent)) continue;
        add_layout(l, "order", say_order(l, axis, order), "the order of rows and columns");
    }
}

/* ---- one more, one less ---- */

/* The axis on which the answer is longer or shorter by one; false: there is none such. */
static bool one_off(const marked *m, size_t *axis, bool *more)
{
    size_t off = 0;
    if (m->answer->rank != m->rank) return false;
    for (size_t i = 0; i < m->rank; i++) {
        size_t yours = m->answer->shape[i], right = m->shape[i];
        if (yours == right) continue;
        if (yours + 1 != right && yours != right + 1) return false;
        off++;
        *axis = i;
        *more = yours > right;
    }
    return off == 1;
}

/* Slices of the answer that are those of the numbers, from the first on. */
static size_t same_until(const layout *l, size_t axis, size_t count)
{
    size_t x = 0;
    while (x < count && same_slice(l, axis, x, x)) x++;
    return x;
}

static void one_more_or_less(layout *l)
{
    const marked *m = l->m;
    size_t axis = 0, shorter, x;
    bool more = false;
    if (!one_off(m, &axis, &more)) return;
    shorter = more ? m->shape[axis] : m->answer->shape[axis];
    size_t at = same_until(l, axis, shorter);
    for (x = at; x < shorter; x++)
        if (!same_slice(l, axis, more ? x + 1 : x, more ? x : x + 1)) return;
    if (shorter == 0) return;
    const char *what = axis_name(m, axis);
    const attn_labels *words = m->words[axis];
    const char *word = !more && words ? words->words[at] : NULL;
    const char *says = attn_print(l->k->arena, "one of its %s is %s, number %zu%s%s%s", what,
                                  more ? "too many" : "missing", at + 1, word ? " ('" : "",
                                  word ? word : "", word ? "')" : "");
    add_layout(l, more ? "one too many" : "one missing", says,
               "how many rows and columns there are");
}

/* ---- heads side by side ---- */

/* Whether the shape of a is that of b with its axes 0 and, side by side, `to` made one. */
static bool is_joined(const size_t *a, size_t a_rank, const size_t *b, size_t b_rank, size_t to)
{
    if (b_rank != 3 || a_rank != 2) return false;
    return a[0] == b[1] * (to == 1 ? b[0] : 1) && a[1] == b[2] * (to == 2 ? b[0] : 1);
}

/* The number of the parts' layout that stands at this place of the joined one. */
static size_t part_place(const size_t *parts, size_t to, size_t i)
{
    size_t n = parts[1], d = parts[2], cols = to == 2 ? parts[0] * d : d;
    size_t row = i / cols, col = i % cols;
    return to == 2 ? (col / d * n + row) * d + col % d : i;
}

static void heads_joined(layout *l)
{
    const marked *m = l->m;
    const attn_answer *a = m->answer;
    for (size_t to = 1; to <= 2 && !m->fits; to++) {
        bool yours = is_joined(a->shape, a->rank, m->shape, m->rank, to);
        bool apart = is_joined(m->shape, m->rank, a->shape, a->rank, to);
        if (!yours && !apart) continue;
        for (size_t i = 0; i < m->yours_count; i++) {
            size_t place = part_place(yours ? m->shape : a->shape, to, i);
            if (yours) l->made[i] = l->from[place];
            if (apart) l->made[place] = l->from[i];
        }
        if (!is_reason(m, l->made, FEW_SUSPECTS)) continue;
        if (apart)
            add_layout(l, "not concatenated", "the heads are not put side by side",
                       "what becomes of the heads at the end");
        else
            add_layout(l, "concatenated",
                       to == 2 ? "the heads are put side by side"
                               : "the heads are put one below the other",
                       "whether each head stands alone");
    }
}

static bool try_layouts(const marking *k, marked *m, const float *from, const attn_slip *slip)
{
    size_t most = m->count > m->yours_count ? m->count : m->yours_count;
    layout l = {k, m, from, attn_alloc(k->arena, most + 1, sizeof(float)), slip, false};
    if (!l.made) return false;
    transposed(&l);
    reordered(&l);
    if (!slip) each_otherwise(&l);
    one_more_or_less(&l);
    heads_joined(&l);
    return !l.failed;
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
            *k->status = (attn_status){0};
            continue;
        }
        if (!has_shape(m, &other) || !is_reason(m, other.right, SOME_SUSPECTS)) continue;
        const char *name = attn_print(k->arena, "%s", family->name);
        attn_reason reason = {
            1, {"another value", NULL}, NULL, "what stands under this name", NULL};
        reason.says = name ? attn_print(k->arena, "%s stands in its place", name) : NULL;
        if (!add_reason(k, m, reason)) return false;
    }
    return true;
}

/* ---- rounded too early ---- */

/* Whether the value of a family is computed on the way to this answer, once that is known. */
static bool is_on_the_way(const marked *m, const attn_family *family)
{
    const attn_statement *line = family->statement;
    if (!line || strcmp(family->name, m->family) == 0) return false;
    for (size_t i = 0; i < line->target_count; i++)
        if (attn_is_needed(&line->targets[i])) return true;
    return false;
}

static bool find_way(const marking *k, const marked *m)
{
    attn_dependence found;
    attn_grammar grammar = attn_scope_grammar(k->lesson->scope);
    attn_scope_settle(k->lesson->scope);
    attn_statement *line = attn_parse_body_line(&grammar, m->family);
    return line && attn_bind_statement(k->lesson->scope, line) &&
           attn_find_steps(k->lesson, &(lines){1, &line}, NULL, k->arena, &found);
}

/* From a value on, all are rounded to so many decimals; *told: that was a reason. */
static bool round_from(marking *k, marked *m, size_t from, int decimals, bool *told)
{
    trial t = {.decimals = decimals, .only = m, .round_from = from, .before = m->wrong_order};
    bool tried = attn_try(k, &t);
    *told = tried && attn_is_found(m) && is_reason(m, m->found, ONE_SUSPECT);
    if (!*told) return attn_ok(k->status);
    attn_reason reason = {
        1, {"rounded early", NULL}, NULL, "how the values before it were rounded", NULL};
    reason.says = attn_print(k->arena, "the values before it are rounded to %d decimal%s", decimals,
                             decimals == 1 ? "" : "s");
    return add_reason(k, m, reason);
}

static bool try_rounding(marking *k, marked *m)
{
    int most = m->answer->digits > 6 ? 5 : (int)m->answer->digits;
    const attn_family *family;
    bool told = false;
    if (!m->fits) return true;
    if (!find_way(k, m)) return false;
    for (int decimals = most - 1; decimals >= 1 && !told; decimals--)
        for (size_t i = 0; (family = attn_scope_family(attn_run_scope(k->run), i)) && !told; i++)
            if (is_on_the_way(m, family) && !round_from(k, m, i, decimals, &told)) return false;
    return true;
}

/* ---- slips ---- */

typedef struct slipped { /* what a slip makes of the answer's value */
    const attn_slip *slip;
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

static attn_rewriting rewriting_of(const attn_slip *slip, size_t place)
{
    return (attn_rewriting){attn_slip_rules(slip), slip->rules, place};
}

static bool try_slip(hunt *h, const attn_slip *slip)
{
    marked *m = h->m;
    attn_rewriting made = rewriting_of(slip, 0);
    trial t = {0};
    bool computed = compute_with(h, &t, &made, 1);
    if (!attn_ok(h->k->status)) return false;
    slipped *s = &h->items[h->count];
    *s = (slipped){.slip = slip, .met = t.formula ? t.met[0] : 0, .places = t.places};
    if (s->met == 0) return true;
    h->count++;
    s->changes = !m->fits;
    if (!computed || !attn_is_found(m)) return true;
    s->changes = changes_value(m);
    if (!(s->found = keep(h->k, m))) return false;
    if (!is_reason(m, s->found, SOME_SUSPECTS)) return true;
    return add_reason(h->k, m,
                      (attn_reason){1, {slip->name, NULL}, slip->says, slip->look, t.formula});
}

static bool try_slips(hunt *h)
{
    const attn_slip *slip;
    for (size_t i = 0; h->count < MOST_SLIPS && (slip = attn_slip_at(i)); i++)
        if (!try_slip(h, slip)) return false;
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

static const attn_slip *slip_named(const char *name)
{
    const attn_slip *slip;
    for (size_t i = 0; (slip = attn_slip_at(i)); i++)
        if (strcmp(slip->name, name) == 0) return slip;
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
        if (k->status->code != ATTN_MEMORY) *k->status = (attn_status){0};
        return NULL;
    }
    m->yours_count = m->count;
    m->found = attn_alloc(k->arena, m->count, sizeof *m->found);
    if (m->found) k->count++;
    return m->found ? m : NULL;
}

/* The rows of a family with the softmax down their columns, as what is found of it. */
static bool compute_columns(const hunt *h, marked *rows, const attn_slip *besides, bool local)
{
    attn_rewriting made[2] = {rewriting_of(slip_named("no softmax"), 0)};
    hunt of_rows = {.k = h->k, .m = rows, .before = h->before};
    trial t = {.local = local};
    if (besides) made[1] = rewriting_of(besides, 0);
    if (!compute_with(&of_rows, &t, made, besides ? 2 : 1) || !attn_is_found(rows)) return false;
    softmax_of_columns(rows->found, rows->shape[0], rows->shape[1]);
    return true;
}

/* What the answer is when these rows take their place, as what is found of it. */
static bool compute_after(const hunt *h, marked *rows, const attn_slip *besides)
{
    attn_rewriting made[1];
    trial t = {0};
    if (rows == h->m) return true;
    rows->lend = keep(h->k, rows);
    rows->lent_always = true;
    if (besides) made[0] = rewriting_of(besides, 0);
    return rows->lend && compute_with(h, &t, made, besides != NULL) && attn_is_found(h->m);
}

static bool add_columns(const hunt *h, const attn_slip *besides)
{
    const attn_slip *slip = slip_named("softmax on columns");
    if (!is_reason(h->m, h->m->found, besides ? MANY_SUSPECTS : SOME_SUSPECTS)) return true;
    attn_reason reason = {1, {slip->name, NULL}, slip->says, slip->look, NULL};
    if (besides) {
        reason = (attn_reason){2, {besides->name, slip->name}, NULL, besides->look, NULL};
        reason.says = attn_print(h->k->arena, "%s, and %s", besides->says, slip->says);
    }
    return add_reason(h->k, h->m, reason);
}

/* One family so; `local`: all that it is made of is right. */
static bool try_columns_of(const hunt *h, const attn_family *family, const attn_slip *besides,
                           bool local)
{
    size_t count = h->k->count;
    marked *rows = mark_family(h, family);
    bool computed =
        rows && compute_columns(h, rows, besides, local) && compute_after(h, rows, besides);
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
        computed = compute_columns(h, rows, NULL, false) && compute_after(h, rows, NULL);
        if (!computed || rows == h->m) break;
        done++;
    }
    h->k->count = count;
    return !computed || done == 0 || add_columns(h, NULL);
}

static bool try_columns(const hunt *h, const attn_slip *besides)
{
    const attn_family *family;
    size_t before = h->m->judged->reason_count;
    for (size_t i = 0; (family = attn_scope_family(attn_run_scope(h->k->run), i)); i++) {
        if (!is_softmax_of_rows(family)) continue;
        if (!try_columns_of(h, family, besides, false)) return false;
        bool again = !besides && h->m->judged->reason_count == before;
        if (again && !try_columns_of(h, family, NULL, true)) return false;
    }
    bool found = besides || h->m->judged->reason_count > before;
    return (found || try_all_columns(h)) && attn_ok(h->k->status);
}

/* ---- in one place, in pairs ---- */

/* A slip in one of the formulas that it fits; 0: in that of the answer, with all else right. */
static bool try_place(hunt *h, const attn_slip *slip, size_t place)
{
    attn_rewriting made = rewriting_of(slip, place);
    trial t = {.local = place == 0};
    bool computed = compute_with(h, &t, &made, 1);
    if (!computed || !attn_is_found(h->m) || !is_reason(h->m, h->m->found, MANY_SUSPECTS))
        return attn_ok(h->k->status);
    return add_reason(h->k, h->m,
                      (attn_reason){1, {slip->name, NULL}, slip->says, slip->look, t.formula});
}

/* 0 as well: the answer's own formula. */
static bool try_places(hunt *h)
{
    for (size_t i = 0; i < h->count; i++) {
        const slipped *s = &h->items[i];
        bool several = (s->places & (s->places - 1)) != 0;
        uint64_t places = 1 | (several ? s->places : 0);
        for (size_t place = 0; place < 64; place++)
            if ((places >> place & 1) && !try_place(h, s->slip, place)) return false;
    }
    return true;
}

/* Whether all it does is to take one name for another. */
static bool exchanges_names(const attn_slip *slip)
{
    return strstr(slip->rules[0].from, "_any") && !strchr(slip->rules[0].from, ' ');
}

/* One after the other; *met: formulas that the other one fitted. */
static bool is_sequence(const hunt *h, const slipped *one, const slipped *other, size_t *met)
{
    attn_rewriting made[2] = {rewriting_of(one->slip, 0), rewriting_of(other->slip, 0)};
    trial t = {0};
    bool computed = compute_with(h, &t, made, 2);
    *met = t.met[1];
    return computed && attn_is_found(h->m) && is_reason(h->m, h->m->found, MANY_SUSPECTS);
}

/* The order matters where one takes away what the other fits, or where both exchange names. */
static bool is_pair(const hunt *h, const slipped *one, const slipped *other)
{
    size_t met;
    if (is_sequence(h, one, other, &met)) return true;
    bool matters =
        met != other->met || (exchanges_names(one->slip) && exchanges_names(other->slip));
    return matters && attn_ok(h->k->status) && is_sequence(h, other, one, &met);
}

static bool try_pair(const hunt *h, const slipped *one, const slipped *other)
{
    if (!is_pair(h, one, other)) return attn_ok(h->k->status);
    attn_reason reason = {2, {one->slip->name, other->slip->name}, NULL, one->slip->look, NULL};
    reason.says = attn_print(h->k->arena, "%s, and %s", one->slip->says, other->slip->says);
    return add_reason(h->k, h->m, reason);
}

/* Two at once: two slips, or one, and its result laid out otherwise. */
static bool try_pairs(hunt *h)
{
    for (size_t i = 0; i < h->count; i++) {
        const slipped *s = &h->items[i];
        if (!s->changes) continue;
        if (!try_columns(h, s->slip)) return false;
        if (s->found && h->m->fits && !try_layouts(h->k, h->m, s->found, s->slip)) return false;
        for (size_t n = i + 1; n < h->count; n++)
            if (h->items[n].changes && !try_pair(h, s, &h->items[n])) return false;
    }
    return true;
}

bool attn_find_reasons(marking *k, marked *m)
{
    hunt h = {.k = k, .m = m, .before = m->wrong_order};
    const attn_judged_value *j = m->judged;
    if (j->mark == ATTN_MARK_NO_NUMBER) return true;
    if (!try_layouts(k, m, m->right, NULL) || !try_others(k, m)) return false;
    if (m->given) return true;
    if (!try_rounding(k, m) || !try_slips(&h) || !try_columns(&h, NULL)) return false;
    if (j->reason_count == 0 && !try_places(&h)) return false;
    return j->reason_count > 0 || try_pairs(&h);
}
