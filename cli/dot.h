/*
 * dot: Graphviz, run as a program, places the parts of a diagram.
 */
#ifndef ATTN_CLI_DOT_H
#define ATTN_CLI_DOT_H

#include "attnviz.h"

/* What `dot -Tplain` answers to this text, in the arena (user). NULL, with a fault that names the
 * package where there is no dot. */
const char *cli_dot(void *user, const char *dot, attnviz_fault *fault);

#endif
