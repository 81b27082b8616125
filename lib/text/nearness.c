/*
 * nearness: runs of words and of letters, counted in two sentences.
 *
 * Words and letters become numbers first; a run that is written is paired with the first run of the
 * other sentence that is like it and not paired yet, which clips the count of both.
 */
#include "text/nearness.h"

#include <math.h>
#include <string.h>

#include "core/budget.h"
#include "core/known_words.h"
#include "core/text.h"

/* ---- what stands between white space ---- */

/* As Unicode has it. */
static bool is_blank(uint32_t code)
{
    return (code >= 9 && code <= 13) || (code >= 28 && code <= 32) || code == 0x85 ||
           code == 0xA0 || code == 0x1680 || (code >= 0x2000 && code <= 0x200A) || code == 0x2028 ||
           code == 0x2029 || code == 0x202F || code == 0x205F || code == 0x3000;
}

/* The character there; returns its length. A byte that is not UTF-8 counts as a character. */
static size_t next_letter(const char *at, uint32_t *code)
{
    size_t left = 0;
    while (left < 4 && at[left]) left++;
    *code = 0xFFFD;
    size_t step = attn_utf8_next(at, left, code);
    return step ? step : 1;
}

/* The next part of a text; *at moves behind it. Returns its length; 0 at the end. */
static size_t next_part(const char **at, const char **part)
{
    uint32_t code;
    size_t step = 0;
    while (**at && (step = next_letter(*at, &code), is_blank(code))) *at += step;
    *part = *at;
    while (**at && (step = next_letter(*at, &code), !is_blank(code))) *at += step;
    return (size_t)(*at - *part);
}

/* ---- tokens ---- */

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_point(char c)
{
    return c == '.' || c == ',';
}

/* ASCII except letters, digits and the four marks that may belong to a word or a number. */
static bool is_symbol(char c)
{
    return c > ' ' && c < 127 && !is_digit(c) && !(c >= 'A' && c <= 'Z') &&
           !(c >= 'a' && c <= 'z') && !strchr("'-.,", c);
}

static void add_apart(attn_text *out, const char *bytes, size_t length)
{
    attn_text_add(out, " ");
    attn_text_add_bytes(out, bytes, length);
    attn_text_add(out, " ");
}

static void part_symbols(const char *text, attn_text *out)
{
    static const char *const named[][2] = {
        {"&quot;", "\""}, {"&amp;", "&"}, {"&lt;", "<"}, {"&gt;", ">"}};
    attn_text plain = {0};
    for (const char *at = text; *at; at++) attn_text_add_bytes(&plain, *at == '\n' ? " " : at, 1);
    for (size_t i = 0; i < sizeof named / sizeof *named; i++) {
        attn_text next = {0};
        const char *at = attn_text_string(&plain), *found;
        for (; (found = strstr(at, named[i][0])); at = found + strlen(named[i][0])) {
            attn_text_add_bytes(&next, at, (size_t)(found - at));
            attn_text_add(&next, named[i][1]);
        }
        attn_text_add(&next, at);
        next.failed |= plain.failed;
        attn_text_free(&plain);
        plain = next;
    }
    attn_text_add(out, " ");
    for (const char *at = attn_text_string(&plain); *at; at++)
        if (is_symbol(*at))
            add_apart(out, at, 1);
        else
            attn_text_add_bytes(out, at, 1);
    attn_text_add(out, " ");
    out->failed |= plain.failed;
    attn_text_free(&plain);
}

/* Puts blanks around the bytes of each pair of neighbours that fits; a byte is in one pair at most.
 */
static void part_pairs(attn_text *text, bool (*fits)(char, char), const char *before,
                       const char *between, const char *behind)
{
    attn_text out = {0};
    const char *at = attn_text_string(text);
    while (*at) {
        bool pair = at[1] && fits(at[0], at[1]);
        if (pair) attn_text_add(&out, before);
        attn_text_add_bytes(&out, at++, 1);
        if (!pair) continue;
        attn_text_add(&out, between);
        attn_text_add_bytes(&out, at++, 1);
        attn_text_add(&out, behind);
    }
    out.failed |= text->failed;
    attn_text_free(text);
    *text = out;
}

static bool ends_word(char a, char b)
{
    return !is_digit(a) && is_point(b);
}

static bool begins_word(char a, char b)
{
    return is_point(a) && !is_digit(b);
}

static bool is_range(char a, char b)
{
    return is_digit(a) && b == '-';
}

const char *attn_tokens_13a(const char *text, attn_arena *arena)
{
    attn_text parted = {0}, out = {0};
    part_symbols(text, &parted);
    part_pairs(&parted, ends_word, "", " ", " ");
    part_pairs(&parted, begins_word, " ", " ", "");
    part_pairs(&parted, is_range, "", " ", " ");
    const char *at = attn_text_string(&parted), *part;
    for (size_t length; (length = next_part(&at, &part));) {
        if (out.length) attn_text_add(&out, " ");
        attn_text_add_bytes(&out, part, length);
    }
    out.failed |= parted.failed;
    attn_text_free(&parted);
    return attn_keep_text(arena, &out);
}

