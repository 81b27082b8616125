/*
 * kernel_body: the loops themselves, included by one file for each instruction set.
 *
 * That file defines before
 *   lanes, LANES                a vector of floats (kernel_lanes.h)
 *   fuse(a, b, c)               a·b + c, rounded once
 *   larger(a, b)                a > b ? a : b, in each lane; so b where one is no number
 *   smaller(a, b)               a < b ? a : b
 *   root_of(x)                  √x, rounded once; x not negative
 *   times_power(x, n)           x · 2ⁿ, rounded once
 *   in_reach(x, least)          x, but at least `least` if times_power can only take such an n
 *   WIDE                        doubles in a vector
 *   TILE_ROWS, TILE_VECTORS     the tile of C that is summed in registers
 *   PACKED_ROWS                 of A: at most about two thirds of the second cache
 *   MASKED_RESTS                if load_rest and store_rest (below) are there already
 *   AT_ONCE                     vectors side by side where one would wait for its own results
 *   FEW                         sums that are on their way at the same time
 *   ROWS_AT_ONCE                rows of B in registers while they are added to every row of C
 *
 * Letters: A (m×k) · B (k×n) = C (m×n); i, j, p count m, n, k.
 */
#include <math.h>

#include "tensor/kernel_product.h"
#include "tensor/kernel_set.h"

/* A tile of the result in numbers, a third of its rows, and how many numbers are summed at once. */
enum { TILE_COLS = TILE_VECTORS * LANES, THIRD = TILE_ROWS / 3, PART = AT_ONCE * LANES };
/* Vectors of each such row of B. */
enum { ROW_VECTORS = LANES / 8 > 0 ? LANES / 8 : 1, ROW_COLS = ROW_VECTORS * LANES };

/* A vector of doubles, and as many floats. */
typedef double wide __attribute__((vector_size(WIDE * sizeof(double))));
typedef float narrow __attribute__((vector_size(WIDE * sizeof(float))));

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

static inline wide to_wide(const float *x)
{
#ifdef to_wide_at
    return to_wide_at(x);
#else
    narrow some;
    memcpy(&some, x, sizeof some);
    return __builtin_convertvector(some, wide);
#endif
}

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

/* ---- other kinds of numbers ---- */

/* As many numbers of two bytes. */
typedef uint16_t halves __attribute__((vector_size(LANES * sizeof(uint16_t))));

/*
 * float16: its exponent has a bias that is smaller by 112. A subnormal one gets the exponent of the
 * least that is not, and a 1 before its fraction, which is then taken away again: so no step has a
 * subnormal operand, which would take many times as long.
 */
static inline lanes of_float16(uints half)
{
    const uints size = (half & 0x7FFFu) << 13, moved = size + (112u << 23);
    const lanes least = (lanes)((uints){0} + (113u << 23));
    const lanes subnormal = (lanes)(size + (113u << 23)) - least;
    const lanes common = pick((ints)size < (1 << 23), subnormal, (lanes)moved);
    const lanes other = (lanes)(size | 0x7F800000u);
    const lanes found = pick((ints)size < 0x0F800000, common, other);
    return (lanes)((uints)found | (half & 0x8000u) << 16);
}

static inline lanes of_kind(const uint16_t *x, attn_kind kind)
{
    halves some;
    memcpy(&some, x, sizeof some);
    const uints bits = __builtin_convertvector(some, uints);
    return kind == ATTN_FLOAT16 ? of_float16(bits) : (lanes)(bits << 16);
}

static void widen(const void *x, attn_kind kind, float *y, size_t n)
{
    const char *from = x;
    uint16_t rest[LANES] = {0};
    size_t j = 0;
    for (; j + LANES <= n; j += LANES) {
        memcpy(rest, from + j * sizeof *rest, sizeof rest);
        store(y + j, of_kind(rest, kind));
    }
    if (j == n) return;
    memcpy(rest, from + j * sizeof *rest, (n - j) * sizeof *rest);
    store_rest(y + j, of_kind(rest, kind), n - j);
}

