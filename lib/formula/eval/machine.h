/*
 * machine: what the files of the evaluator share: scope.c (names), family.c (values), functions.c,
 * bind.c (finding names before anything is computed), eval.c (expressions), derive.c (∂) and
 * statement.c (assignments and their loops). Private to lib/formula.
 */
#ifndef ATTN_FORMULA_EVAL_MACHINE_H
#define ATTN_FORMULA_EVAL_MACHINE_H

#include "core/budget.h"
#include "core/known_words.h"
#include "formula/eval/eval.h"

/* Equal operations are carried out once; a variable for tests. */
extern bool attn_share_equal;

/* A tuple of subscripts is padded with this, so that e_1 (a stack) and e_{1,2} differ. */
#define NO_SUBSCRIPT (-0x7fffffffL)
#define MOST_CALLS_DEEP 64u
#define MOST_LETTERS 64
#define BUCKETS 4096u               /* of the table of names */
#define MOST_EXPRESSIONS_DEEP 2000u /* calls and parentheses together */
#define MOST_NAME_BYTES 256u        /* a name with the subscripts that belong to it */
#define MOST_LABEL_COLUMNS 120u     /* of an expression */

/* Elements by their subscripts: a hash table over an array. */
typedef struct tuple_map {
    attn_element *items;
    size_t count, capacity;
    uint32_t *table; /* place in items, from 1; 0: empty */
    size_t table_size;
} tuple_map;

typedef struct family {
    attn_family open;         /* what others may read; open.elements points into map */
    const attn_name *pattern; /* a name written like it, for labels; NULL: a parameter */
    bool local;               /* to a call: its values go when the call is over */
    tuple_map map, stacks;
} family;

typedef struct attn_function function;

/* What a key ("W_Q") stands for at the level of the lesson. One for each key that is mentioned. */
typedef struct slot {
    const char *key;
    const char *label;       /* in the language's notation: "W_Q", "W_{Q,new}" */
    size_t place;            /* among all slots, from 0 */
    const struct slot *next; /* in the same bucket */
} slot;

/* What is known of a slot in one scope, by its place. */
typedef struct slot_state {
    bool assigned;             /* some statement or given makes it */
    attn_sequence *sequence;   /* it is the name of one; or NULL */
    const function *functions; /* of this name, the one declared last; or NULL */
    family *value;             /* NULL: not yet */
    family *before;            /* the value before training, if it is another one; or NULL */
    const function *local_to;  /* the function last bound that has it as a parameter or local, */
    size_t local;              /* and which of its values it is there, from 1 */
    const char *absent;        /* why it has no value in this run; NULL: it gets one */
    bool looped;  /* while a loop's direction is found: a statement of the loop makes it */
    bool trained; /* depend.c: training changes it */
} slot_state;

/* A subscript that selects: ⌈letter / divisor⌉ + offset, or a number alone. */
typedef struct selector {
    size_t letter; /* index or length, by its place; 0: offset is the number */
    long offset, divisor;
} selector;

/* A name, bound: attn_name.bound. */
typedef struct attn_bound_name {
    const slot *slot;
    size_t letter; /* the whole name is the letter of this place: its number is meant */
    size_t local;  /* which parameter or local of its function it is, from 1; 0: none */
    bool after;    /* what training made of it is meant */
    size_t count;
    selector selects[ATTN_MOST_SUBS];
    bool in_key[ATTN_MOST_SUBS]; /* of each subscript as written: it belongs to the name */
} bound_name;

struct attn_function {
    const char *name;
    size_t place; /* among all functions, from 0 */
    size_t count; /* of parameters */
    const char **parameters;
    size_t *letters; /* a parameter that is the index of this place; else 0 */
    bool shared;
    attn_statement **lines; /* NULL until defined */
    size_t line_count;
    size_t local_count;        /* parameters and the names that its lines make */
    void *origin;              /* the reader's own */
    const function *same_name; /* the one declared before */
};

/* A function as it is in one scope, by its place. */
typedef struct known_function {
    function *is;
    bool told; /* a statement of this run has called it */
} known_function;

/* A call being carried out: its parameters and locals. Frames and their families are used again. */
typedef struct call_frame {
    const function *function;
    family **locals; /* parameters first; NULL or without elements: not made yet */
    size_t capacity;
    attn_letter *letters;     /* as they are for the caller, whose indices do not reach in here */
    struct call_frame *outer; /* the caller; on the free list: the next */
} call_frame;

/* What if: e_{1,2} = 2.0. */
typedef struct replacement {
    const attn_name *name;      /* bound; of a number no index among its subscripts */
    const attn_statement *line; /* what takes the place of an element; NULL: a number does */
    float value;
    bool applied;
} replacement;

/* What is found by a word: chains whose heads are those added last. */
typedef struct name_tables {
    const slot *slots[BUCKETS];
} name_tables;

