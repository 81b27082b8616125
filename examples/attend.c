/*
 * Attention on the arrays of a file, as a lesson. The file holds arrays named Q, K and V.
 *
 *     cc attend.c $(pkg-config --cflags --libs attnviz) -o attend
 *     ./attend all.npz
 */
#include <attnviz.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    const char *arrays[] = {argc > 1 ? argv[1] : NULL, NULL};
    attnviz_fault fault = {0};
    attnviz_attend attend = {0};
    attnviz_value weights = {0};
    attend.arrays = arrays;
    attnviz_lesson *lesson = attnviz_lesson_attend(&attend, &fault);
    attnviz_lesson_run(lesson, NULL, &fault);
    if (attnviz_lesson_value(lesson, "A", &weights, &fault))
        printf("%zu queries look at %zu keys\n", weights.rows, weights.cols);
    else
        fprintf(stderr, "attend: %s\n", fault.text);
    attnviz_lesson_free(lesson);
    return fault.cause ? 1 : 0;
}
