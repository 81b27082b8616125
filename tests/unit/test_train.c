/*
 * train: what a lesson learns, against finite differences and formulas in double; batches, threads,
 * rounds, rates; what is refused, and where the fault is told.
 *
 * In the lessons ' stands for ".
 */

/* slow under valgrind */

#include <fcntl.h>
#include <math.h>

#include "core/pool.h"
#include "files/bytes/open.h"
#include "formula/eval/machine.h"
#include "lesson/program/running.h"
#include "lesson/program/training.h"
#include "scarce.h"
#include "tensor/kernel.h"
#include "written.h"

static char folder[] = "/tmp/attnviz-train-XXXXXX";
static char lesson_path[64], examples_path[64], validation_path[64], checkpoint_path[64];

static void open_folder(void)
{
    unit_make_folder(folder);
    snprintf(lesson_path, sizeof lesson_path, "%s/lesson.json", folder);
    snprintf(examples_path, sizeof examples_path, "%s/examples", folder);
    snprintf(validation_path, sizeof validation_path, "%s/validation", folder);
    snprintf(checkpoint_path, sizeof checkpoint_path, "%s/checkpoint", folder);
}

static void close_folder(void)
{
    unlink(lesson_path);
    unlink(examples_path);
    unlink(validation_path);
    unlink(checkpoint_path);
    rmdir(folder);
}

static attn_lesson *read_lesson(const char *text, attn_status *status)
{
    return read_written(lesson_path, text, status);
}

static attn_run *run_text(const char *text, const attn_options *options, attn_lesson **lesson,
                          attn_status *status)
{
    *lesson = read_lesson(text, status);
    return *lesson ? attn_lesson_run(*lesson, options, status) : NULL;
}

static const attn_trained *trained(const attn_run *run)
{
    for (size_t i = 0; i < attn_run_outcome(run)->moment_count; i++)
        if (attn_run_outcome(run)->moments[i].trained)
            return attn_run_outcome(run)->moments[i].trained;
    return NULL;
}

/* All learned numbers, one after the other; returns how many. */
static size_t learned_numbers(const attn_run *run, float *numbers)
{
    size_t count = 0;
    for (size_t i = 0; attn_run_learned_at(run, i).label; i++) {
        const attn_tensor *value = attn_run_learned_at(run, i).value;
        memcpy(numbers + count, value->data, value->rows * value->cols * sizeof *numbers);
        count += value->rows * value->cols;
    }
    return count;
}

/* ---- the gradient ---- */

/* Self-attention with two heads, then a recurrent state, over a sentence of any length. */
enum { NUMBERS = 6 + 8 + 4 + 2 + 6 + 3 };
static const double begin[NUMBERS] = {0.3,  -0.5, 0.8, 0.2,  -0.7, 0.6,  0.5,  -0.4, 0.9,  0.1,
                                      -0.3, 0.7,  0.2, -0.6, 0.8,  0.3,  -0.2, -0.9, 0.25, -0.35,
                                      0.4,  -0.8, 0.6, 0.5,  0.1,  -0.7, 0.05, -0.1, 0.2};

static void write_lesson(const double *w, const char *train, char *text, size_t room)
{
    snprintf(text, room,
             "'sequences':{'v':['a','b','c'],'heads':2,"
             "'s':{'input':'sentence','default':'a b','in':'v'},"
             "'y':{'input':'answer','default':'a','in':'v'}},"
             "'indices':{'i':'s','j':'heads'},'lengths':{'n':'s'},"
             "'learned':{'E':[[%.9g,%.9g],[%.9g,%.9g],[%.9g,%.9g]],"
             "'W_j':[[[%.9g,%.9g],[%.9g,%.9g]],[[%.9g,%.9g],[%.9g,%.9g]]],"
             "'R':[[%.9g,%.9g],[%.9g,%.9g]],'h_0':[%.9g,%.9g],"
             "'U':[[%.9g,%.9g,%.9g],[%.9g,%.9g,%.9g]],'b':[%.9g,%.9g,%.9g]},"
             "'steps':[{'compute':['X = row(E, s)','A_j = softmax(X W_j Xᵀ)',"
             "'Z = A_1 X + A_2 X']},"
             "{'for':'i','steps':[{'compute':'h_i = tanh(h_{i-1} R + Z_i)'}]},"
             "{'compute':['P = softmax(h_n U + b)','L = -log(pick(P, y_1))']},"
             "{'train':{'loss':'L',%s,'examples':'examples','inputs':['sentence','answer']}}]",
             w[0], w[1], w[2], w[3], w[4], w[5], w[6], w[7], w[8], w[9], w[10], w[11], w[12], w[13],
             w[14], w[15], w[16], w[17], w[18], w[19], w[20], w[21], w[22], w[23], w[24], w[25],
             w[26], w[27], w[28], train);
}

/* The mean loss of these examples, and where asked its gradient, by one plain step of width 1. */
static double one_step(const double *numbers, const char *taught, double *gradient)
{
    char text[8192];
    float after[NUMBERS];
    attn_status status = {0};
    attn_lesson *lesson;
    unit_write_text(examples_path, taught);
    write_lesson(numbers, "'steps':1,'rate':1,'batch':8", text, sizeof text);
    attn_run *run = run_text(text, NULL, &lesson, &status);
    ck_assert_msg(run != NULL, "%s", status.message);
    ck_assert_uint_eq(trained(run)->steps, 1);
    ck_assert_uint_eq(trained(run)->numbers, NUMBERS);
    ck_assert_uint_eq(learned_numbers(run, after), NUMBERS);
    for (size_t i = 0; i < NUMBERS && gradient; i++)
        gradient[i] = (double)(float)numbers[i] - (double)after[i];
    double loss = (double)trained(run)->losses[0];
    attn_run_free(run);
    attn_lesson_free(lesson);
    return loss;
}

static const char *const sentences[] = {"a b c\tb\n", "c\tc\n",     "b a\ta\n",
                                        "a c b\tb\n", "a a b\tc\n", "c b\tb\n"};

static void all_examples(char *text)
{
    text[0] = '\0';
    for (size_t i = 0; i < COUNT(sentences); i++) strcat(text, sentences[i]);
}

START_TEST(test_finite_differences)
{
    const double little = 0.01;
    char all[128];
    double gradient[NUMBERS], moved[NUMBERS], largest = 0;
    all_examples(all);
    one_step(begin, all, gradient);
    for (size_t i = 0; i < NUMBERS; i++) {
        memcpy(moved, begin, sizeof moved);
        moved[i] = begin[i] + little;
        double more = one_step(moved, all, NULL);
        moved[i] = begin[i] - little;
        double slope = (more - one_step(moved, all, NULL)) / (2 * little);
        ck_assert_msg(fabs(slope - gradient[i]) < 1e-4 + 1e-3 * fabs(slope), "number %zu: %g, %g",
                      i, gradient[i], slope);
        largest = fmax(largest, fabs(slope));
    }
    ck_assert(largest > 0.1);
}
END_TEST

/* The loss that the lesson computes of a sentence, without any training. */
static double loss_of(const char *example)
{
    char text[8192], *sentence = strdup(example), *answer = strchr(sentence, '\t');
    *answer++ = '\0';
    answer[strcspn(answer, "\n")] = '\0';
    const char *inputs[] = {"sentence", sentence, "answer", answer};
    attn_options options = {.input_count = 2, .inputs = inputs};
    attn_status status = {0};
    attn_lesson *lesson;
    write_lesson(begin, "'steps':1,'rate':1e-9", text, sizeof text);
    attn_run *run = run_text(text, &options, &lesson, &status);
    ck_assert_msg(run != NULL, "%s", status.message);
    for (size_t i = 0; i < attn_run_outcome(run)->moment_count; i++) {
        const attn_moment *moment = &attn_run_outcome(run)->moments[i];
        for (size_t k = 0; k < moment->made_count; k++)
            if (strcmp(moment->made[k].label, "L") == 0) {
                double loss =
                    (double)attn_value(attn_run_record(run), moment->made[k].node)->data[0];
                attn_run_free(run);
                attn_lesson_free(lesson);
                free(sentence);
                return loss;
            }
    }
    ck_abort_msg("no L");
    return 0;
}

