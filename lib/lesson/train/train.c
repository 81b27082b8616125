/*
 * train: what a lesson learns.
 *
 * A step computes the loss of some examples, by the lesson's own formulas, takes its gradient by
 * every learned value, and changes these. Examples of equal lengths are computed together, on the
 * batch axis of the record. The examples of a step are shared out in two halves, each with a scope
 * and a record of its own, so that two threads can work; the sums run in the same order whatever
 * the number of threads.
 */
#include <stdlib.h>
#include <string.h>

#include "core/pool.h"
#include "lesson/program/running.h"
#include "lesson/program/training.h"

enum { LANES = 2 };

/* One half of the work. */
typedef struct lane {
    struct attn_trainer *trainer;
    worker_run of;
    batch *pieces; /* to do in this step: each of examples of equal lengths */
    size_t piece_count, load;
    float *gradient;
    float **parts; /* where in it that of each learned value lies */
    double loss;   /* sum over its examples */
} lane;

struct attn_trainer {
    attn_run *run; /* the lesson's own */
    attn_arena *arena;
    const step *step; /* that has `train` */
    const training *train;
    const bool *needed; /* the lines that the loss is made by */
    size_t step_count, every;
    uint64_t work_before; /* spent before the first step */
    size_t count;         /* learned numbers */
    float *numbers;
    attn_arranged **arranged; /* of each learned value that is a matrix */
    lane lanes[LANES];
    examples *examples;  /* NULL: the lesson's own words */
    const char *unknown; /* their words that no vocabulary has, as messages list them */
    batches *batches;
    optimizer optimizer;
    const attn_statement **watched; /* what the reader asked for */
    size_t watched_count;
    attn_watched *looks;
    size_t look_count;
    float *losses;
};

/* ---- beginning ---- */

