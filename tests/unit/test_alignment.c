/*
 * alignment: links of words and weights of words, as programs for translation write them.
 */
#include "text/alignment.h"

#include <math.h>

#include "unit.h"

static attn_status status;
static attn_arena *arena;
static char path[] = "/tmp/attnviz-alignment-XXXXXX";

static void open_all(void)
{
    status = (attn_status){0};
    arena = attn_arena_new(&status);
    ck_assert_ptr_nonnull(arena);
    unit_make_file(path);
}

static void close_all(void)
{
    attn_arena_free(arena);
    unlink(path);
}

static attn_alignments gold;

/* NULL where it cannot be read. */
static const attn_alignment *read_links(const char *text, size_t sentence)
{
    static attn_alignment chosen;
    unit_write_text(path, text);
    status = (attn_status){0};
    bool done = attn_alignments_read(path, arena, &gold, &status) &&
                attn_alignment_choose(&gold, sentence, "--example", &chosen, &status);
    return done ? &chosen : NULL;
}

/* "0-0 1?2" */
static const char *links_of(const attn_alignment *a)
{
    static char text[256];
    size_t length = 0;
    text[0] = '\0';
    for (size_t i = 0; i < a->count; i++)
        length += (size_t)snprintf(text + length, sizeof text - length, "%s%zu%c%zu", i ? " " : "",
                                   (size_t)a->links[i].source, a->links[i].possible ? '?' : '-',
                                   (size_t)a->links[i].target);
    return text;
}

START_TEST(links_in_each_form)
{
    static const struct {
        const char *text;
        size_t sentence;
        const char *links;
    } cases[] = {
        {"0-0 1-2 2?1\n", 0, "0-0 1-2 2?1"},
        {"0-0\t1p2", 0, "0-0 1?2"},
        {"0-0S 1-1P\r\n", 1, "0-0 1?1"},
        {"0-0\n\n3-4\n", 3, "3-4"},
        {"0-0\n\n3-4\n", 2, ""},
        {"\xEF\xBB\xBF"
         "0-1\n",
         1, "0-1"},
        {"1 1 1 S\n1 2 3 P\n", 0, "0-0 1?2"},
        {"1 1 1\n2 4 5\n", 2, "3-4"},
        {"0001 1 2 S 0.9\n", 0, "0-1"},
        {"1 1 1\n65536 1 2\n", 65536, "0-1"},
        {"1 1 1\n99999999 1 2\n", 99999999, "0-1"},
        {"\n1 1 1 S\n\n1 2 3 P\n", 0, "0-0 1?2"},
        {"\r\n\n1 1 1\n", 1, "0-0"},
        {"\n0-0\n", 2, "0-0"},
        {"\n0-0\n", 1, ""},
        {"\n", 0, ""},
        /* in any order, and what is linked to no word, NULL, has no link */
        {"2 1 1\n1 1 1\n2 2 1 P\n1 2 2\n", 1, "0-0 1-1"},
        {"2 1 1\n1 1 1\n2 2 1 P\n1 2 2\n", 2, "0-0 1?0"},
        {"1 0 1 S\n1 1 0 P\n1 2 1\n", 0, "1-0"},
        {"1 1 1\n2 0 1\n", 2, ""},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        const attn_alignment *a = read_links(cases[i].text, cases[i].sentence);
        ck_assert_msg(a != NULL, "%s: %s", cases[i].text, status.message);
        ck_assert_str_eq(links_of(a), cases[i].links);
    }
}
END_TEST

