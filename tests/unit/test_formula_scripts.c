/*
 * scripts: small lessons of formulas, each with all that comes of it, or with its whole message,
 * its kind, the place of the caret and the formula it stands under. See formula_bench.h for the
 * notation.
 */

/* slow under valgrind */
/* slow under sanitizers */

#include "formula/eval/machine.h"
#include "formula_bench.h"
#include "record/operation.h"
#include "scarce.h"

static const struct {
    const char *script, *outcome;
} results[] = {
    {"x_i = i^2", "x = [1 4 9]{source}"},
    {"x_i = [i, 10 i]", "x = [1 10; 2 20; 3 30]{source}"},
    {"M_{t,i} = i + 10 t", "M = [11 12 13; 21 22 23]{target}{source}"},
    {"M_{t,i} = i + 10 t | ?stack M_t", "M = [11 12 13; 21 22 23]{target}{source}"},
    {"M_{t,i} = i + 10 t | ?? M_t", "M_1 = [11 12 13]{source}, M_2 = [21 22 23]{source}"},
    {"M_{t,i} = i + 10 t | ?? M_{t,2} + t", "M_{1,2} + 1 = 13, M_{2,2} + 2 = 24"},
    {"M_{t,i} = i + 10 t | ?? Σ_i M_{t,i}", "Σ_i M_{1,i} = 36, Σ_i M_{2,i} = 66"},
    {"M_{t,i} = i + 10 t | # M",
     "M_{1,1} = 11, M_{1,2} = 12, M_{1,3} = 13, M_{2,1} = 21, M_{2,2} = 22, M_{2,3} = 23"},
    {"M_{t,i} = i + 10 t | # M_2", "M_{2,1} = 21, M_{2,2} = 22, M_{2,3} = 23"},
    {"M_{t,i} = i + 10 t | # M_{2,n}", "M_{2,3} = 23"},
    {"M_{t,i} = i + 10 t | # M_2 + 1", "M_2 + 1 = 22, M_2 + 1 = 23, M_2 + 1 = 24"},
    {"M_{t,i} = i + 10 t | # 2 M_{1,1}", "2 M_{1,1} = 22"},
    {"X = [[1, 2], [3, 4]] | # X", "X_{1,1} = 1, X_{1,2} = 2, X_{2,1} = 3, X_{2,2} = 4"},
    {"X = [[1, 2], [3, 4]] | # X_2", "X_{2,1} = 3, X_{2,2} = 4"},
    {"X = [[1, 2], [3, 4]] | # X_{2,1}", "X_{2,1} = 3"},
    {"x = [5, 6] | # x_2", "x_2 = 6"},
    {"x_i = [i, 10 i] | # x_2", "x_{2,1} = 2, x_{2,2} = 20"},
    {"x_i = [i, 10 i] | # x_{2,1}", "x_{2,1} = 2"},
    {"x_i = [i, 10 i] | # x",
     "x_{1,1} = 1, x_{1,2} = 10, x_{2,1} = 2, x_{2,2} = 20, x_{3,1} = 3, x_{3,2} = 30"},
    {"A_j = [[j, 2], [3, 4]] | # A_2",
     "A_{2,1,1} = 2, A_{2,1,2} = 2, A_{2,2,1} = 3, A_{2,2,2} = 4"},
    {"A_j = [[j, 2], [3, 4]] | # A_{2,1}", "A_{2,1,1} = 2, A_{2,1,2} = 2"},
    {"A_j = [[j, 2], [3, 4]] | # A_{2,1,2}", "A_{2,1,2} = 2"},
    {"A_j = [[j, 2], [3, 4]]", "A_1 = [1 2; 3 4], A_2 = [2 2; 3 4]"},
    {"A_j = [[j, 2], [3, 4]] | ?stack A", "A_1 = [1 2; 3 4], A_2 = [2 2; 3 4]"},
    {"A_j = [[j, 2], [3, 4]] | ?stack A_j", "A_1 = [1 2; 3 4], A_2 = [2 2; 3 4]"},
    {"A_j = [[j, 2], [3, 4]] | ?? A_j", "A_1 = [1 2; 3 4], A_2 = [2 2; 3 4]"},
    {"A_{j,i} = [[j, 2], [3, i]] | ?stack A_{j,2}", "A_{1,2} = [1 2; 3 2], A_{2,2} = [2 2; 3 2]"},
    {"h_0 = 1 | h_i = 2 h_{i-1}", "h = [2 4 8]{source}"},
    {"h_0 = 1 | h_i = 2 h_{i-1} | ?stack h", "h = [2 4 8]{source}"},
    {"h_0 = [1, 1] | h_i = 2 h_{i-1} | ? h", "[2 2; 4 4; 8 8]{source}"},
    {"h_0 = [1, 1] | h_i = 2 h_{i-1} | # h_0", "h_{0,1} = 1, h_{0,2} = 1"},
    {"h_0 = [[1, 1]] | h_i = 2 h_{i-1} | ?stack h", "h_1 = [2 2], h_2 = [4 4], h_3 = [8 8]"},
    {"h_0 = 1 | h_i = 2 h_{i-1} | family h", "h[i source 3] 4 computed"},
    {"b_{n+1} = 1 | b_i = 3 b_{i+1} | family b", "b[i source 3] 4 computed"},
    {"b_{n+1} = 1 | b_i = 3 b_{i+1} | ? b_{n+1}", "1"},
    {"x_i = i | family x", "x[i source 3] 3 computed"},
    {"x_1 = 3 | x_2 = 4 | ? x", "[3 4]"},
    {"x_1 = 3 | x_2 = 4 | family x", "x[- - 2] 2 computed"},
    {"x_1 = 3 | ? x | x_2 = 4 | ? x", "[3 4]"},
    {"x_1 = 3 | # x", "x_1 = 3"},
    {"x = 4 | family x", "x 1 computed"},
    {"x = 4 | family y", "none"},
    {"W_{Q,j} = 2 | family W_Q", "W_Q[j heads 2] 2 computed"},
    {"W_{Q,new,j} = 2 | family W_{Q,new}", "W_{Q,new}[j heads 2] 2 computed"},
    {"W_{Q,j} = 2 j | ? W_{Q,2}", "4"},
    {"W_{Q,j} = 2 j", "W_Q = [2 4]{heads}"},
    {"W_{Q,j} = 2 j | ?? W_{Q,j}", "W_{Q,1} = 2, W_{Q,2} = 4"},
    {"s_{k,i} = 10 k + i | ?stack s_{k,i}", "s = [11 12 13; 21 22 23; 31 32 33]{source}{source}"},
    {"s_{k,i} = 10 k + i | ?stack s_{i,i}", "s_{1,1} = 11, s_{2,2} = 22, s_{3,3} = 33"},
    {"s_{k,i} = 10 k + i | ?? s_{i,i}", "s_{1,1} = 11, s_{2,2} = 22, s_{3,3} = 33"},
    {"s_{k,i} = 10 k + i | ?stack s_{i,2}", "s_{1,2} = 12, s_{2,2} = 22, s_{3,2} = 32"},
    {"s_{k,i} = 10 k + i | ?stack s_{2,i}", "s_2 = [21 22 23]{source}"},
    {"s_{k,i} = 10 k + i | ?? s_{2,i} s_{i,2}",
     "s_{2,1} s_{1,2} = 252, s_{2,2} s_{2,2} = 484, s_{2,3} s_{3,2} = 736"},
    {"x_i = i | y_i = x_i", "y = [1 2 3]{source}"},
    {"x_i = i | y = x_2 | z = y", "z = 2"},
    {"f(x) := y = 2 x & y + 1 | a = f(2)", "a = 5 (f x: y = 2 x  & y + 1)"},
    {"f(x) := y = 2 x & y + 1 | keep f | a = f(2)", "a = 5 <f x = 2: y = 4,  = 5>"},
    {"f(x) := y = 2 x & y + 1 | keep * | a = f(f(2))",
     "a = 11 <f x = 2: y = 4,  = 5> <f x = 5: y = 10,  = 11>"},
    {"f(x) := y = 2 x & y + 1 | g(x) := z = f(x) & f(z) | a = g(2)",
     "a = 11 (g x: z = f(x)  & f(z)) (f x: y = 2 x  & y + 1)"},
    {"f(x) := y = 2 x & y + 1 | g(x) := z = f(x) & f(z) | keep g | a = g(2)",
     "a = 11 <g x = 2: z = 5,  = 11>"},
    {"f(x) := y = 2 x & y + 1 | g(x) := z = f(x) & f(z) | keep f | a = g(2)",
     "a = 11 <f x = 2: y = 4,  = 5> <f x = 5: y = 10,  = 11> (g x: z = f(x)  & f(z))"},
    {"f(x) := y = 2 x & y + 1 | g(x) := z = f(x) & f(z) | keep * | a = g(2)",
     "a = 11 <g x = 2: z = 5,  = 11>"},
    {"f(x) := y = 2 x & y + 1 | a = f(2) | b = f(3)", "b = 7"},
    {"f(x) := y_j = j x & y_1 + y_2 | keep f | a = f(5)",
     "a = 15 <f x = 5: y = [5 10]{heads},  = 15>"},
    {"f(x, y) := x + y, x - y | keep f | a, b = f(5, 3)",
     "a = 8 <f x = 5 y = 3:  = 8,  = 2>, b = 2"},
    {"f(x) := A_j = [[j, x]] & A_1 + A_2 | keep f | a = f(5)",
     "a = [3 10] <f x = 5: A_1 = [1 5], A_2 = [2 5],  = [3 10]>"},
    {"f(i) := 10 i | ? f(2)", "20"},
    {"w_i = 10 i | f(i) := w_i | v_i = f(i)", "v = [10 20 30]{source} (f i: w_i)"},
    {"f(x) ::= x + 1 | a = f(2)", "a = 3 (f x: x + 1)"},
    {"f(x) ::= x + 1 | f(x) := x + 10 | a = f(2)", "a = 12 (f x: x + 10)"},
    {"f(x) := x + 1 | f(x, y) := x y | a = f(2) + f(3, 4)", "a = 15 (f x: x + 1) (f x y: x y)"},
    {"f(x) := x, 2 x | f(x, y) := x | a, b = f(1) | c = f(2, 3)", "c = 2 (f x y: x)"},
    {"f(x, y) := x + y | keep f | a = f([1, 2] + 1, [3, 4] + 1)",
     "a = [6 8] <f x = [2 3] y = [4 5]:  = [6 8]>"},
    {"f() := 7 | keep f | a = f()", "a = 7 <f:  = 7>"},
    {"f() := 7 | a = f()", "a = 7 (f: 7)"},
    {"f(x) := 1 | g(x) := f(x) | h(x) := g(x) | keep g | a = h(1)",
     "a = 1 <g x = 1:  = 1> (h x: g(x))"},
    {"f(a) := b = a & c = b & c | x = 1 | y = f(x) | z = f(y)", "z = 1"},
    {"e_{t,i} = i + t | set e_{1,2} = 20", ""},
    {"direction i: x_i = i", "1"},
    {"direction i: x_i = x_{i-1}", "1"},
    {"direction i: x_i = x_{i+1}", "-1"},
    {"direction i: x_i = x_{i+1} + x_i", "-1"},
    {"direction k: x_i = x_{i+1}", "1"},
    {"direction i: x_i = 1 + ∂x_{i+1}/∂x_i", "-1"},
    {"Y = concat_j([j, 2 j])", "Y = [1 2 2 4]"},
    {"Y = Σ_j [j, 2 j]", "Y = [3 6]"},
    {"X = [[1, 2, 3, 4], [5, 6, 7, 8]] | S_j = split_j(X)", "S_1 = [1 2; 5 6], S_2 = [3 4; 7 8]"},
    {"X = [[1, 2, 3, 4], [5, 6, 7, 8]] | S_j = reshape_j(X)", "S_1 = [1 2; 3 4], S_2 = [5 6; 7 8]"},
    {"X = [1, 2, 3, 4] | S_j = split_j(X) | ?? S_j", "S_1 = [1 2], S_2 = [3 4]"},
    {"X = [1, 2, 3] | S_i = split_{⌈i/2⌉}([1, 2, 3, 4]) | ?? S_i",
     "S_1 = [1 2], S_2 = [1 2], S_3 = [3 4]"},
    {"K_j = 10 j | y_i = K_{⌈i/2⌉} + i", "y = [11 12 23]{source}"},
    {"K_j = 10 j | ?? K_{⌈i/2⌉}", "K_1 = 10, K_1 = 10, K_2 = 20"},
    {"K_j = 10 j | ?stack K_{⌈i/2⌉}", "K_1 = 10, K_1 = 10, K_2 = 20"},
    {"K_j = j | ?? K_{⌈n/2⌉}", "K_{⌈n/2⌉} = 2"},
    {"h_0 = 1 | direction i: h_i = h_{⌈i/2⌉}", "1"},
    {"X = [1, 2, 3, 4] | ?? split_j(X)", "split_j(X) = [1 2], split_j(X) = [3 4]"},
    {"X = [1, 2, 3, 4] | ?? concat_j(split_j(X))", "concat_j(split_j(X)) = [1 2 3 4]"},
    {"? -∞", "-inf masked"},
    {"? 1 < 2", "1"},
    {"? 2 ≤ 2", "1"},
    {"? 3 > 4", "0"},
    {"? 4 ≥ 4", "1"},
    {"? 4 == 5", "0"},
    {"? √16 + 2 / 4 ⊙ 8", "8"},
    {"? [[1, 2], [3, 4]]ᵀ", "[1 3; 2 4]"},
    {"? π", "3.1416"},
    {"? (1 + 2) 3", "9"},
    {"? n", "3"},
    {"? n n + 1", "10"},
    {"? 2^3", "8"},
    {"? [[1, 2, 3], [4, 5, 6]]^2", "[1 4 9; 16 25 36]"},
    {"? [[3]]^2", "[9]"},
    {"? [[1, 2], [3, 4]]^[1, 2]", "[1 4; 3 16]"},
    {"s_{i,i} = i | ?stack s_{i,i}", "s_{1,1} = 1, s_{2,2} = 2, s_{3,3} = 3"},
    {"s_{k,i} = 10 k + i | ?stack s_{n,i}", "s_3 = [31 32 33]{source}"},
    {"s_{k,i} = 10 k + i | ?stack s_{k,n}", "s_{1,3} = 13, s_{2,3} = 23, s_{3,3} = 33"},
    {"h_{n+1} = 2", "h_4 = 2"},
    {"max(x, y, z) := x", ""},
    {"f(x) := y = 2 & y = 3 & y", ""},
    {"f(x) := y = 2 & y_1 = 3 & y", ""},
    {"Y = concat_j([[j, 2]ᵀ])", "Y = [1 2 2 2]"},
    {"x_i = i | y_i = x_{⌈i/2⌉} + 0", "y = [1 1 2]{source}"},
    {"M_{t,i} = i + 10 t | X = M + 0 | y_i = X_{⌈i/2⌉,1}", "y = [11 11 21]{source}"},
    {"x_i = i | ?stack x_{⌈i/2⌉}", "x_1 = 1, x_1 = 1, x_2 = 2"},
    {"x_i = i | h_i = x_i-1", "h = [0 1 2]{source}"},
    {"w_i = 10 i | f(i) := w_i | ? f(1)", "10"},
    {"w_i = 10 i | f(i) := w_i | ? f(3)", "30"},
    {"x_i = i | y = x_1 | x_4 = 2 | g = ∂y/∂x", "g = [1 0 0]{source}"},
    {"x_i = i | ?stack x_t", "x_1 = 1, x_2 = 2"},
    {"x_i = i | y = Σ_i Σ_i x_i", "y = 18"},
    {"x_i = i | y = Σ_i (Σ_i x_i) x_i", "y = 36"},
    {"x_i = i | y = Σ_i Σ_k x_i x_k", "y = 36"},
    {"x_i = i | y_i = Σ_i x_i", "y = [6 6 6]{source}"},
    {"x_i = i | y_i = x_i + Σ_i x_i + x_i", "y = [8 10 12]{source}"},
    {"x_i = i | y_i = x_i - (concat_i([x_i]) · [1, 1, 1])", "y = [-5 -4 -3]{source}"},
    {"x_i = i | ?? Σ_i x_i", "Σ_i x_i = 6"},
    {"x_i = i | ?? Σ_k x_i x_k", "Σ_k x_1 x_k = 6, Σ_k x_2 x_k = 12, Σ_k x_3 x_k = 18"},
    {"x_i = i | ?? i", "1 = 1, 2 = 2, 3 = 3"},
    {"x_i = i | ?? i x_i", "1 x_1 = 1, 2 x_2 = 4, 3 x_3 = 9"},
    {"x_i = i | ?? x_i x_k", "x_1 x_1 = 1, x_1 x_2 = 2, x_1 x_3 = 3, x_2 x_1 = 2, x_2 x_2 = 4, x_2 "
                             "x_3 = 6, x_3 x_1 = 3, x_3 x_2 = 6, x_3 x_3 = 9"},
    {"x_0 = 9 | x_i = i | ?? x_{i-1}", "x_0 = 9, x_1 = 1, x_2 = 2"},
    {"x_0 = 9 | x_i = i | ?? x_i + x_{i-1}", "x_1 + x_0 = 10, x_2 + x_1 = 3, x_3 + x_2 = 5"},
    {"x_0 = 9 | x_i = i | ?? 1 + x_{n-1}", "1 + x_{n-1} = 3"},
    {"x_0 = 9 | x_i = i | ?stack x_{i-1}", "x_0 = 9, x_1 = 1, x_2 = 2"},
    {"W_{Q,0} = 9 | W_{Q,i} = i | ?? W_{Q,i-1}", "W_{Q,0} = 9, W_{Q,1} = 1, W_{Q,2} = 2"},
    {"W_{Q,0} = 9 | W_{Q,i} = i | ?? W_{Q,0}", "W_{Q,0} = 9"},
    {"f(x) := 1, 2, 3, 4, 5, 6, 7, 8 | a, b, c, d, p, q, r, s = f(1)",
     "a = 1 (f x: 1, 2, 3, 4, 5, 6, 7, 8), b = 2, c = 3, d = 4, p = 5, q = 6, r = 7, s = 8"},
    {"f(x) := 1, 2, 3 | a_i, b_i, c_i = f(1)",
     "a = [1 1 1]{source} (f x: 1, 2, 3), b = [2 2 2]{source}, c = [3 3 3]{source}"},
    {"f(x) := x, 2 x, 3 x | a_i, b_i = f(i)",
     "a = [1 2 3]{source} (f x: x, 2 x, 3 x), b = [2 4 6]{source}"},
    {"f(x) := x, x | a, b = f(1) | ? a + b", "2"},
    {"f(x) := x | y = 4 | a = f(y) | family a", "a 1 computed"},
    {"y = 4 | a = y | g = ∂a/∂y", "g = 1"},
    {"y = 4 | a = y | b = 3 a | g = ∂b/∂a", "g = 3"},
    {"y = [4, 5] | a = y_2 | b = 3 a | g = ∂b/∂y_2", "g = 3"},
    {"X = [[1, 2], [3, 4]] | L = X_{1,2} X_{2,1} | g = ∂L/∂X_{1,2}", "g = 3"},
    {"X = [[1, 2], [3, 4]] | L = X_{1,2} X_{2,1} | g = ∂L/∂X_2", "g = [2 0]"},
    {"X = [[1, 2], [3, 4]] | L = X_{1,2} X_{2,1} | g = ∂L/∂X_1", "g = [0 3]"},
    {"X = [[1, 2], [3, 4]] | L = X_{1,2} X_{2,1} | g = ∂L/∂X", "g = [0 3; 2 0]"},
    {"M_{t,i} = i + 10 t | L = M_{1,2} M_{2,3} | g = ∂L/∂M",
     "g = [0 23 0; 0 0 12]{target}{source}"},
    {"M_{t,i} = i + 10 t | L = M_{1,2} M_{2,3} | g = ∂L/∂M_1", "g = [0 23 0]{source}"},
    {"M_{t,i} = i + 10 t | L = M_{1,2} M_{2,3} | g = ∂L/∂M_{2,3}", "g = 12"},
    {"x_i = [i, 2] | L = x_1 · x_2 | g = ∂L/∂x", "g = [2 2; 1 2; 0 0]{source}"},
    {"x_i = [i, 2] | L = x_1 · x_2 | g = ∂L/∂x_2", "g = [1 2]"},
    {"x_i = [i, 2] | L = x_1 · x_2 | g = ∂L/∂x_{2,1}", "g = 1"},
    {"x_i = [i, 2] | L = x_1 · x_2 | g_i = ∂L/∂x_i", "g = [2 2; 1 2; 0 0]{source}"},
    {"x_i = i | y_i = x_i^2 | J = ∂y/∂x", "J = [2 0 0; 0 4 0; 0 0 6]{source}{source}"},
    {"x_i = i | y_i = x_i^2 | J = ∂y/∂x_2", "J = [0 4 0]{source}"},
    {"x_i = i | y_i = x_i^2 | J = ∂y_2/∂x", "J = [0 4 0]{source}"},
    {"x_i = i | y_i = x_i^2 | z = y | J = ∂z/∂x", "J = [2 0 0; 0 4 0; 0 0 6]{source}{source}"},
    {"x = [1, 2] | y = x ⊙ x | J = ∂y/∂x", "J = [2 0; 0 4]"},
    /* kinks, and a part of a value whose other parts have an infinite slope */
    {"q = 0 | r = abs(q) + norm([q, q]) + relu(q) + max(q, 0) + 3 q | g = ∂r/∂q", "g = 4"},
    {"x_i = i - 1 | r = Σ_i √x_i | g = ∂r/∂x_2", "g = 0.5"},
    {"x = [0, 1, 4] | r = sum(√x) | g = ∂r/∂x_3", "g = 0.25"},
    /* a step of learning, and the next gradient */
    {"w = 3 | v = 2 | L = (v w)^2 | g = ∂L/∂w | u = w - 0.125 g | h = ∂L/∂v | z = v - h | M = u^2 "
     "z "
     "| G = ∂M/∂u",
     "G = 0"},
    {"w = 3 | v = 2 | L = (v w)^2 | g = ∂L/∂w | h = ∂L/∂v | u = w - 0.25 g | z = v - 0.5 h | M = "
     "u^2 "
     "z | G = ∂M/∂z",
     "G = 9"},
    /* what does not hang on w through ∂: another value, a jump, a shape */
    {"w = 3 | c = 2 | L = w^2 | g = ∂L/∂w | y = c g | G = ∂y/∂c", "G = 6"},
    {"w = 3 | L = w^2 | g = ∂L/∂w | y = w floor(g) + width([g, w]) | G = ∂y/∂w", "G = 6"},
    {"w = 3 | L = w^2 | g = ∂L/∂w | r = norm([g, g]) | G = ∂L/∂w", "G = 6"},
    {"x = [1, 2] | y = mask([x, x]) | z = softmax(y_1) | g = ∂z/∂x", "g = [0 0; 0 0]"},
    {"x = [1, 2] | S = mask([x, x]) | g = ∂S_{2,1}/∂x", "g = [1 0]"},
    {"x = [1, 2] | S = mask([x, x]) | y = x_1 | g = ∂y/∂S", "g = [0 0; 0 0]"},
    {"e_{t,i} = i + t | set e_{1,2} = 1 | a = 3", "a = 3"},
    {"set_{1} = 3 | ? set_1", "3"},
    {"x = 1 | y_j = j | family y", "y[j heads 2] 2 computed"},
    {"f(x) := x | keep g | a = f(1)", "a = 1 (f x: x)"},
    {"f(x) := x | g(x) := f(x) | keep g | a = g(1) | b = f(1) | c = g(2)", "c = 2 <g x = 2:  = 2>"},
    {"f(x) := p = x & q = p + 1 & r = q + 1 & s = r + 1 & u = s + 1 & u | keep f | a = f(1)",
     "a = 5 <f x = 1: p = 1, q = 2, r = 3, s = 4, u = 5,  = 5>"},
    {"f(i) := i | keep f | a_i = f(i)",
     "a = [1 2 3]{source} <f i = 1:  = 1> <f i = 2:  = 2> <f i = 3:  = 3>"},
    {"f(x) := y_i = i x & y | keep f | a = f(2)",
     "a = [2 4 6]{source} <f x = 2: y = [2 4 6]{source},  = [2 4 6]{source}>"},
    {"f(x) := y_{i,j} = i x + j & y | keep f | a = f(2)",
     "a = [3 4; 5 6; 7 8]{source}{heads} <f x = 2: y = [3 4; 5 6; 7 8]{source}{heads},  = [3 4; 5 "
     "6; 7 8]{source}{heads}>"},
    {"f(x) := y_j = [[j, x]] & y_1 | keep f | a = f(2)",
     "a = [1 2] <f x = 2: y_1 = [1 2], y_2 = [2 2],  = [1 2]>"},
    {"f1(x) := x | f2(x) := f1(x) | f3(x) := f2(x) | f4(x) := f3(x) | f5(x) := f4(x) | f6(x) := "
     "f5(x) | a = f6(1)",
     "a = 1 (f6 x: f5(x)) (f5 x: f4(x)) (f4 x: f3(x)) (f3 x: f2(x)) (f2 x: f1(x)) (f1 x: x)"},
    {"f(x) := x | a = f(f(f(1)))", "a = 1 (f x: x)"},
    {"f(x) := x | g(y) := f(y) + 1 | a = f(g(2))", "a = 3 (f x: x) (g y: f(y) + 1)"},
    {"f(x) := x y | y = 2 | a = f(3)", "a = 6 (f x: x y)"},
    {"f(x) := y = 5 & x y | y = 2 | a = f(3) | ? y", "2"},
    {"x_i = i | f(x) := x_2 | a = f([7, 8])", "a = 8 (f x: x_2)"},
    {"f(x) := v_0 = x & v_i = 2 v_{i-1} & v | a = f(1) | b = f(2)", "b = [4 8 16]{source}"},
    {"M_{t,i} = t i | y_t = M_t · M_t", "y = [14 56]{target}"},
    {"M_{t,i} = t i | Y = M Mᵀ", "Y = [14 28; 28 56]{target}{target}"},
    {"M_{t,i} = t i | ?stack M_{t,i}", "M = [1 2 3; 2 4 6]{target}{source}"},
    {"M_{t,i} = t i | ?stack M_{2,i}", "M_2 = [2 4 6]{source}"},
    {"M_{t,i} = t i | ?stack M_{t,2}", "M_{1,2} = 2, M_{2,2} = 4"},
    {"M_{t,i} = t i | ?stack M", "M = [1 2 3; 2 4 6]{target}{source}"},
    {"M_{t,i} = [t, i] | ?stack M", "M_{1,1} = [1 1], M_{1,2} = [1 2], M_{1,3} = [1 3], M_{2,1} = "
                                    "[2 1], M_{2,2} = [2 2], M_{2,3} = [2 3]"},
    {"M_{t,i} = [t, i]", "M_1 = [1 1; 1 2; 1 3]{source}, M_2 = [2 1; 2 2; 2 3]{source}"},
    {"M_{t,i} = [t, i] | # M_{2,3}", "M_{2,3,1} = 2, M_{2,3,2} = 3"},
    {"M_{t,i} = [t, i] | # M_{2,3,2}", "M_{2,3,2} = 3"},
    {"M_{t,i} = [[t, i]] | # M_{2,3}", "M_{2,3,1,1} = 2, M_{2,3,1,2} = 3"},
    {"x_1 = [1, 2] | x_2 = [3] | ?stack x", "x_1 = [1 2], x_2 = [3]"},
    {"x_1 = [1, 2] | x_2 = [[3, 4]] | ?stack x", "x_1 = [1 2], x_2 = [3 4]"},
    {"x_1 = [[1], [2]] | x_2 = [[3, 4]] | ?stack x", "x_1 = [1; 2], x_2 = [3 4]"},
    {"x_i = i | x_7 = 3 | ? x", "[1 2 3]{source}"},
    {"x_i = i | x_7 = 3 | # x", "x_1 = 1, x_2 = 2, x_3 = 3"},
    {"x_i = i | x_7 = 3 | ?stack x", "x = [1 2 3]{source}"},
    {"x_7 = 3 | family x", "x[- - 1] 1 computed"},
    {"? 10000000 + 10000000 + 10000000 + 10000000 + 10000000 + 10000000 + 10000000 + 10000000 + "
     "10000000 + 10000000 + 10000000",
     "1.1e+08"},
    {"?? 10000000 + 10000000 + 10000000 + 10000000 + 10000000 + 10000000 + 10000000 + 10000000 + "
     "10000000 + 10000000 + 1000000",
     "10000000 + 10000000 + 10000000 + 10000000 + 10000000 + 10000000 + 10000000 + 10000000 + "
     "10000000 + 10000000 + 1000000 = 1.01e+08"},
    {"?? 10000000 + 10000000 + 10000000 + 10000000 + 10000000 + 10000000 + 10000000 + 10000000 + "
     "10000000 + 10000000 + 10000000",
     "10000000 + 10000000 + 10000000 + 10000000 + 10000000 + 10000000 + 10000000 + 10000000 + "
     "10000000 + 10000000 + 10000000 = 1.1e+08"},
    {"?? 10000000 + 10000000 + 10000000 + 10000000 + 10000000 + 10000000 + 10000000 + 10000000 + "
     "10000000 + 10000000 + 100000000",
     "10000000 + 10000000 + 10000000 + 10000000 + 10000000 + 10000000 + 10000000 + 10000000 + "
     "10000000 + 10000000 + 100000000 = 2e+08"},
    {"x = 1 | ?? 10000000 + 10000000 + 10000000 + 10000000 + 10000000 + 10000000 + 10000000 + "
     "10000000 + 10000000 + 1000000 + x",
     "10000000 + 10000000 + 10000000 + 10000000 + 10000000 + 10000000 + 10000000 + 10000000 + "
     "10000000 + 1000000 + x = 9.1e+07"},
    {"x = 1 | ?? 10000000 + 10000000 + 10000000 + 10000000 + 10000000 + 10000000 + 10000000 + "
     "10000000 + 10000000 + 1000000 + x + x + x + x",
     "10000000 + 10000000 + 10000000 + 10000000 + 10000000 + 10000000 + 10000000 + 10000000 + "
     "10000000 + 1000000 + x + x + x +… = 9.1e+07"},
    {"x = [1, 2] | S = mask([x, x]) | L = S_{2,1} | g = ∂L/∂S", "g = [0 0; 1 0]"},
    {"x = [1, 2] | S = mask([x, x])", "S = [1 -inf; 1 2] masked"},
    {"x = [1, 2] | S = mask([x, x]) | A = softmax(S)", "A = [1 0; 0.26894 0.73106]"},
    {"é = 2 | ß1 = é + 1 | ? é ß1", "6"},
    {"我 = 2 | ? 我 + 1", "3"},
    {"naïve = 3 | ? naïve + naïve", "6"},
    {"x̂ = 3 | ? x̂ 2", "6"},
    {"Ĝ = 3 | ? Ĝ + Ĝ", "6"},
    {"→h = 2 | ←h = 3 | ? →h ←h", "6"},
    {"? 1.5 + 1e3 + 1E-2 + 2e+1", "1021.5"},
    {"e = 2 | ? 1.5e + 2 e", "7"},
    {"? 007", "7"},
    {"? 3 ⋅ 4 · 5", "60"},
    {"? 3 * 4", "12"},
    {"? 6 − 2 - 1", "3"},
    {"? [1, 2]ᵀ · [3, 4] + [1, 2]' · [3, 4] + [1, 2]⊤ · [3, 4]", "33"},
    {"? [1, 2]^T · [3, 4] + [1, 2]′ · [3, 4] + [1, 2]’ · [3, 4]", "33"},
    {"x = [1, 2] | M = [[1, 2], [3, 4]] | ? x Mᵀ + M xᵀ + 2 xᵀ", "[12 26]"},
    {"x = [1, 2] | ? x (2) + x(2 - 1) + x(0.5) + x(n) + 2(2)", "[10.5 17]"},
    {"? [4, 0.5]^-1 + [2, 4]^{-2}", "[0.5 2.0625]"},
    {"? pi + π", "6.2832"},
    {"alpha = 2 | ? α + alpha", "4"},
    {"Alpha = 2 | ? Α", "2"},
    {"→alpha = 2 | ? →α", "2"},
    {"g(x) := x | f(x) := 1, g(x) | a, b = f(1)", "a = 1 (f x: 1, g(x)) (g x: x), b = 1"},
    {"g(x) := x | f(x) := y = x & y, g(x) | a, b = f(1)",
     "a = 1 (f x: y = x  & y, g(x)) (g x: x), b = 1"},
    {"α = 1 | β = 2 | ? α β", "2"},
    {"aα = 1 | ? aα", "1"},
    {"x = 2 | y = x'x", "y = 4"},
    {"? 5 >= 6", "0"},
    {"? (5 > 6) < 1", "1"},
    {"? Σ_i i + 1", "7"},
    {"? ∑_{i} i", "6"},
    {"? Sigma_i i 2", "12"},
    {"? √4 √9", "6"},
    {"? sqrt(4) 3", "6"},
    {"? 2^-1", "0.5"},
    {"? 2^{1 + 1}", "4"},
    {"? (2^3)^2", "64"},
    {"W = [[1, 3], [2, 2]] | v = sum(W) | A = (W' / v)' | ? A", "[0.25 0.75; 0.5 0.5]"},
    {"W = [[1, 3], [1, 1]] | ? W / sum(W')", "[0.5 0.75; 0.5 0.25]"},
    {"W = [[1, 3], [1, 1]] | v = [1, 2] | ? W - v", "[0 1; 0 -1]"},
    {"W = [[3, 0], [0, 4]] | v = [5, 10] | ? (v / norm(W)) ⊙ W + v / width(W)", "[5.5 5; 2.5 13]"},
    {"? -2^2", "-4"},
    {"? -(2)", "-2"},
    {"? 2 (-3)", "-6"},
    {"? [1 ; 2 ; 3]", "[1 2 3]"},
    {"? [[1 ; 2] ; 3]", "[1 2 3]"},
    {"? softmax([0, 0, 0, 0])", "[0.25 0.25 0.25 0.25]"},
    {"? row([[1, 2], [3, 4]], 2)", "[3 4]"},
    {"? max(1, 2) + max([5, 7])", "9"},
    {"v = [1, 2] | ? v[1, 2]", "5"},
    {"v = [1, 2] | ? 2 [1]", "[2]"},
};

