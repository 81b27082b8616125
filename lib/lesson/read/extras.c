/*
 * extras: keys that are checked when a lesson is read and carried out elsewhere: training, and what
 * a worksheet may draw anew.
 */
#include <math.h>
#include <stddef.h>
#include <string.h>

#include "lesson/read/reading.h"

/* ---- examples ---- */

static bool read_inputs(attn_lesson *lesson, const cJSON *list, example_source *from)
{
    if (!list) return true;
    bool fine = cJSON_IsArray(list) && list->child;
    for (const cJSON *item = fine ? list->child : NULL; item && fine; item = item->next) {
        fine = cJSON_IsString(item);
        if (from->input_count == ATTN_MOST_INPUTS)
            return attn_lesson_fail(lesson, item, "an example has at most %u inputs",
                                    ATTN_MOST_INPUTS);
        if (!attn_append(lesson->arena, &from->inputs, &from->input_count,
                         &(const char *){fine ? item->valuestring : NULL}, sizeof(const char *)))
            return false;
    }
    return fine || attn_lesson_fail(lesson, list, "\"inputs\" is a list of names in quotes");
}

static bool read_part(attn_lesson *lesson, const cJSON *item, attn_corpus_part *part)
{
    if (!item) return true;
    if (!attn_lesson_text(lesson, item, "\"part\"")) return false;
    if (attn_part_named(item->valuestring, part)) return true;
    return attn_lesson_fail(lesson, item, "\"part\" is one of " ATTN_PART_LIST);
}

static bool read_lengths(attn_lesson *lesson, const cJSON *item, attn_corpus_asked *asked)
{
    if (!item) return true;
    const cJSON *least = cJSON_IsArray(item) ? item->child : NULL,
                *most = least ? least->next : NULL;
    if (!most || most->next)
        return attn_lesson_fail(lesson, item, "\"words\" are the fewest and the most: [2, 12]");
    return attn_lesson_whole(lesson, least, "the fewest words", 1, ATTN_MOST_LINE_WORDS,
                             &asked->least) &&
           attn_lesson_whole(lesson, most, "the most words", asked->least, ATTN_MOST_LINE_WORDS,
                             &asked->most);
}

/* "masked" or "replaced": a share of the words. */
static bool read_share(attn_lesson *lesson, const cJSON *item, double *share)
{
    if (!item) return true;
    *share = item->valuedouble;
    return (cJSON_IsNumber(item) && *share >= 0 && *share <= 0.5) ||
           attn_lesson_fail(lesson, item, "\"%s\" is a share of the words, from 0 to 0.5",
                            item->string);
}

static const char *examples_beside(attn_lesson *lesson, const cJSON *item, const char *what)
{
    const char *path = attn_lesson_beside(lesson, item, what);
    if (path) lesson->files[lesson->file_count - 1].examples = true;
    return path;
}

/* A name with a dot is that of a grammar beside the lesson. */
static bool read_corpus(attn_lesson *lesson, const cJSON *item, example_source *from)
{
    static const field fields[] = {
        {.key = "corpus", .kind = FIELD_TEXT, .at = offsetof(example_source, name)},
        {.key = "n",
         .kind = FIELD_WHOLE,
         .at = offsetof(example_source, lines),
         .least = 1,
         .most = (size_t)1 << 24},
        {.key = "part"},
        {.key = "words"},
        {.key = "seed"},
        {.key = "masked"},
        {.key = "replaced"},
        {.key = "questions", .kind = FIELD_TRUTH, .at = offsetof(example_source, questions)},
        {.key = "clips", .kind = FIELD_TRUTH, .at = offsetof(example_source, clips)},
        {.key = "say", .kind = FIELD_TEXT, .at = offsetof(example_source, say)},
        {.key = "letters", .kind = FIELD_TRUTH, .at = offsetof(example_source, asked.letters)},
        {.key = NULL}};
    const cJSON *name = attn_key(item, "corpus"), *seed = attn_key(item, "seed");
    from->corpus = true;
    from->asked.seed = 1;
    if (!name)
        return attn_lesson_fail(lesson, item,
                                "\"examples\" is a file, or { \"corpus\": \"pairs\", \"n\": 4000, "
                                "\"part\": \"train\" }");
    if (!attn_fields_read(lesson, item, fields, from) ||
        (seed && !attn_lesson_whole_64(lesson, seed, "\"seed\"", 0, 1000000000, &from->asked.seed)))
        return false;
    from->carried = strchr(from->name, '.') == NULL;
    if (!from->carried && !(from->name = examples_beside(lesson, name, "\"corpus\""))) return false;
    if (!read_part(lesson, attn_key(item, "part"), &from->asked.part)) return false;
    if (!from->lines && from->asked.part != ATTN_ALL)
        return attn_lesson_fail(lesson, item,
                                "a corpus has no end: \"n\" says how many lines to take (only a "
                                "file has the part \"all\")");
    return read_lengths(lesson, attn_key(item, "words"), &from->asked) &&
           read_share(lesson, attn_key(item, "masked"), &from->asked.masked) &&
           read_share(lesson, attn_key(item, "replaced"), &from->asked.replaced);
}

