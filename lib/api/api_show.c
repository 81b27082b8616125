/*
 * api_show: a run as text, as JSON and as a page with its pictures.
 */
#include "api/api.h"

#include <string.h>

#include "document/flow/graph.h"

/* ---- 5 Shown ---- */

attn_show_options attn_api_show_options(const attnviz_look *look, attn_status *status)
{
    attn_show_options options = {.columns = look->columns,
                                 .precision = look->decimals,
                                 .color = look->color,
                                 .only = look->names,
                                 .at = look->at,
                                 .checks = look->checks};
    options.only_count = attn_api_list(look->names, status);
    options.at_count = attn_api_list(look->at, status);
    if (look->decimals < 0 || look->decimals > 9) {
        attn_fail(status, ATTN_USAGE, "decimals go from 0 to 9, not %d", look->decimals);
    }
    if (look->columns < 40 || look->columns > 100) {
        attn_fail(status, ATTN_USAGE, "a line has 40 to 100 columns, not %zu", look->columns);
    }
    return options;
}

static char *tell(const attnviz_lesson *lesson, const attnviz_look *look, bool as_json,
                  attnviz_fault *fault)
{
    static const attnviz_look plain = ATTNVIZ_LOOK;
    attn_api_call call;
    attn_text text = {0};
    if (!attn_api_was_run(lesson, fault) || !attn_api_begin(&call, NULL, fault)) return NULL;
    attn_show_options options = attn_api_show_options(look ? look : &plain, call.status);
    options.own = lesson->attended;
    if (attn_ok(call.status) && as_json) attn_show_json(lesson->run, &options, &text, call.status);
    if (attn_ok(call.status) && !as_json)
        attn_show_text(lesson->run, &options, &text, NULL, call.status);
    if (text.failed) attn_no_memory(call.status, "writing the text");
    if (attn_api_end(&call)) return text.bytes;
    attn_text_free(&text);
    return NULL;
}

char *attnviz_lesson_text(const attnviz_lesson *lesson, const attnviz_look *look,
                          attnviz_fault *fault)
{
    return tell(lesson, look, false, fault);
}

char *attnviz_lesson_json(const attnviz_lesson *lesson, const attnviz_look *look,
                          attnviz_fault *fault)
{
    return tell(lesson, look, true, fault);
}

void attnviz_free(char *text)
{
    attn_text text_of = {.bytes = text};
    attn_text_free(&text_of);
}

/* ---- telling ---- */

static const attn_format formats[] = {ATTN_FORMAT_TEXT,  ATTN_FORMAT_JSON, ATTN_FORMAT_MARKDOWN,
                                      ATTN_FORMAT_LATEX, ATTN_FORMAT_HTML, ATTN_FORMAT_NONE};
static const char draws[] = "'attnviz heatmap' draws pictures",
                  saves[] = "--save NAME=FILE saves values";
static const struct attn_mend mends[] = {
    {ATTN_FORMAT_PDF, "write .tex and run xelatex on it, or see 'attnviz worksheet'"},
    {ATTN_FORMAT_PNG, draws},
    {ATTN_FORMAT_SVG, draws},
    {ATTN_FORMAT_NPY, saves},
    {ATTN_FORMAT_NPZ, saves},
    {ATTN_FORMAT_SAFETENSORS, saves},
    {ATTN_FORMAT_CSV, saves},
    {ATTN_FORMAT_TSV, saves},
    {ATTN_FORMAT_NONE, NULL}};

typedef struct telling {
    attnviz_lesson *lesson;
    const attnviz_telling *asked;
    attn_options run, plain_options[2]; /* of the lesson as it is, and with the other words */
    attn_training_options training;
    attn_run *other; /* with other words; or NULL */
    attn_show_options show;
    attn_format format, picture_format;
    attn_fonts *fonts; /* of pictures; NULL: none is drawn */
    attn_saves saves;
    attn_api_call *call;
    attn_arena *arena; /* of the call, as is the status */
    attn_status *status;
} telling;

/* Writes up to each place where it pauses; once nobody answers any more, all the rest. */
static void write_with_pauses(telling *t, const size_t *pauses, size_t count)
{
    attn_text whole = t->call->text;
    t->call->text = (attn_text){0};
    size_t at = 0;
    for (size_t i = 0; i <= count; i++) {
        size_t end = i < count ? pauses[i] : whole.length;
        attn_text_add_bytes(&t->call->text, whole.bytes + at, end - at);
        at = end;
        if (!attn_api_flush(t->call)) break;
        if (i < count && !t->asked->pause(t->asked->user)) count = i + 1;
    }
    attn_text_free(&whole);
}

