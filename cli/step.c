/*
 * step: runs explain --step: hands the keys to the board of the library, and shows its rows.
 */
#include "explain.h"
#include "step_keys.h"
#include "step_screen.h"

/* Until the person has seen enough; false: nobody is there. */
static bool converse(attnviz_board *board)
{
    step_keys keys = {0};
    attnviz_press press;
    size_t room, count;
    for (bool goes_on = true; goes_on;) {
        const char *rows = step_screen_ready() ? NULL : attnviz_board_screen(board);
        if (rows && !step_screen_show(rows)) return false;
        unsigned char *bytes = step_keys_room(&keys, &room);
        step_event event = step_screen_wait(bytes, room, &count, step_keys_patience(&keys));
        if (event == STEP_CLOSED) return false;
        step_size size = step_screen_size();
        if (event == STEP_RESIZED) goes_on = attnviz_board_resize(board, size.rows, size.columns);
        keys.count += count;
        while (goes_on && step_keys_take(&keys, event == STEP_SILENCE, &press)) {
            if (press.key == ATTNVIZ_KEY_REDRAW) step_screen_forget();
            goes_on = attnviz_board_press(board, &press);
        }
    }
    return true;
}

void cli_step(const cli_arguments *arguments, attnviz_lesson *lesson,
              const attnviz_telling *telling)
{
    attn_status *status = attn_arena_status(arguments->arena);
    step_size size = step_screen_size();
    attnviz_board *board =
        attnviz_board_open(lesson, telling, size.rows, size.columns, arguments->fault);
    if (board && step_screen_open(status)) {
        bool present = converse(board);
        step_screen_close();
        if (!present) attn_fail(status, ATTN_FILE, "the terminal is closed");
    }
    attnviz_board_close(board, arguments->fault);
}
