/*
 * scene_read: a file of scenes: what can be in them, and how it is drawn. Templates are read in
 * scene_template.c.
 */
#include <stdio.h>
#include <string.h>

#include "core/text.h"
#include "corpus/scene/scene_reading.h"

#define fail(corpus, item, ...) attn_json_fail((corpus)->json, item, (corpus)->status, __VA_ARGS__)
#define fail_key(corpus, item, ...)                                                                \
    attn_json_fail_key((corpus)->json, item, (corpus)->status, __VA_ARGS__)

/* ---- small readers ---- */

bool attn_scene_is(attn_corpus *corpus, const attn_json_item *item, attn_json_kind kind)
{
    char name[64];
    const char *key = attn_json_name(item);
    snprintf(name, sizeof name, key ? "\"%.40s\"" : "this", key);
    return attn_grammar_is(corpus, item, kind, name);
}

bool attn_scene_whole(attn_corpus *corpus, const attn_json_item *item, size_t least, size_t most,
                      size_t *number)
{
    const double value = attn_json_value(item);
    const bool fits = value >= (double)least && value <= (double)most;
    if (fits) *number = (size_t)value;
    return (fits && value == (double)*number) ||
           fail(corpus, item, "expected a whole number from %zu to %zu", least, most);
}

bool attn_scene_two(attn_corpus *corpus, const attn_json_item *list, const size_t bounds[2],
                    size_t *first, size_t *second)
{
    if (!attn_json_is(list, ATTN_JSON_LIST) || attn_json_count(list) != 2)
        return fail(corpus, list, "expected two whole numbers: [%zu, %zu]", bounds[0], bounds[1]);
    const attn_json_item *item = attn_json_first(list);
    return attn_scene_whole(corpus, item, bounds[0], bounds[1], first) &&
           attn_scene_whole(corpus, attn_json_after(item), bounds[0], bounds[1], second);
}

/* The next blank-separated word of a text must be a whole number. */
static bool take_number(attn_corpus *corpus, attn_span *left, size_t most, size_t *number)
{
    const attn_span whole = *left;
    attn_span word;
    if (!attn_span_word(left, " ", &word))
        return attn_grammar_fail(corpus, whole, "a number is missing here");
    attn_span digits = word;
    return (attn_span_whole(&digits, most, number) && digits.length == 0) ||
           attn_grammar_fail(corpus, word, "expected a whole number from 0 to %zu, not '%.*s'",
                             most, (int)word.length, word.bytes);
}

static int hex_digit(char c)
{
    static const char digits[] = "0123456789abcdef";
    const char *at = c ? strchr(digits, c) : NULL;
    return at ? (int)(at - digits) : -1;
}

/* "#5f9a3c" */
static bool read_rgb(attn_corpus *corpus, attn_span text, scene_rgb rgb)
{
    bool fine = text.length == 7 && text.bytes[0] == '#';
    for (size_t i = 0; fine && i < 3; i++) {
        const int high = hex_digit(text.bytes[1 + 2 * i]), low = hex_digit(text.bytes[2 + 2 * i]);
        fine = high >= 0 && low >= 0;
        rgb[i] = (uint8_t)(fine ? 16 * high + low : 0);
    }
    return fine || attn_grammar_fail(corpus, text, "write a colour as \"#5f9a3c\"");
}

typedef struct rgb_list { /* being read */
    size_t *count;
    scene_rgb **items;
} rgb_list;

static bool read_shade(attn_corpus *corpus, const attn_json_item *item, void *owner)
{
    const rgb_list *list = owner;
    if (!attn_scene_is(corpus, item, ATTN_JSON_STRING)) return false;
    scene_rgb *made = attn_push(corpus->arena, list->items, list->count, sizeof *made);
    return made && read_rgb(corpus, attn_grammar_text(item), *made);
}

