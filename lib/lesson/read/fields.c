/*
 * fields: what all parts of a lesson file are read with: texts, whole numbers, names of sequences
 * and files, formulas; and the places of what is wrong with them.
 */
#include <fcntl.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "files/bytes/open.h"
#include "lesson/program/program.h"

/* ---- faults and their places ---- */

bool attn_lesson_place(const attn_lesson *lesson, const origin *from)
{
    attn_status *status = lesson->status;
    size_t line, column;
    if (attn_ok(status) || !from || status->file[0]) return false;
    size_t caret = status->formula[0] ? status->formula_from + status->caret : 0;
    attn_json_string_place(from->json, from->item, from->offset + caret, &line, &column);
    attn_status_place(status, from->file, line, column);
    return false;
}

bool attn_lesson_blame_file(const attn_lesson *lesson, const cJSON *item, attn_status *status)
{
    size_t line, column;
    if (lesson->builtin || status->code != ATTN_FILE || !status->file[0] || status->line)
        return false;
    attn_status_prefix(status, ": ");
    attn_status_prefix(status, status->file);
    status->file[0] = '\0';
    attn_json_string_place(lesson->json, item, 0, &line, &column);
    attn_status_place(status, lesson->file, line, column);
    return false;
}

bool attn_lesson_place_key(const attn_lesson *lesson, const cJSON *item)
{
    attn_status *status = lesson->status;
    size_t line, column;
    if (attn_ok(status) || status->file[0]) return false;
    attn_json_key_string_place(lesson->json, item, status->formula_from + status->caret, &line,
                               &column);
    attn_status_place(status, lesson->file, line, column);
    return false;
}

/* ---- small readers ---- */

bool attn_lesson_keys(const attn_lesson *lesson, const cJSON *object, const char *const *keys)
{
    return attn_json_keys(lesson->json, object, keys, lesson->status);
}

const char *attn_lesson_text(const attn_lesson *lesson, const cJSON *item, const char *what)
{
    if (cJSON_IsString(item)) return item->valuestring;
    attn_lesson_fail(lesson, item, "%s must be a text in quotes", what);
    return NULL;
}

bool attn_lesson_whole_64(const attn_lesson *lesson, const cJSON *item, const char *what,
                          uint64_t least, uint64_t most, uint64_t *number)
{
    double value = cJSON_IsNumber(item) ? item->valuedouble : -1;
    bool fits = value >= (double)least && value <= (double)most && value == floor(value);
    if (!fits && least == most)
        return attn_lesson_fail(lesson, item, "%s must be %" PRIu64, what, least);
    if (!fits)
        return attn_lesson_fail(lesson, item,
                                "%s must be a whole number from %" PRIu64 " to %" PRIu64, what,
                                least, most);
    *number = (uint64_t)value;
    return true;
}

bool attn_lesson_whole(const attn_lesson *lesson, const cJSON *item, const char *what, size_t least,
                       size_t most, size_t *number)
{
    uint64_t whole;
    if (!attn_lesson_whole_64(lesson, item, what, least, most, &whole)) return false;
    *number = (size_t)whole;
    return true;
}

bool attn_lesson_number(const attn_lesson *lesson, const cJSON *item, float *number)
{
    *number = (float)item->valuedouble;
    return isfinite(*number) ||
           attn_lesson_fail(lesson, item, "this number is too large for float32 (at most 3.4e38)");
}

attn_sequence *attn_lesson_sequence(const attn_lesson *lesson, const cJSON *item)
{
    const char *name = attn_lesson_text(lesson, item, "the name of a sequence");
    if (!name) return NULL;
    attn_sequence *sequence = attn_scope_sequence(lesson->scope, name);
    if (!sequence)
        attn_lesson_fail(lesson, item,
                         "'%s' is no sequence of this lesson: declare it under \"sequences\" first",
                         name);
    return sequence;
}

/* ---- formulas ---- */

static origin *new_origin(attn_lesson *lesson, const cJSON *item, size_t offset)
{
    origin *o = attn_alloc(lesson->arena, 1, sizeof *o);
    if (o) *o = (origin){lesson->json, lesson->file, item, offset};
    return o;
}

