/*
 * heads_table: writes tables of heads.
 */
#include "render/heads_table.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "files/json/json_write.h"

/* Kinds, by the looks that they are named after. */
static const attn_look kinds[] = {ATTN_LOOK_FIRST, ATTN_LOOK_PREVIOUS, ATTN_LOOK_INDUCTION};
enum { KINDS = sizeof kinds / sizeof *kinds, SHOWN_WORDS = 60 };

static void add_kinds(const attn_head_looks *head, const char *between, attn_text *out)
{
    size_t count = 0;
    for (size_t i = 0; i < KINDS; i++)
        if (attn_head_is(head, kinds[i]))
            attn_text_print(out, "%s%s", count++ ? between : "", attn_look_names[kinds[i]]);
}

/* ---- as text ---- */

static void add_escaped(attn_text *out, const char *text)
{
    attn_text_add_escaped(out, text, strlen(text), false);
}

/* The words that were read, cut behind so many characters. */
static void add_words(const char *words, attn_text *out)
{
    size_t length = 0, shown = 0;
    for (; words[length] && shown <= SHOWN_WORDS; length++)
        shown += ((unsigned char)words[length] & 0xC0) != 0x80;
    const bool cut = words[length] != '\0';
    while (cut && length && words[length] != ' ') length--;
    attn_text_add_escaped(out, words, length, false);
    if (cut) attn_text_add(out, " …");
}

static void add_number(double number, size_t width, attn_text *out)
{
    char text[32];
    snprintf(text, sizeof text, isnan(number) ? "–" : "%.2f", number);
    attn_text_repeat(out, " ", width - attn_text_width(text, strlen(text)));
    attn_text_add(out, text);
}

/* Of one row: `even`: of what stands beside the heads. */
static void add_row(const char *label, const attn_head_looks *head, bool even, size_t width,
                    attn_text *out)
{
    attn_text row = {0};
    add_escaped(&row, label);
    attn_text_repeat(&row, " ", width - attn_text_width(attn_text_string(&row), row.length));
    for (size_t k = 0; k < ATTN_LOOKS; k++) {
        const attn_share *share = &head->looks[k];
        add_number(even ? share->even : share->is, strlen(attn_look_names[k]) + 2, &row);
    }
    if (!even) {
        attn_text_add(&row, "  ");
        add_kinds(head, ", ", &row);
    }
    while (row.length && row.bytes[row.length - 1] == ' ') row.bytes[--row.length] = '\0';
    attn_text_print(out, "%s\n", attn_text_string(&row));
    attn_text_end(&row, out);
}

static bool is_beside(const attn_head_looks *a, const attn_head_looks *b)
{
    if (strcmp(a->rows, b->rows) != 0 || strcmp(a->cols, b->cols) != 0 ||
        a->row_count != b->row_count || a->col_count != b->col_count)
        return false;
    for (size_t k = 0; k < ATTN_LOOKS; k++) { /* even looking depends on what is masked alone */
        const double x = a->looks[k].even, y = b->looks[k].even;
        if (isnan(x) != isnan(y) || fabs(x - y) > 1e-9) return false;
    }
    return true;
}

/* "target (5) looks at sentence (6)" */
static void add_sides(const attn_head_looks *head, attn_text *out)
{
    attn_text_add(out, "\n");
    if (head->rows[0]) add_escaped(out, head->rows);
    attn_text_print(out, "%s%zu %s", head->rows[0] ? ", " : "", head->row_count,
                    head->row_count == 1 ? "place" : "places");
    if (strcmp(head->rows, head->cols) != 0 || head->row_count != head->col_count) {
        attn_text_add(out, ", looking at ");
        if (head->cols[0]) add_escaped(out, head->cols);
        attn_text_print(out, "%s%zu", head->cols[0] ? ", " : "", head->col_count);
    }
    attn_text_add(out, ":\n");
}

/* The heads that share their sides with head i, which is the first of them. */
static void add_group(const attn_heads *heads, size_t i, size_t width, attn_text *out)
{
    add_sides(&heads->items[i], out);
    attn_text_repeat(out, " ", width);
    for (size_t k = 0; k < ATTN_LOOKS; k++) attn_text_print(out, "  %s", attn_look_names[k]);
    attn_text_add(out, "  kind\n");
    for (size_t k = i; k < heads->count; k++)
        if (is_beside(&heads->items[i], &heads->items[k]))
            add_row(heads->items[k].label, &heads->items[k], false, width, out);
    add_row("evenly", &heads->items[i], true, width, out);
}

static bool stands_before(const attn_heads *heads, size_t i)
{
    for (size_t k = 0; k < i; k++)
        if (is_beside(&heads->items[k], &heads->items[i])) return true;
    return false;
}

