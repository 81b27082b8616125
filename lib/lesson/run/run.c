/*
 * run: a lesson computed from its first word to its last check, each step at each moment recorded.
 */
#include <string.h>

#include "lesson/program/own.h"
#include "lesson/program/running.h"
#include "lesson/program/training.h"
#include "lesson/run/familiar.h"

/* ---- one step at one moment ---- */

bool attn_add_made(attn_run *run, const attn_made *items, size_t count, attn_made **list,
                   size_t *total)
{
    for (size_t i = 0; i < count; i++) {
        if (!attn_append(run->arena, list, total, &items[i], sizeof(attn_made))) return false;
    }
    return true;
}

/* The functions whose calls are kept: what the step opens and what the reader asked for. NULL:
 * none. */
static const char **kept_functions(attn_run *run, const step *s)
{
    size_t count = 0, asked = run->options->zoom_count;
    if (!s->zoom_all && s->zoom_count + asked == 0) return NULL;
    const char **kept = attn_alloc(run->arena, s->zoom_count + asked + 2, sizeof *kept);
    if (!kept) return NULL;
    if (s->zoom_all) kept[count++] = "*";
    for (size_t i = 0; i < s->zoom_count; i++) kept[count++] = s->zooms[i];
    for (size_t i = 0; i < asked; i++) kept[count++] = run->options->zooms[i];
    return kept;
}

static bool compute(attn_run *run, const step *s, attn_moment *moment)
{
    attn_made *list = NULL;
    size_t total = 0;
    const char **kept = kept_functions(run, s);
    for (size_t i = 0; i < s->compute.count; i++) {
        attn_made *made;
        size_t count;
        if (!attn_run_statement(run->scope, s->compute.items[i], kept, &made, &count) ||
            !attn_add_made(run, made, count, &list, &total))
            return false;
    }
    moment->made = moment->shown = list;
    moment->made_count = moment->shown_count = total;
    return true;
}

static bool show(attn_run *run, const step *s, attn_moment *moment)
{
    if (!s->shows) return true;
    attn_made *list = NULL;
    size_t total = 0;
    for (size_t i = 0; i < s->show.count; i++) {
        attn_made *made;
        size_t count;
        if (!attn_eval_each(run->scope, s->show.items[i], true, &made, &count) ||
            !attn_add_made(run, made, count, &list, &total))
            return false;
    }
    moment->shown_instead = true;
    moment->shown = list;
    moment->shown_count = total;
    return true;
}

static const prose *prose_here(const attn_run *run, const said *say)
{
    if (say->count == 0) return NULL;
    if (!say->numbers) return &say->texts[0];
    long number = run->loop_count ? run->loops[run->loop_count - 1].number : 0;
    for (size_t i = 0; i < say->count; i++)
        if (say->numbers[i] == number) return &say->texts[i];
    return NULL;
}

static bool fill_prose(attn_run *run, const step *s, attn_moment *moment)
{
    const prose *text = prose_here(run, &s->say);
    if (!text || run->open || attn_own_any(run)) return true;
    uint64_t work = attn_product64(text->bytes, ATTN_COST_SAID);
    if (!attn_spend(run->status, work))
        return attn_fail_work(run->status, work, "this prose (%zu bytes)", text->bytes);
    moment->pieces = attn_prose_fill(run, text, &moment->piece_count);
    return moment->pieces != NULL;
}

/* What the map is laid over, in *picture; NULL where it is laid over nothing. */
static bool lay_over(attn_run *run, const heat *drawn, const attn_picture **picture)
{
    *picture = NULL;
    if (drawn->picture) {
        *picture = attn_run_grey(run, drawn->picture);
        return *picture != NULL;
    }
    if (!drawn->over) return true;
    const given *pixels = attn_pixels_of(run->lesson, drawn->over);
    *picture = attn_run_picture(run, drawn->over, &drawn->over_from, pixels);
    if (!*picture || !(*picture)->frames || !drawn->grid_rows) return *picture != NULL;
    /* a grid lies over a still picture */
    const attn_picture first = attn_picture_frame(*picture, 0);
    *picture = attn_copy(run->arena, &first, 1, sizeof first);
    return *picture != NULL;
}

