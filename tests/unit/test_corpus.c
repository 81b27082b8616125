/*
 * corpus: grammars are read strictly; their lines agree, keep their parts apart and are the same
 * for a seed; files of pairs.
 */

/* not in make test */
/* slow under valgrind */
/* slow under sanitizers */

#include "core/random.h"
#include "core/text.h"
#include "lesson/read/corpora.h"
#include "replaced.h"
#include "scarce.h"

static attn_status status;

static attn_corpus *read_text(const char *text, const char *file)
{
    status = (attn_status){0};
    return attn_corpus_read(text, strlen(text), file, &status);
}

static attn_corpus *must_read(const char *text, const char *file)
{
    attn_corpus *corpus = read_text(text, file);
    ck_assert_msg(corpus != NULL, "%zu:%zu: %s", status.line, status.column, status.message);
    return corpus;
}

static void join(const attn_words *column, char *text, size_t room)
{
    const attn_word *words = column->words;
    const size_t count = column->count;
    size_t length = 0;
    text[0] = '\0';
    for (size_t i = 0; i < count; i++)
        length +=
            (size_t)snprintf(text + length, room - length, "%s%s", i ? " " : "", words[i].text);
    ck_assert_uint_lt(length, room);
}

/* ---- a small grammar whose lines can all be written down ---- */

static const char small[] =
    "{ \"attnviz-corpus\": 1,\n"
    "  \"features\": { \"gender\": [\"m\", \"f\"], \"number\": [\"s\", \"p\"], \"not\": [\"n\", "
    "\"y\"] },\n"
    "  \"words\": {\n"
    "    \"DET\": { \"source\": [\"gender=m number=s\", \"number=s\", \"\"],\n"
    "      \"entries\": [\"le la les | the\"] },\n"
    "    \"N\": { \"kind\": \"noun\", \"source\": [\"number=s\", \"\"], \"target\": [\"number=s\", "
    "\"\"],\n"
    "      \"entries\": [\"chat chats | cat cats | gender=m\", \"vache vaches | cow cows | "
    "gender=f\"] },\n"
    "    \"A\": { \"source\": [\"gender=m number=s\", \"gender=f number=s\", \"gender=m\", "
    "\"gender=f\"],\n"
    "      \"entries\": [\"noir noire noirs noires | black\"] },\n"
    "    \"V\": { \"source\": [\"number=s\", \"\"], \"target\": [\"number=s not=n\", \"\"],\n"
    "      \"entries\": [\"dort dorment | sleeps sleep\"] },\n"
    "    \"DO\": { \"source\": [], \"target\": [\"number=s\", \"\"], \"entries\": [\"| does do\"] "
    "} },\n"
    "  \"rules\": {\n"
    "    \"LINE\": [\"NP[number] V[number,not=n]\",\n"
    "      \"NP[number] ne V[number,not=y] pas | NP DO[number]@?ne,?V not@pas V\"],\n"
    "    \"NP[number]\": [\"DET[gender,number] N[gender,number]\",\n"
    "      \"DET[gender,number] noun:N[gender,number] black:A[gender,number] | DET A N\"] },\n"
    "  \"held-out\": { \"roles\": [\"noun\", \"black\"], \"always\": [\"chat noir\"] }\n"
    "}\n";

static const char *const all_lines[] = {
    "le chat dort|the cat sleeps|0-0 1-1 2-2",
    "les chats dorment|the cats sleep|0-0 1-1 2-2",
    "la vache dort|the cow sleeps|0-0 1-1 2-2",
    "les vaches dorment|the cows sleep|0-0 1-1 2-2",
    "la vache noire dort|the black cow sleeps|0-0 2-1 1-2 3-3",
    "les vaches noires dorment|the black cows sleep|0-0 2-1 1-2 3-3",
    "le chat ne dort pas|the cat does not sleep|0-0 1-1 2?2 3?2 4-3 3-4",
    "les chats ne dorment pas|the cats do not sleep|0-0 1-1 2?2 3?2 4-3 3-4",
    "la vache ne dort pas|the cow does not sleep|0-0 1-1 2?2 3?2 4-3 3-4",
    "les vaches ne dorment pas|the cows do not sleep|0-0 1-1 2?2 3?2 4-3 3-4",
    "la vache noire ne dort pas|the black cow does not sleep|0-0 2-1 1-2 3?3 4?3 5-4 4-5",
    "les vaches noires ne dorment pas|the black cows do not sleep|0-0 2-1 1-2 3?3 4?3 5-4 4-5",
    /* held out */
    "le chat noir dort|the black cat sleeps|0-0 2-1 1-2 3-3",
    "les chats noirs dorment|the black cats sleep|0-0 2-1 1-2 3-3",
    "le chat noir ne dort pas|the black cat does not sleep|0-0 2-1 1-2 3?3 4?3 5-4 4-5",
    "les chats noirs ne dorment pas|the black cats do not sleep|0-0 2-1 1-2 3?3 4?3 5-4 4-5",
};
enum { HELD = 12 };

