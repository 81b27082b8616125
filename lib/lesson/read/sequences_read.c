/*
 * sequences_read: words in a row, in all the ways a lesson can say where they come from. The words
 * themselves are found in a run (run/words.c).
 */
#include <math.h>
#include <stddef.h>
#include <string.h>

#include "files/bytes/input.h"
#include "lesson/read/reading.h"
#include "text/tokenizer/tokenizer.h"

static const field fields[] = {
    {.key = "tokens"},
    {.key = "in", .kind = FIELD_SEQUENCE, .at = offsetof(sequence_source, in)},
    {.key = "input"},
    {.key = "default"},
    {.key = "from"},
    {.key = "first"},
    {.key = "after"},
    {.key = "file"},
    {.key = "tokenizer"},
    {.key = "size"},
    {.key = "language"},
    {.key = "config"},
    {.key = "next"},
    {.key = "end"},
    {.key = "begin", .kind = FIELD_SEQUENCE, .at = offsetof(sequence_source, begin)},
    {.key = "continues", .kind = FIELD_TRUTH, .at = offsetof(sequence_source, continues)},
    {.key = "most",
     .kind = FIELD_WHOLE,
     .at = offsetof(sequence_source, most),
     .least = 1,
     .most = ATTN_MOST_WORDS},
    {.key = "unknown", .kind = FIELD_TEXT, .at = offsetof(sequence_source, unknown)},
    {.key = "prefix", .kind = FIELD_TEXT, .at = offsetof(sequence_source, prefix)},
    {.key = NULL}};

/* Words in quotes, or numbers: *numbers says which. */
static bool check_list(const attn_lesson *lesson, const cJSON *list, bool *numbers)
{
    if (!list->child)
        return attn_lesson_fail(lesson, list, "a sequence needs at least one word or number");
    *numbers = cJSON_IsNumber(list->child);
    for (const cJSON *item = list->child; item; item = item->next) {
        if (*numbers ? cJSON_IsNumber(item) : cJSON_IsString(item)) continue;
        return attn_lesson_fail(lesson, item,
                                "a sequence is words in quotes, or numbers, not both");
    }
    return true;
}

static bool take_words(attn_lesson *lesson, const cJSON *list, word_list *out)
{
    out->words = attn_alloc(lesson->arena, (size_t)cJSON_GetArraySize(list), sizeof *out->words);
    for (const cJSON *item = list->child; item && out->words; item = item->next)
        out->words[out->count++] = item->valuestring;
    return out->words != NULL;
}

static bool read_list(attn_lesson *lesson, const cJSON *list, sequence_source *s)
{
    bool numbers;
    if (!check_list(lesson, list, &numbers)) return false;
    s->kind = numbers ? WORDS_NUMBERS : WORDS_WRITTEN;
    if (!numbers) return take_words(lesson, list, &s->words);
    return (s->values = attn_written_read(lesson, list)) != NULL;
}

/* An input's text may be given as a sentence or already cut. */
static bool read_default_words(attn_lesson *lesson, const cJSON *item, sequence_source *s)
{
    bool numbers;
    word_list ignored = {0}, *words = s->kind == WORDS_INPUT ? &s->words : &ignored;
    if (cJSON_IsString(item)) return (s->sentence = item->valuestring) != NULL;
    if (!cJSON_IsArray(item) || !cJSON_IsString(item->child))
        return attn_lesson_fail(lesson, item,
                                "\"default\" is a sentence in quotes, or a list of words");
    return check_list(lesson, item, &numbers) && take_words(lesson, item, words);
}

/* What an input has where nobody gives it: words of its own, or those of another sequence, or one
 * word for each of these: { "from": "sentence", "each": "0" }. */
static bool read_default(attn_lesson *lesson, const cJSON *item, sequence_source *s)
{
    static const field asked[] = {
        {.key = "from"},
        {.key = "each", .kind = FIELD_TEXT, .at = offsetof(sequence_source, each)},
        {.key = NULL}};
    const cJSON *from = attn_key(item, "from");
    if (!cJSON_IsObject(item)) return read_default_words(lesson, item, s);
    if (!attn_fields_read(lesson, item, asked, s)) return false;
    if (!from)
        return attn_lesson_fail(
            lesson, item,
            "a default that is not words names a sequence: { \"from\": \"sentence\" }");
    if (s->kind != WORDS_INPUT)
        return attn_lesson_fail(lesson, item,
                                "only an \"input\" can take its default from a sequence");
    return (s->like = attn_lesson_sequence(lesson, from)) != NULL;
}

