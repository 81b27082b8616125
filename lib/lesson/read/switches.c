/*
 * switches: formulas of a lesson exchanged while it is read: by its own switches, which put
 * statements and definitions in the place of those with the same left side, and by rules, which
 * change whatever they fit.
 */
#include <string.h>

#include "core/random.h"
#include "lesson/read/reading.h"

enum { PAST_BUCKETS = 1024 };

typedef struct past { /* a statement as it was before some rules changed it */
    struct past *before;
    const attn_statement *line;
} past;

static bool not_a_list(const attn_lesson *lesson, const cJSON *item)
{
    return attn_lesson_fail(lesson, item,
                            "a switch is a list of formulas that take the place of others");
}

/* ---- which are there ---- */

/* "score(s, h) = s · h": the head in front of the "=". */
static bool read_function(attn_lesson *lesson, substitute *s, size_t equals)
{
    attn_grammar grammar = attn_scope_grammar(lesson->scope);
    attn_head head;
    s->head = attn_copy_text(lesson->arena, s->text, equals);
    s->body = equals + 1;
    if (!s->head || !attn_parse_head(&grammar, s->head, &head))
        return attn_lesson_place(lesson, &s->from);
    s->function = head.function;
    s->definition = (attn_definition){
        .function = head.function, .parameter_count = head.count, .parameters = head.parameters};
    return true;
}

static bool add_substitute(attn_lesson *lesson, const char *by, const cJSON *item, bool thrown)
{
    if (!cJSON_IsString(item)) return not_a_list(lesson, item);
    substitute *s =
        attn_push(lesson->arena, &lesson->substitutes, &lesson->substitute_count, sizeof *s);
    if (!s) return false;
    *s = (substitute){.by = by,
                      .text = item->valuestring,
                      .from = attn_origin_of(lesson, item),
                      .thrown = thrown};
    const char *text = s->text, *equals = strchr(text, '='), *open = strchr(text, '(');
    return !equals || !open || open > equals || read_function(lesson, s, (size_t)(equals - text));
}

static bool is_thrown(const attn_lesson *lesson, const char *name)
{
    const attn_changes *changes = lesson->changes;
    for (size_t i = 0; i < changes->switch_count; i++)
        if (strcmp(changes->switches[i], name) == 0) return true;
    return false;
}

static bool read_switch(attn_lesson *lesson, const cJSON *item)
{
    const char **name =
        attn_push(lesson->arena, &lesson->switches, &lesson->switch_count, sizeof *name);
    if (!name) return false;
    *name = item->string;
    if (!cJSON_IsArray(item) || !item->child) return not_a_list(lesson, item);
    for (const cJSON *formula = item->child; formula; formula = formula->next)
        if (!add_substitute(lesson, item->string, formula, is_thrown(lesson, item->string)))
            return false;
    return true;
}

/* The switch whose name is nearest, if it is near; else NULL. */
static const char *nearest_switch(const attn_lesson *lesson, const char *name)
{
    const char *near = NULL;
    size_t least = 3;
    for (size_t i = 0; i < lesson->switch_count; i++) {
        size_t distance = attn_text_distance(lesson->switches[i], name);
        if (distance >= least || distance >= strlen(name)) continue;
        near = lesson->switches[i];
        least = distance;
    }
    return near;
}

static const char *called(const attn_changes *changes)
{
    return changes->name ? changes->name : "switches";
}

static bool unknown_switch(const attn_lesson *lesson, const attn_changes *changes, const char *name,
                           attn_status *status)
{
    const char *near = nearest_switch(lesson, name);
    attn_text list = {0};
    for (size_t i = 0; i < lesson->switch_count; i++)
        attn_text_print(&list, "%s%s", i ? ", " : "", lesson->switches[i]);
    if (list.length)
        attn_fail(status, ATTN_USAGE, "%s: the lesson %s can do without %s, not '%s'%s%s%s",
                  called(changes), lesson->name, attn_text_string(&list), name,
                  near ? ": did you mean " : "", near ? near : "", near ? "?" : "");
    else
        attn_fail(status, ATTN_USAGE,
                  "%s: the lesson %s has no switches: nothing can be left out of it",
                  called(changes), lesson->name);
    attn_text_free(&list);
    return false;
}

