/*
 * mistakes: see mistakes.h. In the rules of the scale, the first protects the division by a
 * standard deviation, as in layer norm.
 */
#include "lesson/grade/mistakes.h"

#define SPARE_NORMS                                                                                \
    {"a / √(var(b) + c)", "a / √(var(b) + c)"},                                                    \
    {                                                                                              \
        "a / √(mean(b) + c)", "a / √(mean(b) + c)"                                               \
    }

static const attn_mistake mistakes[] = {
    {"no scale",
     "the scores are not divided by √d_k",
     "what the scores are divided by",
     {SPARE_NORMS, {"a / √b", "a"}}},
    {"scale by d_k",
     "the scores are divided by d_k, not by its root",
     "what the scores are divided by",
     {SPARE_NORMS, {"a / √b", "a / b"}}},
    {"softmax on columns",
     "the softmax runs down the columns, so that they sum to 1 and not the rows",
     "the axis along which the softmax runs",
     {{"softmax(a)", "softmax(aᵀ)ᵀ"}}},
    {"no softmax",
     "the softmax is left out",
     "what makes weights of the scores",
     {{"softmax(a)", "a"}}},
    {"no division",
     "the exponentials are not divided by their sum",
     "what makes weights of the scores",
     {{"softmax(a)", "exp(a)"}}},
    {"softmax over all",
     "one softmax runs over the whole matrix, so that all of it sums to 1 and not each row",
     "what the softmax runs over",
     {{"softmax(a)", "exp(a) / sum(sum(exp(a)))"}}},
    {"no mask", "nothing is masked", "the mask", {{"mask(a, b)", "a"}, {"mask(a)", "a"}}},
    {"mask after softmax",
     "the mask comes after the softmax, so that the rows no longer sum to 1",
     "the mask, and what comes before and after it",
     {{"softmax(mask(a, b))", "softmax(a) ⊙ b"}, {"softmax(mask(a))", "relu(mask(softmax(a)))"}}},
    {"masked by 0",
     "what is masked becomes 0, not −∞, so that the softmax gives it its share",
     "what the mask makes of a score",
     {{"mask(a, b)", "a ⊙ b"}, {"mask(a)", "a ⊙ (mask(0 a) > -1)"}}},
    {"mask transposed",
     "the mask is transposed: what comes later is seen, what came before is not",
     "which way the mask lies",
     {{"mask(a, b)", "mask(a, bᵀ)"}, {"mask(a)", "mask(aᵀ)ᵀ"}}},
    {"mask shifted",
     "the mask lets each row see one word too many",
     "where the mask begins",
     {{"a ≤ b", "a ≤ b + 1"},
      /* 1 above the diagonal, times itself: not 0 from the second place above it on */
      {"mask(a)", "mask(a, (1 - exp(mask(0 a))) (1 - exp(mask(0 a))) < 0.5)"}}},
    {"K for V",
     "K stands in the place of V",
     "what the weights are multiplied by",
     {{"V_any", "K_any"}}},
    {"X for V",
     "X stands in the place of V: the values are not projected",
     "what the weights are multiplied by",
     {{"A_any V_any", "A_any X_any"},
      {"A_any V_other", "A_any X_other"},
      {"attention(a, b, V_any)", "attention(a, b, X_any)"}}},
    {"V for K",
     "V stands in the place of K",
     "what the queries are compared with",
     {{"K_any", "V_any"}}},
    {"K for Q", "K stands in the place of Q", "what asks, and what is asked", {{"Q_any", "K_any"}}},
    {"Q for K", "Q stands in the place of K", "what asks, and what is asked", {{"K_any", "Q_any"}}},
    {"Q and K exchanged",
     "Q and K are exchanged",
     "what asks, and what is asked",
     {{"Q_any", "K_any"}, {"K_any", "Q_any"}}},
    /* the same where query heads share a key head: Q and K take their own subscripts along */
    {"K for Q",
     "K stands in the place of Q",
     "what asks, and what is asked",
     {{"Q_any K_otherᵀ", "K_other K_otherᵀ"},
      {"split_i(Q_any) split_k(K_any)ᵀ", "split_k(K_any) split_k(K_any)ᵀ"},
      {"split_i(Q_any) K_anyᵀ", "K_any K_anyᵀ"}}},
    {"Q for K",
     "Q stands in the place of K",
     "what asks, and what is asked",
     {{"Q_any K_otherᵀ", "Q_any Q_anyᵀ"},
      {"split_i(Q_any) split_k(K_any)ᵀ", "split_i(Q_any) split_i(Q_any)ᵀ"},
      {"split_i(Q_any) K_anyᵀ", "split_i(Q_any) split_i(Q_any)ᵀ"}}},
    {"Q and K exchanged",
     "Q and K are exchanged",
     "what asks, and what is asked",
     {{"Q_any K_otherᵀ", "K_other Q_anyᵀ"},
      {"split_i(Q_any) split_k(K_any)ᵀ", "split_k(K_any) split_i(Q_any)ᵀ"},
      {"split_i(Q_any) K_anyᵀ", "K_any split_i(Q_any)ᵀ"}}},
    {"K and V exchanged",
     "K and V are exchanged",
     "which of keys and values is which",
     {{"K_any", "V_any"}, {"V_any", "K_any"}}},
    {"no transpose", "a transpose is missing", "the transposes", {{"a bᵀ", "a b"}}},
    {"weights transposed",
     "the map of weights is transposed before it meets the values",
     "which way the map of weights lies",
     {{"A_any V_any", "A_anyᵀ V_any"},
      {"A_any V_other", "A_anyᵀ V_other"},
      {"A_any v_any", "A_anyᵀ v_any"}}},
    {"W transposed",
     "the learned matrices are transposed",
     "which way the learned matrices lie",
     {{"a W_any", "a W_anyᵀ"}}},
    {"no W_O",
     "W_O is left out, which mixes what the heads found",
     "what becomes of the heads at the end",
     {{"a W_O", "a"}}},
    {"heads by reshape",
     "the heads are cut out of the numbers in reading order (a reshape without a transpose), so "
     "that "
     "each mixes the rows",
     "how the heads are cut out",
     {{"split_j(a)", "reshape_j(a)"}}},
    {"no bias", "the bias is left out", "what is added", {{"a + b_any", "a"}}},
    {"no tanh", "the tanh is left out", "what becomes of the sum", {{"tanh(a)", "a"}}},
    {"no relu",
     "the relu is left out, so that what is below 0 stays",
     "what becomes of negative numbers",
     {{"relu(a)", "a"}}},
    {"entropy in bits",
     "the entropy is taken with the logarithm of base 2, in bits, not with the natural one",
     "which logarithm the entropy has",
     {{"entropy(a)", "entropy(a) / log(2)"}, {"a log(a)", "a log(a) / log(2)"}}},
    {"wrong query",
     "the query is s_{t-1}, the state before this word, not s_t",
     "which state asks",
     {{"score(s_t, a)", "score(s_{t-1}, a)"},
      {"s_t · a", "s_{t-1} · a"},
      {"h_any · s_t", "h_any · s_{t-1}"},
      {"s_tᵀ a", "s_{t-1}ᵀ a"},
      {"h_anyᵀ s_t", "h_anyᵀ s_{t-1}"},
      {"W_s s_t", "W_s s_{t-1}"},
      {"attention(s_t, a, b)", "attention(s_{t-1}, a, b)"}}},
};

const attn_mistake *attn_mistake_at(size_t i)
{
    return i < sizeof mistakes / sizeof *mistakes ? &mistakes[i] : NULL;
}

size_t attn_mistake_rules(const attn_mistake *mistake)
{
    size_t count = 0;
    while (mistake->rules[count].from) count++;
    return count;
}
