awk 'BEGIN { for (i = 0; i < 100; i++) printf "word "; print "" }' >long.txt; attnviz heatmap long.txt --show A --at l=2 --at h=1 --cell 200; echo $?; ls
