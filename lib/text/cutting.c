/*
 * cutting: words by rules. Letters, digits and marks make runs; runs joined by apostrophes and
 * hyphens make a chain. English and French cut a tail of words that lean on the one before (found
 * from the end) off a chain, and French also cuts off elided words at its head.
 */
#include "text/cutting.h"

#include <string.h>
#include <utf8proc.h>

bool attn_language_named(const char *name, attn_language *language)
{
    static const char *const names[ATTN_LANGUAGE_COUNT] = {"none", "en", "fr"};
    for (size_t i = 0; i < ATTN_LANGUAGE_COUNT; i++) {
        if (strcmp(names[i], name) != 0) continue;
        *language = (attn_language)i;
        return true;
    }
    return false;
}

/* ---- characters ---- */

typedef enum class {
    SPACE,
    LETTER, /* letters, digits, marks, joiners of letters */
    HAN,    /* ideographs: each is a word */
    OTHER
} class;

typedef struct glyph {
    uint32_t code;
    size_t width; /* 0: the text ends here */
    class is;
    bool digit, mark;
} glyph;

enum { NON_JOINER = 0x200C, JOINER = 0x200D, FLAG = 0x1F1E6, LAST_FLAG = 0x1F1FF };

static class class_of(uint32_t code, utf8proc_category_t category)
{
    if (attn_text_is_space(code)) return SPACE;
    if (attn_text_is_ideograph(code)) return HAN;
    const bool letters = category >= UTF8PROC_CATEGORY_LU && category <= UTF8PROC_CATEGORY_NO;
    return letters || code == NON_JOINER || code == JOINER ? LETTER : OTHER;
}

/* Most characters of most texts, without asking the tables of Unicode. */
static glyph ascii(unsigned char c)
{
    const bool digit = c >= '0' && c <= '9', letter = (c | 0x20) >= 'a' && (c | 0x20) <= 'z',
               space = c == ' ' || (c >= '\t' && c <= '\r');
    return (glyph){.code = c,
                   .width = 1,
                   .is = digit || letter ? LETTER
                         : space         ? SPACE
                                         : OTHER,
                   .digit = digit};
}

static glyph glyph_at(const attn_cutting *w, size_t at)
{
    glyph g = {.width = 0, .is = SPACE};
    if (at >= w->text.length) return g;
    if ((unsigned char)w->text.bytes[at] < 0x80) return ascii((unsigned char)w->text.bytes[at]);
    g.width = attn_utf8_next(w->text.bytes + at, w->text.length - at, &g.code);
    if (g.width == 0) return (glyph){.width = 1, .is = OTHER};
    const utf8proc_category_t category = utf8proc_category((int32_t)g.code);
    g.is = class_of(g.code, category);
    g.digit =
        g.is == LETTER && category >= UTF8PROC_CATEGORY_ND && category <= UTF8PROC_CATEGORY_NO;
    g.mark = category >= UTF8PROC_CATEGORY_MN && category <= UTF8PROC_CATEGORY_ME;
    return g;
}

static glyph glyph_before(const attn_cutting *w, size_t at)
{
    size_t from = at;
    if (at == 0) return (glyph){.width = 0, .is = SPACE};
    do from--;
    while (from > 0 && ((unsigned char)w->text.bytes[from] & 0xC0u) == 0x80u);
    return glyph_at(w, from);
}

static bool is_apostrophe(uint32_t code)
{
    return code == '\'' || code == 0x2019;
}

static bool is_hyphen(uint32_t code)
{
    return code == '-' || code == 0x2010 || code == 0x2011;
}

/* ---- runs and chains ---- */

/* The end of a run whose first character is a letter. A point or comma between digits belongs to
 * it. */
static size_t run_end(const attn_cutting *w, size_t at)
{
    bool digit = false;
    for (;;) {
        const glyph g = glyph_at(w, at);
        const bool within = digit && (g.code == '.' || g.code == ',') && glyph_at(w, at + 1).digit;
        if (g.width == 0 || (g.is != LETTER && !within)) return at;
        digit = g.digit;
        at += g.width;
    }
}

/* Width of an apostrophe or a hyphen that a letter follows; else 0. */
static size_t link_width(const attn_cutting *w, size_t at)
{
    const glyph g = glyph_at(w, at);
    const bool links = g.width && (is_apostrophe(g.code) || is_hyphen(g.code));
    return links && glyph_at(w, at + g.width).is == LETTER ? g.width : 0;
}

