/*
 * rules: the notation of rules.
 *
 *     subject:*NP[number] 'ne' V[number negated=yes] pas | NP DO[number]@?ne,?V not@pas V
 *
 * Left of the bar stands the source, right of it the target; without a bar the target is as the
 * source. A symbol that stands on both sides is one and the same. A feature in brackets is shared
 * by all that name it; with a value, it has that value. `role:` and `*` (the head) stand in the
 * source; `@` in the target names the words of the source to which a word is linked, with `?` those
 * to which it is only possibly.
 */
#include <string.h>

#include "core/text.h"
#include "corpus/grammar.h"

typedef struct parser {
    attn_corpus *corpus;
    const grammar_symbol *owner;
    const cJSON *text;
    const char *bytes;
    size_t at, end; /* of the side that is read */
    attn_side side;
    grammar_rule *rule;
    size_t link_from[ATTN_MOST_ITEMS]; /* where the text of the links of an item starts; or 0 */
} parser;

#define fail(p, offset, ...) attn_grammar_fail((p)->corpus, (p)->text, offset, __VA_ARGS__)

bool attn_grammar_word(attn_corpus *corpus, const cJSON *text, size_t at, size_t length)
{
    const char *bytes = text->valuestring + at;
    uint32_t code;
    if (length > ATTN_MOST_FORM_BYTES)
        return attn_grammar_fail(corpus, text, at, "a word has at most %u bytes",
                                 ATTN_MOST_FORM_BYTES);
    for (size_t i = 0, step; i < length; i += step) {
        step = attn_utf8_next(bytes + i, length - i, &code);
        if (step == 0 || attn_text_harmful(code))
            return attn_grammar_fail(corpus, text, at + i,
                                     "a word has no tabs, line breaks or marks of control");
    }
    size_t at_end = 0, start, end;
    bool whole = attn_text_word(bytes, length, &at_end, &start, &end) && end == length;
    return whole || memchr(bytes, '*', length) ||
           attn_grammar_fail(corpus, text, at,
                             "'%.*s' is more than one word where lessons cut text into words",
                             (int)length, bytes);
}

/* ---- the head of a list of rules ---- */

static bool head_feature(attn_corpus *corpus, const cJSON *key, grammar_symbol *made,
                         const char *name, size_t length)
{
    size_t feature = attn_grammar_feature(corpus, name, length);
    if (feature == NONE)
        return attn_json_fail_key(corpus->json, key, corpus->status,
                                  "'%.*s' is no feature: declare it under \"features\"",
                                  (int)length, name);
    if (attn_symbol_feature(made, feature) != NONE)
        return attn_json_fail_key(corpus->json, key, corpus->status,
                                  "the feature %s stands twice: one must go",
                                  corpus->features[feature].name);
    if (made->feature_count == ATTN_MOST_SYMBOL_FEATURES)
        return attn_json_fail_key(corpus->json, key, corpus->status,
                                  "a symbol has at most %u features", ATTN_MOST_SYMBOL_FEATURES);
    corpus->features[feature].used++;
    made->features[made->feature_count++] = feature;
    return true;
}

bool attn_rule_head(attn_corpus *corpus, const cJSON *key, grammar_symbol *made)
{
    const char *text = key->string;
    size_t name = strcspn(text, "["), length = strlen(text);
    made->name = attn_copy_text(corpus->arena, text, name);
    if (!made->name) return false;
    if (name == length) return true;
    if (text[length - 1] != ']')
        return attn_json_fail_key(corpus->json, key, corpus->status,
                                  "a ']' is missing at the end: NP[gender number]");
    for (size_t at = name + 1; at < length - 1;) {
        size_t end = at + strcspn(text + at, " ]");
        if (end > at && !head_feature(corpus, key, made, text + at, end - at)) return false;
        at = end + 1;
    }
    return true;
}

/* ---- features in brackets ---- */

