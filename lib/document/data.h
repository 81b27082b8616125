/*
 * data: a run as blocks for programs to read: its families of values, its moments, what a source
 * stated over all of them, and its checks.
 */
#ifndef ATTN_DOCUMENT_DATA_H
#define ATTN_DOCUMENT_DATA_H

#include "document/block.h"
#include "document/filter.h"
#include "lesson/run/compare.h"

typedef struct attn_data_check {
    const attn_check *is; /* of the first moment that has it */
    bool holds;           /* in all of them */
} attn_data_check;

/* What is known of a run before its blocks are made; all in the arena, or in the run. */
typedef struct attn_data {
    const attn_run *run;
    const attn_filter *filter;
    size_t family_count, check_count;
    const bool *mapped;      /* of each node: whether the lesson draws it as it is */
    attn_data_check *checks; /* in the order in which moments have them, each once */
} attn_data;

/* NULL, with a fault, on failure. */
const attn_data *attn_data_new(const attn_run *run, const attn_filter *filter, attn_arena *arena);
/* Adds the blocks of one part behind the head, from 0, which may be none; false behind the last. */
bool attn_data_add(const attn_data *data, size_t part, attn_document *document);

/* An element of a family and what it was before the formulas were changed, in the document's
 * arena. False if one of them has no such element, or they cannot be compared; *changed tells
 * whether it is another value. */
bool attn_data_contrast(const attn_document *document, const attn_block_family *family,
                        const long *at, attn_contrast *contrast, bool *changed);

#endif
