/*
 * dot: runs `dot -Tplain`, found on PATH, without a shell. Its text goes in and its answer comes
 * out at the same time, so that neither waits for the other.
 */
#include "dot.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/text.h"

extern char **environ;

enum { MOST_ANSWER = 4 << 20 };

typedef struct child {
    pid_t id;
    int in, out; /* what it reads, what it writes; -1: closed */
} child;

static const char *fail(attnviz_fault *fault, const char *text)
{
    fault->cause = ATTNVIZ_FILE;
    snprintf(fault->text, sizeof fault->text, "%s", text);
    return NULL;
}

static void shut(int *end)
{
    if (*end >= 0) close(*end);
    *end = -1;
}

/* Two pipes whose ends no other program gets. */
static bool open_pipes(int in[2], int out[2])
{
    in[0] = in[1] = out[0] = out[1] = -1;
    bool done = pipe(in) == 0 && pipe(out) == 0;
    for (int i = 0; done && i < 2; i++)
        done = fcntl(in[i], F_SETFD, FD_CLOEXEC) == 0 && fcntl(out[i], F_SETFD, FD_CLOEXEC) == 0;
    return done;
}

/* What it says besides is not shown: the answer tells whether it worked. */
static int spawn(child *c, int in, int out)
{
    static char name[] = "dot", format[] = "-Tplain";
    char *const words[] = {name, format, NULL};
    posix_spawn_file_actions_t actions;
    int error = posix_spawn_file_actions_init(&actions);
    if (error) return error;
    error = posix_spawn_file_actions_adddup2(&actions, in, STDIN_FILENO);
    if (!error) error = posix_spawn_file_actions_adddup2(&actions, out, STDOUT_FILENO);
    if (!error)
        error = posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    if (!error) error = posix_spawnp(&c->id, name, &actions, NULL, words, environ);
    posix_spawn_file_actions_destroy(&actions);
    return error;
}

static int start(child *c)
{
    int in[2], out[2];
    int error = open_pipes(in, out) ? spawn(c, in[0], out[1]) : errno;
    shut(&in[0]);
    shut(&out[1]);
    c->in = in[1];
    c->out = out[0];
    if (!error) fcntl(c->in, F_SETFL, O_NONBLOCK);
    return error;
}

/* As much of the text as goes in now. It may take no more, and still answer. */
static void feed(child *c, const char **text)
{
    ssize_t count = write(c->in, *text, strlen(*text));
    if (count > 0) *text += count;
    if (**text == '\0' || (count < 0 && errno != EAGAIN && errno != EINTR)) shut(&c->in);
}

static void take(child *c, attn_text *answer)
{
    char bytes[4096];
    ssize_t count = read(c->out, bytes, sizeof bytes);
    if (count > 0) attn_text_add_bytes(answer, bytes, (size_t)count);
    if (count == 0 || (count < 0 && errno != EINTR) || answer->length > MOST_ANSWER) shut(&c->out);
}

static void talk(child *c, const char *text, attn_text *answer)
{
    while (c->out >= 0) {
        struct pollfd ends[] = {{c->out, POLLIN, 0}, {c->in, POLLOUT, 0}};
        if (poll(ends, 2, -1) < 0 && errno != EINTR) break;
        if (ends[0].revents) take(c, answer);
        if (c->in >= 0 && ends[1].revents) feed(c, &text);
    }
    shut(&c->in);
    shut(&c->out);
}

/* Whether it ended well. */
static bool end(const child *c)
{
    int state = 0;
    while (waitpid(c->id, &state, 0) < 0 && errno == EINTR) continue;
    return WIFEXITED(state) && WEXITSTATUS(state) == 0;
}

/* A program that stops reading must not end this one. */
static bool run(child *c, const char *text, attn_text *answer)
{
    struct sigaction ignored = {.sa_handler = SIG_IGN}, before;
    sigaction(SIGPIPE, &ignored, &before);
    talk(c, text, answer);
    sigaction(SIGPIPE, &before, NULL);
    return end(c);
}

const char *cli_dot(void *user, const char *dot, attnviz_fault *fault)
{
    child c = {.in = -1, .out = -1};
    attn_text answer = {0};
    int error = start(&c);
    bool done = !error && run(&c, dot, &answer);
    shut(&c.in);
    shut(&c.out);
    const char *kept = done && !answer.failed ? attn_keep_text(user, &answer) : NULL;
    attn_text_free(&answer);
    if (error == ENOENT)
        return fail(fault, "this diagram needs the program dot, which is not installed: install "
                           "Graphviz (Debian: apt install graphviz)");
    if (error || !kept)
        return fail(fault, "dot, a program of Graphviz, could not lay this diagram out");
    return kept;
}