/* A file, or lines of a corpus. */
static bool read_lines(attn_lesson *lesson, const cJSON *item, example_source *from)
{
    if (!cJSON_IsString(item)) return read_corpus(lesson, item, from);
    return (from->name = examples_beside(lesson, item, "\"examples\"")) != NULL;
}

/* Further examples, with the same inputs, read by this function; item: NULL: there are none. */
static bool read_further(attn_lesson *lesson, const cJSON *item, const example_source *first,
                         bool (*read)(attn_lesson *, const cJSON *, example_source *),
                         example_source *from)
{
    *from = (example_source){
        .object = first->object, .input_count = first->input_count, .inputs = first->inputs};
    if (item) from->from = attn_origin_of(lesson, item);
    return !item || read(lesson, item, from);
}

/* "examples" and "inputs" of an object; optional: the inputs may be alone. */
static bool read_example_source(attn_lesson *lesson, const cJSON *object, bool optional,
                                example_source *from)
{
    const cJSON *item = attn_key(object, "examples");
    from->object = attn_origin_of(lesson, object);
    if (item) from->from = attn_origin_of(lesson, item);
    if (!read_inputs(lesson, attn_key(object, "inputs"), from)) return false;
    if (!item && from->input_count && !optional)
        return attn_lesson_fail(lesson, object,
                                "\"examples\" fill the \"inputs\": name their file");
    if (item && !from->input_count)
        return attn_lesson_fail(lesson, item,
                                "\"examples\" need \"inputs\", the names that each line fills");
    return !item || read_lines(lesson, item, from);
}

/* ---- train ---- */

/* The losses become a vector of this name. */
static bool read_curve(attn_lesson *lesson, const cJSON *item, training *train)
{
    if (!item) return true;
    attn_grammar grammar = attn_scope_grammar(lesson->scope);
    origin from = attn_origin_of(lesson, item);
    train->curve = attn_alloc(lesson->arena, 1, sizeof *train->curve);
    if (!train->curve || !attn_lesson_text(lesson, item, "\"curve\"")) return false;
    return (attn_parse_name(&grammar, item->valuestring, train->curve) &&
            attn_bind_key(lesson->scope, train->curve)) ||
           attn_place_formula(lesson->status, &from);
}

static bool add_disturbance(attn_lesson *lesson, const cJSON *item, const char *name, double share,
                            training *train)
{
    disturbance *one =
        attn_push(lesson->arena, &train->disturbances, &train->disturbance_count, sizeof *one);
    if (one) *one = (disturbance){attn_origin_of(lesson, item), name, share};
    return one != NULL;
}

/* "dropout": {"X": 0.2} */
static bool read_dropout(attn_lesson *lesson, const cJSON *object, training *train)
{
    if (!object) return true;
    if (!cJSON_IsObject(object))
        return attn_lesson_fail(lesson, object, "\"dropout\" is { \"X\": 0.2 }");
    for (const cJSON *item = object->child; item; item = item->next) {
        const double share = item->valuedouble;
        if (!cJSON_IsNumber(item) || !(share > 0 && share < 1))
            return attn_lesson_fail(lesson, item, "a share is left out between 0 and 1: 0.2");
        if (!add_disturbance(lesson, item, item->string, share, train)) return false;
    }
    return true;
}

/* "noise": ["u"] */
static bool read_noise(attn_lesson *lesson, const cJSON *list, training *train)
{
    if (!list) return true;
    if (!cJSON_IsArray(list)) return attn_lesson_fail(lesson, list, "\"noise\" is [\"u\"]");
    for (const cJSON *item = list->child; item; item = item->next)
        if (!attn_lesson_text(lesson, item, "a name in \"noise\"") ||
            !add_disturbance(lesson, item, item->valuestring, 0, train))
            return false;
    return true;
}

