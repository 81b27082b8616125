/*
 * document: small lessons told as text, as JSON and as a sheet, and what of them was asked for.
 *
 * In the lessons ' stands for ", and a lesson begins behind its title.
 */
/* slow under valgrind */

#include <math.h>

#include "boxes.h"
#include "document/document.h"
#include "picture/paint/paint.h"
#include "unit.h"

static char path[] = "/tmp/attnviz-show-XXXXXX";
static attn_lesson *lesson;
static attn_run *run;
static attn_text told;

static void make_file(void)
{
    unit_make_file(path);
}

static void remove_file(void)
{
    unlink(path);
}

static void run_lesson(const char *text, const attn_options *options)
{
    static attn_status of_run; /* as long as the run */
    attn_text whole = {0};
    of_run = (attn_status){0};
    attn_text_print(&whole, "{'attnviz':1,'title':'T',\n%s}", text);
    for (char *at = whole.bytes; *at != '\0'; at++)
        if (*at == '\'') *at = '"';
    unit_write_text(path, whole.bytes);
    attn_text_free(&whole);
    lesson = attn_lesson_read(path, false, &of_run);
    run = lesson ? attn_lesson_run(lesson, options, &of_run) : NULL;
    ck_assert_msg(run != NULL, "%s", of_run.message);
}

static void forget(void)
{
    attn_text_free(&told);
    attn_run_free(run);
    attn_lesson_free(lesson);
    run = NULL;
    lesson = NULL;
}

static const attn_show_options usual = {.columns = 80, .precision = 4};

/* ---- as text ---- */

typedef struct rendering {
    const char *lesson, *only;
    const char *says, *never; /* never: NULL, or what it must not say */
} rendering;

static const rendering tellings[] = {
    {"'given':{'v':[1,2],'w':[7,8]},'steps':[{'table':['v']},{'table':['w']}]", "v", "2", "8"},
    {"'given':{'v':[1,2]},'steps':[{'compute':'y = 5','table':['v']}]", "y", "y = 5", "v"},
    {"'given':{'x':3},'steps':[{'show':'2 x'}]", "2 x", "2 x = 6", "nothing"},
    {"'steps':[{'compute':'y = 5','show':'y'}]", "y", "y = 5", "y = 5\n  y"},
    {"'sequences':{'s':['le','chat']},'steps':[{'say':'reads {=s}.'}]", NULL, "reads [le, chat].",
     "{"},
    {"'given':{'M':[[1,2],[3,4]]},'steps':[{'say':'a matrix {=M}.'}]", NULL, "a matrix [2×2].",
     "{"},
    {"'given':{'x':0.25},'steps':[{'say':'{=x:%} or {=x:1}.'}]", NULL, "25 % or 0.2.", "{"},
    {"'given':{'x':[5,-0.25,1]},'steps':[{'say':'{=x_1:%}, {=x_2:%}, {=x_3:%}.'}]", NULL,
     "5, −0.25, 100 %.", "500"},
    {"'given':{'S':[[1,1],[2,1]]},'steps':[{'compute':'A = softmax(S)','say':"
     "'{=max(A_1):%}, {=max(A):%}, {=A_{1,2}:%}, {=pick(row(A, 2), 1):%}.'}]",
     NULL, "50 %, [50 %, 73 %], 50 %, 73 %.", NULL},
    {"'given':{'x':1},'steps':[{'check':['x == 1','x == 2']}]", NULL, "1 of 2 checks is false.",
     NULL},
    {"'given':{'M':[[1,2],[3,4]]},'steps':[{'check':'M < 3'}]", NULL, "[2,1]", NULL},
    {"'given':{'x':[-1,2]},'steps':[{'compute':'y = relu(x)','arithmetic':'y'}]", NULL, "relu(2)",
     NULL},
    {"'given':{'x':[1,2]},'steps':[{'compute':'y = 2 x','stated':{'by':'we','values':[2,4.5]}}]",
     NULL, "We say 2.0  4.5: off by up to 0.5000.", ":\n"},
    {"'given':{'x':[[1,2],[3,4]]},'steps':[{'compute':'y = 2 x','stated':{'by':'we',"
     "'values':[[2,4.5],[6,8]]}}]",
     NULL, "We say, off by up to 0.5000:\n    y  2.0  4.5\n       6.0  8.0\n", "8.0:"},
    {"'given':{'x':[[1,2],[3,4]]},'steps':[{'compute':'y = 2 x','stated':{'by':'we',"
     "'values':[[2,4],[6,8]]}}]",
     NULL, "We say the same.", ":\n"},
    {"'sequences':{'s':2},'indices':{'i':'s'},'steps':[{'compute':'A_i = [[i, 2]]','show':['A_2'],"
     "'stated':{'by':'we','values':[[2,4]]}}]",
     NULL, "We say 2  4: off by up to 2.0000.", "A₁"},
    {"'given':{'x':{'fill':10000,'size':[10]}},'steps':[{'compute':'y = 2 x','stated':{'by':'we',"
     "'values':[20000,20001,20000,20000,20000,20000,20000,20000,20000,20000]}}]",
     NULL, "We say, off by up to 1.0000:\n    y = [20000  20001", "0:  2"},
};

