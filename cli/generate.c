/*
 * generate: what a lesson writes by itself, word by word, for one sentence or many.
 */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "computing.h"
#include "core/budget.h"
#include "document/document.h"
#include "document/generated.h"
#include "files/json/json_write.h"
#include "picture.h"
#include "picture/paint/paint.h"
#include "reading.h"
#include "terminal.h"

typedef struct request {
    attn_options run; /* of every sentence */
    bool as_json;
    const char *picture; /* or NULL */
    attn_format picture_format;
    attn_fonts *fonts; /* of the picture; NULL: none is drawn */
    const cli_arguments *arguments;
    attn_status *status;
    attn_lesson *lesson;
    attn_text json;
} request;

static const cli_option options[] = {
    CLI_INPUT(request, 0),
    CLI_SENTENCE(request),
    {"--format", 0, &cli_choice, "text|json",
     "the words as a line (default), or as JSON with the number that chose each",
     CLI_IN(request, as_json)},
    {"--output", 'o', &cli_file, "MAP.png",
     "draws the lesson's maps with the words of both sides, of one sentence; the "
     "ending of the name, .png, .svg or .pdf, chooses the format",
     CLI_IN(request, picture)},
    CLI_THREADS,
    CLI_KERNELS,
};

/* One sentence to begin with. */
typedef struct beginning {
    const char *text; /* NULL: what --input says, or the lesson itself */
    const char *file; /* that it is a line of; NULL: of none */
    size_t line;
} beginning;

/* ---- which lessons can ---- */

static bool writes(const attn_lesson *lesson)
{
    return attn_lesson_generated_at(lesson, 0) != NULL;
}

static const cli_ability ability = {
    .has = writes,
    .unnamed = "name a lesson that writes a sentence by itself",
    .lacks = "writes no sentence by itself",
    .these = ": of the program's lessons these do",
    .none = ": one does in which a sequence has a \"next\" (attnviz-lesson(5))"};

/* ---- what was asked for ---- */

static bool check_sentence(const request *r)
{
    if (r->run.sentence == NULL || r->arguments->operand_count < 2) return true;
    return attn_fail(r->status, ATTN_USAGE,
                     "the sentences come from %s: leave out --sentence, or the file",
                     r->arguments->operands[1]);
}

/* The picture's name, and that it is none of what is read. */
static bool check_picture(request *r, const beginning *beginnings, size_t count)
{
    static const struct attn_mend mends[] = {
        {ATTN_FORMAT_TEXT, "the words are printed, without -o"},
        {ATTN_FORMAT_JSON, "--format json prints the words, without -o"},
        {ATTN_FORMAT_NONE, NULL}};
    attn_writer writer = attn_picture_writer;
    writer.mends = mends;
    if (r->picture == NULL) return true;
    if (count > 1) {
        return attn_fail(r->status, ATTN_USAGE,
                         "-o names one picture, but there are %zu sentences: leave it out, or give "
                         "one of them with --sentence",
                         count);
    }
    if (beginnings[0].file != NULL && cli_overwrites(r->picture, beginnings[0].file)) {
        return attn_fail(r->status, ATTN_USAGE,
                         "the picture %s would overwrite the input: choose another name with -o",
                         r->picture);
    }
    return cli_lesson_spared(r->lesson, r->picture, r->status) &&
           cli_inputs_spared(&r->run, r->picture, r->status) &&
           attn_format_choose(&writer, r->picture, &r->picture_format, r->status);
}

/* A sentence where a file of sentences is expected. */
static bool refuse_sentence(const char *word, attn_status *status)
{
    bool like_file = strcmp(word, "-") == 0 || (cli_is_file(word) && !strchr(word, ' '));
    return like_file || access(word, F_OK) == 0 ||
           attn_fail(status, ATTN_USAGE,
                     "there is no file '%s': a sentence stands behind --sentence, as in --sentence "
                     "'%s'",
                     word, word);
}

static bool add_file(const request *r, const char *path, beginning **list, size_t *count)
{
    cli_sentence *sentences;
    size_t more;
    if (!cli_refuse_picture(path, r->status) || !refuse_sentence(path, r->status) ||
        !cli_sentences_read(path, r->arguments->arena, &sentences, &more, r->status))
        return false;
    for (size_t i = 0; i < more; i++) {
        beginning *place = attn_push(r->arguments->arena, list, count, sizeof *place);
        if (place == NULL) return false;
        *place = (beginning){sentences[i].text, path, sentences[i].line};
    }
    return true;
}

