/*
 * unify: which assignments of values agree, and how likely each is.
 *
 * The mass of an instance is the chance that draws made independently of each other agree. A rule
 * is drawn by its weight among those that can agree at all; what is open in it is drawn by the
 * masses of its parts, as if disagreeing draws were thrown away.
 */
#include <stdlib.h>
#include <string.h>

#include "core/text.h"
#include "corpus/grammar.h"

#define fail(corpus, item, ...) attn_json_fail((corpus)->json, item, (corpus)->status, __VA_ARGS__)
/* At the name of a symbol. */
#define fail_key(corpus, symbol, ...)                                                              \
    attn_json_fail_key((corpus)->json, (symbol)->item, (corpus)->status, __VA_ARGS__)

/* ---- instances ---- */

static bool count_instances(attn_corpus *corpus)
{
    for (size_t i = 0; i < corpus->symbol_count; i++) {
        grammar_symbol *symbol = &corpus->symbols[i];
        symbol->first_instance = corpus->instance_count;
        symbol->instance_count = 1;
        for (size_t k = 0; k < symbol->feature_count; k++)
            if (symbol->instance_count <= ATTN_MOST_INSTANCES)
                symbol->instance_count *= corpus->features[symbol->features[k]].count;
        corpus->instance_count += symbol->instance_count;
        if (corpus->instance_count > ATTN_MOST_INSTANCES)
            return fail_key(corpus, symbol,
                            "the features of the symbols up to here have more than %zu "
                            "combinations of values: use fewer features or values",
                            ATTN_MOST_INSTANCES);
    }
    return true;
}

static bool number_instances(attn_corpus *corpus)
{
    if (!count_instances(corpus)) return false;
    grammar_instance *made = attn_alloc(corpus->arena, corpus->instance_count, sizeof *made);
    corpus->instances = made;
    for (size_t i = 0; made && i < corpus->symbol_count; i++) {
        const grammar_symbol *symbol = &corpus->symbols[i];
        for (size_t nth = 0; nth < symbol->instance_count; nth++, made++) {
            made->symbol = i;
            size_t left = nth;
            for (size_t k = 0; k < symbol->feature_count; k++) {
                size_t count = corpus->features[symbol->features[k]].count;
                made->values[k] = (uint8_t)(left % count);
                left /= count;
            }
        }
    }
    return made != NULL;
}

/* ---- words ---- */

static bool cell_agrees(const grammar_symbol *symbol, const grammar_instance *instance,
                        const grammar_cell *cell)
{
    for (size_t c = 0; c < cell->count; c++) {
        size_t place = attn_symbol_feature(symbol, cell->conditions[c].feature);
        if (instance->values[place] != cell->conditions[c].value) return false;
    }
    return true;
}

static bool find_form(attn_corpus *corpus, const grammar_symbol *symbol, grammar_instance *made,
                      attn_side side)
{
    size_t *f = &made->form[side], count = symbol->cell_count[side];
    while (*f < count && !cell_agrees(symbol, made, &symbol->cells[side][*f])) ++*f;
    if (*f < count || count == 0) return true;
    attn_text text = {0};
    for (size_t k = 0; k < symbol->feature_count; k++) {
        const grammar_feature *feature = &corpus->features[symbol->features[k]];
        attn_text_print(&text, "%s%s=%s", k ? " " : "", feature->name,
                        feature->values[made->values[k]]);
    }
    fail(corpus, symbol->item, "%s has no form on the %s side for %s: add one, or \"\" as the last",
         symbol->name, side ? "target" : "source", attn_text_string(&text));
    attn_text_free(&text);
    return false;
}

static bool entry_agrees(const attn_corpus *corpus, const grammar_entry *entry,
                         const grammar_instance *instance)
{
    const grammar_symbol *symbol = &corpus->symbols[instance->symbol];
    for (size_t k = 0; k < symbol->feature_count; k++)
        if (!(entry->allowed[symbol->features[k]] & UINT32_C(1) << instance->values[k]))
            return false;
    return true;
}

/* "-" stands for a form that a word does not have. */
static bool has_forms(const grammar_symbol *symbol, const grammar_entry *entry,
                      const grammar_instance *made)
{
    for (size_t side = 0; side < 2; side++)
        if (symbol->has_side[side] && strcmp(entry->forms[side][made->form[side]], "-") == 0)
            return false;
    return true;
}

