/* text: UTF-8, width, escaping, numbers, distance, words. */
/* slow under valgrind */
#include <math.h>

#include "core/memory.h"
#include "core/text.h"
#include "unit.h"

/* ---- the growing string ---- */

START_TEST(text_grows)
{
    attn_text text = {0};
    ck_assert_str_eq(attn_text_string(&text), "");
    attn_text_add(&text, "");
    ck_assert_str_eq(attn_text_string(&text), "");
    attn_text_add_bytes(&text, "abc", 2);
    attn_text_repeat(&text, "我", 100);
    attn_text_print(&text, "%s=%d", "x", 5);
    ck_assert_uint_eq(text.length, 2 + 300 + 3);
    ck_assert_uint_eq(strlen(text.bytes), text.length);
    ck_assert_str_eq(text.bytes + 2 + 297, "我x=5");
    attn_text_clear(&text);
    ck_assert_str_eq(attn_text_string(&text), "");
    ck_assert(!text.failed);
    attn_text_free(&text);
    attn_text_free(&text);
    attn_text_repeat(&text, "═", 0); /* asks for room and adds nothing */
    ck_assert_str_eq(attn_text_string(&text), "");
    attn_text_free(&text);
}
END_TEST

static const struct {
    const char *name, *one, *two;
} subscripts[] = {
    {"α", "α_2", "α_{2,-1}"},
    {"W_Q", "W_{Q,2}", "W_{Q,2,-1}"},
    {"A_{1,j}", "A_{1,j,2}", "A_{1,j,2,-1}"},
    {"layer_0.A", "layer_0.A_2", "layer_0.A_{2,-1}"},
    {"after(α)", "after(α_2)", "after(α_{2,-1})"},
    {"after(W_Q)", "after(W_{Q,2})", "after(W_{Q,2,-1})"},
};

START_TEST(a_name_takes_subscripts)
{
    attn_text name = {0};
    attn_text_add(&name, subscripts[_i].name);
    attn_text_add_subscript(&name, 2);
    ck_assert_str_eq(attn_text_string(&name), subscripts[_i].one);
    attn_text_add_subscript(&name, -1);
    ck_assert_str_eq(attn_text_string(&name), subscripts[_i].two);
    attn_text_free(&name);
}
END_TEST

static const struct {
    const char *text, *inside; /* NULL: none */
} afters[] = {{"after(A)", "A"},          {"after(W_{Q,1})", "W_{Q,1}"},
              {"after( A )", "A"},        {"after(A V)", "A V"},
              {"after(A) - A", NULL},     {"after(A", NULL},
              {"after()", NULL},          {"after( )", NULL},
              {"after(f(x))", NULL},      {"after(A)_1", NULL},
              {"hereafter(A)", NULL},     {"after", NULL},
              {"after(A) after(B)", NULL}};

START_TEST(a_name_stands_inside_after)
{
    size_t length = 0;
    const char *inside = attn_text_inside_after(afters[_i].text, &length);
    ck_assert_msg(!inside == !afters[_i].inside, "%s", afters[_i].text);
    if (!inside) return;
    ck_assert_uint_eq(length, strlen(afters[_i].inside));
    ck_assert_int_eq(strncmp(inside, afters[_i].inside, length), 0);
}
END_TEST

START_TEST(text_fails_once_and_for_all)
{
    attn_text text = {0};
    attn_text_add(&text, "kept");
    attn_text_repeat(&text, "ab", SIZE_MAX / 4);
    ck_assert(text.failed);
    attn_text_add(&text, "more");
    ck_assert_str_eq(attn_text_string(&text), "kept");
    attn_text_free(&text);
    attn_text_repeat(&text, "abc", SIZE_MAX / 2);
    ck_assert(text.failed);
}
END_TEST

/* ---- UTF-8 ---- */

