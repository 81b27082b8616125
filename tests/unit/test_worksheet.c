/*
 * worksheet: numbers that suit a calculation by hand, a blank for each answer and for no more, and
 * pages on which nothing overlaps.
 */

/* not in make test */
/* slow under valgrind */
/* slow under sanitizers */

#include <math.h>

#include "lesson/lesson.h"
#include "render/worksheet/worksheet_pages.h"
#include "scarce.h"
#include "unit.h"

static attn_status status;
static attn_lesson *lesson;
static attn_varied varied;
static attn_options options = {.varied = &varied};
static attn_run *run;
static attn_arena *arena;
static int precision; /* of the sheets */
static char path[] = "/tmp/attn_test_worksheet_XXXXXX";

static void begin(void)
{
    memset(&status, 0, sizeof status);
    arena = attn_arena_new(&status);
    ck_assert_ptr_nonnull(arena);
    unit_make_file(path);
    precision = 4;
}

static void end(void)
{
    attn_run_free(run);
    attn_lesson_free(lesson);
    run = NULL;
    lesson = NULL;
    attn_arena_free(arena);
    remove(path);
}

/* ' stands for ". */
static attn_lesson *read_text(const char *text)
{
    char *whole = attn_print(arena, "{'attnviz':1,'title':'T',\n%s}", text);
    ck_assert_ptr_nonnull(whole);
    for (char *at = whole; *at != '\0'; at++)
        if (*at == '\'') *at = '"';
    unit_write_text(path, whole);
    return attn_lesson_read(path, false, &status);
}

static void open_lesson(const char *name)
{
    lesson = attn_lesson_read(name, true, &status);
    ck_assert_msg(lesson != NULL, "%s: %s", name, status.message);
}

static void take_text(const char *text)
{
    lesson = read_text(text);
    ck_assert_msg(lesson != NULL, "%s: %s", text, status.message);
}

static void draw(uint64_t seed)
{
    attn_run_free(run);
    run = NULL;
    ck_assert_msg(attn_lesson_vary(lesson, NULL, seed, &varied, &status), "seed %u: %s",
                  (unsigned)seed, status.message);
    run = attn_lesson_run(lesson, &options, &status);
    ck_assert_msg(run != NULL, "%s", status.message);
}

static const attn_tensor *value_of(const char *name)
{
    attn_made *made;
    size_t count;
    ck_assert_msg(attn_run_ask(run, name, &made, &count), "%s", status.message);
    ck_assert_uint_eq(count, 1);
    return attn_value(attn_run_record(run), made[0].node);
}

/* ---- what `vary` says ---- */

typedef struct fault_case {
    const char *text, *message;
} fault_case;

static const fault_case faults[] = {
    {"'given':{'x':1},'steps':[],'vary':[1]", "\"vary\" is {"},
    {"'given':{'x':1},'steps':[],'vary':{'y':{'halves':[0,1]}}", "'y' is not given"},
    {"'given':{'x':1},'steps':[],'vary':{'x':{}}",
     "write how x varies as { \"integers\": [-2, 2] }, or with halves, quarters, fifths or tenths "
     "instead"},
    {"'given':{'x':1},'steps':[],'vary':{'x':{'keep':'zeros'}}",
     "write how x varies as { \"integers\": [-2, 2] }, or with halves, quarters, fifths or tenths "
     "instead"},
    {"'given':{'x':1},'steps':[],'vary':{'x':{'halves':[0,1],'tenths':[0,1]}}",
     "write how x varies as { \"integers\": [-2, 2] }, or with halves, quarters, fifths or tenths "
     "instead"},
    {"'given':{'x':1},'steps':[],'vary':{'x':{'halves':[0,1],'keep':'ones'}}",
     "\"keep\" is \"zeros\""},
    {"'given':{'x':1},'steps':[],'vary':{'x':{'halves':[0,1],'keep':true}}",
     "\"keep\" is \"zeros\""},
    {"'given':{'x':1},'steps':[],'vary':{'x':{'integers':[0.2,0.8]}}",
     "no integers lie between these numbers"},
    {"'given':{'x':1},'steps':[],'vary':{'x':{'integers':[0,100]}}", "between −99 and 99"},
    {"'given':{'x':1},'steps':[],'vary':{'x':{'integers':[-1e30,0]}}", "between −99 and 99"},
    {"'given':{'x':1},'steps':[],'vary':{'x':{'integers':[1]}}",
     "expected the smallest and the largest number: [-2, 2]"},
    {"'given':{'x':1},'steps':[],'vary':{'x':{'integers':[1,2,3]}}",
     "expected the smallest and the largest number: [-2, 2]"},
    {"'sequences':{'w':['a']},'given':{'x':{'token':'a','of':'w'}},'steps':[],"
     "'vary':{'x':{'integers':[0,1]}}",
     "x comes from elsewhere"},
    {"'given':{'x':1},'steps':[],'vary':{'check':1}", "\"check\" takes a formula in quotes"},
    {"'given':{'x':1},'steps':[],'vary':{'check':'x >'}", "a value is missing"},
    {"'given':{'x':1},'steps':[],'vary':{'check':'y > 1'}", "y: nothing gives or computes it"},
};

