/*
 * kernel_body: the loops themselves, included by one file for each instruction set.
 *
 * That file defines before
 *   lanes, LANES                a vector of floats (kernel_lanes.h)
 *   all(x)                      x in every lane
 *   fuse(a, b, c)               a·b + c, rounded once
 *   larger(a, b)                a > b ? a : b, in each lane; so b where one is no number
 *   smaller(a, b)               a < b ? a : b
 *   largest_of(x)               of the lanes of x, all of them numbers
 *   root_of(x)                  √x, rounded once; x not negative
 *   times_power(x, n)           x · 2ⁿ, rounded once
 *   in_reach(x, least)          x, but at least `least` if times_power can only take such an n
 *   wide, WIDE                  a vector of doubles
 *   add_wide(sums, x)           adds LANES floats at x to ATTN_SUMS doubles, from the first one on
 *   TILE_ROWS, TILE_VECTORS     the tile of C that is summed in registers
 *   PACKED_ROWS                 of A: at most about two thirds of the second cache
 *   MASKED_RESTS                if load_rest and store_rest (below) are there already
 *   AT_ONCE                     vectors side by side where one would wait for its own results
 *
 * Letters: A (m×k) · B (k×n) = C (m×n); i, j, p count m, n, k.
 */
#include <math.h>

#include "tensor/kernel_product.h"
#include "tensor/kernel_set.h"

enum { TILE_COLS = TILE_VECTORS * LANES, THIRD = TILE_ROWS / 3, PART = AT_ONCE * LANES };
enum { FEW = 8 }; /* sums that are on their way at the same time */

/* Loops over the rows and vectors of a tile must vanish, or their sums would live in memory. */
#if defined(__clang__)
#define UNROLL _Pragma("unroll")
#else
#define UNROLL _Pragma("GCC unroll 16")
#endif
#define EACH UNROLL for (size_t v = 0; v < AT_ONCE; v++)

/* The last numbers of a row, fewer than LANES, zeros behind. */
#ifndef MASKED_RESTS
static inline lanes load_rest(const float *x, size_t n)
{
    float rest[LANES] = {0};
    memcpy(rest, x, n * sizeof *x);
    return load(rest);
}

static inline void store_rest(float *y, lanes x, size_t n)
{
    float rest[LANES];
    store(rest, x);
    memcpy(y, rest, n * sizeof *y);
}
#endif

/* The same of up to LANES. */
static inline lanes load_some(const float *x, size_t n)
{
    return n == LANES ? load(x) : load_rest(x, n);
}

static inline void store_some(float *y, lanes x, size_t n)
{
    if (n == LANES)
        store(y, x);
    else
        store_rest(y, x, n);
}

/* ---- products ---- */

/* `cols`, of the panel, is a constant wherever this is inlined. */
static inline __attribute__((always_inline)) void pack_cols(attn_stepped B, size_t depth,
                                                            size_t width, size_t cols, float *panel)
{
    if (width < cols) memset(panel, 0, depth * cols * sizeof *panel);
    if (B.col != 1) attn_transpose(B.at, B.col, width, depth, panel, cols);
    for (size_t p = 0; B.col == 1 && p < depth; p++, panel += cols) {
        const float *B_p = B.at + p * B.row;
        if (width == cols) { /* a length that the compiler knows: a few vectors, no call */
            memcpy(panel, B_p, cols * sizeof *panel);
        } else {
            memcpy(panel, B_p, width * sizeof *panel);
        }
    }
}

static void pack(attn_stepped B, size_t depth, size_t width, float *panel)
{
    pack_cols(B, depth, width, TILE_COLS, panel);
}

/*
 * `rows` and `add` are constants wherever this is inlined. Each sum runs p = 0, 1, … With a loop
 * that might not run at all, the sums would have a second place, in memory. The memory of C is
 * asked for row by row while it is summed: all at once would hold up the panel's.
 */
