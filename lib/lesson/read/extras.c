/*
 * extras: keys that are checked when a lesson is read and carried out elsewhere: training, and what
 * a worksheet may draw anew.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lesson/read/reading.h"

static const cJSON *key(const cJSON *object, const char *name)
{
    return cJSON_GetObjectItemCaseSensitive(object, name);
}

/* ---- train ---- */

/* A number above 0; `value` keeps what it is where the key is not there. */
static bool positive(const attn_lesson *lesson, const cJSON *object, const char *name,
                     double *value)
{
    const cJSON *item = key(object, name);
    if (!item) return true;
    if (!cJSON_IsNumber(item) || !(item->valuedouble > 0))
        return attn_lesson_fail(lesson, item, "\"%s\" is a number above 0", name);
    *value = item->valuedouble;
    return true;
}

static bool whole(const attn_lesson *lesson, const cJSON *object, const char *name, size_t most,
                  size_t *value)
{
    char what[16];
    const cJSON *item = key(object, name);
    snprintf(what, sizeof what, "\"%s\"", name);
    return !item || attn_lesson_whole(lesson, item, what, 1, most, value);
}

/* Which of two words stands under a key: true for the second; the first where it is not there. */
static bool one_of_two(const attn_lesson *lesson, const cJSON *object, const char *name,
                       const char *first, const char *second, bool *is_second)
{
    const cJSON *item = key(object, name);
    if (!item) return true;
    if (!attn_lesson_text(lesson, item, "this key")) return false;
    *is_second = strcmp(item->valuestring, second) == 0;
    if (*is_second || strcmp(item->valuestring, first) == 0) return true;
    return attn_lesson_fail(lesson, item, "\"%s\" is \"%s\" or \"%s\"", name, first, second);
}

static bool read_inputs(attn_lesson *lesson, const cJSON *list, example_source *from)
{
    if (!list) return true;
    bool fine = cJSON_IsArray(list) && list->child;
    for (const cJSON *item = fine ? list->child : NULL; item && fine; item = item->next) {
        fine = cJSON_IsString(item);
        if (from->input_count == ATTN_MOST_INPUTS)
            return attn_lesson_fail(lesson, item, "an example has at most %u inputs",
                                    ATTN_MOST_INPUTS);
        const char **place =
            attn_push(lesson->arena, &from->inputs, &from->input_count, sizeof *place);
        if (!place) return false;
        *place = fine ? item->valuestring : NULL;
    }
    return fine || attn_lesson_fail(lesson, list, "\"inputs\" is a list of names in quotes");
}

static bool read_part(attn_lesson *lesson, const cJSON *item, attn_part *part)
{
    if (!item) return true;
    if (!attn_lesson_text(lesson, item, "\"part\"")) return false;
    if (attn_part_named(item->valuestring, part)) return true;
    return attn_lesson_fail(lesson, item,
                            "\"part\" is \"train\", \"validation\", \"test\" or \"unseen\"");
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

/* A name with a dot is that of a grammar beside the lesson. */
static bool read_corpus(attn_lesson *lesson, const cJSON *item, example_source *from)
{
    static const char *const keys[] = {"corpus", "n", "part", "words", "seed", NULL};
    const cJSON *name = key(item, "corpus"), *seed = key(item, "seed");
    size_t number = 1;
    from->corpus = true;
    if (!cJSON_IsObject(item) || !name)
        return attn_lesson_fail(lesson, item,
                                "\"examples\" is a file, or { \"corpus\": \"pairs\", \"n\": 4000, "
                                "\"part\": \"train\" }");
    if (!attn_lesson_keys(lesson, item, keys) ||
        !(from->name = attn_lesson_text(lesson, name, "\"corpus\"")) ||
        !whole(lesson, item, "n", (size_t)1 << 24, &from->lines))
        return false;
    if (seed && !attn_lesson_whole(lesson, seed, "\"seed\"", 0, 1000000000, &number)) return false;
    from->asked.seed = number;
    from->carried = strchr(from->name, '.') == NULL;
    if (!from->carried && !(from->name = attn_lesson_beside(lesson, name, "\"corpus\"")))
        return false;
    if (!from->lines)
        return attn_lesson_fail(lesson, item, "a corpus has no end: \"n\" says how many lines");
    return read_part(lesson, key(item, "part"), &from->asked.part) &&
           read_lengths(lesson, key(item, "words"), &from->asked);
}

bool attn_example_source_read(attn_lesson *lesson, const cJSON *object, example_source *from)
{
    const cJSON *item = key(object, "examples");
    from->object = attn_origin_of(lesson, object);
    if (item) from->from = attn_origin_of(lesson, item);
    if (!read_inputs(lesson, key(object, "inputs"), from)) return false;
    if (!item && from->input_count)
        return attn_lesson_fail(lesson, object,
                                "\"inputs\" are filled by \"examples\": name the file of them");
    if (item && !from->input_count)
        return attn_lesson_fail(lesson, item,
                                "\"examples\" need \"inputs\": the names of what each line fills");
    if (item && cJSON_IsString(item))
        return (from->name = attn_lesson_beside(lesson, item, "\"examples\"")) != NULL;
    return !item || read_corpus(lesson, item, from);
}

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
           attn_lesson_place(lesson, &from);
}

