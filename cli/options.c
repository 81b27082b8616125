/*
 * options: reads the command line by the table of options. A word is read in three steps: which
 * option it is, whether that may stand here, and where its value is.
 */
#include "options.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "formula/syntax/parser.h"

typedef struct reader {
    cli_arguments *arguments;
    size_t count, at; /* words, and the next one to be read */
    char *const *words;
    attn_status *status;
} reader;

void cli_guess_try(cli_guess *guess, const char *candidate)
{
    size_t distance = attn_text_distance(guess->word, candidate);
    /* the dashes of an option are no letters of its name */
    size_t length = strlen(guess->word) - strspn(guess->word, "-");
    size_t near = length < 5 ? 1 : length / 3 + 1;
    bool is_start =
        strlen(guess->word) > 2 && strncmp(candidate, guess->word, strlen(guess->word)) == 0;
    if (is_start) distance = 1;
    if (distance > near || distance >= strlen(candidate) ||
        (guess->best != NULL && distance >= guess->distance))
        return;
    guess->best = candidate;
    guess->distance = distance;
}

const char *cli_guess_text(const cli_guess *guess, attn_arena *arena)
{
    const char *text = guess->best ? attn_print(arena, ": did you mean %s?", guess->best) : NULL;
    return text ? text : "";
}

static size_t count_options(const cli_command *command)
{
    return command->option_count + CLI_SHARED_OPTIONS;
}

static const cli_option *nth_option(const cli_command *command, size_t i)
{
    return i < command->option_count ? &command->options[i]
                                     : &cli_shared_options[i - command->option_count];
}

const cli_option *cli_option_at(const cli_command *command, size_t i)
{
    return i < count_options(command) ? nth_option(command, i) : NULL;
}

static const cli_option *option_at(const cli_arguments *arguments, size_t option)
{
    return nth_option(arguments->command, option);
}

/* The place of a long option whose name is the first `length` bytes of word, or count_options. */
static size_t find_long(const cli_command *command, const char *word, size_t length)
{
    size_t i = 0;
    for (; i < count_options(command); i++) {
        const char *name = nth_option(command, i)->name;
        if (strlen(name) == length && memcmp(name, word, length) == 0) break;
    }
    return i;
}

static size_t find_letter(const cli_command *command, char letter)
{
    size_t i = 0;
    while (i < count_options(command) && nth_option(command, i)->letter != letter) i++;
    return i;
}

static bool fail_unknown(reader *r, const char *name)
{
    const cli_command *command = r->arguments->command;
    cli_guess guess = {.word = name};
    for (size_t i = 0; i < count_options(command); i++) {
        cli_guess_try(&guess, nth_option(command, i)->name);
    }
    cli_guess_try(&guess, "--help");
    return attn_fail(r->status, ATTN_USAGE,
                     "%s has no option %s%s ('attnviz help %s' lists its options)", command->name,
                     name, cli_guess_text(&guess, r->arguments->arena), command->name);
}

/* True if the word stands for an option of the command: then it is no value of the one before. */
static bool is_option(const cli_command *command, const char *word)
{
    if (strncmp(word, "--", 2) == 0) {
        return word[2] == '\0' || strcmp(word, "--help") == 0 ||
               find_long(command, word, strcspn(word, "=")) < count_options(command);
    }
    return word[0] == '-' && word[1] != '\0' && word[2] == '\0' &&
           find_letter(command, word[1]) < count_options(command);
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
    if (!option->is_file && !attn_utf8_valid(value, strlen(value), &bad)) {
        return attn_fail(r->status, ATTN_USAGE, "the value of %s is no UTF-8: its byte %zu, '%s'",
                         option->name, bad + 1, value);
    }
    return true;
}

static bool fail_valued(reader *r, const char *name, const char *value)
{
    return attn_fail(r->status, ATTN_USAGE, "%s takes no value, but '%s' is given", name, value);
}

/* Where it is remembered, if all commands have it; or NULL. */
static const char **shared_place(reader *r, size_t place)
{
    size_t own = r->arguments->command->option_count;
    return place < own ? NULL : &r->arguments->shared[place - own];
}

/* value: what stands in the same word, behind "=" or the letter; NULL: nothing. */
static bool add_option(reader *r, size_t place, const char *value)
{
    const cli_option *option = option_at(r->arguments, place);
    const char **shared = shared_place(r, place);
    if (!option->repeats && (shared ? *shared != NULL : cli_asked(r->arguments, place))) {
        return attn_fail(r->status, ATTN_USAGE, "%s stands twice: once is enough", option->name);
    }
    if (option->argument == NULL && value != NULL) return fail_valued(r, option->name, value);
    if (option->argument != NULL) {
        if (value == NULL) value = next_value(r);
        if (!check_value(r, option, value)) return false;
    }
    if (shared)
        *shared = value;
    else
        r->arguments->given[r->arguments->given_count++] = (cli_given){place, value};
    return true;
}

