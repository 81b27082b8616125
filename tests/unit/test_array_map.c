/*
 * array_map: maps that people bring: merged, hidden, combined, subtracted, graded; and the same
 * picture, whether the numbers are held or read while they are painted.
 */

/* slow under valgrind */

#include "picture/arrays/array_map.h"

#include <math.h>

#include "arena.h"
#include "lesson/run/map_reading.h"
#include "text/token_merge.h"
#include "picture/arrays/array_scan.h"
#include "picture/paint/paint.h"

#define NEAR(a, b) ck_assert_double_eq_tol((double)(a), (double)(b), 1e-6)

enum { N = 5 };
static const char *const words[N] = {"[CLS]", "no", "##ir", "dort", "[SEP]"};
static const attn_labels tokens = {.count = N, .words = words};
/* Two heads; rows sum to 1. */
static const float heads[2 * N * N] = {0.1f, 0.2f, 0.3f, 0.2f, 0.2f, 0.5f, 0.1f, 0.1f, 0.1f, 0.2f,
                                       0.0f, 0.4f, 0.2f, 0.4f, 0.0f, 0.3f, 0.3f, 0.2f, 0.1f, 0.1f,
                                       0.2f, 0.2f, 0.2f, 0.2f, 0.2f, 0.9f, 0.1f, 0.0f, 0.0f, 0.0f,
                                       0.0f, 0.9f, 0.1f, 0.0f, 0.0f, 0.0f, 0.0f, 0.9f, 0.1f, 0.0f,
                                       0.0f, 0.0f, 0.0f, 0.9f, 0.1f, 0.1f, 0.0f, 0.0f, 0.0f, 0.9f};

static const size_t firsts[] = {0, N *N};
static const attn_array_map first_head = {.title = "head 1", .count = 1, .firsts = firsts};
static const attn_array_map both_heads = {.title = "", .count = 2, .firsts = firsts};

static attn_array_picture picture_of(const float *numbers, const attn_array_map *map)
{
    return (attn_array_picture){.name = "a.npy",
                                .held = numbers,
                                .rows = N,
                                .cols = N,
                                .map_count = 1,
                                .maps = map,
                                .tokens = {&tokens, &tokens},
                                .tokens_name = "t.json",
                                .turn = "--transpose"};
}

static attn_array_shown shown_of(const attn_array_picture *picture)
{
    attn_array_shown shown;
    ck_assert_msg(attn_array_panels(picture, arena, &shown), "%s", status.message);
    return shown;
}

static float at(const attn_array_shown *shown, size_t row, size_t col)
{
    const attn_tensor *value = shown->panels[0].value;
    return value->data[row * value->cols + col];
}

START_TEST(weights_are_drawn_as_they_are)
{
    attn_array_picture p = picture_of(heads, &first_head);
    attn_array_shown shown = shown_of(&p);
    const attn_panel *panel = shown.panels;
    ck_assert_uint_eq(shown.said_count, 0);
    ck_assert_int_eq(panel->scale, ATTN_SCALE_WEIGHTS);
    ck_assert_mem_eq(panel->value->data, heads, N * N * sizeof *heads);
    ck_assert_str_eq(panel->row_labels->words[2], "·ir");
    ck_assert_uint_eq(panel->read_count, N);
    ck_assert_ptr_null(shown.subtitle);
}
END_TEST

/* Columns of pieces are summed, rows averaged. */
START_TEST(pieces_are_merged)
{
    attn_array_picture p = picture_of(heads, &first_head);
    p.words = true;
    attn_array_shown shown = shown_of(&p);
    ck_assert_uint_eq(shown.panels[0].value->rows, 4);
    ck_assert_str_eq(shown.panels[0].col_labels->words[1], "noir");
    NEAR(at(&shown, 0, 1), 0.5);
    NEAR(at(&shown, 1, 0), 0.25);
    NEAR(at(&shown, 1, 1), (0.2 + 0.6) / 2);
    NEAR(at(&shown, 1, 2), 0.25);
    NEAR(at(&shown, 2, 1), 0.5);
    for (size_t i = 0; i < 4; i++) NEAR(shown.panels[0].read[i].sum, 1);
}
END_TEST

START_TEST(special_tokens_are_hidden)
{
    attn_array_picture p = picture_of(heads, &first_head);
    p.hiding = ATTN_HIDE_KEEP;
    attn_array_shown kept = shown_of(&p);
    ck_assert_uint_eq(kept.panels[0].value->cols, 3);
    NEAR(at(&kept, 0, 0), 0.1);
    NEAR(kept.panels[0].read[0].sum, 0.3);
    ck_assert(!kept.panels[0].read[0].shared);
    p.hiding = ATTN_HIDE_RENORMALISE;
    attn_array_shown anew = shown_of(&p);
    NEAR(at(&anew, 0, 0), 0.1 / 0.3);
    ck_assert(anew.panels[0].read[0].shared);
    p.words = true;
    attn_array_shown both = shown_of(&p);
    ck_assert_uint_eq(both.panels[0].value->rows, 2);
    NEAR(at(&both, 0, 0), 0.4 / 0.65);
}
END_TEST

