/*
 * draw: a tree grown from the first symbol, and the line that it spells on both sides.
 */
#include "corpus/draw.h"

#include <stdlib.h>

uint64_t attn_combine(uint64_t so_far, uint64_t hash)
{
    uint64_t mixed = (so_far ^ hash) * UINT64_C(0x9E3779B97F4A7C15);
    return mixed ^ (mixed >> 29);
}

size_t attn_draw_number(attn_random *random, size_t count)
{
    size_t number = (size_t)((double)attn_random_uniform(random) * (double)count);
    return number < count ? number : count - 1;
}

/* ---- one word ---- */

/* No word twice among the children of a rule. */
static bool is_repeated(const drawing *d, const node *parent, const node *at)
{
    for (const node *other = &d->nodes[parent->first]; other < at; other++)
        if (other->entry && other->entry == at->entry) return true;
    return false;
}

static const grammar_form *form_of(const node *at, attn_side side)
{
    return &at->entry->forms[side][at->instance->form[side]];
}

enum { tries_of_a_word = 8 };

static bool grow_word(drawing *d, const node *parent, node *at)
{
    const grammar_instance *instance = at->instance;
    const bool spoken = instance->symbol->form_count[ATTN_SOURCE] > 0;
    for (size_t i = 0; instance->pick_count > 0 && i < tries_of_a_word; i++) {
        at->entry = instance->picks[attn_draw_number(&d->random, instance->pick_count)];
        if (is_repeated(d, parent, at)) continue;
        if (spoken) d->words += form_of(at, ATTN_SOURCE)->count;
        return true;
    }
    return false;
}

/* ---- the tree ---- */

static double total_of(const grammar_instance *instance, bool longer)
{
    double sum = 0;
    for (size_t c = 0; c < instance->choice_count; c++)
        sum += attn_choice_weight(&instance->choices[c], longer);
    return sum;
}

/* A line that is to be longer than what would come by itself takes a rule that makes it so. NULL:
 * there is no choice. */
static const grammar_choice *choose(drawing *d, const grammar_instance *instance)
{
    bool longer = false;
    if (d->goal > d->words && total_of(instance, true) > 0) {
        double most = 1 + (double)attn_random_uniform(&d->random);
        longer = (double)(d->goal - d->words) > instance->words * most;
    }
    const double total = total_of(instance, longer);
    if (!(total > 0)) return NULL;
    double number = (double)attn_random_uniform(&d->random) * total, upto = 0;
    const grammar_choice *choice = instance->choices, *last = choice + instance->choice_count - 1;
    while (choice < last && !((upto += attn_choice_weight(choice, longer)) > number)) choice++;
    return choice;
}

static bool is_held(const held_out *held, uint64_t combination)
{
    for (size_t i = 0; i < held->always_count; i++)
        if (held->always[i] == combination) return true;
    return (combination >> 32) < held->threshold;
}

/* Whether two words of a rule are held out together. */
static bool holds_out(const drawing *d, const node *at)
{
    const grammar_rule *rule = at->choice->rule;
    for (size_t i = 0; i < rule->item_count; i++)
        for (size_t k = 0; rule->items[i].role == 0 && k < rule->item_count; k++) {
            if (rule->items[k].role != 1) continue;
            const grammar_entry *one = d->nodes[at->first + i].entry,
                                *other = d->nodes[at->first + k].entry;
            if (is_held(&d->corpus->held, attn_combine(attn_combine(0, one->key), other->key)))
                return true;
        }
    return false;
}

static bool grow(drawing *d, size_t place, size_t depth);

static bool grow_children(drawing *d, size_t place, size_t depth)
{
    node *at = &d->nodes[place];
    const grammar_rule *rule = at->choice->rule;
    for (size_t i = 0; i < rule->item_count; i++) {
        node *child = &d->nodes[at->first + i];
        *child = (node){.instance = at->choice->children[i], .word = rule->items[i].word};
        if (!child->instance) {
            d->words += i < rule->count[0];
        } else if (child->instance->symbol->words) {
            if (!grow_word(d, at, child)) return false;
        } else if (!grow(d, at->first + i, depth + 1)) {
            return false;
        }
        if (d->words > ATTN_MOST_LINE_WORDS) return false;
    }
    return true;
}

