/*
 * fields: what all parts of a lesson file are read with: texts, whole numbers, names of sequences
 * and files, formulas; and the places of what is wrong with them.
 */
#include <fcntl.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "files/bytes/open.h"
#include "lesson/read/reading.h"

/* ---- faults and their places ---- */

origin attn_origin_of(const attn_lesson *lesson, const cJSON *item)
{
    return (origin){lesson->json, attn_json_start(lesson->json, item), 0};
}

origin attn_key_origin_of(const attn_lesson *lesson, const cJSON *item)
{
    return (origin){lesson->json, attn_json_key_start(lesson->json, item), 0};
}

bool attn_lesson_place(const attn_lesson *lesson, const origin *from)
{
    return attn_place_formula(lesson->status, from);
}

bool attn_lesson_place_key(const attn_lesson *lesson, const cJSON *item)
{
    attn_status *status = lesson->status;
    size_t line, column;
    if (attn_ok(status) || status->file[0]) return false;
    attn_json_find_inside(lesson->json, attn_json_key_start(lesson->json, item),
                          status->formula_from + status->caret, &line, &column);
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

const attn_sequence *attn_lesson_sequence(const attn_lesson *lesson, const cJSON *item)
{
    const char *name = attn_lesson_text(lesson, item, "the name of a sequence");
    if (!name) return NULL;
    const attn_sequence *sequence = attn_scope_sequence(lesson->scope, name);
    if (!sequence)
        attn_lesson_fail(lesson, item,
                         "'%s' is no sequence of this lesson: declare it under \"sequences\" first",
                         name);
    return sequence;
}

/* ---- formulas ---- */

attn_statement *attn_lesson_line_at(attn_lesson *lesson, origin from, const char *text,
                                    line_kind kind)
{
    static attn_statement *(*const parsers[])(const attn_grammar *, const char *) = {
        [LINE_STATEMENT] = attn_parse_statement,
        [LINE_EXPRESSION] = attn_parse_formula,
        [LINE_CHECK] = attn_parse_check};
    attn_grammar grammar = attn_scope_grammar(lesson->scope);
    origin *kept = attn_alloc(lesson->arena, 1, sizeof *kept);
    if (!kept) return NULL;
    *kept = from;
    attn_statement *line = parsers[kind](&grammar, text);
    if (line) {
        line->origin = kept;
        if (attn_bind_statement(lesson->scope, line)) return line;
    }
    attn_lesson_place(lesson, kept);
    return NULL;
}

attn_statement *attn_lesson_line(attn_lesson *lesson, const cJSON *item, const char *text,
                                 size_t offset, line_kind kind)
{
    origin from = attn_origin_of(lesson, item);
    from.offset = offset;
    return attn_lesson_line_at(lesson, from, text, kind);
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

/* ---- numbers ---- */

static bool take_written(attn_lesson *lesson, const cJSON *item, written_numbers *out)
{
    *out = (written_numbers){.start = (uint32_t)attn_json_start(lesson->json, item),
                             .kind = cJSON_IsNumber(item)  ? WRITTEN_NUMBER
                                     : cJSON_IsArray(item) ? WRITTEN_LIST
                                                           : WRITTEN_OTHER};
    if (out->kind == WRITTEN_NUMBER) out->number = item->valuedouble;
    if (out->kind != WRITTEN_LIST) return true;
    out->items = attn_alloc(lesson->arena, (size_t)cJSON_GetArraySize(item), sizeof *out->items);
    for (const cJSON *child = item->child; child && out->items; child = child->next)
        if (!take_written(lesson, child, &out->items[out->count++])) return false;
    return out->items != NULL;
}

const written_numbers *attn_written_read(attn_lesson *lesson, const cJSON *item)
{
    written_numbers *numbers = attn_alloc(lesson->arena, 1, sizeof *numbers);
    return numbers && take_written(lesson, item, numbers) ? numbers : NULL;
}

double attn_config_number(const attn_lesson *lesson, const char *key)
{
    const cJSON *root = lesson->config ? attn_json_root(lesson->config) : NULL;
    const cJSON *value = root ? cJSON_GetObjectItemCaseSensitive(root, key) : NULL;
    return cJSON_IsNumber(value) ? value->valuedouble : (double)NAN;
}
