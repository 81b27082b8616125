/*
 * terminal: a lesson told at the board, moment after moment: what is said, the formulas, the values
 * they gave, the arithmetic of chosen numbers, what a source stated beside what is true, and the
 * checks. What comes when is decided in story.c; here is how each thing is written.
 */
#include <math.h>
#include <string.h>

#include "document/document.h"
#include "document/generated.h"
#include "document/say.h"
#include "document/told.h"
#include "document/value.h"
#include "formula/print/print_calculation.h"
#include "formula/print/typeset.h"
#include "render/terminal/braille_plot.h"
#include "render/terminal/contrast.h"

enum { MARGIN = 4, DEEPER = 2, NARROWEST = 40 };

typedef struct rendering {
    attn_renderer renderer; /* first: a renderer is the rendering it belongs to */
    const attn_record *record;
    const attn_scope *scope;
    attn_arena *arena;
    attn_page page;
    attn_look look;
    const attn_statement *formula; /* the one printed last, until something else is */
    size_t results;                /* of an opened call: told since */
    bool checking;                 /* the line before is a check */
    bool read;                     /* how to read a map of weights was told */
    const attn_run *run;
    const attn_lesson *lesson;
    const attn_values *with;    /* what is compared with; or NULL */
    const char *draw, *without; /* what the caller calls them */
    size_t inside;              /* opened calls: their values are not compared */
    bool looking;               /* values of a moment of the training are told */
    attn_located_text *told;
    attn_spots spots; /* numbers on the page that are not among its figures yet */
    attn_stop *stop;  /* of this moment */
    const char *loop; /* that runs, as its heading says it */
} rendering;

static rendering *of(attn_renderer *renderer)
{
    return (rendering *)(void *)renderer;
}

/* ---- small pieces ---- */

static void paragraph(rendering *t, const attn_text *text, size_t hang, attn_style style)
{
    attn_page_paragraph(&t->page, attn_text_string(text), hang, style);
}

/* Gives a piece back. One that ran out of memory makes the whole text a failure. */
static void let_go(rendering *t, attn_text *text)
{
    t->page.out->failed |= text->failed;
    attn_text_free(text);
}

/* A copy that stays as long as what is told; "" without memory, which the status says. */
static const char *keep(rendering *t, const attn_text *text)
{
    const char *copy = attn_copy_text(t->arena, attn_text_string(text), text->length);
    return copy ? copy : "";
}

/* What comes next stands apart. */
static void begin_block(rendering *t)
{
    attn_page_gap(&t->page);
    t->formula = NULL;
    t->checking = false;
}

/* ---- what stands where ---- */

/* Whether the lesson makes a value of this name: no formula, and no name inside a function. A
 * number that training changes is set before it, under its plain name. */
static bool is_made(const rendering *t, const char *label)
{
    attn_text name = {0};
    attn_name_plain(label, false, &name);
    const attn_family *family = attn_scope_find(t->scope, attn_text_string(&name));
    t->page.out->failed |= name.failed;
    attn_text_free(&name);
    return t->inside == 0 && *label && family && !family->after;
}

/* A number that has come to stand on the page: element (row, col) of this value. */
static void add_figure(rendering *t, const attn_spot *spot, const char *label, attn_node node,
                       size_t row, size_t col)
{
    const attn_tensor *value = attn_value(t->record, node);
    attn_figure *figure =
        attn_push(t->arena, &t->told->figures, &t->told->figure_count, sizeof *figure);
    if (!figure) return;
    attn_text name = {0};
    *figure = (attn_figure){.from = spot->from,
                            .to = spot->to,
                            .can_change = is_made(t, label),
                            .node = node,
                            .row = row,
                            .col = col,
                            .number = value->data[row * value->cols + col]};
    if (figure->can_change || t->inside || value->rank == ATTN_NUMBER)
        attn_add_element(&name, label, value, row, col);
    figure->name = attn_keep_text(t->arena, &name);
}

/* The numbers of a value that was just printed in so many columns. Where it is compared, several
 * values stand there, and none of them can be pointed at. */
