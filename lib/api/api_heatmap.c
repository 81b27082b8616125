/*
 * api_heatmap: pictures of sentences and of lessons, and the numbers out of a picture again.
 *
 * All pictures asked for are known, and their names checked, before the first one is drawn.
 */
#include "api/api.h"

#include <stdint.h>
#include <string.h>
#include <sys/stat.h>

#include "api/api_heatmap.h"
#include "core/budget.h"
#include "document/figures/choose_maps.h"
#include "picture/layout/scale.h"
#include "picture/paint/png_data.h"

/* A lesson, read; the pictures of its name share it. */
typedef struct reading {
    const char *name;
    attn_lesson *lesson;
    attn_lesson *changed; /* the same with other formulas; NULL: none are exchanged */
    size_t uses;
    attn_varied varied;  /* its numbers of a worksheet, if they are asked for */
    attn_common *common; /* the scales of colours of its pictures; NULL: there is one */
} reading;

typedef struct picture {
    const char *lesson;
    reading *reading;
    attn_sentence from; /* text NULL: the lesson with its own words; file NULL: none */
    const char *path;   /* to be drawn */
    attn_format format;
} picture;

typedef struct gallery {
    attn_status *status;
    attn_arena *arena;
    attn_ear ear;
    const attnviz_heatmap *asked;
    attn_piped piped;
    attn_format format; /* that is asked for */
    attn_options run;   /* of every picture */
    attn_changes changes;
    attn_map_choice maps;
    attn_sheet_style style;
    picture *pictures;
    size_t count;
    const char **files; /* that pictures are made from */
    size_t file_count;
    reading *readings;
    size_t reading_count;
} gallery;

/* ---- which pictures ---- */

static bool add_picture(gallery *g, picture p)
{
    return attn_append(g->arena, &g->pictures, &g->count, &p, sizeof p) && p.path &&
           (!p.from.file || attn_push_text(g->arena, &g->files, &g->file_count, p.from.file));
}

static const char *path_of(const gallery *g, const char *input, size_t number)
{
    const char *output = g->asked->output;
    return output ? output : attn_api_picture_name(input, number, g->format, g->arena);
}

/* Sentences of a text; named: after what their pictures are called. */
static bool add_sentences(gallery *g, const attn_sentence *sentences, size_t count,
                          const char *named)
{
    const char *lesson = g->asked->lesson;
    for (size_t i = 0; named && attn_ok(g->status) && i < count; i++)
        add_picture(g, (picture){.lesson = lesson ? lesson : "reader",
                                 .from = sentences[i],
                                 .path = path_of(g, named, count > 1 ? i + 1 : 0)});
    return attn_ok(g->status);
}

static bool add_piped(gallery *g)
{
    const attn_input *text = &g->piped.input;
    attn_sentence *sentences = NULL;
    size_t count = 0;
    if (g->piped.kind == ATTN_SNIFFED_LESSON)
        return attn_fail(g->status, ATTN_USAGE,
                         "standard input holds a lesson: save it as a file, and name that file");
    if (g->asked->output == NULL)
        return attn_fail(g->status, ATTN_USAGE,
                         "a picture of standard input needs a name, such as OUT.png");
    return attn_api_sentences_of("-", (attn_span){text->bytes, text->length}, g->arena, &sentences,
                                 &count, g->status) &&
           add_sentences(g, sentences, count, "-");
}

static bool add_text(gallery *g, const char *input)
{
    attn_sentence *sentences = NULL;
    size_t count = 0;
    return attn_api_sentences(input, g->arena, &sentences, &count, g->status) &&
           add_sentences(g, sentences, count, input);
}

/* A sentence that is typed. */
static bool add_typed(gallery *g, const char *typed)
{
    const attn_span text = {typed, strlen(typed)};
    attn_sentence *sentences = NULL;
    size_t count = 0;
    if (!attn_api_sentences_of("the sentence", text, g->arena, &sentences, &count, g->status))
        return false;
    for (size_t i = 0; i < count; i++) sentences[i] = (attn_sentence){.text = sentences[i].text};
    return add_sentences(g, sentences, count, attn_api_sentence_name(typed, g->arena));
}

/* What a picture of a lesson is named after: a folder without its last slashes. */
static const char *named_after(const gallery *g, const char *word)
{
    size_t length = strlen(word);
    if (!attn_api_is_folder(word)) return word;
    while (length > 1 && word[length - 1] == '/') length--;
    const char *name = attn_print(g->arena, "%.*s/", (int)length, word);
    if (!name) return word;
    for (length = strlen(name) - 1; length > 0 && name[length - 1] != '/';) length--;
    name = attn_copy_text(g->arena, name + length, strlen(name + length) - 1);
    return name && strspn(name, ".") < strlen(name) ? name : "model";
}

