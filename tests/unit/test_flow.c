/*
 * flow: the formulas of a lesson become boxes and operations; places are taken from Graphviz's
 * answer, whatever that is; and everything in a diagram is legible.
 */
/* slow under sanitizers */
#include <math.h>

#include "boxes.h"
#include "document/flow/graph.h"
#include "lesson/builtin/library.h"
#include "scarce.h"

static attn_status status;
static attn_arena *arena;
static attn_lesson *lesson;
static attn_run *run;
static attn_flow flow;
static attn_sheet_options look;

static void clean_up(void)
{
    attn_run_free(run);
    attn_lesson_free(lesson);
    attn_arena_free(arena);
    run = NULL;
    lesson = NULL;
    arena = NULL;
}

static void prepare(void)
{
    status = (attn_status){0};
    arena = attn_arena_new(&status);
}

static void build(const char *name, const attn_flow_asked *asked)
{
    const attn_options options = {.shows = asked->shows, .show_count = asked->show_count};
    clean_up();
    prepare();
    lesson = attn_lesson_read(name, true, &status);
    ck_assert_msg(lesson != NULL, "%s: %s", name, status.message);
    run = attn_lesson_run(lesson, &options, &status);
    ck_assert_msg(run != NULL, "%s: %s", name, status.message);
    bool built = attn_flow_build(run, asked, arena, &flow, &look);
    ck_assert_msg(built, "%s: %s", name, status.message);
}

static const char *dot_text(void)
{
    attn_text text = {0};
    attn_flow_dot(&flow, 0, arena, &text);
    return attn_keep_text(arena, &text);
}

/* Those of one way to draw the diagram, which it is drawn in then. */
static const char *carried_places(const char *name, size_t *length)
{
    for (size_t i = 0; i < ATTN_FLOW_WAYS * ATTN_FLOW_TRIES; i++) {
        attn_flow drawn;
        attn_text text = {0};
        if (!attn_flow_in_way(&flow, i / ATTN_FLOW_TRIES, arena, &drawn)) return NULL;
        attn_flow_dot(&drawn, i % ATTN_FLOW_TRIES, arena, &text);
        const char *dot = attn_keep_text(arena, &text);
        const char *plain = dot ? attn_flow_answer(name, dot, length) : NULL;
        if (plain) flow = drawn;
        if (plain || !dot) return plain;
    }
    return NULL;
}

static void place(const char *name)
{
    size_t length = 0;
    const char *plain = carried_places(name, &length);
    ck_assert_msg(plain != NULL, "%s has no places: make flows", name);
    ck_assert_msg(attn_flow_read(&flow, plain, length, arena), "%s: %s", name, status.message);
}

/* ---- formulas ---- */

static size_t node(const char *text)
{
    for (size_t i = 0; i < flow.node_count; i++)
        if (strcmp(flow.nodes[i].text, text) == 0) return i;
    ck_abort_msg("nothing in the diagram says '%s'", text);
}

static bool joined(const char *from, const char *to, bool back)
{
    for (size_t i = 0; i < flow.edge_count; i++) {
        const attn_flow_edge *edge = &flow.edges[i];
        if (strcmp(flow.nodes[edge->from].text, from) == 0 &&
            strcmp(flow.nodes[edge->to].text, to) == 0 && edge->back == back)
            return true;
    }
    return false;
}

/* So many arrows lead to circles from what says this. */
static size_t to_circles(const char *from)
{
    size_t count = 0;
    for (size_t i = 0; i < flow.edge_count; i++)
        count += strcmp(flow.nodes[flow.edges[i].from].text, from) == 0 &&
                 flow.nodes[flow.edges[i].to].kind == ATTN_FLOW_CIRCLE;
    return count;
}

