/*
 * evaluate: how good a model is, on examples that it has not learned from.
 *
 * Examples of equal lengths are computed together, as in training.
 */
#include <stdlib.h>
#include <string.h>

#include "lesson/train/evaluator.h"

/* ---- computing ---- */

/* Begins a run with these words and computes what the lines are made by. */
static bool compute(evaluator *e, const batch *words, const lines *results, attn_run *run)
{
    attn_dependence found;
    return attn_find_steps(e->of.lesson, results, NULL, e->arena, &found) &&
           attn_worker_run(&e->of, run, words) && attn_run_quietly(run, NULL, found.statements);
}

static bool eval_each(const attn_run *run, const attn_statement *line, attn_made **made,
                      size_t *count)
{
    return attn_eval_each(run->scope, line, true, made, count) ||
           attn_place_formula(run->status, line->origin);
}

/* The rows of a map, of one example. */
const float *attn_map_of(const attn_tensor *value, size_t example)
{
    return value->data + (value->batch > 1 ? example * attn_tensor_size(value) : 0);
}

/* ---- maps ---- */

/*
 * A map and its score. It is not known by its place: how many maps a line stands for may depend on
 * the example. Labels that were cut may be the same.
 */
typedef struct map_score {
    size_t line;
    const char *label;
    size_t nth;             /* of this label, from 0 */
    attn_align_score links; /* either this is counted, */
    attn_look_score look;   /* or this */
} map_score;

/* All maps of some lines; the list grows with the examples. */
typedef struct map_scores {
    map_score *items;
    size_t count;
} map_scores;

/* The same map in a list; NULL: it is not among them. */
static map_score *find_map(const map_scores *list, const map_score *map)
{
    for (size_t i = 0; i < list->count; i++) {
        map_score *other = &list->items[i];
        if (other->line == map->line && other->nth == map->nth &&
            strcmp(other->label, map->label) == 0)
            return other;
    }
    return NULL;
}

/* The score of made[i], added with nothing counted yet; NULL on failure. asked: of a look. */
static map_score *score_of(const evaluator *e, map_scores *list, const role_look *asked,
                           size_t line, const attn_made *made, size_t i)
{
    map_score map = {.line = line, .label = made[i].label};
    for (size_t k = 0; k < i; k++) map.nth += strcmp(made[k].label, map.label) == 0;
    map_score *found = find_map(list, &map);
    if (found) return found;
    map.label = attn_copy_text(e->arena, map.label, strlen(map.label));
    map.links.label = map.look.label = map.label;
    if (asked)
        map.look = (attn_look_score){.label = map.label,
                                     .from = asked->from,
                                     .to = asked->to,
                                     .words = asked->words,
                                     .grid = {asked->grid[0], asked->grid[1]},
                                     .frames = {asked->frames[0], asked->frames[1]},
                                     .steps = (int)asked->steps};
    map_score *made_score =
        attn_append(e->arena, &list->items, &list->count, &map, sizeof *made_score);
    return map.label ? made_score : NULL;
}

/* ---- lines ---- */

/* Each map that the line stands for, of all examples: against their links, or a look. */
static bool score_line(const evaluator *e, const attn_run *run, const role_look *asked, size_t k,
                       map_scores *list)
{
    const attn_statement *line = asked ? asked->map : e->asked->align.items[k];
    attn_made *made;
    size_t count;
    if (!eval_each(run, line, &made, &count)) return false;
    for (size_t i = 0; i < count; i++) {
        const attn_tensor *value = attn_value(run->record, made[i].node);
        map_score *score = score_of(e, list, asked, k, made, i);
        if (!score || (asked && !attn_check_map(e, line, value, 1, 1))) return false;
        for (size_t x = 0; x < e->count; x++)
            if (!(asked ? attn_score_rows(e, value, x, asked, &score->look)
                        : attn_score_links(e, line, value, x, &score->links, run->arena)))
                return false;
    }
    return true;
}

/* ---- all examples ---- */

typedef struct tallies {
    map_scores aligns;
    map_scores *looks; /* one list for each that is asked */
} tallies;

