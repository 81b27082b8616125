/*
 * glossary: what each symbol and term of the lessons means, from lessons/glossary.json.
 *
 * A name is looked up as it is written, then without its last subscripts, then without its arrow:
 * W_{Q,new}, W_Q, W. A letter may mean different things in different lessons, so one name may lead
 * to several terms.
 */
#ifndef ATTN_LESSON_BUILTIN_GLOSSARY_H
#define ATTN_LESSON_BUILTIN_GLOSSARY_H

#include "core/memory.h"

typedef struct attn_term {
    const char *group;
    const char *title; /* half a line */
    size_t name_count;
    const char **names;                 /* as they are typed; at least one */
    const char *is, *is_not, *shape;    /* formulas in them are typeset; "": nothing is said */
    size_t formula_count, lesson_count; /* lessons: those that show it */
    const char **formulas, **lessons;
} attn_term;

typedef struct attn_own_name { /* a name that one lesson alone uses so */
    const char *lesson, *name, *meaning;
} attn_own_name;

typedef struct attn_glossary {
    size_t term_count, name_count;
    attn_term *terms; /* those of one group stand together */
    attn_own_name *names;
} attn_glossary;

/* All of it lies in the arena. NULL on failure. */
attn_glossary *attn_glossary_read(attn_arena *arena);
/* The same of any text, as strictly as a lesson is read; file: its name, for messages alone. */
attn_glossary *attn_glossary_parse(const char *text, size_t length, const char *file,
                                   attn_arena *arena);

/* What a word means: terms of the field, and names of a lesson. */
typedef struct attn_found {
    size_t term_count, name_count;
    const attn_term **terms;
    const attn_own_name **names;
} attn_found;

/*
 * What a word means: in one lesson, or (lesson is NULL) in any; there, if nothing is written just
 * so, it may also be typeset, or differ in its capitals. Nothing may be found. False without
 * memory.
 */
bool attn_glossary_find(const attn_glossary *glossary, const char *word, const char *lesson,
                        attn_arena *arena, attn_found *found);

#endif
