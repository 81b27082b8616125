# lines.awk: reads what `gcov -b -t` prints, and writes every line of code once:
#     FILE <tab> LINE <tab> FUNCTION <tab> 1 if it ran, else 0 <tab> TEXT
# A header stands in the output of each file that includes it: its line ran if it did in one of them.

$2 == "" && !/:/ { next }
/^function / { next_function = $2; next }
/^(branch|call|unconditional) / { next }
/^ *-: *0:Source:/ {
    file = substr($0, index($0, "Source:") + 7)
    sub(/^\.\//, "", file)
    current = ""
    next
}
/^ *(-|#####|=====|[0-9]+\*?): *[0-9]+:/ {
    split($0, part, ":")
    count = part[1]
    line = part[2] + 0
    if (line == 0) next
    if (next_function != "") current = next_function
    next_function = ""
    gsub(/[ *]/, "", count)
    if (count == "-" || file !~ /^lib\//) next
    code = substr($0, length(part[1]) + length(part[2]) + 3)
    gsub(/^[ \t]+|[ \t]+$/, "", code)
    if (code == "{") next # some belong to no function, for gcov
    key = file "\t" line
    if (!(key in text)) {
        text[key] = code
        order[++total] = key
        name[key] = current
    }
    if (count + 0 > 0) ran[key] = 1
}
END {
    for (i = 1; i <= total; i++) {
        key = order[i]
        print key "\t" name[key] "\t" (key in ran) + 0 "\t" text[key]
    }
}
