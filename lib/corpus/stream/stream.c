/*
 * stream: lines one by one: those of a part; of a grammar none twice.
 */
#include <stdlib.h>
#include <string.h>

#include "core/text.h"
#include "corpus/album.h"
#include "corpus/draw.h"
#include "corpus/mask.h"
#include "corpus/pairs.h"
#include "corpus/parts.h"
#include "corpus/scene/scenes.h"
#include "corpus/spell.h"
#include "corpus/spoken/spoken.h"
#include "corpus/treebank.h"

struct attn_corpus_stream {
    const attn_corpus *corpus;
    attn_status *status;
    attn_corpus_asked asked;
    size_t given;
    attn_word_index sources; /* of the lines of a grammar that were given, */
    uint64_t *targets;       /* and hashes of their targets, as many as are given */
    attn_arena *words;       /* of this line of a file */
    attn_text joined;
    drawing drawing;           /* of a grammar */
    attn_pairs pairs;          /* of a file */
    attn_treebank treebank;    /* of a file */
    attn_album album;          /* of a folder */
    attn_scene_lines *scenes;  /* of scenes */
    attn_spoken_lines *spoken; /* of recordings */
    attn_spelling *spelling;   /* NULL: words stay whole */
    attn_masking *masking;     /* NULL: words stay as they are */
};

/* ---- reading ---- */

/* The text of a file is kept and every line checked. */
static bool read_file(attn_corpus *corpus, const char *bytes, size_t length)
{
    if (length > ATTN_MOST_CORPUS_BYTES) {
        attn_fail(corpus->status, ATTN_LIMIT, "a file of examples has at most %zu MiB",
                  ATTN_MOST_CORPUS_BYTES >> 20);
        attn_status_place(corpus->status, corpus->file, 0, 0);
        return false;
    }
    corpus->text = attn_copy_text(corpus->arena, bytes, length);
    corpus->length = length;
    if (!corpus->text) return false;
    if (corpus->kind == CORPUS_ALBUM) return attn_album_check(corpus);
    if (corpus->kind == CORPUS_SPOKEN) return attn_spoken_read(corpus);
    return corpus->kind == CORPUS_PAIRS ? attn_pairs_check(corpus) : attn_treebank_check(corpus);
}

/* A grammar, or scenes, which have things. */
static bool read_json(attn_corpus *corpus, const char *bytes, size_t length)
{
    if (length > ATTN_MOST_GRAMMAR_BYTES) {
        attn_fail(corpus->status, ATTN_LIMIT, "a grammar has at most 4 MiB, and so have scenes");
        attn_status_place(corpus->status, corpus->file, 0, 0);
        return false;
    }
    corpus->json =
        attn_json_parse(bytes, length, corpus->file, ATTN_MOST_GRAMMAR_DEPTH, corpus->status);
    if (!corpus->json) return false;
    const attn_json_item *root = attn_json_root(corpus->json);
    if (!attn_json_member(root, "things")) return attn_grammar_read(corpus, root);
    corpus->kind = CORPUS_SCENES;
    return attn_scenes_read(corpus, root);
}

static corpus_kind kind_of_file(const char *file)
{
    const char *slash = strrchr(file, '/');
    if (strcmp(slash ? slash + 1 : file, ATTN_WORDS_FILE) == 0) return CORPUS_SPOKEN;
    if (attn_ends_in(file, ".tsv")) return CORPUS_PAIRS;
    return attn_ends_in(file, ".conllu") ? CORPUS_TREEBANK : CORPUS_GRAMMAR;
}

static attn_corpus *read_kind(corpus_kind kind, const char *bytes, size_t length, const char *file,
                              attn_status *status)
{
    attn_arena *arena = attn_ok(status) ? attn_arena_new(status) : NULL;
    attn_corpus *corpus = arena ? attn_alloc(arena, 1, sizeof *corpus) : NULL;
    if (!corpus) {
        attn_arena_free(arena);
        return NULL;
    }
    corpus->kind = kind;
    corpus->arena = arena;
    corpus->status = status;
    corpus->file = attn_copy_text(arena, file, strlen(file));
    bool done = corpus->file && (corpus->kind == CORPUS_GRAMMAR ? read_json(corpus, bytes, length)
                                                                : read_file(corpus, bytes, length));
    corpus->status = NULL;
    if (done && attn_ok(status)) return corpus;
    attn_corpus_free(corpus);
    return NULL;
}

attn_corpus *attn_corpus_read(const char *bytes, size_t length, const char *file,
                              attn_status *status)
{
    return read_kind(kind_of_file(file), bytes, length, file, status);
}

