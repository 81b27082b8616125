/*
 * tokens: files of them.
 */
#include "text/tokens.h"

#include <string.h>

#include "core/text.h"
#include "files/bytes/input.h"
#include "files/bytes/lines.h"
#include "files/json/json.h"

enum {
    MOST_BYTES = 16 * 1024 * 1024,
    MOST_TOKENS = 1024 * 1024,
    MOST_TOKEN_BYTES = 1024,
    MOST_DEPTH = 4
};

typedef struct reader {
    const char *file;
    attn_json *json; /* NULL: a text */
    attn_arena *arena;
    attn_status *status;
} reader;

static const attn_labels *labels_of(attn_arena *arena, const char *name, const char **words,
                                    size_t count)
{
    return attn_copy(arena, &(attn_labels){.name = name, .count = count, .words = words}, 1,
                     sizeof(attn_labels));
}

/* ---- JSON ---- */

#define fail_at(r, item, ...) attn_json_fail((r)->json, item, (r)->status, __VA_ARGS__)

static bool check_token(const reader *r, const attn_json_item *item)
{
    if (attn_json_is(item, ATTN_JSON_NUMBER))
        return fail_at(r, item,
                       "this is a number: tokens are texts in quotes (of a Hugging Face "
                       "tokenizer: convert_ids_to_tokens makes them)");
    if (attn_json_is(item, ATTN_JSON_LIST))
        return fail_at(r, item, "this is a list inside the list: give the tokens of one sentence");
    if (!attn_json_is(item, ATTN_JSON_STRING))
        return fail_at(r, item, "tokens are texts in quotes");
    size_t length = strlen(attn_json_text(item));
    return length <= MOST_TOKEN_BYTES ||
           fail_at(r, item, "this token has %zu bytes, more than the %d that one may have", length,
                   MOST_TOKEN_BYTES);
}

static const attn_labels *take_list(const reader *r, const attn_json_item *list, const char *name)
{
    const char **words = NULL;
    size_t count = 0;
    const attn_json_item *item = attn_json_is(list, ATTN_JSON_LIST) ? attn_json_first(list) : NULL;
    if (!item) fail_at(r, list, "expected a list of tokens: [\"le\", \"chat\"]");
    for (; item; item = attn_json_after(item)) {
        const char *text = attn_json_text(item);
        if (!check_token(r, item) ||
            !attn_push_text(r->arena, &words, &count, attn_copy_text(r->arena, text, strlen(text))))
            return NULL;
    }
    return words ? labels_of(r->arena, name, words, count) : NULL;
}

static bool take_json(const reader *r, attn_tokens *tokens)
{
    static const char *const keys[] = {"tokens", "source", "target", NULL};
    const attn_json_item *all = attn_json_root(r->json), *source = NULL, *target = NULL;
    if (attn_json_is(all, ATTN_JSON_OBJECT)) {
        const attn_json_item *root = all;
        all = attn_json_member(root, keys[0]);
        source = attn_json_member(root, keys[1]);
        target = attn_json_member(root, keys[2]);
        /* other keys may stand beside them, as a tokenizer writes its ids, but not in their place
         */
        if (!all && !source && !target && !attn_json_keys(r->json, root, keys, r->status))
            return false;
        if (all ? source || target : !source || !target)
            return fail_at(r, root,
                           "tokens are one list, { \"tokens\": […] }, or two, "
                           "{ \"source\": […], \"target\": […] }");
    }
    tokens->cols = take_list(r, all ? all : source, all ? "" : keys[1]);
    tokens->rows = all || !tokens->cols ? tokens->cols : take_list(r, target, keys[2]);
    return tokens->rows != NULL;
}

/* ---- a text ---- */

static bool check_line(const reader *r, const attn_lines *lines)
{
    if (lines->length == 0)
        return attn_lines_fail(lines, NULL, r->status,
                               "this line is empty: write one token on each");
    return lines->length <= MOST_TOKEN_BYTES ||
           attn_lines_fail(lines, NULL, r->status,
                           "this line has %zu bytes: each holds one token, of %d at most",
                           lines->length, MOST_TOKEN_BYTES);
}

static bool take_text(const reader *r, const attn_input *input, attn_tokens *tokens)
{
    const char **words = NULL;
    size_t count = 0;
    attn_lines lines;
    attn_lines_begin(&lines, r->file, input->bytes, input->length);
    if (!attn_lines_check(&lines, r->status)) return false;
    while (attn_lines_next(&lines) && lines.number <= MOST_TOKENS)
        if (!check_line(r, &lines) ||
            !attn_push_text(r->arena, &words, &count,
                            attn_copy_text(r->arena, lines.line, lines.length)))
            return false;
    if (lines.number == 0 || lines.number > MOST_TOKENS)
        return attn_fail(r->status, ATTN_INPUT,
                         count ? "it has too many lines: it should hold tokens, one on each line"
                               : "it is empty: it should hold tokens, one on each line");
    tokens->rows = tokens->cols = labels_of(r->arena, "", words, count);
    return tokens->rows != NULL;
}