static bool collect(const request *r, beginning **list, size_t *count)
{
    const cli_arguments *arguments = r->arguments;
    for (size_t i = 1; i < arguments->operand_count; i++) {
        if (!add_file(r, arguments->operands[i], list, count)) return false;
    }
    if (*count > 0) return true;
    beginning *only = attn_push(arguments->arena, list, count, sizeof *only);
    if (only != NULL) only->text = r->run.sentence;
    return only != NULL;
}

/* ---- what comes of a sentence ---- */

/* "sentences.txt, line 3: ", or "". */
static const char *place_of(const request *r, const beginning *b)
{
    if (b->file == NULL) return "";
    const char *file = strcmp(b->file, "-") == 0 ? "standard input" : b->file;
    const char *place = attn_print(r->arguments->arena, "%s, line %zu: ", file, b->line);
    return place ? place : "";
}

static void warn(const char *place, const attn_text *words)
{
    attn_text line = {0};
    attn_text_add(&line, "attnviz: ");
    attn_text_add_escaped(&line, place, strlen(place), false);
    attn_text_add_escaped(&line, attn_text_string(words), words->length, false);
    fprintf(stderr, "%s\n",
            line.failed ? "attnviz: there is a warning, but no memory for it"
                        : attn_text_string(&line));
    attn_text_free(&line);
}

/* What whoever reads the words should know of them. */
static void warn_of(const request *r, const beginning *b, const attn_run *run)
{
    const char *place = place_of(r, b);
    attn_text words = {0};
    cli_warn_of_weights(run);
    for (size_t at = 0; attn_add_unknown(run, &at, &words); attn_text_clear(&words)) {
        warn(place, &words);
    }
    for (size_t i = 0; i < attn_run_generated(run); i++) {
        attn_text_clear(&words);
        attn_add_unfinished(attn_run_generated_at(run, i), &words);
        if (words.length > 0) warn(place, &words);
    }
    attn_text_clear(&words);
    attn_text_add(&words, "the model has learned nothing yet: its words mean nothing");
    if (attn_run_untrained(run)) warn(place, &words);
    attn_text_free(&words);
}

/* A line for each sequence; where there are several, its name before it. */
static bool print_words(const request *r, const attn_run *run)
{
    attn_text line = {0}, words = {0};
    for (size_t i = 0; i < attn_run_generated(run); i++) {
        const attn_generated *grown = attn_run_generated_at(run, i);
        if (attn_lesson_generated_at(r->lesson, 1) != NULL) {
            attn_text_print(&line, "%s: ", grown->name);
        }
        attn_text_clear(&words);
        attn_add_generated(grown, &words);
        attn_text_add_escaped(&line, attn_text_string(&words), words.length, false);
        attn_text_add(&line, "\n");
    }
    line.failed = line.failed || words.failed;
    bool written = cli_write_text(&line, r->status);
    attn_text_free(&words);
    attn_text_free(&line);
    return written;
}

static bool add_json(request *r, const beginning *b, const attn_run *run)
{
    attn_text_add(&r->json, r->json.length ? ",\n{" : "{");
    if (b->text != NULL) {
        attn_text_add(&r->json, "\"sentence\":");
        attn_json_string(&r->json, b->text);
        attn_text_add(&r->json, ",");
    }
    attn_generated_json(&r->json, run);
    attn_text_add(&r->json, ",");
    attn_unknown_json(&r->json, run);
    attn_text_add(&r->json, "}");
    return true;
}

static bool print_json(const request *r)
{
    attn_text text = {0};
    attn_text_add(&text, "{\"attnviz\":1,\"lesson\":");
    attn_json_string(&text, attn_lesson_name(r->lesson));
    attn_text_add(&text, ",\"sentences\":[\n");
    attn_text_add(&text, attn_text_string(&r->json));
    attn_text_add(&text, "]}\n");
    text.failed = text.failed || r->json.failed;
    bool written = cli_write_text(&text, r->status);
    attn_text_free(&text);
    return written;
}

/* ---- the picture ---- */

/* "le chat → the cat"; NULL, for the lesson's own title, where no sentence is given. */
static const char *title_of(const request *r, const beginning *b, const attn_run *run)
{
    const char *text = b->text ? b->text : r->run.input_count == 1 ? r->run.inputs[1] : NULL;
    if (text == NULL) return NULL;
    attn_text words = {0};
    attn_add_generated(attn_run_generated_at(run, 0), &words);
    const char *title = attn_print(r->arguments->arena, "%s → %s", text, attn_text_string(&words));
    attn_text_free(&words);
    return title ? cli_picture_title(title, r->arguments->arena) : NULL;
}

