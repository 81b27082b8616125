/*
 * calculations: lines of arithmetic as tests write them: read into trees, and trees as text.
 *
 *     line     = sum [ ( " < " | " ≤ " | " > " | " ≥ " | " == " ) sum ]
 *     sum      = product { ( " + " | " − " ) product }
 *     product  = [ "−" ] power { ( "·" | " / " ) power }
 *     power    = atom { "²" | "^" atom }
 *     atom     = number | "∞" | "… " number " more …" | "√" atom | words
 *              | [ function ] "(" line { ", " line } ")"
 */
#ifndef TESTS_UNIT_CALCULATIONS_H
#define TESTS_UNIT_CALCULATIONS_H

#include <ctype.h>
#include <math.h>

#include "formula/print/print_calculation.h"
#include "unit.h"

/* All lines, one below the other; nothing for a leaf. */
static inline void write_arithmetic(const attn_record *record, attn_node node, size_t row,
                                    size_t col, int digits, attn_text *out)
{
    attn_status status = {0};
    attn_arena *arena = attn_arena_new(&status);
    const attn_calculation *lines =
        arena ? attn_arithmetic(record, node, row, col, digits, arena) : NULL;
    for (const attn_calculation *line = lines; line; line = line->next) {
        attn_print_calculation(line, out);
        if (line->next) attn_text_add(out, "\n");
    }
    out->failed |= !attn_ok(&status);
    attn_arena_free(arena);
}

typedef struct line_reader {
    const char *at;
    attn_arena *arena;
} line_reader;

static attn_calculation *read_line(line_reader *r);

static inline bool take_sign(line_reader *r, const char *sign)
{
    size_t length = strlen(sign);
    if (strncmp(r->at, sign, length) != 0) return false;
    r->at += length;
    return true;
}

static inline attn_calculation *part(line_reader *r, attn_calculation_kind kind, const char *text,
                                     attn_calculation *first)
{
    attn_calculation *made = attn_alloc(r->arena, 1, sizeof *made);
    ck_assert_ptr_nonnull(made);
    *made = (attn_calculation){.kind = kind, .text = text, .first = first};
    return made;
}

static inline attn_calculation *add_part(attn_calculation *whole, attn_calculation *next)
{
    attn_calculation *last = whole->first;
    while (last->next) last = last->next;
    last->next = next;
    return whole;
}

/* A number, terms that are left out, or words to the end of the line. */
static inline attn_calculation *read_number(line_reader *r)
{
    const char *from = r->at;
    char *end = NULL;
    float number = HUGE_VALF;
    if (take_sign(r, "… ")) {
        attn_calculation *more = part(r, ATTN_CALCULATION_MORE, NULL, NULL);
        more->left_out = strtoul(r->at, &end, 10);
        r->at = end;
        ck_assert(take_sign(r, " more …"));
        return more;
    }
    if (!take_sign(r, "∞")) {
        number = strtof(from, &end);
        bool words =
            !isdigit((unsigned char)*from) || (*end == ' ' && isalpha((unsigned char)end[1]));
        r->at = words ? from + strlen(from) : end;
    }
    const char *text = attn_copy_text(r->arena, from, (size_t)(r->at - from));
    attn_calculation_kind kind =
        end && r->at != end ? ATTN_CALCULATION_WORDS : ATTN_CALCULATION_NUMBER;
    attn_calculation *made = part(r, kind, text, NULL);
    made->number = number;
    return made;
}

static inline attn_calculation *read_call(line_reader *r, size_t letters)
{
    const char *function = attn_copy_text(r->arena, r->at, letters);
    r->at += letters + 1;
    attn_calculation *whole = part(r, letters ? ATTN_CALCULATION_CALL : ATTN_CALCULATION_GROUP,
                                   function, *r->at == ')' ? NULL : read_line(r));
    while (take_sign(r, ", ")) add_part(whole, read_line(r));
    ck_assert_msg(take_sign(r, ")"), "at %s", r->at);
    return whole;
}

static inline attn_calculation *read_atom(line_reader *r)
{
    size_t letters = 0;
    if (take_sign(r, "√")) return part(r, ATTN_CALCULATION_ROOT, NULL, read_atom(r));
    if (strncmp(r->at, "σ", strlen("σ")) == 0) letters = strlen("σ");
    while (islower((unsigned char)r->at[letters])) letters++;
    return r->at[letters] == '(' ? read_call(r, letters) : read_number(r);
}

static inline attn_calculation *read_power(line_reader *r)
{
    attn_calculation *power = read_atom(r);
    for (;;) {
        if (take_sign(r, "²"))
            power = part(r, ATTN_CALCULATION_SQUARE, NULL, power);
        else if (take_sign(r, "^"))
            power = add_part(part(r, ATTN_CALCULATION_POWER, NULL, power), read_atom(r));
        else
            return power;
    }
}

static inline attn_calculation *read_product(line_reader *r)
{
    bool negative = take_sign(r, "−");
    attn_calculation *product = read_power(r);
    for (;;) {
        if (take_sign(r, "·"))
            product = add_part(part(r, ATTN_CALCULATION_PRODUCT, NULL, product), read_power(r));
        else if (take_sign(r, " / "))
            product = add_part(part(r, ATTN_CALCULATION_QUOTIENT, NULL, product), read_power(r));
        else
            return negative ? part(r, ATTN_CALCULATION_NEGATIVE, NULL, product) : product;
    }
}

static inline attn_calculation *read_sum(line_reader *r)
{
    attn_calculation *sum = part(r, ATTN_CALCULATION_SUM, NULL, read_product(r));
    for (;;) {
        if (take_sign(r, " + "))
            add_part(sum, read_product(r));
        else if (take_sign(r, " − "))
            add_part(sum, part(r, ATTN_CALCULATION_NEGATIVE, NULL, read_product(r)));
        else
            return sum;
    }
}

static inline attn_calculation *read_line(line_reader *r)
{
    static const char *const signs[] = {" < ", " ≤ ", " > ", " ≥ ", " == "};
    attn_calculation *left = read_sum(r);
    for (size_t i = 0; i < COUNT(signs); i++) {
        if (!take_sign(r, signs[i])) continue;
        const char *sign = attn_copy_text(r->arena, signs[i] + 1, strlen(signs[i]) - 2);
        return add_part(part(r, ATTN_CALCULATION_COMPARISON, sign, left), read_sum(r));
    }
    return left;
}

static inline attn_calculation *read_calculation(attn_arena *arena, const char *line)
{
    line_reader r = {line, arena};
    attn_calculation *made = read_line(&r);
    ck_assert_msg(*r.at == '\0', "%s: at %s", line, r.at);
    return made;
}

#endif
