/*
 * hub_prepare: a text prepared and cut into words by the acts of its tokenizer. Each act reads the
 * words that those before it left, and writes them anew; each byte keeps its place in the text.
 */
#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>
#include <string.h>
#include <utf8proc.h>

#include "core/budget.h"
#include "text/tokenizer/hub.h"

/* ---- patterns ---- */

static void *pattern_memory(PCRE2_SIZE size, void *arena)
{
    return attn_alloc(arena, 1, size ? size : 1);
}

/* The arena gives it back. */
static void pattern_free(void *block, void *arena)
{
    (void)block;
    (void)arena;
}

void *attn_pattern_new(const char *pattern, attn_arena *arena, const char **why)
{
    int error = 0;
    PCRE2_SIZE at = 0;
    PCRE2_UCHAR text[128] = "";
    *why = NULL;
    pcre2_general_context *memory =
        pcre2_general_context_create(pattern_memory, pattern_free, arena);
    pcre2_compile_context *how = memory ? pcre2_compile_context_create(memory) : NULL;
    if (!how) return NULL;
    pcre2_code *code =
        pcre2_compile((PCRE2_SPTR)pattern, PCRE2_ZERO_TERMINATED,
                      PCRE2_UTF | PCRE2_UCP | PCRE2_NEVER_BACKSLASH_C, &error, &at, how);
    if (code || !attn_ok(attn_arena_status(arena))) return code;
    pcre2_get_error_message(error, text, sizeof text);
    *why = attn_print(arena, "%s, at byte %zu", (const char *)text, (size_t)at + 1);
    return NULL;
}

static void *match_memory(PCRE2_SIZE size, void *unused)
{
    (void)unused;
    return attn_resize(NULL, size);
}

static void match_free(void *block, void *unused)
{
    (void)unused;
    if (block) attn_resize(block, 0);
}

bool attn_prepared_new(attn_prepared *prepared, attn_status *status)
{
    enum { MOST_STEPS = 1000000, MOST_DEPTH = 100000, MOST_KIB = 65536 };
    *prepared = (attn_prepared){.text.length = 0};
    pcre2_general_context *memory = pcre2_general_context_create(match_memory, match_free, NULL);
    pcre2_match_context *limits = memory ? pcre2_match_context_create(memory) : NULL;
    if (limits) prepared->match = pcre2_match_data_create(1, memory);
    if (memory) pcre2_general_context_free(memory);
    prepared->limits = limits;
    if (!prepared->match) return attn_no_memory(status, "spelling words");
    pcre2_set_match_limit(limits, MOST_STEPS);
    pcre2_set_depth_limit(limits, MOST_DEPTH);
    pcre2_set_heap_limit(limits, MOST_KIB);
    return true;
}

static void free_traced(attn_traced *traced)
{
    attn_resize(traced->bytes, 0);
    attn_resize(traced->from, 0);
    attn_resize(traced->to, 0);
}

void attn_prepared_free(attn_prepared *prepared)
{
    free_traced(&prepared->text);
    free_traced(&prepared->next);
    free_traced(&prepared->normal);
    attn_resize(prepared->parts, 0);
    attn_resize(prepared->next_parts, 0);
    attn_resize(prepared->codes, 0);
    pcre2_match_data_free(prepared->match);
    pcre2_match_context_free(prepared->limits);
}

/* ---- traced texts ---- */

typedef struct preparing {
    attn_prepared *p;
    const attn_act *act;
    attn_status *status;
    bool first; /* the word at hand is the first of all */
} preparing;

/* Room for so many bytes more of the text that is written. */
static bool make_room(preparing *w, size_t length)
{
    attn_traced *t = &w->p->next;
    const size_t count = t->length + length;
    size_t room = t->room, from_room = t->room, to_room = t->room;
    if (count <= t->room) return true;
    if (!attn_make_room(w->status, &t->bytes, &room, count, sizeof *t->bytes) ||
        !attn_make_room(w->status, &t->from, &from_room, count, sizeof *t->from) ||
        !attn_make_room(w->status, &t->to, &to_room, count, sizeof *t->to))
        return false;
    t->room = room;
    return true;
}

static bool add_traced(preparing *w, const char *bytes, size_t length, uint32_t from, uint32_t to)
{
    attn_traced *t = &w->p->next;
    if (!make_room(w, length)) return false;
    for (size_t i = 0; i < length; i++) {
        t->bytes[t->length] = bytes[i];
        t->from[t->length] = from;
        t->to[t->length++] = to;
    }
    return true;
}

