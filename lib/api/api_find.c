/*
 * api_find: a lesson by a word, as a person types it.
 */
#include "api/api.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "files/bytes/format.h"
#include "files/bytes/input.h"
#include "text/sniff.h"

bool attn_api_is_file(const char *word)
{
    return strpbrk(word, "./") != NULL;
}

bool attn_api_is_sentence(const char *word)
{
    return strpbrk(word, " \t\n") && attn_format_of(word) == ATTN_FORMAT_NONE &&
           access(word, F_OK) != 0;
}

size_t attn_api_stem(const char *path, size_t *base)
{
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    const char *dot = strrchr(name, '.');
    *base = (size_t)(name - path);
    return dot && dot != name ? (size_t)(dot - path) : strlen(path);
}

bool attn_api_is_folder(const char *word)
{
    struct stat about;
    const size_t length = strlen(word);
    return length &&
           (word[length - 1] == '/' ||
            (attn_api_is_file(word) && stat(word, &about) == 0 && S_ISDIR(about.st_mode)));
}

static bool on_shelf(const char *name, attn_guess *guess)
{
    for (size_t i = 0; attn_builtin_lesson_at(i) != NULL; i++) {
        if (strcmp(attn_builtin_lesson_at(i)->name, name) == 0) return true;
        attn_guess_try(guess, attn_builtin_lesson_at(i)->name);
    }
    return false;
}

bool attn_api_refuse_picture(const char *word, attn_status *status)
{
    const attn_format format = attn_format_of(word);
    if (format == ATTN_FORMAT_PNG) {
        return attn_fail(
            status, ATTN_USAGE,
            "%s is a picture: 'attnviz heatmap --read %s' prints the numbers it carries", word,
            word);
    }
    if (format != ATTN_FORMAT_SVG && format != ATTN_FORMAT_PDF) return true;
    return attn_fail(status, ATTN_USAGE,
                     "%s is a picture, not a lesson or a text: write it with -o", word);
}

/* A sentence, or a file of sentences, where a lesson is expected. */
static bool refuse_sentence(const char *word, attn_status *status)
{
    if (attn_format_of(word) == ATTN_FORMAT_TEXT) {
        return attn_fail(status, ATTN_USAGE,
                         "%s is a text, not a lesson: 'attnviz heatmap %s' draws its sentences",
                         word, word);
    }
    if (strchr(word, ' ') == NULL || attn_format_of(word) == ATTN_FORMAT_JSON) return true;
    return attn_fail(status, ATTN_USAGE,
                     "'%s' is not a lesson: 'attnviz heatmap \"…\"' draws a sentence, and "
                     "'attnviz explain reader --sentence \"…\"' computes one",
                     word);
}

static bool refuse_arrays(const char *word, attn_status *status)
{
    if (!attn_api_is_file(word) || attn_sniff(word) < ATTN_SNIFFED_ARRAYS) return true;
    return attn_fail(
        status, ATTN_USAGE,
        "%s is a file of numbers, not a lesson: 'attnviz heatmap %s' draws its matrices", word,
        word);
}

static attn_lesson *find_lesson(const char *word, attn_status *status)
{
    attn_guess guess = {.word = word};
    if (attn_api_is_folder(word)) return attn_lesson_read_model(word, status);
    if (!attn_api_refuse_picture(word, status) || !refuse_sentence(word, status) ||
        !refuse_arrays(word, status))
        return NULL;
    if (attn_api_is_file(word)) return attn_lesson_read(word, false, status);
    if (on_shelf(word, &guess)) return attn_lesson_read(word, true, status);
    if (strchr(word, '_') != NULL) {
        attn_fail(status, ATTN_USAGE,
                  "no lesson '%s' (quote a name with braces, 'e_{1,2}': a shell splits it into "
                  "several words)",
                  word);
        return NULL;
    }
    attn_fail(status, ATTN_USAGE,
              "no lesson '%s'%s%s%s ('attnviz lessons' lists them; the name of a file has a dot or "
              "a slash)",
              word, guess.best ? ": did you mean " : "", guess.best ? guess.best : "",
              guess.best ? "?" : "");
    return NULL;
}

/* ---- for a purpose ---- */

static bool can_generate(const attn_lesson *lesson)
{
    return attn_lesson_generated_at(lesson, 0) != NULL;
}

