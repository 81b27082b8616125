#!/bin/sh
# flows.sh ATTNVIZ: has Graphviz place the diagrams of the lessons whose formulas changed (make flows).
#
# What dot was asked and what it answered stand in NAME.flow, below a line that says which Graphviz it
# was; the program carries these files, and asks dot only for a diagram that none of them is about. To
# have all of them placed anew: rm lessons/*.flow, make, make flows.
set -eu
case $1 in /*) attnviz=$1 ;; *) attnviz=$PWD/$1 ;; esac
cd "$(dirname "$0")"
lessons=$PWD
export LC_ALL=C

dot=$(command -v dot) || {
    echo 'flows.sh: the program dot is not here: install Graphviz (Debian: apt install graphviz)' >&2
    exit 1
}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir "$folder/bin"
cat >"$folder/bin/dot" <<END
#!/bin/sh
cat >asked && "$dot" "\$@" <asked >answered 2>said && cat answered
END
chmod +x "$folder/bin/dot"

cd "$folder"
for file in $(grep -l '"steps"' "$lessons"/*.json); do
    name=$(basename "$file" .json)
    rm -f asked answered
    PATH="$folder/bin:$PATH" "$attnviz" heatmap "$name" --view flow -o flow.png >/dev/null
    [ -e answered ] || continue
    { "$dot" -V 2>&1 && cat asked answered; } >"$lessons/$name.flow"
    echo "lessons/$name.flow"
done
