/*
 * wire: messages of Protocol Buffers, field by field, where they lie in memory. What the numbers
 * of fields mean is the caller's.
 */
#ifndef ATTN_FILES_BYTES_WIRE_H
#define ATTN_FILES_BYTES_WIRE_H

#include "files/bytes/lines.h"

typedef enum attn_wire_kind {
    ATTN_WIRE_NUMBER,     /* whole: of any length */
    ATTN_WIRE_FIXED64,    /* eight bytes */
    ATTN_WIRE_BYTES,      /* text, bytes or a message */
    ATTN_WIRE_FIXED32 = 5 /* four bytes: a float32 */
} attn_wire_kind;

typedef struct attn_wire_field {
    uint32_t number; /* from 1 */
    attn_wire_kind kind;
    uint64_t value;  /* NUMBER; the bits of FIXED64 and FIXED32 */
    float real;      /* FIXED32 */
    attn_span bytes; /* BYTES: inside the message */
    size_t offset;   /* of the field in the message */
} attn_wire_field;

/* A message; {.bytes = …} is at its first field. */
typedef struct attn_wire {
    attn_span bytes;
    size_t at;
    const char *wrong; /* what is wrong at `at`; NULL: nothing was so far */
} attn_wire;

/* The next field; false at the end, and where something is wrong. */
bool attn_wire_next(attn_wire *wire, attn_wire_field *field);

#endif
