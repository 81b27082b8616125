# the right numbers of one sheet are those of no other
attnviz explain masked --worksheet 4 --save A=A.csv >/dev/null; ls
attnviz check masked --worksheet 4 A.csv; echo $?
attnviz check masked --worksheet 5 A.csv --hint; echo $?
attnviz check masked A.csv >/dev/null; echo $?
attnviz check scaling --worksheet 4 A.csv; echo $?
