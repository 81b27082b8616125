/*
 * glossary_read: lessons/glossary.json, read as strictly as a lesson, its formulas typeset.
 */
#include <math.h>
#include <string.h>

#include "formula/print/typeset.h"
#include "formula/syntax/parser.h"
#include "lesson/builtin/glossary.h"
#include "lesson/read/reading.h"

typedef struct reader {
    attn_arena *arena;
    const char *file;
    attn_json *json;
    attn_glossary *glossary;
    const char *group;
} reader;

#define fail(r, item, ...)                                                                         \
    attn_json_fail((r)->json, item, attn_arena_status((r)->arena), __VA_ARGS__)

/* The formulas here are only typeset: a word before a parenthesis is a function. */
static bool any_function(const void *user, const char *word)
{
    (void)user, (void)word;
    return true;
}

/* What is wrong with a formula is said of the text that it stands in. */
static bool place_formula(reader *r, const cJSON *item)
{
    size_t line, column;
    attn_json_find(r->json, attn_json_start(r->json, item), &line, &column);
    attn_status_place(attn_arena_status(r->arena), r->file, line, column);
    return false;
}

static bool add_formula(reader *r, const cJSON *item, const char *text, attn_text *out)
{
    attn_grammar grammar = {.arena = r->arena, .is_function = any_function};
    const attn_statement *statement = attn_parse_body_line(&grammar, text);
    if (statement) attn_typeset_statement(statement, out);
    return statement || place_formula(r, item);
}

/* Text with formulas between backticks, typeset; NULL on failure. */
static const char *typeset(reader *r, const cJSON *item)
{
    attn_text out = {0};
    const char *at = item->valuestring;
    bool fine = true;
    while (fine && *at) {
        size_t words = strcspn(at, "`");
        attn_text_add_bytes(&out, at, words);
        at += words;
        if (*at == '\0') break;
        size_t length = strcspn(++at, "`");
        const char *formula = attn_copy_text(r->arena, at, length);
        fine = formula && add_formula(r, item, formula, &out);
        at += length + (at[length] == '`');
    }
    const char *kept = attn_keep_text(r->arena, &out);
    return fine ? kept : NULL;
}

static bool read_text(reader *r, const cJSON *object, const char *key, const char **text)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, key);
    *text = "";
    if (!item) return true;
    if (!cJSON_IsString(item) || item->valuestring[0] == '\0')
        return fail(r, item, "\"%s\" must be a text", key);
    return (*text = typeset(r, item)) != NULL;
}

/* The list of this key; NULL: it has none, or (*fine is false then) it is none or empty. */
static const cJSON *list_of(reader *r, const cJSON *object, const char *key, bool *fine)
{
    const cJSON *list = cJSON_GetObjectItemCaseSensitive(object, key);
    *fine = !list || (cJSON_IsArray(list) && list->child) ||
            fail(r, list, "\"%s\" must be a list that is not empty", key);
    return *fine ? list : NULL;
}

static bool read_keys(reader *r, const cJSON *item, const char *const *keys, const char *what)
{
    if (!cJSON_IsObject(item)) return fail(r, item, "%s is an object", what);
    return attn_json_keys(r->json, item, keys, attn_arena_status(r->arena));
}

/* formulas: each text is one, and is typeset. */
static bool read_list(reader *r, const cJSON *object, const char *key, bool formulas, size_t *count,
                      const char ***texts)
{
    bool fine;
    const cJSON *list = list_of(r, object, key, &fine);
    for (const cJSON *item = list ? list->child : NULL; item; item = item->next) {
        if (!cJSON_IsString(item) || item->valuestring[0] == '\0')
            return fail(r, item, "\"%s\" is a list of texts", key);
        const char **place = attn_push(r->arena, texts, count, sizeof *place);
        if (!place) return false;
        attn_text out = {0};
        if (!formulas)
            attn_text_add(&out, item->valuestring);
        else if (!add_formula(r, item, item->valuestring, &out))
            return false;
        if (!(*place = attn_keep_text(r->arena, &out))) return false;
    }
    return fine;
}

