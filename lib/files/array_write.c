/*
 * array_write: the ending of a file's name says how arrays are written into it.
 */
#include "files/array_write.h"

#include <stdlib.h>
#include <string.h>

#include "core/text.h"
#include "files/safetensors.h"

/* ---- endings ---- */

typedef enum kind { NPY, NPZ, SAFETENSORS, JSON, CSV, TSV } kind;

static const struct ending {
    const char *ending;
    kind kind;
    bool many;
} endings[] = {{".npy", NPY, false},  {".npz", NPZ, true},  {".safetensors", SAFETENSORS, true},
               {".json", JSON, true}, {".csv", CSV, false}, {".tsv", TSV, false}};

const char *attn_array_endings(void)
{
    return ".npy, .npz, .safetensors, .json, .csv and .tsv";
}

static const struct ending *ending_of(const char *path)
{
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
        if (attn_ends_in(path, endings[i].ending)) return &endings[i];
    return NULL;
}

bool attn_array_writable(const char *path, bool *many)
{
    const struct ending *ending = ending_of(path);
    *many = ending && ending->many;
    return ending != NULL;
}

/* ---- checks ---- */

static bool check_kind(const char *path, const struct ending *ending, size_t count,
                       attn_status *status)
{
    if (!ending)
        return attn_fail(status, ATTN_USAGE,
                         "the ending of the name says what is written, and this one is not known; "
                         "there are %s",
                         attn_array_endings());
    if (count == 0) return attn_fail(status, ATTN_USAGE, "%s needs an array", path);
    if (count == 1 || ending->many) return true;
    return attn_fail(status, ATTN_USAGE,
                     "a %s file holds one array, and these are %zu: .npz, .safetensors and .json "
                     "hold several",
                     ending->ending + 1, count);
}

static bool check_names(const attn_array_out *items, size_t count, attn_status *status)
{
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < i; k++)
            if (strcmp(items[i].name, items[k].name) == 0)
                return attn_fail(status, ATTN_USAGE, "two arrays are called %s", items[i].name);
    return true;
}

static bool check_axes(const attn_array_numbers *array, const struct ending *ending,
                       attn_status *status)
{
    bool table = ending->kind == CSV || ending->kind == TSV;
    if (!table || array->array.rank <= 2) return true;
    return attn_fail(status, ATTN_USAGE,
                     "a table holds a matrix, and %s has %zu axes: .npy, .npz, .safetensors and "
                     ".json hold it",
                     array->array.name, array->array.rank);
}

/* ---- shapes ---- */

static attn_array_numbers take_out(const attn_array_out *item)
{
    const attn_tensor *value = item->value;
    attn_array_numbers out = {.array = {.name = item->name, .count = 1}, .numbers = value->data};
    attn_array *array = &out.array;
    for (size_t i = 0; i < item->outer_rank; i++) array->shape[array->rank++] = item->outer[i];
    if (value->rank == ATTN_MATRIX) array->shape[array->rank++] = value->rows;
    if (value->rank != ATTN_NUMBER) array->shape[array->rank++] = value->cols;
    for (size_t i = 0; i < array->rank; i++) array->count *= array->shape[i];
    if (value->rank == ATTN_MATRIX) array->row_labels = value->row_labels;
    if (value->rank != ATTN_NUMBER) array->col_labels = value->col_labels;
    return out;
}

/* ---- writing ---- */

static bool write_safetensors(const char *path, attn_arena *arena, const attn_array_numbers *arrays,
                              size_t count, attn_status *status)
{
    attn_weight *items = attn_alloc(arena, count, sizeof *items);
    const float **numbers = attn_alloc(arena, count, sizeof *numbers);
    if (!items || !numbers) return false;
    for (size_t i = 0; i < count; i++) {
        items[i] = (attn_weight){.name = arrays[i].array.name,
                                 .rank = arrays[i].array.rank,
                                 .count = arrays[i].array.count};
        memcpy(items[i].shape, arrays[i].array.shape, sizeof items[i].shape);
        numbers[i] = arrays[i].numbers;
    }
    return attn_weights_write_any(path, items, numbers, count, status);
}

static bool write_kind(attn_output *output, kind form, const attn_array_numbers *arrays,
                       size_t count, attn_status *status)
{
    if (form == NPY) return attn_array_write_npy(output, arrays, status);
    if (form == NPZ) return attn_array_write_npz(output, arrays, count, status);
    if (form == JSON) return attn_array_write_json(output, arrays, count, status);
    return attn_array_write_table(output, arrays, form == CSV ? ',' : '\t', status);
}

static bool write_all(const char *path, kind form, attn_arena *arena,
                      const attn_array_numbers *arrays, size_t count, attn_status *status)
{
    if (form == SAFETENSORS) return write_safetensors(path, arena, arrays, count, status);
    attn_output *output = attn_output_open(path, status);
    if (!output) return false;
    if (write_kind(output, form, arrays, count, status)) return attn_output_commit(output);
    attn_output_abandon(output);
    return false;
}

bool attn_arrays_write(const char *path, const attn_array_out *items, size_t count,
                       attn_status *status)
{
    const struct ending *ending = ending_of(path);
    attn_arena *arena = attn_ok(status) && check_kind(path, ending, count, status) &&
                                check_names(items, count, status)
                            ? attn_arena_new(status)
                            : NULL;
    attn_array_numbers *arrays = arena ? attn_alloc(arena, count, sizeof *arrays) : NULL;
    bool done = arrays != NULL;
    for (size_t i = 0; done && i < count; i++) {
        arrays[i] = take_out(&items[i]);
        done = check_axes(&arrays[i], ending, status);
    }
    done = done && write_all(path, ending->kind, arena, arrays, count, status);
    attn_arena_free(arena);
    if (!done) attn_status_place(status, path, 0, 0);
    return done;
}