START_TEST(faults_of_links)
{
    static const struct {
        const char *text;
        size_t sentence;
        const char *message;
        size_t line, column;
    } faults[] = {
        {"0-0 1\n", 0,
         "write a link as two places, from 0, of the source and of the target: 0-0, or 0?0 for a "
         "possible one",
         1, 5},
        {"0-0\n0:1\n", 2,
         "write a link as two places, from 0, of the source and of the target: 0-0, or 0?0 for a "
         "possible one",
         2, 1},
        {"0-0x\n", 0,
         "write a link as two places, from 0, of the source and of the target: 0-0, or 0?0 for a "
         "possible one",
         1, 1},
        {"99999999999-0\n", 0,
         "write a link as two places, from 0, of the source and of the target: 0-0, or 0?0 for a "
         "possible one",
         1, 1},
        {"0 1 1 S\n", 0, "write a link as the sentence", 1, 2},
        {"0-0\n1:1\n", 1,
         "write a link as two places, from 0, of the source and of the target: 0-0, or 0?0 for a "
         "possible one",
         2, 1},
        {"1 1 65536\n", 0, "write a link as the sentence", 1, 10},
        {"1 1 1\n100000000 1 1\n", 1, "write a link as the sentence", 2, 10},
        {"1 1\n", 0, "write a link as the sentence", 1, 4},
        {"1 1 1 Q\n", 0, "write a link as the sentence", 1, 7},
        {"0-0\n1-1\n", 0, "it holds 2 sentences: choose the one", 0, 0},
        {"0-0\n1-1\n", 3, "--example 3: it holds 2 sentences", 0, 0},
    };
    for (size_t i = 0; i < COUNT(faults); i++) {
        ck_assert_ptr_null(read_links(faults[i].text, faults[i].sentence));
        ck_assert_msg(strstr(status.message, faults[i].message), "%s: %s", faults[i].text,
                      status.message);
        ck_assert_uint_eq(status.line, faults[i].line);
        ck_assert_uint_eq(status.column, faults[i].column);
    }
}
END_TEST

/* All sentences: how many there are, and where each link stands. */
START_TEST(links_of_all_sentences)
{
    ck_assert_ptr_nonnull(read_links("0-0 1-1\n\n2?0\n", 1));
    ck_assert_uint_eq(gold.sentences, 3);
    ck_assert(!gold.by_link);
    ck_assert_uint_eq(gold.all.count, 3);
    ck_assert_uint_eq(attn_alignment_of(&gold, 2).count, 0);
    ck_assert_uint_eq(attn_alignment_of(&gold, 3).links[0].line, 3);
    ck_assert_uint_eq(attn_alignment_of(&gold, 4).count, 0);
    ck_assert_ptr_nonnull(read_links("3 1 1\n1 2 2\n3 2 1\n", 1));
    ck_assert_uint_eq(gold.sentences, 3);
    ck_assert(gold.by_link);
    ck_assert_uint_eq(attn_alignment_of(&gold, 3).count, 2);
    ck_assert_uint_eq(attn_alignment_of(&gold, 3).links[1].line, 3);
}
END_TEST

/* Worked out by hand. Sentence 1: A = {0-0, 1-1, 2-1}, S = {0-0, 2-2}, P = S + {1-1}: 1 − 3/5; of
 * sentence 2, A = {0-0} = S: 0. Together 1 − (2 + 3)/(4 + 3), and not the mean, 0.2. */
START_TEST(error_rates)
{
    attn_link_counts first = {.links = 3, .sure = 2, .sure_found = 1, .found = 2}, both = first;
    const attn_link_counts second = {.links = 1, .sure = 1, .sure_found = 1, .found = 1},
                           none = {0};
    ck_assert_double_eq_tol(attn_alignment_error_rate(&first), 0.4, 1e-12);
    ck_assert_double_eq_tol(attn_alignment_error_rate(&second), 0, 1e-12);
    attn_link_counts_add(&both, &second);
    ck_assert_double_eq_tol(attn_alignment_error_rate(&both), 2.0 / 7, 1e-12);
    ck_assert_double_eq_tol(attn_alignment_error_rate(&none), 0, 1e-12);
}
END_TEST

START_TEST(a_byte_of_0_is_no_link)
{
    static const char text[] = "0-0 1-1\n0\0000 1-1\n";
    unit_write(path, text, sizeof text - 1);
    ck_assert(!attn_alignments_read(path, arena, &gold, &status));
    ck_assert_str_eq(status.message, "there is a NUL byte here: plain text has none");
    ck_assert_uint_eq(status.line, 2);
    ck_assert_uint_eq(status.column, 2);
}
END_TEST

static const char nematus[] = "0 ||| the cat ||| -1.5 ||| le chat ||| 3 3\n"
                              "0.9 0.1 0\n0.2 7e-1 0.1\n0 0.25 0.75\n"
                              "\n"
                              "1 ||| yes indeed ||| -0.5 ||| oui ||| 1 2\r\n1\r\n0.5\n";

