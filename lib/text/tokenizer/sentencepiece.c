/*
 * sentencepiece: tokenizers in files of sentencepiece (tokenizer.model, spiece.model, source.spm):
 * pieces with their scores, and how a text is prepared. Families of models number these pieces in
 * ways of their own, and put others around each text.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "files/bytes/wire.h"
#include "files/json/json_write.h"
#include "text/tokenizer/tokenizer_reading.h"

typedef enum piece_kind { NORMAL = 1, UNKNOWN, CONTROL, DEFINED, UNUSED, BYTE } piece_kind;

typedef struct piece {
    const char *text;
    double score;
    piece_kind kind;
    size_t offset;
} piece;

typedef struct sentencepiece { /* what was read of a file */
    const attn_sentencepiece *from;
    attn_status *status;
    attn_arena *arena; /* until the tokenizer is made */
    size_t count;
    piece *pieces;
    enum { UNIGRAM = 1, BPE, WORD, CHAR } model;
    bool falls_back, behind; /* ▁ stands behind words */
    size_t begin, end;       /* pieces of the beginning and the end of a text */
    attn_hub_rules rules;
} sentencepiece;

/* ---- families ---- */

enum { MOST_FIRST = 5 };
static const struct family {
    const char *type;
    bool begins, ends;                 /* what is put around a text: the file's own pieces, */
    const char *before, *behind;       /* or these */
    const char *first[MOST_FIRST + 1]; /* stand in the place of */
    size_t left_out;                   /* so many pieces of the file */
    bool masked;                       /* <mask> comes last */
} families[] = {
    {.type = "llama", .begins = true},
    {.type = "mistral", .begins = true},
    {.type = "gemma", .begins = true},
    {.type = "t5", .ends = true},
    {.type = "marian", .ends = true},
    {.type = "albert", .begins = true, .ends = true, .before = "[CLS]", .behind = "[SEP]"},
    {.type = "xlm-roberta",
     .begins = true,
     .ends = true,
     .first = {"<s>", "<pad>", "</s>", "<unk>"},
     .left_out = 3,
     .masked = true},
    {.type = "camembert",
     .begins = true,
     .ends = true,
     .first = {"<s>NOTUSED", "<pad>", "</s>NOTUSED", "<unk>", "<unk>NOTUSED"},
     .left_out = 1,
     .masked = true},
};

static const struct family *family_of(const attn_sentencepiece *from)
{
    static const struct family none;
    for (size_t i = 0; from->family && i < sizeof families / sizeof *families; i++)
        if (strcmp(families[i].type, from->family) == 0) return &families[i];
    return &none;
}

static bool is_family(const sentencepiece *s, const char *type)
{
    return s->from->family && strcmp(s->from->family, type) == 0;
}

/* What the folder says, or what is usual. */
static bool chosen(signed char said, bool usual)
{
    return said ? said > 0 : usual;
}

/* ---- the file ---- */

static bool fail_at(sentencepiece *s, size_t offset, const char *wrong)
{
    attn_fail(s->status, ATTN_INPUT,
              "byte %zu of this file of sentencepiece: %s: the file is cut off or was changed, so "
              "download it again",
              offset, wrong);
    attn_status_place(s->status, s->from->file, 0, 0);
    return false;
}

typedef bool taking(sentencepiece *s, const attn_wire_field *field, void *into);

/* Each field of a message; offset: where it stands in the file. */
static bool each_field(sentencepiece *s, attn_span bytes, taking *take, void *into)
{
    const size_t offset = (size_t)(bytes.bytes - s->from->source->bytes);
    attn_wire wire = {.bytes = bytes};
    attn_wire_field field;
    while (attn_wire_next(&wire, &field)) {
        field.offset += offset;
        if (!take(s, &field, into)) return false;
    }
    return !wire.wrong || fail_at(s, offset + wire.at, wire.wrong);
}

