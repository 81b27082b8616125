/*
 * block: what a lesson, or a worksheet, says, as a list of blocks. One walk over a run makes the
 * list; each renderer writes the blocks in its own way.
 */
#ifndef ATTN_DOCUMENT_BLOCK_H
#define ATTN_DOCUMENT_BLOCK_H

#include "document/document.h"
#include "document/value.h"
#include "record/calculation.h"

/* ---- lines ---- */

typedef enum attn_inline_kind {
    ATTN_INLINE_WORDS,     /* text: anyone's words, not escaped */
    ATTN_INLINE_LABEL,     /* text: a name in the language's notation, "e_{1,2}" */
    ATTN_INLINE_EXPR,      /* expr */
    ATTN_INLINE_STATEMENT, /* statement */
    ATTN_INLINE_HEAD,      /* head: "score(s, h)", without the lines of its body */
    ATTN_INLINE_BLANK      /* to be filled in on a worksheet */
} attn_inline_kind;

typedef struct attn_inline {
    attn_inline_kind kind;
    attn_node node; /* words that were put in for this value; 0: none */
    union {
        const char *text;
        const attn_expr *expr;
        const attn_statement *statement;
        const attn_definition *head;
    };
} attn_inline;

/* A sentence or a paragraph. It begins as { arena }; failures are in the arena's status. */
typedef struct attn_line {
    attn_arena *arena;
    size_t count;
    attn_inline *items;
} attn_line;

/* Adds to a line. The text is not copied, and none is added for "". */
void attn_line_words(attn_line *line, const char *words);
void attn_line_label(attn_line *line, const char *label);
void attn_line_expr(attn_line *line, const attn_expr *expr);
void attn_line_statement(attn_line *line, const attn_statement *statement);
void attn_line_blank(attn_line *line);
/* "score(s, h)" */
void attn_line_head(attn_line *line, const char *function, const char *const *parameters,
                    size_t count);
/* Words that were put together first: they are copied, and the text is freed. */
void attn_line_take(attn_line *line, attn_text *words);
/* "e_{1,2}", as the name of a value. */
attn_inline attn_inline_label(const char *label);
/* A piece of a lesson's prose. */
void attn_line_piece(attn_line *line, const attn_piece *piece);

/* A line, and one of its items, as plain typeset text. */
void attn_line_typeset(const attn_line *line, attn_text *out);
void attn_inline_typeset(const attn_inline *item, attn_text *out);
/* "with score(s, h) = s · h"; a body of several lines is left out: "with score(s, h):". The
 * definition of a statement has no head: "in place of S = Q Kᵀ". */
void attn_definition_typeset(const char *before, const attn_definition *definition, attn_text *out);

/* ---- numbers ---- */

/* A number of a block: what --arithmetic, what-if and a cursor know it by. The name lies in the
 * document's arena or in the run. */
typedef struct attn_number {
    const char *name; /* "e_{1,2}"; "": it has none */
    bool can_change;  /* what-if takes it by this name */
    attn_node node;
    size_t row, col; /* from 0, in node's value */
    float number;
    size_t from, to; /* bytes of a text, where a renderer has written it to one; else 0, 0 */
} attn_number;

/* Whose numbers a block shows. */
typedef struct attn_numbers {
    const char *label; /* of the value */
    attn_node node;    /* 0: they cannot be pointed at: stated, compared, or gone since */
    bool inside;       /* of an opened call */
} attn_numbers;

/* How many values a formula of a moment made, which stand together from `made` on. */
size_t attn_made_by(const attn_moment *moment, const attn_statement *formula,
                    const attn_made *made);

/* ---- blocks ---- */

