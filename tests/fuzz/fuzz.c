/*
 * fuzz: see fuzz.h.
 */
#include "fuzz.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "files/pixels/picture_read.h"

void fuzz_require(bool holds, const char *promise)
{
    if (holds) return;
    fprintf(stderr, "BROKEN: %s\n", promise);
    abort();
}

char *fuzz_copy(const uint8_t *bytes, size_t length)
{
    char *copy = malloc(length + 1);
    fuzz_require(copy != NULL, "there is memory for the input");
    if (length > 0) memcpy(copy, bytes, length);
    copy[length] = '\0';
    return copy;
}

/* Said here anew, by no table of the library: C0, DEL, C1, line and bidi controls. */
static bool is_control(uint32_t code)
{
    static const uint32_t ranges[][2] = {
        {0, 0x1F}, {0x7F, 0x9F}, {0x2028, 0x202E}, {0x2066, 0x2069}};
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++)
        if (code >= ranges[i][0] && code <= ranges[i][1]) return true;
    return false;
}

void fuzz_require_harmless(const char *bytes, size_t length, bool newlines)
{
    uint32_t code;
    for (size_t at = 0; at < length;) {
        size_t step = attn_utf8_next(bytes + at, length - at, &code);
        fuzz_require(step > 0, "what is printed is well-formed UTF-8");
        fuzz_require(!is_control(code) || (newlines && code == '\n'),
                     "what is printed holds no control character");
        at += step;
    }
}

void fuzz_require_colored(const attn_text *text)
{
    const char *at = attn_text_string(text), *end = at + text->length;
    while (at < end) {
        const char *escape = memchr(at, '\x1B', (size_t)(end - at));
        fuzz_require_harmless(at, (size_t)((escape ? escape : end) - at), true);
        if (escape == NULL) return;
        fuzz_require(escape[1] == '[', "an escape sequence begins with ESC [");
        at = escape + 2 + strspn(escape + 2, "0123456789;");
        fuzz_require(*at++ == 'm', "an escape sequence sets a colour and nothing else");
    }
}

void fuzz_require_sane(const attn_status *status)
{
    attn_text text = {0};
    attn_status_text(status, "attnviz", &text);
    fuzz_require(!text.failed, "there is memory for a fault");
    fuzz_require(attn_ok(status) == (status->message[0] == '\0'), "a fault has a sentence");
    fuzz_require(attn_ok(status) == (text.length == 0), "a fault is told, and nothing but a fault");
    fuzz_require(strlen(status->message) < sizeof status->message &&
                     strlen(status->file) < sizeof status->file &&
                     strlen(status->step) < sizeof status->step &&
                     strlen(status->formula) < sizeof status->formula,
                 "each text of a fault ends within its room");
    fuzz_require(status->caret <= strlen(status->formula), "the caret stands under the formula");
    fuzz_require(status->column == 0 || status->line > 0, "a column belongs to a line");
    fuzz_require_harmless(attn_text_string(&text), text.length, true);
    attn_text_free(&text);
}

void fuzz_require_numbers(const float *numbers, size_t count, bool masked)
{
    for (size_t i = 0; i < count; i++)
        fuzz_require(isfinite(numbers[i]) || (masked && isinf(numbers[i])),
                     "numbers are finite, but for −∞ of a mask and a written ∞");
}

unsigned fuzz_picture(const uint8_t *bytes, size_t length, const char *file)
{
    attn_status status = {0};
    attn_picture picture = {0};
    unsigned sum = 0;
    char *copy = fuzz_copy(bytes, length);
    attn_arena *arena = attn_arena_new(&status);
    bool read = attn_picture_read(copy, length, file, arena, &picture, &status);
    fuzz_require(read == attn_ok(&status), "a picture that cannot be read is a fault");
    fuzz_require_sane(&status);
    if (read) fuzz_require(picture.width > 0 && picture.height > 0, "a picture has pixels");
    for (size_t i = 0; read && i < 3 * picture.width * picture.height; i++)
        sum = 31 * sum + picture.pixels[i];
    attn_arena_free(arena);
    free(copy);
    return sum;
}
