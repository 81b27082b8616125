/*
 * album: reads the lines about pictures or sounds in a folder, and these.
 */
#include "corpus/album.h"

#include <string.h>

#include "core/text.h"
#include "files/bytes/input.h"
#include "files/bytes/open.h"

#define MOST_MEDIUM_BYTES ((size_t)64 << 20)
#define MOST_CORNER ((size_t)99999999)
#define LAYOUT "picture or sound, caption (or question and answer), boxes, and held-out or -"
#define fail(album, at, status, ...) attn_lines_fail(&(album)->lines, at, status, __VA_ARGS__)

enum {
    NAME,
    SAID,
    MOST_FIELDS = 6,
    USUAL_RATE = 8000 /* of the sound that a message proposes */
};

/* ---- words ---- */

static bool cut_words(attn_album *album, attn_span text, size_t side, attn_words *column,
                      attn_status *status)
{
    size_t at = 0, start, end;
    column->words = album->word[side];
    while (attn_text_word(text.bytes, text.length, &at, &start, &end)) {
        const char *word = text.bytes + start;
        if (column->count == ATTN_MOST_LINE_WORDS)
            return fail(album, word, status, "a line has at most %u words", ATTN_MOST_LINE_WORDS);
        if (!attn_lines_harmless(&album->lines, word, end - start, status)) return false;
        album->word[side][column->count++] =
            (attn_word){attn_copy_text(album->arena, word, end - start), ""};
    }
    return column->count > 0 || fail(album, text.bytes, status, "there is no word here");
}

/* "- adjective noun" */
static bool cut_kinds(attn_album *album, attn_span text, size_t side, size_t count,
                      attn_status *status)
{
    attn_span left = text, kind;
    for (size_t i = 0; i < count; i++) {
        if (!attn_span_word(&left, " ", &kind))
            return fail(album, text.bytes, status,
                        "a kind is missing: one for each of %zu words, - for none", count);
        if (!attn_lines_harmless(&album->lines, kind.bytes, kind.length, status)) return false;
        if (!(kind.length == 1 && kind.bytes[0] == '-'))
            album->word[side][i].kind = attn_copy_text(album->arena, kind.bytes, kind.length);
    }
    return !attn_span_word(&left, " ", &kind) ||
           fail(album, kind.bytes, status, "there are more kinds than words");
}

/* ---- boxes ---- */

static bool take_corner(attn_span *left, const char *mark, size_t *number)
{
    char taken;
    return attn_span_mark(left, mark, &taken) && attn_span_whole(left, MOST_CORNER, number);
}

/* "1:10,20,31,44", of a word of so many */
static bool read_box(const attn_album *album, attn_span text, size_t words, attn_box *box,
                     attn_status *status)
{
    attn_span left = text;
    if (!attn_span_whole(&left, 99999, &box->word) || !take_corner(&left, ":", &box->x0) ||
        !take_corner(&left, ",", &box->y0) || !take_corner(&left, ",", &box->x1) ||
        !take_corner(&left, ",", &box->y1) || left.length > 0 || box->x0 >= box->x1 ||
        box->y0 >= box->y1)
        return fail(album, text.bytes, status,
                    "write a box as 1:10,20,31,44: the place of the word, from 0, and the left, "
                    "upper, right and lower edge");
    return box->word < words || fail(album, text.bytes, status, "no word %zu here: the last is %zu",
                                     box->word, words - 1);
}

static bool read_boxes(attn_album *album, attn_span text, size_t words, attn_line *line,
                       attn_status *status)
{
    attn_span one;
    for (attn_span left = text; attn_span_word(&left, " ", &one); line->box_count++) {
        attn_box *box = &album->boxes[line->box_count];
        if (line->box_count == ATTN_MOST_BOXES)
            return fail(album, one.bytes, status, "a line has at most %u boxes", ATTN_MOST_BOXES);
        if (!read_box(album, one, words, box, status)) return false;
        if (line->box_count > 0 && box[-1].word > box->word)
            return fail(album, one.bytes, status, "boxes stand in the order of their words");
    }
    line->boxes = album->boxes;
    return true;
}

/* ---- a line ---- */

static bool is_mark(attn_span text)
{
    static const char held[] = "held-out";
    return (text.length == 1 && text.bytes[0] == '-') ||
           (text.length == sizeof held - 1 && memcmp(text.bytes, held, text.length) == 0);
}

/* The number of fields; 0, with a fault: too many. */
static size_t cut_fields(const attn_album *album, attn_span field[MOST_FIELDS], attn_status *status)
{
    attn_span left = {album->lines.line, album->lines.length};
    size_t count = 0;
    while (count < MOST_FIELDS && attn_span_take(&left, '\t', &field[count])) count++;
    if (!left.bytes) return count;
    fail(album, left.bytes, status, "one tab too many: " LAYOUT);
    return 0;
}