typedef enum attn_block_kind {
    /* The head of the lesson: lines, but for EXCHANGED. */
    ATTN_BLOCK_TITLE,
    ATTN_BLOCK_SUMMARY,
    ATTN_BLOCK_CHANGE,    /* "What if e₁,₂ = 2 (it was 0.3)" */
    ATTN_BLOCK_EXCHANGED, /* definition: a formula that was changed, or what it was before */
    ATTN_BLOCK_GENERATED, /* line, and generated: how a sequence came to its words */
    ATTN_BLOCK_FIELDS,    /* of a worksheet: each item names what is written behind it, "Date" */
    ATTN_BLOCK_NOTICE,    /* what a reader must not overlook */
    /* Its body. */
    ATTN_BLOCK_MOMENT,     /* moment: it begins; of data: all of it */
    ATTN_BLOCK_STEP,       /* step: it is a new one */
    ATTN_BLOCK_HEADING,    /* line: of a part of a worksheet */
    ATTN_BLOCK_EXERCISE,   /* step: what follows is exercise number … of a worksheet */
    ATTN_BLOCK_LOOP,       /* loop: reaches its next number */
    ATTN_BLOCK_PROSE,      /* line; "\n" in its words ends a line */
    ATTN_BLOCK_CODE,       /* line: words to be typed as they stand */
    ATTN_BLOCK_REMARK,     /* line: of the program, above what follows */
    ATTN_BLOCK_STATED,     /* line: what a source states */
    ATTN_BLOCK_FORMULA,    /* line: a statement */
    ATTN_BLOCK_RESULTS,    /* line: "gives A V (and A)", in an opened call */
    ATTN_BLOCK_DEFINITION, /* definition */
    ATTN_BLOCK_CALL,       /* line: what follows, up to END_CALL, stands inside a call */
    ATTN_BLOCK_END_CALL,
    ATTN_BLOCK_VALUE,      /* value */
    ATTN_BLOCK_COLUMNS,    /* columns */
    ATTN_BLOCK_PLOT,       /* plot: its columns come before it */
    ATTN_BLOCK_FIGURE,     /* figure: a file beside the page */
    ATTN_BLOCK_ARITHMETIC, /* arithmetic */
    ATTN_BLOCK_CHECK,      /* line; check, and holds; of data: over all moments, without a line */
    ATTN_BLOCK_END,        /* line: "3 checks hold.", or nothing; tally */
    /* Of data alone. */
    ATTN_BLOCK_UNKNOWN,  /* unknown: a word that no vocabulary has */
    ATTN_BLOCK_WARNING,  /* line: what the lesson warns of */
    ATTN_BLOCK_FAMILIES, /* numbers: how many all families together have, which follow */
    ATTN_BLOCK_FAMILY,   /* family */
    ATTN_BLOCK_TOTAL     /* total: what a source states, over all moments */
} attn_block_kind;

typedef struct attn_block_loop {
    const attn_loop_at *at;
    size_t depth; /* 0: the outermost */
} attn_block_loop;

typedef struct attn_block_definition {
    const char *before; /* "with", "without scale, in place of" */
    const attn_definition *is;
    bool deeper;                   /* it tells of the formula above it */
    const attn_exchange *exchange; /* EXCHANGED: both sides of it */
} attn_block_definition;

#define ATTN_MOST_SIDES 3 /* with, without, difference */

/* What a value is on a worksheet. */
typedef enum attn_value_part {
    ATTN_VALUE_SHOWN,
    ATTN_VALUE_GIVEN,
    ATTN_VALUE_ANSWER
} attn_value_part;

/* A value, or what it is with and without what was left out, and the difference. */
typedef struct attn_block_value {
    attn_inline name;
    size_t count;                       /* 1: nothing is compared */
    const char *sides[ATTN_MOST_SIDES]; /* "with scale", "without", "difference"; 1: NULL */
    const attn_tensor *values[ATTN_MOST_SIDES];
    bool aligned;         /* the names of the sides stand before their values */
    bool shaded, mapped;  /* in colours; drawn by the lesson as it is */
    attn_node read;       /* the node that may be a map of weights; 0: none */
    attn_numbers numbers; /* of the only side; of several, of the one without */
    size_t side;          /* that has them: its place, also where a vector's sides are rows of one
                             table */
    attn_value_part part;
    const bool *blanks; /* of each of its numbers: it is to be filled in; NULL: none is */
    bool checked;       /* an answer that can be handed in, under its name */
} attn_block_value;

typedef struct attn_block_column {
    const char *label, *side; /* either may be NULL */
    const attn_tensor *value;
    attn_numbers numbers;
} attn_block_column;

