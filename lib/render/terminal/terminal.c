/*
 * terminal: a lesson as text, block after block, no wider than the terminal.
 */
#include <math.h>
#include <string.h>

#include "document/block.h"
#include "document/sentences.h"
#include "document/worksheet.h"
#include "formula/print/print_calculation.h"
#include "formula/print/typeset.h"
#include "picture/layout/plot.h"
#include "render/terminal/beside.h"
#include "render/terminal/braille_plot.h"
#include "render/terminal/located.h"
#include "render/terminal/text_value.h"

#define STAY "\u00A0" /* a space at which no line breaks */

enum { MARGIN = 4, DEEPER = 2, NARROWEST = 40 };

typedef struct text_part { /* its bytes */
    size_t from, end;
} text_part;

typedef struct text_renderer {
    const attn_document *document;
    attn_arena *arena;
    attn_page page;
    attn_look look;
    bool body;             /* the head of the lesson has ended */
    bool read;             /* how to read a map of weights stands there */
    bool on_line;          /* the last block is a value on a line */
    size_t group;          /* the byte where the lines since the last blank one begin */
    bool alone;            /* they have nothing beside them */
    text_part line, table; /* the last value on a line, the last table */
    text_part titled;      /* the last table with the formula above it */
    text_part formula;     /* the last formulas on a line */
    attn_located_text *located;
    attn_spots spots; /* numbers on the page that are not located yet */
    attn_stop *stop;  /* of this moment */
    const char *loop; /* that runs, as its heading says it */
    attn_text text;   /* of the block that is rendered */
} text_renderer;

/* ---- paragraphs ---- */

/* A copy that stays as long as the arena; "" without memory, which the status says. */
static const char *keep(const text_renderer *t, const char *text)
{
    const char *copy = text ? attn_copy_text(t->arena, text, strlen(text)) : NULL;
    return copy ? copy : "";
}

/* The text of the block, emptied. */
static attn_text *new_text(text_renderer *t)
{
    attn_text_clear(&t->text);
    return &t->text;
}

static void end_paragraph(text_renderer *t, size_t hang, attn_style style)
{
    attn_page_paragraph(&t->page, attn_text_string(&t->text), hang, style);
}

static const char *line_text(text_renderer *t, const attn_line *line)
{
    attn_line_typeset(line, new_text(t));
    return attn_text_string(&t->text);
}

static void add_line(text_renderer *t, const attn_line *line, size_t hang, attn_style style)
{
    line_text(t, line);
    end_paragraph(t, hang, style);
}

/* rule: the sign that underlines it. */
static void add_underlined(text_renderer *t, const attn_line *line, const char *rule)
{
    add_line(t, line, 0, ATTN_STYLE_STRONG);
    size_t width = attn_text_width(attn_text_string(&t->text), t->text.length);
    attn_text_repeat(new_text(t), rule, width < t->page.columns ? width : t->page.columns);
    end_paragraph(t, 0, ATTN_STYLE_FAINT);
}

/* Of a part of a worksheet. */
static void add_heading(text_renderer *t, const attn_doc_block *block)
{
    t->page.indent = 0;
    add_underlined(t, &block->line, "─");
    attn_page_gap(&t->page);
    t->page.indent = MARGIN;
}

/* "Name: ____   Date: ____" */
static void add_fields(text_renderer *t, const attn_doc_block *block)
{
    attn_text *text = new_text(t);
    for (size_t i = 0; i < block->line.count; i++) {
        attn_text_print(text, i ? STAY STAY " %s:" STAY : "%s:" STAY, block->line.items[i].text);
        attn_text_repeat(text, "_", i ? 16 : 36);
    }
    end_paragraph(t, 0, ATTN_STYLE_PLAIN);
}

static void add_code(text_renderer *t, const attn_doc_block *block)
{
    t->page.indent += DEEPER;
    add_line(t, &block->line, DEEPER, ATTN_STYLE_PLAIN);
    t->page.indent -= DEEPER;
    attn_page_gap(&t->page);
}

