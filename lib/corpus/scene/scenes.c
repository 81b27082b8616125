/*
 * scenes: draws scenes until one belongs to the part, and tells it.
 */
#include "corpus/scene/scenes.h"

#include <stdio.h>

#include "core/known_words.h"
#include "corpus/draw.h"
#include "corpus/parts.h"

struct attn_scene_lines {
    const attn_corpus *corpus;
    attn_arena *arena;
    attn_corpus_part part;
    const scene_templates *templates;
    attn_random random;
    size_t given;
    attn_word_index hashes; /* of the scenes that were given */
    scene scene;
    scene_canvas *canvas;
    attn_picture picture;
    scene_text text, answer;
};

attn_scene_lines *attn_scene_lines_new(const attn_corpus *corpus, const attn_corpus_asked *asked,
                                       attn_arena *arena)
{
    const attn_scenes *scenes = corpus->scenes;
    attn_scene_lines *made = attn_alloc(arena, 1, sizeof *made);
    if (!made) return NULL;
    made->corpus = corpus;
    made->arena = made->hashes.arena = arena;
    made->part = asked->part;
    made->templates = attn_scene_templates(corpus);
    made->random = attn_random_named(attn_part_names[asked->part], asked->seed);
    made->canvas = attn_canvas_new(scenes, arena);
    if (!made->canvas) return NULL;
    made->picture =
        (attn_picture){scenes->width, scenes->height * (scenes->frames ? scenes->frames : 1),
                       made->canvas->pixels, scenes->frames};
    return made;
}

/* Half of the test has a combination that is held out, if there are any. */
static bool wants_held(attn_scene_lines *lines)
{
    const held_out *held = &lines->corpus->held;
    return lines->part == ATTN_TEST && (held->threshold > 0 || held->always_count > 0) &&
           attn_draw_number(&lines->random, 2) == 1;
}

/* What is held out is for the test; of the rest the hash says where it belongs, whatever is said or
 * asked of it. */
static bool belongs(const attn_scene_lines *lines)
{
    return lines->scene.held ? lines->part == ATTN_TEST
                             : attn_part_of_hash(lines->scene.hash, true) == lines->part;
}

static bool is_new(attn_scene_lines *lines)
{
    char name[24];
    const int length =
        snprintf(name, sizeof name, "%016llx", (unsigned long long)lines->scene.hash);
    const size_t place = attn_word_index_add(&lines->hashes, name, (size_t)length);
    if (place <= lines->given) return false;
    lines->given++;
    return true;
}

/* Painting is what takes time: what is never seen well is given up soon. */
enum { MOST_PAINTED = 200 };

static bool draw(attn_scene_lines *lines)
{
    const bool held = wants_held(lines);
    for (size_t i = 0, painted = 0; i < ATTN_MOST_DRAWS && painted < MOST_PAINTED; i++) {
        if (!attn_ok(attn_arena_status(lines->arena))) return false;
        if (!attn_scene_draw(lines->corpus, lines->templates, held, &lines->random,
                             &lines->scene) ||
            !belongs(lines))
            continue;
        painted++;
        if (attn_scene_paint(&lines->scene, lines->canvas) && is_new(lines)) return true;
    }
    attn_fail(attn_arena_status(lines->arena), ATTN_LIMIT,
              "after %zu lines, no draw gave a new scene for the part '%s': give the file smaller "
              "\"sizes\", or more things and colours",
              lines->given, attn_part_names[lines->part]);
    return false;
}

bool attn_scene_lines_next(attn_scene_lines *lines, attn_line *line)
{
    const bool asks = lines->corpus->asks;
    const scene_text *last = asks ? &lines->answer : &lines->text;
    if (!draw(lines)) return false;
    attn_scene_tell(&lines->scene, false, &lines->text);
    if (asks) attn_scene_tell(&lines->scene, true, &lines->answer);
    line->columns[line->column_count++] = (attn_words){.picture = &lines->picture};
    line->columns[line->column_count++] =
        (attn_words){.count = lines->text.count, .words = lines->text.words};
    line->source = &line->columns[1];
    if (asks)
        line->columns[line->column_count++] =
            (attn_words){.count = lines->answer.count, .words = lines->answer.words};
    if (asks) line->target = &line->columns[2];
    line->box_count = last->box_count;
    line->boxes = last->boxes;
    line->held = lines->scene.held;
    line->form = lines->scene.template->form;
    return true;
}