START_TEST(test_text)
{
    const rendering *t = &tellings[_i];
    attn_status status = {0};
    attn_show_options options = usual;
    run_lesson(t->lesson, NULL);
    options.only = &t->only;
    options.only_count = t->only != NULL;
    ck_assert_msg(attn_show_text(run, &options, &told, NULL, &status), "%s", status.message);
    const char *text = attn_text_string(&told);
    ck_assert_msg(strstr(text, t->says) != NULL, "%s: %s", t->lesson, text);
    ck_assert_msg(!t->never || strstr(text, t->never) == NULL, "%s: %s", t->lesson, text);
}
END_TEST

/* A weight that was changed is no per cent of anything, nor is what stands beside it in its row. */
START_TEST(test_changed_weights_are_no_percent)
{
    static const char *const sets[] = {"A_{1,2} = 5", "A_{1,2} = 0.75", "A_{1,2} = 0.5"};
    static const char *const says[] = {"5, 5, 0.5, 73 %, [5, 73 %].",
                                       "0.75, 0.75, 0.5, 73 %, [0.75, 73 %].",
                                       "50 %, 50 %, 50 %, 73 %, [50 %, 73 %]."};
    attn_status status = {0};
    attn_options options = {.sets = &sets[_i], .set_count = 1};
    run_lesson("'given':{'S':[[1,1],[2,1]]},'steps':[{'compute':'A = softmax(S)'},{'say':"
               "'{=max(A_1):%}, {=A_{1,2}:%}, {=pick(row(A, 1), 1):%}, {=max(A_2):%}, "
               "{=max(A):%}.'}]",
               &options);
    ck_assert(attn_show_text(run, &usual, &told, NULL, &status));
    const char *text = attn_text_string(&told);
    ck_assert_msg(strstr(text, says[_i]) != NULL, "%s", text);
}
END_TEST

/* How a lesson is drawn is said in the caller's words, or not at all. */
START_TEST(test_pictures_are_named)
{
    attn_status status = {0};
    attn_show_options options = usual;
    run_lesson("'given':{'v':[1,2]},'steps':[{'heatmap':'v'}]", NULL);
    ck_assert(attn_show_text(run, &options, &told, NULL, &status));
    ck_assert_ptr_null(strstr(attn_text_string(&told), "Pictures"));
    attn_text_clear(&told);
    options.draw = "press d for";
    ck_assert(attn_show_text(run, &options, &told, NULL, &status));
    ck_assert_ptr_nonnull(strstr(attn_text_string(&told), "Pictures: press d for "));
}
END_TEST

/* A teacher stops before each step but the first. */
START_TEST(test_pauses)
{
    attn_status status = {0};
    size_t at[4] = {0};
    attn_pauses pauses = {.most = 4, .at = at};
    run_lesson("'steps':[{'compute':'a = 1'},{'compute':'b = 2'},{'compute':'c = 3'}]", NULL);
    ck_assert(attn_show_text(run, &usual, &told, &pauses, &status));
    ck_assert_uint_eq(pauses.count, 2);
    const char *text = attn_text_string(&told), *a = strstr(text, "a = 1"),
               *b = strstr(text, "b = 2"), *c = strstr(text, "c = 3");
    ck_assert(a && b && c);
    ck_assert(text + at[0] > a && text + at[0] < b);
    ck_assert(text + at[1] > b && text + at[1] < c);
}
END_TEST

static const struct {
    const char *only, *at, *message;
} refusals[] = {
    {"scroe", NULL, "'scroe' is not a value of this lesson: did you mean 'score'?"},
    {"zzzzzzz", NULL, "zzzzzzz"},
    {"score_7", NULL, "no step of this lesson shows score_7 alone: ask for score"},
    {NULL, "t", "'t' does not choose a step: write an index and its number, as t=2"},
    {NULL, "t=x", "'t=x' does not choose a step"},
};

