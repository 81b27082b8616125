/*
 * tokenizer_write: a tokenizer as tokenizer.json.
 */
#include <string.h>

#include "files/json/json_write.h"
#include "text/tokenizer/tokenizer.h"
#include "text/tokenizer/tokenizer_file.h"

static void add_marks(const attn_tokenizer *t, attn_text *out)
{
    attn_text_add(out, "  \"added_tokens\": [");
    for (size_t i = 0; i < t->mark_count; i++) {
        attn_text_add(out, i ? ",\n" : "\n");
        attn_text_print(out, "    {\"id\": %zu, \"content\": ",
                        attn_word_index_find(&t->pieces, t->marks[i], strlen(t->marks[i])) - 1);
        attn_json_string(out, t->marks[i]);
        attn_text_add(out, ", \"single_word\": false, \"lstrip\": false, \"rstrip\": false, "
                           "\"normalized\": false, \"special\": true}");
    }
    attn_text_add(out, "\n  ],\n");
}

void attn_tokenizer_add_normalizer(attn_text *out)
{
    attn_text_add(out, "{\"type\":\"Sequence\",\"normalizers\":[{\"type\":\"NFC\"},{\"type\":"
                       "\"Replace\",\"pattern\":{\"String\":\"\u2019\"},\"content\":\"'\"},"
                       "{\"type\":\"Lowercase\"}]}");
}

void attn_tokenizer_add_cutting(attn_language language, attn_text *out)
{
    attn_text pattern = {0};
    attn_words_add_pattern(language, &pattern);
    attn_text_add(out, "{\"type\":\"Sequence\",\"pretokenizers\":[{\"type\":\"Split\","
                       "\"pattern\":{\"Regex\":");
    attn_json_string(out, attn_text_string(&pattern));
    attn_text_add(out, "},\"behavior\":\"Removed\",\"invert\":true},{\"type\":\"Metaspace\","
                       "\"replacement\":\"▁\",\"prepend_scheme\":\"always\",\"split\":false}]}");
    attn_text_end(&pattern, out);
}

static void add_model(const attn_tokenizer *t, attn_text *out)
{
    attn_text_add(out, "  \"model\": {\"type\": \"BPE\", \"dropout\": null, \"unk_token\": null, "
                       "\"continuing_subword_prefix\": null, \"end_of_word_suffix\": null, "
                       "\"fuse_unk\": false, \"byte_fallback\": true, \"ignore_merges\": false, "
                       "\"vocab\": {");
    for (size_t i = 0; i < t->pieces.count; i++) {
        attn_text_add(out, i ? ",\n    " : "\n    ");
        attn_json_string(out, t->pieces.words[i]);
        attn_text_print(out, ": %zu", i);
    }
    attn_text_add(out, "},\n  \"merges\": [");
    attn_text both = {0};
    for (size_t i = 0; i < t->merge_count; i++) {
        const attn_merge *merge = t->merge_list[i];
        attn_text_clear(&both);
        attn_text_print(&both, "%s %s", t->pieces.words[merge->left],
                        t->pieces.words[merge->right]);
        attn_text_add(out, i ? ",\n    " : "\n    ");
        attn_json_string(out, attn_text_string(&both));
    }
    attn_text_end(&both, out);
    attn_text_add(out, "]}\n");
}

void attn_tokenizer_write(const attn_tokenizer *tokenizer, attn_text *out)
{
    attn_text_add(out, "{\n  \"version\": \"1.0\",\n  \"truncation\": null,\n"
                       "  \"padding\": null,\n");
    add_marks(tokenizer, out);
    attn_text_add(out, "  \"normalizer\": ");
    attn_tokenizer_add_normalizer(out);
    attn_text_add(out, ",\n  \"pre_tokenizer\": ");
    attn_tokenizer_add_cutting(tokenizer->language, out);
    attn_text_add(out, ",\n  \"post_processor\": null,\n"
                       "  \"decoder\": {\"type\":\"Sequence\",\"decoders\":[{\"type\":"
                       "\"ByteFallback\"},{\"type\":\"Metaspace\",\"replacement\":\"▁\","
                       "\"prepend_scheme\":\"always\",\"split\":false},{\"type\":\"Fuse\"}]},\n");
    add_model(tokenizer, out);
    attn_text_add(out, "}\n");
}
