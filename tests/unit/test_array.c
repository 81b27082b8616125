/* array: texts, archives and headers, what they hold or what is wrong with them; what is written is
 * read again; no file that is cut or changed does harm. */
/* slow under valgrind */
/* slow under sanitizers */
#include <math.h>
#include <stdint.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "arrays.h"
#include "scarce.h"

/* ---- texts ---- */

static const struct {
    const char *name, *text, *told;
} rows[] = {
    /* JSON */
    {"a.json", "[[1, 2.50], [3e-2, -4]]", " text 2 (2, 2): 1 2.5 0.0299999993 -4"},
    {"a", "\xEF\xBB\xBF [1,2]\n", " text 0 (2): 1 2"},
    {"a.json", "3.5", " text 1 (): 3.5"},
    {"a", "[NaN, Infinity, -Infinity, null, true, false, \"inf\", \"-inf\", \"nan\"]",
     " text 0 (9): nan inf -inf nan 1 0 inf -inf nan"},
    {"a", "[\"-inf\", 1]", " text 0 (2): -inf 1"},
    {"a", "[\"−∞\", \"-∞\", \"∞\"]", " text 0 (3): -inf -inf inf"},
    {"a", "[]", " text 0 (0):"},
    {"a", "[[], []]", " text 0 (2, 0):"},
    {"a", "[[[[[[[[1]]]]]]]]", " text 0 (1, 1, 1, 1, 1, 1, 1, 1): 1"},
    {"a", "{\"tokens\": [\"le\", \"ch\\u0061t\"], \"matrix\": [[1, 2], [3, 4]]}",
     " text 0 (2, 2): 1 2 3 4 rows le chat cols le chat"},
    {"a", "{\"matrix\": [[1, 2]], \"rows\": [\"a\"], \"cols\": [\"b\", \"c\"]}",
     " text 0 (1, 2): 1 2 rows a cols b c"},
    {"a", "{\"cols\": [\"b\", \"c\"], \"v\": [1, 2]}", "v text 0 (2): 1 2 cols b c"},
    {"a",
     "{\"A\": [[1]], \"e\": [2, 3], \"loss\": 0.5, \"by\": \"me\", \"on\": true, \"no\": null}",
     "A text 0 (1, 1): 1\ne text 0 (2): 2 3\nloss text 1 (): 0.5"},
    {"a", "{\"layer\": {\"A\": [1], \"deep\": {\"data\": [2]}}, \"B\": {\"matrix\": [3]}}",
     "layer.A text 0 (1): 1\nlayer.deep text 0 (1): 2\nB text 0 (1): 3"},
    {"a", "{\"tokens\": [\"x\", \"y\"], \"A\": {\"data\": [1, 2]}, \"B\": [1, 2, 3]}",
     "A text 0 (2): 1 2 cols x y\nB text 0 (3): 1 2 3"},
    {"a",
     "{\"attnviz\": 1, \"values\": {\"e\": {\"formula\": null, \"axes\": [{\"index\": \"t\", "
     "\"labels\": [\"the\"]}, {\"labels\": [\"le\", \"chat\"]}], \"data\": [[1, \"-inf\"]]}}, "
     "\"steps\": [{\"say\": \"[1, 2]\", \"n\": [1]}]}",
     "e text 0 (1, 2): 1 -inf rows the cols le chat"},
    {"a", "{\"x\": [{\"A\": [1, [2, \"]\\\"}\"]]}], \"A\": [1]}", "A text 0 (1): 1"},
    {"a", "{\"tokens\": [], \"A\": []}", "A text 0 (0): cols"},
    {"a", "{\"answers\": {\"e\": [1], \"W\": {\"values\": [2]}}}",
     "e text 0 (1): 1\nW text 0 (1): 2"},
    {"a",
     "{\"attnviz\": 1, \"values\": {\"d\": {\"axes\": [], \"data\": 2}, \"A\": {\"axes\": [{}, "
     "{}], "
     "\"data\": [[1]], \"reading\": [{\"sum\": 1}], \"with\": {\"data\": [[3]]}, "
     "\"difference\": [[4]], \"borders\": {\"A_0\": [5]}}}, \"stated\": [], \"checks\": []}",
     "d text 0 (): 2\nA text 0 (1, 1): 1\nA_0 text 0 (1): 5"},
    {"a",
     "{\"A\": {\"axes\": [{\"labels\": [\"x\"]}, {\"labels\": [\"y\"]}, {\"labels\": [\"z\"]}], "
     "\"data\": [[[1]]]}}",
     "A text 0 (1, 1, 1): 1 rows y cols z"},
    {"a",
     "{\"attnviz\": 1, \"title\": \"T\", \"maps\": [{\"title\": \"A\", \"axes\": [{}, {\"labels\": "
     "[\"x\"]}], \"data\": [[1]]}, 2, {\"title\": \"B\", \"axes\": [{}, {}], \"data\": [[3]]}]}",
     "A text 0 (1, 1): 1 cols x\nB text 0 (1, 1): 3"},
    /* entries of several shapes */
    {"a", "{\"A\": [[[1.5], [2]], [[1]]]}", "A_1 text 1 (2, 1): 1.5 2\nA_2 text 0 (1, 1): 1"},
    {"a", "{\"W_Q\": [[[1]], [2], null, 3], \"B\": [4]}",
     "W_{Q,1} text 0 (1, 1): 1\nW_{Q,2} text 0 (1): 2\nW_{Q,4} text 0 (): 3\nB text 0 (1): 4"},
    {"a", "{\"n.A\": [[[[1]], [[2, 3]]], [[[4]], [[5]]]]}",
     "n.A_{1,1} text 0 (1, 1): 1\nn.A_{1,2} text 0 (1, 2): 2 3\nn.A_2 text 0 (2, 1, 1): 4 5"},
    {"a", "{\"b\": {\"axes\": [{}, {}], \"data\": [[1, 2], [3]]}}",
     "b_1 text 0 (2): 1 2\nb_2 text 0 (1): 3"},
    /* tables */
    {"a.csv", "1,2\n3,4\n", " text 0 (2, 2): 1 2 3 4"},
    {"a", "1,2\r\n3,4.50", " text 2 (2, 2): 1 2 3 4.5"},
    {"a.csv", "3.5", " text 1 (1, 1): 3.5"},
    {"a.tsv", "1\t-2\n", " text 0 (1, 2): 1 -2"},
    {"a.txt", "  1.0   2\t3 \n 4 5e-3 6\n\n\n", " text 3 (2, 3): 1 2 3 4 0.00499999989 6"},
    {"a.txt", "# the cat\n#\n1 2\n", " text 0 (1, 2): 1 2"},
    {"a.csv", "the,cat\n1,2\n3,4", " text 0 (2, 2): 1 2 3 4 cols the cat"},
    {"a.csv", ",the,cat\na,1,2\nb,3,4", " text 0 (2, 2): 1 2 3 4 rows a b cols the cat"},
    {"a.csv", "word,the,cat\na,1,2\nb,3,4", " text 0 (2, 2): 1 2 3 4 rows a b cols the cat"},
    {"a.csv", ",0,1\n0,.5,2.\n1,+3,04\n", " text 1 (2, 2): 0.5 2 3 4 rows 0 1 cols 0 1"},
    {"a.csv", "a,1,2\nb,3,4", " text 0 (2, 2): 1 2 3 4 rows a b"},
    {"a.csv", "in,2019,we\n1,2,3", " text 0 (1, 3): 1 2 3 cols in 2019 we"},
    {"a.txt", "the , cat\n1 2 3", " text 0 (1, 3): 1 2 3 cols the , cat"},
    {"a.csv", "word\n1\n2", " text 0 (2, 1): 1 2 cols word"},
    {"a.txt", "the cat\na 1 2\nb 3 4", " text 0 (2, 2): 1 2 3 4 rows a b cols the cat"},
    {"a.csv", "\xEF\xBB\xBF;le;chat\r\nle;0,5;1e-2\r\n\"a;\"\"b\";-1,25;2\r\n",
     " text 2 (2, 2): 0.5 0.00999999978 -1.25 2 rows le a;\"b cols le chat"},
    {"a.tsv", "0,5\t1\n2\t3,25", " text 2 (2, 2): 0.5 1 2 3.25"},
    {"a.csv", "the,;,cat\n1,2,3", " text 0 (1, 3): 1 2 3 cols the ; cat"},
    {"a.csv",
     "nan,-inf, Infinity \n\xE2\x88\x92"
     "1,1,1",
     " text 0 (2, 3): nan -inf inf -1 1 1"},
    {"a.csv", "−∞,-∞,∞\n+∞,−inf,−1\n", " text 0 (2, 3): -inf -inf inf inf -inf -1"},
    {"a", "[CLS],the\n1,2", " text 0 (1, 2): 1 2 cols [CLS] the"},
    {"a.csv", "x,\" =1\"\n1,2", " text 0 (1, 2): 1 2 cols x =1"},
    {"a.csv", "\"two\nlines\",b\n1,2", " text 0 (1, 2): 1 2 cols two\nlines b"},
};