static bool score_values(evaluator *e, const lines *maps, tallies *tally)
{
    attn_run run;
    const evaluation *asked = e->asked;
    batch words = {e->all, asked->examples.inputs, e->which, e->count, false};
    if (!maps->count) return true;
    if (!compute(e, &words, maps, &run)) return false;
    for (size_t i = 0; i < asked->align.count; i++)
        if (!score_line(e, &run, NULL, i, &tally->aligns)) return false;
    for (size_t i = 0; i < asked->look_count; i++)
        if (!score_line(e, &run, &asked->looks[i], 0, &tally->looks[i])) return false;
    return true;
}

/* All lines that have values to be scored. */
static bool list_maps(const evaluator *e, lines *maps)
{
    const evaluation *asked = e->asked;
    size_t count = 0;
    attn_statement **items =
        attn_alloc(e->arena, asked->align.count + asked->look_count + 1, sizeof *items);
    for (size_t i = 0; items && i < asked->align.count; i++) items[count++] = asked->align.items[i];
    for (size_t i = 0; items && i < asked->look_count; i++) items[count++] = asked->looks[i].map;
    *maps = (lines){count, items};
    return items != NULL;
}

/* Examples of one batch are of equal lengths as far as possible; where not, they are cut apart. */
static void next_examples(evaluator *e, const uint32_t **rest, size_t *left)
{
    if (*left == 0) *left = attn_batches_next(e->batches, rest);
    e->which = *rest;
    e->count = 0;
    while (e->count < *left && attn_equal_lengths(e->all, e->which[0], e->which[e->count]))
        e->count++;
    *rest += e->count;
    *left -= e->count;
}

static bool has_links(const examples *all)
{
    for (size_t i = 0; i < all->count; i++)
        if (all->notes[i].link_count) return true;
    return false;
}

/* Known combinations before those that are held out; the most frequent relation or kind first; of
 * equally frequent ones by name. */
static int compare_parts(const void *a, const void *b)
{
    const attn_look_score *one = a, *other = b;
    if (one->held != other->held) return one->held ? 1 : -1;
    if (one->lines != other->lines) return one->lines > other->lines ? -1 : 1;
    return strcmp(one->from, other->from);
}

static void sort_parts(const evaluator *e, tallies *tally)
{
    for (size_t i = 0; i < e->asked->look_count; i++)
        for (size_t k = 0; k < tally->looks[i].count; k++) {
            attn_look_score *look = &tally->looks[i].items[k].look;
            if (look->part_count)
                qsort(look->parts, look->part_count, sizeof *look->parts, compare_parts);
        }
}

static bool score_all(evaluator *e, const example_source *from, bool grows, tallies *tally,
                      attn_evaluated *report)
{
    const training plan = {.batch = ATTN_MOST_TOGETHER, .shuffled = true};
    const uint32_t *rest;
    size_t left = 0;
    lines maps = {0};
    e->batches = attn_batches_new(e->all, &plan, 1, e->arena);
    tally->looks = attn_alloc(e->arena, e->asked->look_count + 1, sizeof *tally->looks);
    if (!e->batches || !tally->looks || !list_maps(e, &maps)) return false;
    for (size_t done = 0; done < e->all->count; done += e->count) {
        next_examples(e, &rest, &left);
        if (!score_values(e, &maps, tally)) return false;
        if (grows && e->asked->exact && !attn_evaluate_generated(e, report)) return false;
    }
    report->examples = e->all->count;
    report->sounds = attn_examples_sound(e->all);
    sort_parts(e, tally);
    attn_sort_exact(report);
    if (e->asked->align.count && !has_links(e->all)) {
        tally->aligns.count = 0;
        return e->asked->exact ||
               attn_fail_at(e->run->status, &from->from,
                            "these lines have no links to compare \"align\" with");
    }
    for (size_t i = 0; i < tally->aligns.count; i++) {
        attn_align_score *s = &tally->aligns.items[i].links;
        s->error_rate = attn_alignment_error_rate(&s->counts);
        s->mean_rate = s->sentences ? s->rates / (double)s->sentences : 0;
    }
    return true;
}

