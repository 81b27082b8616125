/*
 * attnviz: attention, computed before your eyes, for C programs.
 *
 *     1  Faults      what went wrong, in words
 *     2  A lesson    read one: of the library by its name, a file, or attention on your own arrays
 *     3  A run       compute it, with sentences and pictures of your own, and with what-if
 *     4  A value     ask for it by its name, as the lecturer writes it
 *     5  Shown       the run as text, as a page with its pictures, as JSON, as a picture
 *     6  Attention   on arrays of your own, without any lesson
 *     7  A map       a matrix of your own as a picture
 *     8  Budgets     how much memory, work and how many threads a lesson may take
 *     9  A model     train it, let it generate, evaluate it
 *    10  Exercises   a lesson as a worksheet; a student's numbers checked
 *    11  Heatmaps    pictures of sentences, of lessons and of files of arrays
 *    12  A board     a lesson a step at a time, led by keys
 *    13  Pieces      words as a language writes them, and the pieces that spell them
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
 * Numbers are float32; matrices lie row by row. Texts are UTF-8. Lists of texts end with NULL, and
 * NULL in place of a list is an empty one. A function borrows its arguments for the time of the
 * call. The caller owns a result only where its comment says so.
 *
 * Structs that are passed in may be {0}: each member says what 0 or NULL stands for. A look alone
 * (chapter 5) needs columns.
 *
 * The library prints nothing, never ends the program, and reads no environment, clock or locale.
 * One thread at a time may use a lesson; different lessons may be used by different threads at the
 * same time, and so may everything else.
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

/* The version of this header, and that of the library which runs. */
#define ATTNVIZ_VERSION "0.2.0"
ATTNVIZ_API const char *attnviz_version(void);

/* ---- 1 Faults --------------------------------------------------------------------------------
 *
 * The caller owns the fault, which begins as {0}. It keeps the first thing that went wrong: a
 * function does nothing and fails if its fault is set already. So a series of calls is checked
 * once, at its end. Pass NULL if the reason does not matter.
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
    /* "FILE:LINE:COLUMN: what is wrong, and what to do"; for a formula two more lines show it with
     * the place marked. Escaped for a terminal, without a newline at its end. */
    char text[2048];
    /* the same place by itself, counted from 1; "" and 0 where no file is concerned */
    char file[512];
    size_t line, column;
} attnviz_fault;

/* ---- Where texts go, and what is said on the way --------------------------------------------- */

typedef enum attnviz_format {
    ATTNVIZ_FORMAT_AUTO, /* by the ending of the file's name, else the usual one */
    ATTNVIZ_FORMAT_TEXT,
    ATTNVIZ_FORMAT_JSON,
    ATTNVIZ_FORMAT_MARKDOWN,
    ATTNVIZ_FORMAT_LATEX,
    ATTNVIZ_FORMAT_HTML,
    ATTNVIZ_FORMAT_PNG,
    ATTNVIZ_FORMAT_SVG,
    ATTNVIZ_FORMAT_PDF,
    ATTNVIZ_FORMAT_CSV
} attnviz_format;

/* A file, which is written whole or not at all, or (path NULL) a function of the caller. */
typedef struct attnviz_output {
    const char *path;
    /* Takes the next bytes: of a document when all of it is there, of lines as they are made.
     * False makes the call fail. */
    bool (*write)(void *user, const char *bytes, size_t length);
    void *user;
} attnviz_output;

/*
 * Who hears what a call says besides its result: one that tells, generates, trains, evaluates,
 * checks answers, writes worksheets or draws heatmaps, and the end of a board. All others, such as
 * attnviz_lesson_run and attnviz_lesson_draw, say nothing: ask attnviz_lesson_holds. Each function
 * may be NULL. Texts live for the time of the call and are escaped for a terminal; one about a
 * formula has further lines that show it. There is no newline at their end.
 */
typedef struct attnviz_listener {
    /* A reader of the values should know this. The same about weights is said once in a row. */
    void (*warn)(void *user, const char *text);
    /* A check of the lesson is false, though no input was changed: the first of them. */
    void (*untrue)(void *user, const char *text);
    /* A picture whose name the call chose or was asked to draw besides, or a worksheet that the
     * library named, was written; not called for the output, saved values, weights and films. */
    void (*wrote)(void *user, const char *path);
    void *user;
} attnviz_listener;

/* ---- 2 A lesson ------------------------------------------------------------------------------
 *
 * attnviz-lesson(5) describes the language of lessons. Reading a lesson checks everything that
 * needs no numbers.
 */

typedef struct attnviz_lesson attnviz_lesson;

/* The name of lesson i, from 0, of those that the library carries, in the order of teaching; NULL
 * at the end. */
ATTNVIZ_API const char *attnviz_carried_name(size_t i);

