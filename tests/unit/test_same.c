/*
 * same: a lesson computed in two ways is the same lesson to the last bit. Once simply; and once
 *   sparing: every value given back as soon as the rules allow, so that all that is shown, written
 *     out or derived must be found held or be computed again;
 *   at once: statements over indices computed for all of them in one go wherever that can be done,
 *     and equal operations carried out once.
 */

/* not in make test */
/* slow under valgrind */
/* slow under sanitizers */

#include <glob.h>
#include <math.h>

#include "calculations.h"
#include "core/random.h"
#include "document/document.h"
#include "formula/eval/machine.h"
#include "lesson/builtin/library.h"
#include "lesson/lesson.h"
#include "record/operation.h"
#include "unit.h"

/* ---- one run, and all that can be read from it ---- */

typedef struct rendering {
    attn_status status;
    attn_lesson *lesson;
    attn_run *run;
} rendering;

typedef enum way { SIMPLE, SPARING, AT_ONCE } way;

static void tell(rendering *t, const char *file, bool builtin, const attn_options *options, way how)
{
    *t = (rendering){0};
    attn_large_numbers = how == SIMPLE ? SIZE_MAX : 2;
    attn_at_once_elements = how == AT_ONCE ? 1 : SIZE_MAX;
    attn_share_equal = how == AT_ONCE;
    t->lesson = attn_lesson_read(file, builtin, &t->status);
    t->run = t->lesson ? attn_lesson_run(t->lesson, options, &t->status) : NULL;
}

static void forget(rendering *t)
{
    attn_run_free(t->run);
    attn_lesson_free(t->lesson);
}

static size_t all_numbers(const attn_record *record)
{
    size_t numbers = 0;
    for (attn_node node = 1; node <= attn_record_operations(record); node++)
        numbers += attn_tensor_size(attn_value(record, node));
    return numbers;
}

/* The bits of all values are compared besides. */
static void print_shown(const rendering *t, attn_text *out)
{
    attn_status status = {0};
    attn_show_options options = {.columns = 80, .precision = 9};
    ck_assert(attn_show_text(t->run, &options, out, NULL, &status));
}

static void print_json(const rendering *t, attn_text *out)
{
    attn_status status = {0};
    attn_show_options options = {.columns = 80, .precision = 9};
    ck_assert(attn_show_json(t->run, &options, out, &status));
}

/* The arithmetic of the first and the last number of some hundred values of the record. */
static void print_arithmetic(const rendering *t, attn_text *out)
{
    const attn_record *record = attn_run_record(t->run);
    attn_node step = (attn_node)(attn_record_operations(record) / 500 + 1);
    for (attn_node node = 1; node <= attn_record_operations(record); node += step) {
        const attn_tensor *value = attn_value(record, node);
        const char *name = attn_node_name(record, node);
        attn_text_print(out, "\n%u %s: ", node, name ? name : "");
        write_arithmetic(record, node, 0, 0, 4, out);
        attn_text_add(out, "; ");
        write_arithmetic(record, node, value->rows - 1, value->cols - 1, 4, out);
    }
}

static void check_texts(const char *file, const rendering *a, const rendering *b,
                        void (*print)(const rendering *t, attn_text *out))
{
    attn_text one = {0}, other = {0};
    print(a, &one);
    print(b, &other);
    ck_assert(!one.failed && !other.failed && one.length > 0);
    ck_assert_msg(strcmp(attn_text_string(&one), attn_text_string(&other)) == 0,
                  "%s is told differently", file);
    attn_text_free(&one);
    attn_text_free(&other);
}

/* As text and, where it is not too long, as JSON. */
static void check_shown(const char *file, const rendering *a, const rendering *b)
{
    check_texts(file, a, b, print_shown);
    if (all_numbers(attn_run_record(a->run)) < 100000) check_texts(file, a, b, print_json);
}

