/*
 * replace: words of a sentence replaced by ones that do not fit, or masked.
 */
#include <string.h>

#include "core/text.h"
#include "corpus/draw.h"

static const char kept[] = "0", replaced[] = "1", masked[] = "2";

static bool happens(drawing *d, double share)
{
    return (double)attn_random_uniform(&d->random) < share;
}

/* The word at a place is another one from now on; NULL: there is none. */
static void put(drawing *d, size_t place, const char *word)
{
    if (!word || strcmp(word, d->shown[place].text) == 0) return;
    d->shown[place].text = word;
    d->marks[place].text = replaced;
}

/* A feature of a word that is replaced. */
typedef struct differing {
    const node *leaf;
    const grammar_symbol *symbol;
    size_t place, count; /* among those of the symbol; values */
    size_t feature;
} differing;

/* The instance of the word's symbol that has this value in its place. */
static const grammar_instance *with_value(const drawing *d, const differing *of, size_t value)
{
    size_t step = 1;
    for (size_t k = 0; k < of->place; k++)
        step *= d->corpus->features[of->symbol->features[k]].count;
    return of->leaf->instance +
           ((ptrdiff_t)value - of->leaf->instance->values[of->place]) * (ptrdiff_t)step;
}

/* Whether the forms of the words, not the words themselves, depend on it. */
static bool is_of_forms(const differing *of)
{
    for (size_t c = 0; c < of->symbol->cell_count[0]; c++)
        for (size_t k = 0; k < of->symbol->cells[0][c].count; k++)
            if (of->symbol->cells[0][c].conditions[k].feature == of->feature) return true;
    return false;
}

/* The same word in a form that disagrees. */
static const char *other_form(drawing *d, const differing *of)
{
    const node *leaf = of->leaf;
    if (of->count < 2) return NULL;
    size_t shift = 1 + attn_draw_number(&d->random, of->count - 1);
    size_t value = (leaf->instance->values[of->place] + shift) % of->count;
    size_t form = with_value(d, of, value)->form[ATTN_SOURCE];
    if (strcmp(leaf->entry->forms[ATTN_SOURCE][form], "-") == 0) return NULL;
    return attn_draw_form(d, leaf->entry, leaf->stem, form, ATTN_SOURCE);
}

/* Another word, which agrees in all but this feature; among those drawn from. */
static const char *other_word(drawing *d, const differing *of)
{
    size_t found = 0, now = of->leaf->instance->values[of->place];
    const char *word = NULL;
    for (size_t value = 0; value < of->count; value++) {
        const grammar_instance *those = with_value(d, of, value);
        bool unseen = d->part == ATTN_UNSEEN && those->pick_count > those->seen_count;
        size_t first = unseen ? those->seen_count : 0;
        size_t end = unseen ? those->pick_count : those->seen_count;
        for (size_t p = first; value != now && p < end; p++) {
            const grammar_entry *entry =
                &of->symbol->entries[d->corpus->picks[those->pick_first + p]];
            if (entry->allowed[of->feature] & (UINT32_C(1) << now)) continue;
            if (attn_draw_number(&d->random, ++found) == 0)
                word = entry->forms[ATTN_SOURCE][those->form[ATTN_SOURCE]];
        }
    }
    return word;
}

/* Nothing tells what goes with a made-up word. */
static bool is_open(const drawing *d, const breaker *how, const node *leaf)
{
    bool open = leaf->stem != NULL;
    for (size_t i = 0; how->from != NONE && i < d->role_count; i++)
        if (d->role_ids[i] == how->from) open = open || d->leaf[d->roles[i].place]->stem;
    return open;
}

static void replace_role(drawing *d, const breaker *how, size_t place)
{
    const node *leaf = d->leaf[place];
    if (d->marks[place].text != kept || !leaf->entry) return;
    differing of = {.leaf = leaf,
                    .symbol = &d->corpus->symbols[leaf->instance->symbol],
                    .count = d->corpus->features[how->feature].count,
                    .feature = how->feature};
    of.place = attn_symbol_feature(of.symbol, how->feature);
    if (of.place == NONE || !happens(d, how->share)) return;
    if (is_of_forms(&of))
        put(d, place, other_form(d, &of));
    else if (!is_open(d, how, leaf))
        put(d, place, other_word(d, &of));
}

static bool is_word(const char *text)
{
    unsigned char c = (unsigned char)text[0];
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c >= 0x80;
}

static bool is_kept_word(const drawing *d, size_t place)
{
    return d->marks[place].text == kept && is_word(d->shown[place].text);
}

static void replace_any(drawing *d, double share)
{
    const attn_corpus *corpus = d->corpus;
    for (size_t i = 0; i < d->count[0]; i++) {
        if (!is_kept_word(d, i) || !happens(d, share)) continue;
        const char *word = corpus->seen[attn_draw_number(&d->random, corpus->seen_count)];
        if (is_word(word)) put(d, i, word);
    }
}

void attn_draw_replaced(drawing *d)
{
    const attn_corpus *corpus = d->corpus;
    for (size_t i = 0; i < d->count[0]; i++) {
        d->shown[i] = d->line[0][i];
        d->marks[i] = (attn_word){kept, ""};
    }
    for (size_t b = 0; b < corpus->breaker_count; b++) {
        const breaker *how = &corpus->breakers[b];
        for (size_t r = 0; how->role != NONE && r < d->role_count; r++)
            if (d->role_ids[r] == how->role) replace_role(d, how, d->roles[r].place);
        if (how->role == NONE) replace_any(d, how->share);
    }
    for (size_t i = 0; i < d->count[0]; i++) {
        if (!is_kept_word(d, i) || !happens(d, corpus->masked)) continue;
        d->shown[i].text = "<mask>";
        d->marks[i].text = masked;
    }
}
