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
    const attn_json_item *text;
    char *bytes; /* a copy of it, with a NUL in the place of the bar */
    size_t at;
    attn_side side; /* that is read */
    grammar_rule *rule;
    size_t link_from[ATTN_MOST_ITEMS]; /* where the text of the links of an item starts; or 0 */
} parser;

static attn_span part_at(const parser *p, size_t offset, size_t length)
{
    return (attn_span){attn_json_text(p->text) + offset, length};
}

#define fail(p, offset, ...) attn_grammar_fail((p)->corpus, part_at(p, offset, 0), __VA_ARGS__)

bool attn_grammar_word(attn_corpus *corpus, attn_span word)
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
    size_t at = 0, start, end;
    bool whole = attn_text_word(word.bytes, word.length, &at, &start, &end) && end == word.length;
    return whole ||
           attn_grammar_fail(corpus, word,
                             "'%.*s' is more than one word, because lessons cut text there",
                             (int)word.length, word.bytes);
}

static void skip_blanks(parser *p)
{
    p->at += strspn(p->bytes + p->at, " ");
}

/* ---- features in brackets ---- */

/* The variable of what is said: one that the rule has already, or a new one. */
static bool mention(parser *p, grammar_item *which, size_t place, const condition *said)
{
    grammar_rule *rule = p->rule;
    size_t v = 0, *variable = &which->variables[place];
    for (; v < rule->variable_count; v++) {
        const grammar_variable *old = &rule->variables[v];
        if (old->feature == said->feature && old->value == said->value && old->named) break;
    }
    if (v == ATTN_MOST_VARIABLES)
        return fail(p, p->at, "a rule has at most %u features", ATTN_MOST_VARIABLES);
    if (v == rule->variable_count)
        rule->variables[rule->variable_count++] =
            (grammar_variable){said->feature, said->value, 0, p->at, true};
    if (*variable != NONE && *variable != v)
        return fail(p, p->at, "%s has the feature %s twice here, with two values", which->label,
                    p->corpus->features[said->feature].name);
    if (*variable == NONE) rule->variables[v].mentions++;
    *variable = v;
    return true;
}

static bool read_mention(parser *p, grammar_item *which, size_t length)
{
    const grammar_symbol *symbol = &p->corpus->symbols[which->symbol];
    const attn_span part = part_at(p, p->at, length);
    condition said = {.value = NONE};
    if (!memchr(part.bytes, '=', length))
        said.feature = attn_grammar_feature(p->corpus, part);
    else
        attn_grammar_condition(p->corpus, part, &said);
    if (!attn_ok(p->corpus->status)) return false;
    size_t place = attn_symbol_feature(symbol, said.feature);
    if (place == NONE)
        return fail(p, p->at, "%s does not have the feature %s", symbol->name,
                    p->corpus->features[said.feature].name);
    return mention(p, which, place, &said);
}

static bool read_brackets(parser *p, grammar_item *which)
{
    size_t open = p->at++;
    for (skip_blanks(p); p->bytes[p->at] != ']'; skip_blanks(p)) {
        size_t length = strcspn(p->bytes + p->at, " ]|");
        if (length == 0) return fail(p, open, "the ']' for this '[' is missing");
        if (!read_mention(p, which, length)) return false;
        p->at += length;
    }
    p->at++;
    return true;
}

/* ---- items ---- */

/* A name in capitals: letters, digits, hyphens; NP.2 has its number in it. */
static size_t symbol_length(const char *text)
{
    static const char all[] = "-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    size_t length = text[0] >= 'A' && text[0] <= 'Z' ? strspn(text, all) : 0;
    if (length && text[length] == '.' && text[length + 1] >= '1' && text[length + 1] <= '9')
        length += 2;
    return strchr(" [@|", text[length]) ? length : 0;
}

/* The place of an item with this label in the order of a side, from a place on; NONE. */
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

/* NULL, with a fault, if it cannot be added. */
static grammar_item *add_item(parser *p, size_t symbol, const char *label, size_t length)
{
    grammar_rule *rule = p->rule;
    if (rule->item_count == ATTN_MOST_ITEMS)
        fail(p, p->at, "a rule has at most %u symbols and words", ATTN_MOST_ITEMS);
    if (!attn_ok(p->corpus->status)) return NULL;
    grammar_item *made = &rule->items[rule->item_count];
    *made = (grammar_item){.symbol = symbol, .role = NONE, .offset = p->at};
    for (size_t i = 0; i < ATTN_MOST_SYMBOL_FEATURES; i++) made->variables[i] = NONE;
    made->label = attn_copy_text(p->corpus->arena, label, length);
    rule->order[p->side][rule->count[p->side]++] = rule->item_count++;
    return made->label ? made : NULL;
}

