/*
 * Formulas written out again, and changed by rule: every formula of the drafts comes back as the
 * same tree, and rules change what they fit and nothing else.
 */
#include "draft_formulas.h"
#include "formula/check/rewrite.h"
#include "formula/print/plain.h"
#include "parsing.h"

static const char *const functions[] = {"softmax", "mask",  "width", "var", "score", "mean",
                                        "tanh",    "f_dec", "sum",   "exp", "abs",   NULL};

static attn_grammar grammar(void)
{
    return parsing_grammar(functions);
}

/* A line as it is written out from its tree. */
static const char *written(const attn_statement *line)
{
    attn_text text = {0};
    attn_write_statement(line, &text);
    return attn_keep_text(arena, &text);
}

static bool same_tree(const attn_expr *a, const attn_expr *b)
{
    bool same = a->kind == b->kind && a->count == b->count && a->dotted == b->dotted &&
                a->height == b->height && !(a->number < b->number) && !(a->number > b->number);
    for (size_t i = 0; same && i < a->count; i++) same = same_tree(a->children[i], b->children[i]);
    return same;
}

/* ---- notation ---- */

START_TEST(test_drafts_come_back)
{
    attn_grammar g = grammar();
    int parsed = 0;
    for (size_t i = 0; i < COUNT(draft_formulas); i++) {
        attn_statement *line = attn_parse_body_line(&g, draft_formulas[i]);
        if (!line) {
            memset(&status, 0, sizeof status);
            continue;
        }
        const char *text = written(line);
        const attn_statement *again = attn_parse_body_line(&g, text);
        ck_assert_msg(again != NULL, "%s: %s", text, status.message);
        ck_assert_str_eq(written(again), text);
        for (size_t k = 0; k < line->result_count; k++)
            ck_assert_msg(same_tree(line->results[k], again->results[k]), "%s: %s",
                          draft_formulas[i], text);
        parsed++;
    }
    ck_assert_int_gt(parsed, 300);
}
END_TEST

static const struct {
    const char *text, *again;
} notations[] = {
    {"x = a*b", "x = a ⊙ b"},
    {"x_1, y = f_dec(a, b)", "x_1, y = f_dec(a, b)"},
    {"A V, A", "A V, A"},
    {"W_{Q,l}'", "W_{Q,l}ᵀ"},
    {"h_{i-1} + h_{n+1}", "h_{i-1} + h_{n+1}"},
    {"a · b c", "a · b c"},
    {"-a b - (-c)", "-a b - (-c)"},
    {"(a + b) c / (d e)", "(a + b) c / (d e)"},
    {"a (b c)", "a (b c)"},
    {"sqrt(a + b) + √c + √(d)", "sqrt(a + b) + √c + √(d)"},
    {"x^2 + x^{-1} + x^-a + x^T + x^{(T)} + x^{a+b} + x^a_1",
     "x^2 + x^{-1} + x^{-a} + xᵀ + x^(T) + x^{a + b} + x^a_1"},
    {"√x'^2", "√xᵀ^2"},
    {"Σ_i a_i b_i / n + c", "Σ_i a_i b_i / n + c"},
    {"a ⊙ Σ_i b_i", "a ⊙ Σ_i b_i"},
    {"(Σ_i a_i) b", "(Σ_i a_i) b"},
    {"concat_j(split_j(X) W)", "concat_j(split_j(X) W)"},
    {"reshape_j(X)", "reshape_j(X)"},
    {"after( W_{Q,1} )' - after(A)", "after(W_{Q,1})ᵀ - after(A)"},
    {"split_{ceil(j/4)}(X) K_{⌈j/4⌉}'", "split_{⌈j/4⌉}(X) K_{⌈j/4⌉}ᵀ"},
    {"[a ; b, c]", NULL},
    {"[a ; b] + [c, d] + [e]", "[a ; b] + [c, d] + [e]"},
    {"grad(L, W_Q) + ∂L/∂x_1", "∂L/∂W_Q + ∂L/∂x_1"},
    {"a <= b", "a ≤ b"},
    {"alpha == pi ∞", "α == π ∞"},
    {"0.044715 + 1e-5 + 100000000 + 0.1", "0.044715 + 1e-05 + 1e+08 + 0.1"},
    {"10 + 20 + 10000 + 100000 + 12000000", "10 + 20 + 10000 + 1e+05 + 1.2e+07"},
    {"→h_i ←h_{i+1}", "→h_i ←h_{i+1}"},
};

