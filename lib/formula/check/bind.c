/*
 * bind: everything about a formula that can be known before the first number: which subscripts
 * select and which belong to the name, which function a call means, which names nothing ever makes.
 */
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "formula/eval/machine.h"
#include "formula/print/plain.h"

/* ---- names ---- */

/* The letter a subscript means, unless it is part of the name. Shared functions know no letters. */
static attn_letter *letter_of(const attn_scope *scope, const char *word)
{
    return scope->binding && scope->binding->shared ? NULL : attn_scope_letter(scope, word);
}

/* Only a letter can be shifted or divided. */
static bool refuse_letter(attn_scope *scope, const char *word, const attn_sub *sub)
{
    attn_text text = {0};
    attn_write_sub(sub, &text);
    const char *inside = attn_keep_text(scope->arena, &text);
    return inside &&
           attn_fail(scope->status, ATTN_INPUT,
                     "%s_{%s}: %s is not an index or length here: declare it under \"indices\"",
                     word, inside, sub->word);
}

static bool bind_sub(attn_scope *scope, const attn_name *name, size_t i, attn_text *subs)
{
    bound_name *bound = name->bound;
    const attn_sub *sub = &name->subs[i];
    attn_letter *letter = sub->kind == ATTN_SUB_NUMBER ? NULL : letter_of(scope, sub->word);
    if (sub->kind == ATTN_SUB_NUMBER || letter) {
        bound->selects[bound->count++] = attn_selector(sub, letter);
        return true;
    }
    if (sub->kind != ATTN_SUB_WORD) return refuse_letter(scope, name->word, sub);
    bound->in_key[i] = true;
    attn_text_print(subs, "%s%s", subs->length ? "," : "", sub->word);
    return true;
}

/* The slot of the word with the subscripts that select nothing: "W_{Q,new}", by "W_Q,new". */
static const slot *slot_of(attn_scope *scope, const char *word, const char *subs)
{
    const char *key = *subs ? attn_print(scope->arena, "%s_%s", word, subs) : word, *label = key;
    if (key && strlen(key) > MOST_NAME_BYTES)
        attn_fail(scope->status, ATTN_LIMIT, "a name has at most %u bytes", MOST_NAME_BYTES);
    if (!attn_ok(scope->status)) return NULL;
    const slot *found = attn_slot_find(scope, key);
    if (found) return found;
    if (strchr(subs, ',')) label = attn_print(scope->arena, "%s_{%s}", word, subs);
    return label ? attn_slot(scope, key, label) : NULL;
}

static bool bind_subs(attn_scope *scope, attn_name *name)
{
    attn_text subs = {0};
    bool done = true;
    for (size_t i = 0; i < name->sub_count && done; i++) done = bind_sub(scope, name, i, &subs);
    if (subs.failed) done = attn_no_memory(scope->status, "reading a formula");
    if (done) name->bound->slot = slot_of(scope, name->word, attn_text_string(&subs));
    attn_text_free(&subs);
    return name->bound->slot != NULL;
}

bool attn_refuse_after(const char *label, attn_status *status)
{
    return attn_fail(status, ATTN_INPUT,
                     "after(%s): this lesson trains nothing, so %s has only one value: ask for %s",
                     label, label, label);
}

/* after(A) asks a lesson that has trained. */
static bool check_after(const attn_scope *scope, const attn_name *name)
{
    const char *label = attn_name_label(name);
    if (!name->after) return true;
    if (!scope->over)
        return attn_fail(scope->status, ATTN_INPUT,
                         "after(%s) exists only once the lesson has run; in its own formulas, and "
                         "while it trains, write %s",
                         label, label);
    return scope->trains || attn_refuse_after(label, scope->status);
}

