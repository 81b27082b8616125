/*
 * hub_read: "normalizer", "pre_tokenizer" and "post_processor" of tokenizer.json as acts and
 * pieces.
 */
#include <stddef.h>
#include <string.h>
#include <utf8proc.h>

#include "text/tokenizer/tokenizer.h"

typedef struct building {
    attn_tokenizer *tokenizer;
    attn_hub *hub;
    attn_arena *arena;
    attn_hub_fault *fault;
} building;

static bool refuse(building *b, const char *message)
{
    if (attn_ok(attn_arena_status(b->arena)) && message && !b->fault->message)
        b->fault->message = message;
    return false;
}

static bool add_act(building *b, attn_act act)
{
    enum { MOST_ACTS = 64 };
    if (b->hub->act_count == MOST_ACTS)
        return refuse(b, "a tokenizer prepares its text in at most 64 steps");
    return attn_append(b->arena, &b->hub->acts, &b->hub->act_count, &act, sizeof act);
}

/* ---- members ---- */

static const char *text_of(const attn_json_item *object, const char *key)
{
    return attn_json_text(attn_json_member(object, key));
}

static bool is_true(const attn_json_item *object, const char *key, bool usual)
{
    const int truth = attn_json_truth(attn_json_member(object, key));
    return truth < 0 ? usual : truth == 1;
}

static const char *copy(building *b, const char *text)
{
    return attn_copy_text(b->arena, text, strlen(text));
}

/* A text as a pattern that fits nothing else. */
static const char *quoted(building *b, const char *text)
{
    attn_text pattern = {0};
    for (; *text; text++) {
        if ((unsigned char)*text < 0x80 && !((*text | 32) >= 'a' && (*text | 32) <= 'z') &&
            !(*text >= '0' && *text <= '9'))
            attn_text_add(&pattern, "\\");
        attn_text_add_bytes(&pattern, text, 1);
    }
    return attn_keep_text(b->arena, &pattern);
}

static void *compile(building *b, const char *pattern)
{
    const char *why = NULL;
    void *code = pattern ? attn_pattern_new(pattern, b->arena, &why) : NULL;
    if (why) refuse(b, attn_print(b->arena, "a pattern cannot be read: %s: %s", why, pattern));
    return code;
}

/* { "String": "…" } or { "Regex": "…" }. */
static void *pattern_of(building *b, const attn_json_item *object)
{
    const attn_json_item *pattern = attn_json_member(object, "pattern");
    const char *plain = text_of(pattern, "String"), *regex = text_of(pattern, "Regex");
    if (!plain && !regex) refuse(b, "a \"pattern\" is { \"String\": … } or { \"Regex\": … }");
    return plain ? compile(b, quoted(b, plain)) : compile(b, regex);
}

static bool add_cut(building *b, const char *pattern, attn_cut cut)
{
    void *code = compile(b, pattern);
    return code && add_act(b, (attn_act){.kind = ATTN_ACT_CUT, .cut = cut, .pattern = code});
}

/* ---- normalizers ---- */

static bool add_form(building *b, int form)
{
    return add_act(b, (attn_act){.kind = ATTN_ACT_FORM, .form = UTF8PROC_STABLE | form});
}

static bool add_nfc(building *b, const attn_json_item *item)
{
    (void)item;
    return add_form(b, UTF8PROC_COMPOSE);
}

static bool add_nfd(building *b, const attn_json_item *item)
{
    (void)item;
    return add_form(b, UTF8PROC_DECOMPOSE);
}

static bool add_nfkc(building *b, const attn_json_item *item)
{
    (void)item;
    return add_form(b, UTF8PROC_COMPOSE | UTF8PROC_COMPAT);
}

static bool add_nfkd(building *b, const attn_json_item *item)
{
    (void)item;
    return add_form(b, UTF8PROC_DECOMPOSE | UTF8PROC_COMPAT);
}

static bool add_lower(building *b, const attn_json_item *item)
{
    (void)item;
    return add_act(b, (attn_act){.kind = ATTN_ACT_LOWER});
}

static bool add_strip_accents(building *b, const attn_json_item *item)
{
    (void)item;
    return add_act(b, (attn_act){.kind = ATTN_ACT_DROP, .dropped = ATTN_DROPPED_MARKS});
}

static bool add_strip(building *b, const attn_json_item *item)
{
    return add_act(b, (attn_act){.kind = ATTN_ACT_STRIP,
                                 .left = is_true(item, "strip_left", true),
                                 .right = is_true(item, "strip_right", true)});
}

