/*
 * api_check: a student's numbers, from files, held against a lesson.
 */
#include "api/api.h"

#include <string.h>

#include "files/arrays/array.h"
#include "files/bytes/format.h"
#include "render/grade_report.h"

/* More are taken for a mistake. */
enum { MOST_ANSWERS = 1000, MOST_NUMBERS = 1 << 22 };

typedef struct answers {
    attn_arena *arena;
    attn_status *status;
    const char *path; /* of the file that is read */
    attn_arrays *file;
    size_t count;
    attn_answer *items;
    size_t unnamed_count;
    const char **unnamed; /* paths of files whose name stands in for that of a value */
} answers;

/* ---- files ---- */

/* The file's name without folder and ending: "A" of "homework/A.csv". */
static const char *name_of_file(attn_arena *arena, const char *path)
{
    size_t base, stem = attn_api_stem(path, &base);
    return attn_copy_text(arena, path + base, stem - base);
}

/* What messages call a file. */
static const char *shown(const char *path)
{
    return strcmp(path, "-") == 0 ? "standard input" : path;
}

static void fail_here(const answers *all, const char *name, const char *what)
{
    attn_fail(all->status, ATTN_LIMIT, "%s%s%s", name ? name : "", name && name[0] ? ": " : "",
              what);
    attn_status_place(all->status, all->path, 0, 0);
}

/* name: NULL, or "": the file does not give one, and its own stands in. */
static void add_answer(answers *all, const char *name, attn_answer answer)
{
    if (all->count == MOST_ANSWERS)
        fail_here(all, "", "more than 1000 values: no lesson has so many");
    if (!attn_ok(all->status)) return;
    bool unnamed = name[0] == '\0';
    answer.name = unnamed ? name_of_file(all->arena, all->path)
                          : attn_copy_text(all->arena, name, strlen(name));
    answer.file = shown(all->path);
    attn_append(all->arena, &all->items, &all->count, &answer, sizeof answer);
    if (unnamed) attn_push_text(all->arena, &all->unnamed, &all->unnamed_count, all->path);
}

static void take(answers *all, const attn_array *array, const char *name)
{
    if (array->count > MOST_NUMBERS) {
        fail_here(all, name[0] ? name : name_of_file(all->arena, all->path),
                  "it has more numbers than any answer");
        return;
    }
    float *numbers = attn_alloc(all->arena, array->count + 1, sizeof *numbers);
    attn_answer answer = {
        .rank = array->rank, .numbers = numbers, .digits = array->digits, .bits = array->bits};
    memcpy(answer.shape, array->shape, array->rank * sizeof *answer.shape);
    if (numbers && attn_array_read(all->file, array, 0, array->count, numbers, all->status))
        add_answer(all, name, answer);
}

/* Its words outlive the file. */
static void take_text(answers *all, const attn_array_text *text, const char *name)
{
    const char **words = attn_alloc(all->arena, text->count + 1, sizeof *words);
    for (size_t i = 0; words && text->words && i < text->count; i++)
        words[i] = attn_copy_text(all->arena, text->words[i], strlen(text->words[i]));
    add_answer(all, name,
               (attn_answer){.line = text->line,
                             .column = text->column,
                             .rank = text->list,
                             .shape = {text->list ? text->count : 0},
                             .words = text->words ? words : NULL});
}

/* The only array of the file, whatever its name, or that of this name; NULL: neither is there. */
static const attn_array *choose_array(attn_arrays *file, const char *name)
{
    const attn_array *array = attn_arrays_find(file, name);
    return array || attn_arrays_at(file, 1) ? array : attn_arrays_at(file, 0);
}

/* The same of texts, if nothing else is there. */
static const attn_array_text *choose_text(attn_arrays *file, const char *name)
{
    const attn_array_text *text;
    for (size_t i = 0; (text = attn_arrays_text_at(file, i)); i++)
        if (strcmp(text->name, name) == 0) return text;
    bool alone = !attn_arrays_at(file, 0) && !attn_arrays_text_at(file, 1);
    return alone ? attn_arrays_text_at(file, 0) : NULL;
}

/* A = FILE */
static void take_named(answers *all, const char *name)
{
    const attn_array_text *text = choose_text(all->file, name);
    const attn_array *array = choose_array(all->file, name);
    if (text) {
        take_text(all, text, name);
    } else if (array) {
        take(all, array, name);
    } else {
        attn_text list = {0};
        for (size_t i = 0; (array = attn_arrays_at(all->file, i)); i++)
            attn_text_print(&list, "%s%s", i ? ", " : "", array->name);
        attn_fail(all->status, ATTN_USAGE, "no %s in this file: it holds %s", name,
                  attn_text_string(&list));
        attn_text_free(&list);
        attn_status_place(all->status, all->path, 0, 0);
    }
}

static void take_all(answers *all)
{
    const attn_array *array;
    const attn_array_text *text;
    for (size_t i = 0; attn_ok(all->status) && (array = attn_arrays_at(all->file, i)); i++)
        take(all, array, array->name);
    for (size_t i = 0; attn_ok(all->status) && (text = attn_arrays_text_at(all->file, i)); i++)
        take_text(all, text, text->name);
}

