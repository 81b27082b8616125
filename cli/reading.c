/*
 * reading: finds and reads the lesson or text that an argument names.
 */
#include "reading.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "core/guess.h"
#include "files/bytes/format.h"
#include "files/bytes/input.h"
#include "files/bytes/lines.h"
#include "files/bytes/output.h"
#include "lesson/run/places.h"
#include "options.h"
#include "text/sniff.h"

const attn_option_names cli_option_names = {
    .inputs = "--input",
    .sets = "--set",
    .zooms = "--zoom",
    .arithmetics = "--arithmetic",
    .shows = "--show",
    .watches = "--watch",
};

bool cli_is_file(const char *word)
{
    return strpbrk(word, "./") != NULL;
}

static bool on_shelf(const char *name, attn_guess *guess)
{
    for (size_t i = 0; attn_builtin_lesson_at(i) != NULL; i++) {
        if (strcmp(attn_builtin_lesson_at(i)->name, name) == 0) return true;
        attn_guess_try(guess, attn_builtin_lesson_at(i)->name);
    }
    return false;
}

bool cli_refuse_picture(const char *word, attn_status *status)
{
    const attn_format format = attn_format_of(word);
    if (format == ATTN_FORMAT_PNG) {
        return attn_fail(
            status, ATTN_USAGE,
            "%s is a picture: 'attnviz heatmap --read %s' prints the numbers it carries", word,
            word);
    }
    if (format != ATTN_FORMAT_SVG && format != ATTN_FORMAT_PDF) return true;
    return attn_fail(status, ATTN_USAGE, "%s is a picture, not a lesson or a text: draw it with -o",
                     word);
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
                     "'%s' is no lesson; to have a sentence read: attnviz explain reader "
                     "--sentence '…', or attnviz heatmap SENTENCE.txt",
                     word);
}

static bool refuse_arrays(const char *word, attn_status *status)
{
    if (!cli_is_file(word) || attn_sniff(word) < ATTN_SNIFFED_ARRAYS) return true;
    return attn_fail(
        status, ATTN_USAGE,
        "%s is a file of numbers, not a lesson: 'attnviz heatmap %s' draws its matrices", word,
        word);
}

attn_lesson *cli_lesson_open(const char *word, attn_arena *arena, attn_status *status)
{
    attn_guess guess = {.word = word};
    if (!cli_refuse_picture(word, status) || !refuse_sentence(word, status) ||
        !refuse_arrays(word, status))
        return NULL;
    if (cli_is_file(word)) return attn_lesson_read(word, false, status);
    if (on_shelf(word, &guess)) return attn_lesson_read(word, true, status);
    if (strchr(word, '_') != NULL) {
        attn_fail(status, ATTN_USAGE,
                  "there is no lesson '%s' (a name with braces stands in quotes: 'e_{1,2}')", word);
        return NULL;
    }
    attn_fail(
        status, ATTN_USAGE,
        "there is no lesson '%s'%s ('attnviz lessons' lists them; a file's name has a dot or a "
        "slash)",
        word, attn_guess_text(&guess, arena));
    return NULL;
}

