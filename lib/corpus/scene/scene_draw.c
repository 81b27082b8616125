/*
 * scene_draw: what is in a scene, and where.
 */
#include <string.h>

#include "corpus/draw.h"
#include "corpus/scene/scene.h"

enum { TRIES = 64, TRIES_OF_A_VALUE = 64 };

typedef struct drawer {
    const attn_corpus *corpus;
    const attn_scenes *from;
    attn_random *random;
    bool question, clip, held; /* held: a combination that is held out is wanted */
    bool plain;                /* what is not said is not there */
    scene *made;
} drawer;

static size_t pick(const drawer *d, size_t count)
{
    return attn_draw_number(d->random, count);
}

static int32_t pick_between(const drawer *d, int32_t least, int32_t most)
{
    return most <= least ? least : least + (int32_t)pick(d, (size_t)(most - least) + 1);
}

static bool coin(const drawer *d)
{
    return pick(d, 2) == 1;
}

/* Another one of so many; with one alone, NONE. */
static size_t pick_other(const drawer *d, size_t count, size_t than)
{
    const size_t picked = count > 1 ? pick(d, count - 1) : NONE;
    return picked != NONE && picked >= than ? picked + 1 : picked;
}

/* ---- what the template wants ---- */

static bool wants(const scene *s, size_t group, scene_slot slot)
{
    const scene_template *phrase = s->phrases[group];
    return s->template->traits[group][slot] || (phrase && phrase->traits[0][slot]);
}

/* It is not told. */
static bool is_besides(const drawer *d, size_t group)
{
    return group > 0 && !d->made->template->second;
}

/* Nothing is said of it, so it is plain. */
static bool is_plain(const drawer *d, size_t group, scene_slot slot)
{
    const bool free = slot == SLOT_COLOUR && is_besides(d, group);
    return d->plain && !free && !wants(d->made, group, slot);
}

static bool has_several(const scene *s, size_t group)
{
    const scene_template *phrase = s->phrases[group];
    return s->template->several[group] || (phrase && phrase->several[0]);
}

/* What is doubted of this group, and false. */
static bool is_false(const scene *s, size_t group, scene_slot slot)
{
    const scene_template *t = s->template;
    if (t->doubted == NONE || s->truth) return false;
    const scene_token *token = &t->tokens[t->doubted];
    return token->slot == slot && token->group == group;
}

static void choose_template(const drawer *d, const scene_templates *templates)
{
    scene *s = d->made;
    s->template = &templates->items[pick(d, templates->count)];
    s->truth = s->template->doubted == NONE || coin(d);
    const bool besides = d->clip && coin(d);
    s->group_count = besides || s->template->second || (d->question && pick(d, 4) > 0) ? 2 : 1;
}

/* ---- the things ---- */

static bool is_taken(const scene *s, size_t group, size_t thing)
{
    for (size_t g = 0; g < group; g++)
        if (s->said[g].values[SLOT_NOUN] == thing || s->drawn[g].values[SLOT_NOUN] == thing)
            return true;
    return false;
}

/* Where all else is said, the first pose is not: "a dog", "a dog lying". */
static bool is_sayable(const drawer *d, const scene_thing *thing, size_t pose)
{
    return thing->poses[pose].name[0] && (pose > 0 || !d->plain);
}

static bool has_sayable_pose(const drawer *d, const scene_thing *thing)
{
    for (size_t i = 0; i < thing->pose_count; i++)
        if (is_sayable(d, thing, i)) return true;
    return false;
}

/* Whether all can be said of the thing that a template wants to say of it. */
static bool suits(const drawer *d, const scene_thing *thing, const scene_template *t, size_t group)
{
    return (!t->traits[group][SLOT_VERB] || has_sayable_pose(d, thing)) &&
           (!t->several[group] || thing->plural);
}

/* `but`: another one than this. */
static size_t draw_thing(const drawer *d, size_t group, size_t but)
{
    const attn_scenes *from = d->from;
    for (size_t i = 0; i < TRIES_OF_A_VALUE; i++) {
        const size_t place = pick(d, from->thing_count);
        if (place != but && !is_taken(d->made, group, place) &&
            suits(d, &from->things[place], d->made->template, group))
            return place;
    }
    return NONE;
}

/* A phrase for this thing. It comes after the thing, or those with a pose or a plural would be said
 * more often than others. */
