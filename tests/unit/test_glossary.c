/*
 * glossary: every name that a lesson uses is explained in it, and it speaks of no others.
 */
/* slow under valgrind */
/* slow under sanitizers */
#include "files/json/json.h"
#include "formula/print/plain.h"
#include "formula/print/typeset.h"
#include "lesson/builtin/glossary.h"
#include "lesson/program/running.h"
#include "lesson/program/training.h"
#include "scarce.h"

static attn_status status;
static attn_arena *arena;
static attn_glossary *glossary;

static void open_glossary(void)
{
    status = (attn_status){0};
    arena = attn_arena_new(&status);
    glossary = arena ? attn_glossary_read(arena) : NULL;
    ck_assert_msg(glossary != NULL, "%s:%zu: %s", status.file, status.line, status.message);
}

static void close_glossary(void)
{
    attn_arena_free(arena);
}

/* ---- the names of a lesson ---- */

typedef void name_visitor(const char *lesson, const char *name, void *user);

static void visit_letters(const attn_lesson *lesson, const char *name, name_visitor *visit,
                          void *user)
{
    static const char *const keys[] = {"indices", "lengths"};
    for (size_t k = 0; k < COUNT(keys); k++) {
        const attn_json_item *object = attn_json_member(attn_json_root(lesson->json), keys[k]);
        for (const attn_json_item *item = attn_json_first(object); item;
             item = attn_json_after(item))
            visit(name, attn_json_name(item), user);
    }
}

static void visit_name(const attn_name *made, const char *name, name_visitor *visit, void *user)
{
    attn_text text = {0};
    attn_write_name(made, &text);
    visit(name, attn_text_string(&text), user);
    attn_text_free(&text);
}

static void visit_targets(const step *steps, size_t count, const char *name, name_visitor *visit,
                          void *user)
{
    for (size_t i = 0; i < count; i++) {
        for (size_t k = 0; k < steps[i].compute.count; k++) {
            const attn_statement *line = steps[i].compute.items[k];
            for (size_t t = 0; t < line->target_count; t++)
                visit_name(&line->targets[t], name, visit, user);
        }
        if (steps[i].train && steps[i].train->curve)
            visit_name(steps[i].train->curve, name, visit, user);
        visit_targets(steps[i].steps, steps[i].step_count, name, visit, user);
    }
}

/* What is given, learned or computed, the sequences and the letters, as the program reads them. */
static void visit_names(const char *name, name_visitor *visit, void *user)
{
    attn_lesson *lesson = attn_lesson_read(name, true, &status);
    ck_assert_msg(lesson != NULL, "%s", status.message);
    for (size_t i = 0; i < lesson->sequence_count; i++)
        visit(name, lesson->sequences[i].sequence->name, user);
    for (size_t i = 0; i < lesson->given_count; i++) visit(name, lesson->givens[i].key, user);
    visit_letters(lesson, name, visit, user);
    visit_targets(lesson->steps, lesson->step_count, name, visit, user);
    attn_lesson_free(lesson);
}

/* ---- every name is explained ---- */

static void check_explained(const char *lesson, const char *name, void *user)
{
    attn_found found;
    ck_assert(attn_glossary_find(glossary, name, lesson, arena, &found));
    if (found.term_count + found.name_count > 0) {
        ++*(size_t *)user;
        return;
    }
    ck_abort_msg("%s of the lesson %s is not in lessons/glossary.json", name, lesson);
}

START_TEST(every_name_of_a_lesson_is_explained)
{
    size_t names = 0;
    for (size_t i = 0; attn_builtin_lesson_at(i); i++)
        visit_names(attn_builtin_lesson_at(i)->name, check_explained, &names);
    ck_assert_uint_gt(names, 300);
}
END_TEST

/* ---- and nothing else is ---- */

typedef struct used { /* by some name of some lesson */
    bool *terms;      /* [term][lesson]: this term explains a name of this lesson */
    bool *names;
    size_t lesson, lessons;
} used;

static void mark_used(const char *lesson, const char *name, void *user)
{
    used *u = user;
    attn_found found;
    ck_assert(attn_glossary_find(glossary, name, lesson, arena, &found));
    for (size_t i = 0; i < found.term_count; i++)
        u->terms[(size_t)(found.terms[i] - glossary->terms) * u->lessons + u->lesson] = true;
    for (size_t i = 0; i < found.name_count; i++) u->names[found.names[i] - glossary->names] = true;
}

static size_t place_of(const char *lesson)
{
    size_t i = 0;
    while (attn_builtin_lesson_at(i) && strcmp(attn_builtin_lesson_at(i)->name, lesson) != 0) i++;
    ck_assert_msg(attn_builtin_lesson_at(i) != NULL, "there is no lesson %s", lesson);
    return i;
}

