/*
 * paper: a lesson as a page to print or to put in slides, in Markdown or LaTeX (markup.h). What
 * comes when is decided in story.c, what its sentences say in say.c, what a table holds in value.c.
 */
#include <string.h>

#include "document/generated.h"
#include "document/value.h"
#include "formula/print/print_calculation.h"
#include "formula/print/typeset.h"
#include "render/page/markup.h"
#include "render/terminal/contrast.h"

enum { WIDEST = 72 }; /* letters of a line of arithmetic, or of numbers on a line */

typedef struct opened { /* a call that is open, and the one around it */
    size_t start;       /* in the page */
    struct opened *outer;
} opened;

typedef struct paper {
    attn_renderer renderer; /* first: a renderer is the paper it belongs to */
    attn_pen pen;
    const attn_markup *markup;
    const attn_run *run;
    const attn_lesson *lesson;
    const attn_record *record;
    const attn_values *with; /* what is compared with; or NULL */
    attn_arena *arena;
    attn_text *out;
    attn_look look;
    const attn_show_options *options;
    size_t results; /* of an opened call: told since */
    bool listing;   /* the list of checks is open */
    bool looking;   /* values of a moment of the training are told: they are not compared */
    bool read;      /* how to read a map of weights was told */
    size_t depth;
    opened *opened;
    attn_text line; /* the one being put together; empty between events */
} paper;

static paper *of(attn_renderer *renderer)
{
    return (paper *)(void *)renderer;
}

/* ---- the pen ---- */

static const attn_markup *markup_of(const attn_pen *pen)
{
    const char *bytes = (const char *)pen - offsetof(paper, pen);
    return ((const paper *)(const void *)bytes)->markup;
}

static void add_words(const attn_pen *pen, const char *bytes, size_t length, attn_text *out)
{
    attn_markup_words(markup_of(pen), bytes, length, out);
}

static void add_label(const attn_pen *pen, const char *label, attn_text *out)
{
    attn_markup_label(markup_of(pen), label, out);
}

static void add_expr(const attn_pen *pen, const attn_expr *expr, attn_text *out)
{
    attn_text_add(out, "$");
    attn_latex_expr(expr, markup_of(pen)->formula_words, out);
    attn_text_add(out, "$");
}

static void add_statement(const attn_pen *pen, const attn_statement *statement, attn_text *out)
{
    attn_text_add(out, "$");
    attn_latex_statement(statement, markup_of(pen)->formula_words, out);
    attn_text_add(out, "$");
}

static void add_head(const attn_pen *pen, const char *function, const char *const *parameters,
                     size_t count, attn_text *out)
{
    attn_text_add(out, "$");
    attn_latex_head(function, parameters, count, markup_of(pen)->formula_words, out);
    attn_text_add(out, "$");
}

static const attn_pen pen_of_paper = {add_words, add_label, add_expr, add_statement, add_head};

/* ---- blocks ---- */

static void begin_block(paper *p)
{
    if (p->listing) attn_text_add(p->out, p->markup->list[1]);
    p->listing = false;
}

/* The line that was put together is handed on, and begun anew. */
static const char *taken(paper *p)
{
    p->out->failed |= p->line.failed;
    return attn_text_string(&p->line);
}

static void end_paragraph(paper *p)
{
    if (p->line.length) p->markup->paragraph(p->out, taken(p));
    attn_text_clear(&p->line);
}

static void end_display(paper *p)
{
    p->markup->display(p->out, taken(p));
    attn_text_clear(&p->line);
}

static void add_strong(paper *p, const char *line)
{
    attn_text_print(&p->line, "%s%s%s", p->markup->strong[0], line, p->markup->strong[1]);
}

/* ---- formulas ---- */

/* "with score(s, h) = s · h"; a body of several lines stands below its head. The lines of a
 * statement have no head. */
