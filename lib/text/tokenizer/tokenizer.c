/*
 * tokenizer: pieces and merges, and texts spelled by them.
 */
#include "text/tokenizer/tokenizer.h"

#include <stdio.h>
#include <string.h>
#include <utf8proc.h>

#include "core/budget.h"

/* ---- pieces ---- */

static void byte_name(unsigned byte, char name[8])
{
    snprintf(name, 8, "<0x%02X>", byte & 255u);
}

int attn_tokenizer_find_bytes(attn_tokenizer *tokenizer)
{
    char name[8];
    for (unsigned byte = 0; byte < 256; byte++) {
        byte_name(byte, name);
        const size_t place = attn_word_index_find(&tokenizer->pieces, name, strlen(name));
        if (place == 0) return (int)byte;
        tokenizer->bytes[byte] = (uint32_t)(place - 1);
    }
    return -1;
}

static bool add_bytes(attn_tokenizer *t)
{
    char name[8];
    for (unsigned byte = 0; byte < 256; byte++) {
        byte_name(byte, name);
        if (!attn_word_index_add(&t->pieces, name, strlen(name))) return false;
    }
    return attn_tokenizer_find_bytes(t) < 0;
}

bool attn_tokenizer_mark(attn_tokenizer *tokenizer, const char *mark)
{
    attn_tokenizer *t = tokenizer;
    t->mark_begins[(unsigned char)*mark] = true;
    return attn_push_text(t->arena, &t->marks, &t->mark_count,
                          attn_copy_text(t->arena, mark, strlen(mark)));
}

static bool add_marks(attn_tokenizer *t, const char *const *marks)
{
    for (; *marks; marks++)
        if (!attn_word_index_add(&t->pieces, *marks, strlen(*marks)) ||
            !attn_tokenizer_mark(t, *marks))
            return false;
    return true;
}

attn_tokenizer *attn_tokenizer_new(attn_language language, const char *const *marks,
                                   attn_arena *arena)
{
    attn_tokenizer *t = attn_alloc(arena, 1, sizeof *t);
    if (!t) return NULL;
    *t = (attn_tokenizer){.arena = arena, .language = language, .pieces = {.arena = arena}};
    return add_marks(t, marks) && add_bytes(t) ? t : NULL;
}

/* ---- merges ---- */

static attn_merge *merge_slot(const attn_tokenizer *t, uint32_t left, uint32_t right)
{
    const uint64_t pair = ((uint64_t)left << 32) | right;
    size_t at = (size_t)((pair * UINT64_C(0x9E3779B97F4A7C15)) >> 32) & (t->merge_slots - 1);
    for (;; at = (at + 1) & (t->merge_slots - 1)) {
        attn_merge *m = &t->merges[at];
        if (m->rank == 0 || (m->left == left && m->right == right)) return m;
    }
}

bool attn_tokenizer_room(attn_tokenizer *tokenizer, size_t merges)
{
    for (tokenizer->merge_slots = 16; tokenizer->merge_slots < 2 * merges;)
        tokenizer->merge_slots *= 2;
    tokenizer->merges =
        attn_alloc(tokenizer->arena, tokenizer->merge_slots, sizeof *tokenizer->merges);
    tokenizer->merge_list = attn_alloc(tokenizer->arena, merges + 1, sizeof *tokenizer->merge_list);
    return tokenizer->merges && tokenizer->merge_list;
}

bool attn_tokenizer_merge(attn_tokenizer *tokenizer, uint32_t left, uint32_t right, uint32_t made)
{
    attn_merge *slot = merge_slot(tokenizer, left, right);
    if (slot->rank || 2 * tokenizer->merge_count >= tokenizer->merge_slots) return false;
    tokenizer->merge_list[tokenizer->merge_count++] = slot;
    *slot = (attn_merge){left, right, made, (uint32_t)tokenizer->merge_count};
    return true;
}