/* A term that explains a symbol does so in every lesson that it lists. */
static void check_term(const attn_term *term, const bool *in_lessons, size_t lessons)
{
    bool symbol = false;
    for (size_t i = 0; i < lessons; i++) symbol = symbol || in_lessons[i];
    for (size_t i = 0; i < term->lesson_count; i++) {
        size_t place = place_of(term->lessons[i]);
        ck_assert_msg(!symbol || in_lessons[place], "the lesson %s does not use %s",
                      term->lessons[i], term->names[0]);
    }
}

START_TEST(it_speaks_of_no_other_names)
{
    used u = {0};
    while (attn_builtin_lesson_at(u.lessons)) u.lessons++;
    u.terms = attn_alloc(arena, glossary->term_count * u.lessons, sizeof *u.terms);
    u.names = attn_alloc(arena, glossary->name_count, sizeof *u.names);
    ck_assert(u.terms && u.names);
    for (; u.lesson < u.lessons; u.lesson++)
        visit_names(attn_builtin_lesson_at(u.lesson)->name, mark_used, &u);
    for (size_t i = 0; i < glossary->term_count; i++)
        check_term(&glossary->terms[i], u.terms + i * u.lessons, u.lessons);
    for (size_t i = 0; i < glossary->name_count; i++)
        ck_assert_msg(u.names[i], "the lesson %s has no %s", glossary->names[i].lesson,
                      glossary->names[i].name);
}
END_TEST

/* ---- its form ---- */

START_TEST(every_term_is_whole)
{
    for (size_t i = 0; i < glossary->term_count; i++) {
        const attn_term *term = &glossary->terms[i];
        attn_text name = {0};
        attn_typeset_word(term->names[0], &name);
        ck_assert_msg(attn_text_width(attn_text_string(&name), name.length) <= 16, "%s is too wide",
                      term->names[0]);
        attn_text_free(&name);
        ck_assert_msg(term->is[0] != '\0', "%s: \"is\" is missing", term->names[0]);
        ck_assert_msg(term->lesson_count > 0, "no lesson shows %s", term->names[0]);
        size_t width = attn_text_width(term->title, strlen(term->title));
        ck_assert_msg(width > 0 && width <= 60, "the title of %s is %zu wide", term->names[0],
                      width);
    }
}
END_TEST

/* Words are looked up as they are written; a term has no name twice, so none is found twice. */
START_TEST(every_name_leads_to_its_term)
{
    for (size_t i = 0; i < glossary->term_count; i++) {
        for (size_t k = 0; k < glossary->terms[i].name_count; k++) {
            attn_found found;
            size_t same = 0;
            const char *name = glossary->terms[i].names[k];
            ck_assert(attn_glossary_find(glossary, name, NULL, arena, &found));
            for (size_t f = 0; f < found.term_count; f++)
                same += found.terms[f] == &glossary->terms[i];
            ck_assert_msg(same == 1, "%s is found %zu times", name, same);
        }
    }
}
END_TEST

/* ---- looking up ---- */

static const struct {
    const char *word, *lesson, *name; /* of the first term found; NULL: none */
    size_t names;
} lookups[] = {
    {"alpha", NULL, "α", 0},
    {"α_{t,i}", NULL, "α", 6},
    {"α", "le-chat-noir", "α", 0},
    {"α", "multi-head", NULL, 0},
    {"W_{Q,new}", "learning", "W_Q", 0},
    {"W_large", "learning", NULL, 1},
    {"→h_{i-1}", "encoder", "h", 0},
    {"Context Vector", NULL, "c", 0},
    {"SOFTMAX", NULL, "softmax", 0},
    {"seq2seq", NULL, "encoder–decoder", 0},
    {"encoder-decoder", NULL, "encoder–decoder", 0},
    {"Encoder-only", NULL, "stack", 0},
    {"<start>", NULL, "input", 0},
    {"backpropagation", NULL, "G", 0},
    {"exposure bias", NULL, "teacher forcing", 0},
    {"alignment error rate", NULL, "alignment error", 0},
    {"L", "stack", NULL, 1},
    {"L", "learning", "L", 0},
    {"L", NULL, "L", 15},
    {"dₖ", NULL, "d_k", 0},
    {"αₜ,ᵢ₋₁", NULL, "α", 6},
    {"αx", NULL, NULL, 0},
    {"dₖ", "masked", NULL, 0},
    {"no such term", NULL, NULL, 0},
    {"", NULL, NULL, 0},
    {"{", NULL, NULL, 0},
    {"softmax(", NULL, NULL, 0},
};

