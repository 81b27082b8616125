/*
 * origin: lines and columns of what stands in a lesson.
 */
#include "lesson/program/origin.h"

#include "files/json/json.h"

void attn_origin_find_formula(const origin *from, size_t *line, size_t *column)
{
    *line = *column = 0;
    if (from->json) attn_json_find_inside(from->json, from->start, from->offset, line, column);
}

const char *attn_origin_file(const origin *from)
{
    return from->json ? attn_json_file(from->json) : "";
}

bool attn_place_fault(attn_status *status, const origin *from)
{
    size_t line, column;
    if (!from->json) return false;
    attn_json_find(from->json, from->start, &line, &column);
    attn_status_place(status, attn_origin_file(from), line, column);
    return false;
}

bool attn_fail_at(attn_status *status, const origin *from, const char *format, ...)
{
    va_list arguments;
    if (!attn_ok(status)) return false;
    va_start(arguments, format);
    attn_fail_list(status, ATTN_INPUT, format, arguments);
    va_end(arguments);
    return attn_place_fault(status, from);
}

bool attn_place_formula(attn_status *status, const origin *from)
{
    size_t line, column;
    if (attn_ok(status) || !from || !from->json || status->file[0]) return false;
    size_t caret = status->formula[0] ? status->formula_from + status->caret : 0;
    attn_json_find_inside(from->json, from->start, from->offset + caret, &line, &column);
    attn_status_place(status, attn_origin_file(from), line, column);
    return false;
}
