/*
 * array_map: a map is read whole, so that it can be turned and merged, unless it is so large that
 * it is only drawn: then its rows are read while they are painted.
 */
#include "picture/arrays/array_map.h"

#include <limits.h>
#include <math.h>
#include <string.h>

#include "core/budget.h"
#include "core/text.h"
#include "lesson/run/map_reading.h"
#include "picture/arrays/array_remark.h"
#include "picture/arrays/array_scan.h"
#include "picture/paint/png_data.h"
#include "text/token_merge.h"

/* Of a text, which takes longer to read than to draw, more cells than this are not read twice. */
#define MOST_TEXT_HELD ((size_t)1 << 23)
/* Of a larger map nothing is read: it would take longer than to draw it. */
#define MOST_CELLS_READ ((size_t)1 << 22)

/* What is known of a map, and what becomes of it. */
typedef struct reading {
    attn_scan scan;  /* before anything is left out or merged */
    attn_odd hidden; /* what masks of it were numbers in the file, and are −∞ in the scan */
    bool causal;     /* its zeros above the diagonal are drawn as masked */
    float *numbers;  /* as it is drawn; where it is not streamed */
    float *carried;  /* the same with those zeros; or NULL */
} reading;

typedef struct work {
    const attn_array_picture *picture;
    attn_arena *arena;
    attn_array_shown *shown;
    attn_map_side rows, cols; /* as they are drawn */
    bool streamed;
    bool keeps_zeros; /* no zeros are drawn as masked: they are subtracted */
    reading *maps;
} work;

static size_t cells_of(const attn_array_picture *p)
{
    size_t cells = 0;
    return attn_multiply(p->rows, p->cols, &cells) ? cells : SIZE_MAX;
}

/* Whether the numbers are drawn as they stand in the file. */
static bool is_plain(const attn_array_picture *p)
{
    bool plain = !p->transposed && !p->words && !p->links && p->hiding == ATTN_HIDE_NOTHING;
    for (size_t i = 0; i < p->map_count; i++) plain = plain && p->maps[i].count == 1;
    return plain;
}

/* ---- what is said ---- */

/* "row 3 (chat)"; the tokens, where they are known, as they are before anything is merged. */
static void add_place(const char *what, size_t at, const attn_labels *tokens, attn_text *text)
{
    attn_text_print(text, "%s %zu", what, at + 1);
    if (tokens && at < tokens->count) attn_text_print(text, " (%s)", tokens->words[at]);
}

/* "attn.npy, head 3: row 3 (chat)" */
static void add_row(const work *w, size_t map, size_t row, attn_text *text)
{
    const char *title = w->picture->maps[map].title;
    attn_text_print(text, "%s%s%s: ", w->picture->name, *title ? ", " : "", title);
    add_place("row", row, w->picture->tokens.rows, text);
}

static void add_others(size_t count, attn_text *text)
{
    if (count > 1) attn_text_print(text, " (and %zu other%s)", count - 1, count > 2 ? "s" : "");
}

/* The text goes with it. */
static void say(const work *w, attn_text *text)
{
    attn_push_text(w->arena, &w->shown->said, &w->shown->said_count,
                   attn_keep_text(w->arena, text));
}

static void say_odd(const work *w, size_t map, const attn_odd *odd)
{
    const bool deep = isfinite(odd->value);
    attn_text text = {0};
    add_row(w, map, odd->row, &text);
    add_place(", column", odd->col, w->picture->tokens.cols, &text);
    attn_text_add(&text, deep ? " is " : " is not a number");
    if (deep) attn_text_short(&text, odd->value, 4);
    add_others(odd->count, &text);
    attn_text_add(&text,
                  deep ? ", far below all other numbers: drawn as masked" : ": drawn as masked");
    say(w, &text);
}

