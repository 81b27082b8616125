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
    if (digits.failed) attn_no_memory(status, "writing out the arithmetic");
    attn_text_free(&digits);
    return number < 0 ? -typed : typed;
}

/* ---- what is done with them ---- */

/* The operation that is written so; NULL: these are words, or terms that are left out. */
static const attn_operation *operation_of(const attn_calculation *part)
{
    bool named = part->kind == ATTN_CALCULATION_CALL || part->kind == ATTN_CALCULATION_COMPARISON;
    for (size_t i = ATTN_OP_ADD; i <= ATTN_OP_FLOOR; i++) {
        const attn_operation *operation = &attn_operations_elementwise[i];
        bool known = operation->kind == part->kind && (operation->of_one || operation->of_two);
        if (known && (!named || strcmp(attn_operation_title(operation), part->text) == 0))
            return operation;
    }
    return NULL;
}

double attn_calculate(const attn_calculation *whole, attn_fineness fine, attn_status *status)
{
    if (whole->kind == ATTN_CALCULATION_NUMBER) return typed_in(whole->number, fine, status);
    if (!whole->first) return not_a_number;
    double value = attn_calculate(whole->first, fine, status);
    if (whole->kind == ATTN_CALCULATION_GROUP || isnan(value)) return value;
    if (whole->kind == ATTN_CALCULATION_SQUARE) return value * value;
    const attn_operation *operation = operation_of(whole);
    if (!operation) return not_a_number;
    for (const attn_calculation *part = whole->first->next; part; part = part->next) {
        double next = operation->of_two ? attn_calculate(part, fine, status) : not_a_number;
        if (isnan(value) || isnan(next)) return not_a_number;
        value = operation->of_two(value, next);
    }
    return operation->of_one ? operation->of_one(value) : value;
}
