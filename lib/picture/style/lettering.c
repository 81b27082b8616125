/*
 * lettering: Pango's layouts, made tame and measured.
 *
 * Hinting is off and positions are not rounded, so a text has the same shape upright and rotated,
 * and the same width on every machine with the same fonts. For the same reason one size serves all:
 * texts are shaped at SHAPED_EM and drawn larger or smaller. Fontconfig sorts its fonts anew for
 * each size and weight it is asked for, and that takes longer than all the shaping.
 */
#include "picture/style/lettering.h"

#include <hb-ot.h>
#include <pthread.h>
#include <stdint.h>
#include <string.h>

#include "core/random.h"
#include "picture/style/rich.h"

/* What nobody reads need not be shaped: the bytes of a text, and the marks on one letter. */
#define MOST_BYTES 1200
#define MOST_MARKS 4

#define SHAPED_EM 13.0 /* pixels: that of most texts */

/* Words stand on many axes: those set last are kept, each in the place of its hash. */
#define KEPT 256u
#define MOST_KEPT_BYTES 256

typedef struct kept_text {
    const char *said; /* as it was asked for; NULL: none */
    attn_font font;
    attn_letters letters;
} kept_text;

struct attn_lettering {
    attn_arena *arena;
    attn_fonts *fonts, *own; /* own: if nobody shares them with it */
    PangoContext *context;
    PangoFontDescription *found; /* the font that "sans" is here, by its own name */
    size_t layout_count;
    PangoLayout **layouts;  /* of all texts set so far */
    const PangoFont *plain; /* the last font seen that has no colours; only compared */
    kept_text kept[KEPT];
};

/* ---- fonts ---- */

struct attn_fonts {
    PangoFontMap *map;
    bool found;
};

/*
 * Pango searches on threads of its own, and fontconfig parses its files there. Without memory
 * fontconfig tries again for ever, or follows a null pointer, and GLib ends the program: none of
 * them can be let begin then.
 */
static size_t room_for_search(void)
{
    enum { threads = 4, search = 16 << 20 };
    pthread_attr_t usual;
    size_t stack = 0;
    if (pthread_attr_init(&usual) != 0) return search;
    pthread_attr_getstacksize(&usual, &stack);
    pthread_attr_destroy(&usual);
    return stack < (SIZE_MAX - search) / threads ? threads * stack + search : SIZE_MAX;
}

static PangoContext *plain_context(const attn_fonts *fonts)
{
    PangoContext *context = pango_font_map_create_context(fonts->map);
    cairo_font_options_t *options = cairo_font_options_create();
    cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY);
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
    pango_cairo_context_set_font_options(context, options);
    cairo_font_options_destroy(options);
    pango_context_set_round_glyph_positions(context, FALSE);
    pango_context_set_language(context, pango_language_from_string("en"));
    pango_context_set_base_dir(context, PANGO_DIRECTION_WEAK_LTR);
    return context;
}

static PangoFontDescription *describe_sans(void)
{
    PangoFontDescription *description = pango_font_description_new();
    pango_font_description_set_family_static(description, "sans");
    pango_font_description_set_absolute_size(description, SHAPED_EM * PANGO_SCALE);
    return description;
}

/* The font that "sans" is here, by its own name, once the fonts of this machine are known; NULL:
 * there is none. */
static PangoFontDescription *find_sans(attn_fonts *fonts, PangoContext *context)
{
    PangoFontDescription *sans = describe_sans(), *found = NULL;
    PangoFont *font = pango_font_map_load_font(fonts->map, context, sans);
    pango_font_description_free(sans);
    fonts->found = true;
    if (!font) return NULL;
    found = pango_font_describe_with_absolute_size(font);
    g_object_unref(font);
    return found;
}

attn_fonts *attn_fonts_new(void)
{
    attn_fonts *fonts = NULL;
    if (attn_memory_has_room(room_for_search())) fonts = attn_resize(NULL, sizeof *fonts);
    if (!fonts) return NULL;
    *fonts = (attn_fonts){.map = pango_cairo_font_map_new()};
    pango_cairo_font_map_set_resolution(PANGO_CAIRO_FONT_MAP(fonts->map), 96.0);
    return fonts;
}

