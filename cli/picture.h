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

/* Where a picture goes. */
typedef struct cli_picture {
    attn_format format;
    const char *path;
    const char *choose_by; /* the path is for one picture alone: the options that choose a map, for
                              the message where they do not fit on it; NULL: each gets a file */
    /* False, with a fault, if a picture of this name would overwrite something; or NULL. */
    bool (*spare)(const void *user, const char *path);
    const void *user;
} cli_picture;

/* Draws the sheet; one that is apart as several pictures: NAME-1.png and so on. */
bool cli_picture_draw(const attn_sheet_options *look, const cli_picture *picture, attn_arena *arena,
                      attn_status *status);

/* "talks/sentence.txt" to "sentence.png", in the current folder; number, from 1: "sentence-2.png";
 * 0: none. format: ATTN_FORMAT_NONE is the usual one. */
const char *cli_picture_name(const char *input, size_t number, attn_format format,
                             attn_arena *arena);

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
