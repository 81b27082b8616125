/*
 * grammar_read: a grammar's JSON: features, words, rules, what is held out, what is replaced.
 */
#include <string.h>

#include "core/text.h"
#include "corpus/grammar.h"

#define fail(corpus, item, ...) attn_json_fail((corpus)->json, item, (corpus)->status, __VA_ARGS__)
#define fail_key(corpus, item, ...)                                                                \
    attn_json_fail_key((corpus)->json, item, (corpus)->status, __VA_ARGS__)

static const cJSON *key(const cJSON *object, const char *name)
{
    return cJSON_GetObjectItemCaseSensitive(object, name);
}

bool attn_grammar_fail(attn_corpus *corpus, const cJSON *text, size_t offset, const char *format,
                       ...)
{
    size_t line, column;
    va_list arguments;
    if (!attn_ok(corpus->status)) return false;
    va_start(arguments, format);
    attn_fail_list(corpus->status, ATTN_INPUT, format, arguments);
    va_end(arguments);
    attn_json_string_place(corpus->json, text, offset, &line, &column);
    attn_status_place(corpus->status, corpus->file, line, column);
    return false;
}

/* ---- small readers ---- */

static size_t length_of(const cJSON *list)
{
    size_t count = 0;
    for (const cJSON *item = list ? list->child : NULL; item; item = item->next) count++;
    return count;
}

static bool is_list(attn_corpus *corpus, const cJSON *list, const char *name)
{
    return cJSON_IsArray(list) || fail(corpus, list, "\"%s\" is a list: [ … ]", name);
}

static bool is_object(attn_corpus *corpus, const cJSON *object, const char *name)
{
    return cJSON_IsObject(object) || fail(corpus, object, "\"%s\" is an object: { … }", name);
}

static bool is_text(attn_corpus *corpus, const cJSON *item, const char *what)
{
    return cJSON_IsString(item) || fail(corpus, item, "%s is a text in quotes", what);
}

static bool read_whole(attn_corpus *corpus, const cJSON *item, size_t least, size_t most,
                       size_t *number)
{
    double value = cJSON_IsNumber(item) ? item->valuedouble : -1;
    if (!(value >= (double)least && value <= (double)most && value == (double)(size_t)value))
        return fail(corpus, item, "here must stand a whole number from %zu to %zu", least, most);
    *number = (size_t)value;
    return true;
}

static bool read_share(attn_corpus *corpus, const cJSON *item, const char *name, double *share)
{
    if (!item) return true;
    if (!cJSON_IsNumber(item) || !(item->valuedouble >= 0 && item->valuedouble < 1))
        return fail(corpus, item, "\"%s\" is a share from 0 to below 1, such as 0.15", name);
    *share = item->valuedouble;
    return true;
}

static bool is_name(const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        char c = text[i];
        bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c & 0x80);
        if (!letter && !(i > 0 && ((c >= '0' && c <= '9') || c == '-'))) return false;
    }
    return length > 0 && length <= 64;
}

static bool read_name(attn_corpus *corpus, const cJSON *item, const char *what)
{
    if (!is_text(corpus, item, what)) return false;
    return is_name(item->valuestring, strlen(item->valuestring)) ||
           fail(corpus, item,
                "'%s' is no name: letters, then perhaps digits and hyphens, at most "
                "64 in all",
                item->valuestring);
}

/* ---- what names mean ---- */

static bool same(const char *name, const char *text, size_t length)
{
    return strlen(name) == length && memcmp(name, text, length) == 0;
}

size_t attn_grammar_feature(const attn_corpus *corpus, const char *name, size_t length)
{
    for (size_t i = 0; i < corpus->feature_count; i++)
        if (same(corpus->features[i].name, name, length)) return i;
    return NONE;
}

size_t attn_feature_value(const grammar_feature *feature, const char *name, size_t length)
{
    for (size_t i = 0; i < feature->count; i++)
        if (same(feature->values[i], name, length)) return i;
    return NONE;
}

size_t attn_grammar_symbol(const attn_corpus *corpus, const char *name, size_t length)
{
    for (size_t i = 0; i < corpus->symbol_count; i++)
        if (same(corpus->symbols[i].name, name, length)) return i;
    return NONE;
}

size_t attn_symbol_feature(const grammar_symbol *symbol, size_t feature)
{
    for (size_t i = 0; i < symbol->feature_count; i++)
        if (symbol->features[i] == feature) return i;
    return NONE;
}

