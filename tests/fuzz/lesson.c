/*
 * lesson: any bytes as a lesson file, run (often twice) and told as text and as JSON, to memory.
 *
 * Beside it lie a list of words, weights, a configuration and a picture that it may name.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "beside.h"
#include "document/document.h"
#include "files/json/json.h"
#include "formula/eval/machine.h"
#include "fuzz.h"
#include "lesson/grade/mistakes.h"
#include "lesson/run/compare.h"
#include "record/operation.h"

/* ---- the files beside ---- */

static const char vocabulary[] = "the\ncat\nle chat\n<unk>\n";
static const char config[] = "{\"d\":2,\"layers\":[1,2],\"act\":\"gelu\"}";
static const char header[] = "{\"W\":{\"dtype\":\"F32\",\"shape\":[2,2],\"data_offsets\":[0,16]},"
                             "\"b\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[16,24]}}";
/* two pixels, red and white */
static const unsigned char picture[] = {
    0x89, 'P',  'N',  'G',  0x0D, 0x0A, 0x1A, 0x0A, 0,    0,    0,    0x0D, 'I',  'H',  'D',
    'R',  0,    0,    0,    2,    0,    0,    0,    1,    8,    2,    0,    0,    0,    0x7B,
    0x40, 0xE8, 0xDD, 0,    0,    0,    0x0F, 'I',  'D',  'A',  'T',  0x78, 0xDA, 0x63, 0xF8,
    0xCF, 0xC0, 0xF0, 0xFF, 0xFF, 0x7F, 0,    0x0B, 0xFB, 3,    0xFD, 0x64, 0x6C, 0xD3, 0,
    0,    0,    0,    0,    'I',  'E',  'N',  'D',  0xAE, 0x42, 0x60, 0x82};

static void write_weights(void)
{
    enum { LENGTH = sizeof header - 1 };
    static const float numbers[] = {1, 0.5F, -2, 0, 3, 1e-3F};
    char file[8 + LENGTH + sizeof numbers] = {(char)(unsigned char)LENGTH};
    memcpy(file + 8, header, LENGTH);
    memcpy(file + 8 + LENGTH, numbers, sizeof numbers);
    beside_write("w", file, sizeof file);
}

static void write_files(void)
{
    static bool written;
    if (written) return;
    beside_write("v", vocabulary, sizeof vocabulary - 1);
    beside_write("c", config, sizeof config - 1);
    beside_write("p", (const char *)picture, sizeof picture);
    write_weights();
    written = true;
}

/* ---- what must hold ---- */

static void check_rows(const attn_tensor *value)
{
    for (size_t row = 0; row < value->batch * value->rows; row++) {
        double sum = 0;
        for (size_t i = 0; i < value->cols; i++) {
            float weight = value->data[row * value->cols + i];
            fuzz_require(weight >= 0 && weight <= 1, "a weight lies between 0 and 1");
            sum += (double)weight;
        }
        fuzz_require(fabs(sum - 1) < 1e-6 * (double)(value->cols + 8), "weights sum to one");
    }
}

static void check_value(const attn_record *record, attn_node node)
{
    const attn_tensor *value = attn_value(record, node);
    fuzz_require_numbers(value->data, value->batch * attn_tensor_size(value), value->masked);
    if (attn_node_is_weights(record, node) && value->rank != ATTN_NUMBER) check_rows(value);
}

static void check_values(const attn_run *run)
{
    for (size_t i = 0; i < attn_run_outcome(run)->moment_count; i++) {
        const attn_moment *moment = &attn_run_outcome(run)->moments[i];
        for (size_t k = 0; k < moment->made_count; k++)
            check_value(attn_run_record(run), moment->made[k].node);
        for (size_t k = 0; k < moment->map_count; k++)
            check_value(attn_run_record(run), moment->maps[k].node);
    }
}

static void check_json(const attn_text *json)
{
    enum { DEEP = 100 };
    attn_status status = {0};
    attn_json *again = attn_json_parse(attn_text_string(json), json->length, "told", DEEP, &status);
    fuzz_require(again != NULL, "JSON that is written can be read");
    attn_json_free(again);
}

