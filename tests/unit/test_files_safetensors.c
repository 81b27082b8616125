/* safetensors: a fault for every rule of the format, and the numbers of every type;
 * and what is written. */
/* slow under valgrind */
#include <fcntl.h>
#include <math.h>

#include "core/text.h"
#include "files/arrays/safetensors.h"
#include "files/bytes/open.h"
#include "scarce.h"

/* A file in memory: length, header, then `data` bytes 0, 1, 2, … or those given. */
static attn_text make_file(const char *header, const void *data, size_t data_length)
{
    attn_text file = {0};
    size_t length = strlen(header);
    for (size_t i = 0; i < 8; i++) {
        char byte = (char)(unsigned char)((uint64_t)length >> 8 * i & 0xFF);
        attn_text_add_bytes(&file, &byte, 1);
    }
    attn_text_add(&file, header);
    if (data) attn_text_add_bytes(&file, data, data_length);
    for (size_t i = 0; !data && i < data_length; i++) attn_text_add_bytes(&file, "\0", 1);
    return file;
}

static size_t count_arrays(const attn_arrays *arrays)
{
    size_t count = 0;
    while (attn_arrays_at(arrays, count)) count++;
    return count;
}

#define TENSOR(name, type, shape, begin, end)                                                      \
    "\"" name "\":{\"dtype\":\"" type "\",\"shape\":" shape ",\"data_offsets\":[" begin "," end "]}"

/* ---- the rules ---- */

