/*
 * optimizer: learned numbers changed against their gradient.
 *
 * Plain: w ← w − r g. Adam (Kingma and Ba, 2015): m and v are running means of g and g², both
 * divided by what they lack at the beginning, and w ← w − r m̂ / (√v̂ + ε). Weight decay is decoupled
 * from both (AdamW; Loshchilov and Hutter, 2019): first w ← (1 − r λ) w.
 */
#include <math.h>

#include "core/pool.h"
#include "lesson/program/training.h"
#include "tensor/kernel.h"

static const double pi = 3.14159265358979323846;

double attn_rate_at(const training *train, size_t steps, size_t number)
{
    const double lowest = 0.05; /* the share of the rate that the cosine ends at */
    if (number <= train->warmup) return train->rate * (double)number / (double)train->warmup;
    if (!train->cosine || steps <= train->warmup) return train->rate;
    double done = (double)(number - train->warmup) / (double)(steps - train->warmup);
    return train->rate * (lowest + (1 - lowest) * 0.5 * (1 + cos(pi * done)));
}

/* ---- one step, in pieces that threads share; what they do does not depend on the threads ---- */

enum {
    PIECE = 16 * 1024, /* numbers: those of five arrays stay in the second cache */
    FEW_PIECES = 4     /* are not worth waking other threads for */
};

typedef struct turn {
    const learning *of;
    const training *train;
    attn_adam adam;
    float rate, share, clip, *gradient; /* clip: what it is shortened by, at most 1 */
    float keep;                         /* what is left of a number that decays */
    const float *more;
    bool adds, changes; /* what is done in this round */
    double *squares;    /* of each piece; NULL: not asked for */
} turn;

/* Those of the numbers that decay. */
static void shrink(const turn *t, size_t from, size_t count)
{
    for (size_t i = 0; i < t->of->decay_count; i++) {
        const number_span *span = &t->of->decays[i];
        size_t first = span->from > from ? span->from : from;
        size_t end = span->from + span->count;
        if (end > from + count) end = from + count;
        for (size_t k = first; k < end; k++) t->of->numbers[k] *= t->keep;
    }
}

static void change(const turn *t, size_t from, size_t count)
{
    shrink(t, from, count);
    const learning *o = t->of;
    float *w = o->numbers + from, *g = t->gradient + from;
    if (t->train->adam)
        attn_kernel_adam(&t->adam, g, o->mean + from, o->square + from, w, count);
    else
        for (size_t i = 0; i < count; i++) w[i] -= t->rate * g[i];
}

static void do_piece(void *context, size_t piece, size_t worker)
{
    const turn *t = context;
    size_t from = piece * PIECE, left = t->of->count - from, count = left < PIECE ? left : PIECE;
    float *g = t->gradient + from;
    (void)worker;
    if (t->adds && t->more) attn_kernel_add_shares(g, t->more + from, t->share, count);
    if (t->squares) t->squares[piece] = attn_kernel_squares(g, count);
    if (t->clip < 1)
        for (size_t i = 0; i < count; i++) g[i] *= t->clip;
    if (t->changes) change(t, from, count);
}

size_t attn_optimizer_pieces(size_t count)
{
    return (count + PIECE - 1) / PIECE;
}

static void run_turn(turn *t)
{
    size_t pieces = attn_optimizer_pieces(t->of->count);
    attn_pool_run(pieces < FEW_PIECES ? 1 : attn_pool_size(), pieces, do_piece, t);
}

/* What a gradient longer than `most` is multiplied by; the sums of the pieces are added in order.
 */
static float clip_of(const turn *t, double most)
{
    double sum = 0;
    for (size_t i = 0; i * PIECE < t->of->count; i++) sum += t->squares[i];
    double length = sqrt(sum);
    return length > most ? (float)(most / length) : 1;
}

static attn_adam adam_of(const learning *o, double rate)
{
    double t = (double)o->step;
    return (attn_adam){.b1 = 0.9f,
                       .b2 = 0.999f,
                       .epsilon = 1e-8f,
                       .rate = (float)(rate / (1 - pow(0.9, t))),
                       .root = (float)sqrt(1 - pow(0.999, t))};
}

void attn_optimize(learning *o, const training *train, double rate, float *gradient,
                   const float *more, float share)
{
    o->step++;
    turn t = {.of = o,
              .train = train,
              .adam = adam_of(o, rate),
              .rate = (float)rate,
              .share = share,
              .keep = (float)(1 - rate * train->weight_decay),
              .clip = 1,
              .gradient = gradient,
              .more = more,
              .adds = true,
              .changes = true};
    if (train->clip > 0) { /* the whole length is known before anything is changed */
        t.changes = false;
        t.squares = o->squares;
        run_turn(&t);
        t.clip = clip_of(&t, train->clip);
        t.adds = false;
        t.changes = true;
        t.squares = NULL;
    }
    run_turn(&t);
}
