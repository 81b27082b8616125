# one source says, several say
for by in "the notes" "the book" "Jain & Wallace" "Vaswani et al." "my friends and I"; do
    printf '{ "attnviz": 1, "title": "T", "given": {"a": 1}, "steps": [ { "show": "a", "stated": {"by": "%s", "values": 2} } ] }\n' "$by" >l.json
    attnviz explain l.json --color never | grep ' say'
done
