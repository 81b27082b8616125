/*
 * step_screen: takes over the screen and the keyboard, and gives them back. Control sequences are
 * those of ECMA-48 and xterm, which every terminal of today knows; unknown ones it leaves alone.
 *
 * Signals that end the program put the terminal right and go on to whoever handled them before.
 * Those that stop it, wake it or tell of a new size wait until the keyboard is waited for.
 */
#include "step_screen.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/select.h>
#include <termios.h>
#include <unistd.h>

#include "terminal.h"

/* Another screen; no cursor, no wrapping at the margin; pasted text is marked as such. */
static const char enter_sequence[] = "\x1b[?1049h\x1b[?25l\x1b[?7l\x1b[?2004h\x1b[0m\x1b[2J";
/* A terminal with one screen alone goes on below what stands there. */
static const char leave_sequence[] =
    "\x1b[0m\x1b[?2004l\x1b[?7h\x1b[?25h\x1b[999;1H\r\n\x1b[?1049l";

/* The first wait, the others end the program. */
static const int signals[] = {SIGTSTP, SIGCONT, SIGWINCH, SIGINT,  SIGTERM, SIGHUP,    SIGQUIT,
                              SIGPIPE, SIGALRM, SIGUSR1,  SIGUSR2, SIGXCPU, SIGVTALRM, SIGPROF,
                              SIGABRT, SIGTRAP, SIGSEGV,  SIGBUS,  SIGFPE,  SIGILL,    SIGSYS};
enum { WAITING = 3, SIGNALS = sizeof signals / sizeof *signals };

static struct screen {
    struct termios before; /* as the terminal was */
    volatile sig_atomic_t ours;
    volatile sig_atomic_t stop, woken, resized; /* signals that came */
    struct sigaction handled[SIGNALS];          /* who handled them before */
    sigset_t mask;                              /* as it was */
    attn_text shown;                            /* rows that stand there */
} screen;

/* ---- writing ---- */

void step_screen_forget(void)
{
    attn_text_clear(&screen.shown);
}

/* False where the terminal takes no more. */
static bool write_all(const char *bytes, size_t length)
{
    while (length) {
        ssize_t written = write(STDOUT_FILENO, bytes, length);
        if (written < 0 && errno == EAGAIN) {
            struct pollfd out = {STDOUT_FILENO, POLLOUT, 0};
            poll(&out, 1, -1);
        } else if (written < 0 && errno != EINTR) {
            return false;
        } else if (written > 0) {
            bytes += written;
            length -= (size_t)written;
        }
    }
    return true;
}

/* ---- taking the terminal, and giving it back ---- */

/* Keys come one by one and unseen; those that make signals still do. */
static bool take_terminal(void)
{
    struct termios now = screen.before;
    now.c_iflag &= ~(tcflag_t)(ICRNL | INLCR | IGNCR | ISTRIP | IXON | IXOFF | PARMRK);
    now.c_lflag &= ~(tcflag_t)(ECHO | ECHONL | ICANON | IEXTEN);
    now.c_lflag |= ISIG;
    now.c_cc[VMIN] = 1;
    now.c_cc[VTIME] = 0;
    if (tcsetattr(STDIN_FILENO, TCSADRAIN, &now) != 0) return false;
    screen.ours = 1;
    attn_text_clear(&screen.shown);
    return write_all(enter_sequence, sizeof enter_sequence - 1);
}

/* Also called by a signal, at any moment: it must not wait for a terminal that takes nothing. */
static void give_terminal_back(void)
{
    struct pollfd out = {STDOUT_FILENO, POLLOUT, 0};
    if (!screen.ours) return;
    screen.ours = 0;
    if (poll(&out, 1, 0) == 1 && (out.revents & POLLOUT)) {
        ssize_t written = write(STDOUT_FILENO, leave_sequence, sizeof leave_sequence - 1);
        (void)written;
    }
    tcflush(STDIN_FILENO, TCIFLUSH); /* keys for a screen that is gone */
    tcsetattr(STDIN_FILENO, TCSANOW, &screen.before);
}

static void end(int number)
{
    int fault = errno;
    give_terminal_back();
    for (size_t i = WAITING; i < SIGNALS; i++)
        if (signals[i] == number) sigaction(number, &screen.handled[i], NULL);
    raise(number); /* comes when this handler returns */
    errno = fault;
}

static void note(int number)
{
    if (number == SIGTSTP) screen.stop = 1;
    if (number == SIGCONT) screen.woken = 1;
    if (number == SIGWINCH) screen.resized = 1;
}

/* A signal that is ignored stays so. */
static void handle(int number, void (*handler)(int), struct sigaction *before)
{
    struct sigaction now;
    memset(&now, 0, sizeof now);
    now.sa_handler = handler;
    now.sa_flags = SA_ONSTACK;
    sigemptyset(&now.sa_mask);
    if (sigaction(number, NULL, before) == 0 && before->sa_handler != SIG_IGN)
        sigaction(number, &now, NULL);
}

static void handle_signals(void)
{
    sigset_t late;
    sigemptyset(&late);
    for (size_t i = 0; i < WAITING; i++) sigaddset(&late, signals[i]);
    sigprocmask(SIG_BLOCK, &late, &screen.mask);
    for (size_t i = 0; i < SIGNALS; i++)
        handle(signals[i], i < WAITING ? note : end, &screen.handled[i]);
}

