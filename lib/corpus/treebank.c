/*
 * treebank: reads sentences with the governor of each word, and says who is whose subject and
 * object.
 */
#include "corpus/treebank.h"

#include <string.h>

#define fail(t, at, status, ...) attn_lines_fail(&(t)->lines, at, status, __VA_ARGS__)

enum { FIELDS = 10, ID = 0, FORM = 1, UPOS = 3, HEAD = 6, DEPREL = 7, MISC = 9 };

const char *const attn_arc_roles[] = {"governor", "subject", "object", "antecedent", NULL};

/* ---- one word ---- */

static bool cut_fields(const attn_treebank *t, attn_span field[FIELDS], attn_status *status)
{
    attn_span left = {t->lines.line, t->lines.length};
    for (size_t i = 0; i < FIELDS; i++)
        if (!attn_span_take(&left, '\t', &field[i]))
            return fail(t, t->lines.line + t->lines.length, status,
                        "a word has ten fields, separated by tabs, but this one has %zu", i);
    return !left.bytes || fail(t, left.bytes, status,
                               "one tab too many: a word has ten fields, separated by tabs");
}

/* All of a field as a whole number. */
static bool read_whole(attn_span field, size_t *number)
{
    return attn_span_whole(&field, ATTN_MOST_LINE_WORDS, number) && field.length == 0;
}

/* A place of another word, or "?" or "_" for one that is not known. */
static bool read_place(attn_span field, const char *unknown, size_t *place)
{
    if (field.length != 1 || field.bytes[0] != *unknown) return read_whole(field, place);
    *place = TREEBANK_UNKNOWN;
    return true;
}

/* "Antecedent=3" among "A=1|B=2"; of "3,5", either of which is right, the first. */
static bool read_antecedent(attn_treebank *t, attn_span misc, attn_status *status)
{
    static const char key[] = "Antecedent=";
    const size_t length = sizeof key - 1;
    attn_span one, number;
    while (attn_span_take(&misc, '|', &one)) {
        if (one.length < length || memcmp(one.bytes, key, length) != 0) continue;
        one = (attn_span){one.bytes + length, one.length - length};
        const char *at = one.bytes;
        if (!attn_span_take(&one, ',', &number) ||
            !read_place(number, "?", &t->others[TREEBANK_ANTECEDENT][t->count]))
            return fail(t, at, status,
                        "an antecedent is the number of a word, 0 for none, or ? if it is not "
                        "known");
    }
    return true;
}

/* NULL, with a fault, if it is harmful. */
static const char *keep_text(const attn_treebank *t, attn_span field, attn_status *status)
{
    return attn_lines_harmless(&t->lines, field.bytes, field.length, status)
               ? attn_copy_text(t->arena, field.bytes, field.length)
               : NULL;
}

static bool read_word(attn_treebank *t, const attn_span field[FIELDS], attn_status *status)
{
    size_t id;
    if (t->count == ATTN_MOST_LINE_WORDS)
        return fail(t, NULL, status, "a sentence has at most %u words", ATTN_MOST_LINE_WORDS);
    if (!read_whole(field[ID], &id) || id != t->count + 1)
        return fail(t, field[ID].bytes, status, "this is word %zu of its sentence: its ID is %zu",
                    t->count + 1, t->count + 1);
    if (field[FORM].length == 0 || memchr(field[FORM].bytes, ' ', field[FORM].length))
        return fail(t, field[FORM].bytes, status, "a word must not be empty or have a space");
    if (!read_place(field[HEAD], "_", &t->others[TREEBANK_GOVERNOR][t->count]))
        return fail(t, field[HEAD].bytes, status,
                    "the governor (HEAD) is the number of a word, 0 for a root, or _ if it is not "
                    "known");
    t->others[TREEBANK_ANTECEDENT][t->count] = 0;
    t->word[t->count].text = keep_text(t, field[FORM], status);
    t->word[t->count].kind = keep_text(t, field[UPOS], status);
    t->relation[t->count] = keep_text(t, field[DEPREL], status);
    return attn_ok(status) && read_antecedent(t, field[MISC], status) && ++t->count;
}

/* ---- who is whose subject and object ---- */

/* Whether a relation is this one, or a kind of it, as "nsubj:pass". */
static bool is_relation(const char *relation, const char *wanted)
{
    const size_t length = strlen(wanted);
    return strncmp(relation, wanted, length) == 0 &&
           (relation[length] == '\0' || relation[length] == ':');
}

static bool is_subject(const char *relation)
{
    return is_relation(relation, "nsubj") || is_relation(relation, "csubj");
}

/* Whether the whole tree is known. */
static bool is_known(const attn_treebank *t)
{
    for (size_t i = 0; i < t->count; i++)
        if (t->others[TREEBANK_GOVERNOR][i] == TREEBANK_UNKNOWN) return false;
    return true;
}

