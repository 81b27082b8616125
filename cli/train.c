/*
 * train: a lesson learns, and what it learned becomes a weights file.
 */
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "computing.h"
#include "files/arrays/safetensors.h"
#include "reading.h"
#include "render/film.h"
#include "terminal.h"

enum { MOST_STEPS = 1000000 };
#define MOST_SEED 9007199254740992 /* as in a lesson */

typedef struct bar {
    bool shown;
    struct timespec began, last;
} bar;

typedef struct request {
    attn_options run;
    attn_training_options training;
    const char *output, *film; /* film: or NULL */
    bool strip;
    attn_format format; /* of the film */
    const cli_arguments *arguments;
    attn_lesson *lesson;
    bool own;   /* the output is the file that the lesson names */
    bool named; /* the lesson reads its weights from there */
    bar bar;
    attn_status *status;
} request;

static const cli_option options[] = {
    {"--steps", 0, &cli_number, "N", "so many steps, in place of the lesson's own number",
     CLI_IN(request, training.steps), .least = 1, .most = MOST_STEPS},
    {"--seed", 0, &cli_number, "N",
     "what drawn values and the order of the examples depend on, in place of the lesson's",
     CLI_IN(request, run.seed), CLI_ALSO(request, run.seeded), .most = MOST_SEED},
    {"--output", 'o', &cli_file, "WEIGHTS.safetensors",
     "the weights file, .safetensors, written whole or not at all; without it, the file "
     "that the lesson names under \"weights\", or else LESSON.safetensors in the current "
     "folder",
     CLI_IN(request, output)},
    {"--watch", 0, &cli_list, "NAME,…",
     "what the film shows, in place of all that the lesson watches",
     CLI_IN(request, training.watches), CLI_ALSO(request, training.watch_count)},
    {"--every", 0, &cli_number, "N", "how often the film looks: every N steps",
     CLI_IN(request, training.every), .least = 1, .most = MOST_STEPS},
    {"--film", 0, &cli_file, "OUT.png",
     "what is watched, picture by picture, as an animated PNG, which shows its last picture "
     "where it cannot run; OUT.svg and OUT.pdf are strips",
     CLI_IN(request, film)},
    {"--strip", 0, &cli_flag, NULL, "the pictures of the film side by side, on one picture",
     CLI_IN(request, strip)},
    CLI_INPUT(request, 0),
    {"--set", 0, &cli_texts, "'NAME=NUMBER'",
     "what if: holds this number in place of one that is given, learned or computed",
     CLI_IN(request, run.sets), CLI_ALSO(request, run.set_count)},
    CLI_THREADS,
    CLI_KERNELS,
};

/* ---- how far it has come ---- */

static double seconds_between(const struct timespec *from, const struct timespec *to)
{
    return (double)(to->tv_sec - from->tv_sec) + 1e-9 * (double)(to->tv_nsec - from->tv_nsec);
}

/* "4 s", "3 min", "2 h". */
static void add_time(attn_text *text, double seconds)
{
    if (seconds < 100)
        attn_text_print(text, "%.0f s", seconds);
    else if (seconds < 100 * 60)
        attn_text_print(text, "%.0f min", seconds / 60);
    else
        attn_text_print(text, "%.1f h", seconds / 3600);
}

/* One line of the terminal, whose last column stays empty: the bar gives way to the words. */
static void draw_bar(const attn_text *words, size_t done, size_t of)
{
    enum { WIDTH = 20 };
    size_t room = cli_error_columns() - 1, said = words->length < room ? words->length : room;
    size_t width = room - said < WIDTH ? room - said : WIDTH, full = width * done / of;
    attn_text line = {0};
    attn_text_add(&line, "\r\033[K");
    attn_text_repeat(&line, "█", full);
    attn_text_repeat(&line, "░", width - full);
    attn_text_add_bytes(&line, attn_text_string(words), said);
    if (!line.failed) fputs(attn_text_string(&line), stderr);
    attn_text_free(&line);
}

static void show_progress(bar *b, const attn_progress *progress)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    if (progress->step == 1) b->began = b->last = now;
    if (seconds_between(&b->last, &now) < 0.1 && progress->step < progress->steps) return;
    double spent = seconds_between(&b->began, &now);
    size_t left = progress->steps - progress->step;
    attn_text words = {0};
    attn_text_print(&words, " step %zu of %zu, loss ", progress->step, progress->steps);
    attn_text_short(&words, progress->loss, 4);
    attn_text_print(&words, ", rate %.3g, ", progress->rate);
    add_time(&words, spent / (double)progress->step * (double)left);
    attn_text_add(&words, " left");
    draw_bar(&words, progress->step, progress->steps);
    attn_text_free(&words);
    b->last = now;
    b->shown = true;
}

static void end_progress(const bar *b)
{
    if (b->shown) fputs("\r\033[K", stderr);
}

/* ---- what was learned ---- */