bool attn_bind_name(attn_scope *scope, attn_name *name, bool target)
{
    bound_name *bound = name->bound = attn_alloc(scope->arena, 1, sizeof *bound);
    if (!bound) return false;
    bound->after = name->after;
    if (!bind_subs(scope, name) || !check_after(scope, name)) return false;
    const attn_letter *letter = name->sub_count == 0 ? letter_of(scope, name->word) : NULL;
    const slot_state *state = attn_state_of(scope, bound->slot);
    if (letter) bound->letter = letter->place;
    if (scope->binding && state->local_to == scope->binding) bound->local = state->local;
    if (!target || !letter) return true;
    return attn_fail(scope->status, ATTN_INPUT, "%s is the %s %s here: choose another name",
                     name->word, letter->is_length ? "length of" : "index over",
                     letter->sequence->name);
}

/* A value of the lesson with a function's name would make f(x) mean two things. */
static bool check_value_name(attn_scope *scope, const attn_name *name)
{
    attn_grammar grammar = attn_scope_grammar(scope);
    if (name->sub_count == 0 && grammar.is_function(grammar.user, name->word))
        return attn_fail(scope->status, ATTN_INPUT, "%s is a function: give the value another name",
                         name->word);
    return true;
}

/* The left side names elements themselves: h_i, not h_{i+1}. Borders like h_{n+1} are fine. */
static bool check_target(attn_scope *scope, const attn_name *name)
{
    const bound_name *bound = name->bound;
    for (size_t i = 0; i < bound->count; i++) {
        const attn_letter *letter = attn_letter_at(scope, bound->selects[i].letter);
        if (letter && !letter->is_length && !attn_selector_plain(&bound->selects[i]))
            return attn_fail(scope->status, ATTN_INPUT,
                             "%s itself is already on the left: %s_%s = …", letter->name,
                             name->word, letter->name);
    }
    return true;
}

bool attn_bind_key(attn_scope *scope, attn_name *name)
{
    if (!attn_bind_name(scope, name, true) || !check_target(scope, name) ||
        !check_value_name(scope, name))
        return false;
    attn_state_of(scope, name->bound->slot)->assigned = true;
    return true;
}

/* ---- expressions ---- */

/* A name that is read, unless it has none. */
static bool bind_read(attn_scope *scope, attn_name *name)
{
    return !name || attn_bind_name(scope, name, false) || attn_blame(scope, 0, 0, name->start);
}

/* How many values the functions of this name take: "3 or 4 values". */
static void add_arities(const attn_scope *scope, const char *name, attn_text *text)
{
    const char *arity = NULL;
    bool known = false;
    size_t last = SIZE_MAX;
    attn_op_find(name, strlen(name), SIZE_MAX, &known, &arity);
    if (known && arity) attn_text_add(text, arity);
    for (size_t count = 0; count <= ATTN_MOST_PARAMETERS; count++) {
        if (!attn_find_function(scope, name, count)) continue;
        attn_text_print(text, "%s%zu", text->length ? " or " : "", count);
        last = count;
    }
    if (last != SIZE_MAX) attn_text_add(text, last == 1 ? " value" : " values");
}

static bool bind_call(attn_scope *scope, attn_expr *call)
{
    call->called = attn_find_function(scope, call->function, call->count);
    if (call->called) return true;
    call->op = (int)attn_op_find(call->function, strlen(call->function), call->count, NULL, NULL);
    if (call->op) return true;
    attn_text arities = {0};
    add_arities(scope, call->function, &arities);
    attn_blame_with(scope, call->start, "%s takes %s, but has %zu here", call->function,
                    attn_text_string(&arities), call->count);
    attn_text_free(&arities);
    return false;
}

/* The letter of Σ_i, split_j and concat_j must be an index. */
static bool bind_index(attn_scope *scope, const attn_expr *expr)
{
    const attn_letter *letter = letter_of(scope, expr->index->word);
    if (letter && !letter->is_length) return true;
    return attn_blame_with(
        scope, expr->start,
        "%s is not an index here: declare under \"indices\" which sequence it runs over",
        expr->index->word);
}

static bool check_width(attn_scope *scope, const attn_expr *expr)
{
    return expr->count <= ATTN_MOST_LISTED ||
           attn_blame_with(scope, expr->start,
                           "more than %d values: give some of them names, and join these: [a ; b]",
                           ATTN_MOST_LISTED);
}