static const struct {
    const char *header;
    size_t data;
    const char *words;
} fault_rows[] = {
    {"", 0, "does not begin with '{'"},
    {" {}", 0, "does not begin with '{'"},
    {"[]", 0, "does not begin with '{'"},
    {"{\"a\":}", 0, "the header of the weights: a value is missing"},
    {"{}", 1, "the 1 bytes at the end belong to no tensor"},
    {"{\"a\":3}", 0, "the entry of a is not an object"},
    {"{\"a\":{\"shape\":[],\"data_offsets\":[0,4]}}", 4, "a has no \"dtype\""},
    {"{\"a\":{\"dtype\":4,\"shape\":[],\"data_offsets\":[0,4]}}", 4, "a has no \"dtype\""},
    {"{" TENSOR("a", "F33", "[1]", "0", "4") "}", 4, "type 'F33'"},
    {"{\"a\":{\"dtype\":\"F32\",\"data_offsets\":[0,4]}}", 4, "a has no \"shape\""},
    {"{" TENSOR("a", "F32", "1", "0", "4") "}", 4, "a has no \"shape\""},
    {"{" TENSOR("a", "F32", "[1.5]", "0", "4") "}", 4, "not a whole number"},
    {"{" TENSOR("a", "F32", "[-1]", "0", "4") "}", 4, "not a whole number"},
    {"{" TENSOR("a", "F32", "[\"1\"]", "0", "4") "}", 4, "not a whole number"},
    {"{" TENSOR("a", "F32", "[1e300]", "0", "4") "}", 4, "not a whole number"},
    {"{" TENSOR("a", "F32", "[1,1,1,1,1,1,1,1,1]", "0", "4") "}", 4, "more than 8 axes"},
#if SIZE_MAX > UINT32_MAX
    {"{" TENSOR("a", "F32", "[4294967296,4294967296]", "0", "4") "}", 4, "than can be counted"},
    {"{" TENSOR("a", "F32", "[4503599627370496,1024]", "0", "0") "}", 0, "do not fill its 0"},
    {"{" TENSOR("a", "F32", "[1]", "9007199254740988", "9007199254740992") "}", 4, "outside"},
#else
    {"{" TENSOR("a", "F32", "[65536,65536]", "0", "4") "}", 4, "than can be counted"},
    {"{" TENSOR("a", "F32", "[1048576,1024]", "0", "0") "}", 0, "do not fill its 0"},
    {"{" TENSOR("a", "F32", "[1]", "2147483640", "2147483644") "}", 4, "outside"},
    {"{" TENSOR("a", "F32", "[4294967296]", "0", "0") "}", 0, "not a whole number"},
    {"{" TENSOR("a", "F32", "[1]", "4294967296", "4294967300") "}", 4, "data_offsets"},
#endif
    {"{" TENSOR("a", "F32", "[4611686018427387904]", "0", "0") "}", 0, "not a whole number"},
    {"{\"a\":{\"dtype\":\"F32\",\"shape\":[1]}}", 4, "data_offsets"},
    {"{\"a\":{\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":[0]}}", 4, "data_offsets"},
    {"{\"a\":{\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":[0,4,8]}}", 4, "data_offsets"},
    {"{" TENSOR("a", "F32", "[1]", "-4", "0") "}", 4, "data_offsets"},
    {"{" TENSOR("a", "F32", "[1]", "0.5", "4.5") "}", 4, "data_offsets"},
    {"{" TENSOR("a", "F32", "[1]", "4", "0") "}", 4, "outside the 4 bytes"},
    {"{" TENSOR("a", "F32", "[2]", "0", "8") "}", 4, "outside the 4 bytes"},
    {"{" TENSOR("a", "F32", "[2]", "0", "4") "}", 4, "do not fill its 4 bytes"},
    {"{" TENSOR("a", "F32", "[0]", "0", "4") "}", 4, "do not fill its 4 bytes"},
    {"{" TENSOR("a", "F4", "[3]", "0", "1") "}", 1, "do not fill its 1 bytes"},
    {"{" TENSOR("a", "F32", "[1]", "4", "8") "}", 8, "a begins at byte 4, after a gap"},
    {"{" TENSOR("a", "F32", "[1]", "0", "4") "," TENSOR("b", "F32", "[1]", "8", "12") "}", 12,
     "b begins at byte 8, after a gap"},
    {"{" TENSOR("a", "F32", "[2]", "0", "8") "," TENSOR("b", "F32", "[1]", "4", "8") "}", 8,
     "b begins at byte 4, within another tensor"},
    {"{" TENSOR("a", "F32", "[1]", "0", "4") "}", 6, "2 bytes at the end"},
    {"{" TENSOR("a", "F32", "[1]", "0", "4") "," TENSOR("a", "F32", "[1]", "4", "8") "}", 8,
     "the key \"a\" is given twice"},
    {"{\"__metadata__\":3}", 0, "__metadata__"},
    {"{\"__metadata__\":{\"k\":3}}", 0, "\"__metadata__\" holds texts only, and 'k' is not a text"},
    {"{\"a\":{\"shape\":[[[1]]]}}", 0, "nested more than"},
};

START_TEST(every_rule_has_its_fault)
{
    attn_status status = {0};
    attn_text file = make_file(fault_rows[_i].header, NULL, fault_rows[_i].data);
    ck_assert_ptr_null(attn_weights_from(file.bytes, file.length, "w.safetensors", &status));
    ck_assert_msg(strstr(status.message, fault_rows[_i].words), "%s: %s", fault_rows[_i].header,
                  status.message);
    ck_assert_str_eq(status.file, "w.safetensors");
    attn_text_free(&file);
}
END_TEST

static const struct {
    const char *bytes;
    size_t length;
    const char *words;
} frame_rows[] = {
    {"", 0, "0 bytes are too few"},
    {"\2\0\0\0\0\0\0", 7, "7 bytes are too few"},
    {"\3\0\0\0\0\0\0\0{}", 10, "cut short"},
    {"\1\xE1\xF5\x05\0\0\0\0{}", 10, "more than 100000000 bytes"},
    {"\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF{}", 10, "more than 100000000 bytes"},
    {"\xFF\xFF\xFF\xFF\xFF\xFF\xFF\x7F{}", 10, "more than 100000000 bytes"},
    {"\0\xE1\xF5\x05\0\0\0\0{}", 10, "cut short"},
    {"version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 3\n", 64, "git lfs pull"},
};