static size_t bytes_of(const attn_tensor *value)
{
    return attn_tensor_size(value) * value->batch * sizeof(float);
}

/* Every value of the record: its shape, its words and its bits. Returns how many were given back.
 */
static size_t check_record(const char *file, const rendering *a, const rendering *b)
{
    const attn_record *one = attn_run_record(a->run), *other = attn_run_record(b->run);
    size_t given_back = 0, recomputed = attn_record_recomputed(other);
    ck_assert_uint_eq(attn_record_operations(one), attn_record_operations(other));
    for (attn_node node = 1; node <= attn_record_operations(one); node++) {
        const attn_tensor *x = attn_value(one, node), *y = attn_value(other, node);
        given_back += y->data == NULL;
        ck_assert(attn_record_recompute(other, node));
        ck_assert_msg(bytes_of(x) == bytes_of(y) && x->rank == y->rank && x->cols == y->cols &&
                          !x->row_labels == !y->row_labels && !x->col_labels == !y->col_labels,
                      "%s: value %u has another shape", file, node);
        ck_assert_msg(memcmp(x->data, y->data, bytes_of(x)) == 0, "%s: value %u has other numbers",
                      file, node);
    }
    attn_record_forget(other, recomputed);
    return given_back;
}

/* The last value that a name of the lesson stands for, and no ∂ stands behind; or 0. */
static attn_node last_without_derivatives(const attn_record *record)
{
    size_t all = attn_record_operations(record);
    bool *derived = calloc(all + 1, sizeof *derived);
    attn_node found = 0;
    ck_assert_ptr_nonnull(derived);
    for (attn_node node = 1; node <= all; node++) {
        const attn_node *operands;
        attn_op op = attn_node_op(record, node);
        size_t count = attn_node_operands(record, node, &operands);
        derived[node] = op == ATTN_OP_GRADIENT;
        for (size_t i = 0; i < count; i++) derived[node] |= derived[operands[i]];
        bool named = op != ATTN_OP_GIVEN && attn_node_name(record, node);
        if (named && !derived[node]) found = node;
    }
    free(derived);
    return found;
}

/* ∂ of that by all that was given. */
static void check_gradients(const char *file, const rendering *a, const rendering *b)
{
    enum { MOST = 64 };
    const attn_record *records[2] = {attn_run_record(a->run), attn_run_record(b->run)};
    attn_node with[MOST], of = last_without_derivatives(records[0]);
    size_t count = 0;
    float *gradients[2][MOST];
    for (attn_node node = 1; node <= attn_record_operations(records[0]) && count < MOST; node++)
        if (attn_node_op(records[0], node) == ATTN_OP_GIVEN) with[count++] = node;
    if (!of) return;
    for (int k = 0; k < 2; k++) {
        for (size_t i = 0; i < count; i++) {
            gradients[k][i] = calloc(1, bytes_of(attn_value(records[k], with[i])));
            ck_assert_ptr_nonnull(gradients[k][i]);
        }
        /* the run's record is only read from outside; going back leaves it as it is */
        attn_record *record;
        memcpy(&record, &records[k], sizeof record);
        size_t before = attn_record_numbers(record);
        ck_assert_msg(attn_record_backward(record, of, 0, with, count, gradients[k]), "%s: %s",
                      file, attn_record_status(record)->message);
        ck_assert_uint_eq(attn_record_numbers(record), before);
    }
    for (size_t i = 0; i < count; i++) {
        size_t bytes = bytes_of(attn_value(records[0], with[i]));
        ck_assert_msg(memcmp(gradients[0][i], gradients[1][i], bytes) == 0,
                      "%s: the gradient by value %u differs", file, with[i]);
        free(gradients[0][i]);
        free(gradients[1][i]);
    }
}

