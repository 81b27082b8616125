/*
 * heatmap: pictures of sentences and of lessons, and the numbers out of a picture again.
 *
 * All pictures asked for are known, and their names checked, before the first one is drawn.
 */
#include <stdlib.h>
#include <string.h>

#include "computing.h"
#include "core/budget.h"
#include "document/document.h"
#include "files/bytes/input.h"
#include "heatmap.h"
#include "picture.h"
#include "picture/layout/scale_group.h"
#include "picture/paint/png_data.h"
#include "reading.h"
#include "terminal.h"

enum { MOST_PLACE = 1000000000 };

static const cli_kind scale;

static const cli_option options[] = {
    {"--lesson", 0, &cli_lesson, "LESSON", "reads the sentences by this lesson (default: reader)",
     CLI_IN(heatmap_request, lesson), .tags = HEATMAP_OF_LESSONS},
    CLI_INPUT_RUN(heatmap_request, HEATMAP_OF_LESSONS),
    {"--show", 0, &cli_list, "NAME,…",
     "draws these values instead of all that the lesson draws; the name of a family draws "
     "all of it, the name of a line its plot",
     CLI_IN(heatmap_request, run.shows), CLI_ALSO(heatmap_request, run.show_count),
     .tags = HEATMAP_OF_LESSONS},
    {"--at", 0, &cli_places, "INDEX=N", "draws only the maps at this value of an index, as j=2",
     CLI_IN(heatmap_request, maps.at), CLI_ALSO(heatmap_request, maps.at_count),
     .tags = HEATMAP_OF_LESSONS},
    {"--without", 0, &cli_texts, "NAME",
     "leaves something out that the lesson can do without: each map that changes is "
     "drawn with it, without it, and as the difference",
     CLI_IN(heatmap_request, changes.switches), CLI_ALSO(heatmap_request, changes.switch_count),
     .tags = HEATMAP_OF_LESSONS},
    {"--tokens", 0, &cli_file, "FILE",
     "the words beside a map of your own: a JSON list, {\"source\": […], "
     "\"target\": […]}, or a text with one to a line",
     CLI_IN(heatmap_request, tokens), .tags = HEATMAP_OF_ARRAYS},
    {"--pieces", 0, &cli_choice, "auto|none|bytes|sentencepiece|wordpiece|joined|ended|spaced",
     "how the tokens mark pieces of words (auto, the default: as they look)",
     CLI_IN(heatmap_request, marks), .tags = HEATMAP_OF_ARRAYS},
    {"--words", 0, &cli_flag, NULL,
     "makes whole words of the pieces: their columns are summed, their rows averaged",
     CLI_IN(heatmap_request, words), .tags = HEATMAP_OF_ARRAYS},
    {"--hide-special", 0, &cli_choice, "nothing|keep|renormalise",
     "leaves out [CLS], </s>, <|endoftext|> and their like; the weights that stay "
     "keep their values, or sum to 1 again in each row",
     CLI_IN(heatmap_request, hiding), .tags = HEATMAP_OF_ARRAYS},
    {"--array", 0, &cli_text, "NAME", "which array of a file that holds several",
     CLI_IN(heatmap_request, axes.array), .tags = HEATMAP_OF_ARRAYS | HEATMAP_OF_AXES},
    {"--axes", 0, &cli_text, "NAME,…",
     "what the axes of the array are, of layer, example, head, query and key",
     CLI_IN(heatmap_request, axes.axes), .tags = HEATMAP_OF_ARRAYS | HEATMAP_OF_AXES},
    {"--layer", 0, &cli_number, "N", "this layer alone, counted from 1",
     CLI_IN(heatmap_request, axes.layer), .least = 1, .most = MOST_PLACE,
     .tags = HEATMAP_OF_ARRAYS | HEATMAP_OF_AXES},
    {"--head", 0, &cli_number, "N", "this head alone, counted from 1",
     CLI_IN(heatmap_request, axes.head), .least = 1, .most = MOST_PLACE,
     .tags = HEATMAP_OF_ARRAYS | HEATMAP_OF_AXES},
    {"--example", 0, &cli_number, "N",
     "this example of a batch, or this sentence of a file of alignments, counted from 1",
     CLI_IN(heatmap_request, axes.example), .least = 1, .most = MOST_PLACE,
     .tags = HEATMAP_OF_ARRAYS},
    {"--heads", 0, &cli_choice, "each|mean|max",
     "each head (default), or all heads in one map: their mean, or the largest",
     CLI_IN(heatmap_request, combine), .tags = HEATMAP_OF_ARRAYS | HEATMAP_OF_AXES},
    {"--transpose", 0, &cli_flag, NULL, "rows become columns: for arrays whose columns sum to 1",
     CLI_IN(heatmap_request, transpose), .tags = HEATMAP_OF_ARRAYS},
    {"--diff", 0, &cli_file, "FILE",
     "draws the difference of two files of one shape: this one − the other",
     CLI_IN(heatmap_request, diff), .tags = HEATMAP_OF_ARRAYS},
    {"--align", 0, &cli_file, "FILE",
     "frames the links of an alignment (0-0 1-2 2?1) on the map, and says how "
     "often the largest weight is one",
     CLI_IN(heatmap_request, align), .tags = HEATMAP_OF_ARRAYS},
    {"--format", 0, &cli_format, "png|svg|pdf",
     "what is drawn, whatever the name's ending (default: as that says, else png)",
     CLI_IN(heatmap_request, format)},
    {"--theme", 0, &cli_choice, "light|dark", "the ground (default: light)",
     CLI_IN(heatmap_request, style.dark)},
    {"--colors", 0, &cli_choice, "indigo|moss|ember|sand|grey",
     "the colours of weights (default: indigo)", CLI_IN(heatmap_request, style.colors)},
    {"--cell", 0, &cli_number, "N", "the side of a cell in pixels, from 1 to 256",
     CLI_IN(heatmap_request, style.cell), .least = 1, .most = ATTN_MOST_CELL},
    {"--numbers", 0, &cli_choice, "auto|always|never",
     "numbers inside the cells (auto, the default: in small maps)",
     CLI_IN(heatmap_request, style.numbers)},
    {"--scale", 0, &scale, "FACTOR",
     "makes all of the picture larger or smaller, from 0.5 to 8 (default: 1)",
     CLI_IN(heatmap_request, style.zoom)},
    {"--read", 0, &cli_file, "PICTURE.png",
     "prints the numbers that a picture carries as JSON; '-' is standard input",
     CLI_IN(heatmap_request, read)},
    {"--output", 'o', &cli_file, "OUT.png",
     "the picture's name, where there is only one picture; its ending, .png, .svg or .pdf, "
     "chooses the format",
     CLI_IN(heatmap_request, output)},
    CLI_THREADS,
    CLI_KERNELS,
};

