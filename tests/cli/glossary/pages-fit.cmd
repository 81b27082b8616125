# every page of a term fits
attnviz glossary | sed -n 's/^  //p' | sed 's/  .*//' | while IFS= read -r term; do
    attnviz glossary "$term" || echo "$term"
done | awk '{ gsub(/[\200-\277]/, "") } length > 80'