static const struct {
    const char *bytes;
    size_t length, bad; /* bad == length: well-formed */
} utf8_rows[] = {
    {"", 0, 0},
    {"a\xC2\x80", 3, 3},
    {"\xDF\xBF", 2, 2},
    {"\xE0\xA0\x80", 3, 3},
    {"\xED\x9F\xBF", 3, 3},
    {"\xEE\x80\x80", 3, 3},
    {"\xEF\xBF\xBF", 3, 3},
    {"\xF0\x90\x80\x80", 4, 4},
    {"\xF4\x8F\xBF\xBF", 4, 4},
    {"ab\x80", 3, 2}, /* continuation alone */
    {"ab\xBF", 3, 2},
    {"\xC0\x80", 2, 0}, /* overlong */
    {"\xC1\xBF", 2, 0},
    {"\xE0\x9F\xBF", 3, 0},
    {"\xF0\x8F\xBF\xBF", 4, 0},
    {"a\xED\xA0\x80", 4, 1}, /* surrogates */
    {"a\xED\xBF\xBF", 4, 1},
    {"\xF4\x90\x80\x80", 4, 0}, /* above 10FFFF */
    {"\xF5\x80\x80\x80", 4, 0},
    {"\xFF", 1, 0},
    {"x\xC3", 2, 1}, /* cut off */
    {"x\xE2\x82", 3, 1},
    {"x\xF0\x9F\x98", 4, 1},
    {"\xE2\x28\xA1", 3, 0},
    {"\xE2\x82\x28", 3, 0},
    {"\xF0\x9F\x28\x80", 4, 0},
};

START_TEST(utf8_well_formed_or_not)
{
    size_t bad = 99, length = utf8_rows[_i].length;
    bool valid = attn_utf8_valid(utf8_rows[_i].bytes, length, &bad);
    ck_assert_int_eq(valid, utf8_rows[_i].bad == length);
    if (!valid) ck_assert_uint_eq(bad, utf8_rows[_i].bad);
}
END_TEST

START_TEST(utf8_code_points)
{
    uint32_t code = 0;
    ck_assert_uint_eq(attn_utf8_next("我", 3, &code), 3);
    ck_assert_uint_eq(code, 0x6211);
    ck_assert_uint_eq(attn_utf8_next("🐱", 4, &code), 4);
    ck_assert_uint_eq(code, 0x1F431);
    ck_assert_uint_eq(attn_utf8_next("é", 2, &code), 2);
    ck_assert_uint_eq(code, 0xE9);
    ck_assert_uint_eq(attn_utf8_next("é", 1, &code), 0);
    ck_assert_uint_eq(attn_utf8_next("", 0, &code), 0);
}
END_TEST

/* ---- width ---- */

static const struct {
    const char *text;
    size_t columns;
} width_rows[] = {
    {"", 0},
    {"abc", 3},
    {"我爱", 4},
    {"ｆ", 2},
    {"é", 1},
    {"e\u0301", 1},
    {"x̂ᵀ", 2},
    {"e\u0301\u0302", 1},
    {"a\uff9eb", 3}, /* a mark that has a width of its own */
    {"ｶﾞ", 2},
    {"किताब", 5}, /* spacing vowel signs */
    {"नमस्ते", 4},
    {"বাংলা", 5},
    {"தமிழ்", 4},
    {"ខ្មែរ", 4},
    {"မြန်မာ", 5},
    {"ทำงาน", 5},
    {"ภาษาไทย", 7},
    {"བོད", 2},
    {"قِطَّة", 3},
    {"עברית", 5},
    {"\u200eקטן\u200e", 3},
    {"አማርኛ", 4},
    {"1️⃣", 1},
    {"🐱", 2},
    {"👩‍👩‍👧‍👦", 2},
    {"👍🏽", 2},
    {"🇫🇷", 2},
    {"🇫🇷🇩🇪", 4},
    {"❤", 1},
    {"❤️", 2},
    {"한국", 4},
    {"\u1112\u1161\u11ab", 2},
    {"Σα√⊙", 4},
    {"\x1b[2J", 7},
    {"\xff", 4},
    {"\u202e", 8},
    {"\xC2\x9b", 8},
    {"\r\n", 8},
};