static bool is_place(const attn_scope *scope, const attn_expr *expr)
{
    if (expr->kind == ATTN_EXPR_NUMBER) return expr->number == floor(expr->number);
    if (expr->kind != ATTN_EXPR_NAME || expr->name->sub_count > 0) return false;
    const attn_letter *letter = attn_scope_letter(scope, expr->name->word);
    return letter && !letter->is_length;
}

/* The h of h(t), X(2): elsewhere that is an element, here a product. NULL: it cannot be read so. */
static const attn_expr *name_of_element(const attn_scope *scope, const attn_expr *product)
{
    const attn_expr *left = product->children[0], *right = product->children[1];
    if (left->kind == ATTN_EXPR_PRODUCT) left = left->children[1];
    bool behind =
        left->kind == ATTN_EXPR_NAME && right->kind == ATTN_EXPR_GROUP && left->end == right->start;
    if (!behind || left->name->sub_count > 0 || attn_scope_letter(scope, left->name->word))
        return NULL;
    bool assigned = attn_state_of(scope, left->name->bound->slot)->assigned;
    return assigned && is_place(scope, right->children[0]) ? left : NULL;
}

static bool bind_product(attn_scope *scope, const attn_expr *product)
{
    const attn_expr *left = name_of_element(scope, product);
    if (!left) return true;
    const attn_expr *place = product->children[1]->children[0];
    const char *text = scope->statement->text, *name = text + left->start,
               *at = text + place->start;
    int length = (int)(left->end - left->start), digits = (int)(place->end - place->start);
    return attn_blame_with(
        scope, left->start,
        "'%.*s(%.*s)' can be read two ways: write %.*s_%.*s for the element, %.*s · %.*s for the "
        "product",
        length, name, digits, at, length, name, digits, at, length, name, digits, at);
}

/* Of e^{-x} and W^{(1)}: what papers mean, and the power that stands there. */
static bool refuse_superscript(attn_scope *scope, const attn_expr *base, const attn_expr *upper)
{
    const char *text = scope->statement->text, *power = text + upper->start;
    int above = (int)(upper->end - upper->start), below = (int)(base->end - base->start);
    if (upper->kind == ATTN_EXPR_GROUP)
        return attn_blame_with(scope, base->start,
                               "'%.*s^{%.*s}' can be read two ways: write a number that counts "
                               "values below, as in W_1, or ^%.*s for the power",
                               below, text + base->start, above, power, above, power);
    return attn_blame_with(
        scope, base->start,
        "e^… can be read two ways: write exp(%.*s) for the exponential, (e)^{%.*s} for a power of "
        "the value e",
        above, power, above, power);
}

static bool bind_power(attn_scope *scope, const attn_expr *power)
{
    const attn_expr *base = power->children[0], *upper = power->children[1];
    if (base->kind != ATTN_EXPR_NAME) return true;
    bool braces = upper->kind == ATTN_EXPR_GROUP && scope->statement->text[upper->start - 1] == '{';
    bool numbers = braces && is_place(scope, upper->children[0]);
    bool euler = strcmp(base->name->word, "e") == 0 && base->name->sub_count == 0 &&
                 upper->kind != ATTN_EXPR_NUMBER && upper->kind != ATTN_EXPR_GROUP;
    return !(numbers || euler) || refuse_superscript(scope, base, upper);
}

