/*
 * attend: what is asked for is checked, and the lesson made of it, part by part, as it would be
 * read.
 *
 * Letters: Q (or Q_j, of head j) queries, K keys (K_g, of group g, where several heads of queries
 * share one), V values, M mask, B what is added to the scores, C who stands before whom; E scores,
 * S what softmax sees, A weights, Z the result, O all heads side by side. Where Q, K and V are not
 * given, X are words, W and b the weights and biases that make them; W_O and b_O make Y of the
 * result.
 */
#include "lesson/attend/attend.h"

#include <string.h>

#include "core/text.h"
#include "lesson/attend/planning.h"

/* No text says where the parts of this lesson stand. */
static const origin nowhere = {NULL, 0, 0};

static const char *keep(const planning *p, const char *text)
{
    return attn_copy_text(p->arena, text, strlen(text));
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
    const char *query = from[attn_attend_projects(p) ? INPUT : QUERY].file;
    const char *key = attn_attend_projects(p) ? query : from[KEY].file;
    const char *value = attn_attend_projects(p) ? query : from[VALUE].file;
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
    bool shared = part != QUERY && attn_attend_shared(p) > 1;
    if (part == MASK || part == ADDED) return p->shapes[part].heads ? "_j" : "";
    if (!p->stacked || part > VALUE || (part != QUERY && p->key_heads == 1)) return "";
    return shared ? "_g" : "_j";
}

/* The letters of queries and keys, which say who stands behind whom. */
static bool add_places(planning *p)
{
    const size_t queries = p->shapes[QUERY].rows, keys = p->shapes[KEY].rows;
    const attn_sequence *rows =
        p->query_words ? p->query_words : add_sequence(p, "query", queries, NULL);
    const attn_sequence *cols = p->key_words ? p->key_words : add_sequence(p, "key", keys, NULL);
    return rows && cols && attn_scope_add_letter(p->lesson->scope, "i", rows, false) &&
           attn_scope_add_letter(p->lesson->scope, "t", cols, false);
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
    if (p->past && !add_places(p)) return false;
    if (!p->heads) return true;
    bool grouped = strcmp(subscript(p, KEY), "_g") == 0;
    const attn_sequence *heads = add_sequence(p, "head", p->heads, NULL);
    const attn_sequence *groups = grouped ? add_sequence(p, "group", p->key_heads, NULL) : heads;
    return heads && groups && attn_scope_add_letter(scope, "j", heads, false) &&
           (!grouped || attn_scope_add_letter(scope, "g", groups, false)) &&
           attn_scope_add_letter(scope, "H", heads, true);
}

/* The rows of earlier words, before those of keys and values. */
static bool add_before(planning *p, size_t part, given *g)
{
    const bool has = (part == KEY || part == VALUE) && attn_attend_has(p, PAST + part - KEY);
    const shape *s = has ? &p->shapes[PAST + part - KEY] : NULL;
    array_given *before = has ? attn_alloc(p->arena, 1, sizeof *before) : NULL;
    if (!has) return true;
    if (!before) return false;
    *before = (array_given){.file = keep(p, s->from.file),
                            .name = s->from.name ? keep(p, s->from.name) : NULL,
                            .at_count = s->at_count};
    for (size_t i = 0; i < s->at_count; i++) before->at[i] = s->at[i] - 1;
    g->array.before = before;
    return before->file && (before->name || !s->from.name) &&
           attn_lesson_note_file(p->lesson, before->file);
}

static bool add_given(planning *p, size_t part)
{
    const shape *s = &p->shapes[part];
    const char *key = attn_print(p->arena, "%s%s", attn_attend_letter(part), subscript(p, part));
    given *g = key ? attn_given_add(p->lesson, key, nowhere, false) : NULL;
    if (!g) return false;
    g->form = FORM_ARRAY;
    const bool words = part <= INPUT || part == MASK || part == ADDED;
    g->rows = part == KEY || part == VALUE ? p->key_words : words ? p->query_words : NULL;
    g->cols = part == MASK || part == ADDED ? p->key_words : NULL;
    g->array = (array_given){.file = keep(p, s->from.file),
                             .name = s->from.name ? keep(p, s->from.name) : NULL,
                             .at_count = s->at_count,
                             .mask = part == MASK};
    for (size_t i = 0; i < s->at_count; i++) g->array.at[i] = s->at[i] - 1;
    return g->array.file && (g->array.name || !s->from.name) &&
           attn_lesson_note_file(p->lesson, g->array.file) && add_before(p, part, g);
}

