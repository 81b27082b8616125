/*
 * text: a lesson told at the board, moment after moment: what is said, the formulas, the values they
 * gave, the arithmetic of chosen numbers, what a source stated beside what is true, and the checks.
 */
#include <math.h>
#include <string.h>

#include "formula/typeset.h"
#include "show/filter.h"
#include "show/show.h"
#include "show/value.h"

enum { MARGIN = 4, DEEPER = 2, MOST_CALLS_SHOWN_DEEP = 16 };

typedef struct telling {
    const attn_run *run;
    const attn_graph *graph;
    attn_page page;
    attn_look look;
    attn_filter filter;
    bool whole;  /* nothing was asked for by name: prose and checks too */
    size_t step; /* the last step whose number stands in the margin */
    size_t checks, false_checks, maps;
} telling;

/* ---- small pieces ---- */

static void paragraph(telling *t, const attn_text *text, size_t hang, attn_style style)
{
    attn_page_paragraph(&t->page, attn_text_string(text), hang, style);
    t->page.out->failed |= text->failed;
}

/* A label as it is typeset: "e_{1,2}" as e₁,₂. */
static void add_label(attn_text *text, const char *label)
{
    attn_typeset_label(label, text);
}

/* Display columns up to and with the first "=" and the space behind it: what hangs below it. */
static size_t hang_behind_equals(const char *text)
{
    const char *equals = strchr(text, '=');
    return equals ? attn_text_width(text, (size_t)(equals - text)) + 2 : 4;
}

static void print_formula(telling *t, const attn_statement *statement)
{
    attn_text text = {0};
    attn_typeset_statement(statement, &text);
    paragraph(t, &text, hang_behind_equals(attn_text_string(&text)), ATTN_STYLE_STRONG);
    attn_text_free(&text);
}

static void print_value(telling *t, const attn_made *made)
{
    attn_text name = {0};
    bool result = made->label[0] == '\0'; /* of an opened call */
    if (result) attn_text_add(&name, "result");
    else add_label(&name, made->label);
    bool table = attn_value_print(&t->page, &t->look, attn_text_string(&name),
                                  attn_value(t->graph, made->node),
                                  attn_node_is_weights(t->graph, made->node));
    if (table) attn_page_gap(&t->page);
    attn_text_free(&name);
}

/* ---- prose ---- */

static void add_piece(attn_text *text, const attn_piece *piece)
{
    if (piece->expr) attn_typeset_expr(piece->expr, text);
    else if (piece->statement) attn_typeset_statement(piece->statement, text);
    else attn_text_add(text, piece->text);
}

static void print_prose(telling *t, const attn_moment *moment)
{
    attn_text text = {0};
    for (size_t i = 0; i < moment->piece_count; i++) add_piece(&text, &moment->pieces[i]);
    if (moment->piece_count) paragraph(t, &text, 0, ATTN_STYLE_PLAIN);
    attn_text_free(&text);
}

/* "t = 1 · the" and a rule to the right margin. */
static void print_loop(telling *t, const attn_loop_at *loop)
{
    attn_text text = {0};
    attn_text_print(&text, "%s\u00A0=\u00A0%ld", loop->letter, loop->number);
    if (loop->word) attn_text_print(&text, "\u00A0·\u00A0%s", loop->word);
    attn_page_gap(&t->page);
    size_t used = t->page.indent + attn_text_width(attn_text_string(&text), text.length) + 1;
    if (used + MARGIN < t->page.columns) {
        attn_text_add(&text, "\u00A0");
        attn_text_repeat(&text, "─", t->page.columns - used);
    }
    paragraph(t, &text, 0, ATTN_STYLE_STRONG);
    attn_page_gap(&t->page);
    attn_text_free(&text);
}

/* ---- values ---- */

static bool is_wanted(const telling *t, const char *label)
{
    return attn_filter_has_name(&t->filter, label);
}

/* A value that stands in the record twice is shown once. */
static void print_shown(telling *t, const attn_moment *moment)
{
    for (size_t i = 0; i < moment->shown_count; i++)
        if (is_wanted(t, moment->shown[i].label)) print_value(t, &moment->shown[i]);
}

