/*
 * evaluate: how good a model with given weights is, by numbers that were worked out by hand: what
 * it writes word for word, how far its maps are from the links, where they look; what is refused.
 *
 * In the lessons ' stands for ".
 */

/* slow under valgrind */
/* slow under sanitizers */

#include <math.h>

#include "lesson/program/running.h"
#include "lesson/program/training.h"
#include "scarce.h"
#include "text/tokenizer/tokenizer.h"

static char folder[] = "/tmp/attnviz-evaluate-XXXXXX";
static char lesson_path[64];

/*
 * All sentences of this grammar but one, which is for validation: 5 like "le chat dort", 12 like
 * "le chat noir dort", whose second and third word change places in "the black cat sleeps".
 */
enum { SHORT = 5, LONG = 12 };
static const char grammar[] =
    "{'attnviz-corpus':1,'words':{"
    "'DET':{'kind':'article','entries':['le | the']},"
    "'NOUN':{'kind':'noun','entries':['chat | cat','chien | dog','loup | wolf']},"
    "'ADJ':{'kind':'adjective','entries':['noir | black','blanc | white']},"
    "'VERB':{'kind':'verb','entries':['dort | sleeps','court | runs']}},"
    "'rules':{'LINE':['DET NOUN VERB',"
    "'DET NOUN ADJ VERB | DET ADJ NOUN VERB']}}";

#define WORD(ID, FORM, KIND, HEAD, RELATION)                                                       \
    ID "\t" FORM "\t_\t" KIND "\t_\t_\t" HEAD "\t" RELATION "\t_\t_\n"
/* Twice the governor of the second word is the third, which hangs from nothing. */
#define TREES                                                                                      \
    WORD("1", "the", "DET", "2", "det")                                                            \
    WORD("2", "cat", "NOUN", "3", "nsubj")                                                         \
    WORD("3", "sleeps", "VERB", "0", "root")                                                       \
    "\n" WORD("1", "old", "ADJ", "2", "amod") WORD("2", "cats", "NOUN", "3", "nsubj")              \
        WORD("3", "sleep", "VERB", "0", "root")

static const struct {
    const char *name, *text;
} files[] = {
    {"tiny.json", grammar},         {"links.tsv", "a b c\tx y z\t0-0 1?1 2?1\n"},
    {"bare.tsv", "a b c\tx y z\n"}, {"turns.txt", "b a\nb b\n"},
    {"ends.txt", "b a\n"},          {"trees.conllu", TREES},
};