/* Statements over indices go one by one, or at once where that can be. */
static void go_at_once(bool at_once)
{
    attn_at_once_elements = at_once ? 1 : SIZE_MAX;
}

static void check_result(const char *script, const char *outcome)
{
    bench b;
    ck_assert(bench_open(&b));
    ck_assert_msg(bench_run(&b, script), "%s: %s", script, b.status.message);
    ck_assert_msg(strcmp(attn_text_string(&b.out), outcome) == 0, "%s\nmakes %s\nnot %s", script,
                  attn_text_string(&b.out), outcome);
    ck_assert(attn_ok(&b.status));
    bench_close(&b);
}

START_TEST(test_results)
{
    size_t usual = attn_large_numbers;
    for (int at_once = 0; at_once < 2; at_once++) {
        go_at_once(at_once);
        check_result(results[_i].script, results[_i].outcome);
        attn_large_numbers = 1; /* what is told is held, or it would have been given back */
        check_result(results[_i].script, results[_i].outcome);
        attn_large_numbers = usual;
    }
}
END_TEST

/* ---- at once, or one by one ---- */

static const struct {
    const char *script, *name;
    bool at_once; /* whether the name can be computed so; what comes of it is the same */
} ways[] = {
    {"x_i = i + 1", "x", true},
    {"x_i = (i + 1)", "x", true},
    {"x_i = i", "x", false}, /* a name alone has nothing to compute */
    {"x_i = ((i))", "x", false},
    {"x_i = 2", "x", false},
    {"d = [4, 3, 2] | x_i = d_i - 3", "x", true},
    {"d = [4, 3, 2] | x_i = d_i == 3", "x", true},
    {"d = [4, 3, 2] | x_i = -d_i", "x", true},
    {"d = [4, 3, 2] | x_i = floor(d_i / 2)", "x", true},
    {"d = [4, 3, 2] | x_i = d_i i + d_i / i - i^2", "x", true},
    {"B = [[1, 5], [7, 4], [3, 6]] | x_i = softmax(B_i)", "x", true},
    {"B = [[1, 5], [7, 4], [3, 6]] | x_i = argmax(B_i)", "x", true},
    {"B = [[1, 5], [7, 4], [3, 6]] | x_i = mean(B_i) + i", "x", true},
    {"B = [[1, 5], [7, 4], [3, 6]] | x_i = B_i + B_i i", "x", true},
    {"B = [[1, 5], [7, 4], [3, 6]] | x_i = i B_i", "x", true},
    {"B = [[1, 5], [7, 4], [3, 6]] | x_i = width(B_i)", "x", false},
    {"B = [[1, 5], [7, 4], [3, 6]] | x_i = norm(B_i)", "x", false},
    {"B = [[1, 5], [7, 4], [3, 6]] | x_i = row(B, i)", "x", true},
    {"B = [[1, 5], [7, 4], [3, 6]] | x_t = row(B, t + 1)", "x", true},
    {"B = [[1, 5], [7, 4], [3, 6]] | x_{t,i} = row(B, t) + i", "x", false},
    {"B = [[1, 5], [7, 4], [3, 6]] | x_i = B_i · B_i", "x", false},
    {"B = [[1, 5], [7, 4], [3, 6]] | x_i = B_i · [1, 2]", "x", true},
    {"B = [[1, 5], [7, 4], [3, 6]] | x_i = [1, 2] · B_i", "x", true},
    {"B = [[1, 5], [7, 4], [3, 6]] | x_i = B_i [[1, 2, 3], [4, 5, 6]]", "x", true},
    {"B = [[1, 5], [7, 4], [3, 6]] | x_i = [[1, 2], [4, 5], [0, 1]] B_i", "x", true},
    {"B = [[1, 5], [7, 4], [3, 6]] | x_{i,k} = B_i · B_k", "x", true},
    {"B = [[1, 5], [7, 4], [3, 6]] | x_{i,k} = B_k · B_i + i", "x", true},
    {"B = [[1, 5], [7, 4], [3, 6]] | C = [[1, 2], [0, 3]] | x_{t,i} = C_t · B_i", "x", true},
    {"B = [[1, 5], [7, 4], [3, 6]] | C = [[1, 2], [0, 3]] | x_{t,i} = B_i · C_t", "x", true},
    {"B = [[1, 5], [7, 4], [3, 6]] | C = [[1, 2], [0, 3]] | x_{t,i} = C_t + B_i", "x", false},
    {"A = [[1, 5, 2], [7, 4, 3]] | x_{t,i} = A_{t,i} + 1", "x", true},
    {"A = [[1, 5, 2], [7, 4, 3]] | x_{i,t} = 2 A_{t,i}", "x", true},
    {"A = [[1, 5, 2], [7, 4, 3]] | d = [4, 3, 2] | x_{t,i} = A_{t,i} + d_i", "x", true},
    {"A = [[1, 5, 2], [7, 4, 3]] | d = [4, 3] | x_{t,i} = d_t - A_{t,i}", "x", true},
    {"A = [[1, 5, 2], [7, 4, 3]] | x_{t,i} = t + i", "x", true},
    {"A = [[1, 5, 2], [7, 4, 3]] | x_{t,i} = i - t", "x", true},
    {"A = [[1, 5, 2], [7, 4, 3]] | x_{t,i} = t t", "x", false}, /* nothing runs over i */
    {"A = [[1, 5, 2], [7, 4, 3]] | x_i = A_{1,i} + 1", "x", false},
    {"A = [[1, 5, 2], [7, 4, 3]] | x_t = A_{t,3} + 1", "x", false},
    {"A = [[1, 5, 2], [7, 4, 3], [0, 0, 1]] | x_i = A_{i,i} + 1", "x", false},
    {"d = [4, 3, 2] | x_i = i + 1 | y_t = x_{t+1} + 1", "y", false},
    {"x_i = i + 1 | y_i = 2 x_i | z_i = y_i x_i", "z", true},
    {"x_{t,i} = t i | y_i = x_{2,i} + 1", "y", true},
    {"x_{t,i} = [t, i] | y_t = sum(x_{t,2})", "y", false},
    {"M_i = [[i, 1], [2, 3]] | y_i = M_i [1, 2]", "y", false},
    {"x_i = i + x_{i-1}", "x", false},
    {"f(x) := x + 1 | keep f | x_i = f(i) + 1", "x", false},
    {"f(x) := x + 1 | keep f | x_i = f(2) + i", "x", false},
    {"f(x) := x + 1 | keep f | x_i = i + f(2)", "x", false},
    {"f(x) := x + 1 | keep f | x_i = i + exp(1 + f(2))", "x", false},
    {"x_{i,k,t} = i + k + t", "x", false},
    {"x_i = log(i - 1)", "x", false},
    {"B = [[1, 5], [7, 4], [3, 6], [9, 9]] | x_i = 2 B_i", "x", false}, /* longer than i runs */
    {"d = [4, 3, 2, 1] | x_i = d_i + 1", "x", false},
    {"A = [[1, 5, 2, 4], [7, 4, 3, 4]] | x_{t,i} = A_{t,i} + 1", "x", false},
    {"d = [4, 3, 2] | x_{t,i} = d_{t,i} + 1", "x", false},
    {"x_{t,i} = t i | y = x_{1,9}", "x", true},
    {"x_{t,i} = t i | y = x_{9,1}", "x", true},
};

