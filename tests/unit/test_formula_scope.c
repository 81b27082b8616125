/*
 * scope: what a lesson declares, runs that begin anew, names as they are told, values that are
 * given, and the limits of letters, calls and elements.
 */

/* slow under valgrind */

#include "formula/eval/machine.h"
#include "formula_bench.h"
#include "unit.h"

static bench b;

static void open_bench(void)
{
    ck_assert(bench_open(&b));
}

static void close_bench(void)
{
    bench_close(&b);
}

static void check_run(const char *script, const char *outcome)
{
    ck_assert_msg(bench_run(&b, script), "%s: %s", script, b.status.message);
    ck_assert_str_eq(attn_text_string(&b.out), outcome);
}

static void check_fault(bool done, attn_code code, const char *message)
{
    ck_assert(!done);
    ck_assert_str_eq(b.status.message, message);
    ck_assert_int_eq(b.status.code, code);
    b.status = (attn_status){0};
}

/* ---- letters and sequences ---- */

START_TEST(letters_are_declared_once)
{
    attn_sequence *words = attn_scope_add_sequence(b.scope, "words");
    ck_assert_ptr_eq(attn_scope_sequence(b.scope, "words"), words);
    ck_assert_ptr_null(attn_scope_sequence(b.scope, "x"));
    ck_assert_uint_eq(words->place, 3);
    ck_assert(!attn_scope_is_indexed(b.scope, words));
    ck_assert(attn_scope_add_letter(b.scope, "m", words, true));
    ck_assert(!attn_scope_is_indexed(b.scope, words)); /* a length alone runs over nothing */
    ck_assert(attn_scope_add_letter(b.scope, "w", words, false));
    ck_assert(attn_scope_is_indexed(b.scope, words));
    ck_assert(attn_scope_is_indexed(b.scope, attn_scope_sequence(b.scope, "source")));
    ck_assert(attn_scope_is_indexed(b.scope, attn_scope_sequence(b.scope, "heads")));
    const attn_letter *length = attn_scope_letter(b.scope, "m");
    ck_assert(length->is_length && length->sequence == words && strcmp(length->name, "m") == 0);
    ck_assert_ptr_null(attn_scope_letter(b.scope, "mm"));
    check_fault(attn_scope_add_letter(b.scope, "m", words, false), ATTN_INPUT,
                "m is already the length of words: choose another letter");
    check_fault(attn_scope_add_letter(b.scope, "i", words, true), ATTN_INPUT,
                "i is already the index of source: choose another letter");
    check_fault(attn_scope_add_letter(b.scope, "exp", words, false), ATTN_INPUT,
                "exp is a function: choose another letter");
}
END_TEST

/* After a failure in the midst of a statement nothing runs over its letter any more. */
START_TEST(letters_are_given_back)
{
    ck_assert(!bench_run(&b, "x_i = i | y_i = x_i + x_{i+1}"));
    const attn_letter *letter = attn_scope_letter(b.scope, "i");
    ck_assert(letter->bound && letter->runs);
    attn_scope_unwind(b.scope);
    ck_assert(!letter->bound && !letter->runs);
}
END_TEST

START_TEST(letters_have_a_limit)
{
    char name[16];
    attn_sequence *words = attn_scope_add_sequence(b.scope, "words");
    for (int i = 5; i < MOST_LETTERS; i++) { /* five are there */
        snprintf(name, sizeof name, "l%d", i);
        ck_assert(attn_scope_add_letter(b.scope, name, words, false));
    }
    for (int i = 5; i < MOST_LETTERS; i++) {
        snprintf(name, sizeof name, "l%d", i);
        ck_assert_str_eq(attn_scope_letter(b.scope, name)->name, name);
    }
    check_fault(attn_scope_add_letter(b.scope, "z", words, false), ATTN_LIMIT,
                "a lesson has at most 64 index and length letters");
}
END_TEST

/* ---- runs ---- */

/* A run over these names, on a new record. */
static void begin_run(const attn_scope *names)
{
    attn_record_free(b.record);
    b.record = attn_record_new(&b.status);
    b.scope = attn_scope_run(names, b.record);
    ck_assert_ptr_nonnull(b.scope);
    attn_scope_on_change(b.scope, bench_change, &b);
}

