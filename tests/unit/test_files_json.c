/* json: every fault with its exact place, what is let through, places of values, keys and letters.
 */
/* slow under valgrind */
/* slow under sanitizers */
#include <time.h>

#include "core/text.h"
#include "files/json/json.h"
#include "scarce.h"

static attn_json *parse(const char *text, size_t length, attn_status *status)
{
    *status = (attn_status){0};
    return attn_json_parse(text, length, "a.json", 4, status);
}

/* ---- faults ---- */

static const struct {
    const char *text;
    size_t line, column;
    const char *words; /* that the message holds */
} fault_rows[] = {
    {"", 1, 1, "the file is empty"},
    {" \n\t", 1, 1, "the file is empty"},
    {"[1, 2,]", 1, 6, "one comma too many before ']'"},
    {"{\n  \"a\": 1,\n}", 2, 9, "one comma too many before '}'"},
    {"[,1]", 1, 2, "a value is missing before this comma"},
    {"[1,,2]", 1, 4, "a value is missing before this comma"},
    {"[1 2]", 1, 4, "a comma is missing"},
    {"{\"a\": 1\n \"b\": 2}", 2, 2, "a comma is missing"},
    {"[\"a\"b\"]", 1, 5, "a comma is missing"},
    {"{\"a\" 1}", 1, 6, "a colon is missing"},
    {"{\"a\"", 1, 5, "'{' of line 1, column 1 is not closed"},
    {"{\"a\":}", 1, 6, "a value is missing before '}'"},
    {"{\"a\":", 1, 6, "the text ends, but a value is needed"},
    {"{a: 1}", 1, 2, "put a key in double quotes"},
    {"{'a': 1}", 1, 2, "put a key in double quotes"},
    {"{1: 1}", 1, 2, "put a key in double quotes"},
    {"{[1]: 1}", 1, 2, "a key in double quotes is needed"},
    {"{,}", 1, 2, "missing before this comma"},
    {"[1:2]", 1, 3, "a colon belongs only between a key and its value"},
    {"[1;2]", 1, 3, "';' does not belong here: ',' or ']' is needed"},
    {"['a']", 1, 2, "double quotes"},
    {"[“a”]", 1, 2, "straight double quotes"},
    {"[我]", 1, 2, "'我' does not belong here: a value is needed"},
    {"[\"我爱\", x]", 1, 8, "'x' is not a value"},
    {"[True]", 1, 2, "'True' is not a value"},
    {"[NaN]", 1, 2, "'NaN' is not a value"},
    {"[-Infinity]", 1, 2, "'-Infinity' is not a number"},
    {"[nullx]", 1, 2, "'nullx' is not a value"},
    {"[\"abc]", 1, 2, "the closing quote of this string is missing"},
    {"[\"abc\n\"]", 1, 2, "missing on its line"},
    {"[\"a\tb\"]", 1, 4, "\\t"},
    {"[\"a\x1b[2J\"]", 1, 4, "\\u001B"},
    {"[\x01]", 1, 2, "does not belong here"},
    {"[\"\\x\"]", 1, 3, "this backslash begins no escape: write a backslash as \\\\"},
    {"[\"\\", 1, 3, "backslash"},
    {"[\"\\u12g4\"]", 1, 3, "four hexadecimal digits"},
    {"[\"\\u12", 1, 3, "four hexadecimal digits"},
    {"[\"\\u0000\"]", 1, 3, "\\u0000 is not allowed in a text: remove it"},
    {"[\"\\ud83d\"]", 1, 3, "half a character"},
    {"[\"\\ude00\"]", 1, 3, "half a character"},
    {"[\"\\ud83d\\u0041\"]", 1, 3, "half a character"},
    {"[01]", 1, 2, "'01' begins with one zero too many"},
    {"[-01]", 1, 2, "'-01' is not a number"},
    {"[1.]", 1, 2, "'1.' is not a number"},
    {"[.5]", 1, 2, "as in 0.5"},
    {"[-.5]", 1, 2, "'-.5' is not a number"},
    {"[+1]", 1, 2, "no plus sign"},
    {"[−1]", 1, 2, "hyphen"},
    {"[-]", 1, 2, "'-' is not a number"},
    {"[1e]", 1, 2, "'1e' is not a number"},
    {"[1e+]", 1, 2, "'1e+' is not a number"},
    {"[0x10]", 1, 2, "'0x10' is not a number"},
    {"[1.2.3]", 1, 2, "'1.2.3' is not a number"},
    {"[1e999]", 1, 2, "'1e999' is too large"},
    {"[-1e999]", 1, 2, "'-1e999' is too large"},
    {"[0.0000000000000000000000000000000000000000000000000000000000001]", 1, 2, "60 characters"},
    {"[1] x", 1, 5, "after the end"},
    {"[1]]", 1, 4, "' closes nothing: remove it"},
    {"1 // c", 1, 3, "after the end"},
    {"[1 // c\n]", 1, 4, "no comments"},
    {"[\n  {\"a\": [1,\n 2}]", 3, 3, "'[' of line 2, column 9 is closed by '}': ']' is needed"},
    {"{\"a\": [1, {\"b\": 2}", 1, 19, "'[' of line 1, column 7 is not closed"},
    {"[", 1, 2, "'[' of line 1, column 1 is not closed"},
    {"[1,", 1, 4, "not closed"},
    {"{]", 1, 2, "'{' of line 1, column 1 is closed by ']'"},
    {"[[[[[1]]]]]", 1, 5, "nested more than 4 deep"},
    {"{\"a\":1,\n\"b\":2, \"a\":3}", 2, 8, "the key \"a\" is given twice"},
    {"{\"a\":1,\"\\u0061\":3}", 1, 8, "the key \"a\" is given twice"},
    {"[{\"c\":1,\"b\":1,\"b\":1,\"c\":1}]", 1, 15, "the key \"b\" is given twice"},
    {"{\"b\":1,\"c\":1,\"c\":1,\"b\":1}", 1, 14, "the key \"c\" is given twice"},
    {"[\"我\xC3\"]", 1, 4, "the byte C3 is not UTF-8"},
    {"\xEF\xBB\xBF{]", 1, 2, "'{' of line 1, column 1 is closed by ']'"},
    {"\xEF\xBB\xBF", 1, 1, "the file is empty"},
    {"{}\xEF\xBB\xBF", 1, 3, "after the end"},
    {"{\n\n  \"steps\": [ {} {} ] }", 3, 17, "a comma is missing"},
};

