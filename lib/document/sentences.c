/*
 * sentences: the wording of what the program adds to a lesson: what was trained, changed, stated,
 * asked for.
 */
#include "document/sentences.h"

#include <math.h>
#include <string.h>

#include "document/filter.h"

#define STAY "\u00A0" /* a space at which no line breaks */

void attn_say_change(const attn_run *run, size_t i, int precision, attn_line *line)
{
    const attn_change *change = &attn_run_outcome(run)->changes[i];
    const bool others = i > 0 || attn_lesson_exchange_at(attn_run_lesson(run), 0);
    attn_text numbers = {0};
    attn_line_words(line, i ? "and " : "What if ");
    attn_line_label(line, change->label);
    attn_text_add(&numbers, STAY "=" STAY);
    attn_text_short(&numbers, change->new_value, precision);
    attn_text_add(&numbers, others && change->computed ? " (it would be " : " (it was ");
    attn_text_short(&numbers, change->old_value, precision);
    attn_text_add(&numbers, ")");
    attn_line_take(line, &numbers);
}

const char attn_said_untrained[] =
    "Untrained: the learned values are random here, so what they show means nothing.";

/* ---- calls ---- */

void attn_say_call(const attn_record *record, const attn_call *call, attn_line *line)
{
    bool first = true;
    attn_line_head(line, call->function, call->parameters, call->parameter_count);
    attn_line_words(line, " opened");
    for (size_t i = 0; i < call->parameter_count; i++) {
        const char *name = attn_node_name(record, call->arguments[i]);
        const attn_tensor *value = attn_value(record, call->arguments[i]);
        attn_text number = {0};
        if (name ? strcmp(name, call->parameters[i]) == 0 : value->rank != ATTN_NUMBER) continue;
        attn_line_words(line, first ? ", with " : ", ");
        attn_line_label(line, call->parameters[i]);
        attn_line_words(line, STAY "=" STAY);
        if (name)
            attn_line_label(line, name);
        else
            attn_text_short(&number, value->data[0], 4);
        attn_line_take(line, &number);
        first = false;
    }
    attn_line_words(line, ":");
}

void attn_say_results(const attn_statement *statement, attn_line *line)
{
    attn_line_words(line, "gives" STAY);
    for (size_t i = 0; i < statement->result_count; i++) {
        attn_line_words(line, i == 0 ? "" : i == 1 ? " (and" STAY : ", ");
        attn_line_expr(line, statement->results[i]);
    }
    attn_line_words(line, statement->result_count > 1 ? ")" : "");
}

/* ---- where a number comes from ---- */

/* What counts, compares or chooses: its numbers are whole. */
static bool is_whole(attn_op op)
{
    static const attn_op whole[] = {
        ATTN_OP_LESS,  ATTN_OP_LESS_EQUAL, ATTN_OP_GREATER, ATTN_OP_GREATER_EQUAL,
        ATTN_OP_EQUAL, ATTN_OP_ARGMAX,     ATTN_OP_WIDTH,   ATTN_OP_HEIGHT,
        ATTN_OP_FLOOR, ATTN_OP_ONE_HOT,    ATTN_OP_SAMPLE,  ATTN_OP_KNOWN,
    };
    for (size_t i = 0; i < sizeof whole / sizeof *whole; i++)
        if (whole[i] == op) return true;
    return false;
}

void attn_add_element(attn_text *label, const char *name, const attn_tensor *value, size_t row,
                      size_t col)
{
    attn_text element = {0};
    attn_text_add(&element, name);
    if (*name && value->rank == ATTN_MATRIX) attn_text_add_subscript(&element, (long)row + 1);
    if (*name && value->rank != ATTN_NUMBER) attn_text_add_subscript(&element, (long)col + 1);
    attn_text_add(label, attn_text_string(&element));
    attn_text_end(&element, label);
}

/* No formula makes it, and yet it is what training made of it. */
static bool is_learned(const attn_record *record, const attn_origin *origin)
{
    size_t length;
    const char *name = origin->named ? attn_node_name(record, origin->named) : "";
    return origin->op == ATTN_OP_GIVEN && attn_text_inside_after(name, &length);
}

/* The name of the element that a number was moved from, unless it is its own: "" then. */
static const char *name_moved_from(const attn_record *record, const attn_sum_asked *sum,
                                   const attn_origin *origin, attn_arena *arena)
{
    attn_text own = {0}, moved = {0}, plain = {0};
    if (origin->named)
        attn_add_element(&moved, attn_node_name(record, origin->named),
                         attn_value(record, origin->named), origin->row, origin->col);
    attn_name_plain(sum->label, true, &own);
    attn_name_plain(attn_text_string(&moved), true, &plain);
    if (strcmp(attn_text_string(&own), attn_text_string(&plain)) == 0) attn_text_clear(&moved);
    moved.failed |= own.failed || plain.failed;
    attn_text_free(&plain);
    attn_text_free(&own);
    return attn_keep_text(arena, &moved);
}

