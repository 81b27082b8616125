/*
 * decode: sequences that choose their own words, in lessons as small as they can be.
 *
 * In the tables ' stands for ", and a lesson begins behind its title.
 */
/* slow under valgrind */
#include "core/budget.h"
#include "document/document.h"
#include "document/generated.h"
#include "lesson/lesson.h"
#include "scarce.h"
#include "written.h"

static char path[] = "/tmp/attnviz-grow-XXXXXX";

static void open_file(void)
{
    unit_make_file(path);
}

static void close_file(void)
{
    unlink(path);
}

static attn_lesson *read_lesson(const char *text, attn_status *status)
{
    return read_written(path, text, status);
}

static attn_run *run_lesson(const char *text, const attn_options *options, attn_lesson **lesson,
                            attn_status *status)
{
    *lesson = read_lesson(text, status);
    return *lesson ? attn_lesson_run(*lesson, options, status) : NULL;
}

/* After <s> comes a, after a b, after b c, after c the end, and a again; s grows by it. */
#define LESSON(keys, steps)                                                                        \
    "'sequences':{'v':['<s>','a','b','c','.'],'w':['c','a'],"                                      \
    "'s':{'input':'s','in':'v'," keys "},'b':{'from':'s','first':'<s>'}},"                         \
    "'indices':{'t':'s','i':'b'},'lengths':{'n':'s'},"                                             \
    "'given':{'N':{'rows':'v','cols':'v','values':"                                                \
    "[[0,1,0,0,0],[0,0,2,0,0],[0,0,0,3,0],[0,0,0,0,4],[0,1,0,0,0]]},"                              \
    "'R':[[0,1,0,0,0],[0,0,1,0,0],[0,0,0,1,0],[0,0,0,0,1],[1,0,0,0,0]],"                           \
    "'U':{'rows':'v','cols':'w','values':[[1,3],[2,1],[0,0],[0,5],[0,0]]}},"                       \
    "'steps':[{'compute':'P = row(N, b)'}" steps "]"

typedef struct growth_case {
    const char *text, *words;
    bool ended;
    double numbers[6];
} growth_case;

static const growth_case growths[] = {
    {LESSON("'next':'P','end':'.'", ""), "a b c .", true, {1, 2, 3, 4}},
    {LESSON("'next':'P','end':'.','most':4", ""), "a b c .", true, {1, 2, 3, 4}},
    {LESSON("'next':'P','end':'.','most':3", ""), "a b c", false, {1, 2, 3}},
    {LESSON("'next':'P','end':'a'", ""), "a", true, {1}},
    {LESSON("'next':'P','most':6", ""), "a b c . a b", false, {1, 2, 3, 4, 1, 2}},
    {LESSON("'next':'2 P','most':2", ""), "a b", false, {2, 4}},
    /* the first of the largest */
    {LESSON("'next':'0 P','most':1", ""), "<s>", false, {0}},
    /* columns without words are those of the vocabulary; with words they go by them */
    {LESSON("'next':'P R','end':'.'", ""), "b .", true, {1, 3}},
    {LESSON("'next':'row(U, b)','most':4", ""), "a c a c", false, {3, 2, 5, 2}},
    /* stacked from what a loop made */
    {LESSON("'next':'p','end':'.'", ",{'for':'t','steps':[{'compute':'p_t = 2 P_t'}]}"),
     "a b c .",
     true,
     {2, 4, 6, 8}},
    /* what a step says and checks is of the last turn alone */
    {LESSON("'next':'Q','end':'.'",
            ",{'say':'{=s_4}','compute':'Q = P + n','check':['n == 4','s_4 == b_1 + 4']}"),
     "a b c .",
     true,
     {2, 4, 6, 8}},
};

static void add_words(const attn_generated *grown, attn_text *text)
{
    for (size_t i = 0; i < grown->count; i++)
        attn_text_print(text, "%s%s", i ? " " : "", grown->words[i]);
}

