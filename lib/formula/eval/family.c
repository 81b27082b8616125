/*
 * family: the values behind a name, and how subscripts find them: the elements of e_{i,j}, one by
 * one or all in one value, their stacks, their labels, and the calls that have values of their own.
 */
#include <string.h>

#include "formula/eval/machine.h"

/* ---- elements by their subscripts ---- */

void attn_tuple_copy(long *to, const long *from, size_t count)
{
    for (size_t i = 0; i < ATTN_MOST_SUBS; i++) to[i] = i < count ? from[i] : NO_SUBSCRIPT;
}

static size_t tuple_hash(const long *at)
{
    uint64_t h = 0x9E3779B97F4A7C15u;
    for (size_t i = 0; i < ATTN_MOST_SUBS && at[i] != NO_SUBSCRIPT; i++)
        h = (h ^ (uint64_t)at[i]) * 0xBF58476D1CE4E5B9u;
    return (size_t)(h ^ (h >> 31));
}

static bool same_tuple(const long *a, const long *b)
{
    return memcmp(a, b, ATTN_MOST_SUBS * sizeof *a) == 0;
}

static attn_node tuple_find(const tuple_map *map, const long *at)
{
    if (map->table_size == 0) return 0;
    for (size_t i = tuple_hash(at);; i++) {
        uint32_t place = map->table[i % map->table_size];
        if (place == 0) return 0;
        if (same_tuple(map->items[place - 1].at, at)) return map->items[place - 1].node;
    }
}

static void tuple_place(tuple_map *map, size_t item)
{
    size_t i = tuple_hash(map->items[item].at);
    while (map->table[i % map->table_size]) i++;
    map->table[i % map->table_size] = (uint32_t)(item + 1);
}

/* Twice the room; the old arrays stay in the arena of the run. */
static bool tuple_grow(tuple_map *map, attn_arena *arena)
{
    size_t capacity = map->capacity ? 2 * map->capacity : 1, table_size = 2 * capacity;
    attn_element *items = attn_alloc(arena, capacity, sizeof *items);
    uint32_t *table = attn_alloc(arena, table_size, sizeof *table);
    if (!items || !table) return false;
    if (map->count) memcpy(items, map->items, map->count * sizeof *items);
    *map = (tuple_map){items, map->count, capacity, table, table_size};
    for (size_t i = 0; i < map->count; i++) tuple_place(map, i);
    return true;
}

static bool tuple_add(tuple_map *map, attn_arena *arena, const long *at, attn_node node)
{
    if (map->count == map->capacity && !tuple_grow(map, arena)) return false;
    memcpy(map->items[map->count].at, at, sizeof map->items->at);
    map->items[map->count].node = node;
    tuple_place(map, map->count++);
    return true;
}

static void tuple_clear(tuple_map *map)
{
    if (map->count) memset(map->table, 0, map->table_size * sizeof *map->table);
    map->count = 0;
}

/* ---- families ---- */

const attn_family *attn_scope_family(const attn_scope *scope, size_t i)
{
    return i < scope->family_count ? &scope->families[i]->open : NULL;
}

const attn_family *attn_scope_find(const attn_scope *scope, const char *name)
{
    size_t length, place = attn_word_index_find(&scope->family_names, name, strlen(name));
    const char *inside = place ? NULL : attn_text_inside_after(name, &length);
    if (inside) place = attn_word_index_find(&scope->family_names, inside, length);
    return place ? &scope->named[place - 1]->open : NULL;
}

/* open is the first member, so the two addresses are one. */
static const family *whole(const attn_family *open)
{
    return (const family *)(const void *)open;
}

size_t attn_family_extent(const attn_family *open, size_t axis)
{
    if (open->axes[axis]) return open->axes[axis]->count;
    size_t most = (size_t)open->most[axis];
    return most < open->element_count ? most : open->element_count;
}

attn_node attn_family_element(const attn_family *open, const long *at)
{
    long tuple[ATTN_MOST_SUBS];
    attn_tuple_copy(tuple, at, open->axis_count);
    return tuple_find(&whole(open)->map, tuple);
}

/* An empty family; its tables are used again. */
static family *reset_family(family *f, const char *key)
{
    tuple_clear(&f->map);
    tuple_clear(&f->stacks);
    f->open = (attn_family){.name = key};
    f->pattern = NULL;
    return f;
}

static family *new_family(attn_scope *scope, const char *key, bool local)
{
    family *f = attn_alloc(scope->arena, 1, sizeof *f);
    if (!f) return NULL;
    f->local = local;
    return reset_family(f, key);
}

