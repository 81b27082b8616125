/*
 * filter: reads --only and --at, and decides which names and moments they let through.
 */
#include "document/filter.h"
#include "document/index_number.h"

#include <stdlib.h>
#include <string.h>

#include "formula/syntax/parser.h"

/* ---- names ---- */

static bool is_number(const char *sub, size_t length)
{
    size_t sign = length > 1 && sub[0] == '-';
    return length > sign && strspn(sub + sign, "0123456789") >= length - sign;
}

/* The subscripts that stay, with commas between; how many. */
static size_t add_subs(const char *subs, bool numbers, attn_text *out)
{
    size_t kept = 0;
    while (*subs) {
        size_t length = strcspn(subs, "{,}");
        if (length && (numbers || !is_number(subs, length))) {
            if (kept++) attn_text_add(out, ",");
            attn_text_add_bytes(out, subs, length);
        }
        subs += length;
        if (*subs) subs++;
    }
    return kept;
}

/* The name inside, and "after( )" around it. */
static void plain_after(const char *inside, size_t length, bool numbers, attn_text *out)
{
    attn_text name = {0};
    attn_text_add_bytes(&name, inside, length);
    attn_text_add(out, "after(");
    attn_name_plain(attn_text_string(&name), numbers, out);
    attn_text_add(out, ")");
    attn_text_end(&name, out);
}

void attn_name_plain(const char *label, bool numbers, attn_text *out)
{
    attn_text word = {0}, subs = {0};
    size_t length = 0;
    const char *inside = attn_text_inside_after(label, &length);
    if (inside) {
        plain_after(inside, length, numbers, out);
        return;
    }
    length = strcspn(label, "_");
    attn_text_add_bytes(&word, label, length);
    const char *greek = attn_greek(attn_text_string(&word));
    size_t kept = label[length] ? add_subs(label + length + 1, numbers, &subs) : 0;
    attn_text_add(out, greek ? greek : attn_text_string(&word));
    bool braces = kept > 1 || strpbrk(attn_text_string(&subs), "+-/");
    if (kept) attn_text_print(out, braces ? "_{%s}" : "_%s", attn_text_string(&subs));
    out->failed |= word.failed || subs.failed;
    attn_text_free(&word);
    attn_text_free(&subs);
}

void attn_element_label(const attn_family *family, const attn_element *element, attn_text *out)
{
    attn_text full = {0};
    attn_text_add(&full, family->name);
    for (size_t i = 0; i < family->axis_count; i++) attn_text_add_subscript(&full, element->at[i]);
    attn_name_plain(attn_text_string(&full), true, out);
    attn_text_end(&full, out);
}

bool attn_element_inside(const attn_family *family, const attn_element *element)
{
    for (size_t i = 0; i < family->axis_count; i++)
        if (element->at[i] < 1 || (size_t)element->at[i] > attn_family_extent(family, i))
            return false;
    return true;
}

bool attn_element_given(const attn_record *record, const attn_family *family,
                        const attn_element *element)
{
    if (family->statement && attn_element_inside(family, element)) return false;
    const attn_node *operands;
    attn_node node = element->node;
    attn_op op = attn_node_op(record, node);
    while ((op == ATTN_OP_COPY || op == ATTN_OP_REPLACED) &&
           attn_node_operands(record, node, &operands)) {
        node = operands[0];
        op = attn_node_op(record, node);
    }
    return op == ATTN_OP_GIVEN;
}

/* ---- what was asked for ---- */

static bool kept(const attn_text *text, attn_status *status)
{
    return !text->failed || attn_no_memory(status, "choosing what is shown");
}

static bool is_asked(const char *asked, const char *label, attn_status *status)
{
    attn_text alone = {0}, family = {0};
    attn_name_plain(label, true, &alone);
    attn_name_plain(label, false, &family);
    bool same = strcmp(asked, attn_text_string(&alone)) == 0 ||
                strcmp(asked, attn_text_string(&family)) == 0;
    same = kept(&alone, status) && kept(&family, status) && same;
    attn_text_free(&alone);
    attn_text_free(&family);
    return same;
}

bool attn_filter_has_name(const attn_filter *filter, const char *label)
{
    if (filter->name_count == 0) return true;
    for (size_t i = 0; i < filter->name_count; i++)
        if (is_asked(filter->names[i], label, filter->status)) return true;
    return false;
}

bool attn_filter_has_family(const attn_filter *filter, const char *name)
{
    bool has = attn_filter_has_name(filter, name);
    for (size_t i = 0; i < filter->name_count && !has; i++) {
        attn_text family = {0};
        attn_name_plain(filter->names[i], false, &family);
        has = kept(&family, filter->status) &&
              is_asked(attn_text_string(&family), name, filter->status);
        attn_text_free(&family);
    }
    return has;
}

