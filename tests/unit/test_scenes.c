/*
 * scenes: polygons are filled exactly and alike everywhere; what is said of a scene is true of its
 * picture; what is held out is in no other part; files of scenes are read strictly.
 */
/* not in make test */
/* slow under sanitizers */

#include "core/random.h"
#include "corpus/parts.h"
#include "corpus/scene/raster.h"
#include "corpus/scene/scenes.h"
#include "lesson/read/corpora.h"
#include "replaced.h"
#include "scarce.h"

static attn_status status;

/* ---- polygons ---- */

enum { SIDE = 12 };

typedef struct sheet {
    attn_raster raster;
    int32_t sums[SIDE][ATTN_MOST_PICTURE_SIDE + 2];
    int32_t covered[SIDE][SIDE];
} sheet;

static void note_pixel(void *user, size_t x, size_t y, int32_t coverage)
{
    sheet *s = user;
    ck_assert(x < SIDE && y < SIDE && coverage > 0 && coverage <= RASTER_WHOLE);
    s->covered[y][x] += coverage;
}

/* The coverage of all pixels together. */
static int64_t fill(sheet *s, const attn_point *points, size_t count)
{
    int64_t sum = 0;
    *s = (sheet){.raster = {.width = SIDE, .height = SIDE}};
    s->raster.sums = s->sums;
    attn_raster_add(&s->raster, points, count);
    attn_raster_fill(&s->raster, note_pixel, s);
    for (size_t y = 0; y < SIDE; y++)
        for (size_t x = 0; x < SIDE + 2; x++) ck_assert_int_eq(s->sums[y][x], 0);
    for (size_t y = 0; y < SIDE; y++)
        for (size_t x = 0; x < SIDE; x++) sum += s->covered[y][x];
    return sum;
}

START_TEST(a_square_covers_its_pixels)
{
    static sheet s;
    const int32_t a = 2 * RASTER_PIXEL, b = 5 * RASTER_PIXEL, half = RASTER_PIXEL / 2;
    const attn_point square[] = {{a, a}, {b, a}, {b, b}, {a, b}};
    const attn_point back[] = {{a, b}, {b, b}, {b, a}, {a, a}};
    const attn_point aside[] = {{a + half, a}, {b + half, a}, {b + half, b}, {a + half, b}};
    ck_assert_int_eq(fill(&s, square, 4), 9 * RASTER_WHOLE);
    ck_assert_int_eq(s.covered[2][2], RASTER_WHOLE);
    ck_assert_int_eq(s.covered[4][4], RASTER_WHOLE);
    ck_assert_int_eq(fill(&s, back, 4), 9 * RASTER_WHOLE);
    ck_assert_int_eq(fill(&s, aside, 4), 9 * RASTER_WHOLE);
    ck_assert_int_eq(s.covered[2][2], RASTER_WHOLE / 2);
    ck_assert_int_eq(s.covered[2][5], RASTER_WHOLE / 2);
}
END_TEST

START_TEST(a_polygon_may_lie_outside)
{
    static sheet s;
    const int32_t far = 1000 * RASTER_PIXEL;
    const attn_point all[] = {{-far, -far}, {far, -far}, {far, far}, {-far, far}};
    const attn_point none[] = {{far, 0}, {2 * far, 0}, {far, far}};
    const attn_point left[] = {{-far, 0}, {-1, 0}, {-1, far}};
    const attn_point largest[] = {{INT32_MIN, INT32_MIN},
                                  {INT32_MAX, INT32_MIN},
                                  {INT32_MAX, INT32_MAX},
                                  {INT32_MIN, INT32_MAX}};
    ck_assert_int_eq(fill(&s, all, 4), SIDE * SIDE * RASTER_WHOLE);
    ck_assert_int_eq(fill(&s, largest, 4), SIDE * SIDE * RASTER_WHOLE);
    ck_assert_int_eq(fill(&s, none, 3), 0);
    ck_assert_int_eq(fill(&s, left, 3), 0);
    ck_assert_int_eq(fill(&s, all, 1), 0);
}
END_TEST

/* A triangle has half of its square, with a small error at the slanted side. */
START_TEST(a_triangle_has_its_area)
{
    static sheet s;
    const int32_t b = 8 * RASTER_PIXEL;
    const attn_point corner[] = {{0, 0}, {b, 0}, {0, b}};
    const int64_t sum = fill(&s, corner, 3);
    ck_assert_int_ge(sum, 32 * RASTER_WHOLE - RASTER_WHOLE / 4);
    ck_assert_int_le(sum, 32 * RASTER_WHOLE + RASTER_WHOLE / 4);
}
END_TEST