static void say_off(const work *w, size_t map, const attn_scan *scan)
{
    const char *turn = scan->columns_sum ? w->picture->turn : NULL;
    attn_text text = {0};
    add_row(w, map, scan->off.row, &text);
    attn_text_add(&text, " sums to ");
    attn_text_short(&text, (float)scan->off.first, 4);
    attn_text_add(&text, ", not to 1");
    add_others(scan->off.count, &text);
    attn_text_add(&text, turn ? "; the columns sum to 1: " : ": drawn as scores, not as weights");
    if (turn && w->picture->transposed)
        attn_text_add(&text, "unturned, as the file has them, they are weights");
    else if (turn)
        attn_text_print(&text, "this is the transpose, %s turns it", turn);
    else if (scan->negative)
        attn_text_add(&text, ", above and below 0");
    say(w, &text);
}

/* What is odd about several maps is said of the first of them. */
static void say_oddities(const work *w)
{
    bool said[3] = {false};
    for (size_t i = 0; i < w->picture->map_count; i++) {
        const reading *map = &w->maps[i];
        const size_t counts[3] = {map->scan.nan.count, map->hidden.count, map->scan.off.count};
        if (counts[0] > 0 && !said[0]) say_odd(w, i, &map->scan.nan);
        if (counts[1] > 0 && !said[1]) say_odd(w, i, &map->hidden);
        if (counts[2] > 0 && !said[2]) say_off(w, i, &map->scan);
        for (size_t k = 0; k < 3; k++) said[k] = said[k] || counts[k] > 0;
    }
}

/* ---- reading ---- */

/* How exactly the file holds its numbers. */
static attn_rounding rounding_of(const attn_array_picture *p)
{
    return p->array ? attn_array_rounding(p->array)
                    : attn_rounding_begin(UINT_MAX, ATTN_FLOAT_BITS);
}

static bool read_numbers(const attn_array_picture *p, size_t first, size_t count, float *numbers,
                         attn_status *status)
{
    if (p->file) return attn_array_read(p->file, p->array, first, count, numbers, status);
    memcpy(numbers, p->held + first, count * sizeof *numbers);
    return true;
}

static void turn(const float *from, size_t rows, size_t cols, float *to)
{
    for (size_t i = 0; i < rows; i++)
        for (size_t j = 0; j < cols; j++) to[j * rows + i] = from[i * cols + j];
}

/* The numbers of one map as they are in the file, turned. */
static bool read_one(const work *w, size_t first, float *numbers, float *spare)
{
    const attn_array_picture *p = w->picture;
    float *to = p->transposed ? spare : numbers;
    if (!read_numbers(p, first, cells_of(p), to, attn_arena_status(w->arena))) return false;
    if (p->transposed) turn(to, p->rows, p->cols, numbers);
    return true;
}

static void combine(attn_combine how, const float *more, float *all, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (how == ATTN_MEAN_HEAD) all[i] += more[i];
        if (how == ATTN_MAX_HEAD && !(all[i] >= more[i])) all[i] = more[i];
    }
}

/* Both sides are the same words, as far as they have any. */
static bool same_words(const attn_tokens *tokens)
{
    const attn_labels *rows = tokens->rows, *cols = tokens->cols;
    if (!rows || !cols || rows == cols) return true;
    bool same = rows->count == cols->count;
    for (size_t i = 0; same && i < rows->count; i++)
        same = strcmp(rows->words[i], cols->words[i]) == 0;
    return same;
}

/* Only of words that look at words of their own sentence zeros say that they are masked. */
static bool is_causal(const work *w, const reading *map)
{
    const attn_array_picture *p = w->picture;
    return !w->keeps_zeros && p->rows == p->cols && same_words(&p->tokens) &&
           attn_scan_causal(&map->scan, p->rows);
}

/* Map i with all that becomes one with it, into `all`. */
static bool read_map(work *w, size_t i, float *all, float *more, float *spare)
{
    const attn_array_map *asked = &w->picture->maps[i];
    const size_t cells = cells_of(w->picture);
    reading *map = &w->maps[i];
    for (size_t k = 0; k < asked->count; k++) {
        attn_scan scan;
        float *numbers = k == 0 ? all : more;
        attn_row_source source = {.rows = w->rows.before, .cols = w->cols.before, .held = numbers};
        if (!read_one(w, asked->firsts[k], numbers, spare) ||
            !attn_scan_rows(&source, rounding_of(w->picture), attn_arena_status(w->arena), &scan,
                            &map->hidden))
            return false;
        if (k == 0)
            map->scan = scan;
        else
            attn_scan_add(&map->scan, &scan);
        if (k > 0) combine(w->picture->combine, numbers, all, cells);
    }
    for (size_t c = 0; w->picture->combine == ATTN_MEAN_HEAD && c < cells; c++)
        all[c] /= (float)asked->count;
    map->causal = is_causal(w, map);
    return true;
}

