/*
 * jpeg_read: a JPEG picture through libjpeg, whatever its file holds.
 *
 * libjpeg leaves a failing call by longjmp; all state is in one struct that only its pointer
 * reaches. Where it would go on with a warning, in a file that ends too early or is damaged, that
 * is a fault: nobody may look at grey where there was a dog.
 */
#include <setjmp.h>
#include <stdio.h>
#include <string.h>

#include <jpeglib.h>

#include <jerror.h>

#include "core/budget.h"
#include "files/pixels/pixel_reading.h"

typedef struct reader {
    struct jpeg_decompress_struct jpeg;
    struct jpeg_error_mgr errors;
    struct jpeg_progress_mgr progress;
    jmp_buf leave;
    int scans; /* that were paid for */
    unsigned orientation;
    attn_arena *arena;
    attn_status *status;
    attn_picture *picture;
} reader;

/* ---- what libjpeg calls ---- */

_Noreturn static void stop(j_common_ptr jpeg)
{
    reader *r = jpeg->client_data;
    char message[JMSG_LENGTH_MAX];
    jpeg->err->format_message(jpeg, message);
    if (jpeg->err->msg_code == JERR_OUT_OF_MEMORY)
        attn_no_memory(r->status, "reading the picture");
    else
        attn_fail(r->status, ATTN_INPUT, "this JPEG picture cannot be read: %s", message);
    longjmp(r->leave, 1);
}

static void stop_at_warning(j_common_ptr jpeg, int level)
{
    if (level < 0) stop(jpeg);
}

/* A small file may go over a large picture again and again: each scan costs. */
static void pay_for_scan(j_common_ptr jpeg)
{
    reader *r = jpeg->client_data;
    uint64_t work =
        attn_product64((uint64_t)r->jpeg.image_width * r->jpeg.image_height, 4 * ATTN_COST_NUMBER);
    for (; r->scans < r->jpeg.input_scan_number; r->scans++)
        if (!attn_spend(r->status, work)) {
            attn_fail_work(r->status, work, "scan %d of a picture of %u×%u pixels", r->scans + 1,
                           r->jpeg.image_width, r->jpeg.image_height);
            longjmp(r->leave, 1);
        }
}

/* ---- how the camera was held: one number of the EXIF data ---- */

typedef struct exif {
    const uint8_t *bytes;
    size_t length;
    bool big; /* the first byte of a number counts most */
} exif;

/* A number of 2 or 4 bytes; 0 behind the end. */
static size_t number_at(const exif *e, size_t at, size_t size)
{
    size_t number = 0;
    if (at > e->length || e->length - at < size) return 0;
    for (size_t i = 0; i < size; i++)
        number = number << 8 | e->bytes[at + (e->big ? i : size - 1 - i)];
    return number;
}

/* The entry 0x112 of the first directory: from 1, upright, to 8; 1 where nothing says it. */
static unsigned orientation_in(const uint8_t *bytes, size_t length)
{
    enum { head = 6, entry = 12, orientation = 0x112 };
    if (length < head + 8 || memcmp(bytes, "Exif\0\0", head) != 0) return 1;
    exif e = {bytes + head, length - head, bytes[head] == 'M'};
    size_t directory = number_at(&e, 4, 4), entries = number_at(&e, directory, 2);
    for (size_t i = 0; i < entries; i++) {
        size_t at = directory + 2 + i * entry, value = number_at(&e, at + 8, 2);
        if (number_at(&e, at, 2) == orientation)
            return value >= 1 && value <= 8 ? (unsigned)value : 1;
    }
    return 1;
}

static unsigned orientation_of(const reader *r)
{
    unsigned found = 1;
    for (jpeg_saved_marker_ptr m = r->jpeg.marker_list; m && found == 1; m = m->next)
        found = orientation_in(m->data, m->data_length);
    return found;
}

/* Where a pixel of the file stands in the picture. */
static size_t place_of(const reader *r, size_t x, size_t y)
{
    const unsigned o = r->orientation;
    size_t width = r->jpeg.output_width, height = r->jpeg.output_height;
    if (o == 2 || o == 3 || o == 7 || o == 8) x = width - 1 - x;
    if (o == 3 || o == 4 || o == 6 || o == 7) y = height - 1 - y;
    return o > 4 ? x * height + y : y * width + x;
}

