/*
 * text_number: float32 as text, once for machines (reads back to the same number) and for people.
 */
#include <float.h>
#include <inttypes.h>
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
    uint32_t whole; /* the digits without the point; 0: they are not known */
} decimal;

/* The same number with no zeros at the end of its digits. */
static decimal without_zeros(const char *text, int digits)
{
    const char *exponent = strchr(text, 'e');
    for (const char *last = exponent - 1; digits > 1 && *last == '0'; last--) digits--;
    return (decimal){digits, atoi(exponent + 1), strtod(text, NULL), 0};
}

/* ---- in doubles, where they leave no doubt ---- */

static const double tens[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                              1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                              1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
enum { most_tens = 22 }; /* no larger one is a double */

/* x · 10^power, up to twice most_tens; exact but for two roundings. */
static double times_ten_to(double x, int power)
{
    int first = power < 0 ? -power : power, more = 0;
    if (first > most_tens) {
        more = first - most_tens;
        first = most_tens;
    }
    return power < 0 ? x / tens[first] / tens[more] : x * tens[first] * tens[more];
}

/* Of numbers that are neither among the very smallest nor so large that doubt remains. */
static bool find_exponent(double size, int *exponent)
{
    if (!(size >= 1e-35 && size < 1e35)) return false;
    *exponent = (int)floor(log10(size));
    double first = times_ten_to(size, -*exponent);
    *exponent += (first >= 10) - (first < 1);
    return true;
}

typedef enum verdict { NO, YES, DOUBTFUL } verdict;

/* Whether a decimal, as a double, reads back to this float32: it lies between the middles. */
static verdict reads_back(double near, float size)
{
    const double least = ((double)size + (double)nextafterf(size, 0.0f)) / 2;
    const double most = ((double)size + (double)nextafterf(size, INFINITY)) / 2;
    const double doubt = near * 1e-15;
    if (near > least + doubt && near < most - doubt) return YES;
    return near < least - doubt || near > most + doubt ? NO : DOUBTFUL;
}

/* The number rounded to so many digits; where it becomes 10, 100 …, they are one more. */
static verdict round_to(float size, int digits, int exponent, decimal *rounded)
{
    const int power = digits - 1 - exponent;
    const double scaled = times_ten_to((double)size, power), below = floor(scaled);
    const double part = scaled - below, doubt = 1e-6;
    if (fabs(part - 0.5) < doubt) return DOUBTFUL;
    const double whole = below + (part > 0.5 ? 1 : 0);
    *rounded = (decimal){digits, exponent, times_ten_to(whole, -power), (uint32_t)whole};
    if (whole >= tens[digits]) {
        rounded->whole /= 10;
        rounded->exponent++;
    }
    return reads_back(rounded->value, size);
}

/* As shortest, most of the time. False: this is not the way to find it. */
static bool shortest_soon(float value, decimal *found)
{
    int exponent, digits = 6;
    const float size = fabsf(value);
    verdict fits = NO;
    if (!find_exponent((double)size, &exponent)) return false;
    for (; digits <= float_digits && fits == NO; digits++)
        fits = round_to(size, digits, exponent, found);
    if (fits != YES) return false;
    for (; found->digits > 1 && found->whole % 10 == 0; found->digits--) found->whole /= 10;
    if (value < 0) found->value = -found->value;
    return true;
}

/* Its digits with the point, and zeros that it takes; `point` of them stand before it. */
static char *put_digits(char *to, const char *digits, int count, int point)
{
    int at = 0;
    if (point <= 0) *to++ = '0';
    while (at < count && at < point) *to++ = digits[at++];
    for (int zeros = count; zeros < point; zeros++) *to++ = '0';
    if (at < count) *to++ = '.';
    for (int zeros = point; zeros < 0; zeros++) *to++ = '0';
    while (at < count) *to++ = digits[at++];
    return to;
}

static void add_decimal(attn_text *text, decimal number, bool negative, bool with_exponent)
{
    char digits[12], out[48], *to = out;
    snprintf(digits, sizeof digits, "%" PRIu32, number.whole);
    if (negative) *to++ = '-';
    to = put_digits(to, digits, number.digits, with_exponent ? 1 : number.exponent + 1);
    if (with_exponent) to += snprintf(to, 8, "e%+03d", number.exponent);
    attn_text_add_bytes(text, out, (size_t)(to - out));
}

/* ---- */

/*
 * The shortest decimal that reads back to this number. One of up to six digits that does is what
 * rounding to six digits gives, with zeros behind; but not among the very smallest numbers, which
 * have fewer digits.
 */
static decimal shortest(float value)
{
    char text[40];
    decimal found;
    if (shortest_soon(value, &found)) return found;
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
    const int decimals = decimals_of(number);
    const bool with_exponent = number.exponent < -4 || number.exponent > 15;
    if (number.whole > 0 && (with_exponent || decimals > 0))
        add_decimal(text, number, value < 0, with_exponent);
    else if (with_exponent)
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
    decimal number = isfinite(value) ? shortest(value) : (decimal){in_full + 1, 0, 0, 0};
    bool brief = number.digits <= in_full && decimals_of(number) <= in_full;
    if (brief && decimals_of(number) > digits) digits = decimals_of(number);
    if (brief || !(fabs((double)value) < pow(10, -digits))) {
        attn_text_short(text, value, digits);
        return;
    }
    attn_text_significant(text, value, digits);
}