START_TEST(width_in_columns)
{
    const char *text = width_rows[_i].text;
    ck_assert_uint_eq(attn_text_width(text, strlen(text)), width_rows[_i].columns);
    attn_text escaped = {0};
    attn_text_add_escaped(&escaped, text, strlen(text), false);
    ck_assert_uint_eq(attn_text_width(attn_text_string(&escaped), escaped.length),
                      width_rows[_i].columns);
    attn_text_free(&escaped);
}
END_TEST

START_TEST(words_that_run_left_stand_apart)
{
    static const char *const rows[][2] = {{"chat", "chat"},
                                          {"我", "我"},
                                          {"0.5", "0.5"},
                                          {"\xff", "\xff"},
                                          {"", ""},
                                          {"قطة", "\u200eقطة\u200e"},
                                          {"חתול 2", "\u200eחתול 2\u200e"},
                                          {"ܣܘܪܝܬ", "\u200eܣܘܪܝܬ\u200e"}};
    for (size_t i = 0; i < COUNT(rows); i++) {
        attn_text text = {0};
        attn_text_add_apart(&text, rows[i][0]);
        ck_assert_str_eq(attn_text_string(&text), rows[i][1]);
        attn_text_free(&text);
    }
}
END_TEST

START_TEST(fit_cuts_between_clusters)
{
    const char *text = "a我e\u0301👩‍👩‍👧‍👦b";
    const size_t ends[] = {0, 1, 1, 4, 7, 7, 7 + 25, 7 + 26, 7 + 26};
    for (size_t columns = 0; columns < COUNT(ends); columns++)
        ck_assert_uint_eq(attn_text_fit(text, strlen(text), columns), ends[columns]);
    ck_assert_uint_eq(attn_text_fit("abc", 3, SIZE_MAX), 3);
}
END_TEST

/* ---- escaping ---- */

static const struct {
    const char *text, *escaped;
    size_t length;
    bool newlines;
} escape_rows[] = {
    {"plain Σ 我 🐱", "plain Σ 我 🐱", 0, false},
    {"\x1b[2J", "\\x1B[2J", 0, false},
    {"a\nb\t\r\b", "a\\x0Ab\\x09\\x0D\\x08", 0, false},
    {"a\nb\r", "a\nb\\x0D", 0, true},
    {"\x7f", "\\x7F", 0, false},
    {"\xC2\x80\xC2\x9b\xC2\x9f\u00a0", "\\u{0080}\\u{009B}\\u{009F}\u00a0", 0, false},
    {"\u2027\u2028\u202e\u202f", "\u2027\\u{2028}\\u{202E}\u202f", 0, false},
    {"\u2065\u2066\u2069\u206a", "\u2065\\u{2066}\\u{2069}\u206a", 0, false},
    {"\uFFFD\uFFFE\uFFFF\U00010000", "\uFFFD\\u{FFFE}\\u{FFFF}\U00010000", 0, false},
    {"a\0b", "a\\x00b", 3, false},
    {"\x80\xffok\xe2\x82", "\\x80\\xFFok\\xE2\\x82", 0, false},
};

START_TEST(escaping)
{
    attn_text text = {0};
    size_t length = escape_rows[_i].length;
    if (length == 0) length = strlen(escape_rows[_i].text);
    attn_text_add_escaped(&text, escape_rows[_i].text, length, escape_rows[_i].newlines);
    ck_assert_str_eq(attn_text_string(&text), escape_rows[_i].escaped);
    attn_text_free(&text);
}
END_TEST

START_TEST(escaping_any_bytes_gives_harmless_text)
{
    unsigned state = 1;
    for (int round = 0; round < 2000; round++) {
        char bytes[40];
        attn_text text = {0};
        size_t bad;
        for (size_t i = 0; i < sizeof bytes; i++) {
            state = state * 1664525U + 1013904223U;
            bytes[i] = (char)(unsigned char)(state >> 24);
        }
        attn_text_add_escaped(&text, bytes, sizeof bytes, false);
        ck_assert(attn_utf8_valid(text.bytes, text.length, &bad));
        for (size_t i = 0; i < text.length; i++)
            ck_assert((unsigned char)text.bytes[i] >= 0x20 && text.bytes[i] != 0x7F);
        ck_assert_uint_eq(attn_text_width(bytes, sizeof bytes),
                          attn_text_width(text.bytes, text.length));
        attn_text_free(&text);
    }
}
END_TEST

