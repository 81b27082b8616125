# two sentences are drawn on one scale: alone, the second has another
printf 'The cat sat on the mat.\nA dog.\n' >s.txt; printf 'A dog.\n' >one.txt
attnviz heatmap s.txt --format svg && attnviz heatmap one.txt --format svg && cmp -s s-2.svg one.svg; echo $?
