/*
 * worksheet_pages: shapes texts, gives each line, blank and cell its place on a page, and draws
 * page by page.
 */
#include "render/worksheet/worksheet_pages.h"

#include "picture/style/canvas.h"

static const double top = 50, bottom = 790;

enum { MOST_BYTES = 1 << 16, MOST_PAGES = 400 };

/* ---- texts ---- */

/* Takes the text; NULL on failure. */
PangoLayout *attn_pages_set(pages *p, attn_rich *r, attn_rich_font font, bool bold, double width)
{
    if (r->text.length > MOST_BYTES) {
        attn_fail(p->status, ATTN_LIMIT, "a paragraph of a sheet has at most %d bytes",
                  (int)MOST_BYTES);
        attn_text_clear(&r->text);
    }
    PangoLayout *layout = attn_rich_set(r, p->lettering, font, bold, width);
    p->failed |= !layout || !attn_ok(p->status);
    return layout;
}

PangoLayout *attn_pages_set_words(pages *p, const char *words, double size)
{
    attn_rich r = attn_rich_new(size);
    attn_rich_words(&r, words);
    return attn_pages_set(p, &r, ATTN_RICH_SANS, false, 0);
}

/* Words that were put together: the text is freed. */
PangoLayout *attn_pages_set_text(pages *p, attn_text *words, double size)
{
    PangoLayout *layout = attn_pages_set_words(p, attn_text_string(words), size);
    p->failed |= words->failed;
    attn_text_free(words);
    return layout;
}

/* A formula that was put together: the text is freed. */
void attn_rich_take_formula(attn_rich *r, attn_text *formula)
{
    attn_rich_formula(r, attn_text_string(formula));
    attn_text_end(formula, &r->text);
}

PangoLayout *attn_pages_set_formula(pages *p, attn_text *formula, double width)
{
    attn_rich r = attn_rich_new(11.5);
    attn_rich_take_formula(&r, formula);
    return attn_pages_set(p, &r, ATTN_RICH_SANS, false, width);
}

static void add_inline(attn_rich *r, const attn_inline *item)
{
    attn_text formula = {0};
    if (item->kind == ATTN_INLINE_BLANK) {
        attn_rich_blank(r);
    } else if (item->kind == ATTN_INLINE_WORDS) {
        attn_rich_words(r, item->text);
    } else {
        attn_inline_typeset(item, &formula);
        attn_rich_take_formula(r, &formula);
    }
}

attn_rich attn_rich_line(const attn_line *line, double size)
{
    attn_rich r = attn_rich_new(size);
    for (size_t i = 0; i < line->count; i++) add_inline(&r, &line->items[i]);
    return r;
}

/* As wide as the page from x on. */
PangoLayout *attn_pages_set_line(pages *p, const attn_line *line, double size, bool bold, double x)
{
    attn_rich r = attn_rich_line(line, size);
    return attn_pages_set(p, &r, ATTN_RICH_SANS, bold, ATTN_PAGE_RIGHT - x);
}

static double points(int units)
{
    return (double)units / PANGO_SCALE;
}

extent attn_extent_of(PangoLayout *layout)
{
    PangoRectangle logical = {0, 0, 0, 0};
    if (layout) pango_layout_get_extents(layout, NULL, &logical);
    return (extent){points(logical.width), points(logical.height)};
}

/* A text that may be no wider: it gets an ellipsis. */
void attn_narrow(PangoLayout *layout, double width, PangoEllipsizeMode where)
{
    if (!layout || attn_extent_of(layout).width <= width) return;
    pango_layout_set_width(layout, (int)(width * PANGO_SCALE));
    pango_layout_set_height(layout, -1);
    pango_layout_set_ellipsize(layout, where);
}

/* ---- marks ---- */

static void add_mark(pages *p, mark is)
{
    is.page = p->page;
    p->failed |= !attn_append(p->arena, &p->marks, &p->mark_count, &is, sizeof is);
}

