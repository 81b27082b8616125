/*
 * initialisers: where given and learned values come from. Each form is one entry of a table: the
 * key that marks it, the keys that may stand beside it, how it is read (no numbers yet) and how it
 * is made.
 */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "core/random.h"
#include "files/bytes/input.h"
#include "files/png/png_read.h"
#include "lesson/program/program.h"

typedef struct making { /* one element being made */
    attn_run *run;
    const given *given;
    const cJSON *values; /* numbers written out: this element's */
    const char *seed_name;
    attn_tensor shape; /* filled in by the form, labels too */
} making;

static const cJSON *key(const cJSON *object, const char *name)
{
    return cJSON_IsObject(object) ? cJSON_GetObjectItemCaseSensitive(object, name) : NULL;
}

/* ---- reading: sizes ---- */

static bool read_size(attn_lesson *lesson, const cJSON *item, given *g)
{
    attn_statement **place =
        attn_push(lesson->arena, &g->sizes.items, &g->sizes.count, sizeof *place);
    if (!place) return false;
    *place = NULL;
    char number[32];
    const char *text = number;
    if (cJSON_IsNumber(item)) {
        size_t size;
        if (!attn_lesson_whole(lesson, item, "a size", 1, ATTN_MOST_SIDE, &size)) return false;
        snprintf(number, sizeof number, "%zu", size);
    } else if (!(text = attn_lesson_text(lesson, item,
                                         "a size that is no number: a formula, which"))) {
        return false;
    }
    text = attn_copy_text(lesson->arena, text, strlen(text));
    *place = text ? attn_lesson_line(lesson, item, text, 0, LINE_EXPRESSION) : NULL;
    return *place != NULL;
}

static bool read_sizes(attn_lesson *lesson, const cJSON *item, given *g)
{
    if (!cJSON_IsArray(item) || cJSON_GetArraySize(item) > 2)
        return attn_lesson_fail(
            lesson, item,
            "the size of a value is a list: [] a number, [n] a vector, [rows, columns] a matrix");
    for (const cJSON *size = item->child; size; size = size->next)
        if (!read_size(lesson, size, g)) return false;
    return true;
}

/* Before there is memory for the value, by its name. */
static bool check_budget(const making *m, uint64_t cost)
{
    char shape[48];
    attn_status *status = m->run->status;
    uint64_t numbers = attn_product64(m->shape.rows, m->shape.cols);
    uint64_t bytes = attn_product64(numbers, sizeof(float)), work = attn_product64(numbers, cost);
    bool fits = attn_may_hold(bytes);
    if (fits && attn_spend(status, work)) return true;
    const char *name = attn_scope_label(m->run->lesson->scope, &m->given->name);
    if (!name) return false;
    attn_tensor_shape(&m->shape, shape);
    if (!fits) return attn_fail_memory(status, bytes, "%s (%s)", name, shape);
    return attn_fail_work(status, work, "%s (%s)", name, shape);
}

/* The sizes of this element into its shape. */
static bool take_sizes(making *m)
{
    attn_run *run = m->run;
    size_t sizes[2] = {1, 1}, count = m->given->sizes.count;
    for (size_t i = 0; i < count; i++) {
        attn_node node = attn_eval(run->lesson->scope, m->given->sizes.items[i]);
        if (!node) return false;
        const attn_tensor *value = attn_value(run->record, node);
        float size = value->data[0];
        if (value->rank != ATTN_NUMBER || !(size >= 1) || size != floorf(size) ||
            size > (float)ATTN_MOST_SIDE)
            return attn_fail(run->status, ATTN_INPUT, "a size must be a whole number from 1");
        sizes[i] = (size_t)size;
    }
    m->shape.rank = (attn_rank)count;
    m->shape.rows = count == 2 ? sizes[0] : 1;
    m->shape.cols = count == 2 ? sizes[1] : count == 1 ? sizes[0] : 1;
    return check_budget(m, ATTN_COST_NUMBER);
}

static attn_node new_leaf(making *m)
{
    return attn_record_leaf(m->run->record, ATTN_OP_GIVEN, &m->shape, false);
}

/* ---- numbers written out ---- */

static bool read_values(attn_lesson *lesson, given *g)
{
    (void)lesson;
    (void)g;
    return true; /* their shape is known when each index has taken its level: values_shape */
}

static bool all_numbers(const making *m, const cJSON *list, size_t *count)
{
    *count = 0;
    for (const cJSON *item = list->child; item; item = item->next, ++*count)
        if (!cJSON_IsNumber(item))
            return attn_lesson_fail(m->run->lesson, item, "a number must stand here");
    return true;
}