/* A copy of the numbers as they are asked for, in the arena; NULL on failure. */
static float *change(work *w, const float *numbers, attn_arena *own)
{
    const size_t after = w->rows.after * w->cols.after;
    float *changed = attn_room(w->arena, after, sizeof *changed);
    if (!changed) return NULL;
    if (is_plain(w->picture))
        memcpy(changed, numbers, after * sizeof *changed);
    else if (!attn_sides_apply(&w->rows, &w->cols, numbers, changed, own))
        return NULL;
    if (w->picture->hiding == ATTN_HIDE_RENORMALISE)
        attn_renormalise(changed, w->rows.after, w->cols.after);
    return changed;
}

/* room: for the numbers of three maps; NULL: a map that is drawn as it stands in the file needs no
 * other room than its own. */
static bool hold_map(work *w, size_t i, float *room, attn_arena *own)
{
    const attn_array_picture *p = w->picture;
    const size_t cells = cells_of(p), after = w->rows.after * w->cols.after;
    reading *map = &w->maps[i];
    float *all = room ? room : attn_room(w->arena, cells, sizeof *all);
    if (!all || !read_map(w, i, all, room ? room + cells : NULL, room ? room + 2 * cells : NULL))
        return false;
    for (size_t c = 0; map->scan.masked && c < cells; c++)
        if (!isfinite(all[c])) all[c] = -INFINITY;
    if (map->causal && after <= ATTN_MOST_CARRIED) map->carried = change(w, all, own);
    if (map->causal) attn_mask_above(all, 0, p->rows, p->cols);
    map->numbers = room ? change(w, all, own) : all;
    return attn_ok(attn_arena_status(w->arena));
}

static bool hold_maps(work *w)
{
    const attn_array_picture *p = w->picture;
    const bool plain = is_plain(p);
    attn_arena *own = attn_arena_new(attn_arena_status(w->arena));
    float *room = own && !plain ? attn_room(own, 3 * cells_of(p), sizeof *room) : NULL;
    bool done = own && (plain || room);
    for (size_t i = 0; done && i < p->map_count; i++) done = hold_map(w, i, room, own);
    attn_arena_free(own);
    return done;
}

/* ---- in strips ---- */

typedef struct streaming {
    const attn_array_picture *picture;
    size_t first;
    bool masked; /* what is deep */
    bool causal; /* and what is above the diagonal */
    attn_strips strips;
} streaming;

static bool read_strip(void *user, size_t row, size_t count, float *numbers, attn_status *status)
{
    const streaming *s = user;
    const size_t cols = s->picture->cols;
    if (!read_numbers(s->picture, s->first + row * cols, count * cols, numbers, status))
        return false;
    if (s->masked) attn_mask_deep(numbers, count * cols);
    if (s->causal) attn_mask_above(numbers, row, count, cols);
    return true;
}

static bool stream_map(work *w, size_t i, attn_panel *panel)
{
    const attn_array_picture *p = w->picture;
    reading *map = &w->maps[i];
    streaming *s = attn_alloc(w->arena, 1, sizeof *s);
    attn_row_source source = {p->rows, p->cols, NULL, read_strip, s};
    if (!s) return false;
    *s = (streaming){.picture = p, .first = p->maps[i].firsts[0]};
    if (!attn_scan_rows(&source, rounding_of(p), attn_arena_status(w->arena), &map->scan,
                        &map->hidden))
        return false;
    s->masked = map->hidden.count > 0;
    s->causal = map->causal = is_causal(w, map);
    s->strips = (attn_strips){.read = read_strip,
                              .user = s,
                              .largest = map->scan.largest,
                              .masked = map->scan.masked || s->causal};
    panel->strips = &s->strips;
    return true;
}

