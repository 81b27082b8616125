/*
 * train: what a lesson learns.
 *
 * A step computes the loss of some examples, by the lesson's own formulas, takes its gradient by
 * every learned value, and changes these. Examples of equal lengths are computed together, on the
 * batch axis of the record. The examples of a step are shared out in two halves, each with a scope
 * and a record of its own, so that two threads can work; the sums run in the same order whatever
 * the number of threads.
 */
#include <stdio.h>
#include <string.h>

#include "core/pool.h"
#include "core/random.h"
#include "lesson/train/trainer.h"

/* ---- beginning ---- */

static bool make_room(lane *l)
{
    trainer *t = l->trainer;
    const attn_run *run = t->run;
    l->parts = attn_alloc(t->arena, run->learned_count + 1, sizeof *l->parts);
    l->gradient = attn_alloc(t->arena, t->learning.count + 1, sizeof *l->gradient);
    l->pieces = attn_alloc(t->arena, t->train->batch + 1, sizeof *l->pieces);
    if (!l->parts || !l->gradient || !l->pieces) return false;
    for (size_t i = 0; i < run->learned_count; i++)
        l->parts[i] = l->gradient + run->learned[i].offset;
    return true;
}

static bool begin_lane(trainer *t, lane *l)
{
    l->trainer = t;
    l->of.arranged = t->arranged;
    return attn_worker_begin(&l->of, t->run) && make_room(l);
}

bool attn_trainer_fault(trainer *t)
{
    for (size_t i = 0; i < LANES; i++) attn_status_join(t->run->status, &t->lanes[i].of.status);
    return attn_ok(t->run->status);
}

static trainer *trainer_new(attn_run *run, const step *s)
{
    static const attn_training_options usual;
    attn_arena *arena = attn_arena_new(run->status);
    trainer *t = arena ? attn_alloc(arena, 1, sizeof *t) : NULL;
    if (!t) {
        attn_arena_free(arena);
        return NULL;
    }
    *t = (trainer){.run = run, .arena = arena, .step = s, .train = s->train, .options = &usual};
    if (run->options->training) t->options = run->options->training;
    run->trainer = t;
    bool done = attn_trainer_prepare(t) && (!t->options->resume || attn_checkpoint_resume(t));
    for (size_t i = 0; i < LANES && done; i++) done = begin_lane(t, &t->lanes[i]);
    return attn_trainer_fault(t) && done ? t : NULL;
}

void attn_trainer_free(trainer *t)
{
    if (!t) return;
    for (size_t i = 0; i < LANES; i++) attn_worker_end(&t->lanes[i].of);
    attn_examples_free(t->examples);
    attn_examples_free(t->validation);
    attn_text_free(&t->fresh);
    attn_arena_free(t->arena);
}

/* ---- the loss of one piece ---- */

static bool check_loss(lane *l, const attn_tensor *loss, const batch *piece)
{
    char shape[48];
    const training *train = l->trainer->train;
    if (loss->rank != ATTN_NUMBER)
        return attn_fail_at(&l->of.status, &train->from,
                            "the loss must be one number, but %s is a %s", train->loss->text,
                            attn_tensor_shape(loss, shape));
    return !piece || piece->count == loss->batch ||
           attn_fail_at(&l->of.status, &train->from,
                        "%s does not depend on the examples, so nothing is learned from them",
                        train->loss->text);
}

/* NULL: nothing is done to the value of this name. */
static const disturbance *disturbance_of(const training *train, const char *name)
{
    for (size_t i = 0; i < train->disturbance_count; i++)
        if (strcmp(train->disturbances[i].name, name) == 0) return &train->disturbances[i];
    return NULL;
}

/* What a number of a mask is by a number drawn evenly from 0 to below 1: noise, which has a
 * logarithm; or 0 for a share of them, and the others larger. */
static float mask_number(const disturbance *d, float drawn)
{
    const float least = 0x1p-25f;
    if (d->share == 0) return drawn > 0 ? drawn : least;
    return (double)drawn < d->share ? 0 : (float)(1 / (1 - d->share));
}