START_TEST(test_refused)
{
    attn_status status = {0}, other = {0};
    attn_show_options options = usual;
    run_lesson("'steps':[{'compute':'score = 1'}]", NULL);
    options.only = &refusals[_i].only;
    options.only_count = refusals[_i].only != NULL;
    options.at = &refusals[_i].at;
    options.at_count = refusals[_i].at != NULL;
    ck_assert(!attn_show_text(run, &options, &told, NULL, &status));
    ck_assert_int_eq(status.code, ATTN_USAGE);
    ck_assert_msg(strstr(status.message, refusals[_i].message) != NULL, "%s", status.message);
    attn_text_clear(&told);
    ck_assert(!attn_show_json(run, &options, &told, &other));
    ck_assert_str_eq(status.message, other.message);
    ck_assert_uint_eq(told.length, 0);
}
END_TEST

/* ---- as JSON ---- */

static const struct {
    const char *lesson, *set;
    const char *says;
} documents[] = {
    {"'given':{'x_1':7,'x_3':9},'steps':[]", NULL, "[7,null]"},
    {"'given':{'h_0':[1,2]},'steps':[]", NULL, "\"h\":"},
    {"'sequences':{'s':['le','chat']},'steps':[]", NULL, "[\"le\",\"chat\"]"},
    {"'sequences':{'s':['le','chat']},'steps':[]", "s_1 = 9", "[null,\"chat\"]"},
    {"'given':{'x':1},'steps':[{'say':'a\\u0007b\\tc\\u202e'}]", NULL, "a\\u0007b\\tc\\u202e"},
};

START_TEST(test_json)
{
    attn_status status = {0};
    attn_options options = {.set_count = documents[_i].set != NULL, .sets = &documents[_i].set};
    run_lesson(documents[_i].lesson, &options);
    ck_assert(attn_show_json(run, &usual, &told, &status));
    ck_assert_msg(strstr(attn_text_string(&told), documents[_i].says) != NULL, "%s",
                  attn_text_string(&told));
}
END_TEST

/* ---- as a sheet ---- */

static attn_status status;
static attn_arena *arena;

static const attn_panel *panel_of(const attn_map *map, attn_sheet_options *sheet)
{
    memset(&status, 0, sizeof status);
    arena = attn_arena_new(&status);
    ck_assert_ptr_nonnull(arena);
    return attn_show_sheet(run, map, 1, NULL, arena, sheet) ? sheet->panels : NULL;
}

/* A title says which map it is: what was measured of it stands below all maps, or why it does not.
 */
START_TEST(test_notes)
{
    attn_sheet_options sheet;
    run_lesson("'given':{'W_Q':[[1,2],[3,4]]},'steps':[{'heatmap':'W_Q'}]", NULL);
    attn_map map = attn_run_outcome(run)->moments[0].maps[0];
    map.note = "a_b";
    const attn_panel *panel = panel_of(&map, &sheet);
    ck_assert_msg(panel != NULL, "%s", status.message);
    ck_assert_str_eq(panel->title, "W_Q");
    ck_assert_uint_eq(panel->name_length, strlen("W_Q"));
    ck_assert_str_eq(sheet.note, "Measured on other sentences, by the largest "
                                 "weight of each row:\nW_Q: a_b");
    attn_arena_free(arena);
    map.withheld = "it rains";
    ck_assert_ptr_nonnull(panel_of(&map, &sheet));
    ck_assert_str_eq(sheet.note, "How often these maps are right is not known here: it rains.");
    attn_arena_free(arena);
    map.note = map.withheld = NULL;
    ck_assert_ptr_nonnull(panel_of(&map, &sheet));
    ck_assert_ptr_null(sheet.note);
    attn_arena_free(arena);
}
END_TEST

/* A vocabulary of three words and one that stands for all others; A has the words of s. */
#define NOTED(SENTENCE)                                                                            \
    "'lengths':{'n':'s'},'indices':{'i':'s'},'sequences':{"                                        \
    "'old':{'tokens':['the','cat','sat','.','?'],'unknown':'?'},"                                  \
    "'s':{'input':'s','default':'" SENTENCE "','in':'old'}},"                                      \
    "'steps':[{'compute':'A_i = one_hot(i, n)','heatmap':{'of':'A','notes':['itself']}}]"

/* Whether what was measured is told of words: no more than a third may be unknown, and some letter
 * must be one of a word that is known. */
