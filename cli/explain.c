/*
 * explain: a lesson told step by step, as text, as a page or as JSON.
 */
#include <stdlib.h>
#include <string.h>

#include "computing.h"
#include "files/output.h"
#include "options.h"
#include "picture.h"
#include "reading.h"
#include "saving.h"
#include "show/show.h"
#include "step.h"
#include "step_screen.h"
#include "terminal.h"

enum {
    INPUT,
    SENTENCE,
    SET,
    WITHOUT,
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
    [INPUT] = CLI_INPUT,
    [SENTENCE] = {"--sentence", 0, "TEXT",
                  "the text of the input 'sentence', or else of the first input", false, false},
    [SET] = {"--set", 0, "'NAME=NUMBER'",
             "what if: puts this number in place of one that is given or computed, and computes "
             "everything after it again",
             true, false},
    [WITHOUT] = {"--without", 0, "NAME",
                 "leaves something out that the lesson can do without, and shows what changes",
                 true, false},
    [ONLY] = {"--only", 0, "NAME,…", "shows these values alone", true, false},
    [AT] = {"--at", 0, "INDEX=N", "shows only the steps at this value of an index", true, false},
    [ARITHMETIC] = {"--arithmetic", 0, "NAME,…", "writes out how these numbers came about", true,
                    false},
    [ZOOM] = {"--zoom", 0, "FUNCTION,…", "opens these functions wherever the lesson calls them",
              true, false},
    [PRECISION] = {"--precision", 0, "N",
                   "decimals, from 0 to 9 (default 4); what would be 0 then keeps two digits",
                   false, false},
    [FORMAT] = {"--format", 0, "text|json|markdown|latex",
                "text to read (default), JSON for other programs, or a page to print or to put in "
                "slides, with its pictures beside it",
                false, false},
    [PAUSE] = {"--pause", 0, NULL, "waits for Enter after each step", false, false},
    [STEP] = {"--step", 0, NULL,
              "on the whole screen, for the board: a step at a time, the arithmetic of the number "
              "under the cursor, numbers changed on the spot (? there lists the keys)",
              false, false},
    [COLOR] = {"--color", 0, "auto|always|never",
               "colours; auto (default): on a terminal, if NO_COLOR is not set", false, false},
    [OUTPUT] = {"--output", 'o', "FILE",
                "writes to this file, whole or not at all; '-' is standard output", false, true},
    [SAVE] = CLI_SAVE,
    [THREADS] = CLI_THREADS,
    [KERNELS] = CLI_KERNELS,
};

enum { FORMAT_TEXT, FORMAT_JSON, FORMAT_MARKDOWN, FORMAT_LATEX };
static const char *const formats[] = {"text", "json", "markdown", "latex", NULL};

enum { COLOR_AUTO, COLOR_ALWAYS, COLOR_NEVER };
static const char *const color_choices[] = {"auto", "always", "never", NULL};

typedef struct request {
    const char *lesson;
    attn_options run;
    attn_changes changes;
    attn_show_options show;
    size_t format;
    bool pause, step;
    const char *output; /* NULL: standard output */
    cli_saves saves;
} request;

static bool read_places(const cli_arguments *arguments, attn_show_options *show,
                        attn_status *status)
{
    cli_place place;
    show->at = cli_list(arguments, AT, &show->at_count);
    for (size_t i = 0; attn_ok(status) && i < show->at_count; i++) {
        cli_place_read(arguments, show->at[i], &place, status);
    }
    return attn_ok(status);
}

static bool read_look(const cli_arguments *arguments, request *r, attn_status *status)
{
    size_t color = COLOR_AUTO;
    long precision = 4;
    if (!cli_choice(arguments, FORMAT, formats, &r->format, status) ||
        !cli_choice(arguments, COLOR, color_choices, &color, status) ||
        !cli_number(arguments, PRECISION, 0, 9, &precision, status)) {
        return false;
    }
    r->output = cli_value(arguments, OUTPUT);
    if (r->output != NULL && strcmp(r->output, "-") == 0) r->output = NULL;
    r->show.precision = (int)precision;
    r->show.columns = r->output ? 80 : cli_columns();
    r->show.color =
        color == COLOR_ALWAYS || (color == COLOR_AUTO && !r->output && cli_color_wanted());
    return true;
}

static bool check_pause(const cli_arguments *arguments, request *r, attn_status *status)
{
    r->pause = cli_asked(arguments, PAUSE);
    if (!r->pause) return true;
    if (r->output != NULL || r->format != FORMAT_TEXT) {
        return attn_fail(status, ATTN_USAGE, "--pause is for text at a terminal: leave out %s%s",
                         r->output ? "--output" : "--format ", r->output ? "" : formats[r->format]);
    }
    return cli_person_needed(status);
}

