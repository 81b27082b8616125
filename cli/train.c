/*
 * train: a lesson learns, and what it learned becomes a weights file.
 */
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "computing.h"
#include "reading.h"
#include "terminal.h"

enum { MOST_STEPS = 1000000 };
#define MOST_SEED 9007199254740992 /* as in a lesson */

typedef struct bar {
    bool shown;
    struct timespec began, last;
} bar;

static const cli_option options[] = {
    {"--steps", 0, &cli_number, "N", "so many steps, in place of the lesson's own number",
     CLI_IN(attnviz_training, steps), .least = 1, .most = MOST_STEPS},
    {"--seed", 0, &cli_number, "N",
     "what drawn values and the order of the examples depend on, in place of the lesson's",
     CLI_IN(attnviz_training, wishes.seed), CLI_ALSO(attnviz_training, wishes.seeded),
     .most = MOST_SEED},
    {"--output", 'o', &cli_file, "WEIGHTS.safetensors",
     "the weights file, .safetensors, written whole or not at all; without it, the file "
     "that the lesson names under \"weights\", or else LESSON.safetensors in the current "
     "folder",
     CLI_IN(attnviz_training, weights)},
    {"--float16", 0, &cli_flag, NULL,
     "the weights as float16, in half the room: each number is rounded to the nearest one",
     CLI_IN(attnviz_training, float16)},
    {"--watch", 0, &cli_list, "NAME,…",
     "what the film shows, in place of all that the lesson watches",
     CLI_IN(attnviz_training, watches)},
    {"--every", 0, &cli_number, "N", "how often the film looks: every N steps",
     CLI_IN(attnviz_training, every), .least = 1, .most = MOST_STEPS},
    {"--film", 0, &cli_file, "OUT.png",
     "what is watched, picture by picture, as an animated PNG, which shows its last picture "
     "where it cannot run; OUT.svg and OUT.pdf are strips",
     CLI_IN(attnviz_training, film)},
    {"--strip", 0, &cli_flag, NULL, "the pictures of the film side by side, on one picture",
     CLI_IN(attnviz_training, strip)},
    CLI_INPUT(attnviz_training),
    {"--set", 0, &cli_texts, "'NAME=NUMBER'",
     "what if: holds this number in place of one that is given, learned or computed",
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

static void show_progress(void *user, const attnviz_progress *progress)
{
    bar *b = user;
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
    if (left == 0) fputs(erase, stderr);
    attn_text_free(&words);
    b->last = now;
    b->shown = true;
}

static enum cli_exit run(const cli_arguments *arguments, void *asked, attn_status *status)
{
    attnviz_training *training = asked;
    bar shown = {0};
    (void)status;
    training->wishes.as_options = true;
    if (cli_errors_drawn()) training->progress = show_progress;
    training->user = &shown;
    attnviz_lesson *lesson = cli_lesson_for(arguments, ATTNVIZ_TO_TRAIN, NULL);
    if (!attnviz_lesson_train(lesson, training, &cli_output, arguments->fault) && shown.shown)
        fputs(erase, stderr);
    attnviz_lesson_free(lesson);
    return CLI_DONE;
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
    CLI_TABLE(options, attnviz_training),
    .examples = examples,
    .without_end = true,
    .run = run,
};
