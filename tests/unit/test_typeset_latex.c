/*
 * Formulas as LaTeX: every kind of expression, names in any script, and lines of arithmetic. What
 * is written has no sign of Markdown in it, and balanced braces.
 */
#include "formula/print/typeset_latex.h"

#include "calculations.h"
#include "parsing.h"

static const char *const functions[] = {"softmax", "tanh", "score",      "σ",  "f_enc",
                                        "norm",    "exp",  "layer_norm", "爱", NULL};

static void words(const char *bytes, size_t length, attn_text *to)
{
    attn_text_add(to, "«");
    attn_text_add_bytes(to, bytes, length);
    attn_text_add(to, "»");
}

static const struct {
    const char *text, *set;
} lines[] = {
    {"c = 3", "c = 3"},
    {"alpha_t = softmax(e_t)", "\\alpha_{t} = \\operatorname{softmax}(e_{t})"},
    {"A = softmax(Q Kᵀ / √d_k)", "A = \\operatorname{softmax}\\mathopen{}\\left(\\frac{Q "
                                 "\\thinspace K^{\\top}}{\\sqrt{d_{k}}}\\right)"},
    {"W_{Q,l} = x_{i-1} · y_{i+12}", "W_{Q,l} = x_{i-1} \\cdot y_{i+12}"},
    {"h_i = f_enc(h_{i-1}, x_i)", "h_{i} = f_{\\mathrm{enc}}(h_{i-1}, x_{i})"},
    {"x = layer_norm(X)", "x = \\operatorname{layer}\\nolimits_{\\mathrm{norm}}(X)"},
    {"ℓ_t = ℓ_{t-1} + 1", "\\ell_{t} = \\ell_{t-1} + 1"},
    {"c = Σ_i α_i h_i", "c = \\sum_{i} \\alpha_{i} \\thinspace h_{i}"},
    {"x = (Σ_i a_i) / (b + 1)", "x = \\frac{\\sum_{i} a_{i}}{b + 1}"},
    {"x = (a + b) c", "x = (a + b) \\thinspace c"},
    {"x = (a / b) c", "x = \\mathopen{}\\left(\\frac{a}{b}\\right) \\thinspace c"},
    {"x = √(a + b)^2", "x = \\sqrt{a + b}^{2}"},
    {"x = (−a)^(b − 1)", "x = (-a)^{b - 1}"},
    {"x = a == b", "x = (a = b)"},
    {"x = (X^2)ᵀ", "x = (X^{2})^{\\top}"},
    {"x = X'' + X'^2", "x = (X^{\\top})^{\\top} + (X^{\\top})^{2}"},
    {"x = [s ; c]", "x = [s ; c]"},
    {"x = [s, c]", "x = [s, c]"},
    {"x = a ⊙ b", "x = a \\odot b"},
    {"g = ∂L/∂W_o", "g = \\frac{\\partial L}{\\partial W_{o}}"},
    {"x = π ∞", "x = \\pi \\thinspace \\infty"},
    {"x = (a <= b) + (c > 1) + (a < b) + (a >= b) + (a == b)",
     "x = (a \\le b) + (c \\gt 1) + (a \\lt b) + (a \\ge b) + (a = b)"},
    {"x = 0.00001 + 1e-9 + 2.5e20", "x = 0.00001 + 1\\cdot 10^{-9} + 2.5\\cdot 10^{20}"},
    {"E_j = Q_j K_{⌈j/4⌉}'", "E_{j} = Q_{j} \\thinspace K_{\\lceil j/4\\rceil}^{\\top}"},
    {"C_j = split_{⌈j/4⌉}(Q)", "C_{j} = \\operatorname{split}\\nolimits_{\\lceil j/4\\rceil}(Q)"},
    {"C_j = split_j(Q)", "C_{j} = \\operatorname{split}\\nolimits_{j}(Q)"},
    {"C_j = reshape_j(Q)", "C_{j} = \\operatorname{reshape}\\nolimits_{j}(Q)"},
    {"O = concat_j(C_j) U_O", "O = \\operatorname{concat}\\nolimits_{j}(C_{j}) \\thinspace U_{O}"},
    {"→h_i = exp(←h_1)", "\\overrightarrow h_{i} = \\exp(\\overleftarrow h_{1})"},
    {"z = σ(x) 爱(y)", "z = \\sigma(x) \\thinspace \\text{«爱»}(y)"},
    {"词_源 = target", "\\text{«词»}_{\\text{«源»}} = \\mathrm{target}"},
    {"source_i = →ab_i", "\\operatorname{source}\\nolimits_{i} = "
                         "\\overrightarrow{\\mathrm{ab}}_{i}"},
    {"Ĝ_base = x̄_1", "\\hat G_{\\mathrm{base}} = \\bar x_{1}"},
    {"Übung = α̂ ñ", "\\mathrm{\\ddot Ubung} = \\hat\\alpha \\thinspace \\tilde n"},
    {"ą_i = g̱", "\\text{«ą»}_{i} = \\text{«g̱»}"},
    {"Γ = Γz + ΔA + ΩZ + ω0", "\\Gamma = \\mathrm{\\Gamma z} + \\mathrm{\\Delta A} + "
                              "\\mathrm{\\Omega Z} + \\mathrm{\\omega 0}"},
    {"Δx, e_dot = score(a, b)",
     "\\mathrm{\\Delta x}, e_{\\mathrm{dot}} = \\operatorname{score}(a, b)"},
};

