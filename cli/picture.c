/*
 * picture: writes the pictures of a command into files or to standard output.
 */
#include "picture.h"

#include <string.h>

#include "files/bytes/output.h"
#include "picture/paint/paint.h"
#include "reading.h"
#include "saving.h"
#include "terminal.h"

bool cli_picture_write(attn_sheet *sheet, attn_format format, const char *path, attn_status *status)
{
    attn_text name = {0};
    attn_text_add_escaped(&name, path, strlen(path), false);
    attn_text_add(&name, "\n");
    if (name.failed) attn_fail(status, ATTN_MEMORY, "there is no memory left");
    bool written = attn_ok(status) && attn_sheet_write(sheet, format, path, status);
    if (written) cli_write_text(&name, status);
    attn_text_free(&name);
    return written && attn_ok(status);
}

static bool write_part(const attn_sheet *sheet, size_t i, attn_format format, const char *path,
                       attn_status *status)
{
    attn_sheet_options look;
    attn_panel panel;
    attn_sheet_part(sheet, i, &look, &panel);
    attn_sheet *part = attn_sheet_new(&look, status);
    bool drawn = part && cli_picture_write(part, format, path, status);
    attn_sheet_free(part);
    return drawn;
}

static bool write_parts(const attn_sheet *sheet, size_t count, const cli_picture *picture,
                        attn_arena *arena, attn_status *status)
{
    const char *path = picture->path, *dot = attn_format_ending(path);
    const char **paths = attn_alloc(arena, count, sizeof *paths);
    size_t stem = dot ? (size_t)(dot - path) : strlen(path);
    for (size_t i = 0; attn_ok(status) && i < count; i++) {
        paths[i] = attn_print(arena, "%.*s-%zu%s", (int)stem, path, i + 1, dot ? dot : "");
        if (paths[i] && picture->spare && !picture->spare(picture->user, paths[i])) return false;
    }
    for (size_t i = 0; attn_ok(status) && i < count; i++)
        write_part(sheet, i, picture->format, paths[i], status);
    return attn_ok(status);
}

static bool fail_apart(size_t count, const char *choose_by, attn_status *status)
{
    return attn_fail(status, ATTN_USAGE,
                     "the %zu maps do not fit on one picture of %u pixels a side: leave out -o and "
                     "each gets a file of its own, or choose one with %s",
                     count, ATTN_MOST_PIXELS, choose_by);
}

bool cli_picture_draw(const attn_sheet_options *look, const cli_picture *picture, attn_arena *arena,
                      attn_status *status)
{
    attn_sheet *sheet = attn_sheet_new(look, status);
    bool apart = sheet && attn_sheet_apart(sheet);
    if (apart && picture->choose_by)
        fail_apart(look->panel_count, picture->choose_by, status);
    else if (apart)
        write_parts(sheet, look->panel_count, picture, arena, status);
    else if (sheet)
        cli_picture_write(sheet, picture->format, picture->path, status);
    attn_sheet_free(sheet);
    return attn_ok(status);
}

const char *cli_picture_name(const char *input, size_t number, attn_format format,
                             attn_arena *arena)
{
    const char *slash = strrchr(input, '/'), *base = slash ? slash + 1 : input;
    const char *dot = strrchr(base, '.');
    int stem = (int)(dot && dot != base ? (size_t)(dot - base) : strlen(base));
    const char *ending = attn_format_dot(format ? format : attn_picture_writer.usual);
    return number ? attn_print(arena, "%.*s-%zu%s", stem, base, number, ending)
                  : attn_print(arena, "%.*s%s", stem, base, ending);
}

const char *cli_picture_title(const char *sentence, attn_arena *arena)
{
    enum { WIDEST = 60 };
    attn_text text = {0};
    size_t length = attn_text_fit(sentence, strlen(sentence), WIDEST);
    for (size_t i = 0; i < length;) {
        size_t plain = strcspn(sentence + i, "\t");
        if (plain > length - i) plain = length - i;
        attn_text_add_escaped(&text, sentence + i, plain, false);
        i += plain;
        if (i < length) attn_text_add(&text, " ");
        i += i < length;
    }
    if (sentence[length] != '\0') attn_text_add(&text, "…");
    return attn_keep_text(arena, &text);
}

/* ---- how many there are ---- */

/* Beside what it would be with the lesson's own formulas, where those draw something else. */
static bool plan_sheet(const attn_run *run, const attn_run *with, const attn_drawing *figure,
                       attn_arena *arena, attn_sheet_options *look)
{
    size_t count = figure->count;
    if (with && !attn_show_contrasts(run, with, figure->maps, count, NULL, arena, look))
        return false;
    return (with && look->panel_count > 0) ||
           attn_show_sheet(run, figure->maps, count, NULL, arena, look);
}