/* Values side by side. */
typedef struct attn_block_columns {
    size_t count;
    const attn_block_column *items;
} attn_block_columns;

typedef struct attn_block_arithmetic {
    attn_number number;            /* its name is never "" */
    const attn_calculation *lines; /* the first; NULL: no arithmetic made it */
    attn_line source;              /* where it comes from then */
    const char *outcome;           /* "2.1000" */
} attn_block_arithmetic;

/* All values of one name. */
typedef struct attn_block_family {
    const attn_family *is;
    const attn_tensor *typical; /* an element that is no border, to tell the axes; or any */
    bool read;                  /* one of its elements, or the whole, is a map of weights */
    const attn_family *with;    /* before the formulas were changed; NULL: nothing became of it */
} attn_block_family;

typedef struct attn_tally { /* over the whole run, shown or not */
    size_t checks, untrue, pictures;
} attn_tally;
attn_tally attn_run_tally(const attn_run *run);

typedef struct attn_doc_block {
    attn_block_kind kind;
    bool apart; /* from what stands before it */
    attn_line line;
    union {
        size_t step;
        attn_block_loop loop;
        attn_block_definition definition;
        attn_block_value value;
        attn_block_columns columns;
        const attn_generated *generated;
        const attn_unknown *unknown;
        uint64_t numbers;
        attn_block_family family;
        const attn_stated_total *total;
        const attn_moment *moment, *plot;
        const attn_drawing *figure;
        const attn_watched *look; /* of a training: a remark that stands above what it saw */
        attn_block_arithmetic arithmetic;
        struct {
            const attn_check *check;
            bool holds;
        };
        attn_tally tally;
    };
} attn_doc_block;

typedef struct attn_document { /* all in the arena, or in the run */
    attn_arena *arena;         /* of these blocks */
    const attn_run *run;
    const attn_show_options *options;
    bool is_worksheet;  /* its values are set for a hand, and its parts have headings */
    const bool *mapped; /* of data: of each node, whether the lesson draws it as it is; else NULL */
    size_t count;
    attn_doc_block *blocks;
    struct walk *walk;   /* that adds to them; NULL: they are all there */
    attn_doc_block lost; /* taken where there is no memory, which the arena's status says */
} attn_document;

/* One more block, below the one before it; its line is empty, and can be added to. */
attn_doc_block *attn_document_add(attn_document *document, attn_block_kind kind);
/* The blocks of another document. */
void attn_document_append(attn_document *document, const attn_document *other);

/*
 * What the options let through, part by part, so that no more than one is in memory: the head, then
 * each moment, then the end. False, with a fault, also where they ask for something that the run
 * does not have. The arena outlives the document, which is to be ended also then.
 */
bool attn_document_begin(const attn_run *run, const attn_show_options *options, attn_arena *arena,
                         attn_document *document);
/* The same run as data, for programs: its head, families of values, moments, totals, checks, one in
 * each part. */
bool attn_document_begin_data(const attn_run *run, const attn_show_options *options,
                              attn_arena *arena, attn_document *document);
/* The blocks of the next part, which may be none, in place of those of the last one; false behind
 * the last, and on a fault. */
bool attn_document_next(attn_document *document);
void attn_document_end(attn_document *document);
/* The arithmetic of one number alone. */
bool attn_document_arithmetic(const attn_run *run, const attn_show_options *options,
                              const attn_sum_asked *asked, attn_arena *arena,
                              attn_document *document);
/* The number at a place, row · columns + column, of a value of which a block shows numbers. */
attn_number attn_document_number(const attn_document *document, const attn_numbers *numbers,
                                 size_t place);
/* Whether what-if takes a number of this label: a value of this name is made, no formula and no
 * name inside a function. A number that training changes is set before it, under its plain name.
 * It takes time: all names of the lesson are looked through. */
bool attn_document_can_change(const attn_document *document, const char *label);
/* A number whose arithmetic is asked for; can_change is for its reader to find out. */
attn_number attn_document_asked(const attn_document *document, const attn_sum_asked *asked);
/* Whether a block's value is a map of weights; then reading must be ended. */
bool attn_document_reading(const attn_document *document, const attn_block_value *value,
                           attn_reading *reading);

#endif
