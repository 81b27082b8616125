# complete.zsh SCRIPT FOLDER: for each line of standard input "> LINE", then what zsh would offer at its
# end. A shell on a terminal of its own gets the line and a tab; what it adds as matches is written down.
zmodload zsh/zpty || exit 3
folder=$2
cat >$folder/rc <<'RC'
PS1= LISTMAX=10000
setopt no_beep no_always_last_prompt
autoload -Uz compinit && compinit -u -D
compadd() {
    if [[ ${@[1,(i)(-|--)]} == *-(O|A|D)\ * ]]; then
        builtin compadd "$@"
        return
    fi
    local -a hits
    builtin compadd -A hits "$@"
    print -rl -- $hits >>$FOLDER/hits
    builtin compadd "$@"
}
offer() {
    zle complete-word
    : >$FOLDER/done
}
zle -N offer
bindkey '^I' offer '^U' kill-whole-line
RC
export TERM=vt100 FOLDER=$folder
zpty shell zsh -f -i
zpty -w shell "source $folder/rc; source $1; : >$folder/ready"
# waits for a file, at most ten seconds; what the terminal shows is read and left aside
await() {
    local -i turns=0
    while [[ ! -e $1 ]]; do
        ((turns++ < 500)) || exit 4
        zpty -r -t shell output
        sleep 0.02
    done
    rm -f $1
}
await $folder/ready
while IFS= read -r line; do
    print -r -- "> $line"
    rm -f $folder/hits $folder/done
    zpty -w -n shell "$line"$'\t'
    await $folder/done
    [[ -e $folder/hits ]] && cat $folder/hits
    zpty -w -n shell $'\x15'
done
zpty -d shell
