/*
 * lesson_read: a lesson file read. Everything that needs no numbers is checked here: keys, types,
 * grammar, which names exist, which functions call which.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "files/bytes/input.h"
#include "files/bytes/open.h"
#include "lesson/program/running.h"
#include "lesson/read/reading.h"

/* ---- definitions ---- */

static bool check_body(attn_json *json, attn_status *status, const cJSON *item)
{
    bool fine = cJSON_IsString(item) || (cJSON_IsArray(item) && item->child);
    for (const cJSON *line = cJSON_IsArray(item) ? item->child : NULL; line && fine;
         line = line->next)
        fine = cJSON_IsString(line);
    return fine || attn_json_fail(json, item, status,
                                  "a definition is a formula in quotes, or a list of them");
}

static bool define_one(attn_lesson *lesson, attn_json *json, const cJSON *item, bool shared)
{
    const cJSON *body = cJSON_IsObject(item) ? attn_config_choose(lesson, item) : item;
    const cJSON *line = cJSON_IsArray(body) ? body->child : body;
    size_t count = cJSON_IsArray(body) ? (size_t)cJSON_GetArraySize(body) : 1;
    if (!body) return false;
    const char **texts = attn_alloc(lesson->arena, count, sizeof *texts);
    origin *places = attn_alloc(lesson->arena, count, sizeof *places);
    void **origins = attn_alloc(lesson->arena, count, sizeof *origins);
    if (!texts || !places || !origins) return false;
    for (size_t i = 0; i < count; i++, line = line->next) {
        texts[i] = line->valuestring;
        places[i] = (origin){json, attn_json_start(json, line), 0};
        origins[i] = &places[i];
    }
    return attn_scope_define_function(lesson->scope, item->string, texts, origins, count, shared) ||
           attn_place_formula(lesson->status, attn_scope_origin(lesson->scope));
}

static bool read_definitions(attn_lesson *lesson, attn_json *json, const cJSON *object, bool shared)
{
    if (!object) return true;
    if (!cJSON_IsObject(object))
        return attn_json_fail(json, object, lesson->status,
                              "\"define\" is an object: { \"f(x)\": \"formula\" }");
    for (const cJSON *item = object->child; item; item = item->next) {
        for (const cJSON *one = cJSON_IsObject(item) ? item->child : NULL; one; one = one->next)
            if (!check_body(json, lesson->status, one)) return false;
        if (!cJSON_IsObject(item) && !check_body(json, lesson->status, item)) return false;
        if (!attn_scope_declare_function(lesson->scope, item->string, shared))
            return attn_place_fault(lesson->status,
                                    &(origin){json, attn_json_key_start(json, item), 0});
    }
    for (const cJSON *item = object->child; item; item = item->next)
        if (!define_one(lesson, json, item, shared)) return false;
    return true;
}

bool attn_definitions_read(attn_lesson *lesson)
{
    static const char file[] = "definitions.json";
    size_t length;
    const char *bytes = attn_builtin_bytes(file, &length);
    if (!bytes) return attn_fail(lesson->status, ATTN_FILE, "the program carries no %s", file);
    lesson->definitions =
        attn_json_parse(bytes, length, file, ATTN_MOST_LESSON_DEPTH, lesson->status);
    if (!lesson->definitions) return false;
    const cJSON *object =
        cJSON_GetObjectItemCaseSensitive(attn_json_root(lesson->definitions), "define");
    return read_definitions(lesson, lesson->definitions, object, true);
}

/* ---- letters ---- */

static bool read_letter(attn_lesson *lesson, const cJSON *item, bool length)
{
    attn_grammar grammar = attn_scope_grammar(lesson->scope);
    attn_name name;
    uint32_t code;
    const attn_sequence *sequence = attn_lesson_sequence(lesson, item);
    if (!sequence) return false;
    if (!attn_parse_name(&grammar, item->string, &name)) return attn_lesson_place_key(lesson, item);
    if (name.sub_count ||
        attn_utf8_next(name.word, strlen(name.word), &code) != strlen(name.word) ||
        item->string[0] == '\0')
        return attn_lesson_fail_key(lesson, item, "'%s' under \"%s\" must be a single letter",
                                    item->string, length ? "lengths" : "indices");
    return attn_scope_add_letter(lesson->scope, name.word, sequence, length) ||
           attn_lesson_place_key(lesson, item);
}

/* ---- weights ---- */