static void add_figures(rendering *t, const char *label, attn_node node, size_t columns)
{
    size_t own = attn_value(t->record, node)->cols;
    for (size_t i = 0; i < t->spots.count && !t->with && !t->looking; i++) {
        const attn_spot *spot = &t->spots.items[i];
        size_t place = spot->row * columns + spot->col;
        add_figure(t, spot, label, node, place / own, place % own);
    }
    t->spots.count = 0;
}

/* ---- the pen: the page escapes, and so it need not ---- */

static void add_words(const attn_pen *pen, const char *bytes, size_t length, attn_text *out)
{
    (void)pen;
    attn_text_add_bytes(out, bytes, length);
}

static void add_label(const attn_pen *pen, const char *label, attn_text *out)
{
    (void)pen;
    attn_typeset_label(label, out);
}

static void add_expr(const attn_pen *pen, const attn_expr *expr, attn_text *out)
{
    (void)pen;
    attn_typeset_expr(expr, out);
}

static void add_statement(const attn_pen *pen, const attn_statement *statement, attn_text *out)
{
    (void)pen;
    attn_typeset_statement(statement, out);
}

static void add_head(const attn_pen *pen, const char *function, const char *const *parameters,
                     size_t count, attn_text *out)
{
    (void)pen;
    attn_text_print(out, "%s(", function);
    for (size_t i = 0; i < count; i++)
        attn_text_print(out, "%s%s", i ? ",\u00A0" : "", parameters[i]);
    attn_text_add(out, ")");
}

static const attn_pen pen = {
    .words = add_words,
    .label = add_label,
    .expr = add_expr,
    .statement = add_statement,
    .head = add_head,
};

/* ---- formulas and values ---- */

/* Display columns up to and with the first "=" and the space behind it: what hangs below it. */
static size_t hang_behind_equals(const char *text)
{
    const char *equals = strchr(text, '=');
    return equals ? attn_text_width(text, (size_t)(equals - text)) + 2 : 4;
}

/* "with score(s, h) = s · h"; a body of several lines stands below its head. */
static void print_definition(rendering *t, const char *before, const attn_definition *definition)
{
    attn_text text = {0};
    bool one_line = definition->line_count == 1;
    attn_text_add(&text, before);
    if (definition->function) {
        attn_text_add(&text, "\u00A0");
        add_head(&pen, definition->function, definition->parameters, definition->parameter_count,
                 &text);
        attn_text_add(&text, one_line ? "\u00A0=" : ":");
    }
    if (one_line) attn_text_add(&text, " ");
    if (one_line) attn_typeset_statement(definition->lines[0], &text);
    paragraph(t, &text, hang_behind_equals(attn_text_string(&text)), ATTN_STYLE_FAINT);
    t->page.indent += DEEPER;
    for (size_t i = 0; i < definition->line_count && !one_line; i++) {
        attn_text_clear(&text);
        attn_typeset_statement(definition->lines[i], &text);
        paragraph(t, &text, hang_behind_equals(attn_text_string(&text)), ATTN_STYLE_FAINT);
    }
    t->page.indent -= DEEPER;
    let_go(t, &text);
}

/* ---- formulas that took the place of others ---- */

/* "without scale, in place of S = Q Kᵀ / √d_k" */
static void tell_exchange(rendering *t, const attn_exchange *exchange)
{
    if (!exchange) return;
    const char *before = exchange->by
                             ? attn_print(t->arena, "without %s, in place of", exchange->by)
                             : "in place of";
    t->page.indent += DEEPER;
    if (before) print_definition(t, before, &exchange->before);
    t->page.indent -= DEEPER;
}

static void tell_formula(attn_renderer *renderer, const attn_statement *statement)
{
    rendering *t = of(renderer);
    attn_text text = {0};
    if (statement->target_count)
        attn_typeset_statement(statement, &text);
    else
        attn_say_results(&pen, statement, &text);
    if (!t->formula) attn_page_gap(&t->page);
    if (t->stop && !*t->stop->formula) t->stop->formula = keep(t, &text);
    paragraph(t, &text, hang_behind_equals(attn_text_string(&text)), ATTN_STYLE_STRONG);
    tell_exchange(t, attn_exchange_of_statement(t->lesson, statement));
    t->formula = statement;
    t->results = 0;
    let_go(t, &text);
}

