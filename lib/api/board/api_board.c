/*
 * api_board: a lesson on a board, a moment at a time: carries out each key, and computes again
 * after a change.
 */
#include "api/board/api_board.h"

#include <stdlib.h>
#include <string.h>

#include "core/budget.h"
#include "formula/print/typeset.h"

enum { LONGEST_FIELD = 40, MOST_CHANGES = 1000 };

/* ---- computing ---- */

/* The message, empty. */
static attn_text *message_of(attnviz_board *s)
{
    attn_text_clear(&s->message);
    return &s->message;
}

static void say(attnviz_board *s, const char *what)
{
    attn_text_add(message_of(s), what);
}

/* Of the changes of one number the last counts. */
static bool is_last(const attnviz_board *s, size_t i)
{
    bool last = true;
    for (size_t k = i + 1; k < s->change_count && s->changes[i].name; k++)
        last &= !s->changes[k].name || strcmp(s->changes[i].name, s->changes[k].name) != 0;
    return last;
}

/* A lesson with the first `count` sets of s->now, told for the screen as it is. */
static bool tell(attnviz_board *s, attn_lesson *lesson, size_t count, attn_run **run,
                 attn_board **board)
{
    s->now.set_count = count;
    *run = attn_lesson_run(lesson, &s->now, &s->fault);
    *board = *run ? attn_board_make(*run, &s->look, &s->fault) : NULL;
    return *board != NULL;
}

/* The lesson as it is, to compare with. */
static bool tell_plain(attnviz_board *s)
{
    attn_run *run;
    if (s->plain && s->plain_columns == s->look.columns) return true;
    attn_board_free(s->plain);
    tell(s, s->lesson->lesson, 0, &run, &s->plain);
    attn_run_free(run);
    s->plain_columns = s->look.columns;
    return s->plain != NULL;
}

static void forget_run(attnviz_board *s)
{
    attn_board_free(s->board);
    attn_run_free(s->run);
    s->board = NULL;
    s->run = NULL;
}

/* Computes and tells everything anew. After a failure nothing is there. */
static bool compute(attnviz_board *s)
{
    size_t count = 0;
    const char **sets = attn_alloc(s->arena, s->change_count + 1, sizeof *sets);
    forget_run(s);
    for (size_t i = 0; sets && i < s->change_count; i++)
        if (is_last(s, i)) sets[count++] = s->changes[i].text;
    s->now = s->options;
    s->now.sets = sets;
    bool other = count || s->left_out;
    attn_lesson *lesson = s->left_out ? s->lesson->changed : s->lesson->lesson;
    if (!sets || (other && !tell_plain(s)) || !tell(s, lesson, count, &s->run, &s->board)) {
        forget_run(s);
        return false;
    }
    s->before = other ? s->plain : NULL;
    s->edited = count > 0;
    if (s->page >= s->board->page_count) s->page = s->board->page_count - 1;
    return true;
}

static const attn_board_page *page_here(const attnviz_board *s)
{
    return &s->board->pages[s->page];
}

/* The figure that has this name now: the same, if it still has it. Where none has it, nothing is
 * left to change or to enlarge. */
static void choose_again(attnviz_board *s, const char *name)
{
    const attn_board_page *page = page_here(s);
    size_t chosen = s->chosen, found = ATTN_NO_FIGURE;
    if (chosen < page->figure_count && strcmp(page->figures[chosen].name, name) == 0) return;
    for (size_t i = page->figure_count; i-- > 0;)
        if (strcmp(page->figures[i].name, name) == 0) found = i;
    s->chosen = found;
    bool of_number = s->mode == BOARD_CHANGES || s->mode == BOARD_ENLARGES;
    if (found == ATTN_NO_FIGURE && of_number) s->mode = BOARD_READS;
}

/* The name of the number under the cursor, into the text; "" without one. */
static void note_chosen(const attnviz_board *s, attn_text *name)
{
    if (s->chosen != ATTN_NO_FIGURE) attn_text_add(name, page_here(s)->figures[s->chosen].name);
}

