/*
 * say: writes the sentences that the program adds to a lesson: what was trained, changed,
 * generated, stated.
 */
#include "document/say.h"

#include <math.h>
#include <string.h>

#define STAY "\u00A0" /* a space at which no line breaks */

void attn_say(const attn_pen *pen, attn_text *out, const char *words)
{
    pen->words(pen, words, strlen(words), out);
}

/* Words that were put together first; they are given back. */
static void say_text(const attn_pen *pen, attn_text *out, attn_text *words)
{
    pen->words(pen, attn_text_string(words), words->length, out);
    out->failed |= words->failed;
    attn_text_free(words);
}

void attn_say_piece(const attn_pen *pen, const attn_piece *piece, attn_text *out)
{
    if (piece->expr)
        pen->expr(pen, piece->expr, out);
    else if (piece->statement)
        pen->statement(pen, piece->statement, out);
    else
        attn_say(pen, out, piece->text);
}

void attn_say_change(const attn_pen *pen, const attn_run *run, size_t i, int precision,
                     attn_text *out)
{
    const attn_change *change = attn_run_change_at(run, i);
    attn_text numbers = {0};
    attn_say(pen, out, i ? "and " : "What if ");
    pen->label(pen, change->label, out);
    attn_text_add(&numbers, STAY "=" STAY);
    attn_text_short(&numbers, change->new_value, precision);
    attn_text_add(&numbers, " (it was ");
    attn_text_short(&numbers, change->old_value, precision);
    attn_text_add(&numbers, ")");
    say_text(pen, out, &numbers);
}

const char attn_said_untrained[] =
    "Untrained: the learned values here are drawn at random. They have learned nothing yet, and "
    "what they show means nothing.";

/* ---- calls ---- */

/* What an argument is called; a number without a name is told itself. False: nothing to tell. */
static bool tell_argument(const attn_pen *pen, const attn_record *record, attn_node argument,
                          const char *parameter, attn_text *out)
{
    const char *name = attn_node_name(record, argument);
    const attn_tensor *value = attn_value(record, argument);
    attn_text number = {0};
    if (name && strcmp(name, parameter) == 0) return false;
    if (!name && value->rank != ATTN_NUMBER) return false;
    if (name) {
        pen->label(pen, name, out);
    } else {
        attn_text_short(&number, value->data[0], 4);
        say_text(pen, out, &number);
    }
    return true;
}

void attn_say_call(const attn_pen *pen, const attn_record *record, const attn_call *call,
                   attn_text *out)
{
    size_t named = 0;
    pen->head(pen, call->function, call->parameters, call->parameter_count, out);
    attn_say(pen, out, " opened");
    for (size_t i = 0; i < call->parameter_count; i++) {
        attn_text told = {0};
        if (tell_argument(pen, record, call->arguments[i], call->parameters[i], &told)) {
            attn_say(pen, out, named++ ? ", " : ", with ");
            pen->label(pen, call->parameters[i], out);
            attn_say(pen, out, STAY "=" STAY);
            attn_text_add(out, attn_text_string(&told));
            out->failed |= told.failed;
        }
        attn_text_free(&told);
    }
    attn_say(pen, out, ":");
}

void attn_say_results(const attn_pen *pen, const attn_statement *statement, attn_text *out)
{
    attn_say(pen, out, "gives" STAY);
    for (size_t i = 0; i < statement->result_count; i++) {
        attn_say(pen, out, i == 0 ? "" : i == 1 ? " (and" STAY : ", ");
        pen->expr(pen, statement->results[i], out);
    }
    attn_say(pen, out, statement->result_count > 1 ? ")" : "");
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
    label->failed |= element.failed;
    attn_text_free(&element);
}

/* No formula makes it, and yet it is what training made of it. */
static bool is_learned(const attn_record *record, const attn_origin *origin)
{
    size_t length;
    const char *name = origin->named ? attn_node_name(record, origin->named) : "";
    return origin->op == ATTN_OP_GIVEN && attn_text_inside_after(name, &length);
}

void attn_say_source(const attn_pen *pen, const attn_record *record, const attn_sum_asked *sum,
                     attn_text *out)
{
    attn_origin origin = attn_node_origin(record, sum->node, sum->row, sum->col);
    attn_text own = {0}, moved = {0}, moved_plain = {0};
    if (origin.named)
        attn_add_element(&moved, attn_node_name(record, origin.named),
                         attn_value(record, origin.named), origin.row, origin.col);
    attn_name_plain(sum->label, true, &own);
    attn_name_plain(attn_text_string(&moved), true, &moved_plain);
    if (strcmp(attn_text_string(&own), attn_text_string(&moved_plain)) == 0)
        attn_text_clear(&moved);
    if (moved.length) pen->label(pen, attn_text_string(&moved), out);
    if (origin.op == ATTN_OP_GRADIENT) {
        attn_say(pen, out, moved.length ? ", " : "");
        attn_say(pen, out, "found by going back through the record (∂)");
    } else if (moved.length == 0) {
        attn_say(pen, out, is_learned(record, &origin) ? "learned in the training" : "given");
    }
    out->failed |= own.failed || moved.failed || moved_plain.failed;
    attn_text_free(&moved_plain);
    attn_text_free(&moved);
    attn_text_free(&own);
}

void attn_say_outcome(const attn_pen *pen, const attn_record *record, const attn_sum_asked *sum,
                      int precision, attn_text *out)
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
    say_text(pen, out, &words);
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
    return stated->stated_rank == stated->true_rank &&
           memcmp(stated->stated_shape, stated->true_shape, sizeof stated->true_shape) == 0;
}