typedef struct picture {
    const char *lesson;
    attn_lesson *opened;  /* the lesson, read; pictures of one name share it */
    attn_lesson *changed; /* the same with other formulas; NULL: none are exchanged */
    attn_common *common;  /* the scales of colours of that name's pictures; NULL: there is one */
    const char *sentence; /* NULL: the lesson with its own words */
    const char *input;    /* the file it comes from; "-": standard input; NULL: none */
    size_t line;          /* of the sentence in the input */
    const char *path;     /* to be drawn */
    attn_format format;
} picture;

typedef struct gallery {
    const cli_arguments *arguments;
    attn_status *status;
    const heatmap_request *asked;
    attn_fonts *fonts;
    picture *pictures;
    size_t count, capacity;
    attn_lesson **lessons; /* all that are open */
    size_t lesson_count;
    attn_lesson **changed; /* and what was made from them */
    size_t changed_count;
} gallery;

/* ---- which pictures ---- */

static bool add_picture(gallery *g, picture p)
{
    if (g->count == g->capacity) {
        size_t capacity = g->capacity ? 2 * g->capacity : 16;
        picture *pictures = attn_alloc(g->arguments->arena, capacity, sizeof *pictures);
        if (pictures == NULL) return false;
        if (g->count > 0) memcpy(pictures, g->pictures, g->count * sizeof *pictures);
        g->pictures = pictures;
        g->capacity = capacity;
    }
    g->pictures[g->count++] = p;
    return p.path != NULL;
}

