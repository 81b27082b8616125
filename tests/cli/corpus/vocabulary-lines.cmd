# a list of words has no lines to choose
for option in '-n 3' '--part test' '--seed 2' '--words 2-3' --roles; do
    attnviz corpus pairs --vocabulary source $option; echo $?
done
