/*
 * kernel_product: a product cut into blocks, panels and tiles.
 *
 *   block   ATTN_BLOCK steps of k: the rows of A over them are copied once, side by side
 *   panel   the columns of one tile, over a block: copied to the stack by whoever sums its tiles
 *   tile    a piece of C that is summed in registers
 * Threads share panels and bands of rows. Whatever is cut, an element's sum runs p = 0, 1, …
 */
#include "tensor/kernel_product.h"

#include <stdint.h>
#include <string.h>

#include "core/memory.h"
#include "core/pool.h"

enum {
    STACK_ROWS = 48,  /* of A packed on the stack, where there are few or no memory is left */
    LEAST_BAND = 96,  /* rows for which packing a panel once more is worth it */
    TILES_TO_PACK = 2 /* in one piece: their rows are a multiple of 4 */
};

typedef struct block_job { /* C (rows×n) = A (rows×depth) · B (depth×n), or C += */
    const attn_kernel_set *set;
    attn_stepped A, B;
    const float *panels; /* all of B, made before; NULL: each is copied where it is needed */
    float *C;
    size_t rows, depth, n;
    bool add;
    float *packed; /* A */
    size_t band;   /* rows of one piece */
    size_t ahead;  /* columns to the panel that the same thread is likely to sum next */
} block_job;

typedef float four __attribute__((vector_size(4 * sizeof(float))));
#if defined(__clang__)
#define MIX(a, b, i, j, k, l) __builtin_shufflevector(a, b, i, j, k, l)
#else
typedef int four_ints __attribute__((vector_size(4 * sizeof(int))));
#define MIX(a, b, i, j, k, l) __builtin_shuffle(a, b, (four_ints){i, j, k, l})
#endif

static inline four load_four(const float *from)
{
    four x;
    memcpy(&x, from, sizeof x);
    return x;
}

static inline void store_four(float *to, four x)
{
    memcpy(to, &x, sizeof x);
}

/* y = x, or y += x */
static inline void put_four(float *to, four x, bool add)
{
    store_four(to, add ? load_four(to) + x : x);
}

/* Without loops, which a compiler would leave as they are, with all of it in memory. */
static inline __attribute__((always_inline)) void transpose_4_by_4(const float *from, size_t step,
                                                                   float *to, size_t to_step,
                                                                   bool add)
{
    four a = load_four(from), b = load_four(from + step);
    four c = load_four(from + 2 * step), d = load_four(from + 3 * step);
    four low_ab = MIX(a, b, 0, 4, 1, 5), high_ab = MIX(a, b, 2, 6, 3, 7);
    four low_cd = MIX(c, d, 0, 4, 1, 5), high_cd = MIX(c, d, 2, 6, 3, 7);
    put_four(to, MIX(low_ab, low_cd, 0, 1, 4, 5), add);
    put_four(to + to_step, MIX(low_ab, low_cd, 2, 3, 6, 7), add);
    put_four(to + 2 * to_step, MIX(high_ab, high_cd, 0, 1, 4, 5), add);
    put_four(to + 3 * to_step, MIX(high_ab, high_cd, 2, 3, 6, 7), add);
}

/* Rows that are transposed a little later: they lie apart, and often far away. */
enum { AHEAD = 16 };
static inline void fetch_rows(const float *from, size_t step, size_t rows, size_t cols)
{
    for (size_t i = 0; i < rows; i++) {
        for (size_t j = 0; j < cols; j += 16) __builtin_prefetch(from + i * step + j);
    }
}

/* `add` is a constant wherever this is inlined. */
static inline __attribute__((always_inline)) void transpose(const float *from, size_t step,
                                                            size_t rows, size_t cols, float *to,
                                                            size_t to_step, bool add)
{
    for (size_t i = 0; i < rows; i += 4) {
        size_t height = attn_smaller(4, rows - i), j = 0;
        size_t ahead = attn_smaller(i + AHEAD, rows);
        fetch_rows(from + ahead * step, step, attn_smaller(4, rows - ahead), cols);
        for (; height == 4 && j + 4 <= cols; j += 4) {
            transpose_4_by_4(from + i * step + j, step, to + j * to_step + i, to_step, add);
        }
        for (; j < cols; j++) {
            for (size_t k = i; k < i + height; k++) {
                float *y = &to[j * to_step + k];
                *y = add ? *y + from[k * step + j] : from[k * step + j];
            }
        }
    }
}

void attn_transpose(const float *from, size_t step, size_t rows, size_t cols, float *to,
                    size_t to_step)
{
    transpose(from, step, rows, cols, to, to_step, false);
}

void attn_kernel_transpose(const float *from, size_t rows, size_t cols, float *to, bool add)
{
    if (add)
        transpose(from, cols, rows, cols, to, rows, true);
    else
        transpose(from, cols, rows, cols, to, rows, false);
}

