/*
 * attnviz: attention, computed before your eyes, for C programs.
 *
 *     1  Faults     what went wrong, in words
 *     2  A lesson   read one: of the library by its name, or a file of your own
 *     3  A run      compute it, with sentences and pictures of your own, and with what-if
 *     4  A value    ask for it by its name, as the lecturer writes it
 *     5  Shown      the run as text, as JSON, as a picture
 *     6  Attention  on arrays of your own, without any lesson
 *     7  A map      a matrix of your own as a picture
 *     8  Budgets    how much memory and work a lesson may take
 *
 * A whole program:
 *
 *     attnviz_fault fault = {0};
 *     attnviz_lesson *lesson = attnviz_lesson_carried("le-chat-noir", &fault);
 *     attnviz_value weights = {0};
 *     attnviz_lesson_run(lesson, NULL, &fault);
 *     attnviz_lesson_value(lesson, "α", &weights, &fault);
 *     if (fault.cause) fprintf(stderr, "%s\n", fault.text);
 *     else printf("%zu words look at %zu words\n", weights.rows, weights.cols);
 *     attnviz_lesson_free(lesson);
 *
 * Compile it with `cc program.c $(pkg-config --cflags --libs attnviz)`; attnviz(3) says what more
 * it takes where the library does not lie in the system's own folders.
 *
 * Numbers are float32, matrices row by row. Texts are UTF-8. What a function takes, it only borrows
 * for the time of the call; what it gives is the caller's only where that is said.
 *
 * The library prints nothing, never ends the program, and reads no environment, clock or locale.
 * A lesson belongs to one thread at a time; different lessons may be used by different threads at
 * the same time, and so may everything else.
 */
#ifndef ATTNVIZ_H
#define ATTNVIZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define ATTNVIZ_API __attribute__((visibility("default")))
#else
#define ATTNVIZ_API
#endif

/* Of this header. The library that runs says its own. */
#define ATTNVIZ_VERSION "0.1.0"
ATTNVIZ_API const char *attnviz_version(void);

/* ---- 1 Faults --------------------------------------------------------------------------------
 *
 * A fault is the caller's; {0} is none. It keeps the first thing that went wrong: a function that
 * is given one which is set already does nothing and fails, so a series of calls is checked once,
 * at its end. NULL may be given where nobody wants to know why.
 */

typedef enum attnviz_cause {
    ATTNVIZ_NONE = 0,
    ATTNVIZ_INPUT,  /* what was read or given is wrong: a lesson, a formula, weights, an array */
    ATTNVIZ_FILE,   /* a file could not be read or written */
    ATTNVIZ_LIMIT,  /* a documented limit was passed */
    ATTNVIZ_MEMORY, /* there was not enough */
    ATTNVIZ_USAGE   /* something was asked for that does not exist */
} attnviz_cause;

typedef struct attnviz_fault {
    attnviz_cause cause;
    /* "FILE:LINE:COLUMN: what is wrong, and what to do"; of a formula two more lines show it with
     * the place marked. Harmless to a terminal, without a newline at its end. */
    char text[2048];
    /* the same place by itself: file is "" and line and column are 0 where there is none; from 1 */
    char file[512];
    size_t line, column;
} attnviz_fault;

/* ---- Where texts go -------------------------------------------------------------------------- */

typedef enum attnviz_format {
    ATTNVIZ_FORMAT_AUTO, /* by the ending of the file's name, else the usual one */
    ATTNVIZ_FORMAT_TEXT,
    ATTNVIZ_FORMAT_JSON,
    ATTNVIZ_FORMAT_MARKDOWN,
    ATTNVIZ_FORMAT_LATEX,
    ATTNVIZ_FORMAT_PNG,
    ATTNVIZ_FORMAT_SVG,
    ATTNVIZ_FORMAT_PDF
} attnviz_format;

/* A file, which comes whole or not at all, or (path NULL) a function of the caller's. */
typedef struct attnviz_output {
    const char *path;
    /* Takes the next bytes; a document comes once all of it is there, lines as they are made.
     * False: no more are wanted, and the call fails. */
    bool (*write)(void *user, const char *bytes, size_t length);
    void *user;
} attnviz_output;

/* ---- 2 A lesson ------------------------------------------------------------------------------
 *
 * The language of lessons is described in attnviz-lesson(5). All that needs no numbers is checked
 * when a lesson is read.
 */

typedef struct attnviz_lesson attnviz_lesson;

/* The names of the lessons that the library carries, in the order of teaching; NULL at the end. */
ATTNVIZ_API const char *attnviz_carried_name(size_t i);

