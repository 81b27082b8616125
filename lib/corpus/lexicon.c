/*
 * lexicon: the symbols, and those that are words: their forms on both sides, their features.
 */
#include <string.h>

#include "core/text.h"
#include "corpus/grammar.h"

#define fail(corpus, item, ...) attn_json_fail((corpus)->json, item, (corpus)->status, __VA_ARGS__)
#define fail_key(corpus, item, ...)                                                                \
    attn_json_fail_key((corpus)->json, item, (corpus)->status, __VA_ARGS__)

static const char *const sides[] = {"source", "target"};

/* ---- symbols ---- */

size_t attn_symbol_feature(const grammar_symbol *symbol, size_t feature)
{
    for (size_t i = 0; i < symbol->feature_count; i++)
        if (symbol->features[i] == feature) return i;
    return NONE;
}

static bool add_feature(attn_corpus *corpus, grammar_symbol *made, size_t feature)
{
    if (attn_symbol_feature(made, feature) != NONE) return true;
    if (made->feature_count == ATTN_MOST_SYMBOL_FEATURES)
        return fail_key(corpus, made->item, "a symbol has at most %u features",
                        ATTN_MOST_SYMBOL_FEATURES);
    made->features[made->feature_count++] = feature;
    return true;
}

/* "gender,number]", behind the name of a symbol. */
static bool read_features(attn_corpus *corpus, attn_span left, grammar_symbol *made)
{
    attn_span name;
    if (left.bytes[left.length - 1] != ']')
        return fail_key(corpus, made->item, "a ']' is missing at the end: NP[gender,number]");
    left.length--;
    while (attn_span_take(&left, ',', &name)) {
        size_t feature =
            attn_name_find(corpus->features, corpus->feature_count, sizeof *corpus->features, name);
        if (feature == NONE)
            return fail_key(corpus, made->item,
                            "'%.*s' is not a feature: declare it under \"features\"",
                            (int)name.length, name.bytes);
        if (!add_feature(corpus, made, feature)) return false;
    }
    return true;
}

bool attn_symbol_add(attn_corpus *corpus, const attn_json_item *item, void *owner)
{
    const bool words = *(const bool *)owner;
    const char *key = attn_json_name(item);
    grammar_symbol *made = &corpus->symbols[corpus->symbol_count];
    attn_span left = {key, strlen(key)}, name;
    if (corpus->symbol_count == ATTN_MOST_SYMBOLS)
        return fail_key(corpus, item, "a grammar has at most %u symbols", ATTN_MOST_SYMBOLS);
    attn_span_take(&left, '[', &name);
    *made = (grammar_symbol){.name = attn_copy_text(corpus->arena, name.bytes, name.length),
                             .item = item,
                             .kind = "",
                             .words = words};
    if (!made->name) return false;
    if (!attn_symbol_named(name) || (words && left.bytes))
        return fail_key(corpus, item,
                        "'%s' is not a name for a symbol: use capital letters, then digits and "
                        "hyphens if you like",
                        key);
    if (attn_name_find(corpus->symbols, corpus->symbol_count++, sizeof *made, name) != NONE)
        return fail_key(corpus, item, "the symbol %s is given twice: rename one", made->name);
    return !left.bytes || read_features(corpus, left, made);
}

/* ---- a word ---- */

/* "number=s gender=m", of words of this symbol */
static bool read_conditions(attn_corpus *corpus, grammar_symbol *owner, attn_span left,
                            conditions *made)
{
    attn_span said;
    condition one;
    while (attn_span_word(&left, " ", &said)) {
        if (!attn_grammar_condition(corpus, said, &one)) return false;
        if (one.value == NONE)
            return attn_grammar_fail(corpus, said, "'%.*s' has no value: write feature=value",
                                     (int)said.length, said.bytes);
        if (!add_feature(corpus, owner, one.feature) ||
            !attn_append(corpus->arena, &made->items, &made->count, &one, sizeof one))
            return false;
    }
    return true;
}

/* The forms on one side: none if the list is empty; one if there is none. */
static bool read_cells(attn_corpus *corpus, grammar_symbol *owner, const attn_json_item *list,
                       attn_side side)
{
    size_t *count = &owner->form_count[side];
    *count = !list;
    if (list && !attn_grammar_is(corpus, list, ATTN_JSON_LIST, sides[side])) return false;
    for (const attn_json_item *item = attn_json_first(list); item; item = attn_json_after(item)) {
        conditions *made = attn_push(corpus->arena, &owner->cells[side], count, sizeof *made);
        if (!made ||
            !attn_grammar_is(corpus, item, ATTN_JSON_STRING,
                             "where a form stands (\"number=s\")") ||
            !read_conditions(corpus, owner, attn_grammar_text(item), made))
            return false;
    }
    return true;
}