/* One of them. Title and summary live for the time of the call that hands it over. */
typedef struct attnviz_card {
    const char *name, *chapter, *title, *summary; /* summary may be "" */
} attnviz_card;
/* Hands all of them to `take`, in the order of teaching. */
ATTNVIZ_API bool attnviz_carried_list(void (*take)(void *user, const attnviz_card *card),
                                      void *user, attnviz_fault *fault);

/* All of them as a new folder of HTML pages that link to each other: index.html, glossary.html, and
 * NAME.html for each lesson, NAME-worksheet.html for each that has a worksheet. The folder is there
 * whole, or not at all. */
ATTNVIZ_API bool attnviz_course(const char *folder, attnviz_fault *fault);

/* What a lesson is opened for; a lesson that cannot do it is refused. */
typedef enum attnviz_purpose {
    ATTNVIZ_TO_RUN, /* all can */
    ATTNVIZ_TO_TRAIN,
    ATTNVIZ_TO_EVALUATE,
    ATTNVIZ_TO_GENERATE,
    ATTNVIZ_TO_VARY, /* as worksheets do */
    ATTNVIZ_TO_CHECK /* to check answers: all can */
} attnviz_purpose;

/*
 * All return a lesson that the caller frees, or NULL. attnviz_lesson_open: a word with a dot or a
 * slash is a path, any other a name; a path that ends with a slash, or is a folder, holds a model
 * that other programs have trained, whose config.json says by which formulas it is computed. The
 * fault says what to do instead, and lists suitable lessons
 * if word is NULL.
 */
ATTNVIZ_API attnviz_lesson *attnviz_lesson_open(const char *word, attnviz_purpose purpose,
                                                attnviz_fault *fault);
ATTNVIZ_API attnviz_lesson *attnviz_lesson_carried(const char *name, attnviz_fault *fault);
ATTNVIZ_API attnviz_lesson *attnviz_lesson_read(const char *path, attnviz_fault *fault);

/* What scores are multiplied by. */
typedef enum attnviz_scaling {
    ATTNVIZ_SCALE_ROOT, /* 1/√d_k */
    ATTNVIZ_SCALE_NONE,
    ATTNVIZ_SCALE_GIVEN
} attnviz_scaling;

/* Attention on arrays in files, as attnviz-attend(1) has it. */
typedef struct attnviz_attend {
    const char *const *arrays; /* Q, K and V, or one file that holds arrays of these names, or X,
                                  W_Q, W_K and W_V (and b_Q, b_K, b_V, W_O, b_O); each a file, or
                                  "FILE:NAME" for one of several arrays in it */
    const char *mask;          /* the same, m × n: what each query may see; NULL: all */
    const char *past_keys, *past_values; /* the same: rows that stand before those of K and V, as
                                            in a cache; NULL: none */
    const char *tokens;        /* a file with the words of the rows; NULL: none */
    bool causal;               /* query i sees the keys 1 … i alone */
    size_t past;               /* causal: the first query stands behind so many keys */
    const char *bias;          /* the same, m × n: numbers added to the scores; NULL: none */
    float softcap;             /* c: scores s become c tanh(s / c) before; 0: they do not */
    size_t heads;              /* equal parts of the columns of Q; 0: as the arrays say */
    size_t example;            /* of a batch, from 1; 0: there is no batch */
    attnviz_scaling scaling;
    float scale; /* of ATTNVIZ_SCALE_GIVEN */
} attnviz_attend;
/* A lesson that computes it, with the values E, S, A and Z, and Y where there is W_O. The caller
 * frees it; NULL on failure.
 */
ATTNVIZ_API attnviz_lesson *attnviz_lesson_attend(const attnviz_attend *attend,
                                                  attnviz_fault *fault);

/* Frees the lesson with all values of its run. NULL is fine. */
ATTNVIZ_API void attnviz_lesson_free(attnviz_lesson *lesson);

/* Both live as long as the lesson. The summary may be ""; both are "" if lesson is NULL. */
ATTNVIZ_API const char *attnviz_lesson_title(const attnviz_lesson *lesson);
ATTNVIZ_API const char *attnviz_lesson_summary(const attnviz_lesson *lesson);

/* ---- 3 A run --------------------------------------------------------------------------------- */

typedef struct attnviz_wishes {
    const char *sentence; /* the text of the input "sentence", or else of the first input */
    const char *ids;      /* the words of that input as numbers in their vocabulary, counted from 0:
                             "15496,995" */

    const char *target_ids;    /* the same of the input "target" */
    const char *const *inputs; /* name, text, name, text, …; for a picture the path of its file */
    const char *given; /* a file of words and numbers in place of those that the lesson is given, by
                          their names; NULL: none */
    const char *const *sets; /* what if: "e_{1,2} = 2.0"; or of what is given "X = [[1, 0]]" */
    const char *const *arithmetics; /* numbers whose arithmetic the text writes out: "e_{1,2}" */
    const char *const *zooms;       /* functions that the text opens: "score" */
    bool seeded, varied;
    uint64_t seed;      /* if seeded: replaces the seed of what the lesson draws */
    uint64_t worksheet; /* if varied: the lesson has the numbers of this worksheet */
    bool uncached;      /* each word that is written has all computed anew; no number differs */
    bool pieces;        /* maps show the pieces that spell words, in place of the words */
    bool as_options;    /* messages call these wishes by the program's options: "--set" */
} attnviz_wishes;

