/*
 * scene_paint: the picture of a scene: sky and ground with their strokes, the things from the
 * farthest to the nearest, grain over all of it. Of a clip each frame is such a picture.
 */
#include <string.h>

#include "corpus/draw.h"
#include "corpus/scene/scene.h"

typedef struct painter {
    scene *of;
    scene_canvas *canvas;
    attn_random random; /* of this scene alone */
    uint8_t *pixels;    /* of the frame */
    /* the part that is painted: */
    const scene_member *member;
    size_t number;                /* of the member, from 1 */
    scene_rgb colour, second;     /* second: of the pattern */
    const scene_pattern *pattern; /* NULL: none */
    int32_t strength;             /* of RASTER_WHOLE */
} painter;

scene_canvas *attn_canvas_new(const attn_scenes *scenes, attn_arena *arena)
{
    const size_t count = scenes->width * scenes->height;
    scene_canvas *made = attn_alloc(arena, 1, sizeof *made);
    if (!made) return NULL;
    made->raster = (attn_raster){.width = scenes->width, .height = scenes->height};
    made->raster.sums = attn_alloc(arena, scenes->height, sizeof *made->raster.sums);
    made->pixels = attn_alloc(arena, count * (scenes->frames ? scenes->frames : 1), 3);
    made->owners = attn_alloc(arena, count, 1);
    return made->raster.sums && made->pixels && made->owners ? made : NULL;
}

/* ---- colours ---- */

static uint8_t clamped(int32_t number)
{
    return (uint8_t)(number < 0 ? 0 : number > 255 ? 255 : number);
}

/* From one colour so many hundredths on to another. */
static void blend(const scene_rgb from, const scene_rgb to, int32_t percent, scene_rgb made)
{
    for (size_t c = 0; c < 3; c++)
        made[c] = clamped(from[c] + (to[c] - from[c]) * percent / SCENE_UNIT);
}

static int32_t brightness(const scene_rgb colour)
{
    return (3 * colour[0] + 6 * colour[1] + colour[2]) / 10;
}

static const scene_rgb black = {0, 0, 0}, white = {255, 255, 255};

static int32_t jitter(painter *p, int32_t most)
{
    return (int32_t)attn_draw_number(&p->random, (size_t)(2 * most + 1)) - most;
}

/* ---- sky and ground ---- */

static uint8_t *pixel_at(const painter *p, size_t x, size_t y)
{
    return p->pixels + 3 * (y * p->canvas->raster.width + x);
}

/* Rows from `top` up to `bottom`, their light changing from one to the other. */
static void paint_rows(const painter *p, const scene_rgb colour, size_t top, size_t bottom,
                       int32_t light, int32_t change)
{
    for (size_t y = top; y < bottom; y++) {
        const int32_t here = light + change * (int32_t)(y - top) / (int32_t)(bottom - top);
        scene_rgb made;
        for (size_t c = 0; c < 3; c++) made[c] = clamped(colour[c] * here / SCENE_UNIT);
        for (size_t x = 0; x < p->canvas->raster.width; x++) memcpy(pixel_at(p, x, y), made, 3);
    }
}

static void paint_stroke(painter *p, const scene_stroke *stroke, size_t top, size_t bottom)
{
    const size_t width = p->canvas->raster.width, height = p->canvas->raster.height;
    size_t w = stroke->width * width / SCENE_UNIT, h = stroke->height * height / SCENE_UNIT;
    w = w ? w : 1;
    h = h ? h : 1;
    const size_t x0 = w >= width ? 0 : attn_draw_number(&p->random, width - w + 1);
    const size_t y0 = top + attn_draw_number(&p->random, bottom - top);
    for (size_t y = y0; y < y0 + h && y < bottom; y++)
        for (size_t x = x0; x < x0 + w && x < width; x++)
            memcpy(pixel_at(p, x, y), stroke->colour, 3);
}

static void paint_area(painter *p, const scene_area *area, size_t colour, size_t top, size_t bottom,
                       int32_t change)
{
    const size_t height = p->canvas->raster.height;
    if (top >= bottom) return;
    paint_rows(p, area->colours[colour], top, bottom, (int32_t)p->of->light, change);
    for (size_t i = 0; i < area->stroke_count; i++) {
        const scene_stroke *stroke = &area->strokes[i];
        const size_t count = stroke->count * (bottom - top) / height;
        for (size_t k = 0; k < count; k++) paint_stroke(p, stroke, top, bottom);
    }
}

static void paint_surroundings(painter *p)
{
    const scene *s = p->of;
    const scene_ground *ground = &s->from->grounds[s->ground];
    paint_area(p, &ground->sky, s->sky, 0, s->horizon, 15);
    paint_area(p, &ground->area, s->soil, s->horizon, s->from->height, -12);
    memset(p->canvas->owners, 0, s->from->width * s->from->height);
}

/* ---- patterns ---- */