static bool run_line(const attn_statement *line)
{
    attn_made *made;
    size_t count;
    attn_text_clear(&b.out);
    if (!attn_run_statement(b.scope, line, NULL, &made, &count)) return false;
    tell_made(&b, made, count);
    return true;
}

START_TEST(a_run_begins_anew)
{
    const attn_scope *names = b.scope = attn_scope_over(b.scope, b.arena);
    ck_assert(bench_run(&b, "f(x) := x + 1"));
    const attn_statement *x = bench_statement(&b, "x_i = 2 i"),
                         *y = bench_statement(&b, "y = f(x_1)");
    const attn_statement *z = bench_statement(&b, "z_{i,t} = log(x_i + x_t - 4)");
    ck_assert(x && y && z);
    for (int run = 0; run < 2; run++) {
        begin_run(names);
        ck_assert_ptr_null(attn_scope_family(b.scope, 0));
        ck_assert_ptr_null(attn_scope_find(b.scope, "x"));
        ck_assert(attn_scope_check_sets(b.scope)); /* the replacement is forgotten, */
        ck_assert(run_line(x));
        ck_assert_str_eq(attn_text_string(&b.out), "x = [2 4 6]{source}");
        ck_assert(run_line(y)); /* and that f was told of */
        ck_assert_str_eq(attn_text_string(&b.out), "y = 3 (f x: x + 1)");
        ck_assert(attn_scope_set(b.scope, "x_1 = 7"));
        ck_assert(!run_line(z)); /* with i and t bound */
        b.status = (attn_status){0};
    }
    begin_run(names);
    attn_text where = {0};
    attn_scope_where(b.scope, NULL, 0, &where);
    ck_assert_str_eq(attn_text_string(&where), "");
    attn_text_free(&where);
}
END_TEST

START_TEST(values_are_found_by_name)
{
    check_run("y = 1 | x_i = i | W_{Q,t} = t", "W_Q = [1 2]{target}");
    ck_assert_str_eq(attn_scope_family(b.scope, 0)->name, "y");
    ck_assert_str_eq(attn_scope_family(b.scope, 1)->name, "x");
    ck_assert_str_eq(attn_scope_family(b.scope, 2)->name, "W_Q");
    ck_assert_ptr_null(attn_scope_family(b.scope, 3));
    const attn_family *x = attn_scope_find(b.scope, "x");
    ck_assert_ptr_eq(x, attn_scope_family(b.scope, 1));
    const long second[] = {2}, ninth[] = {9};
    attn_node element = attn_family_element(x, second);
    ck_assert(element != 0 && *attn_value(b.record, element)->data == 2);
    ck_assert_str_eq(attn_node_name(b.record, element), "x_2");
    ck_assert_uint_eq(attn_family_element(x, ninth), 0);
    ck_assert_uint_eq(attn_family_extent(x, 0), 3);
    ck_assert_ptr_eq(b.scope->record, b.record);
}
END_TEST

START_TEST(stacks_have_names)
{
    attn_grammar grammar = attn_scope_grammar(b.scope);
    check_run("M_{t,i} = t i | v_i = [i, 1]", "v = [1 1; 2 1; 3 1]{source}");
    static const char *const names[] = {"M", "M_2", "v"};
    for (size_t i = 0; i < COUNT(names); i++) {
        attn_statement *line = attn_parse_body_line(&grammar, names[i]);
        ck_assert(line && attn_bind_statement(b.scope, line));
        attn_node node = attn_eval(b.scope, line);
        ck_assert_str_eq(attn_node_name(b.record, node), names[i]);
        ck_assert_uint_eq(attn_eval(b.scope, line), node); /* a stack is made once */
    }
}
END_TEST

START_TEST(kept_calls_know_their_lines)
{
    attn_made *made;
    size_t count;
    static const char *const keep[] = {"f", NULL};
    ck_assert(bench_run(&b, "f(x) := y = 2 x & z_j = y & y, y + 1"));
    const attn_statement *line = bench_statement(&b, "a, b = f(2)");
    ck_assert(line && attn_run_statement(b.scope, line, keep, &made, &count));
    ck_assert(count == 2 && made[0].statement == line && made[1].statement == line);
    const attn_call *call = made[0].call;
    ck_assert(call && !call->next && !call->inner && !made[1].call && call->made_count == 4);
    static const char *const texts[] = {"y = 2 x ", "z_j = y ", "y, y + 1", "y, y + 1"};
    for (size_t i = 0; i < 4; i++) ck_assert_str_eq(call->made[i].statement->text, texts[i]);
}
END_TEST

