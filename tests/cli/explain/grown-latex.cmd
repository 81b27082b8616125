attnviz explain "$EXAMPLES/word-by-word.json" --sentence 'le zèbre dort.' --format latex | grep -A9 'begin{document}'
