/*
 * statement: name = formula, over the indices that are free on its left; and what a name or an
 * expression stands for as a whole, for those who show it.
 */
#include <string.h>

#include "formula/eval/machine.h"
#include "formula/print/plain.h"

/* ---- which way a loop runs ---- */

/* Marks the names that these statements make. */
static void mark_targets(const attn_scope *scope, const attn_statement *const *statements,
                         size_t count, bool looped)
{
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < statements[i]->target_count; k++)
            attn_state_of(scope, statements[i]->targets[k].bound->slot)->looped = looped;
}

/* Whether an own name is read at letter − 1, at letter + 1. */
static void look_at(const attn_scope *scope, const attn_name *name, const attn_letter *letter,
                    bool *before, bool *after)
{
    const bound_name *bound = name ? name->bound : NULL;
    if (!bound || !attn_state_of(scope, bound->slot)->looped) return;
    for (size_t i = 0; i < bound->count; i++) {
        if (bound->selects[i].letter != letter->place) continue;
        *before |= bound->selects[i].offset < 0 || bound->selects[i].divisor > 1;
        *after |= bound->selects[i].offset > 0;
    }
}

bool attn_loop_direction(attn_scope *scope, const attn_statement *const *statements, size_t count,
                         const attn_letter *letter, int *direction)
{
    bool before = false, after = false;
    mark_targets(scope, statements, count, true);
    for (size_t i = 0; i < count; i++)
        for (const attn_expr *e = statements[i]->nodes; e; e = e->next) {
            look_at(scope, e->name, letter, &before, &after);
            look_at(scope, e->with, letter, &before, &after);
        }
    mark_targets(scope, statements, count, false);
    *direction = after ? -1 : 1;
    return !(before && after) ||
           attn_fail(scope->status, ATTN_INPUT,
                     "the values at %s−1 and at %s+1 are both needed, but a loop runs one way only",
                     letter->name, letter->name);
}

/* Letters that run over a line: indices that nothing has bound, each once. */
typedef struct letter_list {
    attn_letter **items;
    size_t count;
} letter_list;

/* ---- running ---- */

/* A value that stood in the record before, or under another name, gets a node of its own. */
static attn_node own_node(attn_scope *scope, const attn_expr *expr, attn_node node, size_t before)
{
    bool is_name = attn_ungrouped(expr)->kind == ATTN_EXPR_NAME;
    bool other_name = is_name && attn_node_name(scope->record, node);
    bool in_memory = attn_shape_of(scope->record, node)->data != NULL;
    if (node > before && !other_name && in_memory) return node;
    return attn_apply(scope->record, ATTN_OP_COPY, &node, 1, (attn_params){0, 0});
}

/*
 * What was computed on the way to the names of the lesson goes. The next turn of a loop may ask for
 * the same (split_j(X W) at each j), so it goes when all turns are over, or it has become too much.
 */
static void drop_unnamed(attn_scope *scope, bool over)
{
    const size_t most = (size_t)1 << 24;
    if (scope->frame) return; /* the end of the call does it */
    if (over || attn_record_numbers(scope->record) > scope->numbers_before + most)
        attn_record_drop(scope->record, scope->node_before, NULL, 0);
}

static bool run_once(attn_scope *scope, const attn_statement *statement)
{
    size_t before = attn_record_operations(scope->record);
    attn_node results[ATTN_MOST_TARGETS] = {0};
    size_t count = statement->target_count;
    if (count > 1) {
        if (!attn_eval_call(scope, statement->results[0], results, count)) return false;
    } else if (!(results[0] = attn_eval_expr(scope, statement->results[0]))) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        const attn_name *name = &statement->targets[i];
        if (!attn_assign(scope, name, own_node(scope, statement->results[0], results[i], before)))
            return attn_blame(scope, 0, 0, name->start);
        attn_family_of(scope, name->bound)->open.statement = statement;
    }
    drop_unnamed(scope, false);
    return true;
}

/* Loops over the free letters, the leftmost outermost. */
static bool run_over(attn_scope *scope, const attn_statement *statement, attn_letter **letters,
                     size_t count)
{
    if (count == 0) return run_once(scope, statement);
    attn_letter *letter = letters[0];
    int direction;
    if (!attn_loop_direction(scope, &statement, 1, letter, &direction))
        return attn_blame(scope, 0, 0, 0);
    size_t n = letter->sequence->count;
    letter->bound = letter->runs = true;
    for (size_t i = 0; i < n; i++) {
        letter->value = direction > 0 ? (long)i + 1 : (long)(n - i);
        if (!run_over(scope, statement, letters + 1, count - 1)) return false;
    }
    letter->bound = letter->runs = false;
    return true;
}

