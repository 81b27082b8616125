# two of what is computed for all at once: they have one place in the order, and stay as they were handed in
echo '{"attnviz":1,"title":"T","sequences":{"s":256},"indices":{"i":"s"},"steps":[{"compute":"x_i = 2 · i"}]}' >l.json
echo 5 >3.json
echo 4 >2.json
attnviz check l.json x_3=3.json x_2=2.json
attnviz check l.json x_2=2.json x_3=3.json | head -n 1
