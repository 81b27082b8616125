/*
 * array_axes: chooses an array of a file and assigns layers, heads, queries and keys to its axes.
 */
#include "array_axes.h"

#include <stdlib.h>
#include <string.h>

#include "core/guess.h"
#include "core/text.h"

/* More maps are not drawn at once; a sheet has the same limit. */
#define MOST_MAPS 1024u

enum axis { LAYER, EXAMPLE, HEAD, QUERY, KEY, UNNAMED };
static const char *const axis_names[] = {"layer", "example", "head", "query", "key"};
/* What others call them. */
static const struct {
    const char *name;
    enum axis axis;
} other_names[] = {{"layers", LAYER},  {"batch", EXAMPLE}, {"examples", EXAMPLE}, {"heads", HEAD},
                   {"queries", QUERY}, {"rows", QUERY},    {"target", QUERY},     {"keys", KEY},
                   {"columns", KEY},   {"source", KEY}};
static const char *const axis_options[] = {"--layer", "--example", "--head"};

typedef struct choice {
    const attn_arrays *file;
    const attn_axes_asked *asked;
    attn_arena *arena;
    attn_status *status;
    const attn_array *array;
    bool several;                   /* arrays in the file */
    bool layered;                   /* one for each layer, of which one is chosen */
    long wanted[3];                 /* of layer, example and head, from 1; 0: not asked for */
    enum axis axes[ATTN_MOST_AXES]; /* of the array */
    size_t places[ATTN_MOST_AXES];  /* chosen along each, from 0; SIZE_MAX: all of it */
} choice;

static const char *keep(choice *c, attn_text *text)
{
    const char *kept = attn_keep_text(c->arena, text);
    return kept ? kept : "";
}

/* "12×7×7" in the arena; "" without memory. */
static const char *shape_text(const attn_array *array, attn_arena *arena)
{
    attn_text text = {0};
    for (size_t i = 0; i < array->rank; i++)
        attn_text_print(&text, "%s%zu", i ? "×" : "", array->shape[i]);
    if (array->rank == 0) attn_text_add(&text, "a single number");
    const char *kept = attn_keep_text(arena, &text);
    return kept ? kept : "";
}

/* ---- which array ---- */

/* "attentions.11": where its only number stands; false: it has none, or several. */
static bool find_number(const char *name, size_t *start, size_t *length)
{
    *start = strcspn(name, "0123456789");
    *length = strspn(name + *start, "0123456789");
    const char *rest = name + *start + *length;
    return *length > 0 && *length < 10 && strpbrk(rest, "0123456789") == NULL;
}

/* Whether all arrays have one name but for a number: one for each layer. */
static bool is_series(const attn_arrays *file)
{
    size_t first, first_length, start, length;
    const char *name = attn_arrays_at(file, 0)->name;
    if (!find_number(name, &first, &first_length)) return false;
    const attn_array *other;
    for (size_t i = 1; (other = attn_arrays_at(file, i)) != NULL; i++) {
        if (!find_number(other->name, &start, &length) || start != first ||
            memcmp(other->name, name, first) != 0 ||
            strcmp(other->name + start + length, name + first + first_length) != 0)
            return false;
    }
    return true;
}

static long number_in(const char *name)
{
    return strtol(name + strcspn(name, "0123456789"), NULL, 10);
}

/* The n-th of them by its number, n from 1; NULL: there are not so many. */
static const attn_array *in_series(const attn_arrays *file, long n)
{
    const attn_array *one, *other;
    for (size_t i = 0; (one = attn_arrays_at(file, i)) != NULL; i++) {
        long place = 1;
        for (size_t k = 0; (other = attn_arrays_at(file, k)) != NULL; k++)
            place += number_in(other->name) < number_in(one->name);
        if (place == n) return one;
    }
    return NULL;
}

static size_t count_arrays(const attn_arrays *file)
{
    size_t count = 0;
    while (attn_arrays_at(file, count)) count++;
    return count;
}

/* "Q, K, V and 9 others" */
static const char *list_names(choice *c)
{
    const size_t most = 4, count = count_arrays(c->file);
    attn_text text = {0};
    for (size_t i = 0; i < count && i < most; i++)
        attn_text_print(&text, "%s%s", i ? ", " : "", attn_arrays_at(c->file, i)->name);
    if (count > most) attn_text_print(&text, " and %zu more", count - most);
    return keep(c, &text);
}

