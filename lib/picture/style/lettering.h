/*
 * lettering: the texts of a picture, each shaped and measured once, whatever its script.
 *
 * A text may come from anyone: control and direction characters are shown escaped, long ones end
 * in an ellipsis, and none is ever read as markup. Fonts are fontconfig's "sans" with its
 * fallbacks; size and rendering depend on no desktop setting.
 */
#ifndef ATTN_PICTURE_STYLE_LETTERING_H
#define ATTN_PICTURE_STYLE_LETTERING_H

#include <pango/pangocairo.h>

#include "core/memory.h"
#include "core/text.h"
#include "picture/style/fonts.h"

typedef struct attn_lettering attn_lettering;

typedef struct attn_font {
    double size; /* of an em, in pixels */
    bool bold;
    double width; /* a wider text is broken into lines, the last one ends in an ellipsis */
    int lines;    /* at most */
    size_t name;  /* so many bytes, the first of a text, are a name as typeset has it */
    bool formula; /* all of it is a formula as typeset has it */
} attn_font;

/* Of a text on one line, at most so many ems wide. */
static inline attn_font attn_font_line(double size, double most_ems)
{
    return (attn_font){.size = size, .width = most_ems * size, .lines = 1};
}

/* A text that is set. All zero: an empty one, which is never drawn. */
typedef struct attn_letters {
    const char *text;     /* as it is drawn */
    PangoLayout *layout;  /* owned by the lettering; NULL: empty */
    double scale;         /* at which the layout is drawn */
    double x, y;          /* top left of ink and advance together, seen from the layout's origin */
    double width, height; /* of ink and advance together */
    double ascent;        /* from its top down to the (first) baseline */
    size_t last_line;     /* where its last line begins in the text */
    double last_ascent;   /* from its top down to the baseline of that */
    double em;            /* size of the font */
    bool colored;         /* some of its glyphs may have colours of their own, as emoji do */
} attn_letters;

/* Memory comes from the arena, which must live longer. fonts: NULL: its own. NULL on failure. */
attn_lettering *attn_lettering_new(attn_arena *arena, attn_fonts *fonts);
void attn_lettering_free(attn_lettering *lettering); /* NULL is fine */
/* An empty layout for a text that is set by whoever asks for it, as all others: it is the
 * lettering's. NULL on failure. */
PangoLayout *attn_lettering_layout(attn_lettering *lettering);
/* Of a layout that is set: whether one of its fonts has colours. False if one cannot be drawn. */
bool attn_lettering_ready(attn_lettering *lettering, PangoLayout *layout, bool *colored);
/* Gives back the shapes of all texts set so far: none of them may be drawn any more. */
void attn_lettering_clear(attn_lettering *lettering);

/* Sets a text on one line and measures it; the lettering owns its shapes. */
attn_letters attn_letters_set(attn_lettering *lettering, const char *text, attn_font font);
/* The same with a text that was put together for it, which is freed. */
attn_letters attn_letters_take(attn_lettering *lettering, attn_text *text, attn_font font);
/* Draws them with their top left corner at (x, y), as set or rotated to read upwards. */
void attn_letters_draw(const attn_letters *letters, cairo_t *cairo, double x, double y,
                       bool upwards);

#endif
