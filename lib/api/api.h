/*
 * api: what the chapters of the public header share. Each function of the header hands on to the
 * rooms of the library; what is added is the caller's fault in place of the status, and that
 * nothing of the caller's is taken on trust.
 */
#ifndef ATTN_API_API_H
#define ATTN_API_API_H

#include "attnviz.h"
#include "core/known_words.h"
#include "core/locale.h"
#include "core/text.h"
#include "document/document.h"
#include "files/bytes/lines.h"
#include "files/bytes/output.h"

/* The caller's listener. */
typedef struct attn_ear {
    attnviz_listener to;
    attn_status warned; /* the last warning about weights that was given */
} attn_ear;

struct attnviz_lesson {
    attn_status status; /* of all below; cleared after each call */
    attn_lesson *lesson;
    attn_lesson *changed; /* with formulas left out, of which the run is; NULL: it is of lesson */
    attn_run *run;        /* NULL: not run yet, or in vain */
    attn_varied varied;   /* of the run, if it has a worksheet's numbers */
    attn_ear ear;
    bool attended; /* made of arrays, not read */
};

/* ---- a call ---- */

/* False, with a fault, where the caller has no such thing, or there is a fault already. */
bool attn_api_given(const void *thing, const char *what, attnviz_fault *fault);
/* Whether there is no fault yet. */
bool attn_api_going(const attnviz_fault *fault);
/* Hands what the status says to the caller, and clears it: the next call has the whole budget. True
 * if it says nothing. */
bool attn_api_settle(attn_status *status, attnviz_fault *fault);
/* False, with a fault, where there is no lesson, or no run of it. */
bool attn_api_was_run(const attnviz_lesson *lesson, attnviz_fault *fault);
/* Frees the run, and the changed lesson that it is of. */
void attn_api_forget_run(attnviz_lesson *lesson);

/* A function that takes a fault, from its arguments to its result: in the "C" locale, with an
 * arena, and perhaps with a text that it writes. */
typedef struct attn_api_call {
    attn_status *status; /* of all that it does: of a lesson, or `own` */
    attn_status own;
    attn_arena *arena;
    attnviz_fault *fault;
    locale_t callers;
    const attnviz_output *to; /* NULL: it writes no text */
    attn_output *file;        /* NULL: none is written */
    attn_text text;           /* what did not go out yet */
} attn_api_call;

/* Begins a call. lesson: whose status it uses; NULL: none. False, with a fault, after which nothing
 * is to be ended. */
bool attn_api_begin(attn_api_call *call, attnviz_lesson *lesson, attnviz_fault *fault);
/* Begins a call that writes a text, and its file: where that cannot be written, nothing is computed
 * for it. False as above. */
bool attn_api_begin_text(attn_api_call *call, attnviz_lesson *lesson, const attnviz_output *to,
                         attnviz_fault *fault);
/* Whether the text is written as text or as JSON, by what is asked and by the name of its file.
 * False, with a fault, for any other. */
bool attn_api_format(attn_api_call *call, attnviz_format asked, attn_format *format);
/* What the text has goes out. False, with a fault, without memory or where it cannot. */
bool attn_api_flush(attn_api_call *call);
/* The file is whole from now on; nothing more goes out. Without it attn_api_end does so. */
void attn_api_commit(attn_api_call *call);
/* Frees arena and text, puts the file in its place if there is no fault, and hands the fault to the
 * caller. True if there is none. */
bool attn_api_end(attn_api_call *call);

/* Puts a lesson, or a fault, into the new handle. arena: of the call. */
typedef void attn_opener(attnviz_lesson *opened, const void *asked, attn_arena *arena);
/* A call that opens a lesson by this function. NULL, with a fault. */
attnviz_lesson *attn_api_open(attn_opener *open, const void *asked, attnviz_fault *fault);

/* ---- what the caller gives ---- */

/* False, with a fault, if it is not UTF-8. NULL is fine. */
bool attn_api_text(const char *text, attn_status *status);
/* How many items a list has that ends with NULL, as names of files, which may be any bytes. NULL
 * has none. */
size_t attn_api_count(const char *const *list);
/* The same of texts; each is checked. */
size_t attn_api_list(const char *const *list, attn_status *status);
/* The same of so many labels, of which none is NULL. */
bool attn_api_labels(const char *const *labels, size_t count, attn_status *status);
/* False, with a fault, if an enumeration has no such value: it goes from 0 to `last`. what: of them
 * in a sentence, "purpose". */
bool attn_api_choice(const char *what, int choice, int last, attn_status *status);
/* How many beginnings of a sequence are kept. False, with a fault, for too many. */
bool attn_api_beam(size_t beam, attn_status *status);
/* The bytes of count × rows × cols numbers can be addressed. */
bool attn_api_fits(size_t count, size_t rows, size_t cols);