static attn_weight described(const char *label, const attn_tensor *value)
{
    attn_weight weight = {.name = label, .count = value->rows * value->cols, .type = "F32"};
    if (value->rank == ATTN_MATRIX) weight.shape[weight.rank++] = value->rows;
    if (value->rank != ATTN_NUMBER) weight.shape[weight.rank++] = value->cols;
    return weight;
}

/* Ends the output. */
static bool write_weights(const attn_run *run, const attn_trained *trained, attn_output *output,
                          attn_arena *arena, attn_status *status)
{
    size_t count = 0;
    while (attn_run_learned_at(run, count).label) count++;
    attn_weight *items = attn_alloc(arena, count + 1, sizeof *items);
    const float **numbers = attn_alloc(arena, count + 1, sizeof *numbers);
    if (!items || !numbers) {
        attn_output_abandon(output);
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        attn_learned learned = attn_run_learned_at(run, i);
        items[i] = described(learned.label, learned.value);
        numbers[i] = learned.value->data;
    }
    if (trained->curve) {
        items[count] = (attn_weight){.name = trained->curve,
                                     .rank = 1,
                                     .shape = {trained->steps},
                                     .count = trained->steps,
                                     .type = "F32"};
        numbers[count++] = trained->losses;
    }
    return attn_weights_write(output, items, numbers, count, status);
}

static void add_count(attn_text *text, size_t count, const char *what)
{
    attn_text_print(text, "%zu %s%s", count, what, count == 1 ? "" : "s");
}

static void tell(const request *r, const attn_trained *trained)
{
    attn_text text = {0};
    attn_text_add(&text, "Trained ");
    add_count(&text, trained->numbers, "number");
    attn_text_add(&text, " for ");
    add_count(&text, trained->steps, "step");
    if (trained->examples) {
        attn_text_add(&text, " on ");
        add_count(&text, trained->examples, "example");
    }
    attn_text_print(&text, ", %s, rate %.4g.\nLoss: ", trained->adam ? "Adam" : "plain gradient",
                    trained->rate);
    attn_text_short(&text, trained->losses[0], 4);
    attn_text_add(&text, " at the first step, ");
    attn_text_short(&text, trained->losses[trained->steps - 1], 4);
    attn_text_add(&text, " at the last.\n");
    if (trained->unknown_count > 0) {
        attn_text_add(&text, "In no vocabulary, and read as unknown: ");
        add_count(&text, trained->unknown_count, "word");
        attn_text_print(&text, " (%s).\n", trained->unknown);
    }
    attn_text_add(&text, "Weights: ");
    attn_text_add_escaped(&text, r->output, strlen(r->output), false);
    attn_text_add(&text, "\n");
    if (!r->named)
        attn_text_add(&text, "A lesson that names this file under \"weights\" starts with them.\n");
    cli_write_text(&text, r->status);
    attn_text_free(&text);
}

static bool tell_film(const request *r)
{
    attn_text text = {0};
    attn_text_add(&text, "Film: ");
    attn_text_add_escaped(&text, r->film, strlen(r->film), false);
    attn_text_add(&text, "\n");
    bool told = cli_write_text(&text, r->status);
    attn_text_free(&text);
    return told;
}

static const attn_trained *find_trained(const attn_run *run)
{
    for (size_t i = 0; i < attn_run_moments(run); i++)
        if (attn_run_moment(run, i)->trained) return attn_run_moment(run, i)->trained;
    return NULL;
}

/* ---- the command ---- */

/* A film has enough pictures to move, a strip as many as can be looked at side by side. */
static bool check_film(request *r, attn_status *status)
{
    enum { OF_FILM = 24, OF_STRIP = 5 };
    const char *idle = r->strip                  ? "--strip is how a film is drawn"
                       : r->training.watch_count ? "--watch is what a film shows"
                       : r->training.every       ? "--every is how often a film looks"
                                                 : NULL;
    if (r->film == NULL)
        return !idle || attn_fail(status, ATTN_USAGE, "%s: add --film OUT.png", idle);
    attn_writer writer = attn_picture_writer;
    writer.is = "a film is";
    if (!attn_format_choose(&writer, r->film, &r->format, status)) return false;
    r->training.looks = r->strip || r->format != ATTN_FORMAT_PNG ? OF_STRIP : OF_FILM;
    return true;
}

/* Only the training is run, whatever weights there are already. */
static void prepare(request *r, const cli_arguments *arguments, attn_status *status)
{
    r->arguments = arguments;
    r->status = status;
    r->run.names = &cli_option_names;
    r->run.training = &r->training;
    r->training.anew = r->training.only = true;
}

static const attn_format weights_formats[] = {ATTN_FORMAT_SAFETENSORS, ATTN_FORMAT_NONE};
static const attn_writer weights_writer = {.is = "weights are",
                                           .formats = weights_formats,
                                           .usual = ATTN_FORMAT_SAFETENSORS,
                                           .file = true};

