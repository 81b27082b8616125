/*
 * api: what the chapters of the public header share. Each function of the header hands on to the
 * rooms of the library; what is added is the caller's fault in place of the status, and that
 * nothing of the caller's is taken on trust.
 */
#ifndef ATTN_API_API_H
#define ATTN_API_API_H

#include "attnviz.h"
#include "core/guess.h"
#include "core/locale.h"
#include "core/text.h"
#include "files/bytes/output.h"
#include "lesson/lesson.h"

struct attnviz_lesson {
    attn_status status; /* of all below; cleared after each call */
    attn_lesson *lesson;
    attn_run *run;      /* NULL: not run yet, or in vain */
    attn_varied varied; /* of the run, if it has a worksheet's numbers */
    void (*warn)(void *user, const char *text);
    void *user;
    attn_status warned; /* the last doubt of weights that was told */
};

/* ---- a call ---- */

/* False, with a fault, where the caller has no such thing, or there is a fault already. */
bool attn_api_given(const void *thing, const char *what, attnviz_fault *fault);
/* Whether there is no fault yet. */
bool attn_api_going(const attnviz_fault *fault);
/* Every function that takes a fault works from here to attn_api_leave, where numbers have a '.'.
 * False, with a fault, where that cannot be. */
bool attn_api_enter(locale_t *callers, attnviz_fault *fault);
/* Back to the caller's locale. What the status says is handed to the caller, and the status is
 * cleared: the next call has the whole budget. True if it says nothing. */
bool attn_api_leave(locale_t callers, attn_status *status, attnviz_fault *fault);
/* The same without a locale to go back to. */
bool attn_api_settle(attn_status *status, attnviz_fault *fault);
/* False, with a fault, where there is no lesson, or no run of it. */
bool attn_api_was_run(const attnviz_lesson *lesson, attnviz_fault *fault);

/* ---- texts for the caller ---- */

typedef struct attn_api_output {
    attn_text text; /* what did not go out yet */
    const attnviz_output *to;
    attn_output *file; /* NULL: none is written */
    attn_status *status;
    attnviz_fault *fault;
    locale_t callers;
} attn_api_output;

/* Enters a call that writes such a text, and begins its file: where that cannot be written, nothing
 * is computed for it. False, with a fault, after which nothing is to be ended. */
bool attn_api_output_begin(attn_api_output *output, const attnviz_output *to, attn_status *status,
                           attnviz_fault *fault);
/* What the text has goes out. False, with a fault, without memory or where it cannot. */
bool attn_api_output_flush(attn_api_output *output);
/* Frees the text, puts the file in its place if there is no fault, and leaves the call. False with
 * a fault. */
bool attn_api_output_end(attn_api_output *output);

/* ---- what the caller gives ---- */

/* False, with a fault, if it is no UTF-8. NULL is fine. */
bool attn_api_text(const char *text, attn_status *status);
/* How many texts a list has that ends with NULL; each is checked. NULL has none. */
size_t attn_api_list(const char *const *list, attn_status *status);
/* The same of so many labels, of which none is NULL. */
bool attn_api_labels(const char *const *labels, size_t count, attn_status *status);
/* The bytes of count × rows × cols numbers can be addressed. */
bool attn_api_fits(size_t count, size_t rows, size_t cols);

/* A word with a dot or a slash names a file. */
bool attn_api_is_file(const char *word);

/* What the wishes ask of a run of the lesson; NULL: nothing. False, with a fault. */
bool attn_api_options(attnviz_lesson *lesson, const attnviz_wishes *wishes, attn_options *options);
/* What messages of the program call the lists of a run. */
extern const attn_option_names attn_api_option_names;
/* Tells the caller of the lesson, escaped and behind the place ("" or "a.txt, line 3: "). */
void attn_api_warn(const attnviz_lesson *lesson, const char *place, const char *text);
/* The same of a doubt, once. */
void attn_api_warn_of(attnviz_lesson *lesson, const attn_status *doubt);
/* The same of attn_run_weights_lie. */
void attn_api_warn_of_weights(attnviz_lesson *lesson, const attn_run *run);

/* False, with the right command named, for a picture where a lesson or a text is expected. */
bool attn_api_refuse_picture(const char *word, attn_status *status);
/* The lesson of a name or a path that can do this; of an unknown name the message suggests near
 * ones. NULL on failure. */
attn_lesson *attn_api_find_lesson(const char *word, attnviz_purpose purpose, attn_status *status);
/* Whether an output of this name takes the place of a file, or of the link that its name is. */
bool attn_api_overwrites(const char *output, const char *file);
/* Whether two outputs take one place, also where nothing is there yet. */
bool attn_api_one_output(const char *a, const char *b);
/* As attnviz_lesson_spares. */
bool attn_api_spares(const attn_lesson *lesson, const attn_options *run, const char *output,
                     attn_status *status);

/* All that a name stands for in the run: several matrices of a family. */
bool attn_api_ask(attnviz_lesson *lesson, const char *name, attn_made **made, size_t *count);

#endif
