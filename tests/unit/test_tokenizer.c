/*
 * tokenizer: words of languages, their capitals and the way back; files of tokenizers that are
 * damaged. tests/tokenizer compares the pieces with those of another program.
 */
#include "text/tokenizer/tokenizer.h"

#include "arena.h"
#include "core/random.h"

/* ---- words ---- */

/* The words with | between them, by one of the two ways to cut. */
static const char *cut_by(bool (*next)(attn_cutting *, attn_span *), const char *text,
                          size_t length, attn_language language)
{
    static char words[512];
    attn_cutting w = {.text = {text, length}, .language = language};
    attn_span word;
    size_t at = 0;
    words[0] = '\0';
    while (next(&w, &word))
        at += (size_t)snprintf(words + at, sizeof words - at, "%s%.*s", at ? "|" : "",
                               (int)word.length, word.bytes);
    return words;
}

static const char *cut(const char *text, size_t length, attn_language language)
{
    return cut_by(attn_words_next, text, length, language);
}

/* A sentence has marks, which a text to be spelled has not. */
START_TEST(marks_in_sentences)
{
    static const struct {
        attn_language language;
        const char *text, *words, *sentence;
    } cases[] = {
        {ATTN_LANGUAGE_ENGLISH, "don't <mask> it", "do|n't|<|mask|>|it", "do|n't|<mask>|it"},
        {ATTN_LANGUAGE_ENGLISH, "<mask>n't, a < b> <", "<|mask|>|n't|,|a|<|b|>|<",
         "<mask>|n't|,|a|<|b|>|<"},
        {ATTN_LANGUAGE_ENGLISH, "[see] <>", "[|see|]|<|>", "[|see|]|<|>"},
        {ATTN_LANGUAGE_NONE, "don't <mask>...", "don't|<|mask|>|...", "don't|<mask>|.|.|."},
        {ATTN_LANGUAGE_FRENCH, "l'<mask>", "l|'|<|mask|>", "l|'|<mask>"},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        const char *text = cases[i].text;
        ck_assert_str_eq(cut(text, strlen(text), cases[i].language), cases[i].words);
        ck_assert_str_eq(cut_by(attn_sentence_next, text, strlen(text), cases[i].language),
                         cases[i].sentence);
    }
}
END_TEST

START_TEST(words_of_languages)
{
    static const struct {
        attn_language language;
        const char *text, *words;
    } cases[] = {
        {ATTN_LANGUAGE_FRENCH, "l'homme", "l'|homme"},
        {ATTN_LANGUAGE_FRENCH, "L\u2019homme", "L\u2019|homme"},
        {ATTN_LANGUAGE_FRENCH, "l' homme", "l|'|homme"},
        {ATTN_LANGUAGE_FRENCH, "quelqu'un, lorsqu'il", "quelqu'un|,|lorsqu'|il"},
        {ATTN_LANGUAGE_FRENCH, "a-t-il", "a|-t-il"},
        {ATTN_LANGUAGE_FRENCH, "t-il -il", "t|-il|-|il"},
        {ATTN_LANGUAGE_FRENCH, "DONNE-LE-MOI LÀ", "DONNE|-LE|-MOI|LÀ"},
        {ATTN_LANGUAGE_FRENCH, "va-t'en-ville", "va-t'en-ville"},
        {ATTN_LANGUAGE_FRENCH, "don't", "don't"},
        {ATTN_LANGUAGE_ENGLISH, "don't", "do|n't"},
        {ATTN_LANGUAGE_ENGLISH, "n't x-n't", "n't|x-n't"},
        {ATTN_LANGUAGE_ENGLISH, "he'dn't", "he|'d|n't"},
        {ATTN_LANGUAGE_ENGLISH, "'s boys' o'clock's", "'|s|boys|'|o'clock|'s"},
        {ATTN_LANGUAGE_ENGLISH, "l'homme", "l'homme"},
        {ATTN_LANGUAGE_NONE, "1,000.5,x 1.", "1,000.5|,|x|1|."},
        {ATTN_LANGUAGE_NONE, "a--b....", "a|--|b|...."},
        {ATTN_LANGUAGE_NONE, "我有\xFF", "我|有|\xFF"},
        {ATTN_LANGUAGE_NONE, " \n", ""},
    };
    for (size_t i = 0; i < COUNT(cases); i++)
        ck_assert_str_eq(cut(cases[i].text, strlen(cases[i].text), cases[i].language),
                         cases[i].words);
    /* a character that is cut off, and a NUL */
    ck_assert_str_eq(cut("a\xE2\x80", 3, ATTN_LANGUAGE_FRENCH), "a|\xE2|\x80");
    ck_assert_str_eq(cut("d'", 2, ATTN_LANGUAGE_FRENCH), "d|'");
}
END_TEST

