/*
 * array_json: arrays of a JSON text, from its events.
 *
 * The text goes by once, and only its numbers are kept. Each value of an object is
 *
 *     numbers, or lists of them     an array of the object's name and the key: "layers.A"; the keys
 *                                   "matrix", "data", "values" and "answers" add nothing
 *     "tokens": ["le", "chat"]      the words of rows and columns, "rows" and "cols" of one of
 *                                   them; they hold for arrays in this object, and deeper in it
 *     "axes": [{"labels": […]}, …]  the same, as attnviz writes a value; there the arrays of
 *                                   "borders" go by their keys alone
 *     "maps": [{"title": "A", …}]   each an object by its title, as attnviz writes a picture's
 *     texts, or a list of them      kept for who asks for them; else passed over
 *     anything else                 passed over
 *
 * A list whose entries have several shapes, as a family of matrices may, comes as its entries: W_1,
 * W_2. Rows of several lengths do so only in a value of attnviz: elsewhere they are a mistake.
 *
 * Among numbers, true and false are 1 and 0; NaN, Infinity and -Infinity stand as Python writes
 * them, "nan", "inf", "-inf" and "−∞" as attnviz does; null, which others write for it, is NaN.
 */
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "core/text.h"
#include "files/arrays/array_common.h"
#include "files/json/json.h"
#include "files/json/json_reader.h"

enum { deepest = 64 };

typedef enum which_axis { BOTH, ROWS, COLS } which_axis;

/* Objects: any, or as attnviz writes those of a lesson or a picture ("attnviz"), of a map in it,
 * and of a value ("axes"). */
typedef enum writing { ANY, WHOLE, MAP, VALUE } writing;

/* Words that a list gives to an axis of the arrays of an object. */
typedef struct word_list {
    which_axis axis;
    size_t nth;    /* of the axes of one value, from 1 */
    size_t object; /* where they stand */
    size_t offset; /* of the list in the text */
    size_t next;   /* list of the same object, from 1; 0: it is the last */
    bool used;
    const char *key;
    attn_labels labels;
} word_list;

typedef struct place { /* of an array */
    size_t object, offset;
} place;

typedef struct reader {
    attn_arrays *arrays;
    attn_json_reader json;
    attn_text name;  /* keys down to here, with dots between */
    size_t object;   /* the one that is being read; 0 is outside of all */
    writing kind;    /* of it */
    unsigned keys;   /* of words that it has, a bit for each role */
    size_t *parents; /* of each object; in the arena, as all lists here */
    size_t parent_count;
    word_list *words;
    size_t words_count;
    size_t *first_words; /* of each object, from 1, and of what is outside of all; 0: it has none */
    place *places;       /* of each array */
    size_t place_count;
    /* of the array that is being read */
    float *numbers; /* of attn_grow */
    size_t count;
    unsigned digits;
    bool ragged; /* it comes apart: its entries have several shapes */
    attn_status *status;
} reader;

/* The shape of nested lists, as far as it is known. */
typedef struct shape {
    size_t rank; /* depth at which numbers stand; 0: not known yet */
    size_t size[ATTN_MOST_AXES];
    bool known[ATTN_MOST_AXES];
    size_t at[ATTN_MOST_AXES]; /* which entry is being read, from 1 */
} shape;

/* Each of them reads the value that begins with the current event. */
static bool read_value(reader *r, const char *key);
static bool read_object(reader *r, writing kind);

#define fault_at(r, offset, ...) attn_array_fault((r)->arrays, offset, (r)->status, __VA_ARGS__)

static bool fault_twice(reader *r, size_t offset, const char *key)
{
    return fault_at(r, offset, "\"%s\" is given twice in this object: remove one", key);
}

static bool more(reader *r)
{
    return attn_json_more(&r->json);
}

/* The key or string here, in the arena; NULL on failure. */
static const char *read_string(reader *r)
{
    return attn_json_decode(r->arrays->arena, r->json.text, r->json.length);
}

/* ---- numbers ---- */

