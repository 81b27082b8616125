/*
 * hub_spell: words spelled by the longest pieces (WordPiece), or by the most probable ones
 * (Unigram).
 */
#include <math.h>
#include <string.h>

#include "core/budget.h"
#include "text/tokenizer/tokenizer.h"

static void add_piece(attn_spelling *out, uint32_t piece, size_t start, size_t end)
{
    out->pieces[out->count] = piece;
    out->places[out->count++] = (attn_stretch){start, end};
}

void attn_hub_add_unknown(const attn_tokenizer *t, attn_span key, size_t start, size_t end,
                          attn_spelling *out)
{
    const attn_hub *hub = t->hub;
    const bool joins = hub->fuses_unknown && out->count &&
                       out->pieces[out->count - 1] == hub->unknown &&
                       out->places[out->count - 1].end == start;
    if (hub->falls_back) {
        for (size_t i = start; i < end; i++)
            add_piece(out, t->bytes[(unsigned char)key.bytes[i]], i, i + 1);
    } else if (joins) {
        out->places[out->count - 1].end = end;
    } else if (hub->unknown != ATTN_NO_PIECE) {
        add_piece(out, hub->unknown, start, end);
    }
}

size_t attn_hub_find(const attn_tokenizer *t, const char *bytes, size_t length)
{
    const size_t place = attn_word_index_find(&t->pieces, bytes, length);
    if (!t->hub || !place) return place;
    return place <= t->hub->spell_count && t->hub->spells[place - 1] ? place : 0;
}

static size_t letter_at(attn_span key, size_t at)
{
    uint32_t code;
    const size_t step = attn_utf8_next(key.bytes + at, key.length - at, &code);
    return step ? step : 1;
}

/* ---- WordPiece ---- */

/* The end of the longest piece that begins there; 0: there is none. */
static size_t longest_piece(const attn_tokenizer *t, attn_span key, size_t start, attn_text *name,
                            uint32_t *piece)
{
    const size_t most = start + t->hub->longest;
    for (size_t end = key.length < most ? key.length : most; end > start; end--) {
        if (end < key.length && ((unsigned char)key.bytes[end] & 0xC0) == 0x80) continue;
        attn_text_clear(name);
        if (start) attn_text_add(name, t->hub->inside);
        attn_text_add_bytes(name, key.bytes + start, end - start);
        const size_t place = attn_hub_find(t, attn_text_string(name), name->length);
        *piece = (uint32_t)(place - 1);
        if (place) return end;
    }
    return 0;
}

static bool spell_longest(const attn_tokenizer *t, attn_span key, attn_spelling *out,
                          attn_status *status)
{
    attn_text name = {0};
    size_t letters = 0, end = 0;
    for (size_t at = 0; at < key.length; at += letter_at(key, at)) letters++;
    for (size_t start = 0; letters <= t->hub->most_letters && start < key.length; start = end) {
        uint32_t piece = 0;
        if (!(end = longest_piece(t, key, start, &name, &piece))) break;
        add_piece(out, piece, start, end);
    }
    if (end < key.length) {
        out->count = 0;
        attn_hub_add_unknown(t, key, 0, key.length, out);
    }
    const bool failed = name.failed;
    attn_text_free(&name);
    return !failed || attn_no_memory(status, "spelling words");
}

/* ---- Unigram ---- */

typedef struct reached { /* an end of the best pieces that lead there */
    double score;
    size_t from; /* of the last one */
    uint32_t piece;
} reached;

/* Each piece that begins at a place, and what leads to its end. */
static void reach_on(const attn_hub *hub, attn_span key, size_t at, reached *ends)
{
    const size_t first = at + letter_at(key, at);
    bool alone = false;
    uint32_t node = 0;
    for (size_t end = at; end < key.length;) {
        node = attn_trie_step(hub->trie, node, (unsigned char)key.bytes[end++]);
        if (node == 0) break;
        const uint32_t place = attn_trie_value(hub->trie, node);
        if (place == ATTN_TRIE_NOTHING) continue;
        const double score = ends[at].score + hub->scored[place].score;
        if (score > ends[end].score) ends[end] = (reached){score, at, hub->scored[place].piece};
        alone |= end == first;
    }
    const double unknown = ends[at].score + hub->unknown_score;
    if (!alone && unknown > ends[first].score) ends[first] = (reached){unknown, at, ATTN_NO_PIECE};
}

static bool spell_likely(const attn_tokenizer *t, attn_span key, attn_spelling *out,
                         attn_status *status)
{
    const uint64_t work = key.length * (uint64_t)t->hub->longest;
    if (!attn_spend(status, work)) return attn_fail_work(status, work, "spelling the words");
    size_t bytes;
    reached *ends =
        attn_multiply(key.length + 1, sizeof *ends, &bytes) ? attn_resize(NULL, bytes) : NULL;
    if (!ends) return attn_no_memory(status, "spelling words");
    for (size_t i = 0; i <= key.length; i++) ends[i] = (reached){-INFINITY, 0, ATTN_NO_PIECE};
    ends[0].score = 0;
    for (size_t at = 0; at < key.length; at += letter_at(key, at)) reach_on(t->hub, key, at, ends);
    /* from the last end to the first, each keeps where the next one lies */
    size_t next = key.length;
    for (size_t at = key.length, from; at > 0; at = from) {
        from = ends[at].from;
        ends[at].from = next;
        next = at;
    }
    for (size_t start = 0, end = next; start < key.length; start = end, end = ends[start].from) {
        if (ends[end].piece == ATTN_NO_PIECE)
            attn_hub_add_unknown(t, key, start, end, out);
        else
            add_piece(out, ends[end].piece, start, end);
    }
    attn_resize(ends, 0);
    return true;
}

bool attn_hub_spell(const attn_tokenizer *t, attn_span key, attn_spelling *out, attn_status *status)
{
    return t->hub->model == ATTN_HUB_UNIGRAM ? spell_likely(t, key, out, status)
                                             : spell_longest(t, key, out, status);
}
