/*
 * scope: the letters, sequences and keys that a lesson declares, and the runs on them.
 *
 * What a lesson declares (letters, sequences, which names exist) lives as long as the lesson. The
 * values live as long as one run: in the arena of its record.
 */
#include <string.h>

#include "core/random.h"
#include "formula/eval/machine.h"

bool attn_share_equal = true;

typedef struct interned {
    struct interned *next;
    size_t length;
    char bytes[];
} interned;

/* ---- words and slots ---- */

const char *attn_intern(attn_scope *scope, const char *bytes, size_t length)
{
    interned **bucket = &scope->words[attn_hash(bytes, length) % BUCKETS];
    for (interned *word = *bucket; word; word = word->next)
        if (word->length == length && memcmp(word->bytes, bytes, length) == 0) return word->bytes;
    interned *word = attn_alloc(scope->arena, 1, sizeof *word + length + 1);
    if (!word) return NULL;
    memcpy(word->bytes, bytes, length);
    word->length = length;
    word->next = *bucket;
    *bucket = word;
    return word->bytes;
}

static size_t slot_bucket(const char *key)
{
    return attn_hash(key, strlen(key)) % BUCKETS;
}

slot *attn_slot_find(const attn_scope *scope, const char *key)
{
    slot *s = scope->slots[slot_bucket(key)];
    while (s && strcmp(s->key, key) != 0) s = s->next;
    return s;
}

slot *attn_slot(attn_scope *scope, const char *key)
{
    slot *s = attn_slot_find(scope, key);
    if (s) return s;
    s = attn_alloc(scope->arena, 1, sizeof *s);
    if (!s) return NULL;
    slot **bucket = &scope->slots[slot_bucket(key)];
    *s = (slot){.key = key, .label = key, .next = *bucket};
    *bucket = s;
    return s;
}

attn_scope *attn_scope_new(attn_arena *arena)
{
    attn_scope *scope = attn_alloc(arena, 1, sizeof *scope);
    if (!scope) return NULL;
    scope->arena = arena;
    scope->status = attn_arena_status(arena);
    scope->alike = attn_alike_new(arena);
    return scope->alike ? scope : NULL;
}

void attn_scope_free(attn_scope *scope)
{
    if (!scope) return;
    attn_resize(scope->letters, 0);
    attn_resize(scope->families, 0);
    attn_resize(scope->replacements, 0);
}

void attn_scope_begin(attn_scope *scope, attn_record *record)
{
    scope->replacement_count = 0;
    for (function *f = scope->functions; f; f = f->next) f->told = false;
    attn_scope_restart(scope, record);
}

void attn_scope_restart(attn_scope *scope, attn_record *record)
{
    scope->record = record;
    scope->status = attn_record_status(record);
    attn_record_share(record, attn_share_equal && !scope->derives);
    for (size_t i = 0; i < BUCKETS; i++)
        for (slot *s = scope->slots[i]; s; s = s->next) s->value = s->before = NULL;
    for (size_t i = 0; i < scope->replacement_count; i++) scope->replacements[i].applied = false;
    scope->family_count = 0;
    scope->on_change = NULL;
    scope->on_make = NULL;
    scope->over = false;
    attn_scope_unwind(scope);
}

void attn_scope_retrain(attn_scope *scope)
{
    for (size_t i = 0; i < BUCKETS; i++)
        for (slot *s = scope->slots[i]; s; s = s->next) {
            if (!s->trained || !s->value) continue;
            s->before = s->value;
            s->value = NULL;
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
        scope->letters[i]->bound = scope->letters[i]->runs = false;
    scope->frame = scope->free_frames = NULL;
    scope->calls_deep = scope->expressions_deep = 0;
    scope->statement = NULL;
    scope->keep = NULL;
    scope->kept_call = NULL;
    scope->uses = scope->last_use = NULL;
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
        const attn_letter *letter = scope->letters[i];
        if (letter->bound && !is_among(letter->name, loop_letters, loops))
            attn_text_print(text, ", %s = %ld", letter->name, letter->value);
    }
    if (scope->frame) attn_text_print(text, ", in %s", scope->frame->function->name);
}

void *attn_scope_origin(const attn_scope *scope)
{
    return scope->origin;
}

attn_record *attn_scope_record(const attn_scope *scope)
{
    return scope->record;
}

/* ---- letters and sequences ---- */

attn_letter *attn_scope_letter(const attn_scope *scope, const char *name)
{
    for (size_t i = 0; i < scope->letter_count; i++)
        if (strcmp(scope->letters[i]->name, name) == 0) return scope->letters[i];
    return NULL;
}

bool attn_scope_is_indexed(const attn_scope *scope, const attn_sequence *sequence)
{
    for (size_t i = 0; i < scope->letter_count; i++)
        if (!scope->letters[i]->is_length && scope->letters[i]->sequence == sequence) return true;
    return false;
}

static bool add_letter(attn_scope *scope, const char *name, const attn_sequence *sequence,
                       bool is_length)
{
    const attn_letter *other = attn_scope_letter(scope, name);
    attn_grammar grammar = attn_scope_grammar(scope);
    if (grammar.is_function(scope, name))
        return attn_fail(scope->status, ATTN_INPUT, "%s is a function: choose another letter",
                         name);
    if (other)
        return attn_fail(scope->status, ATTN_INPUT, "%s is %s of %s already: choose another letter",
                         name, other->is_length ? "the length" : "the index",
                         other->sequence->name);
    if (scope->letter_count == MOST_LETTERS)
        return attn_fail(scope->status, ATTN_LIMIT,
                         "a lesson has at most %d index and length letters", MOST_LETTERS);
    attn_letter *letter = attn_alloc(scope->arena, 1, sizeof *letter);
    const char *copy = attn_intern(scope, name, strlen(name));
    if (!letter || !copy ||
        !attn_grow(scope->status, &scope->letters, scope->letter_count, sizeof(attn_letter *)))
        return false;
    *letter = (attn_letter){.name = copy, .sequence = sequence, .is_length = is_length};
    scope->letters[scope->letter_count++] = letter;
    return true;
}

bool attn_scope_add_index(attn_scope *scope, const char *letter, const attn_sequence *sequence)
{
    return add_letter(scope, letter, sequence, false);
}

bool attn_scope_add_length(attn_scope *scope, const char *letter, const attn_sequence *sequence)
{
    return add_letter(scope, letter, sequence, true);
}

attn_sequence *attn_scope_sequence(const attn_scope *scope, const char *name)
{
    const slot *s = attn_slot_find(scope, name);
    return s ? s->sequence : NULL;
}

attn_sequence *attn_scope_add_sequence(attn_scope *scope, const char *name)
{
    attn_sequence *sequence = attn_alloc(scope->arena, 1, sizeof *sequence);
    const char *copy = attn_intern(scope, name, strlen(name));
    slot *s = copy ? attn_slot(scope, copy) : NULL;
    if (!sequence || !s) return NULL;
    sequence->name = copy;
    sequence->place = scope->sequence_count++;
    s->sequence = sequence;
    return sequence;
}