/* Where the weights go: never over what the lesson is read from, but for weights of training. */
static bool choose_output(request *r)
{
    attn_format form = ATTN_FORMAT_NONE;
    const char *own = attn_lesson_weights(r->lesson);
    r->own = r->output == NULL && own != NULL;
    if (r->own)
        r->output = own;
    else if (r->output == NULL)
        r->output = attn_print(r->arguments->arena, "%s.safetensors", attn_lesson_name(r->lesson));
    if (r->output == NULL) return false;
    if (!attn_format_choose(&weights_writer, r->output, &form, r->status)) return false;
    r->named = own != NULL && cli_one_output(own, r->output);
    return r->named || (cli_lesson_spared(r->lesson, r->output, r->status) &&
                        cli_inputs_spared(&r->run, r->output, r->status));
}

static bool spare_film(const request *r)
{
    if (r->film == NULL) return true;
    if (r->training.watch_count == 0 && !attn_lesson_watches(r->lesson))
        return attn_fail(r->status, ATTN_USAGE,
                         "the lesson watches nothing that a film could show: name a value, as "
                         "--watch A");
    if (cli_one_output(r->film, r->output))
        return attn_fail(r->status, ATTN_USAGE, "the film and the weights have one name: %s",
                         r->film);
    return cli_lesson_spared(r->lesson, r->film, r->status) &&
           cli_inputs_spared(&r->run, r->film, r->status);
}

static void follow(void *user, const attn_progress *progress)
{
    show_progress(&((request *)user)->bar, progress);
}

/* Nobody trains for a film that cannot be drawn. */
static bool check_looks(void *user, const attn_run *run, const attn_trained *first, size_t looks)
{
    const request *r = user;
    if (attn_film_check(run, first, looks, r->format, r->strip, r->status)) return true;
    if (r->status->code == ATTN_LIMIT) r->status->code = ATTN_USAGE; /* the lesson is right */
    return false;
}

/* Begun before the training: nobody trains for a file that cannot be written. */
static attn_output *begin_output(const request *r)
{
    return r->own ? attn_lesson_weights_output(r->lesson, r->status)
                  : attn_output_open(r->output, r->status);
}

static bool train(request *r)
{
    attn_output *output = begin_output(r);
    if (output == NULL) return false;
    r->training.user = r;
    if (cli_errors_drawn()) r->training.progress = follow;
    if (r->film) r->training.begin = check_looks;
    attn_run *run = attn_lesson_run(r->lesson, &r->run, r->status);
    end_progress(&r->bar);
    const attn_trained *trained = run ? find_trained(run) : NULL;
    bool done = trained && write_weights(run, trained, output, r->arguments->arena, r->status);
    if (!trained) attn_output_abandon(output);
    if (done) cli_warn_of_weights(run);
    if (done) tell(r, trained);
    if (done && r->film)
        done =
            attn_film_write(run, trained, r->film, r->format, r->strip, r->status) && tell_film(r);
    attn_run_free(run);
    return done;
}

static enum cli_exit run(const cli_arguments *arguments, void *asked, attn_status *status)
{
    request *r = asked;
    bool trained = false;
    prepare(r, arguments, status);
    if (arguments->operand_count == 0)
        attn_fail(status, ATTN_USAGE,
                  "which lesson is to be trained? attnviz train LESSON | FILE.json");
    else if (check_film(r, status))
        r->lesson = cli_lesson_open(arguments->operands[0], arguments->arena, status);
    if (r->lesson != NULL && !attn_lesson_trains(r->lesson))
        attn_fail(status, ATTN_USAGE,
                  "the lesson %s trains nothing: none of its steps has \"train\"",
                  attn_lesson_name(r->lesson));
    else if (r->lesson != NULL)
        trained = choose_output(r) && spare_film(r) && train(r);
    attn_lesson_free(r->lesson);
    return trained ? CLI_DONE : CLI_FAILED;
}

static const cli_example examples[] = {
    {"attnviz train mine.json", "what mine.json learns, into the weights file that it names"},
    {"attnviz train mine.json --steps 1000 --seed 2 -o second.safetensors",
     "longer, from other random numbers, into another file"},
    {"attnviz train mine.json --watch A --film a.png",
     "how the map A sharpens, as a moving picture"},
    {NULL, NULL},
};

const cli_command cli_train = {
    .name = "train",
    .summary = "trains what a lesson learns, and keeps it as a weights file",
    .operands = "LESSON | FILE.json",
    .most_operands = 1,
    .about =
        "The lesson's own formulas give the loss and its gradient; its step with \"train\" says "
        "the rest. Training starts from the numbers that the lesson gives or draws, and the "
        "same seed gives the same weights.\n"
        "On a terminal, a bar shows how far it is. Stopped before its end (Ctrl-C), nothing is "
        "written, and an older file stays as it was.",
    CLI_TABLE(options, request),
    .examples = examples,
    .without_end = true,
    .run = run,
};
