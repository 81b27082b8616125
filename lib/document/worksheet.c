/*
 * worksheet: decides what stands on a worksheet, as a list of blocks.
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

/* What is known of each value of the record. */
enum {
    BEYOND = 1, /* too large or too long, or a derivative, or made of such */
    VARIES = 2, /* made of numbers that are given */
    ASKED = 4,
    ANSWERS = 8, /* made of what is asked */
    NEEDED = 16, /* what is asked is made of it */
    SIZED = 32   /* its size is needed: of what it is made of, too */
};

typedef struct answer { /* a value to hand in, under this name */
    const char *label;
    const attn_tensor *value;
} answer;

typedef struct making {
    attn_run *run;
    const attn_record *record;
    attn_arena *arena;
    attn_status *status; /* of the arena: a lack of memory is noted there */
    const attn_worksheet_options *options;
    attn_document *document; /* that blocks are added to */
    size_t node_count;
    unsigned char *known; /* of each node, from 1 */
    attn_shown *shown;    /* of each moment */
    size_t moments;       /* up to the last that asks */
    size_t answer_count;
    answer *answers;
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

/* Whether it has operands, of which this holds for all. */
static bool all_operands(const making *m, attn_node node, bool (*holds)(const making *, attn_node))
{
    const attn_node *operands;
    size_t count = attn_node_operands(m->record, node, &operands);
    for (size_t i = 0; i < count; i++)
        if (!holds(m, operands[i])) return false;
    return count > 0;
}

static bool is_given(const making *m, attn_node node)
{
    attn_op op = attn_node_op(m->record, node);
    return moves(op) ? all_operands(m, node, is_given) : op == ATTN_OP_GIVEN;
}

/* It was asked for already, itself or all its parts. */
static bool is_covered(const making *m, attn_node node)
{
    return is(m, node, ASKED) ||
           (moves(attn_node_op(m->record, node)) && all_operands(m, node, is_covered));
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

/* A number that depends only on sizes is printed, not asked for. */
static bool is_asked(const making *m, attn_node node)
{
    const attn_tensor *value = attn_value(m->record, node);
    if (node > m->node_count || is(m, node, BEYOND) || is_given(m, node) || is_covered(m, node))
        return false;
    return value->rank != ATTN_NUMBER || is(m, node, VARIES);
}

static bool ask_moment(making *m, size_t i)
{
    attn_shown *shown = &m->shown[i];
    const attn_moment *moment = &attn_run_outcome(m->run)->moments[i];
    if (!attn_shown_open(shown, m->record, moment, m->arena)) return false;
    for (size_t k = 0; k < shown->count; k++) {
        attn_node node = shown->made[k].node;
        if (!is_asked(m, node)) continue;
        shown->asks[k] = true;
        ask(m, node);
        m->moments = i + 1;
    }
    return true;
}

static bool ask_all(making *m)
{
    size_t count = attn_run_outcome(m->run)->moment_count;
    m->shown = attn_alloc(m->arena, count + 1, sizeof *m->shown);
    for (size_t i = 0; m->shown && i < count; i++)
        if (!ask_moment(m, i)) return false;
    if (!m->shown) return false;
    return m->moments ||
           attn_fail(m->status, ATTN_INPUT,
                     "the lesson %s leaves nothing to compute by hand: its values are given, are "
                     "derivatives, are larger than %u×%u, or come from numbers with more than two "
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

/* ---- blocks ---- */

static bool is_solved(const making *m)
{
    return m->options->fill == ATTN_FILL_SOLVED;
}

/* Below what stands before it, or apart from it. */
static bool is_apart(attn_block_kind kind, attn_block_kind before)
{
    return before == ATTN_BLOCK_VALUE || kind == ATTN_BLOCK_HEADING || kind == ATTN_BLOCK_LOOP ||
           kind == ATTN_BLOCK_EXERCISE || kind == ATTN_BLOCK_CODE;
}

static attn_doc_block *add(making *m, attn_block_kind kind)
{
    const attn_document *document = m->document;
    attn_block_kind before =
        document->count ? document->blocks[document->count - 1].kind : ATTN_BLOCK_TITLE;
    attn_doc_block *block = attn_document_add(m->document, kind);
    block->apart = is_apart(kind, before);
    return block;
}

static void add_words(making *m, attn_block_kind kind, const char *words)
{
    attn_line_words(&add(m, kind)->line, words);
}

/* ---- blanks ---- */

/* Which numbers stay blank where a part is filled in: all rows but one; of a list, half. */
static const bool *blanks_of(const making *m, const char *label, const attn_tensor *value)
{
    size_t count = attn_tensor_size(value);
    bool *blanks = attn_alloc(m->arena, count + 1, sizeof *blanks);
    bool partly = m->options->fill == ATTN_FILL_PARTLY;
    const char *name = attn_print(m->arena, "%s, partly", label);
    attn_random random = attn_random_named(name ? name : "", m->options->seed);
    double u = (double)attn_random_uniform(&random);
    size_t row = (size_t)(u * (double)value->rows), first = (size_t)(u * (double)count);
    for (size_t i = 0; blanks && i < count; i++) {
        bool in_row = value->rows > 1 && i / value->cols == row;
        bool in_half = value->rows == 1 && (i + first) % count < count / 2;
        blanks[i] = !(partly && (in_row || in_half));
    }
    return blanks;
}

static void add_value(making *m, const char *label, const attn_tensor *value, attn_value_part part)
{
    bool blank = part == ATTN_VALUE_ANSWER && !is_solved(m);
    add(m, ATTN_BLOCK_VALUE)->value = (attn_block_value){
        .name = attn_inline_label(label),
        .count = 1,
        .values = {value},
        .part = part,
        .blanks = blank ? blanks_of(m, label, value) : NULL,
        .checked = part == ATTN_VALUE_ANSWER && attn_label_is_name(m->arena, label)};
}

/* ---- prose ---- */

static bool speaks_of_more(const making *m, const attn_moment *moment)
{
    for (size_t i = 0; i < moment->piece_count; i++)
        if (is(m, moment->pieces[i].node, BEYOND)) return true;
    return false;
}

static void add_prose(making *m, const attn_moment *moment)
{
    if (moment->piece_count == 0 || speaks_of_more(m, moment)) return;
    attn_line *line = &add(m, ATTN_BLOCK_PROSE)->line;
    for (size_t i = 0; i < moment->piece_count; i++) {
        if (!is_solved(m) && is(m, moment->pieces[i].node, ANSWERS))
            attn_line_blank(line);
        else
            attn_line_piece(line, &moment->pieces[i]);
    }
}

/* ---- moments ---- */

static bool asks_here(const making *m, size_t i)
{
    for (size_t k = 0; k < m->shown[i].count; k++)
        if (m->shown[i].asks[k]) return true;
    return false;
}

static bool has_use(const making *m, const attn_made *made)
{
    return !is(m, made->node, BEYOND) && is(m, made->node, ASKED | NEEDED | SIZED);
}

/* Something is to be computed, or it is needed for what is, or it is only words. */
static bool belongs(const making *m, size_t i)
{
    const attn_moment *moment = &attn_run_outcome(m->run)->moments[i];
    if (asks_here(m, i)) return true;
    if (moment->formula_count == 0) return moment->piece_count && !speaks_of_more(m, moment);
    for (size_t k = 0; k < moment->made_count; k++)
        if (has_use(m, &moment->made[k])) return true;
    return false;
}

/* f(x) and f(x, y) are two functions. */
static bool is_defined(const making *m, const attn_definition *function)
{
    for (size_t i = 0; i < m->document->count; i++) {
        const attn_doc_block *block = &m->document->blocks[i];
        const attn_definition *defined = block->definition.is;
        if (block->kind == ATTN_BLOCK_DEFINITION &&
            strcmp(defined->function, function->function) == 0 &&
            defined->parameter_count == function->parameter_count)
            return true;
    }
    return false;
}

static void add_definition(making *m, const attn_definition *definition)
{
    if (!is_defined(m, definition))
        add(m, ATTN_BLOCK_DEFINITION)->definition =
            (attn_block_definition){.before = "with", .is = definition};
}

/* What a call that the lesson opens was made of, as the definition of its function. */
static void add_called(making *m, const attn_call *call)
{
    attn_definition *definition = attn_alloc(m->arena, 1, sizeof *definition);
    attn_statement **lines = attn_alloc(m->arena, call->made_count + 1, sizeof *lines);
    if (!definition || !lines) return;
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
    if (definition->line_count) add_definition(m, definition);
}

/* A formula with the functions that it is the first to call. */
static void add_formula(making *m, const attn_statement *formula, const attn_made *made,
                        size_t count)
{
    bool used = false;
    for (size_t i = 0; i < count; i++) used |= has_use(m, &made[i]);
    if (!used) return;
    attn_line_statement(&add(m, ATTN_BLOCK_FORMULA)->line, formula);
    for (size_t i = 0; i < count; i++) {
        for (size_t k = 0; k < made[i].definition_count; k++)
            add_definition(m, &made[i].definitions[k]);
        if (made[i].call) add_called(m, made[i].call);
    }
}

/* formula: the values that it made; NULL: all that the step shows by itself. */
static void add_shown(making *m, size_t i, const attn_statement *formula)
{
    for (size_t k = 0; k < m->shown[i].count; k++) {
        const attn_made *made = &m->shown[i].made[k];
        const attn_tensor *value = attn_value(m->record, made->node);
        bool asked = m->shown[i].asks[k], here = !formula || made->statement == formula;
        bool printed = value->rank == ATTN_NUMBER && is(m, made->node, NEEDED) &&
                       !is(m, made->node, VARIES | BEYOND) && !is_given(m, made->node);
        if (here && (asked || printed))
            add_value(m, made->label, value, asked ? ATTN_VALUE_ANSWER : ATTN_VALUE_SHOWN);
    }
}

static void add_computed(making *m, size_t i)
{
    const attn_moment *moment = &attn_run_outcome(m->run)->moments[i];
    const attn_made *made = moment->made;
    for (size_t k = 0; k < moment->formula_count; k++) {
        size_t count = attn_made_by(moment, moment->formulas[k], made);
        add_formula(m, moment->formulas[k], made, count);
        made += count;
        if (!moment->shown_instead) add_shown(m, i, moment->formulas[k]);
    }
    if (moment->shown_instead) add_shown(m, i, NULL);
}

/* Whether it asks for something, if only in its words. */
static bool is_exercise(const making *m, size_t i)
{
    const attn_moment *moment = &attn_run_outcome(m->run)->moments[i];
    bool asks = asks_here(m, i);
    for (size_t k = 0; k < moment->piece_count; k++) asks |= is(m, moment->pieces[k].node, ANSWERS);
    return asks;
}

static void add_moments(making *m)
{
    size_t exercise = 0;
    bool turn = false; /* the heading of this turn of a loop is due */
    for (size_t i = 0; i < m->moments; i++) {
        const attn_moment *moment = &attn_run_outcome(m->run)->moments[i];
        turn = (turn || moment->loop_start) && moment->loop_count;
        if (!belongs(m, i)) continue;
        if (turn)
            add(m, ATTN_BLOCK_LOOP)->loop.at =
                is_solved(m)
                    ? &moment->loops[moment->loop_count - 1]
                    : attn_shown_heading(&m->shown[i], moment, m->moments - i, m->record, m->arena);
        turn = false;
        if (is_exercise(m, i)) add(m, ATTN_BLOCK_EXERCISE)->step = ++exercise;
        add_prose(m, moment);
        add_computed(m, i);
    }
}

/* ---- what is given ---- */

static void add_given(making *m, const char *label, attn_node node)
{
    add_value(m, label, attn_value(m->record, node), ATTN_VALUE_GIVEN);
}

static const char *label_of(const making *m, const attn_family *family, const attn_element *element)
{
    attn_text label = {0};
    attn_element_label(family, element, &label);
    return attn_keep_text(m->arena, &label);
}

/* Under the name of all of it: a stack, or each of its matrices. */
static void add_whole(making *m, const attn_family *family)
{
    attn_made *made;
    size_t count;
    if (!attn_run_ask(m->run, family->name, &made, &count)) return;
    for (size_t i = 0; i < count; i++) add_given(m, made[i].label, made[i].node);
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
static void add_size(making *m, const char *label, const attn_tensor *value)
{
    char shape[48];
    attn_line *line = &add(m, ATTN_BLOCK_PROSE)->line;
    attn_line_label(line, label);
    attn_line_words(line, attn_print(m->arena, ": %s. Only its size matters.",
                                     attn_tensor_shape(value, shape)));
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

static void add_family(making *m, const attn_family *family)
{
    bool whole = stands_whole(m, family);
    if (whole) add_whole(m, family);
    for (size_t i = 0; i < family->element_count; i++) {
        const attn_element *element = &family->elements[i];
        bool needed = is_needed(m, element);
        if (whole && is_inside(family, element)) continue;
        if (!needed && !is_size_needed(m, element)) continue;
        const char *label = label_of(m, family, element);
        if (label && needed) add_given(m, label, element->node);
        if (label && !needed) add_size(m, label, attn_value(m->record, element->node));
    }
}

static void add_length(making *m, const attn_letter *letter)
{
    for (size_t i = 0; i < m->document->count; i++) {
        const attn_doc_block *block = &m->document->blocks[i];
        if (block->kind == ATTN_BLOCK_VALUE && strcmp(block->value.name.text, letter->name) == 0)
            return;
    }
    attn_tensor *value = attn_alloc(m->arena, 1, sizeof *value);
    float *number = attn_alloc(m->arena, 1, sizeof *number);
    if (!value || !number) return;
    *number = (float)letter->sequence->count;
    *value = (attn_tensor){.rank = ATTN_NUMBER, .batch = 1, .rows = 1, .cols = 1, .data = number};
    add_value(m, letter->name, value, ATTN_VALUE_GIVEN);
}

/* H, where a formula calculates with it. */
static void add_lengths_in(making *m, const attn_expr *expr)
{
    bool plain = expr->kind == ATTN_EXPR_NAME && expr->name->sub_count == 0;
    const attn_letter *letter =
        plain ? attn_scope_letter(attn_run_scope(m->run), expr->name->word) : NULL;
    if (letter && letter->is_length) add_length(m, letter);
    for (size_t i = 0; i < expr->count; i++) add_lengths_in(m, expr->children[i]);
}

static void add_lengths_of(making *m, const attn_statement *line)
{
    for (size_t i = 0; i < line->result_count; i++) add_lengths_in(m, line->results[i]);
}

/* Those that the formulas of the body calculate with. */
static void add_lengths(making *m, const attn_document *body)
{
    for (size_t i = 0; i < body->count; i++) {
        const attn_doc_block *block = &body->blocks[i];
        if (block->kind == ATTN_BLOCK_FORMULA && block->line.count)
            add_lengths_of(m, block->line.items[0].statement);
        if (block->kind != ATTN_BLOCK_DEFINITION) continue;
        for (size_t k = 0; k < block->definition.is->line_count; k++)
            add_lengths_of(m, block->definition.is->lines[k]);
    }
}

/* ---- what is handed in ---- */

static bool is_listed(const making *m, const char *label)
{
    for (size_t i = 0; i < m->answer_count; i++)
        if (strcmp(m->answers[i].label, label) == 0) return true;
    return false;
}

/* Under the name of all of it, α for α_1, where that is one value; else under its own. What has no
 * name, as q J, cannot be handed in, nor can a word, which is no number. */
static void add_answer(making *m, const attn_block_value *value)
{
    attn_text name = {0};
    attn_made *made;
    size_t count = 0;
    answer asked = {value->name.text, value->values[0]};
    attn_name_plain(asked.label, false, &name);
    const char *whole = attn_keep_text(m->arena, &name);
    if (!whole || !attn_label_is_name(m->arena, asked.label) ||
        (attn_scope_find(attn_run_scope(m->run), whole) &&
         !attn_run_ask(m->run, whole, &made, &count)))
        return;
    if (count == 1) asked = (answer){made[0].label, attn_value(m->record, made[0].node)};
    if (asked.value->words || is_listed(m, asked.label)) return;
    attn_append(m->arena, &m->answers, &m->answer_count, &asked, sizeof asked);
}

static void add_answers(making *m, const attn_document *body)
{
    for (size_t i = 0; i < body->count; i++)
        if (body->blocks[i].kind == ATTN_BLOCK_VALUE &&
            body->blocks[i].value.part == ATTN_VALUE_ANSWER)
            add_answer(m, &body->blocks[i].value);
}

/* {"Q": [[1.25, …], …], …}: the first name, as it is handed in. */
static const char *example_of(const making *m)
{
    static const char *const forms[] = {"1.25", "[1.25, …]", "[[1.25, …], …]"};
    return attn_print(m->arena, "{\"%s\": %s%s}", m->answers[0].label,
                      forms[m->answers[0].value->rank], m->answer_count > 1 ? ", …" : "");
}

/* A word as a shell takes it. */
static void add_argument(attn_text *out, const char *word)
{
    static const char plain[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./";
    const char *quote = word[strspn(word, plain)] != '\0' ? "'" : "";
    attn_text_add(out, quote);
    for (; *word; word++)
        attn_text_add_bytes(out, *word == '\'' ? "'\\''" : word, *word == '\'' ? 4 : 1);
    attn_text_add(out, quote);
}

static const char *command_of(const making *m)
{
    attn_text command = {0};
    attn_text_add(&command, "attnviz check ");
    add_argument(&command, attn_lesson_argument(attn_run_lesson(m->run)));
    attn_text_print(&command, " --worksheet %llu answers.json",
                    (unsigned long long)m->options->seed);
    return attn_keep_text(m->arena, &command);
}

/* What a mask has struck out. */
static bool has_infinite(const making *m)
{
    for (size_t i = 0; i < m->answer_count; i++)
        for (size_t k = 0; k < attn_tensor_size(m->answers[i].value); k++)
            if (isinf(m->answers[i].value->data[k])) return true;
    return false;
}

/* "Q 3×4, e 3×3" */
static const char *shapes_of(const making *m)
{
    attn_text out = {0};
    attn_text_add(&out, "and let attnviz compare. It knows these names, with rows × columns: ");
    for (size_t i = 0; i < m->answer_count; i++) {
        const attn_tensor *value = m->answers[i].value;
        attn_text_print(&out, i ? ", %s" : "%s", m->answers[i].label);
        if (value->rank == ATTN_VECTOR) attn_text_print(&out, "\u00A0(%zu)", value->cols);
        if (value->rank == ATTN_MATRIX)
            attn_text_print(&out, "\u00A0(%zu×%zu)", value->rows, value->cols);
    }
    attn_text_add(&out, has_infinite(m) ? ". Write −∞ as -Infinity." : ".");
    return attn_keep_text(m->arena, &out);
}

/* How answers are handed in. */
static void add_checking(making *m)
{
    bool solved = is_solved(m);
    if (m->answer_count == 0 || m->options->checks) return;
    add_words(m, ATTN_BLOCK_HEADING, solved ? "Checking answers" : "Check your answers");
    add_words(m, ATTN_BLOCK_REMARK,
              attn_print(m->arena, "%s a file answers.json, with %d decimals, as in",
                         solved ? "A student's answers come in" : "Write them into",
                         m->options->precision));
    add_words(m, ATTN_BLOCK_CODE, example_of(m));
    add_words(m, ATTN_BLOCK_REMARK, shapes_of(m));
    add_words(m, ATTN_BLOCK_CODE, command_of(m));
}

/* ---- the whole ---- */

static void add_head(making *m)
{
    const attn_lesson *lesson = attn_run_lesson(m->run);
    add_words(m, ATTN_BLOCK_TITLE, attn_lesson_title(lesson));
    add_words(m, ATTN_BLOCK_SUMMARY,
              attn_print(m->arena, "%s %llu · %s", is_solved(m) ? "Key to worksheet" : "Worksheet",
                         (unsigned long long)m->options->seed, attn_lesson_name(lesson)));
    if (is_solved(m)) return;
    attn_line *fields = &add(m, ATTN_BLOCK_FIELDS)->line;
    attn_line_words(fields, "Name");
    attn_line_words(fields, "Date");
}

bool attn_worksheet_make(attn_run *run, const attn_worksheet_options *options, attn_arena *arena,
                         attn_document *document)
{
    const attn_family *family;
    attn_show_options *shown = attn_alloc(arena, 1, sizeof *shown);
    *document = (attn_document){.arena = arena, .run = run, .options = shown, .is_worksheet = true};
    attn_document given = *document, body = *document;
    making m = {.run = run,
                .record = attn_run_record(run),
                .arena = arena,
                .status = attn_arena_status(arena),
                .options = options,
                .document = &body};
    if (!shown || !look_at_all(&m) || !ask_all(&m)) return false;
    *shown = (attn_show_options){
        .columns = options->columns, .precision = options->precision, .all = true};
    spread(&m);
    add_moments(&m);
    m.document = &given;
    for (size_t i = 0; (family = attn_scope_family(attn_run_scope(run), i)); i++)
        add_family(&m, family);
    add_lengths(&m, &body);
    add_answers(&m, &body);
    m.document = document;
    add_head(&m);
    if (given.count) add_words(&m, ATTN_BLOCK_HEADING, "Given");
    attn_document_append(document, &given);
    add_words(&m, ATTN_BLOCK_HEADING, is_solved(&m) ? "Computed" : "Compute");
    attn_document_append(document, &body);
    add_checking(&m);
    return attn_ok(m.status);
}