/* What the whole script tells, and what the last name is, into `told`; whether it was at once. */
static bool went_at_once(int i, bool at_once, attn_text *told)
{
    bench b;
    char ask[64];
    go_at_once(at_once);
    ck_assert(bench_open(&b));
    bool done = bench_run(&b, ways[i].script);
    attn_text_print(told, "%d %s %s", done, attn_text_string(&b.out), b.status.message);
    snprintf(ask, sizeof ask, "? %s", ways[i].name);
    b.status = (attn_status){0};
    bool stacks = bench_run(&b, ask);
    attn_text_print(told, " %d %s", stacks, stacks ? attn_text_string(&b.out) : b.status.message);
    const attn_family *f = attn_scope_find(b.scope, ways[i].name);
    bool found = f && f->whole != 0;
    bench_close(&b);
    return found;
}

START_TEST(test_ways)
{
    attn_text told[2] = {{0}, {0}};
    ck_assert(!went_at_once(_i, false, &told[0]));
    ck_assert_msg(went_at_once(_i, true, &told[1]) == ways[_i].at_once, "%s: %s", ways[_i].script,
                  attn_text_string(&told[1]));
    ck_assert_msg(strcmp(attn_text_string(&told[0]), attn_text_string(&told[1])) == 0,
                  "%s:\n%s\n%s", ways[_i].script, attn_text_string(&told[0]),
                  attn_text_string(&told[1]));
    attn_text_free(&told[0]);
    attn_text_free(&told[1]);
}
END_TEST