/* Sets the listener of the lesson, which is copied; NULL removes it. */
ATTNVIZ_API void attnviz_lesson_listen(attnviz_lesson *lesson, const attnviz_listener *listener);

/* Computes the lesson; wishes NULL: as it is. Another run, with other wishes, frees the values of
 * the run before. */
ATTNVIZ_API bool attnviz_lesson_run(attnviz_lesson *lesson, const attnviz_wishes *wishes,
                                    attnviz_fault *fault);
/* True if every check of the lesson is true; else the fault says which is not, and where. */
ATTNVIZ_API bool attnviz_lesson_holds(const attnviz_lesson *lesson, attnviz_fault *fault);

/* ---- 4 A value ------------------------------------------------------------------------------- */

typedef struct attnviz_value {
    int rank;          /* 0 number, 1 vector, 2 matrix */
    size_t rows, cols; /* number 1×1, vector 1×n, matrix m×n */
    const float *data; /* rows × cols, row by row; masked scores are −∞ */
    const char *const *row_labels, *const *col_labels; /* rows, cols words; NULL: none */
    const char *const *words; /* a vocabulary in which the numbers are places, from 1; else NULL */
} attnviz_value;

/*
 * What a name stands for after the run: "α", "e_{1,2}", "alpha_1", "A_{1,2}"; or the result of a
 * formula of its values: "A_{1,1} V_1". In a lesson that trains, "A" is the value before the
 * training and "after(A)" the value after it. What value points to lives until the lesson is run
 * again or freed; each question takes memory until then.
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
    bool checks; /* those that hold are listed where they stand, not counted alone */
} attnviz_look;
/* The usual look: 80 columns, 4 decimals, no colours, all values and steps. */
#define ATTNVIZ_LOOK                                                                               \
    {                                                                                              \
        80, 4, false, NULL, NULL, ATTNVIZ_FORMAT_AUTO, false                                       \
    }

/* What `attnviz explain` prints; look NULL: as ATTNVIZ_LOOK. The caller frees the text with
 * attnviz_free. NULL on failure. */
ATTNVIZ_API char *attnviz_lesson_text(const attnviz_lesson *lesson, const attnviz_look *look,
                                      attnviz_fault *fault);
/* What `attnviz explain --format json` prints (attnviz-lesson(5)); it uses names and at of look. */
ATTNVIZ_API char *attnviz_lesson_json(const attnviz_lesson *lesson, const attnviz_look *look,
                                      attnviz_fault *fault);
ATTNVIZ_API void attnviz_free(char *text); /* NULL is fine */

/* Cuts a list of names as a person types it, "A,e_{1,2}", at its commas, but for those in brackets,
 * and hands each name to `take`; it lives for the time of that call. "e_1,2" is e_{1,2}. */
ATTNVIZ_API bool attnviz_names(const char *list, void (*take)(void *user, const char *name),
                               void *user, attnviz_fault *fault);

/* Places the parts of a diagram of formulas: returns what `dot -Tplain` of Graphviz makes of this
 * text, which lives until the next call; NULL, with a fault: it is asked again, for curved arrows
 * in place of straight ones. It is asked for each of some ways to draw the diagram, and last for
 * the one that is drawn. Diagrams of carried lessons do not need it. */
typedef const char *attnviz_arrange(void *user, const char *dot, attnviz_fault *fault);

/* All that `attnviz explain` can be asked for. */
typedef struct attnviz_telling {
    attnviz_wishes wishes;
    attnviz_look look; /* its format: text, JSON, Markdown, LaTeX or HTML */
    /* What is left out, so that changes are shown: a part that the lesson names; a value,
     * "A_{2,1}", whose numbers become 0; or a formula in the place of a value, "A_1 = 2 A_1". */
    const char *const *without;
    const char *const *formulas; /* computed behind the lesson, and shown as its last step */
    /* Values, rows and numbers, "X_{3,5}", that are taken from a run with another sentence, or with
     * other_ids; changes are shown. */
    const char *const *patches;
    const char *other, *other_ids;
    const char *const *saves; /* values into files of arrays: "A=a.npy", "E_F,E_E=all.npz" */
    const char *picture;      /* the path of a picture of what the lesson draws; NULL: none */
    size_t
        every; /* steps of a training between two looks at what the lesson watches; 0: as it says */
    /* Between two steps of a text, when what stands before is written. False: it is not called any
     * more. NULL: the text is written at once. */
    bool (*pause)(void *user);
    attnviz_arrange *arrange; /* of the diagram in a page of HTML; where it fails, the listener is
                                 warned, and the page has none. NULL: only those of carried lessons
                                 are drawn */
    void *user;               /* of pause and arrange */
} attnviz_telling;
/*
 * Runs the lesson and tells it. A page, in Markdown or LaTeX, gets its pictures beside it:
 * chat-1.png and so on beside chat.md; one of HTML holds them, and what it takes to compute the
 * lesson again in a browser. The lesson keeps the values of the run.
 */
