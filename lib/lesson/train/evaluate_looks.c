/*
 * evaluate_looks: in how many rows a map has its maximum where a treebank or a distance says,
 * beside the simplest rule: always the word so many places away. A reader does not know the parts
 * of speech of the treebank, so no rule does. Where a word speaks of something in a picture, the
 * map has its maximum at a region, and what is beside it is a region at random; in a film, whose
 * regions are frames, evenly spaced ones, too.
 */
#include <stdlib.h>
#include <string.h>

#include "lesson/train/evaluator.h"

/* ---- the simplest rule ---- */

/* One more row in which a rule is right. */
static bool count_rule(attn_rule_scores *scores, int steps, attn_arena *arena)
{
    attn_rule_score *score = NULL;
    for (size_t i = 0; i < scores->count && !score; i++)
        if (scores->items[i].steps == steps) score = &scores->items[i];
    if (!score)
        score = attn_append(arena, &scores->items, &scores->count,
                            &(attn_rule_score){.steps = steps}, sizeof *score);
    if (score) score->right++;
    return score != NULL;
}

/* A near word is simpler than a far one, and what stands before is known first. */
static bool is_simpler(const attn_rule_score *a, const attn_rule_score *b)
{
    if (abs(a->steps) != abs(b->steps)) return abs(a->steps) < abs(b->steps);
    return a->steps < b->steps;
}

/* The rule that was right most often, the nearest of equally good ones; NULL: none ever was. */
static const attn_rule_score *best_rule(const attn_rule_scores *scores)
{
    const attn_rule_score *best = NULL;
    for (size_t i = 0; i < scores->count; i++) {
        const attn_rule_score *one = &scores->items[i];
        if (!best || one->right > best->right ||
            (one->right == best->right && is_simpler(one, best)))
            best = one;
    }
    return best;
}

static bool is_part(const attn_look_score *part, const char *from, bool held)
{
    return part->held == held && strcmp(part->from, from) == 0;
}

void attn_look_choose(attn_look_score *score, const attn_look_score *from)
{
    score->rule = best_rule(&from->rules);
    for (size_t i = 0; score->rule && i < score->rules.count; i++)
        if (score->rules.items[i].steps == score->rule->steps)
            score->rule_right = score->rules.items[i].right;
    for (size_t i = 0; i < score->part_count; i++)
        for (size_t k = 0; k < from->part_count; k++)
            if (is_part(&score->parts[i], from->parts[k].from, from->parts[k].held))
                attn_look_choose(&score->parts[i], &from->parts[k]);
}

/* ---- one row ---- */

/* Whether a map has a place for this row and column. */
bool attn_check_map(const evaluator *e, const attn_statement *line, const attn_tensor *value,
                    size_t rows, size_t cols)
{
    char shape[48];
    if (value->rank == ATTN_MATRIX && value->rows >= rows && value->cols >= cols) return true;
    attn_fail(e->run->status, ATTN_INPUT,
              "%s is a %s, but the examples have words at row %zu and column %zu", line->text,
              attn_tensor_shape(value, shape), rows, cols);
    return attn_place_formula(e->run->status, line->origin);
}

/* Whether the row of this word of a side counts. */
static bool is_asked(const example_notes *notes, attn_side side, const role_look *asked,
                     size_t from)
{
    return !asked->from ||
           (from < notes->words[side] && strcmp(notes->kinds[side][from], asked->from) == 0);
}

/* Start marks of a map: it has a row above, or a column before those of the words. Only of a
 * treebank it is known that a map has one for each word. */
typedef struct marks {
    size_t above, before;
} marks;

static marks marks_of(const example_notes *notes, const attn_tensor *value)
{
    const size_t words = notes->words[ATTN_SOURCE];
    const bool tree = notes->arc_count > 0;
    return (marks){tree && value->rows == words + 1, tree && value->cols == words + 1};
}

/* Counts a row that should have its maximum in this column, both without the marks;
 * ATTN_NO_WORD: at the start mark, where no rule is right. False: the map has no such place. */