/* Returns how many values were given back. */
static size_t check_lesson(const char *file, bool builtin, const attn_options *options)
{
    size_t given_back = 0;
    rendering whole, sparing;
    tell(&whole, file, builtin, options, SIMPLE);
    tell(&sparing, file, builtin, options, SPARING);
    ck_assert_str_eq(whole.status.message, sparing.status.message);
    ck_assert(!whole.run == !sparing.run);
    if (whole.run) {
        check_shown(file, &whole, &sparing);
        size_t numbers = attn_record_numbers(attn_run_record(sparing.run));
        ck_assert_uint_le(numbers, attn_record_numbers(attn_run_record(whole.run)));
        check_texts(file, &whole, &sparing, print_arithmetic);
        check_gradients(file, &whole, &sparing);
        given_back = check_record(file, &whole, &sparing);
        ck_assert_uint_eq(attn_record_numbers(attn_run_record(sparing.run)), numbers);
    }
    forget(&whole);
    forget(&sparing);
    return given_back;
}

/* ---- one by one, and at once ---- */

static void check_value(const char *file, const char *name, const rendering *a, attn_node x_node,
                        const rendering *b, attn_node y_node)
{
    const attn_record *one = attn_run_record(a->run), *other = attn_run_record(b->run);
    const attn_tensor *x = attn_value(one, x_node), *y = attn_value(other, y_node);
    ck_assert_msg(x->rank == y->rank && bytes_of(x) == bytes_of(y) && x->cols == y->cols &&
                      x->masked == y->masked && !x->words == !y->words &&
                      !x->row_labels == !y->row_labels && !x->col_labels == !y->col_labels &&
                      attn_node_is_weights(one, x_node) == attn_node_is_weights(other, y_node),
                  "%s: %s is another kind of value", file, name);
    ck_assert_msg(memcmp(x->data, y->data, bytes_of(x)) == 0, "%s: %s has other numbers", file,
                  name);
    attn_text texts[2] = {{0}, {0}};
    for (int digits = 2; digits < 6; digits += 3) {
        write_arithmetic(one, x_node, x->rows - 1, x->cols - 1, digits, &texts[0]);
        write_arithmetic(other, y_node, y->rows - 1, y->cols - 1, digits, &texts[1]);
    }
    const char *names[2] = {attn_node_name(one, x_node), attn_node_name(other, y_node)};
    attn_text_add(&texts[0], names[0] ? names[0] : "");
    attn_text_add(&texts[1], names[1] ? names[1] : "");
    ck_assert_msg(strcmp(attn_text_string(&texts[0]), attn_text_string(&texts[1])) == 0,
                  "%s: %s: %s\n%s", file, name, attn_text_string(&texts[0]),
                  attn_text_string(&texts[1]));
    for (int k = 0; k < 2; k++) attn_text_free(&texts[k]);
}

static attn_scope *scope_of(const rendering *t)
{
    attn_scope *scope;
    const attn_scope *read = attn_run_scope(t->run);
    memcpy(&scope, &read, sizeof scope);
    return scope;
}

/* Elements and stacks below the subscripts that are there. */
static void check_below(const char *file, const rendering *a, const rendering *b, family *x,
                        family *y, long *at, size_t count)
{
    size_t axes = x->open.axis_count;
    bool simple = count == axes;
    if (simple || attn_stacks(scope_of(a), x, axes - count)) {
        attn_node one = simple ? attn_family_get(scope_of(a), x, at)
                               : attn_family_stack(scope_of(a), x, at, count);
        attn_node other = simple ? attn_family_get(scope_of(b), y, at)
                                 : attn_family_stack(scope_of(b), y, at, count);
        ck_assert_msg(!one == !other, "%s: %s is not there", file, x->open.name);
        if (one) check_value(file, x->open.name, a, one, b, other);
    }
    size_t extent = simple ? 0 : attn_family_extent(&x->open, count);
    for (size_t i = 1; i <= extent && attn_ok(&a->status); i++) {
        if (extent > 8 && i == 4) i = extent - 3;
        at[count] = (long)i;
        check_below(file, a, b, x, y, at, count + 1);
    }
}

