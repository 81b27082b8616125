/*
 * fields: what all parts of a lesson file are read with: texts, whole numbers, names of sequences
 * and files, formulas; and the places of what is wrong with them.
 */
#include <fcntl.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
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

bool attn_lesson_place_key(const attn_lesson *lesson, const cJSON *item)
{
    const origin key = attn_key_origin_of(lesson, item);
    return attn_place_formula(lesson->status, &key);
}

/* ---- small readers ---- */

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
        attn_lesson_fail(
            lesson, item,
            "'%s' is not a sequence of this lesson: declare it under \"sequences\" first", name);
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
    attn_statement *line = parsers[kind](&grammar, text);
    if (line) line->origin = attn_copy(lesson->arena, &from, 1, sizeof from);
    if (line && line->origin && attn_bind_statement(lesson->scope, line)) return line;
    attn_place_formula(lesson->status, &from);
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
                     "without a '/' at its beginning or end",
                     what);
    return NULL;
}

bool attn_lesson_note_file(attn_lesson *lesson, const char *path)
{
    return attn_append(lesson->arena, &lesson->files, &lesson->file_count,
                       &(noted_file){.path = path}, sizeof(noted_file));
}

const char *attn_lesson_beside(attn_lesson *lesson, const cJSON *item, const char *what)
{
    const char *name = file_beside(lesson, item, what);
    if (!name) return NULL;
    const char *path = attn_print(lesson->arena, "%s%s", lesson->folder, name);
    return path && attn_lesson_note_file(lesson, path) ? path : NULL;
}

/* ---- tables of keys ---- */

const cJSON *attn_key(const cJSON *object, const char *key)
{
    return cJSON_IsObject(object) ? cJSON_GetObjectItemCaseSensitive(object, key) : NULL;
}

bool attn_each_key(attn_lesson *lesson, const cJSON *object, const char *what,
                   bool (*read)(attn_lesson *, const cJSON *, bool), bool flag)
{
    if (object && !cJSON_IsObject(object)) return attn_lesson_fail(lesson, object, "%s", what);
    for (const cJSON *item = object ? object->child : NULL; item; item = item->next)
        if (!read(lesson, item, flag)) return false;
    return true;
}

static bool read_truth(const attn_lesson *lesson, const cJSON *item, const char *key, bool *truth)
{
    *truth = cJSON_IsTrue(item);
    return cJSON_IsBool(item) || attn_lesson_fail(lesson, item, "\"%s\" is true or false", key);
}

static bool read_number(const attn_lesson *lesson, const cJSON *item, const field *f,
                        double *number)
{
    bool positive = f->kind == FIELD_POSITIVE;
    *number = item->valuedouble;
    return (cJSON_IsNumber(item) && (!positive || *number > 0)) ||
           attn_lesson_fail(lesson, item, "\"%s\" is a number%s", f->key,
                            positive ? " above 0" : "");
}

static bool read_either(const attn_lesson *lesson, const cJSON *item, const field *f, bool *second)
{
    const char *word = attn_lesson_text(lesson, item, "this key");
    *second = word && strcmp(word, f->words[1]) == 0;
    return *second || (word && strcmp(word, f->words[0]) == 0) ||
           attn_lesson_fail(lesson, item, "\"%s\" is \"%s\" or \"%s\"", f->key, f->words[0],
                            f->words[1]);
}

static bool read_formula(attn_lesson *lesson, const cJSON *item, const field *f, const char *what,
                         attn_statement **formula)
{
    lines list = {0};
    if (!attn_lesson_lines(lesson, item, LINE_EXPRESSION, what, &list)) return false;
    *formula = list.items[0];
    if (list.count != 1 && f->words[0]) return attn_lesson_fail(lesson, item, "%s", f->words[0]);
    return list.count == 1 || attn_lesson_fail(lesson, item, "%s must be one formula", what);
}

static bool read_field(attn_lesson *lesson, const cJSON *item, const field *f, void *to)
{
    char what[32];
    snprintf(what, sizeof what, "\"%s\"", f->key);
    switch (f->kind) {
    case FIELD_TEXT:
        return (*(const char **)to = attn_lesson_text(lesson, item, what)) != NULL;
    case FIELD_WHOLE:
        return attn_lesson_whole(lesson, item, what, f->least, f->most, to);
    case FIELD_NUMBER:
    case FIELD_POSITIVE:
        return read_number(lesson, item, f, to);
    case FIELD_TRUTH:
        return read_truth(lesson, item, f->key, to);
    case FIELD_EITHER:
        return read_either(lesson, item, f, to);
    case FIELD_SEQUENCE:
        return (*(const attn_sequence **)to = attn_lesson_sequence(lesson, item)) != NULL;
    case FIELD_FILE:
        return (*(const char **)to = attn_lesson_beside(lesson, item, what)) != NULL;
    case FIELD_FORMULA:
        return read_formula(lesson, item, f, what, to);
    case FIELD_FORMULAS:
        return attn_lesson_lines(lesson, item, LINE_EXPRESSION, what, to);
    case FIELD_STATEMENTS:
        return attn_lesson_lines(lesson, item, LINE_STATEMENT, what, to);
    case FIELD_OWN:
        break;
    }
    return true;
}

bool attn_fields_check(const attn_lesson *lesson, const cJSON *object, const field *fields)
{
    const char *keys[32] = {NULL};
    for (size_t i = 0; fields[i].key; i++) keys[i] = fields[i].key;
    return attn_json_keys(lesson->json, object, keys, lesson->status);
}

bool attn_fields_read(attn_lesson *lesson, const cJSON *object, const field *fields, void *into)
{
    if (!attn_fields_check(lesson, object, fields)) return false;
    for (const field *f = fields; f->key; f++) {
        const cJSON *item = attn_key(object, f->key);
        if (item && !read_field(lesson, item, f, (char *)into + f->at)) return false;
    }
    return true;
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