static const struct {
    const char *script;
    attn_code code;
    const char *message;
    size_t caret;
    const char *formula;
} faults[] = {
    {"A_j = [[j, 2], [3, 4]] | # A", ATTN_INPUT,
     "A means several matrices here, which do not stack: add its subscript", 0, "A"},
    {"A_{j,i} = [[j, 2], [3, i]] | ?stack A_1", ATTN_INPUT,
     "A means several matrices here, which do not stack: add all its subscripts", 0, "A_1"},
    {"x_1 = 3 | x_3 = 4 | ? x", ATTN_INPUT,
     "x_2 is not computed yet, so x as a whole does not exist here", 0, "x"},
    {"set e_{1,2} = 20 | e_{t,i} = i + t", ATTN_USAGE, "'e_{1,2} = 20': the lesson computes no e",
     0, ""},
    {"? [1, 2; 3]", ATTN_INPUT, "brackets take either ';' (join) or ',' (stack): nest them", 5,
     "[1, 2; 3]"},
    {"? [1; 2, 3]", ATTN_INPUT, "brackets take either ';' (join) or ',' (stack): nest them", 5,
     "[1; 2, 3]"},
    {"Q = 1 | K = 2 | S = QK", ATTN_INPUT,
     "'QK' is not a value here; write a product with a space: Q K", 4, "S = QK"},
    {"Q = 1 | K = 2 | ? QK", ATTN_INPUT,
     "'QK' is not a value here; write a product with a space: Q K", 0, "QK"},
    {"αβ = 1 | α = 2 | β = 3 | S = βα", ATTN_INPUT,
     "'βα' is not a value here; write a product with a space: β α", 4, "S = βα"},
    {"x = 1 | y = sofmax(x)", ATTN_INPUT, "sofmax: did you mean softmax?", 4, "y = sofmax(x)"},
    {"x = 1 | y = sofmax (x)", ATTN_INPUT, "sofmax: did you mean softmax?", 4, "y = sofmax (x)"},
    {"squash(x) := x / 2 | y = sqash(2)", ATTN_INPUT, "sqash: did you mean squash?", 4,
     "y = sqash(2)"},
    {"x = 1 | y = 2 X", ATTN_INPUT, "X: nothing gives or computes it; did you mean x?", 6,
     "y = 2 X"},
    {"x = 1 | y = 2 yy", ATTN_INPUT, "'yy' is not a value here; write a product with a space: y y",
     6, "y = 2 yy"},
    {"x = 1 | ? y", ATTN_INPUT, "y is not a value of this lesson: it has x", 0, "y"},
    {"x = 1 | ? w + 1", ATTN_INPUT, "w is not a value of this lesson: it has x", 0, "w + 1"},
    {"alpha = 1 | y = alpha2", ATTN_INPUT,
     "alpha2: nothing gives or computes it: add it to \"given\", or compute it first", 4,
     "y = alpha2"},
    {"weights = 1 | y = weigths", ATTN_INPUT,
     "weigths: nothing gives or computes it; did you mean weights?", 4, "y = weigths"},
    {"weights = 1 | y = wxights_i", ATTN_INPUT,
     "wxights: nothing gives or computes it; did you mean weights?", 4, "y = wxights_i"},
    {"weights = 1 | y = weabcts", ATTN_INPUT,
     "weabcts: nothing gives or computes it: add it to \"given\", or compute it first", 4,
     "y = weabcts"},
    {"wxyz = 1 | y = wabz", ATTN_INPUT,
     "wabz: nothing gives or computes it: add it to \"given\", or compute it first", 4, "y = wabz"},
    {"ab = 1 | y = bc", ATTN_INPUT,
     "bc: nothing gives or computes it: add it to \"given\", or compute it first", 4, "y = bc"},
    {"q = 1 | y = z", ATTN_INPUT,
     "z: nothing gives or computes it: add it to \"given\", or compute it first", 4, "y = z"},
    {"a = 1 | b = 2 | c = 3 | d = 4 | ? weights", ATTN_INPUT,
     "weights is not a value of this lesson: it has a, b, c, d", 0, "weights"},
    {"a = 1 | b = 2 | c = 3 | d = 4 | f = 5 | g = 6 | h = 7 | l = 8 | m = 9 | o = 10 | p = 11 | q "
     "= 12 | r = 13 | s = 14 | u = 15 | v = 16 | w = 17 | x = 18 | y = 19 | z = 20 | A = 21 | B = "
     "22 | C = 23 | D = 24 | F = 25 | ? weights",
     ATTN_INPUT,
     "weights is not a value of this lesson: it has a, b, c, d, f, g, h, l, m, o, p, q, r, s, u, "
     "v, "
     "w, x, y, z, A, B, C, D, …",
     0, "weights"},
    {"a = 1 | b = 2 | c = 3 | d = 4 | f = 5 | g = 6 | h = 7 | l = 8 | m = 9 | o = 10 | p = 11 | q "
     "= 12 | r = 13 | s = 14 | u = 15 | v = 16 | w = 17 | x = 18 | y = 19 | z = 20 | A = 21 | B = "
     "22 | C = 23 | D = 24 | ? weights",
     ATTN_INPUT,
     "weights is not a value of this lesson: it has a, b, c, d, f, g, h, l, m, o, p, q, r, s, u, "
     "v, "
     "w, x, y, z, A, B, C, D",
     0, "weights"},
    {"y = x_n", ATTN_INPUT, "x_n: n is the length of source here, and nothing gives or computes x",
     4, "y = x_n"},
    {"y = √x_i", ATTN_INPUT,
     "x_i: i runs over source here, and nothing gives or computes x: add it to \"given\", or "
     "compute it first",
     7, "y = √x_i"},
    {"y_i = x_{i-1,1}", ATTN_INPUT,
     "x_{i-1,1}: i runs over source here, and nothing gives or computes x: add it to \"given\", or "
     "compute it first",
     6, "y_i = x_{i-1,1}"},
    {"s_i = s_{i-1}", ATTN_INPUT, "s_0 does not exist: the value before the first must be given", 6,
     "s_i = s_{i-1}"},
    {"s_{i} = s_{i+1}", ATTN_INPUT, "s_4 does not exist: the value after the last must be given", 8,
     "s_{i} = s_{i+1}"},
    {"s_i = s_{i-1} + s_{i+1}", ATTN_INPUT,
     "the values at i−1 and at i+1 are both needed, but a loop runs one way only", 0,
     "s_i = s_{i-1} + s_{i+1}"},
    {"x_i = i | y = x_5", ATTN_INPUT, "x_5 does not exist: source has 3 elements", 4, "y = x_5"},
    {"x_i = i | y = x_0", ATTN_INPUT,
     "x_0 does not exist: the value before the first must be given", 4, "y = x_0"},
    {"x_i = i | y_i = x_{i+1}", ATTN_INPUT,
     "x_4 does not exist: source has 3 elements, and the value after the last must be given", 6,
     "y_i = x_{i+1}"},
    {"x_i = i | y_i = x_{i-1}", ATTN_INPUT,
     "x_0 does not exist: the value before the first must be given", 6, "y_i = x_{i-1}"},
    {"x_i = i | y = x_{n+1}", ATTN_INPUT,
     "x_4 does not exist: source has 3 elements, and the value after the last must be given", 4,
     "y = x_{n+1}"},
    {"x = 1 | x = 2", ATTN_INPUT,
     "x has a value already, and a value is computed once (inside 'for', add the loop's letter as "
     "a subscript)",
     0, "x = 2"},
    {"x_i = 1 | x_2 = 2", ATTN_INPUT,
     "x_2 has a value already, and a value is computed once (inside 'for', add the loop's letter "
     "as a subscript)",
     0, "x_2 = 2"},
    {"x_1 = 1 | x_1 = 2", ATTN_INPUT,
     "x_1 has a value already, and a value is computed once (inside 'for', add the loop's letter "
     "as a subscript)",
     0, "x_1 = 2"},
    {"x_1 = 1 | y = x_2", ATTN_INPUT, "x_2 is not computed yet: compute it in an earlier step", 4,
     "y = x_2"},
    {"x_1 = 1 | x_{1,2} = 3", ATTN_INPUT,
     "x has 1 subscript elsewhere, but 2 here: rename one of the two", 0, "x_{1,2} = 3"},
    {"x_{1,2} = 1 | x_1 = 3", ATTN_INPUT,
     "x has 2 subscripts elsewhere, but 1 here: rename one of the two", 0, "x_1 = 3"},
    {"Q = [[1, 2]] | K = [[1, 2]] | S = Q K", ATTN_INPUT,
     "'Q K': the product does not fit: 1×2 and 1×2 (transpose the second?)", 6, "S = Q K"},
    {"Q = [[1, 2]] | K = [[1, 2]] | S = 2 + Q K", ATTN_INPUT,
     "'Q K': the product does not fit: 1×2 and 1×2 (transpose the second?)", 10, "S = 2 + Q K"},
    {"Q = [[1, 2]] | S = softmax(1)", ATTN_INPUT,
     "'softmax(1)': softmax needs a vector or a matrix: number", 4, "S = softmax(1)"},
    {"Q = [[1, 2]] | S = 1 + softmax(1 + 1)", ATTN_INPUT,
     "'softmax(1 + 1)': softmax needs a vector or a matrix: number", 8, "S = 1 + softmax(1 + 1)"},
    {"n = 3", ATTN_INPUT, "n is the length of source here: choose another name", 0, "n = 3"},
    {"i = 3", ATTN_INPUT, "i is the index over source here: choose another name", 0, "i = 3"},
    {"x_4 = 1 | x_i = x_{i+1} + x_{⌈i/2⌉}", ATTN_INPUT,
     "the values at i−1 and at i+1 are both needed, but a loop runs one way only", 0,
     "x_i = x_{i+1} + x_{⌈i/2⌉}"},
    {"h_{i+1} = 2", ATTN_INPUT, "i itself is already on the left: h_i = …", 0, "h_{i+1} = 2"},
    {"softmax = 2", ATTN_INPUT, "softmax is a function: give the value another name", 0,
     "softmax = 2"},
    {"f(x) := f(x) + 1", ATTN_INPUT,
     "f calls itself: lessons have no recursion, so write the steps out", 0, ""},
    {"f(x) := 1 | f(x) := 2", ATTN_INPUT, "f with 1 value is defined twice", 0, ""},
    {"f(x) := 1 | g(x, y) := 2 | g(x, y) := 3", ATTN_INPUT, "g with 2 values is defined twice", 0,
     ""},
    {"softmax(x) := x", ATTN_INPUT, "softmax is a function of the language: choose another name", 0,
     ""},
    {"max(x) := x", ATTN_INPUT, "max is a function of the language: choose another name", 0, ""},
    {"i(x) := x", ATTN_INPUT, "i is a letter of this lesson: choose another name", 0, ""},
    {"n(x) := x", ATTN_INPUT, "n is a letter of this lesson: choose another name", 0, ""},
    {"f(n) := n", ATTN_INPUT, "f: n is the length of source, so no parameter can have that name", 0,
     ""},
    {"f(x) := x = 2", ATTN_INPUT, "the last line of f must be its result, without '='", 0, "x = 2"},
    {"f(x) := 2 & x", ATTN_INPUT, "only the last line of f is its result: the others need NAME = …",
     0, "2 "},
    {"f(x) := y + 2 & 3", ATTN_INPUT,
     "only the last line of f is its result: the others need NAME = …", 0, "y + 2 "},
    {"f(x) := x, 2 | a = f(1) | a, b, c = f(1)", ATTN_INPUT,
     "f returns 2 values, but there are 3 names on the left", 10, "a, b, c = f(1)"},
    {"f(x) := x | a, b = f(1)", ATTN_INPUT, "f returns 1 value, but there are 2 names on the left",
     7, "a, b = f(1)"},
    {"a, b = 2", ATTN_INPUT,
     "several names on the left need a function on the right that returns as many values", 7,
     "a, b = 2"},
    {"a, b = softmax([1, 2])", ATTN_INPUT,
     "several names on the left need a function on the right that returns as many values", 7,
     "a, b = softmax([1, 2])"},
    {"a, b = f(1)", ATTN_INPUT,
     "several names on the left need a function on the right that returns as many values", 7,
     "a, b = f(1)"},
    {"f(x) := x | y = f(1, 2)", ATTN_INPUT, "f takes 1 value, but has 2 here", 4, "y = f(1, 2)"},
    {"f(x) := x | f(x, y, z) := x | y = f(1, 2)", ATTN_INPUT,
     "f takes 1 or 3 values, but has 2 here", 4, "y = f(1, 2)"},
    {"f() := 1 | y = f(1)", ATTN_INPUT, "f takes 0 values, but has 1 here", 4, "y = f(1)"},
    {"x = norm(1, 2)", ATTN_INPUT, "norm takes 1 value, but has 2 here", 4, "x = norm(1, 2)"},
    {"x = max()", ATTN_INPUT, "max takes 1 or 2 values, but has 0 here", 4, "x = max()"},
    {"x = max(1, 2, 3)", ATTN_INPUT, "max takes 1 or 2 values, but has 3 here", 4,
     "x = max(1, 2, 3)"},
    {"x = row(1)", ATTN_INPUT, "row takes 2 values, but has 1 here", 4, "x = row(1)"},
    {"x = Σ_n 2", ATTN_INPUT,
     "n is not an index here: declare under \"indices\" which sequence it runs over", 4,
     "x = Σ_n 2"},
    {"x = Σ_q 2", ATTN_INPUT,
     "q is not an index here: declare under \"indices\" which sequence it runs over", 4,
     "x = Σ_q 2"},
    {"X = concat_n(2)", ATTN_INPUT,
     "n is not an index here: declare under \"indices\" which sequence it runs over", 4,
     "X = concat_n(2)"},
    {"X = split_n([1, 2])", ATTN_INPUT,
     "n is not an index here: declare under \"indices\" which sequence it runs over", 4,
     "X = split_n([1, 2])"},
    {"X = split_q([1, 2])", ATTN_INPUT,
     "q is not an index here: declare under \"indices\" which sequence it runs over", 4,
     "X = split_q([1, 2])"},
    {"X = split_j([1, 2])", ATTN_INPUT,
     "j has no value here: it runs over heads on the left side of '=', in Σ_j, or "
     "in the steps of a loop: \"for\": \"j\"",
     4, "X = split_j([1, 2])"},
    {"S_j = split_j([1, 2, 3])", ATTN_INPUT,
     "'split_j([1, 2, 3])': 3 columns do not split into 2 equal parts", 6,
     "S_j = split_j([1, 2, 3])"},
    {"A_j = [[1, 2], [3, 4]] | b = A", ATTN_INPUT,
     "A means several matrices here, which do not stack: add its subscript", 4, "b = A"},
    {"x_i = i | x_t = t", ATTN_INPUT,
     "subscript 1 of x ran over source (3) before, but runs over target (2) here: use another name",
     0, "x_t = t"},
    {"x_i = i | y_{i,k} = x_{i,k}", ATTN_INPUT, "x: a number has no place for 1 subscript", 10,
     "y_{i,k} = x_{i,k}"},
    {"M = [[1, 2], [3, 4]] | y = M_{1,2,1}", ATTN_INPUT, "M: a 2×2 has no place for 3 subscripts",
     4, "y = M_{1,2,1}"},
    {"M = [[1, 2], [3, 4]] | y = M_3", ATTN_INPUT, "M: there is no row 3: it has 2", 4, "y = M_3"},
    {"M = [[1, 2], [3, 4]] | y = M_0", ATTN_INPUT, "M: there is no row 0: it has 2", 4, "y = M_0"},
    {"M = [[1, 2], [3, 4]] | y = M_{1,3}", ATTN_INPUT, "M: there is no column 3: it has 2", 4,
     "y = M_{1,3}"},
    {"M = [[1, 2], [3, 4]] | y = M_{1,0}", ATTN_INPUT, "M: there is no column 0: it has 2", 4,
     "y = M_{1,0}"},
    {"M = [[1, 2], [3, 4]] | y_i = M_i", ATTN_INPUT,
     "M: there is no row 3: it has 2, and source (3) is longer", 6, "y_i = M_i"},
    {"M = [[1, 2], [3, 4]] | y_i = M_{1,i}", ATTN_INPUT,
     "M: there is no column 3: it has 2, and source (3) is longer", 6, "y_i = M_{1,i}"},
    {"M = [[1, 2], [3, 4]] | y_i = M_{i,1}", ATTN_INPUT,
     "M: there is no row 3: it has 2, and source (3) is longer", 6, "y_i = M_{i,1}"},
    {"v = [1, 2] | y = v_3", ATTN_INPUT, "v: there is no element 3: it has 2", 4, "y = v_3"},
    {"v = [1, 2] | y_i = v_i", ATTN_INPUT,
     "v: there is no element 3: it has 2, and source (3) is longer", 6, "y_i = v_i"},
    {"x_i = i | z = 2 x | w_t = z_t", ATTN_INPUT,
     "t runs over target (2), but this axis is source (3)", 6, "w_t = z_t"},
    {"M_{t,i} = i | z = 2 M | w_t = z_{t,t}", ATTN_INPUT,
     "t runs over target (2), but this axis is source (3)", 6, "w_t = z_{t,t}"},
    {"M_{t,i} = i | z = 2 M | w_i = z_i", ATTN_INPUT,
     "i runs over source (3), but this axis is target (2)", 6, "w_i = z_i"},
    {"s_0 = 1 | s_i = s_{i-2}", ATTN_INPUT,
     "s_{-1} does not exist: the value before the first must be given", 6, "s_i = s_{i-2}"},
    {"x_i = ∂x_{i+1}/∂x_{i-1}", ATTN_INPUT,
     "the values at i−1 and at i+1 are both needed, but a loop runs one way only", 0,
     "x_i = ∂x_{i+1}/∂x_{i-1}"},
    {"y = i", ATTN_INPUT,
     "i has no value here: it runs over source on the left side of '=', in Σ_i, or "
     "in the steps of a loop: \"for\": \"i\"",
     4, "y = i"},
    {"y = i + 1", ATTN_INPUT,
     "i has no value here: it runs over source on the left side of '=', in Σ_i, or "
     "in the steps of a loop: \"for\": \"i\"",
     4, "y = i + 1"},
    {"x_i = i | y = x_{i-1}", ATTN_INPUT,
     "i has no value here: it runs over source on the left side of '=', in Σ_i, or "
     "in the steps of a loop: \"for\": \"i\"",
     4, "y = x_{i-1}"},
    {"h_i = h_i-1", ATTN_INPUT, "h has no value here yet: compute it in an earlier step", 6,
     "h_i = h_i-1"},
    {"h_i = h_i+1", ATTN_INPUT, "h has no value here yet: compute it in an earlier step", 6,
     "h_i = h_i+1"},
    {"h_i = h_i - 1", ATTN_INPUT, "h has no value here yet: compute it in an earlier step", 6,
     "h_i = h_i - 1"},
    {"h_i = h_i", ATTN_INPUT, "h has no value here yet: compute it in an earlier step", 6,
     "h_i = h_i"},
    {"h_{i,k} = h_{i,k}-1", ATTN_INPUT, "h has no value here yet: compute it in an earlier step",
     10, "h_{i,k} = h_{i,k}-1"},
    {"w_i = 10 i | f(i) := w_i | ? f(4)", ATTN_INPUT,
     "'f(4)': i is an index over source: it takes a whole number from 1 to 3", 0, "f(4)"},
    {"w_i = 10 i | f(i) := w_i | ? f(0)", ATTN_INPUT,
     "'f(0)': i is an index over source: it takes a whole number from 1 to 3", 0, "f(0)"},
    {"w_i = 10 i | f(i) := w_i | ? f(1.5)", ATTN_INPUT,
     "'f(1.5)': i is an index over source: it takes a whole number from 1 to 3", 0, "f(1.5)"},
    {"w_i = 10 i | f(i) := w_i | ? f([1, 2])", ATTN_INPUT,
     "'f([1, 2])': i is an index over source: it takes a whole number from 1 to 3", 0, "f([1, 2])"},
    {"w_i = 10 i | f(x) := w_x | ? f(3)", ATTN_INPUT,
     "w_x: nothing gives or computes it: add it to \"given\", or compute it first", 0, "w_x"},
    {"w_i = 10 i | f(x) := x + w_i | ? f(3)", ATTN_INPUT,
     "i has no value here: it runs over source on the left side of '=', in Σ_i, or "
     "in the steps of a loop: \"for\": \"i\"",
     4, "x + w_i"},
    {"x = 1 | f(y) ::= x + y | z = f(1)", ATTN_INPUT,
     "x has no value here yet: compute it in an earlier step", 0, "x + y"},
    {"x = 3 | g = ∂x/∂n", ATTN_INPUT, "n is a letter: nothing depends on it", 12, "g = ∂x/∂n"},
    {"x = 3 | g = ∂x/∂y", ATTN_INPUT,
     "y: nothing gives or computes it: add it to \"given\", or compute it first", 12, "g = ∂x/∂y"},
    {"x = [[1]] | y = [1] | g = ∂x/∂y", ATTN_INPUT,
     "∂ of a 1×1 by a vector of 1 would have too many axes: derive a number by anything, or a "
     "vector by a vector",
     4, "g = ∂x/∂y"},
    {"x = [[1]] | y = [1] | g = ∂y/∂x", ATTN_INPUT,
     "∂ of a vector of 1 by a 1×1 would have too many axes: derive a number by anything, or a "
     "vector by a vector",
     4, "g = ∂y/∂x"},
    {"x_1 = 1 | x_3 = 2 | y = x_1 | g = ∂y/∂x", ATTN_INPUT,
     "x_2 is not computed yet, so x as a whole does not exist here", 12, "g = ∂y/∂x"},
    {"x = 1e39", ATTN_INPUT, "this number is too large: the largest is 3.4e38", 4, "x = 1e39"},
    {"x = 1e38 · 10", ATTN_INPUT, "'1e38 · 10': the product: the result is not a finite number", 12,
     "x = 1e38 · 10"},
    {"y = [1, [2, 3]]", ATTN_INPUT,
     "'[1, [2, 3]]': [ , ] stacks values of one shape: number and vector of 2", 8,
     "y = [1, [2, 3]]"},
    {"y = [[1], [2; 3]]", ATTN_INPUT,
     "'[[1], [2; 3]]': [ , ] stacks values of one shape: vector of 1 and vector of 2", 10,
     "y = [[1], [2; 3]]"},
    {"y = [[1, 2] ; [[3, 4]]]", ATTN_INPUT,
     "'[[1, 2] ; [[3, 4]]]': [ ; ] joins vectors, or matrices with equally many rows: vector of 2 "
     "and 1×2",
     14, "y = [[1, 2] ; [[3, 4]]]"},
    {"a, b, c, d, p, q, r, s, u = 2", ATTN_INPUT,
     "several names on the left need a function on the right that returns as many values", 28,
     "a, b, c, d, p, q, r, s, u = 2"},
    {"set x", ATTN_USAGE, "'x' has no number: write NAME = NUMBER, as in e_{1,2} = 2.0", 0, ""},
    {"set x = 1", ATTN_USAGE, "'x = 1': the lesson computes no x", 0, ""},
    {"x_i = i | set x_2", ATTN_USAGE,
     "'x_2' has no number: write NAME = NUMBER, as in e_{1,2} = 2.0", 0, ""},
    {"x_i = i | set x_2 = y", ATTN_USAGE,
     "'x_2 = y': expected a number on the right, as in e_{1,2} = 2.0", 0, ""},
    {"x_i = i | set x_2 = 1 + 1", ATTN_USAGE,
     "'x_2 = 1 + 1': expected a number on the right, as in e_{1,2} = 2.0", 0, ""},
    {"x_i = i | set x_2 = 1,5", ATTN_USAGE, "'x_2 = 1,5': write a decimal point: 1.5", 0, ""},
    {"x_i = i | set x_2 =  −12,05 ", ATTN_USAGE, "'x_2 =  −12,05 ': write a decimal point: −12.05",
     0, ""},
    {"x_i = i | set x_2 = 1,y", ATTN_INPUT,
     "',' belongs only between the values of a function or in brackets: [a, b]", 7, "x_2 = 1,y"},
    {"x_i = i | set x_2 = ,5", ATTN_INPUT, "a value is missing after '='", 6, "x_2 = ,5"},
    {"x_i = i | set x_i = 1", ATTN_USAGE, "'x_i = 1': write a number in place of i", 0, ""},
    {"x_i = i | set n = 1", ATTN_USAGE, "'n = 1': the lesson computes no n", 0, ""},
    {"x_i = i | set x_2, x_1 = 1", ATTN_USAGE,
     "'x_2, x_1 = 1': replace one number, as in e_{1,2} = 2.0", 0, ""},
    {"x_i = i | set = 1", ATTN_INPUT,
     "only names are allowed to the left of '=': A = …, or h_i, c_i = …", 0, "= 1"},
    {"x_i = i | set x_7 = 1 | sets", ATTN_USAGE,
     "x_7 is not a single number of this lesson: x has 3 numbers", 0, ""},
    {"x_i = i | set x_2 = 1 | sets", ATTN_USAGE,
     "x_2 is not a single number of this lesson: x has 3 numbers", 0, ""},
    {"x_i = i | set x_{i+1} = 1", ATTN_USAGE, "'x_{i+1} = 1': write a number in place of i", 0, ""},
    {"x_i = i | x_{q+1} = 1", ATTN_INPUT,
     "x_{q+1}: q is not an index or length here: declare it under \"indices\"", 0, "x_{q+1} = 1"},
    {"x_i = i | y = x_{q-1}", ATTN_INPUT,
     "x_{q-1}: q is not an index or length here: declare it under \"indices\"", 4, "y = x_{q-1}"},
    {"x_i = i | y = x_{q}", ATTN_INPUT,
     "x_q: nothing gives or computes it: add it to \"given\", or compute it first", 4, "y = x_{q}"},
    {"W_{Q,i} = i | y = W_{K,1}", ATTN_INPUT,
     "W_K: nothing gives or computes it; did you mean W_Q?", 4, "y = W_{K,1}"},
    {"W_{Q,i} = i | ? W_{K}", ATTN_INPUT, "W_K is not a value of this lesson: did you mean W_Q?", 0,
     "W_{K}"},
    {"W_{Q,i} = i | ? W_{Q,5}", ATTN_INPUT, "W_{Q,5} does not exist: source has 3 elements", 0,
     "W_{Q,5}"},
    {"W_{Q,i} = i | ? W_5", ATTN_INPUT, "W is not a value of this lesson: it has W_Q", 0, "W_5"},
    {"x_i = [[i]] | # x", ATTN_INPUT,
     "x means several matrices here, which do not stack: add its subscript", 0, "x"},
    {"x_i = i | # x_4", ATTN_INPUT, "x_4 does not exist: source has 3 elements", 0, "x_4"},
    {"x_i = i | # y", ATTN_INPUT, "y is not a value of this lesson: it has x", 0, "y"},
    {"X = outer([1,2,3,4,5,6,7,8,9], [1,2,3,4,5,6,7,8,9]) | # X", ATTN_INPUT,
     "this names more than 64 numbers: ask for one of them, with its subscripts", 0, "X"},
    {"X = outer([1,2,3,4,5,6,7,8,9], [1,2,3,4,5,6,7,8,9]) | # 2 X", ATTN_INPUT,
     "this names more than 64 numbers: ask for one of them, with its subscripts", 0, "2 X"},
    {"x_i = i | ?? y_i", ATTN_INPUT, "y is not a value of this lesson: it has x", 0, "y_i"},
    {"h_i = 2 | ?? h_{i-1}", ATTN_INPUT,
     "h_0 does not exist: the value before the first must be given", 0, "h_{i-1}"},
    {"x = 2 (", ATTN_INPUT, "a value is missing after '('", 7, "x = 2 ("},
    {"x_i = i | f(y) := z = log(y - 1) & z | v_i = f(x_i)", ATTN_INPUT,
     "'log(y - 1)': log: the result is not a finite number: only numbers above 0 have a logarithm",
     4, "z = log(y - 1) "},
    {"x_i = i | f(y) := z = log(y - 1) & z | keep f | v_i = 2 f(x_i)", ATTN_INPUT,
     "'log(y - 1)': log: the result is not a finite number: only numbers above 0 have a logarithm",
     4, "z = log(y - 1) "},
    {"x_i = i | z = Σ_i log(x_i - 1)", ATTN_INPUT,
     "'log(x_i - 1)': log: the result is not a finite number: only numbers above 0 have a "
     "logarithm",
     9, "z = Σ_i log(x_i - 1)"},
    {"x_i = i | Z = concat_i([log(x_i - 1)])", ATTN_INPUT,
     "'log(x_i - 1)': log: the result is not a finite number: only numbers above 0 have a "
     "logarithm",
     14, "Z = concat_i([log(x_i - 1)])"},
    {"x_i = i | Z = [log(x_1 - 1), 2]", ATTN_INPUT,
     "'log(x_1 - 1)': log: the result is not a finite number: only numbers above 0 have a "
     "logarithm",
     5, "Z = [log(x_1 - 1), 2]"},
    {"h_0 = 1 | h_i = h_i-1", ATTN_INPUT,
     "h_1 is not computed yet; for the element before it write h_{i-1}", 6, "h_i = h_i-1"},
    {"h_0 = 1 | h_i = h_i+1", ATTN_INPUT,
     "h_1 is not computed yet; for the element after it write h_{i+1}", 6, "h_i = h_i+1"},
    {"h_0 = 1 | h_i = h_i -1", ATTN_INPUT, "h_1 is not computed yet: compute it in an earlier step",
     6, "h_i = h_i -1"},
    {"h_0 = 1 | h_i = h_i-x | x = 1", ATTN_INPUT,
     "x: nothing gives or computes it: add it to \"given\", or compute it first", 10,
     "h_i = h_i-x"},
    {"h_0 = 1 | h_i = h_i - 1", ATTN_INPUT,
     "h_1 is not computed yet: compute it in an earlier step", 6, "h_i = h_i - 1"},
    {"h_0 = 1 | h_i = h_i-9 + 1", ATTN_INPUT,
     "h_1 is not computed yet; for the element before it write h_{i-9}", 6, "h_i = h_i-9 + 1"},
    {"h_0 = 1 | h_i = h_i+0 + 1", ATTN_INPUT,
     "h_1 is not computed yet; for the element after it write h_{i+0}", 6, "h_i = h_i+0 + 1"},
    {"h_0 = 1 | h_i = 2 h_i", ATTN_INPUT, "h_1 is not computed yet: compute it in an earlier step",
     8, "h_i = 2 h_i"},
    {"h_0 = 1 | c_i = 2 h_{i-1} | h_i = c_i + 1", ATTN_INPUT,
     "h_1 is not computed yet, because this formula runs over all i first; to alternate it with "
     "that of h, write { \"for\": \"i\", \"steps\": [ … ] }",
     8, "c_i = 2 h_{i-1}"},
    {"h_{0,0} = 1 | h_{i,k} = h_{i,k}-1", ATTN_INPUT,
     "h_{1,1} is not computed yet: compute it in an earlier step", 10, "h_{i,k} = h_{i,k}-1"},
    {"h_{0,1} = 1 | h_{i,1} = h_{i,1}-1", ATTN_INPUT,
     "h_{1,1} is not computed yet: compute it in an earlier step", 10, "h_{i,1} = h_{i,1}-1"},
    {"x_i = i | ?? x_{i+1} + x_k", ATTN_INPUT,
     "x_4 does not exist: source has 3 elements, and the value after the last must be given", 0,
     "x_{i+1} + x_k"},
    {"x = 1 | y = x + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + "
     "1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + softmax(2)",
     ATTN_INPUT, "'softmax(2)': softmax needs a vector or a matrix: number", 136,
     "y = x + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + "
     "1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + softmax(2)"},
    {"x = 1 | y = softmax(x + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + "
     "1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1)",
     ATTN_INPUT, "softmax needs a vector or a matrix: number", 4,
     "y = softmax(x + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + "
     "1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1)"},
    {"f(x) := 1, 2, 3, 4, 5, 6, 7, 8, 9 | a, b, c, d, p, q, r, s, u = f(1)", ATTN_INPUT,
     "at most 8 names can be on the left", 24, "a, b, c, d, p, q, r, s, u = f(1)"},
    {"f(x) := x_2 = 5 & x_1 = x & x | a = f(4)", ATTN_INPUT,
     "x has 0 subscripts elsewhere, but 1 here: rename one of the two", 0, "x_2 = 5 "},
    {"f(x) := x = x + 1 & x | a = f(4)", ATTN_INPUT,
     "x has a value already, and a value is computed once (inside 'for', add the loop's letter as "
     "a subscript)",
     0, "x = x + 1 "},
    {"f(x) := v_i = x & v_t = 2 & v | a = f(1)", ATTN_INPUT,
     "subscript 1 of v ran over source (3) before, but runs over target (2) here: use another name",
     0, "v_t = 2 "},
    {"x_t = t | y_t = x_n", ATTN_INPUT, "x_3 does not exist: target has 2 elements", 6,
     "y_t = x_n"},
    {"x_t = t | y = x_n", ATTN_INPUT, "x_3 does not exist: target has 2 elements", 4, "y = x_n"},
    {"M_{t,i} = t i | ?stack M_{i,t}", ATTN_INPUT, "M_{3,1} does not exist: target has 2 elements",
     0, "M_{i,t}"},
    {"M_{t,i} = [[t, i]] | ?stack M_2", ATTN_INPUT,
     "M means several matrices here, which do not stack: add all its subscripts", 0, "M_2"},
    {"x_2 = 5 | # x", ATTN_INPUT, "x_1 is not computed yet, so x as a whole does not exist here", 0,
     "x"},
    {"x_0 = 5 | # x", ATTN_INPUT, "x has no element 1 … n to stack: add its subscript", 0, "x"},
    {"x_0 = 5 | ? x", ATTN_INPUT, "x has no element 1 … n to stack: add its subscript", 0, "x"},
    {"x_0 = 5 | ?stack x", ATTN_INPUT, "x has no element 1 … n to stack: add its subscript", 0,
     "x"},
    {"x_{-1} = 5", ATTN_INPUT,
     "a subscript is missing after '{': a whole number, a word, or in braces i-1 or ⌈i/2⌉", 3,
     "x_{-1} = 5"},
    {"x_1 = [1, 2] | x_2 = 3 | ? x", ATTN_INPUT,
     "[ , ] stacks values of one shape: vector of 2 and number", 0, "x"},
    {"x_7 = 3 | ?stack x", ATTN_INPUT,
     "x_1 is not computed yet, so x as a whole does not exist here", 0, "x"},
    {"x_7 = 3 | ? x", ATTN_INPUT, "x_1 is not computed yet, so x as a whole does not exist here", 0,
     "x"},
    {"x_1 = 1 | x_2 = 2 | x_7 = 3 | ? x", ATTN_INPUT,
     "x_3 is not computed yet, so x as a whole does not exist here", 0, "x"},
    {"ab = 1 | y = ac", ATTN_INPUT, "ac: nothing gives or computes it; did you mean ab?", 4,
     "y = ac"},
    {"abcd = 1 | y = abxx", ATTN_INPUT,
     "abxx: nothing gives or computes it: add it to \"given\", or compute it first", 4, "y = abxx"},
    {"abcde = 1 | y = abcxx", ATTN_INPUT,
     "abcxx: nothing gives or computes it; did you mean abcde?", 4, "y = abcxx"},
    {"abcde = 1 | y = abxxx", ATTN_INPUT,
     "abxxx: nothing gives or computes it: add it to \"given\", or compute it first", 4,
     "y = abxxx"},
    {"a = 1 | y = B", ATTN_INPUT,
     "B: nothing gives or computes it: add it to \"given\", or compute it first", 4, "y = B"},
    {"x = 1 | y = ln(x)", ATTN_INPUT, "ln: did you mean log(x)?", 4, "y = ln(x)"},
    {"x = 1 | y = pow(x, 2)", ATTN_INPUT, "'pow' is not a function here: did you mean x^y?", 4,
     "y = pow(x, 2)"},
    {"x = 1 | y = round(x)", ATTN_INPUT,
     "round: no function has this name, and nothing gives or computes it", 4, "y = round(x)"},
    {"x = 1 | y = log_softmax(x)", ATTN_INPUT,
     "log_softmax: no function has this name, and nothing gives or computes it", 4,
     "y = log_softmax(x)"},
    {"f(x) := v_0 = x & v | a = f(1)", ATTN_INPUT,
     "v has no element 1 … n to stack: add its subscript", 0, "v"},
    {"M = [[1], [2], [3]] | y_i = M_{i+1}", ATTN_INPUT, "M: there is no row 4: it has 3", 6,
     "y_i = M_{i+1}"},
    {"? \\sqrt{2}", ATTN_INPUT,
     "'\\' begins a TeX command, which attnviz does not read here: write √x or sqrt(x)", 0,
     "\\sqrt{2}"},
    {"? 2 \\frac{1}{2}", ATTN_INPUT,
     "'\\' begins a TeX command, which attnviz does not read here: write a / b", 2,
     "2 \\frac{1}{2}"},
    {"? \\sum_i x", ATTN_INPUT,
     "'\\' begins a TeX command, which attnviz does not read here: write Σ_i x_i", 0, "\\sum_i x"},
    {"? \\partial L", ATTN_INPUT,
     "'\\' begins a TeX command, which attnviz does not read here: write ∂L/∂W", 0, "\\partial L"},
    {"? a \\cdot b", ATTN_INPUT,
     "'\\' begins a TeX command, which attnviz does not read here: write a · b", 2, "a \\cdot b"},
    {"? \\odot", ATTN_INPUT,
     "'\\' begins a TeX command, which attnviz does not read here: write a ⊙ b", 0, "\\odot"},
    {"? Q^\\top", ATTN_INPUT,
     "'\\' begins a TeX command, which attnviz does not read here: write Qᵀ, or Q' or Q^T", 2,
     "Q^\\top"},
    {"? \\infty", ATTN_INPUT,
     "'\\' begins a TeX command, which attnviz does not read here: write ∞", 0, "\\infty"},
    {"? \\alpha", ATTN_INPUT,
     "'\\' begins a TeX command, which attnviz does not read here: write the name alone, as alpha",
     0, "\\alpha"},
    {"? \\", ATTN_INPUT,
     "'\\' begins a TeX command, which attnviz does not read here: write the name alone, as alpha",
     0, "\\"},
    {"? 2 × 3", ATTN_INPUT,
     "'×' cannot be read in a formula: write a space or · (matrix product), or ⊙ (elementwise)", 2,
     "2 × 3"},
    {"? 2 ∘ 3", ATTN_INPUT, "'∘' cannot be read in a formula: write ⊙", 2, "2 ∘ 3"},
    {"? 2 ⊗ 3", ATTN_INPUT, "'⊗' cannot be read in a formula: write outer(a, b)", 2, "2 ⊗ 3"},
    {"? 2 ÷ 3", ATTN_INPUT, "'÷' cannot be read in a formula: write /", 2, "2 ÷ 3"},
    {"? 2 ≠ 3", ATTN_INPUT, "'≠' cannot be read in a formula: write 1 - (a == b)", 2, "2 ≠ 3"},
    {"? 2 % 3", ATTN_INPUT, "'%' has no meaning in a formula: remove it", 2, "2 % 3"},
    {"? 2 @ 3", ATTN_INPUT, "'@' cannot be read in a formula: write a space or · (matrix product)",
     2, "2 @ 3"},
    {"? \"a\"", ATTN_INPUT, "'\"' has no meaning in a formula: remove it", 0, "\"a\""},
    {"? 2 & 3", ATTN_INPUT, "'&' has no meaning in a formula: remove it", 2, "2 & 3"},
    {"x_{→i-1} = 2", ATTN_INPUT, "only a single letter can be shifted in a subscript: h_{i-1}", 3,
     "x_{→i-1} = 2"},
    {"→ = 2", ATTN_INPUT, "an arrow belongs to the letter after it, without a space: →h", 0,
     "→ = 2"},
    {"2 = 3", ATTN_INPUT, "only names are allowed to the left of '=': A = …, or h_i, c_i = …", 0,
     "2 = 3"},
    {"? →", ATTN_INPUT, "an arrow belongs to the letter after it, without a space: →h", 0, "→"},
    {"? → 2", ATTN_INPUT, "an arrow belongs to the letter after it, without a space: →h", 0, "→ 2"},
    {"? ₂", ATTN_INPUT, "'₂' cannot be read in a formula: write _2", 0, "₂"},
    {"? 2 ²", ATTN_INPUT, "'²' cannot be read in a formula: write ^2", 2, "2 ²"},
    {"? ﬁ + １", ATTN_INPUT, "'１' cannot be read in a formula: write 1", 6, "ﬁ + １"},
    {"? x₁", ATTN_INPUT, "'₁' cannot be read in a formula: write _1", 1, "x₁"},
    {"? 2⁠3", ATTN_INPUT, "an invisible character (U+2060): remove it", 1, "2⁠3"},
    {"? a﻿b", ATTN_INPUT, "an invisible character (U+FEFF): remove it", 1, "a﻿b"},
    {"? 1.", ATTN_INPUT, "a digit is missing after the point", 2, "1."},
    {"? 1.e5", ATTN_INPUT, "a digit is missing after the point", 2, "1.e5"},
    {"? .5", ATTN_INPUT, "a point belongs only inside a number: 0.5", 0, ".5"},
    {"? 1e+", ATTN_INPUT, "a value is missing after '+'", 3, "1e+"},
    {"? ∞ - 1", ATTN_INPUT, "'∞ - 1': -: the result is not a finite number", 6, "∞ - 1"},
    {"f(x) := x, f(x)", ATTN_INPUT,
     "f calls itself: lessons have no recursion, so write the steps out", 0, ""},
    {"f(x) := y = 1 & x, y, f(x)", ATTN_INPUT,
     "f calls itself: lessons have no recursion, so write the steps out", 0, ""},
    {"x = αβ", ATTN_INPUT,
     "αβ: nothing gives or computes it: add it to \"given\", or compute it first", 4, "x = αβ"},
    {"? 5 <= 6 == 1", ATTN_INPUT, "comparisons cannot be chained: write (a < b) ⊙ (b < c)", 7,
     "5 <= 6 == 1"},
    {"? 5 > 6 < 1", ATTN_INPUT, "comparisons cannot be chained: write (a < b) ⊙ (b < c)", 6,
     "5 > 6 < 1"},
    {"? 2 - -3", ATTN_INPUT,
     "a value is missing after '-'; put a negative number in parentheses here: (-x)", 4, "2 - -3"},
    {"? [1, 2]_1", ATTN_INPUT,
     "only a name has subscripts: name this value first, as in p = softmax(e), and then write p_1",
     6, "[1, 2]_1"},
    {"x = [1, 2] | ? x x'", ATTN_INPUT,
     "this product of two vectors can be read two ways: write x · x for the number, outer(x, x) "
     "for the matrix",
     2, "x x'"},
    {"x_i = [1, i] | y = [1, 2] | e_i = x_i (yᵀ)", ATTN_INPUT,
     "this product of two vectors can be read two ways: write x_i · y for the number, outer(x_i, "
     "y) for the matrix",
     10, "e_i = x_i (yᵀ)"},
    {"y = [1, 2] | a = (y + y + y + y + y + y + y + y + y + y + y + y + y + y + y + y + y + y + y "
     "+ y + y + y + y + y) yᵀ",
     ATTN_INPUT,
     "this product of two vectors can be read two ways: write x · y for the number, outer(x, y) "
     "for the matrix",
     100,
     "a = (y + y + y + y + y + y + y + y + y + y + y + y + y + y + y + y + y + y + y + y + y + y + "
     "y + y) yᵀ"},
    {"W = [[1, 2], [3, 4]] | ? W^{(-1/2)}", ATTN_INPUT,
     "a negative power of a matrix would mean its inverse, which attnviz does not compute: for the "
     "reciprocals of its numbers write 1 / X",
     0, "W^{(-1/2)}"},
    {"q = 0 | r = √q | g = ∂r/∂q", ATTN_INPUT,
     "'∂r/∂q': this derivative is infinite, or too large: √x, x^p with p below 1 and entropy(x) "
     "have an infinite slope where x is 0; that of √(x + 0.001) is finite",
     4, "g = ∂r/∂q"},
    {"q = 0 | r = q^0.5 | g = ∂r/∂q", ATTN_INPUT,
     "'∂r/∂q': this derivative is infinite, or too large: √x, x^p with p below 1 and entropy(x) "
     "have an infinite slope where x is 0; that of √(x + 0.001) is finite",
     4, "g = ∂r/∂q"},
    {"p = [1, 0] | r = entropy(p) | g = ∂r/∂p", ATTN_INPUT,
     "'∂r/∂p': this derivative is infinite, or too large: √x, x^p with p below 1 and entropy(x) "
     "have an infinite slope where x is 0; that of √(x + 0.001) is finite",
     4, "g = ∂r/∂p"},
    {"q = [0, 0] | r = √(q · q) | g = ∂r/∂q", ATTN_INPUT,
     "'∂r/∂q': this derivative is not a number: √x, x^p with p below 1 and entropy(x) have an "
     "infinite slope where x is 0, which has met a slope of 0; that of √(x + 0.001) is finite",
     4, "g = ∂r/∂q"},
    {"w = 3 | L = w^3 | g = ∂L/∂w | h = ∂g/∂w", ATTN_INPUT,
     "'∂g/∂w': ∂ of a derivative is not computed, and this one would run through g: write g as a "
     "formula without ∂, or derive by what is computed from it",
     4, "h = ∂g/∂w"},
    {"w = 3 | L = w^3 | y = (∂L/∂w)^2 + w | h = ∂y/∂w", ATTN_INPUT,
     "'∂y/∂w': ∂ of a derivative is not computed, and this one would run through another ∂: write "
     "that as a formula without ∂, or derive by what is computed from it",
     4, "h = ∂y/∂w"},
    {"w = 3 | v = 2 | L = (v w)^2 | g_i = i ∂L/∂w | u = w - g_2 | M = u^2 | h = ∂M/∂v", ATTN_INPUT,
     "'∂M/∂v': ∂ of a derivative is not computed, and this one would run through another ∂: write "
     "that as a formula without ∂, or derive by what is computed from it",
     4, "h = ∂M/∂v"},
    {"A = [[1, 2], [3, 4]] | ? 1 + A^2", ATTN_INPUT,
     "a power of a square matrix can be read two ways: write A A to multiply matrices, A ⊙ A to "
     "multiply number by number",
     4, "1 + A^2"},
    {"A = [[1, 2], [3, 4]] | ? (A - 1)^3", ATTN_INPUT,
     "a power of a square matrix can be read two ways: write (A - 1) (A - 1) (A - 1) to multiply "
     "matrices, (A - 1) ⊙ (A - 1) ⊙ (A - 1) to multiply number by number",
     0, "(A - 1)^3"},
    {"A = [[1, 2], [3, 4]] | p = 0.5 | ? A^p", ATTN_INPUT,
     "a power of a square matrix can be read two ways: write products to multiply matrices, "
     "B_i = A_i^p for the power of each number, row by row",
     0, "A^p"},
    {"A = [[1, 2], [3, 4]] | f(x) := x^2 | ? f(A + 1 + 1 + 1 + 1 + 1)", ATTN_INPUT,
     "a power of a square matrix can be read two ways: write x x to multiply matrices, x ⊙ x to "
     "multiply number by number",
     0, "x^2"},
    {"A = [[1, 2], [3, 4]] | ? (A + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1)^2", ATTN_INPUT,
     "a power of a square matrix can be read two ways: write X X to multiply matrices, X ⊙ X to "
     "multiply number by number",
     0, "(A + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1)^2"},
    {"W = [[1, 2], [3, 4]] | Q = W | ? 1 + W^Q", ATTN_INPUT,
     "a matrix cannot be the exponent of a matrix: write the index of a name below, as in W_Q", 6,
     "1 + W^Q"},
    {"W = [[1, 2], [3, 4]] | ? W^{(2)}", ATTN_INPUT,
     "'W^{(2)}' can be read two ways: write a number that counts values below, as in W_1, or ^(2) "
     "for the power",
     0, "W^{(2)}"},
    {"γ = 0.5 | T = 2 | ? γ^T", ATTN_INPUT,
     "γ is a number and has no transpose: write the power as γ^(T)", 0, "γ^T"},
    {"e = [1, 2] | x = 3 | ? 1 + e^{-x}", ATTN_INPUT,
     "e^… can be read two ways: write exp(-x) for the exponential, (e)^{-x} for a power of the "
     "value e",
     4, "1 + e^{-x}"},
    {"p = [0.2, 0.8] | y = 2 | L = -log(p_y)", ATTN_INPUT,
     "p_y: nothing gives or computes it: add it to \"given\"; write what p holds at the place y as "
     "pick(p, y)",
     9, "L = -log(p_y)"},
    {"a = [0.2, 0.8] | J = diag(a) - outer(a, a)", ATTN_INPUT,
     "diag: did you mean D_{i,j} = x_i (i == j)?", 4, "J = diag(a) - outer(a, a)"},
    {"W = [[1, 2], [3, 4]] | A = exp(W) / sum(exp(W))", ATTN_INPUT,
     "'exp(W) / sum(exp(W))': / puts a vector along each row, but this one has a number for each "
     "row: write (Xᵀ / sum(X))ᵀ, or X / sum(Xᵀ) for the columns: 2×2 and vector of 2",
     13, "A = exp(W) / sum(exp(W))"},
    {"X = [[1, 2], [3, 4]] | v = var(X) | d = √(v + 0.1) | ? 1 + (2 - X) / d", ATTN_INPUT,
     "'(2 - X) / d': / puts a vector along each row, but this one has a number for each row: write "
     "(Xᵀ / sum(X))ᵀ, or X / sum(Xᵀ) for the columns: 2×2 and vector of 2",
     14, "1 + (2 - X) / d"},
    {"x = 0,5 + 1", ATTN_INPUT, "write a decimal point: 0.5", 5, "x = 0,5 + 1"},
    {"x = 2 ; y = 3", ATTN_INPUT, "put each formula in quotes of its own: [\"A = …\", \"B = …\"]",
     6, "x = 2 ; y = 3"},
    {"x_1_2 = 3", ATTN_INPUT, "put several subscripts in one pair of braces: x_{1,2}", 3,
     "x_1_2 = 3"},
    {"x = 2 | y = x ± 1", ATTN_INPUT, "'±' has no meaning in a formula: remove it", 6, "y = x ± 1"},
    {"L = 2 | g = ∇L", ATTN_INPUT, "'∇' cannot be read in a formula: write ∂L/∂W (gradient)", 4,
     "g = ∇L"},
    {"x_{ti} = t + i", ATTN_INPUT, "x_ti is one name: put a comma between indices: x_{t,i}", 9,
     "x_{ti} = t + i"},
    {"x_{t,i} = t | y_t = Σ_i x_ti", ATTN_INPUT,
     "x_ti is one name: put a comma between indices: x_{t,i}", 11, "y_t = Σ_i x_ti"},
    {"x_i = 2 i | y_i = 3 x(i)", ATTN_INPUT,
     "'x(i)' can be read two ways: write x_i for the element, x · i for the product", 8,
     "y_i = 3 x(i)"},
    {"x = [1, 2] | y = x(2)", ATTN_INPUT,
     "'x(2)' can be read two ways: write x_2 for the element, x · 2 for the product", 4,
     "y = x(2)"},
    {"x = ln 2", ATTN_INPUT, "ln: nothing gives or computes it; did you mean log(x)?", 4,
     "x = ln 2"},
    {"x = OneHot(2)", ATTN_INPUT, "OneHot: did you mean one_hot?", 4, "x = OneHot(2)"},
    {"v = [1, 2] | ? v[1]", ATTN_INPUT, "v[1]: write an element with a subscript: v_{1}", 0,
     "v[1]"},
    {"v = [1, 2] | ? v [1]", ATTN_INPUT,
     "'v [1]': the product does not fit: vector of 2 and vector of 1", 2, "v [1]"},
    {"v = [1, 2] | ? v_1[2]", ATTN_INPUT, "v_1[2]: write an element with a subscript: v_{1,2}", 0,
     "v_1[2]"},
    {"h_i = i | ? h_i[2]", ATTN_INPUT, "h_i[2]: write an element with a subscript: h_{i,2}", 0,
     "h_i[2]"},
    {"v = [1, 2] | ? 1 / v v", ATTN_INPUT,
     "'1 / v v' can be read two ways: write 1 / (v v) or (1 / v) v", 6, "1 / v v"},
    {"v = [1, 2] | ? 1 / 2 (v)", ATTN_INPUT,
     "'1 / 2 (v)' can be read two ways: write 1 / (2 (v)) or (1 / 2) (v)", 6, "1 / 2 (v)"},
    {"v = [1, 2] | ? 1 / v(2)", ATTN_INPUT, "'v' is not a function here", 4, "1 / v(2)"},
    {"v = [1, 2] | ? 1 / 2 · v", ATTN_INPUT,
     "'1 / 2 · v' can be read two ways: write 1 / (2 · v) or (1 / 2) · v", 6, "1 / 2 · v"},
    {"v = [1, 2] | ? 1 ⊙ 2 v", ATTN_INPUT,
     "'1 ⊙ 2 v' can be read two ways: write 1 ⊙ (2 v) or (1 ⊙ 2) v", 8, "1 ⊙ 2 v"},
    {"v = [1, 2] | ? 1000000 + 1000000 / 10000000 100000000000000000000", ATTN_INPUT,
     "'1000000 / 10000000 100000000000000000000' can be read two ways: write 1000000 / (10000000 "
     "100000000000000000000) or (1000000 / 10000000) 100000000000000000000",
     29, "1000000 + 1000000 / 10000000 100000000000000000000"},
    {"v = [1, 2] | ? 1000000 / 10000000 1000000000000000000000000000", ATTN_INPUT,
     "'1000000 / 10000000 1000000000000000000000000000' can be read two ways: write 1000000 / "
     "(10000000 1000000000000000000000000000) or (1000000 / 10000000) 1000000000000000000000000000",
     19, "1000000 / 10000000 1000000000000000000000000000"},
    {"v = [1, 2] | ? 1000000 / 10000000 10000000000000000000000000000", ATTN_INPUT,
     "'1000000 / 10000000 10000000000000000000000000000' can be read two ways: write 1000000 / "
     "(10000000 10000000000000000000000000000) or (1000000 / 10000000) "
     "10000000000000000000000000000",
     19, "1000000 / 10000000 10000000000000000000000000000"},
    {"v = [1, 2] | ? 1000000 / 10000000 100000000000000000000000000000", ATTN_INPUT,
     "'/' takes one factor on its right: put parentheses around what belongs together", 19,
     "1000000 / 10000000 100000000000000000000000000000"},
    {"v_1,2 = 3", ATTN_INPUT, "v_1,2: put several subscripts in braces: v_{1,2}", 3, "v_1,2 = 3"},
    {"α_t,i,2 = 3", ATTN_INPUT, "α_t,i,2: put several subscripts in braces: α_{t,i,2}", 4,
     "α_t,i,2 = 3"},
    {"x = α_t,i", ATTN_INPUT, "α_t,i: put several subscripts in braces: α_{t,i}", 8, "x = α_t,i"},
    {"x = f(α_t,i)", ATTN_INPUT, "'f' is not a function here", 4, "x = f(α_t,i)"},
    {"x = [α_t, i]", ATTN_INPUT,
     "α_t: t runs over target here, and nothing gives or computes α: add it to \"given\", or "
     "compute it first",
     5, "x = [α_t, i]"},
    {"x = α_t, i", ATTN_INPUT,
     "',' belongs only between the values of a function or in brackets: [a, b]", 8, "x = α_t, i"},
    {"x = α_tt,i", ATTN_INPUT, "α_tt,i: put several subscripts in braces: α_{tt,i}", 9,
     "x = α_tt,i"},
    {"x = α_t,ii", ATTN_INPUT,
     "',' belongs only between the values of a function or in brackets: [a, b]", 8, "x = α_t,ii"},
    {"x = α_t,i(2)", ATTN_INPUT,
     "',' belongs only between the values of a function or in brackets: [a, b]", 8, "x = α_t,i(2)"},
    {"x = α_t,i_2", ATTN_INPUT,
     "',' belongs only between the values of a function or in brackets: [a, b]", 8, "x = α_t,i_2"},
    {"M = [[1, 2], [3, 4]] | ? M_{1,2}[2]", ATTN_INPUT,
     "M_{1,2}[2]: write an element with a subscript: M_{1,2,2}", 0, "M_{1,2}[2]"},
    {"M = [[1, 2], [3, 4]] | ? 2 M_{ n }[n-1]", ATTN_INPUT,
     "M_{ n }[n-1]: write an element with a subscript: M_{ n ,n-1}", 2, "2 M_{ n }[n-1]"},
    {"α = 1 | ? α_i[t-1]", ATTN_INPUT, "α_i[t-1]: write an element with a subscript: α_{i,t-1}", 0,
     "α_i[t-1]"},
    {"α = 1 | ? α[ 2 ]", ATTN_INPUT, "α[ 2 ]: write an element with a subscript: α_{ 2 }", 0,
     "α[ 2 ]"},
    {"x = α_t,é", ATTN_INPUT, "α_t,é: put several subscripts in braces: α_{t,é}", 8, "x = α_t,é"},
    {"x = α_t,我", ATTN_INPUT, "α_t,我: put several subscripts in braces: α_{t,我}", 8,
     "x = α_t,我"},
    {"x = α_t,我我", ATTN_INPUT,
     "',' belongs only between the values of a function or in brackets: [a, b]", 8, "x = α_t,我我"},
    {"x = α_t,x̂", ATTN_INPUT, "α_t,x̂: put several subscripts in braces: α_{t,x̂}", 8, "x = α_t,x̂"},
    {"é_i = i | é_2,é = 2", ATTN_INPUT, "é_2,é: put several subscripts in braces: é_{2,é}", 4,
     "é_2,é = 2"},
};