START_TEST(cosine_and_sine)
{
    for (int step = -200; step < 200; step++) {
        const double turn = 2 * 3.14159265358979323846 * step / RASTER_TURN;
        ck_assert_int_eq(attn_raster_cos(step), lround(RASTER_SCALE * cos(turn)));
        ck_assert_int_eq(attn_raster_sin(step), lround(RASTER_SCALE * sin(turn)));
    }
}
END_TEST

/* ---- the carried scenes ---- */

static attn_corpus *carried(const char *name)
{
    status = (attn_status){0};
    attn_corpus *corpus = attn_corpora_carried(name, &status);
    ck_assert_msg(corpus != NULL, "%s:%zu: %s", name, status.line, status.message);
    return corpus;
}

static uint64_t hash_of_picture(const attn_picture *picture)
{
    return attn_hash((const char *)picture->pixels, 3 * picture->width * picture->height);
}

static uint64_t hash_of_scenes(const char *name, const attn_corpus_asked *asked, size_t count)
{
    attn_corpus *corpus = carried(name);
    attn_corpus_stream *stream = attn_corpus_open(corpus, asked, &status);
    attn_line line;
    uint64_t hash = 0;
    for (size_t i = 0; i < count; i++) {
        ck_assert_msg(attn_corpus_next(stream, &line), "%s", status.message);
        hash = hash * 31 + hash_of_picture(line.columns[0].picture);
        for (size_t k = 0; k < line.source->count; k++)
            hash = hash * 31 +
                   attn_hash(line.source->words[k].text, strlen(line.source->words[k].text));
    }
    attn_corpus_close(stream);
    attn_corpus_free(corpus);
    return hash;
}

/* ---- small scenes ---- */

static const char small[] =
    "{ \"attnviz-corpus\": 1,\n"
    "  \"picture\": [32, 24],\n"
    "  \"colours\": { \"red\": [\"#d02020\"], \"blue\": [\"#2020d0\"], \"green\": [\"#20a020\"] "
    "},\n"
    "  \"grounds\": { \"grass\": { \"phrase\": \"on the grass\", \"colours\": [\"#50a040\"],\n"
    "    \"strokes\": [\"90 2 6 #408030\"], \"sky\": [\"#a0d0f0\"], \"sky-strokes\": [\"3 20 4 "
    "#f0f0f0\"] },\n"
    "    \"sand\": { \"phrase\": \"on the sand\", \"colours\": [\"#e0c080\"] } },\n"
    "  \"things\": { \"ball\": { \"plural\": \"balls\", \"parts\": [\"colour ellipse 50 50 50 "
    "50\"] "
    "},\n"
    "    \"apple\": { \"poses\": { \"lying\": [\"colour polygon 0 40 100 40 100 100 0 100\"],\n"
    "      \"standing\": [\"colour ellipse 50 50 40 50\", \"dark polygon 0 0 100 0 100 100\"] } } "
    "},\n"
    "  \"sizes\": { \"small\": [40, 44], \"big\": [50, 56] },\n"
    "  \"patterns\": { \"striped\": \"stripes\" },\n"
    "  \"relations\": { \"left of\": \"left\", \"in front of\": \"front\" },\n"
    "  \"captions\": [\"a NOUN GROUND\", \"a/an COLOUR NOUN RELATION a/an SIZE NOUN.2\",\n"
    "    \"a/an PATTERN NOUN VERB\"],\n"
    "  \"questions\": [\"what colour is the NOUN | COLOUR\",\n"
    "                 \"is the NOUN ?COLOUR | yes/no\"],\n"
    "  \"held-out\": { \"share\": 0 , \"always\": [\"red ball\"] },\n"
    "  \"clips\": { \"frames\": 10, \"picture\": [40, 32], \"event\": [2, 3], \"size\": [30, "
    "36],\n"
    "    \"things\": [\"ball\", \"apple\"],\n"
    "    \"events\": { \"rolls to the left\": { \"path\": [[-30, 0]], \"things\": [\"ball\"] },\n"
    "      \"rolls to the right\": { \"path\": [[30, 0]], \"things\": [\"ball\"] },\n"
    "      \"jumps\": { \"path\": [[0, -30], [0, 0]] }, \"grows\": { \"size\": 150 } },\n"
    "    \"captions\": [\"the COLOUR NOUN EVENT\",\n"
    "      \"the COLOUR NOUN EVENT , then the COLOUR.2 NOUN.2 EVENT.2\"] } }\n";

