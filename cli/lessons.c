/*
 * lessons: the lessons carried in the program, by chapter.
 */
#include <string.h>

#include "help.h"
#include "options.h"
#include "terminal.h"

static size_t widest_name(void)
{
    size_t widest = 0;
    for (size_t i = 0; attnviz_carried_name(i) != NULL; i++) {
        size_t width = strlen(attnviz_carried_name(i));
        if (width > widest) widest = width;
    }
    return widest;
}

typedef struct list {
    attn_text text;
    size_t indent;
    const char *chapter; /* of the lesson before */
} list;

static void add_lesson(void *user, const attnviz_card *card)
{
    list *all = user;
    attn_text *out = &all->text;
    if (strcmp(card->chapter, all->chapter) != 0) {
        attn_text_print(out, "%s%s\n", out->length > 0 ? "\n" : "", card->chapter);
        all->chapter = card->chapter;
    }
    attn_text_print(out, "  %s", card->name);
    attn_text_repeat(out, " ", all->indent - 2 - strlen(card->name));
    cli_wrap(out, card->title, all->indent, all->indent);
    if (card->summary[0] == '\0') return;
    attn_text_repeat(out, " ", all->indent);
    cli_wrap(out, card->summary, all->indent, all->indent);
}

typedef struct request {
    attnviz_format format;
    const char *folder; /* NULL: the list is printed */
} request;

static const cli_option options[] = {
    {"--format", 0, &cli_format, "text|html",
     "prints the list (default), or writes all lessons as pages for a browser",
     CLI_IN(request, format)},
    {"--output", 'o', &cli_file, "FOLDER",
     "makes this folder, with a page for each lesson, a list of them and the glossary",
     CLI_IN(request, folder)},
};

/* Pages need a folder, and a folder gets pages. */
static bool check(const request *r, attn_status *status)
{
    if (!r->folder && r->format == ATTNVIZ_FORMAT_HTML)
        return attn_fail(status, ATTN_USAGE, "pages need a folder: add -o FOLDER");
    if (r->folder && r->format == ATTNVIZ_FORMAT_TEXT)
        return attn_fail(status, ATTN_USAGE,
                         "the list as text goes to standard output: use > FILE");
    return true;
}

static enum cli_exit run(const cli_arguments *arguments, void *asked, attn_status *status)
{
    const request *r = asked;
    if (!check(r, status)) return CLI_USAGE;
    if (r->folder) {
        attnviz_course(r->folder, arguments->fault);
        return CLI_DONE;
    }
    list all = {.indent = widest_name() + 4, .chapter = ""};
    if (attnviz_carried_list(add_lesson, &all, arguments->fault)) {
        attn_text_add(
            &all.text,
            "\n'attnviz explain NAME' explains one, 'attnviz heatmap NAME' draws its pictures.\n");
        cli_write_text(&all.text, status);
    }
    attn_text_free(&all.text);
    return CLI_DONE;
}

static const cli_example examples[] = {
    {"attnviz lessons", "every lesson with its name, its title and what it shows"},
    {"attnviz lessons -o course", "the whole course for a browser: open course/index.html"},
    {NULL, NULL},
};

const cli_command cli_lessons = {
    .name = "lessons",
    .summary = "lists the lessons, or writes them as web pages",
    .operands = "",
    .most_operands = 0,
    .about =
        "Prints the name, title and summary of each lesson, in the order in which to read them. "
        "With -o it writes all of them into a new folder that any browser opens and any web server "
        "can hand out.",
    CLI_TABLE(options, request),
    .examples = examples,
    .run = run,
};