static bool choose_phrase(const drawer *d, size_t group, size_t thing)
{
    const scene_templates *phrases = &d->from->phrases;
    scene *s = d->made;
    if (!s->template->phrase[group]) return true;
    for (size_t i = 0; i < TRIES_OF_A_VALUE && !s->phrases[group]; i++) {
        const scene_template *phrase = &phrases->items[pick(d, phrases->count)];
        if (suits(d, &d->from->things[thing], phrase, 0) &&
            !(phrase->several[0] && s->template->relation))
            s->phrases[group] = phrase;
    }
    return s->phrases[group] != NULL;
}

static size_t draw_pose(const drawer *d, size_t group, size_t thing, size_t but)
{
    const scene_thing *of = &d->from->things[thing];
    const bool said = wants(d->made, group, SLOT_VERB);
    if (is_plain(d, group, SLOT_VERB)) return 0;
    for (size_t i = 0; i < TRIES_OF_A_VALUE; i++) {
        const size_t place = pick(d, of->pose_count);
        if (place != but && (is_sayable(d, of, place) || !said)) return place;
    }
    return NONE;
}

static size_t draw_size(const drawer *d, size_t group)
{
    for (size_t i = 0; i < TRIES_OF_A_VALUE; i++) {
        const size_t place = pick(d, d->from->size_count);
        const bool named = d->from->sizes[place].name[0] != '\0';
        if (is_plain(d, group, SLOT_SIZE) ? !named : named || !wants(d->made, group, SLOT_SIZE))
            return place;
    }
    return NONE;
}

static bool is_held(const drawer *d, size_t thing, size_t colour)
{
    const held_out *held = &d->corpus->held;
    if (colour == d->from->colour_count) return false;
    const uint64_t combination =
        attn_combine(attn_combine(0, d->from->things[thing].key), d->from->colours[colour].key);
    for (size_t i = 0; i < held->always_count; i++)
        if (held->always[i] == combination) return true;
    return (combination >> 32) < held->threshold;
}

/* Where nothing may be held out, the colour gives way and not the thing, or things with many such
 * colours would be rare. */
static size_t draw_colour(const drawer *d, size_t group, size_t thing, size_t but)
{
    if (is_plain(d, group, SLOT_COLOUR)) return d->from->colour_count;
    for (size_t i = 0; i < TRIES_OF_A_VALUE; i++) {
        const size_t place = pick(d, d->from->colour_count);
        if (place != but && (d->held || !is_held(d, thing, place))) return place;
    }
    return NONE;
}

/* One thing in four that need not has a pattern. */
static size_t draw_pattern(const drawer *d, size_t group)
{
    const size_t count = d->from->pattern_count;
    if (count == 0 || is_plain(d, group, SLOT_PATTERN)) return NONE;
    if (!wants(d->made, group, SLOT_PATTERN) && pick(d, 4) > 0) return NONE;
    return pick(d, count);
}

/* A question may be about one thing, several are at least two. */
static size_t draw_number(const drawer *d, size_t group)
{
    const size_t words = d->from->numbers.count, most = words ? words : 3;
    if (!has_several(d->made, group)) return 1;
    return d->question ? 1 + pick(d, most) : 2 + pick(d, most - 1);
}

/* Of those that the thing can do; NONE: it does nothing, or none was found. */
static size_t draw_event(const drawer *d, size_t group, size_t thing)
{
    const scene_clips *clips = &d->from->clips;
    for (size_t i = 0; wants(d->made, group, SLOT_EVENT) && i < TRIES_OF_A_VALUE; i++) {
        const size_t place = pick(d, clips->event_count);
        if (attn_event_suits(&clips->events[place], &d->from->things[thing])) return place;
    }
    return NONE;
}

static bool draw_traits(const drawer *d, size_t group)
{
    scene_traits *traits = &d->made->said[group];
    const size_t thing = draw_thing(d, group, NONE);
    if (thing == NONE || !choose_phrase(d, group, thing)) return false;
    *traits = (scene_traits){{
        [SLOT_NOUN] = thing,
        [SLOT_VERB] = draw_pose(d, group, thing, NONE),
        [SLOT_SIZE] = draw_size(d, group),
        [SLOT_COLOUR] = draw_colour(d, group, thing, NONE),
        [SLOT_PATTERN] = draw_pattern(d, group),
        [SLOT_NUMBER] = draw_number(d, group),
        [SLOT_SIDE] = wants(d->made, group, SLOT_SIDE) ? pick(d, 2) : NONE,
        [SLOT_EVENT] = draw_event(d, group, thing),
    }};
    if (wants(d->made, group, SLOT_EVENT) && traits->values[SLOT_EVENT] == NONE) return false;
    return traits->values[SLOT_VERB] != NONE && traits->values[SLOT_SIZE] != NONE &&
           traits->values[SLOT_COLOUR] != NONE;
}

