/*
 * lettering: where the lines of a text end; in which fonts it is set.
 */
/* slow under valgrind */
#include <stdlib.h>
#include <string.h>

#include "picture/style/rich.h"
#include "unit.h"

/* The lines of a text in so many pixels, with '|' between them. */
static void lines_of(const char *text, double width, char *out)
{
    attn_status status = {0};
    attn_arena *arena = attn_arena_new(&status);
    attn_lettering *lettering = attn_lettering_new(arena, NULL);
    ck_assert_ptr_nonnull(lettering);
    attn_font font = {.size = 10, .width = width, .lines = 9};
    attn_letters letters = attn_letters_set(lettering, text, font);
    size_t at = 0;
    for (GSList *each = pango_layout_get_lines_readonly(letters.layout); each; each = each->next) {
        const PangoLayoutLine *line = each->data;
        if (at > 0) out[at++] = '|';
        memcpy(out + at, letters.text + line->start_index, (size_t)line->length);
        at += (size_t)line->length;
    }
    out[at] = '\0';
    attn_lettering_free(lettering);
    attn_arena_free(arena);
}

START_TEST(a_number_keeps_its_percent)
{
    char lines[400];
    unsigned broken = 0;
    for (double width = 40; width < 260; width++) {
        lines_of("every word to the one before 80 %, the verb to its subject 99 %", width, lines);
        broken += strchr(lines, '|') != NULL;
        ck_assert_msg(!strstr(lines, "|%") && !strstr(lines, " %"), "%g: %s", width, lines);
    }
    ck_assert_uint_gt(broken, 200);
    lines_of("80 % and x % y", 900, lines);
    ck_assert_str_eq(lines, "80\u00A0% and x % y");
}
END_TEST

/* How many glyphs a text has that stands in several lines. */
static size_t glyphs_in_lines(const char *text)
{
    attn_status status = {0};
    attn_arena *arena = attn_arena_new(&status);
    attn_lettering *lettering = attn_lettering_new(arena, NULL);
    ck_assert_ptr_nonnull(lettering);
    attn_font font = {.size = 10, .width = 60, .lines = 9};
    PangoLayout *layout = attn_letters_set(lettering, text, font).layout;
    ck_assert_int_gt(pango_layout_get_line_count(layout), 1);
    size_t count = 0;
    PangoLayoutIter *iter = pango_layout_get_iter(layout);
    do {
        const PangoLayoutRun *run = pango_layout_iter_get_run_readonly(iter);
        if (run) count += (size_t)run->glyphs->num_glyphs;
    } while (pango_layout_iter_next_run(iter));
    pango_layout_iter_free(iter);
    attn_lettering_free(lettering);
    attn_arena_free(arena);
    return count;
}

START_TEST(a_word_is_broken_without_a_hyphen)
{
    static const char word[] = "weightsofeverylayerandeveryhead.npy";
    ck_assert_uint_eq(glyphs_in_lines(word), strlen(word));
}
END_TEST

static const char *const texts[] = {"The cat sat.",  "Élan café", "ψυχή α",  "Кошка спит",
                                    "Σ √2 ≤ ∂x · ∞", "我爱水课",  "العربية", "e\u0301 ≤ 我"};

/* In "sans" itself, as a layout that nobody sped up measures it. */
static double width_in_sans(attn_lettering *lettering, const char *text, const attn_font *font)
{
    PangoRectangle ink, advance;
    PangoLayout *layout = attn_lettering_layout(lettering);
    PangoFontDescription *sans = pango_font_description_from_string("sans");
    pango_font_description_set_absolute_size(sans, font->size * PANGO_SCALE);
    if (font->bold) pango_font_description_set_weight(sans, PANGO_WEIGHT_BOLD);
    pango_layout_set_font_description(layout, sans);
    pango_layout_set_text(layout, text, -1);
    pango_layout_get_extents(layout, &ink, &advance);
    pango_font_description_free(sans);
    int right = MAX(ink.x + ink.width, advance.x + advance.width);
    return (double)(right - MIN(ink.x, advance.x)) / PANGO_SCALE;
}

