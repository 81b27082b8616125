/*
 * tokenizer_read: tokenizer.json, event by event, and what it must hold.
 */
#include <math.h>
#include <stdarg.h>
#include <string.h>

#include "core/budget.h"
#include "files/json/json.h"
#include "files/json/json_write.h"
#include "text/tokenizer/tokenizer.h"
#include "text/tokenizer/tokenizer_file.h"

enum { MOST_FILE_BYTES = 64 << 20, MOST_DEPTH = 16, MOST_COMPONENT_BYTES = 1 << 16 };

typedef struct entry { /* of the vocabulary, or of the marks */
    const char *text;
    double number;
    size_t offset;
} entry;

typedef struct entries {
    size_t count;
    entry *items;
} entries;

typedef struct pair {
    const char *left, *right;
    size_t offset;
} pair;

typedef struct reading {
    attn_json_reader json;
    attn_byte_reader *source;
    const char *file;
    attn_status *status;
    attn_arena *kept, *arena; /* kept: of the tokenizer; arena: until it is made */
    entries vocabulary, marks;
    size_t merge_count;
    pair *merges;
    bool normalized, cut, model, has_vocabulary, has_merges, falls_back;
    attn_language language;
} reading;

static bool fail_at(reading *r, size_t offset, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 3, 4)))
#endif
    ;

static bool fail_at(reading *r, size_t offset, const char *format, ...)
{
    attn_status ignored = {0};
    size_t line = 0, column = 0;
    va_list arguments;
    va_start(arguments, format);
    attn_fail_list(r->status, ATTN_INPUT, format, arguments);
    va_end(arguments);
    attn_byte_reader_place(r->source, offset, &line, &column, &ignored);
    attn_status_place(r->status, r->file, line, column);
    return false;
}

#define fail_here(r, ...) fail_at(r, (r)->json.offset, __VA_ARGS__)

/* ---- values ---- */

static bool key_is(const reading *r, const char *key)
{
    const size_t length = strlen(key);
    return r->json.length == length + 2 && memcmp(r->json.text + 1, key, length) == 0;
}

static bool word_is(const reading *r, const char *word)
{
    return r->json.kind == ATTN_JSON_WORD && r->json.length == strlen(word) &&
           memcmp(r->json.text, word, r->json.length) == 0;
}

/* The text of the string at hand; NULL on failure. */
static const char *take_text(reading *r, const char *what)
{
    if (r->json.kind != ATTN_JSON_STRING) fail_here(r, "%s is a text in quotes", what);
    const char *text =
        attn_ok(r->status) ? attn_json_decode(r->arena, r->json.text, r->json.length) : NULL;
    const size_t length = text ? strlen(text) : 0;
    if (text && (length == 0 || length > 2 * ATTN_MOST_PIECE_BYTES))
        fail_here(r, "%s has 1 to %zu bytes, not %zu", what, 2 * ATTN_MOST_PIECE_BYTES, length);
    return attn_ok(r->status) ? text : NULL;
}

/* A value that must be null, or an empty text: what it would ask for is not done here. */
static bool take_nothing(reading *r, const char *key)
{
    const bool empty = r->json.kind == ATTN_JSON_STRING && r->json.length == 2;
    return empty || word_is(r, "null") ||
           fail_here(r, "\"%s\" is null in the files that attnviz tokenizer writes and reads", key);
}

static bool take_false(reading *r, const char *key)
{
    return word_is(r, "false") ||
           fail_here(r, "\"%s\" is false in the files that attnviz tokenizer writes and reads",
                     key);
}

/* ---- how a text is prepared ---- */

static void add_event(reading *r, attn_text *out)
{
    const char *text;
    attn_json_comma(out);
    switch (r->json.kind) {
    case ATTN_JSON_OBJECT:
        attn_text_add(out, "{");
        break;
    case ATTN_JSON_LIST:
        attn_text_add(out, "[");
        break;
    case ATTN_JSON_KEY:
    case ATTN_JSON_STRING:
        text = attn_json_decode(r->arena, r->json.text, r->json.length);
        if (text) attn_json_string(out, text);
        attn_text_add(out, r->json.kind == ATTN_JSON_KEY ? ":" : "");
        break;
    case ATTN_JSON_WORD:
        attn_text_add_bytes(out, r->json.text, r->json.length);
        break;
    case ATTN_JSON_NUMBER:
    case ATTN_JSON_CLOSE:
    case ATTN_JSON_END:
        attn_text_add(out, "0");
        break;
    }
}

