/*
 * scene_clips: what things do in clips, when, and where that brings them.
 */
#include <string.h>

#include "corpus/draw.h"
#include "corpus/scene/scene_reading.h"

#define fail(corpus, item, ...) attn_json_fail((corpus)->json, item, (corpus)->status, __VA_ARGS__)

/* ---- one event ---- */

static bool read_signed(attn_corpus *corpus, const attn_json_item *item, int32_t *number)
{
    const double value = attn_json_value(item);
    const bool fits = value >= -SCENE_UNIT && value <= SCENE_UNIT;
    if (fits) *number = (int32_t)value;
    return (fits && value == (double)*number) ||
           fail(corpus, item, "expected a whole number from -%d to %d", SCENE_UNIT, SCENE_UNIT);
}

/* [-40, 0] */
static bool read_stop(attn_corpus *corpus, const attn_json_item *item, void *owner)
{
    scene_event *event = owner;
    if (!attn_json_is(item, ATTN_JSON_LIST) || attn_json_count(item) != 2)
        return fail(corpus, item,
                    "a place on the way is two numbers, to the right and down: [-40, 0]");
    attn_point *made = attn_push(corpus->arena, &event->stops, &event->stop_count, sizeof *made);
    const attn_json_item *x = attn_json_first(item);
    return made && read_signed(corpus, x, &made->x) &&
           read_signed(corpus, attn_json_after(x), &made->y);
}

static bool read_path(attn_corpus *corpus, const attn_json_item *list, scene_event *event)
{
    if (!attn_json_is(list, ATTN_JSON_LIST) || !attn_json_first(list) ||
        attn_json_count(list) > ATTN_MOST_STOPS)
        return fail(corpus, list,
                    "a path is a list of 1 to %u places, seen from the first: [[0, -30], [0, 0]]",
                    ATTN_MOST_STOPS);
    return attn_grammar_each(corpus, list, read_stop, event);
}

/* The thing that a text names; NULL, with a fault. */
static const scene_thing *find_thing(attn_corpus *corpus, const attn_json_item *item)
{
    const attn_scenes *s = corpus->scenes;
    if (!attn_scene_is(corpus, item, ATTN_JSON_STRING)) return NULL;
    const size_t place =
        attn_name_find(s->things, s->thing_count, sizeof *s->things, attn_grammar_text(item));
    if (place != NONE) return &s->things[place];
    fail(corpus, item, "'%s' is not one of the things", attn_json_text(item));
    return NULL;
}

static bool read_doer(attn_corpus *corpus, const attn_json_item *item, void *owner)
{
    scene_event *event = owner;
    const scene_thing *thing = find_thing(corpus, item);
    return thing && attn_append(corpus->arena, &event->things, &event->thing_count, &thing->key,
                                sizeof thing->key);
}

static bool read_actor(attn_corpus *corpus, const attn_json_item *item, void *owner)
{
    scene_clips *clips = owner;
    const scene_thing *thing = find_thing(corpus, item);
    for (size_t i = 0; thing && i < clips->thing_count; i++)
        if (clips->things[i].key == thing->key)
            return fail(corpus, item, "'%s' stands here twice", thing->name);
    return thing &&
           attn_append(corpus->arena, &clips->things, &clips->thing_count, thing, sizeof *thing);
}

static bool read_things(attn_corpus *corpus, const attn_json_item *list, grammar_reader *read,
                        void *owner)
{
    if (!list) return true;
    if (!attn_json_is(list, ATTN_JSON_LIST) || !attn_json_first(list) ||
        attn_json_count(list) > ATTN_MOST_SCENE_NAMES)
        return fail(corpus, list, "\"things\" is a list of names: [\"dog\", \"cat\"]");
    return attn_grammar_each(corpus, list, read, owner);
}

static bool read_event(attn_corpus *corpus, const attn_json_item *item, void *owner)
{
    static const char *const keys[] = {"path", "size", "things", NULL};
    scene_clips *clips = owner;
    scene_event *made = attn_push(corpus->arena, &clips->events, &clips->event_count, sizeof *made);
    const attn_json_item *path = attn_json_member(item, keys[0]),
                         *size = attn_json_member(item, keys[1]),
                         *things = attn_json_member(item, keys[2]);
    if (!made || !attn_scene_key(corpus, item, &made->words) ||
        !attn_scene_is(corpus, item, ATTN_JSON_OBJECT) ||
        !attn_json_keys(corpus->json, item, keys, corpus->status))
        return false;
    made->size = SCENE_UNIT;
    if (!path && !size)
        return fail(corpus, item, "an event has a \"path\", or a \"size\" that it leads to");
    return (!path || read_path(corpus, path, made)) &&
           (!size || attn_scene_whole(corpus, size, 20, 300, &made->size)) &&
           read_things(corpus, things, read_doer, made);
}

/* ---- all of them ---- */