/* `at`: at a letter, or at a link. */
static size_t chain_end(const attn_cutting *w, size_t at)
{
    if (!link_width(w, at)) at = run_end(w, at);
    for (size_t width; (width = link_width(w, at)) != 0;) at = run_end(w, at + width);
    return at;
}

/* ---- what words are cut off ---- */

static const char *const english_tails[] = {"s", "re", "ve", "ll", "d", "m", NULL};
static const char *const french_tails[] = {
    "je",  "tu", "il", "elle", "on",  "nous", "vous", "ils", "elles", "ce", "moi",
    "toi", "le", "la", "les",  "lui", "leur", "y",    "en",  "là",    "ci", NULL};
/* before en and y: -t'en */
static const char *const french_elided_tails[] = {"t", "m", "l", NULL};
static const char *const french_after_elided[] = {"en", "y", NULL};
static const char *const french_heads[] = {"jusqu", "lorsqu", "puisqu", "quoiqu", "qu", "l", "d",
                                           "j",     "m",      "t",      "s",      "c",  "n", NULL};

/* Whether bytes are this word in small letters or capitals: ASCII, and à. */
static bool is_word(attn_span bytes, const char *word)
{
    if (bytes.length != strlen(word)) return false;
    for (size_t i = 0; i < bytes.length; i++) {
        const char small = word[i], c = bytes.bytes[i];
        const bool capital = (small >= 'a' && small <= 'z' && c == small - 'a' + 'A') ||
                             (small == '\xA0' && c == '\x80'); /* à, À behind their first byte */
        if (c != small && !capital) return false;
    }
    return true;
}

static bool is_among(attn_span bytes, const char *const *list)
{
    for (; *list; list++)
        if (is_word(bytes, *list)) return true;
    return false;
}

/* The last segment of a chain that ends at `end` and begins no earlier than `from`: its bytes, and
 * where its link begins; `end` if it has none. */
static attn_span last_segment(const attn_cutting *w, size_t from, size_t end, size_t *link)
{
    for (size_t at = end; at > from;) {
        const glyph g = glyph_before(w, at);
        if (is_apostrophe(g.code) || is_hyphen(g.code)) {
            *link = at - g.width;
            return (attn_span){w->text.bytes + at, end - at};
        }
        at -= g.width;
    }
    *link = end; /* the head of the chain leans on nothing */
    return (attn_span){w->text.bytes + from, end - from};
}

/* Where the last word of a chain from..end begins, if it leans on the one before; else `end`. */
static size_t english_tail(const attn_cutting *w, size_t from, size_t end)
{
    size_t link, before;
    const attn_span last = last_segment(w, from, end, &link);
    if (link == end || !is_apostrophe(glyph_at(w, link).code)) return end;
    if (is_among(last, english_tails)) return link;
    const attn_span n = last_segment(w, from, link, &before);
    const bool negates =
        is_word(last, "t") && n.length > 0 && is_word((attn_span){n.bytes + n.length - 1, 1}, "n");
    /* the n follows a letter, or begins the chain */
    return negates && (n.length > 1 || before == link) ? link - 1 : end;
}

static size_t french_tail(const attn_cutting *w, size_t from, size_t end)
{
    size_t link, before;
    const attn_span last = last_segment(w, from, end, &link);
    if (link == end) return end;
    const attn_span other = last_segment(w, from, link, &before);
    const bool hyphen = is_hyphen(glyph_at(w, link).code),
               joined = before != link && is_hyphen(glyph_at(w, before).code);
    if (!hyphen)
        return joined && is_among(last, french_after_elided) && is_among(other, french_elided_tails)
                   ? before
                   : end;
    if (!is_among(last, french_tails)) return end;
    return joined && is_word(other, "t") ? before : link;
}

static size_t tail_start(const attn_cutting *w, size_t from, size_t end)
{
    switch (w->language) {
    case ATTN_LANGUAGE_ENGLISH:
        return english_tail(w, from, end);
    case ATTN_LANGUAGE_FRENCH:
        return french_tail(w, from, end);
    case ATTN_LANGUAGE_NONE:
        break;
    }
    return end;
}