static bool read_term(reader *r, const cJSON *item)
{
    static const char *const keys[] = {"names", "title",   "is",      "not",
                                       "shape", "formula", "lessons", NULL};
    attn_term term = {.group = r->group};
    if (!read_keys(r, item, keys, "a term") || !read_text(r, item, "title", &term.title) ||
        !read_text(r, item, "is", &term.is) || !read_text(r, item, "not", &term.is_not) ||
        !read_text(r, item, "shape", &term.shape) ||
        !read_list(r, item, "names", false, &term.name_count, &term.names) ||
        !read_list(r, item, "formula", true, &term.formula_count, &term.formulas) ||
        !read_list(r, item, "lessons", false, &term.lesson_count, &term.lessons))
        return false;
    if (term.name_count == 0) return fail(r, item, "a term needs \"names\"");
    if (term.title[0] == '\0') return fail(r, item, "a term needs a \"title\"");
    attn_glossary *glossary = r->glossary;
    attn_term *place = attn_push(r->arena, &glossary->terms, &glossary->term_count, sizeof *place);
    if (place) *place = term;
    return place != NULL;
}

static bool read_group(reader *r, const cJSON *group)
{
    static const char *const keys[] = {"title", "terms", NULL};
    bool fine;
    if (!read_keys(r, group, keys, "a group")) return false;
    const cJSON *terms = list_of(r, group, "terms", &fine);
    if (!fine || !read_text(r, group, "title", &r->group)) return false;
    if (!terms || r->group[0] == '\0')
        return fail(r, group, "a group needs a \"title\" and \"terms\"");
    for (const cJSON *item = terms->child; item; item = item->next)
        if (!read_term(r, item)) return false;
    return true;
}

static bool read_names(reader *r, const cJSON *lesson)
{
    attn_glossary *glossary = r->glossary;
    if (!cJSON_IsObject(lesson)) return fail(r, lesson, "a lesson is { \"NAME\": \"meaning\" }");
    for (const cJSON *item = lesson->child; item; item = item->next) {
        attn_own_name *place =
            attn_push(r->arena, &glossary->names, &glossary->name_count, sizeof *place);
        if (!place) return false;
        place->lesson = attn_copy_text(r->arena, lesson->string, strlen(lesson->string));
        place->name = attn_copy_text(r->arena, item->string, strlen(item->string));
        if (!place->lesson || !place->name || !read_text(r, lesson, item->string, &place->meaning))
            return false;
    }
    return true;
}

static bool read_version(reader *r, const cJSON *root)
{
    const cJSON *version = cJSON_GetObjectItemCaseSensitive(root, "attnviz");
    bool first = cJSON_IsNumber(version) && !(fabs(version->valuedouble - 1.0) > 0.0);
    return first || fail(r, version ? version : root, "a glossary begins with \"attnviz\": 1");
}

static bool read_all(reader *r)
{
    static const char *const keys[] = {"attnviz", "groups", "lessons", NULL};
    const cJSON *root = attn_json_root(r->json);
    bool fine;
    if (!read_keys(r, root, keys, "a glossary") || !read_version(r, root)) return false;
    const cJSON *groups = list_of(r, root, "groups", &fine);
    const cJSON *lessons = cJSON_GetObjectItemCaseSensitive(root, "lessons");
    for (const cJSON *item = groups ? groups->child : NULL; item; item = item->next)
        if (!read_group(r, item)) return false;
    if (fine && lessons && !cJSON_IsObject(lessons))
        return fail(r, lessons, "\"lessons\" is { \"LESSON\": { \"NAME\": \"meaning\" } }");
    for (const cJSON *item = lessons ? lessons->child : NULL; fine && item; item = item->next)
        if (!read_names(r, item)) return false;
    return fine;
}

attn_glossary *attn_glossary_parse(const char *text, size_t length, const char *file,
                                   attn_arena *arena)
{
    attn_status *status = attn_arena_status(arena);
    reader r = {.arena = arena, .file = file, .glossary = attn_alloc(arena, 1, sizeof *r.glossary)};
    if (!r.glossary) return NULL;
    r.json = attn_json_parse(text, length, file, ATTN_MOST_LESSON_DEPTH, status);
    bool fine = r.json && read_all(&r);
    attn_json_free(r.json);
    return fine && attn_ok(status) ? r.glossary : NULL;
}

attn_glossary *attn_glossary_read(attn_arena *arena)
{
    static const char file[] = "glossary.json";
    size_t length = 0;
    const char *bytes = attn_builtin_bytes(file, &length);
    if (bytes) return attn_glossary_parse(bytes, length, file, arena);
    attn_fail(attn_arena_status(arena), ATTN_FILE, "the program carries no %s", file);
    return NULL;
}
