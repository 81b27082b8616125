/*
 * scene: things on a ground, as a file of scenes describes them, and one scene drawn from it: what
 * is in it, its picture, and what is said or asked of it. What the files scene_*.c share.
 *
 * A line begins with a template. It says what the scene must have (two things, a pattern, a
 * relation); everything else is drawn freely, each value as often as the others. Thus what is said
 * is true, and no colour, size or place goes with a thing. A caption of a file with "plain" says
 * all there is: what it leaves out is plain.
 */
#ifndef ATTN_CORPUS_SCENE_SCENE_H
#define ATTN_CORPUS_SCENE_SCENE_H

#include "corpus/grammar.h"
#include "corpus/scene/raster.h"
#include "files/pixels/picture_read.h"

#define ATTN_MOST_SCENE_NAMES 256u /* things, colours, grounds … */
#define ATTN_MOST_POSES 8u
#define ATTN_MOST_PARTS 64u /* of a pose */
#define ATTN_MOST_POINTS 64u
#define ATTN_MOST_SHADES 16u
#define ATTN_MOST_STROKES 16u
#define ATTN_MOST_TEMPLATES 1024u
#define ATTN_MOST_TOKENS 32u
#define ATTN_MOST_NUMBERS 4u
#define ATTN_MOST_FRAMES 64u
#define ATTN_MOST_STOPS 16u /* of an event */

/* The side of a thing's square; kinds of things in a scene, and things of all kinds. */
enum { SCENE_UNIT = 100, SCENE_GROUPS = 2, SCENE_MEMBERS = ATTN_MOST_NUMBERS + 2 };

/* ---- what can be in a scene ---- */

typedef uint8_t scene_rgb[3]; /* red, green, blue */

/* The colour of the thing, a darker or a lighter shade of it, or always the same one. */
typedef enum scene_tone { TONE_COLOUR, TONE_DARK, TONE_LIGHT, TONE_FIXED } scene_tone;

typedef struct scene_part { /* a polygon in the square of its thing */
    scene_tone tone;
    scene_rgb fixed;
    size_t count;
    attn_point *points; /* from 0 to SCENE_UNIT, times RASTER_PIXEL */
} scene_part;

typedef struct scene_pose {
    const char *name; /* "": nothing is said of it */
    size_t count;
    scene_part *parts;
} scene_pose;

typedef struct scene_thing {
    const char *name, *plural; /* plural: or NULL */
    uint64_t key;
    size_t pose_count;
    scene_pose *poses;
} scene_thing;

typedef struct scene_colour { /* each of its shades is as good as another */
    const char *name;
    uint64_t key;
    size_t count;
    scene_rgb *shades;
} scene_colour;

typedef struct scene_words { /* of a line, one after the other */
    size_t count;
    const char **items;
} scene_words;

typedef struct scene_stroke {    /* little rectangles, strewn */
    size_t count, width, height; /* count: on a whole picture; sides: hundredths of the picture's */
    scene_rgb colour;
} scene_stroke;

typedef struct scene_area { /* the ground, or the sky */
    size_t colour_count, stroke_count;
    scene_rgb *colours;
    scene_stroke *strokes;
} scene_area;

typedef struct scene_ground {
    const char *name;
    scene_words phrase;   /* "on the grass" */
    scene_area area, sky; /* sky: without colours: there is none */
    size_t light;         /* on things, in hundredths */
} scene_ground;

typedef struct scene_size { /* of the picture's shorter side, in hundredths */
    const char *name;
    size_t least, most;
} scene_size;

/* How a pattern is drawn. */
typedef enum scene_pattern_kind {
    PATTERN_STRIPES,
    PATTERN_SPOTS,
    PATTERN_CHECKS
} scene_pattern_kind;

typedef struct scene_pattern { /* on all that has the colour of a thing */
    const char *name;
    scene_pattern_kind kind;
} scene_pattern;

/* Where the first thing is, seen from the second; each but the last two has its opposite beside
 * it. */
