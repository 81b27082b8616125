/*
 * budget: two limits, what is held, and the faults beyond them.
 */
#include "core/budget.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

static uint64_t most_memory = ATTN_USUAL_MEMORY, most_work = ATTN_USUAL_WORK;
static atomic_size_t held;
static atomic_size_t refused; /* bytes that were asked for last, and were too many; 0: none were */

void attn_budget_set(uint64_t memory, uint64_t work)
{
    most_memory = memory;
    most_work = work;
    attn_budget_not_asked();
}

uint64_t attn_budget_work(void)
{
    return most_work;
}

uint64_t attn_sum64(uint64_t a, uint64_t b)
{
    return a > UINT64_MAX - b ? UINT64_MAX : a + b;
}

uint64_t attn_product64(uint64_t a, uint64_t b)
{
    return b != 0 && a > UINT64_MAX / b ? UINT64_MAX : a * b;
}

/* ---- amounts, for people and for the option ---- */

enum { amount_bytes = 32 };

/* "1.5", "8", "23": two digits, or all before the point. */
static void print_short(char text[amount_bytes], double number, const char *unit)
{
    double tenths = round(number * 10) / 10;
    int decimals = tenths < 10 && tenths != floor(tenths);
    snprintf(text, amount_bytes, "%.*f %s", decimals, decimals ? tenths : round(number), unit);
}

static void print_bytes(char text[amount_bytes], uint64_t bytes)
{
    static const char *const units[] = {"bytes", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
    size_t unit = 0;
    double number = (double)bytes;
    for (; number >= 1024; unit++) number /= 1024;
    print_short(text, number, units[unit]);
}

/* "640", "6.4·10¹⁰". */
static void print_work(char text[amount_bytes], uint64_t work)
{
    static const char *const digits[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
    int exponent = 0;
    double number = (double)work;
    if (work < 100000) {
        snprintf(text, amount_bytes, "%" PRIu64, work);
        return;
    }
    for (; round(number * 10) >= 100; exponent++) number /= 10;
    double tenths = round(number * 10) / 10;
    int length = 0;
    if (tenths > 1) length = snprintf(text, amount_bytes, "%.*f·", tenths != floor(tenths), tenths);
    snprintf(text + length, amount_bytes - (size_t)length, "10%s%s",
             exponent > 9 ? digits[exponent / 10] : "", digits[exponent % 10]);
}

/* What is written behind the option: with some room, and at least twice of what there was. */
static void print_option(char text[amount_bytes], uint64_t needed, uint64_t budget, double step)
{
    static const char *const units[] = {"", "K", "M", "G", "T", "P", "E"};
    double wanted = fmax((double)needed * 1.1, (double)budget * 2);
    size_t unit = 0;
    for (; wanted >= step && unit < 6; unit++) wanted /= step;
    if (unit == 6 && wanted > 8)
        snprintf(text, amount_bytes, "none"); /* no number holds it */
    else
        snprintf(text, amount_bytes, "%.0f%s", ceil(wanted), units[unit]);
}

static const double binary = 1024, decimal = 1000;

#if defined(__GNUC__)
__attribute__((format(printf, 2, 0)))
#endif
static void
print_who(char who[256], const char *format, va_list arguments)
{
    int length = vsnprintf(who, 256, format, arguments);
    if (length < 0) who[0] = '\0';
}

/* ---- work ---- */

bool attn_may_spend(const attn_status *status, uint64_t work)
{
    return status->work <= most_work && work <= most_work - status->work;
}

bool attn_spend(attn_status *status, uint64_t work)
{
    if (!attn_may_spend(status, work)) return false;
    status->work += work;
    return true;
}

void attn_renew(attn_status *status)
{
    status->work = 0;
}

bool attn_fail_work(attn_status *status, uint64_t work, const char *format, ...)
{
    char who[256], needed[amount_bytes], most[amount_bytes], option[amount_bytes];
    va_list arguments;
    va_start(arguments, format);
    print_who(who, format, arguments);
    va_end(arguments);
    print_work(needed, work);
    print_work(most, most_work);
    print_option(option, attn_sum64(work, status->work), most_work, decimal);
    if (work < most_work / 10)
        return attn_fail(
            status, ATTN_LIMIT,
            "%s would exceed the budget of work, %s multiply-adds: --work %s raises it", who, most,
            option);
    return attn_fail(status, ATTN_LIMIT,
                     "%s needs %s multiply-adds, and the budget is %s: --work %s allows it", who,
                     needed, most, option);
}

/* ---- memory ---- */

bool attn_may_hold(uint64_t bytes)
{
    uint64_t now = atomic_load_explicit(&held, memory_order_relaxed);
    return now <= most_memory && bytes <= most_memory - now && bytes <= PTRDIFF_MAX;
}

bool attn_fail_memory(attn_status *status, uint64_t bytes, const char *format, ...)
{
    char who[256], needed[amount_bytes], used[amount_bytes], most[amount_bytes];
    char option[amount_bytes];
    uint64_t now = attn_budget_held();
    va_list arguments;
    va_start(arguments, format);
    print_who(who, format, arguments);
    va_end(arguments);
    print_bytes(needed, bytes);
    print_bytes(used, now);
    print_bytes(most, most_memory);
    print_option(option, attn_sum64(bytes, now), most_memory, binary);
    if (strcmp(needed, most) == 0) { /* where they are nearly the same */
        snprintf(needed, sizeof needed, "%" PRIu64 " bytes", bytes);
        snprintf(most, sizeof most, "%" PRIu64, most_memory);
    }
    bool alone = now < bytes / 10;
    return attn_fail(status, ATTN_LIMIT,
                     "%s needs %s of memory%s%s%s, and the budget is %s: --memory %s allows it",
                     who, needed, alone ? "" : " beside the ", alone ? "" : used,
                     alone ? "" : " in use", most, option);
}

bool attn_budget_take(size_t bytes)
{
    size_t before = atomic_fetch_add_explicit(&held, bytes, memory_order_relaxed);
    if (before <= most_memory && bytes <= most_memory - before) return true;
    atomic_fetch_sub_explicit(&held, bytes, memory_order_relaxed);
    atomic_store_explicit(&refused, bytes, memory_order_relaxed);
    return false;
}

void attn_budget_return(size_t bytes)
{
    atomic_fetch_sub_explicit(&held, bytes, memory_order_relaxed);
}

uint64_t attn_budget_held(void)
{
    return atomic_load_explicit(&held, memory_order_relaxed);
}

void attn_budget_not_asked(void)
{
    atomic_store_explicit(&refused, 0, memory_order_relaxed);
}

void attn_budget_explain(attn_status *status)
{
    static const char begins[] = "the budget of memory is";
    size_t bytes = atomic_load_explicit(&refused, memory_order_relaxed);
    char most[amount_bytes], option[amount_bytes];
    size_t length = strlen(status->message);
    if (bytes == 0 || strstr(status->message, begins)) return; /* it may be passed on */
    print_bytes(most, most_memory);
    print_option(option, attn_sum64(bytes, attn_budget_held()), most_memory, binary);
    snprintf(status->message + length, sizeof status->message - length,
             "; %s %s: --memory %s raises it", begins, most, option);
}