bool attn_run_line(attn_scope *scope, const attn_statement *statement)
{
    attn_letter *letters[ATTN_MOST_SUBS];
    attn_begin_line(scope, statement);
    size_t count = attn_free_letters(scope, &statement->targets[0], letters);
    bool done;
    if (!scope->frame) {
        scope->node_before = (attn_node)attn_record_operations(scope->record);
        scope->numbers_before = attn_record_numbers(scope->record);
    }
    if (!attn_run_at_once(scope, statement, letters, count, &done))
        return attn_blame(scope, 0, 0, statement->targets[0].start);
    if (!done && !run_over(scope, statement, letters, count)) return false;
    drop_unnamed(scope, true);
    return true;
}

/* ---- what was made ---- */

bool attn_made_add(attn_scope *scope, made_list *list, const char *label, attn_node node,
                   const attn_statement *statement)
{
    if (!label || !node || !attn_spend_step(scope, "the next value")) return false;
    if (!attn_record_hold(scope->record, node)) return false;
    attn_made *added =
        attn_push(attn_record_arena(scope->record), &list->items, &list->count, sizeof *added);
    if (added) *added = (attn_made){.label = label, .node = node, .statement = statement};
    return added != NULL;
}

/* An element that lies before the first, such as h_0. */
static bool is_border(const family *f, const attn_element *element)
{
    for (size_t i = 0; i < f->open.axis_count; i++)
        if (element->at[i] < 1) return true;
    return false;
}

bool attn_stacks(const attn_scope *scope, const family *f, size_t axes)
{
    const attn_tensor *first = NULL;
    for (size_t i = 0; i < f->open.element_count; i++) {
        const attn_tensor *value = attn_shape_of(scope->record, f->open.elements[i].node);
        if (is_border(f, &f->open.elements[i])) continue;
        if (!first) first = value;
        if (value->rank != first->rank || value->cols != first->cols || value->rows != first->rows)
            return false;
    }
    return first && (size_t)first->rank + axes <= ATTN_MATRIX;
}

static void add_letter(letter_list *list, attn_letter *letter)
{
    bool known = !letter || letter->is_length || letter->bound;
    for (size_t i = 0; i < list->count && !known; i++) known = list->items[i] == letter;
    if (!known) list->items[list->count++] = letter;
}

static void add_letters(const attn_scope *scope, letter_list *list, const bound_name *bound)
{
    for (size_t i = 0; i < bound->count; i++)
        add_letter(list, attn_letter_at(scope, bound->selects[i].letter));
}

size_t attn_free_letters(const attn_scope *scope, const attn_name *name, attn_letter **letters)
{
    letter_list list = {letters, 0};
    add_letters(scope, &list, name->bound);
    return list.count;
}

static bool is_free(const attn_scope *scope, const selector *select)
{
    const attn_letter *letter = attn_letter_at(scope, select->letter);
    return letter && !letter->is_length && !letter->bound;
}

/* The first subscript from which on all are free letters, once each; the number of them if none is.
 */
static size_t free_from(const attn_scope *scope, const bound_name *bound)
{
    size_t from = bound->count;
    for (; from > 0; from--) {
        const selector *select = &bound->selects[from - 1];
        bool stays = !is_free(scope, select) || !attn_selector_plain(select);
        for (size_t k = from; k < bound->count; k++)
            stays |= bound->selects[k].letter == select->letter;
        if (stays) break;
    }
    return from;
}

/* Whether the subscripts from `from` on run over the whole of their axes. */
static bool runs_over_all(const attn_scope *scope, const family *f, const bound_name *bound,
                          size_t from)
{
    for (size_t i = from; i < bound->count; i++) {
        const attn_sequence *axis = f->open.axes[i];
        const attn_letter *letter = attn_letter_at(scope, bound->selects[i].letter);
        if (axis && axis->count != letter->sequence->count) return false;
    }
    return true;
}

/* The stack over the free letters at the end, if nothing before them is free and it stacks. */
static bool made_stack(attn_scope *scope, made_list *list, const attn_name *name,
                       const attn_statement *statement, bool *done)
{
    const bound_name *bound = name->bound;
    family *f = attn_family_of(scope, bound);
    size_t from = free_from(scope, bound);
    *done = f && bound->count <= f->open.axis_count && runs_over_all(scope, f, bound, from) &&
            attn_stacks(scope, f, f->open.axis_count - from);
    for (size_t i = 0; i < from && *done; i++) *done = !is_free(scope, &bound->selects[i]);
    if (!*done) return true;
    long at[ATTN_MOST_SUBS];
    if (!attn_selector_values(scope, bound, from, at)) return false;
    attn_node node = attn_family_stack(scope, f, at, from);
    return attn_made_add(scope, list, attn_label(scope, name, at, from), node, statement);
}

