try() { attnviz explain "$@" >/dev/null; echo "status $?"; }
try --save A
try --save =a.npy
try --save ' ,=a.npy'
try --save α=a.txt
try --save α=
try --save α,e=a.npy
try --save beta=a.npy
try --save 'softmax(e_1=a.npy'
try --save α=a.npy --save e=a.npy
try --save α=a.json -o a.json
try --save α=a.npy --save e=./a.npy
rm a.npy
try --save α=none/a.npy
try --step --save α=a.npy
ls