static const char marian[] = "the cat ||| 0.9,0.1 0.2,8e-1 0,1\n\nyes ||| 1\n";
static const char nbest[] = "0 ||| 5 6 ||| 0.9,0.1 0.2,0.8 ||| F0= -1.5 ||| -0.7\n"
                            "0 ||| 5 ||| 0.9,0.1 0.5,0.5 ||| F0= -1.6 ||| -0.8\n";
static const char opennmt[] = "[10:00 INFO] Loading model\nPRED 1: the cat\n\n"
                              "                   le       chat \n"
                              "       the *0.9000000  0.1000000 \n"
                              "       cat  0.2000000 *0.8000000 \n"
                              "PRED 2: yes\n             oui \n       yes *1.0000000 \n";

static const attn_soft_alignment *read_soft(const char *text, size_t expected)
{
    const attn_soft_alignment *all;
    size_t count;
    unit_write_text(path, text);
    ck_assert(attn_is_soft_alignment(text, strlen(text)));
    ck_assert_msg(attn_soft_alignments_read(path, arena, &all, &count, &status), "%s",
                  status.message);
    ck_assert_uint_eq(count, expected);
    return all;
}

START_TEST(weights_of_marian)
{
    const attn_soft_alignment *all = read_soft(marian, 2);
    ck_assert_uint_eq(all[0].target->count, 3);
    ck_assert_uint_eq(all[0].source->count, 2);
    ck_assert_str_eq(all[0].target->words[1], "cat");
    ck_assert_str_eq(all[0].target->words[2], "</s>");
    ck_assert_str_eq(all[0].source->words[0], "1");
    ck_assert_str_eq(all[0].source->words[1], "</s>");
    ck_assert_double_eq((double)all[0].weights[3], (double)0.8f);
    ck_assert_str_eq(all[1].number, "2");
    ck_assert_uint_eq(all[1].line, 3);
    ck_assert_double_eq((double)all[1].weights[0], 1);
    all = read_soft(nbest, 2);
    ck_assert_str_eq(all[1].number, "0");
    ck_assert_str_eq(all[0].target->words[1], "6");
    ck_assert_str_eq(all[1].target->words[1], "</s>");
    ck_assert(!attn_is_soft_alignment("0 ||| 1 2\n", 10));
    ck_assert(!attn_is_soft_alignment("a ||| 0-0 1-1\n", 14));
}
END_TEST

START_TEST(weights_of_opennmt)
{
    const attn_soft_alignment *all = read_soft(opennmt, 2);
    ck_assert_uint_eq(all[0].target->count, 2);
    ck_assert_str_eq(all[0].source->words[1], "chat");
    ck_assert_str_eq(all[0].target->words[1], "cat");
    ck_assert_double_eq((double)all[0].weights[0], (double)0.9f);
    ck_assert_double_eq((double)all[0].weights[3], (double)0.8f);
    ck_assert_str_eq(all[1].source->words[0], "oui");
    ck_assert_uint_eq(all[1].target->count, 1);
    ck_assert(!attn_is_soft_alignment("a b\nc 0.5 0.5\n", 14)); /* a table, but of nobody */
}
END_TEST

START_TEST(weights_of_sentences)
{
    const attn_soft_alignment *all;
    size_t count;
    unit_write_text(path, nematus);
    ck_assert(attn_is_soft_alignment(nematus, strlen(nematus)));
    ck_assert(!attn_is_soft_alignment("the cat sat\n", 12));
    ck_assert_msg(attn_soft_alignments_read(path, arena, &all, &count, &status), "%s",
                  status.message);
    ck_assert_uint_eq(count, 2);
    ck_assert_uint_eq(all[0].target->count, 3);
    ck_assert_str_eq(all[0].target->words[2], "</s>");
    ck_assert_str_eq(all[0].source->words[1], "chat");
    ck_assert_double_eq((double)all[0].weights[4], (double)0.7f);
    ck_assert_double_eq((double)all[0].weights[8], (double)0.75f);
    ck_assert_str_eq(all[1].number, "1");
    ck_assert_uint_eq(all[1].target->count, 2);
    ck_assert_uint_eq(all[1].source->count, 1);
    ck_assert_double_eq((double)all[1].weights[1], (double)0.5f);
}
END_TEST

