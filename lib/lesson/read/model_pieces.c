/*
 * model_pieces: the tokenizer of a model's folder, from the files that there are: tokenizer.json,
 * a file of sentencepiece, or those of older folders; and what tokenizer_config.json says of it.
 */
#include <math.h>
#include <string.h>

#include "files/bytes/input.h"
#include "files/bytes/open.h"
#include "lesson/read/reading.h"
#include "text/tokenizer/tokenizer.h"

/* ---- files of the folder ---- */

static bool take_file(attn_lesson *lesson, const char *name, attn_input *input)
{
    const size_t most = (size_t)64 << 20;
    attn_status missing = {0};
    const int file = attn_open_linked(lesson->opened, name, &missing);
    const char *path = attn_print(lesson->arena, "%s%s", lesson->folder, name);
    *input = (attn_input){0};
    return file >= 0 && path && attn_lesson_note_file(lesson, path) &&
           attn_input_take(input, file, path, most, lesson->status);
}

static const char *last_file(const attn_lesson *lesson)
{
    return lesson->files[lesson->file_count - 1].path;
}

static attn_tokenizer *read_merges(attn_lesson *lesson, const attn_input *vocabulary)
{
    attn_input merges;
    const char *file = last_file(lesson);
    if (!take_file(lesson, "merges.txt", &merges)) return NULL;
    attn_byte_reader *source =
        attn_byte_reader_of(vocabulary->bytes, vocabulary->length, lesson->status);
    attn_tokenizer *made =
        source ? attn_tokenizer_read_merges(source, file, last_file(lesson),
                                            (attn_span){merges.bytes, merges.length}, lesson->arena)
               : NULL;
    attn_byte_reader_close(source);
    attn_input_close(&merges);
    return made;
}

/* A file of the folder as a tree; NULL: it is not there, or on failure. */
static attn_json *take_json(attn_lesson *lesson, const char *name)
{
    attn_input input;
    if (!take_file(lesson, name, &input)) return NULL;
    attn_json *json = attn_json_parse(input.bytes, input.length, last_file(lesson),
                                      ATTN_MOST_LESSON_DEPTH, lesson->status);
    attn_input_close(&input);
    return json;
}

static const attn_json_item *root_of(const attn_json *json)
{
    return json ? attn_json_root(json) : NULL;
}

/* What tokenizer_config.json says of capitals; BERT's words have none where it says nothing. */
static bool is_lower(attn_lesson *lesson)
{
    attn_json *json = take_json(lesson, "tokenizer_config.json");
    const int lower = attn_json_truth(attn_json_member(root_of(json), "do_lower_case"));
    attn_json_free(json);
    return lower != 0;
}

/* ---- sentencepiece ---- */

typedef struct growing_list { /* of tokens that the folder adds */
    size_t count;
    attn_added *items;
} growing_list;

/* One more, unless it has no number. */
static bool add_token(attn_lesson *lesson, growing_list *list, const char *text, double number,
                      const attn_json_item *how)
{
    if (!text || !*text || !(number >= 0 && number < (double)ATTN_MOST_PIECES)) return true;
    const attn_added one = {
        .text = attn_copy_text(lesson->arena, text, strlen(text)),
        .number = number,
        .takes_left = attn_json_truth(attn_json_member(how, "lstrip")) == 1,
        .takes_right = attn_json_truth(attn_json_member(how, "rstrip")) == 1,
        .alone = attn_json_truth(attn_json_member(how, "single_word")) == 1,
    };
    return one.text && attn_append(lesson->arena, &list->items, &list->count, &one, sizeof one);
}

/* { "<extra>": 32000 } of added_tokens.json. */
static bool take_added(attn_lesson *lesson, growing_list *list)
{
    attn_json *json = take_json(lesson, "added_tokens.json");
    bool fine = true;
    for (const attn_json_item *one = attn_json_first(root_of(json)); fine && one;
         one = attn_json_after(one))
        fine = add_token(lesson, list, attn_json_name(one), attn_json_value(one), NULL);
    attn_json_free(json);
    return fine && attn_ok(lesson->status);
}

/* A number that is written as a key. */
static double number_of(const char *key)
{
    double number = 0;
    for (; key && *key >= '0' && *key <= '9' && number < (double)ATTN_MOST_PIECES; key++)
        number = 10 * number + (*key - '0');
    return key && *key == '\0' ? number : (double)NAN;
}

static signed char says(const attn_json_item *config, const char *key)
{
    const int truth = attn_json_truth(attn_json_member(config, key));
    return (signed char)(truth < 0 ? 0 : truth ? 1 : -1);
}

