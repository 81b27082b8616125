/*
 * absent: what a page does without. It has one thread; it writes no files; its pictures are
 * portable pixmaps (files/pixels/pixmap.c), which need no decoder.
 */
#include <zlib.h>

#include "core/pool.h"
#include "corpus/corpus.h"
#include "files/arrays/array_write.h"
#include "files/bytes/output.h"
#include "files/pixels/pixel_reading.h"
#include "files/zip/zip.h"
#include "picture/layout/sheet.h"
#include "picture/paint/paint.h"
#include "picture/views/flow.h"
#include "text/tokenizer/hub.h"

static bool absent(attn_status *status)
{
    return attn_fail(status, ATTN_USAGE, "a page cannot do this: the program attnviz can");
}

/* ---- threads ---- */

size_t attn_pool_size(void)
{
    return 1;
}

void attn_pool_run(size_t threads, size_t pieces, attn_pool_work *work, void *context)
{
    (void)threads;
    for (size_t piece = 0; piece < pieces; piece++) work(context, piece, 0);
}

/* ---- files that are written ---- */

attn_output *attn_output_open(const char *path, attn_status *status)
{
    (void)path;
    absent(status);
    return NULL;
}

bool attn_output_write(attn_output *output, const void *bytes, size_t length)
{
    (void)output, (void)bytes, (void)length;
    return false;
}

bool attn_output_commit(attn_output *output)
{
    (void)output;
    return false;
}

void attn_output_abandon(attn_output *output)
{
    (void)output;
}

bool attn_output_end(attn_output *output, bool done)
{
    (void)output, (void)done;
    return false;
}

bool attn_output_streams(const char *path)
{
    (void)path;
    return false;
}

bool attn_output_changes(const char *path, struct stat *about)
{
    (void)path, (void)about;
    return false;
}

bool attn_array_write_npy(attn_output *output, const attn_array_numbers *array, attn_status *status)
{
    (void)output, (void)array;
    return absent(status);
}

bool attn_array_write_npz(attn_output *output, const attn_array_numbers *arrays, size_t count,
                          attn_status *status)
{
    (void)output, (void)arrays, (void)count;
    return absent(status);
}

/* No archive is written, so none needs a sum. */
uLong crc32(uLong sum, const Bytef *bytes, uInt length)
{
    (void)bytes, (void)length;
    return sum;
}

/* ---- pictures that are drawn, or unpacked ---- */

const attn_writer attn_picture_writer = {.is = "a page draws no pictures"};

attn_fonts *attn_fonts_new(void)
{
    return NULL;
}

void attn_fonts_free(attn_fonts *fonts)
{
    (void)fonts;
}

attn_sheet *attn_sheet_new(const attn_sheet_options *options, attn_status *status)
{
    (void)options;
    absent(status);
    return NULL;
}

void attn_sheet_free(attn_sheet *sheet)
{
    (void)sheet;
}

bool attn_sheet_apart(const attn_sheet *sheet)
{
    (void)sheet;
    return false;
}

void attn_sheet_part(const attn_sheet *sheet, size_t i, attn_sheet_options *part, attn_panel *panel)
{
    (void)sheet, (void)i, (void)part, (void)panel;
}

bool attn_sheet_write(const attn_sheet *sheet, attn_format format, const char *path,
                      attn_status *status)
{
    (void)sheet, (void)format, (void)path;
    return absent(status);
}

bool attn_flow_place(attn_sheet *sheet, const void *flow)
{
    (void)sheet, (void)flow;
    return false;
}

bool attn_png_read(const char *bytes, size_t length, attn_arena *arena, attn_picture *picture,
                   attn_status *status)
{
    (void)bytes, (void)length, (void)arena, (void)picture;
    return absent(status);
}

bool attn_jpeg_read(const char *bytes, size_t length, attn_arena *arena, attn_picture *picture,
                    attn_status *status)
{
    return attn_png_read(bytes, length, arena, picture, status);
}

/* ---- corpora to train on ---- */

attn_corpus *attn_corpus_read(const char *bytes, size_t length, const char *file,
                              attn_status *status)
{
    (void)bytes, (void)length, (void)file;
    absent(status);
    return NULL;
}

attn_corpus *attn_corpus_read_album(const char *bytes, size_t length, const char *file,
                                    attn_status *status)
{
    return attn_corpus_read(bytes, length, file, status);
}

attn_corpus *attn_corpus_read_spoken(const char *bytes, size_t length, const char *file,
                                     attn_status *status)
{
    return attn_corpus_read(bytes, length, file, status);
}

bool attn_corpus_ask(attn_corpus *corpus, attn_status *status)
{
    (void)corpus;
    return absent(status);
}

bool attn_corpus_play(attn_corpus *corpus, attn_status *status)
{
    return attn_corpus_ask(corpus, status);
}

bool attn_corpus_say(attn_corpus *corpus, const char *text, attn_status *status)
{
    (void)text;
    return attn_corpus_ask(corpus, status);
}

bool attn_corpus_ends(const attn_corpus *corpus)
{
    (void)corpus;
    return true;
}

bool attn_corpus_has_media(const attn_corpus *corpus)
{
    (void)corpus;
    return false;
}

void attn_corpus_free(attn_corpus *corpus)
{
    (void)corpus;
}

attn_corpus_stream *attn_corpus_open(const attn_corpus *corpus, const attn_corpus_asked *asked,
                                     attn_status *status)
{
    (void)corpus, (void)asked;
    absent(status);
    return NULL;
}

void attn_corpus_close(attn_corpus_stream *stream)
{
    (void)stream;
}

bool attn_corpus_next(attn_corpus_stream *stream, attn_line *line)
{
    (void)stream, (void)line;
    return false;
}

/* ---- archives, and the tokenizers of other programs ---- */

attn_byte_reader *attn_zip_open(attn_byte_reader *source, const attn_zip_member *member,
                                attn_status *status)
{
    (void)source, (void)member;
    absent(status);
    return NULL;
}

void attn_zip_rest(attn_byte_reader *opened)
{
    (void)opened;
}

bool attn_prepared_new(attn_prepared *prepared, attn_status *status)
{
    (void)prepared;
    return absent(status);
}

void attn_prepared_free(attn_prepared *prepared)
{
    (void)prepared;
}

bool attn_prepare(attn_prepared *prepared, const attn_hub *hub, attn_span text, size_t offset,
                  attn_status *status)
{
    (void)prepared, (void)hub, (void)text, (void)offset;
    return absent(status);
}

bool attn_prepare_words(attn_prepared *prepared, const attn_hub *hub, attn_stretch stretch,
                        attn_status *status)
{
    (void)prepared, (void)hub, (void)stretch;
    return absent(status);
}

attn_span attn_trimmed(attn_span text, bool left, bool right)
{
    (void)left, (void)right;
    return text;
}

bool attn_letter_stands(attn_span text, size_t at)
{
    (void)text, (void)at;
    return false;
}

bool attn_letter_ends(attn_span text, size_t at)
{
    return attn_letter_stands(text, at);
}

int attn_letter_byte(uint32_t letter)
{
    (void)letter;
    return -1;
}

void *attn_pattern_new(const char *pattern, attn_arena *arena, const char **why)
{
    (void)pattern, (void)arena;
    *why = "a page has no such patterns";
    return NULL;
}