static bool fail_name(choice *c)
{
    attn_guess guess = {.word = c->asked->array};
    const attn_array *one;
    for (size_t i = 0; (one = attn_arrays_at(c->file, i)) != NULL; i++)
        if (*one->name) attn_guess_try(&guess, one->name);
    const char *hint = attn_guess_text(&guess, c->arena);
    if (!c->several && !*attn_arrays_at(c->file, 0)->name)
        return attn_fail(c->status, ATTN_USAGE, "the array in %s has no name: leave out --array",
                         c->asked->file);
    return attn_fail(c->status, ATTN_USAGE, "there is no array '%s' in %s%s%s%s", c->asked->array,
                     c->asked->file, guess.best ? "" : ", but ", guess.best ? "" : list_names(c),
                     hint);
}

static bool choose_array(choice *c)
{
    const size_t count = count_arrays(c->file);
    c->several = count > 1;
    if (count == 0)
        return attn_fail(c->status, ATTN_INPUT, "there is no array in %s", c->asked->file);
    if (c->asked->array) {
        c->array = attn_arrays_find(c->file, c->asked->array);
        return c->array ? true : fail_name(c);
    }
    c->array = attn_arrays_at(c->file, 0);
    if (!c->several) return true;
    bool series = is_series(c->file);
    if (series && c->wanted[LAYER] > 0) {
        c->array = in_series(c->file, c->wanted[LAYER]);
        c->wanted[LAYER] = 0;
        c->layered = true;
        return c->array || attn_fail(c->status, ATTN_USAGE,
                                     "--layer %ld: %s holds %zu arrays, one for each layer",
                                     c->asked->layer, c->asked->file, count);
    }
    return attn_fail(c->status, ATTN_USAGE,
                     "%s holds %zu arrays, %s: choose one with --array NAME%s", c->asked->file,
                     count, list_names(c), series ? ", or a layer with --layer N" : "");
}

/* ---- what its axes are ---- */

static bool read_axis(choice *c, const char *word, size_t length, enum axis *axis)
{
    for (enum axis a = LAYER; a <= KEY; a++) {
        *axis = a;
        if (strlen(axis_names[a]) == length && memcmp(axis_names[a], word, length) == 0)
            return true;
    }
    for (size_t i = 0; i < sizeof other_names / sizeof *other_names; i++) {
        *axis = other_names[i].axis;
        if (strlen(other_names[i].name) == length && memcmp(other_names[i].name, word, length) == 0)
            return true;
    }
    return attn_fail(c->status, ATTN_USAGE,
                     "--axes %s: '%.*s' is none of layer, example, head, query, key",
                     c->asked->axes, (int)(length < 40 ? length : 40), word);
}

static bool fail_axes(choice *c, const char *why)
{
    return attn_fail(c->status, ATTN_USAGE, "--axes %s: %s", c->asked->axes, why);
}

/* "layer,head,query,key" */
static bool read_axes(choice *c)
{
    const char *at = c->asked->axes;
    size_t count = 0, rank = c->array->rank;
    bool seen[UNNAMED] = {false};
    for (bool more = true; more; count++) {
        size_t length = strcspn(at, ",");
        enum axis axis;
        if (!read_axis(c, at, length, &axis)) return false;
        if (seen[axis]) return fail_axes(c, "an axis has its name once");
        seen[axis] = true;
        if (count < rank) c->axes[count] = axis;
        more = at[length] == ',';
        at += length + more;
    }
    if (count != rank)
        return attn_fail(c->status, ATTN_USAGE, "--axes %s names %zu axes, and %s has %zu: %s",
                         c->asked->axes, count, c->asked->file, rank,
                         shape_text(c->array, c->arena));
    if (rank == 1) return c->axes[0] == KEY || fail_axes(c, "a vector has the axis key");
    enum axis last = c->axes[rank - 1], before = c->axes[rank - 2];
    if (!(last == KEY && before == QUERY) && !(last == QUERY && before == KEY))
        return fail_axes(c, "the last two are query,key, or key,query");
    return true;
}

static bool fail_unknown(choice *c)
{
    const size_t leading = c->array->rank - 2;
    const char *shape = shape_text(c->array, c->arena);
    if (leading > 3)
        return attn_fail(c->status, ATTN_USAGE,
                         "%s holds %s numbers: of so many axes no map can be made (5 at most: "
                         "layer, example, head, query, key)",
                         c->asked->file, shape);
    return attn_fail(c->status, ATTN_USAGE,
                     "%s holds %s numbers, and its first two axes may be layers, examples or "
                     "heads: say which, as --axes layer,head,query,key, or choose along both, as "
                     "--layer 1 --head 1",
                     c->asked->file, shape);
}

