/*
 * asker: finds the row of a word.
 */
#include "picture/views/asker.h"

#include <glib.h>
#include <stdlib.h>
#include <string.h>

#include "core/known_words.h"
#include "core/text.h"

/* So many words are listed in a message. */
#define MOST_LISTED 40u

/* Word i of the rows of a panel as a reader would type it, without what stands before all words. */
static const char *word_that_looks(const attn_panel *panel, size_t i, attn_arena *arena)
{
    const attn_labels *labels = panel->row_labels;
    if (!labels || i >= labels->count) return attn_print(arena, "%zu", i + 1);
    const char *word = labels->words[i], *before = labels->prefix ? labels->prefix : "";
    const size_t length = strlen(before);
    return strncmp(word, before, length) == 0 ? word + length : word;
}

const char *attn_words_that_look(const attn_sheet_options *sheet, attn_arena *arena)
{
    attn_word_index seen = {.arena = arena};
    attn_text text = {0};
    for (size_t i = 0; i < sheet->panel_count; i++) {
        for (size_t k = 0; k < sheet->panels[i].value->rows && seen.count <= MOST_LISTED; k++) {
            const char *word = word_that_looks(&sheet->panels[i], k, arena);
            const size_t before = seen.count;
            if (!word || !attn_word_index_add(&seen, word, strlen(word))) break;
            if (seen.count == before || seen.count > MOST_LISTED) continue;
            attn_text_print(&text, "%s%s", before ? ", " : "", word);
        }
    }
    if (seen.count > MOST_LISTED) attn_text_add(&text, ", …");
    return attn_keep_text(arena, &text);
}

/* ---- a word and its place ---- */

/* What was typed: "the@5", which may be a word as well as a word and its place. */
typedef struct typed {
    const char *all, *word; /* "the@5", "the" */
    size_t place;           /* 5; 0: none is named */
} typed;

/* A place is digits alone, behind the last "@". */
static typed read_typed(const char *text, attn_arena *arena)
{
    const char *at = strrchr(text, '@');
    const bool digits = at && at > text && at[1] && at[1 + strspn(at + 1, "0123456789")] == '\0';
    if (!digits) return (typed){text, text, 0};
    return (typed){text, attn_copy_text(arena, text, (size_t)(at - text)),
                   strtoul(at + 1, NULL, 10)};
}

/* As it is spelled, or by its letters alone. */
static bool is_word(const char *a, const char *b, bool any_case)
{
    if (!a || !b) return false;
    if (!any_case) return strcmp(a, b) == 0;
    char *x = g_utf8_casefold(a, -1), *y = g_utf8_casefold(b, -1);
    bool same = strcmp(x, y) == 0;
    g_free(x);
    g_free(y);
    return same;
}

/* Whether row i is of this word, as it is typed or as the picture has it: "writes: cat". */
static bool is_row(const attn_panel *panel, size_t i, const char *word, bool any_case,
                   attn_arena *arena)
{
    const attn_labels *labels = panel->row_labels;
    return is_word(word_that_looks(panel, i, arena), word, any_case) ||
           (labels && i < labels->count && is_word(labels->words[i], word, any_case));
}

/* What there is to say of a word that stands at several places: "1, 5"; the second is an example.
 */
static const char *several(const attn_asked_word *asked, const char *places, size_t second,
                           attn_arena *arena)
{
    return attn_print(arena,
                      "%s %s: the word stands at places %s; the first is drawn, and %s %s@%zu "
                      "draws another",
                      asked->option, asked->word, places, asked->option, asked->word, second);
}

/* The first row of a word, from 1; 0: there is none. */
static size_t first_row(const attn_panel *panel, const attn_asked_word *asked, bool any_case,
                        attn_arena *arena, const char **remark)
{
    attn_text places = {0};
    size_t first = 0, second = 0;
    for (size_t i = 0; i < panel->value->rows; i++) {
        if (!is_row(panel, i, asked->word, any_case, arena)) continue;
        attn_text_print(&places, "%s%zu", first ? ", " : "", i + 1);
        if (first && !second) second = i + 1;
        if (!first) first = i + 1;
    }
    if (second && !*remark) *remark = several(asked, attn_text_string(&places), second, arena);
    attn_text_free(&places);
    return first;
}

static size_t find_row(const attn_panel *panel, const attn_asked_word *asked, attn_arena *arena,
                       const char **remark)
{
    const typed what = read_typed(asked->word, arena);
    const bool placed = what.place > 0 && what.place <= panel->value->rows;
    size_t row = 0;
    for (int any_case = 0; row == 0 && any_case <= 1; any_case++) {
        row = first_row(panel, asked, any_case, arena, remark);
        if (row || !placed) continue;
        if (is_row(panel, what.place - 1, what.word, any_case, arena)) row = what.place;
    }
    return row;
}

/* ---- on a sheet ---- */

static bool fail_word(const attn_sheet_options *sheet, const attn_asked_word *asked,
                      attn_arena *arena)
{
    const typed what = read_typed(asked->word, arena);
    const attn_panel *first = sheet->panels;
    const bool placed = what.place > 0 && what.place <= first->value->rows;
    const char *here = placed ? word_that_looks(first, what.place - 1, arena) : NULL;
    const char *words = attn_words_that_look(sheet, arena);
    if (!words || !what.word) return false;
    if (here)
        return attn_fail(attn_arena_status(arena), ATTN_USAGE,
                         "%s %s: the word at place %zu is '%s'; the words that look are %s",
                         asked->option, asked->word, what.place, here, words);
    return attn_fail(attn_arena_status(arena), ATTN_USAGE,
                     "%s %s: no such word looks here; choose one of %s", asked->option, asked->word,
                     words);
}

bool attn_ask_word(attn_sheet_options *sheet, const attn_asked_word *asked, attn_arena *arena,
                   const char **remark)
{
    const size_t count = sheet->panel_count;
    attn_panel *kept = attn_alloc(arena, count, sizeof *kept);
    size_t kept_count = 0;
    *remark = NULL;
    for (size_t i = 0; kept && i < count; i++) {
        const size_t row = find_row(&sheet->panels[i], asked, arena, remark);
        if (row == 0) continue;
        kept[kept_count] = sheet->panels[i];
        kept[kept_count++].from = row;
    }
    if (!attn_ok(attn_arena_status(arena))) return false;
    if (kept_count == 0) return fail_word(sheet, asked, arena);
    if (kept_count < count) sheet->columns = 0;
    sheet->panels = kept;
    sheet->panel_count = kept_count;
    return true;
}
