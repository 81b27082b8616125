/*
 * given_read: where given and learned values come from, as a lesson says it. Each form is one entry
 * of a table: the key that marks it, the keys that may stand beside it, and how it is read. No
 * number is made yet (run/given.c).
 */
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "lesson/read/reading.h"

/* ---- sizes ---- */

static bool read_size(attn_lesson *lesson, const cJSON *item, given *g)
{
    char number[32];
    const char *text = number;
    if (cJSON_IsNumber(item)) {
        size_t size;
        if (!attn_lesson_whole(lesson, item, "a size", 1, ATTN_MOST_SIDE, &size)) return false;
        snprintf(number, sizeof number, "%zu", size);
    } else if (!(text = attn_lesson_text(lesson, item,
                                         "a size that is not a number: a formula, which"))) {
        return false;
    }
    text = attn_copy_text(lesson->arena, text, strlen(text));
    attn_statement *line = text ? attn_lesson_line(lesson, item, text, 0, LINE_EXPRESSION) : NULL;
    return line && attn_append(lesson->arena, &g->sizes.items, &g->sizes.count, &line, sizeof line);
}

static bool read_sizes(attn_lesson *lesson, const cJSON *item, given *g)
{
    if (!cJSON_IsArray(item) || cJSON_GetArraySize(item) > 2)
        return attn_lesson_fail(
            lesson, item,
            "the size of a value is a list: [] a number, [n] a vector, [rows, columns] a matrix");
    for (const cJSON *size = item->child; size; size = size->next)
        if (!read_size(lesson, size, g)) return false;
    return true;
}

/* ---- forms ---- */

typedef struct form_item {    /* a given being read */
    const cJSON *item, *main; /* main: under the key of the form */
    given *g;
} form_item;

/* Their shape is known when each index has taken its level. */
static bool read_values(attn_lesson *lesson, const form_item *f)
{
    return (f->g->values = attn_written_read(lesson, f->main)) != NULL;
}

static bool read_drawn(attn_lesson *lesson, const form_item *f)
{
    return read_sizes(lesson, f->main, f->g);
}

static bool read_fill(attn_lesson *lesson, const form_item *f)
{
    if (!cJSON_IsNumber(f->main)) return attn_lesson_fail(lesson, f->main, "\"fill\" is a number");
    if (!attn_key(f->item, "size"))
        return attn_lesson_fail(lesson, f->item, "\"fill\" needs a \"size\": [3] or [2, 3]");
    if (!attn_lesson_number(lesson, f->main, &f->g->fill)) return false;
    return read_sizes(lesson, attn_key(f->item, "size"), f->g);
}

static bool read_token(attn_lesson *lesson, const form_item *f)
{
    return f->g->of ||
           attn_lesson_fail(lesson, f->item,
                            "\"token\" needs \"of\": the sequence that the word belongs to");
}

static bool read_config(attn_lesson *lesson, const form_item *f)
{
    f->g->number = attn_config_number(lesson, f->g->text);
    f->g->values = attn_config_numbers(lesson, f->main);
    if (!attn_ok(lesson->status)) return false;
    return lesson->config_count ||
           attn_lesson_fail(lesson, f->main, "the lesson names no file under \"config\"");
}

/* What stands for a tensor that is not there. */
static bool read_instead(attn_lesson *lesson, const form_item *f, const cJSON *instead)
{
    if (!instead) return true;
    f->g->missing = cJSON_IsNull(instead) ? MISSING_ABSENT : MISSING_FILLED;
    if (cJSON_IsNumber(instead)) return attn_lesson_number(lesson, instead, &f->g->fill);
    if (f->g->missing == MISSING_FILLED)
        return attn_lesson_fail(lesson, instead,
                                "\"or\" is the number that stands for a tensor which is not "
                                "there: 0; or null: steps that need the tensor are left out");
    return !f->g->learned ||
           attn_lesson_fail(lesson, instead, "a learned value is always there: \"or\": 0");
}

static bool read_weights(attn_lesson *lesson, const form_item *f)
{
    const cJSON *part = attn_key(f->item, "part");
    f->g->lies = attn_key(f->item, "transposed") != NULL;
    if (!attn_lesson_text(lesson, f->main, "\"weights\"")) return false;
    if (!lesson->weights_count)
        return attn_lesson_fail(lesson, f->main, "the lesson names no file under \"weights\"");
    if (!read_instead(lesson, f, attn_key(f->item, "or"))) return false;
    if (part) {
        if (!cJSON_IsArray(part) || cJSON_GetArraySize(part) != 2)
            return attn_lesson_fail(
                lesson, part, "\"part\" says which of how many equal parts of the columns: [1, 3]");
        if (!attn_lesson_whole(lesson, part->child->next, "the number of parts", 1, 65536,
                               &f->g->parts) ||
            !attn_lesson_whole(lesson, part->child, "the part", 1, f->g->parts, &f->g->part))
            return false;
    }
    return attn_prose_read(lesson, f->main->valuestring, attn_origin_of(lesson, f->main), false,
                           &f->g->weight);
}

