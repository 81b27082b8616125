/*
 * film: frames of an animated PNG that others wrote are laid on each other as it says; what is
 * damaged is refused.
 */
#include <png.h>
#include <zlib.h>

#include "files/pixels/picture_read.h"
#include "scarce.h"

enum { WIDTH = 2, MOST_BYTES = 1 << 16 };
enum { STAYS, CLEARED, TAKEN_AWAY };
enum { AS_IT_IS, OVER };

static uint8_t bytes[MOST_BYTES];
static size_t length, number;

static void put_chunk(const char *kind, const uint8_t *content, size_t count)
{
    ck_assert_uint_lt(length + count + 12, MOST_BYTES);
    png_save_uint_32(bytes + length, (png_uint_32)count);
    memcpy(bytes + length + 4, kind, 4);
    if (count) memcpy(bytes + length + 8, content, count);
    png_save_uint_32(bytes + length + 8 + count,
                     (png_uint_32)crc32(0, bytes + length + 4, (uInt)(count + 4)));
    length += count + 12;
}

/* One row of RGBA, 2 pixels or fewer. */
static void put_rows(const char *kind, const uint8_t *row, size_t width)
{
    uint8_t raw[1 + 4 * WIDTH] = {0}, packed[64];
    const size_t head = kind[0] == 'f' ? 4 : 0;
    uLongf count = sizeof packed - 4;
    memcpy(raw + 1, row, 4 * width);
    ck_assert_int_eq(compress(packed + head, &count, raw, (uLong)(1 + 4 * width)), Z_OK);
    if (head) png_save_uint_32(packed, (png_uint_32)number++);
    put_chunk(kind, packed, head + count);
}

static void put_control(size_t left, size_t width, uint8_t after, uint8_t laid)
{
    uint8_t control[26] = {0};
    png_save_uint_32(control, (png_uint_32)number++);
    png_save_uint_32(control + 4, (png_uint_32)width);
    png_save_uint_32(control + 8, 1);
    png_save_uint_32(control + 12, (png_uint_32)left);
    control[24] = after;
    control[25] = laid;
    put_chunk("fcTL", control, sizeof control);
}

static void begin(void)
{
    static const uint8_t signature[] = {137, 'P', 'N', 'G', 13, 10, 26, 10};
    static const uint8_t sizes[] = {0, 0, 0, WIDTH, 0, 0, 0, 1, 8, 6, 0, 0, 0};
    static const uint8_t animation[8] = {0, 0, 0, 4};
    memcpy(bytes, signature, sizeof signature);
    length = sizeof signature;
    number = 0;
    put_chunk("IHDR", sizes, sizeof sizes);
    put_chunk("acTL", animation, sizeof animation);
}

static void end(void)
{
    put_chunk("IEND", NULL, 0);
}

static const uint8_t first[] = {255, 0, 0, 255, 0, 0, 255, 255}, green[] = {0, 255, 0, 128},
                     nothing[8] = {0};

/* `still`: the first frame is the still picture, too. */
static void make_film(bool still)
{
    begin();
    if (!still) put_rows("IDAT", nothing, WIDTH);
    put_control(0, WIDTH, STAYS, AS_IT_IS);
    put_rows(still ? "IDAT" : "fdAT", first, WIDTH);
    put_control(1, 1, TAKEN_AWAY, OVER);
    put_rows("fdAT", green, 1);
    put_control(0, 1, STAYS, AS_IT_IS);
    put_rows("fdAT", nothing, 1);
    put_control(1, 1, CLEARED, OVER);
    put_rows("fdAT", nothing, 1);
    put_control(0, WIDTH, STAYS, OVER);
    put_rows("fdAT", nothing, WIDTH);
    end();
}

static attn_status status;

static bool read_film(attn_picture *picture, attn_arena *arena)
{
    return attn_picture_read((const char *)bytes, length, "film.png", arena, picture, &status);
}