START_TEST(test_growths)
{
    const growth_case *c = &growths[_i];
    attn_status status = {0}, fault = {0};
    attn_lesson *lesson;
    attn_text words = {0};
    attn_run *run = run_lesson(c->text, NULL, &lesson, &status);
    ck_assert_msg(run != NULL, "%s: %s", c->text, status.message);
    ck_assert_uint_eq(attn_run_outcome(run)->generated_count, 1);
    const attn_generated *grown = &attn_run_outcome(run)->generated[0];
    add_words(grown, &words);
    ck_assert_str_eq(attn_text_string(&words), c->words);
    ck_assert_str_eq(grown->name, "s");
    ck_assert_uint_eq(grown->unsettled, 0);
    ck_assert_msg(grown->ended == c->ended, "%s", c->text);
    for (size_t i = 0; i < grown->count; i++)
        ck_assert_double_eq((double)grown->numbers[i], c->numbers[i]);
    ck_assert(!attn_run_outcome(run)->changed);
    ck_assert_msg(attn_run_verdict(run, &fault), "%s: %s", c->text, fault.message);
    attn_text_free(&words);
    attn_run_free(run);
    attn_lesson_free(lesson);
}
END_TEST

/* ---- sentences that are written together ---- */

/* The words of one sentence without an input, and a run that is given them. */
static attn_run *write_one(const attn_lesson *lesson, size_t beam, attn_arena *arena,
                           attn_status *status)
{
    static const char *const none[] = {NULL};
    attn_options options = {0};
    attn_written written = {0};
    attn_run *beside = attn_lesson_write(lesson, &options, none, 1, beam, &written, arena, status);
    ck_assert(!attn_ok(status) || written.words != NULL);
    options.written = &written;
    attn_run *run = attn_ok(status) ? attn_lesson_run(lesson, &options, status) : NULL;
    attn_run_free(beside);
    return run;
}

static void check_written(const char *text, size_t beam, const growth_case *c)
{
    attn_status status = {0}, arena_status = {0};
    attn_lesson *lesson = read_lesson(text, &status);
    attn_arena *arena = attn_arena_new(&arena_status);
    attn_text words = {0};
    attn_run *run = lesson ? write_one(lesson, beam, arena, &status) : NULL;
    ck_assert_msg(run != NULL, "%s: %s", text, status.message);
    const attn_generated *grown = &attn_run_outcome(run)->generated[0];
    add_words(grown, &words);
    ck_assert_str_eq(attn_text_string(&words), c->words);
    ck_assert(grown->ended == c->ended);
    for (size_t i = 0; i < grown->count; i++) ck_assert(grown->numbers[i] == (float)c->numbers[i]);
    attn_text_free(&words);
    attn_run_free(run);
    attn_arena_free(arena);
    attn_lesson_free(lesson);
}

START_TEST(test_growths_together)
{
    check_written(growths[_i].text, 1, &growths[_i]);
}
END_TEST

#define CHAIN(MOST, ROWS)                                                                          \
    "'sequences':{'v':['<s>','a','b','c','.'],"                                                    \
    "'s':{'input':'s','in':'v','next':'row(N, b)','end':'.','most':" MOST                          \
    "},'b':{'from':'s','first':'<s>'}},'given':{'N':{'rows':'v','cols':'v','values':[" ROWS        \
    ",[1,0,0,0,0]]}},'steps':[]"
/* The best word first leads to the worse sentence. */
#define LATER "[0,0.6,0.4,0,0],[0,0,0.3,0.3,0.4],[0,0,0,0.01,0.99],[0,0,0,0,1]"
/* "b c ." is less likely than "a .", but not by its words. */
#define LONGER "[0,0.5,0.5,0,0],[0.45,0,0,0,0.55],[0.4,0,0,0.6,0],[0.2,0,0,0,0.8]"
/* b behind "a b a b a" would make the second "a b a b". */
#define LOOP "[0,1,0,0,0],[0,0,0.9,0,0.1],[0,0.9,0,0,0.1],[0,0,0,0,1]"

