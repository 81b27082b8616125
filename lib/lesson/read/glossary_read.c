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

static bool add_formula(reader *r, const cJSON *item, const char *text, attn_text *out)
{
    attn_grammar grammar = {.arena = r->arena, .is_function = any_function};
    const attn_statement *statement = attn_parse_body_line(&grammar, text);
    if (statement) attn_typeset_statement(statement, out);
    /* what is wrong with it is said of the text that it stands in */
    return statement || attn_place_fault(attn_arena_status(r->arena),
                                         &(origin){r->json, attn_json_start(r->json, item), 0});
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

/* The text under a key; "" if it is not there or, with a fault, is none. */
static const char *read_text(reader *r, const cJSON *object, const char *key)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, key);
    const char *text = "";
    if (item && (!cJSON_IsString(item) || item->valuestring[0] == '\0'))
        fail(r, item, "\"%s\" must be a text", key);
    else if (item)
        text = typeset(r, item);
    return text ? text : "";
}

/* The first item of the list under a key; NULL: there is no list or, with a fault, no item. */
static const cJSON *list_of(reader *r, const cJSON *object, const char *key)
{
    const cJSON *list = cJSON_GetObjectItemCaseSensitive(object, key);
    if (list && (!cJSON_IsArray(list) || !list->child))
        fail(r, list, "\"%s\" must be a list that is not empty", key);
    return cJSON_IsArray(list) ? list->child : NULL;
}

static bool read_keys(reader *r, const cJSON *item, const char *const *keys, const char *what)
{
    if (!cJSON_IsObject(item)) return fail(r, item, "%s is an object", what);
    return attn_json_keys(r->json, item, keys, attn_arena_status(r->arena));
}

/* formulas: each text is one, and is typeset. Returns how many there are. */
static size_t read_list(reader *r, const cJSON *object, const char *key, bool formulas,
                        const char ***texts)
{
    size_t count = 0;
    for (const cJSON *item = list_of(r, object, key); item; item = item->next) {
        attn_text out = {0};
        if (!cJSON_IsString(item) || item->valuestring[0] == '\0')
            fail(r, item, "\"%s\" is a list of texts", key);
        else if (formulas)
            add_formula(r, item, item->valuestring, &out);
        else
            attn_text_add(&out, item->valuestring);
        if (!attn_push_text(r->arena, texts, &count, attn_keep_text(r->arena, &out))) break;
    }
    return count;
}

static void read_term(reader *r, const cJSON *item)
{
    static const char *const keys[] = {"names", "title",   "is",      "not",
                                       "shape", "formula", "lessons", NULL};
    if (!read_keys(r, item, keys, "a term")) return;
    attn_term term = {.group = r->group,
                      .title = read_text(r, item, "title"),
                      .is = read_text(r, item, "is"),
                      .is_not = read_text(r, item, "not"),
                      .shape = read_text(r, item, "shape")};
    term.name_count = read_list(r, item, "names", false, &term.names);
    term.formula_count = read_list(r, item, "formula", true, &term.formulas);
    term.lesson_count = read_list(r, item, "lessons", false, &term.lessons);
    if (term.name_count == 0) fail(r, item, "a term needs \"names\"");
    if (term.title[0] == '\0') fail(r, item, "a term needs a \"title\"");
    attn_glossary *glossary = r->glossary;
    attn_append(r->arena, &glossary->terms, &glossary->term_count, &term, sizeof term);
}

static void read_group(reader *r, const cJSON *group)
{
    static const char *const keys[] = {"title", "terms", NULL};
    if (!read_keys(r, group, keys, "a group")) return;
    const cJSON *terms = list_of(r, group, "terms");
    r->group = read_text(r, group, "title");
    if (!terms || r->group[0] == '\0') fail(r, group, "a group needs a \"title\" and \"terms\"");
    for (const cJSON *item = terms; item; item = item->next) read_term(r, item);
}

static void read_names(reader *r, const cJSON *lesson)
{
    attn_glossary *glossary = r->glossary;
    if (!cJSON_IsObject(lesson)) fail(r, lesson, "a lesson is { \"NAME\": \"meaning\" }");
    for (const cJSON *item = lesson->child; item && cJSON_IsObject(lesson); item = item->next) {
        attn_own_name name = {attn_copy_text(r->arena, lesson->string, strlen(lesson->string)),
                              attn_copy_text(r->arena, item->string, strlen(item->string)),
                              read_text(r, lesson, item->string)};
        attn_append(r->arena, &glossary->names, &glossary->name_count, &name, sizeof name);
    }
}

static bool read_version(reader *r, const cJSON *root)
{
    const cJSON *version = cJSON_GetObjectItemCaseSensitive(root, "attnviz");
    bool first = cJSON_IsNumber(version) && !(fabs(version->valuedouble - 1.0) > 0.0);
    return first || fail(r, version ? version : root, "a glossary begins with \"attnviz\": 1");
}

/* The first fault stays in the status, and what is read behind it is not used. */
static void read_all(reader *r)
{
    static const char *const keys[] = {"attnviz", "groups", "lessons", NULL};
    const cJSON *root = attn_json_root(r->json);
    if (!read_keys(r, root, keys, "a glossary") || !read_version(r, root)) return;
    const cJSON *lessons = cJSON_GetObjectItemCaseSensitive(root, "lessons");
    for (const cJSON *item = list_of(r, root, "groups"); item; item = item->next)
        read_group(r, item);
    if (lessons && !cJSON_IsObject(lessons))
        fail(r, lessons, "\"lessons\" is { \"LESSON\": { \"NAME\": \"meaning\" } }");
    for (const cJSON *item = cJSON_IsObject(lessons) ? lessons->child : NULL; item;
         item = item->next)
        read_names(r, item);
}

attn_glossary *attn_glossary_parse(const char *text, size_t length, const char *file,
                                   attn_arena *arena)
{
    attn_status *status = attn_arena_status(arena);
    reader r = {.arena = arena, .file = file, .glossary = attn_alloc(arena, 1, sizeof *r.glossary)};
    if (!r.glossary) return NULL;
    r.json = attn_json_parse(text, length, file, ATTN_MOST_LESSON_DEPTH, status);
    if (r.json) read_all(&r);
    attn_json_free(r.json);
    return attn_ok(status) ? r.glossary : NULL;
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