struct attn_scope {
    attn_arena *arena; /* of the lesson; of the record, in a run */
    attn_status *status;
    attn_record *record; /* NULL: nothing runs in this scope */
    name_tables *names;
    bool shares_names; /* with the scope that it lies over: copied before one is added */
    slot_state *slots; /* by their places */
    size_t slot_count;
    attn_alike *alike; /* the words of its names */
    attn_letter *letters;
    size_t letter_count;
    attn_sequence **sequences;
    size_t sequence_count;
    known_function *functions;
    size_t function_count;
    const attn_statement **unchecked; /* bound, and their names not checked yet */
    size_t unchecked_count;
    family **families; /* of this run, in the order they came */
    size_t family_count;
    attn_word_index family_names;
    family **named; /* by the places of their names */
    size_t named_count;
    call_frame *frame, *free_frames;
    size_t calls_deep, expressions_deep;
    replacement *replacements;
    size_t replacement_count;
    const attn_statement *statement; /* being carried out: its text stands in errors */
    void *origin;                    /* of the line last worked on */
    attn_node node_before;           /* the last node before this line of the lesson */
    size_t numbers_before;           /* in memory then */
    /* calls to keep while a statement runs */
    const char *const *keep;
    attn_call *kept_call, **kept_end; /* the kept call we are in; where the next is hung */
    void (*on_change)(void *user, const char *label, bool computed, float old_value,
                      float new_value);
    void *user;
    attn_on_make *on_make;
    void *maker; /* whom it tells */
    attn_in_place *in_place;
    void *placer;      /* whom it asks */
    bool derives;      /* some formula of the lesson has a ∂ */
    bool trains;       /* training changes what it learns */
    bool over;         /* the steps are done, and names are those of questions */
    function *binding; /* while functions are read: the one being bound */
};

/* ---- scope.c ---- */
/* The slot of a key, added with this label if there is none yet; both live as long as the scope. */
const slot *attn_slot(attn_scope *scope, const char *key, const char *label);
/* The slot of a key that was mentioned before, or NULL. */
const slot *attn_slot_find(const attn_scope *scope, const char *key);
/* What is known of a bound name's slot here. */
slot_state *attn_state_of(const attn_scope *scope, const slot *of);
/* The letter of a place as it is here; NULL for 0. */
attn_letter *attn_letter_at(const attn_scope *scope, size_t place);

/* ---- family.c ---- */
/* The family of a bound name: local first, then the lesson's; NULL if it has no value. */
family *attn_family_of(const attn_scope *scope, const bound_name *bound);
/* Whether the name is written after(A). */
bool attn_is_after(const attn_scope *scope, const bound_name *bound);
/* The selector of a subscript whose letter, if it has one, was found. */
selector attn_selector(const attn_sub *sub, const attn_letter *letter);
/* Whether it is its letter itself, neither shifted nor divided. */
bool attn_selector_plain(const selector *select);
/* The number a selector stands for where its letter stands at `at`. */
long attn_selector_at(const selector *select, long at);
/* e_{ti} where t and i are indices: fails, and says that e_{t,i} is meant. */
bool attn_refuse_run_together(const attn_scope *scope, const attn_name *name);
/* for (attn_letter_start(l); attn_letter_next(l);): an index at all its places, bound meanwhile. */
void attn_letter_start(attn_letter *letter);
bool attn_letter_next(attn_letter *letter);
/* The numbers of the first `count` subscripts into at; false with a message. */
bool attn_selector_values(attn_scope *scope, const bound_name *bound, size_t count, long *at);
/* The number a selector stands for now; false with a message where its letter runs over nothing. */
bool attn_selector_value(attn_scope *scope, const selector *select, long *value);
/* Gives a value to an element of the lesson or, inside a call, of the call. */
bool attn_assign(attn_scope *scope, const attn_name *name, attn_node node);
/* The stack of all elements whose subscripts begin so; 0 with a message. */
attn_node attn_family_stack(attn_scope *scope, family *family, const long *prefix, size_t count);
/* The element with these subscripts, as many as the family has axes, or 0. */
attn_node attn_family_get(attn_scope *scope, family *family, const long *at);
/* Whether the name has a value, or one that a what-if replaces is to come. */
bool attn_has_values(const attn_scope *scope, const bound_name *name);
/* The value of all elements that the statement makes, computed in one. */
bool attn_assign_whole(attn_scope *scope, const attn_statement *statement, attn_node whole);
/* Counts what is done one by one, values that are named or shown, calls, also those that compute
 * nothing; false, with a message that names what comes next, beyond the budget. */
bool attn_spend_step(attn_scope *scope, const char *next);
/* Starts a call of f: its parameters and locals have no values yet. */
bool attn_enter_call(attn_scope *scope, const function *f);
void attn_leave_call(attn_scope *scope);
/* Gives the i-th parameter, from 0, of the call that is running its value. */
bool attn_give_parameter(attn_scope *scope, size_t i, attn_node node);
void attn_tuple_copy(long *to, const long *from, size_t count);
/* "e_{1,2}" from a name's pattern: numbers put in the place of letters. */
const char *attn_label(attn_scope *scope, const attn_name *pattern, const long *numbers,
                       size_t count);