family *attn_family_of(const attn_scope *scope, const bound_name *bound)
{
    family *local = bound->local ? scope->frame->locals[bound->local - 1] : NULL;
    if (local && local->open.element_count) return local;
    if (scope->frame && scope->frame->function->shared) return NULL;
    const slot_state *s = attn_state_of(scope, bound->slot);
    return scope->over && s->before && !bound->after ? s->before : s->value;
}

const attn_family *attn_scope_named(const attn_scope *scope, const attn_name *name)
{
    const family *f = attn_family_of(scope, name->bound);
    return f ? &f->open : NULL;
}

static family *add_family(attn_scope *scope)
{
    family *f = new_family(scope, NULL, false);
    bool added = f && attn_append(scope->arena, &scope->families, &scope->family_count, &f,
                                  sizeof(family *));
    return added ? f : NULL;
}

/* By its name it is found from now on; of equal names the first. */
static bool index_family(attn_scope *scope, family *f)
{
    size_t place = attn_word_index_add(&scope->family_names, f->open.name, strlen(f->open.name));
    if (place != scope->named_count + 1) return place != 0;
    return attn_append(scope->arena, &scope->named, &scope->named_count, &f, sizeof(family *));
}

bool attn_is_after(const attn_scope *scope, const bound_name *bound)
{
    return bound->after ||
           (!scope->over && !bound->local && attn_state_of(scope, bound->slot)->before);
}

/* The same name for what training makes of it. */
static const attn_name *name_after(const attn_scope *scope, const attn_name *name)
{
    attn_name *after = attn_alloc(scope->arena, 1, sizeof *after);
    bound_name *bound = attn_alloc(scope->arena, 1, sizeof *bound);
    if (!after || !bound) return NULL;
    *bound = *name->bound;
    bound->after = true;
    *after = *name;
    after->after = true;
    after->bound = bound;
    return after;
}

static bool name_family(const attn_scope *scope, family *f, const attn_name *name)
{
    const bound_name *bound = name->bound;
    f->pattern = name;
    f->open.name = f->open.plain = bound->slot->label;
    if (!attn_is_after(scope, bound)) return true;
    f->open.after = true;
    f->open.name = attn_print(scope->arena, "after(%s)", f->open.plain);
    f->pattern = name_after(scope, name);
    return f->open.name && f->pattern;
}

/* The family that an assignment goes to, made if it is not there yet. */
static family *target_family(attn_scope *scope, const attn_name *name, const bound_name *bound)
{
    family **place = bound->local ? &scope->frame->locals[bound->local - 1]
                                  : &attn_state_of(scope, bound->slot)->value,
           *f = *place;
    if (f && f->open.element_count) return f;
    if (!f) f = *place = bound->local ? new_family(scope, NULL, true) : add_family(scope);
    if (!f || !name_family(scope, f, name)) return NULL;
    if (!bound->local && !index_family(scope, f)) return NULL;
    f->open.axis_count = bound->count;
    return f;
}

/* ---- calls ---- */

/* Room for the values of f; those of an earlier call in this frame are forgotten, their tables used
 * again. */
static bool clear_locals(attn_scope *scope, call_frame *frame, const function *f)
{
    if (f->local_count > frame->capacity) {
        family **locals = attn_alloc(scope->arena, f->local_count, sizeof *locals);
        if (!locals) return false;
        if (frame->capacity) memcpy(locals, frame->locals, frame->capacity * sizeof *locals);
        frame->locals = locals;
        frame->capacity = f->local_count;
    }
    for (size_t i = 0; i < f->local_count; i++)
        if (frame->locals[i]) reset_family(frame->locals[i], NULL);
    return true;
}

static bool hide_letters(attn_scope *scope, call_frame *frame)
{
    size_t count = scope->letter_count;
    if (!frame->letters) frame->letters = attn_alloc(scope->arena, count + 1, sizeof(attn_letter));
    if (!frame->letters) return false;
    if (count) memcpy(frame->letters, scope->letters, count * sizeof *scope->letters);
    for (size_t i = 0; i < count; i++) scope->letters[i].bound = false;
    return true;
}

bool attn_enter_call(attn_scope *scope, const function *f)
{
    call_frame *frame = scope->free_frames;
    if (frame)
        scope->free_frames = frame->outer;
    else
        frame = attn_alloc(scope->arena, 1, sizeof *frame);
    if (!frame || !clear_locals(scope, frame, f) || !hide_letters(scope, frame)) return false;
    frame->function = f;
    frame->outer = scope->frame;
    scope->frame = frame;
    return true;
}

