/*
 * hostile: the folder of a model whose files are cut off and changed, each at every byte: it is
 * computed, or a message says why not; nothing else may happen. ATTNVIZ_MUTATIONS in the
 * environment: so many changes, in place of a few.
 */

/* not in make test */
/* slow under valgrind */
/* slow under sanitizers */

#include "attnviz.h"
#include "unit.h"

#include <ctype.h>
#include <stdint.h>

/* ---- the folder ---- */

static const char config[] =
    "{\"model_type\":\"llama\",\"vocab_size\":12,\"hidden_size\":4,\"num_attention_heads\":2,"
    "\"num_hidden_layers\":1,\"num_key_value_heads\":1,\"intermediate_size\":6,"
    "\"rms_norm_eps\":1e-6,\"rope_theta\":10000.0,\"rope_scaling\":{\"rope_type\":\"llama3\","
    "\"factor\":8.0,\"low_freq_factor\":1.0,\"high_freq_factor\":4.0,"
    "\"original_max_position_embeddings\":64},\"hidden_act\":\"silu\","
    "\"tie_word_embeddings\":true,\"eos_token_id\":[2,3]}";
static const char tokenizer[] =
    "{\"added_tokens\":[{\"id\":1,\"content\":\"<s>\",\"lstrip\":true,\"normalized\":true}],"
    "\"normalizer\":{\"type\":\"Sequence\",\"normalizers\":[{\"type\":\"NFKC\"},{\"type\":"
    "\"Replace\",\"pattern\":{\"Regex\":\" +\"},\"content\":\" \"}]},\"pre_tokenizer\":{\"type\":"
    "\"Metaspace\",\"replacement\":\"\xE2\x96\x81\",\"prepend_scheme\":\"first\",\"split\":true},"
    "\"post_processor\":{\"type\":\"TemplateProcessing\",\"single\":[{\"SpecialToken\":{\"id\":"
    "\"<s>\"}},{\"Sequence\":{\"id\":\"A\"}}]},\"model\":{\"type\":\"BPE\",\"unk_token\":"
    "\"<unk>\",\"fuse_unk\":true,\"vocab\":{\"<unk>\":0,\"<s>\":1,\"\xE2\x96\x81\":2,\"a\":3,\"b\":"
    "4,"
    "\"ab\":5,\"\xE2\x96\x81\x61\x62\":6,\"c\":7},\"merges\":[\"a b\",[\"\xE2\x96\x81\",\"ab\"]]}}";
static const char told[] =
    "{\"add_bos_token\":true,\"add_eos_token\":true,\"legacy\":false,\"extra_ids\":1,"
    "\"added_tokens_decoder\":{\"8\":{\"content\":\"<x>\",\"rstrip\":true}}}";
static const char shards[] = "{\"metadata\":{\"total_size\":500},\"weight_map\":{"
                             "\"model.embed_tokens.weight\":\"model-1.safetensors\","
                             "\"model.norm.weight\":\"model-1.safetensors\"}}";
/* <unk>, <s>, </s>, ▁, a, b, ab, and how a text is prepared: as BPE, with blanks kept */
static const char pieces[] =
    "\x0A\x0E\x0A\x05<unk>\x15\0\0\0\0\x18\x02\x0A\x0C\x0A\x03<s>\x15\0\0\0\0\x18\x03"
    "\x0A\x0D\x0A\x04</s>\x15\0\0\0\0\x18\x03\x0A\x0A\x0A\x03\xE2\x96\x81\x15\0\0\x80\xBF"
    "\x0A\x08\x0A\x01\x61\x15\0\0\0\xC0\x0A\x08\x0A\x01\x62\x15\0\0\x40\xC0"
    "\x0A\x09\x0A\x02\x61\x62\x15\0\0\x80\xC0\x12\x02\x18\x02\x1A\x04\x18\x01\x20\0";

static const struct {
    const char *name;
    size_t rows, columns; /* columns 0: a vector */
} tensors[] = {{"model.embed_tokens.weight", 12, 4},
               {"model.norm.weight", 4, 0},
               {"model.layers.0.self_attn.q_proj.weight", 4, 4},
               {"model.layers.0.self_attn.k_proj.weight", 2, 4},
               {"model.layers.0.self_attn.v_proj.weight", 2, 4},
               {"model.layers.0.self_attn.o_proj.weight", 4, 4},
               {"model.layers.0.input_layernorm.weight", 4, 0},
               {"model.layers.0.post_attention_layernorm.weight", 4, 0},
               {"model.layers.0.mlp.gate_proj.weight", 6, 4},
               {"model.layers.0.mlp.up_proj.weight", 6, 4},
               {"model.layers.0.mlp.down_proj.weight", 4, 6}};