static void write_line(const attn_line *line, char *text, size_t room)
{
    join(line->source, text, room);
    strcat(text, "|");
    join(line->target, text + strlen(text), room - strlen(text));
    strcat(text, "|");
    for (size_t i = 0; i < line->link_count; i++) {
        size_t length = strlen(text);
        snprintf(text + length, room - length, "%s%zu%c%zu", i ? " " : "", line->links[i].source,
                 line->links[i].sure ? '-' : '?', line->links[i].target);
    }
}

/* Marks the lines that a part gives until it has no more; each is one of those, and comes once. */
static size_t exhaust(const attn_corpus *corpus, attn_corpus_part part, bool *found)
{
    const attn_corpus_asked asked = {.part = part, .seed = 7};
    attn_status end = {0};
    attn_line line;
    size_t count = 0;
    attn_corpus_stream *stream = attn_corpus_open(corpus, &asked, &end);
    ck_assert(stream != NULL);
    for (; attn_corpus_next(stream, &line); count++) {
        char text[512];
        size_t i = 0;
        write_line(&line, text, sizeof text);
        while (i < COUNT(all_lines) && strcmp(all_lines[i], text) != 0) i++;
        ck_assert_msg(i < COUNT(all_lines), "'%s' is no line of it", text);
        ck_assert_msg(!found[i], "'%s' comes twice", text);
        ck_assert_msg((i >= HELD) == (part == ATTN_TEST), "'%s' in the part %s", text,
                      attn_part_names[part]);
        found[i] = true;
    }
    ck_assert_int_eq(end.code, ATTN_LIMIT);
    attn_corpus_close(stream);
    return count;
}

START_TEST(a_small_grammar_gives_its_lines_and_no_other)
{
    attn_corpus *corpus = must_read(small, "small.json");
    bool found[COUNT(all_lines)] = {false};
    size_t count = exhaust(corpus, ATTN_TRAIN, found);
    count += exhaust(corpus, ATTN_VALIDATION, found);
    ck_assert_uint_eq(exhaust(corpus, ATTN_TEST, found), COUNT(all_lines) - HELD);
    ck_assert_uint_eq(count, HELD);
    attn_corpus_free(corpus);
}
END_TEST

/* What is held out is in the test alone; with "half", beside as many lines without it. */
START_TEST(half_of_a_test_is_held_out)
{
    const attn_corpus_asked asked = {.part = ATTN_TEST, .seed = 7};
    char *text = replaced(small, "\"always\"", "\"half\": true, \"always\"");
    attn_corpus *corpus = must_read(text, "small.json");
    attn_corpus_stream *stream = attn_corpus_open(corpus, &asked, &status);
    attn_line line;
    size_t count = 0;
    for (; attn_corpus_next(stream, &line); count++) {
        char own[512];
        join(line.source, own, sizeof own);
        ck_assert_int_eq(line.held, strstr(own, "chat noir") || strstr(own, "chats noirs"));
        ck_assert_int_eq(line.held, count % 2 == 0);
    }
    ck_assert_uint_ge(count, 2);
    attn_corpus_close(stream);
    attn_corpus_free(corpus);
    free(text);
}
END_TEST

/* A form of Chinese characters is a word for each; each may be the one that is meant. */
START_TEST(a_form_of_several_words)
{
    static const char chinese[] =
        "{ \"attnviz-corpus\": 1, \"length\": [3, 3], \"words\": { \"N\": { \"kind\": \"noun\", "
        "\"entries\":\n  [\"学生 | student\", \"人 | person\"] } }, "
        "\"rules\": { \"LINE\": [\"N 笑 | N laughs@笑\"] } }";
    const attn_corpus_asked asked = {.part = ATTN_TRAIN};
    char text[512];
    attn_line line;
    status = (attn_status){0};
    attn_arena *arena = attn_arena_new(&status);
    attn_corpus *corpus = must_read(chinese, "chinese.json");
    attn_corpus_stream *stream = attn_corpus_open(corpus, &asked, &status);
    ck_assert(attn_corpus_next(stream, &line));
    write_line(&line, text, sizeof text);
    ck_assert_str_eq(text, "学 生 笑|student laughs|0?0 1?0 2-1");
    ck_assert_str_eq(line.source->words[1].kind, "noun");
    size_t count;
    const char *const *words = attn_corpus_words(corpus, ATTN_SOURCE, arena, &count);
    ck_assert_uint_eq(count, 4);
    ck_assert_str_eq(words[1], "学");
    attn_corpus_close(stream);
    attn_corpus_free(corpus);
    attn_arena_free(arena);
}
END_TEST

