/*
 * bpe_learn: which pairs of pieces are merged, learned from words and how often they come.
 *
 * Each pair knows the words that it stands in, and a queue has the pairs by their counts. A merge
 * touches the words of its pair alone. Counts that fell are found when a pair is taken from the
 * queue, which puts it back behind those that are more frequent now.
 */
#include <stdlib.h>
#include <string.h>

#include "core/budget.h"
#include "core/random.h"
#include "text/tokenizer/tokenizer.h"

enum { MOST_WORD_BYTES = 256 };
static const uint32_t NO_SYMBOL = UINT32_MAX;

typedef struct pair {
    uint32_t left, right;
    uint64_t count, queued; /* queued: the count under which it stands in the queue */
    uint32_t first;         /* its words: a place in `uses`, from 1; 0: none */
    bool touched;
} pair;

typedef struct use {
    uint32_t word, next;
} use;

typedef struct cut_word { /* symbols of it */
    size_t from, count;
} cut_word;

struct attn_bpe {
    attn_tokenizer *to;
    attn_status *status;
    attn_tokenizing *cutting;
    attn_arena *arena;
    attn_word_index words;
    uint64_t *times; /* of each word */
    size_t times_count;
    cut_word *cut;
    uint32_t *symbols;
    size_t symbol_count;
    pair *pairs;
    size_t pair_count, slot_count;
    uint32_t *slots; /* places in pairs, from 1; 0: free */
    use *uses;
    size_t use_count;
    uint32_t *touched; /* pairs that a merge made more frequent */
    size_t touched_count;
    attn_heap queue;
};

/* ---- words ---- */

attn_bpe *attn_bpe_new(attn_tokenizer *tokenizer, attn_status *status)
{
    attn_bpe *l = attn_resize(NULL, sizeof *l);
    if (!l) attn_no_memory(status, "learning pieces");
    if (!l) return NULL;
    *l = (attn_bpe){.to = tokenizer, .status = status};
    l->arena = attn_arena_new(status);
    l->words.arena = l->arena;
    l->cutting = l->arena ? attn_tokenizing_new(tokenizer, status) : NULL;
    if (l->cutting) return l;
    attn_bpe_free(l);
    return NULL;
}

void attn_bpe_free(attn_bpe *learning)
{
    if (!learning) return;
    attn_tokenizing_free(learning->cutting);
    attn_arena_free(learning->arena);
    attn_resize(learning->pairs, 0);
    attn_resize(learning->slots, 0);
    attn_resize(learning->uses, 0);
    attn_resize(learning->touched, 0);
    attn_heap_free(&learning->queue);
    attn_resize(learning, 0);
}

bool attn_bpe_read(attn_bpe *learning, attn_span text)
{
    static const uint64_t none = 0;
    attn_bpe *l = learning;
    attn_spelled word;
    attn_tokenizing_begin(l->cutting, text);
    while (attn_tokenizing_next(l->cutting, &word)) {
        if (word.mark || word.key.length > MOST_WORD_BYTES) continue;
        const size_t place = attn_word_index_add(&l->words, word.key.bytes, word.key.length);
        if (place == 0 || (place > l->times_count &&
                           !attn_append(l->arena, &l->times, &l->times_count, &none, sizeof none)))
            return false;
        l->times[place - 1]++;
    }
    return attn_ok(l->status);
}

size_t attn_bpe_words(const attn_bpe *learning)
{
    return learning->words.count;
}

/* ---- characters ---- */

typedef struct letter {
    const char *text;
    uint64_t times;
} letter;

typedef struct counted_letters {
    attn_word_index known;
    uint64_t *times;
    size_t count;
    uint64_t all;
} counted_letters;

static size_t width_at(const char *text)
{
    uint32_t code;
    const size_t width = attn_utf8_next(text, strlen(text), &code);
    return width ? width : 1;
}

static bool count_letters(attn_bpe *l, counted_letters *found)
{
    static const uint64_t none = 0;
    for (size_t i = 0; i < l->words.count; i++) {
        for (const char *at = l->words.words[i]; *at; at += width_at(at)) {
            const size_t place = attn_word_index_add(&found->known, at, width_at(at));
            if (place == 0 ||
                (place > found->count &&
                 !attn_append(l->arena, &found->times, &found->count, &none, sizeof none)))
                return false;
            found->times[place - 1] += l->times[i];
            found->all += l->times[i];
        }
    }
    return true;
}

static int by_times(const void *a, const void *b)
{
    const letter *one = a, *other = b;
    if (one->times != other->times) return one->times < other->times ? 1 : -1;
    return strcmp(one->text, other->text);
}

static int by_text(const void *a, const void *b)
{
    const letter *one = a, *other = b;
    return strcmp(one->text, other->text);
}