START_TEST(test_faults)
{
    for (int at_once = 0; at_once < 2; at_once++) {
        bench b;
        go_at_once(at_once);
        ck_assert(bench_open(&b));
        ck_assert_msg(!bench_run(&b, faults[_i].script), "%s", faults[_i].script);
        ck_assert_str_eq(b.status.message, faults[_i].message);
        ck_assert_int_eq(b.status.code, faults[_i].code);
        ck_assert_str_eq(b.status.formula, faults[_i].formula);
        ck_assert_uint_eq(b.status.caret, faults[_i].caret);
        bench_close(&b);
    }
}
END_TEST

/* ---- memory ---- */

enum { block_bytes = 32 * 1024, most_head = 63, most_small = 2048 };

/* Whether the script runs with so few allocations; where they are too few it must say so. */
static bool runs(const char *script)
{
    bench b;
    bool opened = bench_open(&b), done = opened && bench_run(&b, script);
    ck_assert_msg(done ? attn_ok(&b.status) : b.status.code == ATTN_MEMORY, "%s", script);
    done = done && !b.out.failed;
    bench_close(&b);
    return done;
}

/* Every allocation in turn is the last. */
START_TEST(test_every_allocation)
{
    bool done = false;
    go_at_once(_i % 2);
    scarce.smallest = 0;
    for (size_t most = 0; !done; most++) {
        scarce_begin(most);
        done = runs(results[_i].script);
        scarce_end();
        ck_assert_uint_lt(most, 1000);
    }
}
END_TEST

