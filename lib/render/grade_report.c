/*
 * grade_report: writes what became of a student's answers, as lines and as JSON.
 */
#include "render/grade_report.h"

#include <math.h>
#include <string.h>

#include "files/json/json_write.h"
#include "formula/print/typeset.h"
#include "render/terminal/page.h"

typedef attn_graded_value value;

/* ---- as text ---- */

typedef struct renderer {
    attn_page page;
    const attn_grade_report_options *options;
    attn_text line; /* being written */
    bool html;
} renderer;

static void end_line(renderer *t, size_t indent, size_t hang, attn_style style)
{
    if (t->html) {
        attn_text_add(t->page.out, style == ATTN_STYLE_STRONG ? "<p class=\"formula\">" : "<p>");
        attn_text_add_xml(t->page.out, attn_text_string(&t->line), t->line.length);
        attn_text_add(t->page.out, "</p>");
        attn_text_clear(&t->line);
        return;
    }
    t->page.indent = indent;
    attn_page_paragraph(&t->page, attn_text_string(&t->line), hang, style);
    attn_text_clear(&t->line);
}

static void add_label(renderer *t, const char *label)
{
    attn_typeset_label(label, &t->line);
}

/* "3×4" */
static void add_shape(attn_text *out, const size_t *shape, size_t rank)
{
    if (rank == 0) attn_text_add(out, "one number");
    for (size_t i = 0; i < rank; i++) attn_text_print(out, "%s%zu", i ? "×" : "", shape[i]);
    if (rank == 1) attn_text_add(out, shape[0] == 1 ? " number" : " numbers");
}

/* Whether a matrix has the shape of the other's transpose. */
static bool is_exchanged(const value *v)
{
    const size_t *a = v->answer->shape, *b = v->shape;
    return v->answer->rank == 2 && v->rank == 2 && a[0] == b[1] && a[1] == b[0];
}

static bool is_fine(const value *v)
{
    return v->mark == ATTN_MARK_RIGHT || v->mark == ATTN_MARK_ROUNDED ||
           v->mark == ATTN_MARK_FOLLOWS;
}

/* " (row black, column noir)"; only what has words. */
static void add_words(attn_text *out, const value *v)
{
    bool any = false;
    for (size_t i = 0; i < v->rank; i++) {
        if (!v->words[i]) continue;
        const char *axis = v->rank == 1 ? "" : i + 1 == v->rank ? "column " : "row ";
        attn_text_print(out, "%s%s'%s'", any ? ", " : " (", axis, v->words[i]);
        any = true;
    }
    if (any) attn_text_add(out, ")");
}

/* As many as were written: a wrong number differs within them. */
static int decimals_of(const value *v)
{
    return v->answer->digits <= 6 ? (int)v->answer->digits : 6;
}

static void add_number(attn_text *out, float number, int decimals)
{
    if (isnan(number))
        attn_text_add(out, "no number");
    else if (isinf(number))
        attn_text_add(out, number < 0 ? "−∞" : "∞");
    else
        attn_text_short(out, number, decimals < 4 ? 4 : decimals);
}

static void add_value(attn_text *out, float number, const char *word, const value *v)
{
    bool written = v->answer->numbers != NULL;
    if (written || !word) add_number(out, number, decimals_of(v));
    if (word) attn_text_print(out, written ? " ('%s')" : "'%s'", word);
}

/* ": 3 of 9 numbers differ, most α_{2,3} (row 'black', column 'noir')" */
static void tell_how_many(renderer *t, const value *v)
{
    if (v->count > 1) {
        attn_text_print(&t->line, ": %zu of %zu %s differ%s", v->wrong, v->count,
                        v->answer->numbers ? "numbers" : "words",
                        v->wrong == 1         ? "s, "
                        : !v->answer->numbers ? ", one is "
                                              : ", most ");
        add_label(t, v->at);
    }
    add_words(&t->line, v);
    attn_text_add(&t->line, ": ");
}

static void tell_difference(renderer *t, const value *v)
{
    tell_how_many(t, v);
    attn_text_add(&t->line, "yours is ");
    add_value(&t->line, v->yours, v->your_word, v);
    if (t->options->hint) return;
    bool word = v->right_word && !v->answer->numbers;
    attn_text_add(&t->line, !t->options->drawn ? ", the lesson's "
                            : word             ? ", the right word is "
                                               : ", the right value is ");
    add_value(&t->line, v->right, v->right_word, v);
}