START_TEST(heads_are_combined)
{
    attn_array_picture p = picture_of(heads, &both_heads);
    p.combine = ATTN_MEAN_HEAD;
    attn_array_shown mean = shown_of(&p);
    NEAR(at(&mean, 0, 0), 0.5);
    NEAR(at(&mean, 0, 1), 0.15);
    p.combine = ATTN_MAX_HEAD;
    attn_array_shown most = shown_of(&p);
    NEAR(at(&most, 0, 0), 0.9);
    NEAR(at(&most, 0, 1), 0.2);
    ck_assert_int_eq(most.panels[0].scale, ATTN_SCALE_WEIGHTS);
}
END_TEST

START_TEST(differences_are_signed)
{
    static const attn_array_map second_head = {.title = "head 2", .count = 1, .firsts = firsts + 1};
    attn_array_picture p = picture_of(heads, &first_head), q = picture_of(heads, &second_head);
    attn_array_shown shown;
    ck_assert(attn_array_differences(&p, &q, arena, &shown));
    ck_assert_int_eq(shown.panels[0].scale, ATTN_SCALE_SIGNED);
    NEAR(at(&shown, 0, 0), -0.8);
    NEAR(at(&shown, 0, 1), 0.1);
    q.words = true;
    ck_assert(!attn_array_differences(&p, &q, arena, &shown));
    ck_assert_str_eq(status.message,
                     "a.npy is 5×5, but a.npy is 4×4: there is no difference between them");
}
END_TEST

/* What is odd about the other file is said as well. */
START_TEST(differences_say_what_is_odd_in_either)
{
    float odd[N * N];
    memcpy(odd, heads, sizeof odd);
    odd[0] += 0.5f;
    attn_array_picture p = picture_of(heads, &first_head), q = picture_of(odd, &first_head);
    attn_array_shown shown = {0};
    q.name = "b.npy";
    ck_assert(attn_array_differences(&p, &q, arena, &shown));
    ck_assert_uint_eq(shown.said_count, 1);
    ck_assert_ptr_nonnull(strstr(shown.said[0], "b.npy, head 1: row 1 ([CLS]) sums to 1.5"));
    NEAR(at(&shown, 0, 0), -0.5);
}
END_TEST

/* Maps that become one are held in memory, so they may not be any number. */
START_TEST(maps_that_are_held_are_within_the_budget)
{
    attn_array_picture p = picture_of(heads, &both_heads);
    attn_array_shown shown;
    p.combine = ATTN_MEAN_HEAD;
    p.tokens = (attn_tokens){0};
    p.rows = p.cols = 9000;
    ck_assert(!attn_array_panels(&p, arena, &shown));
    ck_assert_str_eq(status.message,
                     "a.npy: holding 1 map of 9000×9000 numbers needs 1.2 GiB of memory, and the "
                     "budget is 1 GiB: --memory 2G allows it");
}
END_TEST

/* ---- what is said ---- */

static const char *said_of(const float *numbers, attn_scale *scale)
{
    attn_array_picture p = picture_of(numbers, &first_head);
    attn_array_shown shown = shown_of(&p);
    *scale = shown.panels[0].scale;
    return shown.said_count ? shown.said[0] : "";
}

START_TEST(what_is_odd_is_said)
{
    float odd[N * N];
    attn_scale scale;
    memcpy(odd, heads, sizeof odd);
    odd[2 * N] = 0.3f;
    ck_assert_str_eq(said_of(odd, &scale), "a.npy, head 1: row 3 (##ir) sums to 1.3, not to 1: "
                                           "drawn as scores, not as weights");
    ck_assert_int_eq(scale, ATTN_SCALE_POSITIVE);
    odd[2 * N] = -0.5f;
    said_of(odd, &scale);
    ck_assert_int_eq(scale, ATTN_SCALE_SIGNED);
    memcpy(odd, heads, sizeof odd);
    odd[3 * N + 1] = NAN;
    odd[3 * N + 2] = INFINITY;
    ck_assert_str_eq(
        said_of(odd, &scale),
        "a.npy, head 1: row 4 (dort), column 2 (no) is not a number (and 1 other): drawn "
        "as masked");
    for (size_t i = 0; i < N; i++)
        for (size_t j = 0; j < N; j++) odd[j * N + i] = heads[i * N + j];
    ck_assert_ptr_nonnull(strstr(said_of(odd, &scale), "this is the transpose, --transpose turns"));
    attn_array_picture p = picture_of(odd, &first_head);
    p.transposed = true;
    attn_array_shown shown = shown_of(&p);
    ck_assert_uint_eq(shown.said_count, 0);
    ck_assert_mem_eq(shown.panels[0].value->data, heads, N * N * sizeof *heads);
}
END_TEST

