# complete.fish SCRIPT: for each line of standard input "> LINE", then what fish would offer at its end.
source $argv[1]
while read -l line
    echo "> $line"
    complete -C "$line" | string replace -r '\t.*' '' | string replace -r '^--[a-z]+=' '' | string unescape
end
