/* input and output: reading to a limit; files that are whole or absent, whatever interrupts. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "files/bytes/input.h"
#include "files/bytes/open.h"
#include "files/bytes/output.h"
#include "unit.h"

static char folder[64];

/* Every test works in a folder of its own. */
static void enter_folder(void)
{
    snprintf(folder, sizeof folder, "/tmp/attnviz-test-XXXXXX");
    unit_make_folder(folder);
    ck_assert_int_eq(chdir(folder), 0);
}

static size_t count_entries(void)
{
    size_t count = 0;
    DIR *open_folder = opendir(".");
    ck_assert_ptr_nonnull(open_folder);
    for (struct dirent *entry; (entry = readdir(open_folder));)
        count += strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0;
    closedir(open_folder);
    return count;
}

static void leave_folder(void)
{
    DIR *open_folder = opendir(folder);
    ck_assert_ptr_nonnull(open_folder);
    ck_assert_int_eq(chdir(folder), 0);
    for (struct dirent *entry; (entry = readdir(open_folder));)
        if (entry->d_name[0] != '.' || entry->d_name[1] == 'a')
            if (unlink(entry->d_name) != 0) rmdir(entry->d_name);
    closedir(open_folder);
    ck_assert_int_eq(chdir("/"), 0);
    ck_assert_int_eq(rmdir(folder), 0);
}

static void holds(const char *path, const char *text)
{
    attn_input input;
    attn_status status = {0};
    ck_assert_msg(attn_input_read(&input, path, 1 << 20, &status), "%s", status.message);
    ck_assert_uint_eq(input.length, strlen(text));
    ck_assert_mem_eq(input.bytes, text, input.length);
    attn_input_close(&input);
}

/* ---- input ---- */

START_TEST(a_file_is_read_up_to_its_limit)
{
    attn_input input;
    attn_status status = {0};
    unit_write("five", "12345", 5);
    ck_assert(attn_input_read(&input, "five", 5, &status));
    ck_assert_uint_eq(input.length, 5);
    ck_assert_str_eq(input.bytes, "12345");
    ck_assert(!input.mapped);
    attn_input_close(&input);
    attn_input_close(&input);
    ck_assert(!attn_input_read(&input, "five", 4, &status));
    ck_assert_int_eq(status.code, ATTN_LIMIT);
    ck_assert_str_eq(status.file, "five");
    attn_input_close(&input);
}
END_TEST

START_TEST(large_and_empty_files_are_read)
{
    const size_t sizes[] = {0, 1, 65535, 65536, 65537, 1000000};
    char *bytes = attn_resize(NULL, 1000000);
    for (size_t i = 0; i < 1000000; i++) bytes[i] = (char)('a' + i % 23);
    for (size_t i = 0; i < COUNT(sizes); i++) {
        attn_input input, mapped;
        attn_status status = {0};
        unit_write("file", bytes, sizes[i]);
        ck_assert(attn_input_read(&input, "file", sizes[i], &status));
        ck_assert(attn_input_map(&mapped, attn_open(AT_FDCWD, "file", &status), "file", &status));
        ck_assert_uint_eq(input.length, sizes[i]);
        ck_assert_uint_eq(mapped.length, sizes[i]);
        if (sizes[i]) ck_assert_mem_eq(input.bytes, bytes, sizes[i]);
        if (sizes[i]) ck_assert_mem_eq(mapped.bytes, bytes, sizes[i]);
        ck_assert_int_eq(input.bytes[input.length], '\0');
        attn_input_close(&input);
        attn_input_close(&mapped);
    }
    attn_resize(bytes, 0);
}
END_TEST

START_TEST(devices_and_pipes_are_read)
{
    attn_input input;
    attn_status status = {0};
    ck_assert(!attn_input_read(&input, "/dev/zero", 100000, &status));
    ck_assert_int_eq(status.code, ATTN_LIMIT);
    status = (attn_status){0};
    int ends[2];
    ck_assert_int_eq(pipe(ends), 0);
    pid_t writer = fork();
    if (writer == 0) {
        for (int i = 0; i < 200; i++)
            if (write(ends[1], "x", 1) != 1) _exit(1);
        _exit(0);
    }
    close(ends[1]);
    int standard_input = dup(STDIN_FILENO);
    ck_assert_int_eq(dup2(ends[0], STDIN_FILENO), STDIN_FILENO);
    ck_assert(attn_input_read(&input, "-", 200, &status));
    dup2(standard_input, STDIN_FILENO);
    close(standard_input);
    close(ends[0]);
    ck_assert_uint_eq(input.length, 200);
    attn_input_close(&input);
    waitpid(writer, NULL, 0);
}
END_TEST

