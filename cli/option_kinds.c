/*
 * option_kinds: what the values of options may be, and how each kind is read.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "files/bytes/format.h"
#include "formula/syntax/parser.h"
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

static bool read_list(cli_value *value)
{
    const char *const **list = value->place;
    *list = cli_items(value->arena, value->option->name, value->texts, value->count, &value->also);
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
                             "%s takes two numbers from 1 to %ld, the smaller first: 13-16",
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

static bool read_format(cli_value *value)
{
    attn_format format = ATTN_FORMAT_NONE;
    size_t choice;
    if (!cli_read_choice(value, &choice)) return false;
    do format++;
    while (format < ATTN_FORMAT_FOREIGN && strcmp(attn_format_name(format), value->texts[0]) != 0);
    cli_store(value->place, value->option->size, (long)format);
    return true;
}

const cli_kind cli_flag = {.read = read_flag};
const cli_kind cli_number = {.read = read_number};
const cli_kind cli_range = {.read = read_range};
const cli_kind cli_choice = {.read = read_choice};
const cli_kind cli_word = {.read = read_word};
const cli_kind cli_format = {.read = read_format};
const cli_kind cli_text = {.read = read_text};
const cli_kind cli_file = {.bytes = true, .completes = CLI_FILES, .read = read_text};
const cli_kind cli_lesson = {.bytes = true, .completes = CLI_LESSONS, .read = read_text};
const cli_kind cli_texts = {.repeats = true, .read = read_texts};
const cli_kind cli_list = {.repeats = true, .read = read_list};