static const char *default_path(const gallery *g, const char *input, size_t number)
{
    return cli_picture_name(input, number, g->asked->format, g->arguments->arena);
}

static bool add_text(gallery *g, const char *input)
{
    const char *lesson = g->asked->lesson;
    const char *output = g->asked->output;
    cli_sentence *sentences;
    size_t count;
    if (strcmp(input, "-") == 0 && output == NULL) {
        return attn_fail(g->status, ATTN_USAGE,
                         "a picture of standard input needs a name: -o OUT.png");
    }
    if (!cli_sentences_read(input, g->arguments->arena, &sentences, &count, g->status))
        return false;
    for (size_t i = 0; i < count; i++) {
        picture p = {.lesson = lesson ? lesson : "reader", .input = input};
        p.sentence = sentences[i].text;
        p.line = sentences[i].line;
        p.path = output ? output : default_path(g, input, count > 1 ? i + 1 : 0);
        if (!add_picture(g, p)) return false;
    }
    return true;
}

static bool add_lesson(gallery *g, const char *word)
{
    const char *output = g->asked->output;
    picture p = {.lesson = word, .input = cli_is_file(word) ? word : NULL};
    if (g->asked->lesson) {
        return attn_fail(g->status, ATTN_USAGE,
                         "--lesson says what reads a text: name a text file, or - for standard "
                         "input, in the place of the lesson %s",
                         word);
    }
    p.path = output ? output : default_path(g, word, 0);
    return add_picture(g, p);
}

static bool add_operand(gallery *g, const char *word)
{
    bool is_text =
        strcmp(word, "-") == 0 || (cli_is_file(word) && attn_format_of(word) != ATTN_FORMAT_JSON);
    if (!cli_refuse_picture(word, g->status)) return false;
    return is_text ? add_text(g, word) : add_lesson(g, word);
}

static bool choose_format(const gallery *g, picture *p)
{
    p->format = g->asked->format;
    return attn_format_choose(&attn_picture_writer, p->path, &p->format, g->status);
}

/* False if a file of this name is one that a picture is made from. */
static bool spare_inputs(const gallery *g, const char *path)
{
    for (size_t k = 0; k < g->count; k++) {
        const char *input = g->pictures[k].input;
        if (input == NULL || strcmp(input, "-") == 0 || !cli_overwrites(path, input)) continue;
        return attn_fail(g->status, ATTN_USAGE,
                         "the picture %s would overwrite the input: choose another name with -o",
                         path);
    }
    for (size_t k = 0; k < g->lesson_count; k++) {
        if (!cli_lesson_spared(g->lessons[k], path, g->status)) return false;
    }
    return cli_inputs_spared(&g->asked->run, path, g->status);
}

static bool check_path(const gallery *g, size_t i)
{
    const char *path = g->pictures[i].path;
    for (size_t k = 0; k < i; k++) {
        if (strcmp(path, g->pictures[k].path) != 0) continue;
        return attn_fail(g->status, ATTN_USAGE,
                         "two pictures would both be named %s: draw them one by one, with -o",
                         path);
    }
    return spare_inputs(g, path) && choose_format(g, &g->pictures[i]);
}

/* Opens the lesson of a picture, unless it is open for one before. */
static bool open_lesson(gallery *g, size_t i)
{
    picture *p = &g->pictures[i];
    for (size_t k = i; k > 0 && p->opened == NULL; k--) {
        if (strcmp(g->pictures[k - 1].lesson, p->lesson) != 0) continue;
        p->opened = g->pictures[k - 1].opened;
        p->changed = g->pictures[k - 1].changed;
    }
    if (p->opened != NULL) return true;
    p->opened = cli_lesson_open(p->lesson, g->arguments->arena, g->status);
    if (p->opened == NULL) return false;
    g->lessons[g->lesson_count++] = p->opened;
    for (size_t k = 0; k < g->count; k++) {
        if (!cli_lesson_spared(p->opened, g->pictures[k].path, g->status)) return false;
    }
    if (g->asked->changes.switch_count == 0) return true;
    p->changed = attn_lesson_changed(p->opened, &g->asked->changes, g->status);
    if (p->changed != NULL) g->changed[g->changed_count++] = p->changed;
    return p->changed != NULL;
}

