/*
 * trie: the nodes stand in one array, those behind a node side by side and ordered by their bytes.
 * Few nodes have many behind them, so a search in halves is short; the first, which every word
 * passes, has a table.
 */
#include "text/tokenizer/trie.h"

#include <stdlib.h>
#include <string.h>

typedef struct node {
    uint32_t first; /* of those behind it */
    uint32_t value;
    uint16_t count;
    unsigned char byte; /* by which it is reached */
} node;

struct attn_trie {
    size_t count;
    node *nodes;
    uint32_t start[256]; /* what the first node goes on to */
};

typedef struct range { /* the words that pass a node */
    uint32_t first, end;
} range;

typedef struct building {
    attn_trie *trie;
    const attn_trie_word *words;
    range *ranges; /* of each node */
    size_t room;
} building;

static int by_text(const void *a, const void *b)
{
    return strcmp(((const attn_trie_word *)a)->text, ((const attn_trie_word *)b)->text);
}

/* One more node than there are bytes is enough. */
static bool count_room(building *b, size_t count)
{
    b->room = 1;
    for (size_t i = 0; i < count; i++) b->room += strlen(b->words[i].text);
    return b->room < ATTN_TRIE_NOTHING;
}

/* The nodes behind a node, whose words are all `depth` bytes long at least. */
static void add_behind(building *b, size_t at, size_t depth)
{
    attn_trie *t = b->trie;
    const range words = b->ranges[at];
    uint32_t i = words.first;
    for (; i < words.end && b->words[i].text[depth] == '\0'; i++)
        t->nodes[at].value = b->words[i].value;
    t->nodes[at].first = (uint32_t)t->count;
    while (i < words.end) {
        const char byte = b->words[i].text[depth];
        range *behind = &b->ranges[t->count];
        t->nodes[t->count++] = (node){.value = ATTN_TRIE_NOTHING, .byte = (unsigned char)byte};
        t->nodes[at].count++;
        behind->first = i;
        while (i < words.end && b->words[i].text[depth] == byte) i++;
        behind->end = i;
    }
}

/* All nodes, those of one depth after those of the depth before. */
static void add_all(building *b, size_t count)
{
    attn_trie *t = b->trie;
    size_t at = 0, end = 1;
    t->nodes[0] = (node){.value = ATTN_TRIE_NOTHING};
    t->count = 1;
    b->ranges[0] = (range){0, (uint32_t)count};
    for (size_t depth = 0; at < end; depth++, end = t->count)
        for (const size_t last = end; at < last; at++) add_behind(b, at, depth);
    for (size_t i = 0; i < t->nodes[0].count; i++)
        t->start[t->nodes[t->nodes[0].first + i].byte] = t->nodes[0].first + (uint32_t)i;
}

attn_trie *attn_trie_new(attn_trie_word *words, size_t count, attn_arena *arena)
{
    building b = {.trie = attn_alloc(arena, 1, sizeof *b.trie), .words = words};
    attn_arena *ranges = b.trie ? attn_arena_new(attn_arena_status(arena)) : NULL;
    if (!ranges) return NULL;
    if (count) qsort(words, count, sizeof *words, by_text);
    if (count_room(&b, count)) {
        b.trie->nodes = attn_room(arena, b.room, sizeof *b.trie->nodes);
        b.ranges = attn_room(ranges, b.room, sizeof *b.ranges);
    }
    const bool fine = b.trie->nodes && b.ranges;
    if (fine)
        add_all(&b, count);
    else if (attn_ok(attn_arena_status(arena)))
        attn_fail(attn_arena_status(arena), ATTN_LIMIT, "the pieces have more than 4 GiB");
    attn_arena_free(ranges);
    return fine ? b.trie : NULL;
}

uint32_t attn_trie_step(const attn_trie *trie, uint32_t at, unsigned char byte)
{
    if (at == 0) return trie->start[byte];
    const node *from = &trie->nodes[at];
    uint32_t low = from->first, high = low + from->count;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (trie->nodes[middle].byte == byte) return middle;
        if (trie->nodes[middle].byte < byte)
            low = middle + 1;
        else
            high = middle;
    }
    return 0;
}

uint32_t attn_trie_value(const attn_trie *trie, uint32_t at)
{
    return trie->nodes[at].value;
}

size_t attn_trie_longest(const attn_trie *trie, const char *bytes, size_t length, uint32_t *value)
{
    size_t found = 0;
    for (size_t i = 0, at = 0; trie && i < length; i++) {
        at = attn_trie_step(trie, (uint32_t)at, (unsigned char)bytes[i]);
        if (at == 0) break;
        if (trie->nodes[at].value == ATTN_TRIE_NOTHING) continue;
        found = i + 1;
        *value = trie->nodes[at].value;
    }
    return found;
}
