# complete.bash SCRIPT: for each line of standard input "> LINE", then what bash would offer at its end.
source "$1"
offer()
{
    local IFS=$' \t'
    # bash divides words at '=' too
    read -r -a COMP_WORDS <<<"${1//=/ = }"
    if [[ $1 == *[\ =] ]]; then COMP_WORDS+=(''); fi
    COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
    local name=${COMP_WORDS[0]}
    "$(complete -p "$name" | sed 's/.*-F \([^ ]*\).*/\1/')" "$name" "${COMP_WORDS[COMP_CWORD]}" ''
    printf '%s\n' "${COMPREPLY[@]}"
}
while IFS= read -r line; do
    printf '> %s\n' "$line"
    offer "$line"
done