START_TEST(operations_stand_on_arrows)
{
    build("self-attention", &(attn_flow_asked){0});
    ck_assert(joined("X", "× W_Q\u00A0+ b_Q", false));
    ck_assert(joined("× W_Q\u00A0+ b_Q", "Q", false));
    ck_assert(joined("Q", "Q\u00A0Kᵀ", false) && joined("K", "Q\u00A0Kᵀ", false));
    ck_assert(joined("S", "÷ √dₖ\nsoftmax", false) && joined("÷ √dₖ\nsoftmax", "A", false));
    ck_assert(joined("V", "A\u00A0V", false) && joined("A\u00A0V", "Z", false));
    ck_assert_uint_eq(flow.node_count,
                      13); /* seven boxes, six operations: nothing else leads to Z */
    ck_assert_str_eq(flow.nodes[node("A")].shape, "3×3");
    ck_assert_str_eq(flow.nodes[node("A")].words, "attention matrix");
}
END_TEST

START_TEST(shown_values_are_where_it_leads)
{
    const char *const shows[] = {"S"};
    build("self-attention", &(attn_flow_asked){.show_count = 1, .shows = shows});
    ck_assert_uint_eq(flow.node_count, 7);
    node("S");
}
END_TEST

START_TEST(residuals_pass_by)
{
    const char *const shows[] = {"X_post", "X_pre"};
    build("block", &(attn_flow_asked){0});
    ck_assert_uint_eq(to_circles("X"), 1);
    build("block", &(attn_flow_asked){.show_count = 2, .shows = shows});
    ck_assert_uint_eq(to_circles("X"), 2); /* post-norm and pre-norm */
    ck_assert_uint_eq(to_circles("Y"), 1);
    ck_assert_uint_eq(to_circles("P"), 1);
    ck_assert(joined("Y", "× W₁\u00A0+ b₁\nrelu\n× W₂\u00A0+ b₂", false));
}
END_TEST

START_TEST(what_is_used_twice_stays_apart)
{
    build("transformer", &(attn_flow_asked){0});
    ck_assert(joined("layer\nnorm", "× C_Q,l\nsplit into\nheads", false));
    ck_assert(joined("layer\nnorm", "× W₁,ₗ\u00A0+ b₁,ₗ\nrelu\n× W₂,ₗ\u00A0+ b₂,ₗ", false));
    ck_assert_uint_eq(to_circles("layer\nnorm"),
                      3); /* residuals of the three that are read twice */
    ck_assert_uint_eq(to_circles("Xₗ₋₁") + to_circles("Yₗ₋₁"), 2);
}
END_TEST

START_TEST(loops_are_frames)
{
    build("decoder", &(attn_flow_asked){0});
    ck_assert_uint_eq(flow.frame_count, 1);
    ck_assert_str_eq(flow.frames[0].title, "for each t of target");
    ck_assert_uint_eq(flow.nodes[node("sₜ")].frame, 1);
    ck_assert_uint_eq(flow.nodes[node("hᵢ")].frame, 0);
    ck_assert(joined("sₜ", "sₜ₋₁", true) && joined("s₀", "sₜ₋₁", false));
    ck_assert(joined("yₜ", "yₜ₋₁", true));
}
END_TEST

START_TEST(layers_are_opened)
{
    build("stack", &(attn_flow_asked){0});
    ck_assert_uint_eq(flow.frame_count, 2);
    ck_assert_str_eq(flow.frames[0].title, "for each l of layers");
    ck_assert_str_eq(flow.frames[1].title, "decoder block, for each l of layers");
    ck_assert(joined("X₀", "Xₗ₋₁", false) && joined("Xₗ", "Xₗ₋₁", true));
    ck_assert(joined("Xₗ", "cross", false) && joined("B", "cross", false));
    ck_assert_uint_eq(to_circles("Xₗ₋₁"), 1);
    const attn_flow_node *within = &flow.nodes[node("D")];
    ck_assert_str_eq(within->shape, "4×4");
    ck_assert_uint_eq(within->panel_count, 1);
}
END_TEST