static void write_definition(paper *p, const char *before, const attn_definition *definition)
{
    bool one_line = definition->line_count == 1, head = definition->function != NULL;
    attn_latex_words words = p->markup->formula_words;
    attn_say(&p->pen, &p->line, before);
    attn_text_add(&p->line, " $");
    if (head)
        attn_latex_head(definition->function, definition->parameters, definition->parameter_count,
                        words, &p->line);
    attn_text_add(&p->line, !head ? "" : one_line ? " = " : "$:");
    if (one_line) attn_latex_statement(definition->lines[0], words, &p->line);
    attn_text_add(&p->line, one_line ? "$" : "");
    end_paragraph(p);
    for (size_t i = 0; i < definition->line_count && !one_line; i++) {
        attn_latex_statement(definition->lines[i], words, &p->line);
        end_display(p);
    }
}

/* "without scale, in place of S = Q Kᵀ / √d_k" */
static void write_exchange(paper *p, const attn_exchange *exchange)
{
    if (!exchange) return;
    const char *before = exchange->by
                             ? attn_print(p->arena, "without %s, in place of", exchange->by)
                             : "in place of";
    if (before) write_definition(p, before, &exchange->before);
}

static void tell_formula(attn_renderer *renderer, const attn_statement *statement)
{
    paper *p = of(renderer);
    begin_block(p);
    p->results = 0;
    if (statement->target_count) {
        attn_latex_statement(statement, p->markup->formula_words, &p->line);
        end_display(p);
    } else {
        attn_say_results(&p->pen, statement, &p->line);
        end_paragraph(p);
    }
    write_exchange(p, attn_exchange_of_statement(p->lesson, statement));
}

static void tell_definition(attn_renderer *renderer, const attn_definition *definition)
{
    paper *p = of(renderer);
    write_definition(p, "with", definition);
    write_exchange(p, attn_exchange_of_definition(p->lesson, definition));
}

/* ---- tables ---- */

/* A table, and what of it is shown. */
typedef struct grid {
    paper *paper;
    const attn_table *table;
    size_t rows, cols; /* shown */
    bool numbered;
    bool heads_beside;    /* a first column holds the words of the rows, or the name */
    bool name_beside_row; /* of the only row */
} grid;

static size_t row_at(const grid *g, size_t k)
{
    return attn_table_place(g->table->rows, g->paper->look.all, k);
}

static size_t col_at(const grid *g, size_t k)
{
    return attn_table_place(g->table->cols, g->paper->look.all, k);
}

typedef void (*head_words)(const void *user, size_t place, attn_text *out);

/* typeset: the text is markup already. */
static void add_cell_text(grid *g, attn_text *text, bool typeset)
{
    attn_text *out = g->paper->out;
    if (typeset)
        attn_text_add(out, attn_text_string(text));
    else
        add_words(&g->paper->pen, attn_text_string(text), text->length, out);
    out->failed |= text->failed;
    attn_text_free(text);
}

static void add_table_head(grid *g, head_words words, size_t place, bool typeset)
{
    attn_text text = {0};
    if (place == ATTN_TABLE_GAP)
        attn_text_add(&text, "…");
    else if (words)
        words(g->table->user, place, &text);
    else if (g->numbered)
        attn_text_print(&text, "%zu", place + 1);
    add_cell_text(g, &text, typeset && place != ATTN_TABLE_GAP);
}

static void add_table_cell(grid *g, size_t row, size_t col)
{
    attn_text text = {0};
    if (row == ATTN_TABLE_GAP || col == ATTN_TABLE_GAP)
        attn_text_add(&text, "…");
    else
        g->table->cell(g->table->user, row, col, &text);
    bool out = row != ATTN_TABLE_GAP && col != ATTN_TABLE_GAP && g->table->stands_out &&
               g->table->stands_out(g->table->user, row, col);
    if (out) attn_text_add(g->paper->out, g->paper->markup->strong[0]);
    add_cell_text(g, &text, false);
    if (out) attn_text_add(g->paper->out, g->paper->markup->strong[1]);
}

