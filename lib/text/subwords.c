/*
 * subwords: tokens as their tokenizers mark them, made words again.
 */
#include <stdlib.h>
#include <string.h>

#include "core/text.h"
#include "text/tokens.h"

static const char space_mark[] = "▁", continues[] = "·";

/* No word is longer: where letters never end, one begins all the same. */
#define MOST_WORD_BYTES 1024u

/* ---- what a token is ---- */

static bool begins(const char *token, const char *mark)
{
    return strncmp(token, mark, strlen(mark)) == 0;
}

bool attn_token_is_special(const char *token)
{
    static const char *const known[] = {
        "[CLS]", "[SEP]", "[PAD]", "[BOS]", "[EOS]", "<s>",   "</s>",    "<pad>",
        "<bos>", "<eos>", "<cls>", "<sep>", "<PAD>", "<EOS>", "<start>", "<end>",
    };
    size_t length = strlen(token);
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcmp(token, known[i]) == 0) return true;
    return length > 4 && begins(token, "<|") && strcmp(token + length - 2, "|>") == 0;
}

/* ---- its bytes ---- */

static bool prints(uint32_t byte)
{
    return (byte >= 33 && byte <= 126) || (byte >= 161 && byte <= 255 && byte != 173);
}

/* The byte that a letter of the table of GPT-2 stands for: those that print stand for themselves,
 * the others, in order, for what follows U+00FF. −1: the letter is not in the table. */
static int byte_of(uint32_t code)
{
    if (prints(code)) return (int)code;
    for (uint32_t byte = 0, next = 256; byte < 256; byte++)
        if (!prints(byte) && next++ == code) return (int)byte;
    return -1;
}

/* False if some letter is not in the table, and stands for itself. */
static bool add_letters_as_bytes(const char *token, attn_text *out)
{
    uint32_t code;
    bool all = true;
    for (size_t at = 0, length = strlen(token), width; at < length; at += width) {
        width = attn_utf8_next(token + at, length - at, &code);
        int byte = width ? byte_of(code) : -1;
        if (width == 0) width = 1;
        char one = (char)(unsigned char)byte;
        if (byte >= 0) attn_text_add_bytes(out, &one, 1);
        if (byte < 0) attn_text_add_bytes(out, token + at, width);
        all = all && byte >= 0;
    }
    return all;
}

/* "<0xE6>": a byte that SentencePiece has no piece for. */
static bool is_one_byte(const char *token, char *byte)
{
    bool one = strlen(token) == 6 && begins(token, "<0x") && token[5] == '>' &&
               strspn(token + 3, "0123456789ABCDEF") == 2;
    *byte = one ? (char)(unsigned char)strtoul(token + 3, NULL, 16) : '\0';
    return one;
}

static void add_sentence_piece(const char *token, attn_text *out)
{
    char byte;
    if (is_one_byte(token, &byte)) {
        attn_text_add_bytes(out, &byte, 1);
        return;
    }
    for (const char *mark; (mark = strstr(token, space_mark)); token = mark + strlen(space_mark)) {
        attn_text_add_bytes(out, token, (size_t)(mark - token));
        attn_text_add(out, " ");
    }
    attn_text_add(out, token);
}

/* What of the text a token stands for, its marks away; a space before it stays. */
static void add_plain(const char *token, attn_marks marks, attn_text *out)
{
    size_t length = strlen(token);
    if (marks == ATTN_MARKS_BYTES)
        add_letters_as_bytes(token, out);
    else if (marks == ATTN_MARKS_SENTENCE)
        add_sentence_piece(token, out);
    else if (marks == ATTN_MARKS_WORDPIECE && begins(token, "##") && length > 2)
        attn_text_add(out, token + 2);
    else if (marks == ATTN_MARKS_JOINED && attn_ends_in(token, "@@"))
        attn_text_add_bytes(out, token, length - 2);
    else if (marks == ATTN_MARKS_ENDED && attn_ends_in(token, "</w>"))
        attn_text_add_bytes(out, token, length - 4);
    else
        attn_text_add(out, token);
}

/* ---- which marks they are ---- */

/*
 * Whether bytes are text that no other letters would give by chance. A word in capitals, as PÓŁ,
 * may give one letter of two bytes, from U+0180 to U+07FF, but no script has such letters one by
 * one among others: there two must meet.
 */
