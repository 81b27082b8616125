/*
 * tokens: files of tokens, and pieces of words by the marks of each tokenizer.
 */
#include "text/tokens.h"

#include "arena.h"

/* "le|chat" */
static const char *joined(const char *const *texts, size_t count)
{
    static char all[1024];
    size_t length = 0;
    all[0] = '\0';
    for (size_t i = 0; i < count; i++)
        length +=
            (size_t)snprintf(all + length, sizeof all - length, "%s%s", i ? "|" : "", texts[i]);
    return all;
}

/* ---- pieces ---- */

static const attn_pieces *pieces(attn_marks marks, const char *const *words, size_t count)
{
    attn_labels tokens = {.count = count, .words = words};
    const attn_pieces *made = attn_subwords_of(&tokens, marks, arena);
    ck_assert_ptr_nonnull(made);
    ck_assert_uint_eq(made->count, count);
    return made;
}

typedef struct cut {
    attn_marks marks;
    const char *tokens[12];
    const char *texts, *words; /* texts NULL: any */
} cut;

static size_t count_of(const char *const *words, size_t most)
{
    size_t count = 0;
    while (count < most && words[count]) count++;
    return count;
}

static void check_cuts(const cut *cuts, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const char *const *tokens = cuts[i].tokens;
        const attn_pieces *p =
            pieces(cuts[i].marks, tokens, count_of(tokens, COUNT(cuts[i].tokens)));
        if (cuts[i].texts) ck_assert_str_eq(joined(p->texts, p->count), cuts[i].texts);
        ck_assert_str_eq(joined(p->words, p->word_count), cuts[i].words);
    }
}

START_TEST(each_tokenizer_has_marks_of_its_own)
{
    static const cut cuts[] = {
        {ATTN_MARKS_AUTO, {"the", "cat"}, "the|cat", "the|cat"},
        {ATTN_MARKS_AUTO,
         {"[CLS]", "play", "##ing", "now", "[SEP]"},
         "[CLS]|play|·ing|now|[SEP]",
         "[CLS]|playing|now|[SEP]"},
        {ATTN_MARKS_AUTO,
         {"The", "Ġcat", "Ġsl", "eeps", "."},
         "The|cat|sl|·eeps|.",
         "The|cat|sleeps|."},
        {ATTN_MARKS_AUTO, {"▁Le", "▁chat", "▁no", "ir", "."}, "Le|chat|no|·ir|.", "Le|chat|noir|."},
        {ATTN_MARKS_AUTO, {"pla@@", "y@@", "ing", "now"}, "pla|·y|·ing|now", "playing|now"},
        {ATTN_MARKS_AUTO, {"play", "ing</w>", "now</w>"}, "play|·ing|now", "playing|now"},
        {ATTN_MARKS_AUTO,
         {"<s>", "The", " cat", " sl", "eeps", ".", " \n", "</s>"},
         "<s>|The|cat|sl|·eeps|.|↵|</s>",
         "<s>|The|cat|sleeps|.|↵|</s>"},
        {ATTN_MARKS_NONE, {"a", " b", "c"}, "a|b|c", "a|b|c"},
        {ATTN_MARKS_NONE, {"play", "##ing"}, "play|##ing", "play|##ing"},
        {ATTN_MARKS_AUTO, {"##ing", "##", "a"}, "ing|##|a", "ing|##|a"},
        {ATTN_MARKS_AUTO, {"don", "'t", "Ġgo"}, "don|·'t|go", "don't|go"},
        {ATTN_MARKS_AUTO, {"Hi", "Ċ", "ĊĠ", "Ġthere"}, "Hi|↵|↵ |there", "Hi|↵|↵ |there"},
        {ATTN_MARKS_AUTO, {"Ġ", "Ġx"}, "␣|x", "␣|x"},
        {ATTN_MARKS_AUTO,
         {"<|endoftext|>", "a", "Ġb", "<|endoftext|>"},
         "<|endoftext|>|a|b|<|endoftext|>",
         "<|endoftext|>|a|b|<|endoftext|>"},
        {ATTN_MARKS_AUTO, {"<s>", "▁a", "b", "</s>", "c"}, "<s>|a|·b|</s>|c", "<s>|ab|</s>|c"},
    };
    check_cuts(cuts, COUNT(cuts));
}
END_TEST

/* "é" is two bytes, an emoji four: each a letter of the table of GPT-2, spread over tokens. */
START_TEST(bytes_become_characters_again)
{
    const char *const tokens[] = {"ĠcafÃ", "©", "ĠðŁ", "ĺ", "Ģ"};
    const attn_pieces *p = pieces(ATTN_MARKS_AUTO, tokens, COUNT(tokens));
    ck_assert_str_eq(joined(p->texts, p->count), "caf\\xC3|·\\xA9|\\xF0\\x9F|·\\x98|·\\x80");
    ck_assert_str_eq(joined(p->words, p->word_count), "café|😀");
    const char *const fallback[] = {"▁", "<0xE6>", "<0x88>", "<0x91>", "▁x"};
    p = pieces(ATTN_MARKS_AUTO, fallback, COUNT(fallback));
    ck_assert_str_eq(joined(p->words, p->word_count), "我|x");
}
END_TEST