static bool are_one(const struct stat *a, const struct stat *b)
{
    return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

bool cli_overwrites(const char *output, const char *file)
{
    struct stat changed, about;
    if (!attn_output_changes(output, &changed)) return false;
    return (stat(file, &about) == 0 && are_one(&changed, &about)) ||
           (lstat(file, &about) == 0 && are_one(&changed, &about));
}

bool cli_one_output(const char *a, const char *b)
{
    struct stat one, other;
    return strcmp(a, b) == 0 || (attn_output_changes(a, &one) && attn_output_changes(b, &other) &&
                                 are_one(&one, &other));
}

bool cli_lesson_spared(const attn_lesson *lesson, const char *output, attn_status *status)
{
    const char *file;
    for (size_t i = 0; (file = attn_lesson_file_at(lesson, i)) != NULL; i++) {
        if (!cli_overwrites(output, file)) continue;
        return attn_fail(status, ATTN_USAGE,
                         "the output %s would overwrite %s: choose another name", output,
                         i == 0 ? "the lesson" : "a file that the lesson reads");
    }
    return true;
}

attnviz_lesson *cli_lesson_for(const cli_arguments *arguments, attnviz_purpose purpose)
{
    const char *word = arguments->operand_count > 0 ? arguments->operands[0] : NULL;
    attnviz_lesson *lesson = attnviz_lesson_open(word, purpose, arguments->fault);
    attnviz_lesson_listen(lesson, &arguments->listener);
    return lesson;
}

/* ---- inputs ---- */

static bool read_inputs(cli_value *value)
{
    const char **pairs = attn_alloc(value->arena, 2 * value->count + 1, sizeof *pairs);
    const char *const **inputs = value->place;
    for (size_t i = 0; pairs != NULL && i < value->count; i++) {
        const char *text = value->texts[i], *equals = strchr(text, '=');
        if (equals == NULL || equals == text) {
            return attn_fail(
                attn_arena_status(value->arena), ATTN_USAGE,
                "--input takes a name and its text, as --input sentence='the cat', not '%s'", text);
        }
        pairs[2 * i] = attn_copy_text(value->arena, text, (size_t)(equals - text));
        pairs[2 * i + 1] = equals + 1;
    }
    *inputs = pairs;
    return attn_ok(attn_arena_status(value->arena));
}

static bool read_places(cli_value *value)
{
    const char *const **list = value->place;
    attn_loop_at place;
    if (!cli_list.read(value)) return false;
    for (size_t i = 0; i < value->also; i++)
        if (!attn_place_read((*list)[i], &place, value->arena))
            return attn_fail(attn_arena_status(value->arena), ATTN_USAGE,
                             "--at takes an index and its number, as --at t=2, not '%s'",
                             (*list)[i]);
    return true;
}

const cli_kind cli_inputs = {.repeats = true, .read = read_inputs};
const cli_kind cli_places = {.repeats = true, .read = read_places};

bool cli_inputs_spared(const attn_options *run, const char *output, attn_status *status)
{
    for (size_t i = 0; i < run->input_count; i++) {
        if (!cli_overwrites(output, run->inputs[2 * i + 1])) continue;
        return attn_fail(status, ATTN_USAGE,
                         "the output %s would overwrite the input '%s': choose another name",
                         output, run->inputs[2 * i]);
    }
    return true;
}

/* ---- checks and doubts ---- */

static void tell(const attn_status *fault, const char *in_brief)
{
    attn_text text = {0};
    attn_status_text(fault, "attnviz", &text);
    fputs(text.failed ? in_brief : attn_text_string(&text), stderr);
    attn_text_free(&text);
}

enum cli_exit cli_lesson_verdict(const attn_run *run)
{
    attn_status fault = {0};
    if (attn_run_changed(run) || attn_run_verdict(run, &fault)) return CLI_DONE;
    tell(&fault, "attnviz: a check is false\n");
    return CLI_FALSE;
}

void cli_warn_of(const attn_status *doubt)
{
    static attn_status told; /* a lesson may be computed for many sentences */
    if (attn_ok(doubt) || (strcmp(told.message, doubt->message) == 0 && told.line == doubt->line))
        return;
    told = *doubt;
    tell(doubt, "attnviz: there is a warning, but no memory for it\n");
}

void cli_warn_of_weights(const attn_run *run)
{
    attn_status doubt = {0};
    attn_run_weights_lie(run, &doubt);
    cli_warn_of(&doubt);
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

/* Adds the sentences of the text to an array that has room for them all, or only counts them. */
static size_t each_sentence(attn_lines lines, attn_arena *arena, cli_sentence *sentences)
{
    size_t count = 0;
    while (attn_lines_next(&lines)) {
        size_t start, end;
        trim(lines.line, lines.length, &start, &end);
        if (end == start) continue;
        if (sentences != NULL) {
            const char *text = attn_copy_text(arena, lines.line + start, end - start);
            sentences[count] = (cli_sentence){text, lines.number};
        }
        count++;
    }
    return count;
}

static bool take_sentences(const char *path, const attn_input *input, attn_arena *arena,
                           cli_sentence **sentences, size_t *count, attn_status *status)
{
    attn_lines lines;
    attn_lines_begin(&lines, path, input->bytes, input->length);
    if (!attn_lines_check(&lines, status)) return false;
    *count = each_sentence(lines, arena, NULL);
    if (*count == 0) {
        attn_fail(status, ATTN_INPUT, "there is no word in it: a sentence is expected");
    } else if (*count > CLI_MOST_SENTENCES) {
        attn_fail(status, ATTN_LIMIT,
                  "it holds %zu sentences, one to a line; at most %u are taken at once", *count,
                  CLI_MOST_SENTENCES);
    }
    attn_status_place(status, lines.file, 0, 0);
    *sentences = attn_alloc(arena, *count, sizeof **sentences);
    if (attn_ok(status)) each_sentence(lines, arena, *sentences);
    return attn_ok(status);
}

bool cli_sentences_read(const char *path, attn_arena *arena, cli_sentence **sentences,
                        size_t *count, attn_status *status)
{
    attn_input input = {0};
    bool read = attn_input_read(&input, path, CLI_MOST_TEXT, status) &&
                take_sentences(path, &input, arena, sentences, count, status);
    attn_input_close(&input);
    return read;
}

/* said: what is wrong. NULL. */
static attn_lesson *fail_unable(const cli_ability *ability, const char *said, attn_status *status)
{
    attn_text names = {0};
    for (size_t i = 0; attn_builtin_lesson_at(i) != NULL; i++) {
        attn_status unread = {0};
        attn_lesson *lesson = attn_lesson_read(attn_builtin_lesson_at(i)->name, true, &unread);
        if (lesson != NULL && ability->has(lesson))
            attn_text_print(&names, "%s%s", names.length ? ", " : ": ",
                            attn_builtin_lesson_at(i)->name);
        attn_lesson_free(lesson);
    }
    attn_fail(status, ATTN_USAGE, "%s%s%s", said, names.length ? ability->these : ability->none,
              attn_text_string(&names));
    attn_text_free(&names);
    return NULL;
}

attn_lesson *cli_lesson_able(const cli_arguments *arguments, const cli_ability *ability,
                             attn_status *status)
{
    const char *word = arguments->operand_count ? arguments->operands[0] : "le-chat-noir";
    if (arguments->operand_count == 0 && ability->unnamed)
        return fail_unable(ability, ability->unnamed, status);
    attn_lesson *lesson = cli_lesson_open(word, arguments->arena, status);
    if (lesson == NULL || ability->has(lesson)) return lesson;
    const char *said =
        attn_print(arguments->arena, "the lesson %s %s", attn_lesson_name(lesson), ability->lacks);
    attn_lesson_free(lesson);
    return said ? fail_unable(ability, said, status) : NULL;
}

bool cli_sheet_find(cli_sheet *sheet, attn_lesson *lesson, attn_options *run, attn_status *status)
{
    if (!sheet->asked) return true;
    run->varied = &sheet->varied;
    return attn_lesson_vary(lesson, NULL, sheet->seed, &sheet->varied, status);
}