attn_corpus *attn_corpus_read_album(const char *bytes, size_t length, const char *file,
                                    attn_status *status)
{
    return read_kind(CORPUS_ALBUM, bytes, length, file, status);
}

attn_corpus *attn_corpus_read_spoken(const char *bytes, size_t length, const char *file,
                                     attn_status *status)
{
    return read_kind(CORPUS_SPOKEN, bytes, length, file, status);
}

/* Whether it is one part as it is. */
static bool is_undivided(const attn_corpus *corpus)
{
    return corpus->kind == CORPUS_TREEBANK || corpus->kind == CORPUS_ALBUM;
}

attn_corpus_part attn_corpus_usual_part(const attn_corpus *corpus)
{
    return is_undivided(corpus) ? ATTN_ALL : ATTN_TRAIN;
}

bool attn_corpus_ends(const attn_corpus *corpus)
{
    return corpus->kind == CORPUS_PAIRS || is_undivided(corpus);
}

bool attn_corpus_has_media(const attn_corpus *corpus)
{
    return corpus->kind == CORPUS_SCENES || corpus->kind == CORPUS_SPOKEN ||
           corpus->kind == CORPUS_ALBUM;
}

bool attn_corpus_ask(attn_corpus *corpus, attn_status *status)
{
    const attn_scenes *scenes = corpus->scenes;
    corpus->asks = scenes && scenes->questions.count > 0;
    return corpus->asks || attn_fail(status, ATTN_USAGE,
                                     scenes ? "%s asks nothing: it has no \"questions\""
                                            : "%s has no scenes to ask about",
                                     corpus->file);
}

bool attn_corpus_play(attn_corpus *corpus, attn_status *status)
{
    const attn_scenes *scenes = corpus->scenes;
    if (!scenes || !scenes->clips.frames)
        return attn_fail(status, ATTN_USAGE,
                         scenes ? "%s has no \"clips\"" : "%s has no scenes, and so no clips",
                         corpus->file);
    corpus->asks = false;
    attn_scenes_play(corpus->scenes);
    return true;
}

bool attn_corpus_say(attn_corpus *corpus, const char *text, attn_status *status)
{
    if (!corpus->scenes || corpus->asks || corpus->scenes->frames)
        return attn_fail(status, ATTN_USAGE,
                         corpus->scenes ? "the lines of %s are questions or clips: a text can be "
                                          "said in place of captions alone"
                                        : "%s has no scenes of which a text could be said",
                         corpus->file);
    corpus->status = status;
    const bool done = attn_scene_say(corpus, text);
    corpus->status = NULL;
    return done;
}

void attn_corpus_free(attn_corpus *corpus)
{
    if (!corpus) return;
    attn_json_free(corpus->json);
    attn_arena_free(corpus->arena);
}

/* ---- opening ---- */

static bool check_asked(const attn_corpus *corpus, const attn_corpus_asked *asked,
                        attn_status *status)
{
    if (asked->part == ATTN_ALL && !attn_corpus_ends(corpus))
        return attn_fail(status, ATTN_USAGE,
                         "%s has no end, so it has no part 'all': only a file of examples has one",
                         corpus->file);
    if (asked->part != ATTN_ALL && is_undivided(corpus))
        return attn_fail(status, ATTN_USAGE, "%s has no parts: ask for 'all' of it, not for '%s'",
                         corpus->file, attn_part_names[asked->part]);
    if (asked->most > ATTN_MOST_LINE_WORDS)
        return attn_fail(status, ATTN_LIMIT, "a line has at most %u words", ATTN_MOST_LINE_WORDS);
    if (asked->masked + asked->replaced > 0 && corpus->kind != CORPUS_TREEBANK)
        return attn_fail(status, ATTN_USAGE,
                         "only the words of a treebank (.conllu) can be masked or replaced");
    if (corpus->kind == CORPUS_SCENES && asked->most > 0)
        return attn_fail(status, ATTN_USAGE, "lines about scenes cannot be chosen by their words");
    if (asked->letters && corpus->kind != CORPUS_SPOKEN && corpus->kind != CORPUS_ALBUM)
        return attn_fail(status, ATTN_USAGE, "only the words of sounds can be spelled");
    if (corpus->kind == CORPUS_SPOKEN && asked->most > SPOKEN_MOST_WORDS)
        return attn_fail(status, ATTN_USAGE, "an utterance has at most %d words",
                         SPOKEN_MOST_WORDS);
    if (asked->least > asked->most)
        return attn_fail(status, ATTN_USAGE, "the smallest number of words is above the largest");
    return true;
}

