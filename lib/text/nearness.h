/*
 * nearness: how near sentences that were written are to those that were wanted, over all of them
 * together: BLEU (Papineni and others, 2002) and chrF2 (Popović, 2015), as sacreBLEU computes them
 * (Post, 2018; one reference, tokens 13a, exponential smoothing, capitals count).
 */
#ifndef ATTN_TEXT_NEARNESS_H
#define ATTN_TEXT_NEARNESS_H

#include "core/memory.h"

/* The longest runs that count, of words and of letters. */
enum { ATTN_BLEU_ORDERS = 4, ATTN_CHRF_ORDERS = 6 };

/* Runs of 1, 2, … words or characters: those written, those wanted, and those that are both. */
typedef struct attn_run_counts {
    size_t written, wanted, both;
} attn_run_counts;

/* {0} is that of no sentence. */
typedef struct attn_nearness {
    attn_run_counts words[ATTN_BLEU_ORDERS], letters[ATTN_CHRF_ORDERS];
} attn_nearness;

/* Counts one sentence. False on failure. */
bool attn_nearness_add(attn_nearness *sum, const char *written, const char *wanted,
                       attn_arena *arena);
/* From 0 to 100; 0 of no sentence. */
double attn_nearness_bleu(const attn_nearness *sum);
double attn_nearness_chrf(const attn_nearness *sum);

/* The tokens of a text by the rules 13a (of NIST's mteval-v13a), with a blank between two: symbols
 * stand apart, and so do a full stop or a comma unless between digits, and a dash behind a digit.
 * In the arena; NULL without memory. */
const char *attn_tokens_13a(const char *text, attn_arena *arena);

#endif
