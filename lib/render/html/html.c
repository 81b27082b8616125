/*
 * html: writes the blocks of a lesson as one page for a browser, which needs nothing beside it.
 */
#include "render/html/html.h"

#include <string.h>

#include "document/sentences.h"
#include "formula/print/mathml.h"
#include "formula/print/print_calculation.h"
#include "formula/print/typeset.h"
#include "lesson/builtin/library.h"

/* ---- lines ---- */

void attn_html_words(const char *words, attn_text *out)
{
    attn_text_add_xml(out, words, strlen(words));
}

void attn_html_label(const char *label, attn_text *out)
{
    attn_text formula = {0};
    if (attn_mathml_label(label, &formula))
        attn_text_print(out, "<math>%s</math>", attn_text_string(&formula));
    else
        attn_html_words(label, out);
    attn_text_end(&formula, out);
}

static void add_formula(const attn_inline *item, attn_text *out)
{
    const attn_definition *head = item->head;
    attn_text_add(out, "<math>");
    if (item->kind == ATTN_INLINE_EXPR)
        attn_mathml_expr(item->expr, out);
    else if (item->kind == ATTN_INLINE_STATEMENT)
        attn_mathml_statement(item->statement, out);
    else
        attn_mathml_head(head->function, head->parameters, head->parameter_count, out);
    attn_text_add(out, "</math>");
}

void attn_html_inline(const attn_inline *item, attn_text *out)
{
    if (item->kind == ATTN_INLINE_WORDS)
        attn_html_words(item->text, out);
    else if (item->kind == ATTN_INLINE_BLANK)
        attn_text_print(out, "<span class=\"blank\">%s</span>", attn_blank);
    else if (item->kind == ATTN_INLINE_LABEL)
        attn_html_label(item->text, out);
    else
        add_formula(item, out);
}

void attn_html_line(const attn_line *line, attn_text *out)
{
    for (size_t i = 0; i < line->count; i++) attn_html_inline(&line->items[i], out);
}

/* ---- paragraphs ---- */

static void add_paragraph_of(attn_html *p, const char *kind, const attn_line *line)
{
    if (line->count == 0) return;
    attn_text_print(p->out, "<p class=\"%s\">", kind);
    attn_html_line(line, p->out);
    attn_text_add(p->out, "</p>\n");
}

static void add_summary(attn_html *p, const attn_doc_block *block)
{
    add_paragraph_of(p, "summary", &block->line);
}

static void add_notice(attn_html *p, const attn_doc_block *block)
{
    add_paragraph_of(p, "notice", &block->line);
}

static void add_told(attn_html *p, const attn_doc_block *block)
{
    add_paragraph_of(p, "remark", &block->line);
}

/* A look at a training says when it was, for the script that makes a film of them. */
static void add_remark(attn_html *p, const attn_doc_block *block)
{
    if (!block->look) {
        add_told(p, block);
        return;
    }
    attn_text_print(p->out, "<p class=\"remark\" data-step=\"%zu\" data-loss=\"",
                    block->look->step);
    attn_text_number(p->out, block->look->loss);
    attn_text_add(p->out, "\">");
    attn_html_line(&block->line, p->out);
    attn_text_add(p->out, "</p>\n");
}

/* A line break of the lesson begins a new paragraph. */
static void add_prose(attn_html *p, const attn_doc_block *block)
{
    attn_text_add(p->out, "<p>");
    for (size_t i = 0; i < block->line.count; i++) {
        attn_inline item = block->line.items[i];
        const char *end;
        while (item.kind == ATTN_INLINE_WORDS && (end = strchr(item.text, '\n'))) {
            attn_text_add_xml(p->out, item.text, (size_t)(end - item.text));
            attn_text_add(p->out, "</p>\n<p>");
            item.text = end + 1;
        }
        attn_html_inline(&item, p->out);
    }
    attn_text_add(p->out, "</p>\n");
}

