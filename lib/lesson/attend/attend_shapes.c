/*
 * attend_shapes: the shapes of what is read, and whether they fit.
 */
#include <string.h>

#include "core/text.h"
#include "lesson/attend/planning.h"

static const char *const letters[PARTS] = {
    "Q",   "K",   "V",   "X",   "W_Q", "W_K", "W_V",           "b_Q",
    "b_K", "b_V", "W_O", "b_O", "M",   "B",   "the past of K", "the past of V"};

const char *attn_attend_letter(size_t part)
{
    return letters[part];
}

bool attn_attend_has(const planning *p, size_t part)
{
    return p->asked->arrays[part].file != NULL;
}

bool attn_attend_projects(const planning *p)
{
    return attn_attend_has(p, INPUT);
}

/* ---- shapes ---- */

static const char *shape_text(const planning *p, const shape *s)
{
    attn_text text = {0};
    for (size_t i = 0; i < s->rank; i++) attn_text_print(&text, "%s%zu", i ? "×" : "", s->sizes[i]);
    if (s->rank == 0) attn_text_add(&text, "a single number");
    if (s->rank == 1) attn_text_add(&text, " numbers in a row");
    const char *kept = attn_keep_text(p->arena, &text);
    return kept ? kept : "";
}

static bool read_shape(planning *p, size_t part)
{
    const attn_attend_array *from = &p->asked->arrays[part];
    shape *s = &p->shapes[part];
    size_t bad;
    s->from = *from;
    if (!attn_utf8_valid(from->file, strlen(from->file), &bad))
        return attn_fail(p->status, ATTN_USAGE,
                         "the name of this file is not UTF-8 at byte %zu: '%s'; rename it", bad + 1,
                         from->file);
    attn_arrays *file = attn_arrays_open(from->file, p->status);
    if (!file) return false;
    const attn_array *array =
        from->name ? attn_arrays_find(file, from->name) : attn_arrays_at(file, 0);
    if (!array)
        attn_fail(p->status, ATTN_INPUT, "there is no array '%s' in %s",
                  from->name ? from->name : "", from->file);
    else if (!from->name && attn_arrays_at(file, 1))
        attn_fail(p->status, ATTN_INPUT, "%s holds several arrays: say which one is %s, as %s:%s",
                  from->file, letters[part], from->file, array->name);
    for (size_t i = 0; array && i < array->rank; i++) s->sizes[i] = array->shape[i];
    if (array) s->rank = array->rank;
    attn_arrays_close(file);
    return attn_ok(p->status);
}

/* The axes before the last two: an example of a batch, and heads. */
static bool take_example(planning *p, shape *s, const char *letter, size_t axis)
{
    const attn_attend *asked = p->asked;
    size_t count = s->sizes[axis], wanted = asked->example ? asked->example : 1;
    s->at[s->at_count++] = wanted;
    p->chosen = true;
    if (!asked->example && count > 1)
        return attn_fail(p->status, ATTN_USAGE, "%s holds %zu examples (%s): choose one with %s N",
                         letter, count, shape_text(p, s), asked->example_option);
    return wanted <= count ||
           attn_fail(p->status, ATTN_USAGE, "%s %zu: %s holds %zu example%s (%s)",
                     asked->example_option, wanted, letter, count, count == 1 ? "" : "s",
                     shape_text(p, s));
}

static bool take_leading(planning *p, shape *s, const char *letter)
{
    const attn_attend *asked = p->asked;
    const size_t leading = s->rank - 2;
    if (leading == 2) {
        s->heads = s->sizes[1];
        return take_example(p, s, letter, 0);
    }
    if (asked->example) return take_example(p, s, letter, 0);
    if (s->sizes[0] == 1 && asked->heads != 1) {
        s->at[s->at_count++] = 1;
        return true;
    }
    const size_t heads = p->shapes[QUERY].heads;
    s->heads = s->sizes[0];
    return asked->heads ||
           attn_fail(p->status, ATTN_USAGE,
                     "%s is %s: say %s %zu if its first axis is heads, or %s N if it is examples",
                     letter, shape_text(p, s), asked->heads_option, heads ? heads : s->heads,
                     asked->example_option);
}

