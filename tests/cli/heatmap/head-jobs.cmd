# a title says which head it is and no more; what the head often does stands below the maps with what a simple rule
# would reach, and only for words like those it was measured on
echo 'She gave him a book.' >gave.txt
echo 'I went to the bank to deposit money.' >bank.txt
echo 'cat' >one.txt
echo 'book' >other.txt
cp "$EXAMPLES/sentence.txt" "$EXAMPLES/chinese.txt" "$EXAMPLES/hebrew.txt" "$EXAMPLES/russian.txt" .
numbers() { attnviz heatmap --read "$1.png" | grep -o '"title":"α[^"]*"\|"note":"[^"]*"' | sed 's/\\n/\n/g'; }
for name in sentence gave bank one other chinese hebrew russian; do
    attnviz heatmap $name.txt && numbers $name | grep -v '^"title"'
done
numbers gave | grep '^"title"'
# one head alone, and the same as SVG
attnviz heatmap sentence.txt --show A --at l=2 --at h=1 -o head.png && numbers head
attnviz heatmap gave.txt -o gave.svg
# other formulas: nothing that was measured holds
attnviz heatmap reader --without scale --show A --at l=2 --at h=1 -o without.png && numbers without
# told and as JSON by the same rule
for sentence in 'The old cat sat.' 'She gave him a book.' 'Кошка спит.'; do
    attnviz explain reader --sentence "$sentence" | grep -A 3 'α_subject: \|How often these'
    attnviz explain reader --sentence "$sentence" --format json | grep -o '"notes":\[[^]]*' | grep -o 'α_{subject}: the subject\|How often these.*'
    attnviz explain reader --sentence "$sentence" --format markdown -o page.md >/dev/null; grep -c '^layer\|^How often these' page.md
done