static bool makes_wanted(const telling *t, const attn_moment *moment, const attn_statement *formula)
{
    if (t->whole) return true;
    for (size_t i = 0; i < moment->made_count; i++)
        if (moment->made[i].statement == formula && is_wanted(t, moment->made[i].label)) return true;
    return false;
}

/* Each formula, and below it what it gave; with `show`, the formulas first and then what is shown. */
static void print_values(telling *t, const attn_moment *moment)
{
    for (size_t i = 0; i < moment->formula_count; i++) {
        const attn_statement *formula = moment->formulas[i];
        if (!makes_wanted(t, moment, formula)) continue;
        bool apart = i == 0 || !moment->shown_instead; /* formulas alone stand close together */
        if (apart) attn_page_gap(&t->page);
        print_formula(t, formula);
        if (moment->shown_instead && t->whole) continue;
        for (size_t k = 0; k < moment->made_count; k++)
            if (moment->made[k].statement == formula && is_wanted(t, moment->made[k].label))
                print_value(t, &moment->made[k]);
    }
    if (moment->shown_instead && moment->shown_count && (t->whole || moment->formula_count == 0)) {
        attn_page_gap(&t->page);
        print_shown(t, moment);
    }
}

/* ---- calls that are opened ---- */

/* "attention(Q, K, V) opened, with Q = Q₁:" */
static void print_call_head(telling *t, const attn_call *call)
{
    attn_text text = {0};
    size_t named = 0;
    attn_text_print(&text, "%s(", call->function);
    for (size_t i = 0; i < call->parameter_count; i++)
        attn_text_print(&text, "%s%s", i ? ",\u00A0" : "", call->parameters[i]);
    attn_text_add(&text, ") opened");
    for (size_t i = 0; i < call->parameter_count; i++) {
        const char *name = attn_node_name(t->graph, call->arguments[i]);
        if (!name || strcmp(name, call->parameters[i]) == 0) continue;
        attn_text_print(&text, "%s%s\u00A0=\u00A0", named++ ? ", " : ", with ", call->parameters[i]);
        add_label(&text, name);
    }
    attn_text_add(&text, ":");
    attn_page_gap(&t->page);
    paragraph(t, &text, DEEPER, ATTN_STYLE_FAINT);
    attn_text_free(&text);
}

static void print_calls(telling *t, const attn_call *call, size_t depth)
{
    for (; call && depth < MOST_CALLS_SHOWN_DEEP; call = call->next) {
        const attn_statement *last = NULL;
        print_call_head(t, call);
        t->page.indent += DEEPER;
        for (size_t i = 0; i < call->made_count; i++) {
            const attn_made *made = &call->made[i];
            if (made->statement != last) {
                attn_page_gap(&t->page);
                print_formula(t, made->statement);
            }
            last = made->statement;
            print_value(t, made);
        }
        print_calls(t, call->inner, depth + 1);
        t->page.indent -= DEEPER;
    }
}

/* ---- arithmetic ---- */

/* Lines may break before an operator: spaces that are followed by none are closed. */
static void add_breaking_at_operators(attn_text *out, const char *text)
{
    static const char *const operators[] = {"+ ", "− ", "/ ", "… "};
    for (; *text; text++) {
        bool breaks = *text != ' ';
        for (size_t i = 0; i < sizeof operators / sizeof *operators && !breaks; i++)
            breaks = strncmp(text + 1, operators[i], strlen(operators[i])) == 0;
        if (breaks) attn_text_add_bytes(out, text, 1);
        else attn_text_add(out, "\u00A0");
    }
}

/*
 * e₁,₁ = 1.8·1 + 0.2·0.5 − 0.8·0 + 0.4·0.5
 *      = 2.1000
 */
