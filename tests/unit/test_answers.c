/*
 * answers: a student's values graded. The wrong ones are those of the same lesson with a formula
 * written otherwise by hand.
 */

/* slow under valgrind */
/* slow under sanitizers */

#include <math.h>

#include "core/random.h"
#include "lesson/grade/answers.h"
#include "scarce.h"
#include "written.h"

static char path[] = "/tmp/attnviz-answers-XXXXXX";

static const char lesson_text[] =
    "'seed':3,'sequences':{'word':['the','black','cat','sat'],'head':2,'turn':3},"
    "'indices':{'i':'word','k':'word','j':'head','t':'turn'},"
    "'given':{'X':{'rows':'word','random':[4,4]},'W_Q':{'random':[4,4]},'W_K':{'random':[4,4]},"
    "'W_V':{'random':[4,4]},'b_V':[0.5,-0.25,1,0.75],'s_0':[0.3,0.2,-0.4,0.1],'v_{1,0}':[0.1,0.2,0."
    "3,0.4],'v_{2,0}':[0.3,0.2,-0.4,0.1]},"
    "'steps':[{'compute':['Q = X W_Q','K = X W_K','V = X W_V + b_V','M_{i,k} = k ≤ i',"
    "'S = mask(Q Kᵀ / √width(K), M)','A = softmax(S)','Z = A V',"
    "'B_j = softmax(split_j(Q) split_j(K)ᵀ / √2)','C = Z W_V','y = argmax(C)',"
    "'e_{i,k} = Q_i · X_k','α_i = softmax(e_i)','c_i = Σ_k α_{i,k} V_k',"
    "'F = relu(K)','H = entropy(softmax(K))','P = softmax(K)','D_i = Σ_k P_{i,k} log(P_{i,k})']},"
    "{'for':'t','steps':[{'compute':['a_t = softmax(X s_{t-1})','r_t = a_t X',"
    "'s_t = tanh(s_{t-1} + r_t)','g_{j,t} = softmax(X v_{j,t-1})',"
    "'v_{j,t} = tanh(v_{j,t-1} + g_{j,t} X)']}]}]";

/* The lesson with other words in it. */
static attn_lesson *read_changed(const char *from, const char *to, attn_status *status)
{
    char text[4096];
    const char *at = from ? strstr(lesson_text, from) : NULL;
    ck_assert(!from || at);
    if (at)
        snprintf(text, sizeof text, "%.*s%s%s", (int)(at - lesson_text), lesson_text, to,
                 at + strlen(from));
    return read_written(path, at ? text : lesson_text, status);
}

/* ---- answers ---- */

typedef struct sheet { /* of a student */
    attn_arena *arena;
    attn_status *status;
    size_t count;
    attn_answer items[8];
} sheet;

static float rounded(float number, unsigned digits)
{
    double unit = pow(10, digits);
    return isfinite(number) && digits != ATTN_BINARY ? (float)(rint((double)number * unit) / unit)
                                                     : number;
}

/* Adds what a run has under this name. */
static attn_answer *hand_in(sheet *s, attn_run *run, const char *name, unsigned digits)
{
    attn_made *made;
    size_t count;
    ck_assert_msg(attn_run_ask(run, name, &made, &count), "%s", s->status->message);
    const attn_tensor *value = attn_value(attn_run_record(run), made[0].node);
    size_t size = attn_tensor_size(value);
    float *numbers = attn_alloc(s->arena, size * count, sizeof *numbers);
    for (size_t i = 0; i < size * count; i++)
        numbers[i] =
            rounded(attn_value(attn_run_record(run), made[i / size].node)->data[i % size], digits);
    attn_answer *a = &s->items[s->count++];
    *a = (attn_answer){.name = name, .file = "f", .numbers = numbers, .digits = digits};
    if (count > 1) a->shape[a->rank++] = count;
    if (value->rank == ATTN_MATRIX) a->shape[a->rank++] = value->rows;
    if (value->rank != ATTN_NUMBER) a->shape[a->rank++] = value->cols;
    return a;
}