static inline __attribute__((always_inline)) void sum_rows(size_t rows, const float *a,
                                                           const float *panel, size_t depth,
                                                           float *c, size_t step, bool add)
{
    lanes sum[TILE_ROWS][TILE_VECTORS], b[TILE_VECTORS];
    const float *awaited = c;
    float *c_i = c;
    UNROLL
    for (size_t i = 0; i < rows; i++, c_i += step) {
        UNROLL
        for (size_t v = 0; v < TILE_VECTORS; v++) sum[i][v] = add ? load(c_i + v * LANES) : all(0);
    }
    size_t p = 0;
    do {
        __builtin_prefetch(awaited, 1);
        __builtin_prefetch(awaited + TILE_COLS - 1, 1);
        awaited += p + 1 < rows ? step : 0;
        UNROLL
        for (size_t v = 0; v < TILE_VECTORS; v++) b[v] = load(panel + p * TILE_COLS + v * LANES);
        UNROLL
        for (size_t i = 0; i < rows; i++) {
            lanes a_ip = all(a[i * ATTN_STEP + p]);
            UNROLL
            for (size_t v = 0; v < TILE_VECTORS; v++) sum[i][v] = fuse(a_ip, b[v], sum[i][v]);
        }
    } while (++p < depth);
    c_i = c;
    UNROLL
    for (size_t i = 0; i < rows; i++, c_i += step) {
        UNROLL
        for (size_t v = 0; v < TILE_VECTORS; v++) store(c_i + v * LANES, sum[i][v]);
    }
}

/* A tile whose last rows are not wanted costs a third or two thirds of a whole one. */
static inline __attribute__((always_inline)) void sum_thirds(size_t rows, const float *a,
                                                             const float *panel, size_t depth,
                                                             float *c, size_t step, bool add)
{
    if (rows <= THIRD) {
        sum_rows(THIRD, a, panel, depth, c, step, add);
    } else if (rows <= 2 * THIRD) {
        sum_rows(2 * THIRD, a, panel, depth, c, step, add);
    } else {
        sum_rows(TILE_ROWS, a, panel, depth, c, step, add);
    }
}

static void sum_tile(const float *a, const float *panel, size_t depth, float *c, size_t step,
                     size_t rows, bool add)
{
    if (add) {
        sum_thirds(rows, a, panel, depth, c, step, true);
    } else {
        sum_thirds(rows, a, panel, depth, c, step, false);
    }
}

/* A tile that lies across the border of C is summed beside it. */
static __attribute__((noinline)) void border_tile(const float *a, const float *panel, size_t depth,
                                                  float *C, size_t step, size_t rows, size_t width,
                                                  bool add)
{
    float whole[TILE_ROWS * TILE_COLS] __attribute__((aligned(64))) = {0};
    for (size_t i = 0; add && i < rows; i++) {
        memcpy(whole + i * TILE_COLS, C + i * step, width * sizeof *C);
    }
    sum_tile(a, panel, depth, whole, TILE_COLS, rows, add);
    for (size_t i = 0; i < rows; i++) {
        memcpy(C + i * step, whole + i * TILE_COLS, width * sizeof *C);
    }
}

static void tile(const float *a, const float *panel, size_t depth, float *C, size_t step,
                 size_t rows, size_t width, bool add)
{
    if (rows % THIRD == 0 && width == TILE_COLS) {
        sum_tile(a, panel, depth, C, step, rows, add);
    } else {
        border_tile(a, panel, depth, C, step, rows, width, add);
    }
}

/* A few sums at once: one alone would wait for itself. The last ones are met again and again. */
static inline void few_elements(const float *a, size_t a_step, const float *const *b, size_t b_step,
                                size_t k, float *found)
{
    lanes sum[FEW];
    UNROLL
    for (size_t v = 0; v < FEW; v++) sum[v] = all(found[v]);
    for (size_t p = 0; p < k; p++) {
        lanes a_p = all(a[p * a_step]);
        UNROLL
        for (size_t v = 0; v < FEW; v++) sum[v] = fuse(a_p, all(b[v][p * b_step]), sum[v]);
    }
    for (size_t v = 0; v < FEW; v++) found[v] = sum[v][0];
}