static bool check_grid(const attn_run *run, const heat *drawn, const attn_made *made)
{
    const attn_tensor *value = attn_value(run->record, made->node);
    char shape[48];
    if (!drawn->grid_rows ||
        (value->rank == ATTN_VECTOR && value->cols == drawn->grid_rows * drawn->grid_cols))
        return true;
    return attn_fail(run->status, ATTN_INPUT, "%s is a %s and cannot be laid out as %zu×%zu",
                     made->label, attn_tensor_shape(value, shape), drawn->grid_rows,
                     drawn->grid_cols);
}

static bool draw_one(attn_run *run, const heat *drawn, attn_map **list, size_t *total)
{
    attn_made *made;
    size_t count;
    bool stack = drawn->grid_rows == 0; /* a grid lays out one vector at a time */
    const attn_picture *over;
    attn_familiar_axes axes = {false, NULL, NULL, NULL};
    if (!lay_over(run, drawn, &over)) return false;
    if (!attn_eval_each(run->scope, drawn->line, stack, &made, &count)) return false;
    for (size_t i = 0; i < count; i++) {
        if (!check_grid(run, drawn, &made[i])) return false;
        const bool noted = i < drawn->note_count && *drawn->notes[i] && !attn_own_any(run);
        const char *note = noted ? drawn->notes[i] : NULL;
        const attn_tensor *value = attn_value(run->record, made[i].node);
        const attn_map map = {.label = made[i].label,
                              .node = made[i].node,
                              .grid_rows = drawn->grid_rows,
                              .grid_cols = drawn->grid_cols,
                              .over = over,
                              .captions = &drawn->captions,
                              .note = note,
                              .withheld = note ? attn_notes_withheld(run, value, &axes) : NULL};
        if (!attn_append(run->arena, list, total, &map, sizeof map)) return false;
    }
    size_t notes = drawn->note_count;
    if (!notes || notes == count) return attn_ok(run->status);
    return attn_fail_at(run->status, &drawn->notes_from, "there %s %zu note%s for %zu map%s of %s",
                        notes == 1 ? "is" : "are", notes, notes == 1 ? "" : "s", count,
                        count == 1 ? "" : "s", drawn->line->text);
}

/* The heatmap that draws what this formula says, as it is; NULL: none. */
static const heat *find_heat(const step *steps, size_t count, const char *formula)
{
    const heat *found = NULL;
    for (size_t i = 0; i < count && !found; i++) {
        for (size_t k = 0; k < steps[i].heat_count && !found; k++)
            if (strcmp(steps[i].heats[k].line->text, formula) == 0) found = &steps[i].heats[k];
        if (!found) found = find_heat(steps[i].steps, steps[i].step_count, formula);
    }
    return found;
}

static bool draw_look(attn_run *run, const attn_watched *look, attn_map **list, size_t *total)
{
    for (size_t i = 0; i < look->made_count; i++) {
        const attn_made *made = &look->made[i];
        const attn_tensor *value = attn_value(run->record, made->node);
        const heat *drawn = find_heat(run->lesson->steps, run->lesson->step_count, made->label);
        if (value->rank == ATTN_NUMBER || value->words || !drawn) continue;
        const attn_map map = {
            .label = made->label, .node = made->node, .captions = &drawn->captions, .look = look};
        if (!attn_append(run->arena, list, total, &map, sizeof map)) return false;
    }
    return true;
}

/* What was watched while training and is drawn elsewhere is drawn here too, at up to so many
 * moments behind the first, the last among them. */
static bool draw_looks(attn_run *run, const attn_trained *trained, attn_map **list, size_t *total)
{
    enum { MOST = 12 };
    if (trained->look_count == 0) return true;
    size_t all = trained->look_count - 1, count = all < MOST ? all : MOST;
    for (size_t i = 1; i <= count; i++) {
        size_t place = i * all / count;
        if (!draw_look(run, &trained->looks[place], list, total)) return false;
    }
    return true;
}

