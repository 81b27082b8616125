/*
 * worksheet: decides what stands on a worksheet and in which order, and calls the renderer for
 * each entry.
 *
 * Each value that a step computes is asked for where it is made, once. What is too large to be
 * written by hand is left out with all that is made of it, and so are derivatives; a step of which
 * nothing is left goes with its words. A number in the prose that is made of answers is a blank
 * too.
 */
#include "document/worksheet.h"

#include <math.h>
#include <string.h>

#include "core/random.h"
#include "document/filter.h"
#include "document/value.h"
#include "formula/print/typeset.h"
#include "formula/syntax/parser.h"

/* What is known of each value of the record. */
enum {
    BEYOND = 1, /* too large or too long, or a derivative, or made of such */
    VARIES = 2, /* made of numbers that are given */
    ASKED = 4,
    ANSWERS = 8, /* made of what is asked */
    NEEDED = 16, /* what is asked is made of it */
    SIZED = 32   /* its size is needed: of what it is made of, too */
};

typedef struct making {
    attn_run *run;
    const attn_record *record;
    attn_arena *arena;
    attn_worksheet *sheet;
    attn_status *status;
    size_t node_count;
    unsigned char *known; /* of each node, from 1 */
    bool **asks;          /* of each moment, and each value that it shows */
    size_t moments;       /* up to the last that asks */
} making;

static bool is(const making *m, attn_node node, unsigned what)
{
    return node && node <= m->node_count && (m->known[node] & what) != 0;
}

/* ---- what values are made of ---- */

static bool tells_shape(attn_op op)
{
    return op == ATTN_OP_WIDTH || op == ATTN_OP_HEIGHT;
}

static bool is_large(const attn_tensor *value)
{
    return value->rows > ATTN_MOST_BLANKS || value->cols > ATTN_MOST_BLANKS || !value->data;
}

/* Nobody calculates by hand with more decimals. */
static bool is_long(const attn_tensor *value)
{
    enum { MOST = 2 };
    for (size_t i = 0; !value->words && i < attn_tensor_size(value); i++)
        if (isfinite(value->data[i]) && attn_number_decimals(value->data[i]) > MOST) return true;
    return false;
}

static bool is_beyond(attn_op op, const attn_tensor *value)
{
    return op == ATTN_OP_GRADIENT || is_large(value) || (op == ATTN_OP_GIVEN && is_long(value));
}

/* What an operation hands on from its operands. */
static unsigned handed_on(const making *m, attn_node node, unsigned what)
{
    const attn_node *operands;
    unsigned found = 0;
    size_t count = attn_node_operands(m->record, node, &operands);
    if (tells_shape(attn_node_op(m->record, node))) return 0;
    for (size_t i = 0; i < count; i++) found |= m->known[operands[i]] & what;
    return found;
}

static bool look_at_all(making *m)
{
    m->node_count = attn_record_operations(m->record);
    m->known = attn_alloc(m->arena, m->node_count + 1, 1);
    for (attn_node node = 1; m->known && node <= m->node_count; node++) {
        attn_op op = attn_node_op(m->record, node);
        unsigned known = handed_on(m, node, BEYOND | VARIES);
        if (is_beyond(op, attn_value(m->record, node))) known |= BEYOND;
        if (op == ATTN_OP_GIVEN) known |= VARIES;
        m->known[node] = (unsigned char)known;
    }
    return m->known != NULL;
}

/* Operations that only hand numbers on under another name or in another place. */
static bool moves(attn_op op)
{
    return op == ATTN_OP_COPY || op == ATTN_OP_REPLACED || op == ATTN_OP_STACK ||
           op == ATTN_OP_ROW_OF || op == ATTN_OP_ELEMENT_OF;
}

static bool is_given(const making *m, attn_node node)
{
    const attn_node *operands;
    attn_op op = attn_node_op(m->record, node);
    if (!moves(op)) return op == ATTN_OP_GIVEN;
    size_t count = attn_node_operands(m->record, node, &operands);
    for (size_t i = 0; i < count; i++)
        if (!is_given(m, operands[i])) return false;
    return count > 0;
}