/* The value at hand as JSON without blanks. */
static bool copy_value(reading *r, attn_text *out)
{
    char closing[MOST_DEPTH + 1];
    const size_t depth =
        r->json.depth - (r->json.kind == ATTN_JSON_OBJECT || r->json.kind == ATTN_JSON_LIST);
    for (;;) {
        if (r->json.kind == ATTN_JSON_CLOSE) {
            attn_text_add_bytes(out, &closing[r->json.depth], 1);
        } else {
            add_event(r, out);
            if (r->json.kind == ATTN_JSON_OBJECT || r->json.kind == ATTN_JSON_LIST)
                closing[r->json.depth - 1] = r->json.kind == ATTN_JSON_OBJECT ? '}' : ']';
        }
        if (out->length > MOST_COMPONENT_BYTES)
            return fail_here(r, "this part of a tokenizer has more than %d bytes",
                             MOST_COMPONENT_BYTES);
        if (r->json.depth == depth && r->json.kind != ATTN_JSON_KEY) return attn_ok(r->status);
        if (attn_json_next(&r->json) == ATTN_JSON_END) return false;
    }
}

/* Whether a part of the file is one that this program writes; index: which of them. */
static bool take_part(reading *r, void (*write)(size_t index, attn_text *out), size_t count,
                      const char *key, size_t *index)
{
    const size_t offset = r->json.offset;
    attn_text found = {0}, known = {0};
    bool same = false, read = copy_value(r, &found);
    for (*index = 0; read && *index < count; ++*index) {
        attn_text_clear(&known);
        write(*index, &known);
        same = strcmp(attn_text_string(&known), attn_text_string(&found)) == 0;
        if (same) break;
    }
    const bool failed = found.failed || known.failed;
    attn_text_free(&found);
    attn_text_free(&known);
    if (failed) return attn_no_memory(r->status, "reading the tokenizer");
    if (!read || same) return read;
    return fail_at(r, offset,
                   "this \"%s\" is not one that attnviz tokenizer writes, and it reads no other",
                   key);
}

static void write_normalizer(size_t index, attn_text *out)
{
    (void)index;
    attn_tokenizer_add_normalizer(out);
}

static void write_cutting(size_t index, attn_text *out)
{
    attn_tokenizer_add_cutting((attn_language)index, out);
}

static bool take_normalizer(reading *r)
{
    size_t index;
    return r->normalized = take_part(r, write_normalizer, 1, "normalizer", &index);
}

static bool take_cutting(reading *r)
{
    size_t index;
    r->cut = take_part(r, write_cutting, ATTN_LANGUAGE_COUNT, "pre_tokenizer", &index);
    r->language = (attn_language)index;
    return r->cut;
}

/* ---- marks ---- */

static bool take_mark_key(reading *r, entry *mark)
{
    static const char *const falses[] = {"single_word", "lstrip", "rstrip", "normalized"};
    if (key_is(r, "content")) {
        attn_json_next(&r->json);
        return (mark->text = take_text(r, "\"content\"")) != NULL;
    }
    if (key_is(r, "id")) {
        if (attn_json_next(&r->json) != ATTN_JSON_NUMBER)
            return fail_here(r, "\"id\" is a whole number from 0");
        mark->number = (double)r->json.number.value;
        return true;
    }
    for (size_t i = 0; i < sizeof falses / sizeof *falses; i++)
        if (key_is(r, falses[i])) return attn_json_next(&r->json) && take_false(r, falses[i]);
    attn_json_next(&r->json);
    return attn_json_skip(&r->json);
}

