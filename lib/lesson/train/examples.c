/*
 * examples: what is learned from, a line for each, its inputs split by tabs and cut into words.
 */
#include <errno.h>
#include <string.h>

#include "core/known_words.h"
#include "files/bytes/input.h"
#include "files/bytes/lines.h"
#include "files/sound/wav_write.h"
#include "lesson/program/running.h"
#include "lesson/program/training.h"
#include "lesson/read/corpora.h"
#include "text/tokenizer/tokenizer.h"

#define MOST_EXAMPLE_BYTES ((size_t)256 << 20)

size_t attn_example_length(const examples *all, size_t example, size_t input)
{
    size_t at = example * all->input_count + input;
    return all->starts[at + 1] - all->starts[at];
}

const char *attn_example_word(const examples *all, size_t example, size_t input, size_t place)
{
    return all->texts[all->words[all->starts[example * all->input_count + input] + place]];
}

const attn_picture *attn_example_picture(const examples *all, size_t example, size_t input)
{
    return all->pictures ? all->pictures[example * all->input_count + input] : NULL;
}

const example_sound *attn_example_sound(const examples *all, size_t example, size_t input)
{
    return all->sounds ? all->sounds[example * all->input_count + input] : NULL;
}

bool attn_examples_sound(const examples *all)
{
    bool sounds = false;
    for (size_t k = 0; all->count > 0 && k < all->input_count; k++)
        sounds |= attn_example_sound(all, 0, k) != NULL;
    return sounds;
}

size_t attn_example_piece_word(const examples *all, size_t example, size_t input, size_t place)
{
    return all->word_of[all->starts[example * all->input_count + input] + place];
}

bool attn_equal_lengths(const examples *all, size_t a, size_t b)
{
    for (size_t k = 0; k < all->input_count; k++)
        if (attn_example_length(all, a, k) != attn_example_length(all, b, k)) return false;
    return true;
}

bool attn_batch_input(const batch *of, const char *name, size_t *input)
{
    for (*input = 0; *input < of->from->input_count; ++*input)
        if (strcmp(of->inputs[*input], name) == 0) return true;
    return false;
}

void attn_examples_free(examples *all)
{
    if (!all) return;
    attn_resize(all->words, 0);
    attn_resize(all->word_of, 0);
    attn_resize(all->starts, 0);
    attn_text_free(&all->unknown);
    *all = (examples){0};
}

/* ---- files of the lesson ---- */

/* A shipped lesson may name a file that its readers do not have. */
static bool fail_missing(const attn_run *run, const example_source *from)
{
    attn_status_clear(run->status);
    if (from->optional)
        return attn_fail(run->status, ATTN_USAGE,
                         "the lesson carries no examples (%s is missing): give some with "
                         "--examples FILE",
                         from->name);
    if (run->lesson->builtin)
        return attn_fail_at(run->status, &from->from,
                            "the program does not carry the examples, %s: lessons/MODELS.md says "
                            "where they come from; train a copy of the lesson in their folder",
                            from->name);
    return attn_fail_at(run->status, &from->from, "the examples are missing: there is no file %s",
                        from->name);
}

static bool open_examples(const attn_run *run, const example_source *from, size_t most,
                          attn_input *input)
{
    errno = 0;
    if (attn_lesson_input(run->lesson, from->name, &from->from, most, input, run->status))
        return true;
    return (run->lesson->builtin || errno == ENOENT) && fail_missing(run, from);
}

/* ---- words: the same text is kept once ---- */

typedef struct reading {
    const attn_run *run;
    const example_source *from;
    attn_arena *arena;
    examples *all;
    attn_word_index texts;
    attn_lines lines;      /* of a file */
    attn_word_index kinds; /* that the words of a corpus have */
    uint32_t *taken;       /* by the place of a text: bit k, input k may have it; and NOTED */
    size_t taken_count;
    bool media;                                  /* examples may have pictures or sounds */
    bool pieces;                                 /* the word that each is of is noted, */
    uint32_t word;                               /* and this is the one that is read */
    attn_tokenizing *spelling[ATTN_MOST_INPUTS]; /* of each input; NULL: not needed yet */
} reading;
#define NOTED ((uint32_t)1 << 31) /* as an unknown one */
_Static_assert(ATTN_MOST_INPUTS <= 31, "a bit for each input");

