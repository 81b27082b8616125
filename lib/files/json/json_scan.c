/*
 * json_scan: a scanner that goes once through a JSON text and stops at the first fault.
 *
 * Every rule is a function that expects its first character at `at` and leaves `at` behind its
 * last. A NUL behind the text serves as the sign of its end.
 */
#include "files/json/json_scan.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/text.h"

enum {
    longest_number = 60, /* characters; cJSON reads no more than 63 */
    deepest = 900        /* cJSON refuses 1000 */
};

typedef struct scanner {
    const attn_line_index *places;
    const char *text, *file;
    size_t length, at;
    size_t depth, most_depth;
    bool loose;
    attn_json_spots *spots; /* or NULL */
    attn_status *status;
} scanner;

static bool scan_value(scanner *s, size_t key);

/* ---- faults ---- */

static bool place_fault(scanner *s, size_t at)
{
    size_t line, column;
    attn_line_index_find(s->places, at, &line, &column);
    attn_status_place(s->status, s->file, line, column);
    return false;
}

#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
static bool
fault(scanner *s, size_t at, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    attn_fail_list(s->status, ATTN_INPUT, format, arguments);
    va_end(arguments);
    return place_fault(s, at);
}

/* Beginnings of values that are often written and are no JSON. */
static const struct mistake {
    const char *begins, *message;
} mistakes[] = {
    {",", "a value is missing before this comma"},
    {":", "a value is missing before this colon"},
    {"}", "a value is missing before '}'"},
    {"]", "a value is missing before ']'"},
    {"'", "a string stands in double quotes: \"…\""},
    {"“", "a string stands in straight double quotes: \"…\""},
    {"”", "a string stands in straight double quotes: \"…\""},
    {"+", "a number has no plus sign in front"},
    {".", "a number begins with a digit, as in 0.5"},
    {"//", "JSON has no comments: take this one out"},
    {"/*", "JSON has no comments: take this one out"},
    {"#", "JSON has no comments: take this one out"},
    {"−", "the minus sign of a number is the hyphen: -1"},
    {"\xC2\xA0", "this space is a no-break space (U+00A0): put an ordinary one"},
};

static bool at_slip(scanner *s, const struct mistake *mistake)
{
    return strncmp(s->text + s->at, mistake->begins, strlen(mistake->begins)) == 0;
}

/* The character at `at`, which cannot stand there. */
static bool fault_here(scanner *s, const char *needed)
{
    uint32_t code;
    size_t bytes = attn_utf8_next(s->text + s->at, s->length - s->at, &code);
    if (bytes == 0) return fault(s, s->at, "the text ends where %s is needed", needed);
    for (size_t i = 0; i < sizeof mistakes / sizeof *mistakes; i++)
        if (at_slip(s, &mistakes[i])) return fault(s, s->at, "%s", mistakes[i].message);
    return fault(s, s->at, "'%.*s' does not belong here: %s is needed", (int)bytes, s->text + s->at,
                 needed);
}

/* ---- characters ---- */

static char peek(const scanner *s)
{
    return s->text[s->at];
}

static bool take(scanner *s, char c)
{
    if (peek(s) != c) return false;
    s->at++;
    return true;
}

