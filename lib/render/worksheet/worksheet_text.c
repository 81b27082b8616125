/*
 * worksheet_text: worksheets as plain text.
 */
#include <string.h>

#include "document/worksheet.h"
#include "formula/print/typeset.h"
#include "render/terminal/text_value.h"

enum { MARGIN = 4, DEEPER = 2 };

typedef struct text_writer {
    attn_worksheet_renderer writer; /* first: a writer is this one it belongs to */
    attn_page page;
    attn_look look;
} text_writer;

static text_writer *of(attn_worksheet_renderer *writer)
{
    return (text_writer *)(void *)writer;
}

static void let_go(text_writer *t, attn_text *text)
{
    t->page.out->failed |= text->failed;
    attn_text_free(text);
}

static void paragraph(text_writer *t, const attn_text *text, size_t hang, attn_style style)
{
    attn_page_paragraph(&t->page, attn_text_string(text), hang, style);
}

/* ---- around the entries ---- */

static void underline(text_writer *t, const char *words, const char *line)
{
    size_t width = attn_text_width(words, strlen(words));
    attn_text_repeat(t->page.out, line, width < t->page.columns ? width : t->page.columns);
    attn_text_add(t->page.out, "\n");
}

static void begin(attn_worksheet_renderer *writer, const char *title, const char *side)
{
    text_writer *t = of(writer);
    t->page.indent = 0;
    attn_page_gap(&t->page);
    attn_page_paragraph(&t->page, title, 0, ATTN_STYLE_PLAIN);
    underline(t, title, "═");
    attn_page_paragraph(&t->page, side, 0, ATTN_STYLE_PLAIN);
    attn_page_gap(&t->page);
}

static void fields(attn_worksheet_renderer *writer, const char *const *words, size_t count)
{
    text_writer *t = of(writer);
    attn_text line = {0};
    for (size_t i = 0; i < count; i++) {
        attn_text_print(&line, i ? "\u00A0\u00A0 %s:\u00A0" : "%s:\u00A0", words[i]);
        attn_text_repeat(&line, "_", i ? 16 : 36);
    }
    paragraph(t, &line, 0, ATTN_STYLE_PLAIN);
    attn_page_gap(&t->page);
    let_go(t, &line);
}

static void heading(attn_worksheet_renderer *writer, const char *words)
{
    text_writer *t = of(writer);
    t->page.indent = 0;
    attn_page_gap(&t->page);
    attn_page_paragraph(&t->page, words, 0, ATTN_STYLE_PLAIN);
    underline(t, words, "─");
    attn_page_gap(&t->page);
    t->page.indent = MARGIN;
}

static void add_words(attn_worksheet_renderer *writer, const char *words)
{
    text_writer *t = of(writer);
    attn_page_gap(&t->page);
    attn_page_paragraph(&t->page, words, 0, ATTN_STYLE_PLAIN);
    attn_page_gap(&t->page);
}

static void add_code(attn_worksheet_renderer *writer, const char *line)
{
    text_writer *t = of(writer);
    t->page.indent += DEEPER;
    attn_page_paragraph(&t->page, line, DEEPER, ATTN_STYLE_PLAIN);
    t->page.indent -= DEEPER;
    attn_page_gap(&t->page);
}

static void end(attn_worksheet_renderer *writer)
{
    attn_page_gap(&of(writer)->page);
}

/* ---- entries ---- */

static void tell_loop(text_writer *t, const attn_loop_at *loop)
{
    attn_text text = {0};
    attn_typeset_label(loop->letter, &text);
    attn_text_print(&text, " = %ld", loop->number);
    if (loop->word) attn_text_print(&text, " · %s", loop->word);
    attn_page_gap(&t->page);
    t->page.indent = 0;
    paragraph(t, &text, 0, ATTN_STYLE_PLAIN);
    t->page.indent = MARGIN;
    attn_page_gap(&t->page);
    let_go(t, &text);
}

static void add_piece(const attn_piece *piece, bool hidden, attn_text *out)
{
    if (hidden)
        attn_text_add(out, attn_blank);
    else if (piece->expr)
        attn_typeset_expr(piece->expr, out);
    else if (piece->statement)
        attn_typeset_statement(piece->statement, out);
    else
        attn_text_add(out, piece->text);
}

static void tell_prose(text_writer *t, const attn_entry *entry)
{
    attn_text text = {0};
    for (size_t i = 0; i < entry->piece_count; i++)
        add_piece(&entry->pieces[i], entry->hidden[i], &text);
    paragraph(t, &text, 0, ATTN_STYLE_PLAIN);
    attn_page_gap(&t->page);
    let_go(t, &text);
}

static size_t behind_equals(const char *text)
{
    const char *equals = strchr(text, '=');
    return equals ? attn_text_width(text, (size_t)(equals - text)) + 2 : 4;
}

static void tell_formula(text_writer *t, const attn_statement *statement)
{
    attn_text text = {0};
    attn_typeset_statement(statement, &text);
    paragraph(t, &text, behind_equals(attn_text_string(&text)), ATTN_STYLE_PLAIN);
    let_go(t, &text);
}

static void add_head(const attn_definition *definition, attn_text *out)
{
    attn_text_print(out, "with\u00A0%s(", definition->function);
    for (size_t i = 0; i < definition->parameter_count; i++)
        attn_text_print(out, "%s%s", i ? ",\u00A0" : "", definition->parameters[i]);
    attn_text_add(out, definition->line_count == 1 ? ")\u00A0= " : "):");
}