static bool add_replace(building *b, const attn_json_item *item)
{
    const char *content = text_of(item, "content");
    if (!content) return refuse(b, "\"Replace\" needs a \"content\"");
    attn_act act = {.kind = ATTN_ACT_REPLACE, .text = copy(b, content)};
    return (act.pattern = pattern_of(b, item)) && act.text && add_act(b, act);
}

static bool add_prepend(building *b, const attn_json_item *item)
{
    const char *text = text_of(item, "prepend");
    if (!text) return refuse(b, "\"Prepend\" needs a \"prepend\"");
    attn_act act = {.kind = ATTN_ACT_PREPEND, .always = true, .text = copy(b, text)};
    return act.text && add_act(b, act);
}

static bool add_precompiled(building *b, const attn_json_item *item)
{
    const attn_json_item *table = attn_json_member(item, "precompiled_charsmap");
    const char *text = attn_json_text(table), *why = NULL;
    if (attn_json_is(table, ATTN_JSON_WORD) || (text && !*text)) return true; /* none */
    if (!text) return refuse(b, "\"Precompiled\" needs a \"precompiled_charsmap\"");
    attn_act act = {.kind = ATTN_ACT_CHARSMAP, .map = attn_charsmap_read(text, b->arena, &why)};
    return act.map ? add_act(b, act) : refuse(b, why);
}

static bool add_bert(building *b, const attn_json_item *item)
{
    const bool lower = is_true(item, "lowercase", true);
    if (is_true(item, "clean_text", true) && !add_act(b, (attn_act){.kind = ATTN_ACT_CLEAN}))
        return false;
    if (is_true(item, "handle_chinese_chars", true) &&
        !add_act(b, (attn_act){.kind = ATTN_ACT_SPACE_SIGNS}))
        return false;
    if (is_true(item, "strip_accents", lower) &&
        !(add_form(b, UTF8PROC_DECOMPOSE) &&
          add_act(b, (attn_act){.kind = ATTN_ACT_DROP, .dropped = ATTN_DROPPED_LOW_MARKS})))
        return false;
    return !lower || add_lower(b, item);
}

/* ---- what cuts ---- */

static bool add_split(building *b, const attn_json_item *item)
{
    static const char *const names[] = {"Removed", "Isolated", "MergedWithPrevious",
                                        "MergedWithNext", "Contiguous"};
    const char *behavior = text_of(item, "behavior");
    attn_act act = {.kind = ATTN_ACT_CUT, .inverted = is_true(item, "invert", false)};
    size_t i = 0;
    while (i < sizeof names / sizeof *names && (!behavior || strcmp(behavior, names[i]) != 0)) i++;
    if (i == sizeof names / sizeof *names)
        return refuse(b, "\"behavior\" is Removed, Isolated, MergedWithPrevious, MergedWithNext or "
                         "Contiguous");
    act.cut = (attn_cut)i;
    return (act.pattern = pattern_of(b, item)) && add_act(b, act);
}

/* Where GPT-2's tokenizer cuts: at contractions, words, numbers, signs, each with the blank before
 * it, and at the rest of the blanks. */
static const char gpt2[] =
    "'(?:s|t|re|ve|m|ll|d)| ?\\p{L}+| ?\\p{N}+| ?[^\\s\\p{L}\\p{N}]+|\\s+(?!\\S)|"
    "\\s+";

static bool add_byte_level(building *b, const attn_json_item *item)
{
    if (is_true(item, "add_prefix_space", true) &&
        !add_act(b, (attn_act){.kind = ATTN_ACT_PREPEND, .text = " "}))
        return false;
    if (is_true(item, "use_regex", true) && !add_cut(b, gpt2, ATTN_CUT_ISOLATED)) return false;
    b->hub->lettered = true;
    return add_act(b, (attn_act){.kind = ATTN_ACT_BYTES});
}

static bool add_metaspace(building *b, const attn_json_item *item)
{
    const char *mark = text_of(item, "replacement"), *scheme = text_of(item, "prepend_scheme");
    const bool spaced = is_true(item, "add_prefix_space", true);
    const bool never = scheme ? strcmp(scheme, "never") == 0 : !spaced;
    attn_act replace = {.kind = ATTN_ACT_REPLACE, .text = copy(b, mark ? mark : ATTN_PIECE_START)};
    attn_act before = {.kind = ATTN_ACT_PREPEND,
                       .first = scheme && strcmp(scheme, "first") == 0,
                       .text = replace.text};
    if (!replace.text || !(replace.pattern = compile(b, "\\x20")) || !add_act(b, replace) ||
        (!never && !add_act(b, before)))
        return false;
    return !is_true(item, "split", true) || add_cut(b, quoted(b, replace.text), ATTN_CUT_NEXT);
}