void attn_tokenizer_tie(attn_tokenizer *tokenizer)
{
    const attn_tokenizer *t = tokenizer;
    const attn_merge *last = t->merge_list[t->merge_count - 1];
    merge_slot(t, last->left, last->right)->rank = t->merge_list[t->merge_count - 2]->rank;
}

/* The merge of a pair; NULL: there is none. */
static const attn_merge *merge_of(const attn_tokenizer *tokenizer, uint32_t left, uint32_t right)
{
    const attn_merge *slot = tokenizer->merges ? merge_slot(tokenizer, left, right) : NULL;
    return slot && slot->rank ? slot : NULL;
}

/* ---- a text that is being spelled ---- */

typedef struct symbol { /* of a word that is being spelled */
    uint32_t piece;     /* ATTN_NO_PIECE: it was merged into the one before */
    uint32_t before, after;
    attn_stretch place; /* in the key */
} symbol;

typedef struct stretch {
    size_t from, count;
} stretch;

/* Words that were spelled. */
typedef struct met {
    attn_arena *arena;
    attn_word_index words;
    stretch *spelled; /* of each, in pieces */
    size_t spelled_count;
    uint32_t *pieces;
    attn_stretch *places;
    size_t piece_count, place_count;
} met;

#define NO_MARK SIZE_MAX

struct attn_tokenizing {
    const attn_tokenizer *by;
    attn_status *status;
    attn_span rest; /* of the text, behind `mark` */
    attn_span mark; /* stands behind the words; or none */
    attn_cutting words;
    attn_text composed, key;
    int32_t *codes; /* of what is composed */
    size_t code_room, symbol_room, piece_room, place_room;
    symbol *symbols;
    uint32_t *pieces;
    attn_stretch *places;
    attn_span all;                /* the text */
    attn_prepared prepared;       /* of a hub: the words before `mark`, */
    size_t part;                  /* which of them is next, */
    size_t before, after;         /* how many pieces around the text were given out, */
    size_t normal_at;             /* where the normalized text goes on, */
    bool in_section;              /* whether it does, */
    size_t raw_mark, late_mark;   /* the marks that were met last, */
    attn_span behind, behind_key; /* and the one behind what is normalized */
    attn_span key_of_mark;        /* of a hub: the piece of `mark` */
    attn_heap queue;
    met met;
};

static bool is_first(const void *user, attn_heap_item a, attn_heap_item b)
{
    (void)user;
    return a.rank != b.rank ? a.rank < b.rank : a.at < b.at;
}

attn_tokenizing *attn_tokenizing_new(const attn_tokenizer *by, attn_status *status)
{
    attn_tokenizing *s = attn_resize(NULL, sizeof *s);
    if (!s) attn_no_memory(status, "spelling words");
    if (!s) return NULL;
    *s = (attn_tokenizing){.by = by, .status = status, .queue.before = is_first};
    s->met.arena = attn_arena_new(status);
    s->met.words.arena = s->met.arena;
    if (s->met.arena && (!by->hub || attn_prepared_new(&s->prepared, status))) return s;
    attn_tokenizing_free(s);
    return NULL;
}

void attn_tokenizing_free(attn_tokenizing *spelling)
{
    if (!spelling) return;
    attn_text_free(&spelling->composed);
    attn_text_free(&spelling->key);
    attn_heap_free(&spelling->queue);
    attn_resize(spelling->codes, 0);
    attn_resize(spelling->symbols, 0);
    attn_resize(spelling->pieces, 0);
    attn_resize(spelling->places, 0);
    if (spelling->by->hub) attn_prepared_free(&spelling->prepared);
    attn_arena_free(spelling->met.arena);
    attn_resize(spelling, 0);
}

void attn_tokenizing_begin(attn_tokenizing *spelling, attn_span text)
{
    spelling->rest = spelling->all = text;
    spelling->before = spelling->after = spelling->part = spelling->prepared.part_count = 0;
    spelling->raw_mark = spelling->late_mark = NO_MARK;
    spelling->in_section = false;
    spelling->key_of_mark = (attn_span){NULL, 0};
    spelling->mark = (attn_span){NULL, 0};
    spelling->words = (attn_cutting){.language = spelling->by->language};
}