/* ---- its formulas ---- */

/* "Q", "Q_j" or "split_j(Q)"; of keys and values that are shared "K_{⌈j/4⌉}". NULL on failure. */
static const char *operand(const planning *p, size_t part)
{
    const size_t shared = part != QUERY ? attn_attend_shared(p) : 1;
    const char *letter = attn_attend_letter(part);
    if (!p->heads || (part != QUERY && p->key_heads == 1)) return letter;
    if (shared == 1) return attn_print(p->arena, p->stacked ? "%s_j" : "split_j(%s)", letter);
    return p->stacked ? attn_print(p->arena, "%s_{⌈j/%zu⌉}", letter, shared)
                      : attn_print(p->arena, "split_{⌈j/%zu⌉}(%s)", shared, letter);
}

/* What becomes of the scores before softmax sees them. */
enum { SCALED = 1, CAPPED = 2, BIASED = 4, MASKED = 8, ALL = SCALED | CAPPED | BIASED | MASKED };

/* "E_j / √d_k", "0.5 E", "30 tanh(E / (30 √d_k))" */
static void add_scaled(const planning *p, unsigned with, attn_text *text)
{
    const bool root = (with & SCALED) && p->asked->scale == ATTN_ATTEND_ROOT;
    const bool capped = (with & CAPPED) && p->asked->softcap > 0;
    attn_text cap = {0};
    attn_text_number(&cap, p->asked->softcap);
    if (capped) attn_text_print(text, "%s tanh(", attn_text_string(&cap));
    if ((with & SCALED) && p->asked->scale == ATTN_ATTEND_GIVEN) {
        attn_text_number(text, p->asked->factor);
        attn_text_add(text, " ");
    }
    attn_text_print(text, "E%s", p->heads ? "_j" : "");
    if (capped && root) attn_text_print(text, " / (%s √d_k))", attn_text_string(&cap));
    if (capped && !root) attn_text_print(text, " / %s)", attn_text_string(&cap));
    if (root && !capped) attn_text_add(text, " / √d_k");
    attn_text_end(&cap, text);
}

/* What softmax sees, with these parts. NULL on failure. */
static const char *seen(const planning *p, unsigned with)
{
    const bool causal = (with & MASKED) && p->asked->causal, filed = (with & MASKED) && p->masked;
    attn_text text = {0};
    attn_text_print(&text, "S%s = %s%s", p->heads ? "_j" : "", filed ? "mask(" : "",
                    causal ? "mask(" : "");
    add_scaled(p, with, &text);
    if ((with & BIASED) && attn_attend_has(p, ADDED))
        attn_text_print(&text, " + B%s", subscript(p, ADDED));
    if (causal) attn_text_add(&text, p->past ? ", C)" : ")");
    if (filed) attn_text_print(&text, ", M%s)", subscript(p, MASK));
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
    return (!scales || add_switch(p, "scale", seen(p, ALL & ~SCALED))) &&
           (!masks || add_switch(p, "mask", seen(p, ALL & ~MASKED))) &&
           (p->asked->softcap <= 0 || add_switch(p, "softcap", seen(p, ALL & ~CAPPED))) &&
           (!attn_attend_has(p, ADDED) || add_switch(p, "bias", seen(p, ALL & ~BIASED)));
}

