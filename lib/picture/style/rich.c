/*
 * rich: sets a line of words, formulas and blanks with Pango.
 */
#include "picture/style/rich.h"

#include <string.h>

attn_rich attn_rich_new(double size)
{
    return (attn_rich){.attributes = pango_attr_list_new(), .size = size};
}

static void add_attribute(attn_rich *r, PangoAttribute *attribute, size_t from, size_t to)
{
    attribute->start_index = (guint)from;
    attribute->end_index = (guint)to;
    pango_attr_list_insert(r->attributes, attribute);
}

void attn_rich_words(attn_rich *r, const char *words)
{
    attn_text_add_escaped(&r->text, words, strlen(words), true);
}

/* Lower and smaller, for what stands behind "_". */
static void lower(attn_rich *r, size_t from, size_t to)
{
    add_attribute(r, pango_attr_rise_new((int)(-0.22 * r->size * PANGO_SCALE)), from, to);
    add_attribute(r, pango_attr_scale_new(0.72), from, to);
}

static bool is_letter(uint32_t code)
{
    GUnicodeType type = g_unichar_type(code);
    return type == G_UNICODE_LOWERCASE_LETTER || type == G_UNICODE_UPPERCASE_LETTER;
}

/* The letter, digit or sign that Unicode has below the line under this code; 0: it is none. */
static uint32_t high_of(uint32_t code)
{
    gunichar high;
    bool low = (code >= 0x1D62 && code <= 0x1D6A) || (code >= 0x2080 && code <= 0x209C) ||
               code == 0x2C7C; /* ᵢ to ᵪ, ₀ to ₜ, ⱼ */
    return low && g_unichar_fully_decompose(code, TRUE, &high, 1) == 1 && high != code ? high : 0;
}

static size_t next_code(const char *bytes, uint32_t *code)
{
    size_t step = attn_utf8_next(bytes, strlen(bytes), code);
    if (step == 0) *code = 0;
    return step ? step : 1;
}

static uint32_t code_at(const char *bytes)
{
    uint32_t code = 0;
    if (*bytes) next_code(bytes, &code);
    return code;
}

static bool is_capital_greek(uint32_t code)
{
    return code >= 0x391 && code <= 0x3A9;
}

/* From here on single letters are names and slanted, words of more letters are upright. */
static void slant(attn_rich *r, size_t from)
{
    const char *bytes = attn_text_string(&r->text);
    size_t start = from, letters = 0;
    for (size_t at = from; at <= r->text.length;) {
        uint32_t code = code_at(bytes + at);
        size_t step = code ? next_code(bytes + at, &code) : 1;
        if (code && is_letter(code) && letters++ == 0) start = at;
        if (!(code && is_letter(code))) {
            if (letters == 1 && !is_capital_greek(code_at(bytes + start)))
                add_attribute(r, pango_attr_style_new(PANGO_STYLE_ITALIC), start, at);
            letters = 0;
        }
        at += step;
    }
}

/* How many bytes behind "_" stand below the line: "{t,i}", or letters, digits and the commas
 * between them. */
static size_t low_part(const char *bytes)
{
    size_t at = strcspn(bytes, "}");
    if (*bytes == '{') return at + (bytes[at] == '}');
    for (at = 0;;) {
        uint32_t code, behind;
        size_t step = next_code(bytes + at, &code);
        behind = code == ',' ? code_at(bytes + at + 1) : code;
        if (!bytes[at] || !(is_letter(behind) || g_unichar_isdigit(behind))) return at;
        at += step;
    }
}

/* A run of signs that Unicode has below the line, with the commas between them, as plain ones. */
static size_t low_signs(const char *bytes, attn_text *plain)
{
    size_t at = 0;
    for (uint32_t code; (code = code_at(bytes + at)) != 0;) {
        uint32_t high = high_of(code);
        bool comma = at && code == ',' && high_of(code_at(bytes + at + 1));
        if (!high && !comma) break;
        size_t step = next_code(bytes + at, &code);
        char sign[8];
        int length = g_unichar_to_utf8(high ? high : ',', sign);
        attn_text_add_bytes(plain, sign, (size_t)length);
        at += step;
    }
    return at;
}

/* "one_hot(": a function whose name has several letters before its "_" is one word; braces are in
 * no word. */
