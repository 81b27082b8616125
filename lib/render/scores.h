/*
 * scores: how good a model was found to be (attn_run_evaluate), as lines to read and as JSON.
 */
#ifndef ATTN_RENDER_SCORES_H
#define ATTN_RENDER_SCORES_H

#include "core/text.h"
#include "lesson/lesson.h"

/* Adds what `evaluate` prints for a reader. */
void attn_scores_text(const attn_evaluated *scores, attn_text *out);
/* One object, a newline behind it. */
void attn_scores_json(const attn_evaluated *scores, attn_text *out);

#endif
