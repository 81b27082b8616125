/*
 * report: what a lesson claims, held against what it computed: checks, and what a source stated.
 */
#include <math.h>
#include <string.h>

#include "lesson/program/own.h"
#include "lesson/program/running.h"

/* ---- checks ---- */

/* The first place of a value that is not true; its size if all is. */
static size_t first_false(const attn_tensor *value)
{
    size_t size = attn_tensor_size(value), i = 0;
    while (i < size && value->data[i] != 0) i++;
    return i;
}

/* Whatever is not 0 would count as true, also what is to be 0. */
static bool is_verdict(attn_run *run, const attn_statement *line, const attn_tensor *value)
{
    size_t i = 0;
    while (i < attn_tensor_size(value) && (value->data[i] == 0 || value->data[i] == 1)) i++;
    if (i == attn_tensor_size(value)) return true;
    attn_fail(run->status, ATTN_INPUT,
              "a check is 1 where it is true and 0 where it is not, but this is %g: compare it, as "
              "in abs(x) < 0.00001",
              (double)value->data[i]);
    attn_status_formula(run->status, line->text, line->results[0]->start);
    return attn_place_formula(run->status, line->origin);
}

static const char *false_place(attn_run *run, const attn_made *made, size_t count, size_t place)
{
    const attn_tensor *value = attn_value(run->record, made->node);
    const char *label = count > 1 ? made->label : "";
    if (value->rank == ATTN_NUMBER) return label;
    if (value->rank == ATTN_VECTOR)
        return attn_print(run->arena, "%s%s[%zu]", label, *label ? " at " : "", place + 1);
    return attn_print(run->arena, "%s%s[%zu,%zu]", label, *label ? " at " : "",
                      place / value->cols + 1, place % value->cols + 1);
}

/* Where the formula of a check stands. */
static void place_check(const attn_statement *line, attn_check *check)
{
    const origin *from = line->origin;
    check->file = attn_origin_file(from);
    attn_origin_find_formula(from, &check->line, &check->column);
}

bool attn_check_make(attn_run *run, const attn_statement *line, size_t place, attn_check *check)
{
    attn_made *made;
    size_t count;
    if (!attn_eval_each(run->scope, line, false, &made, &count)) return false;
    *check = (attn_check){.formula = line->text,
                          .expr = line->results[0],
                          .place = place,
                          .holds = true,
                          .where = ""};
    place_check(line, check);
    for (size_t i = 0; i < count && check->holds; i++) {
        const attn_tensor *value = attn_value(run->record, made[i].node);
        if (!is_verdict(run, line, value)) return false;
        size_t number = first_false(value);
        check->holds = number == attn_tensor_size(value);
        if (!check->holds && !(check->where = false_place(run, &made[i], count, number)))
            return false;
    }
    return true;
}

/* The moment's step and the numbers of its loops: "step 3, t = 2". */
static void place_moment(const attn_moment *moment, attn_status *fault)
{
    attn_text text = {0};
    attn_text_print(&text, "step %zu", moment->step);
    for (size_t i = 0; i < moment->loop_count; i++) {
        attn_text_print(&text, ", %s = %ld", moment->loops[i].letter, moment->loops[i].number);
    }
    attn_status_step(fault, attn_text_string(&text));
    attn_text_free(&text);
}

/* Records the check if it is false and no other was before. */
static void blame_check(const attn_moment *moment, const attn_check *check, attn_status *fault)
{
    if (check->holds || !attn_ok(fault)) return;
    attn_fail(fault, ATTN_INPUT, "this check is false: %s%s%s", check->formula,
              check->where[0] ? ", at " : "", check->where);
    attn_status_place(fault, check->file, check->line, check->column);
    place_moment(moment, fault);
}

bool attn_run_verdict(const attn_run *run, attn_status *fault)
{
    for (size_t i = 0; i < run->outcome.moment_count; i++)
        for (size_t k = 0; k < run->outcome.moments[i].check_count; k++)
            blame_check(&run->outcome.moments[i], &run->outcome.moments[i].checks[k], fault);
    return attn_ok(fault);
}

/* ---- weights ---- */