static void add_heads(grid *g)
{
    const attn_markup *markup = g->paper->markup;
    attn_text *out = g->paper->out;
    attn_text_add(out, markup->row[0]);
    if (g->heads_beside && !g->name_beside_row) attn_text_add(out, g->table->name);
    for (size_t k = 0; k < g->cols; k++) {
        if (k || g->heads_beside) attn_text_add(out, markup->row[1]);
        add_table_head(g, g->table->col_head, col_at(g, k), g->table->col_names);
    }
    attn_text_add(out, markup->row[2]);
}

static void add_table_row(grid *g, size_t r)
{
    const attn_markup *markup = g->paper->markup;
    attn_text *out = g->paper->out;
    attn_text_add(out, markup->row[0]);
    if (g->name_beside_row)
        attn_text_add(out, g->table->name);
    else if (g->heads_beside)
        add_table_head(g, g->table->row_head, row_at(g, r), false);
    for (size_t k = 0; k < g->cols; k++) {
        if (k || g->heads_beside) attn_text_add(out, markup->row[1]);
        add_table_cell(g, row_at(g, r), col_at(g, k));
    }
    attn_text_add(out, markup->row[2]);
}

static void add_grid(grid *g, const bool *left)
{
    const attn_markup *markup = g->paper->markup;
    const attn_table *table = g->table;
    size_t columns = g->cols + g->heads_beside;
    bool heads = table->col_head || g->numbered || (*table->name && !g->name_beside_row);
    markup->begin_table(g->paper->out, left, columns);
    if (heads || markup->needs_heads) {
        add_heads(g);
        markup->end_heads(g->paper->out, left, columns);
    }
    for (size_t r = 0; r < g->rows; r++) add_table_row(g, r);
    attn_text_add(g->paper->out, markup->end_table);
}

static void write_table(void *user, const attn_table *table)
{
    paper *p = user;
    bool all = p->look.all;
    grid g = {.paper = p,
              .table = table,
              .rows = attn_table_shown(table->rows, all),
              .cols = attn_table_shown(table->cols, all)};
    g.numbered = attn_table_cuts(table->rows, all) || attn_table_cuts(table->cols, all);
    bool row_heads = table->row_head || (g.numbered && table->rows > 1);
    g.heads_beside = row_heads || *table->name;
    g.name_beside_row = *table->name && !row_heads && table->rows == 1;
    bool *left = attn_alloc(p->arena, g.cols + 1, sizeof *left);
    if (!left) return;
    left[0] = true;
    for (size_t k = 0; k < g.cols; k++) {
        size_t col = col_at(&g, k);
        left[k + g.heads_beside] =
            col != ATTN_TABLE_GAP && table->is_words && table->is_words(table->user, col);
    }
    add_grid(&g, left);
}

/* ---- values ---- */

static void add_number(paper *p, const attn_tensor *value, size_t i, int decimals)
{
    attn_text number = {0};
    attn_value_cell(value, i, decimals, &number);
    if (!attn_latex_number(attn_text_string(&number), &p->line)) {
        attn_text_add(&p->line, "\\text{");
        p->markup->formula_words(attn_text_string(&number), number.length, &p->line);
        attn_text_add(&p->line, "}");
    }
    p->line.failed |= number.failed;
    attn_text_free(&number);
}

/* "3" or "[1  0.5]", as a formula without its dollars. */
static void add_numbers(paper *p, const attn_tensor *value)
{
    size_t count = attn_tensor_size(value);
    int decimals = attn_decimals_needed(value->data, count, p->look.precision);
    bool vector = value->rank != ATTN_NUMBER;
    attn_text_add(&p->line, vector ? "[" : "");
    for (size_t i = 0; i < count; i++) {
        attn_text_add(&p->line, i ? " \\quad " : "");
        add_number(p, value, i, decimals);
    }
    attn_text_add(&p->line, vector ? "]" : "");
}

/* "the  cat": tokens by their words. */
static void add_tokens(paper *p, const attn_tensor *value)
{
    attn_text words = {0};
    for (size_t i = 0; i < attn_tensor_size(value); i++) {
        attn_text_add(&words, i ? "\u00A0\u00A0" : "");
        attn_value_cell(value, i, 0, &words);
    }
    add_words(&p->pen, attn_text_string(&words), words.length, &p->line);
    p->line.failed |= words.failed;
    attn_text_free(&words);
}