ATTNVIZ_API bool attnviz_lesson_tell(attnviz_lesson *lesson, const attnviz_telling *telling,
                                     const attnviz_output *output, attnviz_fault *fault);

/* What is asked about the heads of a lesson. */
typedef struct attnviz_measuring {
    attnviz_wishes wishes;
    const char *const *at; /* only maps at "l=2", … */
    size_t repeat; /* so many random words, read twice; 0: 25, or what the lesson is used to */
    uint64_t repeat_seed;  /* they depend on it alone; 0 is a seed, too */
    attnviz_format format; /* text, JSON or CSV */
    bool words;            /* the pieces of a word are one place, but for induction */
} attnviz_measuring;
/* Runs the lesson and tells of each map of weights that it draws where the head looks, as
 * attnviz-heads(1) has it. measuring may be NULL. The lesson keeps the values of the run. */
ATTNVIZ_API bool attnviz_lesson_heads(attnviz_lesson *lesson, const attnviz_measuring *measuring,
                                      const attnviz_output *output, attnviz_fault *fault);

typedef enum attnviz_numbers {
    ATTNVIZ_NUMBERS_AUTO, /* where maps are small and the numbers fit */
    ATTNVIZ_NUMBERS_ALWAYS,
    ATTNVIZ_NUMBERS_NEVER
} attnviz_numbers;

/* What maps are drawn as. Of what a lesson draws, the views other than of cells show the weights,
 * if there are any. */
typedef enum attnviz_view {
    ATTNVIZ_VIEW_MAP,   /* cells */
    ATTNVIZ_VIEW_LINKS, /* two columns of words, joined by lines as thick as the numbers */
    ATTNVIZ_VIEW_ROW, /* one row: the words that are looked at, each in the colour of its number */
    ATTNVIZ_VIEW_FLOW /* no maps, but the lesson's formulas as a diagram: in attnviz_heatmap_draw
                         alone */
} attnviz_view;

/* How a picture looks; {0}: as is best on white paper. */
typedef struct attnviz_style {
    attnviz_view view;
    const char *from; /* of VIEW_ROW, the word that looks: "it", or "the@5" where it stands several
                         times; of VIEW_LINKS, that whose lines stand out. NULL: of all words */
    bool dark;        /* a dark ground */
    bool transparent; /* without a ground: what lies behind the picture shows there */
    bool live_text;   /* texts of an SVG are text, in place of outlines */
    const char *colors;      /* "indigo", "moss", "ember", "sand" or "grey"; NULL: the first */
    size_t cell;             /* the side of a cell in pixels, to 256; 0: what suits the map */
    attnviz_numbers numbers; /* in the cells */
    double scale;            /* of the whole picture, 0.5 to 8; 0: 1 */
    bool entropy;            /* of each row of weights, beside it */
    size_t width, height;    /* of the canvas in pixels; 0: 1600 and 900, or more where what is
                                drawn needs it */
    const char *title;       /* in place of the picture's own; "": none, nor a subtitle */
    const char *caption;     /* in place of the lines below the maps; "": none */
    double vmax;             /* the colours of weights end here, or, where there are none, those of
                                all maps; 0: where the numbers do */
} attnviz_style;

/*
 * Draws a value, or (name NULL) what the lesson draws, into a file, which is written whole or not
 * at all: a PNG, an SVG or a PDF, as the path ends in .png, .svg or .pdf. The ending of another
 * format, as .jpg, is refused; a path without a known ending, a device and a pipe get a PNG. The
 * name of a family without a value of its own, such as the weights of all heads, draws all of it;
 * the name of a line of a plot draws the plot. style may be NULL: {0}.
 */
ATTNVIZ_API bool attnviz_lesson_draw(attnviz_lesson *lesson, const char *name, const char *path,
                                     const attnviz_style *style, attnviz_fault *fault);

/* ---- 6 Attention -----------------------------------------------------------------------------
 *
 *     A = softmax(scale · Q Kᵀ)     who looks at whom: m × n, each row sums to 1
 *     Z = A V                       what is seen:      m × d_v
 *
 * for `count` independent problems (the heads of a model, the sentences of a batch), which lie one
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
 * Reads Q count × m × d_k, K count × n × d_k, V count × n × d_v; writes A count × m × n and
 * Z count × m × d_v, which overlap nothing. A may be NULL: then the weights are not kept. Fails if
 * a size is 0, an array is too large for the machine, a query sees no key, or a result is NaN or
 * infinite.
 */
ATTNVIZ_API bool attnviz_attention(const float *Q, const float *K, const float *V, float *A,
                                   float *Z, const attnviz_shape *shape, attnviz_fault *fault);

