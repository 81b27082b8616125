# what a lesson prints at its place is right under the plain name, what it prints after training under after(A)
numbers() { sed 's/−/-/g' | grep -o -e '-*[0-9]\.[0-9]*'; }
attnviz explain learning --only G_Q | numbers | head -n 12 | paste -d, - - - >G_Q.csv
attnviz explain learning --only L | numbers | head -n 1 >L.csv
attnviz explain learning --only 'after(L)' | numbers >'after(L).csv'
cat G_Q.csv L.csv 'after(L).csv'
attnviz check learning G_Q.csv L.csv 'after(L).csv'
attnviz check learning --format json G_Q.csv | grep -o '"verdict":"[a-z]*"\|"numbers":[0-9]*'
