/*
 * steps: what a lesson does and says, read and checked.
 */
#include <stdlib.h>
#include <string.h>

#include "lesson/read/reading.h"

static const char *const step_keys[] = {"say",  "compute",    "show",  "heatmap", "table",
                                        "plot", "arithmetic", "zoom",  "check",   "stated",
                                        "for",  "steps",      "train", NULL};

static const cJSON *key(const cJSON *object, const char *name)
{
    return cJSON_GetObjectItemCaseSensitive(object, name);
}

/* ---- say ---- */

static bool read_text(attn_lesson *lesson, const cJSON *item, said *say, long number)
{
    if (!attn_lesson_text(lesson, item, "\"say\"")) return false;
    size_t count = say->count;
    prose *text = attn_push(lesson->arena, &say->texts, &say->count, sizeof *text);
    if (!text) return false;
    if (number) {
        long *place = attn_push(lesson->arena, &say->numbers, &count, sizeof *place);
        if (!place) return false;
        *place = number;
    }
    *text = (prose){0};
    return attn_prose_read(lesson, item->valuestring, attn_origin_of(lesson, item), true, text);
}

static bool read_say(attn_lesson *lesson, const cJSON *item, size_t depth, said *say)
{
    if (!item) return true;
    if (!cJSON_IsObject(item)) return read_text(lesson, item, say, 0);
    if (depth == 0)
        return attn_lesson_fail(lesson, item,
                                "texts by a loop's number stand in the steps of a 'for': here "
                                "\"say\" is one text");
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

/* A text for each map. */
static bool read_notes(attn_lesson *lesson, const cJSON *notes, heat *map)
{
    if (!notes) return true;
    map->notes_from = attn_origin_of(lesson, notes);
    map->notes = attn_alloc(lesson->arena, (size_t)cJSON_GetArraySize(notes), sizeof *map->notes);
    for (const cJSON *note = notes->child; note && map->notes; note = note->next)
        map->notes[map->note_count++] = note->valuestring;
    return map->notes != NULL;
}

static bool add_heat(attn_lesson *lesson, step *s, const cJSON *item, const cJSON *options)
{
    heat *added = attn_push(lesson->arena, &s->heats, &s->heat_count, sizeof *added);
    if (!added || !attn_lesson_text(lesson, item, "a heatmap's formula")) return false;
    *added = (heat){.line = attn_lesson_line(lesson, item, item->valuestring, 0, LINE_EXPRESSION)};
    if (!added->line || !options) return added->line != NULL;
    const cJSON *over = key(options, "over");
    if (!read_notes(lesson, key(options, "notes"), added)) return false;
    if (over) added->over_from = attn_origin_of(lesson, over);
    if (over && !(added->over = attn_lesson_beside(lesson, over, "\"over\""))) return false;
    return read_grid(lesson, key(options, "grid"), added);
}

static bool check_notes(const attn_lesson *lesson, const cJSON *notes, const cJSON *of)
{
    if (!notes) return true;
    if (cJSON_IsArray(of))
        return attn_lesson_fail(lesson, notes, "\"notes\" belong to one formula: \"of\": \"A_j\"");
    bool texts = cJSON_IsArray(notes) && notes->child;
    for (const cJSON *note = texts ? notes->child : NULL; note && texts; note = note->next)
        texts = cJSON_IsString(note);
    return texts || attn_lesson_fail(lesson, notes, "\"notes\" is a text for each map, in order");
}

static bool read_heatmap(attn_lesson *lesson, const cJSON *item, step *s)
{
    static const char *const keys[] = {"of", "grid", "over", "notes", NULL};
    if (!item) return true;
    const cJSON *options = cJSON_IsObject(item) ? item : NULL,
                *of = options ? key(options, "of") : item;
    if (options && !attn_lesson_keys(lesson, options, keys)) return false;
    if (!of) return attn_lesson_fail(lesson, item, "a heatmap needs \"of\": the formula to draw");
    if (options && !check_notes(lesson, key(options, "notes"), of)) return false;
    if (!cJSON_IsArray(of)) return add_heat(lesson, s, of, options);
    for (const cJSON *child = of->child; child; child = child->next)
        if (!add_heat(lesson, s, child, options)) return false;
    return true;
}

static bool read_plot(attn_lesson *lesson, const cJSON *item, step *s)
{
    static const char *const keys[] = {"y", "x", "log", NULL};
    if (!item) return true;
    if (!cJSON_IsObject(item) || !key(item, "y"))
        return attn_lesson_fail(lesson, item, "a plot is { \"y\": [\"top\"], \"x\": \"d\" }");
    if (!attn_lesson_keys(lesson, item, keys)) return false;
    lines x = {0}, y = {0};
    const cJSON *log = key(item, "log");
    if (log && !attn_lesson_text(lesson, log, "\"log\"")) return false;
    if (log && strcmp(log->valuestring, "x") && strcmp(log->valuestring, "y") &&
        strcmp(log->valuestring, "xy"))
        return attn_lesson_fail(lesson, log, "\"log\" is \"x\", \"y\" or \"xy\"");
    s->plot_log_x = log && strchr(log->valuestring, 'x');
    s->plot_log_y = log && strchr(log->valuestring, 'y');
    s->plot_has_x = key(item, "x") != NULL;
    if (s->plot_has_x && !attn_lesson_lines(lesson, key(item, "x"), LINE_EXPRESSION, "\"x\"", &x))
        return false;
    if (!attn_lesson_lines(lesson, key(item, "y"), LINE_EXPRESSION, "\"y\"", &y)) return false;
    if (s->plot_has_x && x.count != 1)
        return attn_lesson_fail(lesson, key(item, "x"), "a plot has one \"x\"");
    if (y.count < 1 || y.count > ATTN_MOST_PLOTTED)
        return attn_lesson_fail(
            lesson, key(item, "y"), "a plot has 1 to %u lines, not %zu: %s", ATTN_MOST_PLOTTED,
            y.count, y.count ? "draw the others in a plot of their own" : "name a value in \"y\"");
    s->plot.count = x.count + y.count;
    s->plot.items = attn_alloc(lesson->arena, s->plot.count + 1, sizeof *s->plot.items);
    if (!s->plot.items) return false;
    if (x.count) s->plot.items[0] = x.items[0];
    memcpy(s->plot.items + x.count, y.items, y.count * sizeof *y.items);
    return true;
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
            return attn_lesson_fail(lesson, name, "%s is no function of this lesson",
                                    name->valuestring);
        const char **place = attn_push(lesson->arena, &s->zooms, &s->zoom_count, sizeof *place);
        if (!place) return false;
        *place = name->valuestring;
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
    static const char *const keys[] = {"by", "values", "shape", NULL};
    if (!item) return true;
    const cJSON *by = key(item, "by"), *values = key(item, "values"), *shape = key(item, "shape");
    if (!cJSON_IsObject(item) || !by || !(values || shape))
        return attn_lesson_fail(lesson, item,
                                "\"stated\" is { \"by\": who, \"values\": […] } or { \"by\": who, "
                                "\"shape\": [5, 512] }");
    if (!attn_lesson_keys(lesson, item, keys) || !attn_lesson_text(lesson, by, "\"by\""))
        return false;
    bool one = s->compute.count == 1 ? s->compute.items[0]->target_count == 1 : s->show.count == 1;
    if (!one)
        return attn_lesson_fail(
            lesson, item, "\"stated\" speaks of one name: the step must compute or show just one");
    stated_claim *out = attn_alloc(lesson->arena, 1, sizeof *out);
    if (!out) return false;
    *out = (stated_claim){.from = attn_origin_of(lesson, item),
                          .by = by->valuestring,
                          .place = lesson->stated_count++};
    s->stated = out;
    if (shape) return read_shape(lesson, shape, out);
    return (out->values = attn_written_read(lesson, values)) != NULL;
}

/* ---- one step ---- */

static bool read_loop(attn_lesson *lesson, const cJSON *item, size_t depth, step *s)
{
    const cJSON *loop = key(item, "for");
    if (!loop && !key(item, "steps")) return true;
    for (const cJSON *child = item->child; child; child = child->next)
        if (strcmp(child->string, "for") && strcmp(child->string, "steps") &&
            strcmp(child->string, "say"))
            return attn_lesson_fail_key(lesson, child,
                                        "a step with \"for\" has \"steps\" and perhaps \"say\": "
                                        "'%s' belongs into one of its steps",
                                        child->string);
    if (!loop || !key(item, "steps"))
        return attn_lesson_fail(lesson, item, "\"for\" and \"steps\" belong together");
    if (!attn_lesson_text(lesson, loop, "\"for\"")) return false;
    const char *greek = attn_greek(loop->valuestring);
    s->loop = attn_scope_letter(lesson->scope, greek ? greek : loop->valuestring);
    if (!s->loop || s->loop->is_length)
        return attn_lesson_fail(
            lesson, loop, "'%s' is no index: declare under \"indices\" which sequence it runs over",
            loop->valuestring);
    return attn_steps_read(lesson, key(item, "steps"), depth + 1, s->number, &s->steps,
                           &s->step_count);
}

/* A formula or a list of them under this key, if it is there. */
static bool read_lines(attn_lesson *lesson, const cJSON *object, const char *name, line_kind kind,
                       const char *what, lines *out)
{
    const cJSON *item = key(object, name);
    return !item || attn_lesson_lines(lesson, item, kind, what, out);
}

/* What is said, shown, drawn and checked of the values. */
static bool read_telling(attn_lesson *lesson, const cJSON *item, size_t depth, step *s)
{
    s->shows = key(item, "show") != NULL;
    return read_say(lesson, key(item, "say"), depth, &s->say) &&
           read_zoom(lesson, key(item, "zoom"), s) &&
           read_lines(lesson, item, "show", LINE_EXPRESSION, "\"show\"", &s->show) &&
           read_lines(lesson, item, "table", LINE_EXPRESSION, "\"table\"", &s->table) &&
           read_lines(lesson, item, "arithmetic", LINE_EXPRESSION, "\"arithmetic\"",
                      &s->arithmetic) &&
           read_lines(lesson, item, "check", LINE_CHECK, "\"check\"", &s->checks) &&
           read_heatmap(lesson, key(item, "heatmap"), s) &&
           read_plot(lesson, key(item, "plot"), s) && read_stated(lesson, key(item, "stated"), s);
}

static bool read_step(attn_lesson *lesson, const cJSON *item, size_t depth, size_t number, step *s)
{
    *s = (step){.from = attn_origin_of(lesson, item), .number = number};
    if (!attn_lesson_keys(lesson, item, step_keys)) return false;
    s->line_place = lesson->statement_count;
    bool done = read_lines(lesson, item, "compute", LINE_STATEMENT, "\"compute\"", &s->compute) &&
                read_telling(lesson, item, depth, s);
    if (!done) return false;
    lesson->statement_count += s->compute.count;
    s->check_place = lesson->check_count;
    lesson->check_count += s->checks.count;
    const cJSON *train = key(item, "train");
    if (train && depth > 0)
        return attn_lesson_fail_key(lesson, train, "\"train\" cannot stand inside 'for'");
    if (train && lesson->trains)
        return attn_lesson_fail_key(lesson, train,
                                    "a lesson trains once: here is a second \"train\"");
    if (train && !(s->train = attn_train_read(lesson, train))) return false;
    lesson->trains |= train != NULL;
    return read_loop(lesson, item, depth, s);
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
