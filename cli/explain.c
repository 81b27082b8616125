/*
 * explain: a lesson told step by step, as text, as a page or as JSON.
 */
#include <stdlib.h>
#include <string.h>

#include "document/document.h"
#include "explain.h"
#include "files/bytes/output.h"
#include "options.h"
#include "picture.h"
#include "reading.h"
#include "saving.h"
#include "step.h"
#include "step_screen.h"
#include "terminal.h"

enum {
    INPUT,
    SENTENCE,
    SET,
    WITHOUT,
    WORKSHEET,
    ONLY,
    AT,
    ARITHMETIC,
    ZOOM,
    PRECISION,
    FORMAT,
    PAUSE,
    STEP,
    COLOR,
    OUTPUT,
    SAVE,
    THREADS,
    KERNELS,
    OPTION_COUNT
};

static const cli_option options[OPTION_COUNT] = {
    [INPUT] = CLI_INPUT,         [SENTENCE] = CLI_TELL_SENTENCE,
    [SET] = CLI_TELL_SET,        [WITHOUT] = CLI_TELL_WITHOUT,
    [WORKSHEET] = CLI_WORKSHEET, [ONLY] = CLI_TELL_ONLY,
    [AT] = CLI_TELL_AT,          [ARITHMETIC] = CLI_TELL_ARITHMETIC,
    [ZOOM] = CLI_TELL_ZOOM,      [PRECISION] = CLI_TELL_PRECISION,
    [FORMAT] = CLI_TELL_FORMAT,  [PAUSE] = CLI_TELL_PAUSE,
    [STEP] = CLI_TELL_STEP,      [COLOR] = CLI_TELL_COLOR,
    [OUTPUT] = CLI_TELL_OUTPUT,  [SAVE] = CLI_SAVE,
    [THREADS] = CLI_THREADS,     [KERNELS] = CLI_KERNELS,
};

static const cli_explain_places places = {
    .input = INPUT,
    .sentence = SENTENCE,
    .set = SET,
    .without = WITHOUT,
    .worksheet = WORKSHEET,
    .only = ONLY,
    .at = AT,
    .arithmetic = ARITHMETIC,
    .zoom = ZOOM,
    .precision = PRECISION,
    .format = FORMAT,
    .pause = PAUSE,
    .step = STEP,
    .color = COLOR,
    .output = OUTPUT,
    .save = SAVE,
    .picture = SIZE_MAX,
    .threads = THREADS,
    .kernels = KERNELS,
};

static const attn_format formats[] = {ATTN_FORMAT_TEXT, ATTN_FORMAT_JSON, ATTN_FORMAT_MARKDOWN,
                                      ATTN_FORMAT_LATEX, ATTN_FORMAT_NONE};
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

enum { COLOR_AUTO, COLOR_ALWAYS, COLOR_NEVER };
static const char *const color_choices[] = {"auto", "always", "never", NULL};

typedef struct request {
    const cli_explain_places *at; /* of the options */
    attn_options run;
    attn_varied varied; /* of the run, if it has a worksheet's numbers */
    attn_changes changes;
    attn_show_options show;
    attn_format format;
    bool pause, step;
    const char *output;  /* NULL: standard output */
    const char *picture; /* of what the lesson draws; NULL: none is asked for */
    attn_format picture_format;
    attn_fonts *fonts; /* of pictures; NULL: none is drawn */
    cli_saves saves;
} request;

static bool read_places(const cli_arguments *arguments, request *r, attn_status *status)
{
    attn_show_options *show = &r->show;
    cli_place place;
    show->at = cli_list(arguments, r->at->at, &show->at_count);
    for (size_t i = 0; attn_ok(status) && i < show->at_count; i++) {
        cli_place_read(arguments, show->at[i], &place, status);
    }
    return attn_ok(status);
}

static bool read_output(const cli_arguments *arguments, request *r, attn_status *status)
{
    const attn_writer writer = {
        .is = attn_print(arguments->arena, "%s writes", arguments->command->name),
        .formats = formats,
        .usual = ATTN_FORMAT_TEXT,
        .mends = mends};
    r->output = cli_value(arguments, r->at->output);
    if (r->output != NULL && strcmp(r->output, "-") == 0) r->output = NULL;
    return writer.is &&
           cli_format(arguments, r->at->format, &writer, r->output, &r->format, status);
}

