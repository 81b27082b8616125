/*
 * folder: a new folder that is filled with files. It is complete, or it is taken away again with
 * all that was written; nothing that was there before is touched.
 */
#ifndef ATTN_FILES_BYTES_FOLDER_H
#define ATTN_FILES_BYTES_FOLDER_H

#include "core/memory.h"

typedef struct attn_folder attn_folder;

/* Makes the folder, in whose place there must be nothing; in the arena. NULL, with a fault. */
attn_folder *attn_folder_new(const char *path, attn_arena *arena);
/* The path for a file of this name in it, which is taken away with the folder. NULL, with a fault.
 */
const char *attn_folder_file(attn_folder *folder, const char *name);
/* Whether it is complete, as its owner says; if not, or with a fault, it goes. NULL is fine. */
bool attn_folder_end(attn_folder *folder, bool done);

#endif
