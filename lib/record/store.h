/*
 * store: what a record consists of, to record.c, which makes nodes, to large_values.c, which keeps
 * their numbers in memory, and to backward.c, which goes back over them. Private to these.
 */
#ifndef ATTN_RECORD_STORE_H
#define ATTN_RECORD_STORE_H

#include <stdatomic.h>

#include "record/operation.h"
#include "tensor/stored.h"

enum {
    CHUNK = 512,  /* nodes that lie one behind the other */
    RECENT = 1024 /* hashes of what was carried out last */
};

/* Of a value that is the right operand of products: as it is, and transposed. */
struct attn_arranged {
    const char *set;          /* of instructions, that the panels are made with */
    const attn_tensor *value; /* of several records; NULL: of a node of one */
    atomic_bool asked[2];
    float *numbers[2]; /* NULL: not made */
};

typedef struct node {
    attn_tensor value;
    attn_params params;
    const char *name;
    attn_arranged *panels; /* NULL: nobody asked */
    union {
        attn_node few[2];
        const attn_node *many;
    } operands;
    uint32_t count; /* of operands */
    uint8_t op;
    bool weights : 1;
    bool shares : 1;     /* its numbers are those of its first operand, or a part of them */
    bool droppable : 1;  /* it has memory that can be given back, or shares such */
    bool held : 1;       /* it is not given back */
    bool read : 1;       /* gradients read it */
    bool recomputed : 1; /* it was given back and computed again */
    bool wanted : 1;     /* while values are given back: this one is a result */
    bool lent : 1;       /* its numbers lie elsewhere, and stay there */
    uint32_t slot;       /* its place in the pass of gradients that is running, from 1 */
    float number;        /* the value of a node that is one */
} node;

/* What stands before a large value's numbers: a list, to be freed. */
typedef struct large {
    struct large *before, *next;
    attn_block *block;
} large;

/* A growing list of nodes. */
typedef struct node_list {
    attn_node *items;
    size_t count;
} node_list;

/* What a record keeps so that another may follow it, and what it follows itself. */
typedef struct following {
    const attn_record *before; /* NULL: it is the first */
    size_t turns;              /* records that may follow after this one */
    attn_node *earlier;        /* of each node the one before that it corresponds to, whose value is
                                  the upper left block of its own; 0: none */
    attn_node *first;          /* of each node the first that did the same; may be itself */
    attn_node *slots;          /* these by their hashes; 0: empty */
    size_t size;               /* of all three: a power of two */
    node_list given;           /* in order */
    size_t taken, made;        /* numbers taken over, and all that operations made, these too */
    attn_record *part;         /* in which parts of results are computed; NULL: none yet */
    attn_status status;        /* of that */
} following;

/* What of the values is in memory. It changes while the record stays as it is. */
typedef struct store {
    size_t numbers;      /* float32 held */
    large *larges;       /* the last made */
    attn_blocks spare;   /* of larges that were returned */
    size_t unused;       /* the fewest bytes of them that lay spare since the record was cleared */
    size_t lately;       /* about as many were in use at most in the rounds before */
    bool again;          /* the record was cleared, and will be again: memory is kept */
    attn_arena *passes;  /* of the pass that runs, or kept for the next */
    node_list droppable; /* nodes with values that may be given back, in order */
    node_list recomputed;
    attn_word_tables words;
    attn_stored **stored; /* of leaves; owned by the record */
    size_t stored_count;
    bool shares;              /* equal operations are carried out once */
    bool derives;             /* what gradients read is not given back */
    bool untold;              /* nobody asks how its numbers came to be */
    following *following;     /* NULL: nothing is kept for another record, and all is computed */
    attn_node recent[RECENT]; /* the last operation or number of each hash */
} store;

struct attn_record {
    attn_status *status;
    attn_arena *home;  /* of the record itself and its nodes */
    attn_arena *arena; /* of all else */
    node **chunks;
    size_t chunk_count;
    size_t count; /* nodes made */
    store *store;
};

static inline node *node_at(const attn_record *record, attn_node place)
{
    size_t i = (size_t)place - 1;
    return &record->chunks[i / CHUNK][i % CHUNK];
}

static inline const attn_node *operands_of(const node *n)
{
    return n->count > 2 ? n->operands.many : n->operands.few;
}