static bool mention(parser *p, grammar_item *which, size_t place, const condition *said,
                    bool has_value, size_t offset)
{
    grammar_rule *rule = p->rule;
    size_t v = 0, shared = has_value ? said->value : NONE;
    for (; v < rule->variable_count; v++) {
        const grammar_variable *old = &rule->variables[v];
        if (old->feature == said->feature && old->value == shared && old->named) break;
    }
    if (v == rule->variable_count) {
        if (v == ATTN_MOST_VARIABLES)
            return fail(p, offset, "a rule has at most %u features", ATTN_MOST_VARIABLES);
        rule->variables[rule->variable_count++] = (grammar_variable){
            .feature = said->feature, .value = shared, .offset = offset, .named = true};
    }
    if (which->variables[place] != NONE && which->variables[place] != v)
        return fail(p, offset, "%s has the feature %s twice here, and not the same", which->label,
                    p->corpus->features[said->feature].name);
    if (which->variables[place] == NONE) rule->variables[v].mentions++;
    which->variables[place] = v;
    return true;
}

static bool read_mention(parser *p, grammar_item *which, size_t end)
{
    const char *start = p->bytes + p->at;
    size_t length = end - p->at;
    const grammar_symbol *symbol = &p->corpus->symbols[which->symbol];
    bool has_value = memchr(start, '=', length) != NULL;
    condition said = {0};
    if (has_value) {
        if (!attn_grammar_condition(p->corpus, p->text, p->at, length, &said)) return false;
    } else if ((said.feature = attn_grammar_feature(p->corpus, start, length)) == NONE) {
        return fail(p, p->at, "'%.*s' is no feature: declare it under \"features\"", (int)length,
                    start);
    }
    size_t place = attn_symbol_feature(symbol, said.feature);
    if (place == NONE)
        return fail(p, p->at, "%s does not have the feature %s", symbol->name,
                    p->corpus->features[said.feature].name);
    return mention(p, which, place, &said, has_value, p->at);
}

static bool read_brackets(parser *p, grammar_item *which)
{
    size_t open = p->at++;
    for (;;) {
        while (p->at < p->end && p->bytes[p->at] == ' ') p->at++;
        if (p->at == p->end) return fail(p, open, "the ']' of this '[' is missing");
        if (p->bytes[p->at] == ']') break;
        size_t end = p->at + strcspn(p->bytes + p->at, " ]|");
        if (end > p->end) end = p->end;
        if (end == p->at) return fail(p, open, "the ']' of this '[' is missing");
        if (!read_mention(p, which, end)) return false;
        p->at = end;
    }
    p->at++;
    return true;
}

/* ---- items ---- */

static bool is_capital(char c)
{
    return c >= 'A' && c <= 'Z';
}

/* A name in capitals: letters, digits, hyphens; NP.2 has its number in it. */
static size_t symbol_length(const parser *p)
{
    size_t end = p->at;
    if (!is_capital(p->bytes[end])) return 0;
    while (end < p->end && (is_capital(p->bytes[end]) || p->bytes[end] == '-' ||
                            (p->bytes[end] >= '0' && p->bytes[end] <= '9')))
        end++;
    if (end + 1 < p->end && p->bytes[end] == '.' && p->bytes[end + 1] >= '1' &&
        p->bytes[end + 1] <= '9')
        end += 2;
    bool ends = end == p->end || strchr(" [@|", p->bytes[end]);
    return ends ? end - p->at : 0;
}

static size_t find_item(const parser *p, const char *label, size_t length, attn_side side,
                        size_t from)
{
    const grammar_rule *rule = p->rule;
    for (size_t i = from; i < rule->count[side]; i++) {
        const char *own = rule->items[rule->order[side][i]].label;
        if (strlen(own) == length && memcmp(own, label, length) == 0) return i;
    }
    return NONE;
}

