/*
 * mask: draws what happens to each word.
 */
#include "corpus/mask.h"

#include <string.h>

#include "corpus/draw.h"

static const attn_word kept = {"0", ""}, replaced = {"1", ""}, masked = {"2", ""};

attn_masking *attn_masking_new(const attn_corpus_asked *asked, attn_arena *arena)
{
    attn_masking *m = attn_alloc(arena, 1, sizeof *m);
    if (!m) return NULL;
    m->random = attn_random_named("mask_", asked->seed);
    m->masked = asked->masked;
    m->replaced = asked->replaced;
    return m;
}

/* The pool holds words of the latest sentences, each as often as it stands there. A word goes to a
 * place that is drawn, so that a file sorted by subject is mixed. */
static void add_to_pool(attn_masking *m, const char *word)
{
    const size_t length = strlen(word);
    if (length >= MASK_WORD) return;
    const size_t place = m->met < MASK_POOL ? m->met : attn_draw_number(&m->random, MASK_POOL);
    memcpy(m->pool[place], word, length + 1);
    m->met++;
}

/* Another word for the one at a place; false: the pool is not yet full, or the draw gave the same
 * word. */
static bool replace(attn_masking *m, size_t place, const char *word)
{
    if (m->met < MASK_POOL) return false;
    const char *other = m->pool[attn_draw_number(&m->random, MASK_POOL)];
    if (strcmp(other, word) == 0) return false;
    memcpy(m->drawn[place], other, strlen(other) + 1);
    m->shown[place].text = m->drawn[place];
    return true;
}

void attn_mask_line(attn_masking *m, attn_line *line)
{
    const attn_words original = line->columns[0];
    for (size_t i = 0; i < original.count; i++) {
        const double u = (double)attn_random_uniform(&m->random);
        m->shown[i] = original.words[i];
        m->marks[i] = kept;
        if (u < m->masked) {
            m->shown[i].text = "<mask>";
            m->marks[i] = masked;
        } else if (u < m->masked + m->replaced && replace(m, i, original.words[i].text)) {
            m->marks[i] = replaced;
        }
    }
    for (size_t i = 0; i < original.count; i++) add_to_pool(m, original.words[i].text);
    line->columns[0].words = m->shown;
    line->columns[line->column_count++] = original;
    line->source = &line->columns[line->column_count - 1];
    line->columns[line->column_count++] = (attn_words){.count = original.count, .words = m->marks};
}