size_t attn_grammar_role(attn_corpus *corpus, const char *name, size_t length)
{
    for (size_t i = 0; i < corpus->role_count; i++)
        if (same(corpus->roles[i], name, length)) return i;
    const char **place =
        attn_push(corpus->arena, &corpus->roles, &corpus->role_count, sizeof *place);
    if (!place || !(*place = attn_copy_text(corpus->arena, name, length))) return NONE;
    return corpus->role_count - 1;
}

static bool no_value(attn_corpus *corpus, const cJSON *text, size_t at, size_t which,
                     const char *value, size_t length)
{
    const grammar_feature *feature = &corpus->features[which];
    attn_text list = {0};
    for (size_t i = 0; i < feature->count; i++)
        attn_text_print(&list, "%s%s", i ? ", " : "", feature->values[i]);
    attn_grammar_fail(corpus, text, at, "%s has no value '%.*s'; there are: %s", feature->name,
                      (int)length, value, attn_text_string(&list));
    attn_text_free(&list);
    return false;
}

static bool find_feature(attn_corpus *corpus, const cJSON *text, size_t at, size_t length,
                         size_t *found)
{
    const char *name = text->valuestring ? text->valuestring + at : "";
    *found = attn_grammar_feature(corpus, name, length);
    if (*found != NONE) corpus->features[*found].used++;
    return *found != NONE ||
           attn_grammar_fail(corpus, text, at,
                             "'%.*s' is no feature: declare it under \"features\"", (int)length,
                             name);
}

bool attn_grammar_condition(attn_corpus *corpus, const cJSON *text, size_t at, size_t length,
                            condition *made)
{
    const char *start = text->valuestring + at;
    const char *equals = memchr(start, '=', length);
    if (!equals)
        return attn_grammar_fail(corpus, text, at, "'%.*s' says no value: write feature=value",
                                 (int)length, start);
    size_t name = (size_t)(equals - start), rest = length - name - 1;
    if (!find_feature(corpus, text, at, name, &made->feature)) return false;
    made->value = attn_feature_value(&corpus->features[made->feature], equals + 1, rest);
    return made->value != NONE ||
           no_value(corpus, text, at + name + 1, made->feature, equals + 1, rest);
}

/* ---- features ---- */

static bool read_feature(attn_corpus *corpus, const cJSON *list)
{
    grammar_feature *made =
        attn_push(corpus->arena, &corpus->features, &corpus->feature_count, sizeof *made);
    if (!made) return false;
    *made = (grammar_feature){.name = list->string, .item = list};
    if (!is_name(list->string, strlen(list->string)))
        return fail_key(corpus, list, "'%s' is no name for a feature: letters, digits, hyphens",
                        list->string);
    if (!cJSON_IsArray(list) || !list->child)
        return fail(corpus, list, "a feature is a list of its values: [\"s\", \"p\"]");
    if (length_of(list) > ATTN_MOST_FEATURE_VALUES)
        return fail(corpus, list, "a feature has at most %u values", ATTN_MOST_FEATURE_VALUES);
    made->values = attn_alloc(corpus->arena, length_of(list), sizeof *made->values);
    for (const cJSON *item = list->child; made->values && item; item = item->next) {
        if (!read_name(corpus, item, "a value")) return false;
        if (attn_feature_value(made, item->valuestring, strlen(item->valuestring)) != NONE)
            return fail(corpus, item, "the value '%s' stands twice: one must go",
                        item->valuestring);
        made->values[made->count++] = item->valuestring;
    }
    return made->values != NULL;
}

static bool read_features(attn_corpus *corpus, const cJSON *object)
{
    if (!object) return true;
    if (!is_object(corpus, object, "features")) return false;
    if (length_of(object) > ATTN_MOST_FEATURES)
        return fail(corpus, object, "a grammar has at most %u features", ATTN_MOST_FEATURES);
    for (const cJSON *item = object->child; item; item = item->next)
        if (!read_feature(corpus, item)) return false;
    return true;
}

/* ---- words ---- */

typedef struct span { /* bytes of a text */
    size_t from, to;
} span;

/* The next piece without white space in text[*at … to). */
static bool next_piece(const char *text, size_t *at, size_t to, span *piece)
{
    while (*at < to && text[*at] == ' ') ++*at;
    piece->from = *at;
    while (*at < to && text[*at] != ' ') ++*at;
    piece->to = *at;
    return piece->to > piece->from;
}

