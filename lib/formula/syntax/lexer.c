/*
 * lexer: which characters are signs, letters and blanks of the lesson language, and the words and
 * numbers they make up.
 *
 * By the language every character above ASCII that is no sign is a letter. Three kinds are held
 * back, because a reader could not tell them from something else: characters that cannot be seen
 * (as Unicode Standard Annex 31 has it, also those that shape what stands beside them), typeset
 * ones (ₜ ² and full-width forms; they say how to write them), and the signs of mathematics and of
 * other notations.
 */
#include "formula/syntax/lexer.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <utf8proc.h>

#include "core/text.h"
#include "formula/syntax/parser.h"

enum { most_bytes = 64 * 1024 };

/*
 * Where one sign begins another, the longer stands first. The last two, of Greek, are ; and · to
 * Unicode, as U+1FEF below is `: a name with one of them would have the sign itself in it.
 */
/* clang-format off */
static const struct {
    const char *text;
    attn_token_kind kind;
} signs[] = {
    {"<=", TOKEN_LESS_EQUAL}, {"≤", TOKEN_LESS_EQUAL}, {">=", TOKEN_GREATER_EQUAL},
    {"≥", TOKEN_GREATER_EQUAL}, {"==", TOKEN_EQUAL}, {"<", TOKEN_LESS}, {">", TOKEN_GREATER},
    {"=", TOKEN_ASSIGN}, {"+", TOKEN_PLUS}, {"-", TOKEN_MINUS}, {"−", TOKEN_MINUS},
    {"·", TOKEN_DOT}, {"⋅", TOKEN_DOT}, {"⊙", TOKEN_TIMES}, {"*", TOKEN_TIMES}, {"/", TOKEN_DIVIDE},
    {"ᵀ", TOKEN_TRANSPOSE}, {"⊤", TOKEN_TRANSPOSE}, {"'", TOKEN_TRANSPOSE}, {"’", TOKEN_TRANSPOSE},
    {"′", TOKEN_TRANSPOSE}, {"^", TOKEN_POWER}, {"√", TOKEN_ROOT}, {"∂", TOKEN_PARTIAL},
    {"Σ", TOKEN_SIGMA}, {"∑", TOKEN_SIGMA}, {"π", TOKEN_PI}, {"∞", TOKEN_INFINITY},
    {",", TOKEN_COMMA}, {";", TOKEN_SEMICOLON}, {"_", TOKEN_UNDERSCORE}, {"(", TOKEN_OPEN_ROUND},
    {")", TOKEN_CLOSE_ROUND}, {"[", TOKEN_OPEN_SQUARE}, {"]", TOKEN_CLOSE_SQUARE},
    {"{", TOKEN_OPEN_CURLY}, {"}", TOKEN_CLOSE_CURLY}, {"⌈", TOKEN_OPEN_CEILING},
    {"⌉", TOKEN_CLOSE_CEILING}, {"\u037E", TOKEN_SEMICOLON}, {"\u0387", TOKEN_DOT},
};
/* clang-format on */

typedef struct foreign {
    const char *text, *instead;
} foreign;

static const foreign foreign_signs[] = {
    {"×", "a space or · (matrix product), or ⊙ (elementwise)"},
    {"@", "a space or · (matrix product)"},
    {"∘", "⊙"},
    {"⊕", "+, or [a ; b] (joined)"},
    {"∇", "∂L/∂W (gradient)"},
    {"∏", "exp(Σ_i log(x_i))"},
    {"⟨", "a · b (inner product)"},
    {"⟩", "a · b (inner product)"},
    {"≈", "abs(a - b) < 0.001"},
    {"≡", "=="},
    {"≔", "="},
    {"∥", "norm(x), or [a ; b] (joined)"},
    {"⊗", "outer(a, b)"},
    {"÷", "/"},
    {"∗", "⊙ (elementwise)"},
    {"•", "·"},
    {"–", "-"},
    {"—", "-"},
    {"½", "(1/2)"},
    {"≠", "1 - (a == b)"},
    {"!=", "1 - (a == b)"},
    {"||", "norm(x), or [a ; b] (joined)"},
    {"‖", "norm(x), or [a ; b] (joined)"},
    {"|", "abs(x), or norm(x) of a vector"},
    {".T", "Q' or Qᵀ (transpose)"},
    {"\u1FEF", "Q' or Qᵀ (transpose)"},
};

