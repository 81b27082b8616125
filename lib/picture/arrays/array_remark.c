/*
 * array_remark: writes the subtitle that says what is odd about a map's numbers.
 */
#include "picture/arrays/array_remark.h"

#include <math.h>
#include <string.h>

#include "lesson/run/map_reading.h"

void attn_remarked_add(attn_remarked *all, const attn_scan *scan, bool combined, bool causal)
{
    if (all->maps++ == 0)
        all->scan = *scan;
    else
        attn_scan_add(&all->scan, scan);
    all->off_maps += scan->off.count > 0;
    all->combined = all->combined || combined;
    all->causal = all->causal || causal;
}

static void begin(attn_text *out)
{
    if (out->length > 0) attn_text_add(out, "; ");
}

/* "3 cells are", "1 is" */
static void add_count(size_t count, bool cells, attn_text *out)
{
    attn_text_print(out, "%zu%s%s ", count,
                    !cells       ? ""
                    : count == 1 ? " cell"
                                 : " cells",
                    count == 1 ? " is" : " are");
}

/* "3 cells are NaN and 1 is ∞, drawn as masked" */
static void add_odd(const attn_scan *scan, attn_text *out)
{
    const size_t infinite = scan->infinite, none = scan->nan.count - infinite;
    if (scan->nan.count == 0) return;
    begin(out);
    if (none) add_count(none, true, out);
    if (none) attn_text_add(out, infinite ? "NaN and " : "NaN");
    if (infinite) add_count(infinite, !none, out);
    attn_text_add(out, infinite ? "∞, drawn as masked" : ", drawn as masked");
}

/* As many decimals as tell them from 1. */
static int decimals_of(const attn_sums *sums)
{
    enum { LEAST = 2, MOST = 5 };
    double near = fmin(fabs(sums->least - 1), fabs(sums->most - 1));
    int decimals = LEAST;
    while (decimals < MOST && near < 0.5 * pow(10, -decimals)) decimals++;
    return decimals;
}

/* "0.92", "between 0.71 and 1.32" */
static void add_sums(const attn_sums *sums, int decimals, attn_text *out)
{
    attn_text least = {0}, most = {0};
    attn_text_short(&least, (float)sums->least, decimals);
    attn_text_short(&most, (float)sums->most, decimals);
    bool same = strcmp(attn_text_string(&least), attn_text_string(&most)) == 0;
    attn_text_print(out, same ? "%s" : "between %s and %s", attn_text_string(&least),
                    attn_text_string(&most));
    out->failed |= least.failed || most.failed;
    attn_text_free(&least);
    attn_text_free(&most);
}

/* Whose sums they are: "the row sums", "2 of 12 rows sum", "in 3 of 4 maps rows sum". */
static void add_rows(const attn_remarked *r, attn_text *out)
{
    const size_t off = r->scan.off.count, all = r->scan.sums.count;
    if (r->maps > 1 && r->off_maps < r->maps)
        attn_text_print(out, "in %zu of %zu maps rows sum", r->off_maps, r->maps);
    else if (all == 1)
        attn_text_add(out, "the row sums");
    else if (off == all)
        attn_text_print(out, "rows%s sum", r->combined ? " of the heads" : "");
    else
        attn_text_print(out, "%zu of %zu rows%s %s", off, all, r->combined ? " of the heads" : "",
                        off == 1 ? "sums" : "sum");
}

static void add_off(const attn_remarked *r, attn_text *out)
{
    const attn_scan *scan = &r->scan;
    if (scan->off.count == 0) return;
    begin(out);
    if (scan->columns_sum && r->off_maps == r->maps) {
        attn_text_add(out, "the columns sum to 1, not the rows: this is the transpose of weights");
        return;
    }
    add_rows(r, out);
    attn_text_add(out, " to ");
    add_sums(&scan->off, decimals_of(&scan->off), out);
    bool some = r->off_maps < r->maps;
    attn_text_print(out, "%s: %s are not weights",
                    scan->off.count < scan->sums.count ? ", not to 1" : "",
                    some ? "those" : "these");
}

/* Of weights that do not look like it. */
static void add_rounded(const attn_scan *scan, attn_text *out)
{
    const attn_sums *sums = &scan->sums;
    unsigned decimals = attn_rounded_to(&scan->rounding);
    bool seen = sums->least < 1 - ATTN_SEEN_OFF || sums->most > 1 + ATTN_SEEN_OFF;
    if (scan->off.count > 0 || sums->count == 0 || !seen) return;
    begin(out);
    attn_text_add(out, "the weights are rounded");
    if (decimals) attn_text_print(out, " to %u decimal%s", decimals, decimals == 1 ? "" : "s");
    attn_text_add(out, sums->count == 1 ? ", and sum to " : ", and rows sum to ");
    add_sums(sums, 2, out);
}

void attn_remark(const attn_remarked *remarked, attn_text *out)
{
    add_odd(&remarked->scan, out);
    add_off(remarked, out);
    add_rounded(&remarked->scan, out);
    if (!remarked->causal) return;
    begin(out);
    attn_text_add(out, "zeros above the diagonal are drawn as masked");
}