static bool values_shape(making *m)
{
    const cJSON *values = m->values;
    m->shape.rank = cJSON_IsNumber(values)         ? ATTN_NUMBER
                    : cJSON_IsArray(values->child) ? ATTN_MATRIX
                                                   : ATTN_VECTOR;
    m->shape.rows = m->shape.cols = 1;
    if (m->shape.rank == ATTN_NUMBER) return true;
    if (!cJSON_IsArray(values))
        return attn_lesson_fail(m->run->lesson, values,
                                "here must stand numbers: 1, [1, 2] or [[1, 2], [3, 4]]");
    if (!values->child)
        return attn_lesson_fail(m->run->lesson, values, "an empty list has no numbers");
    if (m->shape.rank == ATTN_VECTOR) return all_numbers(m, values, &m->shape.cols);
    m->shape.rows = 0;
    for (const cJSON *row = values->child; row; row = row->next, m->shape.rows++) {
        size_t count;
        if (!cJSON_IsArray(row) || !row->child)
            return attn_lesson_fail(m->run->lesson, row,
                                    "here must stand a row of numbers: [1, 2]");
        if (!all_numbers(m, row, &count)) return false;
        if (m->shape.rows && count != m->shape.cols)
            return attn_lesson_fail(m->run->lesson, row,
                                    "row %zu has %zu number%s, the rows before have %zu",
                                    m->shape.rows + 1, count, count == 1 ? "" : "s", m->shape.cols);
        m->shape.cols = count;
    }
    return true;
}

static bool put_numbers(const making *m, const cJSON *list, float *numbers)
{
    for (const cJSON *item = list->child; item; item = item->next)
        if (!attn_lesson_number(m->run->lesson, item, numbers++)) return false;
    return true;
}

static attn_node make_values(making *m)
{
    if (!values_shape(m)) return 0;
    attn_node leaf = new_leaf(m);
    if (!leaf) return 0;
    float *numbers = attn_record_fill(m->run->record, leaf);
    if (m->shape.rank == ATTN_NUMBER)
        return attn_lesson_number(m->run->lesson, m->values, numbers) ? leaf : 0;
    if (m->shape.rank == ATTN_VECTOR) return put_numbers(m, m->values, numbers) ? leaf : 0;
    for (const cJSON *row = m->values->child; row; row = row->next, numbers += m->shape.cols)
        if (!put_numbers(m, row, numbers)) return 0;
    return leaf;
}

/* ---- drawn, and all alike ---- */

static bool read_drawn(attn_lesson *lesson, given *g)
{
    const cJSON *scale = key(g->item, "scale");
    g->scale = 1;
    if (scale && !cJSON_IsNumber(scale))
        return attn_lesson_fail(lesson, scale, "\"scale\" is a number");
    if (scale) g->scale = scale->valuedouble;
    return read_sizes(lesson, g->main, g);
}

static attn_node make_drawn(making *m)
{
    if (!take_sizes(m) || !check_budget(m, ATTN_COST_DRAWN)) return 0;
    attn_node leaf = new_leaf(m);
    if (!leaf) return 0;
    float *numbers = attn_record_fill(m->run->record, leaf);
    attn_random random = attn_random_named(m->seed_name, m->run->seed);
    bool uniform = m->given->form == FORM_UNIFORM;
    bool finite = true;
    for (size_t i = 0; i < m->shape.rows * m->shape.cols; i++) {
        numbers[i] =
            uniform ? attn_random_uniform(&random) : attn_random_normal(&random, m->given->scale);
        finite &= isfinite(numbers[i]) != 0;
    }
    if (m->given->learned) m->run->untrained = true;
    if (finite) return leaf;
    attn_lesson_fail(m->run->lesson, m->given->item,
                     "numbers drawn with this \"scale\" are too large for float32");
    return 0;
}

static bool read_fill(attn_lesson *lesson, given *g)
{
    if (!cJSON_IsNumber(g->main)) return attn_lesson_fail(lesson, g->main, "\"fill\" is a number");
    if (!key(g->item, "size"))
        return attn_lesson_fail(lesson, g->item, "\"fill\" needs a \"size\": [3] or [2, 3]");
    if (!attn_lesson_number(lesson, g->main, &g->fill)) return false;
    return read_sizes(lesson, key(g->item, "size"), g);
}

static attn_node make_fill(making *m)
{
    if (!take_sizes(m)) return 0;
    attn_node leaf = new_leaf(m);
    float *numbers = leaf ? attn_record_fill(m->run->record, leaf) : NULL;
    for (size_t i = 0; leaf && i < m->shape.rows * m->shape.cols; i++) numbers[i] = m->given->fill;
    return leaf;
}

/* ---- a token, a number of the config file ---- */

static bool read_token(attn_lesson *lesson, given *g)
{
    if (!attn_lesson_text(lesson, g->main, "\"token\"")) return false;
    if (!key(g->item, "of"))
        return attn_lesson_fail(lesson, g->item,
                                "\"token\" needs \"of\": the sequence it is a word of");
    g->of = attn_lesson_sequence(lesson, key(g->item, "of"));
    return g->of != NULL;
}