/* Returns how many names were computed at once. */
static size_t check_families(const char *file, const rendering *a, const rendering *b)
{
    attn_scope *one = scope_of(a), *other = scope_of(b);
    size_t at_once = 0;
    ck_assert_uint_eq(one->family_count, other->family_count);
    for (size_t i = 0; i < one->family_count; i++) {
        long at[ATTN_MOST_SUBS] = {0};
        family *x = one->families[i], *y = other->families[i];
        ck_assert_str_eq(x->open.name, y->open.name);
        check_below(file, a, b, x, y, at, 0);
        at_once += y->open.whole != 0;
    }
    return at_once;
}

static size_t check_at_once(const char *file, bool builtin, const attn_options *options)
{
    size_t at_once = 0;
    rendering one_by_one, together;
    tell(&one_by_one, file, builtin, options, SIMPLE);
    tell(&together, file, builtin, options, AT_ONCE);
    ck_assert_str_eq(one_by_one.status.message, together.status.message);
    ck_assert_str_eq(one_by_one.status.formula, together.status.formula);
    ck_assert(!one_by_one.run == !together.run);
    if (one_by_one.run) {
        check_shown(file, &one_by_one, &together);
        at_once = check_families(file, &one_by_one, &together);
    }
    forget(&one_by_one);
    forget(&together);
    return at_once;
}

/* ---- drawn statements ---- */

static void draw(attn_random *random, int depth, attn_text *out);

static size_t chance(attn_random *random, size_t count)
{
    return (size_t)((double)attn_random_uniform(random) * (double)count);
}

static void draw_atom(attn_random *random, attn_text *out)
{
    static const char *const atoms[] = {
        "c_t",     "d_i", "A_{t,i}", "A_{i,t}",   "X_t",     "Y_i",     "Y_t",
        "u",       "W",   "t",       "i",         "2",       "0.5",     "g_t",
        "k_{t,i}", "x_t", "x_i",     "B_{i,t}",   "A_{1,t}", "c_{t-1}", "π",
        "n",       "A_t", "c",       "row(W, t)", "(-1)",    "p_t"};
    attn_text_add(out, atoms[chance(random, COUNT(atoms))]);
}

static void draw_call(attn_random *random, int depth, attn_text *out)
{
    static const char *const functions[] = {"exp",    "tanh", "softmax", "sum",   "mean", "max",
                                            "argmax", "relu", "σ",       "√",     "log",  "-",
                                            "var",    "abs",  "norm",    "floor", "gelu", "f"};
    attn_text_add(out, functions[chance(random, COUNT(functions))]);
    attn_text_add(out, "(");
    draw(random, depth - 1, out);
    attn_text_add(out, ")");
}

static void draw_pair(attn_random *random, int depth, attn_text *out)
{
    static const char *const signs[] = {" + ", " - ",  " ⊙ ", " / ", " · ", " ", " ≤ ",
                                        " < ", " == ", " > ", " ≥ ", " · ", " "};
    attn_text_add(out, "(");
    draw(random, depth - 1, out);
    attn_text_add(out, signs[chance(random, COUNT(signs))]);
    draw(random, depth - 1, out);
    attn_text_add(out, ")");
}

static void draw(attn_random *random, int depth, attn_text *out)
{
    size_t kind = depth == 0 ? 0 : chance(random, 4);
    if (kind == 0)
        draw_atom(random, out);
    else if (kind == 1)
        draw_call(random, depth, out);
    else
        draw_pair(random, depth, out);
}