static bool read_shades(attn_corpus *corpus, const attn_json_item *item, size_t *count,
                        scene_rgb **shades)
{
    rgb_list list = {count, shades};
    if (!attn_json_is(item, ATTN_JSON_LIST) || !attn_json_first(item) ||
        attn_json_count(item) > ATTN_MOST_SHADES)
        return fail(corpus, item,
                    "a colour is a list of 1 to %u shades: [\"#c0281f\", \"#a02020\"]",
                    ATTN_MOST_SHADES);
    return attn_grammar_each(corpus, item, read_shade, &list);
}

/* Words that stand in a text with blanks between. */
static bool read_words(attn_corpus *corpus, const attn_json_item *item, scene_words *words)
{
    attn_span word;
    if (!attn_scene_is(corpus, item, ATTN_JSON_STRING)) return false;
    for (attn_span left = attn_grammar_text(item); attn_span_word(&left, " ", &word);) {
        const char *text = attn_copy_text(corpus->arena, word.bytes, word.length);
        if (words->count == ATTN_MOST_TOKENS)
            return fail(corpus, item, "this has more than %u words", ATTN_MOST_TOKENS);
        if (!attn_grammar_word(corpus, word) ||
            !attn_push_text(corpus->arena, &words->items, &words->count, text))
            return false;
    }
    return words->count > 0 || fail(corpus, item, "expected words");
}

/* Whether lessons take it for one word. */
static bool is_word(attn_span word)
{
    size_t at = 0, start, end;
    uint32_t code;
    for (size_t i = 0, step; i < word.length; i += step) {
        step = attn_utf8_next(word.bytes + i, word.length - i, &code);
        if (step == 0 || attn_text_harmful(code)) return false;
    }
    return word.length <= ATTN_MOST_FORM_BYTES &&
           attn_text_word(word.bytes, word.length, &at, &start, &end) && end == word.length;
}

bool attn_scene_key(attn_corpus *corpus, const attn_json_item *item, scene_words *words)
{
    const char *key = attn_json_name(item);
    attn_span left = {key, strlen(key)}, word;
    while (attn_span_word(&left, " ", &word)) {
        const char *text = attn_copy_text(corpus->arena, word.bytes, word.length);
        if (!is_word(word) || words->count == ATTN_MOST_TOKENS)
            return fail_key(corpus, item, "'%.*s' is no word that a line can have",
                            (int)word.length, word.bytes);
        if (!attn_push_text(corpus->arena, &words->items, &words->count, text)) return false;
    }
    return words->count > 0 || fail_key(corpus, item, "a name is missing");
}

/* The key of a member, which is one word; may_be_empty: "" is nothing that is said. */
static bool read_name(attn_corpus *corpus, const attn_json_item *item, bool may_be_empty,
                      const char **name)
{
    scene_words words = {0};
    *name = "";
    if (may_be_empty && !attn_json_name(item)[0]) return true;
    if (!attn_scene_key(corpus, item, &words)) return false;
    *name = words.items[0];
    return words.count == 1 || fail_key(corpus, item, "a name here is one word");
}

/* An object whose members are read one by one. */
static bool read_named(attn_corpus *corpus, const attn_json_item *object, grammar_reader *read,
                       size_t least)
{
    if (!attn_scene_is(corpus, object, ATTN_JSON_OBJECT)) return false;
    const size_t count = attn_json_count(object);
    if (count < least || count > ATTN_MOST_SCENE_NAMES)
        return fail(corpus, object, "\"%s\" has %zu to %u of them, not %zu", attn_json_name(object),
                    least, ATTN_MOST_SCENE_NAMES, count);
    return attn_grammar_each(corpus, object, read, corpus->scenes);
}

/* ---- colours ---- */

static bool read_colour(attn_corpus *corpus, const attn_json_item *item, void *owner)
{
    attn_scenes *scenes = owner;
    scene_colour *made =
        attn_push(corpus->arena, &scenes->colours, &scenes->colour_count, sizeof *made);
    if (!made || !read_name(corpus, item, false, &made->name)) return false;
    made->key = attn_hash(made->name, strlen(made->name));
    return read_shades(corpus, item, &made->count, &made->shades);
}

