/*
 * terminal: asks the environment and the terminal what they can do, and waits for a key. The only
 * place that looks at the environment.
 */
#include "terminal.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { NARROWEST = 40, WIDEST = 100, USUAL = 80 };

/* COLUMNS, which a person sets on purpose, goes before what the terminal says of itself. */
static long terminal_columns(int file)
{
    struct winsize size;
    const char *columns = getenv("COLUMNS");
    long number = columns ? strtol(columns, NULL, 10) : 0;
    if (number > 0) return number;
    if (ioctl(file, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) return size.ws_col;
    return USUAL;
}

size_t cli_columns(void)
{
    if (!isatty(STDOUT_FILENO)) return USUAL;
    long columns = terminal_columns(STDOUT_FILENO);
    if (columns < NARROWEST) return NARROWEST;
    return columns > WIDEST ? WIDEST : (size_t)columns;
}

const char *cli_terminal_kind(void)
{
    const char *kind = getenv("TERM");
    return kind ? kind : "";
}

bool cli_terminal_draws(void)
{
    const char *kind = cli_terminal_kind();
    return *kind && strcmp(kind, "dumb") != 0;
}

bool cli_color_wanted(void)
{
    const char *no_color = getenv("NO_COLOR");
    bool wanted = no_color == NULL || no_color[0] == '\0';
    return wanted && isatty(STDOUT_FILENO) && cli_terminal_draws();
}

bool cli_colored(cli_color asked, bool file)
{
    return asked == CLI_COLOR_ALWAYS || (asked == CLI_COLOR_AUTO && !file && cli_color_wanted());
}

bool cli_errors_drawn(void)
{
    return isatty(STDERR_FILENO) && cli_terminal_draws();
}

size_t cli_error_columns(void)
{
    return (size_t)terminal_columns(STDERR_FILENO);
}

static int write_fault; /* errno of the first write to standard output that failed */

void cli_write(const char *bytes, size_t length)
{
    if (fwrite(bytes, 1, length, stdout) != length && write_fault == 0) write_fault = errno;
}

static bool take_bytes(void *user, const char *bytes, size_t length)
{
    (void)user;
    cli_write(bytes, length);
    return true;
}

const attnviz_output cli_output = {.write = take_bytes};

const char *cli_close_output(void)
{
    if (fflush(stdout) != 0 && write_fault == 0) write_fault = errno;
    if (fclose(stdout) != 0 && write_fault == 0) write_fault = errno;
    return write_fault ? strerror(write_fault) : NULL;
}

bool cli_write_text(const attn_text *text, attn_status *status)
{
    if (text->failed) return attn_no_memory(status, "writing the text");
    cli_write(attn_text_string(text), text->length);
    return true;
}

bool cli_person_needed(attn_status *status)
{
    if (isatty(STDIN_FILENO)) return true;
    return attn_fail(
        status, ATTN_USAGE,
        "--pause waits for Enter, but standard input is not a terminal: leave --pause out");
}

bool cli_wait_for_enter(void)
{
    int c;
    fflush(stdout);
    do {
        c = getchar();
    } while (c != '\n' && c != EOF);
    return c == '\n';
}
