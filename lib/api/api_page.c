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
    if (with && !attn_show_contrasts(run, with, figure->maps, count, NULL, arena, look))
        return false;
    return (with && look->panel_count > 0) ||
           attn_show_sheet(run, figure->maps, count, NULL, arena, look);
}

static void add_item(attn_pictures *pictures, const attn_drawing *figure, size_t part)
{
    pictures->items[pictures->count] = *figure;
    pictures->parts[pictures->count++] = part;
}

/* Maps that do not fit on one picture get a picture each. */
static bool add_figure(attn_pictures *pictures, const attn_run *run, const attn_run *with,
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

static bool name_picture(attn_pictures *pictures, size_t i, const attn_run *run, const char *page,
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
    if (pictures->other && attn_api_one_output(path, pictures->other))
        return attn_api_fail_twice(path, status);
    return check_name(pictures, path + folder, status) &&
           attn_api_spares(attn_run_lesson(run), pictures->inputs, path, status);
}

static bool make_room(attn_pictures *pictures, const attn_drawing *figures, size_t count,
                      attn_arena *arena)
{
    size_t most = 1;
    for (size_t i = 0; i < count; i++) most += 3 * figures[i].count; /* with, without, difference */
    pictures->items = attn_alloc(arena, most, sizeof *pictures->items);
    pictures->paths = attn_alloc(arena, most, sizeof *pictures->paths);
    pictures->parts = attn_alloc(arena, most, sizeof *pictures->parts);
    return pictures->items && pictures->paths && pictures->parts;
}

bool attn_api_pictures_plan(attn_pictures *pictures, const attn_run *run,
                            const attn_show_options *show, const char *page, attn_arena *arena,
                            attn_status *status)
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

static bool draw(const attn_pictures *pictures, size_t i, attn_sheet *whole, attn_status *status)
{
    size_t part = pictures->parts[i];
    const char *path = pictures->paths[i];
    if (part > 0)
        return attn_api_draw_part(whole, part - 1, pictures->format, path, pictures->ear, status);
    return attn_api_draw_sheet(whole, pictures->format, path, pictures->ear, status);
}

bool attn_api_pictures_write(const attn_pictures *pictures, const attn_run *run,
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