void attn_fonts_free(attn_fonts *fonts)
{
    if (!fonts) return;
    if (!fonts->found) { /* the program may end after this: a search would be cut off in it */
        PangoContext *context = plain_context(fonts);
        pango_font_description_free(find_sans(fonts, context));
        g_object_unref(context);
    }
    g_object_unref(fonts->map);
    attn_resize(fonts, 0);
}

/* ---- lettering ---- */

/* Again, as what was computed meanwhile may have taken what there was. */
static bool check_room(attn_arena *arena)
{
    const size_t room = room_for_search(), mebibyte = 1 << 20;
    return attn_memory_has_room(room) ||
           attn_no_memory(
               attn_arena_status(arena),
               "loading fonts, which every picture with words needs: %zu MiB more must be free",
               (room - 1) / mebibyte + 1);
}

/* Without any font Pango measures nonsense: every text would be as wide as a number can say. */
attn_lettering *attn_lettering_new(attn_arena *arena, attn_fonts *fonts)
{
    attn_lettering *lettering = attn_alloc(arena, 1, sizeof *lettering);
    if (!lettering || !check_room(arena)) return NULL;
    lettering->arena = arena;
    lettering->own = fonts ? NULL : attn_fonts_new();
    lettering->fonts = fonts ? fonts : lettering->own;
    if (!lettering->fonts) {
        attn_no_memory(attn_arena_status(arena), "setting the letters");
        return NULL;
    }
    lettering->context = plain_context(lettering->fonts);
    lettering->found = find_sans(lettering->fonts, lettering->context);
    if (lettering->found) return lettering;
    attn_fail(attn_arena_status(arena), ATTN_FILE,
              "this machine has no font, so no picture can have words: install one, such as DejaVu "
              "Sans (Debian: apt install fonts-dejavu-core)");
    attn_lettering_free(lettering);
    return NULL;
}

void attn_lettering_clear(attn_lettering *lettering)
{
    for (size_t i = 0; i < lettering->layout_count; i++) g_object_unref(lettering->layouts[i]);
    lettering->layout_count = 0;
    memset(lettering->kept, 0, sizeof lettering->kept);
}

void attn_lettering_free(attn_lettering *lettering)
{
    if (!lettering) return;
    attn_lettering_clear(lettering);
    pango_font_description_free(lettering->found);
    g_object_unref(lettering->context);
    attn_fonts_free(lettering->own);
}

static bool is_mark(uint32_t code)
{
    GUnicodeType type = g_unichar_type(code);
    return type == G_UNICODE_NON_SPACING_MARK || type == G_UNICODE_ENCLOSING_MARK;
}

/* The space of "80 %": no line ends there. */
static bool is_before_percent(const char *text, size_t at)
{
    return at > 0 && text[at - 1] >= '0' && text[at - 1] <= '9' && text[at] == ' ' &&
           text[at + 1] == '%';
}

/* The text as it may be drawn: escaped, bounded, well-formed UTF-8 in any case. */
static const char *tame(attn_arena *arena, const char *text)
{
    attn_text out = {0};
    size_t length = strlen(text), at = 0, marks = 0;
    bool cut = false;
    while (at < length && out.length < MOST_BYTES && !out.failed) {
        uint32_t code = 0;
        size_t known = attn_utf8_next(text + at, length - at, &code), step = known ? known : 1;
        marks = known && is_mark(code) ? marks + 1 : 0;
        cut = cut || marks > MOST_MARKS;
        if (is_before_percent(text, at))
            attn_text_add(&out, "\u00A0");
        else if (marks <= MOST_MARKS)
            attn_text_add_escaped(&out, text + at, step, false);
        at += step;
    }
    if (cut || at < length) attn_text_add(&out, "…");
    return attn_keep_text(arena, &out);
}

PangoLayout *attn_lettering_layout(attn_lettering *lettering)
{
    PangoLayout **place = attn_push(lettering->arena, &lettering->layouts, &lettering->layout_count,
                                    sizeof(PangoLayout *));
    if (!place) return NULL;
    *place = pango_layout_new(lettering->context);
    pango_layout_set_single_paragraph_mode(*place, TRUE);
    return *place;
}

