/*
 * attend: the lesson is written as a text, which is then read as any other.
 *
 * Letters: Q (or Q_j, of head j) queries, K keys (K_g, of group g, where several heads of queries
 * share one), V values, M mask; E scores, S what softmax sees, A weights, Z the result, O all heads
 * side by side.
 */
#include "lesson/read/attend.h"

#include <stdio.h>
#include <string.h>

#include "core/text.h"
#include "files/arrays/array.h"
#include "lesson/read/reading.h"

enum { QUERY, KEY, VALUE, MASK, PARTS };
static const char *const letters[PARTS] = {"Q", "K", "V", "M"};

typedef struct shape {
    attn_attend_array from;
    size_t rank, sizes[ATTN_MOST_AXES];
    size_t at_count, at[2]; /* along its first axes, from 1 */
    size_t heads;           /* along the axis behind; 0: it has none */
    size_t rows, cols;
} shape;

typedef struct planning {
    const attn_attend *asked;
    attn_arena *arena;
    attn_status *status;
    shape shapes[PARTS];
    bool chosen;                         /* one of several examples, or the only one */
    bool stacked;                        /* the heads are an axis of the arrays */
    size_t heads;                        /* of queries; 0: one, which is not told of */
    size_t key_heads;                    /* of keys and values: heads is a multiple of it */
    bool masked;                         /* by a mask from a file */
    const char *query_words, *key_words; /* sequences; or NULL */
} planning;

static size_t part_count(const planning *p)
{
    return p->masked ? PARTS : MASK;
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

static bool read_shape(planning *p, size_t part, const attn_attend_array *from)
{
    shape *s = &p->shapes[part];
    size_t bad;
    s->from = *from;
    if (!attn_utf8_valid(from->file, strlen(from->file), &bad))
        return attn_fail(p->status, ATTN_USAGE,
                         "the file's name is no UTF-8, its byte %zu: '%s'; give it another name",
                         bad + 1, from->file);
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
        return attn_fail(
            p->status, ATTN_INPUT,
            "%s is %s: a matrix is wanted, with a row for each word, or several (heads "
            "or examples first)",
            letter, shape_text(p, s));
    for (size_t i = 0; i < s->rank; i++)
        if (s->sizes[i] == 0)
            return attn_fail(p->status, ATTN_INPUT, "%s is empty: it is %s", letter,
                             shape_text(p, s));
    s->rows = s->sizes[s->rank - 2];
    s->cols = s->sizes[s->rank - 1];
    return s->rank == 2 || take_leading(p, s, letter);
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
                             "Q is %s and %s %s: give the heads of all three as an axis, or as "
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
                     "Q has %zu columns and K %zu: a query meets a key number by number, so both "
                     "are equally wide%s%s%s",
                     query, key,
                     shared ? "; where several heads of Q share one of K, say with " : "",
                     shared ? p->asked->heads_option : "", shared ? " N how many Q has" : "");
}