/* It was asked for already, itself or all its parts. */
static bool is_covered(const making *m, attn_node node)
{
    const attn_node *operands;
    if (is(m, node, ASKED)) return true;
    if (!moves(attn_node_op(m->record, node))) return false;
    size_t count = attn_node_operands(m->record, node, &operands);
    for (size_t i = 0; i < count; i++)
        if (!is_covered(m, operands[i])) return false;
    return count > 0;
}

/* A value that stacks others asks for each of them. */
static void ask(making *m, attn_node node)
{
    const attn_node *operands;
    attn_op op = attn_node_op(m->record, node);
    m->known[node] |= ASKED;
    if (op != ATTN_OP_COPY && op != ATTN_OP_STACK) return;
    size_t count = attn_node_operands(m->record, node, &operands);
    for (size_t i = 0; i < count; i++)
        if (!is_given(m, operands[i])) ask(m, operands[i]);
}

/* A number that hangs on sizes alone is told, not asked. */
static bool is_asked(const making *m, attn_node node)
{
    const attn_tensor *value = attn_value(m->record, node);
    if (node > m->node_count || is(m, node, BEYOND) || is_given(m, node) || is_covered(m, node))
        return false;
    return value->rank != ATTN_NUMBER || is(m, node, VARIES);
}

static bool ask_moment(making *m, size_t i)
{
    const attn_moment *moment = attn_run_moment(m->run, i);
    m->asks[i] = attn_alloc(m->arena, moment->shown_count + 1, sizeof **m->asks);
    if (!m->asks[i]) return false;
    for (size_t k = 0; k < moment->shown_count; k++) {
        attn_node node = moment->shown[k].node;
        if (!is_asked(m, node)) continue;
        m->asks[i][k] = true;
        ask(m, node);
        m->moments = i + 1;
    }
    return true;
}

static bool ask_all(making *m)
{
    size_t count = attn_run_moments(m->run);
    m->asks = attn_alloc(m->arena, count + 1, sizeof *m->asks);
    for (size_t i = 0; m->asks && i < count; i++)
        if (!ask_moment(m, i)) return false;
    if (!m->asks) return false;
    return m->moments ||
           attn_fail(m->status, ATTN_INPUT,
                     "the lesson %s leaves nothing to compute by hand: its values are given, are "
                     "derivatives, are larger than %u×%u or made of numbers of more than two "
                     "decimals",
                     attn_lesson_name(attn_run_lesson(m->run)), ATTN_MOST_BLANKS, ATTN_MOST_BLANKS);
}

/* What is made of answers, and what answers are made of. */
static void spread(making *m)
{
    const attn_node *operands;
    for (attn_node node = 1; node <= m->node_count; node++)
        if (is(m, node, ASKED) || handed_on(m, node, ANSWERS)) m->known[node] |= ANSWERS;
    for (attn_node node = (attn_node)m->node_count; node > 0; node--) {
        unsigned needs = is(m, node, ASKED | NEEDED) ? NEEDED : 0;
        if (needs && tells_shape(attn_node_op(m->record, node))) needs = SIZED;
        if (is(m, node, SIZED)) needs |= SIZED;
        size_t count = attn_node_operands(m->record, node, &operands);
        for (size_t i = 0; i < count; i++) m->known[operands[i]] |= (unsigned char)needs;
    }
}

/* ---- entries ---- */

static attn_entry *add_entry(making *m, attn_entry_kind kind)
{
    attn_worksheet *sheet = m->sheet;
    attn_entry *entry =
        attn_push(m->arena, &sheet->entries, &sheet->entry_count, sizeof *sheet->entries);
    if (entry) entry->kind = kind;
    return entry;
}

/* ---- blanks ---- */

/* Which numbers stay blank where a part is filled in: all rows but one; of a list, half. */
static void leave_blank(const making *m, const char *label, const attn_tensor *value, bool *blanks)
{
    size_t count = attn_tensor_size(value);
    bool partly = m->sheet->options.fill == ATTN_FILL_PARTLY;
    const char *name = attn_print(m->arena, "%s, partly", label);
    attn_random random = attn_random_named(name ? name : "", m->sheet->options.seed);
    double u = (double)attn_random_uniform(&random);
    size_t row = (size_t)(u * (double)value->rows), first = (size_t)(u * (double)count);
    for (size_t i = 0; i < count; i++) {
        bool in_row = value->rows > 1 && i / value->cols == row;
        bool in_half = value->rows == 1 && (i + first) % count < count / 2;
        blanks[i] = !(partly && (in_row || in_half));
    }
}