static bool open_lessons(gallery *g)
{
    g->lessons = attn_alloc(g->arguments->arena, g->count + 1, sizeof(attn_lesson *));
    g->changed = attn_alloc(g->arguments->arena, g->count + 1, sizeof(attn_lesson *));
    for (size_t i = 0; attn_ok(g->status) && i < g->count; i++) open_lesson(g, i);
    return attn_ok(g->status);
}

static void close_lessons(gallery *g)
{
    for (size_t i = 0; i < g->changed_count; i++) attn_lesson_free(g->changed[i]);
    for (size_t i = 0; i < g->lesson_count; i++) attn_lesson_free(g->lessons[i]);
}

static bool collect(gallery *g)
{
    for (size_t i = 0; i < g->arguments->operand_count; i++) {
        if (!add_operand(g, g->arguments->operands[i])) return false;
    }
    if (g->arguments->operand_count == 0 && !add_lesson(g, "le-chat-noir")) return false;
    if (g->asked->output && g->count > 1) {
        return attn_fail(g->status, ATTN_USAGE,
                         "-o names one picture, but %zu would be drawn: leave it out", g->count);
    }
    for (size_t i = 0; i < g->count; i++) {
        if (!check_path(g, i)) return false;
    }
    return true;
}

/* ---- drawing ---- */

/* False if a picture of this name, one of several for maps that do not fit on one, would take the
 * place of an input or of another picture. */
static bool spare_part(const void *user, const char *path)
{
    const gallery *g = user;
    for (size_t k = 0; k < g->count; k++)
        if (strcmp(path, g->pictures[k].path) == 0)
            return attn_fail(g->status, ATTN_USAGE,
                             "two pictures would both be named %s: draw them one by one", path);
    return spare_inputs(g, path);
}

/* with: the lesson as it is, where `run` is of one with other formulas; else NULL. */
static bool plan_sheet(const gallery *g, const picture *p, const attn_run *run,
                       const attn_run *with, attn_arena *arena, attn_sheet_options *look)
{
    attn_map_list list;
    if (!attn_choose_maps(run, &g->asked->maps, arena, &list)) return false;
    const char *title = p->sentence ? cli_picture_title(p->sentence, arena) : NULL;
    if (with == NULL) return attn_show_sheet(run, list.maps, list.count, title, arena, look);
    if (!attn_show_contrasts(run, with, list.maps, list.count, title, arena, look)) return false;
    if (look->panel_count > 0) return true;
    return attn_fail(g->status, ATTN_USAGE,
                     "without %s none of these maps changes: choose with --show a value that does "
                     "(attnviz explain --without tells which)",
                     attn_lesson_without(attn_run_lesson(run)));
}

static bool draw_planned(const gallery *g, const picture *p, const attn_sheet_options *look,
                         attn_arena *arena)
{
    const cli_picture target = {.format = p->format,
                                .path = p->path,
                                .choose_by = g->asked->output ? "--show or --at" : NULL,
                                .spare = spare_part,
                                .user = g};
    return cli_picture_draw(look, &target, arena, g->status);
}

/* A fault in a run of a sentence says which sentence it was. */
static void name_sentence(const picture *p, attn_arena *arena, attn_status *status)
{
    bool of_sentence = p->sentence != NULL && status->code != ATTN_FILE;
    if (attn_ok(status) || !of_sentence) return;
    const char *input = strcmp(p->input, "-") == 0 ? "standard input" : p->input;
    const char *prefix = attn_print(arena, "%s, line %zu: ", input, p->line);
    if (prefix != NULL) attn_status_prefix(status, prefix);
}

