/*
 * baseline: the simplest rules by which one could tell where a word looks without any map: always
 * the word so many places away, or always the nearest word of one kind. What a head is worth shows
 * beside the best of these.
 */
#ifndef ATTN_LESSON_TRAIN_BASELINE_H
#define ATTN_LESSON_TRAIN_BASELINE_H

#include "lesson/lesson.h"

/*
 * Counts one row for all rules that find the word `to` from the word `from`. kinds: of each word of
 * the line, "" where there is none; they must live as long as the scores. False on failure.
 */
bool attn_rules_count(attn_rule_scores *scores, const char *const *kinds, size_t words, size_t from,
                      size_t to, attn_arena *arena);
/* The rule that was right most often, the nearest of equally good ones; NULL: none ever was. */
const attn_rule_score *attn_rules_best(const attn_rule_scores *scores);
/* In how many rows of these scores a rule is right that was found in others. */
size_t attn_rules_right(const attn_rule_scores *scores, const attn_rule_score *rule);

#endif
