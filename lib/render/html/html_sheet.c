/*
 * html_sheet: a worksheet as a page, with a box for each number that is asked.
 *
 * The boxes stand there before any script runs, to be printed. sheet.js has the module check what
 * is written into them: no right number stands in the page.
 */
#include <math.h>

#include "document/sentences.h"
#include "document/worksheet.h"
#include "formula/print/typeset.h"
#include "render/html/html.h"

/* ---- its blocks ---- */

void attn_html_heading(attn_html *p, const attn_doc_block *block)
{
    attn_html_end_step(p);
    attn_text_add(p->out, "<h2 class=\"part\">");
    attn_html_line(&block->line, p->out);
    attn_text_add(p->out, "</h2>\n");
}

/* "Name", "Date": for paper. */
void attn_html_fields(attn_html *p, const attn_doc_block *block)
{
    attn_text_add(p->out, "<p class=\"fields\">");
    for (size_t i = 0; i < block->line.count; i++) {
        attn_text_add(p->out, "<span>");
        attn_html_inline(&block->line.items[i], p->out);
        attn_text_add(p->out, "</span>");
    }
    attn_text_add(p->out, "</p>\n");
}

void attn_html_exercise(attn_html *p, const attn_doc_block *block)
{
    attn_html_end_step(p);
    p->stepped = true;
    p->step = block->step;
    p->loops = 0;
    attn_text_print(p->out,
                    "<section class=\"step\" id=\"exercise-%zu\" aria-labelledby=\"n%zu\">\n"
                    "<h3 id=\"n%zu\"><span class=\"aside\">Exercise </span>%zu</h3>\n",
                    p->step, p->step, p->step, p->step);
}

/* ---- answers ---- */

/* data-answer: the name by which it is handed in, if it can be; the rest says what is written. */
void attn_html_begin_answer(attn_html *p, const attn_block_value *value)
{
    const attn_tensor *is = value->values[0];
    p->answer = value;
    attn_text_print(p->out, "<div class=\"answer\" data-rank=\"%d\" data-cols=\"%zu\"%s",
                    (int)is->rank, is->cols, is->words ? " data-words" : "");
    if (value->checked) {
        attn_text_add(p->out, " data-answer=\"");
        attn_html_words(value->name.text, p->out);
        attn_text_add(p->out, "\"");
    }
    attn_text_add(p->out, ">\n");
}

/* Few keyboards have the sign. The hint tells only that a value has one. */
static bool has_infinity(const attn_tensor *value)
{
    for (size_t i = 0; i < attn_tensor_size(value); i++)
        if (isinf(value->data[i])) return true;
    return false;
}

void attn_html_end_answer(attn_html *p)
{
    if (has_infinity(p->answer->values[0]))
        attn_text_add(p->out, "<p class=\"how\">For −∞ type -inf.</p>\n");
    attn_text_add(p->out, "</div>\n");
    p->answer = NULL;
}

/* "α₁,₂" */
static void add_name(const attn_html *p, size_t place)
{
    const attn_tensor *value = p->answer->values[0];
    attn_text label = {0}, name = {0};
    attn_add_element(&label, p->answer->name.text, value, place / value->cols, place % value->cols);
    attn_typeset_label(attn_text_string(&label), &name);
    attn_html_words(attn_text_string(&name), p->out);
    attn_text_end(&label, p->out);
    attn_text_end(&name, p->out);
}

/*
 * A number that is filled in already can be read and not changed. No inputmode: the keypads of
 * phones that it asks for lack the minus sign, or the letters of -inf.
 */
void attn_html_box(attn_html *p, size_t place)
{
    const attn_tensor *value = p->answer->values[0];
    attn_text_add(p->out, "<input size=\"7\" autocomplete=\"off\" autocapitalize=\"none\" "
                          "spellcheck=\"false\" aria-label=\"");
    add_name(p, place);
    if (!p->answer->blanks[place]) {
        attn_text number = {0};
        int decimals =
            attn_decimals_needed(value->data, attn_tensor_size(value), p->look.precision);
        attn_value_cell(value, place, decimals, &number);
        attn_text_add(p->out, "\" readonly tabindex=\"-1\" value=\"");
        attn_html_words(attn_text_string(&number), p->out);
        attn_text_end(&number, p->out);
    }
    attn_text_add(p->out, "\">");
}

/* ---- the whole ---- */

static void add_body(const attn_document *sheet, attn_text *out)
{
    attn_html p = {.document = sheet, .arena = sheet->arena, .out = out};
    attn_look_prepare(&p.look, sheet->options->precision, true, false);
    attn_html_blocks(&p);
    attn_html_end_body(&p);
}

bool attn_worksheets_html(const attn_sheets *sheets, attn_text *out, attn_status *status)
{
    static const char *const wishes[] = {
        [ATTN_FILL_BLANK] = "sheet blank\n", [ATTN_FILL_PARTLY] = "sheet partly\n"};
    bool done = true, alone = sheets->count == 1 && sheets->fill != ATTN_FILL_SOLVED;
    for (size_t i = 0; done && i < sheets->count; i++) {
        const attn_document *sheet = sheets->at(sheets->user, i, status);
        if (!sheet) return false;
        const char *title = attn_lesson_title(attn_run_lesson(sheet->run));
        if (i == 0)
            attn_html_begin(
                title, alone ? attn_html_lives(sheet->run, attn_html_sheet_script) : NULL, out);
        if (i == 0 && sheets->ways) attn_text_add(out, sheets->ways);
        add_body(sheet, out);
        if (alone)
            done = attn_html_live(
                sheet->run, sheet->options,
                (attn_html_life){.script = attn_html_sheet_script, .wishes = wishes[sheets->fill]},
                out, status);
    }
    attn_html_end(out);
    return done;
}