/* Computes anew; where that cannot be, the message says why, and it is computed once more after
 * take_back (or NULL: there is nothing to take back). The cursor stays on the number that it was
 * on. False: it was taken back. */
static bool compute_again(attnviz_board *s, void (*take_back)(attnviz_board *))
{
    attn_text name = {0};
    note_chosen(s, &name);
    bool done = compute(s);
    if (!done && take_back) {
        say(s, s->fault.message);
        s->fault = (attn_status){0};
        take_back(s);
        compute(s);
    }
    if (!s->board)
        s->ended = true;
    else if (s->chosen != ATTN_NO_FIGURE)
        choose_again(s, attn_text_string(&name));
    attn_text_free(&name);
    return done;
}

static void drop_change(attnviz_board *s)
{
    s->change_count--;
}

/* With the changes that there are; without the last, where that cannot be. */
static bool compute_changes(attnviz_board *s)
{
    return compute_again(s, s->change_count ? drop_change : NULL);
}

/* ---- changing numbers ---- */

static bool add_change(attnviz_board *s, const char *name, const char *text)
{
    board_change *place = attn_push(s->arena, &s->changes, &s->change_count, sizeof *place);
    if (place) *place = (board_change){name, text};
    return place && text;
}

/* What is typed, with the hyphen for a minus; false: it is no number. */
static bool read_number(const attn_text *field, attn_text *number)
{
    static const char minus[] = "−";
    for (const char *at = attn_text_string(field); *at; at++) {
        bool is_minus = strncmp(at, minus, strlen(minus)) == 0;
        attn_text_add_bytes(number, is_minus ? "-" : at, 1);
        if (is_minus) at += strlen(minus) - 1;
    }
    const char *text = attn_text_string(number);
    char *end;
    strtod(text, &end);
    return *text && *end == '\0' && strspn(text, "0123456789.eE+-") == number->length;
}

/* Numbers of this page that are underlined. */
static size_t count_changed(const attnviz_board *s)
{
    const attn_board_page *before = attn_board_page_before(s);
    size_t count = 0;
    for (size_t i = 0; before && i < page_here(s)->figure_count; i++)
        count += attn_board_changed(page_here(s), i, before);
    return count;
}

static void say_changed(attnviz_board *s, const char *name)
{
    size_t count = count_changed(s);
    attn_typeset_label(name, message_of(s));
    attn_text_print(&s->message,
                    " is changed: %zu number%s here %s another now, underlined. u takes it back.",
                    count, count == 1 ? "" : "s", count == 1 ? "is" : "are");
}

static void apply_field(attnviz_board *s)
{
    attn_text number = {0};
    const char *name = page_here(s)->figures[s->chosen].name;
    if (!read_number(&s->field, &number)) {
        attn_text_print(message_of(s), "'%s' is no number: type one such as 2.5 or -1",
                        attn_text_string(&s->field));
    } else if (s->change_count >= MOST_CHANGES) {
        say(s, "No more can be changed: Escape, then u takes one back");
    } else {
        name = attn_copy_text(s->arena, name, strlen(name));
        const char *text =
            attn_print(s->arena, "%s = %s", name ? name : "", attn_text_string(&number));
        if (!add_change(s, name, text)) {
            s->ended = true;
        } else if (compute_changes(s)) {
            say_changed(s, name);
            s->mode = BOARD_READS;
        }
    }
    attn_text_free(&number);
}

static void undo(attnviz_board *s)
{
    if (s->change_count == 0) {
        say(s, "Nothing is changed.");
        return;
    }
    drop_change(s);
    if (!compute_changes(s)) return;
    say(s, s->before ? "The last change is taken back."
                     : "The last change is taken back: all numbers are the lesson's own.");
}

static void begin_change(attnviz_board *s)
{
    if (s->chosen == ATTN_NO_FIGURE) {
        say(s, "First choose a number: ↓ and the other arrows do.");
    } else if (!page_here(s)->figures[s->chosen].can_change) {
        say(s, "This number has no name of its own: change one that it comes from.");
    } else {
        attn_text_clear(&s->field);
        s->mode = BOARD_CHANGES;
    }
}