/* Two axes before query and key: in the order layer, example, head, of which at least one is asked
 * for; heads come last. */
static bool name_two(choice *c)
{
    bool layer = c->wanted[LAYER], example = c->wanted[EXAMPLE], head = c->wanted[HEAD];
    bool alone = c->array->shape[0] == 1; /* a batch of one, as it is often stored */
    bool batch = example || alone || c->layered;
    c->axes[0] = layer ? LAYER : batch ? EXAMPLE : UNNAMED;
    c->axes[1] = layer && example ? EXAMPLE : HEAD;
    if (layer && example && head) return fail_unknown(c);
    return c->axes[0] != UNNAMED || fail_unknown(c);
}

static bool name_axes(choice *c)
{
    const size_t rank = c->array->rank;
    if (rank == 0)
        return attn_fail(c->status, ATTN_INPUT, "%s holds a single number: there is no map to draw",
                         c->asked->file);
    if (c->asked->axes) return read_axes(c);
    c->axes[rank - 1] = KEY;
    if (rank > 1) c->axes[rank - 2] = QUERY;
    if (rank == 3) {
        bool head = c->wanted[HEAD] || c->asked->combine || c->layered;
        c->axes[0] = c->wanted[LAYER]     ? LAYER
                     : c->wanted[EXAMPLE] ? EXAMPLE
                     : head               ? HEAD
                                          : UNNAMED;
    }
    if (rank == 4) return name_two(c);
    if (rank == 5)
        for (size_t i = 0; i < 3; i++) c->axes[i] = (enum axis)i;
    return rank <= 5 || fail_unknown(c);
}

/* ---- where along them ---- */

static bool choose_place(choice *c, size_t i)
{
    const size_t length = c->array->shape[i];
    const enum axis axis = c->axes[i];
    c->places[i] = length == 1 ? 0 : SIZE_MAX;
    if (axis >= QUERY) {
        c->places[i] = SIZE_MAX;
        return true;
    }
    long wanted = c->wanted[axis];
    c->wanted[axis] = 0; /* done with */
    if (wanted > 0 && (size_t)wanted > length)
        return attn_fail(c->status, ATTN_USAGE, "%s %ld: %s has %zu %s%s, counted from 1 (%s)",
                         axis_options[axis], wanted, c->asked->file, length, axis_names[axis],
                         length == 1 ? "" : "s", shape_text(c->array, c->arena));
    if (wanted > 0) c->places[i] = (size_t)wanted - 1;
    if (axis == EXAMPLE && c->places[i] == SIZE_MAX)
        return attn_fail(c->status, ATTN_USAGE,
                         "%s holds %zu examples (%s), each with words of its own: choose one with "
                         "--example N",
                         c->asked->file, length, shape_text(c->array, c->arena));
    return true;
}

/* What was asked for, and there is no such axis. */
static bool check_wanted(choice *c)
{
    for (size_t axis = LAYER; axis <= HEAD; axis++) {
        if (c->wanted[axis] == 0 || (axis == EXAMPLE && c->asked->other_examples)) continue;
        return attn_fail(
            c->status, ATTN_USAGE, "%s %ld: %s%s%s has no axis of %ss (%s): leave it out",
            axis_options[axis], c->wanted[axis], c->asked->file, c->several ? ", " : "",
            c->several ? c->array->name : "", axis_names[axis], shape_text(c->array, c->arena));
    }
    return true;
}

static bool choose_places(choice *c)
{
    bool heads = false;
    for (size_t i = 0; i < c->array->rank; i++) {
        if (c->array->shape[i] == 0)
            return attn_fail(c->status, ATTN_INPUT, "%s is empty: it has the shape %s",
                             c->asked->file, shape_text(c->array, c->arena));
        if (!choose_place(c, i)) return false;
        heads = heads || c->axes[i] == HEAD;
    }
    if (c->asked->combine && !heads)
        return attn_fail(c->status, ATTN_USAGE,
                         "--heads: %s has no axis of heads (%s): leave it out, or name the axes as "
                         "--axes head,query,key",
                         c->asked->file, shape_text(c->array, c->arena));
    return check_wanted(c);
}

/* ---- the maps ---- */