/* "A=weights.csv", or a file alone. */
static bool read_answer(answers *all, const char *word)
{
    const char *equals = strchr(word, '=');
    all->path = equals ? equals + 1 : word;
    if (equals == word || all->path[0] == '\0')
        return attn_fail(
            all->status, ATTN_USAGE,
            "name an answer as FILE, or as NAME=FILE, for example A=weights.csv, not '%s'", word);
    const char *name = equals ? attn_copy_text(all->arena, word, (size_t)(equals - word)) : NULL;
    all->file = attn_ok(all->status) ? attn_arrays_open_texts(all->path, all->status) : NULL;
    if (all->file && name)
        take_named(all, name);
    else if (all->file)
        take_all(all);
    attn_arrays_close(all->file);
    return attn_ok(all->status);
}

/* Whether the fault is that this file's own name is no value's. */
static bool is_about(const answers *all, const char *path)
{
    const char *name = name_of_file(all->arena, path);
    const char *quoted = name ? attn_print(all->arena, "'%s' ", name) : NULL;
    return all->status->code == ATTN_USAGE && strcmp(all->status->file, shown(path)) == 0 &&
           quoted && strncmp(all->status->message, quoted, strlen(quoted)) == 0;
}

/* A file whose own name is that of no value needs another in front. */
static void ask_for_name(const answers *all)
{
    for (size_t i = 0; i < all->unnamed_count; i++) {
        const char *path = all->unnamed[i];
        if (!is_about(all, path)) continue;
        const char *prefix = attn_print(all->arena, "say which value this is, as NAME=%s: ", path);
        if (prefix) attn_status_prefix(all->status, prefix);
        return;
    }
}

/* ---- the call ---- */

static const attn_format formats[] = {ATTN_FORMAT_TEXT, ATTN_FORMAT_JSON, ATTN_FORMAT_HTML,
                                      ATTN_FORMAT_NONE};
static const attn_writer writer = {
    .is = "the output is", .formats = formats, .usual = ATTN_FORMAT_TEXT};

/* The files of the answers. NULL without memory. */
static const char *const *files_of(const attnviz_answers *asked, size_t count, attn_arena *arena)
{
    const char **files = attn_alloc(arena, count + 1, sizeof *files), *equals;
    for (size_t i = 0; files && i < count; i++)
        files[i] = (equals = strchr(asked->files[i], '=')) ? equals + 1 : asked->files[i];
    return files;
}

static void check(attnviz_lesson *lesson, const attnviz_answers *asked, bool *right,
                  attn_api_call *call)
{
    answers all = {.arena = call->arena, .status = call->status};
    attn_options run;
    attn_format format = (attn_format)asked->look.format;
    const size_t count = attn_api_count(asked->files);
    const attn_grade_report_options show = {.lesson = attn_lesson_name(lesson->lesson),
                                            .columns = asked->look.columns,
                                            .color = asked->look.color,
                                            .drawn = asked->wishes.varied,
                                            .hint = asked->hint};
    const attn_reads reads = {.lesson = lesson->lesson,
                              .run = &run,
                              .files = files_of(asked, count, call->arena),
                              .file_count = count};
    attn_api_show_options(&asked->look, call->status); /* a line has columns */
    if (!attn_api_options(lesson, &asked->wishes, &run) ||
        !attn_format_choose(&writer, call->to->path, &format, call->status) ||
        !attn_api_spares(&reads, call->to->path, call->status))
        return;
    for (size_t i = 0; i < count; i++)
        if (!read_answer(&all, asked->files[i])) return;
    const attn_grade_report *graded =
        attn_answers_grade(lesson->lesson, &run, all.items, all.count, call->arena, call->status);
    if (!graded) {
        ask_for_name(&all);
        return;
    }
    attn_ear_doubt(&lesson->ear, &graded->doubt);
    (format == ATTN_FORMAT_JSON   ? attn_grade_report_json
     : format == ATTN_FORMAT_HTML ? attn_grade_report_html
                                  : attn_grade_report_text)(graded, &show, &call->text);
    *right = graded->right;
    attn_api_flush(call);
}

bool attnviz_lesson_check(attnviz_lesson *lesson, const attnviz_answers *asked, bool *right,
                          const attnviz_output *output, attnviz_fault *fault)
{
    attn_api_call call;
    if (!attn_api_given(lesson, "the lesson", fault) ||
        !attn_api_given(asked, "what is asked", fault) ||
        !attn_api_given(right, "the verdict", fault) ||
        !attn_api_begin_text(&call, lesson, output, fault))
        return false;
    if (attn_api_count(asked->files) == 0)
        attn_fail(call.status, ATTN_USAGE,
                  "name the files with the answers after the lesson, as in attnviz check %s A.csv, "
                  "or A=weights.npy",
                  attn_lesson_argument(lesson->lesson));
    if (attn_ok(call.status)) check(lesson, asked, right, &call);
    return attn_api_end(&call);
}