START_TEST(the_frame_is_checked)
{
    attn_status status = {0};
    ck_assert_ptr_null(
        attn_weights_from(frame_rows[_i].bytes, frame_rows[_i].length, "w", &status));
    ck_assert_msg(strstr(status.message, frame_rows[_i].words), "%s", status.message);
}
END_TEST

/* ---- what is let through ---- */

START_TEST(tensors_are_listed_and_found)
{
    attn_status status = {0};
    attn_text file = make_file(
        "{\"__metadata__\":{\"format\":\"pt\"}," TENSOR("z", "F32", "[2,1]", "3", "11") "," TENSOR(
            "a", "F8_E4M3", "[3]", "0", "3") "," TENSOR("empty", "F32", "[0,5]", "3",
                                                        "3") "," TENSOR("one", "F4", "[2]", "11",
                                                                        "12") "}   ",
        NULL, 12);
    attn_arrays *weights = attn_weights_from(file.bytes, file.length, "w", &status);
    ck_assert_msg(weights != NULL, "%s", status.message);
    ck_assert(!attn_weights_own(weights));
    ck_assert_uint_eq(count_arrays(weights), 4);
    ck_assert_str_eq(attn_arrays_at(weights, 0)->name, "z");
    ck_assert_str_eq(attn_arrays_at(weights, 1)->type, "F8_E4M3");
    ck_assert_ptr_null(attn_arrays_at(weights, 4));
    const attn_array *z = attn_arrays_find(weights, "z");
    ck_assert_ptr_eq(z, attn_arrays_at(weights, 0));
    ck_assert_uint_eq(z->rank, 2);
    ck_assert_uint_eq(z->shape[0], 2);
    ck_assert_uint_eq(z->shape[1], 1);
    ck_assert_uint_eq(z->count, 2);
    ck_assert_ptr_null(attn_arrays_find(weights, "__metadata__"));
    ck_assert_ptr_null(attn_arrays_find(weights, "y"));
    ck_assert_uint_eq(attn_arrays_find(weights, "empty")->count, 0);
    float numbers[3];
    ck_assert(attn_weights_read(weights, attn_arrays_find(weights, "empty"), numbers, &status));
    ck_assert(!attn_weights_read(weights, attn_arrays_find(weights, "a"), numbers, &status));
    ck_assert_ptr_nonnull(strstr(status.message, "a has the type F8_E4M3"));
    attn_arrays_close(weights);
    attn_arrays_close(NULL);
    attn_text_free(&file);
}
END_TEST

START_TEST(no_tensors_are_fine)
{
    attn_status status = {0};
    attn_text file = make_file("{}", NULL, 0);
    attn_arrays *weights = attn_weights_from(file.bytes, file.length, "w", &status);
    ck_assert_ptr_nonnull(weights);
    ck_assert_uint_eq(count_arrays(weights), 0);
    ck_assert_ptr_null(attn_arrays_find(weights, "a"));
    attn_arrays_close(weights);
    attn_text_free(&file);
}
END_TEST

/* A file that was opened as one of arrays is not in memory: nothing is read in place. */
START_TEST(only_weights_in_memory_are_read_as_weights)
{
    attn_status status = {0};
    float number = 1;
    char path[] = "/tmp/attnviz-test-XXXXXX";
    attn_text file = make_file("{" TENSOR("a", "F32", "[1]", "0", "4") "}", NULL, 4);
    unit_make_file(path);
    unit_write(path, file.bytes, file.length);
    attn_arrays *arrays = attn_arrays_open(path, &status);
    ck_assert_ptr_nonnull(arrays);
    const attn_array *a = attn_arrays_find(arrays, "a");
    ck_assert_ptr_null(attn_weights_floats(arrays, a));
    ck_assert(!attn_weights_read(arrays, a, &number, &status));
    ck_assert_str_eq(status.message, "the bytes of a are not laid out as weights are");
    ck_assert(attn_array_read(arrays, a, 0, 1, &number, &(attn_status){0}) && number == 0);
    attn_arrays_close(arrays);
    attn_text_free(&file);
    remove(path);
}
END_TEST

