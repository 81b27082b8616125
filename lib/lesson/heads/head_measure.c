/*
 * head_measure: measures maps of weights, row by row, beside even looking.
 */
#include <math.h>
#include <string.h>

#include "core/budget.h"
#include "lesson/heads/heads.h"
#include "lesson/run/map_reading.h"
#include "text/tokens.h"

const char *const attn_look_names[ATTN_LOOKS] = {"entropy", "back",  "first",    "previous",
                                                 "itself",  "signs", "induction"};

bool attn_head_is(const attn_head_looks *head, attn_look look)
{
    const attn_share *share = &head->looks[look];
    if (look != ATTN_LOOK_FIRST && look != ATTN_LOOK_PREVIOUS && look != ATTN_LOOK_INDUCTION)
        return false;
    return share->is >= ATTN_HEAD_SHARE && share->is >= ATTN_HEAD_TIMES * share->even;
}

/* ---- what stands at a place ---- */

/* The places that a map has columns for. */
typedef struct columns {
    size_t count;
    bool own;      /* the last of them are those of the rows, too, */
    size_t before; /* behind so many that are not, as <start> */
    bool *signs;   /* which hold punctuation alone */
    bool any_sign;
    size_t *same; /* the first place with the same word, of each; NULL: there are no words */
    const size_t *word_of; /* the word that each is a piece of; NULL: each counts by itself */
} columns;

/* "Ġ.", "▁." and "##." are points too. */
static bool is_sign(const char *piece)
{
    static const char *const marks[] = {"Ġ", "▁", "##", " "};
    const size_t count = sizeof marks / sizeof *marks;
    if (attn_token_is_special(piece)) return false;
    for (size_t i = 0; i < count; i++)
        if (strncmp(piece, marks[i], strlen(marks[i])) == 0) piece += strlen(marks[i]);
    return attn_text_is_sign(piece);
}

/* Whether the rows are the places that the last columns are. */
static bool are_own(const attn_labels *rows, const attn_labels *cols, size_t before)
{
    if (!rows || !cols) return rows == cols && before == 0;
    for (size_t i = 0; i < rows->count; i++)
        if (strcmp(rows->words[i], cols->words[before + i]) != 0) return false;
    return true;
}

static bool read_columns(const attn_tensor *value, bool words, attn_arena *arena, columns *c)
{
    const attn_labels *labels = attn_real_words(value->col_labels);
    const attn_labels *rows = attn_real_words(value->row_labels);
    *c = (columns){.count = value->cols};
    if (value->rank == ATTN_MATRIX && value->cols >= value->rows) {
        c->before = value->cols - value->rows;
        c->own = are_own(rows, labels, c->before);
    }
    if (words && labels) c->word_of = labels->word_of;
    c->signs = attn_alloc(arena, c->count + 1, sizeof *c->signs);
    c->same = labels ? attn_alloc(arena, c->count + 1, sizeof *c->same) : NULL;
    if (!c->signs || (labels && !c->same)) return false;
    for (size_t j = 0; labels && j < c->count; j++) {
        c->signs[j] = is_sign(labels->words[j]);
        c->any_sign |= c->signs[j];
        while (strcmp(labels->words[c->same[j]], labels->words[j]) != 0) c->same[j]++;
    }
    return true;
}

/* How much of this look there is in a column, seen from a row; without the entropy. */
static double look_at(const columns *c, attn_look look, size_t row, size_t col)
{
    const size_t *word_of = c->word_of;
    row += c->before;
    if (look == ATTN_LOOK_SIGNS) return c->signs[col];
    if (look == ATTN_LOOK_INDUCTION)
        return col > 0 && col <= row && c->same[col - 1] == c->same[row];
    if (word_of) row = word_of[row];
    if (word_of) col = word_of[col];
    if (look == ATTN_LOOK_BACK) return row > col ? (double)(row - col) : (double)(col - row);
    if (look == ATTN_LOOK_FIRST) return col == 0;
    if (look == ATTN_LOOK_PREVIOUS) return col + 1 == row;
    return col == row; /* ITSELF */
}