typedef struct hostile_file { /* of the folder */
    const char *name;
    size_t length, changed; /* changed: so many bytes of it are */
    char bytes[8192];
} hostile_file;

/* The tensors from a first one up to an end, as BF16. */
static void make_weights(hostile_file *file, size_t first, size_t end)
{
    char header[2048] = "{\"__metadata__\":{\"format\":\"pt\"}";
    size_t data = 0;
    for (size_t i = first; i < end; i++) {
        const size_t columns = tensors[i].columns, size = tensors[i].rows * (columns ? columns : 1),
                     at = strlen(header);
        char shape[32];
        snprintf(shape, sizeof shape, columns ? "%zu,%zu" : "%zu", tensors[i].rows, columns);
        snprintf(header + at, sizeof header - at,
                 ",\"%s\":{\"dtype\":\"BF16\",\"shape\":[%s],\"data_offsets\":[%zu,%zu]}",
                 tensors[i].name, shape, data, data + 2 * size);
        data += 2 * size;
    }
    strcat(header, "}");
    const size_t length = strlen(header);
    memset(file->bytes, 0, 8);
    file->bytes[0] = (char)(length & 255);
    file->bytes[1] = (char)(length >> 8);
    memcpy(file->bytes + 8, header, length);
    for (size_t i = 0; i < data / 2; i++) {
        file->bytes[8 + length + 2 * i] = (char)(17 * i);
        file->bytes[8 + length + 2 * i + 1] = (char)(i % 3 ? 0x3E : 0xBE);
    }
    file->length = 8 + length + data;
    file->changed = 8 + length;
}

static void take_text(hostile_file *file, const char *bytes, size_t length)
{
    memcpy(file->bytes, bytes, length);
    file->length = file->changed = length;
}

enum { FILES = 7 };
static hostile_file files[FILES] = {{.name = "config.json"},
                                    {.name = "tokenizer.json"},
                                    {.name = "tokenizer.model"},
                                    {.name = "tokenizer_config.json"},
                                    {.name = "model-1.safetensors"},
                                    {.name = "model-2.safetensors"},
                                    {.name = "model.safetensors.index.json"}};
static char folder[] = "/tmp/attnviz-hostile-XXXXXX";

static void make_files(void)
{
    take_text(&files[0], config, sizeof config - 1);
    take_text(&files[1], tokenizer, sizeof tokenizer - 1);
    take_text(&files[2], pieces, sizeof pieces - 1);
    take_text(&files[3], told, sizeof told - 1);
    make_weights(&files[4], 0, 2);
    make_weights(&files[5], 2, COUNT(tensors));
    take_text(&files[6], shards, sizeof shards - 1);
}

static const char *path_of(size_t file)
{
    static char path[128];
    snprintf(path, sizeof path, "%s/%s", folder, files[file].name);
    return path;
}

/* The folder as it should be; tokenizer.json stands before tokenizer.model. */
static void write_folder(bool sentencepiece)
{
    for (size_t i = 0; i < FILES; i++) unit_write(path_of(i), files[i].bytes, files[i].length);
    if (sentencepiece) unlink(path_of(1));
}

/* ---- read ---- */

/* Whether it could be computed; else a message says why not. */
static bool read_folder(const char *what)
{
    attnviz_fault fault = {0};
    const attnviz_wishes wishes = {.sentence = "ab <s> ba c"};
    attnviz_lesson *lesson = attnviz_lesson_open(folder, ATTNVIZ_TO_RUN, &fault);
    const bool done = lesson && attnviz_lesson_run(lesson, &wishes, &fault);
    attnviz_lesson_free(lesson);
    ck_assert_msg(done == (fault.cause == ATTNVIZ_NONE), "%s: %s", what, fault.text);
    ck_assert_msg(done || fault.text[0], "%s: there is no message", what);
    for (const char *c = fault.text; *c; c++)
        ck_assert_msg(*c == '\n' || !iscntrl((unsigned char)*c), "%s: %s", what, fault.text);
    return done;
}

static void start(bool sentencepiece)
{
    make_files();
    unit_make_folder(folder);
    write_folder(sentencepiece);
    attnviz_budget((uint64_t)64 << 20, 100000000);
    ck_assert_msg(read_folder("as it should be"), "it cannot be computed");
}

static void end(void)
{
    for (size_t i = 0; i < FILES; i++) unlink(path_of(i));
    ck_assert_int_eq(rmdir(folder), 0);
    attnviz_budget(ATTNVIZ_USUAL_MEMORY, ATTNVIZ_USUAL_WORK);
    attnviz_threads_end();
}