/* ---- numbers ---- */

static const struct {
    const char *type, *bytes;
    size_t size;
    float value; /* NAN: a failure with these words */
    const char *words;
} number_rows[] = {
    {"F32", "\0\0\0\xC0", 4, -2, ""},
    {"F32", "\1\0\0\0", 4, 0x1p-149f, ""},
    {"F32", "\0\0\xC0\x7F", 4, NAN, "number 1 of a (counted from 1) is not a number"},
    {"F32", "\0\0\x80\xFF", 4, NAN, "is infinite"},
    {"BF16", "\x80\x3F", 2, 1, ""},
    {"BF16", "\x49\xC0", 2, -3.140625f, ""},
    {"BF16", "\x80\x7F", 2, NAN, "is infinite"},
    {"F16", "\0\0", 2, 0, ""},
    {"F16", "\x00\x3C", 2, 1, ""},
    {"F16", "\x01\x3C", 2, 1.0009765625f, ""},
    {"F16", "\xFF\x7B", 2, 65504, ""},
    {"F16", "\x00\xC5", 2, -5, ""},
    {"F16", "\x00\x04", 2, 0x1p-14f, ""},
    {"F16", "\xFF\x03", 2, 0x3FFp-24f, ""},
    {"F16", "\x01\x80", 2, -0x1p-24f, ""},
    {"F16", "\x00\x7C", 2, NAN, "is infinite"},
    {"F16", "\x01\x7C", 2, NAN, "is not a number"},
    {"F64", "\0\0\0\0\0\0\xF8\x3F", 8, 1.5f, ""},
    {"F64", "\x9A\x99\x99\x99\x99\x99\xB9\x3F", 8, 0.1f, ""},
    {"F64", "\0\0\0\0\0\0\xF0\x47", 8, NAN, "infinite or too large for float32"},
    {"F64", "\0\0\0\0\0\0\xF0\x7F", 8, NAN, "infinite or too large for float32"},
    {"F64", "\0\0\0\0\0\0\xF8\x7F", 8, NAN, "is not a number"},
    {"U8", "\xFF", 1, 255, ""},
    {"I8", "\xFF", 1, -1, ""},
    {"I32", "\xFE\xFF\xFF\xFF", 4, -2, ""},
    {"I64", "\1\2\0\0\0\0\0\0", 8, 513, ""},
    {"U64", "\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF", 8, 0x1p64f, ""},
    {"BOOL", "\1", 1, 1, ""},
    {"F8_E5M2", "\x3C", 1, NAN, "a has the type F8_E5M2"},
};

START_TEST(numbers_of_every_type)
{
    char header[200];
    attn_status status = {0};
    size_t size = number_rows[_i].size;
    snprintf(header, sizeof header,
             "{\"a\":{\"dtype\":\"%s\",\"shape\":[],\"data_offsets\":[0,%zu]}}",
             number_rows[_i].type, size);
    attn_text file = make_file(header, number_rows[_i].bytes, size);
    attn_arrays *weights = attn_weights_from(file.bytes, file.length, "w", &status);
    ck_assert_msg(weights != NULL, "%s", status.message);
    float number = 99;
    bool sound = !isnan(number_rows[_i].value);
    ck_assert_int_eq(attn_weights_read(weights, attn_arrays_at(weights, 0), &number, &status),
                     sound);
    if (sound) ck_assert_double_eq((double)number, (double)number_rows[_i].value);
    if (!sound) ck_assert_msg(strstr(status.message, number_rows[_i].words), "%s", status.message);
    if (!sound) ck_assert_str_eq(status.file, "w");
    attn_arrays_close(weights);
    attn_text_free(&file);
}
END_TEST