START_TEST(unreadable_things_are_named)
{
    const struct {
        const char *path;
        int error;
        bool map;
    } rows[] = {{"missing", ENOENT, false}, {"missing", ENOENT, true},
                {".", EISDIR, false},       {".", 0, true},
                {"/dev/null", 0, true},     {"", ENOENT, false},
                {"five/x", ENOTDIR, false}};
    unit_write("five", "12345", 5);
    for (size_t i = 0; i < COUNT(rows); i++) {
        attn_input input;
        attn_status status = {0};
        const char *path = rows[i].path;
        bool done = rows[i].map
                        ? attn_input_map(&input, attn_open(AT_FDCWD, path, &status), path, &status)
                        : attn_input_read(&input, path, 100, &status);
        ck_assert(!done);
        ck_assert_int_eq(status.code, ATTN_FILE);
        ck_assert_str_eq(status.file, rows[i].path);
        if (rows[i].error) ck_assert_ptr_nonnull(strstr(status.message, strerror(rows[i].error)));
        attn_input_close(&input);
    }
}
END_TEST

/* ---- output ---- */

static bool write_file(const char *path, const char *text, size_t times, attn_status *status)
{
    attn_output *output = attn_output_open(path, status);
    if (!output) return false;
    for (size_t i = 0; i < times; i++) attn_output_write(output, text, strlen(text));
    return attn_output_commit(output);
}

START_TEST(a_file_appears_whole)
{
    attn_status status = {0};
    unit_write("target", "old", 3);
    attn_output *output = attn_output_open("target", &status);
    ck_assert_ptr_nonnull(output);
    ck_assert(attn_output_write(output, "new", 3));
    holds("target", "old");
    ck_assert_uint_eq(count_entries(), 2);
    ck_assert(attn_output_commit(output));
    holds("target", "new");
    ck_assert_uint_eq(count_entries(), 1);
}
END_TEST

START_TEST(devices_and_pipes_take_what_comes)
{
    unit_write("target", "old", 3);
    ck_assert_int_eq(mkfifo("pipe", 0600), 0);
    ck_assert(attn_output_streams("/dev/null"));
    ck_assert(attn_output_streams("pipe"));
    ck_assert(!attn_output_streams("target"));
    ck_assert(!attn_output_streams("."));
    ck_assert(!attn_output_streams("absent"));
}
END_TEST

START_TEST(large_writes_arrive)
{
    attn_status status = {0};
    attn_input input;
    char *bytes = attn_resize(NULL, 200000);
    for (size_t i = 0; i < 200000; i++) bytes[i] = (char)('a' + i % 23);
    attn_output *output = attn_output_open("./target", &status);
    size_t total = 0;
    for (size_t size = 0; total + size <= 200000; size = size * 2 + 1) {
        ck_assert(attn_output_write(output, bytes + total, size));
        total += size;
    }
    ck_assert(attn_output_write(output, bytes + total, 200000 - total));
    ck_assert(attn_output_commit(output));
    ck_assert(attn_input_read(&input, "target", 200000, &status));
    ck_assert_uint_eq(input.length, 200000);
    ck_assert_mem_eq(input.bytes, bytes, 200000);
    attn_input_close(&input);
    attn_resize(bytes, 0);
}
END_TEST

START_TEST(an_abandoned_file_is_gone)
{
    attn_status status = {0};
    unit_write("target", "old", 3);
    attn_output *output = attn_output_open("target", &status);
    attn_output_write(output, "new", 3);
    attn_output_abandon(output);
    attn_output_abandon(NULL);
    holds("target", "old");
    ck_assert_uint_eq(count_entries(), 1);
    output = attn_output_open("target", &status);
    attn_fail(&status, ATTN_INPUT, "found while writing");
    ck_assert(!attn_output_write(output, "new", 3));
    ck_assert(!attn_output_commit(output));
    ck_assert_str_eq(status.message, "found while writing");
    holds("target", "old");
    ck_assert_uint_eq(count_entries(), 1);
}
END_TEST