static void print_sum(telling *t, const attn_sum_asked *sum)
{
    attn_text text = {0}, written = {0};
    const attn_tensor *value = attn_value(t->graph, sum->node);
    add_label(&text, sum->label);
    size_t indent = t->page.indent, name = attn_text_width(attn_text_string(&text), text.length);
    attn_arithmetic(t->graph, sum->node, sum->row, sum->col, t->look.precision, &written);
    const char *line = attn_text_string(&written);
    if (*line == '\0') line = "given";
    attn_page_gap(&t->page);
    for (bool first = true; line; first = false) {
        const char *end = strchr(line, '\n');
        attn_text one = {0};
        attn_text_add_bytes(&one, line, end ? (size_t)(end - line) : strlen(line));
        attn_text_add(&text, first ? "\u00A0=\u00A0" : "=\u00A0");
        add_breaking_at_operators(&text, attn_text_string(&one));
        paragraph(t, &text, first ? name + 3 : 2, ATTN_STYLE_PLAIN);
        attn_text_free(&one);
        attn_text_clear(&text);
        t->page.indent = indent + name + 1;
        line = end ? end + 1 : NULL;
    }
    attn_text_add(&text, "=\u00A0");
    attn_text_fixed(&text, value->data[sum->row * value->cols + sum->col], t->look.precision);
    paragraph(t, &text, 2, ATTN_STYLE_STRONG);
    t->page.indent = indent;
    t->page.out->failed |= written.failed;
    attn_text_free(&written);
    attn_text_free(&text);
}

static void print_sums(telling *t, const attn_sum_asked *sums, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (is_wanted(t, sums[i].label)) print_sum(t, &sums[i]);
}

/* ---- what a source states ---- */

static void add_shape(attn_text *text, const size_t *shape, size_t rank)
{
    attn_text_add(text, rank ? "[" : "a number");
    for (size_t i = 0; i < rank; i++) attn_text_print(text, "%s%zu", i ? "×" : "", shape[i]);
    attn_text_add(text, rank ? "]" : "");
}

static void add_capitalised(attn_text *text, const char *words)
{
    char first = words[0];
    if (first >= 'a' && first <= 'z') first = (char)(first - 'a' + 'A');
    attn_text_add_bytes(text, &first, first ? 1 : 0);
    attn_text_add(text, first ? words + 1 : "");
}

enum { MOST_STATED_ON_A_LINE = 16 };

static void add_stated_values(telling *t, attn_text *text, const attn_stated *stated, size_t size)
{
    int decimals = attn_decimals_needed(stated->values, size, t->look.precision);
    for (size_t i = 0; i < size; i++) {
        attn_text_add(text, i ? "\u00A0\u00A0" : " ");
        attn_text_fixed(text, stated->values[i], decimals);
    }
}

/* How far what was stated is from what is true; less than float32 and its digits can tell is not far. */
static void add_difference(telling *t, attn_text *text, const attn_stated *stated)
{
    static const float nothing = 2e-6f;
    if (!(stated->largest_difference > nothing)) {
        attn_text_add(text, ": the same.");
        return;
    }
    attn_text_add(text, ": off by up to ");
    attn_text_fixed(text, stated->largest_difference, t->look.precision);
    attn_text_add(text, ".");
}

static void print_stated_one(telling *t, const attn_stated *stated)
{
    attn_text text = {0};
    const attn_tensor *value = attn_value(t->graph, stated->node);
    add_capitalised(&text, stated->by);
    attn_text_add(&text, " say");
    if (stated->is_shape) {
        attn_text_add(&text, " ");
        add_shape(&text, stated->stated_shape, stated->stated_rank);
        attn_text_add(&text, "; it is ");
        add_shape(&text, stated->true_shape, stated->true_rank);
        attn_text_add(&text, ".");
    } else {
        size_t size = attn_tensor_size(value);
        if (size <= MOST_STATED_ON_A_LINE) add_stated_values(t, &text, stated, size);
        add_difference(t, &text, stated);
    }
    attn_page_gap(&t->page);
    paragraph(t, &text, DEEPER, ATTN_STYLE_PLAIN);
    attn_text_free(&text);
}

static void print_stated(telling *t, const attn_moment *moment)
{
    for (size_t i = 0; i < moment->stated_count; i++)
        if (is_wanted(t, moment->stated[i].label)) print_stated_one(t, &moment->stated[i]);
}