/* −∞ is masked, and so is a row without any number. */
START_TEST(masked_scores_are_no_oddity)
{
    float scores[N * N];
    attn_scale scale;
    for (size_t i = 0; i < N * N; i++) scores[i] = i % N > i / N ? -INFINITY : heads[i];
    for (size_t i = 0; i < N; i++) {
        float sum = 0;
        for (size_t j = 0; j <= i; j++) sum += scores[i * N + j];
        for (size_t j = 0; j <= i; j++) scores[i * N + j] /= sum;
    }
    for (size_t j = 0; j < N; j++) scores[2 * N + j] = -INFINITY;
    ck_assert_str_eq(said_of(scores, &scale), "");
    ck_assert_int_eq(scale, ATTN_SCALE_WEIGHTS);
}
END_TEST

/* What many write for −∞: less than all else by far. */
START_TEST(scores_far_below_all_others_are_masked)
{
    static const float masks[] = {-1e4f + 2, -65504, -1e9f, -3.4e38f};
    float scores[2 * N * N];
    for (size_t k = 0; k < COUNT(masks); k++) {
        for (size_t i = 0; i < 2 * N * N; i++) {
            bool seen = i % N <= i / N % N;
            scores[i] = seen ? 10 * heads[i] - 3 : masks[k];
        }
        attn_array_picture p = picture_of(scores, &first_head),
                           both = picture_of(scores, &both_heads);
        both.combine = ATTN_MEAN_HEAD;
        attn_array_shown shown = shown_of(&p), mean = shown_of(&both);
        const char *said = shown.said[0];
        ck_assert_msg(
            strstr(said, "a.npy, head 1: row 1 ([CLS]), column 2 (no) is −") == said &&
                strstr(said, " (and 9 others), far below all other numbers: drawn as masked"),
            "%s", said);
        for (size_t i = 0; i < N * N; i++) {
            bool seen = i % N <= i / N;
            ck_assert(isfinite(at(&mean, i / N, i % N)) == seen);
            ck_assert(at(&shown, i / N, i % N) == (seen ? scores[i] : -INFINITY));
        }
    }
    scores[N * N] = 2000; /* not so far, in one of both heads */
    attn_array_picture both = picture_of(scores, &both_heads);
    both.combine = ATTN_MEAN_HEAD;
    ck_assert_ptr_nonnull(
        strstr(shown_of(&both).said[0], " (and 9 others), far below all other numbers"));
    scores[0] = 2000;
    attn_array_picture p = picture_of(scores, &first_head);
    attn_array_shown shown = shown_of(&p);
    ck_assert(at(&shown, 0, 1) == scores[1]);
}
END_TEST

START_TEST(sums_are_as_near_as_the_file_is_exact)
{
    static const struct {
        unsigned bits, digits;
        float off;
        bool said;
    } cases[] = {{ATTN_FLOAT_BITS, ATTN_BINARY, 5e-5f, false},
                 {ATTN_FLOAT_BITS, ATTN_BINARY, 5e-4f, true},
                 {11, ATTN_BINARY, 5e-4f, false},
                 {11, ATTN_BINARY, 3e-3f, true},
                 {8, ATTN_BINARY, 3e-3f, false},
                 {ATTN_FLOAT_BITS, 2, 0.02f, false},
                 {ATTN_FLOAT_BITS, 2, 0.03f, true},
                 {ATTN_FLOAT_BITS, 4, 2e-4f, false},
                 {ATTN_FLOAT_BITS, 4, 4e-4f, true}};
    for (size_t i = 0; i < COUNT(cases); i++) {
        float odd[N * N];
        memcpy(odd, heads, sizeof odd);
        odd[0] += cases[i].off;
        attn_array array = {.bits = cases[i].bits, .digits = cases[i].digits};
        attn_array_picture p = picture_of(odd, &first_head);
        p.array = &array;
        ck_assert_msg(shown_of(&p).said_count == cases[i].said, "%zu", i);
    }
}
END_TEST

/* ---- what the picture says ---- */

static const char *subtitle_of(const float *numbers, size_t cols)
{
    attn_array_picture p = picture_of(numbers, &first_head);
    p.tokens = (attn_tokens){0};
    p.rows = p.cols = cols;
    attn_array_shown shown = shown_of(&p);
    return shown.subtitle ? shown.subtitle : "";
}

