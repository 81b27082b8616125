/*
 * api_glossary: what a symbol or a term means, as pages of text and as JSON.
 */
#include "api/api.h"

#include <string.h>

#include "files/json/json_write.h"
#include "formula/print/typeset.h"
#include "lesson/builtin/glossary.h"
#include "render/terminal/page.h"

enum { INDENT = 2, NAME_COLUMNS = 17, COMMAND_COLUMNS = 32 };

/* "α         attention weights": the words of the entry hang behind the column of names. */
static void add_row(attn_page *page, const char *name, size_t columns, const char *words)
{
    attn_text row = {0};
    attn_typeset_word(name, &row);
    size_t width = attn_text_width(attn_text_string(&row), row.length);
    attn_text_repeat(&row, "\u00A0", width < columns ? columns - width : 0);
    attn_text_add(&row, "\u00A0");
    attn_text_add(&row, words);
    page->out->failed = page->out->failed || row.failed;
    attn_page_paragraph(page, attn_text_string(&row), columns + 1, ATTN_STYLE_PLAIN);
    attn_text_free(&row);
}

static void add_heading(attn_page *page, const char *heading)
{
    attn_page_gap(page);
    page->indent = 0;
    attn_page_paragraph(page, heading, 0, ATTN_STYLE_STRONG);
    page->indent = INDENT;
}

/* A heading that was put together, which is freed. */
static void add_made_heading(attn_page *page, attn_text *heading)
{
    page->out->failed |= heading->failed;
    add_heading(page, attn_text_string(heading));
    attn_text_free(heading);
}

static void add_list(attn_page *page, const attn_glossary *glossary)
{
    const char *group = "";
    for (size_t i = 0; i < glossary->term_count; i++) {
        const attn_term *term = &glossary->terms[i];
        if (strcmp(term->group, group) != 0) add_heading(page, term->group);
        group = term->group;
        add_row(page, term->names[0], NAME_COLUMNS, term->title);
    }
    attn_page_gap(page);
    page->indent = 0;
    attn_page_paragraph(page,
                        "'attnviz glossary TERM' tells what one means; with the name of a lesson, "
                        "what the names in that lesson mean.",
                        0, ATTN_STYLE_PLAIN);
}

/* ---- a page ---- */

static void add_part(attn_page *page, const char *heading, const char *text)
{
    if (text[0] == '\0') return;
    add_heading(page, heading);
    attn_page_paragraph(page, text, 0, ATTN_STYLE_PLAIN);
}

/* The other names of a term, which are typed: "alpha, attention weights". */
static void add_other_names(attn_page *page, const attn_term *term)
{
    attn_text text = {0};
    for (size_t i = 1; i < term->name_count; i++) {
        if (i > 1) attn_text_add(&text, ", ");
        attn_text_add(&text, term->names[i]);
    }
    page->out->failed = page->out->failed || text.failed;
    add_part(page, "Also", attn_text_string(&text));
    attn_text_free(&text);
}

static bool add_lessons(attn_page *page, const attn_term *term, attn_arena *arena)
{
    if (term->lesson_count > 0) add_heading(page, "Shown by");
    for (size_t i = 0; attn_builtin_lesson_at(i) != NULL; i++) {
        const attn_builtin_lesson *lesson = attn_builtin_lesson_at(i);
        const char *title, *summary;
        size_t at = 0;
        while (at < term->lesson_count && strcmp(term->lessons[at], lesson->name) != 0) at++;
        if (at == term->lesson_count) continue;
        if (!attn_builtin_lesson_describe(lesson, arena, &title, &summary)) return false;
        const char *command = attn_print(arena, "attnviz explain %s", lesson->name);
        if (command == NULL) return false;
        add_row(page, command, COMMAND_COLUMNS, title);
    }
    return true;
}

static bool add_term(attn_page *page, const attn_term *term, attn_arena *arena)
{
    attn_text title = {0};
    attn_typeset_word(term->names[0], &title);
    attn_text_print(&title, "\u00A0\u00A0 %s", term->title);
    add_made_heading(page, &title);
    add_other_names(page, term);
    add_part(page, "What it is", term->is);
    add_part(page, "What it is not", term->is_not);
    add_part(page, "Shape", term->shape);
    if (term->formula_count > 0) add_heading(page, "Formula");
    for (size_t i = 0; i < term->formula_count; i++) {
        attn_page_paragraph(page, term->formulas[i], 4, ATTN_STYLE_PLAIN);
    }
    return add_lessons(page, term, arena);
}