/* A word; or of { "config": "eos_token_id" } the piece of this number, counted from 0, of the
 * tokenizer that the sequence is in. NULL, with a fault, if it is neither. */
static const char *take_word(const attn_lesson *lesson, const cJSON *item, const attn_sequence *in)
{
    const cJSON *key = attn_key(item, "config");
    const attn_tokenizer *by = in ? lesson->sequences[in->place].tokenizer : NULL;
    if (cJSON_IsString(item)) return item->valuestring;
    if (!cJSON_IsString(key) || key->next || !by) {
        attn_lesson_fail(
            lesson, item,
            "this key names a word, or the number of a piece of the tokenizer that the "
            "sequence is in: { \"config\": \"eos_token_id\" }");
        return NULL;
    }
    const double number = attn_config_number(lesson, key->valuestring);
    if (number >= 0 && number < (double)by->pieces.count) return by->pieces.words[(size_t)number];
    attn_lesson_fail(lesson, key, "%s has no number of one of the %zu pieces under '%s'",
                     lesson->config_file ? lesson->config_file : "the lesson's \"config\"",
                     by->pieces.count, key->valuestring);
    return NULL;
}

/* The words that end a sequence: a config may list several, and need not have any where a text is
 * continued. */
static bool take_ends(attn_lesson *lesson, const cJSON *end, sequence_source *s)
{
    const cJSON *key = attn_key(end, "config");
    const attn_tokenizer *by = s->in ? lesson->sequences[s->in->place].tokenizer : NULL;
    if (!s->continues || !cJSON_IsString(key) || !by)
        return (s->end = take_word(lesson, end, s->in)) != NULL;
    const written_numbers *all = attn_config_numbers(lesson, key);
    const size_t count = all ? all[0].count : 0;
    if (!all && isnan(attn_config_number(lesson, key->valuestring))) return true;
    if (!all) return (s->end = take_word(lesson, end, s->in)) != NULL;
    s->ends.words = attn_alloc(lesson->arena, count, sizeof *s->ends.words);
    for (size_t i = 1; s->ends.words && i <= count; i++)
        if (all[i].number >= 0 && all[i].number < (double)by->pieces.count)
            s->ends.words[s->ends.count++] = by->pieces.words[(size_t)all[i].number];
    if (s->ends.count) s->end = s->ends.words[0];
    return s->ends.words != NULL;
}

/* What can grow: the words of an input, chosen among those of a vocabulary. */
static bool check_growing(const attn_lesson *lesson, const cJSON *object, const sequence_source *s)
{
    const cJSON *next = attn_key(object, "next"), *usual = attn_key(object, "default");
    if (!next)
        return attn_lesson_fail(
            lesson, object,
            "'begin', 'continues', 'end' and 'most' belong to a sequence that grows: "
            "\"next\" names its weights");
    if (!attn_key(object, "input"))
        return attn_lesson_fail_key(lesson, next, "only an \"input\" can grow");
    if (usual && !s->continues)
        return attn_lesson_fail_key(
            lesson, usual,
            "'default' and 'next' exclude each other: a sequence grows only without a 'default'");
    return attn_key(object, "in") || attn_lesson_fail(lesson, object,
                                                      "a sequence that grows needs a vocabulary to "
                                                      "take its words from: \"in\": \"words\"");
}

/* The formula of \"next\" is read later. */
static bool read_growing(attn_lesson *lesson, const cJSON *object, sequence_source *s)
{
    const cJSON *next = attn_key(object, "next"), *end = attn_key(object, "end"),
                *most = attn_key(object, "most");
    if (!next && !end && !most && !s->begin && !s->continues) return true;
    if (next && !(s->next_text = attn_lesson_text(lesson, next, "this key"))) return false;
    if (next) s->next_from = attn_origin_of(lesson, next);
    if (end && !take_ends(lesson, end, s)) return false;
    if (end) s->end_from = attn_origin_of(lesson, end);
    return check_growing(lesson, object, s);
}

