/*
 * args: words of a command line, divided by NUL, read by the program's own tables.
 *
 * No command is run, so nothing is written. What `explain` is asked for is handed on to a small
 * lesson, which is told to memory.
 */
#include <stdlib.h>
#include <string.h>

#include "../../cli/budget.h"
#include "../../cli/help.h"
#include "../../cli/options.h"
#include "beside.h"
#include "core/budget.h"
#include "document/document.h"
#include "fuzz.h"

enum { MOST_WORDS = 24 };

static const char small_lesson[] =
    "{\"attnviz\":1,\"title\":\"T\",\"sequences\":{\"w\":{\"input\":\"w\",\"default\":\"le "
    "chat\"}},"
    "\"indices\":{\"i\":\"w\"},\"given\":{\"x_i\":[[1,2],[3,4]],\"q\":[1,0]},"
    "\"define\":{\"f(a)\":\"2 a\"},\"steps\":["
    "{\"compute\":\"e_i = q · x_i\",\"arithmetic\":\"e_2\"},"
    "{\"for\":\"i\",\"steps\":[{\"compute\":\"h_i = f(e_i)\",\"heatmap\":\"x\"}]},"
    "{\"compute\":[\"α = softmax(e)\",\"c = Σ_i α_i x_i\"],\"check\":\"sum(α) == 1\"}]}";

/* ---- the words ---- */

static size_t cut_words(char *text, size_t length, char *words[MOST_WORDS])
{
    size_t count = 0;
    for (size_t at = 0; at < length && count < MOST_WORDS; at += strlen(text + at) + 1)
        words[count++] = text + at;
    return count;
}

/* They are in force for the process: those of the build are put back. */
static void read_budgets(const cli_arguments *arguments)
{
    attn_status status = {0};
    bool read = cli_budget_take(arguments, &status);
    fuzz_require(read == attn_ok(&status), "an amount that cannot be read is a fault");
    fuzz_require(attn_budget_memory() > 0 && attn_budget_work() > 0, "no budget is empty");
    attn_budget_set(ATTN_USUAL_MEMORY, ATTN_USUAL_WORK);
}

/* Each option, read in each of the ways a command may read it. */
static void read_option(const cli_arguments *arguments, size_t option)
{
    static const char *const choices[] = {"text", "json", NULL};
    const cli_option *known = cli_option_at(arguments->command, option);
    attn_status status = {0}, other = {0};
    size_t values, items, choice = 0;
    long number = 4;
    bool asked = cli_asked(arguments, option);
    fuzz_require(asked || cli_value(arguments, option) == NULL, "a value comes with its option");
    fuzz_require(!asked || (cli_value(arguments, option) != NULL) == (known->argument != NULL),
                 "an option has a value if it takes one");
    if (known->argument == NULL) return;
    const char *const *list = cli_values(arguments, option, &values);
    fuzz_require(list != NULL && asked == (values > 0), "an option that is asked for has values");
    fuzz_require(values <= 1 || known->repeats, "only an option that repeats stands twice");
    for (size_t i = 0; i < values; i++) fuzz_require(list[i][0] != '\0', "no value is empty");
    list = cli_list(arguments, option, &items);
    for (size_t i = 0; i < items; i++) {
        cli_place place;
        attn_status third = {0};
        fuzz_require(list[i][0] != '\0' && list[i][0] != ' ', "items are trimmed");
        fuzz_require(cli_place_read(arguments, list[i], &place, &third) == attn_ok(&third),
                     "what is no place is a fault");
        fuzz_require_sane(&third);
    }
    if (cli_number(arguments, option, 0, 9, &number, &status))
        fuzz_require(number >= 0 && number <= 9, "a number lies within its bounds");
    if (cli_choice(arguments, option, choices, &choice, &other))
        fuzz_require(choice < 2, "a choice is one of those that there are");
    fuzz_require_sane(&status);
    fuzz_require_sane(&other);
}

static void show_help(const cli_command *command)
{
    attn_text text = {0};
    cli_help_command(command, &text);
    fuzz_require_harmless(attn_text_string(&text), text.length, true);
    attn_text_free(&text);
}

/* ---- a lesson with these options ---- */

static size_t place_of(const cli_command *command, const char *name)
{
    size_t i = 0;
    while (i < command->option_count && strcmp(command->options[i].name, name) != 0) i++;
    fuzz_require(i < command->option_count, "explain has this option");
    return i;
}

static const char *const *list_of(const cli_arguments *a, const char *name, size_t *count)
{
    return cli_list(a, place_of(a->command, name), count);
}

static void tell(const cli_arguments *a, const attn_run *run, attn_status *status)
{
    attn_show_options look = {.columns = 60, .precision = 4};
    attn_text text = {0}, json = {0};
    look.only = list_of(a, "--only", &look.only_count);
    look.at = list_of(a, "--at", &look.at_count);
    if (attn_show_text(run, &look, &text, NULL, 0, NULL, status))
        fuzz_require_harmless(attn_text_string(&text), text.length, true);
    if (attn_show_json(run, &look, &json, status))
        fuzz_require_harmless(attn_text_string(&json), json.length, true);
    attn_text_free(&text);
    attn_text_free(&json);
}

static void explain(const cli_arguments *a)
{
    static attn_lesson *lesson;
    static attn_status reading;
    attn_status status = {0};
    if (lesson == NULL) {
        beside_write("lesson.json", small_lesson, sizeof small_lesson - 1);
        lesson = attn_lesson_read(beside_path("lesson.json"), false, &reading);
        fuzz_require(lesson != NULL, "the small lesson can be read");
    }
    attn_options asked = {.sentence = cli_value(a, place_of(a->command, "--sentence"))};
    asked.sets = cli_values(a, place_of(a->command, "--set"), &asked.set_count);
    asked.zooms = list_of(a, "--zoom", &asked.zoom_count);
    asked.arithmetics = list_of(a, "--arithmetic", &asked.arithmetic_count);
    asked.shows = list_of(a, "--only", &asked.show_count);
    attn_run *run = attn_lesson_run(lesson, &asked, &status);
    fuzz_require((run != NULL) == attn_ok(&status), "a run that fails is a fault");
    if (run != NULL) tell(a, run, &status);
    fuzz_require_sane(&status);
    attn_run_free(run);
}

/* ---- the command line ---- */

static void read_line(const cli_command *command, size_t count, char *const *words)
{
    attn_status status = {0};
    cli_arguments arguments = {.arena = attn_arena_new(&status)};
    bool read = cli_arguments_read(&arguments, command, count, words, &status);
    fuzz_require(read == attn_ok(&status), "a line that cannot be read is a fault");
    fuzz_require(read || status.code == ATTN_USAGE, "a wrong line is a fault of usage");
    fuzz_require_sane(&status);
    if (read) {
        fuzz_require(arguments.operand_count <= command->most_operands, "no word too many");
        for (size_t i = 0; cli_option_at(command, i) != NULL; i++) read_option(&arguments, i);
        read_budgets(&arguments);
        if (arguments.help_asked) show_help(command);
        if (command == &cli_explain) explain(&arguments);
    }
    attn_arena_free(arguments.arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    char *text = fuzz_copy(bytes, length), *words[MOST_WORDS];
    size_t count = cut_words(text, length, words);
    attn_status status = {0};
    const cli_command *command = count > 0 ? cli_command_find(words[0], &status) : NULL;
    fuzz_require_sane(&status);
    if (command != NULL) read_line(command, count - 1, words + 1);
    free(text);
    return 0;
}
