/*
 * eval: formulas computed, each operation through the record (lib/record).
 *
 * Every function that can fail returns 0 or false, with the formula and a caret in the status.
 */
#ifndef ATTN_FORMULA_EVAL_EVAL_H
#define ATTN_FORMULA_EVAL_EVAL_H

#include "formula/eval/scope.h"
#include "formula/syntax/parser.h"

/* A function of the lesson, or a shared one, as it is written. */
typedef struct attn_definition {
    const char *function;
    size_t parameter_count;
    const char *const *parameters;
    size_t line_count; /* the last is the result */
    attn_statement *const *lines;
} attn_definition;

/* One name that a statement made, as it is shown: "e_1" for e_{t,i} at t = 1. */
typedef struct attn_made {
    const char *label;               /* in the language's notation */
    attn_node node;                  /* stacked where it stacks */
    const attn_statement *statement; /* NULL: not by a formula */
    struct attn_call *call;          /* the calls it made, if they were to be kept */
    size_t definition_count; /* functions that the statement is the first of the run to call, */
    const attn_definition *definitions; /* outer ones first; not those whose calls are kept */
} attn_made;

/* A call of a lesson's or shared function that was kept to be opened (zoom). */
typedef struct attn_call {
    const char *function;
    size_t parameter_count;
    const char *const *parameters;
    const attn_node *arguments;
    size_t made_count;
    attn_made *made;         /* its locals, then its results under the label "" */
    struct attn_call *inner; /* calls made inside, first one */
    struct attn_call *next;  /* next call of the same statement */
} attn_call;

/*
 * A scope knows names. That of a lesson, in which letters, sequences and functions are declared, is
 * constant once the lesson is read; each run has a scope of its own over it, with the values.
 * NULL without memory.
 */
attn_scope *attn_scope_new(attn_arena *arena);
/* The same names, without values, in another arena; what is declared or set here stays here. `of`
 * must live longer. */
attn_scope *attn_scope_over(const attn_scope *of, attn_arena *arena);
/* The same for a run on this record, in its arena; what is set in `of` (what if) is set here too.
 */
attn_scope *attn_scope_run(const attn_scope *of, attn_record *record);
/*
 * The lesson has trained: for its formulas, what training changes (attn_find_trained) has no value
 * until it is given or computed again. In questions the plain name keeps the value from before, and
 * after(A) is the new one.
 */
void attn_scope_retrain(attn_scope *scope);
/* All steps are done: names are those of questions from now on. */
void attn_scope_end(attn_scope *scope);
/* After a failure whose status is cleared: nothing runs any more, and the values stay. */
void attn_scope_unwind(attn_scope *scope);

/* Declaring: what a lesson says before its steps. A sequence is filled in by each run. */
attn_sequence *attn_scope_add_sequence(attn_scope *scope, const char *name);
attn_sequence *attn_scope_sequence(const attn_scope *scope, const char *name);
/* What a declared sequence is in this scope. */
attn_sequence *attn_scope_sequence_here(const attn_scope *scope, const attn_sequence *declared);
/* An index over a sequence, or its length. */
bool attn_scope_add_letter(attn_scope *scope, const char *name, const attn_sequence *sequence,
                           bool is_length);
attn_letter *attn_scope_letter(const attn_scope *scope, const char *name);
/* Whether some index of the lesson runs over this sequence. */
bool attn_scope_is_indexed(const attn_scope *scope, const attn_sequence *sequence);

/*
 * Functions. All heads of a lesson are declared first, then their bodies read, then
 * attn_scope_check_functions finds one that would call itself. Shared ones see no value of the
 * lesson, and a lesson's own of the same name and number of values takes their place. origins: one
 * for each line.
 */
bool attn_scope_declare_function(attn_scope *scope, const char *head, bool shared);
bool attn_scope_define_function(attn_scope *scope, const char *head, const char *const *lines,
                                void *const *origins, size_t count, bool shared);
bool attn_scope_check_functions(attn_scope *scope);
/* The i-th function of the scope, from 0, as they were declared; false at the end. */
bool attn_scope_definition(const attn_scope *scope, size_t i, attn_definition *definition);
/* Other lines for it in this scope alone, under this head; NULL: its own. It must be checked again.
 */
typedef struct attn_body {
    size_t count;
    const char *const *texts;
    void *const *origins; /* NULL: none */
} attn_body;
bool attn_scope_redefine(attn_scope *scope, size_t i, const char *head, const attn_body *body);

/* The function of the lesson, or shared, whose name is nearest to this one; NULL: none is near. */
const char *attn_scope_near_function(const attn_scope *scope, const char *wrong);
/* Their names, and those of all values, with commas between: for messages. */
void attn_scope_list_functions(const attn_scope *scope, attn_text *out);
void attn_scope_list(const attn_scope *scope, attn_text *out);
/* The grammar that knows this scope's functions. */
attn_grammar attn_scope_grammar(const attn_scope *scope);
/* Says which of its names select, which functions it calls; `target` names are made by it. */
bool attn_bind_statement(attn_scope *scope, attn_statement *statement);
/* The same, and the check of its names, for a line that somebody asks of a run. */
bool attn_bind_question(attn_scope *scope, attn_statement *line);
/* The same as the first for a name of its own, such as a key of `given`; it counts as made. */
bool attn_bind_key(attn_scope *scope, attn_name *name);
/* After all is bound: finds a name that nothing makes. */
bool attn_scope_check_names(attn_scope *scope);
/*
 * After a failure: the letters that were running within the statement, and the function that was
 * being carried out, as ", i = 3, in gru". Letters of the loops around it are left out: `loops` of
 * them.
 */
