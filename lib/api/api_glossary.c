/*
 * api_glossary: what a symbol or a term means, as pages of text and as JSON.
 */
#include "api/api.h"

#include <string.h>

#include "files/json/json_write.h"
#include "formula/print/typeset.h"
#include "lesson/builtin/glossary.h"
#include "render/terminal/page.h"

enum {
    INDENT = 2,
    NAME_COLUMNS = 17,
    COMMAND_COLUMNS = 33
}; /* the longest name of a lesson has 17 */

typedef struct telling {
    const attn_glossary *glossary;
    const char *word; /* NULL: all terms */
    attn_found found; /* of the word */
    attn_page page;
    attn_text *out;
    attn_arena *arena; /* its status has the failures */
} telling;

/* ---- a page ---- */

/* text: NULL: there was no memory for it. */
static void add_paragraph(telling *t, const char *text, size_t hang)
{
    if (text) attn_page_paragraph(&t->page, text, hang, ATTN_STYLE_PLAIN);
}

static void add_heading(telling *t, const char *heading)
{
    attn_page_gap(&t->page);
    t->page.indent = 0;
    if (heading) attn_page_paragraph(&t->page, heading, 0, ATTN_STYLE_STRONG);
    t->page.indent = INDENT;
}

/* "α         attention weights": the words of the entry hang behind the column of names. */
static void add_row(telling *t, const char *name, size_t columns, const char *words)
{
    attn_text row = {0};
    attn_typeset_word(name, &row);
    size_t width = attn_text_width(attn_text_string(&row), row.length);
    attn_text_repeat(&row, "\u00A0", width < columns ? columns - width : 0);
    attn_text_print(&row, "\u00A0%s", words);
    add_paragraph(t, attn_keep_text(t->arena, &row), columns + 1);
}

static void add_list(telling *t)
{
    const char *group = "";
    for (size_t i = 0; i < t->glossary->term_count; i++) {
        const attn_term *term = &t->glossary->terms[i];
        if (strcmp(term->group, group) != 0) add_heading(t, term->group);
        group = term->group;
        add_row(t, term->names[0], NAME_COLUMNS, term->title);
    }
    attn_page_gap(&t->page);
    t->page.indent = 0;
    add_paragraph(t,
                  "'attnviz glossary TERM' says what a term means, 'attnviz glossary LESSON' what "
                  "the names in a lesson mean.",
                  0);
}

static void add_part(telling *t, const char *heading, const char *text)
{
    if (!text || !*text) return;
    add_heading(t, heading);
    add_paragraph(t, text, 0);
}

/* The other names of a term, which are typed: "alpha, attention weights". */
static const char *other_names(const telling *t, const attn_term *term)
{
    attn_text text = {0};
    for (size_t i = 1; i < term->name_count; i++)
        attn_text_print(&text, "%s%s", i > 1 ? ", " : "", term->names[i]);
    return attn_keep_text(t->arena, &text);
}

static void add_lessons(telling *t, const attn_term *term)
{
    const attn_builtin_lesson *lesson;
    const char *title, *summary;
    if (term->lesson_count > 0) add_heading(t, "Shown by");
    for (size_t i = 0; (lesson = attn_builtin_lesson_at(i)) != NULL; i++) {
        size_t at = 0;
        while (at < term->lesson_count && strcmp(term->lessons[at], lesson->name) != 0) at++;
        if (at == term->lesson_count) continue;
        const char *command = attn_print(t->arena, "attnviz explain %s", lesson->name);
        if (command && attn_builtin_lesson_describe(lesson, t->arena, &title, &summary))
            add_row(t, command, COMMAND_COLUMNS, title);
    }
}

/* "α" and what stands behind it. */
static const char *typeset(const telling *t, const char *word, const char *behind)
{
    attn_text text = {0};
    attn_typeset_word(word, &text);
    attn_text_add(&text, behind);
    return attn_keep_text(t->arena, &text);
}

static void add_term(telling *t, const attn_term *term)
{
    const char *title = attn_print(t->arena, "\u00A0\u00A0 %s", term->title);
    add_heading(t, title ? typeset(t, term->names[0], title) : NULL);
    add_part(t, "Also", other_names(t, term));
    add_part(t, "What it is", term->is);
    add_part(t, "What it is not", term->is_not);
    add_part(t, "Shape", term->shape);
    if (term->formula_count > 0) add_heading(t, "Formula");
    for (size_t i = 0; i < term->formula_count; i++) add_paragraph(t, term->formulas[i], 4);
    add_lessons(t, term);
}

/* Whether the name is one of the lesson that the word names; of no word, all are. */
static bool is_asked(const telling *t, const attn_own_name *name)
{
    return !t->word || strcmp(name->lesson, t->word) == 0;
}

static void add_page(telling *t)
{
    const attn_found *found = &t->found;
    bool headed = false;
    for (size_t i = 0; i < found->term_count; i++) add_term(t, found->terms[i]);
    if (found->name_count > 0) /* where it means something of its own */
        add_heading(
            t, typeset(t, t->word, found->term_count > 0 ? " in other lessons" : " by lesson"));
    for (size_t i = 0; i < found->name_count; i++)
        add_row(t, found->names[i]->lesson, NAME_COLUMNS, found->names[i]->meaning);
    for (size_t i = 0; i < t->glossary->name_count; i++) {
        const attn_own_name *name = &t->glossary->names[i];
        if (!is_asked(t, name)) continue;
        if (!headed) add_heading(t, attn_print(t->arena, "Names of the lesson %s", t->word));
        headed = true;
        add_row(t, name->name, NAME_COLUMNS, name->meaning);
    }
}

/* ---- JSON ---- */