static const char *const long_scripts[] = {
    "x_i = i | M_{t,i} = [t, x_i] · [1, 2] | ?? M_{t,i} + t | # M",
    "g(a, b) := a b, a | f(x) := y_j = j x & z, w = g(y_1, x) & z + y_2, w | keep * | p, q = f(3)",
    "f(x) := y = 2 x & y + 1 | g(x) := z = f(x) & f(z) | h(x) := g(x) | v(x) := h(x) | u(x) := "
    "v(x) | a = u(2)",
    "h_0 = 1 | h_i = 2 h_{i-1} | g = ∂h_n/∂h_0 | W_{Q,new,j} = [j, 2] | ?stack W_{Q,new,j}",
    "X = [[1, 2, 3, 4], [5, 6, 7, 8]] | S_j = split_j(X) | Y = concat_j(S_j) | y = Σ_i i^2 | J = "
    "∂Y_1/∂X_1",
    "e_{t,i} = i + t | A_j = [[j, 2], [3, 4]] | ?stack A | # A_{2,1} | ?? A_j e_{1,j}",
    "x_1 = 1 | x_2 = 2 | x_3 = 3 | x_4 = 4 | ? x | Ĝ = 2 | y = 1",
};

/* Uses up the last block of an arena but for `left` bytes. */
static void fill(attn_arena *arena, size_t left)
{
    for (; left > most_small; left -= most_small) attn_alloc(arena, 1, most_small);
    if (left) attn_alloc(arena, 1, left);
}

