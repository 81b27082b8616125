/*
 * reading: the lesson that an argument names, and the options that all commands with lessons have.
 */
#include "reading.h"

#include <string.h>

attnviz_lesson *cli_lesson_for(const cli_arguments *arguments, attnviz_purpose purpose,
                               const char *usual)
{
    const char *word = arguments->operand_count > 0 ? arguments->operands[0] : usual;
    attnviz_lesson *lesson = attnviz_lesson_open(word, purpose, arguments->fault);
    attnviz_lesson_listen(lesson, &arguments->listener);
    return lesson;
}

static bool read_inputs(cli_value *value)
{
    const char **pairs = attn_alloc(value->arena, 2 * value->count + 1, sizeof *pairs);
    const char *const **inputs = value->place;
    for (size_t i = 0; pairs != NULL && i < value->count; i++) {
        const char *text = value->texts[i], *equals = strchr(text, '=');
        if (equals == NULL || equals == text) {
            return attn_fail(
                attn_arena_status(value->arena), ATTN_USAGE,
                "--input takes a name and a text, as --input sentence='the cat', not '%s'", text);
        }
        pairs[2 * i] = attn_copy_text(value->arena, text, (size_t)(equals - text));
        pairs[2 * i + 1] = equals + 1;
    }
    *inputs = pairs;
    return attn_ok(attn_arena_status(value->arena));
}

const cli_kind cli_inputs = {.repeats = true, .read = read_inputs};
