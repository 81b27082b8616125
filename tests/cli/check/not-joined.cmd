# the heads one by one where they stand side by side
cat >l.json <<'LESSON'
{"attnviz":1,"title":"T","sequences":{"h":2},"indices":{"j":"h"},"given":{"A":[[0.31,0.72],[1.13,-0.54]],"B":[[2.17,0.35],[-0.91,1.62]]},
 "steps":[{"compute":["H_1 = A B","H_2 = B A","C = [H_1; H_2]"]}]}
LESSON
attnviz explain l.json --only H_1,H_2,C
echo '[[[0.0175, 1.2749], [2.9435, -0.4793]], [[1.0682, 1.3734], [1.5485, -1.53]]]' | attnviz check l.json C=-
