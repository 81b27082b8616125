/*
 * rewrite: formulas changed by rule. A rule is two formulas in the lesson's own notation: whatever
 * fits the first becomes the second.
 *
 *     a / √b      →  a             the scores are not divided
 *     softmax(a)  →  softmax(aᵀ)ᵀ  the softmax runs down the columns
 *     V_any       →  K_any         K stands in the place of V
 *
 * In a rule a name without subscripts stands for any part of a formula, the same wherever it comes
 * again, and an index letter for any index. A name with subscripts means a name of that very word:
 * with these subscripts (s_t), or with whatever it has, none too (V_any). All names of a rule with
 * _any have the same, those with _other have others, and so have other index letters. Parentheses
 * do not count.
 *
 * Of several rules the first that fits counts at each place; so a rule that changes nothing
 * protects what a later one would change too.
 */
#ifndef ATTN_FORMULA_CHECK_REWRITE_H
#define ATTN_FORMULA_CHECK_REWRITE_H

#include "formula/syntax/parser.h"

typedef struct attn_rule { /* as it is written */
    const char *from, *to;
} attn_rule;

typedef struct attn_rewriter attn_rewriter;

/* Reads the rules; all of it lives in the arena. NULL, with the fault in its status. */
attn_rewriter *attn_rewriter_new(attn_arena *arena, const attn_rule *rules, size_t count);

/*
 * What a name stands for: a rule may look through it, so that softmax(mask(a, b)) fits softmax(S)
 * where S = mask(…) was computed before. NULL: nothing to look through.
 */
typedef attn_expr *attn_meaning(const void *user, const attn_name *name);
void attn_rewriter_look_through(attn_rewriter *rewriter, attn_meaning *meaning, const void *user);

/*
 * The right side of the statement with every place changed that some rule fits, parsed anew from
 * its own text, not bound yet; *places of them. The statement itself if there is none. NULL on
 * failure.
 */
attn_statement *attn_rewrite(const attn_rewriter *rewriter, const attn_grammar *grammar,
                             attn_statement *statement, size_t *places);

/*
 * Both changes of a statement at once: `one` and `other` are what two others made of `base`, and
 * each changed one part of it. The result is parsed anew, not bound yet. NULL if they changed the
 * same part, or, with a fault in the status, on failure.
 */
attn_statement *attn_combine_changes(const attn_grammar *grammar, const attn_statement *base,
                                     const attn_statement *one, const attn_statement *other);

/* The same names on the left, with the same subscripts. */
bool attn_same_left_side(const attn_statement *a, const attn_statement *b);

#endif