static const attn_op operations[ATTN_EXPR_PARTIAL + 1] = {
    [ATTN_EXPR_NEGATIVE] = ATTN_OP_NEGATIVE, [ATTN_EXPR_ADD] = ATTN_OP_ADD,
    [ATTN_EXPR_SUBTRACT] = ATTN_OP_SUBTRACT, [ATTN_EXPR_TIMES] = ATTN_OP_TIMES,
    [ATTN_EXPR_DIVIDE] = ATTN_OP_DIVIDE,     [ATTN_EXPR_PRODUCT] = ATTN_OP_PRODUCT,
    [ATTN_EXPR_LESS] = ATTN_OP_LESS,         [ATTN_EXPR_LESS_EQUAL] = ATTN_OP_LESS_EQUAL,
    [ATTN_EXPR_GREATER] = ATTN_OP_GREATER,   [ATTN_EXPR_GREATER_EQUAL] = ATTN_OP_GREATER_EQUAL,
    [ATTN_EXPR_EQUAL] = ATTN_OP_EQUAL,       [ATTN_EXPR_TRANSPOSE] = ATTN_OP_TRANSPOSE,
    [ATTN_EXPR_POWER] = ATTN_OP_POWER,       [ATTN_EXPR_ROOT] = ATTN_OP_SQRT,
    [ATTN_EXPR_JOIN] = ATTN_OP_JOIN,         [ATTN_EXPR_STACK] = ATTN_OP_STACK,
};

/* A part of the line being bound, whose own parts are bound. */
static bool bind_expr(attn_scope *scope, attn_expr *expr)
{
    scope->derives |= expr->kind == ATTN_EXPR_PARTIAL;
    expr->op = (int)operations[expr->kind];
    if (!bind_read(scope, expr->name) || !bind_read(scope, expr->with)) return false;
    if (expr->kind == ATTN_EXPR_CALL) return bind_call(scope, expr);
    if (expr->index) return bind_index(scope, expr);
    if (expr->kind == ATTN_EXPR_PRODUCT) return bind_product(scope, expr);
    if (expr->kind == ATTN_EXPR_POWER) return bind_power(scope, expr);
    return check_width(scope, expr);
}

static bool bind_target(attn_scope *scope, attn_name *name)
{
    if (!attn_bind_name(scope, name, true) || !check_target(scope, name) ||
        !(scope->binding || check_value_name(scope, name)))
        return attn_blame(scope, 0, 0, name->start);
    if (scope->binding)
        name->bound->local = attn_make_local(scope, name->bound->slot);
    else
        attn_state_of(scope, name->bound->slot)->assigned = true;
    return true;
}

/* Several names on the left take the results of one call. */
static bool check_results(attn_scope *scope, const attn_statement *statement)
{
    if (statement->target_count < 2) return true;
    if (!statement->results[0]->called)
        return attn_blame_with(
            scope, statement->results[0]->start,
            "several names on the left need a function on the right that returns as many values");
    return statement->target_count <= ATTN_MOST_TARGETS ||
           attn_blame_with(scope, statement->targets[ATTN_MOST_TARGETS].start,
                           "at most %d names can be on the left", ATTN_MOST_TARGETS);
}

bool attn_bind_statement(attn_scope *scope, attn_statement *statement)
{
    const attn_statement *before = scope->statement, **last = NULL;
    bool done = true;
    scope->statement = statement;
    scope->origin = statement->origin;
    for (size_t i = 0; i < statement->target_count && done; i++)
        done = bind_target(scope, &statement->targets[i]);
    for (attn_expr *e = statement->nodes; e && done; e = e->next) done = bind_expr(scope, e);
    done =
        done && check_results(scope, statement) &&
        (last = attn_push(scope->arena, &scope->unchecked, &scope->unchecked_count, sizeof *last));
    if (done) *last = statement;
    scope->statement = before;
    return done;
}

bool attn_bind_question(attn_scope *scope, attn_statement *line)
{
    bool bound = attn_bind_statement(scope, line) && attn_scope_check_names(scope);
    scope->unchecked_count = 0;
    return bound;
}

/* ---- names that nothing makes ---- */

static bool is_known(const attn_scope *scope, const char *word)
{
    const slot *s = attn_slot_find(scope, word);
    return attn_scope_letter(scope, word) || (s && attn_state_of(scope, s)->assigned);
}

/* "QK" where Q and K are values: the place between them, or 0. */
static size_t two_names(const attn_scope *scope, const char *word)
{
    uint32_t code;
    char first[MOST_NAME_BYTES + 1];
    size_t length = strlen(word);
    for (size_t i = attn_utf8_next(word, length, &code); i && i < length;) {
        memcpy(first, word, i);
        first[i] = '\0';
        if (is_known(scope, first) && is_known(scope, word + i)) return i;
        i += attn_utf8_next(word + i, length - i, &code);
    }
    return 0;
}

