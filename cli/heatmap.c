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
#include "options.h"
#include "picture.h"
#include "picture/layout/scale_group.h"
#include "picture/paint/png_data.h"
#include "reading.h"
#include "terminal.h"

static const cli_option options[HEATMAP_OPTION_COUNT] = {
    [HEATMAP_LESSON] = {"--lesson", 0, "LESSON",
                        "reads the sentences by this lesson (default: reader)", false, true},
    [HEATMAP_INPUT] = CLI_INPUT,
    [HEATMAP_SHOW] =
        {"--show", 0, "NAME,…",
         "draws these values instead of all that the lesson draws; the name of a family draws "
         "all of it, the name of a line its plot",
         true, false},
    [HEATMAP_AT] = {"--at", 0, "INDEX=N", "draws only the maps at this value of an index, as j=2",
                    true, false},
    [HEATMAP_WITHOUT] =
        {"--without", 0, "NAME",
         "leaves something out that the lesson can do without: each map that changes is "
         "drawn with it, without it, and as the difference",
         true, false},
    [HEATMAP_TOKENS] = {"--tokens", 0, "FILE",
                        "the words beside a map of your own: a JSON list, {\"source\": […], "
                        "\"target\": […]}, or a text with one to a line",
                        false, true},
    [HEATMAP_PIECES] = {"--pieces", 0,
                        "auto|none|bytes|sentencepiece|wordpiece|joined|ended|spaced",
                        "how the tokens mark pieces of words (auto, the default: as they look)",
                        false, false},
    [HEATMAP_WORDS] = {"--words", 0, NULL,
                       "makes whole words of the pieces: their columns are summed, their rows "
                       "averaged",
                       false, false},
    [HEATMAP_HIDE] = {"--hide-special", 0, "nothing|keep|renormalise",
                      "leaves out [CLS], </s>, <|endoftext|> and their like; the weights that stay "
                      "keep their values, or sum to 1 again in each row",
                      false, false},
    [HEATMAP_ARRAY] = {"--array", 0, "NAME", "which array of a file that holds several", false,
                       false},
    [HEATMAP_AXES] = {"--axes", 0, "NAME,…",
                      "what the axes of the array are, of layer, example, head, query and key",
                      false, false},
    [HEATMAP_LAYER] = {"--layer", 0, "N", "this layer alone, counted from 1", false, false},
    [HEATMAP_HEAD] = {"--head", 0, "N", "this head alone, counted from 1", false, false},
    [HEATMAP_EXAMPLE] = {"--example", 0, "N",
                         "this example of a batch, or this sentence of a file of alignments, "
                         "counted from 1",
                         false, false},
    [HEATMAP_HEADS] = {"--heads", 0, "each|mean|max",
                       "each head (default), or all heads in one map: their mean, or the largest",
                       false, false},
    [HEATMAP_TRANSPOSE] = {"--transpose", 0, NULL,
                           "rows become columns: for arrays whose columns sum to 1", false, false},
    [HEATMAP_DIFF] = {"--diff", 0, "FILE",
                      "draws the difference of two files of one shape: this one − the other", false,
                      true},
    [HEATMAP_ALIGN] = {"--align", 0, "FILE",
                       "frames the links of an alignment (0-0 1-2 2?1) on the map, and says how "
                       "often the largest weight is one",
                       false, true},
    [HEATMAP_FORMAT] =
        {"--format", 0, "png|svg|pdf",
         "what is drawn, whatever the name's ending (default: as that says, else png)", false,
         false},
    [HEATMAP_THEME] = {"--theme", 0, "light|dark", "the ground (default: light)", false, false},
    [HEATMAP_COLORS] = {"--colors", 0, "indigo|moss|ember|sand|grey",
                        "the colours of weights (default: indigo)", false, false},
    [HEATMAP_CELL] = {"--cell", 0, "N", "the side of a cell in pixels, from 1 to 256", false,
                      false},
    [HEATMAP_NUMBERS] = {"--numbers", 0, "auto|always|never",
                         "numbers inside the cells (auto, the default: in small maps)", false,
                         false},
    [HEATMAP_SCALE] = {"--scale", 0, "FACTOR",
                       "makes all of the picture larger or smaller, from 0.5 to 8 (default: 1)",
                       false, false},
    [HEATMAP_READ] = {"--read", 0, "PICTURE.png",
                      "prints the numbers that a picture carries as JSON; '-' is standard input",
                      false, true},
    [HEATMAP_OUTPUT] =
        {"--output", 'o', "OUT.png",
         "the picture's name, where there is only one picture; its ending, .png, .svg or .pdf, "
         "chooses the format",
         false, true},
    [HEATMAP_THREADS] = CLI_THREADS,
    [HEATMAP_KERNELS] = CLI_KERNELS,
};

