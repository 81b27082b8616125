/*
 * scope: the letters, sequences and keys that a lesson declares, and the runs on them.
 *
 * What a lesson declares (letters, sequences, which names exist) is found in its scope, which no
 * run changes: a run's scope, in the arena of its record, has states of its own for all of it, and
 * copies the tables of names before it adds one.
 */
#include <string.h>

#include "core/random.h"
#include "formula/eval/machine.h"

bool attn_share_equal = true;

/* ---- slots ---- */

/* The table of this scope alone, to add to; NULL without memory. */
static name_tables *own_names(attn_scope *scope)
{
    if (!scope->shares_names) return scope->names;
    name_tables *own = attn_alloc(scope->arena, 1, sizeof *own);
    if (!own) return NULL;
    *own = *scope->names;
    scope->names = own;
    scope->shares_names = false;
    return own;
}

static size_t bucket_of(const char *key)
{
    return attn_hash(key, strlen(key)) % BUCKETS;
}

const slot *attn_slot_find(const attn_scope *scope, const char *key)
{
    const slot *s = scope->names->slots[bucket_of(key)];
    while (s && strcmp(s->key, key) != 0) s = s->next;
    return s;
}

const slot *attn_slot(attn_scope *scope, const char *key, const char *label)
{
    const slot *found = attn_slot_find(scope, key);
    if (found) return found;
    slot *s = attn_alloc(scope->arena, 1, sizeof *s);
    name_tables *names = s ? own_names(scope) : NULL;
    if (!names || !attn_push(scope->arena, &scope->slots, &scope->slot_count, sizeof *scope->slots))
        return NULL;
    const slot **bucket = &names->slots[bucket_of(key)];
    *s = (slot){key, label, scope->slot_count - 1, *bucket};
    return *bucket = s;
}

slot_state *attn_state_of(const attn_scope *scope, const slot *of)
{
    return &scope->slots[of->place];
}

/* ---- scopes ---- */

attn_scope *attn_scope_new(attn_arena *arena)
{
    attn_scope *scope = attn_alloc(arena, 1, sizeof *scope);
    if (!scope) return NULL;
    *scope = (attn_scope){.arena = arena,
                          .status = attn_arena_status(arena),
                          .family_names = {.arena = arena},
                          .alike = attn_alike_new(arena),
                          .names = attn_alloc(arena, 1, sizeof *scope->names)};
    return scope->alike && scope->names ? scope : NULL;
}

/* A copy of an array that attn_push can go on with; NULL without memory. */
static void *copy_array(attn_arena *arena, const void *items, size_t count, size_t size)
{
    size_t room = 1;
    while (room < count) room *= 2;
    void *copy = attn_alloc(arena, room, size);
    if (copy && count) memcpy(copy, items, count * size);
    return copy;
}

/* The sequences are this scope's own, also those that its letters run over. */
static bool copy_sequences(attn_scope *scope)
{
    size_t count = scope->sequence_count;
    attn_sequence *copies = attn_alloc(scope->arena, count + 1, sizeof *copies);
    if (!scope->sequences || !copies) return false;
    for (size_t i = 0; i < count; i++) {
        copies[i] = *scope->sequences[i];
        scope->sequences[i] = &copies[i];
    }
    for (size_t i = 0; i < scope->letter_count; i++) {
        attn_letter *letter = &scope->letters[i];
        letter->sequence = scope->sequences[letter->sequence->place];
        letter->bound = letter->runs = false;
    }
    return true;
}

attn_scope *attn_scope_over(const attn_scope *of, attn_arena *arena)
{
    attn_scope *scope = attn_alloc(arena, 1, sizeof *scope);
    if (!scope) return NULL;
    *scope = (attn_scope){
        .arena = arena,
        .status = attn_arena_status(arena),
        .family_names = {.arena = arena},
        .names = of->names,
        .shares_names = true,
        .alike = attn_alike_over(of->alike, arena),
        .slots = copy_array(arena, of->slots, of->slot_count, sizeof *of->slots),
        .slot_count = of->slot_count,
        .letters = copy_array(arena, of->letters, of->letter_count, sizeof *of->letters),
        .letter_count = of->letter_count,
        .sequences = copy_array(arena, of->sequences, of->sequence_count, sizeof *of->sequences),
        .sequence_count = of->sequence_count,
        .functions = copy_array(arena, of->functions, of->function_count, sizeof *of->functions),
        .function_count = of->function_count,
        .replacements =
            copy_array(arena, of->replacements, of->replacement_count, sizeof *of->replacements),
        .replacement_count = of->replacement_count,
        .derives = of->derives,
        .trains = of->trains};
    bool done = scope->alike && scope->slots && scope->letters && scope->functions &&
                scope->replacements && copy_sequences(scope);
    for (size_t i = 0; done && i < scope->slot_count; i++) {
        slot_state *state = &scope->slots[i];
        state->value = state->before = NULL;
        if (state->sequence) state->sequence = scope->sequences[state->sequence->place];
    }
    return done ? scope : NULL;
}

