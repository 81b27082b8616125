/*
 * array_axes: chooses an array of a file and assigns layers, heads, queries and keys to its axes.
 */
#include "array_axes.h"

#include <stdlib.h>
#include <string.h>

#include "core/known_words.h"
#include "core/text.h"

/* More maps are not drawn at once; a sheet has the same limit. */
#define MOST_MAPS 1024u

enum axis { LAYER, EXAMPLE, HEAD, QUERY, KEY, UNNAMED };
/* Their own names come first, in that order; then what others call them. */
static const struct {
    const char *name;
    enum axis axis;
} axes[] = {{"layer", LAYER}, {"example", EXAMPLE}, {"head", HEAD},     {"query", QUERY},
            {"key", KEY},     {"layers", LAYER},    {"batch", EXAMPLE}, {"examples", EXAMPLE},
            {"heads", HEAD},  {"queries", QUERY},   {"rows", QUERY},    {"target", QUERY},
            {"keys", KEY},    {"columns", KEY},     {"source", KEY}};

/* What is drawn of an axis before queries and keys: a place of it, or all of it. */
enum drawn { ONE, EACH, TOGETHER };

typedef struct choice {
    attn_arrays *file;
    const attn_axes_asked *asked;
    attn_arena *arena;
    attn_status *status;
    const attn_array *array;
    bool several;                   /* arrays in the file */
    bool layered;                   /* one for each layer, of which one is chosen */
    long wanted[3];                 /* of layer, example and head, from 1; 0: not asked for */
    size_t leading;                 /* axes before queries and keys */
    enum axis axes[ATTN_MOST_AXES]; /* of the array */
    enum drawn drawn[ATTN_MOST_AXES];
    size_t at[ATTN_MOST_AXES]; /* places along the leading ones, from 0 */
} choice;

static const char *keep(choice *c, attn_text *text)
{
    const char *kept = attn_keep_text(c->arena, text);
    return kept ? kept : "";
}

/* "12×7×7"; "" without memory. */
static const char *shape_text(choice *c)
{
    attn_text text = {0};
    for (size_t i = 0; i < c->array->rank; i++)
        attn_text_print(&text, "%s%zu", i ? "×" : "", c->array->shape[i]);
    return keep(c, &text);
}

/* ---- which array ---- */

/* "attentions.11": where its only number stands; 0: it has none, or several. */
static size_t find_number(const char *name, size_t *start)
{
    *start = strcspn(name, "0123456789");
    size_t length = strspn(name + *start, "0123456789");
    return length < 10 && !strpbrk(name + *start + length, "0123456789") ? length : 0;
}

/* Whether all arrays have one name but for a number: one for each layer. */
static bool is_series(const attn_arrays *file)
{
    const char *name = attn_arrays_at(file, 0)->name;
    const attn_array *other;
    size_t first, start, digits = find_number(name, &first);
    for (size_t i = 1; digits && (other = attn_arrays_at(file, i)) != NULL; i++) {
        size_t length = find_number(other->name, &start);
        if (length == 0 || start != first || memcmp(other->name, name, first) != 0 ||
            strcmp(other->name + start + length, name + first + digits) != 0)
            return false;
    }
    return digits > 0;
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
        if (place == n) break;
    }
    return one;
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
    for (size_t i = 0; i < sizeof axes / sizeof *axes; i++) {
        *axis = axes[i].axis;
        if (strlen(axes[i].name) == length && memcmp(axes[i].name, word, length) == 0) return true;
    }
    return attn_fail(c->status, ATTN_USAGE,
                     "--axes %s: '%.*s' is not one of layer, example, head, query, key",
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
        return attn_fail(c->status, ATTN_USAGE, "--axes %s names %zu axes, but %s has %zu: %s",
                         c->asked->axes, count, c->asked->file, rank, shape_text(c));
    if (rank == 1) return c->axes[0] == KEY || fail_axes(c, "a vector has the axis key");
    bool last_two = c->axes[rank - 2] + c->axes[rank - 1] == QUERY + KEY;
    return last_two || fail_axes(c, "the last two are query,key, or key,query");
}

static bool fail_unknown(choice *c)
{
    return attn_fail(
        c->status, ATTN_USAGE,
        c->leading > 3
            ? "%s holds %s numbers: no map has so many axes (at most 5: layer, example, head, "
              "query, key)"
            : "%s holds %s numbers, and its first two axes may be layers, examples or heads: say "
              "which, as --axes layer,head,query,key, or choose one of each, as --layer 1 --head 1",
        c->asked->file, shape_text(c));
}