void attn_say_source(const attn_record *record, const attn_sum_asked *sum, attn_line *line)
{
    attn_origin origin = attn_node_origin(record, sum->node, sum->row, sum->col);
    const char *moved = name_moved_from(record, sum, &origin, line->arena);
    if (!moved) return;
    if (*moved) attn_line_label(line, moved);
    if (origin.op == ATTN_OP_GRADIENT) {
        attn_line_words(line, *moved ? ", " : "");
        attn_line_words(line, "by going back through the record (∂)");
    } else if (*moved == '\0') {
        attn_line_words(line, is_learned(record, &origin) ? "by training" : "given");
    }
}

const char *attn_say_outcome(const attn_record *record, const attn_sum_asked *sum, int precision,
                             attn_arena *arena)
{
    attn_text words = {0};
    const attn_tensor *value = attn_value(record, sum->node);
    attn_op op = attn_node_origin(record, sum->node, sum->row, sum->col).op;
    float number = value->data[sum->row * value->cols + sum->col];
    if (value->words && number >= 1 && number <= (float)value->words->count)
        attn_text_print(&words, "%.0f, '%s'", (double)number,
                        value->words->words[(size_t)number - 1]);
    else if (is_whole(op) || op == ATTN_OP_GIVEN || op == ATTN_OP_LITERAL)
        attn_text_operand(&words, number, precision);
    else
        attn_text_fixed(&words, number, precision);
    return attn_keep_text(arena, &words);
}

/* ---- what a source states ---- */

static void add_shape(attn_text *text, const attn_sides *shape)
{
    attn_text_add(text, shape->rank ? "[" : "a number");
    for (size_t i = 0; i < shape->rank; i++)
        attn_text_print(text, "%s%zu", i ? "×" : "", shape->of[i]);
    attn_text_add(text, shape->rank ? "]" : "");
}

static void add_capitalised(attn_text *text, const char *words)
{
    char first = words[0];
    if (first >= 'a' && first <= 'z') first = (char)(first - 'a' + 'A');
    attn_text_add_bytes(text, &first, first ? 1 : 0);
    attn_text_add(text, first ? words + 1 : "");
}

/* In the digits of the source, all with as many decimals as the longest of them. */
static void add_stated_values(attn_text *text, const attn_stated *stated, size_t size)
{
    int decimals = 0;
    for (size_t i = 0; i < size; i++) {
        int own = attn_number_decimals(stated->values[i]);
        if (own > decimals) decimals = own;
    }
    for (size_t i = 0; i < size; i++) {
        attn_text_add(text, i ? "\u00A0\u00A0" : " ");
        attn_text_fixed(text, stated->values[i], decimals);
    }
}

/* Less than float32 and its digits can tell is not far. */
static bool same_values(const attn_stated *stated)
{
    static const float nothing = 2e-6f;
    return !(stated->largest_difference > nothing);
}

static bool same_shape(const attn_stated *stated)
{
    return memcmp(&stated->stated_shape, &stated->true_shape, sizeof stated->true_shape) == 0;
}

static void add_stated_shape(attn_text *text, const attn_stated *stated)
{
    attn_text_add(text, " ");
    add_shape(text, &stated->stated_shape);
    attn_text_add(text, same_shape(stated) ? ": the same" : "; it is ");
    if (!same_shape(stated)) add_shape(text, &stated->true_shape);
    attn_text_add(text, ".");
}

/* True: the values are left to a table, for they are rows, or do not fit a line. */
static bool add_stated_numbers(attn_text *text, const attn_stated *stated, const attn_tensor *value,
                               int precision)
{
    enum { WIDEST = 64 };
    attn_text numbers = {0};
    if (value->rows == 1) add_stated_values(&numbers, stated, value->cols);
    bool table =
        value->rows > 1 || attn_text_width(attn_text_string(&numbers), numbers.length) > WIDEST;
    bool same = same_values(stated);
    if (!table) attn_text_add(text, attn_text_string(&numbers));
    attn_text_add(text, same    ? table ? " the same." : ": the same."
                        : table ? ", off by up to "
                                : ": off by up to ");
    if (!same) attn_text_fixed(text, stated->largest_difference, precision);
    if (!same) attn_text_add(text, table ? ":" : ".");
    attn_text_end(&numbers, text);
    return table && !same;
}

