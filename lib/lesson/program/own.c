/*
 * own: each array takes the place of a given value of its name, each list of words the place of a
 * sequence.
 */
#include "lesson/program/own.h"
#include "lesson/program/patched.h"

#include <math.h>
#include <string.h>

/* ---- whose place is taken ---- */

static const given *find_given(const attn_lesson *lesson, const char *name)
{
    for (size_t i = 0; i < lesson->given_count; i++) {
        const given *g = &lesson->givens[i];
        if (strcmp(g->key, name) == 0 || strcmp(attn_name_label(&g->name), name) == 0) return g;
    }
    return NULL;
}

/* Words that stand in the lesson itself, or are its input; numbers are none. */
static bool is_open(const sequence_source *s)
{
    return s->kind == WORDS_WRITTEN || s->kind == WORDS_INPUT;
}

static const sequence_source *find_sequence(const attn_lesson *lesson, const char *name)
{
    for (size_t i = 0; i < lesson->sequence_count; i++)
        if (strcmp(lesson->sequences[i].sequence->name, name) == 0) return &lesson->sequences[i];
    return NULL;
}

static void add_name(attn_text *names, size_t *count, const char *name)
{
    enum { MOST_NAMED = 20 };
    if (*count < MOST_NAMED) attn_text_print(names, "%s%s", *count ? ", " : "", name);
    if (*count == MOST_NAMED) attn_text_add(names, " …");
    ++*count;
}

static bool fail_unknown(const attn_run *run, const char *from, const char *name)
{
    const attn_lesson *lesson = run->lesson;
    attn_text names = {0};
    size_t count = 0;
    for (size_t i = 0; i < lesson->sequence_count; i++)
        if (is_open(&lesson->sequences[i]))
            add_name(&names, &count, lesson->sequences[i].sequence->name);
    for (size_t i = 0; i < lesson->given_count; i++)
        if (!lesson->givens[i].learned) add_name(&names, &count, lesson->givens[i].key);
    attn_fail(run->status, ATTN_INPUT, "the lesson %s is not given %s%s%s, only %s",
              attn_lesson_name(lesson), *name ? "'" : "an array without a name", name,
              *name ? "'" : "", count ? attn_text_string(&names) : "nothing that can be replaced");
    attn_status_place(run->status, from, 0, 0);
    attn_text_free(&names);
    return false;
}

/* ---- reading ---- */

static bool check_numbers(const attn_run *run, const attn_array *array, const char *name,
                          const float *numbers, const char *from)
{
    size_t i = 0;
    while (i < array->count && isfinite(numbers[i])) i++;
    if (i == array->count && array->count > 0) return true;
    if (array->count == 0)
        attn_fail(run->status, ATTN_INPUT, "%s is empty", name);
    else
        attn_fail(run->status, ATTN_INPUT, "number %zu of %s is %s", i + 1, name,
                  isnan(numbers[i]) ? "not a number" : "infinite");
    attn_status_place(run->status, from, 0, 0);
    return false;
}

/* name: of what it replaces. */
static bool take_array(attn_run *run, attn_arrays *file, const attn_array *array, const char *name,
                       const char *from)
{
    own_value own = {.given = find_given(run->lesson, name), .from = from, .rank = array->rank};
    if (!own.given || own.given->learned) return fail_unknown(run, from, name);
    memcpy(own.shape, array->shape, sizeof own.shape);
    if (!attn_array_ask(file, array, array->count, run->status)) return false;
    own.numbers = attn_alloc(run->arena, array->count, sizeof *own.numbers);
    return own.numbers && attn_array_read(file, array, 0, array->count, own.numbers, run->status) &&
           check_numbers(run, array, name, own.numbers, from) &&
           attn_append(run->arena, &run->owns, &run->own_count, &own, sizeof own);
}

static bool add_words(attn_run *run, const sequence_source *s, word_list words)
{
    return attn_append(run->arena, &run->own_words, &run->own_word_count, &(own_words){s, words},
                       sizeof(own_words)) != NULL;
}