/* ---- leaving something out ---- */

static void say_side(attnviz_board *s)
{
    size_t count = count_changed(s);
    attn_text *message = message_of(s);
    attn_text_print(message, s->left_out ? "Without %s: " : "With %s again: ", s->without);
    if (count)
        attn_text_print(message, "%zu number%s here %s another, underlined.", count,
                        count == 1 ? "" : "s", count == 1 ? "is" : "are");
    else if (s->before)
        attn_text_add(message, "no number here is another. l lists where some are.");
    else
        attn_text_add(message, "all numbers are the lesson's own.");
}

/* What --without could name for this lesson. */
static void say_switches(attnviz_board *s)
{
    attn_text *message = message_of(s);
    const char *name;
    for (size_t i = 0; (name = attn_lesson_switch_at(s->lesson->lesson, i)); i++)
        attn_text_print(message, "%s%s",
                        i ? ", " : "For w, begin with --without and one of: ", name);
    if (message->length == 0) attn_text_add(message, "This lesson has nothing to leave out.");
}

static void change_side(attnviz_board *s)
{
    s->left_out = !s->left_out;
}

/* Leaves out or puts back; where that cannot be computed, all stays as it is. */
static void flip(attnviz_board *s)
{
    change_side(s);
    if (compute_again(s, change_side)) say_side(s);
}

/* ---- pages ---- */

static void go_to(attnviz_board *s, size_t page)
{
    s->page = page;
    s->top = 0;
    s->chosen = ATTN_NO_FIGURE;
}

/* Lines that show at once, and how far those behind them go on. */
static size_t rows_here(const attnviz_board *s, size_t *below)
{
    size_t rows = attn_board_view_rows(s), lines = attn_board_view_lines(s);
    *below = lines > s->top + rows ? lines - s->top - rows : 0;
    return rows;
}

/* One line stays, so that the eye finds its place. */
static void go_on(attnviz_board *s)
{
    size_t below, rows;
    s->chosen = ATTN_NO_FIGURE;
    rows = rows_here(s, &below);
    if (below)
        s->top += rows - 1;
    else if (s->page + 1 < s->board->page_count)
        go_to(s, s->page + 1);
    else
        say(s, "This is the last page.");
}

static void go_back(attnviz_board *s)
{
    size_t below, rows;
    s->chosen = ATTN_NO_FIGURE;
    rows = rows_here(s, &below);
    if (s->top)
        s->top = s->top > rows - 1 ? s->top - (rows - 1) : 0;
    else if (s->page)
        go_to(s, s->page - 1);
    else
        say(s, "This is the first page.");
}

/* Without a number chosen, or it would not leave the screen. */
static void scroll(attnviz_board *s, bool down)
{
    size_t below;
    s->chosen = ATTN_NO_FIGURE;
    rows_here(s, &below);
    if (down && below) s->top++;
    if (!down && s->top) s->top--;
}

/* ---- numbers ---- */

static void choose_first(attnviz_board *s)
{
    size_t below, rows = rows_here(s, &below);
    s->chosen = attn_board_first(page_here(s), s->top, rows);
    if (s->chosen != ATTN_NO_FIGURE) return;
    if (below)
        scroll(s, true);
    else
        say(s, "There is no number here to choose.");
}

static void move(attnviz_board *s, attn_way way)
{
    if (s->chosen == ATTN_NO_FIGURE) {
        if (way == ATTN_LEFT) go_back(s);
        if (way == ATTN_RIGHT) go_on(s);
        if (way == ATTN_UP) scroll(s, false);
        if (way == ATTN_DOWN) choose_first(s);
        return;
    }
    size_t next = attn_board_go(page_here(s), s->chosen, way);
    if (next != ATTN_NO_FIGURE)
        s->chosen = next;
    else if (way == ATTN_UP || way == ATTN_DOWN)
        scroll(s, way == ATTN_DOWN);
    else
        say(s, way == ATTN_LEFT ? "This is the first number of the page."
                                : "This is the last number of the page: Space goes on.");
}

