/*
 * kernel_attention: a few rows of A at a time go through all steps while they are in the cache.
 *
 * The scores are written where the weights will stand, and a block of weights is packed, as
 * attn_pack_rows would, when it is finished. K and V are packed once.
 */
#include <math.h>
#include <stdatomic.h>
#include <stdint.h>
#include <string.h>

#include "core/memory.h"
#include "core/pool.h"
#include "tensor/kernel.h"
#include "tensor/kernel_product.h"

/* Rows of A at a time: whole tiles of every set, so that all sets cut in the same places. */
enum { ROWS = 24, BLOCK_FLOATS = ROWS * ATTN_STEP };
enum { ALIGN_FLOATS = 16 }; /* a line of the cache, which no vector should lie across */

typedef struct attention {
    const attn_kernel_set *set;
    const attn_attention *of;
    float scale;
    size_t threads;
    /* In whole panels, of all attentions; and what each thread has for its rows. */
    float *packed_K, *packed_V, *rows;
    size_t columns_K, columns_V; /* keys and value_width, up to whole panels */
    size_t rows_floats;          /* of one thread */
    atomic_size_t blind;         /* the first query that sees no key; SIZE_MAX: none */
} attention;

/* ---- K and V as panels ---- */

/* Where step p of the panel with column j lies, of a packed matrix k×n whose panels have `cols`. */
static size_t panel_at(size_t k, size_t n, size_t cols, size_t p, size_t j)
{
    size_t block = p - p % ATTN_BLOCK;
    return block * n + j * attn_smaller(ATTN_BLOCK, k - block) + p % ATTN_BLOCK * cols;
}

/* The panels with column j, over all blocks. */
static void pack_columns(const attn_kernel_set *set, attn_matrix B, size_t j, float *packed)
{
    size_t cols = set->tile_cols, whole = attn_pieces(B.cols, cols) * cols;
    for (size_t p = 0; p < B.rows; p += ATTN_BLOCK)
        set->pack(attn_part_of(B, p, j, ATTN_BLOCK, cols),
                  packed + panel_at(B.rows, whole, cols, p, j));
}

static void pack_piece(void *context, size_t piece, size_t worker)
{
    const attention *job = context;
    const attn_attention *of = job->of;
    size_t cols = job->set->tile_cols, panels_K = job->columns_K / cols;
    size_t panels = panels_K + job->columns_V / cols, head = piece / panels, panel = piece % panels;
    size_t row = head * of->keys;
    attn_matrix K = attn_matrix_of(of->K + row * of->width, of->keys, of->width);
    attn_matrix V = attn_matrix_of(of->V + row * of->value_width, of->keys, of->value_width);
    (void)worker;
    if (panel < panels_K)
        pack_columns(job->set, attn_transpose_of(K), panel * cols,
                     job->packed_K + head * of->width * job->columns_K);
    else
        pack_columns(job->set, V, (panel - panels_K) * cols, job->packed_V + row * job->columns_V);
}

/* ---- a few rows ---- */

typedef struct few { /* rows first … first + rows − 1 of one attention */
    attention *job;
    size_t head, first, rows;
    size_t keys;        /* that any of them sees */
    float *A;           /* rows of of.keys numbers: scores, then weights */
    float *Q, *weights; /* packed: all blocks of Q, one block of A */
    float largest[ROWS], sums[ROWS];
} few;

/* How many of the keys from p on query i sees, before the mask; at most `most`. */
static size_t seen_from(const few *f, size_t i, size_t p, size_t most)
{
    const attn_attention *of = f->job->of;
    size_t seen = of->causal ? attn_smaller(f->first + i + 1, of->keys) : of->keys;
    return seen < p ? 0 : attn_smaller(seen - p, most);
}

static void pack_queries(const few *f)
{
    const attn_attention *of = f->job->of;
    const float *Q = of->Q + (f->head * of->queries + f->first) * of->width;
    attn_matrix rows = attn_matrix_of(Q, f->rows, of->width);
    for (size_t p = 0; p < of->width; p += ATTN_BLOCK)
        attn_pack_rows(attn_part_of(rows, 0, p, ROWS, ATTN_BLOCK), ROWS,
                       f->Q + p / ATTN_BLOCK * BLOCK_FLOATS);
}

/* The product of packed rows and a panel of at most tile_cols columns, tile by tile: C = or C +=.
 */