/* Of what an operation does: equal for equal ones, in all bits. */
static inline uint64_t hash_of(attn_op op, attn_params params, const attn_node *operands,
                               size_t count)
{
    uint64_t h = ((uint64_t)op << 32 ^ params.a) * 0x9E3779B97F4A7C15u ^ params.b;
    for (size_t i = 0; i < count; i++) h = (h ^ operands[i]) * 0xBF58476D1CE4E5B9u;
    return h;
}

/* Numbers of its value, all examples. */
static inline size_t numbers_in(const node *n)
{
    return attn_tensor_size(&n->value) * n->value.batch;
}

/* As many, but no number that cannot be held overflows. */
static inline uint64_t count_of(const attn_tensor *value)
{
    return attn_product64(attn_product64(value->rows, value->cols), value->batch);
}

/* Computes the result of all examples (record.c). */
bool attn_forward(const attn_work *work);
/* What it costs to do it once more, or to go back through it to one of its operands. */
uint64_t attn_work_cost(const attn_work *work);
/*
 * A pass over the record has an arena, and keeps the memory of what it returns until it ends; a
 * record that was cleared keeps it longer. NULL if there is no memory.
 */
attn_arena *attn_record_begin_pass(attn_record *record);
void attn_record_end_pass(attn_record *record);

/* ---- following.c ---- */

void attn_following_free(following *f); /* NULL is fine */
/* The node before whose value is the upper left block of this result, whose shape is known and
 * whose numbers are not; 0: none. */
attn_node attn_find_earlier(const attn_work *work);
/* The result is that value, in its place, if it stays there; else false. */
bool attn_lend_earlier(const attn_work *work, attn_node earlier);
/* Memory for the result, perhaps that of this value; false, with a message, without it. */
bool attn_earlier_room(const attn_work *work, attn_node earlier);
/* Takes the numbers that stand and computes the others; false, silently: all are to be computed. */
bool attn_grow_earlier(const attn_work *work, attn_node earlier);
/* Notes a node that was made, so that the next record finds it. False without memory. */
bool attn_note_made(const attn_record *record, attn_node made, attn_node earlier);
bool attn_note_leaf(const attn_record *record, attn_node leaf, bool borrowed);

/* ---- large_values.c ---- */

/* Memory for so many float32, which count as held until they are returned; NULL, with a message. */
float *attn_large_room(const attn_record *record, size_t count);
void attn_large_return(const attn_record *record, float *numbers, size_t count);
/*
 * Gives back what was made from this place on, but for one value; the last first. Nobody will ask
 * for it, nor does any gradient that is still to come.
 */
void attn_record_use_up(attn_record *record, attn_node from, attn_node but);
/* Makes those of a node's parts (attn_part) again that were given back; false, with a message. */
bool attn_record_recompute_parts(const attn_record *record, attn_node node, unsigned parts);
/* The value of one node, if it was recomputed, is forgotten by itself. */
void attn_record_forget_one(const attn_record *record, attn_node node);

/* Large values in use, to where those lie that were returned. About twice what was used lately
 * stays, at most. */
void attn_spare_larges(store *values);
/* Memory for the numbers of n's value, all examples; false, with a message, without it. */
bool attn_take_room(const attn_record *record, node *n);
/* The same for a value that grows from an older one of another record: it may get that one's
 * memory, with its numbers, which the other record only reads from now on. */
bool attn_grow_room(const attn_record *record, node *n, const attn_record *from, node *old);
/* False, with a message, without memory. */
bool attn_list_add(const attn_record *record, node_list *list, attn_node place);
/* Whether n, whose shape is known, is a large transpose that nobody need make yet. */
bool attn_leave_unmade(const attn_record *record, node *n);
/* Computes those operands again that were given back and that the forward pass reads. */
bool attn_recall_operands(const attn_work *work);
/* Makes the numbers of those that are stored elsewhere, unless the operation reads them there. */
bool attn_make_operands(const attn_work *work);
/* The same of one value; nothing to do if it is not stored elsewhere. */
bool attn_make_stored(const attn_record *record, attn_node place);
/* Notes which values the backward of this one will read. */
void attn_note_reads(const attn_record *record, node *n);

#endif
