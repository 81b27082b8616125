attnviz worksheet multi-head --format pdf --seed 4 && ls && head -c 5 multi-head-4.pdf; echo
attnviz worksheet multi-head --format pdf --seed 4 -o - | cmp - multi-head-4.pdf
attnviz worksheet multi-head --seed 4 --output other.pdf && cmp other.pdf multi-head-4.pdf
