/* png: what is written is read back by libpng's simplified reader; faults leave no file. Films too,
 * of which that reader sees the still picture. */
#include <png.h>

#include "files/png/png_film.h"
#include "scarce.h"

static char path[] = "/tmp/attnviz-png-XXXXXX";

/* A name alone: some tests look whether a file is there. */
static void make_path(void)
{
    unit_make_file(path);
    unlink(path);
}

static void remove_path(void)
{
    unlink(path);
}

struct pattern {
    size_t width, stop_at, rows_asked;
    attn_status *status;
};

static uint8_t sample(size_t x, size_t y, size_t channel)
{
    return (uint8_t)((x * 7 + y * 13 + channel * 101) * (x + 31 * y) >> 3); /* hard to compress */
}

static bool fill(void *user, size_t y, uint8_t *pixels)
{
    struct pattern *pattern = user;
    ck_assert_uint_eq(y, pattern->rows_asked++);
    if (y == pattern->stop_at) return attn_fail(pattern->status, ATTN_INPUT, "stopped at %zu", y);
    for (size_t x = 0; x < pattern->width; x++)
        for (size_t c = 0; c < 3; c++) pixels[3 * x + c] = sample(x, y, c);
    return true;
}

static bool write_png(const char *target, size_t width, size_t height, struct pattern *pattern,
                      const char *const *text, attn_status *status)
{
    attn_png asked = {.width = width, .height = height, .row = fill, .user = pattern, .text = text};
    return attn_png_write(target, &asked, status);
}

static void compare(size_t width, size_t height)
{
    png_image image = {.version = PNG_IMAGE_VERSION};
    ck_assert(png_image_begin_read_from_file(&image, path));
    ck_assert_uint_eq(image.width, width);
    ck_assert_uint_eq(image.height, height);
    ck_assert_uint_eq(image.format, PNG_FORMAT_RGB);
    uint8_t *pixels = attn_resize(NULL, PNG_IMAGE_SIZE(image));
    ck_assert(png_image_finish_read(&image, NULL, pixels, 0, NULL));
    size_t wrong = 0;
    for (size_t i = 0; i < width * height * 3; i++)
        wrong += pixels[i] != sample(i / 3 % width, i / 3 / width, i % 3);
    ck_assert_uint_eq(wrong, 0);
    attn_resize(pixels, 0);
}

static const size_t sizes[][2] = {{1, 1}, {3, 2}, {1, 500}, {500, 1}, {1000, 700}, {100001, 2}};

START_TEST(pixels_are_read_back)
{
    attn_status status = {0};
    struct pattern pattern = {sizes[_i][0], SIZE_MAX, 0, &status};
    bool done = write_png(path, sizes[_i][0], sizes[_i][1], &pattern, NULL, &status);
    ck_assert_msg(done, "%s", status.message);
    compare(sizes[_i][0], sizes[_i][1]);
}
END_TEST

START_TEST(texts_stand_in_the_file)
{
    attn_status status = {0};
    struct pattern pattern = {2, SIZE_MAX, 0, &status};
    const char *const text[] = {"Title", "A heatmap", "Words", "我爱水课", "Empty", "", NULL};
    ck_assert(write_png(path, 2, 2, &pattern, text, &status));
    compare(2, 2);
    size_t length;
    char *bytes = unit_read(path, &length);
    const char *const parts[] = {"tEXtTitle\0A heatmap", "iTXtWords\0\0\0\0\0我爱水课"};
    const size_t lengths[] = {19, 26};
    for (size_t i = 0; i < 2; i++) {
        size_t found = 0;
        for (size_t at = 0; at + lengths[i] <= length; at++)
            found += memcmp(bytes + at, parts[i], lengths[i]) == 0;
        ck_assert_uint_eq(found, 1);
    }
    free(bytes);
}
END_TEST

static bool fill_table(void *user, size_t y, uint8_t *pixels)
{
    struct pattern *pattern = user;
    for (size_t x = 0; x < pattern->width; x++) pixels[x] = (uint8_t)((x * y + x) % 200);
    return true;
}

