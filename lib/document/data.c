/*
 * data: makes a block of each family, moment, total and check of a run. A check inside a loop is
 * one, which holds if it does at each moment.
 */
#include "document/data.h"

/* ---- once ---- */

static bool *find_mapped(const attn_run *run, attn_arena *arena)
{
    bool *mapped =
        attn_alloc(arena, attn_record_operations(attn_run_record(run)) + 1, sizeof *mapped);
    for (size_t i = 0; mapped && i < attn_run_outcome(run)->moment_count; i++) {
        const attn_moment *moment = &attn_run_outcome(run)->moments[i];
        for (size_t k = 0; k < moment->map_count; k++)
            if (moment->maps[k].grid_rows == 0) mapped[moment->maps[k].node] = true;
    }
    return mapped;
}

/* found: where each check of the lesson is in the list; NULL before its first moment. */
static void note_checks(attn_data *data, const attn_moment *moment, attn_data_check **found)
{
    for (size_t i = 0; i < moment->check_count; i++) {
        const attn_check *check = &moment->checks[i];
        attn_data_check **place = &found[check->place];
        if (!*place) {
            *place = &data->checks[data->check_count++];
            **place = (attn_data_check){check, true};
        }
        (*place)->holds &= check->holds;
    }
}

const attn_data *attn_data_new(const attn_run *run, const attn_filter *filter, attn_arena *arena)
{
    size_t checks = attn_lesson_checks(attn_run_lesson(run));
    attn_data *data = attn_alloc(arena, 1, sizeof *data);
    attn_data_check **found = attn_alloc(arena, checks, sizeof *found);
    if (!data || !found) return NULL;
    *data = (attn_data){.run = run,
                        .filter = filter,
                        .mapped = find_mapped(run, arena),
                        .checks = attn_alloc(arena, checks, sizeof *data->checks)};
    if (!data->mapped || !data->checks) return NULL;
    while (attn_scope_family(attn_run_scope(run), data->family_count)) data->family_count++;
    for (size_t i = 0; i < attn_run_outcome(run)->moment_count; i++)
        note_checks(data, &attn_run_outcome(run)->moments[i], found);
    return data;
}

/* ---- families ---- */

bool attn_data_contrast(const attn_document *document, const attn_block_family *family,
                        const long *at, attn_contrast *contrast, bool *changed)
{
    attn_tensor *values = attn_alloc(document->arena, 2, sizeof *values);
    if (!values ||
        !attn_element_value(attn_run_record(document->options->with), family->with, at,
                            &values[0]) ||
        !attn_element_value(attn_run_record(document->run), family->is, at, &values[1]))
        return false;
    *changed = attn_contrast_make(&values[0], &values[1], document->arena, contrast);
    return *changed || contrast->difference || contrast->with->words;
}

/* Whether any element is another value. The subscripts before the axis are in at. */
static bool is_changed(const attn_document *document, const attn_block_family *family, long *at,
                       size_t axis)
{
    attn_contrast contrast;
    bool changed = false;
    if (axis == family->is->axis_count)
        return attn_data_contrast(document, family, at, &contrast, &changed) && changed;
    for (size_t i = 1; i <= attn_family_extent(family->is, axis) && !changed; i++) {
        at[axis] = (long)i;
        changed = is_changed(document, family, at, axis + 1);
    }
    return changed;
}

/* The same family before the formulas were changed; NULL: there is none, or it is what it was. */
static const attn_family *changed_from(const attn_document *document, const attn_family *family)
{
    long at[ATTN_MOST_SUBS] = {0};
    const attn_run *run = document->options->with;
    const attn_family *with = run ? attn_scope_find(attn_run_scope(run), family->name) : NULL;
    attn_block_family both = {.is = family, .with = with};
    bool comparable = with && with->axis_count == family->axis_count;
    return comparable && is_changed(document, &both, at, 0) ? with : NULL;
}

/* Whether one of its elements, or the whole, is a map of weights. */
static bool is_read(const attn_data *data, const attn_family *family)
{
    attn_reading reading;
    attn_node whole = family->whole;
    bool read = whole && attn_reading_of(data->run, whole, data->mapped[whole], &reading);
    for (size_t i = 0; i < family->element_count && !whole && !read; i++) {
        attn_node node = family->elements[i].node;
        read = attn_element_inside(family, &family->elements[i]) &&
               attn_reading_of(data->run, node, data->mapped[node], &reading);
    }
    return read;
}

/* An element that is no border, to tell the axes below the subscripts; or any. */
static const attn_tensor *typical(const attn_record *record, const attn_family *family)
{
    for (size_t i = 0; i < family->element_count; i++)
        if (attn_element_inside(family, &family->elements[i]))
            return attn_value(record, family->elements[i].node);
    return attn_value(record, family->elements[0].node);
}

static void add_family(const attn_data *data, const attn_family *family, attn_document *document)
{
    if (!attn_filter_has_family(data->filter, family->name)) return;
    attn_block_family block = {.is = family,
                               .typical = typical(attn_run_record(data->run), family),
                               .read = is_read(data, family),
                               .with = changed_from(document, family)};
    attn_document_add(document, ATTN_BLOCK_FAMILY)->family = block;
}

static uint64_t numbers_of(const attn_record *record, const attn_family *family)
{
    uint64_t count = 0;
    if (family->whole) return attn_tensor_size(attn_shape_of(record, family->whole));
    for (size_t i = 0; i < family->element_count; i++)
        count += attn_tensor_size(attn_shape_of(record, family->elements[i].node));
    return count;
}

static void add_families(const attn_data *data, attn_document *document)
{
    uint64_t numbers = 0;
    const attn_family *family;
    for (size_t i = 0; (family = attn_scope_family(attn_run_scope(data->run), i)); i++)
        if (attn_filter_has_family(data->filter, family->name))
            numbers += numbers_of(attn_run_record(data->run), family);
    attn_document_add(document, ATTN_BLOCK_FAMILIES)->numbers = numbers;
}

/* ---- moments and checks ---- */

/* Not of a `for` without words. */
static void add_moment(const attn_data *data, const attn_moment *moment, attn_document *document)
{
    bool silent = moment->opens_loop && moment->piece_count == 0;
    if (!silent && attn_filter_has_moment(data->filter, moment))
        attn_document_add(document, ATTN_BLOCK_MOMENT)->moment = moment;
}

static void add_check(const attn_data_check *check, attn_document *document)
{
    attn_doc_block *block = attn_document_add(document, ATTN_BLOCK_CHECK);
    block->check = check->is;
    block->holds = check->holds;
}

bool attn_data_add(const attn_data *data, size_t part, attn_document *document)
{
    const attn_outcome *outcome = attn_run_outcome(data->run);
    size_t families = 1 + data->family_count, moments = families + outcome->moment_count,
           totals = moments + outcome->stated_count, checks = totals + data->check_count;
    if (part == 0)
        add_families(data, document);
    else if (part < families)
        add_family(data, attn_scope_family(attn_run_scope(data->run), part - 1), document);
    else if (part < moments)
        add_moment(data, &outcome->moments[part - families], document);
    else if (part < totals)
        attn_document_add(document, ATTN_BLOCK_TOTAL)->total = &outcome->stated[part - moments];
    else if (part < checks)
        add_check(&data->checks[part - totals], document);
    return part < checks;
}
