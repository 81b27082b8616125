/* choice: how often each place is drawn, and which never is. */
#include "text/choice.h"

#include "unit.h"

enum { PLACES = 4, DRAWS = 1000 };

/* How many of DRAWS numbers, evenly spread from 0 to 1, choose each place. */
static void count(const float *numbers, attn_choice how, size_t *counts)
{
    for (size_t i = 0; i < PLACES; i++) counts[i] = 0;
    for (size_t i = 0; i < DRAWS; i++) {
        const size_t place = attn_choose_place(numbers, PLACES, &how, (double)i / DRAWS);
        ck_assert_uint_lt(place, PLACES);
        counts[place]++;
    }
}

static const struct {
    float numbers[PLACES];
    attn_choice how;
    size_t counts[PLACES];
} cases[] = {
    /* the greatest, of equal ones the first */
    {{1, 3, 3, 2}, {0, 0, 0}, {0, 1000, 0, 0}},
    /* shares are drawn as they are, scores by softmax: e^0.693147 is 2 */
    {{0.1f, 0.2f, 0.3f, 0.4f}, {1, 0, 0}, {100, 200, 300, 400}},
    {{0, 0.6931472f, 0, 1.3862944f}, {1, 0, 0}, {125, 250, 125, 500}},
    /* a temperature of ½ squares them */
    {{0, 0.6931472f, 0, 1.3862944f}, {0.5, 0, 0}, {45, 182, 46, 727}},
    {{0.1f, 0.2f, 0.3f, 0.4f}, {0.5, 0, 0}, {33, 134, 300, 533}},
    /* the two best alone; more than there are; one */
    {{0.1f, 0.2f, 0.3f, 0.4f}, {1, 2, 0}, {0, 0, 428, 572}},
    {{0.1f, 0.2f, 0.3f, 0.4f}, {1, 9, 0}, {100, 200, 300, 400}},
    {{0.1f, 0.2f, 0.3f, 0.4f}, {1, 1, 0}, {0, 0, 0, 1000}},
    /* as many as it takes: 0.4 and 0.3 have more than a half; the first alone has more than none */
    {{0.1f, 0.2f, 0.3f, 0.4f}, {1, 0, 0.5}, {0, 0, 428, 572}},
    {{0.1f, 0.2f, 0.3f, 0.4f}, {1, 0, 0.01}, {0, 0, 0, 1000}},
    {{0.1f, 0.2f, 0.3f, 0.4f}, {1, 0, 1}, {100, 200, 300, 400}},
    /* both: of the three best those that have 0.7 of these */
    {{0.1f, 0.2f, 0.3f, 0.4f}, {1, 3, 0.7}, {0, 0, 428, 572}},
    /* what has no share is never drawn */
    {{0, 0.5f, 0, 0.5f}, {2, 0, 0}, {0, 500, 0, 500}},
    /* by a temperature so low that no quotient is finite it is the greatest */
    {{1, 2, 4, 3}, {1e-310, 0, 0}, {0, 0, 1000, 0}},
    {{-1, -2, -4, -3}, {1e-310, 0, 0}, {1000, 0, 0, 0}},
};

START_TEST(a_place_is_drawn_by_its_share)
{
    size_t counts[PLACES];
    count(cases[_i].numbers, cases[_i].how, counts);
    for (size_t i = 0; i < PLACES; i++)
        ck_assert_msg(counts[i] + 1 >= cases[_i].counts[i] && counts[i] <= cases[_i].counts[i] + 1,
                      "case %d, place %zu: %zu, not %zu", _i, i, counts[i], cases[_i].counts[i]);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("choice");
    TCase *tests = tcase_create("choose");
    tcase_add_loop_test(tests, a_place_is_drawn_by_its_share, 0, COUNT(cases));
    suite_add_tcase(suite, tests);
    return unit_run(suite);
}