START_TEST(test_faults)
{
    const fault_case *c = &faults[_i];
    lesson = read_text(c->text);
    ck_assert_msg(lesson == NULL, "%s: it is read", c->text);
    ck_assert_msg(strstr(status.message, c->message) != NULL, "%s: %s", c->text, status.message);
}
END_TEST

/* Numbers that are never fit: the fault says why. */
static const fault_case hopeless[] = {
    {"'given':{'x':[1,2]},'steps':[{'compute':'y = softmax([x_1, x_1 + 90])'}],"
     "'vary':{'x':{'integers':[1,9]}}",
     "row 1 of y is nearly all on one place"},
    {"'given':{'x':[1,2]},'steps':[{'compute':'y = softmax(x / 1000)'}],"
     "'vary':{'x':{'integers':[1,9]}}",
     "row 1 of y is nearly even"},
    {"'given':{'x':[1,2]},'steps':[{'compute':['y = [x_2, x_1, x_1]','z = argmax(y + [-99, 0, "
     "0])']}],"
     "'vary':{'x':{'integers':[1,9]}}",
     "the two largest numbers in row 1 of what argmax reads are alike"},
    {"'given':{'x':[1,2]},'steps':[{'compute':'y = outer([2, 1], [x_1, 2 x_1, 2 x_1])'},"
     "{'say':'{=argmax(y)}'}],'vary':{'x':{'integers':[1,9]}}",
     "the two largest numbers in row 1 of y are alike"},
    {"'given':{'x':[[1,2],[3,4]]},'steps':[{'compute':'y = x'}],'vary':{'x':{'integers':[3,3.5]}}",
     "rows 1 and 2 of x are alike"},
    {"'sequences':{'n':2},'indices':{'i':'n'},'given':{'x_i':[[1,2],[3,4]]},"
     "'steps':[{'compute':'y_i = x_i'}],'vary':{'x_i':{'integers':[3,3.5]}}",
     "rows 1 and 2 of x are alike"},
    {"'given':{'x':[[1,2],[3,4]]},'steps':[{'compute':'y = x'}],'vary':{'x':{'integers':[0,0.5]}}",
     "row 1 of x is all 0"},
    {"'given':{'x':1},'steps':[{'compute':'y = 200 + x'}],'vary':{'x':{'integers':[1,9]}}",
     "y has a number of three digits"},
    {"'given':{'x':1},'steps':[{'compute':'y = x'}],'vary':{'x':{'integers':[1,9]},'check':'y > "
     "9'}",
     "'y > 9' is false"},
    {"'given':{'x':1},'steps':[{'compute':'y = log(x)'}],'vary':{'x':{'integers':[-9,-1]}}", "log"},
};

START_TEST(test_hopeless)
{
    const fault_case *c = &hopeless[_i];
    take_text(c->text);
    ck_assert(!attn_lesson_vary(lesson, NULL, 1, &varied, &status));
    ck_assert_msg(strstr(status.message, c->message) != NULL, "%s: %s", c->text, status.message);
    ck_assert_msg(strstr(status.message, "1000 draws gave no numbers") != NULL, "%s",
                  status.message);
    ck_assert_msg(status.line == 2, "%s: line %zu", c->text, status.line);
}
END_TEST

START_TEST(test_nothing_varies)
{
    take_text("'given':{'x':1},'steps':[{'compute':'y = x'}]");
    ck_assert(!attn_lesson_varies(lesson));
    ck_assert(!attn_lesson_vary(lesson, NULL, 1, &varied, &status));
    ck_assert_int_eq(status.code, ATTN_USAGE);
}
END_TEST

/* ---- numbers ---- */

static bool is_multiple(float number, double parts)
{
    return fabs((double)number * parts - round((double)number * parts)) < 1e-4;
}