static void elements(attn_stepped A, attn_stepped B, float *C, size_t m, size_t k, size_t n,
                     bool add)
{
    const float *b[FEW];
    float found[FEW];
    for (size_t j = 0; j < n; j += FEW) {
        size_t width = attn_smaller(FEW, n - j);
        for (size_t v = 0; v < FEW; v++) b[v] = B.at + (j + attn_smaller(v, width - 1)) * B.col;
        for (size_t i = 0; i < m; i++) {
            float *c = C + i * n + j;
            for (size_t v = 0; v < FEW; v++) found[v] = add && v < width ? c[v] : 0;
            few_elements(A.at + i * A.row, A.col, b, B.row, k, found);
            for (size_t v = 0; v < width; v++) c[v] = found[v];
        }
    }
}

/*
 * A few rows of C (n columns) at a time, and one vector of each. Of fewer than FEW rows the last is
 * met again and again.
 */
static inline void few_rows(attn_stepped A, size_t rows, const float *b, size_t b_step, size_t k,
                            float *C, size_t n, size_t width, bool add)
{
    const float *a[FEW];
    lanes sum[FEW];
    for (size_t v = 0; v < FEW; v++) {
        size_t i = attn_smaller(v, rows - 1);
        a[v] = A.at + i * A.row;
        sum[v] = add ? load_some(C + i * n, width) : all(0);
    }
    for (size_t p = 0; p < k; p++) {
        lanes b_p = load(b + p * b_step);
        UNROLL
        for (size_t v = 0; v < FEW; v++) sum[v] = fuse(all(a[v][p * A.col]), b_p, sum[v]);
    }
    UNROLL
    for (size_t v = 0; v < FEW; v++)
        if (v < rows) store_some(C + v * n, sum[v], width);
}

static void small(attn_stepped A, attn_stepped B, float *C, size_t m, size_t k, size_t n, bool add)
{
    float panel[ATTN_BLOCK * LANES] __attribute__((aligned(64)));
    for (size_t j = 0; j < n; j += LANES) {
        attn_stepped B_j = {B.at + j * B.col, B.row, B.col};
        size_t width = attn_smaller(LANES, n - j), step = B.row;
        const float *b = B_j.at;
        if (B.col != 1 || width < LANES) {
            pack_cols(B_j, k, width, LANES, panel);
            b = panel;
            step = LANES;
        }
        for (size_t i = 0; i < m; i += FEW) {
            attn_stepped A_i = {A.at + i * A.row, A.row, A.col};
            few_rows(A_i, attn_smaller(FEW, m - i), b, step, k, C + i * n + j, n, width, add);
        }
    }
}

/* A few rows of B at a time, each read in the order in which it lies in memory. */
static void row(const float *a, size_t a_step, const float *B, size_t b_step, float *c, size_t k,
                size_t n)
{
    enum { at_once = 8 };
    size_t whole = n - n % LANES;
    for (size_t from = 0; from < k; from += at_once) {
        size_t to = from + at_once < k ? from + at_once : k;
        for (size_t j = 0; j < whole; j += LANES) {
            lanes sum = load(c + j);
            for (size_t p = from; p < to; p++) {
                sum = fuse(all(a[p * a_step]), load(B + p * b_step + j), sum);
            }
            store(c + j, sum);
        }
        elements((attn_stepped){a + from * a_step, 0, a_step},
                 (attn_stepped){B + from * b_step + whole, b_step, 1}, c + whole, 1, to - from,
                 n - whole, true);
    }
}

/* ---- exp ---- */

