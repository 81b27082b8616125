/*
 * api_save: values of a run into files of arrays, as "A=a.npy" asks for; and lists of names.
 */
#include "api/api.h"

#include <string.h>

#include "files/arrays/array.h"

/* ---- lists of names ---- */

/* Bytes before the next comma that stands in no bracket. */
static size_t item_length(const char *list)
{
    size_t depth = 0, length = 0;
    for (; list[length] != '\0' && (list[length] != ',' || depth > 0); length++) {
        if (strchr("([{", list[length]) != NULL) depth++;
        if (strchr(")]}", list[length]) != NULL && depth > 0) depth--;
    }
    return length;
}

static const char *trimmed(attn_arena *arena, const char *bytes, size_t length)
{
    while (length > 0 && bytes[0] == ' ') bytes++, length--;
    while (length > 0 && bytes[length - 1] == ' ') length--;
    return attn_copy_text(arena, bytes, length);
}

static bool is_digits(const char *item)
{
    return item[strspn(item, "0123456789")] == '\0';
}

/* "Z_1": it ends in a subscript without braces. */
static bool has_open_subscript(const char *item)
{
    const char *subscript = strrchr(item, '_');
    return subscript != NULL && strpbrk(subscript, "{}()[]+-*/^ ") == NULL;
}

/* "Z_1" and the numbers behind it become "Z_{1,2}"; *read: how many they are. NULL without
 * memory. */
static const char *join_subscripts(attn_arena *arena, const char *const *items, size_t count,
                                   size_t *read)
{
    const char *subscript = strrchr(items[0], '_') + 1;
    attn_text name = {0};
    attn_text_print(&name, "%.*s{%s", (int)(subscript - items[0]), items[0], subscript);
    for (*read = 1; *read < count && is_digits(items[*read]); ++*read)
        attn_text_print(&name, ",%s", items[*read]);
    attn_text_add(&name, "}");
    return attn_keep_text(arena, &name);
}

static size_t cut(attn_arena *arena, const char *list, const char **items)
{
    size_t count = 0;
    for (const char *at = list; *at != '\0'; at += at[0] == ',') {
        size_t length = item_length(at);
        const char *item = trimmed(arena, at, length);
        if (item != NULL && item[0] != '\0') items[count++] = item;
        at += length;
    }
    return count;
}

/* Cuts a list of names, in the arena; NULL without memory, or with a fault. */
static const char *const *cut_names(const char *list, attn_arena *arena, size_t *count)
{
    const char **items = attn_alloc(arena, strlen(list) + 1, sizeof *items);
    size_t read = 0, found = items ? cut(arena, list, items) : 0;
    *count = 0;
    for (size_t i = 0; i < found; i += read) {
        read = 1; /* nobody lists a number: behind a subscript it is another */
        bool more = i + 1 < found && is_digits(items[i + 1]) && has_open_subscript(items[i]);
        items[*count] = more ? join_subscripts(arena, items + i, found - i, &read) : items[i];
        ++*count;
    }
    return attn_ok(attn_arena_status(arena)) ? items : NULL;
}

bool attnviz_names(const char *list, void (*take)(void *user, const char *name), void *user,
                   attnviz_fault *fault)
{
    attn_api_call call;
    size_t count = 0;
    if (!attn_api_given(list, "the list", fault) ||
        !attn_api_given(take ? "" : NULL, "the function", fault) ||
        !attn_api_begin(&call, NULL, fault))
        return false;
    const char *const *names = cut_names(list, call.arena, &count);
    for (size_t i = 0; names && i < count; i++) take(user, names[i]);
    return attn_api_end(&call);
}

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

static bool check_file(const attn_save *save, attn_status *status)
{
    attn_format format = ATTN_FORMAT_NONE;
    if (!attn_format_choose(&attn_array_writer, save->file, &format, status)) return false;
    if (attn_array_holds_many(format) || save->count == 1) return true;
    return attn_fail(status, ATTN_USAGE,
                     "--save: %s holds one array, not %zu: use .npz, .safetensors or .json",
                     save->file, save->count);
}