static bool add_symbol_feature(attn_corpus *corpus, grammar_symbol *made, size_t feature)
{
    if (attn_symbol_feature(made, feature) != NONE) return true;
    if (made->feature_count == ATTN_MOST_SYMBOL_FEATURES)
        return fail_key(corpus, made->item, "a symbol has at most %u features",
                        ATTN_MOST_SYMBOL_FEATURES);
    made->features[made->feature_count++] = feature;
    return true;
}

static bool read_cell(attn_corpus *corpus, grammar_symbol *owner, const cJSON *text,
                      grammar_cell *made)
{
    span piece;
    if (!is_text(corpus, text, "where a form stands (\"number=s\")")) return false;
    size_t length = strlen(text->valuestring);
    for (size_t at = 0; next_piece(text->valuestring, &at, length, &piece);) {
        condition *place = attn_push(corpus->arena, &made->conditions, &made->count, sizeof *place);
        if (!place ||
            !attn_grammar_condition(corpus, text, piece.from, piece.to - piece.from, place) ||
            !add_symbol_feature(corpus, owner, place->feature))
            return false;
    }
    return true;
}

/* The forms on one side: none if there is no such key, which means one form. */
static bool read_cells(attn_corpus *corpus, grammar_symbol *owner, const cJSON *list,
                       attn_side side)
{
    static const char *const names[] = {"source", "target"};
    owner->has_side[side] = side == ATTN_SOURCE || corpus->pairs;
    if (!list) return true;
    if (!is_list(corpus, list, names[side])) return false;
    if (side == ATTN_TARGET && !corpus->pairs)
        return fail_key(corpus, list, "the grammar has one language, so its words have no target");
    owner->has_side[side] = list->child != NULL;
    owner->cells[side] = attn_alloc(corpus->arena, length_of(list), sizeof(grammar_cell));
    if (!owner->cells[side]) return false;
    for (const cJSON *item = list->child; item; item = item->next)
        if (!read_cell(corpus, owner, item, &owner->cells[side][owner->cell_count[side]++]))
            return false;
    return true;
}

static bool read_forms(attn_corpus *corpus, const grammar_symbol *owner, const cJSON *text,
                       attn_side side, span part, grammar_entry *made)
{
    static const char *const names[] = {"source", "target"};
    size_t wanted = owner->cell_count[side] ? owner->cell_count[side] : owner->has_side[side];
    size_t count = 0, at = part.from;
    span piece;
    made->forms[side] = attn_alloc(corpus->arena, wanted, sizeof *made->forms[side]);
    if (!made->forms[side]) return false;
    for (; next_piece(text->valuestring, &at, part.to, &piece); count++) {
        size_t length = piece.to - piece.from;
        if (!attn_grammar_word(corpus, text, piece.from, length)) return false;
        const char *form = attn_copy_text(corpus->arena, text->valuestring + piece.from, length);
        if (!form) return false;
        if (count < wanted) made->forms[side][count] = form;
    }
    return count == wanted || attn_grammar_fail(corpus, text, part.from,
                                                "%zu forms on the %s side, where %s needs %zu",
                                                count, names[side], owner->name, wanted);
}

/* "times=5": as likely as five words */
static bool read_times(attn_corpus *corpus, const cJSON *text, size_t from, size_t to,
                       grammar_entry *made)
{
    size_t value = 0;
    for (size_t at = from; at < to && value <= ATTN_MOST_TIMES; at++) {
        char digit = text->valuestring[at];
        value = digit >= '0' && digit <= '9' ? value * 10 + (size_t)(digit - '0') : NONE;
    }
    made->times = value;
    return (value >= 1 && value <= ATTN_MOST_TIMES) ||
           attn_grammar_fail(corpus, text, from, "times is a whole number from 1 to %u",
                             ATTN_MOST_TIMES);
}

static bool read_values(attn_corpus *corpus, grammar_symbol *owner, const cJSON *text, span piece,
                        grammar_entry *made)
{
    const char *words = text->valuestring;
    const char *equals = memchr(words + piece.from, '=', piece.to - piece.from);
    size_t which, name = equals ? (size_t)(equals - words) : piece.to;
    if (!equals && same("unseen", words + piece.from, piece.to - piece.from)) {
        made->unseen = true;
        return true;
    }
    if (!equals)
        return attn_grammar_fail(corpus, text, piece.from,
                                 "'%.*s' says no value: write feature=value, or unseen",
                                 (int)(piece.to - piece.from), words + piece.from);
    if (same("times", words + piece.from, name - piece.from))
        return read_times(corpus, text, name + 1, piece.to, made);
    if (!find_feature(corpus, text, piece.from, name - piece.from, &which) ||
        !add_symbol_feature(corpus, owner, which))
        return false;
    made->allowed[which] = 0;
    for (size_t at = name + 1; at <= piece.to;) {
        size_t end = at;
        while (end < piece.to && words[end] != ',') end++;
        size_t value = attn_feature_value(&corpus->features[which], words + at, end - at);
        if (value == NONE) return no_value(corpus, text, at, which, words + at, end - at);
        made->allowed[which] |= UINT32_C(1) << value;
        at = end + 1;
    }
    return true;
}

