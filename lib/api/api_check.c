/*
 * api_check: a student's numbers, from files, held against a lesson.
 */
#include "api/api.h"

#include <string.h>

#include "files/arrays/array.h"
#include "render/grade_report.h"

/* More are taken for a mistake. */
enum { MOST_ANSWERS = 1000, MOST_NUMBERS = 1 << 22 };

typedef struct answers {
    attn_arena *arena;
    attn_status *status;
    size_t count;
    attn_answer *items;
    size_t unnamed_count;
    const char **unnamed; /* paths of files whose name stands in for that of a value */
} answers;

/* ---- files ---- */

static const char *copy(attn_arena *arena, const char *text)
{
    return attn_copy_text(arena, text, strlen(text));
}

/* The file's name without folder and ending: "A" of "homework/A.csv". */
static const char *name_of_file(attn_arena *arena, const char *path)
{
    size_t base, stem = attn_api_stem(path, &base);
    return attn_copy_text(arena, path + base, stem - base);
}

static bool fail_array(const answers *all, const char *path, const char *name, const char *what)
{
    attn_fail(all->status, ATTN_LIMIT, "%s%s%s", name, name[0] ? ": " : "", what);
    attn_status_place(all->status, path, 0, 0);
    return false;
}

/* What messages call a file. */
static const char *shown(const char *path)
{
    return strcmp(path, "-") == 0 ? "standard input" : path;
}

/* One more, without numbers; NULL on failure. */
static attn_answer *add_answer(answers *all, const char *name, const char *path)
{
    if (all->count == MOST_ANSWERS) {
        fail_array(all, path, "", "these are more than 1000 values: a lesson has fewer");
        return NULL;
    }
    attn_answer *answer = attn_push(all->arena, &all->items, &all->count, sizeof *answer);
    if (!answer) return NULL;
    *answer = (attn_answer){.name = copy(all->arena, name), .file = shown(path)};
    return answer->name ? answer : NULL;
}

static bool take(answers *all, attn_arrays *file, const attn_array *array, const char *name,
                 const char *path)
{
    if (array->count > MOST_NUMBERS)
        return fail_array(all, path, name, "it has more numbers than any answer");
    attn_answer *answer = add_answer(all, name, path);
    float *numbers = answer ? attn_alloc(all->arena, array->count + 1, sizeof *numbers) : NULL;
    if (!numbers) return false;
    answer->rank = array->rank;
    answer->numbers = numbers;
    answer->digits = array->digits;
    answer->bits = array->bits;
    memcpy(answer->shape, array->shape, array->rank * sizeof *answer->shape);
    return attn_array_read(file, array, 0, array->count, numbers, all->status);
}

/* Its words outlive the file. */
static bool take_text(answers *all, const attn_array_text *text, const char *name, const char *path)
{
    attn_answer *answer = add_answer(all, name, path);
    const char **words = answer ? attn_alloc(all->arena, text->count + 1, sizeof *words) : NULL;
    if (!words) return false;
    answer->line = text->line;
    answer->column = text->column;
    answer->rank = text->list;
    answer->shape[0] = text->list ? text->count : 0;
    for (size_t i = 0; text->words && i < text->count; i++)
        if (!(words[i] = copy(all->arena, text->words[i]))) return false;
    if (text->words) answer->words = words;
    return true;
}

