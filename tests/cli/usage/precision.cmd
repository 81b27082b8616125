# digits alone, from 0 to 9
for number in 12abc ' 5' -1 +1 1e3 10 99999999999999999999 0x3 '' 3.0; do
    attnviz explain --precision "$number"
    echo "'$number': $?"
done
