/*
 * config: what a lesson takes from the file of `config`: a word, or a number by a product of keys;
 * and what it expects of that file, so that no model is computed by formulas that are not its own.
 */
#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "lesson/read/reading.h"

/* ---- keys ---- */

/* The value under "rope_scaling.factor"; NULL: there is none, or it is null. */
static const cJSON *find_in(const cJSON *object, const char *key, size_t length)
{
    while (cJSON_IsObject(object)) {
        const char *dot = memchr(key, '.', length);
        const size_t part = dot ? (size_t)(dot - key) : length;
        const cJSON *item = object->child;
        while (item && !(strlen(item->string) == part && memcmp(item->string, key, part) == 0))
            item = item->next;
        if (!dot || !item) return cJSON_IsNull(item) ? NULL : item;
        object = item;
        key += part + 1;
        length -= part + 1;
    }
    return NULL;
}

/* The same in the first file that has it; *json: which one, or NULL. */
static const cJSON *find_key(const attn_lesson *lesson, const char *key, size_t length,
                             const attn_json **json)
{
    const cJSON *item = NULL;
    for (size_t i = 0; !item && i < lesson->config_count; i++) {
        *json = lesson->config[i];
        item = find_in(attn_json_root(*json), key, length);
    }
    return item;
}

static const char *skip_blanks(const char *text)
{
    return text + strspn(text, " ");
}

static size_t key_length(const char *text)
{
    return strcspn(text, " |/*");
}

/* The first of the alternatives that is there, and its file; NULL: none is. */
static const cJSON *find_first(const attn_lesson *lesson, const char *text, const attn_json **json)
{
    const cJSON *found = NULL;
    for (; text && !found; text = strchr(text, '|')) {
        if (*text == '|') text++;
        text = skip_blanks(text);
        found = find_key(lesson, text, key_length(text), json);
    }
    return found;
}

/* ---- numbers ---- */

/* A number, or a key that has one. */
static bool take_factor(const attn_lesson *lesson, const char **text, double *number)
{
    const attn_json *json;
    *text = skip_blanks(*text);
    const size_t length = key_length(*text);
    const cJSON *item = find_key(lesson, *text, length, &json);
    char *end = NULL;
    *number = cJSON_IsNumber(item)             ? item->valuedouble
              : cJSON_IsBool(item)             ? cJSON_IsTrue(item)
              : **text >= '0' && **text <= '9' ? strtod(*text, &end)
                                               : (double)NAN;
    *text = skip_blanks(end ? end : *text + length);
    return isfinite(*number);
}

/* "hidden_size / num_attention_heads", up to the end or the next alternative. */
static bool take_product(const attn_lesson *lesson, const char *text, double *number)
{
    double factor;
    bool known = take_factor(lesson, &text, number);
    while (known && (*text == '/' || *text == '*')) {
        const bool divides = *text++ == '/';
        known = take_factor(lesson, &text, &factor);
        if (divides && factor == 0) return false;
        *number = divides ? *number / factor : *number * factor;
    }
    return known && (*text == '\0' || *text == '|') && isfinite(*number);
}

double attn_config_number(const attn_lesson *lesson, const char *text)
{
    double number;
    for (const char *rest = text; rest; rest = strchr(rest, '|')) {
        if (*rest == '|') rest++;
        if (take_product(lesson, rest, &number)) return number;
    }
    return (double)NAN;
}

const written_numbers *attn_config_numbers(attn_lesson *lesson, const cJSON *item)
{
    const attn_json *json;
    const cJSON *list = find_first(lesson, item->valuestring, &json);
    const size_t count = cJSON_IsArray(list) ? (size_t)cJSON_GetArraySize(list) : 0;
    const uint32_t start = (uint32_t)attn_json_start(lesson->json, item);
    written_numbers *all = count ? attn_alloc(lesson->arena, count + 1, sizeof *all) : NULL;
    if (!all) return NULL;
    all[0] = (written_numbers){
        .items = all + 1, .start = start, .count = (uint32_t)count, .kind = WRITTEN_LIST};
    const cJSON *one = list->child;
    for (size_t i = 1; one; one = one->next, i++) {
        if (!cJSON_IsNumber(one)) return NULL;
        all[i] = (written_numbers){
            .number = one->valuedouble, .start = start, .kind = WRITTEN_NUMBER};
    }
    return all;
}

/* ---- words ---- */

/* Of what stands in the config: what a definition calls it. NULL: it has no word. */
static const char *word_of(const cJSON *item)
{
    if (!item) return "null";
    if (cJSON_IsBool(item)) return cJSON_IsTrue(item) ? "true" : "false";
    return cJSON_IsString(item) ? item->valuestring : NULL;
}

/* "gelu, relu": the words that there are formulas for. */
static const char *words_of(const attn_lesson *lesson, const cJSON *object)
{
    attn_text words = {0};
    for (const cJSON *one = object->child; one; one = one->next)
        if (strcmp(one->string, "config") != 0)
            attn_text_print(&words, "%s%s", words.length ? ", " : "", one->string);
    return attn_keep_text(lesson->arena, &words);
}

