/*
 * budget: reads --memory and --work. An amount is a whole number, with a letter for thousands or,
 * of bytes, for 1024s.
 */
#include "budget.h"

#include <string.h>

#include "core/budget.h"
#include "options.h"

const cli_option cli_shared_options[CLI_SHARED_OPTIONS] = {
    [CLI_MEMORY] = {"--memory", 0, "SIZE",
                    "the most memory it may hold at one time, in bytes or with K, M, G or T "
                    "(default 1G; none: as much as there is)",
                    false, false},
    [CLI_WORK] = {"--work", 0, "N",
                  "the most work it may do, in multiply-adds or with K, M, G or T for thousands, "
                  "millions … of them (default 300G; train and evaluate: none)",
                  false, false},
};

static const char letters[] = "KMGTPE";

/* How often the step is taken: "G" is the third; -1: it is no letter of these, alone. */
static int power_of(const char *letter)
{
    if (*letter == '\0') return 0;
    const char lower[] = {letter[0], '\0'};
    size_t at = strcspn(letters, lower);
    if (letters[at] == '\0') at = strcspn("kmgtpe", lower);
    return letter[1] == '\0' && letters[at] != '\0' ? (int)at + 1 : -1;
}

static bool read_amount(const char *text, uint64_t step, uint64_t *amount)
{
    uint64_t number = 0;
    const char *at = text;
    for (; *at >= '0' && *at <= '9'; at++)
        number = attn_sum64(attn_product64(number, 10), (uint64_t)(*at - '0'));
    int power = power_of(at);
    if (at == text || power < 0) return false;
    for (; power > 0; power--) number = attn_product64(number, step);
    *amount = number;
    return number > 0 && number < ATTN_NO_BUDGET;
}

/* The option's amount, where it stands there. */
static bool take(const cli_arguments *arguments, size_t option, uint64_t step, const char *example,
                 uint64_t *amount, attn_status *status)
{
    const char *text = arguments->shared[option];
    if (text == NULL) return true;
    if (strcmp(text, "none") == 0)
        *amount = ATTN_NO_BUDGET;
    else if (!read_amount(text, step, amount))
        return attn_fail(status, ATTN_USAGE,
                         "%s takes a whole number from 1, as %s (K, M, G or T may stand behind "
                         "it), or 'none', not '%s'",
                         cli_shared_options[option].name, example, text);
    return true;
}

bool cli_budget_take(const cli_arguments *arguments, attn_status *status)
{
    const uint64_t binary = 1024, decimal = 1000;
    uint64_t memory = ATTN_USUAL_MEMORY;
    uint64_t work = arguments->command->without_end ? ATTN_NO_BUDGET : ATTN_USUAL_WORK;
    if (!take(arguments, CLI_MEMORY, binary, "2G", &memory, status) ||
        !take(arguments, CLI_WORK, decimal, "600G", &work, status))
        return false;
    attn_budget_set(memory, work);
    return true;
}