START_TEST(frames_are_laid_on_each_other)
{
    static const uint8_t expected[][6] = {{255, 0, 0, 0, 0, 255},
                                          {255, 0, 0, 0, 128, 127},
                                          {255, 255, 255, 0, 0, 255},
                                          {255, 255, 255, 0, 0, 255},
                                          {255, 255, 255, 255, 255, 255}};
    attn_picture picture;
    status = (attn_status){0};
    attn_arena *arena = attn_arena_new(&status);
    make_film(_i);
    ck_assert_msg(read_film(&picture, arena), "%s", status.message);
    ck_assert_uint_eq(picture.frames, COUNT(expected));
    ck_assert_uint_eq(picture.width, WIDTH);
    ck_assert_uint_eq(picture.height, COUNT(expected));
    for (size_t i = 0; i < COUNT(expected); i++) {
        const attn_picture frame = attn_picture_frame(&picture, i);
        ck_assert_uint_eq(frame.height, 1);
        ck_assert_msg(memcmp(frame.pixels, expected[i], 6) == 0, "frame %zu: %u %u %u, %u %u %u", i,
                      frame.pixels[0], frame.pixels[1], frame.pixels[2], frame.pixels[3],
                      frame.pixels[4], frame.pixels[5]);
    }
    attn_arena_free(arena);
}
END_TEST

/* One frame, of a place and a way, whose content is changed. */
static const struct {
    size_t left, width;
    uint8_t after, laid;
    size_t spoilt; /* byte, from the end; 0: none */
    bool empty;
    const char *message;
} faults[] = {
    {1, 2, STAYS, OVER, 0, false, "a frame lies outside the picture"},
    {0, 0, STAYS, OVER, 0, false, "a frame lies outside the picture"},
    {(size_t)UINT32_MAX, 2, STAYS, OVER, 0, false, "a frame lies outside the picture"},
    {0, 2, 3, OVER, 0, false, "a frame is laid on the others in an unknown way"},
    {0, 2, STAYS, 2, 0, false, "a frame is laid on the others in an unknown way"},
    {0, 2, STAYS, OVER, 18, false, "its pixels are damaged"},
    {0, 2, STAYS, OVER, 0, true, "a frame has no pixels"},
};

START_TEST(damaged_films_are_refused)
{
    attn_picture picture;
    status = (attn_status){0};
    attn_arena *arena = attn_arena_new(&status);
    begin();
    put_rows("IDAT", nothing, WIDTH);
    put_control(faults[_i].left, faults[_i].width, faults[_i].after, faults[_i].laid);
    if (!faults[_i].empty) put_rows("fdAT", first, WIDTH);
    end();
    if (faults[_i].spoilt) bytes[length - faults[_i].spoilt] ^= 1;
    ck_assert(!read_film(&picture, arena));
    ck_assert_msg(strstr(status.message, faults[_i].message) != NULL, "%s", status.message);
    attn_arena_free(arena);
}
END_TEST

START_TEST(a_film_has_so_many_frames)
{
    attn_picture picture;
    status = (attn_status){0};
    attn_arena *arena = attn_arena_new(&status);
    begin();
    put_rows("IDAT", nothing, WIDTH);
    for (size_t i = 0; i < 1025; i++) put_control(0, WIDTH, STAYS, OVER);
    end();
    ck_assert(!read_film(&picture, arena));
    ck_assert_int_eq(status.code, ATTN_LIMIT);
    ck_assert_msg(strstr(status.message, "the film has 1025 frames of 2×1: at most 1024 frames") !=
                      NULL,
                  "%s", status.message);
    attn_arena_free(arena);
}
END_TEST

/* Announced, but without a frame, it is a still picture. */
START_TEST(a_film_without_frames_is_still)
{
    attn_picture picture;
    status = (attn_status){0};
    attn_arena *arena = attn_arena_new(&status);
    begin();
    put_rows("IDAT", first, WIDTH);
    end();
    ck_assert_msg(read_film(&picture, arena), "%s", status.message);
    ck_assert_uint_eq(picture.frames, 0);
    ck_assert_uint_eq(picture.pixels[0], 255);
    attn_arena_free(arena);
}
END_TEST

static bool read_some(attn_status *of)
{
    attn_picture picture;
    attn_arena *arena = attn_arena_new(of);
    make_film(false);
    if (arena)
        attn_picture_read((const char *)bytes, length, "film.png", arena, &picture, of);
    attn_arena_free(arena);
    return attn_ok(of);
}

START_TEST(scarce_memory)
{
    ck_assert_uint_gt(scarce_each(read_some), 1);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("film");
    TCase *tests = tcase_create("film");
    tcase_add_loop_test(tests, frames_are_laid_on_each_other, 0, 2);
    tcase_add_loop_test(tests, damaged_films_are_refused, 0, (int)COUNT(faults));
    tcase_add_test(tests, a_film_has_so_many_frames);
    tcase_add_test(tests, a_film_without_frames_is_still);
    tcase_add_test(tests, scarce_memory);
    suite_add_tcase(suite, tests);
    return unit_run(suite);
}
