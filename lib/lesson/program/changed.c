/*
 * changed: a lesson with other formulas, made of the syntax trees of one that was read. Switches of
 * the lesson put statements and definitions in the place of those with the same left side, rules
 * change whatever they fit. What stays is shared; what is new lies in the arena of the changed
 * lesson, in a scope over that of the lesson.
 */
#include <string.h>

#include "core/random.h"
#include "lesson/program/exchanged.h"

enum { PAST_BUCKETS = 1024 };

typedef struct past { /* a statement as it was before some rules changed it */
    struct past *before;
    const attn_statement *line;
} past;

/* ---- switches ---- */

const char *attn_lesson_switch_at(const attn_lesson *lesson, size_t i)
{
    return i < lesson->switch_count ? lesson->switches[i] : NULL;
}

const char *attn_lesson_thrown_at(const attn_lesson *lesson, size_t i)
{
    return i < lesson->thrown_count ? lesson->thrown[i] : NULL;
}

const char *attn_lesson_without(const attn_lesson *lesson)
{
    return lesson->without;
}

static bool lists(const char *const *names, size_t count, const char *name)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(names[i], name) == 0) return true;
    return false;
}

bool attn_lesson_left_out(const attn_lesson *lesson, const char *name)
{
    return lists(lesson->thrown, lesson->thrown_count, name);
}

static const char *called(const attn_changes *changes)
{
    return changes->name ? changes->name : "switches";
}

/* What is left out: switches in the lesson's order, then values: "scale", "scale, mask and A_1". */
static bool take_switches(attn_lesson *lesson, const attn_changes *changes)
{
    const size_t most = lesson->switch_count + changes->switch_count;
    lesson->called = called(changes);
    lesson->thrown_count = 0;
    lesson->thrown = attn_alloc(lesson->arena, most + 1, sizeof *lesson->thrown);
    for (size_t i = 0; lesson->thrown && i < lesson->switch_count; i++)
        if (lists(changes->switches, changes->switch_count, lesson->switches[i]))
            lesson->thrown[lesson->thrown_count++] = lesson->switches[i];
    for (size_t i = 0; lesson->thrown && i < changes->switch_count; i++)
        if (!lists(lesson->switches, lesson->switch_count, changes->switches[i]))
            lesson->thrown[lesson->thrown_count++] = changes->switches[i];
    attn_text text = {0};
    for (size_t i = 0; lesson->thrown && i < lesson->thrown_count; i++) {
        const char *between = i == 0 ? "" : i + 1 < lesson->thrown_count ? ", " : " and ";
        const char *name = attn_exchange_name(lesson, lesson->thrown[i]);
        attn_text_print(&text, "%s%s", between, name ? name : "");
    }
    lesson->without = attn_keep_text(lesson->arena, &text);
    return lesson->thrown && lesson->without;
}

/* ---- what was exchanged ---- */

const attn_exchange *attn_lesson_exchange_at(const attn_lesson *lesson, size_t i)
{
    return i < lesson->exchange_count ? &lesson->exchanges[i] : NULL;
}

static bool note_exchange(attn_lesson *lesson, const char *by, attn_definition before,
                          attn_definition after)
{
    size_t place = !by && lesson->rewriting_count ? lesson->rewritings[0].met : 0;
    return attn_append(lesson->arena, &lesson->exchanges, &lesson->exchange_count,
                       &(attn_exchange){by, before, after, place}, sizeof(attn_exchange));
}

bool attn_note_exchange(attn_lesson *lesson, const char *by, const attn_statement *before,
                        const attn_statement *after)
{
    attn_statement **both =
        attn_copy(lesson->arena, (const attn_statement *[]){before, after}, 2, sizeof *both);
    return both && note_exchange(lesson, by, (attn_definition){.line_count = 1, .lines = both},
                                 (attn_definition){.line_count = 1, .lines = both + 1});
}

/* ---- by switches ---- */

/* What the thrown switches make of a formula. */
typedef struct exchange {
    const attn_changes *asked;
    const char *by;        /* "mask", "mask and scale" */
    const substitute *one; /* the first of them, whose formula it is; NULL: none was thrown */
    attn_statement *line;  /* of a statement: with what the others change in it too */
} exchange;

