/*
 * kernel_body: the loops themselves, included by one file for each instruction set.
 *
 * That file defines before: fuse(x, b, sum), which adds x·b to each of eight sums, rounding once.
 * Letters: A (m×k) · B (k×n) = C (m×n); i, j, p count m, n, k.
 */
#include <stdint.h>
#include <string.h>

#include "tensor/kernel_set.h"

/*
 * A tile of C, six rows by sixteen columns, is summed in registers: twelve vectors of sums, two of
 * B, one of A, of the sixteen that x86 has. The sums go over k in blocks, so that the panel of B
 * (16 KiB) stays in the nearest cache.
 */
enum { TILE_ROWS = 6, TILE_HALVES = 2, TILE_COLS = TILE_HALVES * LANES, BLOCK = 256 };

/* Copies B (depth×width) into a panel of whole tile width, zeros behind. */
static void pack(attn_stepped B, size_t depth, size_t width, float *panel)
{
    if (width < TILE_COLS) memset(panel, 0, depth * TILE_COLS * sizeof *panel);
    for (size_t p = 0; p < depth; p++) {
        const float *b_p = B.at + p * B.row;
        float *panel_p = panel + p * TILE_COLS;
        if (B.col == 1) {
            memcpy(panel_p, b_p, width * sizeof *panel_p);
        } else {
            for (size_t j = 0; j < width; j++) panel_p[j] = b_p[j * B.col];
        }
    }
}

/* tile (6×16) += the six rows of A (6×depth) · panel (depth×16). Each sum runs p = 0, 1, … */
static void sum_tile(const float *const a[TILE_ROWS], size_t a_col, const float *panel,
                     size_t depth, float tile[TILE_ROWS][TILE_COLS])
{
    lanes sum[TILE_ROWS][TILE_HALVES], b[TILE_HALVES];
    memcpy(sum, tile, sizeof sum);
    for (size_t p = 0; p < depth; p++) {
        memcpy(b, panel + p * TILE_COLS, sizeof b);
        for (size_t i = 0; i < TILE_ROWS; i++) {
            float a_ip = a[i][p * a_col];
            fuse(a_ip, &b[0], &sum[i][0]);
            fuse(a_ip, &b[1], &sum[i][1]);
        }
    }
    memcpy(tile, sum, sizeof sum);
}

/*
 * One tile of C, of which `rows` by `width` really exist. Rows that do not are computed as copies
 * of the last one and thrown away: one loop for all sizes.
 */
static void add_tile(attn_stepped A, const float *panel, size_t depth, float *C, size_t n,
                     size_t rows, size_t width, bool add)
{
    float tile[TILE_ROWS][TILE_COLS] = {{0}};
    const float *a[TILE_ROWS];
    for (size_t i = 0; i < TILE_ROWS; i++) a[i] = A.at + (i < rows ? i : rows - 1) * A.row;
    if (add) {
        for (size_t i = 0; i < rows; i++) memcpy(tile[i], C + i * n, width * sizeof *C);
    }
    sum_tile(a, A.col, panel, depth, tile);
    for (size_t i = 0; i < rows; i++) memcpy(C + i * n, tile[i], width * sizeof *C);
}

static size_t smaller(size_t a, size_t b)
{
    return a < b ? a : b;
}

static void product_by_tiles(attn_stepped A, attn_stepped B, float *C, size_t m, size_t k, size_t n,
                             bool add)
{
    float panel[BLOCK * TILE_COLS] __attribute__((aligned(64)));
    for (size_t j = 0; j < n; j += TILE_COLS) {
        size_t width = smaller(TILE_COLS, n - j);
        for (size_t p = 0; p < k; p += BLOCK) {
            size_t depth = smaller(BLOCK, k - p);
            attn_stepped B_pj = {B.at + p * B.row + j * B.col, B.row, B.col};
            pack(B_pj, depth, width, panel);
            for (size_t i = 0; i < m; i += TILE_ROWS) {
                attn_stepped A_ip = {A.at + i * A.row + p * A.col, A.row, A.col};
                add_tile(A_ip, panel, depth, C + i * n + j, n, smaller(TILE_ROWS, m - i), width,
                         add || p > 0);
            }
        }
    }
}

/* The same sums in the same order, without tiles: sooner done where there are few of them. */
static void product_by_elements(attn_stepped A, attn_stepped B, float *C, size_t m, size_t k,
                                size_t n, bool add)
{
    for (size_t i = 0; i < m; i++) {
        for (size_t j = 0; j < n; j++) {
            float sum = add ? C[i * n + j] : 0.0f;
            for (size_t p = 0; p < k; p++) {
                sum = fmaf(A.at[i * A.row + p * A.col], B.at[p * B.row + j * B.col], sum);
            }
            C[i * n + j] = sum;
        }
    }
}