/* A part of B as float32: as it is, or as `into`, whose numbers lie in the same order. */
static inline attn_matrix widened(attn_matrix B, float *into)
{
    const bool by_rows = B.col == 1;
    const size_t lines = by_rows ? B.rows : B.cols, length = by_rows ? B.cols : B.rows;
    if (B.kind == ATTN_FLOAT32) return B;
    for (size_t i = 0; i < lines; i++)
        widen(attn_element_at(B, by_rows ? i : 0, by_rows ? 0 : i), B.kind, into + i * length,
              length);
    return by_rows ? attn_matrix_of(into, lines, length)
                   : attn_transpose_of(attn_matrix_of(into, lines, length));
}

/* ---- products ---- */

/* So many numbers ahead a row of B is asked for that comes from far away: by itself, the processor
 * stops at each page. A cache line has LINE of them. */
enum { AHEAD = 256, LINE = 16 };

static bool is_far(attn_matrix B)
{
    return B.cols > 0 && B.rows >= ATTN_FAR / B.cols;
}

/* Asks for the line of x that lies so far ahead, perhaps behind the matrix: it is only a hint. */
static inline void ask_for(const float *x, size_t ahead)
{
    __builtin_prefetch((const void *)((uintptr_t)x + ahead * sizeof *x));
}

/* `cols`, of the panel, is a constant wherever this is inlined. */
static inline __attribute__((always_inline)) void pack_cols(attn_matrix B, size_t cols,
                                                            float *panel)
{
    if (B.cols < cols) memset(panel, 0, B.rows * cols * sizeof *panel);
    if (B.col != 1) attn_transpose(attn_transpose_of(B), panel, cols);
    for (size_t p = 0; B.col == 1 && p < B.rows; p++, panel += cols) {
        const float *B_p = B.at + p * B.row;
        if (B.cols == cols) { /* a length that the compiler knows: a few vectors, no call */
            memcpy(panel, B_p, cols * sizeof *panel);
        } else {
            memcpy(panel, B_p, B.cols * sizeof *panel);
        }
    }
}

static void pack(attn_matrix B, float *panel)
{
    float floats[ATTN_BLOCK * TILE_COLS];
    pack_cols(widened(B, floats), TILE_COLS, panel);
}

/*
 * `rows` and `add` are constants wherever this is inlined. Each sum runs p = 0, 1, … With a loop
 * that might not run at all, the sums would have a second place, in memory. The memory of C is
 * asked for row by row while it is summed: all at once would hold up the panel's.
 */
static inline __attribute__((always_inline)) void sum_rows(const attn_tile *t, size_t rows,
                                                           bool add)
{
    lanes sum[TILE_ROWS][TILE_VECTORS], b[TILE_VECTORS];
    const float *a = t->a, *panel = t->panel, *awaited = t->C;
    const size_t depth = t->depth, step = t->step;
    float *c_i = t->C;
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
    c_i = t->C;
    UNROLL
    for (size_t i = 0; i < rows; i++, c_i += step) {
        UNROLL
        for (size_t v = 0; v < TILE_VECTORS; v++) store(c_i + v * LANES, sum[i][v]);
    }
}

/* A tile whose last rows are not wanted costs a third or two thirds of a whole one. */
static inline __attribute__((always_inline)) void sum_thirds(const attn_tile *t, bool add)
{
    if (t->rows <= THIRD) {
        sum_rows(t, THIRD, add);
    } else if (t->rows <= 2 * THIRD) {
        sum_rows(t, 2 * THIRD, add);
    } else {
        sum_rows(t, TILE_ROWS, add);
    }
}

static void sum_tile(const attn_tile *t)
{
    if (t->add) {
        sum_thirds(t, true);
    } else {
        sum_thirds(t, false);
    }
}

/* A tile that lies across the border of C is summed beside it. */
static __attribute__((noinline)) void border_tile(const attn_tile *t)
{
    float whole[TILE_ROWS * TILE_COLS] __attribute__((aligned(64))) = {0};
    attn_tile beside = *t;
    beside.C = whole;
    beside.step = TILE_COLS;
    for (size_t i = 0; t->add && i < t->rows; i++)
        memcpy(whole + i * TILE_COLS, t->C + i * t->step, t->width * sizeof *whole);
    sum_tile(&beside);
    for (size_t i = 0; i < t->rows; i++)
        memcpy(t->C + i * t->step, whole + i * TILE_COLS, t->width * sizeof *whole);
}

static void tile(const attn_tile *t)
{
    if (t->rows % THIRD == 0 && t->width == TILE_COLS) {
        sum_tile(t);
    } else {
        border_tile(t);
    }
}