/* Those before query and key, in the order layer, example, head. Of one: what is asked for. Of two:
 * at least one is asked for, and heads come last. */
static bool name_leading(choice *c)
{
    bool layer = c->wanted[LAYER], example = c->wanted[EXAMPLE], head = c->wanted[HEAD];
    bool alone = c->array->shape[0] == 1; /* a batch of one, as it is often stored */
    bool batch = example || (c->leading == 2 && (alone || c->layered));
    bool heads = c->leading == 1 && (head || c->asked->combine || c->layered);
    for (size_t i = 0; c->leading == 3 && i < 3; i++) c->axes[i] = (enum axis)i;
    if (c->leading == 0 || c->leading == 3) return true;
    c->axes[0] = layer ? LAYER : batch ? EXAMPLE : heads ? HEAD : UNNAMED;
    if (c->leading == 1) return true;
    c->axes[1] = layer && example ? EXAMPLE : HEAD;
    bool clear = c->leading == 2 && c->axes[0] != UNNAMED && !(layer && example && head);
    return clear || fail_unknown(c);
}

static bool name_axes(choice *c)
{
    const size_t rank = c->array->rank;
    c->leading = rank > 2 ? rank - 2 : 0;
    if (rank == 0)
        return attn_fail(c->status, ATTN_INPUT, "%s holds a single number: there is no map to draw",
                         c->asked->file);
    if (c->asked->axes) return read_axes(c);
    c->axes[rank - 1] = KEY;
    if (rank > 1) c->axes[rank - 2] = QUERY;
    return name_leading(c);
}

/* ---- where along them ---- */

static bool choose_place(choice *c, size_t i)
{
    const size_t length = c->array->shape[i];
    const enum axis axis = c->axes[i];
    long wanted = axis == UNNAMED ? 0 : c->wanted[axis];
    if (axis != UNNAMED) c->wanted[axis] = 0; /* done with */
    c->drawn[i] = wanted > 0 || length == 1           ? ONE
                  : axis == HEAD && c->asked->combine ? TOGETHER
                                                      : EACH;
    if (wanted > 0 && (size_t)wanted > length)
        return attn_fail(c->status, ATTN_USAGE, "--%s %ld: %s has %zu %s%s, counted from 1 (%s)",
                         axes[axis].name, wanted, c->asked->file, length, axes[axis].name,
                         length == 1 ? "" : "s", shape_text(c));
    if (wanted > 0) c->at[i] = (size_t)wanted - 1;
    return axis != EXAMPLE || c->drawn[i] == ONE ||
           attn_fail(
               c->status, ATTN_USAGE,
               "%s holds %zu examples (%s), each with its own words: choose one with --example N",
               c->asked->file, length, shape_text(c));
}

/* What was asked for, and there is no such axis. */
static bool check_wanted(choice *c)
{
    for (size_t axis = LAYER; axis <= HEAD; axis++) {
        if (c->wanted[axis] == 0 || (axis == EXAMPLE && c->asked->other_examples)) continue;
        return attn_fail(c->status, ATTN_USAGE,
                         "--%s %ld: %s%s%s has no axis of %ss (%s): leave it out", axes[axis].name,
                         c->wanted[axis], c->asked->file, c->several ? ", " : "",
                         c->several ? c->array->name : "", axes[axis].name, shape_text(c));
    }
    return true;
}

static bool choose_places(choice *c)
{
    bool heads = false;
    for (size_t i = 0; i < c->array->rank; i++) {
        if (c->array->shape[i] == 0)
            return attn_fail(c->status, ATTN_INPUT, "%s is empty: it has the shape %s",
                             c->asked->file, shape_text(c));
        if (i < c->leading && !choose_place(c, i)) return false;
        heads = heads || c->axes[i] == HEAD;
    }
    if (c->asked->combine && !heads)
        return attn_fail(c->status, ATTN_USAGE,
                         "--heads: %s has no axis of heads (%s): leave it out, or name the axes as "
                         "--axes head,query,key",
                         c->asked->file, shape_text(c));
    return check_wanted(c);
}

/* ---- the maps ---- */

