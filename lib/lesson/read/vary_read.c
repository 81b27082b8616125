/*
 * vary_read: which numbers of a lesson a worksheet may draw anew, and in which ranges.
 */
#include <math.h>
#include <string.h>

#include "lesson/read/reading.h"

typedef struct kind { /* "halves": numbers with so many parts to 1 */
    const char *name;
    long parts;
} kind;

static const kind kinds[] = {
    {"integers", 1}, {"halves", 2}, {"quarters", 4}, {"fifths", 5}, {"tenths", 10}};
enum { KIND_COUNT = sizeof kinds / sizeof *kinds };

/* Whole numbers beyond are no more read at a glance. */
#define MOST_VARIED 99.0

static given *find_given(const attn_lesson *lesson, const char *key)
{
    for (size_t i = 0; i < lesson->given_count; i++)
        if (strcmp(lesson->givens[i].key, key) == 0) return &lesson->givens[i];
    return NULL;
}

static bool check_form(const attn_lesson *lesson, const cJSON *item, const given *g)
{
    if (g->form == FORM_VALUES || g->form == FORM_RANDOM || g->form == FORM_UNIFORM ||
        g->form == FORM_FILL)
        return true;
    return attn_lesson_fail_key(lesson, item,
                                "%s comes from elsewhere: only numbers that the lesson writes out, "
                                "draws or fills in can vary",
                                item->string);
}

static bool read_range(const attn_lesson *lesson, const cJSON *range, variation *vary)
{
    const cJSON *low = cJSON_IsArray(range) ? range->child : NULL, *high = low ? low->next : NULL;
    if (!cJSON_IsNumber(low) || !cJSON_IsNumber(high) || high->next ||
        !(low->valuedouble < high->valuedouble))
        return attn_lesson_fail(lesson, range,
                                "expected the smallest and the largest number: [-2, 2]");
    if (low->valuedouble < -MOST_VARIED || high->valuedouble > MOST_VARIED)
        return attn_lesson_fail(lesson, range, "numbers that vary lie between −99 and 99");
    vary->low = (long)ceil(low->valuedouble * (double)vary->parts);
    vary->high = (long)floor(high->valuedouble * (double)vary->parts);
    return vary->low <= vary->high ||
           attn_lesson_fail(lesson, range, "no %s lie between these numbers", range->string);
}

static bool read_keep(const attn_lesson *lesson, const cJSON *keep, variation *vary)
{
    vary->keep_zeros = keep != NULL;
    if (!keep || (cJSON_IsString(keep) && strcmp(keep->valuestring, "zeros") == 0)) return true;
    return attn_lesson_fail(lesson, keep, "\"keep\" is \"zeros\": what is 0 in the lesson stays 0");
}

/* { "halves": [-2, 2], "keep": "zeros" } */
static bool read_how(const attn_lesson *lesson, const cJSON *item, variation *vary)
{
    static const char *const keys[] = {"integers", "halves", "quarters", "fifths",
                                       "tenths",   "keep",   NULL};
    const cJSON *range = NULL;
    size_t ranges = 0;
    if (cJSON_IsObject(item) && !attn_json_keys(lesson->json, item, keys, lesson->status))
        return false;
    for (size_t i = 0; cJSON_IsObject(item) && i < KIND_COUNT; i++) {
        const cJSON *here = attn_key(item, kinds[i].name);
        if (!here) continue;
        ranges++;
        range = here;
        vary->parts = kinds[i].parts;
    }
    if (ranges != 1)
        return attn_lesson_fail(lesson, item,
                                "write how %s varies as { \"integers\": [-2, 2] }, or with halves, "
                                "quarters, fifths or tenths instead",
                                item->string);
    return read_range(lesson, range, vary) && read_keep(lesson, attn_key(item, "keep"), vary);
}

static bool read_one(attn_lesson *lesson, const cJSON *item, bool unused)
{
    (void)unused;
    given *g = find_given(lesson, item->string);
    if (strcmp(item->string, "check") == 0)
        return attn_lesson_lines(lesson, item, LINE_CHECK, "\"check\"", &lesson->vary_checks);
    if (!g) return attn_lesson_fail_key(lesson, item, "'%s' is not given", item->string);
    return check_form(lesson, item, g) && read_how(lesson, item, &g->vary);
}

bool attn_vary_read(attn_lesson *lesson, const cJSON *object)
{
    if (object) lesson->vary_from = attn_key_origin_of(lesson, object);
    return attn_each_key(lesson, object, "\"vary\" is { \"X\": { \"integers\": [-2, 2] } }",
                         read_one, false);
}