START_TEST(test_words_of_notes)
{
    static const struct {
        const char *lesson, *withheld;
    } cases[] = {
        {NOTED("the cat sat ."), NULL},
        {NOTED("The CAT hat"), NULL},
        {NOTED("the cat . . hat hat"), "2 of 4 words are not in old"},
        {NOTED("the hat"), "1 of 2 words is not in old"},
        {NOTED("hat ."), "the word is not in old"},
        {NOTED("the cat 42 42"), "2 of 4 words are not in old"},
        {NOTED(". , ."), NULL},
        {NOTED(". . . кот"), "no word of old is written in these letters"},
        {NOTED("猫 が"), "no word of old is written in these letters"},
        {NOTED("Ché"), "the word is not in old"},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        run_lesson(cases[i].lesson, NULL);
        const attn_map *map = &attn_run_outcome(run)->moments[0].maps[0];
        ck_assert_str_eq(map->note, "itself");
        ck_assert_pstr_eq(map->withheld, cases[i].withheld);
        forget();
    }
}
END_TEST

/* Rows that look at the column of rest are pale, and the sheet says so. */
START_TEST(test_rests)
{
    attn_sheet_options sheet;
    run_lesson("'sequences':{'w':['<start>','cat']},'given':{'A':{'values':[[3,1],[1,2],[2,2]],"
               "'cols':'w'}},'steps':[{'heatmap':{'of':'A','rest':'<start>'}}]",
               NULL);
    const attn_map map = attn_run_outcome(run)->moments[0].maps[0];
    const attn_panel *panel = panel_of(&map, &sheet);
    ck_assert_msg(panel && panel->faint, "%s", status.message);
    ck_assert(panel->faint[0] && !panel->faint[1] && panel->faint[2]);
    ck_assert_str_eq(panel->rest, "<start>");
    attn_arena_free(arena);
}
END_TEST

/* Six numbers as a picture of two rows; as many as do not fill it are a fault. */
START_TEST(test_grid)
{
    attn_sheet_options sheet;
    run_lesson("'given':{'v':[1,2,3,4,5,6]},'steps':[{'heatmap':{'of':'v','grid':[2,3]}}]", NULL);
    attn_map map = attn_run_outcome(run)->moments[0].maps[0];
    const attn_panel *panel = panel_of(&map, &sheet);
    ck_assert_msg(panel != NULL, "%s", status.message);
    ck_assert(panel->value->rank == ATTN_MATRIX && panel->value->rows == 2 &&
              panel->value->cols == 3);
    ck_assert(panel->value->data[5] == 6 && panel->row_labels == NULL);
    attn_arena_free(arena);
    map.grid_rows = 4;
    ck_assert_ptr_null(panel_of(&map, &sheet));
    ck_assert_msg(strstr(status.message, "do not fill a grid of 4×3") != NULL, "%s",
                  status.message);
    attn_arena_free(arena);
}
END_TEST

static const struct {
    const char *lesson, *role;
} roles[] = {
    /* words that are attended to */
    {"'sequences':{'v':['a','b']},'given':{'x':{'cols':'v','values':[1,2]}},'steps':[{'compute':"
     "'p = softmax(x)','heatmap':'p'}]",
     "key: v"},
    /* a vocabulary, from which one comes out */
    {"'sequences':{'v':['a','b'],'s':{'tokens':['a'],'in':'v'}},'given':{'x':{'cols':'v','values':"
     "[1,2]}},'steps':[{'compute':'p = softmax(x)','heatmap':'p'}]",
     "v"},
};

START_TEST(test_roles)
{
    attn_sheet_options sheet;
    run_lesson(roles[_i].lesson, NULL);
    const attn_panel *panel = panel_of(attn_run_outcome(run)->moments[0].maps, &sheet);
    ck_assert_msg(panel != NULL, "%s", status.message);
    ck_assert_str_eq(panel->col_role, roles[_i].role);
    attn_arena_free(arena);
}
END_TEST

/* ---- large maps ---- */

/* A map of zeros; the fault of drawing it as SVG, or of laying it out. */
static const char *draw_large(size_t rows, size_t cols, attn_cell_numbers numbers)
{
    attn_tensor value = {.rank = ATTN_MATRIX, .batch = 1, .rows = rows, .cols = cols};
    attn_panel panel = {.title = "A", .value = &value};
    attn_sheet_options options = {.title = "T", .panel_count = 1, .panels = &panel};
    memset(&status, 0, sizeof status);
    options.style.numbers = numbers;
    value.data = calloc(rows * cols, sizeof *value.data);
    ck_assert_ptr_nonnull(value.data);
    attn_sheet *sheet = attn_sheet_new(&options, &status);
    if (sheet) ck_assert(!attn_sheet_write(sheet, ATTN_FORMAT_SVG, path, &status));
    attn_sheet_free(sheet);
    free(value.data);
    return status.message;
}