static bool refuse_both(attn_lesson *lesson, const exchange *e, const substitute *s)
{
    const char *left = s->function ? s->function : attn_name_label(&s->line->targets[0]);
    return attn_fail(
        lesson->status, ATTN_USAGE,
        s->function ? "%s: %s and %s both replace the whole definition of %s: choose one of them"
                    : "%s: %s and %s change the same part of the formula of %s: choose "
                      "one of them",
        called(e->asked), e->by, s->by, left);
}

/* Two switches can exchange one statement where they change different parts of it. */
static bool take_both(attn_lesson *lesson, const substitute *s, const attn_statement *base,
                      exchange *e)
{
    attn_grammar grammar = attn_scope_grammar(lesson->scope);
    attn_statement *both = base ? attn_combine_changes(&grammar, base, e->line, s->line) : NULL;
    if (!attn_ok(lesson->status)) return false;
    if (!both) return refuse_both(lesson, e, s);
    e->line = both;
    e->by = attn_print(lesson->arena, "%s and %s", e->by, s->by);
    return e->by && attn_bind_statement(lesson->scope, both);
}

/* base: the statement that is replaced; NULL: a definition is. */
static bool take(attn_lesson *lesson, const substitute *s, const attn_statement *base, exchange *e)
{
    if (!attn_lesson_left_out(lesson, s->by)) return true;
    if (e->one && e->by != s->by) return take_both(lesson, s, base, e);
    *e = (exchange){e->asked, s->by, s, s->line};
    return true;
}

/* ---- by rules ---- */

static bool begin_rules(attn_lesson *lesson, const attn_changes *changes)
{
    size_t count = changes->rewriting_count;
    lesson->rewritings = attn_alloc(lesson->arena, count + 1, sizeof *lesson->rewritings);
    lesson->rewriting_count = lesson->rewritings ? count : 0;
    for (size_t i = 0; i < lesson->rewriting_count; i++) {
        const attn_rewriting *asked = &changes->rewritings[i];
        rewriting *r = &lesson->rewritings[i];
        *r = (rewriting){.rewriter = attn_rewriter_new(lesson->arena, asked->rules, asked->count),
                         .place = asked->place,
                         .written = attn_alloc(lesson->arena, PAST_BUCKETS, sizeof(past *))};
        if (!r->rewriter || !r->written) return false;
    }
    return lesson->rewritings != NULL;
}

/* Names that are the same are in one bucket. */
static size_t bucket_of(const attn_name *name)
{
    uint64_t hash = attn_hash(name->word, strlen(name->word));
    for (size_t i = 0; i < name->sub_count; i++) {
        const attn_sub *sub = &name->subs[i];
        const char *word = sub->kind == ATTN_SUB_NUMBER ? "" : sub->word;
        hash = 31 * hash + attn_hash(word, strlen(word)) + (uint64_t)sub->offset;
    }
    return hash % PAST_BUCKETS;
}

/* What a name stands for in the lesson as these rules find it, for those that look through it. */
static attn_expr *meaning(const void *user, const attn_name *name)
{
    past *const *written = user;
    attn_statement wanted = {.target_count = 1, .targets = (attn_name[]){*name}};
    for (const past *p = written[bucket_of(name)]; p; p = p->before)
        if (attn_same_left_side(p->line, &wanted)) return p->line->results[0];
    return NULL;
}

static bool keep_past(attn_lesson *lesson, rewriting *r, const attn_statement *line)
{
    past **bucket = &r->written[bucket_of(&line->targets[0])];
    *bucket = attn_copy(lesson->arena, &(past){*bucket, line}, 1, sizeof **bucket);
    return *bucket != NULL;
}

/* Whether this formula, in which so many places fit, is to be changed. */
static bool is_meant(rewriting *r, size_t places)
{
    if (places == 0) return false;
    r->met++;
    return r->place == 0 || r->place == r->met;
}