START_TEST(its_words)
{
    static const char *const target[] = {"black", "cat", "cats",  "cow",    "cows", "do",
                                         "does",  "not", "sleep", "sleeps", "the"};
    attn_corpus *corpus = must_read(small, "small.json");
    attn_arena *arena = attn_arena_new(&status);
    size_t count;
    const char *const *words = attn_corpus_words(corpus, ATTN_TARGET, arena, &count);
    ck_assert_uint_eq(count, COUNT(target));
    for (size_t i = 0; i < count; i++) ck_assert_str_eq(words[i], target[i]);
    attn_arena_free(arena);
    attn_corpus_free(corpus);
}
END_TEST

/* ---- the carried grammars ---- */

static uint64_t hash_of_lines(const char *name, const attn_corpus_asked *asked, size_t count)
{
    static char text[4096];
    uint64_t hash = 0;
    attn_line line;
    status = (attn_status){0};
    attn_corpus *corpus = attn_corpora_carried(name, &status);
    ck_assert_msg(corpus != NULL, "%s:%zu: %s", name, status.line, status.message);
    attn_corpus_stream *stream = attn_corpus_open(corpus, asked, &status);
    for (size_t i = 0; i < count; i++) {
        ck_assert_msg(attn_corpus_next(stream, &line), "%s", status.message);
        join(line.source, text, sizeof text);
        hash = hash * 31 + attn_hash(text, strlen(text));
    }
    attn_corpus_close(stream);
    attn_corpus_free(corpus);
    return hash;
}

START_TEST(the_seed_alone_decides)
{
    for (size_t i = 0; attn_corpora_at(i); i++) {
        const char *name = attn_corpora_at(i);
        const attn_corpus_asked one = {.seed = 1}, two = {.seed = 2};
        uint64_t first = hash_of_lines(name, &one, 500);
        ck_assert(first == hash_of_lines(name, &one, 500));
        ck_assert(first != hash_of_lines(name, &two, 500));
    }
}
END_TEST

/* The engine draws the same lines on every machine: those of a grammar that does not change. */
START_TEST(the_same_on_every_machine)
{
    const attn_corpus_asked asked = {.part = ATTN_TRAIN, .seed = 7};
    static const char *const first[] = {
        "la vache dort",      "la vache noire ne dort pas",       "les chats ne dorment pas",
        "les vaches dorment", "les vaches noires ne dorment pas", "les vaches ne dorment pas",
    };
    attn_corpus *corpus = must_read(small, "small.json");
    attn_corpus_stream *stream = attn_corpus_open(corpus, &asked, &status);
    attn_line line;
    for (size_t i = 0; i < COUNT(first); i++) {
        char text[512];
        ck_assert(attn_corpus_next(stream, &line));
        join(&line.columns[0], text, sizeof text);
        ck_assert_str_eq(text, first[i]);
    }
    attn_corpus_close(stream);
    attn_corpus_free(corpus);
}
END_TEST

/* One of two translations is a fault of the stream, so that lines that come are a function. */
START_TEST(pairs_are_a_function)
{
    static const attn_corpus_asked asked[] = {
        {.part = ATTN_TRAIN, .seed = 1},
        {.part = ATTN_TEST, .seed = 1},
        {.part = ATTN_TRAIN, .seed = 2, .least = 2, .most = 36},
    };
    for (size_t i = 0; i < COUNT(asked); i++) hash_of_lines("pairs", &asked[i], 22000);
}
END_TEST

START_TEST(two_translations_are_a_fault)
{
    static const char twice[] =
        "{ \"attnviz-corpus\": 1, \"words\": { \"W\": { \"entries\":\n"
        "  [\"les | it\", \"les | them\", \"la | it\"] } }, \"rules\": { \"LINE\": [\"W W.2\"] } }";
    attn_corpus *corpus = must_read(twice, "twice.json");
    const attn_corpus_asked asked = {.part = ATTN_TRAIN};
    attn_corpus_stream *stream = attn_corpus_open(corpus, &asked, &status);
    attn_line line;
    while (attn_corpus_next(stream, &line)) continue;
    ck_assert_int_eq(status.code, ATTN_INPUT);
    ck_assert_msg(strstr(status.message, "has two translations") != NULL, "%s", status.message);
    attn_corpus_close(stream);
    attn_corpus_free(corpus);
}
END_TEST

START_TEST(lengths_that_are_asked_for)
{
    enum { LINES = 3000, LEAST = 9, MOST = 14 };
    const attn_corpus_asked asked = {.part = ATTN_TRAIN, .seed = 3, .least = LEAST, .most = MOST};
    size_t counts[MOST + 1] = {0};
    attn_line line;
    status = (attn_status){0};
    attn_corpus *corpus = attn_corpora_carried("pairs", &status);
    attn_corpus_stream *stream = attn_corpus_open(corpus, &asked, &status);
    for (size_t i = 0; i < LINES; i++) {
        ck_assert(attn_corpus_next(stream, &line));
        ck_assert_uint_ge(line.source->count, LEAST);
        ck_assert_uint_le(line.source->count, MOST);
        counts[line.source->count]++;
    }
    for (size_t n = LEAST; n <= MOST; n++) {
        ck_assert_uint_gt(counts[n], LINES / (MOST - LEAST + 1) * 4 / 5);
        ck_assert_uint_lt(counts[n], LINES / (MOST - LEAST + 1) * 6 / 5);
    }
    attn_corpus_close(stream);
    attn_corpus_free(corpus);
}
END_TEST