/* Bytes of a text, as they are. */
static bool copy(preparing *w, const attn_traced *from, size_t start, size_t end)
{
    attn_traced *t = &w->p->next;
    const size_t count = end - start;
    if (count == 0) return true;
    if (!make_room(w, count)) return false;
    memcpy(t->bytes + t->length, from->bytes + start, count);
    memcpy(t->from + t->length, from->from + start, count * sizeof *t->from);
    memcpy(t->to + t->length, from->to + start, count * sizeof *t->to);
    t->length += count;
    return true;
}

/* The same of the text at hand. */
static bool keep(preparing *w, size_t start, size_t end)
{
    return copy(w, &w->p->text, start, end);
}

/* Other bytes in the place of some of the text at hand; of none: before or behind it. */
static bool put(preparing *w, const char *bytes, size_t length, size_t start, size_t end)
{
    const attn_traced *t = &w->p->text;
    const uint32_t from = start < t->length ? t->from[start] : t->length ? t->to[t->length - 1] : 0;
    return add_traced(w, bytes, length, from, end > start ? t->to[end - 1] : from);
}

static bool add_part(preparing *w, size_t start, size_t end)
{
    attn_prepared *p = w->p;
    if (end == start) return true;
    if (!attn_make_room(w->status, &p->next_parts, &p->next_room, p->next_count + 1,
                        sizeof *p->next_parts))
        return false;
    p->next_parts[p->next_count++] = (attn_stretch){start, end};
    return true;
}

/* ---- characters, one by one ---- */

static size_t next_letter(const char *bytes, size_t length, uint32_t *code)
{
    const size_t step = attn_utf8_next(bytes, length, code);
    if (step == 0) *code = 0xFFFD;
    return step ? step : 1;
}

static size_t next_code(const attn_traced *t, size_t at, size_t end, uint32_t *code)
{
    return next_letter(t->bytes + at, end - at, code);
}

static bool is_white(uint32_t code)
{
    if (code < 0x80) return code == ' ' || (code >= 9 && code <= 13);
    const utf8proc_category_t category = utf8proc_category((int32_t)code);
    return category == UTF8PROC_CATEGORY_ZS || category == UTF8PROC_CATEGORY_ZL ||
           category == UTF8PROC_CATEGORY_ZP || (code >= 9 && code <= 13) || code == 0x85;
}

static bool is_chinese(uint32_t code)
{
    static const uint32_t blocks[][2] = {{0x4E00, 0x9FFF},   {0x3400, 0x4DBF},   {0x20000, 0x2A6DF},
                                         {0x2A700, 0x2B73F}, {0x2B740, 0x2B81F}, {0x2B920, 0x2CEAF},
                                         {0xF900, 0xFAFF},   {0x2F800, 0x2FA1F}};
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++)
        if (code >= blocks[i][0] && code <= blocks[i][1]) return true;
    return false;
}

static bool is_dropped(attn_dropped dropped, uint32_t code)
{
    const utf8proc_category_t category = utf8proc_category((int32_t)code);
    const bool low = category == UTF8PROC_CATEGORY_MN;
    if (dropped == ATTN_DROPPED_JOINING)
        return utf8proc_get_property((int32_t)code)->combining_class != 0;
    return low || (dropped == ATTN_DROPPED_MARKS &&
                   (category == UTF8PROC_CATEGORY_MC || category == UTF8PROC_CATEGORY_ME));
}

/* A character that BERT's "clean_text" leaves out; white space becomes a blank. */
static bool is_unclean(uint32_t code)
{
    const utf8proc_category_t category = utf8proc_category((int32_t)code);
    if (code == 0 || code == 0xFFFD) return true;
    if (code == '\t' || code == '\n' || code == '\r') return false;
    return category == UTF8PROC_CATEGORY_CC || category == UTF8PROC_CATEGORY_CF ||
           category == UTF8PROC_CATEGORY_CN || category == UTF8PROC_CATEGORY_CO;
}

static bool put_lower(preparing *w, size_t at, size_t end, uint32_t code)
{
    enum { CAPITAL_I_DOT = 0x130 };
    attn_text lower = {0};
    const char byte = w->p->text.bytes[at];
    const char small = (char)(byte >= 'A' && byte <= 'Z' ? byte - 'A' + 'a' : byte);
    if ((unsigned char)byte < 0x80) return put(w, &small, 1, at, end);
    if (code == CAPITAL_I_DOT)
        attn_text_add(&lower, "i\u0307");
    else
        attn_text_add_lower(&lower, w->p->text.bytes + at, end - at);
    const bool done = lower.failed ? attn_no_memory(w->status, "spelling words")
                                   : put(w, attn_text_string(&lower), lower.length, at, end);
    attn_text_free(&lower);
    return done;
}