static void tell_text(attn_text *told, const char *name, const void *bytes, size_t length)
{
    attn_status status = {0};
    tell_arrays(told, attn_arrays_from(bytes, length, name, &status), 3, &status);
}

START_TEST(a_text_holds)
{
    attn_text told = {0};
    tell_text(&told, rows[_i].name, rows[_i].text, strlen(rows[_i].text));
    ck_assert_uint_gt(told.length, 0);
    told.bytes[told.length - 1] = '\0';
    ck_assert_str_eq(told.bytes, rows[_i].told);
    attn_text_free(&told);
}
END_TEST

static const struct {
    const char *name, *text, *told;
} fault_rows[] = {
    /* what is no JSON is explained by the strict scan */
    {"a", "[[1, 2], [3, 4,]]", "a:1:15: one comma too many before ']'"},
    {"a", "[1\n 2]", "a:2:2: a comma is missing before this"},
    {"a", "[1, 2", "a:1:6: the text ends, but '[' of line 1, column 1 is not closed"},
    {"a", "{\"A\": [1], }", "a:1:10: one comma too many before '}'"},
    {"a", "{\"A\" [1]}", "a:1:6: a colon is missing between the key and its value"},
    {"a", "{A: [1]}", "a:1:2: put a key in double quotes"},
    {"a", "[01]", "a:1:2: '01' begins with one zero too many"},
    {"a", "[1.]", "a:1:2: '1.' is not a number"},
    {"a", "[1, +2]", "a:1:5: a number has no plus sign in front"},
    {"a", "[1, nan]", "a:1:5: 'nan' is not a value: put a text in double quotes"},
    {"a", "[NaN, 1,]", "a:1:8: one comma too many before ']'"},
    {"a", "[-Infinity, 1,]", "a:1:14: one comma too many before ']'"},
    {"a", "[-Infinite]", "a:1:2: '-Infinite' is not a number"},
    {"a", "\xEF\xBB\xBF[1]]", "a:1:4: ']' closes nothing: remove it"},
    {"a", "[1] x", "a:1:5: there is more text after the end of the document: remove it"},
    {"a", "{\"A\": [1], \"b\": \"\\q\"}",
     "a:1:18: this backslash begins no escape: write a backslash as \\\\"},
    {"a", "{\"A\": [1], \"b\": \"\xFF\"}", "a:1:18: the byte FF is not UTF-8"},
    {"a", "{\"A\": [1], \"b\": [1, {]}", "a:1:21: an object among the numbers"},
    {"a", "{\"A\": [1], \"b\": 1e999}", "a:1:17: 1e999 is too large"},
    {"a.json", "", "a.json: the file is empty"},
    {"a.json", "hello", "a.json:1:1: 'hello' is not a value"},
    /* what is JSON, and no array */
    {"a", "[[1, 2],\n [3]]",
     "a:2:2: row 2 of the array has 1 number, but the rows before it have 2"},
    {"a", "{\"A\": [[1, 2],\n [3]]}",
     "a:2:2: row 2 of A has 1 number, but the rows before it have 2"},
    {"a", "{\"A\": [[[1, 2]], [[1, 2], [3]]]}",
     "a:1:27: row 2 of A_2 has 1 number, but the rows before it have 2"},
    {"a", "[[[1], [2]], [[1]]]",
     "a:1:14: row 2 of the array has 1 number, but the rows before it have 2"},
    {"a", "[[[1, 2], [2]]]",
     "a:1:11: this list of the array has 1 entry, but those before it have 2"},
    {"a", "[1, [2]]", "a:1:5: the array mixes numbers and lists"},
    {"a", "[[1], 2]", "a:1:7: the array mixes numbers and lists"},
    {"a", "[[[]], [1]]", "a:1:9: the array mixes numbers and lists"},
    {"a", "[1, \"x\"]", "a:1:5: a text among the numbers"},
    {"a", "[1, {}]", "a:1:5: an object among the numbers"},
    {"a", "[[[[[[[[[1]]]]]]]]]", "a:1:9: lists are nested more than 8 deep"},
    {"a", "[1e39]", "a:1:2: 1e39 is too large for float32, which reaches to 3.4e38"},
    {"a", "[\"x\"]", "a: this JSON has no numbers"},
    {"a", "{\"A\": [1], \"A\": [2]}", "a: two arrays have the name \"A\": remove one"},
    {"a", "{\"tokens\": [\"x\", 1], \"A\": [1]}",
     "a:1:18: \"tokens\" is a list of words, in double quotes"},
    {"a", "{\"A\": [1],\n\"tokens\": [\"x\", \"y\"]}",
     "a:2:11: \"tokens\" has 2 words, and no array here has that size"},
    {"a", "{\"A\": [1, 2], \"tokens\": [\"x\"]}",
     "a:1:25: \"tokens\" has 1 word, and no array here has that size"},
    {"a", "{\"tokens\": [\"x\"], \"A\": [1],\n \"tokens\": [\"x\"]}",
     "a:2:2: \"tokens\" is given twice in this object: remove one"},
    {"a", "{\"axes\": [{\"labels\": [\"x\"], \"labels\": [\"x\"]}], \"data\": [1]}",
     "a:1:39: \"labels\" is given twice in this object: remove one"},
    {"a", "{\"axes\": [], \"data\": [1], \"axes\": []}",
     "a:1:27: \"axes\" is given twice in this object: remove one"},
    /* tables */
    {"a.csv", "1,2\n3,\n", "a.csv:2:3: a cell is empty"},
    {"a.csv", "1,2\n3,x\n", "a.csv:2:3: 'x' is not a number"},
    {"a.csv", "1,2\nO.5,1\n", "a.csv:2:1: 'O.5' is not a number"},
    {"a.csv", "the,cat\nO.5,1\n0.3,2",
     "a.csv:3:1: '0.3' is a number where a row's word is expected"},
    {"a.csv", "1,2\n3\n", "a.csv:2:1: row 2 has 1 number, but the rows before it have 2"},
    {"a.csv", "1,2\n3,4,5\n", "a.csv:2:1: row 2 has 3 numbers"},
    {"a.csv", "1,2\n\n3,4\n", "a.csv:2:1: an empty line between the rows: remove it"},
    {"a.csv", "1;2,5\n3.5;1",
     "a.csv:2:1: '3.5' has a decimal point, but a number before it has a decimal comma"},
    {"a.csv", "1.5;2\n3,5;1",
     "a.csv:2:1: '3,5' has a decimal comma, but a number before it has a decimal point"},
    {"a.csv", "1;1.234,5", "a.csv:1:3: '1.234,5' is not a number"},
    {"a.csv", "a,b,c\n1,2\n", "a.csv:1:1: 3 words head 2 columns of numbers"},
    {"a.csv", "a,b\n", "a.csv: this table has no numbers"},
    {"a.csv", "a,b\nc,d\n", "a.csv:2:3: 'd' is not a number"},
    {"a.csv", "1,1e39", "a.csv:1:3: '1e39' is too large for float32"},
    {"a.csv", "\"a,1\n2,3", "a.csv:1:1: this quote is not closed"},
    {"a.csv", "\"a\"b,1\n2,3", "a.csv:1:1: text continues after the closing quote of this cell"},
    {"a.csv", "a\xFF,b\n2,3", "a.csv:1:1: this cell is not UTF-8"},
    {"a.csv", "1 2,3\n1,2", "a.csv:1:1: '1 2' is not a number"},
    {"a.csv", "O.5,1\n1,2", "a.csv:1:1: 'O.5' is not a number"},
    {"a.csv", "0.5,l,3\n1,2,3", "a.csv:1:5: 'l' is not a number"},
    {"a.csv", "O.5,1", "a.csv:1:1: 'O.5' is not a number"},
    {"a.csv", "2019,1,2\nb,3,4", "a.csv:2:1: 'b' is not a number"},
    {"a.csv", "a,1,2\nb,3,4\n2019,5,6",
     "a.csv:3:1: '2019' is a number where a row's word is expected; leave the corner above empty "
     "if a word is a number"},
    {"a.csv", "  ", "a.csv: this table has no numbers"},
    {"a.csv", "\n\n", "a.csv: this table has no numbers"},
    /* strangers */
    {"a.npy", "version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12\n",
     "a.npy: this is a Git LFS pointer, not the numbers: fetch them with 'git lfs pull'"},
    {"a.pkl", "\x80\x04K\x01.", "a.pkl: this is a Python pickle"},
    {"a.h5", "\x89HDF\r\n\x1a\n", "a.h5: this is an HDF5 file"},
    {"a.npy.gz", "\x1f\x8b\x08", "a.npy.gz: this file is compressed with gzip"},
    {"a.csv",
     "\xFF\xFE"
     "1",
     "a.csv: this text is UTF-16: save it as UTF-8"},
    {"a.npy", "\x93NUMP", "a.npy:"},
};

