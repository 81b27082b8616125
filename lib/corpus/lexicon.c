/*
 * lexicon: the symbols that are words: their forms on both sides, their features.
 */
#include <string.h>

#include "core/text.h"
#include "corpus/grammar.h"

#define fail(corpus, item, ...) attn_json_fail((corpus)->json, item, (corpus)->status, __VA_ARGS__)
#define fail_key(corpus, item, ...)                                                                \
    attn_json_fail_key((corpus)->json, item, (corpus)->status, __VA_ARGS__)

static const char *const side_names[] = {"source", "target"};

/* ---- symbols ---- */

static bool is_symbol_name(const char *name)
{
    static const char capitals[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
                      all[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-";
    size_t length = strlen(name);
    return length > 0 && length <= 32 && strchr(capitals, name[0]) && strspn(name, all) == length;
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

/* "gender number]", behind the name of a symbol. */
static bool read_features(attn_corpus *corpus, attn_span left, grammar_symbol *made)
{
    attn_span name;
    if (left.length == 0 || left.bytes[left.length - 1] != ']')
        return fail_key(corpus, made->item, "a ']' is missing at the end: NP[gender number]");
    left.length--;
    while (attn_span_word(&left, " ", &name)) {
        size_t feature =
            attn_name_find(corpus->features, corpus->feature_count, sizeof *corpus->features, name);
        if (feature == NONE)
            return fail_key(corpus, made->item,
                            "'%.*s' is not a feature: declare it under \"features\"",
                            (int)name.length, name.bytes);
        if (attn_symbol_feature(made, feature) != NONE)
            return fail_key(corpus, made->item, "the feature %s is given twice: remove one",
                            corpus->features[feature].name);
        if (!add_feature(corpus, made, feature)) return false;
        corpus->features[feature].used++;
    }
    return true;
}

bool attn_symbol_add(attn_corpus *corpus, const attn_json_item *item, void *owner)
{
    const bool words = *(const bool *)owner;
    const char *key = attn_json_name(item);
    grammar_symbol *made = &corpus->symbols[corpus->symbol_count];
    attn_span left = {key, strlen(key)}, name = left;
    if (corpus->symbol_count == ATTN_MOST_SYMBOLS)
        return fail_key(corpus, item, "a grammar has at most %u symbols", ATTN_MOST_SYMBOLS);
    if (!words) attn_span_take(&left, '[', &name);
    *made = (grammar_symbol){.name = attn_copy_text(corpus->arena, name.bytes, name.length),
                             .item = item,
                             .kind = "",
                             .words = words};
    if (!made->name || (!words && left.bytes && !read_features(corpus, left, made))) return false;
    if (!is_symbol_name(made->name))
        return fail_key(corpus, item,
                        "'%s' is not a name for a symbol: use capital letters, then digits and "
                        "hyphens if you like, at most 32 characters",
                        made->name);
    bool twice =
        attn_name_find(corpus->symbols, corpus->symbol_count++, sizeof *made, name) != NONE;
    return !twice || fail_key(corpus, item, "the symbol %s is given twice: rename one", made->name);
}

/* ---- where forms stand ---- */

static bool read_cell(attn_corpus *corpus, grammar_symbol *owner, const attn_json_item *text,
                      grammar_cell *made)
{
    attn_span said;
    if (!made || !attn_grammar_is_text(corpus, text, "where a form stands (\"number=s\")"))
        return false;
    for (attn_span left = attn_grammar_text(text); attn_span_word(&left, " ", &said);) {
        condition *place = attn_push(corpus->arena, &made->conditions, &made->count, sizeof *place);
        if (!place || !attn_grammar_condition(corpus, said, place) ||
            !add_feature(corpus, owner, place->feature))
            return false;
    }
    return true;
}

/* The forms on one side: none if the list is empty; one if there is none. */
static bool read_cells(attn_corpus *corpus, grammar_symbol *owner, const attn_json_item *list,
                       attn_side side)
{
    owner->has_side[side] = list ? attn_json_count(list) > 0 : true;
    if (list && !attn_grammar_is_list(corpus, list, side_names[side])) return false;
    for (const attn_json_item *item = attn_json_first(list); item; item = attn_json_after(item))
        if (!read_cell(corpus, owner, item,
                       attn_push(corpus->arena, &owner->cells[side], &owner->cell_count[side],
                                 sizeof(grammar_cell))))
            return false;
    owner->form_count[side] = list ? owner->cell_count[side] : owner->has_side[side];
    return true;
}

/* ---- a word ---- */

static bool read_forms(attn_corpus *corpus, const grammar_symbol *owner, attn_span all,
                       attn_side side, grammar_entry *made)
{
    attn_span form;
    size_t count = 0, wanted = owner->form_count[side];
    for (attn_span left = all; attn_span_word(&left, " ", &form);)
        if (!attn_grammar_word(corpus, form) ||
            !attn_push_text(corpus->arena, &made->forms[side], &count,
                            attn_copy_text(corpus->arena, form.bytes, form.length)))
            return false;
    return count == wanted ||
           attn_grammar_fail(corpus, all, "%zu forms on the %s side, but %s needs %zu", count,
                             side_names[side], owner->name, wanted);
}

/* "being=living" */
static bool read_value(attn_corpus *corpus, grammar_symbol *owner, attn_span said,
                       grammar_entry *made)
{
    condition value;
    if (!attn_grammar_condition(corpus, said, &value) ||
        !add_feature(corpus, owner, value.feature))
        return false;
    made->allowed[value.feature] = UINT32_C(1) << value.value;
    return true;
}

static bool note_first_form(attn_corpus *corpus, const grammar_symbol *owner, grammar_entry *made)
{
    attn_side side = owner->has_side[0] ? ATTN_SOURCE : ATTN_TARGET;
    size_t f = 0;
    while (f < owner->form_count[side] && strcmp(made->forms[side][f], "-") == 0) f++;
    if (f == owner->form_count[side])
        return fail(corpus, made->item,
                    "there is no form here: write '-' for one that a word does not have");
    made->key = attn_hash(made->forms[side][f], strlen(made->forms[side][f]));
    return true;
}

/* "voit voient | sees see | being=living": forms of each side, then features */
static bool read_entry(attn_corpus *corpus, grammar_symbol *owner, const attn_json_item *text,
                       grammar_entry *made)
{
    if (!made || !attn_grammar_is_text(corpus, text, "a word with its forms")) return false;
    *made = (grammar_entry){.item = text};
    memset(made->allowed, 0xFF, sizeof made->allowed);
    if (corpus->entry_count++ == ATTN_MOST_ENTRIES)
        return fail(corpus, text, "a grammar has at most %u words", ATTN_MOST_ENTRIES);
    attn_span left = attn_grammar_text(text), parts[3] = {{0}}, said;
    size_t count = 0;
    while (count < 3 && attn_span_take(&left, '|', &parts[count])) count++;
    if (left.bytes)
        return attn_grammar_fail(corpus, left, "one '|' too many: source | target | features");
    if (count < 2)
        return attn_grammar_fail(corpus, parts[0], "the target is missing: source | target");
    for (size_t side = 0; side < 2; side++)
        if (!read_forms(corpus, owner, parts[side], (attn_side)side, made)) return false;
    while (attn_span_word(&parts[2], " ", &said))
        if (!read_value(corpus, owner, said, made)) return false;
    return note_first_form(corpus, owner, made);
}

static bool read_word(attn_corpus *corpus, const attn_json_item *item, void *to)
{
    grammar_symbol *owner = to;
    return read_entry(
        corpus, owner, item,
        attn_push(corpus->arena, &owner->entries, &owner->entry_count, sizeof(grammar_entry)));
}

/* ---- all of them ---- */

static bool read_category(attn_corpus *corpus, const attn_json_item *object, void *owner)
{
    static const char *const keys[] = {"kind", "source", "target", "entries", NULL};
    grammar_symbol *made = &corpus->symbols[corpus->symbol_count];
    bool words = true;
    (void)owner;
    if (!attn_symbol_add(corpus, object, &words) ||
        !attn_grammar_is_object(corpus, object, made->name, keys))
        return false;
    const attn_json_item *list = attn_json_member(object, "entries");
    const attn_json_item *kind = attn_json_member(object, "kind");
    if (!attn_grammar_fills(list))
        return fail(corpus, object, "%s needs \"entries\": a list of its words", made->name);
    if (kind && !attn_grammar_name(corpus, kind, "\"kind\"")) return false;
    if (kind) made->kind = attn_json_text(kind);
    for (size_t side = 0; side < 2; side++)
        if (!read_cells(corpus, made, attn_json_member(object, side_names[side]), (attn_side)side))
            return false;
    if (!made->has_side[0] && !made->has_side[1])
        return fail(corpus, object, "%s has forms on neither side", made->name);
    return attn_grammar_each(corpus, list, read_word, made);
}

bool attn_lexicon_read(attn_corpus *corpus, const attn_json_item *object)
{
    return attn_grammar_is_object(corpus, object, "words", NULL) &&
           attn_grammar_each(corpus, object, read_category, NULL);
}
