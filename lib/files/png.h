/*
 * png: rows of pixels streamed into a PNG file, whole or absent.
 */
#ifndef ATTN_FILES_PNG_H
#define ATTN_FILES_PNG_H

#include <stdint.h>

#include "core/memory.h"

/* Fills `pixels` (width × 3 bytes, RGB) with row y; rows come in order. False stops (status says
 * why). */
typedef bool (*attn_png_row)(void *user, size_t y, uint8_t *pixels);

/* text: pairs of keyword and UTF-8 value kept in the file, NULL-terminated; or NULL. */
bool attn_png_write(const char *path, size_t width, size_t height, attn_png_row row, void *user,
                    const char *const *text, attn_status *status);

#endif