/* The most frequent characters, so many that at most one in 100000 of the text has no piece. */
static bool add_letters(attn_bpe *l, size_t size, size_t *count)
{
    enum { RARE = 100000 };
    counted_letters found = {.known.arena = l->arena};
    if (!count_letters(l, &found)) return false;
    letter *all = attn_alloc(l->arena, found.count + 1, sizeof *all);
    if (!all) return false;
    for (size_t i = 0; i < found.count; i++)
        all[i] = (letter){found.known.words[i], found.times[i]};
    qsort(all, found.count, sizeof *all, by_times);
    uint64_t seen = 0;
    for (*count = 0; *count < found.count && l->to->pieces.count + *count < size &&
                     found.all - seen > found.all / RARE;
         ++*count)
        seen += all[*count].times;
    qsort(all, *count, sizeof *all, by_text);
    for (size_t i = 0; i < *count; i++)
        if (!attn_word_index_add(&l->to->pieces, all[i].text, strlen(all[i].text))) return false;
    return true;
}

/* ---- pairs ---- */

static uint32_t *slot_of(const attn_bpe *l, uint32_t left, uint32_t right)
{
    const uint64_t key = ((uint64_t)left << 32) | right;
    size_t at = (size_t)((key * UINT64_C(0x9E3779B97F4A7C15)) >> 32) & (l->slot_count - 1);
    for (;; at = (at + 1) & (l->slot_count - 1)) {
        const pair *p = l->slots[at] ? &l->pairs[l->slots[at] - 1] : NULL;
        if (!p || (p->left == left && p->right == right)) return &l->slots[at];
    }
}

static bool grow_slots(attn_bpe *l)
{
    size_t bytes;
    if (2 * l->pair_count < l->slot_count) return true;
    const size_t count = l->slot_count ? 2 * l->slot_count : 1024;
    uint32_t *slots =
        attn_multiply(count, sizeof *slots, &bytes) ? attn_resize(l->slots, bytes) : NULL;
    if (!slots) return attn_no_memory(l->status, "learning pieces");
    l->slots = memset(slots, 0, bytes);
    l->slot_count = count;
    for (size_t i = 0; i < l->pair_count; i++)
        *slot_of(l, l->pairs[i].left, l->pairs[i].right) = (uint32_t)(i + 1);
    return true;
}

/* The pair of these symbols, added if it is new; NULL without memory. */
static pair *pair_of(attn_bpe *l, uint32_t left, uint32_t right)
{
    if (!grow_slots(l)) return NULL;
    uint32_t *slot = slot_of(l, left, right);
    if (*slot) return &l->pairs[*slot - 1];
    if (!attn_grow(l->status, &l->pairs, l->pair_count, sizeof *l->pairs)) return NULL;
    l->pairs[l->pair_count] = (pair){.left = left, .right = right};
    *slot = (uint32_t)++l->pair_count;
    return &l->pairs[l->pair_count - 1];
}

static bool touch(attn_bpe *l, pair *p)
{
    if (p->touched) return true;
    if (!attn_grow(l->status, &l->touched, l->touched_count, sizeof *l->touched)) return false;
    l->touched[l->touched_count++] = (uint32_t)(p - l->pairs);
    return p->touched = true;
}

/* Counts a pair of a word once more, and notes that the word has it. */
static bool count_pair(attn_bpe *l, uint32_t left, uint32_t right, size_t in)
{
    if (left == NO_SYMBOL || right == NO_SYMBOL) return true;
    pair *p = pair_of(l, left, right);
    if (!p) return false;
    p->count += l->times[in];
    if (p->first == 0 || l->uses[p->first - 1].word != in) {
        if (!attn_grow(l->status, &l->uses, l->use_count, sizeof *l->uses)) return false;
        l->uses[l->use_count++] = (use){(uint32_t)in, p->first};
        p->first = (uint32_t)l->use_count;
    }
    return touch(l, p);
}

static void uncount_pair(attn_bpe *l, uint32_t left, uint32_t right, size_t in)
{
    if (left == NO_SYMBOL || right == NO_SYMBOL) return;
    l->pairs[*slot_of(l, left, right) - 1].count -= l->times[in];
}

/* Queues anew the pairs that have become more frequent. */
static bool queue_touched(attn_bpe *l)
{
    for (size_t i = 0; i < l->touched_count; i++) {
        pair *p = &l->pairs[l->touched[i]];
        p->touched = false;
        if (p->count <= p->queued) continue;
        p->queued = p->count;
        if (!attn_heap_add(&l->queue, (attn_heap_item){p->count, l->touched[i]}, l->status))
            return false;
    }
    l->touched_count = 0;
    return true;
}