static void sum_tiles(const few *f, attn_tile *tile)
{
    size_t size = f->job->set->tile_rows;
    tile->width = attn_smaller(f->job->set->tile_cols, tile->width);
    for (size_t i = 0; i < f->rows; i += size) {
        tile->rows = attn_smaller(size, f->rows - i);
        f->job->set->tile(tile);
        tile->a += size * ATTN_STEP;
        tile->C += size * tile->step;
    }
}

/* Q·Kᵀ for the keys from … to − 1 */
static void sum_scores(const few *f, size_t from, size_t to)
{
    const attention *job = f->job;
    size_t width = job->of->width, cols = job->set->tile_cols;
    const float *K = job->packed_K + f->head * width * job->columns_K;
    for (size_t j = from; j < to; j += cols) {
        for (size_t p = 0; p < width; p += ATTN_BLOCK)
            sum_tiles(f, &(attn_tile){.a = f->Q + p / ATTN_BLOCK * BLOCK_FLOATS,
                                      .panel = K + panel_at(width, job->columns_K, cols, p, j),
                                      .depth = attn_smaller(ATTN_BLOCK, width - p),
                                      .C = f->A + j,
                                      .step = job->of->keys,
                                      .width = to - j,
                                      .add = p > 0});
    }
}

/* Scale and mask for the keys from … to − 1; the largest of each row so far. */
static void scale_scores(few *f, size_t from, size_t to)
{
    const attn_attention *of = f->job->of;
    for (size_t i = 0; i < f->rows; i++) {
        const float *mask = of->mask ? of->mask + (f->first + i) * of->keys + from : NULL;
        float *x = f->A + i * of->keys + from;
        f->largest[i] = f->job->set->scale(x, f->job->scale, mask, x,
                                           seen_from(f, i, from, to - from), f->largest[i]);
    }
}

/* All are −∞ (and not, perhaps, no numbers). */
static bool nothing_seen(const float *scores, size_t n)
{
    size_t j = 0;
    while (j < n && scores[j] == -INFINITY) j++;
    return j == n;
}

static void note_blind(attention *job, size_t query)
{
    size_t first = atomic_load(&job->blind);
    while (query < first && !atomic_compare_exchange_weak(&job->blind, &first, query)) continue;
}

/* exp, and the sum of each row. */
static void sum_exps(few *f)
{
    for (size_t i = 0; i < f->rows; i++) {
        float *A_i = f->A + i * f->job->of->keys;
        size_t seen = seen_from(f, i, 0, f->keys);
        if (f->largest[i] == -INFINITY && nothing_seen(A_i, seen)) {
            note_blind(f->job, f->head * f->job->of->queries + f->first + i);
        }
        f->sums[i] = (float)f->job->set->exp_and_sum(A_i, seen, f->largest[i]);
    }
}

/* Shares of the sums for the keys from … to − 1, packed too; 0 where a key is not seen. */
static void divide_rows(const few *f, size_t from, size_t to)
{
    for (size_t i = 0; i < f->rows; i++) {
        size_t seen = seen_from(f, i, from, to - from);
        float *A_i = f->A + i * f->job->of->keys + from, *packed = f->weights + i * ATTN_STEP;
        f->job->set->divide(A_i, seen, f->sums[i], packed);
        memset(A_i + seen, 0, (to - from - seen) * sizeof *A_i);
        memset(packed + seen, 0, (to - from - seen) * sizeof *packed);
    }
}

/* Z = A·V, or Z += from the second time on, for the keys from … to − 1 */
static void sum_values(const few *f, size_t from, size_t to)
{
    const attention *job = f->job;
    size_t keys = job->of->keys, width = job->of->value_width, cols = job->set->tile_cols;
    const float *V = job->packed_V + f->head * keys * job->columns_V;
    float *Z = job->of->Z + (f->head * job->of->queries + f->first) * width;
    for (size_t j = 0; j < width; j += cols)
        sum_tiles(f, &(attn_tile){.a = f->weights,
                                  .panel = V + panel_at(keys, job->columns_V, cols, from, j),
                                  .depth = to - from,
                                  .C = Z + j,
                                  .step = width,
                                  .width = width - j,
                                  .add = from > 0});
}