static bool take_mark(reading *r)
{
    entry mark = {.number = -1, .offset = r->json.offset};
    if (r->json.kind != ATTN_JSON_OBJECT)
        return fail_here(r, "an added token is an object: {\"id\": 0, \"content\": \"<start>\"}");
    while (attn_json_more(&r->json))
        if (!take_mark_key(r, &mark)) return false;
    if (!attn_ok(r->status)) return false;
    if (!mark.text || mark.number < 0)
        return fail_at(r, mark.offset, "an added token has an \"id\" and a \"content\"");
    if (r->marks.count == ATTN_MOST_MARKS)
        return fail_at(r, mark.offset, "there are more than %zu added tokens", ATTN_MOST_MARKS);
    return attn_append(r->arena, &r->marks.items, &r->marks.count, &mark, sizeof mark);
}

static bool take_marks(reading *r)
{
    if (r->json.kind != ATTN_JSON_LIST) return fail_here(r, "\"added_tokens\" is a list");
    while (attn_json_more(&r->json))
        if (!take_mark(r)) return false;
    return attn_ok(r->status);
}

/* ---- the model ---- */

static bool take_piece(reading *r)
{
    entry piece = {.offset = r->json.offset};
    r->json.kind = ATTN_JSON_STRING; /* a key is read as a text */
    if (!(piece.text = take_text(r, "a piece"))) return false;
    if (r->vocabulary.count == ATTN_MOST_PIECES)
        return fail_here(r, "there are more than %zu pieces", ATTN_MOST_PIECES);
    if (attn_json_next(&r->json) != ATTN_JSON_NUMBER)
        return fail_here(r, "the number of a piece is a whole number from 0");
    piece.number = (double)r->json.number.value;
    return attn_append(r->arena, &r->vocabulary.items, &r->vocabulary.count, &piece, sizeof piece);
}

static bool take_vocabulary(reading *r)
{
    if (r->json.kind != ATTN_JSON_OBJECT || r->has_vocabulary)
        return fail_here(r, "\"vocab\" is one object: each piece with its number");
    r->has_vocabulary = true;
    while (attn_json_more(&r->json))
        if (!take_piece(r)) return false;
    return attn_ok(r->status);
}

/* "a b", as older files have it. */
static bool split_merge(reading *r, pair *merge)
{
    const char *text = take_text(r, "a merge"), *blank = text ? strchr(text, ' ') : NULL;
    if (!text) return false;
    if (!blank || blank == text || !blank[1] || strchr(blank + 1, ' '))
        return fail_at(r, merge->offset, "a merge is two pieces with one blank between: \"a b\"");
    merge->left = attn_copy_text(r->arena, text, (size_t)(blank - text));
    merge->right = blank + 1;
    return merge->left != NULL;
}

static bool list_merge(reading *r, pair *merge)
{
    size_t count = 0;
    while (attn_json_more(&r->json)) {
        const char *text = take_text(r, "a piece of a merge");
        if (!text) return false;
        if (count == 0) merge->left = text;
        if (count == 1) merge->right = text;
        count++;
    }
    return attn_ok(r->status) &&
           (count == 2 || fail_at(r, merge->offset, "a merge has two pieces, not %zu", count));
}

static bool take_merges(reading *r)
{
    if (r->json.kind != ATTN_JSON_LIST || r->has_merges)
        return fail_here(r, "\"merges\" is one list");
    r->has_merges = true;
    while (attn_json_more(&r->json)) {
        pair merge = {.offset = r->json.offset};
        if (r->merge_count == 2 * ATTN_MOST_PIECES)
            return fail_here(r, "there are more than %zu merges", 2 * ATTN_MOST_PIECES);
        if (!(r->json.kind == ATTN_JSON_LIST ? list_merge(r, &merge) : split_merge(r, &merge)) ||
            !attn_append(r->arena, &r->merges, &r->merge_count, &merge, sizeof merge))
            return false;
    }
    return attn_ok(r->status);
}

static bool take_type(reading *r)
{
    return (r->json.kind == ATTN_JSON_STRING && key_is(r, "BPE")) ||
           fail_here(r, "this model is not of the type \"BPE\", which attnviz tokenizer writes and "
                        "reads");
}

static bool take_fallback(reading *r)
{
    r->falls_back = word_is(r, "true");
    return r->falls_back || fail_here(r, "\"byte_fallback\" is not true: a character without a "
                                         "piece could not be spelled");
}

