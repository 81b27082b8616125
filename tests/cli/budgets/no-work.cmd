# commands that compute nothing have the options all the same
attnviz lessons --memory 2G --work 1 | head -n 1
attnviz corpus pairs -n 1 --memory none --work 1
attnviz help --memory 1T --work none lessons | head -n 1
attnviz glossary softmax --memory=2g --work=none | head -n 1
