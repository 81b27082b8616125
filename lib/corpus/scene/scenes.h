/*
 * scenes: pictures of a file of scenes with their captions, or questions and answers, one after the
 * other. Private to the rooms of the corpus.
 */
#ifndef ATTN_CORPUS_SCENE_SCENES_H
#define ATTN_CORPUS_SCENE_SCENES_H

#include "corpus/scene/scene.h"

typedef struct attn_scene_lines attn_scene_lines;

/* In the arena; NULL on failure. */
attn_scene_lines *attn_scene_lines_new(const attn_corpus *corpus, const attn_corpus_asked *asked,
                                       attn_arena *arena);
/* The next one of the part that is asked for; none comes twice. False, with a fault. */
bool attn_scene_lines_next(attn_scene_lines *lines, attn_line *line);

#endif