static attn_node make_token(making *m)
{
    const attn_sequence *of = m->given->of;
    const char *word = m->given->main->valuestring;
    size_t place = attn_sequence_find(m->run, of, word);
    if (!place) {
        attn_lesson_fail(m->run->lesson, m->given->main, "'%s' is no word of %s", word, of->name);
        return 0;
    }
    float number = (float)place;
    m->shape = (attn_tensor){.rank = ATTN_NUMBER,
                             .batch = 1,
                             .rows = 1,
                             .cols = 1,
                             .data = &number,
                             .words = of->vocabulary};
    return attn_record_leaf(m->run->record, ATTN_OP_GIVEN, &m->shape, false);
}

static bool read_config(attn_lesson *lesson, given *g)
{
    if (!attn_lesson_text(lesson, g->main, "\"config\"")) return false;
    return lesson->config ||
           attn_lesson_fail(lesson, g->main, "the lesson names no file under \"config\"");
}

static attn_node make_config(making *m)
{
    const attn_lesson *lesson = m->run->lesson;
    const cJSON *value = cJSON_GetObjectItemCaseSensitive(attn_json_root(lesson->config),
                                                          m->given->main->valuestring);
    float number = cJSON_IsNumber(value) ? (float)value->valuedouble : NAN;
    if (!isfinite(number)) {
        attn_lesson_fail(lesson, m->given->main, "%s has no number under '%s'", lesson->config_file,
                         m->given->main->valuestring);
        return 0;
    }
    m->shape =
        (attn_tensor){.rank = ATTN_NUMBER, .batch = 1, .rows = 1, .cols = 1, .data = &number};
    return attn_record_leaf(m->run->record, ATTN_OP_GIVEN, &m->shape, false);
}

/* ---- weights ---- */

static bool read_weights(attn_lesson *lesson, given *g)
{
    const cJSON *part = key(g->item, "part"), *transposed = key(g->item, "transposed");
    if (!attn_lesson_text(lesson, g->main, "\"weights\"")) return false;
    if (!lesson->weights)
        return attn_lesson_fail(lesson, g->main, "the lesson names no file under \"weights\"");
    if (transposed && !cJSON_IsBool(transposed))
        return attn_lesson_fail(lesson, transposed, "\"transposed\" is true or false");
    g->transposed = cJSON_IsTrue(transposed);
    if (part) {
        if (!cJSON_IsArray(part) || cJSON_GetArraySize(part) != 2)
            return attn_lesson_fail(
                lesson, part, "\"part\" is which of how many equal parts of the columns: [1, 3]");
        if (!attn_lesson_whole(lesson, part->child->next, "the number of parts", 1, 65536,
                               &g->parts) ||
            !attn_lesson_whole(lesson, part->child, "the part", 1, g->parts, &g->part))
            return false;
    }
    return attn_prose_read(lesson, g->main, false, &g->weight);
}

/* "h.{l-1}.attn": the name with the numbers put in. */
static const char *weight_name(making *m)
{
    size_t count;
    attn_piece *pieces = attn_prose_fill(m->run, &m->given->weight, &count);
    if (!pieces) return NULL;
    attn_text name = {0};
    for (size_t i = 0; i < count; i++) attn_text_add(&name, pieces[i].text);
    return attn_keep_text(m->run->arena, &name);
}

static attn_weights *file_weights(const attn_lesson *lesson, attn_status *status)
{
    int file = attn_lesson_open(lesson, lesson->weights, status);
    bool missing = file < 0 && errno == ENOENT;
    attn_weights *weights = attn_weights_open(file, lesson->weights, status);
    if (weights) return weights;
    attn_lesson_blame_file(lesson, lesson->weights_item, status);
    if (lesson->trains && missing) attn_status_prefix(status, "training makes this file: ");
    return NULL;
}

static bool open_weights(attn_run *run)
{
    const attn_lesson *lesson = run->lesson;
    if (run->weights) return true;
    size_t length;
    const char *bytes = lesson->builtin ? attn_builtin_bytes(lesson->weights, &length) : NULL;
    run->weights = bytes ? attn_weights_from(bytes, length, lesson->weights, run->status)
                         : file_weights(lesson, run->status);
    return run->weights != NULL;
}

/* All numbers of a tensor: in place where that is possible, else a copy. */
static const float *weight_numbers(making *m, const attn_weight *weight)
{
    const float *numbers = attn_weights_floats(m->run->weights, weight);
    if (numbers) return numbers;
    float *copy = attn_alloc(m->run->arena, weight->count, sizeof *copy);
    return copy && attn_weights_read(m->run->weights, weight, copy, m->run->status) ? copy : NULL;
}

/* The wanted part of the columns (of a vector: of its elements), transposed if asked, into a new
 * leaf. */