/* Several numbers of one letter are choices; different letters must all fit. */
bool attn_filter_has_moment(const attn_filter *filter, const attn_moment *moment)
{
    for (size_t i = 0; i < filter->place_count; i++) {
        const char *letter = filter->places[i].letter;
        bool fits = false;
        for (size_t k = 0; k < filter->place_count; k++)
            for (size_t l = 0; l < moment->loop_count; l++)
                fits |= strcmp(filter->places[k].letter, letter) == 0 &&
                        strcmp(moment->loops[l].letter, letter) == 0 &&
                        moment->loops[l].number == filter->places[k].number;
        if (!fits) return false;
    }
    return true;
}

static bool has_made(const attn_filter *filter, const attn_made *made, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (attn_filter_has_name(filter, made[i].label)) return true;
    return false;
}

bool attn_filter_has_column(const attn_filter *filter, const attn_column *columns, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (attn_filter_has_name(filter, columns[i].label)) return true;
    return false;
}

static bool has_watched(const attn_filter *filter, const attn_trained *trained)
{
    for (size_t i = 0; trained && i < trained->look_count; i++)
        if (has_made(filter, trained->looks[i].made, trained->looks[i].made_count)) return true;
    return false;
}

/* What training changed is shown at the training step, if it was asked for. */
static bool has_again(const attn_filter *filter, const attn_moment *moment)
{
    return filter->name_count && has_made(filter, moment->again, moment->again_count);
}

bool attn_filter_has_value(const attn_filter *filter, const attn_moment *moment)
{
    for (size_t i = 0; i < moment->map_count; i++)
        if (attn_filter_has_name(filter, moment->maps[i].label)) return true;
    return has_made(filter, moment->made, moment->made_count) ||
           has_made(filter, moment->shown, moment->shown_count) || has_again(filter, moment) ||
           has_watched(filter, moment->trained) ||
           attn_filter_has_column(filter, moment->columns, moment->column_count) ||
           attn_filter_has_column(filter, moment->plot, moment->plot_count);
}

/* ---- names that are not there ---- */

/* The whole family, or an element that was given: what a formula made, only its moment has. */
static bool family_has(const attn_family *family, const char *name, attn_status *status)
{
    if (is_asked(name, family->name, status)) return true;
    attn_text label = {0};
    bool has = false;
    for (size_t i = 0; i < family->element_count && !has; i++) {
        const attn_element *element = &family->elements[i];
        if (family->statement && attn_element_inside(family, element)) continue;
        attn_text_clear(&label);
        attn_element_label(family, element, &label);
        has = strcmp(attn_text_string(&label), name) == 0;
    }
    has = kept(&label, status) && has;
    attn_text_free(&label);
    return has;
}

static bool run_has(const attn_run *run, const char *name, attn_status *status)
{
    const attn_family *family;
    const attn_filter alone = {.name_count = 1, .names = &name, .status = status};
    for (size_t i = 0; (family = attn_scope_family(attn_run_scope(run), i)); i++)
        if (family_has(family, name, status)) return true;
    for (size_t i = 0; i < attn_run_outcome(run)->moment_count; i++) {
        const attn_moment *moment = &attn_run_outcome(run)->moments[i];
        if (has_made(&alone, moment->made, moment->made_count) ||
            has_made(&alone, moment->shown, moment->shown_count) ||
            has_made(&alone, moment->again, moment->again_count))
            return true;
    }
    return false;
}

enum { most_slips = 2 };

/* "Q_j", "K_{⌈j/2⌉}": the family that has these subscripts; else NULL. */
static const char *without_subs(const attn_run *run, const char *name)
{
    const attn_family *family;
    for (size_t i = 0; (family = attn_scope_family(attn_run_scope(run), i)); i++) {
        size_t length = strlen(family->name);
        bool begins = strncmp(name, family->name, length) == 0 && name[length] == '_';
        if (begins && family->axis_count) return family->name;
    }
    return NULL;
}

/* The family whose name is nearest, if it is near; else NULL. */
static const char *nearest_name(const attn_run *run, const char *name)
{
    const char *nearest = NULL;
    size_t least = most_slips + 1, length;
    const attn_family *family;
    if (attn_text_inside_after(name, &length)) return NULL; /* all such are alike */
    for (size_t i = 0; (family = attn_scope_family(attn_run_scope(run), i)); i++) {
        size_t distance = family->after ? least : attn_text_distance(name, family->name);
        bool all_changed = distance >= attn_text_distance("", name);
        if (distance >= least || all_changed) continue;
        least = distance;
        nearest = family->name;
    }
    return nearest;
}

