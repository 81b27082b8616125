/*
 * open: how far the name of a file may lead.
 *
 * A name that the user gives leads wherever its links lead. A name that stands in a file, as a
 * lesson names its words and weights, leads to a folder and what lies below it, and never out of
 * it: its components are opened one in the other, a symbolic link among them is refused, and so is
 * what is no regular file. What was checked is what is opened: nothing is looked up twice, so
 * nobody can exchange it in between. A hard link is the file itself and cannot be told from it.
 */
#ifndef ATTN_FILES_BYTES_OPEN_H
#define ATTN_FILES_BYTES_OPEN_H

#include "core/status.h"

/* Paths that the user gives; they count from the folder `from`, or AT_FDCWD. */
/* To read, wherever it leads. -1, with a fault, on failure. */
int attn_open(int from, const char *path, attn_status *status);
/* The same, which must be a regular file. */
int attn_open_linked(int from, const char *path, attn_status *status);
/* The folder that a path lies in, for openat and its kin. *name: its name there. -1, and errno, on
 * failure. */
int attn_open_folder(int from, const char *path, const char **name);

/* Whether a name leads, as far as its letters tell, to a file below the folder that it counts from:
 * it begins with no '/', goes through no '..', and ends with neither '/' nor '.'. */
bool attn_name_stays(const char *name);
/*
 * A regular file below a folder, to read. -1, with a fault that says which component is refused,
 * on failure; errno is ENOENT where there is no such file.
 */
int attn_open_below(int folder, const char *name, attn_status *status);
/* The folder in which a file below a folder lies, or is to lie. *last: its name there. -1, and
 * errno, on failure; with a fault only where a component is refused. */
int attn_open_folder_below(int folder, const char *name, const char **last, attn_status *status);

/* The fault that a file cannot be opened, for the reason that errno tells and keeps. Returns -1. */
int attn_fail_open(attn_status *status);
/* The faults, each returns false: a name below a folder is, up to its byte `end`, a symbolic link;
 * or it is a folder, or what is no file either. */
bool attn_refuse_link(const char *name, size_t end, const char *mend, attn_status *status);
bool attn_refuse_special(bool folder, attn_status *status);

#endif
