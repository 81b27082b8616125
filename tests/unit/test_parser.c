/*
 * The parser: every rule of the grammar as a tree written in prefix form, every message with the
 * byte at which its caret stands, and hostile text.
 */

/* slow under valgrind */
/* slow under sanitizers */

#include "core/random.h"
#include "draft_formulas.h"
#include "formula/print/typeset.h"
#include "parsing.h"
#include "scarce.h"

static const char *const functions[] = {
    "softmax", "tanh", "σ",     "exp", "sin",          "cos",    "sum", "abs",  "mask", "score",
    "width",   "f",    "f_dec", "T",   "cell_of_mine", "gelu_2", "row", "lstm", NULL};

static attn_grammar grammar(void)
{
    return parsing_grammar(functions);
}

/* ---- trees in prefix form ---- */

static const char *const heads[] = {
    [ATTN_EXPR_INFINITY] = "∞",      [ATTN_EXPR_PI] = "π",          [ATTN_EXPR_CALL] = "call",
    [ATTN_EXPR_SPLIT] = "split",     [ATTN_EXPR_CONCAT] = "concat", [ATTN_EXPR_SIGMA] = "Σ",
    [ATTN_EXPR_NEGATIVE] = "neg",    [ATTN_EXPR_ADD] = "+",         [ATTN_EXPR_SUBTRACT] = "-",
    [ATTN_EXPR_TIMES] = "⊙",         [ATTN_EXPR_DIVIDE] = "/",      [ATTN_EXPR_PRODUCT] = "mul",
    [ATTN_EXPR_LESS] = "<",          [ATTN_EXPR_LESS_EQUAL] = "≤",  [ATTN_EXPR_GREATER] = ">",
    [ATTN_EXPR_GREATER_EQUAL] = "≥", [ATTN_EXPR_EQUAL] = "==",      [ATTN_EXPR_TRANSPOSE] = "T",
    [ATTN_EXPR_POWER] = "pow",       [ATTN_EXPR_ROOT] = "√",        [ATTN_EXPR_GROUP] = "group",
    [ATTN_EXPR_JOIN] = "join",       [ATTN_EXPR_STACK] = "stack",   [ATTN_EXPR_PARTIAL] = "∂"};

static void draw_sub(const attn_sub *sub)
{
    if (sub->kind == ATTN_SUB_DIVIDED) {
        attn_text_print(&out, "⌈%s/%ld⌉", sub->word, sub->divisor);
        return;
    }
    if (sub->kind != ATTN_SUB_NUMBER) attn_text_add(&out, sub->word);
    if (sub->kind == ATTN_SUB_SHIFTED) attn_text_print(&out, "%+ld", sub->offset);
    if (sub->kind == ATTN_SUB_NUMBER) attn_text_print(&out, "%ld", sub->offset);
}

static void draw_name(const attn_name *name)
{
    attn_text_add(&out, name->word);
    for (size_t i = 0; i < name->sub_count; i++) {
        const attn_sub *sub = &name->subs[i];
        attn_text_add(&out, i == 0 ? "_" : ",");
        draw_sub(sub);
    }
}

static void draw(const attn_expr *expr)
{
    if (expr->kind == ATTN_EXPR_NUMBER) attn_text_print(&out, "%.9g", expr->number);
    if (expr->kind == ATTN_EXPR_NAME) draw_name(expr->name);
    if (expr->kind == ATTN_EXPR_NUMBER || expr->kind == ATTN_EXPR_NAME) return;
    attn_text_print(&out, "(%s", heads[expr->kind]);
    if (expr->dotted) attn_text_add(&out, "·");
    if (expr->function) attn_text_print(&out, " %s", expr->function);
    if (expr->index) {
        attn_text_add(&out, "_");
        draw_sub(expr->index);
    }
    if (expr->kind == ATTN_EXPR_PARTIAL) {
        attn_text_add(&out, " ");
        draw_name(expr->name);
        attn_text_add(&out, " ");
        draw_name(expr->with);
    }
    for (size_t i = 0; i < expr->count; i++) {
        attn_text_add(&out, " ");
        draw(expr->children[i]);
    }
    attn_text_add(&out, ")");
}