/* Sentences of three lengths at once: the mean of what each of them gives alone. */
START_TEST(test_batch_is_mean)
{
    char all[128];
    double together[NUMBERS], alone[NUMBERS], mean[NUMBERS] = {0}, loss = 0, plain = 0;
    all_examples(all);
    double at_once = one_step(begin, all, together);
    for (size_t e = 0; e < COUNT(sentences); e++) {
        loss += one_step(begin, sentences[e], alone) / COUNT(sentences);
        plain += loss_of(sentences[e]) / COUNT(sentences);
        for (size_t i = 0; i < NUMBERS; i++) mean[i] += alone[i] / COUNT(sentences);
    }
    ck_assert_double_eq_tol(at_once, loss, 1e-6);
    ck_assert_double_eq_tol(at_once, plain, 1e-6);
    for (size_t i = 0; i < NUMBERS; i++) ck_assert_double_eq_tol(together[i], mean[i], 3e-7);
}
END_TEST

static size_t train_with(size_t threads, uint64_t seed, float *numbers, float *losses)
{
    char text[8192], all[128];
    attn_options options = {.seeded = true, .seed = seed};
    attn_status status = {0};
    attn_lesson *lesson;
    all_examples(all);
    unit_write_text(examples_path, all);
    attn_pool_threads(threads);
    write_lesson(begin,
                 "'steps':23,'rate':0.05,'method':'adam','batch':4,'order':'shuffled','clip':1",
                 text, sizeof text);
    attn_run *run = run_text(text, &options, &lesson, &status);
    ck_assert_msg(run != NULL, "%s", status.message);
    size_t count = learned_numbers(run, numbers);
    memcpy(losses, trained(run)->losses, 23 * sizeof *losses);
    attn_run_free(run);
    attn_lesson_free(lesson);
    attn_pool_threads(0);
    return count;
}

START_TEST(test_threads)
{
    float one[NUMBERS], two[NUMBERS], other[NUMBERS], losses[2][23];
    ck_assert_uint_eq(train_with(1, 5, one, losses[0]), NUMBERS);
    for (size_t threads = 2; threads < 5; threads++) {
        train_with(threads, 5, two, losses[1]);
        ck_assert_mem_eq(one, two, sizeof one);
        ck_assert_mem_eq(losses[0], losses[1], sizeof losses[0]);
    }
    train_with(2, 6, other, losses[1]); /* the seed shuffles */
    ck_assert_mem_ne(one, other, sizeof one);
    ck_assert(losses[0][22] < losses[0][0]);
}
END_TEST

/* ---- validation ---- */

enum { MOST_ROWS = 8 };
typedef struct rows { /* what a training reports */
    size_t count, steps[MOST_ROWS], begun, stop;
    double recent[MOST_ROWS];
    float trials[MOST_ROWS];
} rows;

static bool note_row(void *user, const attn_progress *now)
{
    rows *r = user;
    r->begun = now->begun;
    if (now->row && r->count < MOST_ROWS) {
        r->steps[r->count] = now->step;
        r->recent[r->count] = now->recent;
        r->trials[r->count++] = now->trial ? *now->trial : NAN;
    }
    return now->step != r->stop;
}

/*
 * Learned from is "a", whose number halves in each step, from 4; tried is "a b", whose loss is
 * (w_a − 1)², 0 at the second step, and "b", which stays 1: 5 is the mean before the first step.
 */
static attn_run *try_halves(size_t trial, const attn_training_options *asked, attn_lesson **lesson)
{
    char text[1024];
    attn_status status = {0};
    const attn_options options = {.training = asked};
    unit_write_text(examples_path, "a\n");
    unit_write_text(validation_path, "b\na b\n");
    snprintf(text, sizeof text,
             "'sequences':{'v':['a','b'],'s':{'input':'x','default':'a','in':'v'}},"
             "'learned':{'w':[[4],[-1]]},'steps':[{'compute':'L = sum(sum(row(w, s)))^2'},"
             "{'train':{'loss':'L','steps':5,'rate':0.25,'examples':'examples','inputs':['x'],"
             "'validation':'validation','trial':%zu,'curve':'c'}}]",
             trial);
    attn_run *run = run_text(text, &options, lesson, &status);
    ck_assert_msg(run != NULL, "%s", status.message);
    return run;
}

START_TEST(test_the_best_is_kept)
{
    static const struct {
        size_t trial, patience, kept, steps;
        float w, loss;
    } cases[] = {{1, 0, 2, 5, 1, 0.5f},
                 {1, 1, 2, 3, 1, 0.5f},
                 {1, 3, 2, 5, 1, 0.5f},
                 {2, 0, 2, 5, 1, 0.5f},
                 {3, 0, 3, 5, 0.5f, 0.625f},
                 {3, 1, 3, 5, 0.5f, 0.625f},
                 {9, 0, 5, 5, 0.125f, (1 + 49 / 64.0f) / 2}};
    for (size_t i = 0; i < COUNT(cases); i++) {
        rows seen = {0};
        float w[2];
        attn_lesson *lesson;
        const attn_training_options asked = {
            .patience = cases[i].patience, .progress = note_row, .user = &seen};
        attn_run *run = try_halves(cases[i].trial, &asked, &lesson);
        const attn_trained *told = trained(run);
        ck_assert_uint_eq(learned_numbers(run, w), 2);
        ck_assert_msg(told->kept == cases[i].kept && told->kept_loss == cases[i].loss &&
                          told->steps == cases[i].steps && w[0] == cases[i].w && w[1] == -1,
                      "case %zu: step %zu of %zu, loss %g, w %g", i, told->kept, told->steps,
                      (double)told->kept_loss, (double)w[0]);
        ck_assert_uint_eq(seen.count, (told->steps + cases[i].trial - 1) / cases[i].trial);
        ck_assert_uint_eq(seen.steps[seen.count - 1], told->steps);
        attn_run_free(run);
        attn_lesson_free(lesson);
    }
}
END_TEST

START_TEST(test_rows)
{
    rows seen = {0};
    attn_lesson *lesson;
    attn_run *run =
        try_halves(2, &(attn_training_options){.progress = note_row, .user = &seen}, &lesson);
    const double losses[] = {16, 4, 1, 0.25, 0.0625}; /* before each step */
    ck_assert(seen.count == 3 && seen.steps[0] == 2 && seen.steps[1] == 4 && seen.steps[2] == 5);
    ck_assert(seen.recent[0] == (losses[0] + losses[1]) / 2);
    ck_assert(seen.recent[1] == (losses[2] + losses[3]) / 2 && seen.recent[2] == losses[4]);
    ck_assert(seen.trials[0] == 0.5f && seen.trials[1] == (1 + 0.5625f) / 2);
    attn_run_free(run);
    attn_lesson_free(lesson);
}
END_TEST

/* ---- dropout, decay, values that stand twice ---- */

enum { WIDE = 4000 };

/* y is w, and each of its numbers that is not left out falls by a thousandth: 3 · (1 / 0.75) /
 * 4000. */
static const char drops[] =
    "'learned':{'w':{'fill':1,'size':[4000]}},'steps':[{'compute':['y = w','L = sum(y) / 4000']},"
    "{'train':{'loss':'L','steps':%d,'rate':3,'dropout':{'y':0.25}%s}},{'show':'sum(y) / 4000'}]";

static void drop_out(int steps, uint64_t seed, size_t threads, float *numbers, float *losses)
{
    char text[512];
    attn_status status = {0};
    attn_lesson *lesson;
    const attn_options options = {.seeded = true, .seed = seed};
    snprintf(text, sizeof text, drops, steps, ",'watch':'L'");
    attn_pool_threads(threads);
    attn_run *run = run_text(text, &options, &lesson, &status);
    ck_assert_msg(run != NULL, "%s", status.message);
    learned_numbers(run, numbers);
    memcpy(losses, trained(run)->losses, (size_t)steps * sizeof *losses);
    double sum = 0;
    for (size_t i = 0; i < WIDE; i++) sum += (double)numbers[i];
    const attn_watched *last = &trained(run)->looks[trained(run)->look_count - 1];
    ck_assert_double_eq_tol((double)last->loss, sum / WIDE, 1e-6); /* who looks on has all */
    attn_run_free(run);
    attn_lesson_free(lesson);
    attn_pool_threads(0);
}

