/*
 * page: breaks lines at the width of the terminal and escapes what may not reach it.
 *
 * Widths are counted before text is escaped: a character that must not reach the terminal counts as
 * the escape that is printed for it.
 */
#include "render/terminal/page.h"

#include <string.h>

static const char *const codes[] = {
    [ATTN_STYLE_PLAIN] = "0", [ATTN_STYLE_STRONG] = "1", [ATTN_STYLE_FAINT] = "2",
    [ATTN_STYLE_GOOD] = "32", [ATTN_STYLE_BAD] = "31",
};

/* A word that does not fit goes on where it stands, cut, if at least so many columns are left. */
enum { worth_filling = 8 };

void attn_page_gap(attn_page *page)
{
    page->gap = page->begun;
}

/* The number in the margin; the columns it takes, with a space behind. */
static size_t add_number(attn_page *page)
{
    attn_page_style(page, ATTN_STYLE_STRONG);
    size_t start = page->out->length;
    attn_text_print(page->out, "%zu", page->number);
    size_t digits = page->out->length - start;
    attn_page_style(page, ATTN_STYLE_PLAIN);
    attn_text_add(page->out, " ");
    page->number = 0;
    return digits + 1;
}

size_t attn_page_line(attn_page *page)
{
    if (page->gap) attn_text_add(page->out, "\n");
    page->gap = false;
    page->begun = true;
    size_t used = page->number ? add_number(page) : 0;
    if (used >= page->indent) return used;
    attn_text_repeat(page->out, " ", page->indent - used);
    return page->indent;
}

void attn_page_end_line(attn_page *page)
{
    attn_text_add(page->out, "\n");
}

static void add_words(attn_page *page, const char *bytes, size_t length)
{
    static const char no_break[] = "\xC2\xA0";
    size_t plain = 0;
    for (size_t at = 0; at + 1 < length; at++) {
        if (memcmp(bytes + at, no_break, 2) != 0) continue;
        attn_text_add_escaped(page->out, bytes + plain, at - plain, false);
        attn_text_add(page->out, " ");
        plain = ++at + 1;
    }
    attn_text_add_escaped(page->out, bytes + plain, length - plain, false);
}

void attn_page_add(attn_page *page, const char *bytes, size_t length)
{
    size_t done = 0;
    for (size_t i = 0; page->marks && i < page->marks->count; i++) {
        const attn_spot *mark = &page->marks->items[i];
        const char *number = page->marked + mark->from, *end = page->marked + mark->to;
        if (number < bytes + done || end > bytes + length) continue;
        add_words(page, bytes + done, (size_t)(number - bytes) - done);
        size_t from = page->out->length;
        add_words(page, number, mark->to - mark->from);
        attn_page_spot(page, from, mark->row, mark->col);
        done = (size_t)(end - bytes);
    }
    add_words(page, bytes + done, length - done);
}

/* ---- spots ---- */

void attn_spots_add(attn_spots *spots, attn_spot spot)
{
    attn_append(spots->arena, &spots->items, &spots->count, &spot, sizeof spot);
}

void attn_page_spot(attn_page *page, size_t from, size_t row, size_t col)
{
    if (page->spots) attn_spots_add(page->spots, (attn_spot){from, page->out->length, row, col});
}

/* ---- styles ---- */

void attn_page_style(attn_page *page, attn_style style)
{
    if (page->color) attn_text_print(page->out, "\x1b[%sm", codes[style]);
}

/* ---- grounds ---- */

/* Of the palette that every terminal with 256 colours has, 16 … 231 are a cube of these levels. */
static const int levels[] = {0, 95, 135, 175, 215, 255};

static unsigned nearest_level(int value)
{
    unsigned best = 0;
    for (unsigned i = 1; i < sizeof levels / sizeof *levels; i++) {
        int here = levels[i] - value, there = levels[best] - value;
        if (here * here < there * there) best = i;
    }
    return best;
}

void attn_page_ground(attn_page *page, attn_color ground)
{
    if (!page->color) return;
    unsigned r = nearest_level(ground.red), g = nearest_level(ground.green),
             b = nearest_level(ground.blue);
    attn_color shown = {(uint8_t)levels[r], (uint8_t)levels[g], (uint8_t)levels[b]};
    unsigned letters = attn_color_for_text(shown).red > 127 ? 231 : 16;
    attn_text_print(page->out, "\x1b[48;5;%u;38;5;%um", 16 + 36 * r + 6 * g + b, letters);
}

/* ---- paragraphs ---- */

typedef struct paragraph {
    attn_page *page;
    attn_style style;
    size_t hang, used; /* used: columns of the line that is open; 0: none is */
    bool spaced;       /* a word stands on the open line */
} paragraph;

static void open_line(paragraph *p)
{
    p->used = attn_page_line(p->page);
    p->spaced = false;
    if (p->style != ATTN_STYLE_PLAIN) attn_page_style(p->page, p->style);
}

static void close_line(paragraph *p)
{
    if (p->style != ATTN_STYLE_PLAIN) attn_page_style(p->page, ATTN_STYLE_PLAIN);
    attn_page_end_line(p->page);
    p->page->indent += p->hang; /* taken back at the paragraph's end */
    p->hang = 0;
    p->used = 0;
}

static size_t room(const paragraph *p)
{
    size_t used = p->used + p->spaced;
    return used < p->page->columns ? p->page->columns - used : 0;
}

/* How much of a word goes on this line: all, what fits of one wider than a line, or nothing. */
static size_t part_of_word(const paragraph *p, const char *bytes, size_t length)
{
    size_t width = attn_text_width(bytes, length), left = room(p);
    if (width <= left) return length;
    bool wider_than_a_line = width + p->page->indent + p->hang > p->page->columns;
    if (p->spaced && (!wider_than_a_line || left < worth_filling)) return 0;
    size_t part = attn_text_fit(bytes, length, left);
    return part || p->spaced ? part : length;
}

static void add_word(paragraph *p, const char *bytes, size_t length)
{
    while (length) {
        if (p->used == 0) open_line(p);
        size_t part = part_of_word(p, bytes, length);
        if (part) {
            if (p->spaced) attn_text_add(p->page->out, " ");
            attn_page_add(p->page, bytes, part);
            p->used += p->spaced + attn_text_width(bytes, part);
            p->spaced = true;
        }
        bytes += part;
        length -= part;
        if (length) close_line(p);
    }
}

void attn_page_paragraph(attn_page *page, const char *text, size_t hang, attn_style style)
{
    size_t indent = page->indent;
    size_t most = (page->columns - (indent < page->columns ? indent : 0)) / 2;
    paragraph p = {page, style, hang < most ? hang : most, 0, false};
    while (*text) {
        size_t word = strcspn(text, " \n");
        if (word) add_word(&p, text, word);
        text += word;
        if (*text == '\n' && p.used) close_line(&p);
        if (*text) text++;
    }
    if (p.used) close_line(&p);
    page->indent = indent;
}

void attn_page_paragraph_marked(attn_page *page, const char *text, const attn_spots *marks,
                                size_t hang, attn_style style)
{
    page->marks = marks;
    page->marked = text;
    attn_page_paragraph(page, text, hang, style);
    page->marks = NULL;
}
