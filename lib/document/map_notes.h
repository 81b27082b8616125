/*
 * map_notes: which of several maps one is, and what was measured of it on other words.
 */
#ifndef ATTN_DOCUMENT_MAP_NOTES_H
#define ATTN_DOCUMENT_MAP_NOTES_H

#include "lesson/lesson.h"

/* The family that a node is an element of, and which one; NULL: none. */
const attn_family *attn_map_family(const attn_run *run, attn_node node,
                                   const attn_element **element);
/* "layer 1, head 2" for an element of a family, "" where its subscripts are plain numbers. Each
 * place that is added begins with `before`, the first, or a comma. */
void attn_add_map_place(const attn_run *run, attn_node node, const char *before, attn_text *out);
/*
 * A line for each map of which something was measured, "layer 1, head 2: …", below the heading; or,
 * where that does not hold for these words, one line that says why. Nothing where nothing was
 * measured.
 */
void attn_add_map_notes(const attn_run *run, const attn_map *maps, size_t count,
                        const char *heading, attn_text *out);

/* Of a sheet on which each map has its note below it, what holds of all notes; NULL: they have none
 * that holds for these words. */
const char *attn_map_notes_foot(const attn_map *maps, size_t count);

/* Of a map by layer and head "layer 3" and "head 5", which stand once for a row and a column of a
 * sheet where maps are too many to have words. Of other maps, and without memory, one is NULL. */
void attn_map_table_names(const attn_run *run, attn_node node, attn_arena *arena, const char **row,
                          const char **column);

#endif