static bool add_word(reading *r, const char *bytes, size_t length)
{
    examples *all = r->all;
    if (all->word_count >= UINT32_MAX)
        return attn_fail(r->run->status, ATTN_LIMIT, "the examples have more than %u words",
                         UINT32_MAX);
    size_t text = attn_word_index_add(&r->texts, bytes, length);
    if (!text || !attn_grow(r->run->status, &all->words, all->word_count, sizeof *all->words))
        return false;
    if (r->pieces &&
        !attn_grow(r->run->status, &all->word_of, all->word_count, sizeof *all->word_of))
        return false;
    if (r->pieces) all->word_of[all->word_count] = r->word;
    all->texts = r->texts.words;
    all->words[all->word_count++] = (uint32_t)text - 1;
    return true;
}

static bool add_start(const reading *r)
{
    examples *all = r->all;
    if (!attn_grow(r->run->status, &all->starts, all->start_count, sizeof *all->starts))
        return false;
    all->starts[all->start_count++] = (uint32_t)all->word_count;
    return true;
}

/* The sequence that an input fills; NULL: none does. */
static const sequence_source *filled_by(const attn_lesson *lesson, const char *input)
{
    for (size_t i = 0; i < lesson->sequence_count; i++) {
        const char *name = attn_sequence_input(&lesson->sequences[i]);
        if (name && strcmp(name, input) == 0) return &lesson->sequences[i];
    }
    return NULL;
}

/* The pixels or the sound that an input fills, in whose place examples have their own; NULL: it
 * takes words. */
static const given *filled_medium(const attn_lesson *lesson, const char *input)
{
    for (size_t i = 0; i < lesson->given_count; i++) {
        const given *g = &lesson->givens[i];
        const bool medium = g->form == FORM_PIXELS || g->form == FORM_SOUND;
        if (medium && g->input && strcmp(g->input, input) == 0) return g;
    }
    return NULL;
}

/* What an input takes, or a column has; for messages. */
static const char *taken_by(const given *g)
{
    return !g ? "words" : g->form == FORM_PIXELS ? "pictures" : "sounds";
}

/* Words of a sequence that grows end with the word that ends it. */
static bool add_end(reading *r, size_t input)
{
    const examples *all = r->all;
    const sequence_source *source = filled_by(r->run->lesson, r->from->inputs[input]);
    const char *end = source ? source->end : NULL;
    if (!end || strcmp(all->texts[all->words[all->word_count - 1]], end) == 0) return true;
    return add_word(r, end, strlen(end));
}

/* ---- whether an input may have a word ---- */

static void note_unknown(examples *all, const char *word)
{
    enum { MOST_LISTED = 5 };
    if (++all->unknown_count > MOST_LISTED + 1) return;
    attn_text_add(&all->unknown, all->unknown_count > 1 ? ", " : "");
    if (all->unknown_count <= MOST_LISTED)
        attn_text_add_apart(&all->unknown, word);
    else
        attn_text_add(&all->unknown, "…");
}

/* The fault lies at these bytes of the file; NULL: in a corpus, and is reported where it is named.
 */
static bool blame_word(const reading *r, const char *at)
{
    if (at) return attn_lines_place(&r->lines, at, r->run->status);
    attn_status_prefix(r->run->status, ": ");
    attn_status_prefix(r->run->status, r->from->name);
    return attn_place_formula(r->run->status, &r->from->from);
}

/* Whether the input may have the word that was added last: asked once for each text, since it goes
 * through all sequences of the lesson. */