START_TEST(capitals)
{
    static const struct {
        const char *word;
        attn_capitals capitals;
    } cases[] = {
        {"Été", ATTN_CAPITALS_FIRST},       {"ÉTÉ", ATTN_CAPITALS_ALL},
        {"I", ATTN_CAPITALS_FIRST},         {"l'", ATTN_CAPITALS_NONE},
        {"-T-IL", ATTN_CAPITALS_ALL},       {"1,5", ATTN_CAPITALS_NONE},
        {"'S", ATTN_CAPITALS_FIRST},        {"iPhone", ATTN_CAPITALS_NONE},
        {"Peut-être", ATTN_CAPITALS_FIRST},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        const attn_span word = {cases[i].word, strlen(cases[i].word)};
        ck_assert_int_eq(attn_capitals_of(word), cases[i].capitals);
    }
}
END_TEST

START_TEST(words_joined)
{
    static const struct {
        attn_language language;
        const char *text;
    } cases[] = {
        {ATTN_LANGUAGE_FRENCH, "L'homme va-t-il à « Paris » ? Non, jamais !"},
        {ATTN_LANGUAGE_ENGLISH, "\"Don't,\" she said, \"it's John's.\""},
        {ATTN_LANGUAGE_NONE, "(1,5) x; y: z?"},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        attn_joined joined = {.language = cases[i].language};
        attn_cutting w = {.text = {cases[i].text, strlen(cases[i].text)},
                          .language = cases[i].language};
        attn_span word;
        while (attn_words_next(&w, &word))
            attn_words_join(&joined, attn_copy_text(arena, word.bytes, word.length));
        ck_assert_str_eq(attn_text_string(&joined.text), cases[i].text);
        attn_text_free(&joined.text);
    }
}
END_TEST

/* ---- files ---- */

static const char lesson[] = "the cat sat on the mat, the rat ate the hat, and that cat sat there";

/* A small tokenizer as text; to be freed. */
static void make_file(attn_text *text)
{
    static const char *const marks[] = {"<start>", "<end>", NULL};
    size_t letters;
    attn_tokenizer *t = attn_tokenizer_new(ATTN_LANGUAGE_ENGLISH, marks, arena);
    attn_bpe *learning = attn_bpe_new(t, &status);
    ck_assert(attn_bpe_read(learning, (attn_span){lesson, strlen(lesson)}));
    ck_assert(attn_bpe_end(learning, 300, &letters));
    attn_bpe_free(learning);
    attn_tokenizer_write(t, text);
}

static attn_tokenizer *read_file(const char *bytes, size_t length, attn_arena *in, attn_status *s)
{
    attn_byte_reader *source = attn_byte_reader_of(bytes, length, s);
    attn_tokenizer *t = source ? attn_tokenizer_read(source, "t.json", in) : NULL;
    attn_byte_reader_close(source);
    return t;
}

/* The numbers of a text. */
static const char *numbers(const attn_tokenizer *t, const char *text)
{
    static char out[512];
    size_t at = 0;
    attn_spelled word;
    attn_tokenizing *spelling = attn_tokenizing_new(t, &status);
    attn_tokenizing_begin(spelling, (attn_span){text, strlen(text)});
    out[0] = '\0';
    while (attn_tokenizing_next(spelling, &word)) {
        ck_assert(attn_tokenizing_spell(spelling, &word));
        for (size_t i = 0; i < word.count; i++)
            at += (size_t)snprintf(out + at, sizeof out - at, "%u ", word.pieces[i]);
    }
    attn_tokenizing_free(spelling);
    return out;
}

START_TEST(written_and_read)
{
    attn_text text = {0}, again = {0};
    make_file(&text);
    attn_tokenizer *t = read_file(text.bytes, text.length, arena, &status);
    ck_assert_msg(t != NULL, "%s", status.message);
    attn_tokenizer_write(t, &again);
    ck_assert_str_eq(text.bytes, again.bytes);
    /* twice: the second time from what was met; é by its bytes, <start> as one */
    ck_assert_str_eq(numbers(t, "<start>the THE"), numbers(t, "<start>The the"));
    const char *spelled = numbers(t, "é");
    ck_assert_msg(strstr(spelled, " 197 171 ") != NULL, "%s", spelled);
    attn_text_free(&text);
    attn_text_free(&again);
}
END_TEST