static bool take_shape(planning *p, size_t part)
{
    shape *s = &p->shapes[part];
    const char *letter = letters[part];
    if (s->rank < 2 || s->rank > 4)
        return attn_fail(p->status, ATTN_INPUT,
                         "%s is %s: attend takes a matrix with a row for each word, or several "
                         "(heads or examples first)",
                         letter, shape_text(p, s));
    for (size_t i = 0; i < s->rank; i++)
        if (s->sizes[i] == 0)
            return attn_fail(p->status, ATTN_INPUT, "%s is empty: it is %s", letter,
                             shape_text(p, s));
    s->rows = s->sizes[s->rank - 2];
    s->cols = s->sizes[s->rank - 1];
    return s->rank == 2 || take_leading(p, s, letter);
}

/* ---- the weights of a layer ---- */

static bool take_input(planning *p)
{
    shape *s = &p->shapes[INPUT];
    const bool batched = s->rank == 3;
    if (s->rank != 2 && !batched)
        return attn_fail(p->status, ATTN_INPUT,
                         "X is %s: attend takes a matrix with a row for each word",
                         shape_text(p, s));
    s->rows = s->sizes[s->rank - 2];
    s->cols = s->sizes[s->rank - 1];
    if (s->rows == 0 || s->cols == 0)
        return attn_fail(p->status, ATTN_INPUT, "X is empty: it is %s", shape_text(p, s));
    return !batched || take_example(p, s, "X", 0);
}

/* A matrix with a row for each column of what stands before it. */
static bool take_weight(planning *p, size_t part, const char *before, const shape *left)
{
    shape *s = &p->shapes[part];
    const bool turned = s->rank == 2 && s->sizes[1] == left->cols;
    s->rows = s->sizes[0];
    s->cols = s->sizes[1];
    return (s->rank == 2 && s->rows == left->cols && s->cols > 0) ||
           attn_fail(
               p->status, ATTN_INPUT,
               "%s is %s, but %s is %zu×%zu: in %s %s, %s needs a row for each column of %s%s",
               letters[part], shape_text(p, s), before, left->rows, left->cols, before,
               letters[part], letters[part], before,
               turned ? "; transpose it (programs that compute x Wᵀ store it that way)" : "");
}

static bool take_bias(planning *p, size_t part, const shape *weight, const char *to)
{
    const shape *s = &p->shapes[part];
    return !attn_attend_has(p, part) || (s->rank == 1 && s->sizes[0] == weight->cols) ||
           attn_fail(p->status, ATTN_INPUT,
                     "%s is %s, but a vector of %zu is needed, a number for each column of %s",
                     letters[part], shape_text(p, s), weight->cols, to);
}

/* The shapes that Q, K and V will have. */
static bool take_layer(planning *p)
{
    const shape *x = &p->shapes[INPUT];
    if (!take_input(p)) return false;
    for (size_t part = QUERY; part <= VALUE; part++) {
        const shape *weight = &p->shapes[WEIGHT + part];
        if (!take_weight(p, WEIGHT + part, "X", x) ||
            !take_bias(p, BIAS + part, weight, letters[WEIGHT + part]))
            return false;
        p->shapes[part] = (shape){
            .rank = 2, .sizes = {x->rows, weight->cols}, .rows = x->rows, .cols = weight->cols};
    }
    return true;
}

/* What W_O is multiplied by: Z, or all heads side by side. */
static bool check_out(planning *p)
{
    const shape *v = &p->shapes[VALUE];
    const size_t width = p->heads ? v->cols / p->key_heads * p->heads : v->cols;
    const shape result = {.rows = v->rows, .cols = width};
    if (!attn_attend_has(p, OUT))
        return !attn_attend_has(p, OUT_BIAS) || attn_fail(p->status, ATTN_INPUT, "b_O needs W_O");
    return take_weight(p, OUT, p->heads ? "O" : "Z", &result) &&
           take_bias(p, OUT_BIAS, &p->shapes[OUT], "W_O");
}

