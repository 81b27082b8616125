/*
 * grade_report: what became of a student's answers (attn_answers_grade), as lines to read and as
 * JSON.
 */
#ifndef ATTN_RENDER_GRADE_REPORT_H
#define ATTN_RENDER_GRADE_REPORT_H

#include "core/text.h"
#include "lesson/grade/answers.h"

typedef struct attn_grade_report_options {
    const char *lesson; /* its name */
    size_t columns;     /* of a line */
    bool color;
    bool drawn; /* its numbers were drawn, so they are not the lesson's own */
    bool hint;  /* only where to look: neither the mistake nor any right number */
} attn_grade_report_options;

/* Adds the report for a reader: a line or more for each answer, and the sum. */
void attn_grade_report_text(const attn_grade_report *graded,
                            const attn_grade_report_options *options, attn_text *out);
/* The same as a list of HTML: with each entry the name of its value (data-name), its mark ("right",
 * "right follows", "right rounded", "wrong"), and what was wrong before it (data-after). */
void attn_grade_report_html(const attn_grade_report *graded,
                            const attn_grade_report_options *options, attn_text *out);
/* One object, a newline behind it. */
void attn_grade_report_json(const attn_grade_report *graded,
                            const attn_grade_report_options *options, attn_text *out);

#endif
