/*
 * budget: reads --memory and --work. An amount is a whole number, with a letter for thousands or,
 * of bytes, for 1024s.
 */
#include "budget.h"

#include <stdlib.h>
#include <string.h>

#include "options.h"

#ifndef ATTN_USUAL_MEMORY /* a build may set smaller ones, as that of the fuzz targets does */
#define ATTN_USUAL_MEMORY ATTNVIZ_USUAL_MEMORY
#define ATTN_USUAL_WORK ATTNVIZ_USUAL_WORK
#endif

typedef struct budgets {
    uint64_t memory, work;
} budgets;

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
    char *at = NULL;
    *amount = *text >= '0' && *text <= '9' ? strtoull(text, &at, 10) : 0;
    for (int power = at ? power_of(at) : -1; power != 0; power--) {
        if (power < 0 || *amount > ATTNVIZ_NO_BUDGET / step) return false;
        *amount *= step;
    }
    return *amount > 0 && *amount < ATTNVIZ_NO_BUDGET;
}

static bool read_budget(cli_value *value, uint64_t step, const char *example)
{
    const char *text = value->texts[0];
    uint64_t *amount = value->place;
    if (strcmp(text, "none") == 0)
        *amount = ATTNVIZ_NO_BUDGET;
    else if (!read_amount(text, step, amount))
        return attn_fail(attn_arena_status(value->arena), ATTN_USAGE,
                         "%s takes a whole number from 1, as %s (with K, M, G or T for larger "
                         "ones), or 'none', not '%s'",
                         value->option->name, example, text);
    return true;
}

static bool read_memory(cli_value *value)
{
    return read_budget(value, 1024, "2G");
}

static bool read_work(cli_value *value)
{
    return read_budget(value, 1000, "600G");
}

static const cli_kind memory = {.read = read_memory}, work = {.read = read_work};

const cli_option cli_shared_options[CLI_SHARED_OPTIONS] = {
    {"--memory", 0, &memory, "SIZE",
     "limits memory, in bytes or with K, M, G or T (default 1G; none: no limit)",
     CLI_IN(budgets, memory)},
    {"--work", 0, &work, "N",
     "limits work, in multiply-adds or with K, M, G or T for thousands, millions … of them "
     "(default 300G; train and evaluate: none)",
     CLI_IN(budgets, work)},
};

bool cli_budget_take(const cli_arguments *arguments)
{
    bool endless = arguments->command->without_end;
    budgets asked = {ATTN_USUAL_MEMORY, endless ? ATTNVIZ_NO_BUDGET : ATTN_USUAL_WORK};
    if (!cli_options_read(arguments, cli_shared_options, CLI_SHARED_OPTIONS, &asked)) return false;
    attnviz_budget(asked.memory, asked.work);
    return true;
}