/* The symbol's item of the source, where the target names it; else a new one. */
static grammar_item *symbol_item(parser *p, size_t length)
{
    grammar_rule *rule = p->rule;
    const attn_corpus *corpus = p->corpus;
    const char *label = p->bytes + p->at;
    size_t name = length > 2 && label[length - 2] == '.' ? length - 2 : length;
    size_t symbol = attn_name_find(corpus->symbols, corpus->symbol_count, sizeof *corpus->symbols,
                                   part_at(p, p->at, name));
    if (symbol == NONE)
        fail(p, p->at,
             "no symbol %.*s: give it words or rules (put a word in capitals between ' and ')",
             (int)name, label);
    else if (find_item(p, label, length, p->side, 0) != NONE)
        fail(p, p->at, "%.*s appears twice on this side: number them, %.*s.1 and %.*s.2",
             (int)length, label, (int)name, label, (int)name, label);
    size_t old = p->side == ATTN_TARGET ? find_item(p, label, length, ATTN_SOURCE, 0) : NONE;
    if (old == NONE) return add_item(p, symbol, label, length);
    old = rule->order[ATTN_SOURCE][old];
    rule->order[ATTN_TARGET][rule->count[ATTN_TARGET]++] = old;
    return attn_ok(corpus->status) ? &rule->items[old] : NULL;
}

/* A word as it is, or between ' and '. */
static grammar_item *word_item(parser *p)
{
    const char *text = p->bytes + p->at;
    size_t quote = text[0] == '\'', length = strcspn(text, " @|");
    if (quote)
        for (length = 0; text[1 + length]; length++)
            if (text[1 + length] == '\'' && strchr(" @|", text[2 + length])) break;
    if (quote && !text[1 + length])
        fail(p, p->at, "the second ' is missing");
    else if (length == 0)
        fail(p, p->at, "a word is missing here");
    else if (attn_grammar_word(p->corpus, part_at(p, p->at + quote, length))) {
        grammar_item *made = add_item(p, NONE, text + quote, length);
        if (made) made->word = made->label;
        p->at += length + 2 * quote;
        return made;
    }
    return NULL;
}

/* "subject:" */
static bool read_role(parser *p, size_t *role)
{
    static const char letters[] = "-abcdefghijklmnopqrstuvwxyz";
    attn_corpus *corpus = p->corpus;
    const char *text = p->bytes + p->at;
    size_t length = strspn(text, letters);
    *role = NONE;
    if (length == 0 || text[length] != ':' || !text[length + 1] || text[length + 1] == ' ')
        return true;
    if (p->side == ATTN_TARGET) return fail(p, p->at, "name roles in the source");
    *role = attn_name_find(corpus->roles, corpus->role_count, sizeof(char *),
                           part_at(p, p->at, length));
    if (*role == NONE) {
        *role = corpus->role_count;
        if (!attn_push_text(corpus->arena, &corpus->roles, &corpus->role_count,
                            attn_copy_text(corpus->arena, text, length)))
            return false;
    }
    p->at += length + 1;
    p->rule->has_roles = true;
    return true;
}

static bool read_item(parser *p)
{
    size_t role, start = p->at;
    if (!read_role(p, &role)) return false;
    const char *text = p->bytes + p->at;
    bool head = text[0] == '*' && text[1] && text[1] != ' ';
    if (head && p->side == ATTN_TARGET) return fail(p, p->at, "mark the head in the source");
    p->at += head;
    size_t length = symbol_length(text + head);
    grammar_item *made = length ? symbol_item(p, length) : word_item(p);
    if (!made) return false;
    size_t place = (size_t)(made - p->rule->items);
    if (role != NONE) made->role = role;
    if (head && p->rule->head != NONE) return fail(p, start, "a rule has one head: remove one '*'");
    if (head) p->rule->head = place;
    p->at += length;
    if (length && p->bytes[p->at] == '[' && !read_brackets(p, made)) return false;
    if (p->bytes[p->at] == '@') {
        if (p->side == ATTN_SOURCE) return fail(p, p->at, "write links in the target");
        p->link_from[place] = ++p->at;
        p->at += strcspn(p->bytes + p->at, " |");
    }
    return !p->bytes[p->at] || p->bytes[p->at] == ' ' ||
           fail(p, p->at, "a space is missing after this symbol or word");
}