static attn_corpus *read_text(const char *text)
{
    status = (attn_status){0};
    return attn_corpus_read(text, strlen(text), "small.json", &status);
}

static attn_corpus *must_read(bool asks)
{
    attn_corpus *corpus = read_text(small);
    ck_assert_msg(corpus != NULL, "%zu:%zu: %s", status.line, status.column, status.message);
    if (asks) ck_assert(attn_corpus_ask(corpus, &status));
    return corpus;
}

static const char *word(const attn_words *column, size_t place)
{
    return place < column->count ? column->words[place].text : "";
}

static bool has_word(const attn_words *column, const char *text)
{
    for (size_t i = 0; i < column->count; i++)
        if (strcmp(column->words[i].text, text) == 0) return true;
    return false;
}

/* The box of the nth word of a kind; its place is known by the line. */
static const attn_box *box_of(const attn_line *line, const char *text)
{
    const attn_words *last = &line->columns[line->column_count - 1];
    for (size_t i = 0; i < line->box_count; i++)
        if (strcmp(word(last, line->boxes[i].word), text) == 0) return &line->boxes[i];
    return NULL;
}

/* Red minus blue in a box, well below its middle: red things have more than 20 there, blue ones
 * less than -20, green ones about 0. */
static int redness(const attn_line *line, const attn_box *box)
{
    const attn_picture *p = line->columns[0].picture;
    const size_t x = (box->x0 + box->x1) / 2, y = (3 * box->y1 + box->y0) / 4;
    const uint8_t *pixel = p->pixels + 3 * (y * p->width + x);
    return pixel[0] - pixel[2];
}

static void check_boxes(const attn_line *line)
{
    const attn_picture *p = line->columns[0].picture;
    for (size_t i = 0; i < line->box_count; i++) {
        const attn_box *b = &line->boxes[i];
        ck_assert(b->x0 < b->x1 && b->x1 <= p->width && b->y0 < b->y1 && b->y1 <= p->height);
        ck_assert(b->word < line->columns[line->column_count - 1].count);
        ck_assert(i == 0 || line->boxes[i - 1].word <= b->word);
    }
}

static void check_caption(const attn_line *line)
{
    const attn_words *said = line->source;
    const attn_box *ball = box_of(line, "ball"), *apple = box_of(line, "apple");
    ck_assert(ball || apple);
    if (!has_word(said, "on"))
        ck_assert_str_eq(word(said, 0), word(said, 1)[0] == 'a' ? "an" : "a");
    if (has_word(said, "red") && !has_word(said, "front"))
        ck_assert_int_gt(redness(line, box_of(line, "red")), 20);
    if (has_word(said, "blue") && !has_word(said, "front"))
        ck_assert_int_lt(redness(line, box_of(line, "blue")), -20);
    if (!has_word(said, "of")) return;
    ck_assert(ball && apple);
    const bool ball_first = strcmp(word(said, 2), "ball") == 0;
    const attn_box *first = ball_first ? ball : apple, *other = ball_first ? apple : ball;
    if (has_word(said, "left")) ck_assert_uint_lt(first->x0 + first->x1, other->x0 + other->x1);
    if (has_word(said, "left")) ck_assert_uint_le(first->x1, other->x0 + 4);
    if (has_word(said, "front")) ck_assert_uint_gt(first->y1, other->y0);
}

/* Gives each line of a part to `check`. */
static void each_line(bool asks, attn_corpus_part part, size_t count,
                      void (*check)(const attn_line *line))
{
    const attn_corpus_asked asked = {.part = part, .seed = 3};
    attn_corpus *corpus = must_read(asks);
    attn_corpus_stream *stream = attn_corpus_open(corpus, &asked, &status);
    attn_line line;
    for (size_t i = 0; i < count; i++) {
        ck_assert_msg(attn_corpus_next(stream, &line), "%s", status.message);
        check_boxes(&line);
        check(&line);
    }
    attn_corpus_close(stream);
    attn_corpus_free(corpus);
}

START_TEST(captions_are_true)
{
    each_line(false, ATTN_TRAIN, 1000, check_caption);
    each_line(false, ATTN_TEST, 300, check_caption);
}
END_TEST

static size_t yes, no;