/* ---- grounds ---- */

enum { MOST_COVERED = 20 }; /* times, by all strokes */

/* "90 2 6 #4c8030": how many, their width and height, their colour */
static bool read_stroke(attn_corpus *corpus, const attn_json_item *item, void *owner)
{
    scene_area *area = owner;
    attn_span word, more;
    if (!attn_scene_is(corpus, item, ATTN_JSON_STRING)) return false;
    attn_span left = attn_grammar_text(item);
    scene_stroke *made =
        attn_push(corpus->arena, &area->strokes, &area->stroke_count, sizeof *made);
    if (!made || !take_number(corpus, &left, 2000, &made->count) ||
        !take_number(corpus, &left, SCENE_UNIT, &made->width) ||
        !take_number(corpus, &left, SCENE_UNIT, &made->height))
        return false;
    const bool found = attn_span_word(&left, " ", &word);
    if (!found || attn_span_word(&left, " ", &more))
        return fail(corpus, item,
                    "strokes are written as number, width, height and colour: \"90 2 6 #4c8030\"");
    return read_rgb(corpus, word, made->colour);
}

/* How much of a picture strokes cover, in hundredths of a hundredth. */
static size_t covered_by(const scene_area *area)
{
    size_t sum = 0;
    for (size_t i = 0; i < area->stroke_count; i++) {
        const scene_stroke *s = &area->strokes[i];
        sum += s->count * (s->width ? s->width : 1) * (s->height ? s->height : 1);
    }
    return sum;
}

static bool read_area(attn_corpus *corpus, const attn_json_item *colours,
                      const attn_json_item *strokes, scene_area *area)
{
    if (colours && !read_shades(corpus, colours, &area->colour_count, &area->colours)) return false;
    if (!strokes) return true;
    if (!attn_scene_is(corpus, strokes, ATTN_JSON_LIST)) return false;
    if (attn_json_count(strokes) > ATTN_MOST_STROKES)
        return fail(corpus, strokes, "at most %u kinds of strokes", ATTN_MOST_STROKES);
    if (!attn_grammar_each(corpus, strokes, read_stroke, area)) return false;
    return covered_by(area) <= MOST_COVERED * SCENE_UNIT * SCENE_UNIT ||
           fail(corpus, strokes, "these strokes cover the picture more than %d times: use fewer",
                MOST_COVERED);
}

static bool has_word(const scene_words *words, const char *word)
{
    for (size_t i = 0; i < words->count; i++)
        if (strcmp(words->items[i], word) == 0) return true;
    return false;
}

static bool read_ground(attn_corpus *corpus, const attn_json_item *item, void *owner)
{
    static const char *const keys[] = {"phrase",      "colours", "strokes", "sky",
                                       "sky-strokes", "light",   NULL};
    attn_scenes *scenes = owner;
    scene_ground *made =
        attn_push(corpus->arena, &scenes->grounds, &scenes->ground_count, sizeof *made);
    const attn_json_item *values[sizeof keys / sizeof *keys];
    for (size_t i = 0; keys[i]; i++) values[i] = attn_json_member(item, keys[i]);
    if (!made || !read_name(corpus, item, false, &made->name) ||
        !attn_scene_is(corpus, item, ATTN_JSON_OBJECT) ||
        !attn_json_keys(corpus->json, item, keys, corpus->status))
        return false;
    made->light = SCENE_UNIT;
    if (!values[0] || !values[1])
        return fail(corpus, item, "a ground needs a \"phrase\" and \"colours\"");
    if (values[4] && !values[3])
        return fail(corpus, values[4], "\"sky-strokes\" need a \"sky\", a list of its colours");
    if (!read_words(corpus, values[0], &made->phrase)) return false;
    if (!has_word(&made->phrase, made->name))
        return fail(corpus, values[0], "the phrase must have the word '%s' in it", made->name);
    return read_area(corpus, values[1], values[2], &made->area) &&
           read_area(corpus, values[3], values[4], &made->sky) &&
           (!values[5] || attn_scene_whole(corpus, values[5], 1, 200, &made->light));
}