/* The words that lessons cut a form into. */
static bool cut_form(attn_corpus *corpus, attn_span form, grammar_form *made)
{
    size_t at = 0, start, end;
    made->text = attn_copy_text(corpus->arena, form.bytes, form.length);
    if (!made->text || !attn_grammar_form(corpus, form)) return false;
    while (attn_text_word(form.bytes, form.length, &at, &start, &end))
        if (!attn_push_text(corpus->arena, &made->words, &made->count,
                            attn_copy_text(corpus->arena, form.bytes + start, end - start)))
            return false;
    return true;
}

static bool read_forms(attn_corpus *corpus, const grammar_symbol *owner, attn_span all,
                       attn_side side, grammar_entry *made)
{
    attn_span form;
    size_t count = 0, wanted = owner->form_count[side];
    for (attn_span left = all; attn_span_word(&left, " ", &form);) {
        grammar_form *next = attn_push(corpus->arena, &made->forms[side], &count, sizeof *next);
        if (!next || !cut_form(corpus, form, next)) return false;
    }
    return count == wanted ||
           attn_grammar_fail(corpus, all, "%zu forms on the %s side, but %s needs %zu", count,
                             sides[side], owner->name, wanted);
}

/* "voit voient | sees see | being=living": forms of each side, then features */
static bool read_entry(attn_corpus *corpus, const attn_json_item *text, void *to)
{
    grammar_symbol *owner = to;
    grammar_entry *made =
        attn_push(corpus->arena, &owner->entries, &owner->entry_count, sizeof *made);
    if (!made || !attn_grammar_is(corpus, text, ATTN_JSON_STRING, "a word with its forms"))
        return false;
    if (corpus->entry_count++ == ATTN_MOST_ENTRIES)
        return fail(corpus, text, "a grammar has at most %u words", ATTN_MOST_ENTRIES);
    attn_span left = attn_grammar_text(text), parts[3];
    size_t count = 0;
    while (count < 3 && attn_span_take(&left, '|', &parts[count])) count++;
    if (left.bytes)
        return attn_grammar_fail(corpus, left, "one '|' too many: source | target | features");
    if (count < 2)
        return attn_grammar_fail(corpus, parts[0], "the target is missing: source | target");
    if (!read_forms(corpus, owner, parts[0], ATTN_SOURCE, made) ||
        !read_forms(corpus, owner, parts[1], ATTN_TARGET, made) ||
        (count == 3 && !read_conditions(corpus, owner, parts[2], &made->values)))
        return false;
    for (size_t f = owner->form_count[ATTN_SOURCE]; f-- > 0;) {
        const char *form = made->forms[ATTN_SOURCE][f].text;
        if (strcmp(form, "-") != 0) made->key = attn_hash(form, strlen(form));
    }
    return true;
}

/* ---- all of them ---- */

static bool read_category(attn_corpus *corpus, const attn_json_item *object, void *owner)
{
    static const char *const keys[] = {"kind", "source", "target", "entries", NULL};
    grammar_symbol *made = &corpus->symbols[corpus->symbol_count];
    bool words = true;
    (void)owner;
    if (!attn_symbol_add(corpus, object, &words) ||
        !attn_grammar_is(corpus, object, ATTN_JSON_OBJECT, made->name) ||
        !attn_json_keys(corpus->json, object, keys, corpus->status))
        return false;
    const attn_json_item *list = attn_json_member(object, "entries");
    const attn_json_item *kind = attn_json_member(object, "kind");
    if (!attn_json_is(list, ATTN_JSON_LIST) || !attn_json_first(list))
        return fail(corpus, object, "%s needs \"entries\": a list of its words", made->name);
    if (kind && (!attn_grammar_is(corpus, kind, ATTN_JSON_STRING, "\"kind\"") ||
                 !attn_grammar_word(corpus, attn_grammar_text(kind))))
        return false;
    if (kind) made->kind = attn_json_text(kind);
    for (size_t side = 0; side < 2; side++)
        if (!read_cells(corpus, made, attn_json_member(object, sides[side]), (attn_side)side))
            return false;
    if (made->form_count[0] + made->form_count[1] == 0)
        return fail(corpus, object, "%s has forms on neither side", made->name);
    return attn_grammar_each(corpus, list, read_entry, made);
}

bool attn_lexicon_read(attn_corpus *corpus, const attn_json_item *object)
{
    return attn_grammar_is(corpus, object, ATTN_JSON_OBJECT, "\"words\"") &&
           attn_grammar_each(corpus, object, read_category, NULL);
}