static bool read_fields(attn_album *album, attn_line *line, attn_span *name, attn_status *status)
{
    attn_span field[MOST_FIELDS];
    const size_t count = cut_fields(album, field, status);
    size_t sides = 1;
    while (sides < ALBUM_SIDES && !(sides + 2 < count && is_mark(field[sides + 2]))) sides++;
    const size_t mark = sides + 2, last = sides - 1;
    if (count == 0) return false;
    if (mark >= count || !is_mark(field[mark]) || count > mark + 2)
        return fail(album, NULL, status, "a line is, with tabs between: " LAYOUT);
    *name = field[NAME];
    line->column_count = 1 + sides;
    line->source = &line->columns[1];
    line->target = sides == ALBUM_SIDES ? &line->columns[2] : NULL;
    line->held = field[mark].length > 1;
    for (size_t side = 0; side < sides; side++)
        if (!cut_words(album, field[SAID + side], side, &line->columns[1 + side], status))
            return false;
    const size_t words = line->columns[sides].count;
    return read_boxes(album, field[mark - 1], words, line, status) &&
           (mark + 1 == count || cut_kinds(album, field[mark + 1], last, words, status));
}

/* ---- the picture, or the sound ---- */

/* Of this name below the folder in which the lines are. */
static bool read_medium(attn_album *album, attn_span name, attn_line *line, attn_status *status)
{
    const char *text = attn_copy_text(album->arena, name.bytes, name.length);
    attn_input input = {0};
    if (!text || !attn_lines_harmless(&album->lines, name.bytes, name.length, status)) return false;
    if (!attn_name_stays(text))
        return fail(album, name.bytes, status,
                    "the picture or sound must be in the folder of this file");
    const bool sound = attn_ends_in(text, ".wav");
    bool done = attn_input_beside(&input, album->lines.file, text, MOST_MEDIUM_BYTES, status);
    if (done && sound)
        done = attn_wav_read(input.bytes, input.length, text, USUAL_RATE, album->arena,
                             &album->sound, status);
    else if (done)
        done = attn_picture_read(input.bytes, input.length, text, album->arena, &album->picture,
                                 status);
    attn_input_close(&input);
    line->columns[0].picture = sound ? NULL : &album->picture;
    line->columns[0].sound = sound ? &album->sound : NULL;
    return done;
}

static bool picture_holds(const attn_album *album, const attn_box *box, attn_status *status)
{
    const attn_picture *picture = &album->picture;
    return (box->x1 <= picture->width && box->y1 <= picture->height) ||
           fail(album, NULL, status,
                "a box of word %zu lies outside the picture, which has %zu × %zu pixels", box->word,
                picture->width, picture->height);
}

static bool sound_holds(const attn_album *album, const attn_box *box, attn_status *status)
{
    const size_t count = album->sound.count;
    return (box->x1 <= count && box->y1 == 1) ||
           fail(album, NULL, status,
                "a box of word %zu lies outside the sound: its samples end at %zu, and it is 1 "
                "high, from 0 to 1",
                box->word, count);
}

static bool boxes_fit(const attn_album *album, const attn_line *line, attn_status *status)
{
    for (size_t i = 0; i < line->box_count; i++)
        if (!(line->columns[0].sound ? sound_holds(album, &line->boxes[i], status)
                                     : picture_holds(album, &line->boxes[i], status)))
            return false;
    return true;
}

/* ---- the whole ---- */

void attn_album_begin(attn_album *album, const attn_corpus *corpus, attn_arena *arena)
{
    *album = (attn_album){.arena = arena};
    attn_lines_begin(&album->lines, corpus->file, corpus->text, corpus->length);
}

/* The next line, without its picture or sound. */
static bool next_line(attn_album *album, attn_line *line, attn_span *name, attn_status *status)
{
    while (attn_lines_next(&album->lines)) {
        if (album->lines.length == 0) continue;
        *line = (attn_line){.column_count = 0};
        attn_arena_clear(album->arena);
        return read_fields(album, line, name, status) && attn_ok(status);
    }
    return false;
}

bool attn_album_next(attn_album *album, attn_line *line, attn_status *status)
{
    attn_span name;
    return next_line(album, line, &name, status) && read_medium(album, name, line, status) &&
           boxes_fit(album, line, status);
}

bool attn_album_check(attn_corpus *corpus)
{
    attn_arena *words = attn_arena_new(corpus->status);
    attn_album *album = words ? attn_alloc(corpus->arena, 1, sizeof *album) : NULL;
    attn_line line;
    attn_span name;
    size_t count = 0;
    if (album) attn_album_begin(album, corpus, words);
    const bool fine = album && attn_lines_check(&album->lines, corpus->status);
    while (fine && next_line(album, &line, &name, corpus->status)) count++;
    attn_arena_free(words);
    if (!fine || count > 0 || !attn_ok(corpus->status)) return fine && attn_ok(corpus->status);
    attn_fail(corpus->status, ATTN_INPUT, "the file has no lines: " LAYOUT);
    attn_status_place(corpus->status, corpus->file, 0, 0);
    return false;
}