static grammar_item *add_item(parser *p, const char *label, size_t length, size_t offset)
{
    grammar_rule *rule = p->rule;
    if (rule->item_count == ATTN_MOST_ITEMS) {
        fail(p, offset, "a rule has at most %u symbols and words", ATTN_MOST_ITEMS);
        return NULL;
    }
    grammar_item *made = &rule->items[rule->item_count];
    *made = (grammar_item){.symbol = NONE, .role = NONE, .offset = offset};
    for (size_t i = 0; i < ATTN_MOST_SYMBOL_FEATURES; i++) made->variables[i] = NONE;
    made->label = attn_copy_text(p->corpus->arena, label, length);
    if (!made->label) return NULL;
    rule->order[p->side][rule->count[p->side]++] = rule->item_count++;
    return made;
}

/* The symbol's item of the source, where the target names it; else a new one. */
static grammar_item *symbol_item(parser *p, size_t length)
{
    grammar_rule *rule = p->rule;
    const char *label = p->bytes + p->at;
    size_t name = length > 2 && label[length - 2] == '.' ? length - 2 : length;
    size_t symbol = attn_grammar_symbol(p->corpus, label, name);
    if (symbol == NONE) {
        fail(p, p->at,
             "there is no symbol %.*s: give it words or rules (a word in capitals "
             "stands between ' and ')",
             (int)name, label);
        return NULL;
    }
    if (find_item(p, label, length, p->side, 0) != NONE) {
        fail(p, p->at, "%.*s stands twice on this side: number them, %.*s.1 and %.*s.2",
             (int)length, label, (int)name, label, (int)name, label);
        return NULL;
    }
    size_t old = p->side == ATTN_TARGET ? find_item(p, label, length, ATTN_SOURCE, 0) : NONE;
    if (old != NONE) {
        old = rule->order[ATTN_SOURCE][old];
        rule->order[ATTN_TARGET][rule->count[ATTN_TARGET]++] = old;
        return &rule->items[old];
    }
    grammar_item *made = add_item(p, label, length, p->at);
    if (made) made->symbol = symbol;
    return made;
}

/* A word as it is, or between ' and '. */
static grammar_item *word_item(parser *p)
{
    size_t from = p->at, to = from + strcspn(p->bytes + from, " @|");
    if (p->bytes[from] == '\'') {
        to = ++from;
        while (to < p->end && !(p->bytes[to] == '\'' && strchr(" @|", p->bytes[to + 1]))) to++;
        if (to >= p->end) {
            fail(p, p->at, "the second ' is missing");
            return NULL;
        }
    }
    if (to > p->end) to = p->end;
    if (to == from) {
        fail(p, p->at, "a word is missing here");
        return NULL;
    }
    grammar_item *made = attn_grammar_word(p->corpus, p->text, from, to - from)
                             ? add_item(p, p->bytes + from, to - from, p->at)
                             : NULL;
    if (made) made->word = made->label;
    p->at = to + (p->bytes[p->at] == '\'');
    return made;
}

/* "subject:" */
static bool read_role(parser *p, size_t *role)
{
    size_t end = p->at;
    *role = NONE;
    while (end < p->end && ((p->bytes[end] >= 'a' && p->bytes[end] <= 'z') || p->bytes[end] == '-'))
        end++;
    if (end == p->at || end + 1 >= p->end || p->bytes[end] != ':' || p->bytes[end + 1] == ' ')
        return true;
    if (p->side == ATTN_TARGET) return fail(p, p->at, "roles stand in the source");
    *role = attn_grammar_role(p->corpus, p->bytes + p->at, end - p->at);
    p->at = end + 1;
    p->rule->has_roles = true;
    return *role != NONE;
}