static void add_item(cli_pictures *pictures, const attn_drawing *figure, size_t part)
{
    pictures->items[pictures->count] = *figure;
    pictures->parts[pictures->count++] = part;
}

/* Maps that do not fit on one picture get a picture each. */
static bool add_figure(cli_pictures *pictures, const attn_run *run, const attn_run *with,
                       const attn_drawing *figure, attn_arena *arena)
{
    attn_sheet_options look = {0};
    if (!plan_sheet(run, with, figure, arena, &look)) return false;
    look.style.fonts = pictures->fonts;
    attn_sheet *sheet = attn_sheet_new(&look, attn_arena_status(arena));
    if (!sheet) return false;
    bool apart = attn_sheet_apart(sheet);
    attn_sheet_free(sheet);
    if (!apart) add_item(pictures, figure, 0);
    for (size_t k = 0; apart && k < look.panel_count; k++) add_item(pictures, figure, k + 1);
    return true;
}

/* ---- their names ---- */

/* What TeX takes for its own, even in the name of a file. */
static bool check_name(const cli_pictures *pictures, const char *name, attn_status *status)
{
    size_t plain = strcspn(name, "\\{}%#~^&$\"");
    const char *blanks = strstr(name, "  ");
    if (pictures->format != ATTN_FORMAT_PDF || (name[plain] == '\0' && !blanks)) return true;
    return attn_fail(status, ATTN_USAGE,
                     "LaTeX cannot include the picture %s, with '%.1s' in its name: choose another "
                     "name with -o",
                     name, blanks ? " " : name + plain);
}

static bool name_picture(cli_pictures *pictures, size_t i, const attn_run *run, const char *page,
                         attn_arena *arena, attn_status *status)
{
    const char *slash = strrchr(page, '/');
    size_t folder = slash ? (size_t)(slash + 1 - page) : 0;
    const char *base = page + folder, *dot = strrchr(base, '.');
    size_t stem = folder + (dot && dot != base ? (size_t)(dot - base) : strlen(base));
    char *start = attn_copy_text(arena, page, stem);
    const char *dot_of = attn_format_dot(pictures->format);
    char *path = start ? attn_print(arena, "%s-%zu%s", start, i + 1, dot_of) : NULL;
    if (!path) return false;
    pictures->paths[i] = path;
    pictures->items[i].name = path + folder;
    if (pictures->other && cli_one_output(path, pictures->other))
        return cli_fail_twice(path, status);
    return check_name(pictures, path + folder, status) &&
           cli_lesson_spared(attn_run_lesson(run), path, status) &&
           cli_inputs_spared(pictures->inputs, path, status);
}

static bool make_room(cli_pictures *pictures, const attn_drawing *figures, size_t count,
                      attn_arena *arena)
{
    size_t most = 1;
    for (size_t i = 0; i < count; i++) most += 3 * figures[i].count; /* with, without, difference */
    pictures->items = attn_alloc(arena, most, sizeof *pictures->items);
    pictures->paths = attn_alloc(arena, most, sizeof *pictures->paths);
    pictures->parts = attn_alloc(arena, most, sizeof *pictures->parts);
    return pictures->items && pictures->paths && pictures->parts;
}

bool cli_pictures_plan(cli_pictures *pictures, const attn_run *run, const attn_show_options *show,
                       const char *page, attn_arena *arena, attn_status *status)
{
    attn_drawing *figures;
    size_t count;
    if (!page || attn_output_streams(page)) return true;
    if (!attn_show_drawn(run, show, arena, &figures, &count) ||
        !make_room(pictures, figures, count, arena))
        return false;
    for (size_t i = 0; i < count; i++)
        if (!add_figure(pictures, run, show->with, &figures[i], arena)) return false;
    for (size_t i = 0; i < pictures->count; i++)
        if (!name_picture(pictures, i, run, page, arena, status)) return false;
    return true;
}

/* ---- drawing them ---- */

static bool draw(const cli_pictures *pictures, size_t i, attn_sheet *whole, attn_status *status)
{
    size_t part = pictures->parts[i];
    const char *path = pictures->paths[i];
    if (part > 0) return write_part(whole, part - 1, pictures->format, path, status);
    return cli_picture_write(whole, pictures->format, path, status);
}

bool cli_pictures_write(const cli_pictures *pictures, const attn_run *run,
                        const attn_show_options *show, attn_arena *arena, attn_status *status)
{
    for (size_t i = 0; attn_ok(status) && i < pictures->count; i++) {
        attn_sheet_options look = {0};
        bool planned = plan_sheet(run, show->with, &pictures->items[i], arena, &look);
        look.style.fonts = pictures->fonts;
        attn_sheet *sheet = planned ? attn_sheet_new(&look, status) : NULL;
        if (sheet) draw(pictures, i, sheet, status);
        attn_sheet_free(sheet);
    }
    return attn_ok(status);
}