static bool pick_entries(attn_corpus *corpus, const grammar_symbol *symbol, grammar_instance *made)
{
    made->pick_first = corpus->pick_count;
    for (size_t e = 0; e < symbol->entry_count; e++) {
        const grammar_entry *entry = &symbol->entries[e];
        if (!entry_agrees(corpus, entry, made) || !has_forms(symbol, entry, made)) continue;
        if (corpus->pick_count == ATTN_MOST_PICKS)
            return fail(corpus, symbol->item,
                        "too many words for too many values: at most %zu together",
                        ATTN_MOST_PICKS);
        if (!attn_append(corpus->arena, &corpus->picks, &corpus->pick_count,
                         &(uint32_t){(uint32_t)e}, sizeof(uint32_t)))
            return false;
    }
    made->pick_count = corpus->pick_count - made->pick_first;
    return true;
}

/* The form and the entries of each instance of a symbol that is words. */
static bool unify_words(attn_corpus *corpus, const grammar_symbol *symbol)
{
    for (size_t i = 0; i < symbol->instance_count; i++) {
        grammar_instance *made = &corpus->instances[symbol->first_instance + i];
        for (size_t side = 0; side < 2; side++)
            if (symbol->has_side[side] && !find_form(corpus, symbol, made, (attn_side)side))
                return false;
        if (!pick_entries(corpus, symbol, made)) return false;
        made->mass = (double)made->pick_count / (double)symbol->entry_count;
        made->words = symbol->has_side[ATTN_SOURCE];
    }
    return true;
}

/* ---- symbols that cannot be used ---- */

static void reach(attn_corpus *corpus, grammar_symbol *from)
{
    if (from->reached) return;
    from->reached = true;
    for (size_t r = 0; r < from->rule_count; r++)
        for (size_t i = 0; i < from->rules[r].item_count; i++)
            if (from->rules[r].items[i].symbol != NONE)
                reach(corpus, &corpus->symbols[from->rules[r].items[i].symbol]);
}

/* Whether some rule has only words, and symbols that are known to end. */
static bool leads_to_words(const attn_corpus *corpus, const grammar_symbol *symbol)
{
    for (size_t r = 0; r < symbol->rule_count; r++) {
        const grammar_rule *rule = &symbol->rules[r];
        size_t i = 0;
        while (i < rule->item_count &&
               (rule->items[i].symbol == NONE || corpus->symbols[rule->items[i].symbol].ends))
            i++;
        if (i == rule->item_count) return true;
    }
    return symbol->words;
}

static bool check_symbols(attn_corpus *corpus)
{
    grammar_symbol *start = &corpus->symbols[corpus->start];
    grammar_symbol *end = corpus->symbols + corpus->symbol_count;
    for (bool more = true; more;) {
        more = false;
        for (grammar_symbol *s = corpus->symbols; s < end; s++)
            if (!s->ends && leads_to_words(corpus, s)) more = s->ends = true;
    }
    for (grammar_symbol *s = corpus->symbols; s < end; s++)
        if (!s->ends)
            return fail_key(corpus, s,
                            "%s never ends: each of its rules leads back to it, or to a symbol "
                            "that never ends. Add a rule that leads to words",
                            s->name);
    reach(corpus, start);
    for (grammar_symbol *s = corpus->symbols; s < end; s++)
        if (!s->reached)
            return fail_key(
                corpus, s,
                "no rule leads to %s from %s, the first symbol: use it in a rule, or remove it",
                s->name, start->name);
    return true;
}

/* ---- heads of what has a role ---- */

static bool check_head(attn_corpus *corpus, const grammar_symbol *symbol, bool *seen)
{
    bool *before = &seen[symbol - corpus->symbols];
    if (*before) return true;
    *before = true;
    for (size_t r = 0; r < symbol->rule_count; r++) {
        const grammar_rule *rule = &symbol->rules[r];
        if (rule->head == NONE)
            return fail(corpus, rule->item,
                        "%s has a role in another rule, so its head is needed here: put * before "
                        "one symbol or word",
                        symbol->name);
        size_t next = rule->items[rule->head].symbol;
        if (next != NONE && !check_head(corpus, &corpus->symbols[next], seen)) return false;
    }
    return true;
}

static bool check_heads(attn_corpus *corpus)
{
    bool seen[ATTN_MOST_SYMBOLS] = {false};
    for (size_t s = 0; s < corpus->symbol_count; s++)
        for (size_t r = 0; r < corpus->symbols[s].rule_count; r++) {
            const grammar_rule *rule = &corpus->symbols[s].rules[r];
            for (size_t i = 0; i < rule->item_count; i++)
                if (rule->items[i].role != NONE && rule->items[i].symbol != NONE &&
                    !check_head(corpus, &corpus->symbols[rule->items[i].symbol], seen))
                    return false;
        }
    return true;
}

/* ---- choices ---- */

