/*
 * confusable: reduces a word to how it looks, so that two words that look the same are found.
 */
#include "formula/syntax/confusable.h"

#include <stdint.h>
#include <string.h>
#include <utf8proc.h>

#include "core/random.h"
#include "core/text.h"

/*
 * From confusables.txt of UTS 39, Unicode 15: letters of Greek and Cyrillic whose prototype is that
 * of a single Latin or Greek letter (or of the digit 3). Left out are the small letters of Greek
 * that lecturers write beside the Latin ones: α γ ι κ ν ρ σ τ υ.
 */
/* clang-format off */
static const struct {
    uint16_t letter, drawn_as;
} look_alikes[] = {
    /* Greek, as Latin */
    {0x037F, 'J'}, {0x0391, 'A'}, {0x0392, 'B'}, {0x0395, 'E'}, {0x0396, 'Z'}, {0x0397, 'H'},
    {0x0399, 'I'}, {0x039A, 'K'}, {0x039C, 'M'}, {0x039D, 'N'}, {0x039F, 'O'}, {0x03A1, 'P'},
    {0x03A4, 'T'}, {0x03A5, 'Y'}, {0x03A7, 'X'}, {0x03BF, 'o'}, {0x03DC, 'F'}, {0x03F3, 'j'},
    {0x03FA, 'M'},
    /* Cyrillic, as Latin */
    {0x0405, 'S'}, {0x0406, 'I'}, {0x0408, 'J'}, {0x0410, 'A'}, {0x0412, 'B'}, {0x0415, 'E'},
    {0x0417, '3'}, {0x041A, 'K'}, {0x041C, 'M'}, {0x041D, 'H'}, {0x041E, 'O'}, {0x0420, 'P'},
    {0x0421, 'C'}, {0x0422, 'T'}, {0x0423, 'Y'}, {0x0425, 'X'}, {0x042C, 'b'}, {0x0430, 'a'},
    {0x0433, 'r'}, {0x0435, 'e'}, {0x043E, 'o'}, {0x0440, 'p'}, {0x0441, 'c'}, {0x0443, 'y'},
    {0x0445, 'x'}, {0x0455, 's'}, {0x0456, 'i'}, {0x0458, 'j'}, {0x0461, 'w'}, {0x0474, 'V'},
    {0x0475, 'v'}, {0x04AE, 'Y'}, {0x04AF, 'y'}, {0x04BB, 'h'}, {0x04BD, 'e'}, {0x04C0, 'I'},
    {0x04CF, 'i'}, {0x0501, 'd'}, {0x050C, 'G'}, {0x051A, 'Q'}, {0x051B, 'q'}, {0x051C, 'W'},
    {0x051D, 'w'},
    /* Cyrillic, as Greek: Г Л П Ф Ѱ Ѳ Ө, є к ф ѱ ѳ ө ԑ */
    {0x0413, 0x0393}, {0x041B, 0x039B}, {0x041F, 0x03A0}, {0x0424, 0x03A6}, {0x0470, 0x03A8},
    {0x0472, 0x0398}, {0x04E8, 0x0398}, {0x0454, 0x03B5}, {0x043A, 0x03BA}, {0x0444, 0x03C6},
    {0x0471, 0x03C8}, {0x0473, 0x03B8}, {0x04E9, 0x03B8}, {0x0511, 0x03B5},
};
/* clang-format on */

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

typedef enum alphabet { OTHER = 0, LATIN = 1, GREEK = 2, CYRILLIC = 4 } alphabet;

static const struct {
    int32_t first, last;
    alphabet alphabet;
} blocks[] = {
    {'A', 'Z', LATIN},          {'a', 'z', LATIN},          {0x00C0, 0x02AF, LATIN},
    {0x0370, 0x03FF, GREEK},    {0x0400, 0x052F, CYRILLIC}, {0x1C80, 0x1C8F, CYRILLIC},
    {0x1E00, 0x1EFF, LATIN},    {0x1F00, 0x1FFF, GREEK},    {0x2C60, 0x2C7F, LATIN},
    {0x2DE0, 0x2DFF, CYRILLIC}, {0xA640, 0xA69F, CYRILLIC}, {0xA720, 0xA7FF, LATIN},
};

static alphabet alphabet_of(int32_t code)
{
    for (size_t i = 0; i < COUNT(blocks); i++)
        if (code >= blocks[i].first && code <= blocks[i].last) return blocks[i].alphabet;
    return OTHER;
}

static int32_t drawn_as(int32_t letter)
{
    for (size_t i = 0; i < COUNT(look_alikes); i++)
        if (look_alikes[i].letter == letter) return look_alikes[i].drawn_as;
    return letter;
}

/* The Cyrillic letter that is drawn as this one; 0: none is. */
static int32_t cyrillic_as(int32_t letter)
{
    for (size_t i = 0; i < COUNT(look_alikes); i++)
        if (look_alikes[i].drawn_as == letter && alphabet_of(look_alikes[i].letter) == CYRILLIC)
            return look_alikes[i].letter;
    return 0;
}

/* ---- looks ---- */

/* The letters of a word and their marks, in compatible form. */
typedef struct letters {
    int32_t *codes;
    size_t count;
} letters;

