/*
 * array_map: maps that people bring in files, as the panels of a sheet: pieces of words merged,
 * special tokens hidden, heads combined, and what is odd about the numbers said.
 */
#ifndef ATTN_PICTURE_ARRAYS_ARRAY_MAP_H
#define ATTN_PICTURE_ARRAYS_ARRAY_MAP_H

#include "files/arrays/array.h"
#include "picture/layout/sheet.h"
#include "text/alignment.h"
#include "text/tokens.h"

/* Each head by itself, or all of a layer as their mean or maximum. */
typedef enum attn_combine { ATTN_EACH_HEAD, ATTN_MEAN_HEAD, ATTN_MAX_HEAD } attn_combine;

typedef enum attn_hiding {
    ATTN_HIDE_NOTHING,
    ATTN_HIDE_KEEP,       /* the weights that stay keep their values */
    ATTN_HIDE_RENORMALISE /* and then each row sums to 1 again */
} attn_hiding;

/* How the maps of all sentences of a file fit their links. */
typedef struct attn_corpus_links {
    size_t sentences; /* of the maps */
    size_t linked;    /* sentences that the links speak of; another number: there are no counts */
    attn_link_counts counts;
} attn_corpus_links;

/* One map, or several that become one. */
typedef struct attn_array_map {
    const char *title; /* "layer 3, head 5"; or "" */
    const char *row_name,
        *column_name; /* "layer 3", "head 5", where maps stand in a table; or NULL */
    size_t count;
    const size_t *firsts; /* where in the array the numbers of each begin */
} attn_array_map;

typedef struct attn_array_picture {
    const char *name;  /* of the file, for messages */
    attn_arrays *file; /* or NULL: */
    const float *held; /* the numbers, in memory */
    const attn_array *array;
    size_t rows, cols; /* of each map, as they are stored */
    bool vector;       /* one row, which no word stands beside */
    size_t map_count;
    const attn_array_map *maps;
    size_t columns;  /* of maps side by side; 0: as it looks best */
    bool transposed; /* rows and columns change places */
    attn_combine combine;
    attn_hiding hiding;
    bool words;         /* pieces of words are merged: columns summed, rows averaged */
    attn_marks marks;   /* of the pieces */
    attn_tokens tokens; /* of the rows and columns, as they are drawn; or NULL */
    const char *tokens_name;
    const attn_alignment *links; /* laid over the map; or NULL */
    const char *links_name;
    const attn_corpus_links *corpus; /* shown beside the sentence's own; or NULL */
    const char *turn;                /* what the caller calls `transposed` */
} attn_array_picture;

typedef struct attn_array_shown {
    size_t panel_count;
    attn_panel *panels;
    const char *subtitle; /* what is odd about the numbers, and what was done to them; or NULL */
    const char *note;     /* what the marks mean; or NULL */
    size_t said_count;    /* what is odd about the numbers, a sentence each */
    const char **said;
} attn_array_shown;

/* The file must stay open as long as the panels are used. */
bool attn_array_panels(const attn_array_picture *picture, attn_arena *arena,
                       attn_array_shown *shown);
/* How the largest weights of its map fit its links. False on failure. */
bool attn_array_link_counts(const attn_array_picture *picture, attn_arena *arena,
                            attn_link_counts *counts);
/* The same maps of two files, and of each the difference, picture − other. */
bool attn_array_differences(const attn_array_picture *picture, const attn_array_picture *other,
                            attn_arena *arena, attn_array_shown *shown);

#endif