static const char around[] =
    "{\"attnviz\":1,\"title\":\"T\",\"sequences\":{\"a\":[\"le\",\"chat\",\"noir\"],"
    "\"b\":4,\"s\":{\"tokens\":[\"noir\",\"le\",\"le\"],\"in\":\"a\"}},"
    "\"indices\":{\"t\":\"a\",\"i\":\"b\"},\"lengths\":{\"n\":\"a\"},\"given\":{"
    "\"A\":{\"random\":[3,4]},\"B\":{\"random\":[4,3]},\"c\":[1,-2,0],\"d\":[4,3,2,0.5],"
    "\"X\":{\"random\":[3,5],\"rows\":\"a\"},\"Y\":{\"random\":[4,5]},"
    "\"W\":{\"random\":[5,5]},\"u\":{\"random\":[5]}},\"define\":{\"f(x)\":\"x + 1\"},"
    "\"steps\":[{\"compute\":[\"g_t = 2 c_t + 1\",\"k_{t,i} = A_{t,i} / d_i\",\"x_t = X_t W\","
    "\"p_t = argmax(x_t)\"]},%s{\"compute\":\"%s = %s\"}%s,{\"compute\":\"y = z\"},"
    "{\"show\":[\"z\"]}]}";

/* Returns how many names were computed at once; 0 where the statement is no good anyhow. loop: over
 * t, which is fixed in each of its turns. */
static size_t check_statement(const char *path, const char *target, const char *formula, bool loop)
{
    FILE *out = fopen(path, "w");
    ck_assert_ptr_nonnull(out);
    ck_assert_int_ge(fprintf(out, around, loop ? "{\"for\":\"t\",\"steps\":[" : "", target, formula,
                             loop ? "]}" : ""),
                     0);
    ck_assert_int_eq(fclose(out), 0);
    static const attn_options plain = {0};
    return check_at_once(path, false, &plain);
}

START_TEST(drawn_statements)
{
    static const char *const targets[] = {"z_{t,i}", "z_t", "z_i", "z_{i,t}"};
    enum { ROUNDS = 1500 };
    char path[] = "/tmp/attnviz-same-XXXXXX";
    size_t at_once = 0;
    unit_make_file(path);
    attn_random random = attn_random_named("statements", (uint64_t)_i + 1);
    for (int k = 0; k < ROUNDS; k++) {
        attn_text formula = {0};
        draw(&random, 1 + k % 3, &formula);
        at_once += check_statement(path, targets[chance(&random, 4)], attn_text_string(&formula),
                                   k % 5 == 4) > 4;
        attn_text_free(&formula);
    }
    unlink(path);
    ck_assert_uint_ge(at_once, ROUNDS / 40);
}
END_TEST

/* ---- the lessons ---- */

static bool is_lesson(const char *name)
{
    size_t length = strlen(name);
    return length > 5 && strcmp(name + length - 5, ".json") == 0 &&
           strcmp(name, "definitions.json") != 0 && strcmp(name, "glossary.json") != 0 &&
           strcmp(name, "writer-pieces.json") != 0;
}

START_TEST(lessons_of_the_program)
{
    static const char *const zooms[] = {"attention"}, *const sets[] = {"α_{1,2} = 2"};
    size_t given_back = 0, lessons = 0;
    for (size_t i = 0; i < attn_builtin_count; i++) {
        char name[64];
        const char *file = attn_builtin_files[i].name;
        if (!is_lesson(file)) continue;
        snprintf(name, sizeof name, "%.*s", (int)(strlen(file) - 5), file);
        attn_options plain = {0}, opened = {.zoom_count = 1, .zooms = zooms},
                     changed = {.set_count = 1, .sets = sets};
        given_back += check_lesson(name, true, &plain);
        check_lesson(name, true, &opened);
        check_lesson(name, true, &changed);
        lessons++;
    }
    ck_assert_uint_ge(lessons, 10);
    ck_assert_uint_ge(given_back, 100);
}
END_TEST

