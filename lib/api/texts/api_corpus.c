/*
 * api_corpus: lines and words of a corpus.
 */
#include "api/api.h"

#include <stdio.h>
#include <string.h>

#include "files/bytes/folder.h"
#include "files/png/png_film.h"
#include "files/sound/wav_write.h"
#include "lesson/read/corpora.h"

const char *attnviz_corpus_name(size_t i)
{
    return attn_corpora_at(i);
}

static void fail_which(const attn_guess *guess, attn_status *status)
{
    attn_text list = {0};
    if (guess->best)
        attn_fail(status, ATTN_USAGE, "no corpus '%s': did you mean %s?", guess->word, guess->best);
    if (guess->word)
        attn_text_print(&list, "no corpus '%s'. There are: ", guess->word);
    else
        attn_text_add(&list, "name a corpus: ");
    for (size_t i = 0; attn_corpora_at(i) != NULL; i++)
        attn_text_print(&list, "%s%s", i ? ", " : "", attn_corpora_at(i));
    attn_fail(status, ATTN_USAGE, "%s; or a FILE.json, FILE.tsv or FILE.conllu, or a FOLDER/",
              attn_text_string(&list));
    attn_text_free(&list);
}

static attn_corpus *find_corpus(const char *word, attn_status *status)
{
    attn_guess guess = {.word = word};
    if (word && attn_api_is_file(word)) return attn_corpora_file(word, status);
    for (size_t i = 0; word && attn_corpora_at(i) != NULL; i++) {
        if (strcmp(attn_corpora_at(i), word) == 0) return attn_corpora_carried(word, status);
        attn_guess_try(&guess, attn_corpora_at(i));
    }
    fail_which(&guess, status);
    return NULL;
}

static attn_corpus *open_corpus(const char *word, const attnviz_lines *lines, attn_status *status)
{
    attn_corpus *corpus = find_corpus(word, status);
    const bool done = corpus && (!lines->questions || attn_corpus_ask(corpus, status)) &&
                      (!lines->clips || attn_corpus_play(corpus, status)) &&
                      (!lines->say || attn_corpus_say(corpus, lines->say, status));
    if (done) return corpus;
    attn_corpus_free(corpus);
    return NULL;
}

/* ---- lines ---- */

static void add_words(attn_text *out, const attn_words *column)
{
    for (size_t i = 0; i < column->count; i++)
        attn_text_print(out, "%s%s", i ? " " : "", column->words[i].text);
}

static void add_links(attn_text *out, const attn_line *line)
{
    for (size_t i = 0; i < line->link_count; i++)
        attn_text_print(out, "%s%zu%c%zu", i ? " " : "", line->links[i].source,
                        line->links[i].sure ? '-' : '?', line->links[i].target);
}

static void add_kinds(attn_text *out, const attn_words *column)
{
    for (size_t i = 0; i < column->count; i++) {
        const char *kind = column->words[i].kind;
        attn_text_print(out, "%s%s", i ? " " : "", kind[0] ? kind : "-");
    }
}

/* A relation for each word whose governor is known. */
static void add_relations(attn_text *out, const attn_line *line)
{
    const attn_arc *arc = line->arcs, *end = arc + line->arc_count;
    for (size_t i = 0; i < line->source->count; i++) {
        const bool known = arc < end && arc->role == attn_arc_roles[0] && arc->from == i;
        attn_text_print(out, "%s%s", i ? " " : "", known ? arc->relation : "-");
        arc += known;
    }
}

/* "1:10,20,31,44": of word 1, from 0, the pixels from (10, 20) up to, but without, (31, 44) */
static void add_boxes(attn_text *out, const attn_line *line)
{
    for (size_t i = 0; i < line->box_count; i++) {
        const attn_box *box = &line->boxes[i];
        attn_text_print(out, "%s%zu:%zu,%zu,%zu,%zu", i ? " " : "", box->word, box->x0, box->y0,
                        box->x1, box->y1);
    }
}

static bool has_medium(const attn_line *line)
{
    return line->columns[0].picture || line->columns[0].sound;
}

/* The columns of words; then of a pair its links, of a picture or sound the boxes, and whether it
 * has something that is held out. */