void attn_scope_where(const attn_scope *scope, const char *const *loop_letters, size_t loops,
                      attn_text *text);
/* The origin of the line last worked on: after a failure, of the one that failed. */
void *attn_scope_origin(const attn_scope *scope);

/* Gives a value to an element: a bound key ("h_0", "W_{Q,l}" with l bound). Applies what-if. */
bool attn_scope_give(attn_scope *scope, const attn_name *name, attn_node node, bool learned,
                     bool random);
/* Says why a bound key has no value in this run: "model.safetensors holds no 'cls.bias'". */
void attn_scope_absent(attn_scope *scope, const attn_name *name, const char *why);
/* What was said of the key that is written so, "W_U"; NULL: nothing. */
const char *attn_scope_why_absent(const attn_scope *scope, const char *name);
/* The letters of a bound key that nothing has bound yet, leftmost first. At most ATTN_MOST_SUBS. */
size_t attn_free_letters(const attn_scope *scope, const attn_name *name, attn_letter **letters);
/* The family that a bound name of a question means; NULL: it has no value. */
const attn_family *attn_scope_named(const attn_scope *scope, const attn_name *name);
/* Refuses after(A) of a lesson that trains nothing. False. */
bool attn_refuse_after(const char *label, attn_status *status);
/* "W_Q": a bound name without what selects. */
const char *attn_name_label(const attn_name *name);
/* "W_{Q,2}" of a bound key whose letters are bound. */
const char *attn_scope_label(attn_scope *scope, const attn_name *name);
/* "W_Q" of a bound key W_{Q,r}: the same without this letter. */
const char *attn_scope_label_without(attn_scope *scope, const attn_name *name,
                                     const attn_letter *letter);
/* "W_Q_2", by which its drawn numbers go. */
const char *attn_scope_seed_name(attn_scope *scope, const attn_name *name);

/* What if: "e_{1,2} = 2.0" is remembered and applied the moment that element is made or given. */
bool attn_scope_set(attn_scope *scope, const char *text);
/*
 * The same of a formula, which must be bound: "A_{5,3} = 0 A_{5,3}" takes the place of this element
 * the moment it is made; in it the name is what was made. Letters on the left mean every element.
 */
bool attn_scope_hold(attn_scope *scope, const attn_statement *line);
/* At the end: whether each such formula found its element. */
bool attn_scope_check_formulas(attn_scope *scope);
/* Told of every replacement that is made; computed: of a number that is not given. */
void attn_scope_on_change(attn_scope *scope,
                          void (*on_change)(void *user, const char *label, bool computed,
                                            float old_value, float new_value),
                          void *user);
/*
 * Told of every value that a statement of the lesson computes, the moment it is made: its family
 * and its subscripts. The numbers that it returns, as many as the value has, take its place; NULL:
 * it stays. Values are then made one by one. Ends with the scope.
 */
typedef const float *attn_on_make(void *user, const attn_family *family, const long *at,
                                  const attn_tensor *value);
void attn_scope_on_make(attn_scope *scope, attn_on_make *on_make, void *user);
/*
 * Asked for every value that a statement of the lesson computes, the moment it is made; where all
 * elements of a family are computed in one value, once for that. The node that it returns takes its
 * place: the same one, or another one of its shape; 0, with a fault, on failure. Ends with the
 * scope.
 */
typedef attn_node attn_in_place(void *user, const attn_family *family, attn_node node);
void attn_scope_in_place(attn_scope *scope, attn_in_place *in_place, void *user);

/* After the run: a replacement that met no element is a fault. */
bool attn_scope_check_sets(attn_scope *scope);

/*
 * Runs a statement over its unbound indices. Each target becomes one attn_made (a family of
 * matrices: one for each). keep: names of functions whose calls are kept, "*" for one level; NULL:
 * none.
 */
bool attn_run_statement(attn_scope *scope, const attn_statement *statement, const char *const *keep,
                        attn_made **made, size_t *count);
/* The same without a list of what it makes. */
bool attn_run_line(attn_scope *scope, const attn_statement *statement);
/* The value of an expression (a line without targets), unbound indices not allowed. 0 on failure.
 */
attn_node attn_eval(attn_scope *scope, const attn_statement *line);
/*
 * An expression over its unbound indices: one attn_made for each, its label with the numbers put
 * in; a name is stacked where it stacks if `stack`.
 */
bool attn_eval_each(attn_scope *scope, const attn_statement *line, bool stack, attn_made **made,
                    size_t *count);
/* Where the numbers of a name lie: the node that made each, for its arithmetic. */
typedef struct attn_number_at {
    const char *label;
    attn_node node;
    size_t row, col; /* from 0 */
} attn_number_at;
bool attn_eval_numbers(attn_scope *scope, const attn_statement *line, attn_number_at **numbers,
                       size_t *count);
/* "e_{1,2}": the text of the expression with the numbers of bound letters put in. */
const char *attn_eval_label(attn_scope *scope, const attn_statement *line);

/*
 * The way in which a loop over letter must run for these statements: −1 where they read one of
 * their own names at letter + 1, else +1. Both ways: false.
 */
bool attn_loop_direction(attn_scope *scope, const attn_statement *const *statements, size_t count,
                         const attn_letter *letter, int *direction);

#endif