typedef struct nearest {
    const char *word;
    size_t distance;
} nearest;

static void add_plain(attn_text *out, const char *word)
{
    for (size_t part; *word; word += part) {
        part = *word == '_' ? 1 : strcspn(word, "_");
        if (*word != '_') attn_text_add_lower(out, word, part);
    }
}

/* layer_norm is LayerNorm elsewhere. */
static bool same_but_for_style(const char *a, const char *b)
{
    attn_text both = {0};
    add_plain(&both, a);
    size_t length = both.length;
    add_plain(&both, b);
    bool same = both.length == 2 * length && !both.failed &&
                memcmp(both.bytes, both.bytes + length, length) == 0;
    attn_text_free(&both);
    return same;
}

static void try_word(nearest *best, const char *word, const char *wrong)
{
    size_t distance = same_but_for_style(word, wrong) ? 0 : attn_text_distance(word, wrong);
    if (distance < best->distance) *best = (nearest){word, distance};
}

/* Nothing yet; what is to be suggested must be nearer than this, by the length of the word. */
static nearest nearest_to(const char *wrong)
{
    size_t length = attn_text_width(wrong, strlen(wrong));
    return (nearest){NULL, length < 2 ? 1 : length < 5 ? 2 : 3};
}

/* What other languages call a function. */
static const struct {
    const char *word, *instead;
} elsewhere[] = {
    {"log2", "log(x) / log(2)"},
    {"log10", "log(x) / log(10)"},
    {"lg", "log(x) / log(10)"},
    {"ln", "log(x)"},
    {"sigmoid", "σ(x)"},
    {"transpose", "Xᵀ"},
    {"matmul", "A B"},
    {"dot", "a · b"},
    {"pow", "x^y"},
    {"std", "√var(x)"},
    {"len", "width(x)"},
    {"size", "width(x)"},
    {"avg", "mean(x)"},
    {"argmin", "argmax(-x)"},
    {"tan", "sin(x) / cos(x)"},
    {"sign", "(x > 0) - (x < 0)"},
    {"mod", "x - n floor(x / n)"},
    {"clip", "max(a, min(x, b))"},
    {"clamp", "max(a, min(x, b))"},
    {"where", "m ⊙ x + (1 - m) ⊙ y"},
    {"elu", "max(x, 0) + min(exp(x) - 1, 0)"},
    {"LeakyReLU", "max(x, 0.01 x)"},
    {"softplus", "log(1 + exp(x))"},
    {"logsumexp", "log(sum(exp(x)))"},
    {"swish", "silu(x)"},
    {"diag", "D_{i,j} = x_i (i == j)"},
    {"eye", "I_{i,j} = i == j"},
    {"tril", "mask(S)"},
    {"cat", "[a ; b]"},
    {"Concat", "[a ; b]"},
    {"stack", "[a, b]"},
};

static void try_elsewhere(nearest *best, const char *wrong)
{
    for (size_t i = 0; i < sizeof elsewhere / sizeof *elsewhere; i++)
        if (strcmp(elsewhere[i].word, wrong) == 0) *best = (nearest){elsewhere[i].instead, 0};
}

static void try_functions(nearest *best, const attn_scope *scope, const char *wrong)
{
    for (size_t i = 0; attn_op_function(i); i++) try_word(best, attn_op_function(i), wrong);
    for (size_t i = 0; i < scope->function_count; i++)
        try_word(best, scope->functions[i].is->name, wrong);
    try_elsewhere(best, wrong);
}

/* The nearest name or, before "(", function; NULL if none is near. */
static const char *suggestion(const attn_scope *scope, const char *wrong, bool before_bracket)
{
    nearest best = nearest_to(wrong);
    for (size_t i = 0; i < BUCKETS; i++)
        for (const slot *s = scope->names->slots[i]; s; s = s->next)
            if (attn_state_of(scope, s)->assigned) try_word(&best, s->label, wrong);
    if (before_bracket)
        try_functions(&best, scope, wrong);
    else
        try_elsewhere(&best, wrong); /* ln x */
    return best.word;
}