static void check_page_safe(const char *text)
{
    int depth = 0;
    ck_assert_msg(!strpbrk(text, "<>|*`$\"#%&~"), "in %s", text);
    for (; *text; text++) {
        depth += *text == '{';
        depth -= *text == '}';
        ck_assert_int_ge(depth, 0);
        if (*text == '\\') ck_assert_msg(strchr("\\{}_,;: ", text[1]) == NULL, "at %s", text);
    }
    ck_assert_int_eq(depth, 0);
}

START_TEST(formula_is_set)
{
    attn_grammar grammar = parsing_grammar(functions);
    attn_statement *line = attn_parse_statement(&grammar, lines[_i].text);
    if (!line) line = attn_parse_body_line(&grammar, lines[_i].text);
    ck_assert_msg(line != NULL, "%s: %s", lines[_i].text, status.message);
    attn_latex_statement(line, words, &out);
    ck_assert_str_eq(attn_text_string(&out), lines[_i].set);
    check_page_safe(attn_text_string(&out));
}
END_TEST

START_TEST(label_is_set)
{
    ck_assert(attn_latex_label("e_{1,2}", words, &out));
    ck_assert_str_eq(attn_text_string(&out), "e_{1,2}");
    ck_assert(!attn_latex_label("<b>", words, &out));
    ck_assert(!attn_latex_label("", words, &out));
    ck_assert_str_eq(attn_text_string(&out), "e_{1,2}");
    attn_text_clear(&out);
    ck_assert(attn_latex_label("Q Kᵀ", words, &out));
    ck_assert_str_eq(attn_text_string(&out), "Q \\thinspace K^{\\top}");
    attn_text_clear(&out);
    ck_assert(attn_latex_label("f(x) == 1", words, &out));
    ck_assert_str_eq(attn_text_string(&out), "(f(x) = 1)");
    attn_text_clear(&out);
    ck_assert(attn_latex_label("after(W_{Q,1})", words, &out));
    ck_assert_str_eq(attn_text_string(&out), "\\operatorname{after}(W_{Q,1})");
}
END_TEST

START_TEST(head_is_set)
{
    static const char *const parameters[] = {"s", "tau"};
    attn_latex_head("score", parameters, 2, words, &out);
    ck_assert_str_eq(attn_text_string(&out), "\\operatorname{score}(s, \\mathrm{tau})");
}
END_TEST

