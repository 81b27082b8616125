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
} renderer;

static void end_line(renderer *t, size_t indent, size_t hang, attn_style style)
{
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

static int decimals_of(const value *v)
{
    return v->answer->digits <= 6 ? (int)v->answer->digits + 1 : 6;
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
    attn_text_add(&t->line, ", the lesson's ");
    add_value(&t->line, v->right, v->right_word, v);
}

static void tell_mark(renderer *t, const value *v)
{
    attn_text *out = &t->line;
    switch (v->mark) {
    case ATTN_MARK_RIGHT:
        break;
    case ATTN_MARK_ROUNDED:
        attn_text_add(out, ": right; its last digits carry the rounding of what came before");
        break;
    case ATTN_MARK_FOLLOWS:
        attn_text_add(out, ": not the lesson's, but right given your ");
        add_label(t, v->after);
        break;
    case ATTN_MARK_COARSE:
        attn_text_print(out,
                        ": with so few digits much else would look the same; write two decimals "
                        "or more");
        break;
    case ATTN_MARK_SHAPE:
        attn_text_add(out, ": yours has ");
        add_shape(out, v->answer->shape, v->answer->rank);
        attn_text_add(out, ", the lesson's ");
        add_shape(out, v->shape, v->rank);
        if (is_exchanged(v)) attn_text_add(out, ": rows and columns exchanged?");
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
        attn_text_print(&t->line, "in %s ways; the numbers are the same:",
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
    if (t->options->hint)
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
                                    : " is the first, in the order of computation, that is not "
                                      "right.");
    } else {
        attn_text_add(&t->line, "With more digits it could be told.");
    }
    end_line(t, 0, 0, ATTN_STYLE_STRONG);
    if (!graded->cut) return;
    attn_text_add(&t->line, "Not all mistakes were tried: the lesson is too large for that.");
    end_line(t, 0, 0, ATTN_STYLE_FAINT);
}

void attn_grade_report_text(const attn_grade_report *graded,
                            const attn_grade_report_options *options, attn_text *out)
{
    renderer t = {.page = {.out = out, .columns = options->columns, .color = options->color},
                  .options = options};
    for (size_t i = 0; i < graded->count; i++) tell_value(&t, &graded->values[i]);
    tell_verdict(&t, graded);
    out->failed |= t.line.failed;
    attn_text_free(&t.line);
}

/* ---- as JSON ---- */

static const char *const marks[] = {
    [ATTN_MARK_RIGHT] = "right",         [ATTN_MARK_ROUNDED] = "rounded",
    [ATTN_MARK_FOLLOWS] = "follows",     [ATTN_MARK_COARSE] = "too few digits",
    [ATTN_MARK_WRONG] = "wrong",         [ATTN_MARK_SHAPE] = "wrong shape",
    [ATTN_MARK_NO_NUMBER] = "no number",
};

static void put_text(attn_text *out, const char *key, const char *text, bool *first)
{
    attn_json_key(out, key, first);
    attn_json_string(out, text);
}

static void begin_list(attn_text *out, const char *key, bool *first)
{
    attn_json_key(out, key, first);
    attn_text_add(out, "[");
}

static void put_shape(attn_text *out, const char *key, const size_t *shape, size_t rank,
                      bool *first)
{
    begin_list(out, key, first);
    for (size_t i = 0; i < rank; i++) attn_text_print(out, "%s%zu", i ? "," : "", shape[i]);
    attn_text_add(out, "]");
}

/* NULL is null. */
static void put_item(attn_text *out, size_t i, const char *text)
{
    attn_text_add(out, i ? "," : "");
    if (text)
        attn_json_string(out, text);
    else
        attn_text_add(out, "null");
}

static void put_number(attn_text *out, const char *key, float number, bool *first)
{
    attn_json_key(out, key, first);
    if (isnan(number))
        attn_text_add(out, "null");
    else
        attn_json_number(out, number);
}

static void put_difference(attn_text *out, const value *v, bool hint, bool *first)
{
    attn_json_key(out, "wrong", first);
    attn_text_print(out, "%zu", v->wrong);
    if (!hint) put_number(out, "difference", (float)v->difference, first);
    put_text(out, "at", v->at, first);
    begin_list(out, "words", first);
    for (size_t i = 0; i < v->rank; i++) put_item(out, i, v->words[i]);
    attn_text_add(out, "]");
    put_number(out, "yours", v->yours, first);
    if (v->your_word) put_text(out, "your_word", v->your_word, first);
    if (hint) return;
    put_number(out, "right", v->right, first);
    if (v->right_word) put_text(out, "right_word", v->right_word, first);
}

static void put_reason(attn_text *out, const attn_reason *reason, bool hint)
{
    bool first = true;
    attn_text_add(out, "{");
    if (hint) {
        put_text(out, "look", reason->look, &first);
    } else {
        begin_list(out, "slips", &first);
        for (size_t i = 0; i < reason->name_count; i++) put_item(out, i, reason->names[i]);
        attn_text_add(out, "]");
        put_text(out, "says", reason->says, &first);
        if (reason->formula) put_text(out, "formula", reason->formula, &first);
    }
    attn_text_add(out, "}");
}

static void put_value(attn_text *out, const value *v, bool hint)
{
    bool first = true;
    attn_text_add(out, "{");
    put_text(out, "name", v->label, &first);
    if (v->answer->file) put_text(out, "file", v->answer->file, &first);
    put_text(out, "mark", marks[v->mark], &first);
    put_shape(out, "shape", v->answer->shape, v->answer->rank, &first);
    put_shape(out, "lesson_shape", v->shape, v->rank, &first);
    put_number(out, "tolerance", (float)v->tolerance, &first);
    attn_json_key(out, "numbers", &first);
    attn_text_print(out, "%zu", v->count);
    if (v->wrong) put_difference(out, v, hint, &first);
    if (v->after) put_text(out, "given", v->after, &first);
    begin_list(out, "reasons", &first);
    for (size_t i = 0; i < v->reason_count; i++) {
        attn_text_add(out, i ? "," : "");
        put_reason(out, &v->reasons[i], hint);
    }
    attn_text_add(out, "]}");
}

void attn_grade_report_json(const attn_grade_report *graded,
                            const attn_grade_report_options *options, attn_text *out)
{
    bool first = true;
    attn_text_add(out, "{");
    put_text(out, "lesson", options->lesson, &first);
    put_text(out, "verdict",
             graded->right   ? "right"
             : graded->first ? "wrong"
                             : "too few digits",
             &first);
    if (graded->first) put_text(out, "first", graded->first->label, &first);
    if (graded->cut) {
        attn_json_key(out, "cut", &first);
        attn_text_add(out, "true");
    }
    begin_list(out, "values", &first);
    for (size_t i = 0; i < graded->count; i++) {
        attn_text_add(out, i ? "," : "");
        put_value(out, &graded->values[i], options->hint);
    }
    attn_text_add(out, "]}\n");
}
