/*
 * read_mapped FILE: maps a file and adds up its numbers, each read once, as float32: what a program
 * that looks at all weights of a mapped file has to wait for, whatever it does with them.
 */
#define _DEFAULT_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>

/* In as many sums at a time as keep the processor waiting for memory alone. */
static float add_up(const float *numbers, size_t count)
{
    enum { sums = 32 };
    float sum[sums] = {0};
    for (size_t i = 0; i + sums <= count; i += sums)
        for (size_t k = 0; k < sums; k++) sum[k] += numbers[i + k];
    for (size_t k = 1; k < sums; k++) sum[0] += sum[k];
    return sum[0];
}

int main(int argc, char **argv)
{
    struct stat about;
    const int file = argc == 2 ? open(argv[1], O_RDONLY | O_CLOEXEC) : -1;
    if (file < 0 || fstat(file, &about) != 0 || about.st_size <= 0) return EXIT_FAILURE;
    const size_t bytes = (size_t)about.st_size;
    const void *mapped = mmap(NULL, bytes, PROT_READ, MAP_SHARED, file, 0);
    if (mapped == MAP_FAILED) return EXIT_FAILURE;
    printf("sum %g\n", (double)add_up(mapped, bytes / sizeof(float)));
    return EXIT_SUCCESS;
}
