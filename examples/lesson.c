/*
 * Runs a lesson from C, and reads its scores e and its weights α by the names that the lesson gives
 * them.
 *
 *     cc lesson.c $(pkg-config --cflags --libs attnviz) -o lesson
 *     ./lesson                          "le chat noir", with the numbers of the notes
 *     ./lesson 'e_{1,2} = 2.0'          what if one score were another?
 *     ./lesson '' my-lesson.json        a lesson of your own that computes e and α
 */
#include <attnviz.h>
#include <stdio.h>

/* Prints a matrix with the words on its axes. */
static void print_matrix(const char *name, const attnviz_value *value)
{
    printf("%s\n        ", name);
    for (size_t j = 0; j < value->cols; j++) {
        printf("%8s", value->col_labels ? value->col_labels[j] : "");
    }
    printf("\n");
    for (size_t i = 0; i < value->rows; i++) {
        printf("%8s", value->row_labels ? value->row_labels[i] : "");
        for (size_t j = 0; j < value->cols; j++) {
            printf("%8.4f", (double)value->data[i * value->cols + j]);
        }
        printf("\n");
    }
}

int main(int argc, char **argv)
{
    const char *sets[] = {argc > 1 && argv[1][0] ? argv[1] : NULL, NULL};
    attnviz_wishes wishes = {0};
    attnviz_fault fault = {0};
    attnviz_value e = {0}, weights = {0};

    if (argc > 3) {
        fprintf(stderr, "usage: lesson ['NAME = NUMBER' [LESSON.json]]\n");
        return 2;
    }
    wishes.sets = sets;
    attnviz_lesson *lesson = argc > 2 ? attnviz_lesson_read(argv[2], &fault)
                                      : attnviz_lesson_carried("le-chat-noir", &fault);
    attnviz_lesson_run(lesson, &wishes, &fault);
    attnviz_lesson_value(lesson, "e", &e, &fault);
    attnviz_lesson_value(lesson, "α", &weights, &fault);
    if (fault.cause) { /* the first error; every later call did nothing */
        fprintf(stderr, "lesson: %s\n", fault.text);
    } else {
        printf("%s\n\n", attnviz_lesson_title(lesson));
        print_matrix("e, the scores", &e);
        print_matrix("α, the weights", &weights);
    }
    attnviz_lesson_free(lesson);
    return fault.cause ? 1 : 0;
}
