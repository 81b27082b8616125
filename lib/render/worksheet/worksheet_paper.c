/*
 * worksheet_paper: worksheets as a page of Markdown, or as a document of LaTeX.
 */
#include <string.h>

#include "document/value.h"
#include "document/worksheet.h"
#include "render/page/markup.h"

typedef struct paper_writer {
    attn_worksheet_renderer writer; /* first: a writer is this one it belongs to */
    const attn_markup *markup;
    attn_text *out;
    attn_look look;
    attn_text line; /* the one being put together; empty between events */
    bool sheets;    /* one stands on the page already */
    const char *next_sheet;
} paper_writer;

static paper_writer *of(attn_worksheet_renderer *writer)
{
    return (paper_writer *)(void *)writer;
}

static void add_words(paper_writer *w, const char *words)
{
    attn_markup_words(w->markup, words, &w->line);
}

/* The line that was put together is handed on, and begun anew. */
static void end_line(paper_writer *w, void (*as)(attn_text *out, const char *line))
{
    w->out->failed |= w->line.failed;
    if (w->line.length) as(w->out, attn_text_string(&w->line));
    attn_text_clear(&w->line);
}

static void end_pair(paper_writer *w, const char *before, const char *behind)
{
    w->out->failed |= w->line.failed;
    attn_text_print(w->out, "%s%s%s", before, attn_text_string(&w->line), behind);
    attn_text_clear(&w->line);
}

static void end_heading(paper_writer *w, size_t depth)
{
    end_pair(w, w->markup->headings[depth], w->markup->heading_end);
}

/* ---- around the entries ---- */

static void begin(attn_worksheet_renderer *writer, const char *title, const char *side)
{
    paper_writer *w = of(writer);
    if (w->sheets) attn_text_add(w->out, w->next_sheet);
    w->sheets = true;
    add_words(w, title);
    end_pair(w, w->markup->title[0], w->markup->title[1]);
    add_words(w, side);
    end_line(w, w->markup->paragraph);
}

static void fields(attn_worksheet_renderer *writer, const char *const *words, size_t count)
{
    paper_writer *w = of(writer);
    attn_text field = {0};
    for (size_t i = 0; i < count; i++) {
        attn_text_print(&field, i ? "   %s: " : "%s: ", words[i]);
        attn_text_repeat(&field, "_", i ? 12 : 28);
    }
    add_words(w, attn_text_string(&field));
    w->line.failed |= field.failed;
    attn_text_free(&field);
    end_line(w, w->markup->paragraph);
}

static void heading(attn_worksheet_renderer *writer, const char *words)
{
    add_words(of(writer), words);
    end_heading(of(writer), 0);
}

static void say(attn_worksheet_renderer *writer, const char *words)
{
    add_words(of(writer), words);
    end_line(of(writer), of(writer)->markup->paragraph);
}

static void end(attn_worksheet_renderer *writer)
{
    (void)writer;
}

/* ---- values ---- */

/* A table with blanks in it. */
typedef struct blanked {
    paper_writer *writer;
    const char *name; /* typeset */
    const bool *blanks;
} blanked;

typedef void (*head_words)(const void *user, size_t place, attn_text *out);

static void add_head(paper_writer *w, head_words head, const void *user, size_t place)
{
    attn_text words = {0};
    if (head) head(user, place, &words);
    attn_markup_words(w->markup, attn_text_string(&words), w->out);
    w->out->failed |= words.failed;
    attn_text_free(&words);
}

static void add_row(const blanked *b, const attn_table *table, size_t row)
{
    paper_writer *w = b->writer;
    attn_text_add(w->out, w->markup->row[0]);
    add_head(w, table->row_head, table->user, row);
    for (size_t col = 0; col < table->cols; col++) {
        attn_text words = {0};
        if (b->blanks && b->blanks[row * table->cols + col])
            attn_text_add(&words, attn_blank);
        else
            table->cell(table->user, row, col, &words);
        attn_text_add(w->out, w->markup->row[1]);
        attn_markup_words(w->markup, attn_text_string(&words), w->out);
        w->out->failed |= words.failed;
        attn_text_free(&words);
    }
    attn_text_add(w->out, w->markup->row[2]);
}

