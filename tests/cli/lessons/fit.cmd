attnviz lessons | awk '{ gsub(/[^ -~]+/, "x") } length > 80'
