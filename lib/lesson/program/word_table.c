/*
 * word_table: open addressing, doubled where it is half full.
 */
#include "lesson/program/word_table.h"

#include <string.h>

#include "core/random.h"

static uint32_t *slot_of(const attn_word_table *table, const char *bytes, size_t length)
{
    size_t at = (size_t)attn_hash(bytes, length) & (table->slot_count - 1);
    for (;; at = (at + 1) & (table->slot_count - 1)) {
        const char *word = table->slots[at] ? table->words[table->slots[at] - 1] : NULL;
        if (!word || (strlen(word) == length && memcmp(word, bytes, length) == 0))
            return &table->slots[at];
    }
}

static bool grow(attn_word_table *table)
{
    if (2 * table->count < table->slot_count) return true;
    table->slot_count = table->slot_count ? 2 * table->slot_count : 16;
    table->slots = attn_alloc(table->arena, table->slot_count, sizeof *table->slots);
    for (size_t i = 0; table->slots && i < table->count; i++)
        *slot_of(table, table->words[i], strlen(table->words[i])) = (uint32_t)(i + 1);
    return table->slots != NULL;
}

size_t attn_word_table_find(const attn_word_table *table, const char *bytes, size_t length)
{
    return table->slot_count ? *slot_of(table, bytes, length) : 0;
}

size_t attn_word_table_add(attn_word_table *table, const char *bytes, size_t length)
{
    if (!grow(table)) return 0;
    uint32_t *slot = slot_of(table, bytes, length);
    if (*slot) return *slot;
    const char *copy = attn_copy_text(table->arena, bytes, length);
    const char **place =
        copy ? attn_push(table->arena, &table->words, &table->count, sizeof *place) : NULL;
    if (!place) return 0;
    *place = copy;
    return *slot = (uint32_t)table->count;
}