static void check_answer(const attn_line *line)
{
    const attn_box *box = line->boxes;
    ck_assert_uint_ge(line->box_count, 1);
    if (strcmp(word(line->source, 0), "what") == 0) {
        const bool red = strcmp(word(line->target, 0), "red") == 0;
        ck_assert(red == (redness(line, box) > 20));
        return;
    }
    const int seen = redness(line, box);
    const char *there = seen > 20 ? "red" : seen < -20 ? "blue" : "green";
    const bool is = strcmp(word(line->target, 0), "yes") == 0;
    ck_assert((strcmp(word(line->source, 3), there) == 0) == is);
    yes += is;
    no += !is;
}

START_TEST(answers_are_true)
{
    yes = no = 0;
    each_line(true, ATTN_TRAIN, 2000, check_answer);
    ck_assert_msg(yes > no / 10 * 7 && no > yes / 10 * 7, "%zu yes, %zu no", yes, no);
}
END_TEST

/* ---- one picture, one caption ---- */

static void add(char *text, const char *word)
{
    if (text[0]) strcat(text, " ");
    strcat(text, word);
    ck_assert_uint_lt(strlen(text), 200);
}

/* What there is to say of the things of a group, by what is drawn. */
static void describe_group(const scene *s, size_t group, char *text)
{
    const size_t *drawn = s->drawn[group].values;
    const attn_scenes *from = s->from;
    const scene_thing *thing = &from->things[drawn[SLOT_NOUN]];
    char words[200] = "";
    const size_t number = drawn[SLOT_NUMBER];
    if (from->sizes[drawn[SLOT_SIZE]].name[0]) add(words, from->sizes[drawn[SLOT_SIZE]].name);
    if (drawn[SLOT_COLOUR] < from->colour_count) add(words, from->colours[drawn[SLOT_COLOUR]].name);
    if (drawn[SLOT_PATTERN] != NONE) add(words, from->patterns[drawn[SLOT_PATTERN]].name);
    add(words, number > 1 ? thing->plural : thing->name);
    if (drawn[SLOT_VERB] > 0) add(words, thing->poses[drawn[SLOT_VERB]].name);
    const bool is_vowel = strchr("aeiou", words[0]) != NULL;
    add(text, number > 1 ? from->numbers.items[number - 1] : is_vowel ? "an" : "a");
    add(text, words);
}

/* How two things stand to each other, judged by where they are, and the group that is named first.
 */
static const char *relation_of(const scene *s, size_t *first)
{
    const scene_member *a = &s->members[0], *b = &s->members[1]; /* a's foot is higher */
    const int32_t a_middle = a->left + a->side / 2, b_middle = b->left + b->side / 2;
    const int32_t apart = a_middle < b_middle ? b_middle - a_middle : a_middle - b_middle;
    *first = a->group;
    if (a->top + a->side <= b->top + (a->side + b->side) / 16) return "above";
    if (100 * apart <= 40 * (a->side + b->side)) return "behind";
    *first = a_middle < b_middle ? a->group : b->group;
    return "left of";
}

static void describe(const scene *s, char *text)
{
    size_t first = 0;
    const char *relation = s->group_count > 1 ? relation_of(s, &first) : NULL;
    text[0] = '\0';
    describe_group(s, first, text);
    if (relation) add(text, relation);
    if (relation) describe_group(s, 1 - first, text);
    for (size_t i = 0; s->ground < s->from->ground_count; i++) {
        const scene_words *phrase = &s->from->grounds[s->ground].phrase;
        if (i == phrase->count) return;
        add(text, phrase->items[i]);
    }
}

/* Who knows what is drawn, and where, knows every word of the caption; and things are of clearly
 * different sizes. */
START_TEST(a_picture_has_one_caption)
{
    enum { MANY = 20000 };
    attn_corpus *corpus = carried("scenes");
    attn_random random = attn_random_named("captions", 1);
    static scene one;
    static scene_text told;
    size_t pairs = 0, count = 0;
    for (; count < MANY;) {
        char said[400] = "", seen[400];
        if (!attn_scene_draw(corpus, &corpus->scenes->captions, count % 10 == 0, &random, &one))
            continue;
        attn_scene_tell(&one, false, &told);
        for (size_t i = 0; i < told.count; i++) add(said, told.words[i].text);
        describe(&one, seen);
        ck_assert_str_eq(said, seen);
        pairs += one.group_count == 2;
        count++;
    }
    ck_assert_msg(pairs > MANY * 45 / 100 && pairs < MANY * 55 / 100, "%zu", pairs);
    attn_corpus_free(corpus);
}
END_TEST