static bool draw(attn_run *run, const step *s, attn_moment *moment)
{
    attn_map *list = NULL;
    if (moment->trained && !draw_looks(run, moment->trained, &list, &moment->map_count))
        return false;
    for (size_t i = 0; i < s->heat_count; i++)
        if (!draw_one(run, &s->heats[i], &list, &moment->map_count)) return false;
    moment->maps = list;
    return true;
}

/* Vectors of one length, side by side. */
static const attn_column *columns(attn_run *run, const lines *formulas)
{
    attn_column *list = attn_alloc(run->arena, formulas->count + 1, sizeof *list);
    size_t length = 0;
    for (size_t i = 0; list && i < formulas->count; i++) {
        const attn_statement *line = formulas->items[i];
        attn_node node = attn_eval(run->scope, line);
        if (!node) return NULL;
        const attn_tensor *value = attn_value(run->record, node);
        if (value->rank != ATTN_VECTOR || (i && value->cols != length)) {
            char shape[48];
            attn_fail(run->status, ATTN_INPUT, "a column is a vector%s, but %s is a %s",
                      i ? " as long as the others" : "", line->text,
                      attn_tensor_shape(value, shape));
            return NULL;
        }
        length = value->cols;
        list[i] = (attn_column){attn_eval_label(run->scope, line), node};
    }
    return list;
}

static bool eval_number(attn_run *run, const attn_statement *line, double *number)
{
    char shape[48];
    attn_node node = attn_eval(run->scope, line);
    const attn_tensor *value = node ? attn_value(run->record, node) : NULL;
    if (!value || value->rank != ATTN_NUMBER)
        return value &&
               attn_fail(run->status, ATTN_INPUT, "%s is not a single number; its shape is %s",
                         line->text, attn_tensor_shape(value, shape));
    *number = (double)value->data[0];
    return true;
}

/* The span that a plot shades, where its lesson computes it. */
static bool shade(attn_run *run, const step *s, attn_moment *moment)
{
    if (!s->shade_from) return true;
    attn_captions *captions = attn_copy(run->arena, &s->plot_captions, 1, sizeof *captions);
    moment->plot_captions = captions;
    if (!captions || !eval_number(run, s->shade_from, &captions->shade_from) ||
        !eval_number(run, s->shade_to, &captions->shade_to))
        return false;
    if (captions->shade_from < captions->shade_to) return true;
    captions->shade = NULL; /* a number that the reader changed may leave nothing to shade */
    return run->outcome.changed ||
           attn_fail(run->status, ATTN_INPUT,
                     "a shaded span goes from a number to a larger one, not from %g to %g",
                     captions->shade_from, captions->shade_to);
}

static bool tabulate(attn_run *run, const step *s, attn_moment *moment)
{
    if ((s->table.count && !(moment->columns = columns(run, &s->table))) ||
        (s->plot.count && !(moment->plot = columns(run, &s->plot))))
        return false;
    moment->column_count = s->table.count;
    moment->plot_count = s->plot.count;
    return shade(run, s, moment);
}

bool attn_add_numbers(attn_run *run, const attn_statement *line, attn_sum_asked **list,
                      size_t *total)
{
    attn_number_at *numbers;
    size_t count;
    if (!attn_eval_numbers(run->scope, line, &numbers, &count)) return false;
    for (size_t i = 0; i < count; i++) {
        if (!attn_append(run->arena, list, total,
                         &(attn_sum_asked){numbers[i].label, numbers[i].node, numbers[i].row,
                                           numbers[i].col},
                         sizeof(attn_sum_asked)))
            return false;
    }
    return true;
}

/* Whether what failed asked for a part of the lesson's own values that those of the reader do not
 * have; then it is left out, and the run goes on in its loops. */