/* Spaces at which no line breaks are for pages. */
static void add_string(attn_text *out, const char *text)
{
    static const char stay[] = "\u00A0";
    attn_text plain = {0};
    for (const char *at; (at = strstr(text, stay)); text = at + strlen(stay)) {
        attn_text_add_bytes(&plain, text, (size_t)(at - text));
        attn_text_add(&plain, " ");
    }
    attn_text_add(&plain, text);
    attn_json_string(out, attn_text_string(&plain));
    attn_text_end(&plain, out);
}

static void add_text_key(attn_text *out, const char *key, const char *text)
{
    if (text[0] == '\0') return;
    attn_json_print(out, "%s:", key);
    add_string(out, text);
}

static void add_list_key(attn_text *out, const char *key, const char *const *texts, size_t count)
{
    if (count > 0) attn_json_print(out, "%s:[", key);
    for (size_t i = 0; i < count; i++) {
        attn_json_comma(out);
        add_string(out, texts[i]);
    }
    attn_text_add(out, count > 0 ? "]" : "");
}

/* Between the terms or names of a list, each in a line of its own. */
static void add_opening(attn_text *out)
{
    attn_json_comma(out);
    attn_text_add(out, out->length && out->bytes[out->length - 1] == ',' ? "\n{" : "{");
}

static void add_term_json(attn_text *out, const attn_term *term)
{
    add_opening(out);
    add_text_key(out, "group", term->group);
    add_list_key(out, "names", term->names, term->name_count);
    add_text_key(out, "title", term->title);
    add_text_key(out, "is", term->is);
    add_text_key(out, "not", term->is_not);
    add_text_key(out, "shape", term->shape);
    add_list_key(out, "formula", term->formulas, term->formula_count);
    add_list_key(out, "lessons", term->lessons, term->lesson_count);
    attn_text_add(out, "}");
}

static void add_name_json(attn_text *out, const attn_own_name *name)
{
    add_opening(out);
    add_text_key(out, "lesson", name->lesson);
    add_text_key(out, "name", name->name);
    add_text_key(out, "meaning", name->meaning);
    attn_text_add(out, "}");
}

static void add_json(telling *t)
{
    size_t count = t->word ? t->found.term_count : t->glossary->term_count;
    attn_text_add(t->out, "{\"attnviz\":1,\n\"terms\":[");
    for (size_t i = 0; i < count; i++)
        add_term_json(t->out, t->word ? t->found.terms[i] : &t->glossary->terms[i]);
    attn_text_add(t->out, "],\n\"names\":[");
    for (size_t i = 0; i < t->found.name_count; i++) add_name_json(t->out, t->found.names[i]);
    for (size_t i = 0; i < t->glossary->name_count; i++)
        if (is_asked(t, &t->glossary->names[i])) add_name_json(t->out, &t->glossary->names[i]);
    attn_text_add(t->out, "]}\n");
}

/* ---- the calls ---- */

typedef void take_name(void *user, const char *name);

static void each_name(const attn_glossary *glossary, take_name *take, void *user)
{
    for (size_t i = 0; i < glossary->term_count; i++)
        for (size_t k = 0; k < glossary->terms[i].name_count; k++)
            take(user, glossary->terms[i].names[k]);
}

static void try_name(void *guess, const char *name)
{
    attn_guess_try(guess, name);
}

/* Whether the glossary has the word; else the fault suggests a near one. */
static bool find_word(telling *t)
{
    attn_guess guess = {.word = t->word};
    if (!attn_glossary_find(t->glossary, t->word, NULL, t->arena, &t->found)) return false;
    bool known = t->found.term_count + t->found.name_count > 0;
    for (size_t i = 0; i < t->glossary->name_count; i++)
        known = known || is_asked(t, &t->glossary->names[i]);
    if (known) return true;
    each_name(t->glossary, try_name, &guess);
    return attn_fail(attn_arena_status(t->arena), ATTN_USAGE,
                     "no '%s' in the glossary%s ('attnviz glossary' lists its terms)", t->word,
                     attn_guess_text(&guess, t->arena));
}

static void tell(telling *t, bool json)
{
    if (!t->glossary || (t->word && !find_word(t))) return;
    if (json)
        add_json(t);
    else if (t->word)
        add_page(t);
    else
        add_list(t);
}

bool attnviz_glossary(const char *term, const attnviz_look *look, const attnviz_output *output,
                      attnviz_fault *fault)
{
    static const attnviz_look plain = ATTNVIZ_LOOK;
    attn_api_call call;
    attn_format format;
    if (!attn_api_begin_text(&call, NULL, output, fault)) return false;
    if (!look) look = &plain;
    telling t = {.word = term,
                 .arena = call.arena,
                 .out = &call.text,
                 .page = {.out = &call.text, .columns = look->columns, .color = look->color}};
    attn_api_show_options(look, call.status); /* a line has columns */
    if (attn_api_format(&call, look->format, &format) && attn_api_text(term, call.status))
        t.glossary = attn_glossary_read(t.arena);
    if (attn_ok(call.status)) tell(&t, format == ATTN_FORMAT_JSON);
    if (attn_ok(call.status)) attn_api_flush(&call);
    return attn_api_end(&call);
}

bool attnviz_glossary_names(void (*take)(void *user, const char *name), void *user,
                            attnviz_fault *fault)
{
    attn_api_call call;
    if (!attn_api_given(take ? "" : NULL, "the function", fault) ||
        !attn_api_begin(&call, NULL, fault))
        return false;
    const attn_glossary *glossary = attn_glossary_read(call.arena);
    if (glossary) each_name(glossary, take, user);
    return attn_api_end(&call);
}
