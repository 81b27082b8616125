/*
 * rules: the notation of rules.
 *
 *     noun:NOUN[number] ne VERB[number,negated=yes] pas | NOUN DO[number]@?ne,?VERB not@pas VERB
 *
 * Left of the bar stands the source, right of it the target; without a bar the target is as the
 * source. A symbol that stands on both sides is one and the same. A feature in brackets is shared
 * by all that name it; with a value, it has that value. `role:` stands in the source; `@` in the
 * target names the words of the source to which a word is linked, with `?` those to which it is
 * only possibly.
 */
#include <string.h>

#include "core/text.h"
#include "corpus/grammar.h"

typedef struct parser {
    attn_corpus *corpus;
    const grammar_symbol *owner;
    grammar_rule *rule;
    attn_side side;                   /* that is read */
    attn_span links[ATTN_MOST_ITEMS]; /* of each item: what stands behind its @ */
} parser;

#define fail(p, at, ...) attn_grammar_fail((p)->corpus, at, __VA_ARGS__)

static bool check_text(attn_corpus *corpus, attn_span word)
{
    uint32_t code;
    if (word.length > ATTN_MOST_FORM_BYTES)
        return attn_grammar_fail(corpus, word, "a word has at most %u bytes", ATTN_MOST_FORM_BYTES);
    for (size_t i = 0, step; i < word.length; i += step) {
        step = attn_utf8_next(word.bytes + i, word.length - i, &code);
        if (step == 0 || attn_text_harmful(code))
            return attn_grammar_fail(
                corpus, (attn_span){word.bytes + i, 0},
                "a word cannot contain tabs, line breaks or control characters");
    }
    return true;
}

bool attn_grammar_word(attn_corpus *corpus, attn_span word)
{
    if (!check_text(corpus, word)) return false;
    size_t at = 0, start, end;
    bool whole = attn_text_word(word.bytes, word.length, &at, &start, &end) && end == word.length;
    return whole ||
           attn_grammar_fail(corpus, word,
                             "'%.*s' is more than one word, because lessons cut text there",
                             (int)word.length, word.bytes);
}

static bool is_ideographs(attn_span text)
{
    uint32_t code;
    for (size_t i = 0, step; i < text.length; i += step) {
        step = attn_utf8_next(text.bytes + i, text.length - i, &code);
        if (step == 0 || !attn_text_is_ideograph(code)) return false;
    }
    return true;
}

bool attn_grammar_form(attn_corpus *corpus, attn_span form)
{
    return is_ideographs(form) ? check_text(corpus, form) : attn_grammar_word(corpus, form);
}

/* ---- features in brackets ---- */

/* The variable of what is said: one that the rule has already, or a new one; NONE, with a fault. */
static size_t variable_of(parser *p, const condition *said, attn_span at)
{
    grammar_rule *rule = p->rule;
    for (size_t v = 0; v < rule->variable_count; v++)
        if (rule->variables[v].feature == said->feature && rule->variables[v].value == said->value)
            return v;
    if (rule->variable_count == ATTN_MOST_VARIABLES) {
        fail(p, at, "a rule has at most %u features", ATTN_MOST_VARIABLES);
        return NONE;
    }
    rule->variables[rule->variable_count] = *said;
    return rule->variable_count++;
}

/* "number,negated=yes]" */
static bool read_brackets(parser *p, grammar_item *which, attn_span left)
{
    condition said;
    attn_span part;
    if (!which->symbol || left.bytes[left.length - 1] != ']')
        return fail(p, left, "features stand behind a symbol, between '[' and ']'");
    left.length--;
    while (attn_span_take(&left, ',', &part)) {
        if (!attn_grammar_condition(p->corpus, part, &said)) return false;
        size_t place = attn_symbol_feature(which->symbol, said.feature);
        if (place == NONE)
            return fail(p, part, "%s does not have the feature %s", which->symbol->name,
                        p->corpus->features[said.feature].name);
        which->variables[place] = variable_of(p, &said, part);
        if (which->variables[place] == NONE) return false;
    }
    return true;
}

/* ---- items ---- */