START_TEST(test_kinds)
{
    take_text("'sequences':{'n':2},'indices':{'i':'n'},'given':{'a':[[1,2],[3,4]],"
              "'b_i':[[1,0],[0,2]],'c':{'random':[2,3]},'d':{'fill':7,'size':[4]},'e':5,"
              "'f':{'uniform':[3]}},'steps':[{'compute':'y = a c'}],"
              "'vary':{'a':{'integers':[-3,3]},'b_i':{'halves':[1,3],'keep':'zeros'},"
              "'c':{'quarters':[-1,1]},'d':{'fifths':[0,2]},'e':{'tenths':[5,6]}}");
    float before = 0;
    size_t changes = 0;
    for (uint64_t seed = 0; seed < 40; seed++) {
        draw(seed);
        const attn_tensor *a = value_of("a"), *b = value_of("b"), *c = value_of("c"),
                          *d = value_of("d"), *e = value_of("e");
        for (size_t i = 0; i < 4; i++) {
            ck_assert(is_multiple(a->data[i], 1) && fabsf(a->data[i]) <= 3);
            bool zero = i == 1 || i == 2;
            ck_assert(zero ? b->data[i] == 0
                           : is_multiple(b->data[i], 2) && b->data[i] >= 1 && b->data[i] <= 3);
            ck_assert(is_multiple(d->data[i], 5) && d->data[i] >= 0 && d->data[i] <= 2);
        }
        for (size_t i = 0; i < 6; i++)
            ck_assert(is_multiple(c->data[i], 4) && fabsf(c->data[i]) <= 1);
        ck_assert(is_multiple(e->data[0], 10) && e->data[0] >= 5 && e->data[0] <= 6);
        changes += a->data[0] != before;
        before = a->data[0];
    }
    ck_assert_uint_ge(changes, 20);
}
END_TEST

/* Of a large lesson only so many draws are made; a lesson that trains has none. */
START_TEST(test_limits)
{
    take_text("'given':{'x':[1,2],'A':{'random':[400,400]}},'steps':[{'compute':"
              "['B = A A','C = A B','D = A C','y = sum(x)']}],"
              "'vary':{'x':{'integers':[0,9]},'check':'y > 90'}");
    ck_assert(!attn_lesson_vary(lesson, NULL, 1, &varied, &status));
    ck_assert_msg(strstr(status.message, "draws gave no numbers") != NULL, "%s", status.message);
    ck_assert_uint_lt(varied.draw, 1000);
    attn_lesson_free(lesson);
    memset(&status, 0, sizeof status);
    take_text("'learned':{'x':2},'steps':[{'compute':'L = x x'},"
              "{'train':{'loss':'L','steps':2,'rate':0.1}}],'vary':{'x':{'integers':[1,9]}}");
    ck_assert(!attn_lesson_vary(lesson, NULL, 1, &varied, &status));
    ck_assert_msg(strstr(status.message, "trains") != NULL, "%s", status.message);
}
END_TEST

/* One seed has one sheet, whatever was asked before; and so has the lesson read once more. */
START_TEST(test_same_seed)
{
    float first[12], again[12];
    open_lesson("self-attention");
    draw(7);
    memcpy(first, value_of("X")->data, sizeof first);
    draw(8);
    ck_assert(memcmp(first, value_of("X")->data, sizeof first) != 0);
    draw(7);
    memcpy(again, value_of("X")->data, sizeof again);
    ck_assert_mem_eq(first, again, sizeof first);
    /* nothing is a worksheet's any more without it */
    attn_run_free(run);
    run = attn_lesson_run(lesson, NULL, &status);
    ck_assert(value_of("X")->data[0] == 1 && value_of("X")->data[3] == 0.5F);
}
END_TEST

/* A lesson with other formulas has the same numbers, and what was stated of the lesson's own is
 * said of them no more, but for shapes. */
START_TEST(test_changed)
{
    const char *without = "scale";
    attn_changes changes = {.switches = &without, .switch_count = 1};
    open_lesson("self-attention");
    draw(7);
    float first = value_of("X")->data[1];
    attn_lesson *changed = attn_lesson_changed(lesson, &changes, &status);
    ck_assert_ptr_nonnull(changed);
    attn_run *other = attn_lesson_run(changed, &options, &status);
    ck_assert_msg(other != NULL, "%s", status.message);
    attn_made *made;
    size_t count;
    ck_assert(attn_run_ask(other, "X", &made, &count));
    ck_assert(attn_value(attn_run_record(other), made[0].node)->data[1] == first);
    attn_run_free(other);
    attn_lesson_free(changed);
    attn_run_free(run);
    run = NULL;
    attn_lesson_free(lesson);
    open_lesson("masked");
    draw(1);
    ck_assert(attn_run_outcome(run)->changed);
    ck_assert_uint_eq(attn_run_outcome(run)->stated_count, 1);
    ck_assert(attn_run_outcome(run)->stated[0].is_shape);
}
END_TEST

/* ---- what stands on a sheet ---- */

static void make(attn_fill fill, uint64_t seed, attn_document *sheet)
{
    attn_worksheet_options look = {
        .fill = fill, .seed = seed, .precision = precision, .columns = 80};
    ck_assert_msg(attn_worksheet_make(run, &look, arena, sheet), "%s", status.message);
}