/* Latin, Greek, Cyrillic and the signs of mathematics: for these, what a machine has as "sans" does
 * not depend on the language. */
static bool is_european(const char *text)
{
    size_t length = strlen(text), step;
    uint32_t code = 0;
    for (size_t at = 0; at < length; at += step) {
        step = attn_utf8_next(text + at, length - at, &code);
        if (step == 0 || (code >= 0x0530 && (code < 0x1E00 || code >= 0x2C00))) return false;
    }
    return true;
}

/* Pango asks for the metrics of a font by its own name: a text that does so too spares a search. */
static void set_font(const attn_lettering *lettering, const attn_letters *letters, bool bold)
{
    PangoFontDescription *description = is_european(letters->text)
                                            ? pango_font_description_copy(lettering->found)
                                            : describe_sans();
    if (bold) pango_font_description_set_weight(description, PANGO_WEIGHT_BOLD);
    pango_layout_set_font_description(letters->layout, description);
    pango_font_description_free(description);
}

static void measure(attn_letters *letters)
{
    const double unit = letters->scale / PANGO_SCALE;
    PangoRectangle ink, advance;
    pango_layout_get_extents(letters->layout, &ink, &advance);
    int left = MIN(ink.x, advance.x), top = MIN(ink.y, advance.y);
    int right = MAX(ink.x + ink.width, advance.x + advance.width);
    int bottom = MAX(ink.y + ink.height, advance.y + advance.height);
    letters->x = left * unit;
    letters->y = top * unit;
    letters->width = (right - left) * unit;
    letters->height = (bottom - top) * unit;
    letters->ascent = (pango_layout_get_baseline(letters->layout) - top) * unit;
    PangoLayoutIter *iter = pango_layout_get_iter(letters->layout);
    while (!pango_layout_iter_at_last_line(iter) && pango_layout_iter_next_line(iter)) continue;
    letters->last_line = (size_t)pango_layout_iter_get_line_readonly(iter)->start_index;
    letters->last_ascent = (pango_layout_iter_get_baseline(iter) - top) * unit;
    pango_layout_iter_free(iter);
}

static bool is_color_font(PangoFont *font)
{
    hb_face_t *face = hb_font_get_face(pango_font_get_hb_font(font));
    return hb_ot_color_has_png(face) || hb_ot_color_has_layers(face) || hb_ot_color_has_svg(face);
}

/* Cairo's side of a font; without it Pango draws boxes in place of letters. */
static bool can_draw(PangoFont *font)
{
    cairo_scaled_font_t *drawn = pango_cairo_font_get_scaled_font(PANGO_CAIRO_FONT(font));
    return drawn && cairo_scaled_font_status(drawn) == CAIRO_STATUS_SUCCESS;
}

/* Texts are mostly in one font, which is asked once. */
bool attn_lettering_ready(attn_lettering *lettering, PangoLayout *layout, bool *colored)
{
    PangoLayoutIter *iter = pango_layout_get_iter(layout);
    bool ready = true;
    *colored = false;
    do {
        const PangoLayoutRun *run = pango_layout_iter_get_run_readonly(iter);
        PangoFont *font = run ? run->item->analysis.font : NULL;
        if (!font || font == lettering->plain) continue;
        ready = can_draw(font);
        *colored = *colored || is_color_font(font);
        if (ready && !*colored) lettering->plain = font;
    } while (ready && pango_layout_iter_next_run(iter));
    pango_layout_iter_free(iter);
    return ready || attn_no_memory(attn_arena_status(lettering->arena), "loading a font");
}