static bool read_look(const cli_arguments *arguments, request *r, attn_status *status)
{
    size_t color = COLOR_AUTO;
    long precision = 4;
    if (!cli_choice(arguments, r->at->color, color_choices, &color, status) ||
        !cli_number(arguments, r->at->precision, 0, 9, &precision, status)) {
        return false;
    }
    r->show.precision = (int)precision;
    r->show.columns = r->output ? 80 : cli_columns();
    r->show.color =
        color == COLOR_ALWAYS || (color == COLOR_AUTO && !r->output && cli_color_wanted());
    return true;
}

static bool check_pause(const cli_arguments *arguments, request *r, attn_status *status)
{
    r->pause = cli_asked(arguments, r->at->pause);
    if (!r->pause) return true;
    if (r->output != NULL || r->format != ATTN_FORMAT_TEXT) {
        return attn_fail(status, ATTN_USAGE, "--pause is for text at a terminal: leave out %s%s",
                         r->output ? "--output" : "--format ",
                         r->output ? "" : attn_format_name(r->format));
    }
    return cli_person_needed(status);
}

static bool check_step(const cli_arguments *arguments, request *r, attn_status *status)
{
    const char *other = r->output                            ? "--output"
                        : r->format != ATTN_FORMAT_TEXT      ? "--format"
                        : cli_asked(arguments, r->at->pause) ? "--pause"
                        : r->saves.count > 0                 ? "--save"
                        : r->picture                         ? "--picture"
                                                             : NULL;
    r->step = cli_asked(arguments, r->at->step);
    if (!r->step) return true;
    if (other == NULL) return step_screen_there(status);
    return attn_fail(status, ATTN_USAGE,
                     "--step shows one lesson on the whole screen: leave out %s", other);
}

static bool read_request(const cli_arguments *arguments, request *r, attn_status *status)
{
    r->run.names = &cli_option_names;
    r->run.sentence = cli_value(arguments, r->at->sentence);
    r->run.sets = cli_values(arguments, r->at->set, &r->run.set_count);
    r->changes.name = "--without";
    r->changes.switches = cli_values(arguments, r->at->without, &r->changes.switch_count);
    r->run.zooms = cli_list(arguments, r->at->zoom, &r->run.zoom_count);
    r->run.arithmetics = cli_list(arguments, r->at->arithmetic, &r->run.arithmetic_count);
    if (r->at->picture == SIZE_MAX) r->show.draw = "attnviz heatmap";
    r->picture = cli_value(arguments, r->at->picture);
    r->show.without = r->changes.name;
    r->show.only = cli_list(arguments, r->at->only, &r->show.only_count);
    return cli_computing_read(arguments, r->at->threads, r->at->kernels, status) &&
           cli_inputs_read(arguments, r->at->input, &r->run, status) &&
           cli_saves_read(arguments, r->at->save, &r->saves, status) &&
           read_places(arguments, r, status) && read_output(arguments, r, status) &&
           read_look(arguments, r, status) && check_step(arguments, r, status) &&
           check_pause(arguments, r, status) &&
           (!r->picture ||
            attn_format_choose(&attn_picture_writer, r->picture, &r->picture_format, status));
}

/* Prints up to each pause and waits there; once nobody answers any more, all the rest. */
static void write_with_pauses(const attn_text *text, const size_t *pauses, size_t count)
{
    size_t at = 0;
    bool present = true;
    for (size_t i = 0; i < count && present; i++) {
        cli_write(text->bytes + at, pauses[i] - at);
        at = pauses[i];
        present = cli_wait_for_enter();
    }
    cli_write(text->bytes + at, text->length - at);
}

static bool tell_text(const request *r, const attn_run *run, attn_arena *arena, attn_text *text,
                      attn_status *status)
{
    size_t most = r->pause ? attn_run_moments(run) + 2 : 0, count = 0;
    size_t *pauses = attn_alloc(arena, most + 1, sizeof *pauses);
    if (pauses == NULL ||
        !attn_show_text(run, &r->show, text, r->pause ? pauses : NULL, most, &count, status)) {
        return false;
    }
    if (text->failed || !r->pause) return true;
    write_with_pauses(text, pauses, count);
    attn_text_clear(text);
    return true;
}