static bool add_value(making *m, const char *label, const attn_tensor *value, bool asked)
{
    attn_entry *entry = add_entry(m, ATTN_ENTRY_VALUE);
    if (!entry) return false;
    entry->label = label;
    entry->value = value;
    entry->number = asked;
    if (!asked || m->sheet->options.fill == ATTN_FILL_SOLVED) return true;
    bool *blanks = attn_alloc(m->arena, attn_tensor_size(value) + 1, sizeof *blanks);
    if (!blanks) return false;
    leave_blank(m, label, value, blanks);
    entry->blanks = blanks;
    return true;
}

/* ---- prose ---- */

static bool speaks_of_more(const making *m, const attn_moment *moment)
{
    for (size_t i = 0; i < moment->piece_count; i++)
        if (is(m, moment->pieces[i].node, BEYOND)) return true;
    return false;
}

static bool add_prose(making *m, const attn_moment *moment)
{
    if (moment->piece_count == 0 || speaks_of_more(m, moment)) return true;
    attn_entry *entry = add_entry(m, ATTN_ENTRY_PROSE);
    bool *hidden = attn_alloc(m->arena, moment->piece_count, sizeof *hidden);
    if (!entry || !hidden) return false;
    entry->pieces = moment->pieces;
    entry->piece_count = moment->piece_count;
    entry->hidden = hidden;
    for (size_t i = 0; i < moment->piece_count; i++)
        hidden[i] =
            m->sheet->options.fill != ATTN_FILL_SOLVED && is(m, moment->pieces[i].node, ANSWERS);
    return true;
}

/* ---- moments ---- */

static bool asks_here(const making *m, size_t i)
{
    const attn_moment *moment = attn_run_moment(m->run, i);
    for (size_t k = 0; k < moment->shown_count; k++)
        if (m->asks[i][k]) return true;
    return false;
}

static bool has_use(const making *m, const attn_made *made)
{
    return !is(m, made->node, BEYOND) && is(m, made->node, ASKED | NEEDED | SIZED);
}

/* Something is to be computed, or it is needed for what is, or it is only words. */
static bool belongs(const making *m, size_t i)
{
    const attn_moment *moment = attn_run_moment(m->run, i);
    if (asks_here(m, i)) return true;
    if (moment->formula_count == 0) return moment->piece_count && !speaks_of_more(m, moment);
    for (size_t k = 0; k < moment->made_count; k++)
        if (has_use(m, &moment->made[k])) return true;
    return false;
}

/* f(x) and f(x, y) are two functions. */
static bool is_defined(const making *m, const attn_definition *function)
{
    for (size_t i = 0; i < m->sheet->entry_count; i++) {
        const attn_definition *told = m->sheet->entries[i].definition;
        if (told && strcmp(told->function, function->function) == 0 &&
            told->parameter_count == function->parameter_count)
            return true;
    }
    return false;
}

static bool add_definition(making *m, const attn_definition *definition)
{
    if (is_defined(m, definition)) return true;
    attn_entry *entry = add_entry(m, ATTN_ENTRY_DEFINITION);
    if (entry) entry->definition = definition;
    return entry != NULL;
}

/* What a call that the lesson opens was made of, as the definition of its function. */
static bool add_called(making *m, const attn_call *call)
{
    attn_definition *definition = attn_alloc(m->arena, 1, sizeof *definition);
    attn_statement **lines = attn_alloc(m->arena, call->made_count + 1, sizeof *lines);
    if (!definition || !lines) return false;
    *definition = (attn_definition){.function = call->function,
                                    .parameter_count = call->parameter_count,
                                    .parameters = call->parameters,
                                    .lines = lines};
    for (size_t i = 0; i < call->made_count; i++) {
        const attn_statement *line = call->made[i].statement;
        size_t last = definition->line_count;
        if (line && (last == 0 || lines[last - 1] != line))
            lines[definition->line_count++] = (attn_statement *)(uintptr_t)line;
    }
    return definition->line_count == 0 || add_definition(m, definition);
}