/* ---- numbers ---- */

static const struct {
    float value;
    const char *text;
} number_rows[] = {
    {0, "0"},
    {-0.0f, "-0.0"},
    {0.1f, "0.1"},
    {-3, "-3"},
    {100, "100"},
    {1e-7f, "1e-07"},
    {0.0001f, "0.0001"},
    {0.00001f, "1e-05"},
    {16777216, "16777216"},
    {123456792, "123456792"},
    {8589934592.f, "8589934592"},
    {1e15f, "999999986991104"},
    {9.9e15f, "9899999475269632"},
    {1e16f, "1e+16"},
    {1e20f, "1e+20"},
    {0.3333333433f, "0.33333334"},
    {3.4028235e38f, "3.4028235e+38"},
    {1e-45f, "1e-45"},
    {INFINITY, "inf"},
    {-INFINITY, "-inf"},
    {1.8f, "1.8"},
};

START_TEST(numbers_for_machines)
{
    attn_text text = {0};
    attn_text_number(&text, number_rows[_i].value);
    ck_assert_str_eq(attn_text_string(&text), number_rows[_i].text);
    ck_assert(strtof(attn_text_string(&text), NULL) == number_rows[_i].value);
    attn_text_free(&text);
}
END_TEST

START_TEST(every_number_reads_back)
{
    uint32_t state = 12345;
    for (int round = 0; round < 20000; round++) {
        float value;
        attn_text text = {0};
        state = state * 1664525U + 1013904223U;
        memcpy(&value, &state, sizeof value);
        if (isnan(value)) continue;
        attn_text_number(&text, value);
        ck_assert(strtof(attn_text_string(&text), NULL) == value);
        attn_text_free(&text);
    }
}
END_TEST

static const struct {
    float value;
    int digits;
    const char *brief, *fixed;
} people_rows[] = {
    {1.8f, 4, "1.8", "1.8000"},
    {3, 4, "3", "3.0000"},
    {0, 2, "0", "0.00"},
    {-0.0f, 2, "0", "0.00"},
    {-2.5f, 2, "−2.5", "−2.50"},
    {0.760542f, 4, "0.7605", "0.7605"},
    {0.50002f, 4, "0.5000", "0.5000"},
    {2.0f / 3, 2, "0.67", "0.67"},
    {2.0f / 3, 0, "0.67", "0.67"},
    {0.004f, 2, "0.004", "0.004"},
    {0.0001f, 4, "0.0001", "0.0001"},
    {0.00006f, 4, "6e-05", "6e-05"},
    {1.23e-7f, 4, "1.2e-07", "1.2e-07"},
    {-1.23e-7f, 4, "−1.2e-07", "−1.2e-07"},
    {1234567, 2, "1234567", "1234567.00"},
    {9999999, 2, "9999999", "9999999"},
    {12345678, 4, "12345678", "12345678"},
    {16777216, 0, "16777216", "16777216"},
    {-123456792, 2, "−123456792", "−123456792"},
    {8589934592.f, 0, "8.6e+09", "8.6e+09"},
    {8589934592.f, 4, "8.5899e+09", "8.5899e+09"},
    {8589934592.f, 9, "8589934592", "8589934592"},
    {4e10f, 0, "40000000000", "40000000000"},
    {281474976710656.f, 9, "2.814749767e+14", "2.814749767e+14"},
    {1e15f, 4, "1e+15", "1e+15"},
    {1e20f, 4, "1e+20", "1e+20"},
    {1e30f, 2, "1e+30", "1e+30"},
    {INFINITY, 2, "∞", "∞"},
    {-INFINITY, 2, "−∞", "−∞"},
    {0.123456f, -3, "0.12", "0.12"},
    {1.5f, 99, "1.5", "1.500000000"},
};