static bool take_word(reading *r, size_t input, const char *at)
{
    uint32_t text = r->all->words[r->all->word_count - 1], bit = (uint32_t)1 << input;
    while (r->taken_count <= text) {
        if (!attn_grow(r->run->status, &r->taken, r->taken_count, sizeof *r->taken)) return false;
        r->taken[r->taken_count++] = 0;
    }
    if (r->taken[text] & bit) return true;
    r->taken[text] |= bit;
    bool unknown;
    const char *word = r->all->texts[text];
    if (!attn_sequences_take(r->run, r->from->inputs[input], word, &unknown))
        return blame_word(r, at);
    if (unknown && !(r->taken[text] & NOTED)) note_unknown(r->all, word);
    if (unknown) r->taken[text] |= NOTED;
    return true;
}

/* ---- a file ---- */

#define fail(r, at, ...) attn_lines_fail(&(r)->lines, at, (r)->run->status, __VA_ARGS__)

/* Fails about the whole file. */
static bool fail_file(const reading *r, const char *message)
{
    attn_fail(r->run->status, ATTN_INPUT, "%s", message);
    attn_status_place(r->run->status, r->from->name, 0, 0);
    return false;
}

static bool add_file_word(reading *r, size_t input, const char *word, size_t length)
{
    if (length > ATTN_MOST_WORD_BYTES)
        return fail(r, word, "a word has at most %zu bytes", ATTN_MOST_WORD_BYTES);
    return attn_lines_harmless(&r->lines, word, length, r->run->status) &&
           add_word(r, word, length) && take_word(r, input, word);
}

/* The tokenizer that spells an input; NULL: its words are taken as they are. */
static const attn_tokenizer *tokenizer_of(const reading *r, size_t input)
{
    const attn_lesson *lesson = r->run->lesson;
    const sequence_source *source = filled_by(lesson, r->from->inputs[input]);
    return source ? attn_sequence_tokenizer(lesson, source) : NULL;
}

/* NULL on failure. */
static attn_tokenizing *spelling_of(reading *r, size_t input)
{
    if (!r->spelling[input])
        r->spelling[input] = attn_tokenizing_new(tokenizer_of(r, input), r->run->status);
    return r->spelling[input];
}

/* at: where the word stands in a file, or NULL. */
static bool add_spelled(reading *r, size_t input, attn_spelled *word, const char *at)
{
    const attn_tokenizer *by = tokenizer_of(r, input);
    if (!attn_tokenizing_spell(r->spelling[input], word)) return false;
    for (size_t i = 0; i < word->count; i++) {
        const char *piece = by->pieces.words[word->pieces[i]];
        if (!add_word(r, piece, strlen(piece)) || !take_word(r, input, at)) return false;
    }
    return true;
}

/* Adds the pieces of a text. */
static bool add_pieces(reading *r, size_t input, attn_span text, const char *at)
{
    attn_tokenizing *spelling = spelling_of(r, input);
    attn_spelled word;
    if (!spelling) return false;
    attn_tokenizing_begin(spelling, text);
    while (attn_tokenizing_next(spelling, &word))
        if (!add_spelled(r, input, &word, at)) return false;
    return attn_ok(r->run->status);
}

/* Adds the pieces of a word of a corpus, where the words are parted already. */
static bool add_parted(reading *r, size_t input, const char *word)
{
    const attn_span text = {word, strlen(word)};
    attn_tokenizing *spelling = spelling_of(r, input);
    attn_spelled elided;
    if (spelling && attn_tokenizing_elided(spelling, text, &elided))
        return add_spelled(r, input, &elided, NULL);
    return spelling && attn_ok(r->run->status) && add_pieces(r, input, text, NULL);
}

static bool fail_count(const reading *r, const char *at)
{
    return fail(r, at, "an input has at most %u words", ATTN_MOST_WORDS);
}

static bool add_file_words(reading *r, size_t input, const char *text, size_t length)
{
    const size_t before = r->all->word_count;
    const sequence_source *source = filled_by(r->run->lesson, r->from->inputs[input]);
    attn_cutting words = {.text = {text, length}};
    attn_span word;
    if (source) words.language = attn_sequence_language(r->run->lesson, source);
    while (attn_sentence_next(&words, &word)) {
        if (r->all->word_count - before == ATTN_MOST_WORDS) return fail_count(r, word.bytes);
        if (!add_file_word(r, input, word.bytes, word.length)) return false;
    }
    return true;
}

