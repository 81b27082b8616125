/*
 * prose: what a step says. Formulas in backticks are typeset, {=expr} puts a computed value in.
 */
#include <math.h>
#include <string.h>

#include "lesson/program/program.h"
#include "tensor/rounding.h"

static prose_piece *add_piece(attn_lesson *lesson, prose *out, attn_piece_kind kind)
{
    prose_piece *piece = attn_push(lesson->arena, &out->pieces, &out->count, sizeof *piece);
    if (piece) *piece = (prose_piece){.kind = kind, .decimals = -1};
    return piece;
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
static bool take_format(const attn_lesson *lesson, const cJSON *item, char *text,
                        prose_piece *piece)
{
    char *colon = strrchr(text, ':');
    if (!colon) return true;
    piece->percent = strcmp(colon, ":%") == 0;
    bool digit = colon[1] >= '0' && colon[1] <= '9' && colon[2] == '\0';
    if (digit) piece->decimals = colon[1] - '0';
    *colon = '\0';
    return piece->percent || digit ||
           attn_lesson_fail(
               lesson, item,
               "after ':' stands a number of decimals (0 to 9) or %%, as in {=α_{1,2}:2}");
}

static bool add_value(attn_lesson *lesson, const cJSON *item, prose *out, const char *start,
                      const char *end)
{
    prose_piece *piece = add_piece(lesson, out, ATTN_PIECE_VALUE);
    char *text = attn_copy_text(lesson->arena, start, (size_t)(end - start));
    if (!piece || !text || !take_format(lesson, item, text, piece)) return false;
    piece->line =
        attn_lesson_line(lesson, item, text, (size_t)(start - item->valuestring), LINE_EXPRESSION);
    return piece->line != NULL;
}

bool attn_prose_read(attn_lesson *lesson, const cJSON *item, bool marked, prose *out)
{
    const char *text = item->valuestring, *words = text, *insert = marked ? "{=" : "{";
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
        if (!end) return attn_lesson_fail(lesson, item, "a '}' is missing after '%s'", insert);
        bool added = tick ? add_formula(lesson, out, start, (size_t)(end - start))
                          : add_value(lesson, item, out, start, end);
        if (!added) return false;
        words = text = end + 1;
    }
    return add_words(lesson, out, words, (size_t)(text - words));
}

/* ---- filling ---- */

/* Whether number i of a value is a part of a whole: not below 0, not above 1, and no weight of a
 * row that does not sum to 1. */
static bool is_share(const attn_record *record, attn_node node, size_t i)
{
    size_t row;
    double number = (double)attn_value(record, node)->data[i], sum = 0;
    attn_node behind = attn_node_weights_behind(record, node, i, &row);
    const attn_tensor *weights = behind ? attn_value(record, behind) : NULL;
    if (!(number >= -ATTN_NEAR_ONE && number <= 1 + ATTN_NEAR_ONE)) return false;
    if (!weights || !weights->data) return true;
    for (size_t k = 0; k < weights->cols; k++)
        sum += (double)weights->data[row * weights->cols + k];
    return fabs(sum - 1) <= ATTN_NEAR_ONE;
}

static void add_number(const attn_record *record, attn_node node, size_t i, int decimals,
                       bool percent, attn_text *out)
{
    const attn_tensor *value = attn_value(record, node);
    float number = value->data[i];
    bool token = value->words && number >= 1 && number <= (float)value->words->count;
    const char *label = value->rank == ATTN_VECTOR && value->words && value->col_labels &&
                                i < value->col_labels->count
                            ? value->col_labels->words[i]
                            : NULL;
    if (token)
        attn_text_add(out, label && !value->col_labels->plain
                               ? label
                               : value->words->words[(size_t)number - 1]);
    else if (percent && is_share(record, node, i)) {
        attn_text_fixed(out, 100 * number, 0);
        attn_text_add(out, "\u00A0%"); /* the two stay on one line */
    } else if (decimals >= 0)
        attn_text_fixed(out, number, decimals);
    else
        attn_text_short(out, number, 4);
}

void attn_prose_value(const attn_record *record, attn_node node, int decimals, bool percent,
                      attn_text *out)
{
    const attn_tensor *value = attn_value(record, node);
    char shape[48];
    if (value->rank == ATTN_MATRIX || value->cols > 64) {
        attn_text_print(out, "[%s]", attn_tensor_shape(value, shape));
        return;
    }
    if (value->rank == ATTN_VECTOR) attn_text_add(out, "[");
    for (size_t i = 0; i < value->cols; i++) {
        if (i) attn_text_add(out, ", ");
        add_number(record, node, i, decimals, percent, out);
    }
    if (value->rank == ATTN_VECTOR) attn_text_add(out, "]");
}

static const char *value_text(attn_run *run, const prose_piece *piece, attn_node *node)
{
    *node = attn_eval(run->lesson->scope, piece->line);
    if (!*node) return NULL;
    attn_text text = {0};
    attn_prose_value(run->record, *node, piece->decimals, piece->percent, &text);
    return attn_keep_text(run->arena, &text);
}

attn_piece *attn_prose_fill(attn_run *run, const prose *text, size_t *count)
{
    attn_piece *pieces = attn_alloc(run->arena, text->count + 1, sizeof *pieces);
    if (!pieces) return NULL;
    for (size_t i = 0; i < text->count; i++) {
        const prose_piece *from = &text->pieces[i];
        pieces[i] = (attn_piece){.kind = from->kind, .text = from->text};
        if (from->kind == ATTN_PIECE_FORMULA && from->line) {
            bool statement = from->line->target_count > 0 || from->line->result_count > 1;
            pieces[i].statement = statement ? from->line : NULL;
            pieces[i].expr = statement ? NULL : from->line->results[0];
        }
        if (from->kind == ATTN_PIECE_VALUE &&
            !(pieces[i].text = value_text(run, from, &pieces[i].node)))
            return NULL;
    }
    *count = text->count;
    return pieces;
}