static bool take_apart(attn_arena *arena, const char *word, letters *all)
{
    const utf8proc_option_t options =
        (utf8proc_option_t)(UTF8PROC_STABLE | UTF8PROC_DECOMPOSE | UTF8PROC_COMPAT);
    const utf8proc_uint8_t *bytes = (const utf8proc_uint8_t *)word;
    utf8proc_ssize_t length = (utf8proc_ssize_t)strlen(word);
    utf8proc_ssize_t count = utf8proc_decompose(bytes, length, NULL, 0, options);
    if (count < 0) count = 0; /* no UTF-8: the lexer lets none through */
    all->codes = attn_alloc(arena, (size_t)count + 1, sizeof *all->codes);
    if (!all->codes) return false;
    all->count = (size_t)count;
    return count == 0 || utf8proc_decompose(bytes, length, all->codes, count, options) == count;
}

static const char *look_of(attn_arena *arena, const letters *all)
{
    attn_text look = {0};
    for (size_t i = 0; i < all->count; i++) {
        utf8proc_uint8_t bytes[4];
        utf8proc_ssize_t length = utf8proc_encode_char(drawn_as(all->codes[i]), bytes);
        attn_text_add_bytes(&look, (const char *)bytes, (size_t)length);
    }
    return attn_keep_text(arena, &look);
}

/* ---- several alphabets in one word ---- */

/* "'а' (U+0430)" */
static const char *quoted(attn_arena *arena, int32_t code)
{
    utf8proc_uint8_t bytes[5] = {0};
    utf8proc_encode_char(code, bytes);
    const char *text = attn_print(arena, "'%s' (U+%04X)", (const char *)bytes, (unsigned)code);
    return text ? text : "";
}

static const char *refuse_letter(attn_arena *arena, const char *word, int32_t letter, int32_t like)
{
    return attn_print(
        arena, "'%s' mixes alphabets, and its %s looks like %s: write the name in one alphabet",
        word, quoted(arena, letter), quoted(arena, like));
}

/* Of Greek or Cyrillic one that looks like another; else, beside Cyrillic, one that looks so. */
static const char *refuse_mixed(attn_arena *arena, const char *word, const letters *all)
{
    unsigned found = OTHER;
    for (size_t i = 0; i < all->count; i++) found |= (unsigned)alphabet_of(all->codes[i]);
    if (found == LATIN || found == GREEK || found == CYRILLIC) return NULL;
    for (size_t i = 0; i < all->count; i++) {
        int32_t letter = all->codes[i], like = drawn_as(letter);
        if (like != letter) return refuse_letter(arena, word, letter, like);
    }
    for (size_t i = 0; i < all->count && found & CYRILLIC; i++) {
        int32_t letter = all->codes[i], like = cyrillic_as(letter);
        if (like) return refuse_letter(arena, word, letter, like);
    }
    return NULL;
}

/* ---- two words ---- */

typedef struct known {
    const char *word, *look;
    const struct known *next; /* of its bucket */
} known;

enum { BUCKETS = 256 };
struct attn_alike {
    attn_arena *arena;
    const known *by_look[BUCKETS];
};

attn_alike *attn_alike_new(attn_arena *arena)
{
    attn_alike *words = attn_alloc(arena, 1, sizeof *words);
    if (words) words->arena = arena;
    return words;
}

attn_alike *attn_alike_over(const attn_alike *words, attn_arena *arena)
{
    attn_alike *copy = attn_alloc(arena, 1, sizeof *copy);
    if (!copy) return NULL;
    *copy = *words;
    copy->arena = arena;
    return copy;
}

/* The first letters in which two words differ. */
static const char *refuse_second(attn_arena *arena, const char *word, const char *other)
{
    const size_t length = strlen(word), other_length = strlen(other);
    size_t at = 0, step = 1;
    uint32_t here = 0, there = 0;
    for (; here == there && step; at += step) {
        here = there = 0;
        step = attn_utf8_next(word + at, length - at, &here);
        attn_utf8_next(other + at, at < other_length ? other_length - at : 0, &there);
    }
    return attn_print(arena,
                      "'%s' looks like '%s', another name of this lesson: %s here, %s there; write "
                      "the same one in both places",
                      word, other, quoted(arena, (int32_t)here), quoted(arena, (int32_t)there));
}

static bool is_ascii(const char *word)
{
    for (; *word; word++)
        if ((unsigned char)*word >= 0x80) return false;
    return true;
}

/* The look of a word; NULL if it is refused, or there is no memory. */
static const char *find_look(attn_arena *arena, const char *word, const char **why)
{
    letters all;
    if (is_ascii(word)) return word;
    if (!take_apart(arena, word, &all)) return NULL;
    *why = refuse_mixed(arena, word, &all);
    return *why || !attn_ok(attn_arena_status(arena)) ? NULL : look_of(arena, &all);
}

bool attn_alike_take(attn_alike *words, const char *word, const char **why)
{
    *why = NULL;
    const char *look = find_look(words->arena, word, why);
    if (!look) return false;
    const known **bucket = &words->by_look[attn_hash(look, strlen(look)) % BUCKETS], *one = *bucket;
    while (one && strcmp(one->look, look) != 0) one = one->next;
    if (one && strcmp(one->word, word) == 0) return true;
    if (one) *why = refuse_second(words->arena, word, one->word);
    known *added = one ? NULL : attn_alloc(words->arena, 1, sizeof *added);
    const char *copy = added ? attn_copy_text(words->arena, word, strlen(word)) : NULL;
    if (!copy) return false;
    *added = (known){copy, look == word ? copy : look, *bucket};
    *bucket = added;
    return true;
}