static bool read_links(attn_lesson *lesson, const cJSON *object, sequence_source *s)
{
    const cJSON *from = attn_key(object, "from"), *first = attn_key(object, "first"),
                *after = attn_key(object, "after");
    if (s->prefix && strlen(s->prefix) > ATTN_MOST_WORD_BYTES)
        return attn_lesson_fail(lesson, attn_key(object, "prefix"),
                                "\"prefix\" has at most %zu bytes", ATTN_MOST_WORD_BYTES);
    if (!from) return true;
    if (!(s->moved = attn_lesson_sequence(lesson, from))) return false;
    if (first && after)
        return attn_lesson_fail_key(lesson, after,
                                    "'first' and 'after' exclude each other: remove one");
    s->longer = after != NULL;
    if (after) first = after;
    if (!first)
        return attn_lesson_fail(lesson, object,
                                "a sequence 'from' another needs its \"first\" word, or the word "
                                "that it stands \"after\"");
    return (s->text = take_word(lesson, first, lesson->sequences[s->moved->place].in)) != NULL;
}

/* Of the keys that say where the words come from: each with what it makes of a sequence. */
static const struct {
    const char *key;
    words_kind kind;
} kinds[] = {{"tokens", WORDS_WRITTEN}, {"input", WORDS_INPUT},         {"from", WORDS_MOVED},
             {"file", WORDS_FILE},      {"tokenizer", WORDS_TOKENIZER}, {"config", WORDS_CONFIG}};

/* The one of these keys that is there; NULL, with a fault, if it is none or several. */
static const cJSON *find_kind(const attn_lesson *lesson, const cJSON *object, sequence_source *s)
{
    const cJSON *kind = NULL;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        const cJSON *found = attn_key(object, kinds[i].key);
        if (found && kind) {
            attn_lesson_fail_key(lesson, found, "'%s' and '%s' exclude each other: remove one",
                                 kind->string, found->string);
            return NULL;
        }
        if (!found) continue;
        kind = found;
        s->kind = kinds[i].kind;
    }
    if (!kind)
        attn_lesson_fail(lesson, object,
                         "a sequence needs one of the keys tokens, input, from, file, tokenizer, "
                         "config");
    return kind;
}

/* The tokenizer of a file is kept, and all runs spell with it. */
static attn_tokenizer *tokenizer_in(attn_lesson *lesson, const cJSON *item, sequence_source *s)
{
    const size_t most = (size_t)64 << 20;
    attn_input input = {0};
    if (lesson->model) return attn_model_tokenizer(lesson, item->valuestring);
    if (!(s->file = attn_lesson_beside(lesson, item, "\"tokenizer\"")) ||
        !attn_lesson_input(lesson, s->file, &s->kind_from, most, &input, lesson->status))
        return NULL;
    attn_byte_reader *source = attn_byte_reader_of(input.bytes, input.length, lesson->status);
    attn_tokenizer *read = source ? attn_tokenizer_read(source, s->file, lesson->arena) : NULL;
    attn_byte_reader_close(source);
    attn_input_close(&input);
    return read;
}

/* "size" says how many pieces the model knows, which may be more than its tokenizer has. */
static bool read_tokenizer(attn_lesson *lesson, const cJSON *object, const cJSON *item,
                           sequence_source *s)
{
    const cJSON *size = attn_key(object, "size");
    attn_tokenizer *read = tokenizer_in(lesson, item, s);
    if (!attn_ok(lesson->status) || !size) return (s->tokenizer = read) != NULL;
    const double count =
        cJSON_IsString(size) ? attn_config_number(lesson, size->valuestring) : (double)NAN;
    if (!(count >= 1 && count <= (double)ATTN_MOST_PIECES))
        return attn_lesson_fail(lesson, size,
                                "\"size\" names a number of the config: \"vocab_size\"");
    s->nameless = read == NULL;
    s->tokenizer = attn_tokenizer_fill(read, (size_t)count, lesson->arena);
    return s->tokenizer != NULL;
}

/* Of a vocabulary in a file. */
static bool read_language(attn_lesson *lesson, const cJSON *object, sequence_source *s)
{
    const cJSON *language = attn_key(object, "language");
    if (!language) return true;
    if (s->kind != WORDS_FILE)
        return attn_lesson_fail_key(lesson, language, "'language' belongs to a \"file\" of words");
    return attn_lesson_text(lesson, language, "\"language\"") &&
           (attn_language_named(language->valuestring, &s->language) ||
            attn_lesson_fail(lesson, language, "\"language\" is one of " ATTN_LANGUAGE_LIST));
}

