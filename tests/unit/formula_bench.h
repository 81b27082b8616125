/*
 * formula_bench: small lessons of formulas, run in a scope with three French words (source: i, k;
 * their number n), two English ones (target: t) and a plain count of two (heads: j); and what comes
 * of them, as text.
 *
 * A script is commands divided by '|':
 *
 *   x_i = i^2          a statement of the lesson
 *   f(x) := y = 2 x & y + 1
 *                      a function, its lines divided by '&'; "f(x) ::= …" is one that all share
 *   ? x_2              an expression that somebody asks for
 *   ?? x_i             the same over its free letters; "?stack x_i": stacked where it stacks
 *   # x                where the numbers of it lie
 *   set x_2 = 5        what if
 *   keep f             the calls of f are kept from here on ("*": those of the step itself)
 *   family x           what the record says of a name
 *   direction i: x_i = x_{i-1}
 *                      which way a loop over i must run
 *   sets               whether every "set" has met something
 */
#ifndef TESTS_UNIT_FORMULA_BENCH_H
#define TESTS_UNIT_FORMULA_BENCH_H

#include "formula/eval/eval.h"
#include "unit.h"

typedef struct bench {
    attn_status status;
    attn_arena *arena;
    attn_record *record;
    attn_scope *scope;
    const char *keep[2];
    attn_text out; /* what the last command told */
    bool failed;   /* a text of the test's own ran out of memory */
} bench;

static const char *const source_words[] = {"le", "chat", "noir"};
static const char *const target_words[] = {"the", "cat"};
static const char *const head_words[] = {"1", "2"};
static const attn_labels source_labels = {.name = "source", .count = 3, .words = source_words};
static const attn_labels target_labels = {.name = "target", .count = 2, .words = target_words};
static const attn_labels head_labels = {
    .name = "heads", .count = 2, .words = head_words, .plain = true};

static attn_sequence *bench_sequence(bench *b, const char *name, const attn_labels *labels)
{
    attn_sequence *sequence = attn_scope_add_sequence(b->scope, name);
    if (!sequence) return NULL;
    sequence->count = labels->count;
    sequence->labels = labels;
    return sequence;
}

static void bench_change(void *user, const char *label, bool computed, float old_value,
                         float new_value)
{
    bench *b = user;
    attn_text_print(&b->out, "%s: %s%g, now %g; ", label, computed ? "computed " : "",
                    (double)old_value, (double)new_value);
}

static bool bench_declare(bench *b)
{
    const attn_sequence *source = bench_sequence(b, "source", &source_labels);
    const attn_sequence *target = bench_sequence(b, "target", &target_labels);
    const attn_sequence *heads = bench_sequence(b, "heads", &head_labels);
    return source && target && heads && attn_scope_add_letter(b->scope, "i", source, false) &&
           attn_scope_add_letter(b->scope, "k", source, false) &&
           attn_scope_add_letter(b->scope, "t", target, false) &&
           attn_scope_add_letter(b->scope, "j", heads, false) &&
           attn_scope_add_letter(b->scope, "n", source, true);
}

/* False where memory ends. */
static bool bench_open(bench *b)
{
    memset(b, 0, sizeof *b);
    b->arena = attn_arena_new(&b->status);
    b->record = b->arena ? attn_record_new(&b->status) : NULL;
    b->scope = b->record ? attn_scope_new(b->arena) : NULL;
    if (!b->scope || !bench_declare(b)) return false;
    b->scope = attn_scope_run(b->scope, b->record);
    if (!b->scope) return false;
    attn_scope_on_change(b->scope, bench_change, b);
    return true;
}

static void bench_close(bench *b)
{
    attn_record_free(b->record);
    attn_arena_free(b->arena);
    attn_text_free(&b->out);
}

/* ---- what came of it, as text ---- */

