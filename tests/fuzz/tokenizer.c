/*
 * tokenizer: any bytes as a tokenizer's file, JSON or of sentencepiece, and as a text that is cut
 * in each language and spelled: words follow each other and leave out blanks alone, and no byte of
 * a word is lost.
 */
#include "text/tokenizer/tokenizer.h"

#include <stdlib.h>
#include <string.h>

#include "fuzz.h"

static void check_words(const char *text, size_t length, attn_language language)
{
    attn_cutting words = {.text = {text, length}, .language = language};
    attn_span word;
    const char *end = text;
    while (attn_words_next(&words, &word)) {
        fuzz_require(word.length > 0 && word.bytes >= end &&
                         word.bytes + word.length <= text + length,
                     "words follow each other");
        end = word.bytes + word.length;
    }
}

static void check_pieces(const attn_tokenizer *t, const char *text, size_t length)
{
    attn_status status = {0};
    attn_spelled word;
    attn_tokenizing *spelling = attn_tokenizing_new(t, &status);
    fuzz_require(spelling != NULL, "there is memory to spell words");
    attn_tokenizing_begin(spelling, (attn_span){text, length});
    while (attn_tokenizing_next(spelling, &word) && attn_tokenizing_spell(spelling, &word)) {
        fuzz_require((t->hub || word.count > 0) && word.count <= word.key.length,
                     "a word has pieces");
        for (size_t i = 0; i < word.count; i++) {
            const attn_span piece = attn_tokenizing_piece(spelling, &word, i);
            fuzz_require(word.pieces[i] < t->pieces.count, "pieces are of the tokenizer");
            fuzz_require(word.mark || !t->hub ||
                             (piece.bytes >= text && piece.bytes + piece.length <= text + length),
                         "a piece stands for bytes of the text");
        }
    }
    fuzz_require_sane(&status);
    attn_tokenizing_free(spelling);
}

/* The same bytes as a file of sentencepiece in the folder of a model; half of the time beside a
 * vocab.json. */
static void check_family(const char *text, size_t length)
{
    static const char *const families[] = {"llama", "gemma",  "t5",          "albert",
                                           "",      "marian", "xlm-roberta", "camembert"};
    static const char vocabulary[] =
        "{\"</s>\":0,\"<unk>\":1,\"a\":2,\"\xE2\x96\x81\x61\":3,\">>x<<\":4}";
    static const attn_added added[] = {{.text = "<x>", .number = 40, .takes_left = true},
                                       {.text = "a", .number = 2, .alone = true}};
    attn_status status = {0};
    attn_arena *arena = attn_arena_new(&status);
    const bool numbered = length / 8 % 2;
    attn_sentencepiece from = {.source = attn_byte_reader_of(text, length, &status),
                               .file = "fuzz.model",
                               .vocabulary_file = "vocab.json",
                               .family = families[length % 8],
                               .first = length / 16 % 2,
                               .extra = -1,
                               .added_count = length / 32 % 3,
                               .added = added};
    if (numbered) from.vocabulary = attn_byte_reader_of(vocabulary, sizeof vocabulary - 1, &status);
    const attn_tokenizer *t = attn_tokenizer_read_sentencepiece(&from, arena);
    fuzz_require((t != NULL) == attn_ok(&status), "what cannot be read is a fault");
    fuzz_require_sane(&status);
    if (t && attn_utf8_valid(text, length, &(size_t){0})) check_pieces(t, text, length);
    if (t) check_pieces(t, "a \xC3\xA9 <x> \xE2\x96\x81 the</s>  b", 23);
    attn_byte_reader_close(from.source);
    attn_byte_reader_close(from.vocabulary);
    attn_arena_free(arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    attn_status status = {0};
    attn_arena *arena = attn_arena_new(&status);
    char *text = fuzz_copy(bytes, length);
    attn_byte_reader *source = attn_byte_reader_of(text, length, &status);
    const attn_tokenizer *t = source ? attn_tokenizer_read(source, "fuzz.json", arena) : NULL;
    fuzz_require((t != NULL) == attn_ok(&status), "what cannot be read is a fault");
    fuzz_require_sane(&status);
    for (size_t i = 0; i < ATTN_LANGUAGE_COUNT; i++) check_words(text, length, (attn_language)i);
    if (t && attn_utf8_valid(text, length, &(size_t){0})) check_pieces(t, text, length);
    if (source && attn_is_sentencepiece(source)) check_family(text, length);
    attn_byte_reader_close(source);
    free(text);
    attn_arena_free(arena);
    return 0;
}