static void choose_beside(attnviz_board *s, attn_way way)
{
    if (s->chosen == ATTN_NO_FIGURE)
        choose_first(s);
    else
        move(s, way);
}

/* ---- keys ---- */

static void enlarge(attnviz_board *s)
{
    if (s->chosen == ATTN_NO_FIGURE) {
        say(s, "First choose a number: ↓ and the other arrows do.");
        return;
    }
    s->mode = BOARD_ENLARGES;
    s->top = 0;
}

static void list_pages(attnviz_board *s)
{
    s->mode = BOARD_LISTS;
    s->listed = s->page;
    s->top = 0;
}

static void scroll_down(attnviz_board *s)
{
    scroll(s, true);
}

static void scroll_up(attnviz_board *s)
{
    scroll(s, false);
}

/* Leaves out what the lesson can do without, and puts it back. */
static void exchange(attnviz_board *s)
{
    if (s->lesson->changed)
        flip(s);
    else
        say_switches(s);
}

static void ask_for_step(attnviz_board *s)
{
    attn_text_clear(&s->field);
    s->mode = BOARD_JUMPS;
}

static void show_help(attnviz_board *s)
{
    s->mode = BOARD_HELPS;
    s->top = 0;
}

static void go_to_first(attnviz_board *s)
{
    go_to(s, 0);
}

static void go_to_last(attnviz_board *s)
{
    go_to(s, s->board->page_count - 1);
}

static void put_away(attnviz_board *s)
{
    s->chosen = ATTN_NO_FIGURE;
}

static void quit(attnviz_board *s)
{
    s->ended = true;
}

static void read_character(attnviz_board *s, char character)
{
    static const struct {
        char character;
        void (*act)(attnviz_board *);
    } characters[] = {
        {' ', go_on},       {'n', go_on},     {'b', go_back},      {'p', go_back},
        {'j', scroll_down}, {'k', scroll_up}, {'e', begin_change}, {'u', undo},
        {'w', exchange},    {'a', enlarge},   {'l', list_pages},   {'g', ask_for_step},
        {'h', show_help},   {'?', show_help}, {'q', quit},
    };
    for (size_t i = 0; i < sizeof characters / sizeof *characters; i++)
        if (characters[i].character == character) characters[i].act(s);
}

static void on_page(attnviz_board *s, const attnviz_press *press)
{
    static const struct {
        void (*go)(attnviz_board *, attn_way);
        attn_way way;
    } ways[ATTNVIZ_KEY_CLOSE + 1] = {
        [ATTNVIZ_KEY_LEFT] = {move, ATTN_LEFT},
        [ATTNVIZ_KEY_RIGHT] = {move, ATTN_RIGHT},
        [ATTNVIZ_KEY_UP] = {move, ATTN_UP},
        [ATTNVIZ_KEY_DOWN] = {move, ATTN_DOWN},
        [ATTNVIZ_KEY_TAB] = {choose_beside, ATTN_RIGHT},
        [ATTNVIZ_KEY_BACK_TAB] = {choose_beside, ATTN_LEFT},
    };
    static void (*const acts[ATTNVIZ_KEY_CLOSE + 1])(attnviz_board *) = {
        [ATTNVIZ_KEY_ENTER] = go_on,       [ATTNVIZ_KEY_PAGE_DOWN] = go_on,
        [ATTNVIZ_KEY_BACKSPACE] = go_back, [ATTNVIZ_KEY_PAGE_UP] = go_back,
        [ATTNVIZ_KEY_HOME] = go_to_first,  [ATTNVIZ_KEY_END] = go_to_last,
        [ATTNVIZ_KEY_ESCAPE] = put_away,   [ATTNVIZ_KEY_CLOSE] = quit,
    };
    if (press->key == ATTNVIZ_KEY_CHARACTER) read_character(s, press->text[0]);
    if (ways[press->key].go) ways[press->key].go(s, ways[press->key].way);
    if (acts[press->key]) acts[press->key](s);
}

/* Back to the page, as it was. */
static void leave(attnviz_board *s)
{
    s->mode = BOARD_READS;
    s->top = 0;
}

