/*
 * evaluate: how good a lesson's model is, on examples that it has not learned from.
 */
#include <stdlib.h>
#include <string.h>

#include "computing.h"
#include "corpus/corpus.h"
#include "options.h"
#include "reading.h"
#include "show/json.h"
#include "terminal.h"

enum { LINES, PART, WORDS, FORMAT, THREADS, KERNELS, OPTION_COUNT };

static const cli_option options[OPTION_COUNT] = {
    [LINES] = {"--lines", 'n', "N", "on so many examples (default: as many as the lesson says)",
               false, false},
    [PART] = {"--part", 0, "train|validation|test|unseen",
              "on this part of the corpus (default: as the lesson says)", false, false},
    [WORDS] = {"--words", 0, "A-B", "on lines of A to B words, each length as often as the others",
               false, false},
    [FORMAT] = {"--format", 0, "text|json", "what to print (default: text)", false, false},
    [THREADS] = CLI_THREADS,
    [KERNELS] = CLI_KERNELS,
};

static const char *const formats[] = {"text", "json", NULL};

/* ---- as text ---- */

static double percent(size_t part, size_t of)
{
    return of ? 100 * (double)part / (double)of : 0;
}

static void tell_align(const attn_align_score *score, attn_text *out)
{
    attn_text_print(out, "%s against the links of the corpus, %zu words:\n", score->label,
                    score->links);
    attn_text_print(out, "  alignment error rate   %5.1f %%\n", 100 * score->error_rate);
    for (size_t i = 0; i < score->kind_count; i++) {
        const attn_kind_score *kind = &score->kinds[i];
        attn_text_print(out, "  wrong: %-15s %5.1f %%  (%zu of %zu)\n",
                        kind->kind[0] ? kind->kind : "other", percent(kind->wrong, kind->words),
                        kind->wrong, kind->words);
    }
}

static void add_harmless(attn_text *out, const char *words)
{
    attn_text_add_escaped(out, words, strlen(words), false);
}

/* "from verb to subject", "from every word to the one before" */
static void tell_ends(const attn_look_score *score, attn_text *out)
{
    attn_text_add(out, "from ");
    add_harmless(out, score->from ? score->from : "every word");
    if (score->word) {
        attn_text_add(out, " '");
        add_harmless(out, score->word);
        attn_text_add(out, "'");
    }
    attn_text_add(out, " to ");
    if (score->to)
        add_harmless(out, score->to);
    else if (score->steps == 1 || score->steps == -1)
        attn_text_add(out, score->steps > 0 ? "the one after" : "the one before");
    else if (score->steps)
        attn_text_print(out, "that %d words %s", abs(score->steps),
                        score->steps > 0 ? "on" : "back");
    else
        attn_text_add(out, "itself");
}

static void tell_look(const attn_look_score *score, attn_text *out)
{
    attn_text_print(out, "%s looks ", score->label);
    tell_ends(score, out);
    if (score->lines)
        attn_text_print(out, ": %.1f %%  (%zu of %zu)\n", percent(score->right, score->lines),
                        score->right, score->lines);
    else
        attn_text_print(out, ": no %s has both\n", score->from ? "line" : "row");
}

static void tell(const attn_evaluated *told, attn_text *out)
{
    attn_text_print(out, "%zu example%s%s%s\n", told->examples, told->examples == 1 ? "" : "s",
                    told->part ? ", part " : "", told->part ? told->part : "");
    if (told->grown)
        attn_text_print(out, "%s, word for word: %.1f %%  (%zu of %zu); words right: %.1f %%\n",
                        told->grown, percent(told->exact, told->examples), told->exact,
                        told->examples, 100 * told->words_right);
    for (size_t i = 0; i < told->align_count; i++) tell_align(&told->aligns[i], out);
    for (size_t i = 0; i < told->look_count; i++) tell_look(&told->looks[i], out);
    if (told->chosen_on)
        attn_text_print(out, "Of several maps each is the one that was best on the part %s.\n",
                        told->chosen_on);
}

/* ---- as JSON ---- */

static void quote(attn_text *out, const char *key, const char *text)
{
    attn_text_print(out, "\"%s\":", key);
    attn_json_string(out, text);
}

static void write_align(const attn_align_score *score, attn_text *out)
{
    attn_text_add(out, "{");
    quote(out, "map", score->label);
    attn_text_print(out, ",\"links\":%zu,\"error_rate\":%.6f,\"kinds\":[", score->links,
                    score->error_rate);
    for (size_t i = 0; i < score->kind_count; i++) {
        attn_text_add(out, i ? ",{" : "{");
        quote(out, "kind", score->kinds[i].kind);
        attn_text_print(out, ",\"words\":%zu,\"wrong\":%zu}", score->kinds[i].words,
                        score->kinds[i].wrong);
    }
    attn_text_add(out, "]}");
}

static void write_look(const attn_look_score *score, attn_text *out)
{
    attn_text_add(out, "{");
    quote(out, "map", score->label);
    if (score->from) attn_text_add(out, ","), quote(out, "from", score->from);
    if (score->word) attn_text_add(out, ","), quote(out, "word", score->word);
    if (score->to) attn_text_add(out, ","), quote(out, "to", score->to);
    if (!score->to) attn_text_print(out, ",\"to\":%d", score->steps);
    attn_text_print(out, ",\"lines\":%zu,\"right\":%zu", score->lines, score->right);
}