bool attn_switches_known(const attn_lesson *lesson, const attn_changes *changes,
                         attn_status *status)
{
    for (size_t i = 0; i < changes->switch_count; i++) {
        bool known = false;
        for (size_t k = 0; k < lesson->switch_count && !known; k++)
            known = strcmp(lesson->switches[k], changes->switches[i]) == 0;
        if (!known) return unknown_switch(lesson, changes, changes->switches[i], status);
    }
    return true;
}

bool attn_lesson_left_out(const attn_lesson *lesson, const char *name)
{
    for (size_t i = 0; i < lesson->substitute_count; i++)
        if (lesson->substitutes[i].thrown && strcmp(lesson->substitutes[i].by, name) == 0)
            return true;
    return false;
}

/* "scale", "scale and mask", "scale, mask and bias" */
static bool name_thrown(attn_lesson *lesson)
{
    attn_text text = {0};
    size_t count = 0, told = 0;
    for (size_t i = 0; i < lesson->switch_count; i++)
        count += is_thrown(lesson, lesson->switches[i]);
    for (size_t i = 0; i < lesson->switch_count; i++) {
        if (!is_thrown(lesson, lesson->switches[i])) continue;
        attn_text_add(&text, told == 0 ? "" : told + 1 < count ? ", " : " and ");
        attn_text_add(&text, lesson->switches[i]);
        told++;
    }
    lesson->without = attn_keep_text(lesson->arena, &text);
    return lesson->without != NULL;
}

static bool read_rules(attn_lesson *lesson)
{
    const attn_changes *changes = lesson->changes;
    size_t count = changes->rewriting_count;
    lesson->rewritings = attn_alloc(lesson->arena, count + 1, sizeof *lesson->rewritings);
    if (!lesson->rewritings) return false;
    lesson->rewriting_count = count;
    for (size_t i = 0; i < count; i++) {
        const attn_rewriting *asked = &changes->rewritings[i];
        rewriting *r = &lesson->rewritings[i];
        *r = (rewriting){.place = asked->place};
        r->rewriter = attn_rewriter_new(lesson->arena, asked->rules, asked->count);
        r->written = attn_alloc(lesson->arena, PAST_BUCKETS, sizeof(past *));
        if (!r->rewriter || !r->written) return false;
    }
    return true;
}

bool attn_switches_read(attn_lesson *lesson, const cJSON *object)
{
    if (object && !cJSON_IsObject(object))
        return attn_lesson_fail(lesson, object, "\"switches\" is { \"scale\": [\"S = Q Kᵀ\"] }");
    for (const cJSON *item = object ? object->child : NULL; item; item = item->next)
        if (!read_switch(lesson, item)) return false;
    return name_thrown(lesson) && read_rules(lesson);
}

/* ---- reading them ---- */

/* The lines of a definition, for the eye. */
static bool parse_lines(attn_lesson *lesson, attn_definition *definition, const char *const *texts,
                        size_t count)
{
    attn_grammar grammar = attn_scope_grammar(lesson->scope);
    attn_statement **made = attn_alloc(lesson->arena, count, sizeof *made);
    if (!made) return false;
    grammar.hidden = definition->parameters;
    grammar.hidden_count = definition->parameter_count;
    definition->lines = made;
    for (size_t i = 0; i < count; i++) {
        definition->line_count = i + 1;
        made[i] = attn_parse_body_line(&grammar, texts[i]);
        if (!made[i]) return false;
    }
    return true;
}

static bool bind_substitute(attn_lesson *lesson, substitute *s)
{
    if (!s->head) {
        s->line = attn_lesson_line_at(lesson, s->from, s->text, LINE_STATEMENT);
        return s->line != NULL;
    }
    const char *body = s->text + s->body;
    origin from = s->from;
    from.offset = s->body;
    return parse_lines(lesson, &s->definition, &body, 1) || attn_lesson_place(lesson, &from);
}