attn_corpus_stream *attn_corpus_open(const attn_corpus *corpus, const attn_corpus_asked *asked,
                                     attn_status *status)
{
    const bool fine = attn_ok(status) && check_asked(corpus, asked, status);
    attn_arena *arena = fine ? attn_arena_new(status) : NULL;
    attn_corpus_stream *stream = arena ? attn_alloc(arena, 1, sizeof *stream) : NULL;
    if (!stream) {
        attn_arena_free(arena);
        return NULL;
    }
    stream->corpus = stream->drawing.corpus = corpus;
    stream->status = status;
    stream->sources.arena = arena;
    stream->asked = *asked;
    stream->drawing.random = attn_random_named(attn_part_names[asked->part], asked->seed);
    stream->words = attn_arena_new(status);
    if (corpus->kind == CORPUS_PAIRS) attn_pairs_begin(&stream->pairs, corpus, stream->words);
    if (corpus->kind == CORPUS_TREEBANK)
        attn_treebank_begin(&stream->treebank, corpus, stream->words);
    if (corpus->kind == CORPUS_ALBUM) attn_album_begin(&stream->album, corpus, stream->words);
    if (corpus->kind == CORPUS_SCENES) stream->scenes = attn_scene_lines_new(corpus, asked, arena);
    if (corpus->kind == CORPUS_SPOKEN) stream->spoken = attn_spoken_lines_new(corpus, asked, arena);
    if (asked->letters) stream->spelling = attn_alloc(arena, 1, sizeof *stream->spelling);
    if (stream->spelling) stream->spelling->arena = arena;
    if (asked->masked + asked->replaced > 0) stream->masking = attn_masking_new(asked, arena);
    if (attn_ok(status)) return stream;
    attn_corpus_close(stream);
    return NULL;
}

void attn_corpus_close(attn_corpus_stream *stream)
{
    if (!stream) return;
    attn_text_free(&stream->joined);
    attn_arena_free(stream->words);
    attn_arena_free(stream->sources.arena);
}

/* ---- which part a sentence belongs to ---- */

static uint64_t hash_side(attn_corpus_stream *stream, attn_side side)
{
    const drawing *d = &stream->drawing;
    const attn_words column = {.count = d->count[side], .words = d->line[side]};
    return attn_hash_column(&column, &stream->joined);
}

/* What is held out is for the test, and then nothing else is, unless it is half of the test. */
static attn_corpus_part part_of(const attn_corpus *corpus, uint64_t hash, bool held)
{
    const held_out *out = &corpus->held;
    return held ? ATTN_TEST : attn_part_of_hash(hash, !out->roles[0][0] || out->half);
}

/* Whether the next line may have, or lack, what is held out: in the test every line has it, or
 * every second one. */
static bool may_hold(const attn_corpus_stream *stream, bool held)
{
    const held_out *out = &stream->corpus->held;
    const bool wanted =
        stream->asked.part == ATTN_TEST && (!out->half || stream->given % 2 == 0);
    return held == wanted || !out->roles[0][0];
}

/* ---- what was given ---- */

/* Whether the line is new; its source is joined. One that has another target than before is a fault
 * of the grammar. */
static bool is_new(attn_corpus_stream *stream)
{
    const drawing *d = &stream->drawing;
    const size_t place = attn_word_index_add(&stream->sources, attn_text_string(&stream->joined),
                                             stream->joined.length);
    const uint64_t target = hash_side(stream, ATTN_TARGET);
    if (place == 0) return false;
    if (place > stream->given)
        return attn_append(stream->sources.arena, &stream->targets, &stream->given, &target,
                           sizeof target);
    if (stream->targets[place - 1] == target) return false;
    attn_text text = {0};
    for (size_t i = 0; i < d->count[0]; i++)
        attn_text_print(&text, "%s%s", i ? " " : "", d->line[0][i].text);
    attn_fail(stream->status, ATTN_INPUT,
              "'%s' has two translations, one of them '%s': leave one choice in the grammar",
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
    const attn_corpus_part part = stream->asked.part;
    if (!attn_draw_tree(d) || !has_length(stream)) return false;
    if (!may_hold(stream, d->held)) return false;
    if (!attn_draw_line(d)) return false;
    uint64_t source = hash_side(stream, ATTN_SOURCE);
    return part_of(stream->corpus, source, d->held) == part && is_new(stream);
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
    line->column_count = 2;
    for (size_t side = 0; side < 2; side++)
        line->columns[side] = (attn_words){.count = d->count[side], .words = d->line[side]};
    line->source = line->columns;
    line->target = line->columns + 1;
    line->link_count = d->link_count;
    line->links = d->links;
    line->held = d->held && stream->corpus->held.half;
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
                  "no line is in the part '%s': one line in 16 is for validation, one for the "
                  "test; add lines, or ask for the part 'all'",
                  part);
}

