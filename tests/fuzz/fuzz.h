/*
 * fuzz: what the targets share. A target turns bytes that nobody chose into one use of the library
 * and ends the process, with a line that says why, where a promise is broken.
 *
 * Each is a LLVMFuzzerTestOneInput: libFuzzer makes inputs up (`make fuzz`), replay.c gives it the
 * ones kept in corpus/ again, an archive each (`make test`).
 */
#ifndef ATTN_TESTS_FUZZ_H
#define ATTN_TESTS_FUZZ_H

#include <stdint.h>

#include "core/memory.h"
#include "core/text.h"

/* 0, or −1 for an input that is not worth keeping. */
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);

/* Ends the process with this line unless it holds. */
void fuzz_require(bool holds, const char *promise);

/* The bytes with a NUL behind, in memory of exactly this size, so that reading on is seen. */
char *fuzz_copy(const uint8_t *bytes, size_t length);

/* Well-formed, and nothing in it that moves a cursor. newlines: '\n' may stand in it. */
void fuzz_require_harmless(const char *bytes, size_t length, bool newlines);
/* The same where colours are ours: "\x1B[…m" may stand in it. */
void fuzz_require_colored(const attn_text *text);

/* A fault has a code and a sentence, and as text it is harmless; without one there is no sentence.
 */
void fuzz_require_sane(const attn_status *status);

/* Reads these bytes as a picture in memory of exactly their size: a sum of its pixels, 0 if it
 * cannot be read. */
unsigned fuzz_picture(const uint8_t *bytes, size_t length, const char *file);

/* Finite; in a masked value −∞ may stand where mask put it, and ∞ where it is written. */
void fuzz_require_numbers(const float *numbers, size_t count, bool masked);

#endif
