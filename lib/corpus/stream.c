/*
 * stream: lines one by one: those of a part; of a grammar none twice.
 */
#include <stdlib.h>
#include <string.h>

#include "core/text.h"
#include "corpus/draw.h"
#include "corpus/pairs.h"

typedef struct known { /* of a line that was given: hashes of its sides */
    uint64_t source, target;
} known;

struct attn_corpus_stream {
    const attn_corpus *corpus;
    attn_status *status;
    attn_corpus_asked asked;
    size_t given;
    known *seen; /* an open table; source 0: free */
    size_t seen_room;
    attn_text joined;
    drawing drawing;  /* of a grammar */
    attn_pairs pairs; /* of a file */
};

const char *const attn_part_names[] = {"train", "validation", "test", "unseen", NULL};

bool attn_part_named(const char *name, attn_part *part)
{
    size_t i = 0;
    while (attn_part_names[i] && strcmp(attn_part_names[i], name) != 0) i++;
    if (attn_part_names[i]) *part = (attn_part)i;
    return attn_part_names[i] != NULL;
}

/* ---- reading ---- */

attn_corpus *attn_corpus_read(const char *bytes, size_t length, const char *file,
                              attn_status *status)
{
    attn_arena *arena = attn_ok(status) ? attn_arena_new(status) : NULL;
    attn_corpus *corpus = arena ? attn_alloc(arena, 1, sizeof *corpus) : NULL;
    if (!corpus) {
        attn_arena_free(arena);
        return NULL;
    }
    corpus->arena = arena;
    corpus->status = status;
    corpus->file = attn_copy_text(arena, file, strlen(file));
    bool table = attn_ends_in(file, ".tsv");
    bool done = corpus->file && (table ? attn_pairs_read(corpus, bytes, length)
                                       : attn_grammar_read(corpus, bytes, length));
    corpus->status = NULL;
    if (done && attn_ok(status)) return corpus;
    attn_corpus_free(corpus);
    return NULL;
}

void attn_corpus_free(attn_corpus *corpus)
{
    if (!corpus) return;
    attn_json_free(corpus->json);
    attn_arena_free(corpus->arena);
}

const char *const *attn_corpus_words(const attn_corpus *corpus, attn_side side, attn_arena *arena,
                                     size_t *count)
{
    *count = 0;
    return corpus->json ? attn_grammar_words(corpus, side, true, arena, count)
                        : attn_pairs_words(corpus, side, arena, count);
}

/* ---- opening ---- */

static bool check_asked(const attn_corpus *corpus, const attn_corpus_asked *asked,
                        attn_status *status)
{
    if (asked->part == ATTN_UNSEEN && corpus->unseen_count == 0)
        return attn_fail(status, ATTN_USAGE, "%s has no words that are kept unseen", corpus->file);
    if (asked->most > ATTN_MOST_LINE_WORDS)
        return attn_fail(status, ATTN_LIMIT, "a line has at most %u words", ATTN_MOST_LINE_WORDS);
    if (asked->least > asked->most)
        return attn_fail(status, ATTN_USAGE, "the least number of words is above the largest");
    return true;
}

attn_corpus_stream *attn_corpus_open(const attn_corpus *corpus, const attn_corpus_asked *asked,
                                     attn_status *status)
{
    if (!attn_ok(status) || !check_asked(corpus, asked, status)) return NULL;
    attn_corpus_stream *stream = attn_resize(NULL, sizeof *stream);
    if (!stream) {
        attn_fail(status, ATTN_MEMORY, "there is no memory for lines");
        return NULL;
    }
    memset(stream, 0, sizeof *stream);
    stream->corpus = stream->drawing.corpus = corpus;
    stream->status = stream->drawing.status = status;
    stream->asked = *asked;
    stream->drawing.part = asked->part;
    stream->drawing.random = attn_random_named(attn_part_names[asked->part], asked->seed);
    if (!corpus->json) attn_pairs_begin(&stream->pairs, corpus);
    return stream;
}

void attn_corpus_close(attn_corpus_stream *stream)
{
    if (!stream) return;
    attn_resize(stream->drawing.links, 0);
    attn_resize(stream->seen, 0);
    attn_text_free(&stream->pairs.words);
    attn_text_free(&stream->joined);
    attn_resize(stream, 0);
}

/* ---- which part a sentence belongs to ---- */

/* Never 0. */
static uint64_t hash_words(attn_corpus_stream *stream, const attn_word *words, size_t count)
{
    attn_text_clear(&stream->joined);
    for (size_t i = 0; i < count; i++) {
        if (i > 0) attn_text_add(&stream->joined, " ");
        attn_text_add(&stream->joined, words[i].text);
    }
    uint64_t hash = attn_hash(attn_text_string(&stream->joined), stream->joined.length);
    return hash ? hash : 1;
}

/* One sentence in 16 is for validation; one in 16 for the test, if nothing is held out for it. */
static attn_part part_of(const attn_corpus *corpus, uint64_t hash, bool held)
{
    uint64_t sixteenth = attn_combine(0, hash) >> 60;
    if (held) return ATTN_TEST;
    if (sixteenth == 0) return ATTN_VALIDATION;
    return sixteenth == 1 && corpus->held_count == 0 ? ATTN_TEST : ATTN_TRAIN;
}

/* ---- what was given ---- */

static known *find_known(known *table, size_t room, uint64_t source)
{
    size_t at = (size_t)(source & (room - 1));
    while (table[at].source && table[at].source != source) at = (at + 1) & (room - 1);
    return &table[at];
}

