/*
 * flow_dot: the size of each part of a diagram, and its text for Graphviz.
 */
#include "picture/views/flow.h"

#include <math.h>
#include <string.h>

/* In whole points, as Graphviz takes them. Widths of letters are guessed, a little too wide: fonts
 * differ from machine to machine. */
#define COLUMN 8.2
#define WORD_COLUMN 8.0
#define CIRCLE 30.0
#define POINTS_PER_INCH 72.0

enum { MOST_COLUMNS = 40, MOST_WORD_LINES = 3 };

/* How many lines a text has, and the columns of the longest. */
static size_t count_lines(const char *text, size_t *columns)
{
    size_t lines = 0;
    *columns = 0;
    while (*text) {
        size_t length = strcspn(text, "\n"), width = attn_text_width(text, length);
        if (width > *columns) *columns = width;
        lines++;
        text += length + (text[length] == '\n');
    }
    return lines;
}

int attn_flow_word_lines(const attn_flow_node *node)
{
    const size_t columns = (size_t)(ATTN_FLOW_MAP_WIDTH / WORD_COLUMN);
    const char *words = node->words;
    int lines = *words ? 1 : 0;
    for (size_t used = 0; *words;) {
        size_t length = strcspn(words, " "), width = attn_text_width(words, length);
        bool breaks = used && used + 1 + width > columns;
        lines += breaks;
        used = breaks || !used ? width : used + 1 + width;
        words += length + (words[length] == ' ');
    }
    return lines < MOST_WORD_LINES ? lines : MOST_WORD_LINES;
}

static void measure_box(attn_flow_node *node)
{
    int lines = attn_flow_word_lines(node);
    node->width = ATTN_FLOW_MAP_WIDTH + 2.0 * ATTN_FLOW_PAD;
    node->height = ATTN_FLOW_PAD + ATTN_FLOW_HEAD + ATTN_FLOW_MAP_HEIGHT + ATTN_FLOW_PAD;
    if (lines) node->height += (double)lines * ATTN_FLOW_LINE + ATTN_FLOW_PAD / 2.0;
}

static void measure_text(attn_flow_node *node)
{
    size_t columns, lines = count_lines(node->text, &columns);
    if (columns > MOST_COLUMNS) columns = MOST_COLUMNS;
    node->width = fmax(ceil((double)columns * COLUMN) + 12.0, CIRCLE);
    node->height = fmax((double)lines * ATTN_FLOW_LINE + 8.0, CIRCLE);
}

void attn_flow_measure(attn_flow *flow)
{
    for (size_t i = 0; i < flow->node_count; i++) {
        attn_flow_node *node = &flow->nodes[i];
        if (node->kind == ATTN_FLOW_BOX)
            measure_box(node);
        else if (node->kind == ATTN_FLOW_CIRCLE)
            node->width = node->height = CIRCLE;
        else
            measure_text(node);
    }
}

/* ---- the text ---- */

static void add_node(const attn_flow *flow, size_t i, attn_text *out)
{
    const attn_flow_node *node = &flow->nodes[i];
    attn_text_print(out, "n%zu [width=%.4f height=%.4f%s]\n", i + 1, node->width / POINTS_PER_INCH,
                    node->height / POINTS_PER_INCH,
                    node->kind == ATTN_FLOW_CIRCLE ? " shape=circle" : "");
}

/* What stands in a frame and in none within it; then those. */
static void add_frame(const attn_flow *flow, size_t frame, attn_text *out)
{
    if (frame)
        attn_text_print(out, "subgraph cluster_%zu {\nmargin=%.0f\n", frame, ATTN_FLOW_MARGIN);
    for (size_t i = 0; i < flow->node_count; i++)
        if (flow->nodes[i].frame == frame) add_node(flow, i, out);
    for (size_t i = 1; i <= flow->frame_count; i++)
        if (flow->frames[i - 1].outer == frame) add_frame(flow, i, out);
    if (frame) attn_text_add(out, "}\n");
}

/* Whether nothing else leaves the one node or comes to the other: such an arrow is straight. */
static bool is_alone(const attn_flow *flow, const attn_flow_edge *edge)
{
    size_t count = 0;
    for (size_t i = 0; i < flow->edge_count; i++)
        count += flow->edges[i].from == edge->from || flow->edges[i].to == edge->to;
    return count == 1;
}

static void add_edge(const attn_flow *flow, const attn_flow_edge *edge, attn_text *out)
{
    attn_text_print(out, "n%zu -> n%zu%s\n", edge->from + 1, edge->to + 1,
                    edge->back             ? " [constraint=false]"
                    : is_alone(flow, edge) ? " [weight=8]"
                                           : "");
}

void attn_flow_dot(const attn_flow *flow, bool curved, attn_text *out)
{
    attn_text_print(out,
                    "digraph flow {\nrankdir=LR\nsplines=%s\nnodesep=0.25\nranksep=0.22\n"
                    "node [shape=box fixedsize=true label=\"\"]\nedge [arrowhead=none]\n",
                    curved ? "spline" : "ortho");
    add_frame(flow, 0, out);
    for (size_t i = 0; i < flow->edge_count; i++) add_edge(flow, &flow->edges[i], out);
    attn_text_add(out, "}\n");
}