/* ---- parts ---- */

static void not_held(const attn_line *line)
{
    const attn_box *ball = box_of(line, "ball");
    ck_assert(!line->held);
    if (ball && !has_word(line->source, "front")) ck_assert_int_lt(redness(line, ball), 20);
}

static size_t held, free_lines;

static void count_held(const attn_line *line)
{
    const attn_box *ball = box_of(line, "ball");
    held += line->held;
    free_lines += !line->held;
    if (ball && !has_word(line->source, "front"))
        ck_assert(line->held == (redness(line, ball) > 20));
}

static void ask_nothing_held(const attn_line *line)
{
    ck_assert(!line->held);
    ck_assert(!has_word(line->source, "ball") || !has_word(line->source, "red"));
}

START_TEST(what_is_held_out_is_for_the_test)
{
    each_line(false, ATTN_TRAIN, 800, not_held);
    each_line(false, ATTN_VALIDATION, 200, not_held);
    each_line(true, ATTN_TRAIN, 800, ask_nothing_held);
    held = free_lines = 0;
    each_line(false, ATTN_TEST, 400, count_held);
    ck_assert_msg(held > 140 && free_lines > 140, "%zu, %zu", held, free_lines);
}
END_TEST

/* Hashes of the pictures of a part, as captions or as questions. */
static size_t hashes_of(const char *name, attn_corpus_part part, uint64_t *hashes, size_t count)
{
    const attn_corpus_asked asked = {.part = part, .seed = 1};
    attn_corpus *corpus = carried(name);
    attn_corpus_stream *stream = attn_corpus_open(corpus, &asked, &status);
    attn_line line;
    for (size_t i = 0; i < count; i++) {
        ck_assert_msg(attn_corpus_next(stream, &line), "%s", status.message);
        hashes[i] = hash_of_picture(line.columns[0].picture);
    }
    attn_corpus_close(stream);
    attn_corpus_free(corpus);
    return count;
}

static int by_value(const void *a, const void *b)
{
    const uint64_t *x = a, *y = b;
    return *x < *y ? -1 : *x > *y;
}

START_TEST(no_scene_comes_twice)
{
    enum { EACH = 1000 };
    static uint64_t hashes[9 * EACH];
    size_t count = 0;
    for (attn_corpus_part part = ATTN_TRAIN; part <= ATTN_TEST; part++) {
        count += hashes_of("scenes", part, hashes + count, EACH);
        count += hashes_of("questions", part, hashes + count, EACH);
        count += hashes_of("clips", part, hashes + count, EACH);
    }
    qsort(hashes, count, sizeof *hashes, by_value);
    for (size_t i = 1; i < count; i++) ck_assert(hashes[i] != hashes[i - 1]);
}
END_TEST

/* Where a scene belongs does not depend on what is said of it. */
START_TEST(a_scene_has_one_part)
{
    attn_corpus *corpus = must_read(false);
    attn_random random = attn_random_named("parts", 1);
    scene one;
    for (size_t i = 0; i < 200; i++) {
        if (!attn_scene_draw(corpus, &corpus->scenes->captions, false, &random, &one)) continue;
        const uint64_t hash = one.hash;
        scene same = one;
        same.template = &corpus->scenes->questions.items[0];
        same.truth = !same.truth;
        ck_assert(hash == attn_scene_hash(&same));
        same.members[0].left++;
        ck_assert(hash != attn_scene_hash(&same));
    }
    attn_corpus_free(corpus);
}
END_TEST

/* The stream goes through what is drawn, and leaves out what belongs to other parts. */
START_TEST(a_part_has_its_hashes_alone)
{
    for (attn_corpus_part part = ATTN_TRAIN; part <= ATTN_VALIDATION; part++) {
        const attn_corpus_asked asked = {.part = part, .seed = 4};
        attn_corpus *corpus = must_read(false);
        attn_corpus_stream *stream = attn_corpus_open(corpus, &asked, &status);
        attn_arena *arena = attn_arena_new(&status);
        scene_canvas *canvas = attn_canvas_new(corpus->scenes, arena);
        attn_random random = attn_random_named(attn_part_names[part], 4);
        attn_line line;
        scene one;
        for (size_t i = 0; i < 40;) {
            if (!attn_scene_draw(corpus, &corpus->scenes->captions, false, &random, &one) ||
                attn_part_of_hash(one.hash, true) != part || !attn_scene_paint(&one, canvas))
                continue;
            ck_assert(attn_corpus_next(stream, &line));
            const attn_picture *picture = line.columns[0].picture;
            ck_assert_mem_eq(picture->pixels, canvas->pixels, 3 * picture->width * picture->height);
            i++;
        }
        attn_corpus_close(stream);
        attn_arena_free(arena);
        attn_corpus_free(corpus);
    }
}
END_TEST