/* ---- things ---- */

static bool take_tone(attn_corpus *corpus, attn_span *left, scene_part *part)
{
    static const char *const tones[] = {"colour", "dark", "light", NULL};
    attn_span word;
    if (!attn_span_word(left, " ", &word))
        return attn_grammar_fail(corpus, word,
                                 "a part is a tone and a shape: \"colour ellipse 50 "
                                 "60 28 16\"");
    size_t i = 0;
    while (tones[i] &&
           !(strlen(tones[i]) == word.length && memcmp(tones[i], word.bytes, word.length) == 0))
        i++;
    part->tone = (scene_tone)i;
    if (tones[i]) return true;
    if (word.bytes[0] == '#') return read_rgb(corpus, word, part->fixed);
    return attn_grammar_fail(
        corpus, word, "'%.*s' is not a tone: use colour, dark, light, or a colour such as #202020",
        (int)word.length, word.bytes);
}

static bool add_point(attn_corpus *corpus, scene_part *part, int32_t x, int32_t y)
{
    const attn_point point = {x, y};
    return attn_append(corpus->arena, &part->points, &part->count, &point, sizeof point) != NULL;
}

static bool take_ellipse(attn_corpus *corpus, attn_span *left, scene_part *part)
{
    enum { CORNERS = RASTER_TURN / 2 };
    size_t n[4];
    for (size_t i = 0; i < 4; i++)
        if (!take_number(corpus, left, SCENE_UNIT, &n[i])) return false;
    for (int i = 0; i < CORNERS; i++) {
        const int32_t x = (int32_t)n[2] * attn_raster_cos(2 * i) * RASTER_PIXEL / RASTER_SCALE;
        const int32_t y = (int32_t)n[3] * attn_raster_sin(2 * i) * RASTER_PIXEL / RASTER_SCALE;
        if (!add_point(corpus, part, (int32_t)n[0] * RASTER_PIXEL + x,
                       (int32_t)n[1] * RASTER_PIXEL + y))
            return false;
    }
    return true;
}

static bool take_polygon(attn_corpus *corpus, attn_span *left, scene_part *part)
{
    while (left->length > 0) {
        size_t x, y;
        if (!take_number(corpus, left, SCENE_UNIT, &x) ||
            !take_number(corpus, left, SCENE_UNIT, &y))
            return false;
        if (part->count == ATTN_MOST_POINTS)
            return attn_grammar_fail(corpus, *left, "a polygon has at most %u corners",
                                     ATTN_MOST_POINTS);
        if (!add_point(corpus, part, (int32_t)x * RASTER_PIXEL, (int32_t)y * RASTER_PIXEL))
            return false;
    }
    return part->count >= 3 || attn_grammar_fail(corpus, *left, "a polygon has at least 3 corners");
}

static bool read_part(attn_corpus *corpus, const attn_json_item *item, void *owner)
{
    scene_pose *pose = owner;
    attn_span word;
    if (!attn_scene_is(corpus, item, ATTN_JSON_STRING)) return false;
    attn_span left = attn_grammar_text(item);
    scene_part *made = attn_push(corpus->arena, &pose->parts, &pose->count, sizeof *made);
    if (!made || !take_tone(corpus, &left, made)) return false;
    const bool named = attn_span_word(&left, " ", &word);
    if (named && word.length == 7 && memcmp(word.bytes, "ellipse", 7) == 0)
        return take_ellipse(corpus, &left, made) &&
               (!attn_span_word(&left, " ", &word) ||
                attn_grammar_fail(corpus, word,
                                  "an ellipse is written as its middle and both radii: "
                                  "\"colour ellipse 50 60 28 16\""));
    if (named && word.length == 7 && memcmp(word.bytes, "polygon", 7) == 0)
        return take_polygon(corpus, &left, made);
    return attn_grammar_fail(
        corpus, named ? word : left,
        "a shape is an ellipse or a polygon: \"dark polygon 10 90 90 90 50 10\"");
}