START_TEST(test_dropout)
{
    static float one[WIDE], two[WIDE], three[WIDE];
    float losses[2], again[2];
    const float fallen = 1 - 3 * (1 / 0.75f) / WIDE;
    size_t stayed = 0, twice = 0;
    drop_out(1, 1, 1, one, losses);
    for (size_t i = 0; i < WIDE; i++) {
        ck_assert(one[i] == 1 || fabsf(one[i] - fallen) < 1e-6f);
        stayed += one[i] == 1;
    }
    ck_assert(stayed > 900 && stayed < 1100); /* 1000, and a standard deviation of 27 */
    ck_assert_double_eq_tol((double)losses[0], (double)(WIDE - stayed) / 0.75 / WIDE, 1e-4);
    drop_out(2, 1, 1, two, losses);
    for (size_t i = 0; i < WIDE; i++) twice += two[i] == 1;
    ck_assert(twice > 200 && twice < 300); /* 250: other ones in the second step */
    drop_out(2, 1, 2, three, again);
    ck_assert_mem_eq(two, three, sizeof two);
    ck_assert_mem_eq(losses, again, sizeof losses);
    drop_out(2, 2, 1, three, again);
    ck_assert_mem_ne(two, three, sizeof two);
}
END_TEST

/* Each number of w falls by that of the noise, which is 0.5 for who looks on. */
static void add_noise(int steps, float *numbers)
{
    char text[512];
    attn_status status = {0};
    attn_lesson *lesson;
    snprintf(text, sizeof text,
             "'learned':{'w':{'fill':1,'size':[4000]}},'steps':[{'compute':['u = 0 w + 0.5',"
             "'L = sum(u ⊙ w)']},{'train':{'loss':'L','steps':%d,'rate':1,'noise':['u'],"
             "'watch':'L'}}]",
             steps);
    attn_run *run = run_text(text, NULL, &lesson, &status);
    ck_assert_msg(run != NULL, "%s", status.message);
    learned_numbers(run, numbers);
    const attn_watched *last = &trained(run)->looks[trained(run)->look_count - 1];
    double sum = 0;
    for (size_t i = 0; i < WIDE; i++) sum += (double)numbers[i];
    ck_assert_double_eq_tol((double)last->loss, 0.5 * sum, 0.01);
    attn_run_free(run);
    attn_lesson_free(lesson);
}

START_TEST(test_noise)
{
    static float one[WIDE], two[WIDE];
    double sum = 0, squares = 0, with_next = 0;
    add_noise(1, one);
    add_noise(2, two);
    for (size_t i = 0; i < WIDE; i++) {
        const double u = 1 - (double)one[i], next = (double)one[i] - (double)two[i];
        ck_assert(u > 0 && u < 1 && next > 0 && next < 1);
        sum += u;
        squares += u * u;
        with_next += u * next;
    }
    ck_assert_double_eq_tol(sum / WIDE, 0.5, 0.02); /* a standard deviation is 0.0046 */
    ck_assert_double_eq_tol(squares / WIDE, 1.0 / 3, 0.02);
    ck_assert_double_eq_tol(with_next / WIDE, 0.25, 0.02);
}
END_TEST

/* All elements of a name are dropped, whether they are computed one by one or in one value. */
START_TEST(test_dropout_of_elements)
{
    static float w[200], losses[2];
    const size_t before = attn_at_once_elements;
    for (size_t at_once = 0; at_once < 2; at_once++) {
        attn_status status = {0};
        attn_lesson *lesson;
        attn_at_once_elements = at_once ? 1 : SIZE_MAX;
        attn_run *run = run_text("'sequences':{'n':200},'indices':{'i':'n'},"
                                 "'learned':{'w':{'fill':1,'size':[200]}},'steps':["
                                 "{'compute':['y_i = 2 w_i','L = sum(y)']},"
                                 "{'train':{'loss':'L','steps':1,'rate':1,'dropout':{'y':0.5}}}]",
                                 NULL, &lesson, &status);
        ck_assert_msg(run != NULL, "%s", status.message);
        ck_assert_uint_eq(learned_numbers(run, w), 200);
        size_t left = 0;
        for (size_t i = 0; i < 200; i++) { /* 2 / 0.5 is the slope */
            ck_assert(w[i] == 1 || w[i] == -3);
            left += w[i] == -3;
        }
        ck_assert(left > 70 && left < 130);
        losses[at_once] = trained(run)->losses[0];
        ck_assert(losses[at_once] == 4 * (float)left);
        attn_run_free(run);
        attn_lesson_free(lesson);
    }
    attn_at_once_elements = before;
}
END_TEST

/* Each example of a batch has a mask of its own, of 0 and 2, and 3 is the slope. */
START_TEST(test_dropout_of_batches)
{
    enum { EXAMPLES = 4, NUMBERS_OF_A = 100 };
    float w[NUMBERS_OF_A];
    size_t seen[EXAMPLES + 1] = {0};
    attn_status status = {0};
    attn_lesson *lesson;
    unit_write_text(examples_path, "a\na\na\na\n");
    attn_run *run = run_text("'sequences':{'v':['a'],'s':{'input':'x','default':'a','in':'v'}},"
                             "'learned':{'w':{'fill':5,'size':[1,100]}},'steps':["
                             "{'compute':['y = row(w, s)','L = 3 sum(sum(y))']},"
                             "{'train':{'loss':'L','steps':1,'rate':1,'dropout':{'y':0.5},"
                             "'examples':'examples','inputs':['x'],'batch':4}}]",
                             NULL, &lesson, &status);
    ck_assert_msg(run != NULL, "%s", status.message);
    ck_assert_uint_eq(learned_numbers(run, w), NUMBERS_OF_A);
    for (size_t i = 0; i < NUMBERS_OF_A; i++) {
        float left = (5 - w[i]) * EXAMPLES / 6; /* in so many examples */
        ck_assert_msg(left >= 0 && left <= EXAMPLES && left == floorf(left), "%g", (double)left);
        seen[(size_t)left]++;
    }
    ck_assert(seen[0] > 0 && seen[EXAMPLES] > 0 && seen[2] > 20);
    attn_run_free(run);
    attn_lesson_free(lesson);
}
END_TEST

/* Of a step that changes nothing else: matrices that the loss depends on shrink. */
START_TEST(test_what_decays)
{
    static const float wanted[] = {0.5f, 0.5f, 1, 1, 1};
    float w[5];
    attn_status status = {0};
    attn_lesson *lesson;
    attn_run *run =
        run_text("'sequences':{'heads':2},'indices':{'j':'heads'},"
                 "'learned':{'W_j':[[[1]],[[1]]],'b':[1],'c':1,'U':[[1]]},'steps':[{'compute':"
                 "'L = 0 (c + sum(b) + sum(sum(W_1 + W_2)))'},{'train':{'loss':'L','steps':1,"
                 "'rate':2,'weight_decay':0.25}}]",
                 NULL, &lesson, &status);
    ck_assert_msg(run != NULL, "%s", status.message);
    ck_assert_uint_eq(learned_numbers(run, w), 5);
    ck_assert_mem_eq(w, wanted, sizeof w);
    attn_run_free(run);
    attn_lesson_free(lesson);
}
END_TEST

/* A value that is used twice, the second time transposed, changes by both of its derivatives. */
START_TEST(test_tied)
{
    static const char *const texts[] = {
        "'learned':{'E':[[0.5,-1],[2,0.25],[1,1]]},'steps':[{'compute':['X = row(E, s)',"
        "'L = -log(pick(softmax(X_1 Eᵀ), 3))']},{'train':{'loss':'L','steps':1,'rate':1}}]",
        "'learned':{'E':[[0.5,-1],[2,0.25],[1,1]],'O':[[0.5,-1],[2,0.25],[1,1]]},'steps':["
        "{'compute':['X = row(E, s)','L = -log(pick(softmax(X_1 Oᵀ), 3))']},"
        "{'train':{'loss':'L','steps':1,'rate':1}}]"};
    const float begun[] = {0.5f, -1, 2, 0.25f, 1, 1};
    float w[2][12];
    for (size_t i = 0; i < 2; i++) {
        char text[1024];
        attn_status status = {0};
        attn_lesson *lesson;
        snprintf(text, sizeof text,
                 "'sequences':{'v':['a','b','c'],'s':{'input':'x','default':'b','in':'v'}},%s",
                 texts[i]);
        attn_run *run = run_text(text, NULL, &lesson, &status);
        ck_assert_msg(run != NULL, "%s", status.message);
        ck_assert_uint_eq(learned_numbers(run, w[i]), i ? 12 : 6);
        attn_run_free(run);
        attn_lesson_free(lesson);
    }
    for (size_t i = 0; i < 6; i++)
        ck_assert_double_eq_tol((double)(w[0][i] - begun[i]),
                                (double)(w[1][i] - begun[i] + w[1][6 + i] - begun[i]), 1e-6);
    ck_assert(fabsf(w[1][2] - begun[2]) > 0.01f && fabsf(w[1][8] - begun[2]) > 0.01f);
}
END_TEST

