echo '{"e": [[2.1, 0.3, 0.2], [0.1, 2, 2.4], [0.1, 2.6, 0.8]], "alpha": [[0.76, 0.13, 0.11], [0.06, 0.38, 0.56], [0.07, 0.80, 0.13]]}' >my.json
attnviz check le-chat-noir my.json; echo $?
printf '2.1,0.3,0.2\n0.1,2,2.4\n0.1,2.6,0.8\n' >e.csv; attnviz check le-chat-noir e.csv
printf '2,1;0,3;0,2\r\n0,1;2;2,4\r\n0,1;2,6;0,8\r\n' >table.csv; attnviz check le-chat-noir e=table.csv
printf '0.7605\t0.1257\t0.1138\n' | attnviz check le-chat-noir 'α_1=-'