/*
 * eˣ = 2ⁿ eʳ with n the whole number nearest to x / ln 2, so |r| ≤ ½ ln 2. Below 2 ulp.
 * x at most 89, of which it is ∞.
 * eʳ is the polynomial of Cephes (expf), S. Moshier 1989; ln 2 in two parts keeps r exact.
 */
static inline __attribute__((always_inline)) void exp_some(lanes x[AT_ONCE])
{
    const float lowest = -104.0f;      /* exp of it is 0, as of all below */
    const float rounder = 12582912.0f; /* 1.5 · 2²³: adding it rounds to a whole number */
    const float ln2_high = 0.693359375f, ln2_low = -2.12194440e-4f;
    const float factors[] = {1.3981999507e-3f, 8.3334519073e-3f, 4.1665795894e-2f, 1.6666665459e-1f,
                             5.0000001201e-1f};
    lanes n[AT_ONCE], r[AT_ONCE], series[AT_ONCE];
    EACH x[v] = in_reach(x[v], lowest);

    EACH n[v] = fuse(x[v], all(1.44269504f), all(rounder)) - all(rounder);
    EACH r[v] = fuse(n[v], all(-ln2_high), x[v]);
    EACH r[v] = fuse(n[v], all(-ln2_low), r[v]);

    EACH series[v] = all(1.9875691500e-4f);
    UNROLL
    for (size_t k = 0; k < 5; k++) EACH series[v] = fuse(series[v], r[v], all(factors[k]));
    EACH series[v] = fuse(series[v], r[v] * r[v], r[v]) + all(1);
    /* 0 by multiplication, that is by way of subnormal numbers, would take many times as long */
    EACH series[v] = (lanes)((ints)series[v] & ~(x[v] <= all(lowest)));
    EACH x[v] = times_power(series[v], n[v]);
}

static inline __attribute__((always_inline)) void exp_part(const float *x, float *y)
{
    lanes some[AT_ONCE];
    EACH some[v] = smaller(all(89), load(x + v * LANES));
    exp_some(some);
    EACH store(y + v * LANES, some[v]);
}

static void exp_each(const float *x, float *y, size_t n)
{
    size_t j = 0;
    for (; j + PART <= n; j += PART) exp_part(x + j, y + j);
    if (j < n) {
        float rest[PART] = {0};
        memcpy(rest, x + j, (n - j) * sizeof *x);
        exp_part(rest, rest);
        memcpy(y + j, rest, (n - j) * sizeof *y);
    }
}

/* ---- softmax ---- */

/* Two vectors at a time: one after the other would wait for each comparison. */
static float scale(const float *x, float factor, const float *mask, float *y, size_t n,
                   float largest)
{
    lanes most[2] = {all(largest), all(largest)};
    size_t j = 0;
    for (; j + 2 * LANES <= n; j += 2 * LANES) {
        for (size_t v = 0; v < 2; v++) {
            lanes scaled = load(x + j + v * LANES) * all(factor);
            if (mask) scaled += load(mask + j + v * LANES);
            store(y + j + v * LANES, scaled);
            most[v] = larger(scaled, most[v]);
        }
    }
    for (; j < n; j++) {
        y[j] = x[j] * factor;
        if (mask) y[j] += mask[j];
        largest = y[j] > largest ? y[j] : largest;
    }
    float of_lanes = largest_of(larger(most[0], most[1]));
    return of_lanes > largest ? of_lanes : largest;
}

static inline __attribute__((always_inline)) void exp_less_part(float *y, float largest)
{
    lanes some[AT_ONCE];
    EACH some[v] = load(y + v * LANES) - all(largest);
    exp_some(some);
    EACH store(y + v * LANES, some[v]);
}

static inline __attribute__((always_inline)) void add_part(wide *sums, const float *y)
{
    EACH add_wide(sums + v * LANES % ATTN_SUMS / WIDE, y + v * LANES);
}

/*
 * A part is added while the exps of the next one are on their way. The last numbers, fewer than a
 * part, are added last; their exps come first, lest all wait for them.
 */