const cJSON *attn_config_choose(const attn_lesson *lesson, const cJSON *object)
{
    const cJSON *by = attn_key(object, "config");
    if (!cJSON_IsString(by)) {
        attn_lesson_fail(lesson, object,
                         "a definition is a formula in quotes, a list of them, or an object that "
                         "has one for each word of the config: { \"config\": \"hidden_act\", "
                         "\"gelu\": \"gelu(x)\" }");
        return NULL;
    }
    if (!lesson->config_count) {
        attn_lesson_fail(lesson, by, "the lesson names no file under \"config\"");
        return NULL;
    }
    const attn_json *json;
    const cJSON *item = find_first(lesson, by->valuestring, &json);
    const char *word = word_of(item);
    const cJSON *chosen = word && strcmp(word, "config") != 0 ? attn_key(object, word) : NULL;
    if (!chosen)
        attn_lesson_fail(lesson, object,
                         "%s has '%s' under '%s', and there is no formula for it: there are those "
                         "for %s",
                         lesson->config_file, word ? word : "something else than a word",
                         by->valuestring, words_of(lesson, object));
    return chosen;
}

/* ---- what is expected ---- */

/* What stands in the config, in words, in the arena; NULL without memory. */
static const char *written(const attn_lesson *lesson, const cJSON *item)
{
    attn_text text = {0};
    if (cJSON_IsNumber(item))
        attn_text_short(&text, (float)item->valuedouble, 7);
    else if (!item || cJSON_IsNull(item))
        attn_text_add(&text, "not there");
    else
        attn_text_print(&text, cJSON_IsString(item) ? "'%s'" : "%s",
                        word_of(item)         ? word_of(item)
                        : cJSON_IsArray(item) ? "a list"
                                              : "an object");
    return attn_keep_text(lesson->arena, &text);
}

/* "not there or false": all of a list. */
static const char *written_list(const attn_lesson *lesson, const cJSON *list)
{
    attn_text words = {0};
    for (const cJSON *one = list->child; one; one = one->next) {
        const char *word = written(lesson, one);
        if (word) attn_text_print(&words, "%s%s", words.length ? " or " : "", word);
    }
    return attn_keep_text(lesson->arena, &words);
}

static bool is_alike(const cJSON *item, const cJSON *other)
{
    const char *word = word_of(item), *another = word_of(other);
    if (cJSON_IsNumber(item))
        return cJSON_IsNumber(other) && !(item->valuedouble < other->valuedouble) &&
               !(item->valuedouble > other->valuedouble);
    return word && another && !cJSON_IsNumber(other) && strcmp(word, another) == 0;
}

/* The key has one of the values of a list. */
static bool expect_value(const attn_lesson *lesson, const cJSON *list)
{
    const attn_json *json = lesson->config[0];
    const cJSON *item = find_first(lesson, list->string, &json);
    bool known = false;
    for (const cJSON *one = list->child; one; one = one->next) {
        if (cJSON_IsObject(one) || cJSON_IsArray(one))
            return attn_lesson_fail(lesson, one,
                                    "a value that is expected of the config is a number, a text, "
                                    "true, false or null");
        known |= item ? is_alike(item, one) : cJSON_IsNull(one) != 0;
    }
    const char *values = written_list(lesson, list), *value = written(lesson, item);
    if (known || !values || !value) return known;
    if (!item) json = lesson->config[0];
    return attn_json_fail(json, item ? item : attn_json_root(json), lesson->status,
                          "'%s' is %s, and the formulas of %s are for models where it is %s: "
                          "attnviz-models(5) says how to write those of this one",
                          item ? item->string : list->string, value, lesson->file, values);
}

/* The number of the key is at least what a formula will be in the run. */
static bool expect_least(attn_lesson *lesson, const cJSON *object)
{
    static const field fields[] = {
        {.key = "least", .kind = FIELD_FORMULA, .at = offsetof(expectation, least)},
        {.key = "if", .kind = FIELD_TEXT, .at = offsetof(expectation, where)},
        {.key = NULL}};
    expectation e = {.key = object->string};
    if (!attn_fields_read(lesson, object, fields, &e)) return false;
    if (!e.least)
        return attn_lesson_fail(lesson, object,
                                "what is expected of a key of the config is one of several values, "
                                "[null, false], or at least a number, { \"least\": \"n\" }");
    const attn_json *json, *other;
    const cJSON *item = find_first(lesson, e.key, &json),
                *where = e.where ? find_first(lesson, e.where, &other) : NULL;
    if (!cJSON_IsNumber(item) || cJSON_IsFalse(where)) return true;
    e.number = item->valuedouble;
    e.file = attn_copy_text(lesson->arena, attn_json_file(json), strlen(attn_json_file(json)));
    if (!e.file) return false;
    attn_json_find(json, attn_json_start(json, item), &e.line, &e.column);
    return attn_append(lesson->arena, &lesson->expectations, &lesson->expectation_count, &e,
                       sizeof e);
}

bool attn_expected_read(attn_lesson *lesson, const cJSON *item, bool unused)
{
    (void)unused;
    if (!lesson->config_count)
        return attn_lesson_fail_key(lesson, item, "the lesson names no file under \"config\"");
    return cJSON_IsArray(item) ? expect_value(lesson, item) : expect_least(lesson, item);
}
