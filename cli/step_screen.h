/*
 * step_screen: the whole screen of a terminal, and its keyboard byte by byte, for one command. The
 * terminal gets back what it was, however the program ends or stops.
 */
#ifndef ATTN_CLI_STEP_SCREEN_H
#define ATTN_CLI_STEP_SCREEN_H

#include "core/text.h"

/* False, with a fault, where standard input or output is no terminal, or one that cannot draw. */
bool step_screen_there(attn_status *status);
bool step_screen_open(attn_status *status);
void step_screen_close(void);

/* Of the terminal, in characters. */
typedef struct step_size {
    size_t rows, columns;
} step_size;
step_size step_screen_size(void);

/* Rows, each ended by '\n', from the top; only those that are new are written. False: nobody can
 * see it any more. */
bool step_screen_show(const char *rows);
/* Before the next step_screen_show: what stands there is unknown. */
void step_screen_forget(void);

typedef enum step_event {
    STEP_BYTES,   /* *count of them came */
    STEP_SILENCE, /* none in so many milliseconds */
    STEP_RESIZED, /* the size, or all that stood there, is another */
    STEP_CLOSED   /* nobody sits there any more */
} step_event;
/* Waits; patience in milliseconds, -1: for ever. */
step_event step_screen_wait(unsigned char *bytes, size_t room, size_t *count, int patience);
/* Whether bytes wait to be read. */
bool step_screen_ready(void);

#endif