void attn_leave_call(attn_scope *scope)
{
    call_frame *frame = scope->frame;
    size_t count = scope->letter_count;
    if (count) memcpy(scope->letters, frame->letters, count * sizeof *scope->letters);
    scope->frame = frame->outer;
    frame->outer = scope->free_frames;
    scope->free_frames = frame;
}

/* ---- labels ---- */

/* The subscripts of a name, numbers in the place of those that select. More numbers than it has
 * follow behind. */
static void add_label_subs(attn_text *text, const attn_name *pattern, const long *numbers,
                           size_t count)
{
    const bound_name *bound = pattern->bound;
    size_t selected = 0;
    for (size_t i = 0; i < pattern->sub_count && (bound->in_key[i] || selected < count); i++) {
        if (i) attn_text_add(text, ",");
        if (bound->in_key[i])
            attn_text_add(text, pattern->subs[i].word);
        else
            attn_text_print(text, "%ld", numbers[selected++]);
    }
    for (; selected < count; selected++)
        attn_text_print(text, "%s%ld", text->length ? "," : "", numbers[selected]);
}

const char *attn_label(attn_scope *scope, const attn_name *pattern, const long *numbers,
                       size_t count)
{
    attn_text subs = {0}, label = {0};
    add_label_subs(&subs, pattern, numbers, count);
    const char *inside = attn_text_string(&subs);
    bool braces = strpbrk(inside, ",-") != NULL, after = attn_is_after(scope, pattern->bound);
    attn_text_print(&label, "%s%s%s%s%s%s%s", after ? "after(" : "", pattern->word,
                    subs.length ? "_" : "", braces ? "{" : "", inside, braces ? "}" : "",
                    after ? ")" : "");
    label.failed |= subs.failed;
    attn_text_free(&subs);
    return attn_keep_text(scope->arena, &label);
}

const char *attn_name_label(const attn_name *name)
{
    return name->bound->slot->label;
}

const char *attn_scope_label(attn_scope *scope, const attn_name *name)
{
    long at[ATTN_MOST_SUBS];
    size_t count = name->bound->count;
    return attn_selector_values(scope, name->bound, count, at) ? attn_label(scope, name, at, count)
                                                               : NULL;
}

const char *attn_scope_label_without(attn_scope *scope, const attn_name *name,
                                     const attn_letter *letter)
{
    attn_name rest = *name;
    bound_name bound = *name->bound;
    rest.bound = &bound;
    rest.sub_count = bound.count = 0;
    for (size_t i = 0, selected = 0; i < name->sub_count; i++) {
        bool in_key = name->bound->in_key[i];
        const selector *select = in_key ? NULL : &name->bound->selects[selected++];
        if (select && select->letter == letter->place) continue;
        if (select) bound.selects[bound.count++] = *select;
        bound.in_key[rest.sub_count] = in_key;
        rest.subs[rest.sub_count++] = name->subs[i];
    }
    return attn_scope_label(scope, &rest);
}

const char *attn_scope_seed_name(attn_scope *scope, const attn_name *name)
{
    const bound_name *bound = name->bound;
    attn_text text = {0};
    attn_text_print(&text, "%s_", bound->slot->key);
    for (size_t i = 0; i < bound->count; i++) {
        long number;
        if (!attn_selector_value(scope, &bound->selects[i], &number)) break;
        attn_text_print(&text, "%s%ld", i ? "," : "", number);
    }
    return attn_keep_text(scope->arena, &text);
}

/* ---- giving values ---- */

selector attn_selector(const attn_sub *sub, const attn_letter *letter)
{
    return (selector){letter ? letter->place : 0, sub->offset, sub->divisor};
}

bool attn_selector_plain(const selector *select)
{
    return select->offset == 0 && select->divisor == 1;
}

long attn_selector_at(const selector *select, long at)
{
    return (at + select->divisor - 1) / select->divisor + select->offset;
}

/* "ti" where t and i are indices; their names with commas between them. */
static bool are_indices(const attn_scope *scope, const char *word, attn_text *apart)
{
    char name[5] = "";
    uint32_t code;
    size_t count = 0;
    for (size_t length; *word; word += length, count++) {
        length = attn_utf8_next(word, strlen(word), &code);
        memcpy(name, word, length);
        name[length] = '\0';
        const attn_letter *letter = attn_scope_letter(scope, name);
        if (!letter || letter->is_length) return false;
        attn_text_print(apart, "%s%s", count ? "," : "", name);
    }
    return count > 1;
}