/* What stderr says is gone when somebody else looks at the picture. */
START_TEST(pictures_say_what_is_odd)
{
    static const struct {
        float numbers[9];
        const char *says;
    } cases[] = {
        {{0.2f, 0.3f, 0.5f, 0.1f, 0.8f, 0.1f, 1, 0, 0}, ""},
        {{0.25f, 0.25f, 0.25f, 0.5f, 0.5f, 0.75f, 0.25f, 0.25f, 0.5f},
         "2 of 3 rows sum to between 0.75 and 1.75, not to 1: these are not weights"},
        {{0.2f, 0.3f, 0.5f, 5, 0.8f, 0.1f, 1, 0, 0},
         "1 of 3 rows sums to 5.9, not to 1: these are not weights"},
        {{1, 1, 1, 1, 1, 1, 1, 1, 1}, "rows sum to 3: these are not weights"},
        {{-1, 2.25f, 1, 3, -4.5f, 0, 1, 1, 1},
         "rows sum to between −1.5 and 3: these are not weights"},
        {{0.33333f, 0.33333f, 0.33314f, 0.25f, 0.25f, 0.5f, 0.25f, 0.25f, 0.5f},
         "1 of 3 rows sums to 0.9998, not to 1: these are not weights"},
        {{0.25f, 0.5f, 0.25f, 0.5f, 0.25f, 0.25f, 0.5f, 0.25f, 0.25f}, ""},
        {{0.75f, 0.25f, 0, 0.125f, 0.25f, 0.5f, 0.125f, 0.5f, 0.5f},
         "the columns sum to 1, not the rows: this is the transpose of weights"},
        {{0.33f, 0.33f, 0.33f, 0.25f, 0.25f, 0.5f, 0.25f, 0.25f, 0.5f},
         "the weights are rounded to 2 decimals, and rows sum to between 0.99 and 1"},
        {{0.2f, NAN, 0.5f, NAN, 0.8f, 0.1f, 1, 0, 0}, "2 cells are NaN, drawn as masked"},
        {{0.2f, INFINITY, 0.5f, NAN, 0.8f, 0.1f, 1, 0, 0},
         "1 cell is NaN and 1 is ∞, drawn as masked"},
        {{INFINITY, 3, 0.5f, 0.25f, 0.25f, 0.25f, 1, 0, 0},
         "1 cell is ∞, drawn as masked; 1 of 2 rows sums to 0.75, not to 1: these are not weights"},
        {{0.2f, -INFINITY, 0.8f, 0.1f, 0.8f, 0.1f, 1, 0, 0}, ""},
    };
    for (size_t i = 0; i < COUNT(cases); i++)
        ck_assert_str_eq(subtitle_of(cases[i].numbers, 3), cases[i].says);
}
END_TEST

/* Of several maps it is said how many, and of each that gets a picture of its own what it is. */
START_TEST(pictures_of_several_maps_say_how_many)
{
    static const attn_array_map maps[] = {{.title = "head 1", .count = 1, .firsts = firsts},
                                          {.title = "head 2", .count = 1, .firsts = firsts + 1}};
    float odd[2 * N * N];
    memcpy(odd, heads, sizeof odd);
    odd[0] = NAN;
    odd[N * N + 2] = 1.5f;
    attn_array_picture p = picture_of(odd, maps), q = picture_of(heads, maps);
    p.map_count = q.map_count = 2;
    attn_array_shown shown = shown_of(&p), whole = shown_of(&q), less = {0};
    ck_assert_str_eq(shown.subtitle, "1 cell is NaN, drawn as masked; in 1 of 2 maps rows sum to "
                                     "2.5, not to 1: those are not weights");
    ck_assert_str_eq(shown.panels[0].alone, "1 cell is NaN, drawn as masked");
    ck_assert_str_eq(shown.panels[1].alone, "1 of 5 rows sums to 2.5, not to 1: these are not "
                                            "weights");
    ck_assert_ptr_null(whole.subtitle);
    ck_assert_str_eq(whole.panels[0].alone, "");
    for (size_t i = 0; i < N; i++)
        for (size_t j = 0; j < N; j++) odd[j * N + i] = heads[i * N + j];
    ck_assert_str_eq(shown_of(&p).subtitle,
                     "2 of 10 rows sum to between 0.7 and 2.5, not to 1: these are not weights");
    memcpy(odd, heads, sizeof odd);
    odd[0] = NAN;
    odd[N * N + 2] = 1.5f;
    p.maps = q.maps = &both_heads;
    p.map_count = q.map_count = 1;
    p.combine = q.combine = ATTN_MEAN_HEAD;
    ck_assert_str_eq(shown_of(&p).subtitle,
                     "1 cell is NaN, drawn as masked; 1 of 9 rows of the heads sums to 2.5, not to "
                     "1: these are not weights; mean of all heads");
    p.name = "b.npy";
    ck_assert(attn_array_differences(&q, &p, arena, &less));
    ck_assert_str_eq(less.subtitle,
                     "b.npy: 1 cell is NaN, drawn as masked; 1 of 9 rows of the heads sums to 2.5, "
                     "not to 1: these are not weights; mean of all heads");
}
END_TEST

