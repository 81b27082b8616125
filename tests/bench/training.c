/*
 * training: steps of training through the record, as a lesson's formulas make them.
 *
 *     training THREADS MODEL BATCH …      MODEL is gru, transformer
 *
 * Each step makes the record of the loss afresh, for a batch of examples, and the gradients of all
 * weights. The models are those of a translation: 7 words in, 8 words out, vocabularies of 200.
 * With 2 threads each computes half of the batch, on a record of its own.
 */
#define _POSIX_C_SOURCE 200809L
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "core/pool.h"
#include "median.h"
#include "record/record.h"

enum { SOURCE = 7, TARGET = 8, WORDS = 200, EMBEDDING = 64, STATE = 128 };
enum { WIDTH = 64, HEADS = 4, INNER = 256, LAYERS = 2 };
enum { MOST_WEIGHTS = 128, MOST_THREADS = 2 };

typedef struct weight {
    size_t rows, cols; /* rows 1: a vector */
    float *numbers, *gradient[MOST_THREADS];
} weight;

typedef struct model {
    weight weights[MOST_WEIGHTS];
    size_t count;
} model;

/* One record at work, on a part of the batch. */
typedef struct tape {
    model *of;
    attn_record *record;
    attn_status status;
    size_t batch, thread, taken;
    size_t multiply_adds; /* of the products of one step, forward */
    attn_node leaves[MOST_WEIGHTS];
    attn_node (*loss)(struct tape *t);
} tape;

/* ---- a formula's operations ---- */

static attn_node op(tape *t, attn_op name, attn_node a)
{
    return attn_apply(t->record, name, &a, 1, (attn_params){0, 0});
}

static attn_node at(tape *t, attn_op name, attn_node a, size_t i, size_t j)
{
    return attn_apply(t->record, name, &a, 1, (attn_params){i, j});
}

static attn_node two(tape *t, attn_op name, attn_node a, attn_node b)
{
    return attn_apply(t->record, name, (attn_node[]){a, b}, 2, (attn_params){0, 0});
}

static attn_node add(tape *t, attn_node a, attn_node b)
{
    return two(t, ATTN_OP_ADD, a, b);
}

static attn_node product(tape *t, attn_node a, attn_node b)
{
    attn_node made = two(t, ATTN_OP_PRODUCT, a, b);
    const attn_tensor *x = attn_value(t->record, a), *y = attn_value(t->record, made);
    t->multiply_adds += attn_tensor_size(y) * y->batch * (x->rank == ATTN_NUMBER ? 0 : x->cols);
    return made;
}

static attn_node number(tape *t, float x)
{
    return attn_record_number(t->record, x);
}

/* The next weight: drawn when it is first asked for. */
static attn_node next_weight(tape *t, size_t rows, size_t cols)
{
    size_t i = t->taken++;
    weight *w = &t->of->weights[i];
    if (i == t->of->count) {
        *w = (weight){.rows = rows, .cols = cols, .numbers = bench_numbers(rows * cols)};
        for (size_t k = 0; k < rows * cols; k++) w->numbers[k] *= rows > 1 ? 0.1f : 0.01f;
        for (size_t k = 0; k < MOST_THREADS; k++) w->gradient[k] = bench_numbers(rows * cols);
        t->of->count++;
    }
    attn_tensor shape = {.rank = rows > 1 ? ATTN_MATRIX : ATTN_VECTOR,
                         .batch = 1,
                         .rows = rows,
                         .cols = cols,
                         .data = w->numbers};
    return t->leaves[i] = attn_record_leaf(t->record, ATTN_OP_GIVEN, &shape, true);
}

/* Places of words, a vector for each example. */
static attn_node tokens(tape *t, size_t length, unsigned from)
{
    attn_tensor shape = {
        .rank = ATTN_VECTOR, .batch = t->batch, .rows = 1, .cols = length, .data = NULL};
    attn_node leaf = attn_record_leaf(t->record, ATTN_OP_GIVEN, &shape, false);
    uint32_t state = from + (unsigned)t->thread;
    for (size_t i = 0; i < t->batch * length; i++) {
        state = state * 1664525u + 1013904223u;
        attn_record_fill(t->record, leaf)[i] = (float)(1 + (state >> 8) % WORDS);
    }
    return leaf;
}

static attn_node zeros(tape *t, size_t n)
{
    attn_tensor shape = {.rank = ATTN_VECTOR, .batch = 1, .rows = 1, .cols = n};
    return attn_record_leaf(t->record, ATTN_OP_GIVEN, &shape, false);
}

/* ---- GRU, bidirectional encoder, additive attention ---- */

typedef struct gru {
    attn_node W[3], b[3]; /* z, r, g */
} gru;

static gru next_gru(tape *t, size_t in)
{
    gru made;
    for (size_t i = 0; i < 3; i++) {
        made.W[i] = next_weight(t, STATE, STATE + in);
        made.b[i] = next_weight(t, 1, STATE);
    }
    return made;
}