/* ---- tables and plots: columns ---- */

static void print_columns(telling *t, const attn_column *columns, size_t count, attn_arena *arena)
{
    const char **names = attn_alloc(arena, count + 1, sizeof *names);
    const attn_tensor **values = attn_alloc(arena, count + 1, sizeof *values);
    if (!names || !values || count == 0) return;
    for (size_t i = 0; i < count; i++) {
        attn_text name = {0};
        add_label(&name, columns[i].label);
        names[i] = attn_copy_text(arena, attn_text_string(&name), name.length);
        values[i] = attn_value(t->graph, columns[i].node);
        attn_text_free(&name);
        if (!names[i]) return;
    }
    attn_page_gap(&t->page);
    attn_columns_print(&t->page, &t->look, names, values, count);
    attn_page_gap(&t->page);
}

/* A plot's columns that the table above it shows already are not printed again. */
static bool table_has(const attn_moment *moment, attn_node node)
{
    for (size_t i = 0; i < moment->column_count; i++)
        if (moment->columns[i].node == node) return true;
    return false;
}

static void print_plot(telling *t, const attn_moment *moment, attn_arena *arena)
{
    bool all_shown = true;
    for (size_t i = 0; i < moment->plot_count; i++)
        all_shown &= table_has(moment, moment->plot[i].node);
    if (!all_shown) print_columns(t, moment->plot, moment->plot_count, arena);
}

/* ---- checks ---- */

static void print_check(telling *t, const attn_check *check)
{
    attn_text text = {0};
    t->checks++;
    t->false_checks += !check->holds;
    attn_text_add(&text, check->holds ? "✓\u00A0" : "✗\u00A0");
    attn_typeset_expr(check->expr, &text);
    if (!check->holds) {
        attn_text_add(&text, " is false");
        if (check->where[0]) attn_text_print(&text, ": %s", check->where);
    }
    paragraph(t, &text, DEEPER, check->holds ? ATTN_STYLE_GOOD : ATTN_STYLE_BAD);
    attn_text_free(&text);
}

static void print_checks(telling *t, const attn_moment *moment)
{
    if (moment->check_count) attn_page_gap(&t->page);
    for (size_t i = 0; i < moment->check_count; i++) print_check(t, &moment->checks[i]);
}

/* ---- a moment ---- */

/* The step's number in the margin where a new step begins. */
static void begin_moment(telling *t, const attn_moment *moment)
{
    if (moment->loop_start) print_loop(t, &moment->loops[moment->loop_count - 1]);
    attn_page_gap(&t->page);
    if (moment->step == t->step || moment->loop_start) return;
    t->step = moment->step;
    t->page.number = moment->step;
}

static void print_moment(telling *t, const attn_moment *moment, attn_arena *arena)
{
    if (t->whole) begin_moment(t, moment);
    else if (moment->loop_start) print_loop(t, &moment->loops[moment->loop_count - 1]);
    if (t->whole) print_prose(t, moment);
    print_values(t, moment);
    print_stated(t, moment);
    print_sums(t, moment->sums, moment->sum_count);
    if (!t->whole) return;
    print_calls(t, moment->calls, 0);
    print_columns(t, moment->columns, moment->column_count, arena);
    print_plot(t, moment, arena);
    print_checks(t, moment);
    t->maps += moment->map_count;
}

/* ---- the whole ---- */

static void print_changes(telling *t)
{
    for (size_t i = 0; i < attn_run_changes(t->run); i++) {
        const attn_change *change = attn_run_change_at(t->run, i);
        attn_text text = {0};
        attn_text_add(&text, i ? "and " : "What if ");
        add_label(&text, change->label);
        attn_text_add(&text, "\u00A0=\u00A0");
        attn_text_short(&text, change->new_value, t->look.precision);
        attn_text_add(&text, " (it was ");
        attn_text_short(&text, change->old_value, t->look.precision);
        attn_text_add(&text, ")");
        paragraph(t, &text, DEEPER, ATTN_STYLE_STRONG);
        attn_text_free(&text);
    }
    if (attn_run_untrained(t->run))
        attn_page_paragraph(&t->page,
                            "Untrained: the learned values here are drawn at random. They have "
                            "learned nothing yet, and what they show means nothing.",
                            0, ATTN_STYLE_STRONG);
}