static bool read_spelling(attn_lesson *lesson, const form_item *f)
{
    if (!attn_key(f->item, "size"))
        return attn_lesson_fail(
            lesson, f->item, "\"spelling\" needs a \"size\": the number of columns, such as 512");
    return read_size(lesson, attn_key(f->item, "size"), f->g);
}

/* Rows or columns of regions: a number, or a key of the config. */
static bool read_regions(attn_lesson *lesson, const cJSON *item, const char *what, size_t *count)
{
    const double number = cJSON_IsString(item) ? attn_config_number(lesson, item->valuestring) : 0;
    if (!cJSON_IsString(item))
        return attn_lesson_whole(lesson, item, what, 1, ATTN_MOST_WORDS, count);
    if (!(number >= 1 && number <= ATTN_MOST_WORDS && number == floor(number)))
        return attn_lesson_fail(lesson, item,
                                "the config has no whole number from 1 to %u under '%s'",
                                ATTN_MOST_WORDS, item->valuestring);
    *count = (size_t)number;
    return true;
}

/* The lesson's own picture; of null the reader gives one. */
static bool read_picture(attn_lesson *lesson, const form_item *f)
{
    if (!cJSON_IsNull(f->main))
        return (f->g->file = attn_lesson_beside(lesson, f->main, "\"pixels\"")) != NULL;
    return f->g->input || attn_lesson_fail(lesson, f->main,
                                           "\"pixels\" names a picture, or is null and has an "
                                           "\"input\", by which the reader gives one");
}

static bool read_pixels(attn_lesson *lesson, const form_item *f)
{
    const cJSON *grid = attn_key(f->item, "grid");
    if (!cJSON_IsArray(grid) || cJSON_GetArraySize(grid) != 2)
        return attn_lesson_fail(lesson, grid ? grid : f->item,
                                "\"pixels\" needs a \"grid\": rows and columns of regions, [4, 4]");
    if (f->g->change && !f->g->frames)
        return attn_lesson_fail(lesson, attn_key(f->item, "change"),
                                "only \"frames\" can change: say how many there are");
    return read_picture(lesson, f) &&
           read_regions(lesson, grid->child, "rows of the grid", &f->g->grid[0]) &&
           read_regions(lesson, grid->child->next, "columns of the grid", &f->g->grid[1]);
}

static bool read_sound(attn_lesson *lesson, const form_item *f)
{
    const cJSON *size = attn_key(f->item, "size");
    if (!f->g->rate)
        return attn_lesson_fail(lesson, f->item,
                                "\"sound\" needs a \"rate\": samples a second, such as 8000");
    return !size || read_size(lesson, size, f->g);
}

static bool read_at(attn_lesson *lesson, const cJSON *list, array_given *array)
{
    if (!cJSON_IsArray(list) || cJSON_GetArraySize(list) > (int)ATTN_MOST_AXES)
        return attn_lesson_fail(lesson, list,
                                "\"at\" is a list of places along the first axes, from 1: [3, 5]");
    for (const cJSON *item = list->child; item; item = item->next) {
        size_t place;
        if (!attn_lesson_whole(lesson, item, "a place along an axis", 1, ATTN_MOST_SIDE, &place))
            return false;
        array->at[array->at_count++] = place - 1;
    }
    return true;
}

static bool read_array(attn_lesson *lesson, const form_item *f)
{
    const cJSON *at = attn_key(f->item, "at");
    if (f->g->learned)
        return attn_lesson_fail(lesson, f->main, "a learned value cannot come from an \"array\"");
    if (at) f->g->array.at_from = attn_origin_of(lesson, at);
    return !at || read_at(lesson, at, &f->g->array);
}

/* ---- the table of forms ---- */

typedef struct source_form {
    const char *name;
    bool (*read)(attn_lesson *lesson, const form_item *f); /* what no field says; or NULL */
    field fields[8];
} source_form;

#define AXES                                                                                       \
    {.key = "rows", .kind = FIELD_SEQUENCE, .at = offsetof(given, rows)},                          \
    {                                                                                              \
        .key = "cols", .kind = FIELD_SEQUENCE, .at = offsetof(given, cols)                         \
    }
