/*
 * rounding: finds to how many digits numbers were rounded. That numbers need few digits is taken
 * for rounding only where so many of them do that it is no chance.
 */
#include "tensor/rounding.h"

#include <limits.h>
#include <math.h>
#include <string.h>

/* Less likely than 10^-SURE is no chance. */
enum { SURE = 6 };
/* So many numbers tell what the others are. */
#define ENOUGH ((size_t)1 << 18)
/* Who rounds to significant digits keeps three at least. */
enum { LEAST_DIGITS = 3 };
/* All weights of a row rounded by half a unit, and all the same way, do not occur. */
static const double almost_half = 0.495;
/* Decimal digits that a bit is worth. */
static const double digits_of_bit = 0.30103;

static unsigned least_of(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

static unsigned digits_held(const attn_rounding *rounding)
{
    return (unsigned)(digits_of_bit * rounding->stored);
}

attn_rounding attn_rounding_begin(unsigned written, unsigned stored)
{
    attn_rounding rounding = {.stored = least_of(stored, ATTN_FLOAT_BITS)};
    rounding.next = ldexp(1, 1 - (int)rounding.stored);
    rounding.written = least_of(written, digits_held(&rounding));
    return rounding;
}

/* ---- numbers ---- */

/* Whether these units are whole, as nearly as the type holds them. */
static bool are_whole(const attn_rounding *rounding, double units)
{
    return fabs(units - rint(units)) <= rounding->next * units;
}

static void note_digits(attn_rounding *rounding, double size)
{
    const unsigned most = digits_held(rounding);
    const int exponent = (int)floor(log10(size * (1 + rounding->next))); /* 0.01f is below 0.01 */
    unsigned digits = 1;
    double units = size * pow(10, -exponent);
    for (; digits < most && !are_whole(rounding, units); units *= 10) digits++;
    const int decimals = (int)digits - 1 - exponent, zeros = exponent < -1 ? -1 - exponent : 0;
    if (rounding->parted == 0 || zeros < (int)rounding->zeros) rounding->zeros = (unsigned)zeros;
    if (digits > rounding->digits) rounding->digits = digits;
    if (decimals > (int)rounding->decimals) rounding->decimals = (unsigned)decimals;
}

/* Whether what is seen so far leaves the question open. */
static bool may_be_rounded(const attn_rounding *rounding)
{
    bool long_ones = rounding->stored < ATTN_FLOAT_BITS || rounding->bits & 1u;
    return rounding->parted < ENOUGH && (rounding->digits < digits_held(rounding) || !long_ones);
}

void attn_rounding_add(attn_rounding *rounding, const float *numbers, size_t count)
{
    const uint32_t fraction = ((uint32_t)1 << (ATTN_FLOAT_BITS - 1)) - 1;
    for (size_t i = 0; i < count && may_be_rounded(rounding); i++) {
        float size = fabsf(numbers[i]);
        uint32_t bits;
        if (!isfinite(size) || !(fabsf(size - rintf(size)) > 0)) continue;
        memcpy(&bits, &size, sizeof bits);
        rounding->bits |= bits & fraction;
        if (rounding->digits < digits_held(rounding)) note_digits(rounding, (double)size);
        rounding->parted++;
    }
}

/* ---- what they tell ---- */

/* So many numbers that could need `possible` digits, and need fewer; digit: what one is worth. */
static bool is_sure(const attn_rounding *rounding, unsigned needed, unsigned possible, double digit)
{
    double fewer = possible > needed ? (double)(possible - needed) : 0;
    return digit * fewer * (double)rounding->parted >= SURE;
}

/* To the same count of digits, however small a number is: the small ones have more decimals than
 * the large ones. 0: they were not. */
static unsigned significant(const attn_rounding *rounding)
{
    const unsigned digits = rounding->digits;
    bool even = digits >= LEAST_DIGITS && rounding->decimals > digits + rounding->zeros;
    return even && is_sure(rounding, digits, digits_held(rounding), 1) ? digits : 0;
}

unsigned attn_rounded_to(const attn_rounding *rounding)
{
    const unsigned held = digits_held(rounding);
    bool fewer =
        rounding->digits < held && is_sure(rounding, rounding->decimals, rounding->written, 1);
    unsigned decimals = fewer ? rounding->decimals : rounding->written;
    return decimals < held ? decimals : 0;
}

/* The significant bits of the short type that they once had: bfloat16 has 8, float16 11. */
static unsigned kept_bits(const attn_rounding *rounding)
{
    static const unsigned types[] = {8, 11};
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        uint32_t below = ((uint32_t)1 << (ATTN_FLOAT_BITS - types[i])) - 1;
        if (types[i] < rounding->stored && !(rounding->bits & below) &&
            is_sure(rounding, types[i], ATTN_FLOAT_BITS, digits_of_bit))
            return types[i];
    }
    return rounding->stored;
}

double attn_bits_precision(unsigned bits)
{
    return ldexp(1, 1 - (int)bits); /* half a unit of its own, and as much of what made it */
}

double attn_near_one(const attn_rounding *rounding, size_t count)
{
    const unsigned decimals = attn_rounded_to(rounding), digits = significant(rounding);
    const unsigned bits = kept_bits(rounding);
    double open = digits ? 5 * pow(10, -(double)digits) : 0;
    if (decimals) open = fmax(open, almost_half * (double)count * pow(10, -(double)decimals));
    if (bits < ATTN_FLOAT_BITS) open = fmax(open, attn_bits_precision(bits));
    return ATTN_NEAR_ONE + open;
}

bool attn_sums_to_one(const attn_rounding *rounding, double sum, size_t count, size_t parts)
{
    double off = fabs(sum - 1);
    return off <= ATTN_NEAR_ONE || off <= attn_near_one(rounding, sum > 1 ? parts : count);
}

attn_rounding attn_rounding_of(const float *numbers, size_t count)
{
    attn_rounding rounding = attn_rounding_begin(UINT_MAX, ATTN_FLOAT_BITS);
    attn_rounding_add(&rounding, numbers, count);
    return rounding;
}

bool attn_rows_are_weights(const float *numbers, size_t rows, size_t cols)
{
    const attn_rounding rounding = attn_rounding_of(numbers, rows * cols);
    for (size_t i = 0; i < rows; i++) {
        size_t parts = 0;
        double sum = 0;
        for (size_t j = 0; j < cols; j++) {
            if (!(numbers[i * cols + j] >= 0)) return false;
            parts += numbers[i * cols + j] > 0;
            sum += (double)numbers[i * cols + j];
        }
        if (!attn_sums_to_one(&rounding, sum, cols, parts)) return false;
    }
    return true;
}
