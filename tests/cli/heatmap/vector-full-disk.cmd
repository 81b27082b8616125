for end in svg pdf; do attnviz heatmap -o /dev/full --format $end; echo $?; done