/* A name without free letters: its element, its stack or a part of it. */
static bool made_one(attn_scope *scope, made_list *list, const attn_name *name,
                     const attn_statement *statement)
{
    attn_node node = attn_eval_name(scope, name);
    return node && attn_made_add(scope, list, attn_scope_label(scope, name), node, statement);
}

bool attn_made_name(attn_scope *scope, made_list *list, const attn_name *name,
                    const attn_statement *statement)
{
    attn_letter *letters[ATTN_MOST_SUBS];
    size_t count = attn_free_letters(scope, name, letters);
    if (count == 0) return made_one(scope, list, name, statement);
    bool done;
    if (!made_stack(scope, list, name, statement, &done)) return false;
    if (done) return true;
    for (attn_letter_start(letters[0]); attn_letter_next(letters[0]);)
        if (!attn_made_name(scope, list, name, statement)) return false;
    return true;
}

bool attn_run_statement(attn_scope *scope, const attn_statement *statement, const char *const *keep,
                        attn_made **made, size_t *count)
{
    made_list list = {0};
    definition_list first = {0};
    attn_call *calls = NULL;
    scope->keep = keep;
    scope->kept_end = &calls;
    bool done = attn_run_line(scope, statement);
    for (size_t i = 0; i < statement->result_count && done; i++)
        done = attn_first_calls(scope, statement->results[i], &first);
    scope->keep = NULL;
    for (size_t i = 0; i < statement->target_count && done; i++)
        done = attn_made_name(scope, &list, &statement->targets[i], statement);
    if (!done) return attn_blame(scope, 0, 0, 0);
    list.items[0].call = calls;
    list.items[0].definitions = first.items;
    list.items[0].definition_count = first.count;
    *made = list.items;
    *count = list.count;
    return true;
}

/* ---- expressions for those who show ---- */

attn_node attn_eval(attn_scope *scope, const attn_statement *line)
{
    attn_begin_line(scope, line);
    attn_node value = attn_eval_expr(scope, line->results[0]);
    return value && attn_record_hold(scope->record, value) ? value : 0;
}

/* The letters that nothing has bound, in the order of reading; Σ and concat bind their own. */
static void collect_free(attn_scope *scope, const attn_expr *expr, letter_list *list)
{
    const attn_name *names[] = {expr->name, expr->with};
    for (size_t i = 0; i < 2; i++) {
        if (!names[i]) continue;
        add_letter(list, attn_letter_at(scope, names[i]->bound->letter));
        add_letters(scope, list, names[i]->bound);
    }
    attn_letter *own = expr->index ? attn_scope_letter(scope, expr->index->word) : NULL;
    if (expr->kind == ATTN_EXPR_SPLIT) add_letter(list, own);
    bool binds = own && expr->kind != ATTN_EXPR_SPLIT, before = own && own->bound;
    if (binds) own->bound = true;
    for (size_t i = 0; i < expr->count; i++) collect_free(scope, expr->children[i], list);
    if (binds) own->bound = before;
}

static bool each_over(attn_scope *scope, const attn_statement *line, attn_letter **letters,
                      size_t count, made_list *list)
{
    if (count == 0)
        return attn_made_add(scope, list, attn_eval_label(scope, line), attn_eval(scope, line),
                             line);
    for (attn_letter_start(letters[0]); attn_letter_next(letters[0]);)
        if (!each_over(scope, line, letters + 1, count - 1, list)) return false;
    return true;
}

/* The name of a family that is too large to stack, such as the matrices A_1, A_2 …, without
 * subscripts. */
static bool is_unstacked(const attn_scope *scope, const attn_name *name)
{
    const bound_name *bound = name->bound;
    const family *f = attn_family_of(scope, bound);
    return f && bound->count == 0 && f->open.axis_count > 0 &&
           !attn_stacks(scope, f, f->open.axis_count);
}

/* All its members, one by one; what lies before the first is none. */
static bool made_members(attn_scope *scope, made_list *list, const attn_name *name,
                         const attn_statement *line)
{
    const family *f = attn_family_of(scope, name->bound);
    for (size_t i = 0; i < f->open.element_count; i++) {
        const attn_element *element = &f->open.elements[i];
        if (is_border(f, element)) continue;
        const char *label = attn_label(scope, name, element->at, f->open.axis_count);
        if (!attn_made_add(scope, list, label, element->node, line)) return false;
    }
    return list->count > 0 || made_one(scope, list, name, line); /* which says what is missing */
}

