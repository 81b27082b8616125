# how after is not written, and where there is no training
refused() { echo "{\"$2\": 1}" >a.json; attnviz check "$1" a.json 2>&1; echo "status $?"; }
refused learning 'after(A)_{1,2}'
refused learning 'after(A_1)_2'
refused learning 'after(A'
refused learning 'after(A V)'
refused learning 'after(F)'
refused learning 'F'
refused masked 'after(A)'