typedef enum scene_where {
    WHERE_LEFT,
    WHERE_RIGHT,
    WHERE_ABOVE,
    WHERE_BELOW,
    WHERE_BEHIND,
    WHERE_FRONT,
    WHERE_BESIDE, /* left or right */
    WHERE_ANY
} scene_where;

typedef struct scene_relation {
    scene_words words; /* "in front of" */
    scene_where where;
} scene_relation;

/* What a thing does in a clip. */
typedef struct scene_event {
    scene_words words;  /* "runs to the left" */
    size_t thing_count; /* 0: everything does it */
    uint64_t *things;   /* their keys */
    size_t stop_count;
    attn_point *stops; /* it goes from one to the next, in hundredths of the shorter side from where
                          it stood, in the same time */
    size_t size;       /* in the end, in hundredths of what it was */
} scene_event;

/* ---- what is said ---- */

typedef enum scene_slot {
    SLOT_SIZE,
    SLOT_COLOUR,
    SLOT_PATTERN,
    SLOT_NOUN,
    SLOT_VERB,
    SLOT_NUMBER,
    SLOT_SIDE,
    SLOT_EVENT,
    SLOT_TRAITS, /* those above are of one thing */
    SLOT_NOUNS = SLOT_TRAITS,
    SLOT_PHRASE,
    SLOT_RELATION,
    SLOT_GROUND,
    SLOT_WORD
} scene_slot;

typedef struct scene_token {
    scene_slot slot;
    size_t group;
    bool doubted;         /* "?NOUN": what is said may be false */
    const char *words[2]; /* WORD; the second: "a/an", "yes/no", or NULL */
} scene_token;

typedef struct scene_template {
    const char *form;     /* of a question, the text up to the answer; or NULL */
    size_t count, answer; /* answer: where that begins; count: nowhere */
    scene_token tokens[ATTN_MOST_TOKENS];
    /* what it mentions: */
    bool second, relation, ground;
    bool traits[SCENE_GROUPS][SLOT_TRAITS], several[SCENE_GROUPS], phrase[SCENE_GROUPS];
    bool tells_apart[SCENE_GROUPS][SLOT_TRAITS]; /* a question knows the thing by this */
    size_t doubted;                              /* token; NONE */
} scene_template;

typedef struct scene_templates { /* each is as likely as another */
    size_t count;
    scene_template *items;
} scene_templates;

/* Clips: things that do something, one after the other. */
typedef struct scene_clips {
    size_t frames; /* 0: the file has no clips */
    size_t width, height;
    size_t shortest, longest; /* frames of an event */
    scene_size size;
    size_t thing_count, event_count;
    scene_thing *things;
    scene_event *events;
    scene_templates captions;
} scene_clips;

struct attn_scenes {
    size_t width, height;
    size_t frames; /* of a clip, which its lines are; 0: they are still pictures */
    size_t thing_count, colour_count, ground_count, size_count, pattern_count, relation_count;
    scene_thing *things;
    scene_colour *colours;
    scene_ground *grounds;
    scene_size *sizes;
    scene_pattern *patterns;
    scene_relation *relations;
    scene_words numbers, sides[2]; /* left, right */
    /* What captions do not say is not there; behind the last colour and ground stand plain ones. */
    bool plain;
    scene_templates phrases, captions, questions;
    scene_clips clips;
};

/* ---- one scene ---- */

/* Of the things of one kind; where "none" or "any" is meant, it is NONE. */
typedef struct scene_traits {
    size_t values[SLOT_TRAITS]; /* by slot: places in the lists above; VERB: the pose; NUMBER: how
                                   many; SIDE: 0, 1 */
} scene_traits;

typedef struct scene_reach { /* how far beyond its square, in units of the raster; below 0: within
                              */
    int32_t left, top, right, bottom;
} scene_reach;

