/*
 * scene_tell: the words of a template, its slots filled from the scene, and the box of each thing
 * that a word speaks of; in a clip, where frames stand below each other, the frames of its event.
 */
#include <string.h>

#include "corpus/scene/scene.h"

typedef struct teller {
    const scene *of;
    scene_text *text;
    const scene_token *open; /* "a/an", as long as the next word is not known; or NULL */
    bool answer;
} teller;

/* ---- boxes ---- */

static void add_box(teller *t, const size_t box[4])
{
    scene_text *text = t->text;
    if (text->box_count == ATTN_MOST_BOXES) return;
    text->boxes[text->box_count++] = (attn_box){text->count - 1, box[0], box[1], box[2], box[3]};
}

static void add_frames(teller *t, size_t group)
{
    const scene *s = t->of;
    add_box(t, (const size_t[4]){0, s->begin[group] * s->from->height, s->from->width,
                                 s->end[group] * s->from->height});
}

/* The word that was added last speaks of all things of a group. */
static void add_boxes(teller *t, size_t group)
{
    if (t->of->from->frames) {
        add_frames(t, group);
        return;
    }
    for (size_t i = 0; i < t->of->member_count; i++)
        if (t->of->members[i].group == group) add_box(t, t->of->members[i].box);
}

static void add_ground_box(teller *t)
{
    const attn_scenes *from = t->of->from;
    add_box(t, (const size_t[4]){0, t->of->horizon, from->width, from->height});
}

/* ---- words ---- */

static bool is_vowel(char letter)
{
    return letter && strchr("aeiouAEIOU", letter) != NULL;
}

static void add_word(teller *t, const char *word, const char *kind)
{
    scene_text *text = t->text;
    if (text->count == ATTN_MOST_LINE_WORDS) return;
    if (t->open && is_vowel(word[0])) text->words[text->count - 1].text = t->open->words[1];
    t->open = NULL;
    text->words[text->count++] = (attn_word){word, kind};
}

static void add_words(teller *t, const scene_words *words, const char *kind)
{
    for (size_t i = 0; i < words->count; i++) add_word(t, words->items[i], kind);
}

/* What bears out the answer to a doubt: what is doubted, if it is there. */
static void add_proof(teller *t, const scene_token *doubted)
{
    if (doubted->slot == SLOT_GROUND)
        add_ground_box(t);
    else if (doubted->slot != SLOT_NOUN || t->of->truth)
        add_boxes(t, doubted->group);
}

/* "the", "a/an" before a vowel, "yes/no" after a doubt */
static void tell_word(teller *t, const scene_token *token)
{
    const scene_template *template = t->of->template;
    const bool verdict = token->words[1] && t->answer && template->doubted != NONE;
    add_word(t, token->words[verdict && !t->of->truth], "");
    if (verdict)
        add_proof(t, &template->tokens[template->doubted]);
    else if (token->words[1])
        t->open = token;
}

static void tell_ground(teller *t)
{
    const size_t place = t->answer ? t->of->ground : t->of->said_ground;
    const scene_ground *ground = &t->of->from->grounds[place];
    for (size_t i = 0; i < ground->phrase.count; i++) {
        const char *word = ground->phrase.items[i];
        const bool named = strcmp(word, ground->name) == 0;
        add_word(t, word, named ? "ground" : "");
        if (named) add_ground_box(t);
    }
}

/* An answer tells what there is, also where the question has it otherwise. */
static const size_t *traits_of(const teller *t, size_t group)
{
    return (t->answer ? t->of->drawn : t->of->said)[group].values;
}

static const char *name_of(const teller *t, size_t group, scene_slot slot)
{
    const attn_scenes *from = t->of->from;
    const size_t *values = traits_of(t, group);
    const scene_thing *thing = &from->things[values[SLOT_NOUN]];
    if (slot == SLOT_SIZE) return from->sizes[values[slot]].name;
    if (slot == SLOT_COLOUR) return from->colours[values[slot]].name;
    if (slot == SLOT_PATTERN) return from->patterns[values[slot]].name;
    if (slot == SLOT_VERB) return thing->poses[values[slot]].name;
    if (slot == SLOT_NUMBER) return from->numbers.items[values[slot] - 1];
    return slot == SLOT_NOUNS ? thing->plural : thing->name;
}

/* "runs to the left": the first word and the last one are seen. */
static void tell_event(teller *t, size_t group)
{
    const scene_words *words = &t->of->from->clips.events[traits_of(t, group)[SLOT_EVENT]].words;
    for (size_t i = 0; i < words->count; i++) {
        const bool last = i + 1 == words->count;
        add_word(t, words->items[i], i == 0 ? "verb" : last ? "direction" : "");
        if (i == 0 || last) add_boxes(t, group);
    }
}

static void tell_trait(teller *t, size_t group, scene_slot slot)
{
    static const char *const kinds[] = {
        [SLOT_SIZE] = "adjective", [SLOT_COLOUR] = "adjective", [SLOT_PATTERN] = "adjective",
        [SLOT_NOUN] = "noun",      [SLOT_VERB] = "verb",        [SLOT_NUMBER] = "number",
        [SLOT_SIDE] = "side",      [SLOT_NOUNS] = "noun"};
    if (slot == SLOT_SIDE)
        add_words(t, &t->of->from->sides[traits_of(t, group)[slot]], kinds[slot]);
    else
        add_word(t, name_of(t, group, slot), kinds[slot]);
    add_boxes(t, group);
}

static void tell_token(teller *t, const scene_token *token, size_t group);

static void tell_phrase(teller *t, size_t group)
{
    const scene_template *phrase = t->of->phrases[group];
    for (size_t i = 0; i < phrase->count; i++) tell_token(t, &phrase->tokens[i], group);
}

static void tell_token(teller *t, const scene_token *token, size_t group)
{
    if (token->slot == SLOT_WORD)
        tell_word(t, token);
    else if (token->slot == SLOT_PHRASE)
        tell_phrase(t, group);
    else if (token->slot == SLOT_GROUND)
        tell_ground(t);
    else if (token->slot == SLOT_EVENT)
        tell_event(t, group);
    else if (token->slot == SLOT_RELATION)
        add_words(t, &t->of->from->relations[t->of->relation].words, "relation");
    else
        tell_trait(t, group, token->slot);
}

void attn_scene_tell(const scene *of, bool answer, scene_text *text)
{
    const scene_template *template = of->template;
    const size_t bar = template->answer < template->count ? template->answer : template->count;
    teller t = {.of = of, .text = text, .answer = answer};
    text->count = text->box_count = 0;
    for (size_t i = answer ? bar : 0; i < (answer ? template->count : bar); i++)
        tell_token(&t, &template->tokens[i], template->tokens[i].group);
}
