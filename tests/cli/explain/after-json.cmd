# both values under their names, but for those that training leaves as they are; and what the training computed
attnviz explain learning --format json >l.json
grep -o '^[,{"values:]*"[^"]*":{"formula"' l.json | sed 's/.*"\([^"]*\)":{"formula"/\1/' | paste -sd' '
grep '^,"L"\|^,"after(L)"' l.json
grep -o '"computed":\["after[^]]*' l.json
attnviz explain learning --format json --only 'after(L)' | grep '^"values"'
attnviz explain learning --format json --only L | grep '^"values"'
