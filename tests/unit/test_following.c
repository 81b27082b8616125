/*
 * following: what a turn takes over from the turn before has the same bits as what it would
 * compute, in lessons with every operation and in those that the program carries.
 *
 * In the lessons ' stands for ", and they begin behind their titles.
 */
/* slow under valgrind */
/* slow under sanitizers */
#include "core/budget.h"
#include "lesson/program/state.h"
#include "record/operation.h"
#include "written.h"

static char path[] = "/tmp/attnviz-follow-XXXXXX";

static void open_file(void)
{
    unit_make_file(path);
}

static void close_file(void)
{
    unlink(path);
}

/* ---- both ways ---- */

static attn_run *run_of(const attn_lesson *lesson, bool uncached, const char *sentence)
{
    static attn_status status;
    const attn_options options = {
        .continues = true, .uncached = uncached, .sentence = sentence, .most = 9};
    status = (attn_status){0};
    attn_run *run = attn_lesson_run(lesson, &options, &status);
    ck_assert_msg(run != NULL, "%s", status.message);
    return run;
}

/* The next node with a name; 0: there is none. */
static attn_node next_named(const attn_record *record, attn_node after)
{
    const size_t count = attn_record_operations(record);
    while (after++ < count)
        if (attn_node_name(record, after)) return after;
    return 0;
}

/* Values with names, as far as they are in memory in both. Returns how many numbers that are. */
static size_t compare_nodes(const attn_record *kept, const attn_record *anew)
{
    attn_node i = next_named(kept, 0), k = next_named(anew, 0);
    size_t compared = 0;
    for (; i && k; i = next_named(kept, i), k = next_named(anew, k)) {
        const attn_tensor *x = attn_value(kept, i), *y = attn_value(anew, k);
        const size_t size = attn_tensor_size(y) * y->batch;
        const char *name = attn_node_name(anew, k);
        ck_assert_str_eq(attn_node_name(kept, i), name);
        ck_assert_msg(x->rank == y->rank && x->rows == y->rows && x->cols == y->cols, "%s", name);
        if (!x->data || !y->data) continue;
        ck_assert_msg(memcmp(x->data, y->data, size * sizeof *x->data) == 0, "%s", name);
        compared += size;
    }
    ck_assert(!i && !k);
    return compared;
}

/* Returns which share of the numbers was kept. */
static double check_same(const attn_lesson *lesson, const char *sentence)
{
    attn_run *kept = run_of(lesson, false, sentence), *anew = run_of(lesson, true, sentence);
    const attn_outcome *told = attn_run_outcome(kept);
    ck_assert_uint_eq(attn_run_outcome(anew)->kept, 0);
    ck_assert_uint_ge(told->generated_count, 1);
    ck_assert_uint_gt(compare_nodes(kept->record, anew->record), 0);
    const double share = told->made ? (double)told->kept / (double)told->made : 0;
    attn_run_free(kept);
    attn_run_free(anew);
    return share;
}

/* ---- small lessons ---- */

#define WORDS                                                                                      \
    "'sequences':{'v':['a','b','c','d','e','f','g'],"                                              \
    "'s':{'input':'sentence','default':'a c e','in':'v','next':'O','continues':true},"             \
    "'heads':2,'layers':2},'indices':{'i':'s','j':'heads','l':'layers','k':'s'},"                  \
    "'lengths':{'n':'s','H':'heads','L':'layers','V':'v'},"                                        \
    "'given':{'d':8,'E':{'random':['V','d'],'rows':'v'},'M':{'random':['d','d']},"                 \
    "'U':{'random':['d','V']},'w':{'random':['d']},'R':{'random':['d','d']},"                      \
    "'P':{'random':['n','d']},'b':{'random':['n']},"                                               \
    "'W_{Q,l}':{'random':['d','d']},'W_{K,l}':{'random':['d','d']},'W_{V,l}':{'random':['d',"      \
    "'d']}},"

typedef struct follow_case {
    const char *text;
    double least; /* share of the numbers that is kept */
} follow_case;

