/*
 * prepare: what a training learns, what it learns from, and what it depends on, before its first
 * step.
 */
#include <string.h>

#include "lesson/train/trainer.h"

static bool take_numbers(trainer *t)
{
    attn_run *run = t->run;
    learning *l = &t->learning;
    for (size_t i = 0; i < run->learned_count; i++) {
        run->learned[i].offset = l->count;
        l->count += attn_tensor_size(&run->learned[i].shape);
    }
    l->numbers = attn_alloc(t->arena, l->count, sizeof *l->numbers);
    t->arranged = attn_alloc(t->arena, run->learned_count + 1, sizeof *t->arranged);
    if (!l->numbers || !t->arranged) return false;
    for (size_t i = 0; i < run->learned_count; i++) {
        attn_tensor *shape = &run->learned[i].shape;
        float *to = l->numbers + run->learned[i].offset;
        memcpy(to, shape->data, attn_tensor_size(shape) * sizeof *to);
        shape->data = to;
        if (shape->rank == ATTN_MATRIX && !(t->arranged[i] = attn_arranged_new(t->arena, shape)))
            return false;
    }
    return true;
}

/* Learned values begin with those of a file that have their names and shapes. */
static bool take_from(trainer *t)
{
    const attn_run *run = t->run;
    for (size_t i = 0; i < run->learned_count; i++) {
        const learned_value *value = &run->learned[i];
        const attn_tensor *shape = &value->shape;
        const attn_array *array = attn_arrays_find(t->options->from, value->label);
        bool same = array && array->rank == (size_t)shape->rank &&
                    array->count == attn_tensor_size(shape) &&
                    (array->rank < 2 || array->shape[0] == shape->rows);
        float *numbers = t->learning.numbers + value->offset;
        if (same && !attn_weights_read(t->options->from, array, numbers, run->status)) return false;
        if (!same && t->fresh.length) attn_text_add(&t->fresh, ", ");
        if (!same) attn_text_add(&t->fresh, value->label);
        t->taken += same;
    }
    t->fresh_names = attn_keep_text(run->arena, &t->fresh);
    if (!t->fresh_names) return false;
    if (t->taken) return true;
    attn_fail(run->status, ATTN_INPUT,
              "this file has no array with the name and shape of a learned value");
    attn_status_place(run->status, attn_arrays_file(t->options->from), 0, 0);
    return false;
}

/* Matrices decay that the loss depends on. */
static bool find_decay(trainer *t, const attn_dependence *found)
{
    learning *l = &t->learning;
    for (size_t i = 0; i < t->run->learned_count && t->train->weight_decay > 0; i++) {
        const learned_value *value = &t->run->learned[i];
        const number_span span = {value->offset, attn_tensor_size(&value->shape)};
        if (value->shape.rank == ATTN_MATRIX && attn_is_needed(found, &value->of->name) &&
            !attn_append(t->arena, &l->decays, &l->decay_count, &span, sizeof span))
            return false;
    }
    return true;
}

static bool is_any_needed(const attn_lesson *lesson, const attn_dependence *found)
{
    for (size_t i = 0; i < lesson->given_count; i++)
        if (lesson->givens[i].learned && attn_is_needed(found, &lesson->givens[i].name))
            return true;
    return false;
}

static bool computes(const step *s, const attn_name *name)
{
    for (size_t i = 0; name && i < s->compute.count; i++)
        for (size_t k = 0; k < s->compute.items[i]->target_count; k++)
            if (strcmp(attn_name_label(&s->compute.items[i]->targets[k]), attn_name_label(name)) ==
                0)
                return true;
    return false;
}

/* Whether one of the lines that the loss depends on computes this name. */
static bool makes(const trainer *t, const step *s, const char *name)
{
    for (size_t i = 0; i < s->compute.count; i++)
        for (size_t k = 0; k < s->compute.items[i]->target_count; k++)
            if (t->needed[s->line_place + i] &&
                strcmp(attn_name_label(&s->compute.items[i]->targets[k]), name) == 0)
                return true;
    for (size_t i = 0; i < s->step_count; i++)
        if (makes(t, &s->steps[i], name)) return true;
    return false;
}