/* Too long for roomy cells: smaller ones, whose numbers are left out, that keep all labels. */
START_TEST(test_long_row)
{
    enum { LENGTH = 1500 };
    static float numbers[LENGTH];
    attn_tensor value = {
        .rank = ATTN_VECTOR, .batch = 1, .rows = 1, .cols = LENGTH, .data = numbers};
    attn_panel panel = {.title = "v", .value = &value};
    attn_sheet_options options = {.title = "T", .panel_count = 1, .panels = &panel};
    size_t width, height, in_cells = 0, labels = 0;
    memset(&status, 0, sizeof status);
    attn_sheet *sheet = attn_sheet_new(&options, &status);
    ck_assert_msg(sheet != NULL, "%s", status.message);
    attn_sheet_size(sheet, &width, &height);
    for (size_t i = 0; i < count_boxes(sheet); i++) {
        const sheet_box here = box_at(sheet, i), *box = &here;
        in_cells += box->in_cell;
        labels += box->kind == BOX_TEXT && strcmp(box->text, "1499") == 0;
    }
    ck_assert_uint_le(width, ATTN_MOST_PIXELS);
    ck_assert_uint_eq(in_cells, 0);
    ck_assert_uint_eq(labels, 1);
    attn_sheet_free(sheet);
}
END_TEST

/* What training makes of a value is drawn as the lesson draws the value, on one scale with it; what
 * the lesson says of its own map stays there. */
START_TEST(test_maps_after_training)
{
    const char *shows[] = {"v", "after(v)"};
    attn_options options = {.show_count = COUNT(shows), .shows = shows};
    attn_sheet_options sheet;
    attn_map_list list;
    run_lesson("'learned':{'w':[1,-2]},'steps':[{'compute':['v = 2 w','L = sum(v^2)']},"
               "{'heatmap':{'of':'v','grid':[2,1],'notes':['a note']}},"
               "{'train':{'loss':'L','steps':1,'rate':0.1}}]",
               &options);
    memset(&status, 0, sizeof status);
    arena = attn_arena_new(&status);
    ck_assert(attn_show_maps(run, &attn_run_outcome(run)->shown[0], 2, arena, &list));
    ck_assert_uint_eq(list.count, 2);
    ck_assert(attn_show_sheet(run, list.maps, list.count, NULL, arena, &sheet));
    const attn_panel *before = &sheet.panels[0], *after = &sheet.panels[1];
    ck_assert_str_eq(before->title, "v");
    ck_assert_str_eq(after->title, "after(v)");
    ck_assert_str_eq(list.maps[0].note, "a note");
    ck_assert_ptr_null(list.maps[1].note);
    ck_assert_uint_eq(after->value->rows, 2);
    ck_assert(before->value->data[1] == -4 && fabsf(after->value->data[1]) < 1);
    ck_assert_str_eq(before->scale_group, after->scale_group);
    attn_arena_free(arena);
}
END_TEST

START_TEST(test_large_maps)
{
    const char *fault = draw_large(4097, 4097, ATTN_NUMBERS_AUTO);
    ck_assert_msg(strstr(fault, "is too large for SVG and PDF") != NULL, "%s", fault);
    ck_assert_int_eq(access(path, F_OK), 0); /* what stood there stays */
    fault = draw_large(1, 10000, ATTN_NUMBERS_ALWAYS);
    ck_assert_msg(strstr(fault, "with a number in every cell") != NULL, "%s", fault);
}
END_TEST

static Suite *show_suite(void)
{
    Suite *suite = suite_create("document");
    TCase *cases = tcase_create("show");
    tcase_add_unchecked_fixture(cases, make_file, remove_file);
    tcase_add_checked_fixture(cases, NULL, forget);
    tcase_add_loop_test(cases, test_text, 0, COUNT(tellings));
    tcase_add_loop_test(cases, test_changed_weights_are_no_percent, 0, 3);
    tcase_add_test(cases, test_pictures_are_named);
    tcase_add_test(cases, test_pauses);
    tcase_add_loop_test(cases, test_refused, 0, COUNT(refusals));
    tcase_add_loop_test(cases, test_json, 0, COUNT(documents));
    tcase_add_test(cases, test_grid);
    tcase_add_test(cases, test_notes);
    tcase_add_test(cases, test_words_of_notes);
    tcase_add_test(cases, test_rests);
    tcase_add_loop_test(cases, test_roles, 0, COUNT(roles));
    tcase_add_test(cases, test_long_row);
    tcase_add_test(cases, test_maps_after_training);
    tcase_add_test(cases, test_large_maps);
    suite_add_tcase(suite, cases);
    return suite;
}

int main(void)
{
    return unit_run(show_suite());
}