START_TEST(faults_of_weights)
{
    static const struct {
        const char *text, *message;
        size_t line;
    } faults[] = {
        {"0 ||| a ||| 1 ||| b ||| 1 1\n0.5 0.5\n", "this row has 2 weights, but the source has 1",
         2},
        {"0 ||| a ||| 1 ||| b ||| 1 1\nx\n", "expected a weight", 2},
        {"0 ||| a ||| 1 ||| b ||| 1 1\nnan\n", "expected a weight", 2},
        {"0 ||| a ||| 1 ||| b ||| 5 1\n1\n", "the first line says 5 and 1 words", 1},
        {"0 ||| a ||| 1 ||| b ||| 2 2\n1 0\n", "the file ends before all rows", 2},
        {"0 ||| a b ||| 1 ||| c d ||| 2 2\n1\n", "the file ends before all rows", 1},
        {"0 ||| a ||| 1 ||| b ||| 60000 60000\n", "the first line says", 1},
        {"0 ||| a ||| 1 ||| b\n", "a sentence begins with", 1},
        {"0 ||| a ||| 1 ||| b ||| one 1\n", "expected the numbers of words of both sentences", 1},
        {"0 ||| \xFF ||| 1 ||| b ||| 1 1\n1\n", "this byte is not UTF-8", 1},
        {"a b ||| 0.5,0.5 1.0\n", "this list has 1 weights, but the first one has 2", 1},
        {"a b ||| 0.5,0.5 0.5,0.2,0.3\n", "this list has 3 weights, but the first one has 2", 1},
        {"a b ||| 0.5,0.5\n", "there are 1 lists of weights for 2 words", 1},
        {"a ||| 0.5,0.5\nb c\n", "a line is: target ||| a list of weights", 2},
        {"a ||| 0.5,0.5\nb ||| c\n", "expected a weight", 2},
        {"a ||| 0.5,e\n", "expected a weight", 1},
        {"", "it holds no sentence", 0},
    };
    for (size_t i = 0; i < COUNT(faults); i++) {
        const attn_soft_alignment *all;
        size_t count;
        unit_write_text(path, faults[i].text);
        status = (attn_status){0};
        ck_assert(!attn_soft_alignments_read(path, arena, &all, &count, &status));
        ck_assert_msg(strstr(status.message, faults[i].message), "%s: %s", faults[i].text,
                      status.message);
        ck_assert_uint_eq(status.line, faults[i].line);
    }
}
END_TEST

/* Cut off anywhere, or with a byte changed, either is read or gives one fault. */
START_TEST(damage_is_told)
{
    static const char *const texts[] = {nematus, marian, nbest, opennmt};
    char text[sizeof nematus + sizeof opennmt];
    const attn_soft_alignment *all;
    size_t count, refused = 0, whole = strlen(texts[_i]);
    for (size_t i = 0; i < 2 * whole; i++) {
        size_t length = i < whole ? i : whole;
        memcpy(text, texts[_i], whole);
        if (length > i % whole) text[i % whole] ^= 0x15;
        unit_write(path, text, length);
        status = (attn_status){0};
        bool read = attn_soft_alignments_read(path, arena, &all, &count, &status);
        ck_assert(read == attn_ok(&status));
        refused += !read;
        status = (attn_status){0};
        ck_assert(attn_alignments_read(path, arena, &gold, &status) == attn_ok(&status));
    }
    ck_assert_uint_gt(refused, _i == 0 ? whole : 0);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("alignment");
    TCase *tests = tcase_create("alignment");
    tcase_add_checked_fixture(tests, open_all, close_all);
    tcase_add_test(tests, links_in_each_form);
    tcase_add_test(tests, faults_of_links);
    tcase_add_test(tests, links_of_all_sentences);
    tcase_add_test(tests, error_rates);
    tcase_add_test(tests, a_byte_of_0_is_no_link);
    tcase_add_test(tests, weights_of_sentences);
    tcase_add_test(tests, faults_of_weights);
    tcase_add_test(tests, weights_of_marian);
    tcase_add_test(tests, weights_of_opennmt);
    tcase_add_loop_test(tests, damage_is_told, 0, 4);
    suite_add_tcase(suite, tests);
    return unit_run(suite);
}