/* Bytes of a path without the ending of its name; *base: where the name begins. A name that begins
 * with its only dot has no ending. */
size_t attn_api_stem(const char *path, size_t *base);
/* A word with a dot or a slash names a file. */
bool attn_api_is_file(const char *word);
/* Whether it names a folder, in which a model lies: it ends with a slash, or leads to one. */
bool attn_api_is_folder(const char *word);
/* A word with a blank in it and without a known ending, which no file has as its name. */
bool attn_api_is_sentence(const char *word);

/* What the wishes ask of a run of the lesson; NULL: nothing. False, with a fault. */
bool attn_api_options(attnviz_lesson *lesson, const attnviz_wishes *wishes, attn_options *options);
/* The same without a worksheet's numbers, of any lesson. */
attn_options attn_api_wishes(const attnviz_wishes *wishes, attn_status *status);
/* What messages of the program call the lists of a run. */
extern const attn_option_names attn_api_option_names;
/* Formulas to leave out: of `names`, which end with NULL. */
attn_changes attn_api_changes(const char *const *names, const attnviz_wishes *wishes,
                              attn_status *status);
/* What the look asks of a text. */
attn_show_options attn_api_show_options(const attnviz_look *look, attn_status *status);

/* The first worksheet of a lesson as a page that checks what is filled in, added to the text of the
 * call. ways: HTML that leads to other pages. */
bool attn_api_sheet_page(attn_lesson *lesson, const char *ways, attn_api_call *call);

/* ---- what is said besides ---- */

/* Warns, escaped and behind the place ("" or "a.txt, line 3: "). */
void attn_ear_warn(const attn_ear *ear, const char *place, const char *text);
/* Warns of a doubt, if there is one, once of the same; and of attn_run_weights_lie. */
void attn_ear_doubt(attn_ear *ear, const attn_status *doubt);
void attn_ear_weights(attn_ear *ear, const attn_run *run);
/* Tells of a false check of a run of which no input was changed. */
void attn_ear_judge(const attn_ear *ear, const attn_run *run);
/* The name of a file as a listener hears it, escaped, in the arena. NULL, with a fault. */
const char *attn_api_shown_name(const char *path, attn_arena *arena);
/* Tells that a file of this name, as above, was written. ear: NULL: nobody hears it. */
void attn_ear_wrote(const attn_ear *ear, const char *name);

/* ---- diagrams ---- */

/* Who places the parts of a diagram, and its `user`. */
typedef struct attn_api_caller {
    attnviz_arrange *arrange;
    void *user;
} attn_api_caller;
/* Asks the caller, an attn_api_caller, as an attn_flow_arranger does. */
const char *attn_api_arrange(void *caller, const char *dot, attn_status *status);

/* ---- lessons and files by their names ---- */

/* False, with the right command named, for a picture where a lesson or a text is expected. */
bool attn_api_refuse_picture(const char *word, attn_status *status);
/* The lesson of a name or a path that can do this; of an unknown name the message suggests near
 * ones. NULL on failure. */
attn_lesson *attn_api_find_lesson(const char *word, attnviz_purpose purpose, attn_status *status);
/* False, with a fault, for a lesson that cannot do this. */
bool attn_api_suits(const attn_lesson *lesson, attnviz_purpose purpose, attn_status *status);
/* Whether two outputs take one place, also where nothing is there yet. */
bool attn_api_one_output(const char *a, const char *b);
/* Says that two outputs would go into this file; false. */
bool attn_api_fail_twice(const char *file, attn_status *status);
/* What a call reads. */
typedef struct attn_reads {
    const attn_lesson *lesson; /* with the files that it reads; or NULL */
    const attn_options *run;   /* with the files of its inputs; or NULL */
    const char *const *files;  /* in which NULL is none, and "-" standard input */
    size_t file_count;
} attn_reads;
/* False, with a fault, if an output of this name (NULL: none) would take the place of one of them.
 */
bool attn_api_spares(const attn_reads *reads, const char *output, attn_status *status);

typedef struct attn_sentence {
    const char *text; /* one line, without white space around it */
    const char *file;
    size_t line; /* from 1; 0: the text stands in no file */
} attn_sentence;
/* The sentences of a text file ("-": standard input), one to a line, added to an array in the
 * arena; lines without a word are skipped. */
bool attn_api_sentences(const char *path, attn_arena *arena, attn_sentence **sentences,
                        size_t *count, attn_status *status);
/* The same of a text; path: what messages call it. */
bool attn_api_sentences_of(const char *path, attn_span text, attn_arena *arena,
                           attn_sentence **sentences, size_t *count, attn_status *status);
/* "sentences.txt, line 3: ", or "" where it stands in no file. In the arena. */
const char *attn_api_place(const attn_sentence *sentence, attn_arena *arena);

/* ---- values into files ---- */