/* Whether the pattern has its second colour at this pixel. */
static bool is_second(const painter *p, size_t x, size_t y)
{
    const scene_member *m = p->member;
    /* places in the square of the thing; so much is added that they are above 0 */
    const int32_t u = ((int32_t)x * RASTER_PIXEL - m->left) * SCENE_UNIT / m->side + 12000,
                  v = ((int32_t)y * RASTER_PIXEL - m->top) * SCENE_UNIT / m->side + 12000;
    if (p->pattern->kind == PATTERN_STRIPES) return (u + v / 3) / 9 % 2 == 1;
    if (p->pattern->kind == PATTERN_CHECKS) return (u / 12 + v / 12) % 2 == 1;
    /* rows of discs, each row half a step aside */
    const int32_t row = v / 20, x_of = (u + row % 2 * 10) % 20 - 10, y_of = v % 20 - 10;
    return x_of * x_of + y_of * y_of < 36;
}

/* ---- parts ---- */

static void paint_pixel(void *user, size_t x, size_t y, int32_t coverage)
{
    const painter *p = user;
    uint8_t *to = pixel_at(p, x, y);
    const uint8_t *colour = p->pattern && is_second(p, x, y) ? p->second : p->colour;
    const int32_t covered = coverage * p->strength / RASTER_WHOLE;
    for (size_t c = 0; c < 3; c++)
        to[c] = (uint8_t)(to[c] + (colour[c] - to[c]) * covered / RASTER_WHOLE);
    if (p->number && coverage >= RASTER_WHOLE / 2)
        p->canvas->owners[y * p->canvas->raster.width + x] = (uint8_t)p->number;
}

/* A point of a thing's square in the picture. */
static attn_point put(const scene_member *m, attn_point point)
{
    const int64_t half = SCENE_UNIT * RASTER_PIXEL / 2, whole = SCENE_UNIT * RASTER_PIXEL;
    const int64_t x = (point.x - half) * m->stretch / SCENE_UNIT * (m->mirrored ? -1 : 1),
                  y = point.y - half;
    const int64_t turned_x = (x * attn_raster_cos(m->tilt) - y * attn_raster_sin(m->tilt)),
                  turned_y = (x * attn_raster_sin(m->tilt) + y * attn_raster_cos(m->tilt));
    return (attn_point){
        m->left + m->side / 2 + (int32_t)(turned_x / RASTER_SCALE * m->side / whole),
        m->top + m->side / 2 + (int32_t)(turned_y / RASTER_SCALE * m->side / whole)};
}

static void paint_polygon(painter *p, const attn_point *points, size_t count)
{
    attn_point made[ATTN_MOST_POINTS];
    for (size_t i = 0; i < count; i++) made[i] = put(p->member, points[i]);
    attn_raster_add(&p->canvas->raster, made, count);
    attn_raster_fill(&p->canvas->raster, paint_pixel, p);
}

/* What stands on the ground is darkened below it. */
static void paint_shadow(painter *p)
{
    enum { CORNERS = RASTER_TURN / 4 };
    const scene_member *m = p->member;
    attn_point points[CORNERS];
    for (int i = 0; i < CORNERS; i++)
        points[i] = (attn_point){m->left + m->side / 2 +
                                     m->side * 42 / 100 * attn_raster_cos(4 * i) / RASTER_SCALE,
                                 m->top + m->side * 97 / 100 +
                                     m->side * 7 / 100 * attn_raster_sin(4 * i) / RASTER_SCALE};
    memcpy(p->colour, black, sizeof p->colour);
    p->pattern = NULL;
    p->number = 0;
    p->strength = RASTER_WHOLE * 35 / 100;
    attn_raster_add(&p->canvas->raster, points, CORNERS);
    attn_raster_fill(&p->canvas->raster, paint_pixel, p);
    p->strength = RASTER_WHOLE;
}

/* The light of the scene falls on it. */
static void lit(const painter *p, const scene_rgb colour, scene_rgb made)
{
    const scene *s = p->of;
    const size_t light = s->light * s->from->grounds[s->ground].light / SCENE_UNIT;
    for (size_t c = 0; c < 3; c++) made[c] = clamped(colour[c] * (int32_t)light / SCENE_UNIT);
}

static void paint_part(painter *p, const scene_part *part, const scene_rgb base,
                       const scene_pattern *pattern)
{
    const bool bright = brightness(base) > 90;
    scene_rgb tone, second;
    memcpy(tone, part->tone == TONE_FIXED ? part->fixed : base, sizeof tone);
    if (part->tone == TONE_DARK) blend(base, bright ? black : white, bright ? 35 : 18, tone);
    if (part->tone == TONE_LIGHT) blend(base, white, 40, tone);
    blend(base, bright ? black : white, bright ? 55 : 45, second);
    lit(p, tone, p->colour);
    lit(p, second, p->second);
    p->pattern = part->tone == TONE_COLOUR ? pattern : NULL;
    paint_polygon(p, part->points, part->count);
}

/* ---- things ---- */

/* The shade that this member has of its colour. */
static void draw_base(painter *p, const scene_colour *colour, scene_rgb base)
{
    const uint8_t *shade = colour->shades[attn_draw_number(&p->random, colour->count)];
    for (size_t c = 0; c < 3; c++) base[c] = clamped(shade[c] + jitter(p, 8));
}