static bool add_lesson(gallery *g, const char *word)
{
    if (g->asked->lesson && word != g->asked->lesson)
        return attn_fail(g->status, ATTN_USAGE,
                         "--lesson names the lesson that reads a text: name a text file, or - for "
                         "standard input, instead of the lesson %s",
                         word);
    return add_picture(g, (picture){.lesson = word,
                                    .from.text = g->asked->wishes.sentence,
                                    .from.file = attn_api_is_file(word) ? word : NULL,
                                    .path = path_of(g, named_after(g, word), 0)});
}

/* A file with neither dot nor slash in its name, which is no lesson's. */
static bool is_plain_file(const char *word)
{
    struct stat about;
    if (attn_api_is_file(word)) return false;
    for (size_t i = 0; attn_builtin_lesson_at(i); i++)
        if (strcmp(attn_builtin_lesson_at(i)->name, word) == 0) return false;
    return stat(word, &about) == 0 && !S_ISDIR(about.st_mode);
}

static bool add_file(gallery *g, const char *word)
{
    bool piped = strcmp(word, "-") == 0, typed = attn_api_is_sentence(word);
    bool is_text = piped || typed || is_plain_file(word) ||
                   (attn_api_is_file(word) && !attn_api_is_folder(word) &&
                    attn_format_of(word) != ATTN_FORMAT_JSON);
    if (!attn_api_refuse_picture(word, g->status)) return false;
    if (is_text && g->asked->wishes.sentence)
        return attn_fail(g->status, ATTN_USAGE,
                         "both --sentence and '%s' say what to read: leave one out", word);
    return piped     ? add_piped(g)
           : typed   ? add_typed(g, word)
           : is_text ? add_text(g, word)
                     : add_lesson(g, word);
}

/* False if a file of this name is one that a picture is made from. */
static bool spare_inputs(const gallery *g, const char *path)
{
    const attn_reads reads = {.run = &g->run, .files = g->files, .file_count = g->file_count};
    for (size_t k = 0; k < g->reading_count; k++)
        attn_api_spares(&(attn_reads){.lesson = g->readings[k].lesson}, path, g->status);
    return attn_api_spares(&reads, path, g->status);
}

static bool check_path(const gallery *g, size_t i)
{
    picture *p = &g->pictures[i];
    for (size_t k = 0; k < i; k++)
        if (strcmp(p->path, g->pictures[k].path) == 0)
            return attn_fail(g->status, ATTN_USAGE,
                             "two pictures would both be called %s: draw them one by one", p->path);
    p->format = g->format;
    return spare_inputs(g, p->path) &&
           attn_format_choose(&attn_picture_writer, p->path, &p->format, g->status);
}

/* Opens the lesson of a picture, unless it is open for one before. */
static void open_lesson(gallery *g, picture *p)
{
    reading *one = g->readings, *end = g->readings + g->reading_count;
    while (one < end && strcmp(one->name, p->lesson) != 0) one++;
    p->reading = one;
    if (one->uses++ > 0) return;
    one->name = p->lesson;
    one->lesson = attn_api_find_lesson(p->lesson, ATTNVIZ_TO_RUN, g->status);
    g->reading_count++;
    for (size_t k = 0; k < g->count; k++)
        attn_api_spares(&(attn_reads){.lesson = one->lesson}, g->pictures[k].path, g->status);
    const attnviz_wishes *wishes = &g->asked->wishes;
    if (attn_ok(g->status) && wishes->varied)
        attn_lesson_vary(one->lesson, NULL, wishes->worksheet, &one->varied, g->status);
    if (attn_ok(g->status) && g->changes.switch_count > 0)
        one->changed = attn_lesson_changed(one->lesson, &g->changes, g->status);
}

static bool open_lessons(gallery *g)
{
    g->readings = attn_alloc(g->arena, g->count + 1, sizeof *g->readings);
    for (size_t i = 0; attn_ok(g->status) && i < g->count; i++) open_lesson(g, &g->pictures[i]);
    return attn_ok(g->status);
}

static void close_lessons(gallery *g)
{
    for (size_t i = 0; i < g->reading_count; i++) {
        attn_lesson_free(g->readings[i].changed);
        attn_lesson_free(g->readings[i].lesson);
    }
}