/* ---- a word ---- */

START_TEST(a_word_is_followed)
{
    build("le-chat-noir", &(attn_flow_asked){.follow = "chat"});
    ck_assert(flow.nodes[node("hᵢ")].followed && flow.nodes[node("αₜ")].followed);
    ck_assert(!flow.nodes[node("yₜ")].followed);
    size_t followed = 0;
    for (size_t i = 0; i < flow.edge_count; i++) {
        const attn_flow_edge *edge = &flow.edges[i];
        followed += edge->followed;
        ck_assert(!edge->followed ||
                  (flow.nodes[edge->from].followed && flow.nodes[edge->to].followed));
    }
    ck_assert_uint_ge(followed, 4);
}
END_TEST

START_TEST(a_word_that_is_not_there_is_refused)
{
    build("le-chat-noir", &(attn_flow_asked){0});
    const attn_flow_asked asked = {.follow = "chien"};
    ck_assert(!attn_flow_build(run, &asked, arena, &flow, &look));
    ck_assert_int_eq(status.code, ATTN_USAGE);
    ck_assert_ptr_nonnull(strstr(status.message, "'chien'"));
    ck_assert_ptr_nonnull(strstr(status.message, "chat"));
}
END_TEST

/* ---- what Graphviz is asked, and what it answers ---- */

static void two_boxes(void)
{
    static attn_flow_node nodes[2];
    static attn_flow_edge edges[1];
    clean_up();
    prepare();
    nodes[0] = (attn_flow_node){.kind = ATTN_FLOW_TURN, .text = "a", .words = "", .shape = ""};
    nodes[1] = (attn_flow_node){.kind = ATTN_FLOW_CIRCLE, .text = "+", .words = "", .shape = ""};
    edges[0] = (attn_flow_edge){.from = 0, .to = 1};
    flow = (attn_flow){.node_count = 2, .edge_count = 1, .nodes = nodes, .edges = edges};
    attn_flow_measure(&flow);
}

START_TEST(graphviz_is_asked)
{
    two_boxes();
    ck_assert_str_eq(dot_text(), "digraph flow {\nrankdir=LR\nsplines=ortho\nnodesep=0.25\n"
                                 "ranksep=0.22\n"
                                 "node [shape=box fixedsize=true label=\"\"]\n"
                                 "edge [arrowhead=none]\n"
                                 "n1 [width=0.4167 height=0.4167]\n"
                                 "n2 [width=0.4167 height=0.4167 shape=circle]\n"
                                 "n1 -> n2 [weight=8]\n}\n");
}
END_TEST

#define NODES                                                                                      \
    "graph 1 2 1\nnode n1 0.5 0.5 0.41667 0.41667 \"\" solid box black lightgrey\n"                \
    "node n2 1.5 0.5 0.41667 0.41667 \"\" solid circle black lightgrey\n"
#define EDGE "edge n1 n2 4 0.7 0.5 0.8 0.5 1 0.5 1.3 0.25 solid black\n"

static bool read_places(const char *plain)
{
    two_boxes();
    return attn_flow_read(&flow, plain, strlen(plain), arena);
}

START_TEST(places_are_read)
{
    ck_assert_msg(read_places(NODES EDGE "stop\n"), "%s", status.message);
    ck_assert_double_eq_tol(flow.width, 144.0, 1e-6);
    ck_assert_double_eq_tol(flow.nodes[1].x, 108.0, 1e-6);
    ck_assert_double_eq_tol(flow.nodes[1].y, 36.0, 1e-6);
    ck_assert_uint_eq(flow.edges[0].point_count, 4);
    ck_assert_double_eq_tol(flow.edges[0].points[3][1], 54.0, 1e-6); /* from above */
}
END_TEST

