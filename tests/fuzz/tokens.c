/*
 * tokens: any bytes as a file of tokens, and then as pieces of words by each tokenizer's marks: no
 * piece is lost, words only ever begin, and all that may be drawn is harmless.
 */
#include "text/tokens.h"

#include <string.h>

#include "beside.h"
#include "fuzz.h"

static void check_pieces(const attn_labels *tokens, attn_marks marks, attn_arena *arena)
{
    const attn_pieces *p = attn_subwords_of(tokens, marks, arena);
    fuzz_require(p != NULL, "there is memory for pieces");
    fuzz_require(p->count == tokens->count, "each token is a piece");
    fuzz_require(p->word_count <= p->count, "a word has a piece at least");
    for (size_t i = 0; i < p->count; i++) {
        size_t before = i ? p->word_of[i - 1] : 0;
        fuzz_require(p->word_of[i] == before || p->word_of[i] == before + 1, "words follow on");
        fuzz_require_harmless(p->texts[i], strlen(p->texts[i]), false);
    }
    fuzz_require(p->count == 0 || p->word_of[p->count - 1] + 1 == p->word_count,
                 "the last piece is of the last word");
    for (size_t i = 0; i < p->word_count; i++)
        fuzz_require_harmless(p->words[i], strlen(p->words[i]), false);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    attn_status status = {0};
    attn_arena *arena = attn_arena_new(&status);
    attn_tokens tokens = {0};
    beside_write("tokens.json", (const char *)bytes, length);
    bool read =
        arena != NULL && attn_tokens_read(beside_path("tokens.json"), arena, &tokens, &status);
    fuzz_require(read == attn_ok(&status), "what cannot be read is a fault");
    fuzz_require_sane(&status);
    for (attn_marks marks = ATTN_MARKS_AUTO; read && marks <= ATTN_MARKS_ENDED; marks++) {
        check_pieces(tokens.rows, marks, arena);
        if (tokens.cols != tokens.rows) check_pieces(tokens.cols, marks, arena);
    }
    attn_arena_free(arena);
    return 0;
}