attn_scope *attn_scope_run(const attn_scope *of, attn_record *record)
{
    attn_scope *scope = attn_scope_over(of, attn_record_arena(record));
    if (!scope) return NULL;
    scope->record = record;
    attn_record_share(record, attn_share_equal && !scope->derives);
    return scope;
}

void attn_scope_retrain(attn_scope *scope)
{
    for (size_t i = 0; i < scope->slot_count; i++) {
        slot_state *state = &scope->slots[i];
        if (!state->trained || !state->value) continue;
        state->before = state->value;
        state->value = NULL;
    }
    attn_scope_unwind(scope);
}

void attn_scope_end(attn_scope *scope)
{
    scope->over = true;
}

void attn_scope_unwind(attn_scope *scope)
{
    for (size_t i = 0; i < scope->letter_count; i++)
        scope->letters[i].bound = scope->letters[i].runs = false;
    scope->frame = scope->free_frames = NULL;
    scope->calls_deep = scope->expressions_deep = 0;
    scope->statement = NULL;
    scope->keep = NULL;
    scope->kept_call = NULL;
    scope->unchecked_count = 0;
}

static bool is_among(const char *word, const char *const *words, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(words[i], word) == 0) return true;
    return false;
}

void attn_scope_where(const attn_scope *scope, const char *const *loop_letters, size_t loops,
                      attn_text *text)
{
    for (size_t i = 0; i < scope->letter_count; i++) {
        const attn_letter *letter = &scope->letters[i];
        if (letter->bound && !is_among(letter->name, loop_letters, loops))
            attn_text_print(text, ", %s = %ld", letter->name, letter->value);
    }
    if (scope->frame) attn_text_print(text, ", in %s", scope->frame->function->name);
}

void *attn_scope_origin(const attn_scope *scope)
{
    return scope->origin;
}

/* ---- letters and sequences ---- */

attn_letter *attn_scope_letter(const attn_scope *scope, const char *name)
{
    for (size_t i = 0; i < scope->letter_count; i++)
        if (strcmp(scope->letters[i].name, name) == 0) return &scope->letters[i];
    return NULL;
}

attn_letter *attn_letter_at(const attn_scope *scope, size_t place)
{
    return place ? &scope->letters[place - 1] : NULL;
}

void attn_letter_start(attn_letter *letter)
{
    letter->bound = true;
    letter->value = 0;
}

bool attn_letter_next(attn_letter *letter)
{
    letter->bound = ++letter->value <= (long)letter->sequence->count;
    return letter->bound;
}

bool attn_scope_is_indexed(const attn_scope *scope, const attn_sequence *sequence)
{
    for (size_t i = 0; i < scope->letter_count; i++)
        if (!scope->letters[i].is_length && scope->letters[i].sequence->place == sequence->place)
            return true;
    return false;
}

bool attn_scope_add_letter(attn_scope *scope, const char *name, const attn_sequence *sequence,
                           bool is_length)
{
    const attn_letter *other = attn_scope_letter(scope, name);
    attn_grammar grammar = attn_scope_grammar(scope);
    if (grammar.is_function(scope, name))
        return attn_fail(scope->status, ATTN_INPUT, "%s is a function: choose another letter",
                         name);
    if (other)
        return attn_fail(scope->status, ATTN_INPUT, "%s is already %s of %s: choose another letter",
                         name, other->is_length ? "the length" : "the index",
                         other->sequence->name);
    if (scope->letter_count == MOST_LETTERS)
        return attn_fail(scope->status, ATTN_LIMIT,
                         "a lesson has at most %d index and length letters", MOST_LETTERS);
    const char *copy = attn_copy_text(scope->arena, name, strlen(name));
    attn_letter *letter =
        attn_push(scope->arena, &scope->letters, &scope->letter_count, sizeof *letter);
    if (!letter || !copy) return false;
    *letter = (attn_letter){
        .name = copy, .place = scope->letter_count, .sequence = sequence, .is_length = is_length};
    return true;
}

attn_sequence *attn_scope_sequence(const attn_scope *scope, const char *name)
{
    const slot *s = attn_slot_find(scope, name);
    return s ? attn_state_of(scope, s)->sequence : NULL;
}

attn_sequence *attn_scope_sequence_here(const attn_scope *scope, const attn_sequence *declared)
{
    return scope->sequences[declared->place];
}

attn_sequence *attn_scope_add_sequence(attn_scope *scope, const char *name)
{
    attn_sequence *sequence = attn_alloc(scope->arena, 1, sizeof *sequence);
    const char *copy = attn_copy_text(scope->arena, name, strlen(name));
    const slot *s = copy ? attn_slot(scope, copy, copy) : NULL;
    attn_sequence **place =
        s ? attn_push(scope->arena, &scope->sequences, &scope->sequence_count, sizeof *place)
          : NULL;
    if (!sequence || !place) return NULL;
    *sequence = (attn_sequence){.name = copy, .place = scope->sequence_count - 1};
    return *place = attn_state_of(scope, s)->sequence = sequence;
}
