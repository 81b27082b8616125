/*
 * kernel_product: a product cut into blocks, panels and tiles.
 *
 *   block   ATTN_BLOCK steps of k: the rows of A over them are copied once, side by side
 *   panel   the columns of one tile, over a block: copied to the stack by whoever sums its tiles
 *   tile    a piece of C that is summed in registers
 * A product of few rows does without: it goes once through B where it is, by rows or by columns.
 * Threads share panels and bands of rows, or columns. Whatever is cut, an element's sum runs p = 0,
 * 1, …
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
    attn_matrix A, B;
    const float *panels; /* all of B, made before; NULL: each is copied where it is needed */
    attn_sink C;
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
static inline void fetch_rows(attn_matrix from)
{
    for (size_t i = 0; i < from.rows; i++) {
        for (size_t j = 0; j < from.cols; j += 16) __builtin_prefetch(attn_element_at(from, i, j));
    }
}

/* `add` is a constant wherever this is inlined. */
static inline __attribute__((always_inline)) void transpose(attn_matrix from, float *to,
                                                            size_t to_step, bool add)
{
    const size_t step = from.row, cols = from.cols;
    for (size_t i = 0; i < from.rows; i += 4) {
        size_t height = attn_smaller(4, from.rows - i), j = 0;
        fetch_rows(attn_part_of(from, attn_smaller(i + AHEAD, from.rows), 0, 4, cols));
        for (; height == 4 && j + 4 <= cols; j += 4) {
            transpose_4_by_4(from.at + i * step + j, step, to + j * to_step + i, to_step, add);
        }
        for (; j < cols; j++) {
            for (size_t k = i; k < i + height; k++) {
                float *y = &to[j * to_step + k], x = from.at[k * step + j];
                *y = add ? *y + x : x;
            }
        }
    }
}

void attn_transpose(attn_matrix from, float *to, size_t to_step)
{
    transpose(from, to, to_step, false);
}

void attn_kernel_transpose(attn_matrix from, attn_sink to)
{
    if (to.add)
        transpose(from, to.into, from.rows, true);
    else
        transpose(from, to.into, from.rows, false);
}

/* Piece by piece: what is widened stays in the nearest cache. */
void attn_kernel_lay_out(attn_matrix from, float *to)
{
    enum { side = 64 };
    float wide[side * side];
    for (size_t i = 0; i < from.rows; i += side) {
        for (size_t j = 0; j < from.cols; j += side) {
            attn_matrix M =
                attn_kernel_chosen()->widened(attn_part_of(from, i, j, side, side), wide);
            float *place = to + i * from.cols + j;
            for (size_t k = 0; M.col == 1 && k < M.rows; k++)
                memcpy(place + k * from.cols, M.at + k * M.row, M.cols * sizeof *place);
            if (M.col != 1) attn_transpose(attn_transpose_of(M), place, from.cols);
        }
    }
}

void attn_pack_rows(attn_matrix A, size_t whole, float *packed)
{
    if (A.col == 1) {
        for (size_t i = 0; i < A.rows; i++)
            memcpy(packed + i * ATTN_STEP, A.at + i * A.row, A.cols * sizeof *packed);
    } else { /* A.row == 1 */
        attn_transpose(attn_transpose_of(A), packed, ATTN_STEP);
    }
    for (size_t i = A.rows; i < whole; i++)
        memset(packed + i * ATTN_STEP, 0, A.cols * sizeof *packed);
}

static void pack_piece(void *context, size_t piece, size_t worker)
{
    const block_job *job = context;
    size_t rows = TILES_TO_PACK * job->set->tile_rows, i = piece * rows;
    attn_matrix A_i = attn_part_of(job->A, i, 0, rows, job->A.cols);
    (void)worker;
    attn_pack_rows(A_i, attn_pieces(A_i.rows, job->set->tile_rows) * job->set->tile_rows,
                   job->packed + i * ATTN_STEP);
}

/* What the next tile adds to comes nearer while this one is summed. */
static void fetch_ahead(const block_job *job, size_t i, size_t to, size_t j)
{
    for (size_t end = attn_smaller(i + job->set->tile_rows, to); i < end; i++) {
        const float *C_ij = job->C.into + i * job->B.cols + j;
        __builtin_prefetch(C_ij, 1);
        if (job->set->tile_cols > 16) __builtin_prefetch(C_ij + 16, 1);
    }
}

/* And a part of the next panel, tile by tile; where it lies across, row by row, nobody else would.
 */
static void fetch_panel(const block_job *job, size_t first, size_t count, size_t j)
{
    attn_matrix B = job->B;
    if (job->panels || B.col != 1 || j >= B.cols) return;
    for (size_t p = first; p < attn_smaller(first + count, B.rows); p++)
        __builtin_prefetch(attn_element_at(B, p, j));
}