static bool put_letter(preparing *w, size_t at, size_t end, uint32_t code)
{
    switch (w->act->kind) {
    case ATTN_ACT_LOWER:
        return put_lower(w, at, end, code);
    case ATTN_ACT_DROP:
        return is_dropped(w->act->dropped, code) || keep(w, at, end);
    case ATTN_ACT_CLEAN:
        if (is_white(code) && !(code == 0x85)) return put(w, " ", 1, at, end);
        return is_unclean(code) || keep(w, at, end);
    case ATTN_ACT_SPACE_SIGNS:
        if (!is_chinese(code)) return keep(w, at, end);
        return put(w, " ", 1, at, at) && keep(w, at, end) && put(w, " ", 1, end, end);
    case ATTN_ACT_FORM:
    case ATTN_ACT_CHARSMAP:
    case ATTN_ACT_STRIP:
    case ATTN_ACT_REPLACE:
    case ATTN_ACT_PREPEND:
    case ATTN_ACT_BYTES:
    case ATTN_ACT_CUT:
        break;
    }
    return keep(w, at, end);
}

static bool each_letter(preparing *w, attn_stretch part)
{
    for (size_t at = part.start, step; at < part.end; at += step) {
        uint32_t code;
        step = next_code(&w->p->text, at, part.end, &code);
        if (!put_letter(w, at, at + step, code)) return false;
    }
    return true;
}

/* ---- acts on a word ---- */

/* Whether a normal form may join this character to the one before it. */
static bool joins(uint32_t code)
{
    const utf8proc_category_t category = utf8proc_category((int32_t)code);
    return category == UTF8PROC_CATEGORY_MN || category == UTF8PROC_CATEGORY_MC ||
           category == UTF8PROC_CATEGORY_ME || (code >= 0x1160 && code <= 0x11FF);
}

static bool put_form(preparing *w, size_t start, size_t end)
{
    enum { MOST_BYTES = 512 };
    attn_prepared *p = w->p;
    const utf8proc_option_t form = (utf8proc_option_t)w->act->form;
    const utf8proc_uint8_t *bytes = (const utf8proc_uint8_t *)p->text.bytes + start;
    const utf8proc_ssize_t length = (utf8proc_ssize_t)(end - start);
    if (end - start == 1) return keep(w, start, end);
    if (end - start > MOST_BYTES)
        return attn_fail(w->status, ATTN_LIMIT, "a letter has marks of more than %d bytes",
                         MOST_BYTES);
    utf8proc_ssize_t count = utf8proc_decompose(bytes, length, NULL, 0, form);
    if (count < 0) return keep(w, start, end);
    if (!attn_make_room(w->status, &p->codes, &p->code_room, (size_t)count + 1, sizeof *p->codes))
        return false;
    utf8proc_decompose(bytes, length, p->codes, count, form);
    count = utf8proc_reencode(p->codes, count, form);
    return put(w, (const char *)p->codes, (size_t)count, start, end);
}

/* A letter with its marks at a time. */
static bool form(preparing *w, attn_stretch part)
{
    size_t start = part.start;
    for (size_t at = part.start, step; at < part.end; at += step) {
        uint32_t code;
        step = next_code(&w->p->text, at, part.end, &code);
        if (at == start || joins(code)) continue;
        if (!put_form(w, start, at)) return false;
        start = at;
    }
    return start == part.end || put_form(w, start, part.end);
}

/* What the table has for a letter with its marks, if these are short; else for each character. */
static bool put_mapped(preparing *w, size_t start, size_t end)
{
    enum { SHORT = 5 };
    const char *bytes = w->p->text.bytes;
    uint32_t code;
    if (end - start <= SHORT) {
        const attn_span all =
            attn_charsmap_find(w->act->map, (attn_span){bytes + start, end - start}, NULL);
        if (all.bytes) return put(w, all.bytes, all.length, start, end);
    }
    for (size_t at = start, step; at < end; at += step) {
        step = next_code(&w->p->text, at, end, &code);
        const attn_span one = attn_charsmap_find(w->act->map, (attn_span){bytes + at, step}, NULL);
        if (!(one.bytes ? put(w, one.bytes, one.length, at, at + step) : keep(w, at, at + step)))
            return false;
    }
    return true;
}

