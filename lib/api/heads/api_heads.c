/*
 * api_heads: a table of the heads of a lesson.
 */
#include "api/api.h"
#include "document/figures/choose_maps.h"
#include "lesson/heads/heads.h"
#include "render/heads_table.h"

static const attn_format formats[] = {ATTN_FORMAT_TEXT, ATTN_FORMAT_JSON, ATTN_FORMAT_CSV,
                                      ATTN_FORMAT_NONE};
static const attn_writer writer = {
    .is = "a table of heads is", .formats = formats, .usual = ATTN_FORMAT_TEXT};

static void measure(attnviz_lesson *lesson, const attnviz_measuring *asked, attn_api_call *call)
{
    attn_options options;
    attn_heads heads;
    attn_map_list list;
    attn_format format = (attn_format)asked->format;
    const attn_map_choice choice = {.at_count = attn_api_list(asked->at, call->status),
                                    .at = asked->at,
                                    .at_option = asked->wishes.as_options ? "--at" : "at",
                                    .show_option = "show"};
    const attn_repeating how = {asked->repeat, asked->repeat_seed, asked->words};
    if (!attn_format_choose(&writer, call->to->path, &format, call->status) ||
        !attn_api_options(lesson, &asked->wishes, &options))
        return;
    const attn_reads reads = {.lesson = lesson->lesson, .run = &options};
    if (!attn_api_spares(&reads, call->to->path, call->status)) return;
    lesson->run = attn_lesson_run(lesson->lesson, &options, call->status);
    if (!lesson->run || !attn_choose_maps(lesson->run, &choice, call->arena, &list) ||
        !attn_heads_measure(lesson->run, list.maps, list.count, &how, call->arena, &heads))
        return;
    attn_ear_weights(&lesson->ear, lesson->run);
    if (format == ATTN_FORMAT_JSON)
        attn_heads_json(&heads, &call->text);
    else if (format == ATTN_FORMAT_CSV)
        attn_heads_csv(&heads, &call->text);
    else
        attn_heads_text(&heads, &call->text);
    if (attn_api_flush(call)) attn_api_commit(call);
}

bool attnviz_lesson_heads(attnviz_lesson *lesson, const attnviz_measuring *measuring,
                          const attnviz_output *output, attnviz_fault *fault)
{
    static const attnviz_measuring usual;
    attn_api_call call;
    if (!attn_api_given(lesson, "the lesson", fault) ||
        !attn_api_begin_text(&call, lesson, output, fault))
        return false;
    attn_api_forget_run(lesson);
    measure(lesson, measuring ? measuring : &usual, &call);
    return attn_api_end(&call);
}