static const struct purpose {
    bool (*can)(const attn_lesson *lesson); /* NULL: all can */
    const char *which;                      /* is asked where no lesson is named */
    const char *cannot;                     /* behind "the lesson NAME" */
    const char *these, *none; /* before the carried lessons that can; NULL: they are not listed */
} purposes[] = {
    [ATTNVIZ_TO_RUN] = {.which = "name a lesson"},
    [ATTNVIZ_TO_TRAIN] = {attn_lesson_trains,
                          "name a lesson to train: attnviz train LESSON | FILE.json",
                          "trains nothing: none of its steps has \"train\"", NULL, NULL},
    [ATTNVIZ_TO_EVALUATE] = {attn_lesson_evaluates, "name a lesson to evaluate",
                             "does not say how to evaluate it",
                             "; lessons of the program that can be evaluated",
                             ": it has no \"evaluate\" (attnviz-lesson(5))"},
    [ATTNVIZ_TO_GENERATE] =
        {can_generate, "name a lesson that writes a sentence", "writes no sentence",
         "; lessons of the program that write one",
         ": a lesson that does has a sequence with \"next\" (attnviz-lesson(5))"},
    [ATTNVIZ_TO_VARY] = {attn_lesson_varies, "name a lesson",
                         "does not say which of its numbers may vary",
                         "; lessons of the program with numbers that vary",
                         ": it has no \"vary\" (attnviz-lesson(5))"},
    [ATTNVIZ_TO_CHECK] =
        {.which = "name a lesson and the files with the answers: attnviz check masked A.csv"},
};

/* Answers where the lesson is expected: the lesson was forgotten. */
static bool refuse_answers(const char *word, attn_status *status)
{
    const char *equals = strchr(word, '=');
    return attn_sniff(equals ? equals + 1 : word) <= ATTN_SNIFFED_LESSON ||
           attn_fail(status, ATTN_USAGE,
                     "%s is not a lesson, and the lesson comes first: attnviz check LESSON %s",
                     word, word);
}

/* Adds the carried lessons that can. */
static void add_those_that_can(const struct purpose *purpose, attn_text *out)
{
    attn_text names = {0};
    for (size_t i = 0; attn_builtin_lesson_at(i) != NULL; i++) {
        attn_status unread = {0};
        attn_lesson *lesson = attn_lesson_read(attn_builtin_lesson_at(i)->name, true, &unread);
        if (lesson != NULL && purpose->can(lesson))
            attn_text_print(&names, "%s%s", names.length ? ", " : ": ",
                            attn_builtin_lesson_at(i)->name);
        attn_lesson_free(lesson);
    }
    attn_text_add(out, names.length ? purpose->these : purpose->none);
    attn_text_add(out, attn_text_string(&names));
    attn_text_free(&names);
}

/* lesson: NULL: none is named. False. */
static bool fail_purpose(attnviz_purpose asked, const attn_lesson *lesson, attn_status *status)
{
    const struct purpose *purpose = &purposes[asked];
    attn_text said = {0};
    if (lesson)
        attn_text_print(&said, "the lesson %s %s", attn_lesson_name(lesson), purpose->cannot);
    else
        attn_text_add(&said, purpose->which);
    if (purpose->these) add_those_that_can(purpose, &said);
    attn_fail(status, ATTN_USAGE, "%s", attn_text_string(&said));
    attn_text_free(&said);
    return false;
}

bool attn_api_suits(const attn_lesson *lesson, attnviz_purpose purpose, attn_status *status)
{
    bool (*can)(const attn_lesson *lesson) = purposes[purpose].can;
    return (!can || can(lesson)) || fail_purpose(purpose, lesson, status);
}

attn_lesson *attn_api_find_lesson(const char *word, attnviz_purpose purpose, attn_status *status)
{
    if (!attn_api_choice("purpose", (int)purpose, ATTNVIZ_TO_CHECK, status)) return NULL;
    bool refused = word && purpose == ATTNVIZ_TO_CHECK && !refuse_answers(word, status);
    attn_lesson *lesson = word && !refused ? find_lesson(word, status) : NULL;
    if (!word) fail_purpose(purpose, NULL, status);
    if (lesson && attn_api_suits(lesson, purpose, status)) return lesson;
    attn_lesson_free(lesson);
    return NULL;
}

/* ---- what is not to be overwritten ---- */