/* Strings that stand for numbers. */
static const struct stand_in {
    const char *text;
    float value;
} stand_ins[] = {
    {"\"inf\"", INFINITY}, {"\"-inf\"", -INFINITY}, {"\"∞\"", INFINITY},
    {"\"-∞\"", -INFINITY}, {"\"−∞\"", -INFINITY},   {"\"nan\"", NAN},
};

static const struct stand_in *find_stand_in(const reader *r)
{
    for (size_t i = 0; i < sizeof stand_ins / sizeof *stand_ins; i++)
        if (strlen(stand_ins[i].text) == r->json.length &&
            memcmp(stand_ins[i].text, r->json.text, r->json.length) == 0)
            return &stand_ins[i];
    return NULL;
}

static bool is_number(const reader *r)
{
    return r->json.kind >= ATTN_JSON_NUMBER ||
           (r->json.kind == ATTN_JSON_STRING && find_stand_in(r));
}

static bool keep_number(reader *r, float value)
{
    if (!attn_grow(r->status, &r->numbers, r->count, sizeof *r->numbers)) return false;
    r->numbers[r->count++] = value;
    return true;
}

static bool read_number(reader *r)
{
    const attn_json_reader *json = &r->json;
    if (json->kind == ATTN_JSON_STRING) return keep_number(r, find_stand_in(r)->value);
    if (json->kind == ATTN_JSON_NUMBER && isinf(json->number.value))
        return fault_at(r, json->offset, "%.*s is too large for float32, which reaches to 3.4e38",
                        (int)json->length, json->text);
    if (json->number.decimals > r->digits) r->digits = json->number.decimals;
    return keep_number(r, json->number.value);
}

/* What is no number, where one must stand. */
static bool fault_number(reader *r)
{
    if (r->json.kind == ATTN_JSON_STRING)
        return fault_at(
            r, r->json.offset,
            "a text among the numbers: write numbers without quotes, and −∞ as \"-inf\"");
    return fault_at(r, r->json.offset, "an object among the numbers");
}

/* ---- nested lists ---- */

static const char *called(const reader *r)
{
    return r->name.length ? attn_text_string(&r->name) : "the array";
}

/* Whether a list of several shapes may come as its entries; rows of several lengths are a mistake.
 */
static bool comes_apart(reader *r, const shape *s)
{
    r->ragged = r->name.length > 0 && (s->at[2] > 0 || r->kind == VALUE);
    return r->ragged;
}

static bool fault_ragged(reader *r, const shape *s, size_t depth, size_t open, size_t count)
{
    if (comes_apart(r, s)) return false;
    if (depth == 1)
        return fault_at(r, open, "row %zu of %s has %zu number%s, but the rows before it have %zu",
                        s->at[0], called(r), count, count == 1 ? "" : "s", s->size[1]);
    return fault_at(r, open, "this list of %s has %zu entr%s, but those before it have %zu",
                    called(r), count, count == 1 ? "y" : "ies", s->size[depth]);
}

static bool fault_level(reader *r, const shape *s)
{
    if (comes_apart(r, s)) return false;
    return fault_at(r, r->json.offset, "%s mixes numbers and lists: rows must be equally deep",
                    called(r));
}

static bool read_list(reader *r, shape *s, size_t depth);

static bool read_entry(reader *r, shape *s, size_t depth)
{
    if (r->json.kind == ATTN_JSON_LIST) {
        if (s->rank && s->rank <= depth + 1) return fault_level(r, s);
        return read_list(r, s, depth + 1);
    }
    if (!is_number(r)) return fault_number(r);
    bool lists_before = depth + 1 < ATTN_MOST_AXES && s->known[depth + 1];
    if (lists_before || (s->rank && s->rank != depth + 1)) return fault_level(r, s);
    s->rank = depth + 1;
    return read_number(r);
}

/* A list at this depth, from 0. */
static bool read_list(reader *r, shape *s, size_t depth)
{
    size_t open = r->json.offset, count = 0;
    if (depth == ATTN_MOST_AXES)
        return fault_at(r, open, "lists are nested more than %u deep", ATTN_MOST_AXES);
    while (more(r)) {
        s->at[depth] = ++count;
        if (!read_entry(r, s, depth)) return false;
    }
    if (!attn_ok(r->status)) return false;
    if (s->known[depth] && s->size[depth] != count) return fault_ragged(r, s, depth, open, count);
    s->known[depth] = true;
    s->size[depth] = count;
    return true;
}