/* A value on a line: as one formula, if the name is one ("$c$"), else behind the name. */
static void write_line(paper *p, const char *name, const attn_tensor *value)
{
    size_t length = strlen(name);
    bool formula = length > 2 && strchr(name + 1, '$') == name + length - 1 && !value->words;
    attn_text_add_bytes(&p->line, name + formula, length - 2 * formula);
    attn_text_add(&p->line, formula || value->words ? " = " : " = $");
    if (value->words)
        add_tokens(p, value);
    else
        add_numbers(p, value);
    if (formula) {
        end_display(p);
        return;
    }
    attn_text_add(&p->line, value->words ? "" : "$");
    end_paragraph(p);
}

/* name: as markup. */
static void write_value(paper *p, const char *name, const attn_tensor *value)
{
    enum { MOST = 12 }; /* on a line, where it does not wrap */
    bool line =
        attn_value_on_line(&p->look, value) && (value->words || attn_tensor_size(value) <= MOST);
    if (line)
        write_line(p, name, value);
    else
        p->out->failed |= !attn_value_table(&p->look, name, value, NULL, false, write_table, p);
}

/* "$A$ with scale", in the arena. */
static const char *side_name(paper *p, const char *name, const char *side)
{
    attn_text text = {0};
    attn_text_print(&text, "%s ", name);
    attn_say(&p->pen, &text, side);
    return attn_keep_text(p->arena, &text);
}

/* With, without, and the difference: a vector as the rows of one table, others one by one. */
static void write_contrast(paper *p, const char *name, const attn_contrast *contrast)
{
    attn_sides sides = attn_contrast_sides(p->arena, attn_lesson_without(p->lesson), contrast);
    if (contrast->same_shape && contrast->with->rank == ATTN_VECTOR) {
        const attn_tensor *rows = attn_contrast_rows(p->arena, &sides);
        if (rows) write_value(p, name, rows);
        return;
    }
    for (size_t i = 0; i < sides.count; i++) {
        const char *side = side_name(p, name, sides.names[i]);
        if (side) write_value(p, side, sides.values[i]);
    }
}

/* A map of weights as a table, with what it says by itself. */
static void write_weights(paper *p, const char *name, const attn_reading *reading)
{
    p->out->failed |=
        !attn_value_table(&p->look, name, reading->value, reading, false, write_table, p);
    attn_say_reading(&p->pen, reading, &p->line);
    attn_reading_end(reading);
    end_paragraph(p);
    if (p->read) return;
    p->read = true;
    attn_say_maps(&p->pen, "Bold", &p->line);
    end_paragraph(p);
}

/* Beside what it is with the lesson's own formulas, if those give something else. */
static void write_compared(paper *p, const char *name, const char *label, attn_node node,
                           bool mapped)
{
    const attn_tensor *value = attn_value(p->record, node),
                      *with = p->with && !p->depth && !p->looking ? attn_values_find(p->with, label)
                                                                  : NULL;
    attn_contrast contrast = {0};
    attn_reading reading;
    if ((with && attn_contrast_make(with, value, p->arena, &contrast)) || contrast.other_shape)
        write_contrast(p, name, &contrast);
    else if (attn_reading_of(p->run, node, mapped, &reading) &&
             !attn_value_on_line(&p->look, value))
        write_weights(p, name, &reading);
    else
        write_value(p, name, value);
}

static void tell_value(attn_renderer *renderer, const attn_made *made, bool mapped)
{
    paper *p = of(renderer);
    attn_text name = {0};
    const attn_statement *made_by = made->statement;
    begin_block(p);
    if (made->label[0])
        add_label(&p->pen, made->label, &name);
    else if (made_by && p->results < made_by->result_count)
        add_expr(&p->pen, made_by->results[p->results++], &name);
    write_compared(p, attn_text_string(&name), made->label, made->node, mapped);
    p->out->failed |= name.failed;
    attn_text_free(&name);
}