static void add_stated_shape(attn_text *text, const attn_stated *stated)
{
    attn_text_add(text, " ");
    add_shape(text, stated->stated_shape, stated->stated_rank);
    attn_text_add(text, same_shape(stated) ? ": the same" : "; it is ");
    if (!same_shape(stated)) add_shape(text, stated->true_shape, stated->true_rank);
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
    text->failed |= numbers.failed;
    attn_text_free(&numbers);
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

bool attn_say_stated(const attn_pen *pen, const attn_record *record, const attn_stated *stated,
                     int precision, attn_text *out)
{
    attn_text text = {0};
    bool table = false;
    add_capitalised(&text, stated->by);
    attn_text_add(&text, verb_of(stated->by));
    if (stated->is_shape)
        add_stated_shape(&text, stated);
    else
        table = add_stated_numbers(&text, stated, attn_value(record, stated->node), precision);
    say_text(pen, out, &text);
    return table;
}

bool attn_stated_value(const attn_record *record, const attn_stated *stated, attn_arena *arena,
                       attn_tensor *value)
{
    *value = *attn_value(record, stated->node);
    size_t size = attn_tensor_size(value);
    value->batch = 1;
    value->data = attn_alloc(arena, size, sizeof *value->data);
    if (value->data) memcpy(value->data, stated->values, size * sizeof *value->data);
    return value->data != NULL;
}

/* ---- training ---- */

static void add_count(attn_text *text, size_t count, const char *what)
{
    attn_text_print(text, "%zu %s%s", count, what, count == 1 ? "" : "s");
}

void attn_say_trained(const attn_pen *pen, const attn_trained *trained, int precision,
                      attn_text *out)
{
    attn_text text = {0};
    if (trained->skipped) {
        attn_text_add(&text,
                      "No training here: the learned numbers were read from the weights file.");
        say_text(pen, out, &text);
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
    say_text(pen, out, &text);
}

void attn_say_look(const attn_pen *pen, const attn_watched *look, int precision, attn_text *out)
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
    say_text(pen, out, &text);
}

/* ---- checks ---- */

void attn_say_check(const attn_pen *pen, const attn_check *check, attn_text *out)
{
    pen->expr(pen, check->expr, out);
    if (check->holds) return;
    attn_say(pen, out, " is false");
    attn_say(pen, out, check->where[0] ? ": " : "");
    attn_say(pen, out, check->where);
}

void attn_say_checks(const attn_pen *pen, const attn_tally *tally, const attn_run *run,
                     attn_text *out)
{
    attn_text text = {0};
    if (tally->checks == 1)
        attn_text_print(&text, "The check is %s.", tally->untrue ? "false" : "true");
    else if (tally->untrue)
        attn_text_print(&text, "%zu of %zu checks %s false.", tally->untrue, tally->checks,
                        tally->untrue == 1 ? "is" : "are");
    else if (tally->checks == 2)
        attn_text_add(&text, "Both checks are true.");
    else
        attn_text_print(&text, "All %zu checks are true.", tally->checks);
    bool exchanged = attn_lesson_exchange_at(attn_run_lesson(run), 0) != NULL;
    if (tally->untrue && attn_run_changed(run))
        attn_text_add(&text, exchanged ? " Formulas of this lesson were changed."
                                       : " This lesson's own numbers were changed.");
    say_text(pen, out, &text);
}

/* ---- maps of weights ---- */

void attn_say_maps(const attn_pen *pen, const char *mark, attn_text *out)
{
    attn_say(pen, out, mark);
    attn_say(pen, out,
             " marks the largest weight of a row, – what is masked; the weights of a row sum to 1. "
             "Entropy is 0 where all weight lies on one place, and log n where n places share it "
             "evenly. Such a map is where the layer looks, not why it answers.");
}

void attn_say_maps_shortly(const attn_pen *pen, const char *mark, attn_text *out)
{
    attn_say(pen, out, mark);
    attn_say(pen, out,
             " marks the largest of a row, – what is masked. "
             "A map is where the layer looks, not why it answers.");
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

static bool add_reading(const attn_reading *reading, attn_text *text)
{
    attn_rows rows;
    size_t count = reading->value->rows;
    if (!read_rows(reading, &rows)) return false;
    if (!rows.least.shared) { /* they share nothing out, and have no entropy */
        add_sums(text, &rows, ", not to 1.");
        return true;
    }
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
    if (rows.least.sum < 1 - ATTN_SEEN_OFF || rows.most.sum > 1 + ATTN_SEEN_OFF)
        add_sums(text, &rows, ", for they are rounded.");
    return true;
}

void attn_say_reading(const attn_pen *pen, const attn_reading *reading, attn_text *out)
{
    attn_text text = {0};
    if (!add_reading(reading, &text)) out->failed = true;
    say_text(pen, out, &text);
}

/* ---- formulas that took the place of others ---- */

const attn_exchange *attn_exchange_of_statement(const attn_lesson *lesson,
                                                const attn_statement *statement)
{
    const attn_exchange *e;
    for (size_t i = 0; (e = attn_lesson_exchange_at(lesson, i)); i++)
        if (!e->after.function && e->after.lines[0] == statement) return e;
    return NULL;
}

const attn_exchange *attn_exchange_of_definition(const attn_lesson *lesson,
                                                 const attn_definition *definition)
{
    const attn_exchange *e;
    for (size_t i = 0; (e = attn_lesson_exchange_at(lesson, i)); i++)
        if (e->after.function && strcmp(e->after.function, definition->function) == 0 &&
            e->after.parameter_count == definition->parameter_count)
            return e;
    return NULL;
}