/* ---- either ---- */

static size_t skip_blanks(const attn_input *input, size_t at)
{
    while (at < input->length && input->bytes[at] && strchr(" \t\r\n", input->bytes[at])) at++;
    return at;
}

/* Whether a line is JSON rather than one token: a bracket, a closed text, a number and a comma. */
static bool is_item(const char *line, const char *end)
{
    const char *stop = memchr(line, '\n', (size_t)(end - line));
    size_t length = (size_t)((stop ? stop : end) - line);
    if (*line == '"') return memchr(line + 1, '"', length - 1) != NULL;
    return strchr("[]}", *line) || memchr(line, ',', length);
}

/* A text may begin with "[CLS]", too, or with "[" on a line of its own. */
static bool is_json(const attn_input *input)
{
    size_t open = skip_blanks(input, attn_utf8_mark(input->bytes, input->length)),
           at = skip_blanks(input, open + 1);
    bool list = open < input->length && input->bytes[open] == '[';
    if (!list && (open == input->length || input->bytes[open] != '{')) return false;
    const char *bytes = input->bytes, *first = list ? "\"[]-0123456789" : "\"}";
    bool fits = at < input->length && bytes[at] && strchr(first, bytes[at]);
    bool alone = memchr(bytes + open, '\n', at - open) != NULL;
    return alone ? fits && is_item(bytes + at, bytes + input->length) : fits || !list;
}

bool attn_tokens_read(const char *path, attn_arena *arena, attn_tokens *tokens, attn_status *status)
{
    reader r = {strcmp(path, "-") == 0 ? "standard input" : path, NULL, arena, status};
    attn_input input = {0};
    if (!attn_input_read(&input, path, MOST_BYTES, status)) return false;
    bool json = is_json(&input), done = false;
    if (json) r.json = attn_json_parse(input.bytes, input.length, r.file, MOST_DEPTH, status);
    if (!json || r.json) done = json ? take_json(&r, tokens) : take_text(&r, &input, tokens);
    attn_json_free(r.json);
    attn_input_close(&input);
    if (!done) attn_status_place(status, r.file, 0, 0);
    return done;
}

/* ---- as many as there are rows and columns ---- */

static bool holds_several(const char *token)
{
    static const char blanks[] = " \t";
    token += strspn(token, blanks);
    token += strcspn(token, blanks);
    return token[strspn(token, blanks)] != '\0';
}

static const char *mend_count(const attn_labels *tokens, size_t wanted)
{
    size_t special = 0;
    bool several = false;
    for (size_t i = 0; i < tokens->count; i++) {
        special += attn_token_is_special(tokens->words[i]);
        several = several || holds_several(tokens->words[i]);
    }
    if (several && tokens->count < wanted)
        return "a token holds several words: write one on each line, or each in quotes of its own "
               "in a JSON list";
    if (special > 0 && tokens->count - special == wanted)
        return "the map has no row or column for the special tokens: leave them out of the list";
    return "is it the file of another sentence?";
}

/* "5 target tokens": with the name of the list where there are two. */
static void add_count(const attn_tokens *tokens, const attn_labels *list, attn_text *out)
{
    const char *name = tokens->rows != tokens->cols && list->name ? list->name : "";
    attn_text_print(out, "%zu %s%stoken%s", list->count, name, *name ? " " : "",
                    list->count == 1 ? "" : "s");
}

bool attn_tokens_fit(const attn_tokens *tokens, size_t rows, size_t cols, const char *map,
                     const char *turn, attn_text *why)
{
    static const char *const what[][2] = {{"queries", "query"}, {"keys", "key"}};
    const attn_labels *queries = tokens->rows, *keys = tokens->cols;
    const bool rows_fit = !queries || queries->count == rows;
    const size_t wanted = rows_fit ? cols : rows;
    if (rows_fit && (!keys || keys->count == cols)) return true;
    add_count(tokens, rows_fit ? keys : queries, why);
    attn_text_print(why, ", but %s has %zu %s: ", map, wanted, what[rows_fit][wanted == 1]);
    if (queries && keys && queries->count == cols && keys->count == rows) {
        attn_text_add(why, "source (the keys) and target (the queries) are exchanged");
        if (turn) attn_text_print(why, "; %s turns the map", turn);
    } else {
        attn_text_add(why, mend_count(rows_fit ? keys : queries, wanted));
    }
    return false;
}
