/*
 * prose_read: what a step says, cut into words, formulas and values to put in.
 */
#include <string.h>

#include "lesson/read/reading.h"

static prose_piece *add_piece(attn_lesson *lesson, prose *out, attn_piece_kind kind)
{
    return attn_append(lesson->arena, &out->pieces, &out->count,
                       &(prose_piece){.kind = kind, .decimals = -1}, sizeof(prose_piece));
}

static bool add_words(attn_lesson *lesson, prose *out, const char *text, size_t length)
{
    if (length == 0) return true;
    prose_piece *piece = add_piece(lesson, out, ATTN_PIECE_WORDS);
    return piece && (piece->text = attn_copy_text(lesson->arena, text, length)) != NULL;
}

/* A formula that is only typeset: names need not exist. What does not parse stands as it is
 * written. */
static bool add_formula(attn_lesson *lesson, prose *out, const char *text, size_t length)
{
    prose_piece *piece = add_piece(lesson, out, ATTN_PIECE_FORMULA);
    if (!piece || !(piece->text = attn_copy_text(lesson->arena, text, length))) return false;
    attn_status fault = {0};
    attn_arena *arena = attn_arena_new(&fault);
    attn_grammar grammar = attn_scope_grammar(lesson->scope);
    grammar.arena = arena;
    bool parses = arena && attn_parse_body_line(&grammar, piece->text);
    attn_arena_free(arena);
    if (fault.code == ATTN_MEMORY)
        return attn_fail(lesson->status, fault.code, "%s", fault.message);
    grammar.arena = lesson->arena;
    if (parses) piece->line = attn_parse_body_line(&grammar, piece->text);
    return attn_ok(lesson->status);
}

/* The end of "{=expr}": its closing brace, braces inside counted; NULL: there is none. */
static const char *closing_brace(const char *text)
{
    size_t open = 1;
    for (; *text; text++) {
        if (*text == '{') open++;
        if (*text == '}' && --open == 0) return text;
    }
    return NULL;
}

/* Takes ":2" or ":%" off the end of an expression. */
static bool take_format(const attn_lesson *lesson, const origin *from, char *text,
                        prose_piece *piece)
{
    char *colon = strrchr(text, ':');
    if (!colon) return true;
    piece->percent = strcmp(colon, ":%") == 0;
    bool digit = colon[1] >= '0' && colon[1] <= '9' && colon[2] == '\0';
    if (digit) piece->decimals = colon[1] - '0';
    *colon = '\0';
    return piece->percent || digit ||
           attn_fail_at(lesson->status, from,
                        "after ':' write a number of decimals (0 to 9) or %%, as in {=α_{1,2}:2}");
}

static bool add_value(attn_lesson *lesson, origin from, prose *out, const char *start,
                      const char *end)
{
    prose_piece *piece = add_piece(lesson, out, ATTN_PIECE_VALUE);
    char *text = attn_copy_text(lesson->arena, start, (size_t)(end - start));
    if (!piece || !text || !take_format(lesson, &(origin){from.json, from.start, 0}, text, piece))
        return false;
    return (piece->line = attn_lesson_line_at(lesson, from, text, LINE_EXPRESSION)) != NULL;
}

bool attn_prose_read(attn_lesson *lesson, const char *text, origin from, bool marked, prose *out)
{
    const char *whole = text, *words = text, *insert = marked ? "{=" : "{";
    out->bytes = strlen(text);
    while (*text) {
        const char *tick = marked && *text == '`' ? strchr(text + 1, '`') : NULL;
        bool value = strncmp(text, insert, strlen(insert)) == 0;
        if (!tick && !value) {
            text++;
            continue;
        }
        if (!add_words(lesson, out, words, (size_t)(text - words))) return false;
        const char *start = text + (tick ? 1 : strlen(insert)),
                   *end = tick ? tick : closing_brace(start);
        if (!end) return attn_fail_at(lesson->status, &from, "a '}' is missing after '%s'", insert);
        from.offset = (size_t)(start - whole);
        bool added = tick ? add_formula(lesson, out, start, (size_t)(end - start))
                          : add_value(lesson, from, out, start, end);
        if (!added) return false;
        words = text = end + 1;
    }
    return add_words(lesson, out, words, (size_t)(text - words));
}
