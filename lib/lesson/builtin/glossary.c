/*
 * glossary: looks up what a symbol or term of the lessons means.
 */
#include "lesson/builtin/glossary.h"

#include <string.h>
#include <strings.h>

#include "core/text.h"
#include "formula/print/plain.h"
#include "formula/print/typeset.h"
#include "formula/syntax/parser.h"

/* ---- looking up ---- */

typedef enum likeness {
    JUST_SO,
    TYPESET,   /* dₖ for d_k */
    SUBSCRIPT, /* αₜ for α: typeset, with subscripts behind it */
    ANY_CASE
} likeness;

typedef struct wanted {
    const char *name, *lesson;
    likeness like;
} wanted;

/* Nothing but typeset subscripts: ₜ,ᵢ₋₁ */
static bool is_subscripts(const char *text)
{
    size_t length = strlen(text), bytes = 0;
    for (uint32_t code; length > 0; text += bytes, length -= bytes) {
        bytes = attn_utf8_next(text, length, &code);
        bool subscript = code == ',' || code == 0x2C7C || (code >= 0x2080 && code <= 0x209C) ||
                         (code >= 0x1D62 && code <= 0x1D6A);
        if (bytes == 0 || !subscript) return false;
    }
    return true;
}

static bool is_typeset(const wanted *w, const char *name)
{
    attn_text text = {0};
    attn_typeset_word(name, &text);
    bool starts = strncmp(w->name, attn_text_string(&text), text.length) == 0;
    const char *rest = starts ? w->name + text.length : "";
    attn_text_free(&text);
    return starts && (w->like == TYPESET ? *rest == '\0' : is_subscripts(rest));
}

static bool is_wanted(const wanted *w, const char *name)
{
    if (w->like == JUST_SO) return strcmp(name, w->name) == 0;
    return w->like == ANY_CASE ? strcasecmp(name, w->name) == 0 : is_typeset(w, name);
}

static bool lists(const char *const *texts, size_t count, const wanted *w)
{
    for (size_t i = 0; i < count; i++)
        if (is_wanted(w, texts[i])) return true;
    return false;
}

static bool term_fits(const attn_term *term, const wanted *w)
{
    wanted lesson = {.name = w->lesson};
    return lists(term->names, term->name_count, w) &&
           (!w->lesson || lists(term->lessons, term->lesson_count, &lesson));
}

static bool collect(const attn_glossary *glossary, const wanted *w, attn_arena *arena,
                    attn_found *found)
{
    for (size_t i = 0; i < glossary->term_count; i++) {
        const attn_term *term = &glossary->terms[i];
        if (term_fits(term, w) &&
            !attn_append(arena, &found->terms, &found->term_count, &term, sizeof(attn_term *)))
            return false;
    }
    for (size_t i = 0; i < glossary->name_count; i++) {
        const attn_own_name *name = &glossary->names[i];
        if (!is_wanted(w, name->name) || (w->lesson && strcmp(w->lesson, name->lesson) != 0))
            continue;
        if (!attn_append(arena, &found->names, &found->name_count, &name, sizeof(attn_own_name *)))
            return false;
    }
    return true;
}

static bool found_any(const attn_found *found)
{
    return found->term_count + found->name_count > 0;
}

/* The name as the language writes it, with fewer and fewer subscripts, then without its arrow. */
static bool collect_reduced(const attn_glossary *glossary, attn_name *name, wanted *w,
                            attn_arena *arena, attn_found *found)
{
    for (;;) {
        attn_text text = {0};
        attn_write_name(name, &text);
        w->name = attn_keep_text(arena, &text);
        if (!w->name || !collect(glossary, w, arena, found)) return false;
        bool arrow = strncmp(name->word, "→", 3) == 0 || strncmp(name->word, "←", 3) == 0;
        if (found_any(found) || (name->sub_count == 0 && !arrow)) return true;
        if (name->sub_count > 0)
            name->sub_count--;
        else
            name->word += 3;
    }
}

bool attn_glossary_find(const attn_glossary *glossary, const char *word, const char *lesson,
                        attn_arena *arena, attn_found *found)
{
    *found = (attn_found){0};
    attn_status fault = {0};
    attn_arena *scratch = attn_arena_new(&fault);
    attn_grammar grammar = {.arena = scratch};
    attn_name name;
    wanted w = {.name = word, .lesson = lesson};
    bool fine = collect(glossary, &w, arena, found);
    if (fine && !found_any(found) && scratch && attn_parse_name(&grammar, word, &name))
        fine = collect_reduced(glossary, &name, &w, arena, found);
    attn_arena_free(scratch);
    if (fault.code == ATTN_MEMORY)
        return attn_fail(attn_arena_status(arena), fault.code, "%s", fault.message);
    w.name = word;
    for (w.like = TYPESET; fine && !lesson && !found_any(found) && w.like <= ANY_CASE; w.like++)
        fine = collect(glossary, &w, arena, found);
    return fine;
}
