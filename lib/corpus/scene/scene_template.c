/*
 * scene_template: what is said or asked of a scene, with slots for what is in it:
 *
 *     a/an COLOUR NOUN
 *     PHRASE GROUND RELATION PHRASE.2
 *     is the NOUN ?RELATION the NOUN.2 | yes/no
 */
#include <string.h>

#include "core/text.h"
#include "corpus/scene/scene.h"
#include "files/json/json_write.h"

static const char *const slot_names[] = {
    [SLOT_SIZE] = "SIZE",   [SLOT_COLOUR] = "COLOUR",     [SLOT_PATTERN] = "PATTERN",
    [SLOT_NOUN] = "NOUN",   [SLOT_VERB] = "VERB",         [SLOT_NUMBER] = "NUMBER",
    [SLOT_SIDE] = "SIDE",   [SLOT_NOUNS] = "NOUNS",       [SLOT_PHRASE] = "PHRASE",
    [SLOT_EVENT] = "EVENT", [SLOT_RELATION] = "RELATION", [SLOT_GROUND] = "GROUND",
};

typedef struct template_reader {
    attn_corpus *corpus;
    const scene_templates *list;
    scene_template *made;
    bool phrase, question, clip; /* which list this is */
    bool answering;              /* behind the bar */
} template_reader;

#define fail(r, at, ...) attn_grammar_fail((r)->corpus, at, __VA_ARGS__)

/* ---- what the file must have for a slot ---- */

static bool has_named_size(const attn_scenes *scenes)
{
    for (size_t i = 0; i < scenes->size_count; i++)
        if (scenes->sizes[i].name[0]) return true;
    return false;
}

static bool has_named_pose(const attn_scenes *scenes)
{
    for (size_t i = 0; i < scenes->thing_count; i++)
        for (size_t k = 0; k < scenes->things[i].pose_count; k++)
            if (scenes->things[i].poses[k].name[0]) return true;
    return false;
}

static bool has_plural(const attn_scenes *scenes)
{
    for (size_t i = 0; i < scenes->thing_count; i++)
        if (scenes->things[i].plural) return true;
    return false;
}

/* What is missing; NULL: nothing. */
static const char *missing(const attn_scenes *scenes, scene_slot slot)
{
    const struct {
        scene_slot slot;
        bool there;
        const char *what;
    } needs[] = {
        {SLOT_SIZE, has_named_size(scenes), "a size with a name"},
        {SLOT_PATTERN, scenes->pattern_count > 0, "\"patterns\""},
        {SLOT_VERB, has_named_pose(scenes), "a pose with a name"},
        {SLOT_NUMBER, scenes->numbers.count > 0, "\"numbers\""},
        {SLOT_SIDE, scenes->sides[0].count > 0, "\"sides\""},
        {SLOT_NOUNS, has_plural(scenes), "a thing with a \"plural\""},
        {SLOT_PHRASE, scenes->phrases.count > 0, "\"phrases\""},
        {SLOT_RELATION, scenes->relation_count > 0, "\"relations\""},
    };
    for (size_t i = 0; i < sizeof needs / sizeof *needs; i++)
        if (needs[i].slot == slot && !needs[i].there) return needs[i].what;
    return NULL;
}

/* ---- one token ---- */

static bool named_slot(attn_span name, scene_slot *slot)
{
    const size_t count = sizeof slot_names / sizeof *slot_names;
    const size_t found = attn_name_find(slot_names, count, sizeof *slot_names, name);
    *slot = found == NONE ? SLOT_WORD : (scene_slot)found;
    return found != NONE;
}

static void note(template_reader *r, const scene_token *token)
{
    scene_template *made = r->made;
    const size_t g = token->group;
    made->second = made->second || g == 1;
    made->relation = made->relation || token->slot == SLOT_RELATION;
    made->ground = made->ground || token->slot == SLOT_GROUND;
    if (token->slot < SLOT_TRAITS) made->traits[g][token->slot] = true;
    if (token->slot < SLOT_TRAITS && !r->answering && !token->doubted)
        made->tells_apart[g][token->slot] = true;
    if (token->slot == SLOT_NOUNS || token->slot == SLOT_NUMBER) made->several[g] = true;
    if (token->slot == SLOT_PHRASE) made->phrase[g] = true;
    if (token->doubted) made->doubted = (size_t)(token - made->tokens);
}

