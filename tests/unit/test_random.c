/* random: the stream of a name, against numbers computed apart from this program (Python). */
/* slow under valgrind */
#include <math.h>

#include "core/random.h"
#include "unit.h"

START_TEST(hash_is_fnv_1a)
{
    ck_assert_uint_eq(attn_hash("", 0), UINT64_C(0xcbf29ce484222325));
    ck_assert_uint_eq(attn_hash("a", 1), UINT64_C(0xaf63dc4c8601ec8c));
    ck_assert_uint_eq(attn_hash("foobarbaz", 6), UINT64_C(0x85944171f73967e8));
    ck_assert_uint_eq(attn_hash("W_Q_", 4), UINT64_C(0x24a8730285a27ea3));
}
END_TEST

static const struct {
    const char *name;
    uint64_t seed;
    unsigned upper[4]; /* the upper 24 bits of the first four draws */
    double normals[2]; /* of scale 0.5, from the same four */
} rows[] = {
    {"W_Q_",
     1,
     {5357567, 5156343, 10141657, 10108235},
     {-0.15461588947241064, -0.5446077088359182}},
    {"W_Q_1", 1, {837304, 8512153, 4157991, 10539631}, {-0.1598219366848132, -0.261396115432403}},
    {"Q_2,1",
     42,
     {8790280, 12917519, 5296365, 5557495},
     {0.07613905780304114, -0.21280637850023804}},
    {"我_", 7, {5267527, 7614198, 5396121, 7031570}, {-0.41594166174676367, -0.3848199304887524}},
};

START_TEST(streams_of_names)
{
    attn_random uniform = attn_random_named(rows[_i].name, rows[_i].seed);
    for (size_t k = 0; k < 4; k++)
        ck_assert_double_eq((double)attn_random_uniform(&uniform), rows[_i].upper[k] / 16777216.0);
    attn_random normal = attn_random_named(rows[_i].name, rows[_i].seed);
    for (size_t k = 0; k < 2; k++)
        ck_assert_double_eq_tol((double)attn_random_normal(&normal, 0.5), rows[_i].normals[k],
                                1e-7);
}
END_TEST

START_TEST(draws_look_uniform_and_normal)
{
    const int draws = 100000;
    double sum = 0, normal_sum = 0, normal_squares = 0;
    attn_random random = attn_random_named("x_", 3);
    for (int i = 0; i < draws; i++) {
        double u = (double)attn_random_uniform(&random);
        double z = (double)attn_random_normal(&random, 1);
        ck_assert(u >= 0 && u < 1 && isfinite(z));
        sum += u, normal_sum += z, normal_squares += z * z;
    }
    ck_assert_double_eq_tol(sum / draws, 0.5, 0.005);
    ck_assert_double_eq_tol(normal_sum / draws, 0, 0.02);
    ck_assert_double_eq_tol(normal_squares / draws, 1, 0.02);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("random");
    TCase *tests = tcase_create("random");
    tcase_add_test(tests, hash_is_fnv_1a);
    tcase_add_loop_test(tests, streams_of_names, 0, COUNT(rows));
    tcase_add_test(tests, draws_look_uniform_and_normal);
    suite_add_tcase(suite, tests);
    return unit_run(suite);
}
