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
            made->symbol = symbol;
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

static bool agrees(const grammar_instance *instance, const conditions *asked)
{
    for (size_t c = 0; c < asked->count; c++) {
        size_t place = attn_symbol_feature(instance->symbol, asked->items[c].feature);
        if (instance->values[place] != asked->items[c].value) return false;
    }
    return true;
}

/* The first form that agrees, on each side where there are any. */
static bool find_forms(attn_corpus *corpus, grammar_instance *made)
{
    const grammar_symbol *symbol = made->symbol;
    for (size_t side = 0; side < 2; side++) {
        size_t *f = &made->form[side], count = symbol->cells[side] ? symbol->form_count[side] : 0;
        while (*f < count && !agrees(made, &symbol->cells[side][*f])) ++*f;
        if (count > 0 && *f == count)
            return fail(
                corpus, symbol->item,
                "%s has values for which there is no form on the %s side: write \"\" in the "
                "place of the last one, which always agrees",
                symbol->name, side ? "target" : "source");
    }
    return true;
}

/* "-" stands for a form that a word does not have. */
static bool has_forms(const grammar_entry *entry, const grammar_instance *made)
{
    for (size_t side = 0; side < 2; side++)
        if (entry->forms[side] && strcmp(entry->forms[side][made->form[side]].text, "-") == 0)
            return false;
    return true;
}

static double mean_of_forms(const grammar_instance *made)
{
    double sum = 0;
    if (made->symbol->form_count[ATTN_SOURCE] == 0) return 0;
    for (size_t i = 0; i < made->pick_count; i++)
        sum += (double)made->picks[i]->forms[ATTN_SOURCE][made->form[ATTN_SOURCE]].count;
    return made->pick_count ? sum / (double)made->pick_count : 1;
}

/* The form and the entries of an instance of a symbol that is words. */
static bool unify_words(attn_corpus *corpus, grammar_instance *made)
{
    const grammar_symbol *symbol = made->symbol;
    const grammar_entry *end = symbol->entries + symbol->entry_count;
    if (!find_forms(corpus, made)) return false;
    for (const grammar_entry *entry = symbol->entries; entry < end; entry++)
        if (agrees(made, &entry->values) && has_forms(entry, made) &&
            !attn_append(corpus->arena, &made->picks, &made->pick_count, &entry, sizeof entry))
            return false;
    made->mass = (double)made->pick_count / (double)symbol->entry_count;
    made->words = mean_of_forms(made);
    return true;
}

/* ---- choices ---- */

static const grammar_instance *child_of(const attn_corpus *corpus, const grammar_item *item,
                                        const size_t *values)
{
    const grammar_symbol *symbol = item->symbol;
    size_t place = 0;
    for (size_t k = symbol ? symbol->feature_count : 0; k > 0; k--)
        place = place * corpus->features[symbol->features[k - 1]].count +
                values[item->variables[k - 1]];
    return symbol ? &corpus->instances[symbol->first_instance + place] : NULL;
}

