/*
 * watch: what a training shows of the lesson between its steps.
 */
#include <string.h>

#include "lesson/train/trainer.h"

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

bool attn_keep_value(attn_run *run, const attn_record *from, const attn_made *made, attn_made *kept)
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
        if (!kept || !attn_keep_value(t->run, run->record, &made[k], kept)) return false;
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

bool attn_look_on(trainer *t, size_t place)
{
    static const uint32_t first = 0;
    lane *l = &t->lanes[0];
    l->learns = false;
    attn_watched *look = attn_push(t->run->arena, &t->looks, &t->look_count, sizeof *look);
    const batch example = {t->examples, t->train->examples.inputs, &first, 1, true};
    attn_run run;
    attn_node loss =
        look ? attn_run_to_loss(l, &run, t->run->open && t->examples ? &example : NULL, false) : 0;
    bool kept = false;
    if (loss) {
        *look = (attn_watched){.step = place, .loss = attn_value(run.record, loss)->data[0]};
        kept = keep_values(t, &run, look);
    }
    return attn_trainer_fault(t) && kept;
}

bool attn_watch_begin(trainer *t)
{
    const attn_training_options *options = t->options;
    t->watched = attn_alloc(t->arena, options->watch_count + 1, sizeof *t->watched);
    if (!t->watched) return false;
    for (size_t i = 0; i < options->watch_count; i++) {
        attn_scope_unwind(t->run->scope);
        const attn_statement *line = attn_run_read(t->run, options->watches[i]);
        if (!line) return attn_run_blame(t->run, t->run->names->watches);
        t->watched[t->watched_count++] = line;
    }
    return true;
}