static bool read_pose(attn_corpus *corpus, const attn_json_item *list, scene_thing *thing,
                      const char *name)
{
    scene_pose *made = attn_push(corpus->arena, &thing->poses, &thing->pose_count, sizeof *made);
    if (!made) return false;
    made->name = name;
    if (!attn_json_is(list, ATTN_JSON_LIST) || !attn_json_first(list) ||
        attn_json_count(list) > ATTN_MOST_PARTS)
        return fail(corpus, list,
                    "a thing is drawn by 1 to %u parts: [ \"colour ellipse 50 60 28 "
                    "16\", … ]",
                    ATTN_MOST_PARTS);
    return attn_grammar_each(corpus, list, read_part, made);
}

static bool read_named_pose(attn_corpus *corpus, const attn_json_item *list, void *owner)
{
    const char *name;
    return read_name(corpus, list, true, &name) && read_pose(corpus, list, owner, name);
}

static bool read_thing(attn_corpus *corpus, const attn_json_item *item, void *owner)
{
    static const char *const keys[] = {"plural", "parts", "poses", NULL};
    attn_scenes *scenes = owner;
    scene_thing *made =
        attn_push(corpus->arena, &scenes->things, &scenes->thing_count, sizeof *made);
    const attn_json_item *plural = attn_json_member(item, keys[0]),
                         *parts = attn_json_member(item, keys[1]),
                         *poses = attn_json_member(item, keys[2]);
    scene_words words = {0};
    if (!made || !read_name(corpus, item, false, &made->name) ||
        !attn_scene_is(corpus, item, ATTN_JSON_OBJECT) ||
        !attn_json_keys(corpus->json, item, keys, corpus->status))
        return false;
    made->key = attn_hash(made->name, strlen(made->name));
    if (plural && !read_words(corpus, plural, &words)) return false;
    if (words.count > 1) return fail(corpus, plural, "the plural is one word");
    made->plural = words.count ? words.items[0] : NULL;
    if ((parts != NULL) == (poses != NULL))
        return fail(corpus, item, "a thing has \"parts\", or \"poses\" that each have parts");
    if (parts) return read_pose(corpus, parts, made, "");
    if (!attn_scene_is(corpus, poses, ATTN_JSON_OBJECT)) return false;
    const size_t count = attn_json_count(poses);
    if (count == 0 || count > ATTN_MOST_POSES)
        return fail(corpus, poses, "a thing has 1 to %u poses", ATTN_MOST_POSES);
    return attn_grammar_each(corpus, poses, read_named_pose, made);
}

/* ---- sizes, patterns, relations ---- */

static bool read_size(attn_corpus *corpus, const attn_json_item *item, void *owner)
{
    static const size_t bounds[2] = {5, 90};
    attn_scenes *scenes = owner;
    scene_size *made = attn_push(corpus->arena, &scenes->sizes, &scenes->size_count, sizeof *made);
    if (!made || !read_name(corpus, item, true, &made->name) ||
        !attn_scene_two(corpus, item, bounds, &made->least, &made->most))
        return false;
    return made->least <= made->most ||
           fail(corpus, item, "the smaller size comes first: [%zu, %zu]", made->most, made->least);
}

/* Which of these words a text is. */
static bool read_choice(attn_corpus *corpus, const attn_json_item *item, const char *const *words,
                        size_t *chosen)
{
    attn_text list = {0};
    if (!attn_scene_is(corpus, item, ATTN_JSON_STRING)) return false;
    for (*chosen = 0; words[*chosen]; ++*chosen) {
        if (strcmp(words[*chosen], attn_json_text(item)) == 0) break;
        attn_text_print(&list, "%s%s", *chosen ? ", " : "", words[*chosen]);
    }
    if (!words[*chosen])
        fail(corpus, item, "there is no '%s' here, only: %s", attn_json_text(item),
             attn_text_string(&list));
    attn_text_free(&list);
    return words[*chosen] != NULL;
}

