/* open and output: names below a folder that leave it, and outputs that are links. */
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>

#include "files/bytes/byte_reader.h"
#include "files/bytes/input.h"
#include "files/bytes/open.h"
#include "files/bytes/output.h"
#include "unit.h"

/* Every test works in a folder of its own: "box", and "out" beside it, where nothing is to be read
 * and nothing may change. */
static char folder[64];
static int box;

static void make_files(void)
{
    snprintf(folder, sizeof folder, "/tmp/attnviz-test-XXXXXX");
    unit_make_folder(folder);
    ck_assert_int_eq(chdir(folder), 0);
    ck_assert_int_eq(mkdir("box", 0700) + mkdir("box/a", 0700) + mkdir("box/a/b", 0700), 0);
    ck_assert_int_eq(mkdir("out", 0700), 0);
    unit_write_text("out/canary", "secret");
    unit_write_text("box/own", "own");
    unit_write_text("box/a/b/deep", "deep");
    box = open("box", O_RDONLY | O_DIRECTORY);
    ck_assert_int_ge(box, 0);
}

static int drop(const char *path, const struct stat *about, int kind, struct FTW *place)
{
    (void)about, (void)kind, (void)place;
    return remove(path);
}

static void holds(const char *path, const char *text)
{
    size_t length;
    char *bytes = unit_read(path, &length);
    ck_assert_str_eq(bytes, text);
    free(bytes);
}

static size_t entries(const char *path)
{
    struct stat about;
    size_t count = 0;
    char command[128];
    snprintf(command, sizeof command, "ls -A %s | wc -l", path);
    FILE *told = popen(command, "r");
    ck_assert_int_eq(fscanf(told, "%zu", &count), 1);
    pclose(told);
    ck_assert_int_eq(stat(path, &about), 0);
    return count;
}

static void remove_files(void)
{
    close(box);
    holds("out/canary", "secret");
    ck_assert_uint_eq(entries("out"), 1);
    ck_assert_int_eq(nftw(folder, drop, 8, FTW_DEPTH | FTW_PHYS), 0);
    ck_assert_int_eq(chdir("/"), 0);
}

/* ---- names ---- */

START_TEST(names_that_stay_are_told_by_their_letters)
{
    static const char *const stay[] = {"a",        "a/b", "./a", "a//b",  "a/./b", ".a",
                                       "a/.b",     "...", "..a", "a../b", "a/...", "a\\..\\b",
                                       "%2e%2e/a", " ",   "~/a", ".//a",  "a/..b"};
    static const char *const leave[] = {
        "",    "/", "/a", "..",  "../a", "a/..",  "a/../b", "./..",          "a/",
        "a//", ".", "./", "a/.", "//a",  "a//..", "./../a", "a/b/../../../c"};
    for (size_t i = 0; i < COUNT(stay); i++)
        ck_assert_msg(attn_name_stays(stay[i]), "'%s' stays", stay[i]);
    for (size_t i = 0; i < COUNT(leave); i++)
        ck_assert_msg(!attn_name_stays(leave[i]), "'%s' leaves", leave[i]);
}
END_TEST

/* ---- reading below a folder ---- */

static void reads(const char *name, const char *text)
{
    attn_status status = {0};
    attn_input input;
    int file = attn_open_below(box, name, &status);
    ck_assert_msg(attn_input_take(&input, file, name, 100, &status), "%s: %s", name,
                  status.message);
    ck_assert_str_eq(input.bytes, text);
    attn_input_close(&input);
}

static void refuses(const char *name, const char *message)
{
    attn_status status = {0};
    ck_assert_int_eq(attn_open_below(box, name, &status), -1);
    ck_assert_int_eq(status.code, ATTN_FILE);
    ck_assert_msg(strstr(status.message, message) != NULL, "%s: %s", name, status.message);
}

