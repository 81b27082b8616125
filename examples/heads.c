/*
 * Looks at the heads of a lesson or a model: where each one looks; and what becomes of a value
 * without one of them.
 *
 *     cc heads.c $(pkg-config --cflags --libs attnviz) -o heads
 *     ./heads gpt2/                          a table of all heads
 *     ./heads induction                      the same of a lesson that has learned two kinds
 *     ./heads induction 'A_{1,2}' J          its loss J with head 2 of layer 1, and without it
 */
#include <attnviz.h>
#include <stdio.h>

static bool print(void *user, const char *bytes, size_t length)
{
    (void)user;
    return fwrite(bytes, 1, length, stdout) == length;
}

int main(int argc, char **argv)
{
    attnviz_fault fault = {0};
    attnviz_output out = {NULL, print, NULL};
    attnviz_telling telling = {.look = ATTNVIZ_LOOK};
    const char *left_out[] = {argc > 2 ? argv[2] : NULL, NULL};
    const char *shown[] = {argc > 3 ? argv[3] : NULL, NULL};
    if (argc < 2 || argc == 3 || argc > 4) {
        fprintf(stderr, "usage: heads LESSON [HEAD VALUE]\n");
        return 2;
    }
    attnviz_lesson *lesson = attnviz_lesson_open(argv[1], ATTNVIZ_TO_RUN, &fault);
    telling.without = left_out;
    telling.look.names = shown;
    if (argc == 2)
        attnviz_lesson_heads(lesson, NULL, &out, &fault);
    else
        attnviz_lesson_tell(lesson, &telling, &out, &fault);
    attnviz_lesson_free(lesson);
    if (fault.cause) fprintf(stderr, "heads: %s\n", fault.text);
    return fault.cause ? 1 : 0;
}
