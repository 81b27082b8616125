/*
 * check: a student's numbers, from files, held against a lesson.
 */
#include <string.h>

#include "computing.h"
#include "files/arrays/array.h"
#include "reading.h"
#include "render/grade_report.h"
#include "terminal.h"
#include "text/sniff.h"

typedef struct request {
    attn_options run;
    cli_sheet sheet; /* of the run, if the answers are to a worksheet */
    attn_grade_report_options show;
    bool json;
    cli_color color;
} request;

static const cli_option options[] = {
    CLI_INPUT_RUN(request, 0),
    CLI_SENTENCE_RUN(request),
    {"--seed", 0, &cli_number, "N", "another seed for the numbers that the lesson draws",
     CLI_IN(request, run.seed), CLI_ALSO(request, run.seeded), .most = 1000000000},
    CLI_WORKSHEET(request),
    {"--set", 0, &cli_texts, "'NAME=NUMBER'",
     "what if: the answers are to the lesson with this number in place of its own",
     CLI_IN(request, run.sets), CLI_ALSO(request, run.set_count)},
    {"--hint", 0, &cli_flag, NULL,
     "says less: which value is the first that differs, and where to "
     "look, but not what is wrong, and no right number",
     CLI_IN(request, show.hint)},
    {"--format", 0, &cli_choice, "text|json", "what to print (default: text)",
     CLI_IN(request, json)},
    CLI_COLOR(request),
    CLI_THREADS,
    CLI_KERNELS,
};

/* More are taken for a mistake. */
enum { MOST_ANSWERS = 1000, MOST_NUMBERS = 1 << 22 };

typedef struct answers {
    attn_arena *arena;
    attn_status *status;
    size_t count;
    attn_answer *items;
    size_t unnamed_count;
    const char **unnamed; /* paths of files whose name stands in for that of a value */
} answers;

/* ---- files ---- */

static const char *copy(attn_arena *arena, const char *text)
{
    return attn_copy_text(arena, text, strlen(text));
}

/* The file's name without folder and ending: "A" of "homework/A.csv". */
static const char *name_of_file(attn_arena *arena, const char *path)
{
    const char *slash = strrchr(path, '/'), *base = slash ? slash + 1 : path;
    const char *dot = strrchr(base, '.');
    return attn_copy_text(arena, base, dot && dot > base ? (size_t)(dot - base) : strlen(base));
}

static bool fail_array(const answers *all, const char *path, const char *name, const char *what)
{
    attn_fail(all->status, ATTN_LIMIT, "%s%s%s", name, name[0] ? ": " : "", what);
    attn_status_place(all->status, path, 0, 0);
    return false;
}

/* What messages call a file. */
static const char *shown(const char *path)
{
    return strcmp(path, "-") == 0 ? "standard input" : path;
}

/* One more, without numbers; NULL on failure. */
static attn_answer *add_answer(answers *all, const char *name, const char *path)
{
    if (all->count == MOST_ANSWERS) {
        fail_array(all, path, "", "these are more than 1000 values: a lesson has fewer");
        return NULL;
    }
    attn_answer *answer = attn_push(all->arena, &all->items, &all->count, sizeof *answer);
    if (!answer) return NULL;
    *answer = (attn_answer){.name = copy(all->arena, name), .file = shown(path)};
    return answer->name ? answer : NULL;
}

static bool take(answers *all, attn_arrays *file, const attn_array *array, const char *name,
                 const char *path)
{
    if (array->count > MOST_NUMBERS)
        return fail_array(all, path, name, "it has more numbers than any answer");
    attn_answer *answer = add_answer(all, name, path);
    float *numbers = answer ? attn_alloc(all->arena, array->count + 1, sizeof *numbers) : NULL;
    if (!numbers) return false;
    answer->rank = array->rank;
    answer->numbers = numbers;
    answer->digits = array->digits;
    answer->bits = array->bits;
    memcpy(answer->shape, array->shape, array->rank * sizeof *answer->shape);
    return attn_array_read(file, array, 0, array->count, numbers, all->status);
}

