# the alignment error rate of all sentences beside that of one: worked out by hand
#   sentence 0: A = the-le, black-noir (cat looks at </s>), S = the-le, black-noir, cat-chat: 1 - (2 + 2)/(2 + 3)
#   sentence 1: A = yes-oui, indeed-oui, S = yes-oui, P = S and indeed-oui:                   1 - (1 + 2)/(2 + 1)
#   sentence 2: A = no-non, S = nothing, as no word of it is linked:                          1 - 0/1
#   together: 1 - (3 + 4)/(5 + 4)
cat >n.txt <<'N'
0 ||| the black cat ||| -1.5 ||| le chat noir ||| 4 4
0.8 0.1 0.05 0.05
0.05 0.1 0.8 0.05
0.1 0.2 0.1 0.6
0 0 0.1 0.9

1 ||| yes indeed ||| -0.5 ||| oui ||| 2 3
0.9 0.1
0.7 0.3
0 1

2 ||| no ||| -0.5 ||| non ||| 1 1
1
N
printf '0-0 2-1 1-2\n0-0 0?1\n\n' >gold.txt
printf '1 1 1 S\n1 3 2 S\n1 2 3\n2 1 1 S\n2 1 2 P\n1 0 1 S\n3 1 0 P\n' >rows.txt
numbers() { attnviz heatmap --read "$1" | grep -o '"title":"sentence[^"]*"\|"note":"[^"]*"'; }
for i in 1 2 3; do attnviz heatmap n.txt --example $i --align gold.txt -o $i.png && numbers $i.png; done
attnviz heatmap n.txt --example 1 --align rows.txt -o rows.png && numbers rows.png
# without the end of the sentence, cat looks at chat
attnviz heatmap n.txt --example 1 --align gold.txt --hide-special keep -o hidden.png && numbers hidden.png
# one sentence too few; a sentence that is none, in another sentence than the one that is drawn
printf '0-0\n0-0\n' >few.txt
attnviz heatmap n.txt --example 1 --align few.txt -o few.png && numbers few.png
printf '0-0\n0-0\n0-4\n' >far.txt
attnviz heatmap n.txt --example 1 --align far.txt -o far.png