static bool take_numbers(trainer *t)
{
    attn_run *run = t->run;
    for (size_t i = 0; i < run->learned_count; i++) {
        run->learned[i].offset = t->count;
        t->count += attn_tensor_size(&run->learned[i].shape);
    }
    t->numbers = attn_alloc(t->arena, t->count, sizeof *t->numbers);
    t->arranged = attn_alloc(t->arena, run->learned_count + 1, sizeof *t->arranged);
    if (!t->numbers || !t->arranged) return false;
    for (size_t i = 0; i < run->learned_count; i++) {
        attn_tensor *shape = &run->learned[i].shape;
        float *to = t->numbers + run->learned[i].offset;
        memcpy(to, shape->data, attn_tensor_size(shape) * sizeof *to);
        shape->data = to;
        if (shape->rank == ATTN_MATRIX && !(t->arranged[i] = attn_arranged_new(t->arena, shape)))
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

/* Marks the statements that the loss is made by. */
static bool find_needed(trainer *t)
{
    attn_dependence found;
    attn_status *status = t->run->status;
    attn_statement *loss = t->train->loss;
    if (!attn_find_steps(t->run->lesson, &(lines){1, &loss}, t->step, t->arena, &found))
        return false;
    t->needed = found.statements;
    if (computes(t->step, loss->results[0]->name))
        return attn_fail_at(status, &t->train->from,
                            "the step that trains computes the loss itself, %s: compute it in "
                            "a step before",
                            loss->text);
    if (!is_any_needed(t->run->lesson, &found))
        return attn_fail_at(status, &t->train->from,
                            "no value that stands under \"learned\" changes the loss, %s",
                            loss->text);
    return !found.derivative ||
           attn_fail_at(status, &t->train->from,
                        "the loss depends on a derivative (∂), which training cannot go back "
                        "through");
}

static bool make_room(lane *l)
{
    trainer *t = l->trainer;
    const attn_run *run = t->run;
    l->parts = attn_alloc(t->arena, run->learned_count + 1, sizeof *l->parts);
    l->gradient = attn_alloc(t->arena, t->count + 1, sizeof *l->gradient);
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

/* A lane's fault is that of the run, and so is what it spent. */
static bool take_fault(trainer *t)
{
    for (size_t i = 0; i < LANES; i++) attn_status_join(t->run->status, &t->lanes[i].of.status);
    return attn_ok(t->run->status);
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
    return t->batches != NULL;
}

static bool begin_optimizer(trainer *t)
{
    const size_t count = t->train->adam ? t->count : 1;
    optimizer *o = &t->optimizer;
    *o = (optimizer){.count = t->count,
                     .numbers = t->numbers,
                     .squares =
                         attn_alloc(t->arena, attn_optimizer_pieces(t->count), sizeof *o->squares),
                     .mean = attn_alloc(t->arena, count, sizeof *o->mean),
                     .square = attn_alloc(t->arena, count, sizeof *o->square)};
    t->losses = attn_alloc(t->arena, t->step_count, sizeof *t->losses);
    return t->losses && o->squares && o->mean && o->square;
}

static trainer *trainer_new(attn_run *run, const step *s)
{
    const attn_training_options *options = run->options->training;
    attn_arena *arena = attn_arena_new(run->status);
    trainer *t = arena ? attn_alloc(arena, 1, sizeof *t) : NULL;
    if (!t) {
        attn_arena_free(arena);
        return NULL;
    }
    *t = (trainer){
        .run = run, .arena = arena, .step = s, .train = s->train, .step_count = s->train->steps};
    if (options && options->steps) t->step_count = options->steps;
    t->every = options && options->every ? options->every : s->train->every;
    size_t looks = options && options->looks ? options->looks : 4;
    if (!t->every || (options && options->looks && !options->every))
        t->every = (t->step_count + looks - 1) / looks;
    run->trainer = t;
    bool done = begin_examples(t) && take_numbers(t) && begin_optimizer(t) && find_needed(t);
    for (size_t i = 0; i < LANES && done; i++) done = begin_lane(t, &t->lanes[i]);
    return take_fault(t) && done ? t : NULL;
}

void attn_trainer_free(trainer *t)
{
    if (!t) return;
    for (size_t i = 0; i < LANES; i++) attn_worker_end(&t->lanes[i].of);
    attn_examples_free(t->examples);
    attn_arena_free(t->arena);
}

/* ---- the loss of one piece ---- */

static bool check_loss(lane *l, const attn_tensor *loss, const batch *piece)
{
    char shape[48];
    const training *train = l->trainer->train;
    if (loss->rank != ATTN_NUMBER)
        return attn_fail_at(&l->of.status, &train->from, "the loss is one number, and %s is a %s",
                            train->loss->text, attn_tensor_shape(loss, shape));
    return !piece || piece->count == loss->batch ||
           attn_fail_at(&l->of.status, &train->from,
                        "%s does not depend on the examples: nothing is learned from them",
                        train->loss->text);
}

/* The loss of one piece, in a run that computes what it is made by, or all that stands above. 0 on
 * failure. */
static attn_node run_to_loss(lane *l, attn_run *run, const batch *piece, bool only_needed)
{
    const trainer *t = l->trainer;
    if (!attn_worker_run(&l->of, run, piece) ||
        !attn_run_quietly(run, t->step, only_needed ? t->needed : NULL))
        return 0;
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
    attn_node loss = run_to_loss(l, &run, piece, true);
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
    if (pieces == 0) memset(l->gradient, 0, t->count * sizeof *l->gradient);
    l->loss = 0;
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
    const char *prefix = attn_print(t->arena, "training, step %zu of %zu%s: ", number,
                                    t->step_count, grew ? " (a lower \"rate\" may help)" : "");
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

static bool one_step(trainer *t, size_t place)
{
    size_t count = share_out(t);
    float share = 1 / (float)count;
    double loss = 0;
    attn_pool_run(attn_pool_size(), LANES, work, t);
    if (!take_fault(t)) return fail_step(t, place + 1);
    for (size_t i = 0; i < LANES; i++) loss += t->lanes[i].loss;
    double rate = attn_rate_at(t->train, t->step_count, place + 1);
    attn_optimize(&t->optimizer, t->train, rate, t->lanes[0].gradient, t->lanes[1].gradient, share);
    if (!arrange_all(t)) return false;
    t->losses[place] = (float)(loss / (double)count);
    const attn_training_options *options = t->run->options->training;
    if (options && options->progress)
        options->progress(options->user,
                          &(attn_progress){place + 1, t->step_count, t->losses[place], rate});
    return true;
}

/* ---- looking on ---- */

static const char *keep_text(attn_run *run, const char *text)
{
    return text ? attn_copy_text(run->arena, text, strlen(text)) : NULL;
}

/* NULL where there are none or, as the status says, no memory. */
static const attn_labels *copy_labels(attn_run *run, const attn_labels *labels)
{
    attn_labels *copy = labels ? attn_alloc(run->arena, 1, sizeof *copy) : NULL;
    const char **words = copy ? attn_alloc(run->arena, labels->count + 1, sizeof *words) : NULL;
    if (!words) return NULL;
    for (size_t i = 0; i < labels->count; i++) words[i] = keep_text(run, labels->words[i]);
    *copy = *labels;
    copy->words = words;
    copy->name = keep_text(run, labels->name);
    copy->prefix = keep_text(run, labels->prefix);
    return copy;
}

/* A value of another record, kept in the run's own. */
static bool keep_value(attn_run *run, const attn_record *from, const attn_made *made,
                       attn_made *kept)
{
    attn_tensor shape = *attn_value(from, made->node);
    shape.row_labels = copy_labels(run, shape.row_labels);
    shape.col_labels = copy_labels(run, shape.col_labels);
    shape.words = NULL;
    *kept = (attn_made){.label = keep_text(run, made->label)};
    if (!kept->label || !attn_ok(run->status)) return false;
    kept->node = attn_record_leaf(run->record, ATTN_OP_GIVEN, &shape, false);
    if (!kept->node) return false;
    if (attn_node_is_weights(from, made->node)) attn_node_set_weights(run->record, kept->node);
    attn_node_set_name(run->record, kept->node, kept->label);
    return true;
}

/* Adds what a formula is now. */
static bool watch(trainer *t, attn_run *run, const attn_statement *line, attn_made **list,
                  size_t *total)
{
    attn_made *made;
    size_t count;
    if (!attn_eval_each(run->scope, line, true, &made, &count)) return false;
    for (size_t k = 0; k < count; k++) {
        attn_made *kept = attn_push(t->run->arena, list, total, sizeof *kept);
        if (!kept || !keep_value(t->run, run->record, &made[k], kept)) return false;
    }
    return true;
}

static bool keep_values(trainer *t, attn_run *run, attn_watched *look)
{
    attn_made *list = NULL;
    for (size_t i = 0; i < t->watched_count; i++)
        if (!watch(t, run, t->watched[i], &list, &look->made_count))
            return attn_run_blame(run, run->names->watches);
    look->asked_count = look->made_count;
    for (size_t i = 0; i < t->train->watch.count; i++)
        if (!watch(t, run, t->train->watch.items[i], &list, &look->made_count))
            return attn_place_formula(run->status, attn_scope_origin(run->scope));
    look->made = list;
    return true;
}

/* Computes the lesson as it is now, and keeps what is watched: with its own words or, where it has
 * none because they are to grow, with those of the first example. */
static bool look_on(trainer *t, size_t place)
{
    static const uint32_t first = 0;
    lane *l = &t->lanes[0];
    attn_watched *look = attn_push(t->run->arena, &t->looks, &t->look_count, sizeof *look);
    const batch example = {t->examples, t->train->examples.inputs, &first, 1, true};
    attn_run run;
    attn_node loss =
        look ? run_to_loss(l, &run, t->run->open && t->examples ? &example : NULL, false) : 0;
    bool kept = false;
    if (loss) {
        *look = (attn_watched){.step = place, .loss = attn_value(run.record, loss)->data[0]};
        kept = keep_values(t, &run, look);
    }
    return take_fault(t) && kept;
}

/* What the reader watches. */
static bool begin_watch(trainer *t, const char *const *texts, size_t count)
{
    t->watched = attn_alloc(t->arena, count + 1, sizeof *t->watched);
    if (!t->watched) return false;
    for (size_t i = 0; i < count; i++) {
        attn_scope_unwind(t->run->scope);
        const attn_statement *line = attn_run_read(t->run, texts[i]);
        if (!line) return attn_run_blame(t->run, t->run->names->watches);
        t->watched[t->watched_count++] = line;
    }
    return true;
}

/* ---- the whole ---- */

/*
 * The lanes have one budget together. Where the steps so far show that it will not be enough by
 * far, nobody waits until it is spent.
 */
static bool within_budget(const trainer *t, size_t done)
{
    enum { by_far = 2 };
    attn_status *status = t->run->status;
    uint64_t each = (status->work - t->work_before) / done, left = t->step_count - done;
    uint64_t still = attn_product64(each, left);
    if (attn_spend(status, 0) && attn_may_spend(status, still / by_far)) return true;
    return attn_fail_work(status, attn_product64(each, t->step_count),
                          "the training of %zu steps (attnviz train does it by itself, and "
                          "\"weights\" names its file)",
                          t->step_count);
}

/* What there is to say about the training so far. */
static attn_trained located_of(const trainer *t)
{
    const attn_name *curve = t->train->curve;
    return (attn_trained){.adam = t->train->adam,
                          .steps = t->step_count,
                          .examples = t->examples ? t->examples->count : 0,
                          .numbers = t->count,
                          .losses = t->losses,
                          .rate = t->train->rate,
                          .curve = curve ? attn_scope_label(t->run->scope, curve) : NULL,
                          .unknown_count = t->examples ? t->examples->unknown_count : 0,
                          .unknown = t->unknown,
                          .look_count = t->look_count,
                          .looks = t->looks};
}

/* The first look; whoever asked for the training may still refuse it. */
static bool begin_looks(trainer *t)
{
    const attn_training_options *options = t->run->options->training;
    bool read = !options || options->watch_count == 0 ||
                begin_watch(t, options->watches, options->watch_count);
    if (!take_fault(t) || !read || !look_on(t, 0)) return false;
    if (!options || !options->begin) return true;
    attn_trained first = located_of(t);
    return options->begin(options->user, t->run, &first, 1 + (t->step_count - 1) / t->every + 1);
}

static bool all_steps(trainer *t)
{
    const attn_training_options *options = t->run->options->training;
    bool looks = t->train->watch.count > 0 || (options && options->watch_count > 0);
    if (looks && !begin_looks(t)) return false;
    t->work_before = t->run->status->work;
    for (size_t i = 0; i < t->step_count; i++) {
        if (!one_step(t, i) || !within_budget(t, i + 1)) return false;
        bool due = (i + 1) % t->every == 0 || i + 1 == t->step_count;
        if (looks && due && !look_on(t, i + 1)) return false;
    }
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
    return run->lesson->weights && !run->outcome.untrained && !(options && options->anew);
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
            if (!keep_value(run, record, &before->looks[i].made[k], &made[k])) return false;
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
                            "there is nothing to train: no value stands under \"learned\"");
    if (run->generations && run->generations->trained) return take_over(run, s, report);
    report->skipped = is_learned(run);
    if (report->skipped) return attn_curve_read(run, s->train->curve);
    if (run->generations) run->generations->report = report;
    return train(run, s, report, moment);
}
