/*
 * switches: formulas that can take the place of others in a lesson, by its switches. Here they are
 * read and checked; program/changed.c puts them in.
 */
#include <string.h>

#include "lesson/read/reading.h"

static bool not_a_list(const attn_lesson *lesson, const cJSON *item)
{
    return attn_lesson_fail(lesson, item, "a switch is a list of formulas that replace others");
}

/* "score(s, h) = s · h": the head in front of the "=". */
static bool read_head(attn_lesson *lesson, substitute *s, size_t equals)
{
    attn_grammar grammar = attn_scope_grammar(lesson->scope);
    attn_head head;
    s->head = attn_copy_text(lesson->arena, s->text, equals);
    s->body = equals + 1;
    if (!s->head || !attn_parse_head(&grammar, s->head, &head))
        return attn_place_formula(lesson->status, &s->from);
    s->function = head.function;
    s->parameter_count = head.count;
    s->parameters = head.parameters;
    return true;
}

static bool read_substitute(attn_lesson *lesson, const char *by, const cJSON *item)
{
    if (!cJSON_IsString(item)) return not_a_list(lesson, item);
    substitute *s = attn_append(
        lesson->arena, &lesson->substitutes, &lesson->substitute_count,
        &(substitute){.by = by, .text = item->valuestring, .from = attn_origin_of(lesson, item)},
        sizeof *s);
    if (!s) return false;
    const char *text = s->text, *equals = strchr(text, '='), *open = strchr(text, '(');
    return !equals || !open || open > equals || read_head(lesson, s, (size_t)(equals - text));
}

bool attn_switch_read(attn_lesson *lesson, const cJSON *item, bool unused)
{
    (void)unused;
    if (!attn_append(lesson->arena, &lesson->switches, &lesson->switch_count, &item->string,
                     sizeof(const char *)))
        return false;
    if (!cJSON_IsArray(item) || !item->child) return not_a_list(lesson, item);
    for (const cJSON *formula = item->child; formula; formula = formula->next)
        if (!read_substitute(lesson, item->string, formula)) return false;
    return true;
}

/* What defines a function is bound where it takes the place of another definition. */
static bool bind_substitute(attn_lesson *lesson, substitute *s)
{
    attn_grammar grammar = attn_scope_grammar(lesson->scope);
    if (!s->head) {
        s->line = attn_lesson_line_at(lesson, s->from, s->text, LINE_STATEMENT);
        return s->line != NULL;
    }
    grammar.hidden = s->parameters;
    grammar.hidden_count = s->parameter_count;
    return attn_parse_body_line(&grammar, s->text + s->body) ||
           attn_place_formula(lesson->status, &(origin){s->from.json, s->from.start, s->body});
}

bool attn_switches_bind(attn_lesson *lesson)
{
    for (size_t i = 0; i < lesson->substitute_count; i++)
        if (!bind_substitute(lesson, &lesson->substitutes[i])) return false;
    return true;
}

static bool is_defined(const attn_lesson *lesson, const substitute *s)
{
    attn_definition known;
    for (size_t i = 0; attn_scope_definition(lesson->scope, i, &known); i++)
        if (strcmp(known.function, s->function) == 0 && known.parameter_count == s->parameter_count)
            return true;
    return false;
}

static bool is_computed(const step *steps, size_t count, const attn_statement *line)
{
    for (size_t i = 0; i < count; i++) {
        for (size_t k = 0; k < steps[i].compute.count; k++)
            if (attn_same_left_side(line, steps[i].compute.items[k])) return true;
        if (is_computed(steps[i].steps, steps[i].step_count, line)) return true;
    }
    return false;
}

bool attn_switches_check(const attn_lesson *lesson)
{
    for (size_t i = 0; i < lesson->substitute_count; i++) {
        const substitute *s = &lesson->substitutes[i];
        if (s->head ? is_defined(lesson, s)
                    : is_computed(lesson->steps, lesson->step_count, s->line))
            continue;
        return attn_fail_at(lesson->status, &s->from,
                            "no formula of this lesson has this left side: a switch replaces a "
                            "formula with the same left side");
    }
    return true;
}