/* A page with its pictures beside it. They are written before the page that names them is. */
static bool tell_page(const request *r, const attn_run *run, attn_arena *arena, attn_text *text,
                      attn_status *status)
{
    bool latex = r->format == ATTN_FORMAT_LATEX;
    cli_pictures pictures = {.format = latex ? ATTN_FORMAT_PDF : ATTN_FORMAT_PNG,
                             .inputs = &r->run,
                             .other = r->picture,
                             .fonts = r->fonts};
    attn_show_options show = r->show;
    if (!cli_pictures_plan(&pictures, run, &r->show, r->output, arena, status)) return false;
    show.figure_count = pictures.count;
    show.figures = pictures.items;
    return (latex ? attn_show_latex : attn_show_markdown)(run, &show, text, status) &&
           (text->failed || cli_pictures_write(&pictures, run, &show, arena, status));
}

static bool tell_run(const request *r, const attn_run *run, attn_arena *arena, attn_text *text,
                     attn_status *status)
{
    if (r->format == ATTN_FORMAT_TEXT) return tell_text(r, run, arena, text, status);
    if (r->format == ATTN_FORMAT_JSON) return attn_show_json(run, &r->show, text, status);
    return tell_page(r, run, arena, text, status);
}

/* What is saved is written once the text is there. */
static bool tell_and_save(const request *r, const attn_run *run, attn_arena *arena, attn_text *text,
                          attn_status *status)
{
    if (!tell_run(r, run, arena, text, status)) return false;
    if (text->failed)
        return attn_fail(status, ATTN_MEMORY, "there is not enough memory for the text");
    return cli_saves_write(&r->saves, status);
}

/* The file is begun before anything is told: where it cannot be, no picture is drawn beside it. */
static bool tell_file(const request *r, const attn_run *run, attn_arena *arena, attn_text *text,
                      attn_status *status)
{
    attn_output *output = attn_output_open(r->output, status);
    bool told = output != NULL && tell_and_save(r, run, arena, text, status);
    if (!told) {
        attn_output_abandon(output);
        return false;
    }
    attn_output_write(output, attn_text_string(text), text->length);
    return attn_output_commit(output);
}

static bool spare_output(const request *r, attn_status *status)
{
    bool twice = r->output && r->picture && cli_one_output(r->output, r->picture);
    return !twice || cli_fail_twice(r->picture, status);
}

/* All that the lesson draws, on one sheet. */
static bool draw(const request *r, const attn_run *run, attn_arena *arena, attn_status *status)
{
    attn_map_list list;
    attn_sheet_options look;
    attn_sheet *sheet = NULL;
    if (!r->picture) return true;
    if (!spare_output(r, status)) return false; /* now that it is there */
    if (attn_show_maps(run, NULL, 0, arena, &list) &&
        attn_show_sheet(run, list.maps, list.count, NULL, arena, &look)) {
        look.style.fonts = r->fonts;
        sheet = attn_sheet_new(&look, status);
    }
    bool drawn = sheet && (attn_sheet_apart(sheet)
                               ? cli_picture_parts(sheet, look.panel_count, r->picture_format,
                                                   r->picture, NULL, NULL, arena, status)
                               : cli_picture_write(sheet, r->picture_format, r->picture, status));
    attn_sheet_free(sheet);
    return drawn;
}

static enum cli_exit tell(const request *r, const attn_run *run, attn_arena *arena,
                          attn_status *status)
{
    attn_text text = {0};
    bool told = r->output
                    ? tell_file(r, run, arena, &text, status)
                    : tell_and_save(r, run, arena, &text, status) && cli_write_text(&text, status);
    attn_text_free(&text);
    return told && draw(r, run, arena, status) ? cli_lesson_verdict(run) : CLI_FAILED;
}

static enum cli_exit explain(request *r, attn_lesson *lesson, attn_arena *arena,
                             attn_status *status)
{
    enum cli_exit result = CLI_FAILED;
    attn_run *computed = attn_lesson_run(lesson, &r->run, status);
    bool found = computed != NULL && cli_saves_find(&r->saves, computed, arena, status);
    if (found) cli_warn_of_weights(computed);
    if (found) result = tell(r, computed, arena, status);
    attn_run_free(computed);
    return result;
}

