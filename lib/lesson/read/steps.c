/*
 * steps: what a lesson does and says, read and checked.
 */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "lesson/read/captions.h"
#include "lesson/read/reading.h"

/* ---- say ---- */

static bool read_text(attn_lesson *lesson, const cJSON *item, said *say, long number)
{
    if (!attn_lesson_text(lesson, item, "\"say\"")) return false;
    size_t count = say->count;
    prose *text = attn_push(lesson->arena, &say->texts, &say->count, sizeof *text);
    if (number && !attn_append(lesson->arena, &say->numbers, &count, &number, sizeof number))
        return false;
    return text &&
           attn_prose_read(lesson, item->valuestring, attn_origin_of(lesson, item), true, text);
}

static bool read_say(attn_lesson *lesson, const cJSON *item, size_t depth, said *say)
{
    if (!item) return true;
    if (!cJSON_IsObject(item)) return read_text(lesson, item, say, 0);
    if (depth == 0)
        return attn_lesson_fail(lesson, item,
                                "only inside a 'for' can \"say\" have a text for each number of "
                                "the loop: write one text here");
    for (const cJSON *text = item->child; text; text = text->next) {
        char *end;
        long number = strtol(text->string, &end, 10);
        if (number < 1 || *end || text->string[0] < '0' || text->string[0] > '9')
            return attn_lesson_fail_key(
                lesson, text, "the keys inside \"say\" are the loop's numbers: \"1\", \"2\", …");
        if (!read_text(lesson, text, say, number)) return false;
    }
    return true;
}

/* ---- heatmap, plot, zoom ---- */

static bool read_grid(attn_lesson *lesson, const cJSON *grid, heat *map)
{
    if (!grid) return true;
    if (!cJSON_IsArray(grid) || cJSON_GetArraySize(grid) != 2)
        return attn_lesson_fail(lesson, grid,
                                "\"grid\" is the number of rows and of columns: [4, 4]");
    return attn_lesson_whole(lesson, grid->child, "rows of the grid", 1, ATTN_MOST_WORDS,
                             &map->grid_rows) &&
           attn_lesson_whole(lesson, grid->child->next, "columns of the grid", 1, ATTN_MOST_WORDS,
                             &map->grid_cols);
}

static const field heat_fields[] = {
    {.key = "of"},
    {.key = "grid"},
    {.key = "over", .kind = FIELD_FILE, .at = offsetof(heat, over)},
    {.key = "picture", .kind = FIELD_FORMULA, .at = offsetof(heat, picture)},
    {.key = "notes"},
    {.key = "title"},
    {.key = "axis"},
    {.key = "rest", .kind = FIELD_TEXT, .at = offsetof(heat, captions.rest)},
    {.key = NULL}};

/* A text for each map of one formula, or for each of several formulas. */
static bool read_notes(attn_lesson *lesson, const cJSON *notes, size_t place, size_t count,
                       heat *map)
{
    if (!notes) return true;
    map->notes_from = attn_origin_of(lesson, notes);
    map->notes = attn_alloc(lesson->arena, (size_t)cJSON_GetArraySize(notes), sizeof *map->notes);
    size_t i = 0;
    for (const cJSON *note = notes->child; note && map->notes; note = note->next)
        if (i++ == place || count == 1) map->notes[map->note_count++] = note->valuestring;
    return map->notes != NULL;
}

/* The formula at this place, from 0, of so many. */
static bool add_heat(attn_lesson *lesson, step *s, const cJSON *item, const cJSON *options,
                     size_t place, size_t count)
{
    heat *added = attn_push(lesson->arena, &s->heats, &s->heat_count, sizeof *added);
    if (!added || !attn_lesson_text(lesson, item, "a heatmap's formula")) return false;
    *added = (heat){.line = attn_lesson_line(lesson, item, item->valuestring, 0, LINE_EXPRESSION)};
    if (!added->line || !options) return added->line != NULL;
    const cJSON *over = attn_key(options, "over");
    if (over) added->over_from = attn_origin_of(lesson, over);
    if (over && attn_key(options, "picture"))
        return attn_lesson_fail(lesson, over,
                                "a map lies over one picture: leave out \"over\" or \"picture\"");
    return read_notes(lesson, attn_key(options, "notes"), place, count, added) &&
           attn_captions_read(lesson, options, place, count, &added->captions) &&
           attn_fields_read(lesson, options, heat_fields, added) &&
           read_grid(lesson, attn_key(options, "grid"), added);
}