/* Only what was written before a line is looked through. */
static attn_statement *rewrite_by(attn_lesson *lesson, rewriting *r, attn_statement *line)
{
    size_t places;
    attn_grammar grammar = attn_scope_grammar(lesson->scope);
    attn_rewriter_look_through(r->rewriter, meaning, r->written);
    attn_statement *changed = attn_rewrite(r->rewriter, &grammar, line, &places);
    if (!changed || !keep_past(lesson, r, line)) return NULL;
    return is_meant(r, places) ? changed : line;
}

static attn_statement *rewrite(attn_lesson *lesson, attn_statement *line)
{
    attn_statement *changed = line;
    for (size_t i = 0; i < lesson->rewriting_count && changed; i++)
        changed = rewrite_by(lesson, &lesson->rewritings[i], changed);
    if (!changed || changed == line) return changed;
    bool done = attn_bind_statement(lesson->scope, changed) &&
                attn_note_exchange(lesson, NULL, line, changed);
    return done ? changed : NULL;
}

/* ---- definitions ---- */

/* New lines for function i, under this head; NULL: its own. */
static bool redefine(attn_lesson *lesson, size_t i, const exchange *e, const attn_body *body)
{
    attn_definition before, after;
    attn_scope_definition(lesson->scope, i, &before);
    if (!attn_scope_redefine(lesson->scope, i, e ? e->one->head : NULL, body))
        return attn_place_formula(lesson->status, attn_scope_origin(lesson->scope));
    attn_scope_definition(lesson->scope, i, &after);
    return note_exchange(lesson, e ? e->by : NULL, before, after);
}

static bool exchange_definition(attn_lesson *lesson, size_t i, const attn_changes *changes)
{
    attn_definition was;
    exchange e = {.asked = changes};
    attn_scope_definition(lesson->scope, i, &was);
    for (size_t k = 0; k < lesson->substitute_count; k++) {
        const substitute *s = &lesson->substitutes[k];
        bool same = s->head && strcmp(s->function, was.function) == 0 &&
                    s->parameter_count == was.parameter_count;
        if (same && !take(lesson, s, NULL, &e)) return false;
    }
    if (!e.one) return true;
    const char *text = e.one->text + e.one->body;
    origin *from =
        attn_copy(lesson->arena, &(origin){e.one->from.json, e.one->from.start, e.one->body}, 1,
                  sizeof *from);
    return from && redefine(lesson, i, &e, &(attn_body){1, &text, (void *[]){from}});
}

/* All lines of a body are one formula: changed together, or not at all. */
static bool rewrite_lines(attn_lesson *lesson, rewriting *r, const attn_definition *was,
                          attn_statement **changed, bool *any)
{
    attn_grammar grammar = attn_scope_grammar(lesson->scope);
    size_t places, all = 0;
    attn_statement **made = attn_alloc(lesson->arena, was->line_count, sizeof *made);
    if (!made) return false;
    grammar.hidden = was->parameters;
    grammar.hidden_count = was->parameter_count;
    attn_rewriter_look_through(r->rewriter, NULL, NULL);
    for (size_t i = 0; i < was->line_count; i++) {
        made[i] = attn_rewrite(r->rewriter, &grammar, changed[i], &places);
        if (!made[i]) return false;
        all += places;
    }
    if (!is_meant(r, all)) return true;
    memcpy(changed, made, was->line_count * sizeof(attn_statement *));
    return *any = true;
}

static bool rewrite_definition(attn_lesson *lesson, size_t i)
{
    bool any = false;
    attn_definition was;
    attn_scope_definition(lesson->scope, i, &was);
    size_t count = was.line_count;
    attn_statement **changed = attn_copy(lesson->arena, was.lines, count, sizeof *changed);
    const char **texts = attn_alloc(lesson->arena, count, sizeof *texts);
    void **origins = attn_alloc(lesson->arena, count, sizeof *origins);
    if (!changed || !texts || !origins) return false;
    for (size_t k = 0; k < lesson->rewriting_count; k++)
        if (!rewrite_lines(lesson, &lesson->rewritings[k], &was, changed, &any)) return false;
    for (size_t k = 0; k < count; k++) {
        texts[k] = changed[k]->text;
        origins[k] = was.lines[k]->origin;
    }
    return !any || redefine(lesson, i, NULL, &(attn_body){count, texts, origins});
}

