/*
 * Prints a term of the glossary and three lines of a corpus.
 *
 *     cc glossary.c $(pkg-config --cflags --libs attnviz) -o glossary
 *     ./glossary softmax
 */
#include <attnviz.h>
#include <stdio.h>

static bool print(void *user, const char *bytes, size_t length)
{
    (void)user;
    return fwrite(bytes, 1, length, stdout) == length;
}

int main(int argc, char **argv)
{
    attnviz_fault fault = {0};
    attnviz_output out = {0};
    attnviz_lines lines = {0};
    out.write = print;
    lines.count = 3;
    lines.seed = 1;
    attnviz_glossary(argc > 1 ? argv[1] : "softmax", NULL, &out, &fault);
    attnviz_corpus_lines("pairs", &lines, &out, &fault);
    if (fault.cause) fprintf(stderr, "glossary: %s\n", fault.text);
    return fault.cause ? 1 : 0;
}
