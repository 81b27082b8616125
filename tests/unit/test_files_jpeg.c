/*
 * files_jpeg: JPEG pictures as libjpeg writes them, read back: upright, grey or coloured, large
 * ones smaller; and damaged ones, which are never read.
 */
#include <stdio.h>

#include <jpeglib.h>

#include "core/budget.h"
#include "files/pixels/picture_read.h"
#include "scarce.h"

/* A picture of four fields: red and green, below them blue and white. */
typedef struct wanted {
    unsigned width, height;
    int channels;
    bool progressive;
    const char *exif; /* the order of its bytes, "II" or "MM"; or NULL */
    int orientation;  /* below 0: the EXIF data say none */
} wanted;

typedef struct made {
    unsigned char *bytes;
    unsigned long length;
} made;

static void color_of(const wanted *w, unsigned x, unsigned y, JSAMPLE *color)
{
    static const JSAMPLE fields[4][3] = {{255, 0, 0}, {0, 255, 0}, {0, 0, 255}, {255, 255, 255}};
    const JSAMPLE *field = fields[2 * (y >= w->height / 2) + (x >= w->width / 2)];
    for (int c = 0; c < w->channels; c++) color[c] = w->channels == 3 ? field[c] : field[0];
}

static void write_exif(struct jpeg_compress_struct *jpeg, const wanted *w)
{
    JOCTET little[] = "Exif\0\0II*\0\x08\0\0\0\x02\0\x0F\x01\x02\0\0\0\0\0\0\0\0\0"
                      "\x12\x01\x03\0\x01\0\0\0?\0\0\0\0\0\0\0";
    JOCTET big[] = "Exif\0\0MM\0*\0\0\0\x08\0\x02\x01\x0F\0\x02\0\0\0\0\0\0\0\0"
                   "\x01\x12\0\x03\0\0\0\x01\0?\0\0\0\0\0\0";
    JOCTET *bytes = w->exif[0] == 'I' ? little : big;
    for (size_t i = 0; i < sizeof little; i++)
        if (bytes[i] == '?')
            bytes[i] = (JOCTET)w->orientation;
        else if (bytes[i] == 0x12 && w->orientation < 0)
            bytes[i] = 0x13;
    jpeg_write_marker(jpeg, JPEG_APP0 + 1, bytes, sizeof little - 1);
}

static made make(const wanted *w)
{
    made file = {0};
    struct jpeg_compress_struct jpeg;
    struct jpeg_error_mgr errors;
    jpeg.err = jpeg_std_error(&errors);
    jpeg_create_compress(&jpeg);
    jpeg_mem_dest(&jpeg, &file.bytes, &file.length);
    jpeg.image_width = w->width;
    jpeg.image_height = w->height;
    jpeg.input_components = w->channels;
    jpeg.in_color_space = w->channels == 1 ? JCS_GRAYSCALE : w->channels == 3 ? JCS_RGB : JCS_CMYK;
    jpeg_set_defaults(&jpeg);
    jpeg_set_quality(&jpeg, 100, TRUE);
    jpeg.comp_info[0].h_samp_factor = jpeg.comp_info[0].v_samp_factor = 1;
    if (w->progressive) jpeg_simple_progression(&jpeg);
    jpeg_start_compress(&jpeg, TRUE);
    if (w->exif) write_exif(&jpeg, w);
    JSAMPLE *line = malloc((size_t)w->width * (size_t)w->channels);
    while (jpeg.next_scanline < w->height) {
        for (unsigned x = 0; x < w->width; x++)
            color_of(w, x, jpeg.next_scanline, line + x * (unsigned)w->channels);
        jpeg_write_scanlines(&jpeg, &line, 1);
    }
    jpeg_finish_compress(&jpeg);
    jpeg_destroy_compress(&jpeg);
    free(line);
    return file;
}

typedef struct outcome {
    attn_status status;
    attn_arena *arena;
    attn_picture picture;
    bool read;
} outcome;

