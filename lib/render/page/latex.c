/*
 * latex: a lesson as a document for xelatex or lualatex, with packages that every distribution of
 * TeX has.
 *
 * Latin letters stand in the document's own font; words of other scripts are put into a command of
 * their kind, for which the document takes the first font that is installed. Where none is, TeX
 * leaves the letters out, and says so in its log, and compiles all the same.
 */
#include <string.h>

#include "render/page/markup.h"

static const char head[] =
    "% !TeX program = xelatex\n"
    "% For xelatex or lualatex.\n"
    "\\documentclass[11pt]{article}\n"
    "\\usepackage[a4paper,margin=25mm]{geometry}\n"
    "\\usepackage{amsmath,amssymb,booktabs,graphicx,fontspec}\n"
    "\\raggedright\\setlength{\\parindent}{0pt}\\setlength{\\parskip}{1ex}\\setlength{"
    "\\emergencystretch}{3em}\n"
    "% [a ; b] may be broken behind its sign, as a + b may.\n"
    "\\AtBeginDocument{\\DeclareMathSymbol{;}{\\mathbin}{operators}{`\\;}}\n"
    "\\makeatletter\n"
    "% The first of these fonts that is installed.\n"
    "\\newcommand\\takefont[3][]{\\let#2\\relax\\@for\\name:=#3\\do{\\ifx#2\\relax\n"
    "  \\IfFontExistsTF{\\name}{\\edef\\next{\\noexpand\\newfontfamily\\noexpand#2{\\name}[#1]}"
    "\\next}{}\\fi}}\n"
    "\\makeatother\n"
    "\\takefont\\otherfont{DejaVu Sans,Noto Sans,Arial Unicode MS,Segoe UI Symbol}\n"
    "\\takefont\\cjkfont{Noto Sans CJK SC,Source Han Sans SC,WenQuanYi Micro Hei,"
    "Droid Sans Fallback,FandolSong,PingFang SC,Microsoft YaHei,SimSun}\n"
    "\\takefont[Script=Arabic]\\rtlfont{DejaVu Sans,Arial,Noto Sans Arabic,Amiri}\n"
    "\\newcommand\\other[1]{{\\otherfont #1}}\n"
    "\\newcommand\\cjk[1]{{\\cjkfont #1}}\n"
    "% From right to left.\n"
    "\\ifdefined\\textdir\n"
    "  \\newcommand\\rtl[1]{{\\rtlfont\\textdir TRT #1}}\n"
    "\\else\n"
    "  \\TeXXeTstate=1\n"
    "  \\newcommand\\rtl[1]{{\\rtlfont\\beginR #1\\endR}}\n"
    "\\fi\n"
    "% What is too wide or too high for the page is made smaller.\n"
    "\\newcommand\\fit[1]{\\sbox0{#1}%\n"
    "  \\ifdim\\wd0>\\linewidth\\sbox0{\\resizebox{\\linewidth}{!}{\\usebox0}}\\fi\n"
    "  \\ifdim\\dimexpr\\ht0+\\dp0\\relax>.8\\textheight\n"
    "    \\sbox0{\\resizebox*{!}{.8\\textheight}{\\usebox0}}\\fi\n"
    "  \\usebox0 }\n"
    "\\providecommand\\lt{<}\\providecommand\\gt{>}\n"
    "\\begin{document}\n\n";

static const char foot[] = "\n\\end{document}\n";

/* ---- words ---- */

typedef enum script { LATIN, SYMBOL, CJK, RIGHT_TO_LEFT, OTHER, MARK } script;

static bool is_in(uint32_t code, uint32_t first, uint32_t last)
{
    return code >= first && code <= last;
}

