/*
 * kernel_attention: some rows of A at a time go through all steps while they are in the cache.
 */
#include <math.h>
#include <stdatomic.h>
#include <stdint.h>
#include <string.h>

#include "core/memory.h"
#include "core/pool.h"
#include "tensor/kernel.h"
#include "tensor/kernel_product.h"

/* Rows of A at a time: whole tiles of every set, and enough for K and V to be worth arranging. */
enum { ROWS = 192 };

typedef struct attention {
    const attn_attention *of;
    float scale;
    float *rows;         /* ROWS × keys for each thread: scores, then weights */
    atomic_size_t blind; /* the first query that sees no key; SIZE_MAX: none */
} attention;

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

/* The scores of a query become its weights, 0 where it does not see: of the first n keys. */
static void weigh(attention *job, size_t head, size_t query, float *A_i, size_t n)
{
    const attn_kernel_set *set = attn_kernel_chosen();
    const attn_attention *of = job->of;
    const float *mask = of->mask ? of->mask + query * of->keys : NULL;
    size_t seen = of->causal ? attn_smaller(query + 1, n) : n;
    float largest = set->scale(A_i, job->scale, mask, A_i, seen, -INFINITY);
    if (largest == -INFINITY && nothing_seen(A_i, seen))
        note_blind(job, head * of->queries + query);
    set->divide(A_i, seen, (float)set->exp_and_sum(A_i, seen, largest));
    memset(A_i + seen, 0, (n - seen) * sizeof *A_i);
}

static void rows_piece(void *context, size_t piece, size_t worker)
{
    attention *job = context;
    const attn_attention *of = job->of;
    size_t pieces = attn_pieces(of->queries, ROWS);
    size_t head = piece / pieces, first = piece % pieces * ROWS, row = head * of->queries + first;
    size_t rows = attn_smaller(ROWS, of->queries - first);
    size_t keys = of->causal ? attn_smaller(first + rows, of->keys) : of->keys;
    float *A = job->rows + worker * ROWS * of->keys;
    attn_matrix K = attn_matrix_of(of->K + head * of->keys * of->width, keys, of->width);
    attn_matrix V =
        attn_matrix_of(of->V + head * of->keys * of->value_width, keys, of->value_width);

    attn_kernel_product(attn_matrix_of(of->Q + row * of->width, rows, of->width),
                        attn_transpose_of(K), (attn_sink){A, false});
    for (size_t i = 0; i < rows; i++) weigh(job, head, first + i, A + i * keys, keys);
    attn_kernel_product(attn_matrix_of(A, rows, keys), V,
                        (attn_sink){of->Z + row * of->value_width, false});
    for (size_t i = 0; i < rows && of->A; i++) {
        float *kept = of->A + (row + i) * of->keys;
        memcpy(kept, A + i * keys, keys * sizeof *A);
        memset(kept + keys, 0, (of->keys - keys) * sizeof *A);
    }
}

bool attn_kernel_attention(const attn_attention *of, attn_status *status)
{
    attention job = {.of = of};
    atomic_init(&job.blind, SIZE_MAX);
    if (of->count == 0 || of->queries == 0) return true;
    if (of->keys == 0 || of->width == 0) {
        return attn_fail(
            status, ATTN_USAGE,
            "attention needs at least one key, and keys and queries of at least one number");
    }
    double work = (double)of->count * (double)of->queries * (double)of->keys;
    bool shared = attn_worth_sharing(work * (double)(of->width + of->value_width));
    size_t pieces = of->count * attn_pieces(of->queries, ROWS), floats;
    size_t threads = shared ? attn_smaller(attn_pool_size(), pieces) : 1;
    bool fits = attn_multiply(threads * ROWS * sizeof *job.rows, of->keys, &floats);
    job.scale = of->scale != 0 ? of->scale : 1 / sqrtf((float)of->width);
    job.rows = fits ? attn_resize(NULL, floats) : NULL;
    if (!job.rows)
        return attn_fail(status, ATTN_MEMORY, "there is no memory for the rows of attention");
    attn_pool_run(threads, pieces, rows_piece, &job);
    attn_resize(job.rows, 0);
    size_t blind = atomic_load(&job.blind);
    if (blind == SIZE_MAX) return true;
    return attn_fail(status, ATTN_INPUT,
                     "query %zu of attention %zu sees no key: its scores are all −∞ under the "
                     "mask; let it see one",
                     blind % of->queries + 1, blind / of->queries + 1);
}
