/*
 * filter: which names and which moments of a run the reader asked for, and how names are written.
 */
#ifndef ATTN_DOCUMENT_FILTER_H
#define ATTN_DOCUMENT_FILTER_H

#include "document/document.h"

typedef struct attn_filter {
    size_t name_count, place_count; /* 0: all */
    const char **names;             /* as attn_name_plain writes them */
    attn_loop_at *places;
    attn_status *status; /* the arena's: to compare names needs memory */
} attn_filter;

/* Reads options->only and options->at; what the run does not have, or nothing at all, is
 * ATTN_USAGE. In the arena. */
bool attn_filter_make(attn_filter *filter, const attn_run *run, const attn_show_options *options,
                      attn_arena *arena);
/* label: of a value, "α_1", or a name, "α": asked for by itself or with all of its family. */
bool attn_filter_has_name(const attn_filter *filter, const char *label);
/* name: of a family, asked for as a whole or one of its values. */
bool attn_filter_has_family(const attn_filter *filter, const char *name);
bool attn_filter_has_moment(const attn_filter *filter, const attn_moment *moment);
/* Whether one of these columns was asked for. */
bool attn_filter_has_column(const attn_filter *filter, const attn_column *columns, size_t count);
/* Whether a moment makes, shows, tabulates or draws a value that was asked for. */
bool attn_filter_has_value(const attn_filter *filter, const attn_moment *moment);

/* "alpha_{1}" as "α_1"; without numbers "α", the name of its family. */
void attn_name_plain(const char *label, bool numbers, attn_text *out);
/* The label of an element: "X_{0,1}", "s_{B,0}". */
void attn_element_label(const attn_family *family, const attn_element *element, attn_text *out);
/* True if all subscripts lie in 1 … n: no border. */
bool attn_element_inside(const attn_family *family, const attn_element *element);
/* No formula made it. (It may have got words since, or another number from the reader.) */
bool attn_element_given(const attn_record *record, const attn_family *family,
                        const attn_element *element);

#endif
