/*
 * alignment: any bytes as links of words and as weights of words.
 */
#include "files/alignment.h"

#include <stdlib.h>

#include "beside.h"
#include "fuzz.h"

static void read_links(const char *path, size_t sentence)
{
    attn_status status = {0};
    attn_arena *arena = attn_arena_new(&status);
    const attn_alignment *links = attn_alignment_read(path, sentence, "--example", arena, &status);
    fuzz_require((links != NULL) == attn_ok(&status), "what cannot be read is a fault");
    fuzz_require_sane(&status);
    for (size_t i = 0; links != NULL && i < links->count; i++)
        fuzz_require(links->links[i].source <= 65535 && links->links[i].target <= 65535,
                     "a link leads to a word");
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
    for (size_t sentence = 0; sentence < 3; sentence++)
        read_links(beside_path("links.txt"), sentence);
    read_weights(beside_path("links.txt"));
    free(copy);
    return 0;
}
