/*
 * flow_plain: what `dot -Tplain` answers, read strictly.
 *
 *     graph 1 6.5 2.25
 *     node n1 0.75 1.5 1.9444 1.4722 "" solid box black lightgrey
 *     edge n1 n2 4 1.7 1.5 1.8 1.5 1.9 1.5 2.0 1.5 solid black
 *     stop
 *
 * Lengths are inches, and y goes upwards.
 */
#include "picture/views/flow.h"

#include <math.h>
#include <string.h>

#include "core/decimal.h"

#define POINTS_PER_INCH 72.0
/* No diagram is larger, in inches. */
#define MOST_INCHES 2000.0
#define MOST_POINTS 1000u

typedef struct plain {
    attn_flow *flow;
    attn_arena *arena;
    attn_status *status;
    const char *at; /* a NUL stands behind the text */
    size_t line;
    double height; /* of the part that is read, in inches */
    bool *placed;  /* of each node */
    size_t *part;  /* the same: in which it stands */
    size_t part_count;
    double (*sizes)[2]; /* of each part that is read */
    size_t read;
} plain;

static bool fail(plain *p, const char *what)
{
    return attn_fail(
        p->status, ATTN_INPUT,
        "cannot read where Graphviz puts the parts of the diagram: line %zu of its answer %s",
        p->line, what);
}

/* The next word, of at most so many bytes; false where the line ends, or with a fault. */
static bool take_word(plain *p, char *word, size_t most)
{
    p->at += strspn(p->at, " ");
    size_t length = strcspn(p->at, " \n");
    if (length == 0 || length >= most)
        return fail(p, "has one word too few, or one that does not belong there");
    memcpy(word, p->at, length);
    word[length] = '\0';
    p->at += length;
    return true;
}

/* All of a word as a number, from least to most. */
static bool take_number(plain *p, double least, double most, double *number)
{
    char word[ATTN_DECIMAL_LONGEST + 1];
    attn_decimal decimal;
    if (!take_word(p, word, sizeof word)) return false;
    if (!attn_decimal_read(word, '.', &decimal) || word[decimal.length] != '\0' ||
        !((double)decimal.value >= least && (double)decimal.value <= most))
        return fail(p, "has a number that makes no sense");
    *number = (double)decimal.value;
    return true;
}

/* "n12": the node of this number. */
static bool take_node(plain *p, size_t *node)
{
    char word[8];
    size_t number = 0, at = 1;
    if (!take_word(p, word, sizeof word)) return false;
    for (; word[0] == 'n' && word[at] >= '0' && word[at] <= '9'; at++)
        number = 10 * number + (size_t)(word[at] - '0');
    if (word[0] != 'n' || word[at] != '\0' || number < 1 || number > p->flow->node_count ||
        p->part[number - 1] != p->read)
        return fail(p, "names a part that the diagram does not have");
    *node = number - 1;
    return true;
}

/* What is left of a line is its look, which is not Graphviz's to choose. */
static bool skip_line(plain *p)
{
    p->at += strcspn(p->at, "\n");
    if (*p->at != '\n') return fail(p, "has no end");
    p->at++;
    p->line++;
    return true;
}

static bool read_graph(plain *p)
{
    double scale, width;
    if (!take_number(p, 1.0, 1.0, &scale) || !take_number(p, 0.0, MOST_INCHES, &width) ||
        !take_number(p, 0.0, MOST_INCHES, &p->height))
        return false;
    p->sizes[p->read][0] = width * POINTS_PER_INCH;
    p->sizes[p->read][1] = p->height * POINTS_PER_INCH;
    return skip_line(p);
}

/* A place, as those of a sheet are. What lies beyond the edge, as a point that an arrow only bends
 * towards, lies on it. */
static bool take_place(plain *p, double at[2])
{
    if (!take_number(p, -MOST_INCHES, MOST_INCHES, &at[0]) ||
        !take_number(p, -MOST_INCHES, MOST_INCHES, &at[1]))
        return false;
    at[0] = fmin(fmax(at[0] * POINTS_PER_INCH, 0.0), p->sizes[p->read][0]);
    at[1] = fmin(fmax((p->height - at[1]) * POINTS_PER_INCH, 0.0), p->sizes[p->read][1]);
    return true;
}

static bool is_length(double inches, double asked)
{
    return fabs(inches * POINTS_PER_INCH - asked) < 0.1;
}

static bool read_node(plain *p)
{
    size_t i;
    double at[2], width, height;
    if (!take_node(p, &i) || !take_place(p, at) || !take_number(p, 0.0, MOST_INCHES, &width) ||
        !take_number(p, 0.0, MOST_INCHES, &height))
        return false;
    attn_flow_node *node = &p->flow->nodes[i];
    if (p->placed[i]) return fail(p, "places a part for the second time");
    if (!is_length(width, node->width) || !is_length(height, node->height))
        return fail(p, "makes a part larger or smaller than it is");
    p->placed[i] = true;
    node->x = at[0];
    node->y = at[1];
    return skip_line(p);
}

/* The first edge between the two that has no place yet. */
static attn_flow_edge *find_edge(const attn_flow *flow, size_t from, size_t to)
{
    for (size_t i = 0; i < flow->edge_count; i++) {
        attn_flow_edge *edge = &flow->edges[i];
        if (edge->from == from && edge->to == to && !edge->points) return edge;
    }
    return NULL;
}