static const struct {
    size_t beam;
    growth_case is;
} beams[] = {
    {1, {CHAIN("8", LATER), "a .", true, {0.6, 0.4}}},
    {2, {CHAIN("8", LATER), "b .", true, {0.4, 0.99}}},
    {16, {CHAIN("8", LATER), "b .", true, {0.4, 0.99}}},
    {2, {CHAIN("8", LONGER), "b c .", true, {0.5, 0.6, 0.8}}},
    {1, {CHAIN("6", LOOP), "a b a b a b", false, {1, 0.9, 0.9, 0.9, 0.9, 0.9}}},
    {2, {CHAIN("8", LOOP), "a b a b a .", true, {1, 0.9, 0.9, 0.9, 0.9, 0.1}}},
    {2, {CHAIN("3", LOOP), "a b a", false, {1, 0.9, 0.9}}},
};

START_TEST(test_beams)
{
    check_written(beams[_i].is.text, beams[_i].beam, &beams[_i].is);
}
END_TEST

START_TEST(test_beam_of_no_probabilities)
{
    static const char *const texts[] = {
        LESSON("'next':'P','end':'.'", ""),
        CHAIN("8", "[2,-1,0,0,0],[1,0,0,0,0],[1,0,0,0,0],[1,0,0,0,0]")};
    for (size_t i = 0; i < COUNT(texts); i++) {
        attn_status status = {0}, arena_status = {0};
        attn_lesson *lesson = read_lesson(texts[i], &status);
        attn_arena *arena = attn_arena_new(&arena_status);
        ck_assert_ptr_null(write_one(lesson, 2, arena, &status));
        ck_assert_msg(strstr(status.message, "a beam compares probabilities") != NULL, "%s",
                      status.message);
        ck_assert_str_eq(status.file, path);
        attn_arena_free(arena);
        attn_lesson_free(lesson);
    }
}
END_TEST

static bool write_little(attn_status *status)
{
    attn_lesson *lesson = read_lesson(CHAIN("8", LATER), status);
    attn_arena *arena = attn_arena_new(status);
    attn_run *run = NULL;
    if (lesson && arena) {
        static const char *const none[] = {NULL};
        attn_options options = {0};
        attn_written written = {0};
        run = attn_lesson_write(lesson, &options, none, 1, 2, &written, arena, status);
    }
    const bool done = run != NULL && attn_ok(status);
    attn_run_free(run);
    attn_arena_free(arena);
    attn_lesson_free(lesson);
    return done;
}

START_TEST(test_written_without_memory)
{
    attn_status status = {0};
    ck_assert_msg(write_little(&status), "%s", status.message);
    ck_assert_uint_gt(scarce_each(write_little), 20);
}
END_TEST

/* Nobody says how long it may become. */
START_TEST(test_usual_length)
{
    attn_status status = {0};
    attn_lesson *lesson;
    attn_run *run = run_lesson(LESSON("'next':'P'", ""), NULL, &lesson, &status);
    ck_assert_msg(run != NULL, "%s", status.message);
    ck_assert_uint_eq(attn_run_outcome(run)->generated[0].count, 40);
    attn_run_free(run);
    attn_lesson_free(lesson);
}
END_TEST

/* Two that grow beside each other, and end each in its time. */
START_TEST(test_two)
{
    static const char text[] =
        "'sequences':{'v':['<s>','a','b','.'],'s':{'input':'s','in':'v','next':'P','end':'.'},"
        "'r':{'input':'r','in':'v','next':'Q','end':'.','most':5},"
        "'b':{'from':'s','first':'<s>'},'d':{'from':'r','first':'<s>'}},"
        "'given':{'N':{'rows':'v','cols':'v','values':[[0,1,0,0],[0,0,1,0],[0,0,0,1],[1,0,0,0]]},"
        "'M':{'rows':'v','cols':'v','values':[[0,0,1,0],[0,0,1,0],[0,1,0,0],[1,0,0,0]]}},"
        "'steps':[{'compute':['P = row(N, b)','Q = row(M, d)']}]";
    static const char *const given[] = {"s", "b a b"};
    attn_options with = {.input_count = 1, .inputs = given};
    attn_status status = {0};
    attn_lesson *lesson = read_lesson(text, &status);
    attn_text words = {0};
    ck_assert_msg(lesson != NULL, "%s", status.message);
    ck_assert_str_eq(attn_lesson_generated_at(lesson, 0), "s");
    ck_assert_str_eq(attn_lesson_generated_at(lesson, 1), "r");
    ck_assert_ptr_null(attn_lesson_generated_at(lesson, 2));
    attn_run *run = attn_lesson_run(lesson, NULL, &status);
    ck_assert_msg(run != NULL, "%s", status.message);
    ck_assert_uint_eq(attn_run_outcome(run)->generated_count, 2);
    for (size_t i = 0; i < 2; i++) {
        if (i) attn_text_add(&words, "/");
        add_words(&attn_run_outcome(run)->generated[i], &words);
    }
    ck_assert_str_eq(attn_text_string(&words), "a b ./b a b a b");
    attn_run_free(run);
    /* one of them is given */
    run = attn_lesson_run(lesson, &with, &status);
    ck_assert_msg(run != NULL, "%s", status.message);
    ck_assert_uint_eq(attn_run_outcome(run)->generated_count, 1);
    ck_assert_str_eq(attn_run_outcome(run)->generated[0].name, "r");
    attn_text_free(&words);
    attn_run_free(run);
    attn_lesson_free(lesson);
}
END_TEST

