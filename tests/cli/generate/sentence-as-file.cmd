# a sentence where a file of sentences stands
for words in 'le chat noir' chat 'le chat dort.' './le chat.'; do
    attnviz generate "$EXAMPLES/word-by-word.json" "$words"
    echo $?
done 2>&1
echo 'le chien dort.' >'my text'
attnviz generate "$EXAMPLES/word-by-word.json" 'my text'