/* What the table has for the longest keys, from left to right. */
static bool map_longest(preparing *w, attn_stretch part)
{
    size_t kept = part.start;
    uint32_t code;
    for (size_t at = part.start, step; at < part.end; at += step) {
        const attn_span rest = {w->p->text.bytes + at, part.end - at};
        step = attn_trie_longest(w->act->spared, rest.bytes, rest.length, &code);
        if (step) continue;
        const attn_span found = attn_charsmap_find(w->act->map, rest, &step);
        if (!found.bytes) step = next_code(&w->p->text, at, part.end, &code);
        if (!found.bytes) continue;
        if (!keep(w, kept, at) || !put(w, found.bytes, found.length, at, at + step)) return false;
        kept = at + step;
    }
    return keep(w, kept, part.end);
}

static bool map_letters(preparing *w, attn_stretch part)
{
    if (w->act->longest) return map_longest(w, part);
    utf8proc_int32_t state = 0;
    size_t start = part.start;
    uint32_t code, before = 0;
    for (size_t at = part.start, step; at < part.end; at += step, before = code) {
        step = next_code(&w->p->text, at, part.end, &code);
        if (at == start ||
            !utf8proc_grapheme_break_stateful((int32_t)before, (int32_t)code, &state))
            continue;
        if (!put_mapped(w, start, at)) return false;
        start = at;
    }
    return start == part.end || put_mapped(w, start, part.end);
}

attn_span attn_trimmed(attn_span text, bool left, bool right)
{
    size_t start = text.length, end = 0;
    if (!left && !right) return text;
    for (size_t at = 0, step; at < text.length; at += step) {
        uint32_t code;
        step = next_letter(text.bytes + at, text.length - at, &code);
        if (is_white(code)) continue;
        if (start == text.length) start = at;
        end = at + step;
    }
    if (!left) start = 0;
    if (!right) end = text.length;
    return (attn_span){text.bytes + start, end > start ? end - start : 0};
}

/* Without blanks at its ends, and without ▁ at the last one. */
static bool strip_blanks(preparing *w, attn_stretch part)
{
    static const char sign[] = "▁";
    const size_t wide = sizeof sign - 1;
    const char *bytes = w->p->text.bytes;
    while (part.start < part.end && bytes[part.start] == ' ') part.start++;
    for (bool ends = false; !ends && part.start < part.end;) {
        ends = true;
        if (bytes[part.end - 1] == ' ')
            part.end -= 1, ends = false;
        else if (part.end - part.start >= wide && memcmp(bytes + part.end - wide, sign, wide) == 0)
            part.end -= wide, ends = false;
    }
    return keep(w, part.start, part.end);
}

static bool strip(preparing *w, attn_stretch part)
{
    if (w->act->blanks) return strip_blanks(w, part);
    const char *bytes = w->p->text.bytes;
    const attn_span all = {bytes + part.start, part.end - part.start};
    const attn_span kept = attn_trimmed(all, w->act->left, w->act->right);
    const size_t start = (size_t)(kept.bytes - bytes);
    return keep(w, start, start + kept.length);
}

/* ---- what stands beside a mark ---- */

static bool is_letter(uint32_t code)
{
    enum { JOINS_NOT = 0x200C, JOINS = 0x200D };
    const utf8proc_category_t category = utf8proc_category((int32_t)code);
    return (category >= UTF8PROC_CATEGORY_LU && category <= UTF8PROC_CATEGORY_NL) ||
           category == UTF8PROC_CATEGORY_PC || code == JOINS_NOT || code == JOINS;
}

bool attn_letter_stands(attn_span text, size_t at)
{
    uint32_t code;
    if (at >= text.length) return false;
    next_letter(text.bytes + at, text.length - at, &code);
    return is_letter(code);
}

bool attn_letter_ends(attn_span text, size_t at)
{
    size_t start = at;
    while (start > 0 && at - start < 4) {
        start--;
        if (((unsigned char)text.bytes[start] & 0xC0) != 0x80) break;
    }
    return start < at && attn_letter_stands(text, start);
}

static bool prepend(preparing *w, attn_stretch part)
{
    const char *text = w->act->text;
    const size_t length = strlen(text);
    const bool begins = !w->act->always && part.end - part.start >= length &&
                        memcmp(w->p->text.bytes + part.start, text, length) == 0;
    if (!begins && (!w->act->first || w->first) && !put(w, text, length, part.start, part.start))
        return false;
    return keep(w, part.start, part.end);
}

