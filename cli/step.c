/*
 * step: runs explain --step: carries out each key, and computes again after a change.
 */
#include "step.h"

#include <stdlib.h>
#include <string.h>

#include "core/budget.h"
#include "formula/print/typeset.h"
#include "reading.h"
#include "step_keys.h"
#include "step_screen.h"
#include "step_view.h"

enum { LONGEST_FIELD = 40, MOST_CHANGES = 1000 };

typedef struct change {
    const char *name; /* "e_{1,2}"; NULL: given with --set */
    const char *text; /* "e_{1,2} = 2.0" */
} change;

typedef struct session {
    step_state state;
    attn_lesson *lesson, *changed; /* changed: with something left out; NULL: nothing can be */
    const attn_options *options;   /* as they were given */
    attn_options now;              /* with the changes */
    attn_show_options look;        /* as wide as the screen */
    attn_status fault;             /* of the run; told, and then forgotten */
    attn_arena *arena;             /* of the changes */
    attn_run *run;
    attn_board *board, *before;
    size_t before_columns; /* that `before` was laid out for */
    change *changes;
    size_t change_count;
    step_size size;
    bool ended;
} session;

/* ---- computing ---- */

static void say(session *s, const char *what)
{
    attn_text_clear(&s->state.message);
    attn_text_add(&s->state.message, what);
}

/* Of the changes of one number the last counts. */
static bool is_last(const session *s, size_t i)
{
    bool last = true;
    for (size_t k = i + 1; k < s->change_count && s->changes[i].name; k++)
        last &= !s->changes[k].name || strcmp(s->changes[i].name, s->changes[k].name) != 0;
    return last;
}

/* A lesson with the first `count` sets of s->now, told for the screen as it is. */
static bool tell(session *s, attn_lesson *lesson, size_t count, attn_run **run, attn_board **board)
{
    s->now.set_count = count;
    *run = attn_lesson_run(lesson, &s->now, &s->fault);
    *board = *run ? attn_board_make(*run, &s->look, &s->fault) : NULL;
    return *board != NULL;
}

/* The lesson as it is, to compare with. */
static bool tell_before(session *s)
{
    attn_run *run;
    if (s->before && s->before_columns == s->look.columns) return true;
    attn_board_free(s->before);
    tell(s, s->lesson, 0, &run, &s->before);
    attn_run_free(run);
    s->before_columns = s->look.columns;
    return s->before != NULL;
}

static void forget_run(session *s)
{
    attn_board_free(s->board);
    attn_run_free(s->run);
    s->board = NULL;
    s->run = NULL;
}

/* Computes and tells everything anew. After a failure nothing is there. */
static bool compute(session *s)
{
    size_t count = 0;
    const char **sets = attn_alloc(s->arena, s->change_count + 1, sizeof *sets);
    forget_run(s);
    for (size_t i = 0; sets && i < s->change_count; i++)
        if (is_last(s, i)) sets[count++] = s->changes[i].text;
    s->now = *s->options;
    s->now.sets = sets;
    bool other = count || s->state.left_out;
    attn_lesson *lesson = s->state.left_out ? s->changed : s->lesson;
    if (!sets || (other && !tell_before(s)) || !tell(s, lesson, count, &s->run, &s->board)) {
        forget_run(s);
        return false;
    }
    s->state.run = s->run;
    s->state.board = s->board;
    s->state.before = other ? s->before : NULL;
    s->state.edited = count > 0;
    if (s->state.page >= s->board->page_count) s->state.page = s->board->page_count - 1;
    return true;
}

static const attn_board_page *page_here(const session *s)
{
    return &s->board->pages[s->state.page];
}

/* The figure that has this name now: the same, if it still has it. Where none has it, nothing is
 * left to change or to enlarge. */
static void choose_again(session *s, const char *name)
{
    const attn_board_page *page = page_here(s);
    size_t chosen = s->state.chosen, found = ATTN_NO_FIGURE;
    if (chosen < page->figure_count && strcmp(page->figures[chosen].name, name) == 0) return;
    for (size_t i = page->figure_count; i-- > 0;)
        if (strcmp(page->figures[i].name, name) == 0) found = i;
    s->state.chosen = found;
    bool of_number = s->state.mode == STEP_CHANGES || s->state.mode == STEP_ENLARGES;
    if (found == ATTN_NO_FIGURE && of_number) s->state.mode = STEP_READS;
}