START_TEST(a_table_of_colours_is_read_back)
{
    attn_status status = {0};
    struct pattern pattern = {.width = 300};
    uint8_t colors[200][3], *pixels = malloc(300 * 100 * 3);
    for (size_t i = 0; i < 200; i++)
        for (size_t c = 0; c < 3; c++) colors[i][c] = (uint8_t)(i * (c + 1) + 40 * c);
    attn_png asked = {.width = 300, .height = 100, .row = fill_table, .user = &pattern};
    asked.color_count = 200;
    asked.colors = (const uint8_t(*)[3])colors;
    ck_assert_msg(attn_png_write(path, &asked, &status), "%s", status.message);
    png_image image = {.version = PNG_IMAGE_VERSION};
    ck_assert(png_image_begin_read_from_file(&image, path));
    ck_assert_uint_eq(image.format, PNG_FORMAT_RGB_COLORMAP);
    image.format = PNG_FORMAT_RGB;
    ck_assert(png_image_finish_read(&image, NULL, pixels, 0, NULL));
    for (size_t i = 0; i < 300 * 100; i++) {
        size_t x = i % 300, y = i / 300;
        ck_assert_mem_eq(pixels + 3 * i, colors[(x * y + x) % 200], 3);
    }
    free(pixels);
    asked.color_count = 257;
    ck_assert(!attn_png_write(path, &asked, &status));
    ck_assert_int_eq(status.code, ATTN_LIMIT);
}
END_TEST

/* Writes a picture with this chunk, and reads the chunk back; NULL if there is none. */
static const uint8_t *chunk_back(const uint8_t *bytes, size_t length, size_t most, size_t *got,
                                 attn_arena *arena, attn_status *status)
{
    struct pattern pattern = {20, SIZE_MAX, 0, status};
    attn_png asked = {.width = 20, .height = 20, .row = fill, .user = &pattern};
    asked.chunk_type = "teSt";
    asked.chunk = bytes;
    asked.chunk_length = length;
    ck_assert_msg(attn_png_write(path, &asked, status), "%s", status->message);
    size_t file_length;
    char *file = unit_read(path, &file_length);
    attn_png_search found = {
        .bytes = file, .name = "x.png", .length = file_length, .chunk_type = "teSt", .most = most};
    attn_png_find(&found, arena, status);
    free(file);
    *got = found.chunk_length;
    return found.chunk;
}

START_TEST(a_chunk_is_read_back)
{
    static uint8_t bytes[50000];
    attn_status status = {0};
    attn_arena *arena = attn_arena_new(&status);
    size_t got;
    for (size_t i = 0; i < sizeof bytes; i++) bytes[i] = (uint8_t)(i * i >> 4);
    const uint8_t *chunk =
        chunk_back(bytes, sizeof bytes, sizeof bytes + 100, &got, arena, &status);
    ck_assert_msg(chunk != NULL, "%s", status.message);
    ck_assert_uint_eq(got, sizeof bytes);
    ck_assert_mem_eq(chunk, bytes, sizeof bytes);
    ck_assert_ptr_null(chunk_back(bytes, 0, 1000, &got, arena, &status));
    ck_assert(attn_ok(&status));
    ck_assert_ptr_null(chunk_back(bytes, sizeof bytes, 40000, &got, arena, &status));
    ck_assert(attn_ok(&status));
    attn_arena_free(arena);
}
END_TEST

START_TEST(the_same_picture_has_the_same_bytes)
{
    char *bytes[2];
    size_t length[2];
    for (size_t i = 0; i < 2; i++) {
        attn_status status = {0};
        struct pattern pattern = {40, SIZE_MAX, 0, &status};
        ck_assert(write_png(path, 40, 40, &pattern, NULL, &status));
        bytes[i] = unit_read(path, &length[i]);
    }
    ck_assert_uint_eq(length[0], length[1]);
    ck_assert_mem_eq(bytes[0], bytes[1], length[0]);
    free(bytes[0]);
    free(bytes[1]);
}
END_TEST

START_TEST(impossible_sizes_are_refused)
{
    const size_t bad[][2] = {{0, 1}, {1, 0}, {1000001, 1}, {1, 1000001}, {SIZE_MAX, SIZE_MAX}};
    for (size_t i = 0; i < COUNT(bad); i++) {
        attn_status status = {0};
        struct pattern pattern = {1, SIZE_MAX, 0, &status};
        ck_assert(!write_png(path, bad[i][0], bad[i][1], &pattern, NULL, &status));
        ck_assert_int_eq(status.code, ATTN_LIMIT);
        ck_assert_str_eq(status.file, path);
        ck_assert_int_ne(access(path, F_OK), 0);
    }
}
END_TEST