/* ---- composed ---- */

/* Whether some character may not be composed. False, with a fault, for endless rows of marks, which
 * take long to put in order. */
static bool look_for_marks(attn_tokenizing *s, attn_span text, bool *marked)
{
    enum { MOST_IN_A_ROW = 128, FIRST_MARK = 0x300 };
    size_t row = 0;
    *marked = false;
    for (size_t at = 0, step; at < text.length; at += step ? step : 1) {
        uint32_t code = 0;
        if ((unsigned char)text.bytes[at] < 0x80 && (step = 1)) {
            row = 0;
            continue;
        }
        step = attn_utf8_next(text.bytes + at, text.length - at, &code);
        *marked = *marked || code >= FIRST_MARK;
        row = utf8proc_get_property((int32_t)code)->combining_class ? row + 1 : 0;
        if (row > MOST_IN_A_ROW)
            return attn_fail(s->status, ATTN_LIMIT, "a letter has more than %d marks",
                             MOST_IN_A_ROW);
    }
    return true;
}

/* Puts the composed form in the place of `text`, if that is not composed. */
static bool compose(attn_tokenizing *s, attn_span *text)
{
    const utf8proc_option_t options = UTF8PROC_STABLE | UTF8PROC_COMPOSE;
    const utf8proc_uint8_t *bytes = (const utf8proc_uint8_t *)text->bytes;
    bool marked;
    if (!look_for_marks(s, *text, &marked)) return false;
    if (!marked) return true;
    utf8proc_ssize_t count =
        utf8proc_decompose(bytes, (utf8proc_ssize_t)text->length, NULL, 0, options);
    if (count < 0) return attn_fail(s->status, ATTN_INPUT, "the text is not UTF-8");
    /* one more, for the NUL that utf8proc writes */
    if (!attn_make_room(s->status, &s->codes, &s->code_room, (size_t)count + 1, sizeof *s->codes))
        return false;
    utf8proc_decompose(bytes, (utf8proc_ssize_t)text->length, s->codes, count, options);
    count = utf8proc_reencode(s->codes, count, options);
    attn_text_clear(&s->composed);
    attn_text_add_bytes(&s->composed, (const char *)s->codes, (size_t)count);
    *text = (attn_span){attn_text_string(&s->composed), s->composed.length};
    return !s->composed.failed || attn_no_memory(s->status, "spelling words");
}

/* ---- words ---- */

/* What is looked for: the marks of a text as it was written, or of one that is normalized. */
typedef struct mark_search {
    const attn_tokenizer *by;
    attn_span text;
    bool late;
} mark_search;

static const char *mark_text(const mark_search *m, size_t i)
{
    const attn_hub *hub = m->by->hub;
    if (hub && hub->marks[i].late != m->late) return "";
    return hub ? hub->marks[i].text : m->by->marks[i];
}

/* The longest mark at a place; *length of it. */
static size_t mark_at(const mark_search *m, size_t at, size_t *length)
{
    const attn_tokenizer *t = m->by;
    const bool *begins = m->late ? t->hub->late_begins : t->mark_begins;
    size_t found = NO_MARK;
    *length = 0;
    for (size_t i = 0; begins[(unsigned char)m->text.bytes[at]] && i < t->mark_count; i++) {
        const char *text = mark_text(m, i);
        const size_t wide = strlen(text);
        if (wide <= *length || wide > m->text.length - at ||
            memcmp(m->text.bytes + at, text, wide) != 0)
            continue;
        *length = wide;
        found = i;
    }
    return found;
}

/* The next mark from a place on, and where it stands; else NO_MARK, and the end of the text. */
static size_t find_mark(const mark_search *m, size_t at, attn_stretch *place)
{
    for (size_t length; at < m->text.length; at += length ? length : 1) {
        const size_t mark = mark_at(m, at, &length);
        if (mark == NO_MARK ||
            (m->by->hub && m->by->hub->marks[mark].alone &&
             (attn_letter_ends(m->text, at) || attn_letter_stands(m->text, at + length))))
            continue;
        *place = (attn_stretch){at, at + length};
        return mark;
    }
    *place = (attn_stretch){m->text.length, m->text.length};
    return NO_MARK;
}