/* The name of the number under the cursor, into the text; "" without one. */
static void note_chosen(const session *s, attn_text *name)
{
    if (s->state.chosen != ATTN_NO_FIGURE)
        attn_text_add(name, page_here(s)->figures[s->state.chosen].name);
}

/* Computes anew; where that cannot be, the message says why, and it is computed once more after
 * take_back (or NULL: there is nothing to take back). The cursor stays on the number that it was
 * on. False: it was taken back. */
static bool compute_again(session *s, void (*take_back)(session *))
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
    else if (s->state.chosen != ATTN_NO_FIGURE)
        choose_again(s, attn_text_string(&name));
    attn_text_free(&name);
    return done;
}

static void drop_change(session *s)
{
    s->change_count--;
}

/* With the changes that there are; without the last, where that cannot be. */
static bool compute_changes(session *s)
{
    return compute_again(s, s->change_count ? drop_change : NULL);
}

/* ---- changing numbers ---- */

static bool add_change(session *s, const char *name, const char *text)
{
    change *place = attn_push(s->arena, &s->changes, &s->change_count, sizeof *place);
    if (place) *place = (change){name, text};
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
static size_t count_changed(const session *s)
{
    const attn_board_page *before = step_page_before(&s->state);
    size_t count = 0;
    for (size_t i = 0; before && i < page_here(s)->figure_count; i++)
        count += attn_board_changed(page_here(s), i, before);
    return count;
}

static void say_changed(session *s, const char *name)
{
    size_t count = count_changed(s);
    attn_text_clear(&s->state.message);
    attn_typeset_label(name, &s->state.message);
    attn_text_print(&s->state.message,
                    " is changed: %zu number%s here %s another now, underlined. u takes it back.",
                    count, count == 1 ? "" : "s", count == 1 ? "is" : "are");
}

static void apply_field(session *s)
{
    attn_text number = {0};
    const char *name = page_here(s)->figures[s->state.chosen].name;
    if (!read_number(&s->state.field, &number)) {
        attn_text_clear(&s->state.message);
        attn_text_print(&s->state.message, "'%s' is no number: type one such as 2.5 or -1",
                        attn_text_string(&s->state.field));
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
            s->state.mode = STEP_READS;
        }
    }
    attn_text_free(&number);
}

static void undo(session *s)
{
    if (s->change_count == 0) {
        say(s, "Nothing is changed.");
        return;
    }
    drop_change(s);
    if (!compute_changes(s)) return;
    say(s, s->state.before ? "The last change is taken back."
                           : "The last change is taken back: all numbers are the lesson's own.");
}

static void begin_change(session *s)
{
    if (s->state.chosen == ATTN_NO_FIGURE) {
        say(s, "First choose a number: ↓ and the other arrows do.");
    } else if (!page_here(s)->figures[s->state.chosen].can_change) {
        say(s, "This number has no name of its own: change one that it comes from.");
    } else {
        attn_text_clear(&s->state.field);
        s->state.mode = STEP_CHANGES;
    }
}

/* ---- leaving something out ---- */

static void say_side(session *s)
{
    size_t count = count_changed(s);
    attn_text *message = &s->state.message;
    attn_text_clear(message);
    attn_text_print(message,
                    s->state.left_out ? "Without %s: " : "With %s again: ", s->state.without);
    if (count)
        attn_text_print(message, "%zu number%s here %s another, underlined.", count,
                        count == 1 ? "" : "s", count == 1 ? "is" : "are");
    else if (s->state.before)
        attn_text_add(message, "no number here is another. l lists where some are.");
    else
        attn_text_add(message, "all numbers are the lesson's own.");
}

/* What --without could name for this lesson. */
static void say_switches(session *s)
{
    attn_text *message = &s->state.message;
    const char *name;
    attn_text_clear(message);
    for (size_t i = 0; (name = attn_lesson_switch_at(s->lesson, i)); i++)
        attn_text_print(message, "%s%s",
                        i ? ", " : "For w, begin with --without and one of: ", name);
    if (message->length == 0) attn_text_add(message, "This lesson has nothing to leave out.");
}

static void change_side(session *s)
{
    s->state.left_out = !s->state.left_out;
}

