/*
 * markup: writes the blocks of a lesson as Markdown or LaTeX.
 */
#include "render/page/markup.h"

#include <string.h>

#include "formula/print/print_calculation.h"
#include "formula/print/typeset.h"

enum { WIDEST = 72 }; /* letters of a line of arithmetic */

typedef struct attn_markup_call { /* a call that is open, and the one around it */
    size_t start;                 /* in the page */
    struct attn_markup_call *outer;
} attn_markup_call;

/* ---- lines ---- */

static void add_words(const attn_markup *markup, const char *bytes, size_t length, attn_text *out)
{
    attn_text harmless = {0};
    attn_text_add_escaped(&harmless, bytes, length, false);
    markup->words(attn_text_string(&harmless), harmless.length, out);
    attn_text_end(&harmless, out);
}

void attn_markup_words(const attn_markup *markup, const char *words, attn_text *out)
{
    add_words(markup, words, strlen(words), out);
}

void attn_markup_label(const attn_markup *markup, const char *label, attn_text *out)
{
    attn_text formula = {0};
    if (attn_latex_label(label, markup->formula_words, &formula))
        attn_text_print(out, "$%s$", attn_text_string(&formula));
    else
        attn_markup_words(markup, label, out);
    attn_text_end(&formula, out);
}

/* What stands between the dollars of an expression, a statement or a head. */
static void add_formula(const attn_markup *markup, const attn_inline *item, attn_text *out)
{
    const attn_definition *head = item->head;
    if (item->kind == ATTN_INLINE_EXPR)
        attn_latex_expr(item->expr, markup->formula_words, out);
    else if (item->kind == ATTN_INLINE_STATEMENT)
        attn_latex_statement(item->statement, markup->formula_words, out);
    else
        attn_latex_head(head->function, head->parameters, head->parameter_count,
                        markup->formula_words, out);
}

void attn_markup_inline(const attn_markup *markup, const attn_inline *item, attn_text *out)
{
    switch (item->kind) {
    case ATTN_INLINE_WORDS:
        attn_markup_words(markup, item->text, out);
        break;
    case ATTN_INLINE_BLANK:
        attn_markup_words(markup, attn_blank, out);
        break;
    case ATTN_INLINE_LABEL:
        attn_markup_label(markup, item->text, out);
        break;
    case ATTN_INLINE_EXPR:
    case ATTN_INLINE_STATEMENT:
    case ATTN_INLINE_HEAD:
        attn_text_add(out, "$");
        add_formula(markup, item, out);
        attn_text_add(out, "$");
        break;
    }
}

void attn_markup_line(const attn_markup *markup, const attn_line *line, attn_text *out)
{
    for (size_t i = 0; i < line->count; i++) attn_markup_inline(markup, &line->items[i], out);
}

/* ---- paragraphs ---- */

void attn_markup_end_line(attn_markup_page *p, const char *const pair[2])
{
    attn_text_print(p->out, "%s%s%s", pair[0], attn_text_string(&p->line), pair[1]);
    p->out->failed |= p->line.failed;
    attn_text_clear(&p->line);
}

void attn_markup_end_paragraph(attn_markup_page *p)
{
    if (p->line.length) p->markup->paragraph(p->out, attn_text_string(&p->line));
    p->out->failed |= p->line.failed;
    attn_text_clear(&p->line);
}

static void add_paragraph(attn_markup_page *p, const attn_doc_block *block)
{
    attn_markup_line(p->markup, &block->line, &p->line);
    attn_markup_end_paragraph(p);
}

static void add_strong(attn_markup_page *p, const attn_doc_block *block)
{
    attn_text_add(&p->line, p->markup->strong[0]);
    attn_markup_line(p->markup, &block->line, &p->line);
    attn_text_add(&p->line, p->markup->strong[1]);
    attn_markup_end_paragraph(p);
}

static void add_display(attn_markup_page *p, const attn_statement *statement)
{
    attn_latex_statement(statement, p->markup->formula_words, &p->line);
    attn_markup_end_line(p, p->markup->display);
}

/* A line break of the lesson begins a new paragraph. */
static void add_prose(attn_markup_page *p, const attn_doc_block *block)
{
    for (size_t i = 0; i < block->line.count; i++) {
        attn_inline item = block->line.items[i];
        const char *end;
        while (item.kind == ATTN_INLINE_WORDS && (end = strchr(item.text, '\n'))) {
            add_words(p->markup, item.text, (size_t)(end - item.text), &p->line);
            attn_markup_end_paragraph(p);
            item.text = end + 1;
        }
        attn_markup_inline(p->markup, &item, &p->line);
    }
    attn_markup_end_paragraph(p);
}

/* "with score(s, h) = s · h"; a body of several lines stands below its head. The lines of a
 * statement have no head. */