static bool cut_words(attn_bpe *l)
{
    l->cut = attn_alloc(l->arena, l->words.count + 1, sizeof *l->cut);
    for (size_t i = 0; l->cut && i < l->words.count; i++) {
        l->cut[i].from = l->symbol_count;
        for (const char *at = l->words.words[i]; *at; at += width_at(at)) {
            const size_t place = attn_word_index_find(&l->to->pieces, at, width_at(at));
            const uint32_t symbol = place ? (uint32_t)(place - 1) : NO_SYMBOL;
            if (!attn_append(l->arena, &l->symbols, &l->symbol_count, &symbol, sizeof symbol))
                return false;
        }
        l->cut[i].count = l->symbol_count - l->cut[i].from;
        for (size_t k = l->cut[i].from; k + 1 < l->symbol_count; k++)
            if (!count_pair(l, l->symbols[k], l->symbols[k + 1], i)) return false;
    }
    return l->cut && queue_touched(l);
}

/* ---- merges ---- */

/* Merges a pair wherever it stands in a word. */
static bool merge_in_word(attn_bpe *l, const attn_merge *merge, size_t in)
{
    cut_word *w = &l->cut[in];
    uint32_t *s = l->symbols + w->from;
    size_t to = 0;
    for (size_t at = 0; at < w->count; at++, to++) {
        const bool here = at + 1 < w->count && s[at] == merge->left && s[at + 1] == merge->right;
        s[to] = s[at];
        if (!here) continue;
        if (to > 0) uncount_pair(l, s[to - 1], s[at], in);
        if (at + 2 < w->count) uncount_pair(l, s[at + 1], s[at + 2], in);
        uncount_pair(l, s[at], s[at + 1], in);
        s[to] = merge->made;
        if (to > 0 && !count_pair(l, s[to - 1], merge->made, in)) return false;
        if (at + 2 < w->count && !count_pair(l, merge->made, s[at + 2], in)) return false;
        at++;
    }
    w->count = to;
    return true;
}

/* Merges a pair in all of its words. */
static bool merge_all(attn_bpe *l, const attn_merge *merge)
{
    const pair *p = &l->pairs[*slot_of(l, merge->left, merge->right) - 1];
    uint64_t work = 0;
    for (uint32_t at = p->first; at; at = l->uses[at - 1].next) {
        const size_t in = l->uses[at - 1].word;
        work += l->cut[in].count * ATTN_COST_NUMBER;
        if (!merge_in_word(l, merge, in)) return false;
    }
    return (attn_spend(l->status, work) ||
            attn_fail_work(l->status, work, "learning the pieces")) &&
           queue_touched(l);
}

/* The most frequent pair, of those that are equal the first by bytes; NULL: none comes twice. */
static const pair *most_frequent(attn_bpe *l)
{
    attn_heap_item first;
    while (attn_heap_take(&l->queue, &first)) {
        pair *p = &l->pairs[first.at];
        if (first.rank != p->queued) continue;
        if (p->count == p->queued) return p;
        p->queued = p->count;
        first.rank = p->count;
        if (p->count > 1 && !attn_heap_add(&l->queue, first, l->status)) break;
    }
    return NULL;
}

static bool is_more(const void *user, attn_heap_item a, attn_heap_item b)
{
    const attn_bpe *l = user;
    if (a.rank != b.rank) return a.rank > b.rank;
    const pair *one = &l->pairs[a.at], *other = &l->pairs[b.at];
    const char *const *texts = l->to->pieces.words;
    const int order = strcmp(texts[one->left], texts[other->left]);
    return order ? order < 0 : strcmp(texts[one->right], texts[other->right]) < 0;
}

/* The piece that both make; UINT32_MAX without memory. */
static uint32_t joined_piece(attn_bpe *l, const pair *p)
{
    const char *const *texts = l->to->pieces.words;
    const char *both = attn_print(l->arena, "%s%s", texts[p->left], texts[p->right]);
    const size_t place = both ? attn_word_index_add(&l->to->pieces, both, strlen(both)) : 0;
    return place ? (uint32_t)(place - 1) : UINT32_MAX;
}

bool attn_bpe_end(attn_bpe *learning, size_t size, size_t *letters)
{
    attn_bpe *l = learning;
    attn_tokenizer *t = l->to;
    const pair *p;
    l->queue = (attn_heap){.before = is_more, .user = l};
    if (!add_letters(l, size, letters) || !attn_tokenizer_room(t, size) || !cut_words(l))
        return false;
    while (t->pieces.count < size && t->merge_count < size && (p = most_frequent(l))) {
        if (p->count < 2) break;
        const uint32_t made = joined_piece(l, p);
        if (made == UINT32_MAX || !attn_tokenizer_merge(t, p->left, p->right, made)) break;
        if (!merge_all(l, t->merge_list[t->merge_count - 1])) return false;
    }
    return attn_ok(l->status);
}
