/*
 * api_arrays: maps that people bring in files of their own.
 */
#include <string.h>
#include <unistd.h>

#include "api/api_heatmap.h"
#include "picture/arrays/array_axes.h"

_Static_assert((int)ATTNVIZ_HEADS_MAX == (int)ATTN_MAX_HEAD &&
                   (int)ATTNVIZ_HIDE_RENORMALISE == (int)ATTN_HIDE_RENORMALISE &&
                   (int)ATTNVIZ_PIECES_SPACED == (int)ATTN_MARKS_SPACED,
               "heads, hiding and pieces have the order of the public header");

typedef struct request {
    const attnviz_heatmap *asked;
    const attn_piped *piped;
    const attnviz_arrays *arrays;
    attn_sheet_style style;
    attn_ear *ear;
    attn_arena *arena;
    attn_status *status;
    attn_axes_asked axes;
    attn_tokens tokens;
    attn_alignments gold; /* of all sentences */
    attn_alignment links; /* of the one that is drawn */
} request;

/* ---- what is asked for ---- */

/* What a wish is for. */
typedef enum use { FOR_ARRAYS, FOR_AXES, FOR_LESSONS } use;

/* What messages call the first wish for this use: "--layer", or "layer" to a program. NULL: there
 * is none. What is for axes is for arrays too. */
static const char *first_wish(const attnviz_heatmap *asked, use wanted)
{
    const attnviz_arrays *a = &asked->arrays;
    const struct {
        bool given;
        const char *option;
        use use;
    } wishes[] = {
        {asked->lesson, "--lesson", FOR_LESSONS},
        {asked->wishes.inputs, "--input", FOR_LESSONS},
        {asked->wishes.sentence, "--sentence", FOR_LESSONS},
        {asked->wishes.given, "--given", FOR_LESSONS},
        {asked->shows, "--show", FOR_LESSONS},
        {asked->at, "--at", FOR_LESSONS},
        {asked->without, "--without", FOR_LESSONS},
        {a->tokens, "--tokens", FOR_ARRAYS},
        {a->pieces != ATTNVIZ_PIECES_AUTO, "--pieces", FOR_ARRAYS},
        {a->words, "--words", FOR_ARRAYS},
        {a->hide_special != ATTNVIZ_HIDE_NOTHING, "--hide-special", FOR_ARRAYS},
        {a->array, "--array", FOR_AXES},
        {a->axes, "--axes", FOR_AXES},
        {a->layer, "--layer", FOR_AXES},
        {a->head, "--head", FOR_AXES},
        {a->example, "--example", FOR_ARRAYS},
        {a->heads != ATTNVIZ_HEADS_EACH, "--heads", FOR_AXES},
        {a->transpose, "--transpose", FOR_ARRAYS},
        {a->diff, "--diff", FOR_ARRAYS},
        {a->align, "--align", FOR_ARRAYS},
    };
    const size_t dashes = asked->wishes.as_options ? 0 : strlen("--");
    for (size_t i = 0; i < sizeof wishes / sizeof *wishes; i++)
        if (wishes[i].given &&
            (wishes[i].use == wanted || (wanted == FOR_ARRAYS && wishes[i].use == FOR_AXES)))
            return wishes[i].option + dashes;
    return NULL;
}

/* A file's kind. */
static attn_sniffed kind_of(const char *path, const attn_piped *piped)
{
    return strcmp(path, "-") == 0 ? piped->kind : attn_sniff(path);
}

bool attn_api_is_arrays(const attnviz_heatmap *asked, const attn_piped *piped)
{
    bool arrays = first_wish(asked, FOR_ARRAYS) != NULL;
    for (size_t i = 0; asked->files && asked->files[i]; i++)
        arrays = arrays || kind_of(asked->files[i], piped) >= ATTN_SNIFFED_LIST;
    return arrays;
}

/* Neither a sentence nor the name of a lesson, unless a file has that name, too. */
static bool may_be_file(const char *word)
{
    return strcmp(word, "-") == 0 || access(word, F_OK) == 0 ||
           (attn_api_is_file(word) && !attn_api_is_sentence(word));
}