/* Leaves out or puts back; where that cannot be computed, all stays as it is. */
static void flip(session *s)
{
    change_side(s);
    if (compute_again(s, change_side)) say_side(s);
}

/* ---- pages ---- */

static void go_to(session *s, size_t page)
{
    s->state.page = page;
    s->state.top = 0;
    s->state.chosen = ATTN_NO_FIGURE;
}

/* Lines that show at once, and how far those behind them go on. */
static size_t rows_here(const session *s, size_t *below)
{
    size_t rows = step_view_rows(&s->state, s->size), lines = step_view_lines(&s->state, s->size);
    *below = lines > s->state.top + rows ? lines - s->state.top - rows : 0;
    return rows;
}

/* One line stays, so that the eye finds its place. */
static void go_on(session *s)
{
    size_t below, rows;
    s->state.chosen = ATTN_NO_FIGURE;
    rows = rows_here(s, &below);
    if (below)
        s->state.top += rows - 1;
    else if (s->state.page + 1 < s->board->page_count)
        go_to(s, s->state.page + 1);
    else
        say(s, "This is the last page.");
}

static void go_back(session *s)
{
    size_t below, rows;
    s->state.chosen = ATTN_NO_FIGURE;
    rows = rows_here(s, &below);
    if (s->state.top)
        s->state.top = s->state.top > rows - 1 ? s->state.top - (rows - 1) : 0;
    else if (s->state.page)
        go_to(s, s->state.page - 1);
    else
        say(s, "This is the first page.");
}

/* Without a number chosen, or it would not leave the screen. */
static void scroll(session *s, bool down)
{
    size_t below;
    s->state.chosen = ATTN_NO_FIGURE;
    rows_here(s, &below);
    if (down && below) s->state.top++;
    if (!down && s->state.top) s->state.top--;
}

/* ---- numbers ---- */

static void choose_first(session *s)
{
    size_t below, rows = rows_here(s, &below);
    s->state.chosen = attn_board_first(page_here(s), s->state.top, rows);
    if (s->state.chosen != ATTN_NO_FIGURE) return;
    if (below)
        scroll(s, true);
    else
        say(s, "There is no number here to choose.");
}

static void move(session *s, attn_way way)
{
    if (s->state.chosen == ATTN_NO_FIGURE) {
        if (way == ATTN_LEFT) go_back(s);
        if (way == ATTN_RIGHT) go_on(s);
        if (way == ATTN_UP) scroll(s, false);
        if (way == ATTN_DOWN) choose_first(s);
        return;
    }
    size_t next = attn_board_go(page_here(s), s->state.chosen, way);
    if (next != ATTN_NO_FIGURE)
        s->state.chosen = next;
    else if (way == ATTN_UP || way == ATTN_DOWN)
        scroll(s, way == ATTN_DOWN);
    else
        say(s, way == ATTN_LEFT ? "This is the first number of the page."
                                : "This is the last number of the page: Space goes on.");
}

static void choose_beside(session *s, attn_way way)
{
    if (s->state.chosen == ATTN_NO_FIGURE)
        choose_first(s);
    else
        move(s, way);
}

/* ---- keys ---- */

static void enlarge(session *s)
{
    if (s->state.chosen == ATTN_NO_FIGURE) {
        say(s, "First choose a number: ↓ and the other arrows do.");
        return;
    }
    s->state.mode = STEP_ENLARGES;
    s->state.top = 0;
}

static void list_pages(session *s)
{
    s->state.mode = STEP_LISTS;
    s->state.listed = s->state.page;
    s->state.top = 0;
}

static void scroll_down(session *s)
{
    scroll(s, true);
}

static void scroll_up(session *s)
{
    scroll(s, false);
}

/* Leaves out what the lesson can do without, and puts it back. */
static void exchange(session *s)
{
    if (s->changed)
        flip(s);
    else
        say_switches(s);
}

static void ask_for_step(session *s)
{
    attn_text_clear(&s->state.field);
    s->state.mode = STEP_JUMPS;
}

static void show_help(session *s)
{
    s->state.mode = STEP_HELPS;
    s->state.top = 0;
}

static void go_to_first(session *s)
{
    go_to(s, 0);
}

static void go_to_last(session *s)
{
    go_to(s, s->board->page_count - 1);
}

static void put_away(session *s)
{
    s->state.chosen = ATTN_NO_FIGURE;
}

static void quit(session *s)
{
    s->ended = true;
}