static bool read_item(parser *p)
{
    size_t role, start = p->at;
    if (!read_role(p, &role)) return false;
    bool head = p->bytes[p->at] == '*' && p->at + 1 < p->end && p->bytes[p->at + 1] != ' ';
    if (head && p->side == ATTN_TARGET) return fail(p, p->at, "the head is marked in the source");
    p->at += head;
    size_t length = symbol_length(p);
    grammar_item *made = length ? symbol_item(p, length) : word_item(p);
    if (!made) return false;
    size_t place = (size_t)(made - p->rule->items);
    if (role != NONE) made->role = role;
    if (head && p->rule->head != NONE)
        return fail(p, start, "a rule has one head: one '*' must go");
    if (head) p->rule->head = place;
    p->at += length;
    if (length && p->at < p->end && p->bytes[p->at] == '[' && !read_brackets(p, made)) return false;
    if (p->at < p->end && p->bytes[p->at] == '@') {
        if (p->side == ATTN_SOURCE) return fail(p, p->at, "links are given in the target");
        p->link_from[place] = ++p->at;
        p->at += strcspn(p->bytes + p->at, " |");
        if (p->at > p->end) p->at = p->end;
    }
    if (p->at < p->end && p->bytes[p->at] != ' ')
        return fail(p, p->at, "here ends a symbol or word: a space is missing");
    return true;
}

static bool read_side(parser *p, attn_side side, size_t from, size_t to)
{
    p->side = side;
    p->at = from;
    p->end = to;
    for (;;) {
        while (p->at < p->end && p->bytes[p->at] == ' ') p->at++;
        if (p->at == p->end) return true;
        if (!read_item(p)) return false;
    }
}

/* ---- links ---- */

static bool add_link(parser *p, size_t source, size_t target, bool sure)
{
    grammar_rule *rule = p->rule;
    rule_link *place = attn_push(p->corpus->arena, &rule->links, &rule->link_count, sizeof *place);
    if (place) *place = (rule_link){source, target, sure};
    return place != NULL;
}

static bool read_link(parser *p, size_t target, size_t from, size_t to)
{
    bool sure = p->bytes[from] != '?';
    size_t name = from + !sure, length = to - name;
    const char *label = p->bytes + name;
    size_t found = find_item(p, label, length, ATTN_SOURCE, 0);
    if (found == NONE)
        return fail(p, name, "'%.*s' does not stand in the source, so nothing can be linked to it",
                    (int)length, label);
    if (find_item(p, label, length, ATTN_SOURCE, found + 1) != NONE)
        return fail(p, name, "'%.*s' stands twice in the source: a link cannot tell which",
                    (int)length, label);
    return add_link(p, p->rule->order[ATTN_SOURCE][found], target, sure);
}

static bool read_links(parser *p)
{
    for (size_t i = 0; i < p->rule->item_count; i++) {
        size_t at = p->link_from[i];
        while (at && at <= p->end) {
            size_t to = at + strcspn(p->bytes + at, ", ");
            if (!read_link(p, i, at, to)) return false;
            at = p->bytes[to] == ',' ? to + 1 : 0;
        }
    }
    return true;
}

/* ---- what must hold of the whole rule ---- */

/* A symbol with words for both sides, or with rules, stands on both. */
static bool check_sides(parser *p)
{
    const grammar_rule *rule = p->rule;
    for (size_t i = 0; i < rule->item_count; i++) {
        const grammar_item *item = &rule->items[i];
        if (item->symbol == NONE) continue;
        const grammar_symbol *symbol = &p->corpus->symbols[item->symbol];
        for (attn_side side = ATTN_SOURCE; side <= (attn_side)p->corpus->pairs; side++) {
            bool stands = find_item(p, item->label, strlen(item->label), side, 0) != NONE;
            bool has = !symbol->words || symbol->has_side[side];
            if (stands && !has)
                return fail(p, item->offset, "%s has no words for the %s", symbol->name,
                            side ? "target" : "source");
            if (!stands && has)
                return fail(p, item->offset, "%s is missing in the %s", item->label,
                            side ? "target" : "source");
        }
    }
    return true;
}

/* A feature that is open and named once agrees with nothing. */
static bool check_mentions(parser *p)
{
    const grammar_rule *rule = p->rule;
    for (size_t v = p->owner->feature_count; v < rule->variable_count; v++) {
        const grammar_variable *variable = &rule->variables[v];
        if (variable->value == NONE && variable->mentions < 2)
            return fail(p, variable->offset,
                        "%s agrees with nothing here: name it at another symbol too, give it a "
                        "value, or take it out",
                        p->corpus->features[variable->feature].name);
    }
    return true;
}

