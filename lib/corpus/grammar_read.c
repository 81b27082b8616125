/*
 * grammar_read: a grammar's JSON: features, rules, what is held out.
 */
#include <string.h>

#include "core/text.h"
#include "corpus/grammar.h"

#define fail(corpus, item, ...) attn_json_fail((corpus)->json, item, (corpus)->status, __VA_ARGS__)
#define fail_key(corpus, item, ...)                                                                \
    attn_json_fail_key((corpus)->json, item, (corpus)->status, __VA_ARGS__)

bool attn_grammar_fail(attn_corpus *corpus, attn_span part, const char *format, ...)
{
    size_t line, column, offset = (size_t)(part.bytes - attn_json_text(corpus->reading));
    va_list arguments;
    if (!attn_ok(corpus->status)) return false;
    va_start(arguments, format);
    attn_fail_list(corpus->status, ATTN_INPUT, format, arguments);
    va_end(arguments);
    attn_json_find_inside(corpus->json, attn_json_start(corpus->json, corpus->reading), offset,
                          &line, &column);
    attn_status_place(corpus->status, corpus->file, line, column);
    return false;
}

attn_span attn_grammar_text(const attn_json_item *item)
{
    return (attn_span){attn_json_text(item), strlen(attn_json_text(item))};
}

/* ---- small readers ---- */

bool attn_grammar_is(attn_corpus *corpus, const attn_json_item *item, attn_json_kind kind,
                     const char *name)
{
    static const char *const kinds[] = {[ATTN_JSON_OBJECT] = "an object: { … }",
                                        [ATTN_JSON_LIST] = "a list: [ … ]",
                                        [ATTN_JSON_STRING] = "a text in quotes"};
    if (kind == ATTN_JSON_STRING) corpus->reading = item;
    return attn_json_is(item, kind) || fail(corpus, item, "%s must be %s", name, kinds[kind]);
}

bool attn_grammar_each(attn_corpus *corpus, const attn_json_item *list, grammar_reader *read,
                       void *owner)
{
    const attn_json_item *item = attn_json_first(list);
    while (item && read(corpus, item, owner)) item = attn_json_after(item);
    return item == NULL;
}

static bool read_whole(attn_corpus *corpus, const attn_json_item *item, size_t least, size_t most,
                       size_t *number)
{
    double value = attn_json_value(item);
    bool fits = value >= (double)least && value <= (double)most && value == (double)(size_t)value;
    if (fits) *number = (size_t)value;
    return fits || fail(corpus, item, "expected a whole number from %zu to %zu", least, most);
}

/* ---- what names mean ---- */

size_t attn_name_find(const void *things, size_t count, size_t size, attn_span name)
{
    for (size_t i = 0; i < count; i++) {
        const char *const *own = (const void *)((const char *)things + i * size);
        if (strlen(*own) == name.length && memcmp(*own, name.bytes, name.length) == 0) return i;
    }
    return NONE;
}

static bool find_feature(attn_corpus *corpus, attn_span name, size_t *found)
{
    *found =
        attn_name_find(corpus->features, corpus->feature_count, sizeof *corpus->features, name);
    return *found != NONE ||
           attn_grammar_fail(corpus, name, "'%.*s' is not a feature: declare it under \"features\"",
                             (int)name.length, name.bytes);
}

static bool find_value(attn_corpus *corpus, const grammar_feature *feature, attn_span name,
                       size_t *found)
{
    attn_text list = {0};
    *found = attn_name_find(feature->values, feature->count, sizeof(char *), name);
    for (size_t i = 0; *found == NONE && i < feature->count; i++)
        attn_text_print(&list, "%s%s", i ? ", " : "", feature->values[i]);
    if (*found == NONE)
        attn_grammar_fail(corpus, name, "%s has no value '%.*s'; there are: %s", feature->name,
                          (int)name.length, name.bytes, attn_text_string(&list));
    attn_text_free(&list);
    return *found != NONE;
}

bool attn_grammar_condition(attn_corpus *corpus, attn_span said, condition *made)
{
    attn_span name;
    attn_span_take(&said, '=', &name);
    made->value = NONE;
    return find_feature(corpus, name, &made->feature) &&
           (!said.bytes ||
            find_value(corpus, &corpus->features[made->feature], said, &made->value));
}

/* ---- features ---- */

static bool read_value(attn_corpus *corpus, const attn_json_item *item, void *owner)
{
    grammar_feature *feature = owner;
    if (!attn_grammar_is(corpus, item, ATTN_JSON_STRING, "a value")) return false;
    attn_span name = attn_grammar_text(item);
    if (attn_name_find(feature->values, feature->count, sizeof(char *), name) != NONE)
        return fail(corpus, item, "the value '%s' is given twice: remove one", name.bytes);
    return attn_push_text(corpus->arena, &feature->values, &feature->count, name.bytes);
}