static bool grow(drawing *d, size_t place, size_t depth)
{
    node *at = &d->nodes[place];
    if (depth > ATTN_MOST_DEPTH) return false;
    at->choice = choose(d, at->instance);
    if (!at->choice) return false;
    const grammar_rule *rule = at->choice->rule;
    if (d->node_count + rule->item_count > ATTN_MOST_NODES) return false;
    at->first = d->node_count;
    d->node_count += rule->item_count;
    if (!grow_children(d, place, depth)) return false;
    d->held = d->held || holds_out(d, at);
    return true;
}

bool attn_draw_tree(drawing *d)
{
    d->node_count = 1;
    d->words = 0;
    d->held = false;
    size_t start = d->corpus->symbols[d->corpus->start].first_instance;
    d->nodes[0] = (node){.instance = &d->corpus->instances[start]};
    return grow(d, 0, 0);
}

/* ---- the line ---- */

static bool write_word(drawing *d, attn_side side, attn_word word)
{
    if (d->count[side] == ATTN_MOST_LINE_WORDS) return false;
    d->line[side][d->count[side]++] = word;
    return true;
}

static bool write_leaf(drawing *d, const node *at, attn_side side)
{
    if (!at->instance) return write_word(d, side, (attn_word){at->word, ""});
    const grammar_form *form = form_of(at, side);
    for (size_t i = 0; i < form->count; i++)
        if (!write_word(d, side, (attn_word){form->words[i], at->instance->symbol->kind}))
            return false;
    return true;
}

static bool write_side(drawing *d, node *at, attn_side side)
{
    at->from[side] = d->count[side];
    if (!at->choice) {
        if (!write_leaf(d, at, side)) return false;
    } else {
        const grammar_rule *rule = at->choice->rule;
        for (size_t i = 0; i < rule->count[side]; i++)
            if (!write_side(d, &d->nodes[at->first + rule->order[side][i]], side)) return false;
    }
    at->to[side] = d->count[side];
    return true;
}

static bool add_link(drawing *d, size_t source, size_t target, bool sure)
{
    if (d->link_count == ATTN_MOST_LINE_LINKS) return false;
    d->links[d->link_count++] = (attn_link){source, target, sure};
    return true;
}

static bool link_words(drawing *d, const node *source, const node *target, bool sure)
{
    for (size_t t = target->from[1]; t < target->to[1]; t++)
        for (size_t s = source->from[0]; s < source->to[0]; s++)
            if (!add_link(d, s, t, sure)) return false;
    return true;
}

/* Of a form of several words each may be the one that the other side looks at. */
static bool link_entry(drawing *d, const node *at)
{
    const bool one = at->to[0] - at->from[0] == 1 && at->to[1] - at->from[1] == 1;
    return !at->entry || link_words(d, at, at, one);
}

static bool link_rule(drawing *d, const node *at, const rule_link *link)
{
    const node *source = &d->nodes[at->first + link->source];
    const node *target = &d->nodes[at->first + link->target];
    return link_words(d, source, target, link->sure);
}

static bool link_nodes(drawing *d)
{
    d->link_count = 0;
    for (size_t i = 0; i < d->node_count; i++) {
        const node *at = &d->nodes[i];
        const grammar_rule *rule = at->choice ? at->choice->rule : NULL;
        if (!link_entry(d, at)) return false;
        for (size_t k = 0; rule && k < rule->link_count; k++)
            if (!link_rule(d, at, &rule->links[k])) return false;
    }
    return true;
}

static int by_place(const void *a, const void *b)
{
    const attn_link *x = a, *y = b;
    if (x->target != y->target) return x->target < y->target ? -1 : 1;
    if (x->source != y->source) return x->source < y->source ? -1 : 1;
    return (int)y->sure - (int)x->sure;
}

void attn_links_sort(attn_link *links, size_t *count)
{
    size_t kept = 0;
    if (*count > 0) qsort(links, *count, sizeof *links, by_place);
    for (size_t i = 0; i < *count; i++)
        if (kept == 0 || links[i].target != links[kept - 1].target ||
            links[i].source != links[kept - 1].source)
            links[kept++] = links[i];
    *count = kept;
}

bool attn_draw_line(drawing *d)
{
    d->count[0] = d->count[1] = 0;
    if (!write_side(d, &d->nodes[0], ATTN_SOURCE) || !write_side(d, &d->nodes[0], ATTN_TARGET) ||
        !link_nodes(d))
        return false;
    attn_links_sort(d->links, &d->link_count);
    return true;
}
