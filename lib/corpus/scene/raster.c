/*
 * raster: coverage by differences along each row.
 */
#include "corpus/scene/raster.h"

enum {
    ROWS = 4, /* of a pixel */
    ROW = RASTER_PIXEL / ROWS,
    FRACTION = 1 << 16 /* of a unit, along an edge */
};

int32_t attn_raster_cos(int step)
{
    static const int32_t quarter[RASTER_TURN / 4 + 1] = {16384, 16305, 16069, 15679, 15137, 14449,
                                                         13623, 12665, 11585, 10394, 9102,  7723,
                                                         6270,  4756,  3196,  1606,  0};
    const int at = ((step % RASTER_TURN) + RASTER_TURN) % RASTER_TURN;
    const int half = at <= RASTER_TURN / 2 ? at : RASTER_TURN - at;
    return half <= RASTER_TURN / 4 ? quarter[half] : -quarter[RASTER_TURN / 2 - half];
}

int32_t attn_raster_sin(int step)
{
    return attn_raster_cos(step - RASTER_TURN / 4);
}

/* ---- edges ---- */

static int32_t within(int64_t number, int32_t least, int32_t most)
{
    return number < least ? least : number > most ? most : (int32_t)number;
}

/* The edge crosses a row at x: what lies on its right is inside (or outside again). */
static void cross(attn_raster *raster, size_t row, int64_t x, int32_t direction)
{
    const int32_t at = within(x, 0, (int32_t)raster->width * RASTER_PIXEL);
    const size_t pixel = (size_t)at / RASTER_PIXEL;
    const int32_t inside = at % RASTER_PIXEL;
    int32_t *sums = raster->sums[row / ROWS];
    sums[pixel] += direction * (RASTER_PIXEL - inside);
    sums[pixel + 1] += direction * inside;
}

/* The first row whose middle lies at or below y. */
static size_t row_below(int32_t y, size_t rows)
{
    if (y <= ROW / 2) return 0;
    const size_t row = ((size_t)y + ROW / 2 - 1) / ROW;
    return row < rows ? row : rows;
}

static void note_rows(attn_raster *raster, size_t first, size_t end)
{
    const size_t top = first / ROWS, bottom = (end + ROWS - 1) / ROWS;
    if (raster->top >= raster->bottom) {
        raster->top = top;
        raster->bottom = bottom;
    }
    if (top < raster->top) raster->top = top;
    if (bottom > raster->bottom) raster->bottom = bottom;
}

/* From the upper point to the lower one. */
static void add_edge(attn_raster *raster, attn_point upper, attn_point lower, int32_t direction)
{
    const size_t rows = raster->height * ROWS;
    const size_t first = row_below(upper.y, rows), end = row_below(lower.y, rows);
    if (first >= end) return;
    const int64_t slope = ((int64_t)lower.x - upper.x) * FRACTION / ((int64_t)lower.y - upper.y);
    int64_t x =
        (int64_t)upper.x * FRACTION + slope * ((int64_t)first * ROW + ROW / 2 - (int64_t)upper.y);
    for (size_t row = first; row < end; row++, x += slope * ROW)
        cross(raster, row, x / FRACTION, direction);
    note_rows(raster, first, end);
}

static attn_point brought_near(attn_point point)
{
    return (attn_point){within(point.x, -RASTER_FAR, RASTER_FAR),
                        within(point.y, -RASTER_FAR, RASTER_FAR)};
}

void attn_raster_add(attn_raster *raster, const attn_point *points, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const attn_point from = brought_near(points[i]);
        const attn_point to = brought_near(points[i + 1 < count ? i + 1 : 0]);
        if (from.y < to.y)
            add_edge(raster, from, to, 1);
        else
            add_edge(raster, to, from, -1);
    }
}

/* ---- filling ---- */

void attn_raster_fill(attn_raster *raster, attn_raster_pixel *pixel, void *user)
{
    for (size_t y = raster->top; y < raster->bottom; y++) {
        int32_t *sums = raster->sums[y], sum = 0;
        for (size_t x = 0; x < raster->width; x++) {
            sum += sums[x];
            sums[x] = 0;
            const int32_t covered = sum < 0 ? -sum : sum;
            if (covered) pixel(user, x, y, covered < RASTER_WHOLE ? covered : RASTER_WHOLE);
        }
        sums[raster->width] = sums[raster->width + 1] = 0;
    }
    raster->top = raster->bottom = 0;
}
