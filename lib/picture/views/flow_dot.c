/*
 * flow_dot: the size of each part of a diagram, and its text for Graphviz.
 */
#include "picture/views/flow.h"

#include <math.h>
#include <string.h>

/* In whole points, as Graphviz takes them. Widths of letters are guessed, a little too wide: fonts
 * differ from machine to machine. */
#define COLUMN 8.2
#define WORD_COLUMN 8.6
#define SYMBOL_COLUMN 10.0
#define CIRCLE 30.0
#define POINTS_PER_INCH 72.0

enum { MOST_COLUMNS = 40, GOOD_WORD_LINES = 3, MOST_WORD_LINES = 8 };
/* A box with many words is wider than others, but not more than so much. */
#define MOST_BOX 192.0

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

/* The lines of some words in so much room. */
static int lines_in(const char *words, double room)
{
    const size_t columns = (size_t)(room / WORD_COLUMN);
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

static double longest_word(const char *words)
{
    size_t longest = 0;
    while (*words) {
        size_t length = strcspn(words, " "), width = attn_text_width(words, length);
        if (width > longest) longest = width;
        words += length + (words[length] == ' ');
    }
    return ceil((double)longest * WORD_COLUMN);
}

/* Symbol and shape stand side by side. */
static double head_width(const attn_flow_node *node)
{
    size_t symbol = attn_text_width(node->text, strlen(node->text));
    const size_t shape = attn_text_width(node->shape, strlen(node->shape));
    for (const char *at = node->text; *at; at++)
        symbol -= symbol > 0 && strchr("_{},", *at) != NULL;
    return ceil((double)symbol * SYMBOL_COLUMN + (double)shape * COLUMN) + ATTN_FLOW_PAD;
}

static double cap_width(const attn_flow_node *node)
{
    size_t columns = 0;
    if (node->cap) count_lines(node->cap, &columns);
    if (columns > MOST_COLUMNS) columns = MOST_COLUMNS;
    return node->cap ? ceil((double)columns * COLUMN) + 12.0 : 0.0;
}

double attn_flow_cap_height(const attn_flow_node *node)
{
    size_t columns;
    return node->cap ? (double)count_lines(node->cap, &columns) * ATTN_FLOW_LINE + 8.0 : 0.0;
}

/* Wide enough for each word, and for few lines of them. */
double attn_flow_words_width(const attn_flow *flow, const attn_flow_node *node)
{
    const double step = 8.0;
    double width = fmax(ATTN_FLOW_MAP_WIDTH, longest_word(node->words));
    if (!flow->down) width = fmax(width, node->width - 2.0 * ATTN_FLOW_PAD);
    const int good = GOOD_WORD_LINES + flow->down;
    while (lines_in(node->words, width) > good && width + 2.0 * ATTN_FLOW_PAD < MOST_BOX)
        width += step;
    return width;
}

static int word_lines(const attn_flow *flow, const attn_flow_node *node)
{
    return lines_in(node->words, attn_flow_words_width(flow, node));
}

static void measure_box(const attn_flow *flow, attn_flow_node *node)
{
    const double pad = ATTN_FLOW_PAD;
    const double body = fmax(head_width(node), ATTN_FLOW_MAP_WIDTH);
    node->width = fmax(body + 2.0 * pad, cap_width(node));
    const double words = attn_flow_words_width(flow, node);
    const double lines = (double)word_lines(flow, node) * ATTN_FLOW_LINE;
    node->height = attn_flow_cap_height(node) + pad + ATTN_FLOW_HEAD;
    if (flow->down) {
        if (lines > 0.0) node->width = fmax(node->width, ATTN_FLOW_MAP_WIDTH + words + 3.0 * pad);
        node->height += fmax(ATTN_FLOW_MAP_HEIGHT, lines) + pad;
    } else {
        node->width = fmax(node->width, words + 2.0 * pad);
        node->height += ATTN_FLOW_MAP_HEIGHT + pad + lines + (lines > 0.0 ? pad / 2.0 : 0.0);
    }
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
            measure_box(flow, node);
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

/* Of one part of the diagram. */
typedef struct writer {
    const attn_flow *flow;
    const size_t *part; /* of each node */
    size_t here;
    attn_text *out;
} writer;

static bool frame_is_here(const writer *w, size_t frame)
{
    for (size_t i = 0; i < w->flow->node_count; i++)
        for (size_t f = w->flow->nodes[i].frame; f; f = w->flow->frames[f - 1].outer)
            if (f == frame) return w->part[i] == w->here;
    return false;
}

/* What stands in a frame and in none within it; then those. */
static void add_frame(const writer *w, size_t frame)
{
    const attn_flow *flow = w->flow;
    if (frame)
        attn_text_print(w->out, "subgraph cluster_%zu {\nmargin=%.0f\n", frame, ATTN_FLOW_MARGIN);
    for (size_t i = 0; i < flow->node_count; i++)
        if (flow->nodes[i].frame == frame && w->part[i] == w->here) add_node(flow, i, w->out);
    for (size_t i = 1; i <= flow->frame_count; i++)
        if (flow->frames[i - 1].outer == frame && frame_is_here(w, i)) add_frame(w, i);
    if (frame) attn_text_add(w->out, "}\n");
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

/* What Graphviz takes for the whole. */
static void add_head(const attn_flow *flow, size_t try, attn_text *out)
{
    attn_text_print(out,
                    "digraph flow {\nrankdir=%s\nsplines=%s\nnodesep=0.25\nranksep=%s\n"
                    "node [shape=box fixedsize=true label=\"\"]\nedge [arrowhead=none]\n",
                    flow->down ? "TB" : "LR", try ? "spline" : "ortho",
                    flow->capped ? "0.32" : "0.22");
}

void attn_flow_dot(const attn_flow *flow, size_t try, attn_arena *arena, attn_text *out)
{
    size_t *part = attn_alloc(arena, flow->node_count + 1, sizeof *part);
    const size_t parts = part ? attn_flow_parts(flow, part) : 0;
    for (size_t here = 0; here < parts; here++) {
        const writer w = {flow, part, here, out};
        add_head(flow, try, out);
        add_frame(&w, 0);
        for (size_t i = 0; i < flow->edge_count; i++)
            if (part[flow->edges[i].from] == here) add_edge(flow, &flow->edges[i], out);
        attn_text_add(out, "}\n");
    }
}