void attn_pages_box(pages *p, mark_kind kind, box at)
{
    add_mark(p, (mark){.kind = kind, .at = at});
}

/* The runs of a line, each in its place: letters, and rules where blanks are. runs: at the first of
 * them; is left at the first of the next line. */
static void add_runs(pages *p, PangoLayoutIter *runs, const PangoLayoutLine *line, double x,
                     double y)
{
    do {
        PangoLayoutRun *run = pango_layout_iter_get_run_readonly(runs);
        PangoRectangle at;
        if (pango_layout_iter_get_line_readonly(runs) != line) return;
        if (!run) continue;
        pango_layout_iter_get_run_extents(runs, NULL, &at);
        box is = {x + points(at.x), y + points(at.y), points(at.width), points(at.height)};
        if (attn_rich_is_blank(run))
            attn_pages_box(p, MARK_RULE, (box){is.x + 1, is.y, is.width - 2, is.height});
        else
            attn_pages_box(p, MARK_RUN, is);
    } while (pango_layout_iter_next_run(runs));
}

/* A layout on its way onto pages. Pango's copy of an iterator forgets how wide its run is, so there
 * are two from the beginning. */
typedef struct walk {
    PangoLayoutIter *lines, *runs;
} walk;

static walk walk_new(PangoLayout *layout)
{
    return (walk){pango_layout_get_iter(layout), pango_layout_get_iter(layout)};
}

static void walk_end(const walk *w)
{
    pango_layout_iter_free(w->lines);
    pango_layout_iter_free(w->runs);
}

/* The line of a layout whose own top left corner lies at (x, y). */
static void add_line(pages *p, const walk *w, double x, double y, double gray)
{
    PangoLayoutLine *line = pango_layout_iter_get_line_readonly(w->lines);
    PangoRectangle at;
    pango_layout_iter_get_line_extents(w->lines, NULL, &at);
    box baseline = {.x = x + points(at.x),
                    .y = y + points(pango_layout_iter_get_baseline(w->lines))};
    add_mark(p, (mark){.kind = MARK_LINE, .at = baseline, .line = line, .gray = gray});
    add_runs(p, w->runs, line, x, y);
}

/* A layout whole, on this page. */
void attn_pages_layout(pages *p, PangoLayout *layout, double x, double y, double gray)
{
    if (!layout) return;
    walk w = walk_new(layout);
    do {
        add_line(p, &w, x, y, gray);
    } while (pango_layout_iter_next_line(w.lines));
    walk_end(&w);
}

/* ---- pages ---- */

void attn_pages_begin(pages *p, const char *side, size_t number)
{
    const foot new = {side, number};
    const foot *made = attn_append(p->arena, &p->feet, &p->foot_count, &new, sizeof new);
    if (p->foot_count > MOST_PAGES)
        attn_fail(p->status, ATTN_LIMIT, "these sheets need more than %d pages", (int)MOST_PAGES);
    p->failed |= !made || !attn_ok(p->status);
    p->page = p->foot_count - 1;
    p->y = top;
    p->room = 0;
}

/* Goes on to the next page if less than this is left; after the gap that is due. */
void attn_pages_need(pages *p, double height)
{
    p->y += p->room;
    p->room = 0;
    if (p->y + height <= bottom || p->failed) return;
    const foot *last = &p->feet[p->foot_count - 1];
    attn_pages_begin(p, last->side, last->number + 1);
}

void attn_pages_number(pages *p, double baseline)
{
    attn_rich r = attn_rich_new(10.5);
    if (p->due_number == 0) return;
    attn_text_print(&r.text, "%zu", p->due_number);
    p->due_number = 0;
    PangoLayout *number = attn_pages_set(p, &r, ATTN_RICH_SANS, true, 0);
    if (number)
        attn_pages_layout(p, number, ATTN_PAGE_LEFT,
                          baseline - points(pango_layout_get_baseline(number)), 0);
}

