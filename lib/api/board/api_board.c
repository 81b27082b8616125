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

/* A lesson with the first `count` sets of s->now, as text for the screen as it is. */
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
    attn_lesson *lesson = s->left_out ? s->changed : s->lesson->lesson;
    if (!sets || (other && !tell_plain(s)) || !tell(s, lesson, count, &s->run, &s->board)) {
        forget_run(s);
        return false;
    }
    s->before = other ? s->plain : NULL;
    s->edited = count > 0;
    if (s->page >= s->board->page_count) s->page = s->board->page_count - 1;
    return true;
}

const attn_board_page *attn_board_page_here(const attnviz_board *s)
{
    return &s->board->pages[s->page];
}

const attn_number *attn_board_chosen(const attnviz_board *s)
{
    return &attn_board_page_here(s)->figures[s->chosen];
}

/* The figure that has this name now: the same, if it still has it. Where none has it, nothing is
 * left to change or to enlarge. */
static void choose_again(attnviz_board *s, const char *name)
{
    const attn_board_page *page = attn_board_page_here(s);
    size_t found = ATTN_NO_FIGURE;
    if (s->chosen < page->figure_count && strcmp(attn_board_chosen(s)->name, name) == 0) return;
    for (size_t i = page->figure_count; i-- > 0;)
        if (strcmp(page->figures[i].name, name) == 0) found = i;
    s->chosen = found;
    bool of_number = s->mode == BOARD_CHANGES || s->mode == BOARD_ENLARGES;
    if (found == ATTN_NO_FIGURE && of_number) s->mode = BOARD_READS;
}

/* Computes anew; where that cannot be, the message says why, and it is computed once more after
 * take_back (or NULL: there is nothing to take back). The cursor stays on the number that it was
 * on. False: it was taken back. */
static bool compute_again(attnviz_board *s, void (*take_back)(attnviz_board *))
{
    attn_text name = {0};
    if (s->chosen != ATTN_NO_FIGURE) attn_text_add(&name, attn_board_chosen(s)->name);
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
    const board_change change = {name, text};
    return text && attn_append(s->arena, &s->changes, &s->change_count, &change, sizeof change);
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
    const attn_board_page *page = attn_board_page_here(s), *before = attn_board_page_before(s);
    size_t count = 0;
    for (size_t i = 0; before && i < page->figure_count; i++)
        count += attn_board_changed(page, i, before);
    return count;
}

static void say_changed(attnviz_board *s, const char *name)
{
    size_t count = count_changed(s);
    attn_typeset_label(name, message_of(s));
    attn_text_print(&s->message,
                    " is changed: %zu number%s here %s different now, underlined. u undoes it.",
                    count, count == 1 ? "" : "s", count == 1 ? "is" : "are");
}

static void apply_field(attnviz_board *s)
{
    attn_text number = {0};
    const char *name = attn_board_chosen(s)->name;
    if (!read_number(&s->field, &number)) {
        attn_text_print(message_of(s), "'%s' is not a number: type one such as 2.5 or -1",
                        attn_text_string(&s->field));
    } else if (s->change_count >= MOST_CHANGES) {
        say(s, "No further change is possible: press Escape, then u to undo one");
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
    say(s, s->before ? "The last change is undone."
                     : "The last change is undone: all numbers are the lesson's own.");
}

/* ---- leaving something out ---- */

static void say_side(attnviz_board *s)
{
    size_t count = count_changed(s);
    attn_text *message = message_of(s);
    attn_text_print(message, s->left_out ? "Without %s: " : "With %s again: ", s->without);
    if (count)
        attn_text_print(message, "%zu number%s here %s different, underlined.", count,
                        count == 1 ? "" : "s", count == 1 ? "is" : "are");
    else if (s->before)
        attn_text_add(message, "no number here differs. l lists the pages where some do.");
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
                        i ? ", " : "For w, start with --without and one of: ", name);
    if (message->length == 0)
        attn_text_add(message, "This lesson has nothing that can be left out.");
}

static void change_side(attnviz_board *s)
{
    s->left_out = !s->left_out;
}

/* Leaves out what the lesson can do without, and puts it back; where that cannot be computed, all
 * stays as it is. */
