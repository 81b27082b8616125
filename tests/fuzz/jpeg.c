/*
 * jpeg: any bytes as a JPEG picture for a lesson to look at. Those that do not begin as one are
 * given its first bytes: few inputs would.
 */
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    static const char first[] = "\xFF\xD8\xFF";
    uint8_t *copy = (uint8_t *)fuzz_copy(bytes, length);
    memcpy(copy, first, length < 3 ? length : 3);
    fuzz_require(fuzz_picture(copy, length, "fuzz.jpg") == fuzz_picture(copy, length, "fuzz.jpg"),
                 "the same file gives the same picture");
    free(copy);
    return 0;
}