bool attn_eval_each(attn_scope *scope, const attn_statement *line, bool stack, attn_made **made,
                    size_t *count)
{
    made_list list = {0};
    attn_letter *items[MOST_LETTERS];
    letter_list letters = {items, 0};
    const attn_expr *expr = line->results[0];
    attn_begin_line(scope, line);
    bool name = stack && expr->kind == ATTN_EXPR_NAME && !expr->name->bound->letter;
    collect_free(scope, expr, &letters);
    bool done;
    if (name && is_unstacked(scope, expr->name))
        done = made_members(scope, &list, expr->name, line);
    else if (name && letters.count)
        done = attn_made_name(scope, &list, expr->name, line);
    else
        done = each_over(scope, line, letters.items, letters.count, &list);
    if (!done) return attn_blame(scope, 0, 0, expr->start);
    *made = list.items;
    *count = list.count;
    return true;
}

/* ---- labels of expressions ---- */

/* One subscript with the number of a bound index put in. */
static void add_sub(const attn_scope *scope, const attn_sub *sub, attn_text *text)
{
    attn_letter *letter = sub->kind == ATTN_SUB_NUMBER ? NULL : attn_scope_letter(scope, sub->word);
    const selector select = attn_selector(sub, letter);
    if (letter && !letter->is_length && letter->bound)
        attn_text_print(text, "%ld", attn_selector_at(&select, letter->value));
    else
        attn_write_sub(sub, text);
}

static void add_name(const attn_scope *scope, const attn_name *name, attn_text *text)
{
    const bound_name *bound = name->bound;
    const attn_letter *letter = attn_letter_at(scope, bound->letter);
    if (letter && letter->bound) {
        attn_text_print(text, "%ld", letter->value);
        return;
    }
    attn_text subs = {0};
    for (size_t i = 0; i < name->sub_count; i++) {
        if (i) attn_text_add(&subs, ",");
        add_sub(scope, &name->subs[i], &subs);
    }
    const char *inside = attn_text_string(&subs);
    bool braces = strpbrk(inside, ",+-/") != NULL, after = attn_is_after(scope, bound);
    attn_text_print(text, "%s%s", after ? "after(" : "", name->word);
    if (subs.length) attn_text_print(text, braces ? "_{%s}" : "_%s", inside);
    if (after) attn_text_add(text, ")");
    text->failed |= subs.failed;
    attn_text_free(&subs);
}

/* Copies the formula up to `end`; what is longer than any label is left out. */
static void add_piece(const attn_statement *line, size_t *at, size_t end, attn_text *text)
{
    size_t most = 2 * MOST_LABEL_COLUMNS;
    if (end > *at && text->length < most)
        attn_text_add_bytes(text, line->text + *at, end - *at < most ? end - *at : most);
    *at = end;
}

/* Copies the formula up to the end of the last name in expr, names with their numbers; those that
 * are no function stand apart from what is in parentheses behind them. */
static void add_expr(const attn_scope *scope, const attn_statement *line, const attn_expr *expr,
                     size_t *at, attn_text *text)
{
    if (expr->kind == ATTN_EXPR_NAME) {
        add_piece(line, at, expr->name->start, text);
        add_name(scope, expr->name, text);
        *at = expr->name->end;
        if (line->text[*at] == '(') attn_text_add(text, " ");
    }
    for (size_t i = 0; i < expr->count; i++) add_expr(scope, line, expr->children[i], at, text);
}

const char *attn_eval_label(attn_scope *scope, const attn_statement *line)
{
    attn_text text = {0};
    const attn_expr *expr = line->results[0];
    size_t at = expr->start;
    add_expr(scope, line, expr, &at, &text);
    add_piece(line, &at, expr->end, &text);
    size_t fits = attn_text_fit(attn_text_string(&text), text.length, MOST_LABEL_COLUMNS);
    if (fits < text.length) {
        text.length = fits;
        attn_text_add(&text, "…");
    }
    return attn_keep_text(attn_record_arena(scope->record), &text);
}

/* ---- the numbers behind a name ---- */

#define MOST_NUMBERS_ASKED 64

typedef struct number_list {
    attn_number_at *items;
    size_t count;
} number_list;

