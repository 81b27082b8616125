/*
 * json: checks a text by its events, builds its tree, and knows where each value stands.
 *
 * cJSON nodes have no room for a place, but a field that is deprecated, valueint. The number of the
 * node in the order of the document goes in there: the index of its spot.
 */
#include "files/json/json.h"

#include <cjson/cJSON.h>
#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/budget.h"
#include "core/text.h"
#include "files/bytes/line_index.h"

/* Where a value begins, and its key; a value without a key has its own offset there. */
typedef struct spot {
    uint32_t key, value;
} spot;

struct attn_json {
    attn_arena *arena;
    char *file;
    char *text;
    attn_line_index lines;
    spot *spots; /* of all values, in the order of the document; of attn_grow */
    size_t count;
    cJSON *root;
};

/* ---- where values stand ---- */

static bool add_spot(attn_json *json, const attn_json_reader *r, size_t key)
{
    if (!attn_grow(r->status, &json->spots, json->count, sizeof *json->spots)) return false;
    json->spots[json->count++] = (spot){(uint32_t)key, (uint32_t)r->offset};
    return true;
}

static bool read_spots(attn_json *json, attn_json_reader *r)
{
    while (attn_json_next(r)) {
        size_t key = r->offset;
        if (r->kind == ATTN_JSON_KEY) attn_json_next(r);
        if (r->kind > ATTN_JSON_CLOSE && !add_spot(json, r, key)) return false;
    }
    return attn_ok(r->status);
}

/* The text as events; each that is a value is counted. */
static bool check_text(attn_json *json, size_t length, size_t depth, attn_status *status)
{
    attn_json_reader r;
    attn_byte_reader *source = attn_byte_reader_of(json->text, length, status);
    if (!source) return false;
    bool done =
        attn_json_open(&r, source, json->file, depth, false, status) && read_spots(json, &r);
    attn_json_close(&r);
    attn_byte_reader_close(source);
    return done;
}

/* ---- the tree ---- */

static void *allocate(size_t size)
{
    return attn_resize(NULL, size);
}

static void release(void *block)
{
    if (block) attn_resize(block, 0);
}

static void number_nodes(cJSON *node, int *next)
{
    for (; node; node = node->next) {
        node->valueint = (*next)++;
        number_nodes(node->child, next);
    }
}

static int by_key(const void *a, const void *b)
{
    const cJSON *const *x = a, *const *y = b;
    int order = strcmp((*x)->string, (*y)->string);
    return order ? order : ((*x)->valueint > (*y)->valueint) - ((*x)->valueint < (*y)->valueint);
}

/* The first member in the document whose key was there before; or NULL. */
static const cJSON *first_repeated(const cJSON **members, size_t count)
{
    const cJSON *first = NULL;
    qsort(members, count, sizeof *members, by_key);
    for (size_t i = 1; i < count; i++)
        if (strcmp(members[i - 1]->string, members[i]->string) == 0)
            if (!first || members[i]->valueint < first->valueint) first = members[i];
    return first;
}

static bool check_object(const attn_json *json, const cJSON *object, attn_status *status)
{
    size_t count = attn_json_count(object), at = 0;
    if (count < 2) return true;
    const cJSON *member, **members = attn_resize(NULL, count * sizeof *members);
    if (!members) return attn_no_memory(status, "reading JSON");
    cJSON_ArrayForEach(member, object) members[at++] = member;
    const cJSON *repeated = first_repeated(members, count);
    attn_resize(members, 0);
    return !repeated ||
           attn_json_fail_key(json, repeated, status,
                              "the key \"%s\" is given twice in this object: remove one",
                              repeated->string);
}

static bool check_keys(const attn_json *json, const cJSON *node, attn_status *status)
{
    if (cJSON_IsObject(node) && !check_object(json, node, status)) return false;
    const cJSON *child;
    cJSON_ArrayForEach(child, node) if (!check_keys(json, child, status)) return false;
    return true;
}