/* ---- what must fit ---- */

static bool check_example(const planning *p)
{
    return p->chosen || !p->asked->example ||
           attn_fail(p->status, ATTN_USAGE,
                     "%s %zu: the arrays have no axis of examples (Q is %s): leave it out",
                     p->asked->example_option, p->asked->example, shape_text(p, &p->shapes[QUERY]));
}

/* Heads along an axis; keys and values without one are a single head. */
static bool check_stacked(planning *p)
{
    const size_t asked = p->asked->heads;
    const shape *q = &p->shapes[QUERY];
    shape *k = &p->shapes[KEY], *v = &p->shapes[VALUE];
    const size_t key_heads = k->heads ? k->heads : 1, value_heads = v->heads ? v->heads : 1;
    p->heads = q->heads;
    p->key_heads = key_heads;
    if (asked && asked != q->heads)
        return attn_fail(p->status, ATTN_USAGE, "%s %zu: Q is %s, which is %zu head%s",
                         p->asked->heads_option, asked, shape_text(p, q), q->heads,
                         q->heads == 1 ? "" : "s");
    if (key_heads != value_heads)
        return attn_fail(p->status, ATTN_INPUT,
                         "K is %s and V %s: keys and values need the same number of heads",
                         shape_text(p, k), shape_text(p, v));
    if (q->heads % key_heads != 0)
        return attn_fail(p->status, ATTN_INPUT,
                         "Q is %s and K %s: %zu query heads cannot share %zu key heads evenly: "
                         "take Q, K and V of the same layer",
                         shape_text(p, q), shape_text(p, k), q->heads, key_heads);
    if (key_heads == 1 && k->heads) k->at[k->at_count++] = 1;
    if (key_heads == 1 && v->heads) v->at[v->at_count++] = 1;
    return true;
}

static bool fail_parts(const planning *p, size_t part, size_t count)
{
    return attn_fail(p->status, ATTN_USAGE,
                     "%s %zu: the %zu columns of %s do not divide into %zu equal parts",
                     p->asked->heads_option, p->heads, p->shapes[part].cols, letters[part], count);
}

/* Heads as parts of the columns: one of K is as wide as one of Q, which tells how many K has. */
static bool check_parts(planning *p)
{
    const size_t query = p->shapes[QUERY].cols, key = p->shapes[KEY].cols;
    p->heads = p->asked->heads;
    if (query % p->heads != 0) return fail_parts(p, QUERY, p->heads);
    const size_t width = query / p->heads;
    p->key_heads = key / width;
    if (key % width != 0)
        return attn_fail(p->status, ATTN_USAGE,
                         "%s %zu: the %zu column%s of K do not divide into heads of %zu, as those "
                         "of Q do: say how many heads Q has",
                         p->asked->heads_option, p->heads, key, key == 1 ? "" : "s", width);
    if (p->heads % p->key_heads != 0)
        return attn_fail(p->status, ATTN_USAGE,
                         "%s %zu: K then has %zu heads, which %zu query heads cannot share evenly: "
                         "say how many heads Q has",
                         p->asked->heads_option, p->heads, p->key_heads, p->heads);
    return p->shapes[VALUE].cols % p->key_heads == 0 || fail_parts(p, VALUE, p->key_heads);
}

static bool check_heads(planning *p)
{
    const shape *q = &p->shapes[QUERY];
    p->stacked = q->heads > 0;
    if (p->stacked) return check_stacked(p);
    for (size_t part = KEY; part <= VALUE; part++)
        if (p->shapes[part].heads)
            return attn_fail(p->status, ATTN_INPUT,
                             "Q is %s, but %s is %s: give the heads of all three as an axis, or as "
                             "parts of the columns",
                             shape_text(p, q), letters[part], shape_text(p, &p->shapes[part]));
    return p->asked->heads <= 1 || check_parts(p);
}