START_TEST(test_notation)
{
    attn_grammar g = grammar();
    attn_statement *line = attn_parse_body_line(&g, notations[_i].text);
    if (!notations[_i].again) {
        ck_assert_ptr_null(line);
        return;
    }
    ck_assert_msg(line != NULL, "%s: %s", notations[_i].text, status.message);
    ck_assert_str_eq(written(line), notations[_i].again);
}
END_TEST

/* ---- rules ---- */

#define MOST_RULES 3

static const struct {
    attn_rule rules[MOST_RULES];
    const char *text, *changed; /* NULL: nothing fits */
    size_t places;
} rewritings[] = {
    {{{"a / √b", "a"}}, "A = softmax(Q Kᵀ / √d_k)", "A = softmax(Q Kᵀ)", 1},
    {{{"a / √b", "a"}}, "A = softmax(Q Kᵀ / d_k)", NULL, 0},
    {{{"a / √b", "a"}}, "x = (a / √2) b + c / √3", "x = a b + c", 2},
    {{{"a / √b", "a"}}, "x = b ((a + c) / √2)", "x = b (a + c)", 1},
    {{{"a / √b", "a / b"}}, "x = a / √(b + 1)", "x = a / (b + 1)", 1},
    {{{"a / √(var(b) + c)", "a / √(var(b) + c)"}, {"a / √b", "a"}},
     "x = (X' - m) / √(var(X) + 1) + Y / √d",
     "x = (Xᵀ - m) / √(var(X) + 1) + Y",
     1},
    {{{"softmax(a)", "softmax(aᵀ)ᵀ"}}, "A = softmax(Q Kᵀ)", "A = softmax((Q Kᵀ)ᵀ)ᵀ", 1},
    {{{"softmax(mask(a, b))", "softmax(a) ⊙ b"}},
     "A = softmax(mask(S + T, M)) V",
     "A = (softmax(S + T) ⊙ M) V",
     1},
    {{{"a bᵀ", "a b"}}, "S = Q (X W)ᵀ", "S = Q (X W)", 1},
    {{{"V_any", "K_any"}, {"K_any", "V_any"}},
     "Z = K_j V_j + V + V_{j-1} + W_V",
     "Z = V_j K_j + K + K_{j-1} + W_V",
     4},
    {{{"Q_any K_anyᵀ", "K_any Q_anyᵀ"}},
     "S = Q_j K_jᵀ + Q_1 K_2ᵀ + Q Kᵀ",
     "S = K_j Q_jᵀ + Q_1 K_2ᵀ + K Qᵀ",
     2},
    {{{"Q_any K_otherᵀ", "K_other Q_anyᵀ"}},
     "S = Q_j K_{⌈j/2⌉}ᵀ + Q_1 Kᵀ + Q_j K_jᵀ",
     "S = K_{⌈j/2⌉} Q_jᵀ + K Q_1ᵀ + Q_j K_jᵀ",
     2},
    {{{"Q_any K_other V_other", "Q_any Q_any"}},
     "S = Q_j K_1 V_1 + Q_j K_1 V_2",
     "S = Q_j Q_j + Q_j K_1 V_2",
     1},
    {{{"split_i(a) split_k(b)ᵀ", "split_k(b) split_i(a)ᵀ"}},
     "E = split_j(Q) split_{⌈j/2⌉}(K)' + split_j(Q) split_j(K)'",
     "E = split_{⌈j/2⌉}(K) split_j(Q)ᵀ + split_j(Q) split_j(K)ᵀ",
     1},
    {{{"s_t", "s_{t-1}"}},
     "e = score(s_t, s_{t-1}, s, s_{B,t})",
     "e = score(s_{t-1}, s_{t-1}, s, s_{B,t})",
     1},
    {{{"a + b_any", "a"}}, "Q = X W_Q + b_Q + x", "Q = X W_Q + x", 1},
    {{{"a - a", "0"}}, "y = (x + 1) - ((x + (1))) + z - y", "y = 0 + z - y", 1},
    {{{"Σ_i a", "a"}}, "y = Σ_j x_j b", "y = x_j b", 1},
    {{{"Σ_i a", "Σ_i (a + 1)"}}, "y = Σ_j x_j", "y = Σ_j (x_j + 1)", 1},
    {{{"split_i(a)", "reshape_i(a)"}},
     "E = split_j(Q) split_{⌈j/4⌉}(K)'",
     "E = reshape_j(Q) reshape_{⌈j/4⌉}(K)ᵀ",
     2},
    {{{"split_i(a) split_i(b)ᵀ", "a"}}, "E = split_j(Q) split_{⌈j/4⌉}(K)'", NULL, 0},
    {{{"a - a", "0"}}, "y = K_{⌈j/4⌉} - K_{⌈j/2⌉}", NULL, 0},
    {{{"nowhere(a)", "a"}}, "y = softmax(x)", NULL, 0},
    {{{"a · b", "b a"}}, "y = x · z", "y = z x", 1},
    {{{"a b", "b"}}, "A V, A W", "V, W", 2},
    {{{"a ≤ b", "a ≤ b + 1"}}, "M = j ≤ t", "M = j ≤ t + 1", 1},
    {{{"(Σ_i a) Σ_i b", "a b"}},
     "y = (Σ_i x_i) Σ_j x_j + (Σ_j x_j) Σ_j u",
     "y = (Σ_i x_i) Σ_j x_j + x_j u",
     1},
    {{{"a / b", "b / a"}}, "y = 2 / Σ_i x_i", "y = (Σ_i x_i) / 2", 1},
    {{{"a · b", "b a"}}, "y = [x · u] + [a]", "y = [(u x)] + [a]", 1},
    {{{"a · b", "b a"}}, "y = [-x · u] + [-a]", "y = [(-u x)] + [-a]", 1},
    {{{"√a", "a"}}, "y = (√(x^2))^3", "y = (x^2)^3", 1},
    {{{"a b", "a^b"}}, "y = x T + x (u + v)", "y = x^(T) + x^{u + v}", 2},
};

