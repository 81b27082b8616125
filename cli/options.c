/*
 * options: finds the options on the command line by the command's table. A word is read in three
 * steps: which option it is, whether that may stand here, and where its value is. option_kinds.c
 * reads the values.
 */
#include "options.h"

#include <string.h>

#include "budget.h"
#include "core/known_words.h"

typedef struct reader {
    cli_arguments *arguments;
    size_t count, at; /* words, and the next one to be read */
    char *const *words;
    attn_status *status;
} reader;

const cli_option *cli_option_at(const cli_command *command, size_t i)
{
    size_t own = command->option_count;
    if (i < own) return &command->options[i];
    return i < own + CLI_SHARED_OPTIONS ? &cli_shared_options[i - own] : NULL;
}

/* The option that a word begins with, "--output=FILE" or "-oFILE"; NULL: there is none. */
static const cli_option *find_option(const cli_command *command, const char *word)
{
    const cli_option *option;
    size_t length = strcspn(word, "=");
    bool is_long = word[1] == '-';
    for (size_t i = 0; (option = cli_option_at(command, i)) != NULL; i++)
        if (is_long ? strlen(option->name) == length && memcmp(option->name, word, length) == 0
                    : option->letter == word[1])
            break;
    return option;
}

static bool fail_unknown(reader *r, const char *name)
{
    const cli_command *command = r->arguments->command;
    const cli_option *option;
    attn_guess guess = {.word = name};
    for (size_t i = 0; (option = cli_option_at(command, i)) != NULL; i++)
        attn_guess_try(&guess, option->name);
    attn_guess_try(&guess, "--help");
    return attn_fail(r->status, ATTN_USAGE,
                     "%s has no option %s%s ('attnviz help %s' lists its options)", command->name,
                     name, attn_guess_text(&guess, r->arguments->arena), command->name);
}

/* True if the word stands for an option of the command: then it is no value of the one before. */
static bool is_option(const cli_command *command, const char *word)
{
    if (word[0] != '-' || word[1] == '\0') return false;
    if (word[1] != '-') return word[2] == '\0' && find_option(command, word) != NULL;
    return word[2] == '\0' || strcmp(word, "--help") == 0 || find_option(command, word) != NULL;
}

/* Takes the next word as the value, unless there is none or it is an option itself. */
static const char *next_value(reader *r)
{
    if (r->at == r->count || is_option(r->arguments->command, r->words[r->at])) return NULL;
    return r->words[r->at++];
}

static bool check_value(const reader *r, const cli_option *option, const char *value)
{
    size_t bad;
    if (value == NULL || value[0] == '\0') {
        return attn_fail(r->status, ATTN_USAGE, "%s needs a value: %s %s", option->name,
                         option->name, option->argument);
    }
    if (!option->kind->bytes && !attn_utf8_valid(value, strlen(value), &bad)) {
        return attn_fail(r->status, ATTN_USAGE, "the value of %s is not UTF-8 at byte %zu: '%s'",
                         option->name, bad + 1, value);
    }
    return true;
}

static bool fail_valued(reader *r, const char *name, const char *value)
{
    return attn_fail(r->status, ATTN_USAGE, "%s takes no value, but got '%s'", name, value);
}

static bool is_given(const cli_arguments *arguments, const cli_option *option)
{
    for (size_t i = 0; i < arguments->given_count; i++)
        if (arguments->given[i].option == option) return true;
    return false;
}

/* value: what stands in the same word, behind "=" or the letter; NULL: nothing. */
static bool add_option(reader *r, const cli_option *option, const char *value)
{
    cli_arguments *arguments = r->arguments;
    if (!option->kind->repeats && is_given(arguments, option)) {
        return attn_fail(r->status, ATTN_USAGE, "%s is given twice", option->name);
    }
    if (option->argument == NULL && value != NULL) return fail_valued(r, option->name, value);
    if (option->argument != NULL) {
        if (value == NULL) value = next_value(r);
        if (!check_value(r, option, value)) return false;
    }
    arguments->given[arguments->given_count++] = (cli_given){option, value};
    return true;
}

static bool read_long(reader *r, const char *word)
{
    size_t length = strcspn(word, "=");
    const cli_option *option = find_option(r->arguments->command, word);
    if (option == NULL) {
        const char *name = attn_copy_text(r->arguments->arena, word, length);
        if (name != NULL && strcmp(name, "--help") == 0)
            return fail_valued(r, name, word + length + 1);
        return name != NULL && fail_unknown(r, name);
    }
    return add_option(r, option, word[length] == '=' ? word + length + 1 : NULL);
}

/* "-o", or "-oFILE". */
static bool read_short(reader *r, const char *word)
{
    const cli_option *option = find_option(r->arguments->command, word);
    if (option == NULL) return fail_unknown(r, word);
    return add_option(r, option, word[2] != '\0' ? word + 2 : NULL);
}

/* Of "A_{2,1}" without quotes a shell makes two words, "A_2" and "A_1": whether this one and the
 * one before it look so. *stem: bytes up to the subscript. */