static void add_columns(attn_text *out, const attn_line *line)
{
    const size_t first = has_medium(line);
    for (size_t i = first; i < line->column_count; i++) {
        if (i > first) attn_text_add(out, "\t");
        add_words(out, &line->columns[i]);
    }
    if (line->target || first) attn_text_add(out, "\t");
    if (first)
        add_boxes(out, line);
    else if (line->target)
        add_links(out, line);
    if (first) attn_text_add(out, line->held ? "\theld-out" : "\t-");
}

static void add_line(attn_text *out, const attn_line *line, bool roles)
{
    add_columns(out, line);
    if (roles) attn_text_add(out, "\t");
    if (roles && (line->target || has_medium(line)))
        add_kinds(out, &line->columns[line->column_count - 1]);
    else if (roles)
        add_relations(out, line);
    attn_text_add(out, "\n");
}

static bool read_lines(const attn_corpus *corpus, const attnviz_lines *lines,
                       attn_corpus_asked *asked, attn_status *status)
{
    *asked = (attn_corpus_asked){.part = attn_corpus_usual_part(corpus),
                                 .seed = lines->seed,
                                 .least = lines->least,
                                 .most = lines->most,
                                 .letters = lines->letters};
    if (lines->least > lines->most || lines->most > ATTN_MOST_LINE_WORDS)
        return attn_fail(
            status, ATTN_USAGE,
            "a line has at most %u words, and the smaller number comes first, not %zu to %zu",
            ATTN_MOST_LINE_WORDS, lines->least, lines->most);
    return !lines->part || attn_part_named(lines->part, &asked->part) ||
           attn_fail(status, ATTN_USAGE, "no part '%s': choose one of " ATTN_PART_LIST,
                     lines->part);
}

static void write_lines(const attn_corpus *corpus, const attnviz_lines *lines, attn_api_call *call)
{
    enum { bytes_at_once = 1 << 16 };
    attn_corpus_asked asked;
    attn_line line;
    if (!read_lines(corpus, lines, &asked, call->status)) return;
    attn_corpus_stream *stream = attn_corpus_open(corpus, &asked, call->status);
    for (size_t i = 0; stream && i < lines->count && attn_corpus_next(stream, &line); i++) {
        add_line(&call->text, &line, lines->roles);
        if (call->text.length >= bytes_at_once && !attn_api_flush(call)) break;
    }
    attn_api_flush(call);
    attn_corpus_close(stream);
}

/* ---- a folder of pictures or sounds ---- */

static bool give_row(void *user, size_t y, uint8_t *pixels)
{
    const attn_picture *picture = user;
    memcpy(pixels, picture->pixels + 3 * y * picture->width, 3 * picture->width);
    return true;
}

/* A film begins with its first frame as the still picture. */
static bool write_film(const attn_picture *film, const char *path, attn_status *status)
{
    enum { MILLISECONDS = 250 };
    static const uint8_t white[3] = {255, 255, 255};
    const size_t height = film->height / film->frames;
    attn_png_film *to = attn_png_film_open(path, film->width, height, film->frames, white, status);
    for (size_t i = 0; to && i <= film->frames; i++) {
        attn_picture frame = attn_picture_frame(film, i ? i - 1 : 0);
        const attn_png png = {
            .width = frame.width, .height = frame.height, .row = give_row, .user = &frame};
        if (attn_png_film_add(to, &png, MILLISECONDS)) continue;
        attn_png_film_abandon(to);
        return false;
    }
    return to && attn_png_film_commit(to);
}

static bool write_picture(const attn_picture *picture, const char *path, attn_status *status)
{
    attn_picture copy = *picture;
    const attn_png png = {
        .width = copy.width, .height = copy.height, .row = give_row, .user = &copy};
    if (path && copy.frames) return write_film(picture, path, status);
    return path && attn_png_write(path, &png, status);
}

/* Whole numbers of 16 bits: an utterance has such. */
static bool write_sound(const attn_sound *sound, const char *path, attn_status *status)
{
    attn_output *output = path ? attn_output_open(path, status) : NULL;
    return output && attn_output_end(output, attn_wav_write(output, sound, status));
}

/* The picture or sound of a line under the name that its number gives. */
static bool write_medium(const attn_words *column, attn_folder *folder, size_t number,
                         attn_text *out, attn_status *status)
{
    char name[32];
    snprintf(name, sizeof name, "%06zu.%s", number, column->sound ? "wav" : "png");
    const char *path = attn_folder_file(folder, name);
    attn_text_print(out, "%s\t", name);
    return column->sound ? write_sound(column->sound, path, status)
                         : write_picture(column->picture, path, status);
}