static bool add_whitespace(building *b, const attn_json_item *item)
{
    (void)item;
    void *code = compile(b, "\\w+|[^\\w\\s]+");
    return code && add_act(b, (attn_act){.kind = ATTN_ACT_CUT,
                                         .cut = ATTN_CUT_REMOVED,
                                         .inverted = true,
                                         .pattern = code});
}

static bool add_whitespace_split(building *b, const attn_json_item *item)
{
    (void)item;
    return add_cut(b, "\\s+", ATTN_CUT_REMOVED);
}

static bool add_punctuation(building *b, const attn_json_item *item)
{
    (void)item;
    return add_cut(b, "[!-/:-@\\[-`{-~]|\\p{P}", ATTN_CUT_ISOLATED);
}

static bool add_bert_cutting(building *b, const attn_json_item *item)
{
    return add_whitespace_split(b, item) && add_punctuation(b, item);
}

static bool add_digits(building *b, const attn_json_item *item)
{
    return add_cut(b, is_true(item, "individual_digits", false) ? "\\p{N}" : "\\p{N}+",
                   ATTN_CUT_ISOLATED);
}

/* ---- the kinds ---- */

typedef struct kind {
    const char *type;
    bool (*add)(building *b, const attn_json_item *item);
} kind;

static const kind normalizers[] = {{"NFC", add_nfc},
                                   {"NFD", add_nfd},
                                   {"NFKC", add_nfkc},
                                   {"NFKD", add_nfkd},
                                   {"Lowercase", add_lower},
                                   {"StripAccents", add_strip_accents},
                                   {"Strip", add_strip},
                                   {"Replace", add_replace},
                                   {"Prepend", add_prepend},
                                   {"BertNormalizer", add_bert},
                                   {"Precompiled", add_precompiled},
                                   {NULL, NULL}};

static const kind cuttings[] = {{"ByteLevel", add_byte_level},
                                {"Split", add_split},
                                {"Metaspace", add_metaspace},
                                {"Whitespace", add_whitespace},
                                {"WhitespaceSplit", add_whitespace_split},
                                {"BertPreTokenizer", add_bert_cutting},
                                {"Punctuation", add_punctuation},
                                {"Digits", add_digits},
                                {NULL, NULL}};

/* "NFC, NFD": the kinds that there are. */
static const char *names_of(building *b, const kind *kinds)
{
    attn_text names = {0};
    for (const kind *k = kinds; k->type; k++)
        if (k->add) attn_text_print(&names, "%s%s", names.length ? ", " : "", k->type);
    return attn_keep_text(b->arena, &names);
}

/* One of a kind, or a "Sequence" of them. */
static bool add_kind(building *b, const attn_json_item *item, const kind *kinds, const char *list)
{
    const char *type = text_of(item, "type");
    const attn_json_item *many = attn_json_member(item, list);
    if (attn_json_is(item, ATTN_JSON_WORD)) return true; /* null */
    if (type && strcmp(type, "Sequence") == 0 && many) {
        for (const attn_json_item *one = attn_json_first(many); one; one = attn_json_after(one))
            if (!add_kind(b, one, kinds, list)) return false;
        return true;
    }
    for (const kind *k = kinds; type && k->type; k++)
        if (k->add && strcmp(type, k->type) == 0) return k->add(b, item);
    return refuse(b, attn_print(b->arena, "'%s' is not known here: there are %s",
                                type ? type : "this", names_of(b, kinds)));
}

/* ---- what is put around a text ---- */

static bool add_around(building *b, const char *text, bool behind)
{
    uint32_t *list = behind ? b->hub->after : b->hub->before;
    size_t *count = behind ? &b->hub->after_count : &b->hub->before_count;
    const size_t place = text ? attn_word_index_find(&b->tokenizer->pieces, text, strlen(text)) : 0;
    if (!place)
        return refuse(b, attn_print(b->arena, "'%s', which is put around a text, is not a piece",
                                    text ? text : ""));
    if (*count == ATTN_MOST_AROUND)
        return refuse(b, "at most 8 pieces are put before, and behind, a text");
    list[(*count)++] = (uint32_t)(place - 1);
    return true;
}