/* TeX, by what begins the word behind its '\'. */
static const struct {
    const char *word, *instead;
} tex[] = {
    {"sqrt", "√x or sqrt(x)"}, {"frac", "a / b"}, {"sum", "Σ_i x_i"},          {"partial", "∂L/∂W"},
    {"cdot", "a · b"},         {"odot", "a ⊙ b"}, {"top", "Qᵀ, or Q' or Q^T"}, {"infty", "∞"},
};

static const struct {
    const char *name, *letter;
} greek[] = {
    {"alpha", "α"},  {"beta", "β"},  {"gamma", "γ"}, {"delta", "δ"},   {"epsilon", "ε"},
    {"zeta", "ζ"},   {"eta", "η"},   {"theta", "θ"}, {"iota", "ι"},    {"kappa", "κ"},
    {"lambda", "λ"}, {"mu", "μ"},    {"nu", "ν"},    {"xi", "ξ"},      {"omicron", "ο"},
    {"pi", "π"},     {"rho", "ρ"},   {"sigma", "σ"}, {"tau", "τ"},     {"upsilon", "υ"},
    {"phi", "φ"},    {"chi", "χ"},   {"psi", "ψ"},   {"omega", "ω"},   {"Alpha", "Α"},
    {"Beta", "Β"},   {"Gamma", "Γ"}, {"Delta", "Δ"}, {"Epsilon", "Ε"}, {"Zeta", "Ζ"},
    {"Eta", "Η"},    {"Theta", "Θ"}, {"Iota", "Ι"},  {"Kappa", "Κ"},   {"Lambda", "Λ"},
    {"Mu", "Μ"},     {"Nu", "Ν"},    {"Xi", "Ξ"},    {"Omicron", "Ο"}, {"Pi", "Π"},
    {"Rho", "Ρ"},    {"Sigma", "Σ"}, {"Tau", "Τ"},   {"Upsilon", "Υ"}, {"Phi", "Φ"},
    {"Chi", "Χ"},    {"Psi", "Ψ"},   {"Omega", "Ω"},
};

static const char *const arrows[] = {"→", "←"};

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

bool attn_formula_fail_list(attn_status *status, attn_code code, const char *text, size_t caret,
                            const char *format, va_list arguments)
{
    if (!attn_ok(status)) return false;
    attn_fail_list(status, code, format, arguments);
    attn_status_formula(status, text, caret);
    return false;
}

bool attn_formula_fail(attn_status *status, attn_code code, const char *text, size_t caret,
                       const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    attn_formula_fail_list(status, code, text, caret, format, arguments);
    va_end(arguments);
    return false;
}

static const char *greek_letter(const char *word, size_t length)
{
    for (size_t i = 0; i < COUNT(greek); i++)
        if (greek[i].name[0] == word[0] && strlen(greek[i].name) == length &&
            memcmp(greek[i].name, word, length) == 0)
            return greek[i].letter;
    return NULL;
}

const char *attn_greek(const char *word)
{
    return greek_letter(word, strlen(word));
}

static bool is_digit(char byte)
{
    return byte >= '0' && byte <= '9';
}

static bool is_ascii_letter(char byte)
{
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z');
}

static bool begins(const char *text, const char *with)
{
    return *text == *with && strncmp(text, with, strlen(with)) == 0;
}

/* The sign at text, its length into *length; TOKEN_END where none stands. */
static attn_token_kind sign_at(const char *text, size_t *length)
{
    for (size_t i = 0; i < COUNT(signs); i++) {
        if (!begins(text, signs[i].text)) continue;
        *length = strlen(signs[i].text);
        return signs[i].kind;
    }
    return TOKEN_END;
}

static size_t arrow_at(const char *text)
{
    for (size_t i = 0; i < COUNT(arrows); i++)
        if (begins(text, arrows[i])) return strlen(arrows[i]);
    return 0;
}

static const foreign *foreign_at(const char *text)
{
    for (size_t i = 0; i < COUNT(foreign_signs); i++)
        if (begins(text, foreign_signs[i].text)) return &foreign_signs[i];
    return NULL;
}