#define STEPS .least = 1, .most = ATTN_MOST_TRAINING_STEPS
static const field train_fields[] = {
    {.key = "loss", .kind = FIELD_FORMULA, .at = offsetof(training, loss)},
    {.key = "steps", .kind = FIELD_WHOLE, .at = offsetof(training, steps), STEPS},
    {.key = "rate", .kind = FIELD_POSITIVE, .at = offsetof(training, rate)},
    {.key = "method",
     .kind = FIELD_EITHER,
     .at = offsetof(training, adam),
     .words = {"gradient", "adam"}},
    {.key = "clip", .kind = FIELD_POSITIVE, .at = offsetof(training, clip)},
    {.key = "weight_decay", .kind = FIELD_POSITIVE, .at = offsetof(training, weight_decay)},
    {.key = "dropout"},
    {.key = "noise"},
    {.key = "warmup", .kind = FIELD_WHOLE, .at = offsetof(training, warmup), STEPS},
    {.key = "decay",
     .kind = FIELD_EITHER,
     .at = offsetof(training, cosine),
     .words = {"none", "cosine"}},
    {.key = "order",
     .kind = FIELD_EITHER,
     .at = offsetof(training, shuffled),
     .words = {"written", "shuffled"}},
    {.key = "every", .kind = FIELD_WHOLE, .at = offsetof(training, every), STEPS},
    {.key = "watch", .kind = FIELD_FORMULAS, .at = offsetof(training, watch)},
    {.key = "curve"},
    {.key = "source", .kind = FIELD_TEXT, .at = offsetof(training, source)},
    {.key = "examples"},
    {.key = "inputs"},
    {.key = "validation"},
    {.key = "trial", .kind = FIELD_WHOLE, .at = offsetof(training, trial), STEPS},
    {.key = "batch",
     .kind = FIELD_WHOLE,
     .at = offsetof(training, batch),
     .least = 1,
     .most = 4096},
    {.key = NULL}};

/* "loss", "steps" and "rate" must be there. */
static bool check_train(attn_lesson *lesson, const cJSON *object)
{
    static const char *const needed[] = {"loss", "steps", "rate", NULL};
    if (!cJSON_IsObject(object))
        return attn_lesson_fail(lesson, object,
                                "\"train\" is { \"loss\": \"L\", \"steps\": 200, \"rate\": 0.3 }");
    if (!attn_fields_check(lesson, object, train_fields)) return false;
    for (size_t i = 0; needed[i]; i++)
        if (!attn_key(object, needed[i]))
            return attn_lesson_fail(lesson, object, "\"train\" needs \"%s\"", needed[i]);
    return true;
}

static bool read_validation(attn_lesson *lesson, const cJSON *item, training *train)
{
    if (item && !train->examples.name)
        return attn_lesson_fail(lesson, item,
                                "\"validation\" are examples that nothing is learned from: "
                                "\"examples\" to learn from are missing");
    return read_further(lesson, item, &train->examples, read_lines, &train->validation);
}

training *attn_train_read(attn_lesson *lesson, const cJSON *object)
{
    const training made = {.from = attn_origin_of(lesson, object), .batch = 1};
    training *train = attn_copy(lesson->arena, &made, 1, sizeof made);
    bool done = train && check_train(lesson, object) &&
                attn_fields_read(lesson, object, train_fields, train) &&
                read_dropout(lesson, attn_key(object, "dropout"), train) &&
                read_noise(lesson, attn_key(object, "noise"), train) &&
                read_curve(lesson, attn_key(object, "curve"), train) &&
                read_example_source(lesson, object, false, &train->examples) &&
                read_validation(lesson, attn_key(object, "validation"), train);
    return done ? train : NULL;
}

/* ---- evaluate ---- */

/* Where the rows that count are to have their maximum: at another word of the tree, or so many
 * words on. */
static bool read_end(attn_lesson *lesson, const cJSON *to, role_look *one)
{
    for (size_t i = 0; cJSON_IsString(to) && attn_arc_roles[i]; i++)
        if (strcmp(to->valuestring, attn_arc_roles[i]) == 0) one->to = attn_arc_roles[i];
    if (cJSON_IsString(to) && strcmp(to->valuestring, ATTN_TO_BOX) == 0) one->to = ATTN_TO_BOX;
    if (one->to) return true;
    one->steps = to->valuedouble;
    return (cJSON_IsNumber(to) && one->steps == floor(one->steps) &&
            fabs(one->steps) <= ATTN_MOST_LINE_WORDS) ||
           attn_lesson_fail(lesson, to,
                            "\"to\" is \"governor\", \"subject\", \"object\", \"antecedent\", "
                            "\"box\", or how many words on: -1 is the word before");
}

static bool is_pair(const cJSON *item)
{
    return cJSON_IsArray(item) && cJSON_GetArraySize(item) == 2;
}

