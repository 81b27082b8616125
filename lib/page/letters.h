/*
 * letters: the tables of utf8proc, as small as they can travel in a page.
 *
 * utf8proc has a third of a megabyte of them, in which most numbers lie near the one before. The
 * build writes the differences down, column by column (letters_pack.c), and the module adds them up
 * when it begins. What no page asks for, such as capitals, is left out.
 */
#ifndef ATTN_PAGE_LETTERS_H
#define ATTN_PAGE_LETTERS_H

#include <stddef.h>
#include <stdint.h>

#include <utf8proc.h>

/* The tables, by their names in utf8proc, and how many entries each has. */
typedef struct attn_letters {
    uint16_t *sequences, *stage1table, *stage2table, *combinations;
    utf8proc_property_t *properties;
    size_t sequence_count, stage1_count, stage2_count, combination_count, property_count;
} attn_letters;

#define ATTN_LETTERS_COUNT(array) (sizeof(array) / sizeof *(array))
/* Of five arrays, in the order of the fields. */
#define ATTN_LETTERS_OF(sequences, stage1, stage2, combinations, properties)                       \
    {                                                                                              \
        (sequences), (stage1), (stage2), (combinations), (properties),                             \
            ATTN_LETTERS_COUNT(sequences), ATTN_LETTERS_COUNT(stage1), ATTN_LETTERS_COUNT(stage2), \
            ATTN_LETTERS_COUNT(combinations), ATTN_LETTERS_COUNT(properties)                       \
    }

/* The number at *at, in as many bytes as it needs: seven bits each, the lowest first. */
static inline uint32_t attn_letters_number(const unsigned char **at)
{
    uint32_t number = 0;
    for (unsigned shift = 0;; shift += 7) {
        const unsigned char byte = *(*at)++;
        number |= (uint32_t)(byte & 0x7F) << shift;
        if (byte < 0x80) return number;
    }
}

/* The number behind `before`: how far it lies above (even) or below it. */
static inline uint16_t attn_letters_next(const unsigned char **at, uint16_t before)
{
    const uint32_t number = attn_letters_number(at);
    return (uint16_t)(number % 2 ? before - (number + 1) / 2 : before + number / 2);
}

static inline void attn_letters_table(const unsigned char **at, uint16_t *table, size_t count)
{
    uint16_t last = 0;
    for (size_t i = 0; i < count; i++) table[i] = last = attn_letters_next(at, last);
}

/* The columns of properties that a page asks for. */
enum attn_letters_column {
    ATTN_LETTERS_CATEGORY,
    ATTN_LETTERS_COMBINING,
    ATTN_LETTERS_BIDI,
    ATTN_LETTERS_BOUND,
    ATTN_LETTERS_BITS,
    ATTN_LETTERS_DECOMPOSED_AS,
    ATTN_LETTERS_DECOMPOSED,
    ATTN_LETTERS_LENGTH,
    ATTN_LETTERS_LOWER,
    ATTN_LETTERS_COMBINED,
    ATTN_LETTERS_COLUMNS
};

static inline uint16_t attn_letters_get(const utf8proc_property_t *p,
                                        enum attn_letters_column column)
{
    switch (column) {
    case ATTN_LETTERS_CATEGORY:
        return (uint16_t)p->category;
    case ATTN_LETTERS_COMBINING:
        return (uint16_t)p->combining_class;
    case ATTN_LETTERS_BIDI:
        return (uint16_t)p->bidi_class;
    case ATTN_LETTERS_BOUND:
        return (uint16_t)p->boundclass;
    case ATTN_LETTERS_BITS:
        return (uint16_t)(p->comp_exclusion | p->ignorable << 1 | p->charwidth << 2);
    case ATTN_LETTERS_DECOMPOSED_AS:
        return (uint16_t)p->decomp_type;
    case ATTN_LETTERS_DECOMPOSED: /* where it begins, and below how many follow */
        return p->decomp_seqindex & 0x3FFF;
    case ATTN_LETTERS_LENGTH:
        return p->decomp_seqindex == UINT16_MAX ? 4 : p->decomp_seqindex >> 14;
    case ATTN_LETTERS_LOWER:
        return p->lowercase_seqindex;
    default:
        return p->comb_index;
    }
}

static inline void attn_letters_put(utf8proc_property_t *p, enum attn_letters_column column,
                                    uint16_t number)
{
    switch (column) {
    case ATTN_LETTERS_CATEGORY:
        p->category = (utf8proc_propval_t)number;
        break;
    case ATTN_LETTERS_COMBINING:
        p->combining_class = (utf8proc_propval_t)number;
        break;
    case ATTN_LETTERS_BIDI:
        p->bidi_class = (utf8proc_propval_t)number;
        break;
    case ATTN_LETTERS_BOUND:
        p->boundclass = number & 0xFF;
        break;
    case ATTN_LETTERS_BITS:
        p->comp_exclusion = number & 1;
        p->ignorable = number >> 1 & 1;
        p->charwidth = number >> 2 & 3;
        break;
    case ATTN_LETTERS_DECOMPOSED_AS:
        p->decomp_type = (utf8proc_propval_t)number;
        break;
    case ATTN_LETTERS_DECOMPOSED:
        p->decomp_seqindex = number;
        break;
    case ATTN_LETTERS_LENGTH:
        p->decomp_seqindex =
            number == 4 ? UINT16_MAX : (uint16_t)(p->decomp_seqindex | number << 14);
        break;
    case ATTN_LETTERS_LOWER:
        p->lowercase_seqindex = number;
        break;
    default:
        p->casefold_seqindex = p->uppercase_seqindex = p->titlecase_seqindex = UINT16_MAX;
        p->comb_index = number;
    }
}

/* Fills the tables from what letters_pack.c wrote. */
static inline void attn_letters_unpack(const unsigned char *packed, const attn_letters *all)
{
    attn_letters_table(&packed, all->sequences, all->sequence_count);
    attn_letters_table(&packed, all->stage1table, all->stage1_count);
    attn_letters_table(&packed, all->stage2table, all->stage2_count);
    attn_letters_table(&packed, all->combinations, all->combination_count);
    for (unsigned column = 0; column < ATTN_LETTERS_COLUMNS; column++) {
        uint16_t last = 0;
        for (size_t i = 0; i < all->property_count; i++)
            attn_letters_put(&all->properties[i], (enum attn_letters_column)column,
                             last = attn_letters_next(&packed, last));
    }
}

#endif
