/*
 * model_read: a folder as a hub of models gives it. Its config.json names the family, and the
 * program carries the lesson of each family; what that names lies in the folder.
 */
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>

#include "files/bytes/input.h"
#include "files/bytes/open.h"
#include "lesson/builtin/library.h"
#include "lesson/read/reading.h"

/* ---- families ---- */

static const char families[] = "families/";

/* Types of models that are computed by the formulas of another. */
static const struct {
    const char *type, *family;
} same[] = {{"mistral", "llama"},
            {"qwen2", "llama"},
            {"camembert", "roberta"},
            {"xlm-roberta", "roberta"},
            {NULL, NULL}};

static const char *family_of(const char *type)
{
    for (size_t i = 0; same[i].type; i++)
        if (strcmp(same[i].type, type) == 0) return same[i].family;
    return type;
}

/* "bert, gpt2, llama": all types that there are formulas for. */
static const char *known_types(attn_arena *arena)
{
    const size_t prefix = sizeof families - 1;
    attn_text names = {0};
    for (size_t i = 0; i < attn_builtin_count; i++) {
        const char *name = attn_builtin_files[i].name, *dot = strrchr(name, '.');
        if (strncmp(name, families, prefix) != 0 || !dot) continue;
        attn_text_add(&names, names.length ? ", " : "");
        attn_text_add_bytes(&names, name + prefix, (size_t)(dot - name) - prefix);
    }
    for (size_t i = 0; same[i].type; i++) attn_text_print(&names, ", %s", same[i].type);
    return attn_keep_text(arena, &names);
}

/* The bytes of the lesson; NULL, with a fault, where there is none. */
static const char *find_family(attn_lesson *lesson, const attn_json *config, size_t *length)
{
    const attn_json_item *item = attn_json_member(attn_json_root(config), "model_type");
    const char *type = attn_json_text(item), *known = known_types(lesson->arena);
    const char *file =
        type ? attn_print(lesson->arena, "%s%s.json", families, family_of(type)) : NULL;
    const char *bytes = file ? attn_builtin_bytes(file, length) : NULL;
    if (bytes) lesson->file = file;
    if (!type && known)
        attn_json_fail(config, attn_json_root(config), lesson->status,
                       "\"model_type\" must name the family of the model: %s", known);
    else if (!bytes && known)
        attn_json_fail(config, item, lesson->status,
                       "the program has no formulas for models of the type '%s', only for these: "
                       "%s; attnviz-models(5) says how to write them as a lesson",
                       type, known);
    return bytes;
}

static bool read_family(attn_lesson *lesson, const char *path)
{
    attn_input input;
    size_t length = 0;
    const int file = attn_open_linked(lesson->opened, "config.json", lesson->status);
    if (!attn_input_take(&input, file, path, ATTN_MOST_LESSON_BYTES, lesson->status)) return false;
    attn_json *config =
        attn_json_parse(input.bytes, input.length, path, ATTN_MOST_LESSON_DEPTH, lesson->status);
    attn_input_close(&input);
    const char *bytes = config ? find_family(lesson, config, &length) : NULL;
    attn_json_free(config);
    if (!bytes) return false;
    lesson->json =
        attn_json_parse(bytes, length, lesson->file, ATTN_MOST_LESSON_DEPTH, lesson->status);
    return lesson->json != NULL;
}

/* The last part of the folder's path: "gpt2" of "models/gpt2/". */
static const char *name_of(const char *folder, attn_arena *arena)
{
    size_t end = strlen(folder), start;
    while (end > 1 && folder[end - 1] == '/') end--;
    for (start = end; start > 0 && folder[start - 1] != '/';) start--;
    const char *name = attn_copy_text(arena, folder + start, end - start);
    return name && strspn(name, ".") == strlen(name) ? "model" : name;
}

attn_lesson *attn_lesson_read_model(const char *folder, attn_status *status)
{
    attn_lesson *lesson = attn_lesson_new(folder, status);
    if (!lesson) return NULL;
    const size_t length = strlen(folder);
    lesson->made = false;
    lesson->model = true;
    lesson->folder =
        attn_print(lesson->arena, "%s%s", folder, length && folder[length - 1] == '/' ? "" : "/");
    lesson->name = name_of(folder, lesson->arena);
    const char *config =
        lesson->folder ? attn_print(lesson->arena, "%sconfig.json", lesson->folder) : NULL;
    if (config) lesson->file = config;
    lesson->opened = config ? open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
    if (config && lesson->opened < 0) attn_fail_open(status);
    const bool done = lesson->opened >= 0 && lesson->name && read_family(lesson, config) &&
                      attn_document_read(lesson);
    return attn_lesson_settle(lesson, done);
}
