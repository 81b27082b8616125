# a budget that is spent before anything is shown, in each command that computes
printf '1,0\n0,1\n' >q.csv
for command in "attend q.csv q.csv q.csv --work 1K" "generate translator-pairs --work 1K" "evaluate translator-pairs --work 1K" \
    "train learning --work 1K -o w.safetensors" "check le-chat-noir $EXAMPLES/answers.json --work 1K" \
    "worksheet hard-attention --work 1K" "heatmap reader --work 1K"; do
    attnviz $command 2>&1
    echo "status $?"
done
ls