static bool count_row(const evaluator *e, const attn_tensor *value, size_t x,
                      const role_look *asked, size_t from, size_t to, attn_look_score *score)
{
    const marks skipped = marks_of(&e->all->notes[e->which[x]], value);
    const size_t row = from + skipped.above, first = asked->words ? skipped.before : 0,
                 column = to == ATTN_NO_WORD ? 0 : to + skipped.before;
    if (!attn_check_map(e, asked->map, value, row + 1, column + 1)) return false;
    const float *numbers = attn_map_of(value, x) + row * value->cols;
    score->lines++;
    score->right += first + attn_place_of_max(numbers + first, value->cols - first) == column;
    return to == ATTN_NO_WORD || count_rule(&score->rules, (int)to - (int)from, e->arena);
}

/* Rows of words that have another one so many steps on. */
static bool score_steps(const evaluator *e, const attn_tensor *value, size_t x,
                        const role_look *asked, attn_look_score *score)
{
    const example_notes *notes = &e->all->notes[e->which[x]];
    const marks skipped = marks_of(notes, value);
    const double words = (double)(value->cols - skipped.before);
    for (size_t from = 0; from < value->rows - skipped.above; from++) {
        const double to = (double)from + asked->steps;
        if (to >= 0 && to < words && is_asked(notes, ATTN_SOURCE, asked, from) &&
            !count_row(e, value, x, asked, from, (size_t)to, score))
            return false;
    }
    return true;
}

/* ---- parts of a look ---- */

/* The score of the words with one relation or kind, added with nothing counted yet; NULL on
 * failure. */
static attn_look_score *part_of_look(const evaluator *e, attn_look_score *score, const char *name,
                                     bool held)
{
    attn_look_score part = *score;
    for (size_t i = 0; i < score->part_count; i++)
        if (is_part(&score->parts[i], name, held)) return &score->parts[i];
    part.from = name;
    part.held = held;
    part.chance = 0;
    part.lines = part.right = part.even = part.rule_right = part.part_count = 0;
    part.rules = (attn_rule_scores){0};
    return attn_append(e->arena, &score->parts, &score->part_count, &part, sizeof part);
}

/* ---- looks at the words of a treebank ---- */

static bool is_meant(const example_notes *notes, const role_look *asked, const attn_arc *arc)
{
    if (strcmp(arc->role, asked->to) != 0 || !is_asked(notes, ATTN_SOURCE, asked, arc->from))
        return false;
    return arc->to != ATTN_NO_WORD || !asked->words;
}

/* A root is governed by the start mark. */
static bool score_arc(const evaluator *e, const attn_tensor *value, size_t x,
                      const role_look *asked, const attn_arc *arc, attn_look_score *score)
{
    if (arc->to == ATTN_NO_WORD && !marks_of(&e->all->notes[e->which[x]], value).before)
        return true;
    attn_look_score *part = part_of_look(e, score, arc->relation, false);
    return part && count_row(e, value, x, asked, arc->from, arc->to, score) &&
           count_row(e, value, x, asked, arc->from, arc->to, part);
}

/* ---- looks at regions of a picture ---- */

/* The picture of an example, NULL: it has none. */
static const attn_picture *picture_of(const examples *all, size_t example)
{
    const attn_picture *found = NULL;
    for (size_t k = 0; k < all->input_count && !found; k++)
        found = attn_example_picture(all, example, k);
    return found;
}

/* Whether some of the box lies in the region. */
static bool overlaps(const attn_box *box, const size_t grid[2], size_t region,
                     const attn_picture *picture)
{
    const size_t row = region / grid[1], col = region % grid[1];
    return row * picture->height < box->y1 * grid[0] &&
           (row + 1) * picture->height > box->y0 * grid[0] &&
           col * picture->width < box->x1 * grid[1] &&
           (col + 1) * picture->width > box->x0 * grid[1];
}

/* Whether the region has some of what the word speaks of. */
static bool has_some(const example_notes *notes, size_t word, const size_t grid[2], size_t region,
                     const attn_picture *picture)
{
    for (size_t i = 0; i < notes->box_count; i++)
        if (notes->boxes[i].word == word && overlaps(&notes->boxes[i], grid, region, picture))
            return true;
    return false;
}