static bool take_piece_field(sentencepiece *s, const attn_wire_field *field, void *into)
{
    piece *p = into;
    size_t bad;
    if (field->number == 1 && field->kind == ATTN_WIRE_BYTES) {
        const attn_span text = field->bytes;
        if (text.length == 0 || text.length > 2 * ATTN_MOST_PIECE_BYTES ||
            memchr(text.bytes, '\0', text.length) ||
            !attn_utf8_valid(text.bytes, text.length, &bad))
            return fail_at(s, field->offset, "a piece is no text of 1 to 2048 bytes");
        p->text = attn_copy_text(s->arena, text.bytes, text.length);
        return p->text != NULL;
    }
    if (field->number == 2 && field->kind == ATTN_WIRE_FIXED32) p->score = (double)field->real;
    if (!isfinite(p->score)) return fail_at(s, field->offset, "the score of a piece is not finite");
    if (field->number == 3 && field->kind == ATTN_WIRE_NUMBER) {
        if (field->value < NORMAL || field->value > BYTE)
            return fail_at(s, field->offset, "a piece is of no known kind");
        p->kind = (piece_kind)field->value;
    }
    return true;
}

static bool take_training(sentencepiece *s, const attn_wire_field *field, void *unused)
{
    (void)unused;
    if (field->kind != ATTN_WIRE_NUMBER) return true;
    switch (field->number) {
    case 3:
        if (field->value < UNIGRAM || field->value > CHAR)
            return fail_at(s, field->offset, "the model is neither UNIGRAM, BPE nor CHAR");
        s->model = (int)field->value;
        break;
    case 24:
        s->behind = field->value != 0;
        break;
    case 35:
        s->falls_back = field->value != 0;
        break;
    case 41:
        s->begin = (size_t)field->value;
        break;
    case 42:
        s->end = (size_t)field->value;
        break;
    default:
        break;
    }
    return true;
}

static bool take_preparing(sentencepiece *s, const attn_wire_field *field, void *unused)
{
    (void)unused;
    const bool truth = field->kind == ATTN_WIRE_NUMBER;
    if (field->number == 2 && field->kind == ATTN_WIRE_BYTES) s->rules.table = field->bytes;
    if (field->number == 3 && truth) s->rules.prefixed = field->value != 0;
    if (field->number == 4 && truth) s->rules.squeezes = field->value != 0;
    if (field->number == 5 && truth) s->rules.escaped = field->value != 0;
    return true;
}

static bool take_field(sentencepiece *s, const attn_wire_field *field, void *unused)
{
    (void)unused;
    if (field->kind != ATTN_WIRE_BYTES) return true;
    if (field->number == 2) return each_field(s, field->bytes, take_training, NULL);
    if (field->number == 3) return each_field(s, field->bytes, take_preparing, NULL);
    if (field->number != 1) return true;
    piece one = {.kind = NORMAL, .offset = field->offset};
    if (!each_field(s, field->bytes, take_piece_field, &one)) return false;
    if (!one.text) return fail_at(s, field->offset, "a piece has no text");
    if (s->count == ATTN_MOST_PIECES)
        return fail_at(s, field->offset, "there are more than 1048576 pieces");
    return attn_append(s->arena, &s->pieces, &s->count, &one, sizeof one);
}

static bool has_unused(const sentencepiece *s)
{
    for (size_t i = 0; i < s->count; i++)
        if (s->pieces[i].kind == UNUSED) return true;
    return false;
}

/* A pointer to the file in its place, as git leaves it. */
static bool refuse_pointer(sentencepiece *s, attn_span all)
{
    static const char lfs[] = "version https://git-lfs";
    if (all.length < sizeof lfs || memcmp(all.bytes, lfs, sizeof lfs - 1) != 0) return true;
    attn_fail(s->status, ATTN_INPUT,
              "this is a Git LFS pointer, not the pieces: fetch them with 'git lfs pull'");
    attn_status_place(s->status, s->from->file, 0, 0);
    return false;
}

static bool read_file(sentencepiece *s)
{
    const attn_span all = {s->from->source->bytes, s->from->source->length};
    if (!refuse_pointer(s, all)) return false;
    if (!each_field(s, all, take_field, NULL)) return false;
    const char *wrong = s->count == 0      ? "it has no pieces"
                        : s->model == WORD ? "its model takes whole words, which is not read here"
                        : s->behind        ? "it puts ▁ behind words, which is not read here"
                        : s->model == BPE && has_unused(s)
                            ? "it has pieces of BPE that are not used, which is not read here"
                        : s->model != UNIGRAM && s->from->vocabulary
                            ? "beside a vocab.json the model is UNIGRAM"
                            : NULL;
    if (!wrong) return true;
    attn_fail(s->status, ATTN_INPUT, "%s: a tokenizer.json in its place is read, if there is one",
              wrong);
    attn_status_place(s->status, s->from->file, 0, 0);
    return false;
}

