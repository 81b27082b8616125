/*
 * sniff: tells a file's kind from its name and first bytes, and for JSON from its first keys.
 */
#include "text/sniff.h"

#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/memory.h"
#include "core/text.h"
#include "files/bytes/format.h"
#include "files/bytes/open.h"
#include "text/alignment.h"

/* So much of a file is looked at. */
enum { MOST_SEEN = 1 << 20 };

/* Arrays but those of JSON; also the ones that are refused, for what is told then says how to
 * convert them. */
static bool holds_arrays(attn_format format)
{
    return format == ATTN_FORMAT_NPY || format == ATTN_FORMAT_NPZ ||
           format == ATTN_FORMAT_SAFETENSORS || format == ATTN_FORMAT_CSV ||
           format == ATTN_FORMAT_TSV || format == ATTN_FORMAT_FOREIGN_ARRAYS;
}

/* ---- JSON: what stands in the outermost object or list ---- */

typedef struct cursor {
    const char *at, *end;
} cursor;

static void skip_blanks(cursor *c)
{
    while (c->at < c->end && *c->at && strchr(" \t\r\n", *c->at)) c->at++;
}

static bool stands(cursor *c, char wanted)
{
    skip_blanks(c);
    return c->at < c->end && *c->at == wanted;
}

/* From its opening quote to behind the closing one. */
static void skip_string(cursor *c)
{
    for (c->at++; c->at < c->end && *c->at != '"'; c->at++)
        if (*c->at == '\\') c->at++;
    if (c->at < c->end) c->at++;
}

/* To the comma or bracket behind it, or whatever else stands there. */
static void skip_value(cursor *c)
{
    size_t depth = 0;
    if (stands(c, '"')) {
        skip_string(c);
        return;
    }
    while (c->at < c->end) {
        char byte = *c->at;
        if (depth == 0 && strchr(",}]\"", byte)) return;
        depth += byte == '[' || byte == '{';
        depth -= byte == ']' || byte == '}';
        if (byte == '"')
            skip_string(c);
        else
            c->at++;
    }
}

static bool stands_one_of(cursor *c, const char *wanted)
{
    skip_blanks(c);
    return c->at < c->end && *c->at && strchr(wanted, *c->at) != NULL;
}

static bool is_number(cursor c)
{
    return stands_one_of(&c, "-0123456789NI");
}

/* A list of numbers, or of lists. */
static bool is_numbers(cursor c)
{
    if (!stands(&c, '[')) return false;
    c.at++;
    return is_number(c) || stands(&c, '[');
}

/* The next member: its key, in quotes, and the cursor at its value; false: none comes. */
static bool take_member(cursor *c, const char **key, size_t *length)
{
    if (!stands(c, '"')) return false;
    *key = c->at;
    skip_string(c);
    *length = (size_t)(c->at - *key);
    if (!stands(c, ':')) return false;
    c->at++;
    return true;
}

/* Behind a value: whether another member comes. */
static bool goes_on(cursor *c)
{
    skip_value(c);
    if (!stands(c, ',')) return false;
    c->at++;
    return true;
}

/* Numbers, or an object that holds some, no deeper than that. */
static bool holds_numbers(cursor c, size_t depth)
{
    const char *key;
    size_t length;
    if (depth == 0 || !stands(&c, '{')) return is_numbers(c);
    for (c.at++; take_member(&c, &key, &length);) {
        if (holds_numbers(c, depth - 1)) return true;
        if (!goes_on(&c)) break;
    }
    return false;
}

static bool is_key(const char *key, size_t length, const char *wanted)
{
    return length == strlen(wanted) + 2 && memcmp(key + 1, wanted, length - 2) == 0;
}

/* Of an object: arrays if it holds lists of numbers, or numbers alone. A lesson says "attnviz", and
 * has steps; what is printed of one has its values too, or the maps of a picture. */
static attn_sniffed object_content(cursor c)
{
    bool found = false, lesson = false, computed = false, single = false, other = false;
    const char *key;
    size_t length;
    for (c.at++; take_member(&c, &key, &length);) {
        bool steps = is_key(key, length, "steps") && !is_numbers(c);
        lesson |= steps || is_key(key, length, "attnviz");
        bool maps = is_key(key, length, "maps") && stands(&c, '[');
        computed |= maps || is_key(key, length, "values");
        found = found || maps || holds_numbers(c, 4);
        single |= is_number(c);
        other |= !is_number(c);
        if (!goes_on(&c)) break;
    }
    if (lesson && !(found && computed)) return ATTN_SNIFFED_OTHER;
    return found || (single && !other) ? ATTN_SNIFFED_ARRAYS
           : stands(&c, '}')           ? ATTN_SNIFFED_NO_LESSON
                                       : ATTN_SNIFFED_OTHER;
}

static attn_sniffed json_content(const char *bytes, size_t length)
{
    cursor c = {bytes, bytes + length};
    c.at += attn_utf8_mark(bytes, length);
    if (stands(&c, '{')) return object_content(c);
    if (is_numbers(c)) return ATTN_SNIFFED_ARRAYS;
    return stands(&c, '[') ? ATTN_SNIFFED_LIST : ATTN_SNIFFED_OTHER;
}

/* ---- files ---- */

/* The first bytes of a regular file; 0: there are none to be had. */
static size_t read_start(const char *path, char *bytes)
{
    struct stat about;
    attn_status unread = {0};
    size_t length = 0;
    if (stat(path, &about) != 0 || !S_ISREG(about.st_mode)) return 0;
    int file = attn_open(AT_FDCWD, path, &unread);
    for (ssize_t got = 1; file >= 0 && got > 0 && length < MOST_SEEN; length += (size_t)got)
        if ((got = read(file, bytes + length, MOST_SEEN - length)) < 0) break;
    if (file >= 0) close(file);
    return length;
}

attn_sniffed attn_sniff(const char *path)
{
    const attn_format format = attn_format_of(path);
    if (holds_arrays(format)) return ATTN_SNIFFED_ARRAYS;
    char *bytes = attn_resize(NULL, MOST_SEEN);
    size_t length = bytes ? read_start(path, bytes) : 0;
    attn_sniffed content = ATTN_SNIFFED_OTHER;
    if (format == ATTN_FORMAT_JSON) content = json_content(bytes, length);
    if (attn_is_soft_alignment(bytes, length)) content = ATTN_SNIFFED_SOFT_ALIGNMENT;
    if (bytes) attn_resize(bytes, 0);
    return content;
}
