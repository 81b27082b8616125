/*
 * parts: their names; groups of pairs that have something in common, each given to a part.
 */
#include "corpus/parts.h"

#include <string.h>

#include "corpus/grammar.h"

const char *const attn_part_names[] = {"train", "validation", "test", "all", NULL};

bool attn_part_named(const char *name, attn_corpus_part *part)
{
    size_t i = 0;
    while (attn_part_names[i] && strcmp(attn_part_names[i], name) != 0) i++;
    if (attn_part_names[i]) *part = (attn_corpus_part)i;
    return attn_part_names[i] != NULL;
}

/* Pairs of one group. */
enum { MOST_TESTED = 40 };

static void join_words(const attn_words *column, attn_text *joined)
{
    for (size_t i = 0; i < column->count; i++) {
        if (i > 0) attn_text_add(joined, " ");
        attn_text_add(joined, column->words[i].text);
    }
}

uint64_t attn_hash_column(const attn_words *column, attn_text *joined)
{
    attn_text_clear(joined);
    join_words(column, joined);
    uint64_t hash = attn_hash(attn_text_string(joined), joined->length);
    return hash ? hash : 1;
}

attn_corpus_part attn_part_of_hash(uint64_t hash, bool tested)
{
    uint64_t sixteenth = attn_combine(0, hash) >> 60;
    if (sixteenth == 0) return ATTN_VALIDATION;
    return sixteenth == 1 && tested ? ATTN_TEST : ATTN_TRAIN;
}

/* ---- groups ---- */

/* The side that stands for a group; ways become shorter as they are gone. */
static size_t root_of(const attn_grouping *g, size_t side)
{
    while (g->parents[side] != side) {
        g->parents[side] = g->parents[g->parents[side]];
        side = g->parents[side];
    }
    return side;
}

/* The place of a sentence among the sides, from 1; 0 without memory. */
static size_t add_side(attn_grouping *g, const attn_words *column, const char *mark)
{
    attn_text_clear(&g->joined);
    attn_text_add(&g->joined, mark);
    join_words(column, &g->joined);
    if (g->joined.failed) {
        attn_no_memory(attn_arena_status(g->arena), "reading lines");
        return 0;
    }
    size_t place = attn_word_index_add(&g->sides, attn_text_string(&g->joined), g->joined.length);
    if (place <= g->parent_count) return place;
    return attn_append(g->arena, &g->parents, &g->parent_count, &(size_t){place - 1},
                       sizeof(size_t))
               ? place
               : 0;
}

bool attn_group_pair(attn_grouping *g, const attn_line *line)
{
    g->sides.arena = g->arena;
    const size_t source = add_side(g, line->source, "<");
    const size_t target = source ? add_side(g, line->target, ">") : 0;
    if (!target) return false;
    g->parents[root_of(g, target - 1)] = root_of(g, source - 1);
    return attn_append(g->arena, &g->pairs, &g->pair_count, &(size_t){source - 1}, sizeof(size_t));
}

/* Of all sources of each group the least hash, by its root; NULL without memory. */
static uint64_t *least_hashes(const attn_grouping *g)
{
    uint64_t *least = attn_alloc(g->arena, g->sides.count + 1, sizeof *least);
    for (size_t i = 0; least && i < g->sides.count; i++) {
        const char *words = g->sides.words[i];
        const uint64_t hash = attn_hash(words + 1, strlen(words + 1));
        const size_t root = root_of(g, i);
        if (words[0] == '<' && (!least[root] || hash < least[root])) least[root] = hash;
    }
    return least;
}

attn_corpus_part *attn_group_parts(attn_grouping *g, attn_arena *arena)
{
    const uint64_t *least = least_hashes(g);
    size_t *counts = attn_alloc(g->arena, g->sides.count + 1, sizeof *counts);
    attn_corpus_part *parts = attn_alloc(arena, g->pair_count + 1, sizeof *parts);
    if (!least || !counts || !parts) return NULL;
    for (size_t i = 0; i < g->pair_count; i++) counts[root_of(g, g->pairs[i])]++;
    for (size_t i = 0; i < g->pair_count; i++) {
        const size_t root = root_of(g, g->pairs[i]);
        parts[i] = counts[root] > MOST_TESTED ? ATTN_TRAIN : attn_part_of_hash(least[root], true);
    }
    return parts;
}