/* Its words outlive the file. */
static bool take_text(answers *all, const attn_array_text *text, const char *name, const char *path)
{
    attn_answer *answer = add_answer(all, name, path);
    const char **words = answer ? attn_alloc(all->arena, text->count + 1, sizeof *words) : NULL;
    if (!words) return false;
    answer->line = text->line;
    answer->column = text->column;
    answer->rank = text->list;
    answer->shape[0] = text->list ? text->count : 0;
    for (size_t i = 0; text->words && i < text->count; i++)
        if (!(words[i] = copy(all->arena, text->words[i]))) return false;
    if (text->words) answer->words = words;
    return true;
}

/* The only array of the file, whatever its name, or that of this name; NULL: neither is there. */
static const attn_array *choose_array(attn_arrays *file, const char *name)
{
    const attn_array *array = attn_arrays_find(file, name);
    if (array) return array;
    return attn_arrays_at(file, 1) ? NULL : attn_arrays_at(file, 0);
}

/* The same of texts, if nothing else is there. */
static const attn_array_text *choose_text(attn_arrays *file, const char *name)
{
    const attn_array_text *text;
    for (size_t i = 0; (text = attn_arrays_text_at(file, i)); i++)
        if (strcmp(text->name, name) == 0) return text;
    bool alone = !attn_arrays_at(file, 0) && !attn_arrays_text_at(file, 1);
    return alone ? attn_arrays_text_at(file, 0) : NULL;
}

/* A = FILE */
static bool take_named(answers *all, attn_arrays *file, const char *name, const char *path)
{
    const attn_array_text *text = choose_text(file, name);
    const attn_array *array = choose_array(file, name);
    if (text) return take_text(all, text, name, path);
    if (array) return take(all, file, array, name, path);
    attn_text list = {0};
    for (size_t i = 0; (array = attn_arrays_at(file, i)); i++)
        attn_text_print(&list, "%s%s", i ? ", " : "", array->name);
    attn_fail(all->status, ATTN_USAGE, "there is no %s in it: it holds %s", name,
              attn_text_string(&list));
    attn_text_free(&list);
    attn_status_place(all->status, path, 0, 0);
    return false;
}

/* The name that the file gives, or else that of the file; NULL: no memory. */
static const char *own_name(answers *all, const char *name, const char *path)
{
    if (name[0]) return name;
    const char **place = attn_push(all->arena, &all->unnamed, &all->unnamed_count, sizeof *place);
    if (!place) return NULL;
    *place = path;
    return name_of_file(all->arena, path);
}

static bool take_all(answers *all, attn_arrays *file, const char *path)
{
    const attn_array *array;
    for (size_t i = 0; (array = attn_arrays_at(file, i)); i++) {
        const char *name = own_name(all, array->name, path);
        if (!name || !take(all, file, array, name, path)) return false;
    }
    const attn_array_text *text;
    for (size_t i = 0; (text = attn_arrays_text_at(file, i)); i++) {
        const char *name = own_name(all, text->name, path);
        if (!name || !take_text(all, text, name, path)) return false;
    }
    return true;
}

/* "A=weights.csv", or a file alone. */
static bool read_answer(answers *all, const char *word)
{
    const char *equals = strchr(word, '=');
    const char *path = equals ? equals + 1 : word;
    if (equals == word || path[0] == '\0')
        return attn_fail(all->status, ATTN_USAGE,
                         "an answer is a file, or NAME=FILE as in A=weights.csv, not '%s'", word);
    const char *name = equals ? attn_copy_text(all->arena, word, (size_t)(equals - word)) : NULL;
    attn_arrays *file = attn_ok(all->status) ? attn_arrays_open_texts(path, all->status) : NULL;
    bool done = file && (name ? take_named(all, file, name, path) : take_all(all, file, path));
    attn_arrays_close(file);
    return done;
}

/* Whether the fault is that this file's own name is no value's. */
static bool is_about(const answers *all, const char *path)
{
    const char *name = name_of_file(all->arena, path);
    const char *quoted = name ? attn_print(all->arena, "'%s' ", name) : NULL;
    return all->status->code == ATTN_USAGE && strcmp(all->status->file, shown(path)) == 0 &&
           quoted && strncmp(all->status->message, quoted, strlen(quoted)) == 0;
}

/* A file whose own name is that of no value needs another in front. */
static void ask_for_name(const answers *all)
{
    for (size_t i = 0; i < all->unnamed_count; i++) {
        const char *path = all->unnamed[i];
        if (!is_about(all, path)) continue;
        const char *prefix = attn_print(all->arena, "say which value this is, as NAME=%s: ", path);
        if (prefix) attn_status_prefix(all->status, prefix);
        return;
    }
}