static void skip_blanks(scanner *s)
{
    s->at += strspn(s->text + s->at, " \t\n\r");
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_word(char c)
{
    return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
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

static bool is_high(int32_t code) /* the first half of a surrogate pair */
{
    return code >= 0xD800 && code <= 0xDBFF;
}

static bool is_low(int32_t code)
{
    return code >= 0xDC00 && code <= 0xDFFF;
}

attn_json_unit attn_json_next_unit(const char *raw)
{
    if (raw[0] == '"') return (attn_json_unit){0, 0};
    if (raw[0] != '\\') return (attn_json_unit){1, 1};
    if (raw[1] != 'u') return (attn_json_unit){2, 1};
    int32_t code = hex_escape(raw);
    if (is_high(code)) return (attn_json_unit){12, 4};
    return (attn_json_unit){6, code < 0x80 ? 1 : code < 0x800 ? 2 : 3};
}

static bool scan_hex_escape(scanner *s)
{
    const char *here = s->text + s->at;
    int32_t code = hex_escape(here);
    if (code < 0) return fault(s, s->at, "\\u needs four hexadecimal digits behind it");
    if (code == 0) return fault(s, s->at, "\\u0000 cannot stand in a text: take it out");
    if (is_low(code) || (is_high(code) && !is_low(hex_escape(here + 6))))
        return fault(s, s->at, "%.6s is half a character: write the character itself", here);
    s->at += is_high(code) ? 12 : 6;
    return true;
}

static bool scan_escape(scanner *s)
{
    char c = s->text[s->at + 1];
    if (c == 'u') return scan_hex_escape(s);
    if (c == '\0' || !strchr("\"\\/bfnrt", c))
        return fault(s, s->at,
                     "this backslash begins no escape: a backslash itself is written \\\\");
    s->at += 2;
    return true;
}

static bool fault_control(scanner *s, size_t quote)
{
    char c = peek(s);
    if (c == '\0') return fault(s, quote, "the closing quote of this string is missing");
    if (c == '\n' || c == '\r')
        return fault(s, quote,
                     "the closing quote of this string is missing on its line (a line break inside "
                     "a string is written \\n)");
    if (c == '\t') return fault(s, s->at, "a tab inside a string is written \\t");
    return fault(s, s->at, "a control character stands in a string: write it \\u%04X",
                 (unsigned)(unsigned char)c);
}

static bool scan_string(scanner *s)
{
    size_t quote = s->at++;
    while (!take(s, '"')) {
        char c = peek(s);
        if ((unsigned char)c < 0x20) return fault_control(s, quote);
        if (c != '\\')
            s->at++;
        else if (!scan_escape(s))
            return false;
    }
    return true;
}

/* ---- numbers and words ---- */

static size_t skip_digits(scanner *s)
{
    size_t from = s->at;
    while (is_digit(peek(s))) s->at++;
    return s->at - from;
}

/* The number or word at `from` up to where it cannot go on, for a message. */
static bool fault_token(scanner *s, size_t from, const char *what)
{
    size_t end = from;
    while (is_word(s->text[end]) || (s->text[end] && strchr("+-.", s->text[end]))) end++;
    bool cut = end - from > longest_number;
    return fault(s, from, "'%.*s%s' %s", cut ? longest_number : (int)(end - from), s->text + from,
                 cut ? "…" : "", what);
}

static bool number_grammar(scanner *s)
{
    take(s, '-');
    bool zero = peek(s) == '0';
    size_t whole = skip_digits(s);
    if (whole == 0 || (zero && whole > 1)) return false;
    if (take(s, '.') && skip_digits(s) == 0) return false;
    if (!take(s, 'e') && !take(s, 'E')) return true;
    if (!take(s, '-')) take(s, '+');
    return skip_digits(s) > 0;
}

static bool scan_number(scanner *s)
{
    size_t from = s->at;
    char digits[longest_number + 1] = "";
    bool well = number_grammar(s);
    bool zero = s->text[from] == '0' && is_digit(s->text[from + 1]);
    if (zero) return fault_token(s, from, "begins with a zero too many");
    if (!well || is_word(peek(s)) || (peek(s) && strchr("+-.", peek(s))))
        return fault_token(s, from, "is no number");
    if (s->at - from > longest_number) return fault_token(s, from, "has more than 60 characters");
    memcpy(digits, s->text + from, s->at - from);
    if (!isfinite(strtod(digits, NULL)))
        return fault_token(s, from, "is too large: numbers reach to 1.8e308");
    return true;
}

static bool scan_word(scanner *s)
{
    static const char *const words[] = {"true", "false", "null", "NaN", "Infinity"};
    enum { strict = 3, all = sizeof words / sizeof *words };
    size_t from = s->at;
    while (is_word(peek(s))) s->at++;
    for (size_t i = 0; i < (s->loose ? all : strict); i++)
        if (strlen(words[i]) == s->at - from && !memcmp(words[i], s->text + from, s->at - from))
            return true;
    return fault_token(s, from, "is no value: a text stands in double quotes");
}

/* ---- lists and objects ---- */

static bool fault_unclosed(scanner *s, size_t open, char close)
{
    size_t line, column;
    attn_line_index_find(s->places, open, &line, &column);
    if (peek(s) == '\0')
        return fault(s, s->at, "the text ends, but '%c' of line %zu, column %zu is not closed",
                     s->text[open], line, column);
    return fault(s, s->at, "'%c' of line %zu, column %zu is closed by '%c': '%c' is needed",
                 s->text[open], line, column, peek(s), close);
}

static bool scan_key(scanner *s, size_t open)
{
    if (peek(s) == '\0' || peek(s) == ']') return fault_unclosed(s, open, '}');
    if (is_word(peek(s)) || peek(s) == '\'')
        return fault(s, s->at, "a key stands in double quotes");
    if (peek(s) != '"') return fault_here(s, "a key in double quotes");
    if (!scan_string(s)) return false;
    skip_blanks(s);
    if (take(s, ':')) return true;
    if (peek(s) == '\0') return fault_unclosed(s, open, '}');
    return fault(s, s->at, "a colon is missing between the key and its value");
}

static bool scan_member(scanner *s, size_t open)
{
    size_t key = s->at;
    if (s->text[open] == '[') return scan_value(s, key);
    if (!scan_key(s, open)) return false;
    skip_blanks(s);
    return scan_value(s, key);
}

/* After a member that is neither the last nor followed by a comma. */
static bool fault_between(scanner *s, size_t open, char close)
{
    char c = peek(s);
    if (c == '\0' || c == ']' || c == '}') return fault_unclosed(s, open, close);
    if (c == ':') return fault(s, s->at, "a colon stands between a key and its value only");
    if (c == '"' || c == '{' || c == '[' || c == '-' || is_word(c))
        return fault(s, s->at, "a comma is missing before this");
    return fault_here(s, close == '}' ? "',' or '}'" : "',' or ']'");
}

static bool scan_members(scanner *s, size_t open, char close)
{
    for (;;) {
        if (!scan_member(s, open)) return false;
        skip_blanks(s);
        if (take(s, close)) return true;
        size_t comma = s->at;
        if (!take(s, ',')) return fault_between(s, open, close);
        skip_blanks(s);
        if (peek(s) == close) return fault(s, comma, "a comma too many before '%c'", close);
        if (peek(s) == '\0') return fault_unclosed(s, open, close);
    }
}

static bool scan_container(scanner *s, char close)
{
    size_t open = s->at++;
    if (++s->depth > s->most_depth) {
        attn_fail(s->status, ATTN_LIMIT, "lists and objects are nested more than %zu deep here",
                  s->most_depth);
        return place_fault(s, open);
    }
    skip_blanks(s);
    if (peek(s) == '\0') return fault_unclosed(s, open, close);
    if (!take(s, close) && !scan_members(s, open, close)) return false;
    s->depth--;
    return true;
}

/* ---- values ---- */

static bool add_spot(scanner *s, size_t key)
{
    attn_json_spots *spots = s->spots;
    if (!spots) return true;
    if (spots->count == spots->capacity) {
        size_t capacity = spots->capacity ? spots->capacity * 2 : 64, bytes;
        void *grown = NULL;
        if (attn_multiply(capacity, sizeof *spots->spot, &bytes))
            grown = attn_resize(spots->spot, bytes);
        if (!grown) return attn_fail(s->status, ATTN_MEMORY, "there is no memory to read the text");
        spots->spot = grown;
        spots->capacity = capacity;
    }
    spots->spot[spots->count++] = (attn_json_spot){(uint32_t)key, (uint32_t)s->at};
    return true;
}

static bool scan_value(scanner *s, size_t key)
{
    char c = peek(s);
    if (!add_spot(s, key)) return false;
    if (c == '{') return scan_container(s, '}');
    if (c == '[') return scan_container(s, ']');
    if (c == '"') return scan_string(s);
    if (s->loose && strncmp(s->text + s->at, "-Infinity", 9) == 0) {
        s->at++;
        return scan_word(s);
    }
    if (c == '-' || is_digit(c)) return scan_number(s);
    if (is_word(c)) return scan_word(s);
    return fault_here(s, "a value");
}

/* ---- the text as a whole ---- */

static bool check_bytes(scanner *s)
{
    size_t bad;
    const char *nul = memchr(s->text, '\0', s->length);
    s->at = attn_utf8_mark(s->text, s->length);
    if (!attn_utf8_valid(s->text, s->length, &bad) && (!nul || s->text + bad < nul))
        return fault(s, bad, "the byte %02X is no UTF-8 here: save the file as UTF-8",
                     (unsigned)(unsigned char)s->text[bad]);
    if (nul) return fault(s, (size_t)(nul - s->text), "a NUL byte stands here: this is no text");
    return true;
}

static bool scan(scanner *s, size_t depth)
{
    s->most_depth = depth < deepest ? depth : deepest;
    if (!check_bytes(s)) return false;
    skip_blanks(s);
    if (peek(s) == '\0') return fault(s, 0, "the file is empty: JSON is needed, as in { … }");
    if (!scan_value(s, s->at)) return false;
    skip_blanks(s);
    if (peek(s) == '\0') return true;
    if (peek(s) == '}' || peek(s) == ']')
        return fault(s, s->at, "'%c' closes nothing: it is one too many", peek(s));
    return fault(s, s->at, "text goes on after the end of the document: take it out");
}

static scanner scanner_of(const attn_line_index *places, const char *file, attn_status *status)
{
    return (scanner){.places = places,
                     .text = places->text,
                     .file = file,
                     .length = places->length,
                     .status = status};
}

bool attn_json_scan(const attn_line_index *places, const char *file, size_t depth,
                    attn_json_spots *spots, attn_status *status)
{
    scanner s = scanner_of(places, file, status);
    s.spots = spots;
    return scan(&s, depth);
}

bool attn_json_scan_loosely(const attn_line_index *places, const char *file, size_t depth,
                            attn_status *status)
{
    scanner s = scanner_of(places, file, status);
    s.loose = true;
    return scan(&s, depth);
}