/* Words are those of the text that the pieces make, however it is spread over them. */
START_TEST(words_end_where_those_of_the_text_end)
{
    static const cut cuts[] = {
        {ATTN_MARKS_AUTO,
         {"Ġso", "æĪ", "ĳ", "çĪ", "±", "æ°", "´", "è¯", "¾"},
         "so|\\xE6\\x88|·\\x91|\\xE7\\x88|·\\xB1|\\xE6\\xB0|·\\xB4|\\xE8\\xAF|·\\xBE",
         "so|我|爱|水|课"},
        {ATTN_MARKS_AUTO, {"Ġa", "ðŁĻ", "Ĥ"}, "a|\\xF0\\x9F\\x99|·\\x82", "a|🙂"},
        {ATTN_MARKS_AUTO, {"Ġhi", "âĢ", "¦"}, "hi|\\xE2\\x80|·\\xA6", "hi|…"},
        {ATTN_MARKS_AUTO, {"Ġna", "Ã", "¯", "ve"}, "na|·\\xC3|·\\xAF|·ve", "naïve"},
        {ATTN_MARKS_AUTO, {"Ġ", "æĪĳçĪ", "±"}, "␣|·我\\xE7\\x88|·\\xB1", "我爱"},
        {ATTN_MARKS_AUTO, {"▁so", "<0xE6>", "<0x88>", "<0x91>", "爱"}, NULL, "so|我|爱"},
        {ATTN_MARKS_AUTO, {"Ġwell", "-", "known", ","}, "well|·-|·known|,", "well-known|,"},
        {ATTN_MARKS_AUTO, {"▁l", "'", "eau", "-"}, "l|·'|·eau|-", "l'eau|-"},
        /* the end of a text is cut off */
        {ATTN_MARKS_BYTES, {"Ġhi", "ðŁ", "Ļ"}, NULL, "hi|\\xF0\\x9F\\x99"},
        {ATTN_MARKS_AUTO, {"Ġhi", "ðŁ", "</s>", "Ļ"}, NULL, "hi|\\xF0\\x9F|</s>|\\x99"},
    };
    check_cuts(cuts, COUNT(cuts));
}
END_TEST

/* Bytes are known by the text that they make; words that happen to be letters of the table are
 * not taken for bytes. */
START_TEST(bytes_are_known_where_no_space_is)
{
    static const cut cuts[] = {
        {ATTN_MARKS_AUTO, {"æĪ", "ĳ", "çĪ", "±"}, "\\xE6\\x88|·\\x91|\\xE7\\x88|·\\xB1", "我|爱"},
        {ATTN_MARKS_AUTO, {"<s>", "æĪĳ", "çĪ±", "</s>"}, "<s>|我|爱|</s>", "<s>|我|爱|</s>"},
        {ATTN_MARKS_AUTO, {"na", "Ã¯", "ve"}, "na|·ï|·ve", "naïve"},
        {ATTN_MARKS_AUTO, {"c", "Åĵ", "ur"}, "c|·œ|·ur", "cœur"},
        {ATTN_MARKS_AUTO, {"vo", "il", "Ãł"}, "vo|·il|·à", "voilà"},
        {ATTN_MARKS_AUTO, {"Stra", "ÃŁ", "e"}, "Stra|·ß|·e", "Straße"},
        {ATTN_MARKS_AUTO, {"ÐºÐ¾", "ÑĤ"}, "ко|·т", "кот"},
        {ATTN_MARKS_AUTO, {"Î³", "Î¬ÏĦ", "Î±"}, "γ|·άτ|·α", "γάτα"},
        {ATTN_MARKS_AUTO, {"×©", "×ľ×ķ×Ŀ"}, "ש|·לום", "שלום"},
        {ATTN_MARKS_AUTO, {"hi", "ðŁĻĤ"}, "hi|🙂", "hi|🙂"},
    };
    static const char *const words[][7] = {
        {"été", "où"},
        {"voilà", "«", "l'été", "»"},
        {"À", "BIENTÔT", "ÇA", "VA"},
        {"BEAUTÉ", "»"},
        {"schöne", "Straße", "für", "Übung"},
        {"STRAßE", "GRÜßE", "Spaß"},
        {"Ã", "SÃO", "NÃO", "coração"},
        {"¿Qué", "año", "España", "ÑANDÚ"},
        {"są", "był", "PÓŁ", "STÓŁ", "DÓŁ"},
        {"Çık", "ÇİM", "Güneş", "ışık"},
        {"Çık"},
        {"Úľ", "včela"},
        {"Łódź"},
        {"þú", "Ísland", "ÆÐI"},
        {"på", "ÅR", "Øl", "smørrebrød"},
        {"ħobż", "ġurnata", "Malti"},
        {"ķīlis", "ļoti", "mežs"},
        {"Hà", "Nội", "đẹp", "nghĩ"},
        {"20", "°C", "±", "5", "µm", "×²"},
        {"кот", "чёрный"},
        {"我", "爱"},
        {"a", "b"},
        {""},
        {"hi there", "Ã¯"},
    };
    check_cuts(cuts, COUNT(cuts));
    for (size_t i = 0; i < COUNT(words); i++) {
        size_t count = count_of(words[i], COUNT(words[i]));
        const attn_pieces *p = pieces(ATTN_MARKS_AUTO, words[i], count);
        for (size_t k = 0; k < count; k++) ck_assert_str_eq(p->texts[k], words[i][k]);
    }
}
END_TEST

