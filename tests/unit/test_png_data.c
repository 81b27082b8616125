/*
 * png_data: what is drawn comes back out of the PNG bit by bit; whatever else a file holds is
 * refused with a message, and never harms the reader.
 */

/* not in make test */
/* slow under valgrind */
/* slow under sanitizers */

#include <float.h>
#include <math.h>

#include "picture/layout/plot.h"
#include "picture/paint/paint.h"
#include "picture/paint/png_data.h"
#include "scarce.h"

static attn_status status;
static attn_arena *arena;
static char path[] = "/tmp/attn_test_numbers_XXXXXX";

static void begin(void)
{
    status = (attn_status){0};
    arena = attn_arena_new(&status);
    unit_make_file(path);
}

static void finish(void)
{
    attn_arena_free(arena);
    remove(path);
}

/* ---- what is drawn ---- */

static float special[] = {0.0f,       -0.0f,   1.0f / 3.0f, FLT_MAX,  -FLT_MAX,    FLT_MIN,
                          1.4e-45f,   1e-40f,  -INFINITY,   INFINITY, 16777215.0f, 0.1f,
                          -1.234567f, 3.4e38f, 1e-7f,       123456.7f};
static const char *const row_words[] = {"le", "чат", "", "猫"};
static const char *const col_words[] = {"the", "\"quoted\"", "a\x1b[2J", "👩‍👩‍👧"};
static const attn_labels row_labels = {.name = "source", .count = 4, .words = row_words};
static const attn_labels col_labels = {.name = "target", .count = 4, .words = col_words};
static const attn_tensor square = {.rank = ATTN_MATRIX,
                                   .batch = 1,
                                   .rows = 4,
                                   .cols = 4,
                                   .data = special,
                                   .row_labels = &row_labels,
                                   .col_labels = &col_labels};
static const attn_tensor line = {
    .rank = ATTN_VECTOR, .batch = 1, .rows = 1, .cols = 8, .data = special + 8};
static const attn_panel panels[] = {{.title = "α",
                                     .value = &square,
                                     .scale = ATTN_SCALE_SIGNED,
                                     .row_role = "query: source",
                                     .col_role = "key: target",
                                     .row_labels = &row_labels,
                                     .col_labels = &col_labels},
                                    {.value = &line, .scale = ATTN_SCALE_POSITIVE}};
static const attn_sheet_options both = {
    .title = "A title: ü", .subtitle = "and more", .panel_count = 2, .panels = panels};

static void draw(const attn_sheet_options *options)
{
    attn_sheet *sheet = attn_sheet_new(options, &status);
    ck_assert_msg(sheet != NULL, "%s", status.message);
    ck_assert_msg(attn_sheet_write(sheet, ATTN_FORMAT_PNG, path, &status), "%s", status.message);
    attn_sheet_free(sheet);
}

/* Whether numbers came out; what came out is valid as far as JSON shows it. */
static bool read_bytes(const char *bytes, size_t length)
{
    attn_status fault = {0};
    attn_arena *own = attn_arena_new(&fault);
    attn_sheet_options sheet;
    attn_text json = {0};
    bool done = attn_numbers_read(bytes, length, "a.png", own, &sheet, &fault);
    ck_assert(done == attn_ok(&fault));
    if (done) attn_numbers_json(&sheet, &json);
    if (!done) ck_assert_str_eq(fault.file, "a.png");
    attn_text_free(&json);
    attn_arena_free(own);
    return done;
}

/* ---- there and back ---- */

static void check_labels(const attn_labels *got, const char *const *words, size_t count)
{
    ck_assert_uint_eq(got->count, count);
    for (size_t i = 0; i < count; i++) ck_assert_str_eq(got->words[i], words[i]);
}

