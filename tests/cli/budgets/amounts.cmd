# what an amount looks like
for amount in 0 -1 1.5 3e11 G 1GG 1GB x 99999999999999999999 16E ""; do
    attnviz lessons --memory "$amount" >/dev/null
    attnviz lessons --work "$amount" >/dev/null
done
attnviz lessons --memory 1G --memory 2G
attnviz lessons --memory
attnviz lessons --wrok 3
for amount in 1M 1048576 64k 1T 15E none; do attnviz help lessons --memory "$amount" --work "$amount" | head -n 1; done