static const char *first_form(const grammar_symbol *owner, const grammar_entry *made)
{
    attn_side side = owner->has_side[0] ? ATTN_SOURCE : ATTN_TARGET;
    size_t count = owner->cell_count[side] ? owner->cell_count[side] : 1;
    for (size_t f = 0; f < count; f++)
        if (strcmp(made->forms[side][f], "-") != 0) return made->forms[side][f];
    return NULL;
}

/* "voit voient | sees see | kind=animal,person": forms of each side, then features */
static bool read_entry(attn_corpus *corpus, grammar_symbol *owner, const cJSON *text,
                       grammar_entry *made)
{
    span parts[3] = {{0, 0}}, piece;
    size_t count = 0, sides = corpus->pairs ? 2 : 1;
    *made = (grammar_entry){.item = text, .times = 1};
    memset(made->allowed, 0xFF, sizeof made->allowed);
    if (!is_text(corpus, text, "a word with its forms")) return false;
    if (corpus->entry_count++ == ATTN_MOST_ENTRIES)
        return fail(corpus, text, "a grammar has at most %u words", ATTN_MOST_ENTRIES);
    const char *words = text->valuestring;
    for (size_t at = 0; at <= strlen(words); count++) {
        size_t end = at + strcspn(words + at, "|");
        if (count > sides)
            return attn_grammar_fail(corpus, text, at, "a '|' too many: %s",
                                     sides == 2 ? "source | target | features"
                                                : "forms | features");
        parts[count] = (span){at, end};
        at = end + 1;
    }
    if (count < sides)
        return attn_grammar_fail(corpus, text, 0, "the target is missing: source | target");
    for (size_t side = 0; side < sides; side++)
        if (!read_forms(corpus, owner, text, (attn_side)side, parts[side], made)) return false;
    for (size_t at = parts[sides].from; count > sides;) {
        if (!next_piece(words, &at, parts[sides].to, &piece)) break;
        if (!read_values(corpus, owner, text, piece, made)) return false;
    }
    const char *first = first_form(owner, made);
    if (!first)
        return fail(corpus, text,
                    "here is no form at all: '-' stands for one that a word "
                    "does not have");
    made->key = attn_hash(first, strlen(first));
    return true;
}

static bool read_made_up(attn_corpus *corpus, grammar_symbol *owner, const cJSON *object)
{
    static const char *const keys[] = {"share", "entries", NULL};
    if (!object) return true;
    const cJSON *list = cJSON_IsObject(object) ? key(object, "entries") : NULL;
    if (!cJSON_IsArray(list) || !list->child || !key(object, "share"))
        return fail(corpus, object, "\"made-up\" is { \"share\": 0.15, \"entries\": [\"* *s\"] }");
    if (!attn_json_keys(corpus->json, object, keys, corpus->status) ||
        !read_share(corpus, key(object, "share"), "share", &owner->made_up_share))
        return false;
    if (corpus->pairs)
        return fail_key(corpus, object, "only a grammar of one language can make words up");
    if (corpus->syllable_count[0] == 0)
        return fail_key(corpus, object,
                        "made-up words need \"syllables\": { \"starts\": …, "
                        "\"middles\": …, \"ends\": … } in the grammar");
    owner->made_up = attn_alloc(corpus->arena, length_of(list), sizeof(grammar_entry));
    if (!owner->made_up) return false;
    for (const cJSON *item = list->child; item; item = item->next) {
        grammar_entry *made = &owner->made_up[owner->made_up_count++];
        if (!read_entry(corpus, owner, item, made)) return false;
        if (!strchr(made->forms[0][0], '*'))
            return fail(corpus, item, "a made-up word needs a '*' where its stem comes");
    }
    return true;
}

static bool is_symbol_name(const char *name, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        bool capital = name[i] >= 'A' && name[i] <= 'Z';
        if (!capital && !(i > 0 && ((name[i] >= '0' && name[i] <= '9') || name[i] == '-')))
            return false;
    }
    return length > 0 && length <= 32;
}