/* Parts without an arrow between them are placed by themselves, beside or above one another. */
START_TEST(parts_are_placed_together)
{
    two_boxes();
    flow.edge_count = 0;
    const char *dot = dot_text(), *second = strstr(dot + 1, "digraph flow {");
    ck_assert_ptr_nonnull(second);
    ck_assert_ptr_null(strstr(second, "n1"));
    const char *plain = "graph 1 2 1\n"
                        "node n1 1 0.5 0.41667 0.41667 \"\" solid box black lightgrey\nstop\n"
                        "graph 1 3 1\n"
                        "node n2 1 0.5 0.41667 0.41667 \"\" solid box black lightgrey\nstop\n";
    ck_assert_msg(attn_flow_read(&flow, plain, strlen(plain), arena), "%s", status.message);
    ck_assert_double_eq_tol(flow.nodes[0].x, 72.0, 1e-6);
    ck_assert_double_eq_tol(flow.nodes[1].x, 72.0, 1e-6); /* below: so a canvas shows it larger */
    ck_assert_double_eq_tol(flow.nodes[1].y, 72.0 + 36.0 + 36.0, 1e-6);
    ck_assert_double_eq_tol(flow.width, 216.0, 1e-6);
    ck_assert_double_eq_tol(flow.height, 72.0 + 36.0 + 72.0, 1e-6);
}
END_TEST

/* What makes a box alone may stand in it; what makes two boxes may not. */
START_TEST(operations_may_stand_in_their_boxes)
{
    attn_flow drawn;
    build("self-attention", &(attn_flow_asked){0});
    const attn_flow_node *q = &flow.nodes[node("Q")];
    const double height = q->height;
    ck_assert(attn_flow_in_way(&flow, 1, arena, &drawn));
    ck_assert_ptr_null(q->cap);
    ck_assert_uint_eq(drawn.node_count, 7);
    ck_assert_uint_eq(drawn.edge_count, 8);
    flow = drawn;
    q = &flow.nodes[node("Q")];
    ck_assert_str_eq(q->cap, "× W_Q\u00A0+ b_Q");
    ck_assert_double_gt(q->height, height);
    ck_assert(joined("X", "Q", false) && joined("A", "Z", false) && joined("V", "Z", false));
    ck_assert(attn_flow_in_way(&flow, 2, arena, &drawn));
    ck_assert(strstr(dot_text(), "rankdir=LR") && drawn.down);
}
END_TEST

START_TEST(any_other_answer_is_refused)
{
    static const char *const answers[] = {
        "",
        "stop\n",
        "graph 2 2 1\n",
        "graph 1 2\nstop\n",
        "graph 1 nan 1\nstop\n",
        "graph 1 1e30 1\nstop\n",
        "Graph 1 2 1\n",
        "graph 1 2 1\nstop\n",
        NODES "stop\n",
        NODES EDGE,
        NODES EDGE EDGE "stop\n",
        "graph 1 2 1\nnode n1 0.5 0.5 0.41667 0.41667\nnode n1 0.5 0.5 0.41667 0.41667\nstop\n",
        "graph 1 2 1\nnode n3 0.5 0.5 0.41667 0.41667\n",
        "graph 1 2 1\nnode n0 0.5 0.5 0.41667 0.41667\n",
        "graph 1 2 1\nnode n18446744073709551617 0.5 0.5 0.41667 0.41667\n",
        "graph 1 2 1\nnode n1 0.5 0.5 4 0.41667\n",
        "graph 1 2 1\nnode n1 0.5 9999999 0.41667 0.41667\n",
        "graph 1 2 1\nnode n1 0.5 0x5 0.41667 0.41667\n",
        "graph 1 2 1\nnode \"n1\" 0.5 0.5 0.41667 0.41667\n",
        NODES "edge n2 n1 4 0.7 0.5 0.8 0.5 1 0.5 1.3 0.5\nstop\n",
        NODES "edge n1 n2 5 0.7 0.5 0.8 0.5 1 0.5 1.3 0.5 1 1\nstop\n",
        NODES "edge n1 n2 1000000000 0.7 0.5\nstop\n",
        NODES "edge n1 n2 7 0.7 0.5 0.8 0.5 1 0.5 1.3 0.5\nstop\n",
        NODES "edge n1 n2 4 0.7 0.5 0.8 0.5 1 0.5 1.3",
        NODES "edge n1 n2 4 0.7 0.5 0.8 0.5 1 0.5 1.3 inf\nstop\n",
        NODES "arrow n1 n2\nstop\n",
        "graph 1 2 1 \x01\xff\n\n\n",
    };
    for (size_t i = 0; i < sizeof answers / sizeof *answers; i++) {
        ck_assert_msg(!read_places(answers[i]), "answer %zu is taken", i);
        ck_assert_int_eq(status.code, ATTN_INPUT);
        ck_assert_ptr_nonnull(strstr(status.message, "line "));
    }
}
END_TEST