static bool read_pattern(attn_corpus *corpus, const attn_json_item *item, void *owner)
{
    static const char *const kinds[] = {"stripes", "spots", "checks", NULL};
    attn_scenes *scenes = owner;
    size_t kind;
    scene_pattern *made =
        attn_push(corpus->arena, &scenes->patterns, &scenes->pattern_count, sizeof *made);
    if (!made || !read_name(corpus, item, false, &made->name) ||
        !read_choice(corpus, item, kinds, &kind))
        return false;
    made->kind = (scene_pattern_kind)kind;
    return true;
}

/* "in front of": "front"; its key may have several words. */
static bool read_relation(attn_corpus *corpus, const attn_json_item *item, void *owner)
{
    static const char *const wheres[] = {"left",   "right", "above",  "below",
                                         "behind", "front", "beside", NULL};
    attn_scenes *scenes = owner;
    size_t where;
    scene_relation *made =
        attn_push(corpus->arena, &scenes->relations, &scenes->relation_count, sizeof *made);
    if (!made || !read_choice(corpus, item, wheres, &where)) return false;
    made->where = (scene_where)where;
    return attn_scene_key(corpus, item, &made->words);
}

/* ---- numbers, sides ---- */

static bool read_number(attn_corpus *corpus, const attn_json_item *item, void *owner)
{
    scene_words *numbers = owner, one = {0};
    if (!read_words(corpus, item, &one)) return false;
    if (one.count > 1) return fail(corpus, item, "a number is one word");
    return attn_push_text(corpus->arena, &numbers->items, &numbers->count, one.items[0]);
}

static bool read_numbers(attn_corpus *corpus, const attn_json_item *list)
{
    if (!list) return true;
    const size_t count = attn_json_count(list);
    if (!attn_json_is(list, ATTN_JSON_LIST) || count < 2 || count > ATTN_MOST_NUMBERS)
        return fail(corpus, list, "\"numbers\" are 2 to %u words, from one on: [\"one\", \"two\"]",
                    ATTN_MOST_NUMBERS);
    return attn_grammar_each(corpus, list, read_number, &corpus->scenes->numbers);
}

static bool read_sides(attn_corpus *corpus, const attn_json_item *list)
{
    if (!list) return true;
    const attn_json_item *left = attn_json_first(list);
    if (!attn_json_is(list, ATTN_JSON_LIST) || attn_json_count(list) != 2)
        return fail(corpus, list,
                    "\"sides\" are the words for left and right: [\"left\", "
                    "\"right\"]");
    return read_words(corpus, left, &corpus->scenes->sides[0]) &&
           read_words(corpus, attn_json_after(left), &corpus->scenes->sides[1]);
}

/* ---- what is plain ---- */

static bool has_plain_size(const attn_scenes *scenes)
{
    for (size_t i = 0; i < scenes->size_count; i++)
        if (!scenes->sizes[i].name[0]) return true;
    return false;
}

