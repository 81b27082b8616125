/*
 * explain: shows a lesson step by step, as text, as a page or as JSON.
 */
#include "explain.h"

#include <string.h>

#include "dot.h"
#include "step_screen.h"

static const cli_option options[] = {
    CLI_INPUT(attnviz_telling),
    CLI_SENTENCE(attnviz_telling),
    CLI_MODEL(cli_telling, model),
    CLI_IDS(attnviz_telling),
    CLI_GIVEN(attnviz_telling),
    CLI_TELL_SET,
    CLI_TELL_WITHOUT,
    CLI_TELL_FORMULA,
    CLI_TELL_PATCH,
    CLI_WORKSHEET(attnviz_telling),
    CLI_TELL_ONLY,
    CLI_TELL_AT,
    CLI_TELL_ARITHMETIC,
    {"--zoom", 0, &cli_list, "FUNCTION,…", "opens these functions wherever the lesson calls them",
     CLI_IN(cli_telling, asked.wishes.zooms)},
    {"--every", 0, &cli_number, "N",
     "where the lesson trains, shows what it watches every N steps of the training",
     CLI_IN(cli_telling, asked.every), .least = 1, .most = 1000000},
    CLI_TELL_CHECKS,
    CLI_TELL_PRECISION,
    CLI_TELL_FORMAT,
    {"--pause", 0, &cli_flag, NULL, "waits for Enter after each step", CLI_IN(cli_telling, pause)},
    CLI_TELL_STEP,
    CLI_COLOR(cli_telling),
    CLI_TELL_OUTPUT,
    CLI_TELL_SAVE,
    CLI_THREADS,
    CLI_KERNELS,
};

/* ---- what the options say together ---- */

static bool check_pause(const cli_telling *r, attn_status *status)
{
    bool text = r->asked.look.format <= ATTNVIZ_FORMAT_TEXT;
    if (!r->pause || (!r->output && text)) return !r->pause || cli_person_needed(status);
    return attn_fail(status, ATTN_USAGE, "--pause needs text at a terminal: leave out %s%s",
                     r->output ? "--output" : "--format ",
                     r->output ? "" : cli_format_names[r->asked.look.format]);
}

static bool check_step(const cli_telling *r, attn_status *status)
{
    const char *other = r->output                                    ? "--output"
                        : r->asked.look.format > ATTNVIZ_FORMAT_TEXT ? "--format"
                        : r->pause                                   ? "--pause"
                        : r->asked.saves                             ? "--save"
                        : r->asked.picture                           ? "--picture"
                                                                     : NULL;
    if (!r->step) return true;
    if (other == NULL) return step_screen_there(status);
    return attn_fail(status, ATTN_USAGE,
                     "--step shows one lesson on the whole screen: leave out %s", other);
}

static bool wait_for_enter(void *user)
{
    (void)user;
    return cli_wait_for_enter();
}

bool cli_telling_check(cli_telling *r, attn_status *status)
{
    if (r->output != NULL && strcmp(r->output, "-") == 0) r->output = NULL;
    if (!check_step(r, status) || !check_pause(r, status)) return false;
    r->asked.wishes.as_options = true;
    r->asked.look.columns = r->output ? 80 : cli_columns();
    r->asked.look.color = cli_colored(r->color, r->output != NULL);
    if (r->pause) r->asked.pause = wait_for_enter;
    return true;
}

/* ---- the command ---- */

enum cli_exit cli_tell(const cli_arguments *arguments, attnviz_lesson *lesson, cli_telling *r)
{
    const attnviz_output file = {.path = r->output};
    r->asked.arrange = cli_dot;
    r->asked.user = arguments->arena;
    if (r->step)
        cli_step(arguments, lesson, &r->asked);
    else
        attnviz_lesson_tell(lesson, &r->asked, r->output ? &file : &cli_output, arguments->fault);
    attnviz_lesson_free(lesson);
    return CLI_DONE;
}

static enum cli_exit run(const cli_arguments *arguments, void *asked, attn_status *status)
{
    const char *model = ((cli_telling *)asked)->model;
    if (!cli_telling_check(asked, status)) return CLI_USAGE;
    if (model && arguments->operand_count)
        attn_fail(status, ATTN_USAGE, "both --model and '%s' say what to explain: leave one out",
                  arguments->operands[0]);
    if (!attn_ok(status)) return CLI_USAGE;
    return cli_tell(arguments,
                    cli_lesson_for(arguments, ATTNVIZ_TO_RUN, model ? model : "le-chat-noir"),
                    asked);
}

static const cli_example examples[] = {
    {"attnviz explain", "\"le chat noir\" becomes \"the black cat\", number by number"},
    {"attnviz explain --set 'e_{1,2} = 2.0' --only α", "what if one score were another?"},
    {"attnviz explain self-attention --given mine.json",
     "homework: words and matrices of your own"},
    {"attnviz explain scaling --without scale", "what does the division by √d_k change?"},
    {"attnviz explain --model gpt2/ --sentence 'The cat sat'",
     "a model from a hub, by its own formulas"},
    {"attnviz explain le-chat-noir -o chat.json", "the same for other programs"},
    {"attnviz explain le-chat-noir --save α=weights.npy --save E_F,E_E=all.npz",
     "the numbers for NumPy: np.load('weights.npy')"},
    {"attnviz explain le-chat-noir -o chat.md",
     "a page, chat.md, with its pictures chat-1.png, chat-2.png …"},
    {NULL, NULL},
};

const cli_command cli_explain = {
    .name = "explain",
    .summary = "explains a lesson step by step, with every number computed",
    .operands = "[LESSON | FILE.json]",
    .most_operands = 1,
    .about = "A word with a dot or a slash is a lesson file; any other names a lesson of the "
             "program ('attnviz lessons' lists them). Without one: le-chat-noir.",
    CLI_TABLE(options, cli_telling),
    .examples = examples,
    .run = run,
};
