/*
 * sniff: tells a file's kind from its name and first bytes, and for JSON from its first keys.
 */
#include "text/sniff.h"

#include <string.h>
#include <sys/stat.h>

#include "core/text.h"
#include "files/bytes/format.h"
#include "files/bytes/lines.h"
#include "files/json/json_reader.h"
#include "text/alignment.h"

/* So much of a file is looked at. */
enum { MOST_SEEN = 1 << 20 };

/* Arrays but those of JSON; also the ones that are refused, for their message says how to
 * convert them. */
static bool holds_arrays(attn_format format)
{
    return format == ATTN_FORMAT_NPY || format == ATTN_FORMAT_NPZ ||
           format == ATTN_FORMAT_SAFETENSORS || format == ATTN_FORMAT_CSV ||
           format == ATTN_FORMAT_TSV || format == ATTN_FORMAT_FOREIGN_ARRAYS;
}

/* ---- JSON: what stands in the outermost object or list ---- */

static bool is_number(const attn_json_reader *r)
{
    return r->kind == ATTN_JSON_NUMBER || (r->kind == ATTN_JSON_WORD && strchr("-NI", r->text[0]));
}

/* Whether the list that begins here is one of numbers, or of lists. */
static bool is_numbers(attn_json_reader *r)
{
    attn_json_next(r);
    return is_number(r) || r->kind == ATTN_JSON_LIST;
}

/* Goes to the end of a value: whether it is numbers, or an object that holds some, no deeper than
 * that. */
static bool holds_numbers(attn_json_reader *r, size_t depth)
{
    const size_t outside = r->depth - 1;
    bool found = false;
    if (r->kind == ATTN_JSON_LIST) {
        found = is_numbers(r);
        attn_json_leave(r, outside);
    } else if (r->kind == ATTN_JSON_OBJECT && depth > 0) {
        while (attn_json_more(r) && attn_json_next(r)) found = holds_numbers(r, depth - 1) || found;
    } else {
        attn_json_skip(r);
    }
    return found;
}

static bool is_key(const attn_json_reader *r, const char *wanted)
{
    return r->length == strlen(wanted) + 2 && memcmp(r->text + 1, wanted, r->length - 2) == 0;
}

/* Of an object: arrays if it holds lists of numbers, or numbers alone. A lesson says "attnviz", and
 * has steps; what is printed of one has its values too, or the maps of a picture. Behind a fault
 * the text is not looked at closely: it is a lesson if it speaks of steps. */
static attn_sniffed object_content(attn_json_reader *r, const char *text)
{
    bool found = false, lesson = false, computed = false, single = false, other = false;
    while (attn_json_more(r)) {
        const bool steps = is_key(r, "steps"), version = is_key(r, "attnviz");
        const bool values = is_key(r, "values"), maps = is_key(r, "maps");
        const attn_json_kind kind = attn_json_next(r);
        single |= is_number(r);
        other |= !is_number(r);
        const bool numbers = holds_numbers(r, 4);
        lesson |= version || (steps && !(numbers && kind == ATTN_JSON_LIST));
        computed |= values || (maps && kind == ATTN_JSON_LIST);
        found |= numbers || (maps && kind == ATTN_JSON_LIST);
    }
    lesson |= !attn_ok(r->status) && strstr(text, "\"steps\"");
    if (lesson && !(found && computed)) return ATTN_SNIFFED_LESSON;
    return found || (single && !other)  ? ATTN_SNIFFED_ARRAYS
           : r->kind == ATTN_JSON_CLOSE ? ATTN_SNIFFED_NO_LESSON
                                        : ATTN_SNIFFED_OTHER;
}

static attn_sniffed read_content(attn_json_reader *r, const char *text)
{
    attn_json_kind kind = attn_json_next(r);
    if (kind == ATTN_JSON_OBJECT) return object_content(r, text);
    if (kind != ATTN_JSON_LIST) return ATTN_SNIFFED_OTHER;
    return is_numbers(r) ? ATTN_SNIFFED_ARRAYS : ATTN_SNIFFED_LIST;
}

/* The text has a NUL behind. */
static attn_sniffed json_content(const char *text, size_t length)
{
    enum { deepest = 900 };
    attn_status ignored = {0};
    attn_json_reader r = {0};
    attn_byte_reader *source = attn_byte_reader_of(text, length, &ignored);
    bool open = source && attn_json_open(&r, source, "", deepest, true, &ignored);
    attn_sniffed content = open ? read_content(&r, text) : ATTN_SNIFFED_OTHER;
    attn_json_close(&r);
    attn_byte_reader_close(source);
    return content;
}

/* ---- tables ---- */

/* Cells that are numbers, in figures or as NaN and infinities are written. */
static bool is_numeric(attn_span cell)
{
    static const char *const words[] = {"nan", "inf", "-inf", "NaN", "Infinity", "-Infinity"};
    attn_span word = {NULL, 0};
    bool digit = false;
    if (!attn_span_word(&cell, " \t\"", &word)) return false;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (word.length == strlen(words[i]) && memcmp(word.bytes, words[i], word.length) == 0)
            return true;
    for (size_t i = 0; i < word.length; i++) {
        digit |= word.bytes[i] >= '0' && word.bytes[i] <= '9';
        if (!strchr("0123456789.,+-eE", word.bytes[i])) return false;
    }
    return digit && !attn_span_word(&cell, " \t\"", &word);
}