START_TEST(bad_keywords_are_refused)
{
    char long_word[81];
    memset(long_word, 'k', 80);
    long_word[80] = '\0';
    const char *const bad[] = {"", "é", long_word};
    for (size_t i = 0; i < 3; i++) {
        attn_status status = {0};
        struct pattern pattern = {1, SIZE_MAX, 0, &status};
        const char *const text[] = {bad[i], "x", NULL};
        ck_assert(!write_png(path, 1, 1, &pattern, text, &status));
        ck_assert_int_eq(status.code, ATTN_USAGE);
        ck_assert_int_ne(access(path, F_OK), 0);
    }
}
END_TEST

START_TEST(a_stopped_picture_is_absent)
{
    attn_status status = {0};
    struct pattern pattern = {100, 60, 0, &status};
    ck_assert(!write_png(path, 100, 100, &pattern, NULL, &status));
    ck_assert_str_eq(status.message, "stopped at 60");
    ck_assert_uint_eq(pattern.rows_asked, 61);
    ck_assert_int_ne(access(path, F_OK), 0);
}
END_TEST

START_TEST(a_write_error_is_reported)
{
    attn_status status = {0};
    struct pattern pattern = {1000, SIZE_MAX, 0, &status};
    ck_assert(!write_png("/dev/full", 1000, 1000, &pattern, NULL, &status));
    ck_assert_int_eq(status.code, ATTN_FILE);
    ck_assert_str_eq(status.file, "/dev/full");
    ck_assert_ptr_nonnull(strstr(status.message, "No space left"));
    ck_assert_uint_lt(pattern.rows_asked, 1000);
}
END_TEST

static bool write_some(attn_status *status)
{
    const char *const text[] = {"Title", "x", "Words", "我", NULL};
    struct pattern pattern = {20, SIZE_MAX, 0, status};
    bool done = write_png(path, 20, 20, &pattern, text, status);
    ck_assert_int_eq(done, access(path, F_OK) == 0);
    return done;
}

START_TEST(every_allocation_may_fail)
{
    scarce_each(write_some);
    compare(20, 20);
}
END_TEST

/* ---- films ---- */

static const uint8_t ground[3] = {9, 8, 7};

static bool fill_two(void *user, size_t y, uint8_t *pixels)
{
    struct pattern *pattern = user;
    ck_assert_uint_eq(y, pattern->rows_asked++);
    if (y == pattern->stop_at) return attn_fail(pattern->status, ATTN_INPUT, "stopped at %zu", y);
    for (size_t x = 0; x < pattern->width; x++) pixels[x] = (uint8_t)((x + y) % 2);
    return true;
}

/* A still picture and then two, each of a table of two colours, narrower and lower than the film;
 * the row `stop_at` of the first cannot be made. */
static bool write_film(const char *target, size_t announced, size_t stop_at, attn_status *status)
{
    static const uint8_t colors[2][3] = {{200, 100, 50}, {1, 2, 3}};
    struct pattern pattern = {.width = 5, .stop_at = stop_at, .status = status};
    attn_png picture = {.width = 5, .height = 4, .row = fill_two, .user = &pattern};
    picture.color_count = 2;
    picture.colors = colors;
    attn_png_film *film = attn_png_film_open(target, 7, 6, announced, ground, status);
    bool done = film != NULL;
    for (size_t i = 0; i < 3 && done; i++) {
        done = attn_png_film_add(film, &picture, 40);
        pattern.rows_asked = 0;
    }
    if (done) return attn_png_film_commit(film);
    attn_png_film_abandon(film);
    return false;
}

/* How often these four letters stand in the file. */
static size_t count_chunks(const char *type)
{
    size_t length, found = 0;
    char *bytes = unit_read(path, &length);
    for (size_t at = 0; at + 4 <= length; at++) found += memcmp(bytes + at, type, 4) == 0;
    free(bytes);
    return found;
}