static bool check_memory(const work *w)
{
    enum { turned_and_merged = 3 };
    const attn_array_picture *p = w->picture;
    uint64_t maps = p->map_count + (is_plain(p) ? 0 : turned_and_merged);
    uint64_t bytes = attn_product64(attn_product64(p->rows, p->cols), maps * sizeof(float));
    return w->streamed || attn_may_hold(bytes) ||
           attn_fail_memory(attn_arena_status(w->arena), bytes,
                            "%s: holding %zu map%s of %zu×%zu numbers", p->name, p->map_count,
                            p->map_count == 1 ? "" : "s", p->rows, p->cols);
}

/* The last map ends furthest in the file. */
static bool check_work(const work *w)
{
    const attn_array_picture *p = w->picture;
    const attn_array_map *last = &p->maps[p->map_count - 1];
    return !p->file ||
           attn_array_ask(p->file, p->array, last->firsts[last->count - 1] + cells_of(p),
                          attn_arena_status(w->arena));
}

/* ---- tokens ---- */

static bool make_sides(work *w)
{
    const attn_array_picture *p = w->picture;
    const bool hide = p->hiding != ATTN_HIDE_NOTHING;
    size_t rows = p->transposed ? p->cols : p->rows, cols = p->transposed ? p->rows : p->cols;
    const attn_tokens tokens = {p->vector ? NULL : p->tokens.rows, p->tokens.cols};
    const attn_side_asked asked_rows = {tokens.rows, p->marks, hide, p->words};
    const attn_side_asked asked_cols = {tokens.cols, p->marks, hide, p->words};
    attn_text text = {0};
    if (!attn_tokens_fit(&tokens, rows, cols, p->name, p->transposed ? NULL : p->turn, &text)) {
        const char *why = attn_keep_text(w->arena, &text);
        return why &&
               attn_fail(attn_arena_status(w->arena), ATTN_INPUT, "%s has %s", p->tokens_name, why);
    }
    return attn_side_make(&asked_rows, rows, w->arena, &w->rows) &&
           attn_side_make(&asked_cols, cols, w->arena, &w->cols);
}

/* ---- links ---- */

/* The places of the words of a side, the special tokens not counted. */
typedef struct places {
    size_t *at, count;
} places;

static bool find_words(const work *w, const attn_map_side *side, places *found)
{
    *found = (places){attn_alloc(w->arena, side->after + 1, sizeof *found->at), 0};
    for (size_t i = 0; found->at && i < side->after; i++)
        if (!side->special || !side->special[i]) found->at[found->count++] = i;
    return found->at != NULL;
}

/* Whether a link leads to one of these words. */
static bool check_link(const work *w, const attn_word_link *link, const char *what, size_t at,
                       size_t words)
{
    attn_status *status = attn_arena_status(w->arena);
    if (at < words) return true;
    attn_fail(
        status, ATTN_INPUT,
        "a link leads to word %zu of the %s, counted from 0, but the map has %zu word%s there", at,
        what, words, words == 1 ? "" : "s");
    attn_status_place(status, w->picture->links_name, link->line, 0);
    return false;
}

typedef struct linked {
    uint8_t *marks; /* of each cell */
    places rows, cols;
} linked;

static bool mark_links(const work *w, linked *l)
{
    const attn_alignment *links = w->picture->links;
    l->marks = attn_alloc(w->arena, w->rows.after * w->cols.after, 1);
    if (!l->marks || !find_words(w, &w->rows, &l->rows) || !find_words(w, &w->cols, &l->cols))
        return false;
    for (size_t i = 0; i < links->count; i++) {
        const attn_word_link *link = &links->links[i];
        if (!check_link(w, link, "source", link->source, l->cols.count) ||
            !check_link(w, link, "target", link->target, l->rows.count))
            return false;
        size_t row = l->rows.at[link->target], col = l->cols.at[link->source];
        uint8_t *mark = &l->marks[row * w->cols.after + col];
        if (*mark != ATTN_MARK_SURE) *mark = link->possible ? ATTN_MARK_POSSIBLE : ATTN_MARK_SURE;
    }
    return true;
}

/* The largest weight of each row of a word is its link; where that stands at a special token, or
 * the row is masked, the word has none. */