/* The same for few rows of A: B is read once, in the order in which it lies in memory. */
static void product_by_rows(attn_stepped A, attn_stepped B, float *C, size_t m, size_t k, size_t n,
                            bool add)
{
    if (!add) memset(C, 0, m * n * sizeof *C);
    for (size_t p = 0; p < k; p++) {
        const float *b_p = B.at + p * B.row;
        for (size_t i = 0; i < m; i++) {
            float a_ip = A.at[i * A.row + p * A.col];
            float *c_i = C + i * n;
            for (size_t j = 0; j < n; j++) c_i[j] = fmaf(a_ip, b_p[j], c_i[j]);
        }
    }
}

static void product(attn_stepped A, attn_stepped B, float *C, size_t m, size_t k, size_t n,
                    bool add)
{
    enum { few_sums = 256, few_rows = 2 };
    if (m * n == 1 || k <= few_sums / (m * n)) {
        product_by_elements(A, B, C, m, k, n, add);
    } else if (m <= few_rows && B.col == 1) {
        product_by_rows(A, B, C, m, k, n, add);
    } else {
        product_by_tiles(A, B, C, m, k, n, add);
    }
}

static float float_of_bits(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static uint32_t bits_of_float(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

/*
 * eˣ = 2ⁿ eʳ with n the whole number nearest to x / ln 2, so |r| ≤ ½ ln 2. Below 2 ulp.
 * eʳ is the polynomial of Cephes (expf), S. Moshier 1989; ln 2 in two parts keeps r exact.
 */
static inline float exp_one(float x)
{
    const float lowest = -104.0f, highest = 89.0f; /* beyond: 0 and ∞ */
    const float rounder = 12582912.0f; /* 1.5 · 2²³: adding it leaves n in the lowest bits */
    const float ln2_high = 0.693359375f, ln2_low = -2.12194440e-4f;
    x = x < lowest ? lowest : x;
    x = x > highest ? highest : x;

    float rounded = fmaf(x, 1.44269504f, rounder);
    float n = rounded - rounder;
    float r = fmaf(n, -ln2_low, fmaf(n, -ln2_high, x));

    float series = fmaf(1.9875691500e-4f, r, 1.3981999507e-3f);
    series = fmaf(series, r, 8.3334519073e-3f);
    series = fmaf(series, r, 4.1665795894e-2f);
    series = fmaf(series, r, 1.6666665459e-1f);
    series = fmaf(series, r, 5.0000001201e-1f);
    series = fmaf(series, r * r, r) + 1.0f;

    /* 2ⁿ as the product of two powers, so that neither overflows nor is subnormal. */
    uint32_t exponents = bits_of_float(rounded) - bits_of_float(rounder) + 2 * 127;
    uint32_t first = exponents / 2;
    return series * float_of_bits(first << 23) * float_of_bits((exponents - first) << 23);
}

static void exp_each(const float *x, float *y, size_t n)
{
    for (size_t i = 0; i < n; i++) y[i] = exp_one(x[i]);
}

/* Eight running sums in double, number j goes to sum j mod 8; then these in their order. */
static double sum_of(const float *x, size_t n)
{
    double sums[LANES] = {0}, sum = 0;
    size_t whole = n - n % LANES;
    for (size_t j = 0; j < whole; j += LANES) {
        for (size_t lane = 0; lane < LANES; lane++) sums[lane] += (double)x[j + lane];
    }
    for (size_t j = whole; j < n; j++) sums[j - whole] += (double)x[j];
    for (size_t lane = 0; lane < LANES; lane++) sum += sums[lane];
    return sum;
}

static void softmax(const float *x, float *y, size_t m, size_t n)
{
    for (size_t i = 0; i < m; i++) {
        const float *x_i = x + i * n;
        float *y_i = y + i * n;
        /* pass 1: the largest; taken away, so that no exp overflows */
        float largest = x_i[0];
        for (size_t j = 1; j < n; j++) largest = x_i[j] > largest ? x_i[j] : largest;
        /* pass 2: exp of what is left */
        for (size_t j = 0; j < n; j++) y_i[j] = exp_one(x_i[j] - largest);
        /* pass 3: shares of the sum */
        float sum = (float)sum_of(y_i, n);
        for (size_t j = 0; j < n; j++) y_i[j] /= sum;
    }
}
