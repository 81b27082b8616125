/*
 * calculator: the arithmetic on the board, done again as a reader would with a pocket calculator:
 * from the digits that are written. That is how arithmetic.c knows whether it wrote enough of them.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "record/operation.h"

static const double not_a_number = (double)NAN;

/* ---- numbers ---- */

void attn_write_digits(attn_fineness fine, float number, attn_text *out)
{
    if (fine.significant && number < 1)
        attn_text_significant(out, number, fine.digits);
    else
        attn_text_operand(out, number, fine.digits);
}

/* The number that the digits stand for. */
static double typed_in(float number, attn_fineness fine, attn_status *status)
{
    attn_text digits = {0};
    if (isinf(number)) return (double)number;
    attn_write_digits(fine, fabsf(number), &digits);
    double typed = digits.failed ? not_a_number : strtod(attn_text_string(&digits), NULL);
    if (digits.failed) attn_fail(status, ATTN_MEMORY, "there is not enough memory");
    attn_text_free(&digits);
    return number < 0 ? -typed : typed;
}

/* ---- what is done with them ---- */

static double itself(double x)
{
    return x;
}

static double minus(double x)
{
    return -x;
}

static double square(double x)
{
    return x * x;
}

static double sigma(double x)
{
    return 1 / (1 + exp(-x));
}

static double relu(double x)
{
    return fmax(x, 0);
}

static double gelu(double x)
{
    return x * erfc(-x / sqrt(2)) / 2;
}

static double plus(double x, double y)
{
    return x + y;
}

static double times(double x, double y)
{
    return x * y;
}

static double divided(double x, double y)
{
    return x / y;
}

static double less(double x, double y)
{
    return x < y;
}

static double less_equal(double x, double y)
{
    return x <= y;
}

static double greater(double x, double y)
{
    return x > y;
}

static double greater_equal(double x, double y)
{
    return x >= y;
}

static double equal(double x, double y)
{
    return !(x < y) && !(x > y);
}

/* Of one part, or of a list that is folded. */
typedef struct meaning {
    attn_calculation_kind kind;
    const char *text; /* NULL: the kind has none */
    double (*of_one)(double x);
    double (*of_two)(double x, double y);
} meaning;

static const meaning meanings[] = {
    {ATTN_CALCULATION_GROUP, NULL, itself, NULL},
    {ATTN_CALCULATION_NEGATIVE, NULL, minus, NULL},
    {ATTN_CALCULATION_ROOT, NULL, sqrt, NULL},
    {ATTN_CALCULATION_SQUARE, NULL, square, NULL},
    {ATTN_CALCULATION_POWER, NULL, NULL, pow},
    {ATTN_CALCULATION_PRODUCT, NULL, NULL, times},
    {ATTN_CALCULATION_QUOTIENT, NULL, NULL, divided},
    {ATTN_CALCULATION_SUM, NULL, NULL, plus},
    {ATTN_CALCULATION_COMPARISON, "<", NULL, less},
    {ATTN_CALCULATION_COMPARISON, "≤", NULL, less_equal},
    {ATTN_CALCULATION_COMPARISON, ">", NULL, greater},
    {ATTN_CALCULATION_COMPARISON, "≥", NULL, greater_equal},
    {ATTN_CALCULATION_COMPARISON, "==", NULL, equal},
    {ATTN_CALCULATION_CALL, "exp", exp, NULL},
    {ATTN_CALCULATION_CALL, "log", log, NULL},
    {ATTN_CALCULATION_CALL, "sin", sin, NULL},
    {ATTN_CALCULATION_CALL, "cos", cos, NULL},
    {ATTN_CALCULATION_CALL, "tanh", tanh, NULL},
    {ATTN_CALCULATION_CALL, "abs", fabs, NULL},
    {ATTN_CALCULATION_CALL, "floor", floor, NULL},
    {ATTN_CALCULATION_CALL, "σ", sigma, NULL},
    {ATTN_CALCULATION_CALL, "relu", relu, NULL},
    {ATTN_CALCULATION_CALL, "gelu", gelu, NULL},
    {ATTN_CALCULATION_CALL, "min", NULL, fmin},
    {ATTN_CALCULATION_CALL, "max", NULL, fmax},
};

/* NULL: words, or terms that are left out. */
static const meaning *meaning_of(const attn_calculation *part)
{
    for (size_t i = 0; i < sizeof meanings / sizeof *meanings; i++) {
        const meaning *m = &meanings[i];
        if (m->kind == part->kind && (!m->text || strcmp(m->text, part->text) == 0)) return m;
    }
    return NULL;
}

double attn_calculate(const attn_calculation *whole, attn_fineness fine, attn_status *status)
{
    if (whole->kind == ATTN_CALCULATION_NUMBER) return typed_in(whole->number, fine, status);
    const meaning *m = meaning_of(whole);
    if (!m || !whole->first) return not_a_number;
    double value = attn_calculate(whole->first, fine, status);
    for (const attn_calculation *part = whole->first->next; part; part = part->next) {
        double next = m->of_two ? attn_calculate(part, fine, status) : not_a_number;
        if (isnan(value) || isnan(next)) return not_a_number;
        value = m->of_two(value, next);
    }
    return m->of_one && !isnan(value) ? m->of_one(value) : value;
}