/* "e_9": the name is there, this element of it is not; or the whole of it is absent. */
static bool fail_element(const attn_run *run, const char *name, attn_status *status)
{
    attn_text plain = {0};
    attn_name_plain(name, false, &plain);
    const char *family = kept(&plain, status) ? attn_text_string(&plain) : NULL;
    const attn_scope *scope = attn_run_scope(run);
    const char *why = family ? attn_scope_why_absent(scope, family) : NULL;
    if (why)
        attn_fail(status, ATTN_USAGE, "%s is not there: %s", name, why);
    else if (family && attn_scope_find(scope, family))
        attn_fail(status, ATTN_USAGE, "no step of this lesson shows %s alone: ask for %s", name,
                  family);
    attn_text_free(&plain);
    return !attn_ok(status);
}

static bool fail_name(const attn_run *run, const char *name, attn_status *status)
{
    if (fail_element(run, name, status)) return false;
    const char *nearest = without_subs(run, name);
    if (!nearest) nearest = nearest_name(run, name);
    if (nearest)
        return attn_fail(status, ATTN_USAGE,
                         "'%s' is not a value of this lesson: did you mean '%s'?", name, nearest);
    attn_text list = {0};
    attn_scope_list(attn_run_scope(run), &list);
    attn_fail(status, ATTN_USAGE, "'%s' is not a value of this lesson: it has %s", name,
              attn_text_string(&list));
    attn_text_free(&list);
    return false;
}

/* "after(e)_{1,2}", and after(A) where nothing trains: asked for wrongly. */
static bool check_after(const attn_run *run, const char *asked, attn_arena *arena)
{
    size_t length;
    attn_status *status = attn_arena_status(arena);
    const char *inside = attn_text_inside_after(asked, &length);
    if (strncmp(asked, "after(", strlen("after(")) != 0) return true;
    bool read = attn_parse_label(arena, asked) != NULL;
    if (read && inside && !attn_lesson_trains(attn_run_lesson(run))) {
        const char *label = attn_copy_text(arena, inside, length);
        if (label) attn_refuse_after(label, status);
    }
    if (status->code == ATTN_INPUT) status->code = ATTN_USAGE;
    return attn_ok(status);
}

/* "X" for after(X) of what training does not change; any other name as it is. */
static const char *name_in_run(const attn_run *run, const char *name, attn_arena *arena)
{
    attn_text whole = {0};
    size_t length;
    const char *inside = attn_text_inside_after(name, &length);
    attn_name_plain(name, false, &whole);
    const attn_family *family = attn_scope_find(attn_run_scope(run), attn_text_string(&whole));
    bool same = inside && family && !family->after;
    if (!kept(&whole, attn_arena_status(arena))) name = NULL;
    attn_text_free(&whole);
    return same && name ? attn_copy_text(arena, inside, length) : name;
}

static bool add_name(attn_filter *filter, const attn_run *run, const char *asked, attn_arena *arena)
{
    attn_text plain = {0};
    if (!check_after(run, asked, arena)) return false;
    attn_name_plain(asked, true, &plain);
    const char *name = attn_keep_text(arena, &plain);
    if (name) name = name_in_run(run, name, arena);
    if (!name) return false;
    filter->names[filter->name_count++] = name;
    return run_has(run, name, filter->status) || fail_name(run, name, filter->status);
}

/* ---- moments that are not there ---- */

static void add_new(attn_text *list, const char **listed, size_t *count, const char *letter)
{
    for (size_t i = 0; i < *count; i++)
        if (strcmp(listed[i], letter) == 0) return;
    attn_text_print(list, "%s%s", *count ? ", " : "", letter);
    listed[(*count)++] = letter;
}

/* The name of a value that was computed for this letter at once, without a loop: A_2. */
static void add_member(const attn_moment *moment, const attn_loop_at *place, attn_text *out)
{
    for (size_t i = 0; i < moment->formula_count && out->length == 0; i++) {
        const attn_name *name = &moment->formulas[i]->targets[0];
        if (name->sub_count == 1 && name->subs[0].kind == ATTN_SUB_WORD &&
            strcmp(name->subs[0].word, place->letter) == 0)
            attn_text_print(out, "%s_%ld", name->word, place->number);
    }
}

