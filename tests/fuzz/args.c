/*
 * args: words of a command line, divided by NUL, read by the program's own tables.
 *
 * No command is run, so nothing is written. What `explain` is asked for is handed on to a small
 * lesson, which is told to memory.
 */
#include <stdlib.h>
#include <string.h>

#include "../../cli/budget.h"
#include "../../cli/explain.h"
#include "../../cli/help.h"
#include "../../cli/options.h"
#include "beside.h"
#include "core/budget.h"
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
    attn_status *status = attn_arena_status(arguments->arena);
    bool read = cli_budget_take(arguments);
    fuzz_require(read == attn_ok(status), "an amount that cannot be read is a fault");
    fuzz_require(attn_budget_work() > 0, "no budget is empty");
    attn_budget_set(ATTN_USUAL_MEMORY, ATTN_USUAL_WORK);
}

/* What was found on the line, before any value is read. */
static void check_given(const cli_arguments *arguments)
{
    for (size_t i = 0; i < arguments->given_count; i++) {
        const cli_given *one = &arguments->given[i];
        fuzz_require((one->value != NULL) == (one->option->argument != NULL),
                     "an option has a value if it takes one");
        fuzz_require(one->value == NULL || one->value[0] != '\0', "no value is empty");
        for (size_t k = 0; k < i; k++)
            fuzz_require(arguments->given[k].option != one->option || one->option->kind->repeats,
                         "only an option that repeats stands twice");
    }
}

static void check_items(const char *const *items)
{
    for (size_t i = 0; items && items[i]; i++)
        fuzz_require(items[i][0] != '\0' && items[i][0] != ' ', "items are trimmed");
}

/* A member of a request that an option was read into. */
static void check_member(const cli_option *option, const void *member)
{
    long number = 0;
    if (option->kind == &cli_number && option->size == sizeof number) {
        memcpy(&number, member, sizeof number);
        fuzz_require(number == 0 || (number >= option->least && number <= option->most),
                     "a number lies within its bounds");
    }
}

/* All that the options of the command say; NULL: one of them cannot be read. */
static void *read_request(const cli_arguments *arguments)
{
    const cli_command *command = arguments->command;
    attn_status *status = attn_arena_status(arguments->arena);
    const attnviz_fault *fault = arguments->fault;
    char *request = attn_alloc(arguments->arena, 1, command->request_size + 1);
    bool read = cli_options_read(arguments, command->options, command->option_count, request);
    fuzz_require(read == (attn_ok(status) && !fault->cause),
                 "a value that cannot be read is a fault");
    fuzz_require(read || status->code == ATTN_USAGE || fault->cause == ATTNVIZ_USAGE,
                 "a wrong value is a fault of usage");
    fuzz_require_sane(status);
    fuzz_require_harmless(fault->text, strlen(fault->text), true);
    for (size_t i = 0; read && i < command->option_count; i++)
        check_member(&command->options[i], request + command->options[i].at);
    return read ? request : NULL;
}

static void show_help(const cli_command *command)
{
    attn_text text = {0};
    cli_help_command(command, &text);
    fuzz_require_harmless(attn_text_string(&text), text.length, true);
    attn_text_free(&text);
}

/* ---- a lesson with these options ---- */

static bool take(void *user, const char *bytes, size_t length)
{
    (void)user;
    fuzz_require_harmless(bytes, length, true);
    return true;
}

static void tell(attnviz_lesson *lesson, attnviz_telling asked, attnviz_format format)
{
    static const attnviz_output output = {.write = take};
    attnviz_fault fault = {0};
    asked.look.format = format;
    bool told = attnviz_lesson_tell(lesson, &asked, &output, &fault);
    fuzz_require(told == (fault.cause == ATTNVIZ_NONE), "a run that fails is a fault");
    fuzz_require_harmless(fault.text, strlen(fault.text), true);
}

static void explain(const cli_telling *telling)
{
    static attnviz_lesson *lesson;
    const attnviz_wishes *said = &telling->asked.wishes;
    const attnviz_look *look = &telling->asked.look;
    if (lesson == NULL) {
        beside_write("lesson.json", small_lesson, sizeof small_lesson - 1);
        lesson = attnviz_lesson_read(beside_path("lesson.json"), NULL);
        fuzz_require(lesson != NULL, "the small lesson can be read");
    }
    const attnviz_telling asked = {
        .wishes = {.sentence = said->sentence,
                   .sets = said->sets,
                   .zooms = said->zooms,
                   .arithmetics = said->arithmetics},
        .look = {.columns = 60, .decimals = 4, .names = look->names, .at = look->at}};
    check_items(said->zooms);
    check_items(said->arithmetics);
    check_items(look->names);
    tell(lesson, asked, ATTNVIZ_FORMAT_TEXT);
    tell(lesson, asked, ATTNVIZ_FORMAT_JSON);
    for (size_t i = 0; look->names && look->names[i]; i++) {
        attnviz_value value;
        attnviz_lesson_value(lesson, look->names[i], &value, NULL);
    }
}

/* ---- the command line ---- */

static void read_line(const cli_command *command, size_t count, char *const *words)
{
    attn_status status = {0};
    attnviz_fault fault = {0};
    cli_arguments arguments = {.arena = attn_arena_new(&status), .fault = &fault};
    bool read = cli_arguments_read(&arguments, command, count, words, &status);
    fuzz_require(read == attn_ok(&status), "a line that cannot be read is a fault");
    fuzz_require(read || status.code == ATTN_USAGE, "a wrong line is a fault of usage");
    fuzz_require_sane(&status);
    if (read) {
        fuzz_require(arguments.operand_count <= command->most_operands, "no word too many");
        check_given(&arguments);
        if (arguments.help_asked) show_help(command);
        const void *request = read_request(&arguments);
        if (request != NULL) read_budgets(&arguments);
        if (request != NULL && command == &cli_explain) explain(request);
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