/* Its parts, which check nothing. C (m×n) = A (m×k) · B (k×n); if transposed, B is n×k and
 * C = A · Bᵀ. C overlaps neither A nor B. */
ATTNVIZ_API void attnviz_product(const float *A, const float *B, float *C, size_t m, size_t k,
                                 size_t n, bool transposed);
/* Each row of y (m×n) becomes exp(x) / Σ exp(x) of that row of x: −∞ becomes 0; a row of −∞ alone,
 * or with a NaN or +∞, becomes NaN. y is x, or does not overlap it. */
ATTNVIZ_API void attnviz_softmax(const float *x, float *y, size_t m, size_t n);

/* ---- 7 A map --------------------------------------------------------------------------------- */

typedef struct attnviz_map {
    const char *title;                                 /* or NULL */
    size_t rows, cols;                                 /* of the matrix */
    const float *data;                                 /* rows × cols; −∞ is drawn as masked */
    const char *const *row_labels, *const *col_labels; /* rows, cols of them; NULL: 1, 2, 3 … */
    const char *row_role, *col_role;                   /* "query", "key"; or NULL */
} attnviz_map;

/* Draws it into a file, as attnviz_lesson_draw does. */
ATTNVIZ_API bool attnviz_map_draw(const attnviz_map *map, const char *path,
                                  const attnviz_style *style, attnviz_fault *fault);

/* ---- 8 Budgets -------------------------------------------------------------------------------
 *
 * A lesson may come from anybody, and a short one may need more than a machine has. The library
 * asks before it takes memory or works: beyond a budget the call fails with ATTNVIZ_LIMIT, or
 * ATTNVIZ_MEMORY, and says what needed how much.
 */

#define ATTNVIZ_USUAL_MEMORY UINT64_C(1073741824)
#define ATTNVIZ_USUAL_WORK UINT64_C(300000000000)
#define ATTNVIZ_NO_BUDGET UINT64_MAX

/*
 * memory: bytes that the library may hold at one time, for all lessons together; mapped files and
 * the memory of other libraries do not count. work: multiply-adds of a matrix product, or what
 * takes as long, that one call may do for a lesson; computing on arrays of the caller (6, 7) does
 * not count. At first both are the usual ones. Set them while no other call runs.
 */
ATTNVIZ_API void attnviz_budget(uint64_t memory, uint64_t work);

/* How many threads share large operations, in the whole program: at most 64. 0, as at first: one
 * for each processor. The results do not depend on it. */
ATTNVIZ_API void attnviz_threads(size_t threads);
/* Ends the threads that wait for work; they come back when they are needed. */
ATTNVIZ_API void attnviz_threads_end(void);
/* Which instructions of the processor compute: "base", "avx2", "avx512" or "neon"; NULL, as at
 * first: the fastest. The results do not depend on it. False if the processor lacks them. */
ATTNVIZ_API bool attnviz_kernels(const char *name);
/* Lets signals that end the program remove unfinished files first, and then call `tell`, which may
 * do what a signal handler may. Called once, by the program. */
ATTNVIZ_API void attnviz_signals(void (*tell)(int signal_number));

/* ---- Words to look up ------------------------------------------------------------------------ */

/*
 * What a symbol or a term means, as text or as JSON; for the name of a lesson, what the names in it
 * mean; for NULL the list of all terms. It uses columns, color and format of look.
 */
ATTNVIZ_API bool attnviz_glossary(const char *term, const attnviz_look *look,
                                  const attnviz_output *output, attnviz_fault *fault);
/* Hands every name of every term to `take`; a name lives for the time of that call. */
ATTNVIZ_API bool attnviz_glossary_names(void (*take)(void *user, const char *name), void *user,
                                        attnviz_fault *fault);

/* ---- Sentences to train with ----------------------------------------------------------------- */

/* The name of corpus i, from 0, of those that the library carries; NULL at the end. */
ATTNVIZ_API const char *attnviz_corpus_name(size_t i);

#define ATTNVIZ_MOST_LINE_WORDS 256u
typedef struct attnviz_lines {
    const char *part;   /* "train", "validation" or "test"; NULL: "train" */
    size_t count;       /* of lines; a file may have fewer */
    uint64_t seed;      /* another seed draws other lines of a grammar */
    size_t least, most; /* words of a line; 0, 0: any */
    bool roles;         /* one more column: what the words are */
    bool questions;     /* of a file of scenes: what is asked of them, in place of captions */
    bool clips;         /* of a file of scenes: its clips */
    const char *say;    /* of scenes: "COLOUR NOUN" in place of captions; NULL: these */
    bool letters;       /* of recordings: words are spelled letter by letter, with _ between */
} attnviz_lines;

/*
 * Lines of a corpus, as attnviz-corpus(1) has them; and all words of its source or of its target,
 * sorted, one to a line. corpus: a name, or, with a dot or a slash, the path of a grammar or of
 * pairs. Of the lines, words ask for questions, clips and say alone; NULL: as the corpus is.
 */
