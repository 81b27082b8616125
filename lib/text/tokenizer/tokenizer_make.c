/*
 * tokenizer_make: a tokenizer made of what was read of its files: this program's own, or a hub's.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "text/tokenizer/tokenizer_file.h"
#include "text/tokenizer/tokenizer_reading.h"

/* Whether a part is one that this program writes. */
static bool is_written(const attn_hub_part *part, attn_text *known)
{
    return part->text && strcmp(attn_text_string(known), part->text) == 0;
}

/* Whether texts are prepared and cut as this program writes it, and in which language. */
static bool is_own(reading *r, attn_language *language)
{
    attn_text known = {0};
    attn_tokenizer_add_normalizer(&known);
    bool own = is_written(&r->parts.normalizer, &known) && strcmp(r->type, "BPE") == 0 &&
               r->falls_back && !r->parts.around.text && !r->whole_first;
    bool cut = false;
    for (size_t i = 0; own && !cut && i < ATTN_LANGUAGE_COUNT; i++) {
        *language = (attn_language)i;
        attn_text_clear(&known);
        attn_tokenizer_add_cutting(*language, &known);
        cut = is_written(&r->parts.cutting, &known);
    }
    for (size_t i = 0; i < r->marks.count; i++) {
        const entry *mark = &r->marks.items[i];
        own = own && !mark->takes_left && !mark->takes_right && !mark->alone && !mark->late;
    }
    if (known.failed) attn_no_memory(r->status, "reading the tokenizer");
    attn_text_free(&known);
    return own && cut;
}

/* ---- the tokenizer that it describes ---- */

/* One more than the largest number of a piece; 0, with a fault, where one is no such number. */
static size_t numbers_end(reading *r)
{
    double most = 0;
    for (size_t i = 0; i < r->vocabulary.count; i++) {
        const entry *one = &r->vocabulary.items[i];
        if (!(one->number >= 0 && one->number < (double)ATTN_MOST_PIECES) ||
            one->number != floor(one->number))
            return attn_reading_fail(r, one->offset,
                                     "the numbers of pieces are whole and count from 0");
        if (one->number > most) most = one->number;
    }
    return (size_t)most + 1;
}

/* Pieces in the order of their numbers; NULL where a number has none. */
static const entry **order_pieces(reading *r, size_t count)
{
    const entry **order = attn_alloc(r->arena, count + 1, sizeof *order);
    for (size_t i = 0; order && i < r->vocabulary.count; i++) {
        const entry *one = &r->vocabulary.items[i];
        const entry **place = &order[(size_t)one->number];
        if (*place)
            attn_reading_fail(r, one->offset, "two pieces have the number %.0f", one->number);
        if (*place) return NULL;
        *place = one;
    }
    return order;
}

/* A piece for a number that has none. */
static bool add_nameless(attn_tokenizer *t)
{
    char name[32];
    const size_t count = t->pieces.count;
    snprintf(name, sizeof name, "#%zu", count);
    while (attn_word_index_find(&t->pieces, name, strlen(name)) && strlen(name) < sizeof name - 1)
        memmove(name + 1, name, strlen(name) + 1);
    return attn_word_index_add(&t->pieces, name, strlen(name)) == count + 1;
}

static bool add_pieces(reading *r, attn_tokenizer *t)
{
    const size_t count = numbers_end(r);
    const entry **order = count ? order_pieces(r, count) : NULL;
    for (size_t i = 0; order && i < count; i++) {
        if (!order[i] && add_nameless(t)) continue;
        const size_t place =
            order[i] ? attn_word_index_add(&t->pieces, order[i]->text, strlen(order[i]->text)) : 0;
        if (place == 0) return false;
        if (place != i + 1)
            return attn_reading_fail(r, order[i]->offset, "this piece occurs twice");
    }
    return order != NULL;
}