static void hand_in_all(sheet *s, attn_run *run, const char *names, unsigned digits)
{
    char *list = attn_copy_text(s->arena, names, strlen(names));
    for (char *name = strtok(list, " "); name; name = strtok(NULL, " "))
        hand_in(s, run, name, digits);
}

/* A number of an answer changed. */
static void put(attn_answer *a, size_t place, float number)
{
    float *numbers;
    memcpy(&numbers, &a->numbers, sizeof numbers);
    numbers[place] = number;
}

/* A student, the lesson as it is, and the run of it, or of what the student made of it. */
typedef struct desk {
    attn_status status;
    sheet sheet;
    attn_lesson *lesson, *other;
    attn_run *run;
} desk;

static void sit_down(desk *d, const char *from, const char *to)
{
    *d = (desk){.status = {0}};
    d->sheet = (sheet){.arena = attn_arena_new(&d->status), .status = &d->status};
    d->other = read_changed(from, to, &d->status);
    d->run = d->other ? attn_lesson_run(d->other, NULL, &d->status) : NULL;
    d->lesson = d->run ? read_changed(NULL, NULL, &d->status) : NULL;
    ck_assert_msg(d->lesson != NULL, "%s", d->status.message);
}

static const attn_grade_report *judge(desk *d)
{
    return attn_answers_grade(d->lesson, NULL, d->sheet.items, d->sheet.count, d->sheet.arena,
                              &d->status);
}

static void stand_up(desk *d)
{
    attn_run_free(d->run);
    attn_lesson_free(d->other);
    attn_lesson_free(d->lesson);
    attn_arena_free(d->sheet.arena);
}

/* "no scale", "no mask + K for V", "a | b" of several reasons */
static void list_reasons(const attn_graded_value *v, char *text, size_t size)
{
    size_t length = 0;
    text[0] = '\0';
    for (size_t i = 0; i < v->reason_count; i++)
        for (size_t n = 0; n < v->reasons[i].name_count; n++) {
            const char *between = n ? " + " : i ? " | " : "";
            length += (size_t)snprintf(text + length, size - length, "%s%s", between,
                                       v->reasons[i].names[n]);
        }
}

/* ---- mistakes ---- */

