/*
 * lettering: where the lines of a text end.
 */
#include <stdlib.h>
#include <string.h>

#include "show/lettering.h"
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

int main(void)
{
    Suite *suite = suite_create("lettering");
    TCase *cases = tcase_create("lettering");
    tcase_add_test(cases, a_number_keeps_its_percent);
    suite_add_tcase(suite, cases);
    return unit_run(suite);
}