/* ---- checkpoints ---- */

static bool keep_checkpoint(void *user, const attn_array_numbers *arrays, size_t count,
                            const attn_note *note)
{
    attn_status status = {0};
    (void)user;
    return attn_weights_write(attn_output_open(checkpoint_path, &status), arrays, count, note,
                              &status);
}

/* Trains from the start, or goes on with what the file holds; numbers: what was learned. */
static size_t train_on(const char *train, bool resume, size_t stop, size_t threads, float *numbers)
{
    char text[8192], all[128];
    rows seen = {.stop = stop};
    attn_status status = {0};
    attn_lesson *lesson;
    attn_training_options asked = {.progress = note_row, .user = &seen, .save = keep_checkpoint};
    const attn_options options = {.training = &asked};
    attn_arrays *file =
        resume ? attn_weights_open(attn_open(AT_FDCWD, checkpoint_path, &status), "c", &status)
               : NULL;
    asked.resume = file;
    all_examples(all);
    unit_write_text(examples_path, all);
    unit_write_text(validation_path, "a b\tc\nc\ta\nb a\tb\n");
    attn_pool_threads(threads);
    write_lesson(begin, train, text, sizeof text);
    attn_run *run = run_text(text, &options, &lesson, &status);
    ck_assert_msg(run != NULL, "%s", status.message);
    ck_assert_uint_eq(learned_numbers(run, numbers), NUMBERS);
    size_t steps = trained(run)->steps;
    memcpy(numbers + NUMBERS, trained(run)->losses, steps * sizeof *numbers);
    if (stop) ck_assert(trained(run)->stopped && steps == stop);
    attn_run_free(run);
    attn_lesson_free(lesson);
    attn_arrays_close(file);
    attn_pool_threads(0);
    return steps;
}

/* Stopped anywhere, and once more, a training comes to the same bits. */
START_TEST(test_resumed)
{
    static const char *const ways_to_train[] = {
        "'steps':23,'rate':0.05,'method':'adam','batch':4,'order':'shuffled','clip':1",
        "'steps':23,'rate':0.05,'batch':5,'decay':'cosine','warmup':7",
        "'steps':23,'rate':0.05,'method':'adam','batch':3,'order':'shuffled','decay':'cosine',"
        "'validation':'validation','trial':4",
        "'steps':23,'rate':0.05,'method':'adam','batch':4,'order':'shuffled','weight_decay':0.1,"
        "'dropout':{'Z':0.4,'h':0.25}"};
    const char *train = ways_to_train[_i];
    float whole[NUMBERS + 23], cut[NUMBERS + 23];
    ck_assert_uint_eq(train_on(train, false, 0, 1, whole), 23);
    for (size_t stop = 1; stop < 23; stop += 3) {
        ck_assert_uint_eq(train_on(train, false, stop, 2, cut), stop);
        ck_assert_mem_eq(cut + NUMBERS, whole + NUMBERS, stop * sizeof *cut);
        ck_assert_uint_eq(train_on(train, true, 22, 1, cut), 22);
        ck_assert_uint_eq(train_on(train, true, 0, 2, cut), 23);
        ck_assert_mem_eq(cut, whole, sizeof whole);
    }
}
END_TEST

/* A file that is no checkpoint of the training is refused. */
START_TEST(test_no_checkpoint)
{
    static float few[NUMBERS + 1];
    const char *mean = "mean";
    const struct {
        const char *mark, *message;
        size_t losses, numbers;
        const char *third;
    } cases[] = {{"0", "is of another training: the lesson, its examples", 1, NUMBERS, mean},
                 {NULL, "losses has 6 numbers, and 5 are the most", 6, NUMBERS, mean},
                 {NULL, "numbers has 28 numbers, and 29 are needed", 1, NUMBERS - 1, mean},
                 {NULL, "numbers has 30 numbers, and 29 are needed", 1, NUMBERS + 1, mean},
                 {NULL, "it has no mean", 1, NUMBERS, "other"}};
    char text[8192];
    write_lesson(begin, "'steps':5,'rate':0.05,'method':'adam'", text, sizeof text);
    unit_write_text(examples_path, "a\tb\n");
    for (size_t i = 0; i < COUNT(cases); i++) {
        const size_t sizes[] = {cases[i].losses, cases[i].numbers, NUMBERS, NUMBERS};
        const char *const names[] = {"losses", "numbers", cases[i].third, "square"};
        attn_array_numbers arrays[4];
        for (size_t k = 0; k < 4; k++)
            arrays[k] = (attn_array_numbers){
                {.name = names[k], .rank = 1, .shape = {sizes[k]}, .count = sizes[k]}, few};
        attn_status status = {0};
        const attn_note note = {"training", cases[i].mark};
        attn_lesson *lesson;
        ck_assert(attn_weights_write(attn_output_open(checkpoint_path, &status), arrays, 4,
                                     note.text ? &note : NULL, &status));
        attn_arrays *file =
            attn_weights_open(attn_open(AT_FDCWD, checkpoint_path, &status), "c", &status);
        const attn_training_options asked = {.resume = file};
        attn_run *run = run_text(text, &(attn_options){.training = &asked}, &lesson, &status);
        ck_assert_ptr_null(run);
        if (!strstr(status.message, cases[i].message)) ck_abort_msg("%s", status.message);
        ck_assert_str_eq(status.file, "c");
        attn_lesson_free(lesson);
        attn_arrays_close(file);
    }
}
END_TEST

/* More trials than its steps have had. */
START_TEST(test_too_many_trials)
{
    static float few[NUMBERS];
    static const struct {
        size_t steps, trials;
    } cases[] = {{0, 5}, {4, 3}, {4, 1}, {9, 4}};
    char text[8192];
    write_lesson(begin, "'steps':9,'rate':0.05,'validation':'validation','trial':2", text,
                 sizeof text);
    unit_write_text(examples_path, "a\tb\n");
    unit_write_text(validation_path, "a\tb\n");
    for (size_t i = 0; i < COUNT(cases); i++) {
        const size_t sizes[] = {cases[i].steps, cases[i].trials, NUMBERS, NUMBERS};
        const char *const names[] = {"losses", "trials", "numbers", "best"};
        attn_array_numbers arrays[4];
        for (size_t k = 0; k < 4; k++)
            arrays[k] = (attn_array_numbers){
                {.name = names[k], .rank = 1, .shape = {sizes[k]}, .count = sizes[k]}, few};
        attn_status status = {0};
        attn_lesson *lesson;
        ck_assert(attn_weights_write(attn_output_open(checkpoint_path, &status), arrays, 4, NULL,
                                     &status));
        attn_arrays *file =
            attn_weights_open(attn_open(AT_FDCWD, checkpoint_path, &status), "c", &status);
        const attn_training_options asked = {.resume = file};
        attn_run *run = run_text(text, &(attn_options){.training = &asked}, &lesson, &status);
        ck_assert_ptr_null(run);
        if (!strstr(status.message, "trials has")) ck_abort_msg("%s", status.message);
        attn_lesson_free(lesson);
        attn_arrays_close(file);
    }
}
END_TEST

/* ---- matrices that products read from a copy ---- */

enum { ROWS = 8, SIDE = 64, OFTEN = 5 };

/* C = A B of ROWS×SIDE and SIDE×SIDE, B transposed if asked. */
static void multiply(const double *A, const double *B, bool turned, double *C)
{
    for (size_t i = 0; i < ROWS * SIDE; i++) {
        C[i] = 0;
        for (size_t k = 0, j = i % SIDE; k < SIDE; k++)
            C[i] += A[i / SIDE * SIDE + k] * B[turned ? j * SIDE + k : k * SIDE + j];
    }
}