/* What is trained first, and once: all turns use it, and the last one tells of it. */
static const char trains[] =
    "'sequences':{'v':['<s>','a','b','c','.'],'e':{'tokens':['b','c','a','.'],'in':'v'},"
    "'d':{'from':'e','first':'<s>'},'s':{'input':'s','in':'v','next':'P','end':'.','most':9},"
    "'b':{'from':'s','first':'<s>'}},'learned':{'N':{'random':[5,5],'rows':'v','cols':'v'}},"
    "'steps':[{'compute':['D = softmax(row(N, d))','ℓ = cross_entropy(D, e)']},"
    "{'train':{'loss':'ℓ','steps':60,'rate':9,'every':20,'watch':['N'],'curve':'L'}},"
    "{'compute':'P = softmax(row(N, b))'}]";

START_TEST(test_trained)
{
    attn_status status = {0};
    attn_lesson *lesson;
    attn_text words = {0};
    attn_run *run = run_lesson(trains, NULL, &lesson, &status);
    ck_assert_msg(run != NULL, "%s", status.message);
    add_words(&attn_run_outcome(run)->generated[0], &words);
    ck_assert_str_eq(attn_text_string(&words), "b c a .");
    ck_assert(!attn_run_outcome(run)->untrained);
    const attn_trained *trained = attn_run_outcome(run)->moments[1].trained;
    ck_assert_ptr_nonnull(trained);
    ck_assert(!trained->skipped);
    ck_assert_uint_eq(trained->steps, 60);
    ck_assert(trained->losses[59] < 0.1F && trained->losses[0] > 1);
    /* the last look is at what the last run computed with */
    ck_assert_uint_eq(trained->look_count, 4);
    attn_node looked = trained->looks[3].made[0].node;
    const attn_tensor *then = attn_value(attn_run_record(run), looked),
                      *now = attn_run_learned_at(run, 0).value;
    ck_assert_str_eq(attn_run_learned_at(run, 0).label, "N");
    ck_assert_mem_eq(then->data, now->data, 25 * sizeof *now->data);
    attn_text_free(&words);
    attn_run_free(run);
    attn_lesson_free(lesson);
}
END_TEST

/* A run that ends with the training lets nothing grow. */
START_TEST(test_only_trained)
{
    attn_status status = {0};
    attn_lesson *lesson;
    attn_training_options training = {.only = true, .steps = 3};
    attn_options options = {.training = &training};
    attn_run *run = run_lesson(trains, &options, &lesson, &status);
    ck_assert_msg(run != NULL, "%s", status.message);
    ck_assert_uint_eq(attn_run_outcome(run)->generated_count, 0);
    ck_assert_uint_eq(attn_run_outcome(run)->moments[1].trained->steps, 3);
    attn_run_free(run);
    attn_lesson_free(lesson);
}
END_TEST

