/*
 * option_kinds: what the values of options may be, and how each kind is read.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "options.h"

/* ---- texts ---- */

static bool read_text(cli_value *value)
{
    const char **text = value->place;
    *text = value->texts[0];
    return true;
}

static bool read_texts(cli_value *value)
{
    const char *const **texts = value->place;
    *texts = value->texts;
    return true;
}

/* ---- lists ---- */

typedef struct items {
    attn_arena *arena;
    const char **names;
    size_t count;
} items;

static void add_item(void *user, const char *name)
{
    items *all = user;
    attn_push_text(all->arena, &all->names, &all->count,
                   attn_copy_text(all->arena, name, strlen(name)));
}

static bool read_list(cli_value *value)
{
    const char *const **list = value->place;
    items all = {.arena = value->arena};
    for (size_t i = 0; i < value->count; i++)
        if (!attnviz_names(value->texts[i], add_item, &all, value->fault)) return false;
    value->also = all.count;
    if (attn_push(all.arena, &all.names, &all.count, sizeof *all.names)) *list = all.names;
    return *list != NULL;
}

/* ---- numbers ---- */

static bool read_flag(cli_value *value)
{
    cli_store(value->place, value->option->size, true);
    return true;
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

bool cli_read_number(const cli_value *value, long *number)
{
    const cli_option *option = value->option;
    if (whole_number(value->texts[0], number) && *number >= option->least &&
        *number <= option->most)
        return true;
    return attn_fail(attn_arena_status(value->arena), ATTN_USAGE,
                     "%s takes a whole number from %ld to %ld, not '%s'", option->name,
                     option->least, option->most, value->texts[0]);
}

static bool read_number(cli_value *value)
{
    long number;
    if (!cli_read_number(value, &number)) return false;
    cli_store(value->place, value->option->size, number);
    return true;
}

static bool read_decimal(cli_value *value)
{
    const char *text = value->texts[0];
    const cli_option *option = value->option;
    double *number = value->place;
    char *end;
    *number = strtod(text, &end);
    const bool plain = text[strspn(text, "0123456789.")] == '\0' && end > text && *end == '\0';
    return (plain && *number >= (double)option->least && *number <= (double)option->most) ||
           attn_fail(attn_arena_status(value->arena), ATTN_USAGE,
                     "%s takes a number from %ld to %ld, as 0.8, not '%s'", option->name,
                     option->least, option->most, text);
}

static bool read_range(cli_value *value)
{
    const char *text = value->texts[0], *at = text;
    const long most = value->option->most;
    long numbers[2] = {0, 0};
    size_t count = 0;
    for (; count < 2 && *at >= '0' && *at <= '9'; count++) {
        for (; *at >= '0' && *at <= '9' && numbers[count] <= most; at++)
            numbers[count] = numbers[count] * 10 + (*at - '0');
        if (count == 0 && *at == '-') at++;
    }
    if (count == 1) numbers[1] = numbers[0];
    cli_store(value->place, value->option->size, numbers[0]);
    value->also = (size_t)numbers[1];
    bool fine = *at == '\0' && count > 0 && text[strlen(text) - 1] != '-' && numbers[0] > 0 &&
                numbers[0] <= numbers[1] && numbers[1] <= most;
    return fine || attn_fail(attn_arena_status(value->arena), ATTN_USAGE,
                             "%s takes two numbers from 1 to %ld, the smaller one first: 13-16",
                             value->option->name, most);
}

/* ---- words ---- */

bool cli_read_choice(const cli_value *value, size_t *choice)
{
    const char *text = value->texts[0], *word = value->option->argument;
    const size_t length = strlen(text);
    for (*choice = 0;; word++, ++*choice) {
        size_t wide = strcspn(word, "|");
        if (wide == length && memcmp(word, text, length) == 0) return true;
        word += wide;
        if (*word == '\0') break;
    }
    return attn_fail(attn_arena_status(value->arena), ATTN_USAGE, "%s is one of %s, not '%s'",
                     value->option->name, value->option->argument, text);
}

static bool read_choice(cli_value *value)
{
    size_t choice;
    if (!cli_read_choice(value, &choice)) return false;
    cli_store(value->place, value->option->size, (long)choice);
    return true;
}

static bool read_word(cli_value *value)
{
    size_t choice;
    return cli_read_choice(value, &choice) && read_text(value);
}

const char *const cli_format_names[] = {"",     "text", "json", "markdown", "latex",
                                        "html", "png",  "svg",  "pdf",      "csv"};

_Static_assert(sizeof cli_format_names / sizeof *cli_format_names == ATTNVIZ_FORMAT_CSV + 1,
               "each format of attnviz.h has its name, in the same order");

static bool read_format(cli_value *value)
{
    size_t choice;
    long format = 1;
    if (!cli_read_choice(value, &choice)) return false;
    while (strcmp(cli_format_names[format], value->texts[0]) != 0) format++;
    cli_store(value->place, value->option->size, format);
    return true;
}

static bool read_folder(cli_value *value)
{
    const char **folder = value->place, *text = value->texts[0];
    const size_t length = strlen(text);
    *folder = attn_print(value->arena, "%s%s", text, length && text[length - 1] == '/' ? "" : "/");
    return *folder != NULL;
}

const cli_kind cli_flag = {.read = read_flag};
const cli_kind cli_number = {.read = read_number};
const cli_kind cli_decimal = {.read = read_decimal};
const cli_kind cli_range = {.read = read_range};
const cli_kind cli_choice = {.read = read_choice};
const cli_kind cli_word = {.read = read_word};
const cli_kind cli_format = {.read = read_format};
const cli_kind cli_text = {.read = read_text};
const cli_kind cli_file = {.bytes = true, .completes = CLI_FILES, .read = read_text};
const cli_kind cli_folder = {.bytes = true, .completes = CLI_FILES, .read = read_folder};
const cli_kind cli_lesson = {.bytes = true, .completes = CLI_LESSONS, .read = read_text};
const cli_kind cli_texts = {.repeats = true, .read = read_texts};
const cli_kind cli_list = {.repeats = true, .read = read_list};
