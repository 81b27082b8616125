# several numbers of one index are choices, as they are for explain; of each index there must be one
titles() { attnviz heatmap --read "$1" | grep -o '"title":"A[^"]*"'; }
attnviz heatmap multi-head --at j=2 --at j=1 -o both.png && titles both.png
attnviz heatmap multi-head --at j=2,j=2 -o one.png && titles one.png
attnviz heatmap multi-head --at j=1 --at j=9 -o none.png; echo $?
attnviz heatmap multi-head --at j=1 --at k=1 -o none.png; echo $?