static bool read_feature(attn_corpus *corpus, const attn_json_item *list, void *owner)
{
    (void)owner;
    grammar_feature *made =
        attn_push(corpus->arena, &corpus->features, &corpus->feature_count, sizeof *made);
    if (!made) return false;
    made->name = attn_json_name(list);
    if (!attn_json_is(list, ATTN_JSON_LIST) || !attn_json_first(list) ||
        attn_json_count(list) > ATTN_MOST_FEATURE_VALUES)
        return fail(corpus, list, "a feature is a list of 1 to %u values: [\"s\", \"p\"]",
                    ATTN_MOST_FEATURE_VALUES);
    return attn_grammar_each(corpus, list, read_value, made);
}

/* ---- what is held out ---- */

/* Whether some word has this first form in the source. */
static bool is_first_form(const attn_corpus *corpus, uint64_t hash)
{
    for (size_t i = 0; i < corpus->symbol_count; i++)
        for (size_t k = 0; k < corpus->symbols[i].entry_count; k++)
            if (corpus->symbols[i].entries[k].key == hash) return true;
    return false;
}

/* "chat noir": the first forms, in the order of the roles */
static bool read_always(attn_corpus *corpus, const attn_json_item *text, void *owner)
{
    held_out *held = owner;
    attn_span word;
    size_t count = 0;
    uint64_t *made = attn_push(corpus->arena, &held->always, &held->always_count, sizeof *made);
    if (!made || !attn_grammar_is(corpus, text, ATTN_JSON_STRING, "a combination")) return false;
    for (attn_span left = attn_grammar_text(text); attn_span_word(&left, " ", &word); count++) {
        uint64_t hash = attn_hash(word.bytes, word.length);
        if (!is_first_form(corpus, hash))
            return attn_grammar_fail(corpus, word, "no word has '%.*s' as its first form",
                                     (int)word.length, word.bytes);
        *made = attn_combine(*made, hash);
    }
    return count == 2 || fail(corpus, text, "a combination names one word for each of both roles");
}

static bool read_held(attn_corpus *corpus, const attn_json_item *object)
{
    static const char *const keys[] = {"roles", "share", "always", "half", NULL};
    held_out *held = &corpus->held;
    held->roles[0] = held->roles[1] = "";
    if (!object) return true;
    if (!attn_grammar_is(corpus, object, ATTN_JSON_OBJECT, "\"held-out\"") ||
        !attn_json_keys(corpus->json, object, keys, corpus->status))
        return false;
    const attn_json_item *roles = attn_json_member(object, "roles"),
                         *share = attn_json_member(object, "share"),
                         *list = attn_json_member(object, "always"),
                         *half = attn_json_member(object, "half");
    const attn_json_item *role = attn_json_first(roles);
    if (!attn_json_is(roles, ATTN_JSON_LIST) || attn_json_count(roles) != 2)
        return fail(corpus, roles ? roles : object,
                    "\"roles\" lists two roles of one rule: [\"noun\", \"adjective\"]");
    for (size_t i = 0; i < 2; i++, role = attn_json_after(role)) {
        if (!attn_grammar_is(corpus, role, ATTN_JSON_STRING, "a role")) return false;
        held->roles[i] = attn_json_text(role);
    }
    if (share && !(attn_json_value(share) >= 0 && attn_json_value(share) < 1))
        return fail(corpus, share, "\"share\" is a share from 0 to below 1, such as 0.15");
    if (half && attn_json_truth(half) < 0) return fail(corpus, half, "\"half\" is true or false");
    held->half = half && attn_json_truth(half) > 0;
    if (share) held->threshold = (uint64_t)(attn_json_value(share) * 4294967296.0);
    return (!list || attn_grammar_is(corpus, list, ATTN_JSON_LIST, "\"always\"")) &&
           attn_grammar_each(corpus, list, read_always, held);
}

/* ---- rules ---- */

/* { "rule": "…", "weight": 2, "longer": true } */
static bool read_measures(attn_corpus *corpus, const attn_json_item *object, grammar_rule *made)
{
    static const char *const keys[] = {"rule", "weight", "longer", NULL};
    const attn_json_item *weight = attn_json_member(object, "weight");
    const attn_json_item *longer = attn_json_member(object, "longer");
    if (!attn_json_keys(corpus->json, object, keys, corpus->status)) return false;
    if (!made->item) return fail(corpus, object, "expected { \"rule\": \"…\", \"weight\": 2 }");
    if (weight) made->weight = attn_json_value(weight);
    if (!(made->weight > 0 && made->weight <= 1e6))
        return fail(corpus, weight, "\"weight\" is a number above 0, up to 1000000");
    if (longer && attn_json_truth(longer) < 0)
        return fail(corpus, longer, "\"longer\" is true or false");
    made->longer = longer && attn_json_truth(longer);
    return true;
}

