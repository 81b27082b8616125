/*
 * format: holds the one table of file formats, their endings, and which command writes which.
 */
#include "files/bytes/format.h"

#include <string.h>
#include <strings.h>

#include "core/text.h"
#include "files/bytes/output.h"

/* The first ending of a format is the one it gets. */
static const struct ending {
    const char *dot;
    attn_format format;
} endings[] = {
    {".png", ATTN_FORMAT_PNG},
    {".svg", ATTN_FORMAT_SVG},
    {".pdf", ATTN_FORMAT_PDF},
    {".txt", ATTN_FORMAT_TEXT},
    {".md", ATTN_FORMAT_MARKDOWN},
    {".markdown", ATTN_FORMAT_MARKDOWN},
    {".tex", ATTN_FORMAT_LATEX},
    {".html", ATTN_FORMAT_HTML},
    {".htm", ATTN_FORMAT_HTML},
    {".json", ATTN_FORMAT_JSON},
    {".npy", ATTN_FORMAT_NPY},
    {".npz", ATTN_FORMAT_NPZ},
    {".safetensors", ATTN_FORMAT_SAFETENSORS},
    {".csv", ATTN_FORMAT_CSV},
    {".tsv", ATTN_FORMAT_TSV},
    {".pt", ATTN_FORMAT_FOREIGN_ARRAYS},
    {".pth", ATTN_FORMAT_FOREIGN_ARRAYS},
    {".pkl", ATTN_FORMAT_FOREIGN_ARRAYS},
    {".h5", ATTN_FORMAT_FOREIGN_ARRAYS},
    {".hdf5", ATTN_FORMAT_FOREIGN_ARRAYS},
    {".bin", ATTN_FORMAT_FOREIGN_ARRAYS},
    {".xml", ATTN_FORMAT_FOREIGN},
    {".yaml", ATTN_FORMAT_FOREIGN},
    {".yml", ATTN_FORMAT_FOREIGN},
    {".rst", ATTN_FORMAT_FOREIGN},
    {".rtf", ATTN_FORMAT_FOREIGN},
    {".ipynb", ATTN_FORMAT_FOREIGN},
    {".doc", ATTN_FORMAT_FOREIGN},
    {".docx", ATTN_FORMAT_FOREIGN},
    {".odt", ATTN_FORMAT_FOREIGN},
    {".xls", ATTN_FORMAT_FOREIGN},
    {".xlsx", ATTN_FORMAT_FOREIGN},
    {".ods", ATTN_FORMAT_FOREIGN},
    {".ppt", ATTN_FORMAT_FOREIGN},
    {".pptx", ATTN_FORMAT_FOREIGN},
    {".odp", ATTN_FORMAT_FOREIGN},
    {".epub", ATTN_FORMAT_FOREIGN},
    {".jpg", ATTN_FORMAT_FOREIGN},
    {".jpeg", ATTN_FORMAT_FOREIGN},
    {".gif", ATTN_FORMAT_FOREIGN},
    {".webp", ATTN_FORMAT_FOREIGN},
    {".bmp", ATTN_FORMAT_FOREIGN},
    {".tif", ATTN_FORMAT_FOREIGN},
    {".tiff", ATTN_FORMAT_FOREIGN},
    {".svgz", ATTN_FORMAT_FOREIGN},
    {".eps", ATTN_FORMAT_FOREIGN},
    {".ps", ATTN_FORMAT_FOREIGN},
    {".mp4", ATTN_FORMAT_FOREIGN},
    {".webm", ATTN_FORMAT_FOREIGN},
    {".zip", ATTN_FORMAT_FOREIGN},
    {".gz", ATTN_FORMAT_FOREIGN},
};

/* A name that begins with its only dot has no ending. */
static const char *last_dot(const char *path)
{
    const char *slash = strrchr(path, '/'), *base = slash ? slash + 1 : path;
    const char *dot = strrchr(base, '.');
    return dot && dot != base ? dot : "";
}

attn_format attn_format_of(const char *path)
{
    const char *dot = last_dot(path);
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
        if (strcasecmp(dot, endings[i].dot) == 0) return endings[i].format;
    return ATTN_FORMAT_NONE;
}

const char *attn_format_ending(const char *path)
{
    return attn_format_of(path) ? last_dot(path) : NULL;
}

const char *attn_format_name(attn_format format)
{
    static const char *const names[] = {
        [ATTN_FORMAT_TEXT] = "text",
        [ATTN_FORMAT_MARKDOWN] = "markdown",
        [ATTN_FORMAT_LATEX] = "latex",
    };
    bool named = (size_t)format < sizeof names / sizeof *names && names[format];
    return named ? names[format] : attn_format_dot(format) + 1;
}

const char *attn_format_dot(attn_format format)
{
    size_t i = 0, last = sizeof endings / sizeof *endings - 1;
    while (i < last && endings[i].format != format) i++;
    return endings[i].dot;
}

/* ".png, .svg or .pdf" */
static void list(const attn_writer *writer, attn_text *out)
{
    for (size_t i = 0; writer->formats[i]; i++)
        attn_text_print(out, "%s%s",
                        i == 0                   ? ""
                        : writer->formats[i + 1] ? ", "
                                                 : " or ",
                        attn_format_dot(writer->formats[i]));
}

static const char *mend_of(const attn_writer *writer, attn_format format)
{
    for (size_t i = 0; writer->mends && writer->mends[i].mend; i++)
        if (writer->mends[i].format == format) return writer->mends[i].mend;
    return NULL;
}

/* what: the format, as it is asked for or as the name of the file promises it; NULL: none is. */
static bool refuse(const attn_writer *writer, const char *path, const char *what,
                   attn_format format, attn_status *status)
{
    const char *mend = mend_of(writer, format);
    attn_text formats = {0};
    list(writer, &formats);
    if (what)
        attn_fail(status, ATTN_USAGE, "%s %s, not %s%s%s", writer->is, attn_text_string(&formats),
                  what, mend ? ": " : "", mend ? mend : "");
    else
        attn_fail(status, ATTN_USAGE, "%s %s: the ending of the name says which", writer->is,
                  attn_text_string(&formats));
    if (path) attn_status_place(status, path, 0, 0);
    attn_text_free(&formats);
    return false;
}

bool attn_format_choose(const attn_writer *writer, const char *path, attn_format *format,
                        attn_status *status)
{
    if (writer->file && path && strcmp(path, "-") == 0)
        return attn_fail(status, ATTN_USAGE, "%s not written to standard output: name a file",
                         writer->is);
    if ((int)*format < 0 || *format > ATTN_FORMAT_FOREIGN)
        return attn_fail(status, ATTN_USAGE, "no format %d", (int)*format);
    bool stream = !path || strcmp(path, "-") == 0 || attn_output_streams(path);
    attn_format promised = path ? attn_format_of(path) : ATTN_FORMAT_NONE;
    const attn_format asked = *format;
    if (stream && writer->usual) promised = ATTN_FORMAT_NONE;
    if (!asked) *format = promised ? promised : writer->usual;
    for (size_t i = 0; writer->formats[i]; i++)
        if (writer->formats[i] == *format) return true;
    if (asked) return refuse(writer, NULL, attn_format_name(asked), asked, status);
    return refuse(writer, path, promised ? last_dot(path) : NULL, promised, status);
}
