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
    size_t floats_K, floats_V; /* of one attention */
    size_t rows_floats;        /* of one thread */
    atomic_size_t blind;       /* the first query that sees no key; SIZE_MAX: none */
} attention;

/* The K of an attention, or its V. */
static void pack_piece(void *context, size_t piece, size_t worker)
{
    const attention *job = context;
    const attn_attention *of = job->of;
    size_t head = piece / 2, from = head * of->keys;
    (void)worker;
    if (piece % 2 == 0)
        attn_kernel_make_panels(
            attn_transpose_of(attn_matrix_of(of->K + from * of->width, of->keys, of->width)),
            job->packed_K + head * job->floats_K);
    else
        attn_kernel_make_panels(
            attn_matrix_of(of->V + from * of->value_width, of->keys, of->value_width),
            job->packed_V + head * job->floats_V);
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
    size_t depth = attn_block_depth(of->width);
    attn_matrix Q =
        attn_matrix_of(of->Q + (f->head * of->queries + f->first) * of->width, f->rows, of->width);
    for (size_t p = 0; p < of->width; p += depth)
        attn_pack_rows(attn_part_of(Q, 0, p, f->rows, depth), ROWS,
                       f->Q + p / depth * BLOCK_FLOATS);
}

/* Tile by tile; the panels are `apart` steps deep, of which the sums may take fewer. */
static void sum_tiles(const few *f, const attn_tile *whole, size_t apart)
{
    const attn_kernel_set *set = f->job->set;
    for (size_t j = 0; j < whole->width; j += set->tile_cols) {
        for (size_t i = 0; i < f->rows; i += set->tile_rows) {
            attn_tile tile = *whole;
            tile.a += i * ATTN_STEP;
            tile.panel += j * apart;
            tile.C += i * tile.step + j;
            tile.rows = attn_smaller(set->tile_rows, f->rows - i);
            tile.width = attn_smaller(set->tile_cols, whole->width - j);
            set->tile(&tile);
        }
    }
}

/* Q·Kᵀ for the keys from … to − 1 */
static void sum_scores(const few *f, size_t from, size_t to)
{
    const attention *job = f->job;
    size_t width = job->of->width, depth = attn_block_depth(width);
    const float *K = job->packed_K + f->head * job->floats_K;
    for (size_t p = 0; p < width; p += depth) {
        size_t steps = attn_smaller(depth, width - p);
        sum_tiles(f,
                  &(attn_tile){.a = f->Q + p / depth * BLOCK_FLOATS,
                               .panel = K + p * (job->floats_K / width) + from * steps,
                               .depth = steps,
                               .C = f->A + from,
                               .step = job->of->keys,
                               .width = to - from,
                               .add = p > 0},
                  steps);
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

/* Z = A·V, or Z += from the second time on, for the keys from … to − 1, at most `depth` */
static void sum_values(const few *f, size_t from, size_t to, size_t depth)
{
    const attn_attention *of = f->job->of;
    size_t width = of->value_width, floats_V = f->job->floats_V;
    sum_tiles(
        f,
        &(attn_tile){.a = f->weights,
                     .panel = f->job->packed_V + f->head * floats_V + from * (floats_V / of->keys),
                     .depth = to - from,
                     .C = of->Z + (f->head * of->queries + f->first) * width,
                     .step = width,
                     .width = width,
                     .add = from > 0},
        attn_smaller(depth, of->keys - from));
}

static void compute_rows(few *f)
{
    size_t keys = f->job->of->keys, depth = attn_block_depth(keys);
    pack_queries(f);
    for (size_t i = 0; i < ROWS; i++) f->largest[i] = -INFINITY;
    for (size_t p = 0; p < f->keys; p += ATTN_BLOCK) {
        size_t to = attn_smaller(p + ATTN_BLOCK, f->keys);
        sum_scores(f, p, to);
        scale_scores(f, p, to);
    }
    sum_exps(f);
    for (size_t p = 0; p < f->keys; p += depth) {
        size_t to = attn_smaller(p + depth, f->keys);
        divide_rows(f, p, to);
        sum_values(f, p, to, depth);
    }
    for (size_t i = 0; i < f->rows; i++)
        memset(f->A + i * keys + f->keys, 0, (keys - f->keys) * sizeof *f->A);
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
    size_t all_K, all_V, all_rows;
    double work = (double)of->count * (double)of->queries * (double)of->keys;
    job->threads =
        attn_worth_sharing(work * (double)(of->width + of->value_width)) ? attn_pool_size() : 1;
    job->floats_K = attn_kernel_panels(of->width, of->keys);
    job->floats_V = attn_kernel_panels(of->keys, of->value_width);
    job->rows_floats = (1 + attn_pieces(of->width, ATTN_BLOCK)) * BLOCK_FLOATS;
    if (!of->A) job->rows_floats += attn_pieces(of->keys, ALIGN_FLOATS) * ALIGN_FLOATS * ROWS;
    bool fits = attn_multiply(of->count, job->floats_K, &all_K) &&
                attn_multiply(of->count, job->floats_V, &all_V) &&
                attn_multiply(job->threads, job->rows_floats, &all_rows);
    const size_t most = SIZE_MAX / sizeof(float) / 4;
    if (!fits || all_K > most || all_V > most || all_rows > most) return 0;
    return all_K + all_V + all_rows + ALIGN_FLOATS;
}

static void compute(attention *job, float *memory)
{
    const attn_attention *of = job->of;
    job->rows = memory + (ALIGN_FLOATS - (uintptr_t)memory / sizeof *memory % ALIGN_FLOATS);
    job->packed_K = job->rows + job->threads * job->rows_floats;
    job->packed_V = job->packed_K + of->count * job->floats_K;
    attn_pool_run(job->threads, 2 * of->count, pack_piece, job);
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
    if (!memory)
        return attn_fail(status, ATTN_MEMORY, "there is no memory for the rows of attention");
    compute(&job, memory);
    attn_resize(memory, 0);
    size_t blind = atomic_load(&job.blind);
    if (blind == SIZE_MAX) return true;
    return attn_fail(status, ATTN_INPUT,
                     "query %zu of attention %zu sees no key: its scores are all −∞ under the "
                     "mask; let it see one",
                     blind % of->queries + 1, blind / of->queries + 1);
}