/* The first sheet of this lesson. */
static void make_blank(const char *text, attn_document *sheet)
{
    take_text(text);
    draw(1);
    make(ATTN_FILL_BLANK, 1, sheet);
}

static bool is_value(const attn_doc_block *block, bool given)
{
    return block->kind == ATTN_BLOCK_VALUE && (block->value.part == ATTN_VALUE_GIVEN) == given;
}

static const attn_block_value *find_value(const attn_document *sheet, bool given, const char *label)
{
    for (size_t i = 0; i < sheet->count; i++)
        if (is_value(&sheet->blocks[i], given) &&
            strcmp(sheet->blocks[i].value.name.text, label) == 0)
            return &sheet->blocks[i].value;
    return NULL;
}

static size_t count_given(const attn_document *sheet)
{
    size_t count = 0;
    for (size_t i = 0; i < sheet->count; i++) count += is_value(&sheet->blocks[i], true);
    return count;
}

static size_t blanks_of(const attn_block_value *value)
{
    size_t blanks = 0;
    ck_assert_ptr_nonnull(value);
    for (size_t i = 0; value && value->blanks && i < attn_tensor_size(value->values[0]); i++)
        blanks += value->blanks[i];
    return blanks;
}

/* The i-th block of a kind, from 0; NULL: there are not so many. */
static const attn_doc_block *block_at(const attn_document *sheet, attn_block_kind kind, size_t i)
{
    for (size_t k = 0; k < sheet->count; k++)
        if (sheet->blocks[k].kind == kind && i-- == 0) return &sheet->blocks[k];
    return NULL;
}

static const char *words_of(const attn_document *sheet, attn_block_kind kind, size_t i)
{
    const attn_doc_block *block = block_at(sheet, kind, i);
    ck_assert_ptr_nonnull(block);
    return block->line.items[0].text;
}

/* The names to hand in, as the sheet lists them. */
static const char *names_of(const attn_document *sheet)
{
    const char *words = strstr(words_of(sheet, ATTN_BLOCK_REMARK, 1), "columns: ");
    ck_assert_ptr_nonnull(words);
    return words + strlen("columns: ");
}

static size_t hidden_in(const attn_line *line)
{
    size_t hidden = 0;
    for (size_t i = 0; i < line->count; i++) hidden += line->items[i].kind == ATTN_INLINE_BLANK;
    return hidden;
}

START_TEST(test_sheet)
{
    attn_document sheet;
    open_lesson("self-attention");
    draw(7);
    make(ATTN_FILL_BLANK, 7, &sheet);
    ck_assert_uint_eq(count_given(&sheet), 7);
    ck_assert_ptr_nonnull(find_value(&sheet, true, "W_Q"));
    const attn_block_value *a = find_value(&sheet, false, "A"),
                           *width = find_value(&sheet, false, "d_k");
    ck_assert_uint_eq(blanks_of(a), 9);
    /* what hangs on sizes alone is told; what a step shows again, or hides, is not asked */
    ck_assert(width && !width->blanks);
    ck_assert_ptr_null(find_value(&sheet, false, "X"));
    ck_assert_ptr_null(find_value(&sheet, false, "Z_again"));
    ck_assert_str_eq(
        names_of(&sheet),
        "Q\u00A0(3×4), K\u00A0(3×4), V\u00A0(3×4), e\u00A0(3), a\u00A0(3), z\u00A0(4), "
        "S\u00A0(3×3), A\u00A0(3×3), Z\u00A0(3×4), B\u00A0(3×3), C\u00A0(3×3).");
    ck_assert_str_eq(words_of(&sheet, ATTN_BLOCK_CODE, 0), "{\"Q\": [[1.25, …], …], …}");
    ck_assert_str_eq(words_of(&sheet, ATTN_BLOCK_CODE, 1),
                     "attnviz check self-attention --worksheet 7 answers.json");
}
END_TEST

static size_t definitions_of(const attn_document *sheet, const char *function)
{
    size_t found = 0;
    const attn_doc_block *told;
    for (size_t i = 0; (told = block_at(sheet, ATTN_BLOCK_DEFINITION, i)); i++)
        found += strcmp(told->definition.is->function, function) == 0;
    return found;
}

/* Each once, though one name may stand for several. */
START_TEST(test_definitions)
{
    attn_document sheet;
    make_blank("'given':{'x':[1,2],'q':[1,1]},"
               "'define':{'score(x)':'x · x','score(q, x)':'2 q · x'},"
               "'steps':[{'compute':['a = score(x)','b = score(q, x)','c = score(q)']}],"
               "'vary':{'x':{'integers':[1,3]}}",
               &sheet);
    ck_assert_uint_eq(definitions_of(&sheet, "score"), 2);
}
END_TEST