static void write_table(void *user, const attn_table *table)
{
    const blanked *b = user;
    paper_writer *w = b->writer;
    bool left[ATTN_MOST_BLANKS + 1] = {true};
    size_t columns = table->cols < ATTN_MOST_BLANKS ? table->cols + 1 : ATTN_MOST_BLANKS + 1;
    attn_text_add(w->out, w->markup->table.before);
    for (size_t i = 0; i < columns; i++)
        attn_text_add(w->out, left[i] ? w->markup->table.left : w->markup->table.right);
    attn_text_add(w->out, w->markup->table.after);
    attn_text_print(w->out, "%s%s", w->markup->row[0], b->name);
    for (size_t col = 0; col < table->cols; col++) {
        attn_text_add(w->out, w->markup->row[1]);
        add_head(w, table->col_head, table->user, col);
    }
    attn_text_add(w->out, w->markup->row[2]);
    attn_text_add(w->out, w->markup->heads_end.before);
    for (size_t i = 0; i < columns; i++)
        attn_text_add(w->out, left[i] ? w->markup->heads_end.left : w->markup->heads_end.right);
    attn_text_add(w->out, w->markup->heads_end.after);
    for (size_t row = 0; row < table->rows; row++) add_row(b, table, row);
    attn_text_add(w->out, w->markup->table_end);
}

/* "c = ______", or a list of words. */
static void write_line(paper_writer *w, const char *name, const attn_entry *entry)
{
    const attn_tensor *value = entry->value;
    attn_text line = {0};
    int decimals = attn_decimals_needed(value->data, attn_tensor_size(value), w->look.precision);
    attn_text_print(&w->line, "%s = ", name);
    for (size_t i = 0; i < attn_tensor_size(value); i++) {
        attn_text_add(&line, i ? "\u00A0\u00A0" : "");
        if (entry->blanks && entry->blanks[i])
            attn_text_add(&line, attn_blank);
        else
            attn_value_cell(value, i, decimals, &line);
    }
    add_words(w, attn_text_string(&line));
    w->line.failed |= line.failed;
    attn_text_free(&line);
    end_line(w, w->markup->paragraph);
}

static void write_value(paper_writer *w, const attn_entry *entry)
{
    attn_text name = {0};
    bool words = entry->value->words && entry->value->rank != ATTN_MATRIX;
    attn_markup_label(w->markup, entry->label, &name);
    blanked b = {w, attn_text_string(&name), entry->blanks};
    if (words || entry->value->rank == ATTN_NUMBER)
        write_line(w, b.name, entry);
    else
        w->out->failed |= !attn_value_table(
            &w->look, &(attn_shown_value){.name = b.name, .value = entry->value}, write_table, &b);
    w->out->failed |= name.failed;
    attn_text_free(&name);
}

/* ---- entries ---- */

static void write_loop(paper_writer *w, const attn_loop_at *loop)
{
    attn_text label = {0};
    if (attn_latex_label(loop->letter, w->markup->formula_words, &label))
        attn_text_print(&w->line, "$%s = %ld$", attn_text_string(&label), loop->number);
    if (loop->word) add_words(w, " · ");
    if (loop->word) add_words(w, loop->word);
    w->line.failed |= label.failed;
    attn_text_free(&label);
    end_heading(w, 1);
}

static void write_prose(paper_writer *w, const attn_entry *entry)
{
    attn_text_add(&w->line, w->line.length ? " " : "");
    for (size_t i = 0; i < entry->piece_count; i++) {
        const attn_piece *piece = &entry->pieces[i];
        bool formula = !entry->hidden[i] && (piece->expr || piece->statement);
        attn_text_add(&w->line, formula ? "$" : "");
        if (entry->hidden[i])
            add_words(w, attn_blank);
        else if (piece->expr)
            attn_latex_expr(piece->expr, w->markup->formula_words, &w->line);
        else if (piece->statement)
            attn_latex_statement(piece->statement, w->markup->formula_words, &w->line);
        else
            add_words(w, piece->text);
        attn_text_add(&w->line, formula ? "$" : "");
    }
    end_line(w, w->markup->paragraph);
}