START_TEST(a_text_has_a_fault)
{
    attn_text told = {0};
    tell_text(&told, fault_rows[_i].name, fault_rows[_i].text, strlen(fault_rows[_i].text));
    ck_assert_msg(strncmp(told.bytes + (*told.bytes == ':' ? 2 : 0), fault_rows[_i].told,
                          strlen(fault_rows[_i].told)) == 0,
                  "%s", told.bytes);
    ck_assert_ptr_eq(strchr(told.bytes, '\n'), told.bytes + told.length - 1);
    attn_text_free(&told);
}
END_TEST

/* Far behind the first bytes, which tell the kinds apart. */
START_TEST(a_nul_in_a_text)
{
    attn_text text = {0}, told = {0};
    for (int i = 0; i < 500; i++) attn_text_add(&text, "1,2\n");
    attn_text_add_bytes(&text,
                        "1\0"
                        "2,3\n",
                        6);
    tell_text(&told, "a", text.bytes, text.length);
    ck_assert_ptr_nonnull(strstr(told.bytes, "a:501:1: there is a NUL byte in this cell"));
    for (char *line = text.bytes; (line = strchr(line, '\n')); line++) *line = ',';
    text.bytes[0] = '[';
    text.bytes[1] = ' ';
    text.bytes[text.length - 1] = ']';
    tell_text(&told, "a", text.bytes, text.length);
    ck_assert_ptr_nonnull(strstr(told.bytes, "there is a NUL byte here: this is not text"));
    attn_text_free(&text);
    attn_text_free(&told);
}
END_TEST