/* A part of a text without the white space that the marks on its sides take. */
static attn_stretch between_marks(const attn_tokenizing *s, attn_span text, attn_stretch part,
                                  size_t before, size_t behind)
{
    const attn_hub_mark *marks = s->by->hub->marks;
    if (part.start == part.end) return part; /* of no text, which has no bytes */
    const attn_span all = {text.bytes + part.start, part.end - part.start};
    const attn_span kept = attn_trimmed(all, before != NO_MARK && marks[before].takes_right,
                                        behind != NO_MARK && marks[behind].takes_left);
    part.start = kept.length ? (size_t)(kept.bytes - text.bytes) : part.end;
    return (attn_stretch){part.start, part.start + kept.length};
}

static attn_span mark_name(const attn_tokenizer *t, size_t mark)
{
    return (attn_span){t->marks[mark], strlen(t->marks[mark])};
}

/* Moves on in a hub's normalized text: to the words before its next mark, and to that mark; behind
 * the last one, to the mark that stands behind the section. */
static bool next_words(attn_tokenizing *s)
{
    const attn_traced *normal = &s->prepared.normal;
    const mark_search late = {s->by, {normal->bytes, normal->length}, true};
    attn_stretch place = {0, 0};
    const size_t mark = find_mark(&late, s->normal_at, &place);
    const attn_stretch words =
        between_marks(s, late.text, (attn_stretch){s->normal_at, place.start}, s->late_mark, mark);
    s->late_mark = mark;
    s->normal_at = place.end;
    s->mark = s->behind;
    s->key_of_mark = s->behind_key;
    if (mark == NO_MARK) {
        s->in_section = false;
    } else {
        const size_t from = normal->from[place.start], to = normal->to[place.end - 1];
        s->mark = (attn_span){s->all.bytes + from, to > from ? to - from : 0};
        s->key_of_mark = mark_name(s->by, mark);
    }
    s->part = 0;
    return attn_prepare_words(&s->prepared, s->by->hub, words, s->status);
}

/* Prepares the text before a mark of a hub's tokenizer. */
static bool prepare_section(attn_tokenizing *s, attn_stretch section, size_t mark)
{
    section = between_marks(s, s->all, section, s->raw_mark, mark);
    s->behind_key = mark == NO_MARK ? (attn_span){NULL, 0} : mark_name(s->by, mark);
    s->late_mark = NO_MARK;
    s->raw_mark = mark;
    s->normal_at = 0;
    s->in_section = true;
    return attn_prepare(&s->prepared, s->by->hub,
                        (attn_span){s->all.bytes + section.start, section.end - section.start},
                        section.start, s->status) &&
           next_words(s);
}

/* Moves on to the text before the next mark, and to that mark. */
static bool next_section(attn_tokenizing *s)
{
    const mark_search marks = {s->by, s->all, false};
    const size_t start = (size_t)(s->rest.bytes - s->all.bytes);
    attn_stretch place = {0, 0};
    const size_t mark = find_mark(&marks, start, &place);
    attn_span section = {s->all.bytes + start, place.start - start};
    s->mark = s->behind = (attn_span){s->all.bytes + place.start, place.end - place.start};
    s->rest = (attn_span){s->all.bytes + place.end, s->all.length - place.end};
    if (s->by->hub) return prepare_section(s, (attn_stretch){start, place.start}, mark);
    if (!compose(s, &section)) return false;
    s->words = (attn_cutting){.text = section, .language = s->by->language};
    return true;
}

