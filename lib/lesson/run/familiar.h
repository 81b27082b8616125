/*
 * familiar: whether what was measured of a model may be claimed: for the model as it is,
 * and for words such as it was measured on.
 */
#ifndef ATTN_LESSON_RUN_FAMILIAR_H
#define ATTN_LESSON_RUN_FAMILIAR_H

#include "lesson/lesson.h"

/* What was found of the last map, mostly the same for all that are drawn together; begins as zero.
 */
typedef struct attn_familiar_axes {
    bool graded;
    const attn_labels *rows, *cols;
    const char *withheld;
} attn_familiar_axes;

/*
 * Why what was measured of a map is not claimed of this one; NULL: it is, or there is no memory, as
 * the status of the run says. The formulas or numbers of the lesson were changed; or of the words
 * on an axis more than a third are unknown to their vocabulary, signs not counted, or no letter is
 * in any word of it, as in another script.
 */
const char *attn_notes_withheld(const attn_run *run, const attn_tensor *map,
                                attn_familiar_axes *last);

#endif