/* ---- names ---- */

static attn_name bound_key(const char *text)
{
    attn_grammar grammar = attn_scope_grammar(b.scope);
    attn_name name = {0};
    ck_assert(attn_parse_name(&grammar, text, &name));
    ck_assert_msg(attn_bind_key(b.scope, &name), "%s", b.status.message);
    return name;
}

static const struct {
    const char *key, *label, *full, *seed;
} keys[] = {
    {"W", "W", "W", "W_"},
    {"h_0", "h", "h_0", "h_0"},
    {"W_Q", "W_Q", "W_Q", "W_Q_"},
    {"W_{Q,j}", "W_Q", "W_{Q,2}", "W_Q_2"},
    {"W_{Q,new,i}", "W_{Q,new}", "W_{Q,new,3}", "W_Q,new_3"},
    {"M_{i,t}", "M", "M_{3,1}", "M_3,1"},
    {"h_{n+1}", "h", "h_4", "h_4"},
    {"W_{n,Q}", "W_Q", "W_{3,Q}", "W_Q_3"},
};

START_TEST(keys_have_labels)
{
    static const struct {
        const char *letter;
        long value;
    } values[] = {{"i", 3}, {"t", 1}, {"j", 2}};
    for (size_t i = 0; i < COUNT(values); i++) {
        attn_scope_letter(b.scope, values[i].letter)->bound = true;
        attn_scope_letter(b.scope, values[i].letter)->value = values[i].value;
    }
    attn_name name = bound_key(keys[_i].key);
    ck_assert_str_eq(attn_name_label(&name), keys[_i].label);
    ck_assert_str_eq(attn_scope_label(b.scope, &name), keys[_i].full);
    ck_assert_str_eq(attn_scope_seed_name(b.scope, &name), keys[_i].seed);
}
END_TEST

START_TEST(free_letters_of_a_key)
{
    attn_letter *letters[ATTN_MOST_SUBS];
    attn_name name = bound_key("A_{t,Q,i,t,n,2}");
    ck_assert_uint_eq(attn_free_letters(b.scope, &name, letters), 2);
    ck_assert_str_eq(letters[0]->name, "t");
    ck_assert_str_eq(letters[1]->name, "i");
    attn_scope_letter(b.scope, "t")->bound = true;
    ck_assert_uint_eq(attn_free_letters(b.scope, &name, letters), 1);
    ck_assert_str_eq(letters[0]->name, "i");
}
END_TEST

START_TEST(keys_that_are_none)
{
    static const struct {
        const char *key, *message;
    } wrong[] = {
        {"n", "n is the length of source here: choose another name"},
        {"exp", "exp is a function: give the value another name"},
        {"h_{i-1}", "i itself is already on the left: h_i = …"},
        {"h_{q-1}", "h_{q-1}: q is not an index or length here: declare it under \"indices\""},
    };
    attn_grammar grammar = attn_scope_grammar(b.scope);
    for (size_t i = 0; i < COUNT(wrong); i++) {
        attn_name name = {0};
        ck_assert(attn_parse_name(&grammar, wrong[i].key, &name));
        check_fault(attn_bind_key(b.scope, &name), ATTN_INPUT, wrong[i].message);
    }
}
END_TEST

/* ---- giving ---- */

START_TEST(what_is_given)
{
    attn_name W = bound_key("W_{Q,j}"), h = bound_key("h_0");
    attn_letter *j = attn_scope_letter(b.scope, "j");
    j->bound = true;
    for (j->value = 1; j->value <= 2; j->value++) {
        attn_node node = attn_record_number(b.record, (float)(5 * j->value));
        ck_assert(attn_scope_give(b.scope, &W, node, true, j->value == 1));
        ck_assert_str_eq(attn_node_name(b.record, node), j->value == 1 ? "W_{Q,1}" : "W_{Q,2}");
    }
    j->bound = false;
    ck_assert(attn_scope_give(b.scope, &h, attn_record_number(b.record, 1), false, false));
    const attn_family *given = attn_scope_find(b.scope, "W_Q");
    ck_assert(given->learned && given->random && !given->changed && !given->statement);
    given = attn_scope_find(b.scope, "h");
    ck_assert(!given->learned && !given->random);
    check_run("family W_Q", "W_Q[j heads 2] 2 given");
    check_run("h_i = h_{i-1} + W_{Q,2}", "h = [11 21 31]{source}");
    check_run("family h", "h[i source 3] 4 computed");
    ck_assert(!attn_scope_give(b.scope, &h, 0, false, false));
    ck_assert(attn_ok(&b.status)); /* what failed has told its fault */
    check_fault(attn_scope_give(b.scope, &h, attn_record_number(b.record, 1), false, false),
                ATTN_INPUT,
                "h_0 has a value already, and a value is computed once (inside 'for', add the "
                "loop's letter as a subscript)");
}
END_TEST