ATTNVIZ_API bool attnviz_corpus_lines(const char *corpus, const attnviz_lines *lines,
                                      const attnviz_output *output, attnviz_fault *fault);
ATTNVIZ_API bool attnviz_corpus_words(const char *corpus, const attnviz_lines *lines, bool target,
                                      const attnviz_output *output, attnviz_fault *fault);
/* The pictures of scenes as PNG files, clips as animated ones, or utterances as WAV files, in a new
 * folder, with their lines in its examples.tsv. */
ATTNVIZ_API bool attnviz_corpus_folder(const char *corpus, const attnviz_lines *lines,
                                       const char *folder, attnviz_fault *fault);

/* ---- 9 A model ------------------------------------------------------------------------------- */

typedef struct attnviz_trial {
    size_t examples;    /* 0: as many as the lesson says */
    const char *part;   /* of the corpus, as in attnviz_lines; NULL: as the lesson says */
    size_t least, most; /* words of the source; 0, 0: any */
    const char *file;   /* pairs (.tsv), a treebank (.conllu) or a folder of pictures, as
                           attnviz_corpus_folder makes it, in place of the lesson's examples, all of
                           it where no part is named; or NULL */
    size_t beam; /* so many beginnings of a sequence that grows are kept; 0, 1: only the best */
} attnviz_trial;

/* How good the lesson's model is on examples that it has not learned from, as text or JSON. */
ATTNVIZ_API bool attnviz_lesson_evaluate(attnviz_lesson *lesson, const attnviz_trial *trial,
                                         attnviz_format format, const attnviz_output *output,
                                         attnviz_fault *fault);

/* How far training has come; losses are means over examples. */
typedef struct attnviz_progress {
    size_t step, steps; /* step: those that are done */
    size_t begun;       /* steps of an earlier run, which a resumed training reports again */
    float loss;         /* of the examples of the step, before it changed anything */
    double rate;
    bool row;         /* the log has a row for this step: */
    double recent;    /* the mean loss of the steps since the row before; 0 where there is none */
    float validation; /* the loss on validation; NAN: it was not computed */
} attnviz_progress;

typedef struct attnviz_training {
    attnviz_wishes wishes;
    size_t steps;        /* 0: as many as the lesson says */
    const char *weights; /* the path of the weights, .safetensors; NULL: the file that the
                            lesson names, or LESSON.safetensors */
    bool float16;        /* weights as float16, each rounded to the nearest; not the losses */
    size_t patience;     /* ends after so many trials on the validation examples without a
                            lower loss; 0: never. In either case the numbers of the trial with the
                            lowest loss are written */
    size_t checkpoint;   /* steps between two checkpoints, in a file beside the weights (their
                            name, ending in .checkpoint.safetensors); 0: only when it is
                            stopped */
    bool resume;         /* goes on with that file, to the same bits as without a break */
    const char *from;    /* weights to begin with, .safetensors: learned values of the same name
                            and shape; the report names the others. NULL: none */
    const char *log;     /* a table of the losses, TSV, renewed during the training, at most
                     once a second; NULL: none */
    const char *film;    /* an animated PNG, or a strip as SVG or PDF; NULL: none */
    bool strip;          /* the pictures of the film side by side, as PNG too */
    const char *const *watches; /* what the film shows; NULL: all that the lesson watches */
    size_t every;               /* steps between two pictures; 0: a suitable number */
    /* After each step; or NULL. False: the training is stopped there; what was learned so far is
     * written, and a checkpoint beside it. */
    bool (*progress)(void *user, const attnviz_progress *progress);
    void *user;
} attnviz_training;
/*
 * Trains the lesson, writes its weights, the log and the film, and reports as text. training may be
 * NULL. If the log or a checkpoint cannot be written, the training stops, and the call fails after
 * what was learned has been written.
 */
ATTNVIZ_API bool attnviz_lesson_train(attnviz_lesson *lesson, const attnviz_training *training,
                                      const attnviz_output *report, attnviz_fault *fault);

typedef struct attnviz_generation {
    attnviz_wishes wishes;    /* their sentence: to begin with */
    const char *const *files; /* of sentences to begin with, one to a line; "-": standard input */
    bool json;                /* as JSON, with the number that chose each word */
    const char *picture;      /* the path of a picture of the maps, for one sentence; NULL: none */
    size_t beam;              /* so many beginnings of a sentence are kept; 0, 1: only the best */
    size_t most;              /* so many words at most; 0: as the lesson says */
    double temperature;       /* words are drawn by softmax(scores / temperature), by the wishes'
                                 seed; 0: the best word is taken each time */
    size_t top_k;             /* of so many of the best words alone; 0: of all */
    double top_p;             /* of the fewest best words that have this probability; 0: of all */
} attnviz_generation;
/* Lets the lesson write sentences word by word, a line each. generation may be NULL. */
ATTNVIZ_API bool attnviz_lesson_generate(attnviz_lesson *lesson,
                                         const attnviz_generation *generation,
                                         const attnviz_output *output, attnviz_fault *fault);

