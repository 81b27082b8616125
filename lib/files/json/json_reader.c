/*
 * json_reader: a pull parser of JSON that stops at the first fault.
 *
 * A NUL behind the window serves as the sign of the text's end; a NUL within the text is a fault.
 */
#include "files/json/json_reader.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/text.h"

enum {
    deepest = 900,                    /* cJSON refuses 1000 */
    ahead = 4 * ATTN_DECIMAL_LONGEST, /* bytes that are in memory where an event begins */
    longest_unit = 12                 /* bytes of an escape: two halves of a character */
};

typedef attn_json_reader reader;

/* ---- faults ---- */

static const char *here(const reader *r)
{
    return r->window.bytes + r->window.at;
}

static size_t offset_here(const reader *r)
{
    return r->window.offset + r->window.at;
}

static bool place_fault(reader *r, size_t offset)
{
    size_t line, column;
    attn_status ignored = {0};
    if (attn_byte_reader_place(r->window.source, offset, &line, &column, &ignored))
        attn_status_place(r->status, r->file, line, column);
    return false;
}

#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
static bool
fault(reader *r, size_t offset, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    attn_fail_list(r->status, ATTN_INPUT, format, arguments);
    va_end(arguments);
    return place_fault(r, offset);
}

static bool fault_byte(reader *r, size_t offset, char byte)
{
    if (byte == '\0') return fault(r, offset, "there is a NUL byte here: this is not text");
    return fault(r, offset, "the byte %02X is not UTF-8 here: save the file as UTF-8",
                 (unsigned)(unsigned char)byte);
}

/* Beginnings of values that are often written and are no JSON. */
static const struct mistake {
    const char *begins, *message;
} mistakes[] = {
    {",", "a value is missing before this comma"},
    {":", "a value is missing before this colon"},
    {"}", "a value is missing before '}'"},
    {"]", "a value is missing before ']'"},
    {"'", "put a string in double quotes: \"…\""},
    {"“", "put a string in straight double quotes: \"…\""},
    {"”", "put a string in straight double quotes: \"…\""},
    {"+", "a number has no plus sign in front"},
    {".", "a number begins with a digit, as in 0.5"},
    {"//", "JSON has no comments: remove this one"},
    {"/*", "JSON has no comments: remove this one"},
    {"#", "JSON has no comments: remove this one"},
    {"−", "write the minus sign of a number as a hyphen: -1"},
    {"\xC2\xA0", "this space is a no-break space (U+00A0): type an ordinary one"},
};

static bool begins(const reader *r, const char *text)
{
    return strncmp(here(r), text, strlen(text)) == 0;
}

/* The next character cannot stand there. */
static bool fault_here(reader *r, const char *needed)
{
    uint32_t code;
    size_t at = offset_here(r), left = r->window.end - r->window.at;
    if (left == 0) return fault(r, at, "the text ends, but %s is needed", needed);
    size_t bytes = attn_utf8_next(here(r), left, &code);
    if (bytes == 0) return fault_byte(r, at, *here(r));
    for (size_t i = 0; i < sizeof mistakes / sizeof *mistakes; i++)
        if (begins(r, mistakes[i].begins)) return fault(r, at, "%s", mistakes[i].message);
    return fault(r, at, "'%.*s' does not belong here: %s is needed", (int)bytes, here(r), needed);
}

static bool fault_unclosed(reader *r, char c)
{
    size_t line = 0, column = 0;
    attn_status ignored = {0};
    const attn_json_level *level = &r->levels[r->depth - 1];
    attn_byte_reader_place(r->window.source, level->offset, &line, &column, &ignored);
    if (c == '\0')
        return fault(r, offset_here(r),
                     "the text ends, but '%c' of line %zu, column %zu is not closed", level->open,
                     line, column);
    return fault(r, offset_here(r),
                 "'%c' of line %zu, column %zu is closed by '%c': '%c' is needed", level->open,
                 line, column, c, level->close);
}

/* ---- characters ---- */

/* The next character that is no blank; '\0' at the end, and after a failure. */
static inline char skip_blanks(reader *r)
{
    attn_window *w = &r->window;
    for (;;) {
        const char *text = here(r);
        while (*text == ' ' || *text == '\n' || *text == '\r' || *text == '\t') text++;
        w->at = (size_t)(text - w->bytes);
        if (w->end - w->at < ahead && !attn_window_ended(w)) {
            if (!attn_window_fill(w, ahead, r->status)) return '\0';
        } else {
            if (*text == '\0' && w->at < w->end) fault_byte(r, offset_here(r), '\0');
            return *text;
        }
    }
}