/* A text over as many pages as it takes. */
void attn_pages_flow(pages *p, PangoLayout *layout, double x, double after)
{
    if (!layout) return;
    walk w = walk_new(layout);
    do {
        PangoRectangle at;
        pango_layout_iter_get_line_extents(w.lines, NULL, &at);
        attn_pages_need(p, points(at.height));
        double top_of = p->y - points(at.y);
        attn_pages_number(p, top_of + points(pango_layout_iter_get_baseline(w.lines)));
        add_line(p, &w, x, top_of, 0);
        p->y += points(at.height) + 1;
    } while (!p->failed && pango_layout_iter_next_line(w.lines));
    walk_end(&w);
    p->room = after;
}

/* What stands below each page, once all are known. */
void attn_pages_feet(pages *p)
{
    for (size_t i = 0, last = 0; i < p->foot_count; i++) {
        attn_text number = {0};
        if (last < i) last = i;
        while (last + 1 < p->foot_count && p->feet[last + 1].number > 1) last++;
        attn_text_print(&number, "page %zu of %zu", p->feet[i].number, p->feet[last].number);
        PangoLayout *words = attn_pages_set_text(p, &number, 8.5);
        double x = ATTN_PAGE_RIGHT - attn_extent_of(words).width;
        p->page = i;
        attn_pages_layout(p, words, x, 803, 0.35);
        PangoLayout *side = attn_pages_set_words(p, p->feet[i].side, 8.5);
        attn_narrow(side, x - 20 - ATTN_PAGE_LEFT, PANGO_ELLIPSIZE_END);
        attn_pages_layout(p, side, ATTN_PAGE_LEFT, 803, 0.35);
    }
}

/* ---- drawing ---- */

static void draw_bracket(const mark *m, cairo_t *cairo)
{
    const box *at = &m->at;
    double in = m->kind == MARK_LEFT ? at->x + at->width : at->x,
           out = m->kind == MARK_LEFT ? at->x : at->x + at->width;
    cairo_set_source_rgb(cairo, 0, 0, 0);
    cairo_set_line_width(cairo, 0.8);
    cairo_move_to(cairo, in, at->y + 0.5);
    cairo_line_to(cairo, out, at->y + 0.5);
    cairo_line_to(cairo, out, at->y + at->height - 0.5);
    cairo_line_to(cairo, in, at->y + at->height - 0.5);
    cairo_stroke(cairo);
}

static void draw_mark(const mark *m, cairo_t *cairo)
{
    const box *at = &m->at;
    switch (m->kind) {
    case MARK_LINE:
        cairo_set_source_rgb(cairo, m->gray, m->gray, m->gray);
        cairo_move_to(cairo, at->x, at->y);
        pango_cairo_show_layout_line(cairo, m->line);
        break;
    case MARK_RUN:
        break;
    case MARK_RULE:
        cairo_set_source_rgb(cairo, 0.35, 0.35, 0.35);
        cairo_set_line_width(cairo, 0.7);
        cairo_move_to(cairo, at->x, at->y + at->height - 1);
        cairo_line_to(cairo, at->x + at->width, at->y + at->height - 1);
        cairo_stroke(cairo);
        break;
    case MARK_CELL:
        cairo_set_source_rgb(cairo, 0.55, 0.55, 0.55);
        cairo_set_line_width(cairo, 0.6);
        cairo_rectangle(cairo, at->x, at->y, at->width, at->height);
        cairo_stroke(cairo);
        break;
    case MARK_LEFT:
    case MARK_RIGHT:
        draw_bracket(m, cairo);
        break;
    }
}

bool attn_pages_draw(const pages *p, attn_text *out)
{
    cairo_t *cairo = attn_pdf_begin(out, ATTN_PAGE_WIDTH, ATTN_PAGE_HEIGHT, p->title);
    for (size_t page = 0; page < p->foot_count; page++) {
        for (size_t i = 0; i < p->mark_count; i++)
            if (p->marks[i].page == page) draw_mark(&p->marks[i], cairo);
        cairo_show_page(cairo);
    }
    return attn_canvas_end(cairo, out, "sheet", p->status);
}