/* "the notes say", "Jain & Wallace say", "we say", "the book says" */
static const char *verb_of(const char *by)
{
    static const char *const parts[] = {" and ", " & ", "et al."};
    static const char *const pronouns[] = {"we", "you", "they", "I"};
    size_t length = strlen(by);
    bool plain = length > 0 && by[length - 1] == 's';
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) plain |= strstr(by, parts[i]) != NULL;
    for (size_t i = 0; i < sizeof pronouns / sizeof *pronouns; i++)
        plain |= strcmp(by, pronouns[i]) == 0;
    return plain ? " say" : " says";
}

bool attn_say_stated(const attn_record *record, const attn_stated *stated, int precision,
                     attn_line *line)
{
    attn_text text = {0};
    bool table = false;
    add_capitalised(&text, stated->by);
    attn_text_add(&text, verb_of(stated->by));
    if (stated->is_shape)
        add_stated_shape(&text, stated);
    else
        table = add_stated_numbers(&text, stated, attn_value(record, stated->node), precision);
    attn_line_take(line, &text);
    return table;
}

/* ---- training ---- */

static void add_count(attn_text *text, size_t count, const char *what)
{
    attn_text_print(text, "%zu %s%s", count, what, count == 1 ? "" : "s");
}

void attn_say_trained(const attn_trained *trained, int precision, attn_line *line)
{
    attn_text text = {0};
    if (trained->skipped) {
        attn_text_add(&text, "No training here: the learned numbers come from the weights file.");
        attn_line_take(line, &text);
        return;
    }
    attn_text_add(&text, "Training: ");
    add_count(&text, trained->steps, "step");
    attn_text_print(&text, " of %s, rate ", trained->adam ? "Adam" : "plain gradient descent");
    attn_text_short(&text, (float)trained->rate, precision);
    attn_text_add(&text, ", for ");
    add_count(&text, trained->numbers, "learned number");
    if (trained->examples) attn_text_add(&text, ", on ");
    if (trained->examples) add_count(&text, trained->examples, "example");
    attn_text_add(&text, ". The loss was ");
    attn_text_short(&text, trained->losses[0], precision);
    attn_text_add(&text, " at the first step, ");
    attn_text_short(&text, trained->losses[trained->steps - 1], precision);
    attn_text_add(&text, " at the last.");
    if (trained->kept) {
        attn_text_print(&text, " What was learned by step %zu is kept: the loss on validation was ",
                        trained->kept);
        attn_text_short(&text, trained->kept_loss, precision);
        attn_text_add(&text, " there, and at no trial lower.");
    }
    attn_line_take(line, &text);
}

void attn_say_look(const attn_watched *look, int precision, attn_line *line)
{
    attn_text text = {0};
    if (look->step == 0)
        attn_text_add(&text, "Before the first step");
    else
        attn_text_add(&text, "After ");
    if (look->step) add_count(&text, look->step, "step");
    attn_text_add(&text, " (loss ");
    attn_text_short(&text, look->loss, precision);
    attn_text_add(&text, "):");
    attn_line_take(line, &text);
}

/* ---- checks ---- */

void attn_say_check(const attn_check *check, attn_line *line)
{
    for (size_t i = 0; i < check->piece_count; i++) attn_line_piece(line, &check->pieces[i]);
    attn_line_words(line, check->piece_count ? " " : "");
    attn_line_expr(line, check->expr);
    if (check->holds) return;
    attn_line_words(line, " is false");
    attn_line_words(line, check->where[0] ? ": " : "");
    attn_line_words(line, check->where);
}

void attn_say_checks(const attn_tally *tally, const attn_run *run, attn_line *line)
{
    attn_text text = {0};
    if (tally->untrue && tally->checks == 1)
        attn_text_add(&text, "The check is false.");
    else if (tally->untrue)
        attn_text_print(&text, "%zu of %zu checks %s false.", tally->untrue, tally->checks,
                        tally->untrue == 1 ? "is" : "are");
    else
        attn_text_print(&text, "%zu check%s", tally->checks,
                        tally->checks == 1 ? " holds." : "s hold.");
    bool exchanged = attn_lesson_exchange_at(attn_run_lesson(run), 0) != NULL;
    if (tally->untrue && attn_run_outcome(run)->changed)
        attn_text_add(&text, exchanged ? " Formulas of this lesson were changed."
                                       : " This lesson's own numbers were changed.");
    attn_line_take(line, &text);
}

/* ---- maps of weights ---- */

