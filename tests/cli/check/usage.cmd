attnviz check; echo $?; attnviz check masked; echo $?; attnviz check maskd A.csv; echo $?
attnviz check masked =A.csv; attnviz check masked A=; attnviz check masked A.csv; echo $?
echo '{' >A.json; attnviz check masked A.json; echo $?
for option in '--format yaml' '--seed x' '--threads 0' '--kernels fast' '--color blue' '--hints' '--input x' '--set e=1'; do
    attnviz check masked A=A.json $option
done