static void sum_piece(void *context, size_t piece, size_t worker)
{
    float copied[ATTN_BLOCK * ATTN_MOST_TILE_COLS] __attribute__((aligned(64)));
    const block_job *job = context;
    size_t cols = job->set->tile_cols, panels = attn_pieces(job->B.cols, cols);
    size_t j = piece % panels * cols, from = piece / panels * job->band;
    size_t to = attn_smaller(from + job->band, job->A.rows), size = job->set->tile_rows;
    size_t share = attn_pieces(job->A.cols, attn_pieces(to - from, size));
    attn_matrix B_j = attn_part_of(job->B, 0, j, job->B.rows, cols);
    attn_tile tile = {.panel = job->panels ? job->panels + j * job->A.cols : copied,
                      .depth = job->A.cols,
                      .step = job->B.cols,
                      .width = B_j.cols,
                      .add = job->C.add};
    (void)worker;
    if (!job->panels) job->set->pack(B_j, copied);
    for (size_t i = from; i < to; i += size) {
        fetch_ahead(job, i + size, to, j);
        fetch_panel(job, (i - from) / size * share, share, j + job->ahead);
        tile.a = job->packed + i * ATTN_STEP;
        tile.C = job->C.into + i * tile.step + j;
        tile.rows = attn_smaller(size, to - i);
        job->set->tile(&tile);
    }
}

/* As many bands as give every thread a few pieces; each of whole tiles. */
static size_t band_of(const block_job *job, size_t threads)
{
    size_t panels = attn_pieces(job->B.cols, job->set->tile_cols), size = job->set->tile_rows;
    size_t bands = threads == 1 ? 1 : attn_pieces(4 * threads, panels);
    size_t band = attn_smaller(attn_pieces(job->A.rows, bands), job->set->packed_rows);
    if (band < LEAST_BAND) band = LEAST_BAND;
    return attn_pieces(band, size) * size;
}

static size_t threads_for(const block_job *job)
{
    double work = (double)job->A.rows * (double)job->A.cols * (double)job->B.cols;
    return attn_worth_sharing(work) ? attn_pool_size() : 1;
}

static void multiply_block(block_job *job)
{
    size_t threads = threads_for(job), panels = attn_pieces(job->B.cols, job->set->tile_cols);
    size_t rows = job->A.rows;
    job->band = band_of(job, threads);
    job->ahead = threads * job->set->tile_cols;
    attn_pool_run(threads, attn_pieces(rows, TILES_TO_PACK * job->set->tile_rows), pack_piece, job);
    attn_pool_run(threads, panels * attn_pieces(rows, job->band), sum_piece, job);
}

/* Blocks of about as many steps each. */
static size_t block_depth(size_t k)
{
    return k > 0 ? attn_pieces(k, attn_pieces(k, ATTN_BLOCK)) : 1;
}

/* The columns of all panels of B together. */
static size_t panel_cols(const attn_kernel_set *set, size_t n)
{
    return attn_pieces(n, set->tile_cols) * set->tile_cols;
}

size_t attn_kernel_panels(size_t k, size_t n)
{
    size_t whole = panel_cols(attn_kernel_chosen(), n), count;
    return whole >= n && attn_multiply(k, whole, &count) ? count : SIZE_MAX;
}

void attn_kernel_make_panels(attn_matrix B, float *panels)
{
    const attn_kernel_set *set = attn_kernel_chosen();
    size_t depth = block_depth(B.rows), cols = set->tile_cols;
    for (size_t p = 0; p < B.rows; p += depth) {
        for (size_t j = 0; j < B.cols; j += cols) {
            attn_matrix B_pj = attn_part_of(B, p, j, depth, cols);
            set->pack(B_pj, panels);
            panels += B_pj.rows * cols;
        }
    }
}

/* The product with room for `most` rows of A at once. */
static void multiply(const block_job *whole, size_t most, float *packed)
{
    size_t k = whole->A.cols, n = whole->B.cols, depth = block_depth(k);
    for (size_t i = 0; i < whole->A.rows; i += most) {
        for (size_t p = 0; p < k; p += depth) {
            block_job job = *whole;
            job.A = attn_part_of(whole->A, i, p, most, depth);
            job.B = attn_part_of(whole->B, p, 0, depth, n);
            if (job.panels) job.panels += p * panel_cols(whole->set, n);
            job.C = (attn_sink){whole->C.into + i * n, whole->C.add || p > 0};
            job.packed = packed;
            multiply_block(&job);
        }
    }
}

static void product_by_tiles(const block_job *job)
{
    float few[STACK_ROWS * ATTN_STEP] __attribute__((aligned(64)));
    size_t size = job->set->tile_rows, most = job->set->packed_rows * threads_for(job);
    size_t turns = attn_pieces(job->A.rows, most);
    size_t rows = attn_pieces(attn_pieces(job->A.rows, turns), size) * size; /* as many each */
    float *packed = rows > STACK_ROWS ? attn_resize(NULL, rows * ATTN_STEP * sizeof *packed) : NULL;
    multiply(job, packed ? rows : STACK_ROWS, packed ? packed : few);
    if (packed) attn_resize(packed, 0);
}

enum { ONE_OR_TWO = 2, WIDE = 8 };