START_TEST(equal_counts_by_bytes)
{
    static const char *const marks[] = {NULL};
    size_t letters;
    attn_tokenizer *t = attn_tokenizer_new(ATTN_LANGUAGE_NONE, marks, arena);
    attn_bpe *learning = attn_bpe_new(t, &status);
    ck_assert(attn_bpe_read(learning, (attn_span){"xz xz ab ab", 11}));
    ck_assert(attn_bpe_end(learning, 300, &letters));
    ck_assert_uint_eq(attn_bpe_words(learning), 2);
    ck_assert_uint_eq(letters, 5);
    ck_assert_str_eq(t->pieces.words[261], "ab");
    ck_assert_str_eq(t->pieces.words[262], "xz");
    ck_assert_str_eq(t->pieces.words[263], "▁ab");
    ck_assert_uint_eq(t->pieces.count, 265);
    attn_bpe_free(learning);
}
END_TEST

START_TEST(faults_of_files)
{
    static const struct {
        const char *from, *to, *message;
    } faults[] = {
        {"\"BPE\"", "\"WordPiece\"", "\"unk_token\" must name a piece"},
        {"\"BPE\"", "\"WordLevel\"", "not BPE, WordPiece or Unigram"},
        {"\"byte_fallback\": true", "\"byte_fallback\": 1", "is true or false"},
        {"\"Lowercase\"", "\"Uppercase\"", "'Uppercase' is not known here: there are NFC"},
        {"\"Removed\"", "\"Erased\"", "\"behavior\" is Removed, Isolated"},
        {"{\"Regex\":\"", "{\"Regex\":\"(", "cannot be read: missing closing parenthesis"},
        {"{\"Regex\":", "{\"Ragex\":", "{ \"Regex\": … }"},
        {"\"post_processor\": null", "\"post_processor\": {}", "is not known here"},
        {"\"post_processor\": null",
         "\"post_processor\": {\"type\": \"BertProcessing\", \"cls\": [\"[CLS]\", 1]}",
         "'[CLS]', which is put around a text, is not a piece"},
        {"\"<0x41>\"", "\"<0x4>\"", "there is no piece <0x41>"},
        {"\"<0x41>\": 67", "\"<0x41>\": 66", "two pieces have the number 66"},
        {"\"<0x41>\": 67", "\"<0x41>\": 67.5", "are whole and count"},
        {"\"<0x41>\": 67", "\"<0x41>\": 1e9", "are whole and count"},
        {"\"<0x41>\"", "\"<0x42>\"", "this piece occurs twice"},
        {"\"t h\"", "\"t hh\"", "'hh' of this merge is not in"},
        {"\"t h\"", "\"th\"", "a merge is two pieces"},
        {"\"t h\"", "[\"t\"]", "a merge has two pieces, not 1"},
        {"\"lstrip\": false", "\"lstrip\": 1", "\"lstrip\" is true or false"},
        {"\"id\": 1", "\"id\": 7", "another number"},
        {"\"merges\"", "\"merge\"", "there is no \"merges\""},
        {"\"vocab\"", "\"vocal\"", "there is no \"vocab\""},
        {"\"model\"", "\"modal\"", "there is no \"model\""},
    };
    attn_text text = {0};
    make_file(&text);
    for (size_t i = 0; i < COUNT(faults); i++) {
        const char *at = strstr(text.bytes, faults[i].from);
        ck_assert_msg(at != NULL, "%s", faults[i].from);
        attn_text changed = {0};
        attn_text_add_bytes(&changed, text.bytes, (size_t)(at - text.bytes));
        attn_text_add(&changed, faults[i].to);
        attn_text_add(&changed, at + strlen(faults[i].from));
        attn_status_clear(&status);
        ck_assert_ptr_null(read_file(changed.bytes, changed.length, arena, &status));
        ck_assert_msg(strstr(status.message, faults[i].message) != NULL, "%s: %s", faults[i].to,
                      status.message);
        ck_assert_str_eq(status.file, "t.json");
        attn_text_free(&changed);
    }
    attn_text_free(&text);
}
END_TEST

/* What cannot be read is a fault with a sentence; what can be read spells. */
static void try_file(const char *bytes, size_t length)
{
    attn_status own = {0};
    attn_arena *in = attn_arena_new(&own);
    attn_tokenizer *t = read_file(bytes, length, in, &own);
    ck_assert(attn_ok(&own) == (t != NULL));
    ck_assert(t != NULL || own.message[0] != '\0');
    if (t) numbers(t, lesson);
    attn_arena_free(in);
}

