/*
 * api_train: a lesson learns, and what it learned becomes a weights file; how good a lesson's model
 * is.
 */
#include "api/api.h"

#include <fcntl.h>
#include <math.h>
#include <string.h>
#include <time.h>

#include "files/arrays/safetensors.h"
#include "files/bytes/open.h"
#include "render/film.h"
#include "render/scores.h"

typedef struct training {
    attnviz_lesson *lesson;
    const attnviz_training *asked;
    attn_options run;
    attn_training_options options;
    attn_format format;     /* of the film */
    const char *weights;    /* where they go */
    bool own;               /* the lesson names that file */
    bool named;             /* the lesson reads its weights from there */
    const char *checkpoint; /* beside them; NULL: they go to a stream */
    attn_arrays *resume;    /* that file, to go on with; or NULL */
    attn_arrays *from;      /* weights to begin with; or NULL */
    attn_text log;
    size_t written;    /* bytes of it */
    time_t logged;     /* when it was written */
    attn_status aside; /* the fault of a log or checkpoint, which ends the training */
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
    const attn_note source = {"source", trained->source};
    return attn_weights_write(output, arrays, count, source.text ? &source : NULL, t->status);
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

static void add_steps(const attn_trained *trained, attn_text *text)
{
    if (trained->steps == trained->most_steps)
        add_count(text, trained->steps, "step");
    else
        attn_text_print(text, "%zu of %zu steps", trained->steps, trained->most_steps);
}

static void add_losses(const attn_trained *trained, attn_text *text)
{
    attn_text_add(text, "Loss: ");
    attn_text_short(text, trained->losses[0], 4);
    attn_text_add(text, " at the first step, ");
    attn_text_short(text, trained->losses[trained->steps - 1], 4);
    attn_text_add(text, " at the last.\n");
    if (!trained->kept) return;
    attn_text_add(text, "Loss on validation: ");
    attn_text_short(text, trained->kept_loss, 4);
    attn_text_print(text, " after step %zu, the lowest: what was learned by then is kept.\n",
                    trained->kept);
}

static void add_from(const training *t, const attn_trained *trained, attn_text *text)
{
    attn_text_add(text, "Begun with ");
    add_count(text, trained->taken, "value");
    attn_text_add(text, " of ");
    attn_text_add_escaped(text, t->asked->from, strlen(t->asked->from), false);
    if (trained->fresh[0]) attn_text_add(text, "; not there, or of another shape: ");
    attn_text_add(text, trained->fresh);
    attn_text_add(text, ".\n");
}

static void add_report(const training *t, const attn_trained *trained, attn_text *text)
{
    attn_text_add(text, "Trained ");
    add_count(text, trained->numbers, "number");
    attn_text_add(text, " for ");
    add_steps(trained, text);
    if (trained->examples) {
        attn_text_add(text, " on ");
        add_count(text, trained->examples, "example");
    }
    attn_text_print(text, ", %s, rate %.4g.\n", trained->adam ? "Adam" : "plain gradient",
                    trained->rate);
    if (trained->fresh) add_from(t, trained, text);
    add_losses(trained, text);
    if (trained->unknown_count > 0) {
        attn_text_add(text, "Not in any vocabulary, read as unknown: ");
        add_count(text, trained->unknown_count, "word");
        attn_text_print(text, " (%s).\n", trained->unknown);
    }
    add_file(text, "Weights", t->weights);
    if (!t->named)
        attn_text_add(
            text, "A lesson that names this file under \"weights\" starts with these numbers.\n");
    if (!trained->stopped || !t->checkpoint) return;
    add_file(text, "Stopped; --resume goes on with the checkpoint", t->checkpoint);
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
    const char *idle = asked->strip             ? "--strip draws a film"
                       : t->options.watch_count ? "--watch chooses what a film shows"
                       : asked->every           ? "--every sets how often a film looks"
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

static bool spares_input(const training *t, const char *output)
{
    const attn_reads reads = {
        .lesson = t->lesson->lesson, .run = &t->run, .files = &t->asked->from, .file_count = 1};
    return attn_api_spares(&reads, output, t->status);
}

/* False, with a fault, if an output would take the place of a file that is read or written here. */
static bool spare(const training *t, const char *output)
{
    const char *others[] = {t->weights, t->asked->film, t->report->to->path};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (others[i] && attn_api_one_output(others[i], output))
            return attn_api_fail_twice(output, t->status);
    return spares_input(t, output);
}

/* "w.safetensors" has its checkpoints in "w.checkpoint.safetensors". */
static bool choose_checkpoint(training *t)
{
    static const char ending[] = ".safetensors";
    const attnviz_training *asked = t->asked;
    size_t length = strlen(t->weights), cut = sizeof ending - 1;
    if (attn_output_streams(t->weights))
        return (!asked->checkpoint && !asked->resume) ||
               attn_fail(t->status, ATTN_USAGE,
                         "a checkpoint lies beside the weights, and %s is no file", t->weights);
    if (length > cut && strcmp(t->weights + length - cut, ending) == 0) length -= cut;
    t->checkpoint = attn_print(t->arena, "%.*s.checkpoint%s", (int)length, t->weights, ending);
    if (!t->checkpoint || !spare(t, t->checkpoint)) return false;
    if (asked->log && attn_api_one_output(asked->log, t->checkpoint))
        return attn_api_fail_twice(asked->log, t->status);
    if (!asked->resume) return true;
    int file = attn_open(AT_FDCWD, t->checkpoint, t->status);
    t->resume = attn_weights_open(file, t->checkpoint, t->status);
    if (!t->resume) attn_status_prefix(t->status, "no checkpoint to resume from: ");
    t->options.resume = t->resume;
    return t->resume != NULL;
}

static bool open_from(training *t)
{
    const char *path = t->asked->from;
    if (!path) return true;
    if (t->asked->resume)
        return attn_fail(t->status, ATTN_USAGE,
                         "--resume goes on with a training, --from begins one: give one of them");
    t->from = attn_weights_open(attn_open(AT_FDCWD, path, t->status), path, t->status);
    t->options.from = t->from;
    return t->from != NULL;
}

static bool spare_film(const training *t)
{
    const char *film = t->asked->film;
    if (film == NULL) return true;
    if (t->options.watch_count == 0 && !attn_lesson_watches(t->lesson->lesson))
        return attn_fail(
            t->status, ATTN_USAGE,
            "the lesson watches nothing that a film could show: name a value, as --watch A");
    if (t->report->to->path && attn_api_one_output(t->report->to->path, film))
        return attn_api_fail_twice(film, t->status);
    if (attn_api_one_output(film, t->weights))
        return attn_fail(t->status, ATTN_USAGE, "the film and the weights have the same name: %s",
                         film);
    return spares_input(t, film);
}

/* ---- training ---- */

/* A file is written anew, a stream gets the new rows. */
static bool write_log(training *t)
{
    if (t->log.failed) return attn_no_memory(&t->aside, "writing the log");
    attn_output *output = attn_output_open(t->asked->log, &t->aside);
    if (!output) return false;
    size_t from = attn_output_through(output) ? t->written : 0, length = t->log.length - from;
    t->written = t->log.length;
    t->logged = time(NULL);
    return attn_output_end(output,
                           attn_output_write(output, attn_text_string(&t->log) + from, length));
}

static bool add_row(training *t, const attn_progress *now)
{
    attn_text *log = &t->log;
    if (!log->length)
        attn_text_add(log, now->trial ? "step\tloss\tvalidation\trate\n" : "step\tloss\trate\n");
    attn_text_print(log, "%zu\t", now->step);
    attn_text_number(log, (float)now->recent);
    if (now->trial) attn_text_add(log, "\t");
    if (now->trial) attn_text_number(log, *now->trial);
    attn_text_print(log, "\t%.6g\n", now->rate);
    return time(NULL) == t->logged || write_log(t);
}

static bool follow(void *user, const attn_progress *now)
{
    training *t = user;
    const attnviz_progress seen = {.step = now->step,
                                   .steps = now->steps,
                                   .begun = now->begun,
                                   .loss = now->loss,
                                   .rate = now->rate,
                                   .row = now->row,
                                   .recent = now->recent,
                                   .validation = now->trial ? *now->trial : NAN};
    bool logged = !t->asked->log || !now->row || add_row(t, now);
    return (!t->asked->progress || t->asked->progress(t->asked->user, &seen)) && logged;
}

/* Beside the weights, below the folder of the lesson if they are its own. */
static bool save(void *user, const attn_array_numbers *arrays, size_t count, const attn_note *note)
{
    training *t = user;
    const attn_lesson *lesson = t->lesson->lesson;
    attn_output *output = t->own ? attn_lesson_weights_output(lesson, t->checkpoint, &t->aside)
                                 : attn_output_open(t->checkpoint, &t->aside);
    return attn_weights_write(output, arrays, count, note, &t->aside);
}

/* A film that cannot be drawn is refused before the training. */
static bool check_looks(void *user, const attn_run *run, const attn_trained *first, size_t looks)
{
    const training *t = user;
    if (attn_film_check(run, first, looks, t->format, t->asked->strip, t->status)) return true;
    if (t->status->code == ATTN_LIMIT) t->status->code = ATTN_USAGE; /* the lesson is right */
    return false;
}

/* The file is begun before the training, so that one that cannot be written is refused first. */
static void train(training *t)
{
    const char *film = t->asked->film;
    attn_output *output = t->own
                              ? attn_lesson_weights_output(t->lesson->lesson, t->weights, t->status)
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
    if (trained && t->asked->log) write_log(t);
    attn_status_join(t->status, &t->aside);
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
                                        .patience = asked->patience,
                                        .progress = follow,
                                        .checkpoint = asked->checkpoint,
                                        .begin = asked->film ? check_looks : NULL,
                                        .user = &t};
    if (attn_api_suits(lesson->lesson, ATTNVIZ_TO_TRAIN, call.status) &&
        attn_api_options(lesson, &asked->wishes, &t.run)) {
        t.run.training = &t.options;
        bool fine = check_film(&t) && choose_weights(&t) && spare_film(&t) &&
                    (!asked->log || spare(&t, asked->log)) && open_from(&t) &&
                    choose_checkpoint(&t);
        if (t.checkpoint) t.options.save = save;
        if (fine) train(&t);
    }
    attn_arrays_close(t.resume);
    attn_arrays_close(t.from);
    attn_text_free(&t.log);
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
                                     .most = trial->most,
                                     .beam = trial->beam};
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
        attn_api_format(&call, format, &chosen) && attn_api_beam(trial->beam, call.status) &&
        attn_api_spares(&reads, output->path, call.status))
        evaluate(lesson, trial, chosen == ATTN_FORMAT_JSON, &call);
    return attn_api_end(&call);
}