/* Where a name means something of its own. */
static void add_meanings(attn_page *page, const char *word, const attn_found *found)
{
    if (found->name_count == 0) return;
    attn_text heading = {0};
    attn_typeset_word(word, &heading);
    attn_text_add(&heading, found->term_count > 0 ? " in other lessons" : " by lesson");
    add_made_heading(page, &heading);
    for (size_t i = 0; i < found->name_count; i++) {
        add_row(page, found->names[i]->lesson, NAME_COLUMNS, found->names[i]->meaning);
    }
}

/* What the names in a lesson mean, where the word is a lesson's. */
static bool add_names_of_lesson(attn_page *page, const attn_glossary *glossary, const char *word,
                                attn_arena *arena)
{
    size_t count = 0;
    for (size_t i = 0; i < glossary->name_count; i++) {
        const attn_own_name *name = &glossary->names[i];
        if (strcmp(name->lesson, word) != 0) continue;
        const char *heading = attn_print(arena, "Names of the lesson %s", word);
        if (heading == NULL) return false;
        if (count++ == 0) add_heading(page, heading);
        add_row(page, name->name, NAME_COLUMNS, name->meaning);
    }
    return true;
}

static void fail_unknown(const attn_glossary *glossary, const char *word, attn_arena *arena,
                         attn_status *status)
{
    attn_guess guess = {.word = word};
    for (size_t i = 0; i < glossary->term_count; i++) {
        const attn_term *term = &glossary->terms[i];
        for (size_t k = 0; k < term->name_count; k++) attn_guess_try(&guess, term->names[k]);
    }
    attn_fail(status, ATTN_USAGE, "the glossary has no '%s'%s ('attnviz glossary' lists its terms)",
              word, attn_guess_text(&guess, arena));
}

/* ---- JSON ---- */

/* Spaces at which no line breaks are for pages. */
static void add_string(attn_text *out, const char *text)
{
    static const char stay[] = "\u00A0";
    attn_text plain = {0};
    for (size_t length; *text; text += length) {
        bool space = strncmp(text, stay, strlen(stay)) == 0;
        length = space ? strlen(stay) : 1;
        attn_text_add_bytes(&plain, space ? " " : text, 1);
    }
    attn_json_string(out, attn_text_string(&plain));
    out->failed = out->failed || plain.failed;
    attn_text_free(&plain);
}

static void add_text_key(attn_text *out, const char *key, const char *text, bool *first)
{
    if (text[0] == '\0') return;
    attn_json_key(out, key, first);
    add_string(out, text);
}

static void add_list_key(attn_text *out, const char *key, const char *const *texts, size_t count,
                         bool *first)
{
    if (count == 0) return;
    attn_json_key(out, key, first);
    for (size_t i = 0; i < count; i++) {
        attn_text_add(out, i == 0 ? "[" : ",");
        add_string(out, texts[i]);
    }
    attn_text_add(out, "]");
}

static void add_term_json(attn_text *out, const attn_term *term)
{
    bool first = true;
    attn_text_add(out, "{");
    add_text_key(out, "group", term->group, &first);
    add_list_key(out, "names", term->names, term->name_count, &first);
    add_text_key(out, "title", term->title, &first);
    add_text_key(out, "is", term->is, &first);
    add_text_key(out, "not", term->is_not, &first);
    add_text_key(out, "shape", term->shape, &first);
    add_list_key(out, "formula", term->formulas, term->formula_count, &first);
    add_list_key(out, "lessons", term->lessons, term->lesson_count, &first);
    attn_text_add(out, "}");
}

static void add_name_json(attn_text *out, const attn_own_name *name, bool *begun)
{
    bool first = true;
    attn_text_add(out, *begun ? ",\n{" : "{");
    add_text_key(out, "lesson", name->lesson, &first);
    add_text_key(out, "name", name->name, &first);
    add_text_key(out, "meaning", name->meaning, &first);
    attn_text_add(out, "}");
    *begun = true;
}