START_TEST(numbers_come_back_bit_by_bit)
{
    size_t length;
    attn_sheet_options sheet;
    draw(&both);
    char *bytes = unit_read(path, &length);
    ck_assert_msg(attn_numbers_read(bytes, length, path, arena, &sheet, &status), "%s",
                  status.message);
    free(bytes);
    ck_assert_str_eq(sheet.title, both.title);
    ck_assert_str_eq(sheet.subtitle, both.subtitle);
    ck_assert_uint_eq(sheet.panel_count, 2);
    const attn_panel *first = &sheet.panels[0], *second = &sheet.panels[1];
    ck_assert_mem_eq(first->value->data, special, sizeof special);
    ck_assert_mem_eq(second->value->data, special + 8, 8 * sizeof *special);
    ck_assert_str_eq(first->title, "α");
    ck_assert_str_eq(first->row_role, "query: source");
    ck_assert_str_eq(first->col_role, "key: target");
    check_labels(first->row_labels, row_words, 4);
    check_labels(first->col_labels, col_words, 4);
    ck_assert_int_eq(first->scale, ATTN_SCALE_SIGNED);
    ck_assert_int_eq(second->value->rank, ATTN_VECTOR);
    ck_assert_int_eq(second->scale, ATTN_SCALE_POSITIVE);
    ck_assert_ptr_null(second->col_labels);
}
END_TEST

/* The numbers of a JSON text, one after the other, are those of `data`. */
static void check_numerals(const char *json, const float *data, size_t count)
{
    const char *at = strstr(json, "\"data\":[") + strlen("\"data\":");
    for (size_t i = 0; i < count; i++) {
        at += strspn(at, "[],");
        char *end = NULL;
        bool quoted = *at == '"';
        float got = strtof(at + quoted, &end);
        ck_assert_msg(end > at + quoted, "number %zu: %.20s", i, at);
        ck_assert_mem_eq(&got, &data[i], sizeof got);
        at = end + quoted;
    }
}

START_TEST(json_reads_back_to_the_same_float32)
{
    attn_text json = {0};
    attn_numbers_json(&both, &json);
    check_numerals(attn_text_string(&json), special, 16);
    check_numerals(strstr(attn_text_string(&json), "\"positive\""), special + 8, 8);
    ck_assert_ptr_nonnull(strstr(attn_text_string(&json), "\"\\\"quoted\\\"\",\"a\\u001b[2J\""));
    ck_assert_ptr_nonnull(strstr(attn_text_string(&json), "\"-inf\",\"inf\""));
    ck_assert_ptr_null(strchr(attn_text_string(&json), '\x1b'));
    attn_text_free(&json);
}
END_TEST

static void check_carried(size_t rows, size_t cols, bool carried)
{
    float *data = calloc(rows * cols, sizeof *data);
    attn_tensor value = {.rank = ATTN_MATRIX, .batch = 1, .rows = rows, .cols = cols, .data = data};
    attn_panel panel = {.title = "large", .value = &value};
    attn_sheet_options options = {.title = "Large", .panel_count = 1, .panels = &panel};
    attn_png picture = {0};
    attn_status fault = {0};
    attn_arena *own = attn_arena_new(&fault);
    data[rows * cols - 1] = 0.5f;
    ck_assert(attn_numbers_pack(&options, own, &picture));
    ck_assert_int_eq(picture.chunk_length > 0, carried);
    bool tells = false;
    for (size_t i = 0; picture.text[i]; i++)
        tells = tells || strstr(picture.text[i], "carries no numbers");
    ck_assert_int_eq(tells, !carried);
    attn_arena_free(own);
    free(data);
}

START_TEST(a_million_cells_are_carried_and_no_more)
{
    check_carried(1024, 1024, true);
    check_carried(1, 1048577, false);
    check_carried(1025, 1024, false);
}
END_TEST

START_TEST(a_large_picture_reads_back)
{
    const size_t side = 500;
    float *data = malloc(side * side * sizeof *data);
    for (size_t i = 0; i < side * side; i++) data[i] = (float)i * 1.1f;
    attn_tensor value = {.rank = ATTN_MATRIX, .batch = 1, .rows = side, .cols = side, .data = data};
    attn_panel panel = {.title = "large", .value = &value, .scale = ATTN_SCALE_POSITIVE};
    attn_sheet_options options = {.panel_count = 1, .panels = &panel}, sheet;
    size_t length;
    draw(&options);
    char *bytes = unit_read(path, &length);
    ck_assert(attn_numbers_read(bytes, length, path, arena, &sheet, &status));
    ck_assert_mem_eq(sheet.panels[0].value->data, data, side * side * sizeof *data);
    ck_assert_str_eq(sheet.title, "");
    free(bytes);
    free(data);
}
END_TEST

/* ---- files that anyone may have written ---- */