static bool are_one(const struct stat *a, const struct stat *b)
{
    return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

/* Whether an output of this name takes the place of a file, or of the link that its name is. */
static bool overwrites(const char *output, const char *file)
{
    struct stat changed, about;
    if (!attn_output_changes(output, &changed)) return false;
    return (stat(file, &about) == 0 && are_one(&changed, &about)) ||
           (lstat(file, &about) == 0 && are_one(&changed, &about));
}

bool attn_api_one_output(const char *a, const char *b)
{
    struct stat one, other;
    return strcmp(a, b) == 0 || (attn_output_changes(a, &one) && attn_output_changes(b, &other) &&
                                 are_one(&one, &other));
}

bool attn_api_fail_twice(const char *file, attn_status *status)
{
    return attn_fail(status, ATTN_USAGE,
                     "two outputs would be written to %s: give each a name of its own", file);
}

static bool fail_overwriting(const char *output, const char *what, const char *name,
                             attn_status *status)
{
    return attn_fail(status, ATTN_USAGE,
                     "the output %s would overwrite %s%s%s: choose another name", output, what,
                     name ? name : "", name ? "'" : "");
}

bool attn_api_spares(const attn_reads *reads, const char *output, attn_status *status)
{
    const char *file;
    const attn_options *run = output ? reads->run : NULL;
    for (size_t i = 0; reads->lesson && output && (file = attn_lesson_file_at(reads->lesson, i));
         i++)
        if (overwrites(output, file))
            return fail_overwriting(output, i == 0 ? "the lesson" : "a file that the lesson reads",
                                    NULL, status);
    for (size_t i = 0; run && i < run->input_count; i++)
        if (overwrites(output, run->inputs[2 * i + 1]))
            return fail_overwriting(output, "the input '", run->inputs[2 * i], status);
    if (run && run->given && overwrites(output, run->given))
        return fail_overwriting(output, "the input", NULL, status);
    for (size_t i = 0; output && i < reads->file_count; i++)
        if ((file = reads->files[i]) && strcmp(file, "-") != 0 && overwrites(output, file))
            return fail_overwriting(output, "the input", NULL, status);
    return attn_ok(status);
}

/* ---- sentences ---- */

/* The line's text without white space around it; empty if it holds no word. */
static void trim(const char *line, size_t length, size_t *start, size_t *end)
{
    size_t at = 0, from, to;
    *start = *end = 0;
    if (!attn_text_word(line, length, &at, start, end)) return;
    while (attn_text_word(line, length, &at, &from, &to)) *end = to;
}

bool attn_api_sentences_of(const char *path, attn_span text, attn_arena *arena,
                           attn_sentence **sentences, size_t *count, attn_status *status)
{
    enum { MOST = 1000 }; /* more in one file are taken for a mistake */
    attn_lines lines;
    size_t found = 0, start, end;
    attn_lines_begin(&lines, path, text.bytes, text.length);
    if (!attn_lines_check(&lines, status)) return false;
    while (attn_lines_next(&lines)) {
        trim(lines.line, lines.length, &start, &end);
        if (start == end || ++found > MOST) continue;
        const attn_sentence one = {attn_copy_text(arena, lines.line + start, end - start), path,
                                   lines.number};
        if (!attn_append(arena, sentences, count, &one, sizeof one)) return false;
    }
    if (found == 0)
        attn_fail(status, ATTN_INPUT, "there is no word in it, and a sentence is needed");
    else if (found > MOST)
        attn_fail(status, ATTN_LIMIT,
                  "it holds %zu sentences, one on each line; at most %d can be read at once", found,
                  MOST);
    attn_status_place(status, lines.file, 0, 0);
    return attn_ok(status);
}

bool attn_api_sentences(const char *path, attn_arena *arena, attn_sentence **sentences,
                        size_t *count, attn_status *status)
{
    const size_t most = (size_t)4 << 20;
    attn_input input = {0};
    bool read = attn_input_read(&input, path, most, status) &&
                attn_api_sentences_of(path, (attn_span){input.bytes, input.length}, arena,
                                      sentences, count, status);
    attn_input_close(&input);
    return read;
}

const char *attn_api_place(const attn_sentence *sentence, attn_arena *arena)
{
    if (!sentence->file || !sentence->line) return "";
    bool standard = strcmp(sentence->file, "-") == 0;
    const char *place = attn_print(
        arena, "%s, line %zu: ", standard ? "standard input" : sentence->file, sentence->line);
    return place ? place : "";
}