/* Which query heads share which key head. */
static const char *sharing(const planning *p)
{
    const size_t n = attn_attend_shared(p);
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
    return attn_attend_shared(p) > 1 ? "width(Q) / H" : "width(K) / H";
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
    const size_t past = p->shapes[PAST].rows;
    const char *of = past == 1 ? " The first row of `K` and `V` is an earlier word's, from a cache."
                     : past    ? attn_print(p->arena,
                                            " The first %zu rows of `K` and `V` are those of earlier "
                                               "words, from a cache.",
                                            past)
                               : "";
    step *s = add_step(
        p, attn_attend_projects(p)
               ? "Each row of `X` is a word. `W_Q`, `W_K` and `W_V` turn it into its query, its "
                 "key and its value: what it asks, how it is found, and what it gives."
               : attn_print(p->arena,
                            "Each row of `Q` is a query: what a word asks. Each row of `K` is a "
                            "key: how a word is found. Each row of `V` is a value: what a word "
                            "gives.%s",
                            of ? of : ""));
    if (!s) return false;
    s->shows = true;
    for (size_t part = 0; part < GIVENS; part++)
        if (attn_attend_has(p, part) &&
            !add_line(p, &s->show, LINE_EXPRESSION,
                      attn_print(p->arena, "%s%s", attn_attend_letter(part), subscript(p, part))))
            return false;
    return true;
}

/* "Q = X W_Q + b_Q". NULL on failure. */
static const char *projection(const planning *p, const char *name, const char *from, size_t part)
{
    const size_t bias = part == OUT ? OUT_BIAS : part - WEIGHT + BIAS;
    return attn_print(p->arena, "%s = %s %s%s%s", name, from, attn_attend_letter(part),
                      attn_attend_has(p, bias) ? " + " : "",
                      attn_attend_has(p, bias) ? attn_attend_letter(bias) : "");
}

static bool add_projections(planning *p)
{
    step *s = add_step(p, "Each row of `Q` is a query, each row of `K` a key, each row of `V` a "
                          "value: one row for each word.");
    for (size_t part = QUERY; s && part <= VALUE; part++)
        if (!add_line(p, &s->compute, LINE_STATEMENT,
                      projection(p, attn_attend_letter(part), "X", WEIGHT + part)))
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
    const size_t past = p->asked->causal ? p->past : 0;
    step *s = add_step(
        p, attn_print(
               p->arena, "%s%s%s%s%s", says[p->asked->scale],
               p->asked->softcap > 0 ? " A soft cap keeps them between two bounds." : "",
               attn_attend_has(p, ADDED) ? " `B` is added to them." : "",
               p->masked ? " Where the mask is 0, a score is −∞." : "",
               past ? " The keys begin before the queries do, and no query sees a key after it: "
                      "those scores are −∞."
               : p->asked->causal ? " No query sees a key after it: those scores are −∞."
                                  : ""));
    bool root = p->asked->scale == ATTN_ATTEND_ROOT;
    return s &&
           (!root || add_line(p, &s->compute, LINE_STATEMENT,
                              attn_print(p->arena, "d_k = %s", key_width(p)))) &&
           (!past || add_line(p, &s->compute, LINE_STATEMENT,
                              attn_print(p->arena, "C_{i,t} = t ≤ i + %zu", past))) &&
           add_line(p, &s->compute, LINE_STATEMENT, seen(p, ALL));
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
    for (size_t part = 0; part < GIVENS; part++)
        if (attn_attend_has(p, part) && !add_given(p, part)) return false;
    return add_switches(p) && attn_switches_bind(lesson) && add_given_step(p) &&
           (!attn_attend_projects(p) || add_projections(p)) && add_scores(p) && add_scaling(p) &&
           add_weights(p) && add_result(p) && (!attn_attend_has(p, OUT) || add_out(p)) &&
           attn_lesson_finish(lesson);
}

attn_lesson *attn_attend_lesson(const attn_attend *asked, attn_status *status)
{
    attn_lesson *lesson = attn_lesson_new("attention", status);
    if (!lesson) return NULL;
    planning p = {.asked = asked, .status = status, .lesson = lesson, .arena = lesson->arena};
    if (attn_attend_plan(&p) && build_lesson(&p) &&
        (!asked->tokens_file || attn_lesson_note_file(lesson, asked->tokens_file)))
        return lesson;
    attn_lesson_free(lesson);
    return NULL;
}