/* ---- reading ---- */

static bool check_kind(const reader *r)
{
    bool known = r->jpeg.num_components == 1 || r->jpeg.num_components == 3;
    if (known && r->jpeg.data_precision == 8) return true;
    return attn_fail(r->status, ATTN_INPUT,
                     "this JPEG picture has %d channels of %d bits: save it with grey or colours "
                     "(RGB) of 8 bits",
                     r->jpeg.num_components, r->jpeg.data_precision);
}

/* One that is too large is read at a half, a quarter, an eighth of its size. */
static bool choose_scale(reader *r)
{
    enum { smallest = 8 };
    unsigned width = r->jpeg.image_width, height = r->jpeg.image_height;
    unsigned side = width > height ? width : height, most = ATTN_MOST_PIXELS_A_SIDE;
    r->jpeg.scale_num = r->jpeg.scale_denom = 1;
    while (r->jpeg.scale_denom < smallest && side > most * r->jpeg.scale_denom)
        r->jpeg.scale_denom *= 2;
    return side <= most * smallest ||
           attn_fail(r->status, ATTN_LIMIT, "the picture is %u×%u: at most %u pixels a side", width,
                     height, most * smallest);
}

/* With several scans libjpeg holds the whole picture, two bytes for each number of it. */
static bool check_memory(reader *r)
{
    uint64_t bytes = attn_product64((uint64_t)r->jpeg.image_width * r->jpeg.image_height, 6);
    if (!jpeg_has_multiple_scans(&r->jpeg)) return true;
    return attn_may_hold(bytes) || attn_fail_memory(r->status, bytes, "a picture of %u×%u pixels",
                                                    r->jpeg.image_width, r->jpeg.image_height);
}

static bool make_room(reader *r, uint8_t **pixels)
{
    jpeg_calc_output_dimensions(&r->jpeg);
    size_t width = r->jpeg.output_width, height = r->jpeg.output_height;
    bool lies = r->orientation > 4;
    *pixels = attn_pixel_room(width, height, r->arena, r->status);
    *r->picture = (attn_picture){
        .width = lies ? height : width, .height = lies ? width : height, .pixels = *pixels};
    return *pixels != NULL;
}

static bool read_lines(reader *r)
{
    uint8_t *pixels, *line = attn_alloc(r->arena, ATTN_MOST_PIXELS_A_SIDE, 3);
    if (!line || !make_room(r, &pixels) || !check_memory(r)) return false;
    jpeg_start_decompress(&r->jpeg);
    while (r->jpeg.output_scanline < r->jpeg.output_height) {
        size_t y = r->jpeg.output_scanline;
        jpeg_read_scanlines(&r->jpeg, &line, 1);
        for (size_t x = 0; x < r->jpeg.output_width; x++)
            memcpy(pixels + 3 * place_of(r, x, y), line + 3 * x, 3);
    }
    jpeg_finish_decompress(&r->jpeg);
    return true;
}

static bool read_picture(reader *r, const char *bytes, size_t length)
{
    if (setjmp(r->leave)) return false;
    jpeg_create_decompress(&r->jpeg);
    r->jpeg.client_data = r;
    r->jpeg.progress = &r->progress;
    jpeg_mem_src(&r->jpeg, (const unsigned char *)bytes, (unsigned long)length);
    jpeg_save_markers(&r->jpeg, JPEG_APP0 + 1, 0xFFFF);
    jpeg_read_header(&r->jpeg, TRUE);
    r->orientation = orientation_of(r);
    r->jpeg.out_color_space = JCS_RGB;
    return check_kind(r) && choose_scale(r) && read_lines(r);
}

bool attn_jpeg_read(const char *bytes, size_t length, attn_arena *arena, attn_picture *picture,
                    attn_status *status)
{
    reader *r = attn_alloc(arena, 1, sizeof *r);
    if (!r) return false;
    r->arena = arena;
    r->status = status;
    r->picture = picture;
    r->jpeg.client_data = r;
    r->jpeg.err = jpeg_std_error(&r->errors);
    r->errors.error_exit = stop;
    r->errors.emit_message = stop_at_warning;
    r->progress.progress_monitor = pay_for_scan;
    read_picture(r, bytes, length);
    jpeg_destroy_decompress(&r->jpeg);
    return attn_ok(status);
}