START_TEST(test_fills)
{
    attn_document sheet;
    open_lesson("le-chat-noir");
    draw(3);
    make(ATTN_FILL_PARTLY, 3, &sheet);
    ck_assert_uint_eq(blanks_of(find_value(&sheet, false, "h")), 8);
    ck_assert_uint_eq(blanks_of(find_value(&sheet, false, "e_1")), 2);
    ck_assert_uint_eq(blanks_of(find_value(&sheet, false, "c_2")), 2);
    ck_assert_uint_eq(blanks_of(find_value(&sheet, false, "y_2")), 1);
    make(ATTN_FILL_SOLVED, 3, &sheet);
    for (size_t i = 0; i < sheet.count; i++) {
        const attn_doc_block *block = &sheet.blocks[i];
        ck_assert(block->kind != ATTN_BLOCK_VALUE || blanks_of(&block->value) == 0);
        ck_assert_uint_eq(hidden_in(&block->line), 0);
    }
}
END_TEST

/* In the prose only what an answer tells is a blank. */
START_TEST(test_prose)
{
    attn_document sheet;
    make_blank("'given':{'x':[1,2,4]},'steps':["
               "{'say':'{=width(x)} numbers: {=x}, the first is {=x_1}.','show':['x']},"
               "{'say':'Most, {=max(a):%}, of {=width(a)} and {=sum(x)}.',"
               "'compute':'a = softmax(x)'},"
               "{'say':'Nothing behind this.'}],'vary':{'x':{'halves':[-1,2]}}",
               &sheet);
    static const attn_block_kind kinds[] = {ATTN_BLOCK_PROSE, ATTN_BLOCK_EXERCISE,
                                            ATTN_BLOCK_PROSE, ATTN_BLOCK_FORMULA,
                                            ATTN_BLOCK_VALUE, ATTN_BLOCK_HEADING};
    size_t first = 0;
    while (sheet.blocks[first].kind != ATTN_BLOCK_PROSE) first++;
    for (size_t i = 0; i < COUNT(kinds); i++)
        ck_assert_int_eq(sheet.blocks[first + i].kind, kinds[i]);
    ck_assert_uint_eq(hidden_in(&sheet.blocks[first].line), 0);
    const attn_line *most = &sheet.blocks[first + 2].line;
    for (size_t i = 0; i < most->count; i++)
        ck_assert((most->items[i].kind == ATTN_INLINE_BLANK) == (i == 1));
}
END_TEST

/* What a step shows side by side is handed in part by part, where the parts have names. */
START_TEST(test_parts)
{
    attn_document sheet;
    make_blank("'given':{'x':[1,2]},'steps':["
               "{'compute':['y = 2 x','z = 3 x','w = y + z'],'show':['[y ; z]']},"
               "{'say':'again','show':['[x ; z]','[y, w]']},"
               "{'say':'no name','show':['[w ; y + 1]','x + 5']}],'vary':{'x':{'integers':[1,3]}}",
               &sheet);
    ck_assert_str_eq(names_of(&sheet), "y\u00A0(2), z\u00A0(2), w\u00A0(2).");
    static const char *const named[] = {"y", "z", "w"}, *const nameless[] = {"[w ; y + 1]",
                                                                             "x + 5"};
    for (size_t i = 0; i < COUNT(named); i++)
        ck_assert(find_value(&sheet, false, named[i])->checked);
    for (size_t i = 0; i < COUNT(nameless); i++) {
        const attn_block_value *open = find_value(&sheet, false, nameless[i]);
        ck_assert_ptr_nonnull(open);
        ck_assert(open->blanks && !open->checked);
    }
    ck_assert_ptr_null(find_value(&sheet, false, "[y ; z]"));
    ck_assert_ptr_null(find_value(&sheet, false, "[x ; z]"));
}
END_TEST

/* What cannot be done by hand is left out, with its words. */
START_TEST(test_left_out)
{
    attn_document sheet;
    make_blank("'given':{'x':[1,2],'long':[1.125,2],'B':{'random':[20,2]}},'steps':["
               "{'say':'one','compute':['y = 2 x','q = sum(y)','d = ∂q/∂x']},"
               "{'say':'two','compute':'z = x ⊙ long'},"
               "{'say':'three','compute':['S = B y','s = sum(S)']},"
               "{'say':'four {=s}'},"
               "{'compute':'w = y + 1'}],'vary':{'x':{'integers':[1,3]}}",
               &sheet);
    ck_assert_str_eq(names_of(&sheet), "y\u00A0(2), q, w\u00A0(2).");
    ck_assert_str_eq(words_of(&sheet, ATTN_BLOCK_PROSE, 0), "one");
    ck_assert_ptr_null(block_at(&sheet, ATTN_BLOCK_PROSE, 1));
}
END_TEST