/* The only array of the file, whatever its name, or that of this name; NULL: neither is there. */
static const attn_array *choose_array(attn_arrays *file, const char *name)
{
    const attn_array *array = attn_arrays_find(file, name);
    if (array) return array;
    return attn_arrays_at(file, 1) ? NULL : attn_arrays_at(file, 0);
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
static bool take_named(answers *all, attn_arrays *file, const char *name, const char *path)
{
    const attn_array_text *text = choose_text(file, name);
    const attn_array *array = choose_array(file, name);
    if (text) return take_text(all, text, name, path);
    if (array) return take(all, file, array, name, path);
    attn_text list = {0};
    for (size_t i = 0; (array = attn_arrays_at(file, i)); i++)
        attn_text_print(&list, "%s%s", i ? ", " : "", array->name);
    attn_fail(all->status, ATTN_USAGE, "there is no %s in it: it holds %s", name,
              attn_text_string(&list));
    attn_text_free(&list);
    attn_status_place(all->status, path, 0, 0);
    return false;
}

/* The name that the file gives, or else that of the file; NULL: no memory. */
static const char *own_name(answers *all, const char *name, const char *path)
{
    if (name[0]) return name;
    const char **place = attn_push(all->arena, &all->unnamed, &all->unnamed_count, sizeof *place);
    if (!place) return NULL;
    *place = path;
    return name_of_file(all->arena, path);
}

static bool take_all(answers *all, attn_arrays *file, const char *path)
{
    const attn_array *array;
    for (size_t i = 0; (array = attn_arrays_at(file, i)); i++) {
        const char *name = own_name(all, array->name, path);
        if (!name || !take(all, file, array, name, path)) return false;
    }
    const attn_array_text *text;
    for (size_t i = 0; (text = attn_arrays_text_at(file, i)); i++) {
        const char *name = own_name(all, text->name, path);
        if (!name || !take_text(all, text, name, path)) return false;
    }
    return true;
}

/* "A=weights.csv", or a file alone. */
static bool read_answer(answers *all, const char *word)
{
    const char *equals = strchr(word, '=');
    const char *path = equals ? equals + 1 : word;
    if (equals == word || path[0] == '\0')
        return attn_fail(all->status, ATTN_USAGE,
                         "an answer is a file, or NAME=FILE as in A=weights.csv, not '%s'", word);
    const char *name = equals ? attn_copy_text(all->arena, word, (size_t)(equals - word)) : NULL;
    attn_arrays *file = attn_ok(all->status) ? attn_arrays_open_texts(path, all->status) : NULL;
    bool done = file && (name ? take_named(all, file, name, path) : take_all(all, file, path));
    attn_arrays_close(file);
    return done;
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

static void check(attnviz_lesson *lesson, const attnviz_answers *asked, attn_arena *arena,
                  bool *right, attn_api_output *out)
{
    answers all = {.arena = arena, .status = out->status};
    attn_options run;
    const attn_grade_report_options show = {.lesson = attn_lesson_name(lesson->lesson),
                                            .columns = asked->look.columns,
                                            .color = asked->look.color,
                                            .hint = asked->hint};
    if (!attn_api_options(lesson, &asked->wishes, &run)) return;
    for (size_t i = 0; asked->files && asked->files[i]; i++)
        if (!read_answer(&all, asked->files[i])) return;
    const attn_grade_report *graded =
        attn_answers_grade(lesson->lesson, &run, all.items, all.count, arena, out->status);
    if (!graded) {
        ask_for_name(&all);
        return;
    }
    attn_ear_doubt(&lesson->ear, &graded->doubt);
    (asked->look.format == ATTNVIZ_FORMAT_JSON ? attn_grade_report_json
                                               : attn_grade_report_text)(graded, &show, &out->text);
    *right = graded->right;
    attn_api_output_flush(out);
}

bool attnviz_lesson_check(attnviz_lesson *lesson, const attnviz_answers *asked, bool *right,
                          const attnviz_output *output, attnviz_fault *fault)
{
    attn_api_output out;
    if (!attn_api_given(lesson, "the lesson", fault) ||
        !attn_api_given(asked, "what is asked", fault) ||
        !attn_api_given(right, "the verdict", fault) ||
        !attn_api_output_begin(&out, output, &lesson->status, fault))
        return false;
    attn_arena *arena = attn_arena_new(out.status);
    if (attn_api_count(asked->files) == 0)
        attn_fail(out.status, ATTN_USAGE,
                  "name the files of the answers behind the lesson, as in attnviz check %s A.csv, "
                  "or A=weights.npy",
                  attn_lesson_argument(lesson->lesson));
    if (attn_ok(out.status)) check(lesson, asked, arena, right, &out);
    attn_arena_free(arena);
    return attn_api_output_end(&out);
}
