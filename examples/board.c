/*
 * A lesson on a board: the program presses each word of the command line as a key, and prints the screen.
 *
 *     cc board.c $(pkg-config --cflags --libs attnviz) -o board
 *     ./board n n l             two pages forward, then the list of pages
 */
#include <attnviz.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    const attnviz_look usual = ATTNVIZ_LOOK;
    attnviz_fault fault = {0};
    attnviz_telling telling = {0};
    attnviz_press press = {ATTNVIZ_KEY_CHARACTER, "", false};
    telling.look = usual;
    attnviz_lesson *lesson = attnviz_lesson_carried("le-chat-noir", &fault);
    attnviz_board *board = attnviz_board_open(lesson, &telling, 24, 80, &fault);
    bool goes_on = board != NULL;
    for (int i = 1; goes_on && i < argc; i++) {
        press.text[0] = argv[i][0];
        goes_on = attnviz_board_press(board, &press);
    }
    const char *screen = goes_on ? attnviz_board_screen(board) : NULL;
    if (screen) printf("%s", screen);
    attnviz_board_close(board, &fault);
    attnviz_lesson_free(lesson);
    if (fault.cause) fprintf(stderr, "board: %s\n", fault.text);
    return fault.cause ? 1 : 0;
}
