# `attnviz COMMAND --help` says what `attnviz help COMMAND` says, whatever stands around it.
for command in explain heatmap lessons help; do
    attnviz help $command >one
    attnviz $command --help --no-such-option >other
    cmp one other && attnviz $command -h | cmp one - && echo "$command: the same"
done
