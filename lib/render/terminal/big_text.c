/*
 * big_text: draws letters of three rows from a bitmap font. A letter is 5 points high and stands
 * on 6; two points above each other are one character of the terminal: ▀, ▄, █ or a space.
 */
#include "render/terminal/big_text.h"

#include <string.h>

enum { HEIGHT = 5, WIDEST_LETTER = 8 };

/* clang-format off: a letter on a line */
static const struct letter {
    const char *character, *points; /* rows from the top, divided by '/' */
} letters[] = {
    {"0", "###/#.#/#.#/#.#/###"},
    {"1", ".#./##./.#./.#./###"},
    {"2", "###/..#/###/#../###"},
    {"3", "###/..#/###/..#/###"},
    {"4", "#.#/#.#/###/..#/..#"},
    {"5", "###/#../###/..#/###"},
    {"6", "###/#../###/#.#/###"},
    {"7", "###/..#/..#/..#/..#"},
    {"8", "###/#.#/###/#.#/###"},
    {"9", "###/#.#/###/..#/###"},
    {" ", "./././././."},
    {".", "./././../#"},
    {",", "./././#/#"},
    {"'", "#/#/./././"},
    {"+", ".../.#./###/.#./..."},
    {"−", ".../.../###/.../..."},
    {"-", "../../##/../.."},
    {"=", ".../###/.../###/..."},
    {"/", "..#/..#/.#./#../#.."},
    {"·", "./././#/./."},
    {"(", ".#/#./#./#./.#"},
    {")", "#./.#/.#/.#/#."},
    {"[", "##/#./#./#./##"},
    {"]", "##/.#/.#/.#/##"},
    {"|", "#/#/#/#/#"},
    {"<", "..#/.#./#../.#./..#"},
    {">", "#../.#./..#/.#./#.."},
    {"…", "...../...../...../...../#.#.#"},
    {"√", "...##/...#./...#./#.#../.#..."},
    {"%", "#.#/..#/.#./#../#.#"},
    {"a", ".../.##/#.#/#.#/.##"},
    {"b", "#../##./#.#/#.#/##."},
    {"c", ".../.##/#../#../.##"},
    {"d", "..#/.##/#.#/#.#/.##"},
    {"e", ".#./#.#/###/#../.##"},
    {"f", ".##/#../##./#../#.."},
    {"g", ".##/#.#/.##/..#/##."},
    {"h", "#../##./#.#/#.#/#.#"},
    {"i", "#/./#/#/#"},
    {"j", ".#/../.#/.#/#."},
    {"k", "#../#.#/##./#.#/#.#"},
    {"l", "#./#./#./#./##"},
    {"m", "...../####./#.#.#/#.#.#/#.#.#"},
    {"n", ".../##./#.#/#.#/#.#"},
    {"o", ".../.#./#.#/#.#/.#."},
    {"p", ".../##./#.#/##./#.."},
    {"q", ".../.##/#.#/.##/..#"},
    {"r", ".../#.#/##./#../#.."},
    {"s", ".##/#../.#./..#/##."},
    {"t", ".#./###/.#./.#./.##"},
    {"u", ".../#.#/#.#/#.#/.##"},
    {"v", ".../#.#/#.#/#.#/.#."},
    {"w", "...../#.#.#/#.#.#/#.#.#/.#.#."},
    {"x", ".../.../#.#/.#./#.#"},
    {"y", "#.#/#.#/.##/..#/##."},
    {"z", ".../###/.#./#../###"},
    {"A", ".#./#.#/###/#.#/#.#"},
    {"B", "##./#.#/##./#.#/##."},
    {"C", ".##/#../#../#../.##"},
    {"D", "##./#.#/#.#/#.#/##."},
    {"E", "###/#../##./#../###"},
    {"F", "###/#../##./#../#.."},
    {"G", ".##/#../#.#/#.#/.##"},
    {"H", "#.#/#.#/###/#.#/#.#"},
    {"I", "###/.#./.#./.#./###"},
    {"J", "..#/..#/..#/#.#/.#."},
    {"K", "#.#/#.#/##./#.#/#.#"},
    {"L", "#../#../#../#../###"},
    {"M", "#...#/##.##/#.#.#/#...#/#...#"},
    {"N", "#..#/##.#/#.##/#..#/#..#"},
    {"O", ".#./#.#/#.#/#.#/.#."},
    {"P", "##./#.#/##./#../#.."},
    {"Q", ".#./#.#/#.#/##./.##"},
    {"R", "##./#.#/##./#.#/#.#"},
    {"S", ".##/#../.#./..#/##."},
    {"T", "###/.#./.#./.#./.#."},
    {"U", "#.#/#.#/#.#/#.#/###"},
    {"V", "#.#/#.#/#.#/#.#/.#."},
    {"W", "#...#/#...#/#.#.#/##.##/#...#"},
    {"X", "#.#/#.#/.#./#.#/#.#"},
    {"Y", "#.#/#.#/.#./.#./.#."},
    {"Z", "###/..#/.#./#../###"},
    {"α", "..../.#.#/#.#./#.#./.#.#"},
    {"σ", "..../.###/#.#./#.#./.#.."},
    {"Σ", "###/#../.#./#../###"},
    {"∂", ".##/..#/.##/#.#/.#."},
};
/* clang-format on */