/* Whether a template doubts what this slot would tell. */
static bool is_doubted(const scene_template *t, const scene_token *token)
{
    return t->doubted != NONE && t->tokens[t->doubted].slot == token->slot &&
           t->tokens[t->doubted].group == token->group;
}

static bool check_slot(const template_reader *r, const scene_token *token, attn_span part)
{
    const bool whole =
        token->slot == SLOT_PHRASE || token->slot == SLOT_RELATION || token->slot == SLOT_GROUND;
    const char *needs = missing(r->corpus->scenes, token->slot);
    const bool seen =
        token->slot == SLOT_COLOUR || token->slot == SLOT_NOUN || token->slot == SLOT_EVENT;
    if (r->clip != (token->slot == SLOT_EVENT) && (!seen || !r->clip))
        return fail(r, part,
                    r->clip ? "the captions of clips have COLOUR, NOUN and EVENT"
                            : "EVENT stands in the captions of \"clips\" alone");
    if (needs) return fail(r, part, "%s needs %s in the file", slot_names[token->slot], needs);
    if (r->phrase && (whole || token->group == 1))
        return fail(r, part,
                    "a phrase is about one thing: SIZE, COLOUR, PATTERN, NOUN, VERB, "
                    "NUMBER, NOUNS, SIDE");
    if (token->group == 1 && (token->slot == SLOT_RELATION || token->slot == SLOT_GROUND))
        return fail(r, part, "%s takes no number: a scene has only one", slot_names[token->slot]);
    if (token->doubted && (r->answering || !r->question || r->made->doubted != NONE))
        return fail(r, part, "one slot of a question may be doubted, and none of anything else");
    if (r->answering && is_doubted(r->made, token))
        return fail(r, part, "%s is in doubt here: answer yes/no", slot_names[token->slot]);
    return !token->doubted || (token->slot != SLOT_PHRASE && token->slot != SLOT_NOUNS) ||
           fail(r, part, "%s cannot be doubted", slot_names[token->slot]);
}

/* "?COLOUR.2" */
static bool read_slot(template_reader *r, attn_span part, scene_token *token)
{
    attn_span left = part, name;
    char mark;
    token->doubted = attn_span_mark(&left, "?", &mark);
    attn_span_take(&left, '.', &name);
    if (!named_slot(name, &token->slot)) return true;
    if (left.bytes && !(left.length == 1 && left.bytes[0] == '2'))
        return fail(r, part, "write %s, or %s.2 for the other thing", slot_names[token->slot],
                    slot_names[token->slot]);
    token->group = left.bytes ? 1 : 0;
    return check_slot(r, token, part);
}

/* "dog", "a/an" */
static bool read_word(template_reader *r, attn_span part, scene_token *token)
{
    attn_span left = part, word;
    token->doubted = false;
    for (size_t i = 0; attn_span_take(&left, '/', &word); i++) {
        if (i == 2 || word.length == 0)
            return fail(r, part, "two words may stand for each other: a/an");
        if (!attn_grammar_word(r->corpus, word)) return false;
        token->words[i] = attn_copy_text(r->corpus->arena, word.bytes, word.length);
        if (!token->words[i]) return false;
    }
    return token->words[0] || fail(r, part, "a word is missing");
}

static bool is_capital(char c)
{
    return c >= 'A' && c <= 'Z';
}

static bool read_token(template_reader *r, attn_span part)
{
    scene_template *made = r->made;
    if (made->count == ATTN_MOST_TOKENS)
        return fail(r, part, "at most %u words and slots", ATTN_MOST_TOKENS);
    scene_token *token = &made->tokens[made->count];
    if (!read_slot(r, part, token)) return false;
    const bool bare = token->slot == SLOT_WORD;
    if (bare && (token->doubted ||
                 (part.length > 1 && is_capital(part.bytes[0]) && is_capital(part.bytes[1]))))
        return fail(r, part,
                    "'%.*s' is not a slot: SIZE, COLOUR, PATTERN, NOUN, VERB, NUMBER, SIDE, NOUNS, "
                    "PHRASE, RELATION, GROUND",
                    (int)part.length, part.bytes);
    if (bare && !read_word(r, part, token)) return false;
    made->count++;
    note(r, token);
    return true;
}