static attn_node copy_part(making *m, const float *numbers, size_t rows, size_t cols)
{
    const given *g = m->given;
    size_t width = g->part ? cols / g->parts : cols, first = g->part ? (g->part - 1) * width : 0;
    m->shape.rows = g->transposed ? width : rows;
    m->shape.cols = g->transposed ? rows : width;
    attn_node leaf = new_leaf(m);
    float *to = leaf ? attn_record_fill(m->run->record, leaf) : NULL;
    for (size_t r = 0; leaf && r < rows; r++)
        for (size_t c = 0; c < width; c++)
            to[g->transposed ? c * rows + r : r * width + c] = numbers[r * cols + first + c];
    return leaf;
}

/* Of a square matrix the shape does not say whether it lies as the formulas use it. */
static bool note_square(making *m, size_t rows, size_t cols)
{
    attn_run *run = m->run;
    const given *g = m->given;
    bool square = rows == cols && rows > 1, stated = key(g->item, "transposed") != NULL;
    if (!square || stated || attn_weights_own(run->weights)) return true;
    if (run->turned_count && run->turned[run->turned_count - 1] == g) return true;
    const given **noted = attn_push(run->arena, &run->turned, &run->turned_count, sizeof *noted);
    if (noted) *noted = g;
    return noted != NULL;
}

static attn_node make_weight(making *m, const attn_weight *weight)
{
    const given *g = m->given;
    if (weight->rank > 2) {
        attn_lesson_fail(m->run->lesson, g->item, "%s has %zu axes: a value has at most two",
                         weight->name, weight->rank);
        return 0;
    }
    size_t cols = weight->rank ? weight->shape[weight->rank - 1] : 1,
           rows = weight->rank == 2 ? weight->shape[0] : 1;
    if (weight->count == 0)
        attn_lesson_fail(m->run->lesson, g->item, "%s is empty", weight->name);
    else if (g->part && cols % g->parts)
        attn_lesson_fail(m->run->lesson, g->item,
                         "%s has %zu columns, which do not divide into %zu equal parts",
                         weight->name, cols, g->parts);
    else if (g->transposed && weight->rank != 2)
        attn_lesson_fail(m->run->lesson, g->item,
                         "%s has %zu axes: only a matrix can be transposed", weight->name,
                         weight->rank);
    if (!attn_ok(m->run->status)) return 0;
    const float *numbers = weight_numbers(m, weight);
    if (!numbers || !note_square(m, rows, g->part ? cols / g->parts : cols)) return 0;
    m->shape.rank = (attn_rank)weight->rank;
    if (g->part || g->transposed) return copy_part(m, numbers, rows, cols);
    m->shape.rows = rows;
    m->shape.cols = cols;
    union {
        const float *in;
        float *out;
    } shared = {numbers}; /* a leaf's numbers are never written */
    m->shape.data = shared.out;
    return attn_record_leaf(m->run->record, ATTN_OP_GIVEN, &m->shape, true);
}

static attn_node make_weights(making *m)
{
    const char *name = weight_name(m);
    if (!name || !open_weights(m->run)) return 0;
    const attn_weight *weight = attn_weights_find(m->run->weights, name);
    if (weight) return make_weight(m, weight);
    attn_lesson_fail(m->run->lesson, m->given->main, "%s holds no '%s'", m->run->lesson->weights,
                     name);
    return 0;
}

/* ---- spelling: a row per word, counts of its letter groups ---- */

static bool read_spelling(attn_lesson *lesson, given *g)
{
    if (!(g->of = attn_lesson_sequence(lesson, g->main))) return false;
    if (!key(g->item, "size"))
        return attn_lesson_fail(
            lesson, g->item, "\"spelling\" needs a \"size\": the number of columns, such as 512");
    return read_size(lesson, key(g->item, "size"), g);
}

/* Counts the groups of 1, 2 and 3 characters of ^word$ (in lower case), each in the column of its
 * hash. */
static bool count_groups(const char *word, float *row, size_t columns)
{
    attn_text marked = {0};
    attn_text_add(&marked, "^");
    attn_text_add_lower(&marked, word, strlen(word));
    attn_text_add(&marked, "$");
    const char *bytes = attn_text_string(&marked);
    uint32_t code;
    for (size_t start = 0; start < marked.length;) {
        size_t end = start, first = attn_utf8_next(bytes + start, marked.length - start, &code);
        for (size_t characters = 0; characters < 3 && end < marked.length; characters++) {
            size_t width = attn_utf8_next(bytes + end, marked.length - end, &code);
            end += width ? width : 1;
            row[attn_hash(bytes + start, end - start) % columns] += 1;
        }
        start += first ? first : 1;
    }
    bool counted = !marked.failed;
    attn_text_free(&marked);
    return counted;
}

static bool spend_groups(const making *m, const char *word)
{
    uint64_t work = attn_product64(strlen(word), ATTN_COST_READ);
    return attn_spend(m->run->status, work) ||
           attn_fail_work(m->run->status, work, "spelling '%s'", word);
}