static bool read_save(const char *text, attn_save *save, attn_arena *arena)
{
    attn_status *status = attn_arena_status(arena);
    const char *equals = find_equals(text);
    if (equals == NULL || equals[1] == '\0') {
        return attn_fail(status, ATTN_USAGE,
                         "--save takes names and a file, as --save A=a.npy, not '%s'", text);
    }
    const char *names = attn_copy_text(arena, text, (size_t)(equals - text));
    save->file = equals + 1;
    save->names = names ? cut_names(names, arena, &save->count) : NULL;
    if (save->names == NULL) return false;
    if (save->count > 0) return check_file(save, status);
    return attn_fail(status, ATTN_USAGE, "--save %s: the name before '=' is missing", text);
}

bool attn_api_saves_read(attn_saves *saves, const char *const *texts, const attn_reads *reads,
                         const char *output, attn_arena *arena)
{
    attn_status *status = attn_arena_status(arena);
    saves->count = attn_api_list(texts, status);
    saves->items = attn_alloc(arena, saves->count + 1, sizeof *saves->items);
    for (size_t i = 0; attn_ok(status) && i < saves->count; i++)
        read_save(texts[i], &saves->items[i], arena);
    for (size_t i = 0; attn_ok(status) && i < saves->count; i++) {
        const char *file = saves->items[i].file;
        bool twice = output != NULL && attn_api_one_output(file, output);
        for (size_t k = 0; k < i; k++) twice |= attn_api_one_output(file, saves->items[k].file);
        if (attn_api_spares(reads, file, status) && twice) attn_api_fail_twice(file, status);
    }
    return attn_ok(status);
}

/* ---- the values ---- */

static bool add(attn_save *save, attn_arena *arena, attn_array_out one)
{
    return attn_append(arena, &save->found, &save->found_count, &one, sizeof one) != NULL;
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

static bool gather(const char *name, attn_run *run, attn_arena *arena, attn_save *all)
{
    const attn_record *record = attn_run_record(run);
    attn_made *made;
    size_t count;
    if (!attn_run_ask(run, name, &made, &count)) return false;
    size_t same = 1;
    while (same < count &&
           alike(attn_value(record, made[0].node), attn_value(record, made[same].node)))
        same++;
    if (count > 1 && same == count) {
        attn_array_out out = {.name = name, .value = stack(record, made, count, arena)};
        find_outer(run, name, count, &out);
        return out.value != NULL && add(all, arena, out);
    }
    for (size_t i = 0; i < count; i++)
        if (!add(all, arena,
                 (attn_array_out){.name = count == 1 ? name : made[i].label,
                                  .value = attn_value(record, made[i].node)}))
            return false;
    return true;
}

bool attn_api_saves_find(attn_saves *saves, attn_run *run, attn_arena *arena)
{
    attn_status *status = attn_arena_status(arena);
    for (size_t i = 0; i < saves->count; i++) {
        attn_save *save = &saves->items[i];
        for (size_t k = 0; k < save->count; k++) {
            if (gather(save->names[k], run, arena, save)) continue;
            if (status->code == ATTN_INPUT) status->code = ATTN_USAGE; /* an unknown name */
            attn_status_prefix(status, "--save: ");
            return false;
        }
    }
    return true;
}

bool attn_api_saves_write(const attn_saves *saves, attn_status *status)
{
    for (size_t i = 0; i < saves->count; i++) {
        const attn_save *save = &saves->items[i];
        for (size_t k = 0; k < i; k++) /* now that those before are there */
            if (attn_api_one_output(save->file, saves->items[k].file))
                return attn_api_fail_twice(save->file, status);
        if (!attn_arrays_write(save->file, save->found, save->found_count, status)) return false;
    }
    return true;
}