START_TEST(stale_places_are_not_used)
{
    size_t length = 0;
    build("masked", &(attn_flow_asked){0});
    const char *now = dot_text(), *other = attn_print(arena, "%s ", now);
    ck_assert_ptr_nonnull(attn_flow_answer("masked", now, &length));
    ck_assert_ptr_null(attn_flow_answer("masked", other, &length));
    ck_assert_ptr_null(attn_flow_answer("mask", now, &length));
    ck_assert_ptr_null(attn_flow_answer("self-attention", now, &length));
}
END_TEST

/* ---- what is drawn ---- */

static bool overlap(const sheet_box *a, const sheet_box *b)
{
    const double slack = 1e-6;
    return a->x + a->width > b->x + slack && b->x + b->width > a->x + slack &&
           a->y + a->height > b->y + slack && b->y + b->height > a->y + slack;
}

/* Texts and maps are apart and inside; all letters are large enough. */
static void check_sheet(const attn_sheet *sheet, const char *name)
{
    for (size_t i = 0; i < count_boxes(sheet); i++) {
        const sheet_box a = box_at(sheet, i);
        if (a.kind != BOX_TEXT && a.kind != BOX_CELLS) continue;
        ck_assert_msg(a.x >= 0.0 && a.y >= 0.0 && a.x + a.width <= (double)sheet->width &&
                          a.y + a.height <= (double)sheet->height,
                      "%s: '%s' is not inside", name, a.text ? a.text : "a map");
        if (a.kind == BOX_TEXT) ck_assert_double_ge(a.em, 14.0);
        for (size_t k = 0; k < i; k++) {
            const sheet_box b = box_at(sheet, k);
            if (b.kind != BOX_TEXT && b.kind != BOX_CELLS) continue;
            ck_assert_msg(!overlap(&a, &b), "%s: '%s' meets '%s'", name, a.text ? a.text : "a map",
                          b.text ? b.text : "a map");
        }
    }
}

/* What stands in a box or an operation does not reach beyond it. */
static void check_parts(const attn_sheet *sheet, const char *name)
{
    for (size_t i = 0; i < sheet->mark_count; i++) {
        const sheet_box text = box_at(sheet, i);
        for (size_t k = 0; k < sheet->shape_count; k++) {
            const attn_shape *s = &sheet->shapes[k];
            const sheet_box part = {
                .x = s->x, .y = s->y, .width = s->end_x - s->x, .height = s->end_y - s->y};
            if (s->kind != ATTN_SHAPE_BOX || s->radius < 1.0 || !overlap(&text, &part)) continue;
            ck_assert_msg(text.x >= s->x && text.y >= s->y && text.x + text.width <= s->end_x &&
                              text.y + text.height <= s->end_y,
                          "%s: '%s' reaches beyond its box", name, text.text);
        }
    }
}