/* Whether a map can have this look at all. */
static bool has_look(const columns *c, attn_look look)
{
    if (look == ATTN_LOOK_ENTROPY || look == ATTN_LOOK_FIRST) return true;
    if (look == ATTN_LOOK_SIGNS) return c->any_sign;
    return c->own && (look != ATTN_LOOK_INDUCTION || c->same);
}

/* ---- rows ---- */

/* Of one row: what its weights have of each look, and how much of it stands where it sees. */
typedef struct row_sums {
    double is[ATTN_LOOKS], open[ATTN_LOOKS];
    size_t seen;
} row_sums;

static bool read_row(const attn_reading *reading, const columns *c, size_t row, row_sums *sums)
{
    *sums = (row_sums){.seen = 0};
    for (size_t col = 0; col < c->count; col++) {
        const double weight = (double)reading->value->data[row * c->count + col];
        bool masked;
        if (!attn_reading_masked(reading, row, col, &masked)) return false;
        if (masked) continue;
        sums->seen++;
        if (weight > 0) sums->is[ATTN_LOOK_ENTROPY] -= weight * log(weight);
        for (size_t k = ATTN_LOOK_ENTROPY + 1; k < ATTN_LOOKS; k++) {
            const double there = has_look(c, (attn_look)k) ? look_at(c, (attn_look)k, row, col) : 0;
            sums->is[k] += weight * there;
            sums->open[k] += there;
        }
    }
    return true;
}

/* A row in which no place is the one before, or what stood behind the same word, does not count. */
static bool row_counts(const row_sums *sums, attn_look look)
{
    return (look != ATTN_LOOK_PREVIOUS && look != ATTN_LOOK_INDUCTION) || sums->open[look] > 0;
}

static void add_row(attn_head_looks *head, const row_sums *sums, size_t counted[ATTN_LOOKS])
{
    const double seen = (double)sums->seen;
    for (size_t k = 0; sums->seen > 1 && k < ATTN_LOOKS; k++) {
        if (!row_counts(sums, (attn_look)k)) continue;
        counted[k]++;
        head->looks[k].is += sums->is[k];
        head->looks[k].even += k == ATTN_LOOK_ENTROPY ? log(seen) : sums->open[k] / seen;
    }
}

static bool read_rows(const attn_reading *reading, const columns *c, attn_head_looks *head)
{
    attn_status *status = attn_record_status(reading->record);
    size_t counted[ATTN_LOOKS] = {0};
    for (size_t row = 0; row < reading->value->rows; row++) {
        const uint64_t work = attn_product64(c->count, ATTN_COST_MASKED);
        row_sums sums;
        if (!attn_spend(status, work))
            return attn_fail_work(status, work, "measuring the map %s", head->label);
        if (!read_row(reading, c, row, &sums)) return false;
        add_row(head, &sums, counted);
    }
    for (size_t k = 0; k < ATTN_LOOKS; k++) {
        const double count = has_look(c, (attn_look)k) ? (double)counted[k] : 0;
        head->looks[k].is = count > 0 ? head->looks[k].is / count : (double)NAN;
        head->looks[k].even = count > 0 ? head->looks[k].even / count : (double)NAN;
    }
    return true;
}

/* ---- maps ---- */

static const char *name_of(const attn_labels *labels, attn_arena *arena)
{
    const char *name = labels && labels->name ? labels->name : "";
    return attn_copy_text(arena, name, strlen(name));
}

/* *weights: whether the map holds weights; else nothing is measured. */
static bool measure_map(const attn_run *run, const attn_map *map, bool words, attn_arena *arena,
                        attn_head_looks *head, bool *weights)
{
    attn_reading reading;
    columns c;
    *weights = !map->plot && !map->look && attn_reading_of(run, map->node, true, &reading);
    if (!*weights) return true;
    const attn_tensor *value = reading.value;
    *head = (attn_head_looks){.label = attn_copy_text(arena, map->label, strlen(map->label)),
                              .rows = name_of(value->row_labels, arena),
                              .cols = name_of(value->col_labels, arena),
                              .row_count = value->rows,
                              .col_count = value->cols};
    const bool read = head->label && head->rows && head->cols &&
                      read_columns(value, words, arena, &c) && read_rows(&reading, &c, head);
    attn_reading_end(&reading);
    return read;
}