/* "set" is remembered, and told of when it is met. */
static void set_and_run(const char *set, const char *statement, const char *outcome)
{
    attn_grammar grammar = attn_scope_grammar(b.scope);
    attn_statement *line = attn_parse_statement(&grammar, statement);
    attn_made *made;
    size_t count;
    ck_assert(line && attn_bind_statement(b.scope, line));
    attn_text_clear(&b.out);
    ck_assert_msg(attn_scope_set(b.scope, set), "%s", b.status.message);
    ck_assert(attn_run_statement(b.scope, line, NULL, &made, &count));
    tell_made(&b, made, count);
    ck_assert_str_eq(attn_text_string(&b.out), outcome);
    ck_assert(attn_scope_check_sets(b.scope));
}

START_TEST(what_if)
{
    set_and_run("x = 4", "x = 1 + 2", "x: computed 3, now 4; x = 4");
    check_run("family x", "x 1 computed changed");
    set_and_run("v_2 = -4.5", "v = [1, 2, 3]", "v_2: computed 2, now -4.5; v = [1 -4.5 3]");
    set_and_run("M_{2,1} = 0", "M = [[1, 2], [3, 4]]",
                "M_{2,1}: computed 3, now 0; M = [1 2; 0 4]");
    set_and_run("e_{1,n} = 9", "e_{t,i} = i + t",
                "e_{1,3}: computed 4, now 9; e = [2 3 9; 3 4 5]{target}{source}");
    set_and_run("w_{2,1} = 9", "w_i = [i, 1]",
                "w_{2,1}: computed 2, now 9; w = [1 1; 9 1; 3 1]{source}");
    set_and_run("W_{Q,2} = 9", "W_{Q,j} = j", "W_{Q,2}: computed 2, now 9; W_Q = [1 9]{heads}");
    set_and_run("u_1 = 1", "u_i = i", "u_1: computed 1, now 1; u = [1 2 3]{source}");
    check_run("y = 1 | family y", "y 1 computed");
    check_run("family z", "none");
}
END_TEST

static const struct {
    const char *set, *statement, *label, *has;
} unmet[] = {
    {"x_7 = 1", "x_i = i", "x_7", "x has 3 numbers"},
    {"x_{1,1} = 1", "x_i = i", "x_{1,1}", "x has 3 numbers"},
    {"x = 1", "x_i = i", "x", "x has 3 numbers"},
    {"x_3 = 1", "x = [1, 2]", "x_3", "x has 2 numbers"},
    {"x_0 = 1", "x = [1, 2]", "x_0", "x has 2 numbers"},
    {"x_1 = 1", "x = 1", "x_1", "check its subscripts"},
    {"M_{3,1} = 1", "M = [[1, 2], [3, 4]]", "M_{3,1}", "M has 2×2 numbers"},
    {"M_{1,3} = 1", "M = [[1, 2], [3, 4]]", "M_{1,3}", "M has 2×2 numbers"},
    {"M_{0,1} = 1", "M = [[1, 2], [3, 4]]", "M_{0,1}", "M has 2×2 numbers"},
    {"M_{1,0} = 1", "M = [[1, 2], [3, 4]]", "M_{1,0}", "M has 2×2 numbers"},
    {"M_1 = 1", "M = [[1, 2], [3, 4]]", "M_1", "M has 2×2 numbers"},
    {"M = 1", "M = [[1, 2], [3, 4]]", "M", "M has 2×2 numbers"},
};

