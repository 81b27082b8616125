attnviz worksheet score; echo $?; attnviz worksheet no.json; echo $?; attnviz worksheet picture.png; echo $?
