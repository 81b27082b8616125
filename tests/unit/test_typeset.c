/*
 * Typesetting: formulas as they stand on the board. In the tables "~" is the space at which no line
 * breaks (U+00A0), " " the one at which a line may break.
 */

#include "formula/print/typeset.h"
#include "parsing.h"

static const char *const functions[] = {"softmax", "tanh", "score", "width", "σ",   "f_enc", "var",
                                        "mean",    "sin",  "cos",   "sum",   "abs", NULL};

/* out with "~" in the place of U+00A0. */
static const char *visible(void)
{
    attn_text shown = {0};
    const char *at = attn_text_string(&out);
    for (; *at != '\0'; at++) {
        bool stay = strncmp(at, "\u00A0", 2) == 0;
        attn_text_add_bytes(&shown, stay ? "~" : at, 1);
        if (stay) at++;
    }
    attn_text_clear(&out);
    attn_text_add(&out, attn_text_string(&shown));
    attn_text_free(&shown);
    return attn_text_string(&out);
}

static const struct {
    const char *text, *set;
} lines[] = {
    /* subscripts */
    {"e_{t,i}", "eₜ,ᵢ"},
    {"h_{i-1}", "hᵢ₋₁"},
    {"K_{⌈j/4⌉}ᵀ", "K_{⌈j/4⌉}ᵀ"},
    {"←h_{n+1}", "←hₙ₊₁"},
    {"e_{1,12}", "e₁,₁₂"},
    {"γ_β", "γᵦ"},
    {"W_Q", "W_Q"},
    {"W_{Q,l}", "W_Q,l"},
    {"s_{B,t-1}", "s_{B,t−1}"},
    {"B_{b-1}", "B_{b−1}"},
    {"α_dot", "α_dot"},
    {"X_pos", "X_pos"},
    {"Y_{sum,i}", "Y_sum,i"},
    {"W_r + W_z", "W_r +~W_z"},
    {"h_{in,t-1}", "h_{in,t−1}"},
    /* statements: "name =" stays together */
    {"α_t = softmax(e_t)", "αₜ~= softmax(eₜ)"},
    {"e_{t,i} = score(s_t, h_i)", "eₜ,ᵢ~= score(sₜ, hᵢ)"},
    {"h_i, c_i = a", "hᵢ,~cᵢ~= a"},
    {"A V, A", "A~V, A"},
    {"c_t = Σ_i α_{t,i} h_i", "cₜ~= Σᵢ~αₜ,ᵢ~hᵢ"},
    {"M_{i,j} = j <= i", "Mᵢ,ⱼ~= j ≤~i"},
    {"D_{i,j} = i == j", "Dᵢ,ⱼ~= (i =~j)"},
    {"h_i = [→h_i ; ←h_i]", "hᵢ~= [→hᵢ ;~←hᵢ]"},
    /* operators */
    {"a - b + c", "a −~b +~c"},
    {"-x * 2 / y", "−x ⊙~2 /~y"},
    {"s · h", "s ·~h"},
    {"2 Σ_g x", "2~Σ_g~x"},
    {"a == 1", "a =~1"},
    {"a < b", "a <~b"},
    {"a >= b", "a ≥~b"},
    {"1/2", "1 /~2"},
    {"[a, b]", "[a, b]"},
    {"(1 - z) h", "(1 −~z)~h"},
    /* ᵀ, powers, roots */
    {"Q K' / √d_k", "Q~Kᵀ /~√dₖ"},
    {"√(width(K))", "√(width(K))"},
    {"sqrt(width(K))", "√width(K)"},
    {"sqrt(width(X) / H)", "√(width(X) /~H)"},
    {"sqrt(a b) c", "√(a~b)~c"},
    {"sqrt(x')", "√(xᵀ)"},
    {"x^2 + y^10", "x² +~y¹⁰"},
    {"(x + 1)^{-1}", "(x +~1)⁻¹"},
    {"x^n", "xⁿ"},
    {"x^0.5", "x^0.5"},
    {"x^{a + b}", "x^(a +~b)"},
    {"x^-a", "x^(−a)"},
    {"x^(2)", "x^(2)"},
    {"√x^2", "(√x)²"},
    {"(x^2)^3", "(x²)³"},
    {"x'^2", "(xᵀ)²"},
    {"x^2'", "(x²)ᵀ"},
    {"∂L/∂W'", "(∂L/∂W)ᵀ"},
    /* derivatives */
    {"G = grad(L, W_Q)", "G~= ∂L/∂W_Q"},
    {"W - η ∂→h_k/∂x_i", "W −~η~∂→hₖ/∂xᵢ"},
    {"∂L/∂W / ∂L/∂V", "(∂L/∂W) /~(∂L/∂V)"},
    /* calls */
    {"f_enc(h_{i-1}, x_i)", "f_enc(hᵢ₋₁, xᵢ)"},
    {"sigma(x)", "σ(x)"},
    {"reshape_j(X)", "reshapeⱼ(X)"},
    {"split_{⌈j/4⌉}(X)", "split_{⌈j/4⌉}(X)"},
    {"split_j(X)' concat_j(A)", "splitⱼ(X)ᵀ~concatⱼ(A)"},
    {"split_b(X)", "split_b(X)"},
    {"foo(x)", "foo~(x)"},
    /* numbers */
    {"0.00001", "0.00001"},
    {"1e-6 x", "0.000001~x"},
    {"1.5e-8", "1.5e−8"},
    {"0.10", "0.1"},
    {"16777216", "16777216"},
    {"1e20", "1e20"},
    {"3.25", "3.25"},
    {"0", "0"},
    {"2π + ∞", "2~π +~∞"},
};

