/*
 * formula: lines of text, each read as a formula, typeset, written out and read again, and computed
 * among a few values.
 *
 * "f(x) := line & line" defines a function, "! name = number" asks what if; every other line is a
 * statement or an expression, whose slope is taken too.
 */
#include <stdlib.h>
#include <string.h>

#include "formula/eval/machine.h"
#include "formula/print/plain.h"
#include "formula/print/print_calculation.h"
#include "formula/print/typeset.h"
#include "fuzz.h"
#include "record/operation.h"
#include "tree.h"

enum { MOST_LINES = 12, MOST_BODY = 8 };

/* ---- a scope: words, two counts, and a number, a vector and two matrices of it ---- */

typedef struct bench {
    attn_status status;
    attn_arena *arena;
    attn_record *record;
    attn_scope *scope;
    attn_node given[4];
} bench;

static const char *const words[] = {"le", "chat", "noir"};
static const attn_labels source = {.name = "source", .count = 3, .words = words},
                         heads = {.name = "heads", .count = 2, .words = words, .plain = true};

static const attn_sequence *add_sequence(bench *b, const attn_labels *labels)
{
    attn_sequence *sequence = attn_scope_add_sequence(b->scope, labels->name);
    fuzz_require(sequence != NULL, "a sequence can be added");
    sequence->count = labels->count;
    sequence->labels = labels;
    return sequence;
}

static const struct {
    const char *name;
    attn_rank rank;
    size_t rows, cols;
} given[] = {
    {"a", ATTN_NUMBER, 1, 1},
    {"q", ATTN_VECTOR, 1, 3},
    {"K", ATTN_MATRIX, 3, 2},
    {"W_Q", ATTN_MATRIX, 2, 2},
};

static void give(bench *b, size_t i)
{
    float numbers[] = {0.5F, -1, 2, 0, 3.25F, 1e-3F};
    attn_tensor shape = {given[i].rank, 1,    given[i].rows, given[i].cols, numbers,
                         NULL,          NULL, NULL,          false,         NULL};
    attn_grammar grammar = attn_scope_grammar(b->scope);
    attn_name name;
    b->given[i] = attn_record_leaf(b->record, ATTN_OP_GIVEN, &shape, false);
    fuzz_require(attn_parse_name(&grammar, given[i].name, &name) && attn_bind_key(b->scope, &name),
                 "a value can be declared");
    attn_scope_give(b->scope, &name, b->given[i], false, false);
}

static void open_bench(bench *b)
{
    *b = (bench){0};
    b->arena = attn_arena_new(&b->status);
    b->record = attn_record_new(&b->status);
    b->scope = attn_scope_new(b->arena);
    fuzz_require(b->scope != NULL && b->record != NULL, "there is memory for a scope");
    const attn_sequence *places = add_sequence(b, &source), *parts = add_sequence(b, &heads);
    fuzz_require(attn_scope_add_letter(b->scope, "i", places, false) &&
                     attn_scope_add_letter(b->scope, "k", places, false) &&
                     attn_scope_add_letter(b->scope, "j", parts, false) &&
                     attn_scope_add_letter(b->scope, "n", places, true),
                 "letters can be added");
    b->scope = attn_scope_run(b->scope, b->record);
    fuzz_require(b->scope != NULL, "there is memory for a run");
}

static void close_bench(bench *b)
{
    attn_record_free(b->record);
    attn_arena_free(b->arena);
}

/* ---- reading ---- */

static void check_again(const attn_grammar *grammar, const attn_expr *expr)
{
    attn_status status = {0};
    attn_text text = {0};
    attn_grammar again = *grammar;
    again.arena = attn_arena_new(&status);
    attn_write_expr(expr, &text);
    const attn_expr *read = attn_parse_expr(&again, attn_text_string(&text));
    /* braces and sqrt() nest once more than what they stand for */
    fuzz_require(read != NULL || status.code == ATTN_LIMIT, "a tree written out can be read again");
    fuzz_require(read == NULL || tree_same(expr, read), "and gives the same tree");
    attn_arena_free(again.arena);
    attn_text_free(&text);
}

static void check_typeset(const attn_statement *line)
{
    attn_text text = {0};
    attn_typeset_statement(line, &text);
    fuzz_require_harmless(attn_text_string(&text), text.length, false);
    fuzz_require(text.length > 0, "a formula is not typeset as nothing");
    attn_text_free(&text);
}

static void check_line(const attn_grammar *grammar, const attn_statement *line)
{
    size_t length = strlen(line->text);
    fuzz_require(line->result_count > 0, "a line has a result");
    for (size_t i = 0; i < line->result_count; i++) {
        tree_check(line->results[i], length);
        check_again(grammar, line->results[i]);
    }
    check_typeset(line);
}

