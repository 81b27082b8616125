/*
 * evaluated: how good a model is, on examples that it has not learned from.
 */
#ifndef ATTN_LESSON_EVALUATED_H
#define ATTN_LESSON_EVALUATED_H

#include "lesson/moment.h"
#include "text/alignment.h"
#include "text/nearness.h"

/* How often words of one kind were linked wrongly. */
typedef struct attn_kind_score {
    const char *kind;
    size_t words, wrong;
} attn_kind_score;

/*
 * A map against gold links: the largest weight of each word's row is its link; a word is wrong if
 * the corpus does not have it. A word that looks at what ends a sequence, which is no word of the
 * corpus, has no link.
 */
typedef struct attn_align_score {
    const char *label; /* "α", "α_{2,3}" */
    size_t words, sentences;
    attn_link_counts counts; /* of all sentences together */
    double error_rate;       /* of these: of the corpus */
    double rates, mean_rate; /* the sum of each sentence's own, and their mean */
    size_t kind_count;
    attn_kind_score *kinds;
} attn_align_score;

/* A rule by which one could tell where a word looks without any map: always the word `steps` places
 * after. */
typedef struct attn_rule_score {
    int steps;
    size_t right; /* rows */
} attn_rule_score;

/* All rules that were right at least once. */
typedef struct attn_rule_scores {
    size_t count;
    attn_rule_score *items;
} attn_rule_scores;

/* Boxes in a picture take the place of words where `to` is "box": a row is right if the region of
 * its maximum has some of a box of its word in it, and the simplest rival is a region at random.
 *
 * In how many rows of words a map has its maximum, over all columns, at the word that a treebank
 * has for it, or at one so many steps on; and in how many of these the simplest rule finds it. */
typedef struct attn_look_score {
    const char *from; /* a part of speech; NULL: every word */
    const char *to;   /* "governor", "box"; NULL: the word that stands `steps` after it */
    int steps;
    bool words;        /* over the columns of words alone */
    size_t grid[2];    /* of regions; 0, 0: there are none */
    size_t frames[2];  /* of a sound: samples that a column hears, and between columns; or 0, 0 */
    size_t even;       /* of a sound, or of the frames of a film, which are a grid of one column:
                          rows that evenly spaced moments would have right */
    bool held;         /* of a part: its pictures have a combination that is held out */
    double chance;     /* how many rows a random region or moment would have right */
    const char *label; /* of the map */
    size_t lines, right;
    attn_rule_scores rules;      /* what could tell it without the map */
    const attn_rule_score *rule; /* that was best on other examples, with its score there; NULL: no
                                    row counted */
    size_t rule_right;           /* its score here */
    /* of a treebank: the same by the relation of the words, which stands in `from`; of boxes by
     * their kind; else none */
    size_t part_count;
    struct attn_look_score *parts;
} attn_look_score;

/* Examples that are alike, and how many of them grew to what they are. */
typedef struct attn_exact_part {
    bool held;        /* they have a combination, or voices, that no example to learn from has */
    size_t nouns;     /* so many; 0: any number */
    bool repeated;    /* one word is spoken again and again; false: whatever is spoken */
    const char *form; /* they are questions that are put so; NULL: however */
    size_t examples, exact;
    size_t words, wrong; /* of these examples; and put in, left out or exchanged */
} attn_exact_part;

typedef struct attn_evaluated {
    size_t examples;
    const char *part;      /* of the corpus; NULL: a file */
    const char *generated; /* the sequence that grew; NULL: none */
    size_t exact;          /* examples that grew to what they are, word for word */
    size_t exact_part_count;
    attn_exact_part *exact_parts;   /* where some are held out, and of pictures and sounds: known
                                       ones first, and all of them before those with one noun,
                                       two …; of sounds before those that repeat */
    bool sounds;                    /* the examples are sounds, of which word errors count: */
    size_t words, wrong;            /* as in a part */
    double words_right;             /* mean of 1 − edit distance / length, at least 0 */
    attn_nearness nearness;         /* of what it wrote, over all examples */
    size_t align_count, look_count; /* 0 or 1 of `align`: the best, if there are several maps */
    const attn_align_score *aligns;
    const attn_look_score *looks; /* one for each that is asked: the best of the maps */
    size_t map_count;             /* of every look, where all have equally many; else 0 */
    const attn_look_score *maps;  /* all of the first look, then all of the second, … */
    bool several;                 /* maps to choose the best from */
    const char *chosen_on; /* the part on which the best maps and rules were chosen; NULL: on these
                              examples, and no map is */
} attn_evaluated;

typedef struct attn_evaluation_options {
    const char
        *file;       /* pairs, a treebank or a folder, in place of the lesson's examples; or NULL */
    size_t examples; /* instead of as many as the lesson says; 0: those */
    const char *part;   /* instead of the lesson's; or NULL */
    size_t least, most; /* words of the source; 0: as the lesson has it */
    size_t beam;        /* as attn_lesson_write has it; 0: 1 */
} attn_evaluation_options;

/* Whether the lesson has `evaluate`. */
bool attn_lesson_evaluates(const attn_lesson *lesson);
/* What the lesson's `evaluate` asks for, of a run of it; in the arena of the run. NULL on failure.
 */
const attn_evaluated *attn_run_evaluate(attn_run *run, const attn_evaluation_options *options,
                                        attn_status *status);

#endif