/* The lesson with other formulas, beside the lesson as it is. */
static enum cli_exit explain_without(request *r, attn_lesson *lesson, attn_arena *arena,
                                     attn_status *status)
{
    enum cli_exit result = CLI_FAILED;
    attn_options plain = {.names = r->run.names,
                          .inputs = r->run.inputs,
                          .input_count = r->run.input_count,
                          .sentence = r->run.sentence,
                          .sets = r->run.sets,
                          .set_count = r->run.set_count,
                          .varied = r->run.varied};
    attn_lesson *changed = attn_lesson_changed(lesson, &r->changes, status);
    attn_run *with = changed ? attn_lesson_run(lesson, &plain, status) : NULL;
    r->show.with = with;
    if (with != NULL) result = explain(r, changed, arena, status);
    attn_run_free(with);
    attn_lesson_free(changed);
    return result;
}

static enum cli_exit step(request *r, attn_lesson *lesson, attn_status *status)
{
    enum cli_exit result = CLI_FAILED;
    bool exchanges = r->changes.switch_count > 0;
    attn_lesson *changed = exchanges ? attn_lesson_changed(lesson, &r->changes, status) : NULL;
    if (attn_ok(status)) result = cli_step(lesson, changed, &r->run, &r->show, status);
    attn_lesson_free(changed);
    return result;
}

/* What is written does not take the place of what is read. */
static bool spare_files(const request *r, const attn_lesson *lesson, attn_status *status)
{
    const char *const written[] = {r->output, r->picture};
    for (size_t i = 0; i < sizeof written / sizeof *written; i++)
        if (written[i] && (!cli_lesson_spared(lesson, written[i], status) ||
                           !cli_inputs_spared(&r->run, written[i], status)))
            return false;
    return spare_output(r, status);
}

static bool has_pictures(const request *r)
{
    bool page = r->format == ATTN_FORMAT_MARKDOWN || r->format == ATTN_FORMAT_LATEX;
    return r->picture || (page && r->output);
}

enum cli_exit cli_explain_lesson(const cli_arguments *arguments, const cli_explain_places *at,
                                 cli_lesson_source *source, attn_status *status)
{
    request r = {.at = at};
    enum cli_exit result = CLI_FAILED;
    if (!read_request(arguments, &r, status)) return CLI_USAGE;
    attn_lesson *lesson = source(arguments, status);
    bool spared = lesson && cli_saves_spared(&r.saves, lesson, &r.run, r.output, status) &&
                  spare_files(&r, lesson, status) &&
                  cli_worksheet_find(arguments, at->worksheet, lesson, &r.run, &r.varied, status);
    if (spared && has_pictures(&r))
        r.fonts = attn_fonts_new(); /* looked for while it is computed */
    if (spared && r.step)
        result = step(&r, lesson, status);
    else if (spared && r.changes.switch_count > 0)
        result = explain_without(&r, lesson, arguments->arena, status);
    else if (spared)
        result = explain(&r, lesson, arguments->arena, status);
    attn_fonts_free(r.fonts);
    attn_lesson_free(lesson);
    return result;
}

static attn_lesson *open_lesson(const cli_arguments *arguments, attn_status *status)
{
    const char *word = arguments->operand_count ? arguments->operands[0] : "le-chat-noir";
    return cli_lesson_open(word, arguments->arena, status);
}

static enum cli_exit run(const cli_arguments *arguments, attn_status *status)
{
    return cli_explain_lesson(arguments, &places, open_lesson, status);
}

static const cli_example examples[] = {
    {"attnviz explain", "\"le chat noir\" becomes \"the black cat\", number by number"},
    {"attnviz explain --set 'e_{1,2} = 2.0' --only α", "what if one score were another?"},
    {"attnviz explain scaling --without scale", "what does the division by √d_k change?"},
    {"attnviz explain le-chat-noir -o chat.json", "the same for other programs"},
    {"attnviz explain le-chat-noir --save α=weights.npy --save E_F,E_E=all.npz",
     "the numbers for NumPy: np.load('weights.npy')"},
    {"attnviz explain le-chat-noir -o chat.md",
     "a page: chat.md, and its pictures chat-1.png, chat-2.png …"},
    {NULL, NULL},
};

const cli_command cli_explain = {
    .name = "explain",
    .summary = "tells a lesson step by step, with every number computed",
    .operands = "[LESSON | FILE.json]",
    .most_operands = 1,
    .about = "A word with a dot or a slash is a lesson file; any other is a lesson of the program "
             "('attnviz lessons' lists them). Without one: le-chat-noir.",
    .option_count = OPTION_COUNT,
    .options = options,
    .examples = examples,
    .run = run,
};