static bool is_telling(const attn_text *bytes)
{
    uint32_t before = 0, code = 0;
    bool rendering = false;
    for (size_t at = 0, width; at < bytes->length; at += width, before = code) {
        width = attn_utf8_next(bytes->bytes + at, bytes->length - at, &code);
        if (width == 0) return false;
        bool rare = code >= 0x180 && code < 0x800;
        rendering = rendering || (code >= 0x80 && (!rare || before >= 0x80));
    }
    return rendering;
}

/* Whether the tokens, all together, are text once their letters are taken for bytes, which are
 * added. */
static bool are_bytes(const attn_labels *tokens, attn_text *bytes)
{
    bool all = true;
    for (size_t i = 0; all && i < tokens->count; i++)
        if (!attn_token_is_special(tokens->words[i]))
            all = add_letters_as_bytes(tokens->words[i], bytes);
    return all && is_telling(bytes);
}

static attn_marks marks_of(const attn_labels *tokens, attn_text *bytes)
{
    bool seen[ATTN_MARKS_SPACED + 1] = {false};
    for (size_t i = 0; i < tokens->count; i++) {
        const char *token = tokens->words[i];
        if (attn_token_is_special(token)) continue;
        /* space and newline, as the tokenizer of GPT-2 writes these bytes */
        if (begins(token, "Ġ") || begins(token, "Ċ")) seen[ATTN_MARKS_BYTES] = true;
        if (begins(token, space_mark)) seen[ATTN_MARKS_SENTENCE] = true;
        if (begins(token, "##") && token[2]) seen[ATTN_MARKS_WORDPIECE] = true;
        if (attn_ends_in(token, "@@")) seen[ATTN_MARKS_JOINED] = true;
        if (attn_ends_in(token, "</w>")) seen[ATTN_MARKS_ENDED] = true;
        if (begins(token, " ") && token[1] && token[1] != ' ') seen[ATTN_MARKS_SPACED] = true;
    }
    for (attn_marks m = ATTN_MARKS_BYTES; m <= ATTN_MARKS_SPACED; m++)
        if (seen[m]) return m;
    return are_bytes(tokens, bytes) ? ATTN_MARKS_BYTES : ATTN_MARKS_NONE;
}

/* ---- where words begin ---- */

typedef struct joining {
    const attn_labels *tokens;
    attn_marks marks;
    attn_text text; /* of all tokens, their marks away */
    size_t *starts; /* of each token in it, and its end */
    bool *within;   /* a token begins within a word, where that text is cut into words */
    size_t word;    /* where the word begins that the next token may go on with */
} joining;

static bool is_space(char c)
{
    return c == ' ' || c == '\n' || c == '\t' || c == '\r';
}

static bool only_spaces(const char *bytes, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (bytes[i] != ' ') return false;
    return true;
}

/* A character may be spread over tokens, and what follows may decide, as after an apostrophe: so
 * all of the text is cut. */
static void cut_text(joining *j)
{
    size_t at = 0, start, end, i = 0;
    const char *text = attn_text_string(&j->text);
    while (attn_text_word(text, j->text.length, &at, &start, &end))
        for (; i < j->tokens->count && j->starts[i] < end; i++) j->within[i] = j->starts[i] > start;
}

/* The marks say only where there is a space: the text says more. */
static bool goes_on_by_text(const joining *j, size_t i)
{
    const char *text = attn_text_string(&j->text), *piece = text + j->starts[i];
    const size_t before = j->starts[i] - j->word;
    if (j->starts[i + 1] == j->starts[i]) return true;
    if (only_spaces(text + j->word, before)) return !is_space(*piece);
    bool within_character = ((unsigned char)*piece & 0xC0u) == 0x80u;
    return before <= MOST_WORD_BYTES && (within_character || j->within[i]);
}