/* Whether a byte can be seen, and stands for itself. */
static bool is_seen(unsigned byte)
{
    return (byte >= '!' && byte <= '~') || (byte >= 0xA1 && byte <= 0xAC) || byte >= 0xAE;
}

/* The letter that stands for a byte: itself if it can be seen, else one from U+0100 on, in the
 * order of those bytes. */
static uint32_t byte_letter(unsigned byte)
{
    enum { HIDDEN = 0x100, BLANKS = 0x21, DELETE = 0x7F, MIDDLE = 0xA1, SOFT = 0xAD };
    if (is_seen(byte)) return byte;
    if (byte < BLANKS) return HIDDEN + byte;
    return byte == SOFT ? HIDDEN + BLANKS + MIDDLE - DELETE : HIDDEN + BLANKS + byte - DELETE;
}

int attn_letter_byte(uint32_t letter)
{
    for (unsigned byte = 0; byte < 256; byte++)
        if (byte_letter(byte) == letter) return (int)byte;
    return -1;
}

static bool write_bytes(preparing *w, attn_stretch part)
{
    for (size_t at = part.start; at < part.end; at++) {
        utf8proc_uint8_t letter[4];
        const uint32_t code = byte_letter((unsigned char)w->p->text.bytes[at]);
        const utf8proc_ssize_t length = utf8proc_encode_char((int32_t)code, letter);
        if (!put(w, (const char *)letter, (size_t)length, at, at + 1)) return false;
    }
    return true;
}

/* ---- patterns at work ---- */

/* The next place that fits the pattern, from `at` on; false: there is none, or on failure. */
static bool find_match(preparing *w, attn_stretch part, size_t at, bool checked,
                       attn_stretch *found)
{
    const attn_prepared *p = w->p;
    const PCRE2_SPTR subject = (PCRE2_SPTR)p->text.bytes + part.start;
    if (at >= part.end) return false;
    const int got = pcre2_match(w->act->pattern, subject, part.end - part.start, at - part.start,
                                checked ? PCRE2_NO_UTF_CHECK : 0, p->match, p->limits);
    if (got == PCRE2_ERROR_NOMATCH) return false;
    if (got < 0)
        return attn_fail(w->status, got == PCRE2_ERROR_NOMEMORY ? ATTN_MEMORY : ATTN_LIMIT,
                         "the tokenizer's pattern takes too long for this text");
    const PCRE2_SIZE *ends = pcre2_get_ovector_pointer(p->match);
    *found = (attn_stretch){part.start + ends[0], part.start + ends[1]};
    return true;
}

/* Behind what was found, and past one character where that was empty. */
static size_t behind(const preparing *w, attn_stretch part, attn_stretch found)
{
    uint32_t code;
    if (found.end > found.start || found.end >= part.end) return found.end;
    return found.end + next_code(&w->p->text, found.end, part.end, &code);
}

static bool replace(preparing *w, attn_stretch part)
{
    attn_stretch found;
    size_t kept = part.start, at = part.start;
    for (; find_match(w, part, at, at > part.start, &found); at = behind(w, part, found)) {
        if (found.end == found.start) continue;
        if (!keep(w, kept, found.start) ||
            !put(w, w->act->text, strlen(w->act->text), found.start, found.end))
            return false;
        kept = found.end;
    }
    return attn_ok(w->status) && keep(w, kept, part.end);
}

typedef struct cutting { /* a word that is being cut */
    size_t open;         /* where the part that is not closed yet begins */
    size_t at;           /* behind the last piece */
    bool met;            /* the last piece was one that is meant */
} cutting;

/* A piece of the word, up to `end`: one that is meant, or what lies between. */
static bool cut_piece(preparing *w, cutting *c, size_t end, bool meant)
{
    const size_t start = c->at;
    bool done = true;
    if (end == start) return true;
    switch (w->act->cut) {
    case ATTN_CUT_REMOVED:
        done = meant || add_part(w, start, end);
        c->open = end;
        break;
    case ATTN_CUT_ISOLATED:
        done = add_part(w, start, end);
        c->open = end;
        break;
    case ATTN_CUT_PREVIOUS:
        done = !meant || add_part(w, c->open, end);
        if (meant) c->open = end;
        break;
    case ATTN_CUT_NEXT:
        done = !meant || add_part(w, c->open, start);
        if (meant) c->open = start;
        break;
    case ATTN_CUT_CONTIGUOUS:
        if (meant != c->met) done = add_part(w, c->open, start);
        if (meant != c->met) c->open = start;
        break;
    }
    c->met = meant;
    c->at = end;
    return done;
}