static bool take_model_key(reading *r)
{
    static const char *const nulls[] = {"dropout", "continuing_subword_prefix",
                                        "end_of_word_suffix"};
    static const struct {
        const char *key;
        bool (*take)(reading *r);
    } keys[] = {{"type", take_type},
                {"byte_fallback", take_fallback},
                {"vocab", take_vocabulary},
                {"merges", take_merges}};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (key_is(r, keys[i].key)) return attn_json_next(&r->json) && keys[i].take(r);
    for (size_t i = 0; i < sizeof nulls / sizeof *nulls; i++)
        if (key_is(r, nulls[i])) return attn_json_next(&r->json) && take_nothing(r, nulls[i]);
    if (key_is(r, "ignore_merges"))
        return attn_json_next(&r->json) && take_false(r, "ignore_merges");
    attn_json_next(&r->json);
    return attn_json_skip(&r->json);
}

static bool take_model(reading *r)
{
    if (r->json.kind != ATTN_JSON_OBJECT || r->model)
        return fail_here(r, "\"model\" is one object");
    r->model = true;
    while (attn_json_more(&r->json))
        if (!take_model_key(r)) return false;
    return attn_ok(r->status);
}

/* ---- the file ---- */

static bool take_key(reading *r)
{
    static const char *const nulls[] = {"truncation", "padding", "post_processor"};
    static const struct {
        const char *key;
        bool (*take)(reading *r);
    } keys[] = {{"added_tokens", take_marks},
                {"normalizer", take_normalizer},
                {"pre_tokenizer", take_cutting},
                {"model", take_model}};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (key_is(r, keys[i].key)) return attn_json_next(&r->json) && keys[i].take(r);
    for (size_t i = 0; i < sizeof nulls / sizeof *nulls; i++)
        if (key_is(r, nulls[i])) return attn_json_next(&r->json) && take_nothing(r, nulls[i]);
    attn_json_next(&r->json);
    return attn_json_skip(&r->json);
}

static bool take_file(reading *r)
{
    if (attn_json_next(&r->json) != ATTN_JSON_OBJECT)
        return fail_here(r, "a tokenizer is an object: attnviz tokenizer writes one");
    while (attn_json_more(&r->json))
        if (!take_key(r)) return false;
    if (!attn_ok(r->status)) return false;
    attn_json_next(&r->json); /* nothing may stand behind it */
    if (!attn_ok(r->status)) return false;
    const char *missing = !r->model            ? "model"
                          : !r->has_vocabulary ? "vocab"
                          : !r->has_merges     ? "merges"
                          : !r->falls_back     ? "byte_fallback"
                          : !r->normalized     ? "normalizer"
                          : !r->cut            ? "pre_tokenizer"
                                               : NULL;
    return !missing ||
           fail_at(r, 0, "there is no \"%s\": is it the tokenizer.json of a model?", missing);
}

/* ---- the tokenizer that it describes ---- */

/* Pieces by their numbers, which count from 0 without a gap. */
static bool order_pieces(reading *r, const entry **order)
{
    const size_t count = r->vocabulary.count;
    for (size_t i = 0; i < count; i++) {
        const entry *one = &r->vocabulary.items[i];
        if (!(one->number >= 0 && one->number < (double)count) || one->number != floor(one->number))
            return fail_at(r, one->offset,
                           "the numbers of %zu pieces are whole and count from 0 to %zu", count,
                           count - 1);
        const entry **place = &order[(size_t)one->number];
        if (*place) return fail_at(r, one->offset, "two pieces have the number %.0f", one->number);
        *place = one;
    }
    return true;
}

static bool add_pieces(reading *r, attn_tokenizer *t)
{
    const entry **order = attn_alloc(r->arena, r->vocabulary.count + 1, sizeof *order);
    if (!order || !order_pieces(r, order)) return false;
    for (size_t i = 0; i < r->vocabulary.count; i++) {
        const size_t place =
            attn_word_index_add(&t->pieces, order[i]->text, strlen(order[i]->text));
        if (place == 0) return false;
        if (place != i + 1) return fail_at(r, order[i]->offset, "this piece occurs twice");
    }
    const int missing = attn_tokenizer_find_bytes(t);
    return missing < 0 ||
           fail_at(r, 0,
                   "there is no piece <0x%02X>: each byte needs one, to spell what is unknown",
                   (unsigned)missing);
}