START_TEST(a_film_holds_its_still_picture_and_all_others)
{
    static const uint8_t colors[2][3] = {{200, 100, 50}, {1, 2, 3}};
    attn_status status = {0};
    uint8_t pixels[7 * 6 * 3];
    png_image image = {.version = PNG_IMAGE_VERSION};
    ck_assert_msg(write_film(path, 2, SIZE_MAX, &status), "%s", status.message);
    ck_assert(png_image_begin_read_from_file(&image, path));
    ck_assert_uint_eq(image.width, 7);
    ck_assert_uint_eq(image.height, 6);
    ck_assert(png_image_finish_read(&image, NULL, pixels, 0, NULL));
    for (size_t i = 0; i < 42; i++) {
        size_t x = i % 7, y = i / 7;
        ck_assert_mem_eq(pixels + 3 * i, x < 5 && y < 4 ? colors[(x + y) % 2] : ground, 3);
    }
    ck_assert_uint_eq(count_chunks("acTL"), 1);
    ck_assert_uint_eq(count_chunks("fcTL"), 2);
    ck_assert_uint_eq(count_chunks("fdAT"), 2);
}
END_TEST

static void check_no_film(const attn_status *status, attn_code code, const char *message)
{
    ck_assert_int_eq(status->code, code);
    ck_assert_msg(strstr(status->message, message) != NULL, "%s", status->message);
    ck_assert_int_ne(access(path, F_OK), 0);
}

START_TEST(a_film_that_is_not_whole_is_absent)
{
    attn_status status = {0};
    ck_assert(!write_film(path, 3, SIZE_MAX, &status));
    check_no_film(&status, ATTN_FILE, "the film has fewer pictures than it announced");
    status = (attn_status){0};
    ck_assert(!write_film(path, 2, 3, &status));
    check_no_film(&status, ATTN_INPUT, "stopped at 3");
    attn_png_film_abandon(NULL);
}
END_TEST

START_TEST(a_film_without_a_place_is_refused)
{
    const size_t bad[][2] = {{0, 1}, {1, 0}, {1000001, 1}, {1, 1000001}};
    for (size_t i = 0; i < COUNT(bad); i++) {
        attn_status status = {0};
        ck_assert_ptr_null(attn_png_film_open(path, bad[i][0], bad[i][1], 1, ground, &status));
        check_no_film(&status, ATTN_LIMIT, "pixels cannot be written");
    }
    attn_status status = {0};
    ck_assert(!write_film("/nowhere/at/all.png", 2, SIZE_MAX, &status));
    check_no_film(&status, ATTN_FILE, "");
    status = (attn_status){0};
    ck_assert(!write_film("/dev/full", 2, SIZE_MAX, &status));
    check_no_film(&status, ATTN_FILE, "No space left");
}
END_TEST

static bool write_some_film(attn_status *status)
{
    bool done = write_film(path, 2, SIZE_MAX, status);
    ck_assert_int_eq(done, access(path, F_OK) == 0);
    return done;
}

START_TEST(every_allocation_of_a_film_may_fail)
{
    ck_assert_uint_gt(scarce_each(write_some_film), 5);
    ck_assert_uint_eq(count_chunks("fdAT"), 2);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("png");
    TCase *tests = tcase_create("png");
    tcase_add_checked_fixture(tests, make_path, remove_path);
    tcase_add_loop_test(tests, pixels_are_read_back, 0, COUNT(sizes));
    tcase_add_test(tests, texts_stand_in_the_file);
    tcase_add_test(tests, a_table_of_colours_is_read_back);
    tcase_add_test(tests, a_chunk_is_read_back);
    tcase_add_test(tests, the_same_picture_has_the_same_bytes);
    tcase_add_test(tests, impossible_sizes_are_refused);
    tcase_add_test(tests, bad_keywords_are_refused);
    tcase_add_test(tests, a_stopped_picture_is_absent);
    tcase_add_test(tests, a_write_error_is_reported);
    tcase_add_test(tests, every_allocation_may_fail);
    tcase_add_test(tests, a_film_holds_its_still_picture_and_all_others);
    tcase_add_test(tests, a_film_that_is_not_whole_is_absent);
    tcase_add_test(tests, a_film_without_a_place_is_refused);
    tcase_add_test(tests, every_allocation_of_a_film_may_fail);
    suite_add_tcase(suite, tests);
    return unit_run(suite);
}