/* One input of a line. */
static bool add_input(reading *r, size_t input, const char *text, size_t length)
{
    const size_t before = r->all->word_count;
    const given *medium = filled_medium(r->run->lesson, r->from->inputs[input]);
    if (medium)
        return fail(r, text,
                    "the input '%s' takes %s, which lines of text do not have: name a corpus of "
                    "%s",
                    r->from->inputs[input], taken_by(medium),
                    medium->form == FORM_PIXELS ? "scenes" : "recordings");
    if (!(tokenizer_of(r, input) ? add_pieces(r, input, (attn_span){text, length}, text)
                                 : add_file_words(r, input, text, length)))
        return false;
    if (r->all->word_count - before > ATTN_MOST_WORDS) return fail_count(r, text);
    return r->all->word_count > before ||
           fail(r, text, "the input '%s' has no words here", r->from->inputs[input]);
}

/* A line may have more columns than there are inputs: links, remarks. */
static bool add_line(reading *r)
{
    const char *at = r->lines.line, *end = at + r->lines.length;
    for (size_t k = 0; k < r->all->input_count; k++) {
        const char *tab = memchr(at, '\t', (size_t)(end - at));
        if (!tab && k + 1 < r->all->input_count)
            return fail(r, end, "a tab is missing: an example has %zu inputs, separated by tabs",
                        r->all->input_count);
        if (!add_start(r) || !add_input(r, k, at, (size_t)((tab ? tab : end) - at)) ||
            !add_end(r, k))
            return false;
        at = tab ? tab + 1 : end;
    }
    r->all->count++;
    return true;
}

static bool add_lines(reading *r, const char *bytes, size_t length)
{
    size_t most = r->from->lines ? r->from->lines : SIZE_MAX;
    attn_lines_begin(&r->lines, r->from->name, bytes, length);
    if (!attn_lines_check(&r->lines, r->run->status)) return false;
    while (r->all->count < most && attn_lines_next(&r->lines))
        if (r->lines.length > 0 && !add_line(r)) return false;
    return r->all->count ? add_start(r)
                         : fail_file(r, "there are no examples: write one on each line");
}

static bool read_file(reading *r)
{
    attn_input input;
    if (!open_examples(r->run, r->from, MOST_EXAMPLE_BYTES, &input)) return false;
    bool done = add_lines(r, input.bytes, input.length);
    attn_input_close(&input);
    return done;
}

/* ---- a corpus ---- */

/* A copy; NULL on failure. */
static const attn_picture *keep_picture(reading *r, const attn_picture *picture)
{
    const size_t bytes = 3 * picture->width * picture->height;
    attn_picture *kept = attn_copy(r->arena, picture, 1, sizeof *kept);
    uint8_t *pixels = attn_room(r->arena, bytes, 1);
    if (!kept || !pixels) return NULL;
    memcpy(pixels, picture->pixels, bytes);
    kept->pixels = pixels;
    return kept;
}

/* A copy; NULL on failure. */
static const example_sound *keep_sound(reading *r, const attn_sound *sound)
{
    int16_t *samples = attn_room(r->arena, sound->count, sizeof *samples);
    if (!samples) return NULL;
    for (size_t i = 0; i < sound->count; i++) samples[i] = attn_sample_whole(sound->samples[i]);
    const example_sound kept = {sound->count, sound->rate, samples};
    return attn_copy(r->arena, &kept, 1, sizeof kept);
}

/* The picture or sound that the next input of an example has, or that it has none. */
static bool note_media(reading *r, const attn_words *column)
{
    examples *all = r->all;
    size_t pictures = all->start_count, sounds = all->start_count;
    const attn_picture *picture = column->picture ? keep_picture(r, column->picture) : NULL;
    const example_sound *sound = column->sound ? keep_sound(r, column->sound) : NULL;
    return (picture || !column->picture) && (sound || !column->sound) &&
           attn_append(r->arena, &all->pictures, &pictures, &picture, sizeof picture) &&
           attn_append(r->arena, &all->sounds, &sounds, &sound, sizeof sound);
}

