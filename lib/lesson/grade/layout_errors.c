/*
 * layout_errors: whether a student's numbers are some others, transposed, in another order, with
 * one row too many or missing, in percent, with their heads side by side.
 */
#include <math.h>
#include <string.h>

#include "lesson/grade/grading.h"

typedef struct layout { /* of some numbers, of which the answer may be another layout */
    const grading *g;
    compared *m;
    const float *from;           /* of the lesson's shape */
    float *made;                 /* of the answer's */
    const attn_mistake *mistake; /* that they were made by; NULL: none, they are the right ones */
} layout;

static void add_error(const layout *l, const char *name, const char *says, const char *look)
{
    const attn_mistake error = {.name = name, .says = says, .look = look};
    attn_add_reason(l->g, l->m, l->mistake ? l->mistake : &error, l->mistake ? &error : NULL, NULL);
}

static void each_otherwise(const layout *l)
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
        if (places != (l->m->vocabulary != NULL) || (places && l->m->count < 2)) continue;
        for (size_t n = 0; n < l->m->count; n++)
            l->made[n] = ways[i].factor * l->from[n] + ways[i].plus;
        double bits = places ? 2 : BITS_FOR_FEW;
        if (attn_is_reason(l->m, l->made, bits))
            add_error(l, ways[i].name, ways[i].says, ways[i].look);
    }
}

/* How many numbers lie between two neighbours on an axis. */
static size_t stride_of(const size_t *shape, size_t rank, size_t axis)
{
    size_t stride = 1;
    for (size_t i = axis + 1; i < rank; i++) stride *= shape[i];
    return stride;
}

static bool is_exchanged(const compared *m, size_t a, size_t b)
{
    if (m->answer->rank != m->rank) return false;
    for (size_t i = 0; i < m->rank; i++)
        if (m->answer->shape[i] != m->shape[i == a ? b : i == b ? a : i]) return false;
    return true;
}

/* These numbers with two axes exchanged; a is b: as they are. */
static void exchange_axes(const float *from, const size_t *shape, size_t rank, size_t a, size_t b,
                          float *to)
{
    size_t count = shape[0] * stride_of(shape, rank, 0);
    for (size_t i = 0; i < count; i++) {
        size_t rest = i, place = 0;
        for (size_t axis = rank; axis-- > 0;) {
            size_t there = axis == a ? b : axis == b ? a : axis;
            place += rest % shape[there] * stride_of(shape, rank, there);
            rest /= shape[there];
        }
        to[i] = from[place];
    }
}

/* Whether the numbers are weights, whose rows sum to 1. */
static bool are_weights(const layout *l)
{
    const compared *m = l->m;
    size_t cols = m->rank ? m->shape[m->rank - 1] : 1;
    return cols > 1 && attn_rows_are_weights(l->from, m->count / cols, cols);
}

static const char *say_exchanged(const layout *l, size_t a, size_t b)
{
    if (b + 1 != l->m->rank || a + 2 != l->m->rank)
        return attn_print(l->g->arena, "axes %zu and %zu are exchanged at the end", a + 1, b + 1);
    return are_weights(l) ? "rows and columns are exchanged at the end, so that its columns sum to "
                            "1 and not its rows"
                          : "rows and columns are exchanged at the end";
}

static void transposed(const layout *l)
{
    const compared *m = l->m;
    for (size_t a = 0; a < m->rank; a++)
        for (size_t b = a + 1; b < m->rank; b++) {
            if (!is_exchanged(m, a, b)) continue;
            exchange_axes(l->from, m->shape, m->rank, a, b, l->made);
            if (!attn_is_reason(m, l->made, BITS_FOR_FEW)) continue;
            add_error(l, "transposed", say_exchanged(l, a, b),
                      "what is a row and what is a column");
        }
}

/* ---- rows or columns in another order ---- */

static const char *axis_name(const compared *m, size_t axis)
{
    return m->rank == 1          ? "numbers"
           : axis + 1 == m->rank ? "columns"
           : axis + 2 == m->rank ? "rows"
                                 : "parts";
}

/* Whether slice x of the answer is slice y of the numbers. */
static bool same_slice(const layout *l, size_t axis, size_t x, size_t y)
{
    const compared *m = l->m;
    size_t stride = stride_of(m->shape, m->rank, axis), extent = m->shape[axis];
    size_t yours_extent = m->yours_count / (m->count / extent);
    for (size_t outer = 0; outer < m->count / extent / stride; outer++)
        for (size_t i = 0; i < stride; i++)
            if (!attn_is_near(m, m->yours[(outer * yours_extent + x) * stride + i],
                              l->from[(outer * extent + y) * stride + i]))
                return false;
    return true;
}