/* ---- what is false ---- */

/* The pattern, or none, that is there instead. */
static size_t other_pattern(const drawer *d, size_t than)
{
    const size_t count = d->from->pattern_count, picked = pick_other(d, count + 1, than);
    return picked < count ? picked : NONE;
}

/* Another value than the one that is said; NONE. */
static size_t other_value(const drawer *d, size_t group, scene_slot slot)
{
    const attn_scenes *from = d->from;
    const size_t *said = d->made->said[group].values, than = said[slot];
    if (slot == SLOT_SIZE) return pick_other(d, from->size_count, than);
    if (slot == SLOT_COLOUR) return draw_colour(d, group, said[SLOT_NOUN], than);
    if (slot == SLOT_PATTERN) return other_pattern(d, than);
    if (slot == SLOT_VERB) return draw_pose(d, group, said[SLOT_NOUN], than);
    if (slot == SLOT_NUMBER) return 1 + pick_other(d, from->numbers.count, than - 1);
    return slot == SLOT_SIDE ? 1 - than : draw_thing(d, group, than);
}

/* Draws what is there in the place of what is said; another thing with a pose, and perhaps a
 * colour, of its own. */
static bool draw_other(const drawer *d, size_t group, scene_slot slot)
{
    size_t *values = d->made->drawn[group].values;
    values[slot] = other_value(d, group, slot);
    if (values[slot] == NONE) return slot == SLOT_PATTERN;
    if (slot != SLOT_NOUN) return true;
    values[SLOT_VERB] = draw_pose(d, group, values[slot], NONE);
    if (!wants(d->made, group, SLOT_COLOUR))
        values[SLOT_COLOUR] = draw_colour(d, group, values[slot], NONE);
    return values[SLOT_VERB] != NONE && values[SLOT_COLOUR] != NONE;
}

static bool draw_group(const drawer *d, size_t group)
{
    scene *s = d->made;
    if (!draw_traits(d, group)) return false;
    s->drawn[group] = s->said[group];
    for (int slot = 0; slot < SLOT_TRAITS; slot++)
        if (is_false(s, group, (scene_slot)slot) && !draw_other(d, group, (scene_slot)slot))
            return false;
    return true;
}

/* ---- what must hold between the groups ---- */

static const char *pose_name(const drawer *d, const scene_traits *traits)
{
    return d->from->things[traits->values[SLOT_NOUN]].poses[traits->values[SLOT_VERB]].name;
}

/* Things by whose colour, size … a question knows them do not share that with others. */
static bool is_told_apart(const drawer *d, size_t group)
{
    scene *s = d->made;
    const scene_traits *one = &s->drawn[group], *other = &s->drawn[1 - group];
    const bool *apart = s->template->tells_apart[group];
    if (s->group_count < 2) return true;
    if (apart[SLOT_SIDE]) s->drawn[1 - group].values[SLOT_SIDE] = 1 - one->values[SLOT_SIDE];
    if (apart[SLOT_VERB] && strcmp(pose_name(d, one), pose_name(d, other)) == 0) return false;
    for (int slot = SLOT_SIZE; slot <= SLOT_PATTERN; slot++)
        if (apart[slot] && one->values[slot] == other->values[slot]) return false;
    return true;
}

/* Whether the template doubts the combination itself: "is the dog brown". */
static bool doubts_combination(const scene *s, size_t group)
{
    const scene_template *t = s->template;
    if (t->doubted == NONE || t->tokens[t->doubted].group != group) return false;
    const scene_slot slot = t->tokens[t->doubted].slot;
    return (slot == SLOT_COLOUR || slot == SLOT_NOUN) && t->traits[group][SLOT_COLOUR] &&
           t->traits[group][SLOT_NOUN];
}

