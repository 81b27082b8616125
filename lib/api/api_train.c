/*
 * api_train: a lesson learns, and what it learned becomes a weights file; how good a lesson's model
 * is.
 */
#include "api/api.h"

#include <string.h>

#include "files/arrays/safetensors.h"
#include "render/film.h"
#include "render/scores.h"

typedef struct training {
    attnviz_lesson *lesson;
    const attnviz_training *asked;
    attn_options run;
    attn_training_options options;
    attn_format format;  /* of the film */
    const char *weights; /* where they go */
    bool own;            /* the lesson names that file */
    bool named;          /* the lesson reads its weights from there */
    attn_api_call *report;
    attn_arena *arena; /* of the call, as is the status */
    attn_status *status;
} training;

/* ---- what was learned ---- */

/* Ends the output. */
static bool write_weights(const training *t, const attn_run *run, const attn_trained *trained,
                          attn_output *output)
{
    size_t count = 0, learned_count = 0;
    while (attn_run_learned_at(run, learned_count).label) learned_count++;
    attn_array_numbers *arrays = attn_alloc(t->arena, learned_count + 1, sizeof *arrays);
    if (!arrays) return attn_output_end(output, false);
    for (size_t i = 0; i < learned_count; i++) {
        attn_learned learned = attn_run_learned_at(run, i);
        arrays[count] =
            attn_array_of(&(attn_array_out){.name = learned.label, .value = learned.value});
        if (t->asked->float16) arrays[count].array.type = ATTN_HALF;
        count++;
    }
    if (trained->curve)
        arrays[count++] = (attn_array_numbers){
            {.name = trained->curve, .rank = 1, .shape = {trained->steps}, .count = trained->steps},
            trained->losses};
    return attn_weights_write(output, arrays, count, t->status);
}

static void add_count(attn_text *text, size_t count, const char *what)
{
    attn_text_print(text, "%zu %s%s", count, what, count == 1 ? "" : "s");
}

static void add_file(attn_text *text, const char *what, const char *path)
{
    attn_text_print(text, "%s: ", what);
    attn_text_add_escaped(text, path, strlen(path), false);
    attn_text_add(text, "\n");
}

static void add_report(const training *t, const attn_trained *trained, attn_text *text)
{
    attn_text_add(text, "Trained ");
    add_count(text, trained->numbers, "number");
    attn_text_add(text, " for ");
    add_count(text, trained->steps, "step");
    if (trained->examples) {
        attn_text_add(text, " on ");
        add_count(text, trained->examples, "example");
    }
    attn_text_print(text, ", %s, rate %.4g.\nLoss: ", trained->adam ? "Adam" : "plain gradient",
                    trained->rate);
    attn_text_short(text, trained->losses[0], 4);
    attn_text_add(text, " at the first step, ");
    attn_text_short(text, trained->losses[trained->steps - 1], 4);
    attn_text_add(text, " at the last.\n");
    if (trained->unknown_count > 0) {
        attn_text_add(text, "In no vocabulary, and read as unknown: ");
        add_count(text, trained->unknown_count, "word");
        attn_text_print(text, " (%s).\n", trained->unknown);
    }
    add_file(text, "Weights", t->weights);
    if (!t->named)
        attn_text_add(text, "A lesson that names this file under \"weights\" starts with them.\n");
}

static const attn_trained *find_trained(const attn_run *run)
{
    for (size_t i = 0; i < attn_run_outcome(run)->moment_count; i++)
        if (attn_run_outcome(run)->moments[i].trained)
            return attn_run_outcome(run)->moments[i].trained;
    return NULL;
}

/* ---- what is asked ---- */

/* A film has enough pictures to move, a strip as many as can be looked at side by side. */
static bool check_film(training *t)
{
    enum { OF_FILM = 24, OF_STRIP = 5 };
    const attnviz_training *asked = t->asked;
    const char *idle = asked->strip             ? "--strip is how a film is drawn"
                       : t->options.watch_count ? "--watch is what a film shows"
                       : asked->every           ? "--every is how often a film looks"
                                                : NULL;
    if (asked->film == NULL)
        return !idle || attn_fail(t->status, ATTN_USAGE, "%s: add --film OUT.png", idle);
    attn_writer writer = attn_picture_writer;
    writer.is = "a film is";
    if (!attn_format_choose(&writer, asked->film, &t->format, t->status)) return false;
    t->options.looks = asked->strip || t->format != ATTN_FORMAT_PNG ? OF_STRIP : OF_FILM;
    return true;
}

/* Where the weights go: never over what the lesson is read from, but for weights of training. */
static bool choose_weights(training *t)
{
    static const attn_format formats[] = {ATTN_FORMAT_SAFETENSORS, ATTN_FORMAT_NONE};
    static const attn_writer writer = {
        .is = "weights are", .formats = formats, .usual = ATTN_FORMAT_SAFETENSORS, .file = true};
    attn_format form = ATTN_FORMAT_NONE;
    const attn_lesson *lesson = t->lesson->lesson;
    const char *own = attn_lesson_weights(lesson);
    t->own = t->asked->weights == NULL && own != NULL;
    t->weights = t->own ? own
                 : t->asked->weights
                     ? t->asked->weights
                     : attn_print(t->arena, "%s.safetensors", attn_lesson_name(lesson));
    if (t->weights == NULL || !attn_format_choose(&writer, t->weights, &form, t->status))
        return false;
    const char *report = t->report->to->path;
    if (report && attn_api_one_output(report, t->weights))
        return attn_api_fail_twice(report, t->status);
    const attn_reads reads = {.lesson = lesson, .run = &t->run};
    t->named = own != NULL && attn_api_one_output(own, t->weights);
    return attn_api_spares(&reads, report, t->status) &&
           (t->named || attn_api_spares(&reads, t->weights, t->status));
}

