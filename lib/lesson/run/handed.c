/*
 * handed: the files that a run has read, handed on to whoever computes the lesson again elsewhere.
 */
#include <string.h>

#include "files/bytes/input.h"
#include "files/json/json.h"
#include "files/pixels/picture_read.h"
#include "lesson/program/running.h"

typedef struct handing {
    const attn_run *run;
    attn_hand *take;
    void *user;
    attn_status *status;
} handing;

const char *attn_handed_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* A picture goes as its colours, and needs no decoder. */
static bool hand_picture(const handing *h, const char *name, const attn_picture *picture)
{
    attn_text pixmap = {0};
    attn_pixmap_write(picture, &pixmap);
    bool done = pixmap.failed ? attn_no_memory(h->status, "handing on a picture")
                              : h->take(h->user, name, pixmap.bytes, pixmap.length);
    attn_text_free(&pixmap);
    return done;
}

/* A picture that was read, of the reader or of the lesson, by the last part of its path; NULL:
 * none. */
static const attn_picture *picture_at(const attn_run *run, const char *path, bool of_reader)
{
    for (size_t i = 0; i < run->picture_count; i++) {
        const picture_read *read = &run->pictures[i];
        if (read->given == of_reader &&
            strcmp(attn_handed_name(read->path), attn_handed_name(path)) == 0)
            return read->picture;
    }
    return NULL;
}

/* The name by which the lesson calls a file of its own. */
static bool hand_named(const handing *h, const char *path)
{
    static const origin nowhere = {0};
    const attn_lesson *lesson = h->run->lesson;
    const char *name = path + strlen(lesson->folder);
    const attn_picture *picture = picture_at(h->run, path, false);
    attn_input input;
    attn_status missing = {0};
    if (picture) return hand_picture(h, name, picture);
    if (!attn_lesson_input(lesson, path, &nowhere, ATTN_MOST_HANDED, &input, &missing))
        return missing.code != ATTN_MEMORY /* the run did without it */
               || attn_no_memory(h->status, "handing on a file");
    bool done = h->take(h->user, name, input.bytes, input.length);
    attn_input_close(&input);
    return done;
}

/* A picture or a sound of the reader, under the last part of its path. */
static bool hand_given(const handing *h, const given *g)
{
    const char *text = g->input ? attn_input_given(h->run, g->input) : NULL;
    if (!text || (g->form != FORM_PIXELS && g->form != FORM_SOUND)) return true;
    const attn_picture *picture = picture_at(h->run, text, true);
    if (picture) return hand_picture(h, attn_handed_name(text), picture);
    attn_input input;
    if (!attn_input_read(&input, text, ATTN_MOST_HANDED, h->status)) return false;
    bool done = h->take(h->user, attn_handed_name(text), input.bytes, input.length);
    attn_input_close(&input);
    return done;
}

bool attn_run_is_handed(const attn_run *run)
{
    const attn_lesson *lesson = run->lesson;
    return !lesson->made && !lesson->model && !run->options->given;
}

bool attn_run_takes_file(const attn_run *run, const char *input)
{
    for (size_t i = 0; i < run->lesson->given_count; i++) {
        const given *g = &run->lesson->givens[i];
        if ((g->form == FORM_PIXELS || g->form == FORM_SOUND) && g->input &&
            strcmp(g->input, input) == 0)
            return true;
    }
    return false;
}

/* The lesson itself, as it was read, under the name by which a carried one is found. */
static bool hand_lesson(const handing *h)
{
    const attn_lesson *lesson = h->run->lesson;
    const char *text = attn_json_whole(lesson->json);
    const char *name = attn_print(h->run->arena, "%s.json", lesson->name);
    return name && h->take(h->user, name, text, strlen(text));
}

/* A file of which several values come is noted several times. */
static bool is_repeated(const attn_lesson *lesson, size_t at)
{
    for (size_t i = 0; i < at; i++)
        if (strcmp(lesson->files[i].path, lesson->files[at].path) == 0) return true;
    return false;
}

bool attn_run_hand(const attn_run *run, attn_hand *take, void *user, attn_status *status)
{
    static const char definitions[] = "definitions.json";
    const attn_lesson *lesson = run->lesson;
    const handing h = {run, take, user, status};
    const bool trains = run->trained || run->teacher;
    size_t length = 0;
    const char *bytes = attn_builtin_bytes(definitions, &length);
    bool done = bytes && take(user, definitions, bytes, length) && hand_lesson(&h);
    for (size_t i = 1; done && i < lesson->file_count; i++)
        if ((!lesson->files[i].examples || trains) && !is_repeated(lesson, i))
            done = hand_named(&h, lesson->files[i].path);
    for (size_t i = 0; done && i < lesson->given_count; i++)
        done = hand_given(&h, &lesson->givens[i]);
    return done;
}