static bool check_disturbances(const trainer *t)
{
    const attn_lesson *lesson = t->run->lesson;
    for (size_t i = 0; i < t->train->disturbance_count; i++) {
        const disturbance *d = &t->train->disturbances[i];
        bool made = false;
        for (size_t k = 0; k < lesson->step_count && !made; k++)
            made = makes(t, &lesson->steps[k], d->name);
        if (!made)
            return attn_fail_at(t->run->status, &d->from,
                                "no formula that the loss depends on computes '%s'", d->name);
    }
    return true;
}

/* Marks the statements that the loss depends on. */
static bool find_needed(trainer *t, attn_dependence *found)
{
    attn_status *status = t->run->status;
    attn_statement *loss = t->train->loss;
    if (!attn_find_steps(t->run->lesson, &(lines){1, &loss}, t->step, t->arena, found))
        return false;
    t->needed = found->statements;
    if (computes(t->step, loss->results[0]->name))
        return attn_fail_at(
            status, &t->train->from,
            "the step that trains computes its own loss, %s: compute it in a step before",
            loss->text);
    if (!is_any_needed(t->run->lesson, found))
        return attn_fail_at(status, &t->train->from,
                            "no value under \"learned\" changes the loss, %s", loss->text);
    return !found->derivative ||
           attn_fail_at(status, &t->train->from,
                        "the loss depends on a derivative (∂), which training cannot go back "
                        "through");
}

/* Examples in pieces of equal lengths, no larger than those of a step. */
static bool cut_validation(trainer *t)
{
    const uint32_t *which;
    const examples *all = t->validation;
    const training whole = {.batch = all->count};
    batches *sorted = attn_batches_new(all, &whole, 0, t->arena);
    t->pieces = sorted ? attn_alloc(t->arena, all->count, sizeof *t->pieces) : NULL;
    if (!t->pieces) return false;
    attn_batches_next(sorted, &which);
    for (size_t from = 0, to; from < all->count; from = to) {
        for (to = from; to < all->count && to - from < t->train->batch; to++)
            if (!attn_equal_lengths(all, which[from], which[to])) break;
        t->pieces[t->piece_count++] =
            (batch){all, t->train->validation.inputs, which + from, to - from, false};
    }
    return true;
}

static bool begin_examples(trainer *t)
{
    const training *train = t->train;
    if (!train->examples.name) return true;
    if (!attn_example_source_check(t->run, &train->examples)) return false;
    t->examples = attn_examples_read(t->run, &train->examples, false, t->arena);
    if (!t->examples) return false;
    t->unknown = attn_keep_text(t->run->arena, &t->examples->unknown);
    if (!t->unknown) return false;
    t->batches = attn_batches_new(t->examples, train, t->run->seed, t->arena);
    if (!t->batches || !train->validation.name) return t->batches != NULL;
    t->validation = attn_examples_read(t->run, &train->validation, false, t->arena);
    return t->validation && cut_validation(t);
}

size_t attn_parts_of(size_t all, size_t most)
{
    return (all + most - 1) / most;
}

/* How many steps, and how often something is done between them. */
static bool begin_learning(trainer *t)
{
    enum { TRIALS = 20, ROWS = 100 };
    const attn_training_options *options = t->options;
    learning *l = &t->learning;
    size_t looks = options->looks ? options->looks : 4;
    l->most_steps = options->steps ? options->steps : t->train->steps;
    t->every = options->every ? options->every : t->train->every;
    if (!t->every || (options->looks && !options->every))
        t->every = attn_parts_of(l->most_steps, looks);
    t->often = t->train->trial ? t->train->trial
                               : attn_parts_of(l->most_steps, t->validation ? TRIALS : ROWS);
    if (t->validation) l->most_trials = attn_parts_of(l->most_steps, t->often);
    return attn_learning_begin(l, t->train, t->arena);
}

bool attn_trainer_prepare(trainer *t)
{
    attn_dependence found;
    return find_needed(t, &found) && check_disturbances(t) && begin_examples(t) && take_numbers(t) &&
           begin_learning(t) && find_decay(t, &found) && (!t->options->from || take_from(t));
}