static bool read_long(reader *r, const char *word)
{
    size_t length = strcspn(word, "=");
    size_t place = find_long(r->arguments->command, word, length);
    if (place == count_options(r->arguments->command)) {
        const char *name = attn_copy_text(r->arguments->arena, word, length);
        if (name != NULL && strcmp(name, "--help") == 0)
            return fail_valued(r, name, word + length + 1);
        return name != NULL && fail_unknown(r, name);
    }
    return add_option(r, place, word[length] == '=' ? word + length + 1 : NULL);
}

/* "-o", or "-oFILE". */
static bool read_short(reader *r, const char *word)
{
    size_t place = find_letter(r->arguments->command, word[1]);
    if (place == count_options(r->arguments->command)) return fail_unknown(r, word);
    return add_option(r, place, word[2] != '\0' ? word + 2 : NULL);
}

static bool add_operand(reader *r, const char *word)
{
    cli_arguments *arguments = r->arguments;
    const cli_command *command = arguments->command;
    if (word[0] == '\0') {
        return attn_fail(r->status, ATTN_USAGE, "an empty word stands where %s is expected",
                         command->operands[0] ? command->operands : "an option");
    }
    if (arguments->operand_count == command->most_operands) {
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

const char *cli_value(const cli_arguments *arguments, size_t option)
{
    for (size_t i = 0; i < arguments->given_count; i++) {
        if (arguments->given[i].option == option) return arguments->given[i].value;
    }
    return NULL;
}

bool cli_asked(const cli_arguments *arguments, size_t option)
{
    for (size_t i = 0; i < arguments->given_count; i++) {
        if (arguments->given[i].option == option) return true;
    }
    return false;
}

const char *const *cli_values(const cli_arguments *arguments, size_t option, size_t *count)
{
    const char **values = attn_alloc(arguments->arena, arguments->given_count + 1, sizeof *values);
    *count = 0;
    for (size_t i = 0; values != NULL && i < arguments->given_count; i++) {
        if (arguments->given[i].option == option) values[(*count)++] = arguments->given[i].value;
    }
    return values;
}

/* Bytes before the next comma that stands in no bracket. */
static size_t item_length(const char *list)
{
    size_t depth = 0, length = 0;
    for (; list[length] != '\0' && (list[length] != ',' || depth > 0); length++) {
        if (strchr("([{", list[length]) != NULL) depth++;
        if (strchr(")]}", list[length]) != NULL && depth > 0) depth--;
    }
    return length;
}

static size_t count_items(const char *const *lists, size_t count)
{
    size_t items = 0;
    for (size_t i = 0; i < count; i++) {
        for (const char *at = lists[i]; *at != '\0'; at += at[0] == ',') {
            at += item_length(at);
            items++;
        }
    }
    return items;
}

static const char *trimmed(attn_arena *arena, const char *bytes, size_t length)
{
    while (length > 0 && bytes[0] == ' ') bytes++, length--;
    while (length > 0 && bytes[length - 1] == ' ') length--;
    return attn_copy_text(arena, bytes, length);
}

static bool is_digits(const char *item)
{
    return item[strspn(item, "0123456789")] == '\0';
}

/* "Z_1": it ends in a subscript without braces. */
static bool has_open_subscript(const char *item)
{
    const char *subscript = strrchr(item, '_');
    return subscript != NULL && strpbrk(subscript, "{}()[]+-*/^ ") == NULL;
}

static bool any_word(const void *user, const char *word)
{
    (void)user, (void)word;
    return true;
}

/* Says of "Z_1,2" what is said of it wherever a formula stands. */
static bool refuse_subscripts(attn_arena *arena, const char *const *items, size_t count)
{
    const attn_grammar grammar = {.arena = arena, .is_function = any_word};
    attn_status *status = attn_arena_status(arena);
    attn_text formula = {0};
    attn_text_add(&formula, items[0]);
    for (size_t i = 1; i < count && is_digits(items[i]); i++)
        attn_text_print(&formula, ",%s", items[i]);
    attn_parse_expr(&grammar, attn_text_string(&formula));
    if (status->code == ATTN_INPUT) status->code = ATTN_USAGE;
    attn_text_free(&formula);
    return attn_ok(status);
}

/* Nobody lists a number: behind a subscript it is another one, which braces would hold. */
static bool check_subscripts(attn_arena *arena, const char *const *items, size_t count)
{
    for (size_t i = 1; i < count; i++) {
        if (is_digits(items[i]) && has_open_subscript(items[i - 1]))
            return refuse_subscripts(arena, items + i - 1, count - i + 1);
    }
    return true;
}

static size_t cut(attn_arena *arena, const char *list, const char **items)
{
    size_t count = 0;
    for (const char *at = list; *at != '\0'; at += at[0] == ',') {
        size_t length = item_length(at);
        const char *item = trimmed(arena, at, length);
        if (item != NULL && item[0] != '\0') items[count++] = item;
        at += length;
    }
    return count;
}

const char *const *cli_items(attn_arena *arena, const char *option, const char *const *lists,
                             size_t list_count, size_t *count)
{
    const char **items = attn_alloc(arena, count_items(lists, list_count) + 1, sizeof *items);
    const char *prefix = attn_print(arena, "%s: ", option);
    *count = 0;
    if (items == NULL || prefix == NULL) return NULL;
    for (size_t i = 0; i < list_count; i++) {
        size_t more = cut(arena, lists[i], items + *count);
        if (!check_subscripts(arena, items + *count, more)) {
            attn_status_prefix(attn_arena_status(arena), prefix);
            *count = 0;
            return NULL;
        }
        *count += more;
    }
    return items;
}

const char *const *cli_list(const cli_arguments *arguments, size_t option, size_t *count)
{
    size_t list_count;
    const char *const *lists = cli_values(arguments, option, &list_count);
    *count = 0;
    if (lists == NULL || list_count == 0) return lists; /* the command may have no such option */
    const char *name = option_at(arguments, option)->name;
    return cli_items(arguments->arena, name, lists, list_count, count);
}

/* Digits alone, no sign and no blanks. */
static bool whole_number(const char *text, long *number)
{
    char *end;
    if (text[0] < '0' || text[0] > '9') return false;
    errno = 0;
    *number = strtol(text, &end, 10);
    return errno == 0 && *end == '\0';
}

bool cli_number(const cli_arguments *arguments, size_t option, long least, long most, long *number,
                attn_status *status)
{
    const char *text = cli_value(arguments, option);
    long value;
    if (text == NULL) return true;
    if (!whole_number(text, &value) || value < least || value > most) {
        return attn_fail(status, ATTN_USAGE, "%s takes a whole number from %ld to %ld, not '%s'",
                         option_at(arguments, option)->name, least, most, text);
    }
    *number = value;
    return true;
}

bool cli_range(const cli_arguments *arguments, size_t option, size_t most, size_t *from, size_t *to,
               attn_status *status)
{
    const char *value = cli_value(arguments, option), *at = value;
    size_t numbers[2] = {0, 0}, count = 0;
    if (value == NULL) return true;
    for (; count < 2 && *at >= '0' && *at <= '9'; count++) {
        for (; *at >= '0' && *at <= '9' && numbers[count] <= most; at++)
            numbers[count] = numbers[count] * 10 + (size_t)(*at - '0');
        if (count == 0 && *at == '-') at++;
    }
    if (count == 1) numbers[1] = numbers[0];
    *from = numbers[0];
    *to = numbers[1];
    bool fine = *at == '\0' && count > 0 && value[strlen(value) - 1] != '-' && numbers[0] > 0 &&
                numbers[0] <= numbers[1] && numbers[1] <= most;
    return fine || attn_fail(status, ATTN_USAGE,
                             "%s takes two numbers from 1 to %zu, the smaller first: 13-16",
                             option_at(arguments, option)->name, most);
}

bool cli_choice(const cli_arguments *arguments, size_t option, const char *const *choices,
                size_t *choice, attn_status *status)
{
    const char *text = cli_value(arguments, option);
    *choice = 0;
    if (text == NULL) return true;
    while (choices[*choice] != NULL && strcmp(choices[*choice], text) != 0) ++*choice;
    if (choices[*choice] != NULL) return true;
    return attn_fail(status, ATTN_USAGE, "%s is one of %s, not '%s'",
                     option_at(arguments, option)->name, option_at(arguments, option)->argument,
                     text);
}

bool cli_format(const cli_arguments *arguments, size_t option, const attn_writer *writer,
                const char *path, attn_format *format, attn_status *status)
{
    enum { MOST_FORMATS = 16 };
    const char *names[MOST_FORMATS] = {NULL};
    size_t choice;
    for (size_t i = 0; writer->formats[i] && i + 1 < MOST_FORMATS; i++)
        names[i] = attn_format_name(writer->formats[i]);
    if (!cli_choice(arguments, option, names, &choice, status)) return false;
    *format = cli_asked(arguments, option) ? writer->formats[choice] : ATTN_FORMAT_NONE;
    return attn_format_choose(writer, path, format, status);
}

bool cli_place_read(const cli_arguments *arguments, const char *text, cli_place *place,
                    attn_status *status)
{
    const char *equals = strchr(text, '=');
    place->letter = equals ? trimmed(arguments->arena, text, (size_t)(equals - text)) : NULL;
    if (place->letter == NULL || place->letter[0] == '\0' ||
        !whole_number(equals + 1 + strspn(equals + 1, " "), &place->number)) {
        return attn_fail(status, ATTN_USAGE,
                         "--at takes an index and its number, as --at t=2, not '%s'", text);
    }
    return true;
}
