/*
 * api_generate: what a lesson writes by itself, word by word, for one sentence or many.
 */
#include "api/api.h"

#include <string.h>
#include <unistd.h>

#include "core/budget.h"
#include "document/generated.h"
#include "files/json/json_write.h"

typedef struct generating {
    attnviz_lesson *lesson;
    const attnviz_generation *asked;
    attn_options run; /* of every sentence */
    attn_target picture;
    attn_fonts *fonts; /* of the picture; NULL: none is drawn */
    attn_api_call *call;
    attn_arena *arena; /* of the call */
    size_t count, beam;
    size_t said;              /* bytes of a line that went out while it was written */
    attn_written *written;    /* for each sentence */
    attn_run *beside;         /* that they need; or NULL */
    attn_sentence *sentences; /* to begin with; text NULL: what the inputs say, or the lesson */
} generating;

/* ---- what is asked ---- */

/* The picture's name, and that nothing that is written overwrites what is read. */
static bool check_outputs(generating *g)
{
    static const struct attn_mend mends[] = {
        {ATTN_FORMAT_TEXT, "the words are printed, without -o"},
        {ATTN_FORMAT_JSON, "--format json prints the words, without -o"},
        {ATTN_FORMAT_NONE, NULL}};
    const char *path = g->asked->picture;
    attn_status *status = g->call->status;
    g->picture.path = path;
    g->picture.mend = "attnviz heatmap draws each as its own file";
    attn_writer writer = attn_picture_writer;
    writer.mends = mends;
    const attn_reads reads = {.lesson = g->lesson->lesson,
                              .run = &g->run,
                              .files = g->asked->files,
                              .file_count = attn_api_count(g->asked->files)};
    const char *output = g->call->to->path;
    if (!attn_api_spares(&reads, output, status) || path == NULL) return attn_ok(status);
    if (output && attn_api_one_output(output, path)) return attn_api_fail_twice(path, status);
    if (g->count > 1)
        return attn_fail(status, ATTN_USAGE,
                         "there is one name for the picture, but %zu sentences: leave the name "
                         "out, or give one sentence",
                         g->count);
    return attn_api_spares(&reads, path, status) &&
           attn_format_choose(&writer, path, &g->picture.format, status);
}

bool attn_api_beam(size_t beam, attn_status *status)
{
    return beam <= ATTN_MOST_BEAM ||
           attn_fail(status, ATTN_USAGE, "a beam is 1 to %zu wide, not %zu", ATTN_MOST_BEAM, beam);
}

/* Words are drawn, or the best is taken; and how many there are. */
static bool check_choice(generating *g)
{
    const attnviz_generation *asked = g->asked;
    attn_status *status = g->call->status;
    const bool cut = asked->top_k > 0 || asked->top_p > 0;
    g->run.most = asked->most;
    g->run.choice = (attn_choice){asked->temperature, asked->top_k, asked->top_p};
    if (cut && asked->temperature == 0) g->run.choice.temperature = 1;
    if (!(asked->temperature >= 0 && asked->temperature <= 100) ||
        !(asked->top_p >= 0 && asked->top_p <= 1))
        return attn_fail(status, ATTN_USAGE,
                         "a temperature lies between 0 and 100, a probability between 0 and 1");
    return g->run.choice.temperature == 0 || asked->beam < 2 ||
           attn_fail(status, ATTN_USAGE,
                     "a beam keeps the best words, and a temperature draws them: leave one out");
}

static bool check_beam(generating *g)
{
    attn_status *status = g->call->status;
    g->beam = g->asked->beam ? g->asked->beam : 1;
    g->run.continues = true;
    if (!attn_api_beam(g->beam, status) || g->beam == 1) return attn_ok(status);
    if (attn_lesson_continues(g->lesson->lesson))
        return attn_fail(status, ATTN_USAGE,
                         "a text that is continued grows word by word: leave --beam out");
    return !attn_lesson_generated_at(g->lesson->lesson, 1) ||
           attn_fail(status, ATTN_USAGE,
                     "--beam needs one sequence that grows, and this lesson has several");
}

/* A sentence where a file of sentences is expected. */
static bool refuse_sentence(const char *word, attn_status *status)
{
    bool like_file = strcmp(word, "-") == 0 || (attn_api_is_file(word) && !strchr(word, ' '));
    return like_file || access(word, F_OK) == 0 ||
           attn_fail(status, ATTN_USAGE,
                     "no file '%s': write a sentence after --sentence, as in --sentence '%s'", word,
                     word);
}

static bool collect(generating *g)
{
    const char *const *files = g->asked->files;
    attn_status *status = g->call->status;
    size_t count = attn_api_count(files);
    if (g->run.sentence && count)
        return attn_fail(status, ATTN_USAGE,
                         "the sentences come from %s: leave out --sentence, or leave out the file",
                         files[0]);
    for (size_t i = 0; i < count; i++)
        if (!attn_api_refuse_picture(files[i], status) || !refuse_sentence(files[i], status) ||
            !attn_api_sentences(files[i], g->arena, &g->sentences, &g->count, status))
            return false;
    if (count > 0) return attn_ok(status);
    const attn_sentence only = {.text = g->run.sentence};
    return attn_append(g->arena, &g->sentences, &g->count, &only, sizeof only) != NULL;
}