static bool read_kind(attn_lesson *lesson, const cJSON *object, const cJSON *kind,
                      sequence_source *s)
{
    if (s->kind == WORDS_WRITTEN)
        return cJSON_IsArray(kind)
                   ? read_list(lesson, kind, s)
                   : attn_lesson_fail(lesson, kind, "\"tokens\" is a list of words");
    s->kind_from = attn_origin_of(lesson, kind);
    if (!(s->text = attn_lesson_text(lesson, kind, "this key"))) return false;
    if (s->kind == WORDS_CONFIG) s->count = attn_config_number(lesson, s->text);
    if (s->kind == WORDS_TOKENIZER) return read_tokenizer(lesson, object, kind, s);
    if (s->kind == WORDS_FILE) s->file = attn_lesson_beside(lesson, kind, "\"file\"");
    return s->kind != WORDS_FILE || s->file;
}

static bool read_object(attn_lesson *lesson, const cJSON *object, sequence_source *s)
{
    const cJSON *size = attn_key(object, "size");
    s->most = ATTN_USUAL_GROWTH;
    if (!attn_fields_read(lesson, object, fields, s)) return false;
    const cJSON *kind = find_kind(lesson, object, s), *usual = attn_key(object, "default");
    if (kind && size && s->kind != WORDS_TOKENIZER)
        return attn_lesson_fail_key(lesson, size,
                                    "'size' belongs to the pieces of a \"tokenizer\"");
    return kind && read_kind(lesson, object, kind, s) && read_language(lesson, object, s) &&
           (!usual || read_default(lesson, usual, s)) && read_links(lesson, object, s) &&
           read_growing(lesson, object, s);
}

static bool read_count(const attn_lesson *lesson, const cJSON *item, sequence_source *s)
{
    size_t count;
    if (cJSON_IsString(item))
        return attn_lesson_fail(
            lesson, item,
            "write the words of a sequence as a list, [\"le\", \"chat\"]; { \"input\": "
            "\"sentence\", \"default\": \"le chat\" } cuts a text into words");
    s->kind = WORDS_COUNTED;
    s->count = item->valuedouble;
    return attn_lesson_whole(lesson, item, "a sequence that is not a list of words: its count", 1,
                             ATTN_MOST_WORDS, &count);
}

bool attn_sequence_add(attn_lesson *lesson, const char *key, sequence_source made)
{
    attn_sequence *sequence = attn_scope_add_sequence(lesson->scope, key);
    const bool counted = made.kind == WORDS_COUNTED || made.kind == WORDS_CONFIG;
    made.sequence = sequence;
    if (sequence && counted && made.count >= 1 && made.count <= ATTN_MOST_WORDS &&
        made.count == floor(made.count))
        sequence->known = (size_t)made.count;
    return sequence && attn_append(lesson->arena, &lesson->sequences, &lesson->sequence_count,
                                   &made, sizeof made);
}

bool attn_sequence_read(attn_lesson *lesson, const cJSON *item, bool unused)
{
    (void)unused;
    attn_grammar grammar = attn_scope_grammar(lesson->scope);
    sequence_source s = {.from = attn_origin_of(lesson, item),
                         .key_from = attn_key_origin_of(lesson, item)};
    if (!attn_parse_name(&grammar, item->string, &s.name))
        return attn_lesson_place_key(lesson, item);
    bool done = cJSON_IsArray(item)    ? read_list(lesson, item, &s)
                : cJSON_IsObject(item) ? read_object(lesson, item, &s)
                                       : read_count(lesson, item, &s);
    return done && attn_sequence_add(lesson, item->string, s);
}

bool attn_growing_bind(attn_lesson *lesson)
{
    for (size_t i = 0; i < lesson->sequence_count; i++) {
        sequence_source *s = &lesson->sequences[i];
        if (s->next_text &&
            !(s->next = attn_lesson_line_at(lesson, s->next_from, s->next_text, LINE_EXPRESSION)))
            return false;
    }
    return true;
}
