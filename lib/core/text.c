/*
 * text: the growing string, UTF-8 and its grapheme clusters, display width, escaping.
 *
 * A character that must not reach a terminal counts, in width, as the escape that is printed for
 * it, so text may be measured before or after it is escaped.
 */
#include "core/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <utf8proc.h>

/* ---- the growing string ---- */

void attn_text_free(attn_text *text)
{
    if (text->bytes) attn_resize(text->bytes, 0);
    *text = (attn_text){0};
}

void attn_text_end(attn_text *beside, attn_text *out)
{
    out->failed |= beside->failed;
    attn_text_free(beside);
}

void attn_text_clear(attn_text *text)
{
    text->length = 0;
    if (text->bytes) text->bytes[0] = '\0';
}

const char *attn_text_string(const attn_text *text)
{
    return text->bytes ? text->bytes : "";
}

/* Makes room for `more` bytes and a NUL, which stands there even if nothing is added. */
static bool grow(attn_text *text, size_t more)
{
    if (text->failed) return false;
    if (text->capacity - text->length > more) return true;
    size_t most = SIZE_MAX / 2, capacity = text->capacity < 64 ? 64 : text->capacity;
    text->failed = more >= most - text->length;
    if (text->failed) return false;
    while (capacity - text->length <= more) capacity *= 2;
    char *bytes = attn_resize(text->bytes, capacity);
    text->failed = !bytes;
    if (!bytes) return false;
    text->bytes = bytes;
    text->capacity = capacity;
    text->bytes[text->length] = '\0';
    return true;
}

void attn_text_add_bytes(attn_text *text, const char *bytes, size_t length)
{
    if (!grow(text, length)) return;
    if (length) memcpy(text->bytes + text->length, bytes, length);
    text->length += length;
    text->bytes[text->length] = '\0';
}

void attn_text_add(attn_text *text, const char *string)
{
    attn_text_add_bytes(text, string, strlen(string));
}

void attn_text_repeat(attn_text *text, const char *string, size_t times)
{
    size_t length = strlen(string), all;
    if (!attn_multiply(length, times, &all)) {
        text->failed = true;
        return;
    }
    if (!grow(text, all)) return;
    for (size_t i = 0; i < times; i++) attn_text_add_bytes(text, string, length);
}

void attn_text_print(attn_text *text, const char *format, ...)
{
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    int length = vsnprintf(NULL, 0, format, arguments);
    if (length < 0) text->failed = true;
    if (length >= 0 && grow(text, (size_t)length)) {
        vsnprintf(text->bytes + text->length, (size_t)length + 1, format, again);
        text->length += (size_t)length;
    }
    va_end(again);
    va_end(arguments);
}

/* The byte behind the '_' of a name, which may stand behind dots; 0: it has none. */
static size_t find_subscripts(const char *name)
{
    const char *dot = strrchr(name, '.'), *mark = strchr(dot ? dot : name, '_');
    return mark ? (size_t)(mark - name) + 1 : 0;
}

const char *attn_text_inside_after(const char *text, size_t *length)
{
    static const char begin[] = "after(";
    const size_t begins = sizeof begin - 1;
    if (strncmp(text, begin, begins) != 0) return NULL;
    const char *name = text + begins + strspn(text + begins, " ");
    size_t all = strcspn(name, "()");
    if (strcmp(name + all, ")") != 0) return NULL;
    for (*length = all; *length > 0 && name[*length - 1] == ' ';) --*length;
    return *length > 0 ? name : NULL;
}

/* Takes this byte off the end, if it stands there. */
static bool take_last(attn_text *text, char byte)
{
    if (text->length == 0 || text->bytes[text->length - 1] != byte) return false;
    text->bytes[--text->length] = '\0';
    return true;
}

void attn_text_add_subscript(attn_text *name, long subscript)
{
    size_t inside;
    bool after = attn_text_inside_after(attn_text_string(name), &inside) && take_last(name, ')');
    size_t first = find_subscripts(attn_text_string(name)), end = name->length;
    bool braces = take_last(name, '}');
    if (first && !braces) {
        attn_text_add(name, "{");
        if (name->failed) return;
        memmove(name->bytes + first + 1, name->bytes + first, end - first);
        name->bytes[first] = '{';
    }
    attn_text_print(name, first ? ",%ld}" : "_%ld", subscript);
    if (after) attn_text_add(name, ")");
}

const char *attn_keep_text(attn_arena *arena, attn_text *text)
{
    const char *kept =
        text->failed ? NULL : attn_copy_text(arena, attn_text_string(text), text->length);
    if (!kept) attn_no_memory(attn_arena_status(arena), "keeping a text");
    attn_text_free(text);
    return kept;
}

/* ---- UTF-8 ---- */

size_t attn_utf8_next(const char *bytes, size_t length, uint32_t *code)
{
    int32_t found = 0;
    if (length == 0) return 0;
    utf8proc_ssize_t most = length < 4 ? (utf8proc_ssize_t)length : 4;
    utf8proc_ssize_t step = utf8proc_iterate((const utf8proc_uint8_t *)bytes, most, &found);
    *code = (uint32_t)found;
    return step > 0 ? (size_t)step : 0;
}

