/*
 * corpora: the grammars that are carried in the program, and those of a user's own.
 */
#ifndef ATTN_LESSON_READ_CORPORA_H
#define ATTN_LESSON_READ_CORPORA_H

#include "corpus/corpus.h"

/* The name of one that is carried; i from 0, NULL at the end. */
const char *attn_corpora_at(size_t i);
/* Reads the carried one of this name, or the file of this path, or a folder with pictures and
 * examples.tsv. NULL on failure. */
attn_corpus *attn_corpora_carried(const char *name, attn_status *status);
attn_corpus *attn_corpora_file(const char *path, attn_status *status);

#endif
