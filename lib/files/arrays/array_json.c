/*
 * array_json: numbers of a JSON text, straight from its characters.
 *
 * The text goes by in a window, once, and only its numbers are kept. What is no JSON is not
 * explained here: where the reader stops, the strict scan (json_scan.h) goes over the whole text
 * and says what is wrong. Each value of an object is
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

#include "core/decimal.h"
#include "core/text.h"
#include "files/arrays/array_common.h"
#include "files/json/json.h"
#include "files/json/json_scan.h"

enum {
    ahead = 4 * ATTN_DECIMAL_LONGEST, /* bytes that are in memory where a value begins */
    deepest = 64
};

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
    attn_window window;
    attn_text name;  /* keys down to here, with dots between */
    size_t depth;    /* of lists and objects */
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
    float *numbers;
    size_t count, capacity;
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

static bool read_value(reader *r, const char *key);
static bool skip_value(reader *r);

/* ---- faults ---- */

static size_t offset_of(const reader *r)
{
    return r->window.offset + r->window.at;
}

/* The text as a whole, once more; what the strict scan finds is the fault. */
static void scan_strictly(reader *r, const char *text, size_t length)
{
    attn_line_index places;
    if (attn_line_index_make(&places, r->arrays->arena, text, length))
        attn_json_scan_loosely(&places, r->arrays->file, deepest, r->status);
}

static bool explain(reader *r)
{
    attn_byte_reader *source = r->arrays->source;
    size_t length = source->length;
    if (!attn_ok(r->status)) return false;
    char *text = length < SIZE_MAX ? attn_resize(NULL, length + 1) : NULL;
    if (text && source->read(source, 0, text, length, r->status)) {
        text[length] = '\0';
        scan_strictly(r, text, length);
    }
    if (text) attn_resize(text, 0);
    return attn_array_fault(r->arrays, offset_of(r), r->status, "this is no JSON");
}

static bool enter(reader *r)
{
    return ++r->depth <= deepest || explain(r);
}

static bool fault_twice(reader *r, size_t offset, const char *key)
{
    return attn_array_fault(r->arrays, offset, r->status,
                            "\"%s\" stands twice in this object: one must go", key);
}

/* ---- characters ---- */

/* The next character that is no blank; '\0' at the end, or after a failure. */
static char next(reader *r)
{
    attn_window *w = &r->window;
    for (;;) {
        const char *text = w->bytes + w->at;
        while (*text == ' ' || *text == '\n' || *text == '\r' || *text == '\t') text++;
        w->at = (size_t)(text - w->bytes);
        if (w->end - w->at >= ahead || attn_window_ended(w)) return *text;
        if (!attn_window_fill(w, ahead, r->status)) return '\0';
    }
}

static bool take(reader *r, char c)
{
    if (next(r) != c || c == '\0') return false;
    r->window.at++;
    return true;
}

static bool at_text(const reader *r, const char *text)
{
    return strncmp(r->window.bytes + r->window.at, text, strlen(text)) == 0;
}

static bool is_word(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
           c == '.' || c == '+' || c == '-';
}

/* The length of the string literal at `at`, brought into memory as a whole; 0: it does not end. */
static size_t string_length(reader *r)
{
    attn_window *w = &r->window;
    for (size_t length = 1;; length++) {
        if (w->at + length >= w->end && !attn_window_ended(w)) {
            size_t wanted = length < SIZE_MAX / 2 ? 2 * length : length;
            if (!attn_window_fill(w, wanted > ahead ? wanted : ahead, r->status)) return 0;
        }
        if (w->at + length >= w->end) return 0;
        char c = w->bytes[w->at + length];
        if (c == '"') return length + 1;
        if (c == '\\') length++;
    }
}

/* Whether it stands for itself: most keys do, and need no tree to be read. */
static bool is_plain(const char *bytes, size_t length)
{
    size_t i = 0;
    while (i < length && bytes[i] >= ' ' && bytes[i] <= '~' && bytes[i] != '\\') i++;
    return i == length;
}