/* What the columns are, and how heads are named. */
static void add_legend(const attn_heads *heads, attn_text *out)
{
    attn_text_print(
        out,
        "\nMeans over the rows that see two places or more. entropy is in nats. back: how\n"
        "many places away, weighted. The others are shares of a row's weight: on the\n"
        "first place, on the previous one, on itself, on signs (punctuation alone);\n"
        "induction: on what stood behind the same word before.\n"
        "evenly: a head that shares its weight evenly among the places that it sees.\n"
        "A kind is named for a share of at least %.0f %%, and at least %.0f times evenly's.\n",
        100 * ATTN_HEAD_SHARE, ATTN_HEAD_TIMES);
    if (heads->by_words)
        attn_text_add(out, "A place is a whole word; induction looks at pieces.\n");
    if (heads->repeated)
        attn_text_print(
            out, "Induction is measured on %zu random words, read twice (seed %" PRIu64 ").\n",
            heads->repeated, heads->seed);
    else
        attn_text_print(out, "Induction is not measured: it takes random words, but\n%s.\n",
                        heads->why);
}

void attn_heads_text(const attn_heads *heads, attn_text *out)
{
    size_t width = strlen("evenly");
    for (size_t i = 0; i < heads->count; i++) {
        const char *label = heads->items[i].label;
        const size_t own = attn_text_width(label, strlen(label));
        if (own > width) width = own;
    }
    add_escaped(out, heads->lesson);
    if (heads->words[0]) attn_text_add(out, "\n");
    add_words(heads->words, out);
    attn_text_add(out, "\n");
    for (size_t i = 0; i < heads->count; i++)
        if (!stands_before(heads, i)) add_group(heads, i, width, out);
    add_legend(heads, out);
}

/* ---- for other programs ---- */

static void json_number(double number, attn_text *out)
{
    if (isnan(number))
        attn_text_add(out, "null");
    else
        attn_json_number(out, (float)number);
}

static void json_looks(const attn_head_looks *head, bool even, attn_text *out)
{
    for (size_t k = 0; k < ATTN_LOOKS; k++) {
        attn_text_print(out, "%s\"%s\": ", k ? ", " : "", attn_look_names[k]);
        json_number(even ? head->looks[k].even : head->looks[k].is, out);
    }
}

static void json_head(const attn_head_looks *head, attn_text *out)
{
    attn_json_print(out, "{\"name\": %s, \"rows\": %s, \"columns\": %s, \"shape\": [%zu, %zu], ",
                    head->label, head->rows, head->cols, head->row_count, head->col_count);
    json_looks(head, false, out);
    attn_text_add(out, ", \"evenly\": {");
    json_looks(head, true, out);
    attn_text_add(out, "}, \"kinds\": [");
    for (size_t i = 0; i < KINDS; i++)
        if (attn_head_is(head, kinds[i])) attn_json_print(out, "%s", attn_look_names[kinds[i]]);
    attn_text_add(out, "]}");
}

void attn_heads_json(const attn_heads *heads, attn_text *out)
{
    attn_json_print(out,
                    "{\"lesson\": %s, \"words\": %s, \"named\": {\"share\": %g, \"times\": %g}",
                    heads->lesson, heads->words, ATTN_HEAD_SHARE, ATTN_HEAD_TIMES);
    if (heads->repeated)
        attn_text_print(out,
                        ", \"repeated\": {\"words\": %zu, \"seed\": %" PRIu64 ", \"ids\": [%s]}",
                        heads->repeated, heads->seed, heads->ids);
    if (heads->by_words) attn_text_add(out, ", \"places\": \"words\"");
    attn_text_add(out, ", \"heads\": [");
    for (size_t i = 0; i < heads->count; i++) {
        attn_text_add(out, i ? ",\n  " : "\n  ");
        json_head(&heads->items[i], out);
    }
    attn_text_add(out, "\n]}\n");
}

static void csv_word(const char *word, attn_text *out)
{
    attn_text_add(out, "\"");
    for (size_t length; *word; word += length) { /* a quotation mark stands twice */
        length = *word == '"' ? 1 : strcspn(word, "\"");
        attn_text_add_escaped(out, word, length, false);
        if (*word == '"') attn_text_add(out, "\"");
    }
    attn_text_add(out, "\",");
}

static void csv_number(double number, attn_text *out)
{
    if (!isnan(number)) attn_text_number(out, (float)number);
    attn_text_add(out, ",");
}

void attn_heads_csv(const attn_heads *heads, attn_text *out)
{
    attn_text_add(out, "name,rows,columns,");
    for (size_t k = 0; k < ATTN_LOOKS; k++)
        attn_text_print(out, "%s,%s evenly,", attn_look_names[k], attn_look_names[k]);
    attn_text_add(out, "kinds\n");
    for (size_t i = 0; i < heads->count; i++) {
        const attn_head_looks *head = &heads->items[i];
        csv_word(head->label, out);
        csv_word(head->rows, out);
        csv_word(head->cols, out);
        for (size_t k = 0; k < ATTN_LOOKS; k++) {
            csv_number(head->looks[k].is, out);
            csv_number(head->looks[k].even, out);
        }
        add_kinds(head, " ", out);
        attn_text_add(out, "\n");
    }
}