static const struct {
    const char *text, *tree;
} expressions[] = {
    /* numbers, constants, names */
    {"1e-5", "1e-05"},
    {"0.25", "0.25"},
    {"2 e", "(mul 2 e)"},
    {"2e", "(mul 2 e)"},
    {"2e_1", "(mul 2 e_1)"},
    {"π + pi", "(+ (π) (π))"},
    {"-∞", "(neg (∞))"},
    {"2π", "(mul 2 (π))"},
    {"QK", "QK"},
    {"x1", "x1"},
    {"我", "我"},
    {"W_Q", "W_Q"},
    {"W_{Q,l}", "W_Q,l"},
    {"W_{ Q , l }", "W_Q,l"},
    {"h_{i-1}", "h_i-1"},
    {"K_{l,⌈j/4⌉}", "K_l,⌈j/4⌉"},
    {"K_{ceil(alpha/12)}", "K_⌈α/12⌉"},
    {"K_{ceil}", "K_ceil"},
    {"h_{n+1}", "h_n+1"},
    {"h_{i−1}", "h_i-1"},
    {"h_i-1", "(- h_i 1)"},
    {"e_{1,2}", "e_1,2"},
    {"→h_0", "→h_0"},
    {"←h_{n+1}", "←h_n+1"},
    {"alpha_{t,i}", "α_t,i"},
    {"→alpha", "→α"},
    {"W_alpha", "W_α"},
    {"Omega Alpha", "(mul Ω Α)"},
    {"G\xCC\x82", "\xC4\x9C"}, /* G and a circumflex are Ĝ */
    {"x\xCC\x82 y", "(mul x\xCC\x82 y)"},
    {"\xCE\xB1\xCC\x82_{t-1}", "\xCE\xB1\xCC\x82_t-1"},
    /* products, elementwise, sums */
    {"2 x", "(mul 2 x)"},
    {"a b c", "(mul (mul a b) c)"},
    {"s · h", "(mul· s h)"},
    {"2 s · h", "(mul· (mul 2 s) h)"},
    {"W_o [s_t ; c_t] + b", "(+ (mul W_o (join s_t c_t)) b)"},
    {"s_tᵀ h_i", "(mul (T s_t) h_i)"},
    {"a b / c", "(/ (mul a b) c)"},
    {"a b ⊙ c / d", "(/ (⊙ (mul a b) c) d)"},
    {"a * b", "(⊙ a b)"},
    {"a - b + c", "(+ (- a b) c)"},
    {"-a b + c", "(+ (neg (mul a b)) c)"},
    {"a −b", "(- a b)"},
    {"Q Kᵀ / √d_k", "(/ (mul Q (T K)) (√ d_k))"},
    {"(a b) / (c d)", "(/ (group (mul a b)) (group (mul c d)))"},
    /* Σ takes the rest of the term */
    {"a\u0387b", "(mul· a b)"},
    {"Σ_i α_{t,i} h_i", "(Σ_i (mul α_t,i h_i))"},
    {"Sigma_i x_i y / z + 1", "(+ (Σ_i (/ (mul x_i y) z)) 1)"},
    {"∑_{j} a ⊙ b", "(Σ_j (⊙ a b))"},
    {"2 Σ_i a b", "(mul 2 (Σ_i (mul a b)))"},
    {"2 · Σ_i a", "(mul· 2 (Σ_i a))"},
    {"a / Σ_i b c", "(/ a (Σ_i (mul b c)))"},
    {"Σ_i Σ_j x_{i,j}", "(Σ_i (Σ_j x_i,j))"},
    /* ᵀ, powers, roots */
    {"Q'", "(T Q)"},
    {"Q^T", "(T Q)"},
    {"Q^{T} x", "(mul (T Q) x)"},
    {"Q⊤ x", "(mul (T Q) x)"},
    {"X^T (Y)", "(mul (T X) (group Y))"},
    {"x^T_2", "(pow x T_2)"},
    {"(X' - m)'", "(T (group (- (T X) m)))"},
    {"(x)^2", "(pow (group x) 2)"},
    {"x^{-1}", "(pow x (neg 1))"},
    {"x^-1", "(pow x (neg 1))"},
    {"-x^2", "(neg (pow x 2))"},
    {"x^{i-1} y", "(mul (pow x (- i 1)) y)"},
    {"x^2 y", "(mul (pow x 2) y)"},
    {"√x^2", "(pow (√ x) 2)"},
    {"√(a + b)", "(√ (group (+ a b)))"},
    {"√width(K)", "(√ (call width K))"},
    {"sqrt(512 / H)", "(√ (/ 512 H))"},
    {"2 sqrt(x) y", "(mul (mul 2 (√ x)) y)"},
    /* brackets */
    {"[→h_i ; ←h_i]", "(join →h_i ←h_i)"},
    {"[a, b + 1, c]", "(stack a (+ b 1) c)"},
    {"[a]", "(stack a)"},
    {"[a −\u00A0b]", "(stack (- a b))"},
    {"[α_t,i]", "(stack α_t i)"},
    /* derivatives */
    {"∂L/∂W_{Q,new}", "(∂ L W_Q,new)"},
    {"norm(∂→h_k/∂x_i)", "(mul norm (group (∂ →h_k x_i)))"},
    {"grad(L, W_Q)", "(∂ L W_Q)"},
    {"η ∂L/∂W b", "(mul (mul η (∂ L W)) b)"},
    /* comparisons */
    {"u ≤ t", "(≤ u t)"},
    {"u <= t", "(≤ u t)"},
    {"a + 1 >= -b", "(≥ (+ a 1) (neg b))"},
    {"a == b", "(== a b)"},
    {"(a < b) (c > d)", "(mul (group (< a b)) (group (> c d)))"},
    /* calls */
    {"softmax(e_t)", "(call softmax e_t)"},
    {"sigma(x)", "(call σ x)"},
    {"score(s_t, h_i)", "(call score s_t h_i)"},
    {"f(α_t,i)", "(call f α_t i)"},
    {"f()", "(call f)"},
    {"f (x)", "(call f x)"},
    {"f_dec(s_{t-1}, y)", "(call f_dec s_t-1 y)"},
    {"cell_of_mine(x)", "(call cell_of_mine x)"},
    {"gelu_2(x)", "(call gelu_2 x)"},
    {"foo(x + 1)", "(mul foo (group (+ x 1)))"},
    {"foo_bar(x)", "(mul foo_bar (group x))"},
    {"split_j(X W_Q)", "(split split_j (mul X W_Q))"},
    {"split_{j}(X)ᵀ", "(T (split split_j X))"},
    {"split_{⌈j/4⌉}(X)ᵀ", "(T (split split_⌈j/4⌉ X))"},
    {"concat_j(A_j V_j) W_O", "(mul (concat_j (mul A_j V_j)) W_O)"},
};

START_TEST(test_tree)
{
    attn_grammar g = grammar();
    const char *text = expressions[_i].text;
    attn_expr *expr = attn_parse_expr(&g, text);
    ck_assert_msg(expr != NULL, "%s: %s", text, status.message);
    draw(expr);
    ck_assert_str_eq(attn_text_string(&out), expressions[_i].tree);
    ck_assert_uint_eq(expr->start, 0);
    ck_assert_uint_eq(expr->end, strlen(text));
}
END_TEST