static void add_definition(attn_markup_page *p, const attn_doc_block *block)
{
    const attn_block_definition *definition = &block->definition;
    const attn_definition *is = definition->is;
    const attn_inline head = {.kind = ATTN_INLINE_HEAD, .head = is};
    bool one_line = is->line_count == 1;
    attn_markup_words(p->markup, definition->before, &p->line);
    attn_text_add(&p->line, " $");
    if (is->function) add_formula(p->markup, &head, &p->line);
    attn_text_add(&p->line, !is->function ? "" : one_line ? " = " : "$:");
    if (one_line) attn_latex_statement(is->lines[0], p->markup->formula_words, &p->line);
    attn_text_add(&p->line, one_line ? "$" : "");
    attn_markup_end_paragraph(p);
    for (size_t i = 0; i < is->line_count && !one_line; i++) add_display(p, is->lines[i]);
}

/* ---- headings ---- */

static void end_heading(attn_markup_page *p, size_t depth)
{
    if (depth >= ATTN_MARKUP_DEPTHS) depth = ATTN_MARKUP_DEPTHS - 1;
    attn_markup_end_line(p, (const char *[]){p->markup->headings[depth], p->markup->heading_end});
}

static void add_title(attn_markup_page *p, const attn_doc_block *block)
{
    attn_markup_line(p->markup, &block->line, &p->line);
    attn_markup_end_line(p, p->markup->title);
}

static void add_heading(attn_markup_page *p, const attn_doc_block *block)
{
    attn_markup_line(p->markup, &block->line, &p->line);
    end_heading(p, 0);
}

static void add_step(attn_markup_page *p, const attn_doc_block *block)
{
    attn_text_print(&p->line, "Step %zu", block->step);
    end_heading(p, 0);
}

static void add_loop(attn_markup_page *p, const attn_doc_block *block)
{
    const attn_block_loop *loop = &block->loop;
    attn_text label = {0};
    if (attn_latex_label(loop->at->letter, p->markup->formula_words, &label))
        attn_text_print(&p->line, "$%s = %ld$", attn_text_string(&label), loop->at->number);
    attn_text_end(&label, &p->line);
    if (loop->at->word) attn_markup_words(p->markup, " · ", &p->line);
    if (loop->at->word) attn_markup_words(p->markup, loop->at->word, &p->line);
    end_heading(p, loop->depth + 1);
}

/* ---- of a worksheet ---- */

/* "Name: ____   Date: ____" */
static void add_fields(attn_markup_page *p, const attn_doc_block *block)
{
    attn_text field = {0};
    for (size_t i = 0; i < block->line.count; i++) {
        attn_text_print(&field, i ? "   %s: " : "%s: ", block->line.items[i].text);
        attn_text_repeat(&field, "_", i ? 12 : 28);
    }
    attn_markup_words(p->markup, attn_text_string(&field), &p->line);
    attn_text_end(&field, &p->line);
    attn_markup_end_paragraph(p);
}

/* Before the prose that follows, or on a line of its own. */
static void begin_exercise(attn_markup_page *p, const attn_doc_block *block)
{
    attn_text_print(&p->line, "%s%zu.%s", p->markup->strong[0], block->step, p->markup->strong[1]);
}

static void add_code(attn_markup_page *p, const attn_doc_block *block)
{
    attn_text words = {0};
    attn_line_typeset(&block->line, &words);
    p->markup->code(p->out, attn_text_string(&words));
    attn_text_end(&words, p->out);
}

/* ---- calls that are opened ---- */

static void begin_call(attn_markup_page *p, const attn_doc_block *block)
{
    attn_markup_call *inner = attn_alloc(p->arena, 1, sizeof *inner);
    if (inner) *inner = (attn_markup_call){p->out->length, p->call};
    p->call = inner;
    p->depth++;
    add_paragraph(p, block);
}

static void end_call(attn_markup_page *p, const attn_doc_block *block)
{
    (void)block;
    if (!p->call) return; /* without memory */
    p->markup->inside(p->out, p->call->start, --p->depth);
    p->call = p->call->outer;
}

/* ---- arithmetic ---- */

/* Long sums go on behind a "+" or "−" of the next line. */
static void add_wrapped(const char *formula, attn_text *out)
{
    size_t width = 0, depth = 0;
    for (const char *at = formula; *at; at++) {
        depth += *at == '{';
        depth -= *at == '}';
        bool sign = strncmp(at, " + ", 3) == 0 || strncmp(at, " - ", 3) == 0;
        if (sign && depth == 0 && width > WIDEST) {
            attn_text_add(out, " \\cr &\\quad ");
            width = 0;
        }
        attn_text_add_bytes(out, at, 1);
        width += *at != '{' && *at != '}';
        /* a command is one letter wide, whatever its name */
        for (bool command = *at == '\\'; command && at[1] >= 'a' && at[1] <= 'z'; at++)
            attn_text_add_bytes(out, at + 1, 1);
    }
}

