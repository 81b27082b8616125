/*
 * files: the files that a lesson names, below its folder or carried in the program.
 */
#include <fcntl.h>
#include <string.h>

#include "files/bytes/open.h"
#include "lesson/program/state.h"

bool attn_lesson_blame_file(const attn_lesson *lesson, const origin *from, attn_status *status)
{
    if (lesson->builtin || status->code != ATTN_FILE || !status->file[0] || status->line)
        return false;
    attn_status_prefix(status, ": ");
    attn_status_prefix(status, status->file);
    status->file[0] = '\0';
    return attn_place_formula(status, from);
}

/* The part of a path that counts from the lesson's folder. */
static const char *below_folder(const attn_lesson *lesson, const char *path)
{
    return path + strlen(lesson->folder);
}

int attn_lesson_open(const attn_lesson *lesson, const char *path, attn_status *status)
{
    if (lesson->made) return attn_open(AT_FDCWD, path, status);
    if (lesson->model) return attn_open_linked(lesson->opened, below_folder(lesson, path), status);
    return attn_open_below(lesson->opened, below_folder(lesson, path), status);
}

bool attn_lesson_input(const attn_lesson *lesson, const char *path, const origin *from, size_t most,
                       attn_input *input, attn_status *status)
{
    *input = (attn_input){0};
    if (lesson->builtin) input->bytes = attn_builtin_bytes(path, &input->length);
    if (input->bytes ||
        attn_input_take(input, attn_lesson_open(lesson, path, status), path, most, status))
        return true;
    return attn_lesson_blame_file(lesson, from, status);
}

void attn_files_close(const open_files *files)
{
    for (size_t i = 0; i < ATTN_MOST_WEIGHTS; i++) attn_arrays_close(files->weights.files[i]);
    attn_arrays_close(files->arrays);
}

attn_output *attn_lesson_weights_output(const attn_lesson *lesson, const char *path,
                                        attn_status *status)
{
    attn_output *output =
        attn_output_below(lesson->opened, below_folder(lesson, path), path, status);
    if (!output) attn_lesson_blame_file(lesson, &lesson->weights[0].from, status);
    return output;
}