static bool holds_out(const drawer *d, const scene_traits *traits)
{
    return is_held(d, traits->values[SLOT_NOUN], traits->values[SLOT_COLOUR]);
}

/* What is held out is in what is said, or asked about, or it is nowhere. */
static bool agrees_with_held(const drawer *d)
{
    scene *s = d->made;
    bool mentioned = false, anywhere = false;
    for (size_t g = 0; g < s->group_count; g++) {
        const bool drawn = holds_out(d, &s->drawn[g]), doubted = doubts_combination(s, g);
        const bool said = doubted && holds_out(d, &s->said[g]);
        anywhere = anywhere || drawn || said;
        if (g == 0 || s->template->second) mentioned = mentioned || (doubted ? said : drawn);
    }
    s->held = anywhere;
    return d->held ? mentioned : !anywhere;
}

/* ---- where they are ---- */

/* Of a relation and its opposite captions that say all have the one that is listed first, and never
 * "beside". */
static bool is_told(const drawer *d, size_t relation)
{
    const scene_relation *all = d->from->relations;
    const scene_where where = all[relation].where;
    if (!d->plain) return true;
    for (size_t i = 0; i < relation; i++)
        if (all[i].where / 2 == where / 2) return false;
    return where != WHERE_BESIDE;
}

static void draw_relation(const drawer *d)
{
    const attn_scenes *from = d->from;
    scene *s = d->made;
    const scene_template *t = s->template;
    const bool doubted = t->doubted != NONE && t->tokens[t->doubted].slot == SLOT_RELATION;
    s->where = WHERE_ANY;
    s->relation = NONE;
    if (!t->relation) return;
    for (size_t i = 0; i < TRIES_OF_A_VALUE; i++) {
        s->relation = pick(d, from->relation_count);
        s->where = from->relations[s->relation].where;
        if (is_told(d, s->relation) && (s->where != WHERE_BESIDE || !doubted)) break;
        s->relation = NONE;
    }
    if (s->where == WHERE_BESIDE) s->where = coin(d) ? WHERE_LEFT : WHERE_RIGHT;
    if (doubted && !s->truth) s->where = (scene_where)(s->where ^ 1);
}

static int32_t units(size_t pixels)
{
    return (int32_t)pixels * RASTER_PIXEL;
}

static int32_t shorter_side(const attn_scenes *from)
{
    return units(from->width < from->height ? from->width : from->height);
}

static size_t smallest_size(const attn_scenes *from)
{
    size_t smallest = 0;
    for (size_t i = 1; i < from->size_count; i++)
        if (from->sizes[i].most < from->sizes[smallest].most) smallest = i;
    return smallest;
}

static void add_members(const drawer *d)
{
    scene *s = d->made;
    s->member_count = 0;
    for (size_t g = 0; g < s->group_count; g++)
        for (size_t i = 0; i < s->drawn[g].values[SLOT_NUMBER]; i++)
            s->members[s->member_count++] = (scene_member){.group = g};
    for (size_t g = 0; g < s->group_count && s->member_count > 2 && !d->plain; g++)
        if (!wants(s, g, SLOT_SIZE) && !is_false(s, g, SLOT_SIZE))
            s->said[g].values[SLOT_SIZE] = s->drawn[g].values[SLOT_SIZE] = smallest_size(d->from);
    for (size_t i = 0; i < s->member_count; i++) {
        scene_member *m = &s->members[i];
        const scene_size *size = &d->from->sizes[s->drawn[m->group].values[SLOT_SIZE]];
        const int32_t percent = pick_between(d, (int32_t)size->least, (int32_t)size->most);
        m->side = shorter_side(d->from) * percent / SCENE_UNIT;
        m->stretch = pick_between(d, 90, 110);
        m->tilt = pick_between(d, -1, 1);
        m->mirrored = coin(d);
        attn_event_reach(s, m);
    }
}

static int32_t distance(int32_t a, int32_t b)
{
    return a < b ? b - a : a - b;
}

static int32_t middle(const scene_member *m)
{
    return m->left + m->side / 2;
}

static int32_t foot(const scene_member *m)
{
    return m->top + m->side;
}

/* How far two lengths lie over each other; below 0: they do not. */
static int32_t common(int32_t a, int32_t a_side, int32_t b, int32_t b_side)
{
    const int32_t from = a > b ? a : b, a_end = a + a_side, b_end = b + b_side;
    return (a_end < b_end ? a_end : b_end) - from;
}

