/*
 * help: prints help, and is the command help itself.
 */
#include "help.h"

#include <string.h>

#include "completion.h"
#include "options.h"
#include "terminal.h"

enum { LINE = 80, OPTION_INDENT = 25, COMMAND_INDENT = 13 };

void cli_wrap(attn_text *out, const char *text, size_t at, size_t indent)
{
    const char *first = text + strspn(text, " ");
    for (const char *word = first; *word != '\0' && *word != '\n'; word += strspn(word, " ")) {
        size_t length = strcspn(word, " \n");
        size_t width = attn_text_width(word, length);
        if (word != first && at + 1 + width > LINE) {
            attn_text_add(out, "\n");
            attn_text_repeat(out, " ", indent);
            at = indent;
        } else if (word != first) {
            attn_text_add(out, " ");
            at++;
        }
        attn_text_add_escaped(out, word, length, false);
        at += width;
        word += length;
    }
    attn_text_add(out, "\n");
}

/* "  left      text …", the text from column `indent` on; on a line of its own if left is too wide.
 */
static void add_entry(attn_text *out, const char *left, const char *text, size_t indent)
{
    size_t width = 2 + attn_text_width(left, strlen(left));
    attn_text_print(out, "  %s", left);
    if (width + 2 > indent) {
        attn_text_add(out, "\n");
        width = 0;
    }
    attn_text_repeat(out, " ", indent - width);
    cli_wrap(out, text, indent, indent);
}

void cli_help_program(attn_text *out)
{
    attn_text_add(out, "attnviz: attention, computed before your eyes\n\n"
                       "Usage: attnviz COMMAND [WORD …] [OPTION …]\n\nCommands:\n");
    for (size_t i = 0; cli_command_at(i) != NULL; i++) {
        add_entry(out, cli_command_at(i)->name, cli_command_at(i)->summary, COMMAND_INDENT);
    }
    attn_text_add(
        out,
        "\nExamples:\n  attnviz explain                  \"le chat noir\", number by number\n  "
        "attnviz heatmap sentence.txt     which word looks at which, as sentence.png\n  attnviz "
        "help explain             its options\n\nattnviz --version prints the version.\n");
}

static void add_paragraphs(attn_text *out, const char *about)
{
    for (const char *at = about; *at != '\0'; at += *at == '\n') {
        cli_wrap(out, at, 0, 0);
        attn_text_add(out, "\n");
        at += strcspn(at, "\n");
    }
}

/* "-o, --output FILE" */
static void add_option(attn_text *out, const cli_option *option)
{
    attn_text left = {0};
    if (option->letter) attn_text_print(&left, "-%c, ", option->letter);
    attn_text_add(&left, option->name);
    if (option->argument) attn_text_print(&left, " %s", option->argument);
    add_entry(out, attn_text_string(&left), option->help, OPTION_INDENT);
    attn_text_end(&left, out);
}

static void add_examples(attn_text *out, const cli_example *example)
{
    attn_text_add(out, "\nExamples:\n");
    for (; example->line != NULL; example++) {
        attn_text_print(out, "  %s\n", example->line);
        attn_text_add(out, "      ");
        cli_wrap(out, example->meaning, 6, 6);
    }
}

void cli_help_command(const cli_command *command, attn_text *out)
{
    static const cli_option help = {"--help", 'h', &cli_flag, .help = "prints this text"};
    attn_text_print(out, "attnviz %s: ", command->name);
    cli_wrap(out, command->summary, strlen("attnviz : ") + strlen(command->name), 4);
    attn_text_print(out, "\nUsage: attnviz %s%s%s [OPTION …]\n\n", command->name,
                    command->operands[0] ? " " : "", command->operands);
    add_paragraphs(out, command->about);
    attn_text_add(out, "Options:\n");
    for (size_t i = 0; cli_option_at(command, i) != NULL; i++)
        add_option(out, cli_option_at(command, i));
    add_option(out, &help);
    add_examples(out, command->examples);
}

/* ---- the command ---- */

typedef struct request {
    size_t shell;
    bool completion; /* asked for */
} request;

static const cli_option options[] = {
    {"--completion", 0, &cli_choice, "bash|zsh|fish",
     "prints a script by which this shell completes the words of attnviz", CLI_IN(request, shell),
     CLI_ALSO(request, completion)},
};

static void (*const scripts[])(attn_text *) = {cli_completion_bash, cli_completion_zsh,
                                               cli_completion_fish};

static bool add_help(const cli_arguments *arguments, const request *r, attn_text *out,
                     attn_status *status)
{
    const char *word = arguments->operand_count ? arguments->operands[0] : NULL;
    if (r->completion && word)
        return attn_fail(status, ATTN_USAGE,
                         "--completion covers all commands at once: leave out '%s'", word);
    const cli_command *command = word ? cli_command_find(word, status) : NULL;
    if (r->completion)
        scripts[r->shell](out);
    else if (command)
        cli_help_command(command, out);
    else if (!word)
        cli_help_program(out);
    return attn_ok(status);
}

static enum cli_exit run(const cli_arguments *arguments, void *asked, attn_status *status)
{
    attn_text text = {0};
    if (add_help(arguments, asked, &text, status)) cli_write_text(&text, status);
    attn_text_free(&text);
    return CLI_DONE;
}

static const cli_example examples[] = {
    {"attnviz help explain", "what `explain` does, with its options"},
    {"source <(attnviz help --completion bash)", "bash completes words of attnviz from now on"},
    {NULL, NULL},
};

const cli_command cli_help = {
    .name = "help",
    .summary = "says how a command is used",
    .operands = "[COMMAND]",
    .most_operands = 1,
    .about = "Without a command, lists all commands. `attnviz COMMAND --help` prints the same as "
             "`attnviz help COMMAND`.",
    CLI_TABLE(options, request),
    .examples = examples,
    .run = run,
};