typedef struct scene_member {
    size_t group;
    int32_t left, top, side; /* its square, in units of the raster */
    int32_t stretch;         /* of its width, in hundredths */
    int tilt;
    bool mirrored;
    scene_reach way, after; /* of an event: all it comes through, and where it is then */
    /* once it is painted: */
    size_t painted, seen; /* pixels */
    size_t box[4];        /* of what is seen: x0, y0, x1, y1; the ends lie behind it */
} scene_member;

typedef struct scene {
    const attn_scenes *from;
    const scene_template *template, *phrases[SCENE_GROUPS]; /* phrases: or NULL */
    bool truth;                                             /* what is doubted is true */
    size_t relation;                                        /* of the words; NONE */
    scene_where where;                                      /* as drawn */
    size_t group_count;
    scene_traits said[SCENE_GROUPS], drawn[SCENE_GROUPS];
    size_t said_ground, ground, horizon, sky, soil; /* horizon: row; sky, soil: which colours */
    size_t light, noise;
    size_t member_count;
    scene_member members[SCENE_MEMBERS];           /* the farthest first */
    size_t begin[SCENE_GROUPS], end[SCENE_GROUPS]; /* frames of what each does; the end lies behind
                                                      the last one */
    bool held;
    uint64_t hash; /* attn_scene_hash */
} scene;

/* ---- scene_read.c ---- */
bool attn_scenes_read(attn_corpus *corpus, const attn_json_item *root);
/* ---- scene_clips.c ---- */
bool attn_scene_clips_read(attn_corpus *corpus, const attn_json_item *object);
/* From now on its lines are clips. */
void attn_scenes_play(attn_scenes *scenes);
/* Whether this thing can do that. */
bool attn_event_suits(const scene_event *event, const scene_thing *thing);
/* How far its event brings a member of this side. */
void attn_event_reach(const scene *of, scene_member *member);
/* Chooses the frames of each event, one event after the other; false: a clip is too short. */
bool attn_scene_time(scene *of, attn_random *random);
/* The member as it is in this frame. */
scene_member attn_member_at(const scene *of, const scene_member *member, size_t frame);
/* ---- scene_template.c ---- */
/* Reads "a/an COLOUR NOUN | answer" of a list. */
bool attn_scene_template(attn_corpus *corpus, const attn_json_item *item, scene_templates *to);
/* Has each line say this text, a template. */
bool attn_scene_say(attn_corpus *corpus, const char *text);
/* What is said or asked of its scenes now. */
const scene_templates *attn_scene_templates(const attn_corpus *corpus);
/* All words that these templates can say: of the text, or of the answer alone. */
bool attn_scene_words(const attn_scenes *scenes, const scene_templates *of, bool answers,
                      attn_arena *arena, const char ***words, size_t *count);

/* ---- scene_draw.c ---- */
/* Draws what is in a scene for one of these templates. `held`: whether it is to have a combination
 * that is held out. False: it came to nothing. */
bool attn_scene_draw(const attn_corpus *corpus, const scene_templates *templates, bool held,
                     attn_random *random, scene *made);

/* Of all that is drawn, whatever is said: by it the scene gets its part. */
uint64_t attn_scene_hash(const scene *s);

/* ---- scene_paint.c ---- */
typedef struct scene_canvas {
    attn_raster raster;
    uint8_t *pixels; /* RGB */
    uint8_t *owners; /* of each pixel: a member, from 1 */
} scene_canvas;
/* In the arena; NULL on failure. */
scene_canvas *attn_canvas_new(const attn_scenes *scenes, attn_arena *arena);
/* Paints it, of a clip each frame below the one before, and finds what is seen of each member.
 * False: too little of one, or nothing is hidden where one is behind the other. */
bool attn_scene_paint(scene *of, scene_canvas *canvas);

/* ---- scene_tell.c ---- */
typedef struct scene_text { /* what is said of it */
    size_t count, box_count;
    attn_word words[ATTN_MOST_LINE_WORDS];
    attn_box boxes[ATTN_MOST_BOXES];
} scene_text;
/* The words of the template, up to the answer, or of the answer, with their boxes. */
void attn_scene_tell(const scene *of, bool answer, scene_text *text);

#endif
