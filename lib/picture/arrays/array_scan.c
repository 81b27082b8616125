/*
 * array_scan: reads a map's numbers once, in strips, and collects what they are.
 */
#include "picture/arrays/array_scan.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "picture/layout/scale.h"
#include "tensor/tensor.h"

/* So many numbers are read at a time, or a row of them. */
#define STRIP_NUMBERS ((size_t)1 << 16)
/* So many numbers at a time: a count that the compiler knows, so that it can use vectors. */
#define BLOCK 64u

/* More behind those there are. */
static void add_odd(attn_odd *odd, attn_odd more)
{
    if (odd->count > 0)
        odd->count += more.count;
    else
        *odd = more;
}

static void add_sums(attn_sums *sums, attn_sums more)
{
    if (more.count == 0) return;
    if (sums->count == 0) {
        *sums = more;
        return;
    }
    sums->count += more.count;
    sums->least = fmin(sums->least, more.least);
    sums->most = fmax(sums->most, more.most);
    sums->away += more.away;
}

void attn_scan_add(attn_scan *scan, const attn_scan *more)
{
    if (scan->off.count == 0)
        scan->columns_sum = more->columns_sum;
    else if (more->off.count > 0)
        scan->columns_sum = scan->columns_sum && more->columns_sum;
    if (attn_near_one(&more->rounding, 1) > attn_near_one(&scan->rounding, 1))
        scan->rounding = more->rounding;
    scan->largest = fmax(scan->largest, more->largest);
    scan->masked = scan->masked || more->masked;
    scan->negative = scan->negative || more->negative;
    add_odd(&scan->nan, more->nan);
    scan->infinite += more->infinite;
    add_sums(&scan->sums, more->sums);
    add_sums(&scan->off, more->off);
    scan->above = scan->above || more->above;
    scan->below = scan->below || more->below;
}

/* ---- a row ---- */

typedef struct row_sum {
    double sum;
    bool any;    /* number is finite */
    float least; /* of them, if it is below 0 */
    size_t odd, odd_at, infinite;
} row_sum;

/* The usual case: all are finite. */
static row_sum sum_finite(const float *numbers, size_t count)
{
    float sums[BLOCK] = {0}, least[BLOCK] = {0};
    const size_t whole = count - count % BLOCK;
    row_sum r = {.any = count > 0};
    for (size_t k = 0; k < whole; k += BLOCK) {
        for (size_t i = 0; i < BLOCK; i++) {
            float x = numbers[k + i];
            sums[i] += x;
            least[i] = x < least[i] ? x : least[i];
        }
    }
    for (size_t i = 0; i < BLOCK; i++) {
        r.sum += (double)sums[i];
        r.least = fminf(r.least, least[i]);
    }
    for (size_t i = whole; i < count; i++) {
        r.sum += (double)numbers[i];
        r.least = fminf(r.least, numbers[i]);
    }
    return r;
}

static row_sum sum_any(const float *numbers, size_t count)
{
    row_sum r = {0};
    for (size_t i = 0; i < count; i++) {
        bool finite = fabsf(numbers[i]) <= FLT_MAX;
        bool odd = !finite && !(numbers[i] < 0.0f);
        if (odd && r.odd++ == 0) r.odd_at = i;
        r.infinite += odd && numbers[i] > 0.0f;
        if (!finite) continue;
        r.any = true;
        r.sum += (double)numbers[i];
        r.least = fminf(r.least, numbers[i]);
    }
    return r;
}

/* A row with numbers down to ATTN_MASKED_TO or below. */
static void note_deep(const float *numbers, size_t row, size_t cols, attn_scan *scan)
{
    for (size_t i = 0; i < cols; i++) {
        if (!isfinite(numbers[i])) continue;
        if (numbers[i] > ATTN_MASKED_TO)
            scan->shallow = fmax(scan->shallow, fabs((double)numbers[i]));
        else
            add_odd(&scan->deep, (attn_odd){1, row, i, numbers[i]});
    }
}

static bool any_not_zero(const float *numbers, size_t count)
{
    bool any = false;
    for (size_t i = 0; i < count; i++) any |= !(fabsf(numbers[i]) <= 0);
    return any;
}

/* Looked for until it is found: of most maps the first row tells. */
static void note_triangles(const float *numbers, size_t row, size_t cols, attn_scan *scan)
{
    size_t before = row < cols ? row : cols, behind = row + 1 < cols ? row + 1 : cols;
    if (!scan->above) scan->above = any_not_zero(numbers + behind, cols - behind);
    if (!scan->below) scan->below = any_not_zero(numbers, before);
}

static size_t count_parts(const float *numbers, size_t count)
{
    size_t parts = 0;
    for (size_t i = 0; i < count; i++) parts += fabsf(numbers[i]) > 0;
    return parts;
}