/* "being=living": the values of its own symbol that a rule is for. */
bool attn_rule_for(attn_corpus *corpus, const grammar_symbol *owner, const cJSON *text,
                   grammar_rule *made)
{
    const char *bytes = text->valuestring;
    condition said;
    for (size_t at = 0; bytes[at];) {
        size_t length = strcspn(bytes + at, " ");
        if (length > 0) {
            if (!attn_grammar_condition(corpus, text, at, length, &said)) return false;
            size_t place = attn_symbol_feature(owner, said.feature);
            if (place == NONE)
                return attn_grammar_fail(corpus, text, at, "%s does not have the feature %s",
                                         owner->name, corpus->features[said.feature].name);
            made->variables[place].value = said.value;
        }
        at += length + (bytes[at + length] == ' ');
    }
    return true;
}

/* The features that no bracket names are free, each by itself. */
static bool free_features(parser *p)
{
    grammar_rule *rule = p->rule;
    for (size_t i = 0; i < rule->item_count; i++) {
        grammar_item *item = &rule->items[i];
        const grammar_symbol *symbol =
            item->symbol == NONE ? NULL : &p->corpus->symbols[item->symbol];
        for (size_t k = 0; symbol && k < symbol->feature_count; k++) {
            if (item->variables[k] != NONE) continue;
            if (rule->variable_count == ATTN_MOST_VARIABLES)
                return fail(p, item->offset, "a rule has at most %u features", ATTN_MOST_VARIABLES);
            item->variables[k] = rule->variable_count;
            rule->variables[rule->variable_count++] =
                (grammar_variable){.feature = symbol->features[k], .value = NONE};
        }
    }
    return true;
}

/* One item is its rule's head, if none is marked. */
static void find_head(grammar_rule *rule)
{
    if (rule->head == NONE && rule->count[0] == 1) rule->head = rule->order[0][0];
}

/* Without a bar both sides are alike. */
static bool same_sides(parser *p)
{
    grammar_rule *rule = p->rule;
    for (size_t i = 0; i < rule->item_count; i++) {
        if (rule->items[i].symbol == NONE)
            return fail(p, rule->items[i].offset,
                        "'%s' needs its translation: write source | target", rule->items[i].word);
        rule->order[ATTN_TARGET][rule->count[ATTN_TARGET]++] = i;
    }
    return true;
}

bool attn_rule_read(attn_corpus *corpus, const grammar_symbol *owner, const cJSON *text,
                    grammar_rule *made)
{
    const char *bytes = text->valuestring;
    size_t length = strlen(bytes), bar = strcspn(bytes, "|");
    parser p = {.corpus = corpus, .owner = owner, .text = text, .bytes = bytes, .rule = made};
    made->head = NONE;
    made->items = attn_alloc(corpus->arena, ATTN_MOST_ITEMS, sizeof(grammar_item));
    for (size_t side = 0; side < 2; side++)
        made->order[side] = attn_alloc(corpus->arena, 2 * ATTN_MOST_ITEMS, sizeof(size_t));
    if (!made->items || !made->order[0] || !made->order[1]) return false;
    for (size_t i = 0; i < owner->feature_count; i++)
        made->variables[made->variable_count++] =
            (grammar_variable){.feature = owner->features[i], .value = NONE, .named = true};
    if (bar < length && !corpus->pairs)
        return fail(&p, bar, "the grammar has one language, so a rule has no target");
    if (!read_side(&p, ATTN_SOURCE, 0, bar)) return false;
    if (bar < length && !read_side(&p, ATTN_TARGET, bar + 1, length)) return false;
    if (bar == length && corpus->pairs && !same_sides(&p)) return false;
    if (made->count[0] == 0 || (corpus->pairs && made->count[1] == 0))
        return fail(&p, 0, "a rule has at least one symbol or word on each side");
    find_head(made);
    return read_links(&p) && check_sides(&p) && check_mentions(&p) && free_features(&p);
}
