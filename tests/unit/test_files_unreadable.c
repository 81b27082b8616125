/*
 * files_unreadable: pictures and weights that cannot be read, and say why.
 */
#include <fcntl.h>

#include "files/arrays/safetensors.h"
#include "files/bytes/input.h"
#include "files/bytes/open.h"
#include "files/pixels/picture_read.h"
#include "files/png/png.h"
#include "scarce.h"

static char path[] = "/tmp/attnviz-unreadable-XXXXXX";

static void make_file(void)
{
    unit_make_file(path);
}

static void remove_file(void)
{
    unlink(path);
}

static bool grey_row(void *user, size_t y, uint8_t *pixels)
{
    memset(pixels, (int)(100 + y), 3 * *(const size_t *)user);
    return true;
}

static bool write_grey(size_t width, size_t height, attn_status *status)
{
    attn_png grey = {.width = width, .height = height, .row = grey_row, .user = &width};
    return attn_png_write(path, &grey, status);
}

/* Writes a picture, reads `less` bytes fewer than it has. */
static bool read_back(size_t width, size_t height, size_t less, attn_picture *picture,
                      attn_status *status)
{
    attn_status fine = {0};
    attn_input input = {0};
    ck_assert(write_grey(width, height, &fine));
    ck_assert(attn_input_read(&input, path, (size_t)1 << 20, &fine));
    attn_arena *arena = attn_arena_new(&fine);
    bool read =
        attn_picture_read(input.bytes, input.length - less, "p.png", arena, picture, status);
    if (read) {
        ck_assert_uint_eq(picture->width, width);
        ck_assert_uint_eq(picture->height, height);
        ck_assert_int_eq(picture->pixels[0], 100);
        ck_assert_int_eq(picture->pixels[3 * width * height - 1], (int)(99 + height));
    }
    attn_input_close(&input);
    attn_arena_free(arena);
    return read;
}

static const struct {
    size_t width, height, less;
    const char *message; /* NULL: it is read */
} pictures[] = {
    {3, 2, 0, NULL},
    {4096, 1, 0, NULL},
    {4097, 1, 0, "the picture is 4097×1: at most 4096 pixels a side"},
    {1, 4097, 0, "the picture is 1×4097: at most 4096 pixels a side"},
    {30, 20, 30, "this is not a PNG picture that can be read: it ends too early"},
};

START_TEST(test_picture)
{
    attn_status status = {0};
    attn_picture picture = {0};
    bool read =
        read_back(pictures[_i].width, pictures[_i].height, pictures[_i].less, &picture, &status);
    ck_assert(read == (pictures[_i].message == NULL));
    if (read) return;
    ck_assert_msg(strstr(status.message, pictures[_i].message) != NULL, "%s", status.message);
    ck_assert_str_eq(status.file, "p.png");
}
END_TEST

static const char early[] = "this is not a PNG picture that can be read: it ends too early";

/* A byte of the file, so far from the name of a chunk, is another; and behind the name, so many are
 * kept. */
static const struct {
    const char *name;
    int at;
    char byte;
    int kept;                    /* below 0: all */
    const char *picture, *chunk; /* what is wrong with either; "": nothing */
} damages[] = {
    {"sRGB", -4, 0x3f, -1, early, early}, /* it says that it has a gigabyte */
    {"sRGB", -4, 0x3f, 0, early, early},
    {"sRGB", -4, 0, 4, early, early}, /* without its checksum */
    {"IDAT", -4, 0x3f, -1, early, ""},
    {"IDAT", 4, 0x7f, -1, "this PNG picture cannot be read: ", ""}, /* its first pixels */
    {"IEND", -4, 0x7f, -1, "", ""},
    {"IEND", -4, 0, 0, "", ""},
};

static char *damaged(const attn_input *input, int i, size_t *length)
{
    size_t name = 0;
    while (memcmp(input->bytes + name, damages[i].name, 4) != 0) name++;
    *length = damages[i].kept < 0 ? input->length : name + 4 + (size_t)damages[i].kept;
    char *bytes = malloc(*length);
    memcpy(bytes, input->bytes, *length);
    bytes[(long)name + damages[i].at] = damages[i].byte;
    return bytes;
}

static void compare_message(const attn_status *status, const char *message)
{
    ck_assert_int_eq(status->code, *message ? ATTN_INPUT : ATTN_OK);
    ck_assert_msg(strncmp(status->message, message, strlen(message)) == 0, "%s", status->message);
}

START_TEST(test_damage)
{
    attn_status fine = {0}, of_picture = {0}, of_chunk = {0};
    attn_input input = {0};
    attn_picture picture;
    size_t length;
    ck_assert(write_grey(30, 20, &fine));
    ck_assert(attn_input_read(&input, path, (size_t)1 << 20, &fine));
    char *bytes = damaged(&input, _i, &length);
    attn_arena *arena = attn_arena_new(&fine);
    scarce_begin(SIZE_MAX);
    attn_picture_read(bytes, length, "p", arena, &picture, &of_picture);
    attn_png_search search = {
        .bytes = bytes, .name = "p", .length = length, .chunk_type = "teSt", .most = 9};
    attn_png_find(&search, arena, &of_chunk);
    scarce_end();
    compare_message(&of_picture, damages[_i].picture);
    compare_message(&of_chunk, damages[_i].chunk);
    ck_assert_uint_lt(scarce.largest, (size_t)1 << 20);
    attn_arena_free(arena);
    attn_input_close(&input);
    free(bytes);
}
END_TEST

/* A picture is no weights file; the file is closed again, and the fault names it. */
START_TEST(test_no_weights)
{
    attn_status status = {0};
    size_t width = 3;
    ck_assert(write_grey(width, 2, &status));
    ck_assert_ptr_null(attn_weights_open(attn_open(AT_FDCWD, path, &status), path, &status));
    ck_assert_int_eq(status.code, ATTN_INPUT);
    ck_assert_str_eq(status.file, path);
}
END_TEST

/* 8-bit places reach 256 colours. */
START_TEST(test_many_colors)
{
    static const uint8_t colors[257][3];
    attn_status status = {0};
    attn_png picture = {.width = 1, .height = 1, .color_count = 257, .colors = colors};
    ck_assert(!attn_png_write(path, &picture, &status));
    ck_assert_int_eq(status.code, ATTN_LIMIT);
    ck_assert_msg(strstr(status.message, "at most 256 colours, not 257") != NULL, "%s",
                  status.message);
}
END_TEST

static Suite *files_suite(void)
{
    Suite *suite = suite_create("files_unreadable");
    TCase *cases = tcase_create("files");
    tcase_add_unchecked_fixture(cases, make_file, remove_file);
    tcase_add_loop_test(cases, test_picture, 0, COUNT(pictures));
    tcase_add_loop_test(cases, test_damage, 0, COUNT(damages));
    tcase_add_test(cases, test_no_weights);
    tcase_add_test(cases, test_many_colors);
    suite_add_tcase(suite, cases);
    return suite;
}

int main(void)
{
    return unit_run(files_suite());
}
