/*
 * text_word: a sentence cut into words (the lesson language, "cutting text").
 *
 * The smallest piece is the grapheme cluster, so marks, joiners, emoji sequences and flags stay
 * with their base. A cluster's first character says of what kind it is, and its kind whether it
 * stands alone.
 */
#include <string.h>
#include <utf8proc.h>

#include "core/text.h"

typedef enum kind {
    SPACE, /* divides */
    ALONE, /* punctuation, signs, ideographs, emoji */
    LINK,  /* apostrophe, hyphen: alone, but within a word part of it */
    LETTER /* letters, digits, and what goes with them */
} kind;

typedef struct range {
    uint32_t first, last;
} range;

static bool within(uint32_t code, const range *ranges, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (code >= ranges[i].first && code <= ranges[i].last) return true;
    return false;
}

static const range spaces[] = {
    {0x09, 0x0D},     {0x20, 0x20},     {0x85, 0x85},     {0xA0, 0xA0},     {0x061C, 0x061C},
    {0x1680, 0x1680}, {0x2000, 0x200B}, {0x200E, 0x200F}, {0x2028, 0x202F}, {0x205F, 0x205F},
    {0x2066, 0x2069}, {0x3000, 0x3000}, {0xFEFF, 0xFEFF},
};

/* Script=Han: radicals, iteration mark and numerals, unified and compatibility ideographs. */
static const range ideographs[] = {
    {0x2E80, 0x2FDF}, {0x3005, 0x3005}, {0x3007, 0x3007}, {0x3021, 0x3029},   {0x3038, 0x303B},
    {0x3400, 0x4DBF}, {0x4E00, 0x9FFF}, {0xF900, 0xFAFF}, {0x20000, 0x3FFFD},
};

/* ' - and their kin: Armenian and Hebrew hyphen, geresh, gershayim, hyphens, ’, fullwidth '. */
static const range links[] = {
    {'\'', '\''},     {'-', '-'},       {0x058A, 0x058A}, {0x05BE, 0x05BE},
    {0x05F3, 0x05F4}, {0x2010, 0x2011}, {0x2019, 0x2019}, {0xFF07, 0xFF07},
};

/* Unicode's general categories that make up words; all others stand alone. */
static const bool in_words[] = {
    [UTF8PROC_CATEGORY_LU] = true, [UTF8PROC_CATEGORY_LL] = true, [UTF8PROC_CATEGORY_LT] = true,
    [UTF8PROC_CATEGORY_LM] = true, [UTF8PROC_CATEGORY_LO] = true, [UTF8PROC_CATEGORY_MN] = true,
    [UTF8PROC_CATEGORY_MC] = true, [UTF8PROC_CATEGORY_ME] = true, [UTF8PROC_CATEGORY_ND] = true,
    [UTF8PROC_CATEGORY_NL] = true, [UTF8PROC_CATEGORY_NO] = true, [UTF8PROC_CATEGORY_CF] = true,
    [UTF8PROC_CATEGORY_CO] = true, [UTF8PROC_CATEGORY_CN] = true,
};

bool attn_text_is_space(uint32_t code)
{
    return within(code, spaces, sizeof spaces / sizeof *spaces);
}

bool attn_text_is_ideograph(uint32_t code)
{
    return within(code, ideographs, sizeof ideographs / sizeof *ideographs);
}

static kind code_kind(uint32_t code)
{
    const utf8proc_property_t *property = utf8proc_get_property((int32_t)code);
    if (attn_text_is_space(code)) return SPACE;
    if (attn_text_is_ideograph(code)) return ALONE;
    if (within(code, links, sizeof links / sizeof *links)) return LINK;
    if (property->boundclass == UTF8PROC_BOUNDCLASS_EXTENDED_PICTOGRAPHIC) return ALONE;
    if (property->boundclass == UTF8PROC_BOUNDCLASS_REGIONAL_INDICATOR) return ALONE;
    size_t category = (size_t)property->category;
    return category < sizeof in_words && in_words[category] ? LETTER : ALONE;
}

enum { keycap = 0x20E3 }; /* makes an emoji of a digit */

/* The cluster at bytes[0]: its kind, and its end. Ill-formed bytes stand alone. */
static kind cluster_kind(const char *bytes, size_t length, size_t *end)
{
    uint32_t before, code;
    int32_t state = 0;
    *end = attn_utf8_next(bytes, length, &before);
    if (*end == 0) {
        *end = 1;
        return ALONE;
    }
    kind found = code_kind(before);
    for (; *end < length; before = code) {
        size_t step = attn_utf8_next(bytes + *end, length - *end, &code);
        if (step == 0) break;
        if (utf8proc_grapheme_break_stateful((int32_t)before, (int32_t)code, &state)) break;
        if (code == keycap) found = ALONE;
        *end += step;
    }
    return found;
}

size_t attn_text_mark(const char *bytes, size_t length)
{
    char close = bytes[0] == '<' ? '>' : bytes[0] == '[' ? ']' : '\0';
    if (!close) return 0;
    for (size_t i = 1; i < length; i++) {
        if (bytes[i] == close) return i > 1 ? i + 1 : 0;
        if (bytes[i] <= ' ' || bytes[i] > '~' || strchr("<>[]", bytes[i])) return 0;
    }
    return 0;
}