/* The text, with what its name has below the line set there. */
static bool set_text(attn_lettering *lettering, attn_letters *letters, const char *said,
                     attn_font font)
{
    const size_t name = font.name;
    if (font.formula) {
        attn_rich formula = attn_rich_new(SHAPED_EM);
        attn_rich_formula(&formula, letters->text);
        return attn_rich_put(&formula, letters->layout);
    }
    if (name == 0 || strncmp(letters->text, said, name) != 0) {
        pango_layout_set_text(letters->layout, letters->text, -1);
        return true;
    }
    const char *alone = attn_copy_text(lettering->arena, letters->text, name);
    attn_rich r = attn_rich_new(SHAPED_EM);
    if (alone) attn_rich_name(&r, alone);
    attn_text_add(&r.text, letters->text + name);
    return attn_rich_put(&r, letters->layout) && alone;
}

/* A word that is wider than a line is broken without a hyphen, which the word has not. */
static void break_lines(PangoLayout *layout, double width, int lines)
{
    PangoAttrList *set = pango_layout_get_attributes(layout);
    PangoAttrList *attributes = set ? pango_attr_list_copy(set) : pango_attr_list_new();
    pango_attr_list_insert(attributes, pango_attr_insert_hyphens_new(FALSE));
    pango_layout_set_attributes(layout, attributes);
    pango_attr_list_unref(attributes);
    pango_layout_set_width(layout, (int)(width * PANGO_SCALE));
    pango_layout_set_height(layout, -lines);
    pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR);
    pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_END);
}

static attn_letters set(attn_lettering *lettering, const char *text, attn_font font)
{
    attn_letters letters = {.scale = font.size / SHAPED_EM, .em = font.size};
    if (!text || !*text || !(letters.text = tame(lettering->arena, text))) return letters;
    letters.layout = attn_lettering_layout(lettering);
    bool ready = letters.layout && set_text(lettering, &letters, text, font);
    if (ready) set_font(lettering, &letters, font.bold);
    for (bool broken = false; ready; broken = true) {
        ready = attn_lettering_ready(lettering, letters.layout, &letters.colored);
        if (!ready) break;
        measure(&letters);
        if (broken || letters.width <= font.width) return letters;
        break_lines(letters.layout, font.width / letters.scale, font.lines);
    }
    attn_no_memory(attn_arena_status(lettering->arena), "setting the letters");
    return (attn_letters){0};
}

/* Whether the kept letters are those of this font, too: a text that was not broken is the same at
 * every width that it fits. */
static bool serves(const kept_text *kept, const attn_font *font)
{
    const attn_font *was = &kept->font;
    if (was->size != font->size || was->bold != font->bold || was->name != font->name ||
        was->formula != font->formula)
        return false;
    const bool broken = pango_layout_get_width(kept->letters.layout) != -1;
    return (was->width == font->width && was->lines == font->lines) ||
           (!broken && kept->letters.width <= font->width);
}

attn_letters attn_letters_set(attn_lettering *lettering, const char *text, attn_font font)
{
    size_t length = text ? strlen(text) : 0;
    if (length == 0 || length > MOST_KEPT_BYTES) return set(lettering, text, font);
    kept_text *kept = &lettering->kept[attn_hash(text, length) % KEPT];
    if (kept->said && strcmp(kept->said, text) == 0 && serves(kept, &font)) return kept->letters;
    attn_letters letters = set(lettering, text, font);
    const char *said = attn_copy_text(lettering->arena, text, length);
    if (said && letters.layout) *kept = (kept_text){said, font, letters};
    return letters;
}

attn_letters attn_letters_take(attn_lettering *lettering, attn_text *text, attn_font font)
{
    attn_letters letters = {0};
    if (text->failed)
        attn_no_memory(attn_arena_status(lettering->arena), "setting the letters");
    else
        letters = attn_letters_set(lettering, attn_text_string(text), font);
    attn_text_free(text);
    return letters;
}

void attn_letters_draw(const attn_letters *letters, cairo_t *cairo, double x, double y,
                       bool upwards)
{
    cairo_save(cairo);
    if (upwards) {
        cairo_translate(cairo, x, y + letters->width);
        cairo_rotate(cairo, -G_PI / 2.0);
        cairo_translate(cairo, -letters->x, -letters->y);
    } else {
        cairo_translate(cairo, x - letters->x, y - letters->y);
    }
    cairo_scale(cairo, letters->scale, letters->scale);
    pango_cairo_show_layout(cairo, letters->layout);
    cairo_restore(cairo);
}