static bool add_choice(attn_corpus *corpus, grammar_instance *of, grammar_rule *rule,
                       const size_t *values)
{
    const grammar_choice made = {
        .rule = rule, .children = attn_alloc(corpus->arena, rule->item_count, sizeof of)};
    if (corpus->choice_count++ == ATTN_MOST_CHOICES)
        return fail(corpus, rule->item,
                    "the features of the rules up to here agree in more than %zu ways: use fewer "
                    "features or values",
                    ATTN_MOST_CHOICES);
    for (size_t i = 0; made.children && i < rule->item_count; i++)
        made.children[i] = child_of(corpus, &rule->items[i], values);
    return made.children &&
           attn_append(corpus->arena, &of->choices, &of->choice_count, &made, sizeof made);
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

/* A choice for all values that agree with those of an instance. */
static bool add_choices(attn_corpus *corpus, grammar_instance *instance, grammar_rule *rule)
{
    size_t values[ATTN_MOST_VARIABLES];
    size_t owned = instance->symbol->feature_count;
    for (size_t v = 0; v < rule->variable_count; v++)
        values[v] = v < owned                          ? instance->values[v]
                    : rule->variables[v].value == NONE ? 0
                                                       : rule->variables[v].value;
    do
        if (!add_choice(corpus, instance, rule, values)) return false;
    while (next_values(corpus, rule, owned, values));
    return true;
}

static bool unify_rules(attn_corpus *corpus, grammar_instance *made)
{
    const grammar_symbol *symbol = made->symbol;
    for (size_t r = 0; r < symbol->rule_count; r++)
        if (!add_choices(corpus, made, &symbol->rules[r])) return false;
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
    for (size_t i = 0; i < rule->item_count; i++)
        if (choice->children[i]) mass *= choice->children[i]->mass;
    return mass / ways;
}

/* One round for one instance; true if it can be drawn now and could not before. */
static bool weigh(attn_corpus *corpus, grammar_instance *made)
{
    const grammar_symbol *symbol = made->symbol;
    double mass = 0, before = made->mass;
    for (size_t c = 0; c < made->choice_count; c++) {
        grammar_choice *choice = &made->choices[c];
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
static void share_out(grammar_instance *made)
{
    grammar_choice *end = made->choices + made->choice_count;
    for (grammar_choice *c = made->choices, *next = c; c < end; c = next) {
        double sum = 0;
        for (; next < end && next->rule == c->rule; next++) sum += next->share;
        if (!(sum > 0)) continue;
        c->rule->used = true;
        for (grammar_choice *one = c; one < next; one++) one->share /= sum;
    }
    /* what never agrees is most of it in a grammar of many features */
    made->choice_count = 0;
    for (const grammar_choice *c = made->choices; c < end; c++)
        if (c->share > 0) made->choices[made->choice_count++] = *c;
}

double attn_choice_weight(const grammar_choice *choice, bool longer)
{
    const grammar_rule *rule = choice->rule;
    return longer ? (rule->longer ? choice->share : 0) : choice->share * rule->weight;
}

static bool check_rules(attn_corpus *corpus)
{
    for (size_t s = 0; s < corpus->symbol_count; s++) {
        const grammar_symbol *symbol = &corpus->symbols[s];
        for (size_t r = 0; r < symbol->rule_count; r++)
            if (!symbol->rules[r].used)
                return fail(corpus, symbol->rules[r].item,
                            "this rule can never be used: its features never agree, or it leads "
                            "back to itself and never to words");
    }
    return true;
}

/* ---- how long lines get ---- */

static double mean_words(const grammar_instance *made)
{
    double sum = 0, upto = 0;
    for (size_t c = 0; c < made->choice_count; c++) {
        const grammar_choice *choice = &made->choices[c];
        double before = upto, words = 0;
        upto += attn_choice_weight(choice, false);
        for (size_t i = 0; i < choice->rule->count[ATTN_SOURCE]; i++) {
            const grammar_instance *child = choice->children[choice->rule->order[ATTN_SOURCE][i]];
            words += child ? child->words : 1;
        }
        sum += (upto - before) * words;
    }
    return upto > 0 ? sum / upto : 0;
}

enum { rounds_of_growth = 100 };

static bool check_growth(attn_corpus *corpus)
{
    const grammar_symbol *start = &corpus->symbols[corpus->start];
    const size_t first = start->first_instance;
    for (size_t round = 0; round < rounds_of_growth; round++)
        for (size_t i = first; i < corpus->instance_count; i++)
            corpus->instances[i].words = mean_words(&corpus->instances[i]);
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
            const grammar_form *form = &symbol->entries[e].forms[side][f];
            for (size_t i = 0; i < form->count && strcmp(form->text, "-") != 0; i++)
                if (!attn_push_text(arena, words, count, form->words[i])) return false;
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
    if (!number_instances(corpus)) return false;
    /* the symbols with rules stand behind those that are words, and so do their instances */
    const size_t first = corpus->symbols[corpus->start].first_instance;
    for (size_t i = 0; i < corpus->instance_count; i++)
        if (!(i < first ? unify_words : unify_rules)(corpus, &corpus->instances[i])) return false;
    weigh_all(corpus, first);
    for (size_t i = first; i < corpus->instance_count; i++) share_out(&corpus->instances[i]);
    return check_rules(corpus) && check_growth(corpus);
}