/* Which font has a character; a mark stays with what it follows. */
static script script_of(uint32_t code)
{
    bool mark = is_in(code, 0x300, 0x36F) || is_in(code, 0x200C, 0x200D) ||
                is_in(code, 0x20D0, 0x20FF) || is_in(code, 0xFE00, 0xFE0F) ||
                is_in(code, 0x1AB0, 0x1AFF) || is_in(code, 0x1DC0, 0x1DFF);
    bool latin = code < 0x250 || is_in(code, 0x1E00, 0x1EFF) || is_in(code, 0x2010, 0x2027) ||
                 is_in(code, 0x2030, 0x203A) || code == 0x20AC;
    bool cjk = is_in(code, 0x1100, 0x11FF) || is_in(code, 0x2E80, 0xA4CF) ||
               is_in(code, 0xAC00, 0xD7FF) || is_in(code, 0xF900, 0xFAFF) ||
               is_in(code, 0xFE30, 0xFE4F) || is_in(code, 0xFF00, 0xFFEF) ||
               is_in(code, 0x20000, 0x3FFFF);
    bool right_to_left = is_in(code, 0x590, 0x8FF) || is_in(code, 0xFB1D, 0xFDFF) ||
                         is_in(code, 0xFE70, 0xFEFF) || is_in(code, 0x10800, 0x10FFF) ||
                         is_in(code, 0x1E800, 0x1EFFF);
    if (mark) return MARK;
    if (attn_latex_symbol(code)) return SYMBOL;
    return latin ? LATIN : cjk ? CJK : right_to_left ? RIGHT_TO_LEFT : OTHER;
}

/* What TeX would take for a sign of its own, or, two of them, for another letter. */
static void add_latin(uint32_t code, const char *bytes, size_t length, attn_text *out)
{
    static const char *const forms[] = {
        ['\\'] = "\\textbackslash{}",
        ['{'] = "\\{",
        ['}'] = "\\}",
        ['$'] = "\\$",
        ['&'] = "\\&",
        ['%'] = "\\%",
        ['#'] = "\\#",
        ['_'] = "\\_",
        ['~'] = "\\textasciitilde{}",
        ['^'] = "\\textasciicircum{}",
        ['"'] = "\\textquotedbl{}",
        ['`'] = "\\textasciigrave{}",
        ['\''] = "\\textquotesingle{}",
        ['['] = "{[}",
        ['*'] = "{*}",
        ['<'] = "\\textless{}",
        ['>'] = "\\textgreater{}",
        [0xA0] = "~",
    };
    const char *form = code < sizeof forms / sizeof *forms ? forms[code] : NULL;
    bool twice =
        (code == ',' || code == '-') && out->length && out->bytes[out->length - 1] == (char)code;
    if (twice) attn_text_add(out, "{}");
    if (form)
        attn_text_add(out, form);
    else
        attn_text_add_bytes(out, bytes, length);
}

static void add_character(uint32_t code, const char *bytes, size_t length, attn_text *out)
{
    const char *symbol = attn_latex_symbol(code);
    if (symbol)
        attn_text_print(out, "\\ensuremath{%s}", symbol);
    else
        add_latin(code, bytes, length, out);
}

/* The script of what follows blanks, for words from right to left stay together. */
static script script_behind_blanks(const char *bytes, size_t length)
{
    uint32_t code = 'a';
    size_t blanks = 0;
    while (blanks < length && bytes[blanks] == ' ') blanks++;
    if (!attn_utf8_next(bytes + blanks, length - blanks, &code)) return LATIN;
    return script_of(code);
}

static void add_words(const char *bytes, size_t length, attn_text *out)
{
    static const char *const commands[] = {
        [CJK] = "\\cjk{", [RIGHT_TO_LEFT] = "\\rtl{", [OTHER] = "\\other{"};
    script open = LATIN;
    uint32_t code = 0;
    for (size_t step; length && (step = attn_utf8_next(bytes, length, &code)); length -= step) {
        script here = script_of(code);
        if (code == 0x200E || code == 0x200F) here = open; /* the direction is told by \rtl */
        bool blank = code == ' ' && open == RIGHT_TO_LEFT &&
                     script_behind_blanks(bytes, length) == RIGHT_TO_LEFT;
        if (here == SYMBOL) here = LATIN;
        if (here == MARK || blank) here = open;
        if (here != open && open != LATIN) attn_text_add(out, "}");
        if (here != open && here != LATIN) attn_text_add(out, commands[here]);
        open = here;
        if (code != 0x200E && code != 0x200F) add_character(code, bytes, step, out);
        bytes += step;
    }
    attn_text_add(out, open == LATIN ? "" : "}");
}

