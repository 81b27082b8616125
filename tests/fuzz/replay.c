/*
 * replay FILE …: gives a target the inputs of its corpus, without a fuzzer. "N inputs" at the end.
 *
 * An input that breaks a promise ends the process; its name has been written to standard error
 * then.
 */
#include <stdio.h>
#include <stdlib.h>

#include "files/bytes/input.h"
#include "fuzz.h"

static bool replay(const char *path)
{
    attn_status status = {0};
    attn_input input;
    if (!attn_input_read(&input, path, (size_t)1 << 20, &status)) {
        fprintf(stderr, "%s: %s\n", path, status.message);
        return false;
    }
    fprintf(stderr, "%s\n", path);
    uint8_t *bytes = malloc(input.length > 0 ? input.length : 1);
    for (size_t i = 0; bytes != NULL && i < input.length; i++) bytes[i] = (uint8_t)input.bytes[i];
    if (bytes != NULL) LLVMFuzzerTestOneInput(bytes, input.length);
    free(bytes);
    attn_input_close(&input);
    return bytes != NULL;
}

int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++)
        if (!replay(argv[i])) return EXIT_FAILURE;
    printf("%d inputs\n", argc - 1);
    return argc > 1 ? EXIT_SUCCESS : EXIT_FAILURE;
}