static bool add_column(reading *r, const attn_words *column, size_t input)
{
    const bool spelled = tokenizer_of(r, input) != NULL;
    if (r->media && !note_media(r, column)) return false;
    if (!add_start(r)) return false;
    if (column->picture || column->sound) return true;
    for (size_t i = 0; i < column->count; i++) {
        const char *word = column->words[i].text;
        r->word = (uint32_t)i;
        const bool added = spelled ? add_parted(r, input, word)
                                   : add_word(r, word, strlen(word)) && take_word(r, input, NULL);
        if (!added) return false;
    }
    r->word = (uint32_t)column->count;
    return add_end(r, input);
}

/* A column is what its input takes: a picture, a sound, or words. */
static bool check_column(const reading *r, const attn_words *column, size_t input)
{
    const char *name = r->from->inputs[input];
    const given *medium = filled_medium(r->run->lesson, name);
    const char *taken = taken_by(medium), *had = column->picture ? "pictures"
                                                 : column->sound ? "sounds"
                                                                 : "words";
    if (strcmp(taken, had) != 0)
        return attn_fail_at(r->run->status, &r->from->object,
                            "the input '%s' takes %s, but column %zu of this corpus has %s", name,
                            taken, input + 1, had);
    return !column->sound || medium->sizes.count > 0 ||
           attn_fail_at(r->run->status, &medium->from,
                        "sounds of examples need a \"size\": so all of them have as many samples");
}

/* The same kind is kept once. NULL on failure. */
static const char *kind_kept(reading *r, const char *kind)
{
    size_t place = attn_word_index_add(&r->kinds, kind, strlen(kind));
    return place ? r->kinds.words[place - 1] : NULL;
}

static bool add_kinds(reading *r, const attn_word *words, size_t count, const char *const **kinds)
{
    const char **made = attn_alloc(r->arena, count, sizeof *made);
    *kinds = made;
    for (size_t i = 0; made && i < count; i++)
        if (!(made[i] = kind_kept(r, words[i].kind))) return false;
    return made != NULL;
}

static bool add_arcs(reading *r, example_notes *notes, const attn_line *line)
{
    attn_arc *arcs = attn_copy(r->arena, line->arcs, line->arc_count, sizeof *arcs);
    for (size_t i = 0; arcs && i < line->arc_count; i++) {
        arcs[i].relation = kind_kept(r, arcs[i].relation);
        if (!arcs[i].relation) return false;
    }
    notes->arc_count = line->arc_count;
    notes->arcs = arcs;
    return arcs != NULL;
}

static bool add_notes(reading *r, const attn_line *line)
{
    const attn_words *columns[] = {line->source, line->target};
    examples *all = r->all;
    attn_arena *arena = r->arena;
    size_t count = all->count;
    example_notes notes = {
        .held = line->held,
        .form = line->form ? kind_kept(r, line->form) : NULL,
        .link_count = line->link_count,
        .links = attn_copy(arena, line->links, line->link_count, sizeof *line->links),
        .box_count = line->box_count,
        .boxes = attn_copy(arena, line->boxes, line->box_count, sizeof *line->boxes)};
    if (!attn_ok(attn_arena_status(arena)) || !add_arcs(r, &notes, line)) return false;
    for (size_t side = 0; side < 2 && columns[side]; side++) {
        notes.words[side] = columns[side]->count;
        if (!add_kinds(r, columns[side]->words, notes.words[side], &notes.kinds[side]))
            return false;
    }
    return attn_append(arena, &all->notes, &count, &notes, sizeof notes);
}