static void compute_rows(few *f)
{
    size_t keys = f->job->of->keys;
    pack_queries(f);
    for (size_t i = 0; i < ROWS; i++) f->largest[i] = -INFINITY;
    for (size_t p = 0; p < f->keys; p += ATTN_BLOCK) {
        size_t to = attn_smaller(p + ATTN_BLOCK, f->keys);
        sum_scores(f, p, to);
        scale_scores(f, p, to);
    }
    sum_exps(f);
    for (size_t p = 0; p < f->keys; p += ATTN_BLOCK) {
        size_t to = attn_smaller(p + ATTN_BLOCK, f->keys);
        divide_rows(f, p, to);
        sum_values(f, p, to);
    }
    for (size_t i = 0; i < f->rows; i++) {
        memset(f->A + i * keys + f->keys, 0, (keys - f->keys) * sizeof *f->A);
    }
}

static void rows_piece(void *context, size_t piece, size_t worker)
{
    attention *job = context;
    const attn_attention *of = job->of;
    size_t pieces = attn_pieces(of->queries, ROWS);
    few f = {.job = job, .head = piece / pieces, .first = piece % pieces * ROWS};
    f.rows = attn_smaller(ROWS, of->queries - f.first);
    f.keys = seen_from(&f, f.rows - 1, 0, of->keys);
    f.weights = job->rows + worker * job->rows_floats;
    f.Q = f.weights + BLOCK_FLOATS;
    f.A = of->A ? of->A + (f.head * of->queries + f.first) * of->keys
                : f.Q + attn_pieces(of->width, ATTN_BLOCK) * BLOCK_FLOATS;
    compute_rows(&f);
}

/* ---- the whole ---- */

/* Lays out the memory; the number of floats, 0 if that is more than there can be. */
static size_t plan(attention *job)
{
    const attn_attention *of = job->of;
    size_t cols = job->set->tile_cols, all_K, all_V, all_rows;
    double work = (double)of->count * (double)of->queries * (double)of->keys;
    job->threads =
        attn_worth_sharing(work * (double)(of->width + of->value_width)) ? attn_pool_size() : 1;
    job->columns_K = attn_pieces(of->keys, cols) * cols;
    job->columns_V = attn_pieces(of->value_width, cols) * cols;
    job->rows_floats = (1 + attn_pieces(of->width, ATTN_BLOCK)) * BLOCK_FLOATS;
    if (!of->A) job->rows_floats += attn_pieces(of->keys, ALIGN_FLOATS) * ALIGN_FLOATS * ROWS;
    bool fits = attn_multiply(of->count * of->width, job->columns_K, &all_K) &&
                attn_multiply(of->count * of->keys, job->columns_V, &all_V) &&
                attn_multiply(job->threads, job->rows_floats, &all_rows);
    const size_t most = SIZE_MAX / sizeof(float) / 4;
    if (!fits || all_K > most || all_V > most || all_rows > most) return 0;
    return all_K + all_V + all_rows + ALIGN_FLOATS;
}

static void compute(attention *job, float *memory)
{
    const attn_attention *of = job->of;
    size_t panels = (job->columns_K + job->columns_V) / job->set->tile_cols;
    job->rows = memory + (ALIGN_FLOATS - (uintptr_t)memory / sizeof *memory % ALIGN_FLOATS);
    job->packed_K = job->rows + job->threads * job->rows_floats;
    job->packed_V = job->packed_K + of->count * of->width * job->columns_K;
    attn_pool_run(job->threads, of->count * panels, pack_piece, job);
    attn_pool_run(job->threads, of->count * attn_pieces(of->queries, ROWS), rows_piece, job);
}

bool attn_kernel_attention(const attn_attention *of, attn_status *status)
{
    attention job = {.set = attn_kernel_chosen(), .of = of};
    atomic_init(&job.blind, SIZE_MAX);
    if (of->count == 0 || of->queries == 0) return true;
    if (of->keys == 0 || of->width == 0) {
        return attn_fail(
            status, ATTN_USAGE,
            "attention needs at least one key, and keys and queries of at least one number");
    }
    job.scale = of->scale != 0 ? of->scale : 1 / sqrtf((float)of->width);
    size_t floats = plan(&job);
    float *memory = floats ? attn_resize(NULL, floats * sizeof *memory) : NULL;
    if (!memory) return attn_no_memory(status, "computing attention");
    compute(&job, memory);
    attn_resize(memory, 0);
    size_t blind = atomic_load(&job.blind);
    if (blind == SIZE_MAX) return true;
    return attn_fail(
        status, ATTN_INPUT,
        "query %zu of attention %zu sees no key: the mask makes all its scores −∞; let it see one",
        blind % of->queries + 1, blind / of->queries + 1);
}