static void add_key_letter(attn_text *key, uint32_t code, const char *bytes, size_t length)
{
    enum { CAPITAL_I_DOT = 0x130, CURLY = 0x2019 };
    const char small = (char)(code >= 'A' && code <= 'Z' ? code - 'A' + 'a' : code);
    if (code < 0x80)
        attn_text_add_bytes(key, &small, 1);
    else if (code == CURLY)
        attn_text_add(key, "'");
    else if (code == CAPITAL_I_DOT)
        attn_text_add(key, "i\u0307");
    else
        attn_text_add_lower(key, bytes, length);
}

/* A word as its pieces spell it. */
static void make_key(attn_text *key, attn_span word)
{
    enum { START = 0x2581 };
    attn_text_clear(key);
    for (size_t at = 0, step; at < word.length; at += step) {
        uint32_t code = 0xFFFD;
        step = attn_utf8_next(word.bytes + at, word.length - at, &code);
        if (step == 0) step = 1;
        if (at == 0 && code != START) attn_text_add(key, ATTN_PIECE_START);
        add_key_letter(key, code, word.bytes + at, step);
    }
}

/* The next piece that is put around the text. */
static bool tell_around(attn_tokenizing *s, const uint32_t *pieces, size_t count, size_t *told,
                        attn_spelled *word)
{
    if (*told == count) return false;
    const char *piece = s->by->pieces.words[pieces[(*told)++]];
    word->word = word->key = (attn_span){piece, strlen(piece)};
    return word->mark = true;
}

/* The next word of a text that a hub's tokenizer has prepared. */
static bool next_prepared(attn_tokenizing *s, attn_spelled *word)
{
    const attn_hub *hub = s->by->hub;
    const attn_traced *text = &s->prepared.text;
    if (tell_around(s, hub->before, hub->before_count, &s->before, word)) return true;
    while (s->part == s->prepared.part_count) {
        if (s->key_of_mark.length) {
            word->word = s->mark;
            word->key = s->key_of_mark;
            s->key_of_mark.length = 0;
            return word->mark = true;
        }
        if (!s->in_section && s->rest.length == 0)
            return tell_around(s, hub->after, hub->after_count, &s->after, word);
        if (!(s->in_section ? next_words(s) : next_section(s))) return false;
    }
    const attn_stretch part = s->prepared.parts[s->part++];
    const size_t from = text->from[part.start], to = text->to[part.end - 1];
    word->word = (attn_span){s->all.bytes + from, to > from ? to - from : 0};
    word->key = (attn_span){text->bytes + part.start, part.end - part.start};
    return attn_spend(s->status, ATTN_COST_READ + word->key.length * ATTN_COST_NUMBER) ||
           attn_fail_work(s->status, 0, "spelling the words");
}

bool attn_tokenizing_next(attn_tokenizing *spelling, attn_spelled *word)
{
    attn_tokenizing *s = spelling;
    *word = (attn_spelled){.count = 0};
    if (s->by->hub) return next_prepared(s, word);
    while (!attn_words_next(&s->words, &word->word)) {
        if (s->mark.length) {
            word->word = word->key = s->mark;
            word->mark = true;
            s->mark.length = 0;
            return true;
        }
        if (s->rest.length == 0 || !next_section(s)) return false;
    }
    make_key(&s->key, word->word);
    word->key = (attn_span){attn_text_string(&s->key), s->key.length};
    if (s->key.failed) return attn_no_memory(s->status, "spelling words");
    return attn_spend(s->status, ATTN_COST_READ + word->key.length * ATTN_COST_NUMBER) ||
           attn_fail_work(s->status, 0, "spelling the words");
}

bool attn_tokenizing_elided(attn_tokenizing *spelling, attn_span text, attn_spelled *word)
{
    static const char apostrophe[] = "\u02BC";
    const size_t width = sizeof apostrophe - 1;
    if (spelling->by->language != ATTN_LANGUAGE_FRENCH || text.length <= width ||
        memcmp(text.bytes + text.length - width, apostrophe, width) != 0)
        return false;
    make_key(&spelling->key, (attn_span){text.bytes, text.length - width});
    attn_text_add(&spelling->key, "'");
    *word = (attn_spelled){.word = text,
                           .key = {attn_text_string(&spelling->key), spelling->key.length}};
    return !spelling->key.failed || attn_no_memory(spelling->status, "spelling words");
}