bool attn_switches_bind(attn_lesson *lesson)
{
    for (size_t i = 0; i < lesson->substitute_count; i++)
        if (!bind_substitute(lesson, &lesson->substitutes[i])) return false;
    return true;
}

bool attn_switches_check(const attn_lesson *lesson)
{
    for (size_t i = 0; i < lesson->substitute_count; i++) {
        const substitute *s = &lesson->substitutes[i];
        if (s->met) continue;
        return attn_fail_at(lesson->status, &s->from,
                            "nothing in this lesson has this left side: a switch replaces a "
                            "formula by one that makes the same name");
    }
    return true;
}

/* ---- the exchange ---- */

/* What the thrown switches make of a formula. */
typedef struct exchange {
    const char *by;        /* "mask", "mask and scale" */
    const substitute *one; /* the first of them, whose formula it is; NULL: none was thrown */
    attn_statement *line;  /* of a statement: with what the others change in it too */
} exchange;

static bool refuse_both(attn_lesson *lesson, const exchange *e, const substitute *s)
{
    const char *left = s->function ? s->function : attn_name_label(&s->line->targets[0]);
    return attn_fail(lesson->status, ATTN_USAGE,
                     s->function
                         ? "%s: %s and %s both replace the definition of %s, whole: choose "
                           "one of them"
                         : "%s: %s and %s change the same part of the formula of %s: choose "
                           "one of them",
                     called(lesson->changes), e->by, s->by, left);
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
static bool take(attn_lesson *lesson, substitute *s, const attn_statement *base, exchange *e)
{
    s->met = true;
    if (!s->thrown) return true;
    if (e->one && e->by != s->by) return take_both(lesson, s, base, e);
    *e = (exchange){s->by, s, s->line};
    return true;
}

static bool note_exchange(attn_lesson *lesson, const char *by, attn_definition before,
                          attn_definition after)
{
    attn_exchange *e =
        attn_push(lesson->arena, &lesson->exchanges, &lesson->exchange_count, sizeof *e);
    size_t place = !by && lesson->rewriting_count ? lesson->rewritings[0].met : 0;
    if (e) *e = (attn_exchange){by, before, after, place};
    return e != NULL;
}

static attn_definition one_line(attn_arena *arena, attn_statement *line)
{
    attn_statement **made = attn_alloc(arena, 1, sizeof *made);
    if (made) made[0] = line;
    return (attn_definition){.line_count = 1, .lines = made};
}

static bool note_statement(attn_lesson *lesson, const char *by, attn_statement *before,
                           attn_statement *after)
{
    attn_definition was = one_line(lesson->arena, before), now = one_line(lesson->arena, after);
    return was.lines && now.lines && note_exchange(lesson, by, was, now);
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
    past *made = attn_alloc(lesson->arena, 1, sizeof *made);
    past **bucket = &r->written[bucket_of(&line->targets[0])];
    if (!made) return false;
    *made = (past){*bucket, line};
    *bucket = made;
    return true;
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
    bool done =
        attn_bind_statement(lesson->scope, changed) && note_statement(lesson, NULL, line, changed);
    return done ? changed : NULL;
}

attn_statement *attn_statement_now(attn_lesson *lesson, attn_statement *line)
{
    exchange e = {0};
    lesson->statement_count++;
    for (size_t i = 0; i < lesson->substitute_count; i++) {
        substitute *s = &lesson->substitutes[i];
        if (s->line && attn_same_left_side(s->line, line) && !take(lesson, s, line, &e))
            return NULL;
    }
    if (e.one) {
        if (!note_statement(lesson, e.by, line, e.line)) return NULL;
        line = e.line;
    }
    return rewrite(lesson, line);
}

/* ---- of definitions ---- */

static const substitute *substitute_for(attn_lesson *lesson, const attn_head *head, bool *failed)
{
    exchange e = {0};
    for (size_t i = 0; i < lesson->substitute_count && !*failed; i++) {
        substitute *s = &lesson->substitutes[i];
        bool same = s->head && strcmp(s->function, head->function) == 0 &&
                    s->definition.parameter_count == head->count;
        if (same && !take(lesson, s, NULL, &e)) *failed = true;
    }
    return e.one;
}

bool attn_head_now(attn_lesson *lesson, defined *body)
{
    attn_grammar grammar = attn_scope_grammar(lesson->scope);
    attn_head head;
    bool failed = false;
    if (lesson->substitute_count == 0) return true;
    if (!attn_parse_head(&grammar, body->head, &head)) return false;
    body->taken = substitute_for(lesson, &head, &failed);
    if (body->taken) body->head = body->taken->head;
    return !failed;
}

/* A definition for the eye. Without its lines after a failure. */
static attn_definition definition_of(attn_lesson *lesson, const char *head_text,
                                     const defined *body)
{
    attn_grammar grammar = attn_scope_grammar(lesson->scope);
    attn_head head;
    if (!attn_parse_head(&grammar, head_text, &head)) return (attn_definition){0};
    attn_definition made = {
        .function = head.function, .parameter_count = head.count, .parameters = head.parameters};
    if (!parse_lines(lesson, &made, body->texts, body->count)) made.line_count = 0;
    return made;
}

/* A text that cannot be read is told where it is defined. */
static bool can_be_read(attn_lesson *lesson, const defined *body, const attn_definition *definition)
{
    return definition->line_count || attn_lesson_place(lesson, &body->origins[0]);
}

static bool put_in(attn_lesson *lesson, defined *body)
{
    const substitute *s = body->taken;
    attn_definition before = definition_of(lesson, body->item->string, body);
    if (!can_be_read(lesson, body, &before)) return false;
    body->count = 1;
    body->texts[0] = s->text + s->body;
    body->origins[0] = s->from;
    body->origins[0].offset = s->body;
    attn_definition after = definition_of(lesson, body->head, body);
    return can_be_read(lesson, body, &after) && note_exchange(lesson, s->by, before, after);
}

/* All lines of a body are one formula: changed together, or not at all. */
static bool rewrite_lines(attn_lesson *lesson, rewriting *r, const attn_definition *definition,
                          attn_statement **changed, bool *any)
{
    attn_grammar grammar = attn_scope_grammar(lesson->scope);
    size_t places, all = 0;
    attn_statement **made = attn_alloc(lesson->arena, definition->line_count, sizeof *made);
    if (!made) return false;
    grammar.hidden = definition->parameters;
    grammar.hidden_count = definition->parameter_count;
    attn_rewriter_look_through(r->rewriter, NULL, NULL);
    for (size_t i = 0; i < definition->line_count; i++) {
        made[i] = attn_rewrite(r->rewriter, &grammar, changed[i], &places);
        if (!made[i]) return false;
        all += places;
    }
    if (!is_meant(r, all)) return true;
    memcpy(changed, made, definition->line_count * sizeof(attn_statement *));
    return *any = true;
}

static bool rewrite_body(attn_lesson *lesson, defined *body)
{
    bool any = false;
    attn_definition before = definition_of(lesson, body->head, body);
    if (!can_be_read(lesson, body, &before)) return false;
    attn_statement **changed = attn_alloc(lesson->arena, body->count, sizeof *changed);
    if (!changed) return false;
    memcpy(changed, before.lines, body->count * sizeof(attn_statement *));
    for (size_t i = 0; i < lesson->rewriting_count; i++)
        if (!rewrite_lines(lesson, &lesson->rewritings[i], &before, changed, &any)) return false;
    for (size_t i = 0; i < body->count && any; i++) body->texts[i] = changed[i]->text;
    return !any || note_exchange(lesson, NULL, before, definition_of(lesson, body->head, body));
}

bool attn_body_now(attn_lesson *lesson, defined *body)
{
    if (body->taken && !put_in(lesson, body)) return false;
    return lesson->rewriting_count == 0 || rewrite_body(lesson, body);
}