/* Whether they hardly lie over each other, as far as each reaches. */
static bool reach_apart(const scene_member *a, const scene_reach *of_a, const scene_member *b,
                        const scene_reach *of_b)
{
    const int32_t x = common(a->left - of_a->left, a->side + of_a->left + of_a->right,
                             b->left - of_b->left, b->side + of_b->left + of_b->right),
                  y = common(a->top - of_a->top, a->side + of_a->top + of_a->bottom,
                             b->top - of_b->top, b->side + of_b->top + of_b->bottom),
                  side = a->side < b->side ? a->side : b->side;
    return x <= 0 || y <= 0 || (int64_t)x * y * 12 <= (int64_t)side * side;
}

/* Also while one after the other does something. */
static bool is_apart(const scene_member *a, const scene_member *b)
{
    static const scene_reach none = {0, 0, 0, 0};
    const scene_member *first = a->group <= b->group ? a : b, *then = first == a ? b : a;
    return reach_apart(first, &first->way, then, &none) &&
           reach_apart(first, &first->after, then, &then->way);
}

/* a is left of b. */
static bool is_left(const scene_member *a, const scene_member *b, int32_t side)
{
    return a->left + a->side <= b->left + (a->side + b->side) / 16 &&
           distance(foot(a), foot(b)) <= side * 15 / SCENE_UNIT;
}

static bool is_above(const scene_member *a, const scene_member *b, int32_t side)
{
    return foot(a) <= b->top + (a->side + b->side) / 16 &&
           distance(middle(a), middle(b)) <= side * 15 / SCENE_UNIT;
}

static bool is_behind(const scene_member *a, const scene_member *b, int32_t side)
{
    const int32_t step = foot(b) - foot(a), both = a->side + b->side,
                  aside = distance(middle(a), middle(b));
    return step >= side * 4 / SCENE_UNIT && step <= side * 14 / SCENE_UNIT &&
           aside >= both * 22 / SCENE_UNIT && aside <= both * 36 / SCENE_UNIT;
}

/* Whether two members stand as the scene wants it, a being the earlier one. */
static bool stand_right(const scene *s, const scene_member *a, const scene_member *b)
{
    const int32_t side = shorter_side(s->from);
    if (s->where == WHERE_LEFT) return is_left(a, b, side);
    if (s->where == WHERE_RIGHT) return is_left(b, a, side);
    if (s->where == WHERE_ABOVE) return is_above(a, b, side);
    if (s->where == WHERE_BELOW) return is_above(b, a, side);
    if (s->where == WHERE_BEHIND) return is_behind(a, b, side);
    return s->where == WHERE_FRONT ? is_behind(b, a, side) : is_apart(a, b);
}

/* Its middle lies clearly on the side that the text names. */
static bool on_its_side(const scene *s, const scene_member *m)
{
    const size_t side = s->drawn[m->group].values[SLOT_SIDE];
    const int32_t width = units(s->from->width);
    if (side == NONE) return true;
    return side == 0 ? middle(m) <= width * 2 / 5 : middle(m) >= width * 3 / 5;
}

/* Whether a member stands as the scene wants it, beside those before it. */
static bool stands(const scene *s, size_t member)
{
    const scene_member *m = &s->members[member];
    for (size_t i = 0; i < member; i++)
        if (!stand_right(s, &s->members[i], m)) return false;
    return on_its_side(s, m);
}

static bool place_member(const drawer *d, size_t member)
{
    scene_member *m = &d->made->members[member];
    for (size_t i = 0; i < TRIES_OF_A_VALUE; i++) {
        m->left = pick_between(d, m->way.left, units(d->from->width) - m->side - m->way.right);
        m->top = pick_between(d, m->way.top, units(d->from->height) - m->side - m->way.bottom);
        if (stands(d->made, member)) return true;
    }
    return false;
}

static bool place_once(const drawer *d)
{
    for (size_t i = 0; i < d->made->member_count; i++)
        if (!place_member(d, i)) return false;
    return true;
}

/* The farthest, whose foot is highest, first. */
static void sort_members(scene *s)
{
    for (size_t i = 1; i < s->member_count; i++)
        for (size_t k = i; k > 0 && foot(&s->members[k]) < foot(&s->members[k - 1]); k--) {
            const scene_member moved = s->members[k];
            s->members[k] = s->members[k - 1];
            s->members[k - 1] = moved;
        }
}

