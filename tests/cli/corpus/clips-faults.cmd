# files without clips, and clips of which nothing else can be said
attnviz corpus pairs --clips 2>&1
cp "$EXAMPLES/toys.json" toys.json; attnviz corpus ./toys.json --clips 2>&1
attnviz corpus clips --say 'COLOUR NOUN' 2>&1
attnviz corpus scenes --clips --vocabulary source 2>&1 | head -n 3
