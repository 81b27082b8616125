# every page of a term fits
# slow under sanitizers
attnviz glossary | sed -n 's/^  //p' | sed 's/  .*//' | while IFS= read -r term; do
    attnviz glossary "$term" || echo "$term"
done | awk '{ gsub(/[\200-\277]/, "") } length > 80'