static void print_head(telling *t)
{
    const attn_lesson *lesson = attn_run_lesson(t->run);
    const char *title = attn_lesson_title(lesson);
    attn_text rule = {0};
    size_t width = attn_text_width(title, strlen(title));
    attn_text_repeat(&rule, "═", width < t->page.columns ? width : t->page.columns);
    attn_page_paragraph(&t->page, title, 0, ATTN_STYLE_STRONG);
    paragraph(t, &rule, 0, ATTN_STYLE_FAINT);
    attn_page_paragraph(&t->page, attn_lesson_summary(lesson), 0, ATTN_STYLE_PLAIN);
    attn_text_free(&rule);
    attn_page_gap(&t->page);
    print_changes(t);
    attn_page_gap(&t->page);
}

static void add_checks_told(const telling *t, attn_text *text)
{
    if (t->false_checks)
        attn_text_print(text, "%zu of %zu checks %s false.", t->false_checks, t->checks,
                        t->false_checks == 1 ? "is" : "are");
    else
        attn_text_print(text, t->checks == 1 ? "The check is true." : "All %zu checks are true.",
                        t->checks);
    if (t->false_checks && attn_run_changed(t->run))
        attn_text_add(text, " They hold for the lesson's own numbers; these were changed.");
}

static void print_foot(telling *t)
{
    attn_text text = {0};
    const char *name = attn_lesson_name(attn_run_lesson(t->run));
    t->page.indent = 0;
    attn_page_gap(&t->page);
    if (t->checks) add_checks_told(t, &text);
    if (t->maps) attn_text_print(&text, "%sPictures: attnviz heatmap %s", text.length ? "\n" : "", name);
    if (text.length) paragraph(t, &text, 0, t->false_checks ? ATTN_STYLE_BAD : ATTN_STYLE_FAINT);
    attn_text_free(&text);
}

static void print_asked(telling *t)
{
    size_t count = attn_run_asked(t->run);
    if (count == 0) return;
    attn_page_gap(&t->page);
    attn_page_paragraph(&t->page, "The arithmetic you asked for:", 0, ATTN_STYLE_PLAIN);
    for (size_t i = 0; i < count; i++) print_sum(t, attn_run_asked_at(t->run, i));
}

static bool prepare(telling *t, const attn_run *run, const attn_show_options *options, attn_text *out,
                    attn_arena *arena)
{
    *t = (telling){.run = run, .graph = attn_run_graph(run)};
    t->page = (attn_page){.out = out, .columns = options->columns, .color = options->color};
    attn_look_prepare(&t->look, options->precision, options->all);
    t->whole = options->only_count == 0;
    return attn_filter_make(&t->filter, run, options, arena);
}

bool attn_show_text(const attn_run *run, const attn_show_options *options, attn_text *out, size_t *pauses,
                    size_t most_pauses, size_t *pause_count, attn_status *status)
{
    attn_arena *arena = attn_arena_new(status);
    telling t;
    size_t paused = 0;
    if (!arena || !prepare(&t, run, options, out, arena)) {
        attn_arena_free(arena);
        return false;
    }
    if (t.whole) print_head(&t);
    t.page.indent = MARGIN;
    for (size_t i = 0; i < attn_run_moments(run); i++) {
        const attn_moment *moment = attn_run_moment(run, i);
        if (!attn_filter_has_moment(&t.filter, moment)) continue;
        if (pauses && i > 0 && paused < most_pauses) pauses[paused++] = out->length;
        print_moment(&t, moment, arena);
    }
    print_asked(&t);
    if (t.whole) print_foot(&t);
    if (pause_count) *pause_count = paused;
    attn_arena_free(arena);
    return attn_ok(status);
}