START_TEST(what_if_that_meets_nothing)
{
    attn_grammar grammar = attn_scope_grammar(b.scope);
    attn_statement *line = attn_parse_statement(&grammar, unmet[_i].statement);
    attn_made *made;
    size_t count;
    char message[128];
    ck_assert(line && attn_bind_statement(b.scope, line));
    ck_assert_msg(attn_scope_set(b.scope, unmet[_i].set), "%s", b.status.message);
    ck_assert(attn_run_statement(b.scope, line, NULL, &made, &count));
    ck_assert_str_eq(attn_text_string(&b.out), "");
    snprintf(message, sizeof message, "%s is not a single number of this lesson: %s",
             unmet[_i].label, unmet[_i].has);
    check_fault(attn_scope_check_sets(b.scope), ATTN_USAGE, message);
}
END_TEST

/* ---- where a fault lies ---- */

START_TEST(where_a_fault_lies)
{
    static const char *const loops[] = {"t"};
    attn_text where = {0};
    check_run("x_{t,i} = i", "x = [1 2 3; 1 2 3]{target}{source}");
    attn_scope_where(b.scope, NULL, 0, &where);
    ck_assert_str_eq(attn_text_string(&where), "");
    ck_assert(!bench_run(&b, "z_{t,i} = log(2 - x_{t,i})"));
    attn_scope_where(b.scope, NULL, 0, &where);
    ck_assert_str_eq(attn_text_string(&where), ", i = 2, t = 1");
    attn_text_clear(&where);
    attn_scope_where(b.scope, loops, 1, &where);
    ck_assert_str_eq(attn_text_string(&where), ", i = 2");
    ck_assert_ptr_eq(attn_scope_origin(b.scope), &b);
    attn_text_free(&where);
}
END_TEST

START_TEST(where_a_fault_lies_in_a_function)
{
    attn_text where = {0};
    ck_assert(!bench_run(&b, "g(y) := z_i = log(y - i) & z | x = 1 | w = g(3)"));
    attn_scope_where(b.scope, NULL, 0, &where);
    ck_assert_str_eq(attn_text_string(&where), ", i = 3, in g");
    attn_text_free(&where);
}
END_TEST

/* ---- limits ---- */

START_TEST(elements_have_a_limit)
{
    b.status.work = ATTN_USUAL_WORK - 2 * ATTN_COST_STEP;
    for (size_t i = 0; i < 2; i++) ck_assert(attn_spend_step(b.scope, "the next value"));
    check_fault(attn_spend_step(b.scope, "the next value"), ATTN_LIMIT,
                "the next value would exceed the budget of work, 3·10¹¹ multiply-adds: --work 600G "
                "raises it");
}
END_TEST

/* f0 calls nothing, each of the others the one before. */
static void define_chain(size_t count)
{
    char text[64];
    for (size_t i = 0; i < count; i++) {
        if (i == 0)
            snprintf(text, sizeof text, "f0(x) := x");
        else
            snprintf(text, sizeof text, "f%zu(x) := f%zu(x)", i, i - 1);
        if (!bench_run(&b, text)) return;
    }
}

START_TEST(calls_are_so_deep)
{
    define_chain(MOST_CALLS_DEEP);
    ck_assert_msg(attn_ok(&b.status), "%s", b.status.message);
    check_run("y = f63(5) | ? y", "5");
    check_fault(bench_run(&b, "f64(x) := f63(x)"), ATTN_LIMIT,
                "f64 calls functions more than 64 deep");
}
END_TEST

/* The same chain, known as a whole before it is checked, the outermost function first. */
static bool check_whole_chain(size_t count)
{
    char heads[MOST_CALLS_DEEP + 1][32], calls[MOST_CALLS_DEEP + 1][32];
    void *origin = &b;
    for (size_t i = 0; i < count; i++) {
        snprintf(heads[i], sizeof *heads, "c%zu(x)", i);
        snprintf(calls[i], sizeof *calls, i + 1 < count ? "c%zu(x)" : "x", i + 1);
        ck_assert(attn_scope_declare_function(b.scope, heads[i], false));
    }
    for (size_t i = 0; i < count; i++) {
        const char *line = calls[i];
        ck_assert(attn_scope_define_function(b.scope, heads[i], &line, &origin, 1, false));
    }
    return attn_scope_check_functions(b.scope);
}

START_TEST(a_whole_chain_is_so_deep)
{
    ck_assert_msg(check_whole_chain(MOST_CALLS_DEEP), "%s", b.status.message);
    check_run("y = c0(5) | ? y", "5");
}
END_TEST

START_TEST(a_whole_chain_is_too_deep)
{
    check_fault(check_whole_chain(MOST_CALLS_DEEP + 1), ATTN_LIMIT,
                "c64 calls functions more than 64 deep");
}
END_TEST