/* W − rate · Aᵀ G */
static void go_against(const double *A, const double *G, double rate, double *W)
{
    for (size_t i = 0; i < SIDE * SIDE; i++)
        for (size_t r = 0; r < ROWS; r++)
            W[i] -= rate * A[r * SIDE + i / SIDE] * G[r * SIDE + i % SIDE];
}

/* U and W after some steps against the gradient of |X U W|² / 2. */
static void learn_in_double(const double *X, double rate, double *U, double *W)
{
    double H[ROWS * SIDE], Z[ROWS * SIDE], G[ROWS * SIDE];
    for (size_t t = 0; t < OFTEN; t++) {
        multiply(X, U, false, H);
        multiply(H, W, false, Z);
        multiply(Z, W, true, G);
        go_against(H, Z, rate, W);
        go_against(X, G, rate, U);
    }
}

static void write_wide(const double *X, const char *train, char *text, size_t room)
{
    size_t length = (size_t)snprintf(text, room, "'given':{'X':[");
    for (size_t i = 0; i < ROWS * SIDE; i++)
        length +=
            (size_t)snprintf(text + length, room - length, "%s%.9g%s", i % SIDE ? "," : "[", X[i],
                             (i + 1) % SIDE        ? ""
                             : i + 1 < ROWS * SIDE ? "],"
                                                   : "]]");
    snprintf(text + length, room - length,
             "},'learned':{'U':{'random':[64,64],'scale':0.1},'W':{'random':[64,64],'scale':0.1}},"
             "'steps':[{'compute':'L = sum(sum((X U W)^2)) / 2'}%s]",
             train);
}

/* All numbers of U and W in this lesson. */
static void wide_numbers(const char *text, double *numbers)
{
    static float learned[2 * SIDE * SIDE];
    attn_status status = {0};
    attn_lesson *lesson;
    attn_run *run = run_text(text, NULL, &lesson, &status);
    ck_assert_msg(run != NULL, "%s", status.message);
    ck_assert_uint_eq(learned_numbers(run, learned), COUNT(learned));
    for (size_t i = 0; i < COUNT(learned); i++) numbers[i] = (double)learned[i];
    attn_run_free(run);
    attn_lesson_free(lesson);
}

/* The copy is that of the numbers as they are after each step, as it is and transposed. */
START_TEST(test_wide_matrices)
{
    static char text[32768];
    static double X[ROWS * SIDE], wanted[2 * SIDE * SIDE], found[2 * SIDE * SIDE];
    ck_assert(attn_kernel_wants_panels(ROWS, attn_matrix_of(NULL, SIDE, SIDE)));
    ck_assert(attn_kernel_wants_panels(ROWS, attn_transpose_of(attn_matrix_of(NULL, SIDE, SIDE))));
    for (size_t i = 0; i < COUNT(X); i++) X[i] = (double)sinf((float)(3 * i + 1));
    write_wide(X, "", text, sizeof text);
    wide_numbers(text, wanted);
    learn_in_double(X, 0.01, wanted, wanted + SIDE * SIDE);
    write_wide(X, ",{'train':{'loss':'L','steps':5,'rate':0.01}}", text, sizeof text);
    wide_numbers(text, found);
    for (size_t i = 0; i < COUNT(found); i++) ck_assert_double_eq_tol(found[i], wanted[i], 1e-5);
}
END_TEST

/* ---- numbers changed against their gradient ---- */

enum { STEPS = 12, FEW = 11, SHRINKS = 4 }; /* SHRINKS: from there on numbers decay */

static float some(size_t t, size_t i)
{
    return sinf((float)(t * 7 + i * 3 + 1)) * (i % 3 ? 1 : 30);
}

/* The papers' formulas, in double. */
static void expect(const training *how, double *w)
{
    double m[FEW] = {0}, v[FEW] = {0};
    for (size_t t = 1; t <= STEPS; t++) {
        double rate = how->rate, length = 0, shorter = 1;
        if (t <= how->warmup)
            rate = how->rate * (double)t / (double)how->warmup;
        else if (how->cosine)
            rate *= 0.05 + 0.95 *
                               (1 + cos(acos(-1) * (double)(t - how->warmup) /
                                        (double)(STEPS - how->warmup))) /
                               2;
        for (size_t i = 0; i < FEW; i++) length += pow((double)some(t, i), 2);
        if (how->clip > 0 && sqrt(length) > how->clip) shorter = how->clip / sqrt(length);
        for (size_t i = 0; i < FEW; i++) {
            double g = shorter * (double)some(t, i);
            m[i] = 0.9 * m[i] + 0.1 * g;
            v[i] = 0.999 * v[i] + 0.001 * g * g;
            double mean = m[i] / (1 - pow(0.9, (double)t)),
                   square = v[i] / (1 - pow(0.999, (double)t));
            if (i >= SHRINKS) w[i] *= 1 - rate * how->weight_decay;
            w[i] -= rate * (how->adam ? mean / (sqrt(square) + 1e-8) : g);
        }
    }
}

static const training ways[] = {
    {.rate = 0.1},
    {.rate = 0.1, .clip = 2},
    {.rate = 0.1, .clip = 1e6},
    {.rate = 0.1, .warmup = 5},
    {.rate = 0.1, .warmup = 5, .cosine = true},
    {.rate = 0.1, .cosine = true},
    {.rate = 0.1, .warmup = 40, .cosine = true},
    {.rate = 0.1, .adam = true},
    {.rate = 0.1, .adam = true, .clip = 2, .warmup = 3, .cosine = true},
    {.rate = 0.1, .weight_decay = 0.3},
    {.rate = 0.1, .adam = true, .clip = 2, .warmup = 3, .cosine = true, .weight_decay = 0.5},
};

START_TEST(test_optimizer)
{
    const training *how = &ways[_i];
    float w[FEW], mean[FEW] = {0}, square[FEW] = {0}, gradient[FEW];
    double wanted[FEW], squares[1];
    number_span decays[] = {{0, 0}, {SHRINKS, 3}, {SHRINKS + 3, FEW - SHRINKS - 3}};
    learning o = {.count = FEW,
                  .numbers = w,
                  .mean = mean,
                  .square = square,
                  .squares = squares,
                  .decay_count = COUNT(decays),
                  .decays = decays};
    for (size_t i = 0; i < FEW; i++) wanted[i] = (double)(w[i] = (float)i - 4.5f);
    expect(how, wanted);
    for (size_t t = 1; t <= STEPS; t++) {
        for (size_t i = 0; i < FEW; i++) gradient[i] = some(t, i);
        attn_optimize(&o, how, attn_rate_at(how, STEPS, t), gradient, NULL, 1);
    }
    for (size_t i = 0; i < FEW; i++)
        ck_assert_msg(fabs((double)w[i] - wanted[i]) < 3e-6 * (1 + fabs(wanted[i])),
                      "number %zu: %.9g, not %.9g", i, (double)w[i], wanted[i]);
}
END_TEST

/* A few pieces, the last one not whole: the same numbers with any number of threads. */
enum { MANY = 70001 };

static void optimize_many(size_t threads, float *w, double *length)
{
    const training how = {.rate = 0.1, .adam = true, .clip = 2};
    static float mean[MANY], square[MANY], gradient[MANY], more[MANY];
    double squares[8];
    learning o = {.count = MANY, .numbers = w, .mean = mean, .square = square, .squares = squares};
    ck_assert(attn_optimizer_pieces(MANY) > 4 && attn_optimizer_pieces(MANY) <= 8);
    memset(mean, 0, sizeof mean), memset(square, 0, sizeof square);
    attn_pool_threads(threads);
    for (size_t t = 1; t <= 3; t++) {
        for (size_t i = 0; i < MANY; i++) w[i] = t == 1 ? 1 : w[i];
        for (size_t i = 0; i < MANY; i++) gradient[i] = some(t, i), more[i] = some(t + 9, i);
        attn_optimize(&o, &how, 0.1, gradient, more, 0.25f);
    }
    attn_pool_threads(0);
    *length = 0;
    for (size_t i = 0; i < MANY; i++) *length += (double)gradient[i] * (double)gradient[i];
    for (size_t i = 0; i < MANY; i += 9999) {
        double sum = ((double)some(3, i) + (double)some(12, i)) / 4;
        ck_assert(fabs((double)gradient[i]) <= fabs(sum) && (double)gradient[i] * sum >= 0);
    }
}