/* "with score(s, h) = s · h"; a body of several lines stands below its head. */
static void tell_definition(attn_renderer *renderer, const attn_definition *definition)
{
    rendering *t = of(renderer);
    print_definition(t, "with", definition);
    tell_exchange(t, attn_exchange_of_definition(t->lesson, definition));
}

/* How a map is read is told once; on the board once on each page, and in few words. */
static void print_reading(rendering *t, const attn_reading *reading)
{
    attn_text text = {0};
    bool board = t->page.spots != NULL;
    attn_say_reading(&pen, reading, &text);
    paragraph(t, &text, DEEPER, ATTN_STYLE_FAINT);
    attn_text_clear(&text);
    if (!t->read && board) attn_say_maps_shortly(&pen, "*", &text);
    if (!t->read && !board) attn_say_maps(&pen, "*", &text);
    if (!t->read && !board) attn_page_gap(&t->page);
    t->read = true;
    paragraph(t, &text, 0, ATTN_STYLE_FAINT);
    let_go(t, &text);
}

/* reading: of a map of weights, else NULL. */
static void print_value(rendering *t, const char *name, const attn_tensor *value,
                        const attn_reading *reading, bool shaded)
{
    bool table = attn_value_print(&t->page, &t->look, name, value, reading, shaded);
    if (table && reading) print_reading(t, reading);
    if (table) attn_page_gap(&t->page);
}

/* Beside what it is with the lesson's own formulas, if those give something else. */
static void print_compared(rendering *t, const char *name, const char *label, attn_node node,
                           bool mapped)
{
    const attn_tensor *value = attn_value(t->record, node);
    bool shaded = mapped || attn_node_is_weights(t->record, node);
    attn_reading reading;
    const attn_tensor *with =
        t->with && !t->inside && !t->looking ? attn_values_find(t->with, label) : NULL;
    attn_contrast contrast = {0};
    bool differs = with && attn_contrast_make(with, value, t->arena, &contrast);
    if (!differs && !contrast.other_shape) {
        bool read = attn_reading_of(t->run, node, mapped, &reading);
        print_value(t, name, value, read ? &reading : NULL, shaded);
        if (read) attn_reading_end(&reading);
        return;
    }
    const char *without = attn_lesson_without(t->lesson);
    if (attn_contrast_print(&t->page, &t->look, t->arena, name, without, &contrast, shaded))
        attn_page_gap(&t->page);
}

/* Right below its own formula; below another it stands apart. */
static void tell_value(attn_renderer *renderer, const attn_made *made, bool mapped)
{
    rendering *t = of(renderer);
    attn_text name = {0};
    const attn_statement *made_by = made->statement;
    bool result = made->label[0] == '\0'; /* of an opened call */
    if (!result)
        attn_typeset_label(made->label, &name);
    else if (made_by && t->results < made_by->result_count)
        attn_typeset_expr(made_by->results[t->results++], &name);
    if (t->formula && t->formula != made->statement) attn_page_gap(&t->page);
    print_compared(t, attn_text_string(&name), made->label, made->node, mapped);
    add_figures(t, made->label, made->node, attn_value(t->record, made->node)->cols);
    t->formula = NULL;
    let_go(t, &name);
}

/* ---- prose ---- */

static void tell_prose(attn_renderer *renderer, const attn_piece *pieces, size_t count)
{
    rendering *t = of(renderer);
    attn_text text = {0};
    for (size_t i = 0; i < count; i++) attn_say_piece(&pen, &pieces[i], &text);
    if (t->stop && !*t->stop->prose) t->stop->prose = keep(t, &text);
    begin_block(t);
    paragraph(t, &text, 0, ATTN_STYLE_PLAIN);
    attn_page_gap(&t->page);
    let_go(t, &text);
}

/* ---- training ---- */

static void tell_trained(attn_renderer *renderer, const attn_trained *trained)
{
    rendering *t = of(renderer);
    attn_text text = {0};
    attn_say_trained(&pen, trained, t->look.precision, &text);
    begin_block(t);
    paragraph(t, &text, 0, ATTN_STYLE_PLAIN);
    let_go(t, &text);
}