const char *attn_scope_near_any_function(const void *scope, const char *wrong)
{
    nearest best = nearest_to(wrong);
    try_functions(&best, scope, wrong);
    return best.word;
}

const char *attn_scope_near_function(const attn_scope *scope, const char *wrong)
{
    nearest best = nearest_to(wrong);
    for (size_t i = 0; i < scope->function_count; i++)
        try_word(&best, scope->functions[i].is->name, wrong);
    return best.word;
}

void attn_scope_list(const attn_scope *scope, attn_text *out)
{
    enum { most_listed = 24 };
    const attn_family *known;
    size_t listed = 0;
    for (size_t i = 0; (known = attn_scope_family(scope, i)) && listed <= most_listed; i++) {
        if (known->after) continue;
        attn_text_print(out, "%s%s", listed ? ", " : "", listed < most_listed ? known->name : "…");
        listed++;
    }
}

void attn_scope_list_functions(const attn_scope *scope, attn_text *out)
{
    for (size_t i = 0; i < scope->function_count; i++) {
        const char *name = scope->functions[i].is->name;
        size_t first = 0; /* of this name: others take other values */
        while (strcmp(scope->functions[first].is->name, name) != 0) first++;
        if (first == i) attn_text_print(out, "%s%s", out->length ? ", " : "", name);
    }
}

/* Somebody who only asks for a value cannot add it to the lesson: the ones that are there help
 * more. */
static void unknown_to_asker(const attn_scope *scope, const char *label)
{
    attn_text list = {0};
    attn_scope_list(scope, &list);
    attn_fail(scope->status, ATTN_INPUT, "%s is not a value of this lesson: it has %s", label,
              attn_text_string(&list));
    attn_text_free(&list);
}

static bool stands_before_bracket(const attn_scope *scope, const attn_name *name)
{
    const char *behind = scope->statement->text + name->end;
    return behind[strspn(behind, " ")] == '(';
}

/* softmax_j(e_{i,j}) and sum_i e_i: what takes the place of the index. */
static bool refuse_index(attn_scope *scope, const attn_name *name)
{
    const char *mend = attn_functions_named(scope, name->word)
                           ? "put what it needs in parentheses, as in block(X, l)"
                           : "leave the index it runs over out of its value, as in softmax(e_i), "
                             "not softmax(e_{i,j})";
    const char *over = name->subs[0].kind == ATTN_SUB_WORD ? name->subs[0].word : NULL;
    int length = (int)(name->end - name->start);
    const char *written = scope->statement->text + name->start;
    if (over && strcmp(name->word, "sum") == 0)
        return attn_fail(
            scope->status, ATTN_INPUT,
            "%.*s: the function sum has no index: write the sum over %s as Σ_%s, or Sigma_%s",
            length, written, over, over, over);
    return attn_fail(scope->status, ATTN_INPUT, "%.*s: %sthe function %s has no index: %s", length,
                     written,
                     stands_before_bracket(scope, name) ? "" : "nothing gives or computes it; ",
                     name->word, mend);
}

/* Not the word of log_softmax, which belongs to the name. */
static bool begins_with_index(const attn_scope *scope, const attn_name *name)
{
    const attn_sub *first = &name->subs[0];
    return first->kind != ATTN_SUB_WORD || attn_scope_letter(scope, first->word) ||
           attn_text_width(first->word, strlen(first->word)) == 1;
}

/* softmax_j(e_{i,j}), sum e: fails if the name is that of a function, which is not written so. */
static bool check_function(attn_scope *scope, const attn_name *name)
{
    attn_grammar grammar = attn_scope_grammar(scope);
    if (attn_is_indexed_function(name->word))
        return attn_fail(scope->status, ATTN_INPUT,
                         "%s is a function: give it an index and a value, as in %s_j(X)",
                         name->word, name->word);
    if (!grammar.is_function(scope, name->word)) return true;
    if (name->sub_count) return !begins_with_index(scope, name) || refuse_index(scope, name);
    return attn_fail(scope->status, ATTN_INPUT,
                     "%s is a function: put what it takes in parentheses: %s(…)", name->word,
                     name->word);
}