/* "_", "^" or "" for ₜ, ² and full-width forms; NULL for a character that is not typeset. */
static const char *typeset_from(uint32_t code)
{
    switch (utf8proc_get_property((utf8proc_int32_t)code)->decomp_type) {
    case UTF8PROC_DECOMP_TYPE_SUB:
        return "_";
    case UTF8PROC_DECOMP_TYPE_SUPER:
        return "^";
    case UTF8PROC_DECOMP_TYPE_WIDE:
        return "";
    default:
        return NULL;
    }
}

typedef enum character {
    CHARACTER_LETTER,
    CHARACTER_MARK, /* belongs to the letter before it */
    CHARACTER_BLANK,
    CHARACTER_OTHER
} character;

static const unsigned char categories[] = {
    [UTF8PROC_CATEGORY_MN] = CHARACTER_MARK,   [UTF8PROC_CATEGORY_MC] = CHARACTER_MARK,
    [UTF8PROC_CATEGORY_ME] = CHARACTER_MARK,   [UTF8PROC_CATEGORY_ZS] = CHARACTER_BLANK,
    [UTF8PROC_CATEGORY_ZL] = CHARACTER_OTHER,  [UTF8PROC_CATEGORY_ZP] = CHARACTER_OTHER,
    [UTF8PROC_CATEGORY_CC] = CHARACTER_OTHER,  [UTF8PROC_CATEGORY_CF] = CHARACTER_OTHER,
    [UTF8PROC_CATEGORY_CO] = CHARACTER_LETTER, [UTF8PROC_CATEGORY_SM] = CHARACTER_OTHER,
    [UTF8PROC_CATEGORY_CN] = CHARACTER_OTHER, /* nobody can draw it */
};

/* Letters, marks and signs of which nothing is seen: Unicode ignores them where it draws them not,
 * or they are drawn as a gap: U+2800 of Braille, U+1D159 of music, U+16FE4 of Khitan. */
static bool is_invisible(uint32_t code)
{
    return utf8proc_get_property((utf8proc_int32_t)code)->ignorable || code == 0x2800 ||
           code == 0x1D159 || code == 0x16FE4;
}

/* What stands at text (well-formed, not at its end), its length into *length. */
static character character_at(const char *text, size_t room, size_t *length)
{
    uint32_t code = 0;
    size_t sign = 0;
    *length = attn_utf8_next(text, room, &code);
    if (code < 0x80) {
        if (is_ascii_letter(*text)) return CHARACTER_LETTER;
        return strchr(" \t\r\n", *text) ? CHARACTER_BLANK : CHARACTER_OTHER;
    }
    if (is_invisible(code)) return CHARACTER_OTHER;
    if (sign_at(text, &sign) != TOKEN_END || arrow_at(text) > 0) return CHARACTER_OTHER;
    if (foreign_at(text) || typeset_from(code)) return CHARACTER_OTHER;
    return (character)categories[utf8proc_category((utf8proc_int32_t)code)];
}

bool attn_lexer_open(attn_lexer *lexer, attn_status *status, const char *text)
{
    size_t bad = 0;
    *lexer = (attn_lexer){.status = status, .text = text, .length = strlen(text)};
    if (lexer->length > most_bytes)
        return attn_formula_fail(status, ATTN_LIMIT, text, most_bytes,
                                 "a formula has at most 64 KiB: give its parts names of their own");
    if (!attn_utf8_valid(text, lexer->length, &bad))
        return attn_formula_fail(status, ATTN_INPUT, text, bad,
                                 "this is not UTF-8: save the file in that encoding");
    return attn_ok(status);
}

static void refuse_typeset(const attn_lexer *lexer, attn_token token, uint32_t code)
{
    utf8proc_int32_t plain[32] = {0};
    utf8proc_uint8_t bytes[5] = {0};
    int boundary = 0;
    utf8proc_decompose_char((utf8proc_int32_t)code, plain, COUNT(plain),
                            (utf8proc_option_t)(UTF8PROC_DECOMPOSE | UTF8PROC_COMPAT), &boundary);
    utf8proc_encode_char(plain[0], bytes);
    attn_formula_fail(lexer->status, ATTN_INPUT, lexer->text, token.start,
                      "'%.*s' cannot be read in a formula: write %s%s",
                      (int)(token.end - token.start), lexer->text + token.start, typeset_from(code),
                      (const char *)bytes);
}

