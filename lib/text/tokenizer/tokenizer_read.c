/*
 * tokenizer_read: tokenizer.json, event by event, and what it must hold.
 */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "core/budget.h"
#include "files/bytes/lines.h"
#include "files/json/json.h"
#include "files/json/json_write.h"
#include "text/tokenizer/tokenizer_reading.h"

enum { MOST_FILE_BYTES = 64 << 20, MOST_DEPTH = 16, MOST_COMPONENT_BYTES = 1 << 20 };

bool attn_reading_fail(reading *r, size_t offset, const char *format, ...)
{
    attn_status ignored = {0};
    size_t line = 0, column = 0;
    va_list arguments;
    va_start(arguments, format);
    attn_fail_list(r->status, ATTN_INPUT, format, arguments);
    va_end(arguments);
    if (r->binary) {
        char place[32];
        snprintf(place, sizeof place, "byte %zu: ", offset);
        attn_status_prefix(r->status, place);
        attn_status_place(r->status, r->file, 0, 0);
        return false;
    }
    attn_byte_reader_place(r->source, offset, &line, &column, &ignored);
    attn_status_place(r->status, r->file, line, column);
    return false;
}

#define fail_here(r, ...) attn_reading_fail(r, (r)->json.offset, __VA_ARGS__)

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
    return empty || word_is(r, "null") || r->json.kind == ATTN_JSON_NUMBER ||
           fail_here(r, "\"%s\" is null in the tokenizers that can be read here", key);
}

static bool take_truth(reading *r, const char *key, bool *truth)
{
    *truth = word_is(r, "true");
    return *truth || word_is(r, "false") || word_is(r, "null") ||
           fail_here(r, "\"%s\" is true or false", key);
}

/* ---- how a text is prepared ---- */

