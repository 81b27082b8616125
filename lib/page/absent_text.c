/*
 * absent_text: texts that a page does not write: for a terminal, as Markdown, LaTeX and PDF; and
 * what makes a page alive, for what the module writes goes into one that is.
 */
#include "document/flow/graph.h"
#include "document/worksheet.h"
#include "render/html/html.h"
#include "render/terminal/page.h"

static bool no_text(attn_status *status)
{
    return attn_fail(status, ATTN_USAGE, "a page writes HTML alone: the program attnviz can more");
}

bool attn_show_text(const attn_run *run, const attn_show_options *options, attn_text *out,
                    attn_pauses *pauses, attn_status *status)
{
    (void)run, (void)options, (void)out, (void)pauses;
    return no_text(status);
}

bool attn_show_markdown(const attn_run *run, const attn_show_options *options, attn_text *out,
                        attn_status *status)
{
    (void)run, (void)options, (void)out;
    return no_text(status);
}

bool attn_show_latex(const attn_run *run, const attn_show_options *options, attn_text *out,
                     attn_status *status)
{
    return attn_show_markdown(run, options, out, status);
}

void attn_page_paragraph(attn_page *page, const char *text, size_t hang, attn_style style)
{
    (void)page, (void)text, (void)hang, (void)style;
}

void attn_page_gap(attn_page *page)
{
    (void)page;
}

bool attn_worksheets_text(const attn_sheets *sheets, attn_text *out, attn_status *status)
{
    (void)sheets, (void)out;
    return no_text(status);
}

bool attn_worksheets_markdown(const attn_sheets *sheets, attn_text *out, attn_status *status)
{
    return attn_worksheets_text(sheets, out, status);
}

bool attn_worksheets_latex(const attn_sheets *sheets, attn_text *out, attn_status *status)
{
    return attn_worksheets_text(sheets, out, status);
}

bool attn_worksheets_pdf(const attn_sheets *sheets, attn_text *out, attn_status *status)
{
    return attn_worksheets_text(sheets, out, status);
}

/* ---- diagrams that nobody can place ---- */

bool attn_flow_find(const attn_run *run, attn_flow *flow, const attn_flow_arranger *arranger,
                    attn_arena *arena, attn_flow_found *found)
{
    (void)arranger;
    return attn_flow_carried(run, flow, arena, found);
}

/* ---- pages that are alive ---- */

const char attn_html_lesson_script[] = "", attn_html_sheet_script[] = "";

const char *attn_html_lives(const attn_run *run, const char *script)
{
    (void)run, (void)script;
    return NULL;
}

void attn_html_policy(const char *script, attn_text *out)
{
    (void)script, (void)out;
}

void attn_html_data(const char *kind, const char *name, const void *bytes, size_t length,
                    attn_text *out)
{
    (void)kind, (void)name, (void)bytes, (void)length, (void)out;
}

bool attn_html_live(const attn_run *run, const attn_show_options *options, attn_html_life life,
                    attn_text *out, attn_status *status)
{
    (void)run, (void)options, (void)out, (void)status;
    if (life.drawn) attn_text_free(life.drawn);
    return true;
}