START_TEST(threads_learn_the_same)
{
    static float one[MANY], two[MANY];
    double length;
    optimize_many(1, one, &length);
    ck_assert(fabs(sqrt(length) - 2) < 1e-3);
    optimize_many(2, two, &length);
    ck_assert(memcmp(one, two, sizeof one) == 0);
    for (size_t i = 0; i < MANY; i++) ck_assert(one[i] != 1);
}
END_TEST

/* ---- which examples, when ---- */

enum { LINES = 37, BATCH = 5 };

static examples *some_examples(attn_arena *arena)
{
    examples *all = attn_alloc(arena, 1, sizeof *all);
    all->count = LINES;
    all->input_count = 1;
    all->starts = attn_alloc(arena, LINES + 1, sizeof *all->starts);
    for (size_t i = 0; i < LINES; i++)
        all->starts[i + 1] = all->starts[i] + 1 + (uint32_t)(i * i % 3);
    return all;
}

/* Every round takes every example once; equal lengths stand together, and shuffled, mostly alone.
 */
START_TEST(test_rounds)
{
    attn_status status = {0};
    attn_arena *arena = attn_arena_new(&status);
    const examples *all = some_examples(arena);
    const training how = {.batch = BATCH, .shuffled = _i};
    batches *b = attn_batches_new(all, &how, 3, arena);
    uint32_t rounds[3][LINES];
    size_t mixed = 0;
    for (size_t round = 0; round < 3; round++) {
        bool seen[LINES] = {false};
        for (size_t taken = 0; taken < LINES;) {
            const uint32_t *which;
            size_t count = attn_batches_next(b, &which), kinds = 1;
            ck_assert_uint_eq(count, taken + BATCH <= LINES ? BATCH : LINES - taken);
            for (size_t i = 0; i < count; i++) {
                ck_assert(!seen[which[i]]);
                seen[which[i]] = true;
                rounds[round][taken + i] = which[i];
                size_t length = attn_example_length(all, which[i], 0);
                if (i == 0 || length == attn_example_length(all, which[i - 1], 0)) continue;
                kinds++;
                for (size_t k = 0; k < i; k++)
                    ck_assert_uint_ne(length, attn_example_length(all, which[k], 0));
            }
            mixed += kinds > 1;
            taken += count;
        }
    }
    ck_assert((memcmp(rounds[0], rounds[1], sizeof rounds[0]) == 0) == !how.shuffled);
    if (how.shuffled) ck_assert_uint_le(mixed, 3 * 3); /* what is left over of each length */
    if (!how.shuffled) ck_assert_uint_gt(mixed, 9);
    attn_arena_free(arena);
}
END_TEST

/* ---- what the reader changes ---- */

typedef struct changed_case {
    const char *set, *input; /* or NULL */
    double w;                /* learned then */
} changed_case;

static const changed_case changes[] = {
    {NULL, NULL, 1}, {"t_1 = 7", NULL, 7}, {"w = 10", NULL, 10}, {NULL, "c", 3}, {"L = 2", NULL, 5},
};

START_TEST(test_changes)
{
    const changed_case *c = &changes[_i];
    const char *inputs[] = {"text", c->input}, *shows[] = {"after(w)"};
    attn_options options = {.set_count = c->set != NULL,
                            .sets = &c->set,
                            .input_count = c->input != NULL,
                            .inputs = inputs,
                            .show_count = 1,
                            .shows = shows};
    attn_status status = {0};
    attn_lesson *lesson;
    attn_run *run = run_text("'sequences':{'v':['a','b','c'],'s':{'input':'text','default':'a',"
                             "'in':'v'}},'given':{'t':[1,2,3]},'learned':{'w':5},"
                             "'steps':[{'compute':'L = (w - pick(t, s_1))^2'},"
                             "{'train':{'loss':'L','steps':200,'rate':0.1}}]",
                             &options, &lesson, &status);
    ck_assert_msg(run != NULL, "%s", status.message);
    const attn_tensor *w = attn_value(attn_run_record(run), attn_run_outcome(run)->shown[0].node);
    ck_assert_double_eq_tol((double)w->data[0], c->w, 1e-5);
    attn_run_free(run);
    attn_lesson_free(lesson);
}
END_TEST

/* What each batch reads again, because it lies along the words of its examples, is read from a file
 * that is opened once, and closed in the end. */
START_TEST(test_files_of_batches)
{
    static const char text[] =
        "'sequences':{'words':['a','b','c'],'r':{'input':'r','default':'a b','in':'words'}},"
        "'given':{'M':{'array':'arrays.json','name':'M','rows':'r'}},"
        "'learned':{'w':{'random':[2]}},"
        "'steps':[{'compute':'L = sum((M w)^2)'},"
        "{'train':{'loss':'L','steps':%d,'rate':0.01,'examples':'examples','inputs':['r']}}]";
    char path[64], whole[1024];
    uint64_t held[2];
    snprintf(path, sizeof path, "%s/arrays.json", folder);
    unit_write_text(path, "{\"M\": [[1, 2], [3, 4]]}");
    unit_write_text(examples_path, "a b\nb c\nc a\n");
    for (int i = 0; i < 2; i++) {
        attn_status status = {0};
        attn_lesson *lesson;
        snprintf(whole, sizeof whole, text, i ? 40 : 1);
        attn_run *run = run_text(whole, NULL, &lesson, &status);
        ck_assert_msg(run != NULL, "%s", status.message);
        attn_run_free(run);
        attn_lesson_free(lesson);
        held[i] = attn_budget_held();
    }
    ck_assert_uint_eq(held[0], held[1]);
    unlink(path);
}
END_TEST

/* A sentence of the reader's stays what it is beside all examples, however it is given. */
START_TEST(test_given_beside_a_batch)
{
    static const char text[] =
        "'sequences':{'v':['a','b','c'],'r':{'input':'r','default':'a','in':'v'},"
        "'s':{'input':'sentence','default':{'from':'r'},'in':'v'}},"
        "'learned':{'w':[[1],[2],[3]]},"
        "'steps':[{'compute':'L = sum(sum(row(w, [s ; r])))^2'},{'train':{'loss':'L',"
        "'steps':1,'rate':0.01,'examples':'examples','inputs':['r'],'batch':4}}]";
    const char *inputs[] = {"sentence", "a b c"};
    const attn_options ways_in[] = {{.sentence = inputs[1]}, {.input_count = 1, .inputs = inputs}};
    attn_status status = {0};
    unit_write_text(examples_path, "a\nb\nc\nc\n");
    attn_pool_threads(1);
    for (size_t i = 0; i < COUNT(ways_in); i++) {
        attn_lesson *lesson;
        attn_run *run = run_text(text, &ways_in[i], &lesson, &status);
        ck_assert_msg(run != NULL, "%s", status.message);
        /* 6 for the sentence; of the examples 1, 2, 3, 3 */
        ck_assert_double_eq_tol((double)trained(run)->losses[0],
                                (7 * 7 + 8 * 8 + 9 * 9 + 9 * 9) / 4.0, 1e-5);
        attn_run_free(run);
        attn_lesson_free(lesson);
    }
    attn_pool_threads(0);
}
END_TEST

/* ---- what the run tells ---- */