/* Each line of the arithmetic, as a formula. False if one of them is words. */
static bool add_lines(const attn_calculation *line, attn_text *out)
{
    bool all = true;
    for (; all && line; line = line->next) {
        attn_text formula = {0};
        all = attn_latex_calculation(line, &formula);
        attn_text_add(out, " &= ");
        add_wrapped(attn_text_string(&formula), out);
        attn_text_add(out, " \\cr ");
        attn_text_end(&formula, out);
    }
    return all;
}

/* Lines of numbers, aligned at their "=". False, and nothing is added, if some are words. */
static bool add_aligned(attn_markup_page *p, const attn_block_arithmetic *arithmetic)
{
    if (!arithmetic->lines) return false;
    attn_text_add(&p->line, "\\begin{aligned} ");
    bool set = attn_latex_label(arithmetic->number.name, p->markup->formula_words, &p->line) &&
               add_lines(arithmetic->lines, &p->line);
    attn_text_add(&p->line, " &= \\mathbf{");
    set = set && attn_latex_number(arithmetic->outcome, &p->line);
    attn_text_add(&p->line, "} \\end{aligned}");
    if (!set) attn_text_clear(&p->line);
    return set;
}

/* "$B_{1,2}$ = $A_{2,1}$ = 3" */
static void add_unaligned(attn_markup_page *p, const attn_block_arithmetic *arithmetic)
{
    attn_markup_label(p->markup, arithmetic->number.name, &p->line);
    attn_markup_words(p->markup, " = ", &p->line);
    attn_markup_line(p->markup, &arithmetic->source, &p->line);
    for (const attn_calculation *line = arithmetic->lines; line; line = line->next) {
        attn_text written = {0};
        attn_print_calculation(line, &written);
        add_words(p->markup, attn_text_string(&written), written.length, &p->line);
        if (line->next) attn_markup_words(p->markup, " = ", &p->line);
        attn_text_end(&written, &p->line);
    }
    attn_markup_words(p->markup, " = ", &p->line);
    attn_markup_words(p->markup, arithmetic->outcome, &p->line);
    attn_markup_end_paragraph(p);
}

static void add_arithmetic(attn_markup_page *p, const attn_doc_block *block)
{
    if (add_aligned(p, &block->arithmetic))
        attn_markup_end_line(p, p->markup->display);
    else
        add_unaligned(p, &block->arithmetic);
}

/* ---- pictures ---- */

/* "heatmap of A; plot of r, b" */
static void add_what_is_drawn(const attn_drawing *figure, attn_text *out)
{
    for (size_t i = 0; i < figure->count; i++) {
        const attn_map *map = &figure->maps[i];
        const attn_moment *plot = map->plot;
        bool more = i > 0 && !plot;
        attn_text_add(out, more ? ", " : i ? "; " : "");
        attn_text_add(out, plot ? "plot of " : more ? "" : "heatmap of ");
        if (!plot) attn_typeset_label(map->label, out);
        for (size_t k = plot && plot->plot_has_x; plot && k < plot->plot_count; k++) {
            attn_text_add(out, k > plot->plot_has_x ? ", " : "");
            attn_typeset_label(plot->plot[k].label, out);
        }
    }
}

static void add_figure(attn_markup_page *p, const attn_doc_block *block)
{
    const attn_drawing *figure = block->figure;
    attn_text names = {0};
    add_what_is_drawn(figure, &names);
    attn_markup_words(p->markup, attn_text_string(&names), &p->line);
    p->markup->picture(p->out, figure->name, attn_text_string(&p->line));
    p->out->failed |= names.failed || p->line.failed;
    attn_text_free(&names);
    attn_text_clear(&p->line);
}

/* ---- checks and the end ---- */

static void add_check(attn_markup_page *p, const attn_doc_block *check)
{
    if (!p->listing) attn_text_add(p->out, p->markup->list[0]);
    p->listing = true;
    attn_markup_line(p->markup, &check->line, &p->line);
    attn_markup_end_line(p, check->holds ? p->markup->check : p->markup->untrue);
}

static void end_list(attn_markup_page *p)
{
    if (p->listing) attn_text_add(p->out, p->markup->list[1]);
    p->listing = false;
}

static void add_end(attn_markup_page *p, const attn_doc_block *end)
{
    add_paragraph(p, end);
    if (end->tally.pictures == 0 || p->document->options->figure_count) return;
    attn_markup_words(p->markup, "The pictures are not here: write the page to a file, as with -o ",
                      &p->line);
    attn_markup_words(p->markup, p->markup->example, &p->line);
    attn_markup_words(p->markup, ", and they are written beside it.", &p->line);
    attn_markup_end_paragraph(p);
}

