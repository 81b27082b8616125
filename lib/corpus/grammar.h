/*
 * grammar: a grammar as it was read. What the rooms of the corpus share; private to
 * them.
 *
 * A symbol with features is several at once, one for each assignment of values: its instances. All
 * agreement is settled when the grammar is read: what is left for each instance is a list of
 * choices (a rule whose variables have values) or, for words, a list of entries. So drawing a line
 * needs no search and never has to go back.
 */
#ifndef ATTN_CORPUS_GRAMMAR_H
#define ATTN_CORPUS_GRAMMAR_H

#include "core/random.h"
#include "corpus/corpus.h"
#include "files/bytes/lines.h"
#include "files/json/json.h"

#define ATTN_MOST_GRAMMAR_BYTES ((size_t)4 << 20)
#define ATTN_MOST_GRAMMAR_DEPTH 8u
#define ATTN_MOST_FEATURE_VALUES 32u
#define ATTN_MOST_SYMBOL_FEATURES 8u
#define ATTN_MOST_SYMBOLS 256u
#define ATTN_MOST_ITEMS 32u     /* of one rule */
#define ATTN_MOST_VARIABLES 32u /* of one rule */
#define ATTN_MOST_FORM_BYTES 64u
#define ATTN_MOST_RULES 4096u
#define ATTN_MOST_ENTRIES 16384u
#define ATTN_MOST_INSTANCES ((size_t)1 << 16)
#define ATTN_MOST_CHOICES ((size_t)1 << 19)
#define ATTN_MOST_LINE_LINKS 4096u
#define ATTN_MOST_DEPTH 64u   /* of a line's tree */
#define ATTN_MOST_NODES 2048u /* of a line's tree */

#ifndef ATTN_MOST_DRAWS        /* a build may set a smaller one, see budget.h */
#define ATTN_MOST_DRAWS 20000u /* in a row that give no new line */
#endif

#define NONE ((size_t)-1)

typedef struct grammar_feature { /* with all its values */
    const char *name;
    size_t count;
    const char **values;
} grammar_feature;

typedef struct condition { /* number=s; value NONE: any, but one and the same */
    size_t feature, value;
} condition;

typedef struct conditions { /* "number=s gender=m": where a form stands, or what a word is */
    size_t count;
    condition *items;
} conditions;

/* A form as it was written, and the words that it is cut into: 学生 is two. */
typedef struct grammar_form {
    const char *text;
    size_t count;
    const char **words;
} grammar_form;

typedef struct grammar_entry { /* a word of the lexicon in all its forms, on both sides */
    grammar_form *forms[2];
    conditions values;
    uint64_t key; /* hash of its first form in the source */
} grammar_entry;

typedef struct grammar_symbol grammar_symbol; /* see below */

typedef struct grammar_item { /* of a rule: a symbol, or a word that stands there as it is */
    grammar_symbol *symbol;   /* NULL: the word */
    const char *word;
    attn_span label; /* as it stands in the text: "NP.2" */
    size_t role;     /* of those that are held out together; or NONE */
    /* for each feature of the symbol: which variable of the rule */
    size_t variables[ATTN_MOST_SYMBOL_FEATURES];
} grammar_item;

typedef struct rule_link { /* items of the rule */
    size_t source, target;
    bool sure;
} rule_link;

typedef struct grammar_rule {
    const attn_json_item *item; /* its text */
    double weight;
    bool longer; /* taken where a longer line is wanted */
    size_t item_count;
    grammar_item items[ATTN_MOST_ITEMS]; /* those of the source, then those of the target alone */
    size_t count[2];
    size_t order[2][ATTN_MOST_ITEMS]; /* the items of a side in its order */
    size_t variable_count;
    condition variables[ATTN_MOST_VARIABLES]; /* those of the symbol first */
    size_t link_count;
    rule_link *links;
    bool used; /* some choice comes of it */
} grammar_rule;

struct grammar_symbol {
    const char *name, *kind;
    const attn_json_item *item;
    bool words;
    size_t feature_count, features[ATTN_MOST_SYMBOL_FEATURES];
    size_t first_instance, instance_count;
    /* words: */
    size_t form_count[2]; /* of each word; 0: it does not stand on this side */
    conditions *cells[2]; /* where each form stands; NULL: there is one, which stands anywhere */
    size_t entry_count;
    grammar_entry *entries;
    /* rules: */
    size_t rule_count;
    grammar_rule *rules;
    double weight; /* of all rules together */
};

typedef struct grammar_instance grammar_instance; /* see below */

typedef struct grammar_choice {
    grammar_rule *rule;
    const grammar_instance **children; /* of each item; NULL: a word as it stands in the rule */
    double share;                      /* of its rule's choices */
} grammar_choice;

struct grammar_instance {
    const grammar_symbol *symbol;
    uint8_t values[ATTN_MOST_SYMBOL_FEATURES]; /* of its features */
    size_t form[2];                            /* words: the place of the form */
    size_t pick_count, choice_count;
    const grammar_entry **picks;
    grammar_choice *choices;
    double mass;  /* how likely it is that independent draws agree */
    double words; /* mean number of source words */
};