START_TEST(faults_have_place_and_words)
{
    attn_status status;
    ck_assert_ptr_null(parse(fault_rows[_i].text, strlen(fault_rows[_i].text), &status));
    ck_assert_msg(strstr(status.message, fault_rows[_i].words), "%s: %s", fault_rows[_i].text,
                  status.message);
    ck_assert_msg(status.line == fault_rows[_i].line && status.column == fault_rows[_i].column,
                  "%s: %zu:%zu", fault_rows[_i].text, status.line, status.column);
    ck_assert_str_eq(status.file, "a.json");
}
END_TEST

START_TEST(a_nul_byte_is_a_fault)
{
    attn_status status;
    ck_assert_ptr_null(parse("[\"a\0b\"]", 7, &status));
    ck_assert_ptr_nonnull(strstr(status.message, "NUL"));
    ck_assert_uint_eq(status.column, 4);
    ck_assert_ptr_null(parse("[1]\0", 4, &status));
    ck_assert_uint_eq(status.column, 4);
}
END_TEST

START_TEST(depth_is_a_limit)
{
    attn_status status;
    attn_json *json = parse("[[[{}]]]", 8, &status);
    ck_assert_ptr_nonnull(json);
    attn_json_free(json);
    ck_assert_ptr_null(parse("[[[[{}]]]]", 10, &status));
    ck_assert_int_eq(status.code, ATTN_LIMIT);
}
END_TEST

START_TEST(an_earlier_fault_is_kept)
{
    attn_status status = {0};
    attn_fail(&status, ATTN_USAGE, "first");
    ck_assert_ptr_null(attn_json_parse("[}", 2, "b.json", 4, &status));
    ck_assert_str_eq(status.message, "first");
    ck_assert_str_eq(status.file, "");
}
END_TEST

/* ---- what is let through ---- */

static const char *const sound[] = {
    "null",         " true ",
    "\"\"",         "0",
    "-0",           "-0.5e-10",
    "1E+5",         "1e-999",
    "[]",           "{}",
    "[[],{}]",      "\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9\\ud83d\\ude00\"",
    "\t[\r\n1 ]\n", "{\"\":1,\"A\":2,\"a\":3}",
    "\"\x7f\"",     "\xEF\xBB\xBF{\"a\":1}",
};