/* A formula with the functions that it is the first to call, and with what it made. */
static bool add_formula(making *m, const attn_statement *formula, const attn_made *made,
                        size_t count)
{
    bool used = false;
    for (size_t i = 0; i < count; i++) used |= has_use(m, &made[i]);
    if (!used) return true;
    attn_entry *entry = add_entry(m, ATTN_ENTRY_FORMULA);
    if (!entry) return false;
    entry->statement = formula;
    for (size_t i = 0; i < count; i++) {
        for (size_t k = 0; k < made[i].definition_count; k++)
            if (!add_definition(m, &made[i].definitions[k])) return false;
        if (made[i].call && !add_called(m, made[i].call)) return false;
    }
    return true;
}

/* formula: the values that it made; NULL: all that the step shows by itself. */
static bool add_shown(making *m, size_t i, const attn_statement *formula)
{
    const attn_moment *moment = attn_run_moment(m->run, i);
    for (size_t k = 0; k < moment->shown_count; k++) {
        const attn_made *made = &moment->shown[k];
        const attn_tensor *value = attn_value(m->record, made->node);
        bool told = value->rank == ATTN_NUMBER && is(m, made->node, NEEDED) &&
                    !is(m, made->node, VARIES | BEYOND) && !is_given(m, made->node);
        bool here = !formula || made->statement == formula;
        if (!here || !(m->asks[i][k] || told)) continue;
        if (!add_value(m, made->label, value, m->asks[i][k])) return false;
    }
    return true;
}

static bool add_computed(making *m, size_t i)
{
    const attn_moment *moment = attn_run_moment(m->run, i);
    size_t next = 0;
    for (size_t k = 0; k < moment->formula_count; k++) {
        const attn_statement *formula = moment->formulas[k];
        size_t first = next;
        while (next < moment->made_count && moment->made[next].statement == formula) next++;
        if (!add_formula(m, formula, moment->made + first, next - first) ||
            (!moment->shown_instead && !add_shown(m, i, formula)))
            return false;
    }
    return !moment->shown_instead || add_shown(m, i, NULL);
}

static bool add_loop(making *m, const attn_moment *moment)
{
    attn_entry *entry = add_entry(m, ATTN_ENTRY_LOOP);
    if (entry) entry->loop = &moment->loops[moment->loop_count - 1];
    return entry != NULL;
}

/* It asks for something, if only in its words: it is a step of the sheet, with a number. */
static bool add_step(making *m, size_t i, size_t *number)
{
    const attn_moment *moment = attn_run_moment(m->run, i);
    bool asks = asks_here(m, i);
    for (size_t k = 0; k < moment->piece_count; k++) asks |= is(m, moment->pieces[k].node, ANSWERS);
    if (!asks) return true;
    attn_entry *entry = add_entry(m, ATTN_ENTRY_STEP);
    if (entry) entry->number = ++*number;
    return entry != NULL;
}

static bool add_moments(making *m)
{
    size_t step = 0;
    bool turn = false; /* the heading of this turn of a loop is due */
    for (size_t i = 0; i < m->moments; i++) {
        const attn_moment *moment = attn_run_moment(m->run, i);
        turn |= moment->loop_start;
        if (moment->loop_count == 0) turn = false;
        if (!belongs(m, i)) continue;
        if (turn && !add_loop(m, moment)) return false;
        turn = false;
        if (!add_step(m, i, &step) || !add_prose(m, moment) || !add_computed(m, i)) return false;
    }
    return true;
}

/* ---- what is given ---- */

static bool add_given(making *m, attn_entry what)
{
    attn_worksheet *sheet = m->sheet;
    attn_entry *entry =
        attn_push(m->arena, &sheet->givens, &sheet->given_count, sizeof *sheet->givens);
    if (entry) *entry = what;
    return entry != NULL;
}

static bool add_given_value(making *m, const char *label, attn_node node)
{
    return add_given(m, (attn_entry){.kind = ATTN_ENTRY_VALUE,
                                     .label = label,
                                     .value = attn_value(m->record, node)});
}