static bool change_definitions(attn_lesson *lesson, const attn_changes *changes)
{
    attn_definition was;
    for (size_t i = 0; attn_scope_definition(lesson->scope, i, &was); i++)
        if (!exchange_definition(lesson, i, changes) ||
            (lesson->rewriting_count && !rewrite_definition(lesson, i)))
            return false;
    return true;
}

/* ---- steps ---- */

/* What is computed in the place of this statement: mostly itself. NULL on failure. */
static attn_statement *change_statement(attn_lesson *lesson, attn_statement *line,
                                        const attn_changes *changes)
{
    exchange e = {.asked = changes};
    for (size_t i = 0; i < lesson->substitute_count; i++) {
        const substitute *s = &lesson->substitutes[i];
        if (s->line && attn_same_left_side(s->line, line) && !take(lesson, s, line, &e))
            return NULL;
    }
    if (e.one && !attn_note_exchange(lesson, e.by, line, e.line)) return NULL;
    return rewrite(lesson, e.one ? e.line : line);
}

static bool change_lines(attn_lesson *lesson, lines *compute, const attn_changes *changes)
{
    attn_statement **items = attn_alloc(lesson->arena, compute->count + 1, sizeof *items);
    if (!items) return false;
    for (size_t i = 0; i < compute->count; i++)
        if (!(items[i] = change_statement(lesson, compute->items[i], changes))) return false;
    compute->items = items;
    return true;
}

/* Copies of these steps, with what takes the place of their formulas. NULL on failure. */
static step *change_steps(attn_lesson *lesson, const step *steps, size_t count,
                          const attn_changes *changes)
{
    step *copies = attn_alloc(lesson->arena, count + 1, sizeof *copies);
    for (size_t i = 0; copies && i < count; i++) {
        const step *was = &steps[i];
        step *now = &copies[i];
        *now = *was;
        if (changes->bare)
            *now = (step){.from = was->from,
                          .number = was->number,
                          .compute = was->compute,
                          .line_place = was->line_place,
                          .train = was->train,
                          .loop = was->loop,
                          .step_count = was->step_count};
        if (!change_lines(lesson, &now->compute, changes)) return NULL;
        if (was->loop && !(now->steps = change_steps(lesson, was->steps, was->step_count, changes)))
            return NULL;
    }
    return copies;
}

/* ---- the whole ---- */

static bool change_all(attn_lesson *lesson, const attn_lesson *original,
                       const attn_changes *changes)
{
    lesson->scope = attn_scope_over(original->scope, lesson->arena);
    if (!lesson->scope || !take_switches(lesson, changes) || !begin_rules(lesson, changes) ||
        !change_definitions(lesson, changes))
        return false;
    lesson->steps = change_steps(lesson, original->steps, original->step_count, changes);
    if (!lesson->steps || !attn_exchange_values(lesson, changes) ||
        !attn_add_formulas(lesson, changes))
        return false;
    if (!attn_scope_check_functions(lesson->scope) || !attn_scope_check_names(lesson->scope))
        return attn_place_formula(lesson->status, attn_scope_origin(lesson->scope));
    return attn_find_changes(lesson);
}

attn_lesson *attn_lesson_changed(const attn_lesson *original, const attn_changes *changes,
                                 attn_status *status)
{
    if (original->original) original = original->original;
    attn_arena *arena = attn_arena_new(status);
    attn_lesson *lesson = arena ? attn_alloc(arena, 1, sizeof *lesson) : NULL;
    if (lesson) {
        *lesson = *original;
        lesson->arena = arena;
        lesson->status = status;
        lesson->original = original;
        if (changes->bare) lesson->evaluation = NULL;
        if (change_all(lesson, original, changes)) return lesson;
    }
    if (status->code != ATTN_USAGE) attn_status_place(status, original->file, 0, 0);
    attn_arena_free(arena);
    return NULL;
}