START_TEST(test_prefixes)
{
    const bool sentencepiece = _i == 1;
    char what[128];
    start(sentencepiece);
    for (size_t i = 0; i < FILES; i++) {
        if (sentencepiece ? i != 2 : i == 2) continue;
        for (size_t length = 0; length < files[i].changed; length++) {
            unit_write(path_of(i), files[i].bytes, length);
            snprintf(what, sizeof what, "%s, cut behind %zu bytes", files[i].name, length);
            /* what is said of the tokenizer beside its file may be no JSON and not be read */
            const bool computed = read_folder(what), unread = i == 3 || i == 6;
            ck_assert_msg(!computed || unread || sentencepiece, "%s: it is computed", what);
        }
        unit_write(path_of(i), files[i].bytes, files[i].length);
    }
    end();
}
END_TEST

/* ---- changed ---- */

static uint64_t state = 1;

static size_t draw(size_t count)
{
    state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return count ? (size_t)(state >> 33) % count : 0;
}

static void replace(hostile_file *file, size_t at, size_t taken, const char *bytes, size_t length)
{
    if (at + taken > file->changed || file->length - taken + length > sizeof file->bytes) return;
    memmove(file->bytes + at + length, file->bytes + at + taken, file->length - at - taken);
    memcpy(file->bytes + at, bytes, length);
    file->length = file->length - taken + length;
    file->changed = file->changed - taken + length;
}

static void change(hostile_file *file)
{
    static const char *const words[] = {"-1",
                                        "0",
                                        "1e308",
                                        "-1e-308",
                                        "4294967296",
                                        "18446744073709551615",
                                        "1048577",
                                        "0.5",
                                        "null",
                                        "true",
                                        "{}",
                                        "[]",
                                        "\"\"",
                                        "\"a\"",
                                        "[1,2]",
                                        "\\u0000",
                                        "\xFF",
                                        "\xC3",
                                        ",",
                                        "}",
                                        "]",
                                        "\"",
                                        "model.norm.weight",
                                        "model-2.safetensors",
                                        "../config.json",
                                        "<unk>",
                                        "\"ByteLevel\"",
                                        "\"Unigram\"",
                                        "(a*)*b",
                                        "\"vocab\":{\"a\":0},"};
    const size_t at = draw(file->changed), kind = draw(6);
    char bytes[64];
    if (file->changed == 0) return;
    if (kind == 0) file->bytes[at] = (char)(file->bytes[at] ^ (1 << draw(8)));
    if (kind == 1) file->bytes[at] = (char)draw(256);
    if (kind == 2) replace(file, at, 1 + draw(12), "", 0);
    if (kind == 3 || kind == 4) { /* a number, or a few bytes */
        size_t length = strspn(file->bytes + at, "0123456789.");
        if (at + length > file->changed) length = 0;
        const char *word = words[draw(COUNT(words))];
        replace(file, at, length ? length : draw(3), word, strlen(word));
    }
    if (kind == 5) { /* some of it twice */
        const size_t length = 1 + draw(sizeof bytes - 1);
        if (at + length > file->changed) return;
        memcpy(bytes, file->bytes + at, length);
        replace(file, at, 0, bytes, length);
    }
}

START_TEST(test_changes)
{
    static hostile_file changed;
    const char *wanted = getenv("ATTNVIZ_MUTATIONS");
    const size_t count = wanted ? strtoul(wanted, NULL, 10) : 1500;
    size_t computed = 0;
    char what[128];
    state = 7;
    start(false);
    for (size_t k = 0; k < count; k++) {
        const size_t i = draw(FILES);
        changed = files[i];
        for (size_t edits = 1 + draw(3); edits > 0; edits--) change(&changed);
        if (i == 2) unlink(path_of(1));
        unit_write(path_of(i), changed.bytes, changed.length);
        snprintf(what, sizeof what, "%s, change %zu", files[i].name, k);
        computed += read_folder(what);
        unit_write(path_of(i), files[i].bytes, files[i].length);
        if (i == 2) unit_write(path_of(1), files[1].bytes, files[1].length);
    }
    if (wanted) printf("%zu of %zu changed folders are computed\n", computed, count);
    ck_assert_uint_lt(computed, count); /* some are not */
    ck_assert_uint_gt(computed, 0);
    end();
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("hostile");
    TCase *all = tcase_create("folders");
    tcase_set_timeout(all, 0);
    tcase_add_loop_test(all, test_prefixes, 0, 2);
    tcase_add_test(all, test_changes);
    suite_add_tcase(suite, all);
    return unit_run(suite);
}