START_TEST(sound_documents_are_read)
{
    attn_status status;
    attn_json *json = parse(sound[_i], strlen(sound[_i]), &status);
    ck_assert_msg(json != NULL, "%s: %s", sound[_i], status.message);
    ck_assert(attn_ok(&status));
    attn_json_free(json);
    attn_json_free(NULL);
}
END_TEST

START_TEST(no_prefix_or_mutation_harms)
{
    const char *text = "{\"a\": [1, -2.5e3, \"x\\u00e9\\ud83d\\ude00我\"], \"b\": {\"c\": null}}\n";
    size_t length = strlen(text);
    unsigned state = 7;
    for (size_t end = 0; end + 1 < length; end++) {
        attn_status status;
        ck_assert_ptr_null(parse(text, end, &status));
        ck_assert_uint_gt(status.line, 0);
    }
    for (int round = 0; round < 20000; round++) {
        char bent[128];
        attn_status status;
        memcpy(bent, text, length);
        for (int change = 0; change < 2; change++) {
            state = state * 1664525U + 1013904223U;
            bent[(state >> 8) % length] = "{}[]\",:\\u0e-.1\n\xC3 a"[(state >> 24) % 18];
        }
        attn_json *json = parse(bent, length, &status);
        bool agrees = (json != NULL) == attn_ok(&status) && status.code != ATTN_MEMORY;
        attn_json_free(json);
        if (!agrees) ck_abort_msg("%.*s", (int)length, bent);
    }
}
END_TEST

/* ---- places ---- */

START_TEST(values_and_keys_have_places)
{
    const char *text = "{\n  \"我\" : [1,\n 7.5, {\"b\": \"x\"}],\r\n \"c\":true}";
    attn_status status;
    attn_json *json = parse(text, strlen(text), &status);
    ck_assert_ptr_nonnull(json);
    const attn_json_item *root = attn_json_root(json), *list = attn_json_member(root, "我");
    const attn_json_item *first = attn_json_first(list), *second = attn_json_after(first);
    const attn_json_item *b = attn_json_member(attn_json_after(second), "b");
    const struct {
        const attn_json_item *item;
        size_t line, column, key_line, key_column;
    } rows[] = {{root, 1, 1, 1, 1},    {list, 2, 9, 2, 3},
                {first, 2, 10, 2, 10}, {second, 3, 2, 3, 2},
                {b, 3, 13, 3, 8},      {attn_json_member(root, "c"), 4, 6, 4, 2}};
    for (size_t i = 0; i < COUNT(rows); i++) {
        size_t line, column;
        attn_json_find(json, attn_json_start(json, rows[i].item), &line, &column);
        ck_assert_uint_eq(line, rows[i].line);
        ck_assert_uint_eq(column, rows[i].column);
        attn_json_find(json, attn_json_key_start(json, rows[i].item), &line, &column);
        ck_assert_uint_eq(line, rows[i].key_line);
        ck_assert_uint_eq(column, rows[i].key_column);
    }
    ck_assert(attn_json_value(second) == 7.5);
    ck_assert(!attn_json_fail_key(json, b, &status, "no %s", "b"));
    ck_assert(!attn_json_fail(json, list, &status, "later"));
    ck_assert_str_eq(status.message, "no b");
    ck_assert_uint_eq(status.column, 8);
    attn_json_free(json);
}
END_TEST

START_TEST(letters_of_strings_have_places)
{
    /*                  1234 56 789012345678 901234567890123 4 5 */
    const char *text = "{\"k\\n我x\": \"a我\\\\b\\u03b1c\\ud83d\\ude00d\"}";
    attn_status status;
    attn_json *json = parse(text, strlen(text), &status);
    ck_assert_ptr_nonnull(json);
    const attn_json_item *item = attn_json_first(attn_json_root(json));
    ck_assert_str_eq(attn_json_text(item), "a我\\bαc😀d");
    const struct {
        size_t offset, column;
    } rows[] = {{0, 12}, {1, 13}, {2, 13}, {3, 13},  {4, 14},  {5, 16},  {6, 17},
                {7, 17}, {8, 23}, {9, 24}, {12, 24}, {13, 36}, {14, 37}, {99, 37}};
    size_t line, column;
    for (size_t i = 0; i < COUNT(rows); i++) {
        attn_json_find_inside(json, attn_json_start(json, item), rows[i].offset, &line, &column);
        ck_assert_uint_eq(line, 1);
        ck_assert_uint_eq(column, rows[i].column);
    }
    attn_json_find_inside(json, attn_json_key_start(json, item), 1, &line, &column);
    ck_assert_uint_eq(column, 4);
    attn_json_find_inside(json, attn_json_key_start(json, item), 5, &line, &column);
    ck_assert_uint_eq(column, 7);
    attn_json_find_inside(json, 0, 3, &line, &column);
    ck_assert_uint_eq(column, 1);
    attn_json_free(json);
}
END_TEST