START_TEST(formulas_in_calls_are_so_deep)
{
    attn_text text = {0};
    for (int f = 0; f < 25; f++) { /* each of about 90 levels */
        attn_text_clear(&text);
        attn_text_print(&text, "f%d(x) := ", f);
        attn_text_repeat(&text, "(", 85);
        attn_text_print(&text, f ? "f%d(x)" : "x", f - 1);
        attn_text_repeat(&text, ")", 85);
        ck_assert_msg(bench_run(&b, attn_text_string(&text)), "%s", b.status.message);
    }
    attn_text_free(&text);
    check_run("y = f20(1) | ? y", "1");
    check_fault(bench_run(&b, "z = f24(1)"), ATTN_LIMIT,
                "the formulas of these calls are nested more than 2000 deep");
}
END_TEST

START_TEST(values_of_a_call_have_a_limit)
{
    attn_text text = {0};
    attn_text_add(&text, "y = [1");
    attn_text_repeat(&text, ",1", 63);
    attn_text_add(&text, "] · [1");
    attn_text_repeat(&text, ",1", 63);
    attn_text_add(&text, "]");
    check_run(attn_text_string(&text), "y = 64");
    attn_text_clear(&text);
    attn_text_add(&text, "z = [1");
    attn_text_repeat(&text, ",1", 64);
    attn_text_add(&text, "]");
    check_fault(bench_run(&b, attn_text_string(&text)), ATTN_INPUT,
                "more than 64 values: give some of them names, and join these: [a ; b]");
    attn_text_free(&text);
}
END_TEST

START_TEST(names_have_a_limit)
{
    char name[MOST_NAME_BYTES + 8] = "";
    memset(name, 'a', MOST_NAME_BYTES);
    strcpy(name + MOST_NAME_BYTES, " = 1");
    ck_assert_msg(bench_run(&b, name), "%s", b.status.message);
    strcpy(name + MOST_NAME_BYTES, "a = 1");
    check_fault(bench_run(&b, name), ATTN_LIMIT, "a name has at most 256 bytes");
}
END_TEST

START_TEST(numbers_asked_for_have_a_limit)
{
    ck_assert(bench_run(&b, "v = [1, 1, 1, 1, 1, 1, 1, 1] | X = outer(v, v) | # X"));
    ck_assert_ptr_nonnull(strstr(attn_text_string(&b.out), "X_{8,8} = 1"));
    check_fault(bench_run(&b, "Y = [X ; outer(v, [1])] | # Y"), ATTN_INPUT,
                "this names more than 64 numbers: ask for one of them, with its subscripts");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("scope");
    TCase *tests = tcase_create("scope");
    tcase_set_timeout(tests, 60);
    tcase_add_checked_fixture(tests, open_bench, close_bench);
    tcase_add_test(tests, letters_are_declared_once);
    tcase_add_test(tests, letters_are_given_back);
    tcase_add_test(tests, letters_have_a_limit);
    tcase_add_test(tests, a_run_begins_anew);
    tcase_add_test(tests, values_are_found_by_name);
    tcase_add_test(tests, stacks_have_names);
    tcase_add_test(tests, kept_calls_know_their_lines);
    tcase_add_loop_test(tests, keys_have_labels, 0, COUNT(keys));
    tcase_add_test(tests, free_letters_of_a_key);
    tcase_add_test(tests, keys_that_are_none);
    tcase_add_test(tests, what_is_given);
    tcase_add_test(tests, what_if);
    tcase_add_loop_test(tests, what_if_that_meets_nothing, 0, COUNT(unmet));
    tcase_add_test(tests, where_a_fault_lies);
    tcase_add_test(tests, where_a_fault_lies_in_a_function);
    tcase_add_test(tests, elements_have_a_limit);
    tcase_add_test(tests, calls_are_so_deep);
    tcase_add_test(tests, a_whole_chain_is_so_deep);
    tcase_add_test(tests, a_whole_chain_is_too_deep);
    tcase_add_test(tests, formulas_in_calls_are_so_deep);
    tcase_add_test(tests, values_of_a_call_have_a_limit);
    tcase_add_test(tests, names_have_a_limit);
    tcase_add_test(tests, numbers_asked_for_have_a_limit);
    suite_add_tcase(suite, tests);
    return unit_run(suite);
}