/* Noise in place of a value, or the value with a share of its numbers left out: drawn by the seed,
 * the step, the lane, and the number of this mask in the lane. */
static attn_node disturb(void *user, const attn_family *family, attn_node node)
{
    lane *l = user;
    const trainer *t = l->trainer;
    const disturbance *d = disturbance_of(t->train, family->plain);
    if (!d) return node;
    attn_tensor shape = *attn_value(l->of.record, node);
    shape.data = NULL;
    if (d->share == 0 && l->piece) shape.batch = l->piece->count;
    attn_node mask = attn_record_leaf(l->of.record, ATTN_OP_LITERAL, &shape, false);
    float *numbers = mask ? attn_record_fill(l->of.record, mask) : NULL;
    char name[96];
    snprintf(name, sizeof name, "dropout_%zu,%zu,%zu", t->learning.step + 1, (size_t)(l - t->lanes),
             ++l->masks);
    attn_random random = attn_random_named(name, t->run->seed);
    for (size_t i = 0; numbers && i < attn_tensor_size(&shape) * shape.batch; i++)
        numbers[i] = mask_number(d, attn_random_uniform(&random));
    const attn_node operands[2] = {node, mask};
    if (!numbers || d->share == 0) return mask;
    return attn_apply(l->of.record, ATTN_OP_TIMES, operands, 2, (attn_params){0, 0});
}

attn_node attn_run_to_loss(lane *l, attn_run *run, const batch *piece, bool only_needed)
{
    const trainer *t = l->trainer;
    if (!attn_worker_run(&l->of, run, piece)) return 0;
    l->piece = piece;
    if (l->learns && t->train->disturbance_count) attn_scope_in_place(run->scope, disturb, l);
    if (!attn_run_quietly(run, t->step, only_needed ? t->needed : NULL)) return 0;
    attn_node loss = attn_eval(run->scope, t->train->loss);
    if (!loss) {
        attn_place_formula(&l->of.status, attn_scope_origin(run->scope));
        return 0;
    }
    return check_loss(l, attn_value(run->record, loss), piece) ? loss : 0;
}

/* Adds the losses of a piece; their gradient too, or, of the first, begins with it. */
static bool add_piece(lane *l, const batch *piece, bool first)
{
    attn_run run;
    attn_node loss = attn_run_to_loss(l, &run, piece, true);
    const attn_derived by = {run.learned_nodes, run.node_count, l->parts, .add = !first};
    bool done = loss && attn_record_last_gradients(run.record, loss, 0, &by);
    const attn_tensor *value = done ? attn_value(run.record, loss) : NULL;
    for (size_t e = 0; done && e < value->batch; e++) l->loss += (double)value->data[e];
    return done;
}

/* What is infinite now would spoil all learned numbers, and be found only where they are used. */
static void check_gradients(lane *l)
{
    const attn_run *run = l->trainer->run;
    for (size_t i = 0; i < run->learned_count; i++)
        attn_check_gradient(&l->of.status, run->learned[i].label, l->parts[i],
                            attn_tensor_size(&run->learned[i].shape));
}

static void work(void *context, size_t place, size_t worker)
{
    (void)worker;
    trainer *t = context;
    lane *l = &t->lanes[place];
    size_t pieces = t->examples ? l->piece_count : place == 0;
    if (pieces == 0) memset(l->gradient, 0, t->learning.count * sizeof *l->gradient);
    l->loss = 0;
    l->masks = 0;
    l->learns = true;
    for (size_t i = 0; i < pieces; i++)
        if (!add_piece(l, t->examples ? &l->pieces[i] : NULL, i == 0)) return;
    check_gradients(l);
}

/* ---- one step ---- */

static size_t words_of(const examples *all, size_t example)
{
    return all->starts[(example + 1) * all->input_count] - all->starts[example * all->input_count];
}