/* Whether the script runs with so many new blocks, and so much of the last one used. */
static bool runs_in_blocks(const char *script, size_t blocks, size_t used)
{
    bench b;
    ck_assert(bench_open(&b));
    ck_assert(attn_record_number(b.record, 1) != 0);
    fill(attn_record_arena(b.record), used);
    scarce_begin(blocks);
    bool done = bench_run(&b, script);
    scarce_end();
    ck_assert_msg(done ? attn_ok(&b.status) : b.status.code == ATTN_MEMORY, "%s: %s", script,
                  b.status.message);
    bench_close(&b);
    return done;
}

/*
 * Small pieces are cut from blocks of an arena, so which of them needs a new block, and gets none,
 * depends on how much of the last is used: every amount is tried, with one block more until the
 * script runs. All that it makes lies in the record's arena. Large pieces are given: a table of
 * names would end every script before most of its small pieces.
 */
START_TEST(test_every_piece)
{
    size_t ended = 0, done = 0;
    scarce.smallest = block_bytes;
    scarce.most = block_bytes + most_head;
    go_at_once(false);
    for (size_t blocks = 0; !done; blocks++) {
        ck_assert_uint_lt(blocks, 8);
        for (size_t used = 0; used < block_bytes; used += 16)
            runs_in_blocks(long_scripts[_i], blocks, used) ? done++ : ended++;
    }
    scarce.smallest = scarce.most = 0;
    ck_assert_uint_gt(ended, 0);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("scripts");
    TCase *tests = tcase_create("scripts");
    tcase_set_timeout(tests, 60);
    tcase_add_loop_test(tests, test_results, 0, COUNT(results));
    tcase_add_loop_test(tests, test_ways, 0, COUNT(ways));
    tcase_add_loop_test(tests, test_faults, 0, COUNT(faults));
    tcase_add_loop_test(tests, test_every_allocation, 0, COUNT(results));
    tcase_add_loop_test(tests, test_every_piece, 0, COUNT(long_scripts));
    suite_add_tcase(suite, tests);
    return unit_run(suite);
}