/* The word behind a '\' says what was meant. */
static void refuse_tex(const attn_lexer *lexer, attn_token token)
{
    const char *word = lexer->text + token.end;
    const char *instead = "the name alone, as alpha";
    for (size_t i = 0; i < COUNT(tex); i++)
        if (begins(word, tex[i].word)) instead = tex[i].instead;
    attn_formula_fail(lexer->status, ATTN_INPUT, lexer->text, token.start,
                      "'\\' begins a TeX command, which attnviz does not read here: write %s",
                      instead);
}

/* Says why the character at the token's start is none of a formula. */
static void refuse_character(const attn_lexer *lexer, attn_token token)
{
    const char *at = lexer->text + token.start;
    const foreign *sign = foreign_at(at);
    int length = (int)(token.end - token.start);
    uint32_t code = 0;
    size_t ignored = 0;
    attn_utf8_next(at, token.end - token.start, &code);
    if (code >= 0x80 && typeset_from(code)) {
        refuse_typeset(lexer, token, code);
    } else if (sign) {
        attn_formula_fail(lexer->status, ATTN_INPUT, lexer->text, token.start,
                          "'%s' cannot be read in a formula: write %s", sign->text, sign->instead);
    } else if (character_at(at, token.end - token.start, &ignored) == CHARACTER_MARK) {
        attn_formula_fail(lexer->status, ATTN_INPUT, lexer->text, token.start,
                          "this mark (U+%04X) has no letter before it: remove it",
                          (unsigned int)code);
    } else if ((code < 0x20 || code >= 0x7F) &&
               utf8proc_category((utf8proc_int32_t)code) != UTF8PROC_CATEGORY_SM) {
        attn_formula_fail(lexer->status, ATTN_INPUT, lexer->text, token.start,
                          "an invisible character (U+%04X): remove it", (unsigned int)code);
    } else if (code == '\\') {
        refuse_tex(lexer, token);
    } else if (code == '.') {
        attn_formula_fail(lexer->status, ATTN_INPUT, lexer->text, token.start,
                          "a point belongs only inside a number: 0.5");
    } else {
        attn_formula_fail(lexer->status, ATTN_INPUT, lexer->text, token.start,
                          "'%.*s' has no meaning in a formula: remove it", length, at);
    }
}

static void skip_blanks(attn_lexer *lexer)
{
    size_t length = 0;
    while (lexer->at < lexer->length &&
           character_at(lexer->text + lexer->at, lexer->length - lexer->at, &length) ==
               CHARACTER_BLANK)
        lexer->at += length;
}

static size_t skip_digits(const attn_lexer *lexer, size_t at)
{
    return at + strspn(lexer->text + at, "0123456789");
}

/* digits [ "." digits ] [ "e" [ "+" | "-" ] digits ]: an e that no digits follow is a name's. */
static void take_number(attn_lexer *lexer, attn_token *token)
{
    const char *text = lexer->text;
    size_t at = skip_digits(lexer, token->start);
    token->kind = TOKEN_NUMBER;
    if (text[at] == '.') {
        token->kind = is_digit(text[at + 1]) ? TOKEN_NUMBER : TOKEN_FAULT;
        at = skip_digits(lexer, at + 1);
        if (token->kind == TOKEN_FAULT)
            attn_formula_fail(lexer->status, ATTN_INPUT, text, at,
                              "a digit is missing after the point");
    }
    if (text[at] == 'e' || text[at] == 'E') {
        size_t exponent = at + 1;
        if (text[exponent] == '+' || text[exponent] == '-') exponent++;
        if (is_digit(text[exponent])) at = skip_digits(lexer, exponent);
    }
    token->end = at;
}

/* Moves at over letters, digits and marks. */
static size_t skip_word(const attn_lexer *lexer, size_t at)
{
    while (at < lexer->length) {
        size_t length = 1;
        if (!is_digit(lexer->text[at])) {
            character here = character_at(lexer->text + at, lexer->length - at, &length);
            if (here != CHARACTER_LETTER && here != CHARACTER_MARK) break;
        }
        at += length;
    }
    return at;
}