static bool tell_text(telling *t)
{
    const attn_run *run = t->lesson->run;
    attn_text *text = &t->call->text;
    attn_pauses pauses = {.most = t->asked->pause ? attn_run_outcome(run)->moment_count + 2 : 0};
    pauses.at = attn_alloc(t->arena, pauses.most + 1, sizeof *pauses.at);
    if (!pauses.at || !attn_show_text(run, &t->show, text, &pauses, t->status)) return false;
    if (t->asked->pause && !text->failed) write_with_pauses(t, pauses.at, pauses.count);
    return true;
}

static bool has_pictures_beside(attn_format format)
{
    return format == ATTN_FORMAT_MARKDOWN || format == ATTN_FORMAT_LATEX;
}

/* A page with its pictures beside it. They are written before the page that names them is. */
static bool tell_page(telling *t)
{
    bool latex = t->format == ATTN_FORMAT_LATEX;
    const attn_run *run = t->lesson->run;
    attn_text *text = &t->call->text;
    attn_pictures pictures = {.page = t->call->to->path,
                              .format = latex ? ATTN_FORMAT_PDF : ATTN_FORMAT_PNG,
                              .inputs = &t->run,
                              .other = t->asked->picture,
                              .fonts = t->fonts,
                              .ear = &t->lesson->ear};
    if (!attn_api_pictures_plan(&pictures, run, &t->show, t->arena)) return false;
    t->show.figure_count = pictures.count;
    t->show.figures = pictures.items;
    return (latex ? attn_show_latex : attn_show_markdown)(run, &t->show, text, t->status) &&
           (text->failed || attn_api_pictures_write(&pictures, run, &t->show, t->arena));
}

/* A page that holds its pictures; it can do without the places of its diagram. */
static bool tell_html(telling *t)
{
    attn_api_caller caller = {t->asked->arrange, t->asked->user};
    attn_flow_arranger arranger = {.arrange = attn_api_arrange, .user = &caller};
    t->show.arranger = caller.arrange ? &arranger : NULL;
    bool told = attn_show_html(t->lesson->run, &t->show, &t->call->text, t->status);
    t->show.arranger = NULL;
    attn_status_prefix(&arranger.missing, "the page goes without \"How it flows\": ");
    if (told) attn_ear_doubt(&t->lesson->ear, &arranger.missing);
    return told;
}

/* All that the lesson draws, on one sheet, once the page is there. */
static bool draw_picture(telling *t)
{
    attn_map_list list;
    attn_sheet_options look;
    const char *page = t->call->to->path, *path = t->asked->picture;
    const attn_target target = {.path = path, .format = t->picture_format, .ear = &t->lesson->ear};
    if (page && attn_api_one_output(page, path)) return attn_api_fail_twice(path, t->status);
    if (!attn_show_maps(t->lesson->run, NULL, 0, t->arena, &list) ||
        !attn_show_sheet(t->lesson->run, list.maps, list.count, NULL, t->arena, &look))
        return false;
    look.style.fonts = t->fonts;
    return attn_api_draw(&look, &target, t->arena);
}

/* What is saved is written once the text is there. */
static void tell_run(telling *t)
{
    bool json = t->format == ATTN_FORMAT_JSON;
    attn_run *run = t->lesson->run;
    if (!attn_api_saves_find(&t->saves, run, t->arena)) return;
    attn_ear_weights(&t->lesson->ear, run);
    bool told = json ? attn_show_json(run, &t->show, &t->call->text, t->status)
                : t->format == ATTN_FORMAT_TEXT ? tell_text(t)
                : t->format == ATTN_FORMAT_HTML ? tell_html(t)
                                                : tell_page(t);
    if (told && t->call->text.failed) attn_no_memory(t->status, "writing the text");
    if (attn_ok(t->status) && attn_api_saves_write(&t->saves, t->status) && attn_api_flush(t->call))
        attn_api_commit(t->call);
    if (attn_ok(t->status) && t->asked->picture) draw_picture(t);
    if (attn_ok(t->status)) attn_ear_judge(&t->lesson->ear, run);
}

/* Runs it as it is, for what is shown beside it. NULL on failure. */
static attn_run *run_plain(telling *t, const attn_lesson *lesson, bool other)
{
    attn_options plain = t->run;
    plain.zoom_count = plain.arithmetic_count = plain.patch_count = 0;
    if (other) {
        plain.sentence = t->asked->other;
        plain.ids = t->asked->other_ids;
        plain.set_count = 0;
    }
    t->plain_options[other] = plain;
    return attn_lesson_run(lesson, &t->plain_options[other], t->status);
}