static bool spare_film(const training *t)
{
    const char *film = t->asked->film;
    if (film == NULL) return true;
    if (t->options.watch_count == 0 && !attn_lesson_watches(t->lesson->lesson))
        return attn_fail(t->status, ATTN_USAGE,
                         "the lesson watches nothing that a film could show: name a value, as "
                         "--watch A");
    if (t->report->to->path && attn_api_one_output(t->report->to->path, film))
        return attn_api_fail_twice(film, t->status);
    if (attn_api_one_output(film, t->weights))
        return attn_fail(t->status, ATTN_USAGE, "the film and the weights have one name: %s", film);
    return attn_api_spares(&(attn_reads){.lesson = t->lesson->lesson, .run = &t->run}, film,
                           t->status);
}

/* ---- training ---- */

static void follow(void *user, const attn_progress *progress)
{
    const training *t = user;
    const attnviz_progress now = {progress->step, progress->steps, progress->loss, progress->rate};
    t->asked->progress(t->asked->user, &now);
}

/* Nobody trains for a film that cannot be drawn. */
static bool check_looks(void *user, const attn_run *run, const attn_trained *first, size_t looks)
{
    const training *t = user;
    if (attn_film_check(run, first, looks, t->format, t->asked->strip, t->status)) return true;
    if (t->status->code == ATTN_LIMIT) t->status->code = ATTN_USAGE; /* the lesson is right */
    return false;
}

/* The file is begun before the training: nobody trains for one that cannot be written. */
static void train(training *t)
{
    const char *film = t->asked->film;
    attn_output *output = t->own ? attn_lesson_weights_output(t->lesson->lesson, t->status)
                                 : attn_output_open(t->weights, t->status);
    attn_run *run = output ? attn_lesson_run(t->lesson->lesson, &t->run, t->status) : NULL;
    const attn_trained *trained = run ? find_trained(run) : NULL;
    if (!trained) attn_output_abandon(output);
    if (trained && write_weights(t, run, trained, output)) {
        attn_ear_weights(&t->lesson->ear, run);
        add_report(t, trained, &t->report->text);
        bool told = attn_api_flush(t->report);
        if (told && film &&
            attn_film_write(run, trained, film, t->format, t->asked->strip, t->status)) {
            add_file(&t->report->text, "Film", film);
            attn_api_flush(t->report);
        }
    }
    attn_run_free(run);
}

bool attnviz_lesson_train(attnviz_lesson *lesson, const attnviz_training *asked,
                          const attnviz_output *report, attnviz_fault *fault)
{
    static const attnviz_training usual;
    attn_api_call call;
    if (!attn_api_given(lesson, "the lesson", fault) ||
        !attn_api_begin_text(&call, lesson, report, fault))
        return false;
    if (!asked) asked = &usual;
    training t = {.lesson = lesson,
                  .asked = asked,
                  .report = &call,
                  .arena = call.arena,
                  .status = call.status};
    t.options = (attn_training_options){.anew = true, /* whatever weights there are already */
                                        .only = true,
                                        .steps = asked->steps,
                                        .every = asked->every,
                                        .watch_count = attn_api_list(asked->watches, call.status),
                                        .watches = asked->watches,
                                        .progress = asked->progress ? follow : NULL,
                                        .begin = asked->film ? check_looks : NULL,
                                        .user = &t};
    if (attn_api_suits(lesson->lesson, ATTNVIZ_TO_TRAIN, call.status) &&
        attn_api_options(lesson, &asked->wishes, &t.run)) {
        t.run.training = &t.options;
        if (check_film(&t) && choose_weights(&t) && spare_film(&t)) train(&t);
    }
    return attn_api_end(&call);
}

/* ---- evaluating ---- */

static void evaluate(attnviz_lesson *lesson, const attnviz_trial *trial, bool as_json,
                     attn_api_call *call)
{
    attn_options options = {.names = &attn_api_option_names};
    attn_evaluation_options asked = {.file = trial->file,
                                     .examples = trial->examples,
                                     .part = trial->part,
                                     .least = trial->least,
                                     .most = trial->most};
    attn_run *run = attn_lesson_run(lesson->lesson, &options, call->status);
    const attn_evaluated *told = run ? attn_run_evaluate(run, &asked, call->status) : NULL;
    if (told) {
        attn_ear_weights(&lesson->ear, run);
        (as_json ? attn_scores_json : attn_scores_text)(told, &call->text);
        attn_api_flush(call);
    }
    attn_run_free(run);
}

bool attnviz_lesson_evaluate(attnviz_lesson *lesson, const attnviz_trial *trial,
                             attnviz_format format, const attnviz_output *output,
                             attnviz_fault *fault)
{
    static const attnviz_trial usual;
    attn_api_call call;
    attn_format chosen;
    if (!trial) trial = &usual;
    const attn_reads reads = {.lesson = lesson ? lesson->lesson : NULL,
                              .files = &trial->file,
                              .file_count = trial->file != NULL};
    if (!attn_api_given(lesson, "the lesson", fault) ||
        !attn_api_begin_text(&call, lesson, output, fault))
        return false;
    if (attn_api_suits(lesson->lesson, ATTNVIZ_TO_EVALUATE, call.status) &&
        attn_api_format(&call, format, &chosen) &&
        attn_api_spares(&reads, output->path, call.status))
        evaluate(lesson, trial, chosen == ATTN_FORMAT_JSON, &call);
    return attn_api_end(&call);
}