bool attn_refuse_run_together(const attn_scope *scope, const attn_name *name)
{
    bool found = false;
    for (size_t i = 0; i < name->sub_count && !found; i++) {
        attn_text apart = {0};
        found =
            name->subs[i].kind == ATTN_SUB_WORD && are_indices(scope, name->subs[i].word, &apart);
        if (found)
            attn_fail(scope->status, ATTN_INPUT,
                      "%s_%s is one name: put a comma between indices: %s_{%s}", name->word,
                      name->subs[i].word, name->word, attn_text_string(&apart));
        attn_text_free(&apart);
    }
    return found;
}

static bool has_no_number(attn_scope *scope, const attn_letter *letter)
{
    const attn_statement *made = scope->statement;
    for (size_t i = 0; made && i < made->target_count; i++)
        if (attn_refuse_run_together(scope, &made->targets[i])) return false;
    return attn_fail(scope->status, ATTN_INPUT,
                     "%s has no value here: it runs over %s on the left side of '=', in Σ_%s, or "
                     "in the steps of a loop: \"for\": \"%s\"",
                     letter->name, letter->sequence->name, letter->name, letter->name);
}

bool attn_selector_value(attn_scope *scope, const selector *select, long *value)
{
    const attn_letter *letter = attn_letter_at(scope, select->letter);
    *value = select->offset;
    if (!letter) return true;
    if (!letter->is_length && !letter->bound) return has_no_number(scope, letter);
    *value =
        attn_selector_at(select, letter->is_length ? (long)letter->sequence->count : letter->value);
    return true;
}

bool attn_selector_values(attn_scope *scope, const bound_name *bound, size_t count, long *at)
{
    for (size_t i = 0; i < count; i++)
        if (!attn_selector_value(scope, &bound->selects[i], &at[i])) return false;
    return true;
}

static bool note_axis(attn_scope *scope, family *f, size_t axis, const selector *select)
{
    const attn_letter *letter = attn_letter_at(scope, select->letter);
    if (!letter || letter->is_length || !attn_selector_plain(select)) return true;
    const attn_sequence *before = f->open.axes[axis];
    if (before && before->count != letter->sequence->count)
        return attn_fail(scope->status, ATTN_INPUT,
                         "subscript %zu of %s ran over %s (%zu) before, but runs over %s (%zu) "
                         "here: use another name",
                         axis + 1, f->open.name, before->name, before->count,
                         letter->sequence->name, letter->sequence->count);
    if (before) return true;
    f->open.axes[axis] = letter->sequence;
    f->open.letters[axis] = letter->name;
    return true;
}

/* Elements of families that run over no sequence may come one by one, so their stacks are made
 * anew. */
static void forget_stacks(family *f)
{
    for (size_t i = 0; i < f->open.axis_count; i++)
        if (!f->open.axes[i]) {
            tuple_clear(&f->stacks);
            return;
        }
}

bool attn_spend_step(attn_scope *scope, const char *next)
{
    return attn_spend(scope->status, ATTN_COST_STEP) ||
           attn_fail_work(scope->status, ATTN_COST_STEP, "%s", next);
}

/* Puts it among the family's elements. */
static bool add_to_family(attn_scope *scope, family *f, const long *at, attn_node node)
{
    if (!tuple_add(&f->map, scope->arena, at, node)) return false;
    f->open.elements = f->map.items;
    f->open.element_count = f->map.count;
    for (size_t i = 0; i < f->open.axis_count; i++)
        if (at[i] > f->open.most[i]) f->open.most[i] = at[i];
    return true;
}

/* Names a value of the family; what is the lesson's stays. */
static bool name_value(attn_scope *scope, const family *f, attn_node node, const char *label)
{
    if (!node || !label) return false;
    attn_node_set_name(scope->record, node, label);
    return f->local || attn_record_hold(scope->record, node);
}

static attn_node add_element(attn_scope *scope, family *f, const long *at, const char *label,
                             attn_node node)
{
    if (!attn_spend_step(scope, "the next value")) return 0;
    if (!scope->frame) node = attn_apply_sets(scope, f, at, node);
    if (!scope->frame && node && scope->on_make) node = attn_ask_maker(scope, f, at, node);
    if (!node || !add_to_family(scope, f, at, node)) return 0;
    if (!scope->frame && attn_is_replaced(scope, f->pattern->bound->slot)) {
        node = attn_apply_formulas(scope, f, at, node);
        tuple_clear(&f->stacks);
    }
    if (!name_value(scope, f, node, label)) return 0;
    forget_stacks(f);
    return node;
}

