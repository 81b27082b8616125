# a long sentence
i=0
while [ $i -lt 700 ]; do echo "w$i"; i=$((i + 1)); done | tr '\n' ' ' >s.txt
attnviz heatmap s.txt --memory 24M 2>&1 | sed "s/ beside the [^,]* in use//"
attnviz heatmap s.txt --work 1G
ls
