#!/bin/sh
# carry.sh FILE …: writes the C source of the table that library.h declares. A file of lessons/ is called by its path
# there, any other one by its name alone. POSIX tools alone. The assembler takes in the bytes of each file, so that
# megabytes of weights are compiled at once.
set -eu
export LC_ALL=C

cat <<'end'
/* Made by carry.sh from the files of lessons/. */
#include "lesson/builtin/library.h"

/* Where bytes that are read alone stand; WebAssembly asks for a section each, and for its size. */
#if defined(__APPLE__)
#define READ_ONLY(symbol) ".const_data\n"
#define READ(symbol) ".text\n"
#elif defined(__wasm__)
#define READ_ONLY(symbol) ".section .rodata." symbol ",\"\",@\n.type " symbol ",@object\n"
#define READ(symbol) ".size " symbol ", . - " symbol "\n.section .text,\"\",@\n"
#else
#define READ_ONLY(symbol) ".section .rodata\n"
#define READ(symbol) ".text\n"
#endif

/* The bytes of a file, from a multiple of 64 on, and a NUL behind them. */
#define CARRY(symbol, path)                                                                        \
    __asm__(READ_ONLY(#symbol) ".balign 64\n" #symbol ":\n.incbin \"" path "\"\n.byte 0\n"   \
            READ(#symbol))

end

files=$(for file in "$@"; do if [ -f "$file" ]; then printf '%s\n' "$file"; fi; done | sort)

number=0
for file in $files; do
    number=$((number + 1))
    printf 'CARRY(attn_file_%d, "%s");\n' "$number" "$file"
    printf 'extern const unsigned char file_%d[] __asm__("attn_file_%d");\n' "$number" "$number"
done

printf '\nconst attn_builtin_file attn_builtin_files[] = {\n'
number=0
for file in $files; do
    number=$((number + 1))
    case $file in lessons/*) name=${file#lessons/} ;; *) name=${file##*/} ;; esac
    printf '    {"%s", file_%d, %d},\n' "$name" "$number" "$(wc -c <"$file")"
done
printf '    {NULL, NULL, 0},\n};\n\nconst size_t attn_builtin_count = %d;\n' "$number"
