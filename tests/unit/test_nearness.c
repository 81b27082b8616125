/*
 * nearness: BLEU and chrF against values that sacreBLEU's own tests have, and counts made by hand.
 */
#include "text/nearness.h"

#include <math.h>

#include "arena.h"
#include "core/text.h"
#include "scarce.h"

static attn_nearness of(const char *written, const char *wanted)
{
    attn_nearness sum = {0};
    ck_assert(attn_nearness_add(&sum, written, wanted, arena));
    return sum;
}

/* ---- tokens ---- */

static const char *const token_rows[][2] = {
    {"", ""},
    {"le chat noir", "le chat noir"},
    {" It  cost $3.50, not 1,000! ", "It cost $ 3.50 , not 1,000 !"},
    {"1990-1995, e-mail, 5-", "1990 - 1995 , e-mail , 5 -"},
    {"don't (well: \"no\") a/b {c} x_y", "don't ( well : \" no \" ) a / b { c } x _ y"},
    {"&quot;A&quot; &amp; B &lt;c&gt; &amp;lt;", "\" A \" & B < c > <"},
    {"zahăr. Ça,là é.é", "zahăr . Ça , là é . é"},
    {"x.5 5.x .5 5. 3.4.5", "x . 5 5 . x . 5 5 . 3.4.5"},
    {"wait... what", "wait . . . what"}};

START_TEST(tokens)
{
    ck_assert_str_eq(attn_tokens_13a(token_rows[_i][0], arena), token_rows[_i][1]);
}
END_TEST

/* ---- BLEU ---- */

/* test_sentence_bleu.py and test_bleu.py of sacreBLEU */
START_TEST(published_bleu)
{
    attn_nearness one =
        of("Producția de zahăr primă va fi exprimată în ceea ce privește zahărul alb;",
           "producţia de zahăr brut se exprimă în zahăr alb;");
    ck_assert_double_eq_tol(attn_nearness_bleu(&one), 8.493, 1e-3);
    one = of("this is a cat", "okay thanks");
    ck_assert_double_eq(attn_nearness_bleu(&one), 0);
    one = of("this is a test", "this is a test");
    ck_assert_double_eq_tol(attn_nearness_bleu(&one), 100, 1e-9);
    /* the test has counts of equal lengths: nothing is too short */
    const attn_nearness counted = {.words = {{10, 10, 9}, {8, 10, 7}, {6, 9, 5}, {4, 8, 3}}};
    ck_assert_double_eq_tol(attn_nearness_bleu(&counted), 83.75922397, 1e-6);
}
END_TEST

static void expect_words(const attn_nearness *sum, const size_t *both, const size_t *written)
{
    for (size_t n = 0; n < ATTN_BLEU_ORDERS; n++) {
        ck_assert_uint_eq(sum->words[n].both, both[n]);
        ck_assert_uint_eq(sum->words[n].written, written[n]);
    }
}

START_TEST(published_counts)
{
    const attn_nearness one =
        of("am I am a character sequence", "I am a symbol string sequence a a");
    expect_words(&one, (size_t[]){4, 2, 1, 0}, (size_t[]){6, 5, 4, 3});
    ck_assert_uint_eq(one.words[0].wanted, 8);
}
END_TEST

/* Many sentences are one text; what is too short is punished. */
START_TEST(bleu_of_a_corpus)
{
    attn_nearness sum = {0};
    ck_assert_double_eq(attn_nearness_bleu(&sum), 0);
    ck_assert(attn_nearness_add(&sum, "a b c d", "a b c d e f", arena));
    ck_assert_double_eq_tol(attn_nearness_bleu(&sum), 100 * exp(1 - 6 / 4.0), 1e-9);
    ck_assert(attn_nearness_add(&sum, "", "g", arena));
    ck_assert(attn_nearness_add(&sum, "b a x d e", "b a c d e", arena));
    expect_words(&sum, (size_t[]){8, 5, 2, 1}, (size_t[]){9, 7, 5, 3});
    double logs = log(8 / 9.0) + log(5 / 7.0) + log(2 / 5.0) + log(1 / 3.0);
    ck_assert_double_eq_tol(attn_nearness_bleu(&sum), 100 * exp(logs / 4 + 1 - 12 / 9.0), 1e-9);
}
END_TEST

/* ---- chrF ---- */