static bool read_rule(attn_corpus *corpus, const attn_json_item *item, void *to)
{
    grammar_symbol *owner = to;
    const bool object = attn_json_is(item, ATTN_JSON_OBJECT);
    grammar_rule *made = attn_push(corpus->arena, &owner->rules, &owner->rule_count, sizeof *made);
    if (!made) return false;
    made->weight = 1;
    made->item = object ? attn_json_member(item, "rule") : item;
    if (corpus->rule_count++ == ATTN_MOST_RULES)
        return fail(corpus, item, "a grammar has at most %u rules", ATTN_MOST_RULES);
    if (object && !read_measures(corpus, item, made)) return false;
    owner->weight += made->weight;
    return attn_grammar_is(corpus, made->item, ATTN_JSON_STRING, "a rule") &&
           attn_rule_read(corpus, owner, made);
}

/* Some rule of the symbol names each of its features. */
static bool check_named(attn_corpus *corpus, const grammar_symbol *owner)
{
    for (size_t k = 0; k < owner->feature_count; k++) {
        bool named = false;
        for (size_t r = 0; r < owner->rule_count; r++)
            named = named || attn_rule_mentions(&owner->rules[r], k) > 0;
        if (!named)
            return fail_key(corpus, owner->item,
                            "%s has the feature %s, but no rule of it uses that feature",
                            owner->name, corpus->features[owner->features[k]].name);
    }
    return true;
}

static bool read_rule_list(attn_corpus *corpus, grammar_symbol *owner)
{
    if (!attn_json_is(owner->item, ATTN_JSON_LIST) || !attn_json_first(owner->item))
        return fail(corpus, owner->item, "%s needs a list of rules: [ \"…\" ]", owner->name);
    return attn_grammar_each(corpus, owner->item, read_rule, owner) && check_named(corpus, owner);
}

/* The names first, for rules may stand before those that they lead to. */
static bool read_rules(attn_corpus *corpus, const attn_json_item *object)
{
    if (!attn_grammar_is(corpus, object, ATTN_JSON_OBJECT, "\"rules\"")) return false;
    const attn_json_item *first = attn_json_first(object);
    if (!first) return fail(corpus, object, "a grammar needs a rule: { \"LINE\": [ … ] }");
    corpus->start = corpus->symbol_count;
    bool words = false;
    if (!attn_grammar_each(corpus, object, attn_symbol_add, &words)) return false;
    if (corpus->symbols[corpus->start].feature_count > 0)
        return fail_key(corpus, first, "the first symbol, where lines begin, has no features");
    for (size_t i = corpus->start; i < corpus->symbol_count; i++)
        if (!read_rule_list(corpus, &corpus->symbols[i])) return false;
    return true;
}

/* ---- the whole ---- */

static bool read_length(attn_corpus *corpus, const attn_json_item *list)
{
    const attn_json_item *least = attn_json_first(list);
    corpus->least = 1;
    corpus->most = ATTN_MOST_LINE_WORDS;
    if (!list) return true;
    if (!attn_json_is(list, ATTN_JSON_LIST) || attn_json_count(list) != 2)
        return fail(corpus, list,
                    "\"length\" is the least and the largest number of words: [2, 12]");
    return read_whole(corpus, least, 1, ATTN_MOST_LINE_WORDS, &corpus->least) &&
           read_whole(corpus, attn_json_after(least), corpus->least, ATTN_MOST_LINE_WORDS,
                      &corpus->most);
}

bool attn_grammar_read(attn_corpus *corpus, const attn_json_item *root)
{
    static const char *const keys[] = {"attnviz-corpus", "title", "summary",  "length", "features",
                                       "words",          "rules", "held-out", NULL};
    size_t version;
    const attn_json_item *values[sizeof keys / sizeof *keys];
    for (size_t i = 0; keys[i]; i++) values[i] = attn_json_member(root, keys[i]);
    if (!attn_json_is(root, ATTN_JSON_OBJECT) || !values[0])
        return fail(corpus, root, "a grammar starts with { \"attnviz-corpus\": 1, …");
    if (!attn_json_keys(corpus->json, root, keys, corpus->status)) return false;
    for (size_t i = 1; i <= 2; i++)
        if (values[i] && !attn_grammar_is(corpus, values[i], ATTN_JSON_STRING, "this"))
            return false;
    for (size_t i = 5; i <= 6; i++)
        if (!values[i]) return fail(corpus, root, "a grammar needs \"%s\"", keys[i]);
    corpus->symbols = attn_alloc(corpus->arena, ATTN_MOST_SYMBOLS, sizeof(grammar_symbol));
    return corpus->symbols && read_whole(corpus, values[0], 1, 1, &version) &&
           read_length(corpus, values[3]) &&
           (!values[4] || attn_grammar_is(corpus, values[4], ATTN_JSON_OBJECT, "\"features\"")) &&
           attn_grammar_each(corpus, values[4], read_feature, NULL) &&
           attn_lexicon_read(corpus, values[5]) && read_held(corpus, values[7]) &&
           read_rules(corpus, values[6]) && attn_grammar_unify(corpus);
}
