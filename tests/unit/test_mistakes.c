/*
 * mistakes: each mistake that is often made, made in each lesson of the program. Wherever it
 * changes a number, a check of that lesson must be false, or the lesson not be computed any more.
 * Prints the table.
 */

/* slow under valgrind */
/* slow under sanitizers */

#include "differs.h"
#include "lesson/grade/mistakes.h"
#include "unit.h"

typedef enum outcome {
    NOT_THERE,    /* no formula of the lesson is changed, or no number */
    DOES_NOT_FIT, /* the formulas cannot be computed any more */
    NOTICED,      /* a check is false */
    UNNOTICED
} outcome;

static const char *const outcome_names[] = {"-", "does not fit", "a check is false", "UNNOTICED"};

static outcome judge(const attn_run *with, attn_lesson *changed, attn_status *status)
{
    attn_status memory = {0}, fault = {0};
    attn_run *run = attn_lesson_run(changed, NULL, status);
    if (!run) return DOES_NOT_FIT;
    attn_arena *arena = attn_arena_new(&memory);
    outcome found = UNNOTICED;
    if (!any_changed(attn_values_new(with, arena), run, arena)) found = NOT_THERE;
    if (!attn_run_verdict(run, &fault)) found = NOTICED;
    *status = fault;
    attn_arena_free(arena);
    attn_run_free(run);
    return found;
}

/* A mistake that speaks of what the lesson does not have cannot even be read. */
static outcome make_slip(const attn_lesson *lesson, const attn_run *with,
                         const attn_mistake *mistake, attn_status *status)
{
    attn_rewriting made = {.count = attn_mistake_rules(mistake), .rules = mistake->rules};
    attn_changes changes = {.rewriting_count = 1, .rewritings = &made};
    attn_lesson *changed = attn_lesson_changed(lesson, &changes, status);
    outcome found = NOT_THERE;
    if (changed && attn_lesson_exchange_at(changed, 0)) found = judge(with, changed, status);
    attn_lesson_free(changed);
    return found;
}

static const char *shelved(size_t i)
{
    return attn_builtin_lesson_at(i) ? attn_builtin_lesson_at(i)->name : NULL;
}

START_TEST(test_lesson)
{
    const char *name = shelved((size_t)_i);
    attn_status status = {0};
    attn_lesson *lesson = attn_lesson_read(name, true, &status);
    attn_run *with = lesson ? attn_lesson_run(lesson, NULL, &status) : NULL;
    ck_assert_msg(with != NULL, "%s: %s", name, status.message);
    ck_assert_msg(attn_run_verdict(with, &status), "%s: %s", name, status.message);
    size_t unnoticed = 0;
    for (const attn_mistake *mistake = attn_mistakes; mistake->name; mistake++) {
        attn_status fault = {0};
        outcome found = make_slip(lesson, with, mistake, &fault);
        if (found != NOT_THERE)
            printf("%-16s %-20s %s: %s\n", name, mistake->name, outcome_names[found],
                   fault.message);
        unnoticed += found == UNNOTICED;
    }
    fflush(stdout);
    attn_run_free(with);
    attn_lesson_free(lesson);
    ck_assert_msg(unnoticed == 0, "%s: %zu slips go unnoticed", name, unnoticed);
}
END_TEST

/* ---- single formulas ---- */

static const struct {
    const char *mistake, *formula, *wanted;
} forms[] = {
    {"wrong query", "e_{t,i} = score(s_t, h_i)", "score(s_{t-1}, h_i)"},
    {"wrong query", "e_{t,i} = s_t · h_i", "s_{t-1} · h_i"},
    {"wrong query", "e_{t,i} = h_i · s_t", "h_i · s_{t-1}"},
    {"wrong query", "e_{t,i} = s_tᵀ W_a h_i", "s_{t-1}ᵀ W_a h_i"},
    {"wrong query", "e_{t,i} = h_iᵀ s_t / √d", "h_iᵀ s_{t-1} / √d"},
    {"wrong query", "e_{t,i} = vᵀ tanh(W_s s_t + W_h h_i)", "vᵀ tanh(W_s s_{t-1} + W_h h_i)"},
    {"wrong query", "c_t = attention(s_t, H, H)", "attention(s_{t-1}, H, H)"},
    {"wrong query", "o_t = W_o [s_t ; c_t]", NULL},
    {"wrong query", "o_t = W_o s_t + b_o", NULL},
    {"mask after softmax", "A = softmax(mask(S))", "relu(mask(softmax(S)))"},
    {"mask after softmax", "A = softmax(mask(softmax(mask(S))))",
     "relu(mask(softmax(relu(mask(softmax(S))))))"},
    {"mask after softmax", "A = softmax(mask(S, M))", "softmax(S) ⊙ M"},
    {"entropy in bits", "H_k = -Σ_i α_{k,i} log(α_{k,i})", "-Σ_i α_{k,i} log(α_{k,i}) / log(2)"},
    {"weights transposed", "Z_j = A_j V_{⌈j/2⌉}", "A_jᵀ V_{⌈j/2⌉}"},
    {"heads by reshape", "C_j = softmax(split_j(Q) split_j(K)ᵀ)",
     "softmax(reshape_j(Q) reshape_j(K)ᵀ)"},
};

static bool any_word(const void *user, const char *word)
{
    (void)user, (void)word;
    return true;
}

static const attn_mistake *slip_called(const char *name)
{
    for (const attn_mistake *mistake = attn_mistakes; mistake->name; mistake++)
        if (strcmp(mistake->name, name) == 0) return mistake;
    ck_abort_msg("there is no slip '%s'", name);
    return NULL;
}

START_TEST(test_form)
{
    attn_status status = {0};
    attn_grammar grammar = {.arena = attn_arena_new(&status), .is_function = any_word};
    const attn_mistake *mistake = slip_called(forms[_i].mistake);
    attn_rewriter *rewriter =
        attn_rewriter_new(grammar.arena, mistake->rules, attn_mistake_rules(mistake));
    attn_statement *line = attn_parse_body_line(&grammar, forms[_i].formula);
    ck_assert_msg(rewriter && line, "%s", status.message);
    size_t places;
    attn_statement *changed = attn_rewrite(rewriter, &grammar, line, &places);
    const char *right = changed ? strstr(changed->text, "= ") : NULL;
    ck_assert_msg(right != NULL, "%s", status.message);
    if (forms[_i].wanted) ck_assert_str_eq(right + strlen("= "), forms[_i].wanted);
    ck_assert((places > 0) == (forms[_i].wanted != NULL));
    attn_arena_free(grammar.arena);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("mistakes");
    TCase *tcase = tcase_create("slips");
    int lessons = 0;
    while (shelved((size_t)lessons)) lessons++;
    tcase_set_timeout(tcase, 60);
    tcase_add_loop_test(tcase, test_lesson, 0, lessons);
    tcase_add_loop_test(tcase, test_form, 0, COUNT(forms));
    suite_add_tcase(suite, tcase);
    return unit_run(suite);
}
