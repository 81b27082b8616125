/*
 * api_output: text on its way to a file or to the caller.
 */
#include "api/api.h"

static bool open_output(attn_api_output *output)
{
    const attnviz_output *to = output->to;
    if (to->path == NULL && to->write == NULL)
        return attn_fail(output->status, ATTN_USAGE,
                         "the output has neither a path nor a function");
    if (to->path) output->file = attn_output_open(to->path, output->status);
    return attn_ok(output->status);
}

bool attn_api_output_begin(attn_api_output *output, const attnviz_output *to, attn_status *status,
                           attnviz_fault *fault)
{
    *output = (attn_api_output){.to = to, .status = status, .fault = fault};
    if (!attn_api_given(to, "the output", fault) || !attn_api_enter(&output->callers, fault))
        return false;
    return open_output(output) || attn_api_output_end(output);
}

bool attn_api_output_flush(attn_api_output *output)
{
    attn_text *text = &output->text;
    if (text->failed)
        return attn_fail(output->status, ATTN_MEMORY, "there is not enough memory for the text");
    if (text->length == 0) return attn_ok(output->status);
    if (output->file) attn_output_write(output->file, attn_text_string(text), text->length);
    if (!output->file && !output->to->write(output->to->user, attn_text_string(text), text->length))
        attn_fail(output->status, ATTN_FILE, "the caller takes no more of the text");
    attn_text_clear(text);
    return attn_ok(output->status);
}

void attn_api_output_commit(attn_api_output *output)
{
    if (output->file && attn_ok(output->status))
        attn_output_commit(output->file);
    else
        attn_output_abandon(output->file);
    output->file = NULL;
}

bool attn_api_output_end(attn_api_output *output)
{
    attn_api_output_commit(output);
    attn_text_free(&output->text);
    return attn_api_leave(output->callers, output->status, output->fault);
}