/* A column, or what became of it; how many columns that makes. */
static size_t take_column(paper *p, const attn_column *column, const char **names,
                          const attn_tensor **values)
{
    const attn_tensor *value = attn_value(p->record, column->node),
                      *with = p->with ? attn_values_find(p->with, column->label) : NULL;
    attn_text text = {0};
    add_label(&p->pen, column->label, &text);
    const char *name = attn_keep_text(p->arena, &text);
    attn_contrast contrast;
    if (name && with && attn_contrast_make(with, value, p->arena, &contrast))
        return attn_contrast_columns(p->arena, name, &contrast, names, values);
    *names = name ? name : "";
    *values = value;
    return 1;
}

static void tell_columns(attn_renderer *renderer, const attn_column *columns, size_t count)
{
    paper *p = of(renderer);
    size_t most = ATTN_MOST_SIDES * count, made = 0;
    const char **names = attn_alloc(p->arena, most + 1, sizeof *names);
    const attn_tensor **values = attn_alloc(p->arena, most + 1, sizeof *values);
    if (!names || !values) return;
    for (size_t i = 0; i < count; i++)
        made += take_column(p, &columns[i], names + made, values + made);
    begin_block(p);
    p->out->failed |= !attn_columns_table(&p->look, names, values, made, write_table, p);
}