static void write_formula(paper_writer *w, const attn_statement *statement)
{
    attn_latex_statement(statement, w->markup->formula_words, &w->line);
    end_pair(w, w->markup->display[0], w->markup->display[1]);
}

static void write_definition(paper_writer *w, const attn_definition *definition)
{
    bool one = definition->line_count == 1;
    add_words(w, "with ");
    attn_text_add(&w->line, "$");
    attn_latex_head(definition->function, definition->parameters, definition->parameter_count,
                    w->markup->formula_words, &w->line);
    attn_text_add(&w->line, one ? " = " : "$:");
    if (one) attn_latex_statement(definition->lines[0], w->markup->formula_words, &w->line);
    attn_text_add(&w->line, one ? "$" : "");
    end_line(w, w->markup->paragraph);
    for (size_t i = 0; i < definition->line_count && !one; i++)
        write_formula(w, definition->lines[i]);
}

static void write_entry(attn_worksheet_renderer *writer, const attn_entry *entry)
{
    paper_writer *w = of(writer);
    if (entry->kind != ATTN_ENTRY_PROSE) end_line(w, w->markup->paragraph); /* a number alone */
    switch (entry->kind) {
    case ATTN_ENTRY_STEP:
        attn_text_print(&w->line, "%s%zu.%s", w->markup->strong[0], entry->number,
                        w->markup->strong[1]);
        break;
    case ATTN_ENTRY_LOOP:
        write_loop(w, entry->loop);
        break;
    case ATTN_ENTRY_PROSE:
        write_prose(w, entry);
        break;
    case ATTN_ENTRY_FORMULA:
        write_formula(w, entry->statement);
        break;
    case ATTN_ENTRY_DEFINITION:
        write_definition(w, entry->definition);
        break;
    case ATTN_ENTRY_VALUE:
        write_value(w, entry);
        break;
    }
}

/* ---- the whole ---- */

static const attn_worksheet_renderer writes = {.begin = begin,
                                               .heading = heading,
                                               .fields = fields,
                                               .words = say,
                                               .entry = write_entry,
                                               .end = end};

static bool write_all(const attn_sheets *sheets, const attn_markup *markup,
                      void (*code)(attn_worksheet_renderer *writer, const char *line),
                      const char *next_sheet, attn_text *out, attn_status *status)
{
    paper_writer w = {.writer = writes, .markup = markup, .out = out, .next_sheet = next_sheet};
    w.writer.code = code;
    bool done = true;
    attn_text_add(out, markup->head);
    for (size_t i = 0; i < sheets->count && done; i++) {
        const attn_worksheet *sheet = sheets->at(sheets->user, i, status);
        if (sheet) attn_look_prepare(&w.look, sheet->options.precision, true, false);
        done = sheet && attn_worksheet_write(sheet, &w.writer, status);
    }
    attn_markup_end(out);
    attn_text_add(out, markup->foot);
    attn_text_free(&w.line);
    return done;
}

/* Between lines of "```" everything stands as it is; harmless it is, and on one line. */
static void code_markdown(attn_worksheet_renderer *writer, const char *line)
{
    paper_writer *w = of(writer);
    attn_text_add(w->out, "```\n");
    attn_text_add_escaped(w->out, line, strlen(line), false);
    attn_text_add(w->out, "\n```\n\n");
}

static void code_latex(attn_worksheet_renderer *writer, const char *line)
{
    paper_writer *w = of(writer);
    attn_text_add(&w->line, "\\texttt{");
    add_words(w, line);
    attn_text_add(&w->line, "}");
    end_line(w, w->markup->paragraph);
}

bool attn_worksheets_markdown(const attn_sheets *sheets, attn_text *out, attn_status *status)
{
    return write_all(sheets, &attn_markdown, code_markdown, "\n---\n\n", out, status);
}

bool attn_worksheets_latex(const attn_sheets *sheets, attn_text *out, attn_status *status)
{
    return write_all(sheets, &attn_latex, code_latex, "\\clearpage\\setcounter{page}{1}\n\n", out,
                     status);
}