/* The next line of a file, whichever part it belongs to. */
static bool read_next(attn_corpus_stream *stream, attn_line *line)
{
    if (stream->corpus->kind == CORPUS_ALBUM)
        return attn_album_next(&stream->album, line, stream->status);
    return stream->corpus->kind == CORPUS_PAIRS
               ? attn_pairs_next(&stream->pairs, line, stream->status)
               : attn_treebank_next(&stream->treebank, line, stream->status);
}

static bool next_of_file(attn_corpus_stream *stream, attn_line *line)
{
    const attn_corpus_asked *asked = &stream->asked;
    while (read_next(stream, line)) {
        const size_t words = line->source->count;
        if (asked->most > 0 && (words < asked->least || words > asked->most)) continue;
        if (asked->part != ATTN_ALL &&
            stream->corpus->parts[stream->pairs.number - 1] != asked->part)
            continue;
        if (stream->masking) attn_mask_line(stream->masking, line);
        stream->given++;
        return true;
    }
    if (attn_ok(stream->status) && stream->given == 0) none_in_file(stream);
    return false;
}

bool attn_corpus_next(attn_corpus_stream *stream, attn_line *line)
{
    *line = (attn_line){.column_count = 0};
    if (!attn_ok(stream->status)) return false;
    const corpus_kind kind = stream->corpus->kind;
    bool found = kind == CORPUS_GRAMMAR  ? next_drawn(stream, line)
                 : kind == CORPUS_SCENES ? attn_scene_lines_next(stream->scenes, line)
                 : kind == CORPUS_SPOKEN ? attn_spoken_lines_next(stream->spoken, line)
                                         : next_of_file(stream, line);
    if (found && stream->spelling && line->columns[0].sound)
        found = attn_spell_line(stream->spelling, line, stream->status);
    if (stream->joined.failed) attn_no_memory(stream->status, "making lines");
    attn_status_place(stream->status, stream->corpus->file, 0, 0);
    return found && attn_ok(stream->status);
}

/* ---- all words of a side ---- */

static bool add_words(const attn_words *column, attn_arena *arena, const char ***words,
                      size_t *count)
{
    for (size_t i = 0; column && i < column->count; i++) {
        const char *text = column->words[i].text;
        if (!attn_push_text(arena, words, count, attn_copy_text(arena, text, strlen(text))))
            return false;
    }
    return true;
}

static const char **words_of_file(const attn_corpus *corpus, attn_side side, attn_arena *arena,
                                  size_t *count)
{
    const attn_corpus_asked asked = {.part = ATTN_ALL};
    const char **words = attn_alloc(arena, 1, sizeof *words);
    attn_corpus_stream *stream = attn_corpus_open(corpus, &asked, attn_arena_status(arena));
    attn_line line;
    bool fine = words && stream;
    while (fine && attn_corpus_next(stream, &line))
        fine = add_words(side == ATTN_SOURCE ? line.source : line.target, arena, &words, count);
    attn_corpus_close(stream);
    if (!fine || !attn_ok(attn_arena_status(arena))) return NULL;
    attn_words_sort(words, count);
    return words;
}

static const char **words_of_scenes(const attn_corpus *corpus, attn_side side, attn_arena *arena,
                                    size_t *count)
{
    const attn_scenes *scenes = corpus->scenes;
    const char **words = attn_alloc(arena, 1, sizeof *words);
    const scene_templates *of = attn_scene_templates(corpus);
    if (!words || !attn_scene_words(scenes, of, side == ATTN_TARGET, arena, &words, count))
        return NULL;
    attn_words_sort(words, count);
    return words;
}

/* Recordings have no second side. */
static const char **words_of_spoken(const attn_corpus *corpus, attn_side side, attn_arena *arena,
                                    size_t *count)
{
    const struct attn_spoken *spoken = corpus->spoken;
    const char **words = attn_alloc(arena, 1, sizeof *words);
    for (size_t i = 0; words && side == ATTN_SOURCE && i < spoken->count; i++) {
        const char *word = spoken->recordings[i].word;
        if (!attn_push_text(arena, &words, count, attn_copy_text(arena, word, strlen(word))))
            return NULL;
    }
    if (words) attn_words_sort(words, count);
    return words;
}

const char *const *attn_corpus_words(const attn_corpus *corpus, attn_side side, attn_arena *arena,
                                     size_t *count)
{
    *count = 0;
    if (corpus->kind == CORPUS_SCENES) return words_of_scenes(corpus, side, arena, count);
    if (corpus->kind == CORPUS_SPOKEN) return words_of_spoken(corpus, side, arena, count);
    return corpus->kind == CORPUS_GRAMMAR ? attn_grammar_words(corpus, side, arena, count)
                                          : words_of_file(corpus, side, arena, count);
}