START_TEST(test_rules)
{
    attn_grammar g = grammar();
    size_t count = 0, places = 99;
    while (count < MOST_RULES && rewritings[_i].rules[count].from) count++;
    attn_rewriter *rewriter = attn_rewriter_new(arena, rewritings[_i].rules, count);
    ck_assert_msg(rewriter != NULL, "%s", status.message);
    attn_statement *line = attn_parse_body_line(&g, rewritings[_i].text);
    ck_assert_msg(line != NULL, "%s", status.message);
    const attn_statement *changed = attn_rewrite(rewriter, &g, line, &places);
    ck_assert_msg(changed != NULL, "%s: %s", rewritings[_i].text, status.message);
    ck_assert_uint_eq(places, rewritings[_i].places);
    if (!rewritings[_i].changed) {
        ck_assert_ptr_eq(changed, line);
        return;
    }
    ck_assert_str_eq(changed->text, rewritings[_i].changed);
    ck_assert_str_eq(written(changed), rewritings[_i].changed);
    ck_assert(attn_same_left_side(line, changed));
}
END_TEST

/* What a name stands for, by the statements that were there before. */
typedef struct known {
    attn_statement *lines[2];
} known;

static attn_expr *meaning(const void *user, const attn_name *name)
{
    const known *k = user;
    for (size_t i = 0; i < 2; i++)
        if (strcmp(k->lines[i]->targets[0].word, name->word) == 0) return k->lines[i]->results[0];
    return NULL;
}

