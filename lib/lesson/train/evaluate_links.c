/*
 * evaluate_links: how far a map is from the links between the words of a pair.
 */
#include <math.h>
#include <string.h>

#include "lesson/train/evaluator.h"
#include "text/token_merge.h"

static attn_kind_score *kind_of(const evaluator *e, attn_align_score *score, const char *kind)
{
    for (size_t i = 0; i < score->kind_count; i++)
        if (strcmp(score->kinds[i].kind, kind) == 0) return &score->kinds[i];
    return attn_append(e->arena, &score->kinds, &score->kind_count,
                       &(attn_kind_score){.kind = kind}, sizeof(attn_kind_score));
}

typedef enum linked { LINK_NONE, LINK_WRONG, LINK_POSSIBLE, LINK_SURE } linked;

/* The largest weight of a target word's row is its link. What ends a sequence is no word of the
 * corpus: who looks there has none, nor who looks nowhere. */
static linked link_of(const example_notes *notes, size_t target, const float *row, size_t cols)
{
    size_t source = attn_place_of_max(row, cols);
    if (source >= notes->words[ATTN_SOURCE] || !isfinite(row[source])) return LINK_NONE;
    for (size_t i = 0; i < notes->link_count; i++)
        if (notes->links[i].source == source && notes->links[i].target == target)
            return notes->links[i].sure ? LINK_SURE : LINK_POSSIBLE;
    return LINK_WRONG;
}

/* One example's map against its links: a row for each target word. */
static bool count_links(const evaluator *e, const attn_tensor *value, size_t i,
                        attn_align_score *score, attn_link_counts *counts)
{
    const example_notes *notes = &e->all->notes[e->which[i]];
    const float *map = attn_map_of(value, i);
    for (size_t t = 0; t < notes->words[ATTN_TARGET]; t++) {
        linked link = link_of(notes, t, map + t * value->cols, value->cols);
        attn_kind_score *kind = kind_of(e, score, notes->kinds[ATTN_TARGET][t]);
        if (!kind) return false;
        kind->words++;
        kind->wrong += link == LINK_WRONG;
        counts->links += link != LINK_NONE;
        counts->found += link >= LINK_POSSIBLE;
        counts->sure_found += link == LINK_SURE;
    }
    for (size_t k = 0; k < notes->link_count; k++) counts->sure += notes->links[k].sure;
    score->words += notes->words[ATTN_TARGET];
    return true;
}

/* ---- maps of pieces ---- */

/* How many pieces the words of an input have, without one that ends the sequence. */
static size_t pieces_of(const evaluator *e, size_t i, attn_side side)
{
    const size_t words = e->all->notes[e->which[i]].words[side];
    size_t count = 0;
    if (side >= e->all->input_count) return words;
    while (count < attn_example_length(e->all, e->which[i], side) &&
           attn_example_piece_word(e->all, e->which[i], side, count) < words)
        count++;
    return count;
}

/* The pieces of an input become its words; what a map has behind them keeps places of its own.
 * False without memory. */
static bool words_of_side(const evaluator *e, size_t i, attn_side input, size_t before,
                          attn_map_side *side, attn_arena *arena)
{
    const size_t pieces = pieces_of(e, i, input), words = e->all->notes[e->which[i]].words[input];
    size_t *place = attn_alloc(arena, before, sizeof *place);
    for (size_t k = 0; place && k < before; k++)
        place[k] = k >= pieces ? words + k - pieces
                   : input >= e->all->input_count
                       ? k
                       : attn_example_piece_word(e->all, e->which[i], input, k);
    *side = (attn_map_side){
        .before = before, .after = place ? place[before - 1] + 1 : 0, .place = place};
    return place != NULL;
}

/* The map of one example by words. NULL without memory. */
static const attn_tensor *map_of_words(const evaluator *e, const attn_tensor *value, size_t i,
                                       attn_arena *arena)
{
    attn_map_side rows, cols;
    if (!words_of_side(e, i, ATTN_TARGET, value->rows, &rows, arena) ||
        !words_of_side(e, i, ATTN_SOURCE, value->cols, &cols, arena))
        return NULL;
    const attn_tensor map = {.rank = ATTN_MATRIX,
                             .batch = 1,
                             .rows = rows.after,
                             .cols = cols.after,
                             .data = attn_alloc(arena, rows.after * cols.after, sizeof(float))};
    if (!map.data || !attn_sides_apply(&rows, &cols, attn_map_of(value, i), map.data, arena))
        return NULL;
    return attn_copy(arena, &map, 1, sizeof map);
}

bool attn_score_links(const evaluator *e, const attn_statement *line, const attn_tensor *value,
                      size_t i, attn_align_score *score, attn_arena *arena)
{
    attn_link_counts counts = {0};
    const bool pieces = e->all->word_of != NULL;
    const size_t rows =
        pieces ? pieces_of(e, i, ATTN_TARGET) : e->all->notes[e->which[i]].words[ATTN_TARGET];
    if (!attn_check_map(e, line, value, rows, 1)) return false;
    if (pieces && !(value = map_of_words(e, value, i, arena))) return false;
    if (!count_links(e, value, i, score, &counts)) return false;
    attn_link_counts_add(&score->counts, &counts);
    score->rates += attn_alignment_error_rate(&counts);
    score->sentences++;
    return true;
}