/* Every word is whole. */
static void check_words(const attn_sheet *sheet, const char *name)
{
    for (size_t i = 0; i < sheet->mark_count; i++) {
        const attn_letters *letters = &sheet->marks[i].letters;
        ck_assert_msg(!pango_layout_is_ellipsized(letters->layout), "%s: '%s' is cut", name,
                      letters->text);
    }
}

static void check_lesson(const char *name)
{
    build(name, &(attn_flow_asked){0});
    place(name);
    for (int dark = 0; dark < 2; dark++) {
        look.style = (attn_sheet_style){.dark = dark == 1};
        attn_sheet *sheet = attn_sheet_new(&look, &status);
        ck_assert_msg(sheet != NULL, "%s: %s", name, status.message);
        check_sheet(sheet, name);
        check_parts(sheet, name);
        check_words(sheet, name);
        attn_sheet_free(sheet);
    }
}

START_TEST(diagrams_of_lessons_are_legible)
{
    for (size_t i = 0; attn_builtin_lesson_at(i); i++)
        check_lesson(attn_builtin_lesson_at(i)->name);
}
END_TEST

/* Everything from formulas to shapes, with so many allocations. */
static bool draw_with(const char *name, size_t left)
{
    const attn_flow_asked asked = {.follow = "chat"};
    const attn_options options = {0};
    size_t length = 0;
    clean_up();
    prepare();
    lesson = attn_lesson_read(name, true, &status);
    run = attn_lesson_run(lesson, &options, &status);
    ck_assert_msg(run != NULL, "%s", status.message);
    scarce_begin(left);
    bool done = attn_flow_build(run, &asked, arena, &flow, &look);
    const char *plain = done ? carried_places(name, &length) : NULL;
    done = plain && attn_flow_read(&flow, plain, length, arena);
    attn_sheet *sheet = done ? attn_sheet_new(&look, &status) : NULL;
    attn_sheet_free(sheet);
    scarce_end();
    return sheet != NULL;
}

START_TEST(memory_ends)
{
    size_t left = 0;
    for (; !draw_with("le-chat-noir", left); left += 1 + left / 50) {
        ck_assert_msg(status.code == ATTN_MEMORY, "%zu: %s", left, status.message);
        ck_assert_uint_lt(left, 100000);
    }
    ck_assert_uint_gt(left, 20);
}
END_TEST

START_TEST(a_small_canvas_is_refused)
{
    build("self-attention", &(attn_flow_asked){0});
    place("self-attention");
    look.style = (attn_sheet_style){.width = 800, .height = 600};
    ck_assert_ptr_null(attn_sheet_new(&look, &status));
    ck_assert_int_eq(status.code, ATTN_LIMIT);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("flow");
    TCase *cases = tcase_create("flow");
    suite_add_tcase(suite, cases);
    tcase_add_checked_fixture(cases, prepare, clean_up);
    tcase_set_timeout(cases, 60);
    tcase_add_test(cases, operations_stand_on_arrows);
    tcase_add_test(cases, shown_values_are_where_it_leads);
    tcase_add_test(cases, residuals_pass_by);
    tcase_add_test(cases, what_is_used_twice_stays_apart);
    tcase_add_test(cases, loops_are_frames);
    tcase_add_test(cases, layers_are_opened);
    tcase_add_test(cases, a_word_is_followed);
    tcase_add_test(cases, a_word_that_is_not_there_is_refused);
    tcase_add_test(cases, graphviz_is_asked);
    tcase_add_test(cases, places_are_read);
    tcase_add_test(cases, parts_are_placed_together);
    tcase_add_test(cases, operations_may_stand_in_their_boxes);
    tcase_add_test(cases, any_other_answer_is_refused);
    tcase_add_test(cases, stale_places_are_not_used);
    tcase_add_test(cases, diagrams_of_lessons_are_legible);
    tcase_add_test(cases, memory_ends);
    tcase_add_test(cases, a_small_canvas_is_refused);
    return unit_run(suite);
}
