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

static bool pick_word(drawing *d, node *at)
{
    const grammar_instance *instance = at->instance;
    if (instance->pick_count == 0) return false;
    size_t pick = instance->pick_first + attn_draw_number(&d->random, instance->pick_count);
    at->entry = &d->corpus->symbols[instance->symbol].entries[d->corpus->picks[pick]];
    return true;
}

/* No word twice among the children of a rule. */
static bool is_repeated(const drawing *d, const node *parent, const node *at)
{
    for (const node *other = &d->nodes[parent->first]; other < at; other++)
        if (other->entry && other->entry == at->entry) return true;
    return false;
}

enum { tries_of_a_word = 8 };

static bool grow_word(drawing *d, const node *parent, node *at)
{
    d->words += d->corpus->symbols[at->instance->symbol].has_side[0];
    for (size_t i = 0; i < tries_of_a_word; i++) {
        if (!pick_word(d, at)) return false;
        if (!is_repeated(d, parent, at)) return true;
    }
    return false;
}

/* ---- the tree ---- */

/* The first choice whose sum is above this number, of those of an instance. */
static const grammar_choice *find_choice(drawing *d, const grammar_instance *instance, bool longer)
{
    const grammar_choice *choices = &d->corpus->choices[instance->choice_first];
    double total = longer ? instance->longer_upto : instance->upto;
    double number = (double)attn_random_uniform(&d->random) * total;
    size_t low = 0, high = instance->choice_count - 1;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        double upto = longer ? choices[middle].longer_upto : choices[middle].upto;
        if (upto > number)
            high = middle;
        else
            low = middle + 1;
    }
    return &choices[low];
}

/* A line that is to be longer than what would come by itself takes a rule that makes it so. */
static const grammar_choice *choose(drawing *d, const grammar_instance *instance)
{
    bool longer = false;
    if (d->goal > d->words && instance->longer_upto > 0) {
        double most = 1 + (double)attn_random_uniform(&d->random);
        longer = (double)(d->goal - d->words) > instance->words * most;
    }
    if (!longer && !(instance->upto > 0)) return NULL;
    return find_choice(d, instance, longer);
}

static bool is_held(const held_out *held, uint64_t combination)
{
    for (size_t i = 0; i < held->always_count; i++)
        if (held->always[i] == combination) return true;
    return (combination >> 32) < held->threshold;
}

/* All combinations of words for the roles from this one on, in one rule. */
static bool holds_out(const drawing *d, const node *at, const held_out *held, size_t role,
                      uint64_t combination)
{
    const grammar_rule *rule = at->choice->rule;
    if (role == held->role_count) return is_held(held, combination);
    for (size_t i = 0; i < rule->count[0]; i++) {
        size_t place = rule->order[0][i];
        if (rule->items[place].role != held->roles[role]) continue;
        size_t head = d->nodes[at->first + place].head;
        const node *word = head == NONE ? NULL : &d->nodes[head];
        if (!word || !word->entry) continue;
        if (holds_out(d, at, held, role + 1, attn_combine(combination, word->entry->key)))
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
        uint32_t instance = d->corpus->children[at->choice->first_child + i];
        *child = (node){.head = at->first + i, .word = rule->items[i].word};
        if (instance != UINT32_MAX) child->instance = &d->corpus->instances[instance];
        if (!child->instance) {
            d->words += i < rule->count[0];
        } else if (d->corpus->symbols[child->instance->symbol].words) {
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
    at->head = rule->head == NONE ? NONE : d->nodes[at->first + rule->head].head;
    for (size_t h = 0; rule->has_roles && !d->held && h < d->corpus->held_count; h++)
        d->held = holds_out(d, at, &d->corpus->held[h], 0, 0);
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

static bool write_word(drawing *d, node *at, attn_side side)
{
    attn_word word = {at->word, ""};
    if (d->count[side] == ATTN_MOST_LINE_WORDS) return false;
    if (at->instance) {
        word.kind = d->corpus->symbols[at->instance->symbol].kind;
        word.text = at->entry->forms[side][at->instance->form[side]];
    }
    d->line[side][d->count[side]++] = word;
    return true;
}

static bool write_side(drawing *d, node *at, attn_side side)
{
    at->from[side] = d->count[side];
    if (!at->choice) {
        if (!write_word(d, at, side)) return false;
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
    if (d->link_count == d->link_room) { /* one line after the other uses it */
        if (!attn_grow(d->status, &d->links, d->link_room, sizeof *d->links)) return false;
        d->link_room = d->link_room ? 2 * d->link_room : 1;
    }
    d->links[d->link_count++] = (attn_link){source, target, sure};
    return true;
}

static bool link_rule(drawing *d, const node *at, const rule_link *link)
{
    const node *source = &d->nodes[at->first + link->source];
    const node *target = &d->nodes[at->first + link->target];
    for (size_t t = target->from[1]; t < target->to[1]; t++)
        for (size_t s = source->from[0]; s < source->to[0]; s++)
            if (!add_link(d, s, t, link->sure)) return false;
    return true;
}

static bool link_nodes(drawing *d)
{
    d->link_count = 0;
    for (size_t i = 0; i < d->node_count; i++) {
        const node *at = &d->nodes[i];
        const grammar_rule *rule = at->choice ? at->choice->rule : NULL;
        if (at->entry && at->to[0] > at->from[0] && at->to[1] > at->from[1] &&
            !add_link(d, at->from[0], at->from[1], true))
            return false;
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