static bool read_loss(attn_lesson *lesson, const cJSON *item, training *train)
{
    lines loss = {0};
    if (!attn_lesson_lines(lesson, item, LINE_EXPRESSION, "\"loss\"", &loss)) return false;
    if (loss.count != 1) return attn_lesson_fail(lesson, item, "there is one \"loss\"");
    train->loss = loss.items[0];
    return true;
}

static bool read_numbers(const attn_lesson *lesson, const cJSON *object, training *train)
{
    return whole(lesson, object, "steps", ATTN_MOST_TRAINING_STEPS, &train->steps) &&
           whole(lesson, object, "warmup", ATTN_MOST_TRAINING_STEPS, &train->warmup) &&
           whole(lesson, object, "every", ATTN_MOST_TRAINING_STEPS, &train->every) &&
           whole(lesson, object, "batch", 4096, &train->batch) &&
           positive(lesson, object, "rate", &train->rate) &&
           positive(lesson, object, "clip", &train->clip) &&
           one_of_two(lesson, object, "method", "gradient", "adam", &train->adam) &&
           one_of_two(lesson, object, "decay", "none", "cosine", &train->cosine) &&
           one_of_two(lesson, object, "order", "written", "shuffled", &train->shuffled);
}

training *attn_train_read(attn_lesson *lesson, const cJSON *object)
{
    static const char *const keys[] = {"loss",   "steps",    "rate",   "method", "clip",
                                       "warmup", "decay",    "order",  "every",  "watch",
                                       "curve",  "examples", "inputs", "batch",  NULL};
    static const char *const needed[] = {"loss", "steps", "rate", NULL};
    training *train = attn_alloc(lesson->arena, 1, sizeof *train);
    if (!train) return NULL;
    *train = (training){.from = attn_origin_of(lesson, object), .batch = 1};
    bool done = cJSON_IsObject(object) ||
                attn_lesson_fail(lesson, object,
                                 "\"train\" is { \"loss\": \"L\", \"steps\": 200, \"rate\": 0.3 }");
    done = done && attn_lesson_keys(lesson, object, keys);
    for (size_t i = 0; needed[i] && done; i++)
        done = key(object, needed[i]) ||
               attn_lesson_fail(lesson, object, "\"train\" needs \"%s\"", needed[i]);
    const cJSON *watch = key(object, "watch");
    done =
        done && read_loss(lesson, key(object, "loss"), train) &&
        read_numbers(lesson, object, train) &&
        (!watch || attn_lesson_lines(lesson, watch, LINE_EXPRESSION, "\"watch\"", &train->watch));
    return done && read_curve(lesson, key(object, "curve"), train) &&
                   attn_example_source_read(lesson, object, &train->examples)
               ? train
               : NULL;
}

