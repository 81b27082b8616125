/*
 * Trains a model, or lets it write a sentence.
 *
 *     cc model.c $(pkg-config --cflags --libs attnviz) -o model
 *     ./model learns.json weights.safetensors        the result of the training
 *     ./model word-by-word.json                      the sentence that the lesson writes
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
    attnviz_output out = {NULL, print, NULL};
    attnviz_training training = {0};
    bool trains = argc > 2;
    attnviz_lesson *lesson = attnviz_lesson_open(
        argc > 1 ? argv[1] : NULL, trains ? ATTNVIZ_TO_TRAIN : ATTNVIZ_TO_GENERATE, &fault);
    training.weights = trains ? argv[2] : NULL;
    if (trains)
        attnviz_lesson_train(lesson, &training, &out, &fault);
    else
        attnviz_lesson_generate(lesson, NULL, &out, &fault);
    attnviz_lesson_free(lesson);
    if (fault.cause) fprintf(stderr, "model: %s\n", fault.text);
    return fault.cause ? 1 : 0;
}