static void tell_mark(renderer *t, const value *v)
{
    attn_text *out = &t->line;
    switch (v->mark) {
    case ATTN_MARK_RIGHT:
        attn_text_add(out, t->html ? " is right" : "");
        break;
    case ATTN_MARK_ROUNDED:
        attn_text_add(out, ": right; its last digits carry the rounding of the values before it");
        break;
    case ATTN_MARK_FOLLOWS:
        attn_text_print(out, ": not %s, but right given your ",
                        t->options->drawn ? "the right value" : "the lesson's");
        add_label(t, v->after);
        break;
    case ATTN_MARK_COARSE:
        attn_text_print(out, ": right or wrong, with so few digits: write two decimals or more");
        break;
    case ATTN_MARK_SHAPE:
        attn_text_add(out, ": yours has ");
        add_shape(out, v->answer->shape, v->answer->rank);
        attn_text_add(out, ", the lesson's ");
        add_shape(out, v->shape, v->rank);
        if (is_exchanged(v)) attn_text_add(out, ": are rows and columns exchanged?");
        break;
    case ATTN_MARK_NO_NUMBER:
    case ATTN_MARK_WRONG:
        tell_difference(t, v);
        break;
    }
}

static void tell_hints(renderer *t, const value *v)
{
    for (size_t i = 0; i < v->reason_count; i++) {
        bool again = false;
        for (size_t k = 0; k < i; k++) again |= strcmp(v->reasons[k].look, v->reasons[i].look) == 0;
        if (again) continue;
        attn_text_print(&t->line, "Look at %s.", v->reasons[i].look);
        end_line(t, 4, 0, ATTN_STYLE_PLAIN);
    }
    if (v->reason_count || !v->formula) return;
    attn_text_print(&t->line, "Look at %s.", v->formula);
    end_line(t, 4, 0, ATTN_STYLE_PLAIN);
}

/* "Your α is what you get when …", or one of several ways to get it on a line each; behind each its
 * formula. */
static void tell_reasons(renderer *t, const value *v)
{
    bool one = v->reason_count == 1;
    if (v->reason_count == 0) return;
    attn_text_add(&t->line, "Your ");
    add_label(t, v->label);
    attn_text_add(&t->line, " is what you get ");
    if (!one)
        attn_text_print(&t->line, "in %s ways, which give the same numbers:",
                        v->reason_count == 2 ? "two" : "several");
    if (!one) end_line(t, 4, 0, ATTN_STYLE_PLAIN);
    for (const attn_reason *reason = v->reasons; reason < v->reasons + v->reason_count; reason++) {
        const char *end = reason->formula ? ":" : one ? "." : "";
        attn_text_print(&t->line, one ? "when %s%s" : "– when %s%s", reason->says, end);
        end_line(t, 4, one ? 0 : 2, ATTN_STYLE_PLAIN);
        if (!reason->formula) continue;
        attn_text_add(&t->line, reason->formula);
        end_line(t, one ? 6 : 8, 4, ATTN_STYLE_STRONG);
    }
}

static void tell_value(renderer *t, const value *v)
{
    attn_text_add(&t->line, is_fine(v) ? "✓ " : "✗ ");
    add_label(t, v->label);
    tell_mark(t, v);
    end_line(t, 0, 4, is_fine(v) ? ATTN_STYLE_GOOD : ATTN_STYLE_BAD);
    if (is_fine(v) || v->mark == ATTN_MARK_COARSE) return;
    if (t->options->hint || (t->html && v->reason_count == 0))
        tell_hints(t, v);
    else
        tell_reasons(t, v);
}

static void tell_verdict(renderer *t, const attn_grade_report *graded)
{
    bool one = graded->count == 1;
    attn_page_gap(&t->page);
    if (graded->right) {
        attn_text_add(&t->line, one ? "Right." : "All are right.");
    } else if (graded->first) {
        add_label(t, graded->first->label);
        attn_text_add(&t->line, one ? " is not right."
                                    : " is the first wrong value, in the order of computation.");
    } else {
        attn_text_add(&t->line, "More digits are needed to tell.");
    }
    end_line(t, 0, 0, ATTN_STYLE_STRONG);
    if (!graded->cut) return;
    attn_text_add(&t->line, "Not all mistakes were tried, because the lesson is too large.");
    end_line(t, 0, 0, ATTN_STYLE_FAINT);
}

void attn_grade_report_text(const attn_grade_report *graded,
                            const attn_grade_report_options *options, attn_text *out)
{
    renderer t = {.page = {.out = out, .columns = options->columns, .color = options->color},
                  .options = options};
    for (size_t i = 0; i < graded->count; i++) tell_value(&t, &graded->values[i]);
    tell_verdict(&t, graded);
    attn_text_end(&t.line, out);
}

/* ---- as HTML ---- */

static const char *const classes[] = {
    [ATTN_MARK_RIGHT] = "right",           [ATTN_MARK_ROUNDED] = "right rounded",
    [ATTN_MARK_FOLLOWS] = "right follows", [ATTN_MARK_COARSE] = "wrong",
    [ATTN_MARK_WRONG] = "wrong",           [ATTN_MARK_SHAPE] = "wrong",
    [ATTN_MARK_NO_NUMBER] = "wrong",
};

