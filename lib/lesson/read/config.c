/*
 * config: what a lesson takes from the file of `config`: a word, or a number by a product of keys.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lesson/read/reading.h"

/* ---- keys ---- */

/* The value under "rope_scaling.factor"; NULL: there is none, or it is null. */
static const cJSON *find_key(const cJSON *object, const char *key, size_t length)
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

static const cJSON *config_root(const attn_lesson *lesson)
{
    return lesson->config ? attn_json_root(lesson->config) : NULL;
}

static const char *skip_blanks(const char *text)
{
    return text + strspn(text, " ");
}

static size_t key_length(const char *text)
{
    return strcspn(text, " |/*");
}

/* ---- numbers ---- */

/* A number, or a key that has one. */
static bool take_factor(const cJSON *root, const char **text, double *number)
{
    *text = skip_blanks(*text);
    const size_t length = key_length(*text);
    const cJSON *item = find_key(root, *text, length);
    char *end = NULL;
    *number = cJSON_IsNumber(item)             ? item->valuedouble
              : cJSON_IsBool(item)             ? cJSON_IsTrue(item)
              : **text >= '0' && **text <= '9' ? strtod(*text, &end)
                                               : (double)NAN;
    *text = skip_blanks(end ? end : *text + length);
    return isfinite(*number);
}

/* "hidden_size / num_attention_heads", up to the end or the next alternative. */
static bool take_product(const cJSON *root, const char *text, double *number)
{
    double factor;
    bool known = take_factor(root, &text, number);
    while (known && (*text == '/' || *text == '*')) {
        const bool divides = *text++ == '/';
        known = take_factor(root, &text, &factor);
        *number = divides ? *number / factor : *number * factor;
    }
    return known && (*text == '\0' || *text == '|') && isfinite(*number);
}

double attn_config_number(const attn_lesson *lesson, const char *text)
{
    double number;
    for (const char *rest = text; rest; rest = strchr(rest, '|')) {
        if (*rest == '|') rest++;
        if (take_product(config_root(lesson), rest, &number)) return number;
    }
    return (double)NAN;
}

/* ---- words ---- */

/* The first of the alternatives that is there; NULL: none is. */
static const cJSON *find_first(const cJSON *root, const char *text)
{
    const cJSON *found = NULL;
    for (; text && !found; text = strchr(text, '|')) {
        if (*text == '|') text++;
        text = skip_blanks(text);
        found = find_key(root, text, key_length(text));
    }
    return found;
}

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
    if (!lesson->config) {
        attn_lesson_fail(lesson, by, "the lesson names no file under \"config\"");
        return NULL;
    }
    const cJSON *item = find_first(config_root(lesson), by->valuestring);
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
