/*
 * film: draws what was watched during training, as an animated PNG or as one strip.
 */
#include "render/film.h"

#include <string.h>

#include "core/text.h"
#include "document/document.h"
#include "files/png/png_film.h"
#include "picture/layout/scale.h"
#include "picture/paint/paint.h"

typedef struct film {
    const attn_run *run;
    const attn_trained *trained;
    attn_arena *arena;
    attn_status *status;
    attn_fonts *fonts;
    size_t maps; /* of each frame */
} film;

/* ---- what is shown ---- */

/* As many of the first values of a look as are shown; the same in each. */
static size_t count_maps(const attn_trained *trained)
{
    const attn_watched *look = &trained->looks[0];
    return look->asked_count ? look->asked_count : look->made_count;
}

static bool check(const film *f, bool strip)
{
    size_t most = strip ? ATTN_MOST_STRIP_FRAMES : ATTN_MOST_FRAMES;
    if (f->trained->look_count > most)
        return attn_fail(f->status, ATTN_LIMIT,
                         "a %s has at most %zu pictures, not %zu: look less often, with a larger "
                         "--every",
                         strip ? "strip" : "film", most, f->trained->look_count);
    for (size_t i = 0; i < f->maps; i++) {
        const attn_made *made = &f->trained->looks[0].made[i];
        const attn_tensor *value = attn_value(attn_run_record(f->run), made->node);
        if (value->rank == ATTN_NUMBER || value->words)
            return attn_fail(f->status, ATTN_USAGE,
                             "%s is %s: a film shows a vector or a matrix of numbers", made->label,
                             value->words ? "words" : "a single number");
    }
    return true;
}

/* "after 50 of 200 steps, loss 0.2312" */
static const char *moment_of(const film *f, const attn_watched *look)
{
    attn_text text = {0};
    attn_text_print(&text, "after %zu of %zu step%s, loss ", look->step, f->trained->most_steps,
                    f->trained->most_steps == 1 ? "" : "s");
    attn_text_short(&text, look->loss, 4);
    return attn_keep_text(f->arena, &text);
}

static bool fill_frame(const film *f, const attn_watched *look, attn_sheet_options *frame)
{
    attn_map *maps = attn_alloc(f->arena, f->maps, sizeof *maps);
    if (!maps) return false;
    for (size_t i = 0; i < f->maps; i++)
        maps[i] = (attn_map){.label = look->made[i].label, .node = look->made[i].node};
    if (!attn_show_sheet(f->run, maps, f->maps, NULL, f->arena, frame)) return false;
    frame->style.fonts = f->fonts;
    frame->style.cropped = true;
    frame->subtitle = moment_of(f, look);
    return frame->subtitle != NULL;
}

/* All frames, in one scale of colours; NULL on failure. */
static attn_sheet_options *fill_frames(const film *f)
{
    size_t count = f->trained->look_count;
    attn_sheet_options *frames = attn_alloc(f->arena, count, sizeof *frames);
    attn_common *common = frames ? attn_common_new(f->arena) : NULL;
    if (!common) return NULL;
    for (size_t i = 0; i < count; i++)
        if (!fill_frame(f, &f->trained->looks[i], &frames[i]) ||
            !attn_common_note(common, frames[i].panels, frames[i].panel_count))
            return NULL;
    for (size_t i = 0; i < count; i++)
        if (!attn_common_apply(common, f->arena, &frames[i])) return NULL;
    return frames;
}

/* ---- side by side ---- */

/* "A, 50 steps, loss 0.2312" */
static const char *strip_title(const film *f, const attn_panel *panel, const attn_watched *look)
{
    attn_text text = {0};
    attn_text_print(&text, "%s, %zu step%s, loss ", panel->title, look->step,
                    look->step == 1 ? "" : "s");
    attn_text_short(&text, look->loss, 4);
    return attn_keep_text(f->arena, &text);
}

/* NULL, with a fault, if it does not fit on one picture. */
static attn_sheet *lay_out_strip(const film *f, const attn_sheet_options *frames)
{
    enum { IN_ONE_ROW = 6 };
    size_t count = f->trained->look_count;
    attn_panel *panels = attn_alloc(f->arena, count * f->maps, sizeof *panels);
    if (!panels) return NULL;
    attn_sheet_options strip = {.title = frames[0].title,
                                .panel_count = count * f->maps,
                                .panels = panels,
                                .style = frames[0].style,
                                .columns = count <= IN_ONE_ROW ? count : 0};
    for (size_t k = 0; k < f->maps; k++)
        for (size_t i = 0; i < count; i++) {
            attn_panel *panel = panels++;
            *panel = frames[i].panels[k];
            panel->title = strip_title(f, panel, &f->trained->looks[i]);
            panel->carried_title = panel->title;
            if (!panel->title) return NULL;
        }
    strip.style.cropped = false;
    attn_sheet *sheet = attn_sheet_new(&strip, f->status);
    if (!sheet || !attn_sheet_apart(sheet)) return sheet;
    attn_sheet_free(sheet);
    attn_fail(f->status, ATTN_LIMIT,
              "the strip's %zu maps do not fit on one picture of %u pixels a side: look less "
              "often, with a larger --every, or choose one with --watch",
              strip.panel_count, ATTN_MOST_PIXELS);
    return NULL;
}

