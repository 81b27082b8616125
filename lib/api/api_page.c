/*
 * api_page: the pictures beside a page: how many there are, what they are called, and drawing them.
 */
#include "api/api.h"

#include <string.h>

#include "picture/paint/paint.h"

/* ---- how many there are ---- */

/* Beside what it would be with the lesson's own formulas, where those draw something else. */
static bool plan_sheet(const attn_run *run, const attn_run *with, const attn_drawing *figure,
                       attn_arena *arena, attn_sheet_options *look)
{
    size_t count = figure->count;
    if (with && !attn_show_contrasts(run, with, figure->maps, count, arena, look)) return false;
    return (with && look->panel_count > 0) ||
           attn_show_sheet(run, figure->maps, count, NULL, arena, look);
}

static void add_item(attn_pictures *pictures, const attn_drawing *figure, size_t part,
                     attn_arena *arena)
{
    attn_append(arena, &pictures->items, &pictures->count, figure, sizeof *figure);
    attn_append(arena, &pictures->parts, &pictures->part_count, &part, sizeof part);
}

/* Maps that do not fit on one picture get a picture each. */
static void add_figure(attn_pictures *pictures, const attn_run *run, const attn_run *with,
                       const attn_drawing *figure, attn_arena *arena)
{
    attn_sheet_options look = {0};
    if (!plan_sheet(run, with, figure, arena, &look)) return;
    look.style.fonts = pictures->fonts;
    attn_sheet *sheet = attn_sheet_new(&look, attn_arena_status(arena));
    bool apart = sheet && attn_sheet_apart(sheet);
    if (sheet && !apart) add_item(pictures, figure, 0, arena);
    for (size_t k = 0; apart && k < look.panel_count; k++) add_item(pictures, figure, k + 1, arena);
    attn_sheet_free(sheet);
}

/* ---- their names ---- */

/* What TeX takes for its own, even in the name of a file. */
static bool check_name(const attn_pictures *pictures, const char *name, attn_status *status)
{
    size_t plain = strcspn(name, "\\{}%#~^&$\"");
    const char *blanks = strstr(name, "  ");
    if (pictures->format != ATTN_FORMAT_PDF || (name[plain] == '\0' && !blanks)) return true;
    return attn_fail(status, ATTN_USAGE,
                     "LaTeX cannot include the picture %s, with '%.1s' in its name: choose another "
                     "name with -o",
                     name, blanks ? " " : name + plain);
}

/* The path of a picture: its name in the folder of the page. NULL without memory. */
static const char *path_of(const attn_pictures *pictures, size_t i, attn_arena *arena)
{
    size_t folder;
    attn_api_stem(pictures->page, &folder);
    return attn_print(arena, "%.*s%s", (int)folder, pictures->page, pictures->items[i].name);
}

static void name_picture(attn_pictures *pictures, size_t i, const attn_run *run, attn_arena *arena)
{
    attn_status *status = attn_arena_status(arena);
    size_t folder, stem = attn_api_stem(pictures->page, &folder);
    const char *name =
        attn_print(arena, "%.*s-%zu%s", (int)(stem - folder), pictures->page + folder, i + 1,
                   attn_format_dot(pictures->format));
    pictures->items[i].name = name;
    const char *path = name ? path_of(pictures, i, arena) : NULL;
    if (!path) return;
    if (pictures->other && attn_api_one_output(path, pictures->other))
        attn_api_fail_twice(path, status);
    if (check_name(pictures, name, status))
        attn_api_spares(&(attn_reads){.lesson = attn_run_lesson(run), .run = pictures->inputs},
                        path, status);
}

bool attn_api_pictures_plan(attn_pictures *pictures, const attn_run *run,
                            const attn_show_options *show, attn_arena *arena)
{
    attn_status *status = attn_arena_status(arena);
    attn_drawing *figures;
    size_t count;
    if (!pictures->page || attn_output_streams(pictures->page)) return true;
    if (!attn_show_drawn(run, show, arena, &figures, &count)) return false;
    for (size_t i = 0; attn_ok(status) && i < count; i++)
        add_figure(pictures, run, show->with, &figures[i], arena);
    for (size_t i = 0; attn_ok(status) && i < pictures->count; i++)
        name_picture(pictures, i, run, arena);
    return attn_ok(status);
}

/* ---- drawing them ---- */

bool attn_api_pictures_write(const attn_pictures *pictures, const attn_run *run,
                             const attn_show_options *show, attn_arena *arena)
{
    attn_status *status = attn_arena_status(arena);
    for (size_t i = 0; attn_ok(status) && i < pictures->count; i++) {
        attn_sheet_options look = {0};
        const char *path = path_of(pictures, i, arena);
        bool planned = path && plan_sheet(run, show->with, &pictures->items[i], arena, &look);
        look.style.fonts = pictures->fonts;
        attn_sheet *sheet = planned ? attn_sheet_new(&look, status) : NULL;
        if (sheet && pictures->parts[i] > 0)
            attn_api_draw_part(sheet, pictures->parts[i] - 1, pictures->format, path, pictures->ear,
                               arena);
        else if (sheet)
            attn_api_draw_sheet(sheet, pictures->format, path, pictures->ear, arena);
        attn_sheet_free(sheet);
    }
    return attn_ok(status);
}