static attn_node make_spelling(making *m)
{
    const attn_sequence *of = m->given->of;
    if (!take_sizes(m)) return 0;
    const sequence_source *source = &m->run->lesson->sequences[of->place];
    m->shape.rank = ATTN_MATRIX;
    m->shape.rows = of->count;
    m->shape.row_labels = of->labels;
    m->shape.batch = attn_value(m->run->record, of->value)->batch;
    attn_node leaf = new_leaf(m);
    float *numbers = leaf ? attn_record_fill(m->run->record, leaf) : NULL;
    for (size_t i = 0; leaf && i < of->count * m->shape.batch; i++) {
        const char *word = source->filled.words[i];
        if (!spend_groups(m, word)) return 0;
        if (!count_groups(word, numbers + i * m->shape.cols, m->shape.cols)) {
            attn_fail(m->run->status, ATTN_MEMORY, "there is no memory left");
            return 0;
        }
    }
    return leaf;
}

/* ---- pixels: a row per region of a picture, its mean red, green and blue ---- */

static bool read_pixels(attn_lesson *lesson, given *g)
{
    const cJSON *grid = key(g->item, "grid"), *input = key(g->item, "input");
    if (input && !(g->input = attn_lesson_text(lesson, input, "\"input\""))) return false;
    if (!(g->picture = attn_lesson_beside(lesson, g->main, "\"pixels\""))) return false;
    if (!cJSON_IsArray(grid) || cJSON_GetArraySize(grid) != 2)
        return attn_lesson_fail(lesson, grid ? grid : g->item,
                                "\"pixels\" needs a \"grid\": rows and columns of regions, [4, 4]");
    return attn_lesson_whole(lesson, grid->child, "rows of the grid", 1, ATTN_MOST_WORDS,
                             &g->grid[0]) &&
           attn_lesson_whole(lesson, grid->child->next, "columns of the grid", 1, ATTN_MOST_WORDS,
                             &g->grid[1]);
}

const given *attn_pixels_of(const attn_lesson *lesson, const char *file)
{
    for (size_t i = 0; i < lesson->given_count; i++) {
        const given *g = &lesson->givens[i];
        if (g->input && strcmp(g->picture, file) == 0) return g;
    }
    return NULL;
}

/* The path of the picture that the reader gives, in *path; NULL: none. It is a file, also where the
 * program carries one of this name. */
static bool find_given(const attn_run *run, const given *g, const char **path)
{
    const char *text = g && g->input ? attn_input_given(run, g->input) : NULL;
    *path = text && !strchr(text, '/') ? attn_print(run->arena, "./%s", text) : text;
    return !text || *text ||
           attn_fail(run->status, ATTN_USAGE,
                     "the input '%s' is empty: name a picture, as %s=FILE.png", g->input, g->input);
}

/* A picture of the lesson, which `named` names; NULL: of the reader. */
static bool read_picture(attn_run *run, const char *path, const cJSON *named, attn_picture *picture)
{
    const size_t most = (size_t)64 << 20;
    attn_input input;
    if (!(named ? attn_lesson_input(run->lesson, path, named, most, &input, run->status)
                : attn_input_read(&input, path, most, run->status)))
        return false;
    bool done = attn_png_read(input.bytes, input.length, path, run->arena, picture, run->status);
    attn_input_close(&input);
    return done;
}

/* The same, read once in a run. */
static const attn_picture *keep_picture(attn_run *run, const char *path, const cJSON *named)
{
    for (size_t i = 0; i < run->picture_count; i++) {
        const picture_read *read = &run->pictures[i];
        if (strcmp(read->path, path) == 0 && read->given == !named) return read->picture;
    }
    attn_picture *picture = attn_alloc(run->arena, 1, sizeof *picture);
    if (!picture || !read_picture(run, path, named, picture)) return NULL;
    picture_read *read =
        attn_push(run->arena, &run->pictures, &run->picture_count, sizeof *run->pictures);
    if (!read) return NULL;
    *read = (picture_read){path, !named, picture};
    return picture;
}

const attn_picture *attn_run_picture(attn_run *run, const char *file, const cJSON *named,
                                     const given *g)
{
    const char *path;
    if (!find_given(run, g, &path) || !attn_ok(run->status)) return NULL;
    return path ? keep_picture(run, path, NULL) : keep_picture(run, file, named);
}

/* The mean of one region's pixels, from 0 to 1. */
static void mean_color(const attn_picture *picture, const size_t from[2], const size_t to[2],
                       float *color)
{
    double sum[3] = {0, 0, 0};
    for (size_t y = from[0]; y < to[0]; y++)
        for (size_t x = from[1]; x < to[1]; x++)
            for (size_t c = 0; c < 3; c++)
                sum[c] += picture->pixels[3 * (y * picture->width + x) + c];
    double count = (double)(to[0] - from[0]) * (double)(to[1] - from[1]);
    for (size_t c = 0; c < 3; c++) color[c] = (float)(sum[c] / (255 * count));
}