/* ---- blocks ---- */

/* In lines that are no longer than TeX reads. */
static void add_paragraph(attn_text *out, const char *line)
{
    enum { LONG = 90 };
    size_t used = 0;
    for (; *line; line++, used++) {
        bool breaks = *line == ' ' && used > LONG && line[1] != ' ' && line[1] != '\0';
        attn_text_add_bytes(out, breaks ? "\n" : line, 1);
        if (breaks) used = 0;
    }
    attn_text_add(out, "\n\n");
}

static void add_code(attn_text *out, const char *words)
{
    attn_text line = {0};
    attn_text_add(&line, "\\texttt{");
    attn_markup_words(&attn_latex, words, &line);
    attn_text_add(&line, "}");
    add_paragraph(out, attn_text_string(&line));
    attn_text_end(&line, out);
}

/* Indented; TeX nests its lists no deeper. */
static void put_inside(attn_text *out, size_t from, size_t depth)
{
    enum { DEEPEST = 4 };
    attn_text inside = {0};
    if (depth >= DEEPEST || from >= out->length) return;
    attn_text_add(&inside, out->bytes + from);
    if (!inside.failed) {
        out->length = from;
        attn_text_print(out, "\\begin{quote}\n%s\\end{quote}\n\n", attn_text_string(&inside));
    }
    attn_text_end(&inside, out);
}

/* A pixel of the picture is a point of its file; on paper three quarters of that are enough. */
static void add_picture(attn_text *out, const char *name, const char *alt)
{
    attn_text_print(out, "\\begin{center}\\fit{\\includegraphics[scale=0.75]{%s}}", name);
    attn_text_print(out, "\\\\\n\\small %s\\end{center}\n\n", alt);
}

const attn_markup attn_latex = {
    .words = add_words,
    .formula_words = add_words,
    .head = head,
    .foot = foot,
    .strong = {"\\textbf{", "}"},
    .title = {"\\title{", "}\\author{}\\date{}\n\\maketitle\n\n"},
    .display = {"\\[\\fit{$\\displaystyle ", "$}\\]\n\n"},
    .headings = {"\\section*{", "\\subsection*{", "\\subsubsection*{", "\\paragraph*{",
                 "\\paragraph*{"},
    .heading_end = "}\n\n",
    .paragraph = add_paragraph,
    .code = add_code,
    .next_sheet = "\\clearpage\\setcounter{page}{1}\n\n",
    .inside = put_inside,
    .list = {"\\begin{itemize}\n", "\\end{itemize}\n\n"},
    .check = {"\\item[$\\checkmark$] ", "\n"},
    .untrue = {"\\item[$\\times$] \\textbf{", "}\n"},
    .table = {"\\begin{center}\\fit{\\begin{tabular}{", "l", "r", "}\n\\toprule\n"},
    .heads_end = {"", "", "", "\\midrule\n"},
    .row = {"", " & ", " \\\\\n"},
    .table_end = "\\bottomrule\n\\end{tabular}}\\end{center}\n\n",
    .picture = add_picture,
    .example = "FILE.tex",
};

bool attn_show_latex(const attn_run *run, const attn_show_options *options, attn_text *out,
                     attn_status *status)
{
    return attn_markup_render(run, options, &attn_latex, out, status);
}

bool attn_worksheets_latex(const attn_sheets *sheets, attn_text *out, attn_status *status)
{
    return attn_markup_worksheets(sheets, &attn_latex, out, status);
}
