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

/* A picture that was read, of the lesson or of the reader; NULL: none. */
static const attn_picture *picture_at(const attn_run *run, const char *path, bool of_reader)
{
    for (size_t i = 0; i < run->picture_count; i++) {
        const picture_read *read = &run->pictures[i];
        const char *name = read->path;
        if (of_reader && strncmp(name, "./", 2) == 0 && !strchr(path, '/')) name += 2;
        if (read->given == of_reader && strcmp(name, path) == 0) return read->picture;
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

static bool is_medium(const given *g)
{
    return g->input && (g->form == FORM_PIXELS || g->form == FORM_SOUND);
}

const char *attn_run_handed_name(const attn_run *run, const char *input)
{
    const char *path = attn_input_given(run, input);
    const char *slash = path ? strrchr(path, '/') : NULL;
    for (size_t i = 0; path && i < run->lesson->given_count; i++) {
        const given *g = &run->lesson->givens[i];
        if (is_medium(g) && strcmp(g->input, input) == 0)
            return attn_print(run->arena, "/%s/%s", input, slash ? slash + 1 : path);
    }
    return NULL;
}

/* A picture or a sound of the reader. */
static bool hand_given(const handing *h, const given *g)
{
    const char *path = is_medium(g) ? attn_input_given(h->run, g->input) : NULL;
    if (!path) return true;
    const char *name = attn_run_handed_name(h->run, g->input);
    const attn_picture *picture = picture_at(h->run, path, true);
    attn_input input;
    if (!name) return false;
    if (picture) return hand_picture(h, name, picture);
    if (!attn_input_read(&input, path, ATTN_MOST_HANDED, h->status)) return false;
    bool done = h->take(h->user, name, input.bytes, input.length);
    attn_input_close(&input);
    return done;
}

bool attn_run_is_handed(const attn_run *run)
{
    const attn_lesson *lesson = run->lesson;
    const bool added = lesson->original && lesson->step_count != lesson->original->step_count;
    return !lesson->made && !lesson->model && !run->options->given && !run->options->patch_count &&
           !added;
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

const char *attn_handed_source(const attn_run *run, const char *name, const char *bytes,
                               size_t length)
{
    static const char ending[] = ".safetensors";
    const size_t end = sizeof ending - 1, size = strlen(name);
    attn_status unread = {0};
    if (size < end || strcmp(name + size - end, ending) != 0) return NULL;
    attn_arrays *weights = attn_weights_from(bytes, length, name, &unread);
    const char *source = weights ? attn_weights_note(weights, "source") : NULL;
    if (source) source = attn_copy_text(run->arena, source, strlen(source));
    attn_arrays_close(weights);
    return source;
}