/* ---- faults of grammars ---- */

static const struct {
    const char *from, *to;
    size_t line, column;
    const char *message;
} faults[] = {
#include "corpus_faults.h"
};

START_TEST(grammar_fault)
{
    char *text = replaced(small, faults[_i].from, faults[_i].to);
    attn_corpus *corpus = read_text(text, "small.json");
    ck_assert_msg(corpus == NULL, "%s is let through", faults[_i].to);
    ck_assert_msg(strstr(status.message, faults[_i].message) != NULL, "%s: %s", faults[_i].to,
                  status.message);
    ck_assert_msg(status.line == faults[_i].line && status.column == faults[_i].column,
                  "%s: at %zu:%zu: %s", faults[_i].to, status.line, status.column, status.message);
    free(text);
}
END_TEST

/* ---- limits ---- */

/* "f1=…": so many features of so many values each. */
static void add_features(attn_text *out, size_t count, size_t values)
{
    attn_text_add(out, "\"features\": {");
    for (size_t i = 0; i < count; i++) {
        attn_text_print(out, "%s\"f%zu\": [", i ? ", " : "", i);
        for (size_t v = 0; v < values; v++) attn_text_print(out, "%s\"v%zu\"", v ? "," : "", v);
        attn_text_add(out, "]");
    }
    attn_text_add(out, "}");
}

/* "f0=v0 f1=v0": `after` stands behind each of them, `between` before the next. */
static void add_names(attn_text *out, const char *between, size_t count, const char *after)
{
    for (size_t i = 0; i < count; i++) attn_text_print(out, "%sf%zu%s", i ? between : "", i, after);
}

static void assert_refused(attn_text *text, const char *message)
{
    attn_corpus *corpus = read_text(attn_text_string(text), "limits.json");
    ck_assert_msg(corpus == NULL, "'%s' does not come", message);
    ck_assert_msg(strstr(status.message, message) != NULL, "%s", status.message);
    attn_text_free(text);
}

/* A grammar of these features, up to the rules of LINE. */
static void begin_grammar(attn_text *out, size_t features, size_t values)
{
    attn_text_add(out, "{\"attnviz-corpus\": 1, ");
    add_features(out, features, values);
    attn_text_add(out, ", \"words\": {\"W\": {\"source\": [\"");
    add_names(out, " ", features < 8 ? features : 8, "=v0");
    attn_text_add(out, "\", \"\"], \"entries\": [\"x y | z\"]}}, \"rules\": {");
}

START_TEST(a_symbol_has_only_so_many_features)
{
    attn_text text = {0};
    begin_grammar(&text, 9, 1);
    attn_text_add(&text, "\"X[");
    add_names(&text, ",", 9, "");
    attn_text_add(&text, "]\": [\"W\"], \"LINE\": [\"X\"]}}");
    assert_refused(&text, "a symbol has at most 8 features");
}
END_TEST

START_TEST(a_rule_has_only_so_many_features)
{
    attn_text free_ones = {0}, named = {0};
    begin_grammar(&free_ones, 8, 2);
    attn_text_add(&free_ones, "\"LINE\": [\"W W.2 W.3 W.4 W.5\"]}}");
    assert_refused(&free_ones, "a rule has at most 32 features");
    begin_grammar(&named, 8, 5);
    attn_text_add(&named, "\"LINE\": [\"");
    for (size_t k = 0; k < 5; k++) {
        char value[8];
        snprintf(value, sizeof value, "=v%zu", k);
        attn_text_print(&named, k ? " W.%zu[" : "W[", k + 1);
        add_names(&named, ",", 8, value);
        attn_text_add(&named, "]");
    }
    attn_text_add(&named, "\"]}}");
    assert_refused(&named, "a rule has at most 32 features");
}
END_TEST

START_TEST(impossible_lengths_are_refused)
{
    static const struct {
        attn_corpus_asked asked;
        const char *message;
    } bad[] = {
        {{.part = ATTN_TRAIN, .least = 2, .most = 257}, "a line has at most 256 words"},
        {{.part = ATTN_TRAIN, .least = 5, .most = 4},
         "the smallest number of words is above the largest"},
    };
    attn_corpus *corpus = must_read(small, "small.json");
    for (size_t i = 0; i < COUNT(bad); i++) {
        ck_assert_ptr_null(attn_corpus_open(corpus, &bad[i].asked, &status));
        ck_assert_msg(strstr(status.message, bad[i].message) != NULL, "%s", status.message);
        status = (attn_status){0};
    }
    attn_corpus_free(corpus);
}
END_TEST