bool step_screen_there(attn_status *status)
{
    bool screen_there = isatty(STDOUT_FILENO);
    if (!screen_there || !isatty(STDIN_FILENO))
        return attn_fail(status, ATTN_USAGE,
                         "--step needs a terminal, but standard %s is not one: leave --step out",
                         screen_there ? "input" : "output");
    if (cli_terminal_draws()) return true;
    if (*cli_terminal_kind())
        return attn_fail(status, ATTN_USAGE,
                         "--step draws on the whole screen, which this terminal cannot do (TERM is "
                         "%s): use another terminal, or --pause in place of --step",
                         cli_terminal_kind());
    return attn_fail(
        status, ATTN_USAGE,
        "--step draws on the whole screen, and TERM does not name the terminal: set it, as in "
        "TERM=xterm-256color, or use --pause in place of --step");
}

bool step_screen_open(attn_status *status)
{
    if (tcgetattr(STDIN_FILENO, &screen.before) == 0) {
        handle_signals();
        if (take_terminal()) return true;
        step_screen_close();
    }
    return attn_fail(status, ATTN_FILE, "the terminal cannot be used: %s", strerror(errno));
}

void step_screen_close(void)
{
    give_terminal_back();
    for (size_t i = 0; i < SIGNALS; i++) sigaction(signals[i], &screen.handled[i], NULL);
    sigprocmask(SIG_SETMASK, &screen.mask, NULL);
    attn_text_free(&screen.shown);
}

/* ---- stopping and waking ---- */

static void stop(void)
{
    sigset_t only, before;
    struct sigaction usual, ours;
    memset(&usual, 0, sizeof usual);
    usual.sa_handler = SIG_DFL;
    screen.stop = 0;
    give_terminal_back();
    sigaction(SIGTSTP, &usual, &ours);
    sigemptyset(&only);
    sigaddset(&only, SIGTSTP);
    sigaddset(&only, SIGCONT);
    raise(SIGTSTP);
    sigprocmask(SIG_UNBLOCK, &only, &before); /* here it stops, and wakes */
    sigprocmask(SIG_SETMASK, &before, NULL);
    sigaction(SIGTSTP, &ours, NULL);
    screen.woken = 1;
}

static bool signals_came(void)
{
    return screen.stop || screen.woken || screen.resized;
}

/* After a stop others may have had the terminal: it is taken anew. */
static step_event answer_signals(void)
{
    screen.resized = 0;
    step_screen_forget();
    if (screen.stop) stop();
    bool woken = screen.woken;
    screen.woken = 0;
    return !woken || take_terminal() ? STEP_RESIZED : STEP_CLOSED;
}

/* ---- the keyboard ---- */

/* As pselect; -1 where a signal came. */
static int wait_for_input(int patience)
{
    struct timespec time = {patience / 1000, patience % 1000 * 1000000L};
    fd_set input;
    sigset_t open = screen.mask;
    for (size_t i = 0; i < WAITING; i++) sigdelset(&open, signals[i]);
    FD_ZERO(&input);
    FD_SET(STDIN_FILENO, &input);
    return pselect(STDIN_FILENO + 1, &input, NULL, NULL, patience < 0 ? NULL : &time, &open);
}

step_event step_screen_wait(unsigned char *bytes, size_t room, size_t *count, int patience)
{
    *count = 0;
    int ready = wait_for_input(patience);
    if (signals_came()) return answer_signals();
    if (ready == 0) return STEP_SILENCE;
    if (ready < 0) return errno == EINTR ? STEP_BYTES : STEP_CLOSED;
    ssize_t got = read(STDIN_FILENO, bytes, room);
    if (got < 0 && (errno == EINTR || errno == EAGAIN)) return STEP_BYTES;
    if (got <= 0) return STEP_CLOSED;
    *count = (size_t)got;
    return STEP_BYTES;
}

bool step_screen_ready(void)
{
    return signals_came() || wait_for_input(0) != 0;
}

/* ---- the screen ---- */

step_size step_screen_size(void)
{
    struct winsize size;
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_row == 0 || size.ws_col == 0)
        return (step_size){24, 80};
    return (step_size){size.ws_row, size.ws_col};
}

bool step_screen_show(const char *rows)
{
    const char *now = rows, *before = attn_text_string(&screen.shown);
    attn_text out = {0};
    for (size_t row = 1; *now; row++) {
        size_t length = strcspn(now, "\n"), old = strcspn(before, "\n");
        if (!*before || length != old || memcmp(now, before, length) != 0) {
            attn_text_print(&out, "\x1b[%zu;1H\x1b[0m\x1b[K", row);
            attn_text_add_bytes(&out, now, length);
        }
        now += length + (now[length] != '\0');
        before += old + (before[old] != '\0');
    }
    attn_text_clear(&screen.shown);
    attn_text_add(&screen.shown, rows);
    if (screen.shown.failed) attn_text_free(&screen.shown); /* all is written anew */
    if (out.failed) step_screen_forget(); /* without memory it waits for the next time */
    bool shown = out.failed || write_all(attn_text_string(&out), out.length);
    attn_text_free(&out);
    return shown;
}
