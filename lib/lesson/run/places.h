/*
 * places: reads "t=2", an index and its number, by which a reader chooses steps or maps.
 */
#ifndef ATTN_LESSON_RUN_PLACES_H
#define ATTN_LESSON_RUN_PLACES_H

#include "lesson/lesson.h"

/* The letter goes into the arena, and there is no word. False if the text is none, or, with a
 * fault in the arena's status, without memory. */
bool attn_place_read(const char *text, attn_loop_at *place, attn_arena *arena);

#endif