/* The regions of a picture, or the moments of a sound, that a look at boxes has for columns. */
static bool read_columns(attn_lesson *lesson, const cJSON *item, role_look *one)
{
    const cJSON *grid = attn_key(item, "grid"), *frames = attn_key(item, "frames"),
                *pair = grid ? grid : frames;
    if (!one->to || strcmp(one->to, ATTN_TO_BOX) != 0)
        return !pair || attn_lesson_fail(lesson, pair,
                                         "only a look at a \"box\" has a \"grid\" or \"frames\"");
    if (!is_pair(pair) || (grid && frames))
        return attn_lesson_fail(
            lesson, pair ? pair : item,
            "a look at a \"box\" needs the \"grid\" of its regions, rows and columns: [8, 8]; or, "
            "of a sound, \"frames\": how many samples a column hears, and how many samples later "
            "the next one begins: [512, 480]");
    const char *const first = grid ? "rows of the grid" : "samples of a frame",
                      *second = grid ? "columns of the grid" : "samples between frames";
    const size_t most = grid ? ATTN_MOST_WORDS : ATTN_MOST_FRAME;
    size_t *to = grid ? one->grid : one->frames;
    return attn_lesson_whole(lesson, pair->child, first, 1, most, &to[0]) &&
           attn_lesson_whole(lesson, pair->child->next, second, 1, most, &to[1]);
}

static bool read_look(attn_lesson *lesson, const cJSON *item, evaluation *e)
{
    static const field fields[] = {
        {.key = "map", .kind = FIELD_FORMULA, .at = offsetof(role_look, map)},
        {.key = "from", .kind = FIELD_TEXT, .at = offsetof(role_look, from)},
        {.key = "to"},
        {.key = "grid"},
        {.key = "frames"},
        {.key = "among",
         .kind = FIELD_EITHER,
         .at = offsetof(role_look, words),
         .words = {"columns", "words"}},
        {.key = NULL}};
    role_look *one = attn_push(lesson->arena, &e->looks, &e->look_count, sizeof *one);
    if (!one) return false;
    if (!attn_key(item, "map") || !attn_key(item, "to"))
        return attn_lesson_fail(
            lesson, item, "expected { \"map\": \"A\", \"from\": \"VERB\", \"to\": \"subject\" }");
    return attn_fields_read(lesson, item, fields, one) &&
           read_end(lesson, attn_key(item, "to"), one) && read_columns(lesson, item, one);
}

static bool read_looks(attn_lesson *lesson, const cJSON *list, evaluation *e)
{
    if (list && !cJSON_IsArray(list))
        return attn_lesson_fail(lesson, list,
                                "\"looks\" is a list of { \"map\": …, \"from\": …, \"to\": … }");
    for (const cJSON *item = list ? list->child : NULL; item; item = item->next)
        if (!read_look(lesson, item, e)) return false;
    return true;
}

/* The sequence grows, and the examples have what it is to become. */
static bool check_exact(const attn_lesson *lesson, const cJSON *item, const evaluation *e)
{
    const sequence_source *s = &lesson->sequences[e->exact->place];
    if (!s->next)
        return attn_lesson_fail(lesson, item, "'%s' does not grow: it has no \"next\"",
                                e->exact->name);
    const char *input = attn_sequence_input(s);
    for (size_t k = 0; k < e->examples.input_count; k++)
        if (strcmp(e->examples.inputs[k], input) == 0) return true;
    return attn_lesson_fail(lesson, item,
                            "the examples must say what '%s' should become: add '%s' to \"inputs\"",
                            e->exact->name, input);
}

static bool read_evaluation(attn_lesson *lesson, const cJSON *object, evaluation *e)
{
    static const field fields[] = {
        {.key = "examples"},
        {.key = "inputs"},
        {.key = "exact", .kind = FIELD_SEQUENCE, .at = offsetof(evaluation, exact)},
        {.key = "align", .kind = FIELD_FORMULAS, .at = offsetof(evaluation, align)},
        {.key = "looks"},
        {.key = "choose"},
        {.key = NULL}};
    if (!attn_key(object, "inputs") && !attn_key(object, "examples"))
        return attn_lesson_fail(
            lesson, object,
            "\"evaluate\" is { \"examples\": …, \"inputs\": […], \"exact\": \"target\" }");
    bool done =
        attn_fields_check(lesson, object, fields) &&
        read_example_source(lesson, object, true, &e->examples) &&
        attn_fields_read(lesson, object, fields, e) &&
        read_looks(lesson, attn_key(object, "looks"), e) &&
        read_further(lesson, attn_key(object, "choose"), &e->examples, read_corpus, &e->choosing);
    if (done && e->examples.name && !e->examples.corpus && (e->align.count || e->look_count))
        return attn_lesson_fail(lesson, object,
                                "\"align\" and \"looks\" need examples from a corpus, which knows "
                                "which words belong together");
    return done && (!e->exact || check_exact(lesson, attn_key(object, "exact"), e));
}

evaluation *attn_evaluation_read(attn_lesson *lesson, const cJSON *object)
{
    evaluation *e = attn_alloc(lesson->arena, 1, sizeof *e);
    return e && read_evaluation(lesson, object, e) ? e : NULL;
}
