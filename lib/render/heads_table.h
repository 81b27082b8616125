/*
 * heads_table: what was measured of heads, as a table to read, as JSON and as CSV.
 */
#ifndef ATTN_RENDER_HEADS_TABLE_H
#define ATTN_RENDER_HEADS_TABLE_H

#include "core/text.h"
#include "lesson/heads/heads.h"

/* Adds a table for each pair of sequences, with a last row for even looking. */
void attn_heads_text(const attn_heads *heads, attn_text *out);
/* One object, a newline behind it; what could not be measured is null. */
void attn_heads_json(const attn_heads *heads, attn_text *out);
/* A line for each head, behind one of names; what could not be measured is empty. */
void attn_heads_csv(const attn_heads *heads, attn_text *out);

#endif