size_t attn_attend_shared(const planning *p)
{
    return p->heads ? p->heads / p->key_heads : 1;
}

static bool fail_widths(const planning *p, size_t query, size_t key)
{
    const bool shared = !p->heads && query % key == 0;
    return attn_fail(p->status, ATTN_INPUT,
                     "Q has %zu column%s, but K has %zu: a score multiplies them number by number, "
                     "so both must be equally wide%s%s%s",
                     query, query == 1 ? "" : "s", key,
                     shared ? "; if several heads of Q share one of K, say with " : "",
                     shared ? p->asked->heads_option : "", shared ? " N how many Q has" : "");
}

static bool check_products(const planning *p)
{
    const shape *q = &p->shapes[QUERY], *k = &p->shapes[KEY], *v = &p->shapes[VALUE];
    const bool parts = p->heads && !p->stacked; /* equally wide, whatever the whole is */
    if (q->cols != k->cols && !parts) return fail_widths(p, q->cols, k->cols);
    if (k->rows != v->rows)
        return attn_fail(p->status, ATTN_INPUT,
                         "K has %zu row%s, but V has %zu: every key needs a value", k->rows,
                         k->rows == 1 ? "" : "s", v->rows);
    return true;
}

/* The axes before the rows: examples, and heads; those of length 1 do not count. */
static bool take_layers(planning *p, size_t part, const char *what)
{
    shape *m = &p->shapes[part];
    const size_t leading = m->rank - 2, heads = p->heads ? p->heads : 1;
    for (size_t i = 0; i < leading; i++) {
        const size_t size = m->sizes[i];
        const bool layered = i + 1 == leading && (leading == 2 || !p->asked->example);
        if (size > 1 && layered && size != heads)
            return attn_fail(p->status, ATTN_INPUT,
                             "%s is %s, but there %s %zu head%s: its axis before the rows is one "
                             "for each head%s%s%s",
                             what, shape_text(p, m), heads == 1 ? "is" : "are", heads,
                             heads == 1 ? "" : "s", leading == 1 ? ", or, with " : "",
                             leading == 1 ? p->asked->example_option : "",
                             leading == 1 ? " N, for each example" : "");
        if (size > 1 && layered)
            m->heads = size;
        else if (size > 1 && !take_example(p, m, what, i))
            return false;
        else if (size == 1)
            m->at[m->at_count++] = 1;
    }
    return true;
}

/* A mask, or numbers to be added: a row for each query, a column for each key. */
static bool check_layers(planning *p, size_t part, const char *what)
{
    const shape *m = &p->shapes[part], *q = &p->shapes[QUERY], *k = &p->shapes[KEY];
    bool fits = m->rank >= 2 && m->rank <= 4 && m->sizes[m->rank - 2] == q->rows &&
                m->sizes[m->rank - 1] == k->rows;
    for (size_t i = 0; fits && i < m->rank; i++) fits = m->sizes[i] > 0;
    if (fits) return take_layers(p, part, what);
    return attn_fail(p->status, ATTN_INPUT,
                     "%s is %s, but the scores are %zu×%zu: a row for each query, a column for "
                     "each key",
                     what, shape_text(p, m), q->rows, k->rows);
}

/* Rows of earlier words: as wide as those that follow, in as many heads. */
static bool check_cache(planning *p, size_t part)
{
    shape *s = &p->shapes[part], *past = &p->shapes[PAST + part - KEY];
    if (past->heads != s->heads || past->cols != s->cols)
        return attn_fail(p->status, ATTN_INPUT,
                         "%s is %s, but %s is %s: the same width and heads are needed, since its "
                         "rows come first",
                         letters[PAST + part - KEY], shape_text(p, past), letters[part],
                         shape_text(p, s));
    if (p->stacked && p->key_heads == 1 && past->heads) past->at[past->at_count++] = 1;
    s->rows += past->rows;
    return true;
}