/* The piece goes to the lane that has less to do. */
static void give_piece(trainer *t, const uint32_t *which, size_t count)
{
    lane *l = &t->lanes[0];
    for (size_t i = 1; i < LANES; i++)
        if (t->lanes[i].load < l->load) l = &t->lanes[i];
    l->pieces[l->piece_count++] =
        (batch){t->examples, t->train->examples.inputs, which, count, false};
    l->load += count * words_of(t->examples, which[0]);
}

/* Shares the examples of this step out; returns how many there are. */
static size_t share_out(trainer *t)
{
    const uint32_t *which;
    for (size_t i = 0; i < LANES; i++) t->lanes[i].piece_count = t->lanes[i].load = 0;
    if (!t->examples) return 1;
    size_t count = attn_batches_next(t->batches, &which), most = (count + LANES - 1) / LANES;
    for (size_t from = 0, to; from < count; from = to) {
        for (to = from; to < count && to - from < most; to++)
            if (!attn_equal_lengths(t->examples, which[from], which[to])) break;
        give_piece(t, which + from, to - from);
    }
    return count;
}

/* Says in which step it was; what computed well at first may have grown too large. */
static bool fail_step(const trainer *t, size_t number)
{
    attn_status *status = t->run->status;
    bool grew = number > 1 && status->formula[0];
    const char *prefix =
        attn_print(t->arena, "training, step %zu of %zu%s: ", number, t->learning.most_steps,
                   grew ? " (a lower \"rate\" may help)" : "");
    if (prefix) attn_status_prefix(status, prefix);
    return false;
}

static void arrange(void *context, size_t place, size_t worker)
{
    const trainer *t = context;
    (void)worker;
    if (t->arranged[place]) attn_arrange(t->arranged[place]);
}

/* The learned matrices as products read them, once for both lanes. */
static bool arrange_all(trainer *t)
{
    size_t count = t->run->learned_count;
    for (size_t i = 0; i < count; i++)
        if (t->arranged[i] && !attn_arranged_room(t->arranged[i], t->arena)) return false;
    attn_pool_run(attn_pool_size(), count, arrange, t);
    return true;
}

static bool one_step(trainer *t)
{
    learning *l = &t->learning;
    size_t count = share_out(t);
    float share = 1 / (float)count;
    double loss = 0;
    attn_pool_run(attn_pool_size(), LANES, work, t);
    if (!attn_trainer_fault(t)) return fail_step(t, l->step + 1);
    for (size_t i = 0; i < LANES; i++) loss += t->lanes[i].loss;
    l->losses[l->step] = (float)(loss / (double)count);
    attn_optimize(l, t->train, attn_rate_at(t->train, l->most_steps, l->step + 1),
                  t->lanes[0].gradient, t->lanes[1].gradient, share);
    return arrange_all(t);
}

/* ---- between two steps ---- */

static void try_pieces(void *context, size_t place, size_t worker)
{
    (void)worker;
    trainer *t = context;
    lane *l = &t->lanes[place];
    l->loss = 0;
    l->learns = false;
    for (size_t i = place; i < t->piece_count; i += LANES) {
        attn_run run;
        attn_node loss = attn_run_to_loss(l, &run, &t->pieces[i], true);
        if (!loss) return;
        const attn_tensor *value = attn_value(run.record, loss);
        for (size_t e = 0; e < value->batch; e++) l->loss += (double)value->data[e];
    }
}

/* The mean loss of the examples that nothing is learned from. */
static bool try_out(trainer *t)
{
    double loss = 0;
    attn_pool_run(attn_pool_size(), LANES, try_pieces, t);
    if (!attn_trainer_fault(t)) return fail_step(t, t->learning.step);
    for (size_t i = 0; i < LANES; i++) loss += t->lanes[i].loss;
    attn_learning_tried(&t->learning, (float)(loss / (double)t->validation->count));
    return true;
}

/* Whether there is a trial, or a row of a log, behind this step. */
static bool is_row(const trainer *t, size_t done)
{
    return done % t->often == 0 || done == t->learning.most_steps;
}