static attn_node make_pixels(making *m)
{
    static const char *const names[] = {"red", "green", "blue"};
    static const attn_labels colors = {"color", 3, names, false, 0, NULL};
    const attn_picture *picture =
        attn_run_picture(m->run, m->given->picture, m->given->main, m->given);
    size_t rows = m->given->grid[0], cols = m->given->grid[1];
    if (!picture) return 0;
    if (rows > picture->height || cols > picture->width) {
        attn_lesson_fail(m->run->lesson, m->given->item, "the picture has only %zu×%zu pixels",
                         picture->height, picture->width);
        return 0;
    }
    m->shape = (attn_tensor){
        .rank = ATTN_MATRIX, .batch = 1, .rows = rows * cols, .cols = 3, .col_labels = &colors};
    attn_node leaf = new_leaf(m);
    float *numbers = leaf ? attn_record_fill(m->run->record, leaf) : NULL;
    for (size_t i = 0; leaf && i < rows * cols; i++) {
        size_t r = i / cols, c = i % cols;
        size_t from[2] = {r * picture->height / rows, c * picture->width / cols};
        size_t to[2] = {(r + 1) * picture->height / rows, (c + 1) * picture->width / cols};
        mean_color(picture, from, to, numbers + 3 * i);
    }
    return leaf;
}

/* ---- an array of a file ---- */

static attn_node make_array(making *m)
{
    return attn_array_given_make(m->run, m->given);
}

/* ---- the table of forms ---- */

typedef struct source_form {
    const char *name;
    const char *beside[4]; /* keys that may stand with it, besides rows and cols */
    bool (*read)(attn_lesson *lesson, given *g);
    attn_node (*make)(making *m);
} source_form;

static const source_form forms[] = {
    [FORM_VALUES] = {"values", {NULL}, read_values, make_values},
    [FORM_RANDOM] = {"random", {"scale", NULL}, read_drawn, make_drawn},
    [FORM_UNIFORM] = {"uniform", {NULL}, read_drawn, make_drawn},
    [FORM_FILL] = {"fill", {"size", NULL}, read_fill, make_fill},
    [FORM_TOKEN] = {"token", {"of", NULL}, read_token, make_token},
    [FORM_CONFIG] = {"config", {NULL}, read_config, make_config},
    [FORM_WEIGHTS] = {"weights", {"part", "transposed", NULL}, read_weights, make_weights},
    [FORM_SPELLING] = {"spelling", {"size", NULL}, read_spelling, make_spelling},
    [FORM_PIXELS] = {"pixels", {"grid", "input", NULL}, read_pixels, make_pixels},
    [FORM_ARRAY] = {"array", {"name", "at", "mask", NULL}, attn_array_given_read, make_array},
};
enum { FORM_COUNT = sizeof forms / sizeof *forms };

static bool read_form(attn_lesson *lesson, given *g)
{
    const char *keys[8] = {"rows", "cols", NULL};
    for (size_t i = 0; i < FORM_COUNT && !g->main; i++) {
        g->form = (form)i;
        g->main = key(g->item, forms[i].name);
    }
    if (!g->main)
        return attn_lesson_fail(
            lesson, g->item,
            "a value is numbers, or has one of the keys values, random, uniform, fill, "
            "token, config, weights, spelling, pixels, array");
    size_t count = 2;
    keys[count++] = forms[g->form].name;
    for (size_t i = 0; forms[g->form].beside[i]; i++) keys[count++] = forms[g->form].beside[i];
    keys[count] = NULL;
    if (!attn_lesson_keys(lesson, g->item, keys)) return false;
    if (key(g->item, "rows") && !(g->rows = attn_lesson_sequence(lesson, key(g->item, "rows"))))
        return false;
    if (key(g->item, "cols") && !(g->cols = attn_lesson_sequence(lesson, key(g->item, "cols"))))
        return false;
    return true;
}

/* Everything but the numbers: texts, lists of texts and of lists are no numbers. */
static bool check_bare(attn_lesson *lesson, given *g)
{
    g->form = FORM_VALUES;
    g->main = g->item;
    if (cJSON_IsNumber(g->item) || cJSON_IsArray(g->item)) return true;
    return attn_lesson_fail(
        lesson, g->item,
        "a value is numbers, [1, 2], or says where they come from: { \"random\": [2, 3] }");
}

bool attn_given_read(attn_lesson *lesson, const cJSON *item, bool learned)
{
    given *g = attn_push(lesson->arena, &lesson->givens, &lesson->given_count, sizeof *g);
    attn_grammar grammar = attn_scope_grammar(lesson->scope);
    if (!g) return false;
    *g = (given){.item = item, .learned = learned};
    if (!attn_parse_name(&grammar, item->string, &g->name) ||
        !attn_bind_key(lesson->scope, &g->name))
        return attn_lesson_place_key(lesson, item);
    if (!(cJSON_IsObject(item) ? read_form(lesson, g) : check_bare(lesson, g))) return false;
    return forms[g->form].read(lesson, g);
}

