# the name of the picture is the sentence's, the text file's, or the folder's
attnviz heatmap --model "$CASES/tiny-gpt2" "The cat sat."
echo "The mat. The cat." >cats.txt
attnviz heatmap --model "$CASES/tiny-gpt2" cats.txt
attnviz heatmap --model "$CASES/tiny-gpt2" --ids 29,33,2
attnviz heatmap "$CASES/tiny-gpt2" -o own.png
attnviz heatmap --read own.png | tr -d ' \n' | cut -c1-300