START_TEST(test_nothing_to_do)
{
    attn_document sheet;
    attn_worksheet_options look = {.precision = 4, .columns = 80};
    take_text("'given':{'x':[1,2]},'steps':[{'show':'x'}],'vary':{'x':{'integers':[1,3]}}");
    draw(1);
    ck_assert(!attn_worksheet_make(run, &look, arena, &sheet));
    ck_assert_msg(strstr(status.message, "leaves nothing to compute") != NULL, "%s",
                  status.message);
}
END_TEST

/* ---- pages ---- */

static const attn_document *one_sheet(void *user, size_t i, attn_status *fault)
{
    (void)i;
    (void)fault;
    return user;
}

static attn_sheets sheets_of(attn_document *sheet, size_t count)
{
    return (attn_sheets){count, one_sheet, sheet, ATTN_FILL_BLANK, NULL};
}

static bool is_place(const mark *m)
{
    return (m->kind == MARK_RUN || m->kind == MARK_RULE || m->kind == MARK_CELL) && m->at.width > 0;
}

static bool overlap(const mark *a, const mark *b)
{
    const double slack = 0.05;
    return a->page == b->page && a->at.x + a->at.width > b->at.x + slack &&
           b->at.x + b->at.width > a->at.x + slack && a->at.y + a->at.height > b->at.y + slack &&
           b->at.y + b->at.height > a->at.y + slack;
}

static bool inside(const box *a, const box *b)
{
    const double slack = 0.05;
    return a->x >= b->x - slack && a->y >= b->y - slack &&
           a->x + a->width <= b->x + b->width + slack &&
           a->y + a->height <= b->y + b->height + slack;
}

static void check_pair(const char *what, const mark *a, const mark *b)
{
    if (!overlap(a, b)) return;
    bool number = a->kind == MARK_RUN && b->kind == MARK_CELL && inside(&a->at, &b->at);
    bool other = b->kind == MARK_RUN && a->kind == MARK_CELL && inside(&b->at, &a->at);
    ck_assert_msg(number || other, "%s: on page %zu %d (%g %g %g %g) meets %d (%g %g %g %g)", what,
                  a->page + 1, (int)a->kind, a->at.x, a->at.y, a->at.width, a->at.height,
                  (int)b->kind, b->at.x, b->at.y, b->at.width, b->at.height);
}

/* Everything lies inside the margins, and meets nothing; every number stands there whole. */
static void check_pages(const char *what, const pages *laid)
{
    const double margin = 36;
    const box paper = {margin, margin, ATTN_PAGE_WIDTH - 2 * margin,
                       ATTN_PAGE_HEIGHT - 2 * margin + 20};
    const mark *end = laid->marks + laid->mark_count;
    ck_assert_uint_ge(laid->foot_count, 1);
    ck_assert_uint_gt(laid->mark_count, 0);
    ck_assert_msg(laid->cut_count == 0, "%s: %zu numbers are cut", what, laid->cut_count);
    for (const mark *m = laid->marks; m < end; m++) {
        ck_assert(m->page < laid->foot_count);
        ck_assert_msg(!is_place(m) || inside(&m->at, &paper),
                      "%s: on page %zu %d (%g %g %g %g) leaves it", what, m->page + 1, (int)m->kind,
                      m->at.x, m->at.y, m->at.width, m->at.height);
    }
    for (const mark *m = laid->marks; m < end; m++)
        for (const mark *other = m + 1; other < end && is_place(m); other++)
            if (is_place(other)) check_pair(what, m, other);
}

static size_t count_kind(const pages *laid, mark_kind kind)
{
    size_t count = 0;
    for (size_t i = 0; i < laid->mark_count; i++)
        count += laid->marks[i].kind == kind && is_place(&laid->marks[i]);
    return count;
}

/* A cell for each number of each answer, a rule for each blank of the prose, the name and the date.
 */
static void check_counts(const attn_document *sheet, attn_fill fill, const pages *laid)
{
    size_t cells = 0, rules = fill == ATTN_FILL_SOLVED ? 0 : 2;
    for (size_t i = 0; i < sheet->count; i++) {
        const attn_doc_block *block = &sheet->blocks[i];
        if (block->kind == ATTN_BLOCK_VALUE && block->value.part == ATTN_VALUE_ANSWER)
            cells += attn_tensor_size(block->value.values[0]);
        rules += hidden_in(&block->line);
    }
    ck_assert_uint_eq(count_kind(laid, MARK_CELL), cells);
    ck_assert_uint_eq(count_kind(laid, MARK_RULE), rules);
}