START_TEST(every_text_is_set_in_sans)
{
    attn_status status = {0};
    attn_arena *arena = attn_arena_new(&status);
    attn_fonts *fonts = attn_fonts_new();
    attn_lettering *one = attn_lettering_new(arena, fonts), *two = attn_lettering_new(arena, fonts);
    attn_fonts_free(fonts); /* both keep them */
    attn_lettering *own = attn_lettering_new(arena, NULL);
    ck_assert_msg(one && two && own, "%s", status.message);
    for (size_t i = 0; i < 2 * COUNT(texts); i++) {
        const char *text = texts[i / 2];
        const attn_font font = {.size = 13, .bold = i % 2, .width = 900, .lines = 1};
        double width = width_in_sans(own, text, &font);
        ck_assert_double_eq(attn_letters_set(one, text, font).width, width);
        ck_assert_double_eq(attn_letters_set(two, text, font).width, width);
        ck_assert_double_eq(attn_letters_set(own, text, font).width, width);
    }
    attn_lettering_free(one);
    attn_lettering_free(two);
    attn_lettering_free(own);
    attn_lettering_free(NULL);
    attn_arena_free(arena);
}
END_TEST

/* What a name has below the line stands there; what words have behind an underline does not. */
START_TEST(a_name_has_its_subscript)
{
    attn_status status = {0};
    attn_arena *arena = attn_arena_new(&status);
    attn_lettering *lettering = attn_lettering_new(arena, NULL);
    attn_font font = {.size = 10, .width = 900, .lines = 1};
    attn_letters plain = attn_letters_set(lettering, "W_Q · a_b", font);
    ck_assert_str_eq(pango_layout_get_text(plain.layout), "W_Q · a_b");
    font.name = strlen("W_Q");
    attn_letters set = attn_letters_set(lettering, "W_Q · a_b", font);
    ck_assert_str_eq(pango_layout_get_text(set.layout), "WQ · a_b");
    ck_assert_str_eq(set.text, "W_Q · a_b");
    PangoAttrIterator *at = pango_attr_list_get_iterator(pango_layout_get_attributes(set.layout));
    ck_assert(!pango_attr_iterator_get(at, PANGO_ATTR_RISE));
    ck_assert(pango_attr_iterator_next(at) && pango_attr_iterator_get(at, PANGO_ATTR_RISE));
    int from, to;
    pango_attr_iterator_range(at, &from, &to);
    ck_assert(from == 1 && to == 2);
    pango_attr_iterator_destroy(at);
    attn_lettering_free(lettering);
    attn_arena_free(arena);
}
END_TEST

START_TEST(a_formula_has_its_subscripts)
{
    static const struct {
        const char *formula, *wanted;
    } formulas[] = {
        {"K_{⌈j/2⌉}ᵀ", "K⌈j/2⌉ᵀ"},
        {"split_{⌈j/2⌉}(K)", "split⌈j/2⌉(K)"},
        {"one_hot(y)", "one_hot(y)"},
        {"splitⱼ(K)", "splitj(K)"},
    };
    for (size_t i = 0; i < COUNT(formulas); i++) {
        attn_rich rich = attn_rich_new(10);
        attn_rich_formula(&rich, formulas[i].formula);
        ck_assert_str_eq(attn_text_string(&rich.text), formulas[i].wanted);
        attn_text_free(&rich.text);
        pango_attr_list_unref(rich.attributes);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("lettering");
    TCase *cases = tcase_create("lettering");
    tcase_add_test(cases, a_number_keeps_its_percent);
    tcase_add_test(cases, a_word_is_broken_without_a_hyphen);
    tcase_add_test(cases, every_text_is_set_in_sans);
    tcase_add_test(cases, a_name_has_its_subscript);
    tcase_add_test(cases, a_formula_has_its_subscripts);
    suite_add_tcase(suite, cases);
    return unit_run(suite);
}