static bool is_drawn_before(const attn_map *maps, size_t i)
{
    for (size_t k = 0; k < i; k++)
        if (maps[k].node == maps[i].node) return true;
    return false;
}

static bool measure_all(const attn_run *run, const attn_map *maps, size_t count, attn_arena *arena,
                        attn_heads *heads)
{
    for (size_t i = 0; i < count; i++) {
        attn_head_looks head;
        bool weights;
        if (is_drawn_before(maps, i)) continue;
        if (!measure_map(run, &maps[i], heads->by_words, arena, &head, &weights)) return false;
        if (!weights) continue;
        head.looks[ATTN_LOOK_INDUCTION] = (attn_share){(double)NAN, (double)NAN};
        if (!attn_append(arena, &heads->items, &heads->count, &head, sizeof head)) return false;
    }
    if (heads->count) return true;
    return attn_fail(attn_arena_status(arena), ATTN_USAGE,
                     "the lesson %s draws no map of weights, so no head can be measured",
                     attn_lesson_name(attn_run_lesson(run)));
}

/* What the head of this map does with words that are repeated. */
static bool take_induction(const attn_run *run, const attn_map *map, attn_arena *arena,
                           attn_heads *heads)
{
    attn_head_looks found;
    bool weights;
    for (size_t i = 0; i < heads->count; i++) {
        attn_head_looks *head = &heads->items[i];
        if (strcmp(head->label, map->label) != 0) continue;
        if (!measure_map(run, map, false, arena, &found, &weights)) return false;
        if (weights) head->looks[ATTN_LOOK_INDUCTION] = found.looks[ATTN_LOOK_INDUCTION];
    }
    return true;
}

static bool take_all(const attn_run *run, attn_arena *arena, attn_heads *heads)
{
    const attn_outcome *outcome = attn_run_outcome(run);
    for (size_t i = 0; i < outcome->moment_count; i++)
        for (size_t k = 0; k < outcome->moments[i].map_count; k++)
            if (!take_induction(run, &outcome->moments[i].maps[k], arena, heads)) return false;
    return true;
}

static bool any_induction(const attn_heads *heads)
{
    for (size_t i = 0; i < heads->count; i++)
        if (!isnan(heads->items[i].looks[ATTN_LOOK_INDUCTION].is)) return true;
    return false;
}

/* The words that the first map looks at, as a text. */
static const char *words_of(const attn_run *run, const attn_map *maps, attn_arena *arena)
{
    const attn_labels *labels =
        attn_real_words(attn_value(attn_run_record(run), maps->node)->col_labels);
    attn_text text = {0};
    for (size_t i = 0; labels && i < labels->count; i++)
        attn_text_print(&text, "%s%s", i ? " " : "", labels->words[i]);
    return attn_keep_text(arena, &text);
}

bool attn_heads_measure(const attn_run *run, const attn_map *maps, size_t count,
                        const attn_repeating *how, attn_arena *arena, attn_heads *heads)
{
    *heads = (attn_heads){.lesson = attn_lesson_title(attn_run_lesson(run)),
                          .seed = how->seed,
                          .by_words = how->words};
    if (!measure_all(run, maps, count, arena, heads)) return false;
    heads->words = words_of(run, maps, arena);
    attn_run *again = attn_heads_repeat(run, how, arena, attn_arena_status(arena), heads);
    const bool took = again && take_all(again, arena, heads);
    attn_run_free(again);
    if (took && !any_induction(heads)) {
        heads->repeated = 0;
        heads->why = "no map here looks at the words of its own rows";
    }
    return attn_ok(attn_arena_status(arena)) && heads->words && (took || heads->why);
}