/* A line of a text, cut into cells. */
typedef struct row {
    size_t cells, numbers;
    bool first; /* the first cell is a number */
} row;

/* Cuts where the separator stands; a blank cuts wherever blanks stand. */
static row cut_row(attn_span line, char separator)
{
    row cut = {0};
    attn_span cell;
    const bool words = separator == ' ';
    while (words ? attn_span_word(&line, " \t", &cell) : attn_span_take(&line, separator, &cell)) {
        bool numeric = is_numeric(cell);
        cut.first |= numeric && cut.cells == 0;
        cut.numbers += numeric;
        cut.cells++;
    }
    return cut;
}

/* Of a table, a row holds numbers alone; or the second does behind a word, and the first is as
 * long, or a cell shorter. Words between blanks are a sentence, with numbers or without. */
static bool cuts_table(const attn_span rows[2], size_t count, char separator)
{
    const row top = cut_row(rows[0], separator);
    if (top.numbers > 0 && top.numbers == top.cells) return true;
    if (count < 2) return false;
    const row next = cut_row(rows[1], separator);
    const bool whole = next.numbers == next.cells && next.numbers > 0;
    const bool headed = !next.first && next.numbers > 0 && next.numbers + 1 == next.cells;
    return (whole && next.cells == top.cells && (separator != ' ' || next.cells > 1)) ||
           (headed && separator != ' ' && (next.cells == top.cells || next.cells == top.cells + 1));
}

static bool is_table(const char *bytes, size_t length)
{
    static const char separators[] = "\t;, ";
    attn_lines lines;
    attn_span rows[2];
    size_t count = 0;
    attn_lines_begin(&lines, "", bytes, length);
    while (count < 2 && attn_lines_next(&lines))
        if (lines.length > 0) rows[count++] = (attn_span){lines.line, lines.length};
    for (const char *c = separators; count > 0 && *c; c++)
        if (cuts_table(rows, count, *c)) return true;
    return false;
}

/* ---- files ---- */

/* The first bytes of a regular file; 0: there are none to be had. */
static size_t read_start(const char *path, char *bytes)
{
    struct stat about;
    attn_status unread = {0};
    if (stat(path, &about) != 0 || !S_ISREG(about.st_mode)) return 0;
    attn_byte_reader *source = attn_byte_reader_open(path, &unread);
    size_t length = source && source->length < MOST_SEEN ? source->length : MOST_SEEN;
    bool done = source && attn_byte_reader_read(source, 0, bytes, length, &unread);
    attn_byte_reader_close(source);
    return done ? length : 0;
}

attn_sniffed attn_sniff(const char *path)
{
    const attn_format format = attn_format_of(path);
    if (holds_arrays(format)) return ATTN_SNIFFED_ARRAYS;
    char *bytes = attn_resize(NULL, MOST_SEEN + 1);
    size_t length = bytes ? read_start(path, bytes) : 0;
    attn_sniffed content = ATTN_SNIFFED_OTHER;
    if (bytes) bytes[length] = '\0';
    if (bytes && format == ATTN_FORMAT_JSON) content = json_content(bytes, length);
    if (attn_is_soft_alignment(bytes, length)) content = ATTN_SNIFFED_SOFT_ALIGNMENT;
    if (bytes) attn_resize(bytes, 0);
    return content;
}

/* ---- bytes without a name ---- */

/* No text begins so: a byte that no letter begins with, or one that is 0 soon behind. */
static bool is_binary(const char *bytes, size_t length)
{
    const unsigned char first = (unsigned char)*bytes;
    const size_t mark = attn_utf8_mark(bytes, length), soon = 512;
    const bool control = first < ' ' && !strchr("\t\n\r", *bytes);
    return length > 0 && (control || (first >= 0x80 && first < 0xC2) || (first > 0xF4 && !mark) ||
                          memchr(bytes, '\0', length < soon ? length : soon));
}

attn_sniffed attn_sniff_bytes(const char *bytes, size_t length)
{
    const char *text = bytes + attn_utf8_mark(bytes, length);
    text += strspn(text, " \t\r\n");
    const bool list =
        *text == '[' && strchr("[]-\"0123456789NItfn{", text[1 + strspn(text + 1, " \t\r\n")]);
    if (length == 0) return ATTN_SNIFFED_OTHER;
    if (is_binary(bytes, length)) return ATTN_SNIFFED_ARRAYS;
    if (attn_is_soft_alignment(bytes, length)) return ATTN_SNIFFED_SOFT_ALIGNMENT;
    if (*text != '{' && !list)
        return is_table(bytes, length) ? ATTN_SNIFFED_ARRAYS : ATTN_SNIFFED_OTHER;
    const attn_sniffed content = json_content(bytes, length < MOST_SEEN ? length : MOST_SEEN);
    const bool told = content == ATTN_SNIFFED_LESSON || content == ATTN_SNIFFED_LIST;
    return told ? content : ATTN_SNIFFED_ARRAYS;
}