/* The pictures or sounds, and a line for each in `text`. */
static bool write_media(const attn_corpus *corpus, const attnviz_lines *lines, attn_folder *folder,
                        attn_api_call *call)
{
    attn_corpus_asked asked;
    attn_line line;
    if (!read_lines(corpus, lines, &asked, call->status)) return false;
    attn_corpus_stream *stream = attn_corpus_open(corpus, &asked, call->status);
    for (size_t i = 0; stream && i < lines->count && attn_corpus_next(stream, &line); i++) {
        if (!write_medium(&line.columns[0], folder, i + 1, &call->text, call->status)) break;
        add_line(&call->text, &line, lines->roles);
    }
    attn_corpus_close(stream);
    if (call->text.failed) attn_no_memory(call->status, "writing the lines");
    return attn_ok(call->status);
}

/* The lines come last: a folder that has them is complete. */
static bool write_examples(attn_folder *folder, attn_api_call *call)
{
    const char *path = attn_folder_file(folder, "examples.tsv");
    call->file = path ? attn_output_open(path, call->status) : NULL;
    const bool done = call->file && attn_api_flush(call);
    attn_api_commit(call);
    return done;
}

static void write_folder(const attn_corpus *corpus, const attnviz_lines *lines, const char *path,
                         attn_api_call *call)
{
    if (!attn_corpus_has_media(corpus)) {
        attn_fail(call->status, ATTN_USAGE,
                  "only scenes and recordings have pictures or sounds to put into a folder: write "
                  "other lines with > FILE");
        return;
    }
    attn_folder *folder = attn_folder_new(path, call->arena);
    attn_folder_end(folder, folder && write_media(corpus, lines, folder, call) &&
                                write_examples(folder, call));
}

bool attnviz_corpus_folder(const char *corpus, const attnviz_lines *lines, const char *folder,
                           attnviz_fault *fault)
{
    attn_api_call call;
    if (!attn_api_given(lines, "what lines are wanted", fault) ||
        !attn_api_given(folder, "the folder", fault) || !attn_api_begin(&call, NULL, fault))
        return false;
    attn_corpus *read = open_corpus(corpus, lines, call.status);
    if (read) write_folder(read, lines, folder, &call);
    attn_corpus_free(read);
    return attn_api_end(&call);
}

/* ---- the whole ---- */

static void write_words(const attn_corpus *corpus, attn_side side, attn_api_call *call)
{
    size_t count = 0;
    const char *const *words = attn_corpus_words(corpus, side, call->arena, &count);
    for (size_t i = 0; words && i < count; i++) attn_text_print(&call->text, "%s\n", words[i]);
    if (words) attn_api_flush(call);
}

/* Lines, or all words of a side. */
static bool write_corpus(const char *word, const attnviz_lines *lines, const attn_side *side,
                         const attnviz_output *output, attnviz_fault *fault)
{
    attn_api_call call;
    if (!attn_api_begin_text(&call, NULL, output, fault)) return false;
    const attn_reads reads = {.files = &word, .file_count = word && attn_api_is_file(word)};
    attn_corpus *corpus = attn_api_spares(&reads, output->path, call.status)
                              ? open_corpus(word, lines, call.status)
                              : NULL;
    if (corpus && side)
        write_words(corpus, *side, &call);
    else if (corpus)
        write_lines(corpus, lines, &call);
    attn_corpus_free(corpus);
    return attn_api_end(&call);
}

bool attnviz_corpus_lines(const char *corpus, const attnviz_lines *lines,
                          const attnviz_output *output, attnviz_fault *fault)
{
    return attn_api_given(lines, "what lines are wanted", fault) &&
           write_corpus(corpus, lines, NULL, output, fault);
}

bool attnviz_corpus_words(const char *corpus, const attnviz_lines *lines, bool target,
                          const attnviz_output *output, attnviz_fault *fault)
{
    const attnviz_lines any = {.count = 0};
    const attn_side side = target ? ATTN_TARGET : ATTN_SOURCE;
    return write_corpus(corpus, lines ? lines : &any, &side, output, fault);
}
