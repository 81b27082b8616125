/*
 * number_type: numbers as the bytes of a binary file, to float32 and back.
 */
#ifndef ATTN_FILES_BYTES_NUMBER_TYPE_H
#define ATTN_FILES_BYTES_NUMBER_TYPE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "files/bytes/output.h"

typedef enum attn_raw_kind {
    ATTN_RAW_NONE = 0, /* no numbers for us */
    ATTN_RAW_FLOAT,    /* IEEE 754, of 2, 4 or 8 bytes */
    ATTN_RAW_BFLOAT,   /* the upper half of a float32 */
    ATTN_RAW_E4M3,     /* of one byte: 4 bits exponent, 3 bits fraction; no infinities */
    ATTN_RAW_E5M2,     /* of one byte: the upper half of a float16 */
    ATTN_RAW_SIGNED,   /* whole numbers of 1, 2, 4 or 8 bytes */
    ATTN_RAW_UNSIGNED,
    ATTN_RAW_TRUTH /* one byte: 0, or 1 for what is not */
} attn_raw_kind;

typedef struct attn_raw {
    attn_raw_kind kind;
    size_t size; /* bytes of one number */
    bool big_endian;
} attn_raw;

/* An unsigned number of `count` bytes, at most 8, the lowest first. */
uint64_t attn_little_endian(const unsigned char *bytes, size_t count);
void attn_put_little_endian(unsigned char *bytes, uint64_t value, size_t count);

/* Significant bits of one number, so far as float32 holds them. */
unsigned attn_raw_bits(attn_raw raw);

/* Whether these bytes are the machine's own float32. */
bool attn_raw_is_float(attn_raw raw);

/*
 * Converts up to count numbers; how many. Fewer: the next one is finite and too large for float32.
 * NaN and infinities come as they are.
 */
size_t attn_raw_read(attn_raw raw, const unsigned char *bytes, size_t count, float *numbers);

/* Writes float32, lowest byte first; their checksum (CRC-32 of zlib) goes on from *sum, unless that
 * is NULL. Without an output it is made alone. */
bool attn_raw_write(attn_output *output, const float *numbers, size_t count, unsigned long *sum);
/* The same as float16, each rounded to the nearest one, of two equally near to the even one; what
 * float16 does not reach becomes infinite. */
bool attn_raw_write_halves(attn_output *output, const float *numbers, size_t count);
/* Whether float16 does not reach this number: from halfway to what would come after its largest. */
bool attn_beyond_half(float number);

#endif