/* The letters of all loops. */
static void add_letters(const attn_run *run, attn_text *list)
{
    enum { most_letters = 16 };
    const char *listed[most_letters];
    size_t count = 0;
    for (size_t i = 0; i < attn_run_outcome(run)->moment_count; i++) {
        const attn_moment *moment = &attn_run_outcome(run)->moments[i];
        for (size_t k = 0; k < moment->loop_count && count < most_letters; k++)
            add_new(list, listed, &count, moment->loops[k].letter);
    }
}

/* No loop has this letter: what can be asked for instead? */
static bool fail_letter(const attn_run *run, const attn_loop_at *place, attn_status *status)
{
    attn_text member = {0}, list = {0};
    for (size_t i = 0; i < attn_run_outcome(run)->moment_count; i++)
        add_member(&attn_run_outcome(run)->moments[i], place, &member);
    add_letters(run, &list);
    if (member.length)
        attn_fail(status, ATTN_USAGE,
                  "no steps of this lesson run over '%s', but its values do: ask for one by its "
                  "name, such as %s",
                  place->letter, attn_text_string(&member));
    else
        attn_fail(status, ATTN_USAGE, "no steps of this lesson run over '%s': %s%s", place->letter,
                  list.length ? "choose by " : "it has no loops, so ask for all of them",
                  attn_text_string(&list));
    attn_text_free(&member);
    attn_text_free(&list);
    return false;
}

/* Looks through the loops of all moments: has one this letter, and how far does it go? */
static bool check_place(const attn_run *run, const attn_loop_at *place, attn_status *status)
{
    bool known = false;
    long last = 0;
    for (size_t i = 0; i < attn_run_outcome(run)->moment_count; i++) {
        const attn_moment *moment = &attn_run_outcome(run)->moments[i];
        for (size_t k = 0; k < moment->loop_count; k++) {
            if (strcmp(moment->loops[k].letter, place->letter) != 0) continue;
            known = true;
            if (moment->loops[k].number == place->number) return true;
            if (moment->loops[k].number > last) last = moment->loops[k].number;
        }
    }
    if (known)
        return attn_fail(status, ATTN_USAGE,
                         "%s is never %ld in this lesson: it runs from 1 to %ld", place->letter,
                         place->number, last);
    return fail_letter(run, place, status);
}

static bool add_place(attn_filter *filter, const attn_run *run, const char *asked,
                      attn_arena *arena)
{
    attn_loop_at *place = &filter->places[filter->place_count++];
    attn_status *status = attn_arena_status(arena);
    if (attn_index_read(asked, place, arena)) return check_place(run, place, status);
    return attn_fail(status, ATTN_USAGE,
                     "'%s' does not choose a step: write an index and its number, as t=2", asked);
}

static void add_list(attn_text *text, const char *const *items, size_t count)
{
    for (size_t i = 0; i < count; i++) attn_text_print(text, "%s%s", i ? ", " : "", items[i]);
}

/* Each name and each place may be there, and yet nothing at that place have one of the names. */
static bool check_together(const attn_filter *filter, const attn_run *run,
                           const attn_show_options *options, attn_status *status)
{
    if (filter->place_count == 0) return true;
    for (size_t i = 0; i < attn_run_outcome(run)->moment_count; i++) {
        const attn_moment *moment = &attn_run_outcome(run)->moments[i];
        bool wanted = filter->name_count == 0 || attn_filter_has_value(filter, moment);
        if (wanted && attn_filter_has_moment(filter, moment)) return true;
    }
    attn_text places = {0}, names = {0};
    add_list(&places, options->at, options->at_count);
    add_list(&names, options->only, options->only_count);
    if (names.length)
        attn_fail(status, ATTN_USAGE,
                  "no step at %s shows %s: ask for another value, or for all steps",
                  attn_text_string(&places), attn_text_string(&names));
    else
        attn_fail(status, ATTN_USAGE, "there is no step at %s: these loops are not nested",
                  attn_text_string(&places));
    attn_text_free(&places);
    attn_text_free(&names);
    return false;
}

bool attn_filter_make(attn_filter *filter, const attn_run *run, const attn_show_options *options,
                      attn_arena *arena)
{
    *filter =
        (attn_filter){.names = attn_alloc(arena, options->only_count + 1, sizeof(char *)),
                      .places = attn_alloc(arena, options->at_count + 1, sizeof(attn_loop_at)),
                      .status = attn_arena_status(arena)};
    if (!filter->names || !filter->places) return false;
    for (size_t i = 0; i < options->only_count; i++)
        if (!add_name(filter, run, options->only[i], arena)) return false;
    for (size_t i = 0; i < options->at_count; i++)
        if (!add_place(filter, run, options->at[i], arena)) return false;
    return check_together(filter, run, options, filter->status);
}