/* The share of all regions that would be right for this word. */
static double chance_of(const example_notes *notes, size_t word, const size_t grid[2],
                        const attn_picture *picture)
{
    const size_t regions = grid[0] * grid[1];
    size_t count = 0;
    for (size_t i = 0; i < regions; i++) count += has_some(notes, word, grid, i, picture);
    return (double)count / (double)regions;
}

/* Of all that happens in a film, each thing in rows of its own: whether this begins with the rows
 * of a box, and is the first that does. */
static bool begins_something(const example_notes *notes, size_t i)
{
    for (size_t k = 0; k < i; k++)
        if (notes->boxes[k].y0 == notes->boxes[i].y0) return false;
    return true;
}

/* Of frames: the k-th thing of n is taken to happen in the middle of the k-th of n equal parts. */
static bool is_evenly_right(const example_notes *notes, size_t word, const size_t grid[2],
                            const attn_picture *picture)
{
    size_t all = 0, before = 0, begin = SIZE_MAX;
    for (size_t i = 0; i < notes->box_count; i++)
        if (notes->boxes[i].word == word && notes->boxes[i].y0 < begin) begin = notes->boxes[i].y0;
    for (size_t i = 0; i < notes->box_count; i++) {
        if (!begins_something(notes, i)) continue;
        all++;
        before += notes->boxes[i].y0 < begin;
    }
    return has_some(notes, word, grid, (2 * before + 1) * grid[0] / (2 * all), picture);
}

static void count_region(attn_look_score *score, bool right, bool even, double chance)
{
    score->lines++;
    score->right += right;
    score->even += even;
    score->chance += chance;
}

/* Whether a map has a row for this word, and a column for each region. */
static bool check_regions(const evaluator *e, const role_look *asked, const attn_tensor *value,
                          size_t word)
{
    const size_t regions = asked->grid[0] * asked->grid[1];
    char shape[48];
    if (value->rank == ATTN_MATRIX && value->rows > word && value->cols == regions) return true;
    attn_fail(
        e->run->status, ATTN_INPUT,
        "%s is a %s, but needs a row for word %zu and %zu columns, one for each region of the "
        "grid",
        asked->map->text, attn_tensor_shape(value, shape), word + 1, regions);
    return attn_place_formula(e->run->status, asked->map->origin);
}

static bool score_word(const evaluator *e, const attn_tensor *value, size_t x,
                       const role_look *asked, size_t word, const char *kind,
                       attn_look_score *score)
{
    const size_t example = e->which[x], regions = asked->grid[0] * asked->grid[1];
    const example_notes *notes = &e->all->notes[example];
    const attn_picture *picture = picture_of(e->all, example);
    if (!check_regions(e, asked, value, word)) return false;
    const size_t place = attn_place_of_max(attn_map_of(value, x) + word * value->cols, regions);
    const bool right = has_some(notes, word, asked->grid, place, picture);
    const double chance = chance_of(notes, word, asked->grid, picture);
    attn_look_score *part = part_of_look(e, score, kind, notes->held);
    if (!part) return false;
    const bool even = asked->grid[1] == 1 && is_evenly_right(notes, word, asked->grid, picture);
    count_region(score, right, even, chance);
    count_region(part, right, even, chance);
    return true;
}

/* ---- looks at moments of a sound ---- */

/* In samples of the sound of an example. */
typedef struct moments {
    const example_notes *notes;
    const example_sound *sound;
    double first, step; /* the middle of the first frame, and from frame to frame */
    size_t words;       /* of the example */
} moments;

static const example_sound *sound_of(const examples *all, size_t example)
{
    const example_sound *found = NULL;
    for (size_t k = 0; k < all->input_count && !found; k++)
        found = attn_example_sound(all, example, k);
    return found;
}

/* At the rate of the lesson; 0: it hears nothing. */
static size_t lesson_rate(const attn_lesson *lesson)
{
    for (size_t i = 0; i < lesson->given_count; i++)
        if (lesson->givens[i].form == FORM_SOUND && lesson->givens[i].input)
            return lesson->givens[i].rate;
    return 0;
}

static moments moments_of(const evaluator *e, const example_notes *notes,
                          const example_sound *sound, const role_look *asked)
{
    const double share = (double)sound->rate / (double)lesson_rate(e->run->lesson);
    return (moments){notes, sound, share * (double)asked->frames[0] / 2,
                     share * (double)asked->frames[1],
                     notes->words[notes->kinds[ATTN_TARGET] ? ATTN_TARGET : ATTN_SOURCE]};
}

