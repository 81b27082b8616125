/*
 * canvas: Cairo's surfaces for PDF and SVG, written into memory.
 */
#include "picture/style/canvas.h"

#include <cairo-pdf.h>
#include <cairo-svg.h>
#include <string.h>

static cairo_status_t take_bytes(void *user, const unsigned char *bytes, unsigned length)
{
    attn_text *out = user;
    attn_text_add_bytes(out, (const char *)bytes, length);
    return out->failed ? CAIRO_STATUS_WRITE_ERROR : CAIRO_STATUS_SUCCESS;
}

static cairo_t *draw_on(cairo_surface_t *surface)
{
    cairo_t *canvas = cairo_create(surface);
    cairo_surface_destroy(surface); /* the canvas has it */
    return canvas;
}

cairo_t *attn_pdf_begin(attn_text *out, double width, double height, const char *title)
{
    attn_text harmless = {0};
    cairo_surface_t *surface = cairo_pdf_surface_create_for_stream(take_bytes, out, width, height);
    if (title) attn_text_add_escaped(&harmless, title, strlen(title), false);
    cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATE_DATE, ""); /* takes it out */
    if (title)
        cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_TITLE,
                                       attn_text_string(&harmless));
    out->failed |= harmless.failed;
    attn_text_free(&harmless);
    return draw_on(surface);
}

cairo_t *attn_svg_begin(attn_text *out, double width, double height)
{
    cairo_surface_t *surface = cairo_svg_surface_create_for_stream(take_bytes, out, width, height);
    cairo_svg_surface_set_document_unit(surface, CAIRO_SVG_UNIT_PX);
    return draw_on(surface);
}

void attn_canvas_color(cairo_t *canvas, attn_color c)
{
    cairo_set_source_rgb(canvas, c.red / 255.0, c.green / 255.0, c.blue / 255.0);
}

static bool ends_with(const attn_text *out, const char *end)
{
    size_t length = strlen(end);
    return out->length >= length && memcmp(out->bytes + out->length - length, end, length) == 0;
}

/* Cairo without memory may end a file early and call that success; only the last bytes tell. */
bool attn_canvas_end(cairo_t *canvas, const attn_text *out, const char *what, attn_status *status)
{
    cairo_surface_t *surface = cairo_surface_reference(cairo_get_target(canvas));
    cairo_status_t drawn = cairo_status(canvas);
    cairo_destroy(canvas);
    cairo_surface_finish(surface);
    if (drawn == CAIRO_STATUS_SUCCESS) drawn = cairo_surface_status(surface);
    cairo_surface_destroy(surface);
    bool whole = !out->failed && (ends_with(out, "%%EOF\n") || ends_with(out, "</svg>\n"));
    if (drawn == CAIRO_STATUS_SUCCESS && !whole) drawn = CAIRO_STATUS_NO_MEMORY;
    return drawn == CAIRO_STATUS_SUCCESS ||
           attn_fail(status, ATTN_MEMORY, "the %s cannot be drawn: %s", what,
                     cairo_status_to_string(drawn));
}