static const struct {
    const char *from, *to, *names, *first, *reasons;
} mistakes[] = {
    {"Q Kᵀ / √width(K), M", "Q Kᵀ, M", "S A Z", "S", "no scale"},
    {"Q Kᵀ / √width(K), M", "Q Kᵀ, M", "Z", "Z", "no scale"},
    {"Q Kᵀ / √width(K), M", "Q Kᵀ / width(K), M", "A Z", "A", "scale by d_k"},
    {"split_j(K)ᵀ / √2", "split_j(K)ᵀ / √4", "S B", "B", "scale by d_k | scale by n"},
    {"A = softmax(S)", "A = S", "A", "A", NULL},
    {"B_j = softmax(split_j(Q) split_j(K)ᵀ / √2)", "B_j = softmax((split_j(Q) split_j(K)ᵀ / √2)ᵀ)ᵀ",
     "B", "B", "softmax on columns"},
    {"B_j = softmax(split_j(Q) split_j(K)ᵀ / √2)", "B_j = split_j(Q) split_j(K)ᵀ / √2", "B_1",
     "B_1", "no softmax"},
    {"B_j = softmax(split_j(Q) split_j(K)ᵀ / √2)",
     "B_j = ((split_j(Q) split_j(K)ᵀ)ᵀ / sum(split_j(Q) split_j(K)ᵀ))ᵀ", "B", "B", "no exp"},
    {"'α_i = softmax(e_i)'", "'α_i = e_i / sum(e_i)'", "e α", "α", "no exp"},
    {"mask(Q Kᵀ / √width(K), M)", "Q Kᵀ / √width(K)", "S A", "S", "no mask"},
    {"mask(Q Kᵀ / √width(K), M)", "(Q Kᵀ / √width(K)) ⊙ M", "S A", "S", "masked by 0"},
    {"mask(Q Kᵀ / √width(K), M)", "(Q Kᵀ / √width(K)) ⊙ M", "Z", "Z", "masked by 0"},
    {"A = softmax(S)", "A = exp(S)", "A Z", "A", "no division"},
    {"A = softmax(S)", "A = exp(S) / sum(sum(exp(S)))", "A Z", "A", "softmax over all"},
    {"Z = A V", "Z = A X", "Z", "Z", "X for V"},
    {"Z = A V", "Z = Aᵀ V", "Z", "Z", "weights transposed"},
    {"Q = X W_Q", "Q = X W_Qᵀ", "Q S", "Q", "W transposed"},
    {"A = softmax(S)", "A = softmax(Q Kᵀ / √width(K)) ⊙ M", "A", "A", "mask after softmax"},
    {"√width(K), M)", "√width(K), Mᵀ)", "A", "A", "mask transposed"},
    {"k ≤ i", "k ≤ i + 1", "A Z", "A", "mask shifted"},
    {"k ≤ i", "k ≤ i + 1", "M A Z", "M", "mask shifted"},
    {"Z = A V", "Z = A K", "Z", "Z", "K for V"},
    {"Q Kᵀ / √width(K), M", "Q Vᵀ / √width(K), M", "Z", "Z", "V for K"},
    {"Q Kᵀ / √width(K), M", "K Kᵀ / √width(K), M", "A", "A", "K for Q"},
    {"Q Kᵀ / √width(K), M", "Q Qᵀ / √width(K), M", "A", "A", "Q for K"},
    {"Q Kᵀ / √width(K), M", "K Qᵀ / √width(K), M", "A", "A", "Q and K exchanged"},
    {"Q Kᵀ / √width(K), M", "Q K / √width(K), M", "A", "A", "no transpose"},
    {"X W_V + b_V", "X W_V", "V Z", "V", "no bias"},
    {"X W_V + b_V", "X W_V", "Z", "Z", "no bias"},
    {"s_t = tanh(s_{t-1} + r_t)", "s_t = s_{t-1} + r_t", "s", "s", "no tanh"},
    {"F = relu(K)", "F = K", "F", "F", "another value | no relu"},
    {"entropy(softmax(K))", "entropy(softmax(K)) / log(2)", "H", "H", "entropy in bits"},
    {"P_{i,k} log(P_{i,k})", "P_{i,k} log(P_{i,k}) / log(2)", "D", "D", "entropy in bits"},
    {"'α_i = softmax(e_i)'", "'α_{i,k} = exp(e_{i,k}) / Σ_i exp(e_{i,k})'", "e α c", "α",
     "softmax on columns"},
    {"'α_i = softmax(e_i)'", "'α_{i,k} = exp(e_{i,k}) / Σ_i exp(e_{i,k})'", "c", "c",
     "softmax on columns"},
    {"'α_i = softmax(e_i)'", "'α_i = e_i'", "c", "c", "no softmax"},
    /* in one formula of several */
    {"split_j(K)ᵀ / √2", "split_j(K)ᵀ", "S B", "B", "no scale"},
    /* in one turn of a loop */
    {"softmax(X s_{t-1})", "(t < 3) softmax(X s_{t-1}) + (t ≥ 3) X s_{t-1}", "s_3", "s_3",
     "no softmax"},
    {"softmax(X s_{t-1})", "(t > 1) softmax(X s_{t-1}) + (t ≤ 1) X s_{t-1}", "s_1", "s_1",
     "no softmax"},
    {"softmax(X v_{j,t-1})", "(t < 3) softmax(X v_{j,t-1}) + (t ≥ 3) X v_{j,t-1}", "v_{2,3}",
     "v_{2,3}", "no softmax"},
    /* two at once */
    {"mask(Q Kᵀ / √width(K), M)", "Q Kᵀ", "Z", "Z", "no scale + no mask"},
    {"mask(Q Kᵀ / √width(K), M)", "mask(K Kᵀ, M)", "A", "A", "no scale + K for Q"},
    {"A = softmax(S)', 'Z", "A = softmax(S)', 'Z", "", "", NULL},
    {"mask(Q Kᵀ / √width(K), M)','A = softmax(S)','Z = A V'",
     "mask(Q Kᵀ, M)','A = softmax(S)','Z = (A V)ᵀ'", "Z", "Z", "no scale + transposed"},
    {"'α_i = softmax(e_i)','c_i = Σ_k α_{i,k} V_k'",
     "'α_{i,k} = exp(e_{i,k}) / Σ_i exp(e_{i,k})','c_i = Σ_k α_{i,k} K_k'", "c", "c",
     "K for V + softmax on columns | K and V exchanged + softmax on columns"},
    /* given values among the answers */
    {"Q Kᵀ / √width(K), M", "Q Kᵀ, M", "X S A", "S", "no scale"},
    /* other values, other layouts */
    {"Z = A V", "Z = V", "Z", "Z", "another value"},
    {"Z = A V", "Z = (A V)ᵀ", "Z", "Z", "transposed"},
    {"'Z = A V'", "'Z = 100 A V'", "Z", "Z", "percent"},
    {"'Z = A V'", "'Z = -A V'", "Z", "Z", "signs"},
    {"'Z = A V'", "'Z = [A_1 V, A_3 V, A_2 V, A_4 V]'", "Z", "Z", "order"},
    {"'Z = A V'", "'Z = [A_1 V, A_2 V, A_4 V]'", "Z", "Z", "one missing"},
    {"'Z = A V'", "'Z = [A_1 V, 3 A_1 V, A_2 V, A_3 V, A_4 V]'", "Z", "Z", "one too many"},
    {"B_j = softmax(", "B = concat_j(softmax(", NULL, NULL, NULL},
};

