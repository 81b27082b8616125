/*
 * module: the module of a page, the same C as WebAssembly. These files are compiled for it alone
 * (make page).
 *
 * A page has no disk, no threads and no decoders of pictures. In place of the files that need them
 * stand those of this folder; all else is what the program is made of, so its numbers are the same
 * to the bit.
 */
#ifndef ATTN_PAGE_MODULE_H
#define ATTN_PAGE_MODULE_H

#include <stdbool.h>
#include <stddef.h>

/* What the page calls, by this name. */
#define ATTN_PAGE(name) __attribute__((export_name(#name)))

/* Room for a text or a file of the page, which belongs to what it is handed to; NULL: no memory. */
void *attn_page_room(size_t length);
/* A file that the lesson names, or the lesson itself, with a NUL behind its bytes. False: there are
 * too many. */
bool attn_page_file(char *name, char *bytes, size_t length);
/*
 * Does what the lines of a request ask for: "lesson NAME", and then what wishes a command has,
 * "set e_{1,2} = 2", "sentence …", "input NAME=TEXT", "without NAME", "arithmetic e_{1,2}",
 * "zoom NAME", "only NAME", "at t=2", "seed N", "every N", "worksheet N", "format html" (or json).
 * "sheet blank" (partly, solved) asks for the worksheet itself, "check FILE" for what is wrong with
 * the answers in a file, "hint FILE" for where to look. True: the text is what the program writes
 * for them; false: it is the fault.
 */
bool attn_page_tell(char *request);
/* The text, until the next request. */
const char *attn_page_text(void);
size_t attn_page_length(void);

/* page_files.c: keeps a file for lessons to read, in place of an earlier one of its name, which no
 * open lesson may have read. */
bool attn_page_keep(char *name, char *bytes, size_t length);
/* letters_pack.c: unpacks the tables of utf8proc; comes before all that reads letters. */
void attn_page_letters(void);

#endif
