/*
 * scene_reading: how values of a file of scenes are read. What scene_read.c and scene_clips.c
 * share; each is false with a fault.
 */
#ifndef ATTN_CORPUS_SCENE_SCENE_READING_H
#define ATTN_CORPUS_SCENE_SCENE_READING_H

#include "corpus/scene/scene.h"

/* Of this kind. */
bool attn_scene_is(attn_corpus *corpus, const attn_json_item *item, attn_json_kind kind);
/* A whole number within these bounds. */
bool attn_scene_whole(attn_corpus *corpus, const attn_json_item *item, size_t least, size_t most,
                      size_t *number);
/* A list of two whole numbers, both within these bounds. */
bool attn_scene_two(attn_corpus *corpus, const attn_json_item *list, const size_t bounds[2],
                    size_t *first, size_t *second);
/* The words of the key of a member. */
bool attn_scene_key(attn_corpus *corpus, const attn_json_item *item, scene_words *words);
/* A list of templates; NULL: there is none. */
bool attn_scene_list(attn_corpus *corpus, const attn_json_item *list, scene_templates *to);

#endif