/* A number is wrong in the first turn, the second follows from it, and a mistake is in the third.
 */
START_TEST(test_slip_after_mistake)
{
    desk d;
    char found[256];
    sit_down(&d, "softmax(X s_{t-1})",
             "(t < 3) softmax(X s_{t-1}) + (t ≤ 1) 0.3 + (t ≥ 3) X s_{t-1}");
    hand_in_all(&d.sheet, d.run, "a_1 s_3", 4);
    const attn_grade_report *graded = judge(&d);
    ck_assert_msg(graded != NULL, "%s", d.status.message);
    ck_assert_int_eq(graded->values[0].mark, ATTN_MARK_WRONG);
    ck_assert_int_eq(graded->values[1].mark, ATTN_MARK_WRONG);
    list_reasons(&graded->values[1], found, sizeof found);
    ck_assert_str_eq(found, "no softmax");
    stand_up(&d);
}
END_TEST

START_TEST(test_mistake)
{
    desk d;
    char found[256];
    if (!mistakes[_i].reasons) return;
    sit_down(&d, mistakes[_i].from, mistakes[_i].to);
    hand_in_all(&d.sheet, d.run, mistakes[_i].names, 4);
    const attn_grade_report *graded = judge(&d);
    ck_assert_msg(graded != NULL, "%s", d.status.message);
    ck_assert(!graded->right);
    ck_assert_ptr_nonnull(graded->first);
    ck_assert_str_eq(graded->first->label, mistakes[_i].first);
    list_reasons(graded->first, found, sizeof found);
    ck_assert_str_eq(found, mistakes[_i].reasons);
    for (size_t i = 0; i < graded->first->reason_count; i++) {
        ck_assert_ptr_nonnull(graded->first->reasons[i].says);
        ck_assert_ptr_nonnull(graded->first->reasons[i].look);
    }
    stand_up(&d);
}
END_TEST

