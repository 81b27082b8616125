/*
 * text_value: writes a number, a vector or a matrix on a page of text.
 */
#include "render/terminal/text_value.h"

#include <string.h>

/* "name = 3" or "name = [1  0.5]"; between numbers stands what does not break. */
static void add_line(attn_text *line, attn_spots *marks, const attn_shown_value *shown,
                     int decimals)
{
    const attn_tensor *value = shown->value;
    size_t count = attn_tensor_size(value);
    attn_text_print(line, "%s =\u00A0%s", shown->name, value->rank == ATTN_NUMBER ? "" : "[");
    for (size_t i = 0; i < count; i++) {
        if (i) attn_text_add(line, "\u00A0\u00A0");
        size_t from = line->length;
        if (shown->blanks && shown->blanks[i])
            attn_text_add(line, attn_blank);
        else
            attn_value_cell(value, i, decimals, line);
        if (marks->arena) attn_spots_add(marks, (attn_spot){from, line->length, 0, i});
    }
    if (value->rank != ATTN_NUMBER) attn_text_add(line, "]");
}

/* If its line fits. */
static bool print_line(attn_page *page, const attn_look *look, const attn_shown_value *shown)
{
    const attn_tensor *value = shown->value;
    bool number = value->rank == ATTN_NUMBER;
    bool table = shown->blanks || (shown->shaded && page->color);
    if (!attn_value_on_line(look, value) || (!number && table)) return false;
    attn_text line = {0};
    attn_spots marks = {.arena = page->spots ? page->spots->arena : NULL};
    int decimals = attn_decimals_needed(value->data, attn_tensor_size(value), look->precision);
    add_line(&line, &marks, shown, decimals);
    const char *text = attn_text_string(&line);
    bool fits = number || attn_text_width(text, line.length) <= page->columns - page->indent;
    size_t hang = attn_text_width(shown->name, strlen(shown->name)) + 3;
    if (fits) attn_page_paragraph_marked(page, text, &marks, hang, ATTN_STYLE_PLAIN);
    attn_text_end(&line, page->out);
    return fits;
}

/* Where a table is printed. */
typedef struct printing {
    attn_page *page;
    bool all;
} printing;

static void print_table(void *user, const attn_table *table)
{
    const printing *p = user;
    attn_table_print(p->page, table, p->all);
}

bool attn_value_print(attn_page *page, const attn_look *look, const attn_shown_value *shown)
{
    printing p = {page, look->all};
    if (print_line(page, look, shown)) return false;
    page->out->failed |= !attn_value_table(look, shown, print_table, &p);
    return true;
}

void attn_columns_print(attn_page *page, const attn_look *look, const char *const *names,
                        const attn_tensor *const *columns, size_t count)
{
    printing p = {page, look->all};
    page->out->failed |= !attn_columns_table(look, names, columns, count, print_table, &p);
}