/* ---- asking ---- */

static bool is_name(const char *label)
{
    attn_status status = {0};
    attn_arena *arena = attn_arena_new(&status);
    const attn_expr *expr = attn_parse_label(arena, label);
    bool name = expr != NULL && expr->kind == ATTN_EXPR_NAME;
    attn_arena_free(arena);
    return name;
}

/* The name by which a value is shown asks for this value, but where it has grown since. */
static void ask_for(attn_run *run, const attn_made *shown, attn_status *status)
{
    attn_made *made = NULL;
    size_t count = 0;
    if (!is_name(shown->label)) return;
    bool answered = attn_run_ask(run, shown->label, &made, &count);
    fuzz_require(answered || status->code == ATTN_LIMIT, "what is shown can be asked for");
    *status = (attn_status){0};
    if (!answered || count != 1) return;
    const attn_tensor *value = attn_value(attn_run_record(run), shown->node),
                      *again = attn_value(attn_run_record(run), made[0].node);
    if (!attn_same_shape(value, again)) return;
    size_t bytes = attn_tensor_size(value) * sizeof *value->data;
    fuzz_require(memcmp(value->data, again->data, bytes) == 0, "and is what it was shown as");
}

static void ask_for_all(attn_run *run, attn_status *status)
{
    for (size_t i = 0; i < attn_run_outcome(run)->moment_count; i++) {
        const attn_moment *moment = &attn_run_outcome(run)->moments[i];
        for (size_t k = 0; k < moment->shown_count; k++) ask_for(run, &moment->shown[k], status);
        for (size_t k = 0; k < moment->again_count; k++) ask_for(run, &moment->again[k], status);
    }
}

/* ---- running and rendering ---- */

/* True once all is told; false where there is more to tell than the budgets allow, which are small
 * here. */
static bool is_told(bool told, const attn_status *status, const char *promise)
{
    fuzz_require(told || status->code == ATTN_LIMIT, promise);
    return told;
}

/* In colours, on a narrow page, with every number: for its own sake. */
static void tell_narrow(attn_run *run)
{
    const attn_show_options look = {.columns = 24, .precision = 9, .color = true, .all = true};
    attn_status status = {0};
    attn_text text = {0};
    bool told = attn_show_text(run, &look, &text, NULL, &status);
    if (is_told(told, &status, "a run can be told")) fuzz_require_colored(&text);
    attn_text_free(&text);
}

/* As a page. */
static void tell_page(attn_run *run)
{
    const attn_show_options look = {.columns = 80, .precision = 4};
    attn_status status = {0};
    attn_text text = {0};
    is_told(attn_show_markdown(run, &look, &text, &status), &status, "a run is a page of Markdown");
    status = (attn_status){0};
    is_told(attn_show_html(run, &look, &text, &status), &status, "a run is a page of HTML");
    status = (attn_status){0};
    is_told(attn_show_latex(run, &look, &text, &status), &status, "a run is a page of LaTeX");
    fuzz_require_harmless(attn_text_string(&text), text.length, true);
    attn_text_free(&text);
}

/* False where it could not be told in whole. */
static bool tell(attn_run *run, const attn_run *with, attn_text *told)
{
    const attn_show_options look = {.columns = 80, .precision = 4, .with = with};
    attn_status status = {0};
    attn_text json = {0};
    bool whole = attn_show_text(run, &look, told, NULL, &status) &&
                 attn_show_json(run, &look, &json, &status);
    if (is_told(whole, &status, "a run can be told, and as JSON")) check_json(&json);
    attn_text_add_bytes(told, attn_text_string(&json), json.length);
    fuzz_require_harmless(attn_text_string(told), told->length, true);
    attn_text_free(&json);
    return whole;
}

/*
 * The same lesson, to the last bit: computed simply; with every value given back as soon as the
 * rules allow; and besides with statements over indices computed in one go wherever that can be
 * done.
 */
typedef enum way { SIMPLE, SPARING, AT_ONCE } way;