/* ---- all elements in one value ---- */

/* The part of the whole at the first `count` subscripts; 0 where there is none. */
static attn_node part_of_whole(attn_scope *scope, const family *f, const long *at, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (at[i] < 1 || (size_t)at[i] > f->open.axes[i]->count) return 0;
    bool vector = attn_shape_of(scope->record, f->open.whole)->rank == ATTN_VECTOR;
    attn_params place = {vector ? 0 : (size_t)at[0] - 1, (size_t)at[vector ? 0 : 1] - 1};
    bool row = !vector && count == 1;
    if (row) place.b = 0;
    return attn_apply(scope->record, row ? ATTN_OP_ROW_OF : ATTN_OP_ELEMENT_OF, &f->open.whole, 1,
                      place);
}

attn_node attn_family_get(attn_scope *scope, family *f, const long *at)
{
    long tuple[ATTN_MOST_SUBS];
    attn_tuple_copy(tuple, at, f->open.axis_count);
    attn_node node = tuple_find(&f->map, tuple);
    if (node || !f->open.whole) return node;
    node = part_of_whole(scope, f, tuple, f->open.axis_count);
    if (!node) return 0;
    const char *label = attn_label(scope, f->pattern, tuple, f->open.axis_count);
    bool kept = label && attn_spend_step(scope, "the next value") &&
                name_value(scope, f, node, label) && add_to_family(scope, f, tuple, node);
    return kept ? node : 0;
}

bool attn_has_values(const attn_scope *scope, const bound_name *bound)
{
    const family *f = bound->local ? scope->frame->locals[bound->local - 1]
                                   : attn_state_of(scope, bound->slot)->value;
    return (f && f->open.element_count) || attn_is_replaced(scope, bound->slot);
}

/* What takes the place of a value that a statement of the lesson makes. */
static attn_node in_place(attn_scope *scope, const family *f, attn_node node)
{
    if (!scope->in_place || scope->frame) return node;
    return scope->in_place(scope->placer, &f->open, node);
}

bool attn_assign_whole(attn_scope *scope, const attn_statement *statement, attn_node whole)
{
    const attn_name *name = &statement->targets[0];
    const bound_name *bound = name->bound;
    family *f = target_family(scope, name, bound);
    if (!f) return false;
    for (size_t i = 0; i < bound->count; i++)
        if (!note_axis(scope, f, i, &bound->selects[i])) return false;
    static const long first[ATTN_MOST_SUBS] = {1, 1};
    whole = in_place(scope, f, whole);
    if (!whole) return false;
    f->open.whole = whole;
    f->open.statement = statement;
    return name_value(scope, f, whole, f->open.name) && attn_family_get(scope, f, first);
}

bool attn_assign(attn_scope *scope, const attn_name *name, attn_node node)
{
    if (!node) return false;
    const bound_name *bound = name->bound;
    long at[ATTN_MOST_SUBS];
    attn_tuple_copy(at, NULL, 0);
    family *f = target_family(scope, name, bound);
    if (!f) return false;
    if (f->open.axis_count != bound->count)
        return attn_fail(scope->status, ATTN_INPUT,
                         "%s has %zu subscript%s elsewhere, but %zu here: rename one of the two",
                         f->open.name, f->open.axis_count, f->open.axis_count == 1 ? "" : "s",
                         bound->count);
    for (size_t i = 0; i < bound->count; i++)
        if (!attn_selector_value(scope, &bound->selects[i], &at[i]) ||
            !note_axis(scope, f, i, &bound->selects[i]))
            return false;
    const char *label = bound->count ? attn_label(scope, name, at, bound->count) : f->open.name;
    if (!label) return false;
    if (attn_family_get(scope, f, at))
        return attn_fail(scope->status, ATTN_INPUT,
                         "%s has a value already, and a value is computed once (inside 'for', add "
                         "the loop's letter as a subscript)",
                         label);
    node = in_place(scope, f, node);
    return node && add_element(scope, f, at, label, node);
}

bool attn_scope_give(attn_scope *scope, const attn_name *name, attn_node node, bool learned,
                     bool random)
{
    if (!attn_record_give(scope->record, node) || !attn_assign(scope, name, node)) return false;
    family *f = attn_state_of(scope, ((const bound_name *)name->bound)->slot)->value;
    f->open.learned = learned;
    f->open.random |= random;
    return true;
}

