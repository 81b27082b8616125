/*
 * api_lesson: opens, runs and asks a lesson.
 */
#include "api/api.h"

#include <string.h>

/* ---- 2 A lesson ---- */

const char *attnviz_carried_name(size_t i)
{
    const attn_builtin_lesson *lesson = attn_builtin_lesson_at(i);
    return lesson ? lesson->name : NULL;
}

bool attnviz_carried_list(void (*take)(void *user, const attnviz_card *card), void *user,
                          attnviz_fault *fault)
{
    attn_api_call call;
    const attn_builtin_lesson *one;
    if (!attn_api_given(take ? "" : NULL, "the function", fault) ||
        !attn_api_begin(&call, NULL, fault))
        return false;
    for (size_t i = 0; attn_ok(call.status) && (one = attn_builtin_lesson_at(i)) != NULL; i++) {
        attnviz_card card = {.name = one->name, .chapter = one->chapter};
        if (attn_builtin_lesson_describe(one, call.arena, &card.title, &card.summary))
            take(user, &card);
    }
    return attn_api_end(&call);
}

attnviz_lesson *attn_api_open(attn_opener *open, const void *asked, attnviz_fault *fault)
{
    attn_api_call call;
    attnviz_lesson *opened = attn_api_going(fault) ? attn_resize(NULL, sizeof *opened) : NULL;
    if (opened) *opened = (attnviz_lesson){.run = NULL};
    bool begun = attn_api_begin(&call, opened, fault);
    if (begun && opened)
        open(opened, asked, call.arena);
    else if (begun)
        attn_no_memory(call.status, "opening the lesson");
    if (begun && attn_api_end(&call)) return opened;
    if (opened) attn_resize(opened, 0);
    return NULL;
}

static void read_carried(attnviz_lesson *opened, const void *name, attn_arena *arena)
{
    (void)arena;
    opened->lesson = attn_lesson_read(name, true, &opened->status);
}

static void read_file(attnviz_lesson *opened, const void *path, attn_arena *arena)
{
    (void)arena;
    opened->lesson = attn_lesson_read(path, false, &opened->status);
}

/* A word, and what its lesson is to do. */
typedef struct wanted {
    const char *word;
    attnviz_purpose purpose;
} wanted;

static void find_wanted(attnviz_lesson *opened, const void *asked, attn_arena *arena)
{
    const wanted *w = asked;
    (void)arena;
    opened->lesson = attn_api_find_lesson(w->word, w->purpose, &opened->status);
}

attnviz_lesson *attnviz_lesson_carried(const char *name, attnviz_fault *fault)
{
    return attn_api_given(name, "the name", fault) ? attn_api_open(read_carried, name, fault)
                                                   : NULL;
}

attnviz_lesson *attnviz_lesson_read(const char *path, attnviz_fault *fault)
{
    return attn_api_given(path, "the path", fault) ? attn_api_open(read_file, path, fault) : NULL;
}

attnviz_lesson *attnviz_lesson_open(const char *word, attnviz_purpose purpose, attnviz_fault *fault)
{
    return attn_api_open(find_wanted, &(wanted){word, purpose}, fault);
}

void attnviz_lesson_free(attnviz_lesson *lesson)
{
    if (lesson == NULL) return;
    attn_api_forget_run(lesson);
    attn_lesson_free(lesson->lesson);
    attn_resize(lesson, 0);
}

const char *attnviz_lesson_title(const attnviz_lesson *lesson)
{
    return lesson ? attn_lesson_title(lesson->lesson) : "";
}

const char *attnviz_lesson_summary(const attnviz_lesson *lesson)
{
    return lesson ? attn_lesson_summary(lesson->lesson) : "";
}

/* ---- 3 A run ---- */

const attn_option_names attn_api_option_names = {
    .inputs = "--input",
    .sets = "--set",
    .zooms = "--zoom",
    .arithmetics = "--arithmetic",
    .shows = "--show",
    .watches = "--watch",
    .ids = "--ids",
    .target_ids = "--target-ids",
};