static bool find_bytes(reading *r, attn_tokenizer *t)
{
    const int missing = attn_tokenizer_find_bytes(t);
    return missing < 0 ||
           attn_reading_fail(
               r, 0, "there is no piece <0x%02X>: each byte needs one, to spell what is unknown",
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
            return attn_reading_fail(r, mark->offset,
                                     "this added token has another number in \"vocab\"");
        entry piece = *mark;
        piece.added = true;
        if (!place && !attn_append(r->arena, &r->vocabulary.items, &r->vocabulary.count, &piece,
                                   sizeof piece))
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
    return place || attn_reading_fail(r, offset, "'%s' of this merge is not in \"vocab\"", text);
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
                attn_reading_fail(r, merge->offset, "this merge occurs twice"));
        if (fine && merge->tied) attn_tokenizer_tie(t);
    }
    if (both.failed) fine = attn_no_memory(r->status, "reading the tokenizer");
    attn_text_free(&both);
    return fine;
}

/* ---- a tokenizer of another program ---- */

/* The piece of what has none, which WordPiece needs. */
static bool find_unknown(reading *r, attn_tokenizer *t, attn_hub *hub)
{
    const char *name = r->unknown;
    const bool numbered = r->unknown_number >= 0 && r->unknown_number < (double)t->pieces.count;
    const size_t place = name ? attn_word_index_find(&t->pieces, name, strlen(name)) : 0;
    hub->unknown = place ? (uint32_t)(place - 1) : ATTN_NO_PIECE;
    if (!name && numbered) hub->unknown = (uint32_t)r->unknown_number;
    return hub->model != ATTN_HUB_WORDPIECE || place ||
           attn_reading_fail(r, 0, "\"unk_token\" must name a piece of \"vocab\": \"[UNK]\"");
}

static bool take_spelling(reading *r, const attn_tokenizer *t, attn_hub *hub)
{
    hub->spell_count = t->pieces.count;
    hub->spells = attn_alloc(r->kept, t->pieces.count, sizeof *hub->spells);
    for (size_t i = 0; hub->spells && i < r->vocabulary.count; i++)
        hub->spells[(size_t)r->vocabulary.items[i].number] = !r->vocabulary.items[i].added;
    return hub->spells != NULL;
}

/* One that spells words of "Unigram"; piece: what they are then spelled by. */
static bool add_scored(const reading *r, attn_hub *hub, const entry *from, uint32_t piece,
                       size_t *count, attn_trie_word *words)
{
    const double far_below = 10, score = from->score;
    if (*count == 0 || score - far_below < hub->unknown_score)
        hub->unknown_score = score - far_below;
    words[*count] = (attn_trie_word){from->text, (uint32_t)*count};
    return attn_append(r->kept, &hub->scored, count, &(attn_hub_scored){score, piece},
                       sizeof *hub->scored);
}

static bool take_scores(reading *r, attn_hub *hub)
{
    const entries *all[] = {&r->vocabulary, &r->strangers};
    size_t count = 0;
    attn_trie_word *words = attn_alloc(r->arena, all[0]->count + all[1]->count + 1, sizeof *words);
    for (size_t k = 0; words && k < 2; k++)
        for (size_t i = 0; i < all[k]->count; i++) {
            const entry *one = &all[k]->items[i];
            if (!one->added &&
                !add_scored(r, hub, one, k ? hub->unknown : (uint32_t)one->number, &count, words))
                return false;
        }
    hub->trie = words ? attn_trie_new(words, count, r->kept) : NULL;
    return hub->trie != NULL;
}

/* Pieces that are whole, found by their numbers. */
static bool take_whole(reading *r, attn_hub *hub)
{
    size_t count = 0;
    attn_trie_word *words = attn_alloc(r->arena, r->vocabulary.count + 1, sizeof *words);
    for (size_t i = 0; words && i < r->vocabulary.count; i++) {
        const entry *one = &r->vocabulary.items[i];
        if (one->whole) words[count++] = (attn_trie_word){one->text, (uint32_t)one->number};
    }
    if (words && count) hub->whole = attn_trie_new(words, count, r->kept);
    return words && (!count || hub->whole);
}