/* A colour and a ground without names, behind the others and not counted. */
static bool read_plain(attn_corpus *corpus, const attn_json_item *object)
{
    static const char *const keys[] = {"colour", "ground", NULL};
    attn_scenes *s = corpus->scenes;
    const attn_json_item *shades = attn_json_member(object, keys[0]),
                         *soils = attn_json_member(object, keys[1]);
    if (!object) return true;
    if (!attn_scene_is(corpus, object, ATTN_JSON_OBJECT) ||
        !attn_json_keys(corpus->json, object, keys, corpus->status))
        return false;
    if (!shades || !soils)
        return fail(corpus, object, "\"plain\" has a \"colour\" and a \"ground\", shades of each");
    if (!has_plain_size(s))
        return fail(corpus, object, "\"plain\" needs a size that is never said: \"\"");
    scene_colour *colour = attn_push(corpus->arena, &s->colours, &s->colour_count, sizeof *colour);
    scene_ground *ground = attn_push(corpus->arena, &s->grounds, &s->ground_count, sizeof *ground);
    if (!colour || !ground) return false;
    colour->name = ground->name = "";
    ground->light = SCENE_UNIT;
    s->colour_count--;
    s->ground_count--;
    s->plain = true;
    return read_shades(corpus, shades, &colour->count, &colour->shades) &&
           read_shades(corpus, soils, &ground->area.colour_count, &ground->area.colours);
}

/* ---- what is held out ---- */

typedef struct key_pair { /* of a combination being read */
    const attn_scenes *scenes;
    uint64_t thing, colour;
} key_pair;

static bool find_key(key_pair *pair, attn_span word)
{
    const attn_scenes *s = pair->scenes;
    const size_t thing = attn_name_find(s->things, s->thing_count, sizeof *s->things, word);
    const size_t colour = attn_name_find(s->colours, s->colour_count, sizeof *s->colours, word);
    if (thing != NONE) pair->thing = s->things[thing].key;
    if (colour != NONE) pair->colour = s->colours[colour].key;
    return thing != NONE || colour != NONE;
}

/* "brown dog" */
static bool read_always(attn_corpus *corpus, const attn_json_item *item, void *owner)
{
    held_out *held = owner;
    key_pair pair = {.scenes = corpus->scenes};
    attn_span word;
    size_t count = 0;
    if (!attn_scene_is(corpus, item, ATTN_JSON_STRING)) return false;
    for (attn_span left = attn_grammar_text(item); attn_span_word(&left, " ", &word); count++)
        if (!find_key(&pair, word))
            return attn_grammar_fail(corpus, word, "'%.*s' is neither a thing nor a colour",
                                     (int)word.length, word.bytes);
    if (count != 2 || !pair.thing || !pair.colour)
        return fail(corpus, item, "a combination names a colour and a thing: \"brown dog\"");
    const uint64_t made = attn_combine(attn_combine(0, pair.thing), pair.colour);
    return attn_append(corpus->arena, &held->always, &held->always_count, &made, sizeof made) !=
           NULL;
}

static bool read_held(attn_corpus *corpus, const attn_json_item *object)
{
    static const char *const keys[] = {"share", "always", NULL};
    held_out *held = &corpus->held;
    held->roles[0] = held->roles[1] = "";
    if (!object) return true;
    if (!attn_scene_is(corpus, object, ATTN_JSON_OBJECT) ||
        !attn_json_keys(corpus->json, object, keys, corpus->status))
        return false;
    const attn_json_item *share = attn_json_member(object, "share"),
                         *list = attn_json_member(object, "always");
    held->roles[0] = "thing";
    held->roles[1] = "colour";
    if (share && !(attn_json_value(share) >= 0 && attn_json_value(share) <= 0.5))
        return fail(corpus, share, "\"share\" is a share from 0 to 0.5, such as 0.1");
    if (share) held->threshold = (uint64_t)(attn_json_value(share) * 4294967296.0);
    return !list || (attn_scene_is(corpus, list, ATTN_JSON_LIST) &&
                     attn_grammar_each(corpus, list, read_always, held));
}

/* ---- the whole ---- */

static bool read_picture(attn_corpus *corpus, const attn_json_item *list)
{
    static const size_t bounds[2] = {16, ATTN_MOST_PICTURE_SIDE};
    attn_scenes *scenes = corpus->scenes;
    scenes->width = scenes->height = 64;
    return !list || attn_scene_two(corpus, list, bounds, &scenes->width, &scenes->height);
}