/* What comes of a mistake is right given it; a second mistake is found too. */
START_TEST(test_follows)
{
    desk d;
    sit_down(&d, "Q Kᵀ / √width(K), M", "Q Kᵀ, M");
    hand_in_all(&d.sheet, d.run, "Q S A Z C", 4);
    const attn_grade_report *graded = judge(&d);
    ck_assert_ptr_nonnull(graded);
    static const attn_answer_mark marks[] = {ATTN_MARK_RIGHT, ATTN_MARK_WRONG, ATTN_MARK_FOLLOWS,
                                             ATTN_MARK_FOLLOWS, ATTN_MARK_FOLLOWS};
    for (size_t i = 0; i < 5; i++) ck_assert_int_eq(graded->values[i].mark, marks[i]);
    ck_assert_str_eq(graded->values[4].after, "S");
    stand_up(&d);
    sit_down(&d, "A = softmax(S)','Z = A V'", "A = softmax(Q Kᵀ)','Z = A K'");
    hand_in_all(&d.sheet, d.run, "A Z C", 4);
    graded = judge(&d);
    char found[256];
    ck_assert_int_eq(graded->values[0].mark, ATTN_MARK_WRONG);
    ck_assert_int_eq(graded->values[1].mark, ATTN_MARK_WRONG);
    ck_assert_int_eq(graded->values[2].mark, ATTN_MARK_FOLLOWS);
    ck_assert_str_eq(graded->values[2].after, "A and Z");
    list_reasons(&graded->values[1], found, sizeof found);
    ck_assert_str_eq(found, "K for V | K and V exchanged"); /* A stands there already */
    stand_up(&d);
}
END_TEST

/* In a loop that feeds itself, s_1 is computed before a_2, and s_2 after it. */
START_TEST(test_order)
{
    desk d;
    sit_down(&d, "softmax(X s_{t-1})", "X s_{t-1}");
    hand_in_all(&d.sheet, d.run, "s r a", 4);
    const attn_grade_report *graded = judge(&d);
    ck_assert_ptr_nonnull(graded);
    static const char *const labels[] = {"a", "r", "s"};
    for (size_t i = 0; i < 3; i++) ck_assert_str_eq(graded->values[i].label, labels[i]);
    ck_assert_str_eq(graded->first->label, "a");
    char found[256];
    list_reasons(graded->first, found, sizeof found);
    ck_assert_str_eq(found, "no softmax");
    ck_assert_int_eq(graded->values[1].mark, ATTN_MARK_FOLLOWS);
    ck_assert_int_eq(graded->values[2].mark, ATTN_MARK_FOLLOWS);
    stand_up(&d);
}
END_TEST

/* ---- what is right ---- */

START_TEST(test_right)
{
    desk d;
    sit_down(&d, NULL, NULL);
    hand_in_all(&d.sheet, d.run, "Q A Z B e α c y", (unsigned)_i);
    const attn_grade_report *graded = judge(&d);
    ck_assert_msg(graded != NULL, "%s", d.status.message);
    ck_assert(graded->right && !graded->first);
    ck_assert_uint_eq(graded->count, 8);
    stand_up(&d);
}
END_TEST

/* Half a unit of the last digit counts as right, and no more. */
START_TEST(test_tolerance)
{
    static const struct {
        unsigned digits;
        float off;
        bool right;
    } cases[] = {{2, 0.0049f, true}, {2, 0.02f, false},          {4, 0.00004f, true},
                 {4, 0.001f, false}, {ATTN_BINARY, 1e-5f, true}, {ATTN_BINARY, 0.01f, false},
                 {12, 1e-6f, true},  {12, 0.001f, false},        {0, 0.2f, false}};
    for (size_t i = 0; i < COUNT(cases); i++) {
        desk d;
        sit_down(&d, NULL, NULL);
        attn_answer *a = hand_in(&d.sheet, d.run, "A", ATTN_BINARY);
        a->digits = cases[i].digits;
        put(a, 4, a->numbers[4] + cases[i].off);
        const attn_grade_report *graded = judge(&d);
        ck_assert_msg(graded && graded->right == cases[i].right, "%u digits, %g off",
                      cases[i].digits, (double)cases[i].off);
        stand_up(&d);
    }
}
END_TEST

