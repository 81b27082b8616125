/*
 * corpora: finds a grammar by its name, among the built-in ones or on disk.
 */
#include "lesson/read/corpora.h"

#include <stdio.h>

#include "files/bytes/input.h"
#include "lesson/read/reading.h"

static const char *const names[] = {"pairs", "repeats", NULL};

const char *attn_corpora_at(size_t i)
{
    return i < sizeof names / sizeof *names ? names[i] : NULL;
}

attn_corpus *attn_corpora_carried(const char *name, attn_status *status)
{
    char file[64];
    size_t length = 0;
    int written = snprintf(file, sizeof file, "%s.json", name);
    const char *bytes = written < (int)sizeof file ? attn_builtin_bytes(file, &length) : NULL;
    if (bytes) return attn_corpus_read(bytes, length, file, status);
    attn_fail(status, ATTN_FILE, "the program carries no corpus %s", name);
    return NULL;
}

attn_corpus *attn_corpora_file(const char *path, attn_status *status)
{
    attn_input input = {0};
    attn_corpus *corpus = NULL;
    if (attn_input_read(&input, path, ATTN_MOST_CORPUS_BYTES, status))
        corpus = attn_corpus_read(input.bytes, input.length, path, status);
    attn_input_close(&input);
    return corpus;
}