static bool check_step(const cli_arguments *arguments, request *r, attn_status *status)
{
    const char *other = r->output                     ? "--output"
                        : r->format != FORMAT_TEXT    ? "--format"
                        : cli_asked(arguments, PAUSE) ? "--pause"
                        : r->saves.count > 0          ? "--save"
                                                      : NULL;
    r->step = cli_asked(arguments, STEP);
    if (!r->step) return true;
    if (other == NULL) return step_screen_there(status);
    return attn_fail(status, ATTN_USAGE,
                     "--step shows one lesson on the whole screen: leave out %s", other);
}

static bool read_request(const cli_arguments *arguments, request *r, attn_status *status)
{
    r->lesson = arguments->operand_count ? arguments->operands[0] : "le-chat-noir";
    r->run.names = &cli_option_names;
    r->run.sentence = cli_value(arguments, SENTENCE);
    r->run.sets = cli_values(arguments, SET, &r->run.set_count);
    r->changes.name = "--without";
    r->changes.switches = cli_values(arguments, WITHOUT, &r->changes.switch_count);
    r->run.zooms = cli_list(arguments, ZOOM, &r->run.zoom_count);
    r->run.arithmetics = cli_list(arguments, ARITHMETIC, &r->run.arithmetic_count);
    r->show.draw = "attnviz heatmap";
    r->show.without = r->changes.name;
    r->show.only = cli_list(arguments, ONLY, &r->show.only_count);
    return cli_computing_read(arguments, THREADS, KERNELS, status) &&
           cli_inputs_read(arguments, INPUT, &r->run, status) &&
           cli_saves_read(arguments, SAVE, &r->saves, status) &&
           read_places(arguments, &r->show, status) && read_look(arguments, r, status) &&
           check_step(arguments, r, status) && check_pause(arguments, r, status);
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
    bool latex = r->format == FORMAT_LATEX;
    cli_pictures pictures = {.format = latex ? ATTN_FORMAT_PDF : ATTN_FORMAT_PNG,
                             .inputs = &r->run};
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
    if (r->format == FORMAT_TEXT) return tell_text(r, run, arena, text, status);
    if (r->format == FORMAT_JSON) return attn_show_json(run, &r->show, text, status);
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

static enum cli_exit tell(const request *r, const attn_run *run, attn_arena *arena,
                          attn_status *status)
{
    attn_text text = {0};
    bool told = r->output
                    ? tell_file(r, run, arena, &text, status)
                    : tell_and_save(r, run, arena, &text, status) && cli_write_text(&text, status);
    attn_text_free(&text);
    return told ? cli_lesson_verdict(run) : CLI_FAILED;
}

static enum cli_exit explain(request *r, attn_lesson *lesson, attn_arena *arena,
                             attn_status *status)
{
    enum cli_exit result = CLI_FAILED;
    attn_run *computed = attn_lesson_run(lesson, &r->run, status);
    bool found = computed != NULL && cli_saves_find(&r->saves, computed, arena, status);
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
                          .set_count = r->run.set_count};
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

static enum cli_exit run(const cli_arguments *arguments, attn_status *status)
{
    request r = {0};
    enum cli_exit result = CLI_FAILED;
    if (!read_request(arguments, &r, status)) return CLI_USAGE;
    attn_lesson *lesson = cli_lesson_open(r.lesson, arguments->arena, status);
    bool spared = lesson && cli_saves_spared(&r.saves, lesson, &r.run, r.output, status) &&
                  (!r.output || (cli_lesson_spared(lesson, r.output, status) &&
                                 cli_inputs_spared(&r.run, r.output, status)));
    if (spared && r.step)
        result = step(&r, lesson, status);
    else if (spared && r.changes.switch_count > 0)
        result = explain_without(&r, lesson, arguments->arena, status);
    else if (spared)
        result = explain(&r, lesson, arguments->arena, status);
    attn_lesson_free(lesson);
    return result;
}

static const cli_example examples[] = {
    {"attnviz explain", "\"le chat noir\" becomes \"the black cat\", number by number"},
    {"attnviz explain --set 'e_{1,2} = 2.0' --only α", "what if one score were another?"},
    {"attnviz explain scaling --without scale", "what does the division by √d_k change?"},
    {"attnviz explain le-chat-noir --format json -o chat.json", "the same for other programs"},
    {"attnviz explain le-chat-noir --save α=weights.npy --save E_F,E_E=all.npz",
     "the numbers for NumPy: np.load('weights.npy')"},
    {"attnviz explain le-chat-noir --format markdown -o chat.md",
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
