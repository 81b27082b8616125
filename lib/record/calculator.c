/*
 * calculator: computes a written line of arithmetic from its digits. It reads what op_*.c write:
 *
 *     line     = sum [ ( " < " | " ≤ " | " > " | " ≥ " | " == " ) sum ]
 *     sum      = product { ( " + " | " − " ) product }
 *     product  = [ "−" ] power { ( "·" | " / " ) power }
 *     power    = atom { "²" | "^" atom }
 *     atom     = number | "∞" | "√" atom | [ function ] "(" line { ", " line } ")"
 */
#include "record/calculator.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { DEEPEST = 64 };
static const double not_a_number = (double)NAN;

typedef struct reader {
    const char *at;
    int depth; /* atoms inside atoms */
} reader;

static double line(reader *r);

static bool take(reader *r, const char *sign)
{
    size_t length = strlen(sign);
    if (strncmp(r->at, sign, length) != 0) return false;
    r->at += length;
    return true;
}

/* ---- functions ---- */

static double itself(double x)
{
    return x;
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

/* Of one number, or of a list that is folded. */
static const struct {
    const char *opening;
    double (*of_one)(double x);
    double (*of_two)(double x, double y);
} functions[] = {
    {"(", itself, NULL},   {"exp(", exp, NULL},     {"log(", log, NULL},  {"tanh(", tanh, NULL},
    {"sin(", sin, NULL},   {"cos(", cos, NULL},     {"abs(", fabs, NULL}, {"σ(", sigma, NULL},
    {"relu(", relu, NULL}, {"floor(", floor, NULL}, {"min(", NULL, fmin}, {"max(", NULL, fmax},
    {"gelu(", gelu, NULL},
};

static double inside(reader *r, size_t function)
{
    double value = line(r);
    while (functions[function].of_two && take(r, ", "))
        value = functions[function].of_two(value, line(r));
    if (!take(r, ")")) return not_a_number;
    return functions[function].of_one ? functions[function].of_one(value) : value;
}

/* ---- numbers and what joins them ---- */

static double number(reader *r)
{
    char *end;
    if (take(r, "∞")) return HUGE_VAL;
    if (*r->at < '0' || *r->at > '9') return not_a_number;
    double value = strtod(r->at, &end);
    r->at = end;
    return value;
}

static double atom(reader *r)
{
    double value = not_a_number;
    if (r->depth >= DEEPEST) return value;
    r->depth++;
    size_t function = 0, count = sizeof functions / sizeof *functions;
    if (take(r, "√")) {
        value = sqrt(atom(r));
    } else {
        while (function < count && !take(r, functions[function].opening)) function++;
        value = function < count ? inside(r, function) : number(r);
    }
    r->depth--;
    return value;
}

static double power(reader *r)
{
    double value = atom(r);
    for (;;) {
        if (take(r, "²"))
            value *= value;
        else if (take(r, "^"))
            value = pow(value, atom(r));
        else
            return value;
    }
}

static double product(reader *r)
{
    double value = take(r, "−") ? -power(r) : power(r);
    for (;;) {
        if (take(r, "·"))
            value *= power(r);
        else if (take(r, " / "))
            value /= power(r);
        else
            return value;
    }
}

static double sum(reader *r)
{
    double value = product(r);
    for (;;) {
        if (take(r, " + "))
            value += product(r);
        else if (take(r, " − "))
            value -= product(r);
        else
            return value;
    }
}

/* 1 or 0; NaN, where one of the two is none, stays. */
static double line(reader *r)
{
    static const char *const signs[] = {" < ", " ≤ ", " > ", " ≥ ", " == "};
    double left = sum(r);
    size_t sign = 0, count = sizeof signs / sizeof *signs;
    while (sign < count && !take(r, signs[sign])) sign++;
    if (sign == count) return left;
    double right = sum(r);
    if (isnan(left) || isnan(right)) return not_a_number;
    const bool less = left < right;
    const bool more = left > right;
    const bool holds[] = {less, !more, more, !less, !less && !more};
    return holds[sign];
}

double attn_calculate(const char *text)
{
    reader r = {text, 0};
    double value = line(&r);
    return *r.at == '\0' ? value : not_a_number;
}