/* Row by row of B, where there are very few of C or the sums are short. */
static bool by_rows(attn_matrix B, size_t m)
{
    enum { short_sum = 2 };
    if (B.col != 1 || B.cols < WIDE) return false;
    if (B.rows <= short_sum) return !attn_worth_sharing((double)m * (double)B.cols);
    return m <= ONE_OR_TWO;
}

/* A few rows at a time, without a copy of A, which would take longer than the sums. */
static bool is_small(attn_matrix B, size_t m)
{
    enum { small = 4096 };
    return m > ONE_OR_TWO && B.cols > 1 && B.rows <= small / (m * B.cols);
}

/* Sum by sum: tiny products, and few rows times a narrow matrix. */
static bool by_elements(attn_matrix B, size_t m)
{
    enum { tiny = 2048 };
    if (B.kind != ATTN_FLOAT32) return false;
    if (m == 1 && B.col != 1) return !attn_worth_sharing((double)B.rows * (double)B.cols);
    if (m <= ONE_OR_TWO && B.cols < WIDE)
        return !attn_worth_sharing((double)B.rows * (double)B.cols);
    return B.rows <= tiny / (m * B.cols);
}

/* A product of few rows goes once through B, as it lies in memory: nothing of it is packed. With
 * more than half as many that is only worth it if B comes from far away. */
static bool has_few_rows(attn_matrix B, size_t m)
{
    enum { deep = 64 };
    if (B.col != 1) return m == 1 || (m <= ATTN_FEW_ROWS && B.rows >= deep);
    return B.cols >= WIDE &&
           (m <= ATTN_FEW_ROWS / 2 || (m <= ATTN_FEW_ROWS && B.rows >= ATTN_FAR / B.cols));
}

static void set_zero(attn_matrix A, size_t n, attn_sink C)
{
    if (!C.add) memset(C.into, 0, A.rows * n * sizeof *C.into);
}

enum { COLS_AT_ONCE = 256 };

/* C is zero, if it is not to be added to. */
static void sum_cols(const block_job *job, size_t j, size_t cols)
{
    const attn_kernel_set *set = job->set;
    const attn_matrix B = attn_part_of(job->B, 0, j, job->B.rows, cols);
    const size_t step = job->B.cols;
    for (size_t i = 0; B.col == 1 && i < job->A.rows; i += ATTN_FEW_ROWS)
        set->rows(attn_part_of(job->A, i, 0, ATTN_FEW_ROWS, job->A.cols), B,
                  job->C.into + i * step + j, step);
    if (B.col == 1) return;
    if (job->A.rows == 1 && B.kind == ATTN_FLOAT32) { /* nothing lies side by side with it */
        set->elements(job->A, B, (attn_sink){job->C.into + j, job->C.add});
        return;
    }
    for (size_t i = 0; i < job->A.rows; i += set->lanes)
        set->columns(attn_part_of(job->A, i, 0, set->lanes, job->A.cols), B,
                     (attn_sink){job->C.into + i * step + j, job->C.add}, step);
}

static void sum_some_cols(void *context, size_t piece, size_t worker)
{
    (void)worker;
    sum_cols(context, piece * COLS_AT_ONCE, COLS_AT_ONCE);
}

static void product_of_few_rows(block_job *job)
{
    const size_t threads = threads_for(job);
    if (job->B.col == 1) set_zero(job->A, job->B.cols, job->C);
    if (threads == 1)
        sum_cols(job, 0, job->B.cols);
    else
        attn_pool_run(threads, attn_pieces(job->B.cols, COLS_AT_ONCE), sum_some_cols, job);
}

bool attn_kernel_wants_panels(size_t m, attn_matrix B)
{
    enum { most_rows = 96, least_numbers = 2048 }; /* with more rows a copy costs next to nothing */
    size_t k = B.rows, n = B.cols;
    if (m > most_rows || n < WIDE || k < WIDE || k < least_numbers / n) return false;
    return m > ONE_OR_TWO || B.col != 1;
}

void attn_kernel_product_by_panels(attn_matrix A, const float *panels, size_t n, attn_sink C)
{
    attn_matrix B = {panels, A.cols, n, 0, 0, ATTN_FLOAT32}; /* only its size is asked for */
    if (A.rows == 0 || n == 0) return;
    if (A.cols == 0)
        set_zero(A, n, C);
    else
        product_by_tiles(
            &(block_job){.set = attn_kernel_chosen(), .A = A, .B = B, .panels = panels, .C = C});
}

void attn_kernel_product(attn_matrix A, attn_matrix B, attn_sink C)
{
    const attn_kernel_set *set = attn_kernel_chosen();
    block_job job = {.set = set, .A = A, .B = B, .C = C};
    size_t m = A.rows, k = A.cols, n = B.cols;
    if (m == 0 || n == 0) return;
    if (k == 0) {
        set_zero(A, n, C);
    } else if (by_rows(B, m)) {
        product_of_few_rows(&job);
    } else if (is_small(B, m)) {
        set->small(A, B, C);
    } else if (by_elements(B, m)) {
        set->elements(A, B, C);
    } else if (has_few_rows(B, m)) {
        product_of_few_rows(&job);
    } else {
        product_by_tiles(&job);
    }
}