static attn_link_counts count_links(const work *w, const linked *l, const float *numbers)
{
    const size_t cols = w->cols.after;
    attn_link_counts counts = {0};
    for (size_t i = 0; i < w->rows.after * cols; i++) counts.sure += l->marks[i] == ATTN_MARK_SURE;
    for (size_t i = 0; i < l->rows.count; i++) {
        size_t row = l->rows.at[i] * cols, at = attn_place_of_max(numbers + row, cols);
        if ((w->cols.special && w->cols.special[at]) || !isfinite(numbers[row + at])) continue;
        counts.links++;
        counts.sure_found += l->marks[row + at] == ATTN_MARK_SURE;
        counts.found += l->marks[row + at] != 0;
    }
    return counts;
}

/* "alignment error rate 0.250: 3 of 4 sure links found, 1 word without a link" */
static const char *with_error_rate(const work *w, const linked *l, const attn_panel *panel)
{
    attn_link_counts counts = count_links(w, l, panel->value->data);
    size_t without = l->rows.count - counts.links;
    attn_text text = {0};
    attn_text_print(&text, "%s%salignment error rate %.3f: %zu of %zu sure links found",
                    panel->title, *panel->title ? ", " : "", attn_alignment_error_rate(&counts),
                    counts.sure_found, counts.sure);
    if (without > 0)
        attn_text_print(&text, ", %zu word%s without a link", without, without == 1 ? "" : "s");
    return attn_keep_text(w->arena, &text);
}

/* " Over all 2 sentences the alignment error rate is 0.250: 3 of 4 sure links found." */
static void add_corpus(const work *w, const attn_corpus_links *corpus, attn_text *text)
{
    if (corpus->linked == corpus->sentences)
        attn_text_print(text,
                        " Over all %zu sentences the alignment error rate is %.3f: %zu of %zu sure "
                        "links found.",
                        corpus->sentences, attn_alignment_error_rate(&corpus->counts),
                        corpus->counts.sure_found, corpus->counts.sure);
    else
        attn_text_print(text,
                        " There is no alignment error rate over all sentences: %s has %zu of them, "
                        "and %s %zu.",
                        w->picture->name, corpus->sentences, w->picture->links_name,
                        corpus->linked);
}

/* rated: the maps are weights, whose largest are links; else differences. */
static bool add_links(work *w, bool rated)
{
    linked l = {0};
    attn_text note = {0};
    if (!w->picture->links) return true;
    if (!mark_links(w, &l)) return false;
    for (size_t i = 0; i < w->shown->panel_count; i++) {
        attn_panel *panel = &w->shown->panels[i];
        panel->marks = l.marks;
        if (rated) panel->title = with_error_rate(w, &l, panel);
        if (!panel->title) return false;
    }
    attn_text_print(&note, "A frame marks a link of %s, corners a possible one.",
                    w->picture->links_name);
    if (rated && w->picture->corpus) add_corpus(w, w->picture->corpus, &note);
    w->shown->note = attn_keep_text(w->arena, &note);
    return w->shown->note != NULL;
}

/* ---- panels ---- */

static const char *role_of(const work *w, const char *part, const attn_labels *labels)
{
    bool named = labels && labels->name && *labels->name;
    return named ? attn_print(w->arena, "%s: %s", part, labels->name) : part;
}

/* Weights, if all rows of all maps sum to 1. */
static attn_scale scale_of(const work *w)
{
    bool off = false, negative = false;
    for (size_t i = 0; i < w->picture->map_count; i++) {
        off = off || w->maps[i].scan.off.count > 0;
        negative = negative || w->maps[i].scan.negative;
    }
    return negative ? ATTN_SCALE_SIGNED : off ? ATTN_SCALE_POSITIVE : ATTN_SCALE_WEIGHTS;
}

static bool read_rows(const work *w, size_t map, attn_panel *panel)
{
    const attn_tensor *value = panel->value;
    attn_row *rows = attn_alloc(w->arena, value->rows, sizeof *rows);
    if (rows) attn_rows_read(value, &w->maps[map].scan.rounding, rows);
    panel->read = rows;
    panel->read_count = value->rows;
    panel->attention = true; /* the last axes of an array are queries and keys */
    return rows != NULL;
}

