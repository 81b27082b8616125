/*
 * dog: draws the picture of the lesson soft-attention, a dog on grass, as dog.png:
 *
 *     cc dog.c -o dog && ./dog > dog.png
 *
 * Whole numbers only, and a PNG whose pixels are stored without compression: the same bytes on
 * every machine. 192×144 pixels, 16 colours, four bits each.
 */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { WIDTH = 192, HEIGHT = 144, LINE = 1 + WIDTH / 2, BYTES = HEIGHT * LINE };

enum { SKY, PALE, CLOUD, GRASS, BLADE, SHADE, FUR, BELLY, TAIL, BLACK, COLLAR, COLORS = 16 };

static const uint8_t palette[COLORS][3] = {
    [SKY] = {142, 196, 240}, [PALE] = {168, 211, 244}, [CLOUD] = {244, 248, 252},
    [GRASS] = {96, 168, 72}, [BLADE] = {74, 142, 58},  [SHADE] = {62, 120, 56},
    [FUR] = {190, 128, 66},  [BELLY] = {212, 156, 94}, [TAIL] = {70, 40, 28},
    [BLACK] = {24, 20, 20},  [COLLAR] = {200, 40, 48},
};

/* ---- shapes ---- */

static int in_ellipse(int x, int y, int cx, int cy, int rx, int ry)
{
    int dx = (x - cx) * ry, dy = (y - cy) * rx;
    return dx * dx + dy * dy <= rx * rx * ry * ry;
}

/* Within r of the line from (ax, ay) to (bx, by). */
static int in_stroke(int x, int y, int ax, int ay, int bx, int by, int r)
{
    int ux = bx - ax, uy = by - ay, vx = x - ax, vy = y - ay;
    int along = ux * vx + uy * vy, length = ux * ux + uy * uy;
    if (along < 0) return vx * vx + vy * vy <= r * r;
    if (along > length) return (x - bx) * (x - bx) + (y - by) * (y - by) <= r * r;
    int across = ux * vy - uy * vx;
    return across * across <= r * r * length;
}

static int meadow(int x, int y)
{
    unsigned mixed = (unsigned)x * 2654435761u ^ (unsigned)(y / 3) * 2246822519u;
    mixed ^= mixed >> 13;
    return mixed * 3266489917u >> 30 == 0 ? BLADE : GRASS;
}

static int ground(int x, int y)
{
    if (y >= 92 + x / 24) return in_ellipse(x, y, 96, 128, 62, 7) ? SHADE : meadow(x, y);
    if (in_ellipse(x, y, 26, 20, 20, 7) || in_ellipse(x, y, 40, 16, 16, 8)) return CLOUD;
    return y > 60 ? PALE : SKY;
}

static int on_tail(int x, int y)
{
    return in_stroke(x, y, 138, 86, 155, 72, 11) || in_stroke(x, y, 155, 72, 156, 32, 11);
}

static int on_legs(int x, int y)
{
    static const int legs[] = {70, 84, 122, 136};
    for (int i = 0; i < 4; i++)
        if (in_stroke(x, y, legs[i], 92, legs[i], 122, 5)) return 1;
    return 0;
}

/* The colour of a pixel: what lies in front comes first. */
static int color(int x, int y)
{
    if (in_ellipse(x, y, 40, 50, 2, 3) || in_ellipse(x, y, 23, 61, 4, 3)) return BLACK;
    if (in_ellipse(x, y, 60, 58, 6, 16)) return BELLY; /* the ear */
    if (in_ellipse(x, y, 48, 54, 18, 17) || in_stroke(x, y, 44, 61, 28, 63, 7)) return FUR;
    if (in_stroke(x, y, 58, 74, 72, 66, 3)) return COLLAR;
    if (in_stroke(x, y, 56, 62, 80, 82, 13)) return FUR; /* the neck */
    if (in_ellipse(x, y, 102, 84, 44, 20)) return in_ellipse(x, y, 102, 98, 34, 8) ? BELLY : FUR;
    if (on_legs(x, y)) return FUR;
    if (on_tail(x, y)) return TAIL;
    return ground(x, y);
}

/* ---- PNG ---- */

static void put_number(uint8_t *to, uint32_t number)
{
    for (int i = 0; i < 4; i++) to[i] = (uint8_t)(number >> (24 - 8 * i));
}

/* CRC-32 of the PNG specification. */
static uint32_t checksum(const uint8_t *bytes, size_t length)
{
    uint32_t crc = 0xFFFFFFFFu;
    for (size_t i = 0; i < length; i++) {
        crc ^= bytes[i];
        for (int bit = 0; bit < 8; bit++) crc = crc >> 1 ^ (crc & 1 ? 0xEDB88320u : 0);
    }
    return ~crc;
}

/* The length, the type (which stands in the first four bytes of the data), the data, the sum. */
static void put_chunk(const uint8_t *type_and_data, size_t length)
{
    uint8_t number[4];
    put_number(number, (uint32_t)(length - 4));
    fwrite(number, 1, 4, stdout);
    fwrite(type_and_data, 1, length, stdout);
    put_number(number, checksum(type_and_data, length));
    fwrite(number, 1, 4, stdout);
}

static void put_header(void)
{
    uint8_t chunk[17] = "IHDR";
    put_number(chunk + 4, WIDTH);
    put_number(chunk + 8, HEIGHT);
    chunk[12] = 4; /* bits a pixel */
    chunk[13] = 3; /* numbers of colours */
    put_chunk(chunk, sizeof chunk);
}

static void put_palette(void)
{
    uint8_t chunk[4 + sizeof palette] = "PLTE";
    memcpy(chunk + 4, palette, sizeof palette);
    put_chunk(chunk, sizeof chunk);
}

/* zlib's format: its two bytes, one stored block, Adler-32. */
static void put_pixels(void)
{
    static uint8_t chunk[4 + 2 + 5 + BYTES + 4] = "IDAT\x78\x01\x01";
    uint8_t *pixels = chunk + 11;
    uint32_t low = 1, high = 0;
    chunk[7] = BYTES & 255;
    chunk[8] = BYTES >> 8;
    chunk[9] = (uint8_t)~chunk[7];
    chunk[10] = (uint8_t)~chunk[8];
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x += 2)
            pixels[y * LINE + 1 + x / 2] = (uint8_t)(color(x, y) << 4 | color(x + 1, y));
    for (int i = 0; i < BYTES; i++) {
        low = (low + pixels[i]) % 65521;
        high = (high + low) % 65521;
    }
    put_number(pixels + BYTES, high << 16 | low);
    put_chunk(chunk, sizeof chunk);
}

int main(void)
{
    fwrite("\x89PNG\r\n\x1A\n", 1, 8, stdout);
    put_header();
    put_palette();
    put_pixels();
    put_chunk((const uint8_t *)"IEND", 4);
    return fflush(stdout) || ferror(stdout);
}
