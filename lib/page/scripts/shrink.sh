#!/bin/sh
# shrink.sh FILE …: the scripts, or style sheets, one after the other, without comments and indentation. A comment begins
# its line or ends it; one that stands inside a line stays. POSIX tools alone.
set -eu
export LC_ALL=C
awk '
    FNR == 1 { style = FILENAME ~ /\.css$/ }
    inside { if (/\*\/$/) inside = 0; next }
    /^ *\/\*/ { if (!/\*\/$/) inside = 1; next }
    {
        sub(/ +\/\*[^*]*\*\/$/, "")
        sub(/^ +/, "")
        if ($0 == "") next
        if (!style) { print; next }
        # a selector may hold ":" and " ", but never ": "; what is in quotes has neither
        gsub(/: /, ":")
        gsub(/; /, ";")
        gsub(/ \{ ?/, "{")
        gsub(/;? \}/, "}")
        gsub(/, /, ",")
        printf "%s%s", $0, /[{};,]$/ ? "" : " "
    }
    END { if (style) print "" }' "$@"