/* Which slice stands where; NULL: they are not all there, or stand in their places. */
static const size_t *find_order(const layout *l, size_t axis)
{
    size_t extent = l->m->shape[axis];
    bool moved = false;
    bool *used = attn_alloc(l->g->arena, extent + 1, sizeof *used);
    size_t *order = attn_alloc(l->g->arena, extent, sizeof *order);
    for (size_t x = 0; x < extent && used && order; x++) {
        size_t y = !used[x] && same_slice(l, axis, x, x) ? x : 0;
        while (y < extent && (used[y] || !same_slice(l, axis, x, y))) y++;
        if (y == extent) return NULL;
        used[order[x] = y] = true;
        moved |= x != y;
    }
    return used && moved ? order : NULL;
}

/* Of one order among all of so many slices: log₂ n!. */
static double bits_of_order(size_t extent)
{
    return lgamma((double)extent + 1) / log(2);
}

/* "its rows stand in another order: row 1 is the lesson's row 2 'chat'" */
static const char *say_order(const layout *l, size_t axis, const size_t *order)
{
    const compared *m = l->m;
    const char *what = axis_name(m, axis);
    size_t x = 0;
    while (order[x] == x) x++;
    const char *word = m->words[axis] ? m->words[axis]->words[order[x]] : NULL;
    int one = (int)strlen(what) - 1;
    return attn_print(
        l->g->arena, "the %s stand in another order: %.*s %zu is the lesson's %zu%s%s%s", what, one,
        what, x + 1, order[x] + 1, word ? " ('" : "", word ? word : "", word ? "')" : "");
}

static void reordered(const layout *l)
{
    const compared *m = l->m;
    for (size_t axis = 0; axis < m->rank && m->fits; axis++) {
        size_t extent = m->shape[axis];
        const size_t *order = extent >= 2 && extent <= 512 ? find_order(l, axis) : NULL;
        if (order && attn_bits_of(m, m->yours) >= BITS_FOR_FEW + bits_of_order(extent))
            add_error(l, "order", say_order(l, axis, order), "the order of rows and columns");
    }
}

/* ---- one more, one less ---- */

/* The axis on which the answer is longer or shorter by one; false: there is none such. */
static bool one_off(const compared *m, size_t *axis, bool *more)
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

static void one_more_or_less(const layout *l)
{
    const compared *m = l->m;
    size_t axis = 0, at = 0;
    bool more = false;
    if (!one_off(m, &axis, &more)) return;
    const size_t shorter = more ? m->shape[axis] : m->answer->shape[axis];
    while (at < shorter && same_slice(l, axis, at, at)) at++;
    for (size_t x = at; x < shorter; x++)
        if (!same_slice(l, axis, more ? x + 1 : x, more ? x : x + 1)) return;
    if (shorter == 0 || attn_bits_of(m, m->yours) < BITS_FOR_FEW) return;
    const char *what = axis_name(m, axis);
    const attn_labels *words = m->words[axis];
    const char *word = !more && words ? words->words[at] : NULL;
    const char *says = attn_print(l->g->arena, "one of its %s is %s, number %zu%s%s%s", what,
                                  more ? "too many" : "missing", at + 1, word ? " ('" : "",
                                  word ? word : "", word ? "')" : "");
    add_error(l, more ? "one too many" : "one missing", says,
              "how many rows and columns there are");
}

/* ---- heads side by side ---- */

/* H×n×d as n×Hd, side by side, or as Hn×d, one below the other; or the other way round. */
static void heads_joined(const layout *l)
{
    const compared *m = l->m;
    const attn_answer *a = m->answer;
    const bool apart = a->rank == 3;
    const size_t *parts = apart ? a->shape : m->shape, *joined = apart ? m->shape : a->shape;
    if (m->fits || (apart ? m->rank != 2 : m->rank != 3 || a->rank != 2)) return;
    const bool beside = joined[0] == parts[1] && joined[1] == parts[0] * parts[2];
    const bool below = joined[0] == parts[0] * parts[1] && joined[1] == parts[2];
    const size_t shape[] = {parts[apart ? 1 : 0], parts[apart ? 0 : 1], parts[2]};
    if (!beside && !below) return;
    exchange_axes(l->from, shape, 3, 0, beside ? 1 : 0, l->made);
    if (!attn_is_reason(m, l->made, BITS_FOR_FEW)) return;
    if (apart)
        add_error(l, "not concatenated", "the heads are not put side by side",
                  "what becomes of the heads at the end");
    else
        add_error(l, "concatenated",
                  beside ? "the heads are put side by side"
                         : "the heads are put one below the other",
                  "whether each head stands alone");
}

void attn_try_layout_errors(const grading *g, compared *m, const float *from,
                            const attn_mistake *mistake)
{
    size_t most = m->count > m->yours_count ? m->count : m->yours_count;
    const layout l = {g, m, from, attn_alloc(g->arena, most + 1, sizeof(float)), mistake};
    if (!l.made) return;
    transposed(&l);
    reordered(&l);
    if (!mistake) each_otherwise(&l);
    one_more_or_less(&l);
    heads_joined(&l);
}