START_TEST(numbers_for_people)
{
    attn_text text = {0};
    attn_text_short(&text, people_rows[_i].value, people_rows[_i].digits);
    ck_assert_str_eq(attn_text_string(&text), people_rows[_i].brief);
    attn_text_clear(&text);
    attn_text_fixed(&text, people_rows[_i].value, people_rows[_i].digits);
    ck_assert_str_eq(attn_text_string(&text), people_rows[_i].fixed);
    attn_text_free(&text);
}
END_TEST

static const struct {
    float value;
    int digits;
    const char *text;
} operand_rows[] = {
    {1.8f, 4, "1.8"},
    {-0.39999998f, 4, "−0.4"},
    {0.28125f, 4, "0.28125"},
    {2.1f, 0, "2.1"},
    {0.703125f, 2, "0.703125"},
    {2.0f / 3, 2, "0.67"},
    {8.16617f, 4, "8.16617"},
    {8.166171f, 4, "8.1662"},
    {0.00033535f, 6, "0.000335"},
    {-3.3546e-5f, 4, "−3.355e-05"},
    {1.2345678e-7f, 0, "1e-07"},
    {0, 4, "0"},
    {1234567.8f, 2, "1234568"},
    {INFINITY, 4, "∞"},
    {-INFINITY, 4, "−∞"},
};

START_TEST(operands)
{
    attn_text text = {0};
    attn_text_operand(&text, operand_rows[_i].value, operand_rows[_i].digits);
    ck_assert_str_eq(attn_text_string(&text), operand_rows[_i].text);
    attn_text_free(&text);
}
END_TEST

static const struct {
    float value;
    int decimals;
} decimals_rows[] = {{0.16f, 2}, {0.7f, 1},  {-3, 0}, {0.28125f, 5},
                     {1e7f, 0},  {1e-7f, 7}, {0, 0},  {INFINITY, 0}};

START_TEST(decimals_as_they_were_written)
{
    ck_assert_int_eq(attn_number_decimals(decimals_rows[_i].value), decimals_rows[_i].decimals);
}
END_TEST

/* ---- distance ---- */

START_TEST(distance_in_characters)
{
    ck_assert_uint_eq(attn_text_distance("softmax", "softmax"), 0);
    ck_assert_uint_eq(attn_text_distance("sofmax", "softmax"), 1);
    ck_assert_uint_eq(attn_text_distance("sotfmax", "softmax"), 1);
    ck_assert_uint_eq(attn_text_distance("kitten", "sitting"), 3);
    ck_assert_uint_eq(attn_text_distance("", "abc"), 3);
    ck_assert_uint_eq(attn_text_distance("σ", "α"), 1);
    ck_assert_uint_eq(attn_text_distance("ca", "abc"), 3);
    char a[200] = "", b[200] = "";
    memset(a, 'a', 190);
    memset(b, 'a', 191);
    ck_assert_uint_eq(attn_text_distance(a, b), 65);
    ck_assert_uint_eq(attn_text_distance(a, a), 0);
}
END_TEST

/* ---- words ---- */

static const struct {
    const char *sentence, *words; /* words joined by | */
} word_rows[] = {
    {"", ""},
    {" \t\n ", ""},
    {"le chat noir", "le/chat/noir"},
    {"  The cat, which sat.  ", "The/cat/,/which/sat/."},
    {"我爱水课", "我/爱/水/课"},
    {"我love你!", "我/love/你/!"},
    {"don't l'eau well-known", "don't/l'eau/well-known"},
    {"it’s 'quoted' dogs' -x- a--b", "it’s/'/quoted/'/dogs/'/-/x/-/a/-/-/b"},
    {"3.14 50% $5", "3/./14/50/%/$/5"},
    {"wait...", "wait/././."},
    {"<start> a [CLS] <|endoftext|>", "<start>/a/[CLS]/<|endoftext|>"},
    {"[UNK]s a<b> < x > [a b] [] <é>", "[UNK]/s/a/<b>/</x/>/[/a/b/]/[/]/</é/>"},
    {"<<a> [", "</<a>/["},
    {"Cafe\u0301 x̂y", "Cafe\u0301/x̂y"},
    {"hi👩‍👩‍👧‍👦🇫🇷🇩🇪 👍🏽❤️1️⃣2",
     "hi/👩‍👩‍👧‍👦/🇫🇷/🇩🇪/👍🏽/❤️/1️⃣/2"},
    {"القطة، جلست", "القطة/،/جلست"},
    {"می\u200cخواهم", "می\u200cخواهم"},
    {"हिन्दी भाषा।", "हिन्दी/भाषा/।"},
    {"한국어 ひらがな", "한국어/ひらがな"},
    {"«oui» !", "«/oui/»/!"},
    {"a\u00a0b\u3000c\u2028d\ufeff\u200f", "a/b/c/d"},
    {"צה״ל", "צה״ל"},
    {"a\xff"
     "b",
     "a/\xff/b"},
    {"x\u0301-y", "x\u0301-y"},
    {"a-我 我-a", "a/-/我/我/-/a"},
};