/* The numbers that were read become an array of the name that is current. */
static bool keep_array(reader *r, const shape *s, size_t rank, size_t offset)
{
    attn_array_item *item = attn_array_add(r->arrays, attn_text_string(&r->name), r->name.length);
    const place one = {r->object, offset};
    if (!item || !attn_append(r->arrays->arena, &r->places, &r->place_count, &one, sizeof one))
        return false;
    item->array.rank = rank;
    for (size_t i = 0; i < rank; i++) item->array.shape[i] = s->size[i];
    attn_array_give(item, r->numbers, r->count, r->digits);
    r->numbers = NULL;
    r->count = 0;
    r->digits = 0;
    return true;
}

/* An empty list has a number's memory, so that it counts as one that was read. */
static bool read_whole(reader *r, shape *s)
{
    size_t offset = r->json.offset, rank = 0;
    r->count = 0;
    if (!keep_number(r, 0)) return false;
    r->count = 0;
    if (r->json.kind != ATTN_JSON_LIST) return read_number(r) && keep_array(r, s, 0, offset);
    if (!read_list(r, s, 0)) return false;
    while (rank < ATTN_MOST_AXES && s->known[rank]) rank++;
    if (s->rank && s->rank != rank) return fault_level(r, s);
    return keep_array(r, s, rank, offset);
}

static bool read_array(reader *r);

/* What is read now has a name of its own. */
static bool read_called(reader *r, attn_text name, bool (*read)(reader *r))
{
    attn_text outer = r->name;
    r->name = name;
    bool done = name.failed ? attn_no_memory(r->status, "reading the array") : read(r);
    attn_text_free(&r->name);
    r->name = outer;
    return done;
}

/* The nth of those that have several shapes; null where there is none. */
static bool read_part(reader *r, size_t nth)
{
    attn_text name = {0};
    if (r->json.kind == ATTN_JSON_WORD && r->json.text[0] == 'n') return true;
    attn_text_add(&name, attn_text_string(&r->name));
    attn_text_add_subscript(&name, (long)nth);
    return read_called(r, name, read_array);
}

/* The entries of a list, one by one. */
static bool read_parts(reader *r)
{
    r->ragged = false;
    r->digits = 0;
    for (size_t nth = 1; more(r); nth++)
        if (!read_part(r, nth)) return false;
    return attn_ok(r->status);
}

static bool read_array(reader *r)
{
    shape s = {0};
    size_t offset = r->json.offset, depth = r->json.depth;
    if (read_whole(r, &s)) return true;
    return r->ragged && attn_json_reopen(&r->json, offset, depth) && read_parts(r);
}

/* ---- words ---- */

static const struct role {
    const char *key;
    which_axis axis;
} roles[] = {
    {"tokens", BOTH},  {"rows", ROWS}, {"row_labels", ROWS}, {"row_tokens", ROWS},
    {"columns", COLS}, {"cols", COLS}, {"col_labels", COLS}, {"col_tokens", COLS},
};

static const struct role *role_of(const char *key)
{
    for (size_t i = 0; i < sizeof roles / sizeof *roles; i++)
        if (strcmp(roles[i].key, key) == 0) return &roles[i];
    return NULL;
}

/* The list's strings, in the arena; *mixed: something else is in it, at that offset. */
static bool read_strings(reader *r, const char ***strings, size_t *count, size_t *mixed)
{
    while (more(r)) {
        if (r->json.kind != ATTN_JSON_STRING) {
            if (!*mixed) *mixed = r->json.offset;
            attn_json_skip(&r->json);
            continue;
        }
        if (!attn_push_text(r->arrays->arena, strings, count, read_string(r))) return false;
    }
    return attn_ok(r->status);
}