/* ---- the whole ---- */

static bool check(const template_reader *r, attn_span text)
{
    const scene_template *t = r->made;
    if (t->count == 0 || t->answer == 0) return fail(r, text, "a text is missing here");
    if (r->question && (!r->answering || t->answer == t->count))
        return fail(r, text,
                    "a question has its answer behind a bar: what colour is the NOUN | "
                    "COLOUR");
    for (size_t g = 0; r->clip && g < (t->second ? 2 : 1); g++)
        if (!t->traits[g][SLOT_NOUN] || !t->traits[g][SLOT_EVENT])
            return fail(r, text,
                        "a clip tells who does what: the NOUN EVENT, then the NOUN.2 "
                        "EVENT.2");
    if (r->phrase && !t->traits[0][SLOT_NOUN] && !t->several[0])
        return fail(r, text, "a phrase needs NOUN or NOUNS");
    for (size_t g = 0; g < SCENE_GROUPS; g++)
        if (t->several[g] && (t->relation || t->traits[g][SLOT_SIDE]))
            return fail(r, text,
                        "RELATION and SIDE are for single things, without NOUNS and "
                        "NUMBER");
    return true;
}

static bool keep_form(const template_reader *r, attn_span text)
{
    while (text.length > 0 && text.bytes[text.length - 1] == ' ') text.length--;
    r->made->form = attn_copy_text(r->corpus->arena, text.bytes, text.length);
    return r->made->form != NULL;
}

bool attn_scene_template(attn_corpus *corpus, const attn_json_item *item, scene_templates *to)
{
    attn_scenes *scenes = corpus->scenes;
    scene_template *made = attn_push(corpus->arena, &to->items, &to->count, sizeof *made);
    template_reader r = {.corpus = corpus,
                         .list = to,
                         .made = made,
                         .phrase = to == &scenes->phrases,
                         .question = to == &scenes->questions,
                         .clip = to == &scenes->clips.captions};
    const attn_span text = attn_grammar_text(item);
    attn_span part;
    if (!made) return false;
    made->answer = made->doubted = NONE;
    for (attn_span left = text; attn_span_word(&left, " ", &part);) {
        const bool bar = part.length == 1 && part.bytes[0] == '|';
        if (bar && (!r.question || r.answering))
            return fail(&r, part, "only a question has a bar, one, before its answer");
        if (bar) {
            r.answering = true;
            made->answer = made->count;
            if (!keep_form(&r, (attn_span){text.bytes, (size_t)(part.bytes - text.bytes)}))
                return false;
        } else if (!read_token(&r, part)) {
            return false;
        }
    }
    return check(&r, text);
}

/* ---- what is said of a scene ---- */

const scene_templates *attn_scene_templates(const attn_corpus *corpus)
{
    if (corpus->said) return corpus->said;
    if (corpus->scenes->frames) return &corpus->scenes->clips.captions;
    return corpus->asks ? &corpus->scenes->questions : &corpus->scenes->captions;
}

/* Reads it as a template; a fault names its place in this text, and no file. */
static bool read_said(attn_corpus *corpus, attn_json *text, scene_templates *said)
{
    attn_json *whole = corpus->json;
    const char *file = corpus->file;
    corpus->json = text;
    corpus->file = "say";
    corpus->reading = attn_json_root(text);
    const bool done = attn_scene_template(corpus, corpus->reading, said);
    corpus->json = whole;
    corpus->file = file;
    return done;
}