/* Keys and values of earlier words, if there are any. */
static bool check_caches(planning *p)
{
    const bool keys = attn_attend_has(p, PAST), values = attn_attend_has(p, PAST + 1);
    const shape *k = &p->shapes[PAST], *v = &p->shapes[PAST + 1];
    p->past = p->asked->past;
    if (!keys && !values) return true;
    if (keys != values)
        return attn_fail(p->status, ATTN_USAGE, "%s needs %s: every key has a value",
                         keys ? p->asked->past_keys_option : p->asked->past_values_option,
                         keys ? p->asked->past_values_option : p->asked->past_keys_option);
    if (attn_attend_projects(p))
        return attn_fail(p->status, ATTN_USAGE,
                         "%s stands before keys that are given, and these are computed from X: "
                         "give Q, K and V",
                         p->asked->past_keys_option);
    if (k->rows != v->rows)
        return attn_fail(p->status, ATTN_INPUT,
                         "%s holds %zu row%s, but %s %zu: every key needs a value",
                         p->asked->past_keys_option, k->rows, k->rows == 1 ? "" : "s",
                         p->asked->past_values_option, v->rows);
    if (p->past && p->past != k->rows)
        return attn_fail(p->status, ATTN_USAGE, "%s %zu: %s holds %zu key%s: leave %s out",
                         p->asked->past_option, p->past, p->asked->past_keys_option, k->rows,
                         k->rows == 1 ? "" : "s", p->asked->past_option);
    if (p->asked->causal) p->past = k->rows;
    return check_cache(p, KEY) && check_cache(p, VALUE);
}

static bool check_past(const planning *p)
{
    const size_t past = p->past, keys = p->shapes[KEY].rows;
    if (past && !p->asked->causal)
        return attn_fail(p->status, ATTN_USAGE,
                         "%s says behind how many keys the first query stands: it needs --causal",
                         p->asked->past_option);
    return past < keys ||
           attn_fail(p->status, ATTN_USAGE,
                     "%s %zu: there are %zu keys, and the first query is one of them",
                     p->asked->past_option, past, keys);
}

static bool check_tokens(const planning *p)
{
    const size_t queries = p->shapes[QUERY].rows, keys = p->shapes[KEY].rows;
    attn_text text = {0};
    if (attn_attend_projects(p) && p->asked->tokens.rows != p->asked->tokens.cols)
        return attn_fail(p->status, ATTN_USAGE,
                         "%s names two lists of words, but the rows of X are one list: name one",
                         p->asked->tokens_option);
    if (attn_tokens_fit(&p->asked->tokens, queries, keys, "attention", NULL, &text)) return true;
    const char *why = attn_keep_text(p->arena, &text);
    return why && attn_fail(p->status, ATTN_INPUT, "%s has %s", p->asked->tokens_option, why);
}

bool attn_attend_plan(planning *p)
{
    p->masked = attn_attend_has(p, MASK);
    for (size_t part = 0; part < PARTS; part++)
        if (attn_attend_has(p, part) && !read_shape(p, part)) return false;
    if (attn_attend_projects(p) && !take_layer(p)) return false;
    for (size_t part = QUERY; !attn_attend_projects(p) && part <= VALUE; part++)
        if (!take_shape(p, part)) return false;
    for (size_t part = PAST; part < PARTS; part++)
        if (attn_attend_has(p, part) && !take_shape(p, part)) return false;
    const bool layered = p->masked || attn_attend_has(p, ADDED); /* by examples, perhaps */
    return (layered || check_example(p)) && check_heads(p) && check_caches(p) &&
           check_products(p) && check_out(p) && (!p->masked || check_layers(p, MASK, "the mask")) &&
           (!attn_attend_has(p, ADDED) || check_layers(p, ADDED, "the bias")) && check_example(p) &&
           check_past(p) && check_tokens(p);
}
