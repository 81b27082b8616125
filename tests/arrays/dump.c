/*
 * dump STRIP FILE …: what each file of arrays holds, or its fault, below a line "== FILE"; numbers
 * are read STRIP at a time. dump part FIRST COUNT FILE: the sum of these numbers of its first
 * array.
 */
#include <stdio.h>
#include <string.h>

#include "../unit/arrays.h"

static void dump(const char *path, size_t strip)
{
    attn_text told = {0};
    attn_status status = {0};
    tell_arrays(&told, attn_arrays_open(path, &status), strip, &status);
    printf("== %s\n%s", path, attn_text_string(&told));
    attn_text_free(&told);
}

static void sum(const char *path, size_t first, size_t count)
{
    attn_status status = {0};
    attn_arrays *arrays = attn_arrays_open(path, &status);
    double total = 0;
    enum { strip = 65536 };
    static float numbers[strip];
    for (size_t at = 0, n; arrays && at < count; at += n) {
        n = count - at < strip ? count - at : strip;
        if (!attn_array_read(arrays, attn_arrays_at(arrays, 0), first + at, n, numbers, &status))
            break;
        for (size_t i = 0; i < n; i++) total += (double)numbers[i];
    }
    attn_arrays_close(arrays);
    printf("%.17g %s\n", total, status.message);
}

int main(int argc, char **argv)
{
    if (argc == 5 && strcmp(argv[1], "part") == 0) {
        sum(argv[4], strtoul(argv[2], NULL, 10), strtoul(argv[3], NULL, 10));
        return 0;
    }
    for (int i = 2; i < argc; i++) dump(argv[i], strtoul(argv[1], NULL, 10));
    return 0;
}