/* The mean loss of the steps since the row before. */
static double recent_loss(const trainer *t, size_t done)
{
    size_t from = (done - 1) / t->often * t->often;
    double sum = 0;
    for (size_t i = from; i < done; i++) sum += (double)t->learning.losses[i];
    return sum / (double)(done - from);
}

/* Of the steps of an earlier run, too. The listener may stop the training. */
static void report_step(trainer *t, size_t done)
{
    const learning *l = &t->learning;
    attn_progress now = {.step = done,
                         .steps = l->most_steps,
                         .begun = t->begun,
                         .loss = l->losses[done - 1],
                         .rate = attn_rate_at(t->train, l->most_steps, done),
                         .row = is_row(t, done)};
    if (!t->options->progress) return;
    if (now.row) now.recent = recent_loss(t, done);
    if (now.row && l->trials) now.trial = &l->trials[attn_parts_of(done, t->often) - 1];
    t->stopped |= !t->options->progress(t->options->user, &now);
}

static bool is_out_of_patience(const trainer *t)
{
    const learning *l = &t->learning;
    return t->options->patience && l->trial_count &&
           l->trial_count - 1 - attn_learning_best(l) >= t->options->patience;
}

static bool is_over(const trainer *t)
{
    return t->stopped || t->learning.step == t->learning.most_steps || is_out_of_patience(t);
}

/* ---- the whole ---- */

/*
 * The lanes have one budget together. If the steps so far show that it will not be enough by far,
 * training ends before it is spent.
 */
static bool within_budget(const trainer *t)
{
    enum { by_far = 2 };
    attn_status *status = t->run->status;
    size_t done = t->learning.step - t->begun, left = t->learning.most_steps - t->learning.step;
    uint64_t each = (status->work - t->work_before) / done;
    uint64_t still = attn_product64(each, left);
    if (attn_spend(status, 0) && attn_may_spend(status, still / by_far)) return true;
    return attn_fail_work(status, attn_product64(each, done + left),
                          "training for %zu steps (attnviz train does this separately, and "
                          "\"weights\" names its file)",
                          t->learning.most_steps);
}

/* What there is to say about the training so far. */
static attn_trained located_of(const trainer *t)
{
    const attn_name *curve = t->train->curve;
    const learning *l = &t->learning;
    attn_trained told = {.adam = t->train->adam,
                         .stopped = t->stopped,
                         .steps = l->step,
                         .most_steps = l->most_steps,
                         .examples = t->examples ? t->examples->count : 0,
                         .numbers = l->count,
                         .losses = l->losses,
                         .rate = t->train->rate,
                         .curve = curve ? attn_scope_label(t->run->scope, curve) : NULL,
                         .source = t->train->source,
                         .unknown_count = t->examples ? t->examples->unknown_count : 0,
                         .unknown = t->unknown,
                         .taken = t->taken,
                         .fresh = t->fresh_names,
                         .look_count = t->look_count,
                         .looks = t->looks};
    if (l->trial_count) {
        size_t best = attn_learning_best(l), at = (best + 1) * t->often;
        told.kept = at < l->most_steps ? at : l->most_steps;
        told.kept_loss = l->trials[best];
    }
    return told;
}

/* The first look; the caller may still refuse the training. */
static bool begin_looks(trainer *t)
{
    const attn_training_options *options = t->options;
    bool read = attn_watch_begin(t);
    if (!attn_trainer_fault(t) || !read || !attn_look_on(t, t->begun)) return false;
    if (!options->begin) return true;
    attn_trained first = located_of(t);
    size_t looks = attn_parts_of(t->learning.most_steps, t->every) - t->begun / t->every;
    return options->begin(options->user, t->run, &first, 1 + looks);
}

static bool begin_steps(trainer *t, bool looks)
{
    if (looks && !begin_looks(t)) return false;
    for (size_t i = 1; i <= t->begun; i++) report_step(t, i);
    t->work_before = t->run->status->work;
    return true;
}

