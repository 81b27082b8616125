/*
 * Explains a lesson: the arithmetic of one number as text, and the whole lesson as a page with pictures.
 *
 *     cc page.c $(pkg-config --cflags --libs attnviz) -o page
 *     ./page chat.md
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
    const char *names[] = {"α_1", NULL}, *arithmetics[] = {"α_{1,1}", NULL};
    const attnviz_look usual = ATTNVIZ_LOOK;
    attnviz_fault fault = {0};
    attnviz_telling telling = {0};
    attnviz_output text = {NULL, print, NULL}, page = {argc > 1 ? argv[1] : NULL, print, NULL};
    attnviz_lesson *lesson = attnviz_lesson_carried("le-chat-noir", &fault);
    telling.look = usual;
    if (argc > 1) attnviz_lesson_tell(lesson, &telling, &page, &fault);
    telling.look.names = names;
    telling.wishes.arithmetics = arithmetics;
    attnviz_lesson_tell(lesson, &telling, &text, &fault);
    attnviz_lesson_free(lesson);
    if (fault.cause) fprintf(stderr, "page: %s\n", fault.text);
    return fault.cause ? 1 : 0;
}