/* Longer than what is in memory at once, with blanks, strings and a fault at the end. */
START_TEST(long_texts)
{
    enum { count = 100000 };
    attn_text text = {0}, told = {0};
    attn_status status = {0};
    attn_text_add(&text, "{\"about\": \"");
    attn_text_repeat(&text, "\\u00e9 \\\" x", count);
    attn_text_add(&text, "\", \"A\": [");
    for (int i = 0; i < count; i++) attn_text_print(&text, "%s%d.25 ", i ? ",  " : "", i);
    attn_text_repeat(&text, " ", 600000);
    size_t end = text.length;
    attn_text_add(&text, "]}");
    attn_arrays *arrays = attn_arrays_from(text.bytes, text.length, "a", &status);
    ck_assert_msg(arrays != NULL, "%s", status.message);
    const attn_array *array = attn_arrays_find(arrays, "A");
    ck_assert_ptr_nonnull(array);
    ck_assert_uint_eq(array->count, count);
    ck_assert_ptr_null(attn_arrays_find(arrays, "B"));
    for (size_t i = 0; i < count; i += 999) {
        float number;
        ck_assert(attn_array_read(arrays, array, i, 1, &number, &status));
        ck_assert(number == (float)i + 0.25f);
    }
    attn_arrays_close(arrays);
    text.bytes[end] = ',';
    tell_text(&told, "a", text.bytes, text.length);
    char place[64];
    snprintf(place, sizeof place, "a:1:%zu: a value is missing before '}'", end + 2);
    ck_assert_msg(strstr(told.bytes, place) != NULL, "%s", told.bytes);
    attn_text_free(&told);
    attn_text_free(&text);
}
END_TEST

/* A table of more rows and longer rows than what is in memory at once. */
START_TEST(long_tables)
{
    enum { m = 300, n = 2000 };
    attn_text text = {0};
    attn_status status = {0};
    for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++)
            attn_text_print(&text, "%s%d.5", j ? "\t" : i ? "\n" : "", i + j);
    attn_arrays *arrays = attn_arrays_from(text.bytes, text.length, "a.tsv", &status);
    ck_assert_msg(arrays != NULL, "%s", status.message);
    const attn_array *array = attn_arrays_at(arrays, 0);
    ck_assert(array->rank == 2 && array->shape[0] == m && array->shape[1] == n);
    for (size_t i = 0; i < m; i += 7) {
        float number;
        ck_assert(attn_array_read(arrays, array, i * n + i, 1, &number, &status));
        ck_assert(number == (float)(2 * i) + 0.5f);
    }
    attn_arrays_close(arrays);
    attn_text_free(&text);
}
END_TEST

/* ---- .npy ---- */

static attn_text make_npy(char version, const char *header, const void *data, size_t length)
{
    attn_text file = {0};
    size_t bytes = strlen(header);
    attn_text_add_bytes(&file, "\x93NUMPY", 6);
    attn_text_add_bytes(&file, &version, 1);
    attn_text_add_bytes(&file, "\0", 1);
    for (size_t i = 0; i < (version == 1 ? 2u : 4u); i++) {
        char byte = (char)(unsigned char)(bytes >> 8 * i & 0xFF);
        attn_text_add_bytes(&file, &byte, 1);
    }
    attn_text_add(&file, header);
    attn_text_add_bytes(&file, data, length);
    return file;
}

#define HEADER(type, order, shape)                                                                 \
    "{'descr': " type ", 'fortran_order': " order ", 'shape': " shape ", }"