/* All 65536 halves against their definition, sign · 2^e · (f / 1024). */
START_TEST(every_half)
{
    attn_status status = {0};
    unsigned char data[2 * 65536];
    float *numbers = attn_resize(NULL, 65536 * sizeof *numbers);
    size_t count = 0;
    for (unsigned half = 0; half < 65536; half++) {
        if ((half >> 10 & 31) == 31) continue;
        data[2 * count] = (unsigned char)(half & 0xFF);
        data[2 * count++ + 1] = (unsigned char)(half >> 8);
    }
    char header[200];
    snprintf(header, sizeof header,
             "{\"a\":{\"dtype\":\"F16\",\"shape\":[%zu],\"data_offsets\":[0,%zu]}}", count,
             2 * count);
    attn_text file = make_file(header, data, 2 * count);
    attn_arrays *weights = attn_weights_from(file.bytes, file.length, "w", &status);
    ck_assert_ptr_nonnull(weights);
    ck_assert(attn_weights_read(weights, attn_arrays_at(weights, 0), numbers, &status));
    size_t at = 0, wrong = 0;
    for (unsigned half = 0; half < 65536; half++) {
        int exponent = (int)(half >> 10 & 31);
        double size = (half & 1023) / 1024.0 + (exponent > 0);
        if (exponent == 31) continue;
        size *= pow(2, (exponent > 0 ? exponent : 1) - 15);
        wrong += (double)numbers[at++] != (half & 0x8000 ? -size : size);
    }
    ck_assert_uint_eq(wrong, 0);
    attn_arrays_close(weights);
    attn_resize(numbers, 0);
    attn_text_free(&file);
}
END_TEST

START_TEST(files_are_mapped_and_read_in_place)
{
    const float data[] = {1, 2, 3, 4, 5, 6};
    char path[] = "/tmp/attnviz-weights-XXXXXX";
    attn_status status = {0};
    unit_make_file(path);
    attn_text file = make_file("{" TENSOR("w", "F32", "[2,3]", "0", "24") "}       ", data, 24);
    size_t header = file.length - 8 - 24;
    unit_write(path, file.bytes, file.length);
    attn_arrays *weights = attn_weights_open(attn_open(AT_FDCWD, path, &status), path, &status);
    unlink(path);
    ck_assert_msg(weights != NULL, "%s", status.message);
    const float *numbers = attn_weights_floats(weights, attn_arrays_at(weights, 0));
    ck_assert_int_eq(numbers != NULL, header % 4 == 0);
    if (numbers) ck_assert_mem_eq(numbers, data, 24);
    float copy[6];
    ck_assert(attn_weights_read(weights, attn_arrays_at(weights, 0), copy, &status));
    ck_assert_mem_eq(copy, data, 24);
    attn_arrays_close(weights);
    ck_assert_ptr_null(attn_weights_open(attn_open(AT_FDCWD, path, &status), path, &status));
    ck_assert_str_eq(status.file, path);
    attn_text_free(&file);
}
END_TEST

START_TEST(floats_in_place_need_alignment_and_f32)
{
    attn_status status = {0};
    for (size_t shift = 0; shift < 4; shift++) {
        attn_text header = {0};
        attn_text_add(&header, "{" TENSOR("h", "F16", "[2]", "0", "4") "," TENSOR("w", "F32", "[1]",
                                                                                  "4", "8") "}");
        while ((header.length + shift) % 4) attn_text_add(&header, " ");
        attn_text file = make_file(attn_text_string(&header), NULL, 8);
        attn_arrays *weights = attn_weights_from(file.bytes, file.length, "w", &status);
        ck_assert_ptr_nonnull(weights);
        ck_assert_ptr_null(attn_weights_floats(weights, attn_arrays_find(weights, "h")));
        const float *w = attn_weights_floats(weights, attn_arrays_find(weights, "w"));
        ck_assert_int_eq(w != NULL, shift == 0);
        attn_arrays_close(weights);
        attn_text_free(&file);
        attn_text_free(&header);
    }
}
END_TEST