static void take_row(const float *numbers, size_t row, size_t cols, const attn_rounding *known,
                     attn_scan *scan)
{
    attn_extent extent = attn_numbers_extent(numbers, cols);
    row_sum r = extent.masked ? sum_any(numbers, cols) : sum_finite(numbers, cols);
    attn_rounding_add(&scan->rounding, numbers, cols);
    note_triangles(numbers, row, cols, scan);
    scan->largest = fmax(scan->largest, extent.largest);
    scan->masked = scan->masked || extent.masked;
    scan->negative = scan->negative || r.least < 0;
    if (r.least <= ATTN_MASKED_TO)
        note_deep(numbers, row, cols, scan);
    else
        scan->shallow = fmax(scan->shallow, extent.largest);
    add_odd(&scan->nan, (attn_odd){r.odd, row, r.odd_at, NAN});
    scan->infinite += r.infinite;
    if (!r.any || r.odd > 0) return;
    const attn_sums sum = {1, row, r.sum, r.sum, r.sum, fabs(r.sum - 1)};
    add_sums(&scan->sums, sum);
    if (!attn_sums_to_one(known, r.sum, cols, cols) ||
        !attn_sums_to_one(known, r.sum, cols, count_parts(numbers, cols)))
        add_sums(&scan->off, sum);
}

/* ---- all of them ---- */

typedef struct scanning {
    const attn_row_source *source;
    attn_arena *arena;
    attn_scan *scan;
    attn_rounding known; /* by which rows are graded */
    bool hide;           /* deep numbers are masks */
    double *sums;        /* of the columns, where they are summed in place of all else; or NULL */
} scanning;

static void take_strip(scanning *s, float *numbers, size_t row, size_t count)
{
    const size_t cols = s->source->cols;
    if (s->hide) attn_mask_deep(numbers, count * cols);
    for (size_t i = 0; i < count; i++) {
        const float *one = numbers + i * cols;
        for (size_t j = 0; s->sums && j < cols; j++) s->sums[j] += (double)one[j];
        if (!s->sums) take_row(one, row + i, cols, &s->known, s->scan);
    }
}

static bool each_strip(scanning *s)
{
    const attn_row_source *source = s->source;
    size_t most = STRIP_NUMBERS / source->cols ? STRIP_NUMBERS / source->cols : 1;
    if (most > source->rows) most = source->rows;
    if (source->held) {
        take_strip(s, source->held, 0, source->rows);
        return true;
    }
    float *numbers = attn_room(s->arena, most * source->cols, sizeof *numbers);
    for (size_t row = 0; numbers && row < source->rows; row += most) {
        size_t count = source->rows - row < most ? source->rows - row : most;
        if (!source->read(source->user, row, count, numbers, attn_arena_status(s->arena)))
            return false;
        take_strip(s, numbers, row, count);
    }
    return numbers != NULL;
}

/*
 * Whether the columns sum to 1, and are nearer to it than the rows, in the mean. Rounding can leave
 * so much open that the columns of any weights may have that sum: then one row that is off among
 * many says nothing of a transpose.
 */
static bool scan_columns(scanning *s)
{
    const attn_row_source *source = s->source;
    const attn_sums *rows = &s->scan->sums;
    double away = 0;
    bool sum = true;
    s->sums = attn_alloc(s->arena, source->cols, sizeof *s->sums);
    if (!s->sums || !each_strip(s)) return false;
    for (size_t j = 0; j < source->cols; j++) {
        away += fabs(s->sums[j] - 1);
        sum = sum && attn_sums_to_one(&s->known, s->sums[j], source->rows, source->rows);
    }
    s->scan->columns_sum =
        sum && away / (double)source->cols < rows->away / (double)rows->count / 2;
    return true;
}

void attn_mask_deep(float *numbers, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (numbers[i] <= ATTN_MASKED_TO) numbers[i] = -INFINITY;
}

bool attn_scan_causal(const attn_scan *scan, size_t side)
{
    return side > 1 && scan->below && !scan->above && !scan->negative;
}

void attn_mask_above(float *numbers, size_t row, size_t count, size_t side)
{
    for (size_t i = 0; i < count; i++)
        for (size_t j = row + i + 1; j < side; j++) numbers[i * side + j] = -INFINITY;
}

/* The rounding is known once all numbers are seen: rows that are off by what was known before are
 * graded again by it. */
static bool scan_all(scanning *s, attn_rounding rounding)
{
    const size_t cols = s->source->cols;
    attn_scan *scan = s->scan;
    s->known = rounding;
    *scan = (attn_scan){.rounding = rounding};
    if (!each_strip(s)) return false;
    if (attn_near_one(&scan->rounding, cols) > attn_near_one(&rounding, cols)) {
        bool again = scan->off.count > 0;
        s->known = scan->rounding;
        if (again) *scan = (attn_scan){.rounding = rounding};
        if (again && !each_strip(s)) return false;
    }
    bool transposed = scan->off.count > 0 && !scan->negative && !scan->masked;
    return !transposed || s->source->rows <= 1 || scan_columns(s);
}

bool attn_scan_rows(const attn_row_source *source, attn_rounding rounding, attn_status *status,
                    attn_scan *scan, attn_odd *hidden)
{
    const double apart = -(double)ATTN_MASKED_TO / 10;
    scanning s = {.source = source, .arena = attn_arena_new(status), .scan = scan};
    bool done = s.arena && scan_all(&s, rounding);
    s.hide = done && scan->deep.count > 0 && scan->shallow > 0 && scan->shallow <= apart;
    if (s.hide) {
        add_odd(hidden, scan->deep);
        s.sums = NULL;
        done = scan_all(&s, rounding);
    }
    attn_arena_free(s.arena);
    return done;
}