static bool is_left_out(attn_run *run)
{
    const attn_code code = run->status->code;
    if (!attn_own_any(run) || (code != ATTN_INPUT && code != ATTN_USAGE)) return false;
    attn_status_clear(run->status);
    attn_scope_unwind(run->scope);
    for (size_t i = 0; i < run->loop_count; i++)
        attn_scope_letter(run->scope, run->loops[i].letter)->bound = true;
    return true;
}

static bool write_out(attn_run *run, const step *s, attn_moment *moment)
{
    attn_sum_asked *list = NULL;
    for (size_t i = 0; i < s->arithmetic.count; i++) {
        bool added = attn_add_numbers(run, s->arithmetic.items[i], &list, &moment->sum_count);
        if (!added && !is_left_out(run)) return false;
    }
    moment->sums = list;
    return true;
}

static bool check(attn_run *run, const step *s, attn_moment *moment)
{
    attn_check *list = attn_alloc(run->arena, s->checks.count + 1, sizeof *list);
    if (!list || attn_own_any(run)) return list != NULL;
    for (size_t i = 0; i < s->checks.count; i++) {
        const prose *words = s->check_words ? &s->check_words[i] : NULL;
        if (!attn_check_make(run, s->checks.items[i], s->check_place + i, &list[i])) return false;
        if (words && words->count &&
            !(list[i].pieces = attn_prose_fill(run, words, &list[i].piece_count)))
            return false;
    }
    moment->checks = list;
    moment->check_count = s->checks.count;
    return true;
}

/* Keeps what the step warns of, if its formula is true everywhere. */
static bool warn(attn_run *run, const step *s, attn_moment *moment)
{
    (void)moment;
    for (size_t i = 0; i < s->warnings.count; i++) {
        attn_check is;
        attn_warning warning = {0};
        if (!attn_check_make(run, s->warnings.items[i], 0, &is)) return false;
        if (!is.holds) continue;
        warning.pieces = attn_prose_fill(run, &s->warning_words[i], &warning.piece_count);
        if (!warning.pieces || !attn_append(run->arena, &run->outcome.warnings,
                                            &run->outcome.warning_count, &warning, sizeof warning))
            return false;
    }
    return true;
}

/* Moments and turns of loops count alike, so that loops around nothing end too. */
static bool spend_moment(attn_run *run)
{
    return attn_spend(run->status, ATTN_COST_MOMENT) ||
           attn_fail_work(run->status, ATTN_COST_MOMENT, "the next step");
}

static attn_moment *add_moment(attn_run *run, const step *s)
{
    if (!spend_moment(run)) return NULL;
    attn_loop_at *loops = attn_copy(run->arena, run->loops, run->loop_count, sizeof *loops);
    const attn_moment moment = {.step = s->number,
                                .of = s,
                                .loop_count = run->loop_count,
                                .loops = loops,
                                .formulas = (const attn_statement *const *)s->compute.items,
                                .formula_count = s->compute.count,
                                .plot_has_x = s->plot_has_x,
                                .plot_log_x = s->plot_log_x,
                                .plot_log_y = s->plot_log_y,
                                .plot_captions = &s->plot_captions};
    return loops ? attn_append(run->arena, &run->outcome.moments, &run->outcome.moment_count,
                               &moment, sizeof moment)
                 : NULL;
}

/* What a step shows of what it computed. */
static bool show_all(attn_run *run, const step *s, attn_moment *moment)
{
    static bool (*const parts[])(attn_run *, const step *, attn_moment *) = {
        show, attn_stated_make, draw, tabulate, write_out, check, warn, fill_prose};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        const attn_moment before = *moment;
        if (parts[i](run, s, moment)) continue;
        if (!is_left_out(run)) return false;
        *moment = before;
    }
    return true;
}

static bool run_moment(attn_run *run, const step *s, attn_moment *moment)
{
    if ((s->train && !attn_train(run, s, moment)) || !compute(run, s, moment)) return false;
    return run->open || show_all(run, s, moment);
}

/* ---- steps and loops ---- */

bool attn_run_only_trains(const attn_run *run)
{
    return run->options->training && run->options->training->only;
}