bool attn_run_weights_lie(const attn_run *run, attn_status *fault)
{
    enum { MOST_NAMED = 6 };
    attn_text names = {0};
    size_t count = run->turned_count, named = count > MOST_NAMED ? MOST_NAMED : count;
    if (count == 0) return true;
    for (size_t i = 0; i < named; i++) {
        bool last = i + 1 == count;
        attn_text_print(&names, "%s%s", i == 0 ? "" : last ? " and " : ", ", run->turned[i]->key);
    }
    if (named < count) attn_text_print(&names, " and %zu more", count - named);
    attn_fail(fault, ATTN_INPUT,
              "warning: %s come%s from %s with as many rows as columns, and the lesson does not "
              "say which way %s: add \"transposed\": true if the rows there are outputs, as in "
              "PyTorch's linear layers, else \"transposed\": false",
              attn_text_string(&names), count == 1 ? "s" : "", run->lesson->weights[0].path,
              count == 1 ? "it lies" : "they lie");
    attn_text_free(&names);
    return attn_place_fault(fault, &run->turned[0]->from);
}

/* ---- stated ---- */

/* The part of the stated values that belongs to this moment: one level for each loop around it.
 * NULL where a level has not as many values as its loop has turns. */
static const written_numbers *stated_here(const attn_run *run, const written_numbers *values)
{
    for (size_t i = 0; i < run->loop_count; i++) {
        const attn_loop_at *loop = &run->loops[i];
        size_t turns = attn_scope_letter(run->scope, loop->letter)->sequence->count;
        if (values->kind != WRITTEN_LIST || values->count != turns) return NULL;
        values = &values->items[loop->number - 1];
    }
    return values;
}

/* Numbers nested as a value with these sides is. */
static bool put_stated(const written_numbers *all, const size_t *sides, size_t rank, float **to)
{
    if (rank == 0) {
        if (all->kind == WRITTEN_NUMBER) *(*to)++ = (float)all->number;
        return all->kind == WRITTEN_NUMBER;
    }
    if (all->kind != WRITTEN_LIST || all->count != sides[0]) return false;
    for (size_t i = 0; i < all->count; i++)
        if (!put_stated(&all->items[i], sides + 1, rank - 1, to)) return false;
    return true;
}

/* The total over the moments of this step. */
static attn_stated_total *total_of(attn_run *run, const step *s, const char *name,
                                   const attn_stated *stated)
{
    if (!run->outcome.stated) {
        run->outcome.stated =
            attn_alloc(run->arena, run->lesson->stated_count, sizeof *run->outcome.stated);
        if (!run->outcome.stated) return NULL;
        run->outcome.stated_count = run->lesson->stated_count;
    }
    attn_stated_total *total = &run->outcome.stated[s->stated->place];
    if (total->name) return total;
    *total = (attn_stated_total){.name = name, .by = stated->by, .largest_difference = -1};
    return total;
}

static void largest_difference(const attn_tensor *value, attn_stated *stated)
{
    for (size_t i = 0; i < attn_tensor_size(value); i++) {
        float difference = fabsf(value->data[i] - stated->values[i]);
        if (i && !(difference > stated->largest_difference)) continue;
        stated->largest_difference = difference;
        bool matrix = value->rank == ATTN_MATRIX;
        stated->at[0] = value->rank == ATTN_NUMBER ? 0 : matrix ? i / value->cols + 1 : i + 1;
        stated->at[1] = matrix ? i % value->cols + 1 : 0;
    }
}

/* The largest difference over all moments, with the loops' numbers before the place. */
static void add_to_total(const attn_run *run, const attn_stated *stated, attn_stated_total *total)
{
    if (!(stated->largest_difference > total->largest_difference)) return;
    total->largest_difference = stated->largest_difference;
    total->at_count = 0;
    for (size_t i = 0; i < run->loop_count; i++)
        total->at[total->at_count++] = (size_t)run->loops[i].number;
    for (size_t i = 0; i < 2; i++)
        if (stated->at[i] && total->at_count < ATTN_MOST_SUBS)
            total->at[total->at_count++] = stated->at[i];
}

/* The formula whose value is stated: the step shows just one name, or else computes one. */
static const attn_statement *stated_line(const step *s)
{
    return s->show.count == 1 ? s->show.items[0] : s->compute.items[0];
}

/* The name that is spoken of, without the numbers of the loops: "α" for α_1. */
static const char *stated_name(const attn_run *run, const step *s, const attn_made *made)
{
    const attn_statement *line = stated_line(s);
    const attn_name *name = line->target_count ? &line->targets[0] : line->results[0]->name;
    if (run->loop_count == 0) return made->label;
    return name ? attn_name_label(name) : line->text;
}