/* σ(W [h ; x] + b) */
static attn_node gate(tape *t, attn_op squash, attn_node W, attn_node b, attn_node h, attn_node x)
{
    return op(t, squash, add(t, product(t, W, two(t, ATTN_OP_JOIN, h, x)), b));
}

/* (1 − z) ⊙ h + z ⊙ g */
static attn_node gru_step(tape *t, const gru *w, attn_node h, attn_node x)
{
    attn_node z = gate(t, ATTN_OP_SIGMA, w->W[0], w->b[0], h, x);
    attn_node r = gate(t, ATTN_OP_SIGMA, w->W[1], w->b[1], h, x);
    attn_node g = gate(t, ATTN_OP_TANH, w->W[2], w->b[2], two(t, ATTN_OP_TIMES, r, h), x);
    attn_node kept = two(t, ATTN_OP_SUBTRACT, number(t, 1), z);
    return add(t, two(t, ATTN_OP_TIMES, kept, h), two(t, ATTN_OP_TIMES, z, g));
}

/* H, a row for each word of the source; *last: both states where each direction ends. */
static attn_node encode(tape *t, attn_node X, attn_node *last)
{
    gru right = next_gru(t, EMBEDDING), left = next_gru(t, EMBEDDING);
    attn_node to_right[SOURCE], to_left[SOURCE], rows[SOURCE], x[SOURCE];
    attn_node h = zeros(t, STATE), k = h;
    for (size_t i = 0; i < SOURCE; i++) x[i] = at(t, ATTN_OP_ROW_OF, X, i, 0);
    for (size_t i = 0; i < SOURCE; i++) {
        to_right[i] = h = gru_step(t, &right, h, x[i]);
        to_left[SOURCE - 1 - i] = k = gru_step(t, &left, k, x[SOURCE - 1 - i]);
    }
    for (size_t i = 0; i < SOURCE; i++) rows[i] = two(t, ATTN_OP_JOIN, to_right[i], to_left[i]);
    *last = two(t, ATTN_OP_JOIN, h, k);
    return attn_apply(t->record, ATTN_OP_STACK, rows, SOURCE, (attn_params){0, 0});
}

static attn_node gru_loss(tape *t)
{
    attn_node source = tokens(t, SOURCE, 1), target = tokens(t, TARGET, 2), last;
    attn_node E = next_weight(t, WORDS, EMBEDDING), F = next_weight(t, WORDS, EMBEDDING);
    attn_node H = encode(t, two(t, ATTN_OP_ROW, E, source), &last);
    attn_node W_k = next_weight(t, 2 * STATE, STATE), W_q = next_weight(t, STATE, STATE);
    attn_node v = next_weight(t, 1, STATE), W_s = next_weight(t, 2 * STATE, STATE);
    gru decoder = next_gru(t, EMBEDDING + 2 * STATE);
    attn_node W_o = next_weight(t, 3 * STATE, WORDS), b_o = next_weight(t, 1, WORDS);
    attn_node K = product(t, H, W_k), losses[TARGET];
    attn_node s = op(t, ATTN_OP_TANH, product(t, last, W_s));
    attn_node word = number(t, 1);
    for (size_t i = 0; i < TARGET; i++) {
        attn_node e = product(t, op(t, ATTN_OP_TANH, add(t, K, product(t, s, W_q))), v);
        attn_node c = product(t, op(t, ATTN_OP_SOFTMAX, e), H);
        attn_node y = two(t, ATTN_OP_ROW, F, word);
        s = gru_step(t, &decoder, s, two(t, ATTN_OP_JOIN, y, c));
        attn_node scores = add(t, product(t, two(t, ATTN_OP_JOIN, s, c), W_o), b_o);
        word = at(t, ATTN_OP_ELEMENT_OF, target, 0, i);
        losses[i] = op(t, ATTN_OP_LOG, two(t, ATTN_OP_PICK, op(t, ATTN_OP_SOFTMAX, scores), word));
    }
    attn_node all = attn_apply(t->record, ATTN_OP_STACK, losses, TARGET, (attn_params){0, 0});
    return op(t, ATTN_OP_NEGATIVE, op(t, ATTN_OP_MEAN, all));
}

/* ---- Transformer ---- */

static attn_node layer_norm(tape *t, attn_node X)
{
    attn_node gain = next_weight(t, 1, WIDTH), shift = next_weight(t, 1, WIDTH);
    attn_node normal = two(t, ATTN_OP_STANDARDIZE, X, number(t, 1e-5f));
    return add(t, two(t, ATTN_OP_TIMES, normal, gain), shift);
}

/* X W + b */
static attn_node linear(tape *t, attn_node X, size_t in, size_t out)
{
    attn_node W = next_weight(t, in, out), b = next_weight(t, 1, out);
    return add(t, product(t, X, W), b);
}