static uint32_t child_of(const attn_corpus *corpus, const grammar_item *item, const size_t *values)
{
    if (item->symbol == NONE) return UINT32_MAX;
    const grammar_symbol *symbol = &corpus->symbols[item->symbol];
    size_t place = 0;
    for (size_t k = symbol->feature_count; k > 0; k--)
        place = place * corpus->features[symbol->features[k - 1]].count +
                values[item->variables[k - 1]];
    return (uint32_t)(symbol->first_instance + place);
}

static bool add_choice(attn_corpus *corpus, grammar_rule *rule, const size_t *values)
{
    if (corpus->choice_count == ATTN_MOST_CHOICES)
        return fail(corpus, rule->item,
                    "the features of the rules up to here agree in more than %zu ways: use fewer "
                    "features or values",
                    ATTN_MOST_CHOICES);
    if (!attn_append(corpus->arena, &corpus->choices, &corpus->choice_count,
                     &(grammar_choice){.rule = rule, .first_child = corpus->child_count},
                     sizeof(grammar_choice)))
        return false;
    for (size_t i = 0; i < rule->item_count; i++) {
        if (!attn_append(corpus->arena, &corpus->children, &corpus->child_count,
                         &(uint32_t){child_of(corpus, &rule->items[i], values)}, sizeof(uint32_t)))
            return false;
    }
    return true;
}

/* Goes to the next values of what is open; false after the last ones. */
static bool next_values(const attn_corpus *corpus, const grammar_rule *rule, size_t owned,
                        size_t *values)
{
    for (size_t v = owned; v < rule->variable_count; v++) {
        if (rule->variables[v].value != NONE) continue;
        if (++values[v] < corpus->features[rule->variables[v].feature].count) return true;
        values[v] = 0;
    }
    return false;
}

/* A choice for all values that agree with those of an instance; none if the rule is for others. */
static bool add_choices(attn_corpus *corpus, const grammar_instance *instance, grammar_rule *rule)
{
    size_t values[ATTN_MOST_VARIABLES];
    size_t owned = corpus->symbols[instance->symbol].feature_count;
    for (size_t v = 0; v < rule->variable_count; v++) {
        size_t said = rule->variables[v].value;
        values[v] = v < owned ? instance->values[v] : said == NONE ? 0 : said;
        if (said != NONE && said != values[v]) return true;
    }
    do
        if (!add_choice(corpus, rule, values)) return false;
    while (next_values(corpus, rule, owned, values));
    return true;
}

static bool unify_rules(attn_corpus *corpus, grammar_instance *made)
{
    const grammar_symbol *symbol = &corpus->symbols[made->symbol];
    made->choice_first = corpus->choice_count;
    for (size_t r = 0; r < symbol->rule_count; r++)
        if (!add_choices(corpus, made, &symbol->rules[r])) return false;
    made->choice_count = corpus->choice_count - made->choice_first;
    return true;
}

/* ---- masses ---- */

/* In how many ways what is open can have values, and how likely they are to agree. */
static double choice_share(const attn_corpus *corpus, const grammar_choice *choice, size_t owned)
{
    const grammar_rule *rule = choice->rule;
    double ways = 1, mass = 1;
    for (size_t v = owned; v < rule->variable_count; v++)
        if (rule->variables[v].value == NONE)
            ways *= (double)corpus->features[rule->variables[v].feature].count;
    for (size_t i = 0; i < rule->item_count; i++) {
        uint32_t child = corpus->children[choice->first_child + i];
        if (child != UINT32_MAX) mass *= corpus->instances[child].mass;
    }
    return mass / ways;
}

/* One round for one instance; true if it can be drawn now and could not before. */
static bool weigh(attn_corpus *corpus, grammar_instance *made)
{
    const grammar_symbol *symbol = &corpus->symbols[made->symbol];
    double mass = 0, before = made->mass;
    for (size_t c = 0; c < made->choice_count; c++) {
        grammar_choice *choice = &corpus->choices[made->choice_first + c];
        choice->share = choice_share(corpus, choice, symbol->feature_count);
        mass += choice->rule->weight / symbol->weight * choice->share;
    }
    made->mass = mass;
    return mass > 0 && !(before > 0);
}

enum { least_rounds = 24 };

static void weigh_all(attn_corpus *corpus, size_t first)
{
    bool more = true;
    for (size_t round = 0; round < least_rounds || more; round++) {
        more = false;
        for (size_t i = first; i < corpus->instance_count; i++)
            more = weigh(corpus, &corpus->instances[i]) || more;
    }
}

