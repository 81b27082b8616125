/*
 * markdown: a lesson as Markdown, as GitHub reads it: tables with pipes, formulas as LaTeX between
 * dollars. Whatever stands in a lesson's words comes out as these words: signs that Markdown, HTML
 * or the formulas could take for their own stand behind a backslash.
 */
#include <string.h>

#include "render/page/markup.h"

/* In "https://" and "www." GitHub would find an address, and in "@" pandoc a source. */
static bool is_address(const char *bytes, size_t at, size_t length)
{
    bool slash = bytes[at] == ':' && at + 1 < length && bytes[at + 1] == '/';
    bool www = bytes[at] == '.' && at >= 3 && memcmp(bytes + at - 3, "www", 3) == 0;
    return slash || www || bytes[at] == '@';
}

static void add_words(const char *bytes, size_t length, attn_text *out)
{
    for (size_t i = 0; i < length; i++) {
        bool sign = strchr("\\`*_{}[]<>#|~$&!^", bytes[i]) != NULL;
        if (bytes[i] && (sign || is_address(bytes, i, length))) attn_text_add(out, "\\");
        attn_text_add_bytes(out, bytes + i, 1);
    }
}

static void add_formula_words(const char *bytes, size_t length, attn_text *out)
{
    attn_text_add_bytes(out, bytes, length);
}

/* At the beginning of a line some signs would make a list or a rule of it, and blanks a code. */
static void add_paragraph(attn_text *out, const char *line)
{
    line += strspn(line, " ");
    size_t digits = strspn(line, "0123456789");
    bool item = digits && line[digits] != '\0' && strchr(".)", line[digits]);
    if (item) attn_text_add_bytes(out, line, digits);
    if (item) line += digits;
    if (item || (*line && strchr("+-=", *line))) attn_text_add(out, "\\");
    attn_text_print(out, "%s\n\n", line);
}

/* Between lines of "```" everything stands as it is; harmless it is, and on one line. */
static void add_code(attn_text *out, const char *words)
{
    attn_text_add(out, "```\n");
    attn_text_add_escaped(out, words, strlen(words), false);
    attn_text_add(out, "\n```\n\n");
}

/* As a quotation, which may stand in another. */
static void put_inside(attn_text *out, size_t from, size_t depth)
{
    (void)depth;
    attn_text inside = {0};
    const char *line = attn_text_string(out) + (from < out->length ? from : out->length);
    while (*line) {
        size_t length = strcspn(line, "\n");
        bool last = line[length] == '\0' || line[length + 1] == '\0';
        if (length || !last) attn_text_add(&inside, length ? "> " : ">");
        attn_text_add_bytes(&inside, line, length);
        attn_text_add(&inside, "\n");
        line += length + (line[length] == '\n');
    }
    if (from < out->length && !inside.failed) {
        out->length = from;
        attn_text_add_bytes(out, attn_text_string(&inside), inside.length);
    }
    attn_text_end(&inside, out);
}

/* A file beside the page, as an address. */
static void add_picture(attn_text *out, const char *name, const char *alt)
{
    attn_text_print(out, "![%s](", alt);
    for (; *name; name++) {
        unsigned char byte = (unsigned char)*name;
        bool plain = byte >= 0x80 || (byte >= '0' && byte <= '9') || (byte >= 'a' && byte <= 'z') ||
                     (byte >= 'A' && byte <= 'Z') || strchr("-_.", *name);
        if (plain)
            attn_text_add_bytes(out, name, 1);
        else
            attn_text_print(out, "%%%02X", (unsigned)byte);
    }
    attn_text_add(out, ")\n\n");
}

const attn_markup attn_markdown = {
    .words = add_words,
    .formula_words = add_formula_words,
    .head = "",
    .foot = "",
    .strong = {"**", "**"},
    .title = {"# ", "\n\n"},
    .display = {"$$", "$$\n\n"},
    .headings = {"## ", "### ", "#### ", "##### ", "###### "},
    .heading_end = "\n\n",
    .paragraph = add_paragraph,
    .code = add_code,
    .next_sheet = "\n---\n\n",
    .inside = put_inside,
    .list = {"", "\n"},
    .check = {"- ✓ ", "\n"},
    .untrue = {"- ✗ **", "**\n"},
    .needs_heads = true,
    .table = {"", "", "", ""},
    .heads_end = {"", "|:--", "|--:", "|\n"},
    .row = {"| ", " | ", " |\n"},
    .table_end = "\n",
    .picture = add_picture,
    .example = "FILE.md",
};

bool attn_show_markdown(const attn_run *run, const attn_show_options *options, attn_text *out,
                        attn_status *status)
{
    return attn_markup_render(run, options, &attn_markdown, out, status);
}

bool attn_worksheets_markdown(const attn_sheets *sheets, attn_text *out, attn_status *status)
{
    return attn_markup_worksheets(sheets, &attn_markdown, out, status);
}
