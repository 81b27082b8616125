/*
 * text_number: float32 as text, once for machines (reads back to the same number) and for people.
 */
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/text.h"

static const char minus[] = "−"; /* U+2212 */
enum { float_digits = 9 };       /* enough for every float32 */

/* A decimal number: mantissa d.ddd × 10^exponent with `digits` digits. */
typedef struct decimal {
    int digits, exponent;
    double value;
} decimal;

/* The same number with no zeros at the end of its digits. */
static decimal without_zeros(const char *text, int digits)
{
    const char *exponent = strchr(text, 'e');
    for (const char *last = exponent - 1; digits > 1 && *last == '0'; last--) digits--;
    return (decimal){digits, atoi(exponent + 1), strtod(text, NULL)};
}

/*
 * The shortest decimal that reads back to this number. One of up to six digits that does is what
 * rounding to six digits gives, with zeros behind; but not among the very smallest numbers, which
 * have fewer digits.
 */
static decimal shortest(float value)
{
    char text[40];
    int digits = fabsf(value) < FLT_MIN ? 1 : 6;
    for (; digits <= float_digits; digits++) {
        snprintf(text, sizeof text, "%.*e", digits - 1, (double)value);
        if (digits == float_digits || strtof(text, NULL) == value) break;
    }
    return without_zeros(text, digits);
}

static int decimals_of(decimal number)
{
    int decimals = number.digits - 1 - number.exponent;
    return decimals < 0 ? 0 : decimals;
}

void attn_text_number(attn_text *text, float value)
{
    if (isinf(value) || isnan(value)) {
        attn_text_add(text, isnan(value) ? "nan" : value < 0 ? "-inf" : "inf");
        return;
    }
    if (value == 0 && signbit(value)) {
        attn_text_add(text, "-0.0"); /* "-0" would be a whole number to many, without its sign */
        return;
    }
    decimal number = shortest(value);
    int decimals = decimals_of(number);
    if (number.exponent < -4 || number.exponent > 15)
        attn_text_print(text, "%.*e", number.digits - 1, number.value);
    else
        attn_text_print(text, "%.*f", decimals, decimals > 0 ? number.value : (double)value);
}

/* So few decimals would hide the number. */
static bool is_hidden(float size, int digits)
{
    return size != 0 && (double)size < pow(10, -digits) * (1 - 1e-6);
}

/*
 * From ATTN_LARGE on the digits before the point are more than a float32 has: "2.8147e+14", so many
 * behind the point. A number that is exactly what these say has all of its digits: "40000000000".
 */
static void add_large(attn_text *text, float size, int digits)
{
    const double in_full = 1e15;
    char written[40];
    int decimals = digits > 0 ? digits : 1;
    snprintf(written, sizeof written, "%.*e", decimals, (double)size);
    decimal number = without_zeros(written, decimals + 1);
    bool exact = number.value == (double)size && number.value < in_full;
    attn_text_print(text, exact ? "%.*f" : "%.*e", exact ? 0 : number.digits - 1, (double)size);
}

/*
 * The fewest decimals, at most `digits`, that come as near as the rounding of a few float32
 * operations leaves room for: 0.39999998 is 0.4. More than `digits`: it needs more. Room or not,
 * what is not zero does not come out as zero.
 */
static int decimals_near(float size, int digits)
{
    static const double rounding = 4e-7;
    double room = rounding * fmax(1, (double)size), scale = 1;
    for (int decimals = 0; decimals <= digits; decimals++, scale *= 10) {
        double near = round((double)size * scale) / scale;
        if (fabs((double)size - near) <= room && (near > 0 || size == 0)) return decimals;
    }
    return digits + 1;
}

/* The digits of a number without its sign, as people write it. */
static void add_size(attn_text *text, float size, int digits, bool all)
{
    if (isinf(size) || isnan(size)) {
        attn_text_add(text, isnan(size) ? "nan" : "∞");
        return;
    }
    const float whole_from = 1 << 23; /* every float32 from here on */
    int decimals = size >= whole_from ? 0 : all ? digits : decimals_near(size, digits);
    if ((double)size >= ATTN_LARGE)
        add_large(text, size, digits);
    else if (is_hidden(size, digits))
        attn_text_print(text, "%.2g", (double)size);
    else
        attn_text_print(text, "%.*f", decimals < digits ? decimals : digits, (double)size);
}

static void add_for_people(attn_text *text, float value, int digits, bool all)
{
    if (digits < 0) digits = 0;
    if (digits > float_digits) digits = float_digits;
    if (value < 0) attn_text_add(text, minus);
    add_size(text, fabsf(value), digits, all);
}

void attn_text_short(attn_text *text, float value, int digits)
{
    add_for_people(text, value, digits, false);
}

void attn_text_fixed(attn_text *text, float value, int digits)
{
    add_for_people(text, value, digits, true);
}

int attn_number_decimals(float value)
{
    return isfinite(value) ? decimals_of(shortest(value)) : 0;
}

void attn_text_significant(attn_text *text, float value, int digits)
{
    if (value < 0) attn_text_add(text, minus);
    attn_text_print(text, "%.*g", digits > 0 ? digits : 1, fabs((double)value));
}

void attn_text_operand(attn_text *text, float value, int digits)
{
    enum { in_full = 6 };
    decimal number = isfinite(value) ? shortest(value) : (decimal){in_full + 1, 0, 0};
    bool brief = number.digits <= in_full && decimals_of(number) <= in_full;
    if (brief && decimals_of(number) > digits) digits = decimals_of(number);
    if (brief || !(fabs((double)value) < pow(10, -digits))) {
        attn_text_short(text, value, digits);
        return;
    }
    attn_text_significant(text, value, digits);
}
