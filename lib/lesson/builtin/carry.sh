#!/bin/sh
# carry.sh FILE …: writes the C source of the table that library.h declares. POSIX tools alone.
set -eu
export LC_ALL=C

printf '/* Made by carry.sh from the files of lessons/. */\n#include "lesson/builtin/library.h"\n\n'

files=$(for file in "$@"; do if [ -f "$file" ]; then printf '%s\n' "$file"; fi; done | sort)

# file_N: the bytes of the N-th file
number=0
for file in $files; do
    number=$((number + 1))
    printf '/* %s */\n_Alignas(64) static const unsigned char file_%d[] = {\n' "${file##*/}" "$number"
    od -An -v -tu1 "$file" | sed 's/^ *//; s/  */,/g; s/$/,/'
    printf '0};\n\n'
done

printf 'const attn_builtin_file attn_builtin_files[] = {\n'
number=0
for file in $files; do
    number=$((number + 1))
    printf '    {"%s", file_%d, sizeof file_%d - 1},\n' "${file##*/}" "$number" "$number"
done
printf '    {NULL, NULL, 0},\n};\n\nconst size_t attn_builtin_count = %d;\n' "$number"
