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

/* ---- instances ---- */

static bool number_instances(attn_corpus *corpus)
{
    for (size_t i = 0; i < corpus->symbol_count; i++) {
        grammar_symbol *symbol = &corpus->symbols[i];
        symbol->first_instance = corpus->instance_count;
        symbol->instance_count = 1;
        for (size_t k = 0; k < symbol->feature_count; k++) {
            symbol->instance_count *= corpus->features[symbol->features[k]].count;
            if (symbol->instance_count > ATTN_MOST_INSTANCES) break;
        }
        corpus->instance_count += symbol->instance_count;
        if (corpus->instance_count > ATTN_MOST_INSTANCES)
            return attn_json_fail_key(corpus->json, symbol->item, corpus->status,
                                      "the features of the symbols up to here can have their "
                                      "values in more than %zu ways: fewer features, or values",
                                      ATTN_MOST_INSTANCES);
    }
    corpus->instances = attn_alloc(corpus->arena, corpus->instance_count, sizeof(grammar_instance));
    for (size_t i = 0; corpus->instances && i < corpus->symbol_count; i++)
        for (size_t k = 0; k < corpus->symbols[i].instance_count; k++)
            corpus->instances[corpus->symbols[i].first_instance + k].symbol = i;
    return corpus->instances != NULL;
}

size_t attn_instance_value(const attn_corpus *corpus, size_t instance, size_t place)
{
    const grammar_symbol *symbol = &corpus->symbols[corpus->instances[instance].symbol];
    size_t left = instance - symbol->first_instance;
    for (size_t k = 0; k < place; k++) left /= corpus->features[symbol->features[k]].count;
    return left % corpus->features[symbol->features[place]].count;
}

/* ---- words ---- */

static bool cell_agrees(const attn_corpus *corpus, size_t which, const grammar_cell *cell)
{
    const grammar_symbol *symbol = &corpus->symbols[corpus->instances[which].symbol];
    for (size_t c = 0; c < cell->count; c++) {
        size_t place = attn_symbol_feature(symbol, cell->conditions[c].feature);
        if (attn_instance_value(corpus, which, place) != cell->conditions[c].value) return false;
    }
    return true;
}

static bool find_form(attn_corpus *corpus, size_t which, attn_side side)
{
    grammar_instance *made = &corpus->instances[which];
    const grammar_symbol *symbol = &corpus->symbols[made->symbol];
    size_t count = symbol->cell_count[side], f = 0;
    while (f < count && !cell_agrees(corpus, which, &symbol->cells[side][f])) f++;
    made->form[side] = f;
    if (f < count || count == 0) {
        if (count == 0) made->form[side] = 0;
        return true;
    }
    attn_text text = {0};
    for (size_t k = 0; k < symbol->feature_count; k++) {
        const grammar_feature *feature = &corpus->features[symbol->features[k]];
        attn_text_print(&text, "%s%s=%s", k ? " " : "", feature->name,
                        feature->values[attn_instance_value(corpus, which, k)]);
    }
    fail(corpus, symbol->item, "%s has no form on the %s side for %s: add one, or \"\" as the last",
         symbol->name, side ? "target" : "source", attn_text_string(&text));
    attn_text_free(&text);
    return false;
}