/* How a paragraph of each kind is set. */
static const struct form {
    size_t hang;
    attn_style style;
    bool gap; /* below it */
} forms[] = {
    [ATTN_BLOCK_SUMMARY] = {0, ATTN_STYLE_PLAIN, true},
    [ATTN_BLOCK_CHANGE] = {DEEPER, ATTN_STYLE_STRONG, false},
    [ATTN_BLOCK_GENERATED] = {0, ATTN_STYLE_PLAIN, false},
    [ATTN_BLOCK_NOTICE] = {0, ATTN_STYLE_STRONG, false},
    [ATTN_BLOCK_PROSE] = {0, ATTN_STYLE_PLAIN, true},
    [ATTN_BLOCK_REMARK] = {0, ATTN_STYLE_PLAIN, false},
    [ATTN_BLOCK_STATED] = {DEEPER, ATTN_STYLE_PLAIN, false},
    [ATTN_BLOCK_CALL] = {DEEPER, ATTN_STYLE_FAINT, true},
};

static void add_paragraph(text_renderer *t, const attn_doc_block *block)
{
    const struct form *form = &forms[block->kind];
    bool prose = block->kind == ATTN_BLOCK_PROSE && t->stop && !*t->stop->prose;
    add_line(t, &block->line, form->hang, form->style);
    if (prose) t->stop->prose = keep(t, attn_text_string(&t->text));
    if (form->gap) attn_page_gap(&t->page);
}

/* ---- side by side ---- */

/* What was printed from this byte on goes beside what ended there and began at the other, where
 * both fit; but not where it is known in which bytes numbers stand, nor on a sheet that is filled
 * in. */
static bool put_beside(text_renderer *t, const text_part *last, size_t from)
{
    bool free = last->end == from && !t->page.spots && !t->document->is_worksheet;
    return free && attn_beside_join(&t->page, last->from, from);
}

/* A blank line above it does not count. */
static bool is_one_line(const char *text, const char *end)
{
    const char *stop = text < end ? strchr(text + (*text == '\n'), '\n') : NULL;
    return stop && stop + 1 == end;
}

/* Beside formulas on the line above, where both are short. */
static void end_line_of_formulas(text_renderer *t, size_t from)
{
    const char *text = attn_text_string(t->page.out), *end = text + t->page.out->length;
    bool short_ones =
        is_one_line(text + t->formula.from, text + from) && is_one_line(text + from, end);
    if (!short_ones || !put_beside(t, &t->formula, from)) t->formula.from = from;
    t->formula.end = t->page.out->length;
}

/* ---- formulas ---- */

/* A formula hangs below what stands behind its first "=" and the space behind that. */
static void end_formula(text_renderer *t, attn_style style)
{
    const char *text = attn_text_string(&t->text), *equals = strchr(text, '=');
    end_paragraph(t, equals ? attn_text_width(text, (size_t)(equals - text)) + 2 : 4, style);
}

static void add_formula(text_renderer *t, const attn_doc_block *block)
{
    const char *text = line_text(t, &block->line);
    size_t from = t->page.out->length;
    if (t->stop && !*t->stop->formula) t->stop->formula = keep(t, text);
    end_formula(t, ATTN_STYLE_STRONG);
    end_line_of_formulas(t, from);
}

/* "with score(s, h) = s · h", beside its formula where both are short; a body of several lines
 * stands below its head. */
static void add_definition(text_renderer *t, const attn_doc_block *block)
{
    const attn_block_definition *definition = &block->definition;
    size_t indent = t->page.indent, lines = definition->is->line_count, from = t->page.out->length;
    if (definition->deeper) t->page.indent += DEEPER;
    attn_definition_typeset(definition->before, definition->is, new_text(t));
    end_formula(t, ATTN_STYLE_FAINT);
    if (lines == 1 && !definition->deeper) end_line_of_formulas(t, from);
    t->formula.end = 0;
    t->page.indent += DEEPER;
    for (size_t i = 0; i < lines && lines > 1; i++) {
        attn_typeset_statement(definition->is->lines[i], new_text(t));
        end_formula(t, ATTN_STYLE_FAINT);
    }
    t->page.indent = indent;
}