bool attn_symbol_named(attn_span name)
{
    static const char capitals[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ-0123456789";
    size_t length = 0;
    while (length < name.length && memchr(capitals, name.bytes[length], length ? 37 : 26)) length++;
    return length > 0 && length == name.length;
}

/* The place of an item with this label in the order of a side, from a place on; NONE. */
static size_t find_item(const parser *p, attn_span label, attn_side side, size_t from)
{
    const grammar_rule *rule = p->rule;
    for (size_t i = from; i < rule->count[side]; i++) {
        const attn_span own = rule->items[rule->order[side][i]].label;
        if (own.length == label.length && memcmp(own.bytes, label.bytes, label.length) == 0)
            return i;
    }
    return NONE;
}

/* NULL, with a fault, if it cannot be added. */
static grammar_item *add_item(parser *p, grammar_symbol *symbol, attn_span label)
{
    grammar_rule *rule = p->rule;
    if (rule->item_count == ATTN_MOST_ITEMS) {
        fail(p, label, "a rule has at most %u symbols and words", ATTN_MOST_ITEMS);
        return NULL;
    }
    grammar_item *made = &rule->items[rule->item_count];
    *made = (grammar_item){.symbol = symbol, .label = label, .role = NONE};
    for (size_t i = 0; i < ATTN_MOST_SYMBOL_FEATURES; i++) made->variables[i] = NONE;
    rule->order[p->side][rule->count[p->side]++] = rule->item_count++;
    return made;
}

/* The symbol's item of the source, where the target names it; else a new one. */
static grammar_item *symbol_item(parser *p, attn_span name, attn_span label)
{
    grammar_rule *rule = p->rule;
    attn_corpus *corpus = p->corpus;
    size_t symbol =
        attn_name_find(corpus->symbols, corpus->symbol_count, sizeof *corpus->symbols, name);
    if (symbol == NONE)
        fail(p, label, "no symbol %.*s: give it words or rules", (int)name.length, name.bytes);
    else if (find_item(p, label, p->side, 0) != NONE)
        fail(p, label, "%.*s appears twice on this side: number them, %.*s.1 and %.*s.2",
             (int)label.length, label.bytes, (int)name.length, name.bytes, (int)name.length,
             name.bytes);
    if (!attn_ok(corpus->status)) return NULL;
    size_t old = p->side == ATTN_TARGET ? find_item(p, label, ATTN_SOURCE, 0) : NONE;
    if (old == NONE) return add_item(p, &corpus->symbols[symbol], label);
    old = rule->order[ATTN_SOURCE][old];
    rule->order[ATTN_TARGET][rule->count[ATTN_TARGET]++] = old;
    return &rule->items[old];
}

static grammar_item *word_item(parser *p, attn_span label)
{
    grammar_item *made = attn_grammar_word(p->corpus, label) ? add_item(p, NULL, label) : NULL;
    if (made) made->word = attn_copy_text(p->corpus->arena, label.bytes, label.length);
    return made && made->word ? made : NULL;
}

/* A role is one of those by which words are held out. */
static bool read_role(parser *p, grammar_item *made, attn_span role)
{
    const held_out *held = &p->corpus->held;
    if (p->side == ATTN_TARGET) return fail(p, role, "name roles in the source");
    made->role = attn_name_find(held->roles, 2, sizeof *held->roles, role);
    if (made->role == NONE)
        return fail(p, role, "\"held-out\" does not name the role '%.*s'", (int)role.length,
                    role.bytes);
    return (made->symbol && made->symbol->words) ||
           fail(p, role, "a role belongs to a symbol that has words");
}

/* "noun:NOUN[gender,number]", "NP.2", "not@pas,?ne" */
static bool read_item(parser *p, attn_span part)
{
    attn_span links = part, role, label, left, name, number;
    attn_span_take(&links, '@', &left);
    attn_span behind = left;
    attn_span_take(&behind, ':', &role);
    const bool has_role = behind.bytes && role.length && behind.length;
    if (has_role) left = behind;
    attn_span_take(&left, '[', &label);
    if (label.length == 0) return fail(p, part, "a word is missing here");
    number = label;
    attn_span_take(&number, '.', &name);
    grammar_item *made =
        attn_symbol_named(name) ? symbol_item(p, name, label) : word_item(p, label);
    if (!made || (has_role && !read_role(p, made, role)) ||
        (left.bytes && !read_brackets(p, made, left)))
        return false;
    if (links.bytes && p->side == ATTN_SOURCE) return fail(p, links, "write links in the target");
    p->links[made - p->rule->items] = links;
    return true;
}

static bool read_side(parser *p, attn_side side, attn_span text)
{
    attn_span part, left = text;
    p->side = side;
    while (attn_span_word(&left, " ", &part))
        if (!read_item(p, part)) return false;
    return p->rule->count[side] > 0 ||
           fail(p, text, "a rule has at least one symbol or word on each side");
}

/* Without a bar both sides are alike. */
static bool same_sides(parser *p)
{
    grammar_rule *rule = p->rule;
    for (size_t i = 0; i < rule->item_count; i++) {
        if (!rule->items[i].symbol)
            return fail(p, rule->items[i].label,
                        "'%s' needs its translation: write source | target", rule->items[i].word);
        rule->order[ATTN_TARGET][rule->count[ATTN_TARGET]++] = i;
    }
    return true;
}

/* ---- links ---- */

static bool read_link(parser *p, size_t target, attn_span label)
{
    grammar_rule *rule = p->rule;
    char possible;
    bool sure = !attn_span_mark(&label, "?", &possible);
    size_t found = find_item(p, label, ATTN_SOURCE, 0);
    if (found == NONE)
        return fail(p, label, "'%.*s' is not in the source, so nothing can be linked to it",
                    (int)label.length, label.bytes);
    if (find_item(p, label, ATTN_SOURCE, found + 1) != NONE)
        return fail(p, label, "'%.*s' is in the source twice: a link cannot tell which one",
                    (int)label.length, label.bytes);
    return attn_append(p->corpus->arena, &rule->links, &rule->link_count,
                       &(rule_link){rule->order[ATTN_SOURCE][found], target, sure},
                       sizeof(rule_link));
}

static bool read_links(parser *p)
{
    attn_span one;
    for (size_t i = 0; i < p->rule->item_count; i++)
        while (attn_span_take(&p->links[i], ',', &one))
            if (!read_link(p, i, one)) return false;
    return true;
}

/* ---- what must hold of the whole rule ---- */

/* A symbol with words for both sides, or with rules, stands on both. */
static bool check_side(parser *p, const grammar_item *item, attn_side side)
{
    const grammar_symbol *symbol = item->symbol;
    const char *name = side ? "target" : "source";
    bool stands = find_item(p, item->label, side, 0) != NONE;
    bool has = !symbol->words || symbol->form_count[side] > 0;
    if (stands && !has)
        return fail(p, item->label, "%s has no words for the %s", symbol->name, name);
    return stands || !has ||
           fail(p, item->label, "%.*s is missing in the %s", (int)item->label.length,
                item->label.bytes, name);
}

size_t attn_rule_mentions(const grammar_rule *rule, size_t variable)
{
    size_t count = 0;
    for (size_t i = 0; i < rule->item_count; i++)
        for (size_t k = 0; k < ATTN_MOST_SYMBOL_FEATURES; k++)
            count += rule->items[i].variables[k] == variable;
    return count;
}

static bool check_agreement(parser *p)
{
    const grammar_rule *rule = p->rule;
    for (size_t v = p->owner->feature_count; v < rule->variable_count; v++)
        if (rule->variables[v].value == NONE && attn_rule_mentions(rule, v) < 2)
            return fail(p, attn_grammar_text(rule->item),
                        "%s agrees with nothing here: use it at another symbol too, give it a "
                        "value, or remove it",
                        p->corpus->features[rule->variables[v].feature].name);
    return true;
}

/* The features that no bracket names are free, each by itself. */
static bool free_features(parser *p, grammar_item *item)
{
    grammar_rule *rule = p->rule;
    for (size_t k = 0; k < item->symbol->feature_count; k++) {
        if (item->variables[k] != NONE) continue;
        if (rule->variable_count == ATTN_MOST_VARIABLES)
            return fail(p, item->label, "a rule has at most %u features", ATTN_MOST_VARIABLES);
        item->variables[k] = rule->variable_count;
        rule->variables[rule->variable_count++] = (condition){item->symbol->features[k], NONE};
    }
    return true;
}

static bool check_rule(parser *p)
{
    grammar_item *end = p->rule->items + p->rule->item_count;
    for (grammar_item *item = p->rule->items; item < end; item++)
        if (item->symbol &&
            (!check_side(p, item, ATTN_SOURCE) || !check_side(p, item, ATTN_TARGET)))
            return false;
    if (!check_agreement(p)) return false;
    for (grammar_item *item = p->rule->items; item < end; item++)
        if (item->symbol && !free_features(p, item)) return false;
    return true;
}

bool attn_rule_read(attn_corpus *corpus, const grammar_symbol *owner, grammar_rule *made)
{
    parser p = {.corpus = corpus, .owner = owner, .rule = made};
    attn_span left = attn_grammar_text(made->item), source, target;
    for (size_t i = 0; i < owner->feature_count; i++)
        made->variables[made->variable_count++] = (condition){owner->features[i], NONE};
    attn_span_take(&left, '|', &source);
    const bool same = !left.bytes;
    attn_span_take(&left, '|', &target);
    if (left.bytes) return fail(&p, left, "one '|' too many: source | target");
    return read_side(&p, ATTN_SOURCE, source) &&
           (same ? same_sides(&p) : read_side(&p, ATTN_TARGET, target)) && read_links(&p) &&
           check_rule(&p);
}