static bool make_room(attn_corpus_stream *stream)
{
    if (stream->given * 2 < stream->seen_room) return true;
    size_t room = stream->seen_room ? 2 * stream->seen_room : 1024;
    known *larger = attn_resize(NULL, room * sizeof *larger);
    if (!larger) return attn_fail(stream->status, ATTN_MEMORY, "there is no memory for lines");
    memset(larger, 0, room * sizeof *larger);
    for (size_t i = 0; i < stream->seen_room; i++)
        if (stream->seen[i].source)
            *find_known(larger, room, stream->seen[i].source) = stream->seen[i];
    attn_resize(stream->seen, 0);
    stream->seen = larger;
    stream->seen_room = room;
    return true;
}

/* Whether the line is new. One that has another target than before is a fault of the grammar. */
static bool is_new(attn_corpus_stream *stream, uint64_t source)
{
    const drawing *d = &stream->drawing;
    if (!make_room(stream)) return false;
    known *place = find_known(stream->seen, stream->seen_room, source);
    uint64_t target = hash_words(stream, d->line[1], d->count[1]);
    if (!place->source) {
        *place = (known){source, target};
        stream->given++;
        return true;
    }
    if (place->target == target) return false;
    attn_text text = {0};
    for (size_t i = 0; i < d->count[0]; i++)
        attn_text_print(&text, "%s%s", i ? " " : "", d->line[0][i].text);
    attn_fail(stream->status, ATTN_INPUT,
              "'%s' has two translations, one of them '%s': the grammar must leave one choice",
              attn_text_string(&text), attn_text_string(&stream->joined));
    attn_text_free(&text);
    return false;
}

/* ---- lines of a grammar ---- */

enum { tries_of_a_length = 1000 };

static bool has_length(const attn_corpus_stream *stream)
{
    const drawing *d = &stream->drawing;
    if (d->goal) return d->words == d->goal;
    return d->words >= stream->corpus->least && d->words <= stream->corpus->most;
}

/* One try. False, too, where memory ended. */
static bool draw_once(attn_corpus_stream *stream)
{
    drawing *d = &stream->drawing;
    if (!attn_draw_tree(d) || !has_length(stream)) return false;
    if (d->part == ATTN_UNSEEN
            ? !d->unseen
            : d->held != (d->part == ATTN_TEST) && stream->corpus->held_count > 0)
        return false;
    if (!attn_draw_line(d)) return false;
    uint64_t source = hash_words(stream, d->line[0], d->count[0]);
    if (d->part != ATTN_UNSEEN && part_of(stream->corpus, source, d->held) != d->part) return false;
    return is_new(stream, source);
}

static bool draw_line(attn_corpus_stream *stream)
{
    const attn_corpus_asked *asked = &stream->asked;
    for (size_t i = 0; i < ATTN_MOST_DRAWS; i++) {
        if (asked->most > 0 && i % tries_of_a_length == 0)
            stream->drawing.goal = asked->least + attn_draw_number(&stream->drawing.random,
                                                                   asked->most - asked->least + 1);
        if (draw_once(stream)) return true;
        if (!attn_ok(stream->status)) return false;
    }
    attn_fail(stream->status, ATTN_LIMIT,
              "after %zu lines, %u draws gave no new one for the part '%s': ask for fewer lines, "
              "or give the grammar more words",
              stream->given, ATTN_MOST_DRAWS, attn_part_names[asked->part]);
    return false;
}

static bool next_drawn(attn_corpus_stream *stream, attn_line *line)
{
    drawing *d = &stream->drawing;
    if (!draw_line(stream)) return false;
    *line = (attn_line){.count = {d->count[0], d->count[1]},
                        .words = {d->line[0], d->line[1]},
                        .link_count = d->link_count,
                        .links = d->links,
                        .role_count = d->role_count,
                        .roles = d->roles};
    if (stream->corpus->pairs) return true;
    attn_draw_replaced(d);
    line->original = d->line[0];
    line->words[0] = d->shown;
    line->marks = d->marks;
    return true;
}

/* ---- lines of a file ---- */

static void none_in_file(const attn_corpus_stream *stream)
{
    const attn_corpus_asked *asked = &stream->asked;
    const char *part = attn_part_names[asked->part];
    if (asked->most > 0)
        attn_fail(stream->status, ATTN_INPUT, "no line of the part '%s' has %zu to %zu words", part,
                  asked->least, asked->most);
    else
        attn_fail(stream->status, ATTN_INPUT,
                  "no line is of the part '%s': one in 16 is for validation, one in 16 for the "
                  "test; give it more lines",
                  part);
}

static bool next_of_file(attn_corpus_stream *stream, attn_line *line)
{
    const attn_corpus_asked *asked = &stream->asked;
    while (attn_pairs_next(&stream->pairs, line, stream->status)) {
        size_t words = line->count[0];
        if (asked->most > 0 && (words < asked->least || words > asked->most)) continue;
        uint64_t hash = hash_words(stream, line->words[0], words);
        if (part_of(stream->corpus, hash, false) != asked->part) continue;
        stream->given++;
        return true;
    }
    if (attn_ok(stream->status) && stream->given == 0) none_in_file(stream);
    return false;
}

bool attn_corpus_next(attn_corpus_stream *stream, attn_line *line)
{
    *line = (attn_line){.link_count = 0};
    if (!attn_ok(stream->status)) return false;
    bool found = stream->corpus->json ? next_drawn(stream, line) : next_of_file(stream, line);
    if (stream->joined.failed)
        attn_fail(stream->status, ATTN_MEMORY, "there is no memory for lines");
    attn_status_place(stream->status, stream->corpus->file, 0, 0);
    return found && attn_ok(stream->status);
}