/* Whether the word is said at this moment, or less than a frame before or after. */
static bool is_said(const moments *m, size_t word, double moment)
{
    for (size_t i = 0; i < m->notes->box_count; i++) {
        const attn_box *box = &m->notes->boxes[i];
        if (box->word == word && moment >= (double)box->x0 - m->step &&
            moment < (double)box->x1 + m->step)
            return true;
    }
    return false;
}

/* The share of the frames of the sound that would be right. */
static double chance_of_moment(const moments *m, size_t word, size_t columns)
{
    size_t count = 0, right = 0;
    for (size_t i = 0; i < columns; i++) {
        const double moment = m->first + (double)i * m->step;
        if (i > 0 && moment >= (double)m->sound->count) break;
        count++;
        right += is_said(m, word, moment);
    }
    return (double)right / (double)count;
}

static bool score_moment(const evaluator *e, const attn_tensor *value, size_t x,
                         const role_look *asked, size_t word, const char *kind,
                         attn_look_score *score)
{
    const example_sound *sound = sound_of(e->all, e->which[x]);
    if (!sound) return false;
    const moments m = moments_of(e, &e->all->notes[e->which[x]], sound, asked);
    if (!attn_check_map(e, asked->map, value, word + 1, 1)) return false;
    const size_t place = attn_place_of_max(attn_map_of(value, x) + word * value->cols, value->cols);
    const bool right = is_said(&m, word, m.first + (double)place * m.step);
    const double moment = (double)m.sound->count * ((double)word + 0.5) / (double)m.words;
    const bool even = is_said(&m, word, moment);
    const double chance = chance_of_moment(&m, word, value->cols);
    attn_look_score *part = part_of_look(e, score, kind, m.notes->held);
    if (!part) return false;
    count_region(score, right, even, chance);
    count_region(part, right, even, chance);
    return true;
}

/* ---- looks at boxes ---- */

/* Boxes of pictures need a grid, those of sounds frames. */
static bool check_medium(const evaluator *e, size_t example, const role_look *asked)
{
    if (asked->grid[0] ? picture_of(e->all, example) != NULL : sound_of(e->all, example) != NULL)
        return true;
    attn_fail(e->run->status, ATTN_INPUT,
              asked->grid[0] ? "these examples have no pictures, which a \"grid\" is of"
                             : "these examples have no sounds, which \"frames\" are of");
    return attn_place_formula(e->run->status, asked->map->origin);
}

/* Rows of words that speak of something to be seen or heard. */
static bool score_boxes(const evaluator *e, const attn_tensor *value, size_t x,
                        const role_look *asked, attn_look_score *score)
{
    const example_notes *notes = &e->all->notes[e->which[x]];
    const attn_side last = notes->kinds[ATTN_TARGET] ? ATTN_TARGET : ATTN_SOURCE;
    if (notes->box_count > 0 && !check_medium(e, e->which[x], asked)) return false;
    for (size_t i = 0; i < notes->box_count; i++) {
        const size_t word = notes->boxes[i].word;
        const bool seen = i > 0 && notes->boxes[i - 1].word == word;
        if (seen || !is_asked(notes, last, asked, word)) continue;
        if (!(asked->grid[0] ? score_word : score_moment)(e, value, x, asked, word,
                                                          notes->kinds[last][word], score))
            return false;
    }
    return true;
}

/* ---- the rows of an example ---- */

bool attn_score_rows(const evaluator *e, const attn_tensor *value, size_t x, const role_look *asked,
                     attn_look_score *score)
{
    const example_notes *notes = &e->all->notes[e->which[x]];
    if (!asked->to) return score_steps(e, value, x, asked, score);
    if (strcmp(asked->to, ATTN_TO_BOX) == 0) return score_boxes(e, value, x, asked, score);
    for (size_t i = 0; i < notes->arc_count; i++)
        if (is_meant(notes, asked, &notes->arcs[i]) &&
            !score_arc(e, value, x, asked, &notes->arcs[i], score))
            return false;
    return true;
}
