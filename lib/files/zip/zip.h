/*
 * zip: the members of an archive, and such an archive written.
 *
 * Members are stored or deflated, with the 64-bit sizes of large archives too. All that the
 * archive says twice must agree; members do not overlap. The checksum of a member is compared when
 * the last of its bytes has been read, all of them in rising order.
 */
#ifndef ATTN_FILES_ZIP_ZIP_H
#define ATTN_FILES_ZIP_ZIP_H

#include <stdint.h>

#include "core/text.h"
#include "files/bytes/byte_reader.h"
#include "files/bytes/output.h"

typedef struct attn_zip_member {
    const char *name;
    size_t begin, compressed; /* its bytes in the archive */
    size_t size;              /* its own */
    uint32_t sum;             /* CRC-32 */
    bool deflated;
    size_t header; /* where what stands before it begins */
} attn_zip_member;

/* Lists all members, in the arena, in the order of the directory. */
bool attn_zip_list(attn_byte_reader *source, attn_arena *arena, attn_zip_member **members,
                   size_t *count, attn_status *status);
/* Reads a member; the source and the member's name outlive it. Going back in a deflated one begins
 * anew. */
attn_byte_reader *attn_zip_open(attn_byte_reader *source, const attn_zip_member *member,
                                attn_status *status);
/* Gives back what reading took; the next read begins anew. */
void attn_zip_rest(attn_byte_reader *opened);

/* ---- writing: stored members, one after the other ---- */

typedef struct attn_zip_out { /* {.output = …} */
    attn_output *output;
    attn_text directory; /* freed by the caller */
    size_t at, count;
} attn_zip_out;

/* What stands before a member, whose `size` bytes the caller then writes. */
bool attn_zip_begin(attn_zip_out *zip, const char *name, const char *ending, size_t size,
                    uint32_t sum, attn_status *status);
bool attn_zip_end(attn_zip_out *zip, attn_status *status);

#endif
