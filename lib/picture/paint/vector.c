/*
 * vector: a sheet as SVG or PDF, on one surface of shapes.
 *
 * Texts are outlines of glyphs in SVG and embedded fonts in PDF, so both look the same without the
 * fonts; or, where that is asked for, an SVG has them as text.
 */
#include <string.h>

#include "files/bytes/output.h"
#include "picture/paint/paint.h"
#include "picture/paint/painter.h"
#include "picture/style/canvas.h"
#include "picture/style/live_letters.h"

/* An image of more cells would be too large for the programs that show it. */
#define MOST_IMAGE_CELLS ((size_t)1 << 24)

static const char svg_end[] = "</svg>\n";    /* as attn_canvas_end has found it */
static const double points_per_pixel = 0.75; /* 96 pixels and 72 points to an inch */

bool attn_sheet_fits_shapes(const attn_sheet *sheet, attn_status *status)
{
    for (size_t i = 0; i < sheet->field_count; i++) {
        size_t cells = attn_tensor_size(sheet->fields[i].panel->value);
        if (cells <= MOST_IMAGE_CELLS) continue;
        return attn_fail(status, ATTN_LIMIT,
                         "a map of %zu cells is too large for SVG and PDF (%zu at most): draw it "
                         "as PNG",
                         cells, MOST_IMAGE_CELLS);
    }
    return true;
}

/* ---- the title of an SVG ---- */

static void add_element(attn_text *out, const char *name, const char *text)
{
    if (!text || !*text) return;
    attn_text_print(out, "\n<%s>", name);
    attn_text_add_xml(out, text, strlen(text));
    attn_text_print(out, "</%s>", name);
}

/* All texts, over what is drawn. */
static void add_live_texts(attn_text *out, const attn_sheet *sheet)
{
    attn_text_add(out, "<g xml:space=\"preserve\">\n");
    for (size_t i = 0; i < sheet->mark_count; i++) {
        const attn_mark *mark = &sheet->marks[i];
        attn_letters_write(&mark->letters, mark->color, mark->x, mark->y, mark->upwards, out);
    }
    attn_text_add(out, "</g>\n");
}

/* The title goes behind the second tag of the document: the first is the XML declaration. */
static bool write_titled(attn_output *output, const attn_text *svg, const attn_sheet *sheet,
                         attn_status *status)
{
    attn_text all = {0};
    const char *body = strchr(strchr(attn_text_string(svg), '>') + 1, '>') + 1;
    const char *end = svg->bytes + svg->length - strlen(svg_end);
    attn_text_add_bytes(&all, svg->bytes, (size_t)(body - svg->bytes));
    add_element(&all, "title", sheet->options.title);
    add_element(&all, "desc", sheet->options.subtitle);
    /* no smoothing of enlarged images; those of letters stand in their own size */
    attn_text_add(&all, "\n<style>use:not([transform^='matrix(1,0,0,1,'])"
                        "{image-rendering:pixelated}</style>");
    attn_text_add_bytes(&all, body, (size_t)(end - body));
    if (sheet->options.style.live) add_live_texts(&all, sheet);
    attn_text_add(&all, svg_end);
    bool done = !all.failed ? attn_output_write(output, all.bytes, all.length)
                            : attn_no_memory(status, "drawing the picture");
    attn_text_free(&all);
    return done;
}

/* ---- the whole ---- */

static bool draw(const attn_sheet *sheet, attn_arena *arena, bool svg, attn_text *out)
{
    const double scale = svg ? 1.0 : points_per_pixel;
    const double width = (double)sheet->width * scale, height = (double)sheet->height * scale;
    attn_painter p;
    if (!attn_painter_begin(&p, sheet, arena)) return false;
    p.bottom = sheet->height;
    p.wordless = svg && sheet->options.style.live;
    p.cairo = svg ? attn_svg_begin(out, width, height)
                  : attn_pdf_begin(out, width, height, sheet->options.title);
    cairo_scale(p.cairo, scale, scale);
    attn_paint_cells(&p);
    attn_paint_inks(&p);
    cairo_show_page(p.cairo);
    return attn_canvas_end(p.cairo, out, "picture", p.status) && attn_ok(p.status);
}

bool attn_sheet_write_shapes(const attn_sheet *sheet, attn_format format, const char *path,
                             attn_status *status)
{
    const bool svg = format == ATTN_FORMAT_SVG;
    attn_text out = {0};
    attn_arena *arena = attn_arena_new(status);
    attn_output *output = arena ? attn_output_open(path, status) : NULL;
    bool done = output && draw(sheet, arena, svg, &out) &&
                (svg ? write_titled(output, &out, sheet, status)
                     : attn_output_write(output, out.bytes, out.length));
    attn_text_free(&out);
    attn_arena_free(arena);
    attn_status_place(status, path, 0, 0);
    if (done) return attn_output_commit(output);
    attn_output_abandon(output);
    return false;
}