/* One step, and what is due behind it. */
static bool go_on(trainer *t, bool looks)
{
    const size_t checkpoint = t->options->checkpoint;
    if (!one_step(t) || !within_budget(t)) return false;
    size_t done = t->learning.step;
    if (t->validation && is_row(t, done) && !try_out(t)) return false;
    report_step(t, done);
    bool last = is_over(t);
    if (t->options->save && (t->stopped || (checkpoint && (last || done % checkpoint == 0))) &&
        !attn_checkpoint_save(t))
        return false;
    return !looks || !(last || done % t->every == 0) || attn_look_on(t, done);
}

static bool all_steps(trainer *t)
{
    learning *l = &t->learning;
    bool looks = t->train->watch.count > 0 || t->options->watch_count > 0;
    if (!begin_steps(t, looks)) return false;
    while (!is_over(t))
        if (!go_on(t, looks)) return false;
    if (l->trial_count) memcpy(l->numbers, l->best, l->count * sizeof *l->numbers);
    return true;
}

bool attn_curve_give(attn_run *run, const training *train, const attn_trained *trained)
{
    attn_tensor shape = {.rank = ATTN_VECTOR, .batch = 1, .rows = 1, .cols = trained->steps};
    if (!train->curve) return true;
    attn_node node = attn_record_leaf(run->record, ATTN_OP_GIVEN, &shape, false);
    if (!node) return false;
    memcpy(attn_record_fill(run->record, node), trained->losses, shape.cols * sizeof *shape.data);
    return attn_scope_give(run->scope, train->curve, node, false, false);
}

/* The changes that the reader asked for are noted already. */
static bool take_learned(attn_run *run, const step *s, attn_moment *moment)
{
    run->taught = run;
    run->trained = moment->trained;
    run->outcome.untrained = false;
    run->learned_nodes = attn_alloc(run->arena, run->learned_count + 1, sizeof *run->learned_nodes);
    attn_scope_on_change(run->scope, NULL, NULL);
    bool done = run->learned_nodes && attn_run_again(run, s, NULL, moment);
    attn_run_note_changes(run);
    return done && attn_curve_give(run, s->train, run->trained);
}

/* Every learned value came from the weights file. */
static bool is_learned(const attn_run *run)
{
    const attn_training_options *options = run->options->training;
    return run->lesson->weights_count && !run->outcome.untrained && !(options && options->anew);
}

static bool train(attn_run *run, const step *s, attn_trained *report, attn_moment *moment)
{
    trainer *t = trainer_new(run, s);
    if (!t || !all_steps(t)) return false;
    *report = located_of(t);
    return take_learned(run, s, moment);
}

/* What another run of the lesson, with fewer words, learned and reported: this one begins with it.
 */
static bool take_over(attn_run *run, const step *s, attn_trained *report)
{
    const attn_trained *before = run->generations->report;
    const attn_record *record = run->generations->trained->record;
    attn_watched *looks = attn_alloc(run->arena, before->look_count + 1, sizeof *looks);
    if (!looks) return false;
    *report = *before;
    report->looks = looks;
    for (size_t i = 0; i < before->look_count && !run->open; i++) {
        size_t count = before->looks[i].made_count;
        attn_made *made = attn_alloc(run->arena, count + 1, sizeof *made);
        looks[i] = before->looks[i];
        looks[i].made = made;
        for (size_t k = 0; made && k < count; k++)
            if (!attn_keep_value(run, record, &before->looks[i].made[k], &made[k])) return false;
    }
    run->outcome.untrained = false;
    return attn_ok(run->status) && attn_curve_give(run, s->train, report);
}

bool attn_train(attn_run *run, const step *s, attn_moment *moment)
{
    attn_trained *report = attn_alloc(run->arena, 1, sizeof *report);
    moment->trained = report;
    if (!report) return false;
    if (run->learned_count == 0)
        return attn_fail_at(run->status, &s->train->from,
                            "there is nothing to train: no value is \"learned\"");
    if (run->generations && run->generations->trained) return take_over(run, s, report);
    report->skipped = is_learned(run);
    if (report->skipped) return attn_curve_read(run, s->train->curve);
    if (run->generations) run->generations->report = report;
    return train(run, s, report, moment);
}