/* ---- making ---- */

static bool check_axis(const attn_run *run, const given *g, const attn_sequence *words,
                       size_t length, const char *axis)
{
    if (!words || words->count == length) return true;
    return attn_lesson_fail(run->lesson, g->item, "%s has %zu %s%s, and %s has %zu word%s",
                            g->item->string, length, axis, length == 1 ? "" : "s", words->name,
                            words->count, words->count == 1 ? "" : "s");
}

/* rows and cols name the axes of any form. */
static attn_node label(making *m, attn_node node)
{
    const given *g = m->given;
    if (!node || (!g->rows && !g->cols)) return node;
    const attn_tensor *value = attn_value(m->run->record, node);
    bool matrix = value->rank == ATTN_MATRIX;
    const attn_sequence *cols =
        g->cols || matrix ? g->cols : g->rows; /* a vector lies neither way */
    if (value->rank == ATTN_NUMBER) {
        attn_lesson_fail(m->run->lesson, g->item, "a number has no axes to name");
        return 0;
    }
    if ((matrix && !check_axis(m->run, g, g->rows, value->rows, "row")) ||
        !check_axis(m->run, g, cols, value->cols, matrix ? "column" : "element"))
        return 0;
    return attn_record_relabel(m->run->record, node, matrix && g->rows ? g->rows->labels : NULL,
                               cols ? cols->labels : NULL);
}

/* The shape that the lesson gives this element into m->shape; none in the forms that take it from
 * elsewhere. */
static bool take_shape(making *m)
{
    m->shape = (attn_tensor){.batch = 1};
    return m->given->form == FORM_VALUES ? values_shape(m) : take_sizes(m);
}

/* What was read in the place of a drawn value has the same shape. */
static bool check_learned(making *m, attn_node node)
{
    const attn_tensor *read = attn_value(m->run->record, node);
    char is[48], wanted[48];
    if (!take_shape(m)) return false;
    if (read->rank == m->shape.rank && read->rows == m->shape.rows && read->cols == m->shape.cols)
        return true;
    return attn_lesson_fail(m->run->lesson, m->given->item, "%s is a %s in %s, and a %s here",
                            attn_scope_label(m->run->lesson->scope, &m->given->name),
                            attn_tensor_shape(read, is), m->run->lesson->weights,
                            attn_tensor_shape(&m->shape, wanted));
}

/* A learned value that stands in the weights file under its own name. */
static attn_node read_learned(making *m, bool *found)
{
    attn_run *run = m->run;
    *found = false;
    if (!m->given->learned || m->given->form == FORM_WEIGHTS || !run->lesson->weights) return 0;
    if (run->options->training && run->options->training->anew) return 0;
    const char *name = attn_scope_label(run->lesson->scope, &m->given->name);
    if (!name || !open_weights(run)) return 0;
    const attn_weight *weight = attn_weights_find(run->weights, name);
    *found = weight != NULL;
    attn_node node = weight ? make_weight(m, weight) : 0;
    return node && check_learned(m, node) ? node : 0;
}

/*
 * Whether the value is another one in each batch: it is spelled from its words, or there are as
 * many of it, or it is as large, as an example is long.
 */
static bool varies(const attn_run *run, const given *g)
{
    for (size_t i = 0; run->batch && i < run->lesson->sequence_count; i++) {
        const sequence_source *s = &run->lesson->sequences[i];
        if (!attn_sequence_varies(run, s)) continue;
        const attn_sequence *sequence = s->sequence;
        bool named = g->of == sequence || g->rows == sequence || g->cols == sequence;
        if (named || attn_runs_over(&g->name, sequence)) return true;
        for (size_t k = 0; k < g->sizes.count; k++)
            if (attn_speaks_of(g->sizes.items[k], sequence)) return true;
    }
    return false;
}

/* Notes a learned value, by which gradients are taken and which is written to a weights file. */
static bool note_learned(attn_run *run, const given *g, attn_node node)
{
    if (run->lending == BORROWS) {
        attn_arranged *arranged = run->arranged ? run->arranged[run->node_count] : NULL;
        if (arranged) attn_record_lend_arranged(run->record, node, arranged);
        run->learned_nodes[run->node_count++] = node;
        return true;
    }
    learned_value *value = attn_push(run->arena, &run->learned, &run->learned_count, sizeof *value);
    if (!value) return false;
    *value = (learned_value){.label = attn_scope_label(run->lesson->scope, &g->name),
                             .shape = *attn_value(run->record, node)};
    return value->label != NULL;
}

static bool lend(attn_run *run, given *g, attn_node node)
{
    attn_tensor *lent = attn_push(run->arena, &g->lent, &g->lent_count, sizeof *lent);
    if (lent) *lent = *attn_value(run->record, node);
    return lent != NULL;
}