/* word: a lesson's name, whose names belong to it, or another; NULL: all of the glossary. */
static void add_json(attn_text *out, const attn_glossary *glossary, const char *word,
                     const attn_found *found)
{
    bool begun = false;
    size_t count = word ? found->term_count : glossary->term_count;
    attn_text_add(out, "{\"attnviz\":1,\n\"terms\":[");
    for (size_t i = 0; i < count; i++) {
        if (i > 0) attn_text_add(out, ",\n");
        add_term_json(out, word ? found->terms[i] : &glossary->terms[i]);
    }
    attn_text_add(out, "],\n\"names\":[");
    for (size_t i = 0; word && i < found->name_count; i++)
        add_name_json(out, found->names[i], &begun);
    for (size_t i = 0; i < glossary->name_count; i++) {
        const attn_own_name *name = &glossary->names[i];
        if (!word || strcmp(name->lesson, word) == 0) add_name_json(out, name, &begun);
    }
    attn_text_add(out, "]}\n");
}

static bool is_lesson(const attn_glossary *glossary, const char *word)
{
    for (size_t i = 0; i < glossary->name_count; i++)
        if (strcmp(glossary->names[i].lesson, word) == 0) return true;
    return false;
}

static bool tell_json(attn_text *out, const attn_glossary *glossary, const char *word,
                      attn_arena *arena, attn_status *status)
{
    attn_found found = {0};
    if (word && !attn_glossary_find(glossary, word, NULL, arena, &found)) return false;
    if (word && found.term_count + found.name_count == 0 && !is_lesson(glossary, word)) {
        fail_unknown(glossary, word, arena, status);
        return false;
    }
    add_json(out, glossary, word, &found);
    return true;
}

static bool add_page(attn_page *page, const attn_glossary *glossary, const char *word,
                     attn_arena *arena, attn_status *status)
{
    attn_found found;
    if (!attn_glossary_find(glossary, word, NULL, arena, &found)) return false;
    for (size_t i = 0; i < found.term_count; i++) {
        if (!add_term(page, found.terms[i], arena)) return false;
    }
    add_meanings(page, word, &found);
    if (!add_names_of_lesson(page, glossary, word, arena)) return false;
    if (!page->begun) fail_unknown(glossary, word, arena, status);
    return attn_ok(status);
}

static void tell_term(const char *term, const attnviz_look *look, attn_api_output *out)
{
    attn_page page = {.out = &out->text, .columns = look->columns, .color = look->color};
    attn_arena *arena = attn_arena_new(out->status);
    const attn_glossary *glossary = arena ? attn_glossary_read(arena) : NULL;
    if (glossary && look->format == ATTNVIZ_FORMAT_JSON)
        tell_json(&out->text, glossary, term, arena, out->status);
    else if (glossary && term == NULL)
        add_list(&page, glossary);
    else if (glossary)
        add_page(&page, glossary, term, arena, out->status);
    if (attn_ok(out->status)) attn_api_output_flush(out);
    attn_arena_free(arena);
}

bool attnviz_glossary(const char *term, const attnviz_look *look, const attnviz_output *output,
                      attnviz_fault *fault)
{
    static const attnviz_look plain = ATTNVIZ_LOOK;
    attn_status status = {0};
    attn_api_output out;
    if (!attn_api_output_begin(&out, output, &status, fault)) return false;
    if (attn_api_text(term, &status)) tell_term(term, look ? look : &plain, &out);
    return attn_api_output_end(&out);
}

bool attnviz_glossary_names(void (*take)(void *user, const char *name), void *user,
                            attnviz_fault *fault)
{
    attn_status status = {0};
    locale_t callers;
    if (!attn_api_enter(&callers, fault)) return false;
    attn_arena *arena = attn_arena_new(&status);
    const attn_glossary *glossary = arena ? attn_glossary_read(arena) : NULL;
    for (size_t i = 0; glossary && i < glossary->term_count; i++)
        for (size_t k = 0; k < glossary->terms[i].name_count; k++)
            take(user, glossary->terms[i].names[k]);
    attn_arena_free(arena);
    return attn_api_leave(callers, &status, fault);
}