attn_options attn_api_wishes(const attnviz_wishes *wishes, attn_status *status)
{
    static const attnviz_wishes none;
    if (!wishes) wishes = &none;
    attn_options options = {.names = wishes->as_options ? &attn_api_option_names : NULL,
                            .sentence = wishes->sentence,
                            .ids = wishes->ids,
                            .target_ids = wishes->target_ids,
                            .inputs = wishes->inputs,
                            .given = wishes->given,
                            .sets = wishes->sets,
                            .arithmetics = wishes->arithmetics,
                            .zooms = wishes->zooms,
                            .uncached = wishes->uncached,
                            .pieces = wishes->pieces,
                            .seeded = wishes->seeded,
                            .seed = wishes->seed};
    size_t texts = attn_api_list(wishes->inputs, status);
    attn_api_text(wishes->sentence, status);
    attn_api_text(wishes->ids, status);
    attn_api_text(wishes->target_ids, status);
    if (wishes->sentence && wishes->ids)
        attn_fail(status, ATTN_USAGE,
                  "a sentence and numbers of words exclude each other: leave one out");
    options.input_count = texts / 2;
    options.set_count = attn_api_list(wishes->sets, status);
    options.arithmetic_count = attn_api_list(wishes->arithmetics, status);
    options.zoom_count = attn_api_list(wishes->zooms, status);
    if (texts % 2) {
        attn_fail(status, ATTN_USAGE, "inputs come in pairs, and '%s' has no text",
                  wishes->inputs[texts - 1]);
    }
    return options;
}

bool attn_api_options(attnviz_lesson *lesson, const attnviz_wishes *wishes, attn_options *options)
{
    attn_status *status = &lesson->status;
    *options = attn_api_wishes(wishes, status);
    if (wishes && wishes->varied && attn_ok(status) &&
        attn_lesson_vary(lesson->lesson, NULL, wishes->worksheet, &lesson->varied, status))
        options->varied = &lesson->varied;
    return attn_ok(status);
}

attn_changes attn_api_changes(const char *const *names, const attnviz_wishes *wishes,
                              attn_status *status)
{
    return (attn_changes){.name = wishes->as_options ? "--without" : NULL,
                          .switch_count = attn_api_list(names, status),
                          .switches = names};
}

void attn_api_forget_run(attnviz_lesson *lesson)
{
    attn_run_free(lesson->run);
    attn_lesson_free(lesson->changed);
    lesson->run = NULL;
    lesson->changed = NULL;
}

bool attnviz_lesson_run(attnviz_lesson *lesson, const attnviz_wishes *wishes, attnviz_fault *fault)
{
    attn_api_call call;
    attn_options options;
    if (!attn_api_given(lesson, "the lesson", fault) || !attn_api_begin(&call, lesson, fault))
        return false;
    attn_api_forget_run(lesson);
    if (attn_api_options(lesson, wishes, &options))
        lesson->run = attn_lesson_run(lesson->lesson, &options, call.status);
    return attn_api_end(&call);
}

bool attn_api_was_run(const attnviz_lesson *lesson, attnviz_fault *fault)
{
    attn_status status = {0};
    if (!attn_api_given(lesson, "the lesson", fault)) return false;
    if (lesson->run == NULL) {
        attn_fail(&status, ATTN_USAGE, "the lesson %s has no values yet: run it first",
                  attn_lesson_name(lesson->lesson));
    }
    return attn_api_settle(&status, fault);
}

bool attnviz_lesson_holds(const attnviz_lesson *lesson, attnviz_fault *fault)
{
    attn_api_call call;
    if (!attn_api_was_run(lesson, fault) || !attn_api_begin(&call, NULL, fault)) return false;
    attn_run_verdict(lesson->run, call.status);
    return attn_api_end(&call);
}

/* ---- the listener ---- */

void attnviz_lesson_listen(attnviz_lesson *lesson, const attnviz_listener *listener)
{
    if (lesson) lesson->ear = (attn_ear){.to = listener ? *listener : (attnviz_listener){0}};
}