static bool check_options(const request *r)
{
    const char *const *files = r->asked->files;
    const char *of_lessons = first_wish(r->asked, FOR_LESSONS);
    size_t count = attn_api_count(files);
    if (of_lessons)
        return attn_fail(r->status, ATTN_USAGE,
                         "%s works with lessons, but this file holds numbers", of_lessons);
    if (count > 1)
        return attn_fail(r->status, ATTN_USAGE,
                         "only one file of numbers can be drawn at a time, not %zu", count);
    return (count == 1 && may_be_file(files[0])) ||
           attn_fail(r->status, ATTN_USAGE, "%s works with numbers of your own: name their file",
                     first_wish(r->asked, FOR_ARRAYS));
}

static bool read_request(request *r)
{
    const attnviz_arrays *asked = r->arrays;
    attn_api_choice("choice of heads", (int)asked->heads, ATTNVIZ_HEADS_MAX, r->status);
    attn_api_choice("way to mark pieces", (int)asked->pieces, ATTNVIZ_PIECES_SPACED, r->status);
    attn_api_choice("way to hide tokens", (int)asked->hide_special, ATTNVIZ_HIDE_RENORMALISE,
                    r->status);
    if (!attn_ok(r->status) || !check_options(r)) return false;
    r->axes = (attn_axes_asked){.file = r->asked->files[0],
                                .array = asked->array,
                                .axes = asked->axes,
                                .layer = asked->layer,
                                .example = asked->example,
                                .head = asked->head,
                                .combine = asked->heads != ATTNVIZ_HEADS_EACH,
                                .other_examples = asked->align != NULL};
    if (r->axes.combine && r->axes.head)
        return attn_fail(r->status, ATTN_USAGE,
                         "--heads %s draws all heads, and --head %ld one of them: leave one out",
                         asked->heads == ATTNVIZ_HEADS_MEAN ? "mean" : "max", r->axes.head);
    if (asked->tokens && !attn_tokens_read(asked->tokens, r->arena, &r->tokens, r->status))
        return false;
    return !asked->align || (attn_alignments_read(asked->align, r->arena, &r->gold, r->status) &&
                             attn_alignment_choose(&r->gold, (size_t)r->axes.example, "--example",
                                                   &r->links, r->status));
}

/* ---- one file ---- */

/* What is drawn of a file, which stays open. */
typedef struct source {
    attn_arrays *file;              /* or NULL */
    const attn_soft_alignment *all; /* sentences with their maps; or NULL */
    size_t count;                   /* of them */
    attn_array_picture picture;
} source;

/* What messages call a file. */
static const char *name_of(const char *path)
{
    return strcmp(path, "-") == 0 ? "standard input" : path;
}

static bool open_arrays(request *r, const char *path, source *s)
{
    attn_axes_asked asked = r->axes;
    asked.file = name_of(path);
    const attn_input *piped = strcmp(path, "-") == 0 ? &r->piped->input : NULL;
    s->file = piped && piped->bytes ? attn_arrays_from(piped->bytes, piped->length, path, r->status)
                                    : attn_arrays_open(path, r->status);
    return s->file && attn_axes_choose(s->file, &asked, r->arena, &s->picture, r->status);
}

static bool check_soft(request *r, const char *path, size_t count)
{
    const char *of_axes = first_wish(r->asked, FOR_AXES);
    if (of_axes)
        return attn_fail(
            r->status, ATTN_USAGE,
            "%s: %s holds one map for each sentence, so there is nothing to choose with it",
            of_axes, name_of(path));
    if (r->axes.example > 0 && (size_t)r->axes.example > count)
        return attn_fail(r->status, ATTN_USAGE, "--example %ld: %s has only %zu sentence%s",
                         r->axes.example, name_of(path), count, count == 1 ? "" : "s");
    return (r->axes.example > 0 || count == 1) ||
           attn_fail(r->status, ATTN_USAGE,
                     "%s holds the maps of %zu sentences: choose one with --example N",
                     name_of(path), count);
}

/* A sentence and its translation with their weights. */
static bool fill_soft(const attn_soft_alignment *one, const char *title, attn_arena *arena,
                      attn_array_picture *picture)
{
    attn_array_map *map = attn_alloc(arena, 1, sizeof *map);
    size_t *first = attn_alloc(arena, 1, sizeof *first);
    if (!map || !first) return false;
    *map = (attn_array_map){.title = title, .count = 1, .firsts = first};
    *picture = (attn_array_picture){.held = one->weights,
                                    .rows = one->target->count,
                                    .cols = one->source->count,
                                    .map_count = 1,
                                    .maps = map,
                                    .tokens = {one->target, one->source}};
    return true;
}