bool attn_is_sentencepiece(attn_byte_reader *source)
{
    enum { MOST = 64, FIRST = 0x0A }; /* the first field is a piece, in bytes */
    char begin[MOST] = "";
    attn_status ignored = {0};
    const size_t count = source->length < MOST ? source->length : MOST;
    if (!attn_byte_reader_read(source, 0, begin, count, &ignored) || begin[0] != FIRST)
        return false;
    for (size_t i = 0; i < count; i++)
        if ((unsigned char)begin[i] < ' ' && !strchr("\t\n\r", begin[i] ? begin[i] : ' '))
            return true;
    return false;
}

/* ---- numbers ---- */

static bool add_entry(reading *r, entries *list, entry one)
{
    return attn_append(r->arena, &list->items, &list->count, &one, sizeof one);
}

static bool is_mark(const reading *r, const char *text)
{
    for (size_t i = 0; i < r->marks.count; i++)
        if (strcmp(r->marks.items[i].text, text) == 0) return true;
    return false;
}

/* A mark that is no piece of the file. */
static bool add_name(reading *r, const char *text, double number)
{
    const entry one = {.text = text, .number = number, .added = true};
    return add_entry(r, &r->marks, one) && add_entry(r, &r->vocabulary, one);
}

/* ALBERT leaves no comma behind a number in a piece. */
static bool is_number_comma(const char *text)
{
    const size_t length = strlen(text);
    return length >= 2 && text[length - 1] == ',' && text[length - 2] >= '0' &&
           text[length - 2] <= '9';
}

/* A piece of the file as one that spells, or not. */
static entry entry_of(const sentencepiece *s, const piece *p, double best)
{
    entry one = {.text = p->text, .score = p->score, .offset = p->offset};
    one.whole = p->kind == DEFINED;
    one.added = p->kind != NORMAL && p->kind != DEFINED;
    if (one.whole) one.score = (double)strlen(p->text) * best - 0.1;
    if (is_family(s, "albert") && is_number_comma(p->text)) one.score -= 100;
    return one;
}

/* The best of the scores, and of 0. */
static double best_score(const sentencepiece *s)
{
    double best = 0;
    for (size_t i = 0; i < s->count; i++)
        if (s->pieces[i].kind == NORMAL && s->pieces[i].score > best) best = s->pieces[i].score;
    return best;
}

/* Pieces and marks in the file's own order, or in the family's. */
static bool number_pieces(sentencepiece *s, reading *r)
{
    const struct family *family = family_of(s->from);
    const double best = best_score(s);
    double number = 0;
    for (size_t i = 0; i < MOST_FIRST && family->first[i]; i++, number++)
        if (!add_name(r, family->first[i], number)) return false;
    for (size_t i = family->left_out; i < s->count; i++, number++) {
        entry one = entry_of(s, &s->pieces[i], best);
        one.number = number;
        one.takes_left = strcmp(one.text, "[MASK]") == 0;
        if (!add_entry(r, &r->vocabulary, one)) return false;
        if ((s->pieces[i].kind == CONTROL || s->pieces[i].kind == UNKNOWN) &&
            !add_entry(r, &r->marks, one))
            return false;
    }
    if (!family->masked) return true;
    if (!add_name(r, "<mask>", number)) return false;
    r->marks.items[r->marks.count - 1].takes_left = true;
    return true;
}

/* Numbers of vocab.json: what the file has beside is spelled too, and then unknown. */
static bool number_by_vocabulary(sentencepiece *s, reading *r)
{
    static const char *const names[] = {"</s>", "<unk>", "<pad>", NULL};
    const double best = best_score(s);
    attn_word_index known = {.arena = r->arena};
    for (size_t i = 0; i < r->vocabulary.count; i++) {
        entry *one = &r->vocabulary.items[i];
        const size_t length = strlen(one->text);
        bool mark = length > 4 && memcmp(one->text, ">>", 2) == 0 &&
                    memcmp(one->text + length - 2, "<<", 2) == 0;
        for (size_t k = 0; names[k]; k++) mark = mark || strcmp(one->text, names[k]) == 0;
        one->added = true;
        if (!attn_word_index_add(&known, one->text, length)) return false;
        if (mark && !add_entry(r, &r->marks, *one)) return false;
    }
    for (size_t i = 0; known.count == r->vocabulary.count && i < s->count; i++) {
        const entry one = entry_of(s, &s->pieces[i], best);
        const size_t place = attn_word_index_find(&known, one.text, strlen(one.text));
        if (one.added) continue;
        if (!place && !add_entry(r, &r->strangers, one)) return false;
        if (!place) continue;
        r->vocabulary.items[place - 1].added = false;
        r->vocabulary.items[place - 1].whole = one.whole;
        r->vocabulary.items[place - 1].score = one.score;
    }
    return true;
}

