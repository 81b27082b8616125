/*
 * array_common: what the readers of the several kinds of files share.
 */
#ifndef ATTN_FILES_ARRAYS_ARRAY_COMMON_H
#define ATTN_FILES_ARRAYS_ARRAY_COMMON_H

#include "files/arrays/safetensors.h"
#include "files/bytes/byte_reader.h"
#include "files/bytes/number_type.h"

typedef struct attn_array_item {
    attn_array array; /* first, so that an array handed out leads back to its item */
    float *numbers;   /* of a text, or of weights that are kept: all of them, from attn_resize */
    /* of a binary file: where the numbers lie */
    attn_byte_reader *source;
    size_t at;    /* where they begin */
    size_t bytes; /* of all of them, in a .safetensors */
    attn_raw raw;
    bool fortran;        /* the first axis runs fastest */
    bool packed;         /* the source is compressed: going back in it costs */
    bool checked;        /* all of it was read once, for its checksum */
    const char *refusal; /* why its numbers cannot be read; or NULL */
} attn_array_item;

/* Numbers of an array whose order in the file is not ours, kept for the next strip. */
typedef struct attn_array_tile {
    const attn_array_item *item; /* NULL: none */
    size_t matrix;               /* which, of those along the axes before the last two */
    size_t row, rows, col, cols;
    float *numbers; /* from attn_resize */
} attn_array_tile;

/* Lists what a kind of file holds. */
typedef bool (*attn_array_lister)(attn_arrays *arrays, attn_status *status);

struct attn_arrays {
    attn_arena *arena;
    const char *file; /* for messages */
    attn_byte_reader *source;
    attn_byte_reader **members; /* of an archive; those of items */
    size_t member_count;
    attn_array_item *items; /* in the order of the file */
    size_t count;
    const attn_array **by_name; /* sorted */
    attn_note *notes;           /* metadata */
    size_t note_count;
    bool keeps_texts;
    attn_array_text *texts;
    size_t text_count;
    attn_array_tile tile;
    unsigned char *buffer; /* raw numbers on their way; or NULL */
};

/* Opens what the source holds, listed by this function. Takes the source over; NULL: there is
 * none, as the status says. NULL on failure. */
attn_arrays *attn_arrays_list(attn_byte_reader *source, const char *path, attn_array_lister lister,
                              attn_status *status);
/* One more array, zeroed, its name copied; NULL on failure. Items may move. */
attn_array_item *attn_array_add(attn_arrays *arrays, const char *name, size_t length);
/* Gives it the numbers of a text, of attn_grow, which are the item's from now on. */
void attn_array_give(attn_array_item *item, float *numbers, size_t count, unsigned digits);
/* The product of the shape into count; false if it cannot be counted. */
bool attn_array_count(attn_array *array);
/* "the array" or "A", for a sentence. */
const char *attn_array_called(const attn_array *array);

/* Each lists what its kind of file holds. The arena is arrays->arena. */
bool attn_array_npy(attn_arrays *arrays, attn_byte_reader *source, const char *name, size_t length,
                    attn_status *status);
bool attn_array_npz(attn_arrays *arrays, attn_status *status);
bool attn_array_json(attn_arrays *arrays, attn_status *status);
bool attn_array_table(attn_arrays *arrays, attn_status *status);
bool attn_array_safetensors(attn_arrays *arrays, attn_status *status);

/* Fails at this byte of the text. Returns false. */
#if defined(__GNUC__)
__attribute__((format(printf, 4, 5)))
#endif
bool attn_array_fault(attn_arrays *arrays, size_t offset, attn_status *status, const char *format, ...);

/* Whether a table would take this word for a number. */
bool attn_table_takes_for_number(const char *word);

/* Numbers first … first + count − 1 of an item that lies in a source. */
bool attn_array_read_raw(attn_arrays *arrays, const attn_array_item *item, size_t first,
                         size_t count, float *numbers, attn_status *status);

#endif