static bool draw(const request *r, const beginning *b, const attn_run *run)
{
    attn_sheet_options look = {0};
    attn_map_list list;
    if (!attn_show_maps(run, NULL, 0, r->arguments->arena, &list)) return false;
    if (list.count == 0) {
        return attn_fail(r->status, ATTN_USAGE,
                         "the lesson %s draws no map: leave out -o, or choose a value of it with "
                         "attnviz heatmap --show",
                         attn_lesson_name(r->lesson));
    }
    if (!attn_show_has_cells(run, &list, r->status) ||
        !attn_show_sheet(run, list.maps, list.count, title_of(r, b, run), r->arguments->arena,
                         &look))
        return false;
    look.style.fonts = r->fonts;
    attn_sheet *sheet = attn_sheet_new(&look, r->status);
    if (sheet != NULL && attn_sheet_apart(sheet)) {
        attn_fail(r->status, ATTN_USAGE,
                  "the %zu maps do not fit on one picture of %u pixels a side: attnviz heatmap "
                  "draws each into a file of its own",
                  list.count, ATTN_MOST_PIXELS);
    }
    bool drawn =
        attn_ok(r->status) && attn_sheet_write(sheet, r->picture_format, r->picture, r->status);
    attn_sheet_free(sheet);
    return drawn;
}

/* ---- all of them ---- */

/* Every sequence that could grow was given. */
static bool nothing_grew(const request *r)
{
    const char *name = attn_lesson_generated_at(r->lesson, 0);
    return attn_fail(
        r->status, ATTN_USAGE,
        "'%s' is given, so that nothing is left to write: leave out its words (attnviz "
        "explain computes the lesson with them)",
        name);
}

static bool tell(request *r, const beginning *b, const attn_run *run)
{
    if (attn_run_generated(run) == 0) return nothing_grew(r);
    warn_of(r, b, run);
    bool told = r->as_json ? add_json(r, b, run) : print_words(r, run);
    return told && (r->picture == NULL || draw(r, b, run));
}

static enum cli_exit generate(request *r, const beginning *b)
{
    enum cli_exit result = CLI_FAILED;
    attn_renew(r->status); /* each sentence has the whole budget */
    r->run.sentence = b->text;
    attn_run *run = attn_lesson_run(r->lesson, &r->run, r->status);
    if (run != NULL && tell(r, b, run)) result = cli_lesson_verdict(run);
    if (!attn_ok(r->status) && r->status->code != ATTN_FILE) {
        attn_status_prefix(r->status, place_of(r, b));
    }
    attn_run_free(run);
    return result;
}

static enum cli_exit generate_all(request *r, const beginning *beginnings, size_t count)
{
    enum cli_exit result = CLI_DONE;
    for (size_t i = 0; attn_ok(r->status) && i < count; i++) {
        enum cli_exit one = generate(r, &beginnings[i]);
        if (one != CLI_DONE) result = one;
    }
    if (attn_ok(r->status) && r->as_json) print_json(r);
    return result;
}

static enum cli_exit run(const cli_arguments *arguments, void *asked, attn_status *status)
{
    request *r = asked;
    beginning *beginnings = NULL;
    size_t count = 0;
    r->arguments = arguments;
    r->status = status;
    r->run.names = &cli_option_names;
    if (check_sentence(r)) r->lesson = cli_lesson_able(arguments, &ability, status);
    bool known =
        r->lesson && collect(r, &beginnings, &count) && check_picture(r, beginnings, count);
    if (known && r->picture) r->fonts = attn_fonts_new(); /* looked for while it is computed */
    enum cli_exit result = known ? generate_all(r, beginnings, count) : CLI_USAGE;
    attn_fonts_free(r->fonts);
    attn_text_free(&r->json);
    attn_lesson_free(r->lesson);
    return result;
}

static const cli_example examples[] = {
    {"attnviz generate examples/word-by-word.json --sentence 'le chien dort.'", "the dog sleeps."},
    {"attnviz generate examples/word-by-word.json sentences.txt", "a line for each line"},
    {"attnviz generate examples/word-by-word.json -o map.png",
     "and its map, with the words of both sides"},
    {NULL, NULL},
};

const cli_command cli_generate = {
    .name = "generate",
    .summary = "lets a lesson write a sentence by itself, word by word",
    .operands = "LESSON | FILE.json [SENTENCES.txt … | -]",
    .most_operands = SIZE_MAX,
    .about =
        "Computes the lesson once for each word: what it computed chooses the next one, until the "
        "sentence ends. Prints the words as a line.\n"
        "A text file holds sentences to begin with, one to a line ('-' is standard input); each "
        "gives a line. Words that the lesson does not know are named, and so is a sentence that "
        "does not end.",
    CLI_TABLE(options, request),
    .examples = examples,
    .run = run,
};