/* Where the data of the chunk begin; *length: of the data. */
static size_t find_chunk(const char *bytes, size_t file_length, size_t *length)
{
    for (size_t at = 8; at + 12 <= file_length;) {
        const unsigned char *b = (const unsigned char *)bytes + at;
        size_t size = (size_t)b[0] << 24 | (size_t)b[1] << 16 | (size_t)b[2] << 8 | b[3];
        *length = size;
        if (memcmp(bytes + at + 4, "atNv", 4) == 0) return at + 8;
        at += size + 12;
    }
    ck_abort_msg("there is no chunk");
    return 0;
}

/* A small picture, so that each of its bytes can be changed in turn. */
static char *small_picture(size_t *length)
{
    static float data[] = {0.25f, -INFINITY, 0.5f, 1.0f};
    static const attn_labels words = {.name = "s", .count = 2, .words = row_words};
    static const attn_tensor value = {
        .rank = ATTN_MATRIX, .batch = 1, .rows = 2, .cols = 2, .data = data};
    static const attn_panel panel = {
        .title = "A", .value = &value, .row_labels = &words, .col_role = "key"};
    const attn_sheet_options options = {.panel_count = 1, .panels = &panel};
    draw(&options);
    return unit_read(path, length);
}

static const char *const names_of_lines[] = {"d", "g_S", "猫"};
static const attn_labels lines_labels = {.name = "", .count = 3, .words = names_of_lines};
static const attn_tensor lines_columns = {.rank = ATTN_MATRIX,
                                          .batch = 1,
                                          .rows = 2,
                                          .cols = 3,
                                          .data = special + 8,
                                          .col_labels = &lines_labels};
static const attn_plot lines = {
    .columns = &lines_columns, .across = "d", .has_x = true, .log_y = true};

static char *small_chart(size_t *length)
{
    static const attn_panel panel = {
        .title = "P", .value = &lines_columns, .plot = &lines, .col_labels = &lines_labels};
    const attn_sheet_options options = {.panel_count = 1, .panels = &panel};
    draw(&options);
    return unit_read(path, length);
}

/* What the tests below damage. */
static char *(*const small[])(size_t *length) = {small_picture, small_chart};

/* What stands below the maps comes back too; without it the bytes are as they were. */
START_TEST(a_note_comes_back)
{
    attn_sheet_options noted = both, sheet;
    size_t length, plain, with;
    attn_text json = {0};
    draw(&both);
    char *bytes = unit_read(path, &length);
    size_t start = find_chunk(bytes, length, &plain);
    ck_assert_int_eq(bytes[start], 1);
    free(bytes);
    noted.note = "layer 1: ü\nlayer 2";
    draw(&noted);
    bytes = unit_read(path, &length);
    start = find_chunk(bytes, length, &with);
    ck_assert_int_eq(bytes[start], 3);
    ck_assert_uint_eq(with, plain + 4 + strlen(noted.note));
    ck_assert(attn_numbers_read(bytes, length, path, arena, &sheet, &status));
    ck_assert_str_eq(sheet.note, noted.note);
    ck_assert_str_eq(sheet.subtitle, both.subtitle);
    attn_numbers_json(&sheet, &json);
    ck_assert_ptr_nonnull(
        strstr(attn_text_string(&json), "\"note\":\"layer 1: ü\\nlayer 2\",\n\"maps\""));
    attn_text_free(&json);
    free(bytes);
}
END_TEST

START_TEST(plots_come_back)
{
    size_t length;
    attn_sheet_options sheet;
    char *bytes = small_chart(&length);
    ck_assert_msg(attn_numbers_read(bytes, length, path, arena, &sheet, &status), "%s",
                  status.message);
    free(bytes);
    const attn_plot *plot = sheet.panels[0].plot;
    ck_assert_ptr_nonnull(plot);
    ck_assert(plot->has_x && !plot->log_x && plot->log_y);
    ck_assert_str_eq(plot->across, "d");
    check_labels(sheet.panels[0].col_labels, names_of_lines, 3);
    ck_assert_mem_eq(sheet.panels[0].value->data, special + 8, 6 * sizeof *special);
    attn_text json = {0};
    attn_numbers_json(&sheet, &json);
    ck_assert_ptr_nonnull(strstr(json.bytes, "\"scale\":\"lines\",\"log\":\"y\",\"x\":\"d\""));
    attn_text_free(&json);
}
END_TEST

