/*
 * train: a lesson learns, and what it learned becomes a weights file.
 */
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "computing.h"
#include "reading.h"
#include "terminal.h"

enum { MOST_STEPS = 1000000 };
#define MOST_SEED 9007199254740992 /* as in a lesson */

typedef struct bar {
    bool drawn; /* on a terminal; else lines */
    bool shown;
    struct timespec began, last;
} bar;

static const cli_option options[] = {
    {"--steps", 0, &cli_number, "N", "trains so many steps, instead of the lesson's number",
     CLI_IN(attnviz_training, steps), .least = 1, .most = MOST_STEPS},
    {"--seed", 0, &cli_number, "N",
     "draws values and orders the examples from this seed, instead of the lesson's",
     CLI_IN(attnviz_training, wishes.seed), CLI_ALSO(attnviz_training, wishes.seeded),
     .most = MOST_SEED},
    {"--output", 'o', &cli_file, "WEIGHTS.safetensors",
     "writes the weights to this file, .safetensors, whole or not at all; without it, to the file "
     "that the lesson names under \"weights\", or else to LESSON.safetensors in the current folder",
     CLI_IN(attnviz_training, weights)},
    {"--float16", 0, &cli_flag, NULL,
     "writes the weights as float16, in half the room: each number is rounded to the nearest one",
     CLI_IN(attnviz_training, float16)},
    {"--patience", 0, &cli_number, "N",
     "stops early, after N trials on the validation examples without a lower loss",
     CLI_IN(attnviz_training, patience), .least = 1, .most = MOST_STEPS},
    {"--checkpoint", 0, &cli_number, "N",
     "writes a checkpoint every N steps, to a file beside the weights: "
     "WEIGHTS.checkpoint.safetensors",
     CLI_IN(attnviz_training, checkpoint), .least = 1, .most = MOST_STEPS},
    {"--resume", 0, &cli_flag, NULL,
     "goes on from the checkpoint: the weights are those of a training without a break",
     CLI_IN(attnviz_training, resume)},
    {"--from", 0, &cli_file, "FILE.safetensors",
     "starts from the values of this file that have the name and shape of a learned value",
     CLI_IN(attnviz_training, from)},
    {"--log", 0, &cli_file, "FILE.tsv",
     "writes a table of the losses while it trains: step, loss, loss on validation, rate",
     CLI_IN(attnviz_training, log)},
    {"--watch", 0, &cli_list, "NAME,…",
     "films these values, instead of all that the lesson watches",
     CLI_IN(attnviz_training, watches)},
    {"--every", 0, &cli_number, "N", "films every N steps", CLI_IN(attnviz_training, every),
     .least = 1, .most = MOST_STEPS},
    {"--film", 0, &cli_file, "OUT.png",
     "writes what is watched as an animated PNG, which shows its last picture where it cannot run; "
     "OUT.svg and OUT.pdf are strips",
     CLI_IN(attnviz_training, film)},
    {"--strip", 0, &cli_flag, NULL, "puts the pictures of the film side by side, on one picture",
     CLI_IN(attnviz_training, strip)},
    CLI_INPUT(attnviz_training),
    {"--set", 0, &cli_texts, "'NAME=NUMBER'",
     "what if: holds this number instead of one that is given, learned or computed",
     CLI_IN(attnviz_training, wishes.sets)},
    CLI_THREADS,
    CLI_KERNELS,
};

/* ---- how far it has come ---- */

static double seconds_between(const struct timespec *from, const struct timespec *to)
{
    return (double)(to->tv_sec - from->tv_sec) + 1e-9 * (double)(to->tv_nsec - from->tv_nsec);
}

static const char erase[] = "\r\033[K"; /* the line of the bar */

static void erase_bar(bar *b)
{
    if (b->shown) fputs(erase, stderr);
    b->shown = false;
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
    attn_text_add(&line, erase);
    attn_text_repeat(&line, "█", full);
    attn_text_repeat(&line, "░", width - full);
    attn_text_add_bytes(&line, attn_text_string(words), said);
    if (!line.failed) fputs(attn_text_string(&line), stderr);
    attn_text_free(&line);
}

static void add_words(attn_text *words, const attnviz_progress *progress, double spent)
{
    size_t left = progress->steps - progress->step, done = progress->step - progress->begun;
    bool row = progress->row; /* the mean of several steps says more than one */
    attn_text_print(words, "step %zu of %zu, loss ", progress->step, progress->steps);
    attn_text_short(words, row ? (float)progress->recent : progress->loss, 4);
    if (!isnan(progress->validation)) {
        attn_text_add(words, ", on validation ");
        attn_text_short(words, progress->validation, 4);
    }
    attn_text_print(words, ", rate %.3g, ", progress->rate);
    add_time(words, spent / (double)done * (double)left);
    attn_text_add(words, " left");
}