static double exp_and_sum(float *y, size_t n, float largest)
{
    wide sums[ATTN_SUMS / WIDE] = {0};
    double sum[ATTN_SUMS];
    float rest[PART];
    size_t j = 0, whole = n - n % PART;
    if (whole < n) {
        EACH store(rest + v * LANES, all(-INFINITY)); /* exp: 0 */
        memcpy(rest, y + whole, (n - whole) * sizeof *y);
        exp_less_part(rest, largest);
        memcpy(y + whole, rest, (n - whole) * sizeof *y);
    }
    for (; j < whole; j += PART) {
        exp_less_part(y + j, largest);
        if (j > 0) add_part(sums, y + j - PART);
    }
    if (whole > 0) add_part(sums, y + whole - PART);
    if (whole < n) add_part(sums, rest);
    memcpy(sum, sums, sizeof sum);
    UNROLL
    for (size_t half = ATTN_SUMS / 2; half > 0; half /= 2) {
        UNROLL
        for (size_t l = 0; l < half; l++) sum[l] += sum[l + half];
    }
    return sum[0];
}

/* A quotient by multiplications: what y · 1/sum leaves over is multiplied again (Markstein). */
static inline lanes quotient(lanes y, lanes sum, lanes inverse)
{
    lanes near = y * inverse;
    return fuse(fuse(-near, sum, y), inverse, near);
}

static void divide(float *y, size_t n, float sum, float *also)
{
    lanes divisor = all(sum), inverse = all(1 / sum);
    size_t j = 0;
    for (; j + LANES <= n; j += LANES) {
        lanes share = quotient(load(y + j), divisor, inverse);
        store(y + j, share);
        if (also) store(also + j, share);
    }
    if (j < n) store_rest(y + j, quotient(load_rest(y + j, n - j), divisor, inverse), n - j);
    if (also) memcpy(also + j, y + j, (n - j) * sizeof *y);
}

/* ---- learning ---- */

static inline lanes adam_some(const attn_adam *how, lanes g, lanes *m, lanes *v)
{
    *m = all(how->b1) * *m + all(1 - how->b1) * g;
    *v = all(how->b2) * *v + all(1 - how->b2) * g * g;
    return all(how->rate) * *m / (root_of(*v) / all(how->root) + all(how->epsilon));
}

static void adam(const attn_adam *how, const float *g, float *m, float *v, float *w, size_t n)
{
    size_t j = 0, rest = n % LANES;
    for (; j + LANES <= n; j += LANES) {
        lanes mean = load(m + j), square = load(v + j);
        store(w + j, load(w + j) - adam_some(how, load(g + j), &mean, &square));
        store(m + j, mean);
        store(v + j, square);
    }
    if (rest == 0) return;
    lanes mean = load_rest(m + j, rest), square = load_rest(v + j, rest);
    lanes step = adam_some(how, load_rest(g + j, rest), &mean, &square);
    store_rest(w + j, load_rest(w + j, rest) - step, rest);
    store_rest(m + j, mean, rest);
    store_rest(v + j, square, rest);
}

static void add_shares(float *x, const float *y, float share, size_t n)
{
    size_t j = 0, rest = n % LANES;
    for (; j + LANES <= n; j += LANES) store(x + j, (load(x + j) + load(y + j)) * all(share));
    if (rest > 0)
        store_rest(x + j, (load_rest(x + j, rest) + load_rest(y + j, rest)) * all(share), rest);
}

#include "tensor/kernel_each.h"

#define KERNEL_SET(name)                                                                           \
    {                                                                                              \
        name, TILE_ROWS, TILE_COLS, PACKED_ROWS, pack, tile, small, elements, row, exp_each,       \
            scale, exp_and_sum, divide, EACH_KERNELS, SLOPE_KERNELS, moments, var_slopes, finite,  \
            adam, add_shares                                                                       \
    }