/* A row with NaN has no sum, and so it is not said to have one. */
START_TEST(rows_with_nan_have_no_sum)
{
    float odd[N * N];
    memcpy(odd, heads, sizeof odd);
    odd[3 * N + 1] = NAN;
    attn_array_picture p = picture_of(odd, &first_head);
    attn_array_shown shown = shown_of(&p);
    ck_assert_uint_eq(shown.said_count, 1);
    ck_assert_int_eq(shown.panels[0].scale, ATTN_SCALE_WEIGHTS);
    ck_assert_ptr_null(shown.panels[0].read);
}
END_TEST

/* ---- zeros of a mask ---- */

static const char zeros[] = "zeros above the diagonal are drawn as masked";

/* "-": drawn as masked; what the file of the picture carries is the 0 that it is. */
static void check_drawn(const float *numbers, size_t side, const char *wanted)
{
    attn_array_picture p = picture_of(numbers, &first_head);
    p.tokens = (attn_tokens){0};
    p.rows = p.cols = side;
    attn_array_shown shown = shown_of(&p);
    const attn_panel *panel = shown.panels;
    ck_assert((panel->carried != NULL) == (strchr(wanted, '-') != NULL));
    ck_assert((shown.subtitle && strstr(shown.subtitle, zeros)) == (panel->carried != NULL));
    for (size_t i = 0; i < side * side; i++) {
        ck_assert_msg(isfinite(panel->value->data[i]) == (wanted[i] != '-'), "%s: %zu", wanted, i);
        if (panel->carried) ck_assert(panel->carried->data[i] == numbers[i]);
    }
}

START_TEST(zeros_of_a_causal_map_are_masked)
{
    check_drawn((const float[]){1, 0, 0, 0.5f, 0.5f, 0, 0, 0.5f, 0.5f}, 3, ".--..-...");
    check_drawn((const float[]){1, 0, 0.5f, 0.5f}, 2, ".-..");
    check_drawn((const float[]){0.5f, 0, 0.25f, 0.5f}, 2, ".-.."); /* no weights */
    check_drawn((const float[]){1, 0, 0, 1}, 2, "....");           /* nothing below */
    check_drawn((const float[]){0.5f, 0.5f, 0, 1}, 2, "....");     /* the other way */
    check_drawn((const float[]){1, 0, 1e-30f, 0.5f, 0.5f, 0, 0, 0.5f, 0.5f}, 3, ".........");
    check_drawn((const float[]){1, 0, 0.5f, -0.5f}, 2, "...."); /* scores */
    check_drawn((const float[]){0.5f, 0, 0.5f, 0.5f, 0, 0.5f, 1, 0, 0}, 3,
                "........."); /* a column */
    check_drawn((const float[]){1}, 1, ".");
}
END_TEST

/* The entropy of a row is of the places that it sees. */
START_TEST(masked_zeros_are_no_places)
{
    static const float causal[] = {1, 0, 0, 0.5f, 0.5f, 0, 0.25f, 0.25f, 0.5f};
    attn_array_picture p = picture_of(causal, &first_head);
    p.tokens = (attn_tokens){0};
    p.rows = p.cols = 3;
    attn_array_shown shown = shown_of(&p);
    for (size_t i = 0; i < 3; i++) ck_assert_uint_eq(shown.panels[0].read[i].open, i + 1);
}
END_TEST

/* Words of two sentences do not look at themselves; merged, turned and combined maps are masked
 * where all that comes together is; and a difference is of numbers. */