static bool collect(gallery *g)
{
    const char *const *files = g->asked->files;
    for (size_t i = 0; files && files[i]; i++)
        if (!add_file(g, files[i])) return false;
    const char *typed = g->asked->wishes.sentence;
    const char *lesson = g->asked->lesson;
    const bool model = lesson && (g->asked->wishes.ids || attn_api_is_folder(lesson));
    if (g->count && g->asked->wishes.ids)
        return attn_fail(g->status, ATTN_USAGE,
                         "the words come from %s and as numbers: leave one out", files[0]);
    if (!g->count && !(typed   ? add_typed(g, typed)
                       : model ? add_lesson(g, lesson)
                               : add_lesson(g, "le-chat-noir")))
        return false;
    if (g->asked->output && g->count > 1)
        return attn_fail(g->status, ATTN_USAGE,
                         "there is one name, but %zu pictures: leave the name out", g->count);
    const char *title = g->asked->style.title;
    if (title && *title && g->count > 1)
        return attn_fail(
            g->status, ATTN_USAGE,
            "there is one title, but %zu pictures: draw them one by one, or leave the title out",
            g->count);
    for (size_t i = 0; i < g->count; i++)
        if (!check_path(g, i)) return false;
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
                             "two pictures would both be called %s: draw them one by one", path);
    return spare_inputs(g, path);
}

/* with: the lesson as it is, where `run` is of one with other formulas; else NULL. */
static bool plan_sheet(const gallery *g, const picture *p, const attn_run *run,
                       const attn_run *with, attn_arena *arena, attn_sheet_options *look)
{
    attn_map_list list;
    if (!attn_choose_maps(run, &g->maps, arena, &list)) return false;
    const char *title = p->from.text ? attn_api_title(p->from.text, arena) : NULL;
    if (with == NULL) return attn_show_sheet(run, list.maps, list.count, title, arena, look);
    if (!attn_show_contrasts(run, with, list.maps, list.count, arena, look)) return false;
    if (title) look->title = title;
    if (look->panel_count > 0) return true;
    return attn_fail(g->status, ATTN_USAGE,
                     "without %s none of these maps changes: choose with --show a value that does "
                     "(attnviz explain --without shows which)",
                     attn_lesson_without(attn_run_lesson(run)));
}

/* What one picture shows, computed. */
typedef struct computed {
    attn_arena *arena;
    attn_run *run, *changed; /* changed: of the lesson with other formulas; or NULL */
    attn_sheet_options look;
    const char *remark; /* of the word whose row is meant; or NULL */
} computed;

/* The lesson with other formulas, where some are exchanged. */
static bool plan_flow(const gallery *g, const picture *p, computed *c)
{
    attn_run *run = c->changed ? c->changed : c->run;
    const char *title = p->from.text ? attn_api_title(p->from.text, c->arena) : NULL;
    if (!attn_api_plan_flow(g->asked, run, c->arena, &c->look)) return false;
    if (title) c->look.title = title;
    return true;
}

static bool compute(gallery *g, const picture *p, computed *c)
{
    attn_options asked = g->run;
    asked.sentence = p->from.text;
    if (g->asked->wishes.varied) asked.varied = &p->reading->varied;
    attn_renew(g->status); /* each picture has the whole budget */
    *c = (computed){.arena = attn_arena_new(g->status)};
    const reading *from = p->reading;
    c->run = c->arena ? attn_lesson_run(from->lesson, &asked, g->status) : NULL;
    c->changed = c->run && from->changed ? attn_lesson_run(from->changed, &asked, g->status) : NULL;
    if (!attn_ok(g->status)) return false;
    attn_ear_weights(&g->ear, c->run);
    bool planned = g->asked->style.view == ATTNVIZ_VIEW_FLOW ? plan_flow(g, p, c)
                   : c->changed ? plan_sheet(g, p, c->changed, c->run, c->arena, &c->look)
                                : plan_sheet(g, p, c->run, NULL, c->arena, &c->look);
    c->look.style = g->style;
    const attn_panel_choice choice = {.chosen = g->asked->shows || g->asked->without,
                                      .from = g->asked->style.from,
                                      .from_option =
                                          g->asked->wishes.as_options ? "--from" : "from",
                                      .remark = &c->remark};
    return planned && attn_api_show_panels(&c->look, &choice, c->arena);
}

/* A fault in a run of a sentence says which sentence it was. */
static void forget(const gallery *g, const picture *p, computed *c)
{
    if (p->from.text && g->status->code != ATTN_FILE)
        attn_status_prefix(g->status, attn_api_place(&p->from, g->arena));
    attn_run_free(c->changed);
    attn_run_free(c->run);
    attn_arena_free(c->arena);
}

static void draw(gallery *g, const picture *p)
{
    computed c;
    const attn_common *common = p->reading->common;
    const attn_target target = {
        .format = p->format,
        .path = p->path,
        .mend =
            g->asked->output
                ? "leave out -o, so that each gets its own file, or choose one with --show or --at"
                : NULL,
        .spare = spare_part,
        .user = g,
        .ear = &g->ear};
    if (compute(g, p, &c) && (!common || attn_common_apply(common, c.arena, &c.look)) &&
        attn_api_draw(&c.look, &target, c.arena)) {
        if (c.remark) attn_ear_warn(&g->ear, attn_api_place(&p->from, c.arena), c.remark);
        if (!c.changed) attn_ear_judge(&g->ear, c.run);
    }
    forget(g, p, &c);
}