static const struct {
    const char *written, *wanted;
    double score;
} chrf_rows[] = {
    {"a", "a", 100}, {"", "reference", 0}, {"a b c", "a b c", 100},    {"a b c", "abc", 100},
    {"", "c", 0},    {"aa", "ab", 25},     {"abcdefg", "hijklmnop", 0}};

/* test_chrf.py of sacreBLEU; precision and recall are equal there, so the weight of recall is not
 * tested. */
START_TEST(published_chrf)
{
    const attn_nearness one = of(chrf_rows[_i].written, chrf_rows[_i].wanted);
    ck_assert_double_eq_tol(attn_nearness_chrf(&one), chrf_rows[_i].score, 1e-4);
}
END_TEST

/* The same file has other scores, the mean of the scores of each order: made here from the counts.
 */
static double mean_of_orders(const attn_nearness *sum)
{
    double all = 0;
    for (size_t n = 0; n < ATTN_CHRF_ORDERS; n++) {
        const attn_run_counts *c = &sum->letters[n];
        double precision = (double)c->both / (double)c->written;
        double recall = (double)c->both / (double)c->wanted;
        if (c->both) all += 5 * precision * recall / (4 * precision + recall);
    }
    return 100 * all / ATTN_CHRF_ORDERS;
}

static const struct {
    const char *written, *wanted;
    double score;
} czech_rows[] = {
    {"Co nás nejvíc trápí, protože lékaři si vybírají, kdo bude žít a kdo zemře.",
     "Nejvíce smutní jsme z toho, že musíme rozhodovat o tom, kdo bude žít a kdo zemře.",
     39.14078509},
    {"Nebo prostě nemají vybavení, které by jim pomohlo, uvedli lékaři.",
     "A někdy nemáme ani potřebný materiál, abychom jim pomohli, popsali lékaři.", 31.22557079},
    {"Lapali po dechu, jejich životy skončily dřív, než skutečně začaly.",
     "Lapali po dechu a pak jejich život skončil - dřív, než skutečně mohl začít, připomněli.",
     57.15704367}};

START_TEST(published_letters)
{
    const attn_nearness one = of(czech_rows[_i].written, czech_rows[_i].wanted);
    ck_assert_double_eq_tol(mean_of_orders(&one), czech_rows[_i].score, 1e-4);
}
END_TEST

/* Recall counts twice as much: 1 of 1 letters and 1 of 2. */
START_TEST(recall_counts_more)
{
    const attn_nearness brief = of("a", "ab"), longer = of("ab", "a");
    ck_assert_double_eq_tol(attn_nearness_chrf(&brief), 100 * 5 * 0.5 / (4 * 1 + 0.5), 1e-9);
    ck_assert_double_eq_tol(attn_nearness_chrf(&longer), 100 * 5 * 0.5 / (4 * 0.5 + 1), 1e-9);
}
END_TEST

/* ---- no memory, too much work ---- */

static bool count_little(attn_status *into)
{
    attn_nearness sum = {0};
    attn_arena *own = attn_arena_new(into);
    bool done = own && attn_nearness_add(&sum, "a b, c", "a &amp; c", own);
    attn_arena_free(own);
    return done;
}

START_TEST(without_memory_nothing_is_counted)
{
    ck_assert_uint_gt(scarce_each(count_little), 1);
}
END_TEST

START_TEST(long_sentences_exceed_the_budget)
{
    attn_text text = {0};
    attn_nearness sum = {0};
    attn_text_repeat(&text, "ab", 400000);
    const char *words = attn_keep_text(arena, &text);
    ck_assert(!attn_nearness_add(&sum, words, words, arena));
    ck_assert_int_eq(status.code, ATTN_LIMIT);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("nearness");
    TCase *tests = tcase_create("nearness");
    tcase_add_checked_fixture(tests, open_arena, close_arena);
    tcase_add_loop_test(tests, tokens, 0, COUNT(token_rows));
    tcase_add_test(tests, published_bleu);
    tcase_add_test(tests, published_counts);
    tcase_add_test(tests, bleu_of_a_corpus);
    tcase_add_loop_test(tests, published_chrf, 0, COUNT(chrf_rows));
    tcase_add_loop_test(tests, published_letters, 0, COUNT(czech_rows));
    tcase_add_test(tests, recall_counts_more);
    tcase_add_test(tests, without_memory_nothing_is_counted);
    tcase_add_test(tests, long_sentences_exceed_the_budget);
    suite_add_tcase(suite, tests);
    return unit_run(suite);
}
