/*
 * text: any bytes as words for a terminal, as numbers, and as a fault's texts.
 *
 * The first byte chooses columns and digits; the first four, as a float32, are the number.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formula/print/typeset.h"
#include "fuzz.h"

/* ---- words ---- */

static void check_escaped(const char *bytes, size_t length)
{
    size_t width = attn_text_width(bytes, length);
    attn_text once = {0}, twice = {0};
    for (int newlines = 0; newlines < 2; newlines++) {
        attn_text_clear(&once);
        attn_text_clear(&twice);
        attn_text_add_escaped(&once, bytes, length, newlines);
        fuzz_require_harmless(attn_text_string(&once), once.length, newlines);
        attn_text_add_escaped(&twice, attn_text_string(&once), once.length, newlines);
        fuzz_require(once.length == twice.length &&
                         strcmp(attn_text_string(&once), attn_text_string(&twice)) == 0,
                     "escaped text is not escaped again");
        fuzz_require(newlines || attn_text_width(attn_text_string(&once), once.length) <= width,
                     "what is printed is no wider than it was measured");
        size_t bad = length;
        bool valid = attn_utf8_valid(bytes, length, &bad);
        fuzz_require(valid || bad < length, "the first ill-formed byte lies in the text");
        fuzz_require(attn_utf8_valid(bytes, valid ? length : bad, &bad),
                     "what stands before the first ill-formed byte is well-formed");
    }
    attn_text_free(&once);
    attn_text_free(&twice);
}

static void check_width(const char *bytes, size_t length, size_t columns)
{
    size_t all = attn_text_width(bytes, length), fits = attn_text_fit(bytes, length, columns);
    fuzz_require(fits <= length, "what fits is a part of the text");
    fuzz_require(attn_text_width(bytes, fits) <= columns, "what fits is no wider than the columns");
    fuzz_require((all <= columns) == (fits == length), "all of a text fits if it is narrow enough");
    fuzz_require(attn_text_fit(bytes, length, all) == length, "a text fits its own width");
    fuzz_require(attn_text_width(bytes, fits) + attn_text_width(bytes + fits, length - fits) == all,
                 "a text is as wide as its two parts");
}

static void check_words(const char *bytes, size_t length)
{
    size_t at = 0, before = 0, start, end;
    while (attn_text_word(bytes, length, &at, &start, &end)) {
        fuzz_require(before <= start && start < end && end <= length && at >= end,
                     "words come one after the other");
        before = end;
    }
    attn_text lower = {0}, again = {0};
    size_t bad;
    attn_text_add_lower(&lower, bytes, length);
    fuzz_require(!attn_utf8_valid(bytes, length, &bad) ||
                     attn_utf8_valid(attn_text_string(&lower), lower.length, &bad),
                 "well-formed text is well-formed in lower case");
    attn_text_free(&lower);
    attn_text_free(&again);
}

/* The two halves of the text as two words that may have been confused. */
static void check_distance(const char *string)
{
    size_t length = strlen(string), half = length / 2;
    char *first = fuzz_copy((const uint8_t *)string, half);
    const char *second = string + half;
    size_t distance = attn_text_distance(first, second);
    fuzz_require(distance == attn_text_distance(second, first), "a distance is the same both ways");
    size_t bad;
    bool valid = attn_utf8_valid(first, half, &bad) && attn_utf8_valid(second, length - half, &bad);
    fuzz_require(!valid || (distance == 0) == (strcmp(first, second) == 0),
                 "equal texts alone have none");
    fuzz_require(distance <= length, "no more changes than characters");
    free(first);
}

static void check_label(const char *string)
{
    attn_text set = {0};
    size_t bad;
    attn_typeset_label(string, &set);
    fuzz_require(!attn_utf8_valid(string, strlen(string), &bad) ||
                     attn_utf8_valid(attn_text_string(&set), set.length, &bad),
                 "a label is typeset as well-formed text");
    attn_text_free(&set);
}

/* ---- numbers ---- */

/* A number for people, with U+2212 for its sign. */
static double read_back(const attn_text *text)
{
    static const char minus[] = "−";
    const char *digits = attn_text_string(text);
    bool negative = strncmp(digits, minus, sizeof minus - 1) == 0;
    if (negative) digits += sizeof minus - 1;
    fuzz_require(digits[0] >= '0' && digits[0] <= '9', "a number begins with a digit");
    char *end;
    double value = strtod(digits, &end);
    fuzz_require(*end == '\0', "a number is written with nothing behind it");
    return negative ? -value : value;
}

static void check_number(float value, int digits)
{
    void (*const writers[])(attn_text *, float, int) = {attn_text_short, attn_text_fixed,
                                                        attn_text_operand};
    attn_text text = {0};
    attn_text_number(&text, value);
    fuzz_require(strtof(attn_text_string(&text), NULL) == value, "a number reads back as it was");
    for (size_t i = 0; i < sizeof writers / sizeof *writers; i++) {
        attn_text_clear(&text);
        writers[i](&text, value, digits);
        double size = fabs((double)value), shown = read_back(&text),
               off = fabs(shown - (double)value);
        double float_rounding =
            4.1e-7 * fmax(1, size); /* what is within it may be a mere mistake */
        fuzz_require(off <= fmax(0.51 * pow(10, -digits), float_rounding) || off <= 0.051 * size,
                     "a number for people is rounded, not another one");
        fuzz_require((fabs(shown) > 0) == (size > 0), "what is not zero does not look like zero");
    }
    attn_text_clear(&text);
    attn_text_print(&text, "%.*f", attn_number_decimals(value), (double)value);
    fuzz_require(strtof(attn_text_string(&text), NULL) == value,
                 "as many decimals as a number has are enough to read it back");
    attn_text_free(&text);
}

/* ---- faults ---- */

static void check_status(const char *string, const uint8_t *bytes, size_t length)
{
    attn_status status = {0};
    char step[32];
    snprintf(step, sizeof step, "step %u", length > 1 ? bytes[1] : 0U);
    attn_fail(&status, ATTN_INPUT, "at %s", string);
    attn_status_prefix(&status, string);
    attn_status_formula(&status, string, length > 0 ? bytes[0] : 0);
    attn_status_place(&status, string, length, length > 0);
    attn_status_step(&status, length % 2 ? string : step);
    fuzz_require_sane(&status);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    char *text = fuzz_copy(bytes, length);
    size_t columns = length > 0 ? bytes[0] % 100 : 0;
    check_escaped(text, length);
    check_width(text, length, columns);
    check_words(text, length);
    check_distance(text);
    check_label(text);
    check_status(text, bytes, length);
    float value;
    if (length >= sizeof value) {
        memcpy(&value, bytes, sizeof value);
        if (isfinite(value)) check_number(value, (int)(columns % 10));
    }
    free(text);
    return 0;
}
