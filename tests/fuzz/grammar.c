/*
 * grammar: any bytes as a grammar or scenes, a file of pairs and a treebank; what can be read gives
 * lines.
 */
#include <stdlib.h>
#include <string.h>

#include "corpus/corpus.h"
#include "fuzz.h"

static void check_word(const attn_word *word)
{
    fuzz_require(word->text[0] != '\0', "no word of a line is empty");
    fuzz_require_harmless(word->text, strlen(word->text), false);
}

static void check_links(const attn_line *line)
{
    const size_t words = line->source->count;
    for (size_t i = 0; i < line->link_count; i++)
        fuzz_require(line->links[i].source < words && line->links[i].target < line->target->count,
                     "links lie within the line");
    for (size_t i = 0; i < line->arc_count; i++)
        fuzz_require(line->arcs[i].from < words &&
                         (line->arcs[i].to < words || line->arcs[i].to == ATTN_NO_WORD),
                     "arcs lie within the line");
}

static void check_boxes(const attn_line *line)
{
    const attn_picture *picture = line->columns[0].picture;
    const size_t words = line->columns[line->column_count - 1].count;
    for (size_t i = 0; i < line->box_count; i++) {
        const attn_box *b = &line->boxes[i];
        fuzz_require(b->word < words && b->x0 < b->x1 && b->y0 < b->y1 && b->x1 <= picture->width &&
                         b->y1 <= picture->height,
                     "boxes lie within the picture");
    }
}

static void check_line(const attn_line *line)
{
    fuzz_require(line->source->count > 0, "a line has a word");
    check_boxes(line);
    for (size_t side = 0; side < line->column_count; side++)
        for (size_t i = 0; i < line->columns[side].count; i++)
            check_word(&line->columns[side].words[i]);
    check_links(line);
}

/* Reads on to the end, or for a few lines. */
static void take_lines(const attn_corpus *corpus, const attn_corpus_asked *asked)
{
    enum { LINES = 8 };
    attn_status status = {0};
    attn_line line;
    size_t count = 0;
    attn_corpus_stream *stream = attn_corpus_open(corpus, asked, &status);
    fuzz_require((stream != NULL) == attn_ok(&status), "what cannot be opened is a fault");
    for (; stream && count < LINES && attn_corpus_next(stream, &line); count++) check_line(&line);
    fuzz_require_sane(&status);
    attn_corpus_close(stream);
}

static void read_as(const char *text, size_t length, const char *file)
{
    static const attn_corpus_asked asked[] = {
        {.part = ATTN_TRAIN, .seed = 1},
        {.part = ATTN_TEST, .seed = 2},
        {.part = ATTN_VALIDATION, .seed = 3},
        {.part = ATTN_TRAIN, .seed = 4, .least = 3, .most = 9},
        {.part = ATTN_ALL},
    };
    attn_status status = {0};
    attn_arena *arena = attn_arena_new(&status);
    attn_corpus *corpus = attn_corpus_read(text, length, file, &status);
    size_t count;
    fuzz_require((corpus != NULL) == attn_ok(&status), "what cannot be read is a fault");
    fuzz_require_sane(&status);
    if (corpus != NULL) {
        fuzz_require(attn_corpus_words(corpus, ATTN_SOURCE, arena, &count) != NULL && count > 0,
                     "a corpus has words");
        take_lines(corpus, &asked[length % 5]);
    }
    attn_corpus_free(corpus);
    attn_arena_free(arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    char *text = fuzz_copy(bytes, length);
    read_as(text, length, "fuzz.json");
    read_as(text, length, "fuzz.tsv");
    read_as(text, length, "fuzz.conllu");
    free(text);
    return 0;
}