/* The end of the word whose first cluster, of letters, ends at `at`. */
static size_t letters_end(const char *bytes, size_t length, size_t at)
{
    while (at < length) {
        size_t step, after;
        kind here = cluster_kind(bytes + at, length - at, &step);
        if (here == LINK && at + step < length &&
            cluster_kind(bytes + at + step, length - at - step, &after) == LETTER)
            step += after;
        else if (here != LETTER)
            break;
        at += step;
    }
    return at;
}

bool attn_text_word(const char *bytes, size_t length, size_t *at, size_t *start, size_t *end)
{
    while (*at < length) {
        size_t step, first = *at, token = attn_text_mark(bytes + first, length - first);
        kind here = cluster_kind(bytes + first, length - first, &step);
        *at += token ? token : step;
        if (here == SPACE) continue;
        *start = first;
        if (here == LETTER) *at = letters_end(bytes, length, *at);
        *end = *at;
        return true;
    }
    return false;
}

void attn_text_add_lower(attn_text *text, const char *bytes, size_t length)
{
    for (size_t at = 0; at < length;) {
        uint32_t code;
        size_t step = attn_utf8_next(bytes + at, length - at, &code);
        utf8proc_uint8_t lower[4] = {(utf8proc_uint8_t)bytes[at]};
        utf8proc_ssize_t size = 1;
        if (step) size = utf8proc_encode_char(utf8proc_tolower((int32_t)code), lower);
        attn_text_add_bytes(text, (const char *)lower, (size_t)size);
        at += step ? step : 1;
    }
}

static bool is_punctuation(uint32_t code)
{
    const utf8proc_category_t category = utf8proc_category((int32_t)code);
    return category >= UTF8PROC_CATEGORY_PC && category <= UTF8PROC_CATEGORY_PO;
}

bool attn_text_is_sign(const char *word)
{
    size_t length = strlen(word), step;
    uint32_t code;
    for (size_t at = 0; at < length; at += step) {
        step = attn_utf8_next(word + at, length - at, &code);
        if (step == 0 || !is_punctuation(code)) return false;
    }
    return length > 0;
}

size_t attn_text_letter(const char *bytes, size_t length, uint32_t *letter)
{
    enum { MOST_PARTS = 32 };
    int32_t parts[MOST_PARTS];
    uint32_t code = 0;
    size_t step = attn_utf8_next(bytes, length, &code);
    *letter = 0;
    if (step == 0) return 1;
    utf8proc_ssize_t count =
        utf8proc_decompose_char((int32_t)code, parts, MOST_PARTS, UTF8PROC_DECOMPOSE, NULL);
    int32_t base = count > 0 && count <= MOST_PARTS ? parts[0] : (int32_t)code;
    const utf8proc_category_t category = utf8proc_category(base);
    if (category >= UTF8PROC_CATEGORY_LU && category <= UTF8PROC_CATEGORY_LO)
        *letter = (uint32_t)utf8proc_tolower(base);
    return step;
}

/* ---- words put together again ---- */

/* Signs that stand at the word before them, and those that the word behind them stands at. Square
 * and angle brackets are not among them: a word in them would be another word. */
static const range leaning_back[] = {
    {'!', '!'},       {'%', '%'},       {')', ')'},       {',', ','},       {'.', '.'},
    {':', ';'},       {'?', '?'},       {'}', '}'},       {0xBB, 0xBB},     {0x060C, 0x060C},
    {0x061B, 0x061B}, {0x061F, 0x061F}, {0x0964, 0x0965}, {0x201D, 0x201D}, {0x2026, 0x2026},
    {0x3001, 0x3002}, {0x300D, 0x300D}, {0x300F, 0x300F}, {0xFF01, 0xFF01}, {0xFF09, 0xFF09},
    {0xFF0C, 0xFF0C}, {0xFF0E, 0xFF0E}, {0xFF1A, 0xFF1B}, {0xFF1F, 0xFF1F},
};
static const range leaning_on[] = {
    {'(', '('},       {'{', '{'},       {0xA1, 0xA1},     {0xAB, 0xAB},     {0xBF, 0xBF},
    {0x201C, 0x201C}, {0x201E, 0x201E}, {0x300C, 0x300C}, {0x300E, 0x300E}, {0xFF08, 0xFF08},
};

#define WITHIN(code, ranges) within(code, ranges, sizeof(ranges) / sizeof *(ranges))

/* The last character of a text, or 0. */
static uint32_t last_code(const char *bytes, size_t length)
{
    uint32_t code = 0;
    size_t at = length;
    while (at > 0 && ((unsigned char)bytes[at - 1] & 0xC0u) == 0x80u) at--;
    return at > 0 && attn_utf8_next(bytes + at - 1, length - at + 1, &code) ? code : 0;
}

void attn_text_join(attn_text *sentence, const char *word)
{
    uint32_t before = last_code(attn_text_string(sentence), sentence->length), first = 0;
    bool han = attn_utf8_next(word, strlen(word), &first) && attn_text_is_ideograph(first);
    bool close = sentence->length == 0 || WITHIN(first, leaning_back) ||
                 WITHIN(before, leaning_on) || (han && attn_text_is_ideograph(before)) ||
                 (han && before >= 0x3001 && WITHIN(before, leaning_back));
    attn_text_add(sentence, close ? "" : " ");
    attn_text_add(sentence, word);
}