START_TEST(no_prefix_or_mutation_harms)
{
    attn_text file = make_file(
        "{\"__metadata__\":{\"k\":\"v\"}," TENSOR("a", "F32", "[2,2]", "0", "16") "," TENSOR(
            "b", "BF16", "[3]", "16", "22") "}",
        NULL, 22);
    unsigned state = 3;
    char *bent = attn_resize(NULL, file.length);
    for (int round = 0; round < 20000; round++) {
        attn_status status = {0};
        size_t length = file.length;
        memcpy(bent, file.bytes, length);
        state = state * 1664525U + 1013904223U;
        bent[(state >> 8) % length] = (char)"0123456789[]{},\":\xFF"[(state >> 24) % 18];
        if (round < (int)length) length = (size_t)round;
        attn_arrays *weights = attn_weights_from(bent, length, "w", &status);
        if ((weights != NULL) != attn_ok(&status)) ck_abort_msg("%s", status.message);
        float numbers[64];
        for (size_t i = 0; weights && i < count_arrays(weights); i++)
            attn_weights_read(weights, attn_arrays_at(weights, i), numbers, &status);
        attn_arrays_close(weights);
    }
    attn_resize(bent, 0);
    attn_text_free(&file);
}
END_TEST

/* ---- writing ---- */

static char written[] = "/tmp/attnviz-weights-XXXXXX";

START_TEST(what_is_written_is_read)
{
    enum { MANY = 10001 };
    float many[MANY], few[] = {-0.0f, 1e-45f, 3.4028235e38f, -7, 0.1f, 2}, one[] = {3};
    const attn_array_numbers items[] = {
        {{.name = "W_{Q,1}", .rank = 2, .shape = {2, 3}, .count = 6}, few},
        {{.name = "\"\\\n\x01 γ", .rank = 0, .count = 1}, one},
        {{.name = "b", .rank = 1, .shape = {MANY}, .count = MANY}, many}};
    attn_status status = {0};
    for (size_t i = 0; i < MANY; i++) many[i] = (float)i / 7;
    unit_make_file(written);
    ck_assert_msg(
        attn_weights_write(attn_output_open(written, &status), items, COUNT(items), NULL, &status),
        "%s", status.message);
    attn_arrays *weights =
        attn_weights_open(attn_open(AT_FDCWD, written, &status), written, &status);
    ck_assert_msg(weights != NULL, "%s", status.message);
    ck_assert(attn_weights_own(weights));
    ck_assert_uint_eq(count_arrays(weights), COUNT(items));
    for (size_t i = 0; i < COUNT(items); i++) {
        const attn_array *weight = attn_arrays_find(weights, items[i].array.name);
        ck_assert_ptr_eq(weight, attn_arrays_at(weights, i));
        ck_assert_uint_eq(weight->rank, items[i].array.rank);
        ck_assert_mem_eq(weight->shape, items[i].array.shape, weight->rank * sizeof(size_t));
        ck_assert_str_eq(weight->type, "F32");
        const float *floats = attn_weights_floats(weights, weight);
        ck_assert_ptr_nonnull(floats); /* aligned */
        ck_assert_mem_eq(floats, items[i].numbers, items[i].array.count * sizeof(float));
    }
    attn_arrays_close(weights);
    unlink(written);
}
END_TEST

/* The file that stands there stays as it is. */
START_TEST(numbers_that_cannot_be_read_are_not_written)
{
    const float bad[] = {1, _i ? INFINITY : NAN};
    const attn_array_numbers item = {{.name = "W", .rank = 1, .shape = {2}, .count = 2}, bad};
    attn_status status = {0};
    size_t length;
    unit_make_file(written);
    unit_write_text(written, "old");
    ck_assert(!attn_weights_write(attn_output_open(written, &status), &item, 1, NULL, &status));
    ck_assert_str_eq(
        status.message,
        "number 2 of W (counted from 1) is not finite, so these weights are not saved");
    char *text = unit_read(written, &length);
    ck_assert_str_eq(text, "old");
    free(text);
    unlink(written);
}
END_TEST