START_TEST(sentences_are_cut)
{
    const char *sentence = word_rows[_i].sentence;
    attn_text text = {0};
    size_t at = 0, start, end;
    while (attn_text_word(sentence, strlen(sentence), &at, &start, &end)) {
        if (text.length) attn_text_add(&text, "/");
        attn_text_add_bytes(&text, sentence + start, end - start);
        ck_assert_uint_eq(at, end);
    }
    ck_assert_uint_eq(at, strlen(sentence));
    ck_assert_str_eq(attn_text_string(&text), word_rows[_i].words);
    attn_text_free(&text);
}
END_TEST

START_TEST(behind_the_last_word_only_at_moves)
{
    size_t at = 0, start = 7, end = 9;
    ck_assert(!attn_text_word("  \t", 3, &at, &start, &end));
    ck_assert_uint_eq(at, 3);
    ck_assert_uint_eq(start, 7);
    ck_assert_uint_eq(end, 9);
}
END_TEST

/* Words, divided by "/", and the sentence that they make. */
static const struct {
    const char *words, *sentence;
} joined_rows[] = {
    {"the", "the"},
    {"the/cat/sleeps/.", "the cat sleeps."},
    {"well/,/(/he/said/)/,/no/!/!", "well, (he said), no!!"},
    {"l'eau/est/50/%/plus/chère/;/«/oui/»", "l'eau est 50% plus chère; «oui»"},
    {"\"/a/\"/-/b", "\" a \" - b"},
    {"[/CLS/]/</end/>/<end>/.", "[ CLS ] < end > <end>."},
    {"我/爱/，/水/课/。/你/ok/我", "我爱，水课。你 ok 我"},
    {"\u201C/a/b/\u201D/…", "\u201Ca b\u201D…"},
    {"你/好/!/我", "你好! 我"},
    {"./a", ". a"},
    {"שלום/./مرحبا/؟", "שלום. مرحبا؟"},
};

START_TEST(words_are_joined)
{
    attn_text text = {0}, back = {0};
    char words[128];
    snprintf(words, sizeof words, "%s", joined_rows[_i].words);
    for (char *word = strtok(words, "/"); word != NULL; word = strtok(NULL, "/"))
        attn_text_join(&text, word);
    ck_assert_str_eq(attn_text_string(&text), joined_rows[_i].sentence);
    size_t at = 0, start, end;
    while (attn_text_word(text.bytes, text.length, &at, &start, &end)) {
        if (back.length) attn_text_add(&back, "/");
        attn_text_add_bytes(&back, text.bytes + start, end - start);
    }
    ck_assert_str_eq(attn_text_string(&back), joined_rows[_i].words);
    attn_text_free(&text);
    attn_text_free(&back);
}
END_TEST

START_TEST(cutting_is_linear)
{
    size_t length = 4 << 20;
    const char *fills[] = {"<", "[a", "'", "-", "a-", "\xCC\x81", "🇫"};
    char *sentence = attn_resize(NULL, length);
    for (size_t f = 0; f < COUNT(fills); f++) {
        size_t unit = strlen(fills[f]), at = 0, start, end;
        for (size_t i = 0; i < length; i++) sentence[i] = fills[f][i % unit];
        size_t words = 0;
        while (attn_text_word(sentence, length, &at, &start, &end)) words++;
        ck_assert_uint_gt(words, 0);
        ck_assert_uint_eq(at, length);
    }
    attn_resize(sentence, 0);
}
END_TEST

