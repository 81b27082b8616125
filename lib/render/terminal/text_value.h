/*
 * text_value: values and tables on a page of text. Columns are aligned by display width; a table
 * wider than the page is printed in blocks of columns.
 */
#ifndef ATTN_RENDER_TERMINAL_TEXT_VALUE_H
#define ATTN_RENDER_TERMINAL_TEXT_VALUE_H

#include "document/value.h"
#include "render/terminal/page.h"

/* "name = 3", "name = [1  0.5]", or a table (true). */
bool attn_value_print(attn_page *page, const attn_look *look, const attn_shown_value *shown);
/* Vectors of one length side by side, under their names. */
void attn_columns_print(attn_page *page, const attn_look *look, const char *const *names,
                        const attn_tensor *const *columns, size_t count);
/* whole: no corner, however large. */
void attn_table_print(attn_page *page, const attn_table *table, bool whole);

#endif