/* "attentions.2, layer 3, head 5", "2 of 12" */
static const char *title_of(choice *c)
{
    attn_text text = {0};
    if (c->several && *c->array->name) attn_text_add(&text, c->array->name);
    for (size_t i = 0; i < c->leading; i++) {
        const char *comma = text.length ? ", " : "";
        const enum axis axis = c->axes[i];
        const size_t length = c->array->shape[i];
        if (axis == HEAD && c->asked->combine)
            attn_text_print(&text, "%s%zu heads together", comma, length);
        else if (axis == UNNAMED)
            attn_text_print(&text, "%s%zu of %zu", comma, c->at[i] + 1, length);
        else if (length > 1)
            attn_text_print(&text, "%s%s %zu", comma, axes[axis].name, c->at[i] + 1);
    }
    return keep(c, &text);
}

/* "layer 3": the place along the first or the second axis that is drawn map by map; NULL: there is
 * no such axis. */
static const char *name_along(choice *c, size_t number)
{
    attn_text text = {0};
    for (size_t i = 0; i < c->leading; i++) {
        if (c->drawn[i] != EACH || number-- > 0) continue;
        const enum axis axis = c->axes[i];
        attn_text_print(&text, "%s%s%zu", axis == UNNAMED ? "" : axes[axis].name,
                        axis == UNNAMED ? "" : " ", c->at[i] + 1);
        return keep(c, &text);
    }
    return NULL;
}

/* Where in the array the map begins that stands at these places. */
static size_t first_of(const choice *c)
{
    size_t first = 0;
    for (size_t i = 0; i < c->array->rank; i++) first = first * c->array->shape[i] + c->at[i];
    return first;
}

/* The next place along the axes that are drawn so; behind the last the first. */
static void step_on(choice *c, enum drawn drawn)
{
    for (size_t i = c->leading; i-- > 0;) {
        if (c->drawn[i] != drawn) continue;
        if (++c->at[i] < c->array->shape[i]) return;
        c->at[i] = 0;
    }
}

static bool add_map(choice *c, attn_array_map *map)
{
    size_t count = 1;
    for (size_t i = 0; i < c->leading; i++)
        if (c->drawn[i] == TOGETHER) count = c->array->shape[i];
    size_t *firsts = attn_alloc(c->arena, count, sizeof *firsts);
    if (!firsts) return false;
    for (size_t i = 0; i < count; i++) {
        firsts[i] = first_of(c);
        step_on(c, TOGETHER);
    }
    *map = (attn_array_map){.title = title_of(c), .count = count, .firsts = firsts};
    map->column_name = name_along(c, 1);
    if (map->column_name) map->row_name = name_along(c, 0);
    return true;
}

/* Layers go down, and the heads of each across. */
static bool list_maps(choice *c, attn_array_picture *picture)
{
    size_t count = 1, axes_drawn = 0;
    for (size_t i = 0; i < c->leading; i++) {
        if (c->drawn[i] != EACH) continue;
        if (!attn_multiply(count, c->array->shape[i], &count) || count > MOST_MAPS)
            return attn_fail(c->status, ATTN_LIMIT,
                             "%s: these are more than %u maps at once (%s): choose a layer with "
                             "--layer, a head with --head",
                             c->asked->file, MOST_MAPS, shape_text(c));
        if (axes_drawn++ > 0) picture->columns = c->array->shape[i];
    }
    attn_array_map *maps = attn_alloc(c->arena, count, sizeof *maps);
    picture->map_count = count;
    picture->maps = maps;
    for (size_t i = 0; maps && i < count; i++) {
        if (!add_map(c, &maps[i])) return false;
        step_on(c, EACH);
    }
    return attn_ok(c->status);
}

bool attn_axes_choose(attn_arrays *file, const attn_axes_asked *asked, attn_arena *arena,
                      attn_array_picture *picture, attn_status *status)
{
    choice c = {.file = file,
                .asked = asked,
                .arena = arena,
                .status = status,
                .wanted = {asked->layer, asked->example, asked->head}};
    if (!choose_array(&c) || !name_axes(&c) || !choose_places(&c)) return false;
    const attn_array *array = c.array;
    const size_t rank = array->rank;
    bool transposed = rank > 1 && c.axes[rank - 1] == QUERY;
    *picture = (attn_array_picture){.file = file,
                                    .array = array,
                                    .rows = rank > 1 ? array->shape[rank - 2] : 1,
                                    .cols = array->shape[rank - 1],
                                    .vector = rank == 1,
                                    .transposed = transposed,
                                    .tokens = {array->row_labels, array->col_labels}};
    if (transposed) picture->tokens = (attn_tokens){array->col_labels, array->row_labels};
    return list_maps(&c, picture);
}