static void find_others(attn_treebank *t)
{
    const size_t *governor = t->others[TREEBANK_GOVERNOR];
    size_t *subject = t->others[TREEBANK_SUBJECT], *object = t->others[TREEBANK_OBJECT];
    const size_t usual = is_known(t) ? 0 : TREEBANK_UNKNOWN;
    for (size_t i = 0; i < t->count; i++) subject[i] = object[i] = usual;
    if (usual) return;
    for (size_t i = t->count; i-- > 0;) {
        if (governor[i] == 0) continue;
        if (is_subject(t->relation[i])) subject[governor[i] - 1] = i + 1;
        if (is_relation(t->relation[i], "obj")) object[governor[i] - 1] = i + 1;
    }
    /* an auxiliary and a copula agree with the subject of what they belong to */
    for (size_t i = 0; i < t->count; i++)
        if (governor[i] &&
            (is_relation(t->relation[i], "aux") || strcmp(t->relation[i], "cop") == 0))
            subject[i] = subject[governor[i] - 1];
}

/* ---- one sentence ---- */

static bool is_after_end(const attn_treebank *t, size_t place)
{
    return place > t->count && place != TREEBANK_UNKNOWN;
}

static bool check_places(const attn_treebank *t, attn_status *status)
{
    for (size_t i = 0; i < t->count; i++) {
        const size_t governor = t->others[TREEBANK_GOVERNOR][i];
        if (is_after_end(t, governor) || is_after_end(t, t->others[TREEBANK_ANTECEDENT][i]))
            return fail(t, NULL, status, "word %zu of this sentence points to a word after its end",
                        i + 1);
        if (governor == i + 1)
            return fail(t, NULL, status, "word %zu of this sentence is its own governor", i + 1);
    }
    return true;
}

static void spell_places(attn_treebank *t)
{
    for (size_t role = 0; role < TREEBANK_ROLES; role++)
        for (size_t i = 0; i < t->count; i++) {
            const size_t place = t->others[role][i];
            t->place[role][i] = (attn_word){
                place == TREEBANK_UNKNOWN ? "?" : attn_print(t->arena, "%zu", place), ""};
        }
}

static size_t list_arcs(attn_treebank *t)
{
    size_t count = 0;
    for (size_t role = 0; role < TREEBANK_ROLES; role++)
        for (size_t i = 0; i < t->count; i++) {
            const size_t other = t->others[role][i];
            if (other == TREEBANK_UNKNOWN || (other == 0 && role != TREEBANK_GOVERNOR)) continue;
            const size_t of = role == TREEBANK_GOVERNOR ? i : other - 1;
            t->arcs[count++] = (attn_arc){.role = attn_arc_roles[role],
                                          .relation = t->relation[of],
                                          .from = i,
                                          .to = other ? other - 1 : ATTN_NO_WORD};
        }
    return count;
}

static bool finish(attn_treebank *t, attn_line *line, attn_status *status)
{
    if (!check_places(t, status)) return false;
    find_others(t);
    spell_places(t);
    *line = (attn_line){.column_count = 1 + TREEBANK_ROLES,
                        .columns[0] = {.count = t->count, .words = t->word},
                        .source = line->columns,
                        .arc_count = list_arcs(t),
                        .arcs = t->arcs};
    for (size_t role = 0; role < TREEBANK_ROLES; role++)
        line->columns[1 + role] = (attn_words){.count = t->count, .words = t->place[role]};
    return attn_ok(status);
}

/* Comments, and what is no word of the tree: "3-4" stands for two words, "3.1" was left out. */
static bool is_skipped(const attn_treebank *t)
{
    const char *line = t->lines.line;
    size_t digits = 0;
    if (line[0] == '#') return true;
    while (digits < t->lines.length && line[digits] >= '0' && line[digits] <= '9') digits++;
    return digits > 0 && digits < t->lines.length && (line[digits] == '-' || line[digits] == '.');
}

bool attn_treebank_next(attn_treebank *t, attn_line *line, attn_status *status)
{
    attn_span field[FIELDS];
    t->count = 0;
    attn_arena_clear(t->arena);
    while (attn_lines_next(&t->lines)) {
        if (t->lines.length == 0 && t->count > 0) return finish(t, line, status);
        if (t->lines.length == 0 || is_skipped(t)) continue;
        if (!cut_fields(t, field, status) || !read_word(t, field, status)) return false;
    }
    return t->count > 0 && finish(t, line, status);
}

void attn_treebank_begin(attn_treebank *t, const attn_corpus *corpus, attn_arena *arena)
{
    t->arena = arena;
    attn_lines_begin(&t->lines, corpus->file, corpus->text, corpus->length);
}

bool attn_treebank_check(attn_corpus *corpus)
{
    attn_arena *words = attn_arena_new(corpus->status);
    attn_treebank *t = words ? attn_alloc(corpus->arena, 1, sizeof *t) : NULL;
    attn_line line;
    size_t count = 0;
    if (t) attn_treebank_begin(t, corpus, words);
    bool fine = t && attn_lines_check(&t->lines, corpus->status);
    while (fine && attn_treebank_next(t, &line, corpus->status)) count++;
    attn_arena_free(words);
    if (!fine || count > 0 || !attn_ok(corpus->status)) return fine && attn_ok(corpus->status);
    attn_fail(corpus->status, ATTN_INPUT,
              "the file has no sentence: write a line for each word, with ten fields "
              "separated by tabs, as in Universal Dependencies");
    attn_status_place(corpus->status, corpus->file, 0, 0);
    return false;
}