START_TEST(test_hidden_functions)
{
    static const char *const hidden[] = {"f", "sqrt", "split", "grad"};
    static const char *const texts[][2] = {{"f(x)", "(mul f (group x))"},
                                           {"sqrt(x)", "(mul sqrt (group x))"},
                                           {"split_j(x)", "(mul split_j (group x))"},
                                           {"grad(x)", "(mul grad (group x))"}};
    attn_grammar g = grammar();
    g.hidden = hidden;
    g.hidden_count = COUNT(hidden);
    for (size_t i = 0; i < COUNT(texts); i++) {
        attn_expr *expr = attn_parse_expr(&g, texts[i][0]);
        ck_assert_ptr_nonnull(expr);
        attn_text_clear(&out);
        draw(expr);
        ck_assert_str_eq(attn_text_string(&out), texts[i][1]);
    }
}
END_TEST

START_TEST(test_places_in_the_text)
{
    attn_grammar g = grammar();
    attn_expr *sum = attn_parse_expr(&g, " a + softmax( e_{t,i} )ᵀ b ");
    ck_assert_ptr_nonnull(sum);
    attn_expr *product = sum->children[1], *turned = product->children[0];
    attn_expr *call = turned->children[0];
    ck_assert_uint_eq(sum->start, 1);
    ck_assert_uint_eq(sum->end, 28);
    ck_assert_uint_eq(call->start, 5);
    ck_assert_uint_eq(call->end, 23);
    ck_assert_uint_eq(turned->end, 26);
    ck_assert_uint_eq(call->children[0]->name->start, 14);
    ck_assert_uint_eq(call->children[0]->name->end, 21);
    ck_assert_uint_eq(product->start, 5);
}
END_TEST

/* ---- statements, names, heads ---- */

START_TEST(test_statements)
{
    attn_grammar g = grammar();
    attn_statement *one = attn_parse_statement(&g, "h_{L,i}, c_i = lstm(h, c)");
    ck_assert_ptr_nonnull(one);
    ck_assert_uint_eq(one->target_count, 2);
    ck_assert_str_eq(one->targets[1].word, "c");
    ck_assert_uint_eq(one->targets[1].start, 9);
    ck_assert_uint_eq(one->targets[1].end, 12);
    ck_assert_uint_eq(one->result_count, 1);
    ck_assert_str_eq(one->text, "h_{L,i}, c_i = lstm(h, c)");

    attn_statement *two = attn_parse_body_line(&g, "A V, A");
    ck_assert_ptr_nonnull(two);
    ck_assert_uint_eq(two->target_count, 0);
    ck_assert_uint_eq(two->result_count, 2);

    attn_statement *apart = attn_parse_body_line(&g, "h_t, c"); /* a blank: no open subscript */
    ck_assert_ptr_nonnull(apart);
    ck_assert_uint_eq(apart->result_count, 2);

    attn_statement *local = attn_parse_body_line(&g, "h_t,c_t = lstm(h, c == h)");
    ck_assert_ptr_nonnull(local);
    ck_assert_uint_eq(local->target_count, 2);
}
END_TEST

static const struct {
    const char *text, *tree;
} names[] = {
    {"W_{Q,l}", "W_Q,l"},   {"h_0", "h_0"},       {"→h_0", "→h_0"},
    {"←h_{n+1}", "←h_n+1"}, {"X_{big}", "X_big"}, {"γ_{1,l}", "γ_1,l"},
    {"E_F", "E_F"},         {"A", "A"},           {"我", "我"},
    {"gamma_1", "γ_1"},     {"bank", "bank"},     {"e_{1,2,3,4,5,6,7,8}", "e_1,2,3,4,5,6,7,8"},
};

START_TEST(test_names)
{
    attn_grammar g = grammar();
    attn_name name;
    ck_assert_msg(attn_parse_name(&g, names[_i].text, &name), "%s", status.message);
    draw_name(&name);
    ck_assert_str_eq(attn_text_string(&out), names[_i].tree);
}
END_TEST

START_TEST(test_heads)
{
    attn_grammar g = grammar();
    attn_head head;
    ck_assert(attn_parse_head(&g, "layer_norm(X, gamma, β, ε)", &head));
    ck_assert_str_eq(head.function, "layer_norm");
    ck_assert_uint_eq(head.count, 4);
    ck_assert_str_eq(head.parameters[1], "γ");
    ck_assert_str_eq(head.parameters[3], "ε");
    ck_assert(attn_parse_head(&g, "one()", &head));
    ck_assert_uint_eq(head.count, 0);
    ck_assert(attn_parse_head(&g, "softmax_of_two(x, y)", &head));
    ck_assert_str_eq(head.function, "softmax_of_two");
}
END_TEST

START_TEST(test_greek)
{
    ck_assert_str_eq(attn_greek("alpha"), "α");
    ck_assert_str_eq(attn_greek("Omega"), "Ω");
    ck_assert_str_eq(attn_greek("Sigma"), "Σ");
    ck_assert_ptr_null(attn_greek("aleph"));
    ck_assert_ptr_null(attn_greek("alphabet"));
}
END_TEST

/* ---- messages ---- */

typedef enum reading { EXPR, STATEMENT, BODY, FORMULA, CHECK, NAME, HEAD } reading;

