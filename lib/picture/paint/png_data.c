/*
 * png_data: writes and reads the chunk. Read, every length is held against the bytes that are left.
 */
#include "picture/paint/png_data.h"

#include <math.h>
#include <string.h>

#include "files/json/json_tensor.h"
#include "picture/layout/plot.h"

/* By its letters: may be ignored, is nobody's standard, may be copied with a changed picture. */
static const char chunk_type[] = "atNv";

enum {
    PLAIN = 1, /* versions: a sheet has the first that can hold it */
    PLOTS = 2, /* a plot is among the maps */
    NOTED = 3, /* a note stands below them */
    LINES = 3, /* in place of the scale: a plot */
    MOST_MAPS = 1024,
    MOST_BYTES = 16 * 1024 * 1024 /* of the chunk, words and all */
};

/* ---- writing ---- */

/* Beyond MOST_BYTES nothing more is kept. */
static void put_bytes(attn_text *out, const void *bytes, size_t length)
{
    if (out->length <= MOST_BYTES) attn_text_add_bytes(out, bytes, length);
}

static void put_number(attn_text *out, uint32_t number)
{
    const uint8_t bytes[] = {(uint8_t)number, (uint8_t)(number >> 8), (uint8_t)(number >> 16),
                             (uint8_t)(number >> 24)};
    put_bytes(out, bytes, sizeof bytes);
}

static void put_text(attn_text *out, const char *text)
{
    size_t length = text ? strlen(text) : 0;
    put_number(out, (uint32_t)length);
    put_bytes(out, text ? text : "", length);
}

/* Labels that are just numbers are left out, and so are those that do not cover the axis. */
static void put_axis(attn_text *out, const char *role, const attn_labels *labels, size_t cells)
{
    size_t count = labels && !labels->plain && labels->count == cells ? cells : 0;
    put_text(out, role);
    put_number(out, (uint32_t)count);
    for (size_t i = 0; i < count; i++) put_text(out, labels->words[i]);
}

enum { HAS_X = 1, LOG_X = 2, LOG_Y = 4, FLAGS = 7 };

static uint32_t flags_of(const attn_plot *plot)
{
    return (plot->has_x ? HAS_X : 0) | (plot->log_x ? LOG_X : 0) | (plot->log_y ? LOG_Y : 0);
}

static void put_map(attn_text *out, const attn_panel *panel)
{
    const attn_tensor *value = panel->carried ? panel->carried : panel->value;
    put_text(out, panel->carried_title ? panel->carried_title : panel->title);
    put_number(out, panel->plot ? LINES : (uint32_t)panel->scale);
    if (panel->plot) put_number(out, flags_of(panel->plot));
    if (panel->plot) put_text(out, attn_plot_name_across(panel->plot));
    put_number(out, (uint32_t)value->rank);
    put_number(out, (uint32_t)value->rows);
    put_number(out, (uint32_t)value->cols);
    put_axis(out, panel->row_role, panel->row_labels, value->rows);
    put_axis(out, panel->col_role, panel->col_labels, value->cols);
    for (size_t i = 0, n = attn_tensor_size(value); i < n; i++) {
        uint32_t bits;
        memcpy(&bits, &value->data[i], sizeof bits);
        put_number(out, bits);
    }
}

static uint32_t version_of(const attn_sheet_options *sheet)
{
    bool plots = false;
    for (size_t i = 0; i < sheet->panel_count; i++) plots = plots || sheet->panels[i].plot;
    return sheet->note && *sheet->note ? NOTED : plots ? PLOTS : PLAIN;
}

static void put_sheet(attn_text *out, const attn_sheet_options *sheet)
{
    put_number(out, version_of(sheet));
    put_text(out, sheet->title);
    put_text(out, sheet->subtitle);
    if (version_of(sheet) >= NOTED) put_text(out, sheet->note);
    put_number(out, (uint32_t)sheet->panel_count);
    for (size_t i = 0; i < sheet->panel_count; i++) put_map(out, &sheet->panels[i]);
}

/* False if there are more than may be carried; their words are not counted. */
static bool few_cells(const attn_sheet_options *sheet)
{
    size_t left = ATTN_MOST_CARRIED;
    for (size_t i = 0; i < sheet->panel_count; i++) {
        size_t cells = attn_tensor_size(sheet->panels[i].value);
        if (cells > left || sheet->panels[i].strips) return false;
        left -= cells;
    }
    return true;
}

/* Escaped: programs that print what stands in a picture may print it as it is. */
static void add_text(const char **text, const char *keyword, const char *value, attn_arena *arena)
{
    attn_text harmless = {0};
    if (!value || !*value) return;
    attn_text_add_escaped(&harmless, value, strlen(value), false);
    while (*text) text += 2;
    text[0] = keyword;
    text[1] = attn_keep_text(arena, &harmless);
}