/* A tensor of the shape of another, with these numbers. */
static const attn_tensor *with_numbers(const work *w, const attn_tensor *shape, float *data)
{
    attn_tensor *value = attn_alloc(w->arena, 1, sizeof *value);
    if (!value) return NULL;
    *value = *shape;
    value->data = data;
    return value;
}

static bool fill_panel(work *w, size_t i, attn_panel *panel)
{
    const attn_array_picture *p = w->picture;
    const attn_labels *rows = w->rows.labels, *cols = w->cols.labels;
    const attn_tensor shape = {.rank = p->vector ? ATTN_VECTOR : ATTN_MATRIX,
                               .batch = 1,
                               .rows = w->rows.after,
                               .cols = w->cols.after,
                               .row_labels = rows,
                               .col_labels = cols};
    reading *map = &w->maps[i];
    *panel = (attn_panel){.title = p->maps[i].title,
                          .row_name = p->maps[i].row_name,
                          .column_name = p->maps[i].column_name,
                          .value = with_numbers(w, &shape, map->numbers),
                          .carried = map->carried ? with_numbers(w, &shape, map->carried) : NULL,
                          .row_role = p->vector ? NULL : role_of(w, "query", rows),
                          .col_role = role_of(w, "key", cols),
                          .row_labels = rows,
                          .col_labels = cols};
    if (w->streamed && !stream_map(w, i, panel)) return false;
    return attn_ok(attn_arena_status(w->arena));
}

/* "rows and columns changed places; whole words: columns summed, rows averaged; …" */
static void add_how(const attn_array_picture *p, attn_text *text)
{
    const char *const done[] = {
        p->combine == ATTN_MEAN_HEAD  ? "mean of all heads"
        : p->combine == ATTN_MAX_HEAD ? "the largest weight of all heads, and rows sum to more"
                                      : NULL,
        p->transposed ? "rows and columns changed places" : NULL,
        p->words ? "whole words: the columns of their pieces summed, the rows averaged" : NULL,
        p->hiding == ATTN_HIDE_KEEP          ? "special tokens left out, and rows sum to less"
        : p->hiding == ATTN_HIDE_RENORMALISE ? "special tokens left out, and rows sum to 1 again"
                                             : NULL,
    };
    for (size_t i = 0; i < sizeof done / sizeof *done; i++)
        if (done[i]) attn_text_print(text, "%s%s", text->length ? "; " : "", done[i]);
}

/* Of `count` maps of one file, from this one on; with its name, where another stands beside it. */
static void add_remark(const work *w, size_t first, size_t count, bool named, attn_text *out)
{
    attn_remarked all = {0};
    attn_text text = {0};
    for (size_t i = first; i < first + count; i++)
        attn_remarked_add(&all, &w->maps[i].scan, w->picture->maps[i].count > 1, w->maps[i].causal);
    attn_remark(&all, &text);
    if (text.length > 0)
        attn_text_print(out, "%s%s%s%s", out->length ? "; " : "", named ? w->picture->name : "",
                        named ? ": " : "", attn_text_string(&text));
    out->failed |= text.failed;
    attn_text_free(&text);
}

/* What is said under the title: what is odd, and then what was done; "": nothing. other: what is
 * subtracted, or NULL. */
static const char *subtitle_of(const work *w, const work *other, size_t first, size_t count)
{
    attn_text text = {0};
    add_remark(w, first, count, other != NULL, &text);
    if (other) add_remark(other, first, count, true, &text);
    add_how(w->picture, &text);
    return attn_keep_text(w->arena, &text);
}

/* Of all maps together, and of each where it is drawn alone. */
static bool add_subtitles(const work *w, const work *other)
{
    const size_t count = w->picture->map_count;
    for (size_t i = 0; i < count; i++) w->shown->panels[i].alone = subtitle_of(w, other, i, 1);
    const char *all = subtitle_of(w, other, 0, count);
    w->shown->subtitle = all && *all ? all : NULL;
    return attn_ok(attn_arena_status(w->arena));
}