/* Its values are gone since: none is compared, and what-if cannot change them. */
static void tell_look(attn_renderer *renderer, const attn_watched *look)
{
    rendering *t = of(renderer);
    attn_text text = {0};
    t->looking = look != NULL;
    if (!look) return;
    attn_say_look(&pen, look, t->look.precision, &text);
    begin_block(t);
    paragraph(t, &text, 0, ATTN_STYLE_PLAIN);
    let_go(t, &text);
}

/* ---- headings ---- */

static void tell_moment(attn_renderer *renderer)
{
    rendering *t = of(renderer);
    begin_block(t);
    size_t step = t->stop ? t->stop->step : 0;
    if (t->page.spots) t->read = false;
    t->stop = attn_push(t->arena, &t->told->stops, &t->told->stop_count, sizeof *t->stop);
    size_t at = t->told->stop_count > 1 ? t->page.out->length : 0;
    if (t->stop) *t->stop = (attn_stop){at, step, t->loop, "", ""};
}

/* The number stands in the margin of whatever comes next. */
static void tell_step(attn_renderer *renderer, size_t number)
{
    rendering *t = of(renderer);
    t->page.number = number;
    t->loop = "";
    if (!t->stop) return;
    t->stop->step = number;
    t->stop->loop = "";
}

/* "t = 1 · the" and a rule to the right margin. */
static void tell_loop(attn_renderer *renderer, const attn_loop_at *loop, size_t depth)
{
    rendering *t = of(renderer);
    attn_text text = {0};
    attn_text_print(&text, "%s\u00A0=\u00A0%ld", loop->letter, loop->number);
    if (loop->word) attn_text_add(&text, "\u00A0·\u00A0");
    if (loop->word) attn_text_add_apart(&text, loop->word);
    t->loop = keep(t, &text);
    if (t->stop) t->stop->loop = t->loop;
    attn_page_gap(&t->page);
    size_t used = t->page.indent + attn_text_width(attn_text_string(&text), text.length) + 1;
    if (depth == 0 && used + MARGIN < t->page.columns) {
        attn_text_add(&text, "\u00A0");
        attn_text_repeat(&text, "─", t->page.columns - used);
    }
    paragraph(t, &text, 0, ATTN_STYLE_STRONG);
    attn_page_gap(&t->page);
    let_go(t, &text);
}

/* ---- calls that are opened ---- */

static void tell_call(attn_renderer *renderer, const attn_call *call)
{
    rendering *t = of(renderer);
    attn_text text = {0};
    attn_say_call(&pen, t->record, call, &text);
    begin_block(t);
    paragraph(t, &text, DEEPER, ATTN_STYLE_FAINT);
    attn_page_gap(&t->page);
    t->page.indent += DEEPER;
    t->inside++;
    let_go(t, &text);
}

static void tell_end_call(attn_renderer *renderer)
{
    rendering *t = of(renderer);
    begin_block(t);
    t->page.indent -= DEEPER;
    t->inside--;
}

/* ---- arithmetic ---- */

/* Its label names the number itself. */
static void add_outcome_figure(rendering *t, const attn_sum_asked *sum)
{
    for (size_t i = 0; i < t->spots.count; i++) {
        add_figure(t, &t->spots.items[i], "", sum->node, sum->row, sum->col);
        if (!t->told->figure_count) return;
        attn_figure *figure = &t->told->figures[t->told->figure_count - 1];
        figure->name = attn_copy_text(t->arena, sum->label, strlen(sum->label));
        figure->can_change = is_made(t, sum->label);
    }
    t->spots.count = 0;
}

/*
 * e₁,₁ = 1.8·1 + 0.2·0.5 − 0.8·0 + 0.4·0.5
 *      = 2.1000
 */
