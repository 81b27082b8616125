attnviz explain scaling --without scale --save spread_S=a.csv -o /dev/null; cat a.csv
attnviz explain self-attention --set 'X_{1,1} = 2' --save X=x.csv -o /dev/null; cat x.csv