START_TEST(test_line)
{
    attn_grammar grammar = parsing_grammar(functions);
    attn_statement *line = attn_parse_body_line(&grammar, lines[_i].text);
    ck_assert_msg(line != NULL, "%s: %s", lines[_i].text, status.message);
    attn_typeset_statement(line, &out);
    ck_assert_str_eq(visible(), lines[_i].set);
}
END_TEST

static const struct {
    const char *label, *set;
} labels[] = {
    {"e_{1,2}", "e₁,₂"},
    {"→h_0", "→h₀"},
    {"W_{Q,1}", "W_Q,1"},
    {"e_{dot,1,2}", "e_dot,1,2"},
    {"alpha", "α"},
    {"", ""},
    {"a + b", "a + b"},
    {"h_{i", "h_{i"},
    {"我_t", "我ₜ"},
    {"A A^T", "A Aᵀ"},
    {"f_dec(s_1, alpha)", "f_dec(s₁, α)"},
    {"row(A, x_1)", "row(A, x₁)"},
    {"α (x + 1)", "α (x + 1)"},
    {"f(x) + σ(x)", "f(x) + σ(x)"},
    {"gate (x + 1)", "gate (x + 1)"},
    {"x == 1", "(x = 1)"},
    {"after(e_{1,2})", "after(e₁,₂)"},
    {"max(after(alpha_t)) - after(W_Q)^T", "max(after(αₜ)) − after(W_Q)ᵀ"},
    {"after (x + 1)", "after (x + 1)"},
};

START_TEST(test_label)
{
    attn_typeset_label(labels[_i].label, &out);
    ck_assert_str_eq(visible(), labels[_i].set);
}
END_TEST

/* Only a name is typeset: no lesson's name is a difference. */
START_TEST(test_word)
{
    attn_typeset_word("le-chat-noir", &out);
    attn_typeset_word(" alpha_t", &out);
    attn_typeset_word(" e^x", &out);
    ck_assert_str_eq(visible(), "le-chat-noirαₜ e^x");
}
END_TEST

START_TEST(test_deepest)
{
    attn_grammar grammar = {.arena = arena};
    attn_text text = {0};
    attn_text_repeat(&text, "(", 100);
    attn_text_add(&text, "x");
    attn_text_repeat(&text, ")", 100);
    attn_expr *expr = attn_parse_expr(&grammar, attn_text_string(&text));
    ck_assert_ptr_nonnull(expr);
    attn_typeset_expr(expr, &out);
    ck_assert_str_eq(attn_text_string(&out), attn_text_string(&text));
    attn_text_free(&text);
}
END_TEST

static Suite *typeset_suite(void)
{
    Suite *suite = suite_create("typeset");
    TCase *board = tcase_create("board");
    tcase_add_checked_fixture(board, begin, end);
    tcase_add_loop_test(board, test_line, 0, COUNT(lines));
    tcase_add_loop_test(board, test_label, 0, COUNT(labels));
    tcase_add_test(board, test_word);
    tcase_add_test(board, test_deepest);
    suite_add_tcase(suite, board);
    return suite;
}

int main(void)
{
    return unit_run(typeset_suite());
}