static bool run_steps(attn_run *run, const step *steps, size_t count);

/* All that a loop computes into the list, or NULL; *count of them. */
static void collect_statements(const step *s, const attn_statement **list, size_t *count)
{
    for (size_t i = 0; i < s->compute.count; i++, ++*count)
        if (list) list[*count] = s->compute.items[i];
    for (size_t i = 0; i < s->step_count; i++) collect_statements(&s->steps[i], list, count);
}

static bool loop_direction(attn_run *run, const step *s, const attn_letter *letter, int *direction)
{
    size_t count = 0, most = 0;
    collect_statements(s, NULL, &most);
    const attn_statement **list = attn_alloc(run->arena, most + 1, sizeof *list);
    if (!list) return false;
    collect_statements(s, list, &count);
    return attn_loop_direction(run->scope, list, count, letter, direction);
}

static attn_loop_at loop_at(const attn_letter *letter, size_t number)
{
    const attn_labels *labels = letter->sequence->labels;
    return (attn_loop_at){letter->name, (long)number,
                          labels->plain ? NULL : labels->words[number - 1]};
}

/* "step 3, t = 2": where in the lesson a fault lies. */
static bool place_fault(attn_run *run, const step *s)
{
    if (run->status->code == ATTN_USAGE) return false; /* the fault of an option lies in no step */
    attn_text where = {0};
    const char *letters[ATTN_MOST_LESSON_DEPTH];
    attn_text_print(&where, "step %zu", s->number);
    for (size_t i = 0; i < run->loop_count; i++) {
        letters[i] = run->loops[i].letter;
        attn_text_print(&where, ", %s = %ld", letters[i], run->loops[i].number);
    }
    attn_scope_where(run->scope, letters, run->loop_count, &where);
    attn_status_step(run->status, attn_text_string(&where));
    attn_text_free(&where);
    if (run->status->formula[0])
        return attn_place_formula(run->status, attn_scope_origin(run->scope));
    return attn_place_fault(run->status, &s->from);
}

typedef struct quiet quiet;
static bool quiet_steps(quiet *q, const step *steps, size_t count);

/* Its steps for each number of the loop; quietly if q is there. */
static bool go_round(attn_run *run, const step *s, quiet *q)
{
    int direction;
    attn_letter *letter = attn_scope_letter(run->scope, s->loop->name);
    size_t n = letter->sequence->count;
    if (!loop_direction(run, s, letter, &direction)) return place_fault(run, s);
    letter->bound = true;
    for (size_t i = 0; i < n; i++) {
        size_t number = direction > 0 ? i + 1 : n - i;
        letter->value = (long)number;
        run->loops[run->loop_count++] = loop_at(letter, number);
        if (!q) run->loop_starts = true;
        if (!q && !spend_moment(run)) return place_fault(run, s);
        if (!(q ? quiet_steps(q, s->steps, s->step_count)
                : run_steps(run, s->steps, s->step_count)))
            return false;
        run->loop_count--;
    }
    letter->bound = false;
    return true;
}

static bool run_loop(attn_run *run, const step *s)
{
    attn_moment *opening = add_moment(run, s);
    if (!opening || !fill_prose(run, s, opening)) return place_fault(run, s);
    opening->opens_loop = true;
    if (!attn_scope_letter(run->scope, s->loop->name)->bound) return go_round(run, s, NULL);
    attn_fail(run->status, ATTN_INPUT, "%s runs already: use another index for the inner loop",
              s->loop->name);
    return place_fault(run, s);
}

static bool check_sets(attn_run *run)
{
    return attn_scope_check_sets(run->scope) || attn_run_blame(run, run->names->sets);
}

static bool run_steps(attn_run *run, const step *steps, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const step *s = &steps[i];
        if (attn_step_lacks(run, s)) continue;
        if (s->loop && !run_loop(run, s)) return false;
        if (s->loop) continue;
        attn_moment *moment = add_moment(run, s);
        if (!moment) return place_fault(run, s);
        moment->loop_start = run->loop_starts;
        run->loop_starts = false;
        if (s->train && attn_run_only_trains(run) && !check_sets(run)) return false;
        if (!run_moment(run, s, moment)) return place_fault(run, s);
        if (s->train && attn_run_only_trains(run)) break;
    }
    return true;
}