#define STEPS(formulas) WORDS "'steps':[{'compute':[" formulas "]}]"
static const follow_case cases[] = {
    {STEPS("'X=row(E,s)','O=X U'"), 0.7},
    {STEPS("'x_i=row(E,s_i)','O=x U'"), 0.7},
    {WORDS "'steps':[{'compute':['X_0=row(E,s)']},{'for':'l','steps':[{'compute':["
           "'N_l=layer_norm(X_{l-1})','Q_{l,j}=split_j(N_l W_{Q,l})','K_{l,j}=split_j(N_l "
           "W_{K,l})','V_{l,j}=split_j(N_l W_{V,l})','A_{l,j}=softmax(mask(Q_{l,j} "
           "K_{l,j}ᵀ/√d))','X_l=X_{l-1}+concat_j(A_{l,j} V_{l,j})']}]},{'compute':'O=X_L U'}]",
     0.7},
    {STEPS("'X=row(E,s)','Y=X M Rᵀ','O=tanh(Y) Eᵀ'"), 0.7},
    /* element by element, in loops */
    {STEPS("'X=row(E,s)','e_{i,k}=X_i · X_k','B_{i,k}=(k <= i)','A=softmax(mask(e,B))',"
           "'c_i=A_i X','O=tanh(c) U'"),
     0.5},
    {WORDS "'steps':[{'compute':['X=row(E,s)','h_0=0 w']},{'for':'i','steps':[{'compute':"
           "'h_i=tanh(X_i M+h_{i-1} R)'}]},{'compute':'O=h U'}]",
     0.5},
    /* along rows, and what chooses */
    {STEPS("'X=row(E,s)','m=mean(X)','z=max(X)','t=argmax(X)','r=sum(X ⊙ X)','y=√var(X)',"
           "'p=pick(X,t)','B=one_hot(t,d)','G=outer(p,w)','u=entropy(softmax(X))',"
           "'S=[X ; B ; G]','T=relu(S)','Y=(S ⊙ T) [M ; R ; M]ᵀ',"
           "'O=Y U+sum([m ; z ; u ; y])'"),
     0.4},
    /* without a mask each row reads all, so that little stands */
    {STEPS("'X=row(E,s)','A=softmax(X Xᵀ)','Y=A X','Z=X Xᵀ X','O=X U'"), 0.05},
    /* a transpose that is left unmade, and grows */
    {STEPS("'X=row(E,s)','y=Pᵀ b','O=X U+sum(y)'"), 0},
    /* all in one number */
    {STEPS("'X=row(E,s)','q=norm(X)','z=height(X)','O=(q+z) X U'"), 0},
};

START_TEST(a_lesson_keeps_what_stands)
{
    attn_status status = {0};
    attn_lesson *lesson = read_written(path, cases[_i].text, &status);
    ck_assert_msg(lesson != NULL, "%s: %s", cases[_i].text, status.message);
    double share = check_same(lesson, NULL);
    attn_unmade_numbers = 2;
    attn_large_numbers = 2; /* each value has memory of its own, which goes from turn to turn */
    share = check_same(lesson, NULL);
    ck_assert_msg(share >= cases[_i].least, "%s: %g is kept", cases[_i].text, share);
    attn_lesson_free(lesson);
}
END_TEST

/* ---- what does not stand ---- */

/* Row 4 of mask(X, Z) is −∞, and the weight of it in the rows above 0: 0 times that is no number.
 * They stand in no turn, as they do not when all is computed. */
START_TEST(nothing_stands_beside_what_is_masked)
{
    static const char text[] =
        STEPS("'X=row(E,s)','Z_i=(i <= 3)+0 X_i','Y=softmax(mask(X Xᵀ)) mask(X,Z)','O=X U'");
    attn_status status = {0};
    attn_lesson *lesson = read_written(path, text, &status);
    ck_assert_msg(lesson != NULL, "%s", status.message);
    for (int uncached = 0; uncached < 2; uncached++) {
        const attn_options options = {.continues = true, .uncached = uncached, .most = 9};
        status = (attn_status){0};
        ck_assert_ptr_null(attn_lesson_run(lesson, &options, &status));
        ck_assert_msg(strstr(status.message, "not a finite number") != NULL, "%s", status.message);
    }
    attn_lesson_free(lesson);
}
END_TEST

/* A tensor for each length: n=3 is 1, n=4 is 2, and so on. */
static void write_tensors(const char *name, size_t first, size_t count)
{
    char header[1024] = "{";
    FILE *file = fopen(name, "wb");
    ck_assert_ptr_nonnull(file);
    for (size_t i = 0; i < count; i++)
        snprintf(header + strlen(header), sizeof header - strlen(header),
                 "%s\"n%zu\":{\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":[%zu,%zu]}",
                 i ? "," : "", first + i, 4 * i, 4 * i + 4);
    snprintf(header + strlen(header), sizeof header - strlen(header), "}");
    const uint64_t length = strlen(header);
    fwrite(&length, sizeof length, 1, file);
    fwrite(header, 1, strlen(header), file);
    for (size_t i = 0; i < count; i++) fwrite(&(float){(float)(i + 1)}, sizeof(float), 1, file);
    ck_assert_int_eq(fclose(file), 0);
}