/* ---- where numbers stand ---- */

static void locate(text_renderer *t, const attn_spot *spot, attn_number number)
{
    attn_located_text *located = t->located;
    number.name = keep(t, number.name);
    number.from = spot->from;
    number.to = spot->to;
    attn_append(t->arena, &located->numbers, &located->number_count, &number, sizeof number);
}

/* The numbers of a value that was just written in so many columns. */
static void locate_value(text_renderer *t, const attn_numbers *numbers, size_t columns)
{
    for (size_t i = 0; i < t->spots.count && numbers->node; i++) {
        const attn_spot *spot = &t->spots.items[i];
        locate(t, spot,
               attn_document_number(t->document, numbers, spot->row * columns + spot->col));
    }
    t->spots.count = 0;
}

/* ---- values ---- */

/* How a map is read stands there once; on the board once on each page, and in few words. */
static void add_reading(text_renderer *t, const attn_reading *reading)
{
    attn_line line = {.arena = t->document->arena}, legend = {.arena = t->document->arena};
    bool board = t->page.spots != NULL, chosen = t->document->options->only_count > 0;
    attn_say_reading(reading, t->read && !chosen, &line);
    if (line.count) add_line(t, &line, DEEPER, ATTN_STYLE_FAINT);
    if (t->read) return;
    t->read = true;
    if (board)
        attn_say_maps_shortly("*", &legend);
    else
        attn_say_maps("*", &legend);
    add_line(t, &legend, 0, ATTN_STYLE_FAINT);
}

/* "A with scale"; where they are aligned, the names of all sides are equally wide. */
static void add_side(const attn_block_value *value, size_t i, attn_text *name)
{
    size_t widest = 0, own = attn_text_width(value->sides[i], strlen(value->sides[i]));
    attn_text_print(name, STAY "%s", value->sides[i]);
    for (size_t k = 0; k < value->count; k++) {
        size_t width = attn_text_width(value->sides[k], strlen(value->sides[k]));
        if (width > widest) widest = width;
    }
    if (value->aligned) attn_text_repeat(name, STAY, widest - own);
}

/* The first are shaded, the difference is not. */
static void add_sides(text_renderer *t, const attn_block_value *value)
{
    for (size_t i = 0; i < value->count; i++) {
        attn_text name = {0};
        attn_inline_typeset(&value->name, &name);
        add_side(value, i, &name);
        if (attn_value_print(&t->page, &t->look,
                             &(attn_shown_value){.name = attn_text_string(&name),
                                                 .value = value->values[i],
                                                 .shaded = value->shaded && i < 2}))
            attn_page_gap(&t->page);
        attn_text_end(&name, &t->text);
    }
    if (value->values[0]->rank != ATTN_NUMBER) attn_page_gap(&t->page);
    t->spots.count = 0;
}

/* Words that stand beside no others. */
static bool is_word_list(const text_renderer *t, const attn_block_value *value)
{
    const attn_tensor *words = value->values[0];
    bool same = words->words && !value->blanks && words->rank == ATTN_VECTOR;
    if (!same || t->document->is_worksheet) return same;
    for (size_t i = 0; same && words->col_labels && i < words->cols; i++) {
        size_t place = (size_t)words->data[i];
        same = place >= 1 && place <= words->words->count &&
               strcmp(words->words->words[place - 1], words->col_labels->words[i]) == 0;
    }
    return same && value->count == 1 && !t->page.spots;
}