/* ---- computed again, without a moment of its own ---- */

struct quiet {
    attn_run *run;
    const step *until;
    const bool *needed; /* which lines of the lesson; NULL: all */
    bool only_changed;  /* by the training */
    bool kept;          /* what is made goes into the list */
    attn_made *made;
    size_t made_count;
};

static bool quiet_line(quiet *q, const attn_statement *line)
{
    attn_scope *scope = q->run->scope;
    attn_made *made;
    size_t count;
    if (q->only_changed && !attn_is_trained(scope, &line->targets[0])) return true;
    if (!q->kept) return attn_run_line(scope, line);
    return attn_run_statement(scope, line, NULL, &made, &count) &&
           attn_add_made(q->run, made, count, &q->made, &q->made_count);
}

/* What was learned elsewhere, in place of training. */
static bool quiet_training(const quiet *q, const step *s)
{
    return attn_run_again(q->run, s, q->needed, NULL) &&
           attn_curve_give(q->run, s->train, q->run->taught->trained);
}

static bool quiet_steps(quiet *q, const step *steps, size_t count)
{
    for (size_t i = 0; i < count && &steps[i] != q->until; i++) {
        const step *s = &steps[i];
        if (attn_step_lacks(q->run, s)) continue;
        if (s->loop && !go_round(q->run, s, q)) return false;
        if (s->train && q->run->taught && !quiet_training(q, s)) return place_fault(q->run, s);
        for (size_t k = 0; k < s->compute.count; k++)
            if ((!q->needed || q->needed[s->line_place + k]) && !quiet_line(q, s->compute.items[k]))
                return place_fault(q->run, s);
    }
    return true;
}

bool attn_run_quietly(attn_run *run, const step *until, const bool *needed)
{
    quiet q = {.run = run, .until = until, .needed = needed};
    return quiet_steps(&q, run->lesson->steps, run->lesson->step_count);
}

/* ---- what training changes ---- */

/* What no formula makes; all families with the mark are such by now. */
static bool keep_given(quiet *q)
{
    const attn_family *family;
    for (size_t i = 0; (family = attn_scope_family(q->run->scope, i)); i++)
        for (size_t k = 0; k < family->element_count && family->after; k++) {
            attn_node node = family->elements[k].node;
            attn_made made = {.label = attn_node_name(q->run->record, node), .node = node};
            if (!attn_add_made(q->run, &made, 1, &q->made, &q->made_count)) return false;
        }
    return true;
}

static bool give_again(attn_run *run)
{
    for (size_t i = 0; i < run->lesson->given_count; i++) {
        const given *g = &run->lesson->givens[i];
        if (attn_is_trained(run->scope, &g->name) && !attn_given_make(run, g)) return false;
    }
    return true;
}

bool attn_run_again(attn_run *run, const step *s, const bool *needed, attn_moment *moment)
{
    quiet q = {
        .run = run, .until = s, .needed = needed, .only_changed = true, .kept = moment != NULL};
    const attn_run *before = run->shared;
    attn_scope_retrain(run->scope);
    run->node_count = 0;
    if (!before) run->shared = run; /* what was not learned is as it was */
    const attn_run *learner = run->learner;
    run->learner = run->taught;
    bool done = give_again(run) && (!q.kept || keep_given(&q)) &&
                quiet_steps(&q, run->lesson->steps, run->lesson->step_count);
    run->learner = learner;
    run->shared = before;
    if (moment) moment->again = q.made;
    if (moment) moment->again_count = q.made_count;
    return done;
}

/* ---- the whole ---- */

static void note_change(void *user, const char *label, bool computed, float was, float is)
{
    attn_run *run = user;
    attn_append(run->arena, &run->outcome.changes, &run->outcome.change_count,
                &(attn_change){label, computed, was, is}, sizeof(attn_change));
}