static void lay_out(const char *what, attn_fill fill, uint64_t seed)
{
    attn_document sheet;
    draw(seed);
    make(fill, seed, &sheet);
    attn_sheets sheets = sheets_of(&sheet, 1);
    pages laid = {.arena = arena, .status = &status, .lettering = attn_lettering_new(arena, NULL)};
    ck_assert_ptr_nonnull(laid.lettering);
    ck_assert_msg(attn_worksheets_lay_out(&laid, &sheets), "%s: %s", what, status.message);
    check_pages(what, &laid);
    check_counts(&sheet, fill, &laid);
    attn_lettering_free(laid.lettering);
}

static const char *const with_vary[] = {"encoder",        "le-chat-noir",   "scores",
                                        "hard-attention", "self-attention", "multi-head",
                                        "old-x",          "masked",         "block"};

START_TEST(test_pages)
{
    const char *name = with_vary[_i];
    open_lesson(name);
    lay_out(name, ATTN_FILL_BLANK, 1);
    lay_out(name, ATTN_FILL_PARTLY, 2);
    lay_out(name, ATTN_FILL_SOLVED, 3);
    for (precision = 5; precision <= 9; precision += 2) lay_out(name, ATTN_FILL_SOLVED, 1);
}
END_TEST

#define TEN_NUMBERS "-2345.25,1,2,3,4,5,6,7,8,-2345.25"

/* Ten columns of long numbers, given and computed, beside words and names of any length. */
START_TEST(test_wide)
{
    static const int lengths[] = {1, 12, 60};
    char name[61] = {0};
    memset(name, 'w', (size_t)lengths[_i]);
    take_text(attn_print(arena,
                         "'sequences':{'s':['%s','b']},'indices':{'i':'s'},'given':{"
                         "'%s_i':[[" TEN_NUMBERS "],[" TEN_NUMBERS "]],'v':[" TEN_NUMBERS "],"
                         "'n':1234567.25,'x':[1,2,3,4,5,6,7,8,9,10]},'steps':[{'compute':["
                         "'V_i = 0.001 %s_i + x','%su_i = V_i / 3','k = 0.001 v','l = 0 n']}],"
                         "'vary':{'x':{'quarters':[-9,9]}}",
                         name, name, name, name));
    for (precision = 2; precision <= 9; precision++) {
        lay_out(name, ATTN_FILL_SOLVED, 1);
        lay_out(name, ATTN_FILL_PARTLY, 2);
    }
}
END_TEST

/* Where only the size of something large is needed, it is told; what is small stands there. */
START_TEST(test_sizes)
{
    attn_document sheet;
    make_blank("'given':{'x':[1,2],'W_{big}':{'random':[60,40]},'S':[[1,2],[3,4]]},'steps':["
               "{'show':'W_big'},{'compute':'y = √width(2 W_big) x'},"
               "{'compute':'z = √width(W_big) x + width(S)'}],'vary':{'x':{'integers':[1,3]}}",
               &sheet);
    ck_assert_uint_eq(count_given(&sheet), 2);
    ck_assert(find_value(&sheet, true, "x") != NULL);
    ck_assert(find_value(&sheet, true, "S") != NULL);
    const attn_doc_block *size = block_at(&sheet, ATTN_BLOCK_PROSE, 0);
    ck_assert_ptr_nonnull(size);
    ck_assert_str_eq(size->line.items[0].text, "W_big");
    ck_assert_str_eq(size->line.items[1].text, ": 60×40. Only its size matters.");
    ck_assert_ptr_null(block_at(&sheet, ATTN_BLOCK_PROSE, 1));
    lay_out("sizes", ATTN_FILL_BLANK, 1);
}
END_TEST

/* Long words, wide tables, scripts from right to left, and what would move a cursor. */
START_TEST(test_hostile)
{
    attn_text text = {0};
    attn_text_add(&text,
                  "'summary':'s','sequences':{'w':['أحب','a\\u001b[2Jb','我','\\u202ex',"
                  "'unbelievablylongwordsthatnobodyeverwrotedowninatable','e','f','g','h','i']},"
                  "'indices':{'i':'w','j':'w'},"
                  "'given':{'x_i':[1,2,3,4,5,6,7,8,9,10]},'steps':[{'say':'");
    for (size_t i = 0; i < 400; i++)
        attn_text_add(&text, "many words أحب 我 `x_{i}` {=sum(m_1):1} \\u001b[31m \\n");
    attn_text_add(&text, "','compute':['m_{i,j} = x_i / (10 + x_j)','n_{i} = m_{i,1}']}],"
                         "'vary':{'x_i':{'integers':[1,50]}}");
    take_text(attn_text_string(&text));
    attn_text_free(&text);
    lay_out("hostile", ATTN_FILL_BLANK, 1);
    lay_out("hostile", ATTN_FILL_SOLVED, 1);
}
END_TEST

