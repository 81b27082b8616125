# every lesson of the list is told without a fault
# slow under sanitizers
for name in $(attnviz lessons | awk '/^  [a-z]/ { print $1 }'); do
    attnviz explain "$name" >told && test -s told || echo "$name: $?"
done
