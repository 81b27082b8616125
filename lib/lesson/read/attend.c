/*
 * attend: what is asked for is checked, and the lesson made of it, part by part, as it would be
 * read.
 *
 * Letters: Q (or Q_j, of head j) queries, K keys (K_g, of group g, where several heads of queries
 * share one), V values, M mask; E scores, S what softmax sees, A weights, Z the result, O all heads
 * side by side. Where Q, K and V are not given, X are words, W and b the weights and biases that
 * make them; W_O and b_O make Y of the result.
 */
#include "lesson/read/attend.h"

#include <string.h>

#include "core/text.h"
#include "files/arrays/array.h"
#include "lesson/read/reading.h"

enum {
    QUERY = ATTN_ATTEND_Q,
    KEY = ATTN_ATTEND_K,
    VALUE = ATTN_ATTEND_V,
    INPUT = ATTN_ATTEND_X,
    WEIGHT = ATTN_ATTEND_W_Q, /* and those of keys and values */
    BIAS = ATTN_ATTEND_B_Q,   /* the same */
    OUT = ATTN_ATTEND_W_O,
    OUT_BIAS = ATTN_ATTEND_B_O,
    MASK = ATTN_ATTEND_MASK,
    PARTS = ATTN_ATTEND_PARTS
};
static const char *const letters[PARTS] = {"Q",   "K",   "V",   "X",   "W_Q", "W_K", "W_V",
                                           "b_Q", "b_K", "b_V", "W_O", "b_O", "M"};

typedef struct shape {
    attn_attend_array from;
    size_t rank, sizes[ATTN_MOST_AXES];
    size_t at_count, at[2]; /* along its first axes, from 1 */
    size_t heads;           /* along the axis behind; 0: it has none */
    size_t rows, cols;
} shape;

typedef struct planning {
    const attn_attend *asked;
    attn_lesson *lesson;
    attn_arena *arena; /* the lesson's */
    attn_status *status;
    shape shapes[PARTS];
    bool chosen;      /* one of several examples, or the only one */
    bool stacked;     /* the heads are an axis of the arrays */
    size_t heads;     /* of queries; 0: one, which is not mentioned */
    size_t key_heads; /* of keys and values: heads is a multiple of it */
    bool masked;      /* by a mask from a file */
    const attn_sequence *query_words, *key_words; /* or NULL */
} planning;

/* No text says where the parts of this lesson stand. */
static const origin nowhere = {NULL, 0, 0};

static const char *keep(const planning *p, const char *text)
{
    return attn_copy_text(p->arena, text, strlen(text));
}

static bool is_there(const planning *p, size_t part)
{
    return p->asked->arrays[part].file != NULL;
}