START_TEST(places_hold_in_long_lines)
{
    attn_text text = {0};
    attn_status status;
    size_t line, column, expected = 2;
    attn_text_add(&text, "[");
    for (int i = 0; i < 500; i++) attn_text_add(&text, "\"我é\",");
    attn_text_add(&text, "0]");
    attn_json *json = parse(text.bytes, text.length, &status);
    ck_assert_ptr_nonnull(json);
    for (const attn_json_item *item = attn_json_first(attn_json_root(json)); item;
         item = attn_json_after(item)) {
        attn_json_find(json, attn_json_start(json, item), &line, &column);
        ck_assert_uint_eq(column, expected);
        expected += 5;
    }
    attn_json_free(json);
    attn_text_free(&text);
}
END_TEST

/* ---- time ---- */

static double seconds_to_parse(const attn_text *text)
{
    attn_status status;
    clock_t start = clock();
    attn_json_free(parse(text->bytes, text->length, &status));
    return (double)(clock() - start) / CLOCKS_PER_SEC;
}

static attn_text many_keys(size_t count) /* the first of which stands twice */
{
    attn_text text = {0};
    attn_text_add(&text, "{");
    for (size_t i = 0; i < count; i++) attn_text_print(&text, "\"key%zu\":1,", i);
    attn_text_add(&text, "\"key0\":1}");
    return text;
}

static attn_text many_numbers(size_t count)
{
    attn_text text = {0};
    attn_text_add(&text, "[");
    attn_text_repeat(&text, "1,", count);
    attn_text_add(&text, "1]");
    return text;
}

static attn_text many_brackets(size_t count)
{
    attn_text text = {0};
    attn_text_repeat(&text, "[", count);
    return text;
}

static const struct {
    attn_text (*make)(size_t count);
    size_t count;
} time_rows[] = {{many_keys, 100000}, {many_numbers, 2 << 20}, {many_brackets, 4 << 20}};

/* Eight times the text takes about eight times as long; were it quadratic, sixty-four times. */
START_TEST(time_is_linear)
{
    attn_text small = time_rows[_i].make(time_rows[_i].count / 8);
    attn_text large = time_rows[_i].make(time_rows[_i].count);
    double once = seconds_to_parse(&small), eight_times = seconds_to_parse(&large);
    attn_text_free(&small);
    attn_text_free(&large);
    ck_assert_double_lt(eight_times, 30 * (once + 0.01));
}
END_TEST

/* ---- memory ---- */

static bool parse_some(attn_status *status)
{
    const char *text = "{\"a\": [1, 2, \"x\"], \"b\": {\"c\": null, \"d\": [true]}}";
    attn_json *json = parse(text, strlen(text), status);
    attn_json_free(json);
    return json != NULL;
}

START_TEST(every_allocation_may_fail)
{
    scarce_each(parse_some);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("json");
    TCase *tests = tcase_create("json");
    tcase_set_timeout(tests, 60);
    tcase_add_loop_test(tests, faults_have_place_and_words, 0, COUNT(fault_rows));
    tcase_add_test(tests, a_nul_byte_is_a_fault);
    tcase_add_test(tests, depth_is_a_limit);
    tcase_add_test(tests, an_earlier_fault_is_kept);
    tcase_add_loop_test(tests, sound_documents_are_read, 0, COUNT(sound));
    tcase_add_test(tests, no_prefix_or_mutation_harms);
    tcase_add_test(tests, values_and_keys_have_places);
    tcase_add_test(tests, letters_of_strings_have_places);
    tcase_add_test(tests, places_hold_in_long_lines);
    tcase_add_loop_test(tests, time_is_linear, 0, COUNT(time_rows));
    tcase_add_test(tests, every_allocation_may_fail);
    suite_add_tcase(suite, tests);
    return unit_run(suite);
}