/* One of them; title and summary live for the time of the call that gives it. */
typedef struct attnviz_card {
    const char *name, *chapter, *title, *summary; /* summary may be "" */
} attnviz_card;
/* Gives all of them to `take`, in the order of teaching. */
ATTNVIZ_API bool attnviz_carried_list(void (*take)(void *user, const attnviz_card *card),
                                      void *user, attnviz_fault *fault);

/* What a lesson is opened for; one that cannot do it is refused. */
typedef enum attnviz_purpose {
    ATTNVIZ_TO_RUN, /* all can */
    ATTNVIZ_TO_TRAIN,
    ATTNVIZ_TO_EVALUATE,
    ATTNVIZ_TO_GENERATE,
    ATTNVIZ_TO_VARY /* as worksheets do */
} attnviz_purpose;

/* All give a lesson, to be freed by the caller, or NULL. open: a word with a dot or a slash is a
 * path, any other a name; the fault says what to do instead, and lists the lessons that are meant
 * where word is NULL. */
ATTNVIZ_API attnviz_lesson *attnviz_lesson_open(const char *word, attnviz_purpose purpose,
                                                attnviz_fault *fault);
ATTNVIZ_API attnviz_lesson *attnviz_lesson_carried(const char *name, attnviz_fault *fault);
ATTNVIZ_API attnviz_lesson *attnviz_lesson_read(const char *path, attnviz_fault *fault);
/* With all values of its run. NULL is fine. */
ATTNVIZ_API void attnviz_lesson_free(attnviz_lesson *lesson);

/* Live as long as the lesson; summary may be "", and of NULL both are. */
ATTNVIZ_API const char *attnviz_lesson_title(const attnviz_lesson *lesson);
ATTNVIZ_API const char *attnviz_lesson_summary(const attnviz_lesson *lesson);

/* ---- 3 A run ---------------------------------------------------------------------------------
 *
 * Lists end with NULL; NULL instead of a list is an empty one.
 */

typedef struct attnviz_wishes {
    const char *sentence;      /* the text of the input "sentence", or else of the first input */
    const char *const *inputs; /* name, text, name, text, …; of a picture its file */
    const char *const *sets;   /* what if: "e_{1,2} = 2.0" */
    const char *const *arithmetics; /* numbers whose arithmetic the text writes out: "e_{1,2}" */
    const char *const *zooms;       /* functions that the text opens: "score" */
    bool seeded, varied;
    uint64_t seed;      /* if seeded: of what the lesson draws, in the place of its own */
    uint64_t worksheet; /* if varied: with the numbers of this worksheet */
    bool as_options;    /* messages call these wishes as the program's options: "--set" */
} attnviz_wishes;

/* From now on `warn` is told, in one line, what whoever reads the values should know of them: that
 * weights may lie the other way, that words are unknown. NULL: nobody is. */
ATTNVIZ_API void attnviz_lesson_warn(attnviz_lesson *lesson,
                                     void (*warn)(void *user, const char *text), void *user);
/* False, with a fault, if an output of this name would take the place of the lesson, of a file that
 * it reads, or of an input (wishes may be NULL). */
ATTNVIZ_API bool attnviz_lesson_spares(const attnviz_lesson *lesson, const attnviz_wishes *wishes,
                                       const char *path, attnviz_fault *fault);

/*
 * Computes the lesson. wishes may be NULL: the lesson as it is. A lesson may be run again, with
 * other wishes; the values of the run before are gone then.
 */
ATTNVIZ_API bool attnviz_lesson_run(attnviz_lesson *lesson, const attnviz_wishes *wishes,
                                    attnviz_fault *fault);
/* True if every check of the lesson is true; else fault says which is not, and where. */
ATTNVIZ_API bool attnviz_lesson_holds(const attnviz_lesson *lesson, attnviz_fault *fault);

/* ---- 4 A value ------------------------------------------------------------------------------- */

typedef struct attnviz_value {
    int rank;          /* 0 number, 1 vector, 2 matrix */
    size_t rows, cols; /* number 1×1, vector 1×n, matrix m×n */
    const float *data; /* rows × cols, row by row; masked scores are −∞ */
    /* the words on the axes: rows, cols of them; NULL: the axis has none */
    const char *const *row_labels, *const *col_labels;
    /* where the numbers are places in a vocabulary, from 1: its words; else NULL */
    const char *const *words;
} attnviz_value;

/*
 * What a name stands for after the run: "α", "e_{1,2}", "alpha_1", "A_{1,2}", or what any formula
 * of its values gives: "A_{1,1} V_1". In a lesson that trains, "A" is the value before the
 * training, at its place in the lesson, and "after(A)" the one after it. All that value points to
 * lives until the lesson is run again or freed, and so each question takes room until then.
 */