static void tell_definition(text_writer *t, const attn_definition *definition)
{
    attn_text text = {0};
    size_t lines = definition->line_count;
    add_head(definition, &text);
    if (lines == 1) attn_typeset_statement(definition->lines[0], &text);
    paragraph(t, &text, behind_equals(attn_text_string(&text)), ATTN_STYLE_PLAIN);
    t->page.indent += DEEPER;
    for (size_t i = 0; lines > 1 && i < lines; i++) tell_formula(t, definition->lines[i]);
    t->page.indent -= DEEPER;
    let_go(t, &text);
}

/* A table with blanks in it. */
typedef struct blanked {
    text_writer *writer;
    const attn_table *table;
    const bool *blanks; /* or NULL */
} blanked;

static void blanked_cell(const void *user, size_t row, size_t col, attn_text *out)
{
    const blanked *b = user;
    if (b->blanks && b->blanks[row * b->table->cols + col])
        attn_text_add(out, attn_blank);
    else
        b->table->cell(b->table->user, row, col, out);
}

static void blanked_row_head(const void *user, size_t row, attn_text *out)
{
    const blanked *b = user;
    b->table->row_head(b->table->user, row, out);
}

static void blanked_col_head(const void *user, size_t col, attn_text *out)
{
    const blanked *b = user;
    b->table->col_head(b->table->user, col, out);
}

static bool blanked_is_words(const void *user, size_t col)
{
    const blanked *b = user;
    return b->table->is_words && b->table->is_words(b->table->user, col);
}

static void print_table(void *user, const attn_table *table)
{
    blanked *b = user;
    b->table = table;
    attn_table with = *table;
    with.user = b;
    with.cell = blanked_cell;
    with.row_head = table->row_head ? blanked_row_head : NULL;
    with.col_head = table->col_head ? blanked_col_head : NULL;
    with.is_words = blanked_is_words;
    attn_table_print(&b->writer->page, &with, true);
}

/* "c = ______" */
static void tell_number(text_writer *t, const char *name)
{
    attn_text line = {0};
    attn_text_print(&line, "%s =\u00A0%s", name, attn_blank);
    paragraph(t, &line, 0, ATTN_STYLE_PLAIN);
    attn_page_gap(&t->page);
    let_go(t, &line);
}

/* "source = le  chat  noir" */
static void tell_words(text_writer *t, const char *name, const attn_tensor *value)
{
    attn_text line = {0};
    attn_text_print(&line, "%s =", name);
    for (size_t i = 0; i < attn_tensor_size(value); i++) {
        attn_text_add(&line, i ? "\u00A0 " : "\u00A0");
        attn_value_cell(value, i, 0, &line);
    }
    paragraph(t, &line, DEEPER, ATTN_STYLE_PLAIN);
    attn_page_gap(&t->page);
    let_go(t, &line);
}

static void tell_value(text_writer *t, const attn_entry *entry)
{
    attn_text name = {0};
    blanked b = {.writer = t, .blanks = entry->blanks};
    attn_typeset_label(entry->label, &name);
    const char *said = attn_text_string(&name);
    if (!entry->blanks && entry->value->words && entry->value->rank != ATTN_MATRIX)
        tell_words(t, said, entry->value);
    else if (!entry->blanks)
        attn_value_print(&t->page, &t->look,
                         &(attn_shown_value){.name = said, .value = entry->value});
    else if (entry->value->rank == ATTN_NUMBER)
        tell_number(t, said);
    else
        t->page.out->failed |= !attn_value_table(
            &t->look, &(attn_shown_value){.name = said, .value = entry->value}, print_table, &b);
    attn_page_gap(&t->page);
    let_go(t, &name);
}

static void tell_entry(attn_worksheet_renderer *writer, const attn_entry *entry)
{
    text_writer *t = of(writer);
    switch (entry->kind) {
    case ATTN_ENTRY_STEP:
        attn_page_gap(&t->page);
        t->page.number = entry->number;
        break;
    case ATTN_ENTRY_LOOP:
        tell_loop(t, entry->loop);
        break;
    case ATTN_ENTRY_PROSE:
        tell_prose(t, entry);
        break;
    case ATTN_ENTRY_FORMULA:
        tell_formula(t, entry->statement);
        break;
    case ATTN_ENTRY_DEFINITION:
        tell_definition(t, entry->definition);
        break;
    case ATTN_ENTRY_VALUE:
        tell_value(t, entry);
        break;
    }
}

static const attn_worksheet_renderer writes = {.begin = begin,
                                               .heading = heading,
                                               .fields = fields,
                                               .words = add_words,
                                               .code = add_code,
                                               .entry = tell_entry,
                                               .end = end};

bool attn_worksheets_text(const attn_sheets *sheets, attn_text *out, attn_status *status)
{
    for (size_t i = 0; i < sheets->count; i++) {
        const attn_worksheet *sheet = sheets->at(sheets->user, i, status);
        if (!sheet) return false;
        text_writer t = {.writer = writes,
                         .page = {.out = out, .columns = sheet->options.columns, .begun = i > 0}};
        attn_look_prepare(&t.look, sheet->options.precision, true, false);
        if (!attn_worksheet_write(sheet, &t.writer, status)) return false;
    }
    return true;
}
