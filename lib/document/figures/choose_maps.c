/*
 * choose_maps: the maps of a run that are asked for, by names and by the numbers of indices.
 */
#include "choose_maps.h"

#include <string.h>

#include "document/index_number.h"
#include "formula/syntax/parser.h"

typedef struct places {
    size_t count;
    attn_loop_at *items;
    const char *option; /* what messages call them */
} places;

static bool number_in_loops(const attn_moment *moment, const char *letter, long *number)
{
    for (size_t i = 0; moment != NULL && i < moment->loop_count; i++) {
        if (strcmp(moment->loops[i].letter, letter) != 0) continue;
        *number = moment->loops[i].number;
        return true;
    }
    return false;
}

/* "A_{1,2}" of a family A_{l,j}: l is 1 and j is 2. */
static bool number_in_label(const attn_run *run, const char *label, const char *letter,
                            attn_arena *arena, long *number)
{
    const attn_expr *expr = attn_parse_label(arena, label);
    const attn_name *name = expr != NULL && expr->kind == ATTN_EXPR_NAME ? expr->name : NULL;
    const attn_family *family = name ? attn_scope_find(attn_run_scope(run), name->word) : NULL;
    for (size_t i = 0; family != NULL && i < family->axis_count && i < name->sub_count; i++) {
        if (family->letters[i] == NULL || strcmp(family->letters[i], letter) != 0) continue;
        *number = name->subs[i].offset;
        return name->subs[i].kind == ATTN_SUB_NUMBER;
    }
    return false;
}

/* Which number an index has in map i, if this belongs to one number of it at all. */
static bool number_of(const attn_run *run, const attn_map_list *list, size_t i, const char *letter,
                      long *number, attn_status *status)
{
    if (number_in_loops(list->moments[i], letter, number)) return true;
    attn_status no_name = {0}; /* a label that is no name has no index */
    attn_arena *arena = attn_arena_new(&no_name);
    bool found = arena != NULL && number_in_label(run, list->maps[i].label, letter, arena, number);
    attn_arena_free(arena);
    if (no_name.code == ATTN_MEMORY) attn_fail(status, no_name.code, "%s", no_name.message);
    return found;
}

/* One of these maps belongs to one number of this index. */
static bool has_letter(const attn_run *run, const attn_map_list *list, const char *letter,
                       attn_status *status)
{
    long number;
    for (size_t i = 0; i < list->count; i++)
        if (number_of(run, list, i, letter, &number, status)) return true;
    return false;
}

/* "l, j": the letters that --at may choose by. */
static void list_letters(const attn_run *run, const attn_map_list *list, attn_text *out,
                         attn_status *status)
{
    enum { MOST_LETTERS = 16 };
    const char *listed[MOST_LETTERS];
    size_t listed_count = 0;
    const attn_family *family;
    for (size_t i = 0; (family = attn_scope_family(attn_run_scope(run), i)) != NULL; i++) {
        for (size_t k = 0; k < family->axis_count && listed_count < MOST_LETTERS; k++) {
            const char *letter = family->letters[k];
            size_t before = 0;
            while (letter && before < listed_count && strcmp(listed[before], letter) != 0) before++;
            if (!letter || before < listed_count || !has_letter(run, list, letter, status))
                continue;
            attn_text_print(out, "%s%s", listed_count ? ", " : "", letter);
            listed[listed_count++] = letter;
        }
    }
}

static bool fail_letter(const attn_run *run, const attn_loop_at *place, const attn_map_list *list,
                        const char *option, attn_status *status)
{
    attn_text letters = {0};
    list_letters(run, list, &letters, status);
    if (letters.length)
        attn_fail(status, ATTN_USAGE, "%s %s=%ld: no map here runs over %s: choose by %s", option,
                  place->letter, place->number, place->letter, attn_text_string(&letters));
    else
        attn_fail(status, ATTN_USAGE, "%s %s=%ld: the maps here run over no index: leave out %s",
                  option, place->letter, place->number, option);
    attn_text_free(&letters);
    return false;
}