/* The choices of one rule stand side by side: their shares get the sum 1 (or 0). */
static void share_out(attn_corpus *corpus, grammar_instance *made)
{
    grammar_choice *first = &corpus->choices[made->choice_first], *end = first + made->choice_count;
    for (grammar_choice *c = first; c < end;) {
        double sum = 0;
        grammar_choice *next = c;
        for (; next < end && next->rule == c->rule; next++) sum += next->share;
        if (sum > 0) c->rule->used = true;
        for (; c < next; c++) {
            if (sum > 0) c->share /= sum;
            made->upto += c->share * c->rule->weight;
            made->longer_upto += c->rule->longer ? c->share : 0;
            c->upto = made->upto;
            c->longer_upto = made->longer_upto;
        }
    }
}

static bool check_rules(attn_corpus *corpus)
{
    for (size_t s = 0; s < corpus->symbol_count; s++) {
        const grammar_symbol *symbol = &corpus->symbols[s];
        for (size_t r = 0; r < symbol->rule_count; r++)
            if (!symbol->rules[r].used)
                return fail(corpus, symbol->rules[r].item,
                            "this rule can never be used, because its features never agree");
    }
    return true;
}

/* ---- how long lines get ---- */

static double mean_words(const attn_corpus *corpus, const grammar_instance *made)
{
    double sum = 0, before = 0;
    for (size_t c = 0; c < made->choice_count; c++) {
        const grammar_choice *choice = &corpus->choices[made->choice_first + c];
        double share = choice->upto - before, words = 0;
        before = choice->upto;
        for (size_t i = 0; i < choice->rule->count[ATTN_SOURCE]; i++) {
            uint32_t child =
                corpus->children[choice->first_child + choice->rule->order[ATTN_SOURCE][i]];
            words += child == UINT32_MAX ? 1 : corpus->instances[child].words;
        }
        sum += share * words;
    }
    return made->upto > 0 ? sum / made->upto : 0;
}

enum { rounds_of_growth = 100 };

static bool check_growth(attn_corpus *corpus)
{
    const grammar_symbol *start = &corpus->symbols[corpus->start];
    const size_t first = start->first_instance;
    for (size_t round = 0; round < rounds_of_growth; round++)
        for (size_t i = first; i < corpus->instance_count; i++)
            corpus->instances[i].words = mean_words(corpus, &corpus->instances[i]);
    return corpus->instances[first].words <= ATTN_MOST_LINE_WORDS ||
           fail_key(corpus, start,
                    "lines grow without end: lower the \"weight\" of the rules that lead back to "
                    "themselves");
}

/* ---- all words of a side ---- */

static int by_bytes(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static bool add_words(const grammar_symbol *symbol, attn_side side, attn_arena *arena,
                      const char ***words, size_t *count)
{
    for (size_t e = 0; e < symbol->entry_count; e++)
        for (size_t f = 0; f < symbol->form_count[side]; f++) {
            const char *form = symbol->entries[e].forms[side][f];
            if (strcmp(form, "-") != 0 && !attn_push_text(arena, words, count, form)) return false;
        }
    for (size_t r = 0; r < symbol->rule_count; r++) {
        const grammar_rule *rule = &symbol->rules[r];
        for (size_t i = 0; i < rule->count[side]; i++) {
            const char *word = rule->items[rule->order[side][i]].word;
            if (word && !attn_push_text(arena, words, count, word)) return false;
        }
    }
    return true;
}

void attn_words_sort(const char **words, size_t *count)
{
    size_t kept = 0;
    if (*count > 0) qsort(words, *count, sizeof *words, by_bytes);
    for (size_t i = 0; i < *count; i++)
        if (i == 0 || strcmp(words[i], words[kept - 1]) != 0) words[kept++] = words[i];
    *count = kept;
}

const char **attn_grammar_words(const attn_corpus *corpus, attn_side side, attn_arena *arena,
                                size_t *count)
{
    const char **words = attn_alloc(arena, 1, sizeof *words);
    bool done = words != NULL;
    *count = 0;
    for (size_t s = 0; done && s < corpus->symbol_count; s++)
        done = add_words(&corpus->symbols[s], side, arena, &words, count);
    if (!done) return NULL;
    attn_words_sort(words, count);
    return words;
}

bool attn_grammar_unify(attn_corpus *corpus)
{
    if (!number_instances(corpus) || !check_symbols(corpus) || !check_heads(corpus)) return false;
    for (size_t s = 0; s < corpus->start; s++)
        if (!unify_words(corpus, &corpus->symbols[s])) return false;
    /* the symbols with rules stand behind those that are words, and so do their instances */
    size_t first = corpus->symbols[corpus->start].first_instance;
    for (size_t i = first; i < corpus->instance_count; i++)
        if (!unify_rules(corpus, &corpus->instances[i])) return false;
    weigh_all(corpus, first);
    for (size_t i = first; i < corpus->instance_count; i++)
        share_out(corpus, &corpus->instances[i]);
    return check_rules(corpus) && check_growth(corpus);
}
