/*
 * main: the table of commands, and the one way in and out of the program.
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#if defined(__GLIBC__)
#include <malloc.h>
#endif

#include "attnviz.h"
#include "budget.h"
#include "command.h"
#include "core/known_words.h"
#include "help.h"
#include "options.h"
#include "terminal.h"

static const cli_command *const commands[] = {
    &cli_explain,  &cli_heatmap,  &cli_heads,     &cli_attend,    &cli_generate,
    &cli_train,    &cli_evaluate, &cli_check,     &cli_worksheet, &cli_lessons,
    &cli_glossary, &cli_corpus,   &cli_tokenizer, &cli_help};

const cli_command *cli_command_at(size_t i)
{
    return i < sizeof commands / sizeof *commands ? commands[i] : NULL;
}

/* A lesson's name, or a file, in the place of a command: the command was left out. */
static bool names_lesson(const char *word)
{
    if (strpbrk(word, "./") != NULL) return true;
    for (size_t i = 0; attnviz_carried_name(i) != NULL; i++)
        if (strcmp(attnviz_carried_name(i), word) == 0) return true;
    return false;
}

const cli_command *cli_command_find(const char *name, attn_status *status)
{
    attn_guess guess = {.word = name};
    for (size_t i = 0; cli_command_at(i) != NULL; i++) {
        if (strcmp(cli_command_at(i)->name, name) == 0) return cli_command_at(i);
        attn_guess_try(&guess, cli_command_at(i)->name);
    }
    if (guess.best != NULL) {
        attn_fail(status, ATTN_USAGE, "no command '%s': did you mean %s?", name, guess.best);
    } else if (names_lesson(name)) {
        attn_fail(status, ATTN_USAGE,
                  "'%s' is not a command: write attnviz explain %s, or attnviz heatmap %s", name,
                  name, name);
    } else {
        attn_fail(status, ATTN_USAGE, "no command '%s' ('attnviz help' lists them)", name);
    }
    return NULL;
}

/*
 * A file opened later must never get number 0, 1 or 2 and receive what is meant for a person. The
 * stand-in is open the wrong way round, so that using it fails, as it would have without one.
 */
static bool fill_standard_descriptors(void)
{
    static const int ways[] = {O_WRONLY, O_RDONLY, O_RDONLY};
    for (int fd = 0; fd < 3; fd++) {
        if (fcntl(fd, F_GETFD) != -1 || errno != EBADF) continue;
        if (open("/dev/null", ways[fd]) != fd) return false;
    }
    return true;
}

/*
 * Each thread that allocates would take 64 MiB of addresses for itself alone: where those are few,
 * the next thread cannot be made, and a library that makes one ends the program. And what a value
 * gives back would go to the system, to come again page by page for the next one.
 */
static void set_up_memory(void)
{
#if defined(__GLIBC__)
    mallopt(M_ARENA_MAX, 1);
    mallopt(M_MMAP_THRESHOLD, 32 << 20);
    mallopt(M_TRIM_THRESHOLD, 64 << 20);
    mallopt(M_TOP_PAD, 16 << 20);
#endif
}

/* The signal of a library that cannot go on says nothing, or nothing of this program. */
static void tell_signal(int signal_number)
{
    enum { enough = 64 << 20 };
    bool caused = signal_number == SIGABRT || signal_number == SIGTRAP || signal_number == SIGSEGV;
    const char *said = signal_number == SIGBUS
                           ? "attnviz: a file was cut short while it was being read\n"
                       : !caused ? ""
                       : attn_memory_has_room(enough)
                           ? "attnviz: a fault in the program or in a library ended it\n"
                           : "attnviz: a library stopped because it got no more memory\n";
    ssize_t written = write(STDERR_FILENO, said, strlen(said));
    (void)written; /* nobody is left to hear of it */
}

static const char no_memory[] = "attnviz: out of memory\n";

static void print_fault(const attn_status *status)
{
    attn_text text = {0};
    attn_status_text(status, "attnviz", &text);
    fputs(text.failed ? no_memory : attn_text_string(&text), stderr);
    attn_text_free(&text);
}

static enum cli_exit print_help(const cli_command *command, attn_status *status)
{
    attn_text text = {0};
    cli_help_command(command, &text);
    cli_write_text(&text, status);
    attn_text_free(&text);
    return CLI_DONE;
}

