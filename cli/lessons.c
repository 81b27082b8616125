/*
 * lessons: the lessons carried in the program, by chapter.
 */
#include <string.h>

#include "help.h"
#include "lesson/lesson.h"
#include "options.h"
#include "terminal.h"

static size_t widest_name(void)
{
    size_t widest = 0;
    for (size_t i = 0; attn_builtin_lesson_at(i) != NULL; i++) {
        size_t width = strlen(attn_builtin_lesson_at(i)->name);
        if (width > widest) widest = width;
    }
    return widest;
}

static bool add_lesson(attn_text *out, const attn_builtin_lesson *lesson, size_t indent,
                       attn_arena *arena)
{
    const char *title, *summary;
    if (!attn_builtin_lesson_describe(lesson, arena, &title, &summary)) return false;
    attn_text_print(out, "  %s", lesson->name);
    attn_text_repeat(out, " ", indent - 2 - strlen(lesson->name));
    cli_wrap(out, title, indent, indent);
    if (summary[0] == '\0') return true;
    attn_text_repeat(out, " ", indent);
    cli_wrap(out, summary, indent, indent);
    return true;
}

static bool add_shelf(attn_text *out, attn_arena *arena)
{
    size_t indent = widest_name() + 4;
    const char *chapter = "";
    for (size_t i = 0; attn_builtin_lesson_at(i) != NULL; i++) {
        const attn_builtin_lesson *lesson = attn_builtin_lesson_at(i);
        if (strcmp(lesson->chapter, chapter) != 0) {
            attn_text_print(out, "%s%s\n", i > 0 ? "\n" : "", lesson->chapter);
            chapter = lesson->chapter;
        }
        if (!add_lesson(out, lesson, indent, arena)) return false;
    }
    return true;
}

static enum cli_exit run(const cli_arguments *arguments, void *asked, attn_status *status)
{
    (void)asked;
    attn_text text = {0};
    if (add_shelf(&text, arguments->arena)) {
        attn_text_add(
            &text,
            "\n'attnviz explain NAME' tells one, 'attnviz heatmap NAME' draws its pictures.\n");
        cli_write_text(&text, status);
    }
    attn_text_free(&text);
    return CLI_DONE;
}

static const cli_example examples[] = {
    {"attnviz lessons", "every lesson with its name, its title and what it shows"},
    {NULL, NULL},
};

const cli_command cli_lessons = {
    .name = "lessons",
    .summary = "the lessons in the program, by chapter",
    .operands = "",
    .most_operands = 0,
    .about = "Name, title and summary of each lesson, in the order in which they are best read.",
    .examples = examples,
    .run = run,
};