START_TEST(a_file_that_is_replaced_keeps_its_mode)
{
    static const mode_t modes[] = {0600, 0444, 0660, 0755};
    attn_status status = {0};
    struct stat about;
    for (size_t i = 0; i < COUNT(modes); i++) {
        ck_assert(write_file("kept", "old", 1, &status));
        ck_assert_int_eq(chmod("kept", modes[i]), 0);
        ck_assert(write_file("kept", "new", 1, &status));
        holds("kept", "new");
        ck_assert_int_eq(stat("kept", &about), 0);
        ck_assert_uint_eq(about.st_mode & 0777, modes[i]);
    }
}
END_TEST

START_TEST(the_umask_decides_about_the_mode)
{
    attn_status status = {0};
    struct stat about;
    mode_t before = umask(027);
    ck_assert(write_file("a", "x", 1, &status));
    umask(077);
    ck_assert(write_file("b", "x", 1, &status));
    umask(before);
    ck_assert_int_eq(stat("a", &about), 0);
    ck_assert_uint_eq(about.st_mode & 0777, 0640);
    ck_assert_int_eq(stat("b", &about), 0);
    ck_assert_uint_eq(about.st_mode & 0777, 0600);
}
END_TEST

START_TEST(bad_targets_are_refused)
{
    char long_name[600];
    memset(long_name, 'n', sizeof long_name - 1);
    long_name[sizeof long_name - 1] = '\0';
    const struct {
        const char *path;
        int error;
    } rows[] = {{"missing/x", ENOENT},
                {".", EISDIR},
                {"file/x", ENOTDIR},
                {"", ENOENT},
                {long_name, ENAMETOOLONG}};
    unit_write("file", "x", 1);
    for (size_t i = 0; i < COUNT(rows); i++) {
        attn_status status = {0};
        ck_assert(!write_file(rows[i].path, "y", 1, &status));
        ck_assert_int_eq(status.code, ATTN_FILE);
        ck_assert_ptr_nonnull(strstr(status.message, strerror(rows[i].error)));
        ck_assert_uint_eq(count_entries(), 1);
    }
    holds("file", "x");
}
END_TEST

START_TEST(devices_are_written_through)
{
    attn_status status = {0};
    struct stat about;
    ck_assert(write_file("/dev/null", "x", 1, &status));
    ck_assert_int_eq(stat("/dev/null", &about), 0);
    ck_assert(S_ISCHR(about.st_mode));
    ck_assert(!write_file("/dev/full", "x", 1, &status));
    ck_assert_ptr_nonnull(strstr(status.message, strerror(ENOSPC)));
    ck_assert_str_eq(status.file, "/dev/full");
    ck_assert_int_eq(mkfifo("fifo", 0600), 0);
    pid_t reader = fork();
    if (reader == 0) {
        char bytes[8];
        int file = open("fifo", O_RDONLY);
        _exit(read(file, bytes, sizeof bytes) == 3 && memcmp(bytes, "xyz", 3) == 0 ? 0 : 1);
    }
    status = (attn_status){0};
    ck_assert(write_file("fifo", "xyz", 1, &status));
    int result;
    waitpid(reader, &result, 0);
    ck_assert_int_eq(result, 0);
    ck_assert_int_eq(stat("fifo", &about), 0);
    ck_assert(S_ISFIFO(about.st_mode));
}
END_TEST

START_TEST(planted_names_are_not_followed)
{
    char name[64];
    attn_status status = {0};
    unit_write("victim", "safe", 4);
    for (int n = 0; n < 3; n++) {
        snprintf(name, sizeof name, ".attnviz-%ld-%d", (long)getpid(), n);
        ck_assert_int_eq(symlink("victim", name), 0);
    }
    ck_assert(write_file("target", "x", 1, &status));
    holds("victim", "safe");
    holds("target", "x");
    ck_assert_uint_eq(count_entries(), 5);
}
END_TEST