/* ---- what_if.c ---- */
/* The element's value with the numbers that were set in it (attn_scope_set). 0 on failure. */
attn_node attn_apply_sets(attn_scope *scope, family *f, const long *at, attn_node node);
/* The element's value, or what attn_scope_on_make's caller wants it to be. 0 on failure. */
attn_node attn_ask_maker(attn_scope *scope, const family *f, const long *at, attn_node node);
/* The element that was added last, or what a formula makes of it (attn_scope_hold). 0 on failure.
 */
attn_node attn_apply_formulas(attn_scope *scope, family *f, const long *at, attn_node node);
/* Whether some number of this name is set: its elements are then made one by one. */
bool attn_is_replaced(const attn_scope *scope, const slot *of);

/* ---- functions.c ---- */
/* The first function of a name, the others by same_name; NULL: there is none. */
const function *attn_functions_named(const attn_scope *scope, const char *name);
/* The one that a call with so many values means, the lesson's before a shared one; or NULL. */
const function *attn_find_function(const attn_scope *scope, const char *name, size_t count);
/* The function that an expression calls, as it is in this scope; NULL: none. */
const function *attn_called(const attn_scope *scope, const attn_expr *call);
/* Which parameter or local of the function being bound the name is, from 1; made one if it is none
 * yet. */
size_t attn_make_local(attn_scope *scope, const slot *name);

/* Adds the functions that expr calls, and that these call, if no statement of this run did before.
 */
typedef struct definition_list {
    attn_definition *items;
    size_t count;
} definition_list;
bool attn_first_calls(attn_scope *scope, const attn_expr *expr, definition_list *list);

/* ---- eval.c ---- */
attn_node attn_eval_expr(attn_scope *scope, const attn_expr *expr);
attn_node attn_eval_name(attn_scope *scope, const attn_name *name);
/* What stands in parentheses, without them. */
const attn_expr *attn_ungrouped(const attn_expr *expr);
/* An axis of a value, from 0: its words, or NULL, its length, and what lies along it ("row"). */
typedef struct value_axis {
    const attn_labels *words;
    size_t length;
    const char *part;
} value_axis;
value_axis attn_axis(const attn_tensor *value, size_t i);
/* Messages speak of this line from now on. */
void attn_begin_line(attn_scope *scope, const attn_statement *line);
/* x yᵀ: between two vectors it is a number where vectors are rows, a matrix where they are columns.
 */
bool attn_is_outer_or_inner(const attn_expr *expr);
/* Whether the reader wants the calls of this function opened. */
bool attn_is_kept(const attn_scope *scope, const char *name);
/* The call's first `count` results. */
bool attn_eval_call(attn_scope *scope, const attn_expr *call, attn_node *results, size_t count);
/* Puts '…' of the formula before the message, and the formula with a caret. Returns 0. */
attn_node attn_blame(attn_scope *scope, size_t start, size_t end, size_t caret);
/* A failure at a place of the formula being carried out. Returns 0. */
#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
attn_node
attn_blame_with(attn_scope *scope, size_t caret, const char *format, ...);

/* ---- derive.c ---- */
attn_node attn_eval_partial(attn_scope *scope, const attn_expr *expr);

/* ---- bind.c ---- */
/* Of all functions the one whose name is nearest; NULL: none is near. */
const char *attn_scope_near_any_function(const void *scope, const char *wrong);
bool attn_bind_name(attn_scope *scope, attn_name *name, bool target);

/* ---- statement.c ---- */
/* All elements are of one shape, and with `axes` more they are still no more than a matrix. */
bool attn_stacks(const attn_scope *scope, const family *family, size_t axes);

/* ---- at_once.c ---- */
/*
 * Runs the statement over all places of these letters in one go, if that can be done; *done tells.
 * False on failure. Below attn_at_once_elements it is not worth it; a variable for tests.
 */
extern size_t attn_at_once_elements;
bool attn_run_at_once(attn_scope *scope, const attn_statement *statement,
                      attn_letter *const *letters, size_t count, bool *done);

/* ---- standardize.c ---- */
/*
 * The value of ((Xᵀ − mean(X)) / √(var(X) + ε))ᵀ in one operation, if the expression is that and
 * nobody asks how the record came to its numbers; else 0, without a failure.
 */
attn_node attn_eval_standardized(attn_scope *scope, const attn_expr *expr);

/* ---- what a statement made ---- */
typedef struct made_list {
    attn_made *items;
    size_t count;
} made_list;
bool attn_made_add(attn_scope *scope, made_list *list, const char *label, attn_node node,
                   const attn_statement *statement);
/* What a name stands for, over its unbound letters: stacked where it stacks, else one by one. */
bool attn_made_name(attn_scope *scope, made_list *list, const attn_name *name,
                    const attn_statement *statement);

#endif