/* 4, [1 4 9], [1 2; 3 4], with the words of its axes: [1 4 9]{source}; and whether it is masked. */
static void tell_value(bench *b, attn_node node)
{
    const attn_tensor *value = attn_value(b->record, node);
    size_t size = attn_tensor_size(value);
    bool brackets = value->rank != ATTN_NUMBER;
    if (brackets) attn_text_add(&b->out, "[");
    for (size_t i = 0; i < size; i++)
        attn_text_print(&b->out, "%s%.5g",
                        !i                ? ""
                        : i % value->cols ? " "
                                          : "; ",
                        (double)value->data[i]);
    if (brackets) attn_text_add(&b->out, "]");
    if (value->row_labels) attn_text_print(&b->out, "{%s}", value->row_labels->name);
    if (value->col_labels) attn_text_print(&b->out, "{%s}", value->col_labels->name);
    if (value->masked) attn_text_add(&b->out, " masked");
}

static void tell_made(bench *b, const attn_made *made, size_t count);

static void tell_calls(bench *b, const attn_call *call)
{
    for (; call; call = call->next) {
        attn_text_print(&b->out, " <%s", call->function);
        for (size_t i = 0; i < call->parameter_count; i++) {
            attn_text_print(&b->out, " %s = ", call->parameters[i]);
            tell_value(b, call->arguments[i]);
        }
        attn_text_add(&b->out, ": ");
        tell_made(b, call->made, call->made_count);
        tell_calls(b, call->inner);
        attn_text_add(&b->out, ">");
    }
}

static void tell_definitions(bench *b, const attn_made *made)
{
    for (size_t i = 0; i < made->definition_count; i++) {
        const attn_definition *told = &made->definitions[i];
        attn_text_print(&b->out, " (%s", told->function);
        for (size_t k = 0; k < told->parameter_count; k++)
            attn_text_print(&b->out, " %s", told->parameters[k]);
        for (size_t k = 0; k < told->line_count; k++)
            attn_text_print(&b->out, "%s%s", k ? " & " : ": ", told->lines[k]->text);
        attn_text_add(&b->out, ")");
    }
}

static void tell_made(bench *b, const attn_made *made, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        attn_text_print(&b->out, "%s%s = ", i ? ", " : "", made[i].label);
        tell_value(b, made[i].node);
        tell_calls(b, made[i].call);
        tell_definitions(b, &made[i]);
    }
}

/* "x_{i source}: 3, changed" */
static void tell_family(bench *b, const char *name)
{
    const attn_family *f = attn_scope_find(b->scope, name);
    attn_text_print(&b->out, "%s", f ? f->name : "none");
    for (size_t i = 0; f && i < f->axis_count; i++)
        attn_text_print(&b->out, "[%s %s %zu]", f->letters[i] ? f->letters[i] : "-",
                        f->axes[i] ? f->axes[i]->name : "-", attn_family_extent(f, i));
    if (!f) return;
    attn_text_print(&b->out, " %zu%s%s", f->element_count, f->statement ? " computed" : " given",
                    f->changed ? " changed" : "");
}

/* ---- commands ---- */

/* The words between "&" of a text; at most 16. */
static size_t bench_lines(char *text, const char **lines)
{
    size_t count = 0;
    for (char *line = strtok(text, "&"); line && count < 16; line = strtok(NULL, "&"))
        lines[count++] = line + strspn(line, " ");
    return count;
}

static bool bench_define(bench *b, char *text, char *body)
{
    bool shared = body[1] == ':';
    const char *lines[16];
    void *origins[16];
    *body = '\0';
    size_t count = bench_lines(body + 2 + shared, lines);
    for (size_t i = 0; i < 16; i++) origins[i] = b;
    return attn_scope_declare_function(b->scope, text, shared) &&
           attn_scope_define_function(b->scope, text, lines, origins, count, shared) &&
           attn_scope_check_functions(b->scope);
}

static attn_statement *bench_statement(bench *b, const char *text)
{
    attn_grammar grammar = attn_scope_grammar(b->scope);
    attn_statement *line = attn_parse_statement(&grammar, text);
    if (!line) return NULL;
    line->origin = b;
    return attn_bind_statement(b->scope, line) && attn_scope_check_names(b->scope) ? line : NULL;
}