START_TEST(every_byte_may_change)
{
    size_t length, size;
    char *bytes = small[_i](&length);
    size_t start = find_chunk(bytes, length, &size);
    static const char changes[] = {1, (char)0x80, (char)0xff};
    ck_assert(read_bytes(bytes, length));
    for (size_t i = 0; i < length; i++) {
        for (size_t k = 0; k < sizeof changes; k++) {
            bytes[i] = (char)(bytes[i] ^ changes[k]);
            bool done = read_bytes(bytes, length);
            if (i >= start - 8 && i < start + size + 4)
                ck_assert_msg(!done, "byte %zu of the chunk", i);
            bytes[i] = (char)(bytes[i] ^ changes[k]);
        }
    }
    free(bytes);
}
END_TEST

START_TEST(the_file_may_end_anywhere)
{
    size_t length, size;
    char *bytes = small_picture(&length);
    size_t start = find_chunk(bytes, length, &size);
    for (size_t i = 0; i < length; i++) {
        char *part = malloc(i ? i : 1); /* so that a sanitizer sees what lies behind it */
        memcpy(part, bytes, i);
        bool done = read_bytes(part, i);
        if (i < start + size + 4) ck_assert_msg(!done, "%zu bytes", i);
        free(part);
    }
    free(bytes);
}
END_TEST

/* As PNG says: of type and data. */
static uint32_t checksum(const char *bytes, size_t length)
{
    uint32_t sum = 0xffffffff;
    for (size_t i = 0; i < length; i++) {
        sum ^= (unsigned char)bytes[i];
        for (int k = 0; k < 8; k++) sum = sum & 1 ? sum >> 1 ^ 0xedb88320 : sum >> 1;
    }
    return ~sum;
}

static void put_number(char *at, size_t number)
{
    for (int i = 0; i < 4; i++) at[i] = (char)(number >> (24 - 8 * i));
}

/* The picture with other data in the chunk, its checksum right. */
static bool read_with(const char *bytes, size_t length, const char *data, size_t data_length)
{
    size_t size, start = find_chunk(bytes, length, &size), rest = length - start - size - 4;
    char *made = malloc(start + data_length + 4 + rest);
    memcpy(made, bytes, start);
    put_number(made + start - 8, data_length);
    if (data_length) memcpy(made + start, data, data_length);
    put_number(made + start + data_length, checksum(made + start - 4, data_length + 4));
    memcpy(made + start + data_length + 4, bytes + start + size + 4, rest);
    bool done = read_bytes(made, start + data_length + 4 + rest);
    free(made);
    return done;
}

START_TEST(hostile_data_with_a_good_checksum)
{
    static const unsigned char puts[] = {0, 1, 2, 3, 0x7f, 0x80, 0xc0, 0xff};
    size_t length, size;
    char *bytes = small[_i](&length), *data = calloc(2048, 1);
    size_t start = find_chunk(bytes, length, &size);
    ck_assert_uint_lt(size, 1024);
    memcpy(data, bytes + start, size);
    ck_assert(read_with(bytes, length, data, size));
    for (size_t i = 0; i < size; i++) ck_assert(!read_with(bytes, length, data, i));
    ck_assert(!read_with(bytes, length, data, size + 1));
    for (size_t i = 0; i < size; i++) {
        char kept = data[i];
        for (size_t k = 0; k < sizeof puts; k++) {
            data[i] = (char)puts[k];
            read_with(bytes, length, data, size);
        }
        for (size_t k = 0; i + 4 <= size && k < sizeof puts; k++) {
            memcpy(data, bytes + start, size);
            memset(data + i, puts[k], 4);
            read_with(bytes, length, data, size);
        }
        memcpy(data, bytes + start, size);
        ck_assert(data[i] == kept);
    }
    free(data);
    free(bytes);
}
END_TEST