static bool all_examples(evaluator *e, const example_source *from, bool grows, tallies *tally,
                         attn_evaluated *report)
{
    const evaluation *asked = e->asked;
    const notes_asked notes = asked->look_count                    ? NOTES_WORDS
                              : asked->align.count || asked->exact ? NOTES_LINKS
                                                                   : NOTES_NONE;
    e->all = attn_examples_read(e->run, from, notes, e->arena);
    bool done = e->all && score_all(e, from, grows, tally, report);
    attn_examples_free(e->all);
    return done;
}

/* ---- the best of several maps ---- */

/* Of a list with maps. */
static const map_score *best_align(const map_scores *list)
{
    const map_score *best = list->items;
    for (size_t i = 1; i < list->count; i++)
        if (list->items[i].links.error_rate < best->links.error_rate) best = &list->items[i];
    return best;
}

static const map_score *best_look(const map_scores *list)
{
    const map_score *best = list->items;
    for (size_t i = 1; i < list->count; i++)
        if (list->items[i].look.right > best->look.right) best = &list->items[i];
    return best;
}

/* Each map of a look has the rule that was best for it among those chosen from. */
static void choose_rules(map_scores *list, const map_scores *chosen)
{
    for (size_t k = 0; k < list->count; k++) {
        const map_score *from = find_map(chosen, &list->items[k]);
        if (from) attn_look_choose(&list->items[k].look, &from->look);
    }
}

/* Whether some line stands for several maps. */
static bool has_several(const evaluator *e, const tallies *tally)
{
    bool several = tally->aligns.count > 1;
    for (size_t i = 0; i < e->asked->look_count; i++) several |= tally->looks[i].count > 1;
    return several;
}

/* All maps, where each look has equally many of them. */
static bool all_looks(const evaluator *e, const tallies *tally, attn_evaluated *report)
{
    size_t looks = e->asked->look_count, count = looks ? tally->looks[0].count : 0;
    for (size_t i = 0; i < looks; i++)
        if (tally->looks[i].count != count) count = 0;
    attn_look_score *maps = attn_alloc(e->arena, looks * count + 1, sizeof *maps);
    for (size_t i = 0; maps && i < looks * count; i++)
        maps[i] = tally->looks[i / count].items[i % count].look;
    report->map_count = count;
    report->maps = maps;
    return maps != NULL;
}

/* In the reported list, the map that was best among those chosen from; NULL, with a fault: it
 * is not there. */
static const map_score *find_best(const evaluator *e, const attn_statement *line,
                                  const map_score *best, const map_scores *reported)
{
    const map_score *found = find_map(reported, best);
    if (found) return found;
    attn_fail(e->run->status, ATTN_INPUT,
              "%s was best on the examples of \"choose\", but those of \"examples\" have no such "
              "map: choose among maps that all examples have",
              best->label);
    attn_place_formula(e->run->status, line->origin);
    return NULL;
}

static bool report_looks(const evaluator *e, const tallies *tally, const tallies *chosen,
                         attn_evaluated *report)
{
    attn_look_score *looks = attn_alloc(e->arena, e->asked->look_count + 1, sizeof *looks);
    if (!looks || !all_looks(e, tally, report)) return false;
    for (size_t i = 0; i < e->asked->look_count; i++) {
        if (chosen->looks[i].count == 0) continue;
        const map_score *best =
            find_best(e, e->asked->looks[i].map, best_look(&chosen->looks[i]), &tally->looks[i]);
        if (!best) return false;
        looks[report->look_count++] = best->look;
    }
    report->looks = looks;
    return true;
}

static bool report_aligns(const evaluator *e, const tallies *tally, const tallies *chosen,
                          attn_evaluated *report)
{
    if (chosen->aligns.count == 0) return true;
    const map_score *best = best_align(&chosen->aligns);
    best = find_best(e, e->asked->align.items[best->line], best, &tally->aligns);
    report->align_count = best != NULL;
    if (best) report->aligns = &best->links;
    return best != NULL;
}