static void exchange(attnviz_board *s)
{
    if (!s->changed) {
        say_switches(s);
        return;
    }
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

/* A screen on (by 1) or back (by −1). One line stays, so that the eye finds its place. */
static void turn(attnviz_board *s, int by)
{
    s->chosen = ATTN_NO_FIGURE;
    const attn_board_extent here = attn_board_measure(s);
    size_t most = here.rows - 1;
    if (by > 0 && here.lines > s->top + here.rows)
        s->top += most;
    else if (by < 0 && s->top)
        s->top = s->top > most ? s->top - most : 0;
    else if (by > 0 ? s->page + 1 < s->board->page_count : s->page > 0)
        go_to(s, by > 0 ? s->page + 1 : s->page - 1);
    else
        say(s, by > 0 ? "This is the last page." : "This is the first page.");
}

/* A line down or up, without a number chosen, or it would not leave the screen. */
static void scroll(attnviz_board *s, int by)
{
    s->chosen = ATTN_NO_FIGURE;
    const attn_board_extent here = attn_board_measure(s);
    if (by > 0 && here.lines > s->top + here.rows) s->top++;
    if (by < 0 && s->top) s->top--;
}

static void go_to_end(attnviz_board *s, int last)
{
    go_to(s, last ? s->board->page_count - 1 : 0);
}

/* ---- numbers ---- */

static void choose_first(attnviz_board *s)
{
    const attn_board_extent here = attn_board_measure(s);
    s->chosen = attn_board_first(attn_board_page_here(s), s->top, here.rows);
    if (s->chosen != ATTN_NO_FIGURE) return;
    if (here.lines > s->top + here.rows)
        scroll(s, 1);
    else
        say(s, "There is no number to choose here.");
}

/* From the number chosen to the one that lies that way. */
static void move_number(attnviz_board *s, attn_way way)
{
    size_t next = attn_board_go(attn_board_page_here(s), s->chosen, way);
    if (next != ATTN_NO_FIGURE)
        s->chosen = next;
    else if (way == ATTN_UP || way == ATTN_DOWN)
        scroll(s, way == ATTN_DOWN ? 1 : -1);
    else
        say(s, way == ATTN_LEFT ? "This is the first number of the page."
                                : "This is the last number of the page: press Space to go on.");
}

/* An arrow: from number to number, or, without one, over the pages. */
static void move(attnviz_board *s, int way)
{
    if (s->chosen != ATTN_NO_FIGURE)
        move_number(s, (attn_way)way);
    else if (way == ATTN_LEFT || way == ATTN_RIGHT)
        turn(s, way == ATTN_RIGHT ? 1 : -1);
    else if (way == ATTN_UP)
        scroll(s, -1);
    else
        choose_first(s);
}

static void choose_beside(attnviz_board *s, int way)
{
    if (s->chosen == ATTN_NO_FIGURE)
        choose_first(s);
    else
        move_number(s, (attn_way)way);
}

/* ---- keys ---- */

/* Shows something else, from its top; or asks for a number or a step, on the page as it stands. */
static void enter(attnviz_board *s, int mode)
{
    bool asks = mode == BOARD_CHANGES || mode == BOARD_JUMPS;
    if (s->chosen == ATTN_NO_FIGURE && (mode == BOARD_CHANGES || mode == BOARD_ENLARGES)) {
        say(s, "First choose a number with the arrow keys, such as ↓.");
    } else if (mode == BOARD_CHANGES && !attn_board_chosen(s)->can_change) {
        say(s, "This number has no name of its own: change one that it is computed from.");
    } else {
        s->mode = (board_mode)mode;
        s->listed = s->page;
        attn_text_clear(&s->field);
        if (!asks) s->top = 0;
    }
}

/* u, w, Escape or the end of the input. */
static void act(attnviz_board *s, int key)
{
    if (key == 'u') undo(s);
    if (key == 'w') exchange(s);
    if (key == ATTNVIZ_KEY_ESCAPE) s->chosen = ATTN_NO_FIGURE;
    if (key == ATTNVIZ_KEY_CLOSE) s->ended = true;
}

static void on_page(attnviz_board *s, const attnviz_press *press)
{
    static const struct {
        attnviz_key key;
        char character;
        void (*act)(attnviz_board *, int how);
        int how;
    } keys[] = {
        {ATTNVIZ_KEY_CHARACTER, ' ', turn, 1},
        {ATTNVIZ_KEY_CHARACTER, 'n', turn, 1},
        {ATTNVIZ_KEY_CHARACTER, 'b', turn, -1},
        {ATTNVIZ_KEY_CHARACTER, 'p', turn, -1},
        {ATTNVIZ_KEY_CHARACTER, 'j', scroll, 1},
        {ATTNVIZ_KEY_CHARACTER, 'k', scroll, -1},
        {ATTNVIZ_KEY_CHARACTER, 'e', enter, BOARD_CHANGES},
        {ATTNVIZ_KEY_CHARACTER, 'a', enter, BOARD_ENLARGES},
        {ATTNVIZ_KEY_CHARACTER, 'l', enter, BOARD_LISTS},
        {ATTNVIZ_KEY_CHARACTER, 'g', enter, BOARD_JUMPS},
        {ATTNVIZ_KEY_CHARACTER, 'h', enter, BOARD_HELPS},
        {ATTNVIZ_KEY_CHARACTER, '?', enter, BOARD_HELPS},
        {ATTNVIZ_KEY_CHARACTER, 'u', act, 'u'},
        {ATTNVIZ_KEY_CHARACTER, 'w', act, 'w'},
        {ATTNVIZ_KEY_CHARACTER, 'q', act, ATTNVIZ_KEY_CLOSE},
        {ATTNVIZ_KEY_ESCAPE, 0, act, ATTNVIZ_KEY_ESCAPE},
        {ATTNVIZ_KEY_CLOSE, 0, act, ATTNVIZ_KEY_CLOSE},
        {ATTNVIZ_KEY_ENTER, 0, turn, 1},
        {ATTNVIZ_KEY_PAGE_DOWN, 0, turn, 1},
        {ATTNVIZ_KEY_BACKSPACE, 0, turn, -1},
        {ATTNVIZ_KEY_PAGE_UP, 0, turn, -1},
        {ATTNVIZ_KEY_HOME, 0, go_to_end, 0},
        {ATTNVIZ_KEY_END, 0, go_to_end, 1},
        {ATTNVIZ_KEY_LEFT, 0, move, ATTN_LEFT},
        {ATTNVIZ_KEY_RIGHT, 0, move, ATTN_RIGHT},
        {ATTNVIZ_KEY_UP, 0, move, ATTN_UP},
        {ATTNVIZ_KEY_DOWN, 0, move, ATTN_DOWN},
        {ATTNVIZ_KEY_TAB, 0, choose_beside, ATTN_RIGHT},
        {ATTNVIZ_KEY_BACK_TAB, 0, choose_beside, ATTN_LEFT},
    };
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (keys[i].key == press->key &&
            (!keys[i].character || keys[i].character == press->text[0]))
            keys[i].act(s, keys[i].how);
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
    attn_text_print(message_of(s), "no step '%s': they go from 1 to %zu", text, last);
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
    size_t last = count ? count - 1 : 0, from = at < last ? at : last;
    size_t back = key == ATTNVIZ_KEY_UP        ? 1
                  : key == ATTNVIZ_KEY_PAGE_UP ? rows
                  : key == ATTNVIZ_KEY_HOME    ? from
                                               : 0;
    size_t on = key == ATTNVIZ_KEY_DOWN        ? 1
                : key == ATTNVIZ_KEY_PAGE_DOWN ? rows
                : key == ATTNVIZ_KEY_END       ? last
                                               : 0;
    from -= back < from ? back : from;
    return last - from > on ? from + on : last;
}

static void on_other(attnviz_board *s, const attnviz_press *press)
{
    const attn_board_extent here = attn_board_measure(s);
    bool quits = press->key == ATTNVIZ_KEY_ESCAPE || press->key == ATTNVIZ_KEY_CLOSE ||
                 (press->key == ATTNVIZ_KEY_CHARACTER && strchr("qla", press->text[0]));
    if (s->mode == BOARD_LISTS && press->key == ATTNVIZ_KEY_ENTER) {
        leave(s);
        go_to(s, s->listed);
    } else if (quits || s->mode == BOARD_HELPS) {
        leave(s);
    } else if (s->mode == BOARD_LISTS) {
        s->listed = moved(s->listed, here.lines, here.rows, press->key);
    } else {
        s->top = moved(s->top, here.lines, here.rows, press->key);
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

/* False, with a fault, where numbers cannot have their '.': the board ends. */
static bool enter_locale(attnviz_board *s, locale_t *callers)
{
    *callers = attn_locale_enter();
    s->ended = *callers == (locale_t)0;
    return !s->ended || attn_no_memory(&s->fault, "setting the locale");
}

bool attnviz_board_press(attnviz_board *s, const attnviz_press *press)
{
    locale_t callers;
    bool types = s && (s->mode == BOARD_CHANGES || s->mode == BOARD_JUMPS);
    if (!s || !press) return false;
    if (s->ended || press->key == ATTNVIZ_KEY_NONE || (press->pasted && !types)) return !s->ended;
    if (!enter_locale(s, &callers)) return false;
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
    s->rows = rows;
    s->columns = columns;
    s->look.columns = columns < BOARD_LEAST_COLUMNS  ? BOARD_LEAST_COLUMNS
                      : columns > BOARD_MOST_COLUMNS ? BOARD_MOST_COLUMNS
                                                     : columns;
    return s->look.columns != before;
}

bool attnviz_board_resize(attnviz_board *s, size_t rows, size_t columns)
{
    locale_t callers;
    if (!s || s->ended) return false;
    if (!set_size(s, rows, columns)) return true;
    if (!enter_locale(s, &callers)) return false;
    attn_renew(&s->fault);
    compute_changes(s);
    attn_locale_leave(callers);
    return !s->ended;
}

const char *attnviz_board_screen(attnviz_board *s)
{
    locale_t callers;
    if (!s || s->ended || !enter_locale(s, &callers)) return NULL;
    attn_board_view(s);
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
    attn_text_free(&s->sum);
    attn_text_free(&s->screen);
    attn_lesson_free(s->changed);
    attn_arena_free(s->arena);
    attn_resize(s, 0);
}

static void prepare(attnviz_board *s, const attnviz_telling *telling)
{
    attn_changes changes = attn_api_changes(telling->without, &telling->wishes, &s->fault);
    if (s->options.varied) s->options.varied = &s->varied;
    s->varied = s->lesson->varied;
    if (changes.switch_count > 0)
        s->changed = attn_lesson_changed(s->lesson->lesson, &changes, &s->fault);
    s->left_out = s->changed != NULL;
    s->without = s->left_out ? attn_lesson_without(s->changed) : "";
    s->arena = attn_arena_new(&s->fault);
    for (size_t i = 0; attn_ok(&s->fault) && i < s->options.set_count; i++)
        add_change(s, NULL, s->options.sets[i]);
    if (attn_ok(&s->fault)) compute(s);
}

attnviz_board *attnviz_board_open(attnviz_lesson *lesson, const attnviz_telling *telling,
                                  size_t rows, size_t columns, attnviz_fault *fault)
{
    attn_api_call call;
    if (!attn_api_given(lesson, "the lesson", fault) ||
        !attn_api_given(telling, "what is asked", fault) || !attn_api_begin(&call, lesson, fault))
        return NULL;
    attnviz_board *s = attn_resize(NULL, sizeof *s);
    if (s) {
        *s = (attnviz_board){.lesson = lesson, .chosen = ATTN_NO_FIGURE};
        s->look = attn_api_show_options(&telling->look, call.status);
        s->look.own = lesson->attended;
        s->look.alone = true;
        if (telling->wishes.as_options) s->look.ask = "--only";
        if (attn_api_options(lesson, &telling->wishes, &s->options)) {
            set_size(s, rows, columns);
            prepare(s, telling);
        }
        attn_status_join(call.status, &s->fault);
    } else {
        attn_no_memory(call.status, "making the board");
    }
    if (attn_api_end(&call)) return s;
    if (s) free_board(s);
    return NULL;
}

bool attnviz_board_close(attnviz_board *s, attnviz_fault *fault)
{
    if (!s) return true;
    attn_status status = s->fault;
    if (s->run && s->screen.length) { /* someone has seen it */
        attn_ear_weights(&s->lesson->ear, s->run);
        attn_ear_judge(&s->lesson->ear, s->run);
    }
    free_board(s);
    return attn_api_settle(&status, fault);
}
