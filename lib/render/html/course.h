/*
 * course: the lessons that the program carries as a folder of pages: each lesson, a list of them,
 * and the glossary. Links between them are relative, so the folder may lie anywhere.
 */
#ifndef ATTN_RENDER_HTML_COURSE_H
#define ATTN_RENDER_HTML_COURSE_H

#include "document/document.h"
#include "lesson/builtin/glossary.h"

/* "index.html", and the page of the glossary. */
extern const char attn_course_index_name[], attn_course_glossary_name[];

/* Each appends a whole page. False, with a fault, on failure. sheets: whether each lesson has a
 * worksheet; NAME-worksheet.html has it. */
bool attn_course_index(const bool *sheets, attn_arena *arena, attn_text *out);
bool attn_course_glossary(const attn_glossary *glossary, attn_arena *arena, attn_text *out);
/* The lesson at this place of the list (attn_builtin_lesson_at), of which the run is, with ways to
 * the lessons beside it and to what the glossary says of its symbols. */
bool attn_course_lesson(attn_run *run, const attn_show_options *options, size_t place,
                        const attn_glossary *glossary, attn_text *out, attn_status *status);

/* The ways from the worksheet of the lesson at this place, for its page (attn_sheets). */
void attn_course_sheet_ways(size_t place, attn_arena *arena, attn_text *out);

#endif