static void add_event(reading *r, attn_text *out)
{
    char number[32];
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
        snprintf(number, sizeof number, "%.17g", (double)r->json.number.value);
        attn_text_add(out, number);
        break;
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

/* A part of the file, as text; null is none. */
static bool take_part(reading *r, attn_hub_part *part)
{
    attn_text text = {0};
    *part = (attn_hub_part){.offset = r->json.offset};
    if (word_is(r, "null")) return true;
    const bool read = copy_value(r, &text);
    part->text = attn_keep_text(r->arena, &text);
    return read && part->text;
}

/* ---- marks ---- */

static bool take_mark_key(reading *r, entry *mark)
{
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
    if (key_is(r, "lstrip"))
        return attn_json_next(&r->json) && take_truth(r, "lstrip", &mark->takes_left);
    if (key_is(r, "rstrip"))
        return attn_json_next(&r->json) && take_truth(r, "rstrip", &mark->takes_right);
    if (key_is(r, "single_word"))
        return attn_json_next(&r->json) && take_truth(r, "single_word", &mark->alone);
    if (key_is(r, "normalized"))
        return attn_json_next(&r->json) && take_truth(r, "normalized", &mark->late);
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
        return attn_reading_fail(r, mark.offset, "an added token has an \"id\" and a \"content\"");
    if (r->marks.count == ATTN_MOST_MARKS)
        return attn_reading_fail(r, mark.offset, "there are more than %zu added tokens",
                                 ATTN_MOST_MARKS);
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

/* ["piece", -3.5] */
static bool take_scored(reading *r)
{
    entry piece = {.number = (double)r->vocabulary.count, .offset = r->json.offset};
    size_t count = 0;
    if (r->json.kind != ATTN_JSON_LIST)
        return fail_here(r, "a piece with its score is a list: [\"the\", -3.5]");
    for (; attn_json_more(&r->json); count++) {
        if (count == 0 && !(piece.text = take_text(r, "a piece"))) return false;
        if (count == 1 && r->json.kind == ATTN_JSON_NUMBER)
            piece.score = (double)r->json.number.value;
        if (count == 1 && r->json.kind != ATTN_JSON_NUMBER)
            return fail_here(r, "the score of a piece is a number");
    }
    if (!attn_ok(r->status)) return false;
    if (count != 2)
        return attn_reading_fail(r, piece.offset, "a piece with its score is a list of two");
    if (r->vocabulary.count == ATTN_MOST_PIECES)
        return fail_here(r, "there are more than %zu pieces", ATTN_MOST_PIECES);
    return attn_append(r->arena, &r->vocabulary.items, &r->vocabulary.count, &piece, sizeof piece);
}

static bool take_vocabulary(reading *r)
{
    const bool scored = r->json.kind == ATTN_JSON_LIST;
    if ((!scored && r->json.kind != ATTN_JSON_OBJECT) || r->has_vocabulary)
        return fail_here(r, "\"vocab\" is one object: each piece with its number");
    r->has_vocabulary = true;
    while (attn_json_more(&r->json))
        if (!(scored ? take_scored(r) : take_piece(r))) return false;
    return attn_ok(r->status);
}

/* "a b", as older files have it. */
static bool split_merge(reading *r, pair *merge)
{
    const char *text = take_text(r, "a merge"), *blank = text ? strchr(text, ' ') : NULL;
    if (!text) return false;
    if (!blank || blank == text || !blank[1] || strchr(blank + 1, ' '))
        return attn_reading_fail(r, merge->offset,
                                 "a merge is two pieces with one blank between: \"a b\"");
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
           (count == 2 ||
            attn_reading_fail(r, merge->offset, "a merge has two pieces, not %zu", count));
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

static bool take_name(reading *r, const char **name)
{
    if (word_is(r, "null")) return true;
    return (*name = take_text(r, "this name")) != NULL;
}

static bool take_number(reading *r, double *number)
{
    if (r->json.kind == ATTN_JSON_NUMBER) *number = (double)r->json.number.value;
    return r->json.kind == ATTN_JSON_NUMBER || word_is(r, "null") ||
           fail_here(r, "this is a number, or null");
}

/* Keys of the model that hold one value. */
static bool take_option(reading *r)
{
    if (key_is(r, "type")) return attn_json_next(&r->json) && take_name(r, &r->type);
    if (key_is(r, "unk_token")) return attn_json_next(&r->json) && take_name(r, &r->unknown);
    if (key_is(r, "unk_id")) return attn_json_next(&r->json) && take_number(r, &r->unknown_number);
    if (key_is(r, "max_input_chars_per_word"))
        return attn_json_next(&r->json) && take_number(r, &r->most_letters);
    if (key_is(r, "byte_fallback"))
        return attn_json_next(&r->json) && take_truth(r, "byte_fallback", &r->falls_back);
    if (key_is(r, "fuse_unk"))
        return attn_json_next(&r->json) && take_truth(r, "fuse_unk", &r->fuses_unknown);
    if (key_is(r, "ignore_merges"))
        return attn_json_next(&r->json) && take_truth(r, "ignore_merges", &r->whole_first);
    if (key_is(r, "end_of_word_suffix"))
        return attn_json_next(&r->json) && take_nothing(r, "end_of_word_suffix");
    attn_json_next(&r->json);
    return attn_json_skip(&r->json);
}

/* WordPiece has "##" there; BPE must have nothing. */
static bool take_inside(reading *r)
{
    const bool empty = r->json.kind == ATTN_JSON_STRING && r->json.length == 2;
    return empty || take_name(r, &r->inside);
}

static bool take_model_key(reading *r)
{
    if (key_is(r, "vocab")) return attn_json_next(&r->json) && take_vocabulary(r);
    if (key_is(r, "merges")) return attn_json_next(&r->json) && take_merges(r);
    if (key_is(r, "continuing_subword_prefix")) return attn_json_next(&r->json) && take_inside(r);
    return take_option(r);
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
    if (key_is(r, "added_tokens")) return attn_json_next(&r->json) && take_marks(r);
    if (key_is(r, "model")) return attn_json_next(&r->json) && take_model(r);
    if (key_is(r, "normalizer"))
        return attn_json_next(&r->json) && take_part(r, &r->parts.normalizer);
    if (key_is(r, "pre_tokenizer"))
        return attn_json_next(&r->json) && take_part(r, &r->parts.cutting);
    if (key_is(r, "post_processor"))
        return attn_json_next(&r->json) && take_part(r, &r->parts.around);
    attn_json_next(&r->json);
    return attn_json_skip(&r->json);
}

/* The model of a file that does not say its type, as older ones do not. */
static const char *likely_type(const reading *r)
{
    return r->has_merges ? "BPE" : r->inside || r->most_letters >= 0 ? "WordPiece" : "Unigram";
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
    if (!r->type) r->type = likely_type(r);
    const bool merges = strcmp(r->type, "BPE") == 0 && !r->has_merges;
    const char *missing = !r->model            ? "model"
                          : !r->has_vocabulary ? "vocab"
                          : merges             ? "merges"
                                               : NULL;
    return !missing ||
           attn_reading_fail(r, 0, "there is no \"%s\": is it the tokenizer.json of a model?",
                             missing);
}

bool attn_reading_open(reading *r, attn_byte_reader *source, const char *file, attn_arena *arena)
{
    *r = (reading){.source = source,
                   .file = file,
                   .status = attn_arena_status(arena),
                   .kept = arena,
                   .unknown_number = -1,
                   .most_letters = -1};
    const uint64_t work = source->length * (uint64_t)ATTN_COST_NUMBER;
    if (source->length > MOST_FILE_BYTES)
        return attn_fail(r->status, ATTN_LIMIT, "a tokenizer has at most %d MiB",
                         MOST_FILE_BYTES >> 20);
    if (!attn_spend(r->status, work))
        return attn_fail_work(r->status, work, "reading the tokenizer");
    return (r->arena = attn_arena_new(r->status)) != NULL;
}

attn_tokenizer *attn_reading_close(reading *r, attn_tokenizer *made)
{
    attn_arena_free(r->arena);
    if (!made) attn_status_place(r->status, r->file, 0, 0);
    return made;
}

attn_tokenizer *attn_tokenizer_read(attn_byte_reader *source, const char *file, attn_arena *arena)
{
    reading r;
    attn_tokenizer *made = NULL;
    if (attn_is_sentencepiece(source))
        return attn_tokenizer_read_sentencepiece(
            &(attn_sentencepiece){.source = source, .file = file}, arena);
    if (!attn_reading_open(&r, source, file, arena)) return attn_reading_close(&r, NULL);
    if (attn_json_open(&r.json, source, file, MOST_DEPTH, false, r.status) && take_file(&r))
        made = attn_reading_make(&r);
    attn_json_close(&r.json);
    return attn_reading_close(&r, made);
}

/* ---- older files ---- */

bool attn_reading_vocabulary(reading *r)
{
    const bool read = attn_json_open(&r->json, r->source, r->file, MOST_DEPTH, false, r->status) &&
                      attn_json_next(&r->json) != ATTN_JSON_END && take_vocabulary(r);
    attn_json_close(&r->json);
    return read;
}

/* "#version" lines aside, each line of merges.txt is a merge. */
static bool take_merge_lines(reading *r, const char *file, attn_span text)
{
    attn_lines lines;
    attn_lines_begin(&lines, file, text.bytes, text.length);
    if (!attn_lines_check(&lines, r->status)) return false;
    while (attn_lines_next(&lines)) {
        const char *blank = memchr(lines.line, ' ', lines.length);
        if (lines.length == 0 || (lines.number == 1 && lines.line[0] == '#')) continue;
        if (!blank || blank == lines.line || blank + 1 == lines.line + lines.length) {
            attn_fail(r->status, ATTN_INPUT, "a merge is two pieces with one blank between: a b");
            return attn_lines_place(&lines, NULL, r->status);
        }
        const size_t left = (size_t)(blank - lines.line);
        pair merge = {attn_copy_text(r->arena, lines.line, left),
                      attn_copy_text(r->arena, blank + 1, lines.length - left - 1), 0, false};
        if (!merge.left || !merge.right ||
            !attn_append(r->arena, &r->merges, &r->merge_count, &merge, sizeof merge))
            return false;
    }
    return r->has_merges = true;
}

/* A mark, if it is one of the pieces. */
static bool has_mark(reading *r, const char *mark)
{
    for (size_t i = 0; i < r->vocabulary.count; i++)
        if (strcmp(r->vocabulary.items[i].text, mark) == 0)
            return attn_append(r->arena, &r->marks.items, &r->marks.count, &r->vocabulary.items[i],
                               sizeof(entry));
    return false;
}

attn_tokenizer *attn_tokenizer_read_merges(attn_byte_reader *vocabulary, const char *file,
                                           const char *merges_file, attn_span merges,
                                           attn_arena *arena)
{
    static const char *const marks[] = {"<|endoftext|>", "<pad>", "<unk>", "<mask>"};
    reading r;
    attn_tokenizer *made = NULL;
    if (!attn_reading_open(&r, vocabulary, file, arena)) return attn_reading_close(&r, NULL);
    r.type = "BPE";
    if (attn_reading_vocabulary(&r) && take_merge_lines(&r, merges_file, merges)) {
        for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) has_mark(&r, marks[i]);
        for (size_t i = 0; i < r.marks.count; i++) /* as RoBERTa has it */
            r.marks.items[i].takes_left = strcmp(r.marks.items[i].text, "<mask>") == 0;
        r.parts.cutting.text = "{\"type\":\"ByteLevel\",\"add_prefix_space\":false}";
        if (has_mark(&r, "<s>") && has_mark(&r, "</s>"))
            r.parts.around.text =
                "{\"type\":\"RobertaProcessing\",\"cls\":[\"<s>\",0],\"sep\":[\"</s>\",2]}";
        if (attn_ok(r.status)) made = attn_reading_make(&r);
    }
    return attn_reading_close(&r, made);
}

attn_tokenizer *attn_tokenizer_read_lines(attn_span text, const char *file, bool lower,
                                          attn_arena *arena)
{
    static const char *const marks[] = {"[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"};
    attn_byte_reader *source =
        attn_byte_reader_of(text.bytes, text.length, attn_arena_status(arena));
    attn_lines lines;
    reading r;
    bool fine = source && attn_reading_open(&r, source, file, arena);
    if (!source) return NULL;
    attn_lines_begin(&lines, file, text.bytes, text.length);
    fine = fine && attn_lines_check(&lines, r.status);
    while (fine && attn_lines_next(&lines)) {
        entry piece = {.text = attn_copy_text(r.arena, lines.line, lines.length),
                       .number = (double)r.vocabulary.count};
        fine = piece.text && r.vocabulary.count < ATTN_MOST_PIECES &&
               attn_append(r.arena, &r.vocabulary.items, &r.vocabulary.count, &piece, sizeof piece);
    }
    r.type = "WordPiece";
    r.unknown = "[UNK]";
    r.inside = "##";
    for (size_t i = 0; fine && i < sizeof marks / sizeof *marks; i++) has_mark(&r, marks[i]);
    r.parts.normalizer.text = lower ? "{\"type\":\"BertNormalizer\",\"lowercase\":true}"
                                    : "{\"type\":\"BertNormalizer\",\"lowercase\":false}";
    r.parts.cutting.text = "{\"type\":\"BertPreTokenizer\"}";
    r.parts.around.text =
        "{\"type\":\"BertProcessing\",\"cls\":[\"[CLS]\",101],\"sep\":[\"[SEP]\",102]}";
    attn_tokenizer *made =
        attn_reading_close(&r, fine && attn_ok(r.status) ? attn_reading_make(&r) : NULL);
    attn_byte_reader_close(source);
    return made;
}