static bool add_path(attn_lesson *lesson, const cJSON *item, const char *path)
{
    if (lesson->weights_count == ATTN_MOST_WEIGHTS)
        return attn_lesson_fail(lesson, item, "\"weights\" names at most %d files",
                                ATTN_MOST_WEIGHTS);
    weights_file *file = &lesson->weights[lesson->weights_count++];
    *file = (weights_file){.path = path, .from = attn_origin_of(lesson, item)};
    return path != NULL;
}

static bool add_weights(attn_lesson *lesson, const cJSON *item)
{
    return add_path(lesson, item, attn_lesson_beside(lesson, item, "\"weights\""));
}

static int compare_paths(const void *a, const void *b)
{
    return strcmp(((const weights_file *)a)->path, ((const weights_file *)b)->path);
}

/* "model*.safetensors": the files of the lesson's folder that fit, in the order of their names. */
static bool add_fitting(attn_lesson *lesson, const cJSON *item)
{
    const int again = openat(lesson->opened, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *folder = again < 0 ? NULL : fdopendir(again);
    bool fine = true;
    for (const struct dirent *one; fine && folder && (one = readdir(folder));) {
        if (fnmatch(item->valuestring, one->d_name, FNM_PERIOD) != 0) continue;
        const char *path = attn_print(lesson->arena, "%s%s", lesson->folder, one->d_name);
        fine = path && attn_lesson_note_file(lesson, path) && add_path(lesson, item, path);
    }
    if (folder)
        closedir(folder);
    else if (again >= 0)
        close(again);
    if (!fine) return false;
    qsort(lesson->weights, lesson->weights_count, sizeof *lesson->weights, compare_paths);
    return lesson->weights_count ||
           attn_lesson_fail(
               lesson, item, "no file in %s has a name like %s%s",
               lesson->folder[0] ? lesson->folder : "the lesson's folder", item->valuestring,
               lesson->model ? "; weights in .bin or .pt files must be converted first "
                               "(attnviz-models(5))"
                             : "");
}

/* A file, several by "*", or { "r": [ … ] }: one for each number of an index. */
static bool read_weights(attn_lesson *lesson, const cJSON *item)
{
    if (!item) return true;
    if (cJSON_IsString(item) && strchr(item->valuestring, '*') && lesson->opened >= 0)
        return add_fitting(lesson, item);
    if (!cJSON_IsObject(item)) return add_weights(lesson, item);
    const cJSON *list = item->child;
    if (!list || list->next || !cJSON_IsArray(list) || !list->child)
        return attn_lesson_fail(lesson, item,
                                "\"weights\" names a file, or a file for each number of an index: "
                                "{ \"r\": [\"a.safetensors\", \"b.safetensors\"] }");
    const attn_letter *letter = attn_scope_letter(lesson->scope, list->string);
    if (!letter || letter->is_length)
        return attn_lesson_fail_key(
            lesson, list,
            "'%s' is not an index: declare under \"indices\" which sequence it runs over",
            list->string);
    lesson->weights_by = letter->name;
    for (const cJSON *one = list->child; one; one = one->next)
        if (!add_weights(lesson, one)) return false;
    return true;
}

/* ---- the whole ---- */

static const char *const top_keys[] = {"attnviz",  "title",     "summary", "seed",     "weights",
                                       "config",   "sequences", "indices", "lengths",  "given",
                                       "learned",  "define",    "steps",   "switches", "vary",
                                       "evaluate", "flow",      "expects", NULL};

static const cJSON *top(const attn_lesson *lesson, const char *key)
{
    return cJSON_GetObjectItemCaseSensitive(attn_json_root(lesson->json), key);
}

static bool read_head(attn_lesson *lesson)
{
    const cJSON *root = attn_json_root(lesson->json);
    size_t number;
    if (!cJSON_IsObject(root))
        return attn_lesson_fail(lesson, root, "a lesson is an object: { \"attnviz\": 1, … }");
    if (top(lesson, "attnviz-corpus"))
        return attn_lesson_fail(lesson, top(lesson, "attnviz-corpus"),
                                "this is a corpus for lessons to learn from, not a lesson");
    if (!top(lesson, "attnviz"))
        return attn_lesson_fail(lesson, root, "this is not a lesson: it must say \"attnviz\": 1");
    if (!attn_json_keys(lesson->json, root, top_keys, lesson->status)) return false;
    if (!attn_lesson_whole(lesson, top(lesson, "attnviz"),
                           "\"attnviz\", the version of the language,", 1, 1, &number))
        return false;
    if (!top(lesson, "title") || !top(lesson, "steps"))
        return attn_lesson_fail(lesson, root, "a lesson needs a \"%s\"",
                                top(lesson, "title") ? "steps" : "title");
    lesson->title = attn_lesson_text(lesson, top(lesson, "title"), "\"title\"");
    lesson->summary = top(lesson, "summary")
                          ? attn_lesson_text(lesson, top(lesson, "summary"), "\"summary\"")
                          : "";
    if (!lesson->title || !lesson->summary) return false;
    lesson->seed = 1;
    if (!top(lesson, "seed")) return true;
    return attn_lesson_whole_64(lesson, top(lesson, "seed"), "\"seed\"", 0, UINT64_C(1) << 53,
                                &lesson->seed);
}

/* Whether a file that a lesson can do without is there. */
static bool is_there(const attn_lesson *lesson, const char *path)
{
    attn_status status = {0};
    size_t length;
    if (lesson->builtin) return attn_builtin_bytes(path, &length) != NULL;
    const int file = attn_lesson_open(lesson, path, &status);
    const bool missing = file < 0 && errno == ENOENT;
    if (file >= 0) close(file);
    return !missing;
}

static bool add_config(attn_lesson *lesson, const cJSON *item)
{
    const char *path = attn_lesson_beside(lesson, item, "\"config\"");
    attn_input input;
    origin from = attn_origin_of(lesson, item);
    if (!path) return false;
    if (lesson->config_count && !is_there(lesson, path)) return true;
    if (lesson->config_count == ATTN_MOST_CONFIGS)
        return attn_lesson_fail(lesson, item, "\"config\" names at most %d files",
                                ATTN_MOST_CONFIGS);
    if (!attn_lesson_input(lesson, path, &from, ATTN_MOST_LESSON_BYTES, &input, lesson->status))
        return false;
    if (!lesson->config_count) lesson->config_file = path;
    attn_json *config =
        attn_json_parse(input.bytes, input.length, path, ATTN_MOST_LESSON_DEPTH, lesson->status);
    attn_input_close(&input);
    if (config) lesson->config[lesson->config_count++] = config;
    return config != NULL;
}

/* A file; or a list: the first, and others that need not be there. */
static bool read_config(attn_lesson *lesson, const cJSON *item)
{
    if (!item) return true;
    if (!cJSON_IsArray(item)) return add_config(lesson, item);
    for (const cJSON *one = item->child; one; one = one->next)
        if (!add_config(lesson, one)) return false;
    return item->child ||
           attn_lesson_fail(lesson, item, "\"config\" names a file, or a list of files");
}

bool attn_sequences_bind(attn_lesson *lesson)
{
    for (size_t i = 0; i < lesson->sequence_count; i++) {
        sequence_source *s = &lesson->sequences[i];
        if (!attn_bind_key(lesson->scope, &s->name))
            return attn_place_fault(lesson->status, &s->key_from);
    }
    return true;
}

/* What the diagram of the lesson shows. */
static bool read_flow(attn_lesson *lesson, const cJSON *object)
{
    static const field fields[] = {
        {.key = "to", .kind = FIELD_FORMULAS, .at = offsetof(attn_lesson, flow_to)},
        {.key = "without", .kind = FIELD_FORMULAS, .at = offsetof(attn_lesson, flow_without)},
        {.key = NULL}};
    if (!object) return true;
    if (!attn_key(object, "to"))
        return attn_lesson_fail(lesson, object,
                                "\"flow\" says what the diagram leads to, and which values get no "
                                "box: { \"to\": \"Z\", \"without\": [\"S\"] }");
    return attn_fields_read(lesson, object, fields, lesson);
}

bool attn_document_read(attn_lesson *lesson)
{
    if (!read_head(lesson) ||
        !attn_each_key(lesson, top(lesson, "switches"),
                       "\"switches\" is { \"scale\": [\"S = Q Kᵀ\"] }", attn_switch_read, false) ||
        !attn_definitions_read(lesson))
        return false;
    bool done =
        read_config(lesson, top(lesson, "config")) &&
        attn_each_key(lesson, top(lesson, "sequences"),
                      "\"sequences\" is an object: { \"words\": [\"The\", \"dog\"] }",
                      attn_sequence_read, false) &&
        attn_each_key(lesson, top(lesson, "indices"),
                      "\"indices\" is an object: { \"i\": \"source\" }", read_letter, false) &&
        attn_each_key(lesson, top(lesson, "lengths"),
                      "\"lengths\" is an object: { \"i\": \"source\" }", read_letter, true) &&
        read_weights(lesson, top(lesson, "weights")) &&
        read_definitions(lesson, lesson->json, top(lesson, "define"), false) &&
        attn_sequences_bind(lesson) &&
        attn_each_key(lesson, top(lesson, "given"),
                      "\"given\" is an object: { \"X\": [[1, 0], [0, 1]] }", attn_given_read,
                      false) &&
        attn_each_key(lesson, top(lesson, "learned"),
                      "\"learned\" is an object: { \"X\": [[1, 0], [0, 1]] }", attn_given_read,
                      true) &&
        attn_each_key(lesson, top(lesson, "expects"),
                      "\"expects\" is an object: { \"mlp_bias\": [null, false] }",
                      attn_expected_read, false) &&
        attn_switches_bind(lesson) &&
        attn_steps_read(lesson, top(lesson, "steps"), 0, 0, &lesson->steps, &lesson->step_count) &&
        attn_growing_bind(lesson) && attn_switches_check(lesson) &&
        attn_vary_read(lesson, top(lesson, "vary")) && read_flow(lesson, top(lesson, "flow"));
    if (done && top(lesson, "evaluate"))
        done = (lesson->evaluation = attn_evaluation_read(lesson, top(lesson, "evaluate"))) != NULL;
    return done && attn_lesson_finish(lesson);
}

bool attn_lesson_finish(attn_lesson *lesson)
{
    if (!attn_scope_check_functions(lesson->scope) || !attn_scope_check_names(lesson->scope))
        return attn_place_formula(lesson->status, attn_scope_origin(lesson->scope));
    return attn_find_changes(lesson);
}

/* "folder/" and "name" of "folder/name.json". */
static bool take_names(attn_lesson *lesson, const char *file, bool builtin)
{
    const char *slash = builtin ? NULL : strrchr(file, '/');
    const char *base = slash ? slash + 1 : file, *dot = strrchr(base, '.');
    size_t length = dot && dot > base ? (size_t)(dot - base) : strlen(base);
    lesson->builtin = builtin;
    lesson->file = builtin ? attn_print(lesson->arena, "%s.json", file)
                           : attn_print(lesson->arena, "%s", file);
    lesson->folder = attn_copy_text(lesson->arena, file, slash ? (size_t)(base - file) : 0);
    lesson->name = attn_copy_text(lesson->arena, base, builtin ? strlen(file) : length);
    if (!lesson->file || !lesson->folder || !lesson->name) return false;
    return attn_lesson_note_file(lesson, lesson->file);
}

static bool carried_input(attn_lesson *lesson, attn_input *input)
{
    *input = (attn_input){0};
    input->bytes = attn_builtin_bytes(lesson->file, &input->length);
    return input->bytes ||
           attn_fail(
               lesson->status, ATTN_USAGE,
               "the library carries no lesson '%s': attnviz_carried_name lists those it carries",
               lesson->name);
}

/* The lesson's folder is opened first, and the lesson then in it: what it names lies where it does,
 * whatever becomes of the folder's name. */
static bool file_input(attn_lesson *lesson, attn_input *input)
{
    const char *name;
    lesson->opened = attn_open_folder(AT_FDCWD, lesson->file, &name);
    int file = lesson->opened < 0 ? attn_fail_open(lesson->status)
                                  : attn_open(lesson->opened, name, lesson->status);
    return attn_input_take(input, file, lesson->file, ATTN_MOST_LESSON_BYTES, lesson->status);
}

static bool read_file(attn_lesson *lesson)
{
    attn_input input;
    if (!(lesson->builtin ? carried_input(lesson, &input) : file_input(lesson, &input)))
        return false;
    lesson->json = attn_json_parse(input.bytes, input.length, lesson->file, ATTN_MOST_LESSON_DEPTH,
                                   lesson->status);
    attn_input_close(&input);
    return lesson->json != NULL;
}

attn_lesson *attn_lesson_new(const char *name, attn_status *status)
{
    attn_arena *arena = attn_arena_new(status);
    attn_lesson *lesson = arena ? attn_alloc(arena, 1, sizeof *lesson) : NULL;
    attn_scope *scope = lesson ? attn_scope_new(arena) : NULL;
    if (scope) {
        *lesson = (attn_lesson){.arena = arena,
                                .status = status,
                                .scope = scope,
                                .file = name,
                                .folder = "",
                                .name = name,
                                .opened = -1,
                                .made = true,
                                .without = ""};
        if (attn_lesson_note_file(lesson, "")) return lesson;
    }
    attn_arena_free(arena);
    return NULL;
}

static void close_folder(attn_lesson *lesson)
{
    if (lesson->opened >= 0) close(lesson->opened);
    lesson->opened = -1;
}

attn_lesson *attn_lesson_read(const char *file, bool builtin, attn_status *status)
{
    attn_lesson *lesson = attn_lesson_new(file, status);
    if (!lesson) return NULL;
    lesson->made = false;
    lesson->file_count = 0;
    bool done =
        take_names(lesson, file, builtin) && read_file(lesson) && attn_document_read(lesson);
    if (done && lesson->file_count <= 1) close_folder(lesson); /* it names no others */
    return attn_lesson_settle(lesson, done);
}

attn_lesson *attn_lesson_settle(attn_lesson *lesson, bool done)
{
    while (lesson->config_count) attn_json_free(lesson->config[--lesson->config_count]);
    if (done) return lesson;
    attn_status_place(lesson->status, lesson->file, 0, 0);
    attn_lesson_free(lesson);
    return NULL;
}

void attn_lesson_free(attn_lesson *lesson)
{
    if (!lesson) return;
    if (!lesson->original) {
        attn_json_free(lesson->json);
        attn_json_free(lesson->definitions);
        close_folder(lesson);
    }
    attn_arena_free(lesson->arena);
}

const char *attn_lesson_name(const attn_lesson *lesson)
{
    return lesson->name;
}

const char *attn_lesson_argument(const attn_lesson *lesson)
{
    return lesson->builtin ? lesson->name : lesson->model ? lesson->folder : lesson->file;
}

const char *attn_lesson_file_at(const attn_lesson *lesson, size_t i)
{
    return !lesson->builtin && i < lesson->file_count ? lesson->files[i].path : NULL;
}

bool attn_lesson_trains(const attn_lesson *lesson)
{
    return lesson->trains;
}

bool attn_lesson_watches(const attn_lesson *lesson)
{
    for (size_t i = 0; i < lesson->step_count; i++)
        if (lesson->steps[i].train && lesson->steps[i].train->watch.count) return true;
    return false;
}

const char *attn_lesson_weights(const attn_lesson *lesson)
{
    for (size_t i = 0; i < lesson->given_count; i++)
        if (lesson->givens[i].form == FORM_WEIGHTS) return NULL;
    return lesson->builtin || lesson->weights_by ? NULL : lesson->weights[0].path;
}

const char *attn_lesson_flow_at(const attn_lesson *lesson, bool within, size_t i)
{
    const lines *names = within ? &lesson->flow_without : &lesson->flow_to;
    return i < names->count ? names->items[i]->text : NULL;
}

const char *attn_lesson_title(const attn_lesson *lesson)
{
    return lesson->title;
}

const char *attn_lesson_summary(const attn_lesson *lesson)
{
    return lesson->summary;
}

size_t attn_lesson_checks(const attn_lesson *lesson)
{
    return lesson->check_count;
}

/* ---- titles and summaries of built-in lessons ---- */

static const char *copy_key(const attn_json *json, const char *key, attn_arena *arena)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(attn_json_root(json), key);
    const char *text = cJSON_IsString(item) ? item->valuestring : "";
    return attn_copy_text(arena, text, strlen(text));
}

bool attn_builtin_lesson_describe(const attn_builtin_lesson *lesson, attn_arena *arena,
                                  const char **title, const char **summary)
{
    attn_status *status = attn_arena_status(arena);
    const char *file = attn_print(arena, "%s.json", lesson->name);
    size_t length = 0;
    const char *bytes = file ? attn_builtin_bytes(file, &length) : NULL;
    if (!bytes) return attn_fail(status, ATTN_FILE, "the program carries no %s", lesson->name);
    attn_json *json = attn_json_parse(bytes, length, file, ATTN_MOST_LESSON_DEPTH, status);
    if (!json) return false;
    *title = copy_key(json, "title", arena);
    *summary = copy_key(json, "summary", arena);
    attn_json_free(json);
    return *title && *summary;
}