/* Each value is a node, and the texts together are no longer than the document. */
static bool check_memory(const attn_json *json, attn_status *status)
{
    enum { before_each = 16 }; /* bytes, of what allocates */
    uint64_t nodes = json->count;
    uint64_t bytes = nodes * (sizeof(cJSON) + before_each) + json->lines.length;
    return attn_may_hold(bytes) ||
           attn_fail_memory(status, bytes, "this JSON text, with %" PRIu64 " values,", nodes);
}

static cJSON *make_tree(const char *text, size_t length)
{
    cJSON_Hooks hooks = {allocate, release};
    cJSON_InitHooks(&hooks);
    return cJSON_ParseWithLength(text, length);
}

static bool build_tree(attn_json *json, attn_status *status)
{
    int next = 0;
    if (!check_memory(json, status)) return false;
    json->root = make_tree(json->text, json->lines.length);
    if (!json->root) return attn_no_memory(status, "reading JSON");
    number_nodes(json->root, &next);
    return check_keys(json, json->root, status);
}

char *attn_json_decode(attn_arena *arena, const char *literal, size_t length)
{
    if (!memchr(literal, '\\', length)) return attn_copy_text(arena, literal + 1, length - 2);
    cJSON *string = make_tree(literal, length);
    const char *text = string ? string->valuestring : NULL;
    char *copy = text ? attn_copy_text(arena, text, strlen(text)) : NULL;
    if (!text) attn_no_memory(attn_arena_status(arena), "reading JSON");
    cJSON_Delete(string);
    return copy;
}

/* ---- reading ---- */

static bool read_text(attn_json *json, const char *text, size_t length, size_t depth,
                      attn_status *status)
{
    if (length >= INT_MAX) return attn_fail(status, ATTN_LIMIT, "the text is larger than 2 GiB");
    json->text = attn_copy_text(json->arena, text, length);
    return json->file && json->text &&
           attn_line_index_make(&json->lines, json->arena, json->text, length) &&
           check_text(json, length, depth, status) && build_tree(json, status);
}

attn_json *attn_json_parse(const char *text, size_t length, const char *file_name, size_t depth,
                           attn_status *status)
{
    attn_arena *arena = attn_ok(status) ? attn_arena_new(status) : NULL;
    attn_json *json = arena ? attn_alloc(arena, 1, sizeof *json) : NULL;
    if (!json) {
        attn_arena_free(arena);
        return NULL;
    }
    json->arena = arena;
    json->file = attn_copy_text(arena, file_name, strlen(file_name));
    if (read_text(json, text, length, depth, status)) return json;
    attn_status_place(status, file_name, 0, 0);
    attn_json_free(json);
    return NULL;
}

void attn_json_free(attn_json *json)
{
    if (!json) return;
    cJSON_Delete(json->root);
    release(json->spots);
    attn_arena_free(json->arena);
}

const char *attn_json_whole(const attn_json *json)
{
    return json ? json->text : NULL;
}

const cJSON *attn_json_root(const attn_json *json)
{
    return json->root;
}

/* ---- values ---- */

bool attn_json_is(const cJSON *item, attn_json_kind kind)
{
    static const int types[] = {[ATTN_JSON_OBJECT] = cJSON_Object,
                                [ATTN_JSON_LIST] = cJSON_Array,
                                [ATTN_JSON_STRING] = cJSON_String,
                                [ATTN_JSON_NUMBER] = cJSON_Number,
                                [ATTN_JSON_WORD] = cJSON_True | cJSON_False | cJSON_NULL};
    return item && item->type & types[kind];
}

const char *attn_json_name(const cJSON *item)
{
    return item->string;
}

const char *attn_json_text(const cJSON *item)
{
    return cJSON_GetStringValue(item);
}

double attn_json_value(const cJSON *item)
{
    return cJSON_IsNumber(item) ? item->valuedouble : (double)NAN;
}

