/*
 * saving: carries out --save.
 */
#include "saving.h"

#include <string.h>

#include "files/arrays/array.h"
#include "reading.h"

/* ---- what is asked for ---- */

/* The '=' between names and file: it stands in no bracket and is no comparison. */
static const char *find_equals(const char *text)
{
    size_t depth = 0;
    for (const char *at = text; *at != '\0'; at++) {
        if (strchr("([{", *at) != NULL) depth++;
        if (strchr(")]}", *at) != NULL && depth > 0) depth--;
        if (*at != '=' || depth > 0) continue;
        if (at[1] == '=')
            at++;
        else if (at > text && strchr("<>!", at[-1]) == NULL)
            return at;
    }
    return NULL;
}

static bool check_file(const cli_save *save, attn_status *status)
{
    attn_format format = ATTN_FORMAT_NONE;
    if (!attn_format_choose(&attn_array_writer, save->file, &format, status)) return false;
    if (attn_array_holds_many(format) || save->count == 1) return true;
    return attn_fail(status, ATTN_USAGE,
                     "--save: %s holds one value, and these are %zu: .npz, .safetensors and .json "
                     "hold several",
                     save->file, save->count);
}

static bool read_save(const char *text, cli_save *save, attn_arena *arena)
{
    attn_status *status = attn_arena_status(arena);
    const char *equals = find_equals(text);
    if (equals == NULL || equals[1] == '\0') {
        return attn_fail(status, ATTN_USAGE,
                         "--save takes names and a file, as --save A=a.npy, not '%s'", text);
    }
    const char *names = attn_copy_text(arena, text, (size_t)(equals - text));
    if (names == NULL) return false;
    save->file = equals + 1;
    save->names = cli_items(arena, "--save", &names, 1, &save->count);
    if (save->names == NULL) return false;
    if (save->count > 0) return check_file(save, status);
    return attn_fail(status, ATTN_USAGE, "--save %s: a name is missing before '='", text);
}

static bool read_saves(cli_value *value)
{
    cli_saves *saves = value->place;
    cli_save *items = attn_alloc(value->arena, value->count, sizeof *items);
    saves->items = items;
    saves->count = value->count;
    for (size_t i = 0; items != NULL && i < value->count; i++)
        if (!read_save(value->texts[i], &items[i], value->arena)) return false;
    return items != NULL;
}

const cli_kind cli_save_files = {.repeats = true, .read = read_saves};

bool cli_fail_twice(const char *file, attn_status *status)
{
    return attn_fail(status, ATTN_USAGE,
                     "two outputs would go into %s: give each a name of its own", file);
}

bool cli_saves_spared(const cli_saves *saves, const attn_lesson *lesson, const attn_options *run,
                      const char *output, attn_status *status)
{
    for (size_t i = 0; i < saves->count; i++) {
        const char *file = saves->items[i].file;
        if (!cli_lesson_spared(lesson, file, status) || !cli_inputs_spared(run, file, status))
            return false;
        bool twice = output != NULL && cli_one_output(file, output);
        for (size_t k = 0; k < i; k++) twice = twice || cli_one_output(file, saves->items[k].file);
        if (twice) return cli_fail_twice(file, status);
    }
    return true;
}

/* ---- the values ---- */

struct cli_found { /* what goes into one file */
    attn_array_out *items;
    size_t count;
};

static bool add(struct cli_found *all, attn_arena *arena, attn_array_out one)
{
    attn_array_out *place = attn_push(arena, &all->items, &all->count, sizeof *place);
    if (place != NULL) *place = one;
    return place != NULL;
}

static bool alike(const attn_tensor *a, const attn_tensor *b)
{
    return a->rank == b->rank && a->rows == b->rows && a->cols == b->cols;
}

/* The axes along which a family's matrices are stacked: its subscripts, where each has all. */
static void find_outer(const attn_run *run, const char *name, size_t count, attn_array_out *out)
{
    enum { most = sizeof out->outer / sizeof *out->outer };
    const attn_family *family = attn_scope_find(attn_run_scope(run), name);
    size_t product = 1;
    out->outer_rank = family != NULL && family->axis_count <= most ? family->axis_count : 0;
    for (size_t i = 0; i < out->outer_rank; i++) {
        out->outer[i] = attn_family_extent(family, i);
        product *= out->outer[i];
    }
    if (out->outer_rank > 0 && product == count) return;
    out->outer_rank = 1;
    out->outer[0] = count;
}

/* Values of one shape as one; NULL if there is no memory. */
static attn_tensor *stack(const attn_record *record, const attn_made *made, size_t count,
                          attn_arena *arena)
{
    const attn_tensor *first = attn_value(record, made[0].node);
    size_t size = attn_tensor_size(first);
    attn_tensor *all = attn_alloc(arena, 1, sizeof *all);
    float *numbers = attn_alloc(arena, count, size * sizeof *numbers);
    if (all == NULL || numbers == NULL) return NULL;
    for (size_t i = 0; i < count; i++) {
        memcpy(numbers + i * size, attn_value(record, made[i].node)->data, size * sizeof *numbers);
    }
    *all = *first;
    all->batch = count;
    all->data = numbers;
    return all;
}

static bool gather(const char *name, attn_run *run, attn_arena *arena, struct cli_found *all)
{
    const attn_record *record = attn_run_record(run);
    attn_made *made;
    size_t count;
    bool rectangular = true;
    if (!attn_run_ask(run, name, &made, &count)) return false;
    for (size_t i = 1; i < count; i++) {
        rectangular = rectangular &&
                      alike(attn_value(record, made[0].node), attn_value(record, made[i].node));
    }
    if (count > 1 && rectangular) {
        attn_array_out out = {.name = name, .value = stack(record, made, count, arena)};
        find_outer(run, name, count, &out);
        return out.value != NULL && add(all, arena, out);
    }
    for (size_t i = 0; i < count; i++) {
        attn_array_out out = {.name = count == 1 ? name : made[i].label,
                              .value = attn_value(record, made[i].node)};
        if (!add(all, arena, out)) return false;
    }
    return true;
}

/* A name that is none was asked for wrongly. */
static bool blame(attn_status *status)
{
    if (status->code == ATTN_INPUT) status->code = ATTN_USAGE;
    attn_status_prefix(status, "--save: ");
    return false;
}

bool cli_saves_find(cli_saves *saves, attn_run *run, attn_arena *arena, attn_status *status)
{
    saves->found = attn_alloc(arena, saves->count + 1, sizeof *saves->found);
    if (saves->found == NULL) return false;
    for (size_t i = 0; i < saves->count; i++) {
        for (size_t k = 0; k < saves->items[i].count; k++) {
            if (!gather(saves->items[i].names[k], run, arena, &saves->found[i]))
                return blame(status);
        }
    }
    return true;
}

bool cli_saves_write(const cli_saves *saves, attn_status *status)
{
    for (size_t i = 0; i < saves->count; i++) {
        const char *file = saves->items[i].file;
        for (size_t k = 0; k < i; k++) { /* now that those before are there */
            if (cli_one_output(file, saves->items[k].file)) return cli_fail_twice(file, status);
        }
        if (!attn_arrays_write(file, saves->found[i].items, saves->found[i].count, status))
            return false;
    }
    return true;
}
