#!/bin/sh
# sum.sh FILE: the SHA-256 of a file in base 64, without a line break, as a page's policy has it. POSIX tools, and
# sha256sum or shasum.
set -eu
export LC_ALL=C
{ sha256sum "$1" 2>/dev/null || shasum -a 256 "$1"; } | awk '
    function digit(place) { return index("0123456789abcdef", substr($1, place, 1)) - 1 }
    function letter(number) {
        return substr("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/", number + 1, 1)
    }
    # 3 digits are 12 bits, and those are 2 letters; the last digit stands alone
    {
        for (at = 1; at <= 61; at += 3) {
            bits = 256 * digit(at) + 16 * digit(at + 1) + digit(at + 2)
            printf "%s%s", letter(int(bits / 64)), letter(bits % 64)
        }
        printf "%s=", letter(4 * digit(64))
    }'