static bool place(const drawer *d)
{
    for (size_t i = 0; i < TRIES; i++)
        if (place_once(d)) {
            sort_members(d->made);
            return true;
        }
    return false;
}

/* ---- ground and light ---- */

/* All things stand on the ground, so the horizon lies above their feet. */
static size_t draw_horizon(const drawer *d, const scene_ground *ground)
{
    const scene *s = d->made;
    const int32_t most = (int32_t)d->from->height * 45 / SCENE_UNIT;
    const int32_t free =
        foot(&s->members[0]) / RASTER_PIXEL - (int32_t)d->from->height * 5 / SCENE_UNIT;
    if (ground->sky.colour_count == 0 || free <= 0 || pick(d, 4) == 0) return 0;
    return (size_t)pick_between(d, 0, free < most ? free : most);
}

static void draw_surroundings(const drawer *d)
{
    scene *s = d->made;
    s->said_ground = s->ground = d->plain && !d->clip && !s->template->ground
                                     ? d->from->ground_count
                                     : pick(d, d->from->ground_count);
    if (is_false(s, 0, SLOT_GROUND))
        s->ground = pick_other(d, d->from->ground_count, s->said_ground);
    if (s->ground == NONE) return;
    const scene_ground *ground = &d->from->grounds[s->ground];
    s->horizon = draw_horizon(d, ground);
    s->soil = pick(d, ground->area.colour_count);
    s->sky = ground->sky.colour_count ? pick(d, ground->sky.colour_count) : 0;
    s->light = (size_t)pick_between(d, 88, 112);
    s->noise = pick(d, 10);
}

/* ---- the whole ---- */

/* Numbers below 0, and NONE, are carried on to 64 bits where size_t has fewer. */
static void mix(uint64_t *hash, size_t number)
{
    *hash = attn_combine(*hash, (uint64_t)(ptrdiff_t)number + 1);
}

uint64_t attn_scene_hash(const scene *s)
{
    const size_t whole[] = {s->ground, s->horizon, s->sky, s->soil, s->light, s->noise};
    uint64_t hash = 0;
    for (size_t i = 0; i < sizeof whole / sizeof *whole; i++) mix(&hash, whole[i]);
    for (size_t i = 0; i < s->member_count; i++) {
        const scene_member *m = &s->members[i];
        const size_t placed[] = {(size_t)m->left,
                                 (size_t)m->top,
                                 (size_t)m->side,
                                 (size_t)m->stretch,
                                 (size_t)(m->tilt + RASTER_TURN),
                                 m->mirrored};
        for (size_t k = 0; k < sizeof placed / sizeof *placed; k++) mix(&hash, placed[k]);
        for (size_t k = 0; k <= SLOT_VERB; k++) mix(&hash, s->drawn[m->group].values[k]);
    }
    for (size_t g = 0; s->from->frames && g < s->group_count; g++) {
        mix(&hash, s->drawn[g].values[SLOT_EVENT]);
        mix(&hash, s->begin[g]);
        mix(&hash, s->end[g]);
    }
    return hash;
}

bool attn_scene_draw(const attn_corpus *corpus, const scene_templates *templates, bool held,
                     attn_random *random, scene *made)
{
    const drawer d = {.corpus = corpus,
                      .from = corpus->scenes,
                      .random = random,
                      .question = templates == &corpus->scenes->questions,
                      .clip = corpus->scenes->frames > 0,
                      .held = held,
                      .plain =
                          corpus->scenes->plain && (templates == &corpus->scenes->captions ||
                                                    templates == &corpus->scenes->clips.captions),
                      .made = made};
    *made = (scene){.from = corpus->scenes};
    choose_template(&d, templates);
    for (size_t g = 0; g < made->group_count; g++)
        if (!draw_group(&d, g)) return false;
    if (!is_told_apart(&d, 0) || !is_told_apart(&d, 1) || !agrees_with_held(&d)) return false;
    draw_relation(&d);
    if (made->template->relation && made->relation == NONE) return false;
    add_members(&d);
    if (!place(&d)) return false;
    draw_surroundings(&d);
    if (made->ground == NONE || (d.clip && !attn_scene_time(made, random))) return false;
    made->hash = attn_scene_hash(made);
    return true;
}