/* ---- what comes of a sentence ---- */

/* What whoever reads the words should know of them. */
static void warn_of(const generating *g, const attn_sentence *s, const attn_run *run)
{
    attn_ear *ear = &g->lesson->ear;
    const char *place = attn_api_place(s, g->arena);
    attn_text words = {0};
    attn_ear_weights(ear, run);
    for (size_t at = 0; attn_add_unknown(run, &at, &words); attn_text_clear(&words))
        attn_ear_warn(ear, place, attn_text_string(&words));
    for (size_t i = 0; i < attn_run_outcome(run)->warning_count; i++) {
        attn_text_clear(&words);
        attn_add_warning(run, i, g->arena, &words);
        attn_ear_warn(ear, place, attn_text_string(&words));
    }
    for (size_t i = 0; i < attn_run_outcome(run)->generated_count; i++) {
        attn_text_clear(&words);
        attn_add_unfinished(&attn_run_outcome(run)->generated[i], &words);
        if (words.length > 0) attn_ear_warn(ear, place, attn_text_string(&words));
    }
    if (attn_run_outcome(run)->untrained)
        attn_ear_warn(ear, place, "this model is untrained: its words mean nothing");
    attn_text_free(&words);
}

/* The words of a sequence as a sentence, but for the bytes that were said already. */
static void add_words(const attn_generated *grown, size_t said, attn_text *out)
{
    attn_text words = {0}, line = {0};
    attn_add_generated(grown, &words);
    attn_text_add_escaped(&line, attn_text_string(&words), words.length, false);
    if (line.length > said)
        attn_text_add_bytes(out, attn_text_string(&line) + said, line.length - said);
    attn_text_end(&words, out);
    attn_text_end(&line, out);
}

/* A line for each sequence; where there are several, its name before it. */
static void add_lines(const generating *g, const attn_run *run)
{
    attn_text *out = &g->call->text;
    bool several = attn_lesson_generated_at(g->lesson->lesson, 1) != NULL;
    for (size_t i = 0; i < attn_run_outcome(run)->generated_count; i++) {
        if (several) attn_text_print(out, "%s: ", attn_run_outcome(run)->generated[i].name);
        add_words(&attn_run_outcome(run)->generated[i], g->said, out);
        attn_text_add(out, "\n");
    }
}

/* What is said by now goes out, but for the last word, which the next piece may go on with. */
static void say(void *user, const attn_generated *grown)
{
    generating *g = user;
    attn_text line = {0};
    add_words(grown, 0, &line);
    const char *text = attn_text_string(&line), *blank = strrchr(text, ' ');
    const size_t end = blank ? (size_t)(blank - text) : 0;
    if (end > g->said && !line.failed) {
        attn_text_add_bytes(&g->call->text, text + g->said, end - g->said);
        g->said = end;
        attn_api_flush(g->call);
    }
    attn_text_free(&line);
}

static void add_json(const generating *g, const attn_sentence *s, const attn_run *run)
{
    attn_text *out = &g->call->text;
    attn_text_add(out, s == g->sentences ? "{" : ",\n{");
    if (s->text) attn_json_print(out, "\"sentence\":%s", s->text);
    attn_json_print(out, "\"grown\":[");
    for (size_t i = 0; i < attn_run_outcome(run)->generated_count; i++)
        attn_json_generated(out, &attn_run_outcome(run)->generated[i]);
    attn_text_add(out, "],");
    if (attn_lesson_continues(g->lesson->lesson))
        attn_text_print(out, "\"numbers\":{\"kept\":%zu,\"of\":%zu},", attn_run_outcome(run)->kept,
                        attn_run_outcome(run)->made);
    attn_text_add(out, "\"unknown\":[");
    for (size_t i = 0; i < attn_run_outcome(run)->unknown_count; i++)
        attn_json_unknown(out, &attn_run_outcome(run)->unknown[i]);
    attn_text_add(out, "]}");
}

/* ---- the picture ---- */

/* "le chat → the cat"; NULL, for the lesson's own title, where no sentence is given. */
static const char *title_of(const generating *g, const attn_sentence *s, const attn_run *run)
{
    const char *text = s->text ? s->text : g->run.input_count == 1 ? g->run.inputs[1] : NULL;
    if (text == NULL) return NULL;
    attn_text words = {0};
    attn_add_generated(&attn_run_outcome(run)->generated[0], &words);
    const char *title = attn_print(g->arena, "%s → %s", text, attn_text_string(&words));
    attn_text_free(&words);
    return title ? attn_api_title(title, g->arena) : NULL;
}

static bool draw(const generating *g, const attn_sentence *s, const attn_run *run)
{
    attn_sheet_options look = {0};
    attn_map_list list;
    attn_status *status = g->call->status;
    if (!attn_show_maps(run, NULL, 0, g->arena, &list)) return false;
    if (list.count == 0)
        return attn_fail(status, ATTN_USAGE,
                         "the lesson %s draws no map: leave the picture out, or name a value with "
                         "attnviz heatmap --show",
                         attn_lesson_name(g->lesson->lesson));
    if (!attn_show_has_cells(run, &list, status) ||
        !attn_show_sheet(run, list.maps, list.count, title_of(g, s, run), g->arena, &look))
        return false;
    look.style.fonts = g->fonts;
    return attn_api_draw(&look, &g->picture, g->arena);
}