START_TEST(lookup)
{
    attn_found found;
    const char *name = lookups[_i].name;
    ck_assert(attn_glossary_find(glossary, lookups[_i].word, lookups[_i].lesson, arena, &found));
    ck_assert_uint_eq(found.name_count, lookups[_i].names);
    if (name == NULL) {
        ck_assert_uint_eq(found.term_count, 0);
    } else {
        ck_assert_uint_ge(found.term_count, 1);
        ck_assert_str_eq(found.terms[0]->names[0], name);
    }
}
END_TEST

/* ---- memory that ends ---- */

static bool look_up(attn_status *fault)
{
    attn_found found;
    attn_arena *own = attn_arena_new(fault);
    const attn_glossary *read = own ? attn_glossary_read(own) : NULL;
    bool done = read && attn_glossary_find(read, "W_{Q,new}", NULL, own, &found) &&
                attn_glossary_find(read, "SOFTMAX", NULL, own, &found);
    attn_arena_free(own);
    return done;
}

START_TEST(scarce_memory)
{
    scarce.smallest = 128; /* files_json tests those of a single value */
    ck_assert_uint_gt(scarce_each(look_up), 20);
    scarce.smallest = 0;
}
END_TEST

/* ---- what is no glossary ---- */

/* In the table ' stands for ". */
static const struct {
    const char *text, *message;
    size_t column;
} refused[] = {
    {"[]", "a glossary is an object", 1},
    {"{'groups':[]}", "begins with \"attnviz\": 1", 1},
    {"{'attnviz':2}", "begins with \"attnviz\": 1", 12},
    {"{'attnviz':1,'group':[]}", "did you mean 'groups'?", 14},
    {"{'attnviz':1,'groups':{}}", "must be a list", 23},
    {"{'attnviz':1,'groups':[1]}", "a group is an object", 24},
    {"{'attnviz':1,'groups':[{'title':'T'}]}", "a group needs", 24},
    {"{'attnviz':1,'groups':[{'title':'T','terms':[],'x':1}]}", "x", 48},
    {"{'attnviz':1,'groups':[{'title':'T','terms':[{'name':['a']}]}]}", "did you mean 'names'?",
     47},
    {"{'attnviz':1,'groups':[{'title':'T','terms':[{'names':'a'}]}]}", "must be a list", 55},
    {"{'attnviz':1,'groups':[{'title':'T','terms':[{'names':['a']}]}]}", "needs a \"title\"", 46},
    {"{'attnviz':1,'groups':[{'title':'T','terms':[{'names':['a',1]}]}]}", "list of texts", 60},
    {"{'attnviz':1,'groups':[{'title':'T','terms':[{'names':['a'],'title':'t','formula':['a "
     "+']}]}]}",
     "a value is missing after '+'", 84},
    {"{'attnviz':1,'lessons':[]}", "\"lessons\" is {", 24},
    {"{'attnviz':1,'lessons':{'a':1}}", "a lesson is {", 29},
    {"{'attnviz':1,'lessons':{'a':{'x':1}}}", "\"x\" must be a text", 34},
    {"{'attnviz':1,'lessons':{'a':{'x':''}}}", "\"x\" must be a text", 34},
};

START_TEST(refuses)
{
    attn_status fault = {0};
    attn_arena *own = attn_arena_new(&fault);
    char text[256];
    snprintf(text, sizeof text, "%s", refused[_i].text);
    for (char *at = text; *at != '\0'; at++)
        if (*at == '\'') *at = '"';
    ck_assert_msg(!attn_glossary_parse(text, strlen(text), "g.json", own), "%s: it is read", text);
    ck_assert_msg(strstr(fault.message, refused[_i].message) != NULL, "%s: %s", text,
                  fault.message);
    ck_assert_str_eq(fault.file, "g.json");
    ck_assert_uint_eq(fault.line, 1);
    ck_assert_msg(fault.column == refused[_i].column, "%s: column %zu", text, fault.column);
    attn_arena_free(own);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("glossary");
    TCase *tests = tcase_create("glossary");
    tcase_add_checked_fixture(tests, open_glossary, close_glossary);
    tcase_add_test(tests, every_name_of_a_lesson_is_explained);
    tcase_add_test(tests, it_speaks_of_no_other_names);
    tcase_add_test(tests, every_term_is_whole);
    tcase_add_test(tests, every_name_leads_to_its_term);
    tcase_add_loop_test(tests, lookup, 0, (int)COUNT(lookups));
    tcase_set_timeout(tests, 60);
    tcase_add_loop_test(tests, refuses, 0, (int)COUNT(refused));
    tcase_add_test(tests, scarce_memory);
    suite_add_tcase(suite, tests);
    return unit_run(suite);
}