START_TEST(a_full_disk_leaves_nothing)
{
    attn_status status = {0};
    struct rlimit before, limit;
    unit_write("target", "old", 3);
    attn_output_signals(NULL); /* SIGXFSZ is a write error from here on */
    ck_assert_int_eq(getrlimit(RLIMIT_FSIZE, &before), 0);
    limit = before;
    limit.rlim_cur = 100000;
    ck_assert_int_eq(setrlimit(RLIMIT_FSIZE, &limit), 0);
    ck_assert(!write_file("target", "0123456789", 20000, &status));
    setrlimit(RLIMIT_FSIZE, &before);
    ck_assert_int_eq(status.code, ATTN_FILE);
    ck_assert_ptr_nonnull(strstr(status.message, strerror(EFBIG)));
    holds("target", "old");
    ck_assert_uint_eq(count_entries(), 1);
}
END_TEST

static const int deadly[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGXCPU, SIGABRT, SIGTRAP};
static attn_output *in_work[2]; /* of the child that dies */

START_TEST(a_signal_leaves_nothing)
{
    unit_write("target", "old", 3);
    pid_t child = fork();
    if (child == 0) {
        attn_status status = {0};
        signal(deadly[_i], SIG_DFL); /* also where it was ignored around us */
        attn_output_signals(NULL);
        in_work[0] = attn_output_open("target", &status);
        in_work[1] = attn_output_open("other", &status);
        attn_output_write(in_work[0], "new", 3);
        attn_output_write(in_work[1], "new", 3);
        kill(getpid(), deadly[_i]);
        _exit(0);
    }
    int result;
    waitpid(child, &result, 0);
    ck_assert(WIFSIGNALED(result));
    ck_assert_int_eq(WTERMSIG(result), deadly[_i]);
    holds("target", "old");
    ck_assert_uint_eq(count_entries(), 1);
}
END_TEST

START_TEST(an_ignored_signal_stays_ignored)
{
    signal(SIGHUP, SIG_IGN);
    attn_output_signals(NULL);
    ck_assert_int_eq(kill(getpid(), SIGHUP), 0);
    signal(SIGHUP, SIG_DFL);
}
END_TEST

START_TEST(too_many_at_once_are_refused)
{
    attn_status status = {0};
    attn_output *open_ones[20] = {0};
    size_t count = 0;
    char name[8];
    do {
        snprintf(name, sizeof name, "f%zu", count);
        open_ones[count] = attn_output_open(name, &status);
    } while (open_ones[count] && ++count < 20);
    ck_assert_uint_eq(count, 8);
    ck_assert_int_eq(status.code, ATTN_LIMIT);
    for (size_t i = 0; i < count; i++) attn_output_abandon(open_ones[i]);
    ck_assert_uint_eq(count_entries(), 0);
    status = (attn_status){0};
    ck_assert(write_file("again", "x", 1, &status));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("io");
    TCase *tests = tcase_create("io");
    tcase_add_checked_fixture(tests, enter_folder, leave_folder);
    tcase_add_test(tests, a_file_is_read_up_to_its_limit);
    tcase_add_test(tests, large_and_empty_files_are_read);
    tcase_add_test(tests, devices_and_pipes_are_read);
    tcase_add_test(tests, unreadable_things_are_named);
    tcase_add_test(tests, a_file_appears_whole);
    tcase_add_test(tests, devices_and_pipes_take_what_comes);
    tcase_add_test(tests, large_writes_arrive);
    tcase_add_test(tests, an_abandoned_file_is_gone);
    tcase_add_test(tests, a_file_that_is_replaced_keeps_its_mode);
    tcase_add_test(tests, the_umask_decides_about_the_mode);
    tcase_add_test(tests, bad_targets_are_refused);
    tcase_add_test(tests, devices_are_written_through);
    tcase_add_test(tests, planted_names_are_not_followed);
    tcase_add_test(tests, a_full_disk_leaves_nothing);
    tcase_add_loop_test(tests, a_signal_leaves_nothing, 0, COUNT(deadly));
    tcase_add_test(tests, an_ignored_signal_stays_ignored);
    tcase_add_test(tests, too_many_at_once_are_refused);
    suite_add_tcase(suite, tests);
    return unit_run(suite);
}
