# a slot that there is not
sed 's/a.an SIZE COLOUR NOUN/a\/an SIZ COLOUR NOUN/' "$EXAMPLES/toys.json" >toys.json
attnviz corpus ./toys.json