/* All that is said of one run, or of its fault. */
static attn_code run_once(attn_lesson *lesson, way how, bool narrow, attn_text *told)
{
    attn_status status = {0};
    attn_large_numbers = how == SIMPLE ? SIZE_MAX : 2;
    attn_at_once_elements = how == AT_ONCE ? 1 : SIZE_MAX;
    attn_run *run = attn_lesson_run(lesson, NULL, &status);
    fuzz_require((run != NULL) == attn_ok(&status), "a run that fails is a fault");
    fuzz_require_sane(&status);
    attn_status_text(&status, "attnviz", told);
    if (run != NULL) {
        check_values(run);
        if (!tell(run, NULL, told)) status.code = ATTN_LIMIT;
        if (narrow) tell_narrow(run);
        if (narrow) tell_page(run);
        if (narrow) ask_for_all(run, &status);
    }
    attn_run_free(run);
    return status.code;
}

/* Second runs, and the narrow page, are for a fourth of the inputs each: they take as long as all
 * the rest. Limits count what is done, which is not the same in all ways. */
static void run_lesson(attn_lesson *lesson, size_t length)
{
    static const way ways[] = {SIMPLE, AT_ONCE, SPARING, AT_ONCE};
    attn_text first = {0}, second = {0};
    attn_code one = run_once(lesson, ways[length % 4], length % 4 == 1, &first);
    if (length % 4 == 0) {
        attn_code other = run_once(lesson, AT_ONCE, false, &second);
        bool same = strcmp(attn_text_string(&first), attn_text_string(&second)) == 0;
        fuzz_require(same || one == ATTN_LIMIT || other == ATTN_LIMIT,
                     "a lesson run again, in another way, says the same");
    }
    attn_text_free(&first);
    attn_text_free(&second);
}

/* The lesson without what it can do without: each switch alone, told beside the lesson as it is. */
static void run_without(attn_lesson *lesson, const char *without)
{
    const attn_changes changes = {.switch_count = 1, .switches = &without};
    attn_status status = {0};
    attn_text told = {0};
    attn_lesson *changed = attn_lesson_changed(lesson, &changes, &status);
    attn_run *with = changed ? attn_lesson_run(lesson, NULL, &status) : NULL;
    attn_run *run = with ? attn_lesson_run(changed, NULL, &status) : NULL;
    fuzz_require((run != NULL) == attn_ok(&status), "a run that fails is a fault");
    fuzz_require_sane(&status);
    if (run != NULL) check_values(run);
    if (run != NULL) tell(run, with, &told);
    attn_text_free(&told);
    attn_run_free(run);
    attn_run_free(with);
    attn_lesson_free(changed);
}

/* A mistake that is often made; most lessons have no place for it. */
static void run_mistaken(attn_lesson *lesson, const attn_mistake *mistake)
{
    const attn_rewriting made = {.count = attn_mistake_rules(mistake), .rules = mistake->rules};
    const attn_changes changes = {.rewriting_count = 1, .rewritings = &made};
    attn_status status = {0};
    attn_lesson *changed = attn_lesson_changed(lesson, &changes, &status);
    bool exchanged = changed && attn_lesson_exchange_at(changed, 0);
    attn_run *run = exchanged ? attn_lesson_run(changed, NULL, &status) : NULL;
    fuzz_require_sane(&status);
    if (run != NULL) check_values(run);
    attn_run_free(run);
    attn_lesson_free(changed);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    attn_status status = {0};
    char *text = fuzz_copy(bytes, length);
    write_files();
    beside_write("lesson.json", text, length);
    attn_lesson *lesson = attn_lesson_read(beside_path("lesson.json"), false, &status);
    fuzz_require((lesson != NULL) == attn_ok(&status), "a lesson that cannot be read is a fault");
    fuzz_require_sane(&status);
    if (lesson != NULL) run_lesson(lesson, length);
    for (size_t i = 0; lesson != NULL && attn_lesson_switch_at(lesson, i); i++)
        run_without(lesson, attn_lesson_switch_at(lesson, i));
    if (lesson != NULL) run_mistaken(lesson, &attn_mistakes[length % 16]);
    attn_lesson_free(lesson);
    free(text);
    return 0;
}
