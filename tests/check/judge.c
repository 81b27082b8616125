/*
 * judge: many students' answers judged in one process, for tests/check. Reads a JSON list of
 *     {"lesson": "masked", "answers": {"A": {"shape": [5, 5], "numbers": […], "digits": 4}}}
 * and prints for each the object of `attnviz check --format json`, one to a line.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "files/input.h"
#include "files/json.h"
#include "show/judged.h"

static const cJSON *key(const cJSON *object, const char *name)
{
    return cJSON_GetObjectItemCaseSensitive(object, name);
}

static bool read_answer(const cJSON *item, attn_arena *arena, attn_answer *answer)
{
    const cJSON *numbers = key(item, "numbers");
    float *list = attn_alloc(arena, (size_t)cJSON_GetArraySize(numbers) + 1, sizeof *list);
    if (!list) return false;
    *answer = (attn_answer){.name = item->string,
                            .file = "a",
                            .numbers = list,
                            .digits = (unsigned)key(item, "digits")->valuedouble};
    for (const cJSON *n = numbers->child; n; n = n->next)
        *list++ = cJSON_IsNumber(n) ? (float)n->valuedouble : -(float)HUGE_VAL;
    for (const cJSON *n = key(item, "shape")->child; n; n = n->next)
        answer->shape[answer->rank++] = (size_t)n->valuedouble;
    return true;
}

static bool judge_case(const cJSON *one, attn_lesson *lesson, attn_arena *arena, attn_text *out,
                       attn_status *status)
{
    const cJSON *all = key(one, "answers");
    attn_answer *answers = attn_alloc(arena, (size_t)cJSON_GetArraySize(all) + 1, sizeof *answers);
    size_t count = 0;
    for (const cJSON *item = all->child; item && answers; item = item->next)
        if (!read_answer(item, arena, &answers[count++])) return false;
    const attn_judged *judged =
        answers ? attn_answers_judge(lesson, NULL, answers, count, arena, status) : NULL;
    attn_judged_options options = {.lesson = attn_lesson_name(lesson)};
    if (judged) attn_judged_json(judged, &options, out);
    return judged != NULL;
}

static bool judge_one(const cJSON *one, attn_text *out, attn_status *status)
{
    attn_arena *arena = attn_arena_new(status);
    attn_lesson *lesson =
        arena ? attn_lesson_read(key(one, "lesson")->valuestring, true, status) : NULL;
    bool done = lesson && judge_case(one, lesson, arena, out, status);
    attn_lesson_free(lesson);
    attn_arena_free(arena);
    return done;
}

int main(int count, char **words)
{
    attn_status status = {0};
    attn_input input = {0};
    attn_json *json = NULL;
    if (count == 2 && attn_input_read(&input, words[1], (size_t)1 << 28, &status))
        json = attn_json_parse(input.bytes, input.length, words[1], 16, &status);
    const cJSON *list = json ? attn_json_root(json) : NULL;
    for (const cJSON *one = list ? list->child : NULL; one; one = one->next) {
        attn_text out = {0};
        attn_status fault = {0};
        if (judge_one(one, &out, &fault))
            fputs(attn_text_string(&out), stdout);
        else
            printf("{\"fault\":\"%s\"}\n", fault.message);
        attn_text_free(&out);
    }
    attn_json_free(json);
    attn_input_close(&input);
    if (!attn_ok(&status)) fprintf(stderr, "judge: %s\n", status.message);
    return !list;
}