/* ---- float16 ---- */

/* The numbers written as float16 and read back. */
static void through_halves(const float *numbers, size_t count, float *back)
{
    attn_status status = {0};
    const attn_array_numbers items[] = {
        {{.name = "h", .rank = 1, .shape = {count}, .count = count, .type = ATTN_HALF}, numbers},
        {{.name = "w", .rank = 1, .shape = {count}, .count = count}, numbers}};
    unit_make_file(written);
    ck_assert_msg(attn_weights_write(attn_output_open(written, &status), items, 2, NULL, &status),
                  "%s", status.message);
    attn_arrays *weights =
        attn_weights_open(attn_open(AT_FDCWD, written, &status), written, &status);
    ck_assert_msg(weights != NULL, "%s", status.message);
    const attn_array *half = attn_arrays_find(weights, "h"),
                     *whole = attn_arrays_find(weights, "w");
    ck_assert_str_eq(half->type, "F16");
    ck_assert_str_eq(whole->type, "F32");
    ck_assert(attn_weights_read(weights, whole, back, &status));
    ck_assert_mem_eq(back, numbers, count * sizeof *back);
    ck_assert_msg(attn_weights_read(weights, half, back, &status), "%s", status.message);
    attn_arrays_close(weights);
    unlink(written);
}

static const struct {
    float number, half;
} rounded_rows[] = {{0, 0},
                    {-0.0f, -0.0f},
                    {1, 1},
                    {0.1f, 0x1.998p-4f},
                    {0x1.002p0f, 0x1p0f},         /* halfway: to the even one */
                    {0x1.006p0f, 0x1.008p0f},     /* halfway, up */
                    {0x1.002002p0f, 0x1.004p0f},  /* a little more than halfway */
                    {0x1.001ffep0f, 0x1p0f},      /* a little less */
                    {-0x1.006p0f, -0x1.008p0f},   /* the sign changes nothing */
                    {0x1.ffep0f, 0x1p1f},         /* over the next power of two */
                    {65504, 65504},               /* the largest */
                    {0x1.ffdffep15f, 65504},      /* just below halfway to what is infinite */
                    {0x1p-14f, 0x1p-14f},         /* the smallest normal one */
                    {0x1.ffep-15f, 0x1p-14f},     /* subnormal, rounded up to it */
                    {0x1.ff8p-15f, 0x1.ff8p-15f}, /* the largest subnormal one */
                    {0x1.8p-24f, 0x1p-23f}, /* between 1 and 2 of 2⁻²⁴: to the even one */
                    {0x1.4p-23f, 0x1p-23f}, /* between 2 and 3 */
                    {0x1.400002p-23f, 0x1.8p-23f}, /* a little more */
                    {0x1p-25f, 0},                 /* half of the smallest */
                    {-0x1.000002p-25f, -0x1p-24f}, /* a little more */
                    {1e-45f, 0}};

START_TEST(halves_are_rounded)
{
    float numbers[COUNT(rounded_rows)], back[COUNT(rounded_rows)];
    for (size_t i = 0; i < COUNT(rounded_rows); i++) numbers[i] = rounded_rows[i].number;
    through_halves(numbers, COUNT(rounded_rows), back);
    for (size_t i = 0; i < COUNT(rounded_rows); i++)
        if (memcmp(&back[i], &rounded_rows[i].half, sizeof *back) != 0)
            ck_abort_msg("%a becomes %a, not %a", (double)numbers[i], (double)back[i],
                         (double)rounded_rows[i].half);
}
END_TEST

