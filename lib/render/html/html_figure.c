/*
 * html_figure: what a moment of a lesson draws, as SVG inside the page.
 */
#include <string.h>

#include "render/html/html.h"

/* Beside what it would be with the lesson's own formulas, where those draw something else;
 * compared: whether they do. */
static bool plan(const attn_html *p, const attn_drawing *figure, attn_sheet_options *sheet,
                 bool *compared)
{
    const attn_run *run = p->document->run, *with = p->document->options->with;
    const attn_map *maps = figure->maps;
    if (with && !attn_show_contrasts(run, with, maps, figure->count, p->arena, sheet)) return false;
    *compared = with && sheet->panel_count > 0;
    return *compared || attn_show_sheet(run, maps, figure->count, NULL, p->arena, sheet);
}

/* The value whose numbers the cells of a map are, if what-if takes them; else its node is 0. */
static attn_numbers numbers_of(const attn_html *p, const attn_map *map, const attn_panel *panel)
{
    const attn_numbers none = {0}, numbers = {.label = map->label, .node = map->node};
    if (map->plot || map->look) return none;
    const attn_tensor *value = attn_value(attn_run_record(p->document->run), map->node);
    bool alike = value->rank != ATTN_NUMBER &&
                 attn_tensor_size(panel->value) == attn_tensor_size(value) &&
                 (map->grid_rows > 0 || panel->value->rows == value->rows);
    return alike && attn_document_can_change(p->document, map->label) ? numbers : none;
}

/* Each line of a note is a paragraph. */
static void add_notes(attn_text *out, const char *note)
{
    for (const char *end; note && *note; note = *end ? end + 1 : end) {
        end = note + strcspn(note, "\n");
        attn_text_add(out, "<p class=\"reading\">");
        attn_text_add_xml(out, note, (size_t)(end - note));
        attn_text_add(out, "</p>\n");
    }
}

static void add_panel(attn_html *p, const attn_panel *panel, attn_numbers of)
{
    attn_text_add(p->out, "<figure>\n<figcaption>");
    attn_html_words(panel->title, p->out);
    attn_text_add(p->out, panel->symbol ? " <small>" : "");
    if (panel->symbol) attn_html_words(panel->symbol, p->out);
    attn_text_add(p->out, panel->symbol ? "</small></figcaption>\n" : "</figcaption>\n");
    if (panel->plot)
        attn_html_plot(p, panel->plot, panel->title);
    else
        attn_html_map(p, panel, &of);
    add_notes(p->out, panel->note);
    attn_text_add(p->out, "</figure>\n");
}

void attn_html_figure(attn_html *p, const attn_doc_block *block)
{
    attn_sheet_options sheet = {0};
    bool compared = false;
    if (!plan(p, block->figure, &sheet, &compared)) return;
    attn_text_add(p->out, "<div class=\"figures\">\n");
    for (size_t i = 0; i < sheet.panel_count; i++) {
        const attn_panel *panel = &sheet.panels[i];
        const attn_map *map = &block->figure->maps[i];
        add_panel(p, panel, compared ? (attn_numbers){0} : numbers_of(p, map, panel));
    }
    attn_text_add(p->out, "</div>\n");
    add_notes(p->out, sheet.note ? sheet.note : sheet.foot);
}