size_t attn_utf8_mark(const char *bytes, size_t length)
{
    return length >= 3 && memcmp(bytes, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
}

bool attn_utf8_valid(const char *bytes, size_t length, size_t *bad)
{
    uint32_t code;
    for (size_t at = 0, step; at < length; at += step) {
        step = attn_utf8_next(bytes + at, length - at, &code);
        if (step == 0) *bad = at;
        if (step == 0) return false;
    }
    return true;
}

/* ---- escaping ---- */

/*
 * Characters that move the cursor, end a line, or reorder what stands around them: C0, DEL, C1, the
 * line and paragraph separators, and the bidi embeddings, overrides and isolates. And U+FFFE and
 * U+FFFF, which are not characters; XML forbids them, as it does C0.
 */
bool attn_text_harmful(uint32_t code)
{
    return code < 0x20 || (code >= 0x7F && code <= 0x9F) || (code >= 0x2028 && code <= 0x202E) ||
           (code >= 0x2066 && code <= 0x2069) || code == 0xFFFE || code == 0xFFFF;
}

enum { escape_room = 16 };

/* "\x1B" for an ASCII character or a byte that is none, else "\u{202E}"; the length. */
static size_t write_escape(char escape[escape_room], uint32_t code, bool byte)
{
    bool brief = byte || code < 0x80;
    return (size_t)snprintf(escape, escape_room, brief ? "\\x%02X" : "\\u{%04X}", code);
}

void attn_text_add_escaped(attn_text *text, const char *bytes, size_t length, bool newlines)
{
    char escape[escape_room];
    size_t plain = 0; /* where the run of harmless characters began */
    for (size_t at = 0; at < length;) {
        uint32_t code;
        size_t step = attn_utf8_next(bytes + at, length - at, &code);
        if (step == 0) code = (unsigned char)bytes[at];
        bool passes = step > 0 && (!attn_text_harmful(code) || (newlines && code == '\n'));
        if (!passes) {
            attn_text_add_bytes(text, bytes + plain, at - plain);
            attn_text_add_bytes(text, escape, write_escape(escape, code, step == 0));
        }
        at += step ? step : 1;
        if (!passes) plain = at;
    }
    attn_text_add_bytes(text, bytes + plain, length - plain);
}

void attn_text_add_base64(attn_text *text, const void *bytes, size_t length)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const unsigned char *from = bytes;
    for (size_t i = 0; i < length; i += 3) {
        unsigned long group = (unsigned long)from[i] << 16;
        char four[4] = {'=', '=', '=', '='};
        if (i + 1 < length) group |= (unsigned long)from[i + 1] << 8;
        if (i + 2 < length) group |= from[i + 2];
        for (size_t k = 0; k < 4 && i + k <= length; k++)
            four[k] = digits[group >> (18 - 6 * k) & 63];
        attn_text_add_bytes(text, four, 4);
    }
}

void attn_text_add_xml(attn_text *text, const char *bytes, size_t length)
{
    static const char *const forms[] = {
        ['&'] = "&amp;", ['<'] = "&lt;", ['>'] = "&gt;", ['"'] = "&quot;"};
    attn_text plain = {0};
    attn_text_add_escaped(&plain, bytes, length, false);
    for (const char *c = attn_text_string(&plain); *c; c++) {
        size_t k = (unsigned char)*c;
        const char *form = k < sizeof forms / sizeof *forms ? forms[k] : NULL;
        attn_text_add_bytes(text, form ? form : c, form ? strlen(form) : 1);
    }
    attn_text_end(&plain, text);
}

/* ---- display width ---- */

enum { emoji_selector = 0xFE0F };

static bool pictographic(uint32_t code)
{
    unsigned boundary = utf8proc_get_property((int32_t)code)->boundclass;
    return boundary == UTF8PROC_BOUNDCLASS_EXTENDED_PICTOGRAPHIC ||
           boundary == UTF8PROC_BOUNDCLASS_REGIONAL_INDICATOR;
}

/* A spacing mark has a column of its own (utf8proc gives it none): terminals go by wcwidth. */
static size_t code_width(uint32_t code)
{
    if (utf8proc_category((int32_t)code) == UTF8PROC_CATEGORY_MC) return 1;
    int width = utf8proc_charwidth((int32_t)code);
    return width < 0 ? 0 : (size_t)width;
}

/* Emoji and Korean syllables that are put together are drawn in the place of their first sign. */
static bool joined(uint32_t code)
{
    unsigned boundary = utf8proc_get_property((int32_t)code)->boundclass;
    return pictographic(code) || boundary == UTF8PROC_BOUNDCLASS_L ||
           boundary == UTF8PROC_BOUNDCLASS_V || boundary == UTF8PROC_BOUNDCLASS_LV ||
           boundary == UTF8PROC_BOUNDCLASS_LVT;
}