/* Frees the text. */
static void say(void (*hear)(void *user, const char *text), void *user, attn_text *text,
                const char *in_brief)
{
    if (hear) hear(user, text->failed ? in_brief : attn_text_string(text));
    attn_text_free(text);
}

static const char no_memory[] = "out of memory while writing a warning";

/* Without a newline at its end. */
static attn_text text_of(const attn_status *status)
{
    attn_text text = {0};
    attn_status_text(status, "", &text);
    if (!text.failed) text.bytes[--text.length] = '\0';
    return text;
}

void attn_ear_warn(const attn_ear *ear, const char *place, const char *text)
{
    attn_text line = {0};
    attn_text_add_escaped(&line, place, strlen(place), false);
    attn_text_add_escaped(&line, text, strlen(text), false);
    say(ear->to.warn, ear->to.user, &line, no_memory);
}

void attn_ear_doubt(attn_ear *ear, const attn_status *doubt)
{
    const attn_status *told = &ear->warned; /* a lesson may be computed for many sentences */
    if (attn_ok(doubt) || (strcmp(told->message, doubt->message) == 0 && told->line == doubt->line))
        return;
    ear->warned = *doubt;
    attn_text text = text_of(doubt);
    say(ear->to.warn, ear->to.user, &text, no_memory);
}

void attn_ear_weights(attn_ear *ear, const attn_run *run)
{
    attn_status doubt = {0};
    attn_run_weights_lie(run, &doubt);
    attn_ear_doubt(ear, &doubt);
}

void attn_ear_judge(const attn_ear *ear, const attn_run *run)
{
    attn_status fault = {0};
    if (attn_run_outcome(run)->changed || attn_run_verdict(run, &fault)) return;
    attn_text text = text_of(&fault);
    say(ear->to.untrue, ear->to.user, &text, "a check is false");
}

const char *attn_api_shown_name(const char *path, attn_arena *arena)
{
    attn_text name = {0};
    attn_text_add_escaped(&name, path, strlen(path), false);
    return attn_keep_text(arena, &name);
}

void attn_ear_wrote(const attn_ear *ear, const char *name)
{
    if (ear && ear->to.wrote) ear->to.wrote(ear->to.user, name);
}

/* ---- 4 A value ---- */

/* All that a name stands for: several matrices of a family. */
bool attn_api_ask(attnviz_lesson *lesson, const char *name, attn_made **made, size_t *count)
{
    *made = NULL;
    if (attn_api_text(name, &lesson->status) && attn_run_ask(lesson->run, name, made, count)) {
        return true;
    }
    return attn_no_memory(&lesson->status, "looking a value up");
}

static void fill_value(const attn_tensor *tensor, attnviz_value *value)
{
    const attn_labels *rows = attn_real_words(tensor->row_labels);
    const attn_labels *cols = attn_real_words(tensor->col_labels);
    *value = (attnviz_value){.rank = (int)tensor->rank,
                             .rows = tensor->rows,
                             .cols = tensor->cols,
                             .data = tensor->data,
                             .row_labels = rows ? rows->words : NULL,
                             .col_labels = cols ? cols->words : NULL,
                             .words = tensor->words ? tensor->words->words : NULL};
}

bool attnviz_lesson_value(attnviz_lesson *lesson, const char *name, attnviz_value *value,
                          attnviz_fault *fault)
{
    attn_made *made = NULL;
    size_t count = 0;
    attn_api_call call;
    if (!attn_api_was_run(lesson, fault) || !attn_api_given(name, "the name", fault) ||
        !attn_api_given(value, "the value", fault) || !attn_api_begin(&call, lesson, fault))
        return false;
    const bool found = attn_api_ask(lesson, name, &made, &count);
    if (found && count > 1) {
        attn_fail(&lesson->status, ATTN_USAGE, "%s names %zu values, %s to %s: ask for one", name,
                  count, made[0].label, made[count - 1].label);
    }
    const attn_tensor *one =
        found && count == 1 ? attn_value(attn_run_record(lesson->run), made->node) : NULL;
    if (!attn_api_end(&call)) return false;
    fill_value(one, value);
    return true;
}