static void tell_sum(attn_renderer *renderer, const attn_sum_asked *sum)
{
    rendering *t = of(renderer);
    attn_text text = {0}, source = {0};
    attn_typeset_label(sum->label, &text);
    size_t indent = t->page.indent, name = attn_text_width(attn_text_string(&text), text.length);
    attn_calculation words = {.kind = ATTN_CALCULATION_WORDS};
    const attn_calculation *lines =
        attn_arithmetic(t->record, sum->node, sum->row, sum->col, t->look.precision, t->arena);
    if (!lines) {
        attn_say_source(&pen, t->record, sum, &source);
        words.text = attn_text_string(&source);
        lines = &words;
    }
    begin_block(t);
    for (const attn_calculation *line = lines; line; line = line->next) {
        attn_text_add(&text, line == lines ? "\u00A0=\u00A0" : "=\u00A0");
        attn_typeset_calculation(line, &text);
        paragraph(t, &text, line == lines ? name + 3 : 2, ATTN_STYLE_PLAIN);
        attn_text_clear(&text);
        t->page.indent = indent + name + 1;
    }
    attn_text_add(&text, "=\u00A0");
    attn_spots marks = {.arena = t->arena};
    size_t from = text.length;
    attn_say_outcome(&pen, t->record, sum, t->look.precision, &text);
    attn_spots_add(&marks, (attn_spot){from, text.length, sum->row, sum->col});
    attn_page_paragraph_marked(&t->page, attn_text_string(&text), &marks, 2, ATTN_STYLE_STRONG);
    add_outcome_figure(t, sum);
    t->page.indent = indent;
    let_go(t, &source);
    let_go(t, &text);
}

/* ---- what a source states ---- */

static void tell_stated(attn_renderer *renderer, const attn_stated *stated)
{
    rendering *t = of(renderer);
    attn_text text = {0}, name = {0};
    attn_tensor value;
    bool table = attn_say_stated(&pen, t->record, stated, t->look.precision, &text);
    begin_block(t);
    paragraph(t, &text, DEEPER, ATTN_STYLE_PLAIN);
    if (table && attn_stated_value(t->record, stated, t->arena, &value)) {
        attn_typeset_label(stated->label, &name);
        print_value(t, attn_text_string(&name), &value, NULL, false);
        t->spots.count = 0; /* nothing here is computed, or could be changed */
    }
    let_go(t, &name);
    let_go(t, &text);
}

/* ---- tables and plots: columns ---- */

static const char *typeset_label(rendering *t, const char *label)
{
    attn_text name = {0};
    attn_typeset_label(label, &name);
    return attn_keep_text(t->arena, &name);
}

/* A column, or what became of it; how many columns that makes. */
static size_t add_column(rendering *t, const attn_column *column, const char **names,
                         const attn_tensor **values)
{
    const attn_tensor *value = attn_value(t->record, column->node),
                      *with = t->with ? attn_values_find(t->with, column->label) : NULL;
    const char *name = typeset_label(t, column->label);
    attn_contrast contrast;
    if (name && with && attn_contrast_make(with, value, t->arena, &contrast))
        return attn_contrast_columns(t->arena, name, &contrast, names, values);
    *names = name ? name : "";
    *values = value;
    return 1;
}

/* The numbers of vectors that were just printed side by side. */
static void add_column_figures(rendering *t, const attn_column *columns)
{
    for (size_t i = 0; i < t->spots.count && !t->with; i++) {
        const attn_spot *spot = &t->spots.items[i];
        const attn_column *column = &columns[spot->col];
        add_figure(t, spot, column->label, column->node, 0, spot->row);
    }
    t->spots.count = 0;
}

static void tell_columns(attn_renderer *renderer, const attn_column *columns, size_t count)
{
    rendering *t = of(renderer);
    size_t most = ATTN_MOST_SIDES * count, made = 0;
    const char **names = attn_alloc(t->arena, most + 1, sizeof *names);
    const attn_tensor **values = attn_alloc(t->arena, most + 1, sizeof *values);
    if (!names || !values || count == 0) return;
    for (size_t i = 0; i < count; i++)
        made += add_column(t, &columns[i], names + made, values + made);
    begin_block(t);
    attn_columns_print(&t->page, &t->look, names, values, made);
    add_column_figures(t, columns);
    attn_page_gap(&t->page);
}