START_TEST(masked_zeros_go_with_what_is_done)
{
    static const char *const other[] = {"le", "chat", "noir", "dort", "bien"};
    static const attn_labels target = {.count = N, .words = other};
    float causal[2 * N * N];
    for (size_t i = 0; i < 2 * N * N; i++) {
        size_t row = i / N % N, col = i % N;
        causal[i] = col <= row ? 1.0f / (float)(row + 1) : 0;
    }
    attn_array_picture p = picture_of(causal, &first_head), q = p;
    p.tokens.rows = &target;
    ck_assert_ptr_null(shown_of(&p).panels[0].carried);
    q.words = true;
    attn_array_shown shown = shown_of(&q);
    const float *drawn = shown.panels[0].value->data, *carried = shown.panels[0].carried->data;
    for (size_t i = 0; i < 16; i++) ck_assert(isfinite(drawn[i]) == (i % 4 <= i / 4));
    NEAR(drawn[5], (0.5 + 2 / 3.0) / 2);
    NEAR(carried[5], drawn[5]);
    ck_assert(carried[1] == 0);
    q = picture_of(causal, &both_heads);
    q.combine = ATTN_MEAN_HEAD;
    ck_assert(!isfinite(at(&(attn_array_shown){.panels = shown_of(&q).panels}, 0, 1)));
    causal[N * N + 1] = 0.5f;
    ck_assert(isfinite(at(&(attn_array_shown){.panels = shown_of(&q).panels}, 0, 1)));
    attn_array_shown less = {0};
    p = picture_of(causal, &first_head);
    q = picture_of(heads, &first_head);
    ck_assert(attn_array_differences(&p, &q, arena, &less));
    NEAR(at(&less, 0, 1), -0.2);
    ck_assert_ptr_null(less.subtitle);
}
END_TEST

START_TEST(tokens_must_fit)
{
    static const attn_labels few = {.count = 3, .words = words + 1};
    attn_array_picture p = picture_of(heads, &first_head);
    attn_array_shown shown;
    p.tokens.cols = &few;
    ck_assert(!attn_array_panels(&p, arena, &shown));
    ck_assert_str_eq(status.message, "t.json has 3 tokens, but a.npy has 5 keys: is it the file of "
                                     "another sentence?");
    status = (attn_status){0};
    p.tokens.cols = &tokens;
    p.rows = p.cols = 3;
    ck_assert(!attn_array_panels(&p, arena, &shown));
    ck_assert_ptr_nonnull(strstr(status.message, "for the special tokens: leave them out"));
}
END_TEST

/* ---- links ---- */

/* no-no, no-ir and ir-dort are sure, dort-ir is possible (source and target). */
static const attn_word_link gold_links[] = {
    {1, 1, 0, 0, false}, {1, 1, 0, 1, false}, {1, 1, 2, 1, true}, {1, 1, 1, 2, false}};
static const attn_alignment gold = {COUNT(gold_links), gold_links};

static attn_array_picture linked_picture(const float *numbers)
{
    attn_array_picture p = picture_of(numbers, &first_head);
    p.links = &gold;
    p.links_name = "gold.txt";
    return p;
}

/* The largest weights of the rows of words stand at no, ir, dort. */
START_TEST(links_have_an_error_rate)
{
    attn_array_picture p = linked_picture(heads + N * N);
    attn_array_shown shown = shown_of(&p);
    const attn_panel *panel = shown.panels;
    ck_assert_uint_eq(panel->marks[1 * N + 1], ATTN_MARK_SURE);
    ck_assert_uint_eq(panel->marks[2 * N + 3], ATTN_MARK_POSSIBLE);
    /* found: no-no is sure, ir-ir is none, dort-dort is none; 3 links, 3 sure: 1 − 2/6 */
    ck_assert_str_eq(panel->title, "head 1, alignment error rate 0.667: 1 of 3 sure links found");
    ck_assert_ptr_nonnull(strstr(shown.note, "gold.txt"));
    p.hiding = ATTN_HIDE_KEEP;
    ck_assert_uint_eq(shown_of(&p).panels[0].marks[0], ATTN_MARK_SURE);
    const attn_word_link far = {1, 7, 3, 0, false};
    const attn_alignment alignment = {1, &far};
    p.links = &alignment;
    ck_assert(!attn_array_panels(&p, arena, &shown));
    ck_assert_str_eq(status.message,
                     "a link leads to word 3 of the source, counted from 0, but the "
                     "map has 3 words there");
    ck_assert_uint_eq(status.line, 7);
}
END_TEST

/* The rows of no and dort are largest at [CLS], which is not a word: A is ir-no alone, a sure link.
 * So 1 − (1 + 1)/(1 + 3); were both words linked, wrongly, 1 − (1 + 1)/(3 + 3). */
START_TEST(who_looks_at_no_word_has_no_link)
{
    attn_array_picture p = linked_picture(heads);
    attn_link_counts counts;
    ck_assert_str_eq(shown_of(&p).panels[0].title, "head 1, alignment error rate 0.500: 1 of 3 "
                                                   "sure links found, 2 words without a link");
    ck_assert(attn_array_link_counts(&p, arena, &counts));
    ck_assert_uint_eq(counts.links, 1);
    ck_assert_uint_eq(counts.sure, 3);
    ck_assert_uint_eq(counts.sure_found, 1);
    ck_assert_uint_eq(counts.found, 1);
}
END_TEST

