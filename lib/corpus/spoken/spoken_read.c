/*
 * spoken_read: reads words.tsv, line by line.
 */
#include <string.h>

#include "core/random.h"
#include "corpus/parts.h"
#include "corpus/spoken/spoken.h"
#include "files/bytes/lines.h"
#include "files/bytes/open.h"

#define LAYOUT "sound.wav, its word, and held-out or -"
#define fail(lines, at, ...) attn_lines_fail(lines, at, corpus->status, __VA_ARGS__)

/* A single word, without a control character. */
static bool is_word(const attn_corpus *corpus, const attn_lines *lines, attn_span text)
{
    size_t at = 0, start, end;
    if (!attn_lines_harmless(lines, text.bytes, text.length, corpus->status)) return false;
    if (attn_text_word(text.bytes, text.length, &at, &start, &end) && end - start == text.length)
        return true;
    return fail(lines, text.bytes, "a recording is of one word: write it without blanks and marks");
}

static bool read_mark(const attn_corpus *corpus, const attn_lines *lines, attn_span text,
                      bool *held)
{
    static const char mark[] = "held-out";
    *held = text.length == sizeof mark - 1 && memcmp(text.bytes, mark, text.length) == 0;
    return *held || (text.length == 1 && text.bytes[0] == '-') ||
           fail(lines, text.bytes, "write held-out here, or -");
}

/* The hash of a file's name says where a recording belongs that is not held out. */
static attn_corpus_part part_of(const spoken_recording *recording)
{
    return recording->held
               ? ATTN_TEST
               : attn_part_of_hash(attn_hash(recording->file, strlen(recording->file)), true);
}

static bool read_line(attn_corpus *corpus, const attn_lines *lines)
{
    attn_span left = {lines->line, lines->length}, file, word, mark;
    spoken_recording made = {.line = left};
    if (!attn_span_take(&left, '\t', &file) || !attn_span_take(&left, '\t', &word) ||
        !attn_span_take(&left, '\t', &mark))
        return fail(lines, NULL, "a line is, with tabs between: " LAYOUT);
    if (!attn_lines_harmless(lines, file.bytes, file.length, corpus->status) ||
        !is_word(corpus, lines, word) || !read_mark(corpus, lines, mark, &made.held))
        return false;
    made.file = attn_copy_text(corpus->arena, file.bytes, file.length);
    made.word = attn_copy_text(corpus->arena, word.bytes, word.length);
    if (!made.file || !made.word) return false;
    if (!attn_name_stays(made.file))
        return fail(lines, file.bytes, "the sound must be in the folder of this file");
    made.part = part_of(&made);
    return attn_append(corpus->arena, &corpus->spoken->recordings, &corpus->spoken->count, &made,
                       sizeof made) != NULL;
}

bool attn_spoken_read(attn_corpus *corpus)
{
    attn_lines lines;
    corpus->spoken = attn_alloc(corpus->arena, 1, sizeof *corpus->spoken);
    attn_lines_begin(&lines, corpus->file, corpus->text, corpus->length);
    if (!corpus->spoken || !attn_lines_check(&lines, corpus->status)) return false;
    while (attn_lines_next(&lines))
        if (lines.length > 0 && !read_line(corpus, &lines)) return false;
    if (corpus->spoken->count > 0) return true;
    attn_fail(corpus->status, ATTN_INPUT, "the file has no lines: " LAYOUT);
    attn_status_place(corpus->status, corpus->file, 0, 0);
    return false;
}