/* All but what only a map of weights has. */
static bool make_panels(work *w)
{
    const attn_array_picture *p = w->picture;
    const bool text = p->array && p->array->digits != ATTN_BINARY;
    const size_t held = text ? MOST_TEXT_HELD : ATTN_MOST_CARRIED;
    attn_panel *panels = attn_alloc(w->arena, p->map_count, sizeof *panels);
    *w->shown = (attn_array_shown){.panel_count = p->map_count, .panels = panels};
    w->streamed = w->streamed && is_plain(p) && cells_of(p) > held;
    w->maps = attn_alloc(w->arena, p->map_count, sizeof *w->maps);
    if (!panels || !w->maps || !make_sides(w) || !check_memory(w) || !check_work(w)) return false;
    if (!w->streamed && !hold_maps(w)) return false;
    for (size_t i = 0; i < p->map_count; i++)
        if (!fill_panel(w, i, &panels[i])) return false;
    say_oddities(w);
    for (size_t i = 0; i < p->map_count; i++) panels[i].scale = scale_of(w);
    return attn_ok(attn_arena_status(w->arena));
}

bool attn_array_panels(const attn_array_picture *picture, attn_arena *arena,
                       attn_array_shown *shown)
{
    work w = {.picture = picture, .arena = arena, .shown = shown, .streamed = true};
    if (!make_panels(&w) || !add_subtitles(&w, NULL)) return false;
    bool read = !w.streamed && shown->panels[0].scale == ATTN_SCALE_WEIGHTS &&
                w.rows.after * w.cols.after <= MOST_CELLS_READ;
    for (size_t i = 0; read && i < shown->panel_count; i++)
        if (w.maps[i].scan.nan.count == 0 && !read_rows(&w, i, &shown->panels[i])) return false;
    return add_links(&w, true);
}

bool attn_array_link_counts(const attn_array_picture *picture, attn_arena *arena,
                            attn_link_counts *counts)
{
    attn_array_shown shown;
    linked l = {0};
    work w = {.picture = picture, .arena = arena, .shown = &shown};
    if (!make_panels(&w) || !mark_links(&w, &l)) return false;
    *counts = count_links(&w, &l, shown.panels[0].value->data);
    return true;
}

/* ---- differences ---- */

/* Makes panel a its difference from b, which is of `other`. */
static bool subtract(const work *w, attn_panel *a, const attn_panel *b, const char *other)
{
    const size_t count = attn_tensor_size(a->value);
    char one[48], two[48];
    if (a->value->rows != b->value->rows || a->value->cols != b->value->cols)
        return attn_fail(attn_arena_status(w->arena), ATTN_INPUT,
                         "%s is %s, but %s is %s: there is no difference between them",
                         w->picture->name, attn_tensor_shape(a->value, one), other,
                         attn_tensor_shape(b->value, two));
    float *data = attn_room(w->arena, count, sizeof *data);
    for (size_t i = 0; data && i < count; i++) {
        bool both = isfinite(a->value->data[i]) && isfinite(b->value->data[i]);
        data[i] = both ? a->value->data[i] - b->value->data[i] : -INFINITY;
    }
    a->value = with_numbers(w, a->value, data);
    a->scale = ATTN_SCALE_SIGNED;
    return data && a->value;
}

bool attn_array_differences(const attn_array_picture *picture, const attn_array_picture *other,
                            attn_arena *arena, attn_array_shown *shown)
{
    attn_array_shown right = {0};
    work w = {.picture = picture, .arena = arena, .shown = shown, .keeps_zeros = true};
    work v = {.picture = other, .arena = arena, .shown = &right, .keeps_zeros = true};
    if (!make_panels(&w) || !make_panels(&v)) return false;
    if (picture->map_count != other->map_count)
        return attn_fail(attn_arena_status(arena), ATTN_INPUT,
                         "%s has %zu map%s, but %s has %zu: there is no difference between them",
                         picture->name, picture->map_count, picture->map_count == 1 ? "" : "s",
                         other->name, other->map_count);
    for (size_t i = 0; i < shown->panel_count; i++)
        if (!subtract(&w, &shown->panels[i], &right.panels[i], other->name)) return false;
    for (size_t i = 0; i < right.said_count; i++) {
        attn_text text = {0};
        attn_text_add(&text, right.said[i]);
        say(&w, &text);
    }
    return attn_ok(attn_arena_status(arena)) && add_subtitles(&w, &v) && add_links(&w, false);
}