static void add_code(attn_html *p, const attn_doc_block *block)
{
    attn_text_add(p->out, "<pre>");
    attn_html_line(&block->line, p->out);
    attn_text_add(p->out, "</pre>\n");
}

/* ---- formulas ---- */

static void add_statement(attn_html *p, const attn_statement *statement)
{
    attn_text_add(p->out, "<div class=\"formula\"><math display=\"block\">");
    attn_mathml_statement(statement, p->out);
    attn_text_add(p->out, "</math></div>\n");
}

static void add_formula_block(attn_html *p, const attn_doc_block *block)
{
    add_statement(p, block->line.items[0].statement);
}

/* "with score(s, h) = s · h"; a body of several lines stands below its head. */
static void add_definition(attn_html *p, const attn_doc_block *block)
{
    const attn_block_definition *definition = &block->definition;
    const attn_definition *is = definition->is;
    bool one_line = is->line_count == 1;
    attn_text_print(p->out, "<p class=\"definition%s\">", definition->deeper ? " deeper" : "");
    attn_html_words(definition->before, p->out);
    attn_text_add(p->out, " <math>");
    if (is->function) attn_mathml_head(is->function, is->parameters, is->parameter_count, p->out);
    if (is->function && one_line) attn_text_add(p->out, "<mo>=</mo>");
    if (one_line) attn_mathml_statement(is->lines[0], p->out);
    attn_text_print(p->out, "</math>%s</p>\n", one_line ? "" : ":");
    for (size_t i = 0; i < is->line_count && !one_line; i++) add_statement(p, is->lines[i]);
}

/* ---- headings ---- */

static void add_title(attn_html *p, const attn_doc_block *block)
{
    attn_text_add(p->out, "<h1>");
    attn_html_line(&block->line, p->out);
    attn_text_add(p->out, "</h1>\n");
}

void attn_html_end_step(attn_html *p)
{
    if (p->stepped) attn_text_add(p->out, "</section>\n");
    p->stepped = false;
}

static void begin_step(attn_html *p, const attn_doc_block *block)
{
    attn_html_end_step(p);
    p->stepped = true;
    p->step = block->step;
    p->loops = 0;
    attn_text_print(p->out,
                    "<section class=\"step\" id=\"step-%zu\" aria-labelledby=\"n%zu\">\n"
                    "<h2 id=\"n%zu\"><span class=\"aside\">Step </span>%zu</h2>\n",
                    p->step, p->step, p->step, p->step);
}

/* "t = 1 · the" */
static void add_loop(attn_html *p, const attn_doc_block *block)
{
    const attn_block_loop *loop = &block->loop;
    size_t level = loop->depth < 3 ? loop->depth + 3 : 6;
    if (p->document->is_worksheet) attn_html_end_step(p); /* exercises follow */
    attn_text_print(p->out, "<h%zu class=\"loop\" id=\"step-%zu-%zu\"><math><mi>", level, p->step,
                    ++p->loops);
    attn_html_words(loop->at->letter, p->out);
    attn_text_print(p->out, "</mi><mo>=</mo><mn>%ld</mn></math>", loop->at->number);
    if (loop->at->word) attn_text_add(p->out, " · ");
    if (loop->at->word) attn_html_words(loop->at->word, p->out);
    attn_text_print(p->out, "</h%zu>\n", level);
}

/* ---- calls that are opened ---- */

static void begin_call(attn_html *p, const attn_doc_block *block)
{
    attn_text_add(p->out, "<details class=\"call\" open><summary>");
    attn_html_line(&block->line, p->out);
    attn_text_add(p->out, "</summary>\n");
}

static void end_call(attn_html *p, const attn_doc_block *block)
{
    (void)block;
    attn_text_add(p->out, "</details>\n");
}

/* ---- arithmetic ---- */

static void add_typeset(const attn_calculation *line, attn_text *out)
{
    attn_text written = {0};
    attn_typeset_calculation(line, &written);
    attn_html_words(attn_text_string(&written), out);
    attn_text_end(&written, out);
}

