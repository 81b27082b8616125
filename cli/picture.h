/*
 * picture: writing the pictures of a command.
 */
#ifndef ATTN_CLI_PICTURE_H
#define ATTN_CLI_PICTURE_H

#include "document/document.h"
#include "lesson/lesson.h"

/* Writes the picture and prints its name, for which there must be memory first. */
bool cli_picture_write(attn_sheet *sheet, attn_format format, const char *path,
                       attn_status *status);

/* The maps of a sheet that is apart, each as a picture of its own: NAME-1.png and so on. spare:
 * false, with a fault, if a picture of this name would overwrite something; or NULL. */
bool cli_picture_parts(const attn_sheet *sheet, size_t count, attn_format format, const char *path,
                       bool (*spare)(const void *user, const char *path), const void *user,
                       attn_arena *arena, attn_status *status);

/* A sentence as title: on one line, at most 60 columns, harmless. NULL without memory. */
const char *cli_picture_title(const char *sentence, attn_arena *arena);

/* The pictures beside a page. */
typedef struct cli_pictures {
    attn_format format;
    const attn_options *inputs; /* whose files are not overwritten */
    const char *other;          /* a picture that is drawn, too, under this name; or NULL */
    attn_fonts *fonts;          /* or NULL */
    size_t count;
    attn_drawing *items;
    const char **paths; /* of each */
    size_t *parts;      /* which of the figure's maps it is, from 1; 0: all of them */
} cli_pictures;

/*
 * Finds what is drawn, in how many pictures, and their names: of "notes/chat.md" they are
 * notes/chat-1.png and so on. None where the page is no file that others can lie beside.
 */
bool cli_pictures_plan(cli_pictures *pictures, const attn_run *run, const attn_show_options *show,
                       const char *page, attn_arena *arena, attn_status *status);
/* Writes them all, and prints their names. */
bool cli_pictures_write(const cli_pictures *pictures, const attn_run *run,
                        const attn_show_options *show, attn_arena *arena, attn_status *status);

#endif
