# slow under sanitizers
awk 'BEGIN { for (i = 0; i < 1025; i++) printf "w%d ", i; print "" }' >long.txt; attnviz heatmap long.txt --show A --at l=2 --at h=1 && LC_ALL=C grep -a -o 'This picture carries.*words\.' long.png; attnviz heatmap --read long.png