/* ---- one character ---- */

typedef struct piece { /* a grapheme cluster of the text */
    const char *bytes;
    size_t length, width; /* width: columns, with the gap behind a large letter */
    const char *points;   /* NULL: it stands as it is, */
    size_t row;           /* on this row of the three */
} piece;

static const char *points_of(const char *bytes, size_t length)
{
    for (size_t i = 0; i < sizeof letters / sizeof *letters; i++)
        if (strlen(letters[i].character) == length &&
            memcmp(letters[i].character, bytes, length) == 0)
            return letters[i].points;
    return NULL;
}

/* Superscripts stand above, subscripts below, all else in the middle. */
static size_t row_of(const char *bytes, size_t length)
{
    uint32_t code = 0;
    attn_utf8_next(bytes, length, &code);
    if ((code >= 0x2080 && code <= 0x209c) || (code >= 0x1d62 && code <= 0x1d6a) || code == 0x2c7c)
        return 2;
    bool above = (code >= 0x2070 && code < 0x2080) || (code >= 0x1d2c && code <= 0x1d61);
    return above ? 0 : 1;
}

/* The cluster at the start of the text; before: the one to its left, or zero. */
static piece take_piece(const char *text, size_t length, const piece *before)
{
    piece p = {.bytes = text, .length = attn_text_fit(text, length, 1)};
    for (size_t columns = 2; p.length == 0 && columns <= WIDEST_LETTER; columns++)
        p.length = attn_text_fit(text, length, columns);
    if (p.length == 0) p.length = length;
    bool in_subscript = before->length && !before->points && before->row == 2 && *text == ',';
    p.points = in_subscript ? NULL : points_of(text, p.length);
    p.row = in_subscript ? 2 : row_of(text, p.length);
    p.width = p.points ? strcspn(p.points, "/") + 1 : attn_text_width(text, p.length);
    return p;
}

static bool is_point(const piece *p, size_t row, size_t col)
{
    size_t width = strcspn(p->points, "/");
    return row < HEIGHT && col < width && p->points[row * (width + 1) + col] == '#';
}

static void add_piece(attn_text *out, const piece *p, size_t row)
{
    static const char *const blocks[] = {" ", "▀", "▄", "█"};
    if (!p->points) {
        if (row == p->row)
            attn_text_add_bytes(out, p->bytes, p->length);
        else
            attn_text_repeat(out, " ", p->width);
        return;
    }
    for (size_t col = 0; col < p->width; col++)
        attn_text_add(out, blocks[is_point(p, 2 * row, col) + 2 * is_point(p, 2 * row + 1, col)]);
}

/* ---- lines ---- */

/* Columns of a part of a line. */
static size_t width_of(const char *text, size_t length)
{
    size_t width = 0;
    piece p = {0};
    for (size_t at = 0; at < length; at += p.length) {
        p = take_piece(text + at, length - at, &p);
        width += p.width;
    }
    return width;
}

/* Bytes up to the first place behind `from` where a line may break: before an operator. */
static size_t next_break(const char *text, size_t length, size_t from)
{
    static const char *const operators[] = {" + ", " − ", " / ", " … "};
    for (size_t at = from + 1; at < length; at++)
        for (size_t i = 0; i < sizeof operators / sizeof *operators; i++)
            if (strncmp(text + at, operators[i], strlen(operators[i])) == 0) return at;
    return length;
}

/* Bytes of what fits on a line of so many columns; never 0. */
static size_t part_that_fits(const char *text, size_t length, size_t columns)
{
    size_t part = 0, next = next_break(text, length, 0), width = 0;
    while (part < length && width_of(text, next) <= columns) {
        part = next;
        next = next_break(text, length, part);
    }
    if (part) return part;
    for (piece p = {0}; part < length; part += p.length) { /* nothing fits: it is cut */
        p = take_piece(text + part, length - part, &p);
        width += p.width;
        if (part && width > columns) break;
    }
    return part;
}

static void add_part(attn_text *out, const char *text, size_t length, size_t indent)
{
    for (size_t row = 0; row < ATTN_BIG_TEXT_ROWS; row++) {
        piece p = {0};
        attn_text_repeat(out, " ", indent);
        for (size_t at = 0; at < length; at += p.length) {
            p = take_piece(text + at, length - at, &p);
            add_piece(out, &p, row);
        }
        attn_text_add(out, "\n");
    }
}

/* Columns before what stands behind the first "=". */
static size_t hang_of(const char *text, size_t length, size_t columns)
{
    const char *equals = memchr(text, '=', length);
    size_t hang = equals ? width_of(text, (size_t)(equals - text)) : 0;
    return hang < columns / 2 ? hang : 0;
}

size_t attn_big_text_add(const char *text, size_t columns, attn_text *out)
{
    size_t rows = 0;
    for (size_t length; *text; text += length + (text[length] != '\0')) {
        length = strcspn(text, "\n");
        size_t hang = hang_of(text, length, columns), indent = 0;
        for (size_t at = 0, part; at < length; at += part, indent = hang) {
            while (indent && text[at] == ' ') at++;
            part = part_that_fits(text + at, length - at, columns - indent);
            add_part(out, text + at, part, indent);
            rows += ATTN_BIG_TEXT_ROWS;
        }
    }
    return rows;
}