/* Where the tail of a chain begins; at `from` only if a letter stands before the chain. */
static size_t core_end(const attn_cutting *w, size_t from, size_t end)
{
    const size_t least = glyph_before(w, from).is == LETTER ? from : from + 1;
    for (size_t start; (start = tail_start(w, from, end)) < end && start >= least;) end = start;
    return end;
}

/* The end of a run of letters within a tail. */
static size_t segment_end(const attn_cutting *w, size_t at)
{
    while (at < w->tail && !link_width(w, at)) at += glyph_at(w, at).width;
    return at;
}

static size_t english_tail_end(const attn_cutting *w, size_t at)
{
    const size_t width = link_width(w, at);
    if (width == 0) return at + 1 + link_width(w, at + 1) + 1; /* n't */
    const size_t end = segment_end(w, at + width);
    const attn_span segment = {w->text.bytes + at + width, end - at - width};
    return is_among(segment, english_tails) ? end : end - 1; /* the n of n't behind it */
}

static size_t french_tail_end(const attn_cutting *w, size_t at)
{
    const size_t from = at + link_width(w, at), end = segment_end(w, from);
    const attn_span segment = {w->text.bytes + from, end - from};
    return is_among(segment, french_tails) ? end : segment_end(w, end + link_width(w, end));
}

static size_t tail_word_end(const attn_cutting *w, size_t at)
{
    return w->language == ATTN_LANGUAGE_ENGLISH ? english_tail_end(w, at) : french_tail_end(w, at);
}

/* The end of an elided word (l', qu') before a letter at the head of a chain; `at` if there is
 * none.
 */
static size_t elision_end(const attn_cutting *w, size_t at)
{
    enum { LONGEST = 6 };
    if (w->language != ATTN_LANGUAGE_FRENCH) return at;
    size_t end = at;
    while (end < w->text.length && end - at <= LONGEST &&
           ((unsigned char)w->text.bytes[end] | 0x20) >= 'a' &&
           ((unsigned char)w->text.bytes[end] | 0x20) <= 'z')
        end++;
    const size_t width = link_width(w, end);
    const bool elided = width && is_apostrophe(glyph_at(w, end).code) &&
                        is_among((attn_span){w->text.bytes + at, end - at}, french_heads);
    return elided ? end + width : at;
}

/* ---- the words ---- */

static size_t skip_marks(const attn_cutting *w, size_t at)
{
    for (glyph g; (g = glyph_at(w, at)).mark;) at += g.width;
    return at;
}

/* What continues an emoji: marks, joiners, colours of skin, tags. */
static bool goes_with(glyph g)
{
    return g.mark || g.code == JOINER || (g.code >= 0x1F3FB && g.code <= 0x1F3FF) ||
           (g.code >= 0xE0020 && g.code <= 0xE007F);
}

static size_t sign_end(const attn_cutting *w, size_t at)
{
    glyph before = glyph_at(w, at), g;
    const bool flag = before.code >= FLAG && before.code <= LAST_FLAG;
    at += before.width;
    g = glyph_at(w, at);
    if (flag && g.code >= FLAG && g.code <= LAST_FLAG) return at + g.width;
    if ((before.code == '.' || before.code == '-') && g.code == before.code) {
        while (glyph_at(w, at).code == before.code && at < w->text.length) at++;
        return at;
    }
    for (; g.width && (goes_with(g) || (before.code == JOINER && g.is == OTHER));
         at += before.width, g = glyph_at(w, at))
        before = g;
    return at;
}

/* The end of the first word of a chain that begins with a letter, or with a link behind one. */
static size_t chain_word_end(attn_cutting *w, size_t at)
{
    const size_t elided = elision_end(w, at);
    if (elided > at) return elided;
    const size_t end = chain_end(w, at), core = core_end(w, at, end);
    if (core < end) w->tail = end;
    return core > at ? core : tail_word_end(w, at);
}

static size_t word_end(attn_cutting *w, size_t at)
{
    const glyph g = glyph_at(w, at);
    if (w->tail) return tail_word_end(w, at);
    if (g.is == LETTER) return chain_word_end(w, at);
    if (g.is == HAN) return skip_marks(w, at + g.width);
    if (link_width(w, at) && glyph_before(w, at).is == LETTER) {
        /* behind a sign with a mark, as an emoji has one */
        const size_t end = chain_end(w, at);
        if (core_end(w, at, end) == at) w->tail = end;
    }
    return w->tail ? tail_word_end(w, at) : sign_end(w, at);
}

