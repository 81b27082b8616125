for option in '--seed -1' '--seed 1000000000' '--seed x' '--class 0' '--class 1001' '--class 2 --solved' '--class 2 -o -' \
    '--class 2 -o /dev/null' '--blank --solved' '--format word' '--precision 10' '--sed 3'; do
    attnviz worksheet scores $option; echo $?
done 2>&1
attnviz worksheet scores masked; echo $?
