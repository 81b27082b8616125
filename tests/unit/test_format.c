/* format: what endings promise, and what is written then. */

#include "files/bytes/format.h"

#include <sys/stat.h>

#include "unit.h"

START_TEST(endings_promise_formats)
{
    static const struct {
        const char *path, *ending;
        attn_format format;
    } cases[] = {
        {"a.png", ".png", ATTN_FORMAT_PNG},
        {"b/c.d.SVG", ".SVG", ATTN_FORMAT_SVG},
        {"x.Pdf", ".Pdf", ATTN_FORMAT_PDF},
        {"x.markdown", ".markdown", ATTN_FORMAT_MARKDOWN},
        {"x.md", ".md", ATTN_FORMAT_MARKDOWN},
        {"x.HTML", ".HTML", ATTN_FORMAT_HTML},
        {"x.htm", ".htm", ATTN_FORMAT_HTML},
        {"x.xml", ".xml", ATTN_FORMAT_FOREIGN},
        {"x.pt", ".pt", ATTN_FORMAT_FOREIGN_ARRAYS},
        {"x.mdx", NULL, ATTN_FORMAT_NONE},
        {"x.", NULL, ATTN_FORMAT_NONE},
        {".svg", NULL, ATTN_FORMAT_NONE},
        {"a/.svg", NULL, ATTN_FORMAT_NONE},
        {"a.svg/b", NULL, ATTN_FORMAT_NONE},
        {"svg", NULL, ATTN_FORMAT_NONE},
        {"", NULL, ATTN_FORMAT_NONE},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        ck_assert_msg(attn_format_of(cases[i].path) == cases[i].format, "%s", cases[i].path);
        ck_assert_pstr_eq(attn_format_ending(cases[i].path), cases[i].ending);
    }
}
END_TEST

/* Each that is written has a name and an ending, which promises it. */
START_TEST(formats_have_names_and_endings)
{
    static const char *const names[] = {[ATTN_FORMAT_PNG] = "png",
                                        [ATTN_FORMAT_SVG] = "svg",
                                        [ATTN_FORMAT_PDF] = "pdf",
                                        [ATTN_FORMAT_TEXT] = "text",
                                        [ATTN_FORMAT_MARKDOWN] = "markdown",
                                        [ATTN_FORMAT_LATEX] = "latex",
                                        [ATTN_FORMAT_HTML] = "html",
                                        [ATTN_FORMAT_JSON] = "json",
                                        [ATTN_FORMAT_NPY] = "npy",
                                        [ATTN_FORMAT_NPZ] = "npz",
                                        [ATTN_FORMAT_SAFETENSORS] = "safetensors",
                                        [ATTN_FORMAT_CSV] = "csv",
                                        [ATTN_FORMAT_TSV] = "tsv"};
    for (size_t i = ATTN_FORMAT_PNG; i <= ATTN_FORMAT_TSV; i++) {
        char path[32];
        snprintf(path, sizeof path, "a%s", attn_format_dot((attn_format)i));
        ck_assert(attn_format_of(path) == (attn_format)i);
        ck_assert_str_eq(attn_format_name((attn_format)i), names[i]);
    }
}
END_TEST

static const attn_format formats[] = {ATTN_FORMAT_TEXT, ATTN_FORMAT_JSON, ATTN_FORMAT_LATEX,
                                      ATTN_FORMAT_NONE};
static const struct attn_mend mends[] = {{ATTN_FORMAT_PDF, "run xelatex"},
                                         {ATTN_FORMAT_NONE, NULL}};
static const attn_writer usual = {
    .is = "a page is", .formats = formats, .usual = ATTN_FORMAT_TEXT, .mends = mends};
static const attn_writer file = {
    .is = "a page is", .formats = formats, .usual = ATTN_FORMAT_TEXT, .file = true};
static const attn_writer strict = {.is = "a page is", .formats = formats};

/* What comes of a name, or why nothing does. */
static const struct {
    const attn_writer *writer;
    const char *path; /* PIPE: a pipe */
    attn_format asked, chosen;
    const char *says;
} choices[] = {
    {&usual, "a.json", 0, ATTN_FORMAT_JSON, NULL},
    {&usual, "a.TEX", 0, ATTN_FORMAT_LATEX, NULL},
    {&usual, "a.json", ATTN_FORMAT_LATEX, ATTN_FORMAT_LATEX, NULL},
    {&usual, "a.pdf", ATTN_FORMAT_TEXT, ATTN_FORMAT_TEXT, NULL},
    {&usual, "a", 0, ATTN_FORMAT_TEXT, NULL},
    {&usual, "a.v2", 0, ATTN_FORMAT_TEXT, NULL},
    {&usual, NULL, 0, ATTN_FORMAT_TEXT, NULL},
    {&usual, "-", 0, ATTN_FORMAT_TEXT, NULL},
    {&usual, "/dev/null", 0, ATTN_FORMAT_TEXT, NULL},
    {&usual, "PIPE.json", 0, ATTN_FORMAT_TEXT, NULL},
    {&usual, "PIPE.pdf", 0, ATTN_FORMAT_TEXT, NULL},
    {&usual, "a.pdf", 0, 0, "a page is .txt, .json or .tex, not .pdf: run xelatex"},
    {&usual, "a.Jpg", 0, 0, "a page is .txt, .json or .tex, not .Jpg"},
    {&usual, "a.npy", 0, 0, "a page is .txt, .json or .tex, not .npy"},
    {&file, "-", 0, 0, "a page is not written to standard output: name a file"},
    {&file, "-", ATTN_FORMAT_JSON, 0, "a page is not written to standard output: name a file"},
    {&strict, "a.json", 0, ATTN_FORMAT_JSON, NULL},
    {&strict, "PIPE.json", 0, ATTN_FORMAT_JSON, NULL},
    {&strict, "a", 0, 0, "a page is .txt, .json or .tex: the ending of the name says which"},
    {&strict, "a.csv", 0, 0, "a page is .txt, .json or .tex, not .csv"},
};

START_TEST(names_choose_formats)
{
    char folder[] = "/tmp/attnviz-format-XXXXXX", pipe[64] = "";
    attn_status status = {0};
    const char *path = choices[_i].path;
    unit_make_folder(folder);
    if (path && strncmp(path, "PIPE", 4) == 0) {
        snprintf(pipe, sizeof pipe, "%s/a%s", folder, path + 4);
        ck_assert_int_eq(mkfifo(pipe, 0600), 0);
        path = pipe;
    }
    attn_format format = choices[_i].asked;
    bool done = attn_format_choose(choices[_i].writer, path, &format, &status);
    if (*pipe) unlink(pipe);
    rmdir(folder);
    ck_assert_msg(done == !choices[_i].says, "%s: %s", path, status.message);
    if (done) ck_assert_int_eq(format, choices[_i].chosen);
    if (!done) ck_assert_str_eq(status.message, choices[_i].says);
    if (!done) ck_assert_int_eq(status.code, ATTN_USAGE);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("format");
    TCase *tests = tcase_create("format");
    tcase_add_test(tests, endings_promise_formats);
    tcase_add_test(tests, formats_have_names_and_endings);
    tcase_add_loop_test(tests, names_choose_formats, 0, COUNT(choices));
    suite_add_tcase(suite, tests);
    return unit_run(suite);
}