/* Under the name of all of it: a stack, or each of its matrices. */
static bool add_whole(making *m, const attn_family *family)
{
    attn_made *made;
    size_t count;
    if (!attn_run_ask(m->run, family->name, &made, &count)) return false;
    for (size_t i = 0; i < count; i++)
        if (!add_given_value(m, made[i].label, made[i].node)) return false;
    return true;
}

static bool add_element(making *m, const attn_family *family, const attn_element *element)
{
    attn_text label = {0};
    attn_element_label(family, element, &label);
    const char *kept = attn_keep_text(m->arena, &label);
    return kept && add_given_value(m, kept, element->node);
}

/* A size is read off a small value that stands there. */
static bool is_needed(const making *m, const attn_element *element)
{
    bool sized = is(m, element->node, SIZED) && !is_large(attn_value(m->record, element->node));
    return (is(m, element->node, NEEDED) || sized) && is_given(m, element->node);
}

static bool is_size_needed(const making *m, const attn_element *element)
{
    return is(m, element->node, SIZED) && is_given(m, element->node) && !is_needed(m, element);
}

/* "W: 60×40. Only its size is needed." */
static bool add_size(making *m, const attn_family *family, const attn_element *element)
{
    char shape[48];
    attn_text label = {0};
    attn_element_label(family, element, &label);
    const char *kept = attn_keep_text(m->arena, &label);
    attn_piece *pieces = attn_alloc(m->arena, 2, sizeof *pieces);
    bool *hidden = attn_alloc(m->arena, 2, sizeof *hidden);
    attn_tensor_shape(attn_value(m->record, element->node), shape);
    const char *words = attn_print(m->arena, ": %s. Only its size is needed.", shape);
    if (!kept || !pieces || !hidden || !words) return false;
    attn_grammar grammar = {.arena = m->arena};
    pieces[0] = (attn_piece){.kind = ATTN_PIECE_FORMULA, .text = kept};
    if (!(pieces[0].expr = attn_parse_expr(&grammar, kept))) return false;
    pieces[1] = (attn_piece){.kind = ATTN_PIECE_WORDS, .text = words};
    return add_given(
        m, (attn_entry){
               .kind = ATTN_ENTRY_PROSE, .pieces = pieces, .piece_count = 2, .hidden = hidden});
}

/* It is no border, as h_0 is. */
static bool is_inside(const attn_family *family, const attn_element *element)
{
    return family->axis_count == 0 || attn_element_inside(family, element);
}

/* A family that is given whole stands under its own name, if it is no larger than what is needed.
 */
static bool stands_whole(const making *m, const attn_family *family)
{
    bool needed = false;
    for (size_t axis = 0; axis < family->axis_count; axis++)
        if (attn_family_extent(family, axis) > ATTN_MOST_BLANKS) return false;
    for (size_t i = 0; i < family->element_count && !family->statement; i++)
        needed |= is_needed(m, &family->elements[i]) && is_inside(family, &family->elements[i]);
    return needed;
}

static bool add_family(making *m, const attn_family *family)
{
    bool whole = stands_whole(m, family);
    if (whole && !add_whole(m, family)) return false;
    for (size_t i = 0; i < family->element_count; i++) {
        const attn_element *element = &family->elements[i];
        if (whole && is_inside(family, element)) continue;
        if (is_needed(m, element) && !add_element(m, family, element)) return false;
        if (is_size_needed(m, element) && !add_size(m, family, element)) return false;
    }
    return true;
}

static bool add_length(making *m, const attn_letter *letter)
{
    for (size_t i = 0; i < m->sheet->given_count; i++) {
        const char *label = m->sheet->givens[i].label;
        if (label && strcmp(label, letter->name) == 0) return true;
    }
    attn_tensor *value = attn_alloc(m->arena, 1, sizeof *value);
    float *number = attn_alloc(m->arena, 1, sizeof *number);
    if (!value || !number) return false;
    *number = (float)letter->sequence->count;
    *value = (attn_tensor){.rank = ATTN_NUMBER, .batch = 1, .rows = 1, .cols = 1, .data = number};
    return add_given(m,
                     (attn_entry){.kind = ATTN_ENTRY_VALUE, .label = letter->name, .value = value});
}