bool attn_words_next(attn_cutting *words, attn_span *word)
{
    glyph g;
    while ((g = glyph_at(words, words->at)).width && g.is == SPACE) words->at += g.width;
    if (g.width == 0) return false;
    const size_t from = words->at;
    words->at = word_end(words, from);
    if (words->at == words->tail) words->tail = 0;
    *word = (attn_span){words->text.bytes + from, words->at - from};
    return true;
}

bool attn_sentence_next(attn_cutting *words, attn_span *word)
{
    const attn_span text = words->text;
    size_t from, end;
    if (words->language == ATTN_LANGUAGE_NONE) {
        if (!attn_text_word(text.bytes, text.length, &words->at, &from, &end)) return false;
        *word = (attn_span){text.bytes + from, end - from};
        return true;
    }
    if (!attn_words_next(words, word)) return false;
    from = (size_t)(word->bytes - text.bytes);
    end = word->bytes[0] == '<' ? from + attn_text_mark(word->bytes, text.length - from) : from;
    if (end > words->at) *word = (attn_span){word->bytes, (words->at = end) - from};
    return true;
}

/* ---- the same as a regular expression ---- */

#define HAN                                                                                        \
    "[\u2E80-\u2FDF\u3005\u3007\u3021-\u3029\u3038-\u303B\u3400-\u4DBF\u4E00-\u9FFF\uF900-\uFAFF"  \
    "\U00020000-\U0003FFFD]"
#define NO_SPACE                                                                                   \
    "[^\\t-\\r \xC2\x85\u00A0\u061C\u1680\u2000-\u200B\u200E\u200F\u2028-\u202F\u205F\u2066-"      \
    "\u2069\u3000\uFEFF]"
#define LETTERS "[\\p{L}\\p{M}\\p{N}\u200C\u200D]"
#define ONE "(?!" HAN ")" LETTERS
#define IN_RUN "(?:" ONE "|(?<=\\p{N})[.,](?=(?!" HAN ")\\p{N}))"
#define APOSTROPHE "['\u2019]"
#define HYPHEN "[-\u2010\u2011]"
#define LINK "['\u2019\u2010\u2011-]"
#define CHAIN_ENDS "(?!" IN_RUN "|" LINK ONE ")"
#define CHAIN(each, ending) ONE IN_RUN each "(?:" LINK ONE IN_RUN each ")" each ending
#define SIGN                                                                                       \
    "[\U0001F1E6-\U0001F1FF]{2}|\\.{2,}|-{2,}|" HAN "\\p{M}*|" NO_SPACE                            \
    "(?:[\\p{M}\u200D\U0001F3FB-\U0001F3FF\U000E0020-\U000E007F]|(?<=\u200D)(?!" LETTERS "|" HAN   \
    ")" NO_SPACE ")*"

static void add_letters(const char *word, attn_text *pattern)
{
    for (; *word; word++) {
        if (*word >= 'a' && *word <= 'z')
            attn_text_print(pattern, "[%c%c]", *word, *word - 'a' + 'A');
        else if (strncmp(word, "à", strlen("à")) == 0)
            attn_text_add(pattern, "[àÀ]"), word++;
    }
}

static void add_list(const char *const *list, attn_text *pattern)
{
    attn_text_add(pattern, "(?:");
    for (size_t i = 0; list[i]; i++) {
        attn_text_add(pattern, i ? "|" : "");
        add_letters(list[i], pattern);
    }
    attn_text_add(pattern, ")");
}

static void add_tail(attn_language language, attn_text *pattern)
{
    if (language == ATTN_LANGUAGE_ENGLISH) {
        attn_text_add(pattern, "(?:[nN]" APOSTROPHE "[tT]|" APOSTROPHE);
        add_list(english_tails, pattern);
    } else {
        attn_text_add(pattern, "(?:" HYPHEN "(?:[tT]" HYPHEN ")?");
        add_list(french_tails, pattern);
        attn_text_add(pattern, "|" HYPHEN);
        add_list(french_elided_tails, pattern);
        attn_text_add(pattern, APOSTROPHE);
        add_list(french_after_elided, pattern);
    }
    attn_text_add(pattern, ")");
}

