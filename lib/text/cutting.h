/*
 * cutting: a text cut into words as its language writes them, and words put together again.
 *
 * French parts "l'homme" into l' and homme, "va-t-il" into va and -t-il; English parts "don't" into
 * do and n't, "John's" into John and 's. In both, punctuation stands alone, "1,000.5", "..." and an
 * emoji with its joiners are one word each, and so is every CJK ideograph. Blanks are no part of
 * any word.
 *
 * A regular expression says the same, for other programs: the tokenizer's file carries it.
 */
#ifndef ATTN_TEXT_CUTTING_H
#define ATTN_TEXT_CUTTING_H

#include "core/text.h"
#include "files/bytes/lines.h"

typedef enum attn_language {
    ATTN_LANGUAGE_NONE, /* words part at blanks and punctuation alone */
    ATTN_LANGUAGE_ENGLISH,
    ATTN_LANGUAGE_FRENCH
} attn_language;
enum { ATTN_LANGUAGE_COUNT = ATTN_LANGUAGE_FRENCH + 1 };
#define ATTN_LANGUAGE_LIST "fr, en, none"
/* False if none has this name. */
bool attn_language_named(const char *name, attn_language *language);

/* Where the cutting has got to. {text, .language = …} begins. The text is UTF-8; a byte that is not
 * stands alone. */
typedef struct attn_cutting {
    attn_span text;
    attn_language language;
    size_t at;
    size_t tail; /* where the words end that lean on the word before (-t-il, n't); or 0 */
} attn_cutting;
/* The next word; false at the end. Linear in the text. */
bool attn_words_next(attn_cutting *words, attn_span *word);

/* The next word of a sentence for a lesson. A mark such as <mask> is one word; without a language
 * the words are those of attn_text_word. */
bool attn_sentence_next(attn_cutting *words, attn_span *word);

/* The words of the language are the matches of this expression, in the syntax of Oniguruma and
 * PCRE2, whose \p{…} are Unicode's. Added to a text. */
void attn_words_add_pattern(attn_language language, attn_text *pattern);

/* ---- capitals ---- */

typedef enum attn_capitals {
    ATTN_CAPITALS_NONE, /* or others than those below, as in "iPhone" */
    ATTN_CAPITALS_FIRST,
    ATTN_CAPITALS_ALL /* of two letters or more */
} attn_capitals;
attn_capitals attn_capitals_of(attn_span word);

/* ---- the way back ---- */

/* A sentence that grows word by word. {.language = …} is empty; its text is freed by its owner. */
typedef struct attn_joined {
    attn_text text;
    attn_language language;
    bool quoted, on; /* within straight quotes; the next word follows without a blank */
} attn_joined;
/* Adds a word with a blank before it where the language writes one. */
void attn_words_join(attn_joined *to, const char *word);

#endif