static bool state_shape(attn_run *run, const step *s, const attn_made *made, attn_stated *stated)
{
    const attn_tensor *value = attn_value(run->record, made->node);
    const size_t *sides = s->stated->shape, rank = (size_t)value->rank;
    const size_t first = rank == 2 ? value->rows : rank ? value->cols : 0;
    attn_stated_total *total = total_of(run, s, stated_name(run, s, made), stated);
    if (!total) return false;
    stated->is_shape = total->is_shape = true;
    stated->stated_shape = total->stated_shape =
        (attn_sides){{sides[0], sides[1]}, s->stated->rank};
    stated->true_shape = total->true_shape =
        (attn_sides){{first, rank == 2 ? value->cols : 0}, rank};
    return true;
}

static bool state_values(attn_run *run, const step *s, const attn_made *made, attn_stated *stated)
{
    const attn_tensor *value = attn_value(run->record, made->node);
    const written_numbers *all = s->stated->values, *here = stated_here(run, all);
    float *numbers = attn_alloc(run->arena, attn_tensor_size(value), sizeof *numbers),
          *to = numbers;
    const size_t sides[] = {value->rows, value->cols}, rank = (size_t)value->rank;
    if (!numbers) return false;
    if (!here || !put_stated(here, sides + 2 - rank, rank, &to)) {
        char shape[48];
        return attn_fail_written(run, here ? here : all, "the stated values of %s must be a %s%s",
                                 made->label, attn_tensor_shape(value, shape),
                                 run->loop_count ? ", for each number of the loops around it" : "");
    }
    stated->values = numbers;
    largest_difference(value, stated);
    attn_stated_total *total = total_of(run, s, stated_name(run, s, made), stated);
    if (!total) return false;
    add_to_total(run, stated, total);
    return true;
}

bool attn_stated_make(attn_run *run, const step *s, attn_moment *moment)
{
    bool of_shape = s->stated && !s->stated->values;
    /* nobody stated anything of a worksheet's numbers, or of those that a reader sets */
    const bool changed = run->options->varied || run->options->set_count > 0;
    if (!s->stated || (changed && !of_shape) || attn_own_any(run)) return true;
    bool shows = s->show.count == 1;
    const attn_made *made = shows ? moment->shown : moment->made;
    if ((shows ? moment->shown_count : moment->made_count) != 1) {
        const char *name =
            shows ? s->show.items[0]->text : attn_name_label(&s->compute.items[0]->targets[0]);
        return attn_fail_at(run->status, &s->stated->from,
                            "%s names several values, which do not stack: show and state one of "
                            "them, as in \"show\": [\"%s_1\"]",
                            name, name);
    }
    attn_stated *stated = attn_copy(
        run->arena, &(attn_stated){.label = made->label, .by = s->stated->by, .node = made->node},
        1, sizeof *stated);
    if (!stated) return false;
    moment->stated = stated;
    moment->stated_count = 1;
    return of_shape ? state_shape(run, s, made, stated) : state_values(run, s, made, stated);
}

/* ---- what is expected of the config file, where that depends on the words of the run ---- */

static bool is_met(attn_run *run, const expectation *e)
{
    const attn_lesson *lesson = run->lesson;
    const attn_node node = attn_eval(run->scope, e->least);
    if (!node) return attn_place_formula(run->status, e->least->origin);
    const attn_tensor *least = attn_value(run->record, node);
    if (least->rank != ATTN_NUMBER)
        return attn_fail_at(run->status, e->least->origin,
                            "'%s' is to be at least %s, which is not a number", e->key,
                            e->least->text);
    if (e->number >= (double)least->data[0]) return true;
    attn_fail(run->status, ATTN_INPUT,
              "'%s' is %g, and the formulas of %s need at least %s, which is %g here: give a "
              "shorter text, or write the formulas of this model (attnviz-models(5))",
              e->key, e->number, lesson->file, e->least->text, (double)least->data[0]);
    attn_status_place(run->status, e->file, e->line, e->column);
    return false;
}

bool attn_expected_check(attn_run *run)
{
    for (size_t i = 0; i < run->lesson->expectation_count; i++)
        if (!is_met(run, &run->lesson->expectations[i])) return false;
    return true;
}