/* A vector may be laid out as the grid it stands for. */
static void tell_map(attn_renderer *renderer, const attn_map *map)
{
    paper *p = of(renderer);
    attn_text name = {0};
    attn_tensor value = attn_map_value(p->record, map);
    begin_block(p);
    add_label(&p->pen, map->label, &name);
    if (map->grid_rows)
        write_value(p, attn_text_string(&name), &value);
    else
        write_compared(p, attn_text_string(&name), map->label, map->node, true);
    p->out->failed |= name.failed;
    attn_text_free(&name);
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

static void write_figure(paper *p, const attn_drawing *figure)
{
    attn_text names = {0};
    add_what_is_drawn(figure, &names);
    add_words(&p->pen, attn_text_string(&names), names.length, &p->line);
    p->out->failed |= names.failed;
    attn_text_free(&names);
    p->markup->picture(p->out, figure->name, taken(p));
    attn_text_clear(&p->line);
}

static void tell_drawn(attn_renderer *renderer, const attn_moment *moment)
{
    paper *p = of(renderer);
    begin_block(p);
    for (size_t i = 0; i < p->options->figure_count; i++)
        if (p->options->figures[i].moment == moment) write_figure(p, &p->options->figures[i]);
}

/* ---- prose and headings ---- */

/* A line break of the lesson begins a new paragraph. */
static void tell_prose(attn_renderer *renderer, const attn_piece *pieces, size_t count)
{
    paper *p = of(renderer);
    begin_block(p);
    for (size_t i = 0; i < count; i++) {
        const char *text = pieces[i].text;
        bool formula = pieces[i].expr || pieces[i].statement;
        for (const char *end; !formula && (end = strchr(text, '\n')); text = end + 1) {
            add_words(&p->pen, text, (size_t)(end - text), &p->line);
            end_paragraph(p);
        }
        if (formula)
            attn_say_piece(&p->pen, &pieces[i], &p->line);
        else
            attn_say(&p->pen, &p->line, text);
    }
    end_paragraph(p);
}

static void tell_moment(attn_renderer *renderer)
{
    begin_block(of(renderer));
}

static void tell_step(attn_renderer *renderer, size_t number)
{
    paper *p = of(renderer);
    attn_text_print(&p->line, "Step %zu", number);
    p->markup->heading(p->out, 0, taken(p));
    attn_text_clear(&p->line);
}

static void tell_loop(attn_renderer *renderer, const attn_loop_at *loop, size_t depth)
{
    paper *p = of(renderer);
    attn_text label = {0};
    if (attn_latex_label(loop->letter, p->markup->formula_words, &label))
        attn_text_print(&p->line, "$%s = %ld$", attn_text_string(&label), loop->number);
    p->line.failed |= label.failed;
    attn_text_free(&label);
    if (loop->word) {
        attn_say(&p->pen, &p->line, " · ");
        attn_say(&p->pen, &p->line, loop->word);
    }
    p->markup->heading(p->out, depth + 1, taken(p));
    attn_text_clear(&p->line);
}

/* ---- calls that are opened ---- */

static void tell_call(attn_renderer *renderer, const attn_call *call)
{
    paper *p = of(renderer);
    begin_block(p);
    opened *inner = attn_alloc(p->arena, 1, sizeof *inner);
    if (inner) *inner = (opened){p->out->length, p->opened};
    p->opened = inner;
    p->depth++;
    attn_say_call(&p->pen, p->record, call, &p->line);
    end_paragraph(p);
}

static void tell_end_call(attn_renderer *renderer)
{
    paper *p = of(renderer);
    begin_block(p);
    if (!p->opened) return; /* without memory */
    p->markup->inside(p->out, p->opened->start, --p->depth);
    p->opened = p->opened->outer;
}

/* ---- arithmetic ---- */

/* Long sums go on behind a "+" or "−" of the next line. */
static void add_wrapped(paper *p, const char *formula)
{
    size_t width = 0, depth = 0;
    for (const char *at = formula; *at; at++) {
        depth += *at == '{';
        depth -= *at == '}';
        bool sign = strncmp(at, " + ", 3) == 0 || strncmp(at, " - ", 3) == 0;
        if (sign && depth == 0 && width > WIDEST) {
            attn_text_add(&p->line, " \\cr &\\quad ");
            width = 0;
        }
        attn_text_add_bytes(&p->line, at, 1);
        width += *at != '{' && *at != '}';
        /* a command is one letter wide, whatever its name */
        for (bool command = *at == '\\'; command && at[1] >= 'a' && at[1] <= 'z'; at++)
            attn_text_add_bytes(&p->line, at + 1, 1);
    }
}

/* Each line of the arithmetic, as a formula. False if one of them is words. */
static bool add_sum_lines(paper *p, const attn_calculation *line)
{
    bool all = true;
    for (; all && line; line = line->next) {
        attn_text formula = {0};
        all = attn_latex_calculation(line, &formula);
        attn_text_add(&p->line, " &= ");
        add_wrapped(p, attn_text_string(&formula));
        attn_text_add(&p->line, " \\cr ");
        p->line.failed |= formula.failed;
        attn_text_free(&formula);
    }
    return all;
}

/* A sum whose lines are numbers: aligned at their "=". False, and nothing is added, if not. */
static bool add_aligned(paper *p, const attn_sum_asked *sum, const attn_calculation *lines,
                        const char *outcome)
{
    if (!lines) return false;
    attn_text_add(&p->line, "\\begin{aligned} ");
    bool set =
        attn_latex_label(sum->label, p->markup->formula_words, &p->line) && add_sum_lines(p, lines);
    attn_text_add(&p->line, " &= \\mathbf{");
    set = set && attn_latex_number(outcome, &p->line);
    attn_text_add(&p->line, "} \\end{aligned}");
    if (!set) attn_text_clear(&p->line);
    return set;
}

/* For what is put into a formula, or escaped, later. */
static void add_plain(const attn_pen *pen, const char *bytes, size_t length, attn_text *out)
{
    (void)pen;
    attn_text_add_bytes(out, bytes, length);
}

static const attn_pen plain = {.words = add_plain};

/* "$B_{1,2}$ = $A_{2,1}$ = 3"; line is NULL without arithmetic. */
static void write_words_of_sum(paper *p, const attn_sum_asked *sum, const attn_calculation *line,
                               const char *outcome)
{
    add_label(&p->pen, sum->label, &p->line);
    attn_say(&p->pen, &p->line, " = ");
    if (!line) attn_say_source(&p->pen, p->record, sum, &p->line);
    for (; line; line = line->next) {
        attn_text written = {0};
        attn_print_calculation(line, &written);
        add_words(&p->pen, attn_text_string(&written), written.length, &p->line);
        if (line->next) attn_say(&p->pen, &p->line, " = ");
        p->line.failed |= written.failed;
        attn_text_free(&written);
    }
    attn_say(&p->pen, &p->line, " = ");
    attn_say(&p->pen, &p->line, outcome);
    end_paragraph(p);
}

static void tell_sum(attn_renderer *renderer, const attn_sum_asked *sum)
{
    paper *p = of(renderer);
    attn_text outcome = {0};
    const attn_calculation *lines =
        attn_arithmetic(p->record, sum->node, sum->row, sum->col, p->look.precision, p->arena);
    attn_say_outcome(&plain, p->record, sum, p->look.precision, &outcome);
    begin_block(p);
    if (add_aligned(p, sum, lines, attn_text_string(&outcome)))
        end_display(p);
    else
        write_words_of_sum(p, sum, lines, attn_text_string(&outcome));
    p->out->failed |= outcome.failed;
    attn_text_free(&outcome);
}

/* ---- claims ---- */

static void tell_stated(attn_renderer *renderer, const attn_stated *stated)
{
    paper *p = of(renderer);
    attn_text name = {0};
    attn_tensor value;
    begin_block(p);
    bool table = attn_say_stated(&p->pen, p->record, stated, p->look.precision, &p->line);
    end_paragraph(p);
    if (!table || !attn_stated_value(p->record, stated, p->arena, &value)) return;
    add_label(&p->pen, stated->label, &name);
    write_value(p, attn_text_string(&name), &value);
    p->out->failed |= name.failed;
    attn_text_free(&name);
}

static void tell_trained(attn_renderer *renderer, const attn_trained *trained)
{
    paper *p = of(renderer);
    begin_block(p);
    attn_say_trained(&p->pen, trained, p->look.precision, &p->line);
    end_paragraph(p);
}

static void tell_look(attn_renderer *renderer, const attn_watched *look)
{
    paper *p = of(renderer);
    p->looking = look != NULL;
    if (!look) return;
    begin_block(p);
    attn_say_look(&p->pen, look, p->look.precision, &p->line);
    end_paragraph(p);
}

static void tell_check(attn_renderer *renderer, const attn_check *check)
{
    paper *p = of(renderer);
    if (!p->listing) attn_text_add(p->out, p->markup->list[0]);
    p->listing = true;
    attn_say_check(&p->pen, check, &p->line);
    p->markup->check(p->out, check->holds, taken(p));
    attn_text_clear(&p->line);
}

static void tell_asked(attn_renderer *renderer)
{
    paper *p = of(renderer);
    begin_block(p);
    attn_say(&p->pen, &p->line, "The arithmetic you asked for:");
    end_paragraph(p);
}

/* ---- the whole ---- */

/* "Without scale: S = Q Kᵀ" and "in place of S = Q Kᵀ / √d_k" */
static void write_exchanges(paper *p)
{
    const attn_exchange *e;
    for (size_t i = 0; (e = attn_lesson_exchange_at(p->lesson, i)); i++) {
        const char *before = e->by ? attn_print(p->arena, "Without %s:", e->by) : "Changed:";
        if (!before) return;
        write_definition(p, before, &e->after);
        write_definition(p, "in place of", &e->before);
    }
}

/* How sequences came to their words, and which words no vocabulary has. */
static void write_words(paper *p, const attn_run *run)
{
    attn_text text = {0};
    for (size_t i = 0; i < attn_run_generated(run); i++) {
        attn_say_generated(&p->pen, run, i, &p->line);
        end_paragraph(p);
    }
    for (size_t at = 0; attn_say_unknown(&p->pen, run, &at, &text); attn_text_clear(&text)) {
        add_strong(p, attn_text_string(&text));
        end_paragraph(p);
    }
    p->out->failed |= text.failed;
    attn_text_free(&text);
}

static void tell_begin(attn_renderer *renderer, const attn_run *run, bool part)
{
    paper *p = of(renderer);
    const attn_lesson *lesson = attn_run_lesson(run);
    attn_text change = {0};
    attn_text_add(p->out, p->markup->head);
    if (!part) {
        attn_say(&p->pen, &p->line, attn_lesson_title(lesson));
        p->markup->title(p->out, taken(p));
        attn_text_clear(&p->line);
        attn_say(&p->pen, &p->line, attn_lesson_summary(lesson));
        end_paragraph(p);
    }
    for (size_t i = 0; i < attn_run_changes(run); i++) {
        attn_text_clear(&change);
        attn_say_change(&p->pen, run, i, p->look.precision, &change);
        add_strong(p, attn_text_string(&change));
        end_paragraph(p);
    }
    p->out->failed |= change.failed;
    attn_text_free(&change);
    write_exchanges(p);
    write_words(p, run);
    if (!attn_run_untrained(run)) return;
    attn_text_add(&p->line, p->markup->strong[0]);
    attn_say(&p->pen, &p->line, attn_said_untrained);
    attn_text_add(&p->line, p->markup->strong[1]);
    end_paragraph(p);
}

static void tell_end(attn_renderer *renderer, const attn_run *run, const attn_tally *tally)
{
    paper *p = of(renderer);
    begin_block(p);
    if (tally->checks) attn_say_checks(&p->pen, tally, run, &p->line);
    end_paragraph(p);
    if (tally->pictures == 0 || p->options->figure_count) return;
    attn_say(&p->pen, &p->line,
             "The pictures are not here: written to a file of its own, as with -o ");
    attn_say(&p->pen, &p->line, p->markup->example);
    attn_say(&p->pen, &p->line, ", this page gets them beside it.");
    end_paragraph(p);
}

static const attn_renderer on_paper = {
    .begin = tell_begin,
    .moment = tell_moment,
    .step = tell_step,
    .loop = tell_loop,
    .prose = tell_prose,
    .trained = tell_trained,
    .look = tell_look,
    .formula = tell_formula,
    .definition = tell_definition,
    .call = tell_call,
    .end_call = tell_end_call,
    .value = tell_value,
    .sum = tell_sum,
    .stated = tell_stated,
    .columns = tell_columns,
    .map = tell_map,
    .drawn = tell_drawn,
    .check = tell_check,
    .asked = tell_asked,
    .end = tell_end,
};

bool attn_markup_render(const attn_run *run, const attn_show_options *options,
                        const attn_markup *markup, attn_text *out, attn_status *status)
{
    paper p = {.renderer = on_paper,
               .pen = pen_of_paper,
               .markup = markup,
               .run = run,
               .lesson = attn_run_lesson(run),
               .record = attn_run_record(run),
               .arena = attn_arena_new(status),
               .out = out,
               .options = options};
    attn_look_prepare(&p.look, options->precision, options->all, false);
    attn_filter filter;
    if (p.arena && options->with) p.with = attn_values_new(options->with, p.arena);
    if (attn_ok(status) && attn_filter_make(&filter, run, options, p.arena)) {
        out->failed |= !attn_document_walk(run, &filter, &p.renderer);
        begin_block(&p);
        attn_markup_end(out);
        attn_text_add(out, markup->foot);
    }
    out->failed |= p.line.failed;
    attn_text_free(&p.line);
    attn_arena_free(p.arena);
    return attn_ok(status);
}

bool attn_show_drawn(const attn_run *run, const attn_show_options *options, attn_arena *arena,
                     attn_drawing **figures, size_t *count)
{
    attn_filter filter;
    size_t moments = attn_run_moments(run);
    *count = 0;
    if (!attn_filter_make(&filter, run, options, arena)) return false;
    *figures = attn_alloc(arena, moments + 1, sizeof **figures);
    for (size_t i = 0; *figures && i < moments; i++) {
        const attn_moment *moment = attn_run_moment(run, i);
        if (moment->map_count == 0 && moment->plot_count == 0) continue;
        attn_map *maps = attn_alloc(arena, moment->map_count + 1, sizeof *maps);
        if (!maps) return false;
        size_t drawn = attn_story_drawings(&filter, moment, maps);
        if (drawn) (*figures)[(*count)++] = (attn_drawing){moment, maps, drawn, NULL};
    }
    return *figures != NULL;
}
