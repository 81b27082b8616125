/*
 * saving: values of a run into files of arrays, as "--save A=a.npy" asks for.
 */
#ifndef ATTN_CLI_SAVING_H
#define ATTN_CLI_SAVING_H

#include "lesson/lesson.h"
#include "options.h"

typedef struct cli_save { /* one file */
    const char *file;
    const char *const *names;
    size_t count;
} cli_save;

typedef struct cli_saves {
    const cli_save *items;
    size_t count;
    struct cli_found *found; /* of each, by cli_saves_find */
} cli_saves;

/* The option; the request has `saves`. */
extern const cli_kind cli_save_files;
#define CLI_SAVE(request)                                                                          \
    {                                                                                              \
        "--save", 0, &cli_save_files, "NAME,…=FILE",                                               \
            "also writes these values into a file for other programs: .npy, .npz, .safetensors, "  \
            ".json, .csv or .tsv",                                                                 \
            CLI_IN(request, saves)                                                                 \
    }
/* False, with a fault, if one of the files is the lesson, one that it reads, an input, another one
 * of them, or `output` (or NULL). */
bool cli_saves_spared(const cli_saves *saves, const attn_lesson *lesson, const attn_options *run,
                      const char *output, attn_status *status);
/* Says that two outputs would go into this file; false. */
bool cli_fail_twice(const char *file, attn_status *status);
/* Finds the values, so that a name that is none is told before anything else is. */
bool cli_saves_find(cli_saves *saves, attn_run *run, attn_arena *arena, attn_status *status);
/* Writes what was found, each file whole or not at all. */
bool cli_saves_write(const cli_saves *saves, attn_status *status);

#endif
