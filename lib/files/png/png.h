/*
 * png: rows of pixels streamed into a PNG file, whole or absent.
 */
#ifndef ATTN_FILES_PNG_PNG_H
#define ATTN_FILES_PNG_PNG_H

#include <stdint.h>

#include "core/memory.h"

/* Fills `pixels` with row y: width × 3 bytes (RGB), or width × 4 (RGBA), or one byte a pixel, its
 * place in the table of colours; rows come in order. False stops (status says why). */
typedef bool (*attn_png_row)(void *user, size_t y, uint8_t *pixels);

typedef struct attn_png {
    size_t width, height;
    size_t color_count; /* of the table: up to 256; 0: the rows are RGB, or, if clear, RGBA */
    const uint8_t (*colors)[3];
    bool clear;            /* something shines through */
    const uint8_t *alphas; /* then: how much each colour of the table covers; or NULL */
    attn_png_row row;
    void *user;
    const char *const *text; /* pairs of keyword and UTF-8 value, NULL-terminated; or NULL */
    /* bytes of our own, kept in the file as one chunk of this type; length 0: none */
    const char *chunk_type;
    const uint8_t *chunk;
    size_t chunk_length;
} attn_png;

/* Writes the file whole or not at all; asks `row` for one row after the other. */
bool attn_png_write(const char *path, const attn_png *picture, attn_status *status);

/* The bytes of a PNG file, and which of its chunks is wanted. */
typedef struct attn_png_search {
    const char *bytes, *name; /* name: for messages */
    size_t length;
    const char *chunk_type;
    size_t most; /* bytes of it */
    /* found: in the arena; NULL if there is none */
    const uint8_t *chunk;
    size_t chunk_length;
} attn_png_search;

/* Finds the first chunk of this type that stands before the pixels; its checksum is right. False,
 * with a fault, if the bytes are no PNG file or are damaged. */
bool attn_png_find(attn_png_search *search, attn_arena *arena, attn_status *status);

#endif