/* "attentions.2, layer 3, head 5", "2 of 12" */
static const char *title_of(choice *c, const size_t *at)
{
    attn_text text = {0};
    if (c->several && *c->array->name) attn_text_add(&text, c->array->name);
    for (size_t i = 0; i + 2 < c->array->rank; i++) {
        const char *comma = text.length ? ", " : "";
        const enum axis axis = c->axes[i];
        const size_t length = c->array->shape[i];
        if (axis == HEAD && c->asked->combine)
            attn_text_print(&text, "%s%zu heads together", comma, length);
        else if (axis == UNNAMED)
            attn_text_print(&text, "%s%zu of %zu", comma, at[i] + 1, length);
        else if (length > 1)
            attn_text_print(&text, "%s%s %zu", comma, axis_names[axis], at[i] + 1);
    }
    return keep(c, &text);
}

static size_t first_of(const choice *c, const size_t *at)
{
    size_t first = 0;
    for (size_t i = 0; i + 2 < c->array->rank; i++) first = first * c->array->shape[i] + at[i];
    for (size_t i = c->array->rank < 2 ? 0 : c->array->rank - 2; i < c->array->rank; i++)
        first *= c->array->shape[i];
    return first;
}

/* The next place along the axes that are not fixed; combined: the heads, or all others. */
static bool step_on(const choice *c, size_t *at, bool heads)
{
    for (size_t i = c->array->rank < 2 ? 0 : c->array->rank - 2; i-- > 0;) {
        bool is_head = c->axes[i] == HEAD && c->asked->combine;
        if (c->places[i] != SIZE_MAX || is_head != heads) continue;
        if (++at[i] < c->array->shape[i]) return true;
        at[i] = 0;
    }
    return false;
}

static bool add_map(choice *c, size_t *at, attn_array_map *map)
{
    size_t count = 1;
    for (size_t i = 0; i + 2 < c->array->rank; i++)
        if (c->axes[i] == HEAD && c->asked->combine && c->places[i] == SIZE_MAX)
            count = c->array->shape[i];
    size_t *firsts = attn_alloc(c->arena, count, sizeof *firsts);
    if (!firsts) return false;
    *map = (attn_array_map){title_of(c, at), 0, firsts};
    do firsts[map->count++] = first_of(c, at);
    while (step_on(c, at, true));
    return true;
}

static bool count_maps(choice *c, size_t *count)
{
    *count = 1;
    for (size_t i = 0; i + 2 < c->array->rank; i++) {
        bool all = c->places[i] == SIZE_MAX && !(c->axes[i] == HEAD && c->asked->combine);
        if (all && (!attn_multiply(*count, c->array->shape[i], count) || *count > MOST_MAPS))
            return attn_fail(c->status, ATTN_LIMIT,
                             "%s: these are more than %u maps at once (%s): choose a layer with "
                             "--layer, a head with --head",
                             c->asked->file, MOST_MAPS, shape_text(c->array, c->arena));
    }
    return true;
}

/* Layers go down, and the heads of each across. */
static size_t columns_of(const choice *c)
{
    size_t free_axes = 0, last = 0;
    for (size_t i = 0; i + 2 < c->array->rank; i++) {
        if (c->places[i] != SIZE_MAX || (c->axes[i] == HEAD && c->asked->combine)) continue;
        free_axes++;
        last = c->array->shape[i];
    }
    return free_axes > 1 ? last : 0;
}

static bool list_maps(choice *c, attn_axes_chosen *chosen)
{
    size_t at[ATTN_MOST_AXES] = {0}, count = 0, most;
    for (size_t i = 0; i + 2 < c->array->rank; i++)
        if (c->places[i] != SIZE_MAX) at[i] = c->places[i];
    if (!count_maps(c, &most)) return false;
    chosen->maps = attn_alloc(c->arena, most, sizeof *chosen->maps);
    if (!chosen->maps) return false;
    do
        if (!add_map(c, at, &chosen->maps[count++])) return false;
    while (count < most && step_on(c, at, false));
    chosen->map_count = count;
    chosen->columns = columns_of(c);
    return attn_ok(c->status);
}

bool attn_axes_choose(const attn_arrays *file, const attn_axes_asked *asked, attn_arena *arena,
                      attn_axes_chosen *chosen, attn_status *status)
{
    choice c = {.file = file,
                .asked = asked,
                .arena = arena,
                .status = status,
                .wanted = {asked->layer, asked->example, asked->head}};
    *chosen = (attn_axes_chosen){0};
    if (!choose_array(&c) || !name_axes(&c) || !choose_places(&c)) return false;
    const size_t rank = c.array->rank;
    chosen->array = c.array;
    chosen->vector = rank == 1;
    chosen->rows = rank > 1 ? c.array->shape[rank - 2] : 1;
    chosen->cols = c.array->shape[rank - 1];
    chosen->transposed = rank > 1 && c.axes[rank - 1] == QUERY;
    return list_maps(&c, chosen);
}