void attn_pack_rows(attn_stepped A, size_t rows, size_t whole, size_t depth, float *packed)
{
    if (A.col == 1) {
        for (size_t i = 0; i < rows; i++) {
            memcpy(packed + i * ATTN_STEP, A.at + i * A.row, depth * sizeof *packed);
        }
    } else { /* A.row == 1 */
        attn_transpose(A.at, A.col, depth, rows, packed, ATTN_STEP);
    }
    for (size_t i = rows; i < whole; i++) memset(packed + i * ATTN_STEP, 0, depth * sizeof *packed);
}

static void pack_piece(void *context, size_t piece, size_t worker)
{
    const block_job *job = context;
    size_t size = TILES_TO_PACK * job->set->tile_rows, i = piece * size;
    attn_stepped A_i = {job->A.at + i * job->A.row, job->A.row, job->A.col};
    size_t rows = attn_smaller(size, job->rows - i);
    (void)worker;
    attn_pack_rows(A_i, rows, attn_pieces(rows, job->set->tile_rows) * job->set->tile_rows,
                   job->depth, job->packed + i * ATTN_STEP);
}

/* What the next tile adds to comes nearer while this one is summed. */
static void fetch_ahead(const block_job *job, size_t i, size_t to, size_t j)
{
    for (size_t end = attn_smaller(i + job->set->tile_rows, to); i < end; i++) {
        __builtin_prefetch(job->C + i * job->n + j, 1);
        if (job->set->tile_cols > 16) __builtin_prefetch(job->C + i * job->n + j + 16, 1);
    }
}

/* And a part of the next panel, tile by tile; where it lies across, row by row, nobody else would.
 */
static void fetch_panel(const block_job *job, size_t first, size_t count, size_t j)
{
    if (job->B.col != 1 || j >= job->n) return;
    for (size_t p = first; p < attn_smaller(first + count, job->depth); p++) {
        __builtin_prefetch(job->B.at + p * job->B.row + j);
    }
}

static void sum_piece(void *context, size_t piece, size_t worker)
{
    float copied[ATTN_BLOCK * ATTN_MOST_TILE_COLS] __attribute__((aligned(64)));
    const block_job *job = context;
    size_t panels = attn_pieces(job->n, job->set->tile_cols);
    size_t j = piece % panels * job->set->tile_cols, from = piece / panels * job->band;
    size_t width = attn_smaller(job->set->tile_cols, job->n - j);
    size_t to = attn_smaller(from + job->band, job->rows), size = job->set->tile_rows;
    size_t share = attn_pieces(job->depth, attn_pieces(to - from, size));
    const float *panel = job->panels ? job->panels + j * job->depth : copied;
    (void)worker;
    if (!job->panels) {
        attn_stepped B_j = {job->B.at + j * job->B.col, job->B.row, job->B.col};
        job->set->pack(B_j, job->depth, width, copied);
    }
    for (size_t i = from; i < to; i += size) {
        fetch_ahead(job, i + size, to, j);
        if (!job->panels) fetch_panel(job, (i - from) / size * share, share, j + job->ahead);
        job->set->tile(job->packed + i * ATTN_STEP, panel, job->depth, job->C + i * job->n + j,
                       job->n, attn_smaller(size, to - i), width, job->add);
    }
}

/* As many bands as give every thread a few pieces; each of whole tiles. */
static size_t band_of(const block_job *job, size_t threads)
{
    size_t panels = attn_pieces(job->n, job->set->tile_cols), size = job->set->tile_rows;
    size_t bands = threads == 1 ? 1 : attn_pieces(4 * threads, panels);
    size_t band = attn_smaller(attn_pieces(job->rows, bands), job->set->packed_rows);
    if (band < LEAST_BAND) band = LEAST_BAND;
    return attn_pieces(band, size) * size;
}

static size_t threads_for(const block_job *job, size_t depth)
{
    return attn_worth_sharing((double)job->rows * (double)depth * (double)job->n) ? attn_pool_size()
                                                                                  : 1;
}

static void multiply_block(block_job *job)
{
    size_t threads = threads_for(job, job->depth);
    job->band = band_of(job, threads);
    job->ahead = threads * job->set->tile_cols;
    attn_pool_run(threads, attn_pieces(job->rows, TILES_TO_PACK * job->set->tile_rows), pack_piece,
                  job);
    attn_pool_run(threads,
                  attn_pieces(job->n, job->set->tile_cols) * attn_pieces(job->rows, job->band),
                  sum_piece, job);
}

/* Blocks of about as many steps each. */
static size_t block_depth(size_t k)
{
    return attn_pieces(k, attn_pieces(k, ATTN_BLOCK));
}

/* The columns of all panels of B together. */
static size_t panel_cols(const attn_kernel_set *set, size_t n)
{
    return attn_pieces(n, set->tile_cols) * set->tile_cols;
}

size_t attn_panels_size(const attn_kernel_set *set, size_t k, size_t n)
{
    size_t whole = panel_cols(set, n);
    return whole < n || (k > 0 && whole > SIZE_MAX / k) ? SIZE_MAX : k * whole;
}

