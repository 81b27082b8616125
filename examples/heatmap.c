/*
 * Draws who looks at whom in the sentences of a text, in a lesson, or in the arrays of a file.
 *
 *     cc heatmap.c $(pkg-config --cflags --libs attnviz) -o heatmap
 *     ./heatmap sentence.txt
 */
#include <attnviz.h>
#include <stdio.h>

static void print_path(void *user, const char *path)
{
    (void)user;
    printf("%s\n", path);
}

int main(int argc, char **argv)
{
    attnviz_fault fault = {0};
    attnviz_heatmap heatmap = {0};
    attnviz_listener listener = {NULL, NULL, print_path, NULL};
    if (argc > 1) heatmap.files = (const char *const *)argv + 1; /* argv ends with NULL */
    heatmap.style.dark = true;
    attnviz_heatmap_draw(&heatmap, &listener, &fault);
    if (fault.cause) fprintf(stderr, "heatmap: %s\n", fault.text);
    return fault.cause ? 1 : 0;
}