/* ---- pieces of a word ---- */

/* The first symbols of a word: its characters, or what stands for those without a piece. */
static void first_pieces(attn_tokenizing *s, attn_span key, attn_spelling *out)
{
    const attn_tokenizer *t = s->by;
    for (size_t at = 0, step; at < key.length; at += step) {
        uint32_t code;
        step = attn_utf8_next(key.bytes + at, key.length - at, &code);
        if (step == 0) step = 1;
        const size_t wide =
            t->hub ? attn_trie_longest(t->hub->whole, key.bytes + at, key.length - at, &code) : 0;
        if (wide) {
            out->pieces[out->count] = code;
            out->places[out->count++] = (attn_stretch){at, at + wide};
            step = wide;
            continue;
        }
        const size_t place = attn_hub_find(t, key.bytes + at, step);
        if (!place && t->hub) {
            attn_hub_add_unknown(t, key, at, at + step, out);
            continue;
        }
        for (size_t i = 0; i < (place ? 1 : step); i++) {
            out->pieces[out->count] =
                place ? (uint32_t)(place - 1) : t->bytes[(unsigned char)key.bytes[at + i]];
            out->places[out->count++] = (attn_stretch){at + i, place ? at + step : at + i + 1};
        }
    }
}

static void link_symbols(attn_tokenizing *s, const attn_spelling *first)
{
    for (size_t i = 0; i < first->count; i++)
        s->symbols[i] = (symbol){.piece = first->pieces[i],
                                 .before = i ? (uint32_t)(i - 1) : ATTN_NO_PIECE,
                                 .after = i + 1 < first->count ? (uint32_t)(i + 1) : ATTN_NO_PIECE,
                                 .place = first->places[i]};
}

/* The merge of a symbol with the one behind it; NULL: there is none. */
static const attn_merge *merge_at(const attn_tokenizing *s, uint32_t at)
{
    if (at == ATTN_NO_PIECE || s->symbols[at].piece == ATTN_NO_PIECE ||
        s->symbols[at].after == ATTN_NO_PIECE)
        return NULL;
    return merge_of(s->by, s->symbols[at].piece, s->symbols[s->symbols[at].after].piece);
}

static bool queue_merge(attn_tokenizing *s, uint32_t at)
{
    const attn_merge *merge = merge_at(s, at);
    return !merge || attn_heap_add(&s->queue, (attn_heap_item){merge->rank, at}, s->status);
}

static bool merge_symbols(attn_tokenizing *s, size_t count)
{
    attn_heap_item first;
    for (size_t i = 0; i < count; i++)
        if (!queue_merge(s, (uint32_t)i)) return false;
    while (attn_heap_take(&s->queue, &first)) {
        symbol *one = &s->symbols[first.at];
        const attn_merge *merge = merge_at(s, first.at);
        if (!merge || merge->rank != first.rank) continue;
        symbol *other = &s->symbols[one->after];
        *one =
            (symbol){merge->made, one->before, other->after, {one->place.start, other->place.end}};
        other->piece = ATTN_NO_PIECE;
        if (one->after != ATTN_NO_PIECE) s->symbols[one->after].before = first.at;
        if (!queue_merge(s, one->before) || !queue_merge(s, first.at)) return false;
    }
    return true;
}

/* Merges the pieces of a word, the first pair that was learned first. */
static bool merge(attn_tokenizing *s, attn_spelling *out)
{
    const size_t count = out->count;
    if (!attn_make_room(s->status, &s->symbols, &s->symbol_room, count, sizeof *s->symbols))
        return false;
    link_symbols(s, out);
    if (!merge_symbols(s, count)) return false;
    out->count = 0;
    for (size_t i = 0; i < count; i++) {
        if (s->symbols[i].piece == ATTN_NO_PIECE) continue;
        out->pieces[out->count] = s->symbols[i].piece;
        out->places[out->count++] = s->symbols[i].place;
    }
    return true;
}