/* "source = le  chat  noir" */
static void add_word_list(text_renderer *t, const attn_block_value *value)
{
    const attn_tensor *words = value->values[0];
    attn_text *text = new_text(t);
    attn_inline_typeset(&value->name, text);
    attn_text_add(text, " =");
    for (size_t i = 0; i < attn_tensor_size(words); i++) {
        /* breaks leave out the first, so that no blank ends a line */
        attn_text_add(text, i ? " " STAY : STAY);
        attn_value_cell(words, i, 0, text);
    }
    end_paragraph(t, DEEPER, ATTN_STYLE_PLAIN);
}

/* Directly below another value on a line. */
static void end_line(text_renderer *t, size_t from)
{
    bool joined = from > t->group && put_beside(t, &t->line, from);
    if (!joined) t->line.from = from;
    t->line.end = t->page.out->length;
}

/* A table beside the last one, so that their heads stand on one line; below a formula with it, and
 * beside such a table with its formula. */
static void end_table(text_renderer *t, size_t from)
{
    bool titled = t->group < from,
         joined = titled ? put_beside(t, &t->titled, t->group) : put_beside(t, &t->table, from);
    size_t end = t->page.out->length;
    if (!joined) t->table.from = from;
    if (titled && !joined) t->titled.from = t->group;
    t->table.end = titled && joined ? 0 : end;
    t->titled.end = titled ? end : 0;
}

static void add_value(text_renderer *t, const attn_doc_block *block)
{
    const attn_block_value *value = &block->value;
    attn_reading reading;
    size_t from = t->page.out->length;
    if (is_word_list(t, value)) {
        add_word_list(t, value);
        t->on_line = !t->document->is_worksheet;
        if (t->on_line) end_line(t, from);
        return;
    }
    if (value->count > 1) {
        add_sides(t, value);
        return;
    }
    bool read = attn_document_reading(t->document, value, &reading);
    attn_inline_typeset(&value->name, new_text(t));
    bool table = attn_value_print(&t->page, &t->look,
                                  &(attn_shown_value){.name = attn_text_string(&t->text),
                                                      .value = value->values[0],
                                                      .reading = read ? &reading : NULL,
                                                      .shaded = value->shaded,
                                                      .blanks = value->blanks});
    t->on_line = !table;
    if (!table) end_line(t, from);
    if (table && !t->alone) end_table(t, from);
    if (!t->document->options->with) locate_value(t, &value->numbers, value->values[0]->cols);
    if (table && read) add_reading(t, &reading);
    if (table) attn_page_gap(&t->page);
    if (read) attn_reading_end(&reading);
}

static const char *column_name(text_renderer *t, const attn_block_column *column)
{
    attn_text *name = new_text(t);
    if (column->label) attn_typeset_label(column->label, name);
    if (column->side) attn_text_print(name, column->label ? STAY "%s" : "%s", column->side);
    return keep(t, attn_text_string(name));
}

static void add_columns(text_renderer *t, const attn_doc_block *block)
{
    const attn_block_columns *columns = &block->columns;
    const char **names = attn_alloc(t->document->arena, columns->count, sizeof *names);
    const attn_tensor **values = attn_alloc(t->document->arena, columns->count, sizeof *values);
    if (!names || !values) return;
    for (size_t i = 0; i < columns->count; i++) {
        names[i] = column_name(t, &columns->items[i]);
        values[i] = columns->items[i].value;
    }
    attn_columns_print(&t->page, &t->look, names, values, columns->count);
    for (size_t i = 0; i < t->spots.count; i++) {
        const attn_spot *spot = &t->spots.items[i];
        const attn_numbers *numbers = &columns->items[spot->col].numbers;
        if (numbers->node) locate(t, spot, attn_document_number(t->document, numbers, spot->row));
    }
    t->spots.count = 0;
    attn_page_gap(&t->page);
}

static void add_plot(text_renderer *t, const attn_doc_block *block)
{
    const attn_plot *plot =
        attn_plot_of(attn_run_record(t->document->run), block->plot, t->document->arena);
    if (!plot) return;
    attn_braille_plot_print(&t->page, plot, t->document->arena);
    attn_page_gap(&t->page);
}

/* ---- headings ---- */