static bool bench_compute(bench *b, const char *text)
{
    attn_statement *line = bench_statement(b, text);
    attn_made *made;
    size_t count;
    if (!line || !attn_run_statement(b->scope, line, b->keep[0] ? b->keep : NULL, &made, &count))
        return false;
    tell_made(b, made, count);
    return true;
}

static attn_statement *bench_asked(bench *b, const char *text)
{
    attn_grammar grammar = attn_scope_grammar(b->scope);
    attn_statement *line = attn_parse_body_line(&grammar, text);
    return line && attn_bind_statement(b->scope, line) && attn_scope_check_names(b->scope) ? line
                                                                                           : NULL;
}

static bool bench_ask(bench *b, const char *text)
{
    const attn_statement *line = bench_asked(b, text);
    attn_node node = line ? attn_eval(b->scope, line) : 0;
    if (node) tell_value(b, node);
    return node != 0;
}

static bool bench_ask_each(bench *b, const char *text, bool stack)
{
    const attn_statement *line = bench_asked(b, text);
    attn_made *made;
    size_t count;
    if (!line || !attn_eval_each(b->scope, line, stack, &made, &count)) return false;
    tell_made(b, made, count);
    return true;
}

static bool bench_numbers(bench *b, const char *text)
{
    const attn_statement *line = bench_asked(b, text);
    attn_number_at *numbers;
    size_t count;
    if (!line || !attn_eval_numbers(b->scope, line, &numbers, &count)) return false;
    for (size_t i = 0; i < count; i++) {
        const attn_tensor *value = attn_value(b->record, numbers[i].node);
        size_t place = numbers[i].row * value->cols + numbers[i].col;
        attn_text_print(&b->out, "%s%s = %.5g", i ? ", " : "", numbers[i].label,
                        (double)value->data[place]);
    }
    return true;
}

static bool bench_direction(bench *b, char *text)
{
    char *colon = strchr(text, ':');
    *colon = '\0';
    const attn_statement *line = bench_statement(b, colon + 1);
    int direction;
    if (!line ||
        !attn_loop_direction(b->scope, &line, 1, attn_scope_letter(b->scope, text), &direction))
        return false;
    attn_text_print(&b->out, "%d", direction);
    return true;
}

/* What follows the command's word, or NULL. */
static char *bench_after(char *text, const char *command)
{
    size_t length = strlen(command);
    return strncmp(text, command, length) == 0 ? text + length : NULL;
}

static bool bench_command(bench *b, char *text)
{
    char *rest, *body = strstr(text, ":=");
    attn_text_clear(&b->out);
    if (body) return bench_define(b, text, body > text && body[-1] == ':' ? body - 1 : body);
    if ((rest = bench_after(text, "?stack "))) return bench_ask_each(b, rest, true);
    if ((rest = bench_after(text, "?? "))) return bench_ask_each(b, rest, false);
    if ((rest = bench_after(text, "? "))) return bench_ask(b, rest);
    if ((rest = bench_after(text, "# "))) return bench_numbers(b, rest);
    if ((rest = bench_after(text, "set "))) return attn_scope_set(b->scope, rest);
    if ((rest = bench_after(text, "direction "))) return bench_direction(b, rest);
    if (strcmp(text, "sets") == 0) return attn_scope_check_sets(b->scope);
    if ((rest = bench_after(text, "family "))) {
        tell_family(b, rest);
        return true;
    }
    if ((rest = bench_after(text, "keep "))) {
        char *kept = attn_alloc(b->arena, 1, strlen(rest) + 1);
        if (kept) b->keep[0] = strcpy(kept, rest);
        return kept;
    }
    return bench_compute(b, text);
}

/* Carries out a script. False at the first command that fails: the fault is in b->status. */
static bool bench_run(bench *b, const char *script)
{
    char copy[2048], *next;
    ck_assert_uint_lt(strlen(script), sizeof copy);
    strcpy(copy, script);
    bool done = true;
    for (char *part = copy; part && done; part = next) {
        next = strstr(part, " | ");
        if (next) {
            *next = '\0';
            next += 3;
        }
        done = bench_command(b, part);
    }
    return done;
}

#endif