/*
 * The lines stand below each other at their "=". They are text and no MathML, for browsers break no
 * line inside a formula.
 */
static void add_arithmetic(attn_html *p, const attn_doc_block *block)
{
    const attn_block_arithmetic *arithmetic = &block->arithmetic;
    attn_text_add(p->out, "<div class=\"arithmetic\"><span>");
    attn_html_label(arithmetic->number.name, p->out);
    attn_text_add(p->out, "</span><div>");
    if (!arithmetic->lines) {
        attn_text_add(p->out, "<p>= ");
        attn_html_line(&arithmetic->source, p->out);
        attn_text_add(p->out, "</p>");
    }
    for (const attn_calculation *line = arithmetic->lines; line; line = line->next) {
        attn_text_add(p->out, "<p>= ");
        add_typeset(line, p->out);
        attn_text_add(p->out, "</p>");
    }
    attn_text_add(p->out, "<p>= <strong>");
    attn_html_words(arithmetic->outcome, p->out);
    attn_text_add(p->out, "</strong></p></div></div>\n");
}

/* ---- checks and the end ---- */

static void add_check(attn_html *p, const attn_doc_block *check)
{
    if (!p->listing) attn_text_add(p->out, "<ul class=\"checks\">\n");
    p->listing = true;
    attn_text_add(p->out, check->holds ? "<li>✓ " : "<li class=\"untrue\">✗ ");
    attn_html_line(&check->line, p->out);
    attn_text_add(p->out, "</li>\n");
}

/* Values that follow each other stand side by side, as far as there is room. */
static void group_values(attn_html *p, bool value)
{
    if (value != p->grouped) attn_text_add(p->out, value ? "<div class=\"values\">\n" : "</div>\n");
    p->grouped = value;
}

static void end_list(attn_html *p)
{
    if (p->listing) attn_text_add(p->out, "</ul>\n");
    p->listing = false;
}

static void add_end(attn_html *p, const attn_doc_block *end)
{
    attn_html_end_step(p);
    add_paragraph_of(p, end->tally.untrue ? "tally untrue" : "tally", &end->line);
}

/* ---- the whole ---- */

/* Moments leave no trace on a page, and it has plots among its figures. */
static void (*const add[])(attn_html *p, const attn_doc_block *block) = {
    [ATTN_BLOCK_TITLE] = add_title,
    [ATTN_BLOCK_SUMMARY] = add_summary,
    [ATTN_BLOCK_CHANGE] = add_notice,
    [ATTN_BLOCK_EXCHANGED] = add_definition,
    [ATTN_BLOCK_GENERATED] = add_told,
    [ATTN_BLOCK_FIELDS] = attn_html_fields,
    [ATTN_BLOCK_NOTICE] = add_notice,
    [ATTN_BLOCK_STEP] = begin_step,
    [ATTN_BLOCK_HEADING] = attn_html_heading,
    [ATTN_BLOCK_EXERCISE] = attn_html_exercise,
    [ATTN_BLOCK_LOOP] = add_loop,
    [ATTN_BLOCK_PROSE] = add_prose,
    [ATTN_BLOCK_CODE] = add_code,
    [ATTN_BLOCK_REMARK] = add_remark,
    [ATTN_BLOCK_STATED] = add_told,
    [ATTN_BLOCK_FORMULA] = add_formula_block,
    [ATTN_BLOCK_RESULTS] = add_told,
    [ATTN_BLOCK_DEFINITION] = add_definition,
    [ATTN_BLOCK_CALL] = begin_call,
    [ATTN_BLOCK_END_CALL] = end_call,
    [ATTN_BLOCK_VALUE] = attn_html_value,
    [ATTN_BLOCK_COLUMNS] = attn_html_columns,
    [ATTN_BLOCK_FIGURE] = attn_html_figure,
    [ATTN_BLOCK_ARITHMETIC] = add_arithmetic,
    [ATTN_BLOCK_CHECK] = add_check,
    [ATTN_BLOCK_END] = add_end,
};

