/*
 * An exercise: it prints a worksheet, or checks a student's numbers.
 *
 *     cc exercise.c $(pkg-config --cflags --libs attnviz) -o exercise
 *     ./exercise                  sheet 7 of the lesson le-chat-noir
 *     ./exercise answers.json     are these the right answers to the lesson?
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
    const attnviz_look usual = ATTNVIZ_LOOK;
    const char *files[] = {argc > 1 ? argv[1] : NULL, NULL};
    bool right = true;
    attnviz_fault fault = {0};
    attnviz_output out = {NULL, print, NULL};
    attnviz_worksheet sheet = {0};
    attnviz_answers answers = {0};
    attnviz_lesson *lesson = attnviz_lesson_carried("le-chat-noir", &fault);
    sheet.seed = 7;
    sheet.look = answers.look = usual;
    answers.files = files;
    if (argc > 1)
        attnviz_lesson_check(lesson, &answers, &right, &out, &fault);
    else
        attnviz_lesson_worksheet(lesson, &sheet, &out, &fault);
    attnviz_lesson_free(lesson);
    if (fault.cause) fprintf(stderr, "exercise: %s\n", fault.text);
    return fault.cause ? 1 : right ? 0 : 3;
}
