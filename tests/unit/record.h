/*
 * record: a graph for one test, opened and closed around it.
 */
#ifndef ATTN_UNIT_RECORD_H
#define ATTN_UNIT_RECORD_H

#include "record/record.h"
#include "unit.h"

static attn_status status;
static attn_graph *graph;

static void open_graph(void)
{
    status = (attn_status){0};
    graph = attn_graph_new(&status);
    ck_assert_ptr_nonnull(graph);
}

static void close_graph(void)
{
    attn_graph_free(graph);
}

#endif