/* ---- 10 Exercises ---------------------------------------------------------------------------- */

typedef enum attnviz_fill {
    ATTNVIZ_BLANK,  /* every answer is a blank */
    ATTNVIZ_PARTLY, /* a part of each answer is filled in */
    ATTNVIZ_SOLVED  /* the key */
} attnviz_fill;

typedef struct attnviz_worksheet {
    uint64_t seed; /* its numbers depend on the seed alone */
    attnviz_fill fill;
    attnviz_look look;  /* its format: text, Markdown, LaTeX, HTML or PDF */
    size_t class_count; /* so many sheets, of this seed and those behind it, each in a file, and one
                           file with their keys; 0: one sheet */
} attnviz_worksheet;
/*
 * Writes a lesson as a sheet for a student. output NULL, or with neither path nor function: into
 * files that the library names after the lesson; the listener hears of each.
 */
ATTNVIZ_API bool attnviz_lesson_worksheet(attnviz_lesson *lesson,
                                          const attnviz_worksheet *worksheet,
                                          const attnviz_output *output, attnviz_fault *fault);

typedef struct attnviz_answers {
    attnviz_wishes wishes;    /* of the lesson that the answers are to */
    const char *const *files; /* "A.csv", or "A=weights.npy" where another name is meant */
    bool hint;                /* says where to look, without the mistake or any right number */
    attnviz_look look;        /* its format: text, JSON or HTML, a part of a page; columns, color */
} attnviz_answers;
/* Compares a student's numbers with the lesson's, as attnviz-check(1) has it. *right: all are. */
ATTNVIZ_API bool attnviz_lesson_check(attnviz_lesson *lesson, const attnviz_answers *answers,
                                      bool *right, const attnviz_output *output,
                                      attnviz_fault *fault);

/* ---- 11 Heatmaps ----------------------------------------------------------------------------- */

typedef enum attnviz_heads {
    ATTNVIZ_HEADS_EACH,
    ATTNVIZ_HEADS_MEAN,
    ATTNVIZ_HEADS_MAX
} attnviz_heads;

/* How tokens mark pieces of words. */
typedef enum attnviz_pieces {
    ATTNVIZ_PIECES_AUTO, /* as the tokens look */
    ATTNVIZ_PIECES_NONE,
    ATTNVIZ_PIECES_BYTES,         /* GPT-2: Ġ is the space before a word */
    ATTNVIZ_PIECES_SENTENCEPIECE, /* ▁ is that space */
    ATTNVIZ_PIECES_WORDPIECE,     /* ##ing continues a word */
    ATTNVIZ_PIECES_JOINED,        /* play@@ is continued */
    ATTNVIZ_PIECES_ENDED,         /* ing</w> ends a word */
    ATTNVIZ_PIECES_SPACED         /* " cat" begins a word */
} attnviz_pieces;

/* What becomes of [CLS], </s> and their like. */
typedef enum attnviz_hiding {
    ATTNVIZ_HIDE_NOTHING,
    ATTNVIZ_HIDE_KEEP,       /* hidden; the other weights keep their values */
    ATTNVIZ_HIDE_RENORMALISE /* hidden; the other weights of a row sum to 1 again */
} attnviz_hiding;

/* Maps in a file of arrays: which of them, and how. */
typedef struct attnviz_arrays {
    const char *array;           /* of several in the file; NULL: the only one */
    const char *axes;            /* "layer,head,query,key"; NULL: as the file says */
    long layer, head, example;   /* this one alone, from 1; 0: all */
    attnviz_heads heads;         /* all heads become one map */
    const char *tokens;          /* a file of the words beside the map; NULL: those of the file */
    attnviz_pieces pieces;       /* what the tokens are */
    attnviz_hiding hide_special; /* of the tokens */
    bool words;                  /* pieces become whole words */
    bool transpose;              /* rows become columns */
    const char *diff;            /* a file that is subtracted; NULL: none */
    const char *align;           /* a file of word alignments, framed on the map; NULL: none */
} attnviz_arrays;

typedef struct attnviz_heatmap {
    const char *const *files; /* sentences, texts of sentences, "-", lessons, or one file of arrays;
                                 NULL: the sentence of wishes, or the lesson le-chat-noir */
    const char *output;       /* the path of the only picture; NULL: named after the file */
    attnviz_format format;    /* PNG, SVG or PDF; AUTO: by the ending of the name */
    attnviz_style style;
    const char *lesson;    /* that reads the sentences, or the folder of a model; NULL: "reader" */
    attnviz_wishes wishes; /* of lessons */
    const char *const *shows;   /* these values of a lesson; NULL: all that it draws */
    const char *const *at;      /* only maps at "j=2", … */
    const char *const *without; /* what the lesson can do without: maps that change, beside each
                                   other */
    const char *follow;         /* the word whose way is marked in a diagram; NULL: none */
    attnviz_arrange *arrange;   /* of a diagram; NULL: only those of carried lessons are drawn */
    void *user;                 /* of arrange */
    attnviz_arrays arrays;      /* anything asked here makes the file one of arrays */
} attnviz_heatmap;
/* Draws them, each into a file of its own. heatmap and listener may be NULL. */
ATTNVIZ_API bool attnviz_heatmap_draw(const attnviz_heatmap *heatmap,
                                      const attnviz_listener *listener, attnviz_fault *fault);