static const struct {
    char version;
    const char *header, *data;
    size_t length;
    const char *told;
} npy_rows[] = {
    {1, HEADER("'<i2'", "False", "(2, 3)"), "\1\0\2\0\3\0\4\0\5\0\377\377", 12,
     " <i2 99 (2, 3): 1 2 3 4 5 -1"},
    {2, HEADER("'>i2'", "True", "(2, 3)"), "\0\1\0\4\0\2\0\5\0\3\0\6", 12,
     " >i2 99 (2, 3): 1 2 3 4 5 6"},
    {3, HEADER("\"|u1\"", "False", "()"), "\377", 1, " |u1 99 (): 255"},
    {1, "{\"shape\":(2L,),\"fortran_order\":True,\"descr\":\"|b1\"}  \n", "\0\2", 2,
     " |b1 99 (2): 0 1"},
    {1, HEADER("'<f2'", "False", "(5,)"), "\0\x3C\1\0\0\x7C\0\xFC\xFF\x7F", 10,
     " <f2 99 (5): 1 5.96046448e-08 inf -inf nan"},
    {1, HEADER("'>f8'", "False", "(2,)"), "\x3F\xF8\0\0\0\0\0\0\x7F\xF0\0\0\0\0\0\0", 16,
     " >f8 99 (2): 1.5 inf"},
    {1, HEADER("'<i8'", "False", "(1,)"), "\1\0\0\1\0\0\0\x80", 8, " <i8 99 (1): -9.22337204e+18"},
    {1, HEADER("'<u8'", "False", "(1,)"), "\377\377\377\377\377\377\377\377", 8,
     " <u8 99 (1): 1.84467441e+19"},
    {1, HEADER("'<f4'", "True", "(0, 3)"), "", 0, " <f4 99 (0, 3):"},
    /* faults */
    {1, HEADER("'<f8'", "False", "(1,)"), "\377\377\377\377\377\377\357\177", 8,
     "a: number 1 of the array (counted from 1) is too large for float32, which reaches to 3.4e38"},
    {4, HEADER("'<f4'", "False", "(1,)"), "1234", 4, "a: this .npy has version 4.0"},
    {1, HEADER("'<f4'", "False", "(1,)"), "123", 3,
     "a: the file is cut short: the array has 1 numbers of type <f4, which need 4 bytes, but there "
     "are 3"},
    {1, HEADER("'<f4'", "False", "(1,)"), "12345", 5,
     "a: 1 bytes follow the numbers of the array: one .npy holds one array"},
    {1, HEADER("'<c8'", "False", "(1,)"), "12345678", 8,
     "a: the array holds complex numbers (type <c8), which attnviz does not read as numbers: in "
     "Python, np.save(\"x.npy\", a.real.astype(\"float32\"))"},
    {1, HEADER("'|O'", "False", "(1,)"), "\x80", 1, "a: the array holds Python objects (a pickle)"},
    {1, HEADER("[('x', '<f4'), ('y', [('z', '<i2')])]", "False", "(1,)"), "123456", 6,
     "a: the array holds records of several fields"},
    {1, HEADER("'<U2'", "False", "(1,)"), "12345678", 8, "a: the array holds texts (type <U2)"},
    {1, HEADER("'<f16'", "False", "(1,)"), "1234567812345678", 16,
     "a: the array holds numbers of more than 8 bytes"},
    {1, HEADER("'f4'", "False", "(1,)"), "1234", 4, "a: the header of this .npy is damaged"},
    {1, HEADER("'<x4'", "False", "(1,)"), "1234", 4, "a: the header of this .npy is damaged"},
    {1, HEADER("'<f'", "False", "(1,)"), "1234", 4, "a: the header of this .npy is damaged"},
    {1, HEADER("''", "False", "(1,)"), "1234", 4, "a: the header of this .npy is damaged"},
    {1, HEADER("<f4", "False", "(1,)"), "1234", 4, "a: the header of this .npy is damaged"},
    {1, HEADER("[('x'", "False", "(1,)"), "1234", 4, "a: the header of this .npy is damaged"},
    {1, HEADER("'<f4'", "0", "(1,)"), "1234", 4, "a: the header of this .npy is damaged"},
    {1, HEADER("'<f4'", "False", "(-1,)"), "1234", 4, "a: the header of this .npy is damaged"},
    {1, HEADER("'<f4'", "False", "1"), "1234", 4, "a: the header of this .npy is damaged"},
    {1, HEADER("'<f4'", "False", "(1 1)"), "1234", 4, "a: the header of this .npy is damaged"},
    {1, HEADER("'<f4'", "False", "(1"), "1234", 4, "a: the header of this .npy is damaged"},
    {1, HEADER("'<f4'", "False", "(1,1,1,1,1,1,1,1,1)"), "1234", 4,
     "a: the array has more than 8 axes"},
    {1, HEADER("'<f4'", "False", "(999999999999999999, 999999999999999999)"), "1234", 4,
     "a: the array has more numbers than can be counted"},
    {1, HEADER("'<f4'", "False", "(9999999999999999999,)"), "", 0,
     "a: the header of this .npy is damaged"},
    {1, "{'descr': '<f4', 'descr': '<f4'}", "1234", 4, "a: the header of this .npy is damaged"},
    {1, "{'descr': '<f4', 'shape': ()}", "1234", 4, "a: the header of this .npy is damaged"},
    {1, "{'kind': '<f4'}", "1234", 4, "a: the header of this .npy is damaged"},
    {1, "{'descr' '<f4'}", "1234", 4, "a: the header of this .npy is damaged"},
    {1, HEADER("'<f4'", "False", "()") " x", "1234", 4, "a: the header of this .npy is damaged"},
    {1, "['descr']", "1234", 4, "a: the header of this .npy is damaged"},
    {1, "{'descr': '<f4' 'shape': ()}", "1234", 4, "a: the header of this .npy is damaged"},
};

START_TEST(an_npy_holds)
{
    attn_text told = {0};
    attn_text file =
        make_npy(npy_rows[_i].version, npy_rows[_i].header, npy_rows[_i].data, npy_rows[_i].length);
    tell_text(&told, "a", file.bytes, file.length);
    const char *text = *told.bytes == ':' ? told.bytes + 2 : told.bytes;
    ck_assert_msg(strncmp(text, npy_rows[_i].told, strlen(npy_rows[_i].told)) == 0, "%s", text);
    attn_text_free(&file);
    attn_text_free(&told);
}
END_TEST

/* Every order of axes, read in strips of every length, and from the end to the beginning. */
START_TEST(the_first_axis_fastest)
{
    unsigned char data[2 * 3 * 4 * 5];
    attn_status status = {0};
    for (size_t h = 0, at = 0; h < 5; h++)
        for (size_t k = 0; k < 4; k++)
            for (size_t j = 0; j < 3; j++)
                for (size_t i = 0; i < 2; i++)
                    data[at++] = (unsigned char)(((i * 3 + j) * 4 + k) * 5 + h);
    attn_text file = make_npy(1, HEADER("'|u1'", "True", "(2, 3, 4, 5)"), data, sizeof data);
    attn_arrays *arrays = attn_arrays_from(file.bytes, file.length, "a", &status);
    const attn_array *array = attn_arrays_at(arrays, 0);
    for (size_t strip = 1; strip <= sizeof data; strip++) {
        float numbers[sizeof data];
        for (size_t at = sizeof data / strip * strip; at < sizeof data; at -= strip) {
            size_t n = sizeof data - at < strip ? sizeof data - at : strip;
            ck_assert(attn_array_read(arrays, array, at, n, numbers, &status));
            for (size_t i = 0; i < n; i++) ck_assert(numbers[i] == (float)(at + i));
        }
    }
    ck_assert(!attn_array_read(arrays, array, 119, 2, &(float){0}, &status));
    ck_assert_str_eq(status.message, "the array has 120 numbers");
    attn_arrays_close(arrays);
    attn_text_free(&file);
}
END_TEST

