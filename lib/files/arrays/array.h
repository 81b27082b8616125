/*
 * array: numbers of a file with their shape, whatever the file: .npy, .npz, .safetensors, JSON, CSV
 * or TSV. The first bytes say which it is; where they cannot, the ending of its name does.
 *
 * A file is opened and all that it holds is listed, with every size checked, before any number is
 * read; numbers are then read in strips, so a large file needs no memory of its size.
 */
#ifndef ATTN_FILES_ARRAYS_ARRAY_H
#define ATTN_FILES_ARRAYS_ARRAY_H

#include "core/memory.h"
#include "files/bytes/format.h"
#include "tensor/rounding.h"
#include "tensor/tensor.h"

#define ATTN_MOST_AXES 8u

typedef struct attn_arrays attn_arrays; /* a file of them */

typedef struct attn_array {
    const char *name; /* in the file: "A", "layers.0"; "" where the file holds one without a name */
    size_t rank;      /* number of axes; 0: one number */
    size_t shape[ATTN_MOST_AXES];
    size_t count;     /* product of shape */
    const char *type; /* as the file calls it: "<f4", "F16", "text" */
    unsigned digits;  /* most digits behind the point of any number, where it is written as text;
                         ATTN_BINARY where it is not */
    unsigned bits;    /* significant ones of a number as it is stored; of a text those of float32 */
    /* words that the file gives for the last two axes: the row on top and the column on the left of
     * a table, "tokens", "rows" and "cols" beside a JSON matrix; or NULL. A vector has the second
     * alone. */
    const attn_labels *row_labels, *col_labels;
} attn_array;

#define ATTN_BINARY 99u

/* A text where numbers could stand, or a list of texts: only JSON has them. */
typedef struct attn_array_text {
    const char *name; /* as that of an array */
    bool list;        /* else it is one text */
    size_t count;
    const char *const *words; /* NULL: null, or texts beside something else */
    size_t line, column;
} attn_array_text;

/*
 * What a JSON text and a table may look like is told in array_json.c and array_table.c. A table is
 * always a matrix, also of one row. Numbers of an object's member "A" are called "A", those in an
 * object within it "B.A"; "matrix", "data", "values" and "answers" add nothing to a name. So what
 * explain --format json writes is read by the names of the lesson.
 */

/* NULL on failure: the fault names the file, where in it, and the mend. Path "-": standard input.
 */
attn_arrays *attn_arrays_open(const char *path, attn_status *status);
/* The same of a file that is open, as attn_byte_reader_take takes it; the name is for messages, and
 * its ending counts. */
attn_arrays *attn_arrays_take(int file, const char *name, attn_status *status);
/* As attn_arrays_open, and its texts are kept: there may be nothing else in it. */
attn_arrays *attn_arrays_open_texts(const char *path, attn_status *status);
/* As attn_arrays_open, from bytes that outlive it; the name is for messages, and its ending
 * counts. */
attn_arrays *attn_arrays_from(const char *bytes, size_t length, const char *name,
                              attn_status *status);
void attn_arrays_close(attn_arrays *arrays); /* NULL is fine */
const char *attn_arrays_file(const attn_arrays *arrays);
/* In the order of the file; i from 0, NULL at the end. */
const attn_array *attn_arrays_at(const attn_arrays *arrays, size_t i);
const attn_array *attn_arrays_find(const attn_arrays *arrays, const char *name); /* or NULL */
const attn_array_text *attn_arrays_text_at(const attn_arrays *arrays, size_t i); /* the same */

/*
 * Reads `count` numbers from number `first` on, counted row by row whatever the order in the file,
 * as float32. NaN and infinities come as they are: what they mean is the caller's to say; a finite
 * number beyond float32 is a failure, and so is a type without numbers, which it names. Strips in
 * rising order cost one way through the file, also where it is compressed.
 */
bool attn_array_read(attn_arrays *arrays, const attn_array *array, size_t first, size_t count,
                     float *numbers, attn_status *status);

/* How exactly the file holds its numbers, before any is seen. */
attn_rounding attn_array_rounding(const attn_array *array);

/*
 * Asks the budget of work, before anything is read, for the way to the number before `end`: where
 * the file is compressed, all that lies before it is unpacked.
 */
bool attn_array_ask(const attn_arrays *arrays, const attn_array *array, size_t end,
                    attn_status *status);

/* ---- writing ---- */

typedef struct attn_array_out {
    const char *name;
    /* Of one example; or a stack of such values along axes that stand before its own: then
     * value->batch is the product of their sizes. */
    const attn_tensor *value;
    size_t outer_rank; /* axes before; 0: none */
    size_t outer[ATTN_MOST_AXES - 2];
} attn_array_out;

/* An array that is to be written, as one that was read: its digits do not count, and its type in
 * .safetensors alone. */
typedef struct attn_array_numbers {
    attn_array array;
    const float *numbers;
} attn_array_numbers;
attn_array_numbers attn_array_of(const attn_array_out *item);

/* What a file of arrays can be, by the ending of its name; and which can hold more than one. */
extern const attn_writer attn_array_writer;
bool attn_array_holds_many(attn_format format);
/*
 * Writes a file of these, whole or not at all; what is read back is the same float32. Names must
 * differ. Words on the axes are kept in JSON and in tables. .npy, CSV and TSV hold one array, a
 * table no more than two axes.
 */
bool attn_arrays_write(const char *path, const attn_array_out *items, size_t count,
                       attn_status *status);

#endif
