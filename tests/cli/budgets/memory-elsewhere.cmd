# as little memory in each command; what the message says depends on the machine
printf '1,0\n0,1\n' >q.csv
for command in "attend q.csv q.csv q.csv --memory 64K" "generate translator-pairs --memory 64K" \
    "evaluate translator-pairs --memory 64K" "train learning --memory 64K -o w.safetensors" \
    "check le-chat-noir $EXAMPLES/answers.json --memory 64K" "worksheet hard-attention --memory 64K" \
    "lessons --memory 64K" "glossary softmax --memory 64K" "corpus pairs --memory 64K"; do
    attnviz $command 2>&1 | grep -c 'budget of memory is 64 KiB: --memory [0-9]*[KM] raises it$'
done
ls