static bool read_side(parser *p, attn_side side, size_t from)
{
    p->side = side;
    p->at = from;
    for (skip_blanks(p); p->bytes[p->at]; skip_blanks(p))
        if (!read_item(p)) return false;
    return p->rule->count[side] > 0 ||
           fail(p, 0, "a rule has at least one symbol or word on each side");
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

/* ---- links ---- */

static bool read_link(parser *p, size_t target, size_t from, size_t to)
{
    grammar_rule *rule = p->rule;
    bool sure = p->bytes[from] != '?';
    size_t name = from + !sure, length = to - name;
    const char *label = p->bytes + name;
    size_t found = find_item(p, label, length, ATTN_SOURCE, 0);
    if (found == NONE)
        return fail(p, name, "'%.*s' is not in the source, so nothing can be linked to it",
                    (int)length, label);
    if (find_item(p, label, length, ATTN_SOURCE, found + 1) != NONE)
        return fail(p, name, "'%.*s' is in the source twice: a link cannot tell which one",
                    (int)length, label);
    return attn_append(p->corpus->arena, &rule->links, &rule->link_count,
                       &(rule_link){rule->order[ATTN_SOURCE][found], target, sure},
                       sizeof(rule_link));
}

static bool read_links(parser *p)
{
    for (size_t i = 0; i < p->rule->item_count; i++)
        for (size_t at = p->link_from[i]; at;) {
            size_t to = at + strcspn(p->bytes + at, ", ");
            if (!read_link(p, i, at, to)) return false;
            at = p->bytes[to] == ',' ? to + 1 : 0;
        }
    return true;
}

/* ---- what must hold of the whole rule ---- */

/* A symbol with words for both sides, or with rules, stands on both. */
static bool check_side(parser *p, const grammar_item *item, attn_side side)
{
    const grammar_symbol *symbol = &p->corpus->symbols[item->symbol];
    const char *name = side ? "target" : "source";
    bool stands = find_item(p, item->label, strlen(item->label), side, 0) != NONE;
    bool has = !symbol->words || symbol->has_side[side];
    if (stands && !has)
        return fail(p, item->offset, "%s has no words for the %s", symbol->name, name);
    return stands || !has || fail(p, item->offset, "%s is missing in the %s", item->label, name);
}

/* The features that no bracket names are free, each by itself. */
static bool free_features(parser *p, grammar_item *item)
{
    grammar_rule *rule = p->rule;
    const grammar_symbol *symbol = &p->corpus->symbols[item->symbol];
    for (size_t k = 0; k < symbol->feature_count; k++) {
        if (item->variables[k] != NONE) continue;
        if (rule->variable_count == ATTN_MOST_VARIABLES)
            return fail(p, item->offset, "a rule has at most %u features", ATTN_MOST_VARIABLES);
        item->variables[k] = rule->variable_count;
        rule->variables[rule->variable_count++] =
            (grammar_variable){.feature = symbol->features[k], .value = NONE};
    }
    return true;
}

static bool check_rule(parser *p)
{
    grammar_rule *rule = p->rule;
    for (size_t i = 0; i < rule->item_count; i++)
        for (size_t side = 0; side < 2; side++)
            if (rule->items[i].symbol != NONE && !check_side(p, &rule->items[i], (attn_side)side))
                return false;
    for (size_t v = p->owner->feature_count; v < rule->variable_count; v++)
        if (rule->variables[v].value == NONE && rule->variables[v].mentions < 2)
            return fail(p, rule->variables[v].offset,
                        "%s agrees with nothing here: use it at another symbol too, give it a "
                        "value, or remove it",
                        p->corpus->features[rule->variables[v].feature].name);
    for (size_t i = 0; i < rule->item_count; i++)
        if (rule->items[i].symbol != NONE && !free_features(p, &rule->items[i])) return false;
    return true;
}

/* "being=living": the values of its own symbol that a rule is for. */
bool attn_rule_for(attn_corpus *corpus, const grammar_symbol *owner, const attn_json_item *text,
                   grammar_rule *made)
{
    condition said;
    attn_span word;
    for (attn_span left = attn_grammar_text(text); attn_span_word(&left, " ", &word);) {
        if (!attn_grammar_condition(corpus, word, &said)) return false;
        size_t place = attn_symbol_feature(owner, said.feature);
        if (place == NONE)
            return attn_grammar_fail(corpus, word, "%s does not have the feature %s", owner->name,
                                     corpus->features[said.feature].name);
        made->variables[place].value = said.value;
    }
    return true;
}

bool attn_rule_read(attn_corpus *corpus, const grammar_symbol *owner, const attn_json_item *text,
                    grammar_rule *made)
{
    size_t length = strlen(attn_json_text(text)), bar = strcspn(attn_json_text(text), "|");
    parser p = {.corpus = corpus,
                .owner = owner,
                .text = text,
                .bytes = attn_copy_text(corpus->arena, attn_json_text(text), length),
                .rule = made};
    if (!p.bytes) return false;
    p.bytes[bar] = '\0';
    made->head = NONE;
    for (size_t i = 0; i < owner->feature_count; i++)
        made->variables[made->variable_count++] =
            (grammar_variable){.feature = owner->features[i], .value = NONE, .named = true};
    if (!read_side(&p, ATTN_SOURCE, 0) ||
        !(bar < length ? read_side(&p, ATTN_TARGET, bar + 1) : same_sides(&p)))
        return false;
    /* one item is its rule's head, if none is marked */
    if (made->head == NONE && made->count[0] == 1) made->head = made->order[0][0];
    return read_links(&p) && check_rule(&p);
}
