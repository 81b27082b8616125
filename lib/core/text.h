/*
 * text: UTF-8, display width, escaping, numbers as text, cutting a sentence into words.
 */
#ifndef ATTN_CORE_TEXT_H
#define ATTN_CORE_TEXT_H

#include <stdint.h>

#include "core/memory.h"

/* A growing UTF-8 string. {0} is an empty one. Failure is sticky; bytes is NUL-terminated or NULL.
 */
typedef struct attn_text {
    char *bytes;
    size_t length, capacity;
    bool failed;
} attn_text;

/* Frees its bytes; the text is empty then and may be used again. */
void attn_text_free(attn_text *text);
void attn_text_clear(attn_text *text);               /* length 0, memory kept */
const char *attn_text_string(const attn_text *text); /* never NULL: "" where empty */
void attn_text_add(attn_text *text, const char *string);
void attn_text_add_bytes(attn_text *text, const char *bytes, size_t length);
void attn_text_repeat(attn_text *text, const char *string, size_t times);
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
void attn_text_print(attn_text *text, const char *format, ...);
/*
 * The name inside "after(NAME)", the label of a value after training, and its length in bytes. It
 * lies in the text. NULL: the text is no such label.
 */
const char *attn_text_inside_after(const char *text, size_t *length);
/* One more subscript for a name: "α" to "α_2", to "α_{2,3}"; "W_Q" to "W_{Q,1}"; "after(α)" to
 * "after(α_2)". */
void attn_text_add_subscript(attn_text *name, long subscript);
/* Frees a text that was needed to write another; if it failed, that one has failed. */
void attn_text_end(attn_text *beside, attn_text *out);
/* Puts what was written into the arena and frees it. NULL, with the status set, without memory. */
const char *attn_keep_text(attn_arena *arena, attn_text *text);

/* The code point at bytes[0] into *code; its length in bytes, or 0 where no well-formed one stands.
 */
size_t attn_utf8_next(const char *bytes, size_t length, uint32_t *code);
/* The bytes of a byte order mark in front, as editors write it: 3; or 0. */
size_t attn_utf8_mark(const char *bytes, size_t length);
/* True if all is well-formed; else *bad is the offset of the first fault. */
bool attn_utf8_valid(const char *bytes, size_t length, size_t *bad);

/*
 * Columns on a terminal, by grapheme clusters: wide characters 2, combining marks 0. What
 * attn_text_add_escaped would escape counts as its escape.
 */
size_t attn_text_width(const char *bytes, size_t length);
/* Bytes of the longest prefix of whole grapheme clusters that is no wider than columns. */
size_t attn_text_fit(const char *bytes, size_t length, size_t columns);

/*
 * Adds a word that keeps its place in a row: a terminal that sets Hebrew or Arabic from right to
 * left would draw the numbers beside it, and the row, that way too. Such a word stands between
 * marks that no terminal shows; it is set as before.
 */
void attn_text_add_apart(attn_text *text, const char *word);

/* True for what could harm a terminal, C0, DEL, C1, bidi and line controls, and for U+FFFE, U+FFFF.
 */
bool attn_text_harmful(uint32_t code);

/*
 * Adds text that cannot harm a terminal: C0, DEL, C1, bidi and line controls and ill-formed bytes
 * come out as \xHH or \u{HHHH}. With newlines true, '\n' is let through.
 */
void attn_text_add_escaped(attn_text *text, const char *bytes, size_t length, bool newlines);
/* Words of anyone between two tags of XML or HTML, or inside double quotes. Control characters,
 * which XML has no form for, come out escaped as on a terminal. */
void attn_text_add_xml(attn_text *text, const char *bytes, size_t length);

/* Bytes in base 64 (RFC 4648), without line breaks. */
void attn_text_add_base64(attn_text *text, const void *bytes, size_t length);

/* Fewest digits that read back to the same float32 ("0.1", "1e-07", "-3"), but all of those of a
 * whole number below 10^16 ("8589934592"); infinities "inf", "-inf". */
void attn_text_number(attn_text *text, float value);
/*
 * For people: exact where `digits` decimals hold it ("1.8", "3"), else rounded to digits decimals;
 * what would come out as zero keeps two digits ("0.004", "1.2e-07"), and from ATTN_LARGE on the
 * decimals stand behind the first digit ("2.8147e+14"), unless they say the number exactly, which
 * then has all of its digits. A minus sign is U+2212. NaN never comes here.
 */
#define ATTN_LARGE 1e9 /* below, every whole number has all of its digits */
void attn_text_short(attn_text *text, float value, int digits);
/* Exactly `digits` decimals (for aligned columns), else as attn_text_short; none from 2²³ on, where
 * every float32 is whole. */
void attn_text_fixed(attn_text *text, float value, int digits);
/*
 * What is calculated with: as attn_text_short, but a decimal of up to six digits stands in full
 * ("0.28125"), and of what would come out as zero stand `digits` digits ("3.355e-05").
 */
void attn_text_operand(attn_text *text, float value, int digits);
/* Of any size `digits` digits, from the first that is not 0: "0.0004225", "3.355e-05". */
void attn_text_significant(attn_text *text, float value, int digits);
/* Decimals of the shortest decimal number that reads back to this one: 2 for 0.16. */
int attn_number_decimals(float value);

/*
 * Edit distance (insert, delete, change, swap) in characters, for "did you mean". Strings of more
 * than 64 characters are only found equal or different.
 */
size_t attn_text_distance(const char *a, const char *b);

/*
 * The next word of a sentence: white space divides, punctuation stands alone, every CJK ideograph
 * is a word, an apostrophe or hyphen inside a word stays; combining marks, joiners and emoji
 * sequences stay with their base. *at moves behind it. False at the end, and *start and *end stay.
 */
bool attn_text_word(const char *bytes, size_t length, size_t *at, size_t *start, size_t *end);
/* Length of "<start>", "[CLS]", "<|end|>": ASCII in brackets, without white space; 0 if none. */
size_t attn_text_mark(const char *bytes, size_t length);
/* White space, and the characters without width that mark a gap or a direction between words. */
bool attn_text_is_space(uint32_t code);
/* Whether a character is of the script Han: each is a word. */
bool attn_text_is_ideograph(uint32_t code);
/* Whether a word is nothing but punctuation. */
bool attn_text_is_sign(const char *word);
/* The length in bytes of what stands at bytes[0], at least 1, and its letter, in lower case and
 * without marks ("É" is "e"); *letter is 0 where none stands. */
size_t attn_text_letter(const char *bytes, size_t length, uint32_t *letter);
/* Whether a file's name ends so ("a.png", ".png"); something stands before the ending. */
bool attn_ends_in(const char *name, const char *ending);

/*
 * Adds a word behind a sentence, with a space between where one is written: the way back from words
 * to a sentence, which is cut into the same words again. Straight quotes stand apart.
 */
void attn_text_join(attn_text *sentence, const char *word);

/* src in lower case by Unicode (the form in which a word is looked up), added to text. */
void attn_text_add_lower(attn_text *text, const char *bytes, size_t length);

/* Turns a status into what stands on stderr: one line, for a formula two more with a caret.
 * Escaped. program stands before it, unless it is "". */
void attn_status_text(const attn_status *status, const char *program, attn_text *out);

#endif