/* ---- all of them ---- */

static bool tell(const generating *g, const attn_sentence *s, const attn_run *run)
{
    if (attn_run_outcome(run)->generated_count == 0) /* every sequence that could grow was given */
        return attn_fail(g->call->status, ATTN_USAGE,
                         "all words of '%s' are given, so nothing is left to write: leave them out "
                         "(attnviz explain computes the lesson with them)",
                         attn_lesson_generated_at(g->lesson->lesson, 0));
    warn_of(g, s, run);
    if (g->asked->json) add_json(g, s, run);
    if (!g->asked->json) add_lines(g, run);
    return (g->asked->json || attn_api_flush(g->call)) && (!g->asked->picture || draw(g, s, run));
}

/* Writes several sentences together. A sentence that fails here has no words yet, and is run alone
 * afterwards, which reports the fault. */
static bool write_together(generating *g)
{
    attn_status unsaid = {0};
    const char **texts = attn_alloc(g->arena, g->count, sizeof *texts);
    g->written = attn_alloc(g->arena, g->count, sizeof *g->written);
    if (!texts || !g->written) return false;
    for (size_t i = 0; i < g->count; i++) texts[i] = g->sentences[i].text;
    if (g->count > 1 && !attn_lesson_continues(g->lesson->lesson))
        g->beside = attn_lesson_write(g->lesson->lesson, &g->run, texts, g->count, g->beam,
                                      g->written, g->arena, &unsaid);
    return attn_ok(g->call->status);
}

/* With a beam, a sentence is written before its run, which by itself would take the best word each
 * time. */
static bool write_alone(const generating *g, const attn_sentence *s)
{
    attn_status *status = g->call->status;
    attn_status said = {0};
    attn_written *written = &g->written[s - g->sentences];
    if (g->beam == 1 || written->words) return true;
    attn_run_free(attn_lesson_write(g->lesson->lesson, &g->run, &s->text, 1, g->beam, written,
                                    g->arena, &said));
    written->beside = NULL;
    attn_status_join(status, &said);
    return attn_ok(status);
}

static void generate(generating *g, const attn_sentence *s)
{
    attn_status *status = g->call->status;
    attn_renew(status); /* each sentence has the whole budget */
    g->said = 0;
    g->run.sentence = s->text;
    g->run.written = write_alone(g, s) ? &g->written[s - g->sentences] : NULL;
    attn_run *run = g->run.written ? attn_lesson_run(g->lesson->lesson, &g->run, status) : NULL;
    if (run != NULL && tell(g, s, run)) attn_ear_judge(&g->lesson->ear, run);
    if (!run && g->said && status->code != ATTN_FILE) { /* what was said is a line */
        attn_text_add(&g->call->text, "\n");
        attn_api_flush(g->call);
    }
    if (!attn_ok(status) && status->code != ATTN_FILE)
        attn_status_prefix(status, attn_api_place(s, g->arena));
    attn_run_free(run);
}

static void generate_all(generating *g)
{
    attn_text *out = &g->call->text;
    if (g->asked->picture) g->fonts = attn_fonts_new(); /* looked for while it is computed */
    if (g->asked->json) {
        attn_text_add(out, "{\"attnviz\":1,\"lesson\":");
        attn_json_string(out, attn_lesson_name(g->lesson->lesson));
        attn_text_add(out, ",\"sentences\":[\n");
    }
    if (!g->asked->json && !g->call->file && !attn_lesson_generated_at(g->lesson->lesson, 1))
        g->run.heard = say;
    g->run.hears = g;
    const bool begun = write_together(g);
    for (size_t i = 0; begun && attn_ok(g->call->status) && i < g->count; i++)
        generate(g, &g->sentences[i]);
    if (g->asked->json) attn_text_add(out, "]}\n");
    if (g->asked->json && attn_ok(g->call->status)) attn_api_flush(g->call);
    attn_fonts_free(g->fonts);
    attn_run_free(g->beside);
}

bool attnviz_lesson_generate(attnviz_lesson *lesson, const attnviz_generation *generation,
                             const attnviz_output *output, attnviz_fault *fault)
{
    static const attnviz_generation usual;
    attn_api_call call;
    if (!attn_api_given(lesson, "the lesson", fault) ||
        !attn_api_begin_text(&call, lesson, output, fault))
        return false;
    generating g = {.lesson = lesson,
                    .asked = generation ? generation : &usual,
                    .call = &call,
                    .arena = call.arena};
    if (attn_api_suits(lesson->lesson, ATTNVIZ_TO_GENERATE, &lesson->status) &&
        attn_api_options(lesson, &g.asked->wishes, &g.run) && check_choice(&g) && check_beam(&g) &&
        collect(&g) && check_outputs(&g))
        generate_all(&g);
    return attn_api_end(&call);
}