/* Beginnings of a file, every `step` bytes, and files with one to three bytes changed. */
static void try_damaged(const attn_text *text, size_t step, uint64_t seed)
{
    enum { CHANGED = 2000 };
    attn_random random = attn_random_named("damage", seed);
    for (size_t length = 0; length < text->length; length += step) try_file(text->bytes, length);
    for (size_t i = 0; i < CHANGED; i++) {
        char *copy = malloc(text->length);
        memcpy(copy, text->bytes, text->length);
        for (size_t k = 0; k <= i % 3; k++)
            copy[(size_t)(attn_random_uniform(&random) * (float)(text->length - 1))] =
                (char)(attn_random_uniform(&random) * 128);
        try_file(copy, text->length);
        free(copy);
    }
}

START_TEST(damaged_files)
{
    attn_text text = {0};
    make_file(&text);
    try_damaged(&text, 7, 1);
    attn_text_free(&text);
}
END_TEST

/* ---- a table of characters ---- */

/* The bytes in base64. */
static void add_base64(attn_text *text, const unsigned char *bytes, size_t length)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t i = 0; i < length; i += 3) {
        const unsigned more = length - i > 1 ? bytes[i + 1] : 0;
        const unsigned last = length - i > 2 ? bytes[i + 2] : 0;
        const unsigned bits = (unsigned)bytes[i] << 16 | more << 8 | last;
        const char letters[] = {digits[bits >> 18], digits[bits >> 12 & 63],
                                length - i > 1 ? digits[bits >> 6 & 63] : '=',
                                length - i > 2 ? digits[bits & 63] : '='};
        attn_text_add_bytes(text, letters, sizeof letters);
    }
}

enum { PLACES = 66, TREE = 4 * PLACES };

/* A table that writes b for A: from the first place by A to place 65, where the key ends; place 64
 * says where the text begins. */
static const char *table(uint32_t size, uint32_t key, uint32_t text, const char *texts,
                         size_t length)
{
    static attn_text out;
    unsigned char bytes[4 + TREE + 512] = {0};
    const struct {
        size_t at;
        uint32_t word;
    } words[] = {{0, size}, {4 + 4 * 64, text}, {4 + 4 * 65, key}};
    for (size_t i = 0; i < COUNT(words); i++)
        for (size_t k = 0; k < 4; k++)
            bytes[words[i].at + k] = (unsigned char)(words[i].word >> 8 * k);
    memcpy(bytes + 4 + TREE, texts, length);
    attn_text_clear(&out);
    add_base64(&out, bytes, 4 + TREE + length);
    return attn_text_string(&out);
}

#define KEY ('A' | 0x100u | 1u << 10)
#define TEXT 0x80000000u

START_TEST(tables_of_characters)
{
    static char long_text[300];
    const char *why;
    memset(long_text, 'c', sizeof long_text - 1);
    const struct {
        uint32_t size, key, text;
        const char *texts;
        size_t length;
        const char *why, *found;
    } cases[] = {
        {TREE, KEY, TEXT, "b", 2, NULL, "b"},
        {TREE, KEY, TEXT, "", 1, NULL, ""},
        {TREE, KEY, 0, "b", 2, NULL, NULL},                          /* no text stands there */
        {TREE, 'A' | 0x100u | 500u << 10, TEXT, "b", 2, NULL, NULL}, /* nor outside */
        {TREE, 'A' | 1u << 10, TEXT, "b", 2, NULL, NULL},            /* the key goes on */
        {TREE, 'B' | 0x100u | 1u << 10, TEXT, "b", 2, NULL, NULL},   /* another key */
        {TREE, 'A' | 0x300u | 0x1FFFFFu << 10, TEXT, "b", 2, NULL, NULL},
        {TREE, KEY, TEXT | 2, "b", 2, "leads to a text that it does not have", NULL},
        {TREE, KEY, TEXT | 1, "\xC3\xA9", 3, "or not UTF-8", NULL},
        {TREE, KEY, TEXT, long_text, sizeof long_text, "longer than 256 bytes", NULL},
        {TREE, KEY, TEXT, "bb", 2, "do not end with a NUL", NULL},
        {TREE, KEY, TEXT, "", 0, "do not end with a NUL", NULL},
        {TREE + 4, KEY, TEXT, "b", 2, "cut short", NULL},
        {TREE - 1, KEY, TEXT, "b", 2, "cut short", NULL},
        {0, KEY, TEXT, "b", 2, "cut short", NULL},
        {UINT32_MAX - 3, KEY, TEXT, "b", 2, "cut short", NULL},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        const attn_charsmap *map = attn_charsmap_read(
            table(cases[i].size, cases[i].key, cases[i].text, cases[i].texts, cases[i].length),
            arena, &why);
        ck_assert_msg((map == NULL) == (cases[i].why != NULL), "%zu: %s", i, why ? why : "");
        if (!map) ck_assert_msg(strstr(why, cases[i].why) != NULL, "%zu: %s", i, why);
        if (!map) continue;
        const attn_span found = attn_charsmap_find(map, (attn_span){"Ax", 2}, NULL);
        ck_assert_msg((found.bytes == NULL) == (cases[i].found == NULL), "%zu", i);
        if (found.bytes) ck_assert_uint_eq(found.length, strlen(cases[i].found));
        size_t wide = 0;
        const attn_span longest = attn_charsmap_find(map, (attn_span){"Ax", 2}, &wide);
        ck_assert(longest.bytes == found.bytes && wide == (found.bytes ? 1 : 0));
        ck_assert_ptr_null(attn_charsmap_find(map, (attn_span){"A", 0}, NULL).bytes);
        ck_assert_ptr_null(attn_charsmap_find(map, (attn_span){"\0A", 2}, NULL).bytes);
    }
    ck_assert_ptr_null(attn_charsmap_read("b!==", arena, &why));
    ck_assert_str_eq(why, "the table of characters is not base64");
    ck_assert_ptr_null(attn_charsmap_read("", arena, &why));
    ck_assert_str_eq(why, "the table of characters is cut short");
}
END_TEST

