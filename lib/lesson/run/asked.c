/*
 * asked: what the reader asks of a run besides the lesson: values, arithmetic, functions to open;
 * and whether the lesson has the inputs that the reader gives.
 */
#include <string.h>

#include "lesson/program/patched.h"
#include "lesson/program/running.h"

const attn_statement *attn_run_read(attn_run *run, const char *text)
{
    attn_grammar grammar = attn_scope_grammar(run->scope);
    attn_statement *line = attn_parse_formula(&grammar, text);
    return line && attn_bind_question(run->scope, line) ? line : NULL;
}

bool attn_run_ask(attn_run *run, const char *text, attn_made **made, size_t *count)
{
    attn_scope *scope = run->scope;
    attn_scope_unwind(scope);
    const attn_statement *line = attn_run_read(run, text);
    return line && attn_eval_each(scope, line, true, made, count);
}

bool attn_run_blame(attn_run *run, const char *option)
{
    const char *prefix = attn_print(run->arena, "%s: ", option);
    if (run->status->code == ATTN_INPUT) run->status->code = ATTN_USAGE;
    if (prefix) attn_status_prefix(run->status, prefix);
    return false;
}

bool attn_run_answer(attn_run *run)
{
    const attn_options *options = run->options;
    if (!attn_scope_check_formulas(run->scope)) return attn_run_blame(run, run->lesson->called);
    if (!attn_patch_check(run)) return false;
    for (size_t i = 0; i < options->arithmetic_count; i++) {
        const attn_statement *line = attn_run_read(run, options->arithmetics[i]);
        if (!line || !attn_add_numbers(run, line, &run->outcome.asked, &run->outcome.asked_count))
            return attn_run_blame(run, run->names->arithmetics);
    }
    for (size_t i = 0; i < options->show_count; i++) {
        attn_made *made;
        size_t count;
        if (!attn_run_ask(run, options->shows[i], &made, &count) ||
            !attn_add_made(run, made, count, &run->outcome.shown, &run->outcome.shown_count))
            return attn_run_blame(run, run->names->shows);
    }
    return true;
}

static bool no_function(const attn_run *run, const char *name)
{
    const char *near = attn_scope_near_function(run->scope, name);
    attn_text list = {0};
    if (!near) attn_scope_list_functions(run->scope, &list);
    attn_fail(run->status, ATTN_USAGE, "%s: %s is not a function of this lesson: %s%s%s",
              run->names->zooms, name, near ? "did you mean " : "it has ",
              near ? near : attn_text_string(&list), near ? "?" : "");
    attn_text_free(&list);
    return false;
}

bool attn_run_check_zooms(attn_run *run)
{
    attn_grammar grammar = attn_scope_grammar(run->scope);
    for (size_t i = 0; i < run->options->zoom_count; i++)
        if (!grammar.is_function(grammar.user, run->options->zooms[i]))
            return no_function(run, run->options->zooms[i]);
    return true;
}

/* One of these calls, or of those inside them, is of this function. */
static bool calls(const attn_call *call, const char *function)
{
    for (; call; call = call->next)
        if (strcmp(call->function, function) == 0 || calls(call->inner, function)) return true;
    return false;
}

static bool was_opened(const attn_run *run, const char *function)
{
    for (size_t i = 0; i < run->outcome.moment_count; i++)
        for (size_t k = 0; k < run->outcome.moments[i].made_count; k++)
            if (calls(run->outcome.moments[i].made[k].call, function)) return true;
    return false;
}

/* The functions that the lesson calls and that could be opened: ": it calls score, look", or "". */
static void add_called(const attn_run *run, attn_text *text)
{
    for (size_t i = 0; i < run->outcome.moment_count; i++)
        for (size_t k = 0; k < run->outcome.moments[i].made_count; k++) {
            const attn_made *made = &run->outcome.moments[i].made[k];
            for (size_t d = 0; d < made->definition_count; d++)
                attn_text_print(text, "%s%s", text->length ? ", " : ": it calls ",
                                made->definitions[d].function);
        }
}

static bool is_built_in(const char *function)
{
    for (size_t i = 0; attn_op_function(i); i++)
        if (strcmp(attn_op_function(i), function) == 0) return true;
    return false;
}

/* A function that the reader wants to see opened must have been called somewhere. */
bool attn_run_check_opened(attn_run *run)
{
    for (size_t i = 0; i < run->options->zoom_count; i++) {
        const char *function = run->options->zooms[i];
        if (was_opened(run, function)) continue;
        attn_text called = {0};
        add_called(run, &called);
        if (is_built_in(function))
            attn_fail(run->status, ATTN_USAGE,
                      "%s: %s is built in, so there are no formulas inside to show",
                      run->names->zooms, function);
        else
            attn_fail(run->status, ATTN_USAGE, "%s: no formula of this lesson calls %s%s",
                      run->names->zooms, function, attn_text_string(&called));
        attn_text_free(&called);
        return false;
    }
    return true;
}

/* ---- inputs ---- */

/* The name of the i-th input: of words by the sequences, of pictures by what is given. NULL: that
 * one has none. */
static const char *input_at(const attn_lesson *lesson, size_t i)
{
    if (i >= lesson->sequence_count) return lesson->givens[i - lesson->sequence_count].input;
    return attn_sequence_input(&lesson->sequences[i]);
}

/* The names of all inputs, with commas between, or NULL; *words: some are of words. Whether one has
 * this name. */
static bool list_inputs(const attn_lesson *lesson, const char *name, attn_text *list, bool *words)
{
    bool found = false;
    for (size_t i = 0; i < lesson->sequence_count + lesson->given_count; i++) {
        const char *input = input_at(lesson, i);
        if (!input) continue;
        *words |= i < lesson->sequence_count;
        found |= name && strcmp(input, name) == 0;
        if (list) attn_text_print(list, "%s%s", list->length ? ", " : "", input);
    }
    return found;
}

static bool no_input(const attn_run *run, const char *name)
{
    bool words = false;
    attn_text inputs = {0};
    list_inputs(run->lesson, NULL, &inputs, &words);
    if (inputs.length == 0)
        attn_fail(run->status, ATTN_USAGE, "%s: this lesson has no inputs", run->names->inputs);
    else
        attn_fail(run->status, ATTN_USAGE, "%s: this lesson has no input '%s', only %s",
                  run->names->inputs, name, attn_text_string(&inputs));
    attn_text_free(&inputs);
    return false;
}

/* Every input that is given must be one that the lesson has. */
bool attn_inputs_check(const attn_run *run)
{
    const attn_options *options = run->options;
    bool words = false;
    list_inputs(run->lesson, NULL, NULL, &words);
    if (options->target_ids && !list_inputs(run->lesson, ATTN_TARGET_NAME, NULL, &words))
        return attn_fail(run->status, ATTN_USAGE, "%s: this lesson has no input '%s'",
                         run->names->target_ids, ATTN_TARGET_NAME);
    if ((options->sentence || options->ids) && !words)
        return attn_fail(
            run->status, ATTN_USAGE,
            "this lesson reads no sentence: its words are its own (the lesson 'reader' reads any)");
    for (size_t i = 0; i < options->input_count; i++)
        if (!list_inputs(run->lesson, options->inputs[2 * i], NULL, &words))
            return no_input(run, options->inputs[2 * i]);
    return true;
}