static bool parse(reading way, const char *text, attn_text *set)
{
    attn_grammar g = grammar();
    attn_statement *statement = NULL;
    attn_expr *expr = NULL;
    attn_name name = {0};
    attn_head head = {0};
    switch (way) {
    case EXPR:
        expr = attn_parse_expr(&g, text);
        break;
    case STATEMENT:
        statement = attn_parse_statement(&g, text);
        break;
    case BODY:
        statement = attn_parse_body_line(&g, text);
        break;
    case FORMULA:
        statement = attn_parse_formula(&g, text);
        break;
    case CHECK:
        statement = attn_parse_check(&g, text);
        break;
    case NAME:
        if (!attn_parse_name(&g, text, &name)) return false;
        attn_typeset_name(&name, set);
        return true;
    case HEAD:
        return attn_parse_head(&g, text, &head);
    }
    if (expr) attn_typeset_expr(expr, set);
    if (statement) attn_typeset_statement(statement, set);
    return expr || statement;
}

#define COMPUTED_SUB                                                                                \
    "a subscript computes nothing but i-1, ⌈i/2⌉ and the like: row(X, y) takes the row that a " \
    "formula y gives, pick(x, y) the number"
#define ROUNDED_SUB                                                                                \
    "only a letter divided by a whole number from 2, or by a length that is a count, can be "      \
    "rounded up: ⌈j/4⌉"

#define PART "; a factor of 1 and 0 selects a part, as in Σ_j (j ≤ i) x_j"

