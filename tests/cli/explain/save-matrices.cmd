attnviz explain multi-head --save A,A_1=a.json -o /dev/null; cat a.json
attnviz explain multi-head --save A=a.csv -o /dev/null; ls