int attn_json_truth(const cJSON *item)
{
    return cJSON_IsBool(item) ? cJSON_IsTrue(item) : -1;
}

const cJSON *attn_json_member(const cJSON *object, const char *key)
{
    return cJSON_GetObjectItemCaseSensitive(object, key);
}

const cJSON *attn_json_first(const cJSON *item)
{
    return item ? item->child : NULL;
}

const cJSON *attn_json_after(const cJSON *item)
{
    return item->next;
}

size_t attn_json_count(const cJSON *item)
{
    return (size_t)cJSON_GetArraySize(item);
}

/* ---- places ---- */

size_t attn_json_start(const attn_json *json, const cJSON *item)
{
    return json->spots[item->valueint].value;
}

size_t attn_json_key_start(const attn_json *json, const cJSON *item)
{
    return json->spots[item->valueint].key;
}

void attn_json_find(const attn_json *json, size_t start, size_t *line, size_t *column)
{
    attn_line_index_find(&json->lines, start, line, column);
}

void attn_json_find_inside(const attn_json *json, size_t start, size_t offset, size_t *line,
                           size_t *column)
{
    const char *text = json->text;
    size_t at = start;
    if (text[start] == '"') {
        attn_json_unit unit = attn_json_next_unit(text + ++at);
        for (size_t decoded = 0; unit.raw > 0 && decoded + unit.decoded <= offset;) {
            decoded += unit.decoded;
            at += unit.raw;
            unit = attn_json_next_unit(text + at);
        }
        while (((unsigned char)text[at] & 0xC0) == 0x80) at--; /* to where the character begins */
    }
    attn_json_find(json, at, line, column);
}

const char *attn_json_file(const attn_json *json)
{
    return json->file;
}

/* ---- faults ---- */

#if defined(__GNUC__)
__attribute__((format(printf, 4, 0)))
#endif
static bool
fail_at(const attn_json *json, size_t offset, attn_status *status, const char *format,
        va_list arguments)
{
    size_t line, column;
    if (!attn_ok(status)) return false;
    attn_fail_list(status, ATTN_INPUT, format, arguments);
    attn_json_find(json, offset, &line, &column);
    attn_status_place(status, json->file, line, column);
    return false;
}

bool attn_json_fail(const attn_json *json, const cJSON *item, attn_status *status,
                    const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fail_at(json, attn_json_start(json, item), status, format, arguments);
    va_end(arguments);
    return false;
}

bool attn_json_fail_key(const attn_json *json, const cJSON *item, attn_status *status,
                        const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fail_at(json, attn_json_key_start(json, item), status, format, arguments);
    va_end(arguments);
    return false;
}

/* ---- keys ---- */

static bool fail_unknown(const attn_json *json, const cJSON *item, const char *const *keys,
                         attn_status *status)
{
    const char *near = NULL;
    size_t least = 3;
    attn_text list = {0};
    for (size_t i = 0; keys[i]; i++) {
        size_t distance = attn_text_distance(keys[i], item->string);
        if (distance < least) near = keys[i];
        if (distance < least) least = distance;
        attn_text_print(&list, "%s%s", i ? ", " : "", keys[i]);
    }
    if (near)
        attn_json_fail_key(json, item, status, "no key '%s' here: did you mean '%s'?", item->string,
                           near);
    else
        attn_json_fail_key(json, item, status, "no key '%s' here; there are: %s", item->string,
                           attn_text_string(&list));
    attn_text_free(&list);
    return false;
}

bool attn_json_keys(const attn_json *json, const cJSON *object, const char *const *keys,
                    attn_status *status)
{
    for (const cJSON *item = object->child; item; item = item->next) {
        size_t i = 0;
        while (keys[i] && strcmp(keys[i], item->string) != 0) i++;
        if (!keys[i]) return fail_unknown(json, item, keys, status);
    }
    return true;
}