void attn_grade_report_html(const attn_grade_report *graded,
                            const attn_grade_report_options *options, attn_text *out)
{
    renderer t = {.page = {.out = out}, .options = options, .html = true};
    attn_text_add(out, "<ul>\n");
    for (size_t i = 0; i < graded->count; i++) {
        const value *v = &graded->values[i];
        attn_text_print(out, "<li class=\"%s\" data-name=\"", classes[v->mark]);
        attn_text_add_xml(out, v->answer->name, strlen(v->answer->name));
        if (v->after) attn_text_add(out, "\" data-after=\"");
        if (v->after) attn_text_add_xml(out, v->after, strlen(v->after));
        attn_text_add(out, "\">");
        tell_value(&t, v);
        attn_text_add(out, "</li>\n");
    }
    attn_text_add(out, "</ul>\n");
    attn_text_end(&t.line, out);
}

/* ---- as JSON ---- */

static const char *const marks[] = {
    [ATTN_MARK_RIGHT] = "right",         [ATTN_MARK_ROUNDED] = "rounded",
    [ATTN_MARK_FOLLOWS] = "follows",     [ATTN_MARK_COARSE] = "too few digits",
    [ATTN_MARK_WRONG] = "wrong",         [ATTN_MARK_SHAPE] = "wrong shape",
    [ATTN_MARK_NO_NUMBER] = "no number",
};

static void put_shape(attn_text *out, const char *key, const size_t *shape, size_t rank)
{
    attn_json_print(out, "%s:[", key);
    for (size_t i = 0; i < rank; i++) attn_json_print(out, "%zu", shape[i]);
    attn_text_add(out, "]");
}

/* null, if it is none. */
static void put_number(attn_text *out, const char *key, float number)
{
    if (isnan(number))
        attn_json_print(out, "%s:null", key);
    else
        attn_json_print(out, "%s:%g", key, (double)number);
}

static void put_difference(attn_text *out, const value *v, bool hint)
{
    attn_json_print(out, "\"wrong\":%zu", v->wrong);
    if (!hint) put_number(out, "difference", (float)v->difference);
    attn_json_print(out, "\"at\":%s,\"words\":[", v->at);
    for (size_t i = 0; i < v->rank; i++) attn_json_print(out, "%s", v->words[i]);
    attn_text_add(out, "]");
    put_number(out, "yours", v->yours);
    if (v->your_word) attn_json_print(out, "\"your_word\":%s", v->your_word);
    if (hint) return;
    put_number(out, "right", v->right);
    if (v->right_word) attn_json_print(out, "\"right_word\":%s", v->right_word);
}

static void put_reason(attn_text *out, const attn_reason *reason, bool hint)
{
    if (hint) {
        attn_json_print(out, "{\"look\":%s}", reason->look);
        return;
    }
    attn_json_print(out, "{\"slips\":[");
    for (size_t i = 0; i < reason->name_count; i++) attn_json_print(out, "%s", reason->names[i]);
    attn_json_print(out, "],\"says\":%s", reason->says);
    if (reason->formula) attn_json_print(out, "\"formula\":%s", reason->formula);
    attn_text_add(out, "}");
}

static void put_value(attn_text *out, const value *v, bool hint)
{
    attn_json_print(out, "{\"name\":%s", v->label);
    if (v->answer->file) attn_json_print(out, "\"file\":%s", v->answer->file);
    attn_json_print(out, "\"mark\":%s", marks[v->mark]);
    put_shape(out, "shape", v->answer->shape, v->answer->rank);
    put_shape(out, "lesson_shape", v->shape, v->rank);
    put_number(out, "tolerance", (float)v->tolerance);
    attn_json_print(out, "\"numbers\":%zu", v->count);
    if (v->wrong) put_difference(out, v, hint);
    if (v->after) attn_json_print(out, "\"given\":%s", v->after);
    attn_json_print(out, "\"reasons\":[");
    for (size_t i = 0; i < v->reason_count; i++) put_reason(out, &v->reasons[i], hint);
    attn_text_add(out, "]}");
}

void attn_grade_report_json(const attn_grade_report *graded,
                            const attn_grade_report_options *options, attn_text *out)
{
    const char *verdict = graded->right ? "right" : graded->first ? "wrong" : "too few digits";
    attn_json_print(out, "{\"lesson\":%s,\"verdict\":%s", options->lesson, verdict);
    if (graded->first) attn_json_print(out, "\"first\":%s", graded->first->label);
    if (graded->cut) attn_json_print(out, "\"cut\":true");
    attn_json_print(out, "\"values\":[");
    for (size_t i = 0; i < graded->count; i++) put_value(out, &graded->values[i], options->hint);
    attn_text_add(out, "]}\n");
}