/* Nobody looks into the bytes, so they take no memory. */
START_TEST(a_file_has_only_so_many_bytes)
{
    size_t length = ATTN_MOST_CORPUS_BYTES + 1;
    char *bytes = calloc(length, 1);
    ck_assert(bytes != NULL);
    status = (attn_status){0};
    ck_assert_ptr_null(attn_corpus_read(bytes, length, "my.tsv", &status));
    ck_assert_str_eq(status.message, "a file of examples has at most 64 MiB");
    free(bytes);
}
END_TEST

/* ---- files of pairs ---- */

static const char table[] = "Le chat dort.\tThe cat sleeps.\t0-0 1-1 2-2 3?2 3-3\r\n\nun\tone\n";

START_TEST(pairs_of_a_file)
{
    const attn_corpus_asked parts[] = {
        {.part = ATTN_TRAIN}, {.part = ATTN_VALIDATION}, {.part = ATTN_TEST}};
    attn_corpus *corpus = must_read(table, "my.tsv");
    size_t count = 0, before;
    for (size_t i = 0; i < COUNT(parts); i++) {
        attn_corpus_stream *stream = attn_corpus_open(corpus, &parts[i], &status);
        attn_line line;
        for (before = count; attn_corpus_next(stream, &line); count++) {
            char text[256];
            write_line(&line, text, sizeof text);
            ck_assert(strcmp(text, "un|one|") == 0 ||
                      strcmp(text, "Le chat dort .|The cat sleeps .|0-0 1-1 2-2 3?2 3-3") == 0);
        }
        /* a part has what there is of it, or says that there is nothing */
        ck_assert(attn_ok(&status) == (count > before));
        ck_assert(count > before || strstr(status.message, "no line is in the part"));
        status = (attn_status){0};
        attn_corpus_close(stream);
    }
    ck_assert_uint_eq(count, 2);
    attn_corpus_free(corpus);
}
END_TEST

/* A file that is refused, and where the fault lies in it. */
typedef struct file_fault {
    const char *text;
    size_t line, column;
    const char *message;
} file_fault;

static void check_refused(const file_fault *fault, const char *file)
{
    ck_assert(read_text(fault->text, file) == NULL);
    ck_assert_msg(strstr(status.message, fault->message) != NULL, "%s", status.message);
    ck_assert_msg(status.line == fault->line && status.column == fault->column, "at %zu:%zu: %s",
                  status.line, status.column, status.message);
}

static const file_fault table_faults[] = {
    {"", 0, 0, "the file has no lines: source, tab, target"},
    {"a\tb\nchat", 2, 1, "a tab is missing"},
    {"a\t \n", 1, 3, "no word on the target side"},
    {"\tb\n", 1, 1, "no word on the source side"},
    {"é\tb\t0-1", 1, 5, "no word 1 in the target: its last is 0"},
    {"a\tb\t1-0", 1, 5, "no word 1 in the source"},
    {"a\tb\t0", 1, 5, "write a link as 0-1, or, if it is possible, as 0?1"},
    {"a\tb\t0+0", 1, 5, "write a link as 0-1, or, if it is possible, as 0?1"},
    {"a\tb\tx", 1, 5, "write a link as 0-1, or, if it is possible, as 0?1; places count from 0"},
    {"a\tb\t0-00-0", 1, 5, "write a link as 0-1"},
    {"a\tb\t0-0\tc", 1, 8, "one tab too many: source, tab, target"},
    {"a\tb\x1b[2J\t", 1, 4, "there is a control character here"},
    {"a\tb\n\xff\tb", 2, 1, "this byte is not UTF-8"},
    {"\xEF\xBB\xBF"
     "a\t\tb",
     1, 3, "no word on the target side"},
};

START_TEST(table_fault)
{
    check_refused(&table_faults[_i], "my.tsv");
}
END_TEST

/* The part of the line that begins with this source; ATTN_ALL: none has it. */
static attn_corpus_part part_with(const attn_corpus *corpus, const char *source)
{
    attn_corpus_part found = ATTN_ALL;
    for (attn_corpus_part part = ATTN_TRAIN; part <= ATTN_TEST; part++) {
        const attn_corpus_asked asked = {.part = part};
        attn_corpus_stream *stream = attn_corpus_open(corpus, &asked, &status);
        attn_line line;
        while (attn_corpus_next(stream, &line))
            if (strcmp(line.source->words[0].text, source) == 0) found = part;
        attn_corpus_close(stream);
        status = (attn_status){0};
    }
    return found;
}

/* s0 and s1 have t0 in common, s1 and s2 t1, and so on: a chain of so many sources. */
static attn_corpus *chain_of(size_t length)
{
    attn_text text = {0};
    for (size_t i = 0; i < length; i++)
        attn_text_print(&text, "s%zu\tt%zu\ns%zu\tt%zu\n", i, i, i + 1, i);
    attn_corpus *corpus = must_read(attn_text_string(&text), "chain.tsv");
    attn_text_free(&text);
    return corpus;
}