static bool read_category(attn_corpus *corpus, const cJSON *object, grammar_symbol *made)
{
    static const char *const keys[] = {"kind", "source", "target", "entries", "made-up", NULL};
    if (!is_object(corpus, object, object->string) ||
        !attn_json_keys(corpus->json, object, keys, corpus->status))
        return false;
    const cJSON *list = key(object, "entries"), *kind = key(object, "kind");
    if (!cJSON_IsArray(list) || !list->child)
        return fail(corpus, object, "%s needs \"entries\": a list of its words", made->name);
    if (kind && !read_name(corpus, kind, "\"kind\"")) return false;
    made->kind = kind ? kind->valuestring : "";
    if (!read_cells(corpus, made, key(object, "source"), ATTN_SOURCE) ||
        !read_cells(corpus, made, key(object, "target"), ATTN_TARGET))
        return false;
    if (!made->has_side[0] && !made->has_side[1])
        return fail(corpus, object, "%s has forms on neither side", made->name);
    made->entries = attn_alloc(corpus->arena, length_of(list), sizeof(grammar_entry));
    for (const cJSON *item = list->child; made->entries && item; item = item->next)
        if (!read_entry(corpus, made, item, &made->entries[made->entry_count++])) return false;
    return made->entries && read_made_up(corpus, made, key(object, "made-up"));
}

static bool add_symbol(attn_corpus *corpus, const cJSON *item, grammar_symbol **made)
{
    if (corpus->symbol_count == ATTN_MOST_SYMBOLS)
        return fail_key(corpus, item, "a grammar has at most %u symbols", ATTN_MOST_SYMBOLS);
    *made = &corpus->symbols[corpus->symbol_count];
    **made = (grammar_symbol){.item = item, .kind = ""};
    return true;
}

static bool keep_symbol(attn_corpus *corpus, const grammar_symbol *made)
{
    if (!is_symbol_name(made->name, strlen(made->name)))
        return fail_key(corpus, made->item,
                        "'%s' is no name for a symbol: capital letters, then perhaps digits and "
                        "hyphens, at most 32 in all",
                        made->name);
    if (attn_grammar_symbol(corpus, made->name, strlen(made->name)) != NONE)
        return fail_key(corpus, made->item, "the symbol %s stands twice: one needs another name",
                        made->name);
    corpus->symbol_count++;
    return true;
}

static bool read_words(attn_corpus *corpus, const cJSON *object)
{
    grammar_symbol *made = NULL;
    if (!is_object(corpus, object, "words")) return false;
    for (const cJSON *item = object->child; item; item = item->next) {
        if (!add_symbol(corpus, item, &made)) return false;
        made->words = true;
        made->name = item->string;
        if (!keep_symbol(corpus, made) || !read_category(corpus, item, made)) return false;
    }
    return true;
}

/* ---- rules ---- */

static bool read_rule(attn_corpus *corpus, const grammar_symbol *owner, const cJSON *item,
                      grammar_rule *made)
{
    static const char *const keys[] = {"rule", "for", "weight", "longer", NULL};
    const cJSON *text = cJSON_IsObject(item) ? key(item, "rule") : item;
    *made = (grammar_rule){.weight = 1, .item = text};
    if (corpus->rule_count++ == ATTN_MOST_RULES)
        return fail(corpus, item, "a grammar has at most %u rules", ATTN_MOST_RULES);
    if (cJSON_IsObject(item)) {
        const cJSON *weight = key(item, "weight"), *longer = key(item, "longer");
        if (!attn_json_keys(corpus->json, item, keys, corpus->status)) return false;
        if (!text) return fail(corpus, item, "here must stand { \"rule\": \"…\", \"weight\": 2 }");
        if (weight &&
            !(cJSON_IsNumber(weight) && weight->valuedouble >= 0 && weight->valuedouble <= 1e6))
            return fail(corpus, weight, "\"weight\" is a number from 0 to 1000000");
        if (longer && !cJSON_IsBool(longer))
            return fail(corpus, longer, "\"longer\" is true or false");
        if (weight) made->weight = weight->valuedouble;
        made->longer = cJSON_IsTrue(longer);
        if (!(made->weight > 0) && !made->longer)
            return fail(corpus, weight,
                        "a rule of the weight 0 is never taken: take it out, or "
                        "say \"longer\": true");
    }
    const cJSON *only = cJSON_IsObject(item) ? key(item, "for") : NULL;
    return is_text(corpus, text, "a rule") && attn_rule_read(corpus, owner, text, made) &&
           (!only ||
            (is_text(corpus, only, "\"for\"") && attn_rule_for(corpus, owner, only, made)));
}