/* The string at `at`, decoded, in the arena; NULL on failure. */
static const char *read_string(reader *r)
{
    attn_status own = {0};
    size_t length = string_length(r);
    const char *bytes = r->window.bytes + r->window.at;
    if (length && is_plain(bytes + 1, length - 2)) {
        r->window.at += length;
        return attn_copy_text(r->arrays->arena, bytes + 1, length - 2);
    }
    attn_json *json = length ? attn_json_parse(bytes, length, "", 1, &own) : NULL;
    const char *text = json ? attn_json_root(json)->valuestring : NULL;
    if (text) text = attn_copy_text(r->arrays->arena, text, strlen(text));
    attn_json_free(json);
    if (own.code == ATTN_MEMORY) attn_fail(r->status, ATTN_MEMORY, "%s", own.message);
    if (!text)
        explain(r);
    else
        r->window.at += length;
    return text;
}

/* ---- numbers ---- */

/* What stands in the place of a number. */
static const struct stand_in {
    const char *text;
    float value;
} stand_ins[] = {
    {"NaN", NAN},
    {"Infinity", INFINITY},
    {"-Infinity", -INFINITY},
    {"\"inf\"", INFINITY},
    {"\"-inf\"", -INFINITY},
    {"\"∞\"", INFINITY},
    {"\"-∞\"", -INFINITY},
    {"\"−∞\"", -INFINITY},
    {"\"nan\"", NAN},
    {"null", NAN},
    {"true", 1},
    {"false", 0},
};

static const struct stand_in *find_stand_in(const reader *r)
{
    for (size_t i = 0; i < sizeof stand_ins / sizeof *stand_ins; i++) {
        const char *text = stand_ins[i].text;
        if (at_text(r, text) && !is_word(r->window.bytes[r->window.at + strlen(text)]))
            return &stand_ins[i];
    }
    return NULL;
}

static bool keep_number(reader *r, float value)
{
    if (r->count == r->capacity) {
        size_t capacity = r->capacity ? r->capacity * 2 : 1024, bytes;
        float *grown = NULL;
        if (attn_multiply(capacity, sizeof *grown, &bytes)) grown = attn_resize(r->numbers, bytes);
        if (!grown) return attn_fail(r->status, ATTN_MEMORY, "there is no memory for the numbers");
        r->numbers = grown;
        r->capacity = capacity;
    }
    r->numbers[r->count++] = value;
    return true;
}

/* What is no number, where one must stand. */
static bool fault_number(reader *r)
{
    char c = r->window.bytes[r->window.at];
    if (c == '"')
        return attn_array_fault(r->arrays, offset_of(r), r->status,
                                "a text stands among numbers: write numbers without quotes, and "
                                "−∞ as \"-inf\"");
    if (c == '{')
        return attn_array_fault(r->arrays, offset_of(r), r->status,
                                "an object stands among numbers");
    return explain(r);
}

static bool read_stand_in(reader *r)
{
    const struct stand_in *found = find_stand_in(r);
    if (!found) return fault_number(r);
    r->window.at += strlen(found->text);
    return keep_number(r, found->value);
}

static inline bool read_number(reader *r)
{
    attn_decimal number;
    const char *text = r->window.bytes + r->window.at;
    if (!attn_decimal_read(text, '.', &number)) return read_stand_in(r);
    if (is_word(text[number.length])) return explain(r);
    if (isinf(number.value))
        return attn_array_fault(r->arrays, offset_of(r), r->status,
                                "%.*s is too large for float32, which reaches to 3.4e38",
                                (int)number.length, text);
    if (number.decimals > r->digits) r->digits = number.decimals;
    r->window.at += number.length;
    return keep_number(r, number.value);
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
        return attn_array_fault(r->arrays, open, r->status,
                                "row %zu of %s has %zu number%s, where the rows before it have %zu",
                                s->at[0], called(r), count, count == 1 ? "" : "s", s->size[1]);
    return attn_array_fault(r->arrays, open, r->status,
                            "this list of %s has %zu entr%s, where those before it have %zu",
                            called(r), count, count == 1 ? "y" : "ies", s->size[depth]);
}