/* Reads what the options say, and carries the command out. */
static enum cli_exit carry_out(const cli_arguments *arguments, attn_status *status)
{
    const cli_command *command = arguments->command;
    void *request = attn_alloc(arguments->arena, 1, command->request_size + 1);
    bool read = request && cli_budget_take(arguments) &&
                cli_options_read(arguments, command->options, command->option_count, request);
    return read ? command->run(arguments, request, status) : CLI_USAGE;
}

/* ---- what the library says besides ---- */

static void print_warning(void *user, const char *text)
{
    (void)user;
    fprintf(stderr, "attnviz: %s\n", text);
}

static void note_untrue(void *user, const char *text)
{
    bool *untrue = user;
    *untrue = true;
    print_warning(NULL, text);
}

static void print_path(void *user, const char *path)
{
    (void)user;
    cli_write(path, strlen(path));
    cli_write("\n", 1);
}

static enum cli_exit run_command(const cli_command *command, int count, char **words,
                                 attn_status *status, attnviz_fault *fault)
{
    bool untrue = false;
    cli_arguments arguments = {.arena = attn_arena_new(status),
                               .fault = fault,
                               .listener = {print_warning, note_untrue, print_path, &untrue}};
    enum cli_exit result = CLI_DONE;
    if (arguments.arena != NULL &&
        cli_arguments_read(&arguments, command, (size_t)count, words, status))
        result = arguments.help_asked ? print_help(command, status) : carry_out(&arguments, status);
    attn_arena_free(arguments.arena);
    return untrue ? CLI_FALSE : result;
}

/* Nothing was asked for: the help goes where faults go. */
static enum cli_exit nothing_asked(void)
{
    attn_text text = {0};
    cli_help_program(&text);
    bool failed = text.failed;
    fputs(failed ? no_memory : attn_text_string(&text), stderr);
    attn_text_free(&text);
    return failed ? CLI_FAILED : CLI_USAGE;
}

static enum cli_exit print_version(int count, char **words, attn_status *status)
{
    static const char version[] = "attnviz " ATTNVIZ_VERSION "\n";
    if (count > 2) {
        attn_fail(status, ATTN_USAGE, "--version takes nothing else, but '%s' follows it",
                  words[2]);
        return CLI_USAGE;
    }
    cli_write(version, sizeof version - 1);
    return CLI_DONE;
}

static enum cli_exit dispatch(int count, char **words, attn_status *status, attnviz_fault *fault)
{
    const char *word = words[1];
    if (strcmp(word, "--version") == 0) return print_version(count, words, status);
    if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0) word = "help";
    if (word[0] == '-') {
        attn_fail(status, ATTN_USAGE,
                  "start with a command, not with '%s' ('attnviz help' lists the commands)", word);
        return CLI_USAGE;
    }
    const cli_command *command = cli_command_find(word, status);
    return command ? run_command(command, count - 2, words + 2, status, fault) : CLI_USAGE;
}

/* Says what went wrong, if anything did, and finds out whether all that was printed has arrived. */
static enum cli_exit leave(const attn_status *status, const attnviz_fault *fault,
                           enum cli_exit result)
{
    if (!attn_ok(status)) {
        print_fault(status);
        result = status->code == ATTN_USAGE ? CLI_USAGE : CLI_FAILED;
    } else if (fault->cause) {
        fprintf(stderr, "attnviz: %s\n", fault->text);
        result = fault->cause == ATTNVIZ_USAGE ? CLI_USAGE : CLI_FAILED;
    }
    const char *why = cli_close_output();
    if (why != NULL) {
        fprintf(stderr, "attnviz: standard output: %s\n", why);
        if (result != CLI_USAGE) result = CLI_FAILED;
    }
    return result;
}

int main(int argc, char **argv)
{
    attn_status status = {0};
    attnviz_fault fault = {0};
    if (!fill_standard_descriptors()) return CLI_FAILED;
    set_up_memory();
    attnviz_signals(tell_signal);
    if (argc < 2) return (int)nothing_asked();
    enum cli_exit result = dispatch(argc, argv, &status, &fault);
    attnviz_threads_end();
    return (int)leave(&status, &fault, result);
}
