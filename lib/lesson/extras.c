/*
 * extras: keys that are checked when a lesson is read and carried out elsewhere: training, and what
 * a worksheet may draw anew.
 */
#include <stdlib.h>
#include <string.h>

#include "lesson/document.h"

static const cJSON *key(const cJSON *object, const char *name)
{
    return cJSON_GetObjectItemCaseSensitive(object, name);
}

/* ---- train ---- */

static bool positive(const attn_lesson *lesson, const cJSON *object, const char *name, bool needed)
{
    const cJSON *item = key(object, name);
    if (!item) return !needed || attn_lesson_fail(lesson, object, "\"train\" needs \"%s\"", name);
    if (cJSON_IsNumber(item) && item->valuedouble > 0) return true;
    return attn_lesson_fail(lesson, item, "\"%s\" is a number above 0", name);
}

static bool one_of(const attn_lesson *lesson, const cJSON *object, const char *name,
                   const char *const *words)
{
    const cJSON *item = key(object, name);
    if (!item) return true;
    if (!attn_lesson_text(lesson, item, "this key")) return false;
    for (size_t i = 0; words[i]; i++)
        if (strcmp(words[i], item->valuestring) == 0) return true;
    return attn_lesson_fail(lesson, item, "\"%s\" is \"%s\" or \"%s\"", name, words[0], words[1]);
}

static bool list_of_texts(const attn_lesson *lesson, const cJSON *object, const char *name)
{
    const cJSON *list = key(object, name);
    if (!list) return true;
    bool fine = cJSON_IsArray(list);
    for (const cJSON *item = fine ? list->child : NULL; item && fine; item = item->next)
        fine = cJSON_IsString(item);
    return fine || attn_lesson_fail(lesson, list, "\"%s\" is a list of names in quotes", name);
}

static bool read_examples(attn_lesson *lesson, const cJSON *item)
{
    static const char *const keys[] = {"corpus", "n", "part", NULL};
    static const char *const parts[] = {"train", "validation", "test", NULL};
    size_t n;
    if (!item) return true;
    if (cJSON_IsString(item)) return attn_lesson_beside(lesson, item, "\"examples\"") != NULL;
    if (!cJSON_IsObject(item) || !key(item, "corpus"))
        return attn_lesson_fail(lesson, item,
                                "\"examples\" is a file, or { \"corpus\": \"pairs\", \"n\": 4000, "
                                "\"part\": \"train\" }");
    return attn_lesson_keys(lesson, item, keys) &&
           attn_lesson_text(lesson, key(item, "corpus"), "\"corpus\"") &&
           (!key(item, "n") ||
            attn_lesson_whole(lesson, key(item, "n"), "\"n\"", 1, (size_t)1 << 24, &n)) &&
           one_of(lesson, item, "part", parts);
}

/* The losses become a vector of this name. */
static bool read_curve(attn_lesson *lesson, const cJSON *item)
{
    if (!item) return true;
    attn_grammar grammar = attn_scope_grammar(lesson->scope);
    attn_name *name = attn_alloc(lesson->arena, 1, sizeof *name);
    origin from = {lesson->json, lesson->file, item, 0};
    if (!name || !attn_lesson_text(lesson, item, "\"curve\"")) return false;
    return (attn_parse_name(&grammar, item->valuestring, name) &&
            attn_bind_key(lesson->scope, name)) ||
           attn_lesson_place(lesson, &from);
}

bool attn_train_read(attn_lesson *lesson, const cJSON *object)
{
    static const char *const keys[] = {"loss",   "steps",    "rate",   "method", "clip",
                                       "warmup", "decay",    "order",  "every",  "watch",
                                       "curve",  "examples", "inputs", "batch",  NULL};
    static const char *const methods[] = {"gradient", "adam", NULL},
                             *const decays[] = {"none", "cosine", NULL},
                             *const orders[] = {"written", "shuffled", NULL};
    lines loss = {0};
    size_t number;
    if (!cJSON_IsObject(object))
        return attn_lesson_fail(lesson, object,
                                "\"train\" is { \"loss\": \"L\", \"steps\": 200, \"rate\": 0.3 }");
    if (!attn_lesson_keys(lesson, object, keys)) return false;
    if (!key(object, "loss") || !key(object, "steps"))
        return attn_lesson_fail(lesson, object, "\"train\" needs \"loss\" and \"steps\"");
    return attn_lesson_lines(lesson, key(object, "loss"), LINE_EXPRESSION, "\"loss\"", &loss) &&
           attn_lesson_whole(lesson, key(object, "steps"), "\"steps\"", 1, 1000000, &number) &&
           positive(lesson, object, "rate", true) && positive(lesson, object, "clip", false) &&
           positive(lesson, object, "warmup", false) && positive(lesson, object, "every", false) &&
           positive(lesson, object, "batch", false) && one_of(lesson, object, "method", methods) &&
           one_of(lesson, object, "decay", decays) && one_of(lesson, object, "order", orders) &&
           list_of_texts(lesson, object, "watch") && list_of_texts(lesson, object, "inputs") &&
           read_curve(lesson, key(object, "curve")) &&
           read_examples(lesson, key(object, "examples"));
}

/* ---- vary ---- */

static int by_text(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* The keys of what is given and learned, sorted. */
static const char **given_keys(const attn_lesson *lesson)
{
    const char **keys = attn_alloc(lesson->arena, lesson->given_count + 1, sizeof *keys);
    if (!keys) return NULL;
    for (size_t i = 0; i < lesson->given_count; i++) keys[i] = lesson->givens[i].item->string;
    qsort(keys, lesson->given_count, sizeof *keys, by_text);
    return keys;
}

bool attn_vary_read(attn_lesson *lesson, const cJSON *object)
{
    static const char *const keys[] = {"integers", "halves", NULL};
    if (!object) return true;
    if (!cJSON_IsObject(object))
        return attn_lesson_fail(lesson, object, "\"vary\" is { \"X\": { \"integers\": [-2, 2] } }");
    const char **names = given_keys(lesson);
    if (!names) return false;
    for (const cJSON *item = object->child; item; item = item->next) {
        if (!bsearch(&item->string, names, lesson->given_count, sizeof *names, by_text))
            return attn_lesson_fail_key(lesson, item, "'%s' is not among what is given",
                                        item->string);
        if (!cJSON_IsObject(item) || !item->child || item->child->next)
            return attn_lesson_fail(
                lesson, item,
                "how %s varies is { \"integers\": [-2, 2] } or { \"halves\": [-2, 2] }",
                item->string);
        if (!attn_lesson_keys(lesson, item, keys)) return false;
        const cJSON *range = item->child, *low = cJSON_IsArray(range) ? range->child : NULL,
                    *high = low ? low->next : NULL;
        if (!cJSON_IsNumber(low) || !cJSON_IsNumber(high) || high->next ||
            !(low->valuedouble < high->valuedouble))
            return attn_lesson_fail(lesson, range,
                                    "here stand the least and the largest number: [-2, 2]");
    }
    return true;
}