static void add_ending(attn_language language, attn_text *pattern)
{
    attn_text_add(pattern, "(?=");
    add_tail(language, pattern);
    attn_text_add(pattern, "*" CHAIN_ENDS ")");
}

void attn_words_add_pattern(attn_language language, attn_text *pattern)
{
    if (language == ATTN_LANGUAGE_NONE) {
        attn_text_add(pattern, CHAIN("*", "|" SIGN));
        return;
    }
    attn_text_add(pattern, "(?<=" LETTERS ")(?<!" HAN ")");
    add_tail(language, pattern);
    add_ending(language, pattern);
    if (language == ATTN_LANGUAGE_FRENCH) {
        attn_text_add(pattern, "|");
        add_list(french_heads, pattern);
        attn_text_add(pattern, APOSTROPHE "(?=" ONE ")");
    }
    attn_text_add(pattern, "|" CHAIN("*?", ""));
    add_ending(language, pattern);
    attn_text_add(pattern, "|" SIGN);
}

/* ---- capitals ---- */

attn_capitals attn_capitals_of(attn_span word)
{
    size_t letters = 0, capitals = 0;
    bool first = false;
    for (size_t at = 0, step; at < word.length; at += step ? step : 1) {
        uint32_t code = 0;
        step = attn_utf8_next(word.bytes + at, word.length - at, &code);
        const utf8proc_category_t category = utf8proc_category((int32_t)(step ? code : 0));
        const bool capital = category == UTF8PROC_CATEGORY_LU || category == UTF8PROC_CATEGORY_LT;
        if (capital && letters == 0) first = true;
        letters += category >= UTF8PROC_CATEGORY_LU && category <= UTF8PROC_CATEGORY_LO;
        capitals += capital;
    }
    if (capitals == letters && letters > 1) return ATTN_CAPITALS_ALL;
    return first && capitals == 1 ? ATTN_CAPITALS_FIRST : ATTN_CAPITALS_NONE;
}

/* ---- the way back ---- */

static uint32_t first_code(const char *word, size_t *width)
{
    uint32_t code = 0;
    *width = attn_utf8_next(word, strlen(word), &code);
    return code;
}

/* -t-il, 's, n't: whole words that cutting makes. */
static bool leans_back(const attn_joined *to, const char *word)
{
    size_t width;
    const uint32_t code = first_code(word, &width);
    if (to->language == ATTN_LANGUAGE_FRENCH)
        return is_hyphen(code) && strlen(word) > width && word[width] != '-';
    if (to->language != ATTN_LANGUAGE_ENGLISH) return false;
    const size_t length = strlen(word);
    if (is_apostrophe(code))
        return is_among((attn_span){word + width, length - width}, english_tails);
    return is_word((attn_span){word, length}, "n't") ||
           is_word((attn_span){word, length}, "n\u2019t");
}

static bool is_elided(const attn_joined *to, const char *word)
{
    const attn_cutting w = {.text = {word, strlen(word)}, .language = to->language};
    const glyph last = glyph_before(&w, w.text.length);
    return to->language == ATTN_LANGUAGE_FRENCH && last.width && is_apostrophe(last.code) &&
           is_among((attn_span){word, w.text.length - last.width}, french_heads);
}

/* French has a blank before high signs, and within its quotes. */
static bool stands_apart(const attn_joined *to, const char *word)
{
    const attn_cutting w = {.text = {attn_text_string(&to->text), to->text.length}};
    if (to->language != ATTN_LANGUAGE_FRENCH || to->text.length == 0) return false;
    return strcmp(word, "»") == 0 || (word[0] && strchr("!?:;", word[0]) && !word[1]) ||
           glyph_before(&w, w.text.length).code == 0xAB;
}

void attn_words_join(attn_joined *to, const char *word)
{
    const bool quote = strcmp(word, "\"") == 0,
               close = to->on || leans_back(to, word) || (quote && to->quoted);
    if (close) {
        attn_text_add(&to->text, word);
    } else if (stands_apart(to, word)) {
        attn_text_print(&to->text, " %s", word);
    } else {
        attn_text_join(&to->text, word);
    }
    if (quote) to->quoted = !to->quoted;
    to->on = (quote && to->quoted) || is_elided(to, word);
}
