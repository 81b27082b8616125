/*
 * decimal: up to 18 digits as an integer, times a power of ten, in double precision.
 *
 * That product is off by a few units in the last of its 53 bits. It is rounded to the 24 bits of a
 * float32 as the exact number would be, unless it lies as near to the middle between two of them;
 * then strtof decides, as it does about the very small and the very large.
 */
#include "core/decimal.h"

#include <float.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    most_power = 64,
    most_exponent = 100000, /* beyond, only zero and infinity are left */
    error = 8               /* units in the last place of a double, generously */
};

/* What was read of a number; it is mantissa × 10^(exponent − behind + left_out). */
typedef struct parts {
    bool negative;
    int64_t mantissa; /* up to 18 digits */
    int behind;       /* digits behind the point that are in the mantissa or left out */
    int left_out;     /* digits that the mantissa had no more room for */
    int exponent;
} parts;

static const double powers[most_power + 1] = {
    1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11, 1e12,
    1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22, 1e23, 1e24, 1e25,
    1e26, 1e27, 1e28, 1e29, 1e30, 1e31, 1e32, 1e33, 1e34, 1e35, 1e36, 1e37, 1e38,
    1e39, 1e40, 1e41, 1e42, 1e43, 1e44, 1e45, 1e46, 1e47, 1e48, 1e49, 1e50, 1e51,
    1e52, 1e53, 1e54, 1e55, 1e56, 1e57, 1e58, 1e59, 1e60, 1e61, 1e62, 1e63, 1e64};
/* A product takes a quarter of the time of a division. */
static const double parts_of_one[most_power + 1] = {
    1e-0,  1e-1,  1e-2,  1e-3,  1e-4,  1e-5,  1e-6,  1e-7,  1e-8,  1e-9,  1e-10, 1e-11, 1e-12,
    1e-13, 1e-14, 1e-15, 1e-16, 1e-17, 1e-18, 1e-19, 1e-20, 1e-21, 1e-22, 1e-23, 1e-24, 1e-25,
    1e-26, 1e-27, 1e-28, 1e-29, 1e-30, 1e-31, 1e-32, 1e-33, 1e-34, 1e-35, 1e-36, 1e-37, 1e-38,
    1e-39, 1e-40, 1e-41, 1e-42, 1e-43, 1e-44, 1e-45, 1e-46, 1e-47, 1e-48, 1e-49, 1e-50, 1e-51,
    1e-52, 1e-53, 1e-54, 1e-55, 1e-56, 1e-57, 1e-58, 1e-59, 1e-60, 1e-61, 1e-62, 1e-63, 1e-64};

static inline bool is_digit(char c)
{
    return (unsigned)(unsigned char)c - '0' < 10;
}

/* Takes the digits at text into the mantissa; where they end. */
static inline const char *take_digits(const char *text, parts *number)
{
    const int64_t room_for_one = 100000000000000000;
    for (; is_digit(*text); text++) {
        if (number->mantissa < room_for_one)
            number->mantissa = number->mantissa * 10 + (*text - '0');
        else
            number->left_out++;
    }
    return text;
}

/* "e-05" at text; NULL if it is no exponent. */
static const char *take_exponent(const char *text, parts *number)
{
    bool negative = text[1] == '-';
    int exponent = 0;
    text += negative || text[1] == '+' ? 2 : 1;
    if (!is_digit(*text)) return NULL;
    for (; is_digit(*text); text++)
        if (exponent < most_exponent) exponent = exponent * 10 + (*text - '0');
    number->exponent = negative ? -exponent : exponent;
    return text;
}

/* Where the number ends; NULL if there is none. */
static inline const char *take(const char *text, char point, parts *number)
{
    number->negative = *text == '-';
    text += number->negative;
    const char *whole = text;
    if (!is_digit(*text)) return NULL;
    text = take_digits(text, number);
    if (*whole == '0' && text - whole > 1) return NULL;
    if (*text == point) {
        const char *behind = ++text;
        text = take_digits(text, number);
        if (text == behind) return NULL;
        number->behind = (int)(text - behind < most_exponent ? text - behind : most_exponent);
    }
    return *text == 'e' || *text == 'E' ? take_exponent(text, number) : text;
}

/* The digits alone, and the exponent: without a point no locale has a say. */
static float exactly(const char *text, const char *end, const parts *number)
{
    char digits[ATTN_DECIMAL_LONGEST + 24];
    size_t length = 0;
    for (; text < end && *text != 'e' && *text != 'E'; text++)
        if (is_digit(*text) || *text == '-') digits[length++] = *text;
    snprintf(digits + length, sizeof digits - length, "e%d", number->exponent - number->behind);
    return strtof(digits, NULL);
}

/* Whether a double that is off by a little rounds to float32 as the exact number does. */
static inline bool rounds_safely(double size)
{
    const uint64_t below = (UINT64_C(1) << 29) - 1, middle = UINT64_C(1) << 28;
    uint64_t bits;
    memcpy(&bits, &size, sizeof bits);
    bits &= below;
    return size >= (double)FLT_MIN && size < (double)FLT_MAX &&
           (bits < middle - error || bits > middle + error);
}

bool attn_decimal_read(const char *text, char point, attn_decimal *decimal)
{
    parts number = {0};
    const char *end = take(text, point, &number);
    if (!end || end - text > ATTN_DECIMAL_LONGEST) return false;
    int decimals = number.behind - number.exponent;
    int power = number.left_out - decimals;
    double size = (double)number.mantissa;
    if (power < 0 && power >= -most_power)
        size *= parts_of_one[-power];
    else if (power > 0 && power <= most_power)
        size *= powers[power];
    decimal->length = (size_t)(end - text);
    decimal->pointed = number.behind > 0;
    decimal->decimals = decimals > 0 ? (unsigned)decimals : 0;
    if (number.mantissa == 0)
        decimal->value = number.negative ? -0.0f : 0.0f;
    else if (power >= -most_power && power <= most_power && rounds_safely(size))
        decimal->value = number.negative ? -(float)size : (float)size;
    else
        decimal->value = exactly(text, end, &number);
    return true;
}