static void begin_moment(text_renderer *t, const attn_doc_block *block)
{
    attn_located_text *located = t->located;
    if (t->page.spots) t->read = false;
    t->stop = attn_push(t->arena, &located->stops, &located->stop_count, sizeof *t->stop);
    size_t at = located->stop_count > 1 ? t->page.out->length : 0;
    if (t->stop) *t->stop = (attn_stop){at, block->moment->step, t->loop, "", ""};
}

/* The number stands in the margin of whatever comes next. */
static void begin_step(text_renderer *t, const attn_doc_block *block)
{
    t->page.number = block->step;
    t->loop = "";
    if (t->stop) t->stop->loop = "";
}

/* "t = 1 · the" and a rule to the right margin; on a worksheet a heading without it. */
static void add_loop(text_renderer *t, const attn_doc_block *block)
{
    const attn_block_loop *loop = &block->loop;
    attn_text *text = new_text(t);
    attn_text_print(text, "%s" STAY "=" STAY "%ld", loop->at->letter, loop->at->number);
    if (loop->at->word) attn_text_add(text, STAY "·" STAY);
    if (loop->at->word) attn_text_add_apart(text, loop->at->word);
    t->loop = keep(t, attn_text_string(text));
    if (t->stop) t->stop->loop = t->loop;
    size_t used = t->page.indent + attn_text_width(attn_text_string(text), text->length) + 1;
    if (t->document->is_worksheet)
        t->page.indent = 0;
    else if (loop->depth == 0 && used + MARGIN < t->page.columns) {
        attn_text_add(text, STAY);
        attn_text_repeat(text, "─", t->page.columns - used);
    }
    end_paragraph(t, 0, ATTN_STYLE_STRONG);
    if (t->document->is_worksheet) t->page.indent = MARGIN;
    attn_page_gap(&t->page);
}

/* ---- arithmetic ---- */

/* "= 2.1000": the number itself. */
static void add_outcome(text_renderer *t, const attn_block_arithmetic *arithmetic)
{
    attn_number number = arithmetic->number;
    attn_spots marks = {.arena = t->document->arena};
    attn_text_add(&t->text, "=" STAY);
    size_t from = t->text.length;
    attn_text_add(&t->text, arithmetic->outcome);
    attn_spots_add(&marks, (attn_spot){from, t->text.length, number.row, number.col});
    attn_page_paragraph_marked(&t->page, attn_text_string(&t->text), &marks, 2, ATTN_STYLE_STRONG);
    if (t->spots.count) number.can_change = attn_document_can_change(t->document, number.name);
    for (size_t i = 0; i < t->spots.count; i++) locate(t, &t->spots.items[i], number);
    t->spots.count = 0;
}

/*
 * e₁,₁ = 1.8·1 + 0.2·0.5 − 0.8·0 + 0.4·0.5
 *      = 2.1000
 */
static void add_arithmetic(text_renderer *t, const attn_doc_block *block)
{
    const attn_block_arithmetic *arithmetic = &block->arithmetic;
    attn_calculation source = {.kind = ATTN_CALCULATION_WORDS};
    const attn_calculation *lines = arithmetic->lines;
    if (!lines) {
        source.text = keep(t, line_text(t, &arithmetic->source));
        lines = &source;
    }
    attn_text *text = new_text(t);
    attn_typeset_label(arithmetic->number.name, text);
    size_t indent = t->page.indent, name = attn_text_width(attn_text_string(text), text->length);
    attn_text_add(text, STAY);
    for (const attn_calculation *line = lines; line; line = line->next) {
        attn_text_add(text, "=" STAY);
        attn_typeset_calculation(line, text);
        end_paragraph(t, line == lines ? name + 3 : 2, ATTN_STYLE_PLAIN);
        attn_text_clear(text);
        t->page.indent = indent + name + 1;
    }
    add_outcome(t, arithmetic);
    t->page.indent = indent;
}

/* ---- checks and the end ---- */

