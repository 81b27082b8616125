/*
 * json_scan: the grammar of JSON (RFC 8259), checked before a tree is built, with faults that help.
 */
#ifndef ATTN_FILES_JSON_JSON_SCAN_H
#define ATTN_FILES_JSON_JSON_SCAN_H

#include <stdint.h>

#include "files/bytes/line_index.h"

/* Where a value of the document begins, and its key; a value without a key has its own offset
 * there. */
typedef struct attn_json_spot {
    uint32_t key, value;
} attn_json_spot;

typedef struct attn_json_spots { /* in the order of the document */
    attn_json_spot *spot;        /* freed by the caller, by attn_resize */
    size_t count, capacity;
} attn_json_spots;

/*
 * Scans the text of places, which has a NUL behind its end and is shorter than 2 GiB. What it lets
 * through cJSON reads alike: strings without U+0000, finite numbers, no deeper than depth (at most
 * 900), perhaps a byte order mark in front. Duplicate keys are left to the tree. file is for
 * messages. Spots may be NULL.
 */
bool attn_json_scan(const attn_line_index *places, const char *file, size_t depth,
                    attn_json_spots *spots, attn_status *status);

/*
 * The same of JSON as other programs write it for arrays: NaN, Infinity and -Infinity are numbers
 * in it. For its faults alone.
 */
bool attn_json_scan_loosely(const attn_line_index *places, const char *file, size_t depth,
                            attn_status *status);

/* One character of a string literal: bytes in the file, and bytes of the decoded text. */
typedef struct attn_json_unit {
    size_t raw, decoded;
} attn_json_unit;

/* The unit at raw[0] of a string that was scanned; raw 0 at the closing quote. */
attn_json_unit attn_json_next_unit(const char *raw);

#endif
