/*
 * alignment: any bytes as links of words and as weights of words.
 */
#include "text/alignment.h"

#include <stdlib.h>

#include "beside.h"
#include "fuzz.h"

static void read_links(const char *path)
{
    attn_status status = {0};
    attn_arena *arena = attn_arena_new(&status);
    attn_alignments read;
    attn_alignment chosen;
    size_t count = 0;
    bool done = attn_alignments_read(path, arena, &read, &status);
    fuzz_require(done == attn_ok(&status), "what cannot be read is a fault");
    fuzz_require_sane(&status);
    for (size_t i = 0; done && i < read.all.count; i++) {
        const attn_word_link *link = &read.all.links[i];
        fuzz_require(link->sentence >= 1 && link->sentence <= read.sentences,
                     "a link belongs to a sentence");
        if (i == 0 || link[-1].sentence != link->sentence)
            count += attn_alignment_of(&read, link->sentence).count;
    }
    fuzz_require(!done || count == read.all.count, "each link is in one sentence");
    for (size_t sentence = 0; done && sentence < 3; sentence++) {
        status = (attn_status){0};
        done = attn_alignment_choose(&read, sentence, "--example", &chosen, &status);
        fuzz_require(done == attn_ok(&status), "what is not there is a fault");
        done = true;
    }
    attn_arena_free(arena);
}

static void read_weights(const char *path)
{
    attn_status status = {0};
    attn_arena *arena = attn_arena_new(&status);
    const attn_soft_alignment *all = NULL;
    size_t count = 0;
    bool read = attn_soft_alignments_read(path, arena, &all, &count, &status);
    fuzz_require(read == attn_ok(&status), "what cannot be read is a fault");
    fuzz_require_sane(&status);
    for (size_t k = 0; read && k < count; k++)
        fuzz_require_numbers(all[k].weights, all[k].source->count * all[k].target->count, false);
    attn_arena_free(arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    char *copy = fuzz_copy(bytes, length);
    attn_is_soft_alignment(copy, length);
    beside_write("links.txt", (const char *)bytes, length);
    read_links(beside_path("links.txt"));
    read_weights(beside_path("links.txt"));
    free(copy);
    return 0;
}