bool attn_entry_agrees(const attn_corpus *corpus, const grammar_entry *entry, size_t which)
{
    const grammar_symbol *symbol = &corpus->symbols[corpus->instances[which].symbol];
    for (size_t k = 0; k < symbol->feature_count; k++) {
        uint32_t bit = UINT32_C(1) << attn_instance_value(corpus, which, k);
        if (!(entry->allowed[symbol->features[k]] & bit)) return false;
    }
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

static bool add_picks(attn_corpus *corpus, const grammar_symbol *symbol, size_t e)
{
    for (size_t i = 0; i < symbol->entries[e].times; i++) {
        if (corpus->pick_count == ATTN_MOST_PICKS)
            return fail(corpus, symbol->item,
                        "too many words for too many values: at most %zu together",
                        ATTN_MOST_PICKS);
        uint32_t *place =
            attn_push(corpus->arena, &corpus->picks, &corpus->pick_count, sizeof *place);
        if (!place) return false;
        *place = (uint32_t)e;
    }
    return true;
}

static bool pick_entries(attn_corpus *corpus, size_t which, bool unseen)
{
    grammar_instance *made = &corpus->instances[which];
    const grammar_symbol *symbol = &corpus->symbols[made->symbol];
    for (size_t e = 0; e < symbol->entry_count; e++) {
        const grammar_entry *entry = &symbol->entries[e];
        if (entry->unseen != unseen || !attn_entry_agrees(corpus, entry, which)) continue;
        if (!has_forms(symbol, entry, made)) continue;
        if (!add_picks(corpus, symbol, e)) return false;
        made->pick_count += entry->times;
        made->seen_count += unseen ? 0 : entry->times;
    }
    return true;
}

static bool settle_words(attn_corpus *corpus, grammar_symbol *symbol)
{
    size_t seen = 0;
    for (size_t e = 0; e < symbol->entry_count; e++) {
        if (!symbol->entries[e].unseen) seen += symbol->entries[e].times;
        corpus->unseen_count += symbol->entries[e].unseen;
    }
    if (seen == 0)
        return fail(corpus, symbol->item, "%s has only words that are unseen", symbol->name);
    for (size_t i = 0; i < symbol->instance_count; i++) {
        size_t which = symbol->first_instance + i;
        grammar_instance *made = &corpus->instances[which];
        made->pick_first = corpus->pick_count;
        for (size_t side = 0; side < 2; side++)
            if (symbol->has_side[side] && !find_form(corpus, which, (attn_side)side)) return false;
        if (!pick_entries(corpus, which, false) || !pick_entries(corpus, which, true)) return false;
        made->mass = (double)made->seen_count / (double)seen;
        made->words = symbol->has_side[ATTN_SOURCE] ? 1 : 0;
    }
    return true;
}

/* ---- symbols that cannot be used ---- */

static void reach(attn_corpus *corpus, grammar_symbol *from)
{
    size_t found = 0;
    grammar_symbol *waiting[ATTN_MOST_SYMBOLS];
    from->reached = true;
    waiting[found++] = from;
    while (found > 0) {
        const grammar_symbol *next = waiting[--found];
        for (size_t r = 0; r < next->rule_count; r++) {
            const grammar_rule *rule = &next->rules[r];
            for (size_t i = 0; i < rule->item_count; i++) {
                if (rule->items[i].symbol == NONE) continue;
                grammar_symbol *to = &corpus->symbols[rule->items[i].symbol];
                if (to->reached) continue;
                to->reached = true;
                waiting[found++] = to;
            }
        }
    }
}

static bool rule_ends(const grammar_rule *rule, const bool *ends)
{
    for (size_t i = 0; i < rule->item_count; i++)
        if (rule->items[i].symbol != NONE && !ends[rule->items[i].symbol]) return false;
    return true;
}

/* Whether each symbol leads to words at last, if features are left aside. */
static void find_ends(const attn_corpus *corpus, bool *ends)
{
    for (bool more = true; more;) {
        more = false;
        for (size_t s = 0; s < corpus->symbol_count; s++) {
            const grammar_symbol *symbol = &corpus->symbols[s];
            bool now = symbol->words;
            for (size_t r = 0; !now && r < symbol->rule_count; r++)
                now = rule_ends(&symbol->rules[r], ends);
            more = more || now != ends[s];
            ends[s] = now;
        }
    }
}

static bool check_symbols(attn_corpus *corpus)
{
    bool ends[ATTN_MOST_SYMBOLS] = {false};
    find_ends(corpus, ends);
    for (size_t s = 0; s < corpus->symbol_count; s++)
        if (!ends[s])
            return attn_json_fail_key(
                corpus->json, corpus->symbols[s].item, corpus->status,
                "%s never ends: each of its rules leads back to it, or to what never ends. Add one "
                "that leads to words",
                corpus->symbols[s].name);
    reach(corpus, &corpus->symbols[corpus->start]);
    for (size_t s = 0; s < corpus->symbol_count; s++)
        if (!corpus->symbols[s].reached)
            return attn_json_fail_key(corpus->json, corpus->symbols[s].item, corpus->status,
                                      "no rule leads to %s from %s, the first: name it in a rule, "
                                      "or take it out",
                                      corpus->symbols[s].name, corpus->symbols[corpus->start].name);
    return true;
}

/* ---- heads of what has a role ---- */

static bool check_head(attn_corpus *corpus, const grammar_symbol *symbol, bool *seen)
{
    size_t place = (size_t)(symbol - corpus->symbols);
    if (seen[place]) return true;
    seen[place] = true;
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
    for (size_t s = 0; s < corpus->symbol_count; s++) {
        const grammar_symbol *symbol = &corpus->symbols[s];
        for (size_t r = 0; r < symbol->rule_count; r++) {
            const grammar_rule *rule = &symbol->rules[r];
            for (size_t i = 0; i < rule->item_count; i++) {
                const grammar_item *item = &rule->items[i];
                if (item->role != NONE && item->symbol != NONE &&
                    !check_head(corpus, &corpus->symbols[item->symbol], seen))
                    return false;
            }
        }
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
                    "the features of the rules up to here can agree in more than %zu ways: fewer "
                    "features, or values",
                    ATTN_MOST_CHOICES);
    grammar_choice *made =
        attn_push(corpus->arena, &corpus->choices, &corpus->choice_count, sizeof *made);
    if (!made) return false;
    *made = (grammar_choice){.rule = rule, .first_child = corpus->child_count};
    for (size_t i = 0; i < rule->item_count; i++) {
        uint32_t *place =
            attn_push(corpus->arena, &corpus->children, &corpus->child_count, sizeof *place);
        if (!place) return false;
        *place = child_of(corpus, &rule->items[i], values);
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

/* The values that the instance gives to a rule; false if the rule is for others. */
static bool first_values(const attn_corpus *corpus, size_t which, const grammar_rule *rule,
                         size_t *values)
{
    size_t owned = corpus->symbols[corpus->instances[which].symbol].feature_count;
    for (size_t v = 0; v < rule->variable_count; v++) {
        size_t said = rule->variables[v].value;
        values[v] = said == NONE ? 0 : said;
        if (v >= owned) continue;
        values[v] = attn_instance_value(corpus, which, v);
        if (said != NONE && said != values[v]) return false;
    }
    return true;
}

static bool add_choices(attn_corpus *corpus, size_t which)
{
    grammar_instance *made = &corpus->instances[which];
    const grammar_symbol *symbol = &corpus->symbols[made->symbol];
    made->choice_first = corpus->choice_count;
    for (size_t r = 0; r < symbol->rule_count; r++) {
        grammar_rule *rule = &symbol->rules[r];
        size_t values[ATTN_MOST_VARIABLES];
        if (!first_values(corpus, which, rule, values)) continue;
        do {
            if (!add_choice(corpus, rule, values)) return false;
        } while (next_values(corpus, rule, symbol->feature_count, values));
    }
    made->choice_count = corpus->choice_count - made->choice_first;
    return true;
}

/* ---- masses ---- */

static double open_ways(const attn_corpus *corpus, const grammar_rule *rule, size_t owned)
{
    double ways = 1;
    for (size_t v = owned; v < rule->variable_count; v++)
        if (rule->variables[v].value == NONE)
            ways *= (double)corpus->features[rule->variables[v].feature].count;
    return ways;
}

static double choice_mass(const attn_corpus *corpus, const grammar_choice *choice)
{
    double mass = 1;
    for (size_t i = 0; i < choice->rule->item_count; i++) {
        uint32_t child = corpus->children[choice->first_child + i];
        if (child != UINT32_MAX) mass *= corpus->instances[child].mass;
    }
    return mass;
}

/* One round for one instance; true if it can be drawn now and could not before. */
static bool weigh(attn_corpus *corpus, grammar_instance *made)
{
    const grammar_symbol *symbol = &corpus->symbols[made->symbol];
    double total = 0, mass = 0, before = made->mass;
    for (size_t r = 0; r < symbol->rule_count; r++) total += symbol->rules[r].weight;
    for (size_t c = 0; c < made->choice_count; c++) {
        grammar_choice *choice = &corpus->choices[made->choice_first + c];
        double ways = open_ways(corpus, choice->rule, symbol->feature_count);
        choice->share = choice_mass(corpus, choice) / ways;
        mass += choice->rule->weight / total * choice->share;
    }
    made->mass = mass;
    return mass > 0 && !(before > 0);
}

enum { least_rounds = 24 };

static void weigh_all(attn_corpus *corpus)
{
    bool more = true;
    for (size_t round = 0; round < least_rounds || more; round++) {
        more = false;
        for (size_t i = 0; i < corpus->instance_count; i++)
            if (!corpus->symbols[corpus->instances[i].symbol].words)
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
        for (; c < next; c++) {
            if (sum > 0) c->share /= sum;
            made->upto += c->share * c->rule->weight;
            made->longer_upto += c->rule->longer ? c->share : 0;
            c->upto = made->upto;
            c->longer_upto = made->longer_upto;
        }
    }
}

static void mark_used(const attn_corpus *corpus)
{
    for (size_t i = 0; i < corpus->choice_count; i++) {
        grammar_rule *rule = corpus->choices[i].rule;
        if (corpus->choices[i].share > 0) rule->used = true;
    }
}

static bool check_rules(attn_corpus *corpus)
{
    for (size_t s = 0; s < corpus->symbol_count; s++) {
        const grammar_symbol *symbol = &corpus->symbols[s];
        for (size_t r = 0; r < symbol->rule_count; r++)
            if (!symbol->rules[r].used)
                return fail(corpus, symbol->rules[r].item,
                            "this rule can never be used: its features never agree");
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
    for (size_t round = 0; round < rounds_of_growth; round++)
        for (size_t i = 0; i < corpus->instance_count; i++)
            if (!corpus->symbols[corpus->instances[i].symbol].words)
                corpus->instances[i].words = mean_words(corpus, &corpus->instances[i]);
    double words = corpus->instances[start->first_instance].words;
    return words <= ATTN_MOST_LINE_WORDS ||
           attn_json_fail_key(corpus->json, start->item, corpus->status,
                              "lines grow without end: give the rules that lead back to "
                              "themselves less \"weight\"");
}

/* ---- words for replacements ---- */

static int by_bytes(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static bool add_forms(const grammar_symbol *symbol, attn_side side, bool unseen, attn_arena *arena,
                      const char ***words, size_t *count)
{
    size_t forms = symbol->cell_count[side] ? symbol->cell_count[side] : symbol->has_side[side];
    for (size_t e = 0; e < symbol->entry_count; e++)
        for (size_t f = 0; f < forms; f++) {
            const char *form = symbol->entries[e].forms[side][f];
            if (strcmp(form, "-") == 0 || (symbol->entries[e].unseen && !unseen)) continue;
            const char **place = attn_push(arena, words, count, sizeof *place);
            if (!place) return false;
            *place = form;
        }
    return true;
}

static bool add_literals(const grammar_symbol *symbol, attn_side side, attn_arena *arena,
                         const char ***words, size_t *count)
{
    for (size_t r = 0; r < symbol->rule_count; r++) {
        const grammar_rule *rule = &symbol->rules[r];
        for (size_t i = 0; i < rule->count[side]; i++) {
            const char *word = rule->items[rule->order[side][i]].word;
            const char **place = word ? attn_push(arena, words, count, sizeof *place) : NULL;
            if (word && !place) return false;
            if (place) *place = word;
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

const char **attn_grammar_words(const attn_corpus *corpus, attn_side side, bool unseen,
                                attn_arena *arena, size_t *count)
{
    const char **words = attn_alloc(arena, 1, sizeof *words);
    *count = 0;
    for (size_t s = 0; words && s < corpus->symbol_count; s++)
        if (!add_forms(&corpus->symbols[s], side, unseen, arena, &words, count) ||
            !add_literals(&corpus->symbols[s], side, arena, &words, count))
            return NULL;
    if (!words) return NULL;
    attn_words_sort(words, count);
    return words;
}

bool attn_grammar_unify(attn_corpus *corpus)
{
    if (!number_instances(corpus) || !check_symbols(corpus) || !check_heads(corpus)) return false;
    for (size_t s = 0; s < corpus->symbol_count; s++)
        if (corpus->symbols[s].words && !settle_words(corpus, &corpus->symbols[s])) return false;
    for (size_t i = 0; i < corpus->instance_count; i++)
        if (!corpus->symbols[corpus->instances[i].symbol].words && !add_choices(corpus, i))
            return false;
    weigh_all(corpus);
    mark_used(corpus);
    for (size_t i = 0; i < corpus->instance_count; i++)
        if (corpus->instances[i].choice_count > 0) share_out(corpus, &corpus->instances[i]);
    corpus->plain =
        attn_grammar_words(corpus, ATTN_SOURCE, true, corpus->arena, &corpus->plain_count);
    corpus->seen =
        attn_grammar_words(corpus, ATTN_SOURCE, false, corpus->arena, &corpus->seen_count);
    return corpus->plain && corpus->seen && check_rules(corpus) && check_growth(corpus);
}