START_TEST(lower_case)
{
    attn_text text = {0};
    const char *upper = "The ÉCOLE Ω Ж 我 \xff";
    attn_text_add_lower(&text, upper, strlen(upper));
    ck_assert_str_eq(attn_text_string(&text), "the école ω ж 我 \xff");
    attn_text_free(&text);
}
END_TEST

/* Letters of all scripts, in lower case and without marks; anything else is none. */
START_TEST(letters)
{
    static const struct {
        const char *text;
        uint32_t letter;
    } rows[] = {{"a", 'a'},   {"É", 'e'},      {"ệ", 'e'},     {"Ж", 0x436}, {"猫", 0x732B},
                {"א", 0x5D0}, {"ﾊ", 0xFF8A},   {"가", 0x1100}, {"1", 0},     {".", 0},
                {"❤", 0},     {"\xCC\x81", 0}, {"\xFF", 0},    {"", 0},      {"ª", 0xAA}};
    for (size_t i = 0; i < COUNT(rows); i++) {
        uint32_t letter = 1;
        size_t length = strlen(rows[i].text), step;
        step = attn_text_letter(rows[i].text, length, &letter);
        ck_assert_msg(letter == rows[i].letter, "%s: U+%04X", rows[i].text, letter);
        ck_assert_uint_eq(step, length > 0 ? length : 1);
    }
}
END_TEST

START_TEST(signs)
{
    ck_assert(attn_text_is_sign("."));
    ck_assert(attn_text_is_sign("«…»"));
    ck_assert(attn_text_is_sign("。"));
    ck_assert(!attn_text_is_sign("a."));
    ck_assert(!attn_text_is_sign("5"));
    ck_assert(!attn_text_is_sign("❤️"));
    ck_assert(!attn_text_is_sign("\xFF"));
    ck_assert(!attn_text_is_sign(""));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("text");
    TCase *tests = tcase_create("text");
    tcase_add_test(tests, text_grows);
    tcase_add_loop_test(tests, a_name_takes_subscripts, 0, COUNT(subscripts));
    tcase_add_loop_test(tests, a_name_stands_inside_after, 0, COUNT(afters));
    tcase_add_test(tests, text_fails_once_and_for_all);
    tcase_add_loop_test(tests, utf8_well_formed_or_not, 0, COUNT(utf8_rows));
    tcase_add_test(tests, utf8_code_points);
    tcase_add_loop_test(tests, width_in_columns, 0, COUNT(width_rows));
    tcase_add_test(tests, words_that_run_left_stand_apart);
    tcase_add_test(tests, fit_cuts_between_clusters);
    tcase_add_loop_test(tests, escaping, 0, COUNT(escape_rows));
    tcase_add_test(tests, escaping_any_bytes_gives_harmless_text);
    tcase_add_loop_test(tests, numbers_for_machines, 0, COUNT(number_rows));
    tcase_add_test(tests, every_number_reads_back);
    tcase_add_loop_test(tests, numbers_for_people, 0, COUNT(people_rows));
    tcase_add_loop_test(tests, operands, 0, COUNT(operand_rows));
    tcase_add_loop_test(tests, decimals_as_they_were_written, 0, COUNT(decimals_rows));
    tcase_add_test(tests, distance_in_characters);
    tcase_add_loop_test(tests, sentences_are_cut, 0, COUNT(word_rows));
    tcase_add_loop_test(tests, words_are_joined, 0, COUNT(joined_rows));
    tcase_add_test(tests, behind_the_last_word_only_at_moves);
    tcase_add_test(tests, cutting_is_linear);
    tcase_add_test(tests, lower_case);
    tcase_add_test(tests, letters);
    tcase_add_test(tests, signs);
    suite_add_tcase(suite, tests);
    return unit_run(suite);
}
