/*
 * map_notes: names a map by its place among several, and writes the measured note that belongs
 * under it.
 */
#include "document/map_notes.h"

#include <string.h>

#include "document/value.h"
#include "formula/print/typeset.h"

const attn_family *attn_map_family(const attn_run *run, attn_node node,
                                   const attn_element **element)
{
    const attn_scope *scope = attn_run_scope(run);
    const attn_family *family = NULL;
    for (size_t i = 0; (family = attn_scope_family(scope, i)); i++) {
        for (size_t k = 0; k < family->element_count; k++) {
            *element = &family->elements[k];
            if ((*element)->node == node) return family;
        }
    }
    return NULL;
}

static bool has_place(const attn_sequence *sequence, long number)
{
    return sequence && sequence->labels && number >= 1 && (size_t)number <= sequence->labels->count;
}

/* "head 2" for the second of a number of heads, "glass 0.5", "target: black" for words. */
static void add_place(attn_text *out, const attn_sequence *sequence, long number)
{
    const char *word = sequence->labels->words[number - 1];
    if (sequence->labels->plain)
        attn_value_add_one(sequence->name, word, out);
    else
        attn_text_print(out, "%s%s%s", sequence->name, sequence->vocabulary ? ": " : " ", word);
}

void attn_add_map_place(const attn_run *run, attn_node node, const char *before, attn_text *out)
{
    const attn_element *element = NULL;
    const attn_family *family = attn_map_family(run, node, &element);
    for (size_t axis = 0; family && axis < family->axis_count; axis++) {
        if (!has_place(family->axes[axis], element->at[axis])) continue;
        attn_text_add(out, before);
        add_place(out, family->axes[axis], element->at[axis]);
        before = ", ";
    }
}

void attn_map_table_names(const attn_run *run, attn_node node, attn_arena *arena, const char **row,
                          const char **column)
{
    const attn_element *element = NULL;
    const attn_family *family = attn_map_family(run, node, &element);
    const char **const names[] = {row, column};
    *row = *column = NULL;
    for (size_t axis = 0; axis < 2; axis++) {
        attn_text text = {0};
        if (!family || family->axis_count != 2 || !has_place(family->axes[axis], element->at[axis]))
            return;
        add_place(&text, family->axes[axis], element->at[axis]);
        *names[axis] = attn_keep_text(arena, &text);
    }
}

/* One line, whatever stands in it. */
static void add_line(attn_text *out, const char *line)
{
    for (; *line; line++) attn_text_add_bytes(out, *line == '\n' ? " " : line, 1);
    attn_text_add(out, "\n");
}

static void add_note(const attn_run *run, const attn_map *map, attn_text *out)
{
    size_t before = out->length;
    attn_add_map_place(run, map->node, "", out);
    if (out->length == before) attn_typeset_label(map->label, out);
    attn_text_add(out, ": ");
    add_line(out, map->note);
}

const char *attn_map_notes_foot(const attn_map *maps, size_t count)
{
    bool noted = false;
    for (size_t i = 0; i < count; i++) {
        if (maps[i].withheld) return NULL;
        noted = noted || maps[i].note;
    }
    return noted ? "The shares were measured on other sentences, by the largest weight of each row."
                 : NULL;
}

void attn_add_map_notes(const attn_run *run, const attn_map *maps, size_t count,
                        const char *heading, attn_text *out)
{
    for (size_t i = 0; i < count; i++) {
        if (!maps[i].withheld) continue;
        attn_text_print(out, "How often these maps are right is not known here: %s.\n",
                        maps[i].withheld);
        return;
    }
    for (size_t i = 0; i < count; i++) {
        if (!maps[i].note) continue;
        attn_text_add(out, heading);
        heading = "";
        add_note(run, &maps[i], out);
    }
}