static bool read_edge(plain *p)
{
    size_t from, to;
    double count;
    if (!take_node(p, &from) || !take_node(p, &to) || !take_number(p, 4.0, MOST_POINTS, &count))
        return false;
    attn_flow_edge *edge = find_edge(p->flow, from, to);
    if (!edge) return fail(p, "draws an arrow that the diagram does not have");
    if (fmod(count, 3.0) != 1.0) return fail(p, "has points that make no curve");
    edge->points = attn_alloc(p->arena, (size_t)count, sizeof *edge->points);
    if (!edge->points) return false;
    edge->point_count = (size_t)count;
    for (size_t i = 0; i < edge->point_count; i++)
        if (!take_place(p, edge->points[i])) return false;
    return skip_line(p);
}

/* Whether everything has its place. */
static bool is_whole(plain *p)
{
    bool whole = true;
    for (size_t i = 0; i < p->flow->node_count; i++) whole = whole && p->placed[i];
    for (size_t i = 0; i < p->flow->edge_count; i++) whole = whole && p->flow->edges[i].points;
    return whole || fail(p, "comes before every part of the diagram has its place");
}

/* One part, to its "stop". */
static bool read_part(plain *p)
{
    char word[8];
    if (!take_word(p, word, sizeof word)) return false;
    if (strcmp(word, "graph") != 0) return fail(p, "is not its first, which begins with \"graph\"");
    if (!read_graph(p)) return false;
    while (take_word(p, word, sizeof word)) {
        if (strcmp(word, "stop") == 0) return true;
        bool node = strcmp(word, "node") == 0, edge = strcmp(word, "edge") == 0;
        if (!node && !edge) return fail(p, "begins with neither node, edge nor stop");
        if (!(node ? read_node(p) : read_edge(p))) return false;
    }
    return false;
}

static bool read_parts(plain *p)
{
    for (; p->read < p->part_count; p->read++)
        if (!read_part(p) || (p->read + 1 < p->part_count && !skip_line(p))) return false;
    return is_whole(p);
}

/* ---- parts beside one another ---- */

/* Between two of them. */
static const double gap = 36.0;

/* Puts the parts into rows of at most this width, one behind the other, at `corners`; how large all
 * is together. */
static void fill_rows(const plain *p, double most, double (*corners)[2], double size[2])
{
    double x = 0.0, y = 0.0, below = 0.0;
    size[0] = size[1] = 0.0;
    for (size_t i = 0; i < p->part_count; i++) {
        if (x > 0.0 && x + p->sizes[i][0] > most + 0.5) {
            x = 0.0;
            y = below + gap;
        }
        corners[i][0] = x;
        corners[i][1] = y;
        size[0] = fmax(size[0], x + p->sizes[i][0]);
        below = fmax(below, y + p->sizes[i][1]);
        x += p->sizes[i][0] + gap;
    }
    size[1] = below;
}

/* The rows that a canvas shows largest: one of them is as wide as parts that follow one another. */
static double best_width(const plain *p, double (*corners)[2])
{
    double best = 0.0, largest = 0.0, size[2];
    for (size_t i = 0; i < p->part_count; i++) {
        double width = 0.0;
        for (size_t k = i; k < p->part_count; k++) {
            width += p->sizes[k][0] + (k > i ? gap : 0.0);
            fill_rows(p, width, corners, size);
            const attn_flow all = {.width = size[0], .height = size[1]};
            const double scale = attn_flow_scale(&all);
            if (scale <= largest) continue;
            largest = scale;
            best = width;
        }
    }
    return best;
}

static bool place_parts(plain *p)
{
    double(*corners)[2] = attn_alloc(p->arena, p->part_count + 1, sizeof *corners), size[2];
    if (!corners) return false;
    fill_rows(p, best_width(p, corners), corners, size);
    p->flow->width = size[0];
    p->flow->height = size[1];
    for (size_t i = 0; i < p->flow->node_count; i++) {
        p->flow->nodes[i].x += corners[p->part[i]][0];
        p->flow->nodes[i].y += corners[p->part[i]][1];
    }
    for (size_t i = 0; i < p->flow->edge_count; i++) {
        const attn_flow_edge *edge = &p->flow->edges[i];
        for (size_t k = 0; k < edge->point_count; k++)
            for (int axis = 0; axis < 2; axis++)
                edge->points[k][axis] += corners[p->part[edge->from]][axis];
    }
    return true;
}

bool attn_flow_read(attn_flow *flow, const char *text, size_t length, attn_arena *arena)
{
    const char *copy = attn_copy_text(arena, text, length);
    plain p = {.flow = flow,
               .arena = arena,
               .status = attn_arena_status(arena),
               .at = copy,
               .line = 1,
               .placed = attn_alloc(arena, flow->node_count + 1, sizeof *p.placed),
               .part = attn_alloc(arena, flow->node_count + 1, sizeof *p.part)};
    if (!copy || !p.placed || !p.part) return false;
    p.part_count = attn_flow_parts(flow, p.part);
    p.sizes = attn_alloc(arena, p.part_count + 1, sizeof *p.sizes);
    for (size_t i = 0; i < flow->edge_count; i++) flow->edges[i].points = NULL;
    return p.sizes && read_parts(&p) && place_parts(&p);
}