static bool spell(attn_tokenizing *s, attn_spelled *word)
{
    const attn_hub *hub = s->by->hub;
    const attn_span key = word->key;
    const size_t most = key.length + 1;
    if (!attn_make_room(s->status, &s->pieces, &s->piece_room, most, sizeof *s->pieces) ||
        !attn_make_room(s->status, &s->places, &s->place_room, most, sizeof *s->places))
        return false;
    attn_spelling out = {s->pieces, s->places, 0};
    const size_t whole = hub && hub->whole_first ? attn_hub_find(s->by, key.bytes, key.length) : 0;
    if (whole) {
        out.pieces[out.count] = (uint32_t)(whole - 1);
        out.places[out.count++] = (attn_stretch){0, key.length};
    } else if (hub && hub->model != ATTN_HUB_BPE) {
        if (!attn_hub_spell(s->by, key, &out, s->status)) return false;
    } else {
        first_pieces(s, key, &out);
        if (!merge(s, &out)) return false;
    }
    word->pieces = out.pieces;
    word->places = out.places;
    word->count = out.count;
    return true;
}

/* ---- words met before ---- */

static void forget(met *m)
{
    attn_arena_clear(m->arena);
    *m = (met){.arena = m->arena, .words.arena = m->arena};
}

static bool remember(met *m, const attn_spelled *word)
{
    enum { MOST = 1 << 16 };
    if (m->words.count >= MOST) forget(m);
    const stretch one = {m->piece_count, word->count};
    for (size_t i = 0; i < word->count; i++)
        if (!attn_append(m->arena, &m->pieces, &m->piece_count, &word->pieces[i],
                         sizeof *m->pieces) ||
            !attn_append(m->arena, &m->places, &m->place_count, &word->places[i],
                         sizeof *m->places))
            return false;
    return attn_append(m->arena, &m->spelled, &m->spelled_count, &one, sizeof one) &&
           attn_word_index_add(&m->words, word->key.bytes, word->key.length);
}

bool attn_tokenizing_spell(attn_tokenizing *spelling, attn_spelled *word)
{
    enum { MOST_BYTES = 64 };
    met *m = &spelling->met;
    if (word->mark) {
        const size_t place =
            attn_word_index_find(&spelling->by->pieces, word->key.bytes, word->key.length);
        if (!attn_make_room(spelling->status, &spelling->pieces, &spelling->piece_room, 1,
                            sizeof *spelling->pieces) ||
            !attn_make_room(spelling->status, &spelling->places, &spelling->place_room, 1,
                            sizeof *spelling->places))
            return false;
        spelling->pieces[0] = (uint32_t)(place - 1);
        spelling->places[0] = (attn_stretch){0, word->key.length};
        word->pieces = spelling->pieces;
        word->places = spelling->places;
        word->count = 1;
        return true;
    }
    const bool kept = word->key.length <= MOST_BYTES;
    const size_t place =
        kept ? attn_word_index_find(&m->words, word->key.bytes, word->key.length) : 0;
    if (place) {
        const size_t from = m->spelled[place - 1].from, count = m->spelled[place - 1].count;
        word->pieces = count ? m->pieces + from : NULL;
        word->places = count ? m->places + from : NULL;
        word->count = count;
        return true;
    }
    return spell(spelling, word) && (!kept || remember(m, word));
}

attn_span attn_tokenizing_piece(const attn_tokenizing *spelling, const attn_spelled *word, size_t i)
{
    const attn_traced *text = &spelling->prepared.text;
    const attn_stretch place = word->places[i];
    if (!spelling->by->hub || word->mark || place.end == place.start) return word->word;
    const size_t start = (size_t)(word->key.bytes - text->bytes);
    const size_t from = text->from[start + place.start], to = text->to[start + place.end - 1];
    return (attn_span){spelling->all.bytes + from, to > from ? to - from : 0};
}