START_TEST(every_byte_has_its_letter)
{
    /* the table: 33…126, 161…172 and 174…255 stand for themselves, the others follow from 256 */
    unsigned next = 256;
    for (unsigned byte = 0; byte < 128; byte++) {
        unsigned code = byte >= 33 && byte <= 126 ? byte : next++;
        char token[8] = {(char)code, '\0'};
        if (code >= 128) {
            token[0] = (char)(0xC0 | code >> 6);
            token[1] = (char)(0x80 | (code & 0x3F));
            token[2] = '\0';
        }
        const char *const words[] = {"a", token};
        const attn_pieces *p = pieces(ATTN_MARKS_BYTES, words, 2);
        char wanted[24];
        snprintf(wanted, sizeof wanted, byte < 32 || byte == 127 ? "\\x%02X" : "%c", byte);
        if (byte == '\n') strcpy(wanted, "↵");
        if (byte == '\t') strcpy(wanted, "⇥");
        if (byte == ' ') strcpy(wanted, "␣");
        ck_assert_msg(strstr(p->texts[1], wanted), "%u: %s", byte, p->texts[1]);
    }
}
END_TEST

START_TEST(special_tokens_are_known)
{
    const char *const words[] = {"[CLS]",  "<pad>", "<|im_start|>", "</s>",
                                 "[MASK]", "[UNK]", "<unk>",        "<||>"};
    const attn_pieces *p = pieces(ATTN_MARKS_AUTO, words, COUNT(words));
    for (size_t i = 0; i < COUNT(words); i++) ck_assert_int_eq(p->special[i], i < 4);
}
END_TEST

/* A word without end is cut, so that hostile tokens cost no square of time. */
START_TEST(no_word_is_endless)
{
    enum { MANY = 100000 };
    const char **words = attn_alloc(arena, MANY, sizeof *words);
    for (size_t i = 0; i < MANY; i++) words[i] = "a";
    const attn_pieces *p = pieces(ATTN_MARKS_BYTES, words, MANY);
    ck_assert_uint_gt(p->word_count, 50);
    for (size_t i = 0; i < p->word_count; i++) ck_assert_uint_le(strlen(p->words[i]), 1100);
}
END_TEST

/* ---- files ---- */

static char path[] = "/tmp/attnviz-tokens-XXXXXX";

static bool read_text(const char *text, attn_tokens *tokens)
{
    unit_write_text(path, text);
    status = (attn_status){0};
    return attn_tokens_read(path, arena, tokens, &status);
}

START_TEST(files_of_tokens)
{
    static const char *const one[] = {
        "[\"le\",\"chat\"]", " [\"le\",\n\"chat\"]\n", "{\"tokens\":[\"le\",\"chat\"]}",
        "le\nchat\n",        "\xEF\xBB\xBFle\r\nchat",
    };
    attn_tokens tokens;
    unit_make_file(path);
    for (size_t i = 0; i < COUNT(one); i++) {
        ck_assert_msg(read_text(one[i], &tokens), "%zu: %s", i, status.message);
        ck_assert_ptr_eq(tokens.rows, tokens.cols);
        ck_assert_str_eq(joined(tokens.cols->words, tokens.cols->count), "le|chat");
    }
    ck_assert(read_text("[CLS]\nchat\n", &tokens));
    ck_assert_str_eq(tokens.cols->words[0], "[CLS]");
    ck_assert(read_text("{\"source\":[\"le\"],\"target\":[\"the\",\"cat\"]}", &tokens));
    ck_assert_uint_eq(tokens.rows->count, 2);
    ck_assert_str_eq(tokens.cols->words[0], "le");
    unlink(path);
}
END_TEST

