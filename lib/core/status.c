/*
 * status: recording the first fault with its place, and turning it into lines for a person.
 */
#include "core/status.h"

#include <stdio.h>
#include <string.h>

#include "core/budget.h"
#include "core/text.h"

static const char ellipsis[] = "…";
enum { ellipsis_bytes = sizeof ellipsis - 1 };

static bool continues(char byte) /* a byte inside a UTF-8 character */
{
    return ((unsigned char)byte & 0xC0) == 0x80;
}

/* Ends text[0 … length), of which no more than room - 1 bytes fit, at a character, with "…". */
static void cut_end(char *text, size_t room)
{
    size_t end = room - 1 - ellipsis_bytes;
    while (end > 0 && continues(text[end])) end--;
    memcpy(text + end, ellipsis, sizeof ellipsis);
}

bool attn_fail_list(attn_status *status, attn_code code, const char *format, va_list arguments)
{
    if (status->code != ATTN_OK) return false;
    status->code = code;
    int length = vsnprintf(status->message, sizeof status->message, format, arguments);
    if (length >= (int)sizeof status->message) cut_end(status->message, sizeof status->message);
    if (code == ATTN_MEMORY) attn_budget_explain(status);
    return false;
}

bool attn_fail(attn_status *status, attn_code code, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    attn_fail_list(status, code, format, arguments);
    va_end(arguments);
    return false;
}

bool attn_no_memory(attn_status *status, const char *doing, ...)
{
    char what[128];
    va_list arguments;
    va_start(arguments, doing);
    vsnprintf(what, sizeof what, doing, arguments);
    va_end(arguments);
    return attn_fail(status, ATTN_MEMORY, "out of memory while %s", what);
}

bool attn_ok(const attn_status *status)
{
    return status->code == ATTN_OK;
}

void attn_status_clear(attn_status *status)
{
    *status = (attn_status){.work = status->work};
}

void attn_status_join(attn_status *status, attn_status *from)
{
    uint64_t work = attn_sum64(status->work, from->work);
    if (attn_ok(status) && !attn_ok(from)) *status = *from;
    status->work = work;
    from->work = 0;
}

void attn_status_prefix(attn_status *status, const char *prefix)
{
    char joined[sizeof status->message];
    if (attn_ok(status)) return;
    int length = snprintf(joined, sizeof joined, "%s%s", prefix, status->message);
    if (length < 0 || length >= (int)sizeof joined) cut_end(joined, sizeof joined);
    memcpy(status->message, joined, sizeof joined);
}

/*
 * Copies the part of a long formula around the caret. formula_from is such that formula_from +
 * caret is the caret's offset in the whole formula, the "…" in front being counted as cut bytes.
 */
static void copy_window(attn_status *status, const char *formula, size_t length, size_t caret)
{
    const size_t room = sizeof status->formula - 1 - 2 * ellipsis_bytes;
    size_t from = caret > room / 2 ? caret - room / 2 : 0;
    if (from > length - room) from = length - room;
    size_t to = from + room;
    while (from > 0 && continues(formula[from])) from++;
    while (to > from && to < length && continues(formula[to])) to--;
    if (from <= ellipsis_bytes) from = 0; /* "…" would be no shorter than what it stands for */

    size_t before = from > 0 ? ellipsis_bytes : 0;
    memcpy(status->formula, ellipsis, before);
    memcpy(status->formula + before, formula + from, to - from);
    memcpy(status->formula + before + (to - from), to < length ? ellipsis : "",
           to < length ? sizeof ellipsis : 1);
    status->formula_from = from - before;
    status->caret = caret - status->formula_from;
}

void attn_status_formula(attn_status *status, const char *formula, size_t caret)
{
    if (attn_ok(status) || status->formula[0]) return;
    size_t length = strlen(formula);
    if (caret > length) caret = length;
    if (length >= sizeof status->formula) {
        copy_window(status, formula, length, caret);
        return;
    }
    memcpy(status->formula, formula, length + 1);
    status->formula_from = 0;
    status->caret = caret;
}

/* A file's name says most at its end, so a long one loses its front. */
static void copy_tail(char *name, size_t room, const char *file)
{
    size_t length = strlen(file), cut = 0;
    memset(name, 0, room);
    if (length >= room) {
        memcpy(name, ellipsis, ellipsis_bytes);
        cut = length - (room - 1 - ellipsis_bytes);
        while (continues(file[cut])) cut++;
        name += ellipsis_bytes;
    }
    memcpy(name, file + cut, length - cut);
}

void attn_status_place(attn_status *status, const char *file, size_t line, size_t column)
{
    if (attn_ok(status)) return;
    char name[sizeof status->file];
    copy_tail(name, sizeof name, file);
    bool elsewhere = status->file[0] && strcmp(status->file, name) != 0;
    if (elsewhere) return; /* the fault lies in another file, whose lines these are not */
    memcpy(status->file, name, sizeof name);
    if (status->line != 0) return;
    status->line = line;
    status->column = column;
}

void attn_status_step(attn_status *status, const char *step)
{
    if (attn_ok(status) || status->step[0]) return;
    snprintf(status->step, sizeof status->step, "%s", step);
    if (strlen(step) >= sizeof status->step) cut_end(status->step, sizeof status->step);
}

static void add_place(const attn_status *status, attn_text *out)
{
    if (!status->file[0]) return;
    attn_text_add_escaped(out, status->file, strlen(status->file), false);
    if (status->line) attn_text_print(out, ":%zu", status->line);
    if (status->line && status->column) attn_text_print(out, ":%zu", status->column);
    attn_text_add(out, ": ");
}

enum {
    shown_columns = 74, /* of a formula: with margin and "…" on both sides a line has 78 */
    caret_columns = 50  /* kept before the caret, where not all fits */
};

/* Bytes left out in front, so that the caret stands on the line; whole grapheme clusters. */
static size_t hidden_front(const attn_status *status, size_t length)
{
    size_t before = attn_text_width(status->formula, status->caret);
    bool fits = attn_text_width(status->formula, length) <= shown_columns;
    if (fits || before <= caret_columns) return 0;
    return attn_text_fit(status->formula, status->caret, before - caret_columns);
}

/* The formula, and the caret under its column: widths are those of the escaped text. */
static void add_formula(const attn_status *status, attn_text *out)
{
    size_t length = strlen(status->formula), from = hidden_front(status, length);
    const char *part = status->formula + from;
    size_t part_length = attn_text_fit(part, length - from, shown_columns);
    attn_text_add(out, from > 0 ? "  …" : "  ");
    attn_text_add_escaped(out, part, part_length, false);
    attn_text_add(out, from + part_length < length ? "…\n" : "\n");
    size_t column = attn_text_width(part, status->caret - from);
    attn_text_repeat(out, " ", (from > 0 ? 3 : 2) + column);
    attn_text_add(out, "^\n");
}

void attn_status_text(const attn_status *status, const char *program, attn_text *out)
{
    if (attn_ok(status)) return;
    attn_text_add_escaped(out, program, strlen(program), false);
    attn_text_add(out, *program ? ": " : "");
    add_place(status, out);
    if (status->step[0]) {
        attn_text_add_escaped(out, status->step, strlen(status->step), false);
        attn_text_add(out, ": ");
    }
    attn_text_add_escaped(out, status->message, strlen(status->message), false);
    attn_text_add(out, "\n");
    if (status->formula[0]) add_formula(status, out);
}