START_TEST(a_row_without_numbers_has_no_link)
{
    float masked[N * N];
    attn_array_picture p = linked_picture(masked);
    attn_link_counts counts;
    for (size_t i = 0; i < N * N; i++) masked[i] = -INFINITY;
    ck_assert(attn_array_link_counts(&p, arena, &counts));
    ck_assert_uint_eq(counts.links, 0);
    const attn_alignment none = {0, NULL};
    p.links = &none;
    ck_assert_ptr_nonnull(
        strstr(shown_of(&p).panels[0].title, "error rate 0.000: 0 of 0 sure links found, 3 words"));
}
END_TEST

START_TEST(all_sentences_are_told_beside_one)
{
    attn_corpus_links corpus = {2, 2, {4, 3, 2, 3}};
    attn_array_picture p = linked_picture(heads);
    p.corpus = &corpus;
    ck_assert_str_eq(shown_of(&p).note,
                     "A frame marks a link of gold.txt, corners a possible one. Over all 2 "
                     "sentences the alignment error rate is 0.286: 2 of 3 sure links found.");
    corpus.linked = 3;
    ck_assert_ptr_nonnull(strstr(shown_of(&p).note, "a.npy has 2 of them, and gold.txt 3."));
}
END_TEST

/* Its largest number is no weight: a frame says where the links are, and no rate is told. */
START_TEST(differences_have_no_error_rate)
{
    attn_array_picture p = linked_picture(heads), other = picture_of(heads + N * N, &first_head);
    attn_array_shown shown;
    ck_assert(attn_array_differences(&p, &other, arena, &shown));
    ck_assert_str_eq(shown.panels[0].title, "head 1");
    ck_assert_uint_eq(shown.panels[0].marks[1 * N + 1], ATTN_MARK_SURE);
}
END_TEST

/* ---- in strips ---- */

static bool read_strip(void *user, size_t row, size_t count, float *numbers, attn_status *fault)
{
    const attn_tensor *value = user;
    (void)fault;
    memcpy(numbers, value->data + row * value->cols, count * value->cols * sizeof *numbers);
    return true;
}

static bool read_half(void *user, size_t row, size_t count, float *numbers, attn_status *fault)
{
    const attn_tensor *value = user;
    if (row + count > value->rows / 2) return attn_fail(fault, ATTN_FILE, "the file ends here");
    return read_strip(user, row, count, numbers, fault);
}

static void write_picture(const attn_panel *panel, attn_format format, const char *path, bool done)
{
    attn_sheet_options options = {.title = "T", .panel_count = 1, .panels = panel};
    attn_sheet *sheet = attn_sheet_new(&options, &status);
    ck_assert_msg(sheet != NULL, "%s", status.message);
    ck_assert_msg(attn_sheet_write(sheet, format, path, &status) == done, "%s", status.message);
    attn_sheet_free(sheet);
}

static void same_bytes(const char *a, const char *b)
{
    size_t length, other;
    char *one = unit_read(a, &length), *two = unit_read(b, &other);
    ck_assert_uint_eq(length, other);
    ck_assert_mem_eq(one, two, length);
    free(one);
    free(two);
}

START_TEST(strips_draw_the_same_picture)
{
    enum { ROWS = 700, COLS = 1600 }; /* more than a PNG carries */
    static const char *const names[] = {"held.png", "strips.png", "held.pdf", "strips.pdf"};
    static char folder[] = "/tmp/attnviz-strips-XXXXXX";
    char paths[4][64];
    float *data = attn_room(arena, (size_t)ROWS * COLS, sizeof *data);
    for (size_t i = 0; i < (size_t)ROWS * COLS; i++)
        data[i] = i % 977 == 3 ? -INFINITY : (float)(i * 7919 % 1000) / 1000.0f;
    attn_tensor held = {.rank = ATTN_MATRIX, .batch = 1, .rows = ROWS, .cols = COLS, .data = data};
    attn_tensor bare = held;
    bare.data = NULL;
    attn_strips strips = {.read = read_strip, .user = &held, .largest = 0.999, .masked = true};
    unit_make_folder(folder);
    for (size_t i = 0; i < 4; i++) {
        attn_panel panel = {.title = "", .value = i % 2 ? &bare : &held};
        snprintf(paths[i], sizeof paths[i], "%s/%s", folder, names[i]);
        panel.strips = i % 2 ? &strips : NULL;
        write_picture(&panel, i < 2 ? ATTN_FORMAT_PNG : ATTN_FORMAT_PDF, paths[i], true);
    }
    same_bytes(paths[0], paths[1]);
    same_bytes(paths[2], paths[3]);
    for (size_t i = 0; i < 4; i++) unlink(paths[i]);
    strips.read = read_half;
    attn_panel panel = {.title = "", .value = &bare, .strips = &strips};
    for (size_t i = 1; i < 4; i += 2) {
        write_picture(&panel, i < 2 ? ATTN_FORMAT_PNG : ATTN_FORMAT_PDF, paths[i], false);
        ck_assert_str_eq(status.message, "the file ends here");
        ck_assert_int_ne(access(paths[i], F_OK), 0);
        status = (attn_status){0};
    }
    rmdir(folder);
}
END_TEST