static void add_check(text_renderer *t, const attn_doc_block *check)
{
    attn_text_add(new_text(t), check->holds ? "✓" STAY : "✗" STAY);
    attn_line_typeset(&check->line, &t->text);
    end_paragraph(t, DEEPER, check->holds ? ATTN_STYLE_GOOD : ATTN_STYLE_BAD);
}

/* "attnviz heatmap masked --without mask", as the caller names them. */
static void add_pictures(const attn_document *document, attn_text *text)
{
    const char *name;
    const attn_show_options *options = document->options;
    const attn_lesson *lesson = attn_run_lesson(document->run);
    attn_text_print(text, "%sPictures: %s %s", text->length ? "\n" : "", options->draw,
                    attn_lesson_argument(lesson));
    for (size_t i = 0; options->without && (name = attn_lesson_thrown_at(lesson, i)); i++)
        attn_text_print(text, strpbrk(name, " {}=*") ? " %s '%s'" : " %s %s", options->without,
                        name);
}

static void add_end(text_renderer *t, const attn_doc_block *end)
{
    t->page.indent = 0;
    line_text(t, &end->line);
    if (end->tally.pictures && t->document->options->draw) add_pictures(t->document, &t->text);
    end_paragraph(t, 0, end->tally.untrue ? ATTN_STYLE_BAD : ATTN_STYLE_FAINT);
}

/* ---- the whole ---- */

static void begin_body(text_renderer *t)
{
    if (!t->body) attn_page_gap(&t->page);
    if (!t->body) t->page.indent = MARGIN;
    t->body = true;
}

static void add_title(text_renderer *t, const attn_doc_block *block)
{
    add_underlined(t, &block->line, "═");
}

/* The number of an exercise stands in the margin of whatever comes next. */
static void begin_exercise(text_renderer *t, const attn_doc_block *block)
{
    t->page.number = block->step;
}

static void begin_call(text_renderer *t, const attn_doc_block *block)
{
    add_paragraph(t, block);
    t->page.indent += DEEPER;
}

static void end_call(text_renderer *t, const attn_doc_block *block)
{
    (void)block;
    t->page.indent -= DEEPER;
}

/* A terminal has no pictures: figures are left out. */
static void (*const add[])(text_renderer *t, const attn_doc_block *block) = {
    [ATTN_BLOCK_TITLE] = add_title,
    [ATTN_BLOCK_FIELDS] = add_fields,
    [ATTN_BLOCK_HEADING] = add_heading,
    [ATTN_BLOCK_CODE] = add_code,
    [ATTN_BLOCK_EXERCISE] = begin_exercise,
    [ATTN_BLOCK_SUMMARY] = add_paragraph,
    [ATTN_BLOCK_CHANGE] = add_paragraph,
    [ATTN_BLOCK_GENERATED] = add_paragraph,
    [ATTN_BLOCK_NOTICE] = add_paragraph,
    [ATTN_BLOCK_PROSE] = add_paragraph,
    [ATTN_BLOCK_REMARK] = add_paragraph,
    [ATTN_BLOCK_STATED] = add_paragraph,
    [ATTN_BLOCK_MOMENT] = begin_moment,
    [ATTN_BLOCK_STEP] = begin_step,
    [ATTN_BLOCK_LOOP] = add_loop,
    [ATTN_BLOCK_FORMULA] = add_formula,
    [ATTN_BLOCK_RESULTS] = add_formula,
    [ATTN_BLOCK_EXCHANGED] = add_definition,
    [ATTN_BLOCK_DEFINITION] = add_definition,
    [ATTN_BLOCK_CALL] = begin_call,
    [ATTN_BLOCK_END_CALL] = end_call,
    [ATTN_BLOCK_VALUE] = add_value,
    [ATTN_BLOCK_COLUMNS] = add_columns,
    [ATTN_BLOCK_PLOT] = add_plot,
    [ATTN_BLOCK_ARITHMETIC] = add_arithmetic,
    [ATTN_BLOCK_CHECK] = add_check,
    [ATTN_BLOCK_END] = add_end,
};

