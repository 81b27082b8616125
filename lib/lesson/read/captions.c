/*
 * captions: the words of pictures are data of a lesson; maps and charts place them.
 */
#include "lesson/read/captions.h"

#include <stddef.h>

/* A list of texts, one for each of so many; NULL with a message if it is none. */
static const char **read_texts(attn_lesson *lesson, const cJSON *list, size_t count,
                               const char *what)
{
    size_t read = 0;
    const char **texts = attn_alloc(lesson->arena, count, sizeof *texts);
    if (cJSON_IsArray(list) && (size_t)cJSON_GetArraySize(list) == count)
        for (const cJSON *item = list->child; item && texts && cJSON_IsString(item);
             item = item->next)
            texts[read++] = item->valuestring;
    if (read == count) return texts;
    attn_lesson_fail(lesson, list, "%s: here %zu", what, count);
    return NULL;
}

static bool read_title(attn_lesson *lesson, const cJSON *title, size_t place, size_t count,
                       attn_captions *captions)
{
    if (!title) return true;
    if (cJSON_IsString(title) && count == 1) {
        captions->title = title->valuestring;
        return true;
    }
    const char **titles =
        read_texts(lesson, title, count, "\"title\" is a list of texts, one for each formula");
    if (titles) captions->title = titles[place];
    return titles != NULL;
}

/* Of formula `place`; one object is for all of them. */
static bool read_axis(attn_lesson *lesson, const cJSON *axes, size_t place, size_t count,
                      attn_captions *captions)
{
    static const field axis[] = {
        {.key = "x", .kind = FIELD_TEXT, .at = offsetof(attn_captions, across)},
        {.key = "y", .kind = FIELD_TEXT, .at = offsetof(attn_captions, down)},
        {.key = NULL}};
    if (!axes) return true;
    if (cJSON_IsArray(axes) && (size_t)cJSON_GetArraySize(axes) != count)
        return attn_lesson_fail(
            lesson, axes,
            "\"axis\" is one object for all formulas, or a list with one for each of the %zu",
            count);
    const cJSON *own = cJSON_IsArray(axes) ? cJSON_GetArrayItem(axes, (int)place) : axes;
    return cJSON_IsObject(own) ? attn_fields_read(lesson, own, axis, captions)
                               : attn_lesson_fail(lesson, own,
                                                  "\"axis\" names the axes: { \"x\": \"sentence "
                                                  "length (words)\", \"y\": \"right (%%)\" }");
}

bool attn_captions_read(attn_lesson *lesson, const cJSON *options, size_t place, size_t count,
                        attn_captions *captions)
{
    return read_title(lesson, attn_key(options, "title"), place, count, captions) &&
           read_axis(lesson, attn_key(options, "axis"), place, count, captions);
}

static bool read_shade(attn_lesson *lesson, const cJSON *shade, step *s)
{
    static const field ends[] = {
        {.key = "from", .kind = FIELD_FORMULA, .at = offsetof(step, shade_from)},
        {.key = "to", .kind = FIELD_FORMULA, .at = offsetof(step, shade_to)},
        {.key = "label", .kind = FIELD_TEXT, .at = offsetof(step, plot_captions.shade)},
        {.key = NULL}};
    if (!shade) return true;
    if (!attn_key(shade, "from") || !attn_key(shade, "to") || !attn_key(shade, "label"))
        return attn_lesson_fail(lesson, shade,
                                "a shaded span of the x-axis is { \"from\": \"1\", \"to\": "
                                "\"longest\", \"label\": \"lengths of training\" }");
    return attn_fields_read(lesson, shade, ends, s);
}

bool attn_legend_read(attn_lesson *lesson, const cJSON *plot, size_t count, step *s)
{
    const cJSON *legend = attn_key(plot, "legend");
    attn_captions *captions = &s->plot_captions;
    if (legend) {
        captions->legend =
            read_texts(lesson, legend, count, "\"legend\" is a list of texts, one for each line");
        captions->legend_count = captions->legend ? count : 0;
    }
    return (!legend || captions->legend) && read_shade(lesson, attn_key(plot, "shade"), s);
}
