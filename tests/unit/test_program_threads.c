/*
 * A lesson that was read is constant: one is run in several threads at once, with other words,
 * other numbers and other formulas, and every value is the one of a run by itself. `make tsan`
 * looks for what two of them write, or one writes and another reads.
 */
#include <pthread.h>

#include "written.h"

enum { RUNS = 4, TURNS = 3 };

/* Words, indices, a length, loops, calls, a sequence that grows, a training, switches. */
static const char text[] =
    "'sequences':{'vocabulary':['le','chat','noir','dort','?'],"
    "'words':{'input':'sentence','default':'le chat noir','in':'vocabulary'},'head':2,"
    "'told':{'input':'told','in':'vocabulary','next':'P','end':'dort','most':4}},"
    "'indices':{'t':'words','i':'words','j':'head'},'lengths':{'n':'words'},"
    "'define':{'score(a, b)':['s = a · b','s / √width(a)'],'twice(x)':'2 x'},"
    "'given':{'E':{'random':[5,4],'rows':'vocabulary'},'h_0':[1,1]},"
    "'learned':{'W':{'random':[4,5]},'V_j':{'random':[4,2]}},"
    "'steps':[{'say':'There are {=n} words.','compute':['X = row(E, words)','Q_j = X V_j']},"
    "{'compute':['e_{t,i} = score(X_t, X_i)','A = softmax(mask(e))'],'heatmap':'A',"
    "'check':'abs(sum(A) - 1) < 0.001'},"
    "{'for':'t','steps':[{'compute':'h_t = h_{t-1} + [t, twice(n)]','show':'h_t'}]},"
    "{'compute':['Z = A X','P = row(E, told) W','L = sum(Σ_j sum(Q_j ⊙ Q_j))']},"
    "{'train':{'loss':'L','steps':3,'rate':0.01},'compute':'D = L'}],"
    "'switches':{'scale':['score(a, b) = a · b'],'mask':['A = softmax(e)']}";

static const char *const names[] = {"X", "Q", "e", "A", "h", "Z", "P", "L", "after(Q)", "D"};

typedef struct asked {
    attn_options options;
    const char *without; /* a switch; or NULL */
} asked;

static const char *const sets[] = {"A_{2,1} = 0.5"};
static const asked ways[RUNS] = {
    {.options = {0}},
    {.options = {.sentence = "chat dort le ?"}},
    {.options = {.set_count = 1, .sets = sets, .seeded = true, .seed = 7}, .without = "scale"},
    {.options = {.sentence = "noir chat"}, .without = "mask"},
};

/* All values of a run as one text, also one that is asked for later. Nothing where it fails. */
static void tell_run(const attn_lesson *lesson, const asked *way, attn_text *out)
{
    attn_status status = {0};
    const attn_changes changes = {.switch_count = way->without != NULL, .switches = &way->without};
    attn_lesson *changed = way->without ? attn_lesson_changed(lesson, &changes, &status) : NULL;
    if (way->without) lesson = changed;
    attn_run *run = lesson ? attn_lesson_run(lesson, &way->options, &status) : NULL;
    for (size_t i = 0; run && i < COUNT(names); i++) {
        attn_made *made;
        size_t count;
        if (!attn_run_ask(run, names[i], &made, &count)) break;
        for (size_t k = 0; k < count; k++) {
            const attn_tensor *value = attn_value(attn_run_record(run), made[k].node);
            attn_text_print(out, "%s:", made[k].label);
            for (size_t n = 0; n < attn_tensor_size(value); n++)
                attn_text_print(out, " %a", (double)value->data[n]);
            attn_text_add(out, "\n");
        }
    }
    attn_text_print(out, "%s\n", status.message);
    attn_run_free(run);
    attn_lesson_free(changed);
}

typedef struct turn {
    const attn_lesson *lesson;
    size_t way;
    attn_text told;
} turn;

static void *take_turns(void *context)
{
    turn *t = context;
    for (size_t i = 0; i < TURNS; i++) tell_run(t->lesson, &ways[(t->way + i) % RUNS], &t->told);
    return NULL;
}

START_TEST(runs_at_once_are_as_by_themselves)
{
    attn_status status = {0};
    char path[] = "/tmp/attnviz-threads-XXXXXX";
    unit_make_file(path);
    attn_lesson *lesson = read_written(path, text, &status);
    unlink(path);
    ck_assert_msg(lesson != NULL, "%s", status.message);
    turn alone[RUNS] = {0}, together[RUNS] = {0};
    pthread_t threads[RUNS];
    for (size_t i = 0; i < RUNS; i++) {
        alone[i] = together[i] = (turn){.lesson = lesson, .way = i};
        take_turns(&alone[i]);
    }
    for (size_t i = 0; i < RUNS; i++)
        ck_assert_int_eq(pthread_create(&threads[i], NULL, take_turns, &together[i]), 0);
    for (size_t i = 0; i < RUNS; i++) pthread_join(threads[i], NULL);
    for (size_t i = 0; i < RUNS; i++) {
        const char *told = attn_text_string(&alone[i].told);
        ck_assert_str_eq(attn_text_string(&together[i].told), told);
        ck_assert_msg(strstr(told, "after(Q_1):") && strstr(told, "\nD:"), "%s", told);
        attn_text_free(&alone[i].told);
        attn_text_free(&together[i].told);
    }
    attn_lesson_free(lesson);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("program_threads");
    TCase *tcase = tcase_create("runs");
    tcase_set_timeout(tcase, 60);
    tcase_add_test(tcase, runs_at_once_are_as_by_themselves);
    suite_add_tcase(suite, tcase);
    return unit_run(suite);
}