/* The name of a tensor may say how many words there are: each turn has another one. */
START_TEST(a_tensor_that_is_called_by_the_length_is_read_anew)
{
    static const char words[] = WORDS;
    char name[64], whole[4096];
    attn_status status = {0};
    snprintf(name, sizeof name, "%s.safetensors", path);
    write_tensors(name, 3, 10);
    snprintf(whole, sizeof whole,
             "'weights':'%s',%.*s,'Y':{'weights':'n{n}'}},'steps':[{'compute':['X=row(E,s)',"
             "'O=(Y_1 X) U']}]",
             strrchr(name, '/') + 1, (int)sizeof words - 3, words);
    attn_lesson *lesson = read_written(path, whole, &status);
    ck_assert_msg(lesson != NULL, "%s", status.message);
    check_same(lesson, NULL);
    attn_lesson_free(lesson);
    unlink(name);
}
END_TEST

/* What a turn would keep for the next may be more than there is memory for. */
START_TEST(nothing_is_kept_where_memory_ends)
{
    static const char text[] =
        "'sequences':{'v':['a','b'],'s':{'input':'s','default':'a','in':'v','next':'O',"
        "'continues':true},'layers':40},'indices':{'l':'layers'},'given':{"
        "'E':{'random':[2,2],'rows':'v'},'B':{'random':[2000,64]}},'steps':[{'for':'l','steps':["
        "{'compute':'c_l=norm(tanh(B + l))'}]},{'compute':'O=row(E,s)'}]";
    attn_status status = {0};
    attn_lesson *lesson = read_written(path, text, &status);
    ck_assert_msg(lesson != NULL, "%s", status.message);
    attn_budget_set(8 << 20, ATTN_USUAL_WORK);
    attn_run *run = run_of(lesson, false, NULL);
    ck_assert_uint_eq(attn_run_outcome(run)->generated[0].count, 10);
    attn_run_free(run);
    attn_budget_set(ATTN_USUAL_MEMORY, ATTN_USUAL_WORK);
    attn_lesson_free(lesson);
}
END_TEST

/* A text that could go on is often only read: values between may go then. */
START_TEST(nothing_is_kept_for_a_text_that_is_read)
{
    attn_status status = {0};
    attn_lesson *lesson = read_written(path, cases[0].text, &status);
    ck_assert_msg(lesson != NULL, "%s", status.message);
    const attn_options options = {.sentence = "a b"};
    attn_run *read = attn_lesson_run(lesson, &options, &status),
             *written = run_of(lesson, false, NULL);
    ck_assert_msg(read != NULL, "%s", status.message);
    ck_assert_uint_eq(attn_run_outcome(read)->made, 0);
    ck_assert_uint_gt(attn_run_outcome(written)->made, 0);
    attn_run_free(read);
    attn_run_free(written);
    attn_lesson_free(lesson);
}
END_TEST

/* ---- lessons that the program carries ---- */

static const char *const carried[] = {"writer", "translator", "translator-pairs", "transformer",
                                      "cross-attention"};

START_TEST(a_carried_lesson_keeps_what_stands)
{
    attn_status status = {0};
    attn_lesson *lesson = attn_lesson_read(carried[_i], true, &status);
    ck_assert_msg(lesson != NULL, "%s", status.message);
    check_same(lesson, NULL);
    attn_lesson_free(lesson);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("following");
    TCase *tests = tcase_create("follow");
    tcase_add_unchecked_fixture(tests, open_file, close_file);
    tcase_set_timeout(tests, 120);
    tcase_add_loop_test(tests, a_lesson_keeps_what_stands, 0, COUNT(cases));
    tcase_add_test(tests, nothing_stands_beside_what_is_masked);
    tcase_add_test(tests, a_tensor_that_is_called_by_the_length_is_read_anew);
    tcase_add_test(tests, nothing_is_kept_where_memory_ends);
    tcase_add_test(tests, nothing_is_kept_for_a_text_that_is_read);
    tcase_add_loop_test(tests, a_carried_lesson_keeps_what_stands, 0, COUNT(carried));
    suite_add_tcase(suite, tests);
    return unit_run(suite);
}