/* What one picture shows, computed. */
typedef struct computed {
    attn_arena *arena;
    attn_run *run, *changed; /* changed: of the lesson with other formulas; or NULL */
    attn_sheet_options look;
} computed;

static bool compute(const gallery *g, const picture *p, computed *c)
{
    attn_options asked = g->asked->run;
    asked.sentence = p->sentence;
    attn_renew(g->status); /* each picture has the whole budget */
    *c = (computed){.arena = attn_arena_new(g->status)};
    c->run = c->arena ? attn_lesson_run(p->opened, &asked, g->status) : NULL;
    c->changed = c->run && p->changed ? attn_lesson_run(p->changed, &asked, g->status) : NULL;
    if (!attn_ok(g->status)) return false;
    cli_warn_of_weights(c->run);
    bool planned = c->changed ? plan_sheet(g, p, c->changed, c->run, c->arena, &c->look)
                              : plan_sheet(g, p, c->run, NULL, c->arena, &c->look);
    c->look.style = g->asked->style;
    c->look.style.fonts = g->fonts;
    return planned;
}

static void forget(const gallery *g, const picture *p, computed *c)
{
    name_sentence(p, g->arguments->arena, g->status);
    attn_run_free(c->changed);
    attn_run_free(c->run);
    attn_arena_free(c->arena);
}

static enum cli_exit draw(const gallery *g, const picture *p)
{
    computed c;
    enum cli_exit result = CLI_FAILED;
    bool drawn = compute(g, p, &c) &&
                 (p->common == NULL || attn_common_apply(p->common, c.arena, &c.look)) &&
                 draw_planned(g, p, &c.look, c.arena);
    if (drawn) result = c.changed ? CLI_DONE : cli_lesson_verdict(c.run);
    forget(g, p, &c);
    return result;
}

/* Pictures of one lesson are compared: all are computed once before the first is drawn, to know
 * how far their numbers go. (They are not kept till then: there may be a thousand.) */
static bool measure(const gallery *g, picture *p)
{
    for (size_t k = 0; p->common == NULL && k < g->count; k++) {
        const picture *other = &g->pictures[k];
        if (other == p || other->opened != p->opened) continue;
        p->common = other->common ? other->common : attn_common_new(g->arguments->arena);
    }
    if (p->common == NULL) return attn_ok(g->status);
    computed c;
    bool known =
        compute(g, p, &c) && attn_common_note(p->common, c.look.panels, c.look.panel_count);
    forget(g, p, &c);
    return known;
}

static enum cli_exit draw_all(const gallery *g)
{
    enum cli_exit result = CLI_DONE;
    for (size_t i = 0; i < g->count; i++)
        if (!measure(g, &g->pictures[i])) return CLI_FAILED;
    for (size_t i = 0; attn_ok(g->status) && i < g->count; i++) {
        enum cli_exit one = draw(g, &g->pictures[i]);
        if (one != CLI_DONE) result = one;
    }
    return result;
}

/* ---- looks ---- */

/* Digits with at most one point among them. */
static bool read_scale(cli_value *value)
{
    const char *text = value->texts[0];
    double *zoom = value->place;
    size_t whole = strspn(text, "0123456789"), point = text[whole] == '.';
    size_t part = strspn(text + whole + point, "0123456789");
    bool number = whole > 0 && (part > 0 || !point) && text[whole + point + part] == '\0';
    *zoom = number ? strtod(text, NULL) : 0.0;
    if (*zoom >= ATTN_LEAST_ZOOM && *zoom <= ATTN_MOST_ZOOM) return true;
    return attn_fail(attn_arena_status(value->arena), ATTN_USAGE,
                     "--scale takes a number from %g to %g, not '%s'", ATTN_LEAST_ZOOM,
                     ATTN_MOST_ZOOM, text);
}

static const cli_kind scale = {.read = read_scale};

/* ---- reading a picture ---- */