/* Rounded on the way, as handed in or not: right; more coarsely than handed in: the reason. */
START_TEST(test_rounding)
{
    desk d;
    sit_down(&d, "'Z = A V'", "'G = floor(100 A + 0.5) / 100','Z = G V'");
    hand_in_all(&d.sheet, d.run, "Z", 4);
    const attn_grade_report *graded = judge(&d);
    char found[256];
    ck_assert_msg(graded && graded->first, "%s", d.status.message);
    list_reasons(graded->first, found, sizeof found);
    ck_assert_str_eq(found, "rounded early");
    hand_in(&d.sheet, d.run, "A", 2);
    graded = judge(&d);
    ck_assert(graded && graded->right);
    ck_assert_int_eq(graded->values[1].mark, ATTN_MARK_ROUNDED);
    d.sheet.count = 1;
    hand_in(&d.sheet, d.run, "A", 4); /* and with all its digits */
    graded = judge(&d);
    ck_assert_int_eq(graded->values[0].mark, ATTN_MARK_RIGHT);
    list_reasons(&graded->values[1], found, sizeof found);
    ck_assert_str_eq(found, "rounded early");
    stand_up(&d);
}
END_TEST

/* ---- shapes and numbers that are none ---- */

START_TEST(test_strange)
{
    desk d;
    sit_down(&d, NULL, NULL);
    attn_answer *a = hand_in(&d.sheet, d.run, "A", 4);
    put(a, 5, NAN);
    const attn_grade_report *graded = judge(&d);
    ck_assert_int_eq(graded->first->mark, ATTN_MARK_NO_NUMBER);
    ck_assert_str_eq(graded->first->at, "A_{2,2}");
    ck_assert_str_eq(graded->first->words[1], "black");
    put(a, 5, 0.5f);
    a->digits = 0;
    for (size_t i = 0; i < 16; i++) put(a, i, 0);
    graded = judge(&d);
    ck_assert(!graded->right);
    d.sheet.count = 0;
    a = hand_in(&d.sheet, d.run, "S", 4);
    for (size_t i = 0; i < 16; i++)
        if (isinf(a->numbers[i])) put(a, i, -1e9f);
    ck_assert(judge(&d)->right);
    put(a, 1, 0);
    ck_assert(!judge(&d)->right);
    a->shape[0] = 2;
    a->shape[1] = 8;
    graded = judge(&d);
    ck_assert_int_eq(graded->first->mark, ATTN_MARK_SHAPE);
    ck_assert_uint_eq(graded->first->reason_count, 0);
    stand_up(&d);
}
END_TEST

/* The heads stand in the second place, where the lesson has them in the first. */
START_TEST(test_exchanged_axes)
{
    desk d;
    char found[256];
    float numbers[32];
    sit_down(&d, NULL, NULL);
    attn_answer *a = hand_in(&d.sheet, d.run, "B", 4);
    memcpy(numbers, a->numbers, sizeof numbers);
    for (size_t i = 0; i < COUNT(numbers); i++)
        put(a, i, numbers[i / 4 % 2 * 16 + i / 8 * 4 + i % 4]);
    a->shape[0] = 4;
    a->shape[1] = 2;
    const attn_grade_report *graded = judge(&d);
    ck_assert_msg(graded && graded->first, "%s", d.status.message);
    list_reasons(graded->first, found, sizeof found);
    ck_assert_str_eq(found, "transposed");
    ck_assert_str_eq(graded->first->reasons[0].says, "axes 1 and 2 are exchanged at the end");
    stand_up(&d);
}
END_TEST

START_TEST(test_ones)
{
    desk d;
    sit_down(&d, NULL, NULL);
    attn_answer *a = hand_in(&d.sheet, d.run, "A_2", 4);
    a->rank = 2;
    a->shape[0] = 4;
    a->shape[1] = 1;
    a = hand_in(&d.sheet, d.run, "e_{2,3}", 4);
    a->rank = 1;
    a->shape[0] = 1;
    hand_in(&d.sheet, d.run, "B_{1,2}", 4);
    hand_in(&d.sheet, d.run, "B_{2,2,3}", 4);
    hand_in(&d.sheet, d.run, "s_0", 4);
    ck_assert(judge(&d)->right);
    stand_up(&d);
}
END_TEST

/* ---- names ---- */