bool attn_scene_say(attn_corpus *corpus, const char *text)
{
    attn_text literal = {0};
    attn_json_string(&literal, text);
    scene_templates *said = attn_alloc(corpus->arena, 1, sizeof *said);
    attn_json *json =
        said ? attn_json_parse(attn_text_string(&literal), literal.length, "say", 1, corpus->status)
             : NULL;
    const bool done = json && read_said(corpus, json, said);
    attn_json_free(json);
    attn_text_free(&literal);
    corpus->said = done ? said : NULL;
    return done;
}

/* ---- all words ---- */

typedef struct word_bag {
    attn_arena *arena;
    const char ***words;
    size_t *count;
} word_bag;

static bool add_word(const word_bag *bag, const char *word)
{
    return !word || !word[0] || attn_push_text(bag->arena, bag->words, bag->count, word);
}

static bool add_words(const word_bag *bag, const scene_words *words)
{
    for (size_t i = 0; i < words->count; i++)
        if (!add_word(bag, words->items[i])) return false;
    return true;
}

/* The name with which each of these begins. */
static bool add_names(const word_bag *bag, const void *items, size_t count, size_t size)
{
    for (size_t i = 0; i < count; i++)
        if (!add_word(bag, *(const char *const *)(const void *)((const char *)items + i * size)))
            return false;
    return true;
}

static bool add_of_things(const word_bag *bag, const attn_scenes *s, scene_slot slot)
{
    for (size_t i = 0; i < s->thing_count; i++) {
        const scene_thing *thing = &s->things[i];
        if (slot == SLOT_NOUN && !add_word(bag, thing->name)) return false;
        if (slot == SLOT_NOUNS && !add_word(bag, thing->plural)) return false;
        if (slot == SLOT_VERB &&
            !add_names(bag, thing->poses, thing->pose_count, sizeof *thing->poses))
            return false;
    }
    return true;
}

static bool add_lists(const word_bag *bag, const attn_scenes *s, scene_slot slot)
{
    for (size_t i = 0; i < 2 && slot == SLOT_SIDE; i++)
        if (!add_words(bag, &s->sides[i])) return false;
    for (size_t i = 0; i < s->clips.event_count && slot == SLOT_EVENT; i++)
        if (!add_words(bag, &s->clips.events[i].words)) return false;
    for (size_t i = 0; i < s->relation_count && slot == SLOT_RELATION; i++)
        if (!add_words(bag, &s->relations[i].words)) return false;
    for (size_t i = 0; i < s->ground_count && slot == SLOT_GROUND; i++)
        if (!add_words(bag, &s->grounds[i].phrase)) return false;
    return slot != SLOT_NUMBER || add_words(bag, &s->numbers);
}

static bool add_adjectives(const word_bag *bag, const attn_scenes *s, scene_slot slot)
{
    if (slot == SLOT_SIZE) return add_names(bag, s->sizes, s->size_count, sizeof *s->sizes);
    if (slot == SLOT_COLOUR) return add_names(bag, s->colours, s->colour_count, sizeof *s->colours);
    return slot != SLOT_PATTERN ||
           add_names(bag, s->patterns, s->pattern_count, sizeof *s->patterns);
}

static bool add_token(const word_bag *bag, const attn_scenes *s, const scene_token *token)
{
    if (token->slot == SLOT_PHRASE)
        return attn_scene_words(s, &s->phrases, false, bag->arena, bag->words, bag->count);
    if (token->slot == SLOT_WORD)
        return add_word(bag, token->words[0]) && add_word(bag, token->words[1]);
    return add_of_things(bag, s, token->slot) && add_lists(bag, s, token->slot) &&
           add_adjectives(bag, s, token->slot);
}

bool attn_scene_words(const attn_scenes *scenes, const scene_templates *of, bool answers,
                      attn_arena *arena, const char ***words, size_t *count)
{
    const word_bag bag = {arena, words, count};
    for (size_t i = 0; i < of->count; i++) {
        const scene_template *t = &of->items[i];
        const size_t bar = t->answer < t->count ? t->answer : t->count;
        for (size_t k = answers ? bar : 0; k < (answers ? t->count : bar); k++)
            if (!add_token(&bag, scenes, &t->tokens[k])) return false;
    }
    return true;
}