/* Pictures of one lesson are compared: all are computed once before the first is drawn, to know
 * how far their numbers go. (They are not kept till then: there may be a thousand.) */
static void measure(gallery *g, const picture *p)
{
    computed c;
    attn_common **common = &p->reading->common;
    if (p->reading->uses < 2) return;
    if (!*common) *common = attn_common_new(g->arena);
    if (*common && compute(g, p, &c)) attn_common_note(*common, c.look.panels, c.look.panel_count);
    if (*common) forget(g, p, &c);
}

static void draw_all(gallery *g)
{
    for (size_t i = 0; attn_ok(g->status) && i < g->count; i++) measure(g, &g->pictures[i]);
    for (size_t i = 0; attn_ok(g->status) && i < g->count; i++) draw(g, &g->pictures[i]);
}

static void draw_lessons(gallery *g)
{
    if (collect(g) && open_lessons(g)) {
        g->style.fonts = attn_fonts_new(); /* looked for while maps are computed */
        draw_all(g);
    }
    attn_fonts_free(g->style.fonts);
    close_lessons(g);
}

/* ---- the calls ---- */

/* A diagram is of a lesson, and of all of it. */
static bool check_flow(const gallery *g)
{
    const attnviz_heatmap *asked = g->asked;
    const bool flow = asked->style.view == ATTNVIZ_VIEW_FLOW;
    if (!flow && asked->follow)
        return attn_fail(g->status, ATTN_USAGE,
                         "--follow marks a word's way through a diagram: add --view flow");
    if (flow && asked->at && asked->at[0])
        return attn_fail(g->status, ATTN_USAGE,
                         "--at chooses maps, but --view flow draws a diagram: leave one out");
    return attn_api_text(asked->follow, g->status);
}

/* Standard input can be read once. */
static bool read_piped(gallery *g)
{
    const char *const *files = g->asked->files;
    attn_piped *piped = &g->piped;
    for (size_t i = 0; files && files[i] && !piped->input.bytes; i++)
        if (strcmp(files[i], "-") == 0 &&
            attn_input_read(&piped->input, "-", SIZE_MAX / 4, g->status))
            piped->kind = attn_sniff_bytes(piped->input.bytes, piped->input.length);
    return attn_ok(g->status);
}

bool attnviz_heatmap_draw(const attnviz_heatmap *heatmap, const attnviz_listener *listener,
                          attnviz_fault *fault)
{
    static const attnviz_heatmap usual;
    const attnviz_heatmap *asked = heatmap ? heatmap : &usual;
    attn_api_call call;
    if (!attn_api_begin(&call, NULL, fault)) return false;
    gallery g = {.status = call.status,
                 .arena = call.arena,
                 .asked = asked,
                 .ear.to = listener ? *listener : (attnviz_listener){0},
                 .format = (attn_format)asked->format,
                 .run = attn_api_wishes(&asked->wishes, call.status),
                 .changes = attn_api_changes(asked->without, &asked->wishes, call.status),
                 .maps = {.at = asked->at,
                          .at_count = attn_api_list(asked->at, call.status),
                          .at_option = "--at",
                          .show_option = "--show"}};
    g.run.shows = asked->shows;
    g.run.show_count = attn_api_list(asked->shows, call.status);
    if (attn_api_style(&asked->style, &g.style, call.status) && check_flow(&g) && read_piped(&g)) {
        const bool arrays = attn_api_is_arrays(asked, &g.piped);
        if (arrays && asked->style.view == ATTNVIZ_VIEW_FLOW)
            attn_fail(call.status, ATTN_USAGE,
                      "arrays have no formulas: --view flow draws a lesson or a sentence");
        else if (arrays)
            attn_api_draw_arrays(asked, &g.piped, &g.style, &g.ear, g.arena);
        else
            draw_lessons(&g);
    }
    attn_input_close(&g.piped.input);
    return attn_api_end(&call);
}

bool attnviz_picture_numbers(const char *path, const attnviz_output *output, attnviz_fault *fault)
{
    const size_t most = (size_t)256 << 20;
    attn_input input = {0};
    attn_sheet_options sheet;
    attn_api_call call;
    if (!attn_api_given(path, "the path", fault) ||
        !attn_api_begin_text(&call, NULL, output, fault))
        return false;
    const char *name = strcmp(path, "-") == 0 ? "standard input" : path;
    const attn_reads reads = {.files = &path, .file_count = 1};
    if (attn_api_spares(&reads, output->path, call.status) &&
        attn_input_read(&input, path, most, call.status) &&
        attn_numbers_read(input.bytes, input.length, name, call.arena, &sheet, call.status)) {
        attn_numbers_json(&sheet, &call.text);
        attn_api_flush(&call);
    }
    attn_input_close(&input);
    return attn_api_end(&call);
}
