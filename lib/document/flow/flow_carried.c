/*
 * flow_carried: the places of a diagram that are carried with a lesson, found once by Graphviz.
 */
#include <string.h>

#include "document/flow/graph.h"
#include "lesson/builtin/library.h"

const char *attn_flow_answer(const char *lesson, const char *dot, size_t *length)
{
    const attn_builtin_file *file = attn_builtin_flow_of(lesson);
    const size_t asked = strlen(dot);
    const char *text = file ? strchr((const char *)file->bytes, '\n') : NULL;
    if (!text || strncmp(text + 1, dot, asked) != 0) return NULL;
    *length = strlen(text + 1 + asked);
    return text + 1 + asked;
}

/* The words of the boxes, a line each, where they are handed on in place of the glossary. */
static bool take_words(attn_flow *flow, const char *lesson, attn_arena *arena)
{
    const char *name = attn_print(arena, "%s.words", lesson);
    const attn_builtin_file *file = name ? attn_builtin_file_of(name) : NULL;
    const char *line = file ? (const char *)file->bytes : NULL;
    for (size_t i = 0; line && i < flow->node_count; i++) {
        const char *end = strchr(line, '\n');
        if (!end) return false;
        flow->nodes[i].words = attn_copy_text(arena, line, (size_t)(end - line));
        line = end + 1;
    }
    return attn_ok(attn_arena_status(arena));
}

bool attn_flow_carried(const attn_run *run, attn_flow *flow, attn_arena *arena,
                       attn_flow_found *found)
{
    const char *lesson = attn_lesson_name(attn_run_lesson(run));
    if (!attn_builtin_flow_of(lesson) || !take_words(flow, lesson, arena)) return false;
    for (size_t i = 0; i < ATTN_FLOW_WAYS * ATTN_FLOW_TRIES; i++) {
        attn_text dot = {0};
        size_t length = 0;
        if (!attn_flow_in_way(flow, i / ATTN_FLOW_TRIES, arena, &found->flow)) return false;
        attn_flow_dot(&found->flow, i % ATTN_FLOW_TRIES, arena, &dot);
        found->dot = attn_keep_text(arena, &dot);
        found->plain = found->dot ? attn_flow_answer(lesson, found->dot, &length) : NULL;
        if (found->plain) return attn_flow_read(&found->flow, found->plain, length, arena);
    }
    return false;
}
