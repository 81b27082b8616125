/*
 * Attention on your own Q, K and V: three words, each with a query, a key and a value.
 *
 *     cc attention.c $(pkg-config --cflags --libs attnviz) -o attention
 *     ./attention                 the weights, and what each word gets
 *     ./attention weights.png     the weights as a picture too
 */
#include <attnviz.h>
#include <stdio.h>

enum { WORDS = 3, WIDTH = 2 };

static const char *const words[WORDS] = {"the", "black", "cat"};
static const float Q[WORDS][WIDTH] = {{1, 0}, {0, 2}, {1, 1}}; /* what each word looks for */
static const float K[WORDS][WIDTH] = {{1, 0}, {0, 1}, {1, 1}}; /* what others find it by */
static const float V[WORDS][WIDTH] = {{1, 0}, {0, 1}, {2, 2}}; /* what it then contributes */

static void print_row(const char *word, const float *numbers, int count)
{
    printf("%-6s", word);
    for (int i = 0; i < count; i++) printf("  %6.4f", (double)numbers[i]);
    printf("\n");
}

int main(int argc, char **argv)
{
    attnviz_fault fault = {0};
    attnviz_shape shape = {0};
    float A[WORDS][WORDS], Z[WORDS][WIDTH];

    if (argc > 2) {
        fprintf(stderr, "usage: attention [PICTURE.png]\n");
        return 2;
    }
    shape.count = 1; /* one head, one sentence */
    shape.queries = shape.keys = WORDS;
    shape.width = shape.value_width = WIDTH;
    attnviz_attention(Q[0], K[0], V[0], A[0], Z[0], &shape, &fault);
    if (argc == 2) {
        attnviz_map map = {0};
        map.title = "A = softmax(Q Kᵀ / √d)";
        map.rows = map.cols = WORDS;
        map.data = A[0];
        map.row_labels = map.col_labels = words;
        map.row_role = "query";
        map.col_role = "key";
        attnviz_map_draw(&map, argv[1], NULL, &fault); /* does nothing if attention has failed */
    }
    if (fault.cause) {
        fprintf(stderr, "attention: %s\n", fault.text);
        return 1;
    }
    printf("A = softmax(Q K' / sqrt(d)): how much each word looks at the, black, cat\n");
    for (int i = 0; i < WORDS; i++) print_row(words[i], A[i], WORDS);
    printf("Z = A V: what it sees\n");
    for (int i = 0; i < WORDS; i++) print_row(words[i], Z[i], WIDTH);
    return 0;
}
