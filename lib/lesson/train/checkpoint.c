/*
 * checkpoint: a training that is stopped and goes on, to the same bits as without a break.
 */
#include <inttypes.h>
#include <string.h>

#include "core/random.h"
#include "files/json/json.h"
#include "lesson/train/trainer.h"

static uint64_t add_hash(uint64_t hash, const void *bytes, size_t length)
{
    const uint64_t both[] = {hash, attn_hash(bytes, length)};
    return attn_hash((const char *)both, sizeof both);
}

static uint64_t add_text(uint64_t hash, const char *text)
{
    return text ? add_hash(hash, text, strlen(text)) : hash;
}

static uint64_t add_examples(uint64_t hash, const examples *all)
{
    if (!all) return hash;
    hash = add_hash(hash, all->starts, all->start_count * sizeof *all->starts);
    for (size_t i = 0; i < all->word_count; i++) hash = add_text(hash, all->texts[all->words[i]]);
    return hash;
}

/* What the loss is made by, the sizes of all that is given among it. */
static bool find_needed(const trainer *t, attn_dependence *found)
{
    const attn_lesson *lesson = t->run->lesson;
    size_t count = 1;
    for (size_t i = 0; i < lesson->given_count; i++) count += lesson->givens[i].sizes.count;
    lines all = {0, attn_alloc(t->arena, count, sizeof *all.items)};
    if (!all.items) return false;
    all.items[all.count++] = t->train->loss;
    for (size_t i = 0; i < lesson->given_count; i++)
        for (size_t k = 0; k < lesson->givens[i].sizes.count; k++)
            all.items[all.count++] = lesson->givens[i].sizes.items[k];
    return attn_find_steps(lesson, &all, t->step, t->arena, found);
}

/* Keys, texts and numbers of all that a value of the document holds, in their order. */
static uint64_t add_item(uint64_t hash, const attn_json_item *item)
{
    const double numbers[] = {attn_json_value(item), attn_json_truth(item)};
    hash = add_text(add_text(hash, attn_json_name(item)), attn_json_text(item));
    hash = add_hash(hash, numbers, sizeof numbers);
    for (const attn_json_item *i = attn_json_first(item); i; i = attn_json_after(i))
        hash = add_item(hash, i);
    return hash;
}

/* Whether training computes the same whatever stands under this key of the lesson or of a step. */
static bool is_only_told(const char *key)
{
    static const char *const told[] = {"title", "summary",    "say",  "show",    "table",
                                       "plot",  "heatmap",    "zoom", "check",   "warn",
                                       "flow",  "arithmetic", "vary", "evaluate"};
    for (size_t i = 0; i < sizeof told / sizeof *told; i++)
        if (strcmp(key, told[i]) == 0) return true;
    return false;
}

/* The members of a lesson or of a step, but for what is only told and for what is given. */
static uint64_t add_members(uint64_t hash, const attn_json_item *object)
{
    for (const attn_json_item *i = attn_json_first(object); i; i = attn_json_after(i)) {
        const char *key = attn_json_name(i);
        if (is_only_told(key) || strcmp(key, "given") == 0) continue;
        if (strcmp(key, "steps") != 0)
            hash = add_item(hash, i);
        else
            for (const attn_json_item *s = attn_json_first(i); s; s = attn_json_after(s))
                hash = add_members(hash, s);
    }
    return hash;
}

/* What the lesson computes the loss with. What it only tells may change: prose, pictures, and
 * numbers that nothing but they speak of, such as how often the trained model was right. */
static uint64_t add_lesson(uint64_t hash, const trainer *t, const attn_dependence *found)
{
    const attn_lesson *lesson = t->run->lesson;
    const attn_json_item *root = attn_json_root(lesson->json);
    hash = add_members(hash, root);
    for (size_t i = 0; i < lesson->given_count; i++) {
        const given *g = &lesson->givens[i];
        if (!g->learned && attn_is_needed(found, &g->name))
            hash = add_item(hash, attn_json_member(attn_json_member(root, "given"), g->key));
    }
    return hash;
}

/* A hash of all that a training depends on: a checkpoint is for the training with the same one. */
static const char *mark_of(const trainer *t)
{
    attn_dependence found;
    if (!find_needed(t, &found)) return NULL;
    const attn_options *options = t->run->options;
    const uint64_t numbers[] = {t->run->seed, t->learning.most_steps, t->often, t->learning.count};
    uint64_t hash = add_hash(0, numbers, sizeof numbers);
    hash = add_lesson(hash, t, &found);
    for (size_t i = 0; i < options->input_count * 2; i++) hash = add_text(hash, options->inputs[i]);
    for (size_t i = 0; i < options->set_count; i++) hash = add_text(hash, options->sets[i]);
    hash = add_text(add_text(hash, options->sentence), options->given);
    hash = add_examples(add_examples(hash, t->examples), t->validation);
    return attn_print(t->arena, "%016" PRIx64, hash);
}

/* A file may hold other numbers of losses and of trials than fit together. */
static bool check_trials(const trainer *t)
{
    const learning *l = &t->learning;
    const size_t due = l->step == l->most_steps ? l->most_trials : l->step / t->often;
    if (!t->validation || l->trial_count == due) return true;
    attn_fail(t->run->status, ATTN_INPUT,
              "this is no checkpoint of this training: trials has %zu numbers, and %zu are needed",
              l->trial_count, due);
    attn_status_place(t->run->status, attn_arrays_file(t->options->resume), 0, 0);
    return false;
}

bool attn_checkpoint_resume(trainer *t)
{
    const attn_arrays *file = t->options->resume;
    attn_status *status = t->run->status;
    const char *mark = mark_of(t), *other = attn_weights_note(file, "training");
    if (!mark || (other && strcmp(mark, other) != 0)) {
        attn_fail(status, ATTN_INPUT,
                  "this checkpoint is of another training: the lesson, its examples, the number of "
                  "steps, the seed and the inputs must be as they were");
        attn_status_place(status, attn_arrays_file(file), 0, 0);
        return false;
    }
    if (!attn_learning_read(&t->learning, file, status) || !check_trials(t)) return false;
    t->begun = t->learning.step;
    if (t->batches) attn_batches_skip(t->batches, t->begun);
    return true;
}

bool attn_checkpoint_save(trainer *t)
{
    attn_array_numbers arrays[ATTN_LEARNING_ARRAYS];
    const attn_note note = {"training", mark_of(t)};
    size_t count = attn_learning_arrays(&t->learning, arrays);
    if (!note.text) return false;
    t->stopped |= !t->options->save(t->options->user, arrays, count, &note);
    return true;
}
