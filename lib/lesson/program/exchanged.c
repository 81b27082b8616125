/*
 * exchanged: values that a reader leaves out, and formulas of the reader. A value is left out by a
 * formula, A_{5,3} = 0 A_{5,3}; the scope holds it until the value is made.
 */
#include "lesson/program/exchanged.h"

#include <stdio.h>
#include <string.h>

#include "core/known_words.h"

/* ---- what can be left out ---- */

static bool is_switch(const attn_lesson *lesson, const char *name)
{
    for (size_t i = 0; i < lesson->switch_count; i++)
        if (strcmp(lesson->switches[i], name) == 0) return true;
    return false;
}

/* Neither a switch nor a value. False. */
static bool unknown_name(const attn_lesson *lesson, const char *name)
{
    attn_guess near = {.word = name};
    attn_text list = {0};
    for (size_t i = 0; i < lesson->switch_count; i++) {
        attn_text_print(&list, "%s%s", i ? ", " : "", lesson->switches[i]);
        attn_guess_try(&near, lesson->switches[i]);
    }
    if (list.length)
        attn_fail(lesson->status, ATTN_USAGE,
                  "%s: the lesson %s can leave out %s, but not '%s'%s%s%s", lesson->called,
                  lesson->name, attn_text_string(&list), name, near.best ? ": did you mean " : "",
                  near.best ? near.best : "", near.best ? "?" : "");
    else
        attn_fail(lesson->status, ATTN_USAGE,
                  "%s: the lesson %s has no switches, and computes no '%s' that could be left out",
                  lesson->called, lesson->name, name);
    attn_text_free(&list);
    return false;
}

/* ---- formulas of the reader ---- */

/* What cannot be read was asked for wrongly, by the option. */
static bool blame(const attn_lesson *lesson, const char *option)
{
    char prefix[64];
    snprintf(prefix, sizeof prefix, "%s: ", option);
    if (lesson->status->code == ATTN_INPUT) lesson->status->code = ATTN_USAGE;
    attn_status_prefix(lesson->status, prefix);
    return false;
}

static attn_statement *read_statement(attn_lesson *lesson, const char *text)
{
    attn_grammar grammar = attn_scope_grammar(lesson->scope);
    grammar.typed = true;
    attn_statement *line = attn_parse_statement(&grammar, text);
    return line && attn_bind_statement(lesson->scope, line) ? line : NULL;
}

/* The first line that makes what this one makes an element of; NULL: none does. */
static attn_statement *maker(const step *steps, size_t count, const attn_statement *line)
{
    attn_statement *found = NULL;
    const char *label = attn_name_label(&line->targets[0]);
    for (size_t i = 0; i < count && !found; i++) {
        for (size_t k = 0; k < steps[i].compute.count && !found; k++) {
            attn_statement *one = steps[i].compute.items[k];
            if (one->target_count == 1 && strcmp(attn_name_label(&one->targets[0]), label) == 0)
                found = one;
        }
        if (!found) found = maker(steps[i].steps, steps[i].step_count, line);
    }
    return found;
}

/* ---- values ---- */

static bool is_formula(const char *thrown)
{
    return strchr(thrown, '=') != NULL;
}

const char *attn_exchange_name(attn_lesson *lesson, const char *thrown)
{
    if (is_switch(lesson, thrown) || !is_formula(thrown)) return thrown;
    size_t length = strcspn(thrown, "=");
    while (length && thrown[length - 1] == ' ') length--;
    return attn_print(lesson->arena, "the lesson's %.*s", (int)length, thrown);
}

static bool exchange_value(attn_lesson *lesson, const char *thrown)
{
    const char *text =
        is_formula(thrown) ? thrown : attn_print(lesson->arena, "%s = 0 %s", thrown, thrown);
    const char *name = attn_exchange_name(lesson, thrown);
    attn_statement *line = text && name ? read_statement(lesson, text) : NULL;
    if (!line && !is_formula(thrown) && lesson->status->code == ATTN_INPUT) {
        attn_status_clear(lesson->status);
        return unknown_name(lesson, thrown);
    }
    if (!line) return blame(lesson, lesson->called);
    const attn_statement *made =
        line->target_count == 1 ? maker(lesson->steps, lesson->step_count, line) : NULL;
    if (!made && !is_formula(thrown)) return unknown_name(lesson, thrown);
    if (!made)
        return attn_fail(lesson->status, ATTN_USAGE,
                         "%s: '%s': the lesson computes no single value %s", lesson->called, text,
                         attn_name_label(&line->targets[0]));
    return attn_scope_hold(lesson->scope, line) && attn_note_exchange(lesson, name, made, line);
}

bool attn_exchange_values(attn_lesson *lesson, const attn_changes *changes)
{
    for (size_t i = 0; i < changes->switch_count; i++)
        if (!is_switch(lesson, changes->switches[i]) &&
            !exchange_value(lesson, changes->switches[i]))
            return false;
    return true;
}

/* ---- one more step ---- */

bool attn_add_formulas(attn_lesson *lesson, const attn_changes *changes)
{
    const size_t count = changes->formula_count, before = lesson->step_count;
    if (count == 0) return true;
    attn_statement **items = attn_alloc(lesson->arena, count, sizeof *items);
    step *steps = attn_alloc(lesson->arena, before + 1, sizeof *steps);
    if (!items || !steps) return false;
    for (size_t i = 0; i < count; i++)
        if (!(items[i] = read_statement(lesson, changes->formulas[i])))
            return blame(lesson, changes->formula_name);
    memcpy(steps, lesson->steps, before * sizeof *steps);
    steps[before] = (step){.number = before ? steps[before - 1].number + 1 : 1,
                           .from = before ? steps[before - 1].from : (origin){0},
                           .asked = true,
                           .compute = {.count = count, .items = items},
                           .line_place = lesson->statement_count};
    lesson->steps = steps;
    lesson->step_count++;
    lesson->statement_count += count;
    return true;
}