/* A bracket on a line of its own is a token, unless what follows is JSON. */
START_TEST(brackets_begin_either)
{
    static const struct {
        const char *text, *tokens;
    } files[] = {
        {"[\n1\n]\n", "[|1|]"},
        {"[\n-\n", "[|-"},
        {"[\n", "["},
        {"{\n", "{"},
        {"{\nx\n}\n", "{|x|}"},
        {"[\r\n\"\r\nx", "[|\"|x"},
        {"{\n\"\nx\n\"", "{|\"|x|\""},
        {"[\n  \"le\",\n  \"chat\"\n]\n", "le|chat"},
        {"[\r\n\r\n\t\"[\"\r\n]", "["},
        {"{\n  \"tokens\":\n[\n\"le\"]}", "le"},
    };
    attn_tokens tokens;
    unit_make_file(path);
    for (size_t i = 0; i < COUNT(files); i++) {
        ck_assert_msg(read_text(files[i].text, &tokens), "%s: %s", files[i].text, status.message);
        ck_assert_str_eq(joined(tokens.cols->words, tokens.cols->count), files[i].tokens);
    }
    unlink(path);
}
END_TEST

START_TEST(faults_say_where_and_what)
{
    static const struct {
        const char *text, *message;
        size_t line, column;
    } faults[] = {
        {"[\"a\", 7]", "this is a number: tokens are texts", 1, 7},
        {"[\n  101,\n  102\n]", "this is a number: tokens are texts", 2, 3},
        {"[\n[\n\"a\"]]", "this is a list inside the list", 2, 1},
        {"[\n]\n", "expected a list of tokens", 1, 1},
        {"{\n}\n", "tokens are one list", 1, 1},
        {"[[\"a\"]]", "this is a list inside the list", 1, 2},
        {"[\"a\", true]", "tokens are texts in quotes", 1, 7},
        {"[]", "expected a list of tokens", 1, 1},
        {"{\"token\":[\"a\"]}", "token", 1, 2},
        {"{\"source\":[\"a\"]}", "tokens are one list", 1, 1},
        {"{\"tokens\":\"a b\"}", "expected a list of tokens", 1, 11},
        {"[\"a\",", "", 1, 6},
        {"a\n\nb\n", "this line is empty", 2, 0},
        {"", "it is empty", 0, 0},
        {"a\n\xFF\n", "this byte is not UTF-8", 2, 1},
    };
    unit_make_file(path);
    for (size_t i = 0; i < COUNT(faults); i++) {
        attn_tokens tokens;
        ck_assert_msg(!read_text(faults[i].text, &tokens), "%s", faults[i].text);
        ck_assert_msg(strstr(status.message, faults[i].message), "%s: %s", faults[i].text,
                      status.message);
        ck_assert_uint_eq(status.line, faults[i].line);
        ck_assert_uint_eq(status.column, faults[i].column);
        ck_assert_str_eq(status.file, path);
    }
    unlink(path);
}
END_TEST

START_TEST(a_token_has_only_so_many_bytes)
{
    static const struct {
        const char *before, *after, *message;
    } files[] = {
        {"[\"", "\"]", "this token has 1025 bytes, more than the 1024 that one may have"},
        {"", "\n", "this line has 1025 bytes: each holds one token, of 1024 at most"},
    };
    unit_make_file(path);
    for (size_t i = 0; i < COUNT(files); i++)
        for (size_t length = 1024; length <= 1025; length++) {
            char text[1100], token[1026] = {0};
            attn_tokens tokens;
            memset(token, 'a', length);
            snprintf(text, sizeof text, "%s%s%s", files[i].before, token, files[i].after);
            status = (attn_status){0};
            ck_assert(read_text(text, &tokens) == (length == 1024));
            ck_assert(length == 1024 || strcmp(status.message, files[i].message) == 0);
        }
    unlink(path);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("tokens");
    TCase *tests = tcase_create("tokens");
    tcase_add_checked_fixture(tests, open_arena, close_arena);
    tcase_add_test(tests, each_tokenizer_has_marks_of_its_own);
    tcase_add_test(tests, bytes_become_characters_again);
    tcase_add_test(tests, words_end_where_those_of_the_text_end);
    tcase_add_test(tests, bytes_are_known_where_no_space_is);
    tcase_add_test(tests, every_byte_has_its_letter);
    tcase_add_test(tests, special_tokens_are_known);
    tcase_add_test(tests, no_word_is_endless);
    tcase_add_test(tests, files_of_tokens);
    tcase_add_test(tests, brackets_begin_either);
    tcase_add_test(tests, faults_say_where_and_what);
    tcase_add_test(tests, a_token_has_only_so_many_bytes);
    suite_add_tcase(suite, tests);
    return unit_run(suite);
}
