# letters of an SVG as text, and where there is none
attnviz heatmap 'Tom & "Jerry" <b>' --view links --show A --at l=1 --at h=1 --vmax 0.25 --caption none --text live -o a.svg
sed -n 's/<text fill="\(#......\)".*<tspan x="[0-9.]*" y="[0-9.]*"[^>]*>\(.*\)<\/tspan><\/text>/\1 \2/p' a.svg
attnviz heatmap --text live; attnviz heatmap --text outline
