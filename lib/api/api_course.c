/*
 * api_course: the lessons of the library as a folder of pages.
 */
#include "api/api.h"

#include <string.h>

#include "files/bytes/folder.h"
#include "render/html/course.h"

typedef struct course {
    attn_api_call *call;
    attn_folder *folder;
    const attn_glossary *glossary;
    bool *sheets; /* whether each lesson has a worksheet */
} course;

/* What the call has as its text, as a file of the folder. */
static bool write_page(course *c, const char *name, bool made)
{
    attn_text *text = &c->call->text;
    if (made && text->failed) attn_no_memory(c->call->status, "writing the page");
    const char *path = made && !text->failed ? attn_folder_file(c->folder, name) : NULL;
    attn_output *file = path ? attn_output_open(path, c->call->status) : NULL;
    bool done = file && attn_output_end(file, attn_output_write(file, text->bytes, text->length));
    attn_text_clear(text);
    return done;
}

static bool write_sheet(course *c, size_t place, attn_lesson *lesson)
{
    attn_text ways = {0};
    attn_course_sheet_ways(place, c->call->arena, &ways);
    const char *text = attn_keep_text(c->call->arena, &ways);
    const char *name =
        attn_print(c->call->arena, "%s-worksheet.html", attn_builtin_lesson_at(place)->name);
    return write_page(c, name, text && name && attn_api_sheet_page(lesson, text, c->call));
}

static bool write_lesson(course *c, size_t place)
{
    static const attnviz_look plain = ATTNVIZ_LOOK;
    attn_status *status = c->call->status;
    const char *word = attn_builtin_lesson_at(place)->name;
    const attn_show_options options = attn_api_show_options(&plain, status);
    const char *name = attn_print(c->call->arena, "%s.html", word);
    attn_lesson *lesson = attn_lesson_read(word, true, status);
    attn_run *run = lesson ? attn_lesson_run(lesson, &(attn_options){0}, status) : NULL;
    bool made = run && name &&
                attn_course_lesson(run, &options, place, c->glossary, &c->call->text, status);
    bool done = write_page(c, name, made);
    attn_run_free(run);
    c->sheets[place] = done && attn_lesson_varies(lesson);
    if (c->sheets[place]) done = write_sheet(c, place, lesson);
    attn_lesson_free(lesson);
    return done;
}

static bool write_all(course *c)
{
    attn_arena *arena = c->call->arena;
    attn_text *text = &c->call->text;
    size_t count = 0;
    while (attn_builtin_lesson_at(count)) count++;
    c->sheets = attn_alloc(arena, count + 1, sizeof *c->sheets);
    bool done = c->sheets != NULL;
    for (size_t i = 0; done && i < count; i++) done = write_lesson(c, i);
    return done &&
           write_page(c, attn_course_index_name, attn_course_index(c->sheets, arena, text)) &&
           write_page(c, attn_course_glossary_name, attn_course_glossary(c->glossary, arena, text));
}

/* A path may end with slashes, as those of folders often do. */
static const char *bare_path(const char *path, attn_arena *arena)
{
    size_t length = strlen(path);
    while (length > 1 && path[length - 1] == '/') length--;
    return attn_copy_text(arena, path, length);
}

bool attnviz_course(const char *folder, attnviz_fault *fault)
{
    attn_api_call call;
    if (!attn_api_given(folder, "the folder", fault) || !attn_api_begin(&call, NULL, fault))
        return false;
    course c = {.call = &call, .glossary = attn_glossary_read(call.arena)};
    const char *path = c.glossary ? bare_path(folder, call.arena) : NULL;
    c.folder = path ? attn_folder_new(path, call.arena) : NULL;
    attn_folder_end(c.folder, c.folder && write_all(&c));
    return attn_api_end(&call);
}