/* The numbers that a picture (PNG) of this library carries, as JSON; path "-": standard input. */
ATTNVIZ_API bool attnviz_picture_numbers(const char *path, const attnviz_output *output,
                                         attnviz_fault *fault);

/* ---- 12 A board ------------------------------------------------------------------------------
 *
 * A lesson a step at a time on a screen of text, as `attnviz explain --step` has it: the caller
 * passes on the keys that are pressed and shows the rows.
 */

typedef struct attnviz_board attnviz_board;

typedef enum attnviz_key {
    ATTNVIZ_KEY_NONE,
    ATTNVIZ_KEY_CHARACTER, /* with its text */
    ATTNVIZ_KEY_LEFT,
    ATTNVIZ_KEY_RIGHT,
    ATTNVIZ_KEY_UP,
    ATTNVIZ_KEY_DOWN,
    ATTNVIZ_KEY_HOME,
    ATTNVIZ_KEY_END,
    ATTNVIZ_KEY_PAGE_UP,
    ATTNVIZ_KEY_PAGE_DOWN,
    ATTNVIZ_KEY_ENTER,
    ATTNVIZ_KEY_BACKSPACE,
    ATTNVIZ_KEY_ESCAPE,
    ATTNVIZ_KEY_TAB,
    ATTNVIZ_KEY_BACK_TAB,
    ATTNVIZ_KEY_REDRAW, /* the caller draws all rows anew; a message goes */
    ATTNVIZ_KEY_CLOSE   /* ends the board; from a question or a list, goes back to the page */
} attnviz_key;

typedef struct attnviz_press {
    attnviz_key key;
    char text[5]; /* of a character: its UTF-8 */
    bool pasted;  /* not typed */
} attnviz_press;

/* Uses wishes, look and without of telling. The lesson, and what telling points to, must live
 * longer than the board; the caller closes it. NULL on failure. */
ATTNVIZ_API attnviz_board *attnviz_board_open(attnviz_lesson *lesson,
                                              const attnviz_telling *telling, size_t rows,
                                              size_t columns, attnviz_fault *fault);
/* Another size of the screen, in characters. False as below. */
ATTNVIZ_API bool attnviz_board_resize(attnviz_board *board, size_t rows, size_t columns);
/* Answers a key. False once the person has seen enough, or the board cannot go on. */
ATTNVIZ_API bool attnviz_board_press(attnviz_board *board, const attnviz_press *press);
/* The screen, each row ended by '\n', with SGR sequences; it lives until the next call for this
 * board. NULL without memory, and once the board has ended. */
ATTNVIZ_API const char *attnviz_board_screen(attnviz_board *board);
/* Ends the board: tells the listener of a check that is false, and frees. False, with a fault, if
 * it could not go on. NULL is fine. */
ATTNVIZ_API bool attnviz_board_close(attnviz_board *board, attnviz_fault *fault);

/* ---- 13 Pieces ------------------------------------------------------------------------------
 *
 * attnviz-tokenizer(1) says how texts are cut into words, and words into pieces.
 */

typedef struct attnviz_vocabulary {
    const char *const *files; /* texts, "-": standard input */
    size_t column;            /* of lines divided by tabs, from 1; 0: whole lines */
    size_t size;              /* how many pieces; 0: 5000 */
    const char *language;     /* "fr", "en" or "none"; NULL: none */
    const char *const *marks; /* whole pieces, such as <start>; NULL: <start>, <end>, <mask> */
    const char *path;         /* of the file that is written */
} attnviz_vocabulary;
/* Learns pieces and writes them as tokenizer.json; the output gets what was learned, as text. */
ATTNVIZ_API bool attnviz_tokenizer_learn(const attnviz_vocabulary *wanted,
                                         const attnviz_output *output, attnviz_fault *fault);

typedef struct attnviz_spelling {
    const char *text;         /* whose pieces are shown; NULL: the files are */
    const char *const *files; /* as above */
    size_t column;
    bool numbers; /* the numbers of the pieces alone, a line for each line of text */
} attnviz_spelling;
/* The pieces of a text, or how well the tokenizer of this file suits the texts of files. */
ATTNVIZ_API bool attnviz_tokenizer_spell(const char *tokenizer, const attnviz_spelling *spelling,
                                         const attnviz_output *output, attnviz_fault *fault);

#ifdef __cplusplus
}
#endif

#endif