static uint64_t hash_of_pictures(attn_corpus *corpus, size_t count)
{
    const attn_corpus_asked train = {.part = ATTN_TRAIN, .seed = 7};
    attn_corpus_stream *stream = attn_corpus_open(corpus, &train, &status);
    attn_line line;
    uint64_t hash = 0;
    for (size_t i = 0; i < count; i++) {
        ck_assert(attn_corpus_next(stream, &line));
        hash = hash * 31 + hash_of_picture(line.columns[0].picture);
    }
    attn_corpus_close(stream);
    attn_corpus_free(corpus);
    return hash;
}

START_TEST(the_same_bytes_everywhere)
{
    const attn_corpus_asked train = {.part = ATTN_TRAIN, .seed = 7};
    const attn_corpus_asked test = {.part = ATTN_TEST, .seed = 7};
    const uint64_t hash = hash_of_pictures(must_read(false), 50);
    ck_assert_msg(hash == UINT64_C(0x4B9AD147A54C491C), "0x%016llX", (unsigned long long)hash);
    ck_assert(hash_of_scenes("scenes", &test, 50) == hash_of_scenes("scenes", &test, 50));
    ck_assert(hash_of_scenes("scenes", &test, 50) != hash_of_scenes("scenes", &train, 50));
}
END_TEST

/* ---- clips ---- */

/* Pixels of a frame that are clearly not what they were in the frame before, left of a column. */
static size_t changed(const attn_picture *film, size_t frame)
{
    const attn_picture now = attn_picture_frame(film, frame),
                       before = attn_picture_frame(film, frame - 1);
    size_t count = 0;
    for (size_t i = 0; i < now.width * now.height; i++) {
        int most = 0;
        for (size_t c = 0; c < 3; c++) {
            const int change = now.pixels[3 * i + c] - before.pixels[3 * i + c];
            if (abs(change) > most) most = abs(change);
        }
        count += most > 24;
    }
    return count;
}

/* Whether some word has this frame in its box. */
static bool is_told(const attn_line *line, size_t frame, size_t height)
{
    for (size_t i = 0; i < line->box_count; i++)
        if (line->boxes[i].y0 <= frame * height && (frame + 1) * height <= line->boxes[i].y1)
            return true;
    return false;
}

/* How far right, in units, what has the colour of the event lies in a frame: its mean column. */
static double column_of(const attn_picture *film, size_t frame, const char *colour)
{
    const attn_picture now = attn_picture_frame(film, frame);
    const size_t c = colour[0] == 'r' ? 0 : 2;
    double sum = 0, count = 0;
    for (size_t i = 0; i < now.width * now.height; i++) {
        const uint8_t *pixel = now.pixels + 3 * i;
        if (pixel[c] < pixel[2 - c] + 90 || pixel[c] < pixel[1] + 90) continue;
        sum += (double)(i % now.width);
        count++;
    }
    return count > 0 ? sum / count : -1;
}

/* The first event: of a red or blue thing alone in its colour, where it goes is seen. */
static void check_direction(const attn_line *line)
{
    const attn_picture *film = line->columns[0].picture;
    const char *colour = word(line->source, 1);
    const attn_box *box = box_of(line, "left");
    const bool left = box != NULL;
    if (!box) box = box_of(line, "right");
    if (!box || (has_word(line->source, "then") && box->word > 6) || colour[0] == 'g') return;
    for (size_t i = 2; i < line->source->count; i++)
        if (strcmp(word(line->source, i), colour) == 0) return;
    if (line->source->count < 7) return; /* what stands beside it may have its colour */
    const double from = column_of(film, box->y0 / 32 - 1, colour),
                 to = column_of(film, box->y1 / 32 - 1, colour);
    if (from >= 0 && to >= 0) ck_assert(left ? to < from - 3 : to > from + 3);
}