/* A tokenizer of another program, with marks of all kinds. */
static void make_hub_file(attn_text *text)
{
    attn_text_print(
        text,
        "{\"added_tokens\": [{\"id\": 0, \"content\": \"<unk>\", \"single_word\": false}, "
        "{\"id\": 4, \"content\": \"Cat\", \"single_word\": true, \"normalized\": true, "
        "\"lstrip\": true, \"rstrip\": true}], \"normalizer\": {\"type\": \"Sequence\", "
        "\"normalizers\": [{\"type\": \"Precompiled\", \"precompiled_charsmap\": \"%s\"}, "
        "{\"type\": \"Lowercase\"}]}, \"pre_tokenizer\": {\"type\": \"Metaspace\"}, "
        "\"post_processor\": null, \"model\": {\"type\": \"Unigram\", \"unk_id\": 0, "
        "\"vocab\": [[\"<unk>\", 0], [\"▁\", -1], [\"b\", -2], [\"a\", -1]]}}",
        table(TREE, KEY, TEXT, "b", 2));
}

START_TEST(damaged_hub_files)
{
    attn_text text = {0};
    make_hub_file(&text);
    attn_tokenizer *t = read_file(text.bytes, text.length, arena, &status);
    ck_assert_msg(t != NULL, "%s", status.message);
    ck_assert_str_eq(numbers(t, "A a"), "1 2 1 3 ");
    ck_assert_str_eq(numbers(t, "a  CaT a cats"), "1 3 4 1 3 1 0 3 0 ");
    try_damaged(&text, 3, 2);
    attn_text_free(&text);
}
END_TEST

START_TEST(marks_without_end)
{
    static const char *const marks[] = {NULL};
    attn_text text = {0};
    attn_tokenizer *t = attn_tokenizer_new(ATTN_LANGUAGE_NONE, marks, arena);
    attn_text_repeat(&text, "\u0301\u0323", 1000);
    numbers(t, attn_text_string(&text));
    ck_assert_msg(strstr(status.message, "more than 128 marks") != NULL, "%s", status.message);
    attn_text_free(&text);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("tokenizer");
    TCase *group = tcase_create("tokenizer");
    tcase_add_checked_fixture(group, open_arena, close_arena);
    tcase_set_timeout(group, 60);
    tcase_add_test(group, words_of_languages);
    tcase_add_test(group, marks_in_sentences);
    tcase_add_test(group, capitals);
    tcase_add_test(group, words_joined);
    tcase_add_test(group, written_and_read);
    tcase_add_test(group, equal_counts_by_bytes);
    tcase_add_test(group, faults_of_files);
    tcase_add_test(group, damaged_files);
    tcase_add_test(group, tables_of_characters);
    tcase_add_test(group, damaged_hub_files);
    tcase_add_test(group, marks_without_end);
    suite_add_tcase(suite, group);
    return unit_run(suite);
}