/* H, where a formula calculates with it. */
static bool add_lengths_in(making *m, const attn_expr *expr)
{
    bool plain = expr->kind == ATTN_EXPR_NAME && expr->name->sub_count == 0;
    const attn_letter *letter =
        plain ? attn_scope_letter(attn_run_scope(m->run), expr->name->word) : NULL;
    if (letter && letter->is_length && !add_length(m, letter)) return false;
    for (size_t i = 0; i < expr->count; i++)
        if (!add_lengths_in(m, expr->children[i])) return false;
    return true;
}

static bool add_lengths_of(making *m, const attn_statement *line)
{
    for (size_t i = 0; i < line->result_count; i++)
        if (!add_lengths_in(m, line->results[i])) return false;
    return true;
}

static bool add_all_lengths(making *m)
{
    for (size_t i = 0; i < m->sheet->entry_count; i++) {
        const attn_entry *entry = &m->sheet->entries[i];
        size_t lines = entry->definition ? entry->definition->line_count : 0;
        if (entry->statement && !add_lengths_of(m, entry->statement)) return false;
        for (size_t k = 0; k < lines; k++)
            if (!add_lengths_of(m, entry->definition->lines[k])) return false;
    }
    return true;
}

static bool add_all_given(making *m)
{
    const attn_family *family;
    const attn_scope *scope = attn_run_scope(m->run);
    for (size_t i = 0; (family = attn_scope_family(scope, i)); i++)
        if (!add_family(m, family)) return false;
    return add_all_lengths(m);
}

/* ---- what is handed in ---- */

static bool add_answer(making *m, const char *label, const attn_tensor *value)
{
    attn_worksheet *sheet = m->sheet;
    if (value->words) return true; /* a word is no number */
    attn_wanted *answer =
        attn_push(m->arena, &sheet->answers, &sheet->answer_count, sizeof *sheet->answers);
    if (answer) *answer = (attn_wanted){label, value};
    return answer != NULL;
}

static bool is_listed(const making *m, const char *label)
{
    for (size_t i = 0; i < m->sheet->answer_count; i++)
        if (strcmp(m->sheet->answers[i].label, label) == 0) return true;
    return false;
}

/* Under the name of all of it, α for α_1, where that is one value; else under its own. */
static bool add_asked(making *m, const attn_entry *entry, const char *whole)
{
    attn_made *made;
    size_t count = 0;
    if (attn_scope_find(attn_run_scope(m->run), whole) &&
        !attn_run_ask(m->run, whole, &made, &count))
        return false;
    const char *label = count == 1 ? made[0].label : entry->label;
    if (is_listed(m, label)) return true;
    return add_answer(m, label, count == 1 ? attn_value(m->record, made[0].node) : entry->value);
}

static bool add_answers(making *m)
{
    for (size_t i = 0; i < m->sheet->entry_count; i++) {
        const attn_entry *entry = &m->sheet->entries[i];
        attn_text name = {0};
        if (entry->kind != ATTN_ENTRY_VALUE || !entry->number) continue;
        attn_name_plain(entry->label, false, &name);
        const char *plain = attn_keep_text(m->arena, &name);
        if (!plain || !add_asked(m, entry, plain)) return false;
    }
    return true;
}

/* {"Q": [[1.25, …], …], …}: the first name, as it is handed in. */
static const char *example_of(const making *m)
{
    static const char *const forms[] = {"1.25", "[1.25, …]", "[[1.25, …], …]"};
    const attn_worksheet *sheet = m->sheet;
    if (sheet->answer_count == 0) return "";
    const attn_wanted *first = &sheet->answers[0];
    return attn_print(m->arena, "{\"%s\": %s%s}", first->label, forms[first->value->rank],
                      sheet->answer_count > 1 ? ", …" : "");
}

/* ---- the whole ---- */