/*
 * Rows of C (`step` apart), up to FEW, and one vector of each. Of fewer than FEW rows the last is
 * met again and again.
 */
static inline void few_rows(attn_matrix A, const float *b, size_t b_step, attn_sink C, size_t step,
                            size_t width)
{
    const float *a[FEW];
    lanes sum[FEW];
    for (size_t v = 0; v < FEW; v++) {
        size_t i = attn_smaller(v, A.rows - 1);
        a[v] = A.at + i * A.row;
        sum[v] = C.add ? load_some(C.into + i * step, width) : all(0);
    }
    for (size_t p = 0; p < A.cols; p++) {
        lanes b_p = load(b + p * b_step);
        UNROLL
        for (size_t v = 0; v < FEW; v++) sum[v] = fuse(all(a[v][p * A.col]), b_p, sum[v]);
    }
    UNROLL
    for (size_t v = 0; v < FEW; v++)
        if (v < A.rows) store_some(C.into + v * step, sum[v], width);
}

/* A few sums at once: one alone would wait for itself. The last ones are met again and again. What
 * is summed next lies `ahead`; `far` is a constant wherever this is inlined. */
static inline __attribute__((always_inline)) void few_elements(attn_matrix a, const float *const *b,
                                                               size_t b_step, size_t ahead,
                                                               float *found, bool far)
{
    lanes sum[FEW];
    UNROLL
    for (size_t v = 0; v < FEW; v++) sum[v] = all(found[v]);
    for (size_t p = 0; p < a.cols; p++) {
        lanes a_p = all(a.at[p * a.col]);
        if (far && p % LINE == 0) {
            UNROLL
            for (size_t v = 0; v < FEW; v++) ask_for(b[v] + p * b_step, ahead);
        }
        UNROLL
        for (size_t v = 0; v < FEW; v++) sum[v] = fuse(a_p, all(b[v][p * b_step]), sum[v]);
    }
    for (size_t v = 0; v < FEW; v++) found[v] = sum[v][0];
}

static inline __attribute__((always_inline)) void elements_from(attn_matrix A, attn_matrix B,
                                                                attn_sink C, bool far)
{
    const float *b[FEW];
    float found[FEW];
    for (size_t j = 0; j < B.cols; j += FEW) {
        size_t width = attn_smaller(FEW, B.cols - j);
        for (size_t v = 0; v < FEW; v++) b[v] = B.at + (j + attn_smaller(v, width - 1)) * B.col;
        for (size_t i = 0; i < A.rows; i++) {
            float *c = C.into + i * B.cols + j;
            for (size_t v = 0; v < FEW; v++) found[v] = C.add && v < width ? c[v] : 0;
            few_elements(attn_part_of(A, i, 0, 1, A.cols), b, B.row, FEW * B.col, found, far);
            memcpy(c, found, width * sizeof *c);
        }
    }
}

static void elements(attn_matrix A, attn_matrix B, attn_sink C)
{
    if (is_far(B))
        elements_from(A, B, C, true);
    else
        elements_from(A, B, C, false);
}

/* C, whose rows lie `step` apart, is A · B, or C +=. */
static void add_small(attn_matrix A, attn_matrix B, attn_sink C, size_t step)
{
    float panel[ATTN_BLOCK * LANES] __attribute__((aligned(64))), floats[ATTN_BLOCK * LANES];
    for (size_t j = 0; j < B.cols; j += LANES) {
        for (size_t p = 0; p < B.rows; p += ATTN_BLOCK) {
            attn_matrix B_pj = attn_part_of(B, p, j, ATTN_BLOCK, LANES);
            bool packed = B.col != 1 || B_pj.cols < LANES || B.kind != ATTN_FLOAT32;
            if (packed) pack_cols(widened(B_pj, floats), LANES, panel);
            for (size_t i = 0; i < A.rows; i += FEW)
                few_rows(attn_part_of(A, i, p, FEW, ATTN_BLOCK), packed ? panel : B_pj.at,
                         packed ? LANES : B.row, (attn_sink){C.into + i * step + j, C.add || p > 0},
                         step, B_pj.cols);
        }
    }
}

static void small(attn_matrix A, attn_matrix B, attn_sink C)
{
    add_small(A, B, C, B.cols);
}