bool attn_scene_list(attn_corpus *corpus, const attn_json_item *list, scene_templates *to)
{
    if (!list) return true;
    const size_t count = attn_json_count(list);
    if (!attn_json_is(list, ATTN_JSON_LIST) || count == 0 || count > ATTN_MOST_TEMPLATES)
        return fail(corpus, list, "\"%s\" is a list of 1 to %u texts", attn_json_name(list),
                    ATTN_MOST_TEMPLATES);
    for (const attn_json_item *item = attn_json_first(list); item; item = attn_json_after(item))
        if (!attn_scene_is(corpus, item, ATTN_JSON_STRING) ||
            !attn_scene_template(corpus, item, to))
            return false;
    return true;
}

enum {
    TITLE = 1,
    SUMMARY,
    PICTURE,
    COLOURS,
    GROUNDS,
    THINGS,
    SIZES,
    PLAIN,
    PATTERNS,
    RELATIONS,
    NUMBERS,
    SIDES,
    PHRASES,
    CAPTIONS,
    QUESTIONS,
    CLIPS,
    HELD,
    KEYS
};
static const char *const keys[] = {"attnviz-corpus", "title",   "summary",  "picture", "colours",
                                   "grounds",        "things",  "sizes",    "plain",   "patterns",
                                   "relations",      "numbers", "sides",    "phrases", "captions",
                                   "questions",      "clips",   "held-out", NULL};

static bool read_lists(attn_corpus *corpus, const attn_json_item *const *values)
{
    return read_picture(corpus, values[PICTURE]) &&
           read_named(corpus, values[COLOURS], read_colour, 2) &&
           read_named(corpus, values[GROUNDS], read_ground, 1) &&
           read_named(corpus, values[THINGS], read_thing, 2) &&
           read_named(corpus, values[SIZES], read_size, 1) && read_plain(corpus, values[PLAIN]) &&
           (!values[PATTERNS] || read_named(corpus, values[PATTERNS], read_pattern, 1)) &&
           (!values[RELATIONS] || read_named(corpus, values[RELATIONS], read_relation, 1)) &&
           read_numbers(corpus, values[NUMBERS]) && read_sides(corpus, values[SIDES]) &&
           read_held(corpus, values[HELD]);
}

bool attn_scenes_read(attn_corpus *corpus, const attn_json_item *root)
{
    const attn_json_item *values[KEYS];
    attn_scenes *scenes = corpus->scenes = attn_alloc(corpus->arena, 1, sizeof *scenes);
    size_t version;
    for (size_t i = 0; i < KEYS; i++) values[i] = attn_json_member(root, keys[i]);
    if (!values[0]) return fail(corpus, root, "scenes start with { \"attnviz-corpus\": 1, …");
    if (!scenes || !attn_json_keys(corpus->json, root, keys, corpus->status) ||
        !attn_scene_whole(corpus, values[0], 1, 1, &version))
        return false;
    for (size_t i = TITLE; i <= SUMMARY; i++)
        if (values[i] && !attn_scene_is(corpus, values[i], ATTN_JSON_STRING)) return false;
    for (size_t i = COLOURS; i <= SIZES; i++)
        if (!values[i]) return fail(corpus, root, "scenes need \"%s\"", keys[i]);
    if (!values[CAPTIONS] && !values[QUESTIONS] && !values[CLIPS])
        return fail(corpus, root, "scenes need \"captions\", \"questions\" or \"clips\"");
    corpus->asks = !values[CAPTIONS] && values[QUESTIONS];
    return read_lists(corpus, values) &&
           attn_scene_list(corpus, values[PHRASES], &scenes->phrases) &&
           attn_scene_list(corpus, values[CAPTIONS], &scenes->captions) &&
           attn_scene_list(corpus, values[QUESTIONS], &scenes->questions) &&
           attn_scene_clips_read(corpus, values[CLIPS]) &&
           (values[CAPTIONS] || values[QUESTIONS] || attn_corpus_play(corpus, corpus->status));
}
