/*
 * letters_pack: the bytes of utf8proc's tables, packed (letters.h). make page builds it for the
 * machine at hand and runs it; it fails if the tables do not come out as they went in. UTF8PROC
 * names the source of utf8proc.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include UTF8PROC

#include "page/letters.h"

#define COUNT ATTN_LETTERS_COUNT

static unsigned char packed[1 << 20];
static size_t length;
static bool used[COUNT(utf8proc_sequences) + 1];

static void add(uint16_t number, uint16_t before)
{
    const int step = number - before;
    unsigned left = step < 0 ? (unsigned)(-2 * step - 1) : (unsigned)(2 * step);
    for (; left > 0x7F; left >>= 7) packed[length++] = (unsigned char)(left | 0x80);
    packed[length++] = (unsigned char)left;
}

static void add_table(const uint16_t *table, size_t count)
{
    for (size_t i = 0; i < count; i++) add(table[i], i ? table[i - 1] : 0);
}

/* Marks what the sequence at this place consists of (utf8proc's seqindex); length: of its codes
 * less one, or 3 if it stands there itself. */
static void use(size_t place, size_t more)
{
    used[place] = true;
    if (more == 3) more = utf8proc_sequences[place++];
    for (size_t left = more + 1; left > 0; left--, place++) {
        used[place] = true;
        if ((utf8proc_sequences[place] & 0xF800) == 0xD800) used[++place] = true;
    }
}

/* Capitals are among them, which nobody asks for: they become as what stands before them. */
static void add_sequences(void)
{
    for (size_t i = 0; i < COUNT(utf8proc_properties); i++) {
        const uint16_t parts = utf8proc_properties[i].decomp_seqindex;
        const uint16_t lower = utf8proc_properties[i].lowercase_seqindex;
        if (parts != UINT16_MAX) use(parts & 0x3FFF, parts >> 14);
        if (lower != UINT16_MAX) use(lower, 0);
    }
    uint16_t last = 0;
    for (size_t i = 0; i < COUNT(utf8proc_sequences); i++) {
        const uint16_t number = used[i] ? utf8proc_sequences[i] : last;
        add(number, last);
        last = number;
    }
}

/* What does not decompose goes on as the entry before it, so that nothing differs there. */
static uint16_t number_at(size_t i, enum attn_letters_column column)
{
    if (column == ATTN_LETTERS_DECOMPOSED)
        while (i > 0 && utf8proc_properties[i].decomp_seqindex == UINT16_MAX) i--;
    return attn_letters_get(&utf8proc_properties[i], column);
}

static void add_column(enum attn_letters_column column)
{
    for (size_t i = 0; i < COUNT(utf8proc_properties); i++)
        add(number_at(i, column), i ? number_at(i - 1, column) : 0);
}

static bool is_same(const utf8proc_property_t *in, const utf8proc_property_t *out)
{
    bool same = true;
    for (unsigned column = 0; column < ATTN_LETTERS_COLUMNS; column++)
        same = same && attn_letters_get(in, (enum attn_letters_column)column) ==
                           attn_letters_get(out, (enum attn_letters_column)column);
    return same && in->decomp_seqindex == out->decomp_seqindex;
}

static uint16_t sequences[COUNT(utf8proc_sequences)], stage1[COUNT(utf8proc_stage1table)],
    stage2[COUNT(utf8proc_stage2table)], combinations[COUNT(utf8proc_combinations)];
static utf8proc_property_t properties[COUNT(utf8proc_properties)];

static bool comes_out(void)
{
    const attn_letters all = ATTN_LETTERS_OF(sequences, stage1, stage2, combinations, properties);
    attn_letters_unpack(packed, &all);
    bool same = memcmp(stage1, utf8proc_stage1table, sizeof stage1) == 0 &&
                memcmp(stage2, utf8proc_stage2table, sizeof stage2) == 0 &&
                memcmp(combinations, utf8proc_combinations, sizeof combinations) == 0;
    for (size_t i = 0; i < COUNT(sequences); i++)
        same = same && (!used[i] || sequences[i] == utf8proc_sequences[i]);
    for (size_t i = 0; i < COUNT(properties); i++)
        same = same && is_same(&utf8proc_properties[i], &properties[i]);
    return same;
}

int main(void)
{
    add_sequences();
    add_table(utf8proc_stage1table, COUNT(stage1));
    add_table(utf8proc_stage2table, COUNT(stage2));
    add_table(utf8proc_combinations, COUNT(combinations));
    for (unsigned column = 0; column < ATTN_LETTERS_COLUMNS; column++)
        add_column((enum attn_letters_column)column);
    return comes_out() && fwrite(packed, 1, length, stdout) == length ? 0 : 1;
}
