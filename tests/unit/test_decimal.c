/* decimal: numbers as text against strtof, and the grammar. */
/* slow under valgrind */
#include <float.h>
#include <math.h>
#include <stdint.h>

#include "core/decimal.h"
#include "unit.h"

static uint64_t state = 88172645463325252u;

static uint64_t draw(void)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state;
}

static bool same(float a, float b)
{
    return memcmp(&a, &b, sizeof a) == 0;
}

static void hold_against_strtof(const char *text)
{
    char padded[160] = "";
    attn_decimal number = {0};
    ck_assert_uint_lt(strlen(text), sizeof padded - 8);
    memcpy(padded, text, strlen(text) + 1);
    ck_assert_msg(attn_decimal_read(padded, '.', &number), "%s", text);
    ck_assert_msg(same(number.value, strtof(text, NULL)), "%s is read as %.9g, not %.9g", text,
                  (double)number.value, (double)strtof(text, NULL));
    ck_assert_uint_eq(number.length, strlen(text));
}

static float draw_float(void)
{
    uint32_t bits = (uint32_t)draw();
    float value;
    memcpy(&value, &bits, sizeof value);
    return isfinite(value) ? value : 0.5f;
}

START_TEST(floats_of_any_length)
{
    char text[160];
    for (size_t i = 0; i < 30000; i++) {
        float value = draw_float();
        snprintf(text, sizeof text, "%.*e", (int)(draw() % 30), (double)value);
        hold_against_strtof(text);
        snprintf(text, sizeof text, "%.*f", (int)(draw() % 25),
                 (double)(value = fmodf(value, 1e4f)));
        hold_against_strtof(text);
    }
}
END_TEST

/* The middle between two floats, in full, and what lies just beside it. */
START_TEST(the_middle_between_two)
{
    char text[160];
    for (size_t i = 0; i < 20000; i++) {
        float value = ldexpf((float)(draw() % (1u << 24)), (int)(draw() % 40) - 30);
        double middle = ((double)value + (double)nextafterf(value, INFINITY)) / 2;
        snprintf(text, sizeof text, "%.45g", middle);
        if (strlen(text) > 55) continue;
        hold_against_strtof(text);
        if (!strpbrk(text, ".e")) strcat(text, ".");
        if (strchr(text, 'e')) continue;
        strcat(text, "001");
        hold_against_strtof(text);
        snprintf(text, sizeof text, "%.17g", nextafter(middle, 0));
        hold_against_strtof(text);
    }
}
END_TEST

static const char *const edges[] = {
    "0",
    "-0",
    "0.0",
    "-0e5",
    "0e99999999999999999999",
    "1e38",
    "3.4028234663852886e38",
    "3.4028235677973366e38",
    "3.4028235677973367e38",
    "1e39",
    "-1e39",
    "1e400",
    "1e-400",
    "1e99999999999999999999",
    "1e-99999999999999999999",
    "1.17549435e-38",
    "1.1754942e-38",
    "1e-45",
    "7.0064923216240853e-46",
    "7.0064923216240854e-46",
    "7.0064923216240862e-46",
    "16777217",
    "16777216.999999999999999999999999999999",
    "16777217.000000000000000000000000000001",
    "9999999999999999999",
    "18446744073709551615",
    "18446744073709551616",
    "99999999999999999999999999999999999999",
    "123456789012345678901234567890123456789",
    "0.000000000000000000000000000000000000000000012345",
    "100000000000000000000000000000000000000000000000000e-50",
    "0.00000000000000000000000000000000000000000000000001e50",
    "12345678",
    "1234567.8",
    "0.12345678901234567",
    "1e-64",
    "1e-65",
};

START_TEST(edge)
{
    hold_against_strtof(edges[_i]);
}
END_TEST

static const struct {
    const char *text;
    char point;
    size_t length; /* 0: none is read */
    unsigned decimals;
} rows[] = {
    {"0.50,", '.', 4, 2},
    {"0,50;", ',', 4, 2},
    {"0,50", '.', 1, 0},
    {"1e-05", '.', 5, 5},
    {"1.25e-05", '.', 8, 7},
    {"1.25e1", '.', 6, 1},
    {"1.25E+2 ", '.', 7, 0},
    {"7]", '.', 1, 0},
    {"-3", '.', 2, 0},
    {"", '.', 0, 0},
    {"-", '.', 0, 0},
    {"+1", '.', 0, 0},
    {".5", '.', 0, 0},
    {"5.", '.', 0, 0},
    {"5.e1", '.', 0, 0},
    {"01", '.', 0, 0},
    {"00", '.', 0, 0},
    {"1e", '.', 0, 0},
    {"1e+", '.', 0, 0},
    {"1ex", '.', 0, 0},
    {"NaN", '.', 0, 0},
    {"0.1234567890123456789012345678901234567890123456789012345678", '.', 60, 58},
    {"0.12345678901234567890123456789012345678901234567890123456789", '.', 0, 0},
};

START_TEST(grammar)
{
    char padded[96] = "";
    attn_decimal number = {0};
    memcpy(padded, rows[_i].text, strlen(rows[_i].text));
    ck_assert_int_eq(attn_decimal_read(padded, rows[_i].point, &number), rows[_i].length > 0);
    if (rows[_i].length == 0) return;
    ck_assert_uint_eq(number.length, rows[_i].length);
    ck_assert_uint_eq(number.decimals, rows[_i].decimals);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("decimal");
    TCase *tests = tcase_create("decimal");
    tcase_set_timeout(tests, 60);
    tcase_add_test(tests, floats_of_any_length);
    tcase_add_test(tests, the_middle_between_two);
    tcase_add_loop_test(tests, edge, 0, COUNT(edges));
    tcase_add_loop_test(tests, grammar, 0, COUNT(rows));
    suite_add_tcase(suite, tests);
    return unit_run(suite);
}