static const struct {
    reading way;
    const char *text;
    size_t caret;
    const char *message;
} faults[] = {
    {EXPR, "", 0, "the formula is empty: write one, such as Q Kᵀ"},
    {EXPR, "  ", 0, "the formula is empty: write one, such as Q Kᵀ"},
    {EXPR, "a + ", 3, "a value is missing after '+'"},
    {EXPR, "a + )", 4, "a value is missing after '+'"},
    {EXPR, "a · -b", 5,
     "a value is missing after '·'; put a negative number in parentheses here: (-x)"},
    {EXPR, "/ a", 0, "a value is missing before '/'"},
    {EXPR, "2 (a + b", 2, "a ')' is missing for the '(' here"},
    {EXPR, "f(a, [b)", 5, "a ']' is missing for the '[' here"},
    {EXPR, "softmax(a", 7, "a ')' is missing for the '(' here"},
    {EXPR, "W_{Q,l", 2, "a '}' is missing for the '{' here"},
    {EXPR, "x^{2", 2, "a '}' is missing for the '{' here"},
    {EXPR, "a)", 1, "this ')' has no '(' before it"},
    {EXPR, "a = b", 2, "'=' is not allowed here: write a comparison with =="},
    {EXPR, "a ; b", 2, "';' joins, and belongs only in brackets: [a ; b]"},
    {EXPR, "a, b", 1, "',' belongs only between the values of a function or in brackets: [a, b]"},
    {EXPR, "{a}", 0, "a value is missing before '{'"},
    {EXPR, "a {b}", 2, "braces belong only after '_' and '^': use parentheses"},
    {EXPR, "W_Q_l", 3, "put several subscripts in one pair of braces: W_{Q,l}"},
    {EXPR, "W_Q_{1,2} + 1", 3, "put several subscripts in one pair of braces: W_{Q,1,2}"},
    {EXPR, "W_Q_{}", 3, "put several subscripts in braces: W_{Q,l}"},
    {EXPR, "(W_Q_l)", 4, "put several subscripts in one pair of braces: W_{Q,l}"},
    {EXPR, "α_t,i", 4, "α_t,i: put several subscripts in braces: α_{t,i}"},
    {EXPR, "2 (e_B,t,1 + 1)", 6, "e_B,t,1: put several subscripts in braces: e_{B,t,1}"},
    {STATEMENT, "α_t,i = x", 4, "α_t,i: put several subscripts in braces: α_{t,i}"},
    {BODY, "x α_t,i", 6, "α_t,i: put several subscripts in braces: α_{t,i}"},
    {EXPR, "0 < x < 1", 6, "comparisons cannot be chained: write (a < b) ⊙ (b < c)"},
    {EXPR, "a / b c", 6, "'a / b c' can be read two ways: write a / (b c) or (a / b) c"},
    {EXPR, "1 + r ⊙ h U - 2", 12, "'r ⊙ h U' can be read two ways: write r ⊙ (h U) or (r ⊙ h) U"},
    {EXPR, "a / b · c", 6, "'a / b · c' can be read two ways: write a / (b · c) or (a / b) · c"},
    {EXPR, "10000^2i/d", 7, "'^2i' can be read two ways: write ^{2i} or ^2 i"},
    {EXPR, "b^-2x_{i,1}", 4,
     "'^-2x_{i,1}' can be read two ways: write ^{-2x_{i,1}} or ^-2 x_{i,1}"},
    {EXPR, "1 / √2π", 8, "'√2π' can be read two ways: write √(2π) or √2 π"},
    {EXPR, "1 + 2^3^2", 7, "'2^3^2' can be read two ways: write (2^3)^2 or 2^{3^2}"},
    {EXPR, "W [x y]", 5,
     "'[x y]' can be read two ways: write [x ; y] to join, [x · y] for the product"},
    {EXPR, "[-x y z^2]", 6,
     "'[-x y z^2]' can be read two ways: write [-x ; y ; z^2] to join, [-x · y · z^2] for the "
     "product"},
    {EXPR, "[2x]", 2,
     "'[2x]' can be read two ways: write [2 ; x] to join, [2 · x] for the product"},
    {EXPR, "[a −b, 2]", 3, "'a −b' in brackets can be read two ways: write a, -b or a - b"},
    {EXPR, "1[j ≤ i]", 1, "brackets make a vector; a comparison is 1 or 0 without them: (j ≤ i)"},
    {EXPR, "a / sofmax(b)", 4, "'sofmax' is not a function here"},
    {EXPR, "1 + sofmax(a, b)", 4, "'sofmax' is not a function here"},
    {EXPR, "foo_bar()", 0, "'foo_bar' is not a function here"},
    {EXPR, "2 exp_{i,j}(a, b)", 2, "exp_{i,j}: the function exp has no index: exp(…)"},
    {EXPR, "foo (a, b)", 6,
     "',' belongs only between the values of a function or in brackets: [a, b]"},
    {EXPR, "()", 1, "a value is missing after '('"},
    {EXPR, "1e999", 0, "this number is too large: the largest is 3.4e38"},
    {EXPR, "x + 3.5e38", 4, "this number is too large: the largest is 3.4e38"},
    {EXPR, "2. x", 2, "a digit is missing after the point"},
    {EXPR, ".5", 0, "a point belongs only inside a number: 0.5"},
    {EXPR, "a % b", 2, "'%' has no meaning in a formula: remove it"},
    {EXPR, "x²", 1, "'²' cannot be read in a formula: write ^2"},
    {EXPR, "eₜ", 1, "'ₜ' cannot be read in a formula: write _t"},
    {EXPR, "x\u1FEF", 1, "'\u1FEF' cannot be read in a formula: write Q' or Qᵀ (transpose)"},
    {EXPR, "x\u0387'", 3, "a value is missing after '\u0387'"},
    {EXPR, "f（x", 1, "'（' cannot be read in a formula: write ("},
    {EXPR, "a × b", 2,
     "'×' cannot be read in a formula: write a space or · (matrix product), or ⊙ (elementwise)"},
    {EXPR, "a\xE2\x80\x8B b", 1, "an invisible character (U+200B): remove it"},
    {EXPR, "a \x1B[2J", 2, "an invisible character (U+001B): remove it"},
    {EXPR, "a \xCC\x82", 2, "this mark (U+0302) has no letter before it: remove it"},
    {EXPR, "ab\xFF", 2, "this is not UTF-8: save the file in that encoding"},
    {EXPR, "→ h", 0, "an arrow belongs to the letter after it, without a space: →h"},
    {EXPR, "Σ x", 0, "Σ runs over all values of one index: Σ_i"},
    {EXPR, "2 Σ_{i=1} x", 2, "Σ runs over all values of one index: Σ_i" PART},
    {EXPR, "Σ_1 x", 0, "Σ runs over all values of one index: Σ_i" PART},
    {EXPR, "Σ_i^n x_i", 0, "Σ runs over all values of one index: Σ_i" PART},
    {EXPR, "Σ_{j≤i} x_j", 0, "Σ runs over all values of one index: Σ_i" PART},
    {EXPR, "½ x", 0, "'½' cannot be read in a formula: write (1/2)"},
    {EXPR, "a – b", 2, "'–' cannot be read in a formula: write -"},
    {EXPR, "Σ_i", 4, "a value is missing after 'i'"},
    {EXPR, "W_", 2,
     "a subscript is missing after '_': a whole number, a word, or in braces i-1 or ⌈i/2⌉"},
    {EXPR, "W_{Q,}", 5,
     "a subscript is missing after ',': a whole number, a word, or in braces i-1 or ⌈i/2⌉"},
    {EXPR, "K_⌈j/4⌉", 2,
     "a subscript is missing after '_': a whole number, a word, or in braces i-1 or ⌈i/2⌉"},
    {EXPR, "K_{⌈j⌉}", 7, ROUNDED_SUB},
    {EXPR, "K_{⌈j/1⌉}", 9, ROUNDED_SUB},
    {EXPR, "K_{⌈j/0⌉}", 9, ROUNDED_SUB},
    {EXPR, "K_{⌈j/2.5⌉}", 8, ROUNDED_SUB},
    {EXPR, "K_{⌈2 j/4⌉}", 6, ROUNDED_SUB},
    {EXPR, "K_{⌈top/4⌉}", 6, ROUNDED_SUB},
    {EXPR, "K_{⌈j/4)}", 9, ROUNDED_SUB},
    {EXPR, "K_{ceil(j/4⌉}", 11, ROUNDED_SUB},
    {EXPR, "K_{⌈j/4⌉-1}", 12, COMPUTED_SUB},
    {EXPR, "K_{⌈j/1234567890⌉}", 8, "a subscript has at most 9 digits"},
    {EXPR, "⌈x⌉", 0, "a value is missing before '⌈'"},
    {EXPR, "2 + ⌈x⌉", 4,
     "a value is missing after '+'; '⌈' belongs only in a subscript: K_{⌈j/4⌉}"},
    {EXPR, "2 ⌈x⌉", 2, "'⌈' belongs only in a subscript: K_{⌈j/4⌉}"},
    {EXPR, "x⌉", 1, "this '⌉' has no '⌈' before it"},
    {EXPR, "concat_{⌈j/2⌉}(X)", 0,
     "concat needs the letter of an index: concat_j(…); single values are joined by [a ; b]"},
    {EXPR, "h_{top-1}", 3, "only a single letter can be shifted in a subscript: h_{i-1}"},
    {EXPR, "h_{i-n}", 5, COMPUTED_SUB},
    {EXPR, "x_{2 i}", 5, COMPUTED_SUB},
    {EXPR, "x_{n+1-i} + 1", 6, COMPUTED_SUB},
    {EXPR, "x_{1,floor(i/2)}", 10, COMPUTED_SUB},
    {EXPR, "h_{i-n", 5, "expected a whole number"},
    {EXPR, "x_{2 i + y_{1}", 2, "a '}' is missing for the '{' here"},
    {EXPR, "[1 2 3]", 3, "separate numbers in brackets by commas: [1, 2]; their product is 1 · 2"},
    {EXPR, "[-1 2]", 4, "separate numbers in brackets by commas: [-1, 2]; their product is -1 · 2"},
    {EXPR, "[[1, 2], [0.5 3]]", 14,
     "separate numbers in brackets by commas: [0.5, 3]; their product is 0.5 · 3"},
    {EXPR, "[3\u00A0-2]", 4, "'3\u00A0-2' in brackets can be read two ways: write 3, -2 or 3 - 2"},
    {EXPR, "[3 -2 x 1]", 3, "'3 -2' in brackets can be read two ways: write 3, -2 or 3 - 2"},
    {EXPR, "[[1, 2], [-a  −b −c + 1]]", 14,
     "'-a  −b' in brackets can be read two ways: write -a, -b or -a - b"},
    {EXPR, "|a|", 0, "'|' cannot be read in a formula: write abs(x), or norm(x) of a vector"},
    {EXPR, "||a||", 0, "'||' cannot be read in a formula: write norm(x), or [a ; b] (joined)"},
    {EXPR, "‖a‖", 0, "'‖' cannot be read in a formula: write norm(x), or [a ; b] (joined)"},
    {EXPR, "Q K.T", 3, "'.T' cannot be read in a formula: write Q' or Qᵀ (transpose)"},
    {EXPR, "a != b", 2, "'!=' cannot be read in a formula: write 1 - (a == b)"},
    {EXPR, "h_1.5", 2, "expected a whole number"},
    {EXPR, "h_1234567890", 2, "a subscript has at most 9 digits"},
    {EXPR, "e_{1,2,3,4,5,6,7,8,9}", 19, "a name has at most 8 subscripts"},
    {EXPR, "∂L W", 5, "a derivative needs to know by what: ∂L/∂W"},
    {EXPR, "∂L/W", 5, "a derivative needs to know by what: ∂L/∂W"},
    {EXPR, "∂2/∂W", 3, "expected a name, such as W_Q or h_{i-1}"},
    {EXPR, "grad(L)", 6, "grad takes two names: grad(L, W) is ∂L/∂W"},
    {EXPR, "1 + sqrt(a, b)", 4, "sqrt takes one value: sqrt(x)"},
    {EXPR, "reshape(X)", 0, "reshape needs the letter of an index: reshape_j(…)"},
    {EXPR, "split(X)", 0, "split needs the letter of an index: split_j(…)"},
    {EXPR, "concat_2(X)", 0,
     "concat needs the letter of an index: concat_j(…); single values are joined by [a ; b]"},
    {EXPR, "[a ; b, c]", 6, "brackets take either ';' (join) or ',' (stack): nest them"},
    {STATEMENT, "softmax(e)", 0, "= is missing: a step computes NAME = FORMULA"},
    {STATEMENT, "A = ", 3, "a value is missing after '='"},
    {STATEMENT, "A = x ) B = y", 6, "this ')' has no '(' before it"},
    {STATEMENT, "A = x, B = y", 5, "put each formula in quotes of its own: [\"A = …\", \"B = …\"]"},
    {STATEMENT, "A = b = c", 6, "'=' is not allowed here: write a comparison with =="},
    {STATEMENT, "A = a, b", 5,
     "',' belongs only between the values of a function or in brackets: [a, b]"},
    {STATEMENT, "2 x = y", 0, "only names are allowed to the left of '=': A = …, or h_i, c_i = …"},
    {STATEMENT, "h^t = y", 1,
     "only names are allowed to the left of '=', and their indices below, not above: A = …, or "
     "h_i, c_i = …"},
    {STATEMENT, "π_t = y", 0,
     "π is the number 3.1416 in every formula and cannot be a name: choose another letter"},
    {STATEMENT, "Sigma = y", 0,
     "Σ is the sign of a sum in every formula and cannot be a name: choose another letter"},
    {STATEMENT, "f(x) = y", 1, "only names are allowed to the left of '=': A = …, or h_i, c_i = …"},
    {STATEMENT, "a, = y", 3, "only names are allowed to the left of '=': A = …, or h_i, c_i = …"},
    {FORMULA, "y = x", 2, "expected a formula without '='"},
    {FORMULA, "2 x = y", 4, "expected a formula without '='"},
    {FORMULA, "a, b", 1,
     "',' belongs only between the values of a function or in brackets: [a, b]"},
    {FORMULA, "", 0, "the formula is empty: write one, such as Q Kᵀ"},
    {CHECK, "a = b", 2, "a check compares with ==, not with ="},
    {CHECK, "sum(a) = 1", 7, "a check compares with ==, not with ="},
    {CHECK, "a < b = c", 6, "a check compares with ==, not with ="},
    {CHECK, "x² = 1", 1, "'²' cannot be read in a formula: write ^2"},
    {NAME, "W_Q x", 4, "a name is one word with subscripts, such as W_{Q,l}: it ends here"},
    {NAME, "e_t,i", 3, "e_t,i: put several subscripts in braces: e_{t,i}"},
    {NAME, "3", 0, "expected a name, such as W_Q or h_{i-1}"},
    {HEAD, "f", 1, "'(' and the parameters are missing: \"f(x, y)\""},
    {HEAD, "f(x, y, x)", 8, "the parameter x is given twice"},
    {HEAD, "f(α, alpha)", 6, "the parameter α is given twice"},
    {HEAD, "f(x_1)", 2, "a parameter is a single word without subscripts: f(x, y)"},
    {HEAD, "f(2)", 2, "a parameter is a single word without subscripts: f(x, y)"},
    {HEAD, "f(x", 1, "a ')' is missing for the '(' here"},
    {HEAD, "f(x) y", 5, "the formula should end here"},
    {HEAD, "grad(L, W)", 0, "grad(L, W) is ∂L/∂W: give the function another name"},
    {HEAD, "after(r)", 0, "after(A) is A after the training: give the function another name"},
    {HEAD, "sqrt(x)", 0, "sqrt(x) is √x: give the function another name"},
    {EXPR, "after(A)_1 + 2", 8, "put the subscripts inside: after(A_1)"},
    {EXPR, "after(e)_{t,i-1}", 8, "put the subscripts inside: after(e_{t,i-1})"},
    {EXPR, "after(A_1)_2", 10, "put all subscripts inside, as in after(e_{2,1})"},
    {EXPR, "after(A)_{1,", 12,
     "a subscript is missing after ',': a whole number, a word, or in braces i-1 or ⌈i/2⌉"},
    {EXPR, "after(A V)", 8, "after takes one name: after(A) is A after the training"},
    {EXPR, "after(A, V)", 7, "after takes one name: after(A) is A after the training"},
    {EXPR, "after(after(A))", 11, "after takes one name: after(A) is A after the training"},
    {EXPR, "after(A_1,2)", 9, "A_1,2: put several subscripts in braces: A_{1,2}"},
    {EXPR, "after(A", 5, "a ')' is missing for the '(' here"},
    {EXPR, "after(2)", 6, "expected a name, such as W_Q or h_{i-1}"},
    {HEAD, "split_j(x)", 0, "split_j already has a meaning: give the function another name"},
    {HEAD, "(x)", 0, "a function is defined as \"f(x, y)\": expected its name here"},
};