/* Added tokens stand in the vocabulary, or behind it. */
static bool join_marks(reading *r)
{
    attn_word_index known = {.arena = r->arena};
    const size_t count = r->vocabulary.count;
    for (size_t i = 0; i < count; i++) {
        const char *text = r->vocabulary.items[i].text;
        if (!attn_word_index_add(&known, text, strlen(text))) return false;
    }
    if (known.count != count) return true; /* add_pieces says where */
    for (size_t i = 0; i < r->marks.count; i++) {
        const entry *mark = &r->marks.items[i];
        const size_t place = attn_word_index_find(&known, mark->text, strlen(mark->text));
        if (place && r->vocabulary.items[place - 1].number != mark->number)
            return fail_at(r, mark->offset, "this added token has another number in \"vocab\"");
        if (!place &&
            !attn_append(r->arena, &r->vocabulary.items, &r->vocabulary.count, mark, sizeof *mark))
            return false;
    }
    return true;
}

static bool add_marks(const reading *r, attn_tokenizer *t)
{
    for (size_t i = 0; i < r->marks.count; i++)
        if (!attn_tokenizer_mark(t, r->marks.items[i].text)) return false;
    return true;
}

static bool find_piece(reading *r, const attn_tokenizer *t, const char *text, size_t offset,
                       uint32_t *number)
{
    const size_t place = attn_word_index_find(&t->pieces, text, strlen(text));
    *number = (uint32_t)(place - 1);
    return place || fail_at(r, offset, "'%s' of this merge is not in \"vocab\"", text);
}

static bool add_merges(reading *r, attn_tokenizer *t)
{
    attn_text both = {0};
    bool fine = attn_tokenizer_room(t, r->merge_count);
    for (size_t i = 0; fine && i < r->merge_count; i++) {
        const pair *merge = &r->merges[i];
        uint32_t left, right, made;
        attn_text_clear(&both);
        attn_text_print(&both, "%s%s", merge->left, merge->right);
        fine = find_piece(r, t, merge->left, merge->offset, &left) &&
               find_piece(r, t, merge->right, merge->offset, &right) &&
               find_piece(r, t, attn_text_string(&both), merge->offset, &made) &&
               (attn_tokenizer_merge(t, left, right, made) ||
                fail_at(r, merge->offset, "this merge occurs twice"));
    }
    if (both.failed) fine = attn_no_memory(r->status, "reading the tokenizer");
    attn_text_free(&both);
    return fine;
}

static attn_tokenizer *make(reading *r)
{
    attn_tokenizer *t = attn_alloc(r->kept, 1, sizeof *t);
    if (!t) return NULL;
    *t = (attn_tokenizer){.arena = r->kept, .language = r->language, .pieces = {.arena = r->kept}};
    return join_marks(r) && add_pieces(r, t) && add_marks(r, t) && add_merges(r, t) ? t : NULL;
}

attn_tokenizer *attn_tokenizer_read(attn_byte_reader *source, const char *file, attn_arena *arena)
{
    attn_status *status = attn_arena_status(arena);
    reading r = {.source = source, .file = file, .status = status, .kept = arena};
    attn_tokenizer *made = NULL;
    if (source->length > MOST_FILE_BYTES)
        attn_fail(status, ATTN_LIMIT, "a tokenizer has at most %d MiB", MOST_FILE_BYTES >> 20);
    else if (!attn_spend(status, source->length * (uint64_t)ATTN_COST_NUMBER))
        attn_fail_work(status, source->length * (uint64_t)ATTN_COST_NUMBER,
                       "reading the tokenizer");
    r.arena = attn_ok(status) ? attn_arena_new(status) : NULL;
    if (r.arena && attn_json_open(&r.json, source, file, MOST_DEPTH, false, status) &&
        take_file(&r))
        made = make(&r);
    if (r.arena) attn_json_close(&r.json);
    attn_arena_free(r.arena);
    if (!made) attn_status_place(status, file, 0, 0);
    return made;
}