/* What was lent; or what was learned since, once the step that trains takes it. */
static attn_node borrow(attn_run *run, const given *g)
{
    if (g->learned && run->again) {
        const attn_tensor *learned = &run->taught->learned[run->node_count].shape;
        return attn_record_leaf(run->record, ATTN_OP_GIVEN, learned, true);
    }
    if (run->borrowed == g->lent_count) {
        attn_lesson_fail(run->lesson, g->item, "%s has another number of values for each example",
                         g->item->string);
        return 0;
    }
    return attn_record_leaf(run->record, ATTN_OP_GIVEN, &g->lent[run->borrowed++], true);
}

/* The value of one element, as the lesson says where it comes from. */
static attn_node make_value(attn_run *run, const given *g, const cJSON *values, bool *found)
{
    making m = {.run = run, .given = g, .values = values, .shape = {.batch = 1}};
    m.seed_name = attn_scope_seed_name(run->lesson->scope, &g->name);
    attn_node node = m.seed_name ? read_learned(&m, found) : 0;
    if (!attn_ok(run->status) || !m.seed_name) return 0;
    if (!*found) node = forms[g->form].make(&m);
    bool varies = node && !*found && run->options->varied && g->vary.parts;
    if (varies && !attn_vary_draw(run, &g->vary, m.seed_name, attn_record_fill(run->record, node),
                                  m.shape.rows * m.shape.cols))
        return 0;
    return label(&m, node);
}

/* What a run before this one has learned. */
static attn_node take_learned(attn_run *run, const given *g)
{
    const attn_run *teacher = run->growing->trained;
    making m = {.run = run, .given = g, .shape = teacher->learned[run->learned_count].shape};
    m.shape.row_labels = m.shape.col_labels = m.shape.words = NULL;
    return label(&m, attn_record_leaf(run->record, ATTN_OP_GIVEN, &m.shape, true));
}

static bool make_one(attn_run *run, given *g, const cJSON *values)
{
    bool found = false, drawn = g->form == FORM_RANDOM || g->form == FORM_UNIFORM;
    bool borrows = run->lending == BORROWS && !varies(run, g);
    bool learned = g->learned && run->growing && run->growing->trained;
    attn_node node = borrows   ? borrow(run, g)
                     : learned ? take_learned(run, g)
                               : make_value(run, g, values, &found);
    if (!node || (run->lending == LENDS && !lend(run, g, node))) return false;
    if (g->learned && !note_learned(run, g, node)) return false;
    run->element++;
    return attn_scope_give(run->lesson->scope, &g->name, node, g->learned,
                           drawn && !found && !learned);
}

/* One level of the numbers for each index in the key. */
static bool make_over(attn_run *run, given *g, attn_letter **letters, size_t count,
                      const cJSON *values)
{
    if (count == 0) return make_one(run, g, values);
    attn_letter *letter = letters[0];
    bool written = g->form == FORM_VALUES;
    size_t length = letter->sequence->count;
    if (written && (!cJSON_IsArray(values) || (size_t)cJSON_GetArraySize(values) != length))
        return attn_lesson_fail(run->lesson, values,
                                "%s: %s runs over %s (%zu), so %zu %s needed, and %d stand here",
                                g->item->string, letter->name, letter->sequence->name, length,
                                length, length == 1 ? "entry is" : "entries are",
                                cJSON_IsArray(values) ? cJSON_GetArraySize(values) : 1);
    const cJSON *child = written ? values->child : values;
    letter->bound = true;
    for (size_t i = 1; i <= length; i++) {
        letter->value = (long)i;
        if (!make_over(run, g, letters + 1, count - 1, child)) return false;
        if (written) child = child->next;
    }
    letter->bound = false;
    return true;
}

bool attn_given_make(attn_run *run, given *g)
{
    attn_letter *letters[ATTN_MOST_SUBS];
    if (run->lending == LENDS) g->lent_count = 0;
    run->borrowed = run->element = 0;
    size_t count = attn_free_letters(run->lesson->scope, &g->name, letters);
    run->letters = letters;
    run->letter_count = count;
    bool made = make_over(run, g, letters, count, g->main);
    run->letters = NULL;
    if (made) return true;
    if (run->status->formula[0])
        return attn_lesson_place(run->lesson, attn_scope_origin(run->lesson->scope));
    size_t line, column;
    attn_json_place(run->lesson->json, g->item, &line, &column);
    attn_status_place(run->status, run->lesson->file, line, column);
    return false;
}

bool attn_curve_read(attn_run *run, const attn_name *curve)
{
    const char *label = curve ? attn_scope_label(run->lesson->scope, curve) : NULL;
    if (!curve) return true;
    if (!label || !open_weights(run)) return false;
    const attn_weight *weight = attn_weights_find(run->weights, label);
    if (!weight) return true;
    static const given plain = {0};
    making m = {.run = run, .given = &plain, .shape = {.batch = 1}};
    attn_node node = make_weight(&m, weight);
    return node && attn_scope_give(run->lesson->scope, curve, node, false, false);
}