START_TEST(test_fault)
{
    attn_text set = {0};
    ck_assert(!parse(faults[_i].way, faults[_i].text, &set));
    ck_assert_str_eq(status.message, faults[_i].message);
    ck_assert_str_eq(status.formula, faults[_i].text);
    ck_assert_uint_eq(status.caret, faults[_i].caret);
    attn_text_free(&set);
}
END_TEST

START_TEST(test_earlier_fault_stays)
{
    attn_grammar g = grammar();
    attn_fail(&status, ATTN_INPUT, "earlier");
    ck_assert_ptr_null(attn_parse_expr(&g, "a + b"));
    ck_assert_ptr_null(attn_parse_expr(&g, "a + "));
    ck_assert_str_eq(status.message, "earlier");
    ck_assert_str_eq(status.formula, "");
}
END_TEST

/* ---- limits ---- */

/* open, times over, then middle, then close, times over. */
static const char *nested(const char *open, const char *middle, const char *close, size_t times)
{
    attn_text_clear(&out);
    attn_text_repeat(&out, open, times);
    attn_text_add(&out, middle);
    attn_text_repeat(&out, close, times);
    return attn_text_string(&out);
}

static const struct {
    const char *open, *middle, *close;
    size_t most;
    const char *message;
} limits[] = {
    {"(", "x", ")", 100, "this is nested more than 100 levels deep: give a part a name of its own"},
    {"[", "x", "]", 100, "this is nested more than 100 levels deep: give a part a name of its own"},
    {"√", "x", "", 100, "this is nested more than 100 levels deep: give a part a name of its own"},
    {"Σ_i ", "x", "", 100,
     "this is nested more than 100 levels deep: give a part a name of its own"},
    {"x^{", "x", "}", 100,
     "this is nested more than 100 levels deep: give a part a name of its own"},
    {"f(", "x", ")", 100,
     "this is nested more than 100 levels deep: give a part a name of its own"},
    {"1 + 2^(", "x", ")", 85,
     "this is more than 256 operations deep: give a part a name of its own"},
    {"", "x", "'", 255, "this is more than 256 operations deep: give a part a name of its own"},
    {"", "x", " + x", 255, "this is more than 256 operations deep: give a part a name of its own"},
    {"", "x", " x", 255, "this is more than 256 operations deep: give a part a name of its own"},
    {"√x + ", "x", "", 254, "this is more than 256 operations deep: give a part a name of its own"},
    {"", "x", " ⊙ x", 255, "this is more than 256 operations deep: give a part a name of its own"},
    {" ", "x", "", 64 * 1024 - 1,
     "a formula has at most 64 KiB: give its parts names of their own"},
};

