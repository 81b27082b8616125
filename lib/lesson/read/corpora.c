/*
 * corpora: finds a corpus by its name, among the built-in ones or on disk.
 */
#include "lesson/read/corpora.h"

#include <string.h>
#include <sys/stat.h>

#include "core/text.h"
#include "files/bytes/input.h"
#include "lesson/read/reading.h"

/* What is carried: a file, and, if not its first kind of lines are meant, what makes it give
 * others. */
static const struct {
    const char *name, *file;
    bool (*turn)(attn_corpus *corpus, attn_status *status);
} carried[] = {{"pairs", "pairs.json", NULL},
               {"chinese", "chinese.json", NULL},
               {"repeats", "repeats.json", NULL},
               {"scenes", "scenes.json", NULL},
               {"questions", "scenes.json", attn_corpus_ask},
               {"clips", "scenes.json", attn_corpus_play}};
enum { CARRIED = sizeof carried / sizeof *carried };

const char *attn_corpora_at(size_t i)
{
    return i < CARRIED ? carried[i].name : NULL;
}

static attn_corpus *read_carried(size_t which, attn_status *status)
{
    size_t length = 0;
    const char *file = carried[which].file, *bytes = attn_builtin_bytes(file, &length);
    attn_corpus *corpus = attn_corpus_read(bytes, length, file, status);
    if (!corpus || !carried[which].turn || carried[which].turn(corpus, status)) return corpus;
    attn_corpus_free(corpus);
    return NULL;
}

attn_corpus *attn_corpora_carried(const char *name, attn_status *status)
{
    for (size_t i = 0; i < CARRIED; i++)
        if (strcmp(carried[i].name, name) == 0) return read_carried(i, status);
    attn_fail(status, ATTN_FILE, "the program carries no corpus %s", name);
    return NULL;
}

static bool is_folder(const char *path)
{
    struct stat about;
    return stat(path, &about) == 0 && S_ISDIR(about.st_mode);
}

/* The lines of this name in a folder. */
static attn_corpus *read_in_folder(const char *path, const char *of, attn_corpus_reader *read,
                                   attn_status *status)
{
    attn_text file = {0};
    attn_input input = {0};
    attn_corpus *corpus = NULL;
    attn_text_print(&file, "%s%s%s", path, attn_ends_in(path, "/") ? "" : "/", of);
    const char *name = attn_text_string(&file);
    if (attn_input_read(&input, name, ATTN_MOST_CORPUS_BYTES, status))
        corpus = read(input.bytes, input.length, name, status);
    attn_input_close(&input);
    attn_text_free(&file);
    return corpus;
}

static bool has_file(const char *path, const char *name)
{
    attn_text file = {0};
    struct stat about;
    attn_text_print(&file, "%s/%s", path, name);
    const bool there = stat(attn_text_string(&file), &about) == 0;
    attn_text_free(&file);
    return there;
}

/* Of recordings, or of pictures or sounds with what is said of them. */
static attn_corpus *read_folder(const char *path, attn_status *status)
{
    return has_file(path, ATTN_WORDS_FILE)
               ? read_in_folder(path, ATTN_WORDS_FILE, attn_corpus_read_spoken, status)
               : read_in_folder(path, "examples.tsv", attn_corpus_read_album, status);
}

attn_corpus *attn_corpora_file(const char *path, attn_status *status)
{
    if (is_folder(path)) return read_folder(path, status);
    attn_input input = {0};
    attn_corpus *corpus = NULL;
    if (attn_input_read(&input, path, ATTN_MOST_CORPUS_BYTES, status))
        corpus = attn_corpus_read(input.bytes, input.length, path, status);
    attn_input_close(&input);
    return corpus;
}