static const struct {
    const char *text, *message;
} faults[] = {
    {LESSON("'next':'n','end':'.'", ""), "n is a number: to choose the words of s it needs a row"},
    {LESSON("'next':'b','end':'.'", ""), "b is a vector of 1: to choose"},
    {LESSON("'next':'N','end':'.'", ""), "N is a 5×5: to choose"},
    {LESSON("'next':'PP','end':'.'", ""), "'PP' is not a value here"},
    {LESSON("'next':'P = R'", ""), "expected a formula without '='"},
    {LESSON("'next':'P','end':'!'", ""), "'!' is not a word of v"},
    {LESSON("'next':'P [[1],[0],[0],[0],[0]]'", ""),
     "words: it needs one for each word, to choose among them"},
    {"'sequences':{'v':['<s>','a'],'x':['a','dog'],'s':{'input':'s','in':'v','next':'row(U, b)'},"
     "'b':{'from':'s','first':'<s>'}},'given':{'U':{'rows':'v','cols':'x','values':[[1,3],[2,1]]}},"
     "'steps':[]",
     "the columns of row(U, b) are words of x, but 'dog' is not a word of v"},
    {LESSON("'next':'row(U, b)ᵀ Q','most':1", ",{'compute':'Q = row(N, b)'}"),
     "is a 2×5: to choose"},
    /* it looks at what it is to find, or at what is to follow */
    {LESSON("'next':'Q','end':'.','most':3", ",{'compute':'Q = row(N, s)'}"),
     ": a row may depend only on the words before it (read them moved, by \"from\", and mask the "
     "later ones)"},
    {LESSON("'next':'P','most':4096",
            ",{'for':'t','steps':[{'for':'i','steps':[{'compute':'x_{t,i} = 1'}]}]}"),
     "would exceed the budget of work,"},
};

START_TEST(test_faults)
{
    attn_status status = {.work = ATTN_USUAL_WORK / 10 * 9}; /* so that none takes long */
    attn_lesson *lesson;
    attn_run *run = run_lesson(faults[_i].text, NULL, &lesson, &status);
    ck_assert_msg(run == NULL, "%s: it runs", faults[_i].text);
    ck_assert_msg(strstr(status.message, faults[_i].message) != NULL, "%s: %s", faults[_i].text,
                  status.message);
    ck_assert_msg(strcmp(status.file, path) == 0, "%s: in '%s'", faults[_i].text, status.file);
    ck_assert_msg(status.line > 0, "%s: nowhere", faults[_i].text);
    attn_lesson_free(lesson);
}
END_TEST

/* Where a switch takes away what hides the words to come, that is shown and is no fault. */
START_TEST(test_unsettled)
{
    static const char *const switches[] = {"moved"};
    attn_changes changes = {.switch_count = 1, .switches = switches};
    attn_status status = {0};
    attn_text said = {0};
    attn_lesson *lesson = read_lesson(
        LESSON("'next':'P','end':'.','most':3", "],'switches':{'moved':['P = row(N, s)'") "}",
        &status);
    attn_lesson *changed = lesson ? attn_lesson_changed(lesson, &changes, &status) : NULL;
    attn_run *run = changed ? attn_lesson_run(changed, NULL, &status) : NULL;
    ck_assert_msg(run != NULL, "%s", status.message);
    ck_assert_uint_eq(attn_run_outcome(run)->generated[0].unsettled, 1);
    attn_add_unfinished(&attn_run_outcome(run)->generated[0], &said);
    ck_assert_str_eq(attn_text_string(&said),
                     "s stopped at 3 words, the most it may have, without .; word 1 of s would be "
                     "another one if it were chosen again, now that all words are there");
    attn_text_free(&said);
    attn_run_free(run);
    attn_lesson_free(changed);
    attn_lesson_free(lesson);
}
END_TEST

/* ---- words outside ---- */

static const struct {
    const char *s, *r, *said;
} outside[] = {
    {"a b", "a", ""},
    {"a X b", "a", "not in v, and read as u: 'X'"},
    {"Y X y X", "a", "not in v, and read as u: 'Y', 'X', 'y'"},
    {"x", "a d e", "not in v, and read as u: 'x'/not in w, and read as o: 'd', 'e'"},
    {"1 2 3 4 5 6 7 8", "a", "not in v, and read as u: '1', '2', '3', '4', '5', '6', '7', '8'"},
    {"1 2 3 4 5 6 7 8 1 9", "a",
     "not in v, and read as u: '1', '2', '3', '4', '5', '6', '7', '8' and more"},
};