/*
 * C += `count` rows of B times numbers of A, `vectors` of each row of C at a time: these and `far`
 * are constants wherever this is inlined, so what is read of B stays in registers for all rows of
 * C. Returns the columns that are done.
 */
static inline __attribute__((always_inline)) size_t add_rows(attn_matrix A, attn_matrix B, float *C,
                                                             size_t step, size_t count,
                                                             size_t vectors, bool far)
{
    lanes b[ROWS_AT_ONCE][ROW_VECTORS], sum[ROW_VECTORS];
    size_t j = 0;
    for (; j + vectors * LANES <= B.cols; j += vectors * LANES) {
        UNROLL
        for (size_t p = 0; p < count; p++) {
            UNROLL
            for (size_t v = 0; v < vectors; v++) {
                b[p][v] = load(B.at + p * B.row + j + v * LANES);
                if (far) ask_for(B.at + p * B.row + j + v * LANES, AHEAD);
            }
        }
        const float *a_i = A.at;
        float *c = C + j;
        for (size_t i = 0; i < A.rows; i++, a_i += A.row, c += step) {
            UNROLL
            for (size_t v = 0; v < vectors; v++) sum[v] = load(c + v * LANES);
            UNROLL
            for (size_t p = 0; p < count; p++) {
                lanes a_ip = all(a_i[p * A.col]);
                UNROLL
                for (size_t v = 0; v < vectors; v++) sum[v] = fuse(a_ip, b[p][v], sum[v]);
            }
            UNROLL
            for (size_t v = 0; v < vectors; v++) store(c + v * LANES, sum[v]);
        }
    }
    return j;
}

/* Whole vectors of C, from a few rows of B at a time, each read in the order in which it lies. */
static inline __attribute__((always_inline)) void add_whole_from(attn_matrix A, attn_matrix B,
                                                                 float *C, size_t step, bool far)
{
    size_t rest = B.rows;
    for (; rest >= ROWS_AT_ONCE; rest -= ROWS_AT_ONCE) {
        const size_t done = add_rows(A, B, C, step, ROWS_AT_ONCE, ROW_VECTORS, far);
        if (done < B.cols) {
            const attn_matrix last = {B.at + done, B.rows, B.cols - done, B.row, 1, ATTN_FLOAT32};
            add_rows(A, last, C + done, step, ROWS_AT_ONCE, 1, far);
        }
        A.at += ROWS_AT_ONCE * A.col;
        B.at += ROWS_AT_ONCE * B.row;
    }
    for (; rest > 0; rest--, A.at += A.col, B.at += B.row) add_rows(A, B, C, step, 1, 1, far);
}

/* Of one row of C all time is spent waiting for B. */
static void add_whole(attn_matrix A, attn_matrix B, float *C, size_t step)
{
    if (A.rows == 1 && is_far(B))
        add_whole_from(A, B, C, step, true);
    else
        add_whole_from(A, B, C, step, false);
}

static void rows(attn_matrix A, attn_matrix B, float *C, size_t step)
{
    enum {
        NEAR = 8192,
        LONG = NEAR / ATTN_FEW_ROWS
    }; /* NEAR numbers of C stay in the nearest cache */
    float floats[ROWS_AT_ONCE * LONG];
    const bool plain = B.kind == ATTN_FLOAT32;
    if (plain && A.rows == 1 && B.cols % LANES == 0) {
        add_whole(A, B, C, step);
        return;
    }
    const size_t whole = B.cols - B.cols % LANES, near = NEAR / A.rows / ROW_COLS * ROW_COLS,
                 cols = plain || near < LONG ? near : LONG, deep = plain ? B.rows : ROWS_AT_ONCE;
    for (size_t j = 0; j < whole; j += cols) {
        for (size_t p = 0; p < B.rows; p += deep)
            add_whole(attn_part_of(A, 0, p, A.rows, deep),
                      widened(attn_part_of(B, p, j, deep, attn_smaller(cols, whole - j)), floats),
                      C + j, step);
    }
    if (whole < B.cols)
        add_small(A, attn_part_of(B, 0, whole, B.rows, LANES), (attn_sink){C + whole, true}, step);
}

/* found (FEW×LANES) = or += columns of B times rows of A, packed side by side. The last columns are
 * met again and again. */
