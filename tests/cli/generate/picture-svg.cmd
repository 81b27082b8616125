attnviz generate "$EXAMPLES/word-by-word.json" --input source='le chat' --output=map.svg && grep -o '<title>.*</title>' map.svg