START_TEST(what_pairs_share_has_one_part)
{
    attn_corpus *corpus = chain_of(20);
    const attn_corpus_part part = part_with(corpus, "s0");
    char source[8];
    ck_assert_int_ne(part, ATTN_ALL);
    for (size_t i = 0; i <= 20; i++) {
        snprintf(source, sizeof source, "s%zu", i);
        ck_assert_int_eq(part_with(corpus, source), part);
    }
    attn_corpus_free(corpus);
}
END_TEST

/* Whatever their hashes say, they would be most of a test. */
START_TEST(a_large_group_is_to_be_learned_from)
{
    for (size_t length = 21; length < 60; length++) {
        attn_corpus *corpus = chain_of(length);
        ck_assert_int_eq(part_with(corpus, "s0"), ATTN_TRAIN);
        attn_corpus_free(corpus);
    }
}
END_TEST

START_TEST(all_lines_of_a_file)
{
    const attn_corpus_asked asked = {.part = ATTN_ALL};
    attn_corpus *corpus = must_read(table, "my.tsv");
    attn_corpus_stream *stream = attn_corpus_open(corpus, &asked, &status);
    attn_line line;
    ck_assert(attn_corpus_next(stream, &line) && attn_corpus_next(stream, &line));
    ck_assert(!attn_corpus_next(stream, &line) && attn_ok(&status));
    attn_corpus_close(stream);
    attn_corpus_free(corpus);
    corpus = must_read(small, "small.json");
    ck_assert_ptr_null(attn_corpus_open(corpus, &asked, &status));
    ck_assert_str_eq(
        status.message,
        "small.json has no end, so it has no part 'all': only a file of examples has one");
    attn_corpus_free(corpus);
}
END_TEST

/* ---- treebanks ---- */

#define WORD(ID, FORM, KIND, HEAD, RELATION, MISC)                                                 \
    ID "\t" FORM "\t_\t" KIND "\t_\t_\t" HEAD "\t" RELATION "\t_\t" MISC "\n"

/* "She did n't see her dog ." and "Go !" */
static const char trees[] =
    "# text = She didn't see her dog.\n" WORD("1", "She", "PRON", "4", "nsubj", "_")
        WORD("2-3", "didn't", "_", "_", "_", "_") WORD("2", "did", "AUX", "4", "aux", "_")
            WORD("3", "n't", "PART", "4", "advmod", "_") WORD("4", "see", "VERB", "0", "root", "_")
                WORD("4.1", "left-out", "VERB", "_", "_", "_")
                    WORD("5", "her", "PRON", "6", "nmod:poss", "A=1|Antecedent=1|Z=2")
                        WORD("6", "dog", "NOUN", "4", "obj", "SpaceAfter=No")
                            WORD("7", ".", "PUNCT", "4", "punct",
                                 "_") "\n\n# next\n" WORD("1", "Go", "VERB", "0", "root", "_")
                                WORD("2", "!", "PUNCT", "1", "punct", "_");

START_TEST(words_of_a_treebank_and_theirs)
{
    static const char *const wanted[] = {"She did n't see her dog .", "4 4 4 0 6 4 4",
                                         "0 1 0 1 0 0 0", "0 0 0 6 0 0 0", "0 0 0 0 1 0 0"};
    static const attn_arc arcs[] = {
        {"governor", "nsubj", 0, 3},     {"governor", "aux", 1, 3},
        {"governor", "advmod", 2, 3},    {"governor", "root", 3, ATTN_NO_WORD},
        {"governor", "nmod:poss", 4, 5}, {"governor", "obj", 5, 3},
        {"governor", "punct", 6, 3},     {"subject", "nsubj", 1, 0},
        {"subject", "nsubj", 3, 0},      {"object", "obj", 3, 5},
        {"antecedent", "nsubj", 4, 0}};
    attn_corpus *corpus = must_read(trees, "trees.conllu");
    const attn_corpus_asked asked = {.part = attn_corpus_usual_part(corpus)};
    attn_corpus_stream *stream = attn_corpus_open(corpus, &asked, &status);
    attn_line line;
    char text[256];
    ck_assert(attn_corpus_next(stream, &line));
    ck_assert_uint_eq(line.column_count, COUNT(wanted));
    for (size_t i = 0; i < COUNT(wanted); i++) {
        join(&line.columns[i], text, sizeof text);
        ck_assert_str_eq(text, wanted[i]);
    }
    ck_assert_str_eq(line.source->words[3].kind, "VERB");
    ck_assert_uint_eq(line.arc_count, COUNT(arcs));
    for (size_t i = 0; i < COUNT(arcs); i++) {
        ck_assert_str_eq(line.arcs[i].role, arcs[i].role);
        ck_assert_str_eq(line.arcs[i].relation, arcs[i].relation);
        ck_assert_uint_eq(line.arcs[i].from, arcs[i].from);
        ck_assert_uint_eq(line.arcs[i].to, arcs[i].to);
    }
    ck_assert(attn_corpus_next(stream, &line));
    join(&line.columns[1], text, sizeof text);
    ck_assert_str_eq(text, "0 1");
    ck_assert(!attn_corpus_next(stream, &line) && attn_ok(&status));
    attn_corpus_close(stream);
    attn_corpus_free(corpus);
}
END_TEST