/* p_y, where p and y are values and no p_y is: a place that is computed. */
static bool has_value_below(const attn_scope *scope, const attn_name *name)
{
    bool word = name->sub_count == 1 && name->subs[0].kind == ATTN_SUB_WORD;
    return word && is_known(scope, name->word) && is_known(scope, name->subs[0].word);
}

static void fail_unknown(attn_scope *scope, const attn_name *name)
{
    const bound_name *bound = name->bound;
    const char *label = bound->slot->label, *text = scope->statement->text;
    size_t cut = name->sub_count == 0 ? two_names(scope, name->word) : 0;
    bool before_bracket = stands_before_bracket(scope, name), asked = !scope->statement->origin;
    const char *near = suggestion(scope, label, before_bracket);
    const attn_letter *letter =
        bound->count ? attn_letter_at(scope, bound->selects[0].letter) : NULL;
    if (cut)
        attn_fail(scope->status, ATTN_INPUT,
                  "'%s' is not a value here; write a product with a space: %.*s %s", name->word,
                  (int)cut, name->word, name->word + cut);
    else if (near && asked)
        attn_fail(scope->status, ATTN_INPUT, "%s is not a value of this lesson: did you mean %s?",
                  label, near);
    else if (asked)
        unknown_to_asker(scope, label);
    else if (near)
        attn_fail(scope->status, ATTN_INPUT, "%s: %sdid you mean %s?", label,
                  before_bracket ? "" : "nothing gives or computes it; ", near);
    else if (letter && letter->is_length)
        attn_fail(scope->status, ATTN_INPUT,
                  "%s_%s: %s is the length of %s here, and nothing gives or computes %s", label,
                  letter->name, letter->name, letter->sequence->name, label);
    else if (letter)
        attn_fail(scope->status, ATTN_INPUT,
                  "%.*s: %s runs over %s here, and nothing gives or computes %s: add it to "
                  "\"given\", or compute it first",
                  (int)(name->end - name->start), text + name->start, letter->name,
                  letter->sequence->name, label);
    else if (has_value_below(scope, name))
        attn_fail(scope->status, ATTN_INPUT,
                  "%s: nothing gives or computes it: add it to \"given\"; write what %s holds at "
                  "the place %s as pick(%s, %s)",
                  label, name->word, name->subs[0].word, name->word, name->subs[0].word);
    else if (text[name->end] == '(')
        attn_fail(scope->status, ATTN_INPUT,
                  "%s: no function has this name, and nothing gives or computes it", label);
    else
        attn_fail(scope->status, ATTN_INPUT,
                  "%s: nothing gives or computes it: add it to \"given\", or compute it first",
                  label);
}

/* Fails if nothing makes a name that the line being checked reads. */
static void check_read(attn_scope *scope, const attn_name *name)
{
    const bound_name *bound = name ? name->bound : NULL;
    if (!bound || bound->letter || bound->local || attn_state_of(scope, bound->slot)->assigned)
        return;
    if (check_function(scope, name) && !attn_refuse_run_together(scope, name))
        fail_unknown(scope, name);
    attn_blame(scope, 0, 0, name->start);
}

bool attn_scope_check_names(attn_scope *scope)
{
    const attn_statement *before = scope->statement;
    for (size_t i = 0; i < scope->unchecked_count && attn_ok(scope->status); i++) {
        scope->statement = scope->unchecked[i];
        scope->origin = scope->statement->origin;
        for (const attn_expr *e = scope->statement->nodes; e && attn_ok(scope->status);
             e = e->next) {
            check_read(scope, e->name);
            check_read(scope, e->with);
        }
    }
    scope->statement = before;
    scope->unchecked_count = 0;
    return attn_ok(scope->status);
}