static bool is_function(const char *formula, const char *at, size_t low)
{
    size_t letters = 0;
    while (at > formula + letters && g_ascii_isalpha(at[-1 - (ptrdiff_t)letters])) letters++;
    return letters > 1 && at[1] != '{' && at[1 + low] == '(';
}

/* What stands below the line here, into `plain`; how many bytes of the formula it takes. */
static size_t take_low(const char *formula, const char *at, attn_text *plain)
{
    size_t low = *at == '_' ? low_part(at + 1) : 0;
    if (low && is_function(formula, at, low)) return 0;
    if (low == 0) return low_signs(at, plain);
    bool braces = at[1] == '{' && at[low] == '}';
    attn_text_add_bytes(plain, at + 1 + braces, low - 2U * braces);
    return low + 1;
}

/* A formula as typeset has it. */
void attn_rich_formula(attn_rich *r, const char *formula)
{
    size_t from = r->text.length, part = from;
    attn_text plain = {0};
    attn_text_add_escaped(&plain, formula, strlen(formula), false);
    for (const char *at = attn_text_string(&plain); *at;) {
        uint32_t code;
        size_t start = r->text.length, taken;
        attn_text below = {0};
        taken = take_low(attn_text_string(&plain), at, &below);
        if (taken) {
            slant(r, part);
            attn_text_add_bytes(&r->text, attn_text_string(&below), below.length);
            lower(r, start, r->text.length);
            slant(r, start);
            part = r->text.length;
        } else {
            taken = next_code(at, &code);
            attn_text_add_bytes(&r->text, at, taken);
        }
        r->text.failed |= below.failed;
        attn_text_free(&below);
        at += taken;
    }
    r->text.failed |= plain.failed;
    attn_text_free(&plain);
    slant(r, part);
    add_attribute(r, pango_attr_family_new("serif"), from, r->text.length);
}

void attn_rich_name(attn_rich *r, const char *name)
{
    for (const char *at = name; *at;) {
        uint32_t code;
        size_t start = r->text.length, taken = *at == '_' ? take_low(name, at, &r->text) : 0;
        if (taken)
            lower(r, start, r->text.length);
        else
            attn_text_add_bytes(&r->text, at, taken = next_code(at, &code));
        at += taken;
    }
}

/* Room in a sentence for a few letters of a hand. */
void attn_rich_blank(attn_rich *r)
{
    size_t from = r->text.length;
    PangoRectangle place = {0, (int)(-14 * PANGO_SCALE), (int)(58 * PANGO_SCALE),
                            (int)(18 * PANGO_SCALE)};
    attn_text_add(&r->text, "\uFFFC");
    add_attribute(r, pango_attr_shape_new(&place, &place), from, r->text.length);
}

static void set_font(PangoLayout *layout, attn_rich_font how, double size, bool bold)
{
    PangoFontDescription *font = pango_font_description_new();
    pango_font_description_set_family_static(font, how == ATTN_RICH_CODE ? "monospace" : "sans");
    if (bold) pango_font_description_set_weight(font, PANGO_WEIGHT_BOLD);
    pango_font_description_set_absolute_size(font, size * PANGO_SCALE);
    pango_layout_set_font_description(layout, font);
    pango_font_description_free(font);
}

bool attn_rich_put(attn_rich *r, PangoLayout *layout)
{
    const bool whole = layout && !r->text.failed;
    if (whole) pango_layout_set_text(layout, attn_text_string(&r->text), (int)r->text.length);
    if (whole) pango_layout_set_attributes(layout, r->attributes);
    pango_attr_list_unref(r->attributes);
    attn_text_free(&r->text);
    return whole;
}

PangoLayout *attn_rich_set(attn_rich *r, attn_lettering *lettering, attn_rich_font font, bool bold,
                           double width)
{
    PangoLayout *layout = attn_lettering_layout(lettering);
    bool colored;
    if (!attn_rich_put(r, layout)) return NULL;
    pango_layout_set_single_paragraph_mode(layout, FALSE);
    set_font(layout, font, r->size, bold);
    pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR);
    if (width > 0) pango_layout_set_width(layout, (int)(width * PANGO_SCALE));
    return attn_lettering_ready(lettering, layout, &colored) ? layout : NULL;
}

bool attn_rich_is_blank(const PangoLayoutRun *run)
{
    for (GSList *each = run->item->analysis.extra_attrs; each; each = each->next)
        if (((const PangoAttribute *)each->data)->klass->type == PANGO_ATTR_SHAPE) return true;
    return false;
}