/* Heads and names are read by rules of their own. */
static void check_other_readings(const attn_grammar *grammar, const char *text)
{
    for (int kind = 0; kind < 3; kind++) {
        attn_status status = {0};
        attn_grammar other = *grammar;
        attn_head head;
        attn_name name;
        other.arena = attn_arena_new(&status);
        bool read = kind == 0   ? attn_parse_head(&other, text, &head)
                    : kind == 1 ? attn_parse_name(&other, text, &name)
                                : attn_parse_statement(&other, text) != NULL;
        fuzz_require(read == attn_ok(&status), "what cannot be read is a fault");
        fuzz_require_sane(&status);
        attn_arena_free(other.arena);
    }
}

/* ---- computing ---- */

static void check_value(const bench *b, attn_node node)
{
    const attn_tensor *value = attn_value(b->record, node);
    attn_text text = {0};
    fuzz_require_numbers(value->data, value->batch * attn_tensor_size(value), value->masked);
    attn_status status = {0};
    attn_arena *arena = attn_arena_new(&status);
    const attn_calculation *line = arena ? attn_arithmetic(b->record, node, 0, 0, 4, arena) : NULL;
    for (; line; line = line->next) attn_typeset_calculation(line, &text);
    size_t bad;
    fuzz_require(attn_utf8_valid(attn_text_string(&text), text.length, &bad),
                 "arithmetic is well-formed");
    attn_text_free(&text);
    attn_arena_free(arena);
}

/*
 * The slope of one number by all that was given. It may be too large for a number: ∂ in a formula
 * says so, and is looked at as a value.
 */
static void check_slope(bench *b, attn_node node)
{
    float slopes[4][6];
    float *const into[] = {slopes[0], slopes[1], slopes[2], slopes[3]};
    attn_record_backward(b->record, node, 0, b->given, 4, into);
}

static bool compute(bench *b, const attn_statement *line)
{
    attn_made *made;
    size_t count = 0;
    if (line->target_count == 0 && line->result_count == 1) {
        attn_node node = attn_eval(b->scope, line);
        if (node == 0) return false;
        check_value(b, node);
        check_slope(b, node);
        return attn_ok(&b->status) && attn_eval_each(b->scope, line, true, &made, &count);
    }
    if (line->target_count == 0) return true; /* "a, b": of a function alone */
    if (!attn_run_statement(b->scope, line, NULL, &made, &count)) return false;
    for (size_t i = 0; i < count; i++) check_value(b, made[i].node);
    return true;
}

static bool define(bench *b, char *head, char *body)
{
    const char *lines[MOST_BODY];
    size_t count = 0;
    for (char *line = strtok(body, "&"); line != NULL && count < MOST_BODY;
         line = strtok(NULL, "&"))
        lines[count++] = line;
    return count > 0 && attn_scope_declare_function(b->scope, head, false) &&
           attn_scope_define_function(b->scope, head, lines, NULL, count, false) &&
           attn_scope_check_functions(b->scope);
}

static bool read_line(bench *b, char *text)
{
    char *body = strstr(text, ":=");
    attn_grammar grammar = attn_scope_grammar(b->scope);
    check_other_readings(&grammar, text);
    if (text[0] == '!') return attn_scope_set(b->scope, text + 1);
    if (body != NULL) {
        *body = '\0';
        return define(b, text, body + 2);
    }
    attn_statement *line = attn_parse_body_line(&grammar, text);
    fuzz_require((line != NULL) == attn_ok(&b->status), "what cannot be read is a fault");
    if (line == NULL) return false;
    check_line(&grammar, line);
    return attn_bind_statement(b->scope, line) && attn_scope_check_names(b->scope) &&
           compute(b, line);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    bench b;
    char *text = fuzz_copy(bytes, length), *next = text;
    attn_at_once_elements = length % 2 ? 1 : 256;
    attn_large_numbers = length % 4 > 1 ? 2 : 1 << 14;
    open_bench(&b);
    for (size_t i = 0; i < sizeof given / sizeof *given; i++) give(&b, i);
    bool done = attn_ok(&b.status);
    for (size_t i = 0; i < MOST_LINES && next != NULL && done; i++) {
        char *line = next;
        next = strchr(line, '\n');
        if (next != NULL) *next++ = '\0';
        done = read_line(&b, line);
    }
    if (done) attn_scope_check_sets(b.scope);
    fuzz_require_sane(&b.status);
    close_bench(&b);
    free(text);
    return 0;
}