START_TEST(a_treebank_is_one_part)
{
    const attn_corpus_asked asked = {.part = ATTN_TEST};
    attn_corpus *corpus = must_read(trees, "trees.conllu");
    ck_assert_ptr_null(attn_corpus_open(corpus, &asked, &status));
    ck_assert_str_eq(status.message,
                     "trees.conllu has no parts: ask for 'all' of it, not for 'test'");
    attn_corpus_free(corpus);
}
END_TEST

static const char half_known[] = WORD("1", "They", "PRON", "2", "nsubj", "Antecedent=?")
    WORD("2", "saw", "VERB", "0", "root", "_") WORD("3", "it", "PRON", "_", "_", "Antecedent=1");

START_TEST(what_a_treebank_does_not_say)
{
    static const char *const wanted[] = {"They saw it", "2 0 ?", "? ? ?", "? ? ?", "? 0 1"};
    attn_corpus *corpus = must_read(half_known, "half.conllu");
    attn_corpus_stream *stream =
        attn_corpus_open(corpus, &(attn_corpus_asked){.part = ATTN_ALL}, &status);
    attn_line line;
    char text[64];
    ck_assert(attn_corpus_next(stream, &line));
    for (size_t i = 0; i < COUNT(wanted); i++) {
        join(&line.columns[i], text, sizeof text);
        ck_assert_str_eq(text, wanted[i]);
    }
    ck_assert_uint_eq(line.arc_count, 3); /* two governors, an antecedent */
    attn_corpus_close(stream);
    attn_corpus_free(corpus);
}
END_TEST

/* ---- masks ---- */

typedef struct mask_counts {
    size_t words, masked, replaced;
} mask_counts;

/* What is marked is what differs from the sentence as it was. */
static void count_marks(const attn_line *line, mask_counts *counts)
{
    ck_assert_uint_eq(line->column_count, 7);
    for (size_t i = 0; i < line->columns[0].count; i++, counts->words++) {
        const char *shown = line->columns[0].words[i].text, *was = line->columns[5].words[i].text,
                   *mark = line->columns[6].words[i].text;
        ck_assert_str_eq(mark, strcmp(shown, was) == 0        ? "0"
                               : strcmp(shown, "<mask>") == 0 ? "2"
                                                              : "1");
        counts->masked += mark[0] == '2';
        counts->replaced += mark[0] == '1';
    }
}

START_TEST(words_are_masked_and_replaced)
{
    enum { SENTENCES = 3000 };
    attn_text text = {0};
    mask_counts counts = {0};
    attn_line line;
    for (size_t i = 0; i < SENTENCES; i++)
        for (size_t k = 1; k <= 5; k++)
            attn_text_print(&text, "%zu\tw%zu\t_\tX\t_\t_\t_\t_\t_\t_\n%s", k, (5 * i + k) % 997,
                            k == 5 ? "\n" : "");
    attn_corpus *corpus = must_read(attn_text_string(&text), "text.conllu");
    attn_corpus_stream *stream = attn_corpus_open(
        corpus, &(attn_corpus_asked){.part = ATTN_ALL, .seed = 1, .masked = 0.2, .replaced = 0.1},
        &status);
    while (attn_corpus_next(stream, &line)) count_marks(&line, &counts);
    ck_assert(attn_ok(&status));
    ck_assert_uint_eq(counts.words, 5 * SENTENCES);
    ck_assert_double_eq_tol((double)counts.masked / (double)counts.words, 0.2, 0.01);
    /* the first words are not replaced: there is nothing yet to draw from */
    ck_assert_double_eq_tol((double)counts.replaced / (double)(counts.words - 4096), 0.1, 0.01);
    attn_corpus_close(stream);
    attn_corpus_free(corpus);
    attn_text_free(&text);
}
END_TEST

START_TEST(only_a_treebank_is_masked)
{
    attn_corpus *corpus = must_read("a\tb\n", "pairs.tsv");
    const attn_corpus_asked asked = {.part = ATTN_ALL, .masked = 0.1};
    ck_assert_ptr_null(attn_corpus_open(corpus, &asked, &status));
    ck_assert_str_eq(status.message,
                     "only the words of a treebank (.conllu) can be masked or replaced");
    attn_corpus_free(corpus);
}
END_TEST