static void jump(attnviz_board *s)
{
    const char *text = attn_text_string(&s->field);
    size_t last = s->board->pages[s->board->page_count - 1].stop->step;
    char *end;
    unsigned long step = strtoul(text, &end, 10);
    if (text[0] >= '0' && text[0] <= '9' && *end == '\0' && step >= 1 && step <= last) {
        s->mode = BOARD_READS;
        go_to(s, attn_board_step(s->board, step));
        return;
    }
    attn_text_print(message_of(s), "there is no step '%s': they go from 1 to %zu", text, last);
}

static void erase_last(attn_text *field)
{
    while (field->length && ((unsigned char)field->bytes[field->length - 1] & 0xc0) == 0x80)
        field->length--;
    if (field->length) field->bytes[--field->length] = '\0';
}

static void on_field(attnviz_board *s, const attnviz_press *press)
{
    attn_text *field = &s->field;
    bool pasted_end = press->pasted && press->key == ATTNVIZ_KEY_ENTER;
    if (press->key == ATTNVIZ_KEY_ESCAPE) {
        s->mode = BOARD_READS;
    } else if (press->key == ATTNVIZ_KEY_BACKSPACE) {
        erase_last(field);
    } else if (press->key == ATTNVIZ_KEY_CHARACTER && field->length < LONGEST_FIELD) {
        attn_text_add(field, press->text);
    } else if (press->key == ATTNVIZ_KEY_ENTER && !pasted_end) {
        if (s->mode == BOARD_JUMPS)
            jump(s);
        else
            apply_field(s);
    }
}

/* Which line, or page of the list, a key leads to from this one of `count`. */
static size_t moved(size_t at, size_t count, size_t rows, attnviz_key key)
{
    size_t last = count ? count - 1 : 0;
    switch ((int)key) {
    case ATTNVIZ_KEY_UP:
        return at ? at - 1 : 0;
    case ATTNVIZ_KEY_DOWN:
        return at < last ? at + 1 : last;
    case ATTNVIZ_KEY_PAGE_UP:
        return at > rows ? at - rows : 0;
    case ATTNVIZ_KEY_PAGE_DOWN:
        return last - at > rows ? at + rows : last;
    case ATTNVIZ_KEY_HOME:
        return 0;
    case ATTNVIZ_KEY_END:
        return last;
    default:
        return at;
    }
}

static void on_other(attnviz_board *s, const attnviz_press *press)
{
    size_t below, rows = rows_here(s, &below), lines = attn_board_view_lines(s);
    bool quits = press->key == ATTNVIZ_KEY_ESCAPE || press->key == ATTNVIZ_KEY_CLOSE ||
                 (press->key == ATTNVIZ_KEY_CHARACTER && strchr("qla", press->text[0]));
    if (s->mode == BOARD_LISTS && press->key == ATTNVIZ_KEY_ENTER) {
        leave(s);
        go_to(s, s->listed);
    } else if (quits || s->mode == BOARD_HELPS) {
        leave(s);
    } else if (s->mode == BOARD_LISTS) {
        s->listed = moved(s->listed, lines, rows, press->key);
    } else {
        s->top = moved(s->top, lines, rows, press->key);
    }
}

static void answer(attnviz_board *s, const attnviz_press *press)
{
    if (press->key == ATTNVIZ_KEY_REDRAW) return;
    if (attn_board_too_small(s))
        s->ended = press->key == ATTNVIZ_KEY_CHARACTER && press->text[0] == 'q';
    else if (s->mode == BOARD_CHANGES || s->mode == BOARD_JUMPS)
        on_field(s, press);
    else if (s->mode == BOARD_READS)
        on_page(s, press);
    else
        on_other(s, press);
}

bool attnviz_board_press(attnviz_board *s, const attnviz_press *press)
{
    locale_t callers;
    bool types = s->mode == BOARD_CHANGES || s->mode == BOARD_JUMPS;
    if (s->ended || press->key == ATTNVIZ_KEY_NONE || (press->pasted && !types)) return !s->ended;
    if (!attn_api_enter(&callers, NULL)) return false;
    attn_renew(&s->fault); /* each answer has the whole budget */
    attn_text_clear(&s->message);
    answer(s, press);
    attn_locale_leave(callers);
    return !s->ended;
}