static void read_character(session *s, char character)
{
    static const struct {
        char character;
        void (*act)(session *);
    } characters[] = {
        {' ', go_on},       {'n', go_on},     {'b', go_back},      {'p', go_back},
        {'j', scroll_down}, {'k', scroll_up}, {'e', begin_change}, {'u', undo},
        {'w', exchange},    {'a', enlarge},   {'l', list_pages},   {'g', ask_for_step},
        {'h', show_help},   {'?', show_help}, {'q', quit},
    };
    for (size_t i = 0; i < sizeof characters / sizeof *characters; i++)
        if (characters[i].character == character) characters[i].act(s);
}

static void on_page(session *s, const step_press *press)
{
    static const struct {
        void (*go)(session *, attn_way);
        attn_way way;
    } ways[STEP_END_OF_INPUT + 1] = {
        [STEP_LEFT] = {move, ATTN_LEFT},
        [STEP_RIGHT] = {move, ATTN_RIGHT},
        [STEP_UP] = {move, ATTN_UP},
        [STEP_DOWN] = {move, ATTN_DOWN},
        [STEP_TAB] = {choose_beside, ATTN_RIGHT},
        [STEP_BACK_TAB] = {choose_beside, ATTN_LEFT},
    };
    static void (*const acts[STEP_END_OF_INPUT + 1])(session *) = {
        [STEP_ENTER] = go_on,     [STEP_PAGE_DOWN] = go_on,   [STEP_BACKSPACE] = go_back,
        [STEP_PAGE_UP] = go_back, [STEP_HOME] = go_to_first,  [STEP_END] = go_to_last,
        [STEP_ESCAPE] = put_away, [STEP_END_OF_INPUT] = quit,
    };
    if (press->key == STEP_CHARACTER) read_character(s, press->text[0]);
    if (ways[press->key].go) ways[press->key].go(s, ways[press->key].way);
    if (acts[press->key]) acts[press->key](s);
}

/* Back to the page, as it was. */
static void leave(session *s)
{
    s->state.mode = STEP_READS;
    s->state.top = 0;
}

static void jump(session *s)
{
    const char *text = attn_text_string(&s->state.field);
    size_t last = s->board->pages[s->board->page_count - 1].stop->step;
    char *end;
    unsigned long step = strtoul(text, &end, 10);
    if (text[0] >= '0' && text[0] <= '9' && *end == '\0' && step >= 1 && step <= last) {
        s->state.mode = STEP_READS;
        go_to(s, attn_board_step(s->board, step));
        return;
    }
    attn_text_clear(&s->state.message);
    attn_text_print(&s->state.message, "there is no step '%s': they go from 1 to %zu", text, last);
}

static void erase_last(attn_text *field)
{
    while (field->length && ((unsigned char)field->bytes[field->length - 1] & 0xc0) == 0x80)
        field->length--;
    if (field->length) field->bytes[--field->length] = '\0';
}

static void on_field(session *s, const step_press *press)
{
    attn_text *field = &s->state.field;
    bool pasted_end = press->pasted && press->key == STEP_ENTER;
    if (press->key == STEP_ESCAPE) {
        s->state.mode = STEP_READS;
    } else if (press->key == STEP_BACKSPACE) {
        erase_last(field);
    } else if (press->key == STEP_CHARACTER && field->length < LONGEST_FIELD) {
        attn_text_add(field, press->text);
    } else if (press->key == STEP_ENTER && !pasted_end) {
        if (s->state.mode == STEP_JUMPS)
            jump(s);
        else
            apply_field(s);
    }
}

/* Which line, or page of the list, a key leads to from this one of `count`. */
static size_t moved(size_t at, size_t count, size_t rows, step_key key)
{
    size_t last = count ? count - 1 : 0;
    switch ((int)key) {
    case STEP_UP:
        return at ? at - 1 : 0;
    case STEP_DOWN:
        return at < last ? at + 1 : last;
    case STEP_PAGE_UP:
        return at > rows ? at - rows : 0;
    case STEP_PAGE_DOWN:
        return last - at > rows ? at + rows : last;
    case STEP_HOME:
        return 0;
    case STEP_END:
        return last;
    default:
        return at;
    }
}

