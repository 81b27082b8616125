/*
 * Formulas as MathML: every kind of expression, names in any script. Elements are closed in their
 * order, and no word is an element.
 */
#include "formula/print/mathml.h"

#include "parsing.h"

static const char *const functions[] = {"softmax", "f_enc", "爱", NULL};

#define I(word) "<mi>" word "</mi>"
#define O(sign) "<mo>" sign "</mo>"
#define N(digits) "<mn>" digits "</mn>"
#define SPACE "<mspace width=\"0.2em\"/>"
#define IN(parts) "<mrow>" O("(") parts O(")") "</mrow>"

static const struct {
    const char *text, *set;
} lines[] = {
    {"c = 3", I("c") O("=") N("3")},
    {"alpha_t = softmax(e_t)", "<msub>" I("α") "<mrow>" I("t") "</mrow></msub>" O("=") I("softmax")
                                   IN("<msub>" I("e") "<mrow>" I("t") "</mrow></msub>")},
    {"y = f_enc(h_{i-1,2}, x)", I("y") O("=") "<msub>" I("f") I("enc") "</msub>" IN(
                                    "<msub>" I("h") "<mrow>" I("i") O("−") N("1") O(",")
                                        N("2") "</mrow></msub>" O(",") I("x"))},
    {"A = Q Kᵀ / √d", I("A") O("=") "<mfrac><mrow>" I("Q") SPACE
     "<msup><mrow>" I("K") "</mrow><mi>⊤</mi></msup></mrow><mrow><msqrt>" I("d") "</msqrt>"
                                                                                 "</mrow></mfrac>"},
    {"c = Σ_i a_i · b", I("c") O("=") "<munder>" O("∑") "<mrow>" I("i") "</mrow></munder><msub>" I(
                            "a") "<mrow>" I("i") "</mrow></msub>" O("·") I("b")},
    {"x = (a + b)^2 − c ⊙ d",
     I("x") O("=") "<msup><mrow>" IN(I("a") O("+") I("b")) "</mrow><mrow>" N(
         "2") "</mrow></msup>" O("−") I("c") O("⊙") I("d")},
    {"x = (X^2)ᵀ", I("x") O("=") "<msup><mrow>" IN("<msup><mrow>" I("X") "</mrow><mrow>" N(
                       "2") "</mrow></msup>") "</mrow><mi>⊤</mi></msup>"},
    {"x = X^2'", I("x") O("=") "<msup><mrow><mrow>" O("(") "<msup><mrow>" I("X") "</mrow><mrow>" N(
                     "2") "</mrow></msup>" O(")") "</mrow></mrow><mi>⊤</mi></msup>"},
    {"x = a == b", I("x") O("=") IN(I("a") O("=") I("b"))},
    {"x = (a < b) + (a > b)",
     I("x") O("=") IN(I("a") O("&lt;") I("b")) O("+") IN(I("a") O("&gt;") I("b"))},
    {"x = [s ; c] + [s, c]", I("x") O("=") "<mrow>" O("[") I("s") O(";") I("c") O("]") "</mrow>" O(
                                 "+") "<mrow>" O("[") I("s") O(",") I("c") O("]") "</mrow>"},
    {"g = ∂L/∂W",
     I("g") O("=") "<mfrac><mrow>" O("∂") I("L") "</mrow><mrow>" O("∂") I("W") "</mrow></mfrac>"},
    {"C_j = split_{⌈j/4⌉}(Q)",
     "<msub>" I("C") "<mrow>" I("j") "</mrow></msub>" O("=") "<msub>" I("split") "<mrow>" O("⌈")
         I("j") O("/") N("4") O("⌉") "</mrow></msub>" IN(I("Q"))},
    {"→h_i = −π ∞", "<msub><mover>" I("h") O("→") "</mover><mrow>" I("i") "</mrow></msub>" O(
                        "=") "<mrow>" O("−") I("π") SPACE I("∞") "</mrow>"},
    {"z = 爱(y) + 2.5e-20",
     I("z") O("=") I("爱") IN(I("y")) O("+") N("2.5") O("·") "<msup>" N("10") N("−20") "</msup>"},
};

START_TEST(formula_is_set)
{
    attn_grammar grammar = parsing_grammar(functions);
    attn_statement *line = attn_parse_statement(&grammar, lines[_i].text);
    ck_assert_msg(line != NULL, "%s: %s", lines[_i].text, status.message);
    attn_mathml_statement(line, &out);
    ck_assert_str_eq(attn_text_string(&out), lines[_i].set);
}
END_TEST

START_TEST(label_is_set)
{
    ck_assert(attn_mathml_label("after(W_{Q,1})", &out));
    ck_assert_str_eq(attn_text_string(&out),
                     I("after") IN("<msub>" I("W") "<mrow>" I("Q") O(",") N("1") "</mrow></msub>"));
    attn_text_clear(&out);
    ck_assert(!attn_mathml_label("<b>", &out));
    ck_assert(!attn_mathml_label("", &out));
    ck_assert_str_eq(attn_text_string(&out), "");
}
END_TEST

START_TEST(head_is_set)
{
    static const char *const parameters[] = {"s", "tau"};
    attn_mathml_head("score", parameters, 2, &out);
    ck_assert_str_eq(attn_text_string(&out), I("score") IN(I("s") O(",") I("tau")));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("mathml");
    TCase *set = tcase_create("set");
    tcase_add_checked_fixture(set, begin, end);
    tcase_add_loop_test(set, formula_is_set, 0, COUNT(lines));
    tcase_add_test(set, label_is_set);
    tcase_add_test(set, head_is_set);
    suite_add_tcase(suite, set);
    return unit_run(suite);
}