static enum cli_exit read_picture(const cli_arguments *arguments, const char *path,
                                  attn_status *status)
{
    const size_t most = (size_t)256 << 20;
    const char *name = strcmp(path, "-") == 0 ? "standard input" : path;
    attn_input input = {0};
    attn_sheet_options sheet;
    attn_text text = {0};
    if (arguments->operand_count > 0 || cli_other_than(arguments, "--read")) {
        attn_fail(status, ATTN_USAGE,
                  "--read prints the numbers of one picture: no other word goes with it");
        return CLI_USAGE;
    }
    if (attn_input_read(&input, path, most, status) &&
        attn_numbers_read(input.bytes, input.length, name, arguments->arena, &sheet, status)) {
        attn_numbers_json(&sheet, &text);
        cli_write_text(&text, status);
    }
    attn_text_free(&text);
    attn_input_close(&input);
    return attn_ok(status) ? CLI_DONE : CLI_FAILED;
}

static enum cli_exit draw_arrays(const cli_arguments *arguments, heatmap_request *asked,
                                 attn_status *status)
{
    asked->style.fonts = attn_fonts_new(); /* looked for while files are read */
    bool drawn = cli_heatmap_arrays(arguments, asked, status);
    attn_fonts_free(asked->style.fonts);
    return drawn ? CLI_DONE : CLI_FAILED;
}

static enum cli_exit draw_lessons(gallery *g)
{
    bool known = collect(g) && open_lessons(g);
    if (known) g->fonts = attn_fonts_new(); /* looked for while maps are computed */
    enum cli_exit result = known ? draw_all(g) : CLI_USAGE;
    attn_fonts_free(g->fonts);
    close_lessons(g);
    return result;
}

static enum cli_exit run(const cli_arguments *arguments, void *request, attn_status *status)
{
    heatmap_request *asked = request;
    gallery g = {.arguments = arguments, .asked = asked, .status = status};
    asked->run.names = &cli_option_names;
    asked->changes.name = "--without";
    asked->maps.at_option = "--at";
    asked->maps.show_option = "--show";
    if (asked->read) return read_picture(arguments, asked->read, status);
    return cli_heatmap_is_arrays(arguments) ? draw_arrays(arguments, asked, status)
                                            : draw_lessons(&g);
}

static const cli_example examples[] = {
    {"attnviz heatmap sentence.txt", "each line of sentence.txt as a picture: sentence.png"},
    {"echo 'The cat sat.' | attnviz heatmap - -o cat.png", "a sentence from another program"},
    {"attnviz heatmap multi-head --at j=2", "what the second head of a lesson looks at"},
    {"attnviz heatmap masked --without mask",
     "a map with its mask, without it, and the difference"},
    {"attnviz heatmap --theme dark -o chat.svg", "a lesson on a dark ground, as SVG"},
    {"attnviz heatmap attn.npy --tokens tokens.json --layer 3 --head 5",
     "one head of your own model: attn.png"},
    {"attnviz heatmap attn.npy --tokens tokens.json --layer 3 --words",
     "all heads of a layer, by whole words"},
    {"attnviz heatmap --read sentence.png", "the numbers of that picture, as JSON"},
    {NULL, NULL},
};

const cli_command cli_heatmap = {
    .name = "heatmap",
    .summary = "draws who looks at whom, in a sentence or in a lesson",
    .operands = "[SENTENCE.txt … | - | LESSON | FILE]",
    .most_operands = SIZE_MAX,
    .about = "A text file holds sentences, one to a line; each becomes a picture in the current "
             "folder, named after the file (several: NAME-1.png, NAME-2.png …), and its name is "
             "printed. "
             "'-' is standard input.\n"
             "A lesson's name, or a .json file, draws what that lesson draws. Without one: "
             "le-chat-noir. Maps that are too large for one picture get a file each.\n"
             "Numbers of your own, of any model or program, are drawn from .npy, .npz, "
             ".safetensors, .csv, .tsv or .json, and from the alignments that Nematus writes: two "
             "to five axes, of which the last are queries and keys.",
    CLI_TABLE(options, heatmap_request),
    .examples = examples,
    .run = run,
};