/* One field after the other is wrong, and only that one. */
START_TEST(wrong_fields_are_refused)
{
    /* version, title, subtitle, maps, "A", scale, rank, rows, columns: offsets of these */
    static const struct {
        size_t offset;
        uint32_t value;
    } wrong[] = {{0, 0},  {0, 3},       {4, 99999},  {12, 0},         {12, 2}, {12, 1025},
                 {16, 2}, {21, 3},      {25, 3},     {25, 1},         {29, 0}, {29, 3},
                 {33, 0}, {33, 524289}, {29, 65536}, {33, 0x40000000}};
    size_t length, size;
    char *bytes = small_picture(&length), data[1024];
    size_t start = find_chunk(bytes, length, &size);
    for (size_t i = 0; i < COUNT(wrong); i++) {
        memcpy(data, bytes + start, size);
        for (int k = 0; k < 4; k++)
            data[wrong[i].offset + (size_t)k] = (char)(wrong[i].value >> 8 * k);
        ck_assert_msg(!read_with(bytes, length, data, size), "case %zu", i);
    }
    memcpy(data, bytes + start, size);
    memcpy(data + size - 4, "\xff\xff\xff\x7f", 4); /* not a number */
    ck_assert(!read_with(bytes, length, data, size));
    memcpy(data, bytes + start, size);
    data[20] = (char)0xff; /* the title is not UTF-8 */
    ck_assert(!read_with(bytes, length, data, size));
    data[20] = '\0';
    ck_assert(!read_with(bytes, length, data, size));
    free(bytes);
}
END_TEST

/* An axis has no label, or one for each of its cells: here the second of two is cut out. */
START_TEST(labels_that_do_not_cover_the_axis_are_refused)
{
    const size_t count = 41, second = 51, after = 61;
    size_t length, size;
    char *bytes = small_picture(&length), data[1024];
    size_t start = find_chunk(bytes, length, &size);
    memcpy(data, bytes + start, size);
    ck_assert_mem_eq(data + second - 2, row_words[0], 2);
    ck_assert_mem_eq(data + after - 6, row_words[1], 6);
    for (size_t i = after; i < size; i++) data[second + i - after] = data[i];
    data[count] = 1;
    ck_assert(!read_with(bytes, length, data, size - (after - second)));
    free(bytes);
}
END_TEST

/* All is in order, but for the cells, which are one row too many. */
START_TEST(more_cells_than_are_carried_are_refused)
{
    static const char head[] = "\1\0\0\0"                          /* version */
                               "\0\0\0\0\0\0\0\0"                  /* no title, no subtitle */
                               "\1\0\0\0\0\0\0\0"                  /* one map without a title */
                               "\0\0\0\0\2\0\0\0"                  /* weights, a matrix */
                               "\0\4\0\0\0\4\0\0"                  /* 1024 × 1024 */
                               "\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0"; /* no roles, no labels */
    const size_t start = sizeof head - 1, cells = (size_t)1024 * 1024;
    size_t length;
    char *bytes = small_picture(&length), *data = calloc(start + 4 * (cells + 1024), 1);
    memcpy(data, head, start);
    ck_assert(read_with(bytes, length, data, start + 4 * cells));
    data[28] = 1; /* rows: 1025 */
    ck_assert(!read_with(bytes, length, data, start + 4 * (cells + 1024)));
    free(data);
    free(bytes);
}
END_TEST

static char *picture;
static size_t picture_length;

static bool read_numbers(attn_status *fault)
{
    attn_sheet_options sheet;
    attn_arena *own = attn_arena_new(fault);
    bool done = own && attn_numbers_read(picture, picture_length, "a.png", own, &sheet, fault);
    attn_arena_free(own);
    return done;
}

START_TEST(memory_may_end_while_reading)
{
    draw(&both);
    picture = unit_read(path, &picture_length);
    ck_assert_uint_gt(scarce_each(read_numbers), 3);
    free(picture);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("png_data");
    TCase *cases = tcase_create("numbers");
    tcase_set_timeout(cases, 120);
    tcase_add_checked_fixture(cases, begin, finish);
    tcase_add_test(cases, numbers_come_back_bit_by_bit);
    tcase_add_test(cases, json_reads_back_to_the_same_float32);
    tcase_add_test(cases, a_million_cells_are_carried_and_no_more);
    tcase_add_test(cases, a_large_picture_reads_back);
    tcase_add_test(cases, a_note_comes_back);
    tcase_add_test(cases, plots_come_back);
    tcase_add_loop_test(cases, every_byte_may_change, 0, 2);
    tcase_add_test(cases, the_file_may_end_anywhere);
    tcase_add_loop_test(cases, hostile_data_with_a_good_checksum, 0, 2);
    tcase_add_test(cases, wrong_fields_are_refused);
    tcase_add_test(cases, labels_that_do_not_cover_the_axis_are_refused);
    tcase_add_test(cases, more_cells_than_are_carried_are_refused);
    tcase_add_test(cases, memory_may_end_while_reading);
    suite_add_tcase(suite, cases);
    return unit_run(suite);
}