static bool read_rule_list(attn_corpus *corpus, grammar_symbol *owner)
{
    const cJSON *list = owner->item;
    if (!cJSON_IsArray(list) || !list->child)
        return fail(corpus, list, "%s needs a list of rules: [ \"…\" ]", owner->name);
    owner->rules = attn_alloc(corpus->arena, length_of(list), sizeof(grammar_rule));
    double weight = 0;
    for (const cJSON *item = list->child; owner->rules && item; item = item->next) {
        grammar_rule *made = &owner->rules[owner->rule_count++];
        if (!read_rule(corpus, owner, item, made)) return false;
        weight += made->weight;
    }
    return owner->rules &&
           (weight > 0 || fail(corpus, list, "all rules of %s have the weight 0", owner->name));
}

/* Some rule of the symbol names each of its features. */
static bool check_named(attn_corpus *corpus, size_t which)
{
    const grammar_symbol *owner = &corpus->symbols[which];
    for (size_t k = 0; k < owner->feature_count; k++) {
        bool named = false;
        for (size_t r = 0; r < owner->rule_count; r++) {
            const grammar_variable *own = &owner->rules[r].variables[k];
            named = named || own->mentions > 0 || own->value != NONE;
        }
        if (!named)
            return fail_key(corpus, owner->item,
                            "%s has the feature %s, but none of its rules names it", owner->name,
                            corpus->features[owner->features[k]].name);
    }
    return true;
}

/* The names first, for rules may stand before those that they lead to. */
static bool read_rules(attn_corpus *corpus, const cJSON *object)
{
    grammar_symbol *made = NULL;
    if (!is_object(corpus, object, "rules")) return false;
    if (!object->child) return fail(corpus, object, "a grammar needs a rule: { \"LINE\": [ … ] }");
    corpus->start = corpus->symbol_count;
    for (const cJSON *item = object->child; item; item = item->next)
        if (!add_symbol(corpus, item, &made) || !attn_rule_head(corpus, item, made) ||
            !keep_symbol(corpus, made))
            return false;
    if (corpus->symbols[corpus->start].feature_count > 0)
        return fail_key(corpus, object->child,
                        "the first symbol, where lines start, has no features");
    for (size_t i = corpus->start; i < corpus->symbol_count; i++)
        if (!read_rule_list(corpus, &corpus->symbols[i]) || !check_named(corpus, i)) return false;
    return true;
}

/* ---- what is held out ---- */

static size_t find_role(const attn_corpus *corpus, const char *name, size_t length)
{
    for (size_t i = 0; i < corpus->role_count; i++)
        if (same(corpus->roles[i], name, length)) return i;
    return NONE;
}

static bool read_held_roles(attn_corpus *corpus, const cJSON *list, held_out *made)
{
    if (!cJSON_IsArray(list) || length_of(list) < 2 || length_of(list) > ATTN_MOST_HELD_ROLES)
        return fail(corpus, list ? list : key(attn_json_root(corpus->json), "held-out"),
                    "\"roles\" lists from 2 to %u roles of one rule: [\"noun\", \"adjective\"]",
                    ATTN_MOST_HELD_ROLES);
    for (const cJSON *item = list->child; item; item = item->next) {
        if (!is_text(corpus, item, "a role")) return false;
        size_t role = find_role(corpus, item->valuestring, strlen(item->valuestring));
        if (role == NONE) return fail(corpus, item, "no rule has the role '%s'", item->valuestring);
        made->roles[made->role_count++] = role;
    }
    return true;
}

static bool is_first_form(const attn_corpus *corpus, uint64_t hash)
{
    for (size_t i = 0; i < corpus->symbol_count; i++)
        for (size_t k = 0; k < corpus->symbols[i].entry_count; k++)
            if (corpus->symbols[i].entries[k].key == hash) return true;
    return false;
}

/* "chat noir": the first forms, in the order of the roles */
static bool read_always(attn_corpus *corpus, const cJSON *text, const held_out *held,
                        uint64_t *combination)
{
    span piece;
    size_t count = 0, at = 0;
    if (!is_text(corpus, text, "a combination")) return false;
    *combination = 0;
    for (; next_piece(text->valuestring, &at, strlen(text->valuestring), &piece); count++) {
        uint64_t hash = attn_hash(text->valuestring + piece.from, piece.to - piece.from);
        if (!is_first_form(corpus, hash))
            return attn_grammar_fail(corpus, text, piece.from,
                                     "no word has '%.*s' as its first form",
                                     (int)(piece.to - piece.from), text->valuestring + piece.from);
        *combination = attn_combine(*combination, hash);
    }
    return count == held->role_count ||
           fail(corpus, text, "a combination names one word for each of the %zu roles",
                held->role_count);
}