START_TEST(files_below_a_folder_are_read)
{
    reads("own", "own");
    reads("./own", "own");
    reads("a/b/deep", "deep");
    reads("a//b/./deep", "deep");
    refuses("none", strerror(ENOENT));
    refuses("own/x", strerror(ENOTDIR));
    refuses("../out/canary", strerror(EINVAL));
    refuses("/etc/passwd", strerror(EINVAL));
    refuses("a/b", "this is a folder: name a file in it");
    attn_status status = {0};
    attn_open_below(box, "a/none/x", &status);
    ck_assert_int_eq(errno, ENOENT);
    char long_name[400];
    memset(long_name, 'n', sizeof long_name - 1);
    long_name[sizeof long_name - 1] = '\0';
    refuses(long_name, strerror(ENAMETOOLONG));
}
END_TEST

START_TEST(links_are_refused_wherever_they_stand)
{
    static const struct {
        const char *leads, *link, *name, *message;
    } rows[] = {{"../out/canary", "box/l", "l", "this is a symbolic link"},
                {"own", "box/l", "l", "this is a symbolic link"},
                {"nowhere", "box/l", "l", "this is a symbolic link"},
                {"l", "box/l", "l", "this is a symbolic link"},
                {"/dev/zero", "box/l", "l", "this is a symbolic link"},
                {"../out", "box/l", "l/canary", "'l' is a symbolic link"},
                {"../../out", "box/a/l", "a/l/canary", "'a/l' is a symbolic link"},
                {"../../out", "box/a/l", "./a//l/canary", "'./a//l' is a symbolic link"},
                {"a", "box/l", "l/b/deep", "'l' is a symbolic link"},
                {"nowhere", "box/l", "l/x", "'l' is a symbolic link"}};
    for (size_t i = 0; i < COUNT(rows); i++) {
        ck_assert_int_eq(symlink(rows[i].leads, rows[i].link), 0);
        refuses(rows[i].name, rows[i].message);
        ck_assert_int_eq(unlink(rows[i].link), 0);
    }
}
END_TEST

/* It is opened, and then there is nothing to read. */
START_TEST(a_folder_is_no_source)
{
    attn_status status = {0};
    ck_assert_ptr_null(attn_byte_reader_open("box", &status));
    ck_assert_int_eq(status.code, ATTN_FILE);
    ck_assert_ptr_nonnull(strstr(status.message, strerror(EISDIR)));
}
END_TEST

/* A pipe that nobody writes is not waited for. */
START_TEST(what_is_no_file_is_refused)
{
    struct sockaddr_un place = {.sun_family = AF_UNIX, .sun_path = "box/socket"};
    int server = socket(AF_UNIX, SOCK_STREAM, 0);
    ck_assert_int_eq(bind(server, (struct sockaddr *)&place, sizeof place), 0);
    ck_assert_int_eq(mkfifo("box/pipe", 0600), 0);
    refuses("socket", "this is a device, a pipe or a socket");
    refuses("pipe", "this is a device, a pipe or a socket");
    close(server);
}
END_TEST

/* Whoever has the folder has it, whatever its name leads to by now. */
START_TEST(a_folder_that_is_exchanged_is_not_followed)
{
    ck_assert_int_eq(rename("box", "moved"), 0);
    ck_assert_int_eq(symlink("out", "box"), 0);
    reads("own", "own");
    refuses("canary", strerror(ENOENT));
}
END_TEST

/* ---- writing below a folder ---- */

static attn_output *begin(const char *name, attn_status *status)
{
    char path[80];
    snprintf(path, sizeof path, "box/%s", name);
    return attn_output_below(box, name, path, status);
}

static void writes(const char *name)
{
    char path[80];
    attn_status status = {0};
    attn_output *output = begin(name, &status);
    snprintf(path, sizeof path, "box/%s", name);
    ck_assert_msg(output != NULL, "%s", status.message);
    ck_assert(attn_output_write(output, "new", 3));
    ck_assert_msg(attn_output_commit(output), "%s", status.message);
    holds(path, "new");
}

static void writes_not(const char *name, const char *message)
{
    attn_status status = {0};
    ck_assert_ptr_null(begin(name, &status));
    ck_assert_int_eq(status.code, ATTN_FILE);
    ck_assert_msg(strstr(status.message, message) != NULL, "%s: %s", name, status.message);
}