/* More rows, and longer ones, than are gathered at once. */
START_TEST(the_first_axis_fastest_and_large)
{
    static const size_t shapes[][2] = {{1500, 1500}, {2, 2200000}};
    size_t m = shapes[_i][0], n = shapes[_i][1];
    unsigned char *data = malloc(m * n);
    char header[128];
    float numbers[64];
    attn_status status = {0};
    ck_assert_ptr_nonnull(data);
    for (size_t j = 0, at = 0; j < n; j++)
        for (size_t i = 0; i < m; i++) data[at++] = (unsigned char)((i * 31 + j * 7) & 0xFF);
    snprintf(header, sizeof header, HEADER("'|u1'", "True", "(%zu, %zu)"), m, n);
    attn_text file = make_npy(1, header, data, m * n);
    attn_arrays *arrays = attn_arrays_from(file.bytes, file.length, "a", &status);
    ck_assert_msg(arrays != NULL, "%s", status.message);
    for (size_t at = 0; at + COUNT(numbers) <= m * n; at += 99991) {
        ck_assert(attn_array_read(arrays, attn_arrays_at(arrays, 0), at, COUNT(numbers), numbers,
                                  &status));
        for (size_t k = 0; k < COUNT(numbers); k++) {
            size_t i = (at + k) / n, j = (at + k) % n;
            ck_assert(numbers[k] == (float)((i * 31 + j * 7) & 0xFF));
        }
    }
    attn_arrays_close(arrays);
    attn_text_free(&file);
    free(data);
}
END_TEST

/* ---- what is written ---- */

static char folder[] = "/tmp/attnviz-array-XXXXXX";
static char path[sizeof folder + 32];