ATTNVIZ_API bool attnviz_lesson_value(attnviz_lesson *lesson, const char *name,
                                      attnviz_value *value, attnviz_fault *fault);

/* ---- 5 Shown --------------------------------------------------------------------------------- */

typedef struct attnviz_look {
    size_t columns;           /* of a line of text, 40 to 100 */
    int decimals;             /* 0 to 9 */
    bool color;               /* SGR colours, for a terminal */
    const char *const *names; /* only these values; NULL: all */
    const char *const *at;    /* only the steps at "t=2", …; NULL: all */
    attnviz_format format;
} attnviz_look;
/* What a look begins with, for some of it to be changed: 80 columns, 4 decimals, no colours, all
 * values and steps. {0} is none: a line has columns. */
#define ATTNVIZ_LOOK                                                                               \
    {                                                                                              \
        80, 4, false, NULL, NULL, ATTNVIZ_FORMAT_AUTO                                              \
    }

/* What `attnviz explain` prints; look NULL: as ATTNVIZ_LOOK. The text is the caller's, to be freed
 * with attnviz_free. NULL on failure. */
ATTNVIZ_API char *attnviz_lesson_text(const attnviz_lesson *lesson, const attnviz_look *look,
                                      attnviz_fault *fault);
/* What `attnviz explain --format json` prints (attnviz-lesson(5)); of look, names and at count. */
ATTNVIZ_API char *attnviz_lesson_json(const attnviz_lesson *lesson, const attnviz_look *look,
                                      attnviz_fault *fault);
ATTNVIZ_API void attnviz_free(char *text); /* NULL is fine */

typedef enum attnviz_numbers {
    ATTNVIZ_NUMBERS_AUTO, /* where maps are small and the numbers fit */
    ATTNVIZ_NUMBERS_ALWAYS,
    ATTNVIZ_NUMBERS_NEVER
} attnviz_numbers;

/* How a picture looks; {0}: as is best on white paper. */
typedef struct attnviz_style {
    bool dark;               /* the ground */
    const char *colors;      /* "indigo", "moss", "ember", "sand" or "grey"; NULL: the first */
    size_t cell;             /* the side of a cell in pixels, to 256; 0: what suits the map */
    attnviz_numbers numbers; /* in the cells */
    double scale;            /* of the whole picture, 0.5 to 8; 0: 1 */
} attnviz_style;

/*
 * Draws a value, or (name NULL) what the lesson draws, to a file, which is whole or absent: a PNG,
 * an SVG or a PDF, as the path ends in .png, .svg or .pdf. The ending of another format, as .jpg,
 * is refused; a path without a known ending, a device and a pipe get a PNG. Of a family without a
 * value of its own, such as the weights of all heads, all are drawn; of a line of a plot, the plot.
 * style may be NULL: {0}.
 */
ATTNVIZ_API bool attnviz_lesson_draw(attnviz_lesson *lesson, const char *name, const char *path,
                                     const attnviz_style *style, attnviz_fault *fault);

/* ---- 6 Attention -----------------------------------------------------------------------------
 *
 *     A = softmax(scale · Q Kᵀ)     who looks at whom: m × n, each row sums to 1
 *     Z = A V                       what is seen:      m × d_v
 *
 * for `count` independent problems (the heads of a model, the sentences of a batch) that lie one
 * behind the other in each array.
 */

typedef struct attnviz_shape {
    size_t count;         /* of problems */
    size_t queries, keys; /* m, n */
    size_t width;         /* d_k: of a query and of a key */
    size_t value_width;   /* d_v: of a value */
    float scale;          /* 0: 1/√d_k */
    bool causal;          /* query i sees the keys 1 … i alone */
    const float *mask; /* m × n, added to all scores: 0, or −∞ to hide a key; or NULL: none */
} attnviz_shape;

/*
 * Q count × m × d_k, K count × n × d_k, V count × n × d_v; A count × m × n and Z count × m × d_v
 * are written, and overlap nothing. A may be NULL: then the weights are not kept. Fails where a
 * size is 0, where an array is too large for the machine, where a query sees no key, and where
 * what comes out is NaN or infinite.
 */
ATTNVIZ_API bool attnviz_attention(const float *Q, const float *K, const float *V, float *A,
                                   float *Z, const attnviz_shape *shape, attnviz_fault *fault);

/* Its parts, which check nothing. C (m×n) = A (m×k) · B (k×n); with transposed B is n×k, and C = A
 * · Bᵀ. C overlaps neither A nor B. */
ATTNVIZ_API void attnviz_product(const float *A, const float *B, float *C, size_t m, size_t k,
                                 size_t n, bool transposed);