/* ---- forms ---- */

static bool (*const forms[])(const attn_sheets *, attn_text *, attn_status *) = {
    attn_worksheets_text, attn_worksheets_markdown, attn_worksheets_latex, attn_worksheets_pdf};

/* Equal sheets have equal bytes, and the key has every answer. */
START_TEST(test_forms)
{
    attn_document sheet;
    attn_text out = {0}, again = {0};
    open_lesson("scores");
    draw(5);
    make(ATTN_FILL_SOLVED, 5, &sheet);
    attn_sheets sheets = sheets_of(&sheet, 2);
    ck_assert(forms[_i](&sheets, &out, &status) && forms[_i](&sheets, &again, &status));
    ck_assert(!out.failed && out.length == again.length);
    ck_assert(memcmp(out.bytes, again.bytes, out.length) == 0);
    if (_i < 3) {
        ck_assert(strstr(out.bytes, "worksheet 5") != NULL);
        ck_assert(strstr(out.bytes, attn_blank) == NULL);
    } else {
        ck_assert(strncmp(out.bytes, "%PDF-", 5) == 0);
    }
    attn_text_free(&out);
    attn_text_free(&again);
}
END_TEST

/* ---- too little memory ---- */

static bool tell_all(attn_run *computed, attn_arena *own, attn_status *fault)
{
    attn_text out = {0};
    attn_document sheet;
    attn_worksheet_options look = {.fill = ATTN_FILL_PARTLY, .precision = 4, .columns = 80};
    bool done = attn_worksheet_make(computed, &look, own, &sheet);
    attn_sheets sheets = sheets_of(&sheet, 1);
    for (size_t i = 0; i < COUNT(forms); i++) done = done && forms[i](&sheets, &out, fault);
    if (out.failed) attn_fail(fault, ATTN_MEMORY, "there is no memory left");
    attn_text_free(&out);
    return done && attn_ok(fault);
}

static bool tell(attn_status *fault)
{
    attn_varied numbers;
    attn_options with = {.varied = &numbers};
    attn_arena *own = attn_arena_new(fault);
    attn_lesson *read = own ? attn_lesson_read(path, false, fault) : NULL;
    bool found = read && attn_lesson_vary(read, NULL, 1, &numbers, fault);
    attn_run *computed = found ? attn_lesson_run(read, &with, fault) : NULL;
    bool done = computed && tell_all(computed, own, fault);
    attn_run_free(computed);
    attn_lesson_free(read);
    attn_arena_free(own);
    return done;
}

START_TEST(test_scarcity)
{
    take_text("'sequences':{'w':['a','b']},'indices':{'i':'w'},'given':{'x_i':[[1,2],[3,4]],"
              "'v':[" TEN_NUMBERS
              "]},'define':{'f(a)':'2 a'},'steps':[{'for':'i','steps':[{'say':'`x_i`: {=a_{i,1}}',"
              "'compute':'a_i = softmax(f(x_i))'}]},{'compute':'k = 1e-3 v'}],"
              "'vary':{'x_i':{'halves':[-1,1]},'check':'x < 3'}");
    ck_assert_uint_gt(scarce_each(tell), 50);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("worksheet");
    TCase *tcase = tcase_create("worksheet");
    tcase_set_timeout(tcase, 60);
    tcase_add_checked_fixture(tcase, begin, end);
    tcase_add_loop_test(tcase, test_faults, 0, COUNT(faults));
    tcase_add_loop_test(tcase, test_hopeless, 0, COUNT(hopeless));
    tcase_add_test(tcase, test_nothing_varies);
    tcase_add_test(tcase, test_kinds);
    tcase_add_test(tcase, test_limits);
    tcase_add_test(tcase, test_same_seed);
    tcase_add_test(tcase, test_changed);
    tcase_add_test(tcase, test_sheet);
    tcase_add_test(tcase, test_definitions);
    tcase_add_test(tcase, test_parts);
    tcase_add_test(tcase, test_fills);
    tcase_add_test(tcase, test_prose);
    tcase_add_test(tcase, test_left_out);
    tcase_add_test(tcase, test_nothing_to_do);
    tcase_add_test(tcase, test_sizes);
    tcase_add_loop_test(tcase, test_pages, 0, COUNT(with_vary));
    tcase_add_loop_test(tcase, test_wide, 0, 3);
    tcase_add_test(tcase, test_hostile);
    tcase_add_loop_test(tcase, test_forms, 0, COUNT(forms));
    tcase_add_test(tcase, test_scarcity);
    suite_add_tcase(suite, tcase);
    return unit_run(suite);
}