static const char *place(const char *name)
{
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

static const char *const forms[] = {".npy", ".npz", ".safetensors", ".json", ".csv", ".tsv"};

static const char *const row_words[] = {"le", "=1+1", "a\"b,c\t"};
static const char *const col_words[] = {" x", "2019"};
static const attn_labels row_labels = {.name = "", .count = 3, .words = row_words};
static const attn_labels col_labels = {.name = "", .count = 2, .words = col_words};
static const attn_labels plain_labels = {.name = "", .count = 2, .words = col_words, .plain = true};

static bool write_form(const char *form, const float *numbers, attn_status *status)
{
    float copy[6], four[4] = {1, 2, 3, NAN};
    memcpy(copy, numbers, sizeof copy);
    attn_tensor matrix = {.rank = ATTN_MATRIX,
                          .batch = 1,
                          .rows = 3,
                          .cols = 2,
                          .data = copy,
                          .row_labels = &row_labels,
                          .col_labels = &col_labels};
    attn_tensor stack = {.rank = ATTN_MATRIX,
                         .batch = 2,
                         .rows = 1,
                         .cols = 2,
                         .data = four,
                         .col_labels = &plain_labels};
    attn_tensor vector = {.rank = ATTN_VECTOR,
                          .batch = 1,
                          .rows = 1,
                          .cols = 3,
                          .data = copy,
                          .col_labels = &row_labels};
    attn_tensor number = {.rank = ATTN_NUMBER, .batch = 1, .rows = 1, .cols = 1, .data = copy};
    const attn_array_out out[] = {{.name = "A", .value = &matrix},
                                  {.name = "B_t", .value = &stack, .outer_rank = 1, .outer = {2}},
                                  {.name = "v", .value = &vector},
                                  {.name = "n", .value = &number}};
    char name[32];
    snprintf(name, sizeof name, "a%s", form);
    bool many = attn_array_holds_many(attn_format_of(name));
    return attn_arrays_write(place(name), out, many ? COUNT(out) : 1, status);
}

static void expect_bits(attn_arrays *arrays, const attn_array *array, const float *numbers,
                        size_t count)
{
    float read[6];
    attn_status status = {0};
    ck_assert_uint_eq(array->count, count);
    ck_assert(attn_array_read(arrays, array, 0, count, read, &status));
    for (size_t i = 0; i < count; i++)
        ck_assert_msg(memcmp(&read[i], &numbers[i], sizeof *read) == 0 ||
                          (isnan(read[i]) && isnan(numbers[i])),
                      "%.9g, not %.9g", (double)read[i], (double)numbers[i]);
}

START_TEST(what_is_written_is_read)
{
    uint32_t random = 1;
    for (int turn = 0; turn < 25; turn++) {
        attn_status status = {0};
        float numbers[6] = {0.1f, -INFINITY, NAN, 1e-45f, -0.0f, 3.4028235e38f};
        for (size_t i = 0; turn > 0 && i < COUNT(numbers); i++) {
            random = random * 1664525u + 1013904223u;
            memcpy(&numbers[i], &random, sizeof random);
        }
        ck_assert_msg(write_form(forms[_i], numbers, &status), "%s", status.message);
        attn_arrays *arrays = attn_arrays_open(path, &status);
        ck_assert_msg(arrays != NULL, "%s", status.message);
        const attn_array *array = attn_arrays_at(arrays, 0);
        ck_assert(array->rank == 2 && array->shape[0] == 3 && array->shape[1] == 2);
        expect_bits(arrays, array, numbers, 6);
        for (size_t i = 0; _i >= 3 && i < 3; i++)
            ck_assert_str_eq(array->row_labels->words[i], row_words[i]);
        for (size_t i = 0; _i >= 3 && i < 2; i++)
            ck_assert_str_eq(array->col_labels->words[i], col_words[i]);
        if ((array = attn_arrays_at(arrays, 1)) != NULL) {
            ck_assert_ptr_eq(array, attn_arrays_find(arrays, "B_t"));
            ck_assert(array->rank == 3 && array->shape[0] == 2 && array->shape[1] == 1);
            expect_bits(arrays, array, (float[]){1, 2, 3, NAN}, 4);
            expect_bits(arrays, attn_arrays_find(arrays, "v"), numbers, 3);
            ck_assert_uint_eq(attn_arrays_find(arrays, "n")->rank, 0);
            expect_bits(arrays, attn_arrays_find(arrays, "n"), numbers, 1);
        }
        attn_arrays_close(arrays);
        unlink(path);
    }
}
END_TEST

/* Words that a table would take for numbers, where nothing else says that they are words. */
START_TEST(words_that_look_like_numbers)
{
    static const char *const words[] = {"1", "0,5"};
    const attn_labels labels = {.name = "", .count = 2, .words = words};
    float numbers[] = {5, 6, 7, 8};
    attn_tensor matrix = {.rank = ATTN_MATRIX, .batch = 1, .rows = 2, .cols = 2, .data = numbers};
    const attn_array_out out = {.name = "A", .value = &matrix};
    attn_text told = {0};
    attn_status status = {0};
    if (_i & 1) matrix.row_labels = &labels;
    if (_i & 2) matrix.col_labels = &labels;
    ck_assert(attn_arrays_write(place("a.csv"), &out, 1, &status));
    tell_arrays(&told, attn_arrays_open(path, &status), 4, &status);
    ck_assert_str_eq(told.bytes, _i == 3 ? " text 0 (2, 2): 5 6 7 8 rows 1 0,5 cols 1 0,5\n"
                                         : " text 0 (2, 2): 5 6 7 8\n");
    attn_text_free(&told);
    unlink(path);
}
END_TEST

START_TEST(what_cannot_be_written)
{
    float numbers[4] = {0};
    attn_tensor matrix = {.rank = ATTN_MATRIX, .batch = 2, .rows = 1, .cols = 2, .data = numbers};
    const attn_array_out stacked = {.name = "A", .value = &matrix, .outer_rank = 1, .outer = {2}};
    const attn_array_out two[] = {{.name = "A", .value = &matrix}, {.name = "A", .value = &matrix}};
    attn_status status = {0};
    ck_assert(!attn_arrays_write("a.txt", two, 1, &status));
    ck_assert_str_eq(status.message,
                     "numbers are saved as .npy, .npz, .safetensors, .json, .csv or "
                     ".tsv, not .txt");
    status = (attn_status){0};
    ck_assert(!attn_arrays_write(".npy", two, 1, &status));
    ck_assert_ptr_nonnull(strstr(status.message, ".tsv: the ending of the name says which"));
    status = (attn_status){0};
    ck_assert(!attn_arrays_write(place("a.csv"), &stacked, 1, &status));
    ck_assert_ptr_nonnull(strstr(status.message, "a table holds a matrix, but A has 3 axes"));
    status = (attn_status){0};
    ck_assert(!attn_arrays_write(place("a.npy"), two, 2, &status));
    ck_assert_ptr_nonnull(strstr(status.message, "holds one array, not 2"));
    status = (attn_status){0};
    ck_assert(!attn_arrays_write(place("a.npz"), two, 2, &status));
    ck_assert_str_eq(status.message, "two arrays have the name A");
    status = (attn_status){0};
    ck_assert(!attn_arrays_write(place("none/a.npz"), two, 1, &status));
    ck_assert(!attn_arrays_open(place("none"), &(attn_status){0}));
    ck_assert_int_eq(rmdir(folder), 0); /* nothing is left in it */
    ck_assert_int_eq(mkdir(folder, 0700), 0);
}
END_TEST

/* ---- where it is read from ---- */

static const char two[] = "[1, 2]";

/* What cannot be gone back in is read as a whole first. */
START_TEST(a_pipe)
{
    attn_text told = {0};
    attn_status status = {0};
    const char *name = place("pipe");
    ck_assert_int_eq(mkfifo(name, 0600), 0);
    pid_t writer = fork();
    if (writer == 0) {
        FILE *pipe = fopen(name, "w");
        if (pipe) fputs(two, pipe);
        if (pipe) fclose(pipe);
        _exit(0);
    }
    attn_arrays *arrays = attn_arrays_open(name, &status);
    ck_assert_msg(arrays != NULL, "%s", status.message);
    ck_assert_str_eq(attn_arrays_file(arrays), name);
    tell_arrays(&told, arrays, 2, &status);
    ck_assert_str_eq(told.bytes, " text 0 (2): 1 2\n");
    ck_assert_int_eq(waitpid(writer, NULL, 0), writer);
    attn_text_free(&told);
    unlink(name);
}
END_TEST

/* An .npz, deflated, of a matrix whose first axis runs fastest: 0 1 2, 3 4 5. */
static const char packed[] = "\120\113\003\004\024\000\000\000\010\000\000\000\041\000\113\321\064"
                             "\172\103\000\000\000\102\000"
                             "\000\000\005\000\000\000\101\056\156\160\171\233\354\027\352\033\020"
                             "\311\310\140\304\120\255\236"
                             "\222\132\234\134\244\156\245\136\123\152\250\256\243\236\226\137\124"
                             "\122\224\230\027\237\137\224"
                             "\222\012\024\015\051\052\115\325\121\057\316\110\054\110\125\267\322"
                             "\060\322\061\326\254\145\140"
                             "\146\144\141\142\005\000\120\113\001\002\024\003\024\000\000\000\010"
                             "\000\000\000\041\000\113\321"
                             "\064\172\103\000\000\000\102\000\000\000\005\000\000\000\000\000\000"
                             "\000\000\000\000\000\200\001"
                             "\000\000\000\000\101\056\156\160\171\120\113\005\006\000\000\000\000"
                             "\001\000\001\000\063\000\000"
                             "\000\146\000\000\000\000\000";

/* Cut after it was opened: where its numbers are, and where they are compressed. */
START_TEST(a_file_that_becomes_shorter)
{
    float number;
    attn_status status = {0};
    attn_text file = make_npy(1, HEADER("'<f4'", "True", "(1, 2)"), "12345678", 8);
    if (_i)
        unit_write(place("a.npz"), packed, sizeof packed - 1);
    else
        unit_write(place("a.npy"), file.bytes, file.length);
    attn_arrays *arrays = attn_arrays_open(path, &status);
    ck_assert_msg(arrays != NULL, "%s", status.message);
    ck_assert_int_eq(truncate(path, _i ? 50 : (off_t)file.length - 4), 0);
    ck_assert(!attn_array_read(arrays, attn_arrays_at(arrays, 0), 1, 1, &number, &status));
    ck_assert_str_eq(status.message, "the file became shorter while it was read");
    ck_assert_str_eq(status.file, path);
    attn_arrays_close(arrays);
    attn_text_free(&file);
    unlink(path);
}
END_TEST

START_TEST(numbers_that_are_none_of_ours)
{
    static const char header[] = "{\"A\":{\"dtype\":\"C64\",\"shape\":[1],\"data_offsets\":[0,8]}}";
    attn_text file = {0}, told = {0};
    char length = sizeof header - 1;
    attn_text_add_bytes(&file, &length, 1);
    attn_text_add_bytes(&file, "\0\0\0\0\0\0\0", 7);
    attn_text_add(&file, header);
    attn_text_add(&file, "12345678");
    tell_text(&told, "a", file.bytes, file.length);
    ck_assert_ptr_nonnull(
        strstr(told.bytes, "A has the type C64, which attnviz does not read as numbers"));
    attn_text_free(&file);
    file = make_npy(1, HEADER("'<f8'", "True", "(1, 1)"), "\377\377\377\377\377\377\357\177", 8);
    tell_text(&told, "a", file.bytes, file.length);
    ck_assert_ptr_nonnull(
        strstr(told.bytes, "number 1 of the array (counted from 1) is too large"));
    attn_text_free(&file);
    attn_text_free(&told);
}
END_TEST

/* ---- no harm ---- */

/* Opens and reads all of it; a fault has its sentence. */
static bool reads(const char *name, const char *bytes, size_t length)
{
    attn_text told = {0};
    attn_status status = {0};
    char *copy = malloc(length + 1); /* of exactly this size, so that reading on is seen */
    ck_assert_ptr_nonnull(copy);
    if (length) memcpy(copy, bytes, length);
    tell_arrays(&told, attn_arrays_from(copy, length, name, &status), 2, &status);
    ck_assert(attn_ok(&status) || status.message[0] != '\0');
    attn_text_free(&told);
    free(copy);
    return attn_ok(&status);
}

START_TEST(no_cut_or_change_harms)
{
    const float numbers[] = {0.1f, 12, 3, 4, 5, 1e-5f};
    attn_status status = {0};
    size_t length;
    bool table = _i > 3; /* a cut may leave a smaller one */
    ck_assert(write_form(forms[_i], numbers, &status));
    char *bytes = unit_read(path, &length);
    unlink(path);
    ck_assert(reads(path, bytes, length));
    for (size_t cut = 0; cut < length; cut++)
        ck_assert_msg(!reads(path, bytes, cut) || table || (_i == 3 && cut + 1 == length),
                      "%s cut at %zu of %zu", path, cut, length);
    for (size_t at = 0; at < length; at++) {
        static const char with[] = {0, 1, '9', '"', ',', '-', (char)0xFF};
        char old = bytes[at];
        for (size_t k = 0; k < sizeof with; k++) {
            bytes[at] = with[k];
            reads(path, bytes, length);
        }
        for (int bit = 0; bit < 8; bit++) {
            bytes[at] = (char)(old ^ 1 << bit);
            reads(path, bytes, length);
        }
        bytes[at] = old;
    }
    free(bytes);
}
END_TEST

/* ---- without memory ---- */

static char *kept;
static size_t kept_length;
static const char *kept_name;

static bool read_kept(attn_status *status)
{
    attn_arrays *arrays = attn_arrays_from(kept, kept_length, kept_name, status);
    float numbers[6];
    const attn_array *array = arrays ? attn_arrays_at(arrays, 0) : NULL;
    bool done = array && attn_array_read(arrays, array, 0, array->count, numbers, status);
    attn_arrays_close(arrays);
    return done;
}

static bool read_file(attn_status *status)
{
    attn_arrays *arrays = attn_arrays_open(path, status);
    attn_arrays_close(arrays);
    return arrays != NULL;
}

static const char *write_name;

static bool write_little(attn_status *status)
{
    const float numbers[] = {1, 2, 3, 4, 5, 6};
    return write_form(write_name, numbers, status);
}

START_TEST(without_memory)
{
    attn_status status = {0};
    write_name = forms[_i];
    ck_assert_uint_gt(scarce_each(write_little), 1);
    ck_assert(write_little(&status));
    kept = unit_read(path, &kept_length);
    kept_name = path;
    ck_assert_uint_gt(scarce_each(read_kept), 1);
    ck_assert_uint_gt(scarce_each(read_file), 1);
    free(kept);
    unlink(path);
}
END_TEST

START_TEST(without_memory_to_unpack)
{
    kept_name = "a.npz";
    kept_length = sizeof packed - 1;
    kept = malloc(kept_length);
    ck_assert_ptr_nonnull(kept);
    memcpy(kept, packed, kept_length);
    ck_assert_uint_gt(scarce_each(read_kept), 1);
    free(kept);
}
END_TEST

static void make_folder(void)
{
    unit_make_folder(folder);
}

static void remove_folder(void)
{
    rmdir(folder);
}

int main(void)
{
    Suite *suite = suite_create("array");
    TCase *tests = tcase_create("array");
    tcase_set_timeout(tests, 60);
    tcase_add_unchecked_fixture(tests, make_folder, remove_folder);
    tcase_add_loop_test(tests, a_text_holds, 0, COUNT(rows));
    tcase_add_loop_test(tests, a_text_has_a_fault, 0, COUNT(fault_rows));
    tcase_add_test(tests, a_nul_in_a_text);
    tcase_add_test(tests, long_texts);
    tcase_add_test(tests, long_tables);
    tcase_add_loop_test(tests, an_npy_holds, 0, COUNT(npy_rows));
    tcase_add_test(tests, the_first_axis_fastest);
    tcase_add_loop_test(tests, the_first_axis_fastest_and_large, 0, 2);
    tcase_add_loop_test(tests, what_is_written_is_read, 0, COUNT(forms));
    tcase_add_loop_test(tests, words_that_look_like_numbers, 0, 4);
    tcase_add_test(tests, what_cannot_be_written);
    tcase_add_test(tests, a_pipe);
    tcase_add_loop_test(tests, a_file_that_becomes_shorter, 0, 2);
    tcase_add_test(tests, numbers_that_are_none_of_ours);
    tcase_add_loop_test(tests, no_cut_or_change_harms, 0, COUNT(forms));
    tcase_add_loop_test(tests, without_memory, 0, COUNT(forms));
    tcase_add_test(tests, without_memory_to_unpack);
    suite_add_tcase(suite, tests);
    return unit_run(suite);
}