static bool check_notes(const attn_lesson *lesson, const cJSON *notes, const cJSON *of)
{
    if (!notes) return true;
    bool texts = cJSON_IsArray(notes) && notes->child;
    for (const cJSON *note = texts ? notes->child : NULL; note && texts; note = note->next)
        texts = cJSON_IsString(note);
    if (texts && cJSON_IsArray(of) && cJSON_GetArraySize(of) != cJSON_GetArraySize(notes))
        return attn_lesson_fail(lesson, notes,
                                "\"notes\" has a text for each of the %d formulas of \"of\"",
                                cJSON_GetArraySize(of));
    return texts || attn_lesson_fail(lesson, notes, "\"notes\" is a text for each map, in order");
}

static bool read_heatmap(attn_lesson *lesson, const cJSON *item, step *s)
{
    if (!item) return true;
    const cJSON *options = cJSON_IsObject(item) ? item : NULL,
                *of = options ? attn_key(options, "of") : item;
    if (options && !attn_fields_check(lesson, options, heat_fields)) return false;
    if (!of) return attn_lesson_fail(lesson, item, "a heatmap needs \"of\": the formula to draw");
    if (options && !check_notes(lesson, attn_key(options, "notes"), of)) return false;
    size_t place = 0, count = cJSON_IsArray(of) ? (size_t)cJSON_GetArraySize(of) : 1;
    if (!cJSON_IsArray(of)) return add_heat(lesson, s, of, options, 0, 1);
    for (const cJSON *child = of->child; child; child = child->next)
        if (!add_heat(lesson, s, child, options, place++, count)) return false;
    return true;
}

typedef struct plotted {
    lines x, y;
    const char *log;
} plotted;

static bool check_plot(const attn_lesson *lesson, const cJSON *item, const plotted *p)
{
    size_t count = p->y.count;
    if (p->log && strcmp(p->log, "x") && strcmp(p->log, "y") && strcmp(p->log, "xy"))
        return attn_lesson_fail(lesson, attn_key(item, "log"), "\"log\" is \"x\", \"y\" or \"xy\"");
    if (attn_key(item, "x") && p->x.count != 1)
        return attn_lesson_fail(lesson, attn_key(item, "x"), "a plot has one \"x\"");
    return (count >= 1 && count <= ATTN_MOST_PLOTTED) ||
           attn_lesson_fail(lesson, attn_key(item, "y"), "a plot has 1 to %u lines, not %zu: %s",
                            ATTN_MOST_PLOTTED, count,
                            count ? "draw the others in another plot" : "name a value in \"y\"");
}

static bool read_plot(attn_lesson *lesson, const cJSON *item, step *s)
{
    static const field fields[] = {{.key = "y", .kind = FIELD_FORMULAS, .at = offsetof(plotted, y)},
                                   {.key = "x", .kind = FIELD_FORMULAS, .at = offsetof(plotted, x)},
                                   {.key = "log", .kind = FIELD_TEXT, .at = offsetof(plotted, log)},
                                   {.key = "title"},
                                   {.key = "axis"},
                                   {.key = "legend"},
                                   {.key = "shade"},
                                   {.key = NULL}};
    plotted p = {.log = NULL};
    if (!item) return true;
    if (!cJSON_IsObject(item) || !attn_key(item, "y"))
        return attn_lesson_fail(lesson, item, "a plot is { \"y\": [\"top\"], \"x\": \"d\" }");
    if (!attn_fields_read(lesson, item, fields, &p) || !check_plot(lesson, item, &p)) return false;
    s->plot_log_x = p.log && strchr(p.log, 'x');
    s->plot_log_y = p.log && strchr(p.log, 'y');
    s->plot_has_x = p.x.count > 0;
    s->plot.items = attn_alloc(lesson->arena, p.x.count + p.y.count, sizeof *s->plot.items);
    if (!s->plot.items) return false;
    if (p.x.count) s->plot.items[0] = p.x.items[0];
    memcpy(s->plot.items + p.x.count, p.y.items, p.y.count * sizeof *p.y.items);
    s->plot.count = p.x.count + p.y.count;
    return attn_captions_read(lesson, item, 0, 1, &s->plot_captions) &&
           attn_legend_read(lesson, item, p.y.count, s);
}

static bool read_zoom(attn_lesson *lesson, const cJSON *item, step *s)
{
    if (!item || cJSON_IsFalse(item)) return true;
    s->zoom_all = cJSON_IsTrue(item);
    if (s->zoom_all) return true;
    if (!cJSON_IsArray(item))
        return attn_lesson_fail(lesson, item, "\"zoom\" is true, or a list of functions");
    for (const cJSON *name = item->child; name; name = name->next) {
        attn_grammar grammar = attn_scope_grammar(lesson->scope);
        if (!attn_lesson_text(lesson, name, "a function's name")) return false;
        if (!grammar.is_function(grammar.user, name->valuestring))
            return attn_lesson_fail(lesson, name, "%s is not a function of this lesson",
                                    name->valuestring);
        if (!attn_append(lesson->arena, &s->zooms, &s->zoom_count, &name->valuestring,
                         sizeof(const char *)))
            return false;
    }
    return true;
}