static bool read_words(reader *r, which_axis axis, const char *key)
{
    const char **list = NULL;
    size_t count = 0, offset = r->json.offset, mixed = 0;
    if (!read_strings(r, &list, &count, &mixed)) return false;
    if (mixed) return fault_at(r, mixed, "\"%s\" is a list of words, in double quotes", key);
    const word_list kept = {.axis = axis,
                            .object = r->object,
                            .offset = offset,
                            .key = key,
                            .labels = {.name = "", .count = count, .words = list}};
    return attn_append(r->arrays->arena, &r->words, &r->words_count, &kept, sizeof kept) != NULL;
}

/* ---- texts ---- */

static bool keep_text(reader *r, attn_array_text text, size_t offset)
{
    attn_arrays *arrays = r->arrays;
    text.name = attn_copy_text(arrays->arena, attn_text_string(&r->name), r->name.length);
    return text.name &&
           attn_byte_reader_place(arrays->source, offset, &text.line, &text.column, r->status) &&
           attn_append(arrays->arena, &arrays->texts, &arrays->text_count, &text, sizeof text);
}

/* What holds no numbers. */
static bool read_text(reader *r)
{
    attn_array_text text = {.list = r->json.kind == ATTN_JSON_LIST};
    const char **words = NULL;
    size_t offset = r->json.offset, mixed = 0;
    if (text.list) {
        if (!read_strings(r, &words, &text.count, &mixed)) return false;
    } else if (r->json.kind == ATTN_JSON_STRING) {
        if (!attn_push_text(r->arrays->arena, &words, &text.count, read_string(r))) return false;
    }
    if (!mixed) text.words = words;
    return keep_text(r, text, offset);
}

/* ---- objects ---- */

/* What a list holds first, behind the brackets of further lists. */
typedef struct first_item {
    attn_json_kind kind; /* ATTN_JSON_LIST: too deep to be an array */
    size_t lists;        /* around it; 0: this is no list */
    bool number;
} first_item;

static first_item look_inside(reader *r)
{
    first_item first = {.kind = r->json.kind};
    const size_t offset = r->json.offset, depth = r->json.depth;
    while (first.kind == ATTN_JSON_LIST && first.lists++ < ATTN_MOST_AXES)
        first.kind = attn_json_next(&r->json);
    first.number = is_number(r) || first.kind == ATTN_JSON_CLOSE || first.kind == ATTN_JSON_LIST;
    if (first.lists > 0) attn_json_reopen(&r->json, offset, depth);
    return first;
}

static bool adds_nothing(const char *key)
{
    static const char *const keys[] = {"matrix", "data", "values", "answers"};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (strcmp(key, keys[i]) == 0) return true;
    return false;
}

static void add_to_name(reader *r, const char *key)
{
    if (adds_nothing(key)) return;
    attn_text_print(&r->name, "%s%s", r->name.length ? "." : "", key);
}

/* Labels stand once in an axis, the nth of a value. */
static bool read_labels(reader *r, size_t nth)
{
    size_t count = r->words_count;
    const word_list *last = count ? &r->words[count - 1] : NULL;
    if (last && last->object == r->object && last->nth == nth)
        return fault_twice(r, r->json.offset, "labels");
    if (!read_words(r, COLS, "labels")) return false;
    r->words[count].nth = nth;
    return true;
}

/* One axis as attnviz writes it: {"index": "t", "labels": […]}. */
static bool read_axis(reader *r, size_t nth)
{
    if (r->json.kind != ATTN_JSON_OBJECT)
        return fault_at(r, r->json.offset, "\"axes\" is a list of objects");
    while (more(r)) {
        const char *key = read_string(r);
        if (!key) return false;
        attn_json_kind kind = attn_json_next(&r->json);
        bool labels = strcmp(key, "labels") == 0 && kind == ATTN_JSON_LIST;
        if (!(labels ? read_labels(r, nth) : attn_json_skip(&r->json))) return false;
    }
    return attn_ok(r->status);
}

/* Of the words of these axes, those of the last two: of the rows and of the columns. */
static void keep_last_axes(reader *r, size_t first, size_t axes)
{
    size_t count = r->words_count;
    r->words_count = first;
    for (size_t i = first; i < count; i++) {
        word_list list = r->words[i];
        if (list.nth + 1 < axes) continue;
        list.axis = list.nth == axes ? COLS : ROWS;
        list.used = true; /* shown with the numbers, whether they are here or not */
        r->words[r->words_count++] = list;
    }
}

