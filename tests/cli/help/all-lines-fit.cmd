for command in '' explain heatmap lessons glossary help; do
    attnviz help $command
done | awk '{ gsub(/…/, "."); gsub(/α/, "a") } length > 80'