static void read_made(outcome *o, const made *file, size_t length)
{
    static attn_status fine;
    memset(o, 0, sizeof *o);
    o->arena = attn_arena_new(&fine);
    o->read = attn_picture_read((const char *)file->bytes, length, "p.jpg", o->arena, &o->picture,
                                &o->status);
    ck_assert(o->read == attn_ok(&o->status));
}

/* ---- what is read ---- */

/* r, g, b or w, the colour that a pixel is near; "?": none. */
static char color_at(const attn_picture *p, size_t x, size_t y)
{
    const uint8_t *is = p->pixels + 3 * (y * p->width + x);
    unsigned bits = 0;
    for (size_t c = 0; c < 3; c++) {
        if (is[c] > 20 && is[c] < 235) return '?';
        bits = 2 * bits + (is[c] > 127);
    }
    return "?bg?r??w"[bits];
}

/* The corners, in reading order. */
static void check_corners(const attn_picture *p, const char *colors)
{
    size_t right = p->width - 1, bottom = p->height - 1;
    char found[5] = {color_at(p, 0, 0), color_at(p, right, 0), color_at(p, 0, bottom),
                     color_at(p, right, bottom)};
    ck_assert_str_eq(found, colors);
}

static const struct {
    int orientation;
    const char *corners;
} held[] = {
    {1, "rgbw"}, {2, "grwb"}, {3, "wbgr"}, {4, "bwrg"}, {5, "rbgw"},   {6, "brwg"},
    {7, "wgbr"}, {8, "gwrb"}, {0, "rgbw"}, {9, "rgbw"}, {200, "rgbw"}, {-6, "rgbw"},
};

START_TEST(a_picture_stands_upright)
{
    static const char *const orders[] = {"II", "MM"};
    for (size_t i = 0; i < 2; i++) {
        wanted w = {32, 16, 3, false, orders[i], held[_i].orientation};
        made file = make(&w);
        outcome o;
        read_made(&o, &file, file.length);
        ck_assert_msg(o.read, "%s", o.status.message);
        bool lies = w.orientation >= 5 && w.orientation <= 8;
        ck_assert_uint_eq(o.picture.width, lies ? 16 : 32);
        ck_assert_uint_eq(o.picture.height, lies ? 32 : 16);
        check_corners(&o.picture, held[_i].corners);
        attn_arena_free(o.arena);
        free(file.bytes);
    }
}
END_TEST

static const struct {
    wanted of;
    size_t width, height;
    const char *corners, *message;
} kinds[] = {
    {{16, 16, 3, false, NULL, 0}, 16, 16, "rgbw", NULL},
    {{16, 16, 3, true, NULL, 0}, 16, 16, "rgbw", NULL},
    {{1, 1, 3, false, NULL, 0}, 1, 1, "wwww", NULL},
    {{24, 40, 1, false, NULL, 0}, 24, 40, NULL, NULL},
    {{16, 16, 4, false, NULL, 0},
     0,
     0,
     NULL,
     "this JPEG picture has 4 channels of 8 bits: save it with grey or colours (RGB) of 8 bits"},
    {{4096, 16, 3, false, NULL, 0}, 4096, 16, "rgbw", NULL},
    {{4112, 32, 3, false, NULL, 0}, 2056, 16, "rgbw", NULL},
    {{32, 16400, 3, true, NULL, 0}, 4, 2050, "rgbw", NULL},
    {{32768, 16, 1, false, NULL, 0}, 4096, 2, NULL, NULL},
    {{32769, 16, 1, false, NULL, 0},
     0,
     0,
     NULL,
     "the picture is 32769×16: at most 32768 pixels a side"},
};