static void show_progress(bar *b, const attnviz_progress *progress)
{
    enum { LINE_SECONDS = 10 };
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    if (progress->step <= progress->begun + 1) b->began = b->last = now;
    double waited = seconds_between(&b->last, &now);
    bool last = progress->step == progress->steps;
    bool due = b->drawn ? waited >= 0.1 || last : progress->row && waited >= LINE_SECONDS;
    if (!due || progress->step <= progress->begun) return;
    attn_text words = {0};
    attn_text_add(&words, b->drawn ? " " : "");
    add_words(&words, progress, seconds_between(&b->began, &now));
    if (b->drawn)
        draw_bar(&words, progress->step, progress->steps);
    else if (!words.failed)
        fprintf(stderr, "%s\n", attn_text_string(&words));
    attn_text_free(&words);
    b->last = now;
    b->shown = b->drawn;
}

/* ---- signals that stop it; what it has learned so far is kept ---- */

static const int ending[] = {SIGINT, SIGTERM, SIGHUP};
enum { ENDING = sizeof ending / sizeof *ending };
static struct sigaction before[ENDING];
static volatile sig_atomic_t came; /* 0: none */
static struct timespec came_at;

static void handle_again(void)
{
    for (size_t i = 0; i < ENDING; i++) sigaction(ending[i], &before[i], NULL);
}

/*
 * The next one ends the program at once, unless it is of the same moment: timeout(1), for one,
 * sends its signal to the program and then to all of its group.
 */
static void note_signal(int number)
{
    enum { MOMENT = 200000000 }; /* nanoseconds */
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    if (!came) {
        came = number;
        came_at = now;
    } else if (now.tv_sec - came_at.tv_sec > 1 ||
               (now.tv_sec - came_at.tv_sec) * 1000000000L + now.tv_nsec - came_at.tv_nsec >
                   MOMENT) {
        handle_again();
        raise(number);
    }
}

static void await_signals(void)
{
    struct sigaction noting;
    memset(&noting, 0, sizeof noting);
    noting.sa_handler = note_signal;
    sigemptyset(&noting.sa_mask);
    for (size_t i = 0; i < ENDING; i++)
        if (sigaction(ending[i], NULL, &before[i]) == 0 && before[i].sa_handler != SIG_IGN)
            sigaction(ending[i], &noting, NULL);
}

/* The report stands in the place of the bar. */
static bool write_report(void *user, const char *bytes, size_t length)
{
    erase_bar(user);
    return cli_output.write(cli_output.user, bytes, length);
}

static bool go_on(void *user, const attnviz_progress *progress)
{
    show_progress(user, progress);
    return !came;
}

/* Ends by the signal, so that the caller sees which one it was. */
static void end_by_signal(void)
{
    fflush(stdout);
    signal(came, SIG_DFL);
    raise(came);
}

static enum cli_exit run(const cli_arguments *arguments, void *asked, attn_status *status)
{
    attnviz_training *training = asked;
    bar shown = {.drawn = cli_errors_drawn()};
    (void)status;
    training->wishes.as_options = true;
    training->progress = go_on;
    training->user = &shown;
    attnviz_lesson *lesson = cli_lesson_for(arguments, ATTNVIZ_TO_TRAIN, NULL);
    await_signals();
    const attnviz_output report = {.write = write_report, .user = &shown};
    bool trained = attnviz_lesson_train(lesson, training, &report, arguments->fault);
    handle_again();
    erase_bar(&shown);
    attnviz_lesson_free(lesson);
    if (trained && came) end_by_signal();
    return CLI_DONE;
}

static const cli_example examples[] = {
    {"attnviz train mine.json", "trains mine.json and writes the weights file that it names"},
    {"attnviz train mine.json --steps 1000 --seed 2 -o second.safetensors",
     "a longer training, from other random numbers, to another file"},
    {"attnviz train mine.json --checkpoint 500 --log mine.tsv",
     "a checkpoint every 500 steps, and a table of the losses"},
    {"attnviz train mine.json --resume", "goes on where it stopped"},
    {"attnviz train mine.json --watch A --film a.png", "how the map A sharpens, as an animation"},
    {NULL, NULL},
};

const cli_command cli_train = {
    .name = "train",
    .summary = "trains a lesson, and writes what it learns to a weights file",
    .operands = "LESSON | FILE.json",
    .most_operands = 1,
    .about = "The lesson's own formulas give the loss and its gradient; its step with \"train\" "
             "says the rest. Training starts from the numbers that the lesson gives or draws, and "
             "the same seed gives the same weights.\nOn a terminal, a bar shows the progress; "
             "elsewhere a long training writes a line now and then. If you stop it (Ctrl-C), it "
             "writes what it has learned so far, and a checkpoint; a second Ctrl-C ends it at "
             "once, and an older file stays as it was.",
    CLI_TABLE(options, attnviz_training),
    .examples = examples,
    .without_end = true,
    .run = run,
};