bool attn_event_suits(const scene_event *event, const scene_thing *thing)
{
    bool suits = event->thing_count == 0;
    for (size_t i = 0; i < event->thing_count; i++) suits = suits || event->things[i] == thing->key;
    return suits;
}

/* Every thing of a clip can do something. */
static bool check_actors(attn_corpus *corpus, const attn_json_item *events)
{
    const scene_clips *clips = &corpus->scenes->clips;
    for (size_t i = 0; i < clips->thing_count; i++) {
        bool acts = false;
        for (size_t k = 0; k < clips->event_count; k++)
            acts = acts || attn_event_suits(&clips->events[k], &clips->things[i]);
        if (!acts)
            return fail(corpus, events, "there is no event for the %s: it does nothing",
                        clips->things[i].name);
    }
    return true;
}

static bool read_events(attn_corpus *corpus, const attn_json_item *object)
{
    const size_t count = attn_json_count(object);
    if (!attn_scene_is(corpus, object, ATTN_JSON_OBJECT)) return false;
    if (count < 1 || count > ATTN_MOST_SCENE_NAMES)
        return fail(corpus, object, "there are 1 to %u events, not %zu", ATTN_MOST_SCENE_NAMES,
                    count);
    return attn_grammar_each(corpus, object, read_event, &corpus->scenes->clips) &&
           check_actors(corpus, object);
}

/* Two events of the greatest length find room, with a still frame before each. */
static bool read_lengths(attn_corpus *corpus, const attn_json_item *frames,
                         const attn_json_item *lengths)
{
    scene_clips *clips = &corpus->scenes->clips;
    if (!attn_scene_whole(corpus, frames, 4, ATTN_MOST_FRAMES, &clips->frames)) return false;
    const size_t bounds[2] = {1, clips->frames / 2 - 1};
    if (!attn_scene_two(corpus, lengths, bounds, &clips->shortest, &clips->longest)) return false;
    return clips->shortest <= clips->longest ||
           fail(corpus, lengths, "the smaller length comes first: [%zu, %zu]", clips->longest,
                clips->shortest);
}

/* What the size of its squares is, from the least to the most. */
static bool read_size(attn_corpus *corpus, const attn_json_item *item)
{
    static const size_t bounds[2] = {5, 90};
    scene_size *size = &corpus->scenes->clips.size;
    size->name = "";
    return attn_scene_two(corpus, item, bounds, &size->least, &size->most) &&
           (size->least <= size->most || fail(corpus, item, "the smaller size comes first"));
}

/* The frames of a clip together are no larger than a large picture. */
static bool read_picture(attn_corpus *corpus, const attn_json_item *list)
{
    static const size_t bounds[2] = {16, ATTN_MOST_PICTURE_SIDE};
    enum { MOST_PIXELS = 1 << 20 };
    scene_clips *clips = &corpus->scenes->clips;
    if (!attn_scene_two(corpus, list, bounds, &clips->width, &clips->height)) return false;
    return clips->width * clips->height * clips->frames <= MOST_PIXELS ||
           fail(corpus, list, "%zu frames of %zu×%zu pixels are too large: at most %d in all",
                clips->frames, clips->width, clips->height, MOST_PIXELS);
}

enum { FRAMES, PICTURE, LENGTHS, SIZE, THINGS, EVENTS, CAPTIONS, KEYS };

bool attn_scene_clips_read(attn_corpus *corpus, const attn_json_item *object)
{
    static const char *const keys[] = {"frames", "picture", "event",    "size",
                                       "things", "events",  "captions", NULL};
    const attn_json_item *values[KEYS];
    attn_scenes *s = corpus->scenes;
    scene_clips *clips = &s->clips;
    if (!object) return true;
    if (!attn_scene_is(corpus, object, ATTN_JSON_OBJECT) ||
        !attn_json_keys(corpus->json, object, keys, corpus->status))
        return false;
    for (size_t i = 0; i < KEYS; i++) values[i] = attn_json_member(object, keys[i]);
    for (size_t i = 0; i < KEYS; i++)
        if (!values[i] && i != THINGS) return fail(corpus, object, "clips need \"%s\"", keys[i]);
    if (!read_lengths(corpus, values[FRAMES], values[LENGTHS]) ||
        !read_picture(corpus, values[PICTURE]) || !read_size(corpus, values[SIZE]) ||
        !read_things(corpus, values[THINGS], read_actor, clips))
        return false;
    if (!values[THINGS]) {
        clips->things = s->things;
        clips->thing_count = s->thing_count;
    }
    if (clips->thing_count < 2) return fail(corpus, values[THINGS], "clips need two things");
    return read_events(corpus, values[EVENTS]) &&
           attn_scene_list(corpus, values[CAPTIONS], &clips->captions);
}