/* What the best is chosen by: maps must be chosen on other examples; a rule may be on these, for
 * that speaks for the rule and against the map. */
static bool find_chosen(evaluator *e, const example_source *from, const tallies *tally,
                        tallies *chosen, attn_evaluated *report)
{
    attn_evaluated unused = {0};
    *chosen = *tally;
    report->several = has_several(e, tally);
    if (!e->asked->choosing.name && report->several)
        return attn_fail_at(
            e->run->status, &e->asked->examples.object,
            "several maps need \"choose\", which names the examples that choose the best one");
    const bool rules = e->asked->look_count > 0 && !from->named;
    if (!e->asked->choosing.name || (!report->several && !rules)) return true;
    *chosen = (tallies){0};
    report->chosen_on = attn_part_names[e->asked->choosing.asked.part];
    return all_examples(e, &e->asked->choosing, false, chosen, &unused);
}

/* Reports the maps and rules that were best on other examples. */
static bool report_best(evaluator *e, const example_source *from, const tallies *tally,
                        attn_evaluated *report)
{
    tallies chosen;
    if (!find_chosen(e, from, tally, &chosen, report)) return false;
    for (size_t i = 0; i < e->asked->look_count; i++)
        choose_rules(&tally->looks[i], &chosen.looks[i]);
    return report_looks(e, tally, &chosen, report) && report_aligns(e, tally, &chosen, report);
}

/* ---- the whole ---- */

/* A file of the user's in the place of the lesson's examples. */
static void take_file(example_source *from, const char *file)
{
    from->name = file;
    from->corpus = from->named = true;
    from->carried = from->questions = from->clips = false;
    from->lines = 0;
    from->asked = (attn_corpus_asked){.part = ATTN_ALL, .letters = from->asked.letters};
}

/* What is asked for takes the place of what the lesson says. */
static bool source_of(const evaluator *e, const attn_evaluation_options *options,
                      example_source *from)
{
    *from = e->asked->examples;
    from->optional = true;
    if (options && options->file) take_file(from, options->file);
    if (!from->name)
        return attn_fail(e->run->status, ATTN_USAGE,
                         "the lesson carries no examples: give some with --examples FILE");
    if (!options) return true;
    if (!from->corpus && (options->part || options->least))
        return attn_fail(e->run->status, ATTN_USAGE,
                         "the examples of this lesson are a file, which has no parts and is not "
                         "sorted by length");
    if (options->examples) from->lines = options->examples;
    if (options->least) from->asked.least = options->least;
    if (options->most) from->asked.most = options->most;
    return !options->part || attn_part_named(options->part, &from->asked.part) ||
           attn_fail(e->run->status, ATTN_USAGE, "no part '%s': choose one of " ATTN_PART_LIST,
                     options->part);
}

static bool evaluate(evaluator *e, const attn_evaluation_options *options, attn_evaluated *report)
{
    tallies tally = {0};
    e->asked = e->run->lesson->evaluation;
    example_source from;
    if (!source_of(e, options, &from) || !attn_example_source_check(e->run, &from) ||
        !all_examples(e, &from, true, &tally, report) || !report_best(e, &from, &tally, report))
        return false;
    report->part = from.corpus ? attn_part_names[from.asked.part] : NULL;
    report->generated = e->asked->exact ? e->asked->exact->name : NULL;
    report->words_right /= (double)report->examples;
    return true;
}

bool attn_lesson_evaluates(const attn_lesson *lesson)
{
    return lesson->evaluation != NULL;
}

const attn_evaluated *attn_run_evaluate(attn_run *run, const attn_evaluation_options *options,
                                        attn_status *status)
{
    evaluator e = {
        .run = run, .arena = run->arena, .beam = options && options->beam ? options->beam : 1};
    attn_evaluated *report = attn_alloc(run->arena, 1, sizeof *report);
    bool done = report && attn_worker_begin(&e.of, run) && evaluate(&e, options, report);
    attn_status_join(run->status, &e.of.status);
    if (status != run->status) attn_status_join(status, run->status);
    attn_worker_end(&e.of);
    return done && attn_ok(status) ? report : NULL;
}