/* Each row of y (m×n) becomes exp(x) / Σ exp(x) of that row of x: −∞ becomes 0, but a row of
 * nothing else becomes NaN, and so does one with a NaN or +∞. y may be x, and else overlaps it
 * nowhere. */
ATTNVIZ_API void attnviz_softmax(const float *x, float *y, size_t m, size_t n);

/* How many threads share large operations, in the whole program: at most 64. 0, as from the start:
 * one for each processor. The numbers that come out do not depend on it. */
ATTNVIZ_API void attnviz_threads(size_t threads);

/* ---- 7 A map --------------------------------------------------------------------------------- */

typedef struct attnviz_map {
    const char *title;                                 /* or NULL */
    size_t rows, cols;                                 /* of the matrix */
    const float *data;                                 /* rows × cols; −∞ is drawn as masked */
    const char *const *row_labels, *const *col_labels; /* rows, cols of them; NULL: 1, 2, 3 … */
    const char *row_role, *col_role;                   /* "query", "key"; or NULL */
} attnviz_map;

/* Draws it to a file, as attnviz_lesson_draw does. */
ATTNVIZ_API bool attnviz_map_draw(const attnviz_map *map, const char *path,
                                  const attnviz_style *style, attnviz_fault *fault);

/* ---- Words to look up ------------------------------------------------------------------------ */

/*
 * What a symbol or a term means, as text or as JSON; of a lesson's name, what the names in it mean;
 * NULL: the list of all terms. Of look, columns, color and format count.
 */
ATTNVIZ_API bool attnviz_glossary(const char *term, const attnviz_look *look,
                                  const attnviz_output *output, attnviz_fault *fault);
/* Gives every name of every term to `take`; the name lives for the time of that call. */
ATTNVIZ_API bool attnviz_glossary_names(void (*take)(void *user, const char *name), void *user,
                                        attnviz_fault *fault);

/* ---- Sentences to train with ----------------------------------------------------------------- */

/* The names of the corpora that the library carries; NULL at the end. */
ATTNVIZ_API const char *attnviz_corpus_name(size_t i);

#define ATTNVIZ_MOST_LINE_WORDS 256u
typedef struct attnviz_lines {
    const char *part;   /* "train", "validation", "test" or "unseen"; NULL: "train" */
    size_t count;       /* of lines; a file may have fewer */
    uint64_t seed;      /* other lines of a grammar for another one */
    size_t least, most; /* words of a line; 0, 0: as they come */
    bool roles;         /* one more column: what the words are */
} attnviz_lines;

/*
 * Lines of a corpus, as attnviz-corpus(1) has them; and all words of its source, or of its target,
 * sorted, one to a line. corpus: a name, or, with a dot or a slash, the path of a grammar or of
 * pairs.
 */
ATTNVIZ_API bool attnviz_corpus_lines(const char *corpus, const attnviz_lines *lines,
                                      const attnviz_output *output, attnviz_fault *fault);
ATTNVIZ_API bool attnviz_corpus_words(const char *corpus, bool target, const attnviz_output *output,
                                      attnviz_fault *fault);

/* ---- A model --------------------------------------------------------------------------------- */

typedef struct attnviz_trial {
    size_t examples;    /* 0: as many as the lesson says */
    const char *part;   /* of the corpus, as in attnviz_lines; NULL: as the lesson says */
    size_t least, most; /* words of the source; 0, 0: as they come */
} attnviz_trial;

/* How good the lesson's model is on examples that it has not learned from, as text or JSON. */
ATTNVIZ_API bool attnviz_lesson_evaluate(attnviz_lesson *lesson, const attnviz_trial *trial,
                                         attnviz_format format, const attnviz_output *output,
                                         attnviz_fault *fault);

/* ---- 8 Budgets -------------------------------------------------------------------------------
 *
 * A lesson may be anybody's, and a short one may ask for more than a machine has. What it needs is
 * asked before it is taken: beyond a budget the call fails with ATTNVIZ_LIMIT, or ATTNVIZ_MEMORY,
 * and says what needed how much.
 */

#define ATTNVIZ_USUAL_MEMORY UINT64_C(1073741824)
#define ATTNVIZ_USUAL_WORK UINT64_C(300000000000)
#define ATTNVIZ_NO_BUDGET UINT64_MAX

/*
 * memory: bytes that the library may hold at one time, all its lessons together; files that it maps
 * do not count, nor what other libraries take. work: multiply-adds of a matrix product that one
 * call may do for a lesson, and what takes as long; what is computed on arrays of the caller's own
 * (6, 7) does not count. From the start they are the usual ones. To be set while no other call is
 * under way.
 */
ATTNVIZ_API void attnviz_budget(uint64_t memory, uint64_t work);

#ifdef __cplusplus
}
#endif

#endif
