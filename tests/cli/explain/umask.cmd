(umask 077; attnviz explain -o a); (umask 022; attnviz explain -o b); ls -l a b | cut -c1-10