static bool cut(preparing *w, attn_stretch part)
{
    const bool inverted = w->act->inverted;
    cutting c = {.open = part.start, .at = part.start};
    attn_stretch found;
    for (size_t at = part.start; find_match(w, part, at, at > part.start, &found);
         at = behind(w, part, found))
        if (!cut_piece(w, &c, found.start, inverted) || !cut_piece(w, &c, found.end, !inverted))
            return false;
    return attn_ok(w->status) && cut_piece(w, &c, part.end, inverted) &&
           add_part(w, c.open, part.end);
}

/* ---- all acts ---- */

static bool (*const workers[])(preparing *w, attn_stretch part) = {
    [ATTN_ACT_FORM] = form,
    [ATTN_ACT_LOWER] = each_letter,
    [ATTN_ACT_CHARSMAP] = map_letters,
    [ATTN_ACT_DROP] = each_letter,
    [ATTN_ACT_CLEAN] = each_letter,
    [ATTN_ACT_SPACE_SIGNS] = each_letter,
    [ATTN_ACT_STRIP] = strip,
    [ATTN_ACT_REPLACE] = replace,
    [ATTN_ACT_PREPEND] = prepend,
    [ATTN_ACT_BYTES] = write_bytes,
    [ATTN_ACT_CUT] = cut,
};

/* What was written becomes what is read. */
static void take_next(attn_prepared *p, bool bytes)
{
    const attn_prepared old = *p;
    if (bytes) {
        p->text = old.next;
        p->next = old.text;
    }
    p->parts = old.next_parts;
    p->part_count = old.next_count;
    p->part_room = old.next_room;
    p->next_parts = old.parts;
    p->next_room = old.part_room;
}

/* One act on all words; a cut leaves the bytes where they are. */
static bool act(preparing *w)
{
    attn_prepared *p = w->p;
    const bool cuts = w->act->kind == ATTN_ACT_CUT;
    p->next.length = p->next_count = 0;
    for (size_t i = 0; i < p->part_count; i++) {
        const size_t start = p->next.length;
        const bool first = w->first;
        w->first = first && i == 0;
        if (!workers[w->act->kind](w, p->parts[i])) return false;
        w->first = first;
        if (!cuts && !add_part(w, start, p->next.length)) return false;
    }
    take_next(p, !cuts);
    return true;
}

/* All from the first to the last of these acts, on one word. */
static bool act_all(preparing *w, const attn_hub *hub, size_t first, size_t end)
{
    attn_prepared *p = w->p;
    if (!add_part(w, 0, p->next.length)) return false;
    take_next(p, true);
    for (size_t i = first; i < end; i++) {
        w->act = &hub->acts[i];
        if (!act(w)) return false;
    }
    return true;
}

bool attn_prepare(attn_prepared *prepared, const attn_hub *hub, attn_span text, size_t offset,
                  attn_status *status)
{
    preparing w = {.p = prepared, .status = status, .first = offset == 0};
    const uint64_t work = text.length * (uint64_t)ATTN_COST_NUMBER * (hub->act_count + 1);
    if (text.length >= UINT32_MAX - offset)
        return attn_fail(status, ATTN_LIMIT, "a text that is spelled has less than 4 GiB");
    if (!attn_spend(status, work)) return attn_fail_work(status, work, "spelling the words");
    prepared->next.length = prepared->next_count = 0;
    if (!make_room(&w, text.length)) return false;
    attn_traced *t = &prepared->next;
    for (size_t i = 0; i < text.length; i++, t->length++) {
        t->bytes[i] = text.bytes[i];
        t->from[i] = (uint32_t)(offset + i);
        t->to[i] = t->from[i] + 1;
    }
    if (!act_all(&w, hub, 0, hub->normalizer_count)) return false;
    const attn_traced normal = prepared->text;
    prepared->text = prepared->normal;
    prepared->normal = normal;
    return true;
}

bool attn_prepare_words(attn_prepared *prepared, const attn_hub *hub, attn_stretch stretch,
                        attn_status *status)
{
    const attn_traced *t = &prepared->normal;
    preparing w = {.p = prepared, .status = status};
    w.first = stretch.start < stretch.end && t->from[stretch.start] == 0;
    prepared->next.length = prepared->next_count = 0;
    return copy(&w, t, stretch.start, stretch.end) &&
           act_all(&w, hub, hub->normalizer_count, hub->act_count);
}