/* A late mark is looked for as the normalizers write it. */
static const char *normalized(reading *r, const attn_hub *hub, const char *text)
{
    attn_prepared prepared;
    const char *made = NULL;
    if (attn_prepared_new(&prepared, r->status) &&
        attn_prepare(&prepared, hub, (attn_span){text, strlen(text)}, 0, r->status))
        made = attn_copy_text(r->kept, prepared.normal.bytes, prepared.normal.length);
    attn_prepared_free(&prepared);
    return made;
}

static bool take_flags(reading *r, attn_hub *hub)
{
    hub->marks = attn_alloc(r->kept, r->marks.count + 1, sizeof *hub->marks);
    for (size_t i = 0; hub->marks && i < r->marks.count; i++) {
        const entry *from = &r->marks.items[i];
        attn_hub_mark *mark = &hub->marks[i];
        *mark = (attn_hub_mark){from->takes_left, from->takes_right, from->alone, from->late, NULL};
        mark->text = from->late ? normalized(r, hub, from->text)
                                : attn_copy_text(r->kept, from->text, strlen(from->text));
        if (!mark->text) return false;
        if (mark->late) hub->late_begins[(unsigned char)*mark->text] = *mark->text != '\0';
    }
    return hub->marks != NULL;
}

static bool make_hub(reading *r, attn_tokenizer *t)
{
    static const char *const types[] = {"BPE", "WordPiece", "Unigram"};
    attn_hub *hub = attn_alloc(r->kept, 1, sizeof *hub);
    attn_hub_fault fault = {0};
    size_t type = 0;
    while (type < 3 && strcmp(r->type, types[type]) != 0) type++;
    if (type == 3)
        return attn_reading_fail(
            r, 0, "the model is of the type '%s', not BPE, WordPiece or Unigram", r->type);
    if (!hub) return false;
    *hub = (attn_hub){.model = (attn_hub_model)type,
                      .falls_back = r->falls_back && attn_tokenizer_find_bytes(t) < 0,
                      .fuses_unknown = r->fuses_unknown || type == ATTN_HUB_UNIGRAM,
                      .whole_first = r->whole_first,
                      .most_letters = r->most_letters >= 1 ? (size_t)r->most_letters : 100,
                      .inside = attn_copy_text(r->kept, r->inside ? r->inside : "",
                                               r->inside ? strlen(r->inside) : 0)};
    if (type == ATTN_HUB_BPE && r->inside)
        return attn_reading_fail(r, 0,
                                 "\"continuing_subword_prefix\" is null where the type is BPE");
    for (size_t i = 0; i < t->pieces.count; i++) {
        const size_t length = strlen(t->pieces.words[i]);
        if (length > hub->longest) hub->longest = length;
    }
    if (!hub->inside || !find_unknown(r, t, hub) || !take_spelling(r, t, hub) ||
        !take_whole(r, hub) || (type == ATTN_HUB_UNIGRAM && !take_scores(r, hub)))
        return false;
    t->hub = hub;
    if (!attn_hub_read(t, hub, &r->parts, &fault))
        return fault.message && attn_reading_fail(r, fault.offset, "%s", fault.message);
    return take_flags(r, hub);
}

attn_tokenizer *attn_reading_make(reading *r)
{
    attn_tokenizer *t = attn_alloc(r->kept, 1, sizeof *t);
    attn_language language = ATTN_LANGUAGE_NONE;
    const bool own = is_own(r, &language);
    if (!t || !attn_ok(r->status)) return NULL;
    *t = (attn_tokenizer){.arena = r->kept, .language = language, .pieces = {.arena = r->kept}};
    return join_marks(r) && add_pieces(r, t) && (!own || find_bytes(r, t)) && add_marks(r, t) &&
                   add_merges(r, t) && (own || make_hub(r, t))
               ? t
               : NULL;
}

attn_tokenizer *attn_tokenizer_fill(attn_tokenizer *tokenizer, size_t count, attn_arena *arena)
{
    attn_tokenizer *t = tokenizer ? tokenizer : attn_alloc(arena, 1, sizeof *t);
    if (t && !tokenizer) *t = (attn_tokenizer){.arena = arena, .pieces = {.arena = arena}};
    while (t && t->pieces.count < count)
        if (!add_nameless(t)) return NULL;
    return t;
}