static bool goes_on(const joining *j, const attn_pieces *p, size_t i)
{
    if (i == 0 || p->special[i] || p->special[i - 1]) return false;
    const char *token = j->tokens->words[i], *last = j->tokens->words[i - 1];
    switch (j->marks) {
    case ATTN_MARKS_WORDPIECE:
        return begins(token, "##") && token[2];
    case ATTN_MARKS_JOINED:
        return attn_ends_in(last, "@@");
    case ATTN_MARKS_ENDED:
        return !attn_ends_in(last, "</w>");
    case ATTN_MARKS_BYTES:
    case ATTN_MARKS_SENTENCE:
    case ATTN_MARKS_SPACED:
        return goes_on_by_text(j, i);
    case ATTN_MARKS_AUTO:
    case ATTN_MARKS_NONE:
        break;
    }
    return false;
}

/* ---- texts to read ---- */

/* Without the space before it; what is nothing but space is drawn as signs for it; bytes that are
 * no text stand as numbers. */
static const char *readable(const joining *j, size_t from, size_t to, bool goes_on,
                            attn_arena *arena)
{
    attn_text out = {0};
    const char *bytes = attn_text_string(&j->text);
    if (to > from + 1 && bytes[from] == ' ') from++;
    if (to > from && only_spaces(bytes + from, to - from)) {
        attn_text_add(&out, "␣");
        return attn_keep_text(arena, &out);
    }
    if (goes_on) attn_text_add(&out, continues);
    for (size_t start = from; from <= to; from++) {
        const char *sign = from == to            ? ""
                           : bytes[from] == '\n' ? "↵"
                           : bytes[from] == '\t' ? "⇥"
                                                 : NULL;
        if (!sign) continue;
        attn_text_add_escaped(&out, bytes + start, from - start, false);
        attn_text_add(&out, sign);
        start = from + 1;
    }
    return attn_keep_text(arena, &out);
}

/* ---- all together ---- */

static void read_text(attn_pieces *p, joining *j)
{
    for (size_t i = 0; i < j->tokens->count; i++) {
        const char *token = j->tokens->words[i];
        p->special[i] = attn_token_is_special(token);
        add_plain(token, p->special[i] ? ATTN_MARKS_NONE : j->marks, &j->text);
        j->starts[i + 1] = j->text.length;
    }
    if (j->marks == ATTN_MARKS_BYTES || j->marks == ATTN_MARKS_SENTENCE ||
        j->marks == ATTN_MARKS_SPACED)
        cut_text(j);
}

static bool end_word(attn_pieces *p, joining *j, size_t end, attn_arena *arena)
{
    if (p->word_count == 0) return true;
    const char *word = readable(j, j->word, end, false, arena);
    p->words[p->word_count - 1] = word;
    j->word = end;
    return word != NULL;
}

static bool add_piece(attn_pieces *p, joining *j, attn_arena *arena)
{
    const size_t i = p->count++;
    bool same = goes_on(j, p, i);
    if (!same && !end_word(p, j, j->starts[i], arena)) return false;
    p->word_count += !same;
    p->word_of[i] = p->word_count - 1;
    p->texts[i] = readable(j, j->starts[i], j->starts[i + 1], same, arena);
    return p->texts[i] != NULL;
}

const attn_pieces *attn_subwords_of(const attn_labels *tokens, attn_marks marks, attn_arena *arena)
{
    const size_t room = tokens->count + 1;
    const attn_pieces begun = {.texts = attn_alloc(arena, room, sizeof *begun.texts),
                               .word_of = attn_alloc(arena, room, sizeof *begun.word_of),
                               .special = attn_alloc(arena, room, sizeof *begun.special),
                               .words = attn_alloc(arena, room, sizeof *begun.words)};
    attn_pieces *p = attn_copy(arena, &begun, 1, sizeof begun);
    joining j = {.tokens = tokens,
                 .marks = marks,
                 .starts = attn_alloc(arena, room, sizeof *j.starts),
                 .within = attn_alloc(arena, room, sizeof *j.within)};
    if (!attn_ok(attn_arena_status(arena))) return NULL;
    if (marks == ATTN_MARKS_AUTO) j.marks = marks_of(tokens, &j.text);
    attn_text_clear(&j.text);
    read_text(p, &j);
    bool done = !j.text.failed;
    while (done && p->count < tokens->count) done = add_piece(p, &j, arena);
    done = done && end_word(p, &j, j.text.length, arena);
    attn_text_free(&j.text);
    if (done) return p;
    attn_no_memory(attn_arena_status(arena), "joining pieces of words");
    return NULL;
}