static bool add_number(attn_scope *scope, number_list *list, const char *label, attn_node node,
                       size_t i)
{
    size_t cols = attn_shape_of(scope->record, node)->cols;
    if (!label) return false;
    if (list->count == MOST_NUMBERS_ASKED)
        return attn_blame_with(
            scope, 0, "this names more than %d numbers: ask for one of them, with its subscripts",
            MOST_NUMBERS_ASKED);
    attn_number_at *added = attn_push(scope->arena, &list->items, &list->count, sizeof *added);
    if (added) *added = (attn_number_at){label, node, i / cols, i % cols};
    return added != NULL;
}

/* What numbers are asked for: those of a name with these subscripts. */
typedef struct asked {
    const attn_name *name;
    family *family;
    long at[2 * ATTN_MOST_SUBS];
    size_t count; /* subscripts that were given */
} asked;

/* All numbers of one element that the subscripts after its own leave. */
static bool numbers_of_element(attn_scope *scope, number_list *list, asked *of, attn_node node)
{
    const attn_tensor *value = attn_shape_of(scope->record, node);
    size_t rank = (size_t)value->rank, axes = of->family->open.axis_count;
    long *last = &of->at[axes + rank - (rank > 0)];
    const long row = rank == 2 && of->count > axes ? of->at[axes] : 0; /* 0: all of them */
    const long col = rank > 0 && of->count == axes + rank ? *last : 0;
    for (size_t i = 0; i < attn_tensor_size(value); i++) {
        long r = (long)(i / value->cols) + 1, c = (long)(i % value->cols) + 1;
        if ((row && r != row) || (col && c != col)) continue;
        if (rank == 2) of->at[axes] = r;
        if (rank > 0) *last = c;
        const char *label = attn_label(scope, of->name, of->at, axes + rank);
        if (!add_number(scope, list, label, node, i)) return false;
    }
    return true;
}

/* Element by element below the first `count` subscripts. */
static bool numbers_below(attn_scope *scope, number_list *list, asked *of, size_t count)
{
    if (count >= of->family->open.axis_count) {
        attn_node node = attn_family_get(scope, of->family, of->at);
        return node ? numbers_of_element(scope, list, of, node) : attn_ok(scope->status);
    }
    for (size_t i = 1; i <= attn_family_extent(&of->family->open, count); i++) {
        of->at[count] = (long)i;
        if (!numbers_below(scope, list, of, count + 1)) return false;
    }
    return true;
}

/* In a loop over t e_{2,i}, which was computed as e_{t,i}, belongs to the turn t = 2. */
static bool is_of_another_turn(const attn_scope *scope, const family *f, const bound_name *bound)
{
    for (size_t i = 0; i < bound->count && i < f->open.axis_count; i++) {
        const selector *select = &bound->selects[i];
        const char *made_with = f->open.statement ? f->open.letters[i] : NULL;
        const attn_letter *letter = made_with ? attn_scope_letter(scope, made_with) : NULL;
        if (select->letter || !letter || !letter->bound) continue;
        bool turns = select->offset >= 1 && select->offset <= (long)letter->sequence->count;
        if (turns && select->offset != letter->value) return true;
    }
    return false;
}

/* None where another turn of a loop is asked for. */
static bool numbers_of_name(attn_scope *scope, number_list *list, const attn_name *name)
{
    const bound_name *bound = name->bound;
    asked of = {.name = name, .family = attn_family_of(scope, bound), .count = bound->count};
    if (of.family && is_of_another_turn(scope, of.family, bound)) return true;
    return attn_eval_name(scope, name) && /* says what is wrong with its subscripts */
           attn_selector_values(scope, bound, bound->count, of.at) &&
           numbers_below(scope, list, &of, bound->count);
}

static bool numbers_of_value(attn_scope *scope, number_list *list, const attn_statement *line)
{
    attn_node node = attn_eval(scope, line);
    if (!node) return false;
    const attn_tensor *value = attn_shape_of(scope->record, node);
    const char *label = attn_eval_label(scope, line);
    for (size_t i = 0; i < attn_tensor_size(value); i++)
        if (!add_number(scope, list, label, node, i)) return false;
    return true;
}

bool attn_eval_numbers(attn_scope *scope, const attn_statement *line, attn_number_at **numbers,
                       size_t *count)
{
    const attn_expr *expr = line->results[0];
    number_list list = {0};
    attn_begin_line(scope, line);
    bool is_name = expr->kind == ATTN_EXPR_NAME && !expr->name->bound->letter;
    bool done =
        is_name ? numbers_of_name(scope, &list, expr->name) : numbers_of_value(scope, &list, line);
    *numbers = list.items;
    *count = list.count;
    return done;
}