static bool check_products(const planning *p)
{
    const shape *q = &p->shapes[QUERY], *k = &p->shapes[KEY], *v = &p->shapes[VALUE];
    const bool parts = p->heads && !p->stacked; /* equally wide, whatever the whole is */
    if (q->cols != k->cols && !parts) return fail_widths(p, q->cols, k->cols);
    if (k->rows != v->rows)
        return attn_fail(p->status, ATTN_INPUT,
                         "K has %zu row%s and V %zu: every key needs its value", k->rows,
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
    if (attn_tokens_fit(&p->asked->tokens, queries, keys, "the arrays", NULL, &text)) return true;
    const char *why = attn_keep_text(p->arena, &text);
    return why && attn_fail(p->status, ATTN_INPUT, "%s has %s", p->asked->tokens_option, why);
}

static bool plan(planning *p)
{
    const attn_attend *asked = p->asked;
    const attn_attend_array *const from[] = {&asked->query, &asked->key, &asked->value,
                                             &asked->mask};
    p->masked = asked->mask.file != NULL;
    for (size_t part = QUERY; part < part_count(p); part++)
        if (!read_shape(p, part, from[part])) return false;
    for (size_t part = QUERY; part <= VALUE; part++)
        if (!take_shape(p, part)) return false;
    return check_example(p) && check_heads(p) && check_products(p) &&
           (!p->masked || check_mask(p)) && check_tokens(p);
}

/* ---- the text ---- */

static void add_string(attn_text *out, const char *text)
{
    attn_text_add(out, "\"");
    for (const char *c = text; *c; c++) {
        if (*c == '"' || *c == '\\')
            attn_text_print(out, "\\%c", *c);
        else if ((unsigned char)*c < 0x20)
            attn_text_print(out, "\\u%04x", (unsigned)(unsigned char)*c);
        else
            attn_text_add_bytes(out, c, 1);
    }
    attn_text_add(out, "\"");
}

static const char *base_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static void add_title(const planning *p, attn_text *out)
{
    attn_text title = {0};
    bool one = strcmp(p->asked->query.file, p->asked->key.file) == 0 &&
               strcmp(p->asked->query.file, p->asked->value.file) == 0;
    attn_text_print(&title, "Attention of %s", base_of(p->asked->query.file));
    if (!one)
        attn_text_print(&title, ", %s and %s", base_of(p->asked->key.file),
                        base_of(p->asked->value.file));
    add_string(out, attn_text_string(&title));
    out->failed = out->failed || title.failed;
    attn_text_free(&title);
}

static bool add_words(const planning *p, const attn_labels *tokens, const char *name,
                      attn_text *out)
{
    const attn_pieces *pieces = attn_subwords_of(tokens, ATTN_MARKS_AUTO, p->arena);
    if (!pieces) return false;
    attn_text_print(out, "    \"%s\": [", name);
    for (size_t i = 0; i < pieces->count; i++) {
        attn_text_add(out, i ? ", " : "");
        add_string(out, pieces->texts[i]);
    }
    attn_text_add(out, "]");
    return true;
}

/* What the letter of a given value has behind it. */
static const char *subscript(const planning *p, size_t part)
{
    bool shared = part != QUERY && shared_by(p) > 1;
    if (!p->stacked || part == MASK || (part != QUERY && p->key_heads == 1)) return "";
    return shared ? "_g" : "_j";
}

/* The words of queries and keys, and the heads. */
static bool add_sequences(planning *p, attn_text *out)
{
    const attn_tokens *tokens = &p->asked->tokens;
    bool same = tokens->rows == tokens->cols, grouped = strcmp(subscript(p, KEY), "_g") == 0;
    const char *between = "";
    attn_text_add(out, "  \"sequences\": {\n");
    if (tokens->cols) {
        p->key_words = same ? "words" : "source";
        p->query_words = same ? "words" : "target";
        if (!add_words(p, tokens->cols, p->key_words, out)) return false;
        between = ",\n";
        if (!same) attn_text_add(out, between);
        if (!same && !add_words(p, tokens->rows, p->query_words, out)) return false;
    }
    if (p->heads) attn_text_print(out, "%s    \"head\": %zu", between, p->heads);
    if (grouped) attn_text_print(out, ", \"group\": %zu", p->key_heads);
    attn_text_add(out, "\n  },\n");
    if (p->heads)
        attn_text_print(out,
                        "  \"indices\": { \"j\": \"head\"%s },\n"
                        "  \"lengths\": { \"H\": \"head\" },\n",
                        grouped ? ", \"g\": \"group\"" : "");
    return true;
}

static void add_given(const planning *p, size_t part, attn_text *out)
{
    const shape *s = &p->shapes[part];
    const char *rows = part == QUERY || part == MASK ? p->query_words : p->key_words;
    attn_text_print(out, "    \"%s%s\": { \"array\": ", letters[part], subscript(p, part));
    add_string(out, s->from.file);
    if (s->from.name) {
        attn_text_add(out, ", \"name\": ");
        add_string(out, s->from.name);
    }
    for (size_t i = 0; i < s->at_count; i++)
        attn_text_print(out, "%s%zu%s", i ? ", " : ", \"at\": [", s->at[i],
                        i + 1 == s->at_count ? "]" : "");
    if (rows) attn_text_print(out, ", \"rows\": \"%s\"", rows);
    if (part == MASK && p->key_words) attn_text_print(out, ", \"cols\": \"%s\"", p->key_words);
    attn_text_print(out, "%s }", part == MASK ? ", \"mask\": true" : "");
}

static void add_givens(const planning *p, attn_text *out)
{
    attn_text_add(out, "  \"given\": {\n");
    for (size_t part = QUERY; part < part_count(p); part++) {
        add_given(p, part, out);
        attn_text_add(out, part + 1 < part_count(p) ? ",\n" : "\n");
    }
    attn_text_add(out, "  },\n");
}

/* ---- its formulas ---- */

/* "Q", "Q_j" or "split_j(Q)"; of keys and values that are shared "K_{⌈j/4⌉}" */
static void add_operand(const planning *p, size_t part, attn_text *out)
{
    const bool key = part != QUERY;
    const size_t shared = key ? shared_by(p) : 1;
    const char *letter = letters[part];
    if (!p->heads || (key && p->key_heads == 1))
        attn_text_add(out, letter);
    else if (shared > 1 && p->stacked)
        attn_text_print(out, "%s_{⌈j/%zu⌉}", letter, shared);
    else if (shared > 1)
        attn_text_print(out, "split_{⌈j/%zu⌉}(%s)", shared, letter);
    else
        attn_text_print(out, p->stacked ? "%s_j" : "split_j(%s)", letter);
}

/* What softmax sees, without or with scale and masks. */
static void add_seen(const planning *p, bool scaled, bool masked, attn_text *out)
{
    const char *j = p->heads ? "_j" : "";
    const char *closing = !masked ? "" : p->masked ? ", M)" : ")";
    attn_text_print(out, "S%s = ", j);
    if (masked && p->asked->causal && p->masked) attn_text_add(out, "mask(");
    if (masked && (p->asked->causal || p->masked)) attn_text_add(out, "mask(");
    if (scaled && p->asked->scale == ATTN_ATTEND_GIVEN) {
        attn_text_number(out, p->asked->factor);
        attn_text_add(out, " ");
    }
    attn_text_print(out, "E%s", j);
    if (scaled && p->asked->scale == ATTN_ATTEND_ROOT) attn_text_add(out, " / √d_k");
    if (masked && p->asked->causal && p->masked) attn_text_add(out, ")");
    if (masked && (p->asked->causal || p->masked)) attn_text_add(out, closing);
}

static void add_switches(const planning *p, attn_text *out)
{
    bool masks = p->masked || p->asked->causal, scales = p->asked->scale != ATTN_ATTEND_UNSCALED;
    if (!masks && !scales) return;
    attn_text_add(out, ",\n  \"switches\": { ");
    if (scales) {
        attn_text_add(out, "\"scale\": [\"");
        add_seen(p, false, masks, out);
        attn_text_add(out, "\"]");
    }
    if (masks) {
        attn_text_print(out, "%s\"mask\": [\"", scales ? ", " : "");
        add_seen(p, scales, false, out);
        attn_text_add(out, "\"]");
    }
    attn_text_add(out, " }");
}

/* Which query heads share which key head. */
static void add_sharing(const planning *p, attn_text *out)
{
    const size_t n = shared_by(p);
    const char *to = n == 2 ? "and" : "to";
    if (n > 1 && p->key_heads == 1)
        attn_text_add(out,
                      "This is multi-query attention: all query heads share one key head and its "
                      "values. ");
    else if (n > 1)
        attn_text_print(out,
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

static void add_scores(const planning *p, attn_text *out)
{
    const char *j = p->heads ? "_j" : "";
    bool root = p->asked->scale == ATTN_ATTEND_ROOT;
    attn_text_add(out, "    { \"say\": \"");
    if (p->heads && !p->stacked)
        attn_text_add(out, "Every head has an equal part of the columns. ");
    add_sharing(p, out);
    attn_text_print(out,
                    "Each query meets each key: a score is their inner product.\",\n"
                    "      \"compute\": \"E%s = ",
                    j);
    add_operand(p, QUERY, out);
    attn_text_add(out, " ");
    add_operand(p, KEY, out);
    attn_text_add(out, "ᵀ\" },\n");
    attn_text_print(out, "    { \"say\": \"%s%s%s\",\n      \"compute\": [",
                    root ? "Divided by the root of the width, scores of wide vectors stay in the "
                           "range where softmax is soft."
                    : p->asked->scale == ATTN_ATTEND_GIVEN ? "The scores, scaled."
                                                           : "The scores are not scaled.",
                    p->masked ? " Where the mask is 0, a score is −∞." : "",
                    p->asked->causal ? " No query sees a key behind it: those scores are −∞." : "");
    if (root) attn_text_print(out, "\"d_k = %s\", ", key_width(p));
    attn_text_add(out, "\"");
    add_seen(p, true, true, out);
    attn_text_add(out, "\"] },\n");
}

static void add_steps(const planning *p, attn_text *out)
{
    const char *j = p->heads ? "_j" : "";
    attn_text_add(out, "  \"steps\": [\n");
    attn_text_print(out,
                    "    { \"say\": \"Each row of `Q` is a query, what a word asks; each row of "
                    "`K` a key, how a word is found; each row of `V` what it gives.\",\n"
                    "      \"show\": [\"Q%s\", \"K%s\", \"V%s\"%s] },\n",
                    subscript(p, QUERY), subscript(p, KEY), subscript(p, VALUE),
                    p->masked ? ", \"M\"" : "");
    add_scores(p, out);
    attn_text_print(out,
                    "    { \"say\": \"Softmax makes weights of them: each row sums to 1.\",\n"
                    "      \"compute\": \"A%s = softmax(S%s)\", \"heatmap\": \"A%s\",\n"
                    "      \"check\": \"abs(sum(A%s) - 1) < %g\" },\n",
                    j, j, j, j, ATTN_NEAR_ONE);
    attn_text_print(
        out,
        "    { \"say\": \"Each query takes the mean of the values by its weights%s.\",\n"
        "      \"compute\": [\"Z%s = A%s ",
        p->heads ? ", and the heads stand side by side" : "", j, j);
    add_operand(p, VALUE, out);
    attn_text_print(out, "\"%s] }\n  ]", p->heads ? ", \"O = concat_j(Z_j)\"" : "");
}

static bool write_lesson(planning *p, attn_text *out)
{
    attn_text_add(out, "{\n  \"attnviz\": 1,\n  \"title\": ");
    add_title(p, out);
    attn_text_add(out, ",\n");
    if (!add_sequences(p, out)) return false;
    add_givens(p, out);
    add_steps(p, out);
    add_switches(p, out);
    attn_text_add(out, "\n}\n");
    if (out->failed) return attn_fail(p->status, ATTN_MEMORY, "there is no memory left");
    return true;
}

attn_lesson *attn_attend_lesson(const attn_attend *asked, attn_status *status)
{
    planning p = {.asked = asked, .status = status, .arena = attn_arena_new(status)};
    attn_text text = {0};
    attn_lesson *lesson = NULL;
    if (p.arena && plan(&p) && write_lesson(&p, &text))
        lesson = attn_lesson_from(attn_text_string(&text), text.length, "attention", status);
    if (lesson && asked->tokens_file && !attn_lesson_note_file(lesson, asked->tokens_file)) {
        attn_lesson_free(lesson);
        lesson = NULL;
    }
    attn_text_free(&text);
    attn_arena_free(p.arena);
    return lesson;
}