static bool is_owned(const painter *p, size_t x, size_t y)
{
    return p->canvas->owners[y * p->canvas->raster.width + x] == p->number;
}

static bool is_edge(const painter *p, size_t x, size_t y)
{
    const size_t width = p->canvas->raster.width, height = p->canvas->raster.height;
    return (x > 0 && !is_owned(p, x - 1, y)) || (x + 1 < width && !is_owned(p, x + 1, y)) ||
           (y > 0 && !is_owned(p, x, y - 1)) || (y + 1 < height && !is_owned(p, x, y + 1));
}

/* What is seen of a member: its box and pixels. */
static void find_seen(painter *p, scene_member *m)
{
    const size_t width = p->canvas->raster.width, height = p->canvas->raster.height;
    size_t *box = m->box;
    m->seen = 0;
    for (size_t y = 0; y < height; y++)
        for (size_t x = 0; x < width; x++) {
            if (!is_owned(p, x, y)) continue;
            if (m->seen++ == 0) {
                box[0] = x;
                box[1] = y;
                box[2] = x + 1;
            }
            if (x < box[0]) box[0] = x;
            if (x + 1 > box[2]) box[2] = x + 1;
            box[3] = y + 1;
        }
}

/* The edge is drawn darker, of something dark on something dark lighter. */
static void paint_edge(const painter *p, const scene_member *m, const scene_rgb base)
{
    const bool dark = brightness(base) < 60;
    for (size_t y = m->box[1]; y < m->box[3]; y++)
        for (size_t x = m->box[0]; x < m->box[2]; x++)
            if (is_owned(p, x, y) && is_edge(p, x, y))
                blend(pixel_at(p, x, y), dark ? white : black, dark ? 22 : 42, pixel_at(p, x, y));
}

static void paint_member(painter *p, scene_member *m)
{
    const attn_scenes *from = p->of->from;
    const size_t *traits = p->of->drawn[m->group].values;
    const scene_pose *pose = &from->things[traits[SLOT_NOUN]].poses[traits[SLOT_VERB]];
    const scene_pattern *pattern =
        traits[SLOT_PATTERN] == NONE ? NULL : &from->patterns[traits[SLOT_PATTERN]];
    scene_rgb base;
    draw_base(p, &from->colours[traits[SLOT_COLOUR]], base);
    p->member = m;
    paint_shadow(p);
    p->number = (size_t)(m - p->of->members) + 1;
    for (size_t i = 0; i < pose->count; i++) paint_part(p, &pose->parts[i], base, pattern);
    find_seen(p, m);
    m->painted = m->seen;
    paint_edge(p, m, base);
}

/* ---- the whole ---- */

static void paint_grain(painter *p)
{
    const size_t count = p->canvas->raster.width * p->canvas->raster.height;
    const int32_t most = (int32_t)p->of->noise;
    for (size_t i = 0; most > 0 && i < count; i++) {
        const int32_t change = jitter(p, most);
        uint8_t *pixel = p->pixels + 3 * i;
        for (size_t c = 0; c < 3; c++) pixel[c] = clamped(pixel[c] + change);
    }
}

/* Most of each member is to be seen, and of one that is behind another not all. */
static bool is_seen_well(const scene *s)
{
    const bool behind = s->where == WHERE_BEHIND || s->where == WHERE_FRONT;
    for (size_t i = 0; i < s->member_count; i++) {
        const scene_member *m = &s->members[i];
        if (m->seen == 0 || 2 * m->seen < m->painted) return false;
        if (behind && i == 0 && 100 * m->seen > 96 * m->painted) return false;
    }
    return true;
}

/* Ground, colours and light are those of all frames, the grain is not. */
static bool paint_frame(scene *of, scene_canvas *canvas, size_t frame)
{
    painter p = {.of = of,
                 .canvas = canvas,
                 .random = attn_random_named("scene_", of->hash),
                 .pixels = canvas->pixels + frame * 3 * of->from->width * of->from->height,
                 .strength = RASTER_WHOLE};
    paint_surroundings(&p);
    for (size_t i = 0; i < of->member_count; i++) paint_member(&p, &of->members[i]);
    for (size_t i = 0; i < of->member_count; i++) {
        p.number = i + 1;
        find_seen(&p, &of->members[i]);
    }
    if (of->from->frames) p.random = attn_random_named("grain", of->hash + frame);
    paint_grain(&p);
    return is_seen_well(of);
}

static bool paint_clip(const scene *of, scene_canvas *canvas)
{
    for (size_t frame = 0; frame < of->from->frames; frame++) {
        scene moved = *of;
        for (size_t i = 0; i < of->member_count; i++)
            moved.members[i] = attn_member_at(of, &of->members[i], frame);
        if (!paint_frame(&moved, canvas, frame)) return false;
    }
    return true;
}

bool attn_scene_paint(scene *of, scene_canvas *canvas)
{
    return of->from->frames ? paint_clip(of, canvas) : paint_frame(of, canvas, 0);
}