/* ---- evaluate ---- */

/* Whose rows count, and where they are to have their maximum: at a role, or so many words on. */
static bool read_ends(attn_lesson *lesson, const cJSON *item, role_look *one)
{
    const cJSON *from = key(item, "from"), *to = key(item, "to"), *word = key(item, "word");
    if (from && !(one->from = attn_lesson_text(lesson, from, "\"from\""))) return false;
    if (word && !(one->word = attn_lesson_text(lesson, word, "\"word\""))) return false;
    if (cJSON_IsNumber(to)) {
        one->steps = to->valuedouble;
        if (one->steps == floor(one->steps) && fabs(one->steps) <= ATTN_MOST_LINE_WORDS)
            return !key(item, "between") ||
                   attn_lesson_fail(lesson, key(item, "between"),
                                    "\"between\" needs a role under \"to\"");
        return attn_lesson_fail(lesson, to,
                                "\"to\" is a role, or how many words on: -1 is the word before");
    }
    return (one->to = attn_lesson_text(lesson, to, "\"to\"")) &&
           whole(lesson, item, "between", ATTN_MOST_LINE_WORDS, &one->between);
}

static bool read_look(attn_lesson *lesson, const cJSON *item, evaluation *e)
{
    static const char *const keys[] = {"map", "from", "to", "between", "word", NULL};
    lines map = {0};
    role_look *one = attn_push(lesson->arena, &e->looks, &e->look_count, sizeof *one);
    if (!one) return false;
    if (!cJSON_IsObject(item) || !key(item, "map") || !key(item, "to"))
        return attn_lesson_fail(
            lesson, item,
            "here must stand { \"map\": \"A\", \"from\": \"verb\", \"to\": \"subject\" }");
    *one = (role_look){0};
    if (!attn_lesson_keys(lesson, item, keys) ||
        !attn_lesson_lines(lesson, key(item, "map"), LINE_EXPRESSION, "\"map\"", &map) ||
        !read_ends(lesson, item, one))
        return false;
    if (map.count != 1) return attn_lesson_fail(lesson, item, "there is one \"map\"");
    one->map = map.items[0];
    return true;
}

static bool read_looks(attn_lesson *lesson, const cJSON *list, evaluation *e)
{
    if (!list) return true;
    if (!cJSON_IsArray(list))
        return attn_lesson_fail(lesson, list,
                                "\"looks\" is a list of { \"map\": …, \"from\": …, \"to\": … }");
    for (const cJSON *item = list->child; item; item = item->next)
        if (!read_look(lesson, item, e)) return false;
    return true;
}

/* "between": [0, 1] */
static bool read_span(attn_lesson *lesson, const cJSON *item, word_answer *one)
{
    one->most = ATTN_MOST_LINE_WORDS;
    if (!item) return true;
    if (!one->after)
        return attn_lesson_fail(lesson, item, "\"between\" needs a role under \"after\"");
    double least = -1, most = -1;
    if (cJSON_IsArray(item) && cJSON_GetArraySize(item) == 2 && cJSON_IsNumber(item->child) &&
        cJSON_IsNumber(item->child->next)) {
        least = item->child->valuedouble;
        most = item->child->next->valuedouble;
    }
    if (!(least >= 0 && least <= most && most <= ATTN_MOST_LINE_WORDS) || least != floor(least) ||
        most != floor(most))
        return attn_lesson_fail(lesson, item,
                                "\"between\" is the least and the most words that stand between "
                                "the two, such as [2, 4]");
    one->least = (size_t)least;
    one->most = (size_t)most;
    return true;
}

static bool read_vector(attn_lesson *lesson, const cJSON *item, const char *name,
                        attn_statement **made)
{
    lines list = {0};
    if (!attn_lesson_lines(lesson, item, LINE_EXPRESSION, name, &list)) return false;
    if (list.count != 1) return attn_lesson_fail(lesson, item, "here must stand one formula");
    *made = list.items[0];
    return true;
}

