/*
 * confusable: words that a reader could not tell apart, in one word and in two.
 */
#include "formula/syntax/confusable.h"

#include "scarce.h"
#include "unit.h"

static const struct {
    const char *words, *why; /* divided by blanks; why the last is refused, or "" */
} rows[] = {
    /* what lecturers write */
    {"a α ν v ρ p κ k γ y σ o τ t ι i υ u", ""},
    {"Δt αmax ΔX dμ σx x̂ x Ĝ G ŷ é e ï i", ""},
    {"Q K V W Σx Ω ω φ ψ Φ Ψ Θ θ ε", ""},
    {"вес вход выход Δд д Ж", ""},
    {"我 注意 注意力 שלום हिन्दी γ的 a的", ""},
    {"a的 а的", "'а的' looks like 'a的', another name of this lesson: 'а' (U+0430) here, 'a' "
                "(U+0061) there; write the same one in both places"},
    {"a a α α a", ""},
    /* two forms of one letter */
    {"µ μ", "'μ' looks like 'µ', another name of this lesson: 'μ' (U+03BC) here, 'µ' (U+00B5) "
            "there; write the same one in both places"},
    {"ε ϵ", "'ϵ' looks like 'ε', another name of this lesson: 'ϵ' (U+03F5) here, 'ε' (U+03B5) "
            "there; write the same one in both places"},
    {"φ ϕ", "'ϕ' looks like 'φ', another name of this lesson: 'ϕ' (U+03D5) here, 'φ' (U+03C6) "
            "there; write the same one in both places"},
    {"W 𝐖", "'𝐖' looks like 'W', another name of this lesson: '𝐖' (U+1D416) here, 'W' (U+0057) "
            "there; write the same one in both places"},
    {"fit ﬁt", "'ﬁt' looks like 'fit', another name of this lesson: 'ﬁ' (U+FB01) here, 'f' "
               "(U+0066) there; write the same one in both places"},
    /* a letter of another alphabet */
    {"a b а", "'а' looks like 'a', another name of this lesson: 'а' (U+0430) here, 'a' (U+0061) "
              "there; write the same one in both places"},
    {"Тор Top", "'Top' looks like 'Тор', another name of this lesson: 'T' (U+0054) here, 'Т' "
                "(U+0422) there; write the same one in both places"},
    {"A Α", "'Α' looks like 'A', another name of this lesson: 'Α' (U+0391) here, 'A' (U+0041) "
            "there; write the same one in both places"},
    {"φ ф", "'ф' looks like 'φ', another name of this lesson: 'ф' (U+0444) here, 'φ' (U+03C6) "
            "there; write the same one in both places"},
    {"è ѐ", "'ѐ' looks like 'è', another name of this lesson: 'ѐ' (U+0450) here, 'è' (U+00E8) "
            "there; write the same one in both places"},
    /* mixed in one word */
    {"Qа",
     "'Qа' mixes alphabets, and its 'а' (U+0430) looks like 'a' (U+0061): write the name in one "
     "alphabet"},
    {"xмакс",
     "'xмакс' mixes alphabets, and its 'а' (U+0430) looks like 'a' (U+0061): write the name "
     "in one alphabet"},
    {"дa",
     "'дa' mixes alphabets, and its 'a' (U+0061) looks like 'а' (U+0430): write the name in one "
     "alphabet"},
    {"Χmax",
     "'Χmax' mixes alphabets, and its 'Χ' (U+03A7) looks like 'X' (U+0058): write the name in "
     "one alphabet"},
    {"Δх",
     "'Δх' mixes alphabets, and its 'х' (U+0445) looks like 'x' (U+0078): write the name in one "
     "alphabet"},
    {"θд",
     "'θд' mixes alphabets, and its 'θ' (U+03B8) looks like 'ѳ' (U+0473): write the name in one "
     "alphabet"},
};

/* What is said of the words, taken one after the other; NULL if there was no memory. */
static const char *take_all(const char *words, attn_arena *arena)
{
    attn_alike *alike = attn_alike_new(arena);
    const char *why = "";
    for (const char *end; alike && *words; words = *end ? end + 1 : end) {
        end = strchr(words, ' ');
        if (!end) end = words + strlen(words);
        const char *word = attn_copy_text(arena, words, (size_t)(end - words));
        if (!word) return NULL;
        if (attn_alike_take(alike, word, &why)) why = "";
        if (!why) return NULL;
        ck_assert_msg(!*why || !*end, "%s: %s", word, why); /* the last alone */
    }
    return alike ? why : NULL;
}

START_TEST(words_that_look_alike)
{
    attn_status status = {0};
    attn_arena *arena = attn_arena_new(&status);
    ck_assert_str_eq(take_all(rows[_i].words, arena), rows[_i].why);
    attn_arena_free(arena);
}
END_TEST

/* With memory that ends at each place in turn. */
START_TEST(without_memory)
{
    const char *why = NULL;
    for (size_t most = 0; !why; most++) {
        attn_status status = {0};
        attn_arena *arena = attn_arena_new(&status);
        ck_assert_ptr_nonnull(arena);
        scarce_begin(most);
        why = take_all(rows[_i].words, arena);
        scarce_end();
        if (why) ck_assert_str_eq(why, rows[_i].why);
        if (!why) ck_assert_int_eq(status.code, ATTN_MEMORY);
        attn_arena_free(arena);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("confusable");
    TCase *tests = tcase_create("alike");
    tcase_add_loop_test(tests, words_that_look_alike, 0, COUNT(rows));
    tcase_add_loop_test(tests, without_memory, 0, COUNT(rows));
    suite_add_tcase(suite, tests);
    return unit_run(suite);
}