START_TEST(test_outside)
{
    static const char text[] =
        "'sequences':{'v':{'tokens':['a','b','u'],'unknown':'u'},"
        "'w':{'tokens':['o','a'],'unknown':'o'},'s':{'input':'s','in':'v'},"
        "'r':{'input':'r','in':'w'},'m':{'from':'s','first':'a'}},'steps':[]";
    const char *inputs[] = {"s", outside[_i].s, "r", outside[_i].r};
    attn_options options = {.input_count = 2, .inputs = inputs};
    attn_status status = {0};
    attn_lesson *lesson;
    attn_text said = {0};
    attn_run *run = run_lesson(text, &options, &lesson, &status);
    ck_assert_msg(run != NULL, "%s", status.message);
    for (size_t at = 0, length = 0; attn_add_unknown(run, &at, &said); length = said.length) {
        ck_assert_uint_gt(said.length, length);
        attn_text_add(&said, "/");
    }
    if (said.length) said.bytes[said.length - 1] = '\0';
    ck_assert_str_eq(attn_text_string(&said), outside[_i].said);
    attn_text_free(&said);
    attn_run_free(run);
    attn_lesson_free(lesson);
}
END_TEST

/* Which place of which sequence it is. */
START_TEST(test_outside_places)
{
    static const char text[] = "'sequences':{'v':{'tokens':['a','u'],'unknown':'u'},"
                               "'s':{'tokens':['a','x','A','x'],'in':'v'}},'steps':[]";
    attn_status status = {0};
    attn_lesson *lesson;
    attn_run *run = run_lesson(text, NULL, &lesson, &status);
    ck_assert_msg(run != NULL, "%s", status.message);
    ck_assert_uint_eq(attn_run_outcome(run)->unknown_count, 2);
    for (size_t i = 0; i < 2; i++) {
        const attn_unknown *unknown = &attn_run_outcome(run)->unknown[i];
        ck_assert_uint_eq(unknown->place, 2 + 2 * i);
        ck_assert_str_eq(unknown->word, "x");
        ck_assert_str_eq(unknown->sequence, "s");
        ck_assert_str_eq(unknown->vocabulary, "v");
        ck_assert_str_eq(unknown->stands, "u");
    }
    attn_run_free(run);
    attn_lesson_free(lesson);
}
END_TEST

/* ---- without memory ---- */

static bool grow_and_tell(attn_status *status)
{
    static const attn_show_options look = {.columns = 80, .precision = 4};
    attn_text text = {0};
    attn_lesson *lesson;
    attn_run *run = run_lesson(LESSON("'next':'P','end':'.'", ""), NULL, &lesson, status);
    bool done = run && attn_show_text(run, &look, &text, NULL, status) &&
                attn_show_json(run, &look, &text, status);
    if (done && text.failed) attn_fail(status, ATTN_MEMORY, "no memory for the text");
    attn_text_free(&text);
    attn_run_free(run);
    attn_lesson_free(lesson);
    return attn_ok(status);
}

START_TEST(test_scarcity)
{
    ck_assert_uint_gt(scarce_each(grow_and_tell), 50);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("decode");
    TCase *tests = tcase_create("grow");
    tcase_add_unchecked_fixture(tests, open_file, close_file);
    tcase_add_loop_test(tests, test_growths, 0, COUNT(growths));
    tcase_add_loop_test(tests, test_growths_together, 0, COUNT(growths));
    tcase_add_loop_test(tests, test_beams, 0, COUNT(beams));
    tcase_add_test(tests, test_beam_of_no_probabilities);
    tcase_add_test(tests, test_written_without_memory);
    tcase_add_test(tests, test_usual_length);
    tcase_add_test(tests, test_two);
    tcase_add_test(tests, test_trained);
    tcase_add_test(tests, test_only_trained);
    tcase_add_loop_test(tests, test_faults, 0, COUNT(faults));
    tcase_add_test(tests, test_unsettled);
    tcase_add_loop_test(tests, test_outside, 0, COUNT(outside));
    tcase_add_test(tests, test_outside_places);
    tcase_add_test(tests, test_scarcity);
    suite_add_tcase(suite, tests);
    return unit_run(suite);
}