typedef struct held_out { /* combinations of two words of one rule */
    const char *roles[2]; /* "": nothing is held out */
    uint64_t threshold;   /* of 2^32: which hashes are held out */
    size_t always_count;
    uint64_t *always;
    bool half; /* of the lines of the test; else all of them */
} held_out;

typedef struct attn_scenes attn_scenes; /* scene.h */

/* What the lines come from. */
typedef enum corpus_kind {
    CORPUS_GRAMMAR,
    CORPUS_PAIRS,
    CORPUS_TREEBANK,
    CORPUS_ALBUM,
    CORPUS_SCENES,
    CORPUS_SPOKEN
} corpus_kind;

struct attn_corpus {
    corpus_kind kind;
    attn_arena *arena;
    attn_status *status;           /* while it is read */
    const attn_json_item *reading; /* the text that is read, where a fault in it is reported */
    const char *file;
    /* a grammar: */
    attn_json *json;
    size_t least, most; /* words of a line */
    size_t feature_count, symbol_count;
    grammar_feature *features;
    grammar_symbol *symbols;
    held_out held;
    size_t start;                   /* symbol */
    size_t rule_count, entry_count; /* of all symbols */
    size_t instance_count, choice_count;
    grammar_instance *instances;
    /* scenes: */
    attn_scenes *scenes;
    bool asks;                          /* its lines are questions, not captions */
    const struct scene_templates *said; /* in place of either; or NULL */
    /* recordings: */
    struct attn_spoken *spoken; /* spoken/spoken.h */
    /* a file: */
    const char *text;
    size_t length;
    attn_corpus_part *parts; /* of each pair (parts.c) */
};

/* ---- grammar_read.c ---- */

/* Fails at the first byte of a part of the text that is read: corpus, part, format, … False. */
#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
bool attn_grammar_fail(attn_corpus *corpus, attn_span part, const char *format, ...);
/* All of a text. */
attn_span attn_grammar_text(const attn_json_item *item);
/* Which of `count` things of this size has this name, with which each begins; NONE. */
size_t attn_name_find(const void *things, size_t count, size_t size, attn_span name);
/* Reads "number=s", or "number". */
bool attn_grammar_condition(attn_corpus *corpus, attn_span said, condition *made);
bool attn_grammar_read(attn_corpus *corpus, const attn_json_item *root);

/* Whether an item is what it must be; else it fails. `name`: its key, or what it is. A text becomes
 * the one in which attn_grammar_fail reports faults. */
bool attn_grammar_is(attn_corpus *corpus, const attn_json_item *item, attn_json_kind kind,
                     const char *name);
/* Reads each value of a list or an object, in its order, for an owner; false from the first that
 * fails. */
typedef bool grammar_reader(attn_corpus *corpus, const attn_json_item *item, void *owner);
bool attn_grammar_each(attn_corpus *corpus, const attn_json_item *list, grammar_reader *read,
                       void *owner);

/* ---- lexicon.c ---- */
/* The place of the feature among those of the symbol; NONE. */
size_t attn_symbol_feature(const grammar_symbol *symbol, size_t feature);
/* A symbol without words or rules as yet, by the key of this item: "NP[gender,number]" where it has
 * rules. `words`: whether it has words, a bool. */
bool attn_symbol_add(attn_corpus *corpus, const attn_json_item *item, void *words);
/* All symbols that are words. */
bool attn_lexicon_read(attn_corpus *corpus, const attn_json_item *object);

/* ---- rules.c ---- */
/* A word that may stand in a line; a form may be several Chinese characters, too, a word each. */
bool attn_grammar_word(attn_corpus *corpus, attn_span word);
bool attn_grammar_form(attn_corpus *corpus, attn_span form);
/* Whether it is a name for a symbol: capitals, then digits and hyphens, too. */
bool attn_symbol_named(attn_span name);
/* How many items have this variable. */
size_t attn_rule_mentions(const grammar_rule *rule, size_t variable);
/* All symbols are known. */
bool attn_rule_read(attn_corpus *corpus, const grammar_symbol *owner, grammar_rule *made);

/* ---- unify.c ---- */
/* Agreement, masses, and what can never be used. */
bool attn_grammar_unify(attn_corpus *corpus);
/* How much a choice counts: among all, or among those that make a line longer. */
double attn_choice_weight(const grammar_choice *choice, bool longer);
/* Sorts words as bytes; of equal ones one stays. */
void attn_words_sort(const char **words, size_t *count);
/* All words of a side; sorted, none twice. */
const char **attn_grammar_words(const attn_corpus *corpus, attn_side side, attn_arena *arena,
                                size_t *count);

/* ---- draw.c ---- */
/* A combination of words grows by the key of its next one; it starts with 0. */
uint64_t attn_combine(uint64_t so_far, uint64_t hash);
/* By target, then by source; of two between the same words the sure one stays. */
void attn_links_sort(attn_link *links, size_t *count);

#endif