void attn_make_panels(const attn_kernel_set *set, attn_stepped B, size_t k, size_t n, float *panels)
{
    size_t depth = k > 0 ? block_depth(k) : 1;
    for (size_t p = 0; p < k; p += depth) {
        size_t steps = attn_smaller(depth, k - p);
        for (size_t j = 0; j < n; j += set->tile_cols, panels += steps * set->tile_cols) {
            attn_stepped B_pj = {B.at + p * B.row + j * B.col, B.row, B.col};
            set->pack(B_pj, steps, attn_smaller(set->tile_cols, n - j), panels);
        }
    }
}

/* The product with room for `most` rows of A at once. */
static void multiply(const block_job *whole, size_t k, size_t most, float *packed)
{
    size_t depth = block_depth(k), across = panel_cols(whole->set, whole->n);
    for (size_t i = 0; i < whole->rows; i += most) {
        for (size_t p = 0; p < k; p += depth) {
            block_job job = *whole;
            job.A.at += i * job.A.row + p * job.A.col;
            if (job.panels)
                job.panels += p * across;
            else
                job.B.at += p * job.B.row;
            job.C += i * job.n;
            job.rows = attn_smaller(most, whole->rows - i);
            job.depth = attn_smaller(depth, k - p);
            job.add = whole->add || p > 0;
            job.packed = packed;
            multiply_block(&job);
        }
    }
}

static void product_by_tiles(const block_job *job, size_t k)
{
    float few[STACK_ROWS * ATTN_STEP] __attribute__((aligned(64)));
    size_t size = job->set->tile_rows, most = job->set->packed_rows * threads_for(job, k);
    size_t turns = attn_pieces(job->rows, most);
    size_t rows = attn_pieces(attn_pieces(job->rows, turns), size) * size; /* about as many each */
    float *packed = rows > STACK_ROWS ? attn_resize(NULL, rows * ATTN_STEP * sizeof *packed) : NULL;
    multiply(job, k, packed ? rows : STACK_ROWS, packed ? packed : few);
    if (packed) attn_resize(packed, 0);
}

enum { FEW_ROWS = 2, WIDE = 8 };

/* Row by row of C, where there are few or the sums are short: nothing is packed for them. */
static bool by_rows(attn_stepped B, size_t m, size_t k, size_t n)
{
    enum { short_sum = 2 };
    if (B.col != 1 || n < WIDE) return false;
    if (k <= short_sum) return !attn_worth_sharing((double)m * (double)n);
    return m <= FEW_ROWS;
}

/* A few rows at a time, without a copy of A, which would take longer than the sums. */
static bool is_small(size_t m, size_t k, size_t n)
{
    enum { small = 4096 };
    return m > FEW_ROWS && n > 1 && k <= ATTN_BLOCK && m * n <= small / k;
}

/* Sum by sum: small products, and a row times a narrow matrix or the transpose of one. */
static bool by_elements(attn_stepped B, size_t m, size_t k, size_t n)
{
    enum { small = 2048 };
    bool one_row = m == 1 && B.col != 1, narrow = m <= FEW_ROWS && n < WIDE;
    if (one_row || narrow) return !attn_worth_sharing((double)k * (double)n);
    return k <= small / (m * n);
}

bool attn_wants_panels(attn_stepped B, size_t m, size_t k, size_t n)
{
    enum { most_rows = 96, least_numbers = 2048 }; /* with more rows a copy costs next to nothing */
    if (m > most_rows || n < WIDE || k < WIDE || k < least_numbers / n) return false;
    return m > FEW_ROWS || B.col != 1;
}

void attn_product_by_panels(const attn_kernel_set *set, attn_stepped A, const float *panels,
                            float *C, size_t m, size_t k, size_t n, bool add)
{
    if (m == 0 || n == 0) return;
    if (k == 0 && !add) memset(C, 0, m * n * sizeof *C);
    if (k == 0) return;
    product_by_tiles(
        &(block_job){.set = set, .A = A, .panels = panels, .C = C, .rows = m, .n = n, .add = add},
        k);
}

void attn_product(const attn_kernel_set *set, attn_stepped A, attn_stepped B, float *C, size_t m,
                  size_t k, size_t n, bool add)
{
    if (m == 0 || n == 0) return;
    if (by_rows(B, m, k, n)) {
        if (!add) memset(C, 0, m * n * sizeof *C);
        for (size_t i = 0; i < m; i++) {
            set->row(A.at + i * A.row, A.col, B.at, B.row, C + i * n, k, n);
        }
    } else if (k > 0 && is_small(m, k, n)) {
        set->small(A, B, C, m, k, n, add);
    } else if (by_elements(B, m, k, n)) {
        set->elements(A, B, C, m, k, n, add);
    } else {
        product_by_tiles(
            &(block_job){.set = set, .A = A, .B = B, .C = C, .rows = m, .n = n, .add = add}, k);
    }
}
