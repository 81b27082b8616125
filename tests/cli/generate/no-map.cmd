grep -v heatmap "$EXAMPLES/word-by-word.json" | sed 's/"show": \["argmax(p_t)"\] } \] },/"show": ["argmax(p_t)"] } ] }/' >l.json; attnviz generate l.json; attnviz generate l.json -o m.png
