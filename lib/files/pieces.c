/*
 * pieces: tokens as their tokenizers mark them, made words again.
 */
#include <string.h>

#include "core/text.h"
#include "files/tokens.h"

static const char space_mark[] = "▁", continues[] = "·";

const char *const attn_marks_names[] = {"auto",      "none",   "bytes", "sentencepiece",
                                        "wordpiece", "joined", "ended", NULL};

/* No word is longer: where letters never end, one begins all the same. */
#define MOST_WORD_BYTES 1024u

/* ---- what a token is ---- */

static bool begins(const char *token, const char *mark)
{
    return strncmp(token, mark, strlen(mark)) == 0;
}

static bool is_special(const char *token)
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

static attn_marks marks_of(const attn_labels *tokens)
{
    bool seen[ATTN_MARKS_ENDED + 1] = {false};
    for (size_t i = 0; i < tokens->count; i++) {
        const char *token = tokens->words[i];
        if (is_special(token)) continue;
        /* space and newline, as the tokenizer of GPT-2 writes these bytes */
        if (begins(token, "Ġ") || begins(token, "Ċ")) seen[ATTN_MARKS_BYTES] = true;
        if (begins(token, space_mark)) seen[ATTN_MARKS_SENTENCE] = true;
        if (begins(token, "##") && token[2]) seen[ATTN_MARKS_WORDPIECE] = true;
        if (attn_ends_in(token, "@@")) seen[ATTN_MARKS_JOINED] = true;
        if (attn_ends_in(token, "</w>")) seen[ATTN_MARKS_ENDED] = true;
    }
    for (attn_marks m = ATTN_MARKS_BYTES; m <= ATTN_MARKS_ENDED; m++)
        if (seen[m]) return m;
    return ATTN_MARKS_NONE;
}

/* ---- its bytes ---- */

/* The byte that a letter of the table of GPT-2 stands for: those that print stand for themselves,
 * the others, in order, for what follows U+00FF. −1: the letter is not in the table. */
static int byte_of(uint32_t code)
{
    uint32_t next = 256;
    for (uint32_t byte = 0; byte < 256; byte++) {
        bool prints = (byte >= 33 && byte <= 126) || (byte >= 161 && byte != 173);
        if (prints ? code == byte : code == next) return (int)byte;
        if (!prints) next++;
    }
    return -1;
}

static void add_letters_as_bytes(const char *token, attn_text *out)
{
    uint32_t code;
    for (size_t at = 0, length = strlen(token), width; at < length; at += width) {
        width = attn_utf8_next(token + at, length - at, &code);
        int byte = width ? byte_of(code) : -1;
        if (width == 0) width = 1;
        char one = (char)(unsigned char)byte;
        if (byte >= 0) attn_text_add_bytes(out, &one, 1);
        if (byte < 0) attn_text_add_bytes(out, token + at, width);
    }
}

static int hex_digit(char c)
{
    static const char digits[] = "0123456789ABCDEF";
    const char *found = c ? strchr(digits, c) : NULL;
    return found ? (int)(found - digits) : -1;
}