static bool is_expanded(const reader *r, const char *word, size_t *stem)
{
    const char *before = r->at > 1 ? r->words[r->at - 2] : "", *underscore = strchr(word, '_');
    *stem = underscore ? (size_t)(underscore - word) + 1 : 0;
    return underscore && strncmp(before, word, *stem) == 0 && word[*stem] != '{' &&
           word[*stem] != '\0' && before[*stem] != '\0' && !strpbrk(word, "./");
}

static bool fail_expanded(const reader *r, const char *word, size_t stem)
{
    const char *first = r->words[r->at - 2] + stem, *second = word + stem;
    const int length = (int)stem, one = (int)strcspn(first, "=,"),
              other = (int)strcspn(second, "=,");
    return attn_fail(r->status, ATTN_USAGE,
                     "'%s' is one word too many: if you wrote %.*s{%.*s,%.*s}, your shell split it "
                     "into several words; quote it, '%.*s{%.*s,%.*s}'",
                     word, length, word, one, first, other, second, length, word, one, first, other,
                     second);
}

static bool add_operand(reader *r, const char *word)
{
    cli_arguments *arguments = r->arguments;
    const cli_command *command = arguments->command;
    if (word[0] == '\0') {
        return attn_fail(r->status, ATTN_USAGE, "an empty word where %s is expected",
                         command->operands[0] ? command->operands : "an option");
    }
    size_t stem;
    const size_t count = arguments->operand_count;
    const bool behind_value = count == 0 || arguments->operands[count - 1] != r->words[r->at - 2];
    const bool full = count == command->most_operands;
    if ((full || behind_value) && is_expanded(r, word, &stem)) return fail_expanded(r, word, stem);
    if (full) {
        return attn_fail(r->status, ATTN_USAGE,
                         "'%s' is one word too many: attnviz %s%s%s (quote a text that has spaces)",
                         word, command->name, command->operands[0] ? " " : "", command->operands);
    }
    arguments->operands[arguments->operand_count++] = word;
    return true;
}

static bool is_help(const char *word)
{
    return strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0;
}

bool cli_arguments_read(cli_arguments *arguments, const cli_command *command, size_t count,
                        char *const *words, attn_status *status)
{
    reader r = {.arguments = arguments, .count = count, .words = words, .status = status};
    bool options_end = false;
    arguments->command = command;
    arguments->operands = attn_alloc(arguments->arena, count + 1, sizeof *arguments->operands);
    arguments->given = attn_alloc(arguments->arena, count + 1, sizeof *arguments->given);
    while (attn_ok(status) && r.at < count && !arguments->help_asked) {
        const char *word = words[r.at++];
        if (options_end || word[0] != '-' || word[1] == '\0') {
            add_operand(&r, word);
        } else if (strcmp(word, "--") == 0) {
            options_end = true;
        } else if (is_help(word)) {
            arguments->help_asked = true;
        } else if (word[1] == '-') {
            read_long(&r, word);
        } else {
            read_short(&r, word);
        }
    }
    return attn_ok(status);
}

const cli_option *cli_other_than(const cli_arguments *arguments, const char *name)
{
    const cli_option *options = arguments->command->options;
    for (size_t i = 0; i < arguments->command->option_count; i++)
        if (strcmp(options[i].name, name) != 0 && is_given(arguments, &options[i]))
            return &options[i];
    return NULL;
}

/* ---- values ---- */

void cli_store(void *place, size_t size, long number)
{
    int narrow = (int)number;
    bool flag = number != 0;
    const void *from = size == sizeof number ? (const void *)&number
                       : size == sizeof flag ? (const void *)&flag
                                             : &narrow;
    memcpy(place, from, size);
}

/* All that is said with an option, in order. */
static const char *const *values_of(const cli_arguments *arguments, const cli_option *option,
                                    size_t *count)
{
    const char **values = attn_alloc(arguments->arena, arguments->given_count + 1, sizeof *values);
    *count = 0;
    for (size_t i = 0; values != NULL && i < arguments->given_count; i++)
        if (arguments->given[i].option == option) values[(*count)++] = arguments->given[i].value;
    return values;
}

static bool read_option(const cli_arguments *arguments, const cli_option *option, void *request)
{
    cli_value value = {.option = option, .arena = arguments->arena, .fault = arguments->fault};
    value.texts = values_of(arguments, option, &value.count);
    value.also = value.count;
    value.place = (char *)request + option->at;
    if (value.texts == NULL) return false;
    if (value.count == 0 && option->usual) cli_store(value.place, option->size, option->usual);
    if (value.count == 0) return true;
    bool read = option->kind->read(&value);
    if (read && option->also_size)
        cli_store((char *)request + option->also_at, option->also_size, (long)value.also);
    return read;
}

bool cli_options_read(const cli_arguments *arguments, const cli_option *options, size_t count,
                      void *request)
{
    for (size_t i = 0; i < count; i++)
        if (!read_option(arguments, &options[i], request)) return false;
    return true;
}