START_TEST(files_below_a_folder_are_written)
{
    struct stat about;
    ck_assert_int_eq(chmod("box/own", 0640), 0);
    writes("own");
    writes("a/b/new");
    ck_assert_int_eq(stat("box/own", &about), 0);
    ck_assert_uint_eq(about.st_mode & 0777, 0640);
    ck_assert_uint_eq(entries("box"), 2);
    ck_assert_uint_eq(entries("box/a/b"), 2);
    writes_not("none/x", "make its folder first");
    writes_not("../out/x", strerror(EINVAL));
    writes_not("a", "this is a folder");
}
END_TEST

START_TEST(links_below_a_folder_are_not_written)
{
    ck_assert_int_eq(symlink("../out/canary", "box/l"), 0);
    ck_assert_int_eq(symlink("../out/none", "box/dangling"), 0);
    ck_assert_int_eq(symlink("../out", "box/f"), 0);
    ck_assert_int_eq(mkfifo("box/pipe", 0600), 0);
    writes_not("l",
               "this is a symbolic link, which could lead out of the lesson's folder: remove it");
    writes_not("dangling", "this is a symbolic link");
    writes_not("f/canary", "'f' is a symbolic link");
    writes_not("f/new", "'f' is a symbolic link");
    writes_not("pipe", "this is a device, a pipe or a socket");
    ck_assert_uint_eq(entries("box"), 6);
}
END_TEST

/* From the beginning of a file to its end, its folder becomes a link. */
START_TEST(a_folder_that_is_exchanged_is_not_written)
{
    attn_status status = {0};
    attn_output *below = begin("a/new", &status), *named = attn_output_open("box/a/too", &status);
    ck_assert_msg(below && named, "%s", status.message);
    ck_assert_int_eq(rename("box/a", "box/moved"), 0);
    ck_assert_int_eq(symlink("../out", "box/a"), 0);
    ck_assert(attn_output_write(below, "new", 3) && attn_output_write(named, "too", 3));
    ck_assert(attn_output_commit(below) && attn_output_commit(named));
    holds("box/moved/new", "new");
    holds("box/moved/too", "too");
    ck_assert_uint_eq(entries("box/moved"), 3);
}
END_TEST

/* ---- outputs that are links ---- */

static bool write_word(const char *path, attn_status *status)
{
    attn_output *output = attn_output_open(path, status);
    return output && attn_output_write(output, "word", 4) && attn_output_commit(output);
}

static bool is_link(const char *path)
{
    struct stat about;
    return lstat(path, &about) == 0 && S_ISLNK(about.st_mode);
}

START_TEST(a_link_is_replaced_itself)
{
    static const char *const leads[] = {"out/canary", "out/none", "nowhere/none", "link"};
    for (size_t i = 0; i < COUNT(leads); i++) {
        attn_status status = {0};
        ck_assert_int_eq(symlink(leads[i], "link"), 0);
        ck_assert_msg(write_word("link", &status), "%s", status.message);
        ck_assert(!is_link("link"));
        holds("link", "word");
        ck_assert_int_eq(unlink("link"), 0);
    }
}
END_TEST

/* What nobody else may read does not become readable through a link to it. */
START_TEST(the_mode_behind_a_link_is_kept)
{
    attn_status status = {0};
    struct stat about;
    ck_assert_int_eq(chmod("out/canary", 0600), 0);
    ck_assert_int_eq(symlink("out/canary", "link"), 0);
    ck_assert(write_word("link", &status));
    ck_assert_int_eq(stat("link", &about), 0);
    ck_assert_uint_eq(about.st_mode & 0777, 0600);
}
END_TEST

START_TEST(a_link_to_a_folder_is_refused)
{
    attn_status status = {0};
    ck_assert_int_eq(symlink("out", "link"), 0);
    ck_assert(!write_word("link", &status));
    ck_assert_ptr_nonnull(strstr(status.message, strerror(EISDIR)));
    ck_assert(is_link("link"));
}
END_TEST

START_TEST(a_link_to_a_pipe_or_a_device_is_written_through)
{
    attn_status status = {0};
    ck_assert_int_eq(mkfifo("pipe", 0600), 0);
    ck_assert_int_eq(symlink("pipe", "link"), 0);
    ck_assert_int_eq(symlink("/dev/null", "null"), 0);
    pid_t reader = fork();
    if (reader == 0) {
        char bytes[8];
        int file = open("pipe", O_RDONLY);
        _exit(read(file, bytes, sizeof bytes) == 4 && memcmp(bytes, "word", 4) == 0 ? 0 : 1);
    }
    ck_assert_msg(write_word("link", &status), "%s", status.message);
    int result;
    waitpid(reader, &result, 0);
    ck_assert_int_eq(result, 0);
    ck_assert_msg(write_word("null", &status), "%s", status.message);
    ck_assert(is_link("link") && is_link("null"));
    ck_assert(attn_output_streams("link") && attn_output_streams("null"));
}
END_TEST