/* A word as a shell takes it. */
static void add_word(attn_text *out, const char *word)
{
    static const char plain[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./";
    bool quotes = word[strspn(word, plain)] != '\0';
    attn_text_add(out, quotes ? "'" : "");
    for (; *word; word++)
        attn_text_add_bytes(out, *word == '\'' ? "'\\''" : word, *word == '\'' ? 4 : 1);
    attn_text_add(out, quotes ? "'" : "");
}

static bool add_frame(making *m)
{
    attn_worksheet *sheet = m->sheet;
    attn_text command = {0};
    attn_text_add(&command, "attnviz check ");
    add_word(&command, attn_lesson_argument(attn_run_lesson(m->run)));
    attn_text_print(&command, " --worksheet %llu answers.json",
                    (unsigned long long)sheet->options.seed);
    sheet->command = attn_keep_text(m->arena, &command);
    sheet->example = example_of(m);
    return sheet->command && sheet->example;
}

bool attn_worksheet_make(attn_run *run, const attn_worksheet_options *options, attn_arena *arena,
                         attn_worksheet *sheet, attn_status *status)
{
    *sheet = (attn_worksheet){.run = run, .options = *options};
    making m = {.run = run,
                .record = attn_run_record(run),
                .arena = arena,
                .sheet = sheet,
                .status = status};
    if (!look_at_all(&m) || !ask_all(&m)) return false;
    spread(&m);
    return add_moments(&m) && add_all_given(&m) && add_answers(&m) && add_frame(&m) &&
           attn_ok(status);
}

/* ---- writing ---- */

/* What a mask has struck out. */
static bool has_infinite(const attn_worksheet *sheet)
{
    for (size_t i = 0; i < sheet->answer_count; i++)
        for (size_t k = 0; k < attn_tensor_size(sheet->answers[i].value); k++)
            if (isinf(sheet->answers[i].value->data[k])) return true;
    return false;
}

/* "Q 3×4, e 3×3" */
static void add_shapes(const attn_worksheet *sheet, attn_text *out)
{
    for (size_t i = 0; i < sheet->answer_count; i++) {
        const attn_tensor *value = sheet->answers[i].value;
        attn_text_print(out, i ? ", %s" : "%s", sheet->answers[i].label);
        if (value->rank == ATTN_VECTOR) attn_text_print(out, "\u00A0(%zu)", value->cols);
        if (value->rank == ATTN_MATRIX)
            attn_text_print(out, "\u00A0(%zu×%zu)", value->rows, value->cols);
    }
    attn_text_add(out, has_infinite(sheet) ? ". −∞ is written -Infinity." : ".");
}

static void write_end(const attn_worksheet *sheet, attn_worksheet_renderer *writer,
                      attn_text *words)
{
    if (sheet->answer_count == 0) return;
    bool solved = sheet->options.fill == ATTN_FILL_SOLVED;
    writer->heading(writer, solved ? "Checking answers" : "Check your answers");
    attn_text_print(words, "%s a file answers.json, with %d decimals, as in",
                    solved ? "A student's answers come in" : "Write them into",
                    sheet->options.precision);
    writer->words(writer, attn_text_string(words));
    writer->code(writer, sheet->example);
    attn_text_clear(words);
    attn_text_add(words, "and let attnviz compare. These names it knows, with rows × columns: ");
    add_shapes(sheet, words);
    writer->words(writer, attn_text_string(words));
    writer->code(writer, sheet->command);
}

bool attn_worksheet_write(const attn_worksheet *sheet, attn_worksheet_renderer *writer,
                          attn_status *status)
{
    static const char *const fields[] = {"Name", "Date"};
    const attn_lesson *lesson = attn_run_lesson(sheet->run);
    bool solved = sheet->options.fill == ATTN_FILL_SOLVED;
    attn_text words = {0};
    attn_text_print(&words, "%s %llu · %s", solved ? "Key to worksheet" : "Worksheet",
                    (unsigned long long)sheet->options.seed, attn_lesson_name(lesson));
    writer->begin(writer, attn_lesson_title(lesson), attn_text_string(&words));
    if (!solved) writer->fields(writer, fields, 2);
    if (sheet->given_count) writer->heading(writer, "Given");
    for (size_t i = 0; i < sheet->given_count; i++) writer->entry(writer, &sheet->givens[i]);
    writer->heading(writer, solved ? "Computed" : "Compute");
    for (size_t i = 0; i < sheet->entry_count; i++) writer->entry(writer, &sheet->entries[i]);
    attn_text_clear(&words);
    write_end(sheet, writer, &words);
    writer->end(writer);
    bool done = !words.failed || attn_fail(status, ATTN_MEMORY, "there is no memory left");
    attn_text_free(&words);
    return done;
}