START_TEST(test_limit)
{
    attn_grammar g = grammar();
    const char *fits =
        nested(limits[_i].open, limits[_i].middle, limits[_i].close, limits[_i].most);
    ck_assert_msg(attn_parse_expr(&g, fits) != NULL, "%s", status.message);
    const char *passes =
        nested(limits[_i].open, limits[_i].middle, limits[_i].close, limits[_i].most + 1);
    ck_assert_ptr_null(attn_parse_expr(&g, passes));
    ck_assert_int_eq(status.code, ATTN_LIMIT);
    ck_assert_str_eq(status.message, limits[_i].message);
}
END_TEST

START_TEST(test_wide_is_not_deep)
{
    attn_grammar g = grammar();
    attn_text_add(&out, "[1");
    attn_text_repeat(&out, ",1", 30000);
    attn_text_add(&out, "]");
    attn_expr *stack = attn_parse_expr(&g, attn_text_string(&out));
    ck_assert_msg(stack != NULL, "%s", status.message);
    ck_assert_uint_eq(stack->count, 30001);
}
END_TEST

START_TEST(test_parameters_limit)
{
    attn_grammar g = grammar();
    attn_head head;
    attn_text_add(&out, "f(x0");
    for (int i = 1; i < 32; i++) attn_text_print(&out, ",x%d", i);
    size_t length = out.length;
    attn_text_add(&out, ")");
    ck_assert(attn_parse_head(&g, attn_text_string(&out), &head));
    ck_assert_uint_eq(head.count, 32);
    out.length = length;
    attn_text_add(&out, ",y)");
    ck_assert(!attn_parse_head(&g, attn_text_string(&out), &head));
    ck_assert_str_eq(status.message, "a function has at most 32 parameters");
}
END_TEST