/* ---- stated ---- */

static bool read_shape(const attn_lesson *lesson, const cJSON *shape, stated_claim *out)
{
    size_t count = 0, side;
    const cJSON *first = cJSON_IsArray(shape) ? shape->child : NULL;
    for (const cJSON *child = first; child; child = child->next, count++) {
        if (!attn_lesson_whole(lesson, child, "a side of \"shape\"", 1, ATTN_MOST_SIDE, &side))
            return false;
        if (count < 2) out->shape[count] = side;
    }
    out->rank = count;
    return (count >= 1 && count <= 2) ||
           attn_lesson_fail(lesson, shape, "\"shape\" has one or two sides: [5, 512]");
}

static bool read_stated(attn_lesson *lesson, const cJSON *item, step *s)
{
    static const field fields[] = {
        {.key = "by", .kind = FIELD_TEXT, .at = offsetof(stated_claim, by)},
        {.key = "values"},
        {.key = "shape"},
        {.key = NULL}};
    if (!item) return true;
    const cJSON *values = attn_key(item, "values"), *shape = attn_key(item, "shape");
    if (!attn_key(item, "by") || !(values || shape))
        return attn_lesson_fail(lesson, item,
                                "\"stated\" is { \"by\": who, \"values\": […] } or { \"by\": who, "
                                "\"shape\": [5, 512] }");
    stated_claim *out = attn_alloc(lesson->arena, 1, sizeof *out);
    if (!out || !attn_fields_read(lesson, item, fields, out)) return false;
    bool one = s->compute.count == 1 ? s->compute.items[0]->target_count == 1 : s->show.count == 1;
    if (!one)
        return attn_lesson_fail(
            lesson, item, "\"stated\" is about one name: the step must compute or show just one");
    s->stated = out;
    out->from = attn_origin_of(lesson, item);
    out->place = lesson->stated_count++;
    return shape ? read_shape(lesson, shape, out)
                 : (out->values = attn_written_read(lesson, values)) != NULL;
}

/* ---- check and warn ---- */

static const field check_fields[] = {{.key = "that"}, {.key = "say"}, {.key = NULL}};

typedef struct claims { /* checks, or warnings, which always have words */
    lines *lines;
    prose **words;
    bool always;
    const char *mend;
} claims;

/* "e > 0", or { "that": "e > 0", "say": "No score is negative." } */
static bool read_claim(attn_lesson *lesson, const cJSON *item, claims *out)
{
    const cJSON *object = cJSON_IsObject(item) ? item : NULL,
                *that = object ? attn_key(object, "that") : item, *say = attn_key(object, "say");
    prose *words = &(*out->words)[out->lines->count];
    if (object && !attn_fields_check(lesson, object, check_fields)) return false;
    if (!cJSON_IsString(that) || (out->always && !say))
        return attn_lesson_fail(lesson, that ? that : item, "%s", out->mend);
    attn_statement *line = attn_lesson_line(lesson, that, that->valuestring, 0, LINE_CHECK);
    if (!line) return false;
    out->lines->items[out->lines->count++] = line;
    return !say ||
           (attn_lesson_text(lesson, say, "\"say\"") &&
            attn_prose_read(lesson, say->valuestring, attn_origin_of(lesson, say), true, words));
}

static bool read_claims(attn_lesson *lesson, const cJSON *item, claims *out)
{
    bool list = cJSON_IsArray(item);
    size_t count = list ? (size_t)cJSON_GetArraySize(item) : 1;
    if (!item) return true;
    out->lines->items = attn_alloc(lesson->arena, count + 1, sizeof *out->lines->items);
    *out->words = attn_alloc(lesson->arena, count + 1, sizeof **out->words);
    if (!out->lines->items || !*out->words) return false;
    if (!list) return read_claim(lesson, item, out);
    for (const cJSON *child = item->child; child; child = child->next)
        if (!read_claim(lesson, child, out)) return false;
    return true;
}

static bool read_checks(attn_lesson *lesson, const cJSON *item, step *s)
{
    claims checks = {.lines = &s->checks,
                     .words = &s->check_words,
                     .mend = "\"check\" takes a formula in quotes, or { \"that\": a formula, "
                             "\"say\": what it means }, or a list of them"};
    return read_claims(lesson, item, &checks);
}

static bool read_warnings(attn_lesson *lesson, const cJSON *item, step *s)
{
    claims warnings = {.lines = &s->warnings,
                       .words = &s->warning_words,
                       .always = true,
                       .mend = "\"warn\" takes { \"that\": a formula, \"say\": what the reader "
                               "should know where it is true }, or a list of them"};
    return read_claims(lesson, item, &warnings);
}