static void tell_plot(attn_renderer *renderer, const attn_moment *moment)
{
    rendering *t = of(renderer);
    const attn_plot *plot = attn_plot_of(t->record, moment, t->arena);
    if (!plot) return;
    begin_block(t);
    attn_braille_plot_print(&t->page, plot, t->arena);
    attn_page_gap(&t->page);
}

/* A vector may be laid out as the grid it stands for. */
static void tell_map(attn_renderer *renderer, const attn_map *map)
{
    rendering *t = of(renderer);
    attn_text name = {0};
    attn_tensor value = attn_map_value(t->record, map);
    attn_typeset_label(map->label, &name);
    begin_block(t);
    if (map->grid_rows)
        print_value(t, attn_text_string(&name), &value, NULL, true);
    else
        print_compared(t, attn_text_string(&name), map->label, map->node, true);
    add_figures(t, map->label, map->node, value.cols);
    let_go(t, &name);
}

/* ---- checks ---- */

static void tell_check(attn_renderer *renderer, const attn_check *check)
{
    rendering *t = of(renderer);
    attn_text text = {0};
    attn_text_add(&text, check->holds ? "✓\u00A0" : "✗\u00A0");
    attn_say_check(&pen, check, &text);
    if (!t->checking) begin_block(t);
    t->checking = true;
    paragraph(t, &text, DEEPER, check->holds ? ATTN_STYLE_GOOD : ATTN_STYLE_BAD);
    let_go(t, &text);
}

/* ---- the whole ---- */

/* "Without scale: S = Q Kᵀ" and, deeper, "in place of S = Q Kᵀ / √d_k" */
static void print_exchanges(rendering *t)
{
    const attn_exchange *e;
    for (size_t i = 0; (e = attn_lesson_exchange_at(t->lesson, i)); i++) {
        const char *before = e->by ? attn_print(t->arena, "Without %s:", e->by) : "Changed:";
        if (!before) return;
        print_definition(t, before, &e->after);
        t->page.indent += DEEPER;
        print_definition(t, "in place of", &e->before);
        t->page.indent -= DEEPER;
    }
}

/* How sequences came to their words, and which words no vocabulary has. */
static void print_words(rendering *t, const attn_run *run)
{
    attn_text text = {0};
    for (size_t i = 0; i < attn_run_generated(run); i++) {
        attn_text_clear(&text);
        attn_say_generated(&pen, run, i, &text);
        paragraph(t, &text, 0, ATTN_STYLE_PLAIN);
    }
    attn_text_clear(&text);
    for (size_t at = 0; attn_say_unknown(&pen, run, &at, &text); attn_text_clear(&text))
        paragraph(t, &text, 0, ATTN_STYLE_STRONG);
    let_go(t, &text);
}

static void print_changes(rendering *t, const attn_run *run)
{
    for (size_t i = 0; i < attn_run_changes(run); i++) {
        attn_text text = {0};
        attn_say_change(&pen, run, i, t->look.precision, &text);
        paragraph(t, &text, DEEPER, ATTN_STYLE_STRONG);
        let_go(t, &text);
    }
    print_exchanges(t);
    print_words(t, run);
    if (attn_run_untrained(run))
        attn_page_paragraph(&t->page, attn_said_untrained, 0, ATTN_STYLE_STRONG);
}

static void print_head(rendering *t, const attn_run *run)
{
    const attn_lesson *lesson = attn_run_lesson(run);
    const char *title = attn_lesson_title(lesson);
    attn_text rule = {0};
    size_t width = attn_text_width(title, strlen(title));
    attn_text_repeat(&rule, "═", width < t->page.columns ? width : t->page.columns);
    attn_page_paragraph(&t->page, title, 0, ATTN_STYLE_STRONG);
    paragraph(t, &rule, 0, ATTN_STYLE_FAINT);
    attn_page_paragraph(&t->page, attn_lesson_summary(lesson), 0, ATTN_STYLE_PLAIN);
    let_go(t, &rule);
    attn_page_gap(&t->page);
}

static void tell_begin(attn_renderer *renderer, const attn_run *run, bool part)
{
    rendering *t = of(renderer);
    if (!part) print_head(t, run);
    print_changes(t, run);
    attn_page_gap(&t->page);
    t->page.indent = MARGIN;
}