/* [{ "SpecialToken": { "id": "[CLS]" } }, { "Sequence": … }, …] */
static bool add_template(building *b, const attn_json_item *item)
{
    bool behind = false;
    const attn_json_item *one = attn_json_first(attn_json_member(item, "single"));
    for (; one; one = attn_json_after(one)) {
        const attn_json_item *special = attn_json_member(one, "SpecialToken");
        if (attn_json_member(one, "Sequence")) behind = true;
        if (special && !add_around(b, text_of(special, "id"), behind)) return false;
    }
    return behind || refuse(b, "\"single\" has no place for the text: { \"Sequence\": … }");
}

/* "cls" and "sep": ["[CLS]", 101]. */
static bool add_pair(building *b, const attn_json_item *item)
{
    return add_around(b, attn_json_text(attn_json_first(attn_json_member(item, "cls"))), false) &&
           add_around(b, attn_json_text(attn_json_first(attn_json_member(item, "sep"))), true);
}

static bool add_nothing(building *b, const attn_json_item *item)
{
    (void)b;
    (void)item;
    return true;
}

static const kind arounds[] = {{"TemplateProcessing", add_template},
                               {"BertProcessing", add_pair},
                               {"RobertaProcessing", add_pair},
                               {"ByteLevel", add_nothing},
                               {NULL, NULL}};

/* ---- as sentencepiece does it ---- */

static bool add_replacing(building *b, const char *pattern, const char *text)
{
    void *code = compile(b, pattern);
    return code && add_act(b, (attn_act){.kind = ATTN_ACT_REPLACE, .text = text, .pattern = code});
}

static bool add_table(building *b, const attn_hub_rules *rules)
{
    const char *why = NULL;
    attn_act act = {.kind = ATTN_ACT_CHARSMAP, .longest = true, .spared = b->hub->whole};
    if (rules->table.length == 0) return true;
    const attn_span table = {attn_copy(b->arena, rules->table.bytes, rules->table.length, 1),
                             rules->table.length};
    act.map = table.bytes ? attn_charsmap_of(table, b->arena, &why) : NULL;
    return act.map ? add_act(b, act) : refuse(b, why);
}

/* What ALBERT does before. */
static bool add_plain(building *b, const attn_hub_rules *rules)
{
    if (rules->plain && !(add_replacing(b, "\\s+", " ") && add_replacing(b, "``|''", "\"")))
        return false;
    if (rules->bare &&
        !(add_nfkd(b, NULL) &&
          add_act(b, (attn_act){.kind = ATTN_ACT_DROP, .dropped = ATTN_DROPPED_JOINING})))
        return false;
    return !rules->lower || add_lower(b, NULL);
}

static bool add_rules(building *b, const attn_hub_rules *rules)
{
    const attn_act strip = {.kind = ATTN_ACT_STRIP, .blanks = true},
                   prefix = {.kind = ATTN_ACT_PREPEND,
                             .always = true,
                             .first = rules->first,
                             .text = rules->escaped ? ATTN_PIECE_START : " "};
    return add_plain(b, rules) && add_table(b, rules) &&
           (!rules->squeezes || (add_replacing(b, "\\x20{2,}", " ") && add_act(b, strip))) &&
           (!rules->prefixed || add_act(b, prefix)) &&
           (!rules->escaped || add_replacing(b, "\\x20", ATTN_PIECE_START));
}

/* ---- all of it ---- */

static bool add_part(building *b, const attn_hub_part *part, const kind *kinds, const char *list)
{
    enum { MOST_DEPTH = 16 };
    if (!part->text) return true;
    attn_json *json = attn_json_parse(part->text, strlen(part->text), "a part of the tokenizer",
                                      MOST_DEPTH, attn_arena_status(b->arena));
    const bool done = json && add_kind(b, attn_json_root(json), kinds, list);
    attn_json_free(json);
    if (!done) b->fault->offset = part->offset;
    return done;
}

bool attn_hub_read(attn_tokenizer *tokenizer, attn_hub *hub, const attn_hub_parts *parts,
                   attn_hub_fault *fault)
{
    building b = {tokenizer, hub, tokenizer->arena, fault};
    const attn_hub_rules *rules = parts->rules;
    if (rules ? !add_rules(&b, rules)
              : !add_part(&b, &parts->normalizer, normalizers, "normalizers"))
        return false;
    hub->normalizer_count = hub->act_count;
    if (rules && rules->cut && !add_cut(&b, ATTN_PIECE_START "+", ATTN_CUT_NEXT)) return false;
    return add_part(&b, &parts->cutting, cuttings, "pretokenizers") &&
           add_part(&b, &parts->around, arounds, "processors");
}
