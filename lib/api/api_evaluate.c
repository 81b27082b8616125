/*
 * api_evaluate: how good a lesson's model is.
 */
#include "api/api.h"
#include "render/scores.h"

static void evaluate(attnviz_lesson *lesson, const attnviz_trial *trial, attnviz_format format,
                     attn_api_output *out)
{
    attn_options options = {.names = &attn_api_option_names};
    attn_evaluation_options asked = {.examples = trial->examples,
                                     .part = trial->part,
                                     .least = trial->least,
                                     .most = trial->most};
    attn_run *run = attn_lesson_run(lesson->lesson, &options, out->status);
    const attn_evaluated *told = run ? attn_run_evaluate(run, &asked, out->status) : NULL;
    if (told) {
        attn_api_warn_of_weights(lesson, run);
        (format == ATTNVIZ_FORMAT_JSON ? attn_scores_json : attn_scores_text)(told, &out->text);
        attn_api_output_flush(out);
    }
    attn_run_free(run);
}

bool attnviz_lesson_evaluate(attnviz_lesson *lesson, const attnviz_trial *trial,
                             attnviz_format format, const attnviz_output *output,
                             attnviz_fault *fault)
{
    static const attnviz_trial usual;
    attn_api_output out;
    if (!attn_api_given(lesson, "the lesson", fault) ||
        !attn_api_output_begin(&out, output, &lesson->status, fault))
        return false;
    evaluate(lesson, trial ? trial : &usual, format, &out);
    return attn_api_output_end(&out);
}