START_TEST(a_picture_is_read)
{
    made file = make(&kinds[_i].of);
    outcome o;
    read_made(&o, &file, file.length);
    ck_assert_str_eq(o.status.message, kinds[_i].message ? kinds[_i].message : "");
    if (o.read) {
        ck_assert_uint_eq(o.picture.width, kinds[_i].width);
        ck_assert_uint_eq(o.picture.height, kinds[_i].height);
        if (kinds[_i].of.channels == 3) check_corners(&o.picture, kinds[_i].corners);
        const uint8_t *first = o.picture.pixels;
        if (kinds[_i].of.channels == 1)
            ck_assert(first[0] > 235 && first[0] == first[1] && first[0] == first[2]);
    }
    attn_arena_free(o.arena);
    free(file.bytes);
}
END_TEST

/* ---- what is not ---- */

START_TEST(a_file_that_ends_too_early_is_no_picture)
{
    made file = make(&(wanted){32, 16, 3, _i == 1, "II", 6});
    for (size_t length = 0; length + 2 < file.length; length++) {
        outcome o;
        read_made(&o, &file, length);
        ck_assert_msg(!o.read, "%zu of %lu bytes", length, file.length);
        ck_assert_str_eq(o.status.file, "p.jpg");
        attn_arena_free(o.arena);
    }
    free(file.bytes);
}
END_TEST

START_TEST(a_damaged_picture_is_no_picture)
{
    made file = make(&(wanted){32, 16, 3, false, NULL, 0});
    outcome o;
    file.bytes[file.length - 2] = 0; /* the marker of its end */
    read_made(&o, &file, file.length);
    ck_assert_str_eq(o.status.message,
                     "this JPEG picture cannot be read: Premature end of JPEG file");
    attn_arena_free(o.arena);
    free(file.bytes);
}
END_TEST

/* Of a picture in several scans each is paid for. */
START_TEST(each_scan_costs)
{
    made file = make(&(wanted){512, 512, 3, true, NULL, 0});
    outcome o;
    const uint64_t once = (uint64_t)512 * 512 * 4 * ATTN_COST_NUMBER;
    attn_budget_set(ATTN_USUAL_MEMORY, 5 * once);
    read_made(&o, &file, file.length);
    ck_assert_int_eq(o.status.code, ATTN_LIMIT);
    ck_assert_msg(strstr(o.status.message, "scan 5 of a picture of 512×512 pixels"), "%s",
                  o.status.message);
    attn_arena_free(o.arena);
    attn_budget_set(ATTN_USUAL_MEMORY, once / 2);
    read_made(&o, &file, file.length);
    ck_assert_msg(strncmp(o.status.message, "a picture of 512×512 pixels", 27) == 0, "%s",
                  o.status.message);
    attn_arena_free(o.arena);
    attn_budget_set((uint64_t)1 << 20, ATTN_USUAL_WORK);
    read_made(&o, &file, file.length);
    ck_assert_int_eq(o.status.code, ATTN_LIMIT);
    attn_arena_free(o.arena);
    attn_budget_set(ATTN_USUAL_MEMORY, ATTN_USUAL_WORK);
    free(file.bytes);
}
END_TEST

static bool read_one(attn_status *status)
{
    made file = make(&(wanted){400, 300, 3, false, NULL, 0});
    attn_picture picture;
    attn_arena *arena = attn_arena_new(status);
    bool done = arena && attn_picture_read((const char *)file.bytes, file.length, "p", arena,
                                           &picture, status);
    attn_arena_free(arena);
    free(file.bytes);
    return done;
}

START_TEST(memory_may_end_anywhere)
{
    ck_assert_uint_gt(scarce_each(read_one), 1);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("files_jpeg");
    TCase *tests = tcase_create("jpeg");
    tcase_add_loop_test(tests, a_picture_stands_upright, 0, COUNT(held));
    tcase_add_loop_test(tests, a_picture_is_read, 0, COUNT(kinds));
    tcase_add_loop_test(tests, a_file_that_ends_too_early_is_no_picture, 0, 2);
    tcase_add_test(tests, a_damaged_picture_is_no_picture);
    tcase_add_test(tests, each_scan_costs);
    tcase_add_test(tests, memory_may_end_anywhere);
    suite_add_tcase(suite, tests);
    return unit_run(suite);
}