START_TEST(test_names)
{
    static const struct {
        const char *name, *says;
    } wrong[] = {
        {"Zz", "'Zz' is not a value of the lesson"},
        {"A V", "'A V' is not a value of the lesson"},
        {"A_5", "A_5: the lesson's value has no such place"},
        {"e_{9,1}", "e_{9,1}: the lesson has no e_{9,1}"},
        {"s_{t-1}", "s_{t-1}: write a number in place of a letter and its shift"},
        {"s_{⌈t/2⌉}", "s_{⌈t/2⌉}: write a number in place of a letter and its divisor"},
        {"e_{i,1}", "e_{i,1}: write subscripts that are numbers before those that are letters"},
    };
    for (size_t i = 0; i < COUNT(wrong); i++) {
        desk d;
        sit_down(&d, NULL, NULL);
        hand_in(&d.sheet, d.run, "A", 4)->name = wrong[i].name;
        ck_assert_ptr_null(judge(&d));
        ck_assert_int_eq(d.status.code, ATTN_USAGE);
        ck_assert_msg(strstr(d.status.message, wrong[i].says) != NULL, "%s", d.status.message);
        ck_assert_str_eq(d.status.file, "f");
        stand_up(&d);
    }
    desk d;
    sit_down(&d, NULL, NULL);
    hand_in(&d.sheet, d.run, "α", 4);
    hand_in(&d.sheet, d.run, "alpha", 4);
    ck_assert_ptr_null(judge(&d));
    ck_assert_str_eq(d.status.message, "α appears twice: in f and in f");
    stand_up(&d);
}
END_TEST

/* ---- nothing behind it ---- */

START_TEST(test_chance)
{
    static const char *const names[] = {"A", "α", "Z", "S", "B", "c", "a", "y", "e_1", "A_3"};
    attn_random random = attn_random_named("chance", (uint64_t)_i);
    for (size_t n = 0; n < COUNT(names); n++) {
        desk d;
        sit_down(&d, NULL, NULL);
        attn_answer *a = hand_in(&d.sheet, d.run, names[n], 2);
        size_t size = 1;
        for (size_t i = 0; i < a->rank; i++) size *= a->shape[i];
        for (size_t i = 0; i < size; i++)
            put(a, i, rounded(3 * attn_random_uniform(&random) - 1, 2));
        const attn_grade_report *graded = judge(&d);
        ck_assert_ptr_nonnull(graded);
        ck_assert(!graded->right);
        ck_assert_msg(graded->first->reason_count == 0, "%s: %s", names[n],
                      graded->first->reason_count ? graded->first->reasons[0].says : "");
        stand_up(&d);
    }
}
END_TEST

/* One number of one digit may fit by luck, one of six does not; nor do many of one digit. */
START_TEST(test_luck)
{
    static const struct {
        const char *name;
        unsigned digits;
        bool named;
    } cases[] = {{"S_{4,1}", 1, false}, {"S_{4,1}", 6, true}, {"S", 1, true}};
    for (size_t i = 0; i < COUNT(cases); i++) {
        desk d;
        char found[256];
        sit_down(&d, "Q Kᵀ / √width(K), M", "Q Kᵀ, M");
        hand_in(&d.sheet, d.run, cases[i].name, cases[i].digits);
        const attn_grade_report *graded = judge(&d);
        ck_assert(graded && graded->first);
        list_reasons(graded->first, found, sizeof found);
        ck_assert_str_eq(found, cases[i].named ? "no scale" : "");
        stand_up(&d);
    }
}
END_TEST

/* ---- before the training and after it ---- */

static const char learns[] =
    "'given':{'x':[1,2]},'learned':{'w':[0.5,-0.25]},'steps':[{'compute':['k = 2 x','y = 2 w',"
    "'z = y ⊙ k','L = (sum(z) - 1)^2']},{'train':{'loss':'L','steps':3,'rate':0.01}},"
    "{'compute':'B = 3 y'}]";

static void sit_down_to(desk *d, const char *text)
{
    *d = (desk){.status = {0}};
    d->sheet = (sheet){.arena = attn_arena_new(&d->status), .status = &d->status};
    d->other = read_written(path, text, &d->status);
    d->run = d->other ? attn_lesson_run(d->other, NULL, &d->status) : NULL;
    d->lesson = d->run ? read_written(path, text, &d->status) : NULL;
    ck_assert_msg(d->lesson != NULL, "%s", d->status.message);
}

