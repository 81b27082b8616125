/*
 * block: builds lines of words, names and formulas, writes them as plain typeset text, and says
 * which number of the record a number of a block is.
 */
#include "document/block.h"

#include <string.h>

#include "document/filter.h"
#include "document/sentences.h"
#include "formula/print/typeset.h"

/* ---- building ---- */

static void add(attn_line *line, attn_inline item)
{
    attn_append(line->arena, &line->items, &line->count, &item, sizeof item);
}

void attn_line_words(attn_line *line, const char *words)
{
    if (words && *words) add(line, (attn_inline){.kind = ATTN_INLINE_WORDS, .text = words});
}

attn_inline attn_inline_label(const char *label)
{
    return (attn_inline){.kind = ATTN_INLINE_LABEL, .text = label};
}

void attn_line_label(attn_line *line, const char *label)
{
    add(line, attn_inline_label(label));
}

void attn_line_expr(attn_line *line, const attn_expr *expr)
{
    add(line, (attn_inline){.kind = ATTN_INLINE_EXPR, .expr = expr});
}

void attn_line_statement(attn_line *line, const attn_statement *statement)
{
    add(line, (attn_inline){.kind = ATTN_INLINE_STATEMENT, .statement = statement});
}

void attn_line_blank(attn_line *line)
{
    add(line, (attn_inline){.kind = ATTN_INLINE_BLANK});
}

void attn_line_head(attn_line *line, const char *function, const char *const *parameters,
                    size_t count)
{
    attn_definition *head = attn_alloc(line->arena, 1, sizeof *head);
    if (!head) return;
    *head =
        (attn_definition){.function = function, .parameters = parameters, .parameter_count = count};
    add(line, (attn_inline){.kind = ATTN_INLINE_HEAD, .head = head});
}

void attn_line_take(attn_line *line, attn_text *words)
{
    attn_line_words(line, attn_keep_text(line->arena, words));
}

void attn_line_piece(attn_line *line, const attn_piece *piece)
{
    if (piece->expr)
        attn_line_expr(line, piece->expr);
    else if (piece->statement)
        attn_line_statement(line, piece->statement);
    else
        add(line,
            (attn_inline){.kind = ATTN_INLINE_WORDS, .node = piece->node, .text = piece->text});
}

attn_doc_block *attn_document_add(attn_document *document, attn_block_kind kind)
{
    attn_doc_block *block =
        attn_push(document->arena, &document->blocks, &document->count, sizeof *block);
    if (!block) block = &document->lost;
    *block = (attn_doc_block){.kind = kind, .line = {.arena = document->arena}};
    return block;
}

void attn_document_append(attn_document *document, const attn_document *other)
{
    for (size_t i = 0; i < other->count; i++)
        *attn_document_add(document, other->blocks[i].kind) = other->blocks[i];
}

/* ---- the whole ---- */

attn_tally attn_run_tally(const attn_run *run)
{
    attn_tally tally = {0, 0, 0};
    for (size_t i = 0; i < attn_run_outcome(run)->moment_count; i++) {
        const attn_moment *moment = &attn_run_outcome(run)->moments[i];
        tally.checks += moment->check_count;
        tally.pictures += moment->map_count + (moment->plot_count > 0);
        for (size_t k = 0; k < moment->check_count; k++) tally.untrue += !moment->checks[k].holds;
    }
    return tally;
}

/* ---- as text ---- */

static void add_head(const attn_definition *head, attn_text *out)
{
    attn_text_print(out, "%s(", head->function);
    for (size_t i = 0; i < head->parameter_count; i++)
        attn_text_print(out, "%s%s", i ? ",\u00A0" : "", head->parameters[i]);
    attn_text_add(out, ")");
}

void attn_inline_typeset(const attn_inline *item, attn_text *out)
{
    switch (item->kind) {
    case ATTN_INLINE_WORDS:
        attn_text_add(out, item->text);
        break;
    case ATTN_INLINE_LABEL:
        attn_typeset_label(item->text, out);
        break;
    case ATTN_INLINE_EXPR:
        attn_typeset_expr(item->expr, out);
        break;
    case ATTN_INLINE_STATEMENT:
        attn_typeset_statement(item->statement, out);
        break;
    case ATTN_INLINE_HEAD:
        add_head(item->head, out);
        break;
    case ATTN_INLINE_BLANK:
        attn_text_add(out, attn_blank);
        break;
    }
}

void attn_line_typeset(const attn_line *line, attn_text *out)
{
    for (size_t i = 0; i < line->count; i++) attn_inline_typeset(&line->items[i], out);
}

void attn_definition_typeset(const char *before, const attn_definition *definition, attn_text *out)
{
    bool one_line = definition->line_count == 1;
    attn_text_add(out, before);
    if (definition->function) attn_text_add(out, "\u00A0");
    if (definition->function) add_head(definition, out);
    if (definition->function) attn_text_add(out, one_line ? "\u00A0=" : ":");
    if (!one_line) return;
    attn_text_add(out, " ");
    attn_typeset_statement(definition->lines[0], out);
}

/* ---- numbers ---- */

size_t attn_made_by(const attn_moment *moment, const attn_statement *formula, const attn_made *made)
{
    const attn_made *at = made, *end = moment->made + moment->made_count;
    while (at < end && at->statement == formula) at++;
    return (size_t)(at - made);
}

bool attn_document_can_change(const attn_document *document, const char *label)
{
    attn_text text = {0};
    attn_name_plain(label, false, &text);
    const char *name = attn_keep_text(document->arena, &text);
    const attn_family *family =
        name && *label ? attn_scope_find(attn_run_scope(document->run), name) : NULL;
    return family && !family->after;
}

attn_number attn_document_number(const attn_document *document, const attn_numbers *numbers,
                                 size_t place)
{
    attn_text name = {0};
    const attn_tensor *value = attn_value(attn_run_record(document->run), numbers->node);
    attn_number number = {.can_change = !numbers->inside &&
                                        attn_document_can_change(document, numbers->label),
                          .node = numbers->node,
                          .row = place / value->cols,
                          .col = place % value->cols,
                          .number = value->data[place]};
    if (number.can_change || numbers->inside || value->rank == ATTN_NUMBER)
        attn_add_element(&name, numbers->label, value, number.row, number.col);
    number.name = attn_keep_text(document->arena, &name);
    return number;
}

attn_number attn_document_asked(const attn_document *document, const attn_sum_asked *asked)
{
    const attn_tensor *value = attn_value(attn_run_record(document->run), asked->node);
    return (attn_number){.name = asked->label,
                         .node = asked->node,
                         .row = asked->row,
                         .col = asked->col,
                         .number = value->data[asked->row * value->cols + asked->col]};
}

bool attn_document_reading(const attn_document *document, const attn_block_value *value,
                           attn_reading *reading)
{
    return value->read && attn_reading_of(document->run, value->read, value->mapped, reading);
}