static bool fault_level(reader *r, const shape *s)
{
    if (comes_apart(r, s)) return false;
    return attn_array_fault(r->arrays, offset_of(r), r->status,
                            "numbers and lists stand side by side in %s: rows must be equally deep",
                            called(r));
}

/* Brackets and commas. True where the list goes on. */
static bool goes_on(reader *r, bool *done)
{
    *done = take(r, ']');
    if (*done) return false;
    if (take(r, ',')) return true;
    return explain(r);
}

static bool read_list(reader *r, shape *s, size_t depth);

static bool read_entry(reader *r, shape *s, size_t depth, char c)
{
    if (c == '[') {
        if (s->rank && s->rank <= depth + 1) return fault_level(r, s);
        return read_list(r, s, depth + 1);
    }
    bool number = c == '-' || (c >= '0' && c <= '9') || find_stand_in(r);
    if (!number) return fault_number(r);
    bool lists_before = depth + 1 < ATTN_MOST_AXES && s->known[depth + 1];
    if (lists_before || (s->rank && s->rank != depth + 1)) return fault_level(r, s);
    s->rank = depth + 1;
    return read_number(r);
}

/* A list at this depth, from 0; its bracket is next. */
static bool read_list(reader *r, shape *s, size_t depth)
{
    size_t open = offset_of(r), count = 0;
    bool done;
    if (depth == ATTN_MOST_AXES)
        return attn_array_fault(r->arrays, open, r->status, "lists are nested more than %u deep",
                                ATTN_MOST_AXES);
    take(r, '[');
    done = take(r, ']');
    while (!done) {
        s->at[depth] = ++count;
        if (!read_entry(r, s, depth, next(r))) return false;
        if (!goes_on(r, &done) && !done) return false;
    }
    if (s->known[depth] && s->size[depth] != count) return fault_ragged(r, s, depth, open, count);
    s->known[depth] = true;
    s->size[depth] = count;
    return true;
}

/* The numbers that were read become an array of the name that is current. */
static bool keep_array(reader *r, const shape *s, size_t rank, size_t offset)
{
    attn_array_item *item = attn_array_add(r->arrays, attn_text_string(&r->name), r->name.length);
    place *one =
        item ? attn_push(r->arrays->arena, &r->places, &r->place_count, sizeof *one) : NULL;
    if (!one) return false;
    *one = (place){r->object, offset};
    float *numbers = attn_resize(r->numbers, r->count ? r->count * sizeof *numbers : 1);
    item->numbers = numbers ? numbers : r->numbers;
    item->array.rank = rank;
    for (size_t i = 0; i < rank; i++) item->array.shape[i] = s->size[i];
    item->array.count = r->count;
    item->array.type = "text";
    item->array.bits = ATTN_FLOAT_BITS;
    item->array.digits = r->digits;
    r->numbers = NULL;
    r->count = r->capacity = 0;
    r->digits = 0;
    return true;
}

/* An empty list has a number's memory, so that it counts as one that was read. */
static bool read_whole(reader *r, shape *s)
{
    size_t offset = offset_of(r), rank = 0;
    if (!keep_number(r, 0)) return false;
    r->count = 0;
    if (next(r) != '[') return read_number(r) && keep_array(r, s, 0, offset);
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
    bool done =
        name.failed ? attn_fail(r->status, ATTN_MEMORY, "there is no memory for a name") : read(r);
    attn_text_free(&r->name);
    r->name = outer;
    return done;
}

/* The nth of those that have several shapes; null where there is none. */
static bool read_part(reader *r, size_t nth)
{
    attn_text name = {0};
    if (next(r) == 'n' && find_stand_in(r)) return skip_value(r);
    attn_text_add(&name, attn_text_string(&r->name));
    attn_text_add_subscript(&name, (long)nth);
    return read_called(r, name, read_array);
}