/* A letter that no map has, or no such number, is a fault. */
static bool check_place(const attn_run *run, const attn_loop_at *place, const attn_map_list *list,
                        const char *option, attn_status *status)
{
    long number, largest = 0;
    for (size_t i = 0; i < list->count; i++) {
        if (!number_of(run, list, i, place->letter, &number, status)) continue;
        if (number == place->number) return true;
        if (number > largest) largest = number;
    }
    if (!attn_ok(status)) return false;
    if (largest == 0) return fail_letter(run, place, list, option, status);
    return attn_fail(status, ATTN_USAGE, "%s %s=%ld: %s goes up to %ld in the maps here", option,
                     place->letter, place->number, place->letter, largest);
}

static bool is_asked(const places *p, const char *letter, long number)
{
    for (size_t i = 0; i < p->count; i++)
        if (p->items[i].number == number && strcmp(p->items[i].letter, letter) == 0) return true;
    return false;
}

/* Keeps what stands at one of the numbers that are asked for of this letter. */
static bool keep_places(const places *p, const attn_run *run, const char *letter,
                        attn_map_list *list, attn_status *status)
{
    size_t kept = 0;
    long number;
    for (size_t i = 0; i < p->count; i++)
        if (strcmp(p->items[i].letter, letter) == 0 &&
            !check_place(run, &p->items[i], list, p->option, status))
            return false;
    for (size_t i = 0; i < list->count; i++) {
        if (!number_of(run, list, i, letter, &number, status) || !is_asked(p, letter, number))
            continue;
        list->maps[kept] = list->maps[i];
        list->moments[kept++] = list->moments[i];
    }
    list->count = kept;
    return attn_ok(status);
}

static bool letter_stands_before(const places *p, size_t i)
{
    for (size_t k = 0; k < i; k++)
        if (strcmp(p->items[k].letter, p->items[i].letter) == 0) return true;
    return false;
}

static bool read_places(const attn_map_choice *choice, places *p, attn_arena *arena)
{
    *p = (places){.option = choice->at_option, .count = choice->at_count};
    p->items = attn_alloc(arena, p->count + 1, sizeof *p->items);
    for (size_t i = 0; p->items && i < p->count; i++)
        if (!attn_index_read(choice->at[i], &p->items[i], arena))
            return attn_fail(attn_arena_status(arena), ATTN_USAGE,
                             "%s takes an index and its number, as t=2, not '%s'", p->option,
                             choice->at[i]);
    return p->items != NULL;
}

static bool is_drawable(const attn_run *run, const attn_family *family)
{
    const attn_tensor *value = attn_shape_of(attn_run_record(run), family->elements[0].node);
    return value->words == NULL && (value->rank != ATTN_NUMBER || family->axis_count);
}

/* The lesson draws nothing of itself: names a value that could be drawn, a computed one if any. */
static bool suggest_value(const attn_run *run, const char *option, attn_status *status)
{
    const attn_family *family, *best = NULL;
    for (size_t i = 0; (family = attn_scope_family(attn_run_scope(run), i)) != NULL; i++) {
        if (family->element_count == 0 || !is_drawable(run, family)) continue;
        if (best == NULL || (best->statement == NULL && family->statement != NULL)) best = family;
    }
    const char *name = attn_lesson_name(attn_run_lesson(run));
    if (best == NULL) return attn_fail(status, ATTN_USAGE, "the lesson %s draws no map", name);
    return attn_fail(status, ATTN_USAGE,
                     "the lesson %s draws no map: choose one of its values with %s, as %s %s", name,
                     option, option, best->name);
}

bool attn_choose_maps(const attn_run *run, const attn_map_choice *choice, attn_arena *arena,
                      attn_map_list *list)
{
    attn_status *status = attn_arena_status(arena);
    size_t asked = attn_run_outcome(run)->shown_count;
    places p;
    if (!read_places(choice, &p, arena) ||
        !attn_show_maps(run, attn_run_outcome(run)->shown, asked, arena, list))
        return false;
    if (list->count == 0) return suggest_value(run, choice->show_option, status);
    for (size_t i = 0; i < p.count; i++)
        if (!letter_stands_before(&p, i) && !keep_places(&p, run, p.items[i].letter, list, status))
            return false;
    return attn_show_has_cells(run, list, status);
}