uint64_t attn_combine(uint64_t so_far, uint64_t hash)
{
    uint64_t mixed = (so_far ^ hash) * UINT64_C(0x9E3779B97F4A7C15);
    return mixed ^ (mixed >> 29);
}

static bool read_held(attn_corpus *corpus, const cJSON *item)
{
    static const char *const keys[] = {"roles", "share", "always", NULL};
    double share = 0;
    held_out *made = attn_push(corpus->arena, &corpus->held, &corpus->held_count, sizeof *made);
    if (!made) return false;
    *made = (held_out){0};
    if (!is_object(corpus, item, "held-out") ||
        !attn_json_keys(corpus->json, item, keys, corpus->status) ||
        !read_held_roles(corpus, key(item, "roles"), made) ||
        !read_share(corpus, key(item, "share"), "share", &share))
        return false;
    made->threshold = (uint64_t)(share * 4294967296.0);
    const cJSON *list = key(item, "always");
    if (list && !is_list(corpus, list, "always")) return false;
    made->always = attn_alloc(corpus->arena, length_of(list), sizeof *made->always);
    for (const cJSON *text = list ? list->child : NULL; made->always && text; text = text->next)
        if (!read_always(corpus, text, made, &made->always[made->always_count++])) return false;
    return made->always != NULL;
}

static bool read_all_held(attn_corpus *corpus, const cJSON *list)
{
    if (list && !is_list(corpus, list, "held-out")) return false;
    for (const cJSON *item = list ? list->child : NULL; item; item = item->next)
        if (!read_held(corpus, item)) return false;
    return true;
}

/* ---- what is replaced ---- */

static bool read_breaker_role(attn_corpus *corpus, const cJSON *item, size_t *role)
{
    if (!item) return true;
    if (!is_text(corpus, item, "a role")) return false;
    *role = find_role(corpus, item->valuestring, strlen(item->valuestring));
    return *role != NONE || fail(corpus, item, "no rule has the role '%s'", item->valuestring);
}

static bool read_breaker(attn_corpus *corpus, const cJSON *item)
{
    static const char *const keys[] = {"role", "differs", "from", "share", NULL};
    breaker made = {.role = NONE, .from = NONE, .feature = NONE};
    if (!is_object(corpus, item, "replace") ||
        !attn_json_keys(corpus->json, item, keys, corpus->status))
        return false;
    const cJSON *feature = key(item, "differs");
    if (!key(item, "share") || (key(item, "role") == NULL) != (feature == NULL))
        return fail(corpus, item,
                    "here must stand { \"role\": \"verb\", \"differs\": \"number\", "
                    "\"share\": 0.25 }, or \"share\" alone: any word by any");
    if (!read_share(corpus, key(item, "share"), "share", &made.share) ||
        !read_breaker_role(corpus, key(item, "role"), &made.role) ||
        !read_breaker_role(corpus, key(item, "from"), &made.from))
        return false;
    if (feature && (!is_text(corpus, feature, "\"differs\"") ||
                    !find_feature(corpus, feature, 0, strlen(feature->valuestring), &made.feature)))
        return false;
    breaker *place =
        attn_push(corpus->arena, &corpus->breakers, &corpus->breaker_count, sizeof *place);
    if (place) *place = made;
    return place != NULL;
}

static bool read_replace(attn_corpus *corpus, const cJSON *list)
{
    if (!list) return true;
    if (corpus->pairs)
        return fail_key(corpus, list, "only sentences of one language get words replaced");
    if (!is_list(corpus, list, "replace")) return false;
    for (const cJSON *item = list->child; item; item = item->next)
        if (!read_breaker(corpus, item)) return false;
    return true;
}

static bool read_masked(attn_corpus *corpus, const cJSON *item)
{
    if (item && corpus->pairs)
        return fail_key(corpus, item, "only sentences of one language get words masked");
    return read_share(corpus, item, "masked", &corpus->masked);
}

/* ---- the whole ---- */