START_TEST(drafts)
{
    glob_t found;
    attn_options plain = {0};
    ck_assert_int_eq(glob("tests/lessons/drafts/*.json", 0, NULL, &found), 0);
    for (size_t i = 0; i < found.gl_pathc; i++) check_lesson(found.gl_pathv[i], false, &plain);
    ck_assert_uint_ge(found.gl_pathc, 10);
    globfree(&found);
}
END_TEST

/* What is asked for after the run may derive by elements that were computed at once. */
START_TEST(derived_at_once)
{
    static const char *const asked[] = {"∂L/∂e", "∂L/∂e_2", "∂L/∂e_{2,1}",
                                        "∂L/∂A", "∂L/∂g",   "∂L/∂g_3"};
    static const char text[] =
        "{\"attnviz\":1,\"title\":\"T\",\"sequences\":{\"a\":3,\"b\":4},\"indices\":{"
        "\"t\":\"a\",\"i\":\"b\"},\"given\":{\"A\":{\"random\":[3,4]},\"d\":[4,3,2,0.5]},"
        "\"steps\":[{\"compute\":[\"g_t = 3 t\",\"e_{t,i} = A_{t,i} d_i + g_t\","
        "\"L = sum(sum(e ⊙ e)) + e_{2,1} g_3 + e_2 · d\"]}]}";
    char path[] = "/tmp/attnviz-same-XXXXXX";
    unit_make_file(path);
    unit_write_text(path, text);
    attn_options options = {.show_count = COUNT(asked), .shows = asked};
    rendering one, other;
    tell(&one, path, false, &options, SIMPLE);
    tell(&other, path, false, &options, AT_ONCE);
    unlink(path);
    ck_assert_msg(one.run && other.run, "%s", one.status.message);
    for (size_t k = 0; k < options.show_count; k++) {
        const attn_tensor *x = attn_value(attn_run_record(one.run),
                                          attn_run_outcome(one.run)->shown[k].node),
                          *y = attn_value(attn_run_record(other.run),
                                          attn_run_outcome(other.run)->shown[k].node);
        ck_assert_uint_eq(bytes_of(x), bytes_of(y));
        for (size_t i = 0; i < attn_tensor_size(x); i++)
            ck_assert_msg(fabsf(x->data[i] - y->data[i]) <= 1e-5f * fabsf(x->data[i]),
                          "%s: number %zu is %g and %g", asked[k], i, (double)x->data[i],
                          (double)y->data[i]);
    }
    forget(&one);
    forget(&other);
}
END_TEST

START_TEST(lessons_at_once)
{
    static const char *const zooms[] = {"attention"}, *const sets[] = {"α_{1,2} = 2"};
    attn_options plain = {0}, opened = {.zoom_count = 1, .zooms = zooms},
                 changed = {.set_count = 1, .sets = sets};
    glob_t found;
    size_t at_once = 0;
    for (size_t i = 0; i < attn_builtin_count; i++) {
        char name[64];
        const char *file = attn_builtin_files[i].name;
        if (!is_lesson(file)) continue;
        snprintf(name, sizeof name, "%.*s", (int)(strlen(file) - 5), file);
        at_once += check_at_once(name, true, &plain);
        check_at_once(name, true, &opened);
        check_at_once(name, true, &changed);
    }
    ck_assert_int_eq(glob("tests/lessons/drafts/*.json", 0, NULL, &found), 0);
    for (size_t i = 0; i < found.gl_pathc; i++)
        at_once += check_at_once(found.gl_pathv[i], false, &plain);
    globfree(&found);
    ck_assert_uint_ge(at_once, 10);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("same");
    TCase *tests = tcase_create("ways");
    tcase_set_timeout(tests, 120);
    tcase_add_test(tests, lessons_of_the_program);
    tcase_add_test(tests, drafts);
    tcase_add_test(tests, lessons_at_once);
    tcase_add_test(tests, derived_at_once);
    tcase_add_loop_test(tests, drawn_statements, 0, 1);
    suite_add_tcase(suite, tests);
    return unit_run(suite);
}
