/*
 * api_call: a call of the library, from the caller's fault back to it, with the text that it
 * writes.
 */
#include "api/api.h"

static bool enter(attn_api_call *call)
{
    call->callers = attn_locale_enter();
    return call->callers != (locale_t)0 || attn_no_memory(call->status, "setting the locale");
}

bool attn_api_begin(attn_api_call *call, attnviz_lesson *lesson, attnviz_fault *fault)
{
    *call = (attn_api_call){.fault = fault};
    call->status = lesson ? &lesson->status : &call->own;
    if (!attn_api_going(fault)) return false;
    call->arena = enter(call) ? attn_arena_new(call->status) : NULL;
    return call->arena || attn_api_end(call);
}

static bool open_output(attn_api_call *call, const attnviz_output *to)
{
    call->to = to;
    if (to->path == NULL && to->write == NULL)
        return attn_fail(call->status, ATTN_USAGE, "the output has neither a path nor a function");
    if (to->path) call->file = attn_output_open(to->path, call->status);
    return attn_ok(call->status);
}

bool attn_api_begin_text(attn_api_call *call, attnviz_lesson *lesson, const attnviz_output *to,
                         attnviz_fault *fault)
{
    return attn_api_given(to, "the output", fault) && attn_api_begin(call, lesson, fault) &&
           (open_output(call, to) || attn_api_end(call));
}

bool attn_api_format(attn_api_call *call, attnviz_format asked, attn_format *format)
{
    static const attn_format formats[] = {ATTN_FORMAT_TEXT, ATTN_FORMAT_JSON, ATTN_FORMAT_NONE};
    static const attn_writer writer = {
        .is = "the output is", .formats = formats, .usual = ATTN_FORMAT_TEXT};
    *format = (attn_format)asked;
    return attn_format_choose(&writer, call->to->path, format, call->status);
}

bool attn_api_flush(attn_api_call *call)
{
    attn_text *text = &call->text;
    if (text->failed) return attn_no_memory(call->status, "writing the text");
    if (text->length == 0) return attn_ok(call->status);
    if (call->file)
        attn_output_write(call->file, attn_text_string(text), text->length);
    else if (!call->to->write(call->to->user, attn_text_string(text), text->length))
        attn_fail(call->status, ATTN_FILE, "the caller takes no more of the text");
    attn_text_clear(text);
    return attn_ok(call->status);
}

void attn_api_commit(attn_api_call *call)
{
    if (call->file && attn_ok(call->status))
        attn_output_commit(call->file);
    else
        attn_output_abandon(call->file);
    call->file = NULL;
}

bool attn_api_end(attn_api_call *call)
{
    attn_api_commit(call);
    attn_text_free(&call->text);
    attn_arena_free(call->arena);
    if (call->callers != (locale_t)0) attn_locale_leave(call->callers);
    return attn_api_settle(call->status, call->fault);
}