void attn_scenes_play(attn_scenes *scenes)
{
    scene_clips *clips = &scenes->clips;
    scenes->width = clips->width;
    scenes->height = clips->height;
    scenes->frames = clips->frames;
    scenes->things = clips->things;
    scenes->thing_count = clips->thing_count;
    scenes->sizes = &clips->size;
    scenes->size_count = 1;
}

/* ---- when ---- */

/* Before each event at least one frame is still: the first shows where a thing was. */
bool attn_scene_time(scene *of, attn_random *random)
{
    const scene_clips *clips = &of->from->clips;
    const size_t count = of->template->second ? SCENE_GROUPS : 1;
    size_t lengths[SCENE_GROUPS], taken = 0, at = 0;
    for (size_t g = 0; g < count; g++) {
        const size_t more = clips->longest - clips->shortest + 1;
        lengths[g] = clips->shortest + attn_draw_number(random, more);
        taken += lengths[g] + 1;
    }
    if (taken > clips->frames) return false;
    size_t left = clips->frames - taken;
    for (size_t g = 0; g < count; g++) {
        const size_t pause = attn_draw_number(random, left + 1);
        left -= pause;
        of->begin[g] = at + pause + 1;
        of->end[g] = at = of->begin[g] + lengths[g];
    }
    return true;
}

/* ---- where ---- */

static int32_t shorter_side(const attn_scenes *from)
{
    return (int32_t)(from->width < from->height ? from->width : from->height) * RASTER_PIXEL;
}

/* NULL: it does nothing. */
static const scene_event *event_of(const scene *of, size_t group)
{
    const size_t event = of->drawn[group].values[SLOT_EVENT];
    return of->from->frames && event != NONE ? &of->from->clips.events[event] : NULL;
}

static int32_t larger(int32_t a, int32_t b)
{
    return a > b ? a : b;
}

void attn_event_reach(const scene *of, scene_member *member)
{
    const scene_event *event = event_of(of, member->group);
    const int32_t unit = shorter_side(of->from);
    scene_reach way = {0}, after = {0};
    if (!event) return;
    for (size_t i = 0; i < event->stop_count; i++) {
        const int32_t x = unit * event->stops[i].x / SCENE_UNIT,
                      y = unit * event->stops[i].y / SCENE_UNIT;
        after = (scene_reach){-x, -y, x, y};
        way = (scene_reach){larger(way.left, -x), larger(way.top, -y), larger(way.right, x),
                            larger(way.bottom, y)};
    }
    const int32_t grown = member->side * ((int32_t)event->size - SCENE_UNIT) / SCENE_UNIT,
                  larger_by = larger(grown, 0);
    member->way = (scene_reach){way.left + larger_by / 2, way.top + larger_by,
                                way.right + larger_by / 2, way.bottom};
    member->after = (scene_reach){after.left + grown / 2, after.top + grown,
                                  after.right + grown / 2, after.bottom};
}

/* It goes along its path: each stop is reached in a frame of its own, so that none is passed over
 * and no two frames are alike. */
static void go(scene_member *member, const scene_event *event, int32_t unit, size_t steps,
               size_t of)
{
    attn_point from = {0, 0}, to = from;
    size_t left = 0, reached = 0;
    for (size_t i = 0; i < event->stop_count && reached < steps; i++) {
        left = reached;
        reached = (i + 1) * of / event->stop_count;
        from = to;
        to = event->stops[i];
    }
    if (reached == left) return;
    const int64_t gone = (int64_t)(steps - left), all = (int64_t)(reached - left);
    member->left += (int32_t)(unit * (from.x * all + (to.x - from.x) * gone) / (all * SCENE_UNIT));
    member->top += (int32_t)(unit * (from.y * all + (to.y - from.y) * gone) / (all * SCENE_UNIT));
}

/* It stays on its feet. */
static void grow(scene_member *member, const scene_event *event, size_t steps, size_t of)
{
    const int64_t more = ((int64_t)event->size - SCENE_UNIT) * (int64_t)steps * member->side;
    const int32_t grown = (int32_t)(more / ((int64_t)of * SCENE_UNIT));
    member->side += grown;
    member->left -= grown / 2;
    member->top -= grown;
}

scene_member attn_member_at(const scene *of, const scene_member *member, size_t frame)
{
    const scene_event *event = event_of(of, member->group);
    scene_member moved = *member;
    if (!event) return moved;
    const size_t begin = of->begin[member->group], length = of->end[member->group] - begin;
    size_t steps = frame < begin ? 0 : frame - begin + 1;
    if (steps > length) steps = length;
    /* it looks where it goes */
    const int32_t aside = event->stop_count ? event->stops[event->stop_count - 1].x : 0;
    if (steps > 0 && aside != 0) moved.mirrored = aside < 0;
    if (steps > 0) go(&moved, event, shorter_side(of->from), steps, length);
    grow(&moved, event, steps, length);
    return moved;
}