static const char *file_path(const char *name)
{
    static char path[128];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

static void write_quoted(const char *path, const char *text)
{
    char *whole = strdup(text);
    ck_assert_ptr_nonnull(whole);
    for (char *at = whole; *at != '\0'; at++)
        if (*at == '\'') *at = '"';
    unit_write_text(path, whole);
    free(whole);
}

static void open_folder(void)
{
    unit_make_folder(folder);
    snprintf(lesson_path, sizeof lesson_path, "%s/lesson.json", folder);
    for (size_t i = 0; i < COUNT(files); i++) write_quoted(file_path(files[i].name), files[i].text);
}

static void close_folder(void)
{
    for (size_t i = 0; i < COUNT(files); i++) unlink(file_path(files[i].name));
    unlink(lesson_path);
    rmdir(folder);
}

/* ---- a translator without weights of its own: the next word stands behind the last one ---- */

#define TRANSLATOR                                                                                 \
    "'sequences':{'french':['<s>','le','chat','chien','loup','noir','blanc','dort','court'],"      \
    "'english':['<start>','the','cat','dog','wolf','black','white','sleeps','runs','<end>'],"      \
    "'source':{'input':'source','default':'le chat dort','in':'french'},"                          \
    "'moved':{'from':'source','first':'<s>'},"                                                     \
    "'target':{'input':'target','in':'english','next':'p','end':'<end>','most':8},"                \
    "'before':{'from':'target','first':'<start>'}},"                                               \
    "'indices':{'t':'target'},'lengths':{'n':'source','m':'english'},"                             \
    "'given':{'last':{'token':'<end>','of':'english'},'D':["                                       \
    "[1,0,0,0,0,0,0,0,0,0],[0,1,0,0,0,0,0,0,0,0],[0,0,1,0,0,0,0,0,0,0],[0,0,0,1,0,0,0,0,0,0],"     \
    "[0,0,0,0,1,0,0,0,0,0],[0,0,0,0,0,1,0,0,0,0],[0,0,0,0,0,0,1,0,0,0],[0,0,0,0,0,0,0,1,0,0],"     \
    "[0,0,0,0,0,0,0,0,1,0]]},"                                                                     \
    "'steps':[{'compute':['V = row(D, source)','K = row(D, moved)','B = softmax(9 K Vᵀ)']},"     \
    "{'for':'t','steps':[{'compute':['q_t = one_hot(before_t, m)','a_t = softmax(9 K q_t)',"       \
    "'r_t = q_t · V_n','p_t = softmax(9 (a_t V + r_t one_hot(last, m)))']}]}]"

/* Another sequence that grows: behind each word stands the other. */
#define TURNS(MOST)                                                                                \
    "'sequences':{'v':['a','b','e'],'y':{'input':'y','in':'v','next':'row(C, w)','most':" MOST     \
    "},'w':{'from':'y','first':'a'}},'given':{'C':[[0,1,0],[1,0,0],[0,0,1]]},'steps':[]"

/* Maps that are as they are, whatever the sentence is. */
#define MAPS                                                                                       \
    "'sequences':{'x':{'input':'x','default':'a'},'y':{'input':'y','default':'a'},'two':2},"       \
    "'indices':{'j':'two'},'given':{'u':[1,2],'small':[[1,0],[0,1]],"                              \
    "'M_j':[[[1,0,0,0],[0,1,0,0],[0,0,1,0],[0,0,0,1]],[[1,0,0,0],[0,0,1,0],[0,1,0,0],[0,0,0,1]]]}" \
    ",'steps':[]"

/* As many maps as there are words, of which all but the fourth look at the first word; and one that
 * looks straight ahead. */
#define GROWING                                                                                    \
    "'sequences':{'x':{'input':'x','default':'a'},'y':{'input':'y','default':'a'}},"               \
    "'indices':{'i':'x','t':'y'},'steps':[{'compute':['N_{t,i} = i == t','K_i = (i == 4) N']}]"

#define TINY(N, WORDS) "{'corpus':'tiny.json','n':" N WORDS "}"

static attn_lesson *lesson;
static attn_run *run;

static const attn_evaluated *evaluate(const char *text, const char *how,
                                      const attn_evaluation_options *options, attn_status *status)
{
    char whole[8192];
    const attn_evaluated *told = NULL;
    snprintf(whole, sizeof whole, "{'attnviz':1,'title':'T',\n%s,\n'evaluate':{%s}}", text, how);
    write_quoted(lesson_path, whole);
    lesson = attn_lesson_read(lesson_path, false, status);
    run = lesson ? attn_lesson_run(lesson, NULL, status) : NULL;
    if (run != NULL) told = attn_run_evaluate(run, options, status);
    return told;
}

static const attn_evaluated *evaluated(const char *text, const char *how,
                                       const attn_evaluation_options *options)
{
    attn_status status = {0};
    const attn_evaluated *told = evaluate(text, how, options, &status);
    ck_assert_msg(told != NULL, "%s", status.message);
    ck_assert(attn_lesson_evaluates(lesson));
    return told;
}

static void end(void)
{
    attn_run_free(run);
    attn_lesson_free(lesson);
    run = NULL;
    lesson = NULL;
}

static void check_near(double came, double wanted)
{
    ck_assert_msg(fabs(came - wanted) < 1e-9, "%.9f, not %.9f", came, wanted);
}

/* ---- what grows ---- */

/* It writes "the cat black sleeps": two of four words are to be exchanged. */
START_TEST(test_word_for_word)
{
    const attn_evaluated *told = evaluated(
        TRANSLATOR, "'examples':" TINY("17", "") ",'inputs':['source','target'],'exact':'target'",
        NULL);
    ck_assert_uint_eq(told->examples, SHORT + LONG);
    ck_assert_str_eq(told->part, "train");
    ck_assert_str_eq(told->generated, "target");
    ck_assert_uint_eq(told->exact, SHORT);
    check_near(told->words_right, (SHORT + 0.5 * LONG) / (SHORT + LONG));
    ck_assert_uint_eq(told->align_count + told->look_count, 0);
    ck_assert_ptr_null(told->chosen_on);
    end();
}
END_TEST

/* Lengths, part and number are those that are asked for. */
START_TEST(test_options)
{
    static const attn_evaluation_options longer = {.examples = LONG, .least = 4, .most = 4},
                                         other = {.examples = 1, .part = "validation"};
    static const char how[] =
        "'examples':" TINY("5", ",'words':[3,3]") ",'inputs':['source','target'],'exact':'target'";
    const attn_evaluated *told = evaluated(TRANSLATOR, how, NULL);
    ck_assert_uint_eq(told->examples, SHORT);
    ck_assert_uint_eq(told->exact, SHORT);
    end();
    told = evaluated(TRANSLATOR, how, &longer);
    ck_assert_uint_eq(told->examples, LONG);
    ck_assert_uint_eq(told->exact, 0);
    check_near(told->words_right, 0.5);
    end();
    told = evaluated(TRANSLATOR, how, &other);
    ck_assert_uint_eq(told->examples, 1);
    ck_assert_str_eq(told->part, "validation");
    end();
}
END_TEST

/* "b a" comes; "b b" has one other word. */
START_TEST(test_file)
{
    static const attn_evaluation_options one = {.examples = 1};
    static const char how[] = "'examples':'turns.txt','inputs':['y'],'exact':'y'";
    const attn_evaluated *told = evaluated(TURNS("2"), how, NULL);
    ck_assert_uint_eq(told->examples, 2);
    ck_assert_ptr_null(told->part);
    ck_assert_uint_eq(told->exact, 1);
    check_near(told->words_right, 0.75);
    end();
    told = evaluated(TURNS("2"), how, &one);
    ck_assert_uint_eq(told->examples, 1);
    ck_assert_uint_eq(told->exact, 1);
    end();
}
END_TEST

/* "b a b a" has a word too many for "b b a", and one too few for "b e a b a". */
START_TEST(test_too_many_words)
{
    unit_write_text(file_path("turns.txt"), "b b a\n");
    static const char how[] = "'examples':'turns.txt','inputs':['y'],'exact':'y'";
    check_near(evaluated(TURNS("4"), how, NULL)->words_right, 1 - 1.0 / 3);
    end();
    unit_write_text(file_path("turns.txt"), "b e a b a\n");
    check_near(evaluated(TURNS("4"), how, NULL)->words_right, 1 - 1.0 / 5);
    end();
    write_quoted(file_path("turns.txt"), "b a\nb b\n");
}
END_TEST

/* The columns are not all words, and in another order. */
START_TEST(test_other_columns)
{
    static const char text[] =
        "'sequences':{'v':['a','b','e'],'u':{'tokens':['b','a'],'in':'v'},"
        "'y':{'input':'y','in':'v','next':'row(C, w)','most':2},'w':{'from':'y','first':'a'}},"
        "'given':{'C':{'rows':'v','cols':'u','values':[[1,0],[0,1],[0,1]]}},'steps':[]";
    const attn_evaluated *told =
        evaluated(text, "'examples':'turns.txt','inputs':['y'],'exact':'y'", NULL);
    ck_assert_uint_eq(told->exact, 1);
    end();
}
END_TEST

/* All words are right, but it would go on. */
START_TEST(test_without_its_end)
{
    const attn_evaluated *told =
        evaluated(TURNS("2,'end':'e'"), "'examples':'ends.txt','inputs':['y'],'exact':'y'", NULL);
    ck_assert_uint_eq(told->exact, 0);
    check_near(told->words_right, 1);
    end();
}
END_TEST

/* More than are computed at once. */
START_TEST(test_many)
{
    enum { MANY = 150 };
    char text[4 * MANY + 1];
    for (size_t i = 0; i < MANY; i++) memcpy(text + 4 * i, i % 3 ? "b a\n" : "b b\n", 5);
    unit_write_text(file_path("turns.txt"), text);
    const attn_evaluated *told =
        evaluated(TURNS("2"), "'examples':'turns.txt','inputs':['y'],'exact':'y'", NULL);
    ck_assert_uint_eq(told->examples, MANY);
    ck_assert_uint_eq(told->exact, MANY / 3 * 2);
    end();
    write_quoted(file_path("turns.txt"), "b a\nb b\n");
}
END_TEST

/* ---- maps ---- */

static void check_kind(const attn_align_score *score, const char *kind, size_t wrong, size_t words)
{
    for (size_t i = 0; i < score->kind_count; i++) {
        const attn_kind_score *at = &score->kinds[i];
        if (strcmp(at->kind, kind) != 0) continue;
        ck_assert_msg(at->wrong == wrong && at->words == words, "%s: %zu of %zu wrong", kind,
                      at->wrong, at->words);
        return;
    }
    ck_abort_msg("there is no kind '%s'", kind);
}

/* The map is that of the right words: behind "the" stands "chat", behind "black" the verb, behind
 * "cat" the adjective. Of "the black cat sleeps" the article alone is right. */
START_TEST(test_links)
{
    static const char *const exact[] = {",'exact':'target'", ""};
    char how[256];
    for (size_t i = 0; i < COUNT(exact); i++) {
        snprintf(how, sizeof how,
                 "'examples':" TINY("17", "") ",'inputs':['source','target'],'align':'a'%s",
                 exact[i]);
        const attn_evaluated *told = evaluated(TRANSLATOR, how, NULL);
        ck_assert_uint_eq(told->align_count, 1);
        const attn_align_score *score = &told->aligns[0];
        ck_assert_str_eq(score->label, "a");
        ck_assert_uint_eq(score->counts.links, 3 * SHORT + 4 * LONG);
        ck_assert_uint_eq(score->counts.sure, 3 * SHORT + 4 * LONG);
        ck_assert_uint_eq(score->counts.sure_found, 3 * SHORT + LONG);
        check_near(score->error_rate, 1 - 2.0 * 27 / (2.0 * 63));
        ck_assert_uint_eq(score->kind_count, 4);
        check_kind(score, "article", 0, SHORT + LONG);
        check_kind(score, "adjective", LONG, LONG);
        check_kind(score, "noun", LONG, SHORT + LONG);
        check_kind(score, "verb", LONG, SHORT + LONG);
        end();
    }
}
END_TEST

/* A link that is possible counts as found, and is none that must be found. */
START_TEST(test_possible_links)
{
    const attn_evaluated *told = evaluated(
        MAPS, "'examples':{'corpus':'links.tsv','n':1},'inputs':['x','y'],'align':'M_1'", NULL);
    const attn_align_score *score = &told->aligns[0];
    ck_assert_uint_eq(score->counts.sure, 1);
    ck_assert_uint_eq(score->counts.sure_found, 1);
    ck_assert_uint_eq(score->counts.found, 2);
    check_near(score->error_rate, 1 - (1.0 + 2) / (3 + 1));
    ck_assert_uint_eq(score->kind_count, 1);
    ck_assert_uint_eq(score->kinds[0].words, 3);
    ck_assert_uint_eq(score->kinds[0].wrong, 1);
    end();
}
END_TEST

/* The fourth column ends the source: y, which looks there, has no link, and z a wrong one. So A has
 * two links, of which one is sure: 1 − (1 + 1)/(2 + 1). Of nobody's rows, A is empty: 1 − 0/1. */
START_TEST(test_who_looks_at_no_word)
{
    static const char ends[] = "'sequences':{'x':{'input':'x','default':'a'},"
                               "'y':{'input':'y','default':'a'}},'steps':[],"
                               "'given':{'M':[[1,0,0,0],[0,0,0,1],[0,1,0,0],[1,0,0,0]],"
                               "'N':[[0,0,0,1],[0,0,0,1],[0,0,0,1],[1,0,0,0]]}";
    const attn_evaluated *told = evaluated(
        ends, "'examples':{'corpus':'links.tsv','n':1},'inputs':['x','y'],'align':'M'", NULL);
    const attn_align_score *score = &told->aligns[0];
    ck_assert_uint_eq(score->words, 3);
    ck_assert_uint_eq(score->counts.links, 2);
    ck_assert_uint_eq(score->counts.sure_found, 1);
    ck_assert_uint_eq(score->counts.found, 1);
    check_near(score->error_rate, 1 - 2.0 / 3);
    check_kind(score, "", 1, 3);
    end();
    told = evaluated(ends, "'examples':{'corpus':'links.tsv','n':1},'inputs':['x','y'],'align':'N'",
                     NULL);
    ck_assert_uint_eq(told->aligns[0].counts.links, 0);
    check_near(told->aligns[0].error_rate, 1);
    end();
}
END_TEST

/* The rate of the corpus is not the mean of the sentences': M_1 has all links of the short ones,
 * and two of four of the long ones. */
START_TEST(test_rates_of_sentences)
{
    const attn_evaluated *told =
        evaluated(MAPS, "'examples':" TINY("17", "") ",'inputs':['x','y'],'align':'M_1'", NULL);
    const attn_align_score *score = &told->aligns[0];
    ck_assert_uint_eq(score->sentences, SHORT + LONG);
    check_near(score->error_rate, 24.0 / 63);
    check_near(score->mean_rate, 0.5 * LONG / (SHORT + LONG));
    end();
}
END_TEST

/* The map links the words in order. */
START_TEST(test_without_the_target)
{
    const attn_evaluated *told =
        evaluated(MAPS, "'examples':" TINY("17", "") ",'inputs':['x'],'align':'M_1'", NULL);
    ck_assert_uint_eq(told->aligns[0].counts.links, 3 * SHORT + 4 * LONG);
    ck_assert_uint_eq(told->aligns[0].counts.found, 3 * SHORT + 2 * LONG);
    end();
}
END_TEST

/* ---- maps of pieces ---- */

/* A tokenizer for French whose pieces are letters. */
static void write_letters(const char *path)
{
    static const char *const no_marks[] = {NULL};
    static const char letters[] = "l'eau xyz ab";
    attn_status status = {0};
    attn_arena *arena = attn_arena_new(&status);
    attn_tokenizer *t = attn_tokenizer_new(ATTN_LANGUAGE_FRENCH, no_marks, arena);
    attn_bpe *learner = attn_bpe_new(t, &status);
    size_t count;
    ck_assert(attn_bpe_read(learner, (attn_span){letters, strlen(letters)}));
    ck_assert(attn_bpe_end(learner, 256 + 10, &count));
    attn_text text = {0};
    attn_tokenizer_write(t, &text);
    unit_write_text(path, attn_text_string(&text));
    attn_text_free(&text);
    attn_bpe_free(learner);
    attn_arena_free(arena);
}

/* Columns: ▁ l ' of lʼ, ▁ a b of ab. Rows: ▁ x y of xy, ▁ z of z, and what ends the target. The
 * largest number of each row belongs to the other word. */
#define PIECES                                                                                     \
    "'sequences':{'v':{'tokenizer':'letters.json'},'x':{'input':'x','default':'a','in':'v'},"      \
    "'y':{'input':'y','in':'v','next':'outer(0 y + 1, 0 v)','end':'x','most':2}},"                 \
    "'given':{'M':[[0.2,0.2,0.2,0,0,0.4],[0.2,0.2,0.2,0,0,0.4],[0.2,0.2,0.2,0,0,0.4],"             \
    "[0,0,0,0.3,0.1,0.6],[0.3,0.1,0.1,0.3,0.1,0.1],[0,0,0,0,0,1]],'few':[[1,0],[0,1]]},'steps':[]"
#define PARTED "'examples':{'corpus':'parted.tsv','n':1},'inputs':['x','y']"

static void write_pieces(void)
{
    write_letters(file_path("letters.json"));
    unit_write_text(file_path("parted.tsv"), "l\u02BC ab\txy z\t0-0 1-1\n");
}

static void remove_pieces(void)
{
    unlink(file_path("letters.json"));
    unlink(file_path("parted.tsv"));
}

START_TEST(test_links_of_pieces)
{
    write_pieces();
    const attn_evaluated *told = evaluated(PIECES, PARTED ",'align':'M'", NULL);
    const attn_align_score *score = &told->aligns[0];
    ck_assert_uint_eq(score->words, 2);
    ck_assert_uint_eq(score->counts.links, 2);
    ck_assert_uint_eq(score->counts.sure_found, 2);
    check_near(score->error_rate, 0);
    end();
    remove_pieces();
}
END_TEST

START_TEST(test_what_pieces_have_not)
{
    static const struct {
        const char *how, *message;
    } cases[] = {
        {PARTED ",'looks':[{'map':'M','to':-1}]", "\"looks\" count words"},
        {PARTED ",'align':'few'",
         "few is a 2×2, but the examples have words at row 5 and column 1"},
    };
    write_pieces();
    for (size_t i = 0; i < COUNT(cases); i++) {
        attn_status status = {0};
        ck_assert_ptr_null(evaluate(PIECES, cases[i].how, NULL, &status));
        ck_assert_msg(strstr(status.message, cases[i].message) != NULL, "%s", status.message);
        end();
    }
    remove_pieces();
}
END_TEST

/* A row for each word; G looks one word on, S has a column before the words that the last row looks
 * at, and in all others the mark is second to one word on. */
#define READER                                                                                     \
    "'sequences':{'x':{'input':'x','default':'a'},'y':{'input':'y','default':'a'}},"               \
    "'indices':{'i':'x'},'lengths':{'n':'x'},'steps':[{'compute':['p_i = i','o = 0 p + 1',"        \
    "'D = outer(o, p) - outer(p, o)','G = 0 - abs(D - 1)',"                                        \
    "'S = [outer(o - o, [1]) ; G - 0.5]']}]"

START_TEST(test_looks_in_a_treebank)
{
    static const struct {
        const char *map, *from;
        size_t right, lines, parts;
    } wanted[] = {{"G", NULL, 4, 4, 3},  {"S", NULL, 2, 6, 4}, {"S", NULL, 4, 4, 3},
                  {"G", "DET", 1, 1, 1}, {"S", NULL, 4, 4, 0}, {"G", "NOUN", 2, 2, 0}};
    const attn_evaluation_options options = {.file = file_path("trees.conllu")};
    const attn_evaluated *told =
        evaluated(READER,
                  "'examples':{'corpus':'bare.tsv','n':1},'inputs':['x'],'looks':["
                  "{'map':'G','to':'governor'},{'map':'S','to':'governor'},"
                  "{'map':'S','to':'governor','among':'words'},"
                  "{'map':'G','from':'DET','to':'governor'},"
                  "{'map':'S','to':1,'among':'words'},"
                  "{'map':'G','from':'NOUN','to':1}]",
                  &options);
    ck_assert_uint_eq(told->examples, 2);
    ck_assert_str_eq(told->part, "all");
    for (size_t i = 0; i < COUNT(wanted); i++) {
        const attn_look_score *look = &told->looks[i];
        ck_assert_str_eq(look->label, wanted[i].map);
        ck_assert_uint_eq(look->lines, wanted[i].lines);
        ck_assert_uint_eq(look->right, wanted[i].right);
        ck_assert_uint_eq(look->part_count, wanted[i].parts);
        ck_assert_int_eq(look->rule->steps, 1);
    }
    ck_assert_str_eq(told->looks[0].parts[0].from, "nsubj");
    ck_assert_uint_eq(told->looks[0].parts[0].lines, 2);
    ck_assert_uint_eq(told->looks[0].parts[0].rule_right, 2);
    end();
}
END_TEST

/* All rows but the first have their maximum at the word before. */
START_TEST(test_looks_so_many_words_on)
{
    enum { PAIRS = 2 * SHORT + 3 * LONG };
    static const size_t wanted[][2] = {
        {PAIRS, PAIRS}, {0, PAIRS}, {SHORT + LONG, PAIRS + SHORT + LONG}, {LONG, LONG}};
    const attn_evaluated *told = evaluated(
        TRANSLATOR,
        "'examples':" TINY("17", "") ",'inputs':['source','target'],'looks':["
                                     "{'map':'B','to':-1},{'map':'B','to':1},{'map':'B','to':0},"
                                     "{'map':'B','from':'adjective','to':-1}]",
        NULL);
    ck_assert_uint_eq(told->look_count, COUNT(wanted));
    for (size_t i = 0; i < COUNT(wanted); i++)
        ck_assert_msg(told->looks[i].right == wanted[i][0] && told->looks[i].lines == wanted[i][1],
                      "%zu: %zu of %zu", i, told->looks[i].right, told->looks[i].lines);
    end();
}
END_TEST

/* The subject stands two words before its verb, three before, right after, right before. */
#define CHOSEN                                                                                     \
    WORD("1", "cats", "NOUN", "3", "nsubj")                                                        \
    WORD("2", "often", "ADV", "3", "advmod")                                                       \
    WORD("3", "sleep", "VERB", "0", "root") "\n"
#define TESTED                                                                                     \
    CHOSEN WORD("1", "cats", "NOUN", "4", "nsubj") WORD("2", "very", "ADV", "3", "advmod")         \
        WORD("3", "often", "ADV", "4", "advmod") WORD(                                             \
            "4", "sleep", "VERB", "0", "root") "\n" WORD("1", "said", "VERB", "0", "root")         \
            WORD("2", "Ann", "PROPN", "1", "nsubj") "\n" WORD("1", "they", "PRON", "2", "nsubj")   \
                WORD("2", "sing", "VERB", "0", "root")

static void check_rule(const attn_look_score *score, int steps, size_t right, size_t rows)
{
    ck_assert_ptr_nonnull(score->rule);
    ck_assert_int_eq(score->rule->steps, steps);
    ck_assert_uint_eq(score->rule_right, right);
    ck_assert_uint_eq(score->lines, rows);
}

/* Where four distances are each right once, the nearest is reported, and of two that are equally
 * near, the word before. The other examples choose "two words before"; a look for which they have
 * no rows has no rule. */
START_TEST(test_rules)
{
    static const char how[] = "'examples':{'corpus':'tested.conllu','part':'all'},'inputs':['x'],"
                              "'looks':[{'map':'G','to':'subject'},{'map':'G','to':-2},"
                              "{'map':'G','from':'PROPN','to':'governor'}]";
    char chosen[512];
    unit_write_text(file_path("tested.conllu"), TESTED);
    unit_write_text(file_path("chosen.conllu"), CHOSEN);
    const attn_evaluated *told = evaluated(READER, how, NULL);
    ck_assert_ptr_null(told->chosen_on);
    check_rule(&told->looks[0], -1, 1, 4);
    check_rule(&told->looks[1], -2, 3, 3);
    check_rule(&told->looks[2], -1, 1, 1);
    end();
    snprintf(chosen, sizeof chosen, "%s,'choose':{'corpus':'chosen.conllu','part':'all'}", how);
    told = evaluated(READER, chosen, NULL);
    ck_assert_str_eq(told->chosen_on, "all");
    ck_assert(!told->several);
    check_rule(&told->looks[0], -2, 1, 4);
    check_rule(&told->looks[1], -2, 3, 3);
    ck_assert_ptr_null(told->looks[2].rule);
    end();
    unlink(file_path("tested.conllu"));
    unlink(file_path("chosen.conllu"));
}
END_TEST

/* ---- the best of several ---- */

/* M_1 links short sentences well, M_2 long ones: the one is told that is better where it is chosen,
 * though it is the worse one here. */
START_TEST(test_best_elsewhere)
{
    static const struct {
        const char *how, *label;
        double rate;
    } cases[] = {
        {"'examples':" TINY("12", ",'words':[4,4]") ",'choose':" TINY("5", ",'words':[3,3]"), "M_1",
         0.5},
        {"'examples':" TINY("5", ",'words':[3,3]") ",'choose':" TINY("12", ",'words':[4,4]"), "M_2",
         2.0 / 3},
    };
    char how[512];
    for (size_t i = 0; i < COUNT(cases); i++) {
        snprintf(how, sizeof how,
                 "%s,'inputs':['x','y'],'align':'M_j',"
                 "'looks':[{'map':'M_j','to':0}]",
                 cases[i].how);
        const attn_evaluated *told = evaluated(MAPS, how, NULL);
        ck_assert_uint_eq(told->align_count, 1);
        ck_assert_str_eq(told->aligns[0].label, cases[i].label);
        check_near(told->aligns[0].error_rate, cases[i].rate);
        ck_assert_str_eq(told->chosen_on, "train");
        ck_assert_uint_eq(told->look_count, 1);
        end();
    }
}
END_TEST

/* Of nouns M_1 sees the word itself and M_2 the next one; of verbs, which end a short sentence, M_2
 * sees the word before, but M_1 the verb that ends a long one. */
START_TEST(test_best_look_elsewhere)
{
    static const char how[] = "'examples':" TINY("12", ",'words':[4,4]") ",'choose':" TINY(
        "5", ",'words':[3,3]") ",'inputs':['x','y'],"
                               "'looks':[{'map':'M_j','from':'verb','to':-1},"
                               "{'map':'M_j','from':'noun','to':0}]";
    const attn_evaluated *told = evaluated(MAPS, how, NULL);
    ck_assert_uint_eq(told->look_count, 2);
    ck_assert_str_eq(told->looks[0].label, "M_2");
    ck_assert_uint_eq(told->looks[0].right, 0);
    ck_assert_str_eq(told->looks[1].label, "M_1");
    ck_assert_uint_eq(told->looks[1].right, LONG);
    end();
}
END_TEST

#define BOTH ",'inputs':['x','y']"

/* ---- as many maps as the example has words ---- */

/* What 0 K_i links, the article alone, does not get into the score of N. */
START_TEST(test_maps_by_example)
{
    static const char how[] = "'examples':" TINY("17", "") BOTH
        ",'choose':" TINY("17", "") ",'align':['0 K_i','N'],"
                                    "'looks':[{'map':'K_i','to':0}]";
    const attn_evaluated *told = evaluated(GROWING, how, NULL);
    ck_assert_str_eq(told->aligns[0].label, "N");
    ck_assert_uint_eq(told->aligns[0].counts.links, 3 * SHORT + 4 * LONG);
    ck_assert_uint_eq(told->aligns[0].counts.found, 3 * SHORT + 2 * LONG);
    ck_assert_str_eq(told->looks[0].label, "K_4");
    ck_assert_uint_eq(told->looks[0].lines, 4 * LONG);
    ck_assert_uint_eq(told->looks[0].right, 4 * LONG);
    ck_assert_uint_eq(told->map_count, 4);
    ck_assert_uint_eq(told->maps[0].lines, 3 * SHORT + 4 * LONG);
    ck_assert_uint_eq(told->maps[0].right, SHORT + LONG);
    end();
}
END_TEST

/* N is the fourth map of a short sentence, and the fifth of a long one. */
START_TEST(test_best_by_its_name)
{
    static const char how[] = "'examples':" TINY("12", ",'words':[4,4]") ",'choose':" TINY(
        "5", ",'words':[3,3]") ",'inputs':['x','y'],'align':['K_i','N']";
    const attn_evaluated *told = evaluated(GROWING, how, NULL);
    ck_assert_str_eq(told->aligns[0].label, "N");
    check_near(told->aligns[0].error_rate, 0.5);
    end();
}
END_TEST

#define ZEROS "0 + 0 + 0 + 0 + 0 + 0 + 0 + 0 + 0 + 0 + 0 + "

/* Two lines for one map, and labels that are cut before what they differ in: no score counts an
 * example twice. */
START_TEST(test_maps_of_one_label)
{
    static const char how[] = "'examples':" TINY("17", "") BOTH
        ",'choose':" TINY("17", "") ",'align':['M_1','M_1'],"
                                    "'looks':[{'map':'" ZEROS ZEROS ZEROS "M_j','to':0}]";
    const attn_evaluated *told = evaluated(MAPS, how, NULL);
    ck_assert_uint_eq(told->aligns[0].counts.links, 3 * SHORT + 4 * LONG);
    ck_assert_uint_eq(told->map_count, 2);
    ck_assert_str_eq(told->maps[0].label, told->maps[1].label);
    ck_assert_uint_eq(told->maps[0].right, 4 * (SHORT + LONG));
    ck_assert_uint_eq(told->maps[1].right, 2 * (SHORT + LONG));
    ck_assert_uint_eq(told->looks[0].right, 4 * (SHORT + LONG));
    end();
}
END_TEST

/* ---- faults ---- */

typedef struct fault_case {
    const char *text, *how, *message;
} fault_case;

#define LONG_TINY TINY("5", ",'words':[4,4]")
#define PART_OF_TINY "'examples':" LONG_TINY
#define TREE_OF_READER "'examples':{'corpus':'trees.conllu','part':'all'},'inputs':['x']"

static const fault_case faults[] = {
    {MAPS, "'align':'M_1'", "\"evaluate\" is { \"examples\""},
    {MAPS, PART_OF_TINY, "\"examples\" need \"inputs\""},
    {MAPS, PART_OF_TINY BOTH ",'wrong':1", "wrong"},
    {MAPS, PART_OF_TINY ",'inputs':['x','nobody'],'align':'M_1'",
     "no sequence of this lesson has the input 'nobody'"},
    {MAPS, PART_OF_TINY ",'inputs':['x','y','x'],'align':'M_1'", "this corpus has 2 inputs"},
    {MAPS, PART_OF_TINY BOTH ",'align':'M_j'",
     "several maps need \"choose\", which names the examples that choose the best one"},
    {MAPS, PART_OF_TINY BOTH ",'looks':[{'map':'M_j','to':0}]",
     "several maps need \"choose\", which names the examples that choose the best one"},
    {MAPS, PART_OF_TINY BOTH ",'align':'small'",
     "small is a 2×2, but the examples have words at row 4 and column 1"},
    {MAPS, PART_OF_TINY BOTH ",'align':'u'", "u is a vector of 2"},
    {MAPS, TREE_OF_READER ",'looks':[{'map':'small','to':'governor'}]",
     "small is a 2×2, but the examples have words at row 2 and column 3"},
    {MAPS, PART_OF_TINY BOTH ",'looks':[{'map':'M_1','from':'noun'}]",
     "expected { \"map\": \"A\", \"from\": \"VERB\", \"to\": \"subject\" }"},
    {MAPS, PART_OF_TINY BOTH ",'looks':[{'map':'M_1','to':'king'}]", "\"to\" is \"governor\""},
    {MAPS, PART_OF_TINY BOTH ",'looks':[{'map':'M_1','to':0.5}]", "or how many words on"},
    {MAPS, PART_OF_TINY BOTH ",'looks':[{'map':'M_1','to':'object','from':1}]", "\"from\" must be"},
    {MAPS, PART_OF_TINY BOTH ",'looks':{'map':'M_1'}", "\"looks\" is a list"},
    {MAPS, PART_OF_TINY BOTH ",'exact':'y'", "'y' does not grow"},
    {MAPS, PART_OF_TINY BOTH ",'exact':'nothing'", "nothing"},
    {MAPS, PART_OF_TINY BOTH ",'align':'N'", "N: nothing gives or computes it"},
    {MAPS, "'examples':'turns.txt'" BOTH ",'align':'M_1'", "need examples from a corpus"},
    {MAPS, "'examples':{'corpus':'bare.tsv','n':1}" BOTH ",'align':'M_1'",
     "these lines have no links"},
    {MAPS, TREE_OF_READER ",'align':'M_1'", "these lines have no links"},
    {MAPS, PART_OF_TINY BOTH ",'align':'M_j','choose':{'corpus':'none.tsv','n':1}",
     "the examples are missing: there is no file"},
    {MAPS, PART_OF_TINY BOTH ",'align':'M_j','choose':'tiny.json'",
     "\"examples\" is a file, or { \"corpus\""},
    {GROWING,
     "'examples':" TINY("5", ",'words':[3,3]") ",'choose':" LONG_TINY BOTH
                                               ",'looks':[{'map':'K_i','to':0}]",
     "K_4 was best on the examples of \"choose\", but those of \"examples\" have no such map"},
    {GROWING,
     "'examples':" TINY("5", ",'words':[3,3]") ",'choose':" LONG_TINY BOTH ",'align':['K_i']",
     "K_4 was best"},
    {TRANSLATOR, PART_OF_TINY ",'inputs':['source'],'exact':'target'",
     "add 'target' to \"inputs\""},
    {TRANSLATOR, "'examples':{'corpus':'pairs','n':3},'inputs':['source','target'],'align':'a'",
     "'trois' is not a word of french"},
};

START_TEST(test_faults)
{
    const fault_case *c = &faults[_i];
    attn_status status = {0};
    const attn_evaluated *told = evaluate(c->text, c->how, NULL, &status);
    ck_assert_msg(told == NULL, "%s: it evaluates", c->how);
    ck_assert_msg(strstr(status.message, c->message) != NULL, "%s: %s", c->how, status.message);
    ck_assert_msg(strncmp(status.file, folder, strlen(folder)) == 0, "%s: in %s", c->how,
                  status.file);
    end();
}
END_TEST

/* What a file of examples does not have is not passed over. */
START_TEST(test_options_without_a_corpus)
{
    static const attn_evaluation_options asked[] = {{.part = "test"}, {.least = 1, .most = 2}};
    for (size_t i = 0; i < COUNT(asked); i++) {
        attn_status status = {0};
        ck_assert_ptr_null(evaluate(TURNS("2"), "'examples':'turns.txt','inputs':['y'],'exact':'y'",
                                    &asked[i], &status));
        ck_assert_int_eq(status.code, ATTN_USAGE);
        ck_assert_ptr_nonnull(strstr(status.message, "are a file"));
        end();
    }
}
END_TEST

/* The user has to give some; a file of the lesson's may be missing. */
START_TEST(test_without_examples)
{
    static const char *const hows[] = {"'inputs':['x','y'],'align':'M_1'",
                                       "'examples':{'corpus':'none.tsv','n':1}" BOTH
                                       ",'align':'M_1'",
                                       "'examples':'none.txt'" BOTH};
    const attn_evaluation_options own = {.file = file_path("links.tsv")};
    for (size_t i = 0; i < COUNT(hows); i++) {
        attn_status status = {0};
        ck_assert_ptr_null(evaluate(MAPS, hows[i], NULL, &status));
        ck_assert_int_eq(status.code, ATTN_USAGE);
        ck_assert_msg(strstr(status.message, "the lesson carries no examples") != NULL &&
                          strstr(status.message, "give some with --examples FILE") != NULL,
                      "%s", status.message);
        ck_assert_int_eq(strstr(status.message, "none.t") != NULL, i > 0);
        end();
        ck_assert_uint_eq(evaluated(MAPS, hows[i], &own)->examples, 1);
        end();
    }
}
END_TEST

START_TEST(test_says_nothing_of_it)
{
    attn_status status = {0};
    write_quoted(lesson_path, "{'attnviz':1,'title':'T'," MAPS "}");
    lesson = attn_lesson_read(lesson_path, false, &status);
    ck_assert_msg(lesson != NULL, "%s", status.message);
    ck_assert(!attn_lesson_evaluates(lesson));
    end();
}
END_TEST

static bool evaluate_little(attn_status *status)
{
    bool done = evaluate(TRANSLATOR,
                         "'examples':" TINY("2", "") ",'inputs':['source','target'],"
                                                     "'exact':'target','align':'a',"
                                                     "'looks':[{'map':'B','from':'verb',"
                                                     "'to':-1}]",
                         NULL, status) != NULL;
    end();
    return done;
}

START_TEST(test_no_memory)
{
    attn_status status = {0};
    ck_assert_msg(evaluate_little(&status), "%s", status.message);
    ck_assert_uint_gt(scarce_each(evaluate_little), 50);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("evaluate");
    TCase *tests = tcase_create("evaluate");
    tcase_set_timeout(tests, 30);
    tcase_add_unchecked_fixture(tests, open_folder, close_folder);
    tcase_add_test(tests, test_word_for_word);
    tcase_add_test(tests, test_options);
    tcase_add_test(tests, test_file);
    tcase_add_test(tests, test_too_many_words);
    tcase_add_test(tests, test_other_columns);
    tcase_add_test(tests, test_without_its_end);
    tcase_add_test(tests, test_many);
    tcase_add_test(tests, test_links);
    tcase_add_test(tests, test_possible_links);
    tcase_add_test(tests, test_who_looks_at_no_word);
    tcase_add_test(tests, test_rates_of_sentences);
    tcase_add_test(tests, test_without_the_target);
    tcase_add_test(tests, test_links_of_pieces);
    tcase_add_test(tests, test_what_pieces_have_not);
    tcase_add_test(tests, test_looks_in_a_treebank);
    tcase_add_test(tests, test_looks_so_many_words_on);
    tcase_add_test(tests, test_rules);
    tcase_add_test(tests, test_best_elsewhere);
    tcase_add_test(tests, test_best_look_elsewhere);
    tcase_add_test(tests, test_maps_by_example);
    tcase_add_test(tests, test_best_by_its_name);
    tcase_add_test(tests, test_maps_of_one_label);
    tcase_add_loop_test(tests, test_faults, 0, COUNT(faults));
    tcase_add_test(tests, test_options_without_a_corpus);
    tcase_add_test(tests, test_without_examples);
    tcase_add_test(tests, test_says_nothing_of_it);
    tcase_add_test(tests, test_no_memory);
    suite_add_tcase(suite, tests);
    return unit_run(suite);
}