/* ---- the whole ---- */

static void add_formula_block(attn_markup_page *p, const attn_doc_block *block)
{
    add_display(p, block->line.items[0].statement);
}

/* Moments leave no trace on a page, and it has plots among its figures. */
static void (*const add[])(attn_markup_page *p, const attn_doc_block *block) = {
    [ATTN_BLOCK_TITLE] = add_title,
    [ATTN_BLOCK_CHANGE] = add_strong,
    [ATTN_BLOCK_NOTICE] = add_strong,
    [ATTN_BLOCK_SUMMARY] = add_paragraph,
    [ATTN_BLOCK_GENERATED] = add_paragraph,
    [ATTN_BLOCK_REMARK] = add_paragraph,
    [ATTN_BLOCK_STATED] = add_paragraph,
    [ATTN_BLOCK_RESULTS] = add_paragraph,
    [ATTN_BLOCK_STEP] = add_step,
    [ATTN_BLOCK_FIELDS] = add_fields,
    [ATTN_BLOCK_HEADING] = add_heading,
    [ATTN_BLOCK_EXERCISE] = begin_exercise,
    [ATTN_BLOCK_CODE] = add_code,
    [ATTN_BLOCK_LOOP] = add_loop,
    [ATTN_BLOCK_PROSE] = add_prose,
    [ATTN_BLOCK_FORMULA] = add_formula_block,
    [ATTN_BLOCK_EXCHANGED] = add_definition,
    [ATTN_BLOCK_DEFINITION] = add_definition,
    [ATTN_BLOCK_CALL] = begin_call,
    [ATTN_BLOCK_END_CALL] = end_call,
    [ATTN_BLOCK_VALUE] = attn_markup_value,
    [ATTN_BLOCK_COLUMNS] = attn_markup_columns_table,
    [ATTN_BLOCK_FIGURE] = add_figure,
    [ATTN_BLOCK_ARITHMETIC] = add_arithmetic,
    [ATTN_BLOCK_CHECK] = add_check,
    [ATTN_BLOCK_END] = add_end,
};

static void add_block(attn_markup_page *p, const attn_doc_block *block)
{
    if (block->kind != ATTN_BLOCK_CHECK) end_list(p);
    if (block->kind == ATTN_BLOCK_PROSE)
        attn_text_add(&p->line, p->line.length ? " " : "");
    else
        attn_markup_end_paragraph(p); /* the number of an exercise alone */
    if (add[block->kind]) add[block->kind](p, block);
}

/* Nothing follows the last block. */
static void take_last_gap(attn_text *out)
{
    size_t length = out->length;
    if (length < 2 || strcmp(out->bytes + length - 2, "\n\n") != 0) return;
    out->bytes[--out->length] = '\0';
}

static attn_markup_page begin_blocks(const attn_document *document, const attn_markup *markup,
                                     attn_text *out)
{
    const attn_show_options *options = document->options;
    attn_markup_page p = {
        .markup = markup, .document = document, .arena = document->arena, .out = out};
    attn_look_prepare(&p.look, options->precision, options->all, false);
    return p;
}

static void add_blocks(attn_markup_page *p)
{
    for (size_t i = 0; i < p->document->count; i++) add_block(p, &p->document->blocks[i]);
}

static void end_blocks(attn_markup_page *p)
{
    end_list(p);
    attn_text_end(&p->line, p->out);
}

static void end_page(const attn_markup *markup, attn_text *out)
{
    take_last_gap(out);
    attn_text_add(out, markup->foot);
}

static void add_document(attn_document *document, const attn_markup *markup, attn_text *out)
{
    attn_markup_page p = begin_blocks(document, markup, out);
    attn_text_add(out, markup->head);
    while (attn_document_next(document)) add_blocks(&p);
    end_blocks(&p);
    end_page(markup, out);
}

bool attn_markup_render(const attn_run *run, const attn_show_options *options,
                        const attn_markup *markup, attn_text *out, attn_status *status)
{
    attn_document document;
    attn_arena *arena = attn_arena_new(status);
    if (arena && attn_document_begin(run, options, arena, &document))
        add_document(&document, markup, out);
    if (arena) attn_document_end(&document);
    attn_arena_free(arena);
    return attn_ok(status);
}

bool attn_markup_worksheets(const attn_sheets *sheets, const attn_markup *markup, attn_text *out,
                            attn_status *status)
{
    attn_text_add(out, markup->head);
    for (size_t i = 0; i < sheets->count; i++) {
        const attn_document *sheet = sheets->at(sheets->user, i, status);
        if (!sheet) return false;
        attn_text_add(out, i ? markup->next_sheet : "");
        attn_markup_page p = begin_blocks(sheet, markup, out);
        add_blocks(&p);
        end_blocks(&p);
    }
    end_page(markup, out);
    return attn_ok(status);
}