/* "attnviz heatmap masked --without mask", as the caller names them. */
static void add_pictures(const rendering *t, attn_text *text)
{
    const char *name;
    attn_text_print(text, "%sPictures: %s %s", text->length ? "\n" : "", t->draw,
                    attn_lesson_argument(attn_run_lesson(t->run)));
    for (size_t i = 0; t->without && (name = attn_lesson_switch_at(t->lesson, i)); i++)
        if (attn_lesson_left_out(t->lesson, name))
            attn_text_print(text, " %s %s", t->without, name);
}

static void tell_end(attn_renderer *renderer, const attn_run *run, const attn_tally *tally)
{
    rendering *t = of(renderer);
    attn_text text = {0};
    begin_block(t);
    t->page.indent = 0;
    if (tally->checks) attn_say_checks(&pen, tally, run, &text);
    if (tally->pictures && t->draw) add_pictures(t, &text);
    if (text.length) paragraph(t, &text, 0, tally->untrue ? ATTN_STYLE_BAD : ATTN_STYLE_FAINT);
    let_go(t, &text);
}

static void tell_asked(attn_renderer *renderer)
{
    rendering *t = of(renderer);
    begin_block(t);
    attn_page_paragraph(&t->page, "The arithmetic you asked for:", 0, ATTN_STYLE_PLAIN);
}

static const attn_renderer as_text = {
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
    .plot = tell_plot,
    .map = tell_map,
    .check = tell_check,
    .asked = tell_asked,
    .end = tell_end,
};

/* Ready for the page `out`; its arena is the told's. */
static rendering make_rendering(const attn_run *run, const attn_show_options *options,
                                attn_text *out, attn_located_text *told)
{
    rendering t = {.renderer = as_text,
                   .record = attn_run_record(run),
                   .run = run,
                   .lesson = attn_run_lesson(run),
                   .scope = attn_run_scope(run),
                   .arena = told->arena,
                   .told = told,
                   .spots = {.arena = told->arena},
                   .loop = ""};
    t.page.out = out;
    t.page.columns = options->columns < NARROWEST ? NARROWEST : options->columns;
    t.page.color = options->color;
    t.draw = options->draw;
    t.without = options->without;
    attn_look_prepare(&t.look, options->precision, options->all, options->color);
    return t;
}

static bool tell(const attn_run *run, const attn_show_options *options, attn_text *out,
                 attn_located_text *told, bool figures, attn_status *status)
{
    attn_filter filter;
    rendering t = make_rendering(run, options, out, told);
    if (figures) t.page.spots = &t.spots;
    if (options->with) t.with = attn_values_new(options->with, t.arena);
    if (attn_ok(status) && attn_filter_make(&filter, run, options, t.arena))
        out->failed |= !attn_document_walk(run, &filter, &t.renderer);
    return attn_ok(status);
}

bool attn_show_located(const attn_run *run, const attn_show_options *options, attn_text *out,
                       attn_located_text *told, attn_status *status)
{
    return tell(run, options, out, told, true, status);
}

bool attn_show_sum(const attn_run *run, const attn_show_options *options, const attn_figure *figure,
                   attn_text *out, attn_status *status)
{
    attn_located_text told = {.arena = attn_arena_new(status)};
    attn_sum_asked sum = {figure->name, figure->node, figure->row, figure->col};
    if (!told.arena) return false;
    rendering t = make_rendering(run, options, out, &told);
    tell_sum(&t.renderer, &sum);
    attn_arena_free(told.arena);
    return attn_ok(status);
}

bool attn_show_text(const attn_run *run, const attn_show_options *options, attn_text *out,
                    size_t *pauses, size_t most_pauses, size_t *pause_count, attn_status *status)
{
    attn_located_text told = {.arena = attn_arena_new(status)};
    size_t count = 0;
    if (told.arena && tell(run, options, out, &told, false, status))
        for (; pauses && count < most_pauses && count + 1 < told.stop_count; count++)
            pauses[count] = told.stops[count + 1].at;
    if (pause_count) *pause_count = count;
    attn_arena_free(told.arena);
    return attn_ok(status);
}