void attn_say_maps(const char *mark, attn_line *line)
{
    attn_line_words(line, mark);
    attn_line_words(
        line,
        " marks the largest of a row, – what is masked. Entropy: 0 if one place has all weight, "
        "log n if n share it evenly. A map shows where it looks, not why.");
}

void attn_say_maps_shortly(const char *mark, attn_line *line)
{
    attn_line_words(line, mark);
    attn_line_words(line, " marks the largest of a row, – what is masked. "
                          "A map shows where a layer looks, not why it answers.");
}

enum { MOST_ROWS_READ = 8, READ_DECIMALS = 2 };
/* The rows together. */
typedef struct attn_rows {
    attn_row least, most; /* each number by itself; but `shared` of all of them */
} attn_rows;

static void widen(attn_rows *rows, const attn_row *row)
{
    rows->least.shared &= row->shared;
    rows->least.sum = fmin(rows->least.sum, row->sum);
    rows->most.sum = fmax(rows->most.sum, row->sum);
    rows->least.entropy = fmin(rows->least.entropy, row->entropy);
    rows->most.entropy = fmax(rows->most.entropy, row->entropy);
    rows->least.at_most = fmin(rows->least.at_most, row->at_most);
    rows->most.at_most = fmax(rows->most.at_most, row->at_most);
    if (row->open < rows->least.open) rows->least.open = row->open;
    if (row->open > rows->most.open) rows->most.open = row->open;
}

static bool read_rows(const attn_reading *reading, attn_rows *rows)
{
    attn_row row;
    if (!attn_reading_row(reading, 0, &row)) return false;
    *rows = (attn_rows){row, row};
    for (size_t i = 1; i < reading->value->rows; i++) {
        if (!attn_reading_row(reading, i, &row)) return false;
        widen(rows, &row);
    }
    return true;
}

static void add_fixed(attn_text *text, double number)
{
    attn_text_print(text, "%.*f", READ_DECIMALS, fabs(number) < 0.005 ? 0.0 : number);
}

/* "0.68 of 0.69", or without what all rows have in common. */
static bool add_entropies(const attn_reading *reading, bool alike, attn_text *text)
{
    for (size_t i = 0; i < reading->value->rows; i++) {
        attn_row row;
        if (!attn_reading_row(reading, i, &row)) return false;
        attn_text_add(text, i ? ", " : "");
        add_fixed(text, row.entropy);
        if (alike) continue;
        attn_text_add(text, STAY "of" STAY);
        add_fixed(text, row.at_most);
    }
    return true;
}

static void add_range(attn_text *text, double least, double most)
{
    attn_text_add(text, "from ");
    add_fixed(text, least);
    attn_text_add(text, " to ");
    add_fixed(text, most);
}

static void add_sums(attn_text *text, const attn_rows *rows, const char *end)
{
    bool same = rows->most.sum - rows->least.sum <= ATTN_NEAR_ONE;
    attn_text_add(text,
                  text->length ? " The weights of a row sum to " : "The weights of a row sum to ");
    add_fixed(text, rows->least.sum);
    if (!same) attn_text_add(text, " up to ");
    if (!same) add_fixed(text, rows->most.sum);
    attn_text_add(text, end);
}

static bool add_reading(const attn_reading *reading, bool again, attn_text *text)
{
    attn_rows rows;
    size_t count = reading->value->rows;
    if (!read_rows(reading, &rows)) return false;
    if (!rows.least.shared) { /* they share nothing out, and have no entropy */
        add_sums(text, &rows, ", not to 1.");
        return true;
    }
    if (rows.least.sum < 1 - ATTN_SEEN_OFF || rows.most.sum > 1 + ATTN_SEEN_OFF)
        add_sums(text, &rows, ", because they are rounded.");
    if (again) return true;
    attn_text_add(text, text->length ? " " : "");
    bool alike = rows.least.open == rows.most.open;
    attn_text_add(text, count > 1 ? "Entropy of the rows: " : "Entropy: ");
    if (count > MOST_ROWS_READ)
        add_range(text, rows.least.entropy, rows.most.entropy);
    else if (!add_entropies(reading, alike, text))
        return false;
    if (alike) {
        attn_text_print(text, ", of at most log" STAY "%zu" STAY "=" STAY, rows.most.open);
        add_fixed(text, rows.most.at_most);
    } else if (count > MOST_ROWS_READ) {
        attn_text_add(text, ", of at most log n, ");
        add_range(text, rows.least.at_most, rows.most.at_most);
    }
    attn_text_add(text, ".");
    return true;
}

void attn_say_reading(const attn_reading *reading, bool again, attn_line *line)
{
    attn_text text = {0};
    if (!add_reading(reading, again, &text)) text.failed = true;
    attn_line_take(line, &text);
}