static bool read_soft(request *r, const char *path, source *s)
{
    const attn_input *piped = &r->piped->input;
    if (strcmp(path, "-") != 0 || !piped->bytes)
        return attn_soft_alignments_read(path, r->arena, &s->all, &s->count, r->status);
    return attn_soft_alignments_of((attn_span){piped->bytes, piped->length}, path, r->arena,
                                   &s->all, &s->count, r->status);
}

static bool open_soft(request *r, const char *path, source *s)
{
    if (!read_soft(r, path, s) || !check_soft(r, path, s->count)) return false;
    const attn_soft_alignment *one = &s->all[r->axes.example > 0 ? r->axes.example - 1 : 0];
    const char *title = s->count > 1 ? attn_print(r->arena, "sentence %s", one->number) : "";
    return title && fill_soft(one, title, r->arena, &s->picture);
}

/* What was asked of the maps of a file, whichever of them it is. */
static void apply_request(const request *r, const char *path, attn_array_picture *p)
{
    const attnviz_arrays *asked = r->arrays;
    p->name = name_of(path);
    p->transposed = p->transposed != asked->transpose;
    if (asked->transpose) p->tokens = (attn_tokens){p->tokens.cols, p->tokens.rows};
    p->combine = (attn_combine)asked->heads;
    p->hiding = (attn_hiding)asked->hide_special;
    p->words = asked->words;
    p->marks = (attn_marks)asked->pieces;
    p->tokens_name = name_of(path);
    if (r->tokens.cols) {
        p->tokens = r->tokens;
        p->tokens_name = asked->tokens;
    }
    p->links_name = asked->align;
    if (p->links_name) p->links = &r->links;
    p->turn = "--transpose";
}

/* How a sentence fits its links, added to what those before it do. */
static bool add_sentence(const request *r, const char *path, const source *s, size_t i,
                         attn_link_counts *counts)
{
    attn_arena *arena = attn_arena_new(r->status);
    attn_array_picture picture = {0};
    attn_link_counts more;
    attn_alignment links = attn_alignment_of(&r->gold, i + 1);
    bool done = arena && fill_soft(&s->all[i], "", arena, &picture);
    if (done) apply_request(r, path, &picture);
    picture.links = &links;
    done = done && attn_array_link_counts(&picture, arena, &more);
    if (done) attn_link_counts_add(counts, &more);
    attn_arena_free(arena);
    return done;
}

/* The links of a file of several sentences are counted over all of them too, unless other tokens
 * than its own were given, which are those of one sentence. */
static bool add_corpus(const request *r, const char *path, source *s)
{
    if (s->count < 2 || !s->picture.links || r->tokens.cols) return true;
    attn_corpus_links *corpus = attn_alloc(r->arena, 1, sizeof *corpus);
    if (!corpus) return false;
    *corpus = (attn_corpus_links){.sentences = s->count, .linked = r->gold.sentences};
    if (r->gold.by_link && corpus->linked < s->count) corpus->linked = s->count;
    s->picture.corpus = corpus;
    if (corpus->linked != s->count) return true;
    for (size_t i = 0; i < s->count; i++)
        if (!add_sentence(r, path, s, i, &corpus->counts)) return false;
    return true;
}

static bool open_source(request *r, const char *path, source *s)
{
    bool soft = kind_of(path, r->piped) == ATTN_SNIFFED_SOFT_ALIGNMENT;
    if (!(soft ? open_soft(r, path, s) : open_arrays(r, path, s))) return false;
    attn_array_picture *p = &s->picture;
    apply_request(r, path, p);
    bool needs = p->words || p->hiding != ATTN_HIDE_NOTHING || p->marks != ATTN_MARKS_AUTO;
    if (needs && !p->tokens.cols)
        return attn_fail(r->status, ATTN_USAGE,
                         "%s needs the tokens, and %s has none: name them with --tokens FILE",
                         p->words                         ? "--words"
                         : p->hiding != ATTN_HIDE_NOTHING ? "--hide-special"
                                                          : "--pieces",
                         path);
    return add_corpus(r, path, s);
}

/* ---- the picture ---- */

static const char *base_of(const char *path)
{
    size_t base;
    attn_api_stem(path, &base);
    return path + base;
}