bool attn_numbers_pack(const attn_sheet_options *sheet, attn_arena *arena, attn_png *picture)
{
    const char **text = attn_alloc(arena, 9, sizeof *text);
    attn_text out = {0};
    if (!text) return false;
    picture->text = text;
    add_text(text, "Software", "attnviz", arena);
    add_text(text, "Title", sheet->title, arena);
    add_text(text, "Description", sheet->subtitle, arena);
    bool few = few_cells(sheet);
    if (few) put_sheet(&out, sheet);
    if (few && out.length <= MOST_BYTES) {
        picture->chunk_type = chunk_type;
        picture->chunk_length = out.length;
        picture->chunk = (const uint8_t *)attn_keep_text(arena, &out);
    } else {
        add_text(text, "Comment",
                 "This picture carries no numbers: its maps have more than 1048576 cells, or too "
                 "many words.",
                 arena);
    }
    attn_text_free(&out);
    return attn_ok(attn_arena_status(arena));
}

/* ---- reading ---- */

typedef struct unpacker {
    const uint8_t *bytes;
    size_t left;
    uint32_t version;
    size_t cells; /* that may still come */
    attn_arena *arena;
    bool damaged; /* once it is, nothing more is read */
} unpacker;

/* Whether this holds too; else the bytes are damaged. */
static bool require(unpacker *u, bool holds)
{
    u->damaged = u->damaged || !holds;
    return !u->damaged;
}

/* NULL if there are not so many. */
static const uint8_t *take_bytes(unpacker *u, size_t length)
{
    const uint8_t *bytes = u->bytes;
    if (!require(u, length <= u->left)) return NULL;
    u->bytes += length;
    u->left -= length;
    return bytes;
}

static uint32_t take_number(unpacker *u)
{
    const uint8_t *b = take_bytes(u, 4);
    if (!b) return 0;
    return b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}

/* Never NULL: "" where it is damaged. */
static const char *take_text(unpacker *u)
{
    size_t length = take_number(u), bad;
    const char *bytes = (const char *)take_bytes(u, length);
    if (!bytes) return "";
    bool good = !memchr(bytes, '\0', length) && attn_utf8_valid(bytes, length, &bad);
    const char *text = require(u, good) ? attn_copy_text(u->arena, bytes, length) : NULL;
    return text ? text : "";
}

/* *labels stays NULL where there are none. */
static void take_axis(unpacker *u, const char **role, const attn_labels **labels, size_t cells)
{
    *role = take_text(u);
    size_t count = take_number(u);
    if (count == 0) return;
    bool good = require(u, count == cells && count <= u->left / 4);
    attn_labels *made = good ? attn_alloc(u->arena, 1, sizeof *made) : NULL;
    const char **words = made ? attn_alloc(u->arena, count, sizeof *words) : NULL;
    if (!words) return;
    for (size_t i = 0; i < count; i++) words[i] = take_text(u);
    *made = (attn_labels){.name = "", .count = count, .words = words};
    *labels = made;
}

static float *take_floats(unpacker *u, size_t count)
{
    bool good = require(u, count <= u->left / 4);
    float *data = good ? attn_alloc(u->arena, count, sizeof *data) : NULL;
    require(u, data != NULL);
    for (size_t i = 0; data && i < count; i++) {
        uint32_t bits = take_number(u);
        memcpy(&data[i], &bits, sizeof bits);
        require(u, !isnan(data[i]));
    }
    return data;
}

static bool shape_is_good(unpacker *u, const attn_tensor *value, uint32_t rank)
{
    bool good = value->rows > 0 && value->cols > 0 && rank <= ATTN_MATRIX &&
                (rank == ATTN_MATRIX || value->rows == 1) &&
                (rank != ATTN_NUMBER || value->cols == 1) && value->rows <= u->cells / value->cols;
    if (good) u->cells -= value->rows * value->cols;
    return good;
}

/* A plot without its columns, which follow. */
static attn_plot *take_plot(unpacker *u)
{
    attn_plot *plot = attn_alloc(u->arena, 1, sizeof *plot);
    uint32_t flags = take_number(u);
    if (!require(u, plot && flags <= FLAGS)) return NULL;
    *plot = (attn_plot){.has_x = flags & HAS_X,
                        .log_x = flags & LOG_X,
                        .log_y = flags & LOG_Y,
                        .across = take_text(u)};
    return plot;
}

static bool is_whole_plot(const attn_panel *panel)
{
    return panel->value->rank == ATTN_MATRIX && panel->col_labels &&
           attn_plot_lines(panel->plot) >= 1 && attn_plot_lines(panel->plot) <= ATTN_MOST_LINES;
}