/* Each float16 comes back as it is, and so does what lies nearer to it than to the next one. */
START_TEST(every_half_comes_back)
{
    enum { FINITE = 31 << 10 };
    float *halves = malloc(FINITE * sizeof *halves), *back = malloc(FINITE * sizeof *back);
    for (unsigned half = 0; half < FINITE; half++) {
        int exponent = (int)(half >> 10);
        halves[half] =
            ldexpf((float)(half & 1023) / 1024 + (exponent > 0), exponent ? exponent - 15 : -14);
    }
    through_halves(halves, FINITE, back);
    ck_assert_mem_eq(back, halves, FINITE * sizeof *back);
    float *near = malloc(FINITE * sizeof *near);
    for (size_t side = 0; side < 2; side++) {
        for (size_t i = 0; i < FINITE; i++) {
            float next = side ? i + 1 < FINITE ? halves[i + 1] : 65536 : i ? halves[i - 1] : 0;
            near[i] = nextafterf(halves[i] / 2 + next / 2, halves[i]);
        }
        through_halves(near, FINITE, back);
        ck_assert_mem_eq(back, halves, FINITE * sizeof *back);
    }
    free(near);
    free(back);
    free(halves);
}
END_TEST

/* What would be rounded to infinity. */
START_TEST(what_float16_does_not_reach_is_not_written)
{
    const float beyond[] = {1, _i ? -65520.0f : 1e30f};
    const attn_array_numbers item = {
        {.name = "W", .rank = 1, .shape = {2}, .count = 2, .type = ATTN_HALF}, beyond};
    attn_status status = {0};
    unit_make_file(written);
    ck_assert(!attn_weights_write(attn_output_open(written, &status), &item, 1, NULL, &status));
    ck_assert_str_eq(status.message,
                     _i ? "number 2 of W (counted from 1) is -65520, but float16 reaches only to "
                          "65504: write it as float32"
                        : "number 2 of W (counted from 1) is 1e+30, but float16 reaches only to "
                          "65504: write it as float32");
    unlink(written);
}
END_TEST

static bool write_little(attn_status *status)
{
    const float number = 1;
    const attn_array_numbers item = {{.name = "W", .rank = 1, .shape = {1}, .count = 1}, &number};
    return attn_weights_write(attn_output_open(written, status), &item, 1, NULL, status);
}

START_TEST(without_memory_nothing_is_written)
{
    unit_make_file(written);
    ck_assert_uint_gt(scarce_each(write_little), 1);
    unlink(written);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("safetensors");
    TCase *tests = tcase_create("safetensors");
    tcase_set_timeout(tests, 60);
    tcase_add_loop_test(tests, every_rule_has_its_fault, 0, COUNT(fault_rows));
    tcase_add_loop_test(tests, the_frame_is_checked, 0, COUNT(frame_rows));
    tcase_add_test(tests, tensors_are_listed_and_found);
    tcase_add_test(tests, no_tensors_are_fine);
    tcase_add_test(tests, only_weights_in_memory_are_read_as_weights);
    tcase_add_loop_test(tests, numbers_of_every_type, 0, COUNT(number_rows));
    tcase_add_test(tests, every_half);
    tcase_add_test(tests, files_are_mapped_and_read_in_place);
    tcase_add_test(tests, floats_in_place_need_alignment_and_f32);
    tcase_add_test(tests, no_prefix_or_mutation_harms);
    tcase_add_test(tests, what_is_written_is_read);
    tcase_add_test(tests, halves_are_rounded);
    tcase_add_test(tests, every_half_comes_back);
    tcase_add_loop_test(tests, what_float16_does_not_reach_is_not_written, 0, 2);
    tcase_add_loop_test(tests, numbers_that_cannot_be_read_are_not_written, 0, 2);
    tcase_add_test(tests, without_memory_nothing_is_written);
    suite_add_tcase(suite, tests);
    return unit_run(suite);
}