/* A wrong y changes what follows from it on its side of the training, and nothing else. */
START_TEST(test_sides_of_training)
{
    static const char *const names[2][4] = {{"y", "z", "after(z)", "B"},
                                            {"after(y)", "after(z)", "z", "B"}};
    for (size_t side = 0; side < 2; side++) {
        desk d;
        sit_down_to(&d, learns);
        const char *wrong = names[side][0];
        for (size_t i = 0; i < 4; i++) hand_in(&d.sheet, d.run, names[side][i], 4);
        float yours = d.sheet.items[0].numbers[0] + 1;
        put(&d.sheet.items[0], 0, yours);
        put(&d.sheet.items[1], 0, 2 * yours); /* z = y k */
        if (side == 1) put(&d.sheet.items[3], 0, 3 * yours);
        const attn_grade_report *graded = judge(&d);
        ck_assert_msg(graded != NULL, "%s", d.status.message);
        for (size_t i = 0; i < graded->count; i++) {
            const attn_graded_value *v = &graded->values[i];
            bool first = strcmp(v->label, wrong) == 0;
            bool follows =
                strcmp(v->label, names[side][1]) == 0 || (side == 1 && strcmp(v->label, "B") == 0);
            ck_assert_msg(v->mark == (first     ? ATTN_MARK_WRONG
                                      : follows ? ATTN_MARK_FOLLOWS
                                                : ATTN_MARK_RIGHT),
                          "%s", v->label);
            if (follows) ck_assert_str_eq(v->after, wrong);
        }
        stand_up(&d);
    }
}
END_TEST

/* ---- memory that ends ---- */

START_TEST(test_memory_in_training)
{
    for (size_t left = 3; left < 2500; left += 61) {
        desk d;
        sit_down_to(&d, learns);
        hand_in_all(&d.sheet, d.run, "y after(y) after(z)", 4);
        put(&d.sheet.items[1], 0, 7);
        scarce_begin(left);
        const attn_grade_report *graded = judge(&d);
        scarce_end();
        ck_assert(graded || d.status.code == ATTN_MEMORY);
        ck_assert(!graded || strcmp(graded->first->label, "after(y)") == 0);
        stand_up(&d);
    }
}
END_TEST

START_TEST(test_memory)
{
    for (size_t left = 3; left < 5000; left += 97) {
        desk d;
        sit_down(&d, "Q Kᵀ / √width(K), M", "K Kᵀ, M");
        hand_in_all(&d.sheet, d.run, "A Z", 4);
        scarce_begin(left);
        const attn_grade_report *graded = judge(&d);
        scarce_end();
        ck_assert(graded || d.status.code == ATTN_MEMORY);
        bool whole = graded && graded->first->reason_count == 1;
        ck_assert(whole || !graded);
        stand_up(&d);
    }
}
END_TEST

static void make_file(void)
{
    unit_make_file(path);
}

static void remove_file(void)
{
    remove(path);
}

int main(void)
{
    Suite *suite = suite_create("answers");
    TCase *tcase = tcase_create("answers");
    tcase_set_timeout(tcase, 120);
    tcase_add_unchecked_fixture(tcase, make_file, remove_file);
    tcase_add_loop_test(tcase, test_mistake, 0, COUNT(mistakes));
    tcase_add_test(tcase, test_follows);
    tcase_add_test(tcase, test_order);
    tcase_add_loop_test(tcase, test_right, 2, 5);
    tcase_add_test(tcase, test_tolerance);
    tcase_add_test(tcase, test_rounding);
    tcase_add_test(tcase, test_strange);
    tcase_add_test(tcase, test_exchanged_axes);
    tcase_add_test(tcase, test_slip_after_mistake);
    tcase_add_test(tcase, test_ones);
    tcase_add_test(tcase, test_names);
    tcase_add_loop_test(tcase, test_chance, 0, 5);
    tcase_add_test(tcase, test_luck);
    tcase_add_test(tcase, test_sides_of_training);
    tcase_add_test(tcase, test_memory_in_training);
    tcase_add_test(tcase, test_memory);
    suite_add_tcase(suite, tcase);
    return unit_run(suite);
}
