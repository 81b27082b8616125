/*
 * evaluate_looks: in how many rows a map has its maximum where a role or a treebank says, beside
 * the simplest rule.
 */
#include <math.h>
#include <string.h>

#include "lesson/train/baseline.h"
#include "lesson/train/evaluator.h"

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

const attn_role *attn_role_of(const example_notes *notes, const char *name)
{
    for (size_t i = 0; i < notes->role_count; i++)
        if (strcmp(notes->roles[i].name, name) == 0) return &notes->roles[i];
    return NULL;
}

size_t attn_input_of_sentence(const evaluator *e)
{
    for (size_t k = 0; k < e->all->input_count; k++)
        if (strcmp(e->asked->examples.inputs[k], "sentence") == 0) return k;
    return 0;
}

/* Whether this word stands there, in the input that is read. */
static bool is_word(const evaluator *e, size_t x, size_t place, const char *word)
{
    size_t input = attn_input_of_sentence(e), example = e->which[x];
    return place < attn_example_length(e->all, example, input) &&
           strcmp(attn_example_word(e->all, example, input, place), word) == 0;
}

/* Where the row of a word is to have its maximum. False: it does not count. */
static bool end_of_look(const evaluator *e, size_t x, const role_look *asked, size_t words,
                        size_t from, size_t *to)
{
    const example_notes *notes = &e->all->notes[e->which[x]];
    if (asked->word && !is_word(e, x, from, asked->word)) return false;
    if (!asked->to) {
        double at = (double)from + asked->steps;
        if (at < 0 || at >= (double)words) return false;
        *to = (size_t)at;
        return true;
    }
    const attn_role *role = attn_role_of(notes, asked->to);
    if (!role) return false;
    *to = role->place;
    size_t apart = *to > from ? *to - from : from - *to;
    return asked->between == 0 || apart > asked->between;
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
 * ATTN_NO_WORD: at the start mark. False: the map has no such place. */
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
    return true;
}

static bool score_row(const evaluator *e, const attn_tensor *value, size_t x,
                      const role_look *asked, size_t from, attn_look_score *score)
{
    const example_notes *notes = &e->all->notes[e->which[x]];
    size_t to;
    if (!end_of_look(e, x, asked, value->cols - marks_of(notes, value).before, from, &to))
        return true;
    return count_row(e, value, x, asked, from, to, score) &&
           attn_rules_count(&score->rules, notes->kinds[ATTN_SOURCE], notes->words[ATTN_SOURCE],
                            from, to, e->arena);
}

/* ---- looks at the words of a treebank ---- */

/* The score of the words with one relation, added with nothing counted yet; NULL on failure. */
static attn_look_score *part_of_look(const evaluator *e, attn_look_score *score,
                                     const char *relation)
{
    attn_look_score part = *score;
    for (size_t i = 0; i < score->part_count; i++)
        if (strcmp(score->parts[i].from, relation) == 0) return &score->parts[i];
    part.from = relation;
    part.lines = part.right = part.rule_right = part.part_count = 0;
    part.rules = (attn_rule_scores){0};
    return attn_append(e->arena, &score->parts, &score->part_count, &part, sizeof part);
}

static bool is_meant(const evaluator *e, size_t x, const role_look *asked, const attn_arc *arc)
{
    const example_notes *notes = &e->all->notes[e->which[x]];
    if (strcmp(arc->role, asked->to) != 0) return false;
    if (asked->from && strcmp(notes->kinds[ATTN_SOURCE][arc->from], asked->from) != 0) return false;
    if (asked->word && !is_word(e, x, arc->from, asked->word)) return false;
    if (arc->to == ATTN_NO_WORD) return !asked->words && asked->between == 0;
    const size_t apart = arc->to > arc->from ? arc->to - arc->from : arc->from - arc->to;
    return asked->between == 0 || apart > asked->between;
}

/* The rule is a distance alone: a reader does not know the parts of speech of the treebank. */
static bool count_arc(const evaluator *e, const attn_tensor *value, size_t x,
                      const role_look *asked, const attn_arc *arc, attn_look_score *score)
{
    return count_row(e, value, x, asked, arc->from, arc->to, score) &&
           (arc->to == ATTN_NO_WORD ||
            attn_rules_count(&score->rules, NULL, 0, arc->from, arc->to, e->arena));
}

/* A root is governed by the start mark. */
static bool score_arc(const evaluator *e, const attn_tensor *value, size_t x,
                      const role_look *asked, const attn_arc *arc, attn_look_score *score)
{
    if (arc->to == ATTN_NO_WORD && !marks_of(&e->all->notes[e->which[x]], value).before)
        return true;
    attn_look_score *part = part_of_look(e, score, arc->relation);
    return part && count_arc(e, value, x, asked, arc, score) &&
           count_arc(e, value, x, asked, arc, part);
}

static bool score_arcs(const evaluator *e, const attn_tensor *value, size_t x,
                       const role_look *asked, attn_look_score *score)
{
    const example_notes *notes = &e->all->notes[e->which[x]];
    for (size_t i = 0; i < notes->arc_count; i++)
        if (is_meant(e, x, asked, &notes->arcs[i]) &&
            !score_arc(e, value, x, asked, &notes->arcs[i], score))
            return false;
    return true;
}

/* ---- both ---- */

bool attn_score_rows(const evaluator *e, const attn_tensor *value, size_t x, const role_look *asked,
                     attn_look_score *score)
{
    if (asked->to && e->all->notes[e->which[x]].arc_count)
        return score_arcs(e, value, x, asked, score);
    if (asked->from) {
        const attn_role *from = attn_role_of(&e->all->notes[e->which[x]], asked->from);
        return !from || score_row(e, value, x, asked, from->place, score);
    }
    const size_t above = marks_of(&e->all->notes[e->which[x]], value).above;
    for (size_t from = 0; from < value->rows - above; from++)
        if (!score_row(e, value, x, asked, from, score)) return false;
    return true;
}