/* ---- the command ---- */

/* Answers where the lesson is expected: the lesson was forgotten. */
static bool check_lesson(const char *word, attn_status *status)
{
    const char *equals = strchr(word, '=');
    attn_sniffed content = attn_sniff(equals ? equals + 1 : word);
    return content == ATTN_SNIFFED_OTHER ||
           attn_fail(status, ATTN_USAGE,
                     "%s is no lesson, and the lesson stands first: attnviz check LESSON %s", word,
                     word);
}

static bool check_operands(const cli_arguments *arguments, attn_status *status)
{
    if (arguments->operand_count == 0)
        return attn_fail(status, ATTN_USAGE,
                         "name a lesson, and the files of the answers: attnviz check masked A.csv");
    return check_lesson(arguments->operands[0], status) &&
           (arguments->operand_count > 1 ||
            attn_fail(status, ATTN_USAGE,
                      "name the files of the answers behind the lesson, as in attnviz check %s "
                      "A.csv, or A=weights.npy",
                      arguments->operands[0]));
}

static bool read_answers(const cli_arguments *arguments, answers *all)
{
    for (size_t i = 1; i < arguments->operand_count; i++)
        if (!read_answer(all, arguments->operands[i])) return false;
    return true;
}

static enum cli_exit judge(const cli_arguments *arguments, request *r, attn_lesson *lesson,
                           attn_status *status)
{
    answers all = {.arena = arguments->arena, .status = status};
    attn_text out = {0};
    if (!read_answers(arguments, &all)) return CLI_FAILED;
    const attn_grade_report *graded =
        attn_answers_judge(lesson, &r->run, all.items, all.count, arguments->arena, status);
    if (graded == NULL) {
        ask_for_name(&all);
        return CLI_FAILED;
    }
    r->show.lesson = attn_lesson_name(lesson);
    r->show.columns = cli_columns();
    r->show.color = cli_colored(r->color, false);
    cli_warn_of(&graded->doubt);
    (r->json ? attn_grade_report_json : attn_grade_report_text)(graded, &r->show, &out);
    bool written = cli_write_text(&out, status);
    attn_text_free(&out);
    return !written ? CLI_FAILED : graded->right ? CLI_DONE : CLI_FALSE;
}

static enum cli_exit run(const cli_arguments *arguments, void *asked, attn_status *status)
{
    request *r = asked;
    if (!check_operands(arguments, status)) return CLI_USAGE;
    r->run.names = &cli_option_names;
    attn_lesson *lesson = cli_lesson_open(arguments->operands[0], arguments->arena, status);
    bool found = lesson && cli_sheet_find(&r->sheet, lesson, &r->run, status);
    enum cli_exit result = found ? judge(arguments, r, lesson, status) : CLI_FAILED;
    attn_lesson_free(lesson);
    return result;
}

static const cli_example examples[] = {
    {"attnviz check le-chat-noir my.json", "all that my.json holds: {\"e\": [[…]], \"α\": [[…]]}"},
    {"attnviz check masked S=scores.csv A=weights.csv", "each from a file of its own"},
    {"attnviz check masked A.npy --hint", "where to look, and no more"},
    {NULL, NULL},
};

const cli_command cli_check = {
    .name = "check",
    .summary = "finds what is wrong in numbers computed by hand, and why",
    .operands = "LESSON | FILE.json [NAME=]FILE …",
    .most_operands = MOST_ANSWERS + 1,
    .about =
        "Holds your values against those of a lesson, in the order of computation: the first that "
        "differs, by how much and where, and which mistake gives just these numbers. What follows "
        "from it is judged by what it follows from.\n"
        "A file is JSON, CSV, TSV, .npy, .npz or .safetensors. Its arrays go by the names that the "
        "lesson has (α or alpha, A_{1,2}; e holds all e_{t,i}, with a row for each t; after(A) is "
        "A after the training); an array without a name goes by that of its file. A number counts "
        "as right if it is right in the digits that stand there.\n"
        "The exit status is 0 if all is right, and 3 if something is wrong.",
    CLI_TABLE(options, request),
    .examples = examples,
    .run = run,
};