/* ---- words and letters as numbers ---- */

typedef struct numbers {
    uint32_t *items;
    size_t count;
} numbers;

/* The same word has the same number in both sentences. */
static bool number_words(const char *text, attn_word_index *index, attn_arena *arena, numbers *out)
{
    const char *part;
    out->items = attn_alloc(arena, strlen(text) + 1, sizeof *out->items);
    for (size_t length; out->items && (length = next_part(&text, &part));) {
        size_t place = attn_word_index_add(index, part, length);
        if (!place) return false;
        out->items[out->count++] = (uint32_t)place;
    }
    return out->items != NULL;
}

/* All characters but white space. */
static bool number_letters(const char *text, attn_arena *arena, numbers *out)
{
    out->items = attn_alloc(arena, strlen(text) + 1, sizeof *out->items);
    while (out->items && *text) {
        uint32_t code;
        text += next_letter(text, &code);
        if (!is_blank(code)) out->items[out->count++] = code;
    }
    return out->items != NULL;
}

/* ---- runs ---- */

static size_t runs_of(const numbers *n, size_t order)
{
    return n->count >= order ? n->count - order + 1 : 0;
}

static bool count_runs(const numbers *written, const numbers *wanted, size_t order,
                       attn_arena *arena, attn_run_counts *counts)
{
    size_t all = runs_of(written, order), others = runs_of(wanted, order);
    const uint64_t work = attn_product64(all, others);
    attn_status *status = attn_arena_status(arena);
    if (!attn_spend(status, work)) return attn_fail_work(status, work, "comparing two sentences");
    bool *paired = attn_alloc(arena, others + 1, sizeof *paired);
    for (size_t i = 0; paired && i < all; i++)
        for (size_t k = 0; k < others; k++) {
            if (paired[k] ||
                memcmp(written->items + i, wanted->items + k, order * sizeof *written->items) != 0)
                continue;
            paired[k] = true;
            counts->both++;
            break;
        }
    counts->written += all;
    counts->wanted += others;
    return paired != NULL;
}

static bool count_words(attn_nearness *sum, const char *written, const char *wanted,
                        attn_arena *arena)
{
    attn_word_index index = {.arena = arena};
    const char *texts[] = {attn_tokens_13a(written, arena), attn_tokens_13a(wanted, arena)};
    numbers of[2] = {{0}};
    for (size_t i = 0; i < 2; i++)
        if (!texts[i] || !number_words(texts[i], &index, arena, &of[i])) return false;
    for (size_t n = 1; n <= ATTN_BLEU_ORDERS; n++)
        if (!count_runs(&of[0], &of[1], n, arena, &sum->words[n - 1])) return false;
    return true;
}

static bool count_letters(attn_nearness *sum, const char *written, const char *wanted,
                          attn_arena *arena)
{
    numbers of[2] = {{0}};
    if (!number_letters(written, arena, &of[0]) || !number_letters(wanted, arena, &of[1]))
        return false;
    for (size_t n = 1; n <= ATTN_CHRF_ORDERS; n++) {
        attn_run_counts counts = {0};
        if (!count_runs(&of[0], &of[1], n, arena, &counts)) return false;
        if (counts.wanted == 0)
            counts.written = 0; /* nothing of this order could have been right */
        sum->letters[n - 1].written += counts.written;
        sum->letters[n - 1].wanted += counts.wanted;
        sum->letters[n - 1].both += counts.both;
    }
    return true;
}

bool attn_nearness_add(attn_nearness *sum, const char *written, const char *wanted,
                       attn_arena *arena)
{
    return count_words(sum, written, wanted, arena) && count_letters(sum, written, wanted, arena);
}

/* ---- scores ---- */

/* Orders of which nothing is right count as half, a quarter, … of one run. */
double attn_nearness_bleu(const attn_nearness *sum)
{
    double logs = 0, part = 1;
    const attn_run_counts *words = sum->words;
    if (words[0].both == 0) return 0;
    for (size_t n = 0; n < ATTN_BLEU_ORDERS; n++) {
        if (words[n].written == 0) return 0;
        if (words[n].both == 0) part /= 2;
        double right = words[n].both ? (double)words[n].both : part;
        logs += log(right / (double)words[n].written) / ATTN_BLEU_ORDERS;
    }
    double brief = 1 - (double)words[0].wanted / (double)words[0].written;
    return 100 * exp(logs + (brief < 0 ? brief : 0));
}

/* The mean precision and recall of all orders that both have; recall counts twice as much. */
double attn_nearness_chrf(const attn_nearness *sum)
{
    const double factor = 2 * 2;
    double precision = 0, recall = 0;
    size_t orders = 0;
    for (size_t n = 0; n < ATTN_CHRF_ORDERS; n++) {
        const attn_run_counts *c = &sum->letters[n];
        if (c->written == 0 || c->wanted == 0) continue;
        precision += (double)c->both / (double)c->written;
        recall += (double)c->both / (double)c->wanted;
        orders++;
    }
    if (!(precision + recall > 0)) return 0;
    precision /= (double)orders;
    recall /= (double)orders;
    return 100 * (1 + factor) * precision * recall / (factor * precision + recall);
}