/* The entries of the list that begins here, one by one. */
static bool read_parts(reader *r, size_t offset)
{
    bool done;
    r->ragged = false;
    r->digits = 0;
    if (!enter(r) || !attn_window_seek(&r->window, offset, ahead, r->status)) return false;
    take(r, '[');
    done = take(r, ']');
    for (size_t nth = 1; !done; nth++) {
        if (!read_part(r, nth)) return false;
        if (!goes_on(r, &done) && !done) return false;
    }
    r->depth--;
    return true;
}

static bool read_array(reader *r)
{
    shape s = {0};
    next(r);
    size_t offset = offset_of(r);
    return read_whole(r, &s) || (r->ragged && read_parts(r, offset));
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

static bool read_words(reader *r, which_axis axis, const char *key)
{
    const char **list = NULL;
    size_t count = 0, offset = offset_of(r);
    bool done;
    take(r, '[');
    done = take(r, ']');
    while (!done) {
        if (next(r) != '"')
            return attn_array_fault(r->arrays, offset_of(r), r->status,
                                    "\"%s\" is a list of words, in double quotes", key);
        const char *word = read_string(r);
        const char **one = word ? attn_push(r->arrays->arena, &list, &count, sizeof *list) : NULL;
        if (!one) return false;
        *one = word;
        if (!goes_on(r, &done) && !done) return false;
    }
    word_list *kept = attn_push(r->arrays->arena, &r->words, &r->words_count, sizeof *kept);
    if (!kept) return false;
    *kept = (word_list){.axis = axis,
                        .object = r->object,
                        .offset = offset,
                        .key = key,
                        .labels = {.name = "", .count = count, .words = list}};
    return true;
}

/* ---- what is passed over ---- */

static bool skip_string(reader *r)
{
    return read_string(r) != NULL;
}

static bool skip_members(reader *r, char close)
{
    bool done = take(r, close);
    while (!done) {
        if (close == '}') {
            if (next(r) != '"' || !skip_string(r) || !take(r, ':')) return explain(r);
        }
        if (!skip_value(r)) return false;
        done = take(r, close);
        if (!done && !take(r, ',')) return explain(r);
    }
    return true;
}

static bool skip_value(reader *r)
{
    attn_decimal number;
    char c = next(r);
    if (c == '"') return skip_string(r);
    if (c == '{' || c == '[') {
        r->window.at++;
        if (!enter(r) || !skip_members(r, c == '{' ? '}' : ']')) return false;
        r->depth--;
        return true;
    }
    const struct stand_in *found = find_stand_in(r);
    size_t length = found ? strlen(found->text) : 0;
    if (!length && attn_decimal_read(r->window.bytes + r->window.at, '.', &number))
        length = number.length;
    if (!length || is_word(r->window.bytes[r->window.at + length])) return explain(r);
    r->window.at += length;
    return true;
}

/* ---- texts ---- */

/* The texts of a list; *mixed: something else is in it. */
static bool read_text_list(reader *r, const char ***words, size_t *count, bool *mixed)
{
    take(r, '[');
    bool done = take(r, ']');
    while (!done) {
        bool text = next(r) == '"';
        const char *word = text ? read_string(r) : NULL;
        const char **one = word ? attn_push(r->arrays->arena, words, count, sizeof **words) : NULL;
        if (text && !one) return false;
        if (one)
            *one = word;
        else if (!skip_value(r))
            return false;
        *mixed |= !text;
        if (!goes_on(r, &done) && !done) return false;
    }
    return true;
}

static bool keep_text(reader *r, attn_array_text text, size_t offset)
{
    attn_arrays *arrays = r->arrays;
    text.name = attn_copy_text(arrays->arena, attn_text_string(&r->name), r->name.length);
    attn_array_text *kept =
        text.name ? attn_push(arrays->arena, &arrays->texts, &arrays->text_count, sizeof *kept)
                  : NULL;
    if (!kept) return false;
    *kept = text;
    return attn_byte_reader_place(arrays->source, offset, &kept->line, &kept->column, r->status);
}

/* What holds no numbers. */
static bool read_text(reader *r)
{
    attn_array_text text = {.list = next(r) == '['};
    const char **words = NULL;
    size_t offset = offset_of(r);
    bool mixed = false;
    if (text.list) {
        if (!read_text_list(r, &words, &text.count, &mixed)) return false;
    } else if (next(r) == '"') {
        words = attn_push(r->arrays->arena, &words, &text.count, sizeof *words);
        if (!words || !(words[0] = read_string(r))) return false;
    } else if (!skip_value(r)) {
        return false;
    }
    if (!mixed) text.words = words;
    return keep_text(r, text, offset);
}

/* ---- objects ---- */

/* What a list holds first: the first character in it that is no bracket. Blanks and brackets are
 * looked past; beyond what is in memory it is taken for numbers. */
static char first_in(reader *r)
{
    next(r);
    const char *text = r->window.bytes + r->window.at;
    text += strspn(text, "[ \t\r\n");
    return *text;
}

static bool holds_numbers(reader *r)
{
    attn_window here = r->window;
    char c = first_in(r);
    if (c == '{') return false;
    if (c != '"') return true;
    /* "inf" is attnviz's own way to write it */
    here = r->window;
    r->window.at += strspn(r->window.bytes + r->window.at, "[ \t\r\n");
    bool infinite = find_stand_in(r) != NULL;
    r->window.at = here.at;
    return infinite;
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

/* One axis as attnviz writes it: {"index": "t", "labels": […]}. */
static bool read_axis(reader *r, size_t nth)
{
    if (!take(r, '{')) return explain(r);
    bool closed = take(r, '}');
    while (!closed) {
        const char *key = next(r) == '"' ? read_string(r) : NULL;
        if (!key || !take(r, ':')) return explain(r);
        bool labels = strcmp(key, "labels") == 0 && next(r) == '[';
        size_t count = r->words_count;
        if (labels && count > 0 && r->words[count - 1].object == r->object &&
            r->words[count - 1].nth == nth)
            return fault_twice(r, offset_of(r), "labels");
        if (!(labels ? read_words(r, COLS, "labels") : skip_value(r))) return false;
        if (labels) r->words[count].nth = nth;
        closed = take(r, '}');
        if (!closed && !take(r, ',')) return explain(r);
    }
    return true;
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
        list.used = true; /* told with the numbers, whether they are here or not */
        r->words[r->words_count++] = list;
    }
}

static bool read_axes(reader *r)
{
    size_t first = r->words_count, axes = 0;
    bool done;
    take(r, '[');
    done = take(r, ']');
    while (!done) {
        if (!read_axis(r, ++axes)) return false;
        if (!goes_on(r, &done) && !done) return false;
    }
    keep_last_axes(r, first, axes);
    r->kind = VALUE;
    return true;
}

/* A list of objects, or of nothing. */
static bool holds_objects(reader *r)
{
    if (next(r) != '[') return false;
    const char *text = r->window.bytes + r->window.at + 1;
    text += strspn(text, " \t\r\n");
    return *text == '{' || *text == ']';
}

static bool read_unnamed(reader *r)
{
    return read_value(r, NULL);
}

static bool read_object(reader *r, writing kind);

static bool read_map(reader *r)
{
    return next(r) == '{' ? read_object(r, MAP) : skip_value(r);
}

static bool read_maps(reader *r)
{
    take(r, '[');
    bool done = take(r, ']');
    while (!done) {
        if (!read_called(r, (attn_text){0}, read_map)) return false;
        if (!goes_on(r, &done) && !done) return false;
    }
    return true;
}

/* A map's name, until its object ends. */
static bool read_title(reader *r)
{
    const char *title = read_string(r);
    if (title) attn_text_add(&r->name, title);
    return title &&
           (!r->name.failed || attn_fail(r->status, ATTN_MEMORY, "there is no memory for a name"));
}

/* What attnviz writes about a lesson or a value, and is no value. */
static bool is_about(reader *r, const char *key)
{
    if (r->kind == WHOLE && holds_objects(r)) return true;
    static const char *const keys[] = {"reading", "with", "difference"};
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

static bool read_member(reader *r)
{
    char c = next(r);
    size_t offset = offset_of(r);
    const char *key = c == '"' ? read_string(r) : NULL;
    if (!key) return explain(r);
    if (!take(r, ':')) return explain(r);
    const struct role *role = role_of(key);
    bool words = role && next(r) == '[' && (first_in(r) == '"' || first_in(r) == ']');
    if (words) return note_words(r, role, offset, key) && read_words(r, role->axis, role->key);
    if (strcmp(key, "axes") == 0 && holds_objects(r))
        return note_words(r, NULL, offset, key) && read_axes(r);
    if (strcmp(key, "maps") == 0 && r->kind == WHOLE && holds_objects(r)) return read_maps(r);
    if (strcmp(key, "title") == 0 && r->kind == MAP && next(r) == '"') return read_title(r);
    bool version = strcmp(key, "attnviz") == 0;
    if (version) r->kind = WHOLE;
    if (version || is_about(r, key)) return skip_value(r);
    if (strcmp(key, "borders") == 0 && r->kind == VALUE)
        return read_called(r, (attn_text){0}, read_unnamed);
    return read_value(r, key);
}

static bool read_object(reader *r, writing kind)
{
    size_t outer = r->object;
    writing outer_kind = r->kind;
    unsigned keys = r->keys;
    size_t *parent = attn_push(r->arrays->arena, &r->parents, &r->parent_count, sizeof *r->parents);
    if (!parent || !enter(r)) return false;
    *parent = outer;
    r->object = r->parent_count;
    r->kind = kind;
    r->keys = 0;
    take(r, '{');
    bool done = take(r, '}');
    while (!done) {
        if (!read_member(r)) return false;
        done = take(r, '}');
        if (!done && !take(r, ',')) return explain(r);
    }
    r->depth--;
    r->object = outer;
    r->kind = outer_kind;
    r->keys = keys;
    return true;
}

/* Only what may have the name of a value: no member of an array's object, such as its words. */
static bool is_kept_text(reader *r, char c)
{
    return r->arrays->keeps_texts && r->name.length == 0 && !(c == '[' && first_in(r) == '{');
}

static bool read_value(reader *r, const char *key)
{
    char c = next(r);
    size_t length = r->name.length;
    bool number = c == '-' || (c >= '0' && c <= '9') || c == 'N' || c == 'I';
    if (c == '"') number = find_stand_in(r) != NULL;
    bool text = !number && c != '{' && !(c == '[' && holds_numbers(r));
    if (text && !is_kept_text(r, c)) return skip_value(r);
    if (key) add_to_name(r, key);
    if (r->name.failed) return attn_fail(r->status, ATTN_MEMORY, "there is no memory for a name");
    bool done = text ? read_text(r) : c == '{' ? read_object(r, ANY) : read_array(r);
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
            return attn_array_fault(r->arrays, r->words[i].offset, r->status,
                                    "\"%s\" has %zu word%s, and no array here is of that size",
                                    r->words[i].key, r->words[i].labels.count,
                                    r->words[i].labels.count == 1 ? "" : "s");
    return true;
}

/* ---- the text ---- */

static bool read_all(reader *r)
{
    attn_window *w = &r->window;
    w->at += attn_utf8_mark(w->bytes + w->at, w->end - w->at);
    if (!read_value(r, NULL)) return explain(r);
    if (next(r) != '\0' || r->window.at < r->window.end) return explain(r);
    if (r->arrays->count == 0 && r->arrays->text_count == 0)
        return attn_fail(r->status, ATTN_INPUT,
                         "no numbers are in this JSON: a matrix is a list of rows, [[0.5, 0.5], "
                         "[1, 0]]");
    return label_arrays(r);
}

bool attn_array_json(attn_arrays *arrays, attn_status *status)
{
    reader r = {.arrays = arrays, .status = status};
    bool done = attn_window_open(&r.window, arrays->source, status) && read_all(&r);
    attn_window_close(&r.window);
    attn_text_free(&r.name);
    if (r.numbers) attn_resize(r.numbers, 0);
    return done && attn_ok(status);
}
