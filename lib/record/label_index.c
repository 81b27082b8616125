/*
 * label_index: where a word stands on an axis or in a vocabulary. Long ones are looked through
 * once, into a table by hash; a few such tables are kept, for those that were asked for last.
 */
#include <string.h>

#include "core/random.h"
#include "record/store.h"

enum { SHORT = 32 }; /* so many words are compared one by one as fast */

static uint32_t *slot_of(const attn_word_table *table, const char *word)
{
    size_t at = (size_t)(attn_hash(word, strlen(word)) % table->size);
    while (table->slots[at] && strcmp(table->labels->words[table->slots[at] - 1], word) != 0)
        at = (at + 1) % table->size;
    return &table->slots[at];
}

/* The first of equal words is the one that is found. Without memory: no table. */
static bool fill(attn_word_table *table, const attn_labels *labels)
{
    size_t size = 2 * labels->count + 1, bytes;
    if (labels->count >= UINT32_MAX / 2 || !attn_multiply(size, sizeof *table->slots, &bytes))
        return false;
    uint32_t *slots = attn_resize(NULL, bytes);
    if (!slots) return false;
    attn_resize(table->slots, 0);
    *table = (attn_word_table){labels, memset(slots, 0, bytes), size};
    for (size_t i = 0; i < labels->count; i++) {
        uint32_t *slot = slot_of(table, labels->words[i]);
        if (!*slot) *slot = (uint32_t)i + 1;
    }
    return true;
}

size_t attn_record_place(const attn_record *record, const attn_labels *labels, const char *word)
{
    attn_word_tables *tables = &record->store->words;
    if (labels->count <= SHORT) return attn_labels_find(labels, word);
    for (size_t i = 0; i < ATTN_WORD_TABLES; i++)
        if (tables->tables[i].labels == labels) return *slot_of(&tables->tables[i], word);
    attn_word_table *oldest = &tables->tables[tables->next];
    if (!fill(oldest, labels)) return attn_labels_find(labels, word);
    tables->next = (tables->next + 1) % ATTN_WORD_TABLES;
    return *slot_of(oldest, word);
}

void attn_word_tables_free(attn_word_tables *tables)
{
    for (size_t i = 0; i < ATTN_WORD_TABLES; i++) attn_resize(tables->tables[i].slots, 0);
}