static bool plain(char byte)
{
    return byte >= ' ' && byte <= '~';
}

/*
 * The first grapheme cluster: its bytes, and its columns into *columns. Each of its characters has
 * its own, as the vowel signs of Indic scripts do; but what is joined is as wide as its widest
 * character, and a flag, or a sign that a selector turns into an emoji, is wide.
 */
static size_t first_cluster(const char *bytes, size_t length, size_t *columns)
{
    char escape[escape_room];
    uint32_t first, code;
    int32_t state = 0;
    if (length > 0 && plain(bytes[0]) && (length == 1 || plain(bytes[1]))) {
        *columns = 1; /* most of all text: nothing in ASCII joins the character before it */
        return 1;
    }
    size_t end = attn_utf8_next(bytes, length, &first);
    if (end == 0 || attn_text_harmful(first)) {
        *columns = write_escape(escape, end ? first : (unsigned char)bytes[0], end == 0);
        return end ? end : 1;
    }
    *columns = code_width(first);
    for (uint32_t before = first; end < length; before = code) {
        size_t step = attn_utf8_next(bytes + end, length - end, &code);
        if (step == 0 || attn_text_harmful(code)) break;
        if (utf8proc_grapheme_break_stateful((int32_t)before, (int32_t)code, &state)) break;
        size_t width = code_width(code);
        if (pictographic(first) && (code == emoji_selector || pictographic(code))) width = 2;
        if (!joined(first))
            *columns += width;
        else if (width > *columns)
            *columns = width;
        end += step;
    }
    return end;
}

size_t attn_text_width(const char *bytes, size_t length)
{
    size_t all = 0, columns;
    for (size_t at = 0; at < length; all += columns)
        at += first_cluster(bytes + at, length - at, &columns);
    return all;
}

size_t attn_text_fit(const char *bytes, size_t length, size_t columns)
{
    size_t at = 0, used = 0;
    while (at < length) {
        size_t width, step = first_cluster(bytes + at, length - at, &width);
        if (width > columns - used) break;
        used += width;
        at += step;
    }
    return at;
}

/* ---- right to left ---- */

static bool runs_left(const char *bytes, size_t length)
{
    uint32_t code;
    for (size_t at = 0; at < length;) {
        size_t step = attn_utf8_next(bytes + at, length - at, &code);
        utf8proc_propval_t way = step ? utf8proc_get_property((int32_t)code)->bidi_class : 0;
        if (way == UTF8PROC_BIDI_CLASS_R || way == UTF8PROC_BIDI_CLASS_AL) return true;
        at += step ? step : 1;
    }
    return false;
}

void attn_text_add_apart(attn_text *text, const char *word)
{
    static const char mark[] = "\u200E"; /* no column, but a direction: left to right */
    bool left = runs_left(word, strlen(word));
    if (left) attn_text_add(text, mark);
    attn_text_add(text, word);
    if (left) attn_text_add(text, mark);
}

/* ---- comparing ---- */

enum { longest_compared = 64 }; /* characters: names, not prose */

static size_t decode(const char *string, uint32_t code[longest_compared + 1])
{
    size_t count = 0, length = strlen(string);
    for (size_t at = 0; at < length && count <= longest_compared; count++) {
        size_t step = attn_utf8_next(string + at, length - at, &code[count]);
        if (step == 0) code[count] = (unsigned char)string[at];
        at += step ? step : 1;
    }
    return count;
}

static size_t smaller(size_t a, size_t b)
{
    return a < b ? a : b;
}

/*
 * Optimal string alignment, row by row: distance[i][j] is that of the first i characters of a and
 * the first j of b; three rows are kept. Longer strings are no mistakes of each other.
 */
size_t attn_text_distance(const char *a, const char *b)
{
    uint32_t x[longest_compared + 1], y[longest_compared + 1];
    size_t rows[3][longest_compared + 1];
    size_t m = decode(a, x), n = decode(b, y);
    if (m > longest_compared || n > longest_compared) return strcmp(a, b) == 0 ? 0 : m > n ? m : n;
    size_t *before = rows[0], *above = rows[1], *row = rows[2];
    for (size_t j = 0; j <= n; j++) row[j] = j;
    for (size_t i = 1; i <= m; i++) {
        size_t *oldest = before;
        before = above, above = row, row = oldest;
        row[0] = i;
        for (size_t j = 1; j <= n; j++) {
            size_t changed = above[j - 1] + (x[i - 1] != y[j - 1]);
            row[j] = smaller(changed, smaller(above[j], row[j - 1]) + 1);
            if (i > 1 && j > 1 && x[i - 1] == y[j - 2] && x[i - 2] == y[j - 1])
                row[j] = smaller(row[j], before[j - 2] + 1);
        }
    }
    return row[n];
}

bool attn_ends_in(const char *name, const char *ending)
{
    size_t length = strlen(name), tail = strlen(ending);
    return length > tail && strcmp(name + length - tail, ending) == 0;
}
