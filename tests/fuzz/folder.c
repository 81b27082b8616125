/*
 * folder: any bytes as the examples.tsv of a folder of pictures and sounds, and as the words.tsv of
 * recordings. The folder has a.png, a.jpg, which is none, and a.wav.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "corpus/corpus.h"
#include "fuzz.h"

static char folder[] = "/tmp/fuzz-folder-XXXXXX";

static const char *in_folder(const char *name, char *path, size_t room)
{
    snprintf(path, room, "%s/%s", folder, name);
    return path;
}

static void put(const char *name, const void *bytes, size_t length)
{
    char path[64];
    FILE *file = fopen(in_folder(name, path, sizeof path), "wb");
    fuzz_require(file && fwrite(bytes, 1, length, file) == length && fclose(file) == 0,
                 "the folder can be written");
}

static void clear(void)
{
    static const char *const names[] = {"a.png", "a.jpg", "a.wav"};
    char path[64];
    for (size_t i = 0; i < 3; i++) unlink(in_folder(names[i], path, sizeof path));
    rmdir(folder);
}

static void make_folder(void)
{
    static const unsigned char pixel[] =
        "\x89PNG\r\n\x1A\n\0\0\0\rIHDR\0\0\0\1\0\0\0\1\10\2\0\0\0\x90wS\xDE"
        "\0\0\0\14IDATx\x9C\x63\xF8\xCF\xC0\0\0\3\1\1\0\xC9\xFE\x92\xEF\0\0\0\0IEND\xAE\x42\x60"
        "\x82";
    static const unsigned char sound[] =
        "RIFF\x2C\0\0\0WAVEfmt \x10\0\0\0\1\0\1\0\x40\x1F\0\0\x80\x3E"
        "\0\0\2\0\x10\0data\10\0\0\0\0\1\0\2\0\1\0\0";
    static bool made;
    if (made) return;
    made = true;
    fuzz_require(mkdtemp(folder) != NULL, "a folder can be made");
    atexit(clear);
    put("a.png", pixel, sizeof pixel - 1);
    put("a.jpg", "none", 4);
    put("a.wav", sound, sizeof sound - 1);
}

static void take_lines(const attn_corpus *corpus, attn_corpus_part part)
{
    enum { LINES = 4 };
    const attn_corpus_asked asked = {.part = part, .seed = 1};
    attn_status status = {0};
    attn_line line;
    size_t count = 0;
    attn_corpus_stream *stream = attn_corpus_open(corpus, &asked, &status);
    fuzz_require((stream != NULL) == attn_ok(&status), "what cannot be opened is a fault");
    for (; stream && count < LINES && attn_corpus_next(stream, &line); count++)
        for (size_t i = 0; i < line.box_count; i++)
            fuzz_require(line.boxes[i].x0 < line.boxes[i].x1, "a box has a width");
    fuzz_require_sane(&status);
    attn_corpus_close(stream);
}

typedef attn_corpus *(*reader)(const char *, size_t, const char *, attn_status *);

static void read_as(reader read, const char *name, const char *text, size_t length)
{
    char path[64];
    attn_status status = {0};
    attn_corpus *corpus = read(text, length, in_folder(name, path, sizeof path), &status);
    fuzz_require((corpus != NULL) == attn_ok(&status), "what cannot be read is a fault");
    fuzz_require_sane(&status);
    if (corpus) take_lines(corpus, length % 2 ? ATTN_ALL : ATTN_TRAIN);
    attn_corpus_free(corpus);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    make_folder();
    char *text = fuzz_copy(bytes, length);
    read_as(attn_corpus_read_album, "examples.tsv", text, length);
    read_as(attn_corpus_read_spoken, "words.tsv", text, length);
    free(text);
    return 0;
}