START_TEST(test_told)
{
    const char *shows[] = {"c", "y", "after(y)"};
    attn_status status = {0};
    attn_lesson *lesson;
    attn_training_options asked = {.steps = 6, .every = 4};
    attn_options options = {.show_count = 3, .shows = shows, .training = &asked};
    attn_run *run =
        run_text("'learned':{'w':[4,2]},'steps':[{'compute':['y = 3 w','L = sum(w^2)']},"
                 "{'train':{'loss':'L','steps':2,'rate':0.25,'watch':['y','w_1'],"
                 "'curve':'c'}}]",
                 &options, &lesson, &status);
    ck_assert_msg(run != NULL, "%s", status.message);
    const attn_trained *told = trained(run);
    ck_assert(!told->skipped && !told->adam && told->steps == 6 && told->examples == 0);
    ck_assert(told->numbers == 2 && told->rate == 0.25 && !attn_run_outcome(run)->untrained);
    static const size_t moments[] = {0, 4, 6};
    ck_assert_uint_eq(told->look_count, COUNT(moments));
    for (size_t i = 0; i < COUNT(moments); i++) { /* each step halves w */
        const attn_watched *look = &told->looks[i];
        float w = 4 / (float)(1 << moments[i]);
        ck_assert_uint_eq(look->step, moments[i]);
        ck_assert(look->loss == w * w + w * w / 4);
        ck_assert_uint_eq(look->made_count, 2);
        ck_assert_str_eq(look->made[0].label, "y");
        ck_assert(attn_value(attn_run_record(run), look->made[0].node)->data[1] == 1.5f * w);
        ck_assert(attn_value(attn_run_record(run), look->made[1].node)->data[0] == w);
    }
    const attn_tensor *curve =
        attn_value(attn_run_record(run), attn_run_outcome(run)->shown[0].node);
    ck_assert_uint_eq(curve->cols, 6);
    ck_assert(curve->data[0] == 20 && curve->data[1] == 5 && curve->data[5] == 20.0f / 1024);
    const attn_tensor *y = attn_value(attn_run_record(run), attn_run_outcome(run)->shown[1].node);
    ck_assert(y->data[0] == 12.0f); /* at its place */
    y = attn_value(attn_run_record(run), attn_run_outcome(run)->shown[2].node);
    ck_assert(y->data[0] == 12.0f / 64); /* computed again at the end */
    attn_run_free(run);
    attn_lesson_free(lesson);
}
END_TEST

/* Before the first step the caller learns how many looks there will be, and may refuse. */
typedef struct beginning {
    size_t calls, looks, steps;
    float loss;
    attn_status *refuse; /* NULL: it may */
} beginning;

static bool note_beginning(void *user, const attn_run *run, const attn_trained *first, size_t looks)
{
    beginning *b = user;
    (void)run;
    ck_assert_uint_eq(first->look_count, 1);
    b->calls++;
    b->looks = looks;
    b->steps = first->most_steps;
    b->loss = first->looks[0].loss;
    return !b->refuse || attn_fail(b->refuse, ATTN_USAGE, "no");
}

START_TEST(test_looks_are_foretold)
{
    for (size_t every = 1; every <= 7; every++)
        for (size_t refused = 0; refused < 2; refused++) {
            attn_status status = {0};
            attn_lesson *lesson;
            beginning seen = {.refuse = refused ? &status : NULL};
            attn_training_options asked = {
                .steps = 6, .every = every, .begin = note_beginning, .user = &seen};
            attn_options options = {.training = &asked};
            attn_run *run = run_text("'learned':{'w':4},'steps':[{'compute':'L = w^2'},"
                                     "{'train':{'loss':'L','steps':2,'rate':0.25,'watch':'w'}}]",
                                     &options, &lesson, &status);
            ck_assert(refused ? run == NULL : run != NULL);
            ck_assert_str_eq(status.message, refused ? "no" : "");
            ck_assert(seen.calls == 1 && seen.steps == 6 && seen.loss == 16);
            if (run) ck_assert_uint_eq(trained(run)->look_count, seen.looks);
            attn_run_free(run);
            attn_lesson_free(lesson);
        }
}
END_TEST

/* ---- what is refused ---- */

typedef struct fault_case {
    const char *text, *examples, *message;
    const char *file;    /* its last part */
    size_t line, column; /* 0: not looked at */
} fault_case;

#define WORDS "'sequences':{'v':['a','b'],'s':{'input':'x','default':'a','in':'v'}},"
#define TWO                                                                                        \
    "'sequences':{'s':{'input':'x','default':'a'},'r':{'input':'y','default':'a'}},"               \
    "'learned':{'w':3},'steps':[{'compute':'L = w^2'},{'train':{'loss':'L','steps':2,'rate':0.1,"  \
    "'examples':'examples','inputs':['x','y']}}]"
#define ONE                                                                                        \
    WORDS "'learned':{'w':3},'steps':[{'compute':'L = w^2'},{'train':{'loss':'L','steps':2,"       \
          "'rate':0.1,'examples':'examples','inputs':['x']}}]"

static const fault_case faults[] = {
    {"'learned':{'w':[3,4]},'steps':[{'train':{'loss':'w^2','steps':2,'rate':1}}]", NULL,
     "the loss must be one number, but w^2 is a vector of 2", "lesson.json", 2, 0},
    {"'learned':{'w':3},'steps':[{'compute':'L = (w^2 - 1)^2'},{'train':{'loss':'L','steps':50,"
     "'rate':10}}]",
     NULL, "training, step 3 of 50 (a lower \"rate\" may help): '(w^2 - 1)^2': ^", "lesson.json", 2,
     0},
    {"'learned':{'v':3,'w':[4,0]},'steps':[{'compute':'L = v sum(√w)'},{'train':{'loss':'L',"
     "'steps':5,'rate':0.1}}]",
     NULL, "training, step 1 of 5: the derivative by w is infinite, or too large: √x",
     "lesson.json", 2, 0},
    {"'learned':{'w':3},'steps':[{'compute':['q = w^2','g = ∂q/∂w','L = g^2']},"
     "{'train':{'loss':'L','steps':5,'rate':0.1}}]",
     NULL, "the loss depends on a derivative (∂)", "lesson.json", 2, 0},
    {"'given':{'x':1},'learned':{'w':3},'steps':[{'compute':'L = x^2'},{'train':{'loss':'L',"
     "'steps':5,'rate':0.1}}]",
     NULL, "no value under \"learned\" changes the loss, L", "lesson.json", 2, 0},
    {"'learned':{'w':3},'steps':[{'compute':'L = w^2','train':{'loss':'L','steps':5,'rate':0.1}}]",
     NULL, "the step that trains computes its own loss, L: compute it in a step before",
     "lesson.json", 2, 0},
    {WORDS "'learned':{'w':3},'steps':[{'train':{'loss':'w','steps':2,'rate':0.1,"
           "'examples':'examples','inputs':['z']}}]",
     "a\n", "no sequence of this lesson has the input 'z'", "lesson.json", 2, 0},
    {"'learned':{'w':3},'steps':[{'compute':['y = 2','L = w^2']},{'train':{'loss':'L','steps':2,"
     "'rate':0.1,'dropout':{'y':0.5}}}]",
     NULL, "no formula that the loss depends on computes 'y'", "lesson.json", 2, 0},
    {"'learned':{'w':3},'steps':[{'compute':'L = w^2'},{'train':{'loss':'L','steps':2,"
     "'rate':0.1,'dropout':{'L':1}}}]",
     NULL, "a share is left out between 0 and 1: 0.2", "lesson.json", 2, 0},
    {"'learned':{'w':3},'steps':[{'compute':'L = w^2'},{'train':{'loss':'L','steps':2,"
     "'rate':0.1,'noise':['z']}}]",
     NULL, "no formula that the loss depends on computes 'z'", "lesson.json", 2, 0},
    {TWO, "a\tb\n\na b\n", "a tab is missing: an example has 2 inputs", "examples", 3, 4},
    {TWO, "a\tb\n \tb\n", "the input 'x' has no words here", "examples", 2, 1},
    {TWO, "a\tb\né\t \n", "the input 'y' has no words here", "examples", 2, 3},
    {TWO, "", "there are no examples: write one on each line", "examples", 0, 0},
    {TWO, "\n\r\n", "there are no examples: write one on each line", "examples", 0, 0},
    {TWO, "a\tb\né\xff", "this byte is not UTF-8", "examples", 2, 2},
    {TWO, "a\tb\033[2J\n", "there is a control character here", "examples", 1, 4},
    {WORDS "'learned':{'w':3},'steps':[{'compute':'L = w^2'},{'train':{'loss':'L','steps':2,"
           "'rate':0.1,'examples':'examples','inputs':['x'],'batch':4}}]",
     "a\nb\na\nb\n", "L does not depend on the examples, so nothing is learned from them",
     "lesson.json", 2, 0},
    {ONE, "a\n\nb A é a\n", "'é' is not a word of v (2 words)", "examples", 3, 5},
    {ONE, NULL, "the examples are missing: there is no file", "lesson.json", 2, 0},
    {ONE, "a\nzz\n", "'zz' is not a word of v", "examples", 2, 1},
};

