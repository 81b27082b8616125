# a file of pairs gives what it has; where that is nothing, it says so
printf "Le chat dort.\tThe cat sleeps.\nun\tone\ndeux\ttwo\n" >my.tsv
for options in "--words 1-5" "--words 6-9" "--part validation"; do
    attnviz corpus my.tsv $options
    echo $?
done 2>&1
