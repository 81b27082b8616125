/*
 * calculator: lines as the board writes them, with what they come to; and those that words are in.
 */
#include "calculations.h"
#include "record/operation.h"

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

static double calculate(const char *line)
{
    attn_status status = {0};
    attn_arena *arena = attn_arena_new(&status);
    ck_assert_ptr_nonnull(arena);
    double value = attn_calculate(read_calculation(arena, line), (attn_fineness){9, true}, &status);
    attn_arena_free(arena);
    return value;
}

START_TEST(lines_have_their_value)
{
    double value = calculate(lines[_i].line), wanted = lines[_i].value;
    ck_assert_msg(fabs(value - wanted) < 1e-7 || value == wanted, "%s: %.17g", lines[_i].line,
                  value);
}
END_TEST

static const char *const others[] = {
    "le", "1 + … 3 more … + 2", "exp(1, 2)", "gelu()", "row 2", "masked: −∞",
    ":1", "2 numbers",          "1 == le",
};

START_TEST(other_lines_have_none)
{
    double value = calculate(others[_i]);
    ck_assert_msg(isnan(value), "%s: %g", others[_i], value);
}
END_TEST

/* Numbers count as they are written: 0.28125 with as few digits, 0.00034 of 0.000335. */
START_TEST(digits_decide)
{
    attn_status status = {0};
    attn_arena *arena = attn_arena_new(&status);
    attn_calculation *line = read_calculation(arena, "0.33333334·3");
    ck_assert(fabs(attn_calculate(line, (attn_fineness){4, false}, &status) - 0.9999) < 1e-12);
    ck_assert(fabs(attn_calculate(line, (attn_fineness){5, false}, &status) - 0.99999) < 1e-12);
    line = read_calculation(arena, "0.000335462·1");
    ck_assert(fabs(attn_calculate(line, (attn_fineness){5, false}, &status) - 0.00034) < 1e-12);
    ck_assert(fabs(attn_calculate(line, (attn_fineness){5, true}, &status) - 0.00033546) < 1e-12);
    attn_arena_free(arena);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("calculator");
    TCase *tests = tcase_create("calculator");
    tcase_add_loop_test(tests, lines_have_their_value, 0, COUNT(lines));
    tcase_add_loop_test(tests, other_lines_have_none, 0, COUNT(others));
    tcase_add_test(tests, digits_decide);
    suite_add_tcase(suite, tests);
    return unit_run(suite);
}