static bool take_text(attn_run *run, const attn_array_text *text, const char *from)
{
    const sequence_source *s = find_sequence(run->lesson, text->name);
    if (!s || !is_open(s)) return fail_unknown(run, from, text->name);
    if (!text->list || !text->words || text->count == 0) {
        attn_fail(run->status, ATTN_INPUT, "%s is a list of words: [\"The\", \"cat\"]", text->name);
        attn_status_place(run->status, from, text->line, text->column);
        return false;
    }
    word_list words = {.words = attn_alloc(run->arena, text->count, sizeof *words.words),
                       .count = text->count};
    for (size_t i = 0; words.words && i < text->count; i++)
        words.words[i] = attn_copy_text(run->arena, text->words[i], strlen(text->words[i]));
    return words.words && add_words(run, s, words);
}

static bool read_file(attn_run *run, const char *path)
{
    attn_arrays *file = attn_arrays_open_texts(path, run->status);
    const attn_array *array;
    const attn_array_text *text;
    for (size_t i = 0; file && attn_ok(run->status) && (array = attn_arrays_at(file, i)); i++)
        take_array(run, file, array, array->name, path);
    for (size_t i = 0; file && attn_ok(run->status) && (text = attn_arrays_text_at(file, i)); i++)
        take_text(run, text, path);
    attn_arrays_close(file);
    return attn_ok(run->status);
}

/* ---- sets ---- */

static const char *value_of(const char *set)
{
    const char *equals = strchr(set, '=');
    return equals ? equals + 1 + strspn(equals + 1, " ") : "";
}

bool attn_own_is_list(const char *set)
{
    return *value_of(set) == '[';
}

static bool read_set(attn_run *run, const char *set)
{
    const char *value = value_of(set), *from = run->names->sets;
    size_t length = strcspn(set, " =");
    const char *name = attn_copy_text(run->arena, set, length);
    attn_arrays *list = name ? attn_arrays_from(value, strlen(value), from, run->status) : NULL;
    bool done = list && take_array(run, list, attn_arrays_at(list, 0), name, from);
    attn_arrays_close(list);
    return done;
}

/* ---- the whole ---- */

/* Rows that are more or fewer than the lesson's words, and bring none, are counted. */
static bool count_words(attn_run *run, const own_value *own)
{
    const sequence_source *s =
        own->given->rows ? find_sequence(run->lesson, own->given->rows->name) : NULL;
    const size_t rows = own->shape[0];
    if (!s || own->rank != 2 || s->kind != WORDS_WRITTEN || attn_own_words(run, s)) return true;
    if (rows == s->words.count || rows > ATTN_MOST_WORDS) return true;
    word_list words = {.words = attn_alloc(run->arena, rows, sizeof *words.words), .count = rows};
    for (size_t i = 0; words.words && i < rows; i++)
        words.words[i] = attn_print(run->arena, "%zu", i + 1);
    return words.words && attn_ok(run->status) && add_words(run, s, words);
}

/* The names of what the reader brought: "X, W_Q and words". */
static bool list_names(attn_run *run)
{
    const size_t count = run->own_count + run->own_word_count;
    attn_text text = {0};
    for (size_t i = 0; i < count; i++)
        attn_text_print(&text, "%s%s",
                        i == 0          ? ""
                        : i + 1 < count ? ", "
                                        : " and ",
                        i < run->own_count
                            ? run->owns[i].given->key
                            : run->own_words[i - run->own_count].sequence->sequence->name);
    if (count > 0) run->outcome.own = attn_keep_text(run->arena, &text);
    return attn_ok(run->status);
}

bool attn_own_read(attn_run *run)
{
    const attn_options *options = run->options;
    if (!attn_patch_begin(run)) return false;
    if (options->given && !read_file(run, options->given)) return false;
    for (size_t i = 0; i < options->set_count; i++)
        if (attn_own_is_list(options->sets[i]) && !read_set(run, options->sets[i])) return false;
    if (!list_names(run)) return false;
    for (size_t i = 0; i < run->own_count; i++)
        if (!count_words(run, &run->owns[i])) return false;
    return true;
}

bool attn_own_any(const attn_run *run)
{
    return run->own_count + run->own_word_count > 0;
}

const own_value *attn_own_value(const attn_run *run, const given *g)
{
    for (size_t i = run->own_count; i-- > 0;)
        if (run->owns[i].given == g) return &run->owns[i];
    return NULL;
}

const word_list *attn_own_words(const attn_run *run, const sequence_source *s)
{
    for (size_t i = run->own_word_count; i-- > 0;)
        if (run->own_words[i].sequence == s) return &run->own_words[i].words;
    return NULL;
}