START_TEST(test_faults)
{
    const fault_case *c = &faults[_i];
    attn_status status = {0};
    attn_lesson *lesson;
    unlink(examples_path);
    if (c->examples) unit_write_text(examples_path, c->examples);
    ck_assert_ptr_null(run_text(c->text, NULL, &lesson, &status));
    ck_assert_msg(strstr(status.message, c->message) != NULL, "%s: %s", c->text, status.message);
    const char *slash = strrchr(status.file, '/');
    ck_assert_msg(slash && strcmp(slash + 1, c->file) == 0, "%s: in %s", c->text, status.file);
    ck_assert_uint_eq(status.line, c->line);
    if (c->column) ck_assert_uint_eq(status.column, c->column);
    attn_lesson_free(lesson);
}
END_TEST

/* A word too long, behind one that is not, and words too many. */
START_TEST(test_limits)
{
    enum { WORD = 256, MOST = 4096 };
    static char text[2 * MOST + 16];
    attn_status status = {0};
    attn_lesson *lesson;
    snprintf(text, sizeof text, "%0*d\n%0*d\tb\n", WORD, 0, WORD + 1, 0);
    for (int i = 0; i < 2; i++) {
        unit_write_text(examples_path, text);
        ck_assert_ptr_null(
            run_text("'sequences':{'s':{'input':'x','default':'a'}},'learned':{'w':3},"
                     "'steps':[{'train':{'loss':'w^2','steps':2,'rate':0.1,'examples':'examples',"
                     "'inputs':['x']}}]",
                     NULL, &lesson, &status));
        const char *says = i ? "an input has at most 4096 words" : "a word has at most 256 bytes";
        ck_assert_msg(strstr(status.message, says) != NULL, "%s", status.message);
        ck_assert_uint_eq(status.line, 2);
        ck_assert_uint_eq(status.column, i ? 2 * MOST + 1 : 1);
        attn_lesson_free(lesson);
        status = (attn_status){0};
        text[0] = '\0';
        strcat(text, "a\n");
        for (size_t k = 0; k < MOST + 1; k++) strcat(text, "a ");
    }
}
END_TEST

/* ---- what it changes ---- */

static const struct {
    const char *lesson, *after; /* what has a value of its own after the training */
} changed_values[] = {
    {"'given':{'k':[1,2]},'learned':{'w':2},'steps':[{'compute':['a = 2 k','b = a w',"
     "'d = width(a)','L = sum(b)^2']},",
     "w b L"},
    /* through functions, and those that they call */
    {"'given':{'k':[1,2]},'learned':{'w':2},'define':{'f(x)':'x w','g(x)':'f(x) + 1',"
     "'h(x)':['y = x','y + 1']},'steps':[{'compute':['a = g(k)','b = h(k)','L = sum(a)^2']},",
     "w a L"},
    /* a value that has the name of a function's own */
    {"'given':{'k':[1,2]},'learned':{'w':2},'define':{'h(w)':'w + 1'},"
     "'steps':[{'compute':['b = h(k)','L = w^2']},",
     "w L"},
    /* against the order in which they stand, in a loop; with a border, which is given */
    {"'sequences':{'s':['a','b']},'indices':{'i':'s'},'given':{'p_0':1,'q_0':1,'r_0':1},"
     "'learned':{'w':2},'steps':[{'for':'i','steps':[{'compute':['p_i = q_{i-1}','q_i = r_{i-1}',"
     "'r_i = w r_{i-1}']}]},{'compute':'L = p_2 + r_2'},",
     "p q r w L"},
    /* several names of one formula, one name of several formulas, derivatives */
    {"'given':{'k':[1,2]},'learned':{'w':2},'define':{'two(x)':'x w, x'},"
     "'steps':[{'compute':['a, b = two(k)','c_1 = 1','c_2 = a_1','L = w^2','G = ∂L/∂w']},",
     "w a b c L G"},
    /* what one formula makes beside a part of what changes */
    {"'given':{'k':[1,2]},'learned':{'w':2},'define':{'two(x)':'x, 2 x'},"
     "'steps':[{'compute':['a, b_1 = two(k)','b_2 = [w, w]','L = sum(b_2)^2']},",
     "w a b L"},
    /* nothing of it changes */
    {"'given':{'k':[1,2]},'learned':{'w':2},'steps':[{'compute':['a = 2 k','L = w^2']},", "w L"},
};

START_TEST(test_changed_values)
{
    attn_status status = {0};
    attn_lesson *lesson;
    attn_text text = {0}, names = {0};
    attn_text_print(&text, "%s{'train':{'loss':'L','steps':1,'rate':0.01,'curve':'c_{urve}'}}]",
                    changed_values[_i].lesson);
    attn_run *run = run_text(attn_text_string(&text), NULL, &lesson, &status);
    ck_assert_msg(run != NULL, "%s", status.message);
    const attn_family *kin;
    for (size_t i = 0; (kin = attn_scope_family(attn_run_scope(run), i)); i++) {
        const attn_family *named = attn_scope_find(attn_run_scope(run), kin->name);
        ck_assert_ptr_eq(named, kin);
        ck_assert_int_eq(kin->after, strcmp(kin->name, kin->plain) != 0);
        if (kin->after) attn_text_print(&names, "%s%s", names.length ? " " : "", kin->plain);
    }
    ck_assert_str_eq(attn_text_string(&names), changed_values[_i].after);
    attn_text_free(&text);
    attn_text_free(&names);
    attn_run_free(run);
    attn_lesson_free(lesson);
}
END_TEST

/* ---- no memory ---- */

static float whole[NUMBERS];

static bool train_little(attn_status *status)
{
    char text[8192];
    float numbers[NUMBERS];
    attn_lesson *lesson;
    write_lesson(begin, "'steps':2,'rate':0.1,'method':'adam','batch':4,'watch':['P'],'curve':'c'",
                 text, sizeof text);
    attn_run *run = run_text(text, NULL, &lesson, status);
    if (run) learned_numbers(run, numbers);
    bool done = run != NULL;
    if (done) ck_assert_mem_eq(numbers, whole, sizeof whole);
    attn_run_free(run);
    attn_lesson_free(lesson);
    return done;
}

START_TEST(test_no_memory)
{
    char text[8192];
    attn_status status = {0};
    attn_lesson *lesson;
    unit_write_text(examples_path, "a b\tb\nc\ta\n");
    attn_pool_threads(1); /* memory is counted one block after the other */
    write_lesson(begin, "'steps':2,'rate':0.1,'method':'adam','batch':4", text, sizeof text);
    attn_run *run = run_text(text, NULL, &lesson, &status);
    ck_assert_msg(run != NULL, "%s", status.message);
    learned_numbers(run, whole);
    attn_run_free(run);
    attn_lesson_free(lesson);
    ck_assert_uint_gt(scarce_each(train_little), 50);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("train");
    TCase *tests = tcase_create("train");
    tcase_set_timeout(tests, 30);
    tcase_add_unchecked_fixture(tests, open_folder, close_folder);
    tcase_add_test(tests, test_finite_differences);
    tcase_add_test(tests, test_batch_is_mean);
    tcase_add_test(tests, test_threads);
    tcase_add_test(tests, test_the_best_is_kept);
    tcase_add_test(tests, test_rows);
    tcase_add_loop_test(tests, test_resumed, 0, 4);
    tcase_add_test(tests, test_dropout);
    tcase_add_test(tests, test_noise);
    tcase_add_test(tests, test_dropout_of_elements);
    tcase_add_test(tests, test_dropout_of_batches);
    tcase_add_test(tests, test_what_decays);
    tcase_add_test(tests, test_tied);
    tcase_add_test(tests, test_no_checkpoint);
    tcase_add_test(tests, test_too_many_trials);
    tcase_add_test(tests, test_wide_matrices);
    tcase_add_loop_test(tests, test_optimizer, 0, COUNT(ways));
    tcase_add_test(tests, threads_learn_the_same);
    tcase_add_loop_test(tests, test_rounds, 0, 2);
    tcase_add_loop_test(tests, test_changes, 0, COUNT(changes));
    tcase_add_test(tests, test_files_of_batches);
    tcase_add_test(tests, test_given_beside_a_batch);
    tcase_add_test(tests, test_told);
    tcase_add_test(tests, test_looks_are_foretold);
    tcase_add_loop_test(tests, test_faults, 0, COUNT(faults));
    tcase_add_loop_test(tests, test_changed_values, 0, COUNT(changed_values));
    tcase_add_test(tests, test_limits);
    tcase_add_test(tests, test_no_memory);
    suite_add_tcase(suite, tests);
    return unit_run(suite);
}
