printf 'The cat sat.\nA dog ran.\n' >s.txt
attnviz heatmap s.txt --without positions --without scale --show A --at l=2 --at h=1 && attnviz heatmap --read s-2.png | grep -o '"title":"[^"]*"\|"subtitle":"[^"]*"'