/* The words that patches come from, and what takes them. */
static bool begin_patches(telling *t)
{
    const attnviz_telling *asked = t->asked;
    const bool options = asked->wishes.as_options;
    const size_t count = attn_api_list(asked->patches, t->status);
    const bool other = asked->other || asked->other_ids;
    attn_api_text(asked->other, t->status);
    attn_api_text(asked->other_ids, t->status);
    if ((count > 0) != other)
        return attn_fail(t->status, ATTN_USAGE,
                         options ? "--patch and --other go together: a value, and the text that it "
                                   "is taken from"
                                 : "patches and another sentence go together");
    if (!attn_ok(t->status) || !count) return attn_ok(t->status);
    t->other = run_plain(t, t->lesson->lesson, true);
    t->run.patch_count = count;
    t->run.patch_name = options ? "--patch" : "patches";
    t->run.patches = asked->patches;
    t->run.other = t->other;
    return t->other != NULL;
}

/* Shows the lesson with formulas left out, or values patched, beside the lesson as it is. */
static void run_and_tell(telling *t)
{
    attnviz_lesson *lesson = t->lesson;
    attn_lesson *plain = NULL;
    attn_run *with = NULL;
    attn_changes changes = attn_api_changes(t->asked->without, &t->asked->wishes, t->status);
    const bool left_out = changes.switch_count > 0;
    changes.formula_count = attn_api_list(t->asked->formulas, t->status);
    changes.formulas = t->asked->formulas;
    changes.formula_name = t->asked->wishes.as_options ? "--formula" : "formulas";
    if (attn_ok(t->status) && (left_out || changes.formula_count))
        lesson->changed = attn_lesson_changed(lesson->lesson, &changes, t->status);
    changes.switch_count = 0;
    if (attn_ok(t->status) && begin_patches(t) && (left_out || t->other)) {
        if (changes.formula_count) plain = attn_lesson_changed(lesson->lesson, &changes, t->status);
        if (attn_ok(t->status)) with = run_plain(t, plain ? plain : lesson->lesson, false);
    }
    t->show.with = with;
    if (attn_ok(t->status))
        lesson->run =
            attn_lesson_run(lesson->changed ? lesson->changed : lesson->lesson, &t->run, t->status);
    if (lesson->run) tell_run(t);
    attn_run_free(with);
    attn_run_free(t->other);
    attn_lesson_free(plain);
}

/* What is written does not take the place of what is read, nor of anything else that is written. */
static bool check_files(telling *t)
{
    const attn_reads reads = {.lesson = t->lesson->lesson, .run = &t->run};
    const attn_writer writer = {.is = t->lesson->attended ? "attend writes" : "explain writes",
                                .formats = formats,
                                .usual = ATTN_FORMAT_TEXT,
                                .mends = mends};
    const char *output = t->call->to->path, *picture = t->asked->picture;
    t->format = (attn_format)t->asked->look.format;
    if (!attn_format_choose(&writer, output, &t->format, t->status) ||
        (picture &&
         !attn_format_choose(&attn_picture_writer, picture, &t->picture_format, t->status)))
        return false;
    if (!attn_api_saves_read(&t->saves, t->asked->saves, &reads, output, t->arena) ||
        !attn_api_spares(&reads, output, t->status) || !attn_api_spares(&reads, picture, t->status))
        return false;
    bool twice = output && picture && attn_api_one_output(output, picture);
    return !twice || attn_api_fail_twice(picture, t->status);
}

bool attnviz_lesson_tell(attnviz_lesson *lesson, const attnviz_telling *asked,
                         const attnviz_output *output, attnviz_fault *fault)
{
    attn_api_call call;
    if (!attn_api_given(lesson, "the lesson", fault) ||
        !attn_api_given(asked, "what is asked", fault) ||
        !attn_api_begin_text(&call, lesson, output, fault))
        return false;
    telling t = {.lesson = lesson,
                 .asked = asked,
                 .show = attn_api_show_options(&asked->look, call.status),
                 .call = &call,
                 .arena = call.arena,
                 .status = call.status};
    attn_api_forget_run(lesson);
    t.show.own = lesson->attended;
    if (asked->wishes.as_options) t.show.without = "--without";
    if (asked->wishes.as_options) t.show.ask = "--only";
    if (asked->wishes.as_options && !lesson->attended) t.show.draw = "attnviz heatmap";
    if (attn_ok(call.status) && attn_api_options(lesson, &asked->wishes, &t.run) &&
        check_files(&t)) {
        t.training.every = asked->every;
        if (asked->every) t.run.training = &t.training;
        if (asked->picture || (has_pictures_beside(t.format) && output->path))
            t.fonts = attn_fonts_new(); /* looked for while it is computed */
        run_and_tell(&t);
    }
    attn_fonts_free(t.fonts);
    return attn_api_end(&call);
}