/* ---- one step ---- */

static bool read_loop(attn_lesson *lesson, const cJSON *item, size_t depth, step *s)
{
    const cJSON *loop = attn_key(item, "for");
    if (!loop && !attn_key(item, "steps")) return true;
    for (const cJSON *child = item->child; child; child = child->next)
        if (strcmp(child->string, "for") && strcmp(child->string, "steps") &&
            strcmp(child->string, "say"))
            return attn_lesson_fail_key(lesson, child,
                                        "a step with \"for\" has \"steps\" and perhaps \"say\": "
                                        "move '%s' into one of its steps",
                                        child->string);
    if (!loop || !attn_key(item, "steps"))
        return attn_lesson_fail(lesson, item, "\"for\" and \"steps\" need each other");
    if (!attn_lesson_text(lesson, loop, "\"for\"")) return false;
    const char *greek = attn_greek(loop->valuestring);
    s->loop = attn_scope_letter(lesson->scope, greek ? greek : loop->valuestring);
    if (!s->loop || s->loop->is_length)
        return attn_lesson_fail(
            lesson, loop,
            "'%s' is not an index: declare under \"indices\" which sequence it runs over",
            loop->valuestring);
    return attn_steps_read(lesson, attn_key(item, "steps"), depth + 1, s->number, &s->steps,
                           &s->step_count);
}

static const field step_fields[] = {
    {.key = "say"},
    {.key = "compute", .kind = FIELD_STATEMENTS, .at = offsetof(step, compute)},
    {.key = "show", .kind = FIELD_FORMULAS, .at = offsetof(step, show)},
    {.key = "heatmap"},
    {.key = "table", .kind = FIELD_FORMULAS, .at = offsetof(step, table)},
    {.key = "plot"},
    {.key = "arithmetic", .kind = FIELD_FORMULAS, .at = offsetof(step, arithmetic)},
    {.key = "zoom"},
    {.key = "check"},
    {.key = "warn"},
    {.key = "stated"},
    {.key = "for"},
    {.key = "steps"},
    {.key = "train"},
    {.key = NULL}};

static bool read_training(attn_lesson *lesson, const cJSON *train, size_t depth, step *s)
{
    if (!train) return true;
    if (depth > 0)
        return attn_lesson_fail_key(lesson, train, "\"train\" cannot stand inside 'for'");
    if (lesson->trains)
        return attn_lesson_fail_key(lesson, train,
                                    "a lesson trains once: remove this second \"train\"");
    lesson->trains = true;
    return (s->train = attn_train_read(lesson, train)) != NULL;
}

static bool read_step(attn_lesson *lesson, const cJSON *item, size_t depth, size_t number, step *s)
{
    *s = (step){.from = attn_origin_of(lesson, item),
                .number = number,
                .shows = attn_key(item, "show") != NULL,
                .line_place = lesson->statement_count,
                .check_place = lesson->check_count};
    if (!attn_fields_read(lesson, item, step_fields, s) ||
        !read_checks(lesson, attn_key(item, "check"), s) ||
        !read_warnings(lesson, attn_key(item, "warn"), s))
        return false;
    lesson->statement_count += s->compute.count;
    lesson->check_count += s->checks.count;
    return read_say(lesson, attn_key(item, "say"), depth, &s->say) &&
           read_zoom(lesson, attn_key(item, "zoom"), s) &&
           read_heatmap(lesson, attn_key(item, "heatmap"), s) &&
           read_plot(lesson, attn_key(item, "plot"), s) &&
           read_stated(lesson, attn_key(item, "stated"), s) &&
           read_training(lesson, attn_key(item, "train"), depth, s) &&
           read_loop(lesson, item, depth, s);
}

bool attn_steps_read(attn_lesson *lesson, const cJSON *array, size_t depth, size_t number,
                     step **steps, size_t *count)
{
    if (!cJSON_IsArray(array))
        return attn_lesson_fail(lesson, array,
                                "\"steps\" is a list of steps: [ { \"say\": …, \"compute\": … } ]");
    size_t most = (size_t)cJSON_GetArraySize(array);
    *steps = attn_alloc(lesson->arena, most + 1, sizeof **steps);
    if (!*steps) return false;
    for (const cJSON *item = array->child; item; item = item->next) {
        if (!cJSON_IsObject(item))
            return attn_lesson_fail(lesson, item,
                                    "a step is an object: { \"say\": …, \"compute\": … }");
        size_t i = (*count)++;
        if (!read_step(lesson, item, depth, depth ? number : i + 1, &(*steps)[i])) return false;
    }
    return true;
}