static void check_clip(const attn_line *line)
{
    const attn_picture *film = line->columns[0].picture;
    ck_assert_uint_eq(film->frames, 10);
    ck_assert_uint_eq(film->width, 40);
    ck_assert_uint_eq(film->height, 320);
    for (size_t frame = 1; frame < film->frames; frame++) {
        const size_t count = changed(film, frame);
        ck_assert_msg(is_told(line, frame, 32) ? count > 3 : count == 0, "frame %zu: %zu", frame,
                      count);
    }
    ck_assert(!is_told(line, 0, 32));
    check_direction(line);
}

static void each_clip(attn_corpus_part part, size_t count, void (*look)(const attn_line *line))
{
    const attn_corpus_asked asked = {.part = part, .seed = 3};
    attn_corpus *corpus = must_read(false);
    ck_assert(attn_corpus_play(corpus, &status));
    attn_corpus_stream *stream = attn_corpus_open(corpus, &asked, &status);
    attn_line line;
    for (size_t i = 0; i < count; i++) {
        ck_assert_msg(attn_corpus_next(stream, &line), "%s", status.message);
        check_boxes(&line);
        look(&line);
    }
    attn_corpus_close(stream);
    attn_corpus_free(corpus);
}

START_TEST(clips_show_what_is_told)
{
    each_clip(ATTN_TRAIN, 600, check_clip);
    each_clip(ATTN_TEST, 200, check_clip);
}
END_TEST

static size_t by_order[2], early[2];

/* In how many clips of two events the first begins in the first half, and the second in the other.
 */
static void count_order(const attn_line *line)
{
    const attn_box *first = &line->boxes[0], *last = &line->boxes[line->box_count - 1];
    if (!has_word(line->source, "then")) return;
    ck_assert_uint_lt(first->y1, last->y0 + 1);
    by_order[0]++;
    early[0] += first->y0 < 160;
    early[1] += last->y0 < 160;
}

/* What happens first comes first, at no place of its own. */
START_TEST(events_have_an_order)
{
    by_order[0] = early[0] = early[1] = 0;
    each_clip(ATTN_TRAIN, 600, count_order);
    ck_assert_uint_gt(by_order[0], 200);
    ck_assert_uint_gt(early[0], by_order[0] / 2);
    ck_assert_uint_gt(early[1], 0);
}
END_TEST

START_TEST(clips_are_the_same_everywhere)
{
    attn_corpus *corpus = must_read(false);
    ck_assert(attn_corpus_play(corpus, &status));
    const uint64_t hash = hash_of_pictures(corpus, 20);
    ck_assert_msg(hash == UINT64_C(0x28DC72C612AF01AB), "0x%016llX", (unsigned long long)hash);
}
END_TEST

/* ---- what is refused ---- */

START_TEST(what_scenes_do_not_have)
{
    static const struct {
        attn_corpus_asked asked;
        const char *message;
    } cases[] = {
        {{.part = ATTN_ALL}, "has no end"},
        {{.least = 2, .most = 3}, "lines about scenes cannot be chosen by their words"},
        {{.masked = 0.1}, "only the words of a treebank"},
    };
    attn_corpus *corpus = must_read(false);
    for (size_t i = 0; i < COUNT(cases); i++) {
        status = (attn_status){0};
        ck_assert(attn_corpus_open(corpus, &cases[i].asked, &status) == NULL);
        ck_assert_msg(strstr(status.message, cases[i].message) != NULL, "%s", status.message);
    }
    attn_corpus_free(corpus);
    corpus = carried("pairs");
    ck_assert(!attn_corpus_ask(corpus, &status));
    ck_assert_msg(strstr(status.message, "has no scenes to ask about") != NULL, "%s",
                  status.message);
    status = (attn_status){0};
    ck_assert(!attn_corpus_play(corpus, &status));
    ck_assert_msg(strstr(status.message, "has no scenes, and so no clips") != NULL, "%s",
                  status.message);
    attn_corpus_free(corpus);
}
END_TEST

static const struct {
    const char *from, *to;
    size_t line, column;
    const char *message;
} faults[] = {
#include "scene_faults.h"
};

START_TEST(scene_fault)
{
    char *text = replaced(small, faults[_i].from, faults[_i].to);
    attn_corpus *corpus = read_text(text);
    ck_assert_msg(corpus == NULL, "%s is let through", faults[_i].to);
    ck_assert_msg(strstr(status.message, faults[_i].message) != NULL, "%s: %s", faults[_i].to,
                  status.message);
    ck_assert_msg(status.line == faults[_i].line && status.column == faults[_i].column,
                  "%s: at %zu:%zu: %s", faults[_i].to, status.line, status.column, status.message);
    free(text);
}
END_TEST