/* "<0xE6>": a byte that SentencePiece has no piece for. */
static bool is_one_byte(const char *token, char *byte)
{
    if (strlen(token) != 6 || !begins(token, "<0x") || token[5] != '>') return false;
    int high = hex_digit(token[3]), low = hex_digit(token[4]);
    *byte = (char)(unsigned char)(high * 16 + low);
    return high >= 0 && low >= 0;
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

/* ---- where words begin ---- */

static bool is_space(char c)
{
    return c == ' ' || c == '\n' || c == '\t' || c == '\r';
}

/* The last characters of a word: where it is cut does not depend on what is further away. */
static const char *tail_of(const attn_text *word, size_t *length)
{
    enum { FAR = 32 };
    const char *bytes = attn_text_string(word);
    size_t start = word->length > FAR ? word->length - FAR : 0;
    while (start < word->length && ((unsigned char)bytes[start] & 0xC0u) == 0x80u) start++;
    *length = word->length - start;
    return bytes + start;
}

/* Whether a text that is cut into words is cut where these two meet, as "noir" and "." are. */
static bool parts_at(const attn_text *word, const char *piece, size_t length)
{
    attn_text both = {0};
    size_t bad, before, at = 0, start, end = 0;
    const char *tail = tail_of(word, &before);
    if (word->length > MOST_WORD_BYTES) return true;
    if (!attn_utf8_valid(tail, before, &bad) || !attn_utf8_valid(piece, length, &bad)) return false;
    attn_text_add_bytes(&both, tail, before);
    attn_text_add_bytes(&both, piece, length);
    while (!both.failed && end < before &&
           attn_text_word(both.bytes, both.length, &at, &start, &end))
        if (start >= before) end = start;
    attn_text_free(&both);
    return end == before;
}

/* What has been read of the word that the next token may go on with. */
typedef struct joining {
    attn_marks marks;
    attn_text word;   /* its bytes so far */
    const char *last; /* the token before; NULL: a word begins here */
} joining;

static bool goes_on(const joining *j, const char *token, const attn_text *piece)
{
    if (!j->last) return false;
    switch (j->marks) {
    case ATTN_MARKS_WORDPIECE:
        return begins(token, "##") && token[2];
    case ATTN_MARKS_JOINED:
        return attn_ends_in(j->last, "@@");
    case ATTN_MARKS_ENDED:
        return !attn_ends_in(j->last, "</w>");
    case ATTN_MARKS_BYTES:
    case ATTN_MARKS_SENTENCE:
        if (piece->length == 0 || strspn(attn_text_string(&j->word), " ") == j->word.length)
            return piece->length == 0 || !is_space(piece->bytes[0]);
        return !is_space(piece->bytes[0]) && !is_space(j->word.bytes[j->word.length - 1]) &&
               !parts_at(&j->word, piece->bytes, piece->length);
    case ATTN_MARKS_AUTO:
    case ATTN_MARKS_NONE:
        break;
    }
    return false;
}

/* ---- texts to read ---- */

/* Without the space before it; what is nothing but space is drawn as signs for it; bytes that are
 * no text stand as numbers. */
static const char *readable(const char *bytes, size_t length, bool goes_on, attn_arena *arena)
{
    attn_text out = {0};
    size_t from = length > 1 && bytes[0] == ' ' ? 1 : 0, start = from;
    if (goes_on) attn_text_add(&out, continues);
    for (size_t i = from; i <= length; i++) {
        const char *sign = i == length        ? ""
                           : bytes[i] == '\n' ? "↵"
                           : bytes[i] == '\t' ? "⇥"
                                              : NULL;
        if (!sign) continue;
        attn_text_add_escaped(&out, bytes + start, i - start, false);
        attn_text_add(&out, sign);
        start = i + 1;
    }
    if (length == from + strspn(bytes + from, " ") && length > 0) {
        attn_text_clear(&out);
        attn_text_add(&out, "␣");
    }
    return attn_keep_text(arena, &out);
}

/* ---- all together ---- */

static bool end_word(attn_pieces *p, joining *j, attn_arena *arena)
{
    if (p->word_count == 0) return true;
    const char *bytes = attn_text_string(&j->word);
    p->words[p->word_count - 1] = readable(bytes, j->word.length, false, arena);
    return p->words[p->word_count - 1] != NULL;
}

static bool add_piece(attn_pieces *p, joining *j, const char *token, attn_arena *arena)
{
    attn_text piece = {0};
    size_t i = p->count++;
    p->special[i] = is_special(token);
    add_plain(token, p->special[i] ? ATTN_MARKS_NONE : j->marks, &piece);
    bool same = !p->special[i] && goes_on(j, token, &piece), done = true;
    if (!same) {
        done = end_word(p, j, arena);
        attn_text_clear(&j->word);
        p->word_count++;
    }
    attn_text_add_bytes(&j->word, attn_text_string(&piece), piece.length);
    p->word_of[i] = p->word_count - 1;
    p->texts[i] = readable(attn_text_string(&piece), piece.length, same, arena);
    j->last = p->special[i] ? NULL : token;
    done = done && p->texts[i] && !piece.failed;
    attn_text_free(&piece);
    return done;
}

const attn_pieces *attn_pieces_of(const attn_labels *tokens, attn_marks marks, attn_arena *arena)
{
    attn_pieces *p = attn_alloc(arena, 1, sizeof *p);
    joining j = {.marks = marks == ATTN_MARKS_AUTO ? marks_of(tokens) : marks};
    size_t n = tokens->count + 1;
    if (!p || !(p->texts = attn_alloc(arena, n, sizeof *p->texts)) ||
        !(p->word_of = attn_alloc(arena, n, sizeof *p->word_of)) ||
        !(p->special = attn_alloc(arena, n, sizeof *p->special)) ||
        !(p->words = attn_alloc(arena, n, sizeof *p->words)))
        return NULL;
    bool done = true;
    for (size_t i = 0; done && i < tokens->count; i++)
        done = add_piece(p, &j, tokens->words[i], arena);
    done = done && end_word(p, &j, arena);
    bool failed = !done || j.word.failed;
    attn_text_free(&j.word);
    if (!failed) return p;
    attn_fail(attn_arena_status(arena), ATTN_MEMORY, "there is no memory left");
    return NULL;
}
