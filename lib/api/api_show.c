/*
 * api_show: a run as text and as JSON.
 */
#include "api/api.h"
#include "document/document.h"

/* ---- 5 Shown ---- */

attn_show_options attn_api_show_options(const attnviz_look *look, attn_status *status)
{
    attn_show_options options = {.columns = look->columns,
                                 .precision = look->decimals,
                                 .color = look->color,
                                 .only = look->names,
                                 .at = look->at};
    options.only_count = attn_api_list(look->names, status);
    options.at_count = attn_api_list(look->at, status);
    if (look->decimals < 0 || look->decimals > 9) {
        attn_fail(status, ATTN_USAGE, "there are 0 to 9 decimals, not %d", look->decimals);
    }
    if (look->columns < 40 || look->columns > 100) {
        attn_fail(status, ATTN_USAGE, "a line has 40 to 100 columns, not %zu", look->columns);
    }
    return options;
}

static char *tell(const attnviz_lesson *lesson, const attnviz_look *look, bool as_json,
                  attnviz_fault *fault)
{
    static const attnviz_look plain = ATTNVIZ_LOOK;
    attn_status status = {0};
    attn_text text = {0};
    size_t pauses = 0;
    locale_t callers;
    if (!attn_api_was_run(lesson, fault) || !attn_api_enter(&callers, fault)) return NULL;
    attn_show_options options = attn_api_show_options(look ? look : &plain, &status);
    if (attn_ok(&status) && as_json) attn_show_json(lesson->run, &options, &text, &status);
    if (attn_ok(&status) && !as_json) {
        attn_show_text(lesson->run, &options, &text, NULL, 0, &pauses, &status);
    }
    if (text.failed) attn_fail(&status, ATTN_MEMORY, "there is not enough memory for the text");
    if (attn_api_leave(callers, &status, fault)) return text.bytes;
    attn_text_free(&text);
    return NULL;
}

char *attnviz_lesson_text(const attnviz_lesson *lesson, const attnviz_look *look,
                          attnviz_fault *fault)
{
    return tell(lesson, look, false, fault);
}

char *attnviz_lesson_json(const attnviz_lesson *lesson, const attnviz_look *look,
                          attnviz_fault *fault)
{
    return tell(lesson, look, true, fault);
}

void attnviz_free(char *text)
{
    attn_text text_of = {.bytes = text};
    attn_text_free(&text_of);
}