void attn_scope_absent(attn_scope *scope, const attn_name *name, const char *why)
{
    attn_state_of(scope, ((const bound_name *)name->bound)->slot)->absent = why;
}

const char *attn_scope_why_absent(const attn_scope *scope, const char *name)
{
    const slot *found = attn_slot_find(scope, name);
    return found ? attn_state_of(scope, found)->absent : NULL;
}

bool attn_give_parameter(attn_scope *scope, size_t i, attn_node node)
{
    long at[ATTN_MOST_SUBS];
    attn_tuple_copy(at, NULL, 0);
    family **place = &scope->frame->locals[i], *f = *place;
    const char *name = scope->frame->function->parameters[i];
    f = *place = f ? reset_family(f, name) : new_family(scope, name, true);
    return f && add_to_family(scope, f, at, node);
}

/* ---- stacks ---- */

static attn_node missing_element(attn_scope *scope, const family *f, const long *at)
{
    const char *label = attn_label(scope, f->pattern, at, f->open.axis_count);
    return attn_fail(scope->status, ATTN_INPUT,
                     "%s is not computed yet, so %s as a whole does not exist here",
                     label ? label : "", f->open.name);
}

/* The values that the stack of `prefix` consists of, in order: elements, or stacks of one axis
 * less. */
static bool stack_parts(attn_scope *scope, family *f, const long *prefix, size_t count,
                        attn_node *parts, size_t extent)
{
    long at[ATTN_MOST_SUBS];
    attn_tuple_copy(at, prefix, count);
    for (size_t i = 0; i < extent; i++) {
        at[count] = (long)i + 1;
        bool last = count + 1 == f->open.axis_count;
        parts[i] =
            last ? attn_family_get(scope, f, at) : attn_family_stack(scope, f, at, count + 1);
        if (!parts[i] && last) missing_element(scope, f, at);
        if (!parts[i]) return false;
    }
    return true;
}

/* The rows or numbers end to end, with the words of their axis. */
static attn_node stacked(attn_scope *scope, const family *f, attn_node *parts, size_t count,
                         size_t axis)
{
    size_t axes = f->open.axis_count;
    if (attn_shape_of(scope->record, parts[0])->rank == ATTN_MATRIX)
        return attn_fail(scope->status, ATTN_INPUT,
                         "%s means several matrices here, which do not stack: add %s subscript%s",
                         f->open.name, axes == 1 ? "its" : "all its", axes == 1 ? "" : "s");
    attn_node made = attn_apply(scope->record, ATTN_OP_STACK, parts, count, (attn_params){0, 0});
    const attn_labels *labels = f->open.axes[axis] ? f->open.axes[axis]->labels : NULL;
    if (!made || !labels) return made;
    bool vector = attn_shape_of(scope->record, made)->rank == ATTN_VECTOR;
    return attn_record_relabel(scope->record, made, vector ? NULL : labels, vector ? labels : NULL);
}

/* The stack of the elements that begin so; of a whole the row that one subscript of two chooses. */
static attn_node make_stack(attn_scope *scope, family *f, long *at, size_t count)
{
    if (f->open.whole) {
        attn_node row = part_of_whole(scope, f, at, count);
        at[count] = 1;
        return row || !attn_ok(scope->status) ? row : missing_element(scope, f, at);
    }
    size_t extent = attn_family_extent(&f->open, count);
    if (extent == 0)
        return attn_fail(scope->status, ATTN_INPUT,
                         "%s has no element 1 … n to stack: add its subscript", f->open.name);
    attn_node *parts = attn_alloc(scope->arena, extent, sizeof *parts);
    if (!parts || !stack_parts(scope, f, at, count, parts, extent)) return 0;
    return stacked(scope, f, parts, extent, count);
}

attn_node attn_family_stack(attn_scope *scope, family *f, const long *prefix, size_t count)
{
    long at[ATTN_MOST_SUBS], first[ATTN_MOST_SUBS];
    attn_tuple_copy(at, prefix, count);
    attn_node made = tuple_find(&f->stacks, at);
    if (made) return made;
    if (f->open.whole && count == 0) return f->open.whole;
    attn_tuple_copy(first, prefix, count);
    made = make_stack(scope, f, first, count);
    const char *label = f->open.name;
    if (made && count) label = attn_label(scope, f->pattern, at, count);
    bool kept = name_value(scope, f, made, label) && tuple_add(&f->stacks, scope->arena, at, made);
    return kept ? made : 0;
}