static void take_map(unpacker *u, attn_panel *panel)
{
    attn_tensor *value = attn_alloc(u->arena, 1, sizeof *value);
    if (!require(u, value != NULL)) return;
    panel->value = value;
    panel->title = take_text(u);
    uint32_t scale = take_number(u);
    attn_plot *plot = scale == LINES && u->version >= PLOTS ? take_plot(u) : NULL;
    if (plot) plot->columns = value;
    panel->plot = plot;
    uint32_t rank = take_number(u);
    value->batch = 1;
    value->rows = take_number(u);
    value->cols = take_number(u);
    if (!require(u, (plot || scale <= ATTN_SCALE_SIGNED) && shape_is_good(u, value, rank))) return;
    value->rank = (attn_rank)rank;
    panel->scale = plot ? ATTN_SCALE_SIGNED : (attn_scale)scale;
    take_axis(u, &panel->row_role, &panel->row_labels, value->rows);
    take_axis(u, &panel->col_role, &panel->col_labels, value->cols);
    value->data = take_floats(u, attn_tensor_size(value));
    require(u, u->damaged || !plot || is_whole_plot(panel));
}

/* False if the bytes are not what attn_numbers_pack makes. */
static bool unpack(unpacker *u, attn_sheet_options *sheet)
{
    sheet->title = take_text(u);
    sheet->subtitle = take_text(u);
    if (u->version >= NOTED) sheet->note = take_text(u);
    size_t count = take_number(u);
    if (count == 0 || count > MOST_MAPS) return false;
    attn_panel *panels = attn_alloc(u->arena, count, sizeof *panels);
    for (size_t i = 0; panels && !u->damaged && i < count; i++) take_map(u, &panels[i]);
    sheet->panel_count = count;
    sheet->panels = panels;
    return panels && !u->damaged && u->left == 0;
}

bool attn_numbers_read(const char *bytes, size_t length, const char *name, attn_arena *arena,
                       attn_sheet_options *sheet, attn_status *status)
{
    attn_png_search found = {.bytes = bytes,
                             .name = name,
                             .length = length,
                             .chunk_type = chunk_type,
                             .most = MOST_BYTES};
    *sheet = (attn_sheet_options){0};
    if (!attn_png_find(&found, arena, status)) return false;
    unpacker u = {.bytes = found.chunk,
                  .left = found.chunk_length,
                  .cells = ATTN_MOST_CARRIED,
                  .arena = arena};
    uint32_t version = u.version = take_number(&u);
    if (!u.bytes) {
        attn_fail(status, ATTN_INPUT,
                  "it carries no numbers: it was not written by attnviz, or it is a film (a strip "
                  "carries them), or its maps have more than %u cells",
                  ATTN_MOST_CARRIED);
    } else if (version > NOTED) {
        attn_fail(status, ATTN_INPUT,
                  "its numbers are in a form (%u) that is newer than this program", version);
    } else if (version < PLAIN || !unpack(&u, sheet) || version != version_of(sheet)) {
        attn_fail(status, ATTN_INPUT, "its numbers are damaged: draw the picture again");
    }
    attn_status_place(status, name, 0, 0);
    return attn_ok(status);
}

/* ---- as JSON ---- */

/* Left out where it is empty. */
static void add_line(attn_text *out, const char *key, const char *line)
{
    if (!line || !*line) return;
    attn_text_print(out, ",\"%s\":", key);
    attn_json_string(out, line);
}

static void add_axis(attn_text *out, const char *role, const attn_labels *labels)
{
    attn_text_add(out, "{");
    if (role && *role) attn_json_print(out, "\"role\":%s", role);
    attn_json_labels(out, labels);
    attn_text_add(out, "}");
}

static void add_map(attn_text *out, const attn_panel *panel)
{
    static const char *const scales[] = {"weights", "positive", "signed"};
    const attn_plot *plot = panel->plot;
    bool matrix = panel->value->rank == ATTN_MATRIX;
    attn_text_add(out, "{\"title\":");
    attn_json_string(out, panel->title ? panel->title : "");
    attn_text_print(out, ",\"scale\":\"%s\"", plot ? "lines" : scales[panel->scale]);
    if (plot) /* which axes are logarithmic, and which column is across */
        attn_text_print(out, ",\"log\":\"%s%s\"", plot->log_x ? "x" : "", plot->log_y ? "y" : "");
    if (plot && plot->has_x) attn_text_add(out, ",\"x\":");
    if (plot && plot->has_x) attn_json_string(out, panel->col_labels->words[0]);
    attn_text_add(out, ",\"axes\":[");
    if (matrix) add_axis(out, panel->row_role, panel->row_labels);
    if (matrix) attn_text_add(out, ",");
    if (panel->value->rank != ATTN_NUMBER) add_axis(out, panel->col_role, panel->col_labels);
    attn_text_add(out, "],\"data\":");
    attn_json_tensor(out, panel->value);
    attn_text_add(out, "}");
}

void attn_numbers_json(const attn_sheet_options *sheet, attn_text *out)
{
    attn_text_add(out, "{\"attnviz\":1,\"title\":");
    attn_json_string(out, sheet->title ? sheet->title : "");
    add_line(out, "subtitle", sheet->subtitle);
    add_line(out, "note", sheet->note);
    attn_text_add(out, ",\n\"maps\":[");
    for (size_t i = 0; i < sheet->panel_count; i++) {
        if (i) attn_text_add(out, ",\n");
        add_map(out, &sheet->panels[i]);
    }
    attn_text_add(out, "]}\n");
}
