/* scale: panels of one kin have one scale of colours, on a sheet and on several. */
#include "picture/layout/scale.h"

#include <math.h>

#include "document/document.h"
#include "unit.h"

static float small[] = {0.1f, 0.2f}, large[] = {0.5f, -INFINITY}, negative[] = {-3.0f, 1.0f};

static attn_tensor row(float *data)
{
    return (attn_tensor){.rank = ATTN_VECTOR, .batch = 1, .rows = 1, .cols = 2, .data = data};
}

START_TEST(panels_of_one_kin_reach_equally_far)
{
    attn_status status = {0};
    attn_arena *arena = attn_arena_new(&status);
    attn_common *common = attn_common_new(arena);
    attn_tensor values[] = {row(small), row(large), row(negative)};
    attn_panel first[] = {
        {.value = &values[0], .scale_group = "weights", .scale = ATTN_SCALE_WEIGHTS},
        {.value = &values[1], .scale_group = "S", .scale = ATTN_SCALE_POSITIVE},
        {.value = &values[2], .scale = ATTN_SCALE_SIGNED},
    };
    attn_panel second[] = {
        {.value = &values[2], .scale_group = "S", .scale = ATTN_SCALE_SIGNED},
        {.value = &values[1], .scale_group = "weights", .scale = ATTN_SCALE_WEIGHTS},
        {.value = &values[0], .scale_group = "T", .scale = ATTN_SCALE_POSITIVE},
    };
    attn_sheet_options sheets[] = {{.panel_count = 3, .panels = first},
                                   {.panel_count = 3, .panels = second}};
    for (size_t i = 0; i < 2; i++) ck_assert(attn_common_note(common, sheets[i].panels, 3));
    for (size_t i = 0; i < 2; i++) ck_assert(attn_common_apply(common, arena, &sheets[i]));
    const attn_panel *a = sheets[0].panels, *b = sheets[1].panels;
    ck_assert_double_eq(a[0].range_floor, 0.5);
    ck_assert_double_eq(b[1].range_floor, 0.5);
    ck_assert_double_eq(a[1].range_floor, 3.0);
    ck_assert_double_eq(b[0].range_floor, 3.0);
    ck_assert_int_eq(a[1].scale, ATTN_SCALE_SIGNED); /* one of them is negative */
    ck_assert_int_eq(a[0].scale, ATTN_SCALE_WEIGHTS);
    ck_assert_double_eq(a[2].range_floor, 0.0); /* without a group */
    ck_assert_double_eq(b[2].range_floor, (double)0.2f);
    attn_arena_free(arena);
}
END_TEST

static double reach;
static size_t seen, weak;

/* What every map of a lesson with and without something is drawn with. */
static void each_difference(const char *name, const char *without, void (*use)(const attn_panel *))
{
    attn_status status = {0};
    attn_arena *arena = attn_arena_new(&status);
    attn_changes changes = {.switch_count = 1, .switches = &without};
    attn_lesson *lesson = attn_lesson_read(name, true, &status);
    attn_lesson *changed = attn_lesson_changed(lesson, &changes, &status);
    attn_run *with = attn_lesson_run(lesson, NULL, &status);
    attn_run *run = attn_lesson_run(changed, NULL, &status);
    ck_assert_msg(run != NULL, "%s", status.message);
    attn_map maps[64];
    size_t count = 0;
    for (size_t i = 0; i < attn_run_outcome(run)->moment_count; i++)
        count += attn_show_drawings(&attn_run_outcome(run)->moments[i], maps + count);
    attn_sheet_options sheet = {0};
    ck_assert(attn_show_contrasts(run, with, maps, count, arena, &sheet));
    ck_assert_uint_gt(sheet.panel_count, 3);
    seen = weak = 0;
    for (size_t i = 2; i < sheet.panel_count; i += 3) use(&sheet.panels[i]);
    attn_run_free(run);
    attn_run_free(with);
    attn_lesson_free(changed);
    attn_lesson_free(lesson);
    attn_arena_free(arena);
}

static void reaches_as_far(const attn_panel *panel)
{
    double largest = 0;
    for (size_t i = 0; i < attn_tensor_size(panel->value); i++)
        largest = fmax(largest, fabs((double)panel->value->data[i]));
    ck_assert_int_eq(panel->scale, ATTN_SCALE_SIGNED);
    if (seen++) ck_assert_double_eq(panel->range_floor, reach);
    reach = panel->range_floor;
    ck_assert_double_le(largest, reach);
    weak += largest < 0.05 * reach;
}

/* A difference of 0.003 must not look like one of 0.15. */
START_TEST(differences_have_one_scale)
{
    each_difference("decoder", "context", reaches_as_far);
    ck_assert_uint_eq(seen, 3);
    ck_assert_uint_eq(weak, 2);
}
END_TEST

/* Six maps of light from 0 to 1, and one of a derivative that is a tenth of it. */
static void reaches_its_kin(const attn_panel *panel)
{
    bool light = strncmp(panel->carried_title, "light", 5) == 0;
    ck_assert(light == (panel->range_floor > 0.5));
    seen++;
}

START_TEST(differences_of_other_values_have_another_scale)
{
    each_difference("soft-attention", "attention", reaches_its_kin);
    ck_assert_uint_eq(seen, 7);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("scale_group");
    TCase *cases = tcase_create("common");
    tcase_add_test(cases, panels_of_one_kin_reach_equally_far);
    tcase_add_test(cases, differences_have_one_scale);
    tcase_add_test(cases, differences_of_other_values_have_another_scale);
    suite_add_tcase(suite, cases);
    return unit_run(suite);
}
