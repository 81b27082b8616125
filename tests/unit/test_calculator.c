/*
 * calculator: lines as the board writes them, with what they come to; and what is no such line.
 */
#include <math.h>

#include "core/text.h"
#include "record/calculator.h"
#include "unit.h"

static const struct {
    const char *line;
    double value;
} lines[] = {
    {"7", 7},
    {"0.25", 0.25},
    {"9", 9},
    {"0", 0},
    {"1.5e-07", 1.5e-7},
    {"−3", -3},
    {"−∞", -HUGE_VAL},
    {"1 + 2 − 4", -1},
    {"1 − 2 + 4", 3},
    {"−1 − (−2)", 1},
    {"2·3·4", 24},
    {"12 / 3 / 2", 2},
    {"12 / 3·2", 8},
    {"1 + 2·3", 7},
    {"(1 + 2)·3", 9},
    {"−2^2", -4},
    {"(−2)^2", 4},
    {"2^3", 8},
    {"2^3^2", 64}, /* from the left, as the board brackets it */
    {"3² + (−4)²", 25},
    {"√9", 3},
    {"√(3² + (−4)²)", 5},
    {"√√16", 2},
    {"√4·3", 6},
    {"exp(0)", 1},
    {"exp(−∞)", 0},
    {"exp(1) / (exp(1) + exp(1))", 0.5},
    {"log(1)", 0},
    {"log(2.718281828459045)", 1},
    {"tanh(0.5)", 0.46211715726000973},
    {"sin(1)", 0.8414709848078965},
    {"cos(1)", 0.5403023058681398},
    {"abs(−2)", 2},
    {"σ(0)", 0.5},
    {"σ(1)", 0.7310585786300049},
    {"σ(−1)", 0.2689414213699951},
    {"relu(−2)", 0},
    {"relu(2)", 2},
    {"floor(−1.5)", -2},
    {"min(3, 1, 2)", 1},
    {"max(3, −1)", 3},
    {"max(1, 2, 3)", 3},
    {"min(4)", 4},
    {"max(1 + 1, 0)·2", 4},
    {"gelu(1)", 0.8413447460685429},
    {"gelu(−2)", -0.04550026389635842},
    {"2 < 3", 1},
    {"2 > 3", 0},
    {"2 + 1 ≤ 3", 1},
    {"2 ≥ 3", 0},
    {"2 == 2", 1},
    {"0.5·((1 == 2) − 0.25)", -0.125},
};

START_TEST(lines_have_their_value)
{
    double value = attn_calculate(lines[_i].line), wanted = lines[_i].value;
    ck_assert_msg(fabs(value - wanted) < 1e-12 || value == wanted, "%s: %.17g", lines[_i].line,
                  value);
}
END_TEST

static const char *const others[] = {
    "",       "le",    "1 +",       "1 + 2 ",    "1+2",     "(1",
    "1)",     "exp(1", "exp 1",     "exp(1, 2)", "2 < ",    "1 + … 3 more … + 2",
    "gelu()", "row 2", "·2",        "1 / ",      "√",       "masked: −∞",
    "/2",     ":1",    "2 numbers", "−−1",       "1 == le", "1 < 2 < 3",
};

START_TEST(other_lines_have_none)
{
    double value = attn_calculate(others[_i]);
    ck_assert_msg(isnan(value), "%s: %g", others[_i], value);
}
END_TEST

/* "((…(1)…))" with so many pairs of parentheses. */
static double nested(size_t pairs)
{
    attn_text text = {0};
    for (size_t i = 0; i < pairs; i++) attn_text_add(&text, "(");
    attn_text_add(&text, "1");
    for (size_t i = 0; i < pairs; i++) attn_text_add(&text, ")");
    double value = attn_calculate(attn_text_string(&text));
    attn_text_free(&text);
    return value;
}

/* 64 atoms one inside the other, the innermost a number; beside each other as many as there are. */
START_TEST(depth_has_a_limit)
{
    ck_assert(nested(63) == 1);
    ck_assert(isnan(nested(64)));
    ck_assert(isnan(nested(100000)));
    attn_text text = {0};
    attn_text_add(&text, "(1)");
    for (size_t i = 1; i < 200; i++) attn_text_add(&text, i % 2 ? " + √4" : " − (1)");
    ck_assert(attn_calculate(attn_text_string(&text)) == 1 + 2 * 100 - 99);
    attn_text_free(&text);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("calculator");
    TCase *tests = tcase_create("calculator");
    tcase_add_loop_test(tests, lines_have_their_value, 0, COUNT(lines));
    tcase_add_loop_test(tests, other_lines_have_none, 0, COUNT(others));
    tcase_add_test(tests, depth_has_a_limit);
    suite_add_tcase(suite, tests);
    return unit_run(suite);
}