/* Of a map that is read while it is painted, too. */
START_TEST(zeros_in_strips_are_masked)
{
    enum { SIDE = 1100, FROM = 700 };
    float *data = attn_room(arena, (size_t)SIDE * SIDE, sizeof *data), strip[2 * SIDE];
    for (size_t i = 0; i < (size_t)SIDE * SIDE; i++)
        data[i] = i % SIDE <= i / SIDE ? 1.0f / (float)(i / SIDE + 1) : 0;
    attn_array_picture p = picture_of(data, &first_head);
    p.tokens = (attn_tokens){0};
    p.rows = p.cols = SIDE;
    attn_array_shown shown = shown_of(&p);
    const attn_strips *strips = shown.panels[0].strips;
    ck_assert_ptr_nonnull(strips);
    ck_assert(strips->masked);
    ck_assert_str_eq(shown.subtitle, zeros);
    ck_assert(strips->read(strips->user, FROM, 2, strip, &status));
    for (size_t i = 0; i < (size_t)2 * SIDE; i++)
        ck_assert(isfinite(strip[i]) == (i % SIDE <= FROM + i / SIDE));
}
END_TEST

START_TEST(scans_are_right_at_every_width)
{
    for (size_t cols = 1; cols < 200; cols += 7) {
        float *data = attn_room(arena, 3 * cols, sizeof *data);
        for (size_t i = 0; i < 3 * cols; i++) data[i] = 1.0f / (float)cols;
        data[cols + cols / 2] += 0.25f;
        attn_tensor value = {.rows = 3, .cols = cols, .data = data};
        attn_row_source source = {3, cols, NULL, read_strip, &value};
        attn_scan scan;
        attn_odd hidden = {0};
        attn_rounding rounding = attn_rounding_begin(ATTN_BINARY, ATTN_FLOAT_BITS);
        ck_assert(attn_scan_rows(&source, rounding, &status, &scan, &hidden));
        ck_assert_uint_eq(scan.off.count, 1);
        ck_assert_uint_eq(scan.off.row, 1);
        NEAR(scan.off.first, 1.25);
        NEAR(scan.largest, 1.0 / (double)cols + 0.25);
        ck_assert(!scan.negative && !scan.masked);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("array_map");
    TCase *tests = tcase_create("array_map");
    tcase_add_checked_fixture(tests, open_arena, close_arena);
    tcase_add_test(tests, weights_are_drawn_as_they_are);
    tcase_add_test(tests, pieces_are_merged);
    tcase_add_test(tests, special_tokens_are_hidden);
    tcase_add_test(tests, heads_are_combined);
    tcase_add_test(tests, differences_are_signed);
    tcase_add_test(tests, differences_say_what_is_odd_in_either);
    tcase_add_test(tests, maps_that_are_held_are_within_the_budget);
    tcase_add_test(tests, what_is_odd_is_said);
    tcase_add_test(tests, masked_scores_are_no_oddity);
    tcase_add_test(tests, scores_far_below_all_others_are_masked);
    tcase_add_test(tests, sums_are_as_near_as_the_file_is_exact);
    tcase_add_test(tests, pictures_say_what_is_odd);
    tcase_add_test(tests, pictures_of_several_maps_say_how_many);
    tcase_add_test(tests, rows_with_nan_have_no_sum);
    tcase_add_test(tests, zeros_of_a_causal_map_are_masked);
    tcase_add_test(tests, masked_zeros_are_no_places);
    tcase_add_test(tests, masked_zeros_go_with_what_is_done);
    tcase_add_test(tests, zeros_in_strips_are_masked);
    tcase_add_test(tests, tokens_must_fit);
    tcase_add_test(tests, links_have_an_error_rate);
    tcase_add_test(tests, who_looks_at_no_word_has_no_link);
    tcase_add_test(tests, a_row_without_numbers_has_no_link);
    tcase_add_test(tests, all_sentences_are_told_beside_one);
    tcase_add_test(tests, differences_have_no_error_rate);
    tcase_add_test(tests, strips_draw_the_same_picture);
    tcase_add_test(tests, scans_are_right_at_every_width);
    suite_add_tcase(suite, tests);
    return unit_run(suite);
}