/* T5's <extra_id_0> is the last one. */
static bool add_extra(sentencepiece *s, reading *r)
{
    const double usual = is_family(s, "t5") ? 100 : 0,
                 count = s->from->extra >= 0 ? s->from->extra : usual,
                 first = (double)r->vocabulary.count;
    if (!(count < (double)ATTN_MOST_MARKS))
        return attn_fail(s->status, ATTN_INPUT,
                         "tokenizer_config.json has %g \"extra_ids\": there are at most %zu", count,
                         ATTN_MOST_MARKS - 1);
    for (double i = 0; i + 1 <= count; i++) {
        const char *name = attn_print(r->arena, "<extra_id_%.0f>", i);
        if (!name) return false;
        if (is_mark(r, name)) continue;
        if (!add_name(r, name, first + floor(count) - 1 - i)) return false;
        r->marks.items[r->marks.count - 1].takes_left = true;
        r->marks.items[r->marks.count - 1].takes_right = true;
    }
    return true;
}

/* What the folder adds. A piece that it names becomes a mark; others stand behind. */
static bool add_added(const sentencepiece *s, reading *r)
{
    for (size_t i = 0; i < s->from->added_count; i++) {
        const attn_added *from = &s->from->added[i];
        const entry one = {.text = from->text,
                           .number = from->number,
                           .takes_left = from->takes_left,
                           .takes_right = from->takes_right,
                           .alone = from->alone,
                           .added = true};
        if (is_mark(r, one.text)) continue;
        if (r->marks.count == ATTN_MOST_MARKS)
            return attn_fail(s->status, ATTN_INPUT, "there are more than %zu added tokens",
                             ATTN_MOST_MARKS);
        if (!add_entry(r, &r->marks, one)) return false;
    }
    return true;
}

/* ---- merges ---- */

typedef struct made { /* a merge, and what orders it */
    double score;
    pair merge;
} made;

static int by_score(const void *a, const void *b)
{
    const made *one = a, *other = b;
    if (one->score != other->score) return one->score > other->score ? -1 : 1;
    return one->merge.offset < other->merge.offset ? -1 : one->merge.offset > other->merge.offset;
}

/* Those that make one piece, as halves of it. */
static bool find_halves(reading *r, const attn_word_index *known, const piece *whole, made **all,
                        size_t *count)
{
    const size_t length = strlen(whole->text);
    for (size_t at = 1; at < length; at++) {
        if (((unsigned char)whole->text[at] & 0xC0) == 0x80) continue;
        const size_t left = attn_word_index_find(known, whole->text, at),
                     right = attn_word_index_find(known, whole->text + at, length - at);
        if (!left || !right) continue;
        const made one = {whole->score,
                          {known->words[left - 1], known->words[right - 1], whole->offset, false}};
        if (!attn_append(r->arena, all, count, &one, sizeof one)) return false;
    }
    return true;
}

/* Each two pieces that make a third, in the order of its score. */
static bool find_merges(sentencepiece *s, reading *r)
{
    attn_word_index known = {.arena = r->arena};
    made *all = NULL;
    size_t count = 0;
    for (size_t i = 0; i < s->count; i++)
        if (s->pieces[i].kind == NORMAL &&
            !attn_word_index_add(&known, s->pieces[i].text, strlen(s->pieces[i].text)))
            return false;
    for (size_t i = 0; i < s->count; i++)
        if (s->pieces[i].kind == NORMAL && !find_halves(r, &known, &s->pieces[i], &all, &count))
            return false;
    if (count) qsort(all, count, sizeof *all, by_score);
    for (size_t i = 0; i < count; i++) {
        all[i].merge.tied = i > 0 && all[i].score == all[i - 1].score;
        if (!attn_append(r->arena, &r->merges, &r->merge_count, &all[i].merge, sizeof(pair)))
            return false;
    }
    return true;
}