/* What tokenizer_config.json says. */
static bool take_config(attn_lesson *lesson, attn_sentencepiece *from, growing_list *list)
{
    attn_json *json = take_json(lesson, "tokenizer_config.json");
    const attn_json_item *config = root_of(json);
    const double extra = attn_json_value(attn_json_member(config, "extra_ids"));
    bool fine = true;
    from->begins = says(config, "add_bos_token");
    from->ends = says(config, "add_eos_token");
    from->lower = says(config, "do_lower_case");
    from->accents = says(config, "keep_accents");
    from->prefixed = says(config, "add_prefix_space");
    from->first = says(config, "legacy") < 0;
    from->extra = extra >= 0 ? extra : -1;
    const attn_json_item *added = attn_json_member(config, "added_tokens_decoder");
    for (const attn_json_item *one = attn_json_first(added); fine && one;
         one = attn_json_after(one))
        fine = add_token(lesson, list, attn_json_text(attn_json_member(one, "content")),
                         number_of(attn_json_name(one)), one);
    attn_json_free(json);
    return fine && attn_ok(lesson->status);
}

/* The numbers that Marian's pieces have. */
static bool take_numbers(attn_lesson *lesson, attn_sentencepiece *from, bool target,
                         attn_input *numbers)
{
    if (strcmp(from->family, "marian") != 0) return true;
    if (!(target && take_file(lesson, "target_vocab.json", numbers)) &&
        !take_file(lesson, "vocab.json", numbers)) {
        attn_fail(lesson->status, ATTN_INPUT,
                  "the folder has no vocab.json, which gives the pieces of a Marian model their "
                  "numbers: put it beside this file");
        attn_status_place(lesson->status, from->file, 0, 0);
        return false;
    }
    from->vocabulary_file = last_file(lesson);
    from->vocabulary = attn_byte_reader_of(numbers->bytes, numbers->length, lesson->status);
    return from->vocabulary != NULL;
}

static attn_tokenizer *read_sentencepiece(attn_lesson *lesson, const attn_input *model, bool target)
{
    const attn_json_item *type =
        lesson->config_count ? attn_json_member(attn_json_root(lesson->config[0]), "model_type")
                             : NULL;
    growing_list list = {0};
    attn_input numbers = {0};
    attn_sentencepiece from = {.file = last_file(lesson), .family = attn_json_text(type)};
    attn_tokenizer *made = NULL;
    if (!from.family) from.family = "";
    from.source = attn_byte_reader_of(model->bytes, model->length, lesson->status);
    if (from.source && take_config(lesson, &from, &list) && take_added(lesson, &list) &&
        take_numbers(lesson, &from, target, &numbers)) {
        from.added = list.items;
        from.added_count = list.count;
        made = attn_tokenizer_read_sentencepiece(&from, lesson->arena);
    }
    attn_byte_reader_close(from.vocabulary);
    attn_byte_reader_close(from.source);
    attn_input_close(&numbers);
    return made;
}

/* A file of sentencepiece, by the names that they have; that of the texts that a model writes if
 * there are two. */
static bool take_sentencepiece(attn_lesson *lesson, bool target, attn_input *input)
{
    static const char *const names[] = {"tokenizer.model", "spiece.model",
                                        "sentencepiece.bpe.model", "source.spm"};
    if (target && take_file(lesson, "target.spm", input)) return true;
    for (size_t i = 0; attn_ok(lesson->status) && i < sizeof names / sizeof *names; i++)
        if (take_file(lesson, names[i], input)) return true;
    return false;
}

/* ---- all of them ---- */

static attn_tokenizer *read_json(attn_lesson *lesson, const attn_input *input)
{
    attn_byte_reader *source = attn_byte_reader_of(input->bytes, input->length, lesson->status);
    attn_tokenizer *made =
        source ? attn_tokenizer_read(source, last_file(lesson), lesson->arena) : NULL;
    attn_byte_reader_close(source);
    return made;
}

attn_tokenizer *attn_model_tokenizer(attn_lesson *lesson, const char *name)
{
    const bool target = strcmp(name, "target.spm") == 0;
    attn_input input;
    attn_tokenizer *made = NULL;
    if (take_file(lesson, "tokenizer.json", &input)) {
        made = read_json(lesson, &input);
    } else if (attn_ok(lesson->status) && take_sentencepiece(lesson, target, &input)) {
        made = read_sentencepiece(lesson, &input, target);
    } else if (attn_ok(lesson->status) && take_file(lesson, "vocab.json", &input)) {
        made = read_merges(lesson, &input);
    } else if (attn_ok(lesson->status) && take_file(lesson, "vocab.txt", &input)) {
        const char *file = last_file(lesson);
        const bool lower = is_lower(lesson);
        if (attn_ok(lesson->status))
            made = attn_tokenizer_read_lines((attn_span){input.bytes, input.length}, file, lower,
                                             lesson->arena);
    }
    attn_input_close(&input);
    return made;
}
