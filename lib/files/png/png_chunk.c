/*
 * png_chunk: a chunk of our own out of a PNG file that anyone may have written.
 *
 * libpng checks signature and checksums. All that its longjmp could lose lies in one struct that
 * only its pointer reaches.
 */
#include <setjmp.h>
#include <string.h>

#include "files/png/png.h"
#include "files/png/png_common.h"

struct search {
    attn_png_search *wanted;
    size_t at;
    attn_arena *arena;
    attn_png_io io;
    png_structp png;
    png_infop info;
};

static void give_bytes(png_structp png, png_bytep bytes, size_t length)
{
    struct search *search = png_get_io_ptr(png);
    if (length > search->wanted->length - search->at) png_error(png, "it ends too early");
    memcpy(bytes, search->wanted->bytes + search->at, length);
    search->at += length;
}

/* 1: taken; 0: not ours; below 0: a fault. */
static int take_chunk(png_structp png, png_unknown_chunkp chunk)
{
    struct search *search = png_get_user_chunk_ptr(png);
    attn_png_search *wanted = search->wanted;
    if (wanted->chunk || memcmp(chunk->name, wanted->chunk_type, 4) != 0) return 0;
    uint8_t *copy = attn_alloc(search->arena, chunk->size, 1);
    if (!copy) return -1;
    if (chunk->size) memcpy(copy, chunk->data, chunk->size);
    wanted->chunk = copy;
    wanted->chunk_length = chunk->size;
    return 1;
}

/* Reads up to the pixels. */
static bool look(struct search *search)
{
    if (setjmp(png_jmpbuf(search->png))) return false;
    png_set_read_fn(search->png, search, give_bytes);
    png_set_read_user_chunk_fn(search->png, search, take_chunk);
    png_set_chunk_malloc_max(search->png, search->wanted->most);
    png_set_crc_action(search->png, PNG_CRC_ERROR_QUIT, PNG_CRC_ERROR_QUIT);
    png_read_info(search->png, search->info);
    return true;
}

bool attn_png_find(attn_png_search *wanted, attn_arena *arena, attn_status *status)
{
    struct search search = {
        .wanted = wanted, .arena = arena, .io = {status, ATTN_INPUT, ATTN_NO_PNG, NULL}};
    bool whole = attn_png_whole(wanted->bytes, wanted->length, "IDAT", status);
    if (whole) search.png = attn_png_reader(&search.io);
    if (search.png) search.info = png_create_info_struct(search.png);
    if (whole && !search.info) attn_no_memory(status, "reading the picture");
    if (search.info) look(&search);
    if (search.png) png_destroy_read_struct(&search.png, &search.info, NULL);
    attn_status_place(status, wanted->name, 0, 0);
    return attn_ok(status);
}