static bool write_strip(const film *f, const attn_sheet_options *frames, attn_format format,
                        const char *path)
{
    attn_sheet *sheet = lay_out_strip(f, frames);
    bool done = sheet && attn_sheet_write(sheet, format, path, f->status);
    attn_sheet_free(sheet);
    return done;
}

/* ---- one after the other ---- */

static bool add_frame(const film *f, attn_png_film *file, const attn_sheet_options *frame,
                      unsigned milliseconds)
{
    attn_png picture = {0};
    attn_arena *arena = attn_arena_new(f->status);
    attn_sheet *sheet = arena ? attn_sheet_new(frame, f->status) : NULL;
    bool done = sheet && attn_sheet_rows(sheet, arena, &picture) &&
                attn_png_film_add(file, &picture, milliseconds);
    attn_sheet_rows_end(&picture);
    attn_sheet_free(sheet);
    attn_arena_free(arena);
    return done;
}

/* The size that holds all frames, and the ground behind them. */
static bool measure(const film *f, const attn_sheet_options *frames, size_t *width, size_t *height,
                    attn_color *ground)
{
    *width = *height = 0;
    for (size_t i = 0; i < f->trained->look_count; i++) {
        size_t w, h;
        attn_sheet *sheet = attn_sheet_new(&frames[i], f->status);
        if (!sheet) return false;
        if (attn_sheet_apart(sheet))
            attn_fail(
                f->status, ATTN_LIMIT,
                "%zu maps do not fit on one picture of %u pixels a side: choose one with --watch",
                f->maps, ATTN_MOST_PIXELS);
        attn_sheet_size(sheet, &w, &h);
        *ground = attn_theme_of(frames[i].style.dark)->ground;
        attn_sheet_free(sheet);
        if (!attn_ok(f->status)) return false;
        if (w > *width) *width = w;
        if (h > *height) *height = h;
    }
    return true;
}

/* Six seconds in all, but each frame long enough to be seen, and not too long. */
static unsigned frame_time(size_t count)
{
    enum { ALL = 6000, LEAST = 40, MOST = 800 };
    size_t each = ALL / count;
    return (unsigned)(each < LEAST ? LEAST : each > MOST ? MOST : each);
}

static bool write_film(const film *f, const attn_sheet_options *frames, const char *path)
{
    enum { LAST = 3000 };
    size_t width, height, count = f->trained->look_count;
    attn_color ground = {0};
    if (!measure(f, frames, &width, &height, &ground)) return false;
    const uint8_t rgb[3] = {ground.red, ground.green, ground.blue};
    attn_png_film *file = attn_png_film_open(path, width, height, count, rgb, f->status);
    if (!file) return false;
    bool done = add_frame(f, file, &frames[count - 1], 0);
    for (size_t i = 0; i < count && done; i++)
        done = add_frame(f, file, &frames[i], i + 1 < count ? frame_time(count) : LAST);
    if (done) return attn_png_film_commit(file);
    attn_png_film_abandon(file);
    return false;
}

bool attn_film_write(const attn_run *run, const attn_trained *trained, const char *path,
                     attn_format format, bool strip, attn_status *status)
{
    film f = {.run = run, .trained = trained, .status = status};
    if (trained->look_count == 0 || !(f.maps = count_maps(trained)))
        return attn_fail(status, ATTN_USAGE,
                         "a film needs a value to watch: name it with --watch NAME");
    strip |= format != ATTN_FORMAT_PNG;
    if (!check(&f, strip) || !(f.arena = attn_arena_new(status))) return false;
    f.fonts = attn_fonts_new();
    const attn_sheet_options *frames = fill_frames(&f);
    bool done =
        frames && (strip ? write_strip(&f, frames, format, path) : write_film(&f, frames, path));
    attn_fonts_free(f.fonts);
    attn_arena_free(f.arena);
    return done && attn_ok(status);
}

/* ---- before there is any ---- */

static bool check_strip(const film *f, const attn_sheet_options *frames, attn_format format)
{
    attn_sheet *sheet = lay_out_strip(f, frames);
    bool fits = sheet && attn_sheet_fits(sheet, format, f->status);
    attn_sheet_free(sheet);
    return fits;
}

static bool check_frame(const film *f, const attn_sheet_options *frames)
{
    size_t width, height;
    attn_color ground;
    return measure(f, frames, &width, &height, &ground);
}

/* A strip of the first look again and again is laid out; of a film, whose frames are all of one
 * size, that one. */
bool attn_film_check(const attn_run *run, const attn_trained *first, size_t looks,
                     attn_format format, bool strip, attn_status *status)
{
    attn_trained planned = *first;
    film f = {.run = run, .trained = &planned, .status = status};
    planned.look_count = looks;
    f.maps = count_maps(first);
    strip |= format != ATTN_FORMAT_PNG;
    if (!check(&f, strip) || !(f.arena = attn_arena_new(status))) return false;
    if (!strip) planned.look_count = 1;
    attn_watched *all = attn_alloc(f.arena, planned.look_count, sizeof *all);
    for (size_t i = 0; all && i < planned.look_count; i++) all[i] = first->looks[0];
    planned.looks = all;
    const attn_sheet_options *frames = all ? fill_frames(&f) : NULL;
    bool fits = frames && (strip ? check_strip(&f, frames, format) : check_frame(&f, frames));
    attn_arena_free(f.arena);
    return fits && attn_ok(status);
}