attn_statement *attn_lesson_line(attn_lesson *lesson, const cJSON *item, const char *text,
                                 size_t offset, line_kind kind)
{
    static attn_statement *(*const parsers[])(const attn_grammar *, const char *) = {
        [LINE_STATEMENT] = attn_parse_statement,
        [LINE_EXPRESSION] = attn_parse_formula,
        [LINE_CHECK] = attn_parse_check};
    attn_grammar grammar = attn_scope_grammar(lesson->scope);
    origin *from = new_origin(lesson, item, offset);
    if (!from) return NULL;
    attn_statement *line = parsers[kind](&grammar, text);
    if (line) {
        line->origin = from;
        if (attn_bind_statement(lesson->scope, line)) return line;
    }
    attn_lesson_place(lesson, from);
    return NULL;
}

bool attn_lesson_lines(attn_lesson *lesson, const cJSON *item, line_kind kind, const char *what,
                       lines *out)
{
    const cJSON *first = cJSON_IsArray(item) ? item->child : item;
    size_t count = cJSON_IsArray(item) ? 0 : 1;
    for (const cJSON *child = first; cJSON_IsArray(item) && child; child = child->next) count++;
    out->items = attn_alloc(lesson->arena, count + 1, sizeof *out->items);
    if (!out->items) return false;
    for (const cJSON *child = first; out->count < count; child = child->next) {
        if (!cJSON_IsString(child))
            return attn_lesson_fail(lesson, child,
                                    "%s takes a formula in quotes, or a list of them", what);
        attn_statement *line = attn_lesson_line(lesson, child, child->valuestring, 0, kind);
        if (line && kind == LINE_STATEMENT) line = attn_statement_now(lesson, line);
        if (!line) return false;
        out->items[out->count++] = line;
    }
    return true;
}

/* ---- files ---- */

/* A file beside the lesson: no way out of its folder. */
static const char *file_beside(const attn_lesson *lesson, const cJSON *item, const char *what)
{
    const char *name = attn_lesson_text(lesson, item, what);
    if (!name) return NULL;
    if (lesson->made) return name;
    if (attn_name_stays(name)) return name;
    attn_lesson_fail(lesson, item,
                     "%s must name a file in the lesson's own folder or below, without '..' and "
                     "without a '/' at "
                     "its beginning or end",
                     what);
    return NULL;
}

bool attn_lesson_note_file(attn_lesson *lesson, const char *path)
{
    const char **place =
        attn_push(lesson->arena, &lesson->files, &lesson->file_count, sizeof *place);
    if (place) *place = path;
    return place != NULL;
}

const char *attn_lesson_beside(attn_lesson *lesson, const cJSON *item, const char *what)
{
    const char *name = file_beside(lesson, item, what);
    if (!name || lesson->builtin) return name;
    const char *path = attn_print(lesson->arena, "%s%s", lesson->folder, name);
    return path && attn_lesson_note_file(lesson, path) ? path : NULL;
}

/* The part of a path that counts from the lesson's folder. */
static const char *below_folder(const attn_lesson *lesson, const char *path)
{
    return path + strlen(lesson->folder);
}

int attn_lesson_open(const attn_lesson *lesson, const char *path, attn_status *status)
{
    if (lesson->made) return attn_open(AT_FDCWD, path, status);
    return attn_open_below(lesson->opened, below_folder(lesson, path), status);
}

bool attn_lesson_input(const attn_lesson *lesson, const char *path, const cJSON *named, size_t most,
                       attn_input *input, attn_status *status)
{
    *input = (attn_input){0};
    if (lesson->builtin) input->bytes = attn_builtin_bytes(path, &input->length);
    if (input->bytes ||
        attn_input_take(input, attn_lesson_open(lesson, path, status), path, most, status))
        return true;
    return attn_lesson_blame_file(lesson, named, status);
}

attn_output *attn_lesson_weights_output(const attn_lesson *lesson, attn_status *status)
{
    const char *path = lesson->weights;
    attn_output *output =
        attn_output_below(lesson->opened, below_folder(lesson, path), path, status);
    if (!output) attn_lesson_blame_file(lesson, lesson->weights_item, status);
    return output;
}