START_TEST(a_file_without_captions_asks)
{
    char *text = replaced(small, "\"captions\": [\"a NOUN GROUND\",",
                          "\"numbers\": [\"one\", \"two\"],\n\"phrases\": [\"a NOUN\",");
    char *ground = strstr(text, "\"a/an COLOUR NOUN RELATION a/an SIZE NOUN.2\",");
    memset(ground, ' ', strlen("\"a/an COLOUR NOUN RELATION a/an SIZE NOUN.2\","));
    attn_corpus *corpus = read_text(text);
    ck_assert_msg(corpus != NULL, "%s", status.message);
    const attn_corpus_asked asked = {.part = ATTN_TRAIN};
    attn_corpus_stream *stream = attn_corpus_open(corpus, &asked, &status);
    attn_line line;
    ck_assert(attn_corpus_next(stream, &line));
    ck_assert_uint_eq(line.column_count, 3);
    attn_corpus_close(stream);
    attn_corpus_free(corpus);
    free(text);
}
END_TEST

/* Things so large that nothing fits come to an end. */
START_TEST(scenes_that_cannot_be)
{
    char *text = replaced(small, "\"small\": [40, 44], \"big\": [50, 56]", "\"small\": [88, 90]");
    char *only = strstr(text, "\"a NOUN GROUND\", ");
    memset(only, ' ', strlen("\"a NOUN GROUND\", "));
    char *last = strstr(text, ",\n    \"a/an PATTERN NOUN VERB\"");
    memset(last, ' ', strlen(",\n    \"a/an PATTERN NOUN VERB\""));
    attn_corpus *corpus = read_text(text);
    ck_assert_msg(corpus != NULL, "%s", status.message);
    const attn_corpus_asked asked = {.part = ATTN_TRAIN};
    attn_corpus_stream *stream = attn_corpus_open(corpus, &asked, &status);
    attn_line line;
    while (attn_corpus_next(stream, &line)) continue;
    ck_assert_int_eq(status.code, ATTN_LIMIT);
    ck_assert_msg(strstr(status.message, "give the file smaller \"sizes\"") != NULL, "%s",
                  status.message);
    attn_corpus_close(stream);
    attn_corpus_free(corpus);
    free(text);
}
END_TEST

/* ---- scarce memory ---- */

static bool lines_of_scenes(attn_status *of)
{
    const attn_corpus_asked asked = {.part = ATTN_TRAIN};
    attn_line line;
    attn_corpus *corpus = attn_corpus_read(small, strlen(small), "small.json", of);
    attn_corpus_stream *stream = corpus ? attn_corpus_open(corpus, &asked, of) : NULL;
    for (size_t i = 0; stream && i < 3 && attn_corpus_next(stream, &line); i++) continue;
    attn_corpus_close(stream);
    attn_corpus_free(corpus);
    return attn_ok(of);
}

START_TEST(scarce_memory)
{
    ck_assert_uint_gt(scarce_each(lines_of_scenes), 10);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("scenes");
    TCase *tests = tcase_create("scenes");
    tcase_set_timeout(tests, 60);
    tcase_add_test(tests, a_square_covers_its_pixels);
    tcase_add_test(tests, a_polygon_may_lie_outside);
    tcase_add_test(tests, a_triangle_has_its_area);
    tcase_add_test(tests, cosine_and_sine);
    tcase_add_test(tests, captions_are_true);
    tcase_add_test(tests, answers_are_true);
    tcase_add_test(tests, a_picture_has_one_caption);
    tcase_add_test(tests, what_is_held_out_is_for_the_test);
    tcase_add_test(tests, no_scene_comes_twice);
    tcase_add_test(tests, a_scene_has_one_part);
    tcase_add_test(tests, a_part_has_its_hashes_alone);
    tcase_add_test(tests, the_same_bytes_everywhere);
    tcase_add_test(tests, clips_show_what_is_told);
    tcase_add_test(tests, events_have_an_order);
    tcase_add_test(tests, clips_are_the_same_everywhere);
    tcase_add_test(tests, what_scenes_do_not_have);
    tcase_add_loop_test(tests, scene_fault, 0, (int)COUNT(faults));
    tcase_add_test(tests, a_file_without_captions_asks);
    tcase_add_test(tests, scenes_that_cannot_be);
    tcase_add_test(tests, scarce_memory);
    suite_add_tcase(suite, tests);
    return unit_run(suite);
}