/* The head of the lesson stands in <header>, the rest in <main>. */
static void begin_part(attn_html *p, attn_block_kind kind)
{
    bool body = kind >= ATTN_BLOCK_MOMENT;
    if (!body && !p->headed && !p->bodied) {
        attn_text_add(p->out, "<header>\n");
        p->headed = true;
    }
    if (!body || p->bodied) return;
    attn_text_add(p->out, p->headed ? "</header>\n<main>\n" : "<main>\n");
    p->headed = false;
    p->bodied = true;
}

static void add_block(attn_html *p, const attn_doc_block *block)
{
    group_values(p, block->kind == ATTN_BLOCK_VALUE || block->kind == ATTN_BLOCK_COLUMNS);
    begin_part(p, block->kind);
    if (block->kind != ATTN_BLOCK_CHECK) end_list(p);
    if (add[block->kind]) add[block->kind](p, block);
}

void attn_html_blocks(attn_html *p)
{
    for (size_t i = 0; i < p->document->count; i++) add_block(p, &p->document->blocks[i]);
}

void attn_html_end_body(attn_html *p)
{
    group_values(p, false);
    end_list(p);
    attn_html_end_step(p);
    attn_text_add(p->out, p->headed ? "</header>\n" : p->bodied ? "</main>\n" : "");
}

static void add_parts(attn_run *run, attn_document *document, attn_text *out, attn_text *files)
{
    const attn_show_options *options = document->options;
    attn_html p = {.document = document, .arena = document->arena, .out = out, .files = files};
    attn_look_prepare(&p.look, options->precision, options->all, false);
    while (attn_document_next(document)) attn_html_blocks(&p);
    attn_html_end_step(&p);
    if (p.bodied && options->only_count == 0 && options->at_count == 0) attn_html_flow(&p, run);
    attn_html_end_body(&p);
}

void attn_html_begin(const char *title, const char *script, attn_text *out)
{
    const attn_builtin_file *style = attn_builtin_file_of("page.css");
    attn_text_add(out, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
    attn_html_policy(script, out);
    attn_text_add(out, "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                       "<meta name=\"color-scheme\" content=\"light dark\">\n<title>");
    attn_html_words(title, out);
    attn_text_add(out, "</title>\n<style>\n");
    if (style) attn_text_add_bytes(out, (const char *)style->bytes, style->length);
    attn_text_add(out, "</style>\n</head>\n<body>\n");
}

void attn_html_end(attn_text *out)
{
    attn_text_add(out, "</body>\n</html>\n");
}

bool attn_html_body(attn_run *run, const attn_show_options *options, attn_text *out,
                    attn_text *files, attn_status *status)
{
    attn_document document;
    attn_drawing *figures = NULL;
    attn_show_options own = *options;
    attn_arena *arena = attn_arena_new(status);
    bool drawn = arena && attn_show_drawn(run, options, arena, &figures, &own.figure_count);
    own.figures = figures;
    if (drawn && attn_document_begin(run, &own, arena, &document))
        add_parts(run, &document, out, files);
    if (drawn) attn_document_end(&document);
    attn_arena_free(arena);
    return attn_ok(status);
}

bool attn_show_html(attn_run *run, const attn_show_options *options, attn_text *out,
                    attn_status *status)
{
    attn_html_begin(attn_lesson_title(attn_run_lesson(run)),
                    attn_html_lives(run, attn_html_lesson_script), out);
    attn_text files = {0};
    bool done = attn_html_body(run, options, out, &files, status) &&
                attn_html_live(run, options,
                               (attn_html_life){.script = attn_html_lesson_script, .drawn = &files},
                               out, status);
    attn_html_end(out);
    attn_text_free(&files);
    return done;
}