/* ---- hostile text ---- */

/* Read in every way: either a result that can be typeset, or one message with a caret inside. */
static void survive(const char *text)
{
    for (int way = EXPR; way <= HEAD; way++) {
        attn_text set = {0};
        size_t bad = 0;
        begin();
        bool parsed = parse((reading)way, text, &set);
        ck_assert_msg(parsed == attn_ok(&status), "%s", text);
        if (!parsed) {
            ck_assert(status.message[0] != '\0');
            ck_assert_uint_le(status.caret, strlen(status.formula));
        } else {
            ck_assert(attn_utf8_valid(attn_text_string(&set), set.length, &bad));
        }
        attn_text_free(&set);
        attn_arena_free(arena);
    }
    arena = NULL;
}

START_TEST(test_every_prefix)
{
    char text[512];
    attn_arena_free(arena);
    for (size_t k = 0; k < COUNT(draft_formulas); k++) {
        size_t length = strlen(draft_formulas[k]);
        ck_assert_uint_lt(length, sizeof text);
        for (size_t i = 0; i <= length; i++) {
            memcpy(text, draft_formulas[k], i);
            text[i] = '\0';
            survive(text);
        }
    }
}
END_TEST

/* What a byte may become: signs of the language, parts of characters, controls. */
static char drawn_byte(attn_random *random)
{
    static const char bytes[] = "()[]{}_^'+-*/=<>,;.019eTi\xE2\x88\x82\xCF\x83\x80\xFF\x1B \n";
    double u = (double)attn_random_uniform(random);
    return bytes[(size_t)(u * (double)(sizeof bytes - 1))];
}

static size_t drawn_place(attn_random *random, size_t length)
{
    return (size_t)((double)attn_random_uniform(random) * (double)length);
}

/* Up to three bytes changed; in every fourth round one taken out besides. */
static void mutate(const char *formula, int round, attn_random *random, char *text)
{
    size_t length = strlen(formula);
    memcpy(text, formula, length + 1);
    for (int change = 0; change <= round % 3; change++)
        text[drawn_place(random, length)] = drawn_byte(random);
    if (round % 4 == 0) {
        size_t at = drawn_place(random, length);
        memmove(text + at, text + at + 1, length - at);
    }
}

START_TEST(test_mutations)
{
    char text[512];
    attn_arena_free(arena);
    for (size_t k = 0; k < COUNT(draft_formulas); k++) {
        attn_random random = attn_random_named(draft_formulas[k], 1);
        for (int round = 0; round < 60; round++) {
            mutate(draft_formulas[k], round, &random, text);
            survive(text);
        }
    }
}
END_TEST

static bool any_word(const void *user, const char *word)
{
    (void)user;
    (void)word;
    return true;
}

START_TEST(test_drafts_are_read)
{
    for (size_t k = 0; k < COUNT(draft_formulas); k++) {
        const char *text = draft_formulas[k];
        attn_grammar g = {.arena = arena, .is_function = any_word};
        attn_statement *line = attn_parse_body_line(&g, text);
        ck_assert_msg(line != NULL, "%s: %s", text, status.message);
    }
}
END_TEST

/* ---- allocations that fail ---- */

static bool parse_long(attn_status *fault)
{
    arena = attn_arena_new(fault);
    attn_grammar g = grammar();
    bool parsed = arena && attn_parse_statement(&g, attn_text_string(&out));
    attn_arena_free(arena);
    return parsed;
}

START_TEST(test_memory_runs_out)
{
    attn_text_add(&out, "Ĝ, y = f(x_{i-1}");
    attn_text_repeat(&out, ", [ω^2 ; Σ_i α_{t,i} h_i]", 200);
    attn_text_add(&out, ")");
    attn_arena_free(arena);
    ck_assert_uint_gt(scarce_each(parse_long), 5);
    arena = NULL;
}
END_TEST

static Suite *parser_suite(void)
{
    Suite *suite = suite_create("parser");
    TCase *rules = tcase_create("rules");
    tcase_add_checked_fixture(rules, begin, end);
    tcase_add_loop_test(rules, test_tree, 0, COUNT(expressions));
    tcase_add_test(rules, test_hidden_functions);
    tcase_add_test(rules, test_places_in_the_text);
    tcase_add_test(rules, test_statements);
    tcase_add_loop_test(rules, test_names, 0, COUNT(names));
    tcase_add_test(rules, test_heads);
    tcase_add_test(rules, test_greek);
    suite_add_tcase(suite, rules);
    TCase *messages = tcase_create("messages");
    tcase_add_checked_fixture(messages, begin, end);
    tcase_add_loop_test(messages, test_fault, 0, COUNT(faults));
    tcase_add_test(messages, test_earlier_fault_stays);
    tcase_add_loop_test(messages, test_limit, 0, COUNT(limits));
    tcase_add_test(messages, test_wide_is_not_deep);
    tcase_add_test(messages, test_parameters_limit);
    suite_add_tcase(suite, messages);
    TCase *hostile = tcase_create("hostile");
    tcase_set_timeout(hostile, 60);
    tcase_add_checked_fixture(hostile, begin, end);
    tcase_add_test(hostile, test_drafts_are_read);
    tcase_add_test(hostile, test_every_prefix);
    tcase_add_test(hostile, test_mutations);
    tcase_add_test(hostile, test_memory_runs_out);
    suite_add_tcase(suite, hostile);
    return suite;
}

int main(void)
{
    return unit_run(parser_suite());
}