static bool read_syllables(attn_corpus *corpus, const cJSON *object)
{
    static const char *const keys[] = {"starts", "middles", "ends", NULL};
    if (!object) return true;
    if (!is_object(corpus, object, "syllables") ||
        !attn_json_keys(corpus->json, object, keys, corpus->status))
        return false;
    for (size_t i = 0; i < 3; i++) {
        const cJSON *list = key(object, keys[i]);
        if (!cJSON_IsArray(list) || !list->child)
            return fail(corpus, list ? list : object,
                        "\"syllables\" needs \"%s\": a list of letters", keys[i]);
        corpus->syllables[i] = attn_alloc(corpus->arena, length_of(list), sizeof(char *));
        for (const cJSON *item = list->child; corpus->syllables[i] && item; item = item->next) {
            if (!is_text(corpus, item, "a part of a syllable")) return false;
            if (strlen(item->valuestring) > 8)
                return fail(corpus, item, "a part of a syllable has at most 8 bytes");
            corpus->syllables[i][corpus->syllable_count[i]++] = item->valuestring;
        }
        if (!corpus->syllables[i]) return false;
    }
    return true;
}

static bool read_languages(attn_corpus *corpus, const cJSON *list)
{
    size_t count = cJSON_IsArray(list) ? length_of(list) : 0;
    if (count < 1 || count > 2)
        return fail(corpus, list ? list : attn_json_root(corpus->json),
                    "a grammar needs \"languages\": one to read, or two for pairs");
    for (const cJSON *item = list->child; item; item = item->next)
        if (!is_text(corpus, item, "a language")) return false;
    corpus->pairs = count == 2;
    return true;
}

static bool read_length(attn_corpus *corpus, const cJSON *list)
{
    corpus->least = 1;
    corpus->most = ATTN_MOST_LINE_WORDS;
    if (!list) return true;
    if (!cJSON_IsArray(list) || length_of(list) != 2)
        return fail(corpus, list,
                    "\"length\" is the least and the largest number of words: [2, 12]");
    return read_whole(corpus, list->child, 1, ATTN_MOST_LINE_WORDS, &corpus->least) &&
           read_whole(corpus, list->child->next, corpus->least, ATTN_MOST_LINE_WORDS,
                      &corpus->most);
}

static bool read_top(attn_corpus *corpus, const cJSON *root)
{
    static const char *const keys[] = {
        "attnviz-corpus", "title",    "summary",   "languages", "length", "features", "words",
        "rules",          "held-out", "syllables", "replace",   "masked", NULL};
    size_t version;
    if (!cJSON_IsObject(root) || !key(root, "attnviz-corpus"))
        return fail(corpus, root, "a grammar starts with { \"attnviz-corpus\": 1, …");
    if (!attn_json_keys(corpus->json, root, keys, corpus->status)) return false;
    for (size_t i = 0; i < 2; i++)
        if (key(root, keys[1 + i]) && !is_text(corpus, key(root, keys[1 + i]), "this"))
            return false;
    for (size_t i = 6; i < 8; i++)
        if (!key(root, keys[i])) return fail(corpus, root, "a grammar needs \"%s\"", keys[i]);
    corpus->symbols = attn_alloc(corpus->arena, ATTN_MOST_SYMBOLS, sizeof(grammar_symbol));
    return corpus->symbols && read_whole(corpus, key(root, "attnviz-corpus"), 1, 1, &version) &&
           read_languages(corpus, key(root, "languages")) &&
           read_length(corpus, key(root, "length")) &&
           read_features(corpus, key(root, "features")) &&
           read_syllables(corpus, key(root, "syllables")) &&
           read_words(corpus, key(root, "words")) && read_rules(corpus, key(root, "rules")) &&
           read_all_held(corpus, key(root, "held-out")) &&
           read_replace(corpus, key(root, "replace")) && read_masked(corpus, key(root, "masked"));
}

bool attn_grammar_read(attn_corpus *corpus, const char *bytes, size_t length)
{
    if (length > ATTN_MOST_GRAMMAR_BYTES) {
        attn_fail(corpus->status, ATTN_LIMIT, "a grammar has at most 4 MiB");
        attn_status_place(corpus->status, corpus->file, 0, 0);
        return false;
    }
    corpus->json =
        attn_json_parse(bytes, length, corpus->file, ATTN_MOST_GRAMMAR_DEPTH, corpus->status);
    if (!corpus->json || !read_top(corpus, attn_json_root(corpus->json))) return false;
    for (size_t i = 0; i < corpus->feature_count; i++)
        if (corpus->features[i].used == 0)
            return fail_key(corpus, corpus->features[i].item,
                            "nothing has the feature %s: use it or take it out",
                            corpus->features[i].name);
    return attn_grammar_unify(corpus);
}