/* The best of a look's maps, and how often each of them is right. */
static void write_maps(const attn_evaluated *told, size_t look, attn_text *out)
{
    write_look(&told->looks[look], out);
    attn_text_add(out, ",\"maps\":[");
    for (size_t k = 0; k < told->map_count; k++) {
        if (k) attn_text_add(out, ",");
        write_look(&told->maps[look * told->map_count + k], out);
        attn_text_add(out, "}");
    }
    attn_text_add(out, "]}");
}

static void write_json(const attn_evaluated *told, attn_text *out)
{
    attn_text_print(out, "{\"examples\":%zu", told->examples);
    if (told->part) attn_text_add(out, ","), quote(out, "part", told->part);
    if (told->grown) {
        attn_text_add(out, ",");
        quote(out, "sequence", told->grown);
        attn_text_print(out, ",\"exact\":%zu,\"words_right\":%.6f", told->exact, told->words_right);
    }
    attn_text_add(out, ",\"align\":[");
    for (size_t i = 0; i < told->align_count; i++) write_align(&told->aligns[i], out);
    attn_text_add(out, "],\"looks\":[");
    for (size_t i = 0; i < told->look_count; i++) {
        if (i) attn_text_add(out, ",");
        write_maps(told, i, out);
    }
    attn_text_add(out, "]");
    if (told->chosen_on) attn_text_add(out, ","), quote(out, "chosen_on", told->chosen_on);
    attn_text_add(out, "}\n");
}

/* ---- the command ---- */

static void list_lessons(attn_text *out)
{
    for (size_t i = 0; attn_shelf_at(i) != NULL; i++) {
        attn_status unread = {0};
        attn_lesson *lesson = attn_lesson_read(attn_shelf_at(i)->name, true, &unread);
        if (lesson != NULL && attn_lesson_evaluates(lesson))
            attn_text_print(out, "%s%s", out->length ? ", " : "", attn_shelf_at(i)->name);
        attn_lesson_free(lesson);
    }
}

static bool name_lessons(const char *said, attn_status *status)
{
    attn_text names = {0};
    list_lessons(&names);
    attn_fail(status, ATTN_USAGE, "%s%s%s", said,
              names.length ? ": of the program's lessons these say how: "
                           : ": it has no \"evaluate\" (attnviz-lesson(5))",
              attn_text_string(&names));
    attn_text_free(&names);
    return false;
}

static attn_lesson *open_lesson(const cli_arguments *arguments, attn_status *status)
{
    if (arguments->operand_count == 0) {
        name_lessons("name a lesson whose model is to be evaluated", status);
        return NULL;
    }
    attn_lesson *lesson = cli_lesson_open(arguments->operands[0], arguments->arena, status);
    if (lesson == NULL || attn_lesson_evaluates(lesson)) return lesson;
    const char *said =
        attn_print(arguments->arena, "the lesson %s does not say how it is evaluated",
                   attn_lesson_name(lesson));
    if (said != NULL) name_lessons(said, status);
    attn_lesson_free(lesson);
    return NULL;
}

static bool evaluate(const cli_arguments *arguments, attn_lesson *lesson, attn_status *status)
{
    size_t format = 0;
    long lines = 0;
    attn_evaluation_options asked = {.part = cli_value(arguments, PART)};
    attn_text out = {0};
    if (!cli_choice(arguments, FORMAT, formats, &format, status) ||
        !cli_number(arguments, LINES, 1, 10000000, &lines, status) ||
        !cli_range(arguments, WORDS, ATTN_MOST_LINE_WORDS, &asked.least, &asked.most, status))
        return false;
    asked.examples = (size_t)lines;
    attn_options wishes = {.names = &cli_option_names};
    attn_run *run = attn_lesson_run(lesson, &wishes, status);
    const attn_evaluated *told = run ? attn_run_evaluate(run, &asked, status) : NULL;
    if (told != NULL && format == 0) tell(told, &out);
    if (told != NULL && format == 1) write_json(told, &out);
    bool written = told != NULL && cli_write_text(&out, status);
    attn_text_free(&out);
    attn_run_free(run);
    return written;
}

static const char *const parts[] = {"train", "validation", "test", "unseen", NULL};

static enum cli_exit run(const cli_arguments *arguments, attn_status *status)
{
    size_t part = 0;
    if (!cli_computing_read(arguments, THREADS, KERNELS, status) ||
        !cli_choice(arguments, PART, parts, &part, status))
        return CLI_USAGE;
    attn_lesson *lesson = open_lesson(arguments, status);
    if (lesson == NULL) return CLI_FAILED;
    bool done = evaluate(arguments, lesson, status);
    attn_lesson_free(lesson);
    return done ? CLI_DONE : CLI_FAILED;
}

static const cli_example examples[] = {
    {"attnviz evaluate translator", "how often it translates without a fault"},
    {"attnviz evaluate translator -n 200 --words 13-16",
     "on sentences longer than it has ever seen"},
    {NULL, NULL},
};

const cli_command cli_evaluate = {
    .name = "evaluate",
    .summary = "how good a trained model is",
    .operands = "LESSON | FILE.json",
    .most_operands = 1,
    .about =
        "Tries a lesson's model on examples that it has not learned from, as the lesson says: how "
        "many sentences it writes word for word, how far its weights are from the links of the "
        "words, and how often a map looks from one word to another that it should find. Of several "
        "maps the one is told that was best on other examples.",
    .option_count = OPTION_COUNT,
    .options = options,
    .examples = examples,
    .run = run,
};