static bool read_axes(reader *r)
{
    size_t first = r->words_count, axes = 0;
    while (more(r))
        if (!read_axis(r, ++axes)) return false;
    keep_last_axes(r, first, axes);
    r->kind = VALUE;
    return attn_ok(r->status);
}

static bool read_unnamed(reader *r)
{
    return read_value(r, NULL);
}

static bool read_map(reader *r)
{
    return r->json.kind == ATTN_JSON_OBJECT ? read_object(r, MAP) : attn_json_skip(&r->json);
}

static bool read_maps(reader *r)
{
    while (more(r))
        if (!read_called(r, (attn_text){0}, read_map)) return false;
    return attn_ok(r->status);
}

/* A map's name, until its object ends. */
static bool read_title(reader *r)
{
    const char *title = read_string(r);
    if (title) attn_text_add(&r->name, title);
    return title && (!r->name.failed || attn_no_memory(r->status, "reading the array"));
}

/* A list of objects, or of nothing. */
static bool holds_objects(const first_item *first)
{
    return first->lists == 1 && (first->kind == ATTN_JSON_OBJECT || first->kind == ATTN_JSON_CLOSE);
}

/* What attnviz writes about a lesson or a value, and is no value. */
static bool is_about(const reader *r, const char *key, const first_item *first)
{
    static const char *const keys[] = {"reading", "with", "difference"};
    if (r->kind == WHOLE && holds_objects(first)) return true;
    for (size_t i = 0; i < sizeof keys / sizeof *keys && r->kind == VALUE; i++)
        if (strcmp(key, keys[i]) == 0) return true;
    return false;
}

/* Words of one role twice in an object would be looked through by every array in it. */
static bool note_words(reader *r, const struct role *role, size_t offset, const char *key)
{
    unsigned bit = 1u << (role ? role - roles : (ptrdiff_t)(sizeof roles / sizeof *roles));
    if (r->keys & bit) return fault_twice(r, offset, key);
    r->keys |= bit;
    return true;
}

/* The value of a key that stands at this offset. */
static bool read_member(reader *r, const char *key, size_t offset)
{
    const first_item first = look_inside(r);
    const struct role *role = role_of(key);
    bool strings = first.kind == ATTN_JSON_STRING || first.kind == ATTN_JSON_CLOSE;
    if (role && first.lists > 0 && strings)
        return note_words(r, role, offset, key) && read_words(r, role->axis, role->key);
    if (strcmp(key, "axes") == 0 && holds_objects(&first))
        return note_words(r, NULL, offset, key) && read_axes(r);
    if (strcmp(key, "maps") == 0 && r->kind == WHOLE && holds_objects(&first)) return read_maps(r);
    if (strcmp(key, "title") == 0 && r->kind == MAP && r->json.kind == ATTN_JSON_STRING)
        return read_title(r);
    bool version = strcmp(key, "attnviz") == 0;
    if (version) r->kind = WHOLE;
    if (version || is_about(r, key, &first)) return attn_json_skip(&r->json);
    if (r->kind == VALUE && strcmp(key, "data") == 0 && first.lists == 1 &&
        first.kind == ATTN_JSON_CLOSE)
        return attn_json_skip(&r->json); /* all that the value has are borders */
    if (strcmp(key, "borders") == 0 && r->kind == VALUE)
        return read_called(r, (attn_text){0}, read_unnamed);
    return read_value(r, key);
}

static bool read_members(reader *r)
{
    while (more(r)) {
        size_t offset = r->json.offset;
        const char *key = read_string(r);
        if (!key || !attn_json_next(&r->json) || !read_member(r, key, offset)) return false;
    }
    return attn_ok(r->status);
}

static bool read_object(reader *r, writing kind)
{
    const size_t outer = r->object;
    const writing outer_kind = r->kind;
    const unsigned keys = r->keys;
    if (!attn_append(r->arrays->arena, &r->parents, &r->parent_count, &outer, sizeof outer))
        return false;
    r->object = r->parent_count;
    r->kind = kind;
    r->keys = 0;
    bool done = read_members(r);
    r->object = outer;
    r->kind = outer_kind;
    r->keys = keys;
    return done;
}