typedef struct attn_save { /* one file */
    const char *file;
    const char *const *names;
    size_t count;
    struct attn_array_out *found; /* what goes into it */
    size_t found_count;
} attn_save;

/* All that --save asks for. */
typedef struct attn_saves {
    attn_save *items;
    size_t count;
} attn_saves;

/* Reads "A,B=FILE", as often as it stands in the list. False, with a fault, if one of the files is
 * the lesson, one that it reads, an input, another one of them, or `output` (or NULL). */
bool attn_api_saves_read(attn_saves *saves, const char *const *texts, const attn_reads *reads,
                         const char *output, attn_arena *arena);
/* Finds the values first, so that an unknown name is the first thing reported. */
bool attn_api_saves_find(attn_saves *saves, attn_run *run, attn_arena *arena);
/* Writes what was found, each file whole or not at all. */
bool attn_api_saves_write(const attn_saves *saves, attn_status *status);

/* ---- pictures ---- */

/* Draws it, and tells the listener; there must be memory for the name first. */
bool attn_api_draw_sheet(attn_sheet *sheet, attn_format format, const char *path,
                         const attn_ear *ear, attn_arena *arena);
/* The same of map i of a sheet that is apart. */
bool attn_api_draw_part(const attn_sheet *sheet, size_t i, attn_format format, const char *path,
                        const attn_ear *ear, attn_arena *arena);
/* A sentence as title: on one line, at most 60 columns, harmless. NULL without memory. */
const char *attn_api_title(const char *sentence, attn_arena *arena);

/* Where a picture goes. */
typedef struct attn_target {
    const char *path;
    attn_format format; /* as it is asked for; then what is written */
    const char *mend; /* the path is for one picture alone: what to do where the maps do not fit on
                         it; NULL: each gets a file */
    /* False, with a fault, if a picture of this name would overwrite something; or NULL. */
    bool (*spare)(const void *user, const char *path);
    const void *user;
    const attn_ear *ear; /* gets the name of the file; NULL: nobody does */
} attn_target;
/* Draws the sheet; one that is apart as several pictures: NAME-1.png and so on. */
bool attn_api_draw(const attn_sheet_options *look, const attn_target *target, attn_arena *arena);
/* "talks/sentence.txt" to "sentence.png", in the current folder; number, from 1: "sentence-2.png";
 * 0: none. format: ATTN_FORMAT_NONE is the usual one. */
const char *attn_api_picture_name(const char *input, size_t number, attn_format format,
                                  attn_arena *arena);
/* The first words of a sentence as a name of a file without an ending: "The-cat-sat-on-the";
 * "sentence" where it has neither letter nor digit. NULL without memory. */
const char *attn_api_sentence_name(const char *sentence, attn_arena *arena);
/* The pictures beside a page. */
typedef struct attn_pictures {
    const char *page; /* the path of the page */
    attn_format format;
    const attn_options *inputs; /* whose files are not overwritten */
    const char *other;          /* a picture that is drawn, too, under this name; or NULL */
    attn_fonts *fonts;          /* or NULL */
    const attn_ear *ear;
    size_t count, part_count;
    attn_drawing *items; /* their names count from the folder of the page */
    size_t *parts;       /* which of the figure's maps it is, from 1; 0: all of them */
} attn_pictures;
/*
 * Finds what is drawn, in how many pictures, and their names: of "notes/chat.md" they are
 * notes/chat-1.png and so on. None where the page is no file that others can lie beside.
 */
bool attn_api_pictures_plan(attn_pictures *pictures, const attn_run *run,
                            const attn_show_options *show, attn_arena *arena);
/* Draws them all. */
bool attn_api_pictures_write(const attn_pictures *pictures, const attn_run *run,
                             const attn_show_options *show, attn_arena *arena);

/* What maps are drawn as. False, with a fault, if it is nothing, or with what it cannot have. */
bool attn_api_view(const attnviz_style *style, attn_sheet_style *of, attn_status *status);
/* Which panels a view shows. */
typedef struct attn_panel_choice {
    bool chosen; /* they were asked for by name; else of those of a lesson the weights, if it draws
                    any */
    const char *from;        /* the word whose row is meant; NULL: all rows */
    const char *from_option; /* what messages call it */
    const char **remark;     /* what is to be said of that word; or NULL */
} attn_panel_choice;
/* Leaves on a sheet what can be drawn so. False, with a fault, if nothing can. */
bool attn_api_show_panels(attn_sheet_options *look, const attn_panel_choice *choice,
                          attn_arena *arena);
/* False, with a fault, for a look that no picture can have. */
bool attn_api_style(const attnviz_style *style, attn_sheet_style *of, attn_status *status);

/* All that a name stands for in the run: several matrices of a family. */
bool attn_api_ask(attnviz_lesson *lesson, const char *name, attn_made **made, size_t *count);

#endif