/* In the order of attn_cell_numbers. */
static const char *const number_choices[] = {"auto", "always", "never", NULL};
static const char *const themes[] = {"light", "dark", NULL};

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
    attn_options wishes; /* of every run: its inputs, what is to be shown */
    cli_place *places;
    size_t place_count;
    attn_changes changes;
    attn_format format; /* of all; ATTN_FORMAT_NONE: as their names say */
    attn_sheet_style style;
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

/* "talks/sentence.txt" to "sentence.png"; number, from 1: "sentence-2.png"; 0: none. */
static const char *default_path(const gallery *g, const char *input, size_t number)
{
    const char *slash = strrchr(input, '/');
    const char *base = slash ? slash + 1 : input;
    const char *dot = strrchr(base, '.');
    const char *stem = attn_copy_text(g->arguments->arena, base,
                                      dot && dot != base ? (size_t)(dot - base) : strlen(base));
    if (stem == NULL) return NULL;
    const char *dot_of = attn_format_dot(g->format ? g->format : attn_picture_writer.usual);
    return number ? attn_print(g->arguments->arena, "%s-%zu%s", stem, number, dot_of)
                  : attn_print(g->arguments->arena, "%s%s", stem, dot_of);
}

static bool add_text(gallery *g, const char *input)
{
    const char *lesson = cli_value(g->arguments, HEATMAP_LESSON);
    const char *output = cli_value(g->arguments, HEATMAP_OUTPUT);
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
    const char *output = cli_value(g->arguments, HEATMAP_OUTPUT);
    picture p = {.lesson = word, .input = cli_is_file(word) ? word : NULL};
    if (cli_asked(g->arguments, HEATMAP_LESSON)) {
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
    p->format = g->format;
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
    return cli_inputs_spared(&g->wishes, path, g->status);
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
    if (g->changes.switch_count == 0) return true;
    p->changed = attn_lesson_changed(p->opened, &g->changes, g->status);
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
    if (cli_asked(g->arguments, HEATMAP_OUTPUT) && g->count > 1) {
        return attn_fail(g->status, ATTN_USAGE,
                         "-o names one picture, but %zu would be drawn: leave it out", g->count);
    }
    for (size_t i = 0; i < g->count; i++) {
        if (!check_path(g, i)) return false;
    }
    return true;
}

/* ---- which maps ---- */

static bool number_in_loops(const attn_moment *moment, const char *letter, long *number)
{
    for (size_t i = 0; moment != NULL && i < moment->loop_count; i++) {
        if (strcmp(moment->loops[i].letter, letter) != 0) continue;
        *number = moment->loops[i].number;
        return true;
    }
    return false;
}

/* "A_{1,2}" of a family A_{l,j}: l is 1 and j is 2. */
static bool number_in_label(const attn_run *run, const char *label, const char *letter,
                            attn_arena *arena, long *number)
{
    const attn_expr *expr = attn_parse_label(arena, label);
    const attn_name *name = expr != NULL && expr->kind == ATTN_EXPR_NAME ? expr->name : NULL;
    const attn_family *family = name ? attn_scope_find(attn_run_scope(run), name->word) : NULL;
    for (size_t i = 0; family != NULL && i < family->axis_count && i < name->sub_count; i++) {
        if (family->letters[i] == NULL || strcmp(family->letters[i], letter) != 0) continue;
        *number = name->subs[i].offset;
        return name->subs[i].kind == ATTN_SUB_NUMBER;
    }
    return false;
}

/* Which number an index has in map i, if this belongs to one number of it at all. */
static bool number_of(const attn_run *run, const attn_map_list *list, size_t i, const char *letter,
                      long *number, attn_status *status)
{
    if (number_in_loops(list->moments[i], letter, number)) return true;
    attn_status no_name = {0}; /* a label that is no name is no fault: it has no index */
    attn_arena *arena = attn_arena_new(&no_name);
    bool found = arena != NULL && number_in_label(run, list->maps[i].label, letter, arena, number);
    attn_arena_free(arena);
    if (no_name.code == ATTN_MEMORY) attn_fail(status, no_name.code, "%s", no_name.message);
    return found;
}

/* One of these maps belongs to one number of this index. */
static bool has_letter(const attn_run *run, const attn_map_list *list, const char *letter,
                       attn_status *status)
{
    long number;
    for (size_t i = 0; i < list->count; i++)
        if (number_of(run, list, i, letter, &number, status)) return true;
    return false;
}

/* "l, j": the letters that --at may choose by. */
static void list_letters(const attn_run *run, const attn_map_list *list, attn_text *out,
                         attn_status *status)
{
    enum { MOST_LETTERS = 16 };
    const char *told[MOST_LETTERS];
    size_t told_count = 0;
    const attn_family *family;
    for (size_t i = 0; (family = attn_scope_family(attn_run_scope(run), i)) != NULL; i++) {
        for (size_t k = 0; k < family->axis_count && told_count < MOST_LETTERS; k++) {
            const char *letter = family->letters[k];
            size_t before = 0;
            while (letter && before < told_count && strcmp(told[before], letter) != 0) before++;
            if (!letter || before < told_count || !has_letter(run, list, letter, status)) continue;
            attn_text_print(out, "%s%s", told_count ? ", " : "", letter);
            told[told_count++] = letter;
        }
    }
}

static bool fail_letter(const attn_run *run, const cli_place *place, const attn_map_list *list,
                        attn_status *status)
{
    attn_text letters = {0};
    list_letters(run, list, &letters, status);
    if (letters.length)
        attn_fail(status, ATTN_USAGE,
                  "--at %s=%ld: none of the maps belongs to one %s: choose by %s", place->letter,
                  place->number, place->letter, attn_text_string(&letters));
    else
        attn_fail(status, ATTN_USAGE,
                  "--at %s=%ld: the maps here belong to no index: leave out --at", place->letter,
                  place->number);
    attn_text_free(&letters);
    return false;
}

/* A letter that no map has, or no such number, is a fault. */
static bool check_place(const attn_run *run, const cli_place *place, const attn_map_list *list,
                        attn_status *status)
{
    long number, largest = 0;
    for (size_t i = 0; i < list->count; i++) {
        if (!number_of(run, list, i, place->letter, &number, status)) continue;
        if (number == place->number) return true;
        if (number > largest) largest = number;
    }
    if (!attn_ok(status)) return false;
    if (largest == 0) return fail_letter(run, place, list, status);
    return attn_fail(status, ATTN_USAGE, "--at %s=%ld: %s goes up to %ld in the maps here",
                     place->letter, place->number, place->letter, largest);
}

static bool is_place(const gallery *g, const char *letter, long number)
{
    for (size_t i = 0; i < g->place_count; i++)
        if (g->places[i].number == number && strcmp(g->places[i].letter, letter) == 0) return true;
    return false;
}

/* Keeps what stands at one of the numbers that are asked for of this letter. */
static bool keep_places(const gallery *g, const attn_run *run, const char *letter,
                        attn_map_list *list)
{
    size_t kept = 0;
    long number;
    for (size_t i = 0; i < g->place_count; i++)
        if (strcmp(g->places[i].letter, letter) == 0 &&
            !check_place(run, &g->places[i], list, g->status))
            return false;
    for (size_t i = 0; i < list->count; i++) {
        if (!number_of(run, list, i, letter, &number, g->status) || !is_place(g, letter, number))
            continue;
        list->maps[kept] = list->maps[i];
        list->moments[kept++] = list->moments[i];
    }
    list->count = kept;
    return attn_ok(g->status);
}

static bool stands_before(const gallery *g, size_t i)
{
    for (size_t k = 0; k < i; k++)
        if (strcmp(g->places[k].letter, g->places[i].letter) == 0) return true;
    return false;
}

static bool is_drawable(const attn_run *run, const attn_family *family)
{
    const attn_tensor *value = attn_value(attn_run_record(run), family->elements[0].node);
    return value->words == NULL && (value->rank != ATTN_NUMBER || family->axis_count);
}

/* The lesson draws nothing of itself: names a value that could be drawn, a computed one if any. */
static bool suggest_value(const attn_run *run, attn_status *status)
{
    const attn_family *family, *best = NULL;
    for (size_t i = 0; (family = attn_scope_family(attn_run_scope(run), i)) != NULL; i++) {
        if (family->element_count == 0 || !is_drawable(run, family)) continue;
        if (best == NULL || (best->statement == NULL && family->statement != NULL)) best = family;
    }
    return attn_fail(status, ATTN_USAGE, "the lesson %s draws no map%s%s",
                     attn_lesson_name(attn_run_lesson(run)),
                     best ? ": choose a value of it with --show, as --show " : "",
                     best ? best->name : "");
}

/* What --show asks for, or else all that the lesson draws; of these, what stands at --at. */
static bool choose_maps(const gallery *g, const attn_run *run, attn_arena *arena,
                        attn_map_list *list)
{
    size_t asked = attn_run_shown(run);
    if (!attn_show_maps(run, asked > 0 ? attn_run_shown_at(run, 0) : NULL, asked, arena, list))
        return false;
    if (list->count == 0) return suggest_value(run, g->status);
    for (size_t i = 0; i < g->place_count; i++) {
        if (!stands_before(g, i) && !keep_places(g, run, g->places[i].letter, list)) return false;
    }
    return attn_show_has_cells(run, list, g->status);
}

/* ---- drawing ---- */

/* "sentence.png" to "sentence-3.png", for the map `number` of those that each have a file. */
static const char *path_apart(const gallery *g, const picture *p, size_t number)
{
    attn_arena *arena = g->arguments->arena;
    const char *dot = attn_format_ending(p->path);
    const char *stem = dot ? attn_copy_text(arena, p->path, (size_t)(dot - p->path)) : NULL;
    const char *path = stem ? attn_print(arena, "%s-%zu%s", stem, number, dot) : NULL;
    if (path == NULL || !spare_inputs(g, path)) return NULL;
    for (size_t k = 0; k < g->count; k++) {
        if (strcmp(path, g->pictures[k].path) != 0) continue;
        attn_fail(g->status, ATTN_USAGE,
                  "two pictures would both be named %s: draw them one by one", path);
        return NULL;
    }
    return path;
}

static bool draw_sheet(const gallery *g, const attn_sheet_options *look, attn_format format,
                       const char *path)
{
    attn_sheet *sheet = attn_sheet_new(look, g->status);
    bool drawn = sheet != NULL && cli_picture_write(sheet, format, path, g->status);
    attn_sheet_free(sheet);
    return drawn;
}

/* Maps that are too large for one picture: a file for each, once all names are known to be free. */
static bool draw_apart(const gallery *g, const picture *p, const attn_sheet *sheet, size_t count,
                       attn_arena *arena)
{
    if (cli_asked(g->arguments, HEATMAP_OUTPUT)) {
        return attn_fail(g->status, ATTN_USAGE,
                         "the %zu maps do not fit on one picture of %u pixels a side: leave out -o "
                         "and each gets a file of its own, or choose one with --show or --at",
                         count, ATTN_MOST_PIXELS);
    }
    const char **paths = attn_alloc(arena, count, sizeof *paths);
    for (size_t i = 0; attn_ok(g->status) && i < count; i++) paths[i] = path_apart(g, p, i + 1);
    for (size_t i = 0; attn_ok(g->status) && i < count; i++) {
        attn_sheet_options part;
        attn_panel panel;
        attn_sheet_part(sheet, i, &part, &panel);
        draw_sheet(g, &part, p->format, paths[i]);
    }
    return attn_ok(g->status);
}

/* with: the lesson as it is, where `run` is of one with other formulas; else NULL. */
static bool plan_sheet(const gallery *g, const picture *p, const attn_run *run,
                       const attn_run *with, attn_arena *arena, attn_sheet_options *look)
{
    attn_map_list list;
    if (!choose_maps(g, run, arena, &list)) return false;
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
    attn_sheet *sheet = attn_sheet_new(look, g->status);
    if (sheet == NULL) return false;
    bool drawn = attn_sheet_apart(sheet) ? draw_apart(g, p, sheet, look->panel_count, arena)
                                         : cli_picture_write(sheet, p->format, p->path, g->status);
    attn_sheet_free(sheet);
    return drawn;
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
    attn_options asked = g->wishes;
    asked.sentence = p->sentence;
    attn_renew(g->status); /* each picture has the whole budget */
    *c = (computed){.arena = attn_arena_new(g->status)};
    c->run = c->arena ? attn_lesson_run(p->opened, &asked, g->status) : NULL;
    c->changed = c->run && p->changed ? attn_lesson_run(p->changed, &asked, g->status) : NULL;
    if (!attn_ok(g->status)) return false;
    cli_warn_of_weights(c->run);
    bool planned = c->changed ? plan_sheet(g, p, c->changed, c->run, c->arena, &c->look)
                              : plan_sheet(g, p, c->run, NULL, c->arena, &c->look);
    c->look.style = g->style;
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

static bool read_places(gallery *g)
{
    const char *const *texts = cli_list(g->arguments, HEATMAP_AT, &g->place_count);
    g->places = attn_alloc(g->arguments->arena, g->place_count + 1, sizeof *g->places);
    for (size_t i = 0; attn_ok(g->status) && i < g->place_count; i++) {
        cli_place_read(g->arguments, texts[i], &g->places[i], g->status);
    }
    return attn_ok(g->status);
}

/* ---- looks ---- */

static bool read_colors(const cli_arguments *arguments, attn_sheet_style *style,
                        attn_status *status)
{
    enum { MOST_NAMES = 16 };
    const char *names[MOST_NAMES] = {NULL};
    for (size_t i = 0; i + 1 < MOST_NAMES && attn_colors_name(i); i++)
        names[i] = attn_colors_name(i);
    return cli_choice(arguments, HEATMAP_COLORS, names, &style->colors, status);
}

/* Digits with at most one point among them. */
static bool read_scale(const cli_arguments *arguments, attn_sheet_style *style, attn_status *status)
{
    const char *text = cli_value(arguments, HEATMAP_SCALE);
    if (text == NULL) return true;
    size_t whole = strspn(text, "0123456789"), point = text[whole] == '.';
    size_t part = strspn(text + whole + point, "0123456789");
    bool number = whole > 0 && (part > 0 || !point) && text[whole + point + part] == '\0';
    style->zoom = number ? strtod(text, NULL) : 0.0;
    if (style->zoom >= ATTN_LEAST_ZOOM && style->zoom <= ATTN_MOST_ZOOM) return true;
    return attn_fail(status, ATTN_USAGE, "--scale takes a number from %g to %g, not '%s'",
                     ATTN_LEAST_ZOOM, ATTN_MOST_ZOOM, text);
}

static bool read_style(const cli_arguments *arguments, attn_sheet_style *style, attn_status *status)
{
    size_t theme = 0, numbers = 0;
    long cell = 0;
    if (!cli_choice(arguments, HEATMAP_THEME, themes, &theme, status) ||
        !cli_choice(arguments, HEATMAP_NUMBERS, number_choices, &numbers, status) ||
        !cli_number(arguments, HEATMAP_CELL, 1, ATTN_MOST_CELL, &cell, status))
        return false;
    style->dark = theme == 1;
    style->numbers = (attn_cell_numbers)numbers;
    style->cell = (size_t)cell;
    return read_colors(arguments, style, status) && read_scale(arguments, style, status);
}

/* ---- reading a picture ---- */

static enum cli_exit read_picture(const cli_arguments *arguments, attn_status *status)
{
    const size_t most = (size_t)256 << 20;
    const char *path = cli_value(arguments, HEATMAP_READ);
    const char *name = strcmp(path, "-") == 0 ? "standard input" : path;
    attn_input input = {0};
    attn_sheet_options sheet;
    attn_text text = {0};
    if (arguments->operand_count > 0 || arguments->given_count > 1) {
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

static enum cli_exit draw_arrays(gallery *g)
{
    g->style.fonts = attn_fonts_new(); /* looked for while files are read */
    bool drawn = cli_heatmap_arrays(g->arguments, &g->style, g->format, g->status);
    attn_fonts_free(g->style.fonts);
    return drawn ? CLI_DONE : CLI_FAILED;
}

static enum cli_exit draw_lessons(gallery *g)
{
    bool known = read_places(g) && collect(g) && open_lessons(g);
    if (known) g->style.fonts = attn_fonts_new(); /* looked for while maps are computed */
    enum cli_exit result = known ? draw_all(g) : CLI_USAGE;
    attn_fonts_free(g->style.fonts);
    close_lessons(g);
    return result;
}

/* The names of the pictures, which may say another, are known later. */
static bool read_format(const cli_arguments *arguments, attn_format *format, attn_status *status)
{
    if (!cli_format(arguments, HEATMAP_FORMAT, &attn_picture_writer, NULL, format, status))
        return false;
    if (!cli_asked(arguments, HEATMAP_FORMAT)) *format = ATTN_FORMAT_NONE;
    return true;
}

static enum cli_exit run(const cli_arguments *arguments, attn_status *status)
{
    gallery g = {.arguments = arguments, .status = status};
    if (cli_asked(arguments, HEATMAP_READ)) return read_picture(arguments, status);
    g.wishes.names = &cli_option_names;
    g.wishes.shows = cli_list(arguments, HEATMAP_SHOW, &g.wishes.show_count);
    g.changes.name = "--without";
    g.changes.switches = cli_values(arguments, HEATMAP_WITHOUT, &g.changes.switch_count);
    bool known = cli_inputs_read(arguments, HEATMAP_INPUT, &g.wishes, status) &&
                 read_style(arguments, &g.style, status) &&
                 read_format(arguments, &g.format, status) &&
                 cli_computing_read(arguments, HEATMAP_THREADS, HEATMAP_KERNELS, status);
    if (!known) return CLI_USAGE;
    return cli_heatmap_is_arrays(arguments) ? draw_arrays(&g) : draw_lessons(&g);
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
    .option_count = HEATMAP_OPTION_COUNT,
    .options = options,
    .examples = examples,
    .run = run,
};
