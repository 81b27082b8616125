/* pixmap: portable pixmaps written and read back, films too; what is none. */
#include "core/text.h"
#include "files/pixels/picture_read.h"
#include "unit.h"

typedef struct outcome {
    attn_status status;
    attn_arena *arena;
    attn_picture picture;
    bool read;
} outcome;

static outcome read_bytes(const char *bytes, size_t length)
{
    static attn_status fine;
    outcome o = {.arena = attn_arena_new(&fine)};
    o.read = attn_picture_read(bytes, length, "p.ppm", o.arena, &o.picture, &o.status);
    ck_assert(o.read == attn_ok(&o.status));
    return o;
}

static void check_round(size_t width, size_t height, size_t frames)
{
    uint8_t pixels[3 * 4 * 6];
    attn_text text = {0};
    for (size_t i = 0; i < sizeof pixels; i++) pixels[i] = (uint8_t)(37 * i);
    attn_pixmap_write(&(attn_picture){width, height, pixels, frames}, &text);
    outcome o = read_bytes(text.bytes, text.length);
    ck_assert_msg(o.read, "%s", o.status.message);
    ck_assert_uint_eq(o.picture.width, width);
    ck_assert_uint_eq(o.picture.height, height);
    ck_assert_uint_eq(o.picture.frames, frames);
    ck_assert_mem_eq(o.picture.pixels, pixels, 3 * width * height);
    for (size_t length = 0; length < text.length; length++) { /* every beginning is none */
        outcome cut = read_bytes(text.bytes, length);
        ck_assert_msg(!cut.read, "%zu bytes of %zu", length, text.length);
        attn_arena_free(cut.arena);
    }
    attn_arena_free(o.arena);
    attn_text_free(&text);
}

START_TEST(a_pixmap_is_read_back)
{
    check_round(4, 6, 0);
    check_round(1, 1, 0);
    check_round(4, 6, 3);
}
END_TEST

static const struct {
    const char *bytes;
    bool is_read;
} heads[] = {
    {"P6 1 1 255 abc", true},
    {"P6\n# made by hand\n1 # wide\n1\n255\nabc", true},
    {"P6\n# frames 1\n1 1\n255\nabc", true},
    {"P6\n# frames 2\n1 1\n255\nabc", false},                   /* half a row in each */
    {"P6\n# frames 99999999999999999999\n1 1\n255\nabc", true}, /* no such number: a still */
    {"P6 0 1 255 abc", false},
    {"P6 1 1 65535 abcdef", false},
    {"P6 1 1 -1 abc", false},
    {"P6 99999999999999999999 1 255 abc", false},
    {"P6 16777216 16777216 255 abc", false},
    {"P6 5000 1 255 abc", false},
    {"P6 #", false},
    {"P6", false},
};

START_TEST(a_head_is_read_or_refused)
{
    outcome o = read_bytes(heads[_i].bytes, strlen(heads[_i].bytes));
    ck_assert_msg(o.read == heads[_i].is_read, "%s: %s", heads[_i].bytes, o.status.message);
    attn_arena_free(o.arena);
}
END_TEST

START_TEST(bytes_are_written_in_base_64)
{
    static const char *const written[] = {"", "Zg==", "Zm8=", "Zm9v", "Zm9vYg==", "Zm9vYmE="};
    for (size_t length = 0; length < sizeof written / sizeof *written; length++) {
        attn_text text = {0};
        attn_text_add_base64(&text, "fooba", length);
        ck_assert_str_eq(attn_text_string(&text), written[length]);
        attn_text_free(&text);
    }
    attn_text text = {0};
    attn_text_add_base64(&text, "\xFF\xFE\0", 3);
    ck_assert_str_eq(attn_text_string(&text), "//4A");
    attn_text_free(&text);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("pixmap");
    TCase *cases = tcase_create("pixmap");
    tcase_add_test(cases, a_pixmap_is_read_back);
    tcase_add_loop_test(cases, a_head_is_read_or_refused, 0, sizeof heads / sizeof *heads);
    tcase_add_test(cases, bytes_are_written_in_base_64);
    suite_add_tcase(suite, cases);
    return unit_run(suite);
}