void attn_run_note_changes(attn_run *run)
{
    attn_scope_on_change(run->scope, note_change, run);
}

static bool begin(attn_run *run)
{
    run->scope = attn_scope_run(run->lesson->scope, run->record);
    if (!run->scope) return false;
    attn_run_note_changes(run);
    for (size_t i = 0; i < run->options->set_count; i++)
        if (!attn_own_is_list(run->options->sets[i]) &&
            !attn_scope_set(run->scope, run->options->sets[i]))
            return attn_run_blame(run, run->names->sets);
    return attn_own_read(run) && attn_run_check_zooms(run);
}

bool attn_run_prepare(attn_run *run)
{
    run->givens = attn_alloc(run->arena, run->lesson->given_count + 1, sizeof *run->givens);
    if (!run->givens || !attn_sequences_fill(run) || !attn_expected_check(run)) return false;
    for (size_t i = 0; i < run->lesson->given_count; i++)
        if (!attn_given_make(run, &run->lesson->givens[i])) return false;
    return true;
}

static attn_run *new_run(const attn_lesson *lesson, const attn_options *options,
                         attn_status *status)
{
    static const attn_options nothing = {0};
    static const attn_option_names plain = {"inputs", "sets",    "zooms", "arithmetics",
                                            "shows",  "watches", "ids",   "target ids"};
    attn_record *record = attn_record_new(status);
    attn_arena *arena = record ? attn_record_arena(record) : NULL;
    attn_run *run = record ? attn_alloc(arena, 1, sizeof *run) : NULL;
    open_files *files = run ? attn_alloc(arena, 1, sizeof *files) : NULL;
    if (!files) {
        attn_record_free(record);
        return NULL;
    }
    *run = (attn_run){.lesson = lesson,
                      .status = status,
                      .record = record,
                      .arena = arena,
                      .files = files,
                      .options = options ? options : &nothing};
    run->names = run->options->names ? run->options->names : &plain;
    run->seed = run->options->seeded ? run->options->seed : lesson->seed;
    run->outcome.changed = run->options->set_count || run->options->given ||
                           run->options->input_count || run->options->sentence ||
                           run->options->ids || run->options->target_ids ||
                           lesson->exchange_count || run->options->varied;
    return run;
}

attn_run *attn_run_once(const attn_lesson *lesson, const attn_options *options, generations *all,
                        attn_status *status)
{
    attn_run *run = new_run(lesson, options, status);
    if (!run) return NULL;
    run->generations = all;
    run->first = all->first;
    bool only = attn_run_only_trains(run);
    if (run->options->continues) attn_record_leave_untold(run->record);
    bool done =
        (!all->follows || attn_record_follow(run->record, all->last ? all->last->record : NULL,
                                             attn_turns_left(all))) &&
        begin(run) && attn_run_prepare(run) && run_steps(run, lesson->steps, lesson->step_count);
    if (done && !(run->open && !only)) {
        attn_scope_end(run->scope);
        done = (only || (check_sets(run) && attn_run_check_opened(run))) && attn_run_answer(run);
    }
    if (done && attn_ok(status)) return run;
    attn_run_free(run);
    if (attn_ok(status)) attn_no_memory(status, "running the lesson");
    return NULL;
}

void attn_run_free(attn_run *run)
{
    if (!run) return;
    const open_files files = *run->files;
    trainer *own = run->trainer;
    attn_run *teacher = run->teacher, *first = run->owned;
    attn_record_free(run->record); /* the run itself lies in its arena */
    attn_files_close(&files);
    attn_trainer_free(own);
    attn_run_free(teacher);
    attn_run_free(first);
}

attn_run *attn_lesson_run(const attn_lesson *lesson, const attn_options *options,
                          attn_status *status)
{
    attn_arena *arena = attn_arena_new(status);
    attn_run *run = arena ? attn_decode(lesson, options, arena, status) : NULL;
    if (run) run->generations = NULL;
    attn_arena_free(arena);
    return run;
}