static const struct {
    const char *line, *set; /* NULL: words */
} arithmetic[] = {
    {"1.8·1 + 0.2·0.5 − 0.8·0", "1.8\\cdot 1 + 0.2\\cdot 0.5 - 0.8\\cdot 0"},
    {"exp(2.1) / (exp(2.1) + exp(−0.3))", "\\exp(2.1) / (\\exp(2.1) + \\exp(-0.3))"},
    {"(1·1 + 2·0) / √4", "(1\\cdot 1 + 2\\cdot 0) / \\sqrt{4}"},
    {"√(2 + (1 − 3)²) − 1", "\\sqrt{2 + (1 - 3)^{2}} - 1"},
    {"2^(1 + 1)", "2^{1 + 1}"},
    {"2^10·3", "2^{10}\\cdot 3"},
    {"√exp(1)", "\\sqrt{\\exp(1)}"},
    {"√√16 + (2 + 1)·3", "\\sqrt{\\sqrt{16}} + (2 + 1)\\cdot 3"},
    {"2^√√exp((1 + 1)·2) + 3", "2^{\\sqrt{\\sqrt{\\exp((1 + 1)\\cdot 2)}}} + 3"},
    {"2^∞ + √∞ / (1 + 2)", "2^{\\infty} + \\sqrt{\\infty} / (1 + 2)"},
    {"−2·tanh(0.9 + 1)", "-2\\cdot\\tanh(0.9 + 1)"},
    {"σ(1) + relu(2)", "\\sigma(1) + \\operatorname{relu}(2)"},
    {"max(1, ∞)", "\\max(1, \\infty)"},
    {"0.5·((1 == 2) − 0.2)", "0.5\\cdot((1 = 2) - 0.2)"},
    {"(2 < 3)·1 + (2 ≥ 3)", "(2 \\lt 3)\\cdot 1 + (2 \\ge 3)"},
    {"1.5e+12·2", "1.5\\cdot 10^{12}\\cdot 2"},
    {"1·2 + … 5 more … + 3·4", NULL},
    {"1 at place 3, else 0", NULL},
    {"'<start>'", NULL},
};

START_TEST(arithmetic_is_set)
{
    attn_calculation *line = read_calculation(arena, arithmetic[_i].line);
    bool set_it = attn_latex_calculation(line, &out);
    ck_assert_int_eq(set_it, arithmetic[_i].set != NULL);
    ck_assert_str_eq(attn_text_string(&out), set_it ? arithmetic[_i].set : "");
}
END_TEST

START_TEST(number_is_set)
{
    static const char *const numbers[][2] = {
        {"3", "3"},       {"−0.5", "-0.5"},   {"−1.5e-07", "-1.5\\cdot 10^{-7}"},
        {"∞", "\\infty"}, {"−∞", "-\\infty"}, {"2, 'le'", NULL},
        {"le", NULL},     {"", NULL},         {"−", NULL},
    };
    for (size_t i = 0; i < COUNT(numbers); i++) {
        attn_text_clear(&out);
        ck_assert_int_eq(attn_latex_number(numbers[i][0], &out), numbers[i][1] != NULL);
        ck_assert_str_eq(attn_text_string(&out), numbers[i][1] ? numbers[i][1] : "");
    }
}
END_TEST

START_TEST(symbols_are_found)
{
    ck_assert_str_eq(attn_latex_symbol(0x3B1), "\\alpha");
    ck_assert_str_eq(attn_latex_symbol(0x22A4), "\\top");
    ck_assert_ptr_null(attn_latex_symbol('a'));
    ck_assert_ptr_null(attn_latex_symbol(0x7231));
}
END_TEST

static Suite *latex_suite(void)
{
    Suite *suite = suite_create("typeset_latex");
    TCase *tests = tcase_create("all");
    tcase_add_checked_fixture(tests, begin, end);
    tcase_add_loop_test(tests, formula_is_set, 0, COUNT(lines));
    tcase_add_test(tests, label_is_set);
    tcase_add_test(tests, head_is_set);
    tcase_add_loop_test(tests, arithmetic_is_set, 0, COUNT(arithmetic));
    tcase_add_test(tests, number_is_set);
    tcase_add_test(tests, symbols_are_found);
    suite_add_tcase(suite, tests);
    return suite;
}

int main(void)
{
    return unit_run(latex_suite());
}