START_TEST(test_look_through)
{
    static const attn_rule rule = {"softmax(mask(a, b))", "softmax(a) ⊙ b"};
    attn_grammar g = grammar();
    size_t places;
    known k = {{attn_parse_statement(&g, "T = S"), attn_parse_statement(&g, "S = mask(Q Kᵀ, M)")}};
    attn_rewriter *rewriter = attn_rewriter_new(arena, &rule, 1);
    attn_statement *line = attn_parse_statement(&g, "A = softmax(T)");
    ck_assert(attn_rewrite(rewriter, &g, line, &places) == line);
    attn_rewriter_look_through(rewriter, meaning, &k);
    const attn_statement *changed = attn_rewrite(rewriter, &g, line, &places);
    ck_assert_str_eq(changed->text, "A = softmax(Q Kᵀ) ⊙ M");
}
END_TEST

/* x = y and y = x lead nowhere. */
START_TEST(test_look_in_circles)
{
    static const attn_rule rule = {"softmax(mask(a, b))", "softmax(a) ⊙ b"};
    attn_grammar g = grammar();
    size_t places;
    known k = {{attn_parse_statement(&g, "x = y"), attn_parse_statement(&g, "y = x")}};
    attn_rewriter *rewriter = attn_rewriter_new(arena, &rule, 1);
    attn_rewriter_look_through(rewriter, meaning, &k);
    attn_statement *line = attn_parse_statement(&g, "A = softmax(x)");
    ck_assert(attn_rewrite(rewriter, &g, line, &places) == line);
}
END_TEST

static const struct {
    attn_rule rule;
    const char *message;
} faults[] = {
    {{"a +", "a"}, "a value is missing"},
    {{"a", "a +"}, "a value is missing"},
    {{"a", "b"}, "the rule a → b: b must be on the left too"},
    {{"a", "V_any"}, "any must be on the left too"},
    {{"V_any", "V_other"}, "other must be on the left too"},
    {{"a", "Σ_i a"}, "i must be on the left too"},
    {{"[a, b, c, d, e, f, g, h, k]", "a"}, "has more than 8 names"},
};

START_TEST(test_faults)
{
    ck_assert_ptr_null(attn_rewriter_new(arena, &faults[_i].rule, 1));
    ck_assert_msg(strstr(status.message, faults[_i].message) != NULL, "%s", status.message);
}
END_TEST

static const struct {
    const char *a, *b;
    bool same;
} sides[] = {
    {"S = a", "S = b", true},
    {"S = a", "S_1 = a", false},
    {"e_{t,i} = a", "e_{t,i} = b", true},
    {"e_{t,i} = a", "e_{i,t} = b", false},
    {"Z, A = f_dec(a)", "Z, A = b", true},
    {"Z, A = f_dec(a)", "Z = b", false},
    {"s_{n+1} = a", "s_{n-1} = a", false},
};

START_TEST(test_left_sides)
{
    attn_grammar g = grammar();
    ck_assert(attn_same_left_side(attn_parse_body_line(&g, sides[_i].a),
                                  attn_parse_body_line(&g, sides[_i].b)) == sides[_i].same);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("rewrite");
    TCase *tcase = tcase_create("rewrite");
    tcase_add_checked_fixture(tcase, begin, end);
    tcase_add_test(tcase, test_drafts_come_back);
    tcase_add_loop_test(tcase, test_notation, 0, COUNT(notations));
    tcase_add_loop_test(tcase, test_rules, 0, COUNT(rewritings));
    tcase_add_test(tcase, test_look_through);
    tcase_add_test(tcase, test_look_in_circles);
    tcase_add_loop_test(tcase, test_faults, 0, COUNT(faults));
    tcase_add_loop_test(tcase, test_left_sides, 0, COUNT(sides));
    suite_add_tcase(suite, tcase);
    return unit_run(suite);
}