/* ---- the screen ---- */

/* True if the page is to be laid out anew for it. */
static bool set_size(attnviz_board *s, size_t rows, size_t columns)
{
    size_t before = s->look.columns;
    s->size.rows = rows;
    s->size.columns = columns;
    s->look.columns = columns < BOARD_LEAST_COLUMNS  ? BOARD_LEAST_COLUMNS
                      : columns > BOARD_MOST_COLUMNS ? BOARD_MOST_COLUMNS
                                                     : columns;
    return s->look.columns != before;
}

bool attnviz_board_resize(attnviz_board *s, size_t rows, size_t columns)
{
    locale_t callers;
    if (!set_size(s, rows, columns) || s->ended || !attn_api_enter(&callers, NULL))
        return !s->ended;
    attn_renew(&s->fault);
    compute_changes(s);
    attn_locale_leave(callers);
    return !s->ended;
}

const char *attnviz_board_screen(attnviz_board *s)
{
    locale_t callers;
    if (s->ended || !attn_api_enter(&callers, NULL)) return NULL;
    attn_text_clear(&s->screen);
    attn_board_view_settle(s);
    attn_board_view(s, &s->screen);
    attn_locale_leave(callers);
    return s->screen.failed ? NULL : attn_text_string(&s->screen);
}

/* ---- its life ---- */

static void free_board(attnviz_board *s)
{
    forget_run(s);
    attn_board_free(s->plain);
    attn_text_free(&s->field);
    attn_text_free(&s->message);
    attn_text_free(&s->screen);
    attn_arena_free(s->arena);
    attn_resize(s, 0);
}

static void prepare(attnviz_board *s, const attnviz_telling *telling)
{
    attnviz_lesson *lesson = s->lesson;
    attn_changes changes = attn_api_changes(telling->without, &telling->wishes, &s->fault);
    attn_api_forget_run(lesson);
    if (changes.switch_count > 0)
        lesson->changed = attn_lesson_changed(lesson->lesson, &changes, &s->fault);
    s->left_out = lesson->changed != NULL;
    s->without = s->left_out ? attn_lesson_without(lesson->changed) : "";
    s->arena = attn_arena_new(&s->fault);
    for (size_t i = 0; attn_ok(&s->fault) && i < s->options.set_count; i++)
        add_change(s, NULL, s->options.sets[i]);
    if (attn_ok(&s->fault)) compute(s);
}

attnviz_board *attnviz_board_open(attnviz_lesson *lesson, const attnviz_telling *telling,
                                  size_t rows, size_t columns, attnviz_fault *fault)
{
    locale_t callers;
    if (!attn_api_given(lesson, "the lesson", fault) ||
        !attn_api_given(telling, "what is asked", fault) || !attn_api_enter(&callers, fault))
        return NULL;
    attnviz_board *s = attn_resize(NULL, sizeof *s);
    if (s) {
        *s = (attnviz_board){.lesson = lesson, .chosen = ATTN_NO_FIGURE};
        s->look = attn_api_show_options(&telling->look, &lesson->status);
        if (attn_api_options(lesson, &telling->wishes, &s->options)) {
            set_size(s, rows, columns);
            prepare(s, telling);
        }
        attn_status_join(&lesson->status, &s->fault);
    } else {
        attn_fail(&lesson->status, ATTN_MEMORY, "there is not enough memory for a board");
    }
    if (attn_api_leave(callers, &lesson->status, fault)) return s;
    if (s) free_board(s);
    return NULL;
}

bool attnviz_board_close(attnviz_board *s, attnviz_fault *fault)
{
    locale_t callers;
    if (!s) return true;
    attn_status status = s->fault;
    if (s->run && s->screen.length) { /* someone has seen it */
        attn_ear_weights(&s->lesson->ear, s->run);
        attn_ear_judge(&s->lesson->ear, s->run);
    }
    free_board(s);
    return attn_api_enter(&callers, fault) && attn_api_leave(callers, &status, fault);
}