/* False if a file of this name is one that is read. */
static bool spare(const void *user, const char *path)
{
    const request *r = user;
    const attnviz_arrays *asked = r->arrays;
    const char *const files[] = {r->axes.file, asked->tokens, asked->diff, asked->align};
    const attn_reads reads = {.files = files, .file_count = sizeof files / sizeof *files};
    return attn_api_spares(&reads, path, r->status);
}

static bool choose_path(const request *r, attn_target *target)
{
    const char *file = r->axes.file, *output = r->asked->output;
    const attn_format format = (attn_format)r->asked->format;
    if (strcmp(file, "-") == 0 && !output)
        return attn_fail(r->status, ATTN_USAGE,
                         "a picture of standard input needs a name, such as OUT.png");
    *target =
        (attn_target){.format = format,
                      .path = output ? output : attn_api_picture_name(file, 0, format, r->arena),
                      .mend = output ? "leave out -o, so that each gets its own file, or choose "
                                       "one with --head or --layer"
                                     : NULL,
                      .spare = spare,
                      .user = r,
                      .ear = r->ear};
    return target->path &&
           attn_format_choose(&attn_picture_writer, target->path, &target->format, r->status) &&
           spare(r, target->path);
}

/* Odd numbers are no fault: the remark comes once the picture is there. */
static bool draw(const request *r, const attn_array_shown *shown, const char *title, size_t columns)
{
    attn_target target;
    attn_sheet_options look = {.title = title,
                               .subtitle = shown->subtitle,
                               .note = shown->note,
                               .panel_count = shown->panel_count,
                               .panels = shown->panels,
                               .columns = columns,
                               .style = r->style};
    const char *remark = NULL;
    const attn_panel_choice choice = {true, r->asked->style.from,
                                      r->asked->wishes.as_options ? "--from" : "from", &remark};
    if (!choose_path(r, &target) || !attn_api_show_panels(&look, &choice, r->arena) ||
        !attn_api_draw(&look, &target, r->arena))
        return false;
    for (size_t i = 0; i < shown->said_count && r->ear->to.warn; i++)
        r->ear->to.warn(r->ear->to.user, shown->said[i]);
    if (remark) attn_ear_warn(r->ear, "", remark);
    return true;
}

/* What is odd, as a terminal may have it. It is ready before the picture: without memory neither
 * comes. */
static bool escape_said(const request *r, const attn_array_shown *shown)
{
    for (size_t i = 0; i < shown->said_count; i++) {
        attn_text line = {0};
        attn_text_add_escaped(&line, shown->said[i], strlen(shown->said[i]), false);
        shown->said[i] = attn_keep_text(r->arena, &line);
        if (!shown->said[i]) return false;
    }
    return true;
}

static const char *title_of(const request *r, const char *other)
{
    attn_text text = {0};
    if (!other && strcmp(r->axes.file, "-") == 0) return "";
    attn_text_add(&text, base_of(name_of(r->axes.file)));
    if (other) attn_text_print(&text, " − %s", base_of(name_of(other)));
    const char *title = attn_keep_text(r->arena, &text);
    return title ? attn_api_title(title, r->arena) : NULL;
}

static bool show(request *r, source *one, source *other)
{
    const char *diff = r->arrays->diff;
    attn_array_shown shown;
    if (!open_source(r, r->axes.file, one) || (diff && !open_source(r, diff, other))) return false;
    bool made = diff ? attn_array_differences(&one->picture, &other->picture, r->arena, &shown)
                     : attn_array_panels(&one->picture, r->arena, &shown);
    const char *title = made ? title_of(r, diff) : NULL;
    return title && escape_said(r, &shown) && draw(r, &shown, title, one->picture.columns);
}

bool attn_api_draw_arrays(const attnviz_heatmap *asked, const attn_piped *piped,
                          const attn_sheet_style *style, attn_ear *ear, attn_arena *arena)
{
    request r = {.asked = asked,
                 .piped = piped,
                 .arrays = &asked->arrays,
                 .style = *style,
                 .ear = ear,
                 .arena = arena,
                 .status = attn_arena_status(arena)};
    source one = {0}, other = {0};
    r.style.fonts = attn_fonts_new(); /* looked for while files are read */
    bool done = read_request(&r) && show(&r, &one, &other);
    attn_arrays_close(one.file);
    attn_arrays_close(other.file);
    attn_fonts_free(r.style.fonts);
    return done;
}