static const source_form forms[] = {
    [FORM_VALUES] = {"values", read_values, {AXES, {.key = "values"}}},
    [FORM_RANDOM] = {"random",
                     read_drawn,
                     {AXES,
                      {.key = "random"},
                      {.key = "scale", .kind = FIELD_NUMBER, .at = offsetof(given, scale)}}},
    [FORM_UNIFORM] = {"uniform", read_drawn, {AXES, {.key = "uniform"}}},
    [FORM_FILL] = {"fill", read_fill, {AXES, {.key = "fill"}, {.key = "size"}}},
    [FORM_TOKEN] = {"token",
                    read_token,
                    {AXES,
                     {.key = "token", .kind = FIELD_TEXT, .at = offsetof(given, text)},
                     {.key = "of", .kind = FIELD_SEQUENCE, .at = offsetof(given, of)}}},
    [FORM_CONFIG] = {"config",
                     read_config,
                     {AXES, {.key = "config", .kind = FIELD_TEXT, .at = offsetof(given, text)}}},
    [FORM_WEIGHTS] =
        {"weights",
         read_weights,
         {AXES,
          {.key = "weights"},
          {.key = "part"},
          {.key = "or"},
          {.key = "transposed", .kind = FIELD_TRUTH, .at = offsetof(given, transposed)}}},
    [FORM_SPELLING] = {"spelling",
                       read_spelling,
                       {AXES,
                        {.key = "spelling", .kind = FIELD_SEQUENCE, .at = offsetof(given, of)},
                        {.key = "size"}}},
    [FORM_PIXELS] = {"pixels",
                     read_pixels,
                     {AXES,
                      {.key = "pixels"},
                      {.key = "grid"},
                      {.key = "frames",
                       .kind = FIELD_WHOLE,
                       .at = offsetof(given, frames),
                       .least = 1,
                       .most = 256},
                      {.key = "change", .kind = FIELD_TRUTH, .at = offsetof(given, change)},
                      {.key = "input", .kind = FIELD_TEXT, .at = offsetof(given, input)}}},
    [FORM_SOUND] = {"sound",
                    read_sound,
                    {AXES,
                     {.key = "sound", .kind = FIELD_FILE, .at = offsetof(given, file)},
                     {.key = "rate",
                      .kind = FIELD_WHOLE,
                      .at = offsetof(given, rate),
                      .least = 100,
                      .most = 192000},
                     {.key = "size"},
                     {.key = "input", .kind = FIELD_TEXT, .at = offsetof(given, input)}}},
    [FORM_ARRAY] = {"array",
                    read_array,
                    {AXES,
                     {.key = "array", .kind = FIELD_FILE, .at = offsetof(given, array.file)},
                     {.key = "name", .kind = FIELD_TEXT, .at = offsetof(given, array.name)},
                     {.key = "at"},
                     {.key = "mask", .kind = FIELD_TRUTH, .at = offsetof(given, array.mask)}}},
};
enum { FORM_COUNT = sizeof forms / sizeof *forms };

static bool read_form(attn_lesson *lesson, form_item *f)
{
    for (size_t i = 0; i < FORM_COUNT && !f->main; i++) {
        f->g->form = (form)i;
        f->main = attn_key(f->item, forms[i].name);
    }
    if (!f->main)
        return attn_lesson_fail(
            lesson, f->item,
            "a value is numbers, or has one of the keys values, random, uniform, fill, "
            "token, config, weights, spelling, pixels, sound, array");
    f->g->scale = 1;
    return attn_fields_read(lesson, f->item, forms[f->g->form].fields, f->g);
}

/* Everything but the numbers: texts, lists of texts and of lists are no numbers. */
static bool check_bare(attn_lesson *lesson, form_item *f)
{
    f->g->form = FORM_VALUES;
    f->main = f->item;
    if (cJSON_IsNumber(f->item) || cJSON_IsArray(f->item)) return true;
    return attn_lesson_fail(
        lesson, f->item,
        "a value is numbers, [1, 2], or says where they come from: { \"random\": [2, 3] }");
}

given *attn_given_add(attn_lesson *lesson, const char *key, origin from, bool learned)
{
    given *g = attn_append(lesson->arena, &lesson->givens, &lesson->given_count,
                           &(given){.key = key, .from = from, .learned = learned}, sizeof *g);
    attn_grammar grammar = attn_scope_grammar(lesson->scope);
    return g && attn_parse_name(&grammar, key, &g->name) && attn_bind_key(lesson->scope, &g->name)
               ? g
               : NULL;
}

bool attn_given_read(attn_lesson *lesson, const cJSON *item, bool learned)
{
    given *g = attn_given_add(lesson, item->string, attn_origin_of(lesson, item), learned);
    form_item f = {.item = item, .g = g};
    if (!g) return attn_lesson_place_key(lesson, item);
    if (!(cJSON_IsObject(item) ? read_form(lesson, &f) : check_bare(lesson, &f))) return false;
    g->main_from = attn_origin_of(lesson, f.main);
    return forms[g->form].read(lesson, &f);
}