static const file_fault tree_faults[] = {
    {"", 0, 0, "the file has no sentence"},
    {"# only a comment\n\n", 0, 0, "the file has no sentence"},
    {"1\tGo\tgo\n", 1, 8, "a word has ten fields, separated by tabs, but this one has 3"},
    {"1\tGo\t_\tVERB\t_\t_\t0\troot\t_\t_\t_\n", 1, 28, "one tab too many"},
    {WORD("2", "Go", "VERB", "0", "root", "_"), 1, 1, "this is word 1 of its sentence"},
    {WORD("1", "Go", "VERB", "0", "root", "_") WORD("3", "!", "PUNCT", "1", "punct", "_"), 2, 1,
     "its ID is 2"},
    {WORD("1", "", "VERB", "0", "root", "_"), 1, 3, "a word must not be empty"},
    {WORD("1", "Go on", "VERB", "0", "root", "_"), 1, 3, "or have a space"},
    {WORD("1", "Go", "VERB", "?", "root", "_"), 1, 17, "the governor (HEAD) is the number"},
    {WORD("1", "Go", "VERB", "2", "root", "_"), 1, 0, "points to a word after its end"},
    {WORD("1", "Go", "VERB", "1", "root", "_"), 1, 0, "is its own governor"},
    {WORD("1", "it", "PRON", "0", "root", "Antecedent=x"), 1, 37, "an antecedent is the number"},
    {WORD("1", "it", "PRON", "0", "root", "Antecedent=2"), 1, 0, "points to a word after its end"},
    {WORD("1", "Go\x1b[2J", "VERB", "0", "root", "_"), 1, 5, "there is a control character here"},
    {WORD("1", "\xff", "VERB", "0", "root", "_"), 1, 3, "this byte is not UTF-8"},
};

START_TEST(tree_fault)
{
    check_refused(&tree_faults[_i], "trees.conllu");
}
END_TEST

/* ---- memory that ends ---- */

static bool some_lines(const char *text, const char *file, attn_status *fault)
{
    attn_corpus *corpus = attn_corpus_read(text, strlen(text), file, fault);
    const attn_corpus_asked asked = {.part = corpus ? attn_corpus_usual_part(corpus) : ATTN_TRAIN,
                                     .seed = 1};
    attn_corpus_stream *stream = corpus ? attn_corpus_open(corpus, &asked, fault) : NULL;
    attn_line line;
    bool done = stream && attn_corpus_next(stream, &line);
    attn_corpus_close(stream);
    attn_corpus_free(corpus);
    return done;
}

static bool lines_of_a_grammar(attn_status *fault)
{
    return some_lines(small, "small.json", fault);
}

static bool lines_of_a_file(attn_status *fault)
{
    return some_lines("a b\tc\t0-0\nd\te\nf\tg\n", "my.tsv", fault);
}

static bool lines_of_a_treebank(attn_status *fault)
{
    return some_lines(trees, "trees.conllu", fault);
}

START_TEST(scarce_memory)
{
    ck_assert_uint_gt(scarce_each(lines_of_a_grammar), 20);
    ck_assert_uint_gt(scarce_each(lines_of_a_file), 3);
    ck_assert_uint_gt(scarce_each(lines_of_a_treebank), 3);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("corpus");
    TCase *tests = tcase_create("corpus");
    tcase_set_timeout(tests, 60);
    tcase_add_test(tests, a_small_grammar_gives_its_lines_and_no_other);
    tcase_add_test(tests, half_of_a_test_is_held_out);
    tcase_add_test(tests, a_form_of_several_words);
    tcase_add_test(tests, its_words);
    tcase_add_test(tests, the_seed_alone_decides);
    tcase_add_test(tests, the_same_on_every_machine);
    tcase_add_test(tests, pairs_are_a_function);
    tcase_add_test(tests, two_translations_are_a_fault);
    tcase_add_test(tests, lengths_that_are_asked_for);
    tcase_add_loop_test(tests, grammar_fault, 0, (int)COUNT(faults));
    tcase_add_test(tests, a_symbol_has_only_so_many_features);
    tcase_add_test(tests, a_rule_has_only_so_many_features);
    tcase_add_test(tests, impossible_lengths_are_refused);
    tcase_add_test(tests, a_file_has_only_so_many_bytes);
    tcase_add_test(tests, pairs_of_a_file);
    tcase_add_loop_test(tests, table_fault, 0, (int)COUNT(table_faults));
    tcase_add_test(tests, what_pairs_share_has_one_part);
    tcase_add_test(tests, a_large_group_is_to_be_learned_from);
    tcase_add_test(tests, all_lines_of_a_file);
    tcase_add_test(tests, words_of_a_treebank_and_theirs);
    tcase_add_test(tests, a_treebank_is_one_part);
    tcase_add_test(tests, what_a_treebank_does_not_say);
    tcase_add_test(tests, words_are_masked_and_replaced);
    tcase_add_test(tests, only_a_treebank_is_masked);
    tcase_add_loop_test(tests, tree_fault, 0, (int)COUNT(tree_faults));
    tcase_add_test(tests, scarce_memory);
    suite_add_tcase(suite, tests);
    return unit_run(suite);
}