static attn_node heads(tape *t, attn_node X, attn_node Y, bool causal)
{
    attn_node Q = linear(t, X, WIDTH, WIDTH), K = linear(t, Y, WIDTH, WIDTH);
    attn_node V = linear(t, Y, WIDTH, WIDTH), Z[HEADS];
    for (size_t i = 0; i < HEADS; i++) {
        attn_node Q_i = at(t, ATTN_OP_SPLIT, Q, i, HEADS), K_i = at(t, ATTN_OP_SPLIT, K, i, HEADS);
        attn_node S = product(t, Q_i, op(t, ATTN_OP_TRANSPOSE, K_i));
        S = two(t, ATTN_OP_DIVIDE, S, number(t, 4));
        if (causal) S = op(t, ATTN_OP_MASK, S);
        Z[i] = product(t, op(t, ATTN_OP_SOFTMAX, S), at(t, ATTN_OP_SPLIT, V, i, HEADS));
    }
    attn_node all = attn_apply(t->record, ATTN_OP_JOIN, Z, HEADS, (attn_params){0, 0});
    return linear(t, all, WIDTH, WIDTH);
}

static attn_node feed_forward(tape *t, attn_node X)
{
    return linear(t, op(t, ATTN_OP_RELU, linear(t, X, WIDTH, INNER)), INNER, WIDTH);
}

static attn_node embed(tape *t, size_t length, unsigned from)
{
    attn_node E = next_weight(t, WORDS, WIDTH), P = next_weight(t, length, WIDTH);
    attn_node X = two(t, ATTN_OP_ROW, E, tokens(t, length, from));
    return add(t, product(t, X, number(t, 8)), P);
}

static attn_node transformer_loss(tape *t)
{
    attn_node X = embed(t, SOURCE, 1), Y = embed(t, TARGET, 2);
    for (size_t l = 0; l < LAYERS; l++) {
        X = layer_norm(t, add(t, X, heads(t, X, X, false)));
        X = layer_norm(t, add(t, X, feed_forward(t, X)));
    }
    X = layer_norm(t, X);
    for (size_t l = 0; l < LAYERS; l++) {
        Y = layer_norm(t, add(t, Y, heads(t, Y, Y, true)));
        Y = layer_norm(t, add(t, Y, heads(t, Y, X, false)));
        Y = layer_norm(t, add(t, Y, feed_forward(t, Y)));
    }
    attn_node P = op(t, ATTN_OP_SOFTMAX, linear(t, layer_norm(t, Y), WIDTH, WORDS));
    attn_node picked = two(t, ATTN_OP_PICK, P, tokens(t, TARGET, 3));
    return op(t, ATTN_OP_NEGATIVE, op(t, ATTN_OP_MEAN, op(t, ATTN_OP_LOG, picked)));
}

/* ---- steps ---- */

static void half_step(tape *t)
{
    float *gradients[MOST_WEIGHTS];
    t->taken = t->multiply_adds = 0;
    if (t->record)
        attn_record_clear(t->record);
    else
        t->record = attn_record_new(&t->status);
    if (t->record) attn_record_keep_for_gradients(t->record);
    attn_node loss = t->loss(t);
    for (size_t i = 0; i < t->taken; i++) gradients[i] = t->of->weights[i].gradient[t->thread];
    attn_record_backward(t->record, loss, 0, t->leaves, t->taken, gradients);
}

typedef struct trainer {
    tape tapes[MOST_THREADS];
    size_t threads;
} trainer;

static void do_half(void *context, size_t piece, size_t worker)
{
    (void)worker;
    half_step(&((trainer *)context)->tapes[piece]);
}

static void step(void *context)
{
    trainer *all = context;
    attn_pool_run(all->threads, all->threads, do_half, all);
}

static int measure(const char *name, attn_node (*loss)(tape *t), size_t threads, size_t batch)
{
    static model weights;
    trainer all = {.threads = threads};
    for (size_t i = 0; i < threads; i++) {
        all.tapes[i] = (tape){.of = &weights, .batch = batch / threads, .thread = i, .loss = loss};
    }
    half_step(&all.tapes[0]); /* draws the weights */
    double median = bench_median(step, &all);
    size_t multiply_adds = 0;
    for (size_t i = 0; i < threads; i++) {
        multiply_adds += all.tapes[i].multiply_adds;
        attn_record_free(all.tapes[i].record);
        if (attn_ok(&all.tapes[i].status)) continue;
        fprintf(stderr, "training: %s\n", all.tapes[i].status.message);
        return 1;
    }
    printf("%s_%zu %.4f ms\n%s_%zu_multiply-adds %zu\n", name, batch, median, name, batch,
           multiply_adds);
    return 0;
}

int main(int argc, char **argv)
{
    if (argc < 4) return 2;
    size_t threads = strtoul(argv[1], NULL, 10);
    if (threads < 1 || threads > MOST_THREADS) return 2;
    bool recurrent = strcmp(argv[2], "gru") == 0;
    attn_pool_threads(threads);
    for (int i = 3; i < argc; i++) {
        size_t batch = strtoul(argv[i], NULL, 10);
        if (measure(argv[2], recurrent ? gru_loss : transformer_loss, threads, batch)) return 1;
    }
    return 0;
}