static bool take_lines(reading *r, bool notes, attn_corpus_stream *stream)
{
    attn_line line;
    examples *all = r->all;
    const size_t most = r->from->lines ? r->from->lines : SIZE_MAX;
    while (all->count < most && attn_corpus_next(stream, &line)) {
        if (all->input_count > line.column_count)
            return attn_fail_at(r->run->status, &r->from->from,
                                "a line of this corpus has %zu inputs", line.column_count);
        for (size_t k = 0; k < all->input_count; k++)
            if (!check_column(r, &line.columns[k], k) || !add_column(r, &line.columns[k], k))
                return false;
        if (notes && !add_notes(r, &line)) return false;
        all->some_held |= line.held;
        all->count++;
    }
    return attn_ok(r->run->status) && add_start(r);
}

/* NULL on failure. */
static attn_corpus *find_corpus(const attn_run *run, const example_source *from)
{
    attn_input input;
    if (from->carried) return attn_corpora_carried(from->name, run->status);
    if (from->named) return attn_corpora_file(from->name, run->status);
    if (!open_examples(run, from, ATTN_MOST_CORPUS_BYTES, &input)) return NULL;
    attn_corpus *corpus = attn_corpus_read(input.bytes, input.length, from->name, run->status);
    attn_input_close(&input);
    return corpus;
}

static bool read_corpus(reading *r, bool notes)
{
    const attn_run *run = r->run;
    const example_source *from = r->from;
    attn_corpus *corpus = find_corpus(run, from);
    const bool asked = corpus && (!from->questions || attn_corpus_ask(corpus, run->status)) &&
                       (!from->clips || attn_corpus_play(corpus, run->status)) &&
                       (!from->say || attn_corpus_say(corpus, from->say, run->status));
    attn_corpus_stream *stream = asked ? attn_corpus_open(corpus, &from->asked, run->status) : NULL;
    if (stream && !from->lines && !attn_corpus_ends(corpus))
        attn_fail(run->status, ATTN_USAGE, "%s has no end: --lines says how many lines to take",
                  from->name);
    r->media = corpus && attn_corpus_has_media(corpus);
    bool done = stream && attn_ok(run->status) && take_lines(r, notes, stream);
    attn_corpus_close(stream);
    attn_corpus_free(corpus);
    return done;
}

/* Links are between words, so pieces are noted with their words; looks count words alone. */
static bool note_pieces(reading *r, notes_asked notes)
{
    for (size_t k = 0; notes && k < r->from->input_count; k++) {
        if (!tokenizer_of(r, k)) continue;
        r->pieces = true;
        if (notes == NOTES_WORDS)
            return attn_fail_at(r->run->status, &r->from->from,
                                "\"looks\" count words, and '%s' is spelled by pieces: "
                                "nothing can be measured by them here",
                                r->from->inputs[k]);
    }
    return true;
}

examples *attn_examples_read(const attn_run *run, const example_source *from, notes_asked notes,
                             attn_arena *arena)
{
    examples *all = attn_alloc(arena, 1, sizeof *all);
    if (!all) return NULL;
    all->input_count = from->input_count;
    reading r = {.run = run,
                 .from = from,
                 .arena = arena,
                 .all = all,
                 .texts = {.arena = arena},
                 .kinds = {.arena = arena}};
    bool done = note_pieces(&r, notes) && (from->corpus ? read_corpus(&r, notes) : read_file(&r));
    attn_resize(r.taken, 0);
    for (size_t i = 0; i < ATTN_MOST_INPUTS; i++) attn_tokenizing_free(r.spelling[i]);
    if (done) return all;
    attn_examples_free(all);
    return NULL;
}

bool attn_example_source_check(const attn_run *run, const example_source *from)
{
    for (size_t k = 0; k < from->input_count; k++)
        if (!filled_by(run->lesson, from->inputs[k]) &&
            !filled_medium(run->lesson, from->inputs[k]))
            return attn_fail_at(
                run->status, &from->object,
                "\"inputs\": no sequence of this lesson has the input '%s', nor has a \"sound\", "
                "nor have \"pixels\"",
                from->inputs[k]);
    return true;
}