static void on_other(session *s, const step_press *press)
{
    size_t below, rows = rows_here(s, &below), lines = step_view_lines(&s->state, s->size);
    bool quits = press->key == STEP_ESCAPE || press->key == STEP_END_OF_INPUT ||
                 (press->key == STEP_CHARACTER && strchr("qla", press->text[0]));
    if (s->state.mode == STEP_LISTS && press->key == STEP_ENTER) {
        leave(s);
        go_to(s, s->state.listed);
    } else if (quits || s->state.mode == STEP_HELPS) {
        leave(s);
    } else if (s->state.mode == STEP_LISTS) {
        s->state.listed = moved(s->state.listed, lines, rows, press->key);
    } else {
        s->state.top = moved(s->state.top, lines, rows, press->key);
    }
}

static bool too_small(const session *s)
{
    return s->size.columns < STEP_LEAST_COLUMNS || s->size.rows < STEP_LEAST_ROWS;
}

static void on_key(session *s, const step_press *press)
{
    bool types = s->state.mode == STEP_CHANGES || s->state.mode == STEP_JUMPS;
    if (press->key == STEP_NOTHING || (press->pasted && !types)) return;
    attn_text_clear(&s->state.message);
    if (press->key == STEP_REDRAW)
        step_screen_forget();
    else if (too_small(s))
        s->ended = press->key == STEP_CHARACTER && press->text[0] == 'q';
    else if (types)
        on_field(s, press);
    else if (s->state.mode == STEP_READS)
        on_page(s, press);
    else
        on_other(s, press);
}

/* ---- the screen ---- */

static size_t columns_of(step_size size)
{
    if (size.columns < STEP_LEAST_COLUMNS) return STEP_LEAST_COLUMNS;
    return size.columns < STEP_MOST_COLUMNS ? size.columns : STEP_MOST_COLUMNS;
}

static void resize(session *s)
{
    s->size = step_screen_size();
    if (columns_of(s->size) == s->look.columns) return;
    s->look.columns = columns_of(s->size);
    compute_changes(s);
}

static bool draw(session *s)
{
    attn_text rows = {0};
    step_view_settle(&s->state, s->size);
    step_view(&s->state, s->size, &rows);
    bool shown = rows.failed || step_screen_show(&rows);
    attn_text_free(&rows);
    return shown;
}

/* Until the person has seen enough; false: nobody is there. */
static bool converse(session *s)
{
    step_keys keys = {0};
    step_press press;
    size_t room, count;
    while (!s->ended) {
        if (!step_screen_ready() && !draw(s)) return false;
        unsigned char *bytes = step_keys_room(&keys, &room);
        step_event event = step_screen_wait(bytes, room, &count, step_keys_patience(&keys));
        if (event == STEP_CLOSED) return false;
        attn_renew(&s->fault); /* each answer has the whole budget */
        if (event == STEP_RESIZED) resize(s);
        keys.count += count;
        while (!s->ended && step_keys_take(&keys, event == STEP_SILENCE, &press)) on_key(s, &press);
    }
    return true;
}

static bool prepare(session *s)
{
    s->arena = attn_arena_new(&s->fault);
    for (size_t i = 0; s->arena && i < s->options->set_count; i++)
        if (!add_change(s, NULL, s->options->sets[i])) return false;
    s->size = step_screen_size();
    s->look.columns = columns_of(s->size);
    return s->arena && compute(s);
}

enum cli_exit cli_step(attn_lesson *lesson, attn_lesson *changed, const attn_options *run,
                       const attn_show_options *show, attn_status *status)
{
    session s = {.lesson = lesson, .changed = changed, .options = run, .look = *show};
    enum cli_exit result = CLI_FAILED;
    s.state.look = &s.look;
    s.state.chosen = ATTN_NO_FIGURE;
    s.state.left_out = changed != NULL;
    s.state.without = changed ? attn_lesson_without(changed) : "";
    if (prepare(&s) && step_screen_open(&s.fault)) {
        bool present = converse(&s);
        step_screen_close();
        if (!present) attn_fail(&s.fault, ATTN_FILE, "the terminal is closed");
        if (s.run) cli_warn_of_weights(s.run);
        if (s.run) result = cli_lesson_verdict(s.run);
    }
    *status = s.fault;
    forget_run(&s);
    attn_board_free(s.before);
    attn_text_free(&s.state.field);
    attn_text_free(&s.state.message);
    attn_arena_free(s.arena);
    return result;
}