/* ---- the tokenizer ---- */

/* Whether each piece begins where a word does, or lies within one: ▁ is only at its beginning. */
static bool lies_in_words(const sentencepiece *s)
{
    static const char sign[] = ATTN_PIECE_START;
    for (size_t i = 0; i < s->count; i++) {
        const char *text = s->pieces[i].text;
        if (s->pieces[i].kind != NORMAL && s->pieces[i].kind != DEFINED) continue;
        while (strncmp(text, sign, sizeof sign - 1) == 0) text += sizeof sign - 1;
        if (strstr(text, sign)) return false;
    }
    return true;
}

static const char *name_at(const sentencepiece *s, size_t place)
{
    return place < s->count ? s->pieces[place].text : NULL;
}

/* What is put around a text, as tokenizer.json says it. */
static bool put_around(const sentencepiece *s, reading *r)
{
    const struct family *family = family_of(s->from);
    const char *before = family->before ? family->before : name_at(s, s->begin),
               *behind = family->behind ? family->behind : name_at(s, s->end);
    attn_text text = {0};
    attn_text_add(&text, "{\"type\":\"TemplateProcessing\",\"single\":[");
    if (before && chosen(s->from->begins, family->begins))
        attn_json_print(&text, "{\"SpecialToken\":{\"id\":%s}},", before);
    attn_text_add(&text, "{\"Sequence\":{\"id\":\"A\"}}");
    if (behind && chosen(s->from->ends, family->ends))
        attn_json_print(&text, ",{\"SpecialToken\":{\"id\":%s}}", behind);
    attn_text_add(&text, "]}");
    return (r->parts.around.text = attn_keep_text(r->arena, &text)) != NULL;
}

static bool fill_reading(sentencepiece *s, reading *r)
{
    attn_hub_rules *rules = &s->rules;
    r->type = s->model == UNIGRAM ? "Unigram" : "BPE";
    r->falls_back = s->falls_back;
    r->fuses_unknown = true;
    r->unknown = "<unk>";
    for (size_t i = 0; !s->from->vocabulary && i < s->count; i++)
        if (s->pieces[i].kind == UNKNOWN && i >= family_of(s->from)->left_out)
            r->unknown = s->pieces[i].text;
    rules->prefixed = chosen(s->from->prefixed, rules->prefixed);
    rules->first = s->from->first > 0;
    rules->cut = rules->escaped && lies_in_words(s);
    rules->plain = is_family(s, "albert");
    rules->bare = rules->plain && s->from->accents <= 0;
    rules->lower = rules->plain && s->from->lower >= 0;
    r->parts.rules = rules;
    return (s->from->vocabulary ? number_by_vocabulary(s, r) : number_pieces(s, r)) &&
           add_extra(s, r) && add_added(s, r) && (s->model != BPE || find_merges(s, r)) &&
           put_around(s, r);
}

/* The reading of the numbers: vocab.json if there is one, else the file itself. */
static attn_tokenizer *make(sentencepiece *s, attn_arena *arena)
{
    const attn_sentencepiece *from = s->from;
    attn_tokenizer *tokenizer = NULL;
    reading r;
    const bool begun =
        attn_reading_open(&r, from->vocabulary ? from->vocabulary : from->source,
                          from->vocabulary ? from->vocabulary_file : from->file, arena);
    r.binary = !from->vocabulary;
    if (begun) s->arena = r.arena;
    if (begun && read_file(s) && (!from->vocabulary || attn_reading_vocabulary(&r)) &&
        fill_reading(s, &r))
        tokenizer = attn_reading_make(&r);
    return attn_reading_close(&r, tokenizer);
}

attn_tokenizer *attn_tokenizer_read_sentencepiece(const attn_sentencepiece *from, attn_arena *arena)
{
    attn_sentencepiece held = *from;
    sentencepiece s = {.from = &held,
                       .status = attn_arena_status(arena),
                       .model = UNIGRAM,
                       .begin = 1,
                       .end = 2,
                       .rules = {.squeezes = true, .prefixed = true, .escaped = true}};
    if (!from->family) held.extra = -1;
    if (!from->source->bytes) held.source = attn_byte_reader_hold(from->source, s.status);
    if (!held.source) return NULL;
    attn_tokenizer *tokenizer = make(&s, arena);
    if (held.source != from->source) attn_byte_reader_close(held.source);
    return tokenizer;
}