/* Q, K and V are computed from X. */
static bool projects(const planning *p)
{
    return is_there(p, INPUT);
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
    return !is_there(p, part) || (s->rank == 1 && s->sizes[0] == weight->cols) ||
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
    if (!is_there(p, OUT))
        return !is_there(p, OUT_BIAS) || attn_fail(p->status, ATTN_INPUT, "b_O needs W_O");
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

/* How many query heads share a key head. */
static size_t shared_by(const planning *p)
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

/* The mask of all heads; axes of length 1 before it do not count. */
static bool check_mask(planning *p)
{
    shape *m = &p->shapes[MASK];
    const shape *q = &p->shapes[QUERY], *k = &p->shapes[KEY];
    bool matrix = m->rank >= 2 && m->rank <= 4;
    for (size_t i = 0; matrix && i + 2 < m->rank; i++) {
        matrix = m->sizes[i] == 1;
        m->at[m->at_count++] = 1;
    }
    bool fits = matrix && m->sizes[m->rank - 2] == q->rows && m->sizes[m->rank - 1] == k->rows;
    return fits || attn_fail(p->status, ATTN_INPUT,
                             "the mask is %s, but the scores are %zu×%zu: a row for each query, a "
                             "column for each key",
                             shape_text(p, m), q->rows, k->rows);
}

static bool check_tokens(const planning *p)
{
    const size_t queries = p->shapes[QUERY].rows, keys = p->shapes[KEY].rows;
    attn_text text = {0};
    if (projects(p) && p->asked->tokens.rows != p->asked->tokens.cols)
        return attn_fail(p->status, ATTN_USAGE,
                         "%s names two lists of words, but the rows of X are one list: name one",
                         p->asked->tokens_option);
    if (attn_tokens_fit(&p->asked->tokens, queries, keys, "attention", NULL, &text)) return true;
    const char *why = attn_keep_text(p->arena, &text);
    return why && attn_fail(p->status, ATTN_INPUT, "%s has %s", p->asked->tokens_option, why);
}

static bool plan(planning *p)
{
    p->masked = is_there(p, MASK);
    for (size_t part = 0; part < PARTS; part++)
        if (is_there(p, part) && !read_shape(p, part)) return false;
    if (projects(p) && !take_layer(p)) return false;
    for (size_t part = QUERY; !projects(p) && part <= VALUE; part++)
        if (!take_shape(p, part)) return false;
    return check_example(p) && check_heads(p) && check_products(p) && check_out(p) &&
           (!p->masked || check_mask(p)) && check_tokens(p);
}

/* ---- what is given ---- */

static const char *base_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static const char *title_of(const planning *p)
{
    const attn_attend_array *from = p->asked->arrays;
    const char *query = from[projects(p) ? INPUT : QUERY].file;
    const char *key = projects(p) ? query : from[KEY].file;
    const char *value = projects(p) ? query : from[VALUE].file;
    bool one = strcmp(query, key) == 0 && strcmp(query, value) == 0;
    return one ? attn_print(p->arena, "Attention of %s", base_of(query))
               : attn_print(p->arena, "Attention of %s, %s and %s", base_of(query), base_of(key),
                            base_of(value));
}

/* A sequence of so many numbers, or of words. NULL on failure. */
static const attn_sequence *add_sequence(planning *p, const char *name, size_t count,
                                         const attn_labels *tokens)
{
    attn_grammar grammar = attn_scope_grammar(p->lesson->scope);
    sequence_source made = {.kind = tokens ? WORDS_WRITTEN : WORDS_COUNTED, .count = (double)count};
    if (!attn_parse_name(&grammar, name, &made.name)) return NULL;
    if (tokens) {
        const attn_pieces *pieces = attn_subwords_of(tokens, ATTN_MARKS_AUTO, p->arena);
        if (!pieces) return NULL;
        made.words = (word_list){.words = pieces->texts, .count = pieces->count};
    }
    return attn_sequence_add(p->lesson, name, made) ? attn_scope_sequence(p->lesson->scope, name)
                                                    : NULL;
}

/* What the letter of a given value has behind it. */
static const char *subscript(const planning *p, size_t part)
{
    bool shared = part != QUERY && shared_by(p) > 1;
    if (!p->stacked || part > VALUE || (part != QUERY && p->key_heads == 1)) return "";
    return shared ? "_g" : "_j";
}

/* The words of queries and keys, and the heads. */
static bool add_sequences(planning *p)
{
    const attn_tokens *tokens = &p->asked->tokens;
    attn_scope *scope = p->lesson->scope;
    bool same = tokens->rows == tokens->cols;
    if (tokens->cols) {
        p->key_words = add_sequence(p, same ? "words" : "source", 0, tokens->cols);
        p->query_words = same ? p->key_words : add_sequence(p, "target", 0, tokens->rows);
        if (!p->key_words || !p->query_words) return false;
    }
    if (!p->heads) return true;
    bool grouped = strcmp(subscript(p, KEY), "_g") == 0;
    const attn_sequence *heads = add_sequence(p, "head", p->heads, NULL);
    const attn_sequence *groups = grouped ? add_sequence(p, "group", p->key_heads, NULL) : heads;
    return heads && groups && attn_scope_add_letter(scope, "j", heads, false) &&
           (!grouped || attn_scope_add_letter(scope, "g", groups, false)) &&
           attn_scope_add_letter(scope, "H", heads, true);
}

static bool add_given(planning *p, size_t part)
{
    const shape *s = &p->shapes[part];
    const char *key = attn_print(p->arena, "%s%s", letters[part], subscript(p, part));
    given *g = key ? attn_given_add(p->lesson, key, nowhere, false) : NULL;
    if (!g) return false;
    g->form = FORM_ARRAY;
    const bool words = part <= INPUT || part == MASK;
    g->rows = part == KEY || part == VALUE ? p->key_words : words ? p->query_words : NULL;
    g->cols = part == MASK ? p->key_words : NULL;
    g->array = (array_given){.file = keep(p, s->from.file),
                             .name = s->from.name ? keep(p, s->from.name) : NULL,
                             .at_count = s->at_count,
                             .mask = part == MASK};
    for (size_t i = 0; i < s->at_count; i++) g->array.at[i] = s->at[i] - 1;
    return g->array.file && (g->array.name || !s->from.name) &&
           attn_lesson_note_file(p->lesson, g->array.file);
}

/* ---- its formulas ---- */

/* "Q", "Q_j" or "split_j(Q)"; of keys and values that are shared "K_{⌈j/4⌉}". NULL on failure. */
static const char *operand(const planning *p, size_t part)
{
    const size_t shared = part != QUERY ? shared_by(p) : 1;
    const char *letter = letters[part];
    if (!p->heads || (part != QUERY && p->key_heads == 1)) return letter;
    if (shared == 1) return attn_print(p->arena, p->stacked ? "%s_j" : "split_j(%s)", letter);
    return p->stacked ? attn_print(p->arena, "%s_{⌈j/%zu⌉}", letter, shared)
                      : attn_print(p->arena, "split_{⌈j/%zu⌉}(%s)", shared, letter);
}

/* What softmax sees, without or with scale and masks. NULL on failure. */
static const char *seen(const planning *p, bool scaled, bool masked)
{
    const char *j = p->heads ? "_j" : "";
    const bool causal = masked && p->asked->causal, filed = masked && p->masked;
    attn_text text = {0};
    attn_text_print(&text, "S%s = %s%s", j, causal && filed ? "mask(" : "",
                    causal || filed ? "mask(" : "");
    if (scaled && p->asked->scale == ATTN_ATTEND_GIVEN) {
        attn_text_number(&text, p->asked->factor);
        attn_text_add(&text, " ");
    }
    attn_text_print(&text, "E%s%s%s%s", j,
                    scaled && p->asked->scale == ATTN_ATTEND_ROOT ? " / √d_k" : "",
                    causal && filed ? ")" : "",
                    filed    ? ", M)"
                    : causal ? ")"
                             : "");
    return attn_keep_text(p->arena, &text);
}

/* What is computed without it. */
static bool add_switch(planning *p, const char *name, const char *text)
{
    attn_lesson *lesson = p->lesson;
    return text && attn_push_text(p->arena, &lesson->switches, &lesson->switch_count, name) &&
           attn_append(p->arena, &lesson->substitutes, &lesson->substitute_count,
                       &(substitute){.by = name, .text = text}, sizeof(substitute));
}

static bool add_switches(planning *p)
{
    bool masks = p->masked || p->asked->causal, scales = p->asked->scale != ATTN_ATTEND_UNSCALED;
    return (!scales || add_switch(p, "scale", seen(p, false, masks))) &&
           (!masks || add_switch(p, "mask", seen(p, scales, false)));
}

/* Which query heads share which key head. */
static const char *sharing(const planning *p)
{
    const size_t n = shared_by(p);
    const char *to = n == 2 ? "and" : "to";
    if (n == 1) return "";
    if (p->key_heads == 1)
        return "This is multi-query attention: all query heads share one key head and its "
               "values. ";
    return attn_print(p->arena,
                      "These are grouped queries: %zu query heads share each key head and its "
                      "values. Query heads 1 %s %zu share key head 1, %zu %s %zu key head 2%s. ",
                      n, to, n, n + 1, to, 2 * n, p->key_heads > 2 ? ", and so on" : "");
}

/* The width of a key, as a formula. */
static const char *key_width(const planning *p)
{
    if (!p->heads || p->key_heads == 1) return "width(K)";
    if (p->stacked) return "width(K_1)";
    return shared_by(p) > 1 ? "width(Q) / H" : "width(K) / H";
}

/* ---- its steps ---- */

static bool add_line(planning *p, lines *to, line_kind kind, const char *text)
{
    attn_statement **place = attn_push(p->arena, &to->items, &to->count, sizeof *place);
    p->lesson->statement_count += kind == LINE_STATEMENT;
    p->lesson->check_count += kind == LINE_CHECK;
    return text && place && (*place = attn_lesson_line_at(p->lesson, nowhere, text, kind));
}

/* One more step, which says this; NULL on failure. */
static step *add_step(planning *p, const char *say)
{
    attn_lesson *lesson = p->lesson;
    prose *text = attn_alloc(p->arena, 1, sizeof *text);
    const step made = {.number = lesson->step_count + 1,
                       .say = {.count = 1, .texts = text},
                       .line_place = lesson->statement_count,
                       .check_place = lesson->check_count};
    step *s = attn_append(p->arena, &lesson->steps, &lesson->step_count, &made, sizeof made);
    return s && text && say && attn_prose_read(lesson, say, nowhere, true, text) ? s : NULL;
}

static bool add_given_step(planning *p)
{
    step *s = add_step(
        p, projects(p)
               ? "Each row of `X` is a word. `W_Q`, `W_K` and `W_V` turn it into its query, its "
                 "key and its value: what it asks, how it is found, and what it gives."
               : "Each row of `Q` is a query: what a word asks. Each row of `K` is a key: how a "
                 "word is found. Each row of `V` is a value: what a word gives.");
    if (!s) return false;
    s->shows = true;
    for (size_t part = 0; part < PARTS; part++)
        if (is_there(p, part) &&
            !add_line(p, &s->show, LINE_EXPRESSION,
                      attn_print(p->arena, "%s%s", letters[part], subscript(p, part))))
            return false;
    return true;
}

/* "Q = X W_Q + b_Q". NULL on failure. */
static const char *projection(const planning *p, const char *name, const char *from, size_t part)
{
    const size_t bias = part == OUT ? OUT_BIAS : part - WEIGHT + BIAS;
    return attn_print(p->arena, "%s = %s %s%s%s", name, from, letters[part],
                      is_there(p, bias) ? " + " : "", is_there(p, bias) ? letters[bias] : "");
}

static bool add_projections(planning *p)
{
    step *s = add_step(p, "Each row of `Q` is a query, each row of `K` a key, each row of `V` a "
                          "value: one row for each word.");
    for (size_t part = QUERY; s && part <= VALUE; part++)
        if (!add_line(p, &s->compute, LINE_STATEMENT,
                      projection(p, letters[part], "X", WEIGHT + part)))
            return false;
    return s != NULL;
}

static bool add_scores(planning *p)
{
    const char *shared = sharing(p), *query = operand(p, QUERY), *key = operand(p, KEY);
    if (!shared || !query || !key) return false;
    step *s = add_step(
        p,
        attn_print(p->arena, "%s%sEach query meets each key: a score is their inner product.",
                   p->heads && !p->stacked ? "Every head has an equal part of the columns. " : "",
                   shared));
    return s && add_line(p, &s->compute, LINE_STATEMENT,
                         attn_print(p->arena, "E%s = %s %sᵀ", p->heads ? "_j" : "", query, key));
}

static bool add_scaling(planning *p)
{
    static const char *const says[] = {
        [ATTN_ATTEND_ROOT] = ("Divided by the root of the width, the scores of wide vectors stay "
                              "in the range where softmax is soft."),
        [ATTN_ATTEND_UNSCALED] = "The scores are not scaled.",
        [ATTN_ATTEND_GIVEN] = "The scores, scaled."};
    step *s = add_step(
        p,
        attn_print(p->arena, "%s%s%s", says[p->asked->scale],
                   p->masked ? " Where the mask is 0, a score is −∞." : "",
                   p->asked->causal ? " No query sees a key after it: those scores are −∞." : ""));
    bool root = p->asked->scale == ATTN_ATTEND_ROOT;
    return s &&
           (!root || add_line(p, &s->compute, LINE_STATEMENT,
                              attn_print(p->arena, "d_k = %s", key_width(p)))) &&
           add_line(p, &s->compute, LINE_STATEMENT, seen(p, true, true));
}

static bool add_weights(planning *p)
{
    const char *j = p->heads ? "_j" : "", *weights = p->heads ? "A_j" : "A";
    step *s = add_step(p, "Softmax turns them into weights: each row sums to 1.");
    heat *map = s ? attn_push(p->arena, &s->heats, &s->heat_count, sizeof *map) : NULL;
    return map &&
           add_line(p, &s->compute, LINE_STATEMENT,
                    attn_print(p->arena, "A%s = softmax(S%s)", j, j)) &&
           (map->line = attn_lesson_line_at(p->lesson, nowhere, weights, LINE_EXPRESSION)) &&
           add_line(p, &s->checks, LINE_CHECK,
                    attn_print(p->arena, "abs(sum(%s) - 1) < %g", weights, ATTN_NEAR_ONE));
}

static bool add_result(planning *p)
{
    const char *j = p->heads ? "_j" : "", *values = operand(p, VALUE);
    step *s = add_step(
        p, attn_print(p->arena, "Each query takes the mean of the values, weighted by its row%s.",
                      p->heads ? ", and the heads stand side by side" : ""));
    return s && values &&
           add_line(p, &s->compute, LINE_STATEMENT,
                    attn_print(p->arena, "Z%s = A%s %s", j, j, values)) &&
           (!p->heads || add_line(p, &s->compute, LINE_STATEMENT, "O = concat_j(Z_j)"));
}

static bool add_out(planning *p)
{
    step *s = add_step(p, "`W_O` turns them into the result.");
    return s &&
           add_line(p, &s->compute, LINE_STATEMENT, projection(p, "Y", p->heads ? "O" : "Z", OUT));
}

static bool build_lesson(planning *p)
{
    attn_lesson *lesson = p->lesson;
    lesson->title = title_of(p);
    lesson->summary = "";
    lesson->seed = 1;
    if (!lesson->title || !attn_definitions_read(lesson) || !add_sequences(p) ||
        !attn_sequences_bind(lesson))
        return false;
    for (size_t part = 0; part < PARTS; part++)
        if (is_there(p, part) && !add_given(p, part)) return false;
    return add_switches(p) && attn_switches_bind(lesson) && add_given_step(p) &&
           (!projects(p) || add_projections(p)) && add_scores(p) && add_scaling(p) &&
           add_weights(p) && add_result(p) && (!is_there(p, OUT) || add_out(p)) &&
           attn_lesson_finish(lesson);
}

attn_lesson *attn_attend_lesson(const attn_attend *asked, attn_status *status)
{
    attn_lesson *lesson = attn_lesson_new("attention", status);
    if (!lesson) return NULL;
    planning p = {.asked = asked, .status = status, .lesson = lesson, .arena = lesson->arena};
    if (plan(&p) && build_lesson(&p) &&
        (!asked->tokens_file || attn_lesson_note_file(lesson, asked->tokens_file)))
        return lesson;
    attn_lesson_free(lesson);
    return NULL;
}
