/*
 * letters_data: stands in for utf8proc_data.c, which utf8proc includes: empty tables of the same
 * sizes, and what fills them. The tables themselves are only measured, so the compiler drops them.
 * UTF8PROC_DATA names the real one; LETTERS names the bytes that letters_pack wrote, as numbers
 * with commas.
 */
#define utf8proc_sequences measured_sequences
#define utf8proc_stage1table measured_stage1table
#define utf8proc_stage2table measured_stage2table
#define utf8proc_properties measured_properties
#define utf8proc_combinations measured_combinations
#include UTF8PROC_DATA
#undef utf8proc_sequences
#undef utf8proc_stage1table
#undef utf8proc_stage2table
#undef utf8proc_properties
#undef utf8proc_combinations

#include "page/letters.h"

static uint16_t utf8proc_sequences[ATTN_LETTERS_COUNT(measured_sequences)],
    utf8proc_stage1table[ATTN_LETTERS_COUNT(measured_stage1table)],
    utf8proc_stage2table[ATTN_LETTERS_COUNT(measured_stage2table)],
    utf8proc_combinations[ATTN_LETTERS_COUNT(measured_combinations)];
static utf8proc_property_t utf8proc_properties[ATTN_LETTERS_COUNT(measured_properties)];
static const unsigned char packed[] = {
#include LETTERS
};

void attn_page_letters(void);
void attn_page_letters(void)
{
    const attn_letters all =
        ATTN_LETTERS_OF(utf8proc_sequences, utf8proc_stage1table, utf8proc_stage2table,
                        utf8proc_combinations, utf8proc_properties);
    attn_letters_unpack(packed, &all);
}