/* Greek that is spelled out may be a sign: "Sigma" and "pi". */
static attn_token_kind word_kind(const char *word, size_t length)
{
    size_t ignored = 0;
    const char *letter = greek_letter(word, length);
    attn_token_kind kind = letter ? sign_at(letter, &ignored) : TOKEN_END;
    return kind == TOKEN_END ? TOKEN_WORD : kind;
}

static void take_word(attn_lexer *lexer, attn_token *token)
{
    const char *text = lexer->text;
    size_t arrow = arrow_at(text + token->start);
    size_t begin = token->start + arrow, length = 1;
    bool letter = begin < lexer->length &&
                  character_at(text + begin, lexer->length - begin, &length) == CHARACTER_LETTER;
    if (letter) {
        token->end = skip_word(lexer, begin);
        token->kind = word_kind(text + token->start, token->end - token->start);
        return;
    }
    token->kind = TOKEN_FAULT;
    token->end = arrow > 0 ? begin : begin + length;
    if (arrow > 0)
        attn_formula_fail(lexer->status, ATTN_INPUT, text, token->start,
                          "an arrow belongs to the letter after it, without a space: →h");
    else
        refuse_character(lexer, *token);
}

attn_token attn_lexer_next(attn_lexer *lexer)
{
    size_t before = lexer->at, length = 0;
    if (!attn_ok(lexer->status))
        return (attn_token){.kind = TOKEN_FAULT, .start = before, .end = before};
    skip_blanks(lexer);
    if (lexer->at == lexer->length)
        return (attn_token){.kind = TOKEN_END, .start = before, .end = before};
    attn_token token = {.apart = lexer->at > before, .start = lexer->at};
    token.kind = sign_at(lexer->text + lexer->at, &length);
    token.end = token.start + length;
    if (token.kind == TOKEN_END && is_digit(lexer->text[lexer->at]))
        take_number(lexer, &token);
    else if (token.kind == TOKEN_END)
        take_word(lexer, &token);
    lexer->at = token.end;
    return token;
}

static bool is_ascii(const char *bytes, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if ((unsigned char)bytes[i] >= 0x80) return false;
    return true;
}

/* A copy in normal form C, so that Ĝ is one name however an editor wrote it. */
static const char *compose(const char *bytes, size_t length, attn_arena *arena)
{
    const utf8proc_option_t options = UTF8PROC_STABLE | UTF8PROC_COMPOSE;
    utf8proc_ssize_t room = (utf8proc_ssize_t)(4 * length); /* none decomposes to more than 4 */
    utf8proc_int32_t *codes = attn_alloc(arena, 4 * length + 1, sizeof *codes);
    if (!codes) return NULL;
    utf8proc_ssize_t count = utf8proc_decompose((const utf8proc_uint8_t *)bytes,
                                                (utf8proc_ssize_t)length, codes, room, options);
    if (count < 0 || count > room || utf8proc_reencode(codes, count, options) < 0)
        return attn_copy_text(arena, bytes, length);
    return (const char *)codes;
}

const char *attn_lexer_word(const attn_lexer *lexer, attn_token word, attn_arena *arena)
{
    const char *bytes = lexer->text + word.start;
    size_t length = word.end - word.start, arrow = arrow_at(bytes);
    const char *letter = greek_letter(bytes + arrow, length - arrow);
    if (letter) return attn_print(arena, "%.*s%s", (int)arrow, bytes, letter);
    return is_ascii(bytes, length) ? attn_copy_text(arena, bytes, length)
                                   : compose(bytes, length, arena);
}

bool attn_lexer_is_letter(const attn_lexer *lexer, attn_token word)
{
    const char *bytes = lexer->text + word.start;
    size_t length = word.end - word.start, step = 0;
    if (word.kind != TOKEN_WORD || arrow_at(bytes) > 0) return false;
    if (greek_letter(bytes, length)) return true;
    for (size_t at = 0; at < length; at += step) {
        if (is_digit(bytes[at])) return false;
        character here = character_at(bytes + at, length - at, &step);
        if (at > 0 && here != CHARACTER_MARK) return false;
    }
    return true;
}

bool attn_lexer_is_whole(const attn_lexer *lexer, attn_token number)
{
    return number.kind == TOKEN_NUMBER && skip_digits(lexer, number.start) >= number.end;
}
