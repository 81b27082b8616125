/*
 * live_letters: goes through the runs of a layout, as its renderer would.
 */
#include "picture/style/live_letters.h"

#include <string.h>

/* A run on its way into the SVG. */
typedef struct run {
    const attn_letters *letters;
    const char *text; /* its own part of the layout's text */
    size_t length;
    double x, y; /* where its baseline begins, seen from the top left of all letters */
    bool to_left;
    PangoFont *font;
} run;

/* ---- fonts ---- */

static const char *generic_family(const char *family)
{
    if (strstr(family, "Mono")) return "monospace";
    return strstr(family, "Serif") ? "serif" : "sans-serif";
}

/* Of any machine's fonts: no quote ends its name. */
static void add_family(const char *family, attn_text *out)
{
    static const char quotes[] = "'\"";
    attn_text_add(out, " font-family=\"'");
    for (const char *c = family; *c; c += strspn(c, quotes)) {
        size_t length = strcspn(c, quotes);
        attn_text_add_xml(out, c, length);
        c += length;
    }
    attn_text_print(out, "', %s\"", generic_family(family));
}

static void add_font(const run *r, attn_text *out)
{
    PangoFontDescription *font = pango_font_describe_with_absolute_size(r->font);
    const char *family = pango_font_description_get_family(font);
    const double size = pango_font_description_get_size(font) / (double)PANGO_SCALE;
    const int weight = (int)pango_font_description_get_weight(font);
    if (family) add_family(family, out);
    attn_text_print(out, " font-size=\"%.3f\"", size * r->letters->scale);
    if (weight != PANGO_WEIGHT_NORMAL) attn_text_print(out, " font-weight=\"%d\"", weight);
    if (pango_font_description_get_style(font) != PANGO_STYLE_NORMAL)
        attn_text_add(out, " font-style=\"italic\"");
    pango_font_description_free(font);
}

/* ---- words ---- */

/* Blanks at the side where the run begins are left out, as some readers do; of a run to the left
 * all at its ends, which would change sides. glyphs: from left to right. */
static void trim(run *r, const PangoGlyphString *glyphs)
{
    int blanks = 0;
    while (r->length > 0 && r->text[0] == ' ') {
        r->text++;
        r->length--;
        blanks += !r->to_left;
    }
    while (r->to_left && r->length > 0 && r->text[r->length - 1] == ' ') {
        r->length--;
        blanks++;
    }
    for (int i = 0; i < blanks && i < glyphs->num_glyphs; i++)
        r->x += glyphs->glyphs[i].geometry.width * r->letters->scale / PANGO_SCALE;
}

/* Around words to the left, so that what is no letter at their ends stays there. */
static const char right_to_left_mark[] = "\u200F";

static void add_run(const run *r, attn_text *out)
{
    attn_text_print(out, "<tspan x=\"%.3f\" y=\"%.3f\"", r->x, r->y);
    add_font(r, out);
    attn_text_add(out, ">");
    if (r->to_left) attn_text_add(out, right_to_left_mark);
    attn_text_add_xml(out, r->text, r->length);
    if (r->to_left) attn_text_add(out, right_to_left_mark);
    attn_text_add(out, "</tspan>");
}

/* (x, y): where the letters begin. */
static void add_runs(const attn_letters *letters, double x, double y, attn_text *out)
{
    static const char ellipsis[] = "…";
    const double unit = letters->scale / PANGO_SCALE;
    const char *text = pango_layout_get_text(letters->layout);
    PangoLayoutIter *iter = pango_layout_get_iter(letters->layout);
    do {
        const PangoLayoutRun *item = pango_layout_iter_get_run_readonly(iter);
        PangoRectangle box;
        if (!item) continue;
        const PangoAnalysis *analysis = &item->item->analysis;
        bool cut = analysis->flags & PANGO_ANALYSIS_FLAG_IS_ELLIPSIS;
        pango_layout_iter_get_run_extents(iter, NULL, &box);
        run r = {.letters = letters,
                 .text = cut ? ellipsis : text + item->item->offset,
                 .length = cut ? strlen(ellipsis) : (size_t)item->item->length,
                 .x = x - letters->x + box.x * unit,
                 .y = y - letters->y + pango_layout_iter_get_run_baseline(iter) * unit,
                 .to_left = analysis->level % 2,
                 .font = analysis->font};
        trim(&r, item->glyphs);
        if (r.length > 0 && r.font) add_run(&r, out);
    } while (pango_layout_iter_next_run(iter));
    pango_layout_iter_free(iter);
}

void attn_letters_write(const attn_letters *letters, attn_color color, double x, double y,
                        bool upwards, attn_text *out)
{
    attn_text_print(out, "<text fill=\"#%02x%02x%02x\"", color.red, color.green, color.blue);
    if (upwards)
        attn_text_print(out, " transform=\"matrix(0 -1 1 0 %.3f %.3f)\"", x, y + letters->width);
    attn_text_add(out, ">");
    add_runs(letters, upwards ? 0.0 : x, upwards ? 0.0 : y, out);
    attn_text_add(out, "</text>\n");
}
