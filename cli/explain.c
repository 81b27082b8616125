/*
 * explain: a lesson told step by step, as text, as a page or as JSON.
 */
#include <stdlib.h>
#include <string.h>

#include "explain.h"
#include "files/bytes/output.h"
#include "picture.h"
#include "step.h"
#include "step_screen.h"

static const cli_option options[] = {
    CLI_INPUT_RUN(cli_telling, 0),
    CLI_SENTENCE_RUN(cli_telling),
    CLI_TELL_SET,
    CLI_TELL_WITHOUT,
    CLI_WORKSHEET(cli_telling),
    CLI_TELL_ONLY,
    CLI_TELL_AT,
    CLI_TELL_ARITHMETIC,
    {"--zoom", 0, &cli_list, "FUNCTION,…", "opens these functions wherever the lesson calls them",
     CLI_IN(cli_telling, run.zooms), CLI_ALSO(cli_telling, run.zoom_count)},
    CLI_TELL_PRECISION,
    CLI_TELL_FORMAT,
    {"--pause", 0, &cli_flag, NULL, "waits for Enter after each step", CLI_IN(cli_telling, pause)},
    CLI_TELL_STEP,
    CLI_COLOR(cli_telling),
    CLI_TELL_OUTPUT,
    CLI_SAVE(cli_telling),
    CLI_THREADS,
    CLI_KERNELS,
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

static bool choose_output(const cli_arguments *arguments, cli_telling *r, attn_status *status)
{
    const attn_writer writer = {
        .is = attn_print(arguments->arena, "%s writes", arguments->command->name),
        .formats = formats,
        .usual = ATTN_FORMAT_TEXT,
        .mends = mends};
    if (r->output != NULL && strcmp(r->output, "-") == 0) r->output = NULL;
    return writer.is && attn_format_choose(&writer, r->output, &r->format, status);
}

static bool check_pause(const cli_telling *r, attn_status *status)
{
    if (!r->pause) return true;
    if (r->output != NULL || r->format != ATTN_FORMAT_TEXT) {
        return attn_fail(status, ATTN_USAGE, "--pause is for text at a terminal: leave out %s%s",
                         r->output ? "--output" : "--format ",
                         r->output ? "" : attn_format_name(r->format));
    }
    return cli_person_needed(status);
}

static bool check_step(const cli_telling *r, attn_status *status)
{
    const char *other = r->output                       ? "--output"
                        : r->format != ATTN_FORMAT_TEXT ? "--format"
                        : r->pause                      ? "--pause"
                        : r->saves.count > 0            ? "--save"
                        : r->picture                    ? "--picture"
                                                        : NULL;
    if (!r->step) return true;
    if (other == NULL) return step_screen_there(status);
    return attn_fail(status, ATTN_USAGE,
                     "--step shows one lesson on the whole screen: leave out %s", other);
}

/* What the options say together. */
static bool check_request(const cli_arguments *arguments, cli_telling *r, attn_status *status)
{
    r->run.names = &cli_option_names;
    r->changes.name = r->show.without = "--without";
    if (!choose_output(arguments, r, status) || !check_step(r, status) || !check_pause(r, status))
        return false;
    r->show.columns = r->output ? 80 : cli_columns();
    r->show.color = cli_colored(r->color, r->output != NULL);
    return !r->picture ||
           attn_format_choose(&attn_picture_writer, r->picture, &r->picture_format, status);
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

static bool tell_text(const cli_telling *r, const attn_run *run, attn_arena *arena, attn_text *text,
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
static bool tell_page(const cli_telling *r, const attn_run *run, attn_arena *arena, attn_text *text,
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

static bool tell_run(const cli_telling *r, const attn_run *run, attn_arena *arena, attn_text *text,
                     attn_status *status)
{
    if (r->format == ATTN_FORMAT_TEXT) return tell_text(r, run, arena, text, status);
    if (r->format == ATTN_FORMAT_JSON) return attn_show_json(run, &r->show, text, status);
    return tell_page(r, run, arena, text, status);
}

/* What is saved is written once the text is there. */
static bool tell_and_save(const cli_telling *r, const attn_run *run, attn_arena *arena,
                          attn_text *text, attn_status *status)
{
    if (!tell_run(r, run, arena, text, status)) return false;
    if (text->failed)
        return attn_fail(status, ATTN_MEMORY, "there is not enough memory for the text");
    return cli_saves_write(&r->saves, status);
}

/* The file is begun before anything is told: where it cannot be, no picture is drawn beside it. */
static bool tell_file(const cli_telling *r, const attn_run *run, attn_arena *arena, attn_text *text,
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

static bool spare_output(const cli_telling *r, attn_status *status)
{
    bool twice = r->output && r->picture && cli_one_output(r->output, r->picture);
    return !twice || cli_fail_twice(r->picture, status);
}

/* All that the lesson draws, on one sheet. */
static bool draw(const cli_telling *r, const attn_run *run, attn_arena *arena, attn_status *status)
{
    attn_map_list list;
    attn_sheet_options look;
    const cli_picture picture = {.format = r->picture_format, .path = r->picture};
    if (!r->picture) return true;
    if (!spare_output(r, status) || /* now that it is there */
        !attn_show_maps(run, NULL, 0, arena, &list) ||
        !attn_show_sheet(run, list.maps, list.count, NULL, arena, &look))
        return false;
    look.style.fonts = r->fonts;
    return cli_picture_draw(&look, &picture, arena, status);
}

static enum cli_exit tell(const cli_telling *r, const attn_run *run, attn_arena *arena,
                          attn_status *status)
{
    attn_text text = {0};
    bool told = r->output
                    ? tell_file(r, run, arena, &text, status)
                    : tell_and_save(r, run, arena, &text, status) && cli_write_text(&text, status);
    attn_text_free(&text);
    return told && draw(r, run, arena, status) ? cli_lesson_verdict(run) : CLI_FAILED;
}

static enum cli_exit explain(cli_telling *r, attn_lesson *lesson, attn_arena *arena,
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
static enum cli_exit explain_without(cli_telling *r, attn_lesson *lesson, attn_arena *arena,
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

static enum cli_exit step(cli_telling *r, attn_lesson *lesson, attn_status *status)
{
    enum cli_exit result = CLI_FAILED;
    bool exchanges = r->changes.switch_count > 0;
    attn_lesson *changed = exchanges ? attn_lesson_changed(lesson, &r->changes, status) : NULL;
    if (attn_ok(status)) result = cli_step(lesson, changed, &r->run, &r->show, status);
    attn_lesson_free(changed);
    return result;
}

/* What is written does not take the place of what is read. */
static bool spare_files(const cli_telling *r, const attn_lesson *lesson, attn_status *status)
{
    const char *const written[] = {r->output, r->picture};
    for (size_t i = 0; i < sizeof written / sizeof *written; i++)
        if (written[i] && (!cli_lesson_spared(lesson, written[i], status) ||
                           !cli_inputs_spared(&r->run, written[i], status)))
            return false;
    return spare_output(r, status);
}

static bool has_pictures(const cli_telling *r)
{
    bool page = r->format == ATTN_FORMAT_MARKDOWN || r->format == ATTN_FORMAT_LATEX;
    return r->picture || (page && r->output);
}

enum cli_exit cli_tell(const cli_arguments *arguments, cli_telling *r, cli_lesson_source *source,
                       attn_status *status)
{
    enum cli_exit result = CLI_FAILED;
    if (!check_request(arguments, r, status)) return CLI_USAGE;
    attn_lesson *lesson = source(arguments, r, status);
    bool spared = lesson && cli_saves_spared(&r->saves, lesson, &r->run, r->output, status) &&
                  spare_files(r, lesson, status) &&
                  cli_sheet_find(&r->sheet, lesson, &r->run, status);
    if (spared && has_pictures(r))
        r->fonts = attn_fonts_new(); /* looked for while it is computed */
    if (spared && r->step)
        result = step(r, lesson, status);
    else if (spared && r->changes.switch_count > 0)
        result = explain_without(r, lesson, arguments->arena, status);
    else if (spared)
        result = explain(r, lesson, arguments->arena, status);
    attn_fonts_free(r->fonts);
    attn_lesson_free(lesson);
    return result;
}

static attn_lesson *open_lesson(const cli_arguments *arguments, cli_telling *telling,
                                attn_status *status)
{
    const char *word = arguments->operand_count ? arguments->operands[0] : "le-chat-noir";
    telling->show.draw = "attnviz heatmap";
    return cli_lesson_open(word, arguments->arena, status);
}

static enum cli_exit run(const cli_arguments *arguments, void *asked, attn_status *status)
{
    return cli_tell(arguments, asked, open_lesson, status);
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
    CLI_TABLE(options, cli_telling),
    .examples = examples,
    .run = run,
};