static inline bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static inline bool is_word(char c)
{
    return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

/* What a number or word cannot end before. */
static inline bool goes_on(char c)
{
    return is_word(c) || c == '+' || c == '-' || c == '.';
}

/* ---- strings ---- */

static int hex_digit(char c)
{
    static const char digits[] = "0123456789abcdefABCDEF";
    const char *found = c ? strchr(digits, c) : NULL;
    if (!found) return -1;
    return (int)(found - digits) - (found - digits > 15 ? 6 : 0);
}

/* The number of "\uHHHH", or -1. */
static int32_t hex_escape(const char *text)
{
    int32_t code = 0;
    if (text[0] != '\\' || text[1] != 'u') return -1;
    for (size_t i = 2; i < 6; i++) {
        int digit = hex_digit(text[i]);
        if (digit < 0) return -1;
        code = code * 16 + digit;
    }
    return code;
}

/* The first and the second half of a surrogate pair. */
static bool is_high(int32_t code)
{
    return code >= 0xD800 && code <= 0xDBFF;
}

static bool has_few_rows(int32_t code)
{
    return code >= 0xDC00 && code <= 0xDFFF;
}

attn_json_unit attn_json_next_unit(const char *raw)
{
    const attn_json_unit none = {0, 0};
    if (raw[0] == '"') return none;
    if (raw[0] != '\\') return (attn_json_unit){1, 1};
    if (raw[1] != 'u')
        return raw[1] && strchr("\"\\/bfnrt", raw[1]) ? (attn_json_unit){2, 1} : none;
    int32_t code = hex_escape(raw);
    if (code <= 0 || has_few_rows(code)) return none;
    if (is_high(code)) return has_few_rows(hex_escape(raw + 6)) ? (attn_json_unit){12, 4} : none;
    return (attn_json_unit){6, code < 0x80 ? 1 : code < 0x800 ? 2 : 3};
}

static bool fault_escape(reader *r, size_t offset, const char *text)
{
    int32_t code = hex_escape(text);
    if (text[1] != 'u')
        return fault(r, offset, "this backslash begins no escape: write a backslash as \\\\");
    if (code < 0) return fault(r, offset, "\\u needs four hexadecimal digits after it");
    if (code == 0) return fault(r, offset, "\\u0000 is not allowed in a text: remove it");
    return fault(r, offset, "%.6s is half a character: write the character itself", text);
}

/* A string cannot go on with the control character c, nor end there. */
static bool fault_control(reader *r, size_t offset, char c)
{
    if (c == '\0' && offset < r->window.source->length) return fault_byte(r, offset, c);
    if (c == '\0') return fault(r, r->offset, "the closing quote of this string is missing");
    if (c == '\n' || c == '\r')
        return fault(r, r->offset,
                     "the closing quote of this string is missing on its line (write a line break "
                     "inside a string as \\n)");
    if (c == '\t') return fault(r, offset, "write a tab inside a string as \\t");
    return fault(r, offset, "there is a control character in a string: write it \\u%04X",
                 (unsigned)(unsigned char)c);
}

/* The length of the string literal up to its closing quote, or to what cannot stand in it. */
static size_t string_length(reader *r)
{
    for (size_t length = 1;;) {
        const char *text = here(r);
        unsigned char c = (unsigned char)text[length];
        while (c >= ' ' && c != '"' && c != '\\') c = (unsigned char)text[++length];
        bool cut = r->window.end - r->window.at < length + longest_unit;
        if (cut && !attn_window_ended(&r->window)) {
            if (!attn_window_fill(&r->window, 2 * length + ahead, r->status)) return length;
            continue;
        }
        size_t escape = c == '\\' ? attn_json_next_unit(text + length).raw : 0;
        if (escape == 0) return length;
        length += escape;
    }
}

static bool read_string(reader *r)
{
    size_t length = string_length(r), bad, from = r->offset;
    const char *text = here(r);
    if (!attn_ok(r->status)) return false;
    if (!attn_utf8_valid(text, length, &bad)) return fault_byte(r, from + bad, text[bad]);
    if (text[length] == '\\') return fault_escape(r, from + length, text + length);
    if (text[length] != '"') return fault_control(r, from + length, text[length]);
    r->text = text;
    r->length = length + 1;
    r->window.at += r->length;
    return true;
}

/* ---- numbers and words ---- */

/* Of the number or word here, up to where it cannot go on. */
static size_t token_length(const reader *r)
{
    size_t length = 0;
    while (goes_on(here(r)[length])) length++;
    return length;
}

static bool fault_token(reader *r, const char *what)
{
    enum { most = ATTN_DECIMAL_LONGEST };
    size_t length = token_length(r);
    return fault(r, r->offset, "'%.*s%s' %s", length > most ? most : (int)length, here(r),
                 length > most ? "…" : "", what);
}

static bool fault_number(reader *r)
{
    const char *text = here(r);
    if (text[0] == '0' && is_digit(text[1])) return fault_token(r, "begins with one zero too many");
    bool long_one = token_length(r) > ATTN_DECIMAL_LONGEST;
    return fault_token(r, long_one ? "has more than 60 characters" : "is not a number");
}

static bool fits_a_double(const char *text, size_t length)
{
    char digits[ATTN_DECIMAL_LONGEST + 1] = "";
    memcpy(digits, text, length);
    return isfinite(strtod(digits, NULL));
}

static inline bool read_number(reader *r)
{
    const char *text = here(r);
    if (!attn_decimal_read(text, '.', &r->number) || goes_on(text[r->number.length]))
        return fault_number(r);
    if (!r->loose && isinf(r->number.value) && !fits_a_double(text, r->number.length))
        return fault_token(r, "is too large: numbers reach to 1.8e308");
    r->text = text;
    r->length = r->number.length;
    r->window.at += r->length;
    return true;
}

static bool read_word(reader *r)
{
    static const struct word {
        const char *text;
        float value;
    } words[] = {{"true", 1},  {"false", 0},           {"null", NAN},
                 {"NaN", NAN}, {"Infinity", INFINITY}, {"-Infinity", -INFINITY}};
    enum { strict = 3, all = sizeof words / sizeof *words };
    for (size_t i = 0; i < (r->loose ? all : strict); i++) {
        size_t length = strlen(words[i].text);
        if (!begins(r, words[i].text) || goes_on(here(r)[length])) continue;
        r->number = (attn_decimal){.value = words[i].value};
        r->text = here(r);
        r->length = length;
        r->window.at += length;
        return true;
    }
    return fault_token(r, "is not a value: put a text in double quotes");
}

/* ---- values ---- */

static attn_json_kind keep(reader *r, attn_json_kind kind, bool read)
{
    r->state = ATTN_JSON_BETWEEN;
    r->kind = read ? kind : ATTN_JSON_END;
    return r->kind;
}

static attn_json_kind open_level(reader *r, attn_json_kind kind)
{
    if (r->depth == r->most_depth) {
        attn_fail(r->status, ATTN_LIMIT, "lists and objects are nested more than %zu deep here",
                  r->most_depth);
        place_fault(r, r->offset);
        return ATTN_JSON_END;
    }
    bool object = kind == ATTN_JSON_OBJECT;
    r->levels[r->depth++] = (attn_json_level){r->offset, object ? '{' : '[', object ? '}' : ']'};
    r->window.at++;
    r->state = ATTN_JSON_OPENED;
    return r->kind = kind;
}

static inline attn_json_kind read_value(reader *r, char c)
{
    r->offset = offset_here(r);
    if (is_digit(c)) return keep(r, ATTN_JSON_NUMBER, read_number(r));
    if (c == '-' && !(r->loose && begins(r, "-Infinity")))
        return keep(r, ATTN_JSON_NUMBER, read_number(r));
    if (c == '"') return keep(r, ATTN_JSON_STRING, read_string(r));
    if (c == '{') return open_level(r, ATTN_JSON_OBJECT);
    if (c == '[') return open_level(r, ATTN_JSON_LIST);
    return keep(r, ATTN_JSON_WORD,
                is_word(c) || c == '-' ? read_word(r) : fault_here(r, "a value"));
}

/* ---- between values ---- */

static attn_json_kind read_key(reader *r, char c)
{
    r->offset = offset_here(r);
    if (c == '\0' || c == ']') return keep(r, ATTN_JSON_KEY, fault_unclosed(r, c));
    if (is_word(c) || c == '\'')
        return keep(r, ATTN_JSON_KEY, fault(r, r->offset, "put a key in double quotes"));
    keep(r, ATTN_JSON_KEY, c == '"' ? read_string(r) : fault_here(r, "a key in double quotes"));
    r->state = ATTN_JSON_KEYED;
    return r->kind;
}

static bool take_colon(reader *r, char c)
{
    if (c == '\0') return fault_unclosed(r, c);
    if (c != ':')
        return fault(r, offset_here(r), "a colon is missing between the key and its value");
    r->window.at++;
    return true;
}

/* Where a comma must stand. */
static bool fault_between(reader *r, char c, char close)
{
    if (c == '\0' || c == ']' || c == '}') return fault_unclosed(r, c);
    if (c == ':')
        return fault(r, offset_here(r), "a colon belongs only between a key and its value");
    if (c == '"' || c == '{' || c == '[' || c == '-' || is_word(c))
        return fault(r, offset_here(r), "a comma is missing before this");
    return fault_here(r, close == '}' ? "',' or '}'" : "',' or ']'");
}

/* Behind the comma stands c, the beginning of the next member; '\0' after a fault. */
static inline char take_comma(reader *r, char close)
{
    size_t comma = offset_here(r);
    r->window.at++;
    char c = skip_blanks(r);
    if (c == close) fault(r, comma, "one comma too many before '%c'", close);
    if (c == '\0') fault_unclosed(r, c);
    return c == close ? '\0' : c;
}

static attn_json_kind close_level(reader *r)
{
    r->offset = offset_here(r);
    r->window.at++;
    r->depth--;
    return keep(r, ATTN_JSON_CLOSE, true);
}

/* In a list or an object, behind its bracket or behind a value. */
static inline attn_json_kind read_member(reader *r, char c)
{
    const attn_json_level *level = &r->levels[r->depth - 1];
    if (c == level->close) return close_level(r);
    if (r->state == ATTN_JSON_OPENED) {
        if (c == '\0') fault_unclosed(r, c);
    } else {
        if (c != ',') return keep(r, ATTN_JSON_END, fault_between(r, c, level->close));
        c = take_comma(r, level->close);
    }
    if (c == '\0') return ATTN_JSON_END;
    return level->open == '{' ? read_key(r, c) : read_value(r, c);
}

/* ---- the text as a whole ---- */

static attn_json_kind begin(reader *r)
{
    r->window.at += attn_utf8_mark(here(r), r->window.end);
    char c = skip_blanks(r);
    if (c == '\0') fault(r, 0, "the file is empty: it should hold JSON, as in { … }");
    return c == '\0' ? ATTN_JSON_END : read_value(r, c);
}

static attn_json_kind end(reader *r, char c)
{
    r->offset = offset_here(r);
    if (c == '}' || c == ']') fault(r, r->offset, "'%c' closes nothing: remove it", c);
    if (c != '\0')
        fault(r, r->offset, "there is more text after the end of the document: remove it");
    return ATTN_JSON_END;
}

attn_json_kind attn_json_next(attn_json_reader *r)
{
    r->kind = ATTN_JSON_END;
    if (!attn_ok(r->status)) return ATTN_JSON_END;
    if (r->state == ATTN_JSON_BEFORE) return begin(r);
    char c = skip_blanks(r);
    if (r->state == ATTN_JSON_KEYED)
        return take_colon(r, c) ? read_value(r, skip_blanks(r)) : ATTN_JSON_END;
    return r->depth > 0 ? read_member(r, c) : end(r, c);
}

bool attn_json_more(attn_json_reader *r)
{
    return attn_json_next(r) > ATTN_JSON_CLOSE;
}

bool attn_json_leave(attn_json_reader *r, size_t depth)
{
    while (r->depth > depth && attn_json_next(r)) continue;
    return attn_ok(r->status);
}

bool attn_json_skip(attn_json_reader *r)
{
    bool opened = r->kind == ATTN_JSON_OBJECT || r->kind == ATTN_JSON_LIST;
    return attn_json_leave(r, r->depth - opened);
}

bool attn_json_reopen(attn_json_reader *r, size_t offset, size_t depth)
{
    r->kind = ATTN_JSON_LIST;
    r->state = ATTN_JSON_OPENED;
    r->offset = offset;
    r->depth = depth;
    r->levels[depth - 1] = (attn_json_level){offset, '[', ']'};
    return attn_window_seek(&r->window, offset + 1, ahead, r->status);
}

bool attn_json_open(attn_json_reader *r, attn_byte_reader *source, const char *file, size_t depth,
                    bool loose, attn_status *status)
{
    *r = (attn_json_reader){.file = file, .status = status, .loose = loose};
    r->most_depth = depth < deepest ? depth : deepest;
    if (!attn_window_open(&r->window, source, status)) return false;
    r->levels = attn_resize(NULL, (r->most_depth + 1) * sizeof *r->levels);
    return r->levels || attn_no_memory(status, "reading JSON");
}

void attn_json_close(attn_json_reader *r)
{
    attn_window_close(&r->window);
    if (r->levels) attn_resize(r->levels, 0);
    r->levels = NULL;
}
