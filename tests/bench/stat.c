/*
 * stat: whole processes measured in turn, A B A B …, as the kernel accounts them.
 *
 *     stat [-n ROUNDS] [-w WARM-UP ROUNDS] -- COMMAND WORD … [-- COMMAND WORD …] …
 *
 * One line for each command, in their order:
 *
 *     WALL MIN MAX  CPU  PEAK  RATIO MIN MAX
 *
 * WALL is the median in ms between starting the process and its end, CPU its user and system time
 * in ms, PEAK its largest resident memory in KiB. RATIO is the median over the rounds of the
 * command's wall time divided by the first command's in the same round. This program stays small,
 * because a child's peak begins with what its parent held when it forked. Standard output of the
 * commands is dropped.
 */
#define _DEFAULT_SOURCE
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { MOST_COMMANDS = 8, MOST_ROUNDS = 999 };

static double walls[MOST_COMMANDS][MOST_ROUNDS], cpus[MOST_COMMANDS][MOST_ROUNDS];
static double peaks[MOST_COMMANDS][MOST_ROUNDS];

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return 1e3 * (double)t.tv_sec + 1e-6 * (double)t.tv_nsec;
}

static double milliseconds(struct timeval t)
{
    return 1e3 * (double)t.tv_sec + 1e-3 * (double)t.tv_usec;
}

static void become(char **words)
{
    int nothing = open("/dev/null", O_RDWR);
    dup2(nothing, STDIN_FILENO);
    dup2(nothing, STDOUT_FILENO);
    execvp(words[0], words);
    perror(words[0]);
    _exit(127);
}

static void run(char **words, double *wall, double *cpu, double *peak)
{
    int status;
    struct rusage use;
    double start = now();
    pid_t child = fork();
    if (child == 0) become(words);
    if (child < 0 || wait4(child, &status, 0, &use) < 0) {
        perror("stat");
        exit(1);
    }
    *wall = now() - start;
    *cpu = milliseconds(use.ru_utime) + milliseconds(use.ru_stime);
    *peak = (double)use.ru_maxrss;
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
        fprintf(stderr, "stat: %s failed\n", words[0]);
        exit(1);
    }
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Sorts them. */
static double median(double *values, int count)
{
    qsort(values, (size_t)count, sizeof *values, compare);
    return values[count / 2];
}

static void report(int commands, int rounds)
{
    static double ratios[MOST_COMMANDS][MOST_ROUNDS];
    for (int c = 0; c < commands; c++) {
        for (int r = 0; r < rounds; r++) ratios[c][r] = walls[c][r] / walls[0][r];
    }
    for (int c = 0; c < commands; c++) {
        double wall = median(walls[c], rounds), ratio = median(ratios[c], rounds);
        printf("%.3f %.3f %.3f  %.3f  %.0f  %.4f %.4f %.4f\n", wall, walls[c][0],
               walls[c][rounds - 1], median(cpus[c], rounds), median(peaks[c], rounds), ratio,
               ratios[c][0], ratios[c][rounds - 1]);
    }
}

/* Cuts the words at each "--". */
static int read_commands(char **words, char ***commands)
{
    int count = 0;
    for (; *words && count < MOST_COMMANDS; count++) {
        commands[count] = words;
        while (*words && strcmp(*words, "--") != 0) words++;
        if (commands[count] == words) return 0;
        if (*words) *words++ = NULL;
    }
    return *words ? 0 : count;
}

int main(int argc, char **argv)
{
    int rounds = 11, warm = 2, option;
    char **commands[MOST_COMMANDS];
    while ((option = getopt(argc, argv, "+n:w:")) != -1) {
        if (option == 'n') rounds = atoi(optarg);
        if (option == 'w') warm = atoi(optarg);
        if (option == '?') return 2;
    }
    int count = read_commands(argv + optind, commands);
    if (count == 0 || rounds < 1 || rounds > MOST_ROUNDS) {
        fputs("stat [-n ROUNDS] [-w ROUNDS] -- COMMAND … [-- COMMAND …] …\n", stderr);
        return 2;
    }
    for (int r = -warm; r < rounds; r++) {
        for (int c = 0; c < count; c++) {
            int slot = r < 0 ? 0 : r;
            run(commands[c], &walls[c][slot], &cpus[c][slot], &peaks[c][slot]);
        }
    }
    report(count, rounds);
    return 0;
}