/* Only what may have the name of a value: no member of an array's object, such as its words. */
static bool is_kept_text(const reader *r, const first_item *first)
{
    return r->arrays->keeps_texts && r->name.length == 0 && first->kind != ATTN_JSON_OBJECT;
}

/* Numbers, or lists of them; true, false and null are such only in a list. */
static bool is_array(const reader *r, const first_item *first)
{
    return first->number &&
           (first->lists > 0 || r->json.kind != ATTN_JSON_WORD || strchr("NI-", r->json.text[0]));
}

static bool read_value(reader *r, const char *key)
{
    const size_t length = r->name.length;
    const first_item first = look_inside(r);
    const bool object = r->json.kind == ATTN_JSON_OBJECT, array = is_array(r, &first);
    if (!object && !array && !is_kept_text(r, &first)) return attn_json_skip(&r->json);
    if (key) add_to_name(r, key);
    if (r->name.failed) return attn_no_memory(r->status, "reading the array");
    bool done = object ? read_object(r, ANY) : array ? read_array(r) : read_text(r);
    if (r->name.bytes) r->name.bytes[length] = '\0';
    r->name.length = length;
    return done;
}

/* ---- which words belong to which array ---- */

static bool holds(const word_list *list, which_axis axis, size_t size)
{
    return (list->axis == axis || list->axis == BOTH) && list->labels.count == size;
}

static bool chain_words(reader *r)
{
    r->first_words = attn_alloc(r->arrays->arena, r->parent_count + 1, sizeof *r->first_words);
    for (size_t i = r->words_count; r->first_words && i > 0; i--) {
        size_t *first = &r->first_words[r->words[i - 1].object];
        r->words[i - 1].next = *first;
        *first = i;
    }
    return r->first_words != NULL;
}

/* From the array's own object outwards. */
static const attn_labels *find_words(reader *r, size_t object, which_axis axis, size_t size)
{
    for (;; object = r->parents[object - 1]) {
        for (size_t i = r->first_words[object]; i > 0; i = r->words[i - 1].next) {
            if (!holds(&r->words[i - 1], axis, size)) continue;
            r->words[i - 1].used = true;
            return &r->words[i - 1].labels;
        }
        if (object == 0) return NULL;
    }
}

static bool label_arrays(reader *r)
{
    if (!chain_words(r)) return false;
    for (size_t i = 0; i < r->place_count; i++) {
        attn_array *array = &r->arrays->items[i].array;
        const size_t *size = array->shape + array->rank;
        if (array->rank > 0) array->col_labels = find_words(r, r->places[i].object, COLS, size[-1]);
        if (array->rank > 1) array->row_labels = find_words(r, r->places[i].object, ROWS, size[-2]);
    }
    for (size_t i = 0; i < r->words_count && r->place_count; i++)
        if (!r->words[i].used)
            return fault_at(r, r->words[i].offset,
                            "\"%s\" has %zu word%s, and no array here has that size",
                            r->words[i].key, r->words[i].labels.count,
                            r->words[i].labels.count == 1 ? "" : "s");
    return true;
}

/* ---- the text ---- */

static bool read_all(reader *r)
{
    if (!attn_json_next(&r->json) || !read_value(r, NULL)) return false;
    attn_json_next(&r->json);
    if (!attn_ok(r->status)) return false;
    if (r->arrays->count == 0 && r->arrays->text_count == 0)
        return attn_fail(
            r->status, ATTN_INPUT,
            "this JSON has no numbers: a matrix is a list of rows, [[0.5, 0.5], [1, 0]]");
    return label_arrays(r);
}

bool attn_array_json(attn_arrays *arrays, attn_status *status)
{
    reader r = {.arrays = arrays, .status = status};
    bool done = attn_json_open(&r.json, arrays->source, arrays->file, deepest, true, status) &&
                read_all(&r);
    attn_json_close(&r.json);
    attn_text_free(&r.name);
    if (r.numbers) attn_resize(r.numbers, 0);
    return done && attn_ok(status);
}