static void add_block(text_renderer *t, const attn_doc_block *block)
{
    if (block->kind > ATTN_BLOCK_NOTICE) begin_body(t);
    bool formula = block->kind == ATTN_BLOCK_FORMULA || block->kind == ATTN_BLOCK_RESULTS;
    if (block->apart && !(formula && t->on_line)) attn_page_gap(&t->page);
    if (t->page.gap) {
        t->group = t->page.out->length;
        t->alone = t->page.number > 0 || block->kind == ATTN_BLOCK_STATED;
    }
    t->on_line = false;
    if (add[block->kind]) add[block->kind](t, block);
}

/* The stops, and where numbers stand if they are wanted, go to located and its arena; the rest
 * lives no longer than its block.
 */
static text_renderer begin(const attn_document *document, attn_text *out,
                           attn_located_text *located)
{
    const attn_show_options *options = document->options;
    text_renderer t = {.document = document,
                       .arena = located->arena,
                       .page = {.out = out, .columns = options->columns, .color = options->color},
                       .located = located,
                       .spots = {.arena = located->arena},
                       .loop = ""};
    if (t.page.columns < NARROWEST) t.page.columns = NARROWEST;
    attn_look_prepare(&t.look, options->precision, options->all, options->color);
    return t;
}

static void end(text_renderer *t)
{
    t->page.out->failed |= t->text.failed;
    attn_text_free(&t->text);
}

/* numbers: whether it is wanted where they stand. */
static bool show(const attn_run *run, const attn_show_options *options, attn_text *out,
                 attn_located_text *located, bool numbers, attn_status *status)
{
    attn_document document;
    bool begun = attn_document_begin(run, options, located->arena, &document);
    text_renderer t = begin(&document, out, located);
    if (numbers) t.page.spots = &t.spots;
    while (begun && attn_document_next(&document))
        for (size_t i = 0; i < document.count; i++) add_block(&t, &document.blocks[i]);
    end(&t);
    attn_document_end(&document);
    return attn_ok(status);
}

bool attn_show_located(const attn_run *run, const attn_show_options *options, attn_text *out,
                       attn_located_text *located, attn_status *status)
{
    return show(run, options, out, located, true, status);
}

bool attn_show_sum(const attn_run *run, const attn_show_options *options, const attn_number *number,
                   attn_text *out, attn_status *status)
{
    attn_document document;
    attn_located_text located = {.arena = attn_arena_new(status)};
    attn_sum_asked sum = {number->name, number->node, number->row, number->col};
    if (located.arena && attn_document_arithmetic(run, options, &sum, located.arena, &document)) {
        text_renderer t = begin(&document, out, &located);
        add_arithmetic(&t, &document.blocks[0]);
        end(&t);
    }
    attn_arena_free(located.arena);
    return attn_ok(status);
}

bool attn_worksheets_text(const attn_sheets *sheets, attn_text *out, attn_status *status)
{
    for (size_t i = 0; i < sheets->count; i++) {
        const attn_document *sheet = sheets->at(sheets->user, i, status);
        attn_located_text located = {.arena = sheet ? sheet->arena : NULL};
        if (!sheet) return false;
        text_renderer t = begin(sheet, out, &located);
        t.page.begun = t.page.gap = i > 0;
        for (size_t k = 0; k < sheet->count; k++) add_block(&t, &sheet->blocks[k]);
        end(&t);
    }
    return attn_ok(status);
}

bool attn_show_text(const attn_run *run, const attn_show_options *options, attn_text *out,
                    attn_pauses *pauses, attn_status *status)
{
    attn_located_text located = {.arena = attn_arena_new(status)};
    bool shown = located.arena && show(run, options, out, &located, false, status);
    for (size_t i = 1; shown && pauses && i < located.stop_count && pauses->count < pauses->most;
         i++)
        pauses->at[pauses->count++] = located.stops[i].at;
    attn_arena_free(located.arena);
    return attn_ok(status);
}