static inline void add_columns_of(const float *packed, attn_matrix B, bool add,
                                  float found[FEW][LANES])
{
    const float *b[FEW];
    lanes sum[FEW];
    for (size_t v = 0; v < FEW; v++) {
        b[v] = B.at + attn_smaller(v, B.cols - 1) * B.col;
        sum[v] = add ? load(found[v]) : all(0);
    }
    for (size_t p = 0; p < B.rows; p++) {
        lanes a_p = load(packed + p * LANES);
        UNROLL
        for (size_t v = 0; v < FEW; v++) sum[v] = fuse(a_p, all(b[v][p]), sum[v]);
    }
    UNROLL
    for (size_t v = 0; v < FEW; v++) store(found[v], sum[v]);
}

/* Rows of A (m×depth) side by side: packed (depth×LANES), zeros behind. */
static void pack_lanes(attn_matrix A, float *packed)
{
    if (A.rows < LANES) memset(packed, 0, A.cols * LANES * sizeof *packed);
    if (A.col == 1) {
        attn_transpose(A, packed, LANES);
        return;
    }
    for (size_t p = 0; p < A.cols; p++)
        memcpy(packed + p * LANES, A.at + p * A.col, A.rows * sizeof *packed);
}

/* The same product, from B whose columns lie in memory one behind the other. */
static void columns(attn_matrix A, attn_matrix B, attn_sink C, size_t step)
{
    enum { DEEP = 1024 };
    float packed[DEEP * LANES] __attribute__((aligned(64)));
    float found[FEW][LANES] __attribute__((aligned(64))) = {{0}}, floats[FEW * DEEP];
    for (size_t p = 0; p < B.rows; p += DEEP) {
        const attn_matrix A_p = attn_part_of(A, 0, p, LANES, DEEP);
        const bool add = C.add || p > 0;
        pack_lanes(A_p, packed);
        for (size_t j = 0; j < B.cols; j += FEW) {
            const attn_matrix B_pj = attn_part_of(B, p, j, DEEP, FEW);
            attn_matrix C_j = {C.into + j, A.rows, B_pj.cols, step, 1, ATTN_FLOAT32};
            if (add) attn_transpose(C_j, *found, LANES);
            add_columns_of(packed, widened(B_pj, floats), add, found);
            C_j = (attn_matrix){*found, B_pj.cols, A.rows, LANES, 1, ATTN_FLOAT32};
            attn_transpose(C_j, C.into + j, step);
        }
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

/* ---- softmax ---- */

/* Of the lanes of x, all of them numbers. */
static inline float largest_of(lanes x)
{
    float most[LANES];
    store(most, x);
    UNROLL
    for (size_t half = LANES / 2; half > 0; half /= 2) {
        UNROLL
        for (size_t l = 0; l < half; l++)
            most[l] = most[l] > most[l + half] ? most[l] : most[l + half];
    }
    return *most;
}

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
    if (n < 2 * LANES) return largest;
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
    UNROLL
    for (size_t v = 0; v < PART / WIDE; v++) sums[v % (ATTN_SUMS / WIDE)] += to_wide(y + v * WIDE);
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
    for (size_t j = 0; j < n; j += LANES) {
        size_t some = attn_smaller(LANES, n - j);
        lanes mean = load_some(m + j, some), square = load_some(v + j, some);
        lanes step = adam_some(how, load_some(g + j, some), &mean, &square);
        store_some(w + j, load_some(w + j, some) - step, some);
        store_some(m + j, mean, some);
        store_some(v + j, square, some);
    }
}

static void add_shares(float *x, const float *y, float share, size_t n)
{
    for (size_t j = 0; j < n; j += LANES) {
        size_t some = attn_smaller(LANES, n - j);
        store_some(x + j, (load_some(x + j, some) + load_some(y + j, some)) * all(share), some);
    }
}

#include "tensor/kernel_each.h"

#define KERNEL_SET(name)                                                                           \
    {                                                                                              \
        name, TILE_ROWS, TILE_COLS, LANES, PACKED_ROWS, pack, tile, small, elements, rows,         \
            columns, widened, scale, exp_and_sum, divide, EACH_KERNELS, SLOPE_KERNELS, moments,    \
            var_slopes, finite, adam, add_shares                                                   \
    }