/* Behind what stands there already, whatever the name. */
START_TEST(files_of_the_program_are_written_through)
{
    char by_number[32];
    attn_status status = {0};
    unit_write_text("log", "first ");
    int log = open("log", O_WRONLY | O_APPEND), before = dup(STDOUT_FILENO);
    snprintf(by_number, sizeof by_number, "/dev/fd/%d", log);
    ck_assert_int_eq(symlink(by_number, "to-number"), 0);
    ck_assert_int_eq(symlink("to-number", "to-link"), 0);
    ck_assert_msg(write_word(by_number, &status), "%s", status.message);
    ck_assert_msg(write_word("to-link", &status), "%s", status.message);
    holds("log", "first wordword");
    ck_assert_int_eq(symlink("/dev/stdout", "to-stdout"), 0);
    fflush(stdout);
    ck_assert_int_eq(dup2(log, STDOUT_FILENO), STDOUT_FILENO);
    bool done = write_word("/dev/stdout", &status) && write_word("to-stdout", &status) &&
                write_word("log", &status);
    ck_assert_int_eq(dup2(before, STDOUT_FILENO), STDOUT_FILENO);
    ck_assert_msg(done, "%s", status.message);
    holds("log", "first wordwordwordwordword");
    ck_assert(is_link("to-number") && is_link("to-link") && is_link("to-stdout"));
    close(log);
    close(before);
    ck_assert(!write_word("/dev/fd/999", &status));
    ck_assert_ptr_nonnull(strstr(status.message, strerror(EBADF)));
}
END_TEST

static bool changes(const char *output, const char *file)
{
    struct stat changed, about;
    ck_assert_int_eq(lstat(file, &about), 0);
    return attn_output_changes(output, &changed) && changed.st_ino == about.st_ino &&
           changed.st_dev == about.st_dev;
}

START_TEST(what_an_output_changes_is_told)
{
    struct stat about;
    ck_assert_int_eq(symlink("box/own", "link"), 0);
    ck_assert_int_eq(symlink("/dev/null", "null"), 0);
    ck_assert(changes("box/own", "box/own"));
    ck_assert(changes("link", "link"));
    ck_assert(!changes("link", "box/own"));
    ck_assert(changes("null", "/dev/null"));
    ck_assert(!attn_output_changes("box/none", &about));
    ck_assert(!attn_output_changes("none/none", &about));
    ck_assert(attn_output_changes("/dev/stdout", &about));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("open");
    TCase *tests = tcase_create("open");
    tcase_add_checked_fixture(tests, make_files, remove_files);
    tcase_add_test(tests, names_that_stay_are_told_by_their_letters);
    tcase_add_test(tests, files_below_a_folder_are_read);
    tcase_add_test(tests, links_are_refused_wherever_they_stand);
    tcase_add_test(tests, a_folder_is_no_source);
    tcase_add_test(tests, what_is_no_file_is_refused);
    tcase_add_test(tests, a_folder_that_is_exchanged_is_not_followed);
    tcase_add_test(tests, files_below_a_folder_are_written);
    tcase_add_test(tests, links_below_a_folder_are_not_written);
    tcase_add_test(tests, a_folder_that_is_exchanged_is_not_written);
    tcase_add_test(tests, a_link_is_replaced_itself);
    tcase_add_test(tests, the_mode_behind_a_link_is_kept);
    tcase_add_test(tests, a_link_to_a_folder_is_refused);
    tcase_add_test(tests, a_link_to_a_pipe_or_a_device_is_written_through);
    tcase_add_test(tests, files_of_the_program_are_written_through);
    tcase_add_test(tests, what_an_output_changes_is_told);
    suite_add_tcase(suite, tests);
    return unit_run(suite);
}