static bool read_answer(attn_lesson *lesson, const cJSON *item, evaluation *e)
{
    static const char *const keys[] = {"value", "right", "at", "after", "between", NULL};
    word_answer *one = attn_push(lesson->arena, &e->answers, &e->answer_count, sizeof *one);
    if (!one) return false;
    *one = (word_answer){0};
    if (!cJSON_IsObject(item) || !key(item, "value") || !key(item, "right"))
        return attn_lesson_fail(
            lesson, item, "here must stand { \"value\": \"s > 0\", \"right\": \"marks == 2\" }");
    const cJSON *at = key(item, "at"), *after = key(item, "after");
    if (!attn_lesson_keys(lesson, item, keys) ||
        !read_vector(lesson, key(item, "value"), "\"value\"", &one->value) ||
        !read_vector(lesson, key(item, "right"), "\"right\"", &one->right) ||
        (at && !(one->at = attn_lesson_text(lesson, at, "\"at\""))) ||
        (after && !(one->after = attn_lesson_text(lesson, after, "\"after\""))))
        return false;
    if (after && !at) return attn_lesson_fail(lesson, after, "\"after\" needs a role under \"at\"");
    return read_span(lesson, key(item, "between"), one);
}

static bool read_answers(attn_lesson *lesson, const cJSON *list, evaluation *e)
{
    if (!list) return true;
    if (!cJSON_IsArray(list))
        return attn_lesson_fail(lesson, list,
                                "\"answers\" is a list of { \"value\": …, \"right\": … }");
    for (const cJSON *item = list->child; item; item = item->next)
        if (!read_answer(lesson, item, e)) return false;
    return true;
}

/* Examples of their own, with the same inputs. */
static bool read_choosing(attn_lesson *lesson, const cJSON *item, evaluation *e)
{
    e->choosing = (example_source){.object = e->examples.object,
                                   .input_count = e->examples.input_count,
                                   .inputs = e->examples.inputs};
    if (item) e->choosing.from = attn_origin_of(lesson, item);
    return !item || read_corpus(lesson, item, &e->choosing);
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
    return attn_lesson_fail(
        lesson, item, "what '%s' is to become, the examples have to say: \"inputs\" lack '%s'",
        e->exact->name, input);
}

evaluation *attn_evaluation_read(attn_lesson *lesson, const cJSON *object)
{
    static const char *const keys[] = {"examples", "inputs",  "exact",  "align",
                                       "looks",    "answers", "choose", NULL};
    evaluation *e = attn_alloc(lesson->arena, 1, sizeof *e);
    if (!e) return NULL;
    if (!cJSON_IsObject(object) || !key(object, "examples")) {
        attn_lesson_fail(
            lesson, object,
            "\"evaluate\" is { \"examples\": …, \"inputs\": […], \"exact\": \"target\" }");
        return NULL;
    }
    const cJSON *exact = key(object, "exact"), *align = key(object, "align");
    bool done =
        attn_lesson_keys(lesson, object, keys) &&
        attn_example_source_read(lesson, object, &e->examples) &&
        (!exact || (e->exact = attn_lesson_sequence(lesson, exact))) &&
        (!align || attn_lesson_lines(lesson, align, LINE_EXPRESSION, "\"align\"", &e->align)) &&
        read_looks(lesson, key(object, "looks"), e) &&
        read_answers(lesson, key(object, "answers"), e) &&
        read_choosing(lesson, key(object, "choose"), e);
    bool roles = false;
    for (size_t i = 0; i < e->answer_count; i++) roles |= e->answers[i].at != NULL;
    if (done && !e->examples.corpus && (e->align.count || e->look_count || roles))
        done = attn_lesson_fail(lesson, object,
                                "\"align\", \"looks\" and roles need examples from a corpus, which "
                                "knows what belongs together");
    return done && (!exact || check_exact(lesson, exact, e)) ? e : NULL;
}
